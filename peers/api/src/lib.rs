//! What the lab asks of every implementation that it checks and measures: the same operations, on
//! the same bytes, under a declared contract.
//!
//! An [`Implementation`] is one library in one build. For each [`Operation`] that it offers, it
//! states its [`Contract`] and prepares a [`Body`] over a pool of cases. The gate reads
//! [`Body::answer`], the clock reads [`Body::run`]; rows are compared only where the contracts are
//! equal. All values cross this boundary as canonical bytes (see [`Kind`]), so that an
//! implementation in another process or language can serve the same operations: [`worker`] is the
//! protocol.
#![forbid(unsafe_code)]

use std::fmt;

use serde::{Deserialize, Serialize};

pub mod audit;
pub mod body;
pub mod clock;
pub mod contracts;
pub mod families;
pub mod host;
mod operations;
pub mod pin;
pub mod rsa;
pub mod subject;
pub mod way;
pub mod worker;

use clock::Reading;
use families::Family;

pub use audit::together;
pub use operations::{OPERATIONS, PALLAS_PREFIX, operation};

/// The curves that operations are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Curve {
    /// BLS12-381.
    Bls12381,
    /// BN254, also called alt_bn128: the curve of EIP-196 and EIP-197.
    Bn254,
    /// secp256k1.
    Secp256k1,
    /// NIST P-256, secp256r1.
    P256,
    /// Edwards25519, the curve of Ed25519.
    Ed25519,
    /// Pallas, of halo2's cycle Pasta.
    Pallas,
    /// BLS12-377.
    Bls12377,
}

impl Curve {
    /// All of them, in the order in which reports show them.
    pub const ALL: [Self; 7] = [
        Self::Bls12381,
        Self::Bn254,
        Self::Secp256k1,
        Self::P256,
        Self::Ed25519,
        Self::Pallas,
        Self::Bls12377,
    ];

    /// The first part of the ids of its operations: `bls12-381`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Bls12381 => "bls12-381",
            Self::Bn254 => "bn254",
            Self::Secp256k1 => "secp256k1",
            Self::P256 => "p256",
            Self::Ed25519 => "ed25519",
            Self::Pallas => "pallas",
            Self::Bls12377 => "bls12-377",
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bls12381 => "BLS12-381",
            Self::Bn254 => "BN254",
            Self::Secp256k1 => "secp256k1",
            Self::P256 => "P-256",
            Self::Ed25519 => "Ed25519",
            Self::Pallas => "Pallas",
            Self::Bls12377 => "BLS12-377",
        }
    }

    /// The curve of an operation's id; Cashu's are on the curve that it is defined on. `None` for
    /// protocols whose arguments are bytes alone, and which may be on several curves: see
    /// [`Operation::curve`].
    pub fn of(id: &str) -> Option<Self> {
        let group = id.split('/').next()?;
        match group {
            "cashu-v3" => Some(Self::Bls12381),
            "cashu-legacy" => Some(Self::Secp256k1),
            _ => Self::ALL.into_iter().find(|curve| curve.id() == group),
        }
    }
}

/// The first part of an operation's id that names a protocol, and the protocol's name.
const PROTOCOLS: [(&str, &str); 9] = [
    ("cashu-v3", "Cashu v3"),
    ("cashu-legacy", "Cashu on secp256k1"),
    ("kzg", "KZG"),
    ("groth16", "Groth16"),
    ("banderwagon", "Banderwagon"),
    ("zklogin", "zkLogin"),
    ("rsa", "RSA"),
    ("codec", "Encodings of bytes"),
    ("evm", "Ethereum's contracts"),
];

/// The protocol of an operation's id, where it is of a protocol and not of a curve: the first part
/// of the id, and its name.
pub fn protocol(id: &str) -> Option<(&'static str, &'static str)> {
    let group = id.split('/').next()?;
    PROTOCOLS.into_iter().find(|(id, _)| *id == group)
}

