//! Products and Montgomery reductions row by row, in loops: of numbers that a multiplier takes, which come here where it is refused. Three times the
//! instructions of the kernels, in a thirteenth of their code.

use crate::ct::opaque_32;
use crate::modulus::Params;

use super::Double;

/// Adds a·b to the words of a row, and gives what is carried beyond them. The number of words is one that the compiler does not know, or it would repeat the body.
#[inline(always)]
fn add_row<'a>(row: &mut impl Iterator<Item = &'a mut u32>, a: u32, b: &[u32], count: usize) -> u32 {
    let mut carry = 0;
    for (b, place) in b.iter().take(count).zip(row) {
        let sum = u64::from(*place) + u64::from(a) * u64::from(*b) + u64::from(carry);
        (*place, carry) = (sum as u32, (sum >> 32) as u32);
    }
    carry
}

/// a·b.
#[inline(always)]
pub fn product<const N: usize>(a: &[u32; N], b: &[u32; N]) -> Double<N> {
    let count = opaque_32(N as u32) as usize;
    let mut out = [[0; N]; 2];
    for (i, a) in a.iter().enumerate().take(count) {
        let mut row = out.as_flattened_mut().iter_mut().skip(i);
        let carry = add_row(&mut row, *a, b, count);
        row.take(1).for_each(|place| *place = carry);
    }
    out
}

/// (t + q·m)/R with the q below R that makes it whole: N words and a carry.
#[inline(always)]
pub fn divided<M: Params<u32, N>, const N: usize>(t: &Double<N>) -> ([u32; N], u32) {
    let count = opaque_32(N as u32) as usize;
    let mut out = *t;
    let mut above = 0;
    for i in 0..count {
        let words = out.as_flattened_mut();
        let q = words.get(i).map_or(0, |word| word.wrapping_mul(M::N0_W));
        let mut row = words.iter_mut().skip(i);
        let carry = add_row(&mut row, q, &M::P_W, count);
        row.take(1).for_each(|place| {
            let sum = u64::from(*place) + u64::from(carry) + u64::from(above);
            (*place, above) = (sum as u32, (sum >> 32) as u32);
        });
    }
    (out[1], above)
}
