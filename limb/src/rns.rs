//! One residue in a residue-number system: Montgomery arithmetic of low latency on AVX-512 IFMA,
//! for moduli of 4 and 6 words.
//!
//! An integer is held by its remainders modulo primes of 50 bits, one per lane: eight primes aᵢ and
//! eight bⱼ for moduli of up to 381 bits, six and six for up to 256. So a value ([`Element`]) is
//! two registers, a product four multiply-adds without a carry, and a sum of products so many more.
//! Only the reduction is work: it divides by M = Πaᵢ, which takes the remainders of one basis to
//! the other and back. It costs the same for one product as for a dozen, so formulas that sum much
//! and reduce little run fastest, and several reductions side by side faster than alone.
//!
//! The integer X behind a value stands for X/M mod p and may have either sign. Nothing but a
//! reduction makes it smaller:
//!
//! | range | lanes | integer | who makes it |
//! |---|---|---|---|
//! | reduced | \[0, 2m\] | \|X\| < 9p (7p with six primes) | reductions, conversions |
//! | also reduced | \[0, 2m\] | a sum of at most [`Rns::GROWTH`] of those, or sixteen | `neg`; `weak` of sums and differences; `times`, `linear` |
//! | lazy | \[0, 4m\] | a sum or difference of two reduced | `add`, `sub` |
//! | sum | 64 bits, signed | at most 2^19·p² for eight primes, 2^40·p² for six | products |
//!
//! [`crate::wide::MAX_PRODUCTS`] products of lazy values that are made of [`Rns::GROWTH`] at most
//! fit a sum, fewer of larger ones. Debug builds carry the bound of each integer and check it, and
//! lanes too. Why all of this holds is proved in `docs/rns.md`.
//!
//! | module | object |
//! |---|---|
//! | [`bases`] | which primes |
//! | `tables` | what follows from them |
//! | `kernels` | the reduction |
//! | `sums` | layers of sums of products |
//! | `words` | to and from words |
//! | [`vector`] | the few instructions that all is made of, and their portable form |
//! | `zmm` | the same on AVX-512 IFMA |
//!
//! **Safe to call.** A value is made with its vector's token, which exists only where the CPU has
//! the instructions, or from other values. **Constant time.** No branch and no address depends on a
//! value.
//!
//! J.-C. Bajard, L.-S. Didier, P. Kornerup, "An RNS Montgomery modular multiplication algorithm",
//! 1998, and with L. Imbert 2001 for the first extension without correction; S. Kawamura, M. Koike,
//! F. Sano, A. Shimbo, "Cox-Rower architecture for fast parallel Montgomery multiplication",
//! EUROCRYPT 2000, for the rank; VROOM (S. Langowski et al., ePrint 2026/393) for the idea of
//! running it on IFMA.

#![allow(clippy::absurd_extreme_comparisons)] // The first index of an unrolled loop.

use core::fmt::Debug;
use core::marker::PhantomData;

use subtle::Choice;

use crate::modulus::{Constant, Params};

pub mod bases;
mod kernels;
mod sums;
mod tables;
#[cfg(test)]
mod tests;
pub mod vector;
mod words;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod zmm;

pub use sums::{ComplexTerm, Item, MOST_TERMS, Term};
use tables::{FEW, Facts, MULTIPLES, Tables};
use vector::{LANES, Row};
pub use vector::{Plain, Vector};
pub use words::Stored;
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub use zmm::Zmm;

/// An integer by its scaled remainders: modulo the aᵢ and modulo the bⱼ.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Element<V: Vector> {
    a: V,
    b: V,
    token: V::Token,
    /// The integer is at most so many p.
    #[cfg(debug_assertions)]
    bound: u64,
}

/// Columns of a sum in one half: low and high halves of products.
#[derive(Clone, Copy)]
struct Columns<V: Vector> {
    low: V,
    high: V,
}

