//! ark-groth16 0.6 of arkworks, without its feature `parallel`.
//!
//! Verification is by a key that is prepared before. Many proofs are verified one by one: the
//! library has nothing for them. It proves with its own reduction (that of libsnark) under a key of
//! its own for the circuit, from a full assignment and the matrices of the constraints, which is
//! all that its `prove` does after running the circuit.

mod prove;

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use ark_ec::pairing::Pairing;
use ark_groth16::{Groth16, PreparedVerifyingKey, Proof, VerifyingKey, prepare_verifying_key};
use ark_serialize::CanonicalDeserialize;
use peer_api::body::{Prepared, parse_all, refusing};
use peer_api::{About, Case, Contract, Implementation, Operation, Refusal};

use crate::about::about;
use crate::groth16_bytes::{CONTRACT, Verb, asked, each_input};
use crate::kzg_bytes::verdict;

/// ark-groth16.
pub struct ArkGroth16;

impl Implementation for ArkGroth16 {
    fn about(&self) -> About {
        about(
            "ark-groth16",
            "ark-groth16",
            &["ark-ec", "ark-ff", "ark-bn254", "ark-bls12-381"],
            "portable Rust",
        )
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let (curve, _) = asked(operation)?;
        ["bn254", "bls12-381"].contains(&curve).then_some(CONTRACT)
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        match asked(operation) {
            Some(("bn254", Verb::Prove(constraints))) => {
                prove::prepare(constraints, operation, pool)
            }
            Some(("bn254", _)) => verify::<Bn254>(operation, pool),
            Some(("bls12-381", Verb::Verify | Verb::Batch)) => verify::<Bls12_381>(operation, pool),
            _ => Err(Refusal::Unsupported(format!("ark-groth16 does not serve {}", operation.id))),
        }
    }
}

/// A key, proofs and their inputs.
type Statement<E> = (PreparedVerifyingKey<E>, Vec<(Proof<E>, Vec<<E as Pairing>::ScalarField>)>);

fn verify<E: Pairing>(operation: &Operation, pool: &[Case]) -> Prepared {
    let cases = parse_all(operation, pool, |case| {
        let key = prepare_verifying_key(&whole::<VerifyingKey<E>>(&case[0])?);
        let proofs = case[1..].as_chunks::<2>().0.iter().map(|[proof, inputs]| {
            let inputs =
                each_input(inputs)?.iter().map(|input| whole(input)).collect::<Option<Vec<_>>>()?;
            Some((whole(proof)?, inputs))
        });
        Some((key, proofs.collect::<Option<Vec<_>>>()?))
    })?;
    let call = |(key, proofs): &Statement<E>| {
        for (proof, inputs) in proofs {
            if !Groth16::<E>::verify_proof(key, proof, inputs).ok()? {
                return Some(false);
            }
        }
        Some(true)
    };
    refusing(cases, call, verdict)
}

/// A value of a compressed encoding, and nothing after it.
fn whole<T: CanonicalDeserialize>(mut bytes: &[u8]) -> Option<T> {
    T::deserialize_compressed(&mut bytes).ok().filter(|_| bytes.is_empty())
}
