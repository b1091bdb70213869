//! secp256k1 and P-256, ECDSA and Schnorr signatures.

use curve::engines::lanes8::Lanes8Portable;
use curve::hash_to_curve::Xmd;
use curve::p256::{self, P256};
use curve::secp256k1::{self, AffinePoint, Fr, Secp256k1, SecretScalar};
use curvemark::ecdh;
use curvemark::ecdsa::{Curve, SigningKey};
use curvemark::schnorr::{self, dleq, musig};
use sha2::Sha256;

use super::inputs::{
    BYTES, DST, accepted, addition, coordinates, field, field_bytes, mul, mul_batch,
    mul_exceptions, mul_generator, mul_on_lanes_of, point,
};
use super::{Path, path};
use crate::secrets::{SecretRng, Secrets};

/// A path of one operation on points, or modulo n.
const fn single(name: &'static str, run: fn(&Secrets) -> Vec<u8>) -> Path {
    path(name, run).on_words(
        "a single operation on points works where they are, and n has no spare bit for the kernels of 4 words",
    )
}

const KEY: [u8; 32] = [0x2d; 32];

/// A signature by a secret key.
fn sign<C: Curve>(secrets: &Secrets) -> Vec<u8> {
    let key = secrets.hide(accepted(SigningKey::<C>::from_bytes(&KEY)));
    let (signature, id) = key.sign_recoverable_prehashed(&[0x77; 32]);
    signature.to_recoverable_bytes(id).to_vec()
}

/// The path of a signature.
const fn signing(name: &'static str, run: fn(&Secrets) -> Vec<u8>) -> Path {
    path(name, run).verdicts(
        5,
        "whether the nonce is below n, and zero; whether its point, r or s has to be refused",
    )
}

/// The public key of a secret key.
fn verifying_key<C: Curve>(secrets: &Secrets) -> Vec<u8> {
    secrets.hide(accepted(SigningKey::<C>::from_bytes(&KEY))).verifying_key().to_sec1().to_vec()
}

/// A key whose holder two signers are to be: the scalar is a secret, while what all signers know of
/// the key stays readable.
fn musig_key(secrets: &Secrets) -> musig::SigningKey {
    secrets.hide_but(accepted(musig::SigningKey::from_bytes(&KEY)), musig::SigningKey::public_key)
}

/// What the keys of two signers sign, and their nonces' sum.
fn musig_keys() -> ([musig::PublicKey; 2], musig::AggregateNonce) {
    let keys =
        [KEY, [0x2e; 32]].map(|bytes| accepted(musig::SigningKey::from_bytes(&bytes)).public_key());
    let mut sum = [2; musig::PublicNonce::BYTES];
    sum[..33].copy_from_slice(&keys[0].to_bytes());
    sum[33..].copy_from_slice(&keys[1].to_bytes());
    (keys, accepted(musig::AggregateNonce::from_bytes(&sum)))
}

/// A part of a signature by two keys. The deterministic form draws its nonce by a hash of the key
/// instead; then its own public nonce is public, which memcheck cannot know.
fn musig_sign(secrets: &Secrets) -> Vec<u8> {
    let (keys, sum) = musig_keys();
    let aggregate = accepted(musig::AggregateKey::new(&keys));
    let session = musig::Session::new(&aggregate, &sum, b"message");
    let key = musig_key(secrets);
    let context =
        musig::Context { signing_key: Some(&key), message: Some(b"message"), ..Default::default() };
    let nonce =
        musig::SecretNonce::generate_in(&keys[0], &context, &mut SecretRng::new(secrets, 3));
    accepted(session.sign(&key, nonce)).to_bytes().to_vec()
}

/// A secret that two keys agree on.
fn agreement<C: Curve>(secrets: &Secrets) -> Vec<u8> {
    let key = secrets.hide(accepted(ecdh::SecretKey::<C>::from_bytes(&KEY)));
    let other = accepted(ecdh::SecretKey::<C>::from_bytes(&[0x2e; 32])).public_key();
    let shared = key.diffie_hellman(&secrets.hide(other));
    [shared.x().as_slice(), shared.sha256().as_slice()].concat()
}

