//! Every function with wrong arguments: null, misaligned, too short, too long, empty, overlapping,
//! and numbers that are no choice. A program in C is written for it from the functions of the
//! source and one right call of each, `calls.txt`. A function without such a call fails here.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::source::{Argument, Function, Gives, functions};

const CALLS: &str = include_str!("calls.txt");

/// What a call passes for an argument.
#[derive(Clone)]
enum Value {
    /// A fixture; whether any other length is wrong, and whether zero is.
    Input { fixture: String, exact: bool, zero_is_wrong: bool },
    /// So many bytes; whether any other number is wrong.
    Output { length: String, exact: bool },
    /// What C writes.
    Word(String),
}

/// The values of all calls by functions and arguments.
fn calls() -> BTreeMap<String, BTreeMap<String, (char, String)>> {
    let lines = CALLS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut calls = BTreeMap::new();
    for line in lines {
        let mut words = line.split(' ');
        let name = words.next().expect("a name").to_owned();
        let value = |word: &str| {
            let at = word.find(['=', '~', '^']).expect("a value");
            let sign = word[at..].chars().next().expect("a sign");
            (word[..at].to_owned(), (sign, word[at + 1..].to_owned()))
        };
        assert!(calls.insert(name.clone(), words.map(value).collect()).is_none(), "{name} once");
    }
    calls
}

fn value(argument: &Argument, given: &BTreeMap<String, (char, String)>) -> Value {
    if argument.kind.starts_with("Number<") {
        return Value::Word(String::new());
    }
    let (sign, text) = given
        .get(&argument.name)
        .unwrap_or_else(|| panic!("calls.txt has no value of {}", argument.name))
        .clone();
    if argument.length.is_none() {
        return Value::Word(text);
    }
    if argument.kind.starts_with("Room<") || argument.kind.starts_with("Place<") {
        return Value::Output { length: text, exact: sign == '=' };
    }
    Value::Input { fixture: text, exact: sign != '~', zero_is_wrong: sign == '=' }
}

/// A call in C with some arguments replaced.
struct Call<'f> {
    function: &'f Function,
    values: Vec<Value>,
}

