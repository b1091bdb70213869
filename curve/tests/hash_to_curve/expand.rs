//! expand_message_xmd against RFC 9380 and at its limits.

use crate::json;
use curve::hash_to_curve::{ExpandError, Expander, Xmd, expand_message_xmd};
use sha2::{Digest, Sha256, Sha512};

#[test]
fn published_vectors() {
    let mut cases = 0;
    for set in json::expand() {
        let dst = set.get("DST").text().as_bytes();
        for case in set.get("tests").list() {
            let want = case.get("uniform_bytes").bytes();
            let mut got = vec![0; want.len()];
            let msg = case.get("msg").text().as_bytes();
            match set.get("hash").text() {
                "SHA256" => Xmd::<Sha256>::expand(msg, dst, &mut got),
                "SHA512" => Xmd::<Sha512>::expand(msg, dst, &mut got),
                other => panic!("an unknown hash: {other}"),
            }
            .expect("within the limit");
            assert_eq!(got, want, "{dst:?} {msg:?}");
            cases += 1;
        }
    }
    assert!(cases >= 9);
    println!("{cases} cases");
}

/// The definition, word for word, with strings that are allocated.
fn by_definition(msg: &[u8], dst: &[u8], len: usize) -> Vec<u8> {
    let hash = |bytes: &[u8]| Sha256::digest(bytes).to_vec();
    let dst =
        if dst.len() > 255 { hash(&[b"H2C-OVERSIZE-DST-", dst].concat()) } else { dst.to_vec() };
    let dst_prime = [dst.as_slice(), &[dst.len() as u8]].concat();
    let ell = len.div_ceil(32);
    let b_0 = hash(&[&[0; 64], msg, &(len as u16).to_be_bytes(), &[0], &dst_prime].concat());
    let mut b = vec![hash(&[b_0.as_slice(), &[1], &dst_prime].concat())];
    for i in 2..=ell {
        let mixed: Vec<u8> = b_0.iter().zip(&b[i - 2]).map(|(x, y)| x ^ y).collect();
        b.push(hash(&[mixed.as_slice(), &[i as u8], &dst_prime].concat()));
    }
    b.concat()[..len].to_vec()
}

#[test]
fn lengths_of_output_and_tag() {
    let long = [0x5a; 1000];
    for len in [0, 1, 31, 32, 33, 64, 127, 128, 256, 255 * 32 - 1, 255 * 32] {
        for dst in [0, 1, 16, 254, 255, 256, 257, 1000] {
            let mut got = vec![0; len];
            expand_message_xmd::<Sha256>(b"message", &long[..dst], &mut got)
                .expect("within the limit");
            assert_eq!(
                got,
                by_definition(b"message", &long[..dst], len),
                "{len} bytes, a tag of {dst}"
            );
        }
    }
    let mut too_long = vec![7; 255 * 32 + 1];
    assert_eq!(expand_message_xmd::<Sha256>(b"", b"tag", &mut too_long), Err(ExpandError::TooLong));
    assert!(too_long.iter().all(|&byte| byte == 7), "a refused output is not touched");
    assert_eq!(Xmd::<Sha256>::MOST_BYTES, 8160);
    assert_eq!(Xmd::<Sha512>::MOST_BYTES, 16320);
}

#[test]
fn message_in_pieces() {
    let whole = b"one two three";
    let mut want = [0; 96];
    expand_message_xmd::<Sha256>(whole, b"tag", &mut want).expect("within the limit");
    let pieces: [&[u8]; 4] = [b"one ", b"", b"two ", b"three"];
    let mut got = [0; 96];
    expand_message_xmd::<Sha256>(&pieces, b"tag", &mut got).expect("within the limit");
    assert_eq!(got, want);
    expand_message_xmd::<Sha256>(&pieces[..], b"tag", &mut got).expect("within the limit");
    assert_eq!(got, want);
    expand_message_xmd::<Sha256>(&whole[..], b"tag", &mut got).expect("within the limit");
    assert_eq!(got, want);
}

#[test]
fn errors_say_why() {
    assert!(ExpandError::TooLong.to_string().contains("more uniform bytes"));
}
