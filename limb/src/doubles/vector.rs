//! The vectors of the kernels: of four lanes, on AVX2, and of eight, on AVX-512.
//!
//! Kernels are written once, over [`Vector`]. A vector is named by a value, which says which lanes
//! it has, and proves its CPU feature, so that its instructions are safe to call. All of it is
//! inlined into the functions of `forms`, which have the feature; elsewhere each instruction would
//! become a call, right and slow.

use core::arch::x86_64::*;
use core::mem::MaybeUninit;

use super::forms;
use super::{Lanes, Sum};
use crate::cpu;
use crate::modulus::Params;

/// C₁ and C₂.
#[derive(Clone, Copy)]
pub(super) struct Magic<V: Vector> {
    pub(super) c1: V::Limb,
    pub(super) c2: V::Limb,
}

/// Some lanes side by side, and the instructions that the kernels are made of.
pub(super) trait Vector: Copy {
    /// A limb of each lane.
    type Limb: Copy;
    /// A column of each lane.
    type Column: Copy;

    /// The first of its lanes; the others follow.
    fn first(self) -> usize;

    /// Where its lanes of the first limb of a value are, or of the first column of a sum. Its lanes
    /// of the next limb are eight numbers further.
    #[inline(always)]
    fn place<T>(self, value: *const T) -> *const f64 {
        value.cast::<f64>().wrapping_add(self.first())
    }

    /// The same, to be written.
    #[inline(always)]
    fn place_mut<T>(self, value: *mut T) -> *mut f64 {
        value.cast::<f64>().wrapping_add(self.first())
    }

    /// The same number in every lane.
    fn double(self, x: f64) -> Self::Limb;
    /// The same integer in every lane.
    fn integer(self, word: u64) -> Self::Column;
    /// The bits of numbers.
    fn bits(self, a: Self::Limb) -> Self::Column;
    /// The numbers that have these bits.
    fn number(self, a: Self::Column) -> Self::Limb;

    /// a + b, rounded.
    fn add(self, a: Self::Limb, b: Self::Limb) -> Self::Limb;
    /// a − b, rounded.
    fn sub(self, a: Self::Limb, b: Self::Limb) -> Self::Limb;
    /// a·b, rounded.
    fn times(self, a: Self::Limb, b: Self::Limb) -> Self::Limb;
    /// a·b + c, rounded once.
    fn mul_add(self, a: Self::Limb, b: Self::Limb, c: Self::Limb) -> Self::Limb;
    /// a·b − c, rounded once.
    fn mul_sub(self, a: Self::Limb, b: Self::Limb, c: Self::Limb) -> Self::Limb;

    /// a + b modulo 2^64.
    fn plus(self, a: Self::Column, b: Self::Column) -> Self::Column;
    /// a − b modulo 2^64.
    fn minus(self, a: Self::Column, b: Self::Column) -> Self::Column;
    /// The bits that both have.
    fn and(self, a: Self::Column, b: Self::Column) -> Self::Column;
    /// The bits that one of them has.
    fn or(self, a: Self::Column, b: Self::Column) -> Self::Column;
    /// The product of the lowest 32 bits of both.
    fn product_of_low(self, a: Self::Column, b: Self::Column) -> Self::Column;
    /// a ≫ by, without a sign.
    fn shift_right(self, a: Self::Column, by: u32) -> Self::Column;
    /// a ≪ by.
    fn shift_left(self, a: Self::Column, by: u32) -> Self::Column;

    /// From memory.
    ///
    /// # Safety
    /// There are as many numbers as lanes, aligned as a vector is.
    unsafe fn load(self, place: *const f64) -> Self::Limb;
    /// To memory.
    ///
    /// # Safety
    /// There is room for as many numbers as lanes, aligned as a vector is.
    unsafe fn store(self, a: Self::Limb, place: *mut f64);

    /// Two columns with a·b added to them, as t₀ + 2^r·t₁ and with the bits of B and C₁ on top, for
    /// a limb a and limb J of the number at `b`.
    ///
    /// In this order and no other: the compiler's own order of the same instructions has more
    /// values in flight than there are registers, and takes nearly twice as long on AVX2 and half
    /// as long again on AVX-512.
    ///
    /// # Safety
    /// There is a number at `b` that has a limb J.
    unsafe fn add_limb_product<const J: usize>(
        self,
        t: [Self::Column; 2],
        a: Self::Limb,
        b: *const f64,
        magic: Magic<Self>,
    ) -> [Self::Column; 2];
}

