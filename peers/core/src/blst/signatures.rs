//! BLS signatures with keys in G1, as blst's users call it: one signature or an aggregate by
//! [`Pairing::aggregate`], sets by [`Pairing::mul_n_aggregate`] with weights of 64 bits. `min_pk`
//! verifies in a pool of threads, so it stands only where all threads are asked for.

use super::*;
use blst::min_pk::{PublicKey, Signature};
use peer_api::body::verdicts;
use peer_api::families::ONE_MESSAGE;
use peer_api::pin::unpinned;

/// The tag of the suite whose keys have proved possession.
const DST: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

/// As [`DST`], with keys in G2.
pub(super) const MIN_SIG_DST: &[u8] = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_";

pub(super) fn contract(verb: &str) -> Option<Contract> {
    if let Some(alone) = verb.strip_suffix("_parallel") {
        return alone.starts_with("bls_batch_verify_").then_some(Contract::parsed(Time::Variable));
    }
    Some(match verb {
        "bls_public_key" | "bls_sign" | "bls_min_sig_sign" => Contract::parsed(Time::Constant),
        "bls_verify" | "bls_fast_aggregate_verify_128_bytes" => {
            Contract::bytes(Checks::SubgroupNoIdentity, Time::Variable)
        }
        "bls_verify_parsed"
        | "bls_verify_parsed_6"
        | "bls_verify_parsed_60"
        | "bls_verify_parsed_180"
        | "bls_min_sig_verify_parsed"
        | "bls_fast_aggregate_verify_128"
        | "bls_batch_verify_6"
        | "bls_batch_verify_60"
        | "bls_batch_verify_180"
        | "bls_votes_32_on_1"
        | "bls_votes_256_on_4"
        | "bls_votes_2000_on_8" => Contract::parsed(Time::Variable),
        _ => return None,
    })
}

pub(super) fn prepare(operation: &Operation, pool: &[Case]) -> Prepared {
    if let Some(alone) = operation.alone() {
        return verify_sets_on_all_threads(alone, pool);
    }
    match operation.id {
        "bls12-381/bls_public_key" => {
            independent(parse(pool, |[key]| nonzero_scalar(key))?, public_key, |key| {
                p1_compress(&p1_from_affine(key)).to_vec()
            })
        }
        "bls12-381/bls_sign" => {
            let cases =
                parse(pool, |[key, message]| Some((nonzero_scalar(key)?, message.to_vec())))?;
            independent(
                cases,
                |(key, message)| sign(key, message),
                |signature| p2_compress(&p2_from_affine(signature)).to_vec(),
            )
        }
        "bls12-381/bls_verify" => refusing(
            unparsed(operation, pool)?,
            |case| Some(verify(&cashu_g1(&case[0])?, &case[1], &g2(&case[2])?)),
            verdict,
        ),
        "bls12-381/bls_verify_parsed" => {
            let cases = parse(pool, |[key, message, signature]| {
                Some((cashu_g1(key)?, message.to_vec(), g2(signature)?))
            })?;
            independent(cases, |(key, message, signature)| verify(key, message, signature), verdict)
        }
        "bls12-381/bls_verify_parsed_6"
        | "bls12-381/bls_verify_parsed_60"
        | "bls12-381/bls_verify_parsed_180" => {
            let cases = parse_each(operation, pool, |[key, message, signature]| {
                Some((cashu_g1(key)?, message.to_vec(), g2(signature)?))
            })?;
            one_by_one(cases, |(key, message, signature)| verify(key, message, signature), verdict)
        }
        "bls12-381/bls_min_sig_sign" => {
            let cases =
                parse(pool, |[key, message]| Some((nonzero_scalar(key)?, message.to_vec())))?;
            independent(
                cases,
                |(key, message)| sign_in_g1(key, message),
                |signature| p1_compress(&p1_from_affine(signature)).to_vec(),
            )
        }
        "bls12-381/bls_min_sig_verify_parsed" => {
            let cases = parse(pool, |[key, message, signature]| {
                let key = g2(key).filter(|key| !p2_is_identity(key))?;
                Some((key, message.to_vec(), g1(signature)?))
            })?;
            independent(
                cases,
                |(key, message, signature)| verify_in_g1(key, message, signature),
                verdict,
            )
        }
        "bls12-381/bls_fast_aggregate_verify_128" => {
            let cases = parse_all(operation, pool, |args| {
                let (keys, rest) = args.split_at(128);
                let keys = keys.iter().map(|key| cashu_g1(key)).collect::<Option<Vec<_>>>()?;
                Some((keys, rest[0].to_vec(), g2(&rest[1])?))
            })?;
            independent(
                cases,
                |(keys, message, signature)| verify_aggregate(keys, message, signature),
                verdict,
            )
        }
        "bls12-381/bls_fast_aggregate_verify_128_bytes" => refusing(
            unparsed(operation, pool)?,
            |case| {
                let (keys, rest) = case.split_at(128);
                let keys = keys.iter().map(|key| cashu_g1(key)).collect::<Option<Vec<_>>>()?;
                Some(verify_aggregate(&keys, &rest[0], &g2(&rest[1])?))
            },
            verdict,
        ),
        "bls12-381/bls_batch_verify_6"
        | "bls12-381/bls_batch_verify_60"
        | "bls12-381/bls_batch_verify_180"
        | "bls12-381/bls_votes_32_on_1"
        | "bls12-381/bls_votes_256_on_4"
        | "bls12-381/bls_votes_2000_on_8" => {
            let cases = parse_sets(operation, pool)?;
            let weights = weights(operation.args.len());
            independent(cases, move |sets| verify_sets(sets, &weights), verdict)
        }
        _ => Err(Refusal::Unsupported(format!("blst does not serve {}", operation.id))),
    }
}

