//! Points of short Weierstrass curves y² = x³ + ax + b.
//!
//! A curve is a type that implements [`Weierstrass`]; G1 and G2, the ECDSA curves and the toy
//! curves of the tests are the same code over different fields and engines.
//!
//! | type | is | invariant |
//! |---|---|---|
//! | [`Projective`] | (X : Y : Z), x = X/Z, y = Y/Z; the identity is (0 : 1 : 0) | a point of the group of prime order |
//! | [`Affine`] | (x, y), or the identity | the same |
//! | [`CurvePoint`] | a projective point | on the curve, perhaps outside the group |
//! | [`Jacobian`] | x = X/Z², y = Y/Z³; for variable-time code | as what it was made from |
//!
//! Outside this crate a [`Projective`] or [`Affine`] comes from a decoder that has checked curve
//! and subgroup, from a generator, from hashing, or from other points. So multiplication may use an
//! endomorphism that is right in the subgroup alone.
//!
//! # Example
//!
//! ```
//! use curvemark_curve::field::Anywhere;
//! use curvemark_curve::weierstrass::{Affine, CurvePoint, Group, Jacobian, Projective};
//! use curvemark_curve::weierstrass::element_from_eip2537;
//! use curvemark_curve::{bls12_381, bn254, secp256k1};
//!
//! // One function for all curves.
//! fn next<C: Group<Base: Anywhere>>(point: &Affine<C>) -> Affine<C> {
//!     Projective::generator().add_mixed(point).to_affine()
//! }
//!
//! let p = bls12_381::G1Affine::generator();
//! let q = secp256k1::AffinePoint::generator();
//! let twice = p.to_projective().double();
//! assert_eq!(next(&p), twice.to_affine());
//! assert_eq!(next(&q), q.to_projective().double().to_affine());
//! assert_eq!(Jacobian::from_affine_vartime(&p).double_vartime().to_projective(), twice);
//!
//! // Each curve has the bytes that its protocols have.
//! assert_eq!(bls12_381::G1Affine::from_bytes(&p.to_bytes())?, p);
//! assert_eq!(secp256k1::AffinePoint::from_sec1(&q.to_sec1()?)?, q);
//! let r = bn254::G1Affine::generator();
//! assert_eq!(bn254::G1Affine::from_eip196(&r.to_eip196())?, r);
//! let bytes = p.to_eip2537();
//! assert_eq!(bls12_381::G1Affine::from_eip2537(&bytes)?, p);
//! assert_eq!(&element_from_eip2537::<bls12_381::FpEngine>(&bytes[..64])?, p.x());
//!
//! // Where the subgroup was not checked, the type says so until it is.
//! let read = bls12_381::G1Affine::from_bytes_unchecked_subgroup(&p.to_bytes());
//! let unchecked: CurvePoint<bls12_381::G1Curve> = read?;
//! assert_eq!(unchecked.check_subgroup()?, p.to_projective());
//! # Ok::<(), curvemark_curve::error::PointError>(())
//! ```

use crate::field::{
    Anywhere, Canonical, Field, Holds, InLanes, Lanes, Masked, Red, There, product,
};
use crate::formulas::complete::Coefficient;

use crate::integer::{Integer, SignedPart};
use core::fmt::Debug;
use subtle::Choice;
mod affine;
mod affine_add;
mod affine_batch;
mod batch;
mod curve_point;
mod eip196;
mod eip2537;
mod encoding;
mod jacobian;
mod lift;
#[cfg(any(feature = "pasta", feature = "grumpkin"))]
mod little_endian;
mod operators;
mod projective;
mod sec1;
mod sec1_batch;
#[cfg(feature = "alloc")]
mod subgroup_randomized;
pub use affine::Affine;
pub use affine_batch::batch_to_affine_on_lanes;
pub(crate) use affine_batch::to_affine_each;
pub use curve_point::{CurvePoint, Xy};
pub use eip196::Eip196Encoding;
pub use eip2537::{Eip2537Encoding, element_from_eip2537};
pub use encoding::ZcashEncoding;
pub use jacobian::Jacobian;
pub(crate) use jacobian::normalize_vartime;
#[cfg(any(feature = "pasta", feature = "grumpkin"))]
pub use little_endian::{LittleEndianEncoding, SquareRoots};
pub use projective::Projective;
pub use sec1::Sec1Encoding;
#[cfg(feature = "alloc")]
pub use subgroup_randomized::are_in_subgroup_on_lanes_vartime;

