//! The engine of assembly: Montgomery arithmetic on 4 and 6 words of 64 bits ([`Mont`]), and
//! folding on 4 ([`Fold`]), by kernels for x86-64 with ADX, from which it has its name, and for
//! ARM64 (`limb::arm64`).
//!
//! The values are those of [`crate::Mont`] and [`crate::Fold`] bit for bit (the same forms and
//! ranges), so that they may pass from one to the other as they are; what assembly does better is
//! products, sums of products and complex products. Everything else, additions included, is the
//! portable code: compilers make good chains of one carry, and no others. (Where the words of a
//! modulus are mostly zeros and ones they make too much of it: there additions are assembly too.
//! On ARM64 all additions modulo m are, those of portable words included.)
//!
//! **Safe to call.** A value ([`Words`], [`Wide`]) is made with the token [`cpu::Adx`], which
//! exists only where the CPU has the instructions, or from other values. So whoever holds operands
//! may run the kernels.
//!
//! **Lazy reduction.** A sum of products is kept in double width, in two's complement with a word
//! on top, and reduced once. There Karatsuba's differences cost additions alone, which is what
//! makes products in towers cheaper here than term by term (D. Aranha, K. Karabina, P. Longa, C.
//! Gebotys, J. López, "Faster explicit formulas for ordinary curves", ePrint 2010/526, §3).
//!
//! There are kernels of [`Mont`] for moduli of 4 and 6 words with R ≥ 5m, and three spare bits
//! where there are 6 words, complex ones among them; for moduli h·2^192 + 2^96 − 1 of 4 full words
//! ([`Mont::SUPPORTED`]); and of single products alone for other moduli of 4 words with R ≥ 2m
//! ([`Mont::token_for_products`]). Functions without a kernel for their modulus panic, and no token
//! is given to come so far.

use core::marker::PhantomData;

use crate::cpu;
use crate::each::{Each, array};
use crate::modulus::Params;
use crate::mont;
use crate::wide::MAX_PRODUCTS;

#[cfg(target_arch = "x86_64")]
#[macro_use]
mod rows;
#[cfg(target_arch = "x86_64")]
pub(crate) mod blocks;
#[cfg(target_arch = "x86_64")]
#[macro_use]
mod double4;
#[cfg(target_arch = "x86_64")]
mod fold4;
#[cfg(target_arch = "x86_64")]
mod ladder4;
mod odd;
#[cfg(target_arch = "x86_64")]
pub(crate) mod run_time;
#[cfg(all(test, target_arch = "x86_64"))]
mod sentinels;
#[cfg(target_arch = "x86_64")]
mod sparse4;
#[cfg(target_arch = "x86_64")]
mod words4;
#[cfg(target_arch = "x86_64")]
mod words6;

#[cfg(target_arch = "aarch64")]
use crate::arm64::{fold4, sparse4, words4, words6};

/// What the kernels know of a modulus.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Reduction<const N: usize> {
    m: [u64; N],
    /// −1/m modulo the word.
    n0: u64,
    /// R − m.
    negated: [u64; N],
    /// 32·m, and its word on top.
    offset: Tail<N>,
    /// What estimates a quotient, see [`mont::Mont`]: ρ, and how far to shift the highest word to
    /// the right and the one above it to the left.
    reciprocal: u64,
    right: u64,
    left: u64,
}

/// N words that were made where the CPU has ADX.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Words<const N: usize> {
    words: [u64; N],
    token: cpu::Adx,
}

impl<const N: usize> Words<N> {
    /// The same words, with the proof that the kernels may run.
    #[inline(always)]
    pub fn new(token: cpu::Adx, words: [u64; N]) -> Self {
        Self { words, token }
    }

    /// The same words in their place, K numbers of them.
    #[inline(always)]
    pub fn in_place<const K: usize>(_: cpu::Adx, words: &[[u64; N]; K]) -> &[Self; K] {
        // SAFETY: `Self` is transparent around its words, beside which the token has no bytes.
        unsafe { &*(&raw const *words).cast() }
    }

    /// As [`Words::in_place`], to be changed.
    #[inline(always)]
    pub fn in_place_mut<const K: usize>(_: cpu::Adx, words: &mut [[u64; N]; K]) -> &mut [Self; K] {
        // SAFETY: as there.
        unsafe { &mut *(&raw mut *words).cast() }
    }

    /// The words.
    #[inline(always)]
    pub fn words(&self) -> &[u64; N] {
        &self.words
    }

