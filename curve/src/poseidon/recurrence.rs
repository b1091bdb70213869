//! Partial rounds as a recurrence: how its coefficients follow from the parameters.
//!
//! Let M = (m v; w H) with a number m, a row v, a column w and a square H of n = t − 1 rows, and
//! let sᵣ be what the S-box of partial round r gives. Then the first element of the state and the
//! rest of it go on as xᵣ₊₁ = m·sᵣ + v·Xᵣ and Xᵣ₊₁ = H·Xᵣ + w·sᵣ. The rest is seen through v alone:
//! with the rows oᵢ = v·H^(i−1) and the numbers b₀ = m, bⱼ = oⱼ·w,
//!
//! ```text
//! xᵣ = b₀·sᵣ₋₁ + b₁·sᵣ₋₂ + … + b₍ᵣ₋₁₎·s₀ + oᵣ·X₀,    and with o₍ₙ₊₁₎ = f₁·o₁ + … + fₙ·oₙ
//! xᵣ = f₁·xᵣ₋ₙ + … + fₙ·xᵣ₋₁ + gₙ·sᵣ₋₁₋ₙ + … + g₀·sᵣ₋₁    for r > n,    gⱼ = bⱼ − fₙ·bⱼ₋₁ − … − f₍ₙ₊₁₋ⱼ₎·b₀
//! ```
//!
//! So a partial round is one sum of 2t − 1 products, whose coefficients are those of every round,
//! with one reduction; sparse matrices (ePrint 2019/458, appendix B) have as many products, t
//! reductions and coefficients of each round. The last full round before gives x₀ and oᵢ·X₀ for i ≤
//! n by one matrix, and the rest of the state after R rounds follows from the last n values of x
//! and s, since o₁ … oₙ are independent: if they were not, a subspace would pass every partial
//! round without meeting an S-box, which §2.3 of the paper forbids.

use alloc::vec;
use alloc::vec::Vec;

use super::{FULL_ROUNDS, Parameters, Permutation, dot};
use crate::error::PoseidonError;
use crate::field::{Anywhere, Red};

/// Σ of products of two slices, zero for none.
fn inner<F: Anywhere>(a: &[Red<F>], b: &[Red<F>]) -> Red<F> {
    if a.is_empty() { Red::zero() } else { dot(a, b) }
}

/// A square matrix by columns, so that a row times it is a list of inner products.
struct Columns<F: Anywhere>(Vec<Vec<Red<F>>>);

impl<F: Anywhere> Columns<F> {
    /// Of rows.
    fn of(rows: &[Vec<Red<F>>]) -> Self {
        Self((0..rows.len()).map(|j| rows.iter().map(|row| row[j]).collect()).collect())
    }

    /// row·A.
    fn times_row(&self, row: &[Red<F>]) -> Vec<Red<F>> {
        self.0.iter().map(|column| inner(row, column)).collect()
    }
}

/// 1/A, if there is one, by elimination. In variable time.
fn invert<F: Anywhere>(mut a: Vec<Vec<Red<F>>>) -> Option<Vec<Vec<Red<F>>>> {
    let n = a.len();
    let mut out: Vec<Vec<Red<F>>> =
        (0..n).map(|i| (0..n).map(|j| Red::from(u32::from(i == j))).collect()).collect();
    for k in 0..n {
        let pivot = (k..n).find(|&i| !bool::from(a[i][k].is_zero()))?;
        a.swap(k, pivot);
        out.swap(k, pivot);
        let scale = a[k][k].invert_vartime();
        for x in a[k].iter_mut().chain(&mut out[k]) {
            *x *= &scale;
        }
        let (row, of_inverse) = (a[k].clone(), out[k].clone());
        for i in (0..n).filter(|&i| i != k) {
            let factor = a[i][k];
            for (x, y) in a[i].iter_mut().zip(&row).chain(out[i].iter_mut().zip(&of_inverse)) {
                *x = &*x - &(&factor * y);
            }
        }
    }
    Some(out)
}

