//! The door: the one place where an engine is chosen.
//!
//! A user's values are on an engine that runs everywhere. A whole algorithm (a scalar
//! multiplication, a pairing, a decoding) asks here once for a better engine, takes its inputs
//! there, runs the same generic code and brings the result back. Macros ask, by what the task is
//! like:
//!
//! | macro | task | engines, the best first |
//! |---|---|---|
//! | `elsewhere!(long …)` | one computation of many products | residue numbers, words |
//! | `elsewhere!(short …)` | one that reads or writes bytes, or takes one power | words |
//! | `elsewhere!(residues …)` | one whose form for residue numbers is its own | residue numbers |
//! | `side_by_side!(…)` | many alike | lanes, words, the engine of the values |
//! | `in_lanes!(…)` | many alike, which one by one go through `elsewhere!` | lanes |
//! | `make!(…)`, `with_made!(…)` | what is made once and used often: tables, roots of unity | as `side_by_side!` |
//!
//! ```text
//! pub fn mul(&self, k: &Red<C::Scalar>) -> Self {
//!     elsewhere!(long C, |there| Self::leave(&self.enter(there).mul(k)));
//!     …                                        // here, on the engine of the values
//! ```
//!
//! The better engine has none above it, so that on it these lines vanish. What a macro hands over
//! is [`There`]: the proof that the CPU runs the engine, with the name of the field, curve or
//! pairing on it. Who runs a pipeline of their own may `enter` once, stay there and `leave` at its
//! end.
//!
//! **A new engine** is its kernels in `limb`, a [`Field`] over them, what it [`Holds`], and a line
//! in [`word_engines`](crate::engines::word_engines), which names the engines of a machine word.
//! Another kind of engine, for other tasks, is one type more where fields, groups and pairings name
//! theirs (`Fast`, `Remainders`, `Lanes`), and one arm more in the macros here. No algorithm
//! changes.
//!
//! A table that a user holds ([`Comb`](crate::scalar_mul::Comb),
//! [`OddMultiples`](crate::scalar_mul::OddMultiples)) stays on the user's engine, so that it may
//! lie in a constant and serve every CPU; each entry enters as it is added.
//!
//! [`limb::cpu::limit_to`] lowers the choice.

use core::marker::PhantomData;
use core::ops::Deref;

use limb::each::Each;

use crate::edwards::{Cached, Edwards, EdwardsPoint, Niels, Ristretto};
use crate::field::{Canonical, Field, InLanes, Lazy, Masked, Red};
use crate::fp2::Quad;
use crate::pairing::{Coefficients, Gt, Pairing};
use crate::tower::{Fp2Of, Fp12, Tower};
use crate::weierstrass::{Affine, CurvePoint, Group, Jacobian, Projective, Weierstrass};

/// An engine whose values hold the elements of `F`, one each.
pub trait Holds<F: Field>: Field {
    /// A value from the engine of `F`: reduced, of a reduced value. A copy of words, or a few dozen
    /// nanoseconds for residue numbers.
    fn enter(ctx: &Self::Ctx, a: &F::Raw) -> Self::Raw;
    /// The value on the engine of `F`, at the same cost.
    fn leave(a: &Self::Raw) -> F::Raw;
}

/// [`Holds`] for an engine of values that are copied as they are: what it holds of itself.
macro_rules! holds_itself {
    ([$($generics:tt)*] $engine:ty $(where $($bounds:tt)*)?) => {
        impl<$($generics)*> $crate::engines::door::Holds<$engine> for $engine $(where $($bounds)*)? {
            #[inline(always)]
            fn enter(_: &<Self as $crate::field::Field>::Ctx, a: &Self::Raw) -> Self::Raw {
                *a
            }

            #[inline(always)]
            fn leave(a: &Self::Raw) -> Self::Raw {
                *a
            }
        }
    };
}
pub(crate) use holds_itself;

impl<F: Field, G: Holds<F>> Holds<Quad<F>> for Quad<G> {
    #[inline(always)]
    fn enter(ctx: &G::Ctx, [c0, c1]: &[F::Raw; 2]) -> [G::Raw; 2] {
        [G::enter(ctx, c0), G::enter(ctx, c1)]
    }

    #[inline(always)]
    fn leave([c0, c1]: &[G::Raw; 2]) -> [F::Raw; 2] {
        [G::leave(c0), G::leave(c1)]
    }
}

/// A field, curve or pairing `D` on an engine that this CPU runs: what the engine makes its values
/// with, which is the proof.
pub struct There<D, X> {
    ctx: X,
    on: PhantomData<fn() -> D>,
}

