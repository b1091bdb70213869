//! Whole signatures: those made with Sui's published keys and proofs, and all that can be changed
//! in them.

use curvemark::ecdsa::{P256, Secp256k1, Signature, SigningKey};
use curvemark::eddsa;
use curvemark::encoding::Base64;
use curvemark::zklogin::{
    Address, AddressForm, AddressSeed, Environment, EphemeralSignature, Error, Inputs, Intent,
    JwkSet, Request, Rules, Scheme, Verifier, ZkLoginSignature, address, signing_digest,
    unpadded_address,
};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use serde_json::Value;

use super::{list, sui, sui_inputs, sui_keys, text};

const TRANSACTION: &[u8] = b"bytes of a transaction";

/// The signature of a digest by a published ephemeral key.
fn sign(case: &Value, digest: &[u8; 32]) -> EphemeralSignature {
    let bytes = Base64::Padded.decode(text(case, "kp")).expect("base64");
    let (flag, secret) = bytes.split_first().expect("a flag");
    match flag {
        0 => {
            let key = eddsa::SigningKey::from_bytes(secret).expect("a key");
            let public = key.verifying_key::<eddsa::Zip215>().to_bytes();
            EphemeralSignature::new(Scheme::Ed25519, &key.sign(digest).to_bytes(), &public)
        }
        1 => {
            let key = SigningKey::<Secp256k1>::from_bytes(secret).expect("a key");
            let public = key.verifying_key().to_sec1();
            EphemeralSignature::new(Scheme::Secp256k1, &key.sign(digest).to_bytes(), &public)
        }
        2 => {
            let key = SigningKey::<P256>::from_bytes(secret).expect("a key");
            let (public, signature) = (key.verifying_key().to_sec1(), key.sign(digest));
            let signature = signature.normalize_s().to_bytes();
            EphemeralSignature::new(Scheme::P256, &signature, &public)
        }
        other => panic!("{other}"),
    }
    .expect("a signature")
}

/// A signed transaction.
struct Signed {
    signature: ZkLoginSignature,
    digest: [u8; 32],
    address: Address,
}

impl Signed {
    fn request(&self) -> Request<'_> {
        Request { signature: &self.signature, digest: &self.digest, address: &self.address }
    }

    fn verify(&self, rules: &Rules<'_>) -> Result<(), Error> {
        Verifier::kept(Environment::Test).verify(&self.request(), rules)
    }
}

/// A transaction that is signed by each of Sui's published logins.
fn signed() -> Vec<Signed> {
    let digest = signing_digest(Intent::Transaction, TRANSACTION);
    let sign = |case: &Value| {
        let inputs = sui_inputs(case);
        let address = inputs.address().expect("an address");
        let ephemeral = sign(case, &digest);
        Signed { signature: ZkLoginSignature { inputs, max_epoch: 10, ephemeral }, digest, address }
    };
    list(&sui(), "cases").iter().map(sign).collect()
}

fn rules(keys: &JwkSet) -> Rules<'_> {
    Rules { keys, epoch: 10, max_epochs_ahead: None, address_form: AddressForm::Padded }
}

#[test]
fn each_scheme() {
    let keys = sui_keys();
    let all = signed();
    assert_eq!(all.len(), 3);
    for (i, good) in all.iter().enumerate() {
        assert_eq!(good.verify(&rules(&keys)), Ok(()));
        let bytes = good.signature.to_bytes();
        let again = ZkLoginSignature::from_bytes(&bytes).expect("a signature");
        assert_eq!(again, good.signature);
        assert_eq!(again.to_bytes(), bytes);
        assert_eq!(good.signature.ephemeral.extended_key()[0], i as u8);
    }
}