/// Functions that kernels call, compiled for each form.
pub(super) trait Form: Vector {
    /// As `wide::add_product`.
    ///
    /// # Safety
    /// As there.
    unsafe fn add_product<const N: usize>(
        self,
        sum: *mut Sum<N>,
        a: *const Lanes<N>,
        b: *const Lanes<N>,
    );
    /// As `mont::reduce`.
    ///
    /// # Safety
    /// As there.
    unsafe fn reduce<M: Params<u64, N>, const N: usize>(
        self,
        out: &mut MaybeUninit<Lanes<N>>,
        sum: *const Sum<N>,
    );
    /// As `mont::mul`.
    ///
    /// # Safety
    /// As there.
    unsafe fn mul<M: Params<u64, N>, const N: usize>(
        self,
        out: *mut Lanes<N>,
        a: *const Lanes<N>,
        b: *const Lanes<N>,
    );
}

/// A vector: its proof, features, registers and instructions.
macro_rules! vector {
    (
        $name:ident of $limb:ident and $column:ident in
        $register:ident by $features:meta, with $form:ident
        {
            $($function:ident($($x:ident: $kind:ident),*) -> $result:ident = $intrinsic:ident;)*
        }
        first: $first:expr; shifts: $right:ident, $left:ident; memory: $load:ident, $store:ident
    ) => {
        impl Vector for $name {
            type Limb = $limb;
            type Column = $column;

            #[inline(always)]
            fn first(self) -> usize {
                $first(self)
            }

            $(
                #[inline(always)]
                fn $function(self, $($x: vector!($kind)),*) -> vector!($result) {
                    // SAFETY: the value proves the feature.
                    unsafe { $intrinsic($($x as _),*) }
                }
            )*

            #[inline(always)]
            fn shift_right(self, a: $column, by: u32) -> $column {
                // SAFETY: as above.
                unsafe { $right(a, _mm_cvtsi32_si128(by as i32)) }
            }

            #[inline(always)]
            fn shift_left(self, a: $column, by: u32) -> $column {
                // SAFETY: as above.
                unsafe { $left(a, _mm_cvtsi32_si128(by as i32)) }
            }

            #[inline(always)]
            unsafe fn load(self, place: *const f64) -> $limb {
                // SAFETY: as above, and the caller has numbers there.
                unsafe { $load(place) }
            }

            #[inline(always)]
            unsafe fn store(self, a: $limb, place: *mut f64) {
                // SAFETY: as above, and the caller has room there.
                unsafe { $store(place, a) }
            }

            #[inline(always)]
            unsafe fn add_limb_product<const J: usize>(
                self,
                t: [$column; 2],
                a: $limb,
                b: *const f64,
                magic: Magic<Self>,
            ) -> [$column; 2] {
                /// Where the compiler knows the registers.
                #[inline]
                #[$features]
                unsafe fn add<const J: usize>(
                    [mut t0, mut t1]: [$column; 2],
                    a: $limb,
                    b: *const f64,
                    c1: $limb,
                    c2: $limb,
                ) -> [$column; 2] {
                    // SAFETY: reads limb J of the number at b, which the caller has.
                    unsafe {
                        core::arch::asm!(
                            "vmovupd {high}, [{b} + {at}]",
                            "vfmadd213pd {high}, {a}, {c1}",
                            "vsubpd {low}, {high}, {c2}",
                            "vfmsub231pd {low}, {a}, [{b} + {at}]",
                            "vpaddq {t0}, {t0}, {low}",
                            "vpaddq {t1}, {t1}, {high}",
                            high = out($register) _,
                            low = out($register) _,
                            a = in($register) a,
                            b = in(reg) b,
                            at = const 64 * J,
                            c1 = in($register) c1,
                            c2 = in($register) c2,
                            t0 = inout($register) t0,
                            t1 = inout($register) t1,
                            options(readonly, nostack),
                        );
                    }
                    [t0, t1]
                }
                // SAFETY: the value proves the feature, and the caller has the number.
                unsafe { add::<J>(t, a, b, magic.c1, magic.c2) }
            }
        }

        impl Form for $name {
            #[inline(always)]
            unsafe fn add_product<const N: usize>(
                self,
                sum: *mut Sum<N>,
                a: *const Lanes<N>,
                b: *const Lanes<N>,
            ) {
                // SAFETY: the value proves the feature, and the rest is the caller's.
                unsafe { forms::$form::add_product(self, sum, a, b) }
            }

            #[inline(always)]
            unsafe fn reduce<M: Params<u64, N>, const N: usize>(
                self,
                out: &mut MaybeUninit<Lanes<N>>,
                sum: *const Sum<N>,
            ) {
                // SAFETY: as above.
                unsafe { forms::$form::reduce::<M, N>(self, out, sum) }
            }

            #[inline(always)]
            unsafe fn mul<M: Params<u64, N>, const N: usize>(
                self,
                out: *mut Lanes<N>,
                a: *const Lanes<N>,
                b: *const Lanes<N>,
            ) {
                // SAFETY: as above.
                unsafe { forms::$form::mul::<M, N>(self, out, a, b) }
            }
        }
    };
    (limb) => { Self::Limb };
    (column) => { Self::Column };
    (f64) => { f64 };
    (u64) => { u64 };
}