/// A sum of products. What is subtracted has columns of its own: multiply-adds only add.
#[derive(Clone, Copy)]
pub struct Wide<V: Vector> {
    plus: [Columns<V>; 2],
    minus: [Columns<V>; 2],
    token: V::Token,
    /// The integer is at most so many p².
    #[cfg(debug_assertions)]
    bound: u64,
    #[cfg(debug_assertions)]
    products: u64,
}

/// A sum on its way: the digits of its quotient, and its columns in the second basis.
#[derive(Clone, Copy)]
struct Sum<V: Vector> {
    quotient: Row,
    low: V,
    high: V,
}

impl<V: Vector> Sum<V> {
    /// The digits of the quotient.
    #[inline(always)]
    fn words(&self) -> &[u64; LANES] {
        &self.quotient.0
    }
}

impl<V: Vector> Element<V> {
    #[inline(always)]
    fn of(token: V::Token, a: V, b: V, _bound: u64) -> Self {
        Self {
            a,
            b,
            token,
            #[cfg(debug_assertions)]
            bound: _bound,
        }
    }

    /// The proof.
    #[inline(always)]
    pub fn token(&self) -> V::Token {
        self.token
    }

    /// The same, by its registers: what is moved as a whole is copied as memory at every move.
    #[inline(always)]
    fn again(&self) -> Self {
        Self::of(self.token, self.a, self.b, self.bound())
    }

    /// The multiple of p that the integer is known to be below; nothing where it is not followed.
    #[inline(always)]
    fn bound(&self) -> u64 {
        #[cfg(debug_assertions)]
        return self.bound;
        #[cfg(not(debug_assertions))]
        return 0;
    }
}

impl<V: Vector> Debug for Element<V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Element").field("a", &self.a).field("b", &self.b).finish_non_exhaustive()
    }
}

impl<V: Vector> Debug for Wide<V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Wide").finish_non_exhaustive()
    }
}

impl<V: Vector> Columns<V> {
    #[inline(always)]
    fn add_product(&mut self, x: V, y: V) {
        self.low = self.low.add_low(x, y);
        self.high = self.high.add_high(x, y);
    }

    #[inline(always)]
    fn zip(&mut self, other: &Self, f: impl Fn(V, V) -> V) {
        self.low = f(self.low, other.low);
        self.high = f(self.high, other.high);
    }
}

impl<V: Vector> Wide<V> {
    /// The empty sum, its columns started.
    #[inline(always)]
    fn started(token: V::Token, tables: &Tables) -> Self {
        let mut out = Self::zero(token);
        for (columns, half) in out.plus.iter_mut().zip([&tables.a, &tables.b]) {
            *columns = Columns {
                low: V::load(token, &half.start[0]),
                high: V::load(token, &half.start[1]),
            };
        }
        out
    }

    #[inline(always)]
    fn zero(token: V::Token) -> Self {
        let zero = V::splat(token, 0);
        let columns = [Columns { low: zero, high: zero }; 2];
        Self {
            plus: columns,
            minus: columns,
            token,
            #[cfg(debug_assertions)]
            bound: 0,
            #[cfg(debug_assertions)]
            products: 0,
        }
    }

    /// The proof.
    #[inline(always)]
    pub fn token(&self) -> V::Token {
        self.token
    }

    /// Counts products of such a sum of bounds.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&mut self, _bound: u64, _products: u64) {
        #[cfg(debug_assertions)]
        {
            self.bound += _bound;
            self.products += _products;
            assert!(self.products <= tables::MOST_NEGATIVE, "too many products in one sum");
        }
    }

    #[inline(always)]
    fn of_other(&self) -> (u64, u64) {
        #[cfg(debug_assertions)]
        return (self.bound, self.products);
        #[cfg(not(debug_assertions))]
        return (0, 0);
    }

    #[inline(always)]
    fn combine(
        &mut self,
        plus: &[Columns<V>; 2],
        minus: &[Columns<V>; 2],
        (bound, products): (u64, u64),
    ) {
        for half in 0..2 {
            self.plus[half].zip(&plus[half], V::add);
            self.minus[half].zip(&minus[half], V::add);
        }
        self.count(bound, products);
    }
}