/// A curve y² = x³ + ax + b over a field on some engine.
///
/// [Example](self#example).
pub trait Weierstrass: Copy + Debug + 'static {
    /// The field of the coordinates.
    type Base: Field;
    /// a, and with it the formulas of the group law: [`Zero`](crate::formulas::complete::Zero),
    /// [`MinusThree`](crate::formulas::complete::MinusThree), or a type that multiplies by it.
    type A: Coefficient<Self>;

    /// b.
    fn b(ctx: &<Self::Base as Field>::Ctx) -> Red<Self::Base>;

    /// Whether the number of points is odd. Then the complete formulas hold for all points; else
    /// they give 0 : 0 : 0 for two points whose difference has order two, and the sum of two points
    /// is offered in the group of prime order only.
    const ODD_ORDER: bool = true;

    /// 3b·x, by small multiples where b is small.
    fn times_3b(x: &Red<Self::Base>) -> Red<Self::Base>;
}

/// A curve with an endomorphism that is cheap on coordinates and multiplies by an integer μ > 1 in
/// the group.
///
/// It acts on x, y and z separately, so the same functions serve affine, homogeneous and Jacobian
/// coordinates. The defaults are the identity map (μ = 1), for curves that are multiplied in one
/// part.
///
/// [Example](self#example).
pub trait Endomorphism: Weierstrass {
    /// What becomes of the numerators x and y.
    fn endomorphism_xy(
        x: &Red<Self::Base>,
        y: &Red<Self::Base>,
    ) -> (Red<Self::Base>, Red<Self::Base>) {
        (x.clone(), y.clone())
    }

    /// What becomes of the denominator.
    fn endomorphism_z(z: &Red<Self::Base>) -> Red<Self::Base> {
        z.clone()
    }
}

/// A Weierstrass curve on an engine: [`There`].
pub type CurveThere<C> = There<C, <<C as Weierstrass>::Base as Field>::Ctx>;

/// What values of a curve's coordinates are made with.
pub type CtxOf<C> = <<C as Weierstrass>::Base as Field>::Ctx;

/// Where the group of prime order lies on a curve: what needs masks alone, so that it runs on lanes
/// too. The defaults are those of a curve whose points are all in the group.
///
/// [Example](self#example).
pub trait Subgroup: Endomorphism<Base: Masked> {
    /// Order of the curve divided by the group's, least significant limb first; by default 1.
    const COFACTOR: &'static [u64] = &[1];

    /// Whether a point of the curve is in the group. Constant-time. By default every point is: the
    /// cofactor is one.
    fn is_in_subgroup(point: &Projective<Self>) -> <Self::Base as Masked>::Mask {
        const {
            assert!(
                is_one(Self::COFACTOR),
                "a group that is not the whole curve has a test of its own"
            )
        };
        let _ = point;
        Self::Base::mask(Choice::from(1))
    }

    /// A multiple of a point of the curve that is in the group; the same multiple for all.
    /// Constant-time. By default the point itself: the cofactor is one.
    fn clear_cofactor(point: &Projective<Self>) -> Projective<Self> {
        const {
            assert!(
                is_one(Self::COFACTOR),
                "a group that is not the whole curve has a map of its own"
            )
        };
        point.clone()
    }
}

/// The group of prime order on a curve: its scalars, its generator and how to stay inside it.
///
/// [Example](self#example).
pub trait Group: Subgroup<Base: Canonical> {
    /// The integers modulo the group's order.
    type Scalar: Anywhere;

