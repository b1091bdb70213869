//! G1 and G2 of BLS12-381: group laws, edge cases, multiplication, subgroup and encodings.

// Every form of the operators is tried.
#![allow(clippy::op_ref, clippy::eq_op)]

use crate::laws;
use std::format;
use std::vec::Vec;

use curve::bls12_381::{
    FpEngine, FpModulus, Fr, FrEngine, G1, G1Affine, G1Curve, G2, G2Affine, G2Curve, SecretScalar,
    X, mul_by_x_abs,
};
use curve::error::{PointError, ScalarError};
use curve::field::{Anywhere, Canonical, Red};
use curve::weierstrass::{
    Affine, CurvePoint, Eip2537Encoding, Projective, Weierstrass, ZcashEncoding,
};
use num_bigint::BigUint;

use crate::engine;
use crate::laws::{order, rng};

fn to_fr(value: &BigUint) -> Fr {
    let bytes = value.to_bytes_be();
    Fr::from_uniform_bytes(&bytes)
}

fn limbs(value: &BigUint) -> Vec<u64> {
    value.to_u64_digits()
}

fn scalars() -> Vec<Fr> {
    let mut rng = rng();
    let r = order::<FrEngine>();
    let x = BigUint::from(X);
    let mut out: Vec<Fr> =
        [0u64, 1, 2, 3, 15, 16, 17, 31, 32, 33, X, X - 1, u64::MAX].map(Fr::from).into();
    for special in [
        &r - 1u32,
        &r - 2u32,
        &x * &x,
        &x * &x - 1u32,
        &x * &x + 1u32,
        &x * &x * &x,
        (&r - 1u32) >> 1u32,
    ] {
        out.push(to_fr(&special));
    }
    out.push(to_fr(&((BigUint::from(1u32) << 128u32) - 1u32)));
    out.extend((0..4).map(|_| Fr::random(&mut rng)));
    out
}

/// Points of the curve outside the group, some of them of small order.
fn outside<C: ZcashEncoding<Base: Anywhere>>() -> Vec<CurvePoint<C>> {
    let mut out = Vec::new();
    let mut x = 0;
    while out.len() < 6 {
        let mut bytes = C::COMPRESSED;
        let slice = bytes.as_mut();
        let last = slice.len() - 1;
        slice[last] = x;
        slice[0] = 0x80;
        x += 1;
        if let Ok(point) = Affine::<C>::from_bytes_unchecked_subgroup(bytes.as_ref()) {
            out.push(point);
        }
    }
    out
}

fn cofactor<C: ZcashEncoding<Base: Anywhere, Scalar = FrEngine>>(
    h_eff: &BigUint,
    small_orders: &[u32],
) {
    let r = limbs(&order::<FrEngine>());
    let slow = |p: &CurvePoint<C>| bool::from(p.mul_integer_vartime(&r).is_identity());
    let h = BigUint::from_slice(
        &C::COFACTOR.iter().flat_map(|&w| [w as u32, (w >> 32) as u32]).collect::<Vec<_>>(),
    );
    let outside = outside::<C>();
    for p in &outside {
        assert!(!slow(p));
        assert_eq!(p.check_subgroup(), Err(PointError::NotInSubgroup));
        let inside = p.clear_cofactor();
        assert!(bool::from(inside.is_in_subgroup()));
        assert_eq!(CurvePoint::from(inside), p.mul_integer_vartime(&limbs(h_eff)));
        // The group order of the curve is h·r.
        let torsion = p.mul_integer_vartime(&r);
        assert!(bool::from(torsion.mul_integer_vartime(&limbs(&h)).is_identity()));
        assert!(slow(&p.mul_integer_vartime(&limbs(&h))));
        assert!(bool::from(p.mul_integer_vartime(&limbs(&h)).is_in_subgroup()));
        // A point of the group and a point of the cofactor's torsion.
        let mixed = torsion.add(&CurvePoint::from(Projective::<C>::generator()));
        assert!(!bool::from(mixed.is_in_subgroup()) && !slow(&mixed));
        assert!(!bool::from(torsion.is_in_subgroup()));
    }
    for &order in small_orders {
        // r·(h/order²)·order·P has an order dividing `order`, whichever way the torsion splits.
        let factor = &h / order;
        assert_eq!(&factor * order, h);
        let mut found = false;
        for p in &outside {
            let mut small = p.mul_integer_vartime(&r);
            let mut rest = h.clone();
            while &rest % order == BigUint::ZERO {
                rest /= order;
            }
            small = small.mul_integer_vartime(&limbs(&rest));
            while !bool::from(small.mul_integer_vartime(&[order.into()]).is_identity()) {
                small = small.mul_integer_vartime(&[order.into()]);
            }
            if !bool::from(small.is_identity()) {
                found = true;
                assert!(!bool::from(small.is_in_subgroup()), "order {order}");
                assert!(bool::from(small.clear_cofactor().is_identity()), "order {order}");
                // The complete formulas hold on the whole curve.
                assert_eq!(small.add(&small), small.double());
                assert!(bool::from(small.add(&small.neg()).is_identity()));
            }
        }
        assert!(found, "no point of order {order}");
    }
    assert!(bool::from(CurvePoint::<C>::identity().is_in_subgroup()));
}

