//! Hash functions against their published digests, HMAC and HKDF against theirs, and Merkle trees.
//!
//! Published: NIST's CAVP (SHA-256 and SHA3-256 also by its Monte Carlo method), the Keccak team's
//! known answers, RFC 7693 and BLAKE2's keyed known answers, RIPEMD's page, and BLAKE3's test
//! vectors. A part is in `vectors/hashes.txt`, the whole in the folder that `CURVEMARK_VECTORS`
//! names. No case is skipped.
#![cfg(all(feature = "alloc", feature = "hashes", feature = "blake3"))]
#![allow(clippy::integer_division_remainder_used)] // Of lengths.

use crate::{suites, vectors};
use curvemark::hash::{
    self, Blake2b512, Blake2bMac512, Blake2s256, Blake2sMac256, Blake3, Digest, Keccak256,
    Keccak512, KeyInit, Mac, Ripemd160, Sha3_256, Sha3_512, Sha256, Sha512,
};
use zeroize::ZeroizeOnDrop;

mod keyed;
mod merkle;

const CARRIED: &str = include_str!("../../../vectors/hashes.txt");

/// Made by Python from the texts of the RFCs: `tools/keyed_hashes.py`.
const HKDF_AND_TREES: &str = include_str!("../../../vectors/hkdf-merkle.txt");

/// What the docs say of states that are wiped.
const _: () = {
    const fn wipes<T: ZeroizeOnDrop>() {}
    wipes::<Sha256>();
    wipes::<Sha512>();
    wipes::<Sha3_256>();
    wipes::<Keccak256>();
    wipes::<Blake2bMac512>();
    wipes::<Ripemd160>();
    // `Hmac` and the BLAKE2 hashes do it by their parts, without the trait.
};

/// A digest at once, which must also be the digest in pieces, whatever the pieces are.
fn digest<D: Digest>(message: &[u8]) -> Vec<u8> {
    let whole = D::digest(message).to_vec();
    for piece in [1, 64, 136, 1000] {
        let pieces = message.chunks(piece).fold(D::new(), |hash, piece| hash.chain_update(piece));
        assert_eq!(pieces.finalize().to_vec(), whole, "in pieces of {piece}");
    }
    whole
}

fn mac<M: Mac + KeyInit>(key: &[u8], message: &[u8]) -> Vec<u8> {
    let mac = || <M as KeyInit>::new_from_slice(key).expect("a key").chain_update(message);
    let tag = mac().finalize().into_bytes().to_vec();
    assert!(mac().verify_slice(&tag).is_ok());
    let mut wrong = tag.clone();
    wrong[0] ^= 1;
    assert!(mac().verify_slice(&wrong).is_err() && mac().verify_slice(&tag[1..]).is_err());
    tag
}

/// A digest by the type of this name, equal to that of the function of one call.
fn by_name(function: &str, message: &[u8]) -> Vec<u8> {
    let (of_type, of_function) = match function {
        "SHA-256" => (digest::<Sha256>(message), hash::sha256(message).to_vec()),
        "SHA-512" => (digest::<Sha512>(message), hash::sha512(message).to_vec()),
        "SHA3-256" => (digest::<Sha3_256>(message), hash::sha3_256(message).to_vec()),
        "SHA3-512" => (digest::<Sha3_512>(message), hash::sha3_512(message).to_vec()),
        "Keccak-256" => (digest::<Keccak256>(message), hash::keccak256(message).to_vec()),
        "Keccak-512" => return digest::<Keccak512>(message),
        "BLAKE2b" => (digest::<Blake2b512>(message), hash::blake2b_512(message).to_vec()),
        "RIPEMD-160" => (digest::<Ripemd160>(message), hash::ripemd160(message).to_vec()),
        other => panic!("{other} is no function"),
    };
    assert_eq!(of_type, of_function);
    of_type
}

fn keyed_by_name(function: &str, key: &[u8], message: &[u8]) -> Vec<u8> {
    match function {
        "BLAKE2b" => mac::<Blake2bMac512>(key, message),
        "BLAKE2s" => mac::<Blake2sMac256>(key, message),
        other => panic!("{other} takes no key"),
    }
}

/// BLAKE3's message of a length, and its three modes over it; at most as many bytes as the expected
/// ones.
fn blake3(length: usize, key: &[u8], context: &[u8], expected: [&[u8]; 3]) {
    let message: Vec<u8> = (0..length).map(|i| (i % 251) as u8).collect();
    let states = [
        Blake3::new(),
        Blake3::new_keyed(key.try_into().expect("32 bytes")),
        Blake3::new_derive_key(str::from_utf8(context).expect("text")),
    ];
    for (mut state, expected) in states.into_iter().zip(expected) {
        let mut out = vec![0; expected.len()];
        state.update(&message).finalize_xof().fill(&mut out);
        assert_eq!(out, expected, "{length} bytes");
    }
    assert_eq!(digest::<Blake3>(&message), expected[0][..32]);
    assert_eq!(hash::blake3(&message), expected[0][..32]);
}

#[test]
fn the_cases_of_every_clone() {
    let mut counts = [0; 3];
    for case in vectors::cases(CARRIED) {
        let (name, function) = (case.text("name"), case.text("function"));
        if function == "BLAKE3" {
            let [hash, keyed, derived] =
                ["hash", "keyed-hash", "derive-key"].map(|mode| case.bytes(mode));
            let length = case.text("length").parse().expect("a number");
            blake3(length, &case.bytes("key"), &case.bytes("context"), [&hash, &keyed, &derived]);
            counts[2] += 1;
        } else if let [key] = case.list("key")[..] {
            let tag = keyed_by_name(function, &vectors::bytes(key), &case.bytes("message"));
            assert_eq!(tag, case.bytes("digest"), "{name}");
            counts[1] += 1;
        } else {
            assert_eq!(by_name(function, &case.bytes("message")), case.bytes("digest"), "{name}");
            counts[0] += 1;
        }
    }
    assert_eq!(counts, [36, 6, 6]);
}

