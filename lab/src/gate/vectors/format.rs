//! The text format of `vectors/*.txt`: lines `key = value`, blocks separated by one empty line, the
//! header first (`vectors/README.md` has the whole description).
//!
//! Strict on purpose: an unknown key, a wrong count or a broken line is an error that names file
//! and line, since a case that is dropped quietly is a check that never ran.

use super::cases::from_hex;
use super::{Problem, Set};

/// One line of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value<'a> {
    file: &'a str,
    line: usize,
    key: &'a str,
    text: &'a str,
}

impl<'a> Value<'a> {
    pub(crate) fn problem(&self, what: &str) -> Problem {
        Problem::at_line(self.file, self.line, format!("`{}` {what}", self.key))
    }

    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    pub(crate) fn hex(&self) -> Result<Vec<u8>, Problem> {
        from_hex(self.text).ok_or_else(|| self.problem("is not lower-case hexadecimal"))
    }

    pub(crate) fn number<N: core::str::FromStr>(&self) -> Result<N, Problem> {
        self.text.parse().map_err(|_| self.problem("is not a decimal number of the right size"))
    }

    /// `yes`, `no`, or `None` for `open`.
    pub(crate) fn verdict(&self) -> Result<Option<bool>, Problem> {
        match self.text {
            "yes" => Ok(Some(true)),
            "no" => Ok(Some(false)),
            "open" => Ok(None),
            _ => Err(self.problem("is not yes, no or open")),
        }
    }

    /// The verdict, where it may not be open.
    pub(crate) fn yes_or_no(&self) -> Result<bool, Problem> {
        self.verdict()?.ok_or_else(|| self.problem("is not yes or no"))
    }

    /// Parts between commas, exactly `N`.
    pub(crate) fn parts<const N: usize>(&self) -> Result<[Self; N], Problem> {
        let parts: Vec<_> = self.text.split(',').map(|text| Self { text, ..*self }).collect();
        parts.try_into().map_err(|_| self.problem(&format!("does not have {N} parts")))
    }
}

/// A header or a case.
#[derive(Debug)]
pub(crate) struct Block<'a> {
    file: &'a str,
    line: usize,
    values: Vec<Value<'a>>,
}

