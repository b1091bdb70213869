//! Edwards25519 on slow integers: −x² + y² = 1 + d·x²·y² (RFC 8032, section 5.1).

use super::field::{Fp, Slow};
use super::hex;
use num_bigint::BigUint;
use std::sync::LazyLock;

/// An affine point; the identity is (0, 1).
pub type Point = (BigUint, BigUint);

/// The curve.
pub struct Edwards {
    /// 2²⁵⁵ − 19.
    pub p: BigUint,
    /// −121665/121666.
    pub d: BigUint,
    /// ℓ = 2²⁵² + 27742317777372353535851937790883648493.
    pub order: BigUint,
    /// B: y = 4/5, x even.
    pub generator: Point,
}

/// Edwards25519.
pub static ED25519: LazyLock<Edwards> = LazyLock::new(|| {
    let one = BigUint::from(1_u32);
    let p = (&one << 255_u32) - 19_u32;
    let fp = Fp { p: p.clone() };
    let ratio = |a: u32, b: u32| fp.times(&BigUint::from(a), &fp.inverse(&BigUint::from(b)));
    let d = fp.minus(&BigUint::ZERO, &ratio(121_665, 121_666));
    let order = (one << 252_u32) + hex("14def9dea2f79cd65812631a5cf5d3ed");
    let (y, nothing) = (ratio(4, 5), (BigUint::ZERO, BigUint::ZERO));
    let mut curve = Edwards { p, d, order, generator: nothing };
    curve.generator = curve.lift(y, false).expect("y = 4/5 lies on the curve");
    curve
});

impl Edwards {
    fn fp(&self) -> Fp {
        Fp { p: self.p.clone() }
    }

    /// The point with this y and this parity of x, if it is on the curve: x² = (y² − 1)/(d·y² + 1).
    /// Of x = 0 only the even one is.
    pub fn lift(&self, y: BigUint, odd: bool) -> Option<Point> {
        let fp = self.fp();
        let (square, one) = (fp.times(&y, &y), BigUint::from(1_u32));
        let denominator = fp.inverse(&fp.plus(&fp.times(&self.d, &square), &one));
        let x2 = fp.times(&fp.minus(&square, &one), &denominator);
        // p ≡ 5 mod 8: a^((p+3)/8) is a root of a or of −a, and 2^((p−1)/4) one of −1.
        let mut x = x2.modpow(&((&self.p + 3_u32) >> 3_u32), &self.p);
        if fp.times(&x, &x) != x2 {
            x = fp.times(&x, &BigUint::from(2_u32).modpow(&(&self.p >> 2_u32), &self.p));
        }
        if fp.times(&x, &x) != x2 || x == BigUint::ZERO && odd {
            return None;
        }
        Some((if x.bit(0) == odd { x } else { &self.p - x }, y))
    }

    /// P + Q, by the complete law.
    pub fn add(&self, (x1, y1): &Point, (x2, y2): &Point) -> Point {
        let fp = self.fp();
        let [a, b, c, e] = [(x1, y2), (y1, x2), (y1, y2), (x1, x2)].map(|(s, t)| fp.times(s, t));
        let (one, t) = (BigUint::from(1_u32), fp.times(&self.d, &fp.times(&a, &b)));
        let x = fp.times(&fp.plus(&a, &b), &fp.inverse(&fp.plus(&one, &t)));
        let y = fp.times(&fp.plus(&c, &e), &fp.inverse(&fp.minus(&one, &t)));
        (x, y)
    }

    /// k·P.
    pub fn multiply(&self, point: &Point, k: &BigUint) -> Point {
        (0..k.bits()).rev().fold((BigUint::ZERO, BigUint::from(1_u32)), |sum, bit| {
            let twice = self.add(&sum, &sum);
            if k.bit(bit) { self.add(&twice, point) } else { twice }
        })
    }

    /// RFC 8032's 32 bytes.
    pub fn encode(&self, (x, y): &Point) -> Vec<u8> {
        let mut bytes = y.to_bytes_le();
        bytes.resize(32, 0);
        bytes[31] |= if x.bit(0) { 0x80 } else { 0 };
        bytes
    }

    /// The point of these bytes, with y below p, if there is one.
    pub fn decode(&self, bytes: &[u8]) -> Option<Point> {
        let mut bytes: [u8; 32] = bytes.try_into().ok()?;
        let odd = bytes[31] & 0x80 != 0;
        bytes[31] &= 0x7f;
        let y = BigUint::from_bytes_le(&bytes);
        if y < self.p { self.lift(y, odd) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_that_of_rfc_8032() {
        let decimal = |text: &str| text.parse::<BigUint>().expect("digits");
        let x = "15112221349535400772501151409588531511454012693041857206046113283949847762202";
        let y = "46316835694926478169428394003475163141307993866256225615783033603165251855960";
        assert_eq!(ED25519.generator, (decimal(x), decimal(y)));
        let order = "7237005577332262213973186563042994240857116359379907606001950938285454250989";
        assert_eq!(ED25519.order, decimal(order));
        let identity = (BigUint::ZERO, BigUint::from(1_u32));
        assert_eq!(ED25519.multiply(&ED25519.generator, &ED25519.order), identity);
        let p = ED25519.multiply(&ED25519.generator, &BigUint::from(77_u32));
        assert_eq!(ED25519.decode(&ED25519.encode(&p)), Some(p));
    }
}