impl Call<'_> {
    /// The expressions of an argument.
    fn expressions(&self, i: usize) -> Vec<String> {
        let argument = &self.function.arguments[i];
        match &self.values[i] {
            Value::Input { fixture, .. } => vec![format!("{fixture}.p"), format!("{fixture}.n")],
            Value::Output { length, .. } => vec![format!("out{i}"), length.clone()],
            Value::Word(_) if argument.kind.starts_with("Number<") => vec![format!("&number{i}")],
            Value::Word(_) if argument.kind.starts_with("New<") => vec![format!("&new{i}")],
            Value::Word(word) => vec![word.clone()],
        }
    }

    /// A line that makes a call with one argument replaced and checks the status: what it is, or
    /// only that the call is refused.
    fn line(&self, replaced: Option<(usize, Vec<String>)>, status: Option<&str>) -> String {
        let mut expressions = Vec::new();
        for i in 0..self.values.len() {
            match &replaced {
                Some((at, other)) if *at == i => expressions.extend(other.clone()),
                _ => expressions.extend(self.expressions(i)),
            }
        }
        let call = format!("{}({})", self.function.name, expressions.join(", "));
        match status {
            Some(status) => format!("    CHECK({call} == CURVEMARK_{status});\n"),
            None => format!("    CHECK(refused({call}));\n"),
        }
    }

    /// The outputs, before and after.
    fn declarations(&self) -> (String, String) {
        let (mut before, mut after) = (String::new(), String::new());
        for (i, (argument, value)) in self.function.arguments.iter().zip(&self.values).enumerate() {
            if let Value::Output { length, .. } = value {
                let _ = writeln!(before, "    uint8_t *out{i} = room({length});");
                let _ = writeln!(after, "    free(out{i});");
            } else if argument.kind.starts_with("Number<") {
                let number = argument.in_c().split(' ').next().expect("a type").to_owned();
                let _ = writeln!(before, "    {number} number{i} = 0;\n    (void)number{i};");
            } else if let (true, Value::Word(free)) = (argument.kind.starts_with("New<"), value) {
                let handle = argument.in_c().split(' ').next().expect("a type").to_owned();
                let _ = writeln!(before, "    {handle} *new{i} = NULL;");
                let _ = writeln!(after, "    CHECK(new{i} != NULL);\n    {free}(new{i});");
            }
        }
        (before, after)
    }

    /// The wrong calls for one argument.
    fn wrong(&self, i: usize) -> String {
        let argument = &self.function.arguments[i];
        let mut out = String::new();
        let is_handle = argument.kind.starts_with('&') && argument.length.is_none();
        match &self.values[i] {
            Value::Input { fixture, exact, zero_is_wrong } => {
                let null = vec!["NULL".to_owned(), format!("{fixture}.n")];
                out += &self.line(Some((i, null)), Some("ERROR_POINTER"));
                let element = if argument.kind.contains("u8") { "1" } else { "sizeof *copy" };
                let lengths: &[(&str, bool)] =
                    &[("- 1", true), ("+ 1", true), (" - n", *zero_is_wrong)];
                for (change, wrong) in lengths {
                    if !exact || !wrong {
                        continue;
                    }
                    let kind = argument.in_c();
                    let kind = kind.trim_start_matches("const ").split(' ').next().expect("type");
                    let _ = writeln!(
                        out,
                        "    {{\n        size_t n = {fixture}.n, m = n {change};\n        \
                         {kind} *copy = resized({fixture}.p, n * {element}, m * {element});"
                    );
                    let call = vec!["copy".to_owned(), "m".to_owned()];
                    out += "    ";
                    out += &self.line(Some((i, call)), None);
                    out += "        free(copy);\n    }\n";
                }
                if element != "1" {
                    let misaligned = vec![
                        format!("(void *)((uint8_t *){fixture}.p + 1)"),
                        format!("{fixture}.n - ({fixture}.n > 1)"),
                    ];
                    out += &self.line(Some((i, misaligned)), Some("ERROR_POINTER"));
                }
            }
            Value::Output { length, exact } => {
                let null = vec!["NULL".to_owned(), length.clone()];
                out += &self.line(Some((i, null)), Some("ERROR_POINTER"));
                let wrong = [format!("{length} - 1"), format!("{length} + 1"), "0".to_owned()];
                for m in wrong.iter().filter(|_| *exact) {
                    let _ = writeln!(out, "    {{\n        uint8_t *other = room({m});");
                    out += "    ";
                    out += &self.line(Some((i, vec!["other".to_owned(), m.clone()])), None);
                    let _ = writeln!(
                        out,
                        "        CHECK(untouched(other, {m}));\n        free(other);\n    }}"
                    );
                }
                for (j, other) in self.values.iter().enumerate() {
                    let (Value::Input { fixture: with, .. }, true) = (other, j != i) else {
                        continue;
                    };
                    let _ = writeln!(
                        out,
                        "    {{\n        size_t n = {with}.n * sizeof *{with}.p;\n        \
                         size_t m = n > {length} ? n : {length};\n        \
                         void *both = resized({with}.p, n, m);"
                    );
                    let mut expressions = Vec::new();
                    for k in 0..self.values.len() {
                        let mut of = self.expressions(k);
                        if k == i || k == j {
                            of[0] = "both".to_owned();
                        }
                        expressions.extend(of);
                    }
                    let _ = writeln!(
                        out,
                        "        CHECK({}({}) == CURVEMARK_ERROR_OVERLAP);\n        free(both);\n    }}",
                        self.function.name,
                        expressions.join(", ")
                    );
                }
            }
            Value::Word(_) if is_handle => {
                out += &self.line(Some((i, vec!["NULL".to_owned()])), Some("ERROR_POINTER"));
                let same = |(j, other): &(usize, &Argument)| *j < i && other.kind == argument.kind;
                if argument.kind.starts_with("&mut ")
                    && let Some((j, _)) = self.function.arguments.iter().enumerate().find(same)
                {
                    let twice = self.expressions(j);
                    out += &self.line(Some((i, twice)), Some("ERROR_OVERLAP"));
                }
            }
            Value::Word(_) if ["Number<", "New<"].iter().any(|k| argument.kind.starts_with(k)) => {
                out += &self.line(Some((i, vec!["NULL".to_owned()])), Some("ERROR_POINTER"));
                let misaligned = format!("(void *)((uint8_t *){} + 1)", self.expressions(i)[0]);
                out += &self.line(Some((i, vec![misaligned])), Some("ERROR_POINTER"));
            }
            Value::Word(_) if argument.name == "threads" => {
                let many = vec!["1025".to_owned()];
                out += &self.line(Some((i, many)), Some("ERROR_ARGUMENT"));
            }
            Value::Word(_) if argument.in_c().starts_with("curvemark_") => {
                for none in ["99", "0xffffffffu"] {
                    let none = vec![none.to_owned()];
                    out += &self.line(Some((i, none)), Some("ERROR_ARGUMENT"));
                }
            }
            Value::Word(_) => {}
        }
        out
    }

    /// The whole test of a function.
    fn test(&self) -> String {
        let (before, after) = self.declarations();
        let mut out = format!("static void test_{}(void) {{\n{before}", self.function.name);
        for i in 0..self.values.len() {
            out += &self.wrong(i);
        }
        for (i, value) in self.values.iter().enumerate() {
            if let Value::Output { length, .. } = value {
                let _ = writeln!(out, "    CHECK(untouched(out{i}, {length}));");
            }
        }
        out += &self.line(None, Some("OK"));
        out += &after;
        out += "}\n\n";
        out
    }
}

/// The program.
pub fn program() -> String {
    let mut calls = calls();
    let mut out = String::from("#include \"fixtures.h\"\n\n");
    let mut main = String::new();
    let mut frees = String::new();
    for function in functions() {
        match function.gives {
            Gives::Text => continue,
            Gives::Nothing => {
                let _ = writeln!(frees, "    {}(NULL);", function.name);
                continue;
            }
            Gives::Status => {}
        }
        let given = calls
            .remove(&function.name)
            .unwrap_or_else(|| panic!("calls.txt has no call of {}", function.name));
        let values = function.arguments.iter().map(|argument| value(argument, &given)).collect();
        let call = Call { function: &function, values };
        let slow = function.name.starts_with("curvemark_kzg_");
        let (before, after) = if slow { ("#ifndef QUICK\n", "#endif\n") } else { ("", "") };
        out += &format!("{before}{}{after}", call.test());
        let _ = writeln!(main, "{before}    test_{}();\n{after}", function.name);
    }
    assert!(calls.is_empty(), "calls.txt has calls of no function: {:?}", calls.keys());
    let _ = write!(
        out,
        "int main(int count, char **arguments) {{\n    if (count != 3) return 4;\n    \
         make_fixtures(arguments[1], arguments[2]);\n{main}{frees}    \
         for (curvemark_status s = -2; s < 40; s++) CHECK(curvemark_status_text(s)[0] != 0);\n    \
         CHECK(curvemark_version()[0] != 0);\n    free_fixtures();\n    \
         if (failures) printf(\"%d failures\\n\", failures);\n    return failures != 0;\n}}\n"
    );
    out
}
