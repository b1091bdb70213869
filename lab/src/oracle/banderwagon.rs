//! Banderwagon on slow integers: Bandersnatch ax² + y² = 1 + dx²y² with a = −5 (S. Masson, A.
//! Sanso, Z. Zhang, ePrint 2021/1152), its points of order ℓ and their sums with (0, −1), and
//! encodings as crate-crypto's rust-verkle and go-ipa have them.
//!
//! Points are projective: to invert for every addition would make a proof last a minute.

use super::field::{Fp, Slow as _};
use super::values::{number_bytes, random_below};
use super::{hex, verkle};
use num_bigint::BigUint;
use peer_api::{Case, Curve};
use rand_chacha::ChaCha20Rng;
use std::sync::LazyLock;

/// X, Y, Z for x = X/Z, y = Y/Z. One of two points of an element.
pub type Point = [BigUint; 3];

/// The group.
#[derive(Debug)]
pub struct Group {
    /// Fp.
    pub field: Fp,
    d: BigUint,
    /// Integers modulo ℓ.
    pub scalars: Fp,
    /// G.
    pub generator: Point,
}

/// Banderwagon.
pub static GROUP: LazyLock<Group> = LazyLock::new(|| {
    let field = Fp { p: BigUint::from_bytes_be(&crate::inputs::R) };
    let number = |number: u128| BigUint::from(number);
    let d = field.times(
        &number(138_827_208_126_141_220_649_022_263_972_958_607_803),
        &field.inverse(&number(171_449_701_953_573_178_309_673_572_579_671_231_137)),
    );
    let order = hex("1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1");
    let x = hex("29c132cc2c0b34c5743711777bbe42f32b79c022ad998465e1e71866a252ae18");
    let mut group =
        Group { field, d, scalars: Fp { p: order }, generator: [x.clone(), x.clone(), x.clone()] };
    // Of the generator y is the smaller one.
    let [_, y, z] = group.lift(&x).expect("x of a point");
    group.generator = [x, group.field.minus(&BigUint::ZERO, &y), z];
    group
});

impl Group {
    /// (0, 1).
    pub fn identity() -> Point {
        [BigUint::ZERO, BigUint::from(1_u32), BigUint::from(1_u32)]
    }

    fn is_square(&self, a: &BigUint) -> bool {
        let p = &self.field.p;
        a.modpow(&(p >> 1_u32), p) <= BigUint::from(1_u32)
    }

    /// 1 − ax² and 1 − dx², whose quotient is y².
    fn sides(&self, x: &BigUint) -> [BigUint; 2] {
        let f = &self.field;
        let (square, one) = (f.times(x, x), BigUint::from(1_u32));
        [
            f.plus(&one, &f.times(&BigUint::from(5_u32), &square)),
            f.minus(&one, &f.times(&self.d, &square)),
        ]
    }

    /// Whether there is a point with this x.
    pub fn is_on_curve(&self, x: &BigUint) -> bool {
        let [above, below] = self.sides(x);
        self.is_square(&self.field.times(&above, &below))
    }

    /// The element with this x, if there is one: a point, with 1 − ax² a square. Its y is the
    /// larger one.
    pub fn lift(&self, x: &BigUint) -> Option<Point> {
        let f = &self.field;
        let [above, below] = self.sides(x);
        if !self.is_square(&above) || !self.is_square(&below) {
            return None;
        }
        let y = f.root(&f.times(&above, &f.inverse(&below)))?;
        let y = f.minus(&BigUint::ZERO, &y).max(y);
        Some([x.clone(), y, BigUint::from(1_u32)])
    }

    /// The element of 32 bytes.
    pub fn decode(&self, bytes: &[u8]) -> Option<Point> {
        let x = BigUint::from_bytes_be(bytes);
        if bytes.len() != 32 || x >= self.field.p { None } else { self.lift(&x) }
    }

    /// The 32 bytes of an element.
    pub fn encode(&self, [x, y, z]: &Point) -> Vec<u8> {
        let f = &self.field;
        let inverse = f.inverse(z);
        let [x, y] = [x, y].map(|numerator| f.times(numerator, &inverse));
        let larger = y > &f.p >> 1_u32;
        let signed = if larger { x } else { f.minus(&BigUint::ZERO, &x) };
        // Its scalars are what the coordinates are here.
        number_bytes(Curve::Bls12381, &signed, 32)
    }

    /// x/y, an integer below p, modulo ℓ.
    pub fn map(&self, [x, y, _]: &Point) -> BigUint {
        self.field.times(x, &self.field.inverse(y)) % &self.scalars.p
    }

    /// P + Q (D. Bernstein, P. Birkner, M. Joye, T. Lange, C. Peters, "Twisted Edwards curves",
    /// 2008, section 6). No sum of two points of the group has a denominator of zero.
    pub fn add(&self, [x1, y1, z1]: &Point, [x2, y2, z2]: &Point) -> Point {
        let f = &self.field;
        let (a, c, d) = (f.times(z1, z2), f.times(x1, x2), f.times(y1, y2));
        let (b, e) = (f.times(&a, &a), f.times(&self.d, &f.times(&c, &d)));
        let (minus, plus) = (f.minus(&b, &e), f.plus(&b, &e));
        let cross = f.minus(&((x1 + y1) * (x2 + y2) % &f.p), &f.plus(&c, &d));
        let x = f.times(&f.times(&a, &minus), &cross);
        let y = f.times(&f.times(&a, &plus), &f.plus(&d, &f.times(&BigUint::from(5_u32), &c)));
        [x, y, f.times(&minus, &plus)]
    }

