//! The curves that proofs are made on, by the groups and the pairing that a proof needs of them.

use alloc::vec::Vec;
use core::fmt::Debug;

use curve::bls12_381::{self, Bls12381};
use curve::bn254::{self, Bn254};
use curve::error::PointError;
use curve::field::{Anywhere, InLanes, Red};
use curve::fp2::Quad;
use curve::ntt::TwoAdic;
use curve::scalar::FromU64;
use curve::weierstrass::{Affine, GroupInLanes};

use super::points;

mod sealed {
    /// No other curves: see [`Curve`](super::Curve).
    pub trait Sealed {}

    impl Sealed for curve::bn254::Bn254 {}
    impl Sealed for curve::bls12_381::Bls12381 {}
}

/// A scalar of the curve: a public input, an element of a witness.
///
/// [Example](crate::groth16).
pub type Scalar<C> = Red<<C as Curve>::Scalar>;
/// A point of G1.
///
/// [Example](crate::groth16).
pub type G1<C> = Affine<<C as Curve>::G1>;
/// A point of G2.
///
/// [Example](crate::groth16).
pub type G2<C> = Affine<<C as Curve>::G2>;

/// How a point is written.
///
/// [Example](crate::groth16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// x and a sign.
    Compressed,
    /// x and y.
    Uncompressed,
}

/// [`Bn254`], called bn128 by circom and snarkjs, or [`Bls12381`]. Sealed: what is verified here is
/// tested on these two.
///
/// [Example](crate::groth16).
pub trait Curve: sealed::Sealed + Copy + Eq + Debug + Send + Sync + 'static {
    /// The engine of the base field.
    type Fp: InLanes + Anywhere;
    /// The engine of the scalar field.
    type Scalar: FromU64 + TwoAdic;
    /// E.
    type G1: GroupInLanes<Base = Self::Fp, Scalar = Self::Scalar>;
    /// E′.
    type G2: GroupInLanes<Base = Quad<Self::Fp>, Scalar = Self::Scalar>;
    /// The target group.
    type Gt: Clone + Debug + PartialEq + Send + Sync;
    /// The lines of a point of G2.
    type G2Prepared: Clone + Debug + Send + Sync;

    /// The curve's name in files of snarkjs.
    const NAME: &'static str;
    /// snarkjs takes as root of unity of the largest order the power of that of [`TwoAdic`] by
    /// this: it begins with 5, the least non-residue of either field, which on BLS12-381 is not the
    /// generator that others begin with.
    const SNARKJS_ROOT: u64;

    /// A scalar λ that the endomorphism of G1 multiplies by, such that a + bλ with a, b < 2^63
    /// splits into a and b.
    fn lambda() -> Scalar<Self>;
    /// The point of an encoding of arkworks, checked: encoding, curve, subgroup.
    ///
    /// # Errors
    /// [`PointError`].
    fn g1_from_bytes(bytes: &[u8], form: Form) -> Result<G1<Self>, PointError>;
    /// As [`Curve::g1_from_bytes`].
    ///
    /// # Errors
    /// [`PointError`].
    fn g2_from_bytes(bytes: &[u8], form: Form) -> Result<G2<Self>, PointError>;
    /// Appends the encoding of arkworks.
    fn put_g1(point: &G1<Self>, form: Form, out: &mut Vec<u8>);
    /// Appends the encoding of arkworks.
    fn put_g2(point: &G2<Self>, form: Form, out: &mut Vec<u8>);

    /// The lines of a point.
    fn prepare(point: &G2<Self>) -> Self::G2Prepared;
    /// ∏ e(Pᵢ, Qᵢ) over pairs of both kinds.
    fn pairing_product(
        pairs: &[(G1<Self>, G2<Self>)],
        prepared: &[(G1<Self>, &Self::G2Prepared)],
    ) -> Self::Gt;
    /// aᵏ.
    fn gt_pow(a: &Self::Gt, k: &Scalar<Self>) -> Self::Gt;
    /// a·b.
    fn gt_mul(a: &Self::Gt, b: &Self::Gt) -> Self::Gt;
    /// a/b.
    fn gt_div(a: &Self::Gt, b: &Self::Gt) -> Self::Gt;
    /// Whether this is one.
    fn gt_is_one(a: &Self::Gt) -> bool;
    /// The twelve big-endian coefficients.
    fn gt_to_bytes(a: &Self::Gt, out: &mut [u8]);
    /// The element of twelve big-endian coefficients, if they are canonical and it has order r or
    /// one.
    fn gt_from_bytes(bytes: &[u8]) -> Option<Self::Gt>;
}

