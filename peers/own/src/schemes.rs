//! Signature schemes of curvemark beside each other at one task: many have signed one message, and
//! all of it is verified at once.
//!
//! Families alone: `signatures/verify_one_message`, which says what an item is.

use curvemark::bls::{min_pk, min_sig};
use curvemark::eddsa::{SigningKey, Zip215, verify_batch};
use peer_api::body::{Prepared, verdicts};
use peer_api::families::ONE_MESSAGE;
use peer_api::way::Way;
use peer_api::way::signatures::{FAMILY, bls_seed, cases};
use peer_api::{About, Case, Contract, Implementation, Time};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::rows::Curvemark;

/// All, the baseline of the task first: Ed25519 by the rule of ZIP-215 in one batch, and BLS as one
/// aggregate signature with keys that are added up.
pub fn schemes() -> [Way; 3] {
    let way = |name, prepare| Way {
        about: About { name, ..Curvemark.about() },
        family: FAMILY,
        contract: Contract::parsed(Time::Variable),
        prepare,
    };
    [
        way("curvemark (Ed25519 batch)", ed25519),
        way("curvemark (BLS aggregate, keys in G1)", keys_in_g1),
        way("curvemark (BLS aggregate, keys in G2)", keys_in_g2),
    ]
}

macro_rules! bls {
    ($name:ident, $suite:ident) => {
        fn $name(batches: &[&[Case]]) -> Prepared {
            let cases = cases(batches, |[good, bad]| {
                let key = |seed: &[u8; 32]| $suite::SecretKey::from_bytes(&bls_seed(seed)?).ok();
                let good: Vec<_> = good.iter().map(key).collect::<Option<_>>()?;
                let bad: Vec<_> = bad.iter().map(key).collect::<Option<_>>()?;
                let keys: Vec<_> =
                    good.iter().map(|key| key.public_key().assume_possession_unchecked()).collect();
                let sum = |keys: &[$suite::SecretKey]| {
                    let signatures: Vec<_> = keys.iter().map(|key| key.sign(ONE_MESSAGE)).collect();
                    $suite::AggregateSignature::aggregate(&signatures).ok()
                };
                Some((keys, sum(&good)?, sum(&bad)?))
            })?;
            let holds = |keys: &[$suite::ProvenPublicKey],
                         signature: &$suite::AggregateSignature| {
                signature.fast_aggregate_verify(keys, ONE_MESSAGE).is_ok()
            };
            verdicts(
                cases,
                move |(keys, good, _)| holds(keys, good),
                move |(keys, _, bad)| holds(keys, bad),
            )
        }
    };
}

bls!(keys_in_g1, min_pk);
bls!(keys_in_g2, min_sig);

fn ed25519(batches: &[&[Case]]) -> Prepared {
    let cases = cases(batches, |[good, bad]| {
        let key = |seed: &[u8; 32]| SigningKey::from_bytes(seed).ok();
        let good: Vec<SigningKey> = good.iter().map(key).collect::<Option<_>>()?;
        let bad: Vec<SigningKey> = bad.iter().map(key).collect::<Option<_>>()?;
        let keys: Vec<_> = good.iter().map(SigningKey::verifying_key::<Zip215>).collect();
        let sign =
            |keys: &[SigningKey]| keys.iter().map(|key| key.sign(ONE_MESSAGE)).collect::<Vec<_>>();
        Some((keys, vec![ONE_MESSAGE; good.len()], sign(&good), sign(&bad)))
    })?;
    // Whoever times this wants the same work each time, and no forger is at hand.
    let random = || ChaCha20Rng::seed_from_u64(1);
    verdicts(
        cases,
        move |(keys, messages, good, _)| verify_batch(keys, messages, good, &mut random()).is_ok(),
        move |(keys, messages, _, bad)| verify_batch(keys, messages, bad, &mut random()).is_ok(),
    )
}
