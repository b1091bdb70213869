//! Canonical bytes to blst's values and back.

use super::*;

pub(crate) fn fp(bytes: &[u8]) -> Option<blst_fp> {
    let bytes = below_p(bytes)?;
    let mut out = blst_fp::default();
    // SAFETY: 48 bytes are read.
    unsafe { blst_fp_from_bendian(&mut out, bytes.as_ptr()) };
    Some(out)
}

/// A scalar below r in blst's little-endian bytes, as `mult` takes it.
pub(crate) fn scalar(bytes: &[u8]) -> Option<blst_scalar> {
    below_r(bytes).map(|bytes| blst_scalar { b: reversed(*bytes) })
}

/// A scalar from 1 to r − 1.
pub(crate) fn nonzero_scalar(bytes: &[u8]) -> Option<blst_scalar> {
    let bytes = fixed::<32>(bytes)?;
    let mut out = blst_scalar::default();
    // SAFETY: 32 bytes are read.
    unsafe { blst_scalar_from_bendian(&mut out, bytes.as_ptr()) };
    // SAFETY: the pointer is valid.
    unsafe { blst_sk_check(&out) }.then_some(out)
}

pub(crate) fn fr(bytes: &[u8]) -> Option<blst_fr> {
    scalar(bytes).map(|scalar| fr_from_scalar(&scalar))
}

pub(crate) fn fp2(bytes: &[u8]) -> Option<blst_fp2> {
    let [c0, c1] = parts::<2, 48>(bytes)?;
    Some(blst_fp2 { fp: [fp(c0)?, fp(c1)?] })
}

pub(crate) fn fp12(bytes: &[u8]) -> Option<blst_fp12> {
    let mut out = blst_fp12::default();
    let coefficients = out.fp6.iter_mut().flat_map(|fp6| &mut fp6.fp2).flat_map(|fp2| &mut fp2.fp);
    for (coefficient, part) in coefficients.zip(parts::<12, 48>(bytes)?) {
        *coefficient = fp(part)?;
    }
    Some(out)
}

pub(crate) fn g1(bytes: &[u8]) -> Option<blst_p1_affine> {
    let (point, error) = p1_uncompress(fixed(bytes)?);
    (error == BLST_ERROR::BLST_SUCCESS && p1_in_subgroup(&point)).then_some(point)
}

pub(crate) fn g2(bytes: &[u8]) -> Option<blst_p2_affine> {
    let (point, error) = p2_uncompress(fixed(bytes)?);
    (error == BLST_ERROR::BLST_SUCCESS && p2_in_subgroup(&point)).then_some(point)
}

/// A point of the curve. blst reports x = 0 as outside the group already while decoding, yet
/// delivers the point.
pub(crate) fn g1_on_curve(bytes: &[u8]) -> Option<blst_p1_affine> {
    let (point, error) = p1_uncompress(fixed(bytes)?);
    matches!(error, BLST_ERROR::BLST_SUCCESS | BLST_ERROR::BLST_POINT_NOT_IN_GROUP).then_some(point)
}

/// As [`g1_on_curve`], for G2.
pub(crate) fn g2_on_curve(bytes: &[u8]) -> Option<blst_p2_affine> {
    let (point, error) = p2_uncompress(fixed(bytes)?);
    matches!(error, BLST_ERROR::BLST_SUCCESS | BLST_ERROR::BLST_POINT_NOT_IN_GROUP).then_some(point)
}

pub(crate) fn g1_jacobian(bytes: &[u8]) -> Option<blst_p1> {
    g1(bytes).map(|point| p1_from_affine(&point))
}

pub(crate) fn g2_jacobian(bytes: &[u8]) -> Option<blst_p2> {
    g2(bytes).map(|point| p2_from_affine(&point))
}

pub(crate) fn fp_bytes(a: &blst_fp) -> Vec<u8> {
    fp_to_bytes(a).to_vec()
}

pub(crate) fn fr_bytes(a: &blst_fr) -> Vec<u8> {
    scalar_to_bytes(&scalar_from_fr(a)).to_vec()
}

pub(crate) fn fp2_bytes(a: &blst_fp2) -> Vec<u8> {
    a.fp.iter().flat_map(fp_to_bytes).collect()
}

pub(crate) fn fp12_bytes(a: &blst_fp12) -> Vec<u8> {
    a.fp6.iter().flat_map(|fp6| &fp6.fp2).flat_map(fp2_bytes).collect()
}

pub(crate) fn p1_bytes(point: &blst_p1) -> Vec<u8> {
    p1_compress(point).to_vec()
}

pub(crate) fn p2_bytes(point: &blst_p2) -> Vec<u8> {
    p2_compress(point).to_vec()
}

pub(crate) fn g1_uncompressed(point: &blst_p1_affine) -> Vec<u8> {
    p1_serialize(point).to_vec()
}

pub(crate) fn g2_uncompressed(point: &blst_p2_affine) -> Vec<u8> {
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

pub(crate) fn verdict(verdict: &bool) -> Vec<u8> {
    vec![u8::from(*verdict)]
}
