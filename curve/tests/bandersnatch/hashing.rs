//! Hashing: the map against the steps of RFC 9380 by big integers, on toy curves for every element
//! and pair of them, and published points of VRFs.

#![allow(clippy::integer_division_remainder_used)]

use curve::bandersnatch::{Bandersnatch, FpEngine, Point, hash_to_curve};
use curve::engines::counting::{Counter, Counting};
use curve::field::Red;
use curve::hash_to_curve::elligator2::{map_to_curve, map_two_to_group};
use curve::hash_to_curve::{Expander, Xmd, XmdWithPad, hash_to_field};
use num_bigint::BigUint;
use sha2::Sha512;

use crate::engine;
use crate::laws::rng;
use crate::published::{bytes, file};
use crate::slow::{Slow, Xy, element, integer, xy};

/// Steps 1 to 10 of RFC 9380 §6.7.1 with arkworks' J and K and Z = 5, then D.1.
fn mapped(slow: &Slow, u: &BigUint) -> Xy {
    let p = &slow.p;
    let number = |digits: &str| BigUint::parse_bytes(digits.as_bytes(), 10).expect("digits");
    let j = number("29978822694968839326280996386011761570173833766074948509196803838190355340952");
    let k = number("25465760566081946422412445027709227188579564747101592991722834452325077642517");
    let j_on_k = slow.ratio(&j, &k);
    let g = |x: &BigUint| {
        let xx = x * x % p;
        (&xx * x + &j_on_k * &xx + slow.ratio(x, &(&k * &k))) % p
    };
    let x1 = slow.minus(&BigUint::ZERO, &slow.ratio(&j_on_k, &((1u32 + 5u32 * u * u) % p)));
    let x2 = slow.minus(&(p - &x1), &j_on_k);
    let is_root = |x: &BigUint| g(x) == BigUint::ZERO || slow.is_square(&g(x));
    let (x, odd) = if is_root(&x1) { (x1, true) } else { (x2, false) };
    let y = if g(&x) == BigUint::ZERO { BigUint::ZERO } else { slow.sqrt(&g(&x)) };
    let y = if y.bit(0) == odd { y } else { slow.minus(&BigUint::ZERO, &y) };
    let (s, t, one) = (x * &k % p, y * &k % p, BigUint::from(1u32));
    if t == BigUint::ZERO || s == p - 1u32 {
        return Slow::identity();
    }
    [slow.ratio(&s, &t), slow.ratio(&slow.minus(&s, &one), &(s + 1u32))]
}

/// The u for which s₁ or s₂ is a root of g besides zero, if there is one: 1 + 5u² = −A/s.
fn exceptional(slow: &Slow) -> Vec<BigUint> {
    let a = slow.ratio(&(&slow.a + &slow.d), &BigUint::from(2u32));
    let b = slow.ratio(&slow.minus(&slow.a, &slow.d), &BigUint::from(4u32));
    // s² + As + B² = 0.
    let delta = slow.minus(&(&a * &a), &(&b * &b * 4u32));
    let root = slow.sqrt(&delta);
    let mut out = Vec::new();
    for root in [root.clone(), &slow.p - root] {
        let s = slow.ratio(&slow.minus(&root, &a), &BigUint::from(2u32));
        let other = slow.minus(&(&slow.p - &a), &s);
        assert_eq!((&s * &other + &slow.p - &b * &b % &slow.p) % &slow.p, BigUint::ZERO);
        let uu = slow.ratio(&(slow.ratio(&(&slow.p - &a), &s) + &slow.p - 1u32), &5u32.into());
        if slow.is_square(&uu) {
            out.push(slow.sqrt(&uu));
        }
    }
    out
}

