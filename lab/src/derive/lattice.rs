//! Short bases of the vectors v with Σ vᵢ·μⁱ ≡ 0 modulo n, for scalars in short parts, and their
//! reciprocals.

use num_bigint::{BigInt, BigUint, Sign};

/// Vectors, one per row.
pub type Basis = Vec<Vec<BigInt>>;

/// The two shortest vectors that Euclid's algorithm on n and μ meets, by D. Hankerson, A. Menezes,
/// S. Vanstone, "Guide to Elliptic Curve Cryptography", 2004, algorithm 3.74: rᵢ ≡ tᵢ·μ gives (rᵢ,
/// −tᵢ). The first is that of the first remainder below √n, the other the shorter one of its
/// neighbours.
///
/// # Panics
/// If μ is zero.
pub fn by_euclid(n: &BigUint, mu: &BigUint) -> Basis {
    let n = BigInt::from(n.clone());
    let mut rows = vec![[n.clone(), BigInt::ZERO], [BigInt::from(mu.clone()), BigInt::from(1)]];
    // As far as one step behind the first remainder below √n.
    let mut behind = 0;
    while behind < 2 {
        let [(r0, t0), (r1, t1)] =
            [&rows[rows.len() - 2], &rows[rows.len() - 1]].map(|[r, t]| (r, t));
        if r1 * r1 < n {
            behind += 1;
        }
        let quotient = r0 / r1;
        let next = [r0 - &quotient * r1, t0 - &quotient * t1];
        rows.push(next);
    }
    let length = |row: &[BigInt; 2]| &row[0] * &row[0] + &row[1] * &row[1];
    let first = rows.iter().position(|[r, _]| r * r < n).expect("the remainders go down to zero");
    let (before, after) = (&rows[first - 1], &rows[first + 1]);
    let second = if length(before) < length(after) { before } else { after };
    [&rows[first], second].map(|[r, t]| vec![r.clone(), -t]).to_vec()
}

/// Whether Σ vᵢ·μⁱ ≡ 0 modulo n for each vector, and the vectors are a basis of all of these: their
/// determinant is ±n.
pub fn is_basis(basis: &Basis, n: &BigUint, mu: &BigUint) -> bool {
    let n = BigInt::from(n.clone());
    let mu = BigInt::from(mu.clone());
    let vanish = basis.iter().all(|row| {
        let sum = row.iter().rev().fold(BigInt::ZERO, |sum, v| sum * &mu + v);
        sum % &n == BigInt::ZERO
    });
    vanish && determinant(basis).magnitude() == n.magnitude()
}

/// The constants c of (1, 0, …) = Σ cⱼ·bⱼ over the rationals, times 2^bits and rounded to the
/// nearest integer.
pub fn reciprocals(basis: &Basis, bits: u32) -> Vec<BigInt> {
    let all = determinant(basis);
    (0..basis.len())
        .map(|j| {
            let minor = determinant(&without(basis, j));
            let signed = if j & 1 == 1 { -minor } else { minor };
            nearest(&(signed << bits), &all)
        })
        .collect()
}

/// The basis without a row and without its first column.
fn without(basis: &Basis, row: usize) -> Basis {
    basis.iter().enumerate().filter(|(i, _)| *i != row).map(|(_, v)| v[1..].to_vec()).collect()
}

/// By the first column.
fn determinant(basis: &Basis) -> BigInt {
    if basis.is_empty() {
        return BigInt::from(1);
    }
    (0..basis.len()).fold(BigInt::ZERO, |sum, i| {
        let term = &basis[i][0] * determinant(&without(basis, i));
        if i & 1 == 1 { sum - term } else { sum + term }
    })
}

/// a/b, rounded to the nearest integer.
fn nearest(a: &BigInt, b: &BigInt) -> BigInt {
    let (x, y) = (a.magnitude(), b.magnitude());
    let rounded = (x * 2u32 + y) / (y * 2u32);
    BigInt::from_biguint(if a.sign() == b.sign() { Sign::Plus } else { Sign::Minus }, rounded)
}
