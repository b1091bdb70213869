//! zkcrypto's `bls12_381`.
//!
//! **Time.** The crate's own words: "All operations are constant time unless explicitly noted." So
//! fields, groups, hashing and pairing are [`Time::Constant`]; decoding, subgroup checks and
//! verification are [`Time::Variable`] for every implementation, since their inputs are public.
//! Cashu's blind, sign and unblind are constant in the scalar, the only secret there.
//!
//! **Not served.** Fp, Fp2 and Fp12 are private, and a Miller value cannot be made from
//! coefficients, so there are no operations on them and no final exponentiation alone. Bytes of a
//! pairing's value come from `Gt`'s `Display`, the one public view of its coefficients; anything
//! unexpected there is refused, never guessed.
//!
//! **Products of pairings** go through `multi_miller_loop`, which wants its G2 points prepared;
//! that is done on the clock.

use bls12_381::hash_to_curve::{ExpandMsgXmd, HashToCurve};
use bls12_381::{
    G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Gt, MillerLoopResult, Scalar,
    multi_miller_loop, pairing,
};
use peer_api::{
    About, Body, Case, Checks, Contract, Curve, Implementation, Operation, Refusal, Time,
};
use sha2_digest_0_10::Sha256;

use crate::bytes::{HASH_TO_G1_DST, HASH_TO_G2_DST, fixed, reversed};
use crate::{cashu, features};
use peer_api::body::{Prepared, chain, independent, iterate, parse, refusing, unparsed};

/// The version that the lock file holds; a test compares.
const VERSION: &str = "0.9.0";

/// Its resolved cargo features; a test compares with what cargo resolves for the workspace.
const FEATURES: &[&str] =
    &["alloc", "digest", "experimental", "group", "groups", "pairing", "pairings"];

/// zkcrypto.
pub(crate) struct Zkcrypto;

