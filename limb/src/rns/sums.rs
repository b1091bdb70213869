//! Sums of products and their reductions, a layer at a time.
//!
//! Each sum is in registers until the digits of its quotient are known, and three vectors of it go
//! to memory; then all are reduced side by side, six at a time. With complex operands a sum is two,
//! of four products each: a reduction costs as much as eleven products, so Karatsuba's trick, which
//! saves products, would save little and add up what would have to be kept.
//!
//! Layers are inlined where they stand, so that what comes before and after stays in registers:
//! they belong inside [`Vector::enter`]. Outside of it each of their instructions would be a call.
//! A single product enters by itself.

use core::mem::MaybeUninit;

use super::tables::{FEW, Facts};
use super::vector::{LANES, Row, Vector};
use super::{Element, Rns, Sum, Wide, kernels};
use crate::each::array;
use crate::modulus::Params;

/// A product, one term of a sum.
pub type Term<'a, V> = (&'a Element<V>, &'a Element<V>);

/// A product of complex numbers, one term of a sum.
pub type ComplexTerm<'a, V> = (&'a [Element<V>; 2], &'a [Element<V>; 2]);

/// One item of a layer, of lazy operands.
#[derive(Clone, Copy, Debug)]
pub enum Item<'a, R> {
    /// a·b.
    Product(&'a R, &'a R),
    /// a².
    Square(&'a R),
    /// a·b + c·d.
    SumOfTwo([(&'a R, &'a R); 2]),
}

/// Most terms of a sum and most sums of a layer.
pub const MOST_TERMS: usize = LANES;

