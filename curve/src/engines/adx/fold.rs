//! [`limb::adx::Fold`] as a [`Field`]: one and two products have kernels, longer sums are those of
//! the portable engine.

use limb::Params;
use limb::adx::{Fold, Words};
use limb::cpu::Adx;
use limb::each::Each;
use limb::modulus::Constant;
use subtle::Choice;

use crate::field::{
    Canonical, Field, Invert, Karatsuba, Kernels, Lanes, Masked, NoKernels, RawOf, Shape,
};
use crate::formulas::montgomery::ladder_of_raw;
use crate::integer::Integer;

/// The portable engine of the same values.
type Portable<M, const N: usize> = limb::Fold<M, u64, N>;

/// A sum of products, and the proof for its residue.
#[derive(Clone, Copy, Debug)]
pub struct Wide<const N: usize>(limb::Wide<u64, N>, Adx);

impl<M: Params<u64, N>, const N: usize> Field for Fold<M, N> {
    linear_on_words!(Portable<M, N>);

    type Wide = Wide<N>;

    const SHAPE: Shape = Shape::of(Karatsuba::Never);

    type Kernels = Self;
    type Fp2 = NoKernels;
    type Overlap = NoKernels;

    #[inline(always)]
    fn wide(ctx: &Adx) -> Self::Wide {
        Wide(limb::Wide::zero(), *ctx)
    }

    #[inline(always)]
    fn mac(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        <Portable<M, N> as Field>::mac(&mut wide.0, a.words(), b.words());
    }

    #[inline(always)]
    fn msub(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        <Portable<M, N> as Field>::msub(&mut wide.0, a.words(), b.words());
    }

    #[inline(always)]
    fn mac_small(wide: &mut Self::Wide, a: &Self::Raw, k: i32) {
        <Portable<M, N> as Field>::mac_small(&mut wide.0, a.words(), k);
    }

    #[inline(always)]
    fn wide_add(wide: &mut Self::Wide, other: &Self::Wide) {
        <Portable<M, N> as Field>::wide_add(&mut wide.0, &other.0);
    }

    #[inline(always)]
    fn wide_sub(wide: &mut Self::Wide, other: &Self::Wide) {
        <Portable<M, N> as Field>::wide_sub(&mut wide.0, &other.0);
    }

    #[inline(always)]
    fn wide_times(wide: &mut Self::Wide, k: u32) {
        <Portable<M, N> as Field>::wide_times(&mut wide.0, k);
    }

    #[inline(always)]
    fn reduce<const K: usize>(wides: [&Self::Wide; K]) -> [Self::Raw; K] {
        wides.each(|wide| {
            let [words] = <Portable<M, N> as Field>::reduce([&wide.0]);
            Words::new(wide.1, words)
        })
    }

    #[inline(always)]
    fn mul(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        Self::mul(a, b)
    }

    #[inline(always)]
    fn sqr(a: &Self::Raw) -> Self::Raw {
        Self::sqr(a)
    }
}

impl<M: Params<u64, N>, const N: usize> Kernels<Self> for Fold<M, N> {
    linear_kernels_on_words!(Portable<M, N>);

    #[inline(always)]
    fn mul_assign(a: &mut RawOf<Self>, b: &RawOf<Self>) {
        Self::mul_assign(a, b);
    }

    #[inline(always)]
    fn sqr_times_assign(a: &mut RawOf<Self>, n: u32) {
        Self::sqr_times_assign(a, n);
    }

    #[inline(always)]
    fn sums<const T: usize, const K: usize>(
        sums: [[(&RawOf<Self>, &RawOf<Self>); T]; K],
    ) -> [RawOf<Self>; K] {
        sums.each(|terms| match T {
            1 => Self::mul(terms[0].0, terms[0].1),
            2 => Self::sum_of_two([terms[0], terms[T - 1]]),
            _ => {
                let mut wide = <Self as Field>::wide(&terms[0].0.token());
                for (a, b) in terms {
                    <Self as Field>::mac(&mut wide, a, b);
                }
                let [out] = <Self as Field>::reduce([&wide]);
                out
            }
        })
    }

    #[inline(always)]
    fn squares<const K: usize>(values: [&RawOf<Self>; K]) -> [RawOf<Self>; K] {
        values.each(Self::sqr)
    }
}

whole_on_words!(
    Fold<M, N>,
    Portable<M, N>,
    #[inline(always)]
    fn ladder(u: &Self::Raw, k: &Integer, bits: usize, a24: u32) -> [Self::Raw; 2] {
        #[cfg(target_arch = "x86_64")]
        if Self::LADDER {
            return Self::ladder(u, k, bits, a24);
        }
        ladder_of_raw::<Self>(u, k, bits, a24)
    }
);
