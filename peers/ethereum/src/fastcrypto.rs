//! fastcrypto-zkp of Mysten Labs: Groth16 on BLS12-381 by blst, on BN254 by arkworks 0.4; Poseidon
//! by neptune; zkLogin ([`zklogin`]); and the signatures of fastcrypto ([`signatures`]).
//!
//! Verification is by a prepared key of the library's own type. On BN254 that holds no prepared
//! points, and each call makes them. Many proofs are verified one by one: the library has nothing
//! for them.

use ark_bn254::Fr;
use ark_ff::{BigInteger, PrimeField};
use ark_serialize::CanonicalDeserialize;
use fastcrypto::groups::bls12381::Scalar;
use fastcrypto_zkp::bn254::FieldElement;
use fastcrypto_zkp::bn254::poseidon::poseidon;
use fastcrypto_zkp::bn254::verifier::PreparedVerifyingKey as Bn254Key;
use fastcrypto_zkp::groth16::api::FromLittleEndianByteArray;
use fastcrypto_zkp::{bls12381, bn254};
use peer_api::body::{Prepared, independent, parse_all, refusing};
use peer_api::{About, Case, Checks, Contract, Implementation, Operation, Refusal, Time};

use crate::about::about;
use crate::groth16_bytes::{CONTRACT, Verb, asked, each_input};
use crate::kzg_bytes::verdict;

pub mod signatures;
pub mod threshold;
pub mod vrf;
mod zklogin;

/// fastcrypto-zkp.
pub struct Fastcrypto;

impl Implementation for Fastcrypto {
    fn about(&self) -> About {
        let engine = "BLS12-381: blst's assembly, chosen at run time; BN254: arkworks 0.4; Poseidon: neptune";
        about("fastcrypto-zkp", "fastcrypto-zkp", &["fastcrypto", "blst"], engine)
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        if operation.id.starts_with(POSEIDON) {
            return Some(Contract::parsed(Time::Variable));
        }
        if zklogin::GROUPS.iter().any(|group| operation.id.starts_with(group)) {
            let rsa = operation.id.starts_with("rsa/");
            let checks = if rsa { Checks::None } else { Checks::SubgroupNoIdentity };
            return Some(Contract::bytes(checks, Time::Variable));
        }
        match asked(operation)? {
            ("bn254" | "bls12-381", Verb::Verify | Verb::Batch) => Some(CONTRACT),
            _ => None,
        }
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        if operation.id.starts_with(POSEIDON) {
            return hashes(operation, pool);
        }
        if zklogin::GROUPS.iter().any(|group| operation.id.starts_with(group)) {
            return zklogin::prepare(operation, pool);
        }
        match asked(operation) {
            Some(("bn254", Verb::Verify | Verb::Batch)) => {
                let cases = parse_all(operation, pool, |case| {
                    let key = Bn254Key::from(&bn254::VerifyingKey::deserialize(&case[0]).ok()?);
                    let proof = |bytes: &[u8]| bn254::Proof::deserialize(bytes).ok();
                    Some((key, statements(case, proof, bn254_input)?))
                })?;
                let call = |(key, proofs): &Statement<Bn254Key, bn254::Proof, FieldElement>| {
                    for (proof, inputs) in proofs {
                        if !key.verify(inputs, proof).ok()? {
                            return Some(false);
                        }
                    }
                    Some(true)
                };
                refusing(cases, call, verdict)
            }
            Some(("bls12-381", Verb::Verify | Verb::Batch)) => {
                let cases = parse_all(operation, pool, |case| {
                    let key = bls12381::VerifyingKey::from_arkworks_format(&case[0]).ok()?;
                    let proof = |bytes: &[u8]| bcs::from_bytes(bytes).ok();
                    let input =
                        |bytes: &[u8; 32]| Scalar::from_little_endian_byte_array(bytes).ok();
                    Some((
                        bls12381::PreparedVerifyingKey::from(&key),
                        statements(case, proof, input)?,
                    ))
                })?;
                let call = |(key, proofs): &Statement<
                    bls12381::PreparedVerifyingKey,
                    bls12381::Proof,
                    Scalar,
                >| {
                    proofs.iter().all(|(proof, inputs)| key.verify(inputs, proof).is_ok())
                };
                refusing(cases, move |case| Some(call(case)), verdict)
            }
            _ => {
                Err(Refusal::Unsupported(format!("fastcrypto-zkp does not serve {}", operation.id)))
            }
        }
    }
}

/// How the names of its operations begin.
const POSEIDON: &str = "bn254/poseidon_";

/// Poseidon of as many elements as the operation says, once or of each list.
fn hashes(operation: &Operation, pool: &[Case]) -> Prepared {
    let elements = operation.each().map_or(operation.args.len(), |(one, _)| one.args.len());
    let element = |bytes: &Vec<u8>| {
        let mut bytes: [u8; 32] = bytes.as_slice().try_into().ok()?;
        bytes.reverse();
        bn254_input(&bytes)
    };
    let cases =
        parse_all(operation, pool, |args| args.iter().map(element).collect::<Option<Vec<_>>>())?;
    let hash = |list: &[FieldElement]| poseidon(list).expect("one to sixteen elements");
    let all = move |lists: &Vec<FieldElement>| lists.chunks(elements).map(hash).collect::<Vec<_>>();
    independent(cases, all, |hashes| hashes.iter().flat_map(bn254_bytes).collect())
}

/// Big-endian. The library gives this type away as text, or as the type of another version of
/// arkworks.
fn bn254_bytes(element: &FieldElement) -> Vec<u8> {
    element
        .to_string()
        .parse()
        .map_or_else(|()| Vec::new(), |element: Fr| element.into_bigint().to_bytes_be())
}

/// A key, proofs and their inputs.
type Statement<K, P, S> = (K, Vec<(P, Vec<S>)>);

fn statements<P, S>(
    case: &[Vec<u8>],
    proof: impl Fn(&[u8]) -> Option<P>,
    input: impl Fn(&[u8; 32]) -> Option<S>,
) -> Option<Vec<(P, Vec<S>)>> {
    let one = |[bytes, inputs]: &[Vec<u8>; 2]| {
        let inputs = each_input(inputs)?.iter().map(&input).collect::<Option<Vec<_>>>()?;
        Some((proof(bytes)?, inputs))
    };
    case[1..].as_chunks::<2>().0.iter().map(one).collect()
}

/// The library makes this type from text, or from the type of another version of arkworks.
fn bn254_input(bytes: &[u8; 32]) -> Option<FieldElement> {
    Fr::deserialize_compressed(&bytes[..]).ok()?.to_string().parse().ok()
}
