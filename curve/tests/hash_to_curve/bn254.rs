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
use curve::field::{Anywhere, Canonical, Red};
use curve::formulas::complete::{Coefficient, MinusThree, Zero};
use curve::hash_to_curve::sqrt_ratio::sqrt_ratio_3mod4;
use curve::hash_to_curve::svdw::{self, Constants, Svdw};
use curve::weierstrass::Weierstrass;
use limb::modulus::{Constant, Limbs, hex};
use limb::{Modulus, Mont};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::json::Value;
use crate::suites::Hash;

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

/// map_to_curve_svdw of RFC 9380 F.1, its steps and names, with an inversion, Legendre symbols and
/// a root.
fn reference<C: Svdw<Base: Anywhere>>(u: &Red<C::Base>) -> (Red<C::Base>, Red<C::Base>) {
    let constants = C::constants();
    let of = Red::<C::Base>::of;
    let one = Red::one();
    let g = |x: &Red<C::Base>| &(&(&x.sqr() * x) + &C::A::times(x)) + &C::b(&());
    let tv1 = &u.sqr() * &of(&constants.g_z);
    let tv2 = &one + &tv1;
    let tv1 = &one - &tv1;
    let tv3 = (&tv1 * &tv2).invert();
    let tv4 = &(&(u * &tv1) * &tv3) * &of(&constants.c3);
    let x1 = &of(&constants.minus_half_z) - &tv4;
    let e1 = bool::from(g(&x1).is_square());
    let x2 = &of(&constants.minus_half_z) + &tv4;
    let e2 = bool::from(g(&x2).is_square()) && !e1;
    let x3 = &(&(&tv2.sqr() * &tv3).sqr() * &of(&constants.c4)) + &of(&constants.z);
    let x = if e1 {
        x1
    } else if e2 {
        x2
    } else {
        x3
    };
    let (y, exists) = g(&x).sqrt();
    assert!(bool::from(exists), "one of the three is an x");
    let y = if bool::from(u.sgn0()) == bool::from(y.sgn0()) { y } else { -&y };
    (x, y)
}

fn agrees<C: Svdw<Base: Anywhere>>(u: &Red<C::Base>) {
    let point = svdw::map_to_curve::<C>(u);
    assert!(bool::from(point.is_on_curve()));
    let affine = point.to_affine();
    assert_eq!((*affine.x(), *affine.y()), reference::<C>(u));
}

/// Elements whose denominators vanish, small and random ones.
fn elements<C: Svdw<Base: Anywhere>>() {
    let g_z = Red::<C::Base>::of(&C::constants().g_z);
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut exceptional = 0;
    for square in [g_z.invert(), -&g_z.invert()] {
        let (u, exists) = square.sqrt();
        if bool::from(exists) {
            exceptional += 1;
            agrees::<C>(&u);
            agrees::<C>(&-&u);
        }
    }
    assert!(exceptional > 0, "the exceptional case is seen");
    for i in 0..40 {
        let mut bytes = [0; 96];
        rng.fill_bytes(&mut bytes);
        agrees::<C>(&Red::from(i));
        agrees::<C>(&-&Red::from(i));
        agrees::<C>(&Red::from_uniform_bytes(&bytes[..C::Base::UNIFORM_BYTES]));
    }
}

#[test]
fn the_steps_of_the_standard() {
    elements::<G1Curve>();
    elements::<G2Curve>();
    elements::<G1Curve<Mont<FpModulus, u32, 8>>>();
    elements::<G2Curve<Mont<FpModulus, u32, 8>>>();
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