/// The public key of a secret key of ECDH.
fn agreement_key<C: Curve>(secrets: &Secrets) -> Vec<u8> {
    secrets.hide(accepted(ecdh::SecretKey::<C>::from_bytes(&KEY))).public_key().to_sec1().to_vec()
}

/// The table.
pub const PATHS: &[Path] = &[
    path("secp256k1/fp", field::<secp256k1::FpEngine>),
    single("secp256k1/fr", field::<secp256k1::FrEngine>),
    single("secp256k1/fr_bytes", field_bytes::<secp256k1::FrEngine>),
    single("secp256k1/addition", addition::<Secp256k1>),
    path("secp256k1/mul", mul::<Secp256k1>),
    path("secp256k1/mul_exceptions", mul_exceptions::<Secp256k1>),
    path("secp256k1/mul_generator", mul_generator::<Secp256k1>),
    path("secp256k1/mul_batch", mul_batch::<Secp256k1>),
    path(
        "secp256k1/mul_on_lanes",
        mul_on_lanes_of::<Secp256k1, Secp256k1<Lanes8Portable<secp256k1::FpEngine>>>,
    )
    .on_portable_lanes(),
    single("secp256k1/to_sec1", |s| {
        accepted(point::<Secp256k1>(s, 11).to_affine().to_sec1()).to_vec()
    })
    .verdicts(1, "whether the point is the identity"),
    path("secp256k1/hash_to_curve", |s| {
        coordinates(secp256k1::hash_to_curve::<Xmd<Sha256>>(s.hide_bytes(&BYTES).as_slice(), DST))
    }),
    signing("secp256k1/ecdsa_sign", sign::<Secp256k1>),
    path("secp256k1/ecdsa_verifying_key", verifying_key::<Secp256k1>),
    path("secp256k1/ecdh_public_key", agreement_key::<Secp256k1>),
    path("secp256k1/ecdh", agreement::<Secp256k1>),
    path("secp256k1/schnorr_key", |s| {
        accepted(schnorr::SigningKey::from_bytes(&s.hide_bytes(&KEY))).public_bytes().to_vec()
    })
    .verdicts(3, "whether the integer is below n, and zero; whether the point is the identity"),
    path("secp256k1/schnorr_sign", |s| {
        let key = s.hide(accepted(schnorr::SigningKey::from_bytes(&KEY)));
        key.sign_with_aux(b"message", &s.hide([0x53; 32])).to_bytes().to_vec()
    })
    .verdicts(2, "whether the nonce is zero, and its point the identity"),
    path("secp256k1/dleq_prove", |s| {
        let (g, secret) =
            (AffinePoint::generator(), s.hide(accepted(SecretScalar::from_be_bytes(&KEY))));
        let b = g.mul_vartime(&Fr::from(77_u64)).to_affine();
        accepted(dleq::prove(&secret, &g, &b, &s.hide([0x53; 32]), None)).1.to_bytes().to_vec()
    })
    .verdicts(5, "whether the secret is zero, and four points the identity"),
    path("secp256k1/musig_sign", musig_sign),
    path("p256/fp", field::<p256::FpEngine>),
    single("p256/fr", field::<p256::FrEngine>),
    single("p256/fr_bytes", field_bytes::<p256::FrEngine>),
    single("p256/addition", addition::<P256>),
    path("p256/mul", mul::<P256>),
    path("p256/mul_exceptions", mul_exceptions::<P256>),
    path("p256/mul_generator", mul_generator::<P256>),
    path("p256/mul_batch", mul_batch::<P256>),
    path("p256/mul_on_lanes", mul_on_lanes_of::<P256, P256<Lanes8Portable<p256::FpEngine>>>)
        .on_portable_lanes(),
    single("p256/to_sec1", |s| accepted(point::<P256>(s, 11).to_affine().to_sec1()).to_vec())
        .verdicts(1, "whether the point is the identity"),
    signing("p256/ecdsa_sign", sign::<P256>),
    path("p256/ecdsa_verifying_key", verifying_key::<P256>),
    path("p256/ecdh_public_key", agreement_key::<P256>),
    path("p256/ecdh", agreement::<P256>),
    path("p256/hash_to_curve", |s| {
        coordinates(p256::hash_to_curve::<Xmd<Sha256>>(s.hide_bytes(&BYTES).as_slice(), DST))
    }),
];
