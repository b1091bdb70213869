//! What is read from JSON: keys and signatures in hexadecimal, and the models of Cashu.

use curvemark::bls::{AggregateSignature, min_pk, min_sig};
use curvemark::cashu::legacy;
use curvemark::cashu::nutroot::{SecretKey, SpendInfo};
use curvemark::cashu::v3::models::{BlindSignature, BlindedMessage, Keyset, Proof};
use curvemark::cashu::v3::{BlindingFactor, KeysetId, MintSecretKey, blind};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Target, random, rng};

/// What JSON of at most 64 KiB is read into, and written from.
const HEAP: usize = 512 << 10;

pub const TARGETS: &[Target] = &[
    Target { name: "JSON of BLS", body: bls, valid: a_signature, fast: false, heap: HEAP },
    Target { name: "JSON of cashu", body: cashu, valid: a_model, fast: false, heap: HEAP },
    Target { name: "JSON of keysets", body: keysets, valid: a_keyset, fast: false, heap: HEAP },
    Target {
        name: "JSON of cashu legacy",
        body: cashu_legacy,
        valid: a_legacy_model,
        fast: false,
        heap: HEAP,
    },
];

/// What can be read can be written and read again, to the same.
fn read_and_write<T: Serialize + DeserializeOwned>(data: &[u8]) {
    if let Ok(value) = serde_json::from_slice::<T>(data) {
        let written = serde_json::to_vec(&value).expect("JSON");
        let again = serde_json::from_slice::<T>(&written).expect("what was written");
        assert_eq!(serde_json::to_vec(&again).expect("JSON"), written);
    }
}

fn bls(data: &[u8]) {
    read_and_write::<min_pk::PublicKey>(data);
    read_and_write::<min_pk::Signature>(data);
    read_and_write::<AggregateSignature<min_sig::Basic>>(data);
}

fn cashu(data: &[u8]) {
    read_and_write::<BlindedMessage>(data);
    read_and_write::<BlindSignature>(data);
    read_and_write::<Proof>(data);
}

fn cashu_legacy(data: &[u8]) {
    read_and_write::<legacy::models::BlindedMessage>(data);
    read_and_write::<legacy::models::BlindSignature>(data);
    read_and_write::<legacy::models::Proof>(data);
}

/// A keyset of either kind; its id is its own or another, and can always be made.
fn keysets(data: &[u8]) {
    read_and_write::<Keyset>(data);
    read_and_write::<legacy::models::Keyset>(data);
    if let Ok(keyset) = serde_json::from_slice::<legacy::models::Keyset>(data) {
        assert!(
            keyset.derive_id().is_ok()
                || keyset.unit.is_empty()
                || keyset.unit.contains(['|', 'Σ'])
        );
    }
}

fn a_signature(number: u64) -> Vec<u8> {
    let secret = min_pk::SecretKey::random(&mut rng(number));
    let text = match number & 1 {
        0 => serde_json::to_vec(&secret.public_key()),
        _ => serde_json::to_vec(&secret.sign(b"message")),
    };
    text.expect("JSON")
}

fn a_model(number: u64) -> Vec<u8> {
    let (key, factor) =
        (MintSecretKey::random(&mut rng(number)), BlindingFactor::random(&mut rng(!number)));
    let id = KeysetId::from_bytes(&[&[2][..], &random::<32>(number)].concat()).expect("an id");
    let (amount, b_) = (number, blind(b"secret", &factor));
    let c_ = key.sign(&b_);
    let text = match number & 3 {
        0 => serde_json::to_vec(&BlindedMessage { amount, id, b_ }),
        1 => serde_json::to_vec(&BlindSignature { amount, id, c_ }),
        _ => serde_json::to_vec(&Proof {
            amount,
            id,
            secret: "secret".to_owned(),
            c: c_.unblind(&factor),
            witness: (number & 4 == 0).then(|| "{}".to_owned()),
            spend_info: (number & 8 == 0)
                .then(|| SpendInfo::bearer(SecretKey::random(&mut rng(number)))),
        }),
    };
    text.expect("JSON")
}

fn a_legacy_model(number: u64) -> Vec<u8> {
    use legacy::models::{BlindSignature, BlindedMessage, Dleq, Proof};
    let rng = &mut rng(number);
    let (key, factor) = (legacy::MintSecretKey::random(rng), legacy::BlindingFactor::random(rng));
    let id = match number & 1 {
        0 => legacy::KeysetId::from_bytes(&[0, 1, 2, 3, 4, 5, 6, 7]),
        _ => legacy::KeysetId::from_bytes(&[1; 33]),
    };
    let (amount, id, b_) = (number, id.expect("an id"), legacy::blind(b"secret", &factor));
    let (c_, proof) = key.sign_with_proof(&b_);
    let c = c_.unblind(&factor, &key.public_key()).expect("a point");
    let text = match number & 3 {
        0 => serde_json::to_vec(&BlindedMessage { amount, id, b_ }),
        1 => serde_json::to_vec(&BlindSignature { amount, id, c_, dleq: Some(proof) }),
        _ => serde_json::to_vec(&Proof {
            amount,
            id,
            secret: "secret".to_owned(),
            c,
            dleq: Some(Dleq { proof, factor }),
            witness: Some("{}".to_owned()),
            ephemeral_key: Some(*key.public_key().point()),
        }),
    };
    text.expect("JSON")
}

fn a_keyset(number: u64) -> Vec<u8> {
    let key = |salt| {
        let rng = &mut rng(number ^ salt);
        match number & 1 {
            0 => serde_json::to_value(MintSecretKey::random(rng).public_key()),
            _ => serde_json::to_value(legacy::MintSecretKey::random(rng).public_key()),
        }
        .expect("a key")
    };
    let id = format!("0{}{}", if number & 1 == 0 { 2 } else { 1 }, "ab".repeat(32));
    let keyset = serde_json::json!({ "id": id, "unit": "sat", "keys": { "1": key(1 << 32), "2": key(1 << 33) } });
    serde_json::to_vec(&keyset).expect("JSON")
}