/// What is written once for both curves.
macro_rules! on_curve {
    ($curve:ident) => {
        type Fp = $curve::FpEngine;
        type Scalar = $curve::FrEngine;
        type G1 = $curve::G1Curve;
        type G2 = $curve::G2Curve;
        type Gt = $curve::Gt;
        type G2Prepared = $curve::G2Prepared;

        fn prepare(point: &G2<Self>) -> Self::G2Prepared {
            <$curve::G2Prepared>::from_affine(point)
        }

        fn pairing_product(
            pairs: &[(G1<Self>, G2<Self>)],
            prepared: &[(G1<Self>, &Self::G2Prepared)],
        ) -> Self::Gt {
            let fresh = pairs.iter().map(|(p, q)| $curve::Pair::from_points(p, q));
            let prepared = prepared.iter().map(|(p, q)| $curve::Pair::from_prepared(p, q));
            let mut pairs: Vec<_> = fresh.chain(prepared).collect();
            $curve::final_exponentiation(&$curve::miller_loop(&mut pairs))
        }

        fn gt_pow(a: &Self::Gt, k: &Scalar<Self>) -> Self::Gt {
            a.pow(k)
        }

        fn gt_mul(a: &Self::Gt, b: &Self::Gt) -> Self::Gt {
            a * b
        }

        fn gt_div(a: &Self::Gt, b: &Self::Gt) -> Self::Gt {
            a * &b.invert()
        }

        fn gt_is_one(a: &Self::Gt) -> bool {
            a.is_identity().into()
        }

        fn gt_to_bytes(a: &Self::Gt, out: &mut [u8]) {
            a.to_bytes(out);
        }

        fn gt_from_bytes(bytes: &[u8]) -> Option<Self::Gt> {
            <$curve::Gt>::from_bytes(bytes).into_option()
        }
    };
}

impl Curve for Bn254 {
    on_curve!(bn254);

    const NAME: &'static str = "bn128";
    const SNARKJS_ROOT: u64 = 1;

    /// 36x³ + 18x² + 6x + 1.
    fn lambda() -> Scalar<Self> {
        let x = bn254::Fr::from(bn254::X);
        let horner = |sum: Scalar<Self>, k: u32| &(&sum * &x) + &bn254::Fr::from(k);
        [18, 6, 1].into_iter().fold(bn254::Fr::from(36u32), horner)
    }

    fn g1_from_bytes(bytes: &[u8], form: Form) -> Result<G1<Self>, PointError> {
        points::decode(bytes, form)
    }

    fn g2_from_bytes(bytes: &[u8], form: Form) -> Result<G2<Self>, PointError> {
        points::decode(bytes, form)
    }

    fn put_g1(point: &G1<Self>, form: Form, out: &mut Vec<u8>) {
        points::encode(point, form, out);
    }

    fn put_g2(point: &G2<Self>, form: Form, out: &mut Vec<u8>) {
        points::encode(point, form, out);
    }
}

impl Curve for Bls12381 {
    on_curve!(bls12_381);

    const NAME: &'static str = "bls12381";
    const SNARKJS_ROOT: u64 = 0xe25f_4955;

    /// x².
    fn lambda() -> Scalar<Self> {
        let x = bls12_381::Fr::from(bls12_381::X);
        &x * &x
    }

    fn g1_from_bytes(bytes: &[u8], form: Form) -> Result<G1<Self>, PointError> {
        match form {
            Form::Compressed => Affine::from_bytes(bytes),
            Form::Uncompressed => Affine::from_bytes_uncompressed(bytes),
        }
    }

    fn g2_from_bytes(bytes: &[u8], form: Form) -> Result<G2<Self>, PointError> {
        match form {
            Form::Compressed => Affine::from_bytes(bytes),
            Form::Uncompressed => Affine::from_bytes_uncompressed(bytes),
        }
    }

    fn put_g1(point: &G1<Self>, form: Form, out: &mut Vec<u8>) {
        match form {
            Form::Compressed => out.extend(point.to_bytes()),
            Form::Uncompressed => out.extend(point.to_bytes_uncompressed()),
        }
    }

    fn put_g2(point: &G2<Self>, form: Form, out: &mut Vec<u8>) {
        match form {
            Form::Compressed => out.extend(point.to_bytes()),
            Form::Uncompressed => out.extend(point.to_bytes_uncompressed()),
        }
    }
}
