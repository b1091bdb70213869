//! ECDSA on both curves.

use std::sync::OnceLock;

use curvemark::ecdsa::{
    Curve, Error, P256, RecoveryId, Secp256k1, Signature, SigningKey, Verifier, VerifyingKey,
};
use sha2::{Digest, Sha256, Sha512};

use crate::{Target, fixed, random, rng, take};

pub const TARGETS: &[Target] = &[
    Target {
        name: "ecdsa scalars secp256k1",
        body: scalars::<Secp256k1>,
        valid: recoverable::<Secp256k1>,
        fast: true,
        heap: 0,
    },
    Target {
        name: "ecdsa scalars P-256",
        body: scalars::<P256>,
        valid: recoverable::<P256>,
        fast: true,
        heap: 0,
    },
    Target {
        name: "ecdsa DER secp256k1",
        body: der::<Secp256k1>,
        valid: a_der::<Secp256k1>,
        fast: true,
        heap: 0,
    },
    Target {
        name: "ecdsa DER P-256",
        body: der::<P256>,
        valid: a_der::<P256>,
        fast: true,
        heap: 0,
    },
    Target {
        name: "ecdsa key secp256k1",
        body: key::<Secp256k1>,
        valid: a_key::<Secp256k1>,
        fast: true,
        heap: 0,
    },
    Target {
        name: "ecdsa key P-256",
        body: key::<P256>,
        valid: a_key::<P256>,
        fast: true,
        heap: 0,
    },
    Target {
        name: "ecdsa verify secp256k1",
        body: verify_secp256k1,
        valid: signed::<Secp256k1>,
        fast: false,
        heap: 0,
    },
    Target {
        name: "ecdsa verify P-256",
        body: verify_p256,
        valid: signed::<P256>,
        fast: false,
        heap: 0,
    },
    Target {
        name: "ecdsa recover secp256k1",
        body: recover::<Secp256k1>,
        valid: recoverable::<Secp256k1>,
        fast: false,
        heap: 0,
    },
    Target {
        name: "ecdsa recover P-256",
        body: recover::<P256>,
        valid: recoverable::<P256>,
        fast: false,
        heap: 0,
    },
    Target {
        name: "ecdsa sign secp256k1",
        body: sign::<Secp256k1>,
        valid: to_sign,
        fast: false,
        heap: 0,
    },
    Target { name: "ecdsa sign P-256", body: sign::<P256>, valid: to_sign, fast: false, heap: 0 },
];

/// A signature in each of its plain forms, and a secret key: what can be read is written as it was.
fn scalars<C: Curve>(data: &[u8]) {
    let signature = Signature::<C>::from_bytes(data);
    if let Ok(signature) = signature {
        assert_eq!(signature.to_bytes(), *data);
        assert_eq!(Signature::from_der(signature.to_der().as_bytes()), Ok(signature));
        assert!(signature.normalize_s().has_low_s());
    }
    let low =
        signature.and_then(
            |signature| if signature.has_low_s() { Ok(signature) } else { Err(Error::HighS) },
        );
    assert_eq!(Signature::from_bytes_low_s(data), low);
    if let Ok((signature, id)) = Signature::<C>::from_recoverable_bytes(data) {
        assert_eq!(signature.to_recoverable_bytes(id), *data);
        assert_eq!(Signature::from_bytes(&data[..64]), Ok(signature));
    }
    if let Ok(key) = SigningKey::<C>::from_bytes(data.get(..32).unwrap_or(data)) {
        assert_eq!(*key.to_bytes(), data[..32]);
    }
}

/// A signature in DER.
fn der<C: Curve>(data: &[u8]) {
    let signature = Signature::<C>::from_der(data);
    if let Ok(signature) = signature {
        assert_eq!(signature.to_der().as_bytes(), data);
        assert_eq!(Signature::from_bytes(&signature.to_bytes()), Ok(signature));
    }
    let low =
        signature.and_then(
            |signature| if signature.has_low_s() { Ok(signature) } else { Err(Error::HighS) },
        );
    assert_eq!(Signature::from_der_low_s(data), low);
}

/// A key in SEC 1, of either form.
fn key<C: Curve>(data: &[u8]) {
    if let Ok(key) = VerifyingKey::<C>::from_sec1(data) {
        assert!(key.to_sec1() == *data || key.to_sec1_uncompressed() == *data);
    }
}

