//! The constant-time inversion on 32-bit words, for moduli with two spare bits: [`crate::inv`],
//! whose notation and bounds are used here.
//!
//! * f and g are within ±m, d and e in [−m/3, 4m/3): N words in two's complement hold them, and no
//!   word on top is needed.
//! * Factors have signs, and so have the carries: a word times a factor and the sum of two such are
//!   less than 2^62 in magnitude, so that no sign is taken apart from its number. The multiple of m
//!   that is added, below 2^64, has a carry of its own.
//! * Ten divsteps at a time are done on rows of the matrix that stand in one word, u + 2^16·v: they
//!   are linear, and |u| + |v| ≤ 2^10. Three such matrices make that of a batch.
//!
//! Loops stay loops: a chip runs this from a small cache.

use crate::inv::{Signed, negate_if, with_sign_of};
use crate::modulus::{Modulus, Params, inversion_batches};
use crate::residues::Residues;
use crate::word::Word;

use super::hidden;

/// u, v, q and r.
type Matrix = [i32; 4];

/// Divsteps on rows in one word.
const STEPS: u32 = 10;
/// So many times in a batch.
const PARTS: u32 = 3;
const BATCH: u32 = STEPS * PARTS;

/// See [`crate::inv::invert`].
pub fn invert<T: Residues<u32, N>, const N: usize>(a: &[u32; N]) -> [u32; N] {
    let (mut zeta, mut f, mut g) = (u32::MAX, <T::Modulus as Params<u32, N>>::P_W, T::least(a));
    let (mut d, mut e) = ([0; N], T::INVERSION_START);
    for _ in 0..inversion_batches(T::Modulus::BITS, u32::BITS) {
        let matrix;
        (matrix, zeta) = divsteps(zeta, f[0], g[0]);
        apply_exactly(&matrix, &mut f, &mut g);
        apply_modulo::<T::Modulus, N>(&matrix, &mut d, &mut e);
    }
    debug_assert!(g == [0; N], "the bound on divsteps failed");
    let signed = |words: [u32; N]| Signed { top: u32::sar(words[N - 1], 31), words };
    with_sign_of::<T::Modulus, u32, N>(&signed(f), &signed(d))
}

/// A batch of divsteps, from the low words of f and g.
#[inline(always)]
fn divsteps(mut zeta: u32, mut f: u32, mut g: u32) -> (Matrix, u32) {
    let [mut u, mut v, mut q, mut r]: Matrix = [1, 0, 0, 1];
    for _ in 0..PARTS {
        // The identity.
        let (mut upper, mut lower) = (1_u32, 1_u32 << 16);
        for _ in 0..STEPS / 2 {
            // Two at a time: a branch that is taken costs three cycles.
            for _ in 0..2 {
                let positive = u32::sar(zeta, 31).opaque();
                let odd = (g & 1).wrapping_neg().opaque();
                let swap = positive & odd;
                g = g.wrapping_add(negate_if(f, positive) & odd);
                lower = lower.wrapping_add(negate_if(upper, positive) & odd);
                f = f.wrapping_add(g & swap);
                upper = upper.wrapping_add(lower & swap);
                zeta = (zeta ^ swap).wrapping_sub(1);
                g >>= 1;
                upper <<= 1;
            }
        }
        let ([a, b], [c, d]) = (row(upper), row(lower));
        [u, v, q, r] = [a * u + b * q, a * v + b * r, c * u + d * q, c * v + d * r];
    }
    ([u, v, q, r], zeta)
}

/// u and v of u + 2^16·v.
#[inline(always)]
fn row(packed: u32) -> [i32; 2] {
    let u = i32::from(packed as i16);
    [u, packed.wrapping_sub(u.cast_unsigned()).cast_signed() >> 16]
}

/// factor·word, of a factor with a sign.
#[inline(always)]
fn product(factor: i32, word: u32) -> i64 {
    #[cfg(target_arch = "riscv32")]
    {
        let (low, high): (u32, i32);
        // SAFETY: arithmetic on the registers that it is given. A compiler that has the factor's 64
        // bits from before the loop multiplies by all of them.
        unsafe {
            core::arch::asm!(
                "mul {low}, {factor}, {word}",
                "mulhsu {high}, {factor}, {word}",
                factor = in(reg) factor, word = in(reg) word, low = out(reg) low, high = lateout(reg) high,
                options(pure, nomem, nostack, preserves_flags)
            );
        }
        i64::from(high) << 32 | i64::from(low)
    }
    #[cfg(not(target_arch = "riscv32"))]
    {
        i64::from(factor) * i64::from(word)
    }
}

/// As [`product`], without signs.
#[inline(always)]
fn plain_product(a: u32, b: u32) -> u64 {
    #[cfg(target_arch = "riscv32")]
    {
        let (low, high): (u32, u32);
        // SAFETY: as above.
        unsafe {
            core::arch::asm!(
                "mul {low}, {a}, {b}",
                "mulhu {high}, {a}, {b}",
                a = in(reg) a, b = in(reg) b, low = out(reg) low, high = lateout(reg) high,
                options(pure, nomem, nostack, preserves_flags)
            );
        }
        u64::from(high) << 32 | u64::from(low)
    }
    #[cfg(not(target_arch = "riscv32"))]
    {
        u64::from(a) * u64::from(b)
    }
}

