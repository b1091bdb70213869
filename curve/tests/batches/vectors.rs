//! Many field elements at once: on portable lanes, on vectors and one by one the same, which is
//! what single operations give.

#![allow(clippy::integer_division_remainder_used)]

use crate::counted_lanes;
use crate::engine;
use curve::engines::lanes8::Lanes8Portable;
use curve::error::BatchError;
use curve::field::{Anywhere, InLanes, Lanes, Red};
use curve::vectors::{
    self, Left, Prime, Right, add_scaled_on_lanes, inner_product_on_lanes, multiply_on_lanes,
};
use curve::{bls12_381, bn254, ed25519, p256, secp256k1};
use subtle::Choice;

use crate::counted_lanes::CountedLanes;
use crate::elements::elements;

/// Lengths around those of a vector and of a group of vectors.
const LENGTHS: [usize; 13] = [0, 1, 3, 4, 7, 8, 9, 31, 32, 33, 41, 257, 4097];

/// Sums of products on lanes of one kind.
fn sums<F: InLanes + Anywhere, L: Lanes<One = F>>(ctx: &L::Ctx) {
    for (seed, length) in (0..).zip(LENGTHS) {
        let (a, b) = (elements::<F>(length, seed), elements::<F>(length, 200 + 3 * seed));
        let expected = a.iter().zip(&b).fold(Red::zero(), |sum, (a, b)| sum + *a * *b);
        assert_eq!(inner_product_on_lanes::<F, L>(ctx, &a, &b), Ok(expected), "{length}");
        let k = elements::<F>(9, 1)[8];
        let mut found = a.clone();
        add_scaled_on_lanes::<F, L>(ctx, &mut found, &k, &b).unwrap();
        assert!(
            found.iter().zip(a.iter().zip(&b)).all(|(found, (a, b))| *found == *a + k * *b),
            "{length}"
        );
    }
    // The largest elements, as many as a sum takes and more.
    for length in [8 * 32, 8 * 33, 1000] {
        let a = vec![-Red::<F>::one(); length];
        assert_eq!(inner_product_on_lanes::<F, L>(ctx, &a, &a), Ok(Red::from(length as u32)));
    }
}

fn sums_on_all_lanes<F>()
where
    F: InLanes + Anywhere,
    Lanes8Portable<F>: Lanes<One = F, Ctx = ()>,
{
    sums::<F, F>(&());
    sums::<F, Lanes8Portable<F>>(&());
    if let Some(ctx) = F::fast() {
        sums::<F, F::Fast>(&ctx);
    }
    match F::lanes() {
        Some(ctx) => sums::<F, F::Lanes>(&ctx),
        None => eprintln!("SKIPPED: this CPU has no vectors for this field"),
    }

    // The functions that choose, and those on words.
    for length in LENGTHS {
        let (a, b) = (elements::<F>(length, 7), elements::<F>(length, 8));
        let each = |op: fn(Red<F>, Red<F>) -> Red<F>| {
            a.iter().zip(&b).map(|(a, b)| op(*a, *b)).collect::<Vec<_>>()
        };
        let (all, none) = (each(|a, b| a + b), each(|a, b| a - b));
        let mut out = vec![Red::one(); length];
        vectors::add_slices(&a, &b, &mut out).unwrap();
        assert_eq!(out, all);
        vectors::sub_slices(&a, &b, &mut out).unwrap();
        assert_eq!(out, none);
        let mut places = a.clone();
        vectors::add_assign_slices(&mut places, &b).unwrap();
        assert_eq!(places, all);
        places.copy_from_slice(&a);
        vectors::sub_assign_slices(&mut places, &b).unwrap();
        assert_eq!(places, none);
        places.copy_from_slice(&a);
        vectors::add_scaled_slice(&mut places, &-Red::one(), &b).unwrap();
        assert_eq!(places, none);
        let total = each(|a, b| a * b).iter().fold(Red::zero(), |sum, product| sum + product);
        assert_eq!(vectors::inner_product(&a, &b), Ok(total));

        let mut long = vec![Red::one(); length + 1];
        let one = Red::one();
        let lengths = Err(BatchError::LengthMismatch);
        assert_eq!(vectors::inner_product(&long, &b), Err(BatchError::LengthMismatch));
        assert_eq!(vectors::inner_product(&a, &long), Err(BatchError::LengthMismatch));
        for op in [vectors::add_slices, vectors::sub_slices] {
            assert_eq!(op(&a, &b, &mut long), lengths);
            assert_eq!(op(&a, &long, &mut out), lengths);
            assert_eq!(op(&long, &b, &mut out), lengths);
        }
        for op in [vectors::add_assign_slices, vectors::sub_assign_slices] {
            assert_eq!(op(&mut long, &b), lengths);
        }
        assert_eq!(vectors::add_scaled_slice(&mut long, &one, &b), lengths);
        assert!(long.iter().all(|place| *place == one), "an error leaves the places alone");
    }
}

