//! fastcrypto's signature schemes at one task, as its own benchmarks have them: many have signed
//! one message, and all of it is verified at once. Ed25519 in one batch, which its feature
//! `experimental` has, and BLS as one aggregate.
//!
//! Families alone: `signatures/verify_one_message`, which says what an item is.

use fastcrypto::bls12381::{min_pk, min_sig};
use fastcrypto::ed25519::{Ed25519KeyPair, Ed25519PublicKey, Ed25519Signature};
use fastcrypto::traits::{AggregateAuthenticator, KeyPair, Signer, ToFromBytes, VerifyingKey};
use peer_api::body::{Prepared, verdicts};
use peer_api::families::ONE_MESSAGE;
use peer_api::way::Way;
use peer_api::way::signatures::{FAMILY, bls_seed, cases};
use peer_api::{Case, Contract, Time};

use crate::about::about;

/// All of them: `verify_batch_empty_fail` of ed25519-consensus, by the rule of ZIP-215, and the
/// aggregates of `min_pk` and `min_sig`.
pub fn schemes() -> [Way; 3] {
    let way = |about, prepare| Way {
        about,
        family: FAMILY,
        contract: Contract::parsed(Time::Variable),
        prepare,
    };
    let bls = |name| about(name, "fastcrypto", &["blst"], "blst's assembly, chosen at run time");
    let batch = about(
        "fastcrypto (Ed25519 batch)",
        "fastcrypto",
        &["ed25519-consensus"],
        "curve25519-dalek-ng 4.1",
    );
    [
        way(batch, ed25519),
        way(bls("fastcrypto (BLS aggregate, keys in G1)"), keys_in_g1),
        way(bls("fastcrypto (BLS aggregate, keys in G2)"), keys_in_g2),
    ]
}

macro_rules! bls {
    ($name:ident, $suite:ident) => {
        fn $name(batches: &[&[Case]]) -> Prepared {
            let cases = cases(batches, |[good, bad]| {
                let pair =
                    |seed: [u8; 32]| $suite::BLS12381KeyPair::from_bytes(&bls_seed(&seed)?).ok();
                let good: Vec<_> = good.into_iter().map(pair).collect::<Option<_>>()?;
                let bad: Vec<_> = bad.into_iter().map(pair).collect::<Option<_>>()?;
                let sum = |pairs: &[$suite::BLS12381KeyPair]| {
                    let signatures: Vec<_> =
                        pairs.iter().map(|pair| pair.sign(ONE_MESSAGE)).collect();
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
        let sign = |pairs: &[Ed25519KeyPair]| {
            pairs.iter().map(|pair| pair.sign(ONE_MESSAGE)).collect::<Vec<_>>()
        };
        let keys: Vec<Ed25519PublicKey> = good.iter().map(|pair| pair.public().clone()).collect();
        Some((keys, sign(&good), sign(&bad)))
    })?;
    let holds = |keys: &[Ed25519PublicKey], signatures: &[Ed25519Signature]| {
        Ed25519PublicKey::verify_batch_empty_fail(ONE_MESSAGE, keys, signatures).is_ok()
    };
    verdicts(
        cases,
        move |(keys, good, _)| holds(keys, good),
        move |(keys, _, bad)| holds(keys, bad),
    )
}
