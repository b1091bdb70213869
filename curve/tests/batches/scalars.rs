//! Scalars from bytes and values of polynomials: many at once what one by one they are.
#![allow(clippy::integer_division_remainder_used)]

use curve::engines::lanes8::Lanes8Portable;
use curve::error::{BatchError, DomainError, ScalarsError};
use curve::field::{Anywhere, InLanes, Lanes, Red};
#[cfg(feature = "grumpkin")]
use curve::grumpkin;
use curve::ntt::{Domain, Evaluator, TwoAdic, bit_reverse_permutation, value_on_lanes};
use curve::scalar::ScalarField;
use curve::{bls12_381, bn254, ed25519, p256, secp256k1};
#[cfg(feature = "pasta")]
use curve::{pallas, vesta};

use crate::elements::elements;
use crate::engine;

/// The encodings one behind the other, and what each alone is.
fn scalars<S: ScalarField + InLanes + Anywhere>() {
    let order_minus_one = (-&Red::<S>::one()).to_be_bytes();
    let mut order = order_minus_one;
    // No order is a multiple of 256.
    order[31] += 1;
    for count in [0, 1, 2, 7, 8, 9, 31, 33, 255, 256, 257, 700] {
        let expected = elements::<S>(count, 1 + count as u64);
        let mut bytes: Vec<u8> = expected.iter().flat_map(Red::to_be_bytes).collect();
        let mut out = vec![Red::one(); count];
        assert_eq!(Red::from_be_bytes_batch(&bytes, &mut out), Ok(()), "{count}");
        assert_eq!(out, expected, "{count}");
        let each =
            bytes.chunks_exact(32).map(|bytes| Red::from_be_bytes(bytes).expect("below the order"));
        assert!(each.eq(expected.iter().copied()));

        // One byte or one place too many or too few.
        let length = Err(ScalarsError::Length);
        assert_eq!(Red::from_be_bytes_batch(&bytes, &mut vec![Red::<S>::one(); count + 1]), length);
        bytes.push(0);
        assert_eq!(Red::from_be_bytes_batch(&bytes, &mut out), length);
        bytes.pop();
        if count == 0 {
            continue;
        }
        assert_eq!(Red::from_be_bytes_batch(&bytes[1..], &mut out), length);
        assert_eq!(Red::from_be_bytes_batch(&bytes, &mut out[1..]), length);

        // The order itself and what is above it, at each end and in the middle; of several the
        // first is named.
        for (index, refused) in [(count - 1, &order), (count / 2, &[255; 32]), (0, &order)] {
            bytes[32 * index..32 * (index + 1)].copy_from_slice(refused);
            assert_eq!(
                Red::from_be_bytes_batch(&bytes, &mut out),
                Err(ScalarsError::NotCanonical(index)),
                "{count}"
            );
        }
    }
    // The largest that there is.
    let bytes = order_minus_one.repeat(40);
    let mut out = vec![Red::<S>::zero(); 40];
    assert_eq!(Red::from_be_bytes_batch(&bytes, &mut out), Ok(()));
    assert!(out.iter().all(|scalar| *scalar == -&Red::one()));
}

#[test]
fn scalars_from_bytes() {
    engine::hold().on_each(|_| {
        scalars::<bls12_381::FrEngine>();
        scalars::<bn254::FrEngine>();
        scalars::<secp256k1::FrEngine>();
        scalars::<p256::FrEngine>();
        scalars::<ed25519::FrEngine>();
        #[cfg(feature = "pasta")]
        {
            scalars::<pallas::FrEngine>();
            scalars::<vesta::FrEngine>();
        }
        #[cfg(feature = "grumpkin")]
        scalars::<grumpkin::FrEngine>();
    });
}

/// The polynomial at a point, by Horner's rule.
fn horner<F: TwoAdic>(coefficients: &[Red<F>], at: &Red<F>) -> Red<F> {
    coefficients.iter().rev().fold(Red::zero(), |sum, c| sum * at + c)
}

fn on_lanes<F: TwoAdic, L: Lanes<One = F>>(ctx: &L::Ctx) {
    for log in [0, 1, 2, 3, 4, 5, 6, 9] {
        let n = 1usize << log;
        let (evaluator, domain) =
            (Evaluator::<F>::new(log).expect("roots"), Domain::<F>::new(log).expect("roots"));
        for seed in 1..4 {
            let coefficients = elements::<F>(n, seed);
            let mut values = coefficients.clone();
            domain.forward(&mut values).expect("as many as roots");
            bit_reverse_permutation(&mut values).expect("a power of two");
            // Anywhere, at zero, and at roots of unity.
            let root = domain.root();
            let some = elements::<F>(3, 40 + seed);
            for z in [
                Red::zero(),
                Red::one(),
                -&Red::one(),
                root,
                &root * &root,
                some[0],
                some[1],
                some[2],
            ] {
                let expected = if n > 1 && n < 2 * L::WIDTH {
                    Err(BatchError::LengthMismatch)
                } else {
                    Ok(horner(&coefficients, &z))
                };
                assert_eq!(value_on_lanes::<_, L>(ctx, &evaluator, &values, &z), expected, "{log}");
                assert_eq!(evaluator.value(&values, &z), Ok(horner(&coefficients, &z)), "{log}");
            }
        }
        let wrong = vec![Red::one(); n + 1];
        assert_eq!(evaluator.value(&wrong, &Red::one()), Err(BatchError::LengthMismatch));
        assert_eq!(evaluator.value(&wrong[..n - 1], &Red::one()), Err(BatchError::LengthMismatch));
    }
    for log in [F::TWO_ADICITY + 1, usize::BITS - 6, u32::MAX] {
        assert_eq!(Evaluator::<F>::new(log).map(drop), Err(DomainError::TooLarge));
    }
}

fn on_all_lanes<F>()
where
    F: TwoAdic,
    Lanes8Portable<F>: Lanes<One = F, Ctx = ()>,
{
    engine::hold().on_each(|_| {
        on_lanes::<F, F>(&());
        on_lanes::<F, Lanes8Portable<F>>(&());
        if let Some(ctx) = F::fast() {
            on_lanes::<F, F::Fast>(&ctx);
        }
        match F::lanes() {
            Some(ctx) => on_lanes::<F, F::Lanes>(&ctx),
            None => eprintln!("SKIPPED: this engine has no vectors for this field"),
        }
    });
}

#[test]
fn values_anywhere() {
    on_all_lanes::<bls12_381::FrEngine>();
    on_all_lanes::<bn254::FrEngine>();
    #[cfg(feature = "pasta")]
    on_all_lanes::<pallas::FrEngine>();
}
