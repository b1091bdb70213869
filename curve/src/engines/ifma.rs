//! The eight-lane engine of AVX-512 IFMA: [`limb::ifma::Mont`] and [`limb::ifma::Fold`] as a
//! [`Field`] and as [`Lanes`], by what all `vectors` share.

use limb::Params;
use limb::cpu::Ifma;
use limb::each::Each;
use limb::ifma::{Fold, Mont, Words};
use limb::modulus::Constant;
use subtle::Choice;

use super::lanes8::{LANES, LaneMask};
use super::vectors::{eight, fp2_in_lanes, lanes_engine, unrolled};
use crate::field::{
    Field, Fp2Kernels, Fp2Multiple, Fp2Term, Invert, Karatsuba, Kernels, Lanes, Masked, NoKernels,
    RawOf, Red, Shape, SumOf,
};
use crate::fp2::Quad;

/// Rows of integers as long as users' words.
macro_rules! rows_of_words {
    () => {
        type Row = [u64; N];

        #[inline(always)]
        fn zero_row(_: &Ifma) -> [u64; N] {
            [0; N]
        }

        #[inline(always)]
        fn store<T>(a: &Self::Raw, places: &mut [T], row: impl Fn(&mut T) -> &mut Self::Row) {
            // 2m fits the words of a row unless m is as long as they are.
            if M::SPARE_BITS == 0 {
                Self::canonical(a).store_rows(places, row);
            } else {
                a.store_rows(places, row);
            }
        }
    };
}

lanes_engine!(ifma::Mont, proof: Ifma, karatsuba: Karatsuba::Reduced, fp2: Self, items: {
    rows_of_words!();

    type Plain = Words<N>;

    // Users have a·2^(64N) for a, which here stands for c·a with c = 2^(64N − 52L): 2⁻⁴ for four
    // words, 2⁻³² for six.
    #[inline(always)]
    fn enter_scaled<'a>(ctx: &Ifma, lane: impl Fn(usize) -> &'a [u64; N]) -> Self::Raw {
        limb::ifma::Lanes::of_rows(*ctx, eight(lane))
    }

    #[inline(always)]
    fn unscale(ctx: &Ifma) -> Self::Raw {
        // 2⁸, or 2⁶⁴.
        let squarings = if N == 4 { 0 } else { 3 };
        (0..squarings).fold(Self::small(*ctx, 1 << 8), |power, _| Self::sqr(&power))
    }

    #[inline(always)]
    fn gather<'a>(ctx: &Ifma, lane: impl Fn(usize) -> &'a [u64; N]) -> Words<N> {
        Words::of_rows(*ctx, eight(lane))
    }

    #[inline(always)]
    fn products<const K: usize>(a: &[Words<N>; K], b: &[Words<N>; K], mut product: impl FnMut(usize, [u64; N])) {
        let products = Self::mul_words(a, b);
        products.as_flattened().iter().enumerate().for_each(|(i, words)| product(i, *words));
    }
});

lanes_engine!(ifma::Fold, proof: Ifma, karatsuba: Karatsuba::Never, fp2: NoKernels, items: {
    rows_of_words!();

    crate::field::plain_in_own_form!();
});

fp2_in_lanes!(ifma);
