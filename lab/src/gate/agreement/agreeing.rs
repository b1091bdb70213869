//! The cases of agreements on a secret: public keys that are none, and points of small order.

use num_bigint::BigUint;
use peer_api::{Curve, Kind};

use super::generate::{Expect, Generated, Sink};
use crate::gate::inputs::Random;
use crate::oracle::edwards::ED25519;
use crate::oracle::values::{self, number_bytes, random_scalar, short_point};
use crate::oracle::{modulus, order};

/// ECDH of secrets at the edges, and of public keys that are none. Tags 6 and 7 are not asked for:
/// some libraries take these hybrid encodings.
pub(super) fn points(curve: Curve, count: usize, random: &mut Random, sink: Sink<'_>) {
    let n = order(curve);
    let bytes = |number: &BigUint| number_bytes(curve, number, 32);
    let mut point = || values::random(curve, Kind::Point, random.rng()).expect("a point");
    for (expect, why, secret) in [
        (Expect::Refuse, "the secret zero", vec![0; 32]),
        (Expect::Refuse, "the order as a secret", bytes(n)),
        (Expect::Refuse, "a secret above the order", vec![0xff; 32]),
        (Expect::Accept, "the secret one", bytes(&BigUint::from(1_u32))),
        (Expect::Accept, "the last secret", bytes(&(n - 1_u32))),
        (Expect::Accept, "the middle secret", bytes(&(n >> 1_u32))),
    ] {
        sink(Generated::new(expect, why, &[&secret, &point()]));
    }
    let one = bytes(&BigUint::from(1_u32));
    let mut refused = |why, change: &dyn Fn(&mut Vec<u8>)| {
        let mut other = point();
        change(&mut other);
        sink(Generated::new(Expect::Refuse, why, &[&one, &other]));
    };
    refused("no bytes", &|other| other.clear());
    refused("the identity", &|other| *other = vec![0]);
    refused("a byte too short", &|other| other.truncate(64));
    refused("a byte too long", &|other| other.push(0));
    refused("an unknown tag", &|other| other[0] = 5);
    refused("an x of p", &|other| other[1..33].copy_from_slice(&bytes(modulus(curve))));
    refused("a y of p", &|other| other[33..].copy_from_slice(&bytes(modulus(curve))));
    refused("zero coordinates", &|other| other[1..].fill(0));
    refused("off the curve", &|other| {
        while short_point(curve, other).is_some() {
            other[64] = other[64].wrapping_add(1);
        }
    });
    for _ in 0..count {
        let secret = random_scalar(curve, random.rng());
        let other = values::random(curve, Kind::Point, random.rng()).expect("a point");
        sink(Generated::new(Expect::Accept, "random", &[&bytes(&secret), &other]));
    }
}

/// X25519 of any bytes, half of which are of the twist; and of points of small order, which are
/// refused however they are written.
pub(super) fn x25519(count: usize, random: &mut Random, sink: Sink<'_>) {
    let p = &ED25519.p;
    let write = |number: &BigUint| number_bytes(Curve::Ed25519, number, 32);
    let number = |number: u32| BigUint::from(number);
    // u of the points of order 8 on the curve: (1 + y)/(1 − y) of theirs (RFC 7748, section 4.1).
    let order_8 = |digits: &str| BigUint::parse_bytes(digits.as_bytes(), 16).expect("digits");
    let small = [
        ("u = 0, of order 2", number(0)),
        ("u = 1, of order 4", number(1)),
        ("u = −1, of order 4 on the twist", p - 1_u32),
        ("of order 8", order_8("00b8495f16056286fdb1329ceb8d09da6ac49ff1fae35616aeb8413b7c7aebe0")),
        (
            "of order 8, the other",
            order_8("57119fd0dd4e22d8868e1c58c45c44045bef839c55b1d0b1248c50a3bc959c5f"),
        ),
        ("u = p, which is 0", p.clone()),
        ("u = p + 1, which is 1", p + 1_u32),
    ];
    for (why, u) in small {
        let mut u = write(&u);
        for _ in 0..2 {
            sink(Generated::new(Expect::Refuse, why, &[&random.bytes(32), &u]));
            // The highest bit does not count.
            u[31] |= 0x80;
        }
    }
    let key = random.bytes(32);
    sink(Generated::new(Expect::Refuse, "a short secret", &[&key[1..], &write(&number(9))]));
    sink(Generated::new(Expect::Refuse, "a short public key", &[&key, &key[1..]]));
    for (why, u) in [
        ("the generator", number(9)),
        ("u = 2, of the twist", number(2)),
        ("u = p − 2", p - 2_u32),
        ("u = p + 2, which is 2", p + 2_u32),
        ("u = 2^255 − 1, which is 18", p + 18_u32),
    ] {
        for secret in [vec![0; 32], vec![0xff; 32], random.bytes(32)] {
            sink(Generated::new(Expect::Accept, why, &[&secret, &write(&u)]));
        }
    }
    for _ in 0..count {
        sink(Generated::new(Expect::Accept, "random", &[&random.bytes(32), &random.bytes(32)]));
    }
}