#[test]
fn what_a_validator_checks() {
    let keys = sui_keys();
    for mut good in signed() {
        let with = |change: &dyn Fn(&mut Rules<'_>)| {
            let mut rules = rules(&keys);
            change(&mut rules);
            rules
        };
        for epoch in [0, 9, 10] {
            assert_eq!(good.verify(&with(&|rules| rules.epoch = epoch)), Ok(()));
        }
        for epoch in [11, u64::MAX] {
            assert_eq!(good.verify(&with(&|rules| rules.epoch = epoch)), Err(Error::Expired));
        }
        let ahead = |epoch, ahead| {
            good.verify(&with(&|rules| {
                (rules.epoch, rules.max_epochs_ahead) = (epoch, Some(ahead));
            }))
        };
        assert_eq!([ahead(0, 9), ahead(0, 10)], [Err(Error::TooFarAhead), Ok(())]);
        assert_eq!([ahead(10, 0), ahead(9, u64::MAX)], [Ok(()), Ok(())]);
        assert_eq!(good.verify(&rules(&JwkSet::new())), Err(Error::UnknownKey));
        // Another address; the same one, as none is shorter here.
        for form in [AddressForm::Unpadded, AddressForm::Either] {
            assert_eq!(good.verify(&with(&|rules| rules.address_form = form)), Ok(()));
        }
        good.address[31] ^= 1;
        for form in [AddressForm::Padded, AddressForm::Unpadded, AddressForm::Either] {
            let verdict = good.verify(&with(&|rules| rules.address_form = form));
            assert_eq!(verdict, Err(Error::Address));
        }
        good.address[31] ^= 1;
        // Another message, and the same one with another intent.
        good.digest = signing_digest(Intent::Transaction, b"another");
        assert_eq!(good.verify(&rules(&keys)), Err(Error::EphemeralSignature));
        good.digest = signing_digest(Intent::PersonalMessage, TRANSACTION);
        assert_eq!(good.verify(&rules(&keys)), Err(Error::EphemeralSignature));
        good.digest = signing_digest(Intent::Transaction, TRANSACTION);
        // Another epoch than that of the proof.
        good.signature.max_epoch = 11;
        assert_eq!(good.verify(&rules(&keys)), Err(Error::NotProven));
    }
    // An ephemeral key of somebody else, who signs with it.
    let mut all = signed();
    let other = all[1].signature.ephemeral.clone();
    all[0].signature.ephemeral = other;
    assert_eq!(all[0].verify(&rules(&keys)), Err(Error::NotProven));
}

#[test]
fn short_seeds_have_two_addresses() {
    let (keys, case) = (sui_keys(), sui()["cases"][0].clone());
    let seed = AddressSeed::from_decimal("1").expect("a seed");
    let inputs = Inputs::from_prover_json(&case["inputs"].to_string(), &seed).expect("inputs");
    let digest = signing_digest(Intent::Transaction, TRANSACTION);
    let ephemeral = sign(&case, &digest);
    let issuer = inputs.issuer().to_owned();
    let signature = ZkLoginSignature { inputs, max_epoch: 10, ephemeral };
    let [padded, unpadded] =
        [address(&issuer, &seed), unpadded_address(&issuer, &seed)].map(|one| one.expect("one"));
    let judge = |address, form| {
        let rules = Rules { address_form: form, ..rules(&keys) };
        let request = Request { signature: &signature, digest: &digest, address };
        Verifier::kept(Environment::Test).verify(&request, &rules)
    };
    // Where the address is right, the proof is what is wrong.
    let (right, wrong) = (Err(Error::NotProven), Err(Error::Address));
    assert_eq!(judge(&padded, AddressForm::Padded), right);
    assert_eq!(judge(&padded, AddressForm::Unpadded), wrong);
    assert_eq!(judge(&unpadded, AddressForm::Padded), wrong);
    assert_eq!(judge(&unpadded, AddressForm::Unpadded), right);
    assert_eq!(judge(&padded, AddressForm::Either), right);
    assert_eq!(judge(&unpadded, AddressForm::Either), right);
}

