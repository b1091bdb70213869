//! Engines that hold several elements side by side, and where batches find them.

use super::{Canonical, Field, Invert, Masked};
use crate::field::FieldThere;

/// An engine whose values are [`Lanes::WIDTH`] independent elements.
///
/// An algorithm on batches is written over this trait once. It runs on vectors, on their portable
/// reference, and on engines of one element, which are lanes of width one: that is its scalar form.
pub trait Lanes: Masked + Invert + Field<Ctx: Copy, Raw: Copy> {
    /// The engine of one lane that users have their values on.
    type One: Field<Raw: Copy>;
    /// An element in memory, in the form of this engine.
    type Row: Copy + Send + Sync + 'static;

    /// Elements side by side in the form that users hold them in: for what is used in one product
    /// alone.
    type Plain: Copy;

    /// Lanes: at most eight.
    const WIDTH: usize;

    /// A truth value per lane, bit i for lane i.
    fn bits(mask: &Self::Mask) -> u8;
    /// From a truth value per lane.
    fn of_bits(bits: u8) -> Self::Mask;

    /// Which lanes of a lazy value are zero, in variable time: whether any is must be learnt in
    /// less time than a reduction takes.
    #[inline(always)]
    fn zeros_vartime(a: &Self::Raw) -> u8 {
        Self::bits(&Self::is_zero(&Self::weak(a)))
    }

    /// From users' values: reduced.
    fn enter_lanes<'a>(
        ctx: &Self::Ctx,
        lane: impl Fn(usize) -> &'a <Self::One as Field>::Raw,
    ) -> Self::Raw;
    /// To users' values, each given with its lane.
    fn leave_lanes(a: &Self::Raw, lane: impl FnMut(usize, <Self::One as Field>::Raw));

    /// From users' values, some constant c times each, where that is less work: for sums of
    /// products, which are then to be multiplied by [`Lanes::unscale`]. Reduced.
    #[inline(always)]
    fn enter_scaled<'a>(
        ctx: &Self::Ctx,
        lane: impl Fn(usize) -> &'a <Self::One as Field>::Raw,
    ) -> Self::Raw {
        Self::enter_lanes(ctx, lane)
    }
    /// 1/c². Reduced.
    #[inline(always)]
    fn unscale(ctx: &Self::Ctx) -> Self::Raw {
        Self::small(ctx, 1)
    }

    /// From rows: what [`Lanes::store`] gave.
    fn load<'a>(ctx: &Self::Ctx, row: impl Fn(usize) -> &'a Self::Row) -> Self::Raw;
    /// The row of zero.
    fn zero_row(ctx: &Self::Ctx) -> Self::Row;
    /// A reduced value as rows, the first lanes to as many places as there are.
    fn store<T>(a: &Self::Raw, places: &mut [T], row: impl Fn(&mut T) -> &mut Self::Row);

    /// From users' values, as they are: reduced.
    fn gather<'a>(
        ctx: &Self::Ctx,
        lane: impl Fn(usize) -> &'a <Self::One as Field>::Raw,
    ) -> Self::Plain;
    /// K vectors of products as users' values, each given with its number: lane i of vector k has
    /// k·[`Lanes::WIDTH`] + i.
    fn products<const K: usize>(
        a: &[Self::Plain; K],
        b: &[Self::Plain; K],
        product: impl FnMut(usize, <Self::One as Field>::Raw),
    );

    /// Runs a loop with the CPU's feature: see [`Field::kernel`]. The closure is
    /// `#[inline(always)]`, and so are the functions that it shall have compiled with it: what
    /// stays a call is compiled without.
    #[inline(always)]
    fn enter<R>(_: &Self::Ctx, formula: impl FnOnce() -> R) -> R {
        formula()
    }
}

/// An engine of one element whose batches may run on lanes: on vectors, on its faster engine, or on
/// itself.
pub trait InLanes:
    Canonical<Fast: Lanes<One = Self, Const = Self::Const>> + Lanes<One = Self>
{
    /// The vectors, or their portable reference where there are none.
    type Lanes: Lanes<One = Self, Const = Self::Const>;

    /// The vectors, if this CPU has them: one load. Only the [door](crate::engines::door) asks.
    fn lanes() -> Option<FieldThere<Self::Lanes>>;

    /// Whether there are second-best vectors: lanes of doubles.
    const DOUBLES: bool;

    /// The second-best vectors, or the same again where there are none.
    type Doubles: Lanes<One = Self, Const = Self::Const>;

    /// The second-best vectors, if this CPU has these and no better ones: one load. Only the
    /// [door](crate::engines::door) asks.
    fn doubles() -> Option<FieldThere<Self::Doubles>>;
}

/// The items of [`Lanes`] for products of users' values, where they take the form of the engine.
macro_rules! plain_in_own_form {
    () => {
        type Plain = Self::Raw;

        #[inline(always)]
        fn gather<'a>(
            ctx: &Self::Ctx,
            lane: impl Fn(usize) -> &'a <Self::One as Field>::Raw,
        ) -> Self::Plain {
            Self::enter_lanes(ctx, lane)
        }

        #[inline(always)]
        fn products<const K: usize>(
            a: &[Self::Plain; K],
            b: &[Self::Plain; K],
            mut product: impl FnMut(usize, <Self::One as Field>::Raw),
        ) {
            for (k, (a, b)) in a.iter().zip(b).enumerate() {
                Self::leave_lanes(&<Self as $crate::field::Field>::mul(a, b), |i, raw| {
                    product(k * Self::WIDTH + i, raw)
                });
            }
        }
    };
}

/// [`Lanes`] of width one for an engine on words, given the users' engine, whose elements it holds.
macro_rules! single_lane {
    ($one:ty) => {
        type One = $one;
        type Row = Self::Raw;

        const WIDTH: usize = 1;

        $crate::field::plain_in_own_form!();

        #[inline(always)]
        fn bits(mask: &Self::Mask) -> u8 {
            mask.unwrap_u8()
        }

        #[inline(always)]
        fn of_bits(bits: u8) -> Self::Mask {
            subtle::Choice::from(bits & 1)
        }

        #[inline(always)]
        fn enter_lanes<'a>(
            ctx: &Self::Ctx,
            lane: impl Fn(usize) -> &'a <Self::One as Field>::Raw,
        ) -> Self::Raw {
            <Self as $crate::field::Holds<$one>>::enter(ctx, lane(0))
        }

        #[inline(always)]
        fn leave_lanes(a: &Self::Raw, mut lane: impl FnMut(usize, <Self::One as Field>::Raw)) {
            lane(0, <Self as $crate::field::Holds<$one>>::leave(a));
        }

        #[inline(always)]
        fn zero_row(ctx: &Self::Ctx) -> Self::Row {
            <Self as Field>::small(ctx, 0)
        }

        #[inline(always)]
        fn load<'a>(_: &Self::Ctx, row: impl Fn(usize) -> &'a Self::Row) -> Self::Raw {
            *row(0)
        }

        #[inline(always)]
        fn store<T>(a: &Self::Raw, places: &mut [T], row: impl Fn(&mut T) -> &mut Self::Row) {
            if let Some(place) = places.first_mut() {
                *row(place) = *a;
            }
        }
    };
}

pub(crate) use {plain_in_own_form, single_lane};