fn encodings<C: ZcashEncoding<Base: Anywhere, Scalar = FrEngine>>() {
    let mut rng = rng();
    let g = Projective::<C>::generator();
    let size = C::Base::BYTES;
    for p in [Projective::identity(), g, -g, g * Fr::random(&mut rng), g * Fr::random(&mut rng)] {
        let (compressed, uncompressed) = (p.to_bytes(), p.to_bytes_uncompressed());
        assert_eq!(Projective::<C>::from_bytes(compressed.as_ref()), Ok(p));
        assert_eq!(Projective::<C>::from_bytes_uncompressed(uncompressed.as_ref()), Ok(p));
        assert_eq!(Affine::<C>::from_bytes(uncompressed.as_ref()), Err(PointError::Length));
        assert_eq!(
            Affine::<C>::from_bytes_uncompressed(compressed.as_ref()),
            Err(PointError::Length)
        );
        let minus = p.neg().to_bytes();
        let mut flipped = compressed;
        flipped.as_mut()[0] ^= if bool::from(p.is_identity()) { 0 } else { 0x20 };
        assert_eq!(minus.as_ref(), flipped.as_ref());
    }
    for length in 0..size {
        assert_eq!(
            Affine::<C>::from_bytes(&g.to_bytes().as_ref()[..length]),
            Err(PointError::Length)
        );
        assert_eq!(
            Affine::<C>::from_bytes_uncompressed(&g.to_bytes_uncompressed().as_ref()[..length]),
            Err(PointError::Length)
        );
    }
    let compressed = |edit: &dyn Fn(&mut [u8]), point: &Projective<C>| {
        let mut bytes = point.to_bytes();
        edit(bytes.as_mut());
        Affine::<C>::from_bytes(bytes.as_ref())
    };
    let uncompressed = |edit: &dyn Fn(&mut [u8]), point: &Projective<C>| {
        let mut bytes = point.to_bytes_uncompressed();
        edit(bytes.as_mut());
        Affine::<C>::from_bytes_uncompressed(bytes.as_ref())
    };
    let identity = Projective::<C>::identity();
    assert_eq!(compressed(&|b| b[0] &= 0x7f, &g), Err(PointError::Compression));
    assert_eq!(compressed(&|b| b[0] |= 0x40, &g), Err(PointError::Flags));
    assert_eq!(compressed(&|b| b[0] |= 0x20, &identity), Err(PointError::Flags));
    assert_eq!(compressed(&|b| b[0] &= 0x7f, &identity), Err(PointError::Compression));
    assert_eq!(uncompressed(&|b| b[0] |= 0x80, &g), Err(PointError::Compression));
    assert_eq!(uncompressed(&|b| b[0] |= 0x20, &g), Err(PointError::Flags));
    assert_eq!(uncompressed(&|b| b[0] |= 0x40, &g), Err(PointError::Flags));
    assert_eq!(uncompressed(&|b| b[0] |= 0x20, &identity), Err(PointError::Flags));
    assert_eq!(uncompressed(&|b| b[0] |= 0x80, &identity), Err(PointError::Compression));
    for i in 0..size {
        let low_bit = |b: &mut [u8]| b[i] ^= 1;
        assert_eq!(compressed(&low_bit, &identity), Err(PointError::Flags));
        assert_eq!(uncompressed(&low_bit, &identity), Err(PointError::Flags));
        assert_eq!(
            uncompressed(&|b: &mut [u8]| b[i + size] ^= 1, &identity),
            Err(PointError::Flags)
        );
        assert!(uncompressed(&low_bit, &g).is_err());
    }
    assert_eq!(uncompressed(&|b| b[2 * size - 1] ^= 1, &g), Err(PointError::NotOnCurve));
    // p itself and everything above it, in each coordinate of Fp.
    let p = BigUint::parse_bytes(
        b"1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
        16,
    )
    .unwrap()
    .to_bytes_be();
    for start in (0..2 * size).step_by(48) {
        for value in [p.clone(), std::vec![0x1f; 48]] {
            assert_eq!(
                uncompressed(&|b| b[start..start + 48].copy_from_slice(&value), &g),
                Err(PointError::NotCanonical)
            );
            if start < size {
                assert_eq!(
                    compressed(
                        &|b| {
                            let flags = b[0] & 0xe0;
                            b[start..start + 48].copy_from_slice(&value);
                            b[0] |= if start == 0 { flags } else { 0 };
                        },
                        &g
                    ),
                    Err(PointError::NotCanonical)
                );
            }
        }
    }
    for p in outside::<C>() {
        assert_eq!(Affine::<C>::from_bytes(p.to_bytes().as_ref()), Err(PointError::NotInSubgroup));
        assert_eq!(
            Affine::<C>::from_bytes_uncompressed(p.to_bytes_uncompressed().as_ref()),
            Err(PointError::NotInSubgroup)
        );
        assert_eq!(Affine::<C>::from_bytes_unchecked_subgroup(p.to_bytes().as_ref()), Ok(p));
        assert_eq!(
            Affine::<C>::from_bytes_uncompressed_unchecked_subgroup(
                p.to_bytes_uncompressed().as_ref()
            ),
            Ok(p)
        );
        let (x, y) = p.to_xy().unwrap();
        assert_eq!(CurvePoint::<C>::from_xy(x, y), Ok(p));
        assert_eq!(Affine::<C>::from_xy(x, y), Err(PointError::NotInSubgroup));
        assert_eq!(Affine::<C>::from_xy(y, x), Err(PointError::NotOnCurve));
    }
    assert_eq!(CurvePoint::<C>::identity().to_xy(), None);
}

