//! The constants of `ff`, derived from each modulus by big integers.

// Of public numbers.
#![allow(clippy::integer_division_remainder_used)]

use curvemark_group::{Element, PrimeFacts, bls12_381, bn254, grumpkin, p256, pasta, secp256k1};
use ff_0_13::{Field, PrimeField, WithSmallOrderMulGroup};
use num_bigint::BigUint;

fn integer<F: PrimeFacts>(element: Element<F>) -> BigUint {
    BigUint::from_bytes_le(element.to_bytes().as_ref())
}

/// `generator` is the one that halo2curves names.
fn check<F: PrimeFacts>(generator: u32) {
    let digits = Element::<F>::MODULUS.strip_prefix("0x").expect("hexadecimal digits");
    let p = BigUint::parse_bytes(digits.as_bytes(), 16).expect("digits");
    let one = BigUint::from(1u32);
    let less_one = &p - &one;
    assert_eq!(integer(-Element::<F>::ONE), less_one);
    assert_eq!(u64::from(Element::<F>::NUM_BITS), p.bits());
    assert_eq!(Element::<F>::CAPACITY, Element::<F>::NUM_BITS - 1);
    let s = less_one.trailing_zeros().expect("not zero");
    assert_eq!(u64::from(Element::<F>::S), s);
    let g = BigUint::from(generator);
    assert_eq!(integer(Element::<F>::MULTIPLICATIVE_GENERATOR), g);
    // No generator is a square, or a power of a small prime that divides the order.
    for prime in (2u32..50_000).filter(|q| (2..*q).take_while(|d| d * d <= *q).all(|d| q % d != 0))
    {
        if &less_one % prime == BigUint::ZERO {
            assert_ne!(g.modpow(&(&less_one / prime), &p), one, "a power of order {prime}");
        }
    }
    let root = g.modpow(&(&less_one >> s), &p);
    assert_eq!(integer(Element::<F>::ROOT_OF_UNITY), root);
    assert_eq!(integer(Element::<F>::ROOT_OF_UNITY_INV) * &root % &p, one);
    assert_eq!(integer(Element::<F>::DELTA), g.modpow(&(&one << s), &p));
    assert_eq!(integer(Element::<F>::TWO_INV) * 2u32 % &p, one);
    let zeta = integer(Element::<F>::ZETA);
    assert!(zeta != one && zeta.modpow(&BigUint::from(3u32), &p) == one);
    let radix = (&one << p.bits().next_multiple_of(64)) % &p;
    assert_eq!(integer(Element::<F>(F::R)), radix);
    assert_eq!(integer(Element::<F>(F::R_INV)) * radix % &p, one);
}

#[test]
fn constants_follow_from_the_moduli() {
    check::<curve::bls12_381::FrEngine>(7);
    check::<curve::bls12_381::FpEngine>(2);
    check::<curve::bn254::FrEngine>(7);
    check::<curve::bn254::FpEngine>(3);
    check::<curve::secp256k1::FrEngine>(7);
    check::<curve::secp256k1::FpEngine>(3);
    check::<curve::p256::FrEngine>(7);
    check::<curve::p256::FpEngine>(6);
    check::<curve::ed25519::FrEngine>(2);
    check::<curve::pallas::FpEngine>(5);
    check::<curve::vesta::FpEngine>(5);
}

/// β(x, y) = (ζx, y) multiplies the generator of G1 by ζ of the scalars: the two agree, as halo2
/// assumes.
#[test]
fn both_cube_roots_of_a_curve_agree() {
    fn check<C: curvemark_group::CurveFacts<Base: PrimeFacts>>() {
        let g = curvemark_group::AffinePoint::<C>::generator();
        let x = Element(*g.0.x()) * Element::<C::Base>::ZETA;
        let image = curve::weierstrass::Affine::<C>::from_xy(x.0, *g.0.y()).expect("a point");
        assert_eq!(g * Element::<C::Scalar>::ZETA, curvemark_group::AffinePoint(image).into());
    }
    check::<curve::bls12_381::G1Curve>();
    check::<curve::bn254::G1Curve>();
    check::<curve::secp256k1::Secp256k1>();
    check::<curve::pallas::Pallas>();
    check::<curve::vesta::Vesta>();
    check::<curve::grumpkin::Grumpkin>();
}

/// Names of other crates stand for the types that they should.
#[test]
fn names_stand_for_the_types() {
    assert_eq!(bls12_381::Scalar::NUM_BITS, 255);
    assert_eq!(bls12_381::Fp::NUM_BITS, 381);
    assert_eq!(bn254::Fr::S, 28);
    assert_eq!(bn254::Fq::S, 1);
    assert_eq!(secp256k1::Scalar::S, 6);
    assert_eq!(p256::Scalar::S, 4);
    // The generators are (−1, 2).
    assert_eq!(*pasta::EpAffine::generator().0.y(), pasta::pallas::Base::from(2).0);
    assert_eq!(*pasta::EqAffine::generator().0.y(), pasta::vesta::Base::from(2).0);
    assert_eq!(pasta::pallas::Scalar::MODULUS, pasta::Fq::MODULUS);
    assert_eq!(pasta::vesta::Scalar::MODULUS, pasta::Fp::MODULUS);
    assert_eq!(grumpkin::Fr::MODULUS, bn254::Fq::MODULUS);
    assert_eq!(grumpkin::Fq::MODULUS, bn254::Fr::MODULUS);
}
