//! Cashu v3: the published vectors, what must be refused, and the laws of the protocol.
//!
//! Published values: cashubtc/nuts, pull request 371, commit
//! c65511be85a71d1cc524e47d07aaf0718a8a6a57 (MIT), tests/00-tests.md; ids and derivation in
//! `vectors/`, as they are now and as they were. Values marked as derived were computed from the
//! text of NUT-00 with py_ecc 8.0.0 and agree with cashu-ts v5.0.0-rc.7 and blst.

mod batch;
mod each;
mod keyset;
#[cfg(feature = "serde")]
mod models;
mod points;

use crate::vectors;
use curvemark::cashu::v3::{
    BlindSignature, BlindedMessage, BlindingFactor, Error, KeysetId, MintPublicKey, MintSecretKey,
    Signature, blind, derive_blinding_factor, derive_leaf_key, derive_nums_offset,
    derive_quote_lock_key, derive_secret_key, hash_to_curve, unframed,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

/// tests/00-tests.md, "Test 1".
const SECRET: &[u8] = b"test_message";
const Y: &str = "860d58e5aeda1376185436ed96412313424cc079e056d1dab595e6db4c2c9685fec7da052c8db68d88985b75a42388ad";
const K: &str = "aa4edef9c1ed7f729f520e47730a124fd70662a904ba1074728114d1031e1572c6c886f6b57ec72a6178288c47c33577\
                     1638533957d540a9d2370f17cc7ed5863bc0b995b8825e0ee1ea1e1e4d00dbae81f14b0bf3611b78c952aacab827a053";
const B_: &str = "8e88c5f6a93f653784a66b033a00e52128499e18b095c2a56f080d1c2a937ffc9ef4600804a48d087bbd1f662f6b068f";
const C_: &str = "8d52d7a6cbe5e99858d5c15c092d11a0c387c78917471211082a6e5afc2a79680dfa188fafe5d4a51c5398ce160e7a16";
const C: &str = "b7a4881059133fd91a8753600d9a5e524c65d6224f6fe2d5aef9e59f1507fdad90b3b4d48ee46da5c8dfaa0b88e28b69";

/// The order r of the groups, from the defining polynomial x⁴ − x² + 1 at x = −0xd201000000010000.
const ORDER: &str = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";

/// The bytes of hexadecimal digits.
fn hex(digits: &str) -> Vec<u8> {
    let value = |digit: u8| (digit as char).to_digit(16).expect("a digit") as u8;
    digits.as_bytes().chunks(2).map(|pair| 16 * value(pair[0]) + value(pair[1])).collect()
}

/// A scalar of one byte, as 32 bytes.
fn small(value: u8) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[31] = value;
    bytes
}

/// The mint's key of a small scalar.
fn mint(value: u8) -> MintSecretKey {
    MintSecretKey::from_bytes(&small(value)).expect("a scalar")
}

/// The mint's signature on a secret, by a whole round.
fn signed(key: &MintSecretKey, secret: &[u8], r: &BlindingFactor) -> Signature {
    key.sign(&blind(secret, r)).unblind(r)
}

#[test]
fn the_published_round() {
    let r = BlindingFactor::from_bytes(&small(3)).expect("a scalar");
    let a = mint(2);
    assert_eq!(hash_to_curve(SECRET).to_affine().to_bytes(), *hex(Y));
    let key = a.public_key();
    assert_eq!(key.to_bytes(), *hex(K));
    let blinded = blind(SECRET, &r);
    assert_eq!(blinded.to_bytes(), *hex(B_));
    let promise = a.sign(&blinded);
    assert_eq!(promise.to_bytes(), *hex(C_));
    let signature = promise.unblind(&r);
    assert_eq!(signature.to_bytes(), *hex(C));
    assert_eq!(key.verify(SECRET, &signature), Ok(()));

    // The same from bytes alone, as the parties have it.
    let blinded = BlindedMessage::from_bytes(&hex(B_)).expect("B_");
    assert_eq!(a.sign(&blinded), BlindSignature::from_bytes(&hex(C_)).expect("C_"));
    let key = MintPublicKey::from_bytes(&hex(K)).expect("K");
    assert_eq!(key.verify(SECRET, &Signature::from_bytes(&hex(C)).expect("C")), Ok(()));
}