#[test]
fn group_laws() {
    laws::addition::<G1Curve>();
    laws::addition::<G2Curve>();
}

#[test]
fn multiplications_agree() {
    laws::multiplication::<G1Curve>(&(BigUint::from(X) * X));
    laws::multiplication::<G2Curve>(&BigUint::from(X));
}

#[test]
fn sums_of_multiples() {
    laws::sums::<G1Curve>();
    laws::sums::<G2Curve>();
}

#[test]
fn subgroups_and_cofactors() {
    let h_eff_2 = "bc69f08f2ee75b3584c6a0ea91b352888e2a8e9145ad7689986ff031508ffe1329c2f178731db956d82bf015d1212b02ec0ec69d7477c1ae954cbc06689f6a359894c0adebbf6b4e8020005aaa95551";
    // RFC 9380 §8.8.1 and §8.8.2.
    cofactor::<G1Curve>(
        &BigUint::from(0xd201_0000_0001_0001u64),
        &[3, 11, 10177, 859_267, 52_437_899],
    );
    cofactor::<G2Curve>(
        &BigUint::parse_bytes(h_eff_2.as_bytes(), 16).unwrap(),
        &[13, 23, 2713, 11953, 262_069],
    );
}

#[test]
fn encodings_are_canonical() {
    encodings::<G1Curve>();
    encodings::<G2Curve>();
}

/// Sums of encodings are those of the complete formulas, in the group and out of it, of equal and
/// opposite points and the identity.
fn sums_of_encodings<C: Eip2537Encoding<Base: Anywhere> + ZcashEncoding>(
    generator: &Projective<C>,
) {
    let add = |p: &[u8], q: &[u8]| {
        Affine::<C>::add_eip2537_vartime(p, q).map(|sum| sum.as_ref().to_vec())
    };
    let mut points = outside::<C>();
    points.truncate(2);
    points.extend([CurvePoint::from(*generator), CurvePoint::identity()]);
    points.extend(points.clone().iter().map(CurvePoint::neg));
    let encodings: Vec<_> = points.iter().map(CurvePoint::to_eip2537_vartime).collect();
    for (p, p_bytes) in points.iter().zip(&encodings) {
        for (q, q_bytes) in points.iter().zip(&encodings) {
            assert_eq!(
                add(p_bytes.as_ref(), q_bytes.as_ref()),
                Ok(p.add(q).to_eip2537_vartime().as_ref().to_vec())
            );
        }
    }
    let bytes = encodings[0].as_ref();
    let mut padding = bytes.to_vec();
    padding[0] = 1;
    let mut off_curve = bytes.to_vec();
    *off_curve.last_mut().unwrap() ^= 1;
    let long = [bytes, &[0]].concat();
    let bad = [(padding, PointError::NotCanonical), (off_curve, PointError::NotOnCurve)];
    let short = (bytes[1..].to_vec(), PointError::Length);
    for (first, reason) in bad.iter().chain([&short, &(long, PointError::Length)]) {
        assert_eq!(add(first, bytes), Err(*reason));
        assert_eq!(add(bytes, first), Err(*reason));
        assert_eq!(add(first, &[]), Err(*reason));
    }
}

