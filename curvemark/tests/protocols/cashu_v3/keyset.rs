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
/// Vector 1: amounts 1 and 2, sat, no fee, no expiry.
pub const ID_1: &str = "02abd02ebc1ff44652153375162407deaf0b30e590844cca0b6e4894a08a8828dd";
/// Vector 2: amounts 1 to 8, sat, a fee of 100, expiry 2000000000.
pub const ID_2: &str = "020c5210bbb16757130c7e26061df3ea3f97a47046d2cebb54a21b3b4c370f42d8";

fn keys() -> [MintPublicKey; 4] {
    KEYS.map(|key| MintPublicKey::from_bytes(&hex(key)).expect("a key"))
}

fn derive(count: usize, unit: &str, fee: Option<u64>, expiry: Option<u64>) -> Result<String, Error> {
    let keys = keys();
    KeysetId::derive([1, 2, 4, 8].into_iter().zip(&keys).take(count), unit, fee, expiry).map(|id| id.to_string())
}

#[test]
fn the_published_ids() {
    assert_eq!(derive(2, "sat", None, None).as_deref(), Ok(ID_1));
    assert_eq!(derive(4, "sat", Some(100), Some(2_000_000_000)).as_deref(), Ok(ID_2));
}

#[test]
fn zero_is_none_and_the_unit_is_lower_cased() {
    assert_eq!(derive(2, "SAT", Some(0), None).as_deref(), Ok(ID_1));
    assert_eq!(derive(2, "Sat", None, Some(0)).as_deref(), Ok(ID_1));
    assert_eq!(derive(4, "sAT", Some(100), Some(2_000_000_000)).as_deref(), Ok(ID_2));
    // Beyond ASCII too, by the Unicode rules that every language has.
    assert_eq!(derive(1, "ÉTOILE", None, None), derive(1, "étoile", None, None));
}

#[test]
fn every_part_counts() {
    let ids = [
        derive(2, "sat", None, None),
        derive(1, "sat", None, None),
        derive(2, "usd", None, None),
        derive(2, "sat", Some(1), None),
        derive(2, "sat", None, Some(1)),
        derive(2, "sat", Some(1), Some(1)),
        derive(2, "sat", Some(u64::MAX), None),
        derive(2, "sat", None, Some(u64::MAX)),
    ];
    for (i, id) in ids.iter().enumerate() {
        assert!(id.is_ok() && !ids[..i].contains(id), "{i}");
    }
}

/// The preimage, spelled out: the largest amount, fee and expiry in decimal.
#[test]
fn the_preimage_is_the_specified_text() {
    let keys = keys();
    let most = u64::MAX;
    let id = KeysetId::derive([(0, &keys[0]), (most, &keys[1])], "Msat", Some(most), Some(most)).expect("an id");
    let preimage = format!("0:{},{most}:{}|unit:msat|input_fee_ppk:{most}|final_expiry:{most}", KEYS[0], KEYS[1]);
    assert_eq!((id.to_bytes()[0], &id.to_bytes()[1..]), (2, &Sha256::digest(preimage)[..]));
}

#[test]
fn what_has_no_id() {
    let keys = keys();
    let id = |amounts: &[u64]| KeysetId::derive(amounts.iter().copied().zip(&keys), "sat", None, None).err();
    assert_eq!(id(&[]), Some(Error::EmptyBatch));
    assert_eq!(id(&[2, 1]), Some(Error::KeyOrder));
    assert_eq!(id(&[1, 1]), Some(Error::KeyOrder));
    assert_eq!(id(&[1, 4, 2]), Some(Error::KeyOrder));
    // "sat|input_fee_ppk:100" without a fee would have the preimage of "sat" with one.
    for unit in ["", "|", "sat|input_fee_ppk:100", "sat|"] {
        assert_eq!(derive(1, unit, None, None), Err(Error::Unit), "{unit}");
    }
    // Its lower case is ς at the end of a word and σ elsewhere, in languages that look at the word.
    assert_eq!(derive(1, "ΟΒΟΛΟΣ", None, None), Err(Error::Unit));
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