impl<'a> Block<'a> {
    pub(crate) fn list(&self, key: &'a str) -> impl Iterator<Item = Value<'a>> {
        self.values.iter().copied().filter(move |value| value.key == key)
    }

    pub(crate) fn optional(&self, key: &'a str) -> Result<Option<Value<'a>>, Problem> {
        let mut found = self.list(key);
        let first = found.next();
        match found.next() {
            Some(second) => Err(second.problem("stands twice")),
            None => Ok(first),
        }
    }

    pub(crate) fn one(&self, key: &'a str) -> Result<Value<'a>, Problem> {
        self.optional(key)?.ok_or_else(|| {
            Problem::at_line(self.file, self.line, format!("the block has no line `{key}`"))
        })
    }

    pub(crate) fn hex(&self, key: &'a str) -> Result<Vec<u8>, Problem> {
        self.one(key)?.hex()
    }

    pub(crate) fn string(&self, key: &'a str) -> Result<String, Problem> {
        Ok(self.one(key)?.text().to_owned())
    }

    fn only(&self, keys: &[&str]) -> Result<(), Problem> {
        match self.values.iter().find(|value| !keys.contains(&value.key)) {
            Some(value) => Err(value.problem("is not a key that belongs here")),
            None => Ok(()),
        }
    }
}

fn blocks<'a>(file: &'a str, text: &'a str) -> Result<Vec<Block<'a>>, Problem> {
    let mut blocks = Vec::new();
    let mut values = Vec::new();
    let mut end = |values: &mut Vec<Value<'a>>| {
        if let Some(first) = values.first() {
            let line = first.line;
            blocks.push(Block { file, line, values: core::mem::take(values) });
        }
    };
    for (line, text) in (1..).zip(text.lines()) {
        if text.is_empty() {
            end(&mut values);
        } else if !text.starts_with('#') {
            // `key =` is the empty value, written without a space at the end of the line.
            let (key, text) = text
                .split_once(" = ")
                .or_else(|| text.strip_suffix(" =").map(|key| (key, "")))
                .ok_or_else(|| {
                    Problem::at_line(
                        file,
                        line,
                        "is neither `key = value`, empty, nor a comment".to_owned(),
                    )
                })?;
            values.push(Value { file, line, key, text });
        }
    }
    end(&mut values);
    Ok(blocks)
}

const HEADER: &[&str] =
    &["format", "suite", "shows", "source", "commit", "licence", "made-by", "count"];

/// Reads a file: `keys` are the keys that a case may have besides `name`, `read` makes a case of a
/// block.
pub(crate) fn read<'a, T>(
    file: &'a str,
    text: &'a str,
    minimum: usize,
    keys: &[&str],
    read: impl Fn(&Block<'a>) -> Result<T, Problem>,
) -> Result<Set<T>, Problem> {
    let blocks = blocks(file, text)?;
    let Some((header, cases)) = blocks.split_first() else {
        return Err(Problem::of_file(file, "is empty"));
    };
    header.only(HEADER)?;
    let format = header.one("format")?;
    if format.text() != "curvemark-vectors 1" {
        return Err(format.problem("is not `curvemark-vectors 1`"));
    }
    let count = header.one("count")?;
    if count.number::<usize>()? != cases.len() {
        return Err(count.problem(&format!("differs from the {} cases that follow", cases.len())));
    }
    let mut names = std::collections::HashSet::new();
    let mut all = Vec::with_capacity(cases.len());
    for block in cases {
        let name = block.one("name")?;
        if !names.insert(name.text()) {
            return Err(name.problem("was used before in this file"));
        }
        if let Some(value) =
            block.values.iter().find(|value| value.key != "name" && !keys.contains(&value.key))
        {
            return Err(value.problem("is not a key of this suite"));
        }
        all.push(read(block)?);
    }
    let sources: Vec<_> = header.list("source").map(|value| value.text()).collect();
    Set::new(file, sources.join("; "), all, minimum)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "format = curvemark-vectors 1\nsuite = x\nsource = s\ncount = 2\n\nname = a\nv = 00ff\n\n# note\nname = b\nv =\n";

    fn values(text: &str) -> Result<Vec<Vec<u8>>, String> {
        read("x.txt", text, 1, &["v"], |block| block.hex("v"))
            .map(|set| set.cases)
            .map_err(|problem| problem.to_string())
    }

    #[test]
    fn a_good_file_gives_its_cases() {
        assert_eq!(values(GOOD), Ok(vec![vec![0, 255], vec![]]));
    }

    #[test]
    fn errors_name_file_and_line() {
        for (from, to, expected) in [
            ("00ff", "00FF", "x.txt:7: `v` is not lower-case hexadecimal"),
            ("00ff", "00f", "x.txt:7: `v` is not lower-case hexadecimal"),
            ("count = 2", "count = 3", "x.txt:4: `count` differs from the 2 cases that follow"),
            ("v = 00ff", "v: 00ff", "x.txt:7: is neither `key = value`, empty, nor a comment"),
            ("v = 00ff", "w = 00ff", "x.txt:7: `w` is not a key of this suite"),
            ("v = 00ff", "v = 00\nv = ff", "x.txt:8: `v` stands twice"),
            ("name = b", "name = a", "x.txt:10: `name` was used before in this file"),
            ("vectors 1", "vectors 2", "x.txt:1: `format` is not `curvemark-vectors 1`"),
            ("v = 00ff\n", "", "x.txt:6: the block has no line `v`"),
        ] {
            assert!(GOOD.contains(from));
            assert_eq!(values(&GOOD.replace(from, to)), Err(expected.to_owned()));
        }
    }

    #[test]
    fn too_few_cases_are_an_error() {
        let none = "format = curvemark-vectors 1\nsource = s\ncount = 0\n";
        assert_eq!(values(none), Err("x.txt: has 0 cases, at least 1 are needed".to_owned()));
        assert_eq!(values(""), Err("x.txt: is empty".to_owned()));
    }
}
