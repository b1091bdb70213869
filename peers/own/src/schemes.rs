//! Signature schemes of curvemark beside each other at one task: many have signed one message, and all of it is verified at once.
//!
//! Families alone: `signatures/verify_one_message`, which says what an item is.

use curvemark::bls::{min_pk, min_sig};
use curvemark::eddsa::{SigningKey, Zip215, verify_batch};
use peer_api::body::{Prepared, verdicts};
use peer_api::families::{Family, ONE_MESSAGE};
use peer_api::{About, Case, Contract, Implementation, Operation, Refusal, Time};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::rows::Curvemark;

/// The family that all of them offer.
const FAMILY: &str = "signatures/verify_one_message";

/// A scheme, as an implementation of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Ed25519 by the rule of ZIP-215, in one batch.
    Ed25519,
    /// BLS with keys in G1: one aggregate signature, keys added up.
    BlsKeysInG1,
    /// BLS with keys in G2.
    BlsKeysInG2,
}

impl Scheme {
    /// All, the baseline of the task first.
    pub const ALL: [Self; 3] = [Self::Ed25519, Self::BlsKeysInG1, Self::BlsKeysInG2];
}

/// A BLS secret key of a seed: its bytes with the two highest bits cleared, which is below r; one for zeros.
pub(crate) fn bls_seed(seed: &[u8]) -> Option<[u8; 32]> {
    let mut bytes: [u8; 32] = seed.try_into().ok()?;
    bytes[0] &= 0x3f;
    bytes[31] |= u8::from(bytes == [0; 32]);
    Some(bytes)
}

/// Seeds of a batch, and those with the last one replaced by zeros.
fn seeds(batch: &[Case]) -> Option<[Vec<&[u8]>; 2]> {
    let good: Vec<&[u8]> = batch.iter().map(|item| item.first().map(Vec::as_slice)).collect::<Option<_>>()?;
    let mut bad = good.clone();
    *bad.last_mut()? = &[0; 32];
    Some([good, bad])
}

macro_rules! bls {
    ($name:ident, $suite:ident) => {
        fn $name(batches: &[&[Case]]) -> Prepared {
            let batch = |batch: &&[Case]| {
                let [good, bad] = seeds(batch)?;
                let key = |seed: &&[u8]| $suite::SecretKey::from_bytes(&bls_seed(seed)?).ok();
                let good: Vec<_> = good.iter().map(key).collect::<Option<_>>()?;
                let bad: Vec<_> = bad.iter().map(key).collect::<Option<_>>()?;
                let keys: Vec<_> = good.iter().map(|key| key.public_key().assume_possession_unchecked()).collect();
                let sum = |keys: &[$suite::SecretKey]| {
                    let signatures: Vec<_> = keys.iter().map(|key| key.sign(ONE_MESSAGE)).collect();
                    $suite::AggregateSignature::aggregate(&signatures).ok()
                };
                Some((keys, sum(&good)?, sum(&bad)?))
            };
            let cases: Vec<_> = batches.iter().map(batch).collect::<Option<_>>().ok_or(Refusal::Invalid)?;
            let holds = |keys: &[$suite::ProvenPublicKey], signature: &$suite::AggregateSignature| {
                signature.fast_aggregate_verify(keys, ONE_MESSAGE).is_ok()
            };
            verdicts(cases, move |(keys, good, _)| holds(keys, good), move |(keys, _, bad)| holds(keys, bad))
        }
    };
}

bls!(keys_in_g1, min_pk);
bls!(keys_in_g2, min_sig);

fn ed25519(batches: &[&[Case]]) -> Prepared {
    let batch = |batch: &&[Case]| {
        let [good, bad] = seeds(batch)?;
        let key = |seed: &&[u8]| SigningKey::from_bytes(seed).ok();
        let good: Vec<SigningKey> = good.iter().map(key).collect::<Option<_>>()?;
        let bad: Vec<SigningKey> = bad.iter().map(key).collect::<Option<_>>()?;
        let keys: Vec<_> = good.iter().map(SigningKey::verifying_key::<Zip215>).collect();
        let sign = |keys: &[SigningKey]| keys.iter().map(|key| key.sign(ONE_MESSAGE)).collect::<Vec<_>>();
        Some((keys, vec![ONE_MESSAGE; good.len()], sign(&good), sign(&bad)))
    };
    let cases: Vec<_> = batches.iter().map(batch).collect::<Option<_>>().ok_or(Refusal::Invalid)?;
    // Whoever times this wants the same work each time, and no forger is at hand.
    let random = || ChaCha20Rng::seed_from_u64(1);
    verdicts(
        cases,
        move |(keys, messages, good, _)| verify_batch(keys, messages, good, &mut random()).is_ok(),
        move |(keys, messages, _, bad)| verify_batch(keys, messages, bad, &mut random()).is_ok(),
    )
}

impl Implementation for Scheme {
    fn about(&self) -> About {
        let name = match self {
            Self::Ed25519 => "curvemark (Ed25519 batch)",
            Self::BlsKeysInG1 => "curvemark (BLS aggregate, keys in G1)",
            Self::BlsKeysInG2 => "curvemark (BLS aggregate, keys in G2)",
        };
        About { name, ..Curvemark.about() }
    }

    fn contract(&self, _: &Operation) -> Option<Contract> {
        None
    }

    fn prepare(&self, operation: &Operation, _: &[Case]) -> Prepared {
        Err(Refusal::Unsupported(format!("{} is no batch of any size", operation.id)))
    }

    fn family_contract(&self, family: &Family) -> Option<Contract> {
        (family.id == FAMILY).then(|| Contract::parsed(Time::Variable))
    }

    fn prepare_family(&self, family: &Family, batches: &[&[Case]]) -> Prepared {
        match self {
            _ if family.id != FAMILY => Err(Refusal::Unsupported(format!("{} is not offered", family.id))),
            Self::Ed25519 => ed25519(batches),
            Self::BlsKeysInG1 => keys_in_g1(batches),
            Self::BlsKeysInG2 => keys_in_g2(batches),
        }
    }
}