/// What kind of value an argument or a result is, and thereby, with the curve of its operation, its
/// canonical bytes.
///
/// | kind | BLS12-381 | BN254 | secp256k1, P-256, Pallas | Ed25519 |
/// |---|---|---|---|---|
/// | [`Fp`](Self::Fp), [`Fr`](Self::Fr) | 48, 32 bytes | 32, 32 | 32, 32 | 32, 32, little-endian |
/// | [`Fp2`](Self::Fp2), [`Fp12`](Self::Fp12), [`Gt`](Self::Gt) | 96, 576, 576 | 64, 384, 384 | | |
/// | [`G1`](Self::G1), [`G2`](Self::G2) | ZCash compressed, 48, 96 | EIP-196, EIP-197: 64, 128 | | |
/// | [`Point`](Self::Point) | | | SEC 1, see there | RFC 8032, 32 |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Base field, big-endian (Ed25519: little-endian, as RFC 8032 has it), below p.
    Fp,
    /// Integers modulo the order of the group, in the byte order of [`Kind::Fp`], below r.
    Fr,
    /// `c0 ‖ c1`, each as [`Kind::Fp`] (for BLS12-381 this is not the ZCash order).
    Fp2,
    /// Twelve [`Kind::Fp`], `c0.c0.c0, c0.c0.c1, c0.c1.c0, …, c1.c2.c1` of the tower Fp2 =
    /// Fp\[u\]/(u²+1), Fp6 = Fp2\[v\]/(v³−ξ), Fp12 = Fp6\[w\]/(w²−v), with ξ = 1+u for BLS12-381
    /// and ξ = 9+u for BN254; with u²+5 and ξ = u for BLS12-377.
    Fp12,
    /// As [`Kind::Fp12`], in the subgroup of order r.
    Gt,
    /// A point of G1, in the subgroup: ZCash compressed; for BN254 as EIP-196 has it, `x ‖ y`,
    /// zeros for the identity, and for BLS12-377 likewise.
    G1,
    /// A point of G2, in the subgroup: ZCash compressed; for BN254 as EIP-197 has it,
    /// `x.c1 ‖ x.c0 ‖ y.c1 ‖ y.c0`, zeros for the identity, and for BLS12-377 likewise.
    G2,
    /// As [`Kind::G1`], on the curve but perhaps outside the subgroup.
    G1Curve,
    /// As [`Kind::G2`], on the curve but perhaps outside the subgroup.
    G2Curve,
    /// A point of G1 in the ZCash uncompressed form, 96 bytes.
    G1Uncompressed,
    /// A point of G2 in the ZCash uncompressed form, 192 bytes.
    G2Uncompressed,
    /// A point of a curve without pairing, in the group of prime order. secp256k1 and P-256: SEC 1
    /// uncompressed, 65 bytes, and one byte 00 for the identity. Ed25519: RFC 8032, 32 bytes.
    Point,
    /// Any bytes; decoding them is the operation.
    Bytes,
    /// One byte: 1 for true, 0 for false.
    Verdict,
}

impl Kind {
    /// The length of its canonical bytes on a curve, where it has one.
    pub const fn length(self, curve: Curve) -> Option<usize> {
        let fp = match curve {
            Curve::Bls12381 | Curve::Bls12377 => 48,
            _ => 32,
        };
        Some(match (self, curve) {
            (Self::Fp, _) => fp,
            (Self::Fr, _) => 32,
            (Self::Verdict, _) => 1,
            (Self::Fp2, Curve::Bls12381 | Curve::Bn254 | Curve::Bls12377) => 2 * fp,
            (Self::Fp12 | Self::Gt, Curve::Bls12381 | Curve::Bn254 | Curve::Bls12377) => 12 * fp,
            (Self::G1 | Self::G1Curve, Curve::Bls12381) => 48,
            (Self::G2 | Self::G2Curve | Self::G1Uncompressed, Curve::Bls12381) => 96,
            (Self::G2Uncompressed, Curve::Bls12381) => 192,
            (Self::G1 | Self::G1Curve, Curve::Bls12377) => 96,
            (Self::G2 | Self::G2Curve, Curve::Bls12377) => 192,
            (Self::G1 | Self::G1Curve | Self::G1Uncompressed, Curve::Bn254) => 64,
            (Self::G2 | Self::G2Curve | Self::G2Uncompressed, Curve::Bn254) => 128,
            (Self::Point, Curve::Secp256k1 | Curve::P256 | Curve::Pallas) => 65,
            (Self::Point, Curve::Ed25519) => 32,
            _ => return None,
        })
    }
}

/// Whether the calls of a timed block depend on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// Each call takes the result of the last one as its first argument: latency.
    Chain,
    /// Each call is independent and walks through the pool: throughput.
    Independent,
    /// As [`Shape::Independent`], and a call may keep all CPUs busy: what counts is the time that
    /// passes, not that of a thread.
    Threads,
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

impl Operation {
    /// The curve that it is on, which gives its arguments their canonical bytes. `None` for
    /// protocols whose arguments and results are [`Kind::Bytes`] and [`Kind::Verdict`] alone:
    /// proofs, and the contracts of the Ethereum machine.
    pub fn curve(&self) -> Option<Curve> {
        Curve::of(self.id)
    }

    /// For an operation of [`Shape::Threads`], which is another on all threads, as its name says:
    /// that one. Its arguments and its answers are the same.
    pub fn alone(&self) -> Option<&'static Self> {
        operation(self.id.strip_suffix(ON_THREADS)?)
    }

    /// For an operation that is so many independent calls of another, as its name says: that one,
    /// and how many. Its arguments are theirs, call by call, and its answer is theirs, one after
    /// the other; it is refused if one of them is.
    pub fn each(&self) -> Option<(&'static Self, usize)> {
        let (one, many) = self.id.rsplit_once('_')?;
        let (one, many) = (operation(one)?, many.parse().ok()?);
        (self.args.len() == one.args.len() * many).then_some((one, many))
    }
}

/// What the id of an operation ends with that is another on all threads.
const ON_THREADS: &str = "_parallel";

