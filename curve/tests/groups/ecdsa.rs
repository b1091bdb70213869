//! secp256k1 and P-256: constants, group laws, multiplication and encodings.

// Slow and plain on purpose, and all of it public.
#![allow(clippy::integer_division_remainder_used)]

use crate::lattice;
use crate::laws;
use std::format;
use std::vec::Vec;

use curve::error::{PointError, ScalarError};
use curve::field::{Anywhere, Red};
use curve::formulas::complete::Coefficient;
use curve::p256::P256;
use curve::scalar::{ScalarField, SecretScalar};
use curve::secp256k1::Secp256k1;
use curve::weierstrass::{Affine, Endomorphism, Group, Projective, Sec1Encoding, Weierstrass};
use limb::Mont;
use num_bigint::{BigInt, BigUint};

use crate::laws::{hex, integer, order, rng, scalars};

fn base<C: Sec1Encoding<Base: Anywhere>>(x: &Red<C::Base>) -> BigUint {
    let mut bytes = [0; 32];
    x.to_bytes(&mut bytes);
    BigUint::from_bytes_be(&bytes)
}

/// y² = x³ + ax + b modulo p, by chords and tangents on big integers.
struct Slow {
    p: BigUint,
    a: BigUint,
    b: BigUint,
}

type SlowPoint = Option<(BigUint, BigUint)>;

impl Slow {
    fn divide(&self, above: &BigUint, below: &BigUint) -> BigUint {
        above * below.modpow(&(&self.p - 2u32), &self.p) % &self.p
    }

    fn minus(&self, a: &BigUint, b: &BigUint) -> BigUint {
        (a + &self.p - b) % &self.p
    }

    fn add(&self, s: &SlowPoint, t: &SlowPoint) -> SlowPoint {
        let (Some((x1, y1)), Some((x2, y2))) = (s, t) else {
            return s.clone().or_else(|| t.clone());
        };
        let slope = if x1 != x2 {
            self.divide(&self.minus(y2, y1), &self.minus(x2, x1))
        } else if y1 == y2 {
            self.divide(&(x1 * x1 * 3u32 + &self.a), &(y1 * 2u32))
        } else {
            return None;
        };
        let x = self.minus(&self.minus(&(&slope * &slope), x1), x2);
        let y = self.minus(&(&slope * self.minus(x1, &x)), y1);
        Some((x, y))
    }

    fn multiply(&self, k: &BigUint, s: &SlowPoint) -> SlowPoint {
        (0..k.bits()).rev().fold(None, |sum, bit| {
            let sum = self.add(&sum, &sum);
            if k.bit(bit) { self.add(&sum, s) } else { sum }
        })
    }
}

fn slow_point<C: Sec1Encoding<Base: Anywhere>>(point: &Projective<C>) -> SlowPoint {
    let point = point.to_affine();
    (!bool::from(point.is_identity())).then(|| (base::<C>(point.x()), base::<C>(point.y())))
}

/// The curve of the library is this one, and its group has prime order n: n annihilates a point
/// other than the identity, so a prime n divides the number of points, of which Hasse's interval
/// around p + 1 has room for one multiple alone.
fn constants<C: Sec1Encoding<Base: Anywhere, Scalar: ScalarField>>(slow: &Slow, n: &BigUint) {
    let one = BigUint::from(1u32);
    let p = &slow.p;
    for prime in [p, n] {
        for base in [2u32, 3, 5, 7] {
            assert_eq!(BigUint::from(base).modpow(&(prime - 1u32), prime), one);
        }
    }
    assert_eq!(base::<C>(&-Red::one()), p - 1u32);
    assert_eq!(order::<C::Scalar>(), *n);
    assert_eq!(base::<C>(&C::A::times(&Red::one())), slow.a);
    assert_eq!(base::<C>(&C::b(&())), slow.b);
    assert_eq!(base::<C>(&C::times_3b(&Red::from(5))), &slow.b * 15u32 % p);
    let g = slow_point(&Projective::<C>::generator());
    let (x, y) = g.clone().unwrap();
    assert_eq!(&y * &y % p, (&x * &x * &x + &slow.a * &x + &slow.b) % p);
    assert_eq!(slow.multiply(n, &g), None);
    let distance = if *n > p + 1u32 { n - p - 1u32 } else { p + 1u32 - n };
    assert!(&distance * &distance <= p * 4u32);
    // Multiplication by the library and by chords and tangents.
    for k in scalars::<C::Scalar>() {
        let product = slow_point(&(Projective::<C>::generator() * k));
        assert_eq!(product, slow.multiply(&integer(&k), &g));
    }
}

