//! Residue-number arithmetic as its users have it: against big integers and, word by word, against
//! the portable engine.
#![allow(clippy::integer_division_remainder_used)] // The oracle divides; nothing is secret here.

use crate::oracle;
use crate::oracle::{CASES, big, limbs};
use limb::modulus::Constant;
use limb::rns::{Element, Item, Plain, Rns, Vector};
use limb::{Mont, Params};
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

modulus!(
    M381,
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
);
modulus!(M254, "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
#[cfg(all(target_arch = "x86_64", not(miri)))]
modulus!(M255, "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");

/// A residue: the ends of the range, patterns of bits, random ones.
fn residue(rng: &mut impl Rng, p: &BigUint) -> BigUint {
    let small = BigUint::from(rng.next_u32() % 3);
    match rng.next_u32() & 15 {
        0 => small,
        1 => p - 1u32 - small,
        _ => {
            let mut bytes = [0; 48];
            oracle::fill(rng, &mut bytes, 4, 6);
            BigUint::from_bytes_le(&bytes) % p
        }
    }
}

/// Layers of sums, real and complex.
fn layers<M: Params<u64, N>, V: Vector, const N: usize>(rng: &mut impl Rng, p: &BigUint) {
    type R<M, V, const N: usize> = Rns<M, V, N>;
    let token = R::<M, V, N>::token().expect("asked before");
    let x: [BigUint; 6] = core::array::from_fn(|_| residue(rng, p));
    let words = |x: &BigUint| Mont::<M, u64, N>::from_words(&Mont::<M, u64, N>::words(&limbs(x)));
    let a = x.each_ref().map(|x| R::<M, V, N>::of_words(token, &words(x)));
    let [a0, a1, a2, a3, a4, a5] = &a;
    let [x0, x1, x2, x3, x4, x5] = &x;
    let check = |what: &str, got: &Element<V>, expected: BigUint| {
        assert_eq!(R::<M, V, N>::to_words(got), words(&(expected % p)), "{what}");
    };
    let got =
        R::<M, V, N>::sums(&[[(a0, a1), (a2, a3)], [(a4, a5), (a1, a1)], [(a0, a5), (a3, a4)]]);
    let expected = [x0 * x1 + x2 * x3, x4 * x5 + x1 * x1, x0 * x5 + x3 * x4];
    got.iter().zip(expected).for_each(|(got, expected)| check("sums", got, expected));

    let minus = |x: &BigUint| p - x;
    let linear = R::<M, V, N>::linear(&[[(a0, 3), (a1, -20)], [(a2, -1), (a3, 256)]]);
    check("linear", &linear[0], x0 * 3u32 + minus(x1) * 20u32);
    check("linear", &linear[1], minus(x2) + x3 * 256u32);
    let few = R::<M, V, N>::linear(&[[(a0, 11), (a1, -5)], [(a2, -16), (a3, 0)]]);
    check("sixteen", &few[0], x0 * 11u32 + minus(x1) * 5u32);
    check("sixteen", &few[1], minus(x2) * 16u32);
    let few = R::<M, V, N>::linear(&[[(a0, 1), (a1, -2)], [(a2, -3), (a3, 0)]]);
    check("a few", &few[0], x0 + minus(x1) * 2u32);
    check("a few", &few[1], minus(x2) * 3u32);

    let kinds = R::<M, V, N>::layer(&[
        Item::Product(a0, a1),
        Item::Square(a2),
        Item::SumOfTwo([(a3, a4), (a5, a5)]),
    ]);
    let expected = [x0 * x1, x2 * x2, x3 * x4 + x5 * x5];
    kinds.iter().zip(expected).for_each(|(got, expected)| check("a layer", got, expected));

    // Complex numbers.
    let z = [[*a0, *a1], [*a2, *a3], [*a4, *a5]];
    let integers = [[x0, x1], [x2, x3], [x4, x5]];
    let product = |i: usize, j: usize| {
        let ([r, s], [t, u]) = (integers[i], integers[j]);
        [r * t + minus(s) * u, r * u + s * t]
    };
    let squares = R::<M, V, N>::complex_squares([&z[0], &z[1], &z[2]]);
    let sums = R::<M, V, N>::complex_sums(&[
        [(&z[0], &z[1]), (&z[1], &z[2])],
        [(&z[2], &z[2]), (&z[0], &z[2])],
    ]);
    let kinds = R::<M, V, N>::complex_layer(&[
        Item::Product(&z[0], &z[1]),
        Item::Square(&z[1]),
        Item::SumOfTwo([(&z[0], &z[1]), (&z[2], &z[1])]),
    ]);
    for i in 0..2 {
        check("a complex layer", &kinds[0][i], product(0, 1)[i].clone());
        check("a complex layer", &kinds[1][i], product(1, 1)[i].clone());
        check("a complex layer", &kinds[2][i], &product(0, 1)[i] + &product(2, 1)[i]);
        (0..3).for_each(|k| check("complex squares", &squares[k][i], product(k, k)[i].clone()));
        check("complex sums", &sums[0][i], &product(0, 1)[i] + &product(1, 2)[i]);
        check("complex sums", &sums[1][i], &product(2, 2)[i] + &product(0, 2)[i]);
    }
    let wide = [R::<M, V, N>::product(a0, a1), R::<M, V, N>::product(a2, a3)];
    let [[one, two]] = R::<M, V, N>::complex_reduce([&wide]);
    check("complex reduction", &one, x0 * x1);
    check("complex reduction", &two, x2 * x3);
}

fn against_integers<M: Params<u64, N>, V: Vector, const N: usize>(cases: usize) {
    type R<M, V, const N: usize> = Rns<M, V, N>;
    let Some(token) = R::<M, V, N>::token() else {
        eprintln!("SKIPPED: this CPU has no AVX-512 IFMA, the kernels were not run");
        return;
    };
    let p = big(&M::P);
    let mut rng = ChaCha20Rng::seed_from_u64(N as u64);
    let words = |x: &BigUint| Mont::<M, u64, N>::from_words(&Mont::<M, u64, N>::words(&limbs(x)));
    let check = |what: &str, got: &Element<V>, expected: &BigUint| {
        assert_eq!(R::<M, V, N>::to_words(got), words(&(expected % &p)), "{what}");
    };
    for case in 0..cases {
        let [x, y, z] = [(); 3].map(|()| residue(&mut rng, &p));
        let y = if case % 16 == 7 { x.clone() } else { y };
        let [a, b, c] = [&x, &y, &z].map(|x| R::<M, V, N>::of_words(token, &words(x)));
        check("in and out", &a, &x);
        check("mul", &R::<M, V, N>::mul(&a, &b), &(&x * &y));
        check("sqr", &R::<M, V, N>::sqr(&a), &(&x * &x));
        check("neg", &R::<M, V, N>::neg(&a), &(&p - &x));
        let (sum, difference) = (R::<M, V, N>::add(&a, &b), R::<M, V, N>::sub(&b, &c));
        check("add", &sum, &(&x + &y));
        check("sub", &difference, &(&y + &p - &z));
        check("mul of lazy", &R::<M, V, N>::mul(&sum, &difference), &((&x + &y) * (&y + &p - &z)));

        // Sums of sums, none of which is reduced: as many as a value may be made of.
        let (mut chain, mut expected) = (a, x.clone());
        for k in 1..7 {
            if k & 1 == 1 {
                chain = R::<M, V, N>::weak(&R::<M, V, N>::sub(&chain, &b));
                expected = expected + &p - &y;
            } else {
                chain = R::<M, V, N>::weak(&R::<M, V, N>::add(&chain, &c));
                expected += &z;
            }
        }
        check("a chain", &chain, &expected);
        let twice = R::<M, V, N>::add(&chain, &chain);
        check(
            "the square of twice a chain",
            &R::<M, V, N>::sqr(&twice),
            &(&expected * &expected * 4u32),
        );

        let mut wide = R::<M, V, N>::product(&sum, &c);
        R::<M, V, N>::msub(&mut wide, &a, &difference);
        R::<M, V, N>::mac_small(&mut wide, &b, -3);
        let difference_of = &y + &p - &z;
        let expected = (&x + &y) * &z + &p * &p * 8u32 - &x * &difference_of - &y * 3u32;
        check("a sum", &R::<M, V, N>::reduce(&wide), &expected);
        let k = rng.next_u32() % 257;
        check("times", &R::<M, V, N>::times(&a, k), &(&x * k));

        let equal = u8::from(x == y);
        assert_eq!(R::<M, V, N>::equal(&a, &b).unwrap_u8(), equal);
        assert_eq!(R::<M, V, N>::is_zero(&R::<M, V, N>::sub(&a, &b)).unwrap_u8(), equal);
        assert_eq!(
            R::<M, V, N>::is_zero(&R::<M, V, N>::add(&a, &R::<M, V, N>::neg(&a))).unwrap_u8(),
            1
        );
        assert_eq!(R::<M, V, N>::is_zero(&a).unwrap_u8(), u8::from(x == BigUint::ZERO));
        check(
            "select",
            &R::<M, V, N>::select(&a, &c, ((case & 1) as u8).into()),
            if case & 1 == 1 { &z } else { &x },
        );
        let [real, imaginary] = R::<M, V, N>::complex_mul(&[a, b], &[c, a]);
        check("real", &real, &(&x * &z + &p * &p - &y * &x));
        check("imaginary", &imaginary, &(&x * &x + &y * &z));
        layers::<M, V, N>(&mut rng, &p);
    }
    // A thousand products in a row.
    let x = residue(&mut rng, &p);
    let (base, mut power, mut expected) =
        (R::<M, V, N>::of_words(token, &words(&x)), R::<M, V, N>::one(token), BigUint::from(1u32));
    for _ in 0..1000 {
        power = R::<M, V, N>::mul(&power, &base);
        expected = expected * &x % &p;
    }
    check("a power", &power, &expected);
    let constant = Constant::<M>::hex("123456789abcdef0123456789abcdef");
    check("constant", &R::<M, V, N>::constant(token, &constant), &big(&constant.integer()));
    check("zero", &R::<M, V, N>::zero(token), &BigUint::ZERO);
}

#[test]
fn on_plain_words() {
    against_integers::<M381, Plain, 6>(CASES / 10);
    against_integers::<M254, Plain, 4>(CASES / 10);
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn on_vectors() {
    use limb::rns::Zmm;
    against_integers::<M381, Zmm, 6>(CASES);
    against_integers::<M254, Zmm, 4>(CASES);
    against_integers::<M255, Zmm, 4>(CASES / 10);
}
