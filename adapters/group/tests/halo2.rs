//! halo2curves' traits over ours: the same bytes, constants, images and points as its own types.

use curvemark_group::{bls12_381, bn254, grumpkin, pasta, secp256k1};
use ff_0_13::{Field, PrimeField, WithSmallOrderMulGroup};
use group_0_13::{Curve, Group, GroupEncoding, UncompressedEncoding};
use halo2curves::ff_ext::Legendre;
use halo2curves::serde::SerdeObject;
use halo2curves::{CurveAffine, CurveExt};

/// The same scalars of both: residues of some bytes, and those next to zero.
fn field<A, B>()
where
    A: WithSmallOrderMulGroup<3> + SerdeObject + Legendre,
    B: WithSmallOrderMulGroup<3> + SerdeObject + Legendre,
{
    let same = |own: A, theirs: B| {
        assert_eq!(own.to_repr().as_ref(), theirs.to_repr().as_ref());
        assert_eq!(own.to_raw_bytes(), theirs.to_raw_bytes());
        assert_eq!(own.legendre(), theirs.legendre());
    };
    same(A::ZETA, B::ZETA);
    same(A::ROOT_OF_UNITY, B::ROOT_OF_UNITY);
    same(A::ROOT_OF_UNITY_INV, B::ROOT_OF_UNITY_INV);
    same(A::DELTA, B::DELTA);
    same(A::TWO_INV, B::TWO_INV);
    same(A::MULTIPLICATIVE_GENERATOR, B::MULTIPLICATIVE_GENERATOR);
    assert_eq!((A::S, A::NUM_BITS), (B::S, B::NUM_BITS));
    assert_eq!(A::MODULUS, B::MODULUS);
    let (mut own, mut theirs) = (A::from(5), B::from(5));
    for i in 0..50 {
        same(own, theirs);
        same(-own, -theirs);
        assert_eq!(A::from_raw_bytes(&theirs.to_raw_bytes()), Some(own));
        assert_eq!(A::from_raw_bytes_unchecked(&theirs.to_raw_bytes()), own);
        assert_eq!(A::read_raw(&mut &theirs.to_raw_bytes()[..]).unwrap(), own);
        (own, theirs) = (own.square() + A::from(i), theirs.square() + B::from(i));
    }
    let length = own.to_raw_bytes().len();
    assert_eq!(A::from_raw_bytes(&vec![0xff; length]), None);
    assert_eq!(A::from_raw_bytes(&vec![0; length - 1]), None);
    assert!(A::read_raw(&mut &vec![0xff; length][..]).is_err());
    assert!(A::read_raw(&mut &vec![0; length - 1][..]).is_err());
}

#[test]
fn fields_are_those_of_halo2curves() {
    field::<bn254::Fr, halo2curves::bn256::Fr>();
    field::<bn254::Fq, halo2curves::bn256::Fq>();
    field::<bls12_381::Scalar, halo2curves::bls12381::Fr>();
    field::<bls12_381::Fp, halo2curves::bls12381::Fq>();
    field::<secp256k1::Scalar, halo2curves::secp256k1::Fq>();
    field::<secp256k1::Fp, halo2curves::secp256k1::Fp>();
    field::<pasta::Fp, halo2curves::pasta::Fp>();
    field::<pasta::Fq, halo2curves::pasta::Fq>();
}