/// A signature of 64 bytes, a digest, a key in SEC 1: one verdict, whichever function is asked.
fn verify<C: Curve>(verifier: &Verifier<C>, mut data: &[u8]) {
    let signature = Signature::<C>::from_bytes(take(&mut data, 64));
    let digest = fixed(&mut data);
    let key = VerifyingKey::<C>::from_sec1(data);
    let (Ok(signature), Ok(key)) = (signature, key) else { return };
    let verdict = key.verify_prehashed(&digest, &signature);
    let other = signature.normalize_s();
    assert_eq!(verifier.verify_prehashed(&key, &digest, &other), verdict);
    let mut each = [Ok(()); 3];
    let digests = [digest, Sha256::digest(data).into(), digest];
    verifier
        .verify_each_prehashed(&[key; 3], &digests, &[signature, signature, other], &mut each)
        .expect("three");
    assert_eq!(each, [verdict, key.verify(data, &signature), verdict]);
}

fn verify_secp256k1(data: &[u8]) {
    static VERIFIER: OnceLock<Verifier<Secp256k1>> = OnceLock::new();
    verify(VERIFIER.get_or_init(Verifier::new), data);
}

fn verify_p256(data: &[u8]) {
    static VERIFIER: OnceLock<Verifier<P256>> = OnceLock::new();
    verify(VERIFIER.get_or_init(Verifier::new), data);
}

/// A signature of 64 bytes, a recovery id, a digest: what is recovered has signed.
fn recover<C: Curve>(mut data: &[u8]) {
    let signature = Signature::<C>::from_bytes(take(&mut data, 64));
    let id = RecoveryId::from_byte(fixed::<1>(&mut data)[0] & 7);
    let digest = fixed(&mut data);
    let Ok(signature) = signature else { return };
    // Both parities, whatever the input says.
    let ids = [0, 1].map(RecoveryId::from_byte);
    for id in ids.into_iter().chain([id]).flatten() {
        match signature.recover_prehashed(&digest, id) {
            Ok(key) => assert_eq!(key.verify_prehashed(&digest, &signature), Ok(())),
            Err(error) => assert_eq!(error, Error::NotRecoverable),
        }
    }
}

/// A secret key, a digest, entropy: what is signed holds, and says who signed.
fn sign<C: Curve>(mut data: &[u8]) {
    let key = SigningKey::<C>::from_bytes(take(&mut data, 32));
    let digest = fixed(&mut data);
    let Ok(key) = key else { return };
    let public = key.verifying_key();
    let (signature, id) = key.sign_recoverable_prehashed(&digest);
    assert_eq!(signature, key.sign_prehashed(&digest));
    assert!(signature.has_low_s());
    assert_eq!(signature.recover_prehashed(&digest, id), Ok(public));
    let (other, _) = key.sign_recoverable_prehashed_with::<Sha512>(&digest, data);
    assert_eq!(public.verify_prehashed(&digest, &other), Ok(()));
    assert_eq!(
        public.verify_prehashed(&digest, &key.sign_prehashed_any_s::<Sha256>(&digest, data)),
        Ok(())
    );
}

fn recoverable<C: Curve>(number: u64) -> Vec<u8> {
    let digest = random(number);
    let (signature, id) =
        SigningKey::<C>::random(&mut rng(number)).sign_recoverable_prehashed(&digest);
    let bytes = signature.to_recoverable_bytes(id);
    // Of the one length that is read in full, or with the digest.
    if number & 1 == 0 { bytes.to_vec() } else { [&bytes[..], &digest].concat() }
}

fn a_der<C: Curve>(number: u64) -> Vec<u8> {
    SigningKey::<C>::random(&mut rng(number))
        .sign(&number.to_le_bytes())
        .to_der()
        .as_bytes()
        .to_vec()
}

fn a_key<C: Curve>(number: u64) -> Vec<u8> {
    let key = SigningKey::<C>::random(&mut rng(number)).verifying_key();
    if number & 1 == 0 { key.to_sec1().to_vec() } else { key.to_sec1_uncompressed().to_vec() }
}

fn signed<C: Curve>(number: u64) -> Vec<u8> {
    let (key, digest) = (SigningKey::<C>::random(&mut rng(number)), random(number));
    [&key.sign_prehashed(&digest).to_bytes()[..], &digest, &key.verifying_key().to_sec1()].concat()
}

fn to_sign(number: u64) -> Vec<u8> {
    random::<96>(number).to_vec()
}