#[test]
fn constants_of_secp256k1() {
    let p = (BigUint::from(1u32) << 256) - (BigUint::from(1u32) << 32) - 977u32;
    let n = hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    constants::<Secp256k1>(&Slow { p, a: BigUint::ZERO, b: BigUint::from(7u32) }, &n);
}

#[test]
fn constants_of_p256() {
    let power = |bit: u32| BigUint::from(1u32) << bit;
    let p = power(256) - power(224) + power(192) + power(96) - 1u32;
    let n = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
    let b = hex("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b");
    // SP 800-186 §3.2.1.3: c is made from the seed by SHA-1, and c·b² = −27.
    let c = hex("7efba1662985be9403cb055c75d4f7e0ce8d84a9c5114abcaf3177680104fa0d");
    assert_eq!((c * &b * &b + 27u32) % &p, BigUint::ZERO);
    constants::<P256>(&Slow { a: &p - 3u32, p, b }, &n);
}

#[test]
fn group_laws() {
    laws::addition::<Secp256k1>();
    laws::addition::<P256>();
}

#[test]
fn multiplications_agree() {
    let lambda = hex("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72");
    laws::multiplication::<Secp256k1>(&lambda);
    laws::multiplication::<P256>(&BigUint::from(1u32));
}

#[test]
fn sums_of_multiples() {
    laws::sums::<Secp256k1>();
    laws::sums::<P256>();
}

/// β and λ are cube roots of one, and the parts of every edge scalar are congruent to it and of 128
/// bits.
#[test]
fn endomorphism_of_secp256k1() {
    let n = hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    let lambda = hex("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72");
    assert_eq!((&lambda * &lambda + &lambda + 1u32) % &n, BigUint::ZERO);
    let one = Red::one();
    let (beta, _) = Secp256k1::<curve::secp256k1::FpEngine>::endomorphism_xy(&one, &one);
    assert_eq!(beta.sqr() + beta + one, Red::zero());
    // The basis of libsecp256k1's `scalar_impl.h`; bounds and reciprocals by their definitions.
    let signed = |digits: &str| BigInt::parse_bytes(digits.as_bytes(), 16).unwrap();
    let a1 = signed("3086d221a7d46bcde86c90e49284eb15");
    let b1 = signed("-e4437ed6010e88286f547fa90abfe4c3");
    let a2 = signed("114ca50f7a8e2f3f657c1108d9d44cfd8");
    let basis = [[a1.clone(), b1], [a2, a1]];
    let (slow, bounds) = (lattice::lattice::<2, 3>(&basis), lattice::bounds(&basis));
    for k in lattice::edges(&basis, &n)
        .into_iter()
        .chain(scalars().iter().map(integer::<curve::secp256k1::FrEngine>))
    {
        let limbs = lattice::limbs(&k);
        let [k0, k1, k2, k3] = <Secp256k1>::split(&limbs).map(|part| lattice::integer(&part));
        let want = slow.split(&limbs).map(|part| lattice::integer(&part));
        assert_eq!([&k0, &k1], want.each_ref());
        assert_eq!([k2, k3], [BigInt::ZERO, BigInt::ZERO]);
        assert!(*k0.magnitude() <= bounds[0] && *k1.magnitude() <= bounds[1]);
        assert!(k0.magnitude().bits() <= 128 && k1.magnitude().bits() <= 128);
        let sum = k0 + k1 * BigInt::from(lambda.clone()) - BigInt::from(k);
        assert_eq!(sum % BigInt::from(n.clone()), BigInt::ZERO);
    }
}

