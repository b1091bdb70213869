//! Points of short Weierstrass curves y² = x³ + b.
//!
//! A curve is a type that implements [`Weierstrass`]; G1 and G2, the ECDSA curves and the toy curves of the tests are the same
//! code over different fields and engines. [`Projective`] is the working form (X : Y : Z), x = X/Z, y = Y/Z, with (0 : 1 : 0)
//! for the identity.

use core::fmt::Debug;

use crate::field::{Field, Red};

/// A curve y² = x³ + b over a field on some engine.
pub trait Weierstrass: Copy + Debug + 'static {
    /// The field of the coordinates.
    type Base: Field;

    /// b.
    fn b(ctx: &<Self::Base as Field>::Ctx) -> Red<Self::Base>;

    /// 3b·x, by small multiples.
    fn times_3b(x: &Red<Self::Base>) -> Red<Self::Base>;
}

/// A point that is not the identity, or the identity, by its affine coordinates.
pub struct Affine<C: Weierstrass<Base: crate::field::Masked>> {
    pub(crate) x: Red<C::Base>,
    pub(crate) y: Red<C::Base>,
    pub(crate) infinity: <C::Base as crate::field::Masked>::Mask,
}

/// A point in homogeneous coordinates.
pub struct Projective<C: Weierstrass> {
    pub(crate) x: Red<C::Base>,
    pub(crate) y: Red<C::Base>,
    pub(crate) z: Red<C::Base>,
}
