//! Verifiable random functions: the examples of RFC 9381, those of fastcrypto, what must be
//! refused, and the laws.
#![cfg(feature = "vrf")]

use crate::{suites, vectors};
use curve::ed25519::{Fr, Point, clamp};
use curve::error::{PointError, ScalarError};
use curve::p256;
use curvemark::eddsa;
use curvemark::vrf::{
    Edwards25519Sha512Ell2, Edwards25519Sha512Tai, Error, P256Sha256Sswu, P256Sha256Tai, Proof,
    PublicKey, Ristretto255Sui, SecretKey, Suite, verify_each,
};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256, Sha512};

/// ℓ and n, big-endian.
const L: &str = "1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed";
const N: &str = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";

/// A published evaluation.
struct Example {
    name: String,
    suite: String,
    sk: Vec<u8>,
    pk: Vec<u8>,
    alpha: Vec<u8>,
    pi: Vec<u8>,
    beta: Vec<u8>,
}

/// The same for every suite.
macro_rules! with_suite {
    ($name:expr, $function:ident($($argument:expr),*)) => {
        match $name {
            "ECVRF-EDWARDS25519-SHA512-TAI" => $function::<Edwards25519Sha512Tai>($($argument),*),
            "ECVRF-EDWARDS25519-SHA512-ELL2" => $function::<Edwards25519Sha512Ell2>($($argument),*),
            "ECVRF-P256-SHA256-TAI" => $function::<P256Sha256Tai>($($argument),*),
            "ECVRF-P256-SHA256-SSWU" => $function::<P256Sha256Sswu>($($argument),*),
            "sui_vrf" => $function::<Ristretto255Sui>($($argument),*),
            other => panic!("{other} is no suite"),
        }
    };
}

const SUITES: [&str; 5] = [
    "ECVRF-EDWARDS25519-SHA512-TAI",
    "ECVRF-EDWARDS25519-SHA512-ELL2",
    "ECVRF-P256-SHA256-TAI",
    "ECVRF-P256-SHA256-SSWU",
    "sui_vrf",
];

/// Proves, compares and verifies; then with each part of the proof changed in some way, with
/// another input, and under another key. How many changed proofs were refused when read, and how
/// many by a verdict.
fn check<S: Suite>(example: &Example) -> [usize; 2] {
    let name = &example.name;
    let secret = SecretKey::<S>::from_bytes(&example.sk).expect("a key");
    assert_eq!(secret.to_bytes().to_vec(), example.sk);
    assert_eq!(secret.public_bytes().as_ref(), example.pk, "{name}");
    let key = PublicKey::<S>::from_bytes(&example.pk).expect("a key");
    assert_eq!(key, secret.public_key());
    let made = secret.prove(&example.alpha);
    assert_eq!(made.to_bytes().as_ref(), example.pi, "{name}");
    assert_eq!(made.to_hash_unverified().as_ref(), example.beta, "{name}");
    assert_eq!(secret.hash(&example.alpha).as_ref(), example.beta, "{name}");
    let proof = Proof::<S>::from_bytes(&example.pi).expect("a proof");
    assert_eq!(proof, made);
    for proof in [&proof, &made] {
        let output = key.verify(&example.alpha, proof).expect("proved");
        assert_eq!(output.as_ref(), example.beta, "{name}");
    }
    let other = [example.alpha.as_slice(), b"!"].concat();
    assert_eq!(key.verify(&other, &proof), Err(Error::NotProved));
    let stranger = SecretKey::<S>::from_bytes(&[1; 32]).expect("a key").public_key();
    assert_eq!(stranger.verify(&example.alpha, &proof), Err(Error::NotProved));
    let mut refused = [0; 2];
    for byte in 0..example.pi.len() {
        let mut changed = example.pi.clone();
        changed[byte] ^= 1 << (byte & 7);
        match Proof::<S>::from_bytes(&changed) {
            Ok(proof) => {
                assert_eq!(key.verify(&example.alpha, &proof), Err(Error::NotProved));
                refused[1] += 1;
            }
            Err(reason) => {
                assert!(matches!(reason, Error::Gamma(_) | Error::S), "{reason:?}");
                refused[0] += 1;
            }
        }
    }
    refused
}

