//! The eight-lane engine of AVX2 and AVX-512 F, on doubles: [`limb::doubles::Mont`] as a [`Field`]
//! and as [`Lanes`], by what all `vectors` share. Which of the two runs is chosen below, by each
//! kernel: values are the same, and formulas are compiled once.

use limb::Params;
use limb::cpu::Doubles;
use limb::doubles::{Mont, Row, Words};
use limb::each::Each;
use limb::modulus::Constant;
use subtle::Choice;

use super::lanes8::{LANES, LaneMask};
use super::vectors::{eight, fp2_in_lanes, lanes_engine, unrolled};
use crate::field::{
    Field, Fp2Kernels, Fp2Multiple, Fp2Term, Invert, Karatsuba, Kernels, Lanes, Masked, NoKernels,
    RawOf, Red, Shape, SumOf,
};
use crate::fp2::Quad;

lanes_engine!(doubles::Mont, proof: Doubles, karatsuba: Karatsuba::Reduced, fp2: Self, items: {
    type Row = Row<N>;

    #[inline(always)]
    fn zero_row(_: &Doubles) -> Row<N> {
        Row::ZERO
    }

    #[inline(always)]
    fn store<T>(a: &Self::Raw, places: &mut [T], row: impl Fn(&mut T) -> &mut Self::Row) {
        a.store_rows(places, row);
    }

    type Plain = Words<N>;

    #[inline(always)]
    fn enter_scaled<'a>(ctx: &Doubles, lane: impl Fn(usize) -> &'a [u64; N]) -> Self::Raw {
        Self::of_words_scaled(*ctx, eight(lane))
    }

    #[inline(always)]
    fn unscale(ctx: &Doubles) -> Self::Raw {
        Self::unscale(*ctx)
    }

    #[inline(always)]
    fn gather<'a>(ctx: &Doubles, lane: impl Fn(usize) -> &'a [u64; N]) -> Words<N> {
        Words::of_rows(*ctx, eight(lane))
    }

    #[inline(always)]
    fn products<const K: usize>(a: &[Words<N>; K], b: &[Words<N>; K], mut product: impl FnMut(usize, [u64; N])) {
        let products = Self::mul_words(a, b);
        products.as_flattened().iter().enumerate().for_each(|(i, words)| product(i, *words));
    }
});

fp2_in_lanes!(doubles);