/// Files of messages and digests, with the number of their cases.
const DIGESTS: [(&str, &str, usize); 9] = [
    ("SHA-256", "SHA256ShortMsg.rsp", 65),
    ("SHA-256", "SHA256LongMsg.rsp", 64),
    ("SHA-512", "SHA512ShortMsg.rsp", 129),
    ("SHA3-256", "SHA3_256ShortMsg.rsp", 137),
    ("SHA3-512", "SHA3_512ShortMsg.rsp", 73),
    ("Keccak-256", "keccak_ShortMsgKAT_256.txt", 256),
    ("Keccak-512", "keccak_ShortMsgKAT_512.txt", 256),
    ("BLAKE2b", "blake2b-rfc7693.txt", 7),
    ("RIPEMD-160", "ripemd160.txt", 8),
];

/// The values of one key of a response file, in order.
fn values<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    text.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix(" = ")).collect()
}

#[test]
fn published_digests() {
    for (function, file, count) in DIGESTS {
        let Some(text) = suites::text(&format!("hashes/{file}")) else { return };
        let [lengths, messages, digests] = ["Len", "Msg", "MD"].map(|key| values(&text, key));
        assert_eq!([lengths.len(), messages.len(), digests.len()], [count; 3], "{file}");
        for ((bits, message), expected) in lengths.iter().zip(&messages).zip(&digests) {
            let length = bits.parse::<usize>().expect("a number of bits") / 8;
            // A message of no bytes is written as one zero.
            let message = vectors::bytes(&message[..2 * length]);
            assert_eq!(
                by_name(function, &message),
                vectors::bytes(expected),
                "{file}: {length} bytes"
            );
        }
    }
}

#[test]
fn published_digests_with_keys() {
    for (function, file) in [("BLAKE2b", "blake2b-kat.txt"), ("BLAKE2s", "blake2s-kat.txt")] {
        let Some(text) = suites::text(&format!("hashes/{file}")) else { return };
        let lines: Vec<Vec<u8>> = text
            .lines()
            .filter_map(|line| Some(vectors::bytes(line.split_once(":\t")?.1)))
            .collect();
        let (cases, []) = lines.as_chunks::<3>() else {
            panic!("in, key and hash, again and again")
        };
        assert_eq!(cases.len(), 256);
        for [message, key, expected] in cases {
            assert_eq!(
                keyed_by_name(function, key, message),
                *expected,
                "{file}: {} bytes",
                message.len()
            );
        }
    }
}

#[test]
fn published_digests_of_blake3() {
    let Some(json) = suites::json("hashes/blake3_test_vectors.json") else { return };
    let cases = suites::list(&json, "cases");
    assert_eq!(cases.len(), 35);
    let [key, context] = ["key", "context_string"].map(|key| suites::string(&json, key).as_bytes());
    for case in cases {
        let expected = ["hash", "keyed_hash", "derive_key"].map(|mode| suites::hex(case, mode));
        let length = case["input_len"].as_u64().expect("a length") as usize;
        blake3(length, key, context, expected.each_ref().map(|bytes| &bytes[..]));
    }
}

/// NIST's Monte Carlo methods: a thousand digests from a seed, of which the last is published and
/// is the next seed.
fn monte_carlo(file: &str, last: impl Fn(&[u8]) -> Vec<u8>) {
    let Some(text) = suites::text(&format!("hashes/{file}")) else { return };
    let mut seed = vectors::bytes(values(&text, "Seed")[0]);
    let digests = values(&text, "MD");
    assert_eq!(digests.len(), 100);
    for expected in digests {
        seed = last(&seed);
        assert_eq!(seed, vectors::bytes(expected));
    }
}

/// SHAVS, §6.4: each digest is that of the three before it.
#[test]
fn monte_carlo_of_sha_256() {
    monte_carlo("SHA256Monte.rsp", |seed| {
        let mut three = [seed; 3].map(<[u8]>::to_vec);
        for _ in 0..1000 {
            let next = hash::sha256(&three.concat()).to_vec();
            three.rotate_left(1);
            three[2] = next;
        }
        three[2].clone()
    });
}

/// SHA3VS, §6.2.3: each digest is that of the one before it.
#[test]
fn monte_carlo_of_sha3_256() {
    monte_carlo("SHA3_256Monte.rsp", |seed| {
        (0..1000).fold(seed.to_vec(), |digest, _| hash::sha3_256(&digest).to_vec())
    });
}

/// Names whose digests are published nowhere above: the shorter BLAKE2b, and BLAKE2s without a key.
/// RFC 7693, appendix B, and BLAKE2's reference implementation by way of Python's hashlib.
#[test]
fn blake2_by_its_other_names() {
    let expected = "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982";
    assert_eq!(digest::<Blake2s256>(b"abc"), vectors::bytes(expected));
    let expected = "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319";
    assert_eq!(hash::blake2b_256(b"abc")[..], vectors::bytes(expected));
    assert_eq!(digest::<hash::Blake2b256>(b"abc"), vectors::bytes(expected));
}
