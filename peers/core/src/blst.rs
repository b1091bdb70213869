//! blst through its raw functions.
//!
//! **Time.** blst's authors write the field operations, the group law (`add_or_double`, `double`),
//! `mult` (`ec_mult.h`: "constant-time subroutines"), hashing and pairing for constant time, and
//! mark what is not, so those are [`Time::Constant`]; the inversion branches only where its own
//! result turns out wrong. Decoding, subgroup checks and verification are [`Time::Variable`] for
//! every implementation, since their inputs are public and nobody claims more. Cashu's blind, sign
//! and unblind are constant in the scalar, which is the only secret there.
//!
//! **Build.** Without the `portable` feature, blst's build script asks the building machine for ADX
//! (or obeys the target features where a `target-cpu=` is given) and links one variant of the
//! assembly; nothing is chosen at run time.
//!
//! **Identity.** `blst_miller_loop` treats it, `blst_miller_loop_n` does not (the line through a G2
//! identity is zero), so pairs with an identity are left out here, as a user must.

mod boundary;
pub(crate) mod families;
pub(crate) mod sha256;
pub(crate) mod signatures;
pub(crate) mod threshold;
mod v3;
mod values;

pub(crate) use boundary::*;
pub(crate) use v3::*;
pub(crate) use values::*;

use ::blst::*;
use peer_api::families::Family;
use peer_api::{About, Case, Checks, Contract, Curve, Implementation, Operation, Refusal, Time};

use crate::bytes::{HASH_TO_G1_DST, HASH_TO_G2_DST, below_p, below_r, fixed, parts, reversed};
use crate::{cashu, features};
use peer_api::body::{
    Prepared, chain, independent, iterate, one_by_one, parse, parse_all, parse_each, refusing,
    unparsed,
};

/// The version that the lock file holds; a test compares.
const VERSION: &str = "0.3.17";

/// Its resolved cargo features; a test compares with what cargo resolves for the workspace.
const FEATURES: &[&str] = &[];

/// The bits of a scalar below r.
const SCALAR_BITS: usize = 255;

/// blst.
pub(crate) struct Blst;

impl Implementation for Blst {
    fn about(&self) -> About {
        About {
            name: "blst",
            version: format!("blst {VERSION}"),
            features: features::list(FEATURES),
            flags: features::flags(),
            engine: env!("PEER_CORE_BLST_ENGINE").into(),
        }
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        if operation.curve() != Some(Curve::Bls12381) {
            return None;
        }
        let (_, verb) = operation.id.split_once('/')?;
        Some(match verb {
            "fp_mul"
            | "fp_sqr"
            | "fp_inv"
            | "fr_mul"
            | "fr_sqr"
            | "fr_inv"
            | "fr_mul_1024"
            | "fp2_mul"
            | "fp2_sqr"
            | "fp2_inv"
            | "fp12_mul"
            | "fp12_sqr"
            | "fp12_inv"
            | "fp12_cyclotomic_sqr"
            | "g1_add"
            | "g1_double"
            | "g1_mul"
            | "g1_mul_64"
            | "g2_add"
            | "g2_double"
            | "g2_mul"
            | "miller_loop"
            | "final_exp"
            | "pairing"
            | "pairing_64"
            | "multi_pairing_2"
            | "multi_pairing_8"
            | "multi_pairing_128" => Contract::parsed(Time::Constant),
            // There is nothing faster for public values than the constant-time multiplication.
            "g1_mul_vartime" | "g1_mul_vartime_64" => Contract::parsed(Time::Variable),
            "g1_subgroup_check" | "g2_subgroup_check" | "g1_sum_128" | "g1_msm_fixed_4096"
            | "g1_msm_64" | "g1_msm_1024" | "g2_msm_64" | "g2_msm_1024" => {
                Contract::parsed(Time::Variable)
            }
            "g1_decode" | "g2_decode" | "g1_decode_64" | "g2_decode_64" => {
                Contract::bytes(Checks::Subgroup, Time::Variable)
            }
            "g1_decode_unchecked" | "g2_decode_unchecked" => {
                Contract::bytes(Checks::Curve, Time::Variable)
            }
            "hash_to_g1" | "hash_to_g2" | "hash_to_g1_64" | "hash_to_g2_64" | "blind" => {
                Contract::bytes(Checks::None, Time::Constant)
            }
            "sign" | "sign_64" | "unblind" => {
                Contract::bytes(Checks::SubgroupNoIdentity, Time::Constant)
            }
            "verify" | "batch_verify_10_1" | "batch_verify_10_10" => {
                Contract::bytes(Checks::SubgroupNoIdentity, Time::Variable)
            }
            _ if verb.starts_with("bls_threshold_") => return threshold::contract(verb),
            _ => return signatures::contract(verb),
        })
    }

