//! Verifiable random functions.

use curvemark::vrf::{
    Edwards25519Sha512Ell2, Edwards25519Sha512Tai, P256Sha256Sswu, P256Sha256Tai, Proof, PublicKey,
    Ristretto255Sui, SecretKey, Suite,
};
use peer_api::body::{Prepared, independent, parse, refusing, unparsed};
use peer_api::{Case, Checks, Contract, Operation, Time};

use super::unserved;

pub(super) fn contract(verb: &str) -> Contract {
    if verb.starts_with("vrf_prove_") {
        Contract::parsed(Time::Constant)
    } else {
        Contract::bytes(Checks::Curve, Time::Variable)
    }
}

pub(super) fn prepare(operation: &Operation, pool: &[Case]) -> Prepared {
    match operation.id {
        "ed25519/vrf_prove_ell2" => prove::<Edwards25519Sha512Ell2>(pool),
        "ed25519/vrf_prove_tai" => prove::<Edwards25519Sha512Tai>(pool),
        "ed25519/vrf_prove_sui" => prove::<Ristretto255Sui>(pool),
        "p256/vrf_prove_sswu" => prove::<P256Sha256Sswu>(pool),
        "p256/vrf_prove_tai" => prove::<P256Sha256Tai>(pool),
        "ed25519/vrf_verify_ell2" => verify::<Edwards25519Sha512Ell2>(operation, pool),
        "ed25519/vrf_verify_tai" => verify::<Edwards25519Sha512Tai>(operation, pool),
        "ed25519/vrf_verify_sui" => verify::<Ristretto255Sui>(operation, pool),
        "p256/vrf_verify_sswu" => verify::<P256Sha256Sswu>(operation, pool),
        "p256/vrf_verify_tai" => verify::<P256Sha256Tai>(operation, pool),
        _ => Err(unserved(operation)),
    }
}

fn prove<S: Suite>(pool: &[Case]) -> Prepared {
    let cases = parse(pool, |[key, alpha]| {
        Some((Box::new(SecretKey::<S>::from_bytes(key).ok()?), alpha.to_vec()))
    })?;
    independent(
        cases,
        |(key, alpha)| key.prove(alpha),
        |proof: &Proof<S>| proof.to_bytes().as_ref().to_vec(),
    )
}

fn verify<S: Suite>(operation: &Operation, pool: &[Case]) -> Prepared {
    let call = |case: &Case| {
        let key = PublicKey::<S>::from_bytes(&case[0]).ok()?;
        key.verify(&case[1], &Proof::from_bytes(&case[2]).ok()?).ok()
    };
    refusing(unparsed(operation, pool)?, call, |output: &S::Output| output.as_ref().to_vec())
}
