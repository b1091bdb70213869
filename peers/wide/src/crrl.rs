//! crrl: Ed25519, P-256 and secp256k1, in portable Rust.
//!
//! **Time.** All is constant but what it calls `vartime`, decoding and verification.
//!
//! **Left out.** Signatures on secp256k1, whose nonces are not those of RFC 6979.

use crrl::ed25519;
use peer_api::body::{Prepared, chain, independent, iterate, parse, refusing, unparsed};
use peer_api::{About, Case, Checks, Contract, Curve, Implementation, Operation, Refusal, Time};

use crate::about::about;
use crate::bytes::{fixed, reversed, verdict};

/// crrl.
pub struct Crrl;

impl Implementation for Crrl {
    fn about(&self) -> About {
        about("crrl", "crrl", &[], "portable Rust")
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let (_, verb) = operation.id.split_once('/')?;
        Some(match (operation.curve()?, verb) {
            (
                Curve::Ed25519 | Curve::P256 | Curve::Secp256k1,
                "fr_mul" | "add" | "double" | "generator_mul" | "mul",
            )
            | (Curve::Ed25519, "sign")
            | (Curve::P256, "ecdsa_sign") => Contract::parsed(Time::Constant),
            (Curve::Ed25519 | Curve::P256 | Curve::Secp256k1, "double_mul_vartime") => {
                Contract::parsed(Time::Variable)
            }
            (Curve::Ed25519 | Curve::P256 | Curve::Secp256k1, "decode")
            | (Curve::Ed25519, "verify") => Contract::bytes(Checks::Curve, Time::Variable),
            (Curve::P256 | Curve::Secp256k1, "ecdh") => {
                Contract::bytes(Checks::Curve, Time::Constant)
            }
            (Curve::Ed25519, "public_key" | "x25519_public_key" | "x25519") => {
                Contract::bytes(Checks::None, Time::Constant)
            }
            (Curve::P256 | Curve::Secp256k1, "ecdsa_verify") => {
                Contract::bytes(Checks::None, Time::Variable)
            }
            _ => return None,
        })
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        match operation.curve() {
            Some(Curve::Ed25519) => edwards(operation, pool),
            Some(Curve::P256) => p256::prepare(operation, pool),
            Some(Curve::Secp256k1) => secp256k1::prepare(operation, pool),
            _ => Err(Refusal::Unsupported(format!("crrl does not serve {}", operation.id))),
        }
    }
}

fn edwards(operation: &Operation, pool: &[Case]) -> Prepared {
    use ed25519::{Point, PrivateKey, PublicKey, Scalar};
    let fr = |bytes: &[u8]| Scalar::decode(&fixed::<32>(bytes)?);
    let fr_bytes = |a: &Scalar| a.encode().to_vec();
    let point = |bytes: &[u8]| Point::decode(&fixed::<32>(bytes)?);
    let point_bytes = |p: &Point| p.encode().to_vec();
    match operation.id.strip_prefix("ed25519/").unwrap_or_default() {
        "fr_mul" => chain(parse(pool, |[a, b]| Some((fr(a)?, fr(b)?)))?, |a, b| *a *= b, fr_bytes),
        "add" => {
            chain(parse(pool, |[a, b]| Some((point(a)?, point(b)?)))?, |a, b| *a += b, point_bytes)
        }
        "double" => iterate(parse(pool, |[a]| point(a))?, Point::set_double, point_bytes),
        "generator_mul" => independent(parse(pool, |[k]| fr(k))?, Point::mulgen, point_bytes),
        "mul" => {
            let cases = parse(pool, |[p, k]| Some((point(p)?, fr(k)?)))?;
            independent(cases, |(p, k)| p * k, point_bytes)
        }
        "double_mul_vartime" => {
            let cases = parse(pool, |[a, p, b]| Some((fr(a)?, point(p)?, fr(b)?)))?;
            independent(cases, |(a, p, b)| p.mul_add_mulgen_vartime(b, a), point_bytes)
        }
        "decode" => refusing(unparsed(operation, pool)?, move |case| point(&case[0]), point_bytes),
        "public_key" => {
            let call = |case: &Case| {
                Some(PrivateKey::from_seed(&fixed::<32>(&case[0])?).public_key.encode())
            };
            refusing(unparsed(operation, pool)?, call, |key: &[u8; 32]| key.to_vec())
        }
        "x25519_public_key" => {
            let call = |case: &Case| Some(crrl::x25519::x25519_base(&fixed::<32>(&case[0])?));
            refusing(unparsed(operation, pool)?, call, |key: &[u8; 32]| key.to_vec())
        }
        // It leaves it to its users to look for zero.
        "x25519" => {
            let call = |case: &Case| {
                let (key, other) = (fixed::<32>(&case[0])?, fixed::<32>(&case[1])?);
                Some(crrl::x25519::x25519(&other, &key)).filter(|shared| *shared != [0; 32])
            };
            refusing(unparsed(operation, pool)?, call, |shared: &[u8; 32]| shared.to_vec())
        }
        "sign" => {
            let cases = parse(pool, |[seed, message]| {
                Some((PrivateKey::from_seed(&fixed::<32>(seed)?), message.to_vec()))
            })?;
            independent(cases, |(key, message)| key.sign_raw(message), |all| all.to_vec())
        }
        "verify" => {
            let call = |case: &Case| {
                let [key, message, signature] = case.as_slice() else { return None };
                let signature = fixed::<64>(signature)?;
                Some(PublicKey::decode(key)?.verify_raw(&signature, message))
            };
            refusing(unparsed(operation, pool)?, call, verdict)
        }
        _ => Err(Refusal::Unsupported(format!("crrl does not serve {}", operation.id))),
    }
}