    /// −P.
    pub fn negate(&self, [x, y, z]: &Point) -> Point {
        [self.field.minus(&BigUint::ZERO, x), y.clone(), z.clone()]
    }

    /// 0 to 15 times P.
    pub fn multiples(&self, point: &Point) -> Vec<Point> {
        let mut all = vec![Self::identity()];
        for place in 0..15 {
            all.push(self.add(&all[place], point));
        }
        all
    }

    /// Σ kᵢPᵢ for the multiples of each Pᵢ, by digits of four bits, the highest first.
    pub fn sum_of_multiples(&self, multiples: &[Vec<Point>], scalars: &[BigUint]) -> Point {
        let mut sum = Self::identity();
        for digit in (0..64).rev() {
            for _ in 0..4 {
                sum = self.add(&sum, &sum);
            }
            for (multiples, k) in multiples.iter().zip(scalars) {
                let bits = (0..4).filter(|bit| k.bit(4 * digit + bit)).map(|bit| 1 << bit);
                match bits.sum() {
                    0 => (),
                    digit => sum = self.add(&sum, &multiples[digit]),
                }
            }
        }
        sum
    }

    /// k·P.
    pub fn multiply(&self, point: &Point, k: &BigUint) -> Point {
        self.sum_of_multiples(&[self.multiples(point)], std::slice::from_ref(k))
    }

    /// An element at random, encoded.
    pub fn random(&self, random: &mut ChaCha20Rng) -> Vec<u8> {
        self.encode(&self.multiply(&self.generator, &random_below(&self.scalars.p, random)))
    }
}

/// 32 bytes of a scalar, the lowest first.
pub fn scalar_bytes(k: &BigUint) -> Vec<u8> {
    let mut bytes = k.to_bytes_le();
    bytes.resize(32, 0);
    bytes
}

/// The scalar of 32 bytes.
pub fn scalar(bytes: &[u8]) -> Option<BigUint> {
    let k = BigUint::from_bytes_le(bytes);
    (bytes.len() == 32 && k < GROUP.scalars.p).then_some(k)
}

/// So many scalars, one after the other.
pub fn scalars(bytes: &[u8], count: usize) -> Option<Vec<BigUint>> {
    if bytes.len() != 32 * count { None } else { bytes.chunks(32).map(scalar).collect() }
}

/// What an operation answers, or `None` where the input must be refused.
pub(super) fn answer(verb: &str, case: &Case) -> Option<Vec<u8>> {
    let point = |index: usize| GROUP.decode(case.get(index)?);
    Some(match verb {
        "mul_vartime" => GROUP.encode(&GROUP.multiply(&point(0)?, &scalar(case.get(1)?)?)),
        "decode" => GROUP.encode(&point(0)?),
        "encode" => GROUP.encode(&GROUP.add(&point(0)?, &point(0)?)),
        "map_to_field" => scalar_bytes(&GROUP.map(&point(0)?)),
        "commit_256" => GROUP.encode(&verkle::commit(&scalars(case.first()?, verkle::WIDTH)?)),
        "multiproof_prove_16" => verkle::proof(case)?,
        _ => return None,
    })
}

/// Whether there are answers to an operation.
pub(super) fn serves(id: &str) -> bool {
    id.starts_with("banderwagon/") && id != "banderwagon/multiproof_verify_16"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_group_has_the_stated_order_and_its_encodings_are_unique() {
        let group = &*GROUP;
        let [x, y, _] = &group.generator;
        let f = &group.field;
        let (xx, yy) = (f.times(x, x), f.times(y, y));
        let right = f.plus(&BigUint::from(1_u32), &f.times(&group.d, &f.times(&xx, &yy)));
        assert_eq!(
            f.plus(&f.minus(&yy, &f.times(&BigUint::from(5_u32), &xx)), &BigUint::ZERO),
            right
        );
        let multiple = |k: u32| group.multiply(&group.generator, &BigUint::from(k));
        let zero = group.encode(&group.multiply(&group.generator, &group.scalars.p));
        assert_eq!(zero, [0; 32]);
        assert_eq!(
            group.encode(&group.add(&multiple(5), &multiple(7))),
            group.encode(&multiple(12))
        );
        // The other point of the class.
        let [x, y, z] = multiple(3);
        let other = [f.minus(&BigUint::ZERO, &x), f.minus(&BigUint::ZERO, &y), z];
        assert_eq!(group.encode(&other), group.encode(&multiple(3)));
        assert_eq!(group.map(&other), group.map(&multiple(3)));
        let bytes = group.encode(&multiple(3));
        assert_eq!(group.encode(&group.decode(&bytes).expect("an element")), bytes);
        assert_eq!(group.encode(&group.add(&other, &group.negate(&multiple(3)))), [0; 32]);
    }
}
