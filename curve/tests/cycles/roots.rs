//! Square roots by digits of a discrete logarithm: over every element of small fields, and over the
//! real ones with their other algorithms.

#![allow(clippy::integer_division_remainder_used)]

use crate::engine;
use crate::on_lanes::{OnLanes, on_all_lanes, pack, unpack};
use curve::engines::counting::{Counter, Counting};
use curve::engines::mont::Portable;
use curve::field::{Anywhere, Field, Lanes, Red};
use curve::formulas::two_adic::RootsOfUnity;
use curve::grumpkin::{self, Grumpkin};
use curve::hash_to_curve::sswu::Swu;
use curve::pallas::{self, Pallas};
use curve::vesta::{self, Vesta};
use curve::weierstrass::SquareRoots;
use limb::modulus::Constant;
use limb::{Modulus, Mont};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

modulus!(M13, "d");
modulus!(M17, "11");
modulus!(M113, "71");
modulus!(M193, "c1");
modulus!(M257, "101");
modulus!(M769, "301");
modulus!(M12289, "3001");
modulus!(M147457, "24001");

/// Every element, and every numerator with a few denominators.
fn every_element<M, F, const N: usize>()
where
    M: Modulus,
    F: Anywhere + Field<Const = Constant<M>>,
{
    let p = M::P[0] as u32;
    assert_eq!(M::TWO_ADICITY as usize, 2 * N);
    let roots = const { RootsOfUnity::<Constant<M>, N>::new() };
    let power = |x: &Red<F>| x.pow_vartime(&M::SQRT_EXPONENT);
    let g = Red::<F>::of(&Constant::new(M::PLAIN_ROOT_OF_UNITY));
    // √(Z/g) for another non-residue Z, and for g itself.
    let is_square = |x: &Red<F>| x.pow_vartime(&M::HALF) == Red::one();
    let z = (2..p).map(Red::<F>::from).rfind(|z| !is_square(z)).expect("a non-residue");
    let ratio = &z * &g.invert();
    let root = (0..p).map(Red::<F>::from).find(|x| x.sqr() == ratio).expect("a square");
    let mut squares = vec![false; p as usize];
    for x in 0..u64::from(p) {
        squares[(x * x % u64::from(p)) as usize] = true;
    }
    for (a, &square) in (0..p).zip(&squares) {
        let a = Red::<F>::from(a);
        let (found, exists) = roots.sqrt(&a, power);
        assert_eq!(bool::from(exists), square);
        assert!(!square || found.sqr() == a);
        for v in [1, 2, p - 1, p / 3].map(Red::<F>::from) {
            let (found, is) = roots.sqrt_ratio(&a, &v, &root, power);
            let expected = &a * &v.invert();
            assert_eq!(bool::from(is), is_square(&expected) || bool::from(a.is_zero()));
            let expected = if bool::from(is) { expected } else { &z * &expected };
            assert_eq!(found.sqr(), expected);
        }
    }
}

macro_rules! every_element {
    ($($modulus:ident: $n:literal;)+) => {
        $(
            every_element::<$modulus, Portable<$modulus, { limb::word::default_words(20) }>, $n>();
            every_element::<$modulus, Mont<$modulus, u32, 2>, $n>();
        )+
    };
}

#[test]
fn every_element_of_small_fields() {
    every_element! { M13: 1; M17: 2; M113: 2; M193: 3; M257: 4; M769: 4; M12289: 6; M147457: 7; }
}

/// Zero, one, −1, roots of unity of every order, and random elements.
fn elements<F: curve::vectors::Prime>() -> Vec<Red<F>> {
    let mut root = Red::<F>::of(&F::ROOT_OF_UNITY);
    let mut out = vec![Red::zero(), Red::one(), -Red::<F>::one(), Red::from(5u32)];
    for i in 0..=F::TWO_ADICITY {
        out.push(root);
        out.push(&root * &Red::from(i + 2).sqr());
        root = root.sqr();
    }
    let mut rng = ChaCha20Rng::seed_from_u64(32);
    out.extend((0..100).map(|_| {
        let mut bytes = [0; 64];
        rng.fill_bytes(&mut bytes);
        Red::from_uniform_bytes(&bytes)
    }));
    out
}

