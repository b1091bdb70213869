//! BLS signatures: the suite of Ethereum, keys in G1.

use curvemark::bls::min_pk::{
    AggregateSignature, Possession, ProvenPublicKey, PublicKey, SecretKey, Signature,
};
use curvemark::bls::{Error, SignatureSet, min_sig, parallel, verify_sets};
use peer_api::body::{
    Prepared, independent, one_by_one, parse, parse_all, parse_each, refusing, unparsed, verdicts,
};
use peer_api::way::signatures::bls_seed;
use peer_api::{Case, Checks, Contract, Operation, Refusal, Time};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::ThreadPool;

use super::{unserved, verdict};

pub(super) fn contract(verb: &str) -> Contract {
    match verb {
        "bls_public_key" | "bls_sign" | "bls_min_sig_sign" => Contract::parsed(Time::Constant),
        "bls_verify" | "bls_fast_aggregate_verify_128_bytes" => {
            Contract::bytes(Checks::SubgroupNoIdentity, Time::Variable)
        }
        _ => Contract::parsed(Time::Variable),
    }
}

/// A key, a message, a signature.
type Signed = (PublicKey, Vec<u8>, Signature);

pub(super) fn prepare(verb: &str, operation: &Operation, pool: &[Case]) -> Prepared {
    match verb {
        "bls_public_key" => independent(
            parse(pool, |[key]| SecretKey::from_bytes(key).ok())?,
            SecretKey::public_key,
            |key: &PublicKey| key.to_bytes().to_vec(),
        ),
        "bls_sign" => {
            let cases = parse(pool, |[key, message]| {
                Some((SecretKey::from_bytes(key).ok()?, message.to_vec()))
            })?;
            independent(
                cases,
                |(key, message)| key.sign(message),
                |signature: &Signature| signature.to_bytes().to_vec(),
            )
        }
        "bls_verify" => refusing(
            unparsed(operation, pool)?,
            |case| {
                let (key, message, signature) = signed(&case[0], &case[1], &case[2])?;
                Some(key.verify(&message, &signature).is_ok())
            },
            verdict,
        ),
        "bls_verify_parsed" => {
            let cases = parse(pool, |[key, message, signature]| signed(key, message, signature))?;
            independent(
                cases,
                |(key, message, signature)| key.verify(message, signature).is_ok(),
                verdict,
            )
        }
        "bls_verify_parsed_6" | "bls_verify_parsed_60" | "bls_verify_parsed_180" => {
            let cases = parse_each(operation, pool, |[key, message, signature]| {
                signed(key, message, signature)
            })?;
            one_by_one(
                cases,
                |(key, message, signature)| key.verify(message, signature).is_ok(),
                verdict,
            )
        }
        "bls_min_sig_sign" => {
            let cases = parse(pool, |[key, message]| {
                Some((min_sig::SecretKey::from_bytes(key).ok()?, message.to_vec()))
            })?;
            independent(
                cases,
                |(key, message)| key.sign(message),
                |signature: &min_sig::Signature| signature.to_bytes().to_vec(),
            )
        }
        "bls_min_sig_verify_parsed" => {
            let cases = parse(pool, |[key, message, signature]| {
                let key = min_sig::PublicKey::from_bytes(key).ok()?;
                Some((key, message.to_vec(), min_sig::Signature::from_bytes(signature).ok()?))
            })?;
            independent(
                cases,
                |(key, message, signature)| key.verify(message, signature).is_ok(),
                verdict,
            )
        }
        "bls_fast_aggregate_verify_128" => {
            let cases = parse_all(operation, pool, |args| {
                let (keys, rest) = args.split_at(128);
                let keys = keys
                    .iter()
                    .map(|key| proven(PublicKey::from_bytes(key)))
                    .collect::<Option<Vec<_>>>()?;
                Some((keys, rest[0].to_vec(), AggregateSignature::from_bytes(&rest[1]).ok()?))
            })?;
            independent(
                cases,
                |(keys, message, signature)| signature.fast_aggregate_verify(keys, message).is_ok(),
                verdict,
            )
        }
        "bls_fast_aggregate_verify_128_bytes" => refusing(
            unparsed(operation, pool)?,
            |case| {
                let (keys, rest) = case.split_at(128);
                let mut decoded = vec![Err(Error::Empty); keys.len()];
                PublicKey::from_bytes_batch(keys, &mut decoded).ok()?;
                let keys = decoded.into_iter().map(proven).collect::<Option<Vec<_>>>()?;
                let signature = AggregateSignature::from_bytes(&rest[1]).ok()?;
                Some(signature.fast_aggregate_verify(&keys, &rest[0]).is_ok())
            },
            verdict,
        ),
        "bls_batch_verify_6"
        | "bls_batch_verify_60"
        | "bls_batch_verify_180"
        | "bls_votes_32_on_1"
        | "bls_votes_256_on_4"
        | "bls_votes_2000_on_8" => {
            independent(sets(operation, pool)?, |signed| hold(signed, verify_sets), verdict)
        }
        _ => Err(unserved(operation)),
    }
}