#[test]
fn the_published_derivations() {
    let mut count = 0;
    for case in vectors::cases(include_str!("../../../vectors/cashu-v3-secrets.txt")) {
        let (seed, id) =
            (case.bytes("seed"), KeysetId::from_bytes(&case.bytes("keyset")).expect("an id"));
        let (name, counter) = (case.text("name"), case.text("counter").parse().expect("a number"));
        let key = derive_secret_key(&seed, &id, counter).expect("a key");
        assert_eq!(*key.to_bytes(), *case.bytes("secret-key"), "{name}");
        assert_eq!(key.public_key().to_bytes(), *case.bytes("secret"), "{name}");
        let (factor, attempt) = derive_blinding_factor(&seed, &id, counter).expect("a factor");
        assert_eq!(*factor.to_bytes(), *case.bytes("blinding-factor"), "{name}");
        assert_eq!(attempt.to_string(), case.text("attempt"), "{name}");
        let offset = derive_nums_offset(&seed, &id, counter).expect("an offset");
        assert_eq!(offset.to_bytes(), *case.bytes("nums-offset"), "{name}");
        for y in case.list("y") {
            // The bytes of the point are hashed, and not their digits.
            assert_eq!(
                hash_to_curve(&case.bytes("secret")).to_affine().to_bytes(),
                *hex(y),
                "{name}"
            );
        }
        count += 1;
    }
    assert_eq!(count, 4);
}

#[test]
fn what_was_before_parts_were_framed() {
    let mut counts = [0; 2];
    for case in vectors::cases(include_str!("../../../vectors/cashu-v3-unframed.txt")) {
        let name = case.text("name");
        if case.text("kind") == "keyset" {
            counts[0] += 1;
            let number = |key| case.list(key).first().map(|text| text.parse().expect("a number"));
            let keys = keyset::keys_of(&case);
            let keys = keys.iter().map(|(amount, key)| (*amount, key));
            let [fee, expiry] = ["input-fee-ppk", "final-expiry"].map(number);
            let id =
                unframed::derive_keyset_id(keys, case.text("unit"), fee, expiry).expect("an id");
            assert_eq!(id.to_bytes(), *case.bytes("id"), "{name}");
            continue;
        }
        counts[1] += 1;
        let (seed, id) =
            (case.bytes("seed"), KeysetId::from_bytes(&case.bytes("keyset")).expect("an id"));
        let counter = case.text("counter").parse().expect("a number");
        let secret = unframed::derive_secret(&seed, &id, counter).expect("a secret");
        assert_eq!(*secret, *case.bytes("secret"), "{name}");
        let (factor, attempt) =
            unframed::derive_blinding_factor(&seed, &id, counter).expect("a factor");
        assert_eq!(*factor.to_bytes(), *case.bytes("blinding-factor"), "{name}");
        // Reduction modulo r would give another factor where an attempt is not below the order.
        assert_eq!(attempt.to_string(), case.text("attempt"), "{name}");
    }
    assert_eq!(counts, [2, 21]);
}

#[test]
fn derived_values_depend_on_all_inputs() {
    let id = |last: u8| {
        let mut bytes = [0; 33];
        (bytes[0], bytes[32]) = (2, last);
        KeysetId::from_bytes(&bytes).expect("an id")
    };
    let derive = |seed: &[u8], id: &KeysetId, counter| -> [[u8; 32]; 7] {
        let all = "a seed";
        [
            *derive_secret_key(seed, id, counter).expect(all).to_bytes(),
            *derive_blinding_factor(seed, id, counter).expect(all).0.to_bytes(),
            derive_nums_offset(seed, id, counter).expect(all).to_bytes(),
            *derive_leaf_key(seed, id, counter, 0).expect(all).to_bytes(),
            *derive_leaf_key(seed, id, counter, u32::MAX).expect(all).to_bytes(),
            *unframed::derive_secret(seed, id, counter).expect(all),
            *unframed::derive_blinding_factor(seed, id, counter).expect(all).0.to_bytes(),
        ]
    };
    let locks = [(&b"a"[..], 0), (b"b", 0), (b"a", 1)];
    let mut all: Vec<[u8; 32]> = [
        derive(b"a", &id(0), 0),
        derive(b"b", &id(0), 0),
        derive(b"a", &id(1), 0),
        derive(b"a", &id(0), 1),
        derive(b"a", &id(0), u64::MAX),
    ]
    .concat();
    all.extend(
        locks.map(|(seed, counter)| {
            *derive_quote_lock_key(seed, counter).expect("a seed").to_bytes()
        }),
    );
    for (i, one) in all.iter().enumerate() {
        assert!(!all[..i].contains(one), "{i}");
    }
    // HMAC takes a key of any length; none at all protects nothing.
    derive(&[7; 1000], &id(0), 0);
    let refused = Some(Error::Length);
    assert_eq!(derive_secret_key(b"", &id(0), 0).err(), refused);
    assert_eq!(derive_blinding_factor(b"", &id(0), 0).err(), refused);
    assert_eq!(derive_nums_offset(b"", &id(0), 0).err(), refused);
    assert_eq!(derive_leaf_key(b"", &id(0), 0, 0).err(), refused);
    assert_eq!(derive_quote_lock_key(b"", 0).err(), refused);
    assert_eq!(unframed::derive_secret(b"", &id(0), 0).err(), refused);
    assert_eq!(unframed::derive_blinding_factor(b"", &id(0), 0).err(), refused);
}

