//! zkcrypto's bls12_381, in Rust alone.

use bls12_381::hash_to_curve::{ExpandMsgXmd, HashToCurve};
use bls12_381::{G1Affine, G1Projective, G2Affine, G2Prepared, Gt, Scalar, multi_miller_loop};
use sha2::Sha256;

use crate::DST;
use crate::mailbox::Response;
use crate::marker::row;

/// A scalar from 1 to r − 1.
fn scalar(bytes: &[u8]) -> Option<Scalar> {
    let mut bytes: [u8; 32] = bytes.try_into().ok()?;
    bytes.reverse();
    Option::from(Scalar::from_bytes(&bytes)).filter(|scalar| *scalar != Scalar::zero())
}

/// A point of the subgroup other than the identity.
fn g1(bytes: &[u8]) -> Option<G1Affine> {
    let point: Option<G1Affine> = G1Affine::from_compressed(bytes.try_into().ok()?).into();
    point.filter(|point| !bool::from(point.is_identity()))
}

/// As [`g1`].
fn g2(bytes: &[u8]) -> Option<G2Affine> {
    let point: Option<G2Affine> = G2Affine::from_compressed(bytes.try_into().ok()?).into();
    point.filter(|point| !bool::from(point.is_identity()))
}

fn hash(secret: &[u8]) -> G1Projective {
    <G1Projective as HashToCurve<ExpandMsgXmd<Sha256>>>::hash_to_curve([secret], DST)
}

fn compress(point: G1Projective) -> [u8; 48] {
    G1Affine::from(point).to_compressed()
}

/// a, r and a secret: hash, blind, validate B_, sign, validate C_, unblind. The response is C.
pub fn round([a, r, secret]: [&[u8]; 3], response: &mut Response) -> Option<()> {
    let (a, r) = (scalar(a)?, scalar(r)?);
    let signature = row("zkcrypto/bdhke_full_round", || {
        let message = g1(&compress(hash(secret) * r))?;
        let promise = g1(&compress(message * a))?;
        let inverse: Option<Scalar> = r.invert().into();
        Some(compress(promise * inverse?))
    })?;
    response.put(&signature);
    Some(())
}

/// K, secret and C. The lines of the generator, 20 KB of a table, are made before the row, as a
/// user of the crate would keep them.
pub fn verify([key, secret, signature]: [&[u8]; 3]) -> Option<()> {
    let generator = G2Prepared::from(-G2Affine::generator());
    row("zkcrypto/pairing_verification", || {
        let (k, c) = (G2Prepared::from(g2(key)?), g1(signature)?);
        let y = G1Affine::from(hash(secret));
        let product = multi_miller_loop(&[(&c, &generator), (&y, &k)]).final_exponentiation();
        (product == Gt::identity()).then_some(())
    })
}