/// The same functions on each curve of short Weierstraß form.
macro_rules! short {
    ($curve:ident) => {
        mod $curve {
            use super::*;
            use crrl::$curve::{Point, PrivateKey, PublicKey, Scalar};

            fn bytes(p: &Point) -> Vec<u8> {
                match p.isneutral() {
                    0 => p.encode_uncompressed().to_vec(),
                    _ => vec![0],
                }
            }

            pub fn prepare(operation: &Operation, pool: &[Case]) -> Prepared {
                let fr = |bytes: &[u8]| Scalar::decode(&reversed(fixed::<32>(bytes)?));
                let fr_bytes = |a: &Scalar| reversed(a.encode()).to_vec();
                let point = |bytes: &[u8]| match bytes {
                    [0] => Some(Point::NEUTRAL),
                    _ => Point::decode(bytes),
                };
                let (_, verb) = operation.id.split_once('/').unwrap_or_default();
                match verb {
                    "fr_mul" => {
                        let cases = parse(pool, |[a, b]| Some((fr(a)?, fr(b)?)))?;
                        chain(cases, |a, b| *a *= b, fr_bytes)
                    }
                    "add" => {
                        let cases = parse(pool, |[a, b]| Some((point(a)?, point(b)?)))?;
                        chain(cases, |a, b| *a += b, bytes)
                    }
                    "double" => iterate(parse(pool, |[a]| point(a))?, Point::set_double, bytes),
                    // The operations ask for affine results.
                    "generator_mul" => {
                        let call = |k: &Scalar| bytes(&Point::mulgen(k));
                        independent(parse(pool, |[k]| fr(k))?, call, Vec::clone)
                    }
                    "mul" => {
                        let cases = parse(pool, |[p, k]| Some((point(p)?, fr(k)?)))?;
                        let call = |(p, k): &(Point, Scalar)| bytes(&(p * k));
                        independent(cases, call, Vec::clone)
                    }
                    "double_mul_vartime" => {
                        let cases = parse(pool, |[a, p, b]| Some((fr(a)?, point(p)?, fr(b)?)))?;
                        let call = |(a, p, b): &(Scalar, Point, Scalar)| {
                            bytes(&p.mul_add_mulgen_vartime(b, a))
                        };
                        independent(cases, call, Vec::clone)
                    }
                    "ecdh" => {
                        let number = move |key: &[u8]| fr(key).filter(|key| key.iszero() == 0);
                        let cases =
                            parse(pool, |[key, other]| Some((number(key)?, other.to_vec())))?;
                        let call = |(key, other): &(Scalar, Vec<u8>)| {
                            let other = Point::decode(&fixed::<65>(other)?)?;
                            fixed::<32>((other * key).encode_compressed().get(1..)?)
                        };
                        refusing(cases, call, |x: &[u8; 32]| x.to_vec())
                    }
                    "decode" => {
                        let call =
                            move |case: &Case| fixed::<33>(&case[0]).and_then(|all| point(&all));
                        refusing(unparsed(operation, pool)?, call, bytes)
                    }
                    "ecdsa_sign" => {
                        let cases = parse(pool, |[key, digest]| {
                            Some((PrivateKey::decode(key)?, fixed::<32>(digest)?))
                        })?;
                        let call =
                            |(key, digest): &(PrivateKey, [u8; 32])| key.sign_hash(digest, &[]);
                        independent(cases, call, |all| all.to_vec())
                    }
                    "ecdsa_verify" => {
                        let cases = parse(pool, |[digest, signature, key]| {
                            let key = PublicKey::decode(key)?;
                            Some((fixed::<32>(digest)?, fixed::<64>(signature)?, key))
                        })?;
                        // It says no to a malformed signature; others refuse it.
                        let call = move |case: &([u8; 32], [u8; 64], PublicKey)| {
                            let (digest, signature, key) = case;
                            let number = |half: &[u8; 32]| fr(half).filter(|k| k.iszero() == 0);
                            let halves = signature.as_chunks::<32>().0;
                            halves.iter().all(|half| number(half).is_some()).then_some(())?;
                            Some(key.verify_hash(signature, digest))
                        };
                        refusing(cases, call, verdict)
                    }
                    _ => Err(Refusal::Unsupported(format!("crrl does not serve {}", operation.id))),
                }
            }
        }
    };
}

short!(p256);
short!(secp256k1);
