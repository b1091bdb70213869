//! Rational isogenies between two given curves of a given odd degree.
//!
//! H. Stark, "Class-numbers of complex quadratic fields", 1973; A. Bostan, F. Morain, B. Salvy, É.
//! Schost, "Fast algorithms for computing isogenies between elliptic curves", 2008, §3. With ℘ of
//! y² = x³ + ax + b, and of the other curve, as Laurent series, a normalised isogeny is (x, y) ↦
//! (I(x), y·I′(x)) with ℘~ = I(℘). So the expansion of I at infinity follows from the two series,
//! and numerator and denominator from the expansion, by Euclid's algorithm. The denominator is the
//! square of the kernel polynomial.

use num_bigint::BigUint;

use super::arithmetic::Prime;

/// A polynomial, or the beginning of a series, lowest coefficient first.
pub type Polynomial = Vec<BigUint>;

/// x ↦ numerator/kernel², y ↦ y·derivative/kernel³.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Isogeny {
    /// Numerator of I.
    pub x: Polynomial,
    /// Numerator of I′ over the kernel's cube.
    pub y: Polynomial,
    /// The kernel polynomial, monic.
    pub kernel: Polynomial,
}

fn trimmed(mut a: Polynomial) -> Polynomial {
    while a.last() == Some(&BigUint::ZERO) {
        a.pop();
    }
    a
}

fn times(f: &Prime, a: &[BigUint], b: &[BigUint]) -> Polynomial {
    let mut out = vec![BigUint::ZERO; (a.len() + b.len()).saturating_sub(1)];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            out[i + j] = f.add(&out[i + j], &(x * y));
        }
    }
    out
}

fn minus(f: &Prime, a: &[BigUint], b: &[BigUint]) -> Polynomial {
    let at = |a: &[BigUint], i: usize| a.get(i).cloned().unwrap_or(BigUint::ZERO);
    (0..a.len().max(b.len())).map(|i| f.sub(&at(a, i), &at(b, i))).collect()
}

fn scaled(f: &Prime, a: &[BigUint], k: &BigUint) -> Polynomial {
    a.iter().map(|x| f.mul(x, k)).collect()
}

fn derivative(f: &Prime, a: &[BigUint]) -> Polynomial {
    a.iter().zip(0i64..).skip(1).map(|(x, i)| f.mul(x, &f.small(i))).collect()
}

/// Quotient and remainder.
fn divided(f: &Prime, a: &[BigUint], b: &[BigUint]) -> (Polynomial, Polynomial) {
    let inverse = f.invert(b.last().expect("the divisor is not zero"));
    let mut rest = trimmed(a.to_vec());
    let mut quotient = vec![BigUint::ZERO; (rest.len() + 1).saturating_sub(b.len())];
    while rest.len() >= b.len() {
        let shift = rest.len() - b.len();
        quotient[shift] = f.mul(rest.last().expect("not empty"), &inverse);
        let mut part = vec![BigUint::ZERO; shift];
        part.extend(scaled(f, b, &quotient[shift]));
        rest = trimmed(minus(f, &rest, &part));
    }
    (quotient, rest)
}

/// The coefficients of Z = z² in z²·℘(z) = 1 + c₁Z² + c₂Z³ + …, for y² = x³ + ax + b: c₁ = −a/5, c₂
/// = −b/7, c_k = 3/((k − 2)(2k + 3))·Σ cᵢ·c_(k − 1 − i).
fn weierstrass(f: &Prime, a: &BigUint, b: &BigUint, terms: usize) -> Polynomial {
    let over = |x: &BigUint, k: i64| f.mul(x, &f.invert(&f.small(k)));
    // c[k], with c[0] unused.
    let mut c = vec![BigUint::ZERO, over(&f.neg(a), 5), over(&f.neg(b), 7)];
    for k in 3..terms {
        let sum = (1..k - 1).fold(BigUint::ZERO, |sum, i| f.add(&sum, &(&c[i] * &c[k - 1 - i])));
        let k = k as i64;
        c.push(over(&f.mul(&sum, &f.small(3)), (k - 2) * (2 * k + 3)));
    }
    let mut out = vec![f.small(1), BigUint::ZERO];
    out.extend_from_slice(&c[1..terms - 1]);
    out
}