impl Implementation for Zkcrypto {
    fn about(&self) -> About {
        About {
            name: "zkcrypto",
            version: format!("bls12_381 {VERSION}"),
            features: features::list(FEATURES),
            flags: features::flags(),
            engine: "portable Rust".into(),
        }
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        if operation.curve() != Some(Curve::Bls12381) {
            return None;
        }
        let (_, verb) = operation.id.split_once('/')?;
        Some(match verb {
            "fr_mul" | "fr_sqr" | "fr_inv" | "g1_add" | "g1_double" | "g1_mul" | "g2_add"
            | "g2_double" | "g2_mul" | "miller_loop" | "pairing" | "multi_pairing_2"
            | "multi_pairing_8" => Contract::parsed(Time::Constant),
            "g1_subgroup_check" | "g2_subgroup_check" => Contract::parsed(Time::Variable),
            "g1_decode" | "g2_decode" => Contract::bytes(Checks::Subgroup, Time::Variable),
            "g1_decode_unchecked" | "g2_decode_unchecked" => {
                Contract::bytes(Checks::Curve, Time::Variable)
            }
            "hash_to_g1" | "hash_to_g2" | "blind" => Contract::bytes(Checks::None, Time::Constant),
            "sign" | "unblind" => Contract::bytes(Checks::SubgroupNoIdentity, Time::Constant),
            "verify" | "batch_verify_10_1" | "batch_verify_10_10" => {
                Contract::bytes(Checks::SubgroupNoIdentity, Time::Variable)
            }
            _ => return None,
        })
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        match operation.id {
            "bls12-381/fr_mul" => {
                chain(parse(pool, |[a, b]| Some((fr(a)?, fr(b)?)))?, |a, b| *a *= b, fr_bytes)
            }
            "bls12-381/fr_sqr" => iterate(parse(pool, |[a]| fr(a))?, |a| *a = a.square(), fr_bytes),
            "bls12-381/fr_inv" => independent(
                parse(pool, |[a]| fr(a))?,
                |a| a.invert().unwrap_or(Scalar::zero()),
                fr_bytes,
            ),

            "bls12-381/g1_add" => {
                let cases = parse(pool, |[a, b]| {
                    Some((G1Projective::from(g1(a)?), G1Projective::from(g1(b)?)))
                })?;
                chain(cases, |a, b| *a += b, g1_bytes)
            }
            "bls12-381/g1_double" => {
                let cases = parse(pool, |[a]| Some(G1Projective::from(g1(a)?)))?;
                iterate(cases, |a| *a = a.double(), g1_bytes)
            }
            "bls12-381/g1_mul" => {
                let cases = parse(pool, |[p, k]| Some((G1Projective::from(g1(p)?), fr(k)?)))?;
                independent(cases, |(point, scalar)| point * scalar, g1_bytes)
            }
            "bls12-381/g2_add" => {
                let cases = parse(pool, |[a, b]| {
                    Some((G2Projective::from(g2(a)?), G2Projective::from(g2(b)?)))
                })?;
                chain(cases, |a, b| *a += b, g2_bytes)
            }
            "bls12-381/g2_double" => {
                let cases = parse(pool, |[a]| Some(G2Projective::from(g2(a)?)))?;
                iterate(cases, |a| *a = a.double(), g2_bytes)
            }
            "bls12-381/g2_mul" => {
                let cases = parse(pool, |[p, k]| Some((G2Projective::from(g2(p)?), fr(k)?)))?;
                independent(cases, |(point, scalar)| point * scalar, g2_bytes)
            }

            "bls12-381/g1_subgroup_check" => {
                let cases = parse(pool, |[p]| {
                    Option::from(G1Affine::from_compressed_unchecked(fixed(p)?))
                })?;
                independent(cases, |point: &G1Affine| bool::from(point.is_torsion_free()), verdict)
            }
            "bls12-381/g2_subgroup_check" => {
                let cases = parse(pool, |[p]| {
                    Option::from(G2Affine::from_compressed_unchecked(fixed(p)?))
                })?;
                independent(cases, |point: &G2Affine| bool::from(point.is_torsion_free()), verdict)
            }
            "bls12-381/g1_decode" => {
                let cases = parse(pool, |[bytes]| Some(bytes.to_vec()))?;
                refusing(cases, |bytes| g1(bytes), |point| point.to_uncompressed().to_vec())
            }
            "bls12-381/g2_decode" => {
                let cases = parse(pool, |[bytes]| Some(bytes.to_vec()))?;
                refusing(cases, |bytes| g2(bytes), |point| point.to_uncompressed().to_vec())
            }
            "bls12-381/g1_decode_unchecked" => {
                let cases = parse(pool, |[bytes]| Some(bytes.to_vec()))?;
                let decode = |bytes: &Vec<u8>| -> Option<G1Affine> {
                    G1Affine::from_compressed_unchecked(fixed(bytes)?).into()
                };
                refusing(cases, decode, |point| point.to_uncompressed().to_vec())
            }
            "bls12-381/g2_decode_unchecked" => {
                let cases = parse(pool, |[bytes]| Some(bytes.to_vec()))?;
                let decode = |bytes: &Vec<u8>| -> Option<G2Affine> {
                    G2Affine::from_compressed_unchecked(fixed(bytes)?).into()
                };
                refusing(cases, decode, |point| point.to_uncompressed().to_vec())
            }
            "bls12-381/hash_to_g1" => {
                let cases = parse(pool, |[message]| Some(message.to_vec()))?;
                independent(cases, |message| hash_to_g1(message, HASH_TO_G1_DST), g1_bytes)
            }
            "bls12-381/hash_to_g2" => {
                let cases = parse(pool, |[message]| Some(message.to_vec()))?;
                independent(cases, |message| hash_to_g2(message, HASH_TO_G2_DST), g2_bytes)
            }

            "bls12-381/miller_loop" => {
                let cases = parse(pool, |[p, q]| Some((g1(p)?, g2(q)?)))?;
                let call = |(p, q): &(G1Affine, G2Affine)| {
                    multi_miller_loop(&[(p, &G2Prepared::from(*q))])
                };
                gt_result(independent(cases, call, |f| gt_bytes(&f.final_exponentiation())))
            }
            "bls12-381/pairing" => {
                let cases = parse(pool, |[p, q]| Some((g1(p)?, g2(q)?)))?;
                gt_result(independent(cases, |(p, q)| pairing(p, q), gt_bytes))
            }
            "bls12-381/multi_pairing_2" => multi_pairing::<4, 2>(pool),
            "bls12-381/multi_pairing_8" => multi_pairing::<16, 8>(pool),

            "cashu-v3/blind" => refusing(
                unparsed(operation, pool)?,
                |case| blind(&case[0], &case[1]),
                compressed_bytes,
            ),
            "cashu-v3/sign" => refusing(
                unparsed(operation, pool)?,
                |case| sign(&case[0], &case[1]),
                compressed_bytes,
            ),
            "cashu-v3/unblind" => refusing(
                unparsed(operation, pool)?,
                |case| unblind(&case[0], &case[1]),
                compressed_bytes,
            ),
            "cashu-v3/verify" => {
                let negated_generator = negated_g2_generator();
                let call =
                    move |case: &Case| verify(cashu::proofs(case).first()?, &negated_generator);
                refusing(unparsed(operation, pool)?, call, verdict)
            }
            "cashu-v3/batch_verify_10_1" | "cashu-v3/batch_verify_10_10" => {
                let negated_generator = negated_g2_generator();
                let call =
                    move |case: &Case| batch_verify(&cashu::proofs(case), &negated_generator);
                refusing(unparsed(operation, pool)?, call, verdict)
            }
            _ => Err(Refusal::Unsupported(format!("zkcrypto does not serve {}", operation.id))),
        }
    }
}