#[test]
fn sums_of_encodings_are_sums() {
    engine::hold().on_each(|_| {
        sums_of_encodings(&G1::generator());
        sums_of_encodings(&G2::generator());
    });
}

#[test]
fn multiplication_by_the_seed() {
    let g = G1::generator();
    assert_eq!(mul_by_x_abs(&g), g * Fr::from(X));
    let g = G2::generator();
    assert_eq!(mul_by_x_abs(&g), g * Fr::from(X));
}

/// The two word sizes give the same points, coordinate by coordinate.
#[test]
fn word_sizes_agree() {
    type Words64 = limb::Mont<FpModulus, u64, 6>;
    type Words32 = limb::Mont<FpModulus, u32, 12>;
    fn bytes<C: ZcashEncoding<Base: Anywhere, Scalar = FrEngine>>() -> Vec<Vec<u8>> {
        let mut rng = rng();
        let g = Projective::<C>::generator();
        let k = Fr::random(&mut rng);
        [g.double(), g * k, g.mul_vartime(&k), C::clear_cofactor(&g), g - g]
            .iter()
            .map(|p| p.to_bytes_uncompressed().as_ref().to_vec())
            .collect()
    }
    assert_eq!(bytes::<G1Curve<Words64>>(), bytes::<G1Curve<Words32>>());
    assert_eq!(bytes::<G2Curve<Words64>>(), bytes::<G2Curve<Words32>>());
    assert_eq!(bytes::<G1Curve<FpEngine>>(), bytes::<G1Curve<Words32>>());
}

#[test]
fn scalars_and_secrets() {
    let mut rng = rng();
    let r = order::<FrEngine>().to_bytes_be();
    assert_eq!(Fr::from_be_bytes(&r), Err(ScalarError::NotCanonical));
    assert_eq!(Fr::from_be_bytes(&r[1..]), Err(ScalarError::Length));
    assert_eq!(Fr::from_le_bytes(&[0xff; 32]), Err(ScalarError::NotCanonical));
    assert_eq!(Fr::zero().not_zero(), Err(ScalarError::Zero));
    for k in scalars() {
        assert_eq!(Fr::from_be_bytes(&k.to_be_bytes()), Ok(k));
        assert_eq!(Fr::from_le_bytes(&k.to_le_bytes()), Ok(k));
    }
    let k = Fr::random(&mut rng);
    let secret = SecretScalar::from_be_bytes(&k.to_be_bytes()).unwrap();
    assert_eq!(format!("{secret:?}"), "SecretScalar(…)");
    assert_eq!(secret.to_be_bytes().as_slice(), k.to_be_bytes().as_slice());
    assert_eq!(&G1::generator() * &secret, G1::generator() * k);
    assert_eq!(&G2Affine::generator() * &secret, G2::generator() * k);
    assert_eq!((&secret * &secret.invert()).expose(), &Fr::one());
    assert_eq!((&secret + &-&secret).expose(), &Fr::zero());
}

/// Multiples of the generators: k = 2 of draft-irtf-cfrg-pairing-friendly-curves' generators, as
/// zkcrypto's vectors (bls12_381, `g1_compressed_valid_test_vectors.dat`,
/// `g2_compressed_valid_test_vectors.dat`) write them.
#[test]
fn published_points() {
    let hex = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
    assert_eq!(
        hex(&G1Affine::generator().to_bytes()),
        "97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb"
    );
    assert_eq!(
        hex(&G1::generator().double().to_bytes()),
        "a572cbea904d67468808c8eb50a9450c9721db309128012543902d0ac358a62ae28f75bb8f1c7c42c39a8c5529bf0f4e"
    );
    assert_eq!(
        hex(&G2::generator().double().to_bytes()),
        "aa4edef9c1ed7f729f520e47730a124fd70662a904ba1074728114d1031e1572c6c886f6b57ec72a6178288c47c335771638533957d540a9d2370f17cc7ed5863bc0b995b8825e0ee1ea1e1e4d00dbae81f14b0bf3611b78c952aacab827a053"
    );
}

/// Decoding and encoding, as [`Red`] constants meet the curve equation.
#[test]
fn curve_constants() {
    assert!(bool::from(
        G1Affine::generator().is_on_curve() & G1Affine::generator().is_in_subgroup()
    ));
    assert!(bool::from(
        G2Affine::generator().is_on_curve() & G2Affine::generator().is_in_subgroup()
    ));
    assert_eq!(G1Curve::<FpEngine>::b(&()), Red::from(4));
}