/// Multiples of the generators, the identity first.
fn group<A, B>(same_encodings: bool)
where
    A: CurveExt<AffineExt: UncompressedEncoding + SerdeObject> + SerdeObject,
    B: CurveExt<AffineExt: UncompressedEncoding + SerdeObject> + SerdeObject,
{
    let bytes = |own: &A, theirs: &B| {
        let (p, q) = (own.to_affine(), theirs.to_affine());
        assert_eq!(p.to_raw_bytes(), q.to_raw_bytes());
        assert_eq!(A::AffineExt::from_raw_bytes(&q.to_raw_bytes()), Some(p));
        assert_eq!(A::from_raw_bytes(&own.to_raw_bytes()), Some(*own));
        if same_encodings {
            assert_eq!(p.to_bytes().as_ref(), q.to_bytes().as_ref());
            assert_eq!(p.to_uncompressed().as_ref(), q.to_uncompressed().as_ref());
        }
    };
    let (mut own, mut theirs) = (A::identity(), B::identity());
    for _ in 0..20 {
        bytes(&own, &theirs);
        assert!(bool::from(own.is_on_curve()));
        assert_eq!(own.endo(), own * A::ScalarExt::ZETA);
        let (x, y, z) = own.jacobian_coordinates();
        assert_eq!(A::new_jacobian(x, y, z).unwrap(), own);
        if !bool::from(own.is_identity()) {
            assert!(bool::from(A::new_jacobian(x, y + A::Base::ONE, z).is_none()));
            let point = own.to_affine();
            let at = point.coordinates().unwrap();
            assert_eq!(A::AffineExt::from_xy(*at.x(), *at.y()).unwrap(), point);
            assert!(bool::from(A::AffineExt::from_xy(*at.x(), -*at.y()).is_some()));
            assert!(bool::from(A::AffineExt::from_xy(*at.y(), *at.x()).is_none()));
        }
        (own, theirs) = (own + A::generator(), theirs + B::generator());
    }
    let none = A::identity().to_affine();
    assert!(bool::from(none.coordinates().is_none()));
    let mut raw = A::generator().to_affine().to_raw_bytes();
    raw[0] ^= 1;
    assert_eq!(A::AffineExt::from_raw_bytes(&raw), None);
    assert_eq!(A::CURVE_ID, B::CURVE_ID);
    assert_eq!(A::a().to_repr().as_ref(), B::a().to_repr().as_ref());
    assert_eq!(A::b().to_repr().as_ref(), B::b().to_repr().as_ref());
}

#[test]
fn groups_are_those_of_halo2curves() {
    group::<bn254::G1, halo2curves::bn256::G1>(true);
    group::<bn254::G2, halo2curves::bn256::G2>(true);
    group::<pasta::Pallas, halo2curves::pasta::Pallas>(true);
    group::<pasta::Vesta, halo2curves::pasta::Vesta>(true);
    group::<grumpkin::G1, halo2curves::grumpkin::G1>(true);
    group::<bls12_381::G1Projective, halo2curves::bls12381::G1>(false);
    // halo2curves writes points of secp256k1 in a form of its own.
    group::<secp256k1::Secp256k1, halo2curves::secp256k1::Secp256k1>(false);
}

#[test]
fn messages_have_the_same_points_in_halo2curves() {
    fn check<A: CurveExt<AffineExt: SerdeObject>, B: CurveExt<AffineExt: SerdeObject>>() {
        for message in [&b""[..], b"abc", &[7; 200]] {
            let own = A::hash_to_curve("a prefix")(message).to_affine();
            let theirs = B::hash_to_curve("a prefix")(message).to_affine();
            assert_eq!(own.to_raw_bytes(), theirs.to_raw_bytes());
        }
    }
    check::<bn254::G1, halo2curves::bn256::G1>();
    check::<bn254::G2, halo2curves::bn256::G2>();
    check::<bls12_381::G1Projective, halo2curves::bls12381::G1>();
    check::<bls12_381::G2Projective, halo2curves::bls12381::G2>();
    check::<secp256k1::Secp256k1, halo2curves::secp256k1::Secp256k1>();
    check::<pasta::Pallas, halo2curves::pasta::Pallas>();
    check::<pasta::Vesta, halo2curves::pasta::Vesta>();
    check::<grumpkin::G1, halo2curves::grumpkin::G1>();
}