#[test]
fn the_map() {
    let slow = Slow::new();
    let mut rng = rng();
    let mut inputs: Vec<BigUint> = (0..10u32).map(BigUint::from).collect();
    inputs.extend((0..100).map(|_| integer(&Red::<FpEngine>::random(&mut rng))));
    let roots = exceptional(&slow);
    inputs.extend(roots.iter().flat_map(|u| [u.clone(), &slow.p - u]));
    engine::hold().on_each(|_| {
        let mut identities = 0;
        for u in &inputs {
            let expected = mapped(&slow, u);
            assert!(slow.is_on_curve(&expected));
            assert_eq!(xy(&map_to_curve::<Bandersnatch>(&element(u))), expected, "{u}");
            identities += usize::from(expected == Slow::identity());
        }
        assert!(identities >= 2 * roots.len());
        // The law may have an exception at P₀ + P₁, and none at 2P₀ + 2P₁.
        for pair in inputs.windows(2) {
            let double = |u| {
                let point = mapped(&slow, u);
                slow.add(&point, &point)
            };
            let sum = slow.add(&double(&pair[0]), &double(&pair[1]));
            let [u0, u1] = [0, 1].map(|i| element(&pair[i]));
            let point = map_two_to_group::<Bandersnatch>([&u0, &u1]);
            assert_eq!(xy(&point), slow.add(&sum, &sum));
            assert!(bool::from(point.is_torsion_free()));
        }
    });
}

/// Operations, as the module says.
#[test]
fn counts() {
    type Counted = Bandersnatch<Counting<FpEngine>>;
    let counter = Counter::default();
    let u = Red::small(&counter, 7);
    drop(map_to_curve::<Counted>(&u));
    assert_eq!(counter.counts().products + counter.counts().squarings, 407);
}

/// The point of an input by the suite of a name.
fn hash(suite: &str, input: &[u8]) -> Point {
    let tag = |name: &[u8]| [name, &[0x60]].concat();
    match suite {
        "sha-512" => {
            let tag = tag(b"Bandersnatch-SHA512-ELL2-v1");
            let point = hash_to_curve::<XmdWithPad<Sha512, 48>>(input, &tag);
            let by_hand = hash_to_field::<FpEngine, XmdWithPad<Sha512, 48>, 2>(input, &tag);
            assert!(map_two_to_group::<Bandersnatch>(by_hand.each_ref()) == point);
            point
        }
        "v2_sha-512" => hash_to_curve::<Xmd<Sha512>>(input, &tag(b"Bandersnatch-SHA512-ELL2-v2")),
        other => panic!("{other} is no suite"),
    }
}

/// Two of the published cases, for clones without the folder; and the points that ark-vrf blinds
/// keys with.
#[test]
fn some_points_of_inputs() {
    let check = |suite, input: &[u8], x_or_encoding: &str| {
        let found = hash(suite, input);
        assert_eq!(found.to_bytes().to_vec(), bytes(x_or_encoding));
    };
    check("sha-512", b"", "f508a4e84812ee3dce73ef72bb9064308128384b4801f81ef8616a7dffc486bc");
    check("sha-512", b"\n", "8ec04d55a790d47cd32c5062cb44517f164515dac88a8ea6d972db1a7da08abf");
    check("v2_sha-512", b"", "eeb07323a3db1004f7020200f1484a0f4218dc15b412d2e7fdc9ec1563bcac64");
    check("v2_sha-512", b"\n", "8a5197be5200d3e34c0e51917fc89be94bf012e948842816ce825fac55e61225");
    // A pad of a block is that of RFC 9380.
    let mut out = [[0; 96]; 2];
    XmdWithPad::<Sha512, 128>::expand(b"abc", b"tag", &mut out[0]).expect("96 bytes");
    Xmd::<Sha512>::expand(b"abc", b"tag", &mut out[1]).expect("96 bytes");
    assert_eq!(out[0], out[1]);
    XmdWithPad::<Sha512, 48>::expand(b"abc", b"tag", &mut out[0]).expect("96 bytes");
    assert_ne!(out[0], out[1]);
}

#[test]
fn published_points_of_inputs() {
    let mut cases = 0;
    for suite in ["sha-512", "v2_sha-512"] {
        for scheme in ["tiny", "thin", "pedersen", "ring"] {
            let name = match suite.split_once('_') {
                Some((version, hash)) => format!("bandersnatch_{version}_{hash}_ell2_{scheme}"),
                None => format!("bandersnatch_{suite}_ell2_{scheme}"),
            };
            let Some(all) = file(&format!("bandersnatch-vrf/{name}.json")) else { return };
            for case in all.list() {
                let point = hash(suite, &case.get("alpha").bytes());
                assert_eq!(point.to_bytes().to_vec(), case.get("h").bytes());
                cases += 1;
            }
        }
    }
    assert_eq!(cases, 56);
}
