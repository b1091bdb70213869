//! Proofs of a circuit that a seed tells.
//!
//! The circuit is that of curvemark's `groth16::insecure_test_setup`, written down a second time by
//! its description there: for n constraints and two public inputs, u₍ₖ₊₁₎ = (uₖ + cₖ·x)·(uₖ + dₖ),
//! where x is the second public input and u_n the first.

use std::sync::OnceLock;

use ark_bn254::{Bn254, Fr};
use ark_ff::{BigInteger, PrimeField, UniformRand};
use ark_groth16::{Groth16, PreparedVerifyingKey, Proof, ProvingKey, prepare_verifying_key};
use ark_relations::gr1cs::{
    ConstraintSynthesizer, ConstraintSystem, ConstraintSystemRef, LinearCombination, Matrix,
    R1CS_PREDICATE_LABEL, SynthesisError, Variable,
};
use ark_std::rand::SeedableRng;
use ark_std::rand::rngs::StdRng;
use peer_api::body::{Prepared, parse_all, refusing};
use peer_api::{Case, Operation, Refusal};
use sha2::{Digest, Sha256};

/// The seed of the operations' circuits.
const SEED: u64 = 1;

pub fn prepare(constraints: u32, operation: &Operation, pool: &[Case]) -> Prepared {
    static SMALL: OnceLock<Setup> = OnceLock::new();
    static LARGE: OnceLock<Setup> = OnceLock::new();
    let kept = match constraints {
        1024 => &SMALL,
        65_536 => &LARGE,
        _ => {
            return Err(Refusal::Unsupported(format!(
                "ark-groth16 does not serve {}",
                operation.id
            )));
        }
    };
    let setup = kept.get_or_init(|| Setup::new(constraints));
    let cases = parse_all(operation, pool, |case| {
        let number = u64::from_be_bytes(case[0].as_slice().try_into().ok()?);
        Some(setup.circuit.assignment(number))
    })?;
    // The same work each time: these proofs hide nothing from anybody.
    let call = move |assignment: &Vec<Fr>| {
        let mut random = StdRng::seed_from_u64(1);
        let (r, s) = (Fr::rand(&mut random), Fr::rand(&mut random));
        let proof = Groth16::<Bn254>::create_proof_with_reduction_and_matrices(
            &setup.key,
            r,
            s,
            &setup.matrices,
            3,
            constraints as usize,
            assignment,
        );
        Some(([assignment[1], assignment[2]], proof.ok()?))
    };
    let holds = move |(inputs, proof): &([Fr; 2], Proof<Bn254>)| {
        let holds =
            Groth16::<Bn254>::verify_proof(&setup.verifying, proof, inputs).unwrap_or(false);
        [inputs[0].into_bigint().to_bytes_be(), vec![u8::from(holds)]].concat()
    };
    refusing(cases, call, holds)
}

/// What is made once for a circuit.
struct Setup {
    circuit: Circuit,
    key: ProvingKey<Bn254>,
    verifying: PreparedVerifyingKey<Bn254>,
    matrices: Vec<Matrix<Fr>>,
}

impl Setup {
    fn new(constraints: u32) -> Self {
        let circuit = Circuit { constraints };
        let mut random = StdRng::seed_from_u64(SEED);
        let key = Groth16::<Bn254>::generate_random_parameters_with_reduction(circuit, &mut random);
        let key = key.expect("the circuit is satisfiable");
        let system = ConstraintSystem::new_ref();
        circuit.generate_constraints(system.clone()).expect("there are values");
        system.finalize();
        let matrices = system.to_matrices().expect("constraints")[R1CS_PREDICATE_LABEL].clone();
        Self { circuit, verifying: prepare_verifying_key(&key.vk), key, matrices }
    }
}

/// So many constraints of [`SEED`].
#[derive(Clone, Copy)]
struct Circuit {
    constraints: u32,
}

impl Circuit {
    /// cₖ and dₖ.
    fn step(k: u32) -> [Fr; 2] {
        let bytes = hash("step", u64::from(k));
        [Fr::from_be_bytes_mod_order(&bytes[..8]), Fr::from_be_bytes_mod_order(&bytes[8..16])]
    }

    /// One, the public inputs, u₀ to u₍ₙ₋₁₎ of the witness of a number.
    fn assignment(self, number: u64) -> Vec<Fr> {
        let x = Fr::from_be_bytes_mod_order(&hash("public", number ^ (2 << 40))[..16]);
        let mut values = vec![Fr::from(1u8), Fr::from(0u8), x];
        let mut u = Fr::from_be_bytes_mod_order(&hash("private", number));
        for k in 0..self.constraints {
            values.push(u);
            let [c, d] = Self::step(k);
            u = (u + c * x) * (u + d);
        }
        values[1] = u;
        values
    }
}

impl ConstraintSynthesizer<Fr> for Circuit {
    fn generate_constraints(self, system: ConstraintSystemRef<Fr>) -> Result<(), SynthesisError> {
        let values = self.assignment(0);
        let mut values = values.into_iter().skip(1);
        let mut next = || values.next().ok_or(SynthesisError::AssignmentMissing);
        let (last, x) =
            (system.new_input_variable(&mut next)?, system.new_input_variable(&mut next)?);
        let chain = (0..self.constraints).map(|_| system.new_witness_variable(&mut next));
        let mut chain = chain.collect::<Result<Vec<Variable>, _>>()?;
        chain.push(last);
        for (k, pair) in (0..).zip(chain.windows(2)) {
            let [c, d] = Self::step(k);
            let [u, after] = [pair[0], pair[1]];
            system.enforce_r1cs_constraint(
                || LinearCombination::from(u) + (c, x),
                || LinearCombination::from(u) + (d, Variable::One),
                || LinearCombination::from(after),
            )?;
        }
        Ok(())
    }
}

/// 64 bytes for a purpose and a number.
fn hash(what: &str, number: u64) -> [u8; 64] {
    let mut out = [0; 64];
    for (half, out) in (0u8..).zip(out.chunks_exact_mut(32)) {
        let hash = Sha256::new_with_prefix(b"curvemark groth16 insecure test setup");
        let hash = hash
            .chain_update([half])
            .chain_update(SEED.to_le_bytes())
            .chain_update(number.to_le_bytes());
        out.copy_from_slice(&hash.chain_update(what.as_bytes()).finalize());
    }
    out
}
