//! Many field elements at once: on portable lanes, on vectors and one by one the same, which is what single operations give.

#![allow(clippy::integer_division_remainder_used)]

use curve::engines::lanes8::Lanes8Portable;
use curve::error::BatchError;
use curve::field::{Anywhere, InLanes, Lanes, Red};
use curve::vectors::{self, Left, Right, multiply_on_lanes};
use curve::{bls12_381, bn254, ed25519, p256, secp256k1};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Lengths around those of a vector and of a group of vectors.
const LENGTHS: [usize; 13] = [0, 1, 3, 4, 7, 8, 9, 31, 32, 33, 41, 257, 4097];

/// The ends of the range, small and random elements; or all equal.
fn elements<F: Anywhere>(count: usize, seed: u64) -> Vec<Red<F>> {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut bytes = [0; 128];
    let all_equal = seed % 5 == 4;
    let mut out: Vec<Red<F>> = Vec::new();
    for _ in 0..count {
        rng.fill_bytes(&mut bytes);
        let element = match rng.next_u32() % 6 {
            0 => Red::zero(),
            1 => Red::one(),
            2 => -Red::one(),
            3 => Red::from(rng.next_u32() % 3 + 1).invert(),
            _ => Red::from_uniform_bytes(&bytes[..F::UNIFORM_BYTES]),
        };
        out.push(if all_equal { *out.first().unwrap_or(&element) } else { element });
    }
    out
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