    /// The same group on the faster engine of words; itself where there is none. A curve that is
    /// generic over its engine says [`Group::fast`] too.
    type Fast: Group<Base: Holds<Self::Base>, Scalar = Self::Scalar, Fast = Self::Fast>;
    /// The same group in residue numbers, for one long computation; [`Group::Fast`] where the curve
    /// does not go there.
    type Remainders: Group<
            Base: Holds<Self::Base>,
            Scalar = Self::Scalar,
            Fast = Self::Remainders,
            Remainders = Self::Remainders,
        >;

    /// The faster engine of words, if there is one and this CPU runs it. Only the
    /// [door](crate::engines::door) asks.
    #[inline(always)]
    fn fast() -> Option<CurveThere<Self::Fast>> {
        None
    }
    /// Residue numbers, if the curve goes there and this CPU runs them.
    #[inline(always)]
    fn remainders() -> Option<CurveThere<Self::Remainders>> {
        None
    }

    /// In how many parts a scalar is multiplied, 1 to 4: see [`Group::split`].
    const PARTS: usize;
    /// Bits that hold the magnitude of each part.
    const PART_BITS: u32;
    /// Whether the order is above 15/16 of 2^(8·B), B the bytes of a scalar.
    const ORDER_FILLS_BYTES: bool = false;
    /// Whether there are two parts, neither of them negative, and μ is a primitive sixth root of
    /// one, μ² = μ − 1, that acts as μ(x, y) = (βx, −y).
    const SIXTH_ROOT: bool = false;

    /// The parts kᵢ of an integer below the order r, k ≡ Σ kᵢ·μⁱ (mod r) with μ of [`Endomorphism`]
    /// and
    /// |kᵢ| < 2^[`Group::PART_BITS`]: the first [`Group::PARTS`] of four, the others zero. Constant-time.
    ///
    /// Where μ is about as long as the parts these are the digits of k in base μ; elsewhere a
    /// [`Lattice`](crate::glv::Lattice) gives them. By default k itself is the one part.
    fn split(k: &Integer) -> [SignedPart; 4] {
        const { assert!(Self::PARTS == 1, "several parts need a split") };
        [SignedPart::positive(*k), SignedPart::zero(), SignedPart::zero(), SignedPart::zero()]
    }

    /// The agreed generator.
    fn generator(ctx: &<Self::Base as Field>::Ctx) -> Affine<Self>;
}

/// A group whose batches may run on lanes: that of a curve which is generic over its engine.
pub trait GroupInLanes:
    Group<Base: InLanes, Fast: Group<Base: Lanes<One = <Self as Weierstrass>::Base>>>
{
    /// The curve on the vectors of its base field.
    type Lanes: Subgroup<Base = <Self::Base as InLanes>::Lanes>;

    /// The vectors, if this CPU has them.
    #[inline(always)]
    fn lanes() -> Option<CurveThere<Self::Lanes>> {
        <Self::Base as InLanes>::lanes().map(There::of)
    }

    /// Whether there are second-best vectors: lanes of doubles.
    const DOUBLES: bool = <Self::Base as InLanes>::DOUBLES;

    /// The curve on the second-best vectors of its base field.
    type Doubles: Subgroup<Base = <Self::Base as InLanes>::Doubles>;

    /// The second-best vectors, if this CPU has these and no better ones.
    #[inline(always)]
    fn doubles() -> Option<CurveThere<Self::Doubles>> {
        <Self::Base as InLanes>::doubles().map(There::of)
    }
}

/// Whether an integer in limbs is 1.
const fn is_one(limbs: &[u64]) -> bool {
    limbs.len() == 1 && limbs[0] == 1
}

/// x³ + ax + b.
#[cfg_attr(target_arch = "riscv32", inline(never))]
pub(crate) fn right_side<C: Weierstrass>(x: &Red<C::Base>) -> Red<C::Base> {
    C::Base::kernel(
        #[inline(always)]
        || {
            let sum = product(&x.sqr(), x).plus_small(&C::b(&x.ctx()), 1);
            sum.plus_small(&C::A::times(x), 1).reduce()
        },
    )
}
