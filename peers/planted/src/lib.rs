//! Implementations with one planted fault each, and a sound one beside each of them. They run as a
//! worker ([`implementations`] behind `peer_api::worker::serve`), as every peer does, so that the
//! lab meets them through the same door.
//!
//! | name | operation | fault |
//! |---|---|---|
//! | `strict` | `codec/base64_decode` | none: `base64ct` |
//! | `loose` | the same | ignores spare bits, padding and white space |
//! | `threaded` | the same | starts threads for every call |
//! | `mixing` | the same | keeps its input in a place that all callers share |
//! | `removed` | the same | its timed loop does nothing that anybody could notice |
//! | `twice` | the same | decodes everything many times over, on the same crate as `strict` |
//! | `twin` | the same | none: as `strict`, and on the same crate |
//! | `checked` | `bls12-381/g1_decode` | none: `bls12_381` |
//! | `unchecked` | the same | skips the subgroup check |
//! | `bound` | `ed25519/sign_with_public_key` | none: refuses every key but its own |
//! | `oracle` | the same | signs under any public key |
//! | `steady` | `ed25519/public_key` | none |
//! | `leaky` | the same | works the longer the more bits of the seed are set |
//! | `prover` | `ed25519/sign` | none: a Schnorr proof of knowledge of the key, over the message |
//! | `mixed prover` | the same | keeps its request in a place that all callers share, and proves another's |
//! | `tables` | family `tables/lookup` | its tables grow past the caches, and its time with them |
//! | `flat` | the same | none: it keeps to the first 16 KiB of a table of any size |
//!
//! `strict` and `checked` have a host besides: the decoder is a small part of a request of the one,
//! the check of a point a large part of the other's.
#![forbid(unsafe_code)]
#![allow(
    clippy::integer_division_remainder_used,
    reason = "it divides lengths and places, never secrets"
)]

mod attack;
mod codec;
mod curve;
mod lookup;
mod signer;

pub use attack::attack;
pub use signer::extract;

use peer_api::body::Prepared;
use peer_api::families::Family;
use peer_api::host::{Hosted, hosted};
use peer_api::{
    About, Answer, Case, Checks, Contract, Implementation, Operation, Refusal, Time, together,
};

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
    /// Steps of other work in a request of its host, where it has one.
    host: Option<u32>,
}

/// What three decoders stand on.
const BACKEND: &[&str] = &["backend base64ct 1.8.3"];

const BASE64: &str = "codec/base64_decode";
const DECODE: &str = "bls12-381/g1_decode";
const SIGN: &str = "ed25519/sign_with_public_key";
const PUBLIC_KEY: &str = "ed25519/public_key";
const PROVE: &str = "ed25519/sign";
const LOOKUP: &str = "tables/lookup";

/// Hosts that work besides for some milliseconds, and for a tenth of one.
const LARGE_HOST: u32 = 3_000_000;
const SMALL_HOST: u32 = 50_000;

/// All of them.
pub fn implementations() -> Vec<Box<dyn Implementation>> {
    let text = Contract::bytes(Checks::None, Time::Variable);
    let point = Contract::bytes(Checks::Subgroup, Time::Variable);
    let secret = Contract::bytes(Checks::None, Time::Constant);
    let parsed = Contract::parsed(Time::Variable);
    let no_pool: Prepare = |operation, _| Err(unserved(operation.id));
    let all: [(&str, &[&str], &str, Contract, Prepare); 17] = [
        ("strict", BACKEND, BASE64, text, codec::strict),
        ("loose", &[], BASE64, text, codec::loose),
        ("threaded", &[], BASE64, text, codec::threaded),
        ("mixing", &[], BASE64, text, codec::mixing),
        ("removed", &[], BASE64, text, codec::removed),
        ("twice", BACKEND, BASE64, text, codec::twice),
        ("twin", BACKEND, BASE64, text, codec::strict),
        ("checked", &[], DECODE, point, curve::checked),
        ("unchecked", &[], DECODE, point, curve::unchecked),
        ("bound", &[], SIGN, secret, signer::bound),
        ("oracle", &[], SIGN, secret, signer::oracle),
        ("steady", &[], PUBLIC_KEY, secret, signer::steady),
        ("leaky", &[], PUBLIC_KEY, secret, signer::leaky),
        ("prover", &[], PROVE, secret, signer::prover),
        ("mixed prover", &[], PROVE, secret, signer::mixed_prover),
        ("tables", &[], LOOKUP, parsed, no_pool),
        ("flat", &[], LOOKUP, parsed, no_pool),
    ];
    let boxed = |(name, features, offers, contract, prepare)| {
        let host = match name {
            "strict" => Some(LARGE_HOST),
            "checked" => Some(SMALL_HOST),
            _ => None,
        };
        Box::new(Planted { name, features, offers, contract, prepare, host })
            as Box<dyn Implementation>
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
        match self.name {
            _ if family.id != self.offers => Err(unserved(family.id)),
            "tables" => lookup::tables(batches, usize::MAX),
            "flat" => lookup::tables(batches, lookup::FEW),
            _ => Err(unserved(family.id)),
        }
    }

    fn answers_together(
        &self,
        operation: &Operation,
        cases: &[Case],
        callers: u32,
    ) -> Option<Vec<Answer>> {
        Some(together(self, operation, cases, callers))
    }

    fn hosted(
        &self,
        operation: &Operation,
        cases: &[Case],
        delays_ns: &[u64],
        rounds: u32,
    ) -> Option<Hosted> {
        let (steps, mut body) = (self.host?, self.prepare(operation, cases).ok()?);
        let mut request = |operation: &mut dyn FnMut()| {
            codec::spin(steps);
            operation();
        };
        Some(hosted(body.as_mut(), &mut request, delays_ns, rounds))
    }
}
