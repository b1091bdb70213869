//! Chains of single operations on towers and points, on the engine that whole algorithms run on.
//!
//! The library switches above whole algorithms, so a caller who strings single operations together enters the faster engine first and
//! leaves it at the end (`curve::engines::switch`). So do these chains: entering is part of preparing, leaving of the answer.
//! Products in prime fields stay as they are: those choose by themselves.

use curve::engines::switch::Switch;
use curve::field::{Canonical, Field, Red};
use curve::pairing::Gt;
use curve::tower::Fp12;
use curve::weierstrass::{CtxOf, Group, Projective};

/// A value that can be taken to a faster engine, and back.
pub(super) trait Enter: Sized {
    /// The proof that the faster engine runs.
    type Ctx;
    /// The same value there.
    type Fast;

    /// The proof, if this CPU gives one.
    fn fast() -> Option<Self::Ctx>;
    /// There.
    fn entered(&self, ctx: &Self::Ctx) -> Self::Fast;
    /// Back.
    fn left(fast: &Self::Fast) -> Self;
}

impl<F: Canonical> Enter for Red<F> {
    type Ctx = <F::Fast as Field>::Ctx;
    type Fast = Red<F::Fast>;

    fn fast() -> Option<Self::Ctx> {
        F::fast()
    }

    fn entered(&self, ctx: &Self::Ctx) -> Self::Fast {
        self.enter(ctx)
    }

    fn left(fast: &Self::Fast) -> Self {
        Self::leave(fast)
    }
}

impl<T: Switch> Enter for Fp12<T> {
    type Ctx = <<T::Fp as Canonical>::Fast as Field>::Ctx;
    type Fast = Fp12<T::Fast>;

    fn fast() -> Option<Self::Ctx> {
        T::Fp::fast()
    }

    fn entered(&self, ctx: &Self::Ctx) -> Self::Fast {
        self.enter(ctx)
    }

    fn left(fast: &Self::Fast) -> Self {
        Self::leave(fast)
    }
}

impl<T: Switch> Enter for Gt<T> {
    type Ctx = <<T::Fp as Canonical>::Fast as Field>::Ctx;
    type Fast = Gt<T::Fast>;

    fn fast() -> Option<Self::Ctx> {
        T::Fp::fast()
    }

    fn entered(&self, ctx: &Self::Ctx) -> Self::Fast {
        self.enter(ctx)
    }

    fn left(fast: &Self::Fast) -> Self {
        Self::leave(fast)
    }
}

impl<C: Group> Enter for Projective<C> {
    type Ctx = CtxOf<C::Fast>;
    type Fast = Projective<C::Fast>;

    fn fast() -> Option<Self::Ctx> {
        C::fast()
    }

    fn entered(&self, ctx: &Self::Ctx) -> Self::Fast {
        self.enter(ctx)
    }

    fn left(fast: &Self::Fast) -> Self {
        Self::leave(fast)
    }
}

/// The proof for the values of some cases.
pub(super) fn fast_for<V: Enter, R>(_: &[(V, R)]) -> Option<V::Ctx> {
    V::fast()
}

/// The encoding of values of some cases, for those on the faster engine.
pub(super) fn leaving<V: Enter, R>(
    _: &[(V, R)],
    encode: impl Fn(&V) -> Vec<u8> + 'static,
) -> impl Fn(&V::Fast) -> Vec<u8> + 'static {
    move |fast| encode(&V::left(fast))
}

/// As [`peer_api::body::chain`] of pairs of values, on the faster engine if there is one; the step is compiled for both.
macro_rules! chain_entered {
    ($cases:expr, $step:expr, $encode:expr) => {{
        use $crate::rows::entered::{Enter, fast_for, leaving};
        let cases = $cases;
        match fast_for(&cases) {
            Some(ctx) => {
                let entered = cases.iter().map(|(a, b)| (a.entered(&ctx), b.entered(&ctx))).collect();
                peer_api::body::chain(entered, $step, leaving(&cases, $encode))
            }
            None => peer_api::body::chain(cases, $step, $encode),
        }
    }};
}

/// As [`peer_api::body::iterate`], likewise.
macro_rules! iterate_entered {
    ($cases:expr, $step:expr, $encode:expr) => {{
        use $crate::rows::entered::{Enter, fast_for, leaving};
        let cases: Vec<_> = $cases.into_iter().map(|a| (a, ())).collect();
        match fast_for(&cases) {
            Some(ctx) => {
                let entered = cases.iter().map(|(a, ())| a.entered(&ctx)).collect();
                peer_api::body::iterate(entered, $step, leaving(&cases, $encode))
            }
            None => peer_api::body::iterate(cases.into_iter().map(|(a, ())| a).collect(), $step, $encode),
        }
    }};
}

pub(super) use {chain_entered, iterate_entered};
