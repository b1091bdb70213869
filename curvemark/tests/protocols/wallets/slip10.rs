//! SLIP-10: the published cases, with both retries on P-256 (crate slip10_ed25519 0.1.3, and
//! numbers of SLIP-10), and laws.

use curvemark::ecdsa::{P256, Secp256k1};
use curvemark::wallets::slip10::{Curve, Ed25519Key, Error, PrivateKey};

use super::shows;
use crate::suites;

/// The path of a child of the first seed whose first hash is not below n.
const AGAIN: &str = "m/28578'/33941";

/// Private key, chain code and public key of a case.
fn expected(case: &serde_json::Value) -> [Vec<u8>; 3] {
    ["private", "chain_code", "public"].map(|key| suites::hex(case, key))
}

fn on<C: Curve>(seed: &[u8], path: &str) -> [Vec<u8>; 3] {
    let key = PrivateKey::<C>::from_seed(seed).expect("a seed").derive(path).expect("a path");
    let public = key.public();
    assert_eq!(public.chain_code(), &**key.chain_code());
    // The next step only by the public key, plain and hardened.
    for number in [0, 1, (1 << 31) - 1] {
        assert_eq!(public.child(number), Ok(key.child(number).public()));
        assert_eq!(public.child(number | 1 << 31), Err(Error::Hardened));
    }
    [key.secret_bytes().to_vec(), key.chain_code().to_vec(), public.to_sec1().to_vec()]
}

#[test]
fn published_keys() {
    let Some(suite) = suites::json("bip32-slip10/slip10.json") else { return };
    let (mut p256, mut retries, mut ed25519) = (0, 0, 0);
    for case in suites::list(&suite, "nist256p1") {
        let (seed, path) = (suites::hex(case, "seed"), suites::string(case, "path"));
        assert_eq!(on::<P256>(&seed, path), expected(case), "{path}");
        p256 += 1;
        retries += usize::from(!case["note"].is_null() || path == AGAIN);
    }
    for case in suites::list(&suite, "ed25519") {
        let (seed, path) = (suites::hex(case, "seed"), suites::string(case, "path"));
        let key = Ed25519Key::from_seed(&seed).expect("a seed").derive(path).expect("a path");
        let public = [&[0][..], &key.signing_key().public_bytes()].concat();
        let got = [key.secret_bytes().to_vec(), key.chain_code().to_vec(), public];
        assert_eq!(got, expected(case), "{path}");
        ed25519 += 1;
    }
    assert_eq!((p256, ed25519), (15, 12));
    assert_eq!(retries, 2, "cases that hash again");
}

/// On secp256k1 the keys are those of BIP-32, and so are its published ones.
#[test]
fn on_secp256k1_it_is_bip32() {
    use curvemark::wallets::bip32::ExtendedPrivateKey;
    let Some(suite) = suites::json("bip32-slip10/bip32.json") else { return };
    let mut chains = 0;
    for case in suites::list(&suite, "cases") {
        let seed = suites::hex(case, "seed");
        for chain in suites::list(case, "chains") {
            let xprv = suites::string(chain, "xprv");
            let key = ExtendedPrivateKey::from_xprv(xprv).expect("a text");
            let [secret, code, public] = on::<Secp256k1>(&seed, suites::string(chain, "path"));
            assert_eq!(secret, key.secret_bytes().to_vec());
            assert_eq!(code, key.chain_code().to_vec());
            assert_eq!(public, key.public().public_bytes().to_vec());
            chains += 1;
        }
    }
    assert_eq!(chains, 17);
}

/// A published case of each of the three, and the two that hash again, for whoever has no folder of
/// suites.
#[test]
fn some_published_keys() {
    let hex = crate::vectors::bytes;
    let seed: Vec<u8> = (0..16).collect();
    let [root, ..] = on::<P256>(&seed, "m");
    assert_eq!(root, hex("612091aaa12e22dd2abef664f8a01a82cae99ad7441b7ef8110424915c268bc2"));
    // The hash of a child, and one of a root, are not below n the first time.
    let [child, ..] = on::<P256>(&seed, AGAIN);
    assert_eq!(child, hex("092154eed4af83e078ff9b84322015aefe5769e31270f62c3f66c33888335f3a"));
    // So is the child of the public key.
    let parent = PrivateKey::<P256>::from_seed(&seed).and_then(|key| key.derive("m/28578'"));
    let parent = parent.expect("a path");
    let of_public = parent.public().child(33_941).expect("a child");
    let of_private = parent.child(33_941).public();
    assert_eq!(of_public.to_sec1(), of_private.to_sec1());
    let again = hex("a7305bc8df8d0951f0cb224c0e95d7707cbdf2c6ce7e8d481fec69c7ff5e9446");
    let [root, code, _] = on::<P256>(&again, "m");
    assert_eq!(root, hex("3b8c18469a4634517d6d0b65448f8e6c62091b45540a1743c5846be55d47d88f"));
    assert_eq!(code, hex("7762f9729fed06121fd13f326884c82f59aa95c57ac492ce8c9654e60efd130c"));
    let key = Ed25519Key::from_seed(&seed).and_then(|key| key.derive("m/0'")).expect("a path");
    assert_eq!(
        key.secret_bytes().to_vec(),
        hex("68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3")
    );
}

#[test]
fn what_is_no_seed_and_no_child() {
    for length in [0, 15, 65] {
        let seed = vec![3; length];
        assert_eq!(PrivateKey::<P256>::from_seed(&seed).map(|_| ()), Err(Error::Seed));
        assert_eq!(Ed25519Key::from_seed(&seed).map(|_| ()), Err(Error::Seed));
    }
    let key = Ed25519Key::from_seed(&[3; 16]).expect("a seed");
    assert_eq!(key.child(0).map(|_| ()), Err(Error::Hardened));
    assert_eq!(key.child((1 << 31) - 1).map(|_| ()), Err(Error::Hardened));
    assert!(key.child(1 << 31).is_ok());
    assert_eq!(key.derive("m/0'/1").map(|_| ()), Err(Error::Hardened));
    assert_eq!(key.derive("m/0'/").map(|_| ()), Err(Error::Path));
    let other = PrivateKey::<P256>::from_seed(&[3; 16]).expect("a seed");
    assert_eq!(other.derive("0/1").map(|_| ()), Err(Error::Path));
    assert_eq!((shows(&key), shows(&other)), ("Ed25519Key(…)".into(), "PrivateKey(…)".into()));
}
