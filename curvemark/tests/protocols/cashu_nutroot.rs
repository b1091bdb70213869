//! Secrets that are points: the published cases, every way to spend, and what must be refused.
//!
//! Published: cashubtc/cashu-ts `6654d495` (MIT OR Apache-2.0), all in `vectors/`.

#![cfg(feature = "tokens")]

mod spend;
mod tokens;
mod transaction;

use crate::vectors::{self, Case, bytes};
use curve::secp256k1::AffinePoint;
use curvemark::cashu::nutroot::{
    Condition, Error, Form, Hash, Leaf, MOST_LEAF_BYTES, MOST_LEAF_TIME, MOST_LEAVES, Message,
    NUMS_KEY, NumsOffset, PublicKey, Secret, SecretKey, Source, SpendInfo, Tree, Witness,
    leaf_hash, lock, lock_to_receiver, lock_to_script, merkle_path, merkle_root, root_of_path,
    tweak,
};
use curvemark::cashu::v3::{KeysetId, derive_leaf_key, derive_quote_lock_key};
use curvemark::encoding::hex;
use sha2::{Digest, Sha256};

/// The file, with the number of cases of a kind.
fn cases(kind: &str, count: usize) -> Vec<Case> {
    let cases = vectors::cases(include_str!("../../../vectors/cashu-v3-nutroot.txt"));
    let cases: Vec<Case> = cases.into_iter().filter(|case| case.text("kind") == kind).collect();
    assert_eq!(cases.len(), count, "{kind}");
    cases
}

fn public(digits: &str) -> PublicKey {
    PublicKey::from_bytes(&bytes(digits)).expect("a point")
}

fn key(digits: &str) -> SecretKey {
    SecretKey::from_bytes(&bytes(digits)).expect("a scalar")
}

/// The key of a small scalar.
fn small(scalar: u8) -> SecretKey {
    let mut bytes = [0; 32];
    bytes[31] = scalar;
    SecretKey::from_bytes(&bytes).expect("a scalar")
}

fn hash(digits: &str) -> Hash {
    bytes(digits).try_into().expect("32 bytes")
}

fn leaf(condition: Condition, threshold: u8, keys: &[u8]) -> Leaf {
    Leaf::new(condition, threshold, keys.iter().map(|key| small(*key).public_key()).collect())
        .expect("a leaf")
}

#[test]
fn published_keys_from_a_seed() {
    for case in cases("leaf-key", 3) {
        let id = KeysetId::from_bytes(&case.bytes("keyset")).expect("an id");
        let [counter, index] =
            ["counter", "index"].map(|name| case.text(name).parse::<u32>().expect("a number"));
        let key = derive_leaf_key(&case.bytes("seed"), &id, counter.into(), index).expect("a key");
        assert_eq!(*key.to_bytes(), *case.bytes("private"));
        assert_eq!(key.public_key().to_bytes(), *case.bytes("public"));
    }
    for case in cases("quote-lock", 2) {
        let counter = case.text("counter").parse().expect("a number");
        let key = derive_quote_lock_key(&case.bytes("seed"), counter).expect("a key");
        assert_eq!(*key.to_bytes(), *case.bytes("private"));
        assert_eq!(key.public_key().to_bytes(), *case.bytes("public"));
    }
}

#[test]
fn published_commitments() {
    for case in cases("commit", 5) {
        let (name, internal) = (case.text("name"), public(case.text("internal")));
        let leaves: Vec<Hash> =
            case.list("leaf").iter().map(|leaf| leaf_hash(&bytes(leaf))).collect();
        for (found, expected) in leaves.iter().zip(case.list("hash")) {
            assert_eq!(*found, hash(expected), "{name}");
        }
        let root =
            if leaves.is_empty() { None } else { Some(merkle_root(&leaves).expect("leaves")) };
        for expected in case.list("root") {
            assert_eq!(root, Some(hash(expected)), "{name}");
        }
        for path in case.list("path") {
            let (index, path) = path.split_once(',').expect("an index and hashes");
            let path: Vec<Hash> = path.split(',').map(hash).collect();
            let index = index.parse().expect("a number");
            assert_eq!(merkle_path(&leaves, index), Ok(path.clone()), "{name}");
            assert_eq!(root_of_path(&leaves[index], &path).ok(), root, "{name}");
        }
        for expected in case.list("tweak") {
            assert_eq!(tweak(&internal, root.as_ref()).to_be_bytes(), hash(expected), "{name}");
        }
        let secret = Secret::commit(&internal, root.as_ref()).expect("a point");
        assert_eq!(secret.to_string(), case.text("secret"), "{name}");
        for private in case.list("internal-private") {
            let tweaked = key(private).tweaked(root.as_ref()).expect("a key");
            assert_eq!(tweaked.public_key(), *secret.key(), "{name}");
            for expected in case.list("private") {
                assert_eq!(*tweaked.to_bytes(), hash(expected), "{name}");
            }
        }
    }
    for case in cases("bare", 1) {
        assert_eq!(
            Secret::of_key(key(case.text("private")).public_key()).to_string(),
            case.text("secret")
        );
    }
}

