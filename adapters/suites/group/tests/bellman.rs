//! bellman's Groth16, which knows `ff`, `group` and `pairing` only, over our pairings.

use bellman::groth16::{
    create_random_proof, generate_random_parameters, prepare_verifying_key, verify_proof,
    Parameters, Proof,
};
use bellman::{Circuit, ConstraintSystem, SynthesisError};
use curvemark_group::bls12_381::Bls12;
use curvemark_group::bn254::Bn256;
use ff::{Field, PrimeField, PrimeFieldBits};
use group::{GroupEncoding, UncompressedEncoding, WnafGroup};
use pairing::{Engine, MultiMillerLoop};
use rand_core::{OsRng, RngCore};

/// x₀ is secret; xᵢ₊₁ = xᵢ² + i, of which the last is public.
struct Squares<F> {
    start: Option<F>,
    steps: u64,
}

impl<F: PrimeField> Squares<F> {
    fn step(value: F, i: u64) -> F {
        value.square() + F::from(i)
    }

    fn last(&self) -> Option<F> {
        Some((0..self.steps).fold(self.start?, Self::step))
    }
}

impl<F: PrimeField> Circuit<F> for Squares<F> {
    fn synthesize<C: ConstraintSystem<F>>(self, cs: &mut C) -> Result<(), SynthesisError> {
        let public = self.last();
        let mut value = self.start;
        let mut x = cs.alloc(|| "x", || value.ok_or(SynthesisError::AssignmentMissing))?;
        for i in 0..self.steps {
            let next = value.map(|value| Self::step(value, i));
            let y = if i + 1 == self.steps {
                cs.alloc_input(|| "last", || public.ok_or(SynthesisError::AssignmentMissing))?
            } else {
                cs.alloc(|| "y", || next.ok_or(SynthesisError::AssignmentMissing))?
            };
            let constant = F::from(i);
            cs.enforce(|| "square", |lc| lc + x, |lc| lc + x, |lc| lc + y - (constant, C::one()));
            (value, x) = (next, y);
        }
        Ok(())
    }
}

fn prove_and_verify<E>()
where
    E: Engine<Fr: PrimeFieldBits, G1: WnafGroup, G2: WnafGroup> + MultiMillerLoop,
    E::G1Affine: GroupEncoding + UncompressedEncoding,
    E::G2Affine: GroupEncoding + UncompressedEncoding,
{
    let mut rng = OsRng;
    let circuit = |start| Squares { start, steps: 300 };
    let parameters =
        generate_random_parameters::<E, _, _>(circuit(None), &mut rng).expect("parameters");
    // Keys travel as bytes, which are checked.
    let mut bytes = Vec::new();
    parameters.write(&mut bytes).expect("written");
    let parameters = Parameters::<E>::read(&bytes[..], true).expect("read");
    let key = prepare_verifying_key(&parameters.vk);

    let start = E::Fr::from(rng.next_u64());
    let public = circuit(Some(start)).last().expect("a value");
    let proof = create_random_proof(circuit(Some(start)), &parameters, &mut rng).expect("a proof");
    let mut bytes = Vec::new();
    proof.write(&mut bytes).expect("written");
    let proof = Proof::<E>::read(&bytes[..]).expect("read");
    assert!(verify_proof(&key, &proof, &[public]).is_ok());
    assert!(verify_proof(&key, &proof, &[public + E::Fr::ONE]).is_err());
    let exchanged = Proof { a: proof.c, b: proof.b, c: proof.a };
    assert!(verify_proof(&key, &exchanged, &[public]).is_err());
    bytes[3] ^= 1;
    let changed = Proof::<E>::read(&bytes[..]);
    assert!(changed.is_err() || verify_proof(&key, &changed.unwrap(), &[public]).is_err());
}

#[test]
fn groth16_over_bls12_381() {
    prove_and_verify::<Bls12>();
}

#[test]
fn groth16_over_bn254() {
    prove_and_verify::<Bn256>();
}
