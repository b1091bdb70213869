//! Powers of many elements of the target group: on portable lanes, on vectors and one by one the
//! same.

#[cfg(feature = "bls12-377")]
use curve::bls12_377;
use curve::engines::cpu::Engine;
use curve::engines::lanes8::{LANES, Lanes8Portable};
use curve::error::BatchError;
use curve::field::{InLanes, Red};
use curve::pairing::batch::pow_in_lanes;
use curve::{bls12_381, bn254};

use crate::counted_lanes::{CountedLanes, products};
use crate::elements::elements;
use crate::engine;

macro_rules! powers {
    ($curve:ident, $tower:ident) => {{
        use $curve::{FpEngine, Fr, FrEngine, G1Affine, G2Affine, Gt, pairing, $tower};
        let held = engine::hold();
        let base = pairing(&G1Affine::generator(), &G2Affine::generator());
        // One and an inverse, and the ends of the range, among others.
        let count = 203;
        let mut exponents: Vec<Fr> = elements(count, 1);
        let seventh = exponents[7];
        exponents[8..16].fill(seventh);
        exponents[16..20].copy_from_slice(&[
            Fr::from(2u32).pow_vartime(&[64]),
            -Fr::from(2u32),
            Fr::from(3u32),
            Fr::zero(),
        ]);
        let logarithms: Vec<Fr> = elements(count, 2);
        let elements: Vec<Gt> = logarithms.iter().map(|k| base.pow(k)).collect();
        // Σ of exponents, by another way than the powers.
        let expected: Vec<Gt> =
            logarithms.iter().zip(&exponents).map(|(a, b)| base.pow(&(a * b))).collect();
        held.on_each(|engine| {
            for length in [1, 2, 3, 7, 8, 9, 17, count] {
                if engine != Engine::Lanes && length == count {
                    continue;
                }
                let first = (count - length).min(3);
                let range = first..first + length;
                let mut found = vec![base; length];
                Gt::pow_batch(&elements[range.clone()], &exponents[range.clone()], &mut found)
                    .expect("as many of each");
                assert_eq!(found, expected[range], "{length} powers, {}", engine.name());
            }
        });
        for first in 0..20 {
            let (elements, exponents) =
                (&elements[first..first + LANES], &exponents[first..first + LANES]);
            let expected = &expected[first..first + LANES];
            let mut found = vec![base; LANES];
            pow_in_lanes::<$tower, $tower<Lanes8Portable<FpEngine>>, FrEngine>(
                &(),
                elements,
                exponents,
                &mut found,
            );
            assert_eq!(found, expected);
            pow_in_lanes::<$tower, $tower, FrEngine>(
                &(),
                &elements[..1],
                &exponents[..1],
                &mut found[..1],
            );
            assert_eq!(found[0], expected[0]);
            match <FpEngine as InLanes>::lanes() {
                Some(ctx) => {
                    let (elements, exponents) = (&elements[..5], &exponents[..5]);
                    found.fill(base);
                    pow_in_lanes::<$tower, $tower<<FpEngine as InLanes>::Lanes>, FrEngine>(
                        &ctx,
                        elements,
                        exponents,
                        &mut found[..5],
                    );
                    assert_eq!(found[..5], expected[..5]);
                    assert_eq!(found[5..], [base; 3]);
                }
                None => eprintln!("SKIPPED: this CPU has no vectors"),
            }
        }
        let mut out = [base; 9];
        assert_eq!(<Gt>::pow_batch::<FrEngine>(&[], &[], &mut []), Err(BatchError::Empty));
        for [e, k, o] in [[8, 9, 9], [9, 8, 9], [9, 9, 8], [0, 1, 1], [1, 0, 0]] {
            let error = Gt::pow_batch(&elements[..e], &exponents[..k], &mut out[..o]);
            assert_eq!(error, Err(BatchError::LengthMismatch));
        }
    }};
}