/// The two word sizes give the same points.
#[test]
fn word_sizes_agree() {
    fn bytes<C: Sec1Encoding<Base: Anywhere, Scalar: ScalarField>>() -> Vec<[u8; 65]> {
        let g = Projective::<C>::generator();
        let k = Red::random(&mut rng());
        [g.double(), g * k, g.mul_vartime(&k), g - g.double()]
            .map(|p| p.to_sec1_uncompressed().unwrap())
            .to_vec()
    }
    use curve::{p256, secp256k1};
    let k1 = bytes::<Secp256k1<Mont<secp256k1::FpModulus, u64, 4>>>();
    assert_eq!(k1, bytes::<Secp256k1<Mont<secp256k1::FpModulus, u32, 8>>>());
    assert_eq!(k1, bytes::<Secp256k1>());
    let r1 = bytes::<P256<Mont<p256::FpModulus, u64, 4>>>();
    assert_eq!(r1, bytes::<P256<Mont<p256::FpModulus, u32, 8>>>());
    assert_eq!(r1, bytes::<P256>());
}

/// One string of each form for each point, and a reason for every other.
fn encodings<C: Sec1Encoding<Base: Anywhere, Scalar: ScalarField>>(p: &BigUint) {
    let read = Affine::<C>::from_sec1;
    for point in laws::points::<C>() {
        if bool::from(point.is_identity()) {
            assert_eq!(point.to_sec1(), Err(PointError::Identity));
            assert_eq!(point.to_sec1_uncompressed(), Err(PointError::Identity));
            assert_eq!(point.to_affine().to_x_only(), Err(PointError::Identity));
            assert_eq!(point.to_affine().to_sec1_unchecked_identity()[1..], [0; 32]);
            assert_eq!(point.to_affine().to_sec1_uncompressed_unchecked_identity()[1..], [0; 64]);
            continue;
        }
        let (short, long) = (point.to_sec1().unwrap(), point.to_sec1_uncompressed().unwrap());
        let affine = point.to_affine();
        assert_eq!(affine.to_sec1_unchecked_identity(), short);
        assert_eq!(affine.to_sec1_uncompressed_unchecked_identity(), long);
        assert_eq!(read(&short), Ok(affine));
        assert_eq!(read(&long), Ok(affine));
        assert_eq!(Projective::<C>::from_sec1(&short), Ok(point));
        assert_eq!(Affine::<C>::from_sec1_compressed(&short), Ok(affine));
        assert_eq!(Affine::<C>::from_sec1_compressed(&long), Err(PointError::Length));
        assert_eq!(Affine::<C>::from_sec1_uncompressed(&long), Ok(affine));
        assert_eq!(Affine::<C>::from_sec1_uncompressed(&short), Err(PointError::Length));
        assert_eq!(short[1..], long[1..33]);
        // y and its parity, from the other form.
        assert_eq!(short[0], 2 + (long[64] & 1));
        assert_eq!(bool::from(affine.has_even_y()), short[0] == 2);
        let x = affine.to_x_only().unwrap();
        assert_eq!(x, short[1..]);
        let even = Affine::<C>::from_x_only(&x).unwrap();
        assert_eq!(even, if short[0] == 2 { affine } else { affine.neg() });
        let mut other = short;
        other[0] ^= 1;
        assert_eq!(read(&other), Ok(affine.neg()));
        for tag in 0..=255 {
            let (mut short, mut long) = (short, long);
            (short[0], long[0]) = (tag, tag);
            match tag {
                2 | 3 => {
                    assert!(read(&short).is_ok());
                    assert_eq!(read(&long), Err(PointError::Compression));
                }
                4 => {
                    assert!(read(&long).is_ok());
                    assert_eq!(read(&short), Err(PointError::Compression));
                }
                _ => assert_eq!([read(&short), read(&long)], [Err(PointError::Tag); 2]),
            }
        }
        let mut wrong = long;
        wrong[64] ^= 2;
        assert_eq!(read(&wrong), Err(PointError::NotOnCurve));
        // The other coordinate's bytes of the same residue, where they fit.
        for (at, coordinate) in [(1, affine.x()), (33, affine.y())] {
            let more = base::<C>(coordinate) + p;
            if more.bits() <= 256 {
                let mut wrong = long;
                wrong[at..at + 32].copy_from_slice(&more.to_bytes_be());
                assert_eq!(read(&wrong), Err(PointError::NotCanonical));
            }
        }
    }
    let g = Projective::<C>::generator();
    let (short, long) = (g.to_sec1().unwrap(), g.to_sec1_uncompressed().unwrap());
    for length in 0..=100 {
        let mut bytes = [4; 100];
        bytes[..65].copy_from_slice(&long);
        let bytes = &bytes[..length];
        if length != 33 && length != 65 {
            assert_eq!(read(bytes), Err(PointError::Length));
        }
        assert_eq!(Affine::<C>::from_x_only(bytes) == Err(PointError::Length), length != 32);
    }
    assert_eq!(read(&[0]), Err(PointError::Identity));
    assert_eq!(read(&[1]), Err(PointError::Length));
    assert_eq!(read(&[0; 33]), Err(PointError::Tag));
    assert_eq!(read(&[0; 65]), Err(PointError::Tag));
    let mut zeros = [0; 65];
    zeros[0] = 4;
    assert_eq!(read(&zeros), Err(PointError::NotOnCurve));
    for value in [p.clone(), p + 1u32, (BigUint::from(1u32) << 256) - 1u32] {
        let value = value.to_bytes_be();
        let (mut short, mut x, mut y) = (short, long, long);
        short[1..].copy_from_slice(&value);
        x[1..33].copy_from_slice(&value);
        y[33..].copy_from_slice(&value);
        for bytes in [&short[..], &x, &y] {
            assert_eq!(read(bytes), Err(PointError::NotCanonical));
        }
        assert_eq!(Affine::<C>::from_x_only(&value), Err(PointError::NotCanonical));
    }
    // About half of all x belong to no point.
    let mut refused = 0;
    for x in 0..64 {
        let mut bytes = [0; 33];
        (bytes[0], bytes[32]) = (2, x);
        match read(&bytes) {
            Ok(point) => assert!(bool::from(point.is_on_curve() & point.has_even_y())),
            Err(reason) => {
                assert_eq!(reason, PointError::NotOnCurve);
                refused += 1;
            }
        }
    }
    assert!((16..48).contains(&refused));
}

