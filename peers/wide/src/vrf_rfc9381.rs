//! `vrf-rfc9381`: the four suites of RFC 9381 on curve25519-dalek and RustCrypto's p256.
//!
//! **Time.** Proving multiplies by the functions that are constant-time, and computes the public
//! key again each time: no public type holds it. Verification multiplies by the same functions.
//!
//! It takes a response of the order or more, which RFC 9381 refuses (section 5.4.4).

use peer_api::body::{Prepared, independent, parse, refusing, unparsed};
use peer_api::{About, Case, Checks, Contract, Implementation, Operation, Refusal, Time};
use vrf_rfc9381::ec::edwards25519::elligator2::EdVrfEdwards25519Ell2;
use vrf_rfc9381::ec::edwards25519::tai::EdVrfEdwards25519Tai;
use vrf_rfc9381::ec::p256::sswu::EcVrfP256Sswu;
use vrf_rfc9381::ec::p256::tai::EcVrfP256Tai;
use vrf_rfc9381::{Proof, Prover, VRF, Verifier};

use crate::about::about;

/// The library.
pub struct VrfRfc9381;

impl Implementation for VrfRfc9381 {
    fn about(&self) -> About {
        let packages = ["curve25519-dalek", "p256"];
        about("vrf-rfc9381", "vrf-rfc9381", &packages, "curve25519-dalek, RustCrypto's p256")
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let (_, verb) = operation.id.split_once('/')?;
        match verb {
            "vrf_prove_ell2" | "vrf_prove_tai" | "vrf_prove_sswu" => {
                Some(Contract::parsed(Time::Constant))
            }
            "vrf_verify_ell2" | "vrf_verify_tai" | "vrf_verify_sswu" => {
                Some(Contract::bytes(Checks::Curve, Time::Variable))
            }
            _ => None,
        }
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        match operation.id {
            "ed25519/vrf_prove_ell2" => prove::<EdVrfEdwards25519Ell2>(pool),
            "ed25519/vrf_prove_tai" => prove::<EdVrfEdwards25519Tai>(pool),
            "p256/vrf_prove_sswu" => prove::<EcVrfP256Sswu>(pool),
            "p256/vrf_prove_tai" => prove::<EcVrfP256Tai>(pool),
            "ed25519/vrf_verify_ell2" => verify(EdVrfEdwards25519Ell2, operation, pool),
            "ed25519/vrf_verify_tai" => verify(EdVrfEdwards25519Tai, operation, pool),
            "p256/vrf_verify_sswu" => verify(EcVrfP256Sswu, operation, pool),
            "p256/vrf_verify_tai" => verify(EcVrfP256Tai, operation, pool),
            id => Err(Refusal::Unsupported(format!("vrf-rfc9381 does not serve {id}"))),
        }
    }
}

fn prove<V>(pool: &[Case]) -> Prepared
where
    V: VRF + 'static,
    V::Prover: 'static,
    V::Proof: 'static,
{
    let cases =
        parse(pool, |[key, alpha]| Some((V::Prover::from_slice(key).ok()?, alpha.to_vec())))?;
    independent(
        cases,
        |(key, alpha)| key.prove(alpha).expect("an input of any length is a point"),
        |proof: &V::Proof| proof.encode_to_pi(),
    )
}

fn verify<V: VRF + 'static>(suite: V, operation: &Operation, pool: &[Case]) -> Prepared {
    let call = move |case: &Case| {
        let key = V::Verifier::from_slice(&case[0]).ok()?;
        Some(suite.verify(&key, &case[1], &case[2]).ok()?.to_vec())
    };
    refusing(unparsed(operation, pool)?, call, Vec::clone)
}
