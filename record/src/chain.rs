//! The chain of the runs and sweeps of a folder: each that is stored carries the hash of its own
//! bytes and of the one before it.
//!
//! The last line of a run's file, and the last member of a sweep's, is its [`Seal`]: which of the
//! folder this is, who came before, and a hash over every byte of the file before the seal and over
//! those two facts. So a changed byte shows in the file itself, and a file that was changed *and
//! hashed again* no longer is what its successor names. The hash of the last run, the *head*,
//! covers all that lies in the folder at that moment. It stands in the file `HEAD` for whoever
//! appends the next run; but a chain that is checked against a head from its own folder shows
//! accidents alone, since whoever can write the files can write the head too. What shows tampering
//! is a head that was noted elsewhere: `curvemark run` prints it, and it can be committed.
//! [`crate::verify`] checks.
//!
//! The hash is SHA-256 (FIPS 180-4). Chained hashes as evidence of order: Haber and Stornetta, "How
//! to Time-Stamp a Digital Document", *Journal of Cryptology* 3 (1991).

use crate::sweep::Sweep;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::str::FromStr;

/// The file of the head, in the folder of the runs.
pub const HEAD: &str = "HEAD";

/// No seal is longer: what may be read of a file's end to find it.
const LONGEST: u64 = 512;

/// A run or sweep of the chain, by name and hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// Its id.
    pub id: String,
    /// The hash in its seal, 64 lower-case hexadecimal digits.
    pub hash: String,
}

/// What a seal claims, beside its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Which run of the folder this is, from one.
    pub number: u64,
    /// The run before; none for the first.
    pub previous: Option<Link>,
}

/// The end of a stored run or sweep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// Which run of the folder this is, from one.
    pub number: u64,
    /// The run before; none for the first.
    pub previous: Option<Link>,
    /// SHA-256 of all bytes of the file before this line, followed by the JSON of [`Place`].
    pub hash: String,
}

/// The end of a chain: all that must be known to append to it, and all that must be kept elsewhere
/// to prove it later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Head {
    /// How many runs the chain has.
    pub number: u64,
    /// The last run.
    #[serde(flatten)]
    pub link: Link,
}

/// The line of the seal, as it stands in the file.
#[derive(Serialize, Deserialize)]
struct SealLine {
    seal: Seal,
}

impl Seal {
    /// Seals `body`, the lines of a run, behind `head`.
    pub fn new(body: &[u8], head: Option<&Head>) -> Self {
        let place = Place {
            number: head.map_or(1, |head| head.number.saturating_add(1)),
            previous: head.map(|head| head.link.clone()),
        };
        let hash = hash(body, &place);
        Self { number: place.number, previous: place.previous, hash }
    }

    /// Whether this is the seal of `body`.
    pub fn covers(&self, body: &[u8]) -> bool {
        hash(body, &Place { number: self.number, previous: self.previous.clone() }) == self.hash
    }

    /// The line, with its end.
    pub fn line(&self) -> String {
        let line = SealLine { seal: self.clone() };
        json_text(&line) + "\n"
    }

    /// The head that a chain has with this run as its last.
    pub fn head(&self, id: &str) -> Head {
        Head { number: self.number, link: Link { id: id.to_owned(), hash: self.hash.clone() } }
    }

    /// Divides the bytes of a file into its lines and its seal. A last line that is no seal, to the
    /// byte, is a line of the body.
    pub fn split(file: &[u8]) -> (&[u8], Option<Self>) {
        let without_end = file.strip_suffix(b"\n").unwrap_or(file);
        let start = without_end.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let found = serde_json::from_slice::<SealLine>(&file[start..]).ok().map(|line| line.seal);
        match found.filter(|seal| seal.line().as_bytes() == &file[start..]) {
            Some(seal) => (&file[..start], Some(seal)),
            None => (file, None),
        }
    }
}

impl Seal {
    /// The seal as the last member of an indented JSON object whose text up to there is the body,
    /// and the object's end.
    pub fn member(&self) -> String {
        format!("{MEMBER}{}\n}}\n", json_text(self))
    }

    /// Divides the bytes of a file that is one JSON object into what was sealed and the seal, its
    /// last member. An object whose end is not [`Self::member`], to the byte, has none.
    pub fn split_member(file: &[u8]) -> (&[u8], Option<Self>) {
        let start = file.windows(MEMBER.len()).rposition(|bytes| bytes == MEMBER.as_bytes());
        let found = start.and_then(|start| {
            let json = file[start + MEMBER.len()..].strip_suffix(b"\n}\n")?;
            let seal = serde_json::from_slice::<Self>(json).ok()?;
            (seal.member().as_bytes() == &file[start..]).then_some((&file[..start], seal))
        });
        found.map_or((file, None), |(body, seal)| (body, Some(seal)))
    }
}

/// What stands before the seal in a JSON object.
const MEMBER: &str = ",\n  \"seal\": ";

fn hash(body: &[u8], place: &Place) -> String {
    let mut hash = Sha256::new();
    hash.update(body);
    hash.update(json_text(place));
    hex(&hash.finalize())
}

/// The JSON of names and numbers, which always have one.
pub(crate) fn json_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("names and numbers have JSON")
}

