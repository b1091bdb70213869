//! Another engine: what it holds of this one's elements, and the proof that this CPU runs it.
//!
//! [`crate::engines::door`] chooses one.

use core::marker::PhantomData;
use core::ops::Deref;

use super::{Field, Lazy, Red};

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
        impl<$($generics)*> $crate::field::Holds<$engine> for $engine $(where $($bounds)*)? {
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
impl<F: Field> Red<F> {
    /// This value on another engine.
    #[doc(hidden)]
    #[inline(always)]
    pub fn enter<D, G: Holds<F>>(&self, there: &There<D, G::Ctx>) -> Red<G> {
        Red::from_raw(G::enter(there, self.raw()))
    }

    /// The value from another engine.
    #[doc(hidden)]
    #[inline(always)]
    pub fn leave<G: Holds<F>>(there: &Red<G>) -> Self {
        Self::from_raw(G::leave(there.raw()))
    }
}

impl<F: Field> Lazy<F> {
    /// This value, which is lazy, on an engine of words.
    #[inline(always)]
    pub(crate) fn enter<D, G: Holds<F>>(&self, there: &There<D, G::Ctx>) -> Lazy<G> {
        Lazy::from_raw(G::enter(there, self.raw()))
    }

    /// The value from an engine of words.
    #[inline(always)]
    pub(crate) fn leave<G: Holds<F>>(there: &Lazy<G>) -> Self {
        Self::from_raw(G::leave(there.raw()))
    }
}