    fn family_contract(&self, family: &Family) -> Option<Contract> {
        families::contract(family)
    }

    fn prepare_family(&self, family: &Family, batches: &[&[Case]]) -> Prepared {
        families::prepare(family, batches)
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        match operation.id {
            "bls12-381/fp_mul" => {
                chain(parse(pool, |[a, b]| Some((fp(a)?, fp(b)?)))?, fp_mul, fp_bytes)
            }
            "bls12-381/fp_sqr" => iterate(parse(pool, |[a]| fp(a))?, fp_sqr, fp_bytes),
            "bls12-381/fp_inv" => independent(parse(pool, |[a]| fp(a))?, fp_inv, fp_bytes),
            "bls12-381/fr_mul" => {
                chain(parse(pool, |[a, b]| Some((fr(a)?, fr(b)?)))?, fr_mul, fr_bytes)
            }
            "bls12-381/fr_sqr" => iterate(parse(pool, |[a]| fr(a))?, fr_sqr, fr_bytes),
            "bls12-381/fr_inv" => independent(parse(pool, |[a]| fr(a))?, fr_inv, fr_bytes),
            "bls12-381/fp2_mul" => {
                chain(parse(pool, |[a, b]| Some((fp2(a)?, fp2(b)?)))?, fp2_mul, fp2_bytes)
            }
            "bls12-381/fp2_sqr" => iterate(parse(pool, |[a]| fp2(a))?, fp2_sqr, fp2_bytes),
            "bls12-381/fp2_inv" => independent(parse(pool, |[a]| fp2(a))?, fp2_inv, fp2_bytes),
            "bls12-381/fp12_mul" => {
                chain(parse(pool, |[a, b]| Some((fp12(a)?, fp12(b)?)))?, fp12_mul, fp12_bytes)
            }
            "bls12-381/fp12_sqr" => iterate(parse(pool, |[a]| fp12(a))?, fp12_sqr, fp12_bytes),
            "bls12-381/fp12_inv" => independent(parse(pool, |[a]| fp12(a))?, fp12_inv, fp12_bytes),
            "bls12-381/fp12_cyclotomic_sqr" => {
                iterate(parse(pool, |[a]| fp12(a))?, fp12_cyclotomic_sqr, fp12_bytes)
            }

            "bls12-381/g1_add" => chain(
                parse(pool, |[a, b]| Some((g1_jacobian(a)?, g1_jacobian(b)?)))?,
                p1_add,
                p1_bytes,
            ),
            "bls12-381/g1_double" => {
                iterate(parse(pool, |[a]| g1_jacobian(a))?, p1_double, p1_bytes)
            }
            "bls12-381/g1_mul" | "bls12-381/g1_mul_vartime" => {
                let cases = parse(pool, |[p, k]| Some((g1_jacobian(p)?, scalar(k)?)))?;
                independent(cases, |(point, scalar)| p1_mul(point, scalar), p1_bytes)
            }
            "bls12-381/g2_add" => chain(
                parse(pool, |[a, b]| Some((g2_jacobian(a)?, g2_jacobian(b)?)))?,
                p2_add,
                p2_bytes,
            ),
            "bls12-381/g2_double" => {
                iterate(parse(pool, |[a]| g2_jacobian(a))?, p2_double, p2_bytes)
            }
            "bls12-381/g2_mul" => {
                let cases = parse(pool, |[p, k]| Some((g2_jacobian(p)?, scalar(k)?)))?;
                independent(cases, |(point, scalar)| p2_mul(point, scalar), p2_bytes)
            }

            "bls12-381/g1_subgroup_check" => {
                independent(parse(pool, |[p]| g1_on_curve(p))?, p1_in_subgroup, verdict)
            }
            "bls12-381/g2_subgroup_check" => {
                independent(parse(pool, |[p]| g2_on_curve(p))?, p2_in_subgroup, verdict)
            }
            "bls12-381/g1_decode" => {
                let cases = parse(pool, |[bytes]| Some(bytes.to_vec()))?;
                refusing(cases, |bytes| g1(bytes), g1_uncompressed)
            }
            "bls12-381/g2_decode" => {
                let cases = parse(pool, |[bytes]| Some(bytes.to_vec()))?;
                refusing(cases, |bytes| g2(bytes), g2_uncompressed)
            }
            "bls12-381/g1_decode_unchecked" => {
                let cases = parse(pool, |[bytes]| Some(bytes.to_vec()))?;
                refusing(cases, |bytes| g1_on_curve(bytes), g1_uncompressed)
            }
            "bls12-381/g2_decode_unchecked" => {
                let cases = parse(pool, |[bytes]| Some(bytes.to_vec()))?;
                refusing(cases, |bytes| g2_on_curve(bytes), g2_uncompressed)
            }
            "bls12-381/hash_to_g1" => {
                let cases = parse(pool, |[message]| Some(message.to_vec()))?;
                independent(cases, |message| hash_to_g1(message, HASH_TO_G1_DST), p1_bytes)
            }
            "bls12-381/hash_to_g2" => {
                let cases = parse(pool, |[message]| Some(message.to_vec()))?;
                independent(cases, |message| hash_to_g2(message, HASH_TO_G2_DST), p2_bytes)
            }

            "bls12-381/miller_loop" => {
                let cases = parse(pool, |[p, q]| Some((g1(p)?, g2(q)?)))?;
                independent(cases, |(p, q)| miller_loop(p, q), |f| fp12_bytes(&final_exp(f)))
            }
            "bls12-381/final_exp" => {
                independent(parse(pool, |[f]| fp12(f))?, final_exp, fp12_bytes)
            }
            "bls12-381/pairing" => {
                let cases = parse(pool, |[p, q]| Some((g1(p)?, g2(q)?)))?;
                independent(cases, |(p, q)| final_exp(&miller_loop(p, q)), fp12_bytes)
            }
            "bls12-381/multi_pairing_2" => multi_pairing::<4, 2>(pool),
            "bls12-381/multi_pairing_8" => multi_pairing::<16, 8>(pool),
            "bls12-381/multi_pairing_128" => multi_pairing::<256, 128>(pool),
            "bls12-381/fr_mul_1024" => {
                let product = |(a, b): &(blst_fr, blst_fr)| {
                    let mut product = *a;
                    fr_mul(&mut product, b);
                    product
                };
                one_by_one(
                    parse_each(operation, pool, |[a, b]| Some((fr(a)?, fr(b)?)))?,
                    product,
                    fr_bytes,
                )
            }
            "bls12-381/pairing_64" => {
                let cases = parse_each(operation, pool, |[p, q]| Some((g1(p)?, g2(q)?)))?;
                one_by_one(cases, |(p, q)| final_exp(&miller_loop(p, q)), fp12_bytes)
            }
            "bls12-381/g1_decode_64" => decode_many(operation, pool, g1, g1_uncompressed),
            "bls12-381/g2_decode_64" => decode_many(operation, pool, g2, g2_uncompressed),
            "bls12-381/hash_to_g1_64" => {
                hash_many(operation, pool, hash_to_g1, HASH_TO_G1_DST, p1_bytes)
            }
            "bls12-381/hash_to_g2_64" => {
                hash_many(operation, pool, hash_to_g2, HASH_TO_G2_DST, p2_bytes)
            }
            "bls12-381/g1_mul_64" | "bls12-381/g1_mul_vartime_64" => {
                let cases =
                    parse_each(operation, pool, |[p, k]| Some((g1_jacobian(p)?, scalar(k)?)))?;
                one_by_one(cases, |(point, scalar)| p1_mul(point, scalar), p1_bytes)
            }
            "bls12-381/g1_sum_128" => {
                let cases = parse(pool, |args: [&[u8]; 128]| {
                    args.into_iter().map(g1).collect::<Option<Vec<_>>>()
                })?;
                independent(cases, |points| p1_sum(points), p1_bytes)
            }
            "bls12-381/g1_msm_64" | "bls12-381/g1_msm_fixed_4096" => {
                msm(operation, pool, g1, p1_sum_of_multiples, p1_bytes)
            }
            "bls12-381/g1_msm_1024" => msm(operation, pool, g1, p1_sum_of_multiples, p1_bytes),
            "bls12-381/g2_msm_64" => msm(operation, pool, g2, p2_sum_of_multiples, p2_bytes),
            "bls12-381/g2_msm_1024" => msm(operation, pool, g2, p2_sum_of_multiples, p2_bytes),

            "cashu-v3/blind" => refusing(
                unparsed(operation, pool)?,
                |case| blind(&case[0], &case[1]),
                |point: &[u8; 48]| point.to_vec(),
            ),
            "cashu-v3/sign" => refusing(
                unparsed(operation, pool)?,
                |case| sign(&case[0], &case[1]),
                |point: &[u8; 48]| point.to_vec(),
            ),
            "cashu-v3/sign_64" => {
                let all = |case: &Case| {
                    case.as_chunks::<2>()
                        .0
                        .iter()
                        .map(|[b, a]| sign(b, a))
                        .collect::<Option<Vec<_>>>()
                };
                refusing(unparsed(operation, pool)?, all, |points| points.concat())
            }
            "cashu-v3/unblind" => refusing(
                unparsed(operation, pool)?,
                |case| unblind(&case[0], &case[1]),
                |point: &[u8; 48]| point.to_vec(),
            ),
            "cashu-v3/verify" => refusing(
                unparsed(operation, pool)?,
                |case| verify(cashu::proofs(case).first()?),
                verdict,
            ),
            "cashu-v3/batch_verify_10_1" | "cashu-v3/batch_verify_10_10" => refusing(
                unparsed(operation, pool)?,
                |case| batch_verify(&cashu::proofs(case)),
                verdict,
            ),
            _ if operation.id.contains("/bls_threshold_") => threshold::prepare(operation, pool),
            _ => signatures::prepare(operation, pool),
        }
    }
}

