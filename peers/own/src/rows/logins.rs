//! zkLogin as a validator of Sui's development network verifies it, and RS256.

use curvemark::zklogin::{
    Address, AddressForm, Environment, JwkSet, Request, RsaPublicKey, Rules, Verifier,
    ZkLoginSignature,
};
use peer_api::body::{Prepared, parse_all, refusing};
use peer_api::{Case, Checks, Contract, Operation, Time};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use super::{unserved, verdict};

/// The epoch in which a validator judges: the last of the published logins.
const EPOCH: u64 = 10;

/// The provider whose keys a case begins with.
const ISSUER: &str = "https://id.twitch.tv/oauth2";

pub(super) fn contract(group: &str) -> Contract {
    let checks = if group == "rsa" { Checks::None } else { Checks::SubgroupNoIdentity };
    Contract::bytes(checks, Time::Variable)
}

pub(super) fn prepare(operation: &Operation, pool: &[Case]) -> Prepared {
    match operation.id {
        "zklogin/verify" => {
            let cases = parse_all(operation, pool, logins)?;
            let verifier = Verifier::kept(Environment::Test);
            let call = move |(keys, logins): &Logins| {
                let [signature, digest, address] = logins.first()?;
                let signature = ZkLoginSignature::from_bytes(signature).ok()?;
                let request = request(&signature, digest, address)?;
                Some(verifier.verify(&request, &rules(keys)).is_ok())
            };
            refusing(cases, call, verdict)
        }
        "zklogin/verify_64" => {
            let cases = parse_all(operation, pool, logins)?;
            let verifier = Verifier::kept(Environment::Test);
            let call = move |(keys, logins): &Logins| {
                let signatures = logins
                    .iter()
                    .map(|[signature, ..]| ZkLoginSignature::from_bytes(signature).ok());
                let signatures = signatures.collect::<Option<Vec<_>>>()?;
                let requests = signatures
                    .iter()
                    .zip(logins)
                    .map(|(signature, [_, digest, address])| request(signature, digest, address));
                let requests = requests.collect::<Option<Vec<_>>>()?;
                // As in the batches of Groth16.
                let verdicts = verifier.verify_each(
                    &requests,
                    &rules(keys),
                    &mut ChaCha20Rng::seed_from_u64(1),
                );
                Some(verdicts.iter().all(Result::is_ok))
            };
            refusing(cases, call, verdict)
        }
        "rsa/rs256_verify" => {
            let cases = parse_all(operation, pool, |case| {
                let [modulus, exponent, message, signature] = case else { return None };
                let key = RsaPublicKey::new(modulus, exponent).ok()?;
                Some((key, message.clone(), signature.clone()))
            })?;
            refusing(
                cases,
                |(key, message, signature)| Some(key.verify(message, signature).is_ok()),
                verdict,
            )
        }
        _ => Err(unserved(operation)),
    }
}

/// A provider's keys, and of each login its signature, its digest and its address.
type Logins = (JwkSet, Vec<[Vec<u8>; 3]>);

fn logins(case: &[Vec<u8>]) -> Option<Logins> {
    let (json, logins) = case.split_first()?;
    let mut keys = JwkSet::new();
    keys.insert_json(ISSUER, str::from_utf8(json).ok()?).ok()?;
    Some((keys, logins.as_chunks().0.to_vec()))
}

fn rules(keys: &JwkSet) -> Rules<'_> {
    Rules { keys, epoch: EPOCH, max_epochs_ahead: None, address_form: AddressForm::Padded }
}

fn request<'r>(
    signature: &'r ZkLoginSignature,
    digest: &'r [u8],
    address: &'r [u8],
) -> Option<Request<'r>> {
    let address: &Address = address.try_into().ok()?;
    Some(Request { signature, digest: digest.try_into().ok()?, address })
}