/// The residues modulo `M` of N words, on vectors `V`: a namespace of functions, never a value.
///
/// With their checks these functions are too large to be inlined everywhere, so debug builds call
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rns<M, V, const N: usize>(PhantomData<(M, V)>);

impl<M: Params<u64, N>, V: Vector, const N: usize> Rns<M, V, N> {
    /// Whether there are kernels for this modulus.
    pub const SUPPORTED: bool = Facts::<M, N>::SUPPORTED;

    /// The primes.
    pub const BASES: bases::Bases = Facts::<M, N>::BASES;

    /// So many results of reductions may be added up, with `weak` on the way, to a value that is
    /// still reduced.
    pub const GROWTH: u64 = Facts::<M, N>::GROWTH;

    /// What values are made with, if there are kernels for this modulus and the CPU runs them.
    #[inline(always)]
    pub fn token() -> Option<V::Token> {
        if Self::SUPPORTED { V::token() } else { None }
    }

    #[inline(always)]
    fn of_stored(token: V::Token, [a, b]: &tables::Stored) -> Element<V> {
        Element::of(token, V::load(token, a), V::load(token, b), 1)
    }

    /// Zero.
    #[inline(always)]
    pub fn zero(token: V::Token) -> Element<V> {
        V::enter(token, || {
            let zero = V::splat(token, 0);
            Element::of(token, zero, zero, 0)
        })
    }

    /// One.
    #[inline(always)]
    pub fn one(token: V::Token) -> Element<V> {
        V::enter(token, || Self::of_stored(token, &Facts::<M, N>::FOR_MULTIPLES[1]))
    }

    /// A small integer: reduced.
    #[inline(always)]
    pub fn small(token: V::Token, value: u32) -> Element<V> {
        match Facts::<M, N>::FOR_MULTIPLES.get(value as usize) {
            Some(stored) => V::enter(token, || Self::of_stored(token, stored)),
            None => Self::times(&Self::one(token), value),
        }
    }

    /// A constant: reduced. It was stored in this form at compile time.
    #[inline(always)]
    pub fn constant(token: V::Token, constant: &Constant<M>) -> Element<V> {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        return V::enter(token, || Self::of_stored(token, &constant.remainders.0));
        #[cfg(not(all(target_arch = "x86_64", not(miri))))]
        return Self::of_words(token, &crate::Mont::<M, u64, N>::words(&constant.montgomery()));
    }

