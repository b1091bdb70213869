//! What the lab found out about an implementation besides its time: what it takes and refuses, who
//! works for it, what it does when asked from several sides at once.
//!
//! A probe is a plain account of what was asked and answered. What follows from it is for
//! [`findings`](crate::findings) to say.

use serde::{Deserialize, Serialize};

/// One probe of one implementation on the operation that it stands in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Probe {
    /// Who.
    pub implementation: String,
    /// What was found out.
    pub found: Probed,
}

/// What was found out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Probed {
    /// What it took and refused of the adversarial corpus.
    Corpus(Vec<Trial>),
    /// Which texts a decoder takes.
    Codec(Codec),
    /// What an entry for signing does that takes a public key.
    Signing(Signing),
    /// Who works during a call.
    Threads(Threads),
    /// Answers to several callers at once.
    Together(Together),
    /// Why its body has no figure: the time of a block was not that of work.
    NoWork(String),
    /// Times of calls on a fixed secret beside random ones.
    Leak(Leak),
    /// What has to be done once before calls of this operation.
    Setup(Setup),
    /// A host that does the operation as part of a request, beside stand-ins that do no work.
    Host(Host),
}

/// One input of the adversarial corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    /// What is wrong with it, or `valid`.
    pub class: String,
    /// Whether the specification takes it.
    pub valid: bool,
    /// Whether the implementation did.
    pub taken: bool,
}

/// A decoder on values and on texts made from their encodings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Codec {
    /// Values whose own encoding came back as that value.
    pub values: u32,
    /// Values whose own encoding did not.
    pub lost: u32,
    /// Other texts, by class.
    pub classes: Vec<TextClass>,
    /// The most texts of the corpus that decoded to one value, its own encoding among them.
    pub most_texts: u32,
    /// Two texts of one value, where there are any.
    pub example: Option<[String; 2]>,
}

/// A kind of texts that are the encoding of no value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextClass {
    /// In words: `spare bits that are not zero`.
    pub class: String,
    /// How many were offered.
    pub offered: u32,
    /// How many were taken.
    pub taken: u32,
}

/// A signing entry that takes a public key beside the secret one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signing {
    /// Whether it signed under a public key that is not that of the secret key.
    pub signs_under_another_key: bool,
    /// Whether two signatures of one message under two public keys had the same commitment R and
    /// different S.
    pub repeats_commitment: bool,
    /// What an attack in a process of its own made of two signatures, their message and the public
    /// key: a secret scalar of that public key.
    pub extracted: bool,
    /// Whether what it got signs another message so that an independent verifier accepts it under
    /// the public key.
    pub forged: bool,
}

/// Who worked during a block.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Threads {
    /// CPU time of the whole process, nanoseconds per call.
    pub process_ns: f64,
    /// CPU time of the calling thread, nanoseconds per call.
    pub thread_ns: f64,
    /// Wall time, nanoseconds per call.
    pub wall_ns: f64,
    /// Most threads that the process was seen to have beyond those that it had before.
    pub extra_threads: u32,
    /// Rounds, each beside one in which the caller works alone: in none of them did others work
    /// less beyond that, or start fewer threads. None in records from before it was compared, and
    /// from workers that do not.
    #[serde(default, skip_serializing_if = "is_none")]
    pub rounds: u32,
}

fn is_none(rounds: &u32) -> bool {
    *rounds == 0
}

/// Several callers at once, each answer compared with that to a lone caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Together {
    /// Threads that asked.
    pub callers: u32,
    /// Answers that were compared.
    pub asked: u64,
    /// Answers that were others.
    pub wrong: u64,
    /// Answers that were those of another caller's input.
    pub of_others: u64,
    /// The seed of the inputs.
    pub seed: u64,
}

/// Welch's test of two classes of secrets.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Leak {
    /// Welch's t.
    pub t: f64,
    /// Blocks of each class.
    pub blocks: u32,
    /// Mean time on the fixed secret over that on random ones.
    pub ratio: f64,
}

/// Work that is done once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// The operation that does the same without it.
    pub without: String,
    /// What it takes, nanoseconds.
    pub setup_ns: f64,
    /// What it keeps, bytes, where that is known.
    pub bytes: Option<u64>,
}

/// A host with the real implementation and with stand-ins of known delay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Host {
    /// A request with the real implementation, nanoseconds.
    pub real_ns: f64,
    /// Delays of the stand-in, and the request with it, nanoseconds.
    pub delayed: Vec<[f64; 2]>,
}
