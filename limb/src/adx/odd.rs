//! Products modulo an odd number of run time, by the kernels of known moduli.

use super::{Complex, FIFTH, Reduction, Tail, Words, words4, words6};
use crate::cpu;
use crate::each::Each;
use crate::modulus::negated_inverse;

/// An odd modulus m of N words, R ≥ 2m, R = 2^(64N), with the proof that the kernels may run. For
/// public moduli and numbers.
#[derive(Clone, Copy)]
pub struct Odd<const N: usize> {
    reduction: Reduction<N>,
    spacious: bool,
    token: cpu::Adx,
}

impl<const N: usize> core::fmt::Debug for Odd<N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Odd").field("m", &self.reduction.m).finish_non_exhaustive()
    }
}

impl<const N: usize> Odd<N> {
    /// Arithmetic modulo m, least significant word first; none if m is even or its highest bit is
    /// set, if N is neither 4 nor 6, or on a CPU without the kernels.
    pub fn new(m: &[u64; N]) -> Option<Self> {
        let odd = m.first()? & 1 == 1;
        let fits = m.last()? >> 63 == 0;
        if !(odd && fits && (N == 4 || N == 6)) {
            return None;
        }
        let token = cpu::Adx::get()?;
        let n0 = negated_inverse(m[0]);
        // The kernels here read m and n0 alone.
        let unused = Tail { words: [0; N], top: 0 };
        let reduction = Reduction {
            m: *m,
            n0,
            negated: [0; N],
            offset: unused,
            reciprocal: 0,
            right: 0,
            left: 0,
        };
        let top = *m.last()?;
        let spacious = if N == 4 { top < FIFTH } else { top >> 61 == 0 };
        Some(Self { reduction, spacious, token })
    }

    /// Whether R ≥ 5m with 4 words, R ≥ 8m with 6: then there are sums of two products and complex
    /// ones, and all take operands below 2m.
    #[inline(always)]
    pub fn is_spacious(&self) -> bool {
        self.spacious
    }

    /// a·b·R⁻¹ mod m for a and b below m, or 2m if [`Odd::is_spacious`]: Montgomery's product. For
    /// others it is some number.
    ///
    /// The running value stays below 2m between the rows and below 2^65·m within, which fits N + 1
    /// words since R ≥ 2m.
    #[inline(always)]
    pub fn mul(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        let (pa, pb, m) = (&raw const *a, &raw const *b, &raw const self.reduction);
        let value = Words::new(self.token, *a);
        // SAFETY: the pointers are to N words and to what belongs to a modulus of N words, and N is
        // 4 or 6 (`Odd::new`); the token says that the CPU has the instructions; and the kernel
        // writes nothing but its stack.
        let product: Words<N> = unsafe {
            match N {
                4 => value.with_all(in_registers!(4 words4::mul: pa, pb; m)),
                _ => value.with_all(in_registers!(6 words6::mul: pa, pb; m)),
            }
        };
        *product.words()
    }

    /// a²·R⁻¹ mod m, for a as those of [`Odd::mul`]. A square of 4 words is a product.
    ///
    /// Below a²/R + m before the last step: under 2m for a below m and R ≥ 2m, and for a below 2m
    /// and R ≥ 4m.
    #[inline(always)]
    pub fn sqr(&self, a: &[u64; N]) -> [u64; N] {
        if N == 4 {
            return self.mul(a, a);
        }
        let (pa, m) = (&raw const *a, &raw const self.reduction);
        let value = Words::new(self.token, *a);
        // SAFETY: as in `mul`, N being 6.
        let square: Words<N> = unsafe { value.with_all(in_registers!(6 words6::sqr: pa; m)) };
        *square.words()
    }

    /// (a·b + c·d)·R⁻¹ mod m for operands up to 2m; for others it is some number.
    ///
    /// # Panics
    /// Without [`Odd::is_spacious`].
    #[inline(always)]
    pub fn sum_of_two(&self, operands: [&[u64; N]; 4]) -> [u64; N] {
        assert!(self.spacious, "there are no kernels for this modulus");
        let [a, b, c, d] = operands.each(|operand| &raw const *operand);
        let (value, m) = (Words::new(self.token, *operands[0]), &raw const self.reduction);
        // SAFETY: as in `mul`.
        let sum: Words<N> = unsafe {
            match N {
                4 => value.with_all(in_registers!(4 words4::sum_of_two: a, b, c, d; m)),
                _ => value.with_all(in_registers!(6 words6::sum_of_two: a, b, c, d; m)),
            }
        };
        *sum.words()
    }

    /// a·b·R⁻¹ for complex numbers, their parts below 2m; for others it is some numbers.
    ///
    /// # Panics
    /// Without [`Odd::is_spacious`].
    #[inline(always)]
    pub fn complex_mul(&self, a: &[[u64; N]; 2], b: &[[u64; N]; 2]) -> [[u64; N]; 2] {
        assert!(self.spacious, "there are no kernels for this modulus");
        let mut out: Complex<N> = [Words::new(self.token, [0; N]); 2];
        let (place, a, b, m) =
            (out.as_mut_ptr(), a.as_ptr(), b.as_ptr(), &raw const self.reduction);
        // SAFETY: the pointers are to two times N words each and to what belongs to a modulus of N
        // words, N being 4 or 6 so that the casts change nothing; `Words` is transparent around its
        // words; and the token says that the CPU has the instructions.
        unsafe {
            match N {
                4 => words4::complex_mul(place.cast(), a.cast(), b.cast(), m.cast()),
                _ => words6::complex_mul(place.cast(), a.cast(), b.cast(), m.cast()),
            }
        }
        out.each(|part| *part.words())
    }
}
