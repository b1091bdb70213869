//! Verifiable random functions.

use curvemark::vrf::{
    Edwards25519Sha512Ell2, Edwards25519Sha512Tai, P256Sha256Sswu, P256Sha256Tai, Ristretto255Sui,
    SecretKey, Suite,
};

use super::inputs::accepted;
use super::{Path, path};
use crate::secrets::Secrets;

const KEY: [u8; 32] = [0x0d; 32];
const INPUT: &[u8] = b"an input that is not public yet";

/// The key of secret bytes.
fn key<S: Suite>(secrets: &Secrets) -> Vec<u8> {
    let key = accepted(SecretKey::<S>::from_bytes(&secrets.hide(KEY)));
    key.public_bytes().as_ref().to_vec()
}

/// A key whose bytes and scalar are secret, while those of the public key are not: they are hashed
/// until the hash is a point.
fn holder<S: Suite>(secrets: &Secrets) -> SecretKey<S> {
    secrets.hide_but(accepted(SecretKey::<S>::from_bytes(&KEY)), SecretKey::public_bytes)
}

/// A proof for a public input.
fn prove<S: Suite>(secrets: &Secrets) -> Vec<u8> {
    holder::<S>(secrets).prove(INPUT).to_bytes().as_ref().to_vec()
}

/// A proof for a secret input, with its output: where the input is mapped to the curve.
fn prove_secret<S: Suite>(secrets: &Secrets) -> Vec<u8> {
    let proof = holder::<S>(secrets).prove(&secrets.hide_bytes(INPUT));
    [proof.to_bytes().as_ref(), proof.to_hash_unverified().as_ref()].concat()
}

/// Only the output.
fn hash<S: Suite>(secrets: &Secrets) -> Vec<u8> {
    holder::<S>(secrets).hash(&secrets.hide_bytes(INPUT)).as_ref().to_vec()
}

const SCALAR: &str = "whether the integer is below the order, and zero";
const NONCE: &str = "whether the nonce is below n, and zero";

/// The table.
pub const PATHS: &[Path] = &[
    path("vrf/edwards25519_key", key::<Edwards25519Sha512Ell2>),
    path("vrf/edwards25519_tai_prove", prove::<Edwards25519Sha512Tai>),
    path("vrf/edwards25519_ell2_prove", prove_secret::<Edwards25519Sha512Ell2>),
    path("vrf/edwards25519_ell2_hash", hash::<Edwards25519Sha512Ell2>),
    path("vrf/p256_key", key::<P256Sha256Sswu>).verdicts(2, SCALAR),
    path("vrf/p256_tai_prove", prove::<P256Sha256Tai>).verdicts(2, NONCE),
    path("vrf/p256_sswu_prove", prove_secret::<P256Sha256Sswu>).verdicts(2, NONCE),
    path("vrf/p256_sswu_hash", hash::<P256Sha256Sswu>),
    path("vrf/ristretto255_key", key::<Ristretto255Sui>).verdicts(2, SCALAR),
    path("vrf/ristretto255_prove", prove_secret::<Ristretto255Sui>)
        .verdicts(3, "whether Γ, which becomes public, is an encoding"),
    path("vrf/ristretto255_hash", hash::<Ristretto255Sui>),
];
