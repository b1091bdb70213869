//! BLS signatures: key generation, signing, proofs of possession.

use curvemark::bls::{SecretKey, Suite, min_pk, min_sig};

use super::{Path, path};
use crate::secrets::{SecretRng, Secrets};

const KEY: [u8; 32] = [0x31; 32];
const MESSAGE: &[u8] = b"a message that is not public yet";
const MATERIAL: [u8; 32] = [0x42; 32];

fn key<S: Suite>(secrets: &Secrets) -> SecretKey<S> {
    secrets.hide(SecretKey::from_bytes(&KEY).expect("a scalar"))
}

fn sign<S: Suite>(secrets: &Secrets) -> Vec<u8> {
    key::<S>(secrets).sign(&secrets.hide_bytes(MESSAGE)).to_bytes().as_ref().to_vec()
}

fn generated(secrets: &Secrets) -> SecretKey<min_pk::Possession> {
    SecretKey::key_gen(&secrets.hide_bytes(&MATERIAL), b"info").expect("enough material")
}

/// A path of arithmetic modulo r alone.
const fn modulo_r(name: &'static str, run: fn(&Secrets) -> Vec<u8>) -> Path {
    path(name, run).on_words("r is too close to 2^255 for the kernels of 4 words")
}

/// The table.
pub const PATHS: &[Path] = &[
    modulo_r("bls/key_from_bytes", |s| {
        min_pk::SecretKey::from_bytes(&s.hide_bytes(&KEY)).expect("a scalar").to_bytes().to_vec()
    })
    .verdicts(2, "whether the integer is below r, and zero"),
    modulo_r("bls/key_random", |s| {
        min_pk::SecretKey::random(&mut SecretRng::new(s, 3)).to_bytes().to_vec()
    })
    .verdicts(1, "whether a draw is zero: then another one follows"),
    modulo_r("bls/key_gen", |s| generated(s).to_bytes().to_vec())
        .verdicts(1, "whether the key is zero: then another salt follows"),
    modulo_r("bls/derive_child", |s| {
        key::<min_pk::Possession>(s).derive_child(7).to_bytes().to_vec()
    })
    .verdicts(1, "whether the key is zero: then another salt follows"),
    path("bls/public_key_g1", |s| key::<min_pk::Possession>(s).public_key().to_bytes().to_vec()),
    path("bls/public_key_g2", |s| key::<min_sig::Possession>(s).public_key().to_bytes().to_vec()),
    path("bls/sign_g2", sign::<min_pk::Possession>),
    path("bls/sign_g1", sign::<min_sig::Possession>),
    path("bls/sign_augmented", sign::<min_pk::Augmented>),
    path("bls/prove_possession", |s| {
        key::<min_pk::Possession>(s).prove_possession().to_bytes().to_vec()
    }),
];
