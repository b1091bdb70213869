//! zkLogin and RS256, as Sui's validators call them. All of a signature is read from its bytes by
//! BCS; nothing of fastcrypto verifies many proofs at once, so that they come one by one.

use fastcrypto::ed25519::{Ed25519PublicKey, Ed25519Signature};
use fastcrypto::rsa::{RSAPublicKey, RSASignature};
use fastcrypto::traits::{ToFromBytes, VerifyingKey};
use fastcrypto_zkp::bn254::zk_login::{JWK, JwkId, OIDCProvider, ZkLoginInputs, parse_jwks};
use fastcrypto_zkp::bn254::zk_login_api::{ZkLoginEnv, verify_zk_login, verify_zk_login_iss};
use im::HashMap;
use peer_api::body::{Prepared, parse_all, refusing};
use peer_api::{Case, Operation, Refusal};

use crate::kzg_bytes::verdict;

/// How the operations' names begin.
pub const GROUPS: [&str; 2] = ["zklogin/", "rsa/"];

type Keys = HashMap<JwkId, JWK>;

/// A body for either operation.
pub fn prepare(operation: &Operation, pool: &[Case]) -> Prepared {
    match operation.id {
        "zklogin/verify" | "zklogin/verify_64" => {
            let cases = parse_all(operation, pool, |case| {
                let (json, logins) = case.split_first()?;
                let keys = parse_jwks(json, &OIDCProvider::Twitch, false).ok()?;
                Some((keys.into_iter().collect(), logins.as_chunks().0.to_vec()))
            })?;
            let call = |(keys, logins): &(Keys, Vec<[Vec<u8>; 3]>)| {
                for login in logins {
                    verify(keys, login)?;
                }
                Some(true)
            };
            refusing(cases, call, verdict)
        }
        "rsa/rs256_verify" => {
            let cases = parse_all(operation, pool, |case| {
                let [modulus, exponent, message, signature] = case else { return None };
                let key = RSAPublicKey::from_raw_components(modulus, exponent).ok()?;
                Some((key, message.clone(), signature.clone()))
            })?;
            let call = |(key, message, signature): &(RSAPublicKey, Vec<u8>, Vec<u8>)| {
                let signature = RSASignature::from_bytes(signature).ok()?;
                Some(key.verify(message, &signature).is_ok())
            };
            refusing(cases, call, verdict)
        }
        id => Err(Refusal::Unsupported(format!("fastcrypto-zkp does not serve {id}"))),
    }
}

/// A flag, then the inputs, the last epoch and the ephemeral signature behind its own flag, which
/// is that of Ed25519.
fn verify(keys: &Keys, [signature, digest, address]: &[Vec<u8>; 3]) -> Option<()> {
    let (mut inputs, max_epoch, ephemeral): (ZkLoginInputs, u64, Vec<u8>) =
        bcs::from_bytes(signature.strip_prefix(&[5])?).ok()?;
    inputs.init().ok()?;
    let (signature, key) = ephemeral.strip_prefix(&[0])?.split_at_checked(64)?;
    let public = Ed25519PublicKey::from_bytes(key).ok()?;
    public.verify(digest, &Ed25519Signature::from_bytes(signature).ok()?).ok()?;
    let seed = inputs.get_address_seed().to_string();
    verify_zk_login_iss(address, &seed, inputs.get_iss()).ok()?;
    let extended = [&[0], key].concat();
    verify_zk_login(&inputs, max_epoch, &extended, keys, &ZkLoginEnv::Test).ok()
}