    /// The proof.
    #[inline(always)]
    pub fn token(&self) -> cpu::Adx {
        self.token
    }

    /// Entry `index` of a table of K numbers each, by reading all of it:
    /// [`ct::lookup`](crate::ct::lookup).
    ///
    /// # Panics
    /// If the table is empty, or its entries.
    #[inline(always)]
    pub fn lookup<const K: usize>(table: &[[Self; K]], index: u32) -> [Self; K] {
        let token = table[0][0].token;
        // SAFETY: `Self` is transparent around its words, beside which the token has no bytes.
        let words: &[[[u64; N]; K]] =
            unsafe { core::slice::from_raw_parts(table.as_ptr().cast(), table.len()) };
        crate::ct::lookup(words, index).each(|words| Self::new(token, words))
    }

    #[inline(always)]
    fn with(&self, words: [u64; N]) -> Self {
        Self { words, token: self.token }
    }

    /// The words, where N is 4.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn four(&self) -> [u64; 4] {
        array(|i| self.words[i])
    }

    /// As `with`, where N is that.
    #[inline(always)]
    fn with_all<const SAME: usize>(&self, words: [u64; SAME]) -> Self {
        self.with(array(|i| words[i]))
    }
}

/// A sum of products in two's complement: 2N words and one on top.
///
/// Each product of two operands is below 4m² in magnitude (m² without lazy values), so a sum of
/// [`MAX_PRODUCTS`] of them is within ±32·mR. Whoever combines whole sums answers for the value
/// that comes out; nothing looks at it again.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Wide<const N: usize> {
    low: [u64; N],
    high: [u64; N],
    top: u64,
    token: cpu::Adx,
}

/// The residues modulo `M` on N words in Montgomery's form: a namespace of functions, never a
/// value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mont<M, const N: usize>(PhantomData<M>);

/// A fifth of the largest word.
const FIFTH: u64 = 0x3333_3333_3333_3333;

/// Complex operands.
pub type Complex<const N: usize> = [Words<N>; 2];

/// The kernel of this size, on pointers of this size.
macro_rules! kernel {
    ($name:ident($($pointer:expr),* $(; $integer:expr)?)) => {
        // SAFETY: at each use the pointers are to values of N words, initialised where they are
        // read, and N is 4 or 6 (`Mont::SUPPORTED` or an assertion), so the casts below change
        // nothing; and the operands carry the token of the CPU's features.
        unsafe {
            match N {
                4 => words4::$name($($pointer.cast()),* $(, $integer)?),
                _ => words6::$name($($pointer.cast()),* $(, $integer)?),
            }
        }
    };
}

/// What the kernel of this size gives in registers, beside the token of a value.
macro_rules! given {
    ($value:expr, $name:ident($($place:expr),+; $modulus:expr)) => {
        // SAFETY: as in `kernel!`; and the kernel writes nothing but its stack.
        unsafe {
            match N {
                4 => $value.with_all(in_registers!(4 words4::$name: $($place),+; $modulus)),
                _ => $value.with_all(in_registers!(6 words6::$name: $($place),+; $modulus)),
            }
        }
    };
}

/// Runs a kernel that fills a value, and gives it.
macro_rules! filled {
    ($type:ty, $out:ident => $run:expr) => {{
        let mut place = core::mem::MaybeUninit::<$type>::uninit();
        let $out = place.as_mut_ptr();
        $run;
        // SAFETY: the kernel has written all words of the value; the token beside them has no
        // bytes.
        unsafe { place.assume_init() }
    }};
}