fn signed(key: &[u8], message: &[u8], signature: &[u8]) -> Option<Signed> {
    Some((
        PublicKey::from_bytes(key).ok()?,
        message.to_vec(),
        Signature::from_bytes(signature).ok()?,
    ))
}

/// Verification of sets on the threads of a pool.
pub(super) fn verify_sets_on(
    threads: &'static ThreadPool,
    operation: &Operation,
    pool: &[Case],
) -> Prepared {
    independent(
        sets(operation, pool)?,
        move |signed| threads.install(|| hold(signed, parallel::verify_sets)),
        verdict,
    )
}

fn sets(operation: &Operation, pool: &[Case]) -> Result<Vec<Vec<Signed>>, Refusal> {
    parse_all(operation, pool, |args| {
        let sets = args.as_chunks::<3>().0.iter();
        sets.map(|[key, message, signature]| signed(key, message, signature)).collect()
    })
}

/// Verification of sets of this suite by one of the functions that draw weights at random.
type Verify = fn(&[SignatureSet<'_, Possession>], &mut ChaCha20Rng) -> Result<(), Error>;

fn hold(signed: &[Signed], verify: Verify) -> bool {
    let sets: Vec<_> = signed.iter().map(set).collect();
    // Whoever times this wants the same work each time, and no forger is at hand.
    verify(&sets, &mut ChaCha20Rng::seed_from_u64(1)).is_ok()
}

/// The family of this name, on this thread or on those of rayon's pool.
pub(super) fn verify_family(batches: &[&[Case]], threads: bool) -> Prepared {
    let verify: Verify = if threads { parallel::verify_sets } else { verify_sets };
    let of_seed = |signer: &[u8], seed: &[u8]| {
        let key = SecretKey::from_bytes(&bls_seed(signer)?).ok()?;
        Some((key.public_key(), seed.to_vec(), key.sign(seed)))
    };
    let batch = |items: &&[Case]| {
        let good: Vec<_> =
            items.iter().map(|item| of_seed(item.first()?, &item[0])).collect::<Option<_>>()?;
        let mut bad: Vec<Signed> = good.clone();
        let (last, seed) = (bad.last_mut()?, &items.last()?[0]);
        last.2 = of_seed(&[0; 32], seed)?.2;
        Some((good, bad))
    };
    let cases: Vec<_> = batches.iter().map(batch).collect::<Option<_>>().ok_or(Refusal::Invalid)?;
    verdicts(cases, move |(good, _)| hold(good, verify), move |(_, bad)| hold(bad, verify))
}

fn proven(key: Result<PublicKey, Error>) -> Option<ProvenPublicKey> {
    key.ok().map(PublicKey::assume_possession_unchecked)
}

fn set((key, message, signature): &Signed) -> SignatureSet<'_, Possession> {
    SignatureSet { key: *key, message, signature: *signature }
}
