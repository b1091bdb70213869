//! ECDSA: published verdicts, one by one and in batches, what must be refused, and malleability.
//!
//! Published: C2SP/wycheproof `dac1dd47`, `ecdsa_*_test.json` (Apache-2.0), of which a part is in
//! `vectors/`, and NIST's CAVP 186-3; the whole from the folder that `CURVEMARK_VECTORS` names. No
//! case is skipped.

use crate::{suites, vectors};
use curve::error::PointError;
use curve::field::Red;
use curve::weierstrass::{Affine, Projective};
use curvemark::ecdsa::{
    Curve, DerError, Error, P256, Secp256k1, Signature, Verifier, VerifyingKey, leftmost_32,
};
use sha2::{Digest, Sha256, Sha512};
use sha3::Sha3_256;

struct Case {
    name: String,
    key: Vec<u8>,
    message: Vec<u8>,
    signature: Vec<u8>,
    holds: bool,
}

/// The cases of every clone, and those of the full suite where there is one.
fn cases(text: &'static str, suite: &str) -> Vec<Case> {
    let carried = vectors::cases(text).into_iter().map(|case| Case {
        name: case.text("name").to_owned(),
        key: case.bytes("key"),
        message: case.bytes("message"),
        signature: case.bytes("signature"),
        holds: case.text("holds") == "yes",
    });
    let mut all: Vec<Case> = carried.collect();
    let Some(json) = suites::json(&format!("wycheproof/{suite}")) else {
        return all;
    };
    for group in suites::list(&json, "testGroups") {
        for test in suites::list(group, "tests") {
            all.push(Case {
                name: format!("{suite}: tcId {}", test["tcId"]),
                key: suites::hex(&group["publicKey"], "uncompressed"),
                message: suites::hex(test, "msg"),
                signature: suites::hex(test, "sig"),
                holds: holds(test),
            });
        }
    }
    assert!(all.len() > 300);
    all
}

/// A verdict of Wycheproof: none of these suites leaves one open.
fn holds(test: &serde_json::Value) -> bool {
    match suites::string(test, "result") {
        "valid" => true,
        "invalid" => false,
        other => panic!("{other} is no verdict"),
    }
}

/// The verdict that a published one means.
fn verdict(holds: bool) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(Error::NotSigned) }
}

/// Every case alone, with so many that hold, that do not, and that are no signatures, among those
/// of every clone and with the full suite; then all whose signatures can be read in batches of
/// several lengths.
fn published<C: Curve>(text: &'static str, suite: &str, carried: [usize; 3], full: [usize; 3]) {
    let verifier = Box::new(Verifier::<C>::new());
    let (mut keys, mut digests, mut signatures, mut expected) = (vec![], vec![], vec![], vec![]);
    let (mut held, mut refused) = (0, 0);
    for case in cases(text, suite) {
        let key = VerifyingKey::<C>::from_sec1(&case.key).expect("keys of the suite are good");
        let Ok(signature) = Signature::<C>::from_bytes(&case.signature) else {
            assert!(!case.holds, "{}", case.name);
            refused += 1;
            continue;
        };
        assert_eq!(
            verifier.verify(&key, &case.message, &signature),
            verdict(case.holds),
            "{}",
            case.name
        );
        assert_eq!(key.verify(&case.message, &signature), verdict(case.holds), "{}", case.name);
        // (r, n − s) holds as well, and no low s is above half the order.
        let other = Signature::<C>::from_bytes(&negated_s(&signature)).expect("in range");
        assert_eq!(
            verifier.verify(&key, &case.message, &other),
            verdict(case.holds),
            "{}",
            case.name
        );
        assert_eq!(signature.normalize_s(), other.normalize_s());
        assert!(signature.has_low_s() ^ other.has_low_s());
        let low = signature.normalize_s().to_bytes();
        assert_eq!(Signature::<C>::from_bytes_low_s(&low), Ok(signature.normalize_s()));
        let high = if signature.has_low_s() { other } else { signature };
        assert_eq!(Signature::<C>::from_bytes_low_s(&high.to_bytes()), Err(Error::HighS));

        keys.push(key);
        digests.push(<[u8; 32]>::from(Sha256::digest(&case.message)));
        signatures.push(signature);
        expected.push(verdict(case.holds));
        held += usize::from(case.holds);
    }
    let all = if std::env::var_os("CURVEMARK_VECTORS").is_some() { full } else { carried };
    assert_eq!([held, expected.len() - held, refused], all, "hold, do not, and are none");
    for length in [1, 3, 7, 8, 9, 63, 64, 65, expected.len()] {
        for start in [0, 5] {
            let range = start..(start + length).min(expected.len());
            let mut verdicts = vec![Ok(()); range.len()];
            let (keys, digests, signatures) =
                (&keys[range.clone()], &digests[range.clone()], &signatures[range.clone()]);
            verifier
                .verify_each_prehashed(keys, digests, signatures, &mut verdicts)
                .expect("one length");
            assert_eq!(verdicts, expected[range], "{length} from {start}");
        }
    }
}

