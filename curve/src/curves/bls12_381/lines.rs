//! The lines of the Miller loop for −g2, in the order of the loop: what a verifier whose points
//! pair with the generator need not compute.
//!
//! With T the multiple of −g2 that the loop has reached and λ the slope of the tangent at T, or of
//! the chord through T and −g2, a line is (λ·x_T − y_T) − λ·x_P·w² + y_P·w³ ([`crate::pairing`]).
//! Kept are λ·x_T − y_T and −λ, each in Fp2 with c₀ before c₁, as 48 big-endian bytes for each
//! coefficient; of 63 tangents and 5 chords, 13,056 bytes.
//!
//! `curvemark derive bls12-381 --lines FILE` made the file; a test compares.

use super::{BaseEngine, Bls12381};
use crate::field::{Canonical, Red};
use crate::fp2::Quad;
use crate::pairing::Coefficients;

static LINES: &[u8; 13_056] = include_bytes!("lines.bin");

/// A line; none beyond the last.
#[cfg_attr(target_arch = "riscv32", inline(never))]
pub(super) fn kept_line<F: BaseEngine + Canonical>(
    ctx: &F::Ctx,
    line: usize,
) -> Option<Coefficients<Bls12381<F>>> {
    let bytes: &[u8; 192] = LINES.as_chunks().0.get(line)?;
    let [c0, c1, x0, x1] = bytes.as_chunks::<48>().0 else { return None };
    let read = |bytes: &[u8; 48]| Red::<F>::from_bytes_in(ctx, bytes).0;
    Some(Coefficients::monic(Red::<Quad<F>>::new(read(c0), read(c1)), Red::new(read(x0), read(x1))))
}
