//! BIP-32: all published chains and keys to refuse (bitcoin/bips `7fe0b034`, BSD-2-Clause), and
//! laws.

use curve::error::{PointError, ScalarError};
use curvemark::encoding;
use curvemark::wallets::Network;
use curvemark::wallets::bip32::{Error, ExtendedPrivateKey, ExtendedPublicKey, HARDENED, path};

use super::shows;
use crate::suites;

/// Both texts of a key, and back.
fn check(key: &ExtendedPrivateKey, xprv: &str, xpub: &str) {
    assert_eq!((key.to_xprv().as_str(), key.public().to_xpub().as_str()), (xprv, xpub));
    let read = ExtendedPrivateKey::from_xprv(xprv).expect("what was written");
    assert_eq!(read.to_xprv().as_str(), xprv);
    assert_eq!(read.public(), key.public());
    assert_eq!(ExtendedPublicKey::from_xpub(xpub), Ok(key.public()));
    // Each is of its own kind.
    assert_eq!(ExtendedPrivateKey::from_xprv(xpub).map(|_| ()), Err(Error::Version));
    assert_eq!(ExtendedPublicKey::from_xpub(xprv), Err(Error::Version));
}

#[test]
fn published_chains() {
    let Some(suite) = suites::json("bip32-slip10/bip32.json") else { return };
    let mut chains = 0;
    for case in suites::list(&suite, "cases") {
        let seed = suites::hex(case, "seed");
        let master = ExtendedPrivateKey::from_seed(&seed, Network::Main).expect("a seed");
        for chain in suites::list(case, "chains") {
            let text = suites::string(chain, "path");
            let key = master.derive(text).expect("a path");
            check(&key, suites::string(chain, "xprv"), suites::string(chain, "xpub"));
            let numbers = path(text).expect("a path");
            assert_eq!(usize::from(key.depth()), numbers.len());
            assert_eq!(key.number(), numbers.last().copied().unwrap_or(0));
            // The last step only by the public key.
            if let Some((last, above)) = numbers.split_last() {
                let above = above.iter().try_fold(master.clone(), |key, number| key.child(*number));
                let above = above.expect("children");
                assert_eq!(key.parent_fingerprint(), above.fingerprint());
                let child = above.public().child(*last);
                let expected =
                    if *last < HARDENED { Ok(key.public()) } else { Err(Error::Hardened) };
                assert_eq!(child, expected);
            }
            chains += 1;
        }
    }
    assert_eq!(chains, 17);
}

#[test]
fn published_keys_to_refuse() {
    let Some(suite) = suites::json("bip32-slip10/bip32.json") else { return };
    let mut refused = 0;
    for case in suites::list(&suite, "invalid_keys") {
        let (text, reason) = (suites::string(case, "key"), suites::string(case, "reason"));
        let expected = match reason {
            "pubkey version / prvkey mismatch" | "invalid pubkey prefix 01" => {
                Error::Key(PointError::Tag)
            }
            "prvkey version / pubkey mismatch"
            | "invalid prvkey prefix 04"
            | "invalid prvkey prefix 01" => Error::Prefix,
            "invalid pubkey prefix 04" => Error::Key(PointError::Compression),
            "unknown extended key version" => Error::Version,
            "private key 0 not in 1..n-1" => Error::SecretKey(ScalarError::Zero),
            "private key n not in 1..n-1" => Error::SecretKey(ScalarError::NotCanonical),
            "invalid checksum" => Error::Text(encoding::Error::Checksum),
            zero if zero.starts_with("zero depth") => Error::Root,
            _ => Error::Key(PointError::NotOnCurve),
        };
        let verdicts = [
            ExtendedPrivateKey::from_xprv(text).map(|_| ()).expect_err(reason),
            ExtendedPublicKey::from_xpub(text).map(|_| ()).expect_err(reason),
        ];
        assert_eq!(verdicts[usize::from(text.starts_with("xpub"))], expected, "{reason}");
        refused += 1;
    }
    assert_eq!(refused, 16);
}

/// The first published chain, for whoever has no folder of suites.
#[test]
fn one_published_key() {
    let seed: Vec<u8> = (0..16).collect();
    let master = ExtendedPrivateKey::from_seed(&seed, Network::Main).expect("a seed");
    check(
        &master.derive("m/0h/1").expect("a path"),
        "xprv9wTYmMFdV23N2TdNG573QoEsfRrWKQgWeibmLntzniatZvR9BmLnvSxqu53Kw1UmYPxLgboyZQaXwTCg8MSY3H2EU4pWcQDnRnrVA1xe8fs",
        "xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ",
    );
}

