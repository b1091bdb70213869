//! ristretto255 on slow integers (RFC 9496), over [`ED25519`].

use super::edwards::{ED25519, Point};
use super::field::{Fp, Slow as _};
use num_bigint::BigUint;

fn fp() -> Fp {
    Fp { p: ED25519.p.clone() }
}

fn one() -> BigUint {
    BigUint::from(1_u32)
}

/// A root of −1: 2^((p−1)/4).
fn root_of_minus_one() -> BigUint {
    BigUint::from(2_u32).modpow(&(&ED25519.p >> 2_u32), &ED25519.p)
}

/// A square root modulo 2²⁵⁵ − 19, if there is one.
pub fn root(a: &BigUint) -> Option<BigUint> {
    let fp = fp();
    // p ≡ 5 mod 8.
    let mut root = a.modpow(&((&fp.p + 3_u32) >> 3_u32), &fp.p);
    if fp.times(&root, &root) != *a {
        root = fp.times(&root, &root_of_minus_one());
    }
    (fp.times(&root, &root) == *a).then_some(root)
}

/// The one of a and −a that is even.
fn magnitude(a: BigUint) -> BigUint {
    if a.bit(0) { &ED25519.p - a } else { a }
}

/// Whether u/v is a square, and the even root of it or of i·u/v (section 4.2, SQRT_RATIO_M1).
fn root_of_ratio(u: &BigUint, v: &BigUint) -> (bool, BigUint) {
    let fp = fp();
    let ratio = fp.times(u, &fp.inverse(v));
    let of = |a: &BigUint| root(a).map(magnitude);
    match of(&ratio) {
        // u = 0 is a square; v = 0 is none unless u is 0, and the root is 0 then.
        Some(root) => (*v != BigUint::ZERO || *u == BigUint::ZERO, root),
        None => (false, of(&fp.times(&root_of_minus_one(), &ratio)).unwrap_or_default()),
    }
}

/// The element of 32 bytes, if they are its encoding (section 4.3.1).
pub fn decode(bytes: &[u8]) -> Option<Point> {
    let fp = fp();
    let s = BigUint::from_bytes_le(bytes);
    if bytes.len() != 32 || s >= fp.p || s.bit(0) {
        return None;
    }
    let square = fp.times(&s, &s);
    let (u1, u2) = (fp.minus(&one(), &square), fp.plus(&one(), &square));
    let u2_square = fp.times(&u2, &u2);
    let v =
        fp.minus(&fp.minus(&BigUint::ZERO, &fp.times(&ED25519.d, &fp.times(&u1, &u1))), &u2_square);
    let (is_square, inverse) = root_of_ratio(&one(), &fp.times(&v, &u2_square));
    let denominator_x = fp.times(&inverse, &u2);
    let denominator_y = fp.times(&inverse, &fp.times(&denominator_x, &v));
    let x = magnitude(fp.times(&fp.plus(&s, &s), &denominator_x));
    let y = fp.times(&u1, &denominator_y);
    let odd = fp.times(&x, &y).bit(0);
    (is_square && !odd && y != BigUint::ZERO).then_some((x, y))
}

/// The 32 bytes of the element of which a point is (section 4.3.2, with z = 1).
pub fn encode((x, y): &Point) -> Vec<u8> {
    let (fp, i) = (fp(), root_of_minus_one());
    let t = fp.times(x, y);
    let u1 = fp.times(&fp.plus(&one(), y), &fp.minus(&one(), y));
    let (_, inverse) = root_of_ratio(&one(), &fp.times(&u1, &fp.times(&t, &t)));
    let (first, second) = (fp.times(&inverse, &u1), fp.times(&inverse, &t));
    let z_inverse = fp.times(&fp.times(&first, &second), &t);
    let minus_one_minus_d = fp.minus(&fp.minus(&BigUint::ZERO, &one()), &ED25519.d);
    let (_, enchanted) = root_of_ratio(&one(), &minus_one_minus_d);
    let rotates = fp.times(&t, &z_inverse).bit(0);
    let (x, y, inverse) = if rotates {
        (fp.times(y, &i), fp.times(x, &i), fp.times(&first, &enchanted))
    } else {
        (x.clone(), y.clone(), second)
    };
    let y = if fp.times(&x, &z_inverse).bit(0) { fp.minus(&BigUint::ZERO, &y) } else { y };
    let s = magnitude(fp.times(&inverse, &fp.minus(&one(), &y)));
    let mut bytes = s.to_bytes_le();
    bytes.resize(32, 0);
    bytes
}

/// MAP of 32 bytes (section 4.3.4).
pub fn map(bytes: &[u8]) -> Point {
    let (fp, d) = (fp(), &ED25519.d);
    let zero = BigUint::ZERO;
    let minus = |a: &BigUint| fp.minus(&zero, a);
    let t = BigUint::from_bytes_le(bytes) % (one() << 255_u32) % &fp.p;
    let r = fp.times(&root_of_minus_one(), &fp.times(&t, &t));
    let one_minus_d2 = fp.minus(&one(), &fp.times(d, d));
    let d_minus_one = fp.minus(d, &one());
    let u = fp.times(&fp.plus(&r, &one()), &one_minus_d2);
    let v = fp.times(&fp.minus(&minus(&one()), &fp.times(&r, d)), &fp.plus(&r, d));
    let (is_square, s) = root_of_ratio(&u, &v);
    let (s, c) = if is_square {
        (s, minus(&one()))
    } else {
        (minus(&magnitude(fp.times(&s, &t))), r.clone())
    };
    let n = fp.times(&fp.times(&c, &fp.minus(&r, &one())), &fp.times(&d_minus_one, &d_minus_one));
    let n = fp.minus(&n, &v);
    // The odd root of −d − 1.
    let factor = minus(&magnitude(root(&minus(&fp.plus(d, &one()))).expect("it is a square")));
    let square = fp.times(&s, &s);
    let w0 = fp.times(&fp.plus(&s, &s), &v);
    let w1 = fp.times(&n, &factor);
    let (w2, w3) = (fp.minus(&one(), &square), fp.plus(&one(), &square));
    (fp.times(&w0, &fp.inverse(&w1)), fp.times(&w2, &fp.inverse(&w3)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::vectors::cases::{from_hex, hex};

    /// RFC 9496, appendix A.1: multiples of the generator, and A.3: elements of 64 bytes.
    #[test]
    fn elements_are_those_of_the_document() {
        let multiples = [
            (0_u32, "0000000000000000000000000000000000000000000000000000000000000000"),
            (1, "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"),
            (2, "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919"),
        ];
        for (k, bytes) in multiples {
            let point = ED25519.multiply(&ED25519.generator, &BigUint::from(k));
            assert_eq!(hex(&encode(&point)), bytes);
            let again = decode(&from_hex(bytes).expect("digits")).expect("an element");
            assert_eq!(hex(&encode(&again)), bytes);
        }
        let uniform = from_hex(
            "5d1be09e3d0c82fc538112490e35701979d99e06ca3e2b5b54bffe8b4dc772c14d98b696a1bbfb5ca32c436cc61c16563790306c79eaca7705668b47dffe5bb6",
        )
        .expect("digits");
        let sum = ED25519.add(&map(&uniform[..32]), &map(&uniform[32..]));
        assert_eq!(
            hex(&encode(&sum)),
            "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46"
        );
    }
}
