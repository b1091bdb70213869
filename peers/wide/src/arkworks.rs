//! arkworks: `ark-bn254`, `ark-bls12-377`, `ark-secp256k1`, `ark-secp256r1`, `ark-ed25519`,
//! `ark-pallas` with the generic code of `ark-ec` and `ark-ff`, and BLS12-381 by the adapter of
//! `peers/core`, compiled again for the native build.
//!
//! **Time.** Everything is [`Time::Variable`]: its authors claim nothing else. So its
//! multiplications serve the verbs in `_vartime`.
//!
//! **Build.** With `asm` on each curve crate and BMI2 and ADX in the compiler's target, products of
//! prime fields are inline assembly; the engine that is reported says whether they are.

mod bls12_377;
mod bn254;
mod edwards;
mod short;

use ark_ff::{BigInteger, PrimeField};
use peer_api::body::Prepared;
use peer_api::{About, Case, Checks, Contract, Curve, Implementation, Operation, Refusal, Time};

use crate::about::about;

/// arkworks.
pub struct Arkworks {
    /// On BLS12-381, in the native build: the plain one would repeat what the lab links itself.
    bls12_381: Option<Box<dyn Implementation>>,
}

impl Arkworks {
    pub fn new() -> Self {
        #[cfg(feature = "native")]
        let all = peer_core::implementations();
        #[cfg(not(feature = "native"))]
        let all: Vec<Box<dyn Implementation>> = Vec::new();
        Self { bls12_381: all.into_iter().find(|one| one.about().name == "arkworks") }
    }
}

impl Implementation for Arkworks {
    fn about(&self) -> About {
        let assembly = cfg!(all(
            feature = "native",
            target_arch = "x86_64",
            target_feature = "bmi2",
            target_feature = "adx"
        ));
        let engine = if assembly {
            "portable Rust, with inline assembly for field products"
        } else {
            "portable Rust"
        };
        about("arkworks", "ark-bn254", &["ark-ff", "ark-bls12-381", "ark-secp256k1"], engine)
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let (_, verb) = operation.id.split_once('/')?;
        let served = match operation.curve()? {
            Curve::Bls12381 => return self.bls12_381.as_ref()?.contract(operation),
            _ if operation.each().is_some() => false,
            Curve::Bn254 => !matches!(verb, "g1_mul" | "g2_mul") && !verb.starts_with("poseidon_"),
            Curve::Bls12377 => true,
            Curve::Pallas => verb != "mul",
            Curve::Secp256k1 | Curve::P256 => {
                // Its multiplication knows no table of the generator.
                !matches!(verb, "mul" | "generator_mul_vartime")
                    && !["ecdsa_", "schnorr_", "double_mul_vartime_table_", "vrf_", "bip"]
                        .iter()
                        .any(|prefix| verb.starts_with(prefix))
            }
            Curve::Ed25519 => {
                !matches!(verb, "mul" | "msm_1024" | "public_key" | "verify" | "batch_verify_64")
                    && !["sign", "vrf_"].iter().any(|prefix| verb.starts_with(prefix))
            }
        };
        served.then_some(match verb {
            "g2_decode" => Contract::bytes(Checks::Subgroup, Time::Variable),
            "decode" | "g1_decode" => Contract::bytes(Checks::Curve, Time::Variable),
            _ => Contract::parsed(Time::Variable),
        })
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        if let (Some(Curve::Bls12381), Some(own)) = (operation.curve(), &self.bls12_381) {
            return own.prepare(operation, pool);
        }
        let (_, verb) = operation.id.split_once('/').unwrap_or_default();
        if self.contract(operation).is_none() {
            return Err(unserved(operation));
        }
        match operation.curve() {
            Some(Curve::Bn254) => bn254::prepare(verb, operation, pool),
            Some(Curve::Bls12377) => bls12_377::prepare(verb, operation, pool),
            Some(Curve::Secp256k1) => {
                short::prepare::<ark_secp256k1::Config>(verb, operation, pool)
            }
            Some(Curve::P256) => short::prepare::<ark_secp256r1::Config>(verb, operation, pool),
            Some(Curve::Pallas) => {
                short::prepare::<ark_pallas::PallasConfig>(verb, operation, pool)
            }
            Some(Curve::Ed25519) => edwards::prepare(verb, operation, pool),
            _ => Err(unserved(operation)),
        }
    }
}

fn unserved(operation: &Operation) -> Refusal {
    Refusal::Unsupported(format!("arkworks does not serve {}", operation.id))
}

/// A field element of whole words of big-endian bytes, if it is canonical.
pub(crate) fn field<F: PrimeField>(bytes: &[u8]) -> Option<F> {
    if bytes.len() != 8 * F::MODULUS_BIT_SIZE.div_ceil(64) as usize {
        return None;
    }
    let bits = bytes.iter().flat_map(|byte| (0..8).rev().map(move |i| byte >> i & 1 == 1));
    F::from_bigint(F::BigInt::from_bits_be(&bits.collect::<Vec<_>>()))
}

pub(crate) fn field_bytes<F: PrimeField>(value: &F) -> Vec<u8> {
    value.into_bigint().to_bytes_be()
}