#[test]
fn published_evaluations() {
    let mut examples: Vec<Example> = vectors::cases(include_str!("../../../vectors/ecvrf.txt"))
        .iter()
        .map(|case| Example {
            name: case.text("name").to_owned(),
            suite: case.text("suite").to_owned(),
            sk: case.bytes("sk"),
            pk: case.bytes("pk"),
            alpha: case.bytes("alpha"),
            pi: case.bytes("pi"),
            beta: case.bytes("beta"),
        })
        .collect();
    assert_eq!(examples.len(), 5);
    if let Some(json) = suites::json("ecvrf/rfc9381.json") {
        for suite in &SUITES[..4] {
            for case in suites::list(&json["suites"], suite) {
                let bytes = |key| suites::hex(case, key);
                examples.push(Example {
                    name: format!("example {}", case["example"]),
                    suite: (*suite).to_owned(),
                    sk: bytes("sk"),
                    pk: bytes("pk"),
                    alpha: bytes("alpha"),
                    pi: bytes("pi"),
                    beta: bytes("beta"),
                });
            }
        }
        assert_eq!(examples.len(), 5 + 12);
    }
    let (mut evaluations, mut changed) = ([0; 5], 0);
    for example in &examples {
        let refused = with_suite!(example.suite.as_str(), check(example));
        assert!(refused[0] > 0 && refused[1] > 0, "{refused:?}");
        changed += refused[0] + refused[1];
        evaluations[SUITES.iter().position(|suite| *suite == example.suite).expect("one")] += 1;
    }
    let full = examples.len() > 5;
    assert_eq!(evaluations, if full { [4, 4, 4, 4, 1] } else { [1; 5] });
    assert_eq!(changed, if full { 9 * 80 + 8 * 81 } else { 3 * 80 + 2 * 81 });
}

/// The published verdicts of fastcrypto, with the output that is claimed.
#[test]
fn published_verdicts_of_fastcrypto() {
    let Some(json) = suites::json("ecvrf/fastcrypto_ristretto255.json") else { return };
    let mut counts = [0; 2];
    for case in suites::list(&json, "verify") {
        let key = PublicKey::<Ristretto255Sui>::from_bytes(&suites::hex(case, "pk")).expect("one");
        let proof = Proof::from_bytes(&suites::hex(case, "proof")).expect("a proof");
        let output = key.verify(suites::string(case, "alpha_utf8").as_bytes(), &proof);
        let holds = output.is_ok_and(|output| output.to_vec() == suites::hex(case, "output"));
        assert_eq!(holds, case["valid"] == true);
        counts[usize::from(!holds)] += 1;
    }
    assert_eq!(counts, [1, 3]);
}

/// What the RFC prints on the way: x, H, k, U and V, by the equations that bind them.
#[test]
fn published_intermediate_values() {
    let Some(json) = suites::json("ecvrf/rfc9381.json") else { return };
    let mut count = 0;
    for suite in &SUITES[..2] {
        for case in suites::list(&json["suites"], suite) {
            let bytes = |key| suites::hex(case, key);
            let scalar = |bytes: &[u8]| Fr::from_wide_le_bytes(bytes).expect("few bytes");
            let point = |bytes: &[u8]| Point::from_bytes(bytes).expect("a point");
            let pi = bytes("pi");
            let (x, k, c, s) = (bytes("x"), bytes("k"), scalar(&pi[32..48]), scalar(&pi[48..]));
            let seed: [u8; 64] = Sha512::digest(bytes("sk")).into();
            assert_eq!(clamp(*seed.first_chunk().expect("32")).to_vec(), x);
            let (x, k) = (scalar(&x), scalar(&k));
            let (h, gamma, y) = (point(&bytes("h")), point(&pi[..32]), point(&bytes("pk")));
            assert!(bool::from(h.is_torsion_free()));
            let mut nonce = Sha512::new();
            nonce.update(&seed[32..]);
            nonce.update(bytes("h"));
            assert_eq!(scalar(&nonce.finalize()), k);
            assert!(h.mul(&x) == gamma && s == &k + &(&c * &x));
            let u = Point::generator().mul(&s).sub(&y.mul(&c));
            let v = h.mul(&s).sub(&gamma.mul(&c));
            assert_eq!([u.to_bytes().to_vec(), v.to_bytes().to_vec()], [bytes("u"), bytes("v")]);
            assert!(Point::generator().mul(&k) == u && h.mul(&k) == v);
            count += 1;
        }
    }
    for suite in &SUITES[2..4] {
        for case in suites::list(&json["suites"], suite) {
            let bytes = |key| suites::hex(case, key);
            let scalar = p256::Fr::from_uniform_bytes;
            let point = |bytes: &[u8]| p256::Point::from_sec1(bytes).expect("a point");
            let pi = bytes("pi");
            let (x, k) = (scalar(&bytes("sk")), scalar(&bytes("k")));
            let (c, s) = (scalar(&pi[33..49]), scalar(&pi[49..]));
            let (h, gamma, y) = (point(&bytes("h")), point(&pi[..33]), point(&bytes("pk")));
            assert!(h.mul(&x) == gamma && s == &k + &(&c * &x));
            let u = p256::Point::generator().mul(&s).sub(&y.mul(&c));
            let v = h.mul(&s).sub(&gamma.mul(&c));
            let encoded = [u, v].map(|point| point.to_sec1().expect("a point").to_vec());
            assert_eq!(encoded, [bytes("u"), bytes("v")]);
            assert!(p256::Point::generator().mul(&k) == u && h.mul(&k) == v);
            count += 1;
        }
    }
    assert_eq!(count, 12);
}

