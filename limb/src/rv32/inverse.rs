//! The constant-time inversion on 32-bit words, for moduli with two spare bits: [`crate::inv`], whose notation and bounds are used here.
//!
//! * f and g are within ±m, d and e in [−m/3, 4m/3): N words in two's complement hold them, and no word on top is needed.
//! * Factors have signs, and so have the carries: a word times a factor and the sum of two such are less than 2^62 in magnitude, so that no sign is taken apart from its number. The
//!   multiple of m that is added, below 2^64, has a carry of its own.
//! * Ten divsteps at a time are done on rows of the matrix that stand in one word, u + 2^16·v: they are linear, and |u| + |v| ≤ 2^10. Three such matrices make that of a batch.
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
        for _ in 0..STEPS {
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

/// (u·f + v·g, q·f + r·g)/2^k for the k of a batch, which is exact.
#[inline(never)]
fn apply_exactly<const N: usize>(&[u, v, q, r]: &Matrix, f: &mut [u32; N], g: &mut [u32; N]) {
    let (mut sum_f, mut sum_g) = (0_i64, 0_i64);
    let (mut below_f, mut below_g) = (0, 0);
    for i in 0..N {
        let (x, y) = (signed(f, i), signed(g, i));
        sum_f += i64::from(u) * x + i64::from(v) * y;
        sum_g += i64::from(q) * x + i64::from(r) * y;
        if i > 0 {
            f[i - 1] = below_f >> BATCH | (sum_f as u32) << (32 - BATCH);
            g[i - 1] = below_g >> BATCH | (sum_g as u32) << (32 - BATCH);
        }
        (below_f, below_g) = (sum_f as u32, sum_g as u32);
        (sum_f, sum_g) = (sum_f >> 32, sum_g >> 32);
    }
    f[N - 1] = below_f >> BATCH | (sum_f as u32) << (32 - BATCH);
    g[N - 1] = below_g >> BATCH | (sum_g as u32) << (32 - BATCH);
}

/// (u·d + v·e, q·d + r·e)/2^32 modulo m.
#[inline(never)]
fn apply_modulo<M: Params<u32, N>, const N: usize>(&[u, v, q, r]: &Matrix, d: &mut [u32; N], e: &mut [u32; N]) {
    let low = |a: i32, b: i32| {
        let low = (a.cast_unsigned().wrapping_mul(d[0])).wrapping_add(b.cast_unsigned().wrapping_mul(e[0]));
        low.wrapping_mul(M::N0_W)
    };
    // What times m makes the lowest words zero.
    let (k_d, k_e) = (low(u, v), low(q, r));
    let p = hidden(&M::P_W);
    let (mut sum_d, mut sum_e) = (0_i64, 0_i64);
    let (mut multiple_d, mut multiple_e) = (0_u32, 0_u32);
    for i in 0..N {
        let (x, y) = (signed(d, i), signed(e, i));
        let low;
        (low, multiple_d) = u32::mac(0, k_d, p[i], multiple_d);
        sum_d += i64::from(u) * x + i64::from(v) * y + i64::from(low);
        let low;
        (low, multiple_e) = u32::mac(0, k_e, p[i], multiple_e);
        sum_e += i64::from(q) * x + i64::from(r) * y + i64::from(low);
        if i > 0 {
            (d[i - 1], e[i - 1]) = (sum_d as u32, sum_e as u32);
        }
        (sum_d, sum_e) = (sum_d >> 32, sum_e >> 32);
    }
    d[N - 1] = (sum_d as u32).wrapping_add(multiple_d);
    e[N - 1] = (sum_e as u32).wrapping_add(multiple_e);
}

/// A word of a number in two's complement, of which the last has the sign.
#[inline(always)]
fn signed<const N: usize>(number: &[u32; N], i: usize) -> i64 {
    if i == N - 1 { number[i].cast_signed().into() } else { number[i].into() }
}