#[test]
fn nothing_of_the_bytes_can_be_changed() {
    let keys = sui_keys();
    let [mut unread, mut refused] = [0, 0];
    for good in signed() {
        let bytes = good.signature.to_bytes();
        for length in 0..bytes.len() {
            assert!(ZkLoginSignature::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(ZkLoginSignature::from_bytes(&longer), Err(Error::Length));
        for at in 0..bytes.len() {
            for mask in [1, 0x80] {
                let mut bytes = bytes.clone();
                bytes[at] ^= mask;
                let Ok(signature) = ZkLoginSignature::from_bytes(&bytes) else {
                    unread += 1;
                    continue;
                };
                let other = Signed { signature, ..good };
                assert!(other.verify(&rules(&keys)).is_err(), "byte {at}");
                refused += 1;
            }
        }
    }
    println!("{unread} not read, {refused} refused");
    assert!(unread > 3000 && refused > 400);
}

#[test]
fn lengths_have_one_form() {
    let good = &signed()[0];
    let bytes = good.signature.to_bytes();
    // The list of three, as 83 00, and longer ones.
    for other in
        [&[0x83, 0][..], &[0x83, 0x80, 0], &[2], &[4], &[0xff; 5], &[0x83, 0x80, 0x80, 0x80, 0]]
    {
        let bytes = [&bytes[..1], other, &bytes[2..]].concat();
        assert_eq!(ZkLoginSignature::from_bytes(&bytes), Err(Error::Length), "{other:?}");
    }
    for flag in [0, 1, 2, 3, 4, 6, 255] {
        let bytes = [&[flag], &bytes[1..]].concat();
        assert_eq!(ZkLoginSignature::from_bytes(&bytes), Err(Error::Length));
    }
    assert_eq!(ZkLoginSignature::from_bytes(&[]), Err(Error::Length));
}

#[test]
fn ephemeral_signatures() {
    for good in signed() {
        let (bytes, digest) = (good.signature.ephemeral.to_bytes(), good.digest);
        let read = EphemeralSignature::from_bytes;
        assert_eq!(read(&bytes).and_then(|signature| signature.verify(&digest)), Ok(()));
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_err(), "{length}");
        }
        assert_eq!(read(&[&bytes[..], &[0]].concat()), Err(Error::Length));
        for flag in [3, 5, 6, 255] {
            let other = [&[flag], &bytes[1..]].concat();
            assert_eq!(read(&other), Err(Error::EphemeralKey));
        }
        // Signatures of zeros, and keys that are none.
        let zeros = [&bytes[..1], &[0; 64], &bytes[65..]].concat();
        let zeros = read(&zeros).expect("the length");
        assert_eq!(zeros.verify(&digest), Err(Error::EphemeralSignature));
        let mut keyless = bytes.clone();
        keyless[65..].fill(if bytes[0] == 0 { 0x02 } else { 0xff });
        if let Ok(keyless) = read(&keyless) {
            assert!(keyless.verify(&digest).is_err());
        }
    }
    // High s: the same signature to others, refused by Sui's validators.
    let high = |order: &str, bytes: &[u8]| {
        let (order, mut s) = (crate::vectors::bytes(order), [0; 32]);
        let mut borrow = 0;
        for i in (0..32).rev() {
            let value = i16::from(order[i]) - i16::from(bytes[33 + i]) - borrow;
            s[i] = value as u8;
            borrow = i16::from(value < 0);
        }
        [&bytes[..33], &s, &bytes[65..]].concat()
    };
    let all = signed();
    for (i, order) in [
        (1, "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
        (2, "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
    ] {
        let other = high(order, &all[i].signature.ephemeral.to_bytes());
        assert!(Signature::<P256>::from_bytes(&other[1..65]).is_ok() || i == 1);
        let other = EphemeralSignature::from_bytes(&other).expect("the length");
        assert_eq!(other.verify(&all[i].digest), Err(Error::EphemeralSignature));
    }
}

#[test]
fn many_at_once() {
    let keys = sui_keys();
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let verifier = Verifier::kept(Environment::Test);
    let mut all: Vec<Signed> = (0..4).flat_map(|_| signed()).collect();
    let mut judge = |all: &[Signed], rules: &Rules<'_>| {
        let requests: Vec<_> = all.iter().map(Signed::request).collect();
        let verdicts = verifier.verify_each(&requests, rules, &mut rng);
        let each: Vec<_> = all.iter().map(|one| one.verify(rules)).collect();
        assert_eq!(verdicts, each);
        verdicts
    };
    assert_eq!(judge(&all, &rules(&keys)), [Ok(()); 12]);
    assert_eq!(judge(&[], &rules(&keys)), []);
    all[1].address[0] ^= 1;
    all[4].digest[0] ^= 1;
    all[7].signature.max_epoch = 11;
    all[11].signature.max_epoch = 9;
    let mut expected = [Ok(()); 12];
    expected[1] = Err(Error::Address);
    expected[4] = Err(Error::EphemeralSignature);
    expected[7] = Err(Error::NotProven);
    expected[11] = Err(Error::Expired);
    assert_eq!(judge(&all, &rules(&keys)), expected);
    assert_eq!(judge(&all[7..8], &rules(&keys)), [Err(Error::NotProven)]);
    assert_eq!(judge(&all[1..2], &rules(&keys)), [Err(Error::Address)]);
}

#[test]
fn digests() {
    // BLAKE2b-256 of 00 00 00 and the transaction; the message with its length behind 03 00 00.
    let hash = |parts: &[&[u8]]| {
        use blake2::{Blake2b256, Digest};
        <[u8; 32]>::from(Blake2b256::digest(parts.concat()))
    };
    assert_eq!(signing_digest(Intent::Transaction, b"ab"), hash(&[&[0; 3], b"ab"]));
    assert_eq!(signing_digest(Intent::PersonalMessage, b"ab"), hash(&[&[3, 0, 0, 2], b"ab"]));
    let long = [7; 300];
    let digest = signing_digest(Intent::PersonalMessage, &long);
    assert_eq!(digest, hash(&[&[3, 0, 0, 0xac, 2], &long]));
}
