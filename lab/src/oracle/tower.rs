//! Fp12 of BN254 on slow integers, as Fp\[w\]/(w¹² − 18·w⁶ + 82): w⁶ = ξ = 9 + u and u² = −1 give
//! w¹² = 18·w⁶ − 82. No tower, so that nothing of one is taken for granted.

use super::modulus;
use super::values::{below, number_bytes, random_below};
use num_bigint::BigUint;
use peer_api::Curve;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::sync::LazyLock;

/// Coefficients of 1, w, …, w¹¹.
pub type Twelve = Vec<BigUint>;

const CURVE: Curve = Curve::Bn254;

/// Of the bytes of [`Kind::Fp12`](peer_api::Kind::Fp12): at place (i, j, k) stands the coefficient
/// of wⁱ·vʲ·uᵏ with v = w² and u = w⁶ − 9.
pub fn from_bytes(bytes: &[u8]) -> Option<Twelve> {
    let p = modulus(CURVE);
    let parts = bytes.as_chunks::<32>().0;
    if bytes.len() != 384 {
        return None;
    }
    let mut out = vec![BigUint::ZERO; 12];
    for (pair, [c0, c1]) in parts.as_chunks::<2>().0.iter().enumerate() {
        let (c0, c1) = (below(CURVE, c0, p)?, below(CURVE, c1, p)?);
        let power = place(pair);
        out[power] = (c0 + 9_u32 * (p - &c1)) % p;
        out[power + 6] = c1;
    }
    Some(out)
}

/// The power of w at the `pair`-th pair of coefficients.
const fn place(pair: usize) -> usize {
    if pair < 3 { 2 * pair } else { 2 * (pair - 3) + 1 }
}

/// The bytes of an element.
pub fn to_bytes(a: &Twelve) -> Vec<u8> {
    let p = modulus(CURVE);
    let pair = |pair| {
        let (low, high) = (&a[place(pair)], &a[place(pair) + 6]);
        [number_bytes(CURVE, &((low + 9_u32 * high) % p), 32), number_bytes(CURVE, high, 32)]
            .concat()
    };
    (0..6).flat_map(pair).collect()
}

/// a·b.
pub fn times(a: &Twelve, b: &Twelve) -> Twelve {
    let p = modulus(CURVE);
    let mut wide = vec![BigUint::ZERO; 23];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            wide[i + j] += x * y;
        }
    }
    // From the top: w^k = 18·w^(k−6) − 82·w^(k−12).
    for k in (12..23).rev() {
        let top = core::mem::take(&mut wide[k]) % p;
        wide[k - 6] += 18_u32 * &top;
        wide[k - 12] += 82_u32 * (p - top);
    }
    wide.truncate(12);
    wide.iter().map(|c| c % p).collect()
}

/// 1.
pub fn one() -> Twelve {
    let mut one = vec![BigUint::ZERO; 12];
    one[0] = BigUint::from(1_u32);
    one
}

/// aᵏ.
pub fn power(a: &Twelve, k: &BigUint) -> Twelve {
    (0..k.bits()).rev().fold(one(), |sum, bit| {
        let square = times(&sum, &sum);
        if k.bit(bit) { times(&square, a) } else { square }
    })
}

/// An element of order r: a random one to the power (p¹² − 1)/r, which takes a tenth of a second.
static GT: LazyLock<Twelve> = LazyLock::new(|| {
    let (p, mut random) = (modulus(CURVE), ChaCha20Rng::seed_from_u64(12));
    let element: Twelve = (0..12).map(|_| random_below(p, &mut random)).collect();
    power(&element, &((p.pow(12) - 1_u32) / super::order(CURVE)))
});

/// An element of order r: a random power, of 64 bits, of one.
pub fn random_gt(random: &mut ChaCha20Rng) -> Vec<u8> {
    to_bytes(&power(&GT, &BigUint::from(random.next_u64())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::order;

    fn monomial(place: usize) -> Twelve {
        let mut bytes = vec![0; 384];
        bytes[32 * place + 31] = 1;
        from_bytes(&bytes).expect("canonical")
    }

    #[test]
    fn the_generators_of_the_tower_are_what_they_say() {
        // The places of u, v, w among c0.c0.c0, c0.c0.c1, c0.c1.c0, …
        let [u, v, w] = [1, 2, 6].map(monomial);
        let mut minus_one = one();
        minus_one[0] = modulus(CURVE) - 1_u32;
        assert_eq!(times(&u, &u), minus_one);
        assert_eq!(times(&w, &w), v);
        let nine_plus_u = from_bytes(&[&[0; 31][..], &[9], &[0; 31], &[1], &[0; 320]].concat())
            .expect("canonical");
        assert_eq!(times(&v, &times(&v, &v)), nine_plus_u);
        assert_eq!(to_bytes(&nine_plus_u)[..64], [&[0; 31][..], &[9], &[0; 31], &[1]].concat()[..]);
    }

    #[test]
    fn gt_has_the_order_of_the_groups() {
        assert_ne!(*GT, one());
        assert_eq!(power(&GT, order(CURVE)), one());
    }
}