#[test]
fn powers_are_those_of_single_elements() {
    powers!(bls12_381, Bls12381);
    powers!(bn254, Bn254);
}

macro_rules! products {
    ($curve:ident) => {{
        use $curve::{Fr, FrEngine, G1Affine, G2Affine, Gt, pairing};
        let held = engine::hold();
        let base = pairing(&G1Affine::generator(), &G2Affine::generator());
        let mut exponents: Vec<Fr> = elements(600, 1);
        let mut logarithms: Vec<Fr> = elements(600, 2);
        // Elements that are one, that come again, and of which one is the other's inverse;
        // exponents at the ends of their range.
        logarithms[40] = Fr::zero();
        logarithms[3] = logarithms[2];
        logarithms[4] = -logarithms[2];
        exponents[4] = exponents[3];
        exponents[1] = Fr::zero();
        exponents[5..9].copy_from_slice(&[Fr::one(), -Fr::one(), -Fr::from(2u32), Fr::from(7u32)]);
        exponents[9] = Fr::from(2u32).pow_vartime(&[64]);
        let all: Vec<Gt> = logarithms.iter().map(|k| base.pow(k)).collect();
        held.on_each(|engine| {
            for (first, count) in [
                (0, 1),
                (1, 1),
                (40, 1),
                (3, 2),
                (5, 1),
                (6, 1),
                (0, 10),
                (0, 63),
                (0, 64),
                (0, 65),
                (0, 600),
            ] {
                let range = first..first + count;
                let sum =
                    range.clone().fold(Fr::zero(), |sum, i| sum + logarithms[i] * exponents[i]);
                let product = Gt::product_of_powers_vartime(&all[range.clone()], &exponents[range]);
                assert_eq!(product, Ok(base.pow(&sum)), "{count} from {first}, {}", engine.name());
            }
        });
        // Nothing but ones, and nothing but zeros.
        for count in [1, 5, 100] {
            let (ones, zeros) = (vec![Gt::identity(); count], vec![Fr::zero(); count]);
            for (elements, exponents) in [
                (&ones[..], &exponents[..count]),
                (&all[..count], &zeros[..]),
                (&ones[..], &zeros[..]),
            ] {
                let product = Gt::product_of_powers_vartime(elements, exponents);
                assert_eq!(product, Ok(Gt::identity()));
            }
        }
        for exponents in [&exponents[..0], &exponents[..1]] {
            let error = Gt::product_of_powers_vartime::<FrEngine>(&[], exponents);
            assert_eq!(error, Err(BatchError::Empty));
        }
        for [e, k] in [[8, 9], [9, 8], [1, 0]] {
            let error = Gt::product_of_powers_vartime(&all[..e], &exponents[..k]);
            assert_eq!(error, Err(BatchError::LengthMismatch));
        }
    }};
}

#[test]
fn products_of_powers_are_those_of_powers() {
    products!(bls12_381);
    products!(bn254);
    #[cfg(feature = "bls12-377")]
    products!(bls12_377);
}

/// Eight powers cost what one does.
#[test]
fn powers_are_done_in_lanes() {
    use bls12_381::{Bls12381, FpEngine, FrEngine, G1Affine, G2Affine};
    let base = bls12_381::pairing(&G1Affine::generator(), &G2Affine::generator());
    let exponents: Vec<Red<FrEngine>> = elements(LANES, 0);
    let cost = |count: usize| {
        let counter = products();
        let mut out = [base; LANES];
        let (exponents, out) = (&exponents[..count], &mut out[..count]);
        pow_in_lanes::<Bls12381, Bls12381<CountedLanes<FpEngine>>, _>(
            &counter,
            &[base; LANES][..count],
            exponents,
            out,
        );
        counter.get()
    };
    // 64 squarings and 64 products, and 11 more for the table.
    assert!(cost(1) > 75 * 54 + 64 * 18);
    for count in 2..=LANES {
        assert_eq!(cost(count), cost(1), "{count} powers");
    }
}
