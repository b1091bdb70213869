//! X25519: the vectors of RFC 7748, those of Wycheproof where they are, and what is refused.

use crate::suites;
use crate::vectors::bytes;
use curve::formulas::montgomery::ladder;
use curvemark::ed25519::{Fp, Point, clamp, x25519, x25519_not_identity};
use curvemark::x25519::{Error, PublicKey, SecretKey};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use subtle::ConstantTimeEq;

fn array(digits: &str) -> [u8; 32] {
    bytes(digits).try_into().expect("32 bytes")
}

fn nine() -> [u8; 32] {
    core::array::from_fn(|i| if i == 0 { 9 } else { 0 })
}

/// RFC 7748, section 5.2.
#[test]
fn published_products() {
    for (scalar, u, product) in [
        (
            "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
            "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
            "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552",
        ),
        (
            "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
            "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
            "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957",
        ),
    ] {
        assert_eq!(x25519(&array(scalar), &array(u)), array(product));
    }
}

/// RFC 7748, section 5.2: after one round, and after a thousand.
#[test]
fn published_iterations() {
    let (mut k, mut u) = (nine(), nine());
    for round in 1..=1000 {
        (k, u) = (x25519(&k, &u), k);
        if round == 1 {
            let once = "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079";
            assert_eq!(k, array(once));
        }
    }
    assert_eq!(k, array("684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51"));
}

/// RFC 7748, section 6.1.
#[test]
fn published_agreement() {
    let [alice, bob] = [
        "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
        "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
    ]
    .map(|key| SecretKey::from_bytes(&bytes(key)).expect("32 bytes"));
    let publics = [
        "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a",
        "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f",
    ];
    assert_eq!([&alice, &bob].map(|key| key.public_key().to_bytes()), publics.map(array));
    let shared = array("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");
    assert_eq!(alice.diffie_hellman(&bob.public_key()).unwrap().as_bytes(), &shared);
    assert_eq!(bob.diffie_hellman(&alice.public_key()).unwrap().as_bytes(), &shared);
}

/// C2SP/wycheproof, x25519_test.json: every product, and that zero is refused, and nothing else.
#[test]
fn wycheproof() {
    let Some(suite) = suites::json("wycheproof/x25519_test.json") else { return };
    let (mut agreed, mut refused) = (0, 0);
    for test in suites::list(&suite, "testGroups").iter().flat_map(|g| suites::list(g, "tests")) {
        let [public, private, shared] =
            ["public", "private", "shared"].map(|key| suites::hex(test, key));
        let key = SecretKey::from_bytes(&private).expect("32 bytes");
        let other = PublicKey::from_bytes(&public).expect("32 bytes");
        let zero = suites::list(test, "flags").iter().any(|flag| flag == "ZeroSharedSecret");
        match key.diffie_hellman(&other) {
            Ok(secret) => assert!(!zero && secret.as_bytes()[..] == shared, "{test}"),
            Err(reason) => assert!(zero && reason == Error::SmallOrder, "{test}"),
        }
        assert_eq!(x25519(&key.to_bytes(), &other.to_bytes())[..], shared, "{test}");
        if zero { refused += 1 } else { agreed += 1 }
    }
    assert_eq!((agreed, refused), (487, 31));
}

/// By the Edwards form and by the ladder; and both parties have one secret.
#[test]
fn a_public_key_is_the_multiple_of_nine_and_parties_agree() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..100 {
        let [a, b] = [(); 2].map(|()| SecretKey::random(&mut rng));
        let (of_a, of_b) = (a.public_key(), b.public_key());
        assert_eq!(of_a.to_bytes(), x25519(&a.to_bytes(), &nine()));
        let (ab, ba) = (a.diffie_hellman(&of_b).unwrap(), b.diffie_hellman(&of_a).unwrap());
        assert!(bool::from(ab.ct_eq(&ba)) && ab.as_bytes() != &[0; 32]);
        // The bits that clamping sets do not count, nor does the highest one of a public key.
        let mut same = *b.to_bytes();
        (same[0], same[31]) = (same[0] ^ 5, same[31] ^ 0xc0);
        let mut other = of_a.to_bytes();
        other[31] |= 0x80;
        let same = SecretKey::from_bytes(&same).unwrap();
        let shared = same.diffie_hellman(&PublicKey::from_bytes(&other).unwrap()).unwrap();
        assert!(bool::from(shared.ct_eq(&ba)));
    }
}

