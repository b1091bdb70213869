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
use curvemark::wallets::{Network, bip32, bip39, bip324, bip352, slip10};
use curvemark::{ecdsa, eddsa, schnorr, vrf};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
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

/// The same for a value with public parts, which may stay: the bytes of `secret`, a part of it as
/// it lies in memory, are there before and no four of them in a row are there afterwards.
fn assert_part_wiped<T, S>(name: &str, value: T, secret: S) {
    let secret = bytes_of(&MaybeUninit::new(secret));
    let mut slot = MaybeUninit::new(value);
    let holds = |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    assert!(holds(&bytes_of(&slot), &secret), "{name}: the secret is in it");
    // SAFETY: the slot holds a value, which is not used again.
    unsafe { slot.assume_init_drop() };
    let after = bytes_of(&slot);
    let left = secret.windows(4).any(|part| part != [0; 4] && holds(&after, part));
    assert!(!left, "{name} is wiped when dropped");
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

#[test]
fn keys_of_random_functions() {
    let key =
        || vrf::SecretKey::<vrf::Edwards25519Sha512Tai>::from_bytes(&[7; 32]).expect("a seed");
    assert_wiped("on edwards25519", key());
    assert_wiped("a clone", key().clone());
    assert_wiped("its bytes", key().to_bytes());
    // Its public key has 33 bytes, and padding.
    let key = || vrf::SecretKey::<vrf::P256Sha256Tai>::from_bytes(&[7; 32]).expect("a scalar");
    let scalar = curve::p256::SecretScalar::from_be_bytes(&[7; 32]).expect("a scalar");
    assert_part_wiped("on P-256", key(), scalar);
    assert_part_wiped("its bytes", key(), [7u8; 32]);
}

#[test]
fn keys_in_trees() {
    let seed = [3; 32];
    let key = || slip10::PrivateKey::<ecdsa::P256>::from_seed(&seed).expect("a seed");
    assert_wiped("slip10::PrivateKey", key());
    assert_wiped("its child", key().child(1));
    assert_wiped("its bytes", key().secret_bytes());
    let key = || slip10::Ed25519Key::from_seed(&seed).expect("a seed");
    assert_wiped("slip10::Ed25519Key", key());
    let hardened = 1 << 31;
    assert_wiped("its child", key().child(hardened).expect("a hardened child"));

    let key = || bip32::ExtendedPrivateKey::from_seed(&seed, Network::Main).expect("a seed");
    let scalar = |key: &bip32::ExtendedPrivateKey| {
        curve::secp256k1::SecretScalar::from_be_bytes(&*key.secret_bytes()).expect("a scalar")
    };
    assert_part_wiped("bip32::ExtendedPrivateKey", key(), scalar(&key()));
    let child = key().child(1).expect("a child");
    assert_part_wiped("its child", child.clone(), scalar(&child));
}

#[test]
fn words_of_wallets() {
    let entropy = *b"sixteen in a row";
    let words = bip39::Mnemonic::from_entropy(bip39::Language::English, &entropy).expect("a size");
    assert_wiped("the seed", words.to_seed(""));
    assert_part_wiped("bip39::Mnemonic", words, entropy);
}

#[test]
fn keys_of_connections_and_silent_payments() {
    let mut rng = ChaCha20Rng::seed_from_u64(7);
    let scalar = || curve::secp256k1::SecretScalar::from_be_bytes(&[7; 32]).expect("a scalar");
    let key = bip324::SecretKey::from_bytes(&[7; 32], &mut rng).expect("a scalar");
    let shared = || key.exchange(&[9; 64], bip324::Role::Initiator);
    assert_wiped("bip324::SharedSecret", shared());
    assert_wiped("bip324::Keys", shared().keys(&[1; 4]));
    assert_wiped("bytes of a key", key.to_bytes());
    assert_part_wiped("bip324::SecretKey", key, scalar());

    let input = || bip352::InputKey::from_bytes(&[7; 32]).expect("a scalar");
    let outpoint = bip352::OutPoint::new(&[1; 32], 0);
    assert_wiped("bip352::Sender", bip352::Sender::new(&[outpoint], &[input()]).expect("a key"));
    assert_part_wiped("bip352::InputKey", input(), scalar());
    let spend = input().public();
    let receiver = bip352::Receiver::new(&scalar(), &spend).expect("keys");
    assert_part_wiped("bip352::Receiver", receiver, scalar());
}

/// The check itself: a type that does not wipe is seen.
#[test]
#[should_panic(expected = "is wiped when dropped")]
fn a_part_that_is_not_wiped_is_seen() {
    assert_part_wiped("plain bytes", (1u64, [7u8; 32]), [7u8; 32]);
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
