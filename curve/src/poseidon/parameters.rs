//! The parameters of an instance, and the permutation as the paper writes it.

use alloc::vec::Vec;

use limb::Modulus;
use limb::modulus::Constant;

use super::grain::Grain;
use super::{FULL_ROUNDS, MAX_WIDTH, PARTIAL_ROUNDS};
use crate::error::PoseidonError;
use crate::field::{Anywhere, Field, InLanes, Red};
use crate::vectors::invert_batch_vartime;

/// Round constants and the matrix of one width.
///
/// [Example](super#example).
#[derive(Clone, Debug)]
pub struct Parameters<F: Field> {
    width: usize,
    partial: usize,
    constants: Vec<Red<F>>,
    matrix: Vec<Red<F>>,
}

impl<F: Field> Parameters<F> {
    /// Those of another instance with [`FULL_ROUNDS`]: constants of each round, t of them, and the
    /// matrix row by row.
    ///
    /// # Errors
    /// [`PoseidonError::Width`] if t is below 2, or the lists are not of these lengths.
    pub fn from_parts(
        width: usize,
        partial: usize,
        constants: Vec<Red<F>>,
        matrix: Vec<Red<F>>,
    ) -> Result<Self, PoseidonError> {
        let length = partial.checked_add(FULL_ROUNDS).and_then(|rounds| rounds.checked_mul(width));
        if width < 2
            || length != Some(constants.len())
            || width.checked_mul(width) != Some(matrix.len())
        {
            return Err(PoseidonError::Width);
        }
        Ok(Self { width, partial, constants, matrix })
    }

    /// t: elements of the state.
    pub fn width(&self) -> usize {
        self.width
    }

    /// R_P: rounds with one S-box.
    pub fn partial_rounds(&self) -> usize {
        self.partial
    }

    /// Constants that are added before the S-boxes: t for each round, the first round first.
    pub fn constants(&self) -> &[Red<F>] {
        &self.constants
    }

    /// The matrix of the linear layer, row by row.
    pub fn matrix(&self) -> &[Red<F>] {
        &self.matrix
    }

    /// Constants of a round.
    pub(super) fn round(&self, round: usize) -> &[Red<F>] {
        &self.constants[round * self.width..(round + 1) * self.width]
    }

    /// M·x for a column x.
    pub(super) fn times(&self, x: &[Red<F>]) -> Vec<Red<F>> {
        self.matrix.chunks_exact(self.width).map(|row| super::dot(row, x)).collect()
    }

    /// The permutation, round by round as §2.3 of the paper has it: what
    /// [`Permutation`](super::Permutation) is tested against. Of a state of another length, nothing
    /// is changed.
    #[inline(never)]
    pub fn permute(&self, state: &mut [Red<F>]) {
        if state.len() != self.width {
            return;
        }
        let half = FULL_ROUNDS >> 1;
        for round in 0..FULL_ROUNDS + self.partial {
            for (x, constant) in state.iter_mut().zip(self.round(round)) {
                *x = &*x + constant;
            }
            let active = if (half..half + self.partial).contains(&round) { 1 } else { self.width };
            for x in &mut state[..active] {
                *x = &x.sqr().sqr() * &*x;
            }
            let next = self.times(state);
            state.clone_from_slice(&next);
        }
    }
}

impl<M: Modulus, F: InLanes + Anywhere + Field<Const = Constant<M>>> Parameters<F> {
    /// Those of the reference for x⁵ at 128 bits of security, for a width from 2 to [`MAX_WIDTH`]:
    /// see the [module](super).
    ///
    /// In time that depends on the width alone, since everything is public: 0.2 to 2 ms.
    ///
    /// # Errors
    /// [`PoseidonError::Width`].
    #[inline(never)]
    pub fn new(width: usize) -> Result<Self, PoseidonError> {
        let partial = *PARTIAL_ROUNDS.get(width.wrapping_sub(2)).ok_or(PoseidonError::Width)?;
        const { assert!(F::BYTES <= 64 && PARTIAL_ROUNDS.len() == MAX_WIDTH - 1) };
        let mut grain = Grain::new(M::BITS, width, FULL_ROUNDS, partial);
        let constants =
            (0..(FULL_ROUNDS + partial) * width).map(|_| grain.element(M::BITS)).collect();
        // Cauchy's matrix 1/(xᵢ + yⱼ). The reference draws again if two of these integers are equal
        // or a sum is zero, which no instance here meets.
        let x: Vec<Red<F>> = (0..width).map(|_| grain.residue(M::BITS)).collect();
        let y: Vec<Red<F>> = (0..width).map(|_| grain.residue(M::BITS)).collect();
        let mut matrix: Vec<_> = x.iter().flat_map(|x| y.iter().map(move |y| x + y)).collect();
        invert_batch_vartime(&mut matrix);
        Ok(Self { width, partial, constants, matrix })
    }
}
