//! ElligatorSwift and BIP-324: all published cases (bitcoin/bips `7fe0b034`, BSD-3-Clause), and
//! laws.

use curve::error::ScalarError;
use curve::secp256k1::{AffinePoint, Fp, ellswift};
use curvemark::wallets::bip324::{Error, MAINNET, Role, SecretKey};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::shows;
use crate::suites;
use crate::vectors::bytes;

fn fp(digits: &str) -> Fp {
    Fp::from_uniform_bytes(&bytes(digits))
}

fn x_of(point: &AffinePoint) -> Vec<u8> {
    point.to_x_only().expect("no identity").to_vec()
}

#[test]
fn published_decodings() {
    let Some(text) = suites::text("bip324/ellswift_decode_test_vectors.csv") else { return };
    let mut count = 0;
    for line in text.lines().skip(1) {
        let [encoding, x, what] = line.splitn(3, ',').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let encoding: [u8; 64] = bytes(encoding).try_into().expect("64 bytes");
        let point = ellswift::decode(&encoding);
        assert_eq!(x_of(&point), bytes(x), "{what}");
        assert_eq!(ellswift::decode_vartime(&encoding), point, "{what}");
        // y has the parity of t modulo p.
        let (u, t) = encoding.split_at(32);
        let [u, t] = [u, t].map(Fp::from_uniform_bytes);
        assert_eq!(bool::from(t.sgn0()), bool::from(point.y().sgn0()), "{what}");
        // Among the encodings of the point with this u are the bytes, if they are canonical.
        let mut own = [0; 64];
        u.to_bytes(&mut own[..32]);
        t.to_bytes(&mut own[32..]);
        let again: Vec<_> = (0..8).filter_map(|case| ellswift::encode(&point, &u, case)).collect();
        assert!(again.iter().all(|bytes| ellswift::decode(bytes) == point), "{what}");
        let changed = bool::from(u.is_zero() | t.is_zero()) || what.contains("+t'^2");
        assert!(changed || again.contains(&own), "{what}");
        count += 1;
    }
    assert_eq!(count, 76);
}

#[test]
fn published_inverses() {
    let Some(text) = suites::text("bip324/xswiftec_inv_test_vectors.csv") else { return };
    let mut counts = [0; 2];
    for line in text.lines().skip(1) {
        let fields: Vec<_> = line.splitn(11, ',').collect();
        let (u, x) = (fp(fields[0]), fields[1]);
        let point = AffinePoint::from_x_only(&bytes(x)).expect("the x of a point");
        for case in 0..8 {
            let expected = fields[2 + usize::from(case)];
            let (t, exists) = ellswift::x_swift_ec_inv(&point, &u, case);
            assert_eq!(bool::from(exists), !expected.is_empty(), "{line}");
            counts[usize::from(expected.is_empty())] += 1;
            if expected.is_empty() {
                assert_eq!(ellswift::encode(&point, &u, case), None);
                continue;
            }
            assert_eq!(t, fp(expected), "{line}");
            assert_eq!(&ellswift::x_swift_ec(&u, &t), point.x(), "{line}");
            let encoding = ellswift::encode(&point, &u, case).expect("there is one");
            assert_eq!(ellswift::decode(&encoding), point);
        }
    }
    assert_eq!(counts, [98, 158]);
}