/// A layer: its sums are begun one by one, each in its place, then all are reduced. A block gives
/// what it has begun, so that none is forgotten.
///
/// Places are not cleared before: that would take as many stores as to fill them, and a core does
/// one in two cycles.
macro_rules! layer {
    ($token:ident, $k:ident < $count:ident, |$place:ident| $begin:block) => {{
        let mut sums = [const { MaybeUninit::uninit() }; $count];
        unrolled!($k < $count => {
            let $place = &mut sums[$k];
            let _: &mut Sum<V> = $begin;
        });
        let mut out = [const { MaybeUninit::uninit() }; $count];
        // SAFETY: each sum was begun, and then is finished.
        let out = unsafe {
            Self::finish($token, kernels::filled(&sums), &mut out);
            kernels::filled(&out)
        };
        array(#[inline(always)] |k| out[k].again())
    }};
    ($token:ident, $k:ident < $count:ident, |$real:ident, $imaginary:ident| $begin:block) => {{
        let mut sums = [const { [const { MaybeUninit::uninit() }; 2] }; $count];
        unrolled!($k < $count => {
            let [$real, $imaginary] = &mut sums[$k];
            let _: [&mut Sum<V>; 2] = $begin;
        });
        let mut out = [const { [const { MaybeUninit::uninit() }; 2] }; $count];
        // SAFETY: both sums of each were begun, and then are finished.
        let out = unsafe {
            Self::finish($token, kernels::filled(sums.as_flattened()), out.as_flattened_mut());
            kernels::filled(out.as_flattened())
        };
        array(#[inline(always)] |k| [out[2 * k].again(), out[2 * k + 1].again()])
    }};
}

impl<M: Params<u64, N>, V: Vector, const N: usize> Rns<M, V, N> {
    /// The empty sum, its columns started.
    #[inline(always)]
    pub(super) fn started(token: V::Token) -> Wide<V> {
        Wide::started(token, Facts::<M, N>::FOR_REDUCTION)
    }

    /// a·b as the start of such a sum.
    #[inline(always)]
    pub(super) fn started_product(a: &Element<V>, b: &Element<V>) -> Wide<V> {
        let mut wide = Self::started(a.token);
        Self::mac(&mut wide, a, b);
        wide
    }

    /// Adds a·b for complex numbers. Both parts at once: each operand is loaded once, and there are
    /// more independent sums.
    #[inline(always)]
    fn mac_complex(
        real: &mut Wide<V>,
        imaginary: &mut Wide<V>,
        a: &[Element<V>; 2],
        b: &[Element<V>; 2],
    ) {
        Self::mac(real, &a[0], &b[0]);
        Self::mac(imaginary, &a[0], &b[1]);
        Self::msub(real, &a[1], &b[1]);
        Self::mac(imaginary, &a[1], &b[0]);
    }

    /// The first step of a reduction, which needs half of the sum no more.
    #[inline(always)]
    pub(super) fn begin<'a>(wide: &Wide<V>, sum: &'a mut MaybeUninit<Sum<V>>) -> &'a mut Sum<V> {
        let mut started = Self::started(wide.token);
        started.combine(&wide.plus, &wide.minus, wide.of_other());
        Self::begin_started(&started, sum)
    }

    /// The same of columns that were started.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn begin_started<'a>(
        wide: &Wide<V>,
        sum: &'a mut MaybeUninit<Sum<V>>,
    ) -> &'a mut Sum<V> {
        #[cfg(debug_assertions)]
        assert!(wide.bound <= Facts::<M, N>::MOST, "a sum left its bounds");
        let tables = Facts::<M, N>::FOR_REDUCTION;
        let ([of_a, of_b], [minus_a, minus_b]) = (&wide.plus, &wide.minus);
        let (low, high) = (of_a.low.sub(minus_a.low), of_a.high.sub(minus_a.high));
        let digits = kernels::digit(wide.token, low, high, &tables.a);
        let (low, high) = (of_b.low.sub(minus_b.low), of_b.high.sub(minus_b.high));
        let sum = sum.write(Sum { quotient: Row([0; LANES]), low, high });
        digits.spill(&mut sum.quotient);
        sum
    }

    /// The rest of the reductions of a layer.
    #[inline(always)]
    fn finish(token: V::Token, sums: &[Sum<V>], out: &mut [MaybeUninit<Element<V>>]) {
        /// So many at a time, while what is left is of such a number.
        macro_rules! at_a_time {
            ($($count:literal of $left:pat),*) => {{
                let mut at = 0;
                $(while let (Some(some), Some(places), $left) =
                    (sums[at..].first_chunk::<$count>(), out[at..].first_chunk_mut::<$count>(), sums.len() - at)
                {
                    V::call(
                        token,
                        some,
                        places,
                        #[inline(always)]
                        move |some, places| kernels::reduced::<M, V, N, $count>(token, some, places),
                    );
                    at += $count;
                })*
            }};
        }
        at_a_time!(6 of 6 | 9 | 10 | 12.., 4 of 4 | 7.., 3 of 3 | 5.., 2 of _, 1 of _);
    }

    /// The rest of one reduction.
    #[inline(always)]
    pub(super) fn finished(token: V::Token, sum: &Sum<V>) -> Element<V> {
        let mut out = [MaybeUninit::uninit()];
        kernels::reduced::<M, V, N, 1>(token, core::array::from_ref(sum), &mut out);
        // SAFETY: it is finished.
        unsafe { kernels::filled(&out)[0] }
    }

    /// The residue of a sum: the result of a reduction.
    #[inline(always)]
    pub fn reduce(wide: &Wide<V>) -> Element<V> {
        let [out] = Self::reduce_many([wide]);
        out
    }

    /// The residues of K sums, at most eight: the results of reductions, side by side.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn reduce_many<const K: usize>(wides: [&Wide<V>; K]) -> [Element<V>; K] {
        const { assert!(K > 0 && K <= LANES) };
        let token = wides[0].token;
        layer!(token, k < K, |sum| { Self::begin(wides[k], sum) })
    }

    /// a·b: the result of a reduction, of lazy operands.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn mul(a: &Element<V>, b: &Element<V>) -> Element<V> {
        V::call(
            a.token,
            a,
            b,
            #[inline(always)]
            |a, b| {
                let mut sum = MaybeUninit::uninit();
                let sum = Self::begin_started(&Self::started_product(a, b), &mut sum);
                Self::finished(a.token, sum)
            },
        )
    }

    /// a²: the result of a reduction, of a lazy operand.
    #[inline(always)]
    pub fn sqr(a: &Element<V>) -> Element<V> {
        Self::mul(a, a)
    }

    /// A layer of sums Σ a·b: the results of reductions, of lazy operands.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn sums<const T: usize, const K: usize>(layer: &[[Term<'_, V>; T]; K]) -> [Element<V>; K] {
        const { assert!(T > 0 && T <= MOST_TERMS && K > 0 && K <= MOST_TERMS) };
        let token = layer[0][0].0.token;
        layer!(token, k < K, |sum| {
            let mut wide = Self::started(token);
            unrolled!(t < T => {
                Self::mac(&mut wide, layer[k][t].0, layer[k][t].1);
            });
            Self::begin_started(&wide, sum)
        })
    }

    /// A layer of items of several kinds: the results of reductions.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn layer<const K: usize>(items: &[Item<'_, Element<V>>; K]) -> [Element<V>; K] {
        const { assert!(K > 0 && K <= MOST_TERMS) };
        let (Item::Product(first, _) | Item::Square(first) | Item::SumOfTwo([(first, _), _])) =
            items[0];
        let token = first.token;
        layer!(token, k < K, |sum| {
            let mut wide = Self::started(token);
            match items[k] {
                Item::Product(a, b) => Self::mac(&mut wide, a, b),
                Item::Square(a) => Self::mac(&mut wide, a, a),
                Item::SumOfTwo([(a, b), (c, d)]) => {
                    Self::mac(&mut wide, a, b);
                    Self::mac(&mut wide, c, d);
                }
            }
            Self::begin_started(&wide, sum)
        })
    }

    /// The same of complex numbers.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn complex_layer<const K: usize>(
        items: &[Item<'_, [Element<V>; 2]>; K],
    ) -> [[Element<V>; 2]; K] {
        const { assert!(K > 0 && K <= MOST_TERMS) };
        let (Item::Product(first, _) | Item::Square(first) | Item::SumOfTwo([(first, _), _])) =
            items[0];
        let token = first[0].token;
        layer!(token, k < K, |real_part, imaginary_part| {
            let (mut real, mut imaginary) = (Self::started(token), Self::started(token));
            match items[k] {
                Item::Product(a, b) => Self::mac_complex(&mut real, &mut imaginary, a, b),
                Item::Square(a) => Self::mac_complex(&mut real, &mut imaginary, a, a),
                Item::SumOfTwo([(a, b), (c, d)]) => {
                    Self::mac_complex(&mut real, &mut imaginary, a, b);
                    Self::mac_complex(&mut real, &mut imaginary, c, d);
                }
            }
            [Self::begin_started(&real, real_part), Self::begin_started(&imaginary, imaginary_part)]
        })
    }

    /// A layer of sums Σ a·b of complex numbers a₀ + a₁i: the results of reductions, of lazy
    /// operands.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn complex_sums<const T: usize, const K: usize>(
        layer: &[[ComplexTerm<'_, V>; T]; K],
    ) -> [[Element<V>; 2]; K] {
        const { assert!(T > 0 && T <= MOST_TERMS && K > 0 && K <= MOST_TERMS) };
        let token = layer[0][0].0[0].token;
        layer!(token, k < K, |real_part, imaginary_part| {
            let (mut real, mut imaginary) = (Self::started(token), Self::started(token));
            unrolled!(t < T => {
                let (a, b) = layer[k][t];
                Self::mac_complex(&mut real, &mut imaginary, a, b);
            });
            [Self::begin_started(&real, real_part), Self::begin_started(&imaginary, imaginary_part)]
        })
    }

    /// A layer of sums Σ k·a, |k| at most 256, which are public, of reduced values: the results of
    /// reductions, or where no |k| and no number of terms is large, where additions take less, sums
    /// of what the terms are made of.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn linear<const T: usize, const K: usize>(
        layer: &[[(&Element<V>, i32); T]; K],
    ) -> [Element<V>; K] {
        const { assert!(T > 0 && T <= MOST_TERMS && K > 0 && K <= MOST_TERMS) };
        let token = layer[0][0].0.token;
        if layer.iter().all(|terms| terms.iter().map(|(_, k)| k.unsigned_abs()).sum::<u32>() <= FEW)
        {
            let mut out = [Self::zero(token); K];
            unrolled!(k < K => {
                out[k] = Self::combination(&layer[k]);
            });
            return out;
        }
        layer!(token, k < K, |sum| {
            let mut wide = Self::started(token);
            unrolled!(t < T => {
                let (a, times) = layer[k][t];
                Self::mac_small(&mut wide, a, times);
            });
            Self::begin_started(&wide, sum)
        })
    }

    /// The residues of K sums of complex numbers, at most eight: the results of reductions.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn complex_reduce<const K: usize>(wides: [&[Wide<V>; 2]; K]) -> [[Element<V>; 2]; K] {
        const { assert!(K > 0 && K <= MOST_TERMS) };
        let token = wides[0][0].token;
        layer!(token, k < K, |real_part, imaginary_part| {
            [Self::begin(&wides[k][0], real_part), Self::begin(&wides[k][1], imaginary_part)]
        })
    }

    /// a² for K complex numbers, at most eight, (a₀ + a₁)(a₀ − a₁) + 2a₀a₁·i: the results of
    /// reductions, of reduced values.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn complex_squares<const K: usize>(values: [&[Element<V>; 2]; K]) -> [[Element<V>; 2]; K] {
        const { assert!(K > 0 && K <= MOST_TERMS) };
        let token = values[0][0].token;
        layer!(token, k < K, |real_part, imaginary_part| {
            let [a0, a1] = values[k];
            let real = Self::started_product(&Self::add(a0, a1), &Self::sub(a0, a1));
            let imaginary = Self::started_product(&Self::add(a0, a0), a1);
            [Self::begin_started(&real, real_part), Self::begin_started(&imaginary, imaginary_part)]
        })
    }

    /// a·b for complex numbers: the results of reductions, of lazy operands.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn complex_mul(a: &[Element<V>; 2], b: &[Element<V>; 2]) -> [Element<V>; 2] {
        V::call(
            a[0].token,
            a,
            b,
            #[inline(always)]
            |a, b| {
                let mut sums = [const { MaybeUninit::uninit() }; 2];
                let (mut real, mut imaginary) =
                    (Self::started(a[0].token), Self::started(a[0].token));
                Self::mac_complex(&mut real, &mut imaginary, a, b);
                Self::begin_started(&real, &mut sums[0]);
                Self::begin_started(&imaginary, &mut sums[1]);
                let mut out = [const { MaybeUninit::uninit() }; 2];
                // SAFETY: both sums were begun, and then are finished.
                let out = unsafe {
                    let Some(sums) = kernels::filled(&sums).first_chunk() else {
                        unreachable!("two sums")
                    };
                    kernels::reduced::<M, V, N, 2>(a[0].token, sums, &mut out);
                    kernels::filled(&out)
                };
                [out[0], out[1]]
            },
        )
    }
}
