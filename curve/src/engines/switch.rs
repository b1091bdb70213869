//! The one place where an engine is chosen.
//!
//! A user's values are on an engine that runs everywhere. A whole algorithm (a scalar multiplication, a pairing, a decoding) asks
//! [`Canonical::fast`] once whether this CPU has a faster engine; if so it takes its inputs there, runs the same generic code
//! on it, and brings the result back:
//!
//! ```text
//! if let Some(ctx) = C::fast() {
//!     return Self::leave(&self.enter(&ctx).mul(k));
//! }
//! ```
//!
//! The faster engine has none above it, so on it these lines vanish. Whoever runs a pipeline of their own may `enter` once, stay there and
//! `leave` at its end. Engines whose values hold the same words pay a copy.
//!
//! A table that a user holds ([`Comb`](crate::scalar_mul::Comb), [`OddMultiples`](crate::scalar_mul::OddMultiples)) stays on the user's engine, so that it
//! may lie in a constant and serve every CPU; each entry enters as it is added.
//!
//! [`limb::cpu::limit_to`] lowers the choice.

use subtle::Choice;

use crate::edwards::{Cached, Edwards, EdwardsGroup, EdwardsPoint, Niels, Ristretto};
use crate::field::{Anywhere, Canonical, Field, InLanes, Invert, Lazy, Masked, Red};
use crate::pairing::{Coefficients, Gt, Pairing};
use crate::tower::{Fp2Of, Fp12, Tower};
use crate::weierstrass::{Affine, CtxOf, CurvePoint, Group, Jacobian, Projective};

/// For an engine, a curve or a group with tables that has no faster one: the items of [`Canonical`], of [`Group`] or [`EdwardsGroup`], of
/// [`TableGroup`](crate::scalar_mul::TableGroup) that say so.
#[macro_export]
macro_rules! no_faster_engine {
    (field) => {
        type Fast = Self;

        #[inline(always)]
        fn fast() -> Option<<Self as $crate::field::Field>::Ctx> {
            None
        }

        #[inline(always)]
        fn enter(_: &<Self as $crate::field::Field>::Ctx, a: &Self::Raw) -> Self::Raw {
            *a
        }

        #[inline(always)]
        fn leave(a: &Self::Raw) -> Self::Raw {
            *a
        }

        type Remainders = Self;

        #[inline(always)]
        fn remainders() -> Option<<Self as $crate::field::Field>::Ctx> {
            None
        }

        #[inline(always)]
        fn enter_remainders(_: &<Self as $crate::field::Field>::Ctx, a: &Self::Raw) -> Self::Raw {
            *a
        }

        #[inline(always)]
        fn leave_remainders(a: &Self::Raw) -> Self::Raw {
            *a
        }
    };
    (group) => {
        type Fast = Self;

        #[inline(always)]
        fn fast() -> Option<<Self::Base as $crate::field::Field>::Ctx> {
            None
        }

        #[inline(always)]
        fn enter(
            _: &<Self::Base as $crate::field::Field>::Ctx,
            a: &$crate::field::Red<Self::Base>,
        ) -> $crate::field::Red<Self::Base> {
            *a
        }

        #[inline(always)]
        fn leave(a: &$crate::field::Red<Self::Base>) -> $crate::field::Red<Self::Base> {
            *a
        }
    };
    (table) => {
        type Fast = Self;
        type Proof = ();

        #[inline(always)]
        fn fast() -> Option<()> {
            None
        }

        #[inline(always)]
        fn enter(&self, (): &()) -> Self {
            self.clone()
        }

        #[inline(always)]
        fn leave(fast: &Self) -> Self {
            fast.clone()
        }

        #[inline(always)]
        fn enter_entry((): &(), entry: &Self::Entry) -> Self::Entry {
            entry.clone()
        }
    };
}

