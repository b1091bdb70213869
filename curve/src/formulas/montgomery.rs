//! The ladder on Montgomery curves y² = x³ + Ax² + x, by x alone.
//!
//! P. L. Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", 1987,
//! §10.3.1; D. J. Bernstein, "Curve25519: new Diffie-Hellman speed records", 2006, Appendix B, for
//! why there are no exceptions: with A² − 4 no square the formulas hold for all points, those at
//! infinity, of small order and of the twist among them. Where we deviate: not the points change
//! places but what is doubled is chosen, since the sum of two points does not ask for their order.

use limb::each::Each;

use crate::field::{Field, Masked, Red};
use crate::formulas::select;
use crate::integer::Integer;

/// x = X/Z; Z is zero for the point at infinity.
type Pair<F> = [Red<F>; 2];

/// 2P, or 2Q where `swap` is true, and P + Q, for u = x of P − Q: 6 products, 4 squares.
#[inline(always)]
fn step<F: Masked>(
    [p, q]: &[Pair<F>; 2],
    u: &Red<F>,
    swap: &F::Mask,
    a24: &Red<F>,
) -> [Pair<F>; 2] {
    let (a, b) = (p[0].plus(&p[1]).weak(), p[0].minus(&p[1]).weak());
    let (c, d) = (q[0].plus(&q[1]).weak(), q[0].minus(&q[1]).weak());
    let (aa, bb) = (select(&a, &c, swap).sqr(), select(&b, &d, swap).sqr());
    let (da, cb) = (&d * &a, &c * &b);
    let e = &aa - &bb;
    [[&aa * &bb, &e * &bb.plus(&(a24 * &e))], [da.plus(&cb).sqr(), u * &da.minus(&cb).sqr()]]
}

/// X and Z of \[k\]P for u = x of P and the lowest `bits` bits of k; a24 = (A + 2)/4, below 2^24.
/// Constant-time in u and k.
///
/// Cost: a step for each bit: 5 products, one of them by u, 4 squares and a product by a24.
pub fn ladder<F: Masked>(u: &Red<F>, k: &Integer, bits: usize, a24: u32) -> Pair<F> {
    let ctx = u.ctx();
    let (zero, one, a24) = (Red::zero_in(&ctx), Red::one_in(&ctx), Red::small(&ctx, a24));
    let mut points = [[one.clone(), zero], [u.clone(), one]];
    // Whether they stand the other way round.
    let mut swapped = 0;
    for i in (0..bits).rev() {
        let bit = (k[i >> 6] >> (i & 63)) as u8 & 1;
        let swap = F::mask((swapped ^ bit).into());
        points = <F as Field>::kernel(
            #[inline(always)]
            || step(&points, u, &swap, &a24),
        );
        swapped = bit;
    }
    let swapped = F::mask(swapped.into());
    let [[x, z], [other_x, other_z]] = &points;
    [select(x, other_x, &swapped), select(z, other_z, &swapped)]
}

/// [`ladder`] on raw values, which are reduced.
#[inline(always)]
pub(crate) fn ladder_of_raw<F: Masked>(
    u: &F::Raw,
    k: &Integer,
    bits: usize,
    a24: u32,
) -> [F::Raw; 2] {
    ladder(&Red::<F>::from_raw(u.clone()), k, bits, a24).each(|a| a.raw().clone())
}
