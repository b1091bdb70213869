//! Ed25519 by both rules, and its variants.

use curvemark::eddsa::{
    Error, Rfc8032Strict, Rule, Signature, SigningKey, VerifyingKey, Zip215, verify_batch,
    verify_each,
};

use crate::{Target, fixed, random, rng, take};

pub const TARGETS: &[Target] = &[
    Target { name: "eddsa key", body: key, valid: a_key, fast: true, heap: 0 },
    Target { name: "eddsa signature", body: signature, valid: a_signature, fast: true, heap: 0 },
    Target { name: "eddsa verify", body: verify, valid: signed, fast: false, heap: 0 },
    Target { name: "eddsa variants", body: variants, valid: signed, fast: false, heap: 0 },
    // As the docs of `verify_batch` say.
    Target {
        name: "eddsa batch",
        body: batch,
        valid: signed,
        fast: false,
        heap: (512 << 10) + 2 * (5 << 10),
    },
    Target { name: "eddsa sign", body: sign, valid: to_sign, fast: false, heap: 0 },
];

/// 32 bytes: what the strict rule takes ZIP 215 takes.
fn key(data: &[u8]) {
    let (strict, zip215) =
        (VerifyingKey::<Rfc8032Strict>::from_bytes(data), VerifyingKey::<Zip215>::from_bytes(data));
    assert!(strict.is_err() || zip215.is_ok());
    if let Ok(key) = zip215 {
        assert_eq!(key.to_bytes(), *data);
        let _ = key.is_small_order();
    }
}

fn signature(data: &[u8]) {
    if let Ok(signature) = Signature::from_bytes(data) {
        assert_eq!(signature.to_bytes(), *data);
    }
}

/// A key, a signature, a message: what the strict rule takes ZIP 215 takes.
fn verify(mut data: &[u8]) {
    let key = take(&mut data, 32);
    let signature = Signature::from_bytes(take(&mut data, 64));
    let (Ok(zip215), Ok(signature)) = (VerifyingKey::<Zip215>::from_bytes(key), signature) else {
        return;
    };
    let verdict = zip215.verify(data, &signature);
    each(zip215, data, signature, verdict);
    if let Ok(strict) = VerifyingKey::<Rfc8032Strict>::from_bytes(key) {
        let by_strict = strict.verify(data, &signature);
        assert!(by_strict.is_err() || verdict.is_ok());
        each(strict, data, signature, by_strict);
    }
}

fn each<R: Rule>(
    key: VerifyingKey<R>,
    message: &[u8],
    signature: Signature,
    verdict: Result<(), Error>,
) {
    let mut verdicts = [Ok(()); 3];
    verify_each(&[key; 3], &[message; 3], &[signature; 3], &mut verdicts).expect("three of each");
    assert_eq!(verdicts, [verdict; 3]);
}

/// A key, a signature, a digest, and a context of what is left.
fn variants(mut data: &[u8]) {
    let key = VerifyingKey::<Zip215>::from_bytes(take(&mut data, 32));
    let signature = Signature::from_bytes(take(&mut data, 64));
    let digest: [u8; 64] = fixed(&mut data);
    let (Ok(key), Ok(signature)) = (key, signature) else { return };
    let long = data.len() > 255;
    let of_context = key.verify_context(&digest, data, &signature);
    assert_eq!(of_context == Err(Error::Context), long || data.is_empty());
    assert_eq!(key.verify_prehashed(&digest, data, &signature) == Err(Error::Context), long);
}

/// The same signature twice, as a batch: the verdict of one.
fn batch(mut data: &[u8]) {
    let key = VerifyingKey::<Zip215>::from_bytes(take(&mut data, 32));
    let signature = Signature::from_bytes(take(&mut data, 64));
    if let (Ok(key), Ok(signature)) = (key, signature) {
        let verdict = verify_batch(&[key; 2], &[data; 2], &[signature; 2], &mut rng(7));
        assert_eq!(verdict, key.verify(data, &signature));
    }
}

/// A seed, a digest, and a context or message of what is left: what is signed holds by both rules.
fn sign(mut data: &[u8]) {
    let key = SigningKey::from_bytes(take(&mut data, 32));
    let digest = fixed(&mut data);
    let Ok(key) = key else { return };
    let (zip215, strict) = (key.verifying_key::<Zip215>(), key.verifying_key::<Rfc8032Strict>());
    let signature = key.sign(data);
    assert_eq!([zip215.verify(data, &signature), strict.verify(data, &signature)], [Ok(()); 2]);
    if let Ok(signature) = key.sign_context(&digest, data) {
        assert_eq!(strict.verify_context(&digest, data, &signature), Ok(()));
    }
    if let Ok(signature) = key.sign_prehashed(&digest, data) {
        assert_eq!(strict.verify_prehashed(&digest, data, &signature), Ok(()));
    }
}

fn a_key(number: u64) -> Vec<u8> {
    SigningKey::random(&mut rng(number)).public_bytes().to_vec()
}

fn a_signature(number: u64) -> Vec<u8> {
    SigningKey::random(&mut rng(number)).sign(b"message").to_bytes().to_vec()
}

fn signed(number: u64) -> Vec<u8> {
    let key = SigningKey::random(&mut rng(number));
    let message = [number as u8; 80];
    [&key.public_bytes()[..], &key.sign(&message).to_bytes(), &message].concat()
}

fn to_sign(number: u64) -> Vec<u8> {
    random::<120>(number).to_vec()
}
