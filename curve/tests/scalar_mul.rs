//! Fixed-base combs and sums of two multiples on the curves by name; the toy curves try every scalar.

use curve::bls12_381::{G1Curve, G2Curve};
use curve::error::PointError;
use curve::field::Red;
use curve::p256::P256;
use curve::scalar::ScalarField;
use curve::scalar_mul::{Comb, OddMultiples, mul_vartime};
use curve::secp256k1::Secp256k1;
use curve::weierstrass::{Group, Jacobian, Projective};

#[path = "support/laws.rs"]
mod laws;
use laws::{points, rng, scalars};

/// A comb of this shape against ordinary multiplication.
fn comb<C: Group<Scalar: ScalarField>, const BLOCKS: usize, const ENTRIES: usize>() {
    let base = points::<C>()[4];
    let comb = Comb::<Projective<C>, BLOCKS, ENTRIES>::new(&base).expect("a base that is not the identity");
    let copy = Comb::<Projective<C>, BLOCKS, ENTRIES>::from_table(*comb.table());
    for k in scalars::<C::Scalar>() {
        assert_eq!(comb.mul(&k), base * k);
    }
    let k = Red::random(&mut rng());
    assert_eq!(copy.mul(&k), base * k);
    let identity = Projective::<C>::identity();
    assert_eq!(Comb::<Projective<C>, BLOCKS, ENTRIES>::new(&identity).err(), Some(PointError::Identity));
}

fn combs<C: Group<Scalar: ScalarField>>() {
    comb::<C, 1, 1>();
    comb::<C, 1, 16>();
    comb::<C, 2, 16>();
    comb::<C, 4, 32>();
    comb::<C, 11, 32>();
    comb::<C, 43, 32>();
    comb::<C, 3, 128>();
}

#[test]
fn combs_agree() {
    combs::<Secp256k1>();
    combs::<P256>();
    combs::<G1Curve>();
    comb::<G2Curve, 4, 32>();
}

/// a·B + b·P with tables of several sizes, special points and special scalars.
fn double_base<C: Group<Scalar: ScalarField>, const N: usize>() {
    let points = points::<C>();
    let base = points[4];
    let table = OddMultiples::<Jacobian<C>, N>::new(&Jacobian::from_projective(&base));
    let scalars = scalars::<C::Scalar>();
    for (i, a) in scalars.iter().enumerate() {
        let b = &scalars[(7 * i + 3) & 31];
        let others = [points[i & 3], points[5], base, -base];
        for point in others {
            let expected = base * a + point * b;
            let sum = table.double_base_vartime(a, b, &Jacobian::from_projective(&point));
            assert_eq!(sum.to_projective(), expected);
        }
        assert_eq!(table.mul_vartime(a, &Jacobian::identity()).to_projective(), base * a);
        assert_eq!(mul_vartime(&Jacobian::from_projective(&base), a).to_projective(), base * a);
    }
    let zero = Red::zero();
    let sum = table.double_base_vartime(&zero, &zero, &Jacobian::from_projective(&base));
    assert_eq!(sum.to_projective(), Projective::identity());
}

#[test]
fn sums_of_two_agree() {
    double_base::<Secp256k1, 4>();
    double_base::<Secp256k1, 64>();
    double_base::<P256, 8>();
    double_base::<P256, 128>();
    double_base::<G1Curve, 32>();
    double_base::<G2Curve, 16>();
}

/// The shapes that the documentation lists.
#[test]
fn shapes() {
    type Shape<const BLOCKS: usize, const ENTRIES: usize> = Comb<Projective<P256>, BLOCKS, ENTRIES>;
    let of = |spacing: usize, blocks: usize, entries: usize| {
        [64 * blocks * entries, spacing - 1, blocks * spacing - 1, blocks * spacing * entries]
    };
    assert_eq!(of(Shape::<1, 16>::SPACING, 1, 16), [1 << 10, 51, 51, 832]);
    assert_eq!(of(Shape::<2, 16>::SPACING, 2, 16), [2 << 10, 25, 51, 832]);
    assert_eq!(of(Shape::<4, 32>::SPACING, 4, 32), [8 << 10, 10, 43, 1408]);
    assert_eq!(of(Shape::<11, 32>::SPACING, 11, 32), [22 << 10, 3, 43, 1408]);
    assert_eq!(of(Shape::<22, 32>::SPACING, 22, 32), [44 << 10, 1, 43, 1408]);
    assert_eq!(of(Shape::<43, 32>::SPACING, 43, 32), [86 << 10, 0, 42, 1376]);
    assert_eq!(of(Shape::<37, 64>::SPACING, 37, 64), [148 << 10, 0, 36, 2368]);
    assert_eq!(size_of::<Shape<4, 32>>(), 8 << 10);
}
