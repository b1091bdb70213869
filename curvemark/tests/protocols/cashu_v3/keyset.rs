//! Keyset ids: the published ones, and what their preimage takes.

use super::*;
use sha2::{Digest, Sha256};

/// tests/02-tests.md, the keys of amounts 1, 2, 4, 8.
pub const KEYS: [&str; 4] = [
    "8d0273f6bf31ed37c3b8d68083ec3d8e20b5f2cc170fa24b9b5be35b34ed013f9a921f1cad1644d4bdb14674247234c8\
     049cd1dbb2d2c3581e54c088135fef36505a6823d61b859437bfc79b617030dc8b40e32bad1fa85b9c0f368af6d38d3c",
    "8bf78a97086750eb166986ed8e428ca1d23ae3bbf8b2ee67451d7dd84445311e8bc8ab558b0bc008199f577195fc39b7\
     152110e866f1a6e8c5348f6e005dbd93de671b7d0fbfa04d6614bcdd27a3cb2a70f0deacb3608ba95226268481a0be7c",
    "8c60dae92451206390e30b5daa7151d63624dee496753c87dd54eadc92dc9602081fae02a1a53bac97e984a571923a5d\
     0a29e38da2d42fd4712052800c7c8dd6e94fd9f506e946068aaac799d60b94c2d7515769ffdd32ea95d3910330ec47de",
    "a55dafcdf339360f74e3fd32296d062d5e36db3c2570e13a889b38502c0ff71864b19e324bc9c661c29b07c9cc378b59\
     19c1656979648d7c3ef4bd6501fcc96490a34e47fe25afc8b14d60f1c3772138acaf8a0a5e4f940f57206eba74fdc973",
];
/// Vector 1: amounts 1 and 2, sat, no fee.
pub const ID_1: &str = "02b7e077d020fabed456a6be138a8e20e9ef40b44d873fa12c005b656eb0cf99f6";
/// Vector 2: amounts 1 to 8, sat, a fee of 100.
pub const ID_2: &str = "027f0dcd008156363a8418b88f38ddd5155a38c46a3f27c15c7eb40ec5f04cb4b3";

fn keys() -> [MintPublicKey; 4] {
    KEYS.map(|key| MintPublicKey::from_bytes(&hex(key)).expect("a key"))
}

/// The keys of a case.
pub fn keys_of(case: &vectors::Case) -> Vec<(u64, MintPublicKey)> {
    let key = |text: &str| {
        let (amount, key) = text.split_once(',').expect("amount and key");
        (amount.parse().expect("a number"), MintPublicKey::from_bytes(&hex(key)).expect("a key"))
    };
    case.list("key").into_iter().map(key).collect()
}

fn derive(count: usize, unit: &str, fee: Option<u64>) -> Result<String, Error> {
    let keys = keys();
    KeysetId::derive([1, 2, 4, 8].into_iter().zip(&keys).take(count), unit, fee)
        .map(|id| id.to_string())
}

#[test]
fn the_published_ids() {
    let mut counts = [0; 2];
    for case in vectors::cases(include_str!("../../../../vectors/cashu-v3-keyset-id.txt")) {
        let keys = keys_of(&case);
        let fee = case.list("input-fee-ppk").first().map(|fee| fee.parse().expect("a number"));
        let id = KeysetId::derive(
            keys.iter().map(|(amount, key)| (*amount, key)),
            case.text("unit"),
            fee,
        );
        match case.list("id")[..] {
            [expected] => assert_eq!(
                id.map(|id| id.to_string()).as_deref(),
                Ok(expected),
                "{}",
                case.text("name")
            ),
            _ => assert_eq!(id, Err(Error::Unit), "{}", case.text("name")),
        }
        counts[case.list("id").len()] += 1;
    }
    assert_eq!(counts, [1, 4]);
    assert_eq!(derive(2, "sat", None).as_deref(), Ok(ID_1));
    assert_eq!(derive(4, "sat", Some(100)).as_deref(), Ok(ID_2));
}

#[test]
fn a_fee_of_zero_is_none() {
    assert_eq!(derive(2, "sat", Some(0)).as_deref(), Ok(ID_1));
}