#[test]
fn the_key_that_nobody_has() {
    for case in cases("nums", 1) {
        assert_eq!(NUMS_KEY, *case.bytes("key"));
    }
    // x of H is the hash of the uncompressed generator.
    let generator = AffinePoint::generator().to_sec1_uncompressed().expect("not the identity");
    assert_eq!(NUMS_KEY, *[&[2], &Sha256::digest(generator)[..]].concat());
    let one = NumsOffset::from_bytes(&small(1).to_bytes()[..]).expect("a scalar");
    let h = AffinePoint::from_sec1_compressed(&NUMS_KEY).expect("a point");
    let sum =
        (&h * &curve::secp256k1::Fr::from(1_u64)).add_mixed(&AffinePoint::generator()).to_affine();
    assert_eq!(one.internal_key().map(|key| *key.affine()), Ok(sum));
    assert_eq!(NumsOffset::from_bytes(&[0; 32]), Err(Error::Scalar));
    assert_eq!(NumsOffset::from_bytes(&[0xff; 32]), Err(Error::Scalar));
    assert_eq!(NumsOffset::from_bytes(&[1; 31]), Err(Error::Length));
}

#[test]
fn published_leaves() {
    let mut reasons = Vec::new();
    for case in cases("leaf", 23) {
        let (name, bytes) = (case.text("name"), case.bytes("leaf"));
        let leaf = Leaf::from_bytes(&bytes);
        assert_eq!(leaf.is_ok(), case.text("valid") == "yes", "{name}");
        match leaf {
            Ok(leaf) => {
                assert_eq!(leaf.to_bytes(), bytes, "{name}");
                assert_eq!(leaf.hash(), leaf_hash(&bytes), "{name}");
                let again = Leaf::new(leaf.condition(), leaf.threshold(), leaf.keys().to_vec());
                assert_eq!(again, Ok(leaf), "{name}");
            }
            Err(reason) => reasons.push(reason),
        }
    }
    for reason in [
        Error::LeafVersion,
        Error::LeafType,
        Error::LeafField,
        Error::Length,
        Error::LeafKeys,
        Error::Threshold,
    ] {
        assert!(reasons.contains(&reason), "{reason}");
    }
}

/// Every byte of a leaf counts: another one is another leaf or none, and nothing is left out or
/// added.
#[test]
fn leaves_are_written_in_one_way() {
    for leaf in [
        leaf(Condition::Threshold, 2, &[3, 4, 5]),
        leaf(Condition::After(0), 1, &[3]),
        leaf(Condition::After(MOST_LEAF_TIME), 1, &[3]),
        leaf(Condition::Hashlock([7; 32]), 1, &[4, 3]),
    ] {
        let bytes = leaf.to_bytes();
        assert_eq!(Leaf::from_bytes(&bytes).as_ref(), Ok(&leaf));
        for end in 0..bytes.len() {
            assert!(Leaf::from_bytes(&bytes[..end]).is_err());
        }
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut other = bytes.clone();
                other[at] ^= 1 << bit;
                if let Ok(read) = Leaf::from_bytes(&other) {
                    assert!(read != leaf && read.to_bytes() == other, "{at} {bit}");
                }
            }
        }
        assert!(Leaf::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
    }
}