/// The order of the group in the bytes of a suite's integers.
fn order<S: Suite>() -> Vec<u8> {
    if PublicKey::<S>::BYTES == 33 {
        vectors::bytes(N)
    } else {
        let mut order = vectors::bytes(L);
        order.reverse();
        order
    }
}

/// n plus a small number, either way.
fn near_order<S: Suite>(add: i16) -> Vec<u8> {
    let mut bytes = order::<S>();
    let least = if PublicKey::<S>::BYTES == 33 { 31 } else { 0 };
    bytes[least] = u8::try_from(i16::from(bytes[least]) + add).expect("no carry");
    bytes
}

fn refused<S: Suite>() {
    let secret = SecretKey::<S>::from_bytes(&[7; 32]).expect("a key");
    let (key, proof) = (secret.public_bytes(), secret.prove(b"alpha").to_bytes());
    let (key, proof) = (key.as_ref(), proof.as_ref());
    assert_eq!((key.len(), proof.len()), (PublicKey::<S>::BYTES, Proof::<S>::BYTES));
    let long = [proof, proof].concat();
    for length in (0..2 * proof.len()).filter(|length| *length != proof.len()) {
        assert_eq!(Proof::<S>::from_bytes(&long[..length]), Err(Error::Length), "{length}");
    }
    let long = [key, key].concat();
    for length in (0..2 * key.len()).filter(|length| *length != key.len()) {
        let reason = PublicKey::<S>::from_bytes(&long[..length]).expect_err("a wrong length");
        assert_eq!(reason, Error::Key(PointError::Length), "{length}");
    }
    for length in [0, 1, 31, 33, 64] {
        let read = SecretKey::<S>::from_bytes(&vec![1; length]).map(|_| ());
        assert_eq!(read, Err(Error::SecretKey(ScalarError::Length)));
    }
    // s and s + n are one residue; only the first is taken.
    let with_s = |s: &[u8]| Proof::<S>::from_bytes(&[&proof[..proof.len() - 32], s].concat());
    for add in [0, 1, 2] {
        assert_eq!(with_s(&near_order::<S>(add)), Err(Error::S));
    }
    assert_eq!(with_s(&[0xff; 32]), Err(Error::S));
    let last = with_s(&near_order::<S>(-1)).expect("in range");
    assert_eq!(secret.public_key().verify(b"alpha", &last), Err(Error::NotProved));
    let zero = with_s(&[0; 32]).expect("in range");
    assert_eq!(secret.public_key().verify(b"alpha", &zero), Err(Error::NotProved));
    assert_eq!(format!("{secret:?}"), "SecretKey(…)");
    let digits: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(format!("{:?}", secret.public_key()), format!("PublicKey({digits})"));

    let public = secret.public_key();
    let proof = secret.prove(b"alpha");
    let none: [&[u8]; 0] = [];
    assert_eq!(verify_each::<S, _>(&[], &none, &[], &mut []), Err(Error::Empty));
    let mut outputs = [Err(Error::Empty); 2];
    for [keys, inputs, proofs] in [[1, 2, 2], [2, 1, 2], [2, 2, 1], [3, 2, 2], [2, 2, 0]] {
        let verdict = verify_each(
            &vec![public; keys],
            &vec![b"alpha"; inputs],
            &vec![proof; proofs],
            &mut outputs,
        );
        assert_eq!(verdict, Err(Error::LengthMismatch));
    }
    assert_eq!(outputs, [Err(Error::Empty); 2], "no verdict was written");
}

