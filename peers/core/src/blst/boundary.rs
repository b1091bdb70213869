//! The foreign boundary. Every function here passes blst valid pointers to initialised values of
//! the types it declares; blst keeps none of them, has no global state, and states no other
//! precondition except where a comment here says so.

use super::*;

/// `fn name(acc, b)`: `acc = f(acc, b)`.
macro_rules! binary_in_place {
    ($($name:ident: $acc:ty, $b:ty = $function:path;)*) => {$(
        pub(crate) fn $name(acc: &mut $acc, b: &$b) {
            let acc: *mut $acc = acc;
            // SAFETY: both pointers are valid and initialised; blst lets the result overwrite an
            // operand.
            unsafe { $function(acc, acc, b) }
        }
    )*};
}

/// `fn name(acc)`: `acc = f(acc)`.
macro_rules! unary_in_place {
    ($($name:ident: $acc:ty = $function:path;)*) => {$(
        pub(crate) fn $name(acc: &mut $acc) {
            let acc: *mut $acc = acc;
            // SAFETY: the pointer is valid and initialised; blst lets the result overwrite an
            // operand.
            unsafe { $function(acc, acc) }
        }
    )*};
}

/// `fn name((points, scalars)) -> sum`: Pippenger's method on one thread, with scratch space from
/// the heap.
macro_rules! sum_of_multiples {
    ($($name:ident: $affine:ty => $point:ty = $function:path, $size:path;)*) => {$(
        pub(crate) fn $name((points, scalars): &(Vec<$affine>, Scalars)) -> $point {
            assert_eq!(points.len(), scalars.len());
            let mut out = <$point>::default();
            // SAFETY: the function reads no memory; it gives a number of bytes.
            let mut scratch = vec![0_u64; unsafe { $size(points.len()) }.div_ceil(8)];
            // A null pointer after the first says that the others follow it in memory.
            let (points_at, scalars_at) = ([points.as_ptr(), core::ptr::null()], [scalars.as_ptr().cast(), core::ptr::null()]);
            // SAFETY: as many points and scalars of 255 bits in 32 bytes each as the length says,
            // all initialised and alive, and as much scratch space as was asked for, aligned for
            // limbs.
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

/// `fn name(points, weights) -> sum`: as above, with weights of 128 bits, little-endian.
macro_rules! weighted_sum {
    ($($name:ident: $affine:ty => $point:ty = $function:path, $size:path;)*) => {$(
        pub(crate) fn $name(points: &[$affine], weights: &[[u8; 16]]) -> $point {
            assert_eq!(points.len(), weights.len());
            let mut out = <$point>::default();
            // SAFETY: the function reads no memory; it gives a number of bytes.
            let mut scratch = vec![0_u64; unsafe { $size(points.len()) }.div_ceil(8)];
            let (points_at, weights_at) = ([points.as_ptr(), core::ptr::null()], [weights.as_ptr().cast(), core::ptr::null()]);
            // SAFETY: as many points and weights of 128 bits in 16 bytes each as the length says,
            // all initialised and alive, and as much scratch space as was asked for, aligned for
            // limbs.
            unsafe {
                $function(&mut out, points_at.as_ptr(), points.len(), weights_at.as_ptr(), 128, scratch.as_mut_ptr());
            }
            out
        }
    )*};
}

weighted_sum! {
    p1_weighted_sum: blst_p1_affine => blst_p1 = blst_p1s_mult_pippenger, blst_p1s_mult_pippenger_scratch_sizeof;
    p2_weighted_sum: blst_p2_affine => blst_p2 = blst_p2s_mult_pippenger, blst_p2s_mult_pippenger_scratch_sizeof;
}

/// Σ Pᵢ by affine additions in batches.
pub(crate) fn p1_sum(points: &[blst_p1_affine]) -> blst_p1 {
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
        pub(crate) fn $name(a: &$a) -> $out {
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
        pub(crate) fn $name(a: &$a) -> [u8; $length] {
            let mut out = [0; $length];
            // SAFETY: the value is valid and initialised, and the function writes exactly this many
            // bytes.
            unsafe { $function(out.as_mut_ptr(), a) };
            out
        }
    )*};
}

binary_in_place! {
    fp_mul: blst_fp, blst_fp = blst_fp_mul;
    fr_mul: blst_fr, blst_fr = blst_fr_mul;
    fr_add: blst_fr, blst_fr = blst_fr_add;
    fr_sub: blst_fr, blst_fr = blst_fr_sub;
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
    p2_to_affine: blst_p2 => blst_p2_affine = blst_p2_to_affine;
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

pub(crate) fn p1_mul(point: &blst_p1, scalar: &blst_scalar) -> blst_p1 {
    let mut out = blst_p1::default();
    // SAFETY: the pointers are valid, and 255 bits are read from the scalar's 32 bytes.
    unsafe { blst_p1_mult(&mut out, point, scalar.b.as_ptr(), SCALAR_BITS) };
    out
}

pub(crate) fn p2_mul(point: &blst_p2, scalar: &blst_scalar) -> blst_p2 {
    let mut out = blst_p2::default();
    // SAFETY: as in `p1_mul`.
    unsafe { blst_p2_mult(&mut out, point, scalar.b.as_ptr(), SCALAR_BITS) };
    out
}

/// A point times a number below 128.
pub(crate) fn p2_mul_small(point: &blst_p2, number: u8) -> blst_p2 {
    let mut out = blst_p2::default();
    // SAFETY: the pointers are valid, and seven bits are read from the one byte.
    unsafe { blst_p2_mult(&mut out, point, &number, 7) };
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

pub(crate) fn p1_is_identity(point: &blst_p1_affine) -> bool {
    // SAFETY: the pointer is valid.
    unsafe { blst_p1_affine_is_inf(point) }
}

pub(crate) fn p2_is_identity(point: &blst_p2_affine) -> bool {
    // SAFETY: the pointer is valid.
    unsafe { blst_p2_affine_is_inf(point) }
}

/// Reads a compressed point and says what blst thinks of it, without the subgroup check.
pub(crate) fn p1_uncompress(bytes: &[u8; 48]) -> (blst_p1_affine, BLST_ERROR) {
    let mut out = blst_p1_affine::default();
    // SAFETY: 48 bytes are read.
    let error = unsafe { blst_p1_uncompress(&mut out, bytes.as_ptr()) };
    (out, error)
}

/// As [`p1_uncompress`], for G2.
pub(crate) fn p2_uncompress(bytes: &[u8; 96]) -> (blst_p2_affine, BLST_ERROR) {
    let mut out = blst_p2_affine::default();
    // SAFETY: 96 bytes are read.
    let error = unsafe { blst_p2_uncompress(&mut out, bytes.as_ptr()) };
    (out, error)
}

pub(crate) fn hash_to_g1(message: &[u8], dst: &[u8]) -> blst_p1 {
    let mut out = blst_p1::default();
    let no_augmentation = std::ptr::null();
    // SAFETY: pointers and lengths come from slices; a null augmentation of length 0 is the
    // documented default.
    unsafe {
        blst_hash_to_g1(
            &mut out,
            message.as_ptr(),
            message.len(),
            dst.as_ptr(),
            dst.len(),
            no_augmentation,
            0,
        );
    }
    out
}

pub(crate) fn hash_to_g2(message: &[u8], dst: &[u8]) -> blst_p2 {
    let mut out = blst_p2::default();
    let no_augmentation = std::ptr::null();
    // SAFETY: as in `hash_to_g1`.
    unsafe {
        blst_hash_to_g2(
            &mut out,
            message.as_ptr(),
            message.len(),
            dst.as_ptr(),
            dst.len(),
            no_augmentation,
            0,
        );
    }
    out
}

pub(crate) fn miller_loop(p: &blst_p1_affine, q: &blst_p2_affine) -> blst_fp12 {
    let mut out = blst_fp12::default();
    // SAFETY: the pointers are valid; blst takes G2 first.
    unsafe { blst_miller_loop(&mut out, q, p) };
    out
}

/// One Miller loop over at most 128 pairs; blst runs one for each 16.
pub(crate) fn multi_miller_loop(ps: &[blst_p1_affine], qs: &[blst_p2_affine]) -> blst_fp12 {
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
    // SAFETY: each array starts with as many valid pointers as `pairs` says, and blst reads that
    // many entries.
    unsafe { blst_miller_loop_n(&mut out, q_pointers.as_ptr(), p_pointers.as_ptr(), pairs) };
    out
}

/// Affine forms of points that are not the identity, with one inversion.
pub(crate) fn p1s_to_affine(points: &[blst_p1]) -> Vec<blst_p1_affine> {
    let pointers: Vec<*const blst_p1> = points.iter().map(std::ptr::from_ref).collect();
    let mut out = vec![blst_p1_affine::default(); points.len()];
    if !points.is_empty() {
        // SAFETY: there is room for as many results as there are valid pointers.
        unsafe { blst_p1s_to_affine(out.as_mut_ptr(), pointers.as_ptr(), points.len()) };
    }
    out
}

/// As [`p1s_to_affine`], for G2.
pub(crate) fn p2s_to_affine(points: &[blst_p2]) -> Vec<blst_p2_affine> {
    let pointers: Vec<*const blst_p2> = points.iter().map(std::ptr::from_ref).collect();
    let mut out = vec![blst_p2_affine::default(); points.len()];
    if !points.is_empty() {
        // SAFETY: as in `p1s_to_affine`.
        unsafe { blst_p2s_to_affine(out.as_mut_ptr(), pointers.as_ptr(), points.len()) };
    }
    out
}

/// Σ scalarᵢ·pointᵢ in variable time, for at least one point.
pub(crate) fn p1_sum_of_products(points: &[blst_p1_affine], scalars: &[blst_scalar]) -> blst_p1 {
    assert!(!points.is_empty() && points.len() == scalars.len());
    if let ([point], [scalar]) = (points, scalars) {
        // The endomorphism makes `mult` faster than the multi-scalar routine's own single case.
        return p1_mul(&p1_from_affine(point), scalar);
    }
    let points: Vec<*const blst_p1_affine> = points.iter().map(std::ptr::from_ref).collect();
    let scalars: Vec<*const u8> = scalars.iter().map(|scalar| scalar.b.as_ptr()).collect();
    let mut out = blst_p1::default();
    // SAFETY: the size query has no precondition; the scratch space has the size in bytes that it
    // asks for; every scalar has 32 bytes, enough for 255 bits; both arrays have as many valid
    // pointers as is said.
    unsafe {
        let mut scratch = vec![
            0u64;
            blst_p1s_mult_pippenger_scratch_sizeof(points.len())
                .div_ceil(size_of::<u64>())
        ];
        let scratch = scratch.as_mut_ptr();
        blst_p1s_mult_pippenger(
            &mut out,
            points.as_ptr(),
            points.len(),
            scalars.as_ptr(),
            SCALAR_BITS,
            scratch,
        );
    }
    out
}

pub(crate) fn is_one(f: &blst_fp12) -> bool {
    // SAFETY: the pointer is valid.
    unsafe { blst_fp12_is_one(f) }
}

pub(crate) fn negated_g2_generator() -> blst_p2_affine {
    // SAFETY: a constant of the library that is never written.
    unsafe { BLS12_381_NEG_G2 }
}