/// The same, indented, with an end of line.
pub(crate) fn json_page(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("names and numbers have JSON") + "\n"
}

/// Lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes everything");
        text
    })
}

/// The seal of the run or sweep at `path`, by its last bytes alone. `None` if it has none, or if it
/// cannot be read.
pub fn seal_of(path: &Path) -> Option<Seal> {
    let mut file = File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LONGEST))).ok()?;
    let mut end = Vec::new();
    file.take(LONGEST).read_to_end(&mut end).ok()?;
    if Sweep::is_file(path) { Seal::split_member(&end).1 } else { Seal::split(&end).1 }
}

impl fmt::Display for Head {
    /// Number, id and hash, with spaces between: the line of the file `HEAD`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.number, self.link.id, self.link.hash)
    }
}

impl FromStr for Head {
    type Err = io::Error;

    fn from_str(text: &str) -> io::Result<Self> {
        let mut words = text.split_ascii_whitespace();
        let mut word = || words.next();
        match (
            word().and_then(|number| number.parse().ok()),
            word(),
            word().filter(|hash| is_hash(hash)),
            word(),
        ) {
            (Some(number), Some(id), Some(hash), None) => {
                Ok(Self { number, link: Link { id: id.to_owned(), hash: hash.to_owned() } })
            }
            _ => Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!(
                    "{HEAD} is not a number, an id and a hash; without it the next run finds them in the seals, so remove it"
                ),
            )),
        }
    }
}

/// Whether `text` has the form of a hash.
pub fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The head that `folder` names; none if it names none.
///
/// # Errors
/// Those of the file system, and [`io::ErrorKind::InvalidData`] for a file that is no head.
pub fn read_head(folder: &Path) -> io::Result<Option<Head>> {
    match fs::read_to_string(folder.join(HEAD)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        text => text?.parse().map(Some),
    }
}

/// Makes `head` the head of `folder`.
///
/// # Errors
/// Those of the file system; the old head then stays.
pub(crate) fn write_head(folder: &Path, head: &Head) -> io::Result<()> {
    crate::jsonl::replace(&folder.join(HEAD), |out| writeln!(out, "{head}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_in_an_object_covers_every_byte_and_leaves_it_json() {
        let body = b"{\n  \"schema\": 2,\n  \"remarks\": []";
        let first = Seal::new(body, None);
        let second = Seal::new(body, Some(&first.head("one")));
        let file = [&body[..], second.member().as_bytes()].concat();
        assert_eq!(Seal::split_member(&file), (&body[..], Some(second.clone())));
        let value: serde_json::Value = serde_json::from_slice(&file).expect("still an object");
        assert_eq!((&value["schema"], &value["seal"]["number"]), (&2.into(), &2.into()));
        for at in 0..file.len() {
            let mut damaged = file.clone();
            damaged[at] ^= 1;
            let (body, seal) = Seal::split_member(&damaged);
            assert!(seal.is_none_or(|seal| !seal.covers(body)), "byte {at}");
        }
        for none in [&b"{}\n"[..], b"", b",\n  \"seal\": "] {
            assert_eq!(Seal::split_member(none), (none, None));
        }
    }

    #[test]
    fn a_seal_covers_every_byte_and_its_place() {
        let body = b"{\"header\":1}\n{\"summary\":2}\n";
        let first = Seal::new(body, None);
        let second = Seal::new(body, Some(&first.head("one")));
        assert_eq!((first.number, second.number), (1, 2));
        assert!(first.covers(body) && second.covers(body) && first.hash != second.hash);
        let file = [&body[..], second.line().as_bytes()].concat();
        assert_eq!(Seal::split(&file), (&body[..], Some(second.clone())));
        for at in 0..file.len() {
            let mut damaged = file.clone();
            damaged[at] ^= 1;
            let (body, seal) = Seal::split(&damaged);
            assert!(seal.is_none_or(|seal| !seal.covers(body)), "byte {at}");
        }
        // The same seal in other words is none: there is one way to write it.
        let spaced = [&body[..], second.line().replace(':', ": ").as_bytes()].concat();
        assert_eq!(Seal::split(&spaced).1, None);
        assert_eq!(Seal::split(b""), (&b""[..], None));
        let moved = Seal { number: 3, ..second };
        assert!(!moved.covers(body));
    }

    #[test]
    fn the_hash_is_that_of_another_implementation() {
        // printf '{"a":1}\n{"number":1,"previous":null}' | sha256sum
        let expected = "1c6cf26ec81f465caa0bf3ad51aea4575b15f914ffa1abc4901cf99ad8e877dc";
        assert_eq!(Seal::new(b"{\"a\":1}\n", None).hash, expected);
    }

    #[test]
    fn a_head_is_a_line() {
        let head = Seal::new(b"x\n", None).head("20260102T030405Z-00ff");
        assert_eq!(format!("{head}\n").parse::<Head>().expect("it was just written"), head);
        for damaged in [
            "",
            "1",
            "1 id",
            "x id hash",
            "1 id 0123",
            &format!("{head} more"),
            &head.to_string().to_uppercase(),
        ] {
            assert!(damaged.parse::<Head>().is_err(), "{damaged}");
        }
    }
}