#[test]
fn inputs_that_are_none_are_refused_with_their_reason() {
    for suite in SUITES {
        with_suite!(suite, refused());
    }
    // Where a secret key is a scalar it is from 1 to n − 1.
    fn scalars<S: Suite>() {
        let read = |bytes: &[u8]| SecretKey::<S>::from_bytes(bytes).map(|_| ());
        let refused = |reason| Err(Error::SecretKey(reason));
        assert_eq!(read(&[0; 32]), refused(ScalarError::Zero));
        assert_eq!(read(&near_order::<S>(0)), refused(ScalarError::NotCanonical));
        assert_eq!(read(&[0xff; 32]), refused(ScalarError::NotCanonical));
        assert_eq!(read(&near_order::<S>(-1)), Ok(()));
    }
    scalars::<P256Sha256Tai>();
    scalars::<P256Sha256Sswu>();
    scalars::<Ristretto255Sui>();
    // A key of Ed25519 may be any bytes, and has the public key of Ed25519.
    for bytes in [[0; 32], [7; 32], [0xff; 32]] {
        let secret = SecretKey::<Edwards25519Sha512Ell2>::from_bytes(&bytes).expect("a seed");
        assert_eq!(secret.public_bytes(), eddsa::SigningKey::from_seed(&bytes).public_bytes());
    }
    // Other forms of SEC 1 are none.
    let key = SecretKey::<P256Sha256Tai>::from_bytes(&[7; 32]).expect("a key").public_bytes();
    for tag in [0, 1, 4, 5, 6, 7, 0xff] {
        let read = PublicKey::<P256Sha256Tai>::from_bytes(&[&[tag], &key[1..]].concat());
        assert!(
            matches!(read, Err(Error::Key(PointError::Tag | PointError::Compression))),
            "{tag}"
        );
    }
    let above = [&[2], [0xff; 32].as_slice()].concat();
    let read = PublicKey::<P256Sha256Sswu>::from_bytes(&above);
    assert_eq!(read, Err(Error::Key(PointError::NotCanonical)));
    // On ristretto255 the identity, a negative s, and one that is not below p.
    let read = |low: u8, rest: u8, high: u8| {
        let mut bytes = [rest; 32];
        (bytes[0], bytes[31]) = (low, high);
        let proof = [bytes.as_slice(), &[0; 48]].concat();
        let [key, gamma] = [
            PublicKey::<Ristretto255Sui>::from_bytes(&bytes).map(|_| ()),
            Proof::<Ristretto255Sui>::from_bytes(&proof).map(|_| ()),
        ];
        match (key, gamma) {
            (Err(Error::Key(key)), Err(Error::Gamma(gamma))) if key == gamma => Err(Some(key)),
            (Err(Error::SmallOrder), Err(Error::SmallOrder)) => Err(None),
            other => panic!("{other:?}"),
        }
    };
    let none: [Result<(), _>; 4] =
        [read(0, 0, 0), read(1, 0, 0), read(0xed, 0xff, 0x7f), read(0xec, 0xff, 0x7f)];
    assert_eq!(
        none,
        [
            Err(None),
            Err(Some(PointError::Flags)),
            Err(Some(PointError::NotCanonical)),
            Err(Some(PointError::NotOnCurve))
        ]
    );
}

/// Points of small order, in all 14 encodings that ZIP 215 knows, and encodings that are not
/// canonical: as a key, and as Γ of a proof.
#[test]
fn points_of_small_order() {
    let cases = vectors::cases(include_str!("../../../vectors/ed25519-small-order.txt"));
    let secret = SecretKey::<Edwards25519Sha512Tai>::from_bytes(&[7; 32]).expect("a seed");
    let proof = secret.prove(b"alpha").to_bytes();
    let mut counts = [0; 2];
    for case in &cases {
        let bytes = case.bytes("bytes");
        let with_gamma = [&bytes, &proof[32..]].concat();
        for key in [
            PublicKey::<Edwards25519Sha512Tai>::from_bytes(&bytes).map(|_| ()),
            PublicKey::<Edwards25519Sha512Ell2>::from_bytes(&bytes).map(|_| ()),
            Proof::<Edwards25519Sha512Tai>::from_bytes(&with_gamma).map(|_| ()),
            Proof::<Edwards25519Sha512Ell2>::from_bytes(&with_gamma).map(|_| ()),
        ] {
            match key {
                Err(Error::SmallOrder) => counts[0] += 1,
                Err(Error::Key(reason) | Error::Gamma(reason)) => {
                    assert!(matches!(reason, PointError::NotCanonical | PointError::Flags));
                    counts[1] += 1;
                }
                other => panic!("{other:?}"),
            }
        }
    }
    // Of the 14 eight are canonical.
    assert_eq!(counts, [8 * 4, 6 * 4]);
    // y = p + 3, a point of large order.
    let mut bytes = [0xff; 32];
    (bytes[0], bytes[31]) = (0xf0, 0x7f);
    assert!(
        Point::from_bytes_zip215(&bytes).is_ok_and(|point| !bool::from(point.is_small_order()))
    );
    let read = PublicKey::<Edwards25519Sha512Ell2>::from_bytes(&bytes);
    assert_eq!(read, Err(Error::Key(PointError::NotCanonical)));
}

