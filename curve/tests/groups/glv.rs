//! Scalars in parts: congruent, and as short as stated, for every scalar of small orders and edge
//! scalars of large ones.

use crate::lattice::{Basis, bounds, edges, index, integer, lattice, limbs};
use curve::glv::Lattice;
use num_bigint::{BigInt, BigUint};

/// That the parts of k are congruent to it and short.
fn check<const N: usize, const L: usize>(
    lattice: &Lattice<N, L>,
    bounds: &[BigUint; N],
    k: &BigUint,
    mu: &BigUint,
    r: &BigUint,
) {
    let parts = lattice.split(&limbs(k)).map(|part| integer(&part));
    let mut sum = BigInt::ZERO;
    for (part, bound) in parts.iter().zip(bounds).rev() {
        assert!(part.magnitude() <= bound, "{k} modulo {r}: {part} is longer than {bound}");
        sum = sum * BigInt::from(mu.clone()) + part;
    }
    assert_eq!(
        (sum - BigInt::from(k.clone())) % BigInt::from(r.clone()),
        BigInt::ZERO,
        "{k} modulo {r}"
    );
}

fn in_lattice<const N: usize>(basis: &Basis<N>, mu: &BigUint, r: &BigUint) {
    assert_eq!(index(basis), *r);
    for row in basis {
        let sum = row.iter().rev().fold(BigInt::ZERO, |sum, a| sum * BigInt::from(mu.clone()) + a);
        assert_eq!(sum % BigInt::from(r.clone()), BigInt::ZERO);
    }
}

/// All k below r, and some integers beyond, of up to 256 bits.
fn exhaust<const N: usize>(basis: [[i64; N]; N], mu: u32, r: u32) {
    let basis = basis.map(|row| row.map(BigInt::from));
    let (mu, order) = (BigUint::from(mu), BigUint::from(r));
    in_lattice(&basis, &mu, &order);
    let (two, four) = (lattice::<N, 2>(&basis), lattice::<N, 4>(&basis));
    let bounds = bounds(&basis);
    for k in 0..r {
        check(&two, &bounds, &k.into(), &mu, &order);
        check(&four, &bounds, &k.into(), &mu, &order);
    }
    for shift in [8u32, 63, 64, 127, 128, 191, 192, 255, 256] {
        for k in 1..100u32 {
            let k = (BigUint::from(1u32) << shift) - k;
            check(&two, &bounds, &k, &mu, &order);
            check(&four, &bounds, &k, &mu, &order);
        }
    }
}

/// μ² + μ + 1 = 0: the vector (a, b) and its product with μ, (−b, a − b).
fn cubic(a: i64, b: i64, mu: u32, r: u32) {
    exhaust([[a, b], [-b, a - b]], mu, r);
    // The other orientation, and a basis that is not reduced.
    exhaust([[-b, a - b], [a, b]], mu, r);
    exhaust([[a, b], [-b + 3 * a, a - b + 3 * b]], mu, r);
}

/// μ⁴ − μ² + 1 = 0: a vector and its products with μ, (a, b, c, d) ↦ (−d, a, b + d, c).
fn twelfth([a, b, c, d]: [i64; 4], mu: u32, r: u32) {
    let times_mu = |[a, b, c, d]: [i64; 4]| [-d, a, b + d, c];
    let rows = [[a, b, c, d], times_mu([a, b, c, d])];
    exhaust([rows[0], rows[1], times_mu(rows[1]), times_mu(times_mu(rows[1]))], mu, r);
}

#[test]
fn every_scalar_of_small_orders() {
    cubic(-2, 1, 2, 7);
    cubic(-1, 2, 4, 7);
    cubic(-3, 1, 3, 13);
    cubic(-2, 13, 92, 199);
    cubic(-13, 2, 106, 199);
    cubic(-67, 48, 1044, 10009);
    cubic(-98, 3, 3335, 9907);
    twelfth([-2, 1, 0, 0], 2, 13);
    twelfth([-2, -1, -1, 0], 8, 37);
    twelfth([-1, -1, 0, -2], 21, 61);
    twelfth([-4, -1, -4, -3], 26, 2521);
}

/// The lattice of secp256k1's endomorphism as published in libsecp256k1 (`src/scalar_impl.h`): a
/// coordinate of 129 bits.
#[test]
fn a_full_order_of_256_bits() {
    let hex = |digits: &str| BigInt::parse_bytes(digits.as_bytes(), 16).unwrap();
    let r = hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    let mu = hex("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72");
    let a1 = hex("3086d221a7d46bcde86c90e49284eb15");
    let b1 = hex("-e4437ed6010e88286f547fa90abfe4c3");
    let a2 = hex("114ca50f7a8e2f3f657c1108d9d44cfd8");
    let basis = [[a1.clone(), b1], [a2, a1]];
    let (mu, r) = (mu.magnitude(), r.magnitude());
    in_lattice(&basis, mu, r);
    let (lattice, bounds) = (lattice::<2, 3>(&basis), bounds(&basis));
    assert!(bounds.iter().all(|bound| bound.bits() <= 128));
    let mut k = BigUint::from(1u32);
    for edge in edges(&basis, r) {
        check(&lattice, &bounds, &edge, mu, r);
        // A walk through the scalars, from edge to edge.
        k = (&k * &k + &edge + 12_345u32) % r;
        check(&lattice, &bounds, &k, mu, r);
    }
}
