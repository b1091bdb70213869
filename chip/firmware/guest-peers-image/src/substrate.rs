//! substrate-bn, which is BN254 alone.

use alloc::vec::Vec;

use substrate_bn::{AffineG1, AffineG2, Fq, Fq2, Fr, G1, G2, Group, Gt, pairing_batch};

use crate::bytes::{padded, word};
use crate::serve::Output;

pub fn call(contract: u16, input: &[u8]) -> Option<Output> {
    Some(match contract {
        6 => add(input),
        7 => multiply(input),
        8 => pairing(input),
        _ => return None,
    })
}

fn g1(bytes: &[u8]) -> Option<G1> {
    let (x, y) = bytes.split_at(32);
    let (x, y) = (Fq::from_slice(x).ok()?, Fq::from_slice(y).ok()?);
    if x.is_zero() && y.is_zero() {
        return Some(G1::zero());
    }
    Some(AffineG1::new(x, y).ok()?.into())
}

/// Imaginary parts come first. `AffineG2::new` checks the order too.
fn g2(bytes: &[u8]) -> Option<G2> {
    let mut numbers = [Fq::zero(); 4];
    for (number, bytes) in numbers.iter_mut().zip(bytes.chunks(32)) {
        *number = Fq::from_slice(bytes).ok()?;
    }
    let [x1, x0, y1, y0] = numbers;
    let (x, y) = (Fq2::new(x0, x1), Fq2::new(y0, y1));
    if x.is_zero() && y.is_zero() {
        return Some(G2::zero());
    }
    Some(AffineG2::new(x, y).ok()?.into())
}

fn bytes(point: G1) -> Output {
    let mut out = alloc::vec![0; 64];
    if let Some(point) = AffineG1::from_jacobian(point) {
        point.x().to_big_endian(&mut out[..32]).ok()?;
        point.y().to_big_endian(&mut out[32..]).ok()?;
    }
    Some(out)
}

fn add(input: &[u8]) -> Output {
    let input: [u8; 128] = padded(input);
    bytes(g1(&input[..64])? + g1(&input[64..])?)
}

fn multiply(input: &[u8]) -> Output {
    let input: [u8; 96] = padded(input);
    bytes(g1(&input[..64])? * Fr::from_slice(&input[64..]).ok()?)
}

fn pairing(input: &[u8]) -> Output {
    let (pairs, []) = input.as_chunks::<192>() else { return None };
    let pairs = pairs
        .iter()
        .map(|pair| Some((g1(&pair[..64])?, g2(&pair[64..])?)))
        .collect::<Option<Vec<_>>>()?;
    Some(word(pairing_batch(&pairs) == Gt::one()))
}