/// For a curve that is generic over its engine: the items of [`Group`] that take it to residue-number systems, given the curve there; without
/// one, for a curve that does not go there.
#[macro_export]
macro_rules! remainders {
    ($there:ty) => {
        type Remainders = $there;

        #[inline(always)]
        fn remainders() -> Option<$crate::weierstrass::CtxOf<Self::Remainders>> {
            <Self::Base as $crate::field::Canonical>::remainders()
        }

        #[inline(always)]
        fn enter_remainders(
            ctx: &$crate::weierstrass::CtxOf<Self::Remainders>,
            a: &$crate::field::Red<Self::Base>,
        ) -> $crate::field::Red<<Self::Base as $crate::field::Canonical>::Remainders> {
            a.enter_remainders(ctx)
        }

        #[inline(always)]
        fn leave_remainders(
            a: &$crate::field::Red<<Self::Base as $crate::field::Canonical>::Remainders>,
        ) -> $crate::field::Red<Self::Base> {
            $crate::field::Red::leave_remainders(a)
        }
    };
    () => {
        type Remainders = <Self as $crate::weierstrass::Group>::Fast;

        #[inline(always)]
        fn remainders() -> Option<$crate::weierstrass::CtxOf<Self::Remainders>> {
            None
        }

        #[inline(always)]
        fn enter_remainders(
            ctx: &$crate::weierstrass::CtxOf<Self::Remainders>,
            a: &$crate::field::Red<Self::Base>,
        ) -> $crate::field::Red<<Self::Remainders as $crate::weierstrass::Weierstrass>::Base> {
            <Self as $crate::weierstrass::Group>::enter(ctx, a)
        }

        #[inline(always)]
        fn leave_remainders(
            a: &$crate::field::Red<<Self::Remainders as $crate::weierstrass::Weierstrass>::Base>,
        ) -> $crate::field::Red<Self::Base> {
            <Self as $crate::weierstrass::Group>::leave(a)
        }
    };
}

/// For a curve that is generic over its engine: the four items of [`Group`] or [`EdwardsGroup`] that take it to the faster one, given the curve
/// there.
#[macro_export]
macro_rules! faster_engine {
    ($fast:ty) => {
        type Fast = $fast;

        #[inline(always)]
        fn fast() -> Option<<<Self::Base as $crate::field::Canonical>::Fast as $crate::field::Field>::Ctx> {
            <Self::Base as $crate::field::Canonical>::fast()
        }

        #[inline(always)]
        fn enter(
            ctx: &<<Self::Base as $crate::field::Canonical>::Fast as $crate::field::Field>::Ctx,
            a: &$crate::field::Red<Self::Base>,
        ) -> $crate::field::Red<<Self::Base as $crate::field::Canonical>::Fast> {
            a.enter(ctx)
        }

        #[inline(always)]
        fn leave(
            a: &$crate::field::Red<<Self::Base as $crate::field::Canonical>::Fast>,
        ) -> $crate::field::Red<Self::Base> {
            $crate::field::Red::leave(a)
        }
    };
}

#[doc(hidden)]
impl<F: Canonical> Red<F> {
    /// This value in a residue-number system.
    #[inline(always)]
    pub fn enter_remainders(&self, ctx: &<F::Remainders as Field>::Ctx) -> Red<F::Remainders> {
        Red::from_raw(F::enter_remainders(ctx, self.raw()))
    }

    /// The value from a residue-number system.
    #[inline(always)]
    pub fn leave_remainders(there: &Red<F::Remainders>) -> Self {
        Self::from_raw(F::leave_remainders(there.raw()))
    }

    /// This value on the faster engine.
    #[inline(always)]
    pub fn enter(&self, ctx: &<F::Fast as Field>::Ctx) -> Red<F::Fast> {
        Red::from_raw(F::enter(ctx, self.raw()))
    }

    /// The value from the faster engine.
    #[inline(always)]
    pub fn leave(fast: &Red<F::Fast>) -> Self {
        Self::from_raw(F::leave(fast.raw()))
    }
}

