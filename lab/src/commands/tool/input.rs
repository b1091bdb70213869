//! What the tools read: values from the command line, from files and from stdin, never more than a
//! bound.

use super::refuse;
use crate::commands::Failure;
use serde::de::DeserializeOwned;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use zeroize::Zeroizing;

/// The longest value: secrets of a token may be long, everything else is short.
const VALUE_LIMIT: u64 = 1 << 20;
/// The longest document: some 70 000 proofs.
const DOCUMENT_LIMIT: u64 = 1 << 24;
/// The longest message to sign: it is held in memory, since EdDSA hashes it twice.
const MESSAGE_LIMIT: u64 = 1 << 28;
/// The longest file of a circuit: a key of 2^24 constraints.
const LARGE_LIMIT: u64 = 1 << 33;
/// The longest file of a secret: a key is 64 digits.
const SECRET_LIMIT: u64 = 1 << 20;

/// The inputs of one command line; they share one stdin.
#[derive(Default)]
pub struct Inputs {
    stdin_is_taken: Cell<bool>,
}

/// What was read, and what to call it in errors about the whole of it. Wiped when dropped, since it
/// may be a secret.
pub struct Text {
    label: String,
    bytes: Zeroizing<Vec<u8>>,
    /// The value stood on the command line itself.
    literal: bool,
}

impl Inputs {
    /// A VALUE: itself, `@FILE`, or `-` for stdin.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`] if it cannot be read, or is longer than 1 MiB.
    pub fn value(&self, field: &str, given: &str) -> Result<Text, Failure> {
        match given.strip_prefix('@') {
            _ if given == "-" => self.stdin(field, VALUE_LIMIT),
            Some(path) => file(field, Path::new(path), VALUE_LIMIT),
            None => Ok(Text {
                label: field.to_owned(),
                bytes: given.as_bytes().to_vec().into(),
                literal: true,
            }),
        }
    }

    /// A FILE: a path, with or without `@`, or `-` for stdin.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`] if it cannot be read, or is longer than 16 MiB.
    pub fn document(&self, field: &str, given: &str) -> Result<Text, Failure> {
        self.file(field, given, DOCUMENT_LIMIT)
    }

    /// A message to sign or to verify: a FILE as of [`Inputs::document`], of at most 256 MiB, whose
    /// bytes are taken as they are.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`] if it cannot be read, or is longer.
    pub fn message(&self, field: &str, given: &str) -> Result<Text, Failure> {
        self.file(field, given, MESSAGE_LIMIT)
    }

    /// A file of a circuit: a FILE as of [`Inputs::document`], of at most 8 GiB.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`] if it cannot be read, or is longer.
    pub fn large(&self, field: &str, given: &str) -> Result<Text, Failure> {
        self.file(field, given, LARGE_LIMIT)
    }

    /// A secret: a FILE as of [`Inputs::document`] that is its owner's alone. It does not stand on
    /// the command line, where every user of the machine can see it; who writes it there all the
    /// same is told, and it is not repeated.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`] if it cannot be read, is no file, or is one that others can
    /// read or write.
    pub fn secret_file(&self, field: &str, given: &str) -> Result<Text, Failure> {
        if given == "-" {
            return self.stdin(field, SECRET_LIMIT);
        }
        let path = Path::new(given.strip_prefix('@').unwrap_or(given));
        if !given.starts_with('@') && !path.exists() {
            const REASON: &str = "there is no file of this name, where one is needed: others can see a secret on the command line";
            return Err(refuse(field, REASON));
        }
        let file = open(field, path)?;
        if let Some(mode) = open_to_others(&file) {
            let path = path.display();
            let reason = format!(
                "others can use {path} (mode {mode:04o}); to keep it to its owner: chmod 600 {path}"
            );
            return Err(refuse(field, reason));
        }
        read(field, path, file, SECRET_LIMIT)
    }

    /// A VALUE that is a signature in digits, or a proof in JSON. With its secret a proof is money,
    /// so that it does not stand on the command line.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`] if it cannot be read, is longer than 1 MiB, or stands where
    /// others can see it.
    pub fn proof(&self, field: &str, given: &str) -> Result<Text, Failure> {
        let text = self.value(field, given)?;
        if text.literal && text.is_json() {
            return Err(refuse(
                field,
                "a proof holds its secret, which others can see on the command line: give @FILE or -",
            ));
        }
        Ok(text)
    }

    fn file(&self, field: &str, given: &str, limit: u64) -> Result<Text, Failure> {
        if given == "-" {
            return self.stdin(field, limit);
        }
        file(field, Path::new(given.strip_prefix('@').unwrap_or(given)), limit)
    }