    /// a + b: lazy from reduced.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn add(a: &Element<V>, b: &Element<V>) -> Element<V> {
        debug_assert!(Self::is_reduced(a) && Self::is_reduced(b));
        V::enter(a.token, || {
            Element::of(a.token, a.a.add(b.a), a.b.add(b.b), a.bound() + b.bound())
        })
    }

    /// a − b: lazy from reduced. The integer is the difference itself: 2m is zero in its lane.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn sub(a: &Element<V>, b: &Element<V>) -> Element<V> {
        debug_assert!(Self::is_reduced(a) && Self::is_reduced(b));
        let (token, tables) = (a.token, Facts::<M, N>::FOR_REDUCTION);
        V::enter(token, || {
            let of_a = a.a.add(V::load(token, &tables.a.twice)).sub(b.a);
            let of_b = a.b.add(V::load(token, &tables.b.twice)).sub(b.b);
            Element::of(token, of_a, of_b, a.bound() + b.bound())
        })
    }

    /// −a: reduced from reduced.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn neg(a: &Element<V>) -> Element<V> {
        debug_assert!(Self::is_reduced(a));
        let (token, tables) = (a.token, Facts::<M, N>::FOR_REDUCTION);
        V::enter(token, || {
            let of_a = V::load(token, &tables.a.twice).sub(a.a);
            let of_b = V::load(token, &tables.b.twice).sub(a.b);
            Element::of(token, of_a, of_b, a.bound())
        })
    }

    /// Reduced from lazy: the integer stays what it is, and so does not shrink.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn weak(a: &Element<V>) -> Element<V> {
        debug_assert!(Self::is_lazy(a));
        let (token, tables) = (a.token, Facts::<M, N>::FOR_REDUCTION);
        let out = V::enter(token, || {
            let (of_a, of_b) =
                (kernels::once(token, a.a, &tables.a), kernels::once(token, a.b, &tables.b));
            Element::of(token, of_a, of_b, a.bound())
        });
        debug_assert!(Self::is_reduced(&out), "more was added up than a reduced value may be");
        out
    }

    /// k·a for k ≤ 256, from reduced: k times what a is made of for k ≤ 16, where additions take
    /// less, else the result of a reduction.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn times(a: &Element<V>, k: u32) -> Element<V> {
        debug_assert!(k <= 256);
        match k {
            1 => *a,
            2 => Self::weak(&Self::add(a, a)),
            ..=FEW => Self::combination(&[(a, k as i32)]),
            _ => {
                let mut wide = Self::wide(a.token);
                Self::mac_small(&mut wide, a, k as i32);
                Self::reduce(&wide)
            }
        }
    }

    /// Σ k·a of reduced values with Σ |k| at most [`FEW`]: reduced, and the integer is that sum.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn combination<const T: usize>(terms: &[(&Element<V>, i32); T]) -> Element<V> {
        debug_assert!(terms.iter().all(|(a, _)| Self::is_reduced(a)));
        debug_assert!(terms.iter().map(|(_, k)| k.unsigned_abs()).sum::<u32>() <= FEW);
        let (token, tables) = (terms[0].0.token, Facts::<M, N>::FOR_REDUCTION);
        let out = V::enter(
            token,
            #[inline(always)]
            || {
                let mut halves = [V::splat(token, 0); 2];
                let mut bound = 0;
                unrolled!(t < T => {
                    let (a, k) = terms[t];
                    for (half, (x, facts)) in halves.iter_mut().zip([(a.a, &tables.a), (a.b, &tables.b)]) {
                        // 2m is zero in its lane, and −x is 2m − x.
                        let mut power = if k < 0 { V::load(token, &facts.twice).sub(x) } else { x };
                        let mut left = k.unsigned_abs();
                        while left > 0 {
                            if left & 1 == 1 {
                                *half = half.add(power);
                            }
                            left >>= 1;
                            power = power.add(power);
                        }
                    }
                    bound += u64::from(k.unsigned_abs()) * a.bound();
                });
                let [of_a, of_b] = halves;
                let (of_a, of_b) = (
                    kernels::folded(token, of_a, &tables.a),
                    kernels::folded(token, of_b, &tables.b),
                );
                Element::of(token, of_a, of_b, bound)
            },
        );
        debug_assert!(Self::is_reduced(&out), "more was added up than a reduced value may be");
        out
    }

    /// The empty sum.
    #[inline(always)]
    pub fn wide(token: V::Token) -> Wide<V> {
        V::enter(token, || Wide::zero(token))
    }

    /// Adds a·b: lazy operands.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn mac(wide: &mut Wide<V>, a: &Element<V>, b: &Element<V>) {
        debug_assert!(Self::is_lazy(a) && Self::is_lazy(b));
        V::enter(a.token, || {
            wide.plus[0].add_product(a.a, b.a);
            wide.plus[1].add_product(a.b, b.b);
        });
        wide.count(a.bound() * b.bound(), 1);
    }

    /// Subtracts a·b: lazy operands.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn msub(wide: &mut Wide<V>, a: &Element<V>, b: &Element<V>) {
        debug_assert!(Self::is_lazy(a) && Self::is_lazy(b));
        V::enter(a.token, || {
            wide.minus[0].add_product(a.a, b.a);
            wide.minus[1].add_product(a.b, b.b);
        });
        wide.count(a.bound() * b.bound(), 1);
    }

    /// a·b as the start of a sum: lazy operands.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn product(a: &Element<V>, b: &Element<V>) -> Wide<V> {
        let mut wide = Self::wide(a.token);
        Self::mac(&mut wide, a, b);
        wide
    }

    /// Adds k·a to what a sum reduces to: a reduced value, |k| at most 256, which is public. A
    /// product with a constant, four multiply-adds, for |k| up to 16: nothing linear is added to a
    /// sum, where it would not be reduced.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn mac_small(wide: &mut Wide<V>, a: &Element<V>, k: i32) {
        debug_assert!(Self::is_reduced(a) && k.unsigned_abs() <= 256);
        let most = MULTIPLES as u32 - 1;
        let mut left = k.unsigned_abs();
        loop {
            let step = left.min(most);
            let multiple = V::enter(a.token, || {
                Self::of_stored(a.token, &Facts::<M, N>::FOR_MULTIPLES[step as usize])
            });
            if k < 0 {
                Self::msub(wide, a, &multiple);
            } else {
                Self::mac(wide, a, &multiple);
            }
            left -= step;
            if left == 0 {
                return;
            }
        }
    }

    /// Adds another sum.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn wide_add(wide: &mut Wide<V>, other: &Wide<V>) {
        V::enter(wide.token, || wide.combine(&other.plus, &other.minus, other.of_other()));
    }

    /// Subtracts another sum.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn wide_sub(wide: &mut Wide<V>, other: &Wide<V>) {
        V::enter(wide.token, || wide.combine(&other.minus, &other.plus, other.of_other()));
    }

    /// Multiplies a sum by k, which is public.
    #[inline]
    pub fn wide_times(wide: &mut Wide<V>, k: u32) {
        let base = *wide;
        *wide = Self::wide(base.token);
        for i in (0..u32::BITS - k.leading_zeros()).rev() {
            let doubled = *wide;
            Self::wide_add(wide, &doubled);
            if (k >> i) & 1 == 1 {
                Self::wide_add(wide, &base);
            }
        }
    }

    /// a where the choice is 0, b where it is 1.
    #[inline(always)]
    pub fn select(a: &Element<V>, b: &Element<V>, choice: Choice) -> Element<V> {
        V::enter(a.token, || {
            Element::of(
                a.token,
                a.a.select(b.a, choice),
                a.b.select(b.b, choice),
                a.bound().max(b.bound()),
            )
        })
    }

    /// The value whose choice is 1, or `none` where there is none: by reading all of them.
    #[inline(always)]
    pub fn scan<'a>(
        none: &Element<V>,
        values: impl Iterator<Item = (&'a Element<V>, Choice)>,
    ) -> Element<V> {
        V::call(
            none.token,
            none,
            values,
            #[inline(always)]
            |none, values| {
                let mut out = *none;
                for (value, choice) in values {
                    out = Self::select(&out, value, choice);
                }
                out
            },
        )
    }

    /// Whether lanes are at most `times`·m and the integer at most `bound`·p; for debug assertions.
    #[inline(never)]
    fn is_within(a: &Element<V>, times: u64, bound: u64) -> bool {
        let tables = Facts::<M, N>::FOR_REDUCTION;
        let mut row = Row([0; LANES]);
        [(a.a, &tables.a), (a.b, &tables.b)].into_iter().all(|(half, facts)| {
            half.spill(&mut row);
            row.0.iter().zip(&facts.m.0).all(|(&x, &m)| x <= times * m)
        }) && a.bound() <= bound * Facts::<M, N>::LARGEST
    }

    fn is_reduced(a: &Element<V>) -> bool {
        Self::is_within(a, 2, 1)
    }

    fn is_lazy(a: &Element<V>) -> bool {
        Self::is_within(a, 4, 2)
    }
}
