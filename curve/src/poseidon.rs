//! Poseidon: a permutation of t field elements that circuits compute cheaply, and the hash function
//! of circom on it.
//!
//! L. Grassi, D. Khovratovich, C. Rechberger, A. Roy, M. Schofnegger, "Poseidon: a new hash
//! function for zero-knowledge proof systems", ePrint 2019/458. The S-box is x⁵. Of [`FULL_ROUNDS`]
//! full rounds half stand before and half after the partial rounds, in which the first element
//! alone meets an S-box. Numbers of partial rounds, constants and matrices are those of the
//! reference implementation (hadeshash, `generate_params_poseidon.sage`, which the paper's Grain
//! generator feeds) for 128 bits of security. On the order of BN254 these are circomlib's; on that
//! of BLS12-381 they are the instances `poseidonperm_x5_255_3` and `_5` of hadeshash for widths 3
//! and 5, and for other widths what the same script makes.
//!
//! No table is stored. The constants of all widths are 340 KiB for each field, those of the
//! recurrence more; [`Parameters::new`] runs the generator instead, for as many microseconds as a
//! few dozen hashes take. [`Permutation`] is the same function with a recurrence for partial rounds
//! (`recurrence`), for any engine.
//!
//! Cost for width t with n = t − 1, R partial rounds and one output: 3 products for each of 8t + R
//! S-boxes, two of them squarings; 7t² + t products in 7t + 1 sums for full rounds; R sums of
//! partial rounds, 2t − 1 products each but for r in each of the first n; 2n² in n sums after them.
//! A sum of more products than an engine takes at once, which are 33 at width 17, is reduced twice.
//!
//! # Example
//!
//! ```
//! use curvemark_curve::bn254::{FrEngine, Scalar};
//! use curvemark_curve::poseidon::{Parameters, Permutation, Poseidon};
//!
//! // The parameters of circomlib for two elements; they are kept for all hashes that follow.
//! let poseidon = Poseidon::<FrEngine>::new(2)?;
//! let [zero, one, two] = [0u32, 1, 2].map(Scalar::from);
//! let hash = poseidon.hash(&[one, two])?;
//! assert_eq!(hash.to_be_bytes()[..4], [0x11, 0x5c, 0xc0, 0xf5]);
//!
//! // Many at once: here of (1, 2) and of (2, 1).
//! let mut hashes = [Scalar::zero(); 2];
//! poseidon.hash_batch(&[one, two, two, one], &mut hashes)?;
//! assert_eq!(hashes[0], hash);
//!
//! // The permutation below, with parameters of your own choice.
//! let parameters = Parameters::<FrEngine>::new(3)?;
//! let mut state = vec![zero, one, two];
//! Permutation::of(&parameters)?.permute(&mut state, 1);
//! assert_eq!(state[0], hash);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use alloc::vec::Vec;

use limb::each::Each;

use crate::field::{Field, Kernels, Lazy, Operand, Red};

mod grain;
mod hash;
mod parameters;
mod recurrence;

pub use hash::{Poseidon, hash_on_lanes};
pub use parameters::Parameters;

/// R_F: rounds with an S-box for every element.
pub const FULL_ROUNDS: usize = 8;

/// Most elements of a state.
pub const MAX_WIDTH: usize = 17;

/// R_P for each width from 2 on: what `calc_round_numbers.py` of hadeshash gives for 128 bits and a
/// modulus of 254 or 255, with its margin of 7.5 %, the next multiple of t (circomlib's
/// `poseidon.circom`, N_ROUNDS_P).
pub const PARTIAL_ROUNDS: [usize; MAX_WIDTH - 1] =
    [56, 57, 56, 60, 60, 63, 64, 63, 60, 66, 60, 65, 70, 60, 64, 68];

/// The permutation of one width, with its constants on an engine.
///
/// With n = t − 1 it holds 2t² + 9t + 2n² + 2n + R + 1 elements, 115 for width 3 and 1344 for width
/// 17: of 32 bytes on words, of 320 on vectors.
///
/// [Example](self#example).
#[derive(Clone, Debug)]
pub struct Permutation<F: Field> {
    width: usize,
    partial: usize,
    /// Constants of the first full rounds.
    begin: Vec<Red<F>>,
    /// M, row by row.
    matrix: Vec<Red<F>>,
    /// Instead of M in the last full round before partial ones: x₀, and oᵢ·X₀.
    enter: Vec<Red<F>>,
    /// b₍ₙ₋₁₎ … b₀: of outputs of S-boxes, the oldest first, in the first n rounds.
    first: Vec<Red<F>>,
    /// f₁ … fₙ: of inputs of S-boxes, the oldest first.
    of_inputs: Vec<Red<F>>,
    /// gₙ … g₀: of their outputs.
    of_outputs: Vec<Red<F>>,
    /// What each value of the recurrence has added to it, that after the last partial round too.
    rounds: Vec<Red<F>>,
    /// What the rest of the state is after partial rounds, row by row: coefficients of the last n
    /// inputs, then of the last n outputs.
    leave: Vec<Red<F>>,
    /// Constants of the last full rounds.
    end: Vec<Red<F>>,
}

/// A sum of products, reduced as rarely as the engine can.
struct Sum<F: Field> {
    wide: F::Wide,
    products: u32,
    reduced: Option<Red<F>>,
}