#[doc(hidden)]
impl<C: Group> Projective<C> {
    /// This point in a residue-number system.
    #[inline(always)]
    pub fn enter_remainders(&self, ctx: &CtxOf<C::Remainders>) -> Projective<C::Remainders> {
        let enter = |a| C::enter_remainders(ctx, a);
        Projective { x: enter(&self.x), y: enter(&self.y), z: enter(&self.z) }
    }

    /// The point from a residue-number system.
    #[inline(always)]
    pub fn leave_remainders(there: &Projective<C::Remainders>) -> Self {
        let leave = |a| C::leave_remainders(a);
        Self { x: leave(&there.x), y: leave(&there.y), z: leave(&there.z) }
    }

    /// This point on the faster engine.
    #[inline(always)]
    pub fn enter(&self, ctx: &CtxOf<C::Fast>) -> Projective<C::Fast> {
        Projective { x: C::enter(ctx, &self.x), y: C::enter(ctx, &self.y), z: C::enter(ctx, &self.z) }
    }

    /// The point from the faster engine.
    #[inline(always)]
    pub fn leave(fast: &Projective<C::Fast>) -> Self {
        Self { x: C::leave(&fast.x), y: C::leave(&fast.y), z: C::leave(&fast.z) }
    }
}

#[doc(hidden)]
impl<C: Group> Affine<C> {
    /// This point on the faster engine.
    #[inline(always)]
    pub fn enter(&self, ctx: &CtxOf<C::Fast>) -> Affine<C::Fast> {
        Affine { x: C::enter(ctx, &self.x), y: C::enter(ctx, &self.y), infinity: self.infinity }
    }

    /// The point from the faster engine.
    #[inline(always)]
    pub fn leave(fast: &Affine<C::Fast>) -> Self {
        Self { x: C::leave(&fast.x), y: C::leave(&fast.y), infinity: fast.infinity }
    }
}

#[doc(hidden)]
impl<C: Group> Jacobian<C> {
    /// This point on the faster engine.
    #[inline(always)]
    pub fn enter(&self, ctx: &CtxOf<C::Fast>) -> Jacobian<C::Fast> {
        Jacobian { x: C::enter(ctx, &self.x), y: C::enter(ctx, &self.y), z: C::enter(ctx, &self.z) }
    }

    /// The point from the faster engine.
    #[inline(always)]
    pub fn leave(fast: &Jacobian<C::Fast>) -> Self {
        Self { x: C::leave(&fast.x), y: C::leave(&fast.y), z: C::leave(&fast.z) }
    }
}

/// What the values of a curve's faster engine are made with.
pub(crate) type FastCtx<C> = <<<C as EdwardsGroup>::Fast as Edwards>::Base as Field>::Ctx;

#[doc(hidden)]
impl<C: EdwardsGroup> EdwardsPoint<C> {
    /// This point on the faster engine.
    #[inline(always)]
    pub fn enter(&self, ctx: &FastCtx<C>) -> EdwardsPoint<C::Fast> {
        let enter = |a| C::enter(ctx, a);
        let lazy = |a: &Lazy<C::Base>| Lazy::from_raw(*C::enter(ctx, &Red::from_raw(*a.raw())).raw());
        EdwardsPoint { x: enter(&self.x), y: enter(&self.y), z: enter(&self.z), e: lazy(&self.e), h: lazy(&self.h) }
    }

    /// The point from the faster engine.
    #[inline(always)]
    pub fn leave(fast: &EdwardsPoint<C::Fast>) -> Self {
        let lazy = |a: &Lazy<_>| Lazy::from_raw(*C::leave(&Red::from_raw(*a.raw())).raw());
        Self { x: C::leave(&fast.x), y: C::leave(&fast.y), z: C::leave(&fast.z), e: lazy(&fast.e), h: lazy(&fast.h) }
    }
}

