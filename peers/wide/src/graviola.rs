//! graviola: Ed25519 and P-256, on the proven assembly of s2n-bignum.
//!
//! **Time.** Signing and multiples of a generator constant, verification variable.
//!
//! **CPU.** It needs AVX2, BMI2 and ADX, and stops the program on others: it is left out there.
//!
//! **Left out.** ECDSA. It adds random bytes to each nonce, so no other signature is like its own.
//! It hashes what it verifies, by a trait that nobody else can implement, where the lab's operation
//! has a digest.

use graviola::key_agreement::p256::{PublicKey, StaticPrivateKey};
use graviola::key_agreement::x25519;
use graviola::signing::eddsa::{Ed25519SigningKey, Ed25519VerifyingKey};
use peer_api::body::{Prepared, independent, parse, refusing, unparsed};
use peer_api::{About, Case, Checks, Contract, Curve, Implementation, Operation, Refusal, Time};

use crate::about::about;
use crate::bytes::{fixed, verdict};

/// graviola.
pub struct Graviola;

impl Graviola {
    /// None on a CPU that it does not run on.
    pub fn new() -> Option<Self> {
        graviola::util::is_cpu_supported().then_some(Self)
    }
}

impl Implementation for Graviola {
    fn about(&self) -> About {
        about("graviola", "graviola", &[], "Rust with assembly, BMI2 and ADX")
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let (_, verb) = operation.id.split_once('/')?;
        Some(match (operation.curve()?, verb) {
            (Curve::Ed25519, "sign") | (Curve::P256, "generator_mul") => {
                Contract::parsed(Time::Constant)
            }
            (Curve::P256, "ecdh") => Contract::bytes(Checks::Curve, Time::Constant),
            (Curve::Ed25519, "public_key" | "x25519_public_key" | "x25519") => {
                Contract::bytes(Checks::None, Time::Constant)
            }
            (Curve::Ed25519, "verify") => Contract::bytes(Checks::Curve, Time::Variable),
            _ => return None,
        })
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        match operation.id {
            "ed25519/sign" => {
                let cases = parse(pool, |[seed, message]| {
                    Some((Ed25519SigningKey::from_bytes(seed).ok()?, message.to_vec()))
                })?;
                independent(cases, |(key, message)| key.sign(message), |all| all.to_vec())
            }
            "ed25519/public_key" => {
                let call = |case: &Case| {
                    Some(Ed25519SigningKey::from_bytes(&case[0]).ok()?.public_key().as_bytes())
                };
                refusing(unparsed(operation, pool)?, call, |key: &[u8; 32]| key.to_vec())
            }
            "ed25519/verify" => {
                let call = |case: &Case| {
                    let [key, message, signature] = case.as_slice() else { return None };
                    let key = Ed25519VerifyingKey::from_bytes(key).ok()?;
                    let signature = fixed::<64>(signature)?;
                    Some(key.verify(&signature, message).is_ok())
                };
                refusing(unparsed(operation, pool)?, call, verdict)
            }
            "p256/generator_mul" => {
                let cases = parse(pool, |[k]| StaticPrivateKey::from_bytes(k).ok())?;
                independent(cases, StaticPrivateKey::public_key_uncompressed, |all| all.to_vec())
            }
            "p256/ecdh" => {
                let cases = parse(pool, |[secret, other]| {
                    Some((StaticPrivateKey::from_bytes(secret).ok()?, other.to_vec()))
                })?;
                let call = |(key, other): &(StaticPrivateKey, Vec<u8>)| {
                    let other = PublicKey::from_x962_uncompressed(other).ok()?;
                    key.diffie_hellman(&other).ok()
                };
                refusing(cases, call, |shared| shared.0.to_vec())
            }
            "ed25519/x25519_public_key" => {
                let call = |case: &Case| {
                    let key = x25519::StaticPrivateKey::try_from_slice(&case[0]).ok()?;
                    Some(key.public_key().as_bytes())
                };
                refusing(unparsed(operation, pool)?, call, |key: &[u8; 32]| key.to_vec())
            }
            "ed25519/x25519" => {
                let call = |case: &Case| {
                    let key = x25519::StaticPrivateKey::try_from_slice(&case[0]).ok()?;
                    let other = x25519::PublicKey::try_from_slice(&case[1]).ok()?;
                    key.diffie_hellman(&other).ok()
                };
                refusing(unparsed(operation, pool)?, call, |shared| shared.0.to_vec())
            }
            id => Err(Refusal::Unsupported(format!("graviola does not serve {id}"))),
        }
    }
}
