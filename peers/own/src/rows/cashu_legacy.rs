//! Cashu on secp256k1, as today's wallets have it.

use curvemark::cashu::legacy::{
    self, BlindSignature, BlindedMessage, BlindingFactor, Claim, DleqProof, Error, MintPublicKey,
    MintSecretKey, Payment, Point, Signature,
};
use peer_api::body::{Prepared, parse, parse_all, refusing, unparsed};
use peer_api::{Case, Checks, Contract, Operation, Time};

use super::{unserved, verdict};

pub(super) fn contract(verb: &str) -> Contract {
    match verb {
        "blind" => Contract::bytes(Checks::None, Time::Constant),
        "verify" | "batch_verify_10_1" | "batch_verify_10_10" => {
            Contract::bytes(Checks::Curve, Time::Variable)
        }
        _ => Contract::bytes(Checks::Curve, Time::Constant),
    }
}

/// What a mint is asked to sign, and its key, which it has at hand.
type Output = (Vec<u8>, MintSecretKey);

/// A secret, C, and the mint's key, which it has at hand.
type Token = (Vec<u8>, Vec<u8>, MintSecretKey);

pub(super) fn prepare(verb: &str, operation: &Operation, pool: &[Case]) -> Prepared {
    let key = |bytes: &[u8]| MintSecretKey::from_bytes(bytes).ok();
    match verb {
        "blind" => refusing(
            unparsed(operation, pool)?,
            |case| blind(&case[0], &case[1]),
            |point| point.to_vec(),
        ),
        "sign" => {
            let cases = parse(pool, |[message, k]| Some((message.to_vec(), key(k)?)))?;
            refusing(cases, |(message, key)| sign(message, key), |point| point.to_vec())
        }
        "sign_64" => {
            let cases = parse_all(operation, pool, |args| {
                let outputs = args
                    .as_chunks::<2>()
                    .0
                    .iter()
                    .map(|[message, k]| Some((message.clone(), key(k)?)));
                outputs.collect::<Option<Vec<Output>>>()
            })?;
            refusing(cases, |outputs| sign_each(outputs), |signatures| signatures.concat())
        }
        "sign_with_proof" => {
            let cases = parse(pool, |[message, k]| Some((message.to_vec(), key(k)?)))?;
            let call = |(message, key): &Output| {
                let (signature, proof) =
                    key.sign_with_proof(&BlindedMessage::from_bytes(message).ok()?);
                Some((signature.to_bytes(), proof.e_bytes(), proof.s_bytes()))
            };
            refusing(cases, call, |(signature, e, s)| [&signature[..], e, s].concat())
        }
        "unblind" => refusing(
            unparsed(operation, pool)?,
            |case| unblind(&case[0], &case[1], &case[2]),
            |point: &[u8; 33]| point.to_vec(),
        ),
        "verify" => refusing(unparsed(operation, pool)?, verify, verdict),
        "batch_verify_10_1" | "batch_verify_10_10" => {
            refusing(unparsed(operation, pool)?, verify_all, verdict)
        }
        "mint_verify" => {
            let cases = parse(pool, |[secret, c, k]| Some((secret.to_vec(), c.to_vec(), key(k)?)))?;
            let call = |(secret, c, key): &Token| {
                Some(key.verify(secret, &Signature::from_bytes(c).ok()?).is_ok())
            };
            refusing(cases, call, verdict)
        }
        "mint_batch_verify_10_1" | "mint_batch_verify_10_10" => {
            let cases = parse_all(operation, pool, |args| {
                let tokens = args.as_chunks::<3>().0.iter();
                tokens
                    .map(|[secret, c, k]| Some((secret.clone(), c.clone(), key(k)?)))
                    .collect::<Option<Vec<Token>>>()
            })?;
            refusing(cases, |tokens| mint_verify_all(tokens), verdict)
        }
        _ => Err(unserved(operation)),
    }
}

fn blind(secret: &[u8], r: &[u8]) -> Option<[u8; 33]> {
    Some(legacy::blind(secret, &BlindingFactor::from_bytes(r).ok()?).to_bytes())
}

