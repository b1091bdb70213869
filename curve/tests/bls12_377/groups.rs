//! Laws, multiplication, subgroups and encodings. E(Fp) has points of order two, 2^45 and many
//! others, which the checks of G1 have to refuse: they are made by big integers here.

#![allow(clippy::integer_division_remainder_used)]

use curve::bls12_377::{Fp, FrEngine, FrModulus, G1, G1Affine, G1Curve, G2, G2Curve, X};
use curve::bls12_377::{FpEngine, G2Affine};
use curve::engines::lanes8::Lanes8Portable;
use curve::error::PointError;
use curve::field::{Anywhere, Canonical, Lanes, Red};
use curve::ntt::TwoAdic;
use curve::weierstrass::{Affine, CurvePoint, Group, Projective, Subgroup, ZcashEncoding};
use limb::Modulus;
use num_bigint::BigUint;
use rand_chacha::rand_core::Rng;

use crate::constants::limbs;
use crate::engine;
use crate::laws::{self, order, rng};
use crate::slow::{Point, Slow, element, integer, point};

/// E(Fp) by chords and tangents.
fn slow() -> Slow {
    let g = G1Affine::generator();
    Slow {
        p: integer(&-Fp::one()) + 1u32,
        n: order::<FrEngine>(),
        b: BigUint::from(1u32),
        g: (integer(g.x()), integer(g.y())),
    }
}

#[test]
fn group_laws() {
    engine::hold().on_each(|_| {
        laws::addition::<G1Curve>();
        laws::addition::<G2Curve>();
    });
}

#[test]
fn multiplications_agree() {
    let x = BigUint::from(X);
    laws::multiplication::<G1Curve>(&x.pow(2));
    laws::multiplication::<G2Curve>(&x);
}

#[test]
fn sums_of_multiples() {
    laws::sums::<G1Curve>();
    laws::sums::<G2Curve>();
}

#[test]
fn multiples_are_those_of_chords_and_tangents() {
    let slow = slow();
    for k in laws::scalars::<FrEngine>() {
        assert_eq!(point(&(G1::generator() * k)), slow.mul(&integer(&k), &slow.generator()));
    }
}

#[test]
fn roots_of_unity() {
    let root = Red::<FrEngine>::of(&<FrEngine as TwoAdic>::ROOT_OF_UNITY);
    assert_eq!((FrEngine::TWO_ADICITY, FrModulus::TWO_ADICITY), (47, 47));
    assert_eq!(root.pow_vartime(&[1 << 46]), -Red::one());
}

/// Points of E(Fp) outside of G1, with a torsion of each kind: random points, these without their
/// part in G1, without their part of odd or of even order, all doubles of the latter down to order
/// two, and sums with a point of G1.
fn torsion() -> Vec<Point> {
    let slow = slow();
    let h1 = limbs(G1Curve::<FpEngine>::COFACTOR);
    let minus_one = &slow.p - 1u32;
    let mut points = vec![Some((minus_one, BigUint::ZERO))];
    let mut rng = rng();
    for _ in 0..3 {
        let affine = loop {
            if let Ok(point) = from_x(rng.next_u64()) {
                break point;
            }
        };
        let (x, y) = affine.to_xy().expect("not the identity");
        let base = Some((integer(&x), integer(&y)));
        points.push(base.clone());
        let rest = slow.mul(&slow.n, &base);
        points.push(rest.clone());
        // All of what is of odd order taken away: the order is a power of two.
        let twos = h1.trailing_zeros().expect("h1 is even");
        let mut two = slow.mul(&(&h1 >> twos), &rest);
        while two.is_some() {
            points.push(two.clone());
            points.push(slow.add(&two, &slow.generator()));
            two = slow.add(&two, &two);
        }
        // And of no even one.
        points.push(slow.mul(&(BigUint::from(1u32) << twos), &rest));
    }
    points.into_iter().filter(Option::is_some).collect()
}

/// A point of the curve with this x.
fn from_x(x: u64) -> Result<CurvePoint<G1Curve>, PointError> {
    let mut bytes = [0; 48];
    bytes[40..].copy_from_slice(&x.to_be_bytes());
    bytes[0] |= 0x80;
    G1Affine::from_bytes_unchecked_subgroup(&bytes)
}

fn curve_point(point: &Point) -> CurvePoint<G1Curve> {
    let (x, y) = point.as_ref().expect("not the identity");
    CurvePoint::from_xy(element(x), element(y)).expect("a point of the curve")
}

#[test]
fn torsion_is_refused_and_cleared() {
    let (slow, all) = (slow(), torsion());
    let h_eff = BigUint::from(X - 1);
    let points: Vec<_> = all.iter().map(curve_point).collect();
    let multiples: Vec<_> = all.iter().map(|point| slow.mul(&h_eff, point)).collect();
    assert!(points.len() > 200, "{}", points.len());
    assert!(all.iter().all(|point| slow.mul(&slow.n, point).is_some()), "all are outside");
    assert!(multiples.iter().filter(|point| point.is_none()).count() > 100, "torsion only");
    engine::hold().on_each(|_| {
        for ((known, found), multiple) in all.iter().zip(&points).zip(&multiples) {
            assert!(!bool::from(found.is_in_subgroup()), "{known:?}");
            assert_eq!(found.check_subgroup(), Err(PointError::NotInSubgroup));
            let cleared = found.clear_cofactor();
            assert_eq!(point(&cleared), *multiple, "{known:?}");
            assert!(bool::from(cleared.is_on_curve()) && bool::from(cleared.is_in_subgroup()));
            let (x, y) = found.to_xy().expect("not the identity");
            assert_eq!(G1Affine::from_xy(x, y), Err(PointError::NotInSubgroup));
            let bytes = found.assume_in_subgroup_unchecked().to_affine().to_bytes();
            assert_eq!(G1Affine::from_bytes(&bytes), Err(PointError::NotInSubgroup));
        }
        // Eight at a time, among points of the group, and by what is random elsewhere.
        let mut verdicts = vec![subtle::Choice::from(1); points.len()];
        CurvePoint::is_in_subgroup_batch(&points, &mut verdicts).expect("as many places");
        let mut good: Vec<CurvePoint<G1Curve>> =
            (1..=300u32).map(|k| G1::mul_generator(&k.into()).into()).collect();
        let all_of = |points: &[CurvePoint<G1Curve>]| {
            let found = CurvePoint::are_in_subgroup_randomized_vartime(points, 64, &mut rng());
            bool::from(found.expect("points"))
        };
        assert!(all_of(&good));
        assert!(verdicts.iter().all(|verdict| !bool::from(*verdict)));
        // One point of order two among many: tests by random signs would let it pass too often.
        good[77] = points[0];
        assert!(!all_of(&good));
    });
}

