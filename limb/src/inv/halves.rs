//! A batch of 62 divsteps on x86-64 as two halves of 31, each row of whose matrix is one word.
//!
//! A row (a, b) is a + b·2^32 modulo 2^64, on which all that a divstep does to a row is one
//! operation: two rows to carry along instead of four numbers (T. Pornin, "Optimized binary GCD for
//! modular inversion", ePrint 2020/972, has the factors of a binary GCD so). f and g are whole
//! words, exact in as many bits as are left. The halves' matrices are multiplied: eight word
//! products for 62 steps of two numbers less.
//!
//! After k ≤ 31 steps |u| + |v| and |q| + |r| are at most 2^k. No entry is −2^31, so that a row is
//! known by its word:
//!
//! * r is odd, as v is even from the first step on: so |q| < 2^k;
//! * and r = −2^k would be odd for k = 0 alone, where it is 1;
//! * (u, v) is 2^j times a former (q, r), j ≥ 1, which passes both on, or (2^k, 0).

use core::arch::asm;

use crate::modulus::divsteps_per_batch;

/// Divsteps of a half.
const HALF: u64 = 31;

const _: () = assert!(2 * HALF == divsteps_per_batch(64) as u64);

/// The matrix (u v; q r) of a batch of divsteps and the new ζ, in two's complement:
/// [`super::divsteps`] on words of 64 bits.
///
/// Constant-time.
#[inline(always)]
pub(super) fn divsteps(zeta: u64, f: u64, g: u64) -> ([u64; 4], u64) {
    let ([u1, v1, q1, r1], [zeta, f, g]) = half(zeta, f, g);
    let ([u2, v2, q2, r2], [zeta, ..]) = half(zeta, f, g);
    let sum = |a: u64, b: u64, c: u64, d: u64| a.wrapping_mul(b).wrapping_add(c.wrapping_mul(d));
    ([sum(u2, u1, v2, q1), sum(u2, v1, v2, r1), sum(q2, u1, r2, q1), sum(q2, v1, r2, r1)], zeta)
}

/// 31 divsteps: their matrix, and ζ, f and g after them.
#[inline(always)]
fn half(mut zeta: u64, mut f: u64, mut g: u64) -> ([u64; 4], [u64; 3]) {
    let (mut uv, mut qr) = (1u64, 1u64 << 32);
    // Moves under conditions, where masks would be two operations more on the longest path, from
    // one f to the next. Both g + f and g − f are made; the sign of ζ chooses, then the lowest bit
    // of g. A mask is needed for ζ alone.
    //
    // SAFETY: changes nothing but its registers. It has one branch, on the number of steps.
    unsafe {
        asm!(
            "2:",
            "lea {sum}, [{g} + {f}]",
            "lea {row}, [{qr} + {uv}]",
            "mov {less}, {g}",
            "mov {row_less}, {qr}",
            "sub {less}, {f}",
            "sub {row_less}, {uv}",
            "test {zeta}, {zeta}",
            "cmovs {sum}, {less}",
            "cmovs {row}, {row_less}",
            "test {g:e}, 1",
            "cmovz {sum}, {g}",
            "cmovz {row}, {qr}",
            // Ones where g is odd and ζ negative: f is the old g then, and ζ becomes −ζ − 2, else ζ
            // − 1.
            "mov {less}, {g}",
            "shl {less}, 63",
            "and {less}, {zeta}",
            "sar {less}, 63",
            "cmovnz {f}, {g}",
            "cmovnz {uv}, {qr}",
            "xor {zeta}, {less}",
            "mov {g}, {sum}",
            "mov {qr}, {row}",
            "dec {zeta}",
            "shr {g}",
            "add {uv}, {uv}",
            "dec {steps:e}",
            "jnz 2b",
            zeta = inout(reg) zeta,
            f = inout(reg) f,
            g = inout(reg) g,
            uv = inout(reg) uv,
            qr = inout(reg) qr,
            sum = out(reg) _,
            row = out(reg) _,
            less = out(reg) _,
            row_less = out(reg) _,
            steps = inout(reg) HALF => _,
            options(pure, nomem, nostack),
        );
    }
    let ([u, v], [q, r]) = (entries(uv), entries(qr));
    ([u, v, q, r], [zeta, f, g])
}

/// The two numbers of a row, each above −2^31 and at most 2^31.
#[inline(always)]
fn entries(row: u64) -> [u64; 2] {
    // From −2^31 on and below 2^31, as the word's halves hold them, are those numbers less one.
    let low = (row.wrapping_sub(1) as u32 as i32 as i64).wrapping_add(1) as u64;
    let high = ((row.wrapping_sub(low) as i64).wrapping_sub(1 << 32) >> 32).wrapping_add(1) as u64;
    [low, high]
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha20Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::super::divsteps as by_words;
    use super::divsteps;

    #[test]
    fn batches_are_those_of_words() {
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        // f = 1 with g = 0 leaves (2^31, 0) of a half, and ζ below zero with g = 1 after zeros (0,
        // 2^31).
        let ends = [
            0,
            1,
            2,
            3,
            1 << 31,
            1 << 32,
            1 << 62,
            1 << 63,
            u64::MAX,
            u64::MAX >> 1,
            u64::MAX / 3,
            u64::MAX / 3 * 2,
        ];
        let zetas = [-1, 0, 1, -2, 30, -31, -32, 61, -62, 100, -100].map(|zeta: i64| zeta as u64);
        for zeta in zetas {
            for i in 0..30_000 {
                let at = |i: usize| ends.get(i).copied();
                let f = at(i / ends.len()).unwrap_or_else(|| rng.next_u64()) | 1;
                let g =
                    if i < ends.len() * ends.len() { ends[i % ends.len()] } else { rng.next_u64() };
                let (expected, zeta_after) = by_words(zeta, f, g);
                let expected = [expected.u, expected.v, expected.q, expected.r];
                assert_eq!(divsteps(zeta, f, g), (expected, zeta_after), "{zeta:x} {f:x} {g:x}");
            }
        }
    }
}
