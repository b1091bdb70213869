//! Schnorr signatures: the published cases of BIP-340, verdicts in lists and batches, what must be
//! refused, and bounds of memory.
//!
//! Published: bitcoin/bips `7fe0b034`, bip-0340/test-vectors.csv (BSD-2-Clause), all of it in
//! `vectors/`.

use crate::same::Same;
use crate::{suites, vectors};
use curve::error::{PointError, ScalarError};
use curvemark::ecdsa::{Secp256k1, Verifier};
use curvemark::schnorr::{
    Error, Signature, SigningKey, VerifyingKey, tagged_hash, verify_batch, verify_each,
};
use rand_chacha::ChaCha8Rng;
use rand_core::{CryptoRng, Rng, SeedableRng};
use sha2::{Digest, Sha256};

fn verdict(holds: bool) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(Error::NotSigned) }
}

/// A case whose key and signature could be read.
type Read = (VerifyingKey, Vec<u8>, Signature, bool);

/// Lists of several lengths around these cases, a verdict each.
fn lists(read: &[Read]) {
    let verifier = Box::new(Verifier::<Secp256k1>::new());
    for length in [1, 2, 3, 7, 8, 9, 63, 64, 65, 130] {
        for start in 0..read.len() {
            let list: Vec<&Read> = read.iter().cycle().skip(start).take(length).collect();
            let keys: Vec<_> = list.iter().map(|read| read.0).collect();
            let messages: Vec<_> = list.iter().map(|read| &read.1).collect();
            let signatures: Vec<_> = list.iter().map(|read| read.2).collect();
            let mut verdicts = vec![Err(Error::Empty); length];
            verify_each(&verifier, &keys, &messages, &signatures, &mut verdicts)
                .expect("one length");
            assert!(
                list.iter().zip(&verdicts).all(|(read, found)| *found == verdict(read.3)),
                "{length} from {start}"
            );
        }
    }
}

fn batch(list: &[&Read], memory: usize, rng: &mut impl CryptoRng) -> Result<(), Error> {
    let keys: Vec<_> = list.iter().map(|read| read.0).collect();
    let messages: Vec<_> = list.iter().map(|read| &read.1).collect();
    let signatures: Vec<_> = list.iter().map(|read| read.2).collect();
    verify_batch(&keys, &messages, &signatures, memory, rng)
}

/// Batches with little and much memory: good ones, and each bad one among good ones.
fn batches(read: &[Read]) {
    let mut rng = ChaCha8Rng::seed_from_u64(340);
    let (good, bad): (Vec<&Read>, Vec<&Read>) = read.iter().partition(|read| read.3);
    for memory in [0, 100 << 10, 110 << 10, 1 << 20, usize::MAX] {
        for length in [1, 2, 7, 8, 9, 64, 65, 150] {
            let mut list: Vec<&Read> = good.iter().copied().cycle().take(length).collect();
            assert_eq!(batch(&list, memory, &mut rng), Ok(()), "{length} in {memory}");
            let place = length - 1 - (length >> 2);
            for bad in &bad {
                list[place] = bad;
                assert_eq!(
                    batch(&list, memory, &mut rng),
                    Err(Error::NotSigned),
                    "{length} in {memory}"
                );
            }
        }
    }
}

#[test]
fn bip340() {
    let (mut counts, mut made, mut read) = ([0; 3], 0, vec![]);
    let cases = vectors::cases(include_str!("../../../vectors/bip340.txt"));
    if let Some(text) = suites::text("bip340/test-vectors.csv") {
        assert_eq!(text.lines().count(), 1 + cases.len());
    }
    for case in cases {
        let name = format!("{}: {}", case.text("name"), case.text("why"));
        let (message, signature) = (case.bytes("message"), case.bytes("signature"));
        let holds = case.text("holds") == "yes";
        if let [secret] = case.list("secret")[..] {
            let key = SigningKey::from_bytes(&vectors::bytes(secret)).expect("a key");
            assert_eq!(key.public_bytes().to_vec(), case.bytes("key"), "{name}");
            let aux = case.bytes("aux").try_into().expect("32 bytes");
            assert_eq!(key.sign_with_aux(&message, &aux).to_bytes().to_vec(), signature, "{name}");
            // The other secret of the same key, and the bytes of this one, make the same
            // signatures.
            let again = SigningKey::from_bytes(&*key.to_bytes()).expect("a key");
            assert_eq!(
                again.sign_with_aux(&message, &aux).to_bytes().to_vec(),
                signature,
                "{name}"
            );
            made += 1;
        }
        let key = VerifyingKey::from_bytes(&case.bytes("key"));
        let (Ok(key), Ok(signature)) = (key, Signature::from_bytes(&signature)) else {
            assert!(!holds, "{name}");
            counts[2] += 1;
            continue;
        };
        assert_eq!(key.verify(&message, &signature), verdict(holds), "{name}");
        counts[usize::from(!holds)] += 1;
        read.push((key, message, signature, holds));
    }
    assert_eq!(counts, [9, 6, 4], "hold, do not, and cannot be read");
    assert_eq!(made, 8);
    lists(&read);
    batches(&read);
}

