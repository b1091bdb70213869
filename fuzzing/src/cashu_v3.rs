//! Cashu on BLS12-381.

use curvemark::cashu::v3::{
    BatchSlot, BlindSignature, BlindedMessage, BlindingFactor, Error, KeysetId, MintPublicKey,
    MintSecretKey, Proof, Signature, batch_challenge, batch_pair, batch_weight, blind,
    derive_blinding_factor, derive_leaf_key, derive_nums_offset, derive_quote_lock_key,
    derive_secret_key, unframed, verify_batch, verify_batch_with_scratch,
};

use crate::{Target, fixed, random, rng, take};

/// Slots and pairs of two proofs, as the docs of `verify_batch` say, with some room for lists on
/// lanes.
const HEAP: usize = 64 << 10;

pub const TARGETS: &[Target] = &[
    Target { name: "cashu scalars", body: scalars, valid: a_scalar, fast: true, heap: 0 },
    Target { name: "cashu keyset id", body: keyset_id, valid: an_id, fast: true, heap: 0 },
    Target { name: "cashu derivation", body: derivation, valid: a_seed, fast: true, heap: 0 },
    Target { name: "cashu points", body: points, valid: a_point, fast: false, heap: 0 },
    Target { name: "cashu keys", body: keys, valid: a_key, fast: false, heap: 0 },
    Target { name: "cashu proofs", body: proofs, valid: a_proof, fast: false, heap: HEAP },
    Target { name: "cashu blinding", body: blinding, valid: to_blind, fast: false, heap: 0 },
];

fn scalars(data: &[u8]) {
    let (key, factor) = (MintSecretKey::from_bytes(data), BlindingFactor::from_bytes(data));
    assert_eq!(key.is_ok(), factor.is_ok());
    if let (Ok(key), Ok(factor)) = (key, factor) {
        assert_eq!([key.to_bytes().as_slice(), factor.to_bytes().as_slice()], [data; 2]);
    }
}

fn keyset_id(data: &[u8]) {
    if let Ok(id) = KeysetId::from_bytes(data) {
        assert_eq!(id.to_bytes(), *data);
    }
    // Without keys there is none, whatever the unit.
    if let Ok(unit) = str::from_utf8(data) {
        assert!(KeysetId::derive([], unit, None).is_err());
        assert!(unframed::derive_keyset_id([], unit, None, None).is_err());
    }
}

/// A counter, a keyset id, and a seed of what is left.
fn derivation(mut data: &[u8]) {
    let counter = u64::from_le_bytes(fixed(&mut data));
    let Ok(id) = KeysetId::from_bytes(take(&mut data, 33)) else { return };
    let secret = unframed::derive_secret(data, &id, counter);
    assert_eq!(secret.is_err(), data.is_empty());
    assert_eq!(unframed::derive_blinding_factor(data, &id, counter).is_err(), data.is_empty());
    assert_eq!(derive_blinding_factor(data, &id, counter).is_err(), data.is_empty());
    for key in [
        derive_secret_key(data, &id, counter),
        derive_leaf_key(data, &id, counter, counter as u32),
        derive_quote_lock_key(data, counter),
    ] {
        assert_eq!(key.is_err(), data.is_empty());
    }
    assert_eq!(derive_nums_offset(data, &id, counter).is_err(), data.is_empty());
    if let Ok(secret) = secret {
        batch_weight(&secret, counter as u32).expect("some counter gives one");
    }
}

fn points(data: &[u8]) {
    let point = BlindedMessage::from_bytes(data);
    if let Ok(point) = point {
        assert_eq!(point.to_bytes(), *data);
    }
    assert_eq!(BlindSignature::from_bytes(data).is_ok(), point.is_ok());
    assert_eq!(Signature::from_bytes(data).is_ok(), point.is_ok());
}

fn keys(data: &[u8]) {
    if let Ok(key) = MintPublicKey::from_bytes(data) {
        assert_eq!(key.to_bytes(), *data);
        assert_eq!(key.point().to_bytes(), *data);
    }
}

/// A key, a signature, and a secret of what is left: one verdict, alone and twice in a batch.
fn proofs(mut data: &[u8]) {
    let key = MintPublicKey::from_bytes(take(&mut data, 96));
    let signature = Signature::from_bytes(take(&mut data, 48));
    let (Ok(key), Ok(signature)) = (key, signature) else { return };
    let verdict = key.verify(data, &signature);
    let proofs = [Proof { secret: data, signature, key: &key }; 2];
    batch_challenge(&proofs).expect("proofs");
    assert_eq!(verify_batch(&proofs), verdict);
    let (mut slots, mut pairs) = ([BatchSlot::default(); 2], [batch_pair(), batch_pair()]);
    assert_eq!(verify_batch_with_scratch(&proofs, &mut slots, &mut pairs), verdict);
    assert_eq!(
        verify_batch_with_scratch(&proofs, &mut slots[1..], &mut pairs),
        Err(Error::Scratch)
    );
    assert_eq!(
        verify_batch_with_scratch(&proofs, &mut slots, &mut pairs[1..]),
        Err(Error::Scratch)
    );
}

/// A mint's key, a blinding factor, and a secret of what is left: the whole way holds.
fn blinding(mut data: &[u8]) {
    let key = MintSecretKey::from_bytes(take(&mut data, 32));
    let factor = BlindingFactor::from_bytes(take(&mut data, 32));
    if let (Ok(key), Ok(factor)) = (key, factor) {
        let signature = key.sign(&blind(data, &factor)).unblind(&factor);
        assert_eq!(key.public_key().verify(data, &signature), Ok(()));
    }
}

fn a_scalar(number: u64) -> Vec<u8> {
    MintSecretKey::random(&mut rng(number)).to_bytes().to_vec()
}

fn an_id(number: u64) -> Vec<u8> {
    [&[2][..], &random::<32>(number)].concat()
}

fn a_seed(number: u64) -> Vec<u8> {
    [&number.to_le_bytes()[..], &an_id(number), &random::<64>(number)].concat()
}

fn a_point(number: u64) -> Vec<u8> {
    blind(b"secret", &BlindingFactor::random(&mut rng(number))).to_bytes().to_vec()
}

fn a_key(number: u64) -> Vec<u8> {
    MintSecretKey::random(&mut rng(number)).public_key().to_bytes().to_vec()
}

fn a_proof(number: u64) -> Vec<u8> {
    let (key, factor) =
        (MintSecretKey::random(&mut rng(number)), BlindingFactor::random(&mut rng(!number)));
    let secret = [number as u8; 32];
    let signature = key.sign(&blind(&secret, &factor)).unblind(&factor);
    [&key.public_key().to_bytes()[..], &signature.to_bytes(), &secret].concat()
}

fn to_blind(number: u64) -> Vec<u8> {
    [a_scalar(number), a_scalar(!number), random::<16>(number).to_vec()].concat()
}
