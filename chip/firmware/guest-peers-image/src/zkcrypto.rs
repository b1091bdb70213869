//! zkcrypto's bls12_381. It has no sums of many products and shows no map of a field element.

use alloc::vec::Vec;

use bls12_381::hash_to_curve::{ExpandMsgXmd, HashToCurve};
use bls12_381::multi_miller_loop;
use bls12_381::{G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Gt, Scalar};
use sha2::Sha256;

use crate::bytes::{DST, Opening, TAU, coordinate, signed, word};
use crate::serve::{BLS_VERIFY, Output};

pub fn call(contract: u16, input: &[u8]) -> Option<Output> {
    Some(match contract {
        0x0a => evaluate(input),
        0x0b => add_g1(input),
        0x0c if input.len() <= 160 => multiply_g1(input),
        0x0d => add_g2(input),
        0x0e if input.len() <= 288 => multiply_g2(input),
        0x0f => pairing(input),
        BLS_VERIFY => verify(input),
        _ => return None,
    })
}

/// The flag of ZCash's encoding that a point is the identity.
const IDENTITY: u8 = 0x40;

/// A point of the curve.
fn g1(bytes: &[u8]) -> Option<G1Affine> {
    let mut plain = [0; 96];
    for (place, bytes) in plain.as_chunks_mut::<48>().0.iter_mut().zip(bytes.chunks(64)) {
        *place = *coordinate(bytes)?;
        // What would be flags makes the number too long.
        if place[0] >= 0x20 {
            return None;
        }
    }
    if plain == [0; 96] {
        return Some(G1Affine::identity());
    }
    let point: Option<G1Affine> = G1Affine::from_uncompressed_unchecked(&plain).into();
    point.filter(|point| point.is_on_curve().into())
}

/// The real part comes first in EIP-2537, and last in ZCash's encoding.
fn g2(bytes: &[u8]) -> Option<G2Affine> {
    let mut plain = [0; 192];
    for (index, bytes) in bytes.chunks(64).enumerate() {
        let place = plain.as_chunks_mut::<48>().0.get_mut(index ^ 1)?;
        *place = *coordinate(bytes)?;
        if place[0] >= 0x20 {
            return None;
        }
    }
    if plain == [0; 192] {
        return Some(G2Affine::identity());
    }
    let point: Option<G2Affine> = G2Affine::from_uncompressed_unchecked(&plain).into();
    point.filter(|point| point.is_on_curve().into())
}

fn g1_of_the_group(bytes: &[u8]) -> Option<G1Affine> {
    g1(bytes).filter(|point| point.is_torsion_free().into())
}

fn g2_of_the_group(bytes: &[u8]) -> Option<G2Affine> {
    g2(bytes).filter(|point| point.is_torsion_free().into())
}

fn g1_bytes(point: &G1Projective) -> Output {
    let mut out = alloc::vec![0; 128];
    let mut plain = G1Affine::from(point).to_uncompressed();
    plain[0] &= !IDENTITY;
    for (place, bytes) in out.chunks_mut(64).zip(plain.chunks(48)) {
        place[16..].copy_from_slice(bytes);
    }
    Some(out)
}

fn g2_bytes(point: &G2Projective) -> Output {
    let mut out = alloc::vec![0; 256];
    let mut plain = G2Affine::from(point).to_uncompressed();
    plain[0] &= !IDENTITY;
    for (index, bytes) in plain.chunks(48).enumerate() {
        out.chunks_mut(64).nth(index ^ 1)?[16..].copy_from_slice(bytes);
    }
    Some(out)
}

/// Any integer of 32 bytes, reduced.
fn reduced(bytes: &[u8]) -> Option<Scalar> {
    let mut wide = [0; 64];
    for (place, byte) in wide.iter_mut().zip(bytes.iter().rev()) {
        *place = *byte;
    }
    Some(Scalar::from_bytes_wide(&wide))
}

fn scalar(bytes: &[u8; 32]) -> Option<Scalar> {
    let mut bytes = *bytes;
    bytes.reverse();
    Scalar::from_bytes(&bytes).into()
}

fn add_g1(input: &[u8]) -> Output {
    let input: &[u8; 256] = input.try_into().ok()?;
    g1_bytes(&(G1Projective::from(g1(&input[..128])?) + g1(&input[128..])?))
}

fn add_g2(input: &[u8]) -> Output {
    let input: &[u8; 512] = input.try_into().ok()?;
    g2_bytes(&(G2Projective::from(g2(&input[..256])?) + g2(&input[256..])?))
}

fn multiply_g1(input: &[u8]) -> Output {
    let input: &[u8; 160] = input.try_into().ok()?;
    g1_bytes(&(g1_of_the_group(&input[..128])? * reduced(&input[128..])?))
}

fn multiply_g2(input: &[u8]) -> Output {
    let input: &[u8; 288] = input.try_into().ok()?;
    g2_bytes(&(g2_of_the_group(&input[..256])? * reduced(&input[256..])?))
}

fn product_is_one(pairs: &[(G1Affine, G2Affine)]) -> bool {
    let prepared: Vec<(G1Affine, G2Prepared)> =
        pairs.iter().map(|(p, q)| (*p, G2Prepared::from(*q))).collect();
    let terms: Vec<(&G1Affine, &G2Prepared)> = prepared.iter().map(|(p, q)| (p, q)).collect();
    multi_miller_loop(&terms).final_exponentiation() == Gt::identity()
}

fn pairing(input: &[u8]) -> Output {
    let (pairs, []) = input.as_chunks::<384>() else { return None };
    if pairs.is_empty() {
        return None;
    }
    let pairs = pairs
        .iter()
        .map(|pair| Some((g1_of_the_group(&pair[..128])?, g2_of_the_group(&pair[128..])?)))
        .collect::<Option<Vec<_>>>()?;
    Some(word(product_is_one(&pairs)))
}

/// e(C − yG + zπ, −G2) · e(π, τG2) = 1, which multiplies in G1 only.
fn evaluate(input: &[u8]) -> Output {
    let opening = Opening::read(input)?;
    let (z, y) = (scalar(opening.z)?, scalar(opening.y)?);
    let commitment: Option<G1Affine> = G1Affine::from_compressed(opening.commitment).into();
    let proof: Option<G1Affine> = G1Affine::from_compressed(opening.proof).into();
    let (commitment, proof) = (commitment?, proof?);
    // No check of the order: it is a constant.
    let tau: Option<G2Affine> = G2Affine::from_compressed_unchecked(&TAU).into();
    let left = proof * z - G1Affine::generator() * y + commitment;
    let pairs = [(left.into(), -G2Affine::generator()), (proof, tau?)];
    product_is_one(&pairs).then(Opening::holds)
}

fn verify(input: &[u8]) -> Output {
    let (key, signature, message) = signed(input)?;
    let key: Option<G1Affine> = G1Affine::from_compressed(key).into();
    let key = key.filter(|key| !bool::from(key.is_identity()))?;
    let signature: Option<G2Affine> = G2Affine::from_compressed(signature).into();
    let hash = <G2Projective as HashToCurve<ExpandMsgXmd<Sha256>>>::hash_to_curve([message], DST);
    let pairs = [(key, hash.into()), (-G1Affine::generator(), signature?)];
    product_is_one(&pairs).then(Vec::new)
}