/// A vector of AVX2, with the first or the last four lanes.
#[derive(Clone, Copy)]
pub(super) struct Ymm {
    first: usize,
}

impl Ymm {
    /// Both halves of the lanes, by the proof that the CPU has such vectors.
    #[inline(always)]
    pub(super) fn halves(_: cpu::Doubles) -> [Self; 2] {
        [Self { first: 0 }, Self { first: 4 }]
    }
}

/// A vector of AVX-512, with all lanes.
#[derive(Clone, Copy)]
pub(super) struct Zmm(());

impl Zmm {
    /// All lanes, by the proof that the CPU has such vectors.
    #[inline(always)]
    pub(super) fn new(_: cpu::Doubles512) -> Self {
        Self(())
    }
}

vector! {
    Ymm of __m256d and __m256i in
    ymm_reg by target_feature(enable = "avx2,fma"), with ymm
    {
        double(x: f64) -> limb = _mm256_set1_pd;
        integer(word: u64) -> column = _mm256_set1_epi64x;
        bits(a: limb) -> column = _mm256_castpd_si256;
        number(a: column) -> limb = _mm256_castsi256_pd;
        add(a: limb, b: limb) -> limb = _mm256_add_pd;
        sub(a: limb, b: limb) -> limb = _mm256_sub_pd;
        times(a: limb, b: limb) -> limb = _mm256_mul_pd;
        mul_add(a: limb, b: limb, c: limb) -> limb = _mm256_fmadd_pd;
        mul_sub(a: limb, b: limb, c: limb) -> limb = _mm256_fmsub_pd;
        plus(a: column, b: column) -> column = _mm256_add_epi64;
        minus(a: column, b: column) -> column = _mm256_sub_epi64;
        and(a: column, b: column) -> column = _mm256_and_si256;
        or(a: column, b: column) -> column = _mm256_or_si256;
        product_of_low(a: column, b: column) -> column = _mm256_mul_epu32;
    }
    first: |v: Self| v.first;
    shifts: _mm256_srl_epi64, _mm256_sll_epi64;
    memory: _mm256_load_pd, _mm256_store_pd
}

vector! {
    Zmm of __m512d and __m512i in
    zmm_reg by target_feature(enable = "avx512f"), with zmm
    {
        double(x: f64) -> limb = _mm512_set1_pd;
        integer(word: u64) -> column = _mm512_set1_epi64;
        bits(a: limb) -> column = _mm512_castpd_si512;
        number(a: column) -> limb = _mm512_castsi512_pd;
        add(a: limb, b: limb) -> limb = _mm512_add_pd;
        sub(a: limb, b: limb) -> limb = _mm512_sub_pd;
        times(a: limb, b: limb) -> limb = _mm512_mul_pd;
        mul_add(a: limb, b: limb, c: limb) -> limb = _mm512_fmadd_pd;
        mul_sub(a: limb, b: limb, c: limb) -> limb = _mm512_fmsub_pd;
        plus(a: column, b: column) -> column = _mm512_add_epi64;
        minus(a: column, b: column) -> column = _mm512_sub_epi64;
        and(a: column, b: column) -> column = _mm512_and_si512;
        or(a: column, b: column) -> column = _mm512_or_si512;
        product_of_low(a: column, b: column) -> column = _mm512_mul_epu32;
    }
    first: |_| 0;
    shifts: _mm512_srl_epi64, _mm512_sll_epi64;
    memory: _mm512_load_pd, _mm512_store_pd
}