/// a·x + b·y of words without signs.
#[inline(always)]
fn both(a: i32, x: u32, b: i32, y: u32) -> i64 {
    product(a, x) + product(b, y)
}

/// a·x + b·y of words with signs, which the last ones of numbers are.
#[inline(always)]
fn last(a: i32, x: u32, b: i32, y: u32) -> i64 {
    i64::from(a) * i64::from(x.cast_signed()) + i64::from(b) * i64::from(y.cast_signed())
}

/// (u·f + v·g, q·f + r·g)/2^k for the k of a batch, which is exact.
#[inline(never)]
fn apply_exactly<const N: usize>(&[u, v, q, r]: &Matrix, f: &mut [u32; N], g: &mut [u32; N]) {
    let shifted = |below: u32, above: u32| below >> BATCH | above << (32 - BATCH);
    let (mut sum_f, mut sum_g) = (both(u, f[0], v, g[0]), both(q, f[0], r, g[0]));
    for i in 1..N - 1 {
        let (below_f, below_g) = (sum_f as u32, sum_g as u32);
        (sum_f, sum_g) = (sum_f >> 32, sum_g >> 32);
        sum_f += both(u, f[i], v, g[i]);
        sum_g += both(q, f[i], r, g[i]);
        f[i - 1] = shifted(below_f, sum_f as u32);
        g[i - 1] = shifted(below_g, sum_g as u32);
    }
    let (below_f, below_g) = (sum_f as u32, sum_g as u32);
    let (x, y) = (f[N - 1], g[N - 1]);
    (sum_f, sum_g) = ((sum_f >> 32) + last(u, x, v, y), (sum_g >> 32) + last(q, x, r, y));
    f[N - 2] = shifted(below_f, sum_f as u32);
    g[N - 2] = shifted(below_g, sum_g as u32);
    f[N - 1] = (sum_f >> BATCH) as u32;
    g[N - 1] = (sum_g >> BATCH) as u32;
}

/// (u·d + v·e, q·d + r·e)/2^32 modulo m.
#[inline(never)]
fn apply_modulo<M: Params<u32, N>, const N: usize>(
    &[u, v, q, r]: &Matrix,
    d: &mut [u32; N],
    e: &mut [u32; N],
) {
    let p = hidden(&M::P_W);
    let (mut sum_d, mut sum_e) = (both(u, d[0], v, e[0]), both(q, d[0], r, e[0]));
    // What times m makes the lowest words zero.
    let (k_d, k_e) = ((sum_d as u32).wrapping_mul(M::N0_W), (sum_e as u32).wrapping_mul(M::N0_W));
    let (mut multiple_d, mut multiple_e) = (plain_product(k_d, p[0]), plain_product(k_e, p[0]));
    for i in 1..N - 1 {
        (sum_d, multiple_d) = carried(sum_d, multiple_d);
        (sum_e, multiple_e) = carried(sum_e, multiple_e);
        sum_d += both(u, d[i], v, e[i]);
        sum_e += both(q, d[i], r, e[i]);
        multiple_d += plain_product(k_d, p[i]);
        multiple_e += plain_product(k_e, p[i]);
        d[i - 1] = (sum_d as u32).wrapping_add(multiple_d as u32);
        e[i - 1] = (sum_e as u32).wrapping_add(multiple_e as u32);
    }
    let (x, y) = (d[N - 1], e[N - 1]);
    (sum_d, multiple_d) = carried(sum_d, multiple_d);
    (sum_e, multiple_e) = carried(sum_e, multiple_e);
    (sum_d, sum_e) = (sum_d + last(u, x, v, y), sum_e + last(q, x, r, y));
    multiple_d += plain_product(k_d, p[N - 1]);
    multiple_e += plain_product(k_e, p[N - 1]);
    d[N - 2] = (sum_d as u32).wrapping_add(multiple_d as u32);
    e[N - 2] = (sum_e as u32).wrapping_add(multiple_e as u32);
    (sum_d, multiple_d) = carried(sum_d, multiple_d);
    (sum_e, multiple_e) = carried(sum_e, multiple_e);
    d[N - 1] = (sum_d as u32).wrapping_add(multiple_d as u32);
    e[N - 1] = (sum_e as u32).wrapping_add(multiple_e as u32);
}

/// Both sums without the lowest word of their sum, whose carry goes to the first: it has a sign and
/// room, since both are below 2^63 without it.
#[inline(always)]
fn carried(sum: i64, multiple: u64) -> (i64, u64) {
    let (_, carry) = (sum as u32).overflowing_add(multiple as u32);
    ((sum >> 32) + i64::from(carry), multiple >> 32)
}
