//! The published vectors: those that every clone carries, and the folder that `CURVEMARK_VECTORS`
//! names.

#![allow(dead_code)]

use std::collections::BTreeMap;
use std::path::Path;

const CARRIED: &str = include_str!("../hash_to_curve/rfc9380.json");

/// What the vectors have of JSON: objects, lists, strings, and words (numbers, booleans).
#[derive(Debug)]
pub enum Value {
    Object(BTreeMap<String, Value>),
    List(Vec<Value>),
    Text(String),
}

impl Value {
    pub fn parse(text: &str) -> Self {
        let mut rest = text.trim();
        let value = Self::next(&mut rest);
        assert!(rest.trim().is_empty(), "text after the value");
        value
    }

    fn next(rest: &mut &str) -> Self {
        *rest = rest.trim_start();
        match rest.as_bytes()[0] {
            b'{' => {
                let mut object = BTreeMap::new();
                while !Self::closes(rest, '}') {
                    let Self::Text(key) = Self::next(rest) else { panic!("a key is a string") };
                    *rest = rest.trim_start().strip_prefix(':').expect("a colon after a key");
                    object.insert(key, Self::next(rest));
                }
                Self::Object(object)
            }
            b'[' => {
                let mut list = Vec::new();
                while !Self::closes(rest, ']') {
                    list.push(Self::next(rest));
                }
                Self::List(list)
            }
            b'"' => {
                // Escapes occur in remarks alone: they are kept as they stand.
                let mut escaped = false;
                let end = rest[1..].find(|c| {
                    let closes = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    closes
                });
                let end = 1 + end.expect("a closing quote");
                let text = rest[1..end].to_owned();
                *rest = &rest[end + 1..];
                Self::Text(text)
            }
            _ => {
                let end = rest.find([',', '}', ']', '\n']).expect("a delimiter");
                let (word, after) = rest.split_at(end);
                *rest = after;
                Self::Text(word.trim().to_owned())
            }
        }
    }

    /// Whether the object or list ends here; skips its opening bracket or the comma before its next
    /// member.
    fn closes(rest: &mut &str, bracket: char) -> bool {
        *rest = rest.trim_start();
        if !rest.starts_with(bracket) {
            *rest = rest[1..].trim_start();
        }
        match rest.strip_prefix(bracket) {
            Some(after) => {
                *rest = after;
                true
            }
            None => false,
        }
    }

    pub fn get(&self, key: &str) -> &Value {
        let Self::Object(object) = self else { panic!("an object") };
        object.get(key).unwrap_or_else(|| panic!("no {key}"))
    }

    pub fn has(&self, key: &str) -> bool {
        matches!(self, Self::Object(object) if object.contains_key(key))
    }

    pub fn list(&self) -> &[Value] {
        let Self::List(list) = self else { panic!("a list") };
        list
    }

    pub fn text(&self) -> &str {
        let Self::Text(text) = self else { panic!("a string") };
        text
    }

    /// Bytes of hexadecimal digits.
    pub fn bytes(&self) -> Vec<u8> {
        let digits = self.text();
        (0..digits.len())
            .step_by(2)
            .map(|i| u8::from_str_radix(&digits[i..i + 2], 16).expect("digits"))
            .collect()
    }
}

/// The sets that are named `carried` in the file of this repository, and those of the files with
/// this prefix in the folder.
fn sets(carried: &str, prefix: &str) -> Vec<Value> {
    let Value::Object(mut all) = Value::parse(CARRIED) else { panic!("an object") };
    let Some(Value::List(mut sets)) = all.remove(carried) else { panic!("a list") };
    match std::env::var_os("CURVEMARK_VECTORS") {
        None => println!("{prefix}*: the carried vectors; CURVEMARK_VECTORS is not set"),
        Some(folder) => {
            let before = sets.len();
            for entry in std::fs::read_dir(Path::new(&folder).join("rfc9380"))
                .expect("the folder of vectors")
            {
                let path = entry.expect("an entry").path();
                if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix)) {
                    sets.push(Value::parse(&std::fs::read_to_string(path).expect("a text file")));
                }
            }
            println!(
                "{prefix}*: the carried vectors and {} files of CURVEMARK_VECTORS",
                sets.len() - before
            );
            assert!(sets.len() > before, "no such file in CURVEMARK_VECTORS");
        }
    }
    sets
}

/// Sets of expand_message_xmd.
pub fn expand() -> Vec<Value> {
    sets("expand", "expand_message_xmd")
}

/// Sets of the suites of BLS12-381.
pub fn suites() -> Vec<Value> {
    sets("map", "BLS12381G")
}
