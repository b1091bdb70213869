//! Cashu NUT-00 v3.

use super::*;

/// A point of the protocol: in the subgroup, and not the identity.
pub(crate) fn cashu_g1(bytes: &[u8]) -> Option<blst_p1_affine> {
    g1(bytes).filter(|point| !p1_is_identity(point))
}

/// A mint's key: in the subgroup, and not the identity.
pub(crate) fn cashu_g2(bytes: &[u8]) -> Option<blst_p2_affine> {
    g2(bytes).filter(|point| !p2_is_identity(point))
}

pub(crate) fn blind(secret: &[u8], r: &[u8]) -> Option<[u8; 48]> {
    Some(p1_compress(&p1_mul(&hash_to_g1(secret, cashu::HASH_DST), &nonzero_scalar(r)?)))
}

pub(crate) fn sign(blinded: &[u8], a: &[u8]) -> Option<[u8; 48]> {
    Some(p1_compress(&p1_mul(&p1_from_affine(&cashu_g1(blinded)?), &nonzero_scalar(a)?)))
}

pub(crate) fn unblind(blind_signature: &[u8], r: &[u8]) -> Option<[u8; 48]> {
    let inverse = scalar_inverse(&nonzero_scalar(r)?);
    Some(p1_compress(&p1_mul(&p1_from_affine(&cashu_g1(blind_signature)?), &inverse)))
}

pub(crate) fn verify(proof: &cashu::Proof<'_>) -> Option<bool> {
    let (c, k) = (cashu_g1(proof.c)?, cashu_g2(proof.k)?);
    let y = p1_to_affine(&hash_to_g1(proof.secret, cashu::HASH_DST));
    // One loop over both pairs, since two loops joined by `blst_fp12_finalverify` square everything
    // twice.
    Some(is_one(&final_exp(&multi_miller_loop(&[c, y], &[negated_g2_generator(), k]))))
}

pub(crate) fn batch_verify(proofs: &[cashu::Proof<'_>]) -> Option<bool> {
    let (keys, key_of) = cashu::keys(proofs);
    let mut qs = vec![negated_g2_generator()];
    for key in keys {
        qs.push(cashu_g2(key)?);
    }
    let cs = proofs.iter().map(|proof| cashu_g1(proof.c)).collect::<Option<Vec<_>>>()?;
    let ys: Vec<_> = proofs.iter().map(|proof| hash_to_g1(proof.secret, cashu::HASH_DST)).collect();
    let ys = p1s_to_affine(&ys);
    let weights: Vec<_> = cashu::weights(proofs)
        .into_iter()
        .map(|weight| blst_scalar { b: reversed(weight) })
        .collect();

    let mut sums = vec![p1_sum_of_products(&cs, &weights)];
    for key in 0..qs.len() - 1 {
        let mine =
            || key_of.iter().enumerate().filter(|(_, of)| **of == key).map(|(index, _)| index);
        let points: Vec<_> = mine().map(|index| ys[index]).collect();
        let scalars: Vec<_> = mine().map(|index| weights[index].clone()).collect();
        sums.push(p1_sum_of_products(&points, &scalars));
    }
    // The product of the pairings is one exactly where the two sides of the equation are equal.
    Some(is_one(&final_exp(&multi_miller_loop(&p1s_to_affine(&sums), &qs))))
}