#[test]
fn sums_are_those_of_single_elements() {
    let _held = engine::hold();
    sums_on_all_lanes::<bls12_381::FrEngine>();
    sums_on_all_lanes::<bls12_381::FpEngine>();
    sums_on_all_lanes::<bn254::FrEngine>();
    sums_on_all_lanes::<bn254::FpEngine>();
    sums_on_all_lanes::<secp256k1::FrEngine>();
    sums_on_all_lanes::<secp256k1::FpEngine>();
    sums_on_all_lanes::<p256::FrEngine>();
    sums_on_all_lanes::<p256::FpEngine>();
    sums_on_all_lanes::<ed25519::FrEngine>();
    sums_on_all_lanes::<ed25519::FpEngine>();
}

/// Products on lanes of one kind.
fn products<F: InLanes + Anywhere, L: Lanes<One = F>>(ctx: &L::Ctx) {
    for (seed, length) in (0..).zip(LENGTHS) {
        let (a, b) = (elements::<F>(length, seed), elements::<F>(length, 100 + 3 * seed));
        let expected: Vec<_> = a.iter().zip(&b).map(|(a, b)| *a * *b).collect();
        let mut out = vec![Red::one(); length];
        multiply_on_lanes::<F, L>(ctx, Left::Elements(&a), Right::Elements(&b), &mut out).unwrap();
        assert_eq!(out, expected);
        let mut places = a.clone();
        multiply_on_lanes::<F, L>(ctx, Left::Places, Right::Elements(&b), &mut places).unwrap();
        assert_eq!(places, expected);
        if let Some(k) = b.first() {
            let mut places = a.clone();
            multiply_on_lanes::<F, L>(ctx, Left::Places, Right::One(k), &mut places).unwrap();
            assert!(places.iter().zip(&a).all(|(place, a)| *place == *a * *k));
        }
    }
}

fn products_on_all_lanes<F>()
where
    F: InLanes + Anywhere,
    Lanes8Portable<F>: Lanes<One = F, Ctx = ()>,
{
    products::<F, F>(&());
    products::<F, Lanes8Portable<F>>(&());
    if let Some(ctx) = F::fast() {
        products::<F, F::Fast>(&ctx);
    }
    match F::lanes() {
        Some(ctx) => products::<F, F::Lanes>(&ctx),
        None => eprintln!("SKIPPED: this CPU has no vectors for this field"),
    }

    // The functions that choose.
    for length in LENGTHS {
        let (a, b) = (elements::<F>(length, 7), elements::<F>(length, 8));
        let mut out = vec![Red::zero(); length];
        vectors::mul_slices(&a, &b, &mut out).unwrap();
        assert!(out.iter().zip(a.iter().zip(&b)).all(|(out, (a, b))| *out == *a * *b));
        let mut places = a.clone();
        vectors::mul_assign_slices(&mut places, &b).unwrap();
        assert_eq!(places, out);
        let mut scaled = a.clone();
        vectors::scale_slice(&mut scaled, &Red::from(7u32));
        assert!(scaled.iter().zip(&a).all(|(scaled, a)| *scaled == a.times(7)));

        let mut long = vec![Red::one(); length + 1];
        assert_eq!(vectors::mul_slices(&a, &b, &mut long), Err(BatchError::LengthMismatch));
        assert_eq!(vectors::mul_slices(&a, &long, &mut out), Err(BatchError::LengthMismatch));
        assert_eq!(vectors::mul_slices(&long, &b, &mut out), Err(BatchError::LengthMismatch));
        assert_eq!(vectors::mul_assign_slices(&mut long, &b), Err(BatchError::LengthMismatch));
        assert!(long.iter().all(|place| *place == Red::one()), "an error leaves the places alone");
    }
}

