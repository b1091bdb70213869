//! Ed25519: published signatures, and published verdicts by each rule, one by one, many at once,
//! and as batches with one verdict.
//!
//! Published: RFC 8032 §7; C2SP/wycheproof `dac1dd47`; novifinancial/ed25519-speccheck `65519336`;
//! C2SP/CCTV and the first 128 of sign.input by way of curve25519-dalek `78abeaee`; zip215 by way
//! of paulmillr/noble-curves `ef106458`. A part is in `vectors/`, the whole in the folder that
//! `CURVEMARK_VECTORS` names. The strict rule's verdict is that of the equation without cofactor,
//! and no for encodings that are not canonical, which is decided here on the bytes.

use crate::same::Same;
use crate::{suites, vectors};
use curve::error::PointError;
use curvemark::eddsa::{
    Error, Rfc8032Strict, Rule, Signature, SigningKey, VerifyingKey, Zip215, verify, verify_batch,
    verify_each,
};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha512};

/// A published verdict.
struct Case {
    name: String,
    key: Vec<u8>,
    message: Vec<u8>,
    signature: Vec<u8>,
    zip215: bool,
    strict: bool,
}

/// Whether 32 bytes are the one encoding of their point, if they are a point's: y below p, and no
/// sign where x is zero.
fn canonical(bytes: &[u8]) -> bool {
    let mut y = bytes.to_vec();
    let sign = y[31] >> 7;
    y[31] &= 0x7f;
    y.reverse();
    let mut p = [0xff; 32];
    (p[0], p[31]) = (0x7f, 0xed);
    let mut last = p;
    last[31] -= 1;
    let one: [u8; 32] = std::array::from_fn(|i| u8::from(i == 31));
    y[..] < p[..] && !(sign == 1 && (y == one || y == last))
}

impl Case {
    fn new(
        name: String,
        key: Vec<u8>,
        message: Vec<u8>,
        signature: Vec<u8>,
        zip215: bool,
        cofactorless: bool,
    ) -> Self {
        let strict = cofactorless && canonical(&key) && canonical(&signature[..32]);
        Self { name, key, message, signature, zip215, strict }
    }
}

/// The cases of every clone, and those of the full suites where they are.
fn cases() -> Vec<Case> {
    let carried = vectors::cases(include_str!("../../../vectors/ed25519-verify.txt"));
    let mut all: Vec<Case> = carried
        .iter()
        .map(|case| {
            let [zip215, cofactorless] =
                ["zip215", "cofactorless"].map(|rule| case.text(rule) == "yes");
            let [key, message, signature] = ["key", "msg", "sig"].map(|name| case.bytes(name));
            Case::new(case.text("name").into(), key, message, signature, zip215, cofactorless)
        })
        .collect();
    assert_eq!(all.len(), 83);
    let Some(json) = suites::json("ed25519-zip215/dalek-VALIDATIONVECTORS.txt") else { return all };
    let expected = suites::json("ed25519-zip215/derived_cctv_expected.json").expect("beside it");
    let verdict = |value: &serde_json::Value, rule: &str| value[rule].as_bool().expect("a verdict");
    for (case, expected) in
        json.as_array().expect("a list").iter().zip(suites::list(&expected, "cases"))
    {
        assert_eq!(case["number"], expected["number"]);
        all.push(Case::new(
            format!("CCTV {}", case["number"]),
            suites::hex(case, "key"),
            suites::string(case, "msg").as_bytes().to_vec(),
            suites::hex(case, "sig"),
            verdict(expected, "zip215"),
            verdict(expected, "cofactorless_permissive"),
        ));
    }
    assert_eq!(all.len(), 83 + 914);
    let json = suites::json("ed25519-speccheck/cases.json").expect("beside it");
    let expected = suites::json("ed25519-speccheck/derived_expected.json").expect("beside it");
    for (case, expected) in
        json.as_array().expect("a list").iter().zip(suites::list(&expected, "cases"))
    {
        all.push(Case::new(
            format!("speccheck {}", expected["case"]),
            suites::hex(case, "pub_key"),
            suites::hex(case, "message"),
            suites::hex(case, "signature"),
            verdict(expected, "zip215"),
            verdict(expected, "cofactorless_permissive"),
        ));
    }
    assert_eq!(all.len(), 83 + 914 + 12);
    let json = suites::json("wycheproof/ed25519_test.json").expect("beside it");
    for group in suites::list(&json, "testGroups") {
        for test in suites::list(group, "tests") {
            let (key, signature) =
                (suites::hex(&group["publicKey"], "pk"), suites::hex(test, "sig"));
            let holds = match suites::string(test, "result") {
                "valid" => true,
                "invalid" => false,
                other => panic!("{other} is no verdict"),
            };
            // Of 151 the suite says that it holds where the sign of x = 0 means nothing, which is
            // what ZIP 215 has.
            let (zip215, strict) = (holds || test["tcId"] == 151, holds);
            let name = format!("wycheproof {}", test["tcId"]);
            all.push(Case {
                name,
                key,
                message: suites::hex(test, "msg"),
                signature,
                zip215,
                strict,
            });
        }
    }
    assert_eq!(all.len(), 83 + 914 + 12 + 151);
    all
}