/// Powers and roots by products in place; the rest of the algorithms is that of the portable
/// namespace.
macro_rules! powers {
    ($portable:ty) => {
        /// a^exponent, the exponent in 64-bit limbs, least significant first. Constant-time in a,
        /// not in the exponent.
        pub fn pow_vartime(a: &Words<N>, exponent: &[u64]) -> Words<N> {
            crate::pow::power(
                a,
                a.with(<$portable>::ONE),
                exponent,
                Self::mul_assign,
                Self::sqr_times_assign,
            )
        }

        /// A square root of a, and whether a is a square: as [`sqrt`](crate::pow::sqrt) in portable
        /// code.
        pub fn sqrt(a: &Words<N>) -> (Words<N>, subtle::Choice) {
            let pow = |_: &[u64; N], exponent: &[u64]| Self::pow_vartime(a, exponent).words;
            let (root, exists) = crate::pow::sqrt_by::<$portable, _, _>(&a.words, pow);
            (a.with(root), exists)
        }

        /// f with a·f² = 1, and whether there is one: as [`inverse_sqrt`](crate::pow::inverse_sqrt)
        /// in portable code.
        pub fn inverse_sqrt(a: &Words<N>) -> (Words<N>, subtle::Choice) {
            let pow = |_: &[u64; N], exponent: &[u64]| Self::pow_vartime(a, exponent).words;
            let (f, exists) = crate::pow::inverse_sqrt_by::<$portable, _, _>(&a.words, pow);
            (a.with(f), exists)
        }

        /// Whether a is a square, zero included.
        pub fn is_square(a: &Words<N>) -> subtle::Choice {
            let pow = |_: &[u64; N], exponent: &[u64]| Self::pow_vartime(a, exponent).words;
            let (square, zero) = crate::pow::legendre_by::<$portable, _, _>(&a.words, pow);
            square | zero
        }
    };
}

mod fold;

pub use fold::Fold;
pub use odd::Odd;

impl<M: Params<u64, N>, const N: usize> Mont<M, N> {
    /// Whether there are kernels for this modulus.
    pub const SUPPORTED: bool = Self::SPACIOUS || Self::SPARSE;

    /// Whether there are the kernels with lazy operands and complex ones. A reduction of a sum
    /// estimates its quotient by the highest word, which must have 16 bits of m.
    const SPACIOUS: bool = M::P_W[N - 1] >> 15 != 0
        && ((N == 4 && M::P_W[N - 1] < FIFTH) || (N == 6 && M::SPARE_BITS >= 3));

    /// Whether there are those of a full modulus h·2^192 + 2^96 − 1.
    const SPARSE: bool = N == 4
        && M::SPARE_BITS == 0
        && M::P_W[0] == u64::MAX
        && M::P_W[1] == u64::MAX >> 32
        && M::P_W[2] == 0;

    /// Whether there are those of single products, [`Mont::mul`] and what is made of it: of 4 words
    /// for R ≥ 2m.
    const SINGLE: bool = Self::SUPPORTED || (N == 4 && M::SPARE_BITS >= 1);

    /// What values are made with, if there are kernels for this modulus and the CPU runs them.
    #[inline(always)]
    pub fn token() -> Option<cpu::Adx> {
        if Self::SUPPORTED { cpu::Adx::get() } else { None }
    }

    /// As [`Mont::token`], for whoever needs products and squares alone, not sums of them.
    #[inline(always)]
    pub fn token_for_products() -> Option<cpu::Adx> {
        if Self::SINGLE { cpu::Adx::get() } else { None }
    }