/// A prover of bad faith adds a point of order eight to Γ, or to the key: where eight divides c
/// that is a proof too, by the RFC, and of the same output.
#[test]
fn torsion_does_not_change_the_output() {
    type Tai = Edwards25519Sha512Tai;
    let torsion = Point::from_bytes(&vectors::bytes(
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    ))
    .expect("a point");
    let secret = SecretKey::<Tai>::from_bytes(&[7; 32]).expect("a seed");
    let digest: [u8; 64] = Sha512::digest([7; 32]).into();
    let x = Fr::from_wide_le_bytes(&clamp(*digest.first_chunk().expect("32"))).expect("few");
    let y = Point::generator().mul(&x);
    assert_eq!(y.to_bytes(), secret.public_bytes());
    let mut counts = [0; 2];
    for (key, gamma_torsion) in [(y, torsion), (y.add(&torsion), Point::identity())] {
        let public = PublicKey::<Tai>::from_bytes(&key.to_bytes()).expect("not of small order");
        let alpha = b"alpha";
        let h = (0..=255_u8)
            .find_map(|counter| {
                let mut hash = Sha512::new();
                hash.update([3, 1]);
                hash.update(key.to_bytes());
                hash.update(alpha);
                hash.update([counter, 0]);
                Point::from_bytes(&hash.finalize()[..32]).ok()
            })
            .expect("a point")
            .mul_by_cofactor();
        let gamma = h.mul(&x).add(&gamma_torsion);
        let mut expected = Sha512::new();
        expected.update([3, 3]);
        expected.update(h.mul(&x).mul_by_cofactor().to_bytes());
        expected.update([0]);
        let expected: [u8; 64] = expected.finalize().into();
        for k in 1..=64_u32 {
            let k = Fr::from(k);
            let [u, v] = [Point::generator(), h].map(|base| base.mul(&k));
            let mut hash = Sha512::new();
            hash.update([3, 2]);
            [key, h, gamma, u, v].iter().for_each(|point| hash.update(point.to_bytes()));
            hash.update([0]);
            let digest = hash.finalize();
            let c = Fr::from_wide_le_bytes(&digest[..16]).expect("few");
            let s = &k + &(&c * &x);
            let bytes = [&gamma.to_bytes(), &digest[..16], &s.to_le_bytes()[..]].concat();
            let output = public.verify(alpha, &Proof::from_bytes(&bytes).expect("a proof"));
            // c is little-endian.
            let divides = digest[0] & 7 == 0;
            assert_eq!(output, if divides { Ok(expected) } else { Err(Error::NotProved) });
            counts[usize::from(!divides)] += 1;
        }
    }
    assert!(counts[0] > 4 && counts[0] + counts[1] == 128, "{counts:?}");
}