#[test]
fn inputs_that_are_none_are_refused_with_their_reason() {
    let p = vectors::bytes("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");
    let n = vectors::bytes("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    let one: [u8; 32] = std::array::from_fn(|i| u8::from(i == 31));
    let signature = |r: &[u8], s: &[u8]| Signature::from_bytes(&[r, s].concat());
    for length in [0, 1, 31, 32, 63, 65, 128] {
        assert_eq!(Signature::from_bytes(&vec![1; length]), Err(Error::Length));
    }
    assert_eq!(signature(&p, &one), Err(Error::R));
    assert_eq!(signature(&[0xff; 32], &n), Err(Error::R));
    assert_eq!(signature(&one, &n), Err(Error::S));
    assert_eq!(signature(&one, &[0xff; 32]), Err(Error::S));
    assert!(signature(&one, &[0; 32]).is_ok() && signature(&[0; 32], &one).is_ok());

    assert_eq!(VerifyingKey::from_bytes(&p), Err(Error::Key(PointError::NotCanonical)));
    assert_eq!(VerifyingKey::from_bytes(&[0; 32]), Err(Error::Key(PointError::NotOnCurve)));
    assert_eq!(VerifyingKey::from_bytes(&[2; 33]), Err(Error::Key(PointError::Length)));
    let secret = |bytes: &[u8]| SigningKey::from_bytes(bytes).map(|_| ());
    assert_eq!(secret(&[0; 32]), Err(Error::SecretKey(ScalarError::Zero)));
    assert_eq!(secret(&n), Err(Error::SecretKey(ScalarError::NotCanonical)));
    assert_eq!(secret(&[1; 31]), Err(Error::SecretKey(ScalarError::Length)));

    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let key = SigningKey::from_bytes(&[7; 32]).expect("a key");
    assert_eq!(format!("{key:?}"), "SigningKey(…)");
    let (public, signature) = (key.verifying_key(), key.sign(b"m", &mut rng));
    assert_eq!(public.verify(b"m", &signature), Ok(()));
    let none: [&[u8]; 0] = [];
    assert_eq!(verify_batch(&[], &none, &[], 1 << 20, &mut rng), Err(Error::Empty));
    assert_eq!(
        verify_batch(&[public; 2], &[b"m"; 2], &[signature], 1 << 20, &mut rng),
        Err(Error::LengthMismatch)
    );
    let verifier = Box::new(Verifier::new());
    assert_eq!(verify_each(&verifier, &[], &none, &[], &mut []), Err(Error::Empty));
    let mut verdicts = [Ok(()); 2];
    assert_eq!(
        verify_each(&verifier, &[public], &[b"x"; 2], &[signature; 2], &mut verdicts),
        Err(Error::LengthMismatch)
    );
    assert_eq!(verdicts, [Ok(()); 2], "no verdict was written");
}

#[test]
fn a_tagged_hash_is_that_of_two_digests_and_the_data() {
    for (tag, data) in
        [(&b"BIP0340/challenge"[..], &b"data"[..]), (b"", b""), (b"TapLeaf", &[7; 100])]
    {
        let digest = Sha256::digest(tag);
        let expected = Sha256::digest([&digest[..], &digest, data].concat());
        assert_eq!(tagged_hash(tag).chain_update(data).finalize(), expected);
    }
}

#[test]
fn what_is_signed_holds_and_nothing_near_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut read = vec![];
    for length in 0..40 {
        let key = SigningKey::random(&mut rng);
        let mut message = vec![0; length * 7];
        rng.fill_bytes(&mut message);
        let signature = key.sign(&message, &mut rng);
        let public = key.verifying_key();
        assert_eq!(public.verify(&message, &signature), Ok(()));
        read.push((public, message.clone(), signature, true));
        message.push(0);
        assert_eq!(public.verify(&message, &signature), Err(Error::NotSigned));
        message.pop();
        for byte in 0..64 {
            let mut bytes = signature.to_bytes();
            bytes[byte] ^= 1 << (length & 7);
            if let Ok(signature) = Signature::from_bytes(&bytes) {
                assert_eq!(public.verify(&message, &signature), Err(Error::NotSigned));
            }
        }
    }
    // Two that are wrong by opposite amounts: a sum without weights would hold.
    let order = |s: &[u8], add: bool| {
        let s = curve::secp256k1::Fr::from_be_bytes(s).expect("a scalar");
        let one = curve::secp256k1::Fr::one();
        if add { &s + &one } else { &s - &one }.to_be_bytes()
    };
    for (place, add) in [(3, true), (11, false)] {
        let mut bytes = read[place].2.to_bytes();
        let s = order(&bytes[32..], add);
        bytes[32..].copy_from_slice(&s);
        read[place].2 = Signature::from_bytes(&bytes).expect("in range");
    }
    assert_eq!(batch(&read.iter().collect::<Vec<_>>(), 1 << 20, &mut rng), Err(Error::NotSigned));
    // Nor does one whose weights would be equal, from a generator that always says the same.
    assert_eq!(batch(&read.iter().collect::<Vec<_>>(), 1 << 20, &mut Same), Err(Error::NotSigned));
    assert_eq!(batch(&read[12..].iter().collect::<Vec<_>>(), 1 << 20, &mut Same), Ok(()));
}