/// On portable lanes, which run on every machine.
#[test]
fn torsion_is_refused_on_lanes() {
    type OnLanes = G1Curve<Lanes8Portable<FpEngine>>;
    let points: Vec<G1Affine> = torsion()
        .iter()
        .map(|point| curve_point(point).assume_in_subgroup_unchecked().to_affine())
        .collect();
    for eight in points.chunks_exact(8) {
        let [x, y] = [Affine::x, Affine::y]
            .map(|coordinate| Red::from_lanes(core::array::from_fn(|i| *coordinate(&eight[i]))));
        let lanes = Affine::<OnLanes>::from_xy_unchecked_curve_and_subgroup(x, y).to_projective();
        let inside = OnLanes::is_in_subgroup(&lanes);
        assert_eq!(Lanes8Portable::<FpEngine>::bits(&inside), 0);
    }
}

/// Points of E′ outside of G2: the curve is of odd order, and the law holds for all of them.
#[test]
fn points_outside_of_g2() {
    let r = order::<FrEngine>().to_u64_digits();
    let x = BigUint::from(X);
    let h2 = limbs(G2Curve::<FpEngine>::COFACTOR);
    let h_eff = (3u32 * (x.pow(2) - 1u32) * &h2).to_u64_digits();
    let mut found = 0;
    for x in 0..40u8 {
        let mut bytes = [0; 96];
        (bytes[0], bytes[95]) = (0x80, x);
        let Ok(point) = G2Affine::from_bytes_unchecked_subgroup(&bytes) else { continue };
        found += 1;
        assert_eq!(point.check_subgroup(), Err(PointError::NotInSubgroup));
        assert_eq!(CurvePoint::from(point.clear_cofactor()), point.mul_integer_vartime(&h_eff));
        let torsion = point.mul_integer_vartime(&r);
        assert!(!bool::from(torsion.is_in_subgroup()));
        assert!(bool::from(torsion.mul_integer_vartime(&h2.to_u64_digits()).is_identity()));
        assert!(bool::from(torsion.clear_cofactor().is_identity()));
        assert!(!bool::from(torsion.add(&G2::generator().into()).is_in_subgroup()));
    }
    assert!(found > 10, "{found}");
}

fn encodings<C: ZcashEncoding<Base: Anywhere, Scalar = FrEngine>>() {
    let size = C::Base::BYTES;
    let g = Projective::<C>::generator();
    let mut rng = rng();
    for p in [Projective::identity(), g, -g, g * Red::random(&mut rng), g * Red::random(&mut rng)] {
        let (short, long) = (p.to_bytes(), p.to_bytes_uncompressed());
        assert_eq!((short.as_ref().len(), long.as_ref().len()), (size, 2 * size));
        assert_eq!(Projective::<C>::from_bytes(short.as_ref()), Ok(p));
        assert_eq!(Projective::<C>::from_bytes_uncompressed(long.as_ref()), Ok(p));
        assert_eq!(Affine::<C>::from_bytes(long.as_ref()), Err(PointError::Length));
        assert_eq!(Affine::<C>::from_bytes_uncompressed(short.as_ref()), Err(PointError::Length));
        // No bit may change: the point is another one, or none.
        for bit in 0..8 * size {
            let mut bytes = short;
            bytes.as_mut()[bit >> 3] ^= 1 << (bit & 7);
            assert!(Projective::<C>::from_bytes(bytes.as_ref()) != Ok(p), "bit {bit}");
        }
        // Above the modulus, in the bits that it leaves free.
        for bit in 1..5 {
            let mut bytes = short;
            bytes.as_mut()[0] ^= 1 << bit;
            assert!(Projective::<C>::from_bytes(bytes.as_ref()).is_err(), "bit {bit}");
        }
        let both = [long.as_ref(), long.as_ref()].concat();
        for length in (0..both.len()).filter(|length| *length != size) {
            assert_eq!(Affine::<C>::from_bytes(&both[..length]), Err(PointError::Length));
        }
    }
}

#[test]
fn bytes_go_around_and_others_are_refused() {
    encodings::<G1Curve>();
    encodings::<G2Curve>();
}

/// The generators in the form of gnark-crypto: by hand from its rules, big-endian with flags.
#[test]
fn bytes_of_the_generators() {
    fn check<C: Group<Base: Anywhere> + ZcashEncoding>() {
        let g = Affine::<C>::generator();
        let mut expected = vec![0; C::Base::BYTES];
        g.x().to_bytes(&mut expected);
        expected[0] |= if bool::from(g.y().is_largest()) { 0xa0 } else { 0x80 };
        assert_eq!(g.to_bytes().as_ref(), expected);
    }
    check::<G1Curve>();
    check::<G2Curve>();
}
