//! The eight-lane engine of AVX-512 IFMA: [`limb::ifma::Mont`] and [`limb::ifma::Fold`] as a
//! [`Field`] and as [`Lanes`], by what all `vectors` share.

use limb::Params;
use limb::cpu::Ifma;
use limb::each::Each;
use limb::ifma::{Fold, Four as InFour, Mont, Words};
use limb::modulus::Constant;
use subtle::Choice;

use super::lanes8::{LANES, LaneMask};
use super::vectors::{eight, fp2_in_lanes, lanes_engine, unrolled};
use crate::field::{
    Field, Four, Fp2Kernels, Fp2Multiple, Fp2Term, Invert, Karatsuba, Kernels, Lanes, Masked,
    NoKernels, RawOf, Red, Shape, SumOf,
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

impl<M: Params<u64, N>, const N: usize> Four for InFour<M, N> {
    type One = limb::Fold<M, u64, N>;
    type Ctx = Ifma;

    #[inline(always)]
    fn ctx(&self) -> Ifma {
        self.token()
    }

    #[inline(always)]
    fn ctx_of_one(_: &Ifma) {}

    #[inline(always)]
    fn enter(ctx: &Ifma, values: [&[u64; N]; 4]) -> Self {
        Self::of_words(*ctx, values)
    }

    #[inline(always)]
    fn leave(&self) -> [[u64; N]; 4] {
        self.to_words()
    }

    #[inline(always)]
    fn mul(&self, other: &Self) -> Self {
        self.mul(other)
    }

    #[inline(always)]
    fn open_product<const LANES: u8>(&self, other: &Self) -> Self {
        self.open_product::<LANES>(other)
    }

    #[inline(always)]
    fn carried(&self) -> Self {
        self.carried()
    }

    #[inline(always)]
    fn pick<const ORDER: i32>(&self) -> Self {
        self.pick::<ORDER>()
    }

    #[inline(always)]
    fn plus<const LANES: u8>(&self, other: &Self) -> Self {
        self.plus::<LANES>(other)
    }

    #[inline(always)]
    fn minus<const LANES: u8>(&self, other: &Self) -> Self {
        self.minus::<LANES>(other)
    }

    #[inline(always)]
    fn offset<const LANES: u8>(&self) -> Self {
        self.offset::<LANES>()
    }

    #[inline(always)]
    fn kernel<R>(ctx: &Ifma, formula: impl FnOnce() -> R) -> R {
        Self::enter_feature(*ctx, formula)
    }
}
