//! Keys and signatures through the traits of the crate `signature`: the same signatures and
//! verdicts as by their own functions.
#![cfg(feature = "traits")]

use curvemark::ecdsa::{P256, Secp256k1};
use curvemark::eddsa::{Rfc8032Strict, Zip215};
use curvemark::{ecdsa, eddsa, schnorr};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use sha2::{Digest, Sha256, Sha512};
use signature::hazmat::{PrehashSigner, PrehashVerifier};
use signature::{RandomizedSigner, SignatureEncoding, Signer, Verifier};

const MESSAGE: &[u8] = b"a message";

/// A signature goes to bytes and back, holds, and does not for another message.
fn holds<S: SignatureEncoding<Repr = [u8; 64]>>(key: &impl Verifier<S>, signature: &S) {
    let Ok(again) = S::try_from(&signature.to_bytes()) else { panic!("its own bytes") };
    assert!(key.verify(MESSAGE, &again).is_ok());
    assert!(key.verify(b"another", &again).is_err());
    assert!(S::try_from(&[0xff; 64]).is_err());
}

fn ecdsa_by_traits<C: ecdsa::Curve>() {
    let key = ecdsa::SigningKey::<C>::from_bytes(&[7; 32]).expect("a key");
    let (public, signature) = (key.verifying_key(), Signer::sign(&key, MESSAGE));
    assert_eq!(signature, key.sign(MESSAGE));
    holds(&public, &signature);
    assert_eq!(key.sign_prehash(&Sha256::digest(MESSAGE)).expect("a digest"), signature);
    let of_sha512 = key.sign_prehash(&Sha512::digest(MESSAGE)).expect("a digest");
    assert!(public.verify_prehash(&Sha512::digest(MESSAGE), &of_sha512).is_ok());
    assert!(public.verify_prehash(&Sha256::digest(MESSAGE), &of_sha512).is_err());
    assert!(
        key.sign_prehash(&[1; 19]).is_err() && public.verify_prehash(&[1; 19], &signature).is_err()
    );
}

#[test]
fn the_traits_are_the_functions() {
    ecdsa_by_traits::<Secp256k1>();
    ecdsa_by_traits::<P256>();

    let key = eddsa::SigningKey::from_seed(&[7; 32]);
    let signature = Signer::sign(&key, MESSAGE);
    assert_eq!(signature, key.sign(MESSAGE));
    holds(&key.verifying_key::<Zip215>(), &signature);
    holds(&key.verifying_key::<Rfc8032Strict>(), &signature);

    let key = schnorr::SigningKey::from_bytes(&[7; 32]).expect("a key");
    let [by_trait, by_function] = [(); 2].map(|()| ChaCha8Rng::seed_from_u64(5));
    let signature = key.sign_with_rng(&mut { by_trait }, MESSAGE);
    assert_eq!(signature, key.sign(MESSAGE, &mut { by_function }));
    holds(&key.verifying_key(), &signature);
}
