//! What goes to another engine and comes back: points, and values of pairings. Their coordinates
//! do, one by one ([`Holds`]).

use limb::each::Each;

use crate::edwards::{Cached, Edwards, EdwardsPoint, EdwardsThere, Niels, Ristretto};
use crate::field::{Canonical, Holds, Lazy, Masked, Red};
use crate::pairing::{Gt, Pairing, PairingThere};
use crate::tower::{Fp2Of, Fp12};
use crate::weierstrass::{Affine, CurvePoint, CurveThere, Jacobian, Projective, Weierstrass};

/// `enter` and `leave` of values that are made of reduced elements of one field.
macro_rules! moves {
    ($($value:ident { $($element:ident),+ } of $kind:ident, $there:ident;)+) => {$(
        impl<C: $kind> $value<C> {
            /// This value on another engine.
            #[inline(always)]
            pub fn enter<D: $kind<Base: Holds<C::Base>>>(&self, there: &$there<D>) -> $value<D> {
                $value { $($element: self.$element.enter(there)),+ }
            }

            /// The value from another engine.
            #[inline(always)]
            pub fn leave<D: $kind<Base: Holds<C::Base>>>(there: &$value<D>) -> Self {
                Self { $($element: Red::leave(&there.$element)),+ }
            }
        }
    )+};
}

moves! {
    Projective { x, y, z } of Weierstrass, CurveThere;
    Jacobian { x, y, z } of Weierstrass, CurveThere;
    Niels { y_plus_x, y_minus_x, xy_2d } of Edwards, EdwardsThere;
    Cached { y_plus_x, y_minus_x, z_2, t_2d } of Edwards, EdwardsThere;
}

impl<C: Weierstrass<Base: Masked>> Affine<C> {
    /// This point on another engine.
    #[inline(always)]
    pub fn enter<D>(&self, there: &CurveThere<D>) -> Affine<D>
    where
        D: Weierstrass<Base: Holds<C::Base> + Masked<Mask = <C::Base as Masked>::Mask>>,
    {
        Affine { x: self.x.enter(there), y: self.y.enter(there), infinity: self.infinity.clone() }
    }

    /// The point from another engine.
    #[inline(always)]
    pub fn leave<D>(there: &Affine<D>) -> Self
    where
        D: Weierstrass<Base: Holds<C::Base> + Masked<Mask = <C::Base as Masked>::Mask>>,
    {
        Self { x: Red::leave(&there.x), y: Red::leave(&there.y), infinity: there.infinity.clone() }
    }
}

impl<C: Weierstrass<Base: Canonical>> CurvePoint<C> {
    /// This point on another engine.
    #[inline(always)]
    pub fn enter<D: Weierstrass<Base: Holds<C::Base> + Canonical>>(
        &self,
        there: &CurveThere<D>,
    ) -> CurvePoint<D> {
        CurvePoint(self.0.enter(there))
    }

    /// The point from another engine.
    #[inline(always)]
    pub fn leave<D: Weierstrass<Base: Holds<C::Base> + Canonical>>(there: &CurvePoint<D>) -> Self {
        Self(Projective::leave(&there.0))
    }
}

impl<C: Edwards> EdwardsPoint<C> {
    /// This point on another engine of words.
    #[inline(always)]
    pub fn enter<D: Edwards<Base: Holds<C::Base>>>(
        &self,
        there: &EdwardsThere<D>,
    ) -> EdwardsPoint<D> {
        EdwardsPoint {
            x: self.x.enter(there),
            y: self.y.enter(there),
            z: self.z.enter(there),
            e: self.e.enter(there),
            h: self.h.enter(there),
        }
    }

    /// The point from another engine of words.
    #[inline(always)]
    pub fn leave<D: Edwards<Base: Holds<C::Base>>>(there: &EdwardsPoint<D>) -> Self {
        Self {
            x: Red::leave(&there.x),
            y: Red::leave(&there.y),
            z: Red::leave(&there.z),
            e: Lazy::leave(&there.e),
            h: Lazy::leave(&there.h),
        }
    }
}

impl<C: Edwards> Ristretto<C> {
    /// This element on another engine of words.
    #[inline(always)]
    pub fn enter<D: Edwards<Base: Holds<C::Base>>>(&self, there: &EdwardsThere<D>) -> Ristretto<D> {
        Ristretto::of_even_point_unchecked(self.as_edwards().enter(there))
    }

    /// The element from another engine of words.
    #[inline(always)]
    pub fn leave<D: Edwards<Base: Holds<C::Base>>>(there: &Ristretto<D>) -> Self {
        Self::of_even_point_unchecked(EdwardsPoint::leave(there.as_edwards()))
    }
}

impl<T: Pairing> Fp12<T> {
    /// This value on another engine.
    #[inline(always)]
    pub fn enter<D: Pairing<Fp: Holds<T::Fp>>>(&self, there: &PairingThere<D>) -> Fp12<D> {
        Fp12::from_w(self.w().each(|a: &Fp2Of<T>| a.enter(there)))
    }

    /// The value from another engine.
    #[inline(always)]
    pub fn leave<D: Pairing<Fp: Holds<T::Fp>>>(there: &Fp12<D>) -> Self {
        Self::from_w(there.w().each(Red::leave))
    }
}

impl<T: Pairing> Gt<T> {
    /// This element on another engine.
    #[inline(always)]
    pub fn enter<D: Pairing<Fp: Holds<T::Fp>>>(&self, there: &PairingThere<D>) -> Gt<D> {
        Gt::of(self.as_fp12().enter(there))
    }

    /// The element from another engine.
    #[inline(always)]
    pub fn leave<D: Pairing<Fp: Holds<T::Fp>>>(there: &Gt<D>) -> Self {
        Self::of(Fp12::leave(there.as_fp12()))
    }
}
