//! Number-theoretic transforms: by definition, by their laws, and the same on every engine.
#![allow(clippy::integer_division_remainder_used)]

use crate::counted_lanes;
use crate::engine;
use curve::engines::lanes8::Lanes8Portable;
use curve::error::{BatchError, DomainError};
use curve::field::{Lanes, Red};
use curve::ntt::{Domain, Transform, TwoAdic, bit_reverse_permutation};
use curve::{bls12_381, bn254};
#[cfg(feature = "pasta")]
use curve::{pallas, vesta};
use num_bigint::BigUint;

use crate::counted_lanes::CountedLanes;
use crate::elements::elements;

/// The polynomial at a point, by Horner's rule.
fn evaluate<F: TwoAdic>(coefficients: &[Red<F>], at: &Red<F>) -> Red<F> {
    coefficients.iter().rev().fold(Red::zero(), |sum, c| sum * at + c)
}

fn integer<F: TwoAdic>(a: &Red<F>) -> BigUint {
    let mut bytes = vec![0; F::BYTES];
    a.to_bytes(&mut bytes);
    BigUint::from_bytes_be(&bytes)
}

/// The root is g^((r − 1)/2^v), of order 2^v, and 2^v is all that r − 1 has of two.
fn root<F: TwoAdic>(g: u32) {
    let r_minus_1 = integer(&-Red::<F>::one());
    assert_eq!(r_minus_1.trailing_zeros(), Some(u64::from(F::TWO_ADICITY)));
    let r = &r_minus_1 + 1u32;
    let root = BigUint::from(g).modpow(&(&r_minus_1 >> F::TWO_ADICITY), &r);
    assert_eq!(integer(&Red::<F>::of(&F::ROOT_OF_UNITY)), root);
    assert_eq!(
        root.modpow(&(BigUint::from(1u32) << (F::TWO_ADICITY - 1)), &r),
        r_minus_1,
        "half its order gives −1"
    );
    for log in [0, 1, 2, 5, 10] {
        let expected = root.modpow(&(BigUint::from(1u32) << (F::TWO_ADICITY - log)), &r);
        assert_eq!(integer(&Domain::<F>::new(log).unwrap().root()), expected);
    }
}

#[test]
fn roots_are_what_their_equations_say() {
    root::<bls12_381::FrEngine>(7);
    root::<bn254::FrEngine>(5);
    #[cfg(feature = "pasta")]
    {
        root::<pallas::FrEngine>(5);
        root::<vesta::FrEngine>(5);
    }
}

/// All four transforms of a size, on lanes of one kind and on their own.
fn on_lanes<F: TwoAdic, L: Lanes<One = F>>(ctx: L::Ctx, log: u32) {
    let n = 1usize << log;
    let transform = match Transform::<L>::new::<F>(ctx, log) {
        Ok(transform) => transform,
        Err(error) => {
            assert_eq!(error, DomainError::TooSmall);
            assert!(n < L::WIDTH * L::WIDTH);
            return;
        }
    };
    assert!(n >= L::WIDTH * L::WIDTH);
    let domain = Domain::<F>::new(log).unwrap();
    let (w, s) = (domain.root(), Red::<F>::from(5u32).pow_vartime(&[u64::MAX]));
    for seed in if n > 1024 { 2..4 } else { 0..4 } {
        let coefficients = elements::<F>(n, seed);
        let (mut values, mut shifted) = (coefficients.clone(), coefficients.clone());
        transform.forward(&mut values).unwrap();
        transform.coset_forward(&mut shifted, &s).unwrap();
        // At all points, or at some of many.
        let mut at = Red::one();
        for k in 0..n {
            if n <= 256 || k % (n / 8) == 1 {
                assert_eq!(values[k], evaluate(&coefficients, &at), "{log} {k}");
                assert_eq!(shifted[k], evaluate(&coefficients, &(at * s)), "{log} {k}");
            }
            at *= &w;
        }
        assert_eq!(at, Red::one());
        // The choice of the engine is no matter of values.
        let (mut by_domain, mut shifted_by_domain) = (coefficients.clone(), coefficients.clone());
        domain.forward(&mut by_domain).unwrap();
        domain.coset_forward(&mut shifted_by_domain, &s).unwrap();
        assert_eq!((&by_domain, &shifted_by_domain), (&values, &shifted));

        transform.inverse(&mut values).unwrap();
        transform.coset_inverse(&mut shifted, &s).unwrap();
        assert_eq!((&values, &shifted), (&coefficients, &coefficients));
        domain.inverse(&mut by_domain).unwrap();
        domain.coset_inverse(&mut shifted_by_domain, &s).unwrap();
        assert_eq!((&by_domain, &shifted_by_domain), (&coefficients, &coefficients));
    }
    let mut wrong = elements::<F>(n + 1, 0);
    let before = wrong.clone();
    for count in [0, n - 1, n + 1] {
        assert_eq!(transform.forward(&mut wrong[..count]), Err(BatchError::LengthMismatch));
        assert_eq!(transform.inverse(&mut wrong[..count]), Err(BatchError::LengthMismatch));
        assert_eq!(domain.coset_forward(&mut wrong[..count], &s), Err(BatchError::LengthMismatch));
        assert_eq!(domain.coset_inverse(&mut wrong[..count], &s), Err(BatchError::LengthMismatch));
    }
    assert_eq!(wrong, before);
}

