//! The stand-ins behave as what they stand for: through the traits, in bytes, and in what they
//! refuse.
//!
//! The library has them under `--cfg curvemark_insecure_dummy` alone, and a documentation test
//! shows that it has not without. So that they are tested in every run their file is a module of
//! this program.
#![cfg(feature = "traits")]

use std::time::{Duration, Instant};

use digest::consts::U20;
use digest::{Digest, FixedOutputReset};
use hmac::{KeyInit, Mac, SimpleHmac};
use signature::hazmat::{PrehashSigner, PrehashVerifier};
use signature::{Keypair, SignatureEncoding, Signer, Verifier};

use stand_ins::{
    InsecureDelays, InsecureError, InsecureHash, InsecureHash256, InsecureHash512,
    InsecureSignature, InsecureSigningKey, InsecureVerifyingKey, insecure_verify_each,
};

#[path = "../../src/insecure_dummy.rs"]
mod stand_ins;

const MESSAGE: &[u8] = b"a message";

#[test]
fn a_signature_is_of_its_key_and_its_message() {
    let key = InsecureSigningKey::<48, 96>::from_seed(b"seed");
    let (public, signature) = (Keypair::verifying_key(&key), key.sign(MESSAGE));
    assert!(public.verify(MESSAGE, &signature).is_ok());
    assert!(public.verify_prehash(MESSAGE, &key.sign_prehash(MESSAGE).expect("any")).is_ok());
    assert!(
        public.verify(b"a messag", &signature).is_err()
            && public.verify(b"a message\0", &signature).is_err()
    );
    assert!(
        InsecureSigningKey::<48, 96>::from_seed(b"another")
            .verifying_key()
            .verify(MESSAGE, &signature)
            .is_err()
    );
    let bytes: [u8; 96] = signature.to_bytes();
    for place in 0..96 {
        let mut bytes = bytes;
        bytes[place] ^= 1;
        assert!(
            public
                .verify(MESSAGE, &InsecureSignature::from_bytes(&bytes).expect("96 bytes"))
                .is_err()
        );
    }
    assert_eq!(InsecureSignature::try_from(&bytes[..]), Ok(signature));
    assert_eq!(InsecureSignature::<96>::from_bytes(&bytes[1..]), Err(InsecureError::Length));
    assert_eq!(InsecureVerifyingKey::from_bytes(&public.to_bytes()), Ok(public));
    assert_eq!(InsecureVerifyingKey::<48, 96>::from_bytes(&[0; 47]), Err(InsecureError::Length));
}

#[test]
fn a_batch_has_a_verdict_for_each() {
    let key = InsecureSigningKey::<32, 64>::from_seed(&[]);
    let mut signatures = [key.sign(MESSAGE); 3];
    signatures[1] = key.sign(b"another");
    let mut verdicts = [Ok(()); 3];
    insecure_verify_each(&[key.verifying_key(); 3], &[MESSAGE; 3], &signatures, &mut verdicts)
        .expect("three of each");
    assert_eq!(verdicts, [Ok(()), Err(InsecureError::NotSigned), Ok(())]);
    let each = |keys: &[_], verdicts: &mut [_]| {
        insecure_verify_each(keys, &[MESSAGE; 3], &signatures, verdicts)
    };
    assert_eq!(each(&[key.verifying_key(); 2], &mut verdicts), Err(InsecureError::LengthMismatch));
    assert_eq!(
        insecure_verify_each::<32, 64>(&[], &[MESSAGE; 0], &[], &mut []),
        Err(InsecureError::Empty)
    );
}

#[test]
fn a_digest_depends_on_every_byte_and_not_on_the_pieces() {
    let message: Vec<u8> = (0..100).collect();
    let digest: [u8; 32] = InsecureHash256::digest(&message).into();
    for piece in 1..20 {
        let mut hash = InsecureHash256::default();
        message.chunks(piece).for_each(|piece| Digest::update(&mut hash, piece));
        assert_eq!(digest, <[u8; 32]>::from(hash.finalize_fixed_reset()), "pieces of {piece}");
        assert_eq!(hash.finalize(), InsecureHash256::digest(b""), "as new");
    }
    let mut seen = vec![digest];
    for length in 0..100 {
        seen.push(InsecureHash256::digest(&message[..length]).into());
        let mut other = message.clone();
        other[length] ^= 0x80;
        seen.push(InsecureHash256::digest(other).into());
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 201);
    assert_eq!(InsecureHash::<U20>::digest(&message)[..], InsecureHash512::digest(&message)[..20]);
    let mac = <SimpleHmac<InsecureHash256> as KeyInit>::new_from_slice(b"key")
        .expect("a key")
        .chain_update(MESSAGE);
    assert_ne!(mac.finalize().into_bytes(), InsecureHash256::digest(MESSAGE));
}

/// At least as long as they say; how much longer is the machine's.
#[test]
fn delays_are_spent() {
    let ms = Duration::from_millis;
    let delays = InsecureDelays { sign: ms(20), verify: ms(30), item: ms(10), hash: ms(40) };
    assert_eq!(InsecureDelays::get(), InsecureDelays::default());
    delays.set();
    assert_eq!(InsecureDelays::get(), delays);
    let spent = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    let key = InsecureSigningKey::<32, 64>::from_seed(&[]);
    let mut signature = key.sign(MESSAGE);
    assert!(spent(&mut || signature = key.sign(MESSAGE)) >= delays.sign);
    assert!(
        spent(&mut || assert!(key.verifying_key().verify(MESSAGE, &signature).is_ok()))
            >= delays.verify
    );
    assert!(
        spent(&mut || assert_ne!(InsecureHash512::digest(MESSAGE)[..], [0; 64])) >= delays.hash
    );
    let mut verdicts = [Ok(()); 5];
    let mut batch = || {
        insecure_verify_each(
            &[key.verifying_key(); 5],
            &[MESSAGE; 5],
            &[signature; 5],
            &mut verdicts,
        )
        .expect("5")
    };
    assert!(spent(&mut batch) >= 5 * delays.item);
    InsecureDelays::default().set();
}