#[doc(hidden)]
impl<C: EdwardsGroup> Niels<C> {
    /// This entry on the faster engine.
    #[inline(always)]
    pub fn enter(&self, ctx: &FastCtx<C>) -> Niels<C::Fast> {
        let enter = |a| C::enter(ctx, a);
        Niels { y_plus_x: enter(&self.y_plus_x), y_minus_x: enter(&self.y_minus_x), xy_2d: enter(&self.xy_2d) }
    }
}

#[doc(hidden)]
impl<C: EdwardsGroup> Cached<C> {
    /// This entry on the faster engine.
    #[inline(always)]
    pub fn enter(&self, ctx: &FastCtx<C>) -> Cached<C::Fast> {
        let enter = |a| C::enter(ctx, a);
        Cached {
            y_plus_x: enter(&self.y_plus_x),
            y_minus_x: enter(&self.y_minus_x),
            z_2: enter(&self.z_2),
            t_2d: enter(&self.t_2d),
        }
    }
}

#[doc(hidden)]
impl<C: EdwardsGroup> Ristretto<C> {
    /// This element on the faster engine.
    #[inline(always)]
    pub fn enter(&self, ctx: &FastCtx<C>) -> Ristretto<C::Fast> {
        Ristretto::of_even_point_unchecked(self.as_edwards().enter(ctx))
    }

    /// The element from the faster engine.
    #[inline(always)]
    pub fn leave(fast: &Ristretto<C::Fast>) -> Self {
        Self::of_even_point_unchecked(EdwardsPoint::leave(fast.as_edwards()))
    }
}

#[doc(hidden)]
impl<C: Group> CurvePoint<C> {
    /// This point on the faster engine.
    #[inline(always)]
    pub fn enter(&self, ctx: &CtxOf<C::Fast>) -> CurvePoint<C::Fast> {
        CurvePoint(self.0.enter(ctx))
    }

    /// The point from the faster engine.
    #[inline(always)]
    pub fn leave(fast: &CurvePoint<C::Fast>) -> Self {
        Self(Projective::leave(&fast.0))
    }
}

/// A pairing whose faster engines are known.
pub trait Switch: Pairing<Fp: Canonical> {
    /// The same pairing on the faster engine.
    type Fast: Switch<Fp = <Self::Fp as Canonical>::Fast, Fast = Self::Fast, ScalarConst = Self::ScalarConst>;
    /// The same pairing in a residue-number system.
    type Remainders: Switch<Fp = <Self::Fp as Canonical>::Remainders, Fast = Self::Remainders, ScalarConst = Self::ScalarConst>;

    /// A line of minus the generator of G2, divided by its multiple of y_P, where the curve's lines are part of the program: what pairs made by
    /// [`MillerPair::monic`](crate::pairing::MillerPair) ask for.
    fn kept_line(ctx: &<Self::Fp as Field>::Ctx, line: usize) -> Option<Coefficients<Self>>;
}

/// The way of a pairing's values to another engine of single elements, and back.
pub trait Way<T: Pairing> {
    /// The pairing there.
    type There: Pairing<Fp: Masked<Mask = Choice> + Invert>;

    /// A value there.
    fn enter(ctx: &CtxOfPairing<Self::There>, a: &Red<T::Fp>) -> Red<<Self::There as Tower>::Fp>;
    /// A value from there.
    fn leave(a: &Red<<Self::There as Tower>::Fp>) -> Red<T::Fp>;

    /// A value in Fp2 there.
    #[inline(always)]
    fn enter_fp2(ctx: &CtxOfPairing<Self::There>, a: &Fp2Of<T>) -> Fp2Of<Self::There> {
        Red::new(Self::enter(ctx, &a.c0()), Self::enter(ctx, &a.c1()))
    }

    /// A value in Fp12 there.
    #[inline(always)]
    fn enter_fp12(ctx: &CtxOfPairing<Self::There>, a: &Fp12<T>) -> Fp12<Self::There> {
        Fp12::from_w(a.w().map(|a| Self::enter_fp2(ctx, a)))
    }

