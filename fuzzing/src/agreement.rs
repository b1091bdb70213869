//! Agreement on secrets: X25519, and ECDH on both curves.

use curvemark::ecdh::{Curve, P256, PublicKey, Secp256k1, SecretKey};
use curvemark::ed25519::x25519;
use curvemark::x25519 as montgomery;

use crate::{Target, fixed, random, rng, take};

pub const TARGETS: &[Target] = &[
    Target { name: "x25519", body: agreed, valid: random_pair, fast: false, heap: 0 },
    Target { name: "x25519 keys", body: keys, valid: random_pair, fast: true, heap: 0 },
    Target {
        name: "ecdh secp256k1",
        body: ecdh::<Secp256k1>,
        valid: pair::<Secp256k1>,
        fast: false,
        heap: 0,
    },
    Target { name: "ecdh P-256", body: ecdh::<P256>, valid: pair::<P256>, fast: false, heap: 0 },
];

/// A secret key, and the public key of another: the secret is what X25519 says, unless that is
/// zero; and the same for the other party of the first.
fn agreed(mut data: &[u8]) {
    let (key, other): ([u8; 32], [u8; 32]) = (fixed(&mut data), fixed(&mut data));
    let secret = montgomery::SecretKey::from_bytes(&key).expect("32 bytes");
    let public = montgomery::PublicKey::from_bytes(&other).expect("32 bytes");
    let product = x25519(&key, &other);
    match secret.diffie_hellman(&public) {
        Ok(shared) => assert!(product != [0; 32] && *shared.as_bytes() == product),
        Err(reason) => {
            assert!(product == [0; 32] && reason == montgomery::Error::SmallOrder);
        }
    }
    let second = montgomery::SecretKey::from_bytes(&other).expect("32 bytes");
    let [first, second] =
        [secret.diffie_hellman(&second.public_key()), second.diffie_hellman(&secret.public_key())]
            .map(|shared| *shared.expect("multiples of the generator").as_bytes());
    assert_eq!(first, second);
}

/// Keys of any length.
fn keys(data: &[u8]) {
    let right = data.len() == 32;
    assert_eq!(montgomery::SecretKey::from_bytes(data).is_ok(), right);
    match montgomery::PublicKey::from_bytes(data) {
        Ok(key) => assert!(right && key.to_bytes() == *data),
        Err(reason) => assert!(!right && reason == montgomery::Error::Length),
    }
}

/// A secret key, and a public key of what is left: what is read is written again, and both parties
/// have one secret.
fn ecdh<C: Curve>(mut data: &[u8]) {
    let key = SecretKey::<C>::from_bytes(take(&mut data, 32));
    let other = PublicKey::<C>::from_sec1(data);
    if let Ok(other) = &other {
        let again = [&other.to_sec1()[..], &other.to_sec1_uncompressed()];
        assert!(again.contains(&data));
    }
    let Ok(key) = key else { return };
    let fixed = SecretKey::<C>::from_bytes(&[7; 32]).expect("a scalar");
    let [ours, theirs] =
        [key.diffie_hellman(&fixed.public_key()), fixed.diffie_hellman(&key.public_key())];
    assert!(ours.x() == theirs.x() && ours.sha256() == theirs.sha256());
    if let Ok(other) = other {
        let shared = key.diffie_hellman(&other);
        let mut point = [2; 33];
        point[1..].copy_from_slice(&shared.x()[..]);
        assert!(PublicKey::<C>::from_sec1(&point).is_ok(), "x of a point");
    }
}

fn random_pair(number: u64) -> Vec<u8> {
    random::<64>(number).to_vec()
}

fn pair<C: Curve>(number: u64) -> Vec<u8> {
    let key = SecretKey::<C>::random(&mut rng(number));
    let other = SecretKey::<C>::random(&mut rng(number + 1)).public_key();
    let mut data = key.to_bytes().to_vec();
    if number & 1 == 0 {
        data.extend(other.to_sec1());
    } else {
        data.extend(other.to_sec1_uncompressed());
    }
    data
}