fn multi_pairing<const ARGS: usize, const PAIRS: usize>(pool: &[Case]) -> Prepared {
    let cases = parse(pool, |args: [&[u8]; ARGS]| {
        let mut pairs = [(G1Affine::identity(), G2Affine::identity()); PAIRS];
        for ([p, q], pair) in args.as_chunks::<2>().0.iter().zip(&mut pairs) {
            *pair = (g1(p)?, g2(q)?);
        }
        Some(pairs)
    })?;
    let call = |pairs: &[(G1Affine, G2Affine); PAIRS]| {
        let prepared = pairs.map(|(_, q)| G2Prepared::from(q));
        let terms: [_; PAIRS] = std::array::from_fn(|index| (&pairs[index].0, &prepared[index]));
        multi_miller_loop(&terms).final_exponentiation()
    };
    gt_result(independent(cases, call, gt_bytes))
}

/// An operation whose answer is read out of `Gt`'s text: no bytes means that the text was not
/// understood.
fn gt_result(prepared: Prepared) -> Prepared {
    struct Read(Box<dyn Body>);

    impl Body for Read {
        fn run(&mut self, calls: u32) {
            self.0.run(calls);
        }

        fn answer(&mut self, index: usize) -> Result<Vec<u8>, Refusal> {
            let bytes = self.0.answer(index)?;
            if bytes.is_empty() {
                return Err(Refusal::Unsupported(
                    "the text form of zkcrypto's Gt is not the known one".into(),
                ));
            }
            Ok(bytes)
        }
    }

    Ok(Box::new(Read(prepared?)))
}

/// The coefficients of a pairing's value, out of its text `Gt(c0 + (c1)*w)`, where c0 and c1 are
/// `a + (b)*v + (c)*v^2` and a, b, c are `x + y*u` with x and y of 96 hexadecimal digits. Empty
/// where the text is anything else.
fn gt_bytes(value: &Gt) -> Vec<u8> {
    let text = value.to_string();
    let coefficients: Option<Vec<[u8; 48]>> =
        text.split("0x").skip(1).map(|rest| hex48(rest.get(..96)?)).collect();
    let Some(coefficients) = coefficients.filter(|coefficients| coefficients.len() == 12) else {
        return Vec::new();
    };
    // The digits were taken by their order; the text around them must be the one in which that
    // order means the tower's.
    let shape: String = text
        .split("0x")
        .enumerate()
        .map(|(part, rest)| &rest[if part == 0 { 0 } else { 96 }..])
        .collect();
    let fp6 = " + *u + ( + *u)*v + ( + *u)*v^2";
    let known = [format!("{fp6} + ({fp6})*w"), format!("Gt({fp6} + ({fp6})*w)")];
    if known.contains(&shape) { coefficients.concat() } else { Vec::new() }
}