/// What is handed over at the start of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    /// Values in the implementation's own form; parsing is not timed.
    Parsed,
    /// Bytes; parsing is timed.
    Bytes,
}

/// Which checks run inside the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Time {
    /// Independent of the values, as far as the implementation's authors claim.
    Constant,
    /// May depend on the values.
    Variable,
}

/// What exactly one implementation does for one operation. Rows with different contracts are never
/// set side by side.
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
    /// There will be no answer: the process of the implementation died, hung or talked nonsense, or
    /// the implementation panicked in it. What happened, in words.
    Lost(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid => f.write_str("a case is not acceptable"),
            Self::Unsupported(reason) | Self::Lost(reason) => f.write_str(reason),
        }
    }
}

/// One operation of one implementation, over a pool of cases.
pub trait Body {
    /// Does `calls` calls, going round the pool from where the last call stopped. Every result
    /// passes through `core::hint::black_box`. Nothing but the operation happens here: no parsing
    /// (unless the contract says bytes), no allocation of its own.
    fn run(&mut self, calls: u32);

    /// The result of one call on case `index` of the pool, in canonical bytes: what the gate
    /// compares.
    ///
    /// # Errors
    /// [`Refusal::Invalid`] where the operation refuses the input.
    fn answer(&mut self, index: usize) -> Result<Vec<u8>, Refusal>;

    /// For a body that lives in another process: does the same there as [`Body::run`] and says what
    /// it took, by the clock of that process. `None`, the default, says that the body lives here,
    /// did nothing yet, and that the caller times `run`.
    fn timed(&mut self, calls: u32) -> Option<Result<Reading, Refusal>> {
        let _ = calls;
        None
    }

    /// For a body that lives in another process: does so many calls there and says who worked.
    /// `None`, the default, as for [`Body::timed`].
    fn audited(&mut self, calls: u32) -> Option<Result<Audit, Refusal>> {
        let _ = calls;
        None
    }
}

/// What one call answered.
pub type Answer = Result<Vec<u8>, Refusal>;

/// Who worked during some calls.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Audit {
    /// CPU time of all threads of the process, nanoseconds.
    pub process_ns: f64,
    /// CPU time of the calling thread, nanoseconds.
    pub thread_ns: f64,
    /// Wall time, nanoseconds.
    pub wall_ns: f64,
    /// Most threads that were seen beyond those that were there before.
    pub extra_threads: u32,
    /// Rounds, each beside one in which the caller works alone, of which these are the times of the
    /// one in which others did least beyond that ([`audit::audit`]). None where nothing was
    /// compared.
    #[serde(default)]
    pub rounds: u32,
}

/// One library in one build.
pub trait Implementation {
    /// Who it is.
    fn about(&self) -> About;

    /// What it does for `operation`; `None` where it does not offer it.
    fn contract(&self, operation: &Operation) -> Option<Contract>;

    /// Prepares the operation over a pool: parses the cases unless the contract is
    /// [`Input::Bytes`].
    ///
    /// # Errors
    /// [`Refusal::Unsupported`] if it does not offer the operation, [`Refusal::Invalid`] if a case
    /// does not parse.
    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Result<Box<dyn Body>, Refusal>;

    /// What it does for a family; `None`, the default, where it does not offer it.
    fn family_contract(&self, family: &Family) -> Option<Contract> {
        let _ = family;
        None
    }

    /// Prepares a family over some batches of at least one item each, as
    /// [`Implementation::prepare`] does an operation over cases: each call of the body takes one
    /// batch.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`] if it does not offer the family, [`Refusal::Invalid`] if an item
    /// does not parse.
    fn prepare_family(
        &self,
        family: &Family,
        batches: &[&[Case]],
    ) -> Result<Box<dyn Body>, Refusal> {
        let _ = batches;
        Err(Refusal::Unsupported(format!("{} is not offered", family.id)))
    }

    /// The answers to all cases, asked by so many threads at once, each case by one of them, as
    /// callers of the library would who know nothing of each other. `None`, the default, where it
    /// cannot be asked so; [`together`] does it for implementations that threads may share.
    fn answers_together(
        &self,
        operation: &Operation,
        cases: &[Case],
        callers: u32,
    ) -> Option<Vec<Answer>> {
        let _ = (operation, cases, callers);
        None
    }

    /// A host that does the operation as part of a request of its own: what a request takes with
    /// the operation, on the first case, and with stand-ins that keep the CPU for these delays
    /// ([`host::hosted`]). `None`, the default, where there is no host, or the case is refused.
    fn hosted(
        &self,
        operation: &Operation,
        cases: &[Case],
        delays_ns: &[u64],
        rounds: u32,
    ) -> Option<host::Hosted> {
        let _ = (operation, cases, delays_ns, rounds);
        None
    }

    /// Tells an implementation in another process to run on this CPU from now on, beside the thread
    /// that measures. Does nothing by default.
    fn pin(&self, cpu: u32) {
        let _ = cpu;
    }
}
