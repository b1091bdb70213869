//! `curve25519-dalek` and `ed25519-dalek`.
//!
//! **Time.** Constant, but for what they call `vartime`, decoding and verification.
//!
//! **Build.** AVX2 is found at run time; AVX-512 IFMA must be in the compiler's target.

use curve25519_dalek::edwards::CompressedEdwardsY;
use curve25519_dalek::traits::{IsIdentity, VartimeMultiscalarMul};
use curve25519_dalek::{EdwardsPoint, MontgomeryPoint, Scalar};
use ed25519_dalek::{Signature, Signer, SigningKey, Verifier, VerifyingKey, verify_batch};
use peer_api::body::{
    Prepared, chain, independent, iterate, one_by_one, parse, parse_all, parse_each, refusing,
    unparsed,
};
use peer_api::{About, Case, Checks, Contract, Curve, Implementation, Operation, Refusal, Time};

use crate::about::about;
use crate::bytes::{fixed, verdict};

/// The dalek crates.
pub struct Dalek;

impl Implementation for Dalek {
    fn about(&self) -> About {
        about("dalek", "curve25519-dalek", &["ed25519-dalek"], engine())
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let (_, verb) = operation.id.split_once('/')?;
        if operation.curve() != Some(Curve::Ed25519) {
            return None;
        }
        Some(match verb {
            "fr_mul" | "add" | "double" | "generator_mul" | "mul" | "sign" => {
                Contract::parsed(Time::Constant)
            }
            "double_mul_vartime" | "double_mul_vartime_64" | "msm_1024" | "batch_verify_64" => {
                Contract::parsed(Time::Variable)
            }
            "decode" => Contract::bytes(Checks::Curve, Time::Variable),
            "public_key" | "x25519_public_key" | "x25519" => {
                Contract::bytes(Checks::None, Time::Constant)
            }
            "verify" => Contract::bytes(Checks::Curve, Time::Variable),
            _ => return None,
        })
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        match operation.id {
            "ed25519/fr_mul" => {
                let cases = parse(pool, |[a, b]| Some((scalar(a)?, scalar(b)?)))?;
                chain(cases, |a, b| *a *= b, |a: &Scalar| a.to_bytes().to_vec())
            }
            "ed25519/add" => chain(
                parse(pool, |[a, b]| Some((point(a)?, point(b)?)))?,
                |a, b| *a += b,
                point_bytes,
            ),
            // There is no public doubling; to add a point to itself is what a user would write.
            "ed25519/double" => {
                iterate(parse(pool, |[a]| point(a))?, |a| *a = &*a + &*a, point_bytes)
            }
            "ed25519/generator_mul" => {
                independent(parse(pool, |[k]| scalar(k))?, EdwardsPoint::mul_base, point_bytes)
            }
            "ed25519/mul" => independent(
                parse(pool, |[p, k]| Some((point(p)?, scalar(k)?)))?,
                |(p, k)| p * k,
                point_bytes,
            ),
            "ed25519/double_mul_vartime" => {
                let cases = parse(pool, |[a, p, b]| Some((scalar(a)?, point(p)?, scalar(b)?)))?;
                let call = |(a, p, b): &(Scalar, EdwardsPoint, Scalar)| {
                    EdwardsPoint::vartime_double_scalar_mul_basepoint(b, p, a)
                };
                independent(cases, call, point_bytes)
            }
            "ed25519/double_mul_vartime_64" => {
                let cases = parse_each(operation, pool, |[a, p, b]| {
                    Some((scalar(a)?, point(p)?, scalar(b)?))
                })?;
                let call = |(a, p, b): &(Scalar, EdwardsPoint, Scalar)| {
                    EdwardsPoint::vartime_double_scalar_mul_basepoint(b, p, a)
                };
                one_by_one(cases, call, point_bytes)
            }
            "ed25519/msm_1024" => {
                let cases = parse_all(operation, pool, |args| {
                    let terms =
                        args.as_chunks::<2>().0.iter().map(|[p, k]| Some((point(p)?, scalar(k)?)));
                    terms.collect::<Option<(Vec<_>, Vec<_>)>>()
                })?;
                independent(
                    cases,
                    |(p, k)| EdwardsPoint::vartime_multiscalar_mul(k, p),
                    point_bytes,
                )
            }
            "ed25519/decode" => {
                refusing(unparsed(operation, pool)?, |case| point(&case[0]), point_bytes)
            }
            "ed25519/public_key" => {
                let call =
                    |case: &Case| Some(SigningKey::from_bytes(&fixed(&case[0])?).verifying_key());
                refusing(unparsed(operation, pool)?, call, |key: &VerifyingKey| {
                    key.to_bytes().to_vec()
                })
            }
            "ed25519/x25519_public_key" => {
                let call =
                    |case: &Case| Some(MontgomeryPoint::mul_base_clamped(fixed(&case[0])?).0);
                refusing(unparsed(operation, pool)?, call, |key: &[u8; 32]| key.to_vec())
            }
            // x25519-dalek leaves it to its users to look for zero.
            "ed25519/x25519" => {
                let call = |case: &Case| {
                    let shared = MontgomeryPoint(fixed(&case[1])?).mul_clamped(fixed(&case[0])?);
                    (!shared.is_identity()).then_some(shared.0)
                };
                refusing(unparsed(operation, pool)?, call, |shared: &[u8; 32]| shared.to_vec())
            }
            "ed25519/verify" => {
                let call = |case: &Case| {
                    let key = VerifyingKey::from_bytes(&fixed(&case[0])?).ok()?;
                    let signature = Signature::from_bytes(&fixed(&case[2])?);
                    Some(key.verify(&case[1], &signature).is_ok())
                };
                refusing(unparsed(operation, pool)?, call, verdict)
            }
            "ed25519/sign" => {
                let cases = parse(pool, |[seed, message]| {
                    Some((SigningKey::from_bytes(&fixed(seed)?), message.to_vec()))
                })?;
                let call = |(key, message): &(SigningKey, Vec<u8>)| key.sign(message);
                independent(cases, call, |signature: &Signature| signature.to_bytes().to_vec())
            }
            "ed25519/batch_verify_64" => {
                let cases = parse_all(operation, pool, |args| {
                    let (mut keys, mut messages, mut signatures) =
                        (Vec::new(), Vec::new(), Vec::new());
                    for [key, message, signature] in args.as_chunks::<3>().0 {
                        keys.push(VerifyingKey::from_bytes(&fixed(key)?).ok()?);
                        messages.push(message.clone());
                        signatures.push(Signature::from_bytes(&fixed(signature)?));
                    }
                    Some((keys, messages, signatures))
                })?;
                let call = |(keys, messages, signatures): &(Vec<_>, Vec<Vec<u8>>, Vec<_>)| {
                    let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
                    verify_batch(&messages, signatures, keys).is_ok()
                };
                independent(cases, call, verdict)
            }
            id => Err(Refusal::Unsupported(format!("dalek does not serve {id}"))),
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn engine() -> &'static str {
    if cfg!(all(target_feature = "avx512ifma", target_feature = "avx512vl")) {
        "AVX-512 IFMA (chosen when it was built)"
    } else if std::is_x86_feature_detected!("avx2") {
        "AVX2 (chosen at run time)"
    } else {
        "portable Rust"
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn engine() -> &'static str {
    "portable Rust"
}

fn scalar(bytes: &[u8]) -> Option<Scalar> {
    Scalar::from_canonical_bytes(fixed(bytes)?).into_option()
}

fn point(bytes: &[u8]) -> Option<EdwardsPoint> {
    CompressedEdwardsY(fixed(bytes)?).decompress()
}

fn point_bytes(point: &EdwardsPoint) -> Vec<u8> {
    point.compress().to_bytes().to_vec()
}
