//! Suites and programs of others over `curvemark-group` with the traits of pasta_curves: see the
//! tests, and `examples/compare.rs` for the times.

use ff::{Field, FromUniformBytes};
use halo2_proofs::arithmetic::CurveAffine;
use halo2_proofs::circuit::{Layouter, SimpleFloorPlanner, Value};
use halo2_proofs::plonk::{
    create_proof, keygen_pk, keygen_vk, verify_proof, Advice, Circuit, Column, ConstraintSystem,
    Error, Instance, ProvingKey, Selector, SingleVerifier, VerifyingKey,
};
use halo2_proofs::poly::commitment::Params;
use halo2_proofs::poly::Rotation;
use halo2_proofs::transcript::{Blake2bRead, Blake2bWrite, Challenge255};
use rand_core::Rng;

/// A circuit of `squarings` rows: x to the power 2^`squarings` is the public output, and x is a
/// witness.
#[derive(Clone, Copy, Debug)]
pub struct Squarings<F> {
    /// x; none for the keys.
    pub x: Option<F>,
    /// The number of rows.
    pub squarings: usize,
}

/// The columns of [`Squarings`].
#[derive(Clone, Debug)]
pub struct Columns {
    values: Column<Advice>,
    output: Column<Instance>,
    squared: Selector,
}

impl<F: Field> Squarings<F> {
    /// The public output.
    pub fn output(x: F, squarings: usize) -> F {
        (0..squarings).fold(x, |power, _| power.square())
    }
}

impl<F: Field> Circuit<F> for Squarings<F> {
    type Config = Columns;
    type FloorPlanner = SimpleFloorPlanner;

    fn without_witnesses(&self) -> Self {
        Self { x: None, ..*self }
    }

    fn configure(meta: &mut ConstraintSystem<F>) -> Columns {
        let (values, output) = (meta.advice_column(), meta.instance_column());
        let squared = meta.selector();
        meta.enable_equality(values);
        meta.enable_equality(output);
        meta.create_gate("the next is the square", |meta| {
            let value = meta.query_advice(values, Rotation::cur());
            let next = meta.query_advice(values, Rotation::next());
            let squared = meta.query_selector(squared);
            vec![squared * (value.clone() * value - next)]
        });
        Columns { values, output, squared }
    }

    fn synthesize(&self, columns: Columns, mut layouter: impl Layouter<F>) -> Result<(), Error> {
        let last = layouter.assign_region(
            || "squarings",
            |mut region| {
                let mut value = self.x.map_or_else(Value::unknown, Value::known);
                let mut cell = region.assign_advice(|| "x", columns.values, 0, || value)?;
                for row in 0..self.squarings {
                    columns.squared.enable(&mut region, row)?;
                    value = value.map(|value| value.square());
                    cell = region.assign_advice(|| "square", columns.values, row + 1, || value)?;
                }
                Ok(cell)
            },
        )?;
        layouter.constrain_instance(last.cell(), columns.output, 0)
    }
}

/// The key for a circuit over a curve's scalars.
pub fn key<C>(params: &Params<C>, squarings: usize) -> ProvingKey<C>
where
    C: CurveAffine,
    C::Scalar: FromUniformBytes<64>,
{
    let circuit = Squarings { x: None, squarings };
    let verifying = keygen_vk(params, &circuit).expect("enough rows");
    keygen_pk(params, verifying, &circuit).expect("enough rows")
}

/// A proof for a circuit of as many rows as `key` is for.
pub fn prove<C>(
    params: &Params<C>,
    key: &ProvingKey<C>,
    (x, squarings): (C::Scalar, usize),
    rng: impl Rng,
) -> Vec<u8>
where
    C: CurveAffine,
    C::Scalar: FromUniformBytes<64>,
{
    let circuit = Squarings { x: Some(x), squarings };
    let output = Squarings::output(x, squarings);
    let mut transcript = Blake2bWrite::<_, _, Challenge255<_>>::init(vec![]);
    create_proof(params, key, &[circuit], &[&[&[output]]], rng, &mut transcript)
        .expect("a witness");
    transcript.finalize()
}

/// Whether a proof is one for this output.
pub fn verify<C>(params: &Params<C>, key: &VerifyingKey<C>, output: C::Scalar, proof: &[u8]) -> bool
where
    C: CurveAffine,
    C::Scalar: FromUniformBytes<64>,
{
    let mut transcript = Blake2bRead::<_, _, Challenge255<_>>::init(proof);
    let strategy = SingleVerifier::new(params);
    verify_proof(params, key, strategy, &[&[&[output]]], &mut transcript).is_ok()
}
