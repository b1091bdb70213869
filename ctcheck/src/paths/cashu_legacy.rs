//! Cashu on secp256k1: keys, blinding, signing with proofs, unblinding, acceptance, derivation.

use curve::secp256k1::{AffinePoint, SecretScalar};
use curvemark::cashu::legacy::p2bk::SharedSecret;
use curvemark::cashu::legacy::{
    BlindSignature, BlindedMessage, BlindingFactor, Claim, DleqProof, Error, KeysetId,
    MintPublicKey, MintSecretKey, Payment, Signature, blind, blind_each, derive_backup_key,
    derive_blinding_factor, derive_secret, hash_to_curve, reblind_each, sign_each,
    sign_with_proof_each, unblind_each, verify_each,
};
use curvemark::encoding::{Base64, hex};
use curvemark::hash;

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

/// K, B_ and C_, which the other side sees: public.
fn public() -> (MintPublicKey, BlindedMessage, BlindSignature) {
    let message = blind(SECRET, &factor(&Secrets::PLAIN));
    let key = key(&Secrets::PLAIN);
    (key.public_key(), message, key.sign(&message))
}

/// C.
fn signature() -> Signature {
    let (key, _, promise) = public();
    promise.unblind(&factor(&Secrets::PLAIN), &key).expect("a point")
}

fn keyset(version: usize) -> KeysetId {
    KeysetId::from_bytes([&[0; 8][..], &[1; 33]][version - 1]).expect("an id")
}

fn derived(secrets: &Secrets, version: usize) -> Vec<u8> {
    let seed = secrets.hide_bytes(&SEED);
    derive_secret(&seed, &keyset(version), 5).expect("a seed").to_vec()
}

fn derived_factor(secrets: &Secrets, version: usize) -> Vec<u8> {
    let seed = secrets.hide_bytes(&SEED);
    derive_blinding_factor(&seed, &keyset(version), 5).expect("a seed").to_bytes().to_vec()
}

/// Two signatures at once, one after the other where two are too few for lanes.
fn signed(secrets: &Secrets) -> Vec<u8> {
    let (_, message, _) = public();
    let key = key(secrets);
    let mut out = [Err(Error::Empty); 2];
    sign_each(&[&key; 2], &[message; 2], &mut out).expect("two");
    out.iter().flat_map(|signature| signature.expect("a point").to_bytes()).collect()
}

fn proven(secrets: &Secrets) -> Vec<u8> {
    let (_, message, _) = public();
    let key = key(secrets);
    let mut out = [Err(Error::Empty); 2];
    sign_with_proof_each(&[&key; 2], &[message; 2], &mut out).expect("two");
    out.iter().flat_map(|out| out.expect("a proof").1.s_bytes()).collect()
}

fn unblinded(secrets: &Secrets) -> Vec<u8> {
    let (key, _, promise) = public();
    let mut out = [Err(Error::Empty); 2];
    unblind_each(&[promise; 2], &[factor(secrets), factor(secrets)], &[&key; 2], &mut out)
        .expect("two");
    out.iter().flat_map(|signature| signature.expect("a point").to_bytes()).collect()
}

fn blinded(secrets: &Secrets) -> Vec<u8> {
    let mut out = [Err(Error::Empty); 2];
    blind_each(&[SECRET; 2], &[factor(secrets), factor(secrets)], &mut out).expect("two");
    out.iter().flat_map(|message| message.expect("a point").to_bytes()).collect()
}

/// What the verification of payments does with factors; with B_ and C_, which the mint saw, it goes
/// on as with any public point.
fn reblinded(secrets: &Secrets) -> Vec<u8> {
    let ((key, ..), factor) = (public(), factor(secrets));
    let proof = DleqProof::from_bytes(&[1; 32], &[1; 32]).expect("scalars");
    let payment =
        Payment { secret: SECRET, signature: signature(), key: &key, proof, factor: &factor };
    let mut out = [Err(Error::Empty); 2];
    reblind_each(&[payment; 2], &mut out).expect("two");
    out.iter()
        .map(|seen| seen.expect("points"))
        .flat_map(|(b_, c_)| [b_.to_bytes(), c_.to_bytes()])
        .flatten()
        .collect()
}

/// How many candidates [`SECRET`] takes to hash to a point.
const CANDIDATES: usize = 1;

