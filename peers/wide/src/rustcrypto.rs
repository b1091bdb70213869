//! RustCrypto's `k256` and `p256`, the same adapter for both.
//!
//! **Time.** Arithmetic is constant-time; what they call `vartime`, decoding and verification are
//! not. Their field elements are not public.

mod cashu;

use elliptic_curve::ops::MulByGeneratorVartime;
use elliptic_curve::ops::MulVartime;
use elliptic_curve::sec1::{FromSec1Point, ToSec1Point};
use elliptic_curve::{Group, PrimeField};
use peer_api::body::{Prepared, chain, independent, iterate, parse, refusing, unparsed};
use peer_api::{About, Case, Checks, Contract, Curve, Implementation, Operation, Refusal, Time};

use crate::about::about;
use crate::bytes::fixed;

macro_rules! library {
    ($(#[$meta:meta])* $name:ident, $library:ident, $package:literal, $id:literal, $curve:expr) => {
        $(#[$meta])*
        pub struct $name;

        impl Implementation for $name {
            fn about(&self) -> About {
                about($package, $package, &["elliptic-curve"], "portable Rust")
            }

            fn contract(&self, operation: &Operation) -> Option<Contract> {
                match operation.id.split_once('/')? {
                    ("cashu-legacy", verb) if $curve == Curve::Secp256k1 => crate::cashu::contract(verb),
                    _ if operation.curve() == Some($curve) => contract(operation),
                    _ => None,
                }
            }

            fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
                use $library::ecdsa::signature::hazmat::{PrehashSigner, PrehashVerifier};
                use $library::ecdsa::{RecoveryId, Signature, SigningKey, VerifyingKey};
                use $library::{AffinePoint, ProjectivePoint, Scalar};

                if $curve == Curve::Secp256k1 && operation.id.starts_with("cashu-legacy/") {
                    return crate::cashu::prepare(cashu::Cashu, operation, pool);
                }
                let fr = |bytes: &[u8]| Scalar::from_repr(fixed::<32>(bytes)?.into()).into_option();
                let fr_bytes = |a: &Scalar| a.to_repr().to_vec();
                let affine = |bytes: &[u8]| AffinePoint::from_sec1_bytes(bytes).ok();
                let point = |bytes: &[u8]| affine(bytes).map(ProjectivePoint::from);
                let affine_bytes = |p: &AffinePoint| p.to_sec1_point(false).as_bytes().to_vec();
                let point_bytes = |p: &ProjectivePoint| p.to_affine().to_sec1_point(false).as_bytes().to_vec();
                match operation.id.strip_prefix(concat!($id, "/")).unwrap_or_default() {
                    "fr_mul" => chain(parse(pool, |[a, b]| Some((fr(a)?, fr(b)?)))?, |a, b| *a *= b, fr_bytes),
                    "fr_inv" => {
                        independent(parse(pool, |[a]| fr(a))?, |a| a.invert().unwrap_or(Scalar::ZERO), fr_bytes)
                    }
                    "add" => chain(parse(pool, |[a, b]| Some((point(a)?, point(b)?)))?, |a, b| *a += b, point_bytes),
                    "double" => iterate(parse(pool, |[a]| point(a))?, |a| *a = a.double(), point_bytes),
                    "generator_mul" => {
                        let call = |k: &Scalar| ProjectivePoint::mul_by_generator(k).to_affine();
                        independent(parse(pool, |[k]| fr(k))?, call, affine_bytes)
                    }
                    "mul" => {
                        let cases = parse(pool, |[p, k]| Some((point(p)?, fr(k)?)))?;
                        independent(cases, |(p, k)| (p * k).to_affine(), affine_bytes)
                    }
                    "mul_vartime" => {
                        let cases = parse(pool, |[p, k]| Some((point(p)?, fr(k)?)))?;
                        independent(cases, |(p, k)| p.mul_vartime(k).to_affine(), affine_bytes)
                    }
                    "double_mul_vartime" => {
                        let cases = parse(pool, |[a, p, b]| Some((fr(a)?, point(p)?, fr(b)?)))?;
                        let call = |(a, p, b): &(Scalar, ProjectivePoint, Scalar)| {
                            ProjectivePoint::mul_by_generator_and_mul_add_vartime(a, b, p).to_affine()
                        };
                        independent(cases, call, affine_bytes)
                    }
                    "decode" => {
                        let call = move |case: &Case| if case[0].len() == 33 { affine(&case[0]) } else { None };
                        refusing(unparsed(operation, pool)?, call, affine_bytes)
                    }
                    "ecdsa_sign" => {
                        let cases = parse(pool, |[key, digest]| {
                            Some((SigningKey::from_slice(key).ok()?, digest.to_vec()))
                        })?;
                        let call = |(key, digest): &(SigningKey, Vec<u8>)| -> Option<Signature> {
                            key.sign_prehash(digest).ok()
                        };
                        refusing(cases, call, |signature: &Signature| signature.to_bytes().to_vec())
                    }
                    "ecdsa_recover" => {
                        let call = |case: &Case| {
                            let (id, signature) = case[1].split_last()?;
                            let signature = Signature::from_slice(signature).ok()?;
                            let id = RecoveryId::from_byte(*id)?;
                            VerifyingKey::recover_from_prehash(&case[0], &signature, id).ok()
                        };
                        let bytes = |key: &VerifyingKey| key.to_sec1_point(false).as_bytes().to_vec();
                        refusing(unparsed(operation, pool)?, call, bytes)
                    }
                    "ecdsa_verify" => {
                        let cases = parse(pool, |[digest, signature, key]| {
                            let key = VerifyingKey::from_sec1_bytes(key).ok()?;
                            Some((digest.to_vec(), signature.to_vec(), key))
                        })?;
                        let call = |(digest, signature, key): &(Vec<u8>, Vec<u8>, VerifyingKey)| {
                            let signature = Signature::from_slice(signature).ok()?;
                            Some(key.verify_prehash(digest, &signature).is_ok())
                        };
                        refusing(cases, call, crate::bytes::verdict)
                    }
                    _ => Err(Refusal::Unsupported(format!("{} does not serve {}", $package, operation.id))),
                }
            }
        }
    };
}

fn contract(operation: &Operation) -> Option<Contract> {
    let (_, verb) = operation.id.split_once('/')?;
    Some(match verb {
        "fr_mul" | "fr_inv" | "add" | "double" | "generator_mul" | "mul" | "ecdsa_sign" => {
            Contract::parsed(Time::Constant)
        }
        "mul_vartime" | "double_mul_vartime" => Contract::parsed(Time::Variable),
        "decode" => Contract::bytes(Checks::Curve, Time::Variable),
        "ecdsa_verify" | "ecdsa_recover" => Contract::bytes(Checks::None, Time::Variable),
        _ => return None,
    })
}

library! {
    /// secp256k1.
    K256, k256, "k256", "secp256k1", Curve::Secp256k1
}

library! {
    /// P-256.
    P256, p256, "p256", "p256", Curve::P256
}
