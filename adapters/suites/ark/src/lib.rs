//! Suites and programs of others over `curvemark-ark`: see the tests, and `examples/compare.rs` for
//! the times.

use ark_ff::Field;
use ark_relations::gr1cs::{ConstraintSynthesizer, ConstraintSystemRef, SynthesisError};
use ark_relations::lc;

/// A circuit of `squarings` constraints: x to the power 2^`squarings` is the public output, and x
/// is a witness.
#[derive(Clone, Copy, Debug)]
pub struct Squarings<F> {
    /// x; none for the setup.
    pub x: Option<F>,
    /// The number of constraints.
    pub squarings: usize,
}

impl<F: Field> Squarings<F> {
    /// The public output.
    pub fn output(x: F, squarings: usize) -> F {
        (0..squarings).fold(x, |power, _| power.square())
    }
}

impl<F: Field> ConstraintSynthesizer<F> for Squarings<F> {
    fn generate_constraints(self, cs: ConstraintSystemRef<F>) -> Result<(), SynthesisError> {
        let missing = SynthesisError::AssignmentMissing;
        let output = cs.new_input_variable(|| {
            let x = self.x.ok_or(SynthesisError::AssignmentMissing)?;
            Ok(Self::output(x, self.squarings))
        })?;
        let mut value = self.x;
        let mut variable = cs.new_witness_variable(|| value.ok_or(missing))?;
        for i in 1..=self.squarings {
            value = value.map(|value| value.square());
            let square = if i == self.squarings {
                output
            } else {
                cs.new_witness_variable(|| value.ok_or(SynthesisError::AssignmentMissing))?
            };
            cs.enforce_r1cs_constraint(
                || lc!() + variable,
                || lc!() + variable,
                || lc!() + square,
            )?;
            variable = square;
        }
        Ok(())
    }
}