#[test]
fn products_are_those_of_single_elements() {
    let _held = engine::hold();
    products_on_all_lanes::<bls12_381::FrEngine>();
    products_on_all_lanes::<bls12_381::FpEngine>();
    products_on_all_lanes::<bn254::FrEngine>();
    products_on_all_lanes::<bn254::FpEngine>();
    products_on_all_lanes::<secp256k1::FrEngine>();
    products_on_all_lanes::<secp256k1::FpEngine>();
    products_on_all_lanes::<p256::FrEngine>();
    products_on_all_lanes::<p256::FpEngine>();
    products_on_all_lanes::<ed25519::FrEngine>();
    products_on_all_lanes::<ed25519::FpEngine>();
}

/// Inverses on lanes of one kind.
fn inverses<F: InLanes + Anywhere, L: Lanes<One = F>>(ctx: &L::Ctx) {
    for (seed, length) in (0..).zip(LENGTHS) {
        let a = elements::<F>(length, seed);
        let expected: Vec<_> = a.iter().map(Red::invert).collect();
        let (mut places, mut vartime) = (a.clone(), a);
        vectors::invert_on_lanes::<F, L, false>(ctx, &mut places);
        vectors::invert_on_lanes::<F, L, true>(ctx, &mut vartime);
        assert_eq!((&places, &vartime), (&expected, &expected));
    }
    let mut zeros = vec![Red::zero(); 19];
    vectors::invert_on_lanes::<F, L, false>(ctx, &mut zeros);
    assert!(zeros.iter().all(|zero| *zero == Red::zero()));
}

/// Roots and characters of a vector, in lanes of one kind.
fn roots<F: Prime, L: Lanes<One = F, Const = F::Const>>(ctx: &L::Ctx) {
    for seed in 0..6 {
        let a = elements::<F>(L::WIDTH, seed);
        let vector = Red::<L>::from_raw(L::enter_lanes(ctx, |i| a[i].raw()));
        let (root, exist) = vectors::sqrt_in_lanes::<F, L>(&vector);
        let (square, zero) = vectors::legendre_in_lanes::<F, L>(&vector);
        L::leave_lanes(root.raw(), |i, raw| {
            let (expected, exists) = a[i].sqrt();
            let bit = |mask: &L::Mask| (L::bits(mask) >> i) & 1;
            assert_eq!(bit(&exist), exists.unwrap_u8());
            assert_eq!(bit(&zero), a[i].is_zero().unwrap_u8());
            assert_eq!(bit(&square) | bit(&zero), a[i].is_square().unwrap_u8());
            if bit(&exist) == 1 {
                assert_eq!(Red::<F>::from_raw(raw), expected, "the same of the two roots");
            }
        });
    }
}