#[test]
fn limits_of_leaves_and_trees() {
    let keys = |count: u8| (1..=count).map(|key| small(key).public_key()).collect::<Vec<_>>();
    let new = |condition, threshold, count| {
        Leaf::new(condition, threshold, keys(count)).map(|leaf| leaf.to_bytes().len())
    };
    assert_eq!(new(Condition::Threshold, 30, 30), Ok(9 + 33 * 30));
    assert!(
        new(Condition::Hashlock([0; 32]), 1, 29).is_ok_and(|length| length <= 1 + MOST_LEAF_BYTES)
    );
    assert_eq!(new(Condition::Threshold, 1, 31), Err(Error::Length));
    assert_eq!(Leaf::new(Condition::Threshold, 1, keys(250).repeat(10)).err(), Some(Error::Length));
    assert_eq!(new(Condition::Threshold, 0, 1), Err(Error::Threshold));
    assert_eq!(new(Condition::Threshold, 2, 1), Err(Error::Threshold));
    assert_eq!(new(Condition::Threshold, 1, 0), Err(Error::LeafKeys));
    assert_eq!(new(Condition::After(MOST_LEAF_TIME + 1), 1, 1), Err(Error::LeafField));
    // The negative of a key is the same signer.
    let negative = PublicKey::from_bytes(&{
        let mut bytes = small(1).public_key().to_bytes();
        bytes[0] ^= 1;
        bytes
    });
    let twins = [small(1).public_key(), negative.expect("a point")];
    assert_eq!(Leaf::new(Condition::Threshold, 2, twins.to_vec()).err(), Some(Error::LeafKeys));

    let one = leaf(Condition::Threshold, 1, &[1]);
    assert_eq!(Tree::new(Vec::new()).err(), Some(Error::Tree));
    assert!(Tree::new(vec![one.clone(); 255]).is_ok());
    assert_eq!(Tree::new(vec![one.clone(); 256]).err(), Some(Error::Slot));
    assert_eq!(Tree::new(vec![one.clone(); 257]).err(), Some(Error::Tree));
    assert_eq!(Tree::new(vec![one; 2]).expect("leaves").path(2), Err(Error::Tree));
    assert_eq!(merkle_root(&[]), Err(Error::Tree));
    assert_eq!(merkle_root(&vec![[0; 32]; MOST_LEAVES + 1]), Err(Error::Tree));
    assert_eq!(root_of_path(&[0; 32], &[[0; 32]; 9]), Err(Error::Tree));
}

/// Trees of every size to 20 and of the most leaves: each path leads to the root, in any order of
/// the leaves.
#[test]
fn every_path_leads_to_the_root() {
    for count in (1..=20).chain([255, 256]) {
        let mut leaves: Vec<Hash> =
            (0..count as u32).map(|leaf| leaf_hash(&(leaf >> 1).to_be_bytes())).collect();
        let root = merkle_root(&leaves).expect("leaves");
        for index in 0..leaves.len() {
            let path = merkle_path(&leaves, index).expect("a leaf");
            assert!(path.len() <= 8);
            assert_eq!(root_of_path(&leaves[index], &path), Ok(root), "{count} {index}");
        }
        leaves.reverse();
        assert_eq!(merkle_root(&leaves), Ok(root));
        leaves.pop();
        assert_ne!(merkle_root(&leaves).ok(), Some(root));
    }
}

#[test]
fn published_texts() {
    for case in cases("text", 3) {
        let (text, good) = (case.text("secret"), case.text("valid") == "yes");
        assert_eq!(Secret::parse(text).is_ok(), good);
        // A wallet does not take it for a secret of another kind either.
        assert_eq!(Message::of_text(text).is_ok(), good);
    }
    let text = cases("bare", 1)[0].text("secret");
    let secret = Secret::parse(text).expect("a point");
    assert_eq!((secret.to_string().as_str(), &secret.to_bytes()[..]), (text, &bytes(text)[..]));
    assert_eq!(Message::of_text(text).expect("a point").as_ref(), bytes(text));
    assert_eq!(Secret::parse(&text[..64]), Err(Error::Length));
    assert_eq!(Secret::parse(&format!("{text}00")), Err(Error::Length));
    for uncompressed in ["04", "00", "05", "ff"] {
        assert!(Secret::parse(&format!("{uncompressed}{}", &text[2..])).is_err());
    }
    assert_eq!(Message::of_text(&text[..64]).expect("a text").as_ref(), &text.as_bytes()[..64]);
}

#[test]
fn debug_shows_no_secret() {
    let (secret, info) =
        lock_to_receiver(&small(3).public_key(), &small(5), None, &[]).expect("a secret");
    let bearer = SpendInfo::bearer(key(&"5a".repeat(32)));
    let shown = format!("{:?} {secret:?} {bearer:?} {info:?}", key(&"5a".repeat(32)));
    assert!(
        !shown.contains("5a5a")
            && !shown.contains(&secret.to_string())
            && !shown.contains("90, 90"),
        "{shown}"
    );
}