fn sign(message: &[u8], key: &MintSecretKey) -> Option<[u8; 33]> {
    Some(key.sign(&BlindedMessage::from_bytes(message).ok()?).to_bytes())
}

/// As a mint does: it reads all messages, and signs them at once.
fn sign_each(outputs: &[Output]) -> Option<Vec<[u8; 33]>> {
    let messages = points_each(outputs.iter().map(|(message, _)| message))?;
    let keys: Vec<_> = outputs.iter().map(|(_, key)| key).collect();
    let mut signatures = vec![Err(Error::Length); outputs.len()];
    legacy::sign_each(&keys, &messages, &mut signatures).ok()?;
    signatures.into_iter().map(|signature| Some(signature.ok()?.to_bytes())).collect()
}

/// Points of the protocol, all read at once.
fn points_each<'a, R>(encodings: impl Iterator<Item = &'a Vec<u8>>) -> Option<Vec<Point<R>>> {
    let encodings: Vec<_> = encodings.collect();
    let mut points: Vec<_> = encodings.iter().map(|_| Err(Error::Length)).collect();
    Point::from_bytes_batch(&encodings, &mut points).ok()?;
    points.into_iter().collect::<Result<_, _>>().ok()
}

fn unblind(promise: &[u8], r: &[u8], key: &[u8]) -> Option<[u8; 33]> {
    let (promise, key) =
        (BlindSignature::from_bytes(promise).ok()?, MintPublicKey::from_bytes(key).ok()?);
    Some(promise.unblind(&BlindingFactor::from_bytes(r).ok()?, &key).ok()?.to_bytes())
}

/// e ‖ s.
fn proof(bytes: &[u8]) -> Option<DleqProof> {
    let (e, s) = bytes.split_at_checked(32)?;
    DleqProof::from_bytes(e, s).ok()
}

fn verify(case: &Case) -> Option<bool> {
    let [secret, c, k, proof_bytes, r] = &case[..] else { return None };
    let (signature, key) = (Signature::from_bytes(c).ok()?, MintPublicKey::from_bytes(k).ok()?);
    let r = BlindingFactor::from_bytes(r).ok()?;
    Some(proof(proof_bytes)?.verify_unblinded(&key, secret, &signature, &r).is_ok())
}

/// Ten times secret, C, K, e ‖ s, r. A key is decoded once however many proofs it signed, as a
/// wallet would.
fn verify_all(case: &Case) -> Option<bool> {
    let payments = case.as_chunks::<5>().0;
    let mut keys: Vec<(&[u8], MintPublicKey)> = Vec::new();
    let mut of_payment = Vec::with_capacity(payments.len());
    let mut factors = Vec::with_capacity(payments.len());
    for [_, _, bytes, _, r] in payments {
        let known = keys.iter().position(|(known, _)| known == bytes);
        of_payment.push(match known {
            Some(index) => index,
            None => {
                keys.push((bytes, MintPublicKey::from_bytes(bytes).ok()?));
                keys.len() - 1
            }
        });
        factors.push(BlindingFactor::from_bytes(r).ok()?);
    }
    let signatures = points_each(payments.iter().map(|[_, signature, ..]| signature))?;
    let mut batch = Vec::with_capacity(payments.len());
    for (i, ([secret, _, _, bytes, _], signature)) in payments.iter().zip(signatures).enumerate() {
        let (key, factor) = (&keys[of_payment[i]].1, &factors[i]);
        batch.push(Payment { secret, signature, key, proof: proof(bytes)?, factor });
    }
    let mut verdicts = vec![Ok(()); batch.len()];
    legacy::verify_payments_each(&batch, &mut verdicts).ok()?;
    Some(verdicts.iter().all(Result::is_ok))
}

fn mint_verify_all(tokens: &[Token]) -> Option<bool> {
    let signatures = points_each(tokens.iter().map(|(_, signature, _)| signature))?;
    let claims: Vec<_> = tokens
        .iter()
        .zip(signatures)
        .map(|((secret, _, key), signature)| Claim { secret, signature, key })
        .collect();
    let mut verdicts = vec![Ok(()); claims.len()];
    legacy::verify_each(&claims, &mut verdicts).ok()?;
    Some(verdicts.iter().all(Result::is_ok))
}