impl<D, X> There<D, X> {
    /// `D`, whose engine makes its values with `ctx`.
    #[inline(always)]
    pub const fn new(ctx: X) -> Self {
        Self { ctx, on: PhantomData }
    }

    /// Another field, curve or pairing on the same engine.
    #[inline(always)]
    pub fn of<E>(self) -> There<E, X> {
        There::new(self.ctx)
    }
}

impl<D, X: Copy> Clone for There<D, X> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D, X: Copy> Copy for There<D, X> {}

impl<D, X: core::fmt::Debug> core::fmt::Debug for There<D, X> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("There").field(&self.ctx).finish()
    }
}

impl<D, X> Deref for There<D, X> {
    type Target = X;

    #[inline(always)]
    fn deref(&self) -> &X {
        &self.ctx
    }
}

/// A field on an engine: [`There`].
pub type FieldThere<F> = There<F, <F as Field>::Ctx>;
/// A Weierstrass curve on an engine: [`There`].
pub type CurveThere<C> = There<C, <<C as Weierstrass>::Base as Field>::Ctx>;
/// An Edwards curve on an engine: [`There`].
pub type EdwardsThere<C> = There<C, <<C as Edwards>::Base as Field>::Ctx>;
/// A pairing on an engine: [`There`].
pub type PairingThere<T> = There<T, <<T as Tower>::Fp as Field>::Ctx>;

/// Leaves the function with what the expression gives on the best engine for one item, if there is
/// one above that of the values: see the [module](self).
macro_rules! elsewhere {
    (long $on:ty, |$there:ident| $run:expr) => {
        $crate::engines::door::elsewhere!(residues $on, |$there| $run);
        $crate::engines::door::elsewhere!(short $on, |$there| $run);
    };
    (residues $on:ty, |$there:ident| $run:expr) => {
        if let Some(there) = <$on>::remainders() {
            let $there = &there;
            return $run;
        }
    };
    (short $on:ty, |$there:ident| $run:expr) => {
        if let Some(there) = <$on>::fast() {
            let $there = &there;
            return $run;
        }
    };
}
pub(crate) use elsewhere;

/// Calls a function on lanes if there are `enough` items and the CPU has lanes: `Some` of its
/// result. The call is written with `_` where the function takes the field, curve or pairing on
/// lanes, and without its first argument, the context.
macro_rules! in_lanes {
    ($on:ident, $enough:expr => $function:ident::<$($before:ident,)* _ $(, $after:ident)*>($($argument:expr),* $(,)?)) => {
        match $on::lanes() {
            Some(there) if $enough => {
                Some($function::<$($before,)* $on::Lanes $(, $after)*>(&there, $($argument),*))
            }
            _ => None,
        }
    };
}
pub(crate) use in_lanes;

/// Calls a function of many items on the best engine for them: on lanes if there are `enough`
/// items, on the faster engine of words, or on the engine of the values, whose context is `here`.
/// The call is written as for `in_lanes!`.
macro_rules! side_by_side {
    ($on:ident, $enough:expr, $here:expr => $function:ident::<$($before:ident,)* _ $(, $after:ident)*>($($argument:expr),* $(,)?)) => {
        match ($on::lanes(), $on::fast()) {
            (Some(there), _) if $enough => {
                $function::<$($before,)* $on::Lanes $(, $after)*>(&there, $($argument),*)
            }
            (_, Some(there)) => $function::<$($before,)* $on::Fast $(, $after)*>(&there, $($argument),*),
            (_, None) => $function::<$($before,)* $on $(, $after)*>($here, $($argument),*),
        }
    };
}
pub(crate) use side_by_side;

/// What is made once and used often (tables, roots of unity), on one engine or on each.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug)]
pub struct Made<L, W, H> {
    /// On lanes.
    pub(crate) lanes: Option<L>,
    /// On the faster engine of words.
    pub(crate) words: Option<W>,
    /// On the engine of the users' values.
    pub(crate) here: Option<H>,
}

/// [`Made`] on the best engine for many items, on lanes if there are `enough`; or on each engine
/// that the CPU has.
#[cfg(feature = "alloc")]
macro_rules! make {
    (best $on:ident, $enough:expr, $here:expr => |$ctx:ident| $make:expr) => {{
        use $crate::engines::door::Made;
        match ($on::lanes(), $on::fast()) {
            (Some(there), _) if $enough => {
                let $ctx = &*there;
                Made { lanes: Some($make), words: None, here: None }
            }
            (_, Some(there)) => {
                let $ctx = &*there;
                Made { lanes: None, words: Some($make), here: None }
            }
            (_, None) => {
                let $ctx = $here;
                Made { lanes: None, words: None, here: Some($make) }
            }
        }
    }};
    (each $on:ident, $here:expr => |$ctx:ident| $make:expr) => {{
        let lanes = $on::lanes().map(|there| {
            let $ctx = &*there;
            $make
        });
        let words = $on::fast().map(|there| {
            let $ctx = &*there;
            $make
        });
        let $ctx = $here;
        $crate::engines::door::Made { lanes, words, here: Some($make) }
    }};
}
#[cfg(feature = "alloc")]
pub(crate) use make;