    fn stdin(&self, field: &str, limit: u64) -> Result<Text, Failure> {
        if self.stdin_is_taken.replace(true) {
            return Err(refuse(field, "stdin can be read for one value only"));
        }
        let bytes = bounded(&mut io::stdin().lock(), limit)
            .map_err(|problem| refuse(field, format_args!("stdin {problem}")))?;
        Ok(Text { label: "stdin".to_owned(), bytes, literal: false })
    }
}

fn file(field: &str, path: &Path, limit: u64) -> Result<Text, Failure> {
    read(field, path, open(field, path)?, limit)
}

fn open(field: &str, path: &Path) -> Result<File, Failure> {
    let cannot =
        |error| refuse(field, format_args!("{} {}", path.display(), cannot_be_read(error)));
    File::open(path).map_err(cannot)
}

fn read(field: &str, path: &Path, mut file: File, limit: u64) -> Result<Text, Failure> {
    let label = path.display().to_string();
    let bytes = bounded(&mut file, limit)
        .map_err(|problem| refuse(field, format_args!("{label} {problem}")))?;
    Ok(Text { label, bytes, literal: false })
}

/// The mode of a file that its group or others can read, write or run. The open file is asked, so
/// that nobody can put another in its place meanwhile, and a link counts as what it leads to: its
/// own mode says nothing, and stores of secrets hand them out by links. A pipe is its reader's.
#[cfg(unix)]
fn open_to_others(file: &File) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt;
    // Of an open file it can always be asked; if not, it is not known to be its owner's.
    let Ok(metadata) = file.metadata() else { return Some(0o777) };
    let mode = metadata.permissions().mode() & 0o777;
    (metadata.is_file() && mode & 0o077 != 0).then_some(mode)
}

/// Elsewhere a file has no mode.
#[cfg(not(unix))]
const fn open_to_others(_: &File) -> Option<u32> {
    None
}

/// All of a reader, if it is not longer than `limit`; else why not.
fn bounded(reader: &mut dyn Read, limit: u64) -> Result<Zeroizing<Vec<u8>>, String> {
    let mut bytes = Zeroizing::new(Vec::with_capacity(4096));
    reader.take(limit + 1).read_to_end(&mut bytes).map_err(cannot_be_read)?;
    if bytes.len() as u64 > limit {
        return Err(format!("is longer than {} MiB", limit >> 20));
    }
    Ok(bytes)
}

fn cannot_be_read(error: io::Error) -> String {
    format!("cannot be read: {error}")
}

impl Text {
    /// What to call the whole of it.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Whether it is JSON rather than digits.
    pub fn is_json(&self) -> bool {
        self.bytes.trim_ascii_start().starts_with(b"{")
            || self.bytes.trim_ascii_start().starts_with(b"[")
    }

    /// The bytes as they were read.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes as they were read.
    pub fn into_bytes(self) -> Zeroizing<Vec<u8>> {
        self.bytes
    }

