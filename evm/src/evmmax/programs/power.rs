//! Powers with a fixed exponent, without a branch: an inverse by Fermat's little theorem, a square
//! root.

use alloc::vec::Vec;

use curve::field::{Field, Red};
use limb::modulus::Limbs;

/// Bits of a window.
const WIDTH: usize = 5;

/// x^exponent for an exponent that is not zero: a squaring for each bit, a product for each of the
/// windows of up to five bits that begin and end in a one, and 16 for the table of odd powers.
pub(crate) fn power<F: Field>(x: &Red<F>, exponent: &Limbs) -> Red<F> {
    let bit = |i: usize| exponent[i >> 6] >> (i & 63) & 1;
    let square = |x: &Red<F>| x * x;
    let twice = square(x);
    let mut odd: Vec<Red<F>> = [x.clone()].to_vec();
    for i in 1..1 << (WIDTH - 1) {
        odd.push(&odd[i - 1] * &twice);
    }
    let mut out: Option<Red<F>> = None;
    let mut left = exponent.iter().rposition(|&limb| limb != 0).map_or(0, |top| 64 * (top + 1));
    while let Some(top) = left.checked_sub(1) {
        if bit(top) == 0 {
            out = out.map(|out| square(&out));
            left -= 1;
            continue;
        }
        // The longest window that ends in a one.
        let lowest = (left.saturating_sub(WIDTH)..left).find(|&i| bit(i) == 1).unwrap_or(top);
        let window = (lowest..left).rev().fold(0, |window, i| window << 1 | bit(i) as usize);
        let power = &odd[window >> 1];
        out = Some(match out {
            Some(out) => &(lowest..left).fold(out, |out, _| square(&out)) * power,
            None => power.clone(),
        });
        left = lowest;
    }
    out.unwrap_or_else(|| Red::one_in(&x.ctx()))
}
