//! blst through its raw functions.
//!
//! **Time.** blst's authors write the field operations, the group law (`add_or_double`, `double`), `mult` (`ec_mult.h`: "constant-time
//! subroutines"), hashing and pairing for constant time, and mark what is not, so those are [`Time::Constant`]; the inversion
//! branches only where its own result turns out wrong. Decoding, subgroup checks and verification are [`Time::Variable`] for
//! every implementation, since their inputs are public and nobody claims more. Cashu's blind, sign and unblind are constant in
//! the scalar, which is the only secret there.
//!
//! **Build.** Without the `portable` feature, blst's build script asks the building machine for ADX (or obeys the target features
//! where a `target-cpu=` is given) and links one variant of the assembly; nothing is chosen at run time.
//!
//! **Identity.** `blst_miller_loop` treats it, `blst_miller_loop_n` does not (the line through a G2 identity is zero), so pairs
//! with an identity are left out here, as a user must.

pub(crate) mod families;
pub(crate) mod signatures;

use ::blst::*;
use peer_api::families::Family;
use peer_api::{About, Case, Checks, Contract, Curve, Implementation, Operation, Refusal, Time};

use crate::bytes::{HASH_TO_G1_DST, HASH_TO_G2_DST, below_p, below_r, fixed, parts, reversed};
use crate::{cashu, features};
use peer_api::body::{
    Prepared, chain, independent, iterate, one_by_one, parse, parse_all, parse_each, refusing, unparsed,
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
            "g1_subgroup_check" | "g2_subgroup_check" | "g1_sum_128" | "g1_msm_fixed_4096" | "g1_msm_64"
            | "g1_msm_1024" | "g2_msm_64" | "g2_msm_1024" => Contract::parsed(Time::Variable),
            "g1_decode" | "g2_decode" | "g1_decode_64" | "g2_decode_64" => {
                Contract::bytes(Checks::Subgroup, Time::Variable)
            }
            "hash_to_g1" | "hash_to_g2" | "hash_to_g1_64" | "hash_to_g2_64" | "blind" => {
                Contract::bytes(Checks::None, Time::Constant)
            }
            "sign" | "sign_64" | "unblind" => Contract::bytes(Checks::SubgroupNoIdentity, Time::Constant),
            "verify" | "batch_verify_10_1" | "batch_verify_10_10" => {
                Contract::bytes(Checks::SubgroupNoIdentity, Time::Variable)
            }
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
            "bls12-381/fp_mul" => chain(parse(pool, |[a, b]| Some((fp(a)?, fp(b)?)))?, fp_mul, fp_bytes),
            "bls12-381/fp_sqr" => iterate(parse(pool, |[a]| fp(a))?, fp_sqr, fp_bytes),
            "bls12-381/fp_inv" => independent(parse(pool, |[a]| fp(a))?, fp_inv, fp_bytes),
            "bls12-381/fr_mul" => chain(parse(pool, |[a, b]| Some((fr(a)?, fr(b)?)))?, fr_mul, fr_bytes),
            "bls12-381/fr_sqr" => iterate(parse(pool, |[a]| fr(a))?, fr_sqr, fr_bytes),
            "bls12-381/fr_inv" => independent(parse(pool, |[a]| fr(a))?, fr_inv, fr_bytes),
            "bls12-381/fp2_mul" => chain(parse(pool, |[a, b]| Some((fp2(a)?, fp2(b)?)))?, fp2_mul, fp2_bytes),
            "bls12-381/fp2_sqr" => iterate(parse(pool, |[a]| fp2(a))?, fp2_sqr, fp2_bytes),
            "bls12-381/fp2_inv" => independent(parse(pool, |[a]| fp2(a))?, fp2_inv, fp2_bytes),
            "bls12-381/fp12_mul" => chain(parse(pool, |[a, b]| Some((fp12(a)?, fp12(b)?)))?, fp12_mul, fp12_bytes),
            "bls12-381/fp12_sqr" => iterate(parse(pool, |[a]| fp12(a))?, fp12_sqr, fp12_bytes),
            "bls12-381/fp12_inv" => independent(parse(pool, |[a]| fp12(a))?, fp12_inv, fp12_bytes),
            "bls12-381/fp12_cyclotomic_sqr" => iterate(parse(pool, |[a]| fp12(a))?, fp12_cyclotomic_sqr, fp12_bytes),

            "bls12-381/g1_add" => {
                chain(parse(pool, |[a, b]| Some((g1_jacobian(a)?, g1_jacobian(b)?)))?, p1_add, p1_bytes)
            }
            "bls12-381/g1_double" => iterate(parse(pool, |[a]| g1_jacobian(a))?, p1_double, p1_bytes),
            "bls12-381/g1_mul" | "bls12-381/g1_mul_vartime" => {
                let cases = parse(pool, |[p, k]| Some((g1_jacobian(p)?, scalar(k)?)))?;
                independent(cases, |(point, scalar)| p1_mul(point, scalar), p1_bytes)
            }
            "bls12-381/g2_add" => {
                chain(parse(pool, |[a, b]| Some((g2_jacobian(a)?, g2_jacobian(b)?)))?, p2_add, p2_bytes)
            }
            "bls12-381/g2_double" => iterate(parse(pool, |[a]| g2_jacobian(a))?, p2_double, p2_bytes),
            "bls12-381/g2_mul" => {
                let cases = parse(pool, |[p, k]| Some((g2_jacobian(p)?, scalar(k)?)))?;
                independent(cases, |(point, scalar)| p2_mul(point, scalar), p2_bytes)
            }

            "bls12-381/g1_subgroup_check" => independent(parse(pool, |[p]| g1_on_curve(p))?, p1_in_subgroup, verdict),
            "bls12-381/g2_subgroup_check" => independent(parse(pool, |[p]| g2_on_curve(p))?, p2_in_subgroup, verdict),
            "bls12-381/g1_decode" => {
                let cases = parse(pool, |[bytes]| Some(bytes.to_vec()))?;
                refusing(cases, |bytes| g1(bytes), g1_uncompressed)
            }
            "bls12-381/g2_decode" => {
                let cases = parse(pool, |[bytes]| Some(bytes.to_vec()))?;
                refusing(cases, |bytes| g2(bytes), g2_uncompressed)
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
            "bls12-381/final_exp" => independent(parse(pool, |[f]| fp12(f))?, final_exp, fp12_bytes),
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
                one_by_one(parse_each(operation, pool, |[a, b]| Some((fr(a)?, fr(b)?)))?, product, fr_bytes)
            }
            "bls12-381/pairing_64" => {
                let cases = parse_each(operation, pool, |[p, q]| Some((g1(p)?, g2(q)?)))?;
                one_by_one(cases, |(p, q)| final_exp(&miller_loop(p, q)), fp12_bytes)
            }
            "bls12-381/g1_decode_64" => decode_many(operation, pool, g1, g1_uncompressed),
            "bls12-381/g2_decode_64" => decode_many(operation, pool, g2, g2_uncompressed),
            "bls12-381/hash_to_g1_64" => hash_many(operation, pool, hash_to_g1, HASH_TO_G1_DST, p1_bytes),
            "bls12-381/hash_to_g2_64" => hash_many(operation, pool, hash_to_g2, HASH_TO_G2_DST, p2_bytes),
            "bls12-381/g1_mul_64" | "bls12-381/g1_mul_vartime_64" => {
                let cases = parse_each(operation, pool, |[p, k]| Some((g1_jacobian(p)?, scalar(k)?)))?;
                one_by_one(cases, |(point, scalar)| p1_mul(point, scalar), p1_bytes)
            }
            "bls12-381/g1_sum_128" => {
                let cases = parse(pool, |args: [&[u8]; 128]| args.into_iter().map(g1).collect::<Option<Vec<_>>>())?;
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
            "cashu-v3/sign" => {
                refusing(unparsed(operation, pool)?, |case| sign(&case[0], &case[1]), |point: &[u8; 48]| point.to_vec())
            }
            "cashu-v3/sign_64" => {
                let all =
                    |case: &Case| case.as_chunks::<2>().0.iter().map(|[b, a]| sign(b, a)).collect::<Option<Vec<_>>>();
                refusing(unparsed(operation, pool)?, all, |points| points.concat())
            }
            "cashu-v3/unblind" => refusing(
                unparsed(operation, pool)?,
                |case| unblind(&case[0], &case[1]),
                |point: &[u8; 48]| point.to_vec(),
            ),
            "cashu-v3/verify" => {
                refusing(unparsed(operation, pool)?, |case| verify(cashu::proofs(case).first()?), verdict)
            }
            "cashu-v3/batch_verify_10_1" | "cashu-v3/batch_verify_10_10" => {
                refusing(unparsed(operation, pool)?, |case| batch_verify(&cashu::proofs(case)), verdict)
            }
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
    let all = move |encodings: &Case| encodings.iter().map(|bytes| decode(bytes)).collect::<Option<Vec<P>>>();
    refusing(unparsed(operation, pool)?, all, move |points| points.iter().flat_map(bytes).collect())
}

fn hash_many<P: 'static>(
    operation: &Operation,
    pool: &[Case],
    hash: fn(&[u8], &[u8]) -> P,
    dst: &'static [u8],
    bytes: fn(&P) -> Vec<u8>,
) -> Prepared {
    let all = move |messages: &Case| messages.iter().map(|message| hash(message, dst)).collect::<Vec<P>>();
    independent(unparsed(operation, pool)?, all, move |points| points.iter().flat_map(bytes).collect())
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

// The foreign boundary. Every function below passes blst valid pointers to initialised values of the types it declares; blst
// keeps none of them, has no global state, and states no other precondition except where a comment here says so.

/// `fn name(acc, b)`: `acc = f(acc, b)`.
macro_rules! binary_in_place {
    ($($name:ident: $acc:ty, $b:ty = $function:path;)*) => {$(
        fn $name(acc: &mut $acc, b: &$b) {
            let acc: *mut $acc = acc;
            // SAFETY: both pointers are valid and initialised; blst lets the result overwrite an operand.
            unsafe { $function(acc, acc, b) }
        }
    )*};
}

/// `fn name(acc)`: `acc = f(acc)`.
macro_rules! unary_in_place {
    ($($name:ident: $acc:ty = $function:path;)*) => {$(
        fn $name(acc: &mut $acc) {
            let acc: *mut $acc = acc;
            // SAFETY: the pointer is valid and initialised; blst lets the result overwrite an operand.
            unsafe { $function(acc, acc) }
        }
    )*};
}

/// `fn name((points, scalars)) -> sum`: Pippenger's method on one thread, with scratch space from the heap.
macro_rules! sum_of_multiples {
    ($($name:ident: $affine:ty => $point:ty = $function:path, $size:path;)*) => {$(
        fn $name((points, scalars): &(Vec<$affine>, Scalars)) -> $point {
            assert_eq!(points.len(), scalars.len());
            let mut out = <$point>::default();
            // SAFETY: the function reads no memory; it gives a number of bytes.
            let mut scratch = vec![0_u64; unsafe { $size(points.len()) }.div_ceil(8)];
            // A null pointer after the first says that the others follow it in memory.
            let (points_at, scalars_at) = ([points.as_ptr(), core::ptr::null()], [scalars.as_ptr().cast(), core::ptr::null()]);
            // SAFETY: as many points and scalars of 255 bits in 32 bytes each as the length says, all initialised and alive, and as much
            // scratch space as was asked for, aligned for limbs.
            unsafe {
                $function(&mut out, points_at.as_ptr(), points.len(), scalars_at.as_ptr(), 255, scratch.as_mut_ptr());
            }
            out
        }
    )*};
}

sum_of_multiples! {
    p1_sum_of_multiples: blst_p1_affine => blst_p1 = blst_p1s_mult_pippenger, blst_p1s_mult_pippenger_scratch_sizeof;
    p2_sum_of_multiples: blst_p2_affine => blst_p2 = blst_p2s_mult_pippenger, blst_p2s_mult_pippenger_scratch_sizeof;
}

/// Σ Pᵢ by affine additions in batches.
fn p1_sum(points: &[blst_p1_affine]) -> blst_p1 {
    let mut out = blst_p1::default();
    // A null pointer after the first says that the others follow it in memory.
    let points_at = [points.as_ptr(), core::ptr::null()];
    // SAFETY: as many points as the length says, all initialised and alive.
    unsafe { blst_p1s_add(&mut out, points_at.as_ptr(), points.len()) };
    out
}

/// `fn name(a) -> out`: `out = f(a)`.
macro_rules! unary {
    ($($(#[$meta:meta])* $name:ident: $a:ty => $out:ty = $function:path;)*) => {$(
        $(#[$meta])*
        fn $name(a: &$a) -> $out {
            let mut out = <$out>::default();
            // SAFETY: both pointers are valid and initialised.
            unsafe { $function(&mut out, a) };
            out
        }
    )*};
}

/// `fn name(a) -> bytes`: `a` written to as many bytes as the type says.
macro_rules! write {
    ($($name:ident: $a:ty => $length:literal = $function:path;)*) => {$(
        fn $name(a: &$a) -> [u8; $length] {
            let mut out = [0; $length];
            // SAFETY: the value is valid and initialised, and the function writes exactly this many bytes.
            unsafe { $function(out.as_mut_ptr(), a) };
            out
        }
    )*};
}

binary_in_place! {
    fp_mul: blst_fp, blst_fp = blst_fp_mul;
    fr_mul: blst_fr, blst_fr = blst_fr_mul;
    fp2_mul: blst_fp2, blst_fp2 = blst_fp2_mul;
    fp12_mul: blst_fp12, blst_fp12 = blst_fp12_mul;
    // The complete additions: `blst_p1_add` is wrong for equal points.
    p1_add: blst_p1, blst_p1 = blst_p1_add_or_double;
    p2_add: blst_p2, blst_p2 = blst_p2_add_or_double;
}

unary_in_place! {
    fp_sqr: blst_fp = blst_fp_sqr;
    fr_sqr: blst_fr = blst_fr_sqr;
    fp2_sqr: blst_fp2 = blst_fp2_sqr;
    fp12_sqr: blst_fp12 = blst_fp12_sqr;
    fp12_cyclotomic_sqr: blst_fp12 = blst_fp12_cyclotomic_sqr;
    p1_double: blst_p1 = blst_p1_double;
    p2_double: blst_p2 = blst_p2_double;
}

unary! {
    fp_inv: blst_fp => blst_fp = blst_fp_eucl_inverse;
    fr_inv: blst_fr => blst_fr = blst_fr_eucl_inverse;
    fp2_inv: blst_fp2 => blst_fp2 = blst_fp2_eucl_inverse;
    fp12_inv: blst_fp12 => blst_fp12 = blst_fp12_inverse;
    final_exp: blst_fp12 => blst_fp12 = blst_final_exp;
    fr_from_scalar: blst_scalar => blst_fr = blst_fr_from_scalar;
    scalar_from_fr: blst_fr => blst_scalar = blst_scalar_from_fr;
    scalar_inverse: blst_scalar => blst_scalar = blst_sk_inverse;
    p1_from_affine: blst_p1_affine => blst_p1 = blst_p1_from_affine;
    p1_to_affine: blst_p1 => blst_p1_affine = blst_p1_to_affine;
    p2_from_affine: blst_p2_affine => blst_p2 = blst_p2_from_affine;
}

write! {
    fp_to_bytes: blst_fp => 48 = blst_bendian_from_fp;
    scalar_to_bytes: blst_scalar => 32 = blst_bendian_from_scalar;
    p1_compress: blst_p1 => 48 = blst_p1_compress;
    p2_compress: blst_p2 => 96 = blst_p2_compress;
    p1_serialize: blst_p1_affine => 96 = blst_p1_affine_serialize;
    p2_serialize: blst_p2_affine => 192 = blst_p2_affine_serialize;
}

/// The final exponentiation of an element of Fp12, as bytes.
///
/// # Panics
/// If the bytes are not canonical.
pub(crate) fn final_exponentiation(bytes: &[u8; 576]) -> [u8; 576] {
    let value = fp12(bytes).expect("canonical coefficients");
    fp12_bytes(&final_exp(&value)).try_into().expect("twelve coefficients")
}

fn p1_mul(point: &blst_p1, scalar: &blst_scalar) -> blst_p1 {
    let mut out = blst_p1::default();
    // SAFETY: the pointers are valid, and 255 bits are read from the scalar's 32 bytes.
    unsafe { blst_p1_mult(&mut out, point, scalar.b.as_ptr(), SCALAR_BITS) };
    out
}

fn p2_mul(point: &blst_p2, scalar: &blst_scalar) -> blst_p2 {
    let mut out = blst_p2::default();
    // SAFETY: as in `p1_mul`.
    unsafe { blst_p2_mult(&mut out, point, scalar.b.as_ptr(), SCALAR_BITS) };
    out
}

pub(crate) fn p1_in_subgroup(point: &blst_p1_affine) -> bool {
    // SAFETY: the pointer is valid.
    unsafe { blst_p1_affine_in_g1(point) }
}

pub(crate) fn p2_in_subgroup(point: &blst_p2_affine) -> bool {
    // SAFETY: the pointer is valid.
    unsafe { blst_p2_affine_in_g2(point) }
}

fn p1_is_identity(point: &blst_p1_affine) -> bool {
    // SAFETY: the pointer is valid.
    unsafe { blst_p1_affine_is_inf(point) }
}

fn p2_is_identity(point: &blst_p2_affine) -> bool {
    // SAFETY: the pointer is valid.
    unsafe { blst_p2_affine_is_inf(point) }
}

/// Reads a compressed point and says what blst thinks of it, without the subgroup check.
fn p1_uncompress(bytes: &[u8; 48]) -> (blst_p1_affine, BLST_ERROR) {
    let mut out = blst_p1_affine::default();
    // SAFETY: 48 bytes are read.
    let error = unsafe { blst_p1_uncompress(&mut out, bytes.as_ptr()) };
    (out, error)
}

/// As [`p1_uncompress`], for G2.
fn p2_uncompress(bytes: &[u8; 96]) -> (blst_p2_affine, BLST_ERROR) {
    let mut out = blst_p2_affine::default();
    // SAFETY: 96 bytes are read.
    let error = unsafe { blst_p2_uncompress(&mut out, bytes.as_ptr()) };
    (out, error)
}

pub(crate) fn hash_to_g1(message: &[u8], dst: &[u8]) -> blst_p1 {
    let mut out = blst_p1::default();
    let no_augmentation = std::ptr::null();
    // SAFETY: pointers and lengths come from slices; a null augmentation of length 0 is the documented default.
    unsafe {
        blst_hash_to_g1(&mut out, message.as_ptr(), message.len(), dst.as_ptr(), dst.len(), no_augmentation, 0);
    }
    out
}

pub(crate) fn hash_to_g2(message: &[u8], dst: &[u8]) -> blst_p2 {
    let mut out = blst_p2::default();
    let no_augmentation = std::ptr::null();
    // SAFETY: as in `hash_to_g1`.
    unsafe {
        blst_hash_to_g2(&mut out, message.as_ptr(), message.len(), dst.as_ptr(), dst.len(), no_augmentation, 0);
    }
    out
}

fn miller_loop(p: &blst_p1_affine, q: &blst_p2_affine) -> blst_fp12 {
    let mut out = blst_fp12::default();
    // SAFETY: the pointers are valid; blst takes G2 first.
    unsafe { blst_miller_loop(&mut out, q, p) };
    out
}

/// One Miller loop over at most 128 pairs; blst runs one for each 16.
fn multi_miller_loop(ps: &[blst_p1_affine], qs: &[blst_p2_affine]) -> blst_fp12 {
    const MOST: usize = 128;
    assert!(ps.len() == qs.len() && ps.len() <= MOST);
    let mut p_pointers = [std::ptr::null(); MOST];
    let mut q_pointers = [std::ptr::null(); MOST];
    let mut pairs = 0;
    for (p, q) in ps.iter().zip(qs) {
        if !p1_is_identity(p) && !p2_is_identity(q) {
            (p_pointers[pairs], q_pointers[pairs]) = (std::ptr::from_ref(p), std::ptr::from_ref(q));
            pairs += 1;
        }
    }
    if pairs == 0 {
        // SAFETY: blst returns a pointer to a constant of static lifetime.
        return unsafe { *blst_fp12_one() };
    }
    let mut out = blst_fp12::default();
    // SAFETY: each array starts with as many valid pointers as `pairs` says, and blst reads that many entries.
    unsafe { blst_miller_loop_n(&mut out, q_pointers.as_ptr(), p_pointers.as_ptr(), pairs) };
    out
}

/// Affine forms of points that are not the identity, with one inversion.
fn p1s_to_affine(points: &[blst_p1]) -> Vec<blst_p1_affine> {
    let pointers: Vec<*const blst_p1> = points.iter().map(std::ptr::from_ref).collect();
    let mut out = vec![blst_p1_affine::default(); points.len()];
    if !points.is_empty() {
        // SAFETY: there is room for as many results as there are valid pointers.
        unsafe { blst_p1s_to_affine(out.as_mut_ptr(), pointers.as_ptr(), points.len()) };
    }
    out
}

/// Σ scalarᵢ·pointᵢ in variable time, for at least one point.
fn p1_sum_of_products(points: &[blst_p1_affine], scalars: &[blst_scalar]) -> blst_p1 {
    assert!(!points.is_empty() && points.len() == scalars.len());
    if let ([point], [scalar]) = (points, scalars) {
        // The endomorphism makes `mult` faster than the multi-scalar routine's own single case.
        return p1_mul(&p1_from_affine(point), scalar);
    }
    let points: Vec<*const blst_p1_affine> = points.iter().map(std::ptr::from_ref).collect();
    let scalars: Vec<*const u8> = scalars.iter().map(|scalar| scalar.b.as_ptr()).collect();
    let mut out = blst_p1::default();
    // SAFETY: the size query has no precondition; the scratch space has the size in bytes that it asks for; every scalar has 32
    // bytes, enough for 255 bits; both arrays have as many valid pointers as is said.
    unsafe {
        let mut scratch = vec![0u64; blst_p1s_mult_pippenger_scratch_sizeof(points.len()).div_ceil(size_of::<u64>())];
        let scratch = scratch.as_mut_ptr();
        blst_p1s_mult_pippenger(&mut out, points.as_ptr(), points.len(), scalars.as_ptr(), SCALAR_BITS, scratch);
    }
    out
}

fn is_one(f: &blst_fp12) -> bool {
    // SAFETY: the pointer is valid.
    unsafe { blst_fp12_is_one(f) }
}

fn negated_g2_generator() -> blst_p2_affine {
    // SAFETY: a constant of the library that is never written.
    unsafe { BLS12_381_NEG_G2 }
}

// Canonical bytes to blst's values and back.

pub(crate) fn fp(bytes: &[u8]) -> Option<blst_fp> {
    let bytes = below_p(bytes)?;
    let mut out = blst_fp::default();
    // SAFETY: 48 bytes are read.
    unsafe { blst_fp_from_bendian(&mut out, bytes.as_ptr()) };
    Some(out)
}

/// A scalar below r in blst's little-endian bytes, as `mult` takes it.
fn scalar(bytes: &[u8]) -> Option<blst_scalar> {
    below_r(bytes).map(|bytes| blst_scalar { b: reversed(*bytes) })
}

/// A scalar from 1 to r − 1.
fn nonzero_scalar(bytes: &[u8]) -> Option<blst_scalar> {
    let bytes = fixed::<32>(bytes)?;
    let mut out = blst_scalar::default();
    // SAFETY: 32 bytes are read.
    unsafe { blst_scalar_from_bendian(&mut out, bytes.as_ptr()) };
    // SAFETY: the pointer is valid.
    unsafe { blst_sk_check(&out) }.then_some(out)
}

fn fr(bytes: &[u8]) -> Option<blst_fr> {
    scalar(bytes).map(|scalar| fr_from_scalar(&scalar))
}

fn fp2(bytes: &[u8]) -> Option<blst_fp2> {
    let [c0, c1] = parts::<2, 48>(bytes)?;
    Some(blst_fp2 { fp: [fp(c0)?, fp(c1)?] })
}

fn fp12(bytes: &[u8]) -> Option<blst_fp12> {
    let mut out = blst_fp12::default();
    let coefficients = out.fp6.iter_mut().flat_map(|fp6| &mut fp6.fp2).flat_map(|fp2| &mut fp2.fp);
    for (coefficient, part) in coefficients.zip(parts::<12, 48>(bytes)?) {
        *coefficient = fp(part)?;
    }
    Some(out)
}

fn g1(bytes: &[u8]) -> Option<blst_p1_affine> {
    let (point, error) = p1_uncompress(fixed(bytes)?);
    (error == BLST_ERROR::BLST_SUCCESS && p1_in_subgroup(&point)).then_some(point)
}

fn g2(bytes: &[u8]) -> Option<blst_p2_affine> {
    let (point, error) = p2_uncompress(fixed(bytes)?);
    (error == BLST_ERROR::BLST_SUCCESS && p2_in_subgroup(&point)).then_some(point)
}

/// A point of the curve. blst reports x = 0 as outside the group already while decoding, yet delivers the point.
pub(crate) fn g1_on_curve(bytes: &[u8]) -> Option<blst_p1_affine> {
    let (point, error) = p1_uncompress(fixed(bytes)?);
    matches!(error, BLST_ERROR::BLST_SUCCESS | BLST_ERROR::BLST_POINT_NOT_IN_GROUP).then_some(point)
}

/// As [`g1_on_curve`], for G2.
pub(crate) fn g2_on_curve(bytes: &[u8]) -> Option<blst_p2_affine> {
    let (point, error) = p2_uncompress(fixed(bytes)?);
    matches!(error, BLST_ERROR::BLST_SUCCESS | BLST_ERROR::BLST_POINT_NOT_IN_GROUP).then_some(point)
}

fn g1_jacobian(bytes: &[u8]) -> Option<blst_p1> {
    g1(bytes).map(|point| p1_from_affine(&point))
}

fn g2_jacobian(bytes: &[u8]) -> Option<blst_p2> {
    g2(bytes).map(|point| p2_from_affine(&point))
}

fn fp_bytes(a: &blst_fp) -> Vec<u8> {
    fp_to_bytes(a).to_vec()
}

fn fr_bytes(a: &blst_fr) -> Vec<u8> {
    scalar_to_bytes(&scalar_from_fr(a)).to_vec()
}

fn fp2_bytes(a: &blst_fp2) -> Vec<u8> {
    a.fp.iter().flat_map(fp_to_bytes).collect()
}

fn fp12_bytes(a: &blst_fp12) -> Vec<u8> {
    a.fp6.iter().flat_map(|fp6| &fp6.fp2).flat_map(fp2_bytes).collect()
}

fn p1_bytes(point: &blst_p1) -> Vec<u8> {
    p1_compress(point).to_vec()
}

fn p2_bytes(point: &blst_p2) -> Vec<u8> {
    p2_compress(point).to_vec()
}

fn g1_uncompressed(point: &blst_p1_affine) -> Vec<u8> {
    p1_serialize(point).to_vec()
}

fn g2_uncompressed(point: &blst_p2_affine) -> Vec<u8> {
    p2_serialize(point).to_vec()
}

/// The generator of G1 times a scalar below r, compressed.
pub(crate) fn g1_generator_times(k: &[u8; 32]) -> [u8; 48] {
    // SAFETY: blst returns a pointer to a constant of static lifetime.
    p1_compress(&p1_mul(unsafe { &*blst_p1_generator() }, &scalar(k).expect("a scalar below r")))
}

/// The generator of G2 times a scalar below r, compressed.
pub(crate) fn g2_generator_times(k: &[u8; 32]) -> [u8; 96] {
    // SAFETY: blst returns a pointer to a constant of static lifetime.
    p2_compress(&p2_mul(unsafe { &*blst_p2_generator() }, &scalar(k).expect("a scalar below r")))
}

/// A compressed point of G1 in the uncompressed form.
pub(crate) fn g1_serialized(bytes: &[u8]) -> Option<Vec<u8>> {
    g1(bytes).as_ref().map(g1_uncompressed)
}

/// A compressed point of G2 in the uncompressed form.
pub(crate) fn g2_serialized(bytes: &[u8]) -> Option<Vec<u8>> {
    g2(bytes).as_ref().map(g2_uncompressed)
}

fn verdict(verdict: &bool) -> Vec<u8> {
    vec![u8::from(*verdict)]
}

// Cashu NUT-00 v3.

/// A point of the protocol: in the subgroup, and not the identity.
fn cashu_g1(bytes: &[u8]) -> Option<blst_p1_affine> {
    g1(bytes).filter(|point| !p1_is_identity(point))
}

/// A mint's key: in the subgroup, and not the identity.
fn cashu_g2(bytes: &[u8]) -> Option<blst_p2_affine> {
    g2(bytes).filter(|point| !p2_is_identity(point))
}

pub(crate) fn blind(secret: &[u8], r: &[u8]) -> Option<[u8; 48]> {
    Some(p1_compress(&p1_mul(&hash_to_g1(secret, cashu::HASH_DST), &nonzero_scalar(r)?)))
}

pub(crate) fn sign(blinded: &[u8], a: &[u8]) -> Option<[u8; 48]> {
    Some(p1_compress(&p1_mul(&p1_from_affine(&cashu_g1(blinded)?), &nonzero_scalar(a)?)))
}

fn unblind(blind_signature: &[u8], r: &[u8]) -> Option<[u8; 48]> {
    let inverse = scalar_inverse(&nonzero_scalar(r)?);
    Some(p1_compress(&p1_mul(&p1_from_affine(&cashu_g1(blind_signature)?), &inverse)))
}

fn verify(proof: &cashu::Proof<'_>) -> Option<bool> {
    let (c, k) = (cashu_g1(proof.c)?, cashu_g2(proof.k)?);
    let y = p1_to_affine(&hash_to_g1(proof.secret, cashu::HASH_DST));
    // One loop over both pairs, since two loops joined by `blst_fp12_finalverify` square everything twice.
    Some(is_one(&final_exp(&multi_miller_loop(&[c, y], &[negated_g2_generator(), k]))))
}

fn batch_verify(proofs: &[cashu::Proof<'_>]) -> Option<bool> {
    let (keys, key_of) = cashu::keys(proofs);
    let mut qs = vec![negated_g2_generator()];
    for key in keys {
        qs.push(cashu_g2(key)?);
    }
    let cs = proofs.iter().map(|proof| cashu_g1(proof.c)).collect::<Option<Vec<_>>>()?;
    let ys: Vec<_> = proofs.iter().map(|proof| hash_to_g1(proof.secret, cashu::HASH_DST)).collect();
    let ys = p1s_to_affine(&ys);
    let weights: Vec<_> =
        cashu::weights(proofs).into_iter().map(|weight| blst_scalar { b: reversed(weight) }).collect();

    let mut sums = vec![p1_sum_of_products(&cs, &weights)];
    for key in 0..qs.len() - 1 {
        let mine = || key_of.iter().enumerate().filter(|(_, of)| **of == key).map(|(index, _)| index);
        let points: Vec<_> = mine().map(|index| ys[index]).collect();
        let scalars: Vec<_> = mine().map(|index| weights[index].clone()).collect();
        sums.push(p1_sum_of_products(&points, &scalars));
    }
    // The product of the pairings is one exactly where the two sides of the equation are equal.
    Some(is_one(&final_exp(&multi_miller_loop(&p1s_to_affine(&sums), &qs))))
}
