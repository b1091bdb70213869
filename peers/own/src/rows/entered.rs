//! Chains of single operations on towers and points, on the engine that whole algorithms run on.
//!
//! The library switches above whole algorithms, so a caller who strings single operations together
//! enters the faster engine first, residue numbers where the CPU has them, and leaves it at the end
//! (`curve::engines::door`). So do these chains: entering is part of preparing, leaving of the
//! answer. Products in prime fields stay as they are: those choose by themselves.

use curve::engines::pairings::PairingEngines;
use curve::field::{Canonical, Field, FieldThere, Red};
use curve::pairing::{Gt, PairingThere};
use curve::tower::Fp12;
use curve::weierstrass::{CurveThere, Group, Projective};

/// A value that can be taken to faster engines, and back.
pub(super) trait Enter: Sized {
    /// The proof that the faster engine of words runs.
    type Ctx;
    /// The same value there.
    type Fast;
    /// The proof that residue numbers run.
    type RemaindersCtx;
    /// The same value there.
    type Remainders;

    /// The proof, if this CPU gives one.
    fn fast() -> Option<Self::Ctx>;
    /// There.
    fn entered(&self, ctx: &Self::Ctx) -> Self::Fast;
    /// Back.
    fn left(fast: &Self::Fast) -> Self;
    /// The proof, if this CPU gives one and the value goes there.
    fn remainders() -> Option<Self::RemaindersCtx>;
    /// There.
    fn entered_remainders(&self, ctx: &Self::RemaindersCtx) -> Self::Remainders;
    /// Back.
    fn left_remainders(there: &Self::Remainders) -> Self;

    /// Runs a step in residue numbers with the CPU's feature; as it is, by default, for steps that
    /// see to it themselves.
    fn within<R>(step: impl FnOnce() -> R) -> R {
        step()
    }
}

/// [`Enter`] for values of one kind, given what they are values of and what that is on an engine.
macro_rules! enters {
    ($value:ident of $on:ident: $bound:path, $there:ident $(, $($within:tt)*)?) => {
        impl<$on: $bound> Enter for $value<$on> {
            type Ctx = $there<$on::Fast>;
            type Fast = $value<$on::Fast>;
            type RemaindersCtx = $there<$on::Remainders>;
            type Remainders = $value<$on::Remainders>;

            fn fast() -> Option<Self::Ctx> {
                $on::fast()
            }

            fn entered(&self, there: &Self::Ctx) -> Self::Fast {
                self.enter(there)
            }

            fn left(there: &Self::Fast) -> Self {
                Self::leave(there)
            }

            fn remainders() -> Option<Self::RemaindersCtx> {
                $on::remainders()
            }

            fn entered_remainders(&self, there: &Self::RemaindersCtx) -> Self::Remainders {
                self.enter(there)
            }

            fn left_remainders(there: &Self::Remainders) -> Self {
                Self::leave(there)
            }

            $($($within)*)?
        }
    };
}

enters!(Red of F: Canonical, FieldThere, fn within<R>(step: impl FnOnce() -> R) -> R {
    F::Remainders::kernel(step)
});
enters!(Fp12 of T: PairingEngines, PairingThere);
enters!(Gt of T: PairingEngines, PairingThere);
enters!(Projective of C: Group, CurveThere);

/// The proof for the values of some cases.
pub(super) fn fast_for<V: Enter, R>(_: &[(V, R)]) -> Option<V::Ctx> {
    V::fast()
}

/// The same, of residue numbers.
pub(super) fn remainders_for<V: Enter, R>(_: &[(V, R)]) -> Option<V::RemaindersCtx> {
    V::remainders()
}

/// The encoding of values of some cases, for those on the faster engine.
pub(super) fn leaving<V: Enter, R>(
    _: &[(V, R)],
    encode: impl Fn(&V) -> Vec<u8> + 'static,
) -> impl Fn(&V::Fast) -> Vec<u8> + 'static {
    move |fast| encode(&V::left(fast))
}

