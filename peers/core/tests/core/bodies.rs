//! Every body runs, and keeps to the interface's small print.

use peer_api::{Curve, OPERATIONS, Operation, Refusal};
use peer_core::{implementations, sample};

/// The operations on the curve of these libraries.
fn operations() -> impl Iterator<Item = &'static Operation> {
    OPERATIONS.iter().filter(|operation| Curve::of(operation.id) == Some(Curve::Bls12381))
}

#[test]
fn every_body_runs_and_still_answers() {
    for operation in operations() {
        let pool: Vec<_> = (0..3)
            .map(|index| sample::case(operation, &sample::seed(operation.id, index)))
            .collect();
        for implementation in implementations() {
            if implementation.contract(operation).is_none() {
                continue;
            }
            let mut body = implementation.prepare(operation, &pool).expect("valid cases");
            let before = body.answer(1);
            body.run(0);
            // More calls than cases, and not a multiple of them.
            body.run(4);
            body.run(1);
            assert_eq!(body.answer(1), before, "{} {}", implementation.about().name, operation.id);
            assert!(body.answer(3).is_err(), "there is no such case");
        }
    }
}

#[test]
fn pools_that_do_not_fit_are_refused() {
    for operation in operations() {
        let case = sample::case(operation, &[7; 32]);
        let too_long = [&case[..], &case[..1]].concat();
        for implementation in implementations() {
            if implementation.contract(operation).is_none() {
                continue;
            }
            let refusal = |pool: &[_]| implementation.prepare(operation, pool).err();
            assert!(matches!(refusal(&[]), Some(Refusal::Unsupported(_))), "{}", operation.id);
            assert_eq!(
                refusal(&[case.clone(), too_long.clone()]),
                Some(Refusal::Invalid),
                "{}",
                operation.id
            );
            assert_eq!(refusal(&[case[1..].to_vec()]), Some(Refusal::Invalid), "{}", operation.id);
        }
    }
}

#[test]
fn values_at_the_moduli_do_not_parse() {
    for (id, position, bad) in [
        ("bls12-381/fp_mul", 1, sample::P.to_vec()),
        ("bls12-381/fr_mul", 0, sample::R.to_vec()),
        ("bls12-381/fp2_sqr", 0, [[0; 48], sample::P].concat()),
        ("bls12-381/fp12_inv", 0, [vec![0; 528], sample::P.to_vec()].concat()),
        ("bls12-381/g1_mul", 1, sample::R.to_vec()),
        ("bls12-381/g1_add", 0, sample::g1_outside_subgroup(&[7; 32]).to_vec()),
        ("bls12-381/g2_mul", 0, sample::g2_outside_subgroup(&[7; 32]).to_vec()),
        ("bls12-381/g1_subgroup_check", 0, sample::g1_off_curve(&[7; 32]).to_vec()),
        ("bls12-381/g2_subgroup_check", 0, sample::g2_off_curve(&[7; 32]).to_vec()),
    ] {
        let operation = peer_api::operation(id).expect("a known operation");
        let mut case = sample::case(operation, &[7; 32]);
        case[position] = bad;
        for implementation in implementations() {
            if implementation.contract(operation).is_some() {
                let refusal = implementation.prepare(operation, std::slice::from_ref(&case)).err();
                assert_eq!(refusal, Some(Refusal::Invalid), "{} {id}", implementation.about().name);
            }
        }
    }
}

#[test]
fn samples_are_what_they_say() {
    for index in 0..20 {
        let seed = sample::seed("samples", index);
        assert!(sample::fp(&seed) < sample::P && sample::fr(&seed) < sample::R);
        assert_eq!(sample::fp12(&seed), sample::fp12(&seed));
        assert_ne!(sample::g1(&seed), sample::g1(&sample::seed("samples", index + 1)));
        assert_eq!(sample::cashu_secret(&seed).len(), 64);
    }
}