    /// A value in Fp12 from there.
    #[inline(always)]
    fn leave_fp12(a: &Fp12<Self::There>) -> Fp12<T> {
        Fp12::from_w(a.w().map(|a| Red::new(Self::leave(&a.c0()), Self::leave(&a.c1()))))
    }
}

/// What the values of a pairing are made with.
pub type CtxOfPairing<T> = <<T as Tower>::Fp as Field>::Ctx;

/// To the faster engine.
#[derive(Clone, Copy, Debug)]
pub struct ToFast;

impl<T: Switch> Way<T> for ToFast {
    type There = T::Fast;

    #[inline(always)]
    fn enter(ctx: &CtxOfPairing<T::Fast>, a: &Red<T::Fp>) -> Red<<T::Fast as Tower>::Fp> {
        a.enter(ctx)
    }

    #[inline(always)]
    fn leave(a: &Red<<T::Fast as Tower>::Fp>) -> Red<T::Fp> {
        Red::leave(a)
    }
}

/// To residue-number systems.
#[derive(Clone, Copy, Debug)]
pub struct ToRemainders;

impl<T: Switch> Way<T> for ToRemainders {
    type There = T::Remainders;

    #[inline(always)]
    fn enter(ctx: &CtxOfPairing<T::Remainders>, a: &Red<T::Fp>) -> Red<<T::Remainders as Tower>::Fp> {
        a.enter_remainders(ctx)
    }

    #[inline(always)]
    fn leave(a: &Red<<T::Remainders as Tower>::Fp>) -> Red<T::Fp> {
        Red::leave_remainders(a)
    }
}

#[doc(hidden)]
impl<T: Switch> Fp12<T> {
    /// This value in a residue-number system.
    #[inline(always)]
    pub fn enter_remainders(&self, ctx: &CtxOfPairing<T::Remainders>) -> Fp12<T::Remainders> {
        <ToRemainders as Way<T>>::enter_fp12(ctx, self)
    }

    /// The value from a residue-number system.
    #[inline(always)]
    pub fn leave_remainders(there: &Fp12<T::Remainders>) -> Self {
        <ToRemainders as Way<T>>::leave_fp12(there)
    }

    /// This value on the faster engine.
    #[inline(always)]
    pub fn enter(&self, ctx: &<<T::Fp as Canonical>::Fast as Field>::Ctx) -> Fp12<T::Fast> {
        Fp12::from_w(self.w().map(|a| a.enter(ctx)))
    }

    /// The value from the faster engine.
    #[inline(always)]
    pub fn leave(fast: &Fp12<T::Fast>) -> Self {
        Self::from_w(fast.w().map(Red::leave))
    }
}

#[doc(hidden)]
impl<T: Switch> Gt<T> {
    /// This value in a residue-number system.
    #[inline(always)]
    pub fn enter_remainders(&self, ctx: &CtxOfPairing<T::Remainders>) -> Gt<T::Remainders> {
        Gt::of(self.as_fp12().enter_remainders(ctx))
    }

    /// The value from a residue-number system.
    #[inline(always)]
    pub fn leave_remainders(there: &Gt<T::Remainders>) -> Self {
        Self::of(Fp12::leave_remainders(there.as_fp12()))
    }

    /// This value on the faster engine.
    #[inline(always)]
    pub fn enter(&self, ctx: &<<T::Fp as Canonical>::Fast as Field>::Ctx) -> Gt<T::Fast> {
        Gt::of(self.as_fp12().enter(ctx))
    }

    /// The value from the faster engine.
    #[inline(always)]
    pub fn leave(fast: &Gt<T::Fast>) -> Self {
        Self::of(Fp12::leave(fast.as_fp12()))
    }
}

/// A pairing that may run on lanes.
pub trait SwitchLanes: Switch<Fp: InLanes + Anywhere> {
    /// The same pairing there.
    type Lanes: Pairing<Fp = <Self::Fp as InLanes>::Lanes>;
}
