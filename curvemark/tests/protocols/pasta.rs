//! Hashing to Pallas and Vesta: published hashes, and prefixes of every length.
#![cfg(feature = "pasta")]

use curvemark::curve::error::BatchError;
use curvemark::curve::{pallas, vesta};
use curvemark::pasta::{
    Error, hash_to_pallas, hash_to_pallas_batch, hash_to_vesta, hash_to_vesta_batch,
};

use crate::suites;
use crate::vectors::bytes;

/// The 32 bytes of a point by the big-endian x and y of a case.
fn compressed(x: &[u8], y: &[u8]) -> Vec<u8> {
    let mut out: Vec<u8> = x.iter().rev().copied().collect();
    out[31] |= (y[31] & 1) << 7;
    out
}

/// The two that `pasta_curves` publishes.
#[test]
fn published() {
    let point = hash_to_pallas(b"z.cash:test", b"Trans rights now!").expect("a prefix");
    let x = bytes("1818cda31ffdc8c3ff23df3d88c26f952340257d0f187a0236695c9b640b6bd3");
    let y = bytes("01e20888510123752166a0306332e126289f6f9a2774160395f2f1efc9b1280c");
    assert_eq!(point.to_le_bytes().to_vec(), compressed(&x, &y));
    let point = hash_to_vesta(b"z.cash:test", b"hello").expect("a prefix");
    let x = bytes("2e983e009cf3b86bc95f91b3411bd6cbd0a87f8c3c3dae80f3f2637084849204");
    let y = bytes("310fb8f3316d069a1fb9374bdbc0fb1391c864a5208b2a812341db7f50b2e106");
    assert_eq!(point.to_le_bytes().to_vec(), compressed(&x, &y));
}

#[test]
fn derived() {
    let Some(all) = suites::json("pasta/pasta.json") else { return };
    let cases = suites::list(&all, "derived");
    for case in cases {
        let prefix = suites::string(case, "domain_prefix").as_bytes();
        let message = suites::hex(case, "msg_hex");
        let expected = compressed(&suites::hex(case, "x"), &suites::hex(case, "y"));
        let found = match suites::string(case, "curve") {
            "pallas" => hash_to_pallas(prefix, &message).map(|point| point.to_le_bytes()),
            _ => hash_to_vesta(prefix, &message).map(|point| point.to_le_bytes()),
        };
        assert_eq!(found.map(Vec::from), Ok(expected));
    }
    assert_eq!(cases.len(), 30);
}

/// A prefix may have as many bytes as the tag leaves, none among them; batches are their messages.
#[test]
fn prefixes_and_batches() {
    let prefix = [b'p'; 300];
    for length in 0..=300 {
        let (of_pallas, of_vesta) = (length <= 255 - 28, length <= 255 - 27);
        if [0, 1, 226, 227, 228, 229, 255, 256, 300].contains(&length) {
            let prefix = &prefix[..length];
            assert_eq!(hash_to_pallas(prefix, b"").is_ok(), of_pallas, "{length}");
            assert_eq!(hash_to_vesta(prefix, b"").is_ok(), of_vesta, "{length}");
        }
    }
    assert_eq!(hash_to_pallas(&prefix, b""), Err(Error::PrefixTooLong));
    let messages: [&[u8]; 10] = [b"", b"a", b"b", b"c", b"d", b"e", b"f", b"g", b"h", b"i"];
    let mut points = [pallas::Point::identity(); 10];
    assert_eq!(hash_to_pallas_batch(b"p", &messages, &mut points), Ok(()));
    for (message, point) in messages.iter().zip(&points) {
        assert_eq!(hash_to_pallas(b"p", message), Ok(*point));
    }
    let mut points = [vesta::Point::identity(); 10];
    assert_eq!(hash_to_vesta_batch(b"p", &messages, &mut points), Ok(()));
    for (message, point) in messages.iter().zip(&points) {
        assert_eq!(hash_to_vesta(b"p", message), Ok(*point));
    }
    let empty = Err(Error::Batch(BatchError::Empty));
    assert_eq!(hash_to_vesta_batch(b"p", &[], &mut []), empty);
    let mismatch = Err(Error::Batch(BatchError::LengthMismatch));
    assert_eq!(hash_to_vesta_batch(b"p", &messages, &mut points[1..]), mismatch);
}
