//! The exported functions, as the source of this package has them: what the header is written from
//! and what the tests of arguments go through.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The files with functions, in the order of the header.
const FILES: [&str; 12] = [
    "status",
    "bls",
    "bls_lists",
    "signatures",
    "signature_lists",
    "kzg",
    "groups",
    "groth16",
    "parts",
    "poseidon",
    "evm",
    "cashu",
];

/// What stands before all that the library of a chip lacks.
const NEEDS_STD: &str = "#[cfg(feature = \"std\")]";

/// What may stand before the files that it has; before all others something else does.
const OF_A_CHIP: [&str; 2] = ["#[cfg(feature = \"cashu\")]", "#[cfg(feature = \"signatures\")]"];

/// The folder of this package.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// A file of the source.
pub struct Section {
    /// Its `//!` lines.
    pub about: Vec<String>,
    /// Whether all of it needs an operating system.
    pub needs_std: bool,
    pub items: Vec<Item>,
}

/// What a file gives to C, with its documentation.
pub enum Item {
    Handle { about: Vec<String>, name: String },
    Choices { about: Vec<String>, name: String, choices: Vec<Choice> },
    Function(Function),
}

/// A number with a name.
pub struct Choice {
    pub about: Vec<String>,
    pub name: String,
    pub number: String,
}

/// A function.
pub struct Function {
    pub about: Vec<String>,
    pub name: String,
    pub arguments: Vec<Argument>,
    pub gives: Gives,
    /// Whether it needs an operating system.
    pub needs_std: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Gives {
    Status,
    Text,
    Nothing,
}

/// An argument: one in C, or a pointer and a length.
pub struct Argument {
    pub name: String,
    pub length: Option<String>,
    /// In Rust.
    pub kind: String,
}

/// All files.
pub fn sections() -> Vec<Section> {
    let file = |name: &str| {
        let path = folder().join("src").join(format!("{name}.rs"));
        std::fs::read_to_string(&path).expect("a file of the source")
    };
    let root = file("lib");
    let needs_std = |name: &str| {
        let module = format!("mod {name};");
        let mut lines = root.lines().zip(root.lines().skip(1));
        let (before, _) = lines.find(|(_, line)| *line == module).expect("a module");
        before.starts_with("#[cfg(") && !OF_A_CHIP.contains(&before)
    };
    FILES.iter().map(|name| section(&file(name), needs_std(name))).collect()
}

/// All functions.
pub fn functions() -> Vec<Function> {
    let items = sections().into_iter().flat_map(|section| section.items);
    items
        .filter_map(|item| match item {
            Item::Function(function) => Some(function),
            _ => None,
        })
        .collect()
}

/// The name in C of a type of handles or choices.
fn c_name(rust: &str) -> String {
    let mut name = "curvemark".to_owned();
    for character in rust.chars() {
        if character.is_uppercase() {
            name.push('_');
        }
        name.extend(character.to_lowercase());
    }
    name
}

fn section(text: &str, needs_std: bool) -> Section {
    let about = text.lines().map_while(|line| line.strip_prefix("//!"));
    let about = about.map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned()).collect();
    let handles: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("impl Handle for ")?.split(' ').next())
        .collect();
    let mut items = Vec::new();
    let mut doc: Vec<String> = Vec::new();
    let mut lines = text.lines();
    let (mut before, mut block_needs_std) = ("", needs_std);
    while let Some(line) = lines.next() {
        if line == "export! {" {
            block_needs_std = needs_std || before == NEEDS_STD;
        }
        before = line;
        let trimmed = line.trim();
        if let Some(line) = trimmed.strip_prefix("///") {
            doc.push(line.strip_prefix(' ').unwrap_or(line).to_owned());
            continue;
        }
        let about = std::mem::take(&mut doc);
        if let Some(rest) = trimmed.strip_prefix("fn curvemark_") {
            let function = function(about, rest, &mut lines);
            items.push(Item::Function(Function { needs_std: block_needs_std, ..function }));
        } else if let Some((name, _)) =
            trimmed.strip_prefix("enum ").and_then(|rest| rest.split_once(" as curvemark_"))
        {
            items.push(Item::Choices {
                about,
                name: format!("curvemark_{}", word(trimmed.rsplit("curvemark_").next())),
                choices: choices(&mut lines, "}"),
            });
            assert!(!name.is_empty(), "a name");
        } else if trimmed == "statuses! {" {
            let about = vec![
                "The answer of a function: CURVEMARK_OK, CURVEMARK_NOT_VALID, or what is wrong."
                    .to_owned(),
            ];
            items.push(Item::Choices {
                about,
                name: "curvemark_status".to_owned(),
                choices: choices(&mut lines, "}"),
            });
        } else if let Some(name) = handles.iter().find(|name| {
            ["struct", "enum"].iter().any(|keyword| {
                trimmed
                    .strip_prefix(&format!("pub {keyword} {name}"))
                    .is_some_and(|rest| rest.starts_with(['(', ' ']))
            })
        }) {
            items.push(Item::Handle { about, name: c_name(name) });
        }
    }
    // Handles stand before the functions, whatever their order in the file.
    items.sort_by_key(|item| matches!(item, Item::Function(_)));
    Section { about, needs_std, items }
}

