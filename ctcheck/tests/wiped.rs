//! Memory after drop: secret types leave nothing where they were.
//!
//! That a type implements `ZeroizeOnDrop` the compiler checks elsewhere; here the bytes are read.

use core::mem::MaybeUninit;

use curve::bls12_381::SecretScalar;
use curvemark::bls::{min_pk, min_sig};
use curvemark::cashu::legacy;
use curvemark::cashu::v3::{
    BlindingFactor, KeysetId, MintSecretKey, VERSION, derive_blinding_factor, derive_secret_key,
    unframed,
};
use curvemark::{ecdsa, eddsa, schnorr};
use zeroize::Zeroizing;

/// The bytes of a slot.
fn bytes_of<T>(slot: &MaybeUninit<T>) -> Vec<u8> {
    // SAFETY: the slot is borrowed, and was filled by a value of a type without padding (the
    // caller's part); reading volatilely keeps the compiler from reasoning about what a dropped
    // value holds.
    (0..size_of::<T>())
        .map(|i| unsafe { slot.as_ptr().cast::<u8>().add(i).read_volatile() })
        .collect()
}

/// Puts the value into memory of our own, drops it there and looks. For types without padding.
fn assert_wiped<T>(name: &str, value: T) {
    let mut slot = MaybeUninit::new(value);
    let before = bytes_of(&slot);
    assert!(before.iter().any(|&byte| byte != 0), "{name}: there is something to wipe");
    // SAFETY: the slot holds a value, which is not used again.
    unsafe { slot.assume_init_drop() };
    assert_eq!(bytes_of(&slot), vec![0; size_of::<T>()], "{name} is wiped when dropped");
}

fn secret(byte: u8) -> SecretScalar {
    SecretScalar::from_be_bytes(&[byte; 32]).expect("a scalar")
}

#[test]
fn secret_scalars() {
    assert_wiped("SecretScalar", secret(7));
    assert_wiped("a clone", secret(7).clone());
    assert_wiped("a sum", &secret(7) + &secret(9));
    assert_wiped("an inverse", secret(7).invert());
    assert_wiped("bytes of a scalar", secret(7).to_be_bytes());
}

#[test]
fn secret_scalars_of_the_other_curves() {
    let bytes = [7; 32];
    assert_wiped("BN254", curve::bn254::SecretScalar::from_be_bytes(&bytes).expect("a scalar"));
    assert_wiped(
        "secp256k1",
        curve::secp256k1::SecretScalar::from_be_bytes(&bytes).expect("a scalar"),
    );
    assert_wiped("P-256", curve::p256::SecretScalar::from_be_bytes(&bytes).expect("a scalar"));
    assert_wiped("Ed25519", curve::ed25519::SecretScalar::from_be_bytes(&bytes).expect("a scalar"));
}

#[test]
fn keys_and_factors_of_cashu_on_secp256k1() {
    let key = || legacy::MintSecretKey::from_bytes(&[7; 32]).expect("a scalar");
    assert_wiped("MintSecretKey", key());
    assert_wiped("a clone of a key", key().clone());
    assert_wiped("BlindingFactor", legacy::BlindingFactor::from_bytes(&[5; 32]).expect("a scalar"));
    assert_wiped("bytes of a key", key().to_bytes());
    for id in [&[0; 8][..], &[1; 33]] {
        let keyset = legacy::KeysetId::from_bytes(id).expect("an id");
        assert_wiped(
            "a derived secret",
            legacy::derive_secret(&[3; 64], &keyset, 1).expect("a seed"),
        );
        assert_wiped(
            "a derived factor",
            legacy::derive_blinding_factor(&[3; 64], &keyset, 1).expect("a seed"),
        );
    }
    assert_wiped("a key of backups", legacy::derive_backup_key(&[3; 64]));
}

#[test]
fn keys_and_factors_of_cashu() {
    assert_wiped("MintSecretKey", MintSecretKey::from_bytes(&[7; 32]).expect("a scalar"));
    assert_wiped("BlindingFactor", BlindingFactor::from_bytes(&[5; 32]).expect("a scalar"));
    assert_wiped(
        "bytes of a key",
        MintSecretKey::from_bytes(&[7; 32]).expect("a scalar").to_bytes(),
    );
    assert_wiped(
        "bytes of a factor",
        BlindingFactor::from_bytes(&[5; 32]).expect("a scalar").to_bytes(),
    );
    let keyset = KeysetId::from_bytes(&[VERSION; 33]).expect("an id");
    assert_wiped(
        "a secret of before",
        unframed::derive_secret(&[3; 64], &keyset, 1).expect("a seed"),
    );
    assert_wiped(
        "a derived factor",
        derive_blinding_factor(&[3; 64], &keyset, 1).expect("a seed").0,
    );
    assert_wiped("nutroot::SecretKey", derive_secret_key(&[3; 64], &keyset, 1).expect("a seed"));
    assert_wiped(
        "bytes of one",
        derive_secret_key(&[3; 64], &keyset, 1).expect("a seed").to_bytes(),
    );
}

#[test]
fn keys_of_bls() {
    let key = || min_pk::SecretKey::from_bytes(&[7; 32]).expect("a scalar");
    assert_wiped("SecretKey", key());
    assert_wiped(
        "a generated key",
        min_sig::SecretKey::key_gen(&[7; 32], b"").expect("enough material"),
    );
    assert_wiped("a child", key().derive_child(1));
    assert_wiped("bytes of a key", key().to_bytes());
}

#[test]
fn keys_of_ecdsa() {
    assert_wiped(
        "secp256k1",
        ecdsa::SigningKey::<ecdsa::Secp256k1>::from_bytes(&[7; 32]).expect("a key"),
    );
    assert_wiped("P-256", ecdsa::SigningKey::<ecdsa::P256>::from_bytes(&[7; 32]).expect("a key"));
    assert_wiped(
        "bytes",
        ecdsa::SigningKey::<ecdsa::P256>::from_bytes(&[7; 32]).expect("a key").to_bytes(),
    );
}

#[test]
fn keys_of_ed25519() {
    assert_wiped("the key", eddsa::SigningKey::from_seed(&[7; 32]));
    assert_wiped("a clone", eddsa::SigningKey::from_seed(&[7; 32]).clone());
    assert_wiped("the seed", eddsa::SigningKey::from_seed(&[7; 32]).to_seed());
}

#[test]
fn keys_of_schnorr() {
    assert_wiped("the key", schnorr::SigningKey::from_bytes(&[7; 32]).expect("a key"));
    assert_wiped("its bytes", schnorr::SigningKey::from_bytes(&[7; 32]).expect("a key").to_bytes());
}

/// The check itself: a type that does not wipe is seen.
#[test]
#[should_panic(expected = "is wiped when dropped")]
fn a_type_that_does_not_wipe_is_seen() {
    assert_wiped("plain bytes", [7u8; 32]);
}

/// A secret inside another value goes with it.
#[test]
fn inside_another_value() {
    assert_wiped("an array", [secret(7), secret(9)]);
    assert_wiped("an array of bytes", [Zeroizing::new([7u8; 32]), Zeroizing::new([9; 32])]);
}