/// What a suite asks of a reader of DER, by the digest of its messages.
struct Der<'a, C: Curve> {
    suite: &'a str,
    digest: fn(&[u8]) -> [u8; 32],
    read: fn(&[u8]) -> Result<Signature<C>, Error>,
}

impl<C: Curve> Der<'_, C> {
    /// Every case of the suite, and how many hold, do not, and are no signatures; without the suite
    /// nothing. What cannot be read must not be valid, and whatever can be read is written again as
    /// the same bytes.
    fn run(self) -> Option<[usize; 3]> {
        let json = suites::json(&format!("wycheproof/{}", self.suite))?;
        let mut counts = [0; 3];
        for group in suites::list(&json, "testGroups") {
            let key = suites::hex(&group["publicKey"], "uncompressed");
            let key = VerifyingKey::<C>::from_sec1(&key).expect("keys of the suite are good");
            for test in suites::list(group, "tests") {
                let (name, bytes) =
                    (format!("{}: tcId {}", self.suite, test["tcId"]), suites::hex(test, "sig"));
                let Ok(signature) = (self.read)(&bytes) else {
                    assert!(!holds(test), "{name}");
                    counts[2] += 1;
                    continue;
                };
                assert_eq!(signature.to_der().as_bytes(), bytes, "{name}");
                let digest = (self.digest)(&suites::hex(test, "msg"));
                assert_eq!(
                    key.verify_prehashed(&digest, &signature),
                    verdict(holds(test)),
                    "{name}"
                );
                counts[usize::from(!holds(test))] += 1;
            }
        }
        Some(counts)
    }
}

#[test]
fn wycheproof_der() {
    fn leftmost<D: Digest>(message: &[u8]) -> [u8; 32] {
        leftmost_32(&D::digest(message))
    }
    let (sha256, sha512, sha3) = (leftmost::<Sha256>, leftmost::<Sha512>, leftmost::<Sha3_256>);
    let secp256k1 =
        |suite, digest| Der { suite, digest, read: Signature::<Secp256k1>::from_der }.run();
    let bitcoin = "ecdsa_secp256k1_sha256_bitcoin_test.json";
    let p256 = "ecdsa_secp256r1_sha256_test.json";
    let counts = [
        secp256k1("ecdsa_secp256k1_sha256_test.json", sha256),
        secp256k1("ecdsa_secp256k1_sha512_test.json", sha512),
        secp256k1("ecdsa_secp256k1_sha3_256_test.json", sha3),
        Der { suite: bitcoin, digest: sha256, read: Signature::<Secp256k1>::from_der_low_s }.run(),
        Der { suite: p256, digest: sha256, read: Signature::<P256>::from_der }.run(),
    ];
    let expected = [[168, 22, 286], [237, 23, 286], [172, 18, 284], [162, 15, 286], [174, 23, 287]];
    assert!(counts.iter().all(Option::is_none) || counts == expected.map(Some), "{counts:?}");
}

fn negated_s<C: Curve>(signature: &Signature<C>) -> [u8; 64] {
    let mut out = signature.to_bytes();
    let s = Red::<C::Scalar>::from_be_bytes(&out[32..]).expect("below the order");
    out[32..].copy_from_slice(&(-&s).to_be_bytes());
    out
}

#[test]
fn wycheproof_secp256k1() {
    let (carried, suite) = (
        include_str!("../../../vectors/ecdsa-secp256k1.txt"),
        "ecdsa_secp256k1_sha256_p1363_test.json",
    );
    published::<Secp256k1>(carried, suite, [34, 9, 18], [201, 26, 86]);
}

#[test]
fn wycheproof_p256() {
    let (carried, suite) =
        (include_str!("../../../vectors/ecdsa-p256.txt"), "ecdsa_secp256r1_sha256_p1363_test.json");
    published::<P256>(carried, suite, [37, 9, 20], [210, 27, 91]);
}

/// A key, a digest and a signature with chosen factors of the generator and of the key d·G: u₁ and
/// u₂, if x(u₁·G + u₂·d·G) is `r`.
fn chosen<C: Curve>(
    d: &Red<C::Scalar>,
    u1: &Red<C::Scalar>,
    u2: &Red<C::Scalar>,
    r: &Red<C::Scalar>,
) -> (VerifyingKey<C>, [u8; 32], Signature<C>) {
    let s = r * &u2.invert();
    let mut bytes = [0; 64];
    bytes[..32].copy_from_slice(&r.to_be_bytes());
    bytes[32..].copy_from_slice(&s.to_be_bytes());
    let key = Projective::<C>::mul_generator(d).to_affine();
    let key = VerifyingKey::from_point(key).expect("d is not zero");
    (key, (u1 * &s).to_be_bytes(), Signature::from_bytes(&bytes).expect("in range"))
}

