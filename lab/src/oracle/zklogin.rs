//! Logins of zkLogin: transactions of a user whose proof is published.
//!
//! Nobody but the provider can make a login, so there is one, of Sui's development network, whose
//! ephemeral key is published too: each transaction is another, and its signature is by slow
//! integers.

use super::protocols::ed25519_sign;
use curvemark::encoding::Base64;
use curvemark::zklogin::{AddressSeed, address};
use peer_api::Case;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::Rng;
use serde_json::Value;
use std::sync::LazyLock;

/// What curvemark's own tests have.
static SUI: LazyLock<Value> = LazyLock::new(|| {
    let text = include_str!("../../../curvemark/tests/protocols/zklogin/sui.json");
    serde_json::from_str(text).expect("JSON")
});

/// Signatures that a case has; a larger one repeats them, since slow means slow.
const DISTINCT: usize = 16;

/// A login before it is written down, so that a part of it can be changed.
#[derive(Clone, Debug)]
pub struct Login {
    /// Inputs of the proof, as a prover gives them.
    pub inputs: Value,
    /// The address seed, in decimal digits.
    pub seed: String,
    /// The last epoch in which the ephemeral key signs.
    pub max_epoch: u64,
    /// The seed of the ephemeral key of Ed25519.
    pub ephemeral: Vec<u8>,
    /// What is signed.
    pub digest: [u8; 32],
}

/// The keys of the provider, as JSON.
pub fn keys() -> Vec<u8> {
    SUI["jwks"].to_string().into_bytes()
}

impl Login {
    /// The published one, on a transaction at random.
    ///
    /// # Panics
    /// If what is published has another shape; it is a constant.
    pub fn random(random: &mut ChaCha20Rng) -> Self {
        let case = &SUI["cases"][0];
        let pair = Base64::Padded.decode(text(&case["kp"])).expect("base64");
        let mut digest = [0; 32];
        random.fill_bytes(&mut digest);
        Self {
            inputs: case["inputs"].clone(),
            seed: text(&case["address_seed"]).to_owned(),
            max_epoch: SUI["max_epoch"].as_u64().expect("a number"),
            // Behind a byte that names the scheme.
            ephemeral: pair[1..].to_vec(),
            digest,
        }
    }

    /// Signature, digest, address.
    ///
    /// # Panics
    /// If a change has made the inputs, the seed or the key none of their kind.
    pub fn arguments(&self) -> [Vec<u8>; 3] {
        let seed = AddressSeed::from_decimal(&self.seed).expect("digits");
        let address = address(text(&SUI["issuer"]), &seed).expect("a short issuer");
        [self.signature(), self.digest.to_vec(), address.to_vec()]
    }

    /// The signature as it stands in a transaction: a byte that names zkLogin, then the inputs, the
    /// epoch and the ephemeral signature in BCS.
    fn signature(&self) -> Vec<u8> {
        let (mut out, inputs) = (vec![5], &self.inputs);
        let points = &inputs["proofPoints"];
        put_texts(&points["a"], &mut out);
        let rows = points["b"].as_array().expect("a list");
        put_length(rows.len(), &mut out);
        rows.iter().for_each(|row| put_texts(row, &mut out));
        put_texts(&points["c"], &mut out);
        let issuer = &inputs["issBase64Details"];
        put(text(&issuer["value"]).as_bytes(), &mut out);
        out.push(issuer["indexMod4"].as_u64().expect("a number") as u8);
        put(text(&inputs["headerBase64"]).as_bytes(), &mut out);
        put(self.seed.as_bytes(), &mut out);
        out.extend(self.max_epoch.to_le_bytes());
        let signature = ed25519_sign(&self.ephemeral, &self.digest).expect("a seed");
        let key = super::protocols::ed25519_public_key(&self.ephemeral);
        put(&[vec![0], signature, key].concat(), &mut out);
        out
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn put_length(mut length: usize, out: &mut Vec<u8>) {
    while length >= 0x80 {
        out.push(length as u8 | 0x80);
        length >>= 7;
    }
    out.push(length as u8);
}

fn put(bytes: &[u8], out: &mut Vec<u8>) {
    put_length(bytes.len(), out);
    out.extend(bytes);
}

fn put_texts(list: &Value, out: &mut Vec<u8>) {
    let list = list.as_array().expect("a list");
    put_length(list.len(), out);
    list.iter().for_each(|one| put(text(one).as_bytes(), out));
}

/// The keys, and so many logins.
pub fn case(count: usize, random: &mut ChaCha20Rng) -> Case {
    let logins: Vec<_> =
        (0..count.min(DISTINCT)).map(|_| Login::random(random).arguments()).collect();
    let logins = logins.iter().cycle().take(count).flatten().cloned();
    core::iter::once(keys()).chain(logins).collect()
}
