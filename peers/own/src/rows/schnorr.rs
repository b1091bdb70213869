//! Signatures of BIP-340.

use curvemark::ecdsa::{Secp256k1, Verifier};
use curvemark::schnorr::{Signature, SigningKey, VerifyingKey, verify_batch, verify_each};
use peer_api::body::{Prepared, independent, parse, parse_all, refusing};
use peer_api::{Case, Checks, Contract, Operation, Time};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use super::{unserved, verdict};

/// What a batch may take of the heap: four times what 64 signatures need.
const MEMORY: usize = 4 << 20;

pub(super) fn contract(verb: &str) -> Contract {
    match verb {
        "schnorr_sign" => Contract::parsed(Time::Constant),
        _ => Contract::bytes(Checks::None, Time::Variable),
    }
}

/// Messages, signatures still in bytes, keys.
#[derive(Default)]
struct Many {
    messages: Vec<Vec<u8>>,
    signatures: Vec<[u8; 64]>,
    keys: Vec<VerifyingKey>,
}

impl Many {
    fn new(case: &[Vec<u8>]) -> Option<Self> {
        let mut many = Self::default();
        for [message, signature, key] in case.as_chunks::<3>().0 {
            many.messages.push(message.clone());
            many.signatures.push(signature.as_slice().try_into().ok()?);
            many.keys.push(VerifyingKey::from_bytes(key).ok()?);
        }
        Some(many)
    }

    fn signatures(&self) -> Option<Vec<Signature>> {
        self.signatures.iter().map(|bytes| Signature::from_bytes(bytes).ok()).collect()
    }
}

pub(super) fn prepare(verb: &str, operation: &Operation, pool: &[Case]) -> Prepared {
    match verb {
        "schnorr_sign" => {
            let cases = parse(pool, |[key, message]| {
                Some((SigningKey::from_bytes(key).ok()?, message.to_vec()))
            })?;
            let call =
                |(key, message): &(SigningKey, Vec<u8>)| key.sign_with_aux(message, &[0; 32]);
            independent(cases, call, |signature: &Signature| signature.to_bytes().to_vec())
        }
        "schnorr_verify" => {
            let cases = parse_all(operation, pool, Many::new)?;
            let call = |one: &Many| {
                let signature = Signature::from_bytes(&one.signatures[0]).ok()?;
                Some(one.keys[0].verify(&one.messages[0], &signature).is_ok())
            };
            refusing(cases, call, verdict)
        }
        "schnorr_verify_64" => {
            let verifier = Box::new(Verifier::<Secp256k1>::new());
            let all = move |many: &Many| {
                let mut verdicts = vec![Ok(()); many.keys.len()];
                verify_each(
                    &verifier,
                    &many.keys,
                    &many.messages,
                    &many.signatures()?,
                    &mut verdicts,
                )
                .ok()?;
                Some(verdicts.iter().map(Result::is_ok).collect::<Vec<_>>())
            };
            let cases = parse_all(operation, pool, Many::new)?;
            refusing(cases, all, |verdicts| verdicts.iter().flat_map(verdict).collect())
        }
        "schnorr_batch_verify_64" => {
            let call = |many: &Many| {
                // Whoever times this wants the same work each time, and no forger is at hand.
                let mut random = ChaCha20Rng::seed_from_u64(1);
                Some(
                    verify_batch(
                        &many.keys,
                        &many.messages,
                        &many.signatures()?,
                        MEMORY,
                        &mut random,
                    )
                    .is_ok(),
                )
            };
            refusing(parse_all(operation, pool, Many::new)?, call, verdict)
        }
        _ => Err(unserved(operation)),
    }
}