/// x of k·G modulo the order.
fn x<C: Curve>(k: &Red<C::Scalar>) -> Red<C::Scalar> {
    let point = Projective::<C>::mul_generator(k).to_affine();
    Red::from_uniform_bytes(&point.to_x_only().expect("k is not zero"))
}

/// Sums that are the identity, doublings, and a good and a bad signature, each in every place of
/// batches around it.
fn special_sums_in_every_lane<C: Curve>() {
    let verifier = Box::new(Verifier::<C>::new());
    let [d, u1, u2] = [7_u64, 1_234_567_891_011, 0xffff_ffff_ffff_fff1].map(Red::<C::Scalar>::from);
    let good = chosen::<C>(&d, &u1, &u2, &x::<C>(&(&u1 + &(&u2 * &d))));
    let bad = chosen::<C>(&d, &u1, &u2, &x::<C>(&u1));
    // u₁·G = u₂·P, and u₁·G = −u₂·P, whose sum has no x whatever r is.
    let same = &u1 * &d.invert();
    let doubled = chosen::<C>(&d, &u1, &same, &x::<C>(&(&u1 + &u1)));
    let vanishing = chosen::<C>(&d, &u1, &-&same, &x::<C>(&(&u1 + &u1)));
    // A digest of zero: nothing of the generator.
    let keyed = chosen::<C>(&d, &Red::zero(), &u2, &x::<C>(&(&u2 * &d)));
    let special = [(good, true), (bad, false), (doubled, true), (vanishing, false), (keyed, true)];
    for ((key, digest, signature), holds) in &special {
        assert_eq!(verifier.verify_prehashed(key, digest, signature), verdict(*holds));
    }
    for place in 0..8 {
        for other in 0..special.len() {
            // Good and bad ones in turn, and in this place one of the others.
            let mut items: Vec<_> = special[..2].iter().cycle().take(9).collect();
            items[place] = &special[other];
            let keys: Vec<_> = items.iter().map(|item| item.0.0).collect();
            let digests: Vec<_> = items.iter().map(|item| item.0.1).collect();
            let signatures: Vec<_> = items.iter().map(|item| item.0.2).collect();
            let mut verdicts = [Ok(()); 9];
            verifier
                .verify_each_prehashed(&keys, &digests, &signatures, &mut verdicts)
                .expect("nine of each");
            assert!(
                verdicts
                    .iter()
                    .zip(&items)
                    .all(|(verdict, item)| *verdict == self::verdict(item.1)),
                "{place}: {verdicts:?}"
            );
        }
    }
}

#[test]
fn sums_that_vanish_or_double_are_judged_in_every_lane() {
    special_sums_in_every_lane::<Secp256k1>();
    special_sums_in_every_lane::<P256>();
}

#[test]
fn inputs_that_are_none_are_refused_with_their_reason() {
    type S = Signature<Secp256k1>;
    let order = (-&Red::<<Secp256k1 as curve::weierstrass::Group>::Scalar>::one()).to_be_bytes();
    let part = |r: &[u8; 32], s: &[u8; 32]| [&r[..], s].concat();
    let one = std::array::from_fn(|i| u8::from(i == 31));
    let beyond = std::array::from_fn(|i| order[i] + u8::from(i == 31));
    for length in [0, 1, 63, 65, 128] {
        assert_eq!(S::from_bytes(&vec![1; length]), Err(Error::Length));
    }
    assert_eq!(S::from_bytes(&part(&[0; 32], &one)), Err(Error::R));
    assert_eq!(S::from_bytes(&part(&beyond, &one)), Err(Error::R));
    assert_eq!(S::from_bytes(&part(&one, &[0; 32])), Err(Error::S));
    assert_eq!(S::from_bytes(&part(&one, &beyond)), Err(Error::S));
    assert_eq!(S::from_bytes(&part(&one, &[0xff; 32])), Err(Error::S));
    assert!(S::from_bytes(&part(&order, &order)).is_ok());
    assert_eq!(S::from_bytes_low_s(&part(&one, &order)), Err(Error::HighS));

    assert_eq!(
        VerifyingKey::<P256>::from_point(Affine::identity()),
        Err(Error::Key(PointError::Identity))
    );
    assert_eq!(VerifyingKey::<P256>::from_sec1(&[0]), Err(Error::Key(PointError::Identity)));
    assert_eq!(VerifyingKey::<P256>::from_sec1(&[4; 65]), Err(Error::Key(PointError::NotOnCurve)));

    let verifier = Box::new(Verifier::<Secp256k1>::new());
    let key = VerifyingKey::from_point(Affine::generator()).expect("no identity");
    let signature = S::from_bytes(&part(&one, &one)).expect("in range");
    let mut verdicts = [Ok(()); 2];
    assert_eq!(
        verifier.verify_each_prehashed(&[key; 2], &[[0; 32]; 2], &[signature; 1], &mut verdicts),
        Err(Error::LengthMismatch)
    );
    assert_eq!(
        verifier.verify_each_prehashed(&[key; 1], &[], &[], &mut []),
        Err(Error::LengthMismatch)
    );
    assert_eq!(verifier.verify_each_prehashed(&[], &[], &[], &mut []), Err(Error::Empty));
    assert_eq!(verdicts, [Ok(()); 2], "no verdict was written");
}

