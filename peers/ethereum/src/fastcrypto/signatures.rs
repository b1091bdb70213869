//! fastcrypto's signature schemes at one task, as its own benchmarks have them: many have signed one message, and all of it is verified at once. Ed25519 in one
//! batch, which its feature `experimental` has, and BLS as one aggregate.
//!
//! Families alone: `signatures/verify_one_message`, which says what an item is.

use fastcrypto::bls12381::{min_pk, min_sig};
use fastcrypto::ed25519::{Ed25519KeyPair, Ed25519PublicKey, Ed25519Signature};
use fastcrypto::traits::{AggregateAuthenticator, KeyPair, Signer, ToFromBytes, VerifyingKey};
use peer_api::body::{Prepared, verdicts};
use peer_api::families::{Family, ONE_MESSAGE};
use peer_api::{About, Case, Contract, Implementation, Operation, Refusal, Time};

use crate::about::about;

/// The family that all of them offer.
const FAMILY: &str = "signatures/verify_one_message";

/// A scheme, as an implementation of its own.
#[derive(Clone, Copy)]
pub enum Scheme {
    /// `verify_batch_empty_fail` of ed25519-consensus, by the rule of ZIP-215.
    Ed25519,
    /// The aggregate of `min_pk`.
    BlsKeysInG1,
    /// The aggregate of `min_sig`.
    BlsKeysInG2,
}

impl Scheme {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Ed25519, Self::BlsKeysInG1, Self::BlsKeysInG2];
}

/// Seeds of a batch, and those with the last one replaced by zeros.
fn seeds(batch: &[Case]) -> Option<[Vec<[u8; 32]>; 2]> {
    let seed = |item: &Case| item.first()?.as_slice().try_into().ok();
    let good: Vec<[u8; 32]> = batch.iter().map(seed).collect::<Option<_>>()?;
    let mut bad = good.clone();
    *bad.last_mut()? = [0; 32];
    Some([good, bad])
}

/// A BLS secret key of a seed: its bytes with the two highest bits cleared, which is below r; one for zeros.
fn bls_seed(mut seed: [u8; 32]) -> [u8; 32] {
    seed[0] &= 0x3f;
    seed[31] |= u8::from(seed == [0; 32]);
    seed
}

/// Keys, what holds of them and what does not, for each batch.
fn cases<T>(batches: &[&[Case]], case: impl Fn([Vec<[u8; 32]>; 2]) -> Option<T>) -> Result<Vec<T>, Refusal> {
    batches.iter().map(|batch| case(seeds(batch)?)).collect::<Option<_>>().ok_or(Refusal::Invalid)
}

macro_rules! bls {
    ($name:ident, $suite:ident) => {
        fn $name(batches: &[&[Case]]) -> Prepared {
            let cases = cases(batches, |[good, bad]| {
                let pair = |seed: [u8; 32]| $suite::BLS12381KeyPair::from_bytes(&bls_seed(seed)).ok();
                let good: Vec<_> = good.into_iter().map(pair).collect::<Option<_>>()?;
                let bad: Vec<_> = bad.into_iter().map(pair).collect::<Option<_>>()?;
                let sum = |pairs: &[$suite::BLS12381KeyPair]| {
                    let signatures: Vec<_> = pairs.iter().map(|pair| pair.sign(ONE_MESSAGE)).collect();
                    $suite::BLS12381AggregateSignature::aggregate(&signatures).ok()
                };
                let keys: Vec<_> = good.iter().map(|pair| pair.public().clone()).collect();
                Some((keys, sum(&good)?, sum(&bad)?))
            })?;
            verdicts(
                cases,
                |(keys, good, _)| good.verify(keys, ONE_MESSAGE).is_ok(),
                |(keys, _, bad)| bad.verify(keys, ONE_MESSAGE).is_ok(),
            )
        }
    };
}

bls!(keys_in_g1, min_pk);
bls!(keys_in_g2, min_sig);

fn ed25519(batches: &[&[Case]]) -> Prepared {
    let cases = cases(batches, |[good, bad]| {
        let pair = |seed: [u8; 32]| Ed25519KeyPair::from_bytes(&seed).ok();
        let good: Vec<Ed25519KeyPair> = good.into_iter().map(pair).collect::<Option<_>>()?;
        let bad: Vec<Ed25519KeyPair> = bad.into_iter().map(pair).collect::<Option<_>>()?;
        let sign = |pairs: &[Ed25519KeyPair]| pairs.iter().map(|pair| pair.sign(ONE_MESSAGE)).collect::<Vec<_>>();
        let keys: Vec<Ed25519PublicKey> = good.iter().map(|pair| pair.public().clone()).collect();
        Some((keys, sign(&good), sign(&bad)))
    })?;
    let holds = |keys: &[Ed25519PublicKey], signatures: &[Ed25519Signature]| {
        Ed25519PublicKey::verify_batch_empty_fail(ONE_MESSAGE, keys, signatures).is_ok()
    };
    verdicts(cases, move |(keys, good, _)| holds(keys, good), move |(keys, _, bad)| holds(keys, bad))
}

impl Implementation for Scheme {
    fn about(&self) -> About {
        let blst = "blst's assembly, chosen at run time";
        match self {
            Self::Ed25519 => {
                about("fastcrypto (Ed25519 batch)", "fastcrypto", &["ed25519-consensus"], "curve25519-dalek-ng 4.1")
            }
            Self::BlsKeysInG1 => about("fastcrypto (BLS aggregate, keys in G1)", "fastcrypto", &["blst"], blst),
            Self::BlsKeysInG2 => about("fastcrypto (BLS aggregate, keys in G2)", "fastcrypto", &["blst"], blst),
        }
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