fn on_all_lanes<F: TwoAdic>()
where
    Lanes8Portable<F>: Lanes<One = F, Ctx = ()>,
{
    let _held = engine::hold();
    for log in [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 14] {
        on_lanes::<F, F>((), log);
        on_lanes::<F, Lanes8Portable<F>>((), log);
        if let Some(ctx) = F::fast() {
            on_lanes::<F, F::Fast>(*ctx, log);
        }
        match F::lanes() {
            Some(ctx) => on_lanes::<F, F::Lanes>(*ctx, log),
            None => eprintln!("SKIPPED: this CPU has no vectors for this field"),
        }
    }
    assert!(Domain::<F>::new(F::TWO_ADICITY + 1).is_err());
    assert_eq!(Domain::<F>::new(u32::MAX).map(|_| ()), Err(DomainError::TooLarge));
}

#[test]
fn transforms_are_values_at_the_roots() {
    on_all_lanes::<bls12_381::FrEngine>();
    on_all_lanes::<bn254::FrEngine>();
    #[cfg(feature = "pasta")]
    {
        on_all_lanes::<pallas::FrEngine>();
        on_all_lanes::<vesta::FrEngine>();
    }
}

/// Products of values are products of polynomials.
fn convolution<F: TwoAdic>() {
    let (a, b) = (elements::<F>(100, 1), elements::<F>(157, 2));
    let mut expected = vec![Red::zero(); 256];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            expected[i + j] += *a * *b;
        }
    }
    let domain = Domain::<F>::new(8).unwrap();
    let values = |mut coefficients: Vec<Red<F>>| {
        coefficients.resize(256, Red::zero());
        domain.forward(&mut coefficients).unwrap();
        coefficients
    };
    let mut product = values(a);
    curve::vectors::mul_assign_slices(&mut product, &values(b)).unwrap();
    domain.inverse(&mut product).unwrap();
    assert_eq!(product, expected);
}

#[test]
fn products_of_values_are_convolutions() {
    convolution::<bls12_381::FrEngine>();
    convolution::<bn254::FrEngine>();
    #[cfg(feature = "pasta")]
    {
        convolution::<pallas::FrEngine>();
        convolution::<vesta::FrEngine>();
    }
}

#[test]
fn bits_are_reversed() {
    let mut values: Vec<usize> = (0..8).collect();
    bit_reverse_permutation(&mut values).unwrap();
    assert_eq!(values, [0, 4, 2, 6, 1, 5, 3, 7]);
    bit_reverse_permutation(&mut values[..1]).unwrap();
    bit_reverse_permutation(&mut values[..2]).unwrap();
    assert_eq!(values, [0, 4, 2, 6, 1, 5, 3, 7]);
    for count in [0, 3, 7] {
        assert_eq!(bit_reverse_permutation(&mut values[..count]), Err(BatchError::LengthMismatch));
    }
}

/// A transform of n = 8m elements is done in lanes: butterflies of vectors, but for those by one,
/// in blocks of m and then m/8 times in blocks of eight, and a product between for each of the m
/// vectors.
#[test]
fn lanes_do_the_work() {
    type F = bls12_381::FrEngine;
    let of_block = |vectors: usize| vectors / 2 * vectors.ilog2() as usize - (vectors - 1);
    for log in [6, 7, 12] {
        let products = counted_lanes::products();
        let transform = Transform::<CountedLanes<F>>::new::<F>(products, log).unwrap();
        let mut values = elements::<F>(1 << log, 1);
        products.set(0);
        transform.forward(&mut values).unwrap();
        let m = values.len() / 8;
        assert_eq!(products.get(), of_block(m) + m + m / 8 * of_block(8));
        products.set(0);
        transform.inverse(&mut values).unwrap();
        assert_eq!(products.get(), of_block(m) + m + m / 8 * of_block(8) + m);
    }
}
