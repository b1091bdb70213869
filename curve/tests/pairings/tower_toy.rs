//! The cyclotomic subgroup of a tower so small that all of its elements are tried: p = 7, ξ = 2 +
//! u, order p⁴ − p² + 1 = 2353 = 13·181.
//!
//! Among them are those with vanishing coefficients, which random elements of a real tower never
//! show.

use curve::engines::mont::Portable;
use curve::field::{Anywhere, Field, Red};
use curve::tower::{Compressed, Fp2Of, Fp12, Frobenius, Tower, Twist};
use curve::windows::Windows;
use limb::Modulus;
use limb::modulus::{Constant, Limbs, hex};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct M7;

impl Modulus for M7 {
    const P: Limbs = hex("7");
}

type F7 = Portable<M7, { limb::word::default_words(8) }>;

#[derive(Clone, Copy, Debug)]
struct Toy;

const fn pair(c0: u64, c1: u64) -> [Constant<M7>; 2] {
    [Constant::small(c0), Constant::small(c1)]
}

/// (p − 1)/6 = 1 and (p² − 1)/6 = 8, so these are ξ^i and N(ξ)^i = 5^i.
static FROBENIUS: Frobenius<Constant<M7>> = Frobenius {
    p1: [pair(2, 1), pair(3, 4), pair(2, 4), pair(0, 3), pair(4, 6)],
    p2: [
        Constant::small(5),
        Constant::small(4),
        Constant::small(6),
        Constant::small(2),
        Constant::small(3),
    ],
    third: Constant::small(5),
};

impl Tower for Toy {
    type Fp = F7;

    const XI: u32 = 2;
    const TWIST: Twist = Twist::D;

    fn frobenius() -> &'static Frobenius<<F7 as Field>::Const> {
        &FROBENIUS
    }
}

const ORDER: usize = 2353;

fn element(seed: u32) -> Fp12<Toy> {
    let digit = |i: u32| Red::<F7>::from((seed >> (2 * i)) & 3);
    Fp12::from_w([0, 2, 4, 6, 8, 10].map(|i| Fp2Of::<Toy>::new(digit(i), digit(i + 1))))
}

/// All elements, as powers of one of them.
fn elements() -> Vec<Fp12<Toy>> {
    let one = Fp12::<Toy>::one();
    for seed in 1.. {
        let f = element(seed);
        let f = f.conjugate().mul(&f.invert());
        let generator = f.frobenius_p2().mul(&f);
        let mut all = vec![one];
        for i in 1..ORDER {
            all.push(all[i - 1].mul(&generator));
        }
        if all[ORDER - 1].mul(&generator) == one && all[13] != one && all[181] != one {
            return all;
        }
    }
    unreachable!("some seed gives a generator")
}

fn is_zero<F: Anywhere>(a: &Red<F>) -> bool {
    a.is_zero().into()
}

#[test]
fn every_element_is_squared_and_comes_back_from_its_compressed_form() {
    let all = elements();
    let mut vanishing = [0; 6];
    for (i, a) in all.iter().enumerate() {
        for (count, w) in vanishing.iter_mut().zip(a.w()) {
            *count += u32::from(is_zero(&w.c0()) && is_zero(&w.c1()));
        }
        let square = a.mul(a);
        assert_eq!(square, all[if 2 * i < ORDER { 2 * i } else { 2 * i - ORDER }]);
        for formula in [
            a.cyclotomic_sqr(),
            a.cyclotomic_sqr_layered(),
            a.cyclotomic_sqr_narrow(),
            a.cyclotomic_sqr_wide(),
        ] {
            assert_eq!(formula, square, "{i}");
        }
        assert_eq!(Compressed::decompress(&[a.compress()]), [*a], "{i}");
        let compressed = a.compress();
        let powers = [compressed.clone(), compressed.sqr(), compressed.sqr().sqr()];
        assert_eq!(Compressed::decompress(&powers), [*a, square, square.mul(&square)], "{i}");
    }
    // In one all but the first vanish; the second, by which published formulas divide, in 36 more.
    assert_eq!(vanishing, [48, 37, 1, 1, 1, 61]);
}

/// Exponents that are read from below and from above, with digits of either sign, and the seed of
/// BLS12-381.
#[test]
fn powers_of_every_element() {
    let exponents = [
        Windows { table: 1, first: 1, steps: &[(1, 1), (2, 1), (3, 1), (9, 1), (32, 1)], last: 16 },
        Windows { table: 1, first: 1, steps: &[(10, -1), (9, 1), (9, -1)], last: 9 },
        Windows { table: 1, first: 1, steps: &[(2, -1), (9, -1), (12, 1)], last: 10 },
        Windows { table: 1, first: 1, steps: &[(2, -1), (9, -1), (12, 1)], last: 0 },
        Windows { table: 2, first: 3, steps: &[(9, -3), (9, 1), (12, 1)], last: 10 },
        Windows { table: 1, first: 1, steps: &[], last: 5 },
        Windows { table: 1, first: 1, steps: &[], last: 0 },
    ];
    let all = elements();
    for n in exponents {
        // n modulo the order, by subtraction of its multiples.
        let mut rest = n.value();
        for shift in (0..100).rev() {
            let multiple = (ORDER as u128) << shift;
            if rest >= multiple {
                rest -= multiple;
            }
        }
        let mut expected = 0;
        for (i, a) in all.iter().enumerate() {
            assert_eq!(a.cyclotomic_power(&n), all[expected], "element {i} to the {}", n.value());
            expected += rest as usize;
            if expected >= ORDER {
                expected -= ORDER;
            }
        }
    }
}
