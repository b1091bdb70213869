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
//! | `elsewhere!(vector …)` | one sum of few multiples | a point in one vector |
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
//! is [`There`](crate::field::There): the proof that the CPU runs the engine, with the name of the
//! field, curve or pairing on it. Who runs a pipeline of their own may `enter` once, stay there and
//! `leave` at its end.
//!
//! **A new engine** is its kernels in `limb`, a [`Field`](crate::field::Field) over them, what it
//! [`Holds`](crate::field::Holds), and a line in [`word_engines`](crate::engines::word_engines),
//! which names the engines of a machine word. Another kind of engine, for other tasks, is one type
//! more where fields, groups and pairings name theirs (`Fast`, `Remainders`, `Lanes`, `Doubles`),
//! and one arm more in the macros here. No algorithm changes.
//!
//! A table that a user holds ([`Comb`](crate::scalar_mul::Comb),
//! [`OddMultiples`](crate::scalar_mul::OddMultiples)) stays on the user's engine, so that it may
//! lie in a constant and serve every CPU; each entry enters as it is added.
//!
//! [`limb::cpu::limit_to`] lowers the choice.

use crate::field::InLanes;
use crate::weierstrass::Group;

/// Leaves the function with what the expression gives on the best engine for one item, if there is
/// one above that of the values: see the [module](self).
macro_rules! elsewhere {
    (long $on:ty, |$there:ident| $run:expr) => {
        $crate::engines::door::elsewhere!(residues $on, |$there| $run);
        $crate::engines::door::elsewhere!(short $on, |$there| $run);
    };
    (vector $on:ty, |$there:ident| $run:expr) => {
        if let Some(there) = <$on>::elsewhere() {
            let $there = &there;
            return $run;
        }
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
            // Where there are none, their code is not compiled.
            _ if const { $on::DOUBLES } => match $on::doubles() {
                Some(there) if $enough => {
                    Some($function::<$($before,)* $on::Doubles $(, $after)*>(&there, $($argument),*))
                }
                _ => None,
            },
            _ => None,
        }
    };
}
pub(crate) use in_lanes;

/// Calls a function of many items on the best engine for them: on lanes if there are `enough`
/// items, on the faster engine of words, or on the engine of the values, whose context is `here`.
/// The call is written as for `in_lanes!`.
macro_rules! side_by_side {
    ($on:ident, $enough:expr, $here:expr => $function:ident::<$($before:ident,)* _ $(, $after:ident)*>($($argument:expr),* $(,)?)) => {{
        use $crate::engines::door::in_lanes;
        match in_lanes!($on, $enough => $function::<$($before,)* _ $(, $after)*>($($argument),*)) {
            Some(done) => done,
            None => match $on::fast() {
                Some(there) => $function::<$($before,)* $on::Fast $(, $after)*>(&there, $($argument),*),
                None => $function::<$($before,)* $on $(, $after)*>($here, $($argument),*),
            },
        }
    }};
}
pub(crate) use side_by_side;

/// What is made once and used often (tables, roots of unity), on one engine or on each.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug)]
pub struct Made<L, D, W, H> {
    /// On lanes.
    pub(crate) lanes: Option<L>,
    /// On the second-best lanes, those of doubles.
    pub(crate) doubles: Option<D>,
    /// On the faster engine of words.
    pub(crate) words: Option<W>,
    /// On the engine of the users' values.
    pub(crate) here: Option<H>,
}

#[cfg(feature = "alloc")]
impl<L, D, W, H> Made<L, D, W, H> {
    /// On no engine yet.
    pub(crate) const fn none() -> Self {
        Self { lanes: None, doubles: None, words: None, here: None }
    }
}

/// [`Made`] on the best engine for many items, on lanes if there are `enough`; or on each engine
/// that the CPU has.
#[cfg(feature = "alloc")]
macro_rules! make {
    (best $on:ident, $enough:expr, $here:expr => |$ctx:ident| $make:expr) => {{
        let mut made = $crate::engines::door::Made::none();
        if let (true, Some(there)) = ($enough, $on::lanes()) {
            let $ctx = &*there;
            made.lanes = Some($make);
        } else if const { $on::DOUBLES }
            && let (true, Some(there)) = ($enough, $on::doubles())
        {
            let $ctx = &*there;
            made.doubles = Some($make);
        } else if let Some(there) = $on::fast() {
            let $ctx = &*there;
            made.words = Some($make);
        } else {
            let $ctx = $here;
            made.here = Some($make);
        }
        made
    }};
    (each $on:ident, $here:expr => |$ctx:ident| $make:expr) => {{
        let mut made = $crate::engines::door::Made::none();
        if let Some(there) = $on::lanes() {
            let $ctx = &*there;
            made.lanes = Some($make);
        }
        if const { $on::DOUBLES }
            && let Some(there) = $on::doubles()
        {
            let $ctx = &*there;
            made.doubles = Some($make);
        }
        if let Some(there) = $on::fast() {
            let $ctx = &*there;
            made.words = Some($make);
        }
        let $ctx = $here;
        made.here = Some($make);
        made
    }};
}
#[cfg(feature = "alloc")]
pub(crate) use make;

/// Runs the expression with what was [`Made`]: on lanes if there are `enough` items, else on words.
#[cfg(feature = "alloc")]
macro_rules! with_made {
    ($of:ident, $made:expr, $enough:expr => |$on:ident| $run:expr) => {{
        use $crate::engines::door::Made;
        match $made {
            Made { lanes: Some($on), .. } if $enough => $run,
            Made { doubles: Some($on), .. } if const { $of::DOUBLES } && $enough => $run,
            Made { words: Some($on), .. } => $run,
            Made { here: Some($on), .. } => $run,
            _ => unreachable!("made on one engine at least"),
        }
    }};
}
#[cfg(feature = "alloc")]
pub(crate) use with_made;

/// Whether residue numbers run what takes long on this curve.
#[inline(always)]
pub fn in_residue_numbers<C: Group>() -> bool {
    C::remainders().is_some()
}

/// Whether this CPU has lanes for this field, the best or the second-best.
#[inline(always)]
pub fn has_lanes<F: InLanes>() -> bool {
    F::lanes().is_some() || F::doubles().is_some()
}
