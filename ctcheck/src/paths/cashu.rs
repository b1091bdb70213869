//! Cashu v3: keys, blinding, signing, unblinding, derivation.

use curve::crossover;
use curvemark::cashu::nutroot::SecretKey;
use curvemark::cashu::v3::{
    BlindSignature, BlindedMessage, BlindingFactor, Error, KeysetId, MintSecretKey, VERSION, blind,
    blind_each, derive_blinding_factor, derive_secret_key, hash_to_curve, sign_each, unblind_each,
    unframed,
};

use super::inputs::both_ways;
use super::{Path, path};
use crate::secrets::{SecretRng, Secrets};

const KEY: [u8; 32] = [0x31; 32];
const FACTOR: [u8; 32] = [0x57; 32];
const SECRET: &[u8] = b"a secret of a wallet";
const SEED: [u8; 64] = [0x42; 64];

fn key(secrets: &Secrets) -> MintSecretKey {
    secrets.hide(MintSecretKey::from_bytes(&KEY).expect("a scalar"))
}

fn factor(secrets: &Secrets) -> BlindingFactor {
    secrets.hide(BlindingFactor::from_bytes(&FACTOR).expect("a scalar"))
}

fn secret_key(secrets: &Secrets) -> SecretKey {
    secrets.hide(SecretKey::from_bytes(&KEY).expect("a scalar"))
}

/// B_, which the mint sees: public.
fn blinded() -> BlindedMessage {
    blind(SECRET, &factor(&Secrets::PLAIN))
}

/// C_, which the wallet sees: public.
fn promise() -> BlindSignature {
    key(&Secrets::PLAIN).sign(&blinded())
}

fn blinded_each(secrets: &Secrets) -> Vec<u8> {
    let list = [secrets.hide_bytes(SECRET), secrets.hide_bytes(SECRET)];
    let factors = [factor(secrets), factor(secrets)];
    both_ways(&crossover::HASHES, || {
        let mut out = [Err(Error::EmptyBatch); 2];
        blind_each(&list, &factors, &mut out).expect("two");
        out.iter().flat_map(|message| message.expect("a point").to_bytes()).collect()
    })
}

fn signed_each(secrets: &Secrets) -> Vec<u8> {
    let (message, key) = (blinded(), key(secrets));
    both_ways(&crossover::SECRET_MULTIPLICATIONS, || {
        let mut out = [Err(Error::EmptyBatch); 2];
        sign_each(&[&key; 2], &[message; 2], &mut out).expect("two");
        out.iter().flat_map(|signature| signature.expect("a point").to_bytes()).collect()
    })
}

fn unblinded_each(secrets: &Secrets) -> Vec<u8> {
    let (promise, factors) = (promise(), [factor(secrets), factor(secrets)]);
    both_ways(&crossover::SECRET_MULTIPLICATIONS, || {
        let mut out = [Err(Error::EmptyBatch); 2];
        unblind_each(&[promise; 2], &factors, &mut out).expect("two");
        out.iter().flat_map(|signature| signature.expect("a point").to_bytes()).collect()
    })
}

fn keyset() -> KeysetId {
    KeysetId::from_bytes(&[VERSION; 33]).expect("an id")
}

/// How many attempts the derivation from [`SEED`] takes at [`COUNTER`]: each is a verdict, and the
/// accepted one is not zero.
const ATTEMPTS: usize = 3;
const COUNTER: u64 = 0;

fn derived(secrets: &Secrets) -> Result<Vec<u8>, Error> {
    let (factor, attempt) = derive_blinding_factor(&secrets.hide_bytes(&SEED), &keyset(), COUNTER)?;
    assert_eq!(attempt as usize + 1, ATTEMPTS, "the number of verdicts follows from the seed");
    Ok(factor.to_bytes().to_vec())
}

/// A path of arithmetic modulo r alone.
const fn modulo_r(name: &'static str, run: fn(&Secrets) -> Vec<u8>) -> Path {
    path(name, run).on_words("r is too close to 2^255 for the kernels of 4 words")
}

/// The table.
pub const PATHS: &[Path] = &[
    modulo_r("cashu/mint_key_from_bytes", |s| {
        MintSecretKey::from_bytes(&s.hide_bytes(&KEY)).expect("a scalar").to_bytes().to_vec()
    })
    .verdicts(2, "whether the integer is below r, and zero"),
    modulo_r("cashu/mint_key_random", |s| MintSecretKey::random(&mut SecretRng::new(s, 3)).to_bytes().to_vec())
        .verdicts(1, "whether a draw is zero: then another one follows"),
    path("cashu/mint_public_key", |s| key(s).public_key().to_bytes().to_vec()),
    path("cashu/sign", |s| {
        let message = blinded();
        key(s).sign(&message).to_bytes().to_vec()
    }),
    path("cashu/hash_to_curve", |s| hash_to_curve(&s.hide_bytes(SECRET)).to_bytes().to_vec()),
    path("cashu/blind", |s| blind(&s.hide_bytes(SECRET), &factor(s)).to_bytes().to_vec()),
    path("cashu/unblind", |s| promise().unblind(&factor(s)).to_bytes().to_vec()),
    path("cashu/blind_each", blinded_each),
    path("cashu/sign_each", signed_each),
    path("cashu/unblind_each", unblinded_each),
    path("cashu/derive_unframed_secret", |s| {
        unframed::derive_secret(&s.hide_bytes(&SEED), &keyset(), COUNTER).expect("a seed").to_vec()
    })
    .without_kernels(),
    path("cashu/derive_secret_key", |s| {
        derive_secret_key(&s.hide_bytes(&SEED), &keyset(), COUNTER).expect("a seed").to_bytes().to_vec()
    })
    .on_words("n has no spare bit for the kernels of 4 words")
    .verdicts(2, "whether the first attempt is below n, and zero"),
    path("cashu/nutroot_public_key", |s| secret_key(s).public_key().to_bytes().to_vec()),
    path("cashu/nutroot_tweaked", |s| secret_key(s).tweaked(Some(&[9; 32])).expect("a key").to_bytes().to_vec())
        .verdicts(1, "whether the sum is zero"),
    path("cashu/nutroot_sign", |s| secret_key(s).sign(&[9; 32], &[7; 32]).to_bytes().to_vec())
        .verdicts(3, "whether the key's point is the identity, the nonce zero, and its point the identity"),
    modulo_r("cashu/derive_blinding_factor", |s| derived(s).expect("a seed")).verdicts(
        ATTEMPTS + 1,
        "whether an attempt is below r, which tells nothing of the next, and whether the last is zero",
    ),
];