#[test]
fn nist_verdicts() {
    let Some(text) = suites::text("ecdsa-nist/SigVer_P-256_SHA-256.rsp") else { return };
    let mut counts = [0; 2];
    let mut fields = std::collections::HashMap::new();
    for (name, value) in text.lines().filter_map(|line| line.split_once(" = ")) {
        fields.insert(name, value);
        if name != "Result" {
            continue;
        }
        let field = |name| vectors::bytes(fields[name]);
        let key = VerifyingKey::<P256>::from_sec1(&[vec![4], field("Qx"), field("Qy")].concat());
        let signature = Signature::from_bytes(&[field("R"), field("S")].concat());
        let holds = key.and_then(|key| key.verify(&field("Msg"), &signature?)).is_ok();
        assert_eq!(holds, value.starts_with('P'), "{value}");
        counts[usize::from(!holds)] += 1;
    }
    assert_eq!(counts.iter().sum::<usize>(), 15);
    assert!(counts[0] > 0);
}

#[test]
fn der_has_one_form() {
    type S = Signature<Secp256k1>;
    let read =
        |bytes: &[u8]| S::from_der(bytes).map(|signature| signature.to_der().as_bytes().to_vec());
    let good: &[u8] = &[0x30, 6, 2, 1, 1, 2, 1, 1];
    assert_eq!(read(good).as_deref(), Ok(good));
    let signed: &[u8] = &[0x30, 8, 2, 2, 0, 0x80, 2, 2, 0, 0xff];
    assert_eq!(read(signed).as_deref(), Ok(signed));
    for length in 0..good.len() {
        assert!(
            matches!(read(&good[..length]), Err(Error::Der(DerError::Length | DerError::Tag))),
            "{length}"
        );
    }
    let refused =
        |bytes: &[u8], reason| assert_eq!(read(bytes), Err(Error::Der(reason)), "{bytes:02x?}");
    refused(&[0x31, 6, 2, 1, 1, 2, 1, 1], DerError::Tag);
    refused(&[0x30, 6, 3, 1, 1, 2, 1, 1], DerError::Tag);
    refused(&[0x30, 3, 2, 1, 1], DerError::Tag);
    refused(&[0x30, 0x81, 6, 2, 1, 1, 2, 1, 1], DerError::Length);
    refused(&[0x30, 0x80, 2, 1, 1, 2, 1, 1, 0, 0], DerError::Length);
    refused(&[0x30, 5, 2, 0, 2, 1, 1], DerError::Length);
    refused(&[0x30, 6, 2, 1, 0x81, 2, 1, 1], DerError::Negative);
    refused(&[0x30, 7, 2, 2, 0, 1, 2, 1, 1], DerError::Padding);
    refused(&[0x30, 7, 2, 2, 0, 0, 2, 1, 1], DerError::Padding);
    refused(&[0x30, 6, 2, 1, 1, 2, 1, 1, 0], DerError::Trailing);
    refused(&[0x30, 8, 2, 1, 1, 2, 1, 1, 5, 0], DerError::Trailing);
    assert_eq!(read(&[0x30, 6, 2, 1, 0, 2, 1, 1]), Err(Error::R));
    assert_eq!(read(&[0x30, 6, 2, 1, 1, 2, 1, 0]), Err(Error::S));
    // Integers of 257 bits are encoded well, and no parts of a signature.
    let long = [&[0x30, 38, 2, 33, 1][..], &[0; 32], &[2, 1, 1]].concat();
    assert_eq!(read(&long), Err(Error::R));
    assert_eq!(S::from_der_low_s(good).map(|signature| signature.has_low_s()), Ok(true));
    let order = (-&Red::<<Secp256k1 as curve::weierstrass::Group>::Scalar>::one()).to_be_bytes();
    let high = [&[0x30, 38, 2, 1, 1, 2, 33, 0][..], &order].concat();
    assert!(S::from_der(&high).is_ok());
    assert_eq!(S::from_der_low_s(&high), Err(Error::HighS));
}