    /// A JSON value, alone.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`] with the place.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        serde_json::from_slice(&self.bytes).map_err(|error| match self.no_text() {
            Some(what) => Failure::usage(format!("{} {what}, where JSON is needed", self.label)),
            None if error.is_eof() => refuse(&self.label, "the JSON is cut off at its end"),
            None if error.is_syntax() => refuse(&self.label, format!("no JSON: {error}")),
            None => refuse(&self.label, error),
        })
    }

    /// `N` bytes from as many pairs of lower-case hexadecimal digits.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`] for anything else.
    pub fn hex<const N: usize>(&self, field: &str) -> Result<Zeroizing<[u8; N]>, Failure> {
        let mut bytes = Zeroizing::new([0; N]);
        self.decode(field, bytes.as_mut())?;
        Ok(bytes)
    }

    /// So many bytes from as many pairs of lower-case hexadecimal digits.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`] for anything else.
    pub fn hex_of_length(&self, field: &str, length: usize) -> Result<Zeroizing<Vec<u8>>, Failure> {
        let mut bytes = Zeroizing::new(vec![0; length]);
        self.decode(field, &mut bytes)?;
        Ok(bytes)
    }

    fn decode(&self, field: &str, bytes: &mut [u8]) -> Result<(), Failure> {
        let (digits, needed) = (self.digits(field)?, 2 * bytes.len());
        if digits.is_empty() && !self.literal {
            let label = &self.label;
            let reason = format!("{label} is empty, where {needed} hexadecimal digits are needed");
            return Err(refuse(field, reason));
        }
        if digits.len() != needed {
            let (whose, has) = (self.whose(field, " has "), digits.len());
            let reason = format!("{whose}{has} hexadecimal digits where {needed} are needed");
            return Err(refuse(field, reason));
        }
        base16ct::lower::decode(digits, bytes).map_err(|_| refuse(field, NOT_HEX))?;
        Ok(())
    }

    /// Its lines that hold anything, each with its place.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`] if it is not text.
    pub fn lines(&self) -> Result<Vec<Line<'_>>, Failure> {
        let text = str::from_utf8(&self.bytes).map_err(|error| {
            refuse(&self.label, format_args!("not UTF-8 at byte {}", error.valid_up_to() + 1))
        })?;
        let lines =
            text.lines().zip(1..).map(|(text, number)| Line { label: &self.label, number, text });
        Ok(lines.filter(|line| !line.text.trim().is_empty()).collect())
    }

    /// Bytes from pairs of lower-case hexadecimal digits, however many.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`] for an odd number of digits, or anything else.
    pub fn hex_of_any_length(&self, field: &str) -> Result<Zeroizing<Vec<u8>>, Failure> {
        let digits = self.digits(field)?;
        if !digits.len().is_multiple_of(2) {
            return Err(refuse(
                field,
                format_args!(
                    "{}{} hexadecimal digits, an odd number",
                    self.whose(field, " has "),
                    digits.len()
                ),
            ));
        }
        base16ct::lower::decode_vec(digits).map(Zeroizing::new).map_err(|_| refuse(field, NOT_HEX))
    }

    /// The digits, without the blanks around them. Errors say where a digit is wrong and never what
    /// stands there: it may be a secret.
    fn digits(&self, field: &str) -> Result<&[u8], Failure> {
        let digits = self.bytes.trim_ascii();
        let wrong = digits.iter().position(|digit| !matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        let Some(wrong) = wrong else { return Ok(digits) };
        let path = str::from_utf8(digits).unwrap_or_default();
        if self.literal && Path::new(path).is_file() {
            return Err(refuse(
                field,
                format_args!("{NOT_HEX}; to read the file {path}, write @{path}"),
            ));
        }
        if digits.starts_with(b"0x") {
            let whose = self.whose(field, ": ");
            return Err(refuse(
                field,
                format_args!("{whose}hexadecimal digits without 0x are needed"),
            ));
        }
        if let Some(what) = self.no_text() {
            let label = &self.label;
            let reason = format!("{label} {what}, where hexadecimal digits are needed");
            return Err(refuse(field, reason));
        }
        let whose = self.whose(field, ": ");
        Err(refuse(field, format_args!("{whose}{NOT_HEX} at character {}", wrong + 1)))
    }

    /// The name of the file, or where else it was read, for the beginning of a sentence about a
    /// field; nothing for what stands on the command line, or has that name already.
    fn whose(&self, field: &str, then: &str) -> String {
        if self.literal || self.label == field {
            String::new()
        } else {
            format!("{}{then}", self.label)
        }
    }

    /// What a file is that holds nothing, or something else than text, in words.
    fn no_text(&self) -> Option<&'static str> {
        if self.literal {
            return None;
        }
        if self.bytes.trim_ascii().is_empty() {
            return Some("is empty");
        }
        let control = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
        if self.bytes.iter().any(control) {
            return Some("is a binary file");
        }
        str::from_utf8(&self.bytes).is_err().then_some("is not text in UTF-8")
    }

    /// The secret of a token: text, without the line break at its end where a file has one.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`] if it is not text.
    pub fn secret(&self, field: &str) -> Result<Zeroizing<String>, Failure> {
        let mut bytes = self.bytes();
        if !self.literal {
            bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
            bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        }
        let text = str::from_utf8(bytes).map_err(|error| {
            refuse(field, format_args!("not UTF-8 at byte {}", error.valid_up_to() + 1))
        })?;
        Ok(Zeroizing::new(text.to_owned()))
    }
}

/// A line of a file, with its place.
pub struct Line<'t> {
    label: &'t str,
    number: usize,
    text: &'t str,
}

impl Line<'_> {
    /// What stands in it, word by word, each as a value that says in errors where it stands.
    pub fn words(&self) -> impl Iterator<Item = Text> {
        self.text.split_ascii_whitespace().map(|word| Text {
            label: self.place(),
            bytes: word.as_bytes().to_vec().into(),
            literal: false,
        })
    }

    /// The name of the file and the number of the line.
    pub fn place(&self) -> String {
        format!("{}: line {}", self.label, self.number)
    }
}

const NOT_HEX: &str = "not lower-case hexadecimal digits";