impl<F: Anywhere> Permutation<F> {
    /// The permutation of these parameters. In variable time, as they are public.
    ///
    /// # Errors
    /// [`PoseidonError::Rounds`] for fewer partial rounds than elements; [`PoseidonError::Matrix`]
    /// if a subspace passes every partial round without an S-box.
    pub fn of(parameters: &Parameters<F>) -> Result<Self, PoseidonError> {
        let (t, partial) = (parameters.width(), parameters.partial_rounds());
        if partial < t {
            return Err(PoseidonError::Rounds);
        }
        let n = t - 1;
        let half = FULL_ROUNDS >> 1;
        let rows: Vec<&[Red<F>]> = parameters.matrix().chunks_exact(t).collect();
        let h = Columns((1..t).map(|j| rows[1..].iter().map(|row| row[j]).collect()).collect());
        let w: Vec<Red<F>> = rows[1..].iter().map(|row| row[0]).collect();

        // o₁ … oₙ and o₍ₙ₊₁₎.
        let mut o = vec![rows[0][1..].to_vec()];
        for i in 0..n {
            o.push(h.times_row(&o[i]));
        }
        let beyond = o.pop().unwrap_or_default();
        let inverse = invert(o.clone()).ok_or(PoseidonError::Matrix)?;
        let f = Columns::of(&inverse).times_row(&beyond);

        // b₀ … bₙ and g₀ … gₙ.
        let b: Vec<Red<F>> =
            core::iter::once(rows[0][0]).chain(o.iter().map(|o| inner(o, &w))).collect();
        let g = |j: usize| (1..=j).fold(b[j], |g, i| &g - &(&f[n - i] * &b[j - i]));
        let of_outputs = (0..=n).rev().map(g).collect();

        // The matrix of the full round before: its first row, and oᵢ times the others.
        let others =
            Columns((0..t).map(|j| rows[1..].iter().map(|row| row[j]).collect()).collect());
        let enter =
            rows[0].iter().copied().chain(o.iter().flat_map(|o| others.times_row(o))).collect();

        // Constants that meet no S-box go through the matrix to the next round.
        let mut constants = Vec::with_capacity(partial + 1);
        let mut rest = vec![Red::zero(); t];
        for round in half..half + partial {
            rest.iter_mut()
                .zip(parameters.round(round))
                .for_each(|(rest, constant)| *rest += constant);
            constants.push(core::mem::take(&mut rest[0]));
            rest = parameters.times(&rest);
        }
        let mut end: Vec<Red<F>> = parameters.constants()[(half + partial) * t..].to_vec();
        end.iter_mut().zip(&rest).for_each(|(end, rest)| *end += rest);
        // Values of the recurrence have theirs in them; that of round `partial` has none.
        constants.push(Red::zero());
        let rounds = |r: usize| {
            if r <= n { constants[r] } else { &constants[r] - &inner(&f, &constants[r - n..r]) }
        };
        let rounds = (0..=partial).map(rounds).collect();

        // With q = partial − n: O·X_q is what xs and ss of the last rounds tell, and X = Hⁿ·X_q + Σ
        // H^(n−1−j)·w·s₍q₊ⱼ₎. Hⁿ·O⁻¹ = O⁻¹·Fⁿ, with rows of Fⁿ that say o₍ₙ₊ᵢ₎ by o₁ … oₙ.
        let mut powers = vec![f.clone()];
        for i in 1..n {
            let last = &powers[i - 1];
            let mut next: Vec<_> = f.iter().map(|f| &last[n - 1] * f).collect();
            next[1..].iter_mut().zip(last).for_each(|(next, last)| *next += last);
            powers.push(next);
        }
        let powers = Columns::of(&powers);
        let mut steps = vec![w];
        for j in 1..n {
            let next = rows[1..].iter().map(|row| inner(&row[1..], &steps[j - 1])).collect();
            steps.push(next);
        }
        let mut leave = Vec::with_capacity(2 * n * n);
        for i in 0..n {
            let of_x = powers.times_row(&inverse[i]);
            end[i + 1] -= &inner(&of_x, &constants[partial - n + 1..=partial]);
            let of_s = (0..n).map(|j| &steps[n - 1 - j][i] - &inner(&of_x[j..], &b[..n - j]));
            let of_s: Vec<_> = of_s.collect();
            leave.extend(of_x);
            leave.extend(of_s);
        }

        Ok(Self {
            width: t,
            partial,
            begin: parameters.constants()[..half * t].to_vec(),
            matrix: parameters.matrix().to_vec(),
            enter,
            first: b[..n].iter().rev().copied().collect(),
            of_inputs: f,
            of_outputs,
            rounds,
            leave,
            end,
        })
    }
}