impl<F: Field> Sum<F> {
    /// Of one product.
    #[inline(always)]
    fn of(a: &Red<F>, b: &impl Operand<F>) -> Self {
        Self { wide: F::Kernels::product(a.raw(), b.raw()), products: 1, reduced: None }
    }

    /// Adds products, as many as there are coefficients.
    #[inline(always)]
    fn add<T: Operand<F>>(&mut self, coefficients: &[Red<F>], values: &[T]) {
        for (a, b) in coefficients.iter().zip(values) {
            if self.products == F::MAX_PRODUCTS {
                let sum = self.residue();
                *self = Self::of(a, b);
                self.reduced = Some(sum);
            } else {
                F::mac(&mut self.wide, a.raw(), b.raw());
                self.products += 1;
            }
        }
    }

    /// The residue.
    #[inline(always)]
    fn residue(&self) -> Red<F> {
        let [sum] = F::reduce([&self.wide]).each(Red::from_raw);
        self.reduced.as_ref().map_or_else(|| sum.clone(), |before| &sum + before)
    }
}

/// Σ aᵢ·bᵢ of at least one product.
#[inline(always)]
fn dot<F: Field, T: Operand<F>>(coefficients: &[Red<F>], values: &[T]) -> Red<F> {
    let mut sum = Sum::of(&coefficients[0], &values[0]);
    sum.add(&coefficients[1..], &values[1..]);
    sum.residue()
}

/// x⁵.
#[inline(always)]
fn fifth<F: Field>(x: &Lazy<F>) -> Red<F> {
    &x.sqr().sqr() * x
}

/// A full round: constants, S-boxes, as many rows of a matrix as asked for.
#[inline(always)]
fn full_round<F: Field>(
    state: &mut Vec<Red<F>>,
    next: &mut Vec<Red<F>>,
    constants: &[Red<F>],
    matrix: &[Red<F>],
    rows: usize,
) {
    state.iter_mut().zip(constants).for_each(|(x, constant)| *x = fifth(&x.plus(constant)));
    next.clear();
    next.extend(matrix.chunks_exact(constants.len()).take(rows).map(|row| dot(row, state)));
    core::mem::swap(state, next);
}

impl<F: Field> Permutation<F> {
    /// What the constants' engine makes its values with.
    pub(crate) fn ctx(&self) -> F::Ctx {
        self.matrix[0].ctx()
    }

    /// t: elements of the state.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The same permutation on another engine, given how an element comes there.
    pub fn on<E: Field>(&self, enter: impl Fn(&Red<F>) -> Red<E>) -> Permutation<E> {
        let all = |elements: &[Red<F>]| elements.iter().map(&enter).collect();
        Permutation {
            width: self.width,
            partial: self.partial,
            begin: all(&self.begin),
            matrix: all(&self.matrix),
            enter: all(&self.enter),
            first: all(&self.first),
            of_inputs: all(&self.of_inputs),
            of_outputs: all(&self.of_outputs),
            rounds: all(&self.rounds),
            leave: all(&self.leave),
            end: all(&self.end),
        }
    }

    /// Permutes a state of t elements and keeps the first of them, as many as `outputs`, at most t.
    /// A state of another length is emptied.
    ///
    /// Constant-time in the elements. For cost see the [module](self); each output more than one is
    /// a sum of t products.
    #[inline(always)]
    pub fn permute(&self, state: &mut Vec<Red<F>>, outputs: usize) {
        let (t, n, partial) = (self.width, self.width - 1, self.partial);
        if state.len() != t {
            state.clear();
            return;
        }
        let mut next = Vec::with_capacity(t);
        let last = ((FULL_ROUNDS >> 1) - 1) * t;
        for constants in self.begin[..last].chunks_exact(t) {
            full_round(state, &mut next, constants, &self.matrix, t);
        }
        full_round(state, &mut next, &self.begin[last..], &self.enter, t);

        // Inputs and outputs of the S-boxes.
        let (mut inputs, mut outs) = (Vec::with_capacity(partial + 1), Vec::with_capacity(partial));
        inputs.push(state[0].plus(&self.rounds[0]));
        for r in 1..=partial {
            outs.push(fifth(&inputs[r - 1]));
            let x = if r <= n {
                &dot(&self.first[n - r..], &outs) + &state[r]
            } else {
                // What is known before the last S-box comes first.
                let mut sum = Sum::of(&self.of_inputs[0], &inputs[r - n]);
                sum.add(&self.of_inputs[1..], &inputs[r - n + 1..]);
                sum.add(&self.of_outputs, &outs[r - 1 - n..]);
                sum.residue()
            };
            inputs.push(x.plus(&self.rounds[r]));
        }
        state.clear();
        state.push(inputs[partial].weak());
        state.extend(self.leave.chunks_exact(2 * n).map(|row| {
            let mut sum = Sum::of(&row[0], &inputs[partial + 1 - n]);
            sum.add(&row[1..n], &inputs[partial + 2 - n..]);
            sum.add(&row[n..], &outs[partial - n..]);
            sum.residue()
        }));

        for constants in self.end[..last].chunks_exact(t) {
            full_round(state, &mut next, constants, &self.matrix, t);
        }
        full_round(state, &mut next, &self.end[last..], &self.matrix, outputs);
    }
}
