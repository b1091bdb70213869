//! The constants of a lattice by their definitions, with big rationals.
#![allow(dead_code, clippy::integer_division_remainder_used)]

use curve::glv::{Lattice, Reciprocal, coordinate};
use curve::integer::SignedPart;
use num_bigint::{BigInt, BigUint, Sign};

/// A basis with big coordinates.
pub type Basis<const N: usize> = [[BigInt; N]; N];

/// The determinant, by the first row.
fn determinant(rows: &[Vec<BigInt>]) -> BigInt {
    let [first, rest @ ..] = rows else { return BigInt::from(1) };
    let mut sum = BigInt::ZERO;
    for (i, entry) in first.iter().enumerate() {
        let minor: Vec<Vec<BigInt>> = rest
            .iter()
            .map(|row| row[..i].iter().chain(&row[i + 1..]).cloned().collect())
            .collect();
        let term = entry * determinant(&minor);
        sum = if i & 1 == 0 { sum + term } else { sum - term };
    }
    sum
}

fn hex(a: &BigInt) -> String {
    a.to_str_radix(16)
}

/// The rows with their reciprocals: 2^320·(B⁻¹)₀ⱼ is 2^320 times a cofactor of the first column
/// over the determinant.
pub fn lattice<const N: usize, const L: usize>(basis: &Basis<N>) -> Lattice<N, L> {
    let rows: Vec<Vec<BigInt>> = basis.iter().map(|row| row.to_vec()).collect();
    let det = determinant(&rows);
    let reciprocals = core::array::from_fn(|j| {
        let minor: Vec<Vec<BigInt>> = rows
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != j)
            .map(|(_, row)| row[1..].to_vec())
            .collect();
        let mut cofactor = determinant(&minor);
        if j & 1 == 1 {
            cofactor = -cofactor;
        }
        // ⌊2^320·cofactor/det + ½⌋ with a positive denominator.
        let sign = if det.sign() == Sign::Minus { -1 } else { 1 };
        let (num, den) = (((cofactor * sign) << 321u32) + &det * sign, &det * sign * 2);
        let mut quotient = &num / &den;
        if &quotient * &den > num {
            quotient -= 1;
        }
        Reciprocal::hex(&hex(&quotient))
    });
    Lattice {
        basis: basis.each_ref().map(|row| row.each_ref().map(|a| coordinate(&hex(a)))),
        reciprocals,
    }
}

/// The index of the lattice in all integer vectors.
pub fn index<const N: usize>(basis: &Basis<N>) -> BigUint {
    let rows: Vec<Vec<BigInt>> = basis.iter().map(|row| row.to_vec()).collect();
    determinant(&rows).magnitude().clone()
}

/// ½·Σⱼ |bⱼᵢ|, rounded up: the largest |kᵢ|.
pub fn bounds<const N: usize>(basis: &Basis<N>) -> [BigUint; N] {
    core::array::from_fn(|i| {
        let sum: BigUint = basis.iter().map(|row| row[i].magnitude().clone()).sum();
        (sum + 1u32) >> 1u32
    })
}

pub fn integer(part: &SignedPart) -> BigInt {
    let magnitude = part.magnitude.iter().rev().fold(BigInt::ZERO, |n, &limb| (n << 64u32) + limb);
    if bool::from(part.negative) { -magnitude } else { magnitude }
}

pub fn limbs(k: &BigUint) -> [u64; 4] {
    let digits = k.to_u64_digits();
    assert!(digits.len() <= 4);
    core::array::from_fn(|i| digits.get(i).copied().unwrap_or(0))
}

/// Numbers at which a split is likeliest to go wrong: small and large ones, and those where some
/// ⌊cⱼ⌉ jumps, k ≈ (m + ½)·r/cofactor, for the basis of a group of order r.
pub fn edges<const N: usize>(basis: &Basis<N>, r: &BigUint) -> Vec<BigUint> {
    let mut out: Vec<BigUint> =
        (0..4u32).flat_map(|i| [BigUint::from(i), r - 1u32 - i, (r >> 1u32) + i]).collect();
    let rows: Vec<Vec<BigInt>> = basis.iter().map(|row| row.to_vec()).collect();
    for j in 0..N {
        let minor: Vec<Vec<BigInt>> = rows
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != j)
            .map(|(_, row)| row[1..].to_vec())
            .collect();
        let cofactor = determinant(&minor).magnitude().clone();
        for m in [0u32, 1, 2, 3, 1000] {
            for m in [BigUint::from(m), &cofactor - 1u32 - m % &cofactor] {
                let k = (2u32 * m + 1u32) * r / (2u32 * &cofactor);
                out.extend([k.clone(), &k + 1u32, if k > BigUint::ZERO { &k - 1u32 } else { k }]);
            }
        }
    }
    for shift in [32u32, 63, 64, 65, 127, 128, 129, 191, 192, 253] {
        let power = BigUint::from(1u32) << shift;
        out.extend([&power - 1u32, power.clone(), power + 1u32]);
    }
    out.retain(|k| k < r);
    out
}
