//! Wallets and mints of cdk's `cashu` crate with wallets and mints of curvemark, on secp256k1: what
//! one side blinds, signs, locks, derives or writes, the other takes, and refuses where it is
//! changed. Objects go over as JSON, as they do between programs.

use std::collections::BTreeMap;
use std::str::FromStr;

use cashu::dhke::{blind_message, construct_proofs, hash_to_curve, sign_message, verify_message};
use cashu::nuts::nut00::{self, Token as TheirToken};
use cashu::nuts::nut02::Id;
use cashu::nuts::{Keys as TheirKeys, SecretKey, SpendingConditions};
use cashu::secret::Secret;
use cashu::{Amount, CurrencyUnit};
use curvemark::cashu::conditions::{Input, verify_transaction};
use curvemark::cashu::legacy::models::{self, Keys, Keyset};
use curvemark::cashu::legacy::{
    self, BlindingFactor, KeysetId, MintSecretKey, blind, derive_blinding_factor, derive_secret,
};
use curvemark::cashu::tokens::{Signature, Token};
use curvemark::encoding::hex;
use serde::Serialize;
use serde::de::DeserializeOwned;

const NOW: u64 = 1_800_000_000;
const AMOUNTS: [u64; 4] = [1, 2, 4, 1 << 63];

/// What one side writes, the other reads.
fn over<T: DeserializeOwned>(value: &impl Serialize) -> T {
    let text = serde_json::to_string(value).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The same object as JSON, whatever the order of its fields.
fn same(a: &impl Serialize, b: &impl Serialize) {
    assert_eq!(serde_json::to_value(a).unwrap(), serde_json::to_value(b).unwrap());
}

fn bytes(seed: u64) -> [u8; 32] {
    let mut bytes = [7; 32];
    bytes[24..].copy_from_slice(&seed.to_be_bytes());
    bytes
}

/// A mint's keys, on both sides.
struct Mint {
    ours: BTreeMap<u64, MintSecretKey>,
    theirs: BTreeMap<u64, SecretKey>,
}

impl Mint {
    fn new() -> Self {
        let ours = AMOUNTS.map(|a| (a, MintSecretKey::from_bytes(&bytes(a)).unwrap())).into();
        let theirs = AMOUNTS.map(|a| (a, SecretKey::from_slice(&bytes(a)).unwrap())).into();
        Self { ours, theirs }
    }

    fn keys(&self) -> Keys {
        Keys::new(self.ours.iter().map(|(amount, key)| (*amount, key.public_key())).collect())
            .unwrap()
    }

    fn ids(&self) -> [KeysetId; 2] {
        let keys = self.keys();
        [
            KeysetId::derive_v1(keys.iter()).unwrap(),
            KeysetId::derive_v2(keys.iter(), "sat", Some(100), Some(NOW)).unwrap(),
        ]
    }
}

fn id(keyset: &KeysetId) -> Id {
    Id::from_str(&keyset.to_string()).unwrap()
}

#[test]
fn keysets() {
    let mint = Mint::new();
    let keys: TheirKeys = over(&mint.keys());
    same(&keys, &mint.keys());
    let [v1, v2] = mint.ids();
    assert_eq!(Id::v1_from_keys(&keys), id(&v1));
    assert_eq!(Id::v2_from_data(&keys, &CurrencyUnit::Sat, 100, Some(NOW)), id(&v2));
    let fee = Id::v2_from_data(&keys, &CurrencyUnit::Sat, 101, Some(NOW));
    assert_ne!(fee, id(&v2));
    let keyset = Keyset {
        id: v2,
        unit: "sat".into(),
        input_fee_ppk: Some(100),
        final_expiry: Some(NOW),
        keys: mint.keys(),
    };
    let theirs: cashu::nuts::KeySet = over(&keyset);
    theirs.verify_id().unwrap();
    let back: Keyset = over(&theirs);
    assert_eq!(back.derive_id().unwrap(), v2);
    let changed = Keyset { input_fee_ppk: Some(101), ..keyset };
    assert!(over::<cashu::nuts::KeySet>(&changed).verify_id().is_err());
}

#[test]
fn points_of_secrets() {
    for n in 0..200_u64 {
        let secret = format!("secret {n}");
        let theirs = hash_to_curve(secret.as_bytes()).unwrap().to_bytes();
        assert_eq!(legacy::hash_to_curve(secret.as_bytes()).to_sec1(), Ok(theirs));
    }
}

/// Their wallet at our mint.
#[test]
fn their_wallet() {
    let mint = Mint::new();
    for keyset in mint.ids() {
        for amount in AMOUNTS {
            let (key, secret) = (&mint.ours[&amount], format!("a secret of {amount}"));
            let (b_, r) = blind_message(secret.as_bytes(), None).unwrap();
            let message = nut00::BlindedMessage::new(Amount::from(amount), id(&keyset), b_);
            let ours: models::BlindedMessage = over(&message);
            same(&ours, &message);
            let (c_, proof) = key.sign_with_proof(&ours.b_);
            let promise = models::BlindSignature { amount, id: keyset, c_, dleq: Some(proof) };
            let theirs: nut00::BlindSignature = over(&promise);
            same(&theirs, &promise);
            let k = mint.theirs[&amount].public_key();
            theirs.verify_dleq(k, b_).unwrap();
            let other = mint.theirs[&AMOUNTS[(amount == 1) as usize]].public_key();
            assert!(theirs.verify_dleq(other, b_).is_err());
            let keys: TheirKeys = over(&mint.keys());
            let proofs =
                construct_proofs(vec![theirs], vec![r], vec![Secret::new(secret.clone())], &keys)
                    .unwrap();
            let ours: models::Proof = over(&proofs[0]);
            same(&ours, &proofs[0]);
            key.verify(ours.secret.as_bytes(), &ours.c).unwrap();
            let dleq = ours.dleq.as_ref().unwrap();
            let public = key.public_key();
            dleq.proof.verify_unblinded(&public, secret.as_bytes(), &ours.c, &dleq.factor).unwrap();
            assert!(key.verify(b"another", &ours.c).is_err());
        }
    }
}

/// Our wallet at their mint.
#[test]
fn our_wallet() {
    let mint = Mint::new();
    for keyset in mint.ids() {
        for amount in AMOUNTS {
            let (key, secret) = (&mint.theirs[&amount], format!("a secret of {amount}"));
            let r = BlindingFactor::from_bytes(&bytes(amount ^ 0xff)).unwrap();
            let b_ = blind(secret.as_bytes(), &r);
            let message = models::BlindedMessage { amount, id: keyset, b_ };
            let theirs: nut00::BlindedMessage = over(&message);
            same(&theirs, &message);
            let c_ = sign_message(key, &theirs.blinded_secret).unwrap();
            let promise = nut00::BlindSignature::new(
                Amount::from(amount),
                c_,
                id(&keyset),
                &theirs.blinded_secret,
                key,
            )
            .unwrap();
            let ours: models::BlindSignature = over(&promise);
            same(&ours, &promise);
            let public = mint.ours[&amount].public_key();
            let proof = ours.dleq.as_ref().unwrap();
            proof.verify(&public, &b_, &ours.c_).unwrap();
            let other = mint.ours[&AMOUNTS[(amount == 1) as usize]].public_key();
            assert!(proof.verify(&other, &b_, &ours.c_).is_err());
            let c = ours.c_.unblind(&r, &public).unwrap();
            let c = cashu::nuts::PublicKey::from_slice(&c.to_bytes()).unwrap();
            verify_message(key, c, secret.as_bytes()).unwrap();
            assert!(verify_message(key, c, b"another").is_err());
        }
    }
}

/// Secrets and blinding factors of a seed.
#[test]
fn derivations() {
    let (mint, seed) = (Mint::new(), [9; 64]);
    for keyset in mint.ids() {
        for counter in [0, 1, 2, 1000, (1 << 31) - 1] {
            let ours = hex::encode(&*derive_secret(&seed, &keyset, counter.into()).unwrap());
            let theirs = Secret::from_seed(&seed, id(&keyset), counter).unwrap();
            assert_eq!(theirs.to_string(), ours);
            let ours = derive_blinding_factor(&seed, &keyset, counter.into()).unwrap();
            let theirs = SecretKey::from_seed(&seed, id(&keyset), counter).unwrap();
            assert_eq!(theirs.to_secret_bytes(), *ours.to_bytes());
        }
    }
}

/// A proof of our mint for a secret.
fn proof(mint: &Mint, keyset: KeysetId, secret: &str) -> models::Proof {
    let (key, r) = (&mint.ours[&4], BlindingFactor::from_bytes(&bytes(40)).unwrap());
    let c = key.sign(&blind(secret.as_bytes(), &r)).unblind(&r, &key.public_key()).unwrap();
    models::Proof {
        amount: 4,
        id: keyset,
        secret: secret.into(),
        c,
        dleq: None,
        witness: None,
        ephemeral_key: None,
    }
}

/// A lock that their wallet makes and opens, at our mint; and one that ours opens, at theirs.
#[test]
fn locks() {
    let mint = Mint::new();
    let [_, keyset] = mint.ids();
    let (key, other) = (SecretKey::from_slice(&bytes(50)).unwrap(), SecretKey::generate());
    let lock = SpendingConditions::new_p2pk(key.public_key(), None);
    let secret = Secret::try_from(lock).unwrap();
    let unsigned = proof(&mint, keyset, &secret.to_string());
    let theirs: nut00::Proof = over(&unsigned);

    let accepts = |proof: &nut00::Proof| {
        let ours: models::Proof = over(proof);
        let input = Input {
            secret: &ours.secret,
            signature: Signature::Legacy(ours.c),
            witness: ours.witness.as_deref(),
        };
        verify_transaction(&[input], &[], None, NOW).is_ok()
    };
    assert!(!accepts(&theirs) && theirs.verify_p2pk().is_err());
    for (key, good) in [(&key, true), (&other, false)] {
        let mut signed = theirs.clone();
        signed.sign_p2pk(key.clone()).unwrap();
        assert_eq!((accepts(&signed), signed.verify_p2pk().is_ok()), (good, good));
        // Ours.
        let key = curvemark::schnorr::SigningKey::from_bytes(&key.to_secret_bytes()).unwrap();
        let signature =
            curvemark::cashu::conditions::sign(&key, unsigned.secret.as_bytes(), &[1; 32]);
        let witness = format!(r#"{{"signatures":["{}"]}}"#, hex::encode(&signature.to_bytes()));
        let signed = models::Proof { witness: Some(witness), ..unsigned.clone() };
        let signed: nut00::Proof = over(&signed);
        assert_eq!((accepts(&signed), signed.verify_p2pk().is_ok()), (good, good));
    }
}

/// Tokens as text, both versions, written by either side.
#[test]
fn tokens() {
    let mint = Mint::new();
    let [v1, _] = mint.ids();
    let proofs: Vec<models::Proof> = ["one", "two"].map(|secret| proof(&mint, v1, secret)).into();
    let theirs: Vec<nut00::Proof> = proofs.iter().map(over).collect();
    let url = cashu::mint_url::MintUrl::from_str("https://mint.example").unwrap();
    let token = TheirToken::new(url, theirs, Some("a memo".into()), CurrencyUnit::Sat);
    for text in [token.to_string(), token.to_v3_string()] {
        let ours = Token::parse(&text).unwrap();
        assert_eq!((ours.value(), ours.memo.as_deref()), (Some(8), Some("a memo")));
        assert_eq!(ours.unit.as_deref(), Some("sat"));
        let secrets: Vec<_> = ours.mints[0].proofs.iter().map(|p| p.secret.as_str()).collect();
        assert_eq!(secrets, ["one", "two"]);
        for text in [ours.to_v3().unwrap(), ours.to_v4().unwrap()] {
            let back = TheirToken::from_str(&text).unwrap();
            assert_eq!(back.value().unwrap(), Amount::from(8));
            assert_eq!(back.memo().as_deref(), Some("a memo"));
            assert_eq!(back.mint_url().unwrap().to_string(), "https://mint.example");
            same(&back.token_secrets(), &["one", "two"]);
        }
    }
}
