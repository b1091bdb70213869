//! Hashing to G1 and G2 of BN254 and the map of Shallue and van de Woestijne: published vectors,
//! RFC 9380 F.1 step by step, and toy curves where every element is mapped.

// Small public integers.
#![allow(clippy::integer_division_remainder_used)]

use crate::suites;
use std::sync::LazyLock;

use curve::bn254::{
    Fp, Fp2, FpModulus, G1Curve, G2Curve, encode_to_g1, encode_to_g2, hash_to_g1, hash_to_g2,
    map_to_g1, map_to_g2,
};
use curve::engines::mont::Portable;
use curve::field::{Anywhere, Red};
use curve::formulas::complete::{MinusThree, Zero};
use curve::hash_to_curve::sqrt_ratio::sqrt_ratio_3mod4;
use curve::hash_to_curve::svdw::{Constants, Svdw};
use curve::weierstrass::Weierstrass;
use limb::modulus::{Constant, Limbs, hex};
use limb::{Modulus, Mont};

use crate::json::Value;
use crate::suites::Hash;
use crate::svdw::{agrees, elements, reference};

/// The vectors of gnark-crypto, 5 of each suite.
#[test]
fn published_vectors() {
    let file = Value::parse(include_str!("bn254.json"));
    let sets = file.get("suites").list();
    assert_eq!(
        suites::run::<G1Curve>(
            sets,
            "BN254G1_",
            hash_to_g1::<Hash>,
            encode_to_g1::<Hash>,
            map_to_g1
        ),
        10
    );
    assert_eq!(
        suites::run::<G2Curve>(
            sets,
            "BN254G2_",
            hash_to_g2::<Hash>,
            encode_to_g2::<Hash>,
            map_to_g2
        ),
        10
    );
}

#[test]
fn the_steps_of_the_standard() {
    // The exceptional case is seen: u and −u for 1/g(Z) and for −1/g(Z), where they are squares.
    assert_eq!(elements::<G1Curve>(), 2);
    assert_eq!(elements::<G2Curve>(), 4);
    assert_eq!(elements::<G1Curve<Mont<FpModulus, u32, 8>>>(), 2);
    assert_eq!(elements::<G2Curve<Mont<FpModulus, u32, 8>>>(), 4);
}

macro_rules! toy {
    ($name:ident, $modulus:ident, $hex:literal, $p:literal, $a:ty, $a_value:literal, $b:literal) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct $modulus;

        impl Modulus for $modulus {
            const P: Limbs = hex($hex);
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct $name;

        impl Weierstrass for $name {
            type Base = Portable<$modulus, { limb::word::default_words(8) }>;
            type A = $a;

            fn b((): &()) -> Red<Self::Base> {
                Red::small(&(), $b)
            }

            fn times_3b(x: &Red<Self::Base>) -> Red<Self::Base> {
                x.times(3 * $b)
            }
        }

        impl Svdw for $name {
            fn constants() -> &'static Constants<Constant<$modulus>> {
                static CONSTANTS: LazyLock<Constants<Constant<$modulus>>> =
                    LazyLock::new(|| constants($p, $a_value, $b, Constant::small));
                &CONSTANTS
            }

            fn sqrt_ratio(
                u: &Red<Self::Base>,
                v: &Red<Self::Base>,
            ) -> (Red<Self::Base>, subtle::Choice) {
                sqrt_ratio_3mod4(u, v, &Red::one(), |x| x.pow_vartime(&[($p - 3) / 4]))
            }
        }
    };
}

// p ≡ 3 (mod 4).
toy!(Order199, M211, "d3", 211, Zero, 0, 2);
toy!(Order197, M199, "c7", 199, MinusThree, 196, 6);
toy!(Order11, M7, "7", 7, MinusThree, 4, 6);
toy!(Order13, M19, "13", 19, Zero, 0, 2);

/// The constants by trying: Z as RFC 9380 H.1 finds it, roots by search.
fn constants<C>(p: u64, a: u64, b: u64, constant: fn(u64) -> C) -> Constants<C> {
    let pow = |x: u64, e: u64| (0..e).fold(1, |y, _| y * x % p);
    let inverse = |x: u64| pow(x, p - 2);
    let root = |x: u64| (0..p).find(|y| y * y % p == x % p);
    let g = |x: u64| (x * x * x + a * x + b) % p;
    let minus = |x: u64| (p - x % p) % p;
    let half = inverse(2);
    let good = |z: &u64| {
        let (g_z, h) = (g(*z), (3 * z * z + 4 * a) % p);
        let negative = g_z != 0 && h != 0 && root(minus(h * inverse(4 * g_z % p))).is_some();
        negative && (root(g_z).is_some() || root(g(minus(z * half))).is_some())
    };
    let z = (1..p).flat_map(|z| [z, minus(z)]).find(good).expect("a Z exists");
    let (g_z, h) = (g(z), (3 * z * z + 4 * a) % p);
    let c3 = root(minus(g_z * h)).map(|c| if c & 1 == 0 { c } else { p - c }).expect("Z is good");
    let c4 = minus(4 * g_z * inverse(h));
    let minus_half_z = minus(z * half);
    let x = if root(g(minus_half_z)).is_some() { minus_half_z } else { z };
    let third = pow(root(c4).expect("a square with c₃"), 3) * inverse(minus(g_z)) % p;
    Constants {
        z: constant(z),
        g_z: constant(g_z),
        minus_half_z: constant(minus_half_z),
        c3: constant(c3),
        c4: constant(c4),
        third: constant(third),
        exceptional: [constant(x), constant(root(g(x)).expect("an x"))],
    }
}

fn exhaust<C: Svdw<Base: Anywhere>>(p: u32) -> usize {
    let mut points = std::collections::BTreeSet::new();
    for u in 0..p {
        let u = Red::<C::Base>::from(u);
        agrees::<C>(&u);
        let (x, _) = reference::<C>(&u);
        let mut bytes = [0; 1];
        x.to_bytes(&mut bytes);
        points.insert(bytes);
    }
    points.len()
}

#[test]
fn every_element_of_small_fields() {
    for (reached, least) in [
        (exhaust::<Order199>(211), 50),
        (exhaust::<Order197>(199), 50),
        (exhaust::<Order11>(7), 1),
        (exhaust::<Order13>(19), 3),
    ] {
        assert!(reached >= least, "{reached} abscissas");
    }
}

/// All three candidates are taken, each by many elements.
#[test]
fn every_branch() {
    let mut taken = [0; 3];
    for i in 0..200 {
        let u = Fp::from(i * i + 3);
        let c = G1Curve::<curve::bn254::FpEngine>::constants();
        let tv1 = u.sqr().times(4);
        let tv4 = &(&u * &Fp::of(&c.c3)) * &(&Fp::one() + &tv1).invert();
        let (x, _) = reference::<G1Curve>(&u);
        let half = Fp::of(&c.minus_half_z);
        let index = if x == &half - &tv4 {
            0
        } else if x == &half + &tv4 {
            1
        } else {
            2
        };
        taken[index] += 1;
    }
    assert!(taken.iter().all(|&count| count > 20), "{taken:?}");
    let zero = map_to_g2(&Fp2::zero());
    assert!(bool::from(zero.is_in_subgroup()));
}
