//! Commonware's `commonware-cryptography-curve25519`: Ed25519, by the rules of ZIP 215.
//!
//! **Time.** Keys constant, verification variable.
//!
//! **Build.** AVX-512 IFMA is found at run time, for one signature and for many. There is no AVX2.
//!
//! **Messages.** Its functions take a name and a message, and verify the length of the name, the
//! name and the message as one text. So a message of others is split there, which only one that
//! begins with a byte below its length can be; the lab's begin with zero, an empty name.
//!
//! **Keys.** A batch decodes all keys itself, from bytes. No function takes decoded ones.

pub mod threshold;

use commonware_codec::{Copying, DecodeExt};
use commonware_cryptography::{BatchEntry, BatchVerifier};
use commonware_cryptography_curve25519::signing::{Signature, SigningKey, VerifyingKey};
use commonware_parallel::Sequential;
use getrandom::SysRng;
use getrandom::rand_core::UnwrapErr;
use peer_api::body::{Prepared, independent, parse_all, refusing, unparsed};
use peer_api::{About, Case, Checks, Contract, Curve, Implementation, Operation, Refusal, Time};

use crate::about::about;
use crate::bytes::verdict;

/// Commonware's Ed25519.
pub struct Commonware;

impl Implementation for Commonware {
    fn about(&self) -> About {
        about("commonware", "commonware-cryptography-curve25519", &[], engine())
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let (_, verb) = operation.id.split_once('/')?;
        if operation.curve() != Some(Curve::Ed25519) {
            return None;
        }
        Some(match verb {
            "public_key" => Contract::bytes(Checks::None, Time::Constant),
            "verify" => Contract::bytes(Checks::Curve, Time::Variable),
            "batch_verify_64" => Contract::parsed(Time::Variable),
            _ => return None,
        })
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        match operation.id {
            "ed25519/public_key" => {
                let call =
                    |case: &Case| Some(SigningKey::decode(Copying(&case[0])).ok()?.verifying_key());
                refusing(unparsed(operation, pool)?, call, |key: &VerifyingKey| key.to_vec())
            }
            "ed25519/verify" => refusing(unparsed(operation, pool)?, verify, verdict),
            "ed25519/batch_verify_64" => {
                let cases = parse_all(operation, pool, |args| {
                    args.as_chunks::<3>().0.iter().map(Signed::parse).collect::<Option<Vec<_>>>()
                })?;
                independent(cases, |batch| verify_batch(batch), verdict)
            }
            id => Err(Refusal::Unsupported(format!("commonware does not serve {id}"))),
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn engine() -> &'static str {
    let found = std::is_x86_feature_detected!("avx512f")
        && std::is_x86_feature_detected!("avx512vl")
        && std::is_x86_feature_detected!("avx512ifma");
    if found { "AVX-512 IFMA (chosen at run time)" } else { "portable Rust (chosen at run time)" }
}

#[cfg(not(target_arch = "x86_64"))]
fn engine() -> &'static str {
    "portable Rust or NEON (chosen at run time)"
}

/// A text as a name and a message, whose joint text it is.
fn split(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = text.split_first()?;
    // A longer length has several bytes.
    Some(*length).filter(|length| *length < 0x80)?;
    rest.split_at_checked(usize::from(*length))
}

fn verify(case: &Case) -> Option<bool> {
    let [key, text, signature] = case.as_slice() else { return None };
    let key = VerifyingKey::decode(Copying(key)).ok()?;
    let signature = Signature::decode(Copying(signature)).ok()?;
    let (name, message) = split(text)?;
    Some(key.verify(name, message, &signature))
}

/// One of a batch.
struct Signed {
    key: VerifyingKey,
    text: Vec<u8>,
    signature: Signature,
}

impl Signed {
    fn parse([key, text, signature]: &[Vec<u8>; 3]) -> Option<Self> {
        split(text)?;
        Some(Self {
            key: VerifyingKey::decode(Copying(key)).ok()?,
            text: text.clone(),
            signature: Signature::decode(Copying(signature)).ok()?,
        })
    }
}

fn entry(one: &Signed) -> BatchEntry<'_, VerifyingKey> {
    let (namespace, message) = split(&one.text).expect("it was split before");
    BatchEntry { namespace, message, public_key: &one.key, signature: &one.signature }
}

fn verify_batch(batch: &[Signed]) -> bool {
    let rng = &mut UnwrapErr(SysRng);
    VerifyingKey::verify_batch(rng, batch, |_, one| entry(one), &Sequential)
}