/// Runs the expression with what was [`Made`]: on lanes if there are `enough` items, else on words.
#[cfg(feature = "alloc")]
macro_rules! with_made {
    ($made:expr, $enough:expr => |$on:ident| $run:expr) => {{
        use $crate::engines::door::Made;
        match $made {
            Made { lanes: Some($on), .. } if $enough => $run,
            Made { words: Some($on), .. } => $run,
            Made { here: Some($on), .. } => $run,
            _ => unreachable!("made on one engine at least"),
        }
    }};
}
#[cfg(feature = "alloc")]
pub(crate) use with_made;

/// A pairing on the engines that run whole algorithms of it.
pub trait PairingEngines: Pairing<Fp: Canonical> {
    /// The same pairing on the faster engine of words.
    type Fast: PairingEngines<
            Fp = <Self::Fp as Canonical>::Fast,
            Fast = Self::Fast,
            ScalarConst = Self::ScalarConst,
        >;
    /// The same pairing in residue numbers.
    type Remainders: PairingEngines<
            Fp = <Self::Fp as Canonical>::Remainders,
            Fast = Self::Remainders,
            ScalarConst = Self::ScalarConst,
        >;

    /// The faster engine of words, if this CPU has one.
    #[inline(always)]
    fn fast() -> Option<PairingThere<Self::Fast>> {
        <Self::Fp as Canonical>::fast().map(There::of)
    }

    /// Residue numbers, if this CPU runs them.
    #[inline(always)]
    fn remainders() -> Option<PairingThere<Self::Remainders>> {
        <Self::Fp as Canonical>::remainders().map(There::of)
    }

    /// A line of minus the generator of G2, divided by its multiple of y_P, where the curve's lines
    /// are part of the program: what pairs made by
    /// [`MillerPair::monic`](crate::pairing::MillerPair) ask for.
    fn kept_line(ctx: &<Self::Fp as Field>::Ctx, line: usize) -> Option<Coefficients<Self>>;
}

/// A pairing that may run on lanes.
pub trait PairingInLanes: PairingEngines<Fp: InLanes + crate::field::Anywhere> {
    /// The same pairing there.
    type Lanes: Pairing<Fp = <Self::Fp as InLanes>::Lanes>;

    /// The lanes, if this CPU has them.
    #[inline(always)]
    fn lanes() -> Option<PairingThere<Self::Lanes>> {
        <Self::Fp as InLanes>::lanes().map(There::of)
    }
}

/// Whether residue numbers run what takes long on this curve.
#[inline(always)]
pub fn in_residue_numbers<C: Group>() -> bool {
    C::remainders().is_some()
}

/// Whether residue numbers run this pairing.
#[inline(always)]
pub fn pairing_in_residue_numbers<T: PairingEngines>() -> bool {
    T::remainders().is_some()
}

/// Whether values leave the engine that runs everywhere for this pairing.
#[inline(always)]
pub fn pairing_elsewhere<T: PairingEngines>() -> bool {
    T::remainders().is_some() || T::fast().is_some()
}

/// Whether this CPU has lanes for this field.
#[inline(always)]
pub fn has_lanes<F: InLanes>() -> bool {
    F::lanes().is_some()
}

impl<F: Field> Red<F> {
    /// This value on another engine.
    #[inline(always)]
    pub fn enter<D, G: Holds<F>>(&self, there: &There<D, G::Ctx>) -> Red<G> {
        Red::from_raw(G::enter(there, self.raw()))
    }

    /// The value from another engine.
    #[inline(always)]
    pub fn leave<G: Holds<F>>(there: &Red<G>) -> Self {
        Self::from_raw(G::leave(there.raw()))
    }
}

impl<F: Field> Lazy<F> {
    /// This value, which is lazy, on an engine of words.
    #[inline(always)]
    fn enter<D, G: Holds<F>>(&self, there: &There<D, G::Ctx>) -> Lazy<G> {
        Lazy::from_raw(G::enter(there, self.raw()))
    }

    /// The value from an engine of words.
    #[inline(always)]
    fn leave<G: Holds<F>>(there: &Lazy<G>) -> Self {
        Self::from_raw(G::leave(there.raw()))
    }
}

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