/// Each bit of an encoding turned: both accept it, as the same point, or both refuse it. Of the
/// identity halo2curves takes other strings too.
#[test]
fn verdicts_are_those_of_halo2curves() {
    fn check<A, B>()
    where
        A: CurveExt<AffineExt: GroupEncoding<Repr = [u8; 32]> + SerdeObject>,
        B: CurveExt<AffineExt: GroupEncoding<Repr: From<[u8; 32]>> + SerdeObject>,
    {
        for k in 1..20 {
            let bytes = (A::generator() * A::ScalarExt::from(k)).to_affine().to_bytes();
            for bit in 0..256 {
                let mut bytes = bytes;
                bytes[bit >> 3] ^= 1 << (bit & 7);
                let own: Option<A::AffineExt> = A::AffineExt::from_bytes(&bytes).into();
                let theirs: Option<B::AffineExt> = B::AffineExt::from_bytes(&bytes.into()).into();
                assert_eq!(own.map(|p| p.to_raw_bytes()), theirs.map(|p| p.to_raw_bytes()));
            }
        }
    }
    check::<bn254::G1, halo2curves::bn256::G1>();
    check::<pasta::Pallas, halo2curves::pasta::Pallas>();
    check::<pasta::Vesta, halo2curves::pasta::Vesta>();
    check::<grumpkin::G1, halo2curves::grumpkin::G1>();
}

/// `from_xy` and raw bytes give no point off the subgroup.
#[test]
fn points_off_the_subgroup_are_refused() {
    let mut seen = 0;
    for x in 1..60 {
        let x = bls12_381::Fp::from(x);
        let Some(y) = Option::<bls12_381::Fp>::from((x.cube() + bls12_381::Fp::from(4)).sqrt())
        else {
            continue;
        };
        seen += 1;
        assert!(bool::from(bls12_381::G1Affine::from_xy(x, y).is_none()));
        let raw = [x.to_raw_bytes(), y.to_raw_bytes()].concat();
        assert_eq!(bls12_381::G1Affine::from_raw_bytes(&raw), None);
        let one = bls12_381::Fp::ONE;
        assert!(bool::from(bls12_381::G1Projective::new_jacobian(x, y, one).is_none()));
        let raw = [raw, one.to_raw_bytes()].concat();
        assert_eq!(bls12_381::G1Projective::from_raw_bytes(&raw), None);
    }
    assert!(seen > 15);
}

/// Sums and transforms by one call are those of halo2curves' loops over single operations.
#[test]
fn sums_and_transforms_are_those_of_halo2curves() {
    use bn254::{Fr, G1, G1Affine};
    for n in [0usize, 1, 3, 40, 300] {
        let scalars: Vec<Fr> =
            (0..n as u64).map(|i| Fr::from(i * i).square() - Fr::from(7)).collect();
        let points: Vec<G1Affine> =
            (0..n as u64).map(|i| (G1::generator() * Fr::from(i + 1)).to_affine()).collect();
        let sum = curvemark_group::msm(&scalars, &points);
        assert_eq!(sum, points.iter().zip(&scalars).map(|(p, k)| p * k).sum::<G1>());
        if n > 0 {
            assert_eq!(sum, halo2curves::msm::msm_best(&scalars, &points));
        }
    }
    for log in 1..8 {
        let omega = Fr::ROOT_OF_UNITY.pow_vartime([1 << (Fr::S - log)]);
        for omega in [omega, omega.invert().unwrap()] {
            let values: Vec<Fr> = (0..1 << log).map(|i| Fr::from(i).cube() - Fr::ONE).collect();
            let (mut one, mut other) = (values.clone(), values);
            curvemark_group::fft(&mut one, omega, log);
            halo2curves::fft::best_fft(&mut other, omega, log);
            assert_eq!(one, other);
        }
    }
}

#[test]
#[should_panic(expected = "the order of ω")]
fn a_transform_refuses_a_root_of_another_order() {
    let mut values = [bn254::Fr::ONE; 8];
    curvemark_group::fft(&mut values, bn254::Fr::ROOT_OF_UNITY, 3);
}
