//! fastcrypto's ECVRF on ristretto255, its types by BCS as it writes them.
//!
//! **Time.** Proving multiplies by the functions that are constant-time.

use fastcrypto::vrf::ecvrf::{ECVRFKeyPair, ECVRFPrivateKey, ECVRFProof, ECVRFPublicKey};
use fastcrypto::vrf::{VRFKeyPair, VRFProof};
use peer_api::body::{Prepared, independent, parse, refusing, unparsed};
use peer_api::{About, Case, Checks, Contract, Implementation, Operation, Refusal, Time};

use crate::about::about;

/// fastcrypto's verifiable random function.
pub struct FastcryptoVrf;

impl Implementation for FastcryptoVrf {
    fn about(&self) -> About {
        about("fastcrypto", "fastcrypto", &["curve25519-dalek"], "curve25519-dalek 4.1")
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        match operation.id {
            "ed25519/vrf_prove_sui" => Some(Contract::parsed(Time::Constant)),
            "ed25519/vrf_verify_sui" => Some(Contract::bytes(Checks::Curve, Time::Variable)),
            _ => None,
        }
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        match operation.id {
            "ed25519/vrf_prove_sui" => {
                let cases = parse(pool, |[key, alpha]| {
                    let key: ECVRFPrivateKey = bcs::from_bytes(key).ok()?;
                    Some((ECVRFKeyPair::from(key), alpha.to_vec()))
                })?;
                independent(cases, |(pair, alpha)| pair.prove(alpha), proof_bytes)
            }
            "ed25519/vrf_verify_sui" => {
                refusing(unparsed(operation, pool)?, verify, |output: &[u8; 64]| output.to_vec())
            }
            id => Err(Refusal::Unsupported(format!("fastcrypto does not serve {id}"))),
        }
    }
}

fn proof_bytes(proof: &ECVRFProof) -> Vec<u8> {
    bcs::to_bytes(proof).expect("three arrays of bytes")
}

fn verify(case: &Case) -> Option<[u8; 64]> {
    let key: ECVRFPublicKey = bcs::from_bytes(&case[0]).ok()?;
    let proof: ECVRFProof = bcs::from_bytes(&case[2]).ok()?;
    proof.verify(&case[1], &key).ok()?;
    Some(proof.to_hash())
}