/// The table.
pub const PATHS: &[Path] = &[
    path("cashu_legacy/mint_key_from_bytes", |s| {
        MintSecretKey::from_bytes(&s.hide_bytes(&KEY)).expect("a scalar").public_key().to_bytes().to_vec()
    })
    .verdicts(2, "whether the integer is below n, and zero"),
    path("cashu_legacy/mint_key_random", |s| MintSecretKey::random(&mut SecretRng::new(s, 3)).to_bytes().to_vec())
        .verdicts(1, "whether a draw is zero: then another one follows"),
    path("cashu_legacy/sign", |s| {
        let (_, message, _) = public();
        key(s).sign(&message).to_bytes().to_vec()
    }),
    path("cashu_legacy/sign_each", signed).verdicts(2, "whether each C_ is the identity, when its slot is filled"),
    path("cashu_legacy/prove", |s| {
        let (_, message, _) = public();
        let (_, proof) = key(s).sign_with_proof(&message);
        [proof.e_bytes(), proof.s_bytes()].concat()
    })
    .verdicts(2, "whether the nonce is below n, and zero"),
    path("cashu_legacy/sign_with_proof_each", proven).verdicts(6, "whether each nonce is below n, and zero; whether each C_ is the identity, when its slot is filled"),
    path("cashu_legacy/verify", |s| {
        let signature = signature();
        let key = key(s);
        vec![u8::from(key.verify(SECRET, &signature).is_ok()), key.to_bytes()[0]]
    })
    .verdicts(1, "whether C is k·Y"),
    path("cashu_legacy/hash_to_curve", |s| hash_to_curve(&s.hide_bytes(SECRET)).to_sec1().expect("a point").to_vec())
        .verdicts(
            2 * CANDIDATES + 2,
            "whether a candidate is below p, and the x of a point; whether the point is the identity, for each way to write it",
        ),
    path("cashu_legacy/blind", |s| blind(SECRET, &factor(s)).to_bytes().to_vec()),
    path("cashu_legacy/blind_each", blinded),
    path("cashu_legacy/unblind", |s| {
        let (key, _, promise) = public();
        promise.unblind(&factor(s), &key).expect("a point").to_bytes().to_vec()
    })
    .verdicts(1, "whether C is the identity, which a false promise can make it"),
    path("cashu_legacy/unblind_each", unblinded).verdicts(2, "as for one"),
    path("cashu_legacy/reblind", |s| {
        let (key, ..) = public();
        // With `blind` this is all that the verification of one payment does with r.
        signature().reblind(&factor(s), &key).expect("a point").to_bytes().to_vec()
    })
    .verdicts(1, "whether C_ is the identity, which a false payment can make it"),
    path("cashu_legacy/reblind_each", reblinded).verdicts(4, "whether B_ and C_ are the identity, of each"),
    path("cashu_legacy/verify_each", |s| {
        let key = key(s);
        let claim = Claim { secret: SECRET, signature: signature(), key: &key };
        let mut verdicts = [Ok(()); 2];
        verify_each(&[claim; 2], &mut verdicts).expect("two");
        vec![u8::from(verdicts == [Ok(()); 2]), key.to_bytes()[0]]
    })
    .verdicts(2, "whether C is k·Y"),
    path("cashu_legacy/blinded_key", |s| {
        let secret = || SecretScalar::from_be_bytes(&FACTOR).expect("a scalar");
        let own = (&AffinePoint::generator() * &secret()).to_affine();
        let other = (&AffinePoint::generator() * &SecretScalar::from_be_bytes(&KEY).expect("a scalar")).to_affine();
        let blinded = SharedSecret::new(&secret(), &other).and_then(|shared| shared.blind_key(&own, 3)).expect("a key");
        let shared = SharedSecret::new(&s.hide(secret()), &other).expect("Z");
        let key = shared.secret_key(&s.hide(secret()), &blinded, 3).expect("k");
        key.to_be_bytes().to_vec()
    })
    .verdicts(7, "whether scalars are zero, or a digest below n; whether a point is the identity, or this key's"),
    path("cashu_legacy/derive_secret_v1", |s| derived(s, 1))
        .verdicts(12, "whether digests are below n, and keys zero"),
    path("cashu_legacy/derive_factor_v1", |s| derived_factor(s, 1))
        .verdicts(13, "as of the secret; whether the factor is zero"),
    path("cashu_legacy/derive_secret_v2", |s| derived(s, 2)).without_kernels(),
    path("cashu_legacy/derive_factor_v2", |s| derived_factor(s, 2))
        .on_words("n has no spare bit for the kernels of 4 words")
        .verdicts(1, "whether the factor is zero"),
    path("cashu_legacy/derive_backup_key", |s| derive_backup_key(&s.hide_bytes(&SEED)).to_vec()).without_kernels(),
    path("hash/hmac_sha256", |s| hash::hmac_sha256(&s.hide_bytes(&SEED), SECRET).to_vec()).without_kernels(),
    path("hash/hmac_sha512", |s| hash::hmac_sha512(&s.hide_bytes(&SEED), SECRET).to_vec()).without_kernels(),
    path("encoding/hex", |s| hex::encode(&s.hide_bytes(&SEED)).into_bytes()).without_kernels(),
    path("encoding/base64", |s| Base64::UrlSafeUnpadded.encode(&s.hide_bytes(&SEED)).into_bytes()).without_kernels(),
    path("encoding/base64_padded", |s| Base64::Padded.encode(&s.hide_bytes(&SEED)).into_bytes()).without_kernels(),
];
