//! Products and Montgomery reductions row by row: a loop over one number's words, whose body is a
//! row of the other's in registers. About a fifth more instructions than the kernels, squares twice
//! as many, in a tenth of their code: for code that is to be small (`--cfg curvemark_small`), and
//! for numbers that a multiplier takes, which come here where it is refused.

use core::mem::MaybeUninit;

use crate::modulus::Params;

use super::{Double, hidden, put, wanted};

/// place + a·b + carry, which is below 2^64: the lower word, and the upper one.
#[inline(always)]
fn mac(place: u32, a: u32, b: u32, carry: u32) -> (u32, u32) {
    #[cfg(target_arch = "riscv32")]
    {
        let (low, high);
        // SAFETY: arithmetic on the registers that it is given. Not `pure`: a compiler that may
        // choose the order makes all products of a row first, which do not fit in registers.
        unsafe {
            core::arch::asm!(
                "mul {low}, {a}, {b}",
                "mulhu {high}, {a}, {b}",
                "add {sum}, {place}, {low}",
                "sltu {low}, {sum}, {low}",
                "add {sum}, {sum}, {carry}",
                "add {high}, {high}, {low}",
                "sltu {low}, {sum}, {carry}",
                "add {high}, {high}, {low}",
                a = in(reg) a, b = in(reg) b, place = in(reg) place, carry = in(reg) carry,
                sum = out(reg) low, high = out(reg) high, low = out(reg) _,
                options(nomem, nostack, preserves_flags)
            );
        }
        (low, high)
    }
    #[cfg(not(target_arch = "riscv32"))]
    {
        let sum = u64::from(place) + u64::from(a) * u64::from(b) + u64::from(carry);
        (sum as u32, (sum >> 32) as u32)
    }
}

/// Puts a·b.
#[inline(always)]
pub fn product<const N: usize>(out: &mut MaybeUninit<Double<N>>, a: &[u32; N], b: &[u32; N]) {
    let mut row = [0; N];
    for (i, a) in a.iter().enumerate() {
        let mut carry = 0;
        repeated!(inner j < N => {
            let word;
            (word, carry) = mac(row[j], *a, wanted(&b[j]), carry);
            if j == 0 {
                put(out, i, word);
            } else {
                row[j - 1] = word;
            }
        });
        row[N - 1] = carry;
    }
    repeated!(inner j < N => {
        put(out, N + j, row[j]);
    });
}

/// (t + q·m)/R with the q below R that makes it whole: N words and a carry.
#[inline(always)]
pub fn divided<M: Params<u32, N>, const N: usize>(t: &Double<N>) -> ([u32; N], u32) {
    let p = hidden(&M::P_W);
    let (mut row, mut above) = (t[0], 0);
    for next in &t[1] {
        let q = row[0].wrapping_mul(M::N0_W);
        // The lowest word becomes zero: it carries where it was none.
        let mut carry =
            ((u64::from(q) * u64::from(wanted(&p[0]))) >> 32) as u32 + u32::from(row[0] != 0);
        repeated!(inner j < N => {
            if j > 0 {
                (row[j - 1], carry) = mac(row[j], q, wanted(&p[j]), carry);
            }
        });
        let (sum, first) = next.overflowing_add(carry);
        let (sum, second) = sum.overflowing_add(above);
        (row[N - 1], above) = (sum, u32::from(first) + u32::from(second));
    }
    (row, above)
}