fn verdict(holds: bool) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(Error::NotSigned) }
}

/// What a rule makes of a case: one whose key or signature cannot be read has no verdict.
type Read<'a, R> = (&'a Case, VerifyingKey<R>, Signature, bool);

/// Each case alone, then in lists of several lengths. How many hold, do not, and cannot be read.
fn by_rule<R: Rule>(cases: &[Case], holds: fn(&Case) -> bool) -> ([usize; 3], Vec<Read<'_, R>>) {
    let (mut counts, mut read) = ([0; 3], vec![]);
    for case in cases {
        let holds = holds(case);
        let from_bytes = verify::<R>(&case.key, &case.message, &case.signature);
        let key = VerifyingKey::<R>::from_bytes(&case.key);
        let (Ok(key), Ok(signature)) = (key, Signature::from_bytes(&case.signature)) else {
            assert!(!holds && from_bytes.is_err(), "{}", case.name);
            assert_ne!(from_bytes, Err(Error::NotSigned), "{}", case.name);
            counts[2] += 1;
            continue;
        };
        assert_eq!(key.to_bytes().to_vec(), case.key);
        assert_eq!(signature.to_bytes().to_vec(), case.signature);
        assert_eq!(key.verify(&case.message, &signature), verdict(holds), "{}", case.name);
        assert_eq!(from_bytes, verdict(holds), "{}", case.name);
        counts[usize::from(!holds)] += 1;
        read.push((case, key, signature, holds));
    }
    for length in [1, 2, 3, 7, 8, 9, 63, 64, 65, read.len()] {
        for start in [0, 5, 40] {
            let read = &read[start.min(read.len() - 1)..(start + length).min(read.len())];
            let keys: Vec<_> = read.iter().map(|read| read.1).collect();
            let messages: Vec<_> = read.iter().map(|read| &read.0.message).collect();
            let signatures: Vec<_> = read.iter().map(|read| read.2).collect();
            let mut verdicts = vec![Err(Error::Empty); read.len()];
            verify_each(&keys, &messages, &signatures, &mut verdicts).expect("one length");
            for (read, found) in read.iter().zip(verdicts) {
                assert_eq!(found, verdict(read.3), "{} of {length}", read.0.name);
            }
        }
    }
    (counts, read)
}

