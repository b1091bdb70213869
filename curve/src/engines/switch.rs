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

use crate::crossover::PAIRS as PAIRS_IN_LANES;
use crate::edwards::{Cached, Edwards, EdwardsGroup, EdwardsPoint, Niels, Ristretto};
use crate::field::{Anywhere, Canonical, Field, InLanes, Lanes, Lazy, Red};
use crate::fp2::Quad;
use crate::pairing::{self, Gt, MillerLoop, MillerPair, Pairing};
use crate::tower::{Fp12, Tower};
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

impl<F: Canonical> Red<F> {
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

impl<C: Group> Projective<C> {
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

impl<C: EdwardsGroup> Niels<C> {
    /// This entry on the faster engine.
    #[inline(always)]
    pub fn enter(&self, ctx: &FastCtx<C>) -> Niels<C::Fast> {
        let enter = |a| C::enter(ctx, a);
        Niels { y_plus_x: enter(&self.y_plus_x), y_minus_x: enter(&self.y_minus_x), xy_2d: enter(&self.xy_2d) }
    }
}

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

/// A pairing whose faster engine is known.
pub trait Switch: Pairing<Fp: Canonical> {
    /// The same pairing there.
    type Fast: Switch<Fp = <Self::Fp as Canonical>::Fast, Fast = Self::Fast, ScalarConst = Self::ScalarConst>;
}

impl<T: Switch> Fp12<T> {
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

impl<T: Switch> Gt<T> {
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

/// A pairing whose loop may run on lanes.
pub trait SwitchLanes: Switch<Fp: InLanes + Anywhere> {
    /// The same pairing there.
    type Lanes: Pairing<Fp = <Self::Fp as InLanes>::Lanes>;
}

/// Vectors of pairs that share their squarings, in 100 kB on the stack.
const VECTORS: usize = 16;

/// The product of the Miller functions over fresh pairs, the i-th of each eight on lane i: as many pairs as fill all lanes, or fewer than there
/// are lanes. None for another number of pairs, or if lines of a pair were computed before.
///
/// Each lane is a loop of its own, with squarings that all its pairs share; the lanes' values are multiplied at the end, so that the value is
/// that of one loop bit for bit. Lanes without a pair run along and are left out.
pub fn miller_loop_in_lanes<T, S>(ctx: &<S::Fp as Field>::Ctx, pairs: &[MillerPair<'_, T>]) -> Option<Fp12<T>>
where
    T: Switch<Fp: Anywhere>,
    S: Pairing<Fp: Lanes<One = T::Fp>>,
{
    let lanes = S::Fp::WIDTH;
    if pairs.len() > lanes && !pairs.len().is_multiple_of(lanes) {
        return None;
    }
    let first = pairs.first()?.points()?;
    let mut product: Option<Fp12<S>> = None;
    for chunk in pairs.chunks(VECTORS * lanes) {
        // Prepared lines stay on words.
        if chunk.iter().any(|pair| pair.points().is_none()) {
            return None;
        }
        let vector = |index: usize| {
            let of = |i: usize| chunk.get(index * lanes + i).and_then(MillerPair::points).unwrap_or(first);
            let p = [0, 1].map(|k| Red::from_raw(S::Fp::enter_lanes(ctx, |i| of(i).0[k].raw())));
            let q = [0, 1].map(|k| Red::from_raw(Quad::<S::Fp>::enter_lanes(ctx, |i| of(i).1[k].raw())));
            MillerPair::<S>::new(p, q)
        };
        let count = chunk.len().div_ceil(lanes);
        let filler = vector(0);
        let mut vectors: [_; VECTORS] = core::array::from_fn(|i| if i < count { vector(i) } else { filler.clone() });
        let value = MillerLoop::new(ctx, &mut vectors[..count]).run();
        product = Some(product.map_or_else(|| value, |product| product.mul(&value)));
    }
    let product = product?;
    let mut values: [Option<Fp12<T>>; 8] = [const { None }; 8];
    let mut coefficients = [[None; 8]; 6];
    for (of_lanes, coefficient) in coefficients.iter_mut().zip(product.w()) {
        Quad::<S::Fp>::leave_lanes(coefficient.raw(), |i, raw| of_lanes[i] = Some(Red::from_raw(raw)));
    }
    for (i, value) in values.iter_mut().enumerate().take(lanes.min(pairs.len())) {
        *value = Some(Fp12::from_w(
            coefficients.map(|of_lanes| of_lanes[i].unwrap_or_else(|| unreachable!("a value per lane"))),
        ));
    }
    let values = values.iter().flatten();
    Some(match T::Fp::fast() {
        Some(fast) => {
            let values = values.map(|value| value.enter(&fast));
            values.reduce(|a, b| a.mul(&b)).as_ref().map(Fp12::leave)?
        }
        None => values.cloned().reduce(|a, b| a.mul(&b))?,
    })
}

/// Pairs that go to the faster engine at once, in 9 kB on the stack.
const PAIRS: usize = 16;

/// The Miller loop over a slice of fresh pairs, which it uses up; one for none.
///
/// On the faster engine it takes sixteen pairs at a time, each time with the 63 squarings of a loop: 3 % of it. Prepared lines enter one by
/// one, as the loop comes to them.
pub fn miller_loop<T: SwitchLanes>(pairs: &mut [MillerPair<'_, T>]) -> Fp12<T> {
    if !PAIRS_IN_LANES.reached(pairs.len()) {
        return miller_loop_one_by_one(pairs);
    }
    let Some(ctx) = T::Fp::lanes() else { return miller_loop_one_by_one(pairs) };
    // Full vectors, then those that are left.
    let lanes = <<T::Lanes as Tower>::Fp as Lanes>::WIDTH;
    let (full, rest) = pairs.split_at_mut(pairs.len() & !(lanes - 1));
    let value = |pairs: &mut [MillerPair<'_, T>]| {
        let some =
            if PAIRS_IN_LANES.reached(pairs.len()) { miller_loop_in_lanes::<T, T::Lanes>(&ctx, pairs) } else { None };
        some.unwrap_or_else(|| miller_loop_one_by_one(pairs))
    };
    match (full.is_empty(), rest.is_empty()) {
        (false, true) => value(full),
        (true, _) => value(rest),
        (false, false) => value(full).mul(&value(rest)),
    }
}

/// [`miller_loop`] on the faster engine of one element, or on the users'.
fn miller_loop_one_by_one<T: Switch<Fp: Anywhere>>(pairs: &mut [MillerPair<'_, T>]) -> Fp12<T> {
    let (Some(ctx), Some(first)) = (T::Fp::fast(), pairs.first()) else {
        return pairing::miller_loop(&(), pairs);
    };
    let first = first.enter(&ctx);
    let mut product: Option<Fp12<T::Fast>> = None;
    for chunk in pairs.chunks(PAIRS) {
        let mut fast: [MillerPair<'_, T::Fast>; PAIRS] = core::array::from_fn(|_| first.clone());
        for (fast, pair) in fast.iter_mut().zip(chunk) {
            *fast = pair.enter(&ctx);
        }
        let mut machine = MillerLoop::new(&ctx, &mut fast[..chunk.len()]);
        let value = loop {
            if let Some(value) = machine.step_with(|pair, line| chunk[pair].line(&ctx, line)) {
                break value;
            }
        };
        product = Some(product.map_or_else(|| value, |product| product.mul(&value)));
    }
    product.as_ref().map_or_else(|| Fp12::one_in(&()), Fp12::leave)
}
