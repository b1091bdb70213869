//! ECDH: Wycheproof's vectors, of which a part is in `vectors/` and the whole in the folder that
//! `CURVEMARK_VECTORS` names, the laws, and what is refused.

use crate::{suites, vectors};
use curve::error::{PointError, ScalarError};
use curvemark::ecdh::{Curve, Error, P256, PublicKey, Secp256k1, SecretKey};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// A secret, a public key in SEC 1, and x of the product, or none where the key must be refused.
fn holds<C: Curve>(name: &str, secret: &[u8], other: &[u8], x: Option<&[u8]>) {
    let key = SecretKey::<C>::from_bytes(secret).expect("a scalar");
    match (PublicKey::<C>::from_sec1(other), x) {
        (Ok(other), Some(x)) => {
            assert_eq!(key.diffie_hellman(&other).x()[..], *x, "{name}");
        }
        (Err(Error::Key(_)), None) => {}
        (other, _) => panic!("{name}: {other:?}"),
    }
}

fn carried<C: Curve>(text: &'static str) {
    let cases = vectors::cases(text);
    for case in &cases {
        let x = case.list("x").first().map(|x| vectors::bytes(x));
        let [secret, point] = ["secret", "point"].map(|key| case.bytes(key));
        holds::<C>(case.text("name"), &secret, &point, x.as_deref());
    }
    assert!(cases.len() > 50);
}

/// The whole suite: keys in ASN.1 of the named curve, of which this library reads the point. Other
/// ASN.1 (malformed, of other curves, with explicit parameters) is no business of it.
fn full<C: Curve>(path: &str, prefixes: [(&str, usize); 2], least: [usize; 2]) {
    let Some(suite) = suites::json(path) else { return };
    let (mut agreed, mut refused) = (0, 0);
    for test in suites::list(&suite, "testGroups").iter().flat_map(|g| suites::list(g, "tests")) {
        if suites::list(test, "flags").iter().any(|flag| flag == "InvalidAsn") {
            continue;
        }
        let public = suites::string(test, "public");
        let Some((prefix, _)) = prefixes.iter().find(|(prefix, length)| {
            public.starts_with(prefix) && public.len() == prefix.len() + 2 * length
        }) else {
            continue;
        };
        let mut digits = suites::string(test, "private").trim_start_matches('0').to_owned();
        while digits.len() < 64 {
            digits.insert(0, '0');
        }
        let shared = suites::hex(test, "shared");
        let x = (suites::string(test, "result") != "invalid").then_some(&shared[..]);
        let point = vectors::bytes(&public[prefix.len()..]);
        holds::<C>(&test["tcId"].to_string(), &vectors::bytes(&digits), &point, x);
        if x.is_some() { agreed += 1 } else { refused += 1 }
    }
    println!("{path}: {agreed} agreed, {refused} refused");
    assert!(agreed >= least[0] && refused >= least[1]);
}

#[test]
fn wycheproof() {
    carried::<P256>(include_str!("../../../vectors/ecdh-p256.txt"));
    carried::<Secp256k1>(include_str!("../../../vectors/ecdh-secp256k1.txt"));
    full::<P256>(
        "wycheproof/ecdh_secp256r1_test.json",
        [
            ("3059301306072a8648ce3d020106082a8648ce3d030107034200", 65),
            ("3039301306072a8648ce3d020106082a8648ce3d030107032200", 33),
        ],
        [300, 8],
    );
    full::<Secp256k1>(
        "wycheproof/ecdh_secp256k1_test.json",
        [
            ("3056301006072a8648ce3d020106052b8104000a034200", 65),
            ("3036301006072a8648ce3d020106052b8104000a032200", 33),
        ],
        [300, 8],
    );
}

fn laws<C: Curve>() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..8 {
        let [a, b] = [(); 2].map(|()| SecretKey::<C>::random(&mut rng));
        let (of_a, of_b) = (a.public_key(), b.public_key());
        let (ab, ba) = (a.diffie_hellman(&of_b), b.diffie_hellman(&of_a));
        assert!(bool::from(ab.ct_eq(&ba)));
        // libsecp256k1's form: the tag tells y from −y, which x does not.
        let product = of_b.as_point().mul_vartime(&scalar::<C>(&a)).to_affine();
        let encoded = PublicKey::<C>::from_point(product).expect("not the identity").to_sec1();
        assert_eq!(ab.sha256()[..], Sha256::digest(encoded)[..]);
        assert_eq!(*ab.x(), encoded[1..]);
        let negative = PublicKey::<C>::from_point(of_b.as_point().neg()).expect("neither");
        let other = a.diffie_hellman(&negative);
        assert!(other.x() == ab.x() && other.sha256() != ab.sha256());
        assert!(!bool::from(other.ct_eq(&ab)));
        for bytes in [&of_a.to_sec1()[..], &of_a.to_sec1_uncompressed()] {
            assert_eq!(PublicKey::<C>::from_sec1(bytes), Ok(of_a));
        }
    }
    assert_eq!(
        SecretKey::<C>::from_bytes(&[0; 32]).err(),
        Some(Error::SecretKey(ScalarError::Zero))
    );
    assert_eq!(
        SecretKey::<C>::from_bytes(&[0xff; 32]).err(),
        Some(Error::SecretKey(ScalarError::NotCanonical))
    );
    assert_eq!(PublicKey::<C>::from_sec1(&[0]), Err(Error::Key(PointError::Identity)));
    assert_eq!(PublicKey::<C>::from_sec1(&[2; 32]), Err(Error::Key(PointError::Length)));
    let key = SecretKey::<C>::from_bytes(&[7; 32]).expect("a scalar");
    let shared = key.diffie_hellman(&key.public_key());
    assert_eq!(format!("{key:?} {shared:?}"), "SecretKey(…) SharedSecret(…)");
    assert_eq!(*key.to_bytes(), [7; 32]);
}

fn scalar<C: Curve>(key: &SecretKey<C>) -> curve::field::Red<C::Scalar> {
    curve::field::Red::from_be_bytes(key.to_bytes().as_slice()).expect("a scalar")
}

#[test]
fn parties_agree_and_bad_keys_are_refused() {
    laws::<P256>();
    laws::<Secp256k1>();
}