fn public_key(key: &blst_scalar) -> blst_p1_affine {
    let mut out = blst_p1_affine::default();
    // SAFETY: both pointers are valid; a null pointer says that the bytes are not wanted.
    unsafe { blst_sk_to_pk2_in_g1(std::ptr::null_mut(), &mut out, key) };
    out
}

fn sign(key: &blst_scalar, message: &[u8]) -> blst_p2_affine {
    let (hash, mut out) = (hash_to_g2(message, DST), blst_p2_affine::default());
    // SAFETY: as in `public_key`.
    unsafe { blst_sign_pk2_in_g1(std::ptr::null_mut(), &mut out, &hash, key) };
    out
}

fn sign_in_g1(key: &blst_scalar, message: &[u8]) -> blst_p1_affine {
    let (hash, mut out) = (hash_to_g1(message, MIN_SIG_DST), blst_p1_affine::default());
    // SAFETY: as in `public_key`.
    unsafe { blst_sign_pk2_in_g2(std::ptr::null_mut(), &mut out, &hash, key) };
    out
}

/// A signature in G1, compressed; of a key from 1 to r − 1.
pub(crate) fn signature_in_g1(key: &[u8], message: &[u8]) -> Option<[u8; 48]> {
    Some(p1_compress(&p1_from_affine(&sign_in_g1(&nonzero_scalar(key)?, message))))
}

/// A signature, compressed; of a key from 1 to r − 1.
pub(crate) fn signature(key: &[u8], message: &[u8]) -> Option<[u8; 96]> {
    Some(p2_compress(&p2_from_affine(&sign(&nonzero_scalar(key)?, message))))
}

/// Signatures of several keys on one message, added and compressed.
pub(crate) fn aggregate(keys: &[[u8; 32]], message: &[u8]) -> Option<[u8; 96]> {
    let mut sum = blst_p2::default();
    for key in keys {
        p2_add(&mut sum, &p2_from_affine(&sign(&nonzero_scalar(key)?, message)));
    }
    Some(p2_compress(&sum))
}

fn verify(key: &blst_p1_affine, message: &[u8], signature: &blst_p2_affine) -> bool {
    let mut pairing = Pairing::new(true, DST);
    pairing.aggregate(key, false, signature, false, message, &[]) == BLST_ERROR::BLST_SUCCESS && {
        pairing.commit();
        pairing.finalverify(None)
    }
}

/// As [`verify`], of a key in G2: `aggregate` goes by the key's type.
pub(super) fn verify_in_g1(
    key: &blst_p2_affine,
    message: &[u8],
    signature: &blst_p1_affine,
) -> bool {
    let mut pairing = Pairing::new(true, MIN_SIG_DST);
    pairing.aggregate(key, false, signature, false, message, &[]) == BLST_ERROR::BLST_SUCCESS && {
        pairing.commit();
        pairing.finalverify(None)
    }
}

fn verify_aggregate(keys: &[blst_p1_affine], message: &[u8], signature: &blst_p2_affine) -> bool {
    // By batches of affine additions: faster than what `AggregatePublicKey::aggregate` does, one
    // key after the other.
    let sum = p1_to_affine(&p1_sum(keys));
    !p1_is_identity(&sum) && verify(&sum, message, signature)
}

/// The signatures of many on [`ONE_MESSAGE`], and one sum that does not hold.
pub(super) struct OneMessage {
    keys: Vec<blst_p1_affine>,
    good: blst_p2_affine,
    bad: blst_p2_affine,
}

impl OneMessage {
    /// The last signature of the bad sum is by `wrong`.
    pub(super) fn new(keys: &[blst_scalar], wrong: &blst_scalar) -> Option<Self> {
        let (last, rest) = keys.split_last()?;
        let sum = |last: &blst_scalar| {
            let mut sum = p2_from_affine(&sign(last, ONE_MESSAGE));
            rest.iter().for_each(|key| p2_add(&mut sum, &p2_from_affine(&sign(key, ONE_MESSAGE))));
            g2(&p2_compress(&sum))
        };
        Some(Self {
            keys: keys.iter().map(public_key).collect(),
            good: sum(last)?,
            bad: sum(wrong)?,
        })
    }