#[test]
fn another_secret_key_or_signature_is_not_signed() {
    let r = BlindingFactor::from_bytes(&small(9)).expect("a scalar");
    let (a, b) = (mint(2), mint(3));
    let signature = signed(&a, b"one", &r);
    assert_eq!(a.public_key().verify(b"one", &signature), Ok(()));
    for secret in [&b"two"[..], b"", b"one ", b"One", b"one\0"] {
        assert_eq!(a.public_key().verify(secret, &signature), Err(Error::NotSigned));
    }
    assert_eq!(b.public_key().verify(b"one", &signature), Err(Error::NotSigned));
    assert_eq!(a.public_key().verify(b"one", &signed(&b, b"one", &r)), Err(Error::NotSigned));
    let negated = Signature::from_bytes(&signature.affine().neg().to_bytes()).expect("a point");
    assert_eq!(a.public_key().verify(b"one", &negated), Err(Error::NotSigned));
    // Unblinded by another factor, or not at all.
    let other = BlindingFactor::from_bytes(&small(10)).expect("a scalar");
    let promise = a.sign(&blind(b"one", &r));
    assert_eq!(a.public_key().verify(b"one", &promise.unblind(&other)), Err(Error::NotSigned));
    let still_blind = Signature::from_bytes(&promise.to_bytes()).expect("a point");
    assert_eq!(a.public_key().verify(b"one", &still_blind), Err(Error::NotSigned));
}

/// The signature does not depend on the blinding factor: the mint cannot tell tokens apart by it.
#[test]
fn the_factor_leaves_no_trace() {
    let mut rng = ChaCha20Rng::from_seed([1; 32]);
    let a = MintSecretKey::random(&mut rng);
    let minus_one = {
        let mut bytes = hex(ORDER);
        bytes[31] -= 1;
        BlindingFactor::from_bytes(&bytes).expect("r - 1 is below r")
    };
    let one = BlindingFactor::from_bytes(&small(1)).expect("a scalar");
    let expected = signed(&a, b"token", &one);
    for r in [minus_one, BlindingFactor::random(&mut rng), BlindingFactor::random(&mut rng)] {
        assert_ne!(blind(b"token", &r), blind(b"token", &one));
        assert_eq!(signed(&a, b"token", &r), expected);
    }
}

#[test]
fn secrets_of_no_bytes_and_of_many() {
    let mut rng = ChaCha20Rng::from_seed([2; 32]);
    let (a, r) = (MintSecretKey::random(&mut rng), BlindingFactor::random(&mut rng));
    for length in [0, 1, 55, 56, 64, 100_000] {
        let secret = vec![b'x'; length];
        assert_eq!(
            a.public_key().verify(&secret, &signed(&a, &secret, &r)),
            Ok(()),
            "{length} bytes"
        );
    }
    // Derived: the secret of no bytes with a = r = 1 and K = g2; py_ecc, blst.
    let y = "a1def5a5452b0ba95fdf67431b228b1ce526d8a43f7566f2431aab13f444de86fd2148f6757fdabdb4b0aad9f07c3846";
    assert_eq!(hash_to_curve(b"").to_affine().to_bytes(), *hex(y));
}

#[test]
fn scalars_are_between_one_and_the_order() {
    let mut most = hex(ORDER);
    most[31] -= 1;
    for good in [&small(1)[..], &most] {
        assert_eq!(*MintSecretKey::from_bytes(good).expect("a key").to_bytes(), *good);
        assert_eq!(*BlindingFactor::from_bytes(good).expect("a factor").to_bytes(), *good);
    }
    let order = hex(ORDER);
    for (bad, reason) in [
        (&small(0)[..], Error::Scalar),
        (&order, Error::Scalar),
        (&[0xff; 32], Error::Scalar),
        (&[1; 31], Error::Length),
        (&[1; 33], Error::Length),
        (&[], Error::Length),
    ] {
        assert_eq!(MintSecretKey::from_bytes(bad).err(), Some(reason));
        assert_eq!(BlindingFactor::from_bytes(bad).err(), Some(reason));
    }
}

#[test]
fn debug_of_secrets_shows_no_bytes() {
    let key = MintSecretKey::from_bytes(&[0x5a; 32]).expect("a scalar");
    let factor = BlindingFactor::from_bytes(&[0x5a; 32]).expect("a scalar");
    for shown in
        [format!("{key:?}"), format!("{factor:?}"), format!("{key:#?}"), format!("{factor:#?}")]
    {
        assert!(
            !shown.contains("5a") && !shown.contains("90") && shown.ends_with("(…)"),
            "{shown}"
        );
    }
    let (public, signature) = (key.public_key(), signed(&key, b"hidden", &factor));
    let proof = curvemark::cashu::v3::Proof { secret: b"hidden", signature, key: &public };
    let shown = format!("{proof:?} {proof:#?}");
    assert!(!shown.contains("hidden") && !shown.contains("104, 105"), "{shown}");
}