fn hex48(digits: &str) -> Option<[u8; 48]> {
    let mut out = [0; 48];
    for (byte, pair) in out.iter_mut().zip(digits.as_bytes().as_chunks::<2>().0) {
        *byte = u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(out)
}

// Canonical bytes to the library's values and back.

fn fr(bytes: &[u8]) -> Option<Scalar> {
    Scalar::from_bytes(&reversed(*fixed(bytes)?)).into()
}

fn g1(bytes: &[u8]) -> Option<G1Affine> {
    G1Affine::from_compressed(fixed(bytes)?).into()
}

fn g2(bytes: &[u8]) -> Option<G2Affine> {
    G2Affine::from_compressed(fixed(bytes)?).into()
}

fn fr_bytes(a: &Scalar) -> Vec<u8> {
    reversed(a.to_bytes()).to_vec()
}

fn g1_bytes(point: &G1Projective) -> Vec<u8> {
    compressed(point).to_vec()
}

fn g2_bytes(point: &G2Projective) -> Vec<u8> {
    G2Affine::from(point).to_compressed().to_vec()
}

fn compressed_bytes(point: &[u8; 48]) -> Vec<u8> {
    point.to_vec()
}

fn verdict(verdict: &bool) -> Vec<u8> {
    vec![u8::from(*verdict)]
}

fn hash_to_g1(message: &[u8], dst: &[u8]) -> G1Projective {
    <G1Projective as HashToCurve<ExpandMsgXmd<Sha256>>>::hash_to_curve([message], dst)
}

fn hash_to_g2(message: &[u8], dst: &[u8]) -> G2Projective {
    <G2Projective as HashToCurve<ExpandMsgXmd<Sha256>>>::hash_to_curve([message], dst)
}

// Cashu NUT-00 v3.

/// A point of the protocol: in the subgroup, and not the identity.
fn cashu_g1(bytes: &[u8]) -> Option<G1Affine> {
    g1(bytes).filter(|point| !bool::from(point.is_identity()))
}

/// A mint's key: in the subgroup, and not the identity.
fn cashu_g2(bytes: &[u8]) -> Option<G2Affine> {
    g2(bytes).filter(|point| !bool::from(point.is_identity()))
}

/// A scalar from 1 to r − 1.
fn nonzero_scalar(bytes: &[u8]) -> Option<Scalar> {
    fr(bytes).filter(|scalar| *scalar != Scalar::zero())
}

fn compressed(point: &G1Projective) -> [u8; 48] {
    G1Affine::from(point).to_compressed()
}

/// −G2, a constant of the protocol, with its lines; a user prepares it once.
fn negated_g2_generator() -> G2Prepared {
    G2Prepared::from(-G2Affine::generator())
}

fn blind(secret: &[u8], r: &[u8]) -> Option<[u8; 48]> {
    Some(compressed(&(hash_to_g1(secret, cashu::HASH_DST) * nonzero_scalar(r)?)))
}

fn sign(blinded: &[u8], a: &[u8]) -> Option<[u8; 48]> {
    Some(compressed(&(cashu_g1(blinded)? * nonzero_scalar(a)?)))
}

fn unblind(blind_signature: &[u8], r: &[u8]) -> Option<[u8; 48]> {
    let inverse = Option::<Scalar>::from(nonzero_scalar(r)?.invert())?;
    Some(compressed(&(cashu_g1(blind_signature)? * inverse)))
}

fn is_one(f: MillerLoopResult) -> bool {
    f.final_exponentiation() == Gt::identity()
}

fn verify(proof: &cashu::Proof<'_>, negated_generator: &G2Prepared) -> Option<bool> {
    let (c, k) = (cashu_g1(proof.c)?, cashu_g2(proof.k)?);
    let y = G1Affine::from(hash_to_g1(proof.secret, cashu::HASH_DST));
    Some(is_one(multi_miller_loop(&[(&c, negated_generator), (&y, &k.into())])))
}

fn batch_verify(proofs: &[cashu::Proof<'_>], negated_generator: &G2Prepared) -> Option<bool> {
    let (keys, key_of) = cashu::keys(proofs);
    let qs = keys
        .into_iter()
        .map(|key| cashu_g2(key).map(G2Prepared::from))
        .collect::<Option<Vec<_>>>()?;
    let cs = proofs.iter().map(|proof| cashu_g1(proof.c)).collect::<Option<Vec<_>>>()?;
    let weights =
        cashu::weights(proofs).iter().map(|weight| fr(weight)).collect::<Option<Vec<_>>>()?;

    // The library has no multi-scalar multiplication: a sum of products is what its user writes.
    let mut sums = vec![G1Projective::identity(); 1 + qs.len()];
    for (((proof, c), weight), key) in proofs.iter().zip(cs).zip(weights).zip(key_of) {
        sums[0] += c * weight;
        sums[1 + key] += hash_to_g1(proof.secret, cashu::HASH_DST) * weight;
    }
    let mut ps = vec![G1Affine::identity(); sums.len()];
    G1Projective::batch_normalize(&sums, &mut ps);
    let terms: Vec<_> = ps.iter().zip(std::iter::once(negated_generator).chain(&qs)).collect();
    Some(is_one(multi_miller_loop(&terms)))
}