/// The characters of a name at the start.
fn word(text: Option<&str>) -> String {
    let text = text.unwrap_or_default().chars();
    text.take_while(|character| character.is_alphanumeric() || *character == '_').collect()
}

fn choices<'t>(lines: &mut impl Iterator<Item = &'t str>, end: &str) -> Vec<Choice> {
    let mut choices = Vec::new();
    let mut about = Vec::new();
    for line in lines {
        let line = line.trim();
        if line == end {
            break;
        }
        if let Some(line) = line.strip_prefix("/// ") {
            about.push(line.to_owned());
        } else if let Some((number, name)) =
            line.split_once(" = ").and_then(|(_, rest)| rest.split_once(" as "))
        {
            choices.push(Choice {
                about: std::mem::take(&mut about),
                name: word(Some(name)),
                number: number.to_owned(),
            });
        }
    }
    choices
}

/// A function whose first line begins with the rest of its name.
fn function<'t>(
    about: Vec<String>,
    rest: &str,
    lines: &mut impl Iterator<Item = &'t str>,
) -> Function {
    let mut text = rest.to_owned();
    while !text.contains(") {") && !text.contains(");") {
        text.push(' ');
        text.push_str(lines.next().expect("the end of a function's arguments").trim());
    }
    let (name, rest) = text.split_once('(').expect("arguments");
    let end = rest.rfind(") {").or(rest.rfind(");")).expect("the end of arguments");
    let name = format!("curvemark_{name}");
    let gives = match name.as_str() {
        "curvemark_status_text" | "curvemark_version" => Gives::Text,
        _ if name.ends_with("_free") => Gives::Nothing,
        _ => Gives::Status,
    };
    let arguments = split(&rest[..end]).into_iter().map(|argument| {
        let (name, kind) = argument.split_once(": ").expect("a type");
        let (name, length) = match name.split_once('[') {
            Some((name, length)) => (name, Some(length.trim_end_matches(']').to_owned())),
            None => (name, None),
        };
        Argument { name: name.to_owned(), length, kind: kind.to_owned() }
    });
    Function { about, name, arguments: arguments.collect(), gives, needs_std: false }
}

/// The arguments of a list, whose types may have commas in brackets.
fn split(list: &str) -> Vec<String> {
    let mut arguments = vec![String::new()];
    let mut depth = 0;
    for character in list.chars() {
        match character {
            '<' | '[' => depth += 1,
            '>' | ']' => depth -= 1,
            _ => {}
        }
        if character == ',' && depth == 0 {
            arguments.push(String::new());
        } else if let Some(argument) = arguments.last_mut() {
            argument.push(character);
        }
    }
    arguments
        .into_iter()
        .map(|text| text.trim().to_owned())
        .filter(|text| !text.is_empty())
        .collect()
}

impl Argument {
    /// The arguments in C.
    pub fn in_c(&self) -> String {
        let Self { name, length, kind } = self;
        let pointer = |element: &str| {
            let length = length.as_deref().expect("a pointer has a length");
            format!("{element} *{name}, size_t {length}")
        };
        if kind.starts_with("&[u64]") {
            return pointer("const uint64_t");
        }
        if kind.starts_with("&[usize]") {
            return pointer("const size_t");
        }
        if kind.starts_with("&[") {
            return pointer("const uint8_t");
        }
        if kind.starts_with("Room<") || kind.starts_with("Place<") {
            return pointer("uint8_t");
        }
        assert!(length.is_none(), "{name} is one value");
        let number = |kind: &str| match kind {
            "u64" => Some("uint64_t"),
            "u32" => Some("uint32_t"),
            "usize" => Some("size_t"),
            "i32" => Some("curvemark_status"),
            _ => None,
        };
        if let Some(number) = number(kind) {
            return format!("{number} {name}");
        }
        let inside = |prefix| Some(kind.strip_prefix(prefix)?.trim_end_matches('>'));
        if let Some(kind) = inside("Number<'_, ") {
            return format!("{} *{name}", number(kind).expect("a number"));
        }
        if let Some(kind) = inside("New<'_, ") {
            return format!("{} **{name}", c_name(kind));
        }
        if let Some(kind) = kind.strip_prefix("&mut ") {
            return format!("{} *{name}", c_name(kind));
        }
        if let Some(kind) = kind.strip_prefix('&') {
            return format!("const {} *{name}", c_name(kind));
        }
        // Choices by the name that their file gives them; in `export_free!` a handle.
        match choice_names().iter().find(|(rust, _)| rust == kind) {
            Some((_, c)) => format!("{c} {name}"),
            None => format!("{} *{name}", c_name(kind)),
        }
    }
}

/// The types of choices: in Rust, and in C. They are read once.
fn choice_names() -> &'static [(String, String)] {
    static NAMES: OnceLock<Vec<(String, String)>> = OnceLock::new();
    NAMES.get_or_init(read_choice_names)
}

fn read_choice_names() -> Vec<(String, String)> {
    let mut names = Vec::new();
    for file in FILES {
        let path = folder().join("src").join(format!("{file}.rs"));
        for line in std::fs::read_to_string(&path).expect("a file of the source").lines() {
            if let Some((rust, c)) =
                line.trim().strip_prefix("enum ").and_then(|rest| rest.split_once(" as "))
            {
                names.push((rust.to_owned(), word(Some(c))));
            }
        }
    }
    names
}
