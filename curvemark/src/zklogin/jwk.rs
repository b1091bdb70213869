//! Keys of providers.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use curve::bn254::Scalar;
use serde::Deserialize;

use super::{Error, RsaPublicKey, hashes};
use crate::encoding::Base64;

/// A provider's key, with Poseidon of its modulus, which is hashed once.
///
/// [Example](crate::zklogin).
#[derive(Clone, Debug)]
pub struct Jwk {
    key: RsaPublicKey,
    hash: Scalar,
}

impl Jwk {
    /// Cost: a hash of 9 integers.
    pub fn new(key: RsaPublicKey) -> Self {
        Self { hash: hashes::hash_modulus(&key.modulus()), key }
    }

    /// The key.
    pub fn key(&self) -> &RsaPublicKey {
        &self.key
    }

    pub(super) fn hash(&self) -> &Scalar {
        &self.hash
    }
}

/// Keys of providers by issuer and name, as validators agree on them: a login is verified by one of
/// these or not at all. All verdicts rest on them.
///
/// [Example](crate::zklogin).
#[derive(Clone, Debug, Default)]
pub struct JwkSet(BTreeMap<String, BTreeMap<String, Jwk>>);

#[derive(Deserialize)]
struct KeysText {
    keys: Vec<serde_json::Value>,
}

/// What of a key is read (RFC 7517, RFC 7518 §6.3).
#[derive(Deserialize)]
struct KeyText {
    kty: String,
    kid: String,
    e: String,
    n: String,
    alg: Option<String>,
}

impl JwkSet {
    /// No keys.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a key, in place of one of the same issuer and name.
    pub fn insert(&mut self, issuer: &str, key_id: &str, key: Jwk) {
        let keys = self.0.entry(String::from(one_name(issuer))).or_default();
        keys.insert(String::from(key_id), key);
    }

    /// Adds the keys that a provider answers with: `{"keys": [{"kty": "RSA", "kid": …, "n": …, "e":
    /// "AQAB"}, …]}`. How many were taken: keys of other kinds, algorithms, sizes and exponents are
    /// left out, since the circuit has none of them.
    ///
    /// # Errors
    /// [`Error::Json`]; [`Error::RsaKey`] if none was taken.
    pub fn insert_json(&mut self, issuer: &str, json: &str) -> Result<usize, Error> {
        let text: KeysText = serde_json::from_str(json).map_err(|_| Error::Json)?;
        let mut taken = 0;
        for key in text.keys {
            if let Some((name, key)) = read(key) {
                self.insert(issuer, &name, key);
                taken += 1;
            }
        }
        if taken == 0 { Err(Error::RsaKey) } else { Ok(taken) }
    }

    /// The key of an issuer with this name.
    ///
    /// # Errors
    /// [`Error::UnknownKey`].
    pub fn get(&self, issuer: &str, key_id: &str) -> Result<&Jwk, Error> {
        let keys = self.0.get(one_name(issuer)).ok_or(Error::UnknownKey)?;
        keys.get(key_id).ok_or(Error::UnknownKey)
    }
}

fn read(key: serde_json::Value) -> Option<(String, Jwk)> {
    let key: KeyText = serde_json::from_value(key).ok()?;
    if key.kty != "RSA" || key.alg.is_some_and(|name| name != "RS256") {
        return None;
    }
    // Some providers pad.
    let bytes = |text: &str| Base64::UrlSafeUnpadded.decode(text.trim_end_matches('=')).ok();
    let exponent = bytes(&key.e)?;
    if exponent != [1, 0, 1] {
        return None;
    }
    let public_key = RsaPublicKey::new(&bytes(&key.n)?, &exponent).ok()?;
    Some((key.kid, Jwk::new(public_key)))
}

/// Microsoft has an issuer for each tenant, and one set of keys for all of them.
fn one_name(issuer: &str) -> &str {
    const TENANTS: &str = "https://login.microsoftonline.com/";
    const ALL: &str = "https://login.microsoftonline.com/v2.0";
    if issuer.starts_with(TENANTS) && issuer.ends_with("/v2.0") { ALL } else { issuer }
}
