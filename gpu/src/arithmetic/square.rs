//! Squares: products above the diagonal once, doubled, and the diagonal.
//!
//! n(n + 1)/2 products for n². The reduction is its own
//! ([`columns::reduce`](super::columns::reduce)).

use super::columns::{Column, pair, row, row_and_carry};
use crate::ptx::{Body, Operand};

const ZERO: Operand = Operand::Immediate(0);

/// a² in 2n words.
pub fn wide(body: &mut Body, a: &[Operand]) -> Vec<Operand> {
    let n = a.len();
    let mut columns = [Column::new(2 * n + 1), Column::new(2 * n + 1)];
    for i in 0..n - 1 {
        for (parity, column) in columns.iter_mut().enumerate() {
            let first = if (i & 1) ^ parity == 1 { i + 1 } else { i + 2 };
            let xs: Vec<Operand> = a.iter().skip(first).step_by(2).copied().collect();
            let Some(top) = (2 * xs.len()).checked_sub(1) else { continue };
            let at = i + first;
            let new = |at: usize| !column.holds(at);
            if xs.len() == 1 && new(at) && new(at + 1) {
                pair(body, column, at, xs[0], a[i]);
            } else if new(at + top - 1) && new(at + top) {
                row(body.sum_chain(), column, at, &xs, a[i]);
            } else {
                row_and_carry(body.sum_chain(), column, at, &xs, a[i]);
            }
        }
    }
    // Both columns, from place one on, twice.
    let [even, odd] = columns;
    let words = |column: &Column| (1..2 * n).map(|at| column.get(at)).collect::<Vec<_>>();
    let once = body.sum(&words(&even), &words(&odd));
    let twice = body.sum(&once, &once);
    let above = |at: usize| at.checked_sub(1).map_or(ZERO, |at| twice[at]);
    let mut chain = body.sum_chain();
    let mut out: Vec<Operand> = Vec::with_capacity(2 * n);
    for (i, &x) in a.iter().enumerate() {
        out.push(chain.mad_lo(x, x, above(2 * i)).into());
        if i + 1 < n {
            out.push(chain.mad_hi(x, x, above(2 * i + 1)).into());
        }
    }
    let x = a[n - 1];
    out.push(chain.end_mad_hi(x, x, above(2 * n - 1)).into());
    out
}