    const REDUCTION: &'static Reduction<N> = &Reduction {
        m: M::P_W,
        n0: M::N0_W,
        negated: Self::times_modulus(true, 1).words,
        offset: Self::times_modulus(false, MAX_PRODUCTS),
        reciprocal: mont::Mont::<M, u64, N>::RECIPROCAL,
        right: (mont::Mont::<M, u64, N>::ESTIMATE_FROM & 63) as u64,
        left: 64 - (mont::Mont::<M, u64, N>::ESTIMATE_FROM & 63) as u64,
    };

    #[inline(always)]
    fn reduction() -> *const Reduction<N> {
        assert!(Self::SPACIOUS, "there are no kernels for this modulus");
        const { Self::REDUCTION }
    }

    /// For [`Mont::mul`]: with reduced operands and R ≥ 2m the running value stays below 2m between
    /// the rows and below 2^65·m within.
    #[inline(always)]
    fn reduction_of_products() -> *const Reduction<N> {
        assert!(Self::SINGLE, "there are no kernels for this modulus");
        const { Self::REDUCTION }
    }

    /// a + b: lazy from reduced.
    #[inline(always)]
    pub fn add(a: &Words<N>, b: &Words<N>) -> Words<N> {
        #[cfg(target_arch = "x86_64")]
        if Self::SPARSE {
            return a.with_all(sparse4::add(a.four(), b.four(), M::P_W[N - 1]));
        }
        a.with(mont::Mont::<M, u64, N>::add(&a.words, &b.words))
    }

    /// a − b: lazy from reduced.
    #[inline(always)]
    pub fn sub(a: &Words<N>, b: &Words<N>) -> Words<N> {
        #[cfg(target_arch = "x86_64")]
        if Self::SPARSE {
            return a.with_all(sparse4::sub(a.four(), b.four(), M::P_W[N - 1]));
        }
        a.with(mont::Mont::<M, u64, N>::sub(&a.words, &b.words))
    }

    /// −a: reduced from reduced.
    #[inline(always)]
    pub fn neg(a: &Words<N>) -> Words<N> {
        #[cfg(target_arch = "x86_64")]
        if Self::SPARSE {
            return a.with_all(sparse4::sub([0; 4], a.four(), M::P_W[N - 1]));
        }
        a.with(mont::Mont::<M, u64, N>::neg(&a.words))
    }

    /// a·b·R⁻¹: reduced from lazy.
    #[inline(always)]
    pub fn mul(a: &Words<N>, b: &Words<N>) -> Words<N> {
        debug_assert!(is_lazy::<M, N>(a) && is_lazy::<M, N>(b));
        if Self::SPARSE {
            // SAFETY: the pointers come from references to 4 words, and the operands carry the
            // token of the CPU's features.
            return a.with_all(unsafe {
                words_by!(mul sparse4::mul, &raw const *a, &raw const *b, M::P_W[N - 1])
            });
        }
        let (pa, pb, m) = (&raw const a.words, &raw const b.words, Self::reduction_of_products());
        given!(a, mul(pa, pb; m))
    }

    /// a = a·b·R⁻¹.
    #[inline(always)]
    pub fn mul_assign(a: &mut Words<N>, b: &Words<N>) {
        *a = Self::mul(a, b);
    }

    /// a²·R⁻¹: reduced from lazy. On x86-64 a single square of 4 words is a product: there its own
    /// form pays only in runs.
    #[inline(always)]
    pub fn sqr(a: &Words<N>) -> Words<N> {
        debug_assert!(is_lazy::<M, N>(a));
        if Self::SPARSE {
            // SAFETY: as in `mul`.
            return a
                .with_all(unsafe { words_by!(sqr sparse4::sqr, &raw const *a, M::P_W[N - 1]) });
        }
        #[cfg(target_arch = "x86_64")]
        if N == 4 {
            return Self::mul(a, a);
        }
        #[cfg(target_arch = "aarch64")]
        if N == 4 {
            let (pa, m) = (&raw const a.words, Self::reduction_of_products());
            // SAFETY: as in `given!`.
            return a.with_all(unsafe { in_registers!(4 words4::sqr: pa; m) });
        }
        let (pa, m) = (&raw const a.words, Self::reduction());
        // SAFETY: as in `given!`; where N is 4, this line is not reached.
        a.with_all(unsafe { in_registers!(6 words6::sqr: pa; m) })
    }

    /// n squarings in place, without a last subtraction between them: reduced from lazy, untouched
    /// if n is zero.
    #[inline(always)]
    pub fn sqr_times_assign(a: &mut Words<N>, n: u32) {
        debug_assert!(is_lazy::<M, N>(a));
        if !Self::SPACIOUS {
            for _ in 0..n {
                *a = Self::sqr(a);
            }
            return;
        }
        let (pa, m) = (&raw mut a.words, Self::reduction());
        match n {
            0 => {}
            1 => *a = Self::sqr(a),
            _ => kernel!(sqr_times(pa, pa, m; n.into())),
        }
    }

    /// a = a·b·R⁻¹ in place, for complex numbers: reduced from lazy.
    #[inline(always)]
    pub fn complex_mul_assign(a: &mut Complex<N>, b: &Complex<N>) {
        debug_assert!(a.iter().chain(b).all(is_lazy::<M, N>));
        let (pa, pb, m) = (a.as_mut_ptr(), b.as_ptr(), Self::reduction());
        kernel!(complex_mul(pa, pa, pb, m));
    }

    /// a = a²·R⁻¹ in place, for complex numbers: reduced from reduced.
    #[inline(always)]
    pub fn complex_sqr_assign(a: &mut Complex<N>) {
        debug_assert!(a.iter().all(|a| mont::Mont::<M, u64, N>::is_reduced(&a.words)));
        let (pa, m) = (a.as_mut_ptr(), Self::reduction());
        kernel!(complex_sqr(pa, pa, m));
    }

    /// (a·b + c·d)·R⁻¹: reduced from lazy, or from [`mont::Mont::complement`] of lazy.
    #[inline(always)]
    pub fn sum_of_two(terms: [(&Words<N>, &Words<N>); 2]) -> Words<N> {
        if Self::SPARSE {
            let ([(a, b), (x, y)], h) = (terms, M::P_W[N - 1]);
            // SAFETY: as in `mul`.
            return a.with_all(unsafe {
                words_by!(sum sparse4::sum_of_two, &raw const *a, &raw const *b, &raw const *x, &raw const *y, h)
            });
        }
        let [(a, b), (c, d)] = terms.each(|(a, b)| (&raw const a.words, &raw const b.words));
        let m = Self::reduction();
        given!(terms[0].0, sum_of_two(a, b, c, d; m))
    }

    powers!(mont::Mont<M, u64, N>);

    /// a·b·R⁻¹ for complex numbers: reduced from lazy.
    #[inline(always)]
    pub fn complex_mul(a: &Complex<N>, b: &Complex<N>) -> Complex<N> {
        debug_assert!(a.iter().chain(b).all(is_lazy::<M, N>));
        let (pa, pb, m) = (a.as_ptr(), b.as_ptr(), Self::reduction());
        filled!(Complex<N>, out => kernel!(complex_mul(out, pa, pb, m)))
    }

    /// (a·b − 8c²)·R⁻¹ for complex numbers, where [`Mont::LESS_SQUARES`] says so: reduced, of a
    /// reduced, b lazy and c reduced.
    ///
    /// # Panics
    /// If there is no kernel for this modulus.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn complex_mul_less_squares(a: &Complex<N>, b: &Complex<N>, c: &Complex<N>) -> Complex<N> {
        assert!(Self::LESS_SQUARES, "there is no kernel for this modulus");
        debug_assert!(a.iter().chain(c).all(|a| mont::Mont::<M, u64, N>::is_reduced(&a.words)));
        debug_assert!(b.iter().all(is_lazy::<M, N>));
        let [pa, pb, pc] = [a, b, c].each(|a| a.as_ptr());
        let m = Self::reduction();
        // SAFETY: the pointers come from references to complex numbers of 6 words, and the operands
        // carry the token of the CPU's features.
        filled!(Complex<N>, out => unsafe {
            words6::complex_mul_less_squares(out.cast(), pa.cast(), pb.cast(), pc.cast(), m.cast());
        })
    }

    /// Whether there is a kernel of [a·b − 8c²](Self::complex_mul_less_squares).
    #[cfg(target_arch = "x86_64")]
    pub const LESS_SQUARES: bool = N == 6 && Self::SPACIOUS;

    /// a²·R⁻¹ for complex numbers: reduced from reduced.
    #[inline(always)]
    pub fn complex_sqr(a: &Complex<N>) -> Complex<N> {
        debug_assert!(a.iter().all(|a| mont::Mont::<M, u64, N>::is_reduced(&a.words)));
        let (pa, m) = (a.as_ptr(), Self::reduction());
        filled!(Complex<N>, out => kernel!(complex_sqr(out, pa, m)))
    }

    /// a·b, not reduced, for complex numbers: of lazy operands. Counts as two products in each
    /// coefficient.
    ///
    /// # Panics
    /// If there are no kernels for this modulus.
    #[inline(always)]
    pub fn complex_product(a: &Complex<N>, b: &Complex<N>) -> [Wide<N>; 2] {
        debug_assert!(a.iter().chain(b).all(is_lazy::<M, N>));
        let (pa, pb) = (a.as_ptr(), b.as_ptr());
        assert!(Self::SPACIOUS, "there are no kernels for this modulus");
        filled!([Wide<N>; 2], out => kernel!(complex_product(out, pa, pb)))
    }

    /// a², not reduced, for complex numbers: of reduced operands. Counts as one product in each
    /// coefficient.
    #[inline(always)]
    pub fn complex_square(a: &Complex<N>) -> [Wide<N>; 2] {
        debug_assert!(a.iter().all(|a| mont::Mont::<M, u64, N>::is_reduced(&a.words)));
        let (pa, m) = (a.as_ptr(), Self::reduction());
        filled!([Wide<N>; 2], out => kernel!(complex_square(out, pa, m)))
    }

    /// a·b, not reduced: of lazy operands.
    ///
    /// # Panics
    /// If there are no kernels for this modulus.
    #[inline(always)]
    pub fn product(a: &Words<N>, b: &Words<N>) -> Wide<N> {
        debug_assert!(is_lazy::<M, N>(a) && is_lazy::<M, N>(b));
        let (pa, pb) = (&raw const a.words, &raw const b.words);
        assert!(Self::SUPPORTED, "there are no kernels for this modulus");
        filled!(Wide<N>, out => kernel!(product(out, pa, pb)))
    }

    /// The sum times R⁻¹: reduced.
    #[inline(always)]
    pub fn reduce(wide: &Wide<N>) -> Words<N> {
        if Self::SPARSE {
            // Formulas on such fields hardly ever sum more than two products.
            let portable = crate::wide::Wide::of_parts([wide.low, wide.high], wide.top);
            return Words::new(wide.token, portable.reduce::<M>());
        }
        let value = Words::new(wide.token, wide.low);
        given!(value, reduce(&raw const *wide; Self::reduction()))
    }

    /// k·m, or R − m if `negative`.
    const fn times_modulus(negative: bool, k: u32) -> Tail<N> {
        let mut words = [0; N];
        let mut carry = if negative { 1 } else { 0 };
        let mut i = 0;
        while i < N {
            let word = if negative { !M::P_W[i] } else { M::P_W[i] };
            let product = word as u128 * k as u128 + carry;
            words[i] = product as u64;
            carry = product >> 64;
            i += 1;
        }
        Tail { words, top: carry as u64 }
    }
}