/// The normalised isogeny of odd degree from y² = x³ + ax + b to y² = x³ + a~·x + b~, if there is
/// one.
pub fn normalised(
    f: &Prime,
    degree: usize,
    from: [&BigUint; 2],
    to: [&BigUint; 2],
) -> Option<Isogeny> {
    let terms = 2 * degree + 4;
    let one_over = |series: &[BigUint]| {
        // The reciprocal of a series that begins with 1.
        let mut out = vec![f.small(1)];
        for n in 1..terms {
            let sum =
                (1..=n).fold(BigUint::ZERO, |sum, i| f.add(&sum, &(&series[i] * &out[n - i])));
            out.push(f.neg(&sum));
        }
        out
    };
    let p = weierstrass(f, from[0], from[1], terms);
    let mut rest = weierstrass(f, to[0], to[1], terms);
    // ℘~ = Σ hᵢ·℘^(1 − i), and Z·℘^(1 − i) = Zⁱ·(Z℘)^(1 − i) begins with Zⁱ.
    let reciprocal = one_over(&p);
    let mut power = p;
    let mut h = Vec::new();
    for i in 0..terms {
        let k = rest[i].clone();
        let part = scaled(f, &power[..terms - i], &k);
        for (j, x) in part.iter().enumerate() {
            rest[i + j] = f.sub(&rest[i + j], x);
        }
        h.push(k);
        power = times(f, &power, &reciprocal);
        power.truncate(terms);
    }
    // I(x) = Σ hᵢ·x^(1 − i). With t = 1/x: t·I = H(t) = reversed numerator over reversed
    // denominator, of degrees ℓ and ℓ − 1.
    let mut a = vec![BigUint::ZERO; 2 * degree];
    a.push(f.small(1));
    let mut b = trimmed(h[..2 * degree].to_vec());
    let (mut s, mut t) = (Vec::new(), vec![f.small(1)]);
    while b.len() > degree + 1 {
        let (quotient, remainder) = divided(f, &a, &b);
        let next = minus(f, &s, &times(f, &quotient, &t));
        (a, b) = (b, remainder);
        (s, t) = (t, trimmed(next));
    }
    let reversed = |a: &[BigUint], length: usize| -> Polynomial {
        let scale = f.invert(&t[0]);
        (0..length).rev().map(|i| a.get(i).map_or(BigUint::ZERO, |x| f.mul(x, &scale))).collect()
    };
    if t.len() > degree || t.first().is_none_or(|first| *first == BigUint::ZERO) {
        return None;
    }
    let (x, denominator) = (reversed(&b, degree + 1), reversed(&t, degree));
    // The root of the denominator, from the highest coefficient down.
    let half = f.invert(&f.small(2));
    let n = degree >> 1;
    let mut kernel = vec![BigUint::ZERO; n + 1];
    kernel[n] = f.small(1);
    for i in (0..n).rev() {
        let sum = (i + 1..n)
            .fold(BigUint::ZERO, |sum, j| f.add(&sum, &(&kernel[j] * &kernel[n + i - j])));
        kernel[i] = f.mul(&f.sub(&denominator[n + i], &sum), &half);
    }
    if times(f, &kernel, &kernel) != denominator {
        return None;
    }
    let left = times(f, &derivative(f, &x), &kernel);
    let right = scaled(f, &times(f, &x, &derivative(f, &kernel)), &f.small(2));
    let y = trimmed(minus(f, &left, &right));
    let isogeny = Isogeny { x, y, kernel };
    isogeny.is_one(f, from, to).then_some(isogeny)
}

impl Isogeny {
    /// Whether points go to points: (x³ + ax + b)·Y² = X³ + a~·X·h⁴ + b~·h⁶.
    fn is_one(&self, f: &Prime, [a, b]: [&BigUint; 2], [a_to, b_to]: [&BigUint; 2]) -> bool {
        let cube = [b.clone(), a.clone(), BigUint::ZERO, f.small(1)];
        let left = times(f, &cube, &times(f, &self.y, &self.y));
        let hh = times(f, &self.kernel, &self.kernel);
        let h4 = times(f, &hh, &hh);
        let xx = times(f, &self.x, &self.x);
        let right = [
            times(f, &xx, &self.x),
            scaled(f, &times(f, &self.x, &h4), &f.neg(a_to)),
            scaled(f, &times(f, &h4, &hh), &f.neg(b_to)),
        ]
        .into_iter()
        .reduce(|sum, part| minus(f, &sum, &part))
        .unwrap_or_default();
        trimmed(minus(f, &left, &right)).is_empty()
    }
}
