//! Constants by their definitions, with big integers.

#![allow(clippy::integer_division_remainder_used)]

use curve::bandersnatch::{Bandersnatch, Fp, FpEngine, LATTICE, Point, Scalar};
use curve::edwards::{Edwards, EdwardsGroup, EdwardsPoint, EdwardsRoots};
use curve::engines::counting::{Counter, Counting};
use curve::field::Red;
use num_bigint::{BigInt, BigUint};

use crate::engine;
use crate::lattice;
use crate::laws::{hex, rng};
use crate::slow::{Slow, element, integer, point, xy};

/// p and ℓ are prime, neither a nor d is a square, and the order is 4ℓ: ℓ annihilates G, four
/// points have an order that divides two, and Hasse's interval has room for only one multiple of ℓ.
#[test]
fn facts() {
    let slow = Slow::new();
    let one = BigUint::from(1u32);
    for prime in [&slow.p, &slow.l] {
        for base in [2u32, 3, 5, 7, 11] {
            assert_eq!(BigUint::from(base).modpow(&(prime - 1u32), prime), one);
        }
    }
    assert_eq!(integer(&-Fp::one()), &slow.p - 1u32);
    assert_eq!(integer(&-Scalar::one()), &slow.l - 1u32);
    assert_eq!(slow.a, &slow.p - Bandersnatch::<FpEngine>::MINUS_A);
    assert!(!slow.is_square(&slow.a) && !slow.is_square(&slow.d));
    assert_eq!(integer(&<Bandersnatch as Edwards>::times_d(&Fp::one())), slow.d);
    assert_eq!(integer(&<Bandersnatch as Edwards>::times_2d(&Fp::one())), &slow.d * 2u32 % &slow.p);
    assert!(slow.is_on_curve(&slow.g));
    assert_eq!(xy(&Point::generator()), slow.g);
    assert_eq!(slow.mul(&slow.l, &slow.g), Slow::identity());
    let (points, middle) = (&slow.l << 2, &slow.p + 1u32);
    let distance = if points > middle { &points - &middle } else { &middle - &points };
    assert!(&distance * &distance <= &slow.p * 4u32 && slow.l > &slow.p >> 3);
    assert_eq!(Bandersnatch::<FpEngine>::ORDER.as_slice(), slow.l.to_u64_digits());
    assert_eq!(u64::from(Bandersnatch::<FpEngine>::SCALAR_BITS), slow.l.bits());
}

/// λ, a root of −2 modulo ℓ.
fn lambda() -> BigUint {
    hex("13b4f3dc4a39a493edf849562b38c72bcfc49db970a5056ed13d21408783df05")
}

/// ψ(x, y) = (c(1 − y²)/(xy), b(y² + b)/(y² − b)) with c of either sign and b as the paper has
/// them, and [λ]: on multiples of G, in any coordinates, at (0, ±1).
#[test]
fn endomorphism() {
    let slow = Slow::new();
    let one = BigUint::from(1u32);
    let b = hex("52c9f28b828426a561f00d3a63511a882ea712770d9af4d6ee0f014d172510b4");
    let c = hex("6cc624cf865457c3a97c6efd6c17d1078456abcfff36f4e9515c806cdf650b3d");
    assert_eq!((&b + 1u32) * (&b + 1u32) % &slow.p, BigUint::from(2u32));
    assert_eq!(&b * &b % &slow.p, slow.ratio(&slow.a, &slow.d));
    assert_eq!((lambda() * lambda() + 2u32) % &slow.l, BigUint::ZERO);
    let image = |p: &Point| xy(&Bandersnatch::endomorphism(p.coordinates()));
    let mut at = slow.g.clone();
    let mut form = Point::generator();
    for _ in 0..20 {
        let [x, y] = &at;
        let yy = y * y % &slow.p;
        let expected = [
            slow.ratio(&(&c * slow.minus(&one, &yy)), &(x * y % &slow.p)),
            slow.ratio(&(&b * (&yy + &b)), &slow.minus(&yy, &b)),
        ];
        assert_eq!(image(&form), expected);
        assert_eq!(image(&point(&at)), expected);
        assert_eq!(expected, slow.mul(&lambda(), &at));
        (at, form) = (slow.add(&at, &slow.g), form.add(&Point::generator()));
    }
    for kernel in [Slow::identity(), slow.order_two()] {
        assert_eq!(image(&point(&kernel)), Slow::identity());
    }
}