fn batch(read: &[&Read<'_, Zip215>], rng: &mut ChaCha8Rng) -> Result<(), Error> {
    let keys: Vec<_> = read.iter().map(|read| read.1).collect();
    let messages: Vec<_> = read.iter().map(|read| &read.0.message).collect();
    let signatures: Vec<_> = read.iter().map(|read| read.2).collect();
    verify_batch(&keys, &messages, &signatures, rng)
}

#[test]
fn published_verdicts_of_either_rule() {
    let cases = cases();
    let full = cases.len() > 83;
    let (counts, read) = by_rule::<Zip215>(&cases, |case| case.zip215);
    assert_eq!(
        counts,
        if full { [998, 129, 33] } else { [74, 7, 2] },
        "ZIP 215: hold, do not, and cannot be read"
    );
    let (counts, _) = by_rule::<Rfc8032Strict>(&cases, |case| case.strict);
    assert_eq!(counts, if full { [285, 588, 287] } else { [21, 34, 28] }, "strict");

    // A batch has the verdict of its members: all that hold together, each case beside a good one,
    // and each bad one in the midst of good ones.
    let mut rng = ChaCha8Rng::seed_from_u64(25519);
    let (good, bad): (Vec<_>, Vec<_>) = read.iter().partition::<Vec<_>, _>(|read| read.3);
    for length in [1, 2, 7, 8, 9, 64, 65, 200, good.len()] {
        let length = length.min(good.len());
        assert_eq!(batch(&good[..length], &mut rng), Ok(()), "{length}");
    }
    for (i, case) in read.iter().enumerate() {
        assert_eq!(
            batch(&[case, good[i.min(good.len() - 1)]], &mut rng),
            verdict(case.3),
            "{}",
            case.0.name
        );
    }
    for (i, bad) in bad.iter().enumerate() {
        let mut list = good[..17].to_vec();
        list[i.min(16)] = bad;
        assert_eq!(batch(&list, &mut rng), Err(Error::NotSigned), "{}", bad.0.name);
    }
}

/// 14 encodings of points of small order as key and as R, s = 0: all hold by ZIP 215; by the strict
/// rule those that the equation has without the cofactor.
#[test]
fn points_of_small_order() {
    let cases = vectors::cases(include_str!("../../../vectors/ed25519-small-order.txt"));
    let encodings: Vec<Vec<u8>> = cases.iter().map(|case| case.bytes("bytes")).collect();
    assert_eq!(encodings.len(), 14);
    let mut strict = 0;
    for key in &encodings {
        let zip215 = VerifyingKey::<Zip215>::from_bytes(key).expect("a point");
        assert!(zip215.is_small_order());
        assert_eq!(zip215.reject_small_order(), Err(Error::SmallOrder));
        for r in &encodings {
            let signature =
                Signature::from_bytes(&[r.as_slice(), &[0; 32]].concat()).expect("s is zero");
            assert_eq!(zip215.verify(b"Zcash", &signature), Ok(()));
            assert_eq!(signature.reject_small_order(), Err(Error::SmallOrder));
            match VerifyingKey::<Rfc8032Strict>::from_bytes(key) {
                Ok(key) => {
                    let verdict = key.verify(b"Zcash", &signature);
                    assert!(verdict.is_err() || canonical(r));
                    strict += usize::from(verdict.is_ok());
                }
                Err(_) => assert!(!canonical(key)),
            }
        }
    }
    // Among canonical pairs one R in eight fits, whatever the key: k is a number of three bits
    // there.
    assert!((1..=16).contains(&strict), "{strict}");
    if let Some(json) = suites::json("ed25519-zip215/zip215.json") {
        let cases = json.as_array().expect("a list");
        assert_eq!(cases.len(), 196);
        for case in cases {
            let key = VerifyingKey::<Zip215>::from_bytes(&suites::hex(case, "vk_bytes"))
                .expect("a point");
            let signature =
                Signature::from_bytes(&suites::hex(case, "sig_bytes")).expect("a signature");
            assert_eq!(key.verify(b"Zcash", &signature), verdict(case["valid_zip215"] == true));
        }
    }
}

/// Signs, compares, and verifies by both rules.
fn signs(seed: &[u8], key: &[u8], message: &[u8], signature: &[u8]) {
    let secret = SigningKey::from_bytes(seed).expect("a seed");
    assert_eq!(secret.public_bytes().to_vec(), key);
    let made = secret.sign(message);
    assert_eq!(made.to_bytes().to_vec(), signature);
    secret.verifying_key::<Zip215>().verify(message, &made).expect("holds");
    secret.verifying_key::<Rfc8032Strict>().verify(message, &made).expect("holds");
}

#[test]
fn published_signatures() {
    let mut count = 0;
    for case in vectors::cases(include_str!("../../../vectors/ed25519-verify.txt")) {
        if let [seed] = case.list("seed")[..] {
            signs(
                &vectors::bytes(seed),
                &case.bytes("key"),
                &case.bytes("msg"),
                &case.bytes("sig"),
            );
            count += 1;
        }
    }
    assert_eq!(count, 5);
    let Some(text) = suites::text("ed25519-rfc8032/djb-sign-first128.input") else { return };
    for line in text.lines() {
        let fields: Vec<Vec<u8>> = line.split(':').take(4).map(vectors::bytes).collect();
        signs(&fields[0][..32], &fields[1], &fields[2], &fields[3][..64]);
        count += 1;
    }
    assert_eq!(count, 5 + 128);
}

#[test]
fn published_signatures_with_context_and_of_digests() {
    let cases = vectors::cases(include_str!("../../../vectors/ed25519-variants.txt"));
    let mut counts = [0; 2];
    for case in &cases {
        let secret = SigningKey::from_bytes(&case.bytes("seed")).expect("a seed");
        let (message, context, signature) =
            (case.bytes("msg"), case.bytes("context"), case.bytes("sig"));
        assert_eq!(secret.public_bytes().to_vec(), case.bytes("key"));
        let (zip215, strict) =
            (secret.verifying_key::<Zip215>(), secret.verifying_key::<Rfc8032Strict>());
        let expected = Signature::from_bytes(&signature).expect("a signature");
        let other = [context.as_slice(), b"!"].concat();
        if case.text("variant") == "ctx" {
            counts[0] += 1;
            assert_eq!(secret.sign_context(&message, &context), Ok(expected));
            zip215.verify_context(&message, &context, &expected).expect("holds");
            strict.verify_context(&message, &context, &expected).expect("holds");
            assert_eq!(strict.verify_context(&message, &other, &expected), Err(Error::NotSigned));
            assert_eq!(strict.verify(&message, &expected), Err(Error::NotSigned));
        } else {
            counts[1] += 1;
            let digest = Sha512::digest(&message).into();
            assert_eq!(secret.sign_prehashed(&digest, &context), Ok(expected));
            zip215.verify_prehashed(&digest, &context, &expected).expect("holds");
            strict.verify_prehashed(&digest, &context, &expected).expect("holds");
            assert_eq!(strict.verify_prehashed(&digest, &other, &expected), Err(Error::NotSigned));
            assert_eq!(strict.verify(&digest, &expected), Err(Error::NotSigned));
        }
    }
    assert_eq!(counts, [4, 1]);
    let key = SigningKey::from_seed(&[1; 32]);
    assert_eq!(key.sign_context(b"", b""), Err(Error::Context));
    assert_eq!(key.sign_context(b"", &[0; 256]), Err(Error::Context));
    assert!(key.sign_context(b"", &[0; 255]).is_ok());
    assert_eq!(key.sign_prehashed(&[0; 64], &[0; 256]), Err(Error::Context));
    assert!(key.sign_prehashed(&[0; 64], b"").is_ok());
}

#[test]
fn inputs_that_are_none_are_refused_with_their_reason() {
    for length in [0, 1, 31, 33, 64] {
        assert_eq!(SigningKey::from_bytes(&vec![1; length]).map(|_| ()), Err(Error::Length));
        assert_eq!(
            VerifyingKey::<Zip215>::from_bytes(&vec![1; length]),
            Err(Error::Key(PointError::Length))
        );
    }
    for length in [0, 1, 31, 32, 63, 65, 128] {
        assert_eq!(Signature::from_bytes(&vec![1; length]), Err(Error::Length));
    }
    // ℓ and ℓ − 1, little-endian.
    let mut order =
        vectors::bytes("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
    assert_eq!(Signature::from_bytes(&[[9; 32].as_slice(), &order].concat()), Err(Error::S));
    order[0] -= 1;
    assert!(Signature::from_bytes(&[[9; 32].as_slice(), &order].concat()).is_ok());
    assert_eq!(Signature::from_bytes(&[0xff; 64]), Err(Error::S));
    let key = SigningKey::from_seed(&[7; 32]);
    assert_eq!(format!("{key:?}"), "SigningKey(…)");
    assert_eq!(*key.to_seed(), [7; 32]);
    // y = 1 with its sign, and y = p: the identity, and (√−1, 0).
    let signed_one: [u8; 32] =
        std::array::from_fn(|i| [1, 0, 0x80][(i > 0) as usize + (i > 30) as usize]);
    let p: [u8; 32] =
        std::array::from_fn(|i| [0xed, 0xff, 0x7f][(i > 0) as usize + (i > 30) as usize]);
    assert_eq!(
        VerifyingKey::<Rfc8032Strict>::from_bytes(&signed_one),
        Err(Error::Key(PointError::Flags))
    );
    assert_eq!(
        VerifyingKey::<Rfc8032Strict>::from_bytes(&p),
        Err(Error::Key(PointError::NotCanonical))
    );
    assert!(VerifyingKey::<Zip215>::from_bytes(&signed_one).is_ok());
    assert!(VerifyingKey::<Zip215>::from_bytes(&p).is_ok());

    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (public, signature) = (key.verifying_key::<Zip215>(), key.sign(b"m"));
    let none: [&[u8]; 0] = [];
    assert_eq!(verify_batch(&[], &none, &[], &mut rng), Err(Error::Empty));
    assert_eq!(
        verify_batch(&[public; 2], &[b"m"; 2], &[signature], &mut rng),
        Err(Error::LengthMismatch)
    );
    assert_eq!(
        verify_batch(&[public; 1], &[b"m"; 2], &[signature; 2], &mut rng),
        Err(Error::LengthMismatch)
    );
    assert_eq!(verify_each(&[] as &[VerifyingKey<Zip215>], &none, &[], &mut []), Err(Error::Empty));
    let mut verdicts = [Ok(()); 2];
    assert_eq!(
        verify_each(&[public], &[b"x"; 2], &[signature; 2], &mut verdicts),
        Err(Error::LengthMismatch)
    );
    assert_eq!(verdicts, [Ok(()); 2], "no verdict was written");
}

/// What is signed with random keys holds; a bit more or less anywhere, and it does not.
#[test]
fn what_is_signed_holds_and_nothing_near_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for length in 0..40 {
        let key = SigningKey::random(&mut rng);
        let mut message = vec![0; length * 7];
        rng.fill_bytes(&mut message);
        let signature = key.sign(&message);
        let public = key.verifying_key::<Rfc8032Strict>();
        assert_eq!(public.verify(&message, &signature), Ok(()));
        assert_eq!(
            (public.reject_small_order(), signature.reject_small_order()),
            (Ok(public), Ok(()))
        );
        assert_eq!(key.verifying_key::<Zip215>().verify(&message, &signature), Ok(()));
        message.push(0);
        assert_eq!(public.verify(&message, &signature), Err(Error::NotSigned));
        message.pop();
        for byte in 0..64 {
            let mut bytes = signature.to_bytes();
            bytes[byte] ^= 1 << (length & 7);
            if let Ok(signature) = Signature::from_bytes(&bytes) {
                assert_eq!(public.verify(&message, &signature), Err(Error::NotSigned));
                assert_eq!(
                    key.verifying_key::<Zip215>().verify(&message, &signature),
                    Err(Error::NotSigned)
                );
            }
        }
    }
}

/// Two that are wrong by opposite amounts fail together, whatever the generator says: here always
/// the same.
#[test]
fn weights_of_a_broken_generator_are_not_equal() {
    let keys = [1, 2, 3].map(|i| SigningKey::from_seed(&[i; 32]));
    let mut signatures = [0, 1, 2].map(|i| keys[i].sign(b"m"));
    let publics = [0, 1, 2].map(|i| keys[i].verifying_key::<Zip215>());
    assert_eq!(verify_batch(&publics, &[b"m"; 3], &signatures, &mut Same), Ok(()));
    for (place, add) in [(1, true), (2, false)] {
        let mut bytes = signatures[place].to_bytes();
        let s = curve::ed25519::Fr::from_le_bytes(bytes.last_chunk::<32>().expect("32 bytes"))
            .expect("a scalar");
        let one = curve::ed25519::Fr::one();
        let s = if add { &s + &one } else { &s - &one };
        bytes[32..].copy_from_slice(&s.to_le_bytes());
        signatures[place] = Signature::from_bytes(&bytes).expect("in range");
    }
    assert_eq!(verify_batch(&publics, &[b"m"; 3], &signatures, &mut Same), Err(Error::NotSigned));
}
