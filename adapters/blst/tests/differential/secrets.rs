//! Secret keys: making, deriving, encoding, public keys, signing.

use super::{ours, theirs};
use crate::inputs::{below, bytes, rng};
use crate::shown;

/// Lengths about those that are special: to SHA-256, to HMAC, to tags.
const LENGTHS: [usize; 12] = [0, 1, 20, 31, 32, 33, 63, 64, 65, 128, 255, 300];

#[test]
fn keys_are_made_alike() {
    let mut rng = rng(11);
    let show_ours = |key: ours::SecretKey| (key.serialize(), key.sk_to_pk().compress());
    let show_theirs = |key: theirs::SecretKey| (key.serialize(), key.sk_to_pk().compress());
    for length in LENGTHS {
        let ikm = bytes(&mut rng, length);
        let [salt, info] =
            [0; 2].map(|_: u8| LENGTHS[below(&mut rng, LENGTHS.len())]).map(|n| bytes(&mut rng, n));
        macro_rules! alike {
            ($function:ident($($argument:expr),*)) => {
                assert_eq!(
                    shown(ours::SecretKey::$function($($argument),*), show_ours),
                    shown(theirs::SecretKey::$function($($argument),*), show_theirs),
                    "{} of {length} bytes", stringify!($function)
                )
            };
        }
        alike!(key_gen(&ikm, &info));
        alike!(key_gen_v3(&ikm, &info));
        for salt in [&salt[..], &[]] {
            alike!(key_gen_v4_5(&ikm, salt, &info));
            alike!(key_gen_v5(&ikm, salt, &info));
        }
        alike!(derive_master_eip2333(&ikm));
    }
}

#[test]
fn children_are_alike() {
    let seed = [5; 32];
    let ours = ours::SecretKey::derive_master_eip2333(&seed).expect("enough material");
    let theirs = theirs::SecretKey::derive_master_eip2333(&seed).expect("enough material");
    for index in [0, 1, 12_381, 0x8000_0000, u32::MAX] {
        let (a, b) = (ours.derive_child_eip2333(index), theirs.derive_child_eip2333(index));
        assert_eq!(a.serialize(), b.serialize());
        assert_eq!(a.derive_child_eip2333(7).serialize(), b.derive_child_eip2333(7).serialize());
    }
}

#[test]
fn keys_are_decoded_alike() {
    let order: [u8; 32] = [
        0x73, 0xed, 0xa7, 0x53, 0x29, 0x9d, 0x7d, 0x48, 0x33, 0x39, 0xd8, 0x08, 0x09, 0xa1, 0xd8,
        0x05, 0x53, 0xbd, 0xa4, 0x02, 0xff, 0xfe, 0x5b, 0xfe, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00,
        0x00, 0x01,
    ];
    let mut inputs = vec![vec![0; 32], vec![0xff; 32], order.to_vec()];
    for (at, by) in [(31, 0), (31, 2), (0, 0x72), (0, 0x74)] {
        let mut near = order;
        near[at] = by;
        inputs.push(near.to_vec());
    }
    let mut one = vec![0; 32];
    one[31] = 1;
    inputs.push(one);
    let mut rng = rng(12);
    inputs.extend((0..20).map(|_| bytes(&mut rng, 32)));
    inputs.extend(LENGTHS.map(|length| bytes(&mut rng, length)));
    inputs.extend(LENGTHS.map(|length| vec![0; length]));
    let mut good = 0;
    for input in inputs {
        let ours = shown(ours::SecretKey::from_bytes(&input), |key| {
            (key.to_bytes(), key.sk_to_pk().serialize())
        });
        let theirs = shown(theirs::SecretKey::deserialize(&input), |key| {
            (key.to_bytes(), key.sk_to_pk().serialize())
        });
        good += usize::from(ours.is_ok());
        assert_eq!(ours, theirs, "{input:x?}");
        // The same by reference, from the scalar in little-endian bytes.
        let Ok(mut b) = <[u8; 32]>::try_from(&input[..]) else { continue };
        b.reverse();
        let scalar = curvemark_blst::blst_scalar { b };
        let reference = <&ours::SecretKey>::try_from(&scalar);
        assert_eq!(shown(reference, |key| (key.to_bytes(), key.sk_to_pk().serialize())), ours);
        if let Ok(key) = reference {
            assert_eq!(<&curvemark_blst::blst_scalar>::from(key).b, b);
        }
    }
    assert!(good > 5, "{good} keys are good");
}

#[test]
fn signatures_are_alike() {
    let mut rng = rng(13);
    for message in LENGTHS {
        let ikm = bytes(&mut rng, 32);
        let ours = ours::SecretKey::key_gen(&ikm, &[]).expect("enough material");
        let theirs = theirs::SecretKey::key_gen(&ikm, &[]).expect("enough material");
        let message = bytes(&mut rng, message);
        for tag in [0, 1, 43, 255, 256, 300] {
            let tag = bytes(&mut rng, tag);
            let length = LENGTHS[below(&mut rng, LENGTHS.len())];
            let aug = bytes(&mut rng, length);
            let (a, b) = (ours.sign(&message, &tag, &aug), theirs.sign(&message, &tag, &aug));
            assert_eq!(a.serialize(), b.serialize());
            assert_eq!(a.validate(true), Ok(()));
        }
    }
}

#[test]
fn the_key_that_is_zero_is_as_there() {
    let (ours, theirs) = (ours::SecretKey::default(), theirs::SecretKey::default());
    assert_eq!(ours.serialize(), theirs.serialize());
    assert_eq!(ours.sk_to_pk().serialize(), theirs.sk_to_pk().serialize());
    assert_eq!(ours.sign(b"m", b"t", &[]).serialize(), theirs.sign(b"m", b"t", &[]).serialize());
    assert_eq!(ours.derive_child_eip2333(1).serialize(), [0; 32], "here they differ: see README");
    // It does not show what it holds.
    let key = ours::SecretKey::key_gen(&[7; 32], &[]).expect("enough material");
    assert_eq!(format!("{key:?}"), "SecretKey(…)");
    assert_eq!(format!("{:?}", <&curvemark_blst::blst_scalar>::from(&key)), "blst_scalar(…)");
}
