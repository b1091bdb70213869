//! pasta_curves' traits over ours: the same bytes, constants, hashes and points as its own types.

use curvemark_group::pasta;
use ff_0_14::{Field, PrimeField, WithSmallOrderMulGroup};
use group_0_14::{Curve, Group, GroupEncoding};
use pasta_curves::arithmetic::{CurveAffine, CurveExt, VartimeField};

/// Elements of both: constants, residues, and what is next to zero.
fn field<A, B>()
where
    A: WithSmallOrderMulGroup<3, Repr = [u8; 32]> + VartimeField,
    B: WithSmallOrderMulGroup<3, Repr = [u8; 32]> + VartimeField,
{
    let same = |own: A, theirs: B| {
        assert_eq!(own.to_repr(), theirs.to_repr());
        assert_eq!(format!("{own:?}"), format!("{theirs:?}"));
    };
    same(A::ZETA, B::ZETA);
    same(A::ROOT_OF_UNITY, B::ROOT_OF_UNITY);
    same(A::ROOT_OF_UNITY_INV, B::ROOT_OF_UNITY_INV);
    same(A::DELTA, B::DELTA);
    same(A::TWO_INV, B::TWO_INV);
    same(A::MULTIPLICATIVE_GENERATOR, B::MULTIPLICATIVE_GENERATOR);
    assert_eq!((A::S, A::NUM_BITS, A::MODULUS), (B::S, B::NUM_BITS, B::MODULUS));
    assert_eq!((A::ZERO.invert_vartime(), B::ZERO.invert_vartime()), (None, None));
    let (mut own, mut theirs) = (A::from(5), B::from(5));
    for i in 0..50 {
        same(own, theirs);
        same(-own, -theirs);
        same(own.invert_vartime().unwrap(), theirs.invert_vartime().unwrap());
        assert_eq!(bool::from(own.sqrt().is_some()), bool::from(theirs.sqrt().is_some()));
        (own, theirs) = (own.square() + A::from(i), theirs.square() + B::from(i));
    }
}

#[test]
fn fields_are_those_of_pasta_curves() {
    field::<pasta::Fp, pasta_curves::Fp>();
    field::<pasta::Fq, pasta_curves::Fq>();
}

/// Multiples of the generators, the identity first: of a curve by its four types.
macro_rules! group {
    ($name:ident: $own:ty, $own_affine:ty, $theirs:ty, $their_affine:ty) => {
        #[test]
        fn $name() {
            type A = $own;
            type B = $theirs;
            type Scalar = <A as CurveExt>::ScalarExt;
            type Base = <A as CurveExt>::Base;

            let (mut own, mut theirs) = (A::identity(), B::identity());
            let mut list = Vec::new();
            for _ in 0..40 {
                let (p, q) = (own.to_affine_vartime(), theirs.to_affine());
                assert_eq!(p, own.to_affine());
                assert_eq!(p.to_bytes(), q.to_bytes());
                assert_eq!(format!("{p:?}"), format!("{q:?}"));
                assert!(bool::from(own.is_on_curve() & CurveAffine::is_on_curve(&p)));
                assert_eq!(own.endo(), own * Scalar::ZETA);
                let (x, y, z) = own.jacobian_coordinates();
                assert_eq!(A::new_jacobian(x, y, z).unwrap(), own);
                let (at, of) = (p.coordinates(), q.coordinates());
                assert_eq!(bool::from(at.is_some()), bool::from(of.is_some()));
                if bool::from(at.is_some()) {
                    let (at, of) = (at.unwrap(), of.unwrap());
                    assert_eq!(at.x().to_repr(), of.x().to_repr());
                    assert_eq!(at.y().to_repr(), of.y().to_repr());
                    assert_eq!(<$own_affine>::from_xy(*at.x(), *at.y()).unwrap(), p);
                    assert!(bool::from(<$own_affine>::from_xy(*at.y(), *at.x()).is_none()));
                    assert!(bool::from(A::new_jacobian(x, y + Base::ONE, z).is_none()));
                }
                // Each bit of the encoding turned: one verdict, and one point.
                for bit in 0..256 {
                    let mut bytes = p.to_bytes();
                    bytes[bit >> 3] ^= 1 << (bit & 7);
                    let own: Option<$own_affine> = <$own_affine>::from_bytes(&bytes).into();
                    let theirs: Option<$their_affine> = <$their_affine>::from_bytes(&bytes).into();
                    assert_eq!(own.map(|p| format!("{p:?}")), theirs.map(|p| format!("{p:?}")));
                }
                list.push(own);
                (own, theirs) = (own + A::generator(), theirs + B::generator());
            }
            // Zeros are the identity, as there.
            let zeros = <$own_affine>::from_xy(Base::ZERO, Base::ZERO).unwrap();
            assert_eq!(zeros, <$own_affine>::identity());
            let zero = <B as CurveExt>::Base::ZERO;
            assert!(bool::from(<$their_affine>::from_xy(zero, zero).is_some()));

            let mut affine = vec![<$own_affine>::generator(); list.len()];
            A::batch_normalize_vartime(&list, &mut affine);
            assert!(list.iter().zip(&affine).all(|(p, q)| p.to_affine() == *q));
            for k in [Scalar::ZERO, Scalar::ONE, -Scalar::ONE, Scalar::DELTA] {
                let mut products = vec![A::generator(); list.len()];
                A::batch_mul_same_scalar_vartime(&affine, &k, &mut products);
                assert!(products.iter().zip(&list).all(|(product, p)| *product == *p * k));
            }
            A::batch_mul_same_scalar_vartime(&[], &Scalar::ONE, &mut []);
            assert_eq!(A::CURVE_ID, B::CURVE_ID);
            assert_eq!(<A as CurveExt>::a().to_repr(), <B as CurveExt>::a().to_repr());
            assert_eq!(<A as CurveExt>::b().to_repr(), <B as CurveExt>::b().to_repr());
            for message in [&b""[..], b"abc", &[7; 200]] {
                let own = A::hash_to_curve("a prefix")(message).to_affine();
                let theirs = B::hash_to_curve("a prefix")(message).to_affine();
                assert_eq!(own.to_bytes(), theirs.to_bytes());
            }
        }
    };
}

group!(pallas_is_that_of_pasta_curves: pasta::Ep, pasta::EpAffine, pasta_curves::Ep, pasta_curves::EpAffine);
group!(vesta_is_that_of_pasta_curves: pasta::Eq, pasta::EqAffine, pasta_curves::Eq, pasta_curves::EqAffine);

#[test]
#[should_panic(expected = "as many places as points")]
fn a_batch_refuses_another_length() {
    let points = [pasta::EpAffine::generator()];
    pasta::Ep::batch_mul_same_scalar_vartime(&points, &pasta::Fq::ONE, &mut []);
}