    fn holds(&self, signature: &blst_p2_affine) -> bool {
        verify_aggregate(&self.keys, ONE_MESSAGE, signature)
    }
}

pub(super) fn one_message(cases: Vec<OneMessage>) -> Prepared {
    verdicts(cases, |case| case.holds(&case.good), |case| case.holds(&case.bad))
}

/// Key, message, signature.
type Set = (blst_p1_affine, Vec<u8>, blst_p2_affine);

/// Sets, and a signature of the last one's message by another key.
pub(super) struct Sets {
    good: Vec<Set>,
    bad: blst_p2_affine,
    weights: Vec<[u8; 8]>,
}

impl Sets {
    /// Of secret keys and what they sign, one at least; the other key signs too.
    pub(super) fn new(signers: &[(blst_scalar, Vec<u8>)], other: &blst_scalar) -> Option<Self> {
        let set = |(key, message): &(blst_scalar, Vec<u8>)| {
            (public_key(key), message.clone(), sign(key, message))
        };
        let bad = sign(other, &signers.last()?.1);
        Some(Self { good: signers.iter().map(set).collect(), bad, weights: weights(signers.len()) })
    }

    fn bad_hold(&self) -> bool {
        let mut sets = self.good.clone();
        let Some(last) = sets.last_mut() else { return false };
        last.2 = self.bad;
        verify_sets(&sets, &self.weights)
    }
}

pub(super) fn sets(cases: Vec<Sets>) -> Prepared {
    verdicts(cases, |case| verify_sets(&case.good, &case.weights), Sets::bad_hold)
}

/// What a caller draws at random, drawn before: any numbers that are not zero do for timing.
fn weights(count: usize) -> Vec<[u8; 8]> {
    let weight = |i: usize| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes();
    (0..count).map(weight).collect()
}

fn parse_sets(operation: &Operation, pool: &[Case]) -> Result<Vec<Vec<Set>>, Refusal> {
    parse_all(operation, pool, |args| {
        let set = |[key, message, signature]: &[Vec<u8>; 3]| {
            Some((cashu_g1(key)?, message.to_vec(), g2(signature)?))
        };
        args.as_chunks::<3>().0.iter().map(set).collect()
    })
}

/// By the function of `min_pk` and its pool, which has a thread for each CPU that the thread has
/// that asks for it first.
fn verify_sets_on_all_threads(operation: &Operation, pool: &[Case]) -> Prepared {
    let cases: Vec<_> = parse_sets(operation, pool)?.into_iter().map(Parsed::new).collect();
    if let Some(first) = cases.first() {
        unpinned(|| first.hold());
    }
    independent(cases, Parsed::hold, verdict)
}

/// Sets as `min_pk` has them.
struct Parsed {
    keys: Vec<PublicKey>,
    messages: Vec<Vec<u8>>,
    signatures: Vec<Signature>,
    weights: Vec<blst_scalar>,
}

impl Parsed {
    fn new(sets: Vec<Set>) -> Self {
        let weight = |bytes: [u8; 8]| {
            let mut weight = blst_scalar::default();
            weight.b[..8].copy_from_slice(&bytes);
            weight
        };
        let weights = weights(sets.len()).into_iter().map(weight).collect();
        let (mut keys, mut messages, mut signatures) = (Vec::new(), Vec::new(), Vec::new());
        for (key, message, signature) in sets {
            keys.push(PublicKey::from(key));
            messages.push(message);
            signatures.push(Signature::from(signature));
        }
        Self { keys, messages, signatures, weights }
    }

    fn hold(&self) -> bool {
        let messages: Vec<&[u8]> = self.messages.iter().map(Vec::as_slice).collect();
        let keys: Vec<&PublicKey> = self.keys.iter().collect();
        let signatures: Vec<&Signature> = self.signatures.iter().collect();
        let weights = &self.weights;
        Signature::verify_multiple_aggregate_signatures(
            &messages,
            DST,
            &keys,
            false,
            &signatures,
            false,
            weights,
            64,
        ) == BLST_ERROR::BLST_SUCCESS
    }
}

fn verify_sets(sets: &[Set], weights: &[[u8; 8]]) -> bool {
    let mut pairing = Pairing::new(true, DST);
    for ((key, message, signature), weight) in sets.iter().zip(weights) {
        let taken = pairing.mul_n_aggregate(key, false, signature, false, weight, 64, message, &[]);
        if taken != BLST_ERROR::BLST_SUCCESS {
            return false;
        }
    }
    pairing.commit();
    pairing.finalverify(None)
}