/// The lattice is that of λ, of index ℓ, with these reciprocals, and parts are as short as stated.
#[test]
fn scalars_in_parts() {
    let slow = Slow::new();
    let number = |digits: &str| BigInt::parse_bytes(digits.as_bytes(), 16).expect("digits");
    let basis = [
        ["555fe2004be6928e4b02f94a9789181f", "814b3eee55e8f5df8e2591a23d61f44"],
        ["102967ddcabd1ebbf1c4b23447ac3e88", "-555fe2004be6928e4b02f94a9789181f"],
    ]
    .map(|row| row.map(number));
    let (mu, l) = (BigInt::from(lambda()), BigInt::from(slow.l.clone()));
    assert_eq!(lattice::lattice::<2, 2>(&basis), LATTICE);
    assert_eq!(lattice::index(&basis), slow.l);
    for [v0, v1] in &basis {
        assert_eq!((v0 + v1 * &mu) % &l, BigInt::ZERO);
    }
    let bounds = lattice::bounds(&basis);
    let bits = u64::from(Bandersnatch::<FpEngine>::PART_BITS);
    assert!(bounds.iter().all(|bound| bound.bits() <= bits));
    let mut k = BigUint::from(1u32);
    for edge in lattice::edges(&basis, &slow.l) {
        k = (&k * &k + &edge + 12_345u32) % &slow.l;
        for k in [&edge, &k] {
            let parts = LATTICE.split(&lattice::limbs(k)).map(|part| lattice::integer(&part));
            assert!(parts.iter().zip(&bounds).all(|(part, bound)| part.magnitude() <= bound));
            let sum = &parts[0] + &parts[1] * &mu - BigInt::from(k.clone());
            assert_eq!(sum % &l, BigInt::ZERO, "{k}");
        }
    }
}

/// Roots of quotients, of zero, and over zero: y = ±√(a/d) is of no point.
#[test]
fn roots() {
    let slow = Slow::new();
    let mut rng = rng();
    let root = |u: &Fp, v: &Fp| {
        let (root, exists) = Bandersnatch::<FpEngine>::sqrt_ratio(u, v);
        bool::from(exists).then_some(root)
    };
    engine::hold().on_each(|_| {
        let (mut squares, mut others) = (0, 0);
        for _ in 0..100 {
            let (u, v) = (Fp::random(&mut rng), Fp::random(&mut rng));
            let ratio = slow.ratio(&integer(&u), &integer(&v));
            match root(&u, &v) {
                Some(root) => {
                    squares += 1;
                    assert_eq!(&root.sqr() * &v, u);
                }
                None => others += 1,
            }
            assert_eq!(root(&u, &v).is_some(), slow.is_square(&ratio));
            assert!(root(&(&u.sqr() * &v), &v).is_some());
        }
        assert!(squares > 20 && others > 20);
        assert_eq!(root(&Fp::zero(), &Fp::from(7u32)), Some(Fp::zero()));
        assert_eq!(root(&Fp::zero(), &Fp::zero()), Some(Fp::zero()));
        assert_eq!(root(&Fp::from(7u32), &Fp::zero()), None);
    });
    let y = slow.sqrt(&slow.ratio(&slow.a, &slow.d));
    for y in [&y, &(&slow.p - &y)] {
        let mut bytes = element(y).to_be_bytes();
        bytes.reverse();
        assert_eq!(Point::from_bytes(&bytes), Err(curve::error::PointError::NotOnCurve));
    }
}

/// Operations, as the formulas say.
#[test]
fn counts() {
    type Counted = EdwardsPoint<Bandersnatch<Counting<FpEngine>>>;
    let counter = Counter::default();
    let xy = [2, 3].map(|k| Red::small(&counter, k));
    let p = Counted::from_xy_unchecked_curve(xy[0].clone(), xy[1].clone());
    let cached = p.cached();
    let niels = curve::edwards::Niels::of_xy(&xy[0], &xy[1]);
    let count = |run: &dyn Fn()| {
        counter.reset();
        run();
        let counts = counter.counts();
        [counts.products, counts.squarings]
    };
    assert_eq!(count(&|| drop(p.add_cached(&cached))), [9, 0]);
    assert_eq!(count(&|| drop(p.add_mixed(&niels))), [8, 0]);
    // Squares of a layer count as products.
    assert_eq!(count(&|| drop(p.double())), [4 + 3, 0]);
    assert_eq!(count(&|| drop(Bandersnatch::endomorphism(p.coordinates()))), [9 + 2, 0]);
    // The power, 1/√a, and a square and four products.
    let root = || drop(Bandersnatch::<Counting<FpEngine>>::sqrt_ratio(&xy[0], &xy[1]));
    assert_eq!(count(&root), [48 + 50 + 4, 223 + 65 + 1]);
}