/// The same, for those in residue numbers.
pub(super) fn leaving_remainders<V: Enter, R>(
    _: &[(V, R)],
    encode: impl Fn(&V) -> Vec<u8> + 'static,
) -> impl Fn(&V::Remainders) -> Vec<u8> + 'static {
    move |there| encode(&V::left_remainders(there))
}

/// A step on values of some cases, in residue numbers.
pub(super) fn within<V: Enter, R, B>(
    _: &[(V, R)],
    step: impl Fn(&mut V::Remainders, &B) + 'static,
) -> impl Fn(&mut V::Remainders, &B) + 'static {
    move |a, b| V::within(|| step(a, b))
}

/// The same, for a step on one value.
pub(super) fn within_alone<V: Enter, R>(
    _: &[(V, R)],
    step: impl Fn(&mut V::Remainders) + 'static,
) -> impl Fn(&mut V::Remainders, &()) + 'static {
    move |a, ()| V::within(|| step(a))
}

/// As [`peer_api::body::chain`] of pairs of values, on the fastest engine that there is for them;
/// the step is compiled for each.
macro_rules! chain_entered {
    ($cases:expr, $step:expr, $encode:expr) => {{
        use $crate::rows::entered::{
            Enter, fast_for, leaving, leaving_remainders, remainders_for, within,
        };
        let cases = $cases;
        match (remainders_for(&cases), fast_for(&cases)) {
            (Some(ctx), _) => {
                let entered = cases
                    .iter()
                    .map(|(a, b)| (a.entered_remainders(&ctx), b.entered_remainders(&ctx)));
                let (step, encode) = (within(&cases, $step), leaving_remainders(&cases, $encode));
                peer_api::body::chain(entered.collect(), step, encode)
            }
            (None, Some(ctx)) => {
                let entered =
                    cases.iter().map(|(a, b)| (a.entered(&ctx), b.entered(&ctx))).collect();
                peer_api::body::chain(entered, $step, leaving(&cases, $encode))
            }
            (None, None) => peer_api::body::chain(cases, $step, $encode),
        }
    }};
}

/// As [`peer_api::body::iterate`], likewise.
macro_rules! iterate_entered {
    ($cases:expr, $step:expr, $encode:expr) => {{
        use $crate::rows::entered::{
            Enter, fast_for, leaving, leaving_remainders, remainders_for, within_alone,
        };
        let cases: Vec<_> = $cases.into_iter().map(|a| (a, ())).collect();
        match (remainders_for(&cases), fast_for(&cases)) {
            (Some(ctx), _) => {
                let entered = cases.iter().map(|(a, ())| (a.entered_remainders(&ctx), ()));
                let (step, encode) =
                    (within_alone(&cases, $step), leaving_remainders(&cases, $encode));
                peer_api::body::chain(entered.collect(), step, encode)
            }
            (None, Some(ctx)) => {
                let entered = cases.iter().map(|(a, ())| a.entered(&ctx)).collect();
                peer_api::body::iterate(entered, $step, leaving(&cases, $encode))
            }
            (None, None) => peer_api::body::iterate(
                cases.into_iter().map(|(a, ())| a).collect(),
                $step,
                $encode,
            ),
        }
    }};
}

/// As [`peer_api::body::independent`] of a function from a kind of value to itself that is no
/// formula alone (an inversion, which is on words): on the faster engine of words.
macro_rules! independent_entered {
    ($cases:expr, $call:expr, $encode:expr) => {{
        use $crate::rows::entered::{Enter, fast_for, leaving};
        let cases: Vec<_> = $cases.into_iter().map(|a| (a, ())).collect();
        match fast_for(&cases) {
            Some(ctx) => {
                let entered = cases.iter().map(|(a, ())| a.entered(&ctx)).collect();
                peer_api::body::independent(entered, $call, leaving(&cases, $encode))
            }
            None => peer_api::body::independent(
                cases.into_iter().map(|(a, ())| a).collect(),
                $call,
                $encode,
            ),
        }
    }};
}

pub(super) use {chain_entered, independent_entered, iterate_entered};