fn as_tonelli<C: SquareRoots<Base: Anywhere + curve::vectors::Prime>>() {
    for a in elements::<C::Base>() {
        let ((root, exists), (other, also)) = (C::sqrt(&a), a.sqrt());
        assert_eq!(bool::from(exists), bool::from(also));
        assert!(!bool::from(exists) || root.sqr() == a && (root == other || root == -other));
    }
}

#[test]
fn roots_are_those_of_other_steps() {
    engine::hold().on_each(|_| {
        as_tonelli::<Pallas>();
        as_tonelli::<Vesta>();
        as_tonelli::<Grumpkin>();
    });
    as_tonelli::<Pallas<Mont<pallas::FpModulus, u32, 8>>>();
    as_tonelli::<Grumpkin<Mont<grumpkin::FpModulus, u32, 8>>>();
}

macro_rules! in_each_lane {
    ($name:ident, $curve:ident, $engine:ty) => {
        struct $name;

        impl OnLanes<$engine> for $name {
            fn run<L>(&self, ctx: &L::Ctx)
            where
                L: Lanes<One = $engine, Const = <$engine as Field>::Const>,
            {
                for eight in elements::<$engine>().as_chunks::<8>().0 {
                    let (root, exists) = <$curve<L> as SquareRoots>::sqrt(&pack::<L>(ctx, eight));
                    let (root, exists) = (unpack(&root), L::bits(&exists));
                    for (i, a) in eight.iter().enumerate() {
                        let (expected, good) = <$curve as SquareRoots>::sqrt(a);
                        assert_eq!((exists >> i) & 1 == 1, bool::from(good));
                        assert!(!bool::from(good) || root[i] == expected);
                    }
                }
            }
        }
    };
}

in_each_lane!(OfPallas, Pallas, pallas::FpEngine);
in_each_lane!(OfVesta, Vesta, vesta::FpEngine);
in_each_lane!(OfGrumpkin, Grumpkin, grumpkin::FpEngine);

#[test]
fn each_lane_has_its_root() {
    on_all_lanes(&OfPallas);
    on_all_lanes(&OfVesta);
    on_all_lanes(&OfGrumpkin);
}

/// The exponents of the powers, by their effect: b = a·(a^((t − 1)/2))² is a^t.
#[test]
fn powers() {
    fn exponent<E: Swu<Base: Anywhere + curve::vectors::Prime>>() {
        // sqrt_ratio(a, 1) squares to a exactly for squares: with another exponent, hardly ever.
        for a in elements::<E::Base>() {
            let (root, square) = E::sqrt_ratio(&a, &Red::one());
            assert_eq!(bool::from(square), bool::from(a.is_square()));
            assert_eq!(root.sqr(), if bool::from(square) { a } else { E::times_z(&a) });
        }
    }
    exponent::<pallas::Isogenous<pallas::FpEngine>>();
    exponent::<vesta::Isogenous<vesta::FpEngine>>();
}

/// What the documentation says of costs.
#[test]
fn costs() {
    fn of<C: SquareRoots<Base: Field<Ctx = Counter>>>() -> [u32; 2] {
        let counter = Counter::default();
        let a = Red::<C::Base>::small(&counter, 5);
        counter.reset();
        let _ = C::sqrt(&a);
        let counts = counter.counts();
        [counts.squarings, counts.products]
    }
    let pallas = of::<Pallas<Counting<pallas::FpEngine>>>();
    let vesta = of::<Vesta<Counting<vesta::FpEngine>>>();
    let grumpkin = of::<Grumpkin<Counting<grumpkin::FpEngine>>>();
    println!("{pallas:?} {vesta:?} {grumpkin:?}");
    // The power, 1/√a, and a square and a product.
    assert_eq!(pallas, [222 + 65 + 1, 26 + 50 + 1]);
    assert_eq!(vesta, pallas);
    assert_eq!(grumpkin, [224 + 59 + 1, 49 + 41 + 1]);
}