#[test]
fn networks_have_texts_of_their_own() {
    let [main, test] = [Network::Main, Network::Test]
        .map(|network| ExtendedPrivateKey::from_seed(&[5; 32], network).expect("a seed"));
    assert!(test.to_xprv().starts_with("tprv") && test.public().to_xpub().starts_with("tpub"));
    let read = ExtendedPrivateKey::from_xprv(&test.to_xprv()).expect("a text");
    assert_eq!(read.network(), Network::Test);
    assert_eq!(read.secret_bytes(), main.secret_bytes());
    assert_eq!(read.child(3).expect("a child").network(), Network::Test);
    let public = ExtendedPublicKey::from_xpub(&test.public().to_xpub()).expect("a text");
    assert_eq!((public.network(), public.chain_code()), (Network::Test, &**main.chain_code()));
    assert_eq!(shows(&test), "ExtendedPrivateKey(…)");
}

#[test]
fn seeds_paths_and_depths() {
    for length in [0, 1, 15, 65, 1000] {
        let verdict = ExtendedPrivateKey::from_seed(&vec![1; length], Network::Main);
        assert_eq!(verdict.map(|_| ()), Err(Error::Seed), "{length}");
    }
    for length in [16, 64] {
        assert!(ExtendedPrivateKey::from_seed(&vec![1; length], Network::Main).is_ok());
    }
    assert_eq!(path("m"), Ok(vec![]));
    assert_eq!(path("m/2147483647'/2147483647/0h"), Ok(vec![u32::MAX, HARDENED - 1, HARDENED]));
    for bad in [
        "",
        "M",
        "/",
        "m/",
        "m//1",
        "m/1/",
        "m/01",
        "m/00",
        "m/-1",
        "m/+1",
        "m/ 1",
        "m/1 ",
        "m/1''",
        "m/1'h",
        "m/1H",
        "m/'",
        "m/h",
        "m/2147483648",
        "m/4294967296",
        "m/99999999999999999999",
        "m/0x1",
        "m/１",
        "n/1",
        "0/1",
        "m1",
    ] {
        assert_eq!(path(bad), Err(Error::Path), "{bad}");
    }
    let long = |steps: usize| format!("m{}", "/1".repeat(steps));
    assert_eq!(path(&long(255)).map(|numbers| numbers.len()), Ok(255));
    assert_eq!(path(&long(256)), Err(Error::Depth));
    assert_eq!(path(&long(1 << 20)), Err(Error::Depth));

    let master = ExtendedPrivateKey::from_seed(&[7; 64], Network::Main).expect("a seed");
    let deep = master.public().derive(&long(255)).expect("a path");
    assert_eq!(deep.depth(), 255);
    assert_eq!(ExtendedPublicKey::from_xpub(&deep.to_xpub()), Ok(deep));
    assert_eq!(deep.child(1), Err(Error::Depth));
    let deep = ["m/1'", &long(254)].iter().try_fold(master, |key, path| key.derive(path));
    let deep = deep.expect("a path");
    assert_eq!(deep.child(HARDENED).map(|_| ()), Err(Error::Depth));
    assert_eq!(deep.child(1).map(|_| ()), Err(Error::Depth));
}

/// A text with one character changed, left out or put in is no key.
#[test]
fn texts_are_strict() {
    let master = ExtendedPrivateKey::from_seed(&[9; 32], Network::Main).expect("a seed");
    let (xprv, xpub) = (master.to_xprv(), master.public().to_xpub());
    let is_key = |text: &str| {
        ExtendedPrivateKey::from_xprv(text).is_ok() || ExtendedPublicKey::from_xpub(text).is_ok()
    };
    for text in [xprv.as_str(), &xpub] {
        assert!(is_key(text));
        for at in 0..text.len() {
            let other = if text.as_bytes()[at] == b'2' { "3" } else { "2" };
            assert!(!is_key(&format!("{}{other}{}", &text[..at], &text[at + 1..])));
            assert!(!is_key(&format!("{}{}", &text[..at], &text[at + 1..])));
            assert!(!is_key(&format!("{}{other}{}", &text[..at], &text[at..])));
        }
        assert!(!is_key(&format!(" {text}")) && !is_key(&format!("{text}\n")));
    }
    assert_eq!(
        ExtendedPublicKey::from_xpub(&encoding::base58::encode_check(&[4; 77]).expect("few")),
        Err(Error::Length)
    );
    assert_eq!(
        ExtendedPublicKey::from_xpub(&"1".repeat(100_000)),
        Err(Error::Text(encoding::Error::Length))
    );
}