#[test]
fn encodings_are_canonical() {
    encodings::<Secp256k1>(&hex(
        "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
    ));
    encodings::<P256>(&hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"));
}

fn secrets<C: Group<Base: Anywhere, Scalar: ScalarField>>() {
    let n = order::<C::Scalar>().to_bytes_be();
    type Secret<C> = SecretScalar<<C as Group>::Scalar>;
    assert_eq!(Red::<C::Scalar>::from_be_bytes(&n), Err(ScalarError::NotCanonical));
    assert_eq!(Red::<C::Scalar>::from_be_bytes(&n[1..]), Err(ScalarError::Length));
    assert_eq!(Red::<C::Scalar>::from_le_bytes(&[0xff; 32]), Err(ScalarError::NotCanonical));
    assert_eq!(Red::<C::Scalar>::zero().not_zero(), Err(ScalarError::Zero));
    for k in scalars::<C::Scalar>() {
        assert_eq!(Red::from_be_bytes(&k.to_be_bytes()), Ok(k));
        assert_eq!(Red::from_le_bytes(&k.to_le_bytes()), Ok(k));
    }
    let k = Red::<C::Scalar>::random(&mut rng());
    let secret = Secret::<C>::from_be_bytes(&k.to_be_bytes()).unwrap();
    assert_eq!(format!("{secret:?}"), "SecretScalar(…)");
    assert_eq!(&Projective::<C>::generator() * &secret, Projective::generator() * k);
    assert_eq!(&Affine::<C>::generator() * &secret, Projective::generator() * k);
    assert_eq!((&secret * &secret.invert()).expose(), &Red::one());
}

#[test]
fn scalars_and_secrets() {
    secrets::<Secp256k1>();
    secrets::<P256>();
}

/// The constructor of points by their coordinates refuses what is not on the curve.
#[test]
fn coordinates() {
    let g = Affine::<P256>::generator();
    assert_eq!(Affine::<P256>::from_xy(*g.x(), *g.y()), Ok(g));
    assert_eq!(Affine::<P256>::from_xy(*g.y(), *g.x()), Err(PointError::NotOnCurve));
    assert!(bool::from(P256::<curve::p256::FpEngine>::b(&()).is_square()));
}