fn on_all_lanes<F: Prime>()
where
    Lanes8Portable<F>: Lanes<One = F, Ctx = (), Const = F::Const>,
    F::Fast: Lanes<One = F, Const = F::Const>,
{
    inverses::<F, F>(&());
    inverses::<F, Lanes8Portable<F>>(&());
    roots::<F, F>(&());
    roots::<F, Lanes8Portable<F>>(&());
    if let Some(ctx) = F::fast() {
        inverses::<F, F::Fast>(&ctx);
        roots::<F, F::Fast>(&ctx);
    }
    match F::lanes() {
        Some(ctx) => {
            inverses::<F, F::Lanes>(&ctx);
            roots::<F, F::Lanes>(&ctx);
        }
        None => eprintln!("SKIPPED: this CPU has no vectors for this field"),
    }

    // The functions that choose.
    for length in [0, 1, 2, 3, 7, 8, 9, 47, 48, 100] {
        let a = elements::<F>(length, 9);
        let (mut inverses, mut vartime) = (a.clone(), a.clone());
        vectors::invert_batch(&mut inverses);
        vectors::invert_batch_vartime(&mut vartime);
        assert_eq!(inverses, a.iter().map(Red::invert).collect::<Vec<_>>());
        assert_eq!(vartime, inverses);

        let (mut roots, mut exist) = (vec![Red::one(); length], vec![Choice::from(0); length]);
        vectors::sqrt_batch(&a, &mut roots, &mut exist).unwrap();
        let mut symbols = vec![5; length];
        vectors::legendre_batch(&a, &mut symbols).unwrap();
        for (i, a) in a.iter().enumerate() {
            assert_eq!(exist[i].unwrap_u8(), a.is_square().unwrap_u8());
            assert!(!bool::from(exist[i]) || roots[i].sqr() == *a);
            let expected = match (bool::from(a.is_zero()), bool::from(a.is_square())) {
                (true, _) => 0,
                (_, true) => 1,
                _ => -1,
            };
            assert_eq!(symbols[i], expected);
        }
        let mut long = vec![Red::one(); length + 1];
        assert_eq!(vectors::sqrt_batch(&a, &mut long, &mut exist), Err(BatchError::LengthMismatch));
        assert_eq!(
            vectors::sqrt_batch(&long, &mut roots, &mut exist),
            Err(BatchError::LengthMismatch)
        );
        assert_eq!(vectors::legendre_batch(&long, &mut symbols), Err(BatchError::LengthMismatch));
    }
}

#[test]
fn inverses_and_roots_are_those_of_single_elements() {
    let _held = engine::hold();
    on_all_lanes::<bls12_381::FrEngine>();
    on_all_lanes::<bls12_381::FpEngine>();
    on_all_lanes::<bn254::FrEngine>();
    on_all_lanes::<bn254::FpEngine>();
    on_all_lanes::<secp256k1::FrEngine>();
    on_all_lanes::<secp256k1::FpEngine>();
    on_all_lanes::<p256::FrEngine>();
    on_all_lanes::<p256::FpEngine>();
    on_all_lanes::<ed25519::FrEngine>();
    on_all_lanes::<ed25519::FpEngine>();
}

/// Everything is done in lanes: so many products of vectors for so many elements.
#[test]
fn lanes_do_the_work() {
    type F = bls12_381::FrEngine;
    for (length, vectors) in [(1, 1), (8, 1), (9, 2), (41, 6), (4097, 513)] {
        let (a, b) = (elements::<F>(length, 1), elements::<F>(length, 2));
        let mut out = a.clone();
        let products = counted_lanes::products();
        let (left, right) = (Left::Elements(&a[..]), Right::Elements(&b[..]));
        multiply_on_lanes::<F, CountedLanes<F>>(&products, left, right, &mut out).unwrap();
        assert_eq!(products.get(), vectors);
        let products = counted_lanes::products();
        vectors::invert_on_lanes::<F, CountedLanes<F>, false>(&products, &mut out);
        assert_eq!(products.get(), 3 * vectors);
        let products = counted_lanes::products();
        add_scaled_on_lanes::<F, CountedLanes<F>>(&products, &mut out, &a[0], &b).unwrap();
        assert_eq!(products.get(), vectors);
        // A sum of products has one product more at its end, and none for what fills no vector.
        let products = counted_lanes::products();
        let _sum = inner_product_on_lanes::<F, CountedLanes<F>>(&products, &a, &b).unwrap();
        assert_eq!(products.get(), length / 8 + 1);
    }
    // 222 bits of an exponent in one power, then the 31 levels of 2^32 by squarings and 3 products
    // each.
    let products = counted_lanes::products();
    let a = elements::<F>(8, 3);
    let vector =
        Red::<CountedLanes<F>>::from_raw(CountedLanes::<F>::enter_lanes(&products, |i| a[i].raw()));
    let _root = vectors::sqrt_in_lanes::<F, CountedLanes<F>>(&vector);
    let levels = 31 * 30 / 2 + 31 * 3;
    assert!((levels + 222..levels + 222 + 60).contains(&products.get()), "{}", products.get());
}