/// N words and one on top.
#[derive(Clone, Copy)]
#[repr(C)]
struct Tail<const N: usize> {
    words: [u64; N],
    top: u64,
}

impl<const N: usize> Wide<N> {
    /// The empty sum.
    #[inline(always)]
    pub fn zero(token: cpu::Adx) -> Self {
        Self { low: [0; N], high: [0; N], top: 0, token }
    }

    /// The proof.
    #[inline(always)]
    pub fn token(&self) -> cpu::Adx {
        self.token
    }

    /// This sum and another.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        let (a, b) = self.operands(other);
        kernel!(wide_add(a, b));
    }

    /// This sum less another.
    #[inline(always)]
    pub fn sub(&mut self, other: &Self) {
        let (a, b) = self.operands(other);
        kernel!(wide_sub(a, b));
    }

    /// This sum and two others, which is less than one after the other.
    #[inline(always)]
    pub fn add_two(&mut self, one: &Self, other: &Self) {
        let (a, b) = self.operands(one);
        let c = &raw const *other;
        kernel!(wide_add_two(a, b, c));
    }

    /// This sum and another less a third.
    #[inline(always)]
    pub fn add_sub(&mut self, one: &Self, other: &Self) {
        let (a, b) = self.operands(one);
        let c = &raw const *other;
        kernel!(wide_add_sub(a, b, c));
    }

    /// This sum less two others.
    #[inline(always)]
    pub fn sub_two(&mut self, one: &Self, other: &Self) {
        let (a, b) = self.operands(one);
        let c = &raw const *other;
        kernel!(wide_sub_two(a, b, c));
    }

    /// k times this sum.
    #[inline(always)]
    pub fn times(&mut self, k: u32) {
        let (a, _) = self.operands(self);
        kernel!(wide_times(a; k.into()));
    }

    /// This sum and k·a·R: k·a is added to what the reduction will give.
    #[inline(always)]
    pub fn add_small(&mut self, a: &Words<N>, k: u32) {
        let (wide, a) = self.operands(&a.words);
        kernel!(wide_add_multiple(wide, a; k.into()));
    }

    /// This sum less k·a·R.
    #[inline(always)]
    pub fn sub_small(&mut self, a: &Words<N>, k: u32) {
        let (wide, a) = self.operands(&a.words);
        kernel!(wide_sub_multiple(wide, a; k.into()));
    }

    /// Where the operands of a kernel are; sums may be had without a modulus, so this asserts that
    /// there are kernels of their size.
    #[inline(always)]
    fn operands<T>(&mut self, other: *const T) -> (*mut Self, *const T) {
        assert!(N == 4 || N == 6, "there are no kernels for this number of words");
        (&raw mut *self, other)
    }
}

fn is_lazy<M: Params<u64, N>, const N: usize>(a: &Words<N>) -> bool {
    mont::Mont::<M, u64, N>::is_lazy(&a.words)
}

impl<const N: usize> Words<N> {
    /// A value of these words beside others.
    #[inline(always)]
    pub fn map(&self, f: impl FnOnce(&[u64; N]) -> [u64; N]) -> Self {
        self.with(f(&self.words))
    }
}