/// On P-256 the nonce zero gives the identity twice, which has no encoding of 33 bytes; whoever
/// hashes another one for it is refused.
#[test]
fn the_identity_is_hashed_in_no_way() {
    let secret = SecretKey::<P256Sha256Sswu>::from_bytes(&[7; 32]).expect("a key");
    let (x, key) = (p256::Fr::from_uniform_bytes(&[7; 32]), secret.public_bytes());
    let tag = b"ECVRF_P256_XMD:SHA-256_SSWU_NU_\x02";
    let message: [&[u8]; 2] = [&key, b"alpha"];
    let h = p256::encode_to_curve::<curve::hash_to_curve::Xmd<Sha256>>(&message, tag);
    let gamma = h.mul(&x);
    let [h, gamma] = [h, gamma].map(|point| point.to_sec1().expect("a point"));
    assert_eq!(gamma, secret.prove(b"alpha").to_bytes()[..33]);
    let zeros = [&[2], [0; 32].as_slice()].concat();
    for identity in [&[0][..], &[0; 33], &zeros, &[]] {
        let mut hash = Sha256::new();
        hash.update([2, 2]);
        [&key[..], &h, &gamma, identity, identity].iter().for_each(|point| hash.update(point));
        hash.update([0]);
        let digest = hash.finalize();
        let s = &p256::Fr::from_uniform_bytes(&digest[..16]) * &x;
        let proof = [&gamma, &digest[..16], &s.to_be_bytes()[..]].concat();
        let proof = Proof::from_bytes(&proof).expect("a proof");
        assert_eq!(secret.public_key().verify(b"alpha", &proof), Err(Error::NotProved));
        let good = secret.prove(b"alpha");
        let mut outputs = [Err(Error::Empty); 9];
        let mut proofs = [good; 9];
        proofs[4] = proof;
        verify_each(&[secret.public_key(); 9], &[b"alpha"; 9], &proofs, &mut outputs)
            .expect("lists of one length");
        for (i, output) in outputs.into_iter().enumerate() {
            let expected = if i == 4 { Err(Error::NotProved) } else { Ok(secret.hash(b"alpha")) };
            assert_eq!(output, expected, "{i}");
        }
    }
}

/// What is proved holds, one by one and in lists, and keeps its verdict among others.
fn laws<S: Suite>() {
    let mut rng = ChaCha8Rng::seed_from_u64(9381);
    let mut items = Vec::new();
    for i in 0..40_usize {
        let secret = SecretKey::<S>::random(&mut rng);
        let mut alpha = vec![0; i];
        rng.fill_bytes(&mut alpha);
        let proof = secret.prove(&alpha);
        assert_eq!(proof, secret.prove(&alpha));
        let output = secret.hash(&alpha);
        assert!(output == proof.to_hash_unverified());
        let read = Proof::<S>::from_bytes(proof.to_bytes().as_ref()).expect("a proof");
        assert!(secret.public_key().verify(&alpha, &read) == Ok(output));
        let mut expected = Ok(output);
        // Every fifth has another's input.
        if i.rem_euclid(5) == 4 {
            alpha.push(1);
            expected = Err(Error::NotProved);
        }
        items.push((secret.public_key(), alpha, read, expected));
    }
    for length in [1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 18, 19, 24, 33, 40] {
        for start in [0, 3, 8] {
            let items = &items[start..items.len().min(start + length)];
            let keys: Vec<_> = items.iter().map(|item| item.0).collect();
            let inputs: Vec<_> = items.iter().map(|item| &item.1).collect();
            let proofs: Vec<_> = items.iter().map(|item| item.2).collect();
            let mut outputs = vec![Err(Error::Empty); items.len()];
            verify_each(&keys, &inputs, &proofs, &mut outputs).expect("lists of one length");
            for (output, item) in outputs.iter().zip(items) {
                assert_eq!(*output, item.3, "{} from {start}, of {}", items.len(), S::NAME);
            }
        }
    }
}

#[test]
fn what_is_proved_holds_alone_and_among_others() {
    for suite in SUITES {
        with_suite!(suite, laws());
    }
}

/// Suites have nothing in common: the same key and input give other outputs.
#[test]
fn suites_are_apart() {
    fn evaluated<S: Suite>() -> [Vec<u8>; 2] {
        let secret = SecretKey::<S>::from_bytes(&[7; 32]).expect("a key");
        [
            secret.hash(b"alpha").as_ref().to_vec(),
            secret.prove(b"alpha").to_bytes().as_ref().to_vec(),
        ]
    }
    let mut all: Vec<_> = SUITES.map(|suite| with_suite!(suite, evaluated())).concat();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 10);
    let secret = SecretKey::<Edwards25519Sha512Tai>::from_bytes(&[7; 32]).expect("a key");
    let proof = secret.prove(b"alpha").to_bytes();
    let key = PublicKey::<Edwards25519Sha512Ell2>::from_bytes(&secret.public_bytes());
    let verdict = key.expect("a key").verify(b"alpha", &Proof::from_bytes(&proof).expect("one"));
    assert_eq!(verdict, Err(Error::NotProved));
}