#[test]
fn published_exchanges() {
    let Some(text) = suites::text("bip324/packet_encoding_test_vectors.csv") else { return };
    let mut lines = text.lines();
    let names: Vec<_> = lines.next().expect("a head").split(',').collect();
    let mut count = [0; 2];
    for line in lines {
        let fields: Vec<_> = line.split(',').collect();
        let field =
            |name: &str| fields[names.iter().position(|known| *known == name).expect("a column")];
        let encoding =
            |name: &str| -> [u8; 64] { bytes(field(name)).try_into().expect("64 bytes") };
        let (ours, theirs) = (encoding("in_ellswift_ours"), encoding("in_ellswift_theirs"));
        assert_eq!(x_of(&ellswift::decode(&ours)), bytes(field("mid_x_ours")));
        assert_eq!(x_of(&ellswift::decode(&theirs)), bytes(field("mid_x_theirs")));
        let initiating = field("in_initiating") == "1";
        let (own, other) = if initiating {
            (Role::Initiator, Role::Responder)
        } else {
            (Role::Responder, Role::Initiator)
        };
        count[usize::from(initiating)] += 1;
        let secret = SecretKey::from_parts(&bytes(field("in_priv_ours")), &ours).expect("ours");
        let shared = secret.exchange(&theirs, own);
        assert_eq!(shared.as_bytes().to_vec(), bytes(field("mid_shared_secret")));
        let keys = shared.keys(&MAINNET);
        for (got, name) in [
            (keys.lengths(Role::Initiator), "mid_initiator_l"),
            (keys.packets(Role::Initiator), "mid_initiator_p"),
            (keys.lengths(Role::Responder), "mid_responder_l"),
            (keys.packets(Role::Responder), "mid_responder_p"),
            (keys.session_id(), "out_session_id"),
        ] {
            assert_eq!(got.to_vec(), bytes(field(name)), "{name}");
        }
        for (role, name) in
            [(own, "mid_send_garbage_terminator"), (other, "mid_recv_garbage_terminator")]
        {
            assert_eq!(keys.garbage_terminator(role).to_vec(), bytes(field(name)), "{name}");
        }
        // Either side, or another network, or one bit of another key, has another secret.
        assert_ne!(secret.exchange(&theirs, other).as_bytes(), shared.as_bytes());
        assert_ne!(shared.keys(&[0; 4]).session_id(), keys.session_id());
        let mut changed = theirs;
        changed[63] ^= 1;
        assert_ne!(secret.exchange(&changed, own).as_bytes(), shared.as_bytes());
    }
    assert_eq!(count, [3, 4]);
}

#[test]
fn both_sides_agree() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..8 {
        let (ours, theirs) = (SecretKey::random(&mut rng), SecretKey::random(&mut rng));
        let here = ours.exchange(&theirs.public_bytes(), Role::Initiator);
        let there = theirs.exchange(&ours.public_bytes(), Role::Responder);
        assert_eq!(here.as_bytes(), there.as_bytes());
        let again = SecretKey::from_parts(&*ours.to_bytes(), &ours.public_bytes()).expect("ours");
        assert_eq!(again.public_bytes(), ours.public_bytes());
        // A new encoding of the same point.
        let other = SecretKey::from_bytes(&*ours.to_bytes(), &mut rng).expect("a scalar");
        assert_ne!(other.public_bytes(), ours.public_bytes());
        let [own, new] = [&ours, &other].map(|key| ellswift::decode(&key.public_bytes()));
        assert_eq!(own, new);
        assert_eq!(
            SecretKey::from_parts(&*ours.to_bytes(), &theirs.public_bytes()).map(|_| ()),
            Err(Error::OtherKey)
        );
        assert_eq!(shows(&ours), "SecretKey(…)");
        assert_eq!(shows(&here), "SharedSecret(…)");
        assert_eq!(shows(&here.keys(&MAINNET)), "Keys(…)");
    }
}

#[test]
fn bad_secret_keys_are_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for (bad, reason) in [
        (vec![0; 32], ScalarError::Zero),
        (vec![0xff; 32], ScalarError::NotCanonical),
        (vec![1; 31], ScalarError::Length),
        (vec![1; 33], ScalarError::Length),
    ] {
        let made = SecretKey::from_bytes(&bad, &mut rng).map(|_| ());
        assert_eq!(made, Err(Error::SecretKey(reason)));
        let made = SecretKey::from_parts(&bad, &[7; 64]).map(|_| ());
        assert_eq!(made, Err(Error::SecretKey(reason)));
    }
    // Of 64 bytes none are refused.
    let key = SecretKey::random(&mut rng);
    for theirs in [[0; 64], [0xff; 64], [1; 64]] {
        let shared = key.exchange(&theirs, Role::Initiator);
        let other = SecretKey::random(&mut rng).exchange(&theirs, Role::Initiator);
        assert_ne!(shared.as_bytes(), other.as_bytes());
    }
}