fn multi_pairing<const ARGS: usize, const PAIRS: usize>(pool: &[Case]) -> Prepared {
    let cases = parse(pool, |args: [&[u8]; ARGS]| {
        let mut ps = [blst_p1_affine::default(); PAIRS];
        let mut qs = [blst_p2_affine::default(); PAIRS];
        for (([p, q], p_slot), q_slot) in args.as_chunks::<2>().0.iter().zip(&mut ps).zip(&mut qs) {
            (*p_slot, *q_slot) = (g1(p)?, g2(q)?);
        }
        Some((ps, qs))
    })?;
    independent(cases, |(ps, qs)| final_exp(&multi_miller_loop(ps, qs)), fp12_bytes)
}

fn decode_many<P: 'static>(
    operation: &Operation,
    pool: &[Case],
    decode: fn(&[u8]) -> Option<P>,
    bytes: fn(&P) -> Vec<u8>,
) -> Prepared {
    let all = move |encodings: &Case| {
        encodings.iter().map(|bytes| decode(bytes)).collect::<Option<Vec<P>>>()
    };
    refusing(unparsed(operation, pool)?, all, move |points| points.iter().flat_map(bytes).collect())
}

fn hash_many<P: 'static>(
    operation: &Operation,
    pool: &[Case],
    hash: fn(&[u8], &[u8]) -> P,
    dst: &'static [u8],
    bytes: fn(&P) -> Vec<u8>,
) -> Prepared {
    let all = move |messages: &Case| {
        messages.iter().map(|message| hash(message, dst)).collect::<Vec<P>>()
    };
    independent(unparsed(operation, pool)?, all, move |points| {
        points.iter().flat_map(bytes).collect()
    })
}

/// Scalars as blst reads them: 32 bytes each, least significant first, one after the other.
type Scalars = Vec<[u8; 32]>;

fn msm<P: 'static, S: 'static>(
    operation: &Operation,
    pool: &[Case],
    point: fn(&[u8]) -> Option<P>,
    sum: fn(&(Vec<P>, Scalars)) -> S,
    bytes: fn(&S) -> Vec<u8>,
) -> Prepared {
    let cases = parse_all(operation, pool, |args| {
        let terms = args.as_chunks::<2>().0;
        let points: Option<Vec<_>> = terms.iter().map(|[p, _]| point(p)).collect();
        let scalars: Option<Vec<_>> = terms.iter().map(|[_, k]| Some(scalar(k)?.b)).collect();
        Some((points?, scalars?))
    })?;
    independent(cases, sum, bytes)
}
