//! What the lab asks of every implementation that it checks and measures: the same operations, on the same bytes, under a
//! declared contract.
//!
//! An [`Implementation`] is one library in one build. For each [`Operation`] that it offers, it states its [`Contract`] and
//! prepares a [`Body`] over a pool of cases. The gate reads [`Body::answer`], the clock reads [`Body::run`]; rows are compared
//! only where the contracts are equal. All values cross this boundary as canonical bytes (see [`Kind`]), so that an
//! implementation in another process or language can serve the same operations later.
#![forbid(unsafe_code)]

pub mod body;
mod operations;

pub use operations::{OPERATIONS, operation};

/// What kind of value an argument or a result is, and thereby its canonical bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// BLS12-381 base field: 48 bytes, big-endian, below p.
    Fp,
    /// BLS12-381 scalar field: 32 bytes, big-endian, below r.
    Fr,
    /// 96 bytes, `c0 ‖ c1`, each as [`Kind::Fp`] (not the ZCash order).
    Fp2,
    /// 576 bytes: twelve [`Kind::Fp`], `c0.c0.c0, c0.c0.c1, c0.c1.c0, …, c1.c2.c1` of the tower
    /// Fp2 = Fp\[u\]/(u²+1), Fp6 = Fp2\[v\]/(v³−(1+u)), Fp12 = Fp6\[w\]/(w²−v).
    Fp12,
    /// A point of G1 in the ZCash compressed form, 48 bytes, in the subgroup.
    G1,
    /// A point of G2 in the ZCash compressed form, 96 bytes, in the subgroup.
    G2,
    /// As [`Kind::G1`], on the curve but perhaps outside the subgroup.
    G1Curve,
    /// As [`Kind::G2`], on the curve but perhaps outside the subgroup.
    G2Curve,
    /// A point of G1 in the ZCash uncompressed form, 96 bytes.
    G1Uncompressed,
    /// A point of G2 in the ZCash uncompressed form, 192 bytes.
    G2Uncompressed,
    /// Any bytes; decoding them is the operation.
    Bytes,
    /// One byte: 1 for true, 0 for false.
    Verdict,
}

/// Whether the calls of a timed block depend on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Each call takes the result of the last one as its first argument: latency.
    Chain,
    /// Each call is independent and walks through the pool: throughput.
    Independent,
}

/// One operation: what goes in, what comes out, how it is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Stable name, `group/verb`, for instance `bls12-381/g1_mul`.
    pub id: &'static str,
    /// What it does, in words for a table.
    pub title: &'static str,
    /// The arguments of one case.
    pub args: &'static [Kind],
    /// The result.
    pub result: Kind,
    /// How calls follow each other in a timed block.
    pub shape: Shape,
    /// What both sides agree on beyond the types, for the reader of a report.
    pub note: &'static str,
}

/// What is handed over at the start of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Input {
    /// Values in the implementation's own form; parsing is not timed.
    Parsed,
    /// Bytes; parsing is timed.
    Bytes,
}

/// Which checks run inside the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Checks {
    /// None: the operation takes already valid values.
    None,
    /// Canonical encoding and curve equation.
    Curve,
    /// Canonical encoding, curve equation and subgroup.
    Subgroup,
    /// As `Subgroup`, and the identity is refused.
    SubgroupNoIdentity,
}

/// Whether the running time depends on the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Time {
    /// Independent of the values, as far as the implementation's authors claim.
    Constant,
    /// May depend on the values.
    Variable,
}

/// What exactly one implementation does for one operation. Rows with different contracts are never set side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Contract {
    /// What is handed over.
    pub input: Input,
    /// Which checks are inside the clock.
    pub checks: Checks,
    /// Constant or variable time.
    pub time: Time,
}

impl Contract {
    /// Parsed values, no checks.
    pub const fn parsed(time: Time) -> Self {
        Self { input: Input::Parsed, checks: Checks::None, time }
    }

    /// Bytes in, with these checks.
    pub const fn bytes(checks: Checks, time: Time) -> Self {
        Self { input: Input::Bytes, checks, time }
    }
}

/// Who an implementation is, printed with its figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Short name, unique in a run: `curvemark`, `blst`, `arkworks`, `zkcrypto`.
    pub name: &'static str,
    /// Package and version, for instance `blst 0.3.17`.
    pub version: String,
    /// The resolved cargo features that matter, one per entry.
    pub features: Vec<String>,
    /// Compiler flags and target features it was built with.
    pub flags: Vec<String>,
    /// Which engine runs on this CPU, for instance `assembly, ADX`.
    pub engine: String,
}

/// The arguments of one call, each in the canonical bytes of its [`Kind`].
pub type Case = Vec<Vec<u8>>;

/// Why an implementation gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The input is not acceptable: for decoding operations this is a verdict.
    Invalid,
    /// A case that the implementation cannot take although it is valid; the reason is shown.
    Unsupported(String),
}

/// One operation of one implementation, over a pool of cases.
pub trait Body {
    /// Does `calls` calls, going round the pool from where the last call stopped. Every result passes through
    /// `core::hint::black_box`. Nothing but the operation happens here: no parsing (unless the contract says bytes), no allocation
    /// of its own.
    fn run(&mut self, calls: u32);

    /// The result of one call on case `index` of the pool, in canonical bytes: what the gate compares.
    ///
    /// # Errors
    /// [`Refusal::Invalid`] where the operation refuses the input.
    fn answer(&mut self, index: usize) -> Result<Vec<u8>, Refusal>;
}

/// One library in one build.
pub trait Implementation {
    /// Who it is.
    fn about(&self) -> About;

    /// What it does for `operation`; `None` where it does not offer it.
    fn contract(&self, operation: &Operation) -> Option<Contract>;

    /// Prepares the operation over a pool: parses the cases unless the contract is [`Input::Bytes`].
    ///
    /// # Errors
    /// [`Refusal::Unsupported`] if it does not offer the operation, [`Refusal::Invalid`] if a case does not parse.
    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Result<Box<dyn Body>, Refusal>;
}
