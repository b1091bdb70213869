//! blst's functions in C. Every call passes valid pointers to initialised values of the declared
//! types, which blst does not keep.

use ::blst::*;

use crate::DST;
use crate::mailbox::Response;
use crate::marker::row;

const SCALAR_BITS: usize = 255;

/// A scalar from 1 to r − 1.
fn scalar(bytes: &[u8]) -> Option<blst_scalar> {
    let bytes: &[u8; 32] = bytes.try_into().ok()?;
    let mut out = blst_scalar::default();
    // SAFETY: 32 bytes are read.
    unsafe {
        blst_scalar_from_bendian(&mut out, bytes.as_ptr());
        blst_sk_check(&out).then_some(out)
    }
}

/// A point of the subgroup other than the identity.
fn g1(bytes: &[u8]) -> Option<blst_p1_affine> {
    let bytes: &[u8; 48] = bytes.try_into().ok()?;
    let mut out = blst_p1_affine::default();
    // SAFETY: 48 bytes are read.
    let good = unsafe {
        blst_p1_uncompress(&mut out, bytes.as_ptr()) == BLST_ERROR::BLST_SUCCESS
            && !blst_p1_affine_is_inf(&out)
            && blst_p1_affine_in_g1(&out)
    };
    good.then_some(out)
}

/// As [`g1`].
fn g2(bytes: &[u8]) -> Option<blst_p2_affine> {
    let bytes: &[u8; 96] = bytes.try_into().ok()?;
    let mut out = blst_p2_affine::default();
    // SAFETY: 96 bytes are read.
    let good = unsafe {
        blst_p2_uncompress(&mut out, bytes.as_ptr()) == BLST_ERROR::BLST_SUCCESS
            && !blst_p2_affine_is_inf(&out)
            && blst_p2_affine_in_g2(&out)
    };
    good.then_some(out)
}

fn hash(secret: &[u8]) -> blst_p1 {
    let mut out = blst_p1::default();
    // SAFETY: pointers and lengths are those of slices; no augmentation is a null pointer and no
    // length.
    unsafe {
        blst_hash_to_g1(
            &mut out,
            secret.as_ptr(),
            secret.len(),
            DST.as_ptr(),
            DST.len(),
            core::ptr::null(),
            0,
        );
    }
    out
}

fn mul(point: &blst_p1, scalar: &blst_scalar) -> blst_p1 {
    let mut out = blst_p1::default();
    // SAFETY: 255 bits of 32 bytes are read.
    unsafe { blst_p1_mult(&mut out, point, scalar.b.as_ptr(), SCALAR_BITS) };
    out
}

fn mul_affine(point: &blst_p1_affine, scalar: &blst_scalar) -> blst_p1 {
    let mut projective = blst_p1::default();
    // SAFETY: as above.
    unsafe { blst_p1_from_affine(&mut projective, point) };
    mul(&projective, scalar)
}

fn compress(point: &blst_p1) -> [u8; 48] {
    let mut out = [0; 48];
    // SAFETY: 48 bytes are written.
    unsafe { blst_p1_compress(out.as_mut_ptr(), point) };
    out
}

/// a, r and a secret: hash, blind, validate B_, sign, validate C_, unblind. The response is C.
pub fn round([a, r, secret]: [&[u8]; 3], response: &mut Response) -> Option<()> {
    let (a, r) = (scalar(a)?, scalar(r)?);
    let signature = row("blst/bdhke_full_round", || {
        let message = g1(&compress(&mul(&hash(secret), &r)))?;
        let promise = g1(&compress(&mul_affine(&message, &a)))?;
        let mut inverse = blst_scalar::default();
        // SAFETY: as above.
        unsafe { blst_sk_inverse(&mut inverse, &r) };
        Some(compress(&mul_affine(&promise, &inverse)))
    })?;
    response.put(&signature);
    Some(())
}

/// C, K and Y of a request for verification.
fn points(
    [key, secret, signature]: [&[u8]; 3],
) -> Option<(blst_p1_affine, blst_p2_affine, blst_p1_affine)> {
    let (k, c) = (g2(key)?, g1(signature)?);
    let mut y = blst_p1_affine::default();
    // SAFETY: as above.
    unsafe { blst_p1_to_affine(&mut y, &hash(secret)) };
    Some((c, k, y))
}

/// K, secret and C, by one loop over both pairs, whose squarings they share: what blst has best for
/// two pairs.
pub fn verify(request: [&[u8]; 3]) -> Option<()> {
    row("blst/pairing_verification", || {
        let (c, k, mut y) = points(request)?;
        // SAFETY: as above; a point and its coordinates are as long as blst says, and the generator
        // is blst's own.
        let one = unsafe {
            let coordinate: *mut blst_fp = &mut y.y;
            blst_fp_cneg(coordinate, coordinate, true);
            let qs: [*const blst_p2_affine; 2] = [blst_p2_affine_generator(), &k];
            let ps: [*const blst_p1_affine; 2] = [&c, &y];
            let (mut product, mut power) = (blst_fp12::default(), blst_fp12::default());
            blst_miller_loop_n(&mut product, qs.as_ptr(), ps.as_ptr(), 2);
            blst_final_exp(&mut power, &product);
            blst_fp12_is_one(&power)
        };
        one.then_some(())
    })
}

/// The same by a loop for each pair, of which the figures were published that the models are
/// calibrated by.
pub fn verify_by_two_loops(request: [&[u8]; 3]) -> Option<()> {
    row("blst/pairing_verification_two_loops", || {
        let (c, k, y) = points(request)?;
        // SAFETY: as above.
        let equal = unsafe {
            let (mut left, mut right) = (blst_fp12::default(), blst_fp12::default());
            blst_miller_loop(&mut left, blst_p2_affine_generator(), &c);
            blst_miller_loop(&mut right, &k, &y);
            blst_fp12_finalverify(&left, &right)
        };
        equal.then_some(())
    })
}

/// Two field elements in 48 bytes, big-endian: their product, and the square of the first.
pub fn products([a, b]: [&[u8]; 2], response: &mut Response) -> Option<()> {
    let [a, b] = [a.try_into().ok()?, b.try_into().ok()?].map(|bytes: &[u8; 48]| {
        let mut out = blst_fp::default();
        // SAFETY: 48 bytes are read.
        unsafe { blst_fp_from_bendian(&mut out, bytes.as_ptr()) };
        out
    });
    let (mut product, mut square) = (blst_fp::default(), blst_fp::default());
    // SAFETY: as above.
    row("blst/fp_mul", || unsafe { blst_fp_mul(&mut product, &a, &b) });
    // SAFETY: as above.
    row("blst/fp_sqr", || unsafe { blst_fp_sqr(&mut square, &a) });
    for value in [product, square] {
        let mut bytes = [0; 48];
        // SAFETY: 48 bytes are written.
        unsafe { blst_bendian_from_fp(bytes.as_mut_ptr(), &value) };
        response.put(&bytes);
    }
    Some(())
}