/// The two forms of the curve, on points with torsion too: the ladder's x is that of the multiple.
#[test]
fn the_ladder_multiplies_points_of_any_order() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut torsion = [0xff; 32];
    (torsion[0], torsion[31]) = (0xec, 0x7f);
    let torsion = Point::from_bytes(&torsion).expect("the point of order two");
    for i in 0..20_u64 {
        let mut key = [0; 32];
        rng.fill_bytes(&mut key);
        let mut point = Point::generator().mul_integer(&[i + 2, i, 0, 0]);
        if i & 1 == 1 {
            point = point.add(&torsion);
        }
        let mut integer = [0; 4];
        for (limb, bytes) in integer.iter_mut().zip(clamp(key).as_chunks().0) {
            *limb = u64::from_le_bytes(*bytes);
        }
        let product = point.mul_integer(&integer).to_montgomery_bytes();
        assert_eq!(x25519(&key, &point.to_montgomery_bytes()), product);
    }
    assert_eq!(Point::identity().to_montgomery_bytes(), [0; 32]);
    assert_eq!(torsion.to_montgomery_bytes(), [0; 32]);
    assert_eq!(Point::generator().to_montgomery_bytes(), nine());
}

/// The formula on portable words, against the engine in force, which may have a kernel of its own.
#[test]
fn the_ladder_is_the_formula() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    // u = p − 1, p, p + 1 and 2^255 − 1, and 0: all but the fourth are of small order.
    let edge = |low: u8| {
        core::array::from_fn(|i| [low, 0xff, 0x7f][usize::from(i > 0) + usize::from(i == 31)])
    };
    let edges = [edge(0xec), edge(0xed), edge(0xee), edge(0xff), [0; 32]];
    for i in 0..60 {
        let (mut key, mut u) = ([0; 32], [0; 32]);
        rng.fill_bytes(&mut key);
        rng.fill_bytes(&mut u);
        u = *edges.get(i).unwrap_or(&u);
        let mut integer = [0; 4];
        for (limb, bytes) in integer.iter_mut().zip(clamp(key).as_chunks().0) {
            *limb = u64::from_le_bytes(*bytes);
        }
        let mut residue = u;
        residue[31] &= 0x7f;
        residue.reverse();
        let [x, z] = ladder(&Fp::from_uniform_bytes(&residue), &integer, 255, 121_666);
        let mut expected = [0; 32];
        (&x * &z.invert()).to_bytes(&mut expected);
        expected.reverse();
        assert_eq!(x25519(&key, &u), expected);
        assert_eq!(expected == [0; 32], i < 5 && i != 3);
        let checked = x25519_not_identity(&key, &u);
        assert_eq!(checked.ok(), Some(expected).filter(|shared| *shared != [0; 32]));
    }
}

#[test]
fn wrong_lengths_are_refused_and_nothing_is_shown() {
    for length in [0, 31, 33, 64] {
        assert_eq!(SecretKey::from_bytes(&vec![1; length]).err(), Some(Error::Length));
        assert_eq!(PublicKey::from_bytes(&vec![1; length]), Err(Error::Length));
    }
    let key = SecretKey::from_bytes(&[7; 32]).unwrap();
    let shared = key.diffie_hellman(&key.public_key()).unwrap();
    assert_eq!(format!("{key:?} {shared:?}"), "SecretKey(…) SharedSecret(…)");
}