#[test]
fn every_part_counts() {
    let ids = [
        derive(2, "sat", None),
        derive(1, "sat", None),
        derive(2, "usd", None),
        derive(2, "sat_-09az", None),
        derive(2, "sat", Some(1)),
        derive(2, "sat", Some(256)),
        derive(2, "sat", Some(u64::MAX)),
    ];
    for (i, id) in ids.iter().enumerate() {
        assert!(id.is_ok() && !ids[..i].contains(id), "{i}");
    }
}

/// The preimage, spelled out: no bytes for zero, eight for the largest number.
#[test]
fn the_preimage_is_of_framed_parts() {
    let keys = keys();
    let most = u64::MAX;
    let id =
        KeysetId::derive([(0, &keys[0]), (most, &keys[1])], "msat", Some(most)).expect("an id");
    let framed = |part: &[u8]| [&(part.len() as u32).to_be_bytes(), part].concat();
    let list =
        [framed(&[]), framed(&hex(KEYS[0])), framed(&[0xff; 8]), framed(&hex(KEYS[1]))].concat();
    let preimage = [framed(&list), framed(b"msat"), framed(&[0xff; 8])].concat();
    assert_eq!((id.to_bytes()[0], &id.to_bytes()[1..]), (2, &Sha256::digest(preimage)[..]));
}

/// The same of before: the largest amount, fee and expiry in decimal.
#[test]
fn the_unframed_preimage_is_the_specified_text() {
    let keys = keys();
    let most = u64::MAX;
    let derive = |unit| {
        unframed::derive_keyset_id([(0, &keys[0]), (most, &keys[1])], unit, Some(most), Some(most))
    };
    let id = derive("Msat").expect("an id");
    let preimage = format!(
        "0:{},{most}:{}|unit:msat|input_fee_ppk:{most}|final_expiry:{most}",
        KEYS[0], KEYS[1]
    );
    assert_eq!((id.to_bytes()[0], &id.to_bytes()[1..]), (2, &Sha256::digest(preimage)[..]));
    // Beyond ASCII too, by the Unicode rules that every language has.
    assert_eq!(derive("ÉTOILE"), derive("étoile"));
    // "sat|input_fee_ppk:100" without a fee would have the preimage of "sat" with one.
    for unit in ["", "|", "sat|input_fee_ppk:100", "sat|"] {
        assert_eq!(derive(unit), Err(Error::Unit), "{unit}");
    }
    // Its lower case is ς at the end of a word and σ elsewhere, in languages that look at the word.
    assert_eq!(derive("ΟΒΟΛΟΣ"), Err(Error::Unit));
}

#[test]
fn what_has_no_id() {
    let keys = keys();
    let id =
        |amounts: &[u64]| KeysetId::derive(amounts.iter().copied().zip(&keys), "sat", None).err();
    let old = |amounts: &[u64]| {
        unframed::derive_keyset_id(amounts.iter().copied().zip(&keys), "sat", None, None).err()
    };
    for (amounts, reason) in [
        (&[][..], Error::EmptyBatch),
        (&[2, 1], Error::KeyOrder),
        (&[1, 1], Error::KeyOrder),
        (&[1, 4, 2], Error::KeyOrder),
    ] {
        assert_eq!([id(amounts), old(amounts)], [Some(reason); 2]);
    }
    for unit in
        ["", "SAT", "sAt", "sat ", " sat", "s|t", "s.t", "s:t", "étoile", "sat\0", "Σ", "sat/", "{"]
    {
        assert_eq!(derive(1, unit, None), Err(Error::Unit), "{unit}");
    }
}

#[test]
fn only_this_version_is_read() {
    let bytes = hex(ID_1);
    assert_eq!(KeysetId::from_bytes(&bytes).expect("an id").to_string(), ID_1);
    for version in [0, 1, 3, 0xff] {
        let mut other = bytes.clone();
        other[0] = version;
        assert_eq!(KeysetId::from_bytes(&other), Err(Error::KeysetVersion));
    }
    for bad in [&bytes[..32], &[&bytes[..], &[0]].concat(), &bytes[..8], &[]] {
        assert_eq!(KeysetId::from_bytes(bad), Err(Error::Length));
    }
}
