//! Four elements of one field as one value: the coordinates of a point, which formulas multiply all
//! at once.

use core::fmt::Debug;
use core::marker::PhantomData;

use limb::each::{Each, array};

use super::Field;

/// The argument of [`Four::pick`] that takes these lanes.
pub const fn order([a, b, c, d]: [u8; 4]) -> i32 {
    a as i32 | (b as i32) << 2 | (c as i32) << 4 | (d as i32) << 6
}

/// Four elements side by side, for one computation at the lowest latency, where
/// [`Lanes`](super::Lanes) are for many computations at once.
///
/// A value is reduced, or a sum of such values and of products. Lanes are named by bits, lane i by
/// bit i. A difference must not go below zero, so that it is one of a value that has an
/// [`offset`](Four::offset) in that lane.
pub trait Four: Copy + Debug {
    /// The engine of one element, that users have their values on.
    type One: Field<Raw: Copy>;
    /// What values are made with.
    type Ctx: Copy;

    /// The context of a value.
    fn ctx(&self) -> Self::Ctx;
    /// The context of users' values.
    fn ctx_of_one(ctx: &Self::Ctx) -> <Self::One as Field>::Ctx;
    /// From users' reduced values: reduced.
    fn enter(ctx: &Self::Ctx, values: [&<Self::One as Field>::Raw; 4]) -> Self;
    /// To users' values, of a reduced value.
    fn leave(&self) -> [<Self::One as Field>::Raw; 4];
    /// a·b: reduced, of reduced values.
    #[must_use]
    fn mul(&self, other: &Self) -> Self;
    /// a·b with an [`offset`](Four::offset) in these lanes: a sum, of reduced values.
    #[must_use]
    fn open_product<const LANES: u8>(&self, other: &Self) -> Self;
    /// Reduced, of a sum.
    #[must_use]
    fn carried(&self) -> Self;
    /// The lanes in an [`order`].
    #[must_use]
    fn pick<const ORDER: i32>(&self) -> Self;
    /// a + b in these lanes, a in the others: a sum.
    #[must_use]
    fn plus<const LANES: u8>(&self, other: &Self) -> Self;
    /// a − b in these lanes, a in the others: a sum.
    #[must_use]
    fn minus<const LANES: u8>(&self, other: &Self) -> Self;
    /// The same residues, larger than any product without an offset in these lanes: a sum.
    #[must_use]
    fn offset<const LANES: u8>(&self) -> Self;

    /// Runs a loop with the CPU's feature: see [`Field::kernel`].
    #[inline(always)]
    fn kernel<R>(_: &Self::Ctx, formula: impl FnOnce() -> R) -> R {
        formula()
    }
}

/// Four elements one after the other: the reference of [`Four`], and what stands where no engine
/// has them in one vector.
#[derive(Debug)]
pub struct Apart<F: Field> {
    values: [F::Raw; 4],
    field: PhantomData<F>,
}

impl<F: Field<Raw: Copy>> Clone for Apart<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Field<Raw: Copy>> Copy for Apart<F> {}

impl<F: Field<Raw: Copy>> Apart<F> {
    fn of(values: [F::Raw; 4]) -> Self {
        Self { values, field: PhantomData }
    }

    /// The value of a lane by both, in the lanes that are named.
    fn with<const LANES: u8>(&self, other: &Self, f: impl Fn(&F::Raw, &F::Raw) -> F::Raw) -> Self {
        Self::of(array(|i: usize| {
            let (a, b) = (&self.values[i], &other.values[i]);
            if (LANES >> i) & 1 == 1 { f(a, b) } else { *a }
        }))
    }
}

impl<F: Field<Raw: Copy, Ctx: Copy>> Four for Apart<F> {
    type One = F;
    type Ctx = F::Ctx;

    fn ctx(&self) -> F::Ctx {
        F::ctx(&self.values[0])
    }

    fn ctx_of_one(ctx: &F::Ctx) -> F::Ctx {
        *ctx
    }

    fn enter(_: &F::Ctx, values: [&F::Raw; 4]) -> Self {
        Self::of(values.each(|value| *value))
    }

    fn leave(&self) -> [F::Raw; 4] {
        self.values
    }

    fn mul(&self, other: &Self) -> Self {
        self.open_product::<0>(other)
    }

    // By its name `ctcheck` sees that something ran here.
    #[cfg_attr(curvemark_vectors = "portable", inline(never))]
    fn open_product<const LANES: u8>(&self, other: &Self) -> Self {
        self.with::<0b1111>(other, F::mul)
    }

    fn carried(&self) -> Self {
        *self
    }

    fn pick<const ORDER: i32>(&self) -> Self {
        Self::of(array(|i: usize| self.values[(ORDER as usize >> (2 * i)) & 3]))
    }

    fn plus<const LANES: u8>(&self, other: &Self) -> Self {
        self.with::<LANES>(other, |a, b| F::weak(&F::add(a, b)))
    }

    fn minus<const LANES: u8>(&self, other: &Self) -> Self {
        self.with::<LANES>(other, |a, b| F::weak(&F::sub(a, b)))
    }

    fn offset<const LANES: u8>(&self) -> Self {
        *self
    }
}
