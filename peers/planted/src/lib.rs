//! Implementations with one planted fault each, and a sound one beside each of them. They run as a worker ([`implementations`] behind
//! `peer_api::worker::serve`), as every peer does, so that the lab meets them through the same door.
//!
//! | name | operation | fault |
//! |---|---|---|
//! | `strict` | `codec/base64_decode` | none: `base64ct` |
//! | `loose` | the same | ignores spare bits, padding and white space |
//! | `threaded` | the same | starts threads for every call |
//! | `mixing` | the same | keeps its input in a place that all callers share |
//! | `removed` | the same | its timed loop does nothing that anybody could notice |
//! | `twice` | the same | decodes everything many times over, on the same crate as `strict` |
//! | `checked` | `bls12-381/g1_decode` | none: `bls12_381` |
//! | `unchecked` | the same | skips the subgroup check |
//! | `bound` | `ed25519/sign_with_public_key` | none: refuses every key but its own |
//! | `oracle` | the same | signs under any public key |
//! | `steady` | `ed25519/public_key` | none |
//! | `leaky` | the same | works the longer the more bits of the seed are set |
//! | `tables` | family `tables/lookup` | none, but its tables grow past the caches |
#![forbid(unsafe_code)]
#![allow(clippy::integer_division_remainder_used, reason = "it divides lengths and places, never secrets")]

mod attack;
mod codec;
mod curve;
mod lookup;
mod signer;

pub use attack::attack;
pub use signer::extract;

use peer_api::body::Prepared;
use peer_api::families::Family;
use peer_api::{About, Answer, Case, Checks, Contract, Implementation, Operation, Refusal, Time, together};

/// Prepares a pool.
type Prepare = fn(&Operation, &[Case]) -> Prepared;

/// One of them.
struct Planted {
    name: &'static str,
    features: &'static [&'static str],
    /// What it offers: one operation, or one family.
    offers: &'static str,
    contract: Contract,
    prepare: Prepare,
}

/// What two decoders stand on.
const BACKEND: &[&str] = &["backend base64ct 1.8.3"];

const BASE64: &str = "codec/base64_decode";
const DECODE: &str = "bls12-381/g1_decode";
const SIGN: &str = "ed25519/sign_with_public_key";
const PUBLIC_KEY: &str = "ed25519/public_key";
const LOOKUP: &str = "tables/lookup";

/// All of them.
pub fn implementations() -> Vec<Box<dyn Implementation>> {
    let text = Contract::bytes(Checks::None, Time::Variable);
    let point = Contract::bytes(Checks::Subgroup, Time::Variable);
    let secret = Contract::bytes(Checks::None, Time::Constant);
    let parsed = Contract::parsed(Time::Variable);
    let all: [(&str, &[&str], &str, Contract, Prepare); 13] = [
        ("strict", BACKEND, BASE64, text, codec::strict),
        ("loose", &[], BASE64, text, codec::loose),
        ("threaded", &[], BASE64, text, codec::threaded),
        ("mixing", &[], BASE64, text, codec::mixing),
        ("removed", &[], BASE64, text, codec::removed),
        ("twice", BACKEND, BASE64, text, codec::twice),
        ("checked", &[], DECODE, point, curve::checked),
        ("unchecked", &[], DECODE, point, curve::unchecked),
        ("bound", &[], SIGN, secret, signer::bound),
        ("oracle", &[], SIGN, secret, signer::oracle),
        ("steady", &[], PUBLIC_KEY, secret, signer::steady),
        ("leaky", &[], PUBLIC_KEY, secret, signer::leaky),
        ("tables", &[], LOOKUP, parsed, |operation, _| Err(unserved(operation.id))),
    ];
    let boxed = |(name, features, offers, contract, prepare)| {
        Box::new(Planted { name, features, offers, contract, prepare }) as Box<dyn Implementation>
    };
    all.into_iter().map(boxed).collect()
}

/// The worker's `main`.
///
/// # Errors
/// If standard input or output fails, or a request is none.
pub fn work() -> std::io::Result<()> {
    peer_api::worker::serve("planted", &implementations())
}

fn unserved(id: &str) -> Refusal {
    Refusal::Unsupported(format!("{id} is not offered"))
}

impl Implementation for Planted {
    fn about(&self) -> About {
        About {
            name: self.name,
            version: format!("{} {}", self.name, env!("CARGO_PKG_VERSION")),
            features: self.features.iter().map(|&feature| feature.to_owned()).collect(),
            flags: Vec::new(),
            engine: "planted".to_owned(),
        }
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        (operation.id == self.offers).then_some(self.contract)
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        if operation.id != self.offers {
            return Err(unserved(operation.id));
        }
        (self.prepare)(operation, pool)
    }

    fn family_contract(&self, family: &Family) -> Option<Contract> {
        (family.id == self.offers).then_some(self.contract)
    }

    fn prepare_family(&self, family: &Family, batches: &[&[Case]]) -> Prepared {
        if family.id == self.offers && family.id == LOOKUP { lookup::tables(batches) } else { Err(unserved(family.id)) }
    }

    fn answers_together(&self, operation: &Operation, cases: &[Case], callers: u32) -> Option<Vec<Answer>> {
        Some(together(self, operation, cases, callers))
    }
}
