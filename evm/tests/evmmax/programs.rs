//! Programs beside the natives of `curve`, published values, and their gas.

use curve::bls12_381::{Fp, FpEngine, Fr, G2, G2Affine};
use curve::bn254;
use curve::poseidon::Poseidon;
use evm::evmmax::machine::{End, Outcome, run};
use evm::evmmax::programs::{Program, inversion, poseidon};
use evm::evmmax::{Backend, Dialect, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::hex;

const WITH_REGISTERS: [Dialect; 2] = [Dialect::Eip6690, Dialect::Evmone];

/// On every backend that computes, with and without fusion: the same.
pub(crate) fn outcome(code: &[u8], dialect: Dialect, data: &[u8]) -> Outcome {
    let outcome = run(&Rules::of(dialect), code, data, 10_000_000);
    for (backend, fused) in [
        (Backend::Generic, false),
        (Backend::Generic, true),
        (Backend::Fixed, true),
        (Backend::Adx, true),
    ] {
        let other = run(&Rules { backend, fused, ..Rules::of(dialect) }, code, data, 10_000_000);
        assert_eq!(outcome, other, "{backend:?} {fused}");
    }
    outcome
}

pub(crate) fn returned(outcome: &Outcome) -> &[u8] {
    let End::Returned(bytes) = &outcome.end else { panic!("{outcome:?}") };
    bytes
}

#[test]
fn inverses() {
    let mut rng = ChaCha8Rng::seed_from_u64(20);
    for dialect in WITH_REGISTERS {
        let code = Program::Inversion.code(dialect).expect("the program");
        let mut gas = None;
        for i in 0..20_u32 {
            let mut wide = [0; 96];
            rng.fill_bytes(&mut wide);
            let x = match i {
                0..=3 => Fp::from(i),
                4 => -&Fp::one(),
                _ => Fp::from_uniform_bytes(&wide),
            };
            let mut data = [0; 48];
            x.to_bytes(&mut data);
            let outcome = outcome(&code, dialect, &data);
            let (inverse, canonical) = Fp::from_bytes(returned(&outcome));
            assert!(bool::from(canonical));
            assert_eq!(inverse, x.invert());
            assert_eq!(*gas.get_or_insert(outcome.gas_used), outcome.gas_used);
            assert_eq!(inversion::inverse().evaluate::<FpEngine>(&[x]), Some(vec![inverse]));
        }
        println!("inversion: {} bytes, {gas:?} gas, {dialect:?}", code.len());
    }
    let counts = inversion::inverse().counts();
    assert_eq!((counts.adds, counts.subs), (0, 0));
    assert!(counts.muls <= 465, "{counts:?}");
}

fn coefficients(point: &G2) -> Vec<Fp> {
    point.coordinates().into_iter().flat_map(|a| [a.c0(), a.c1()]).collect()
}

#[test]
fn multiples_in_g2() {
    let mut rng = ChaCha8Rng::seed_from_u64(21);
    let base = G2::generator().mul_vartime(&Fr::from(7_u32));
    let affine: G2Affine = base.to_affine();
    for dialect in WITH_REGISTERS {
        let code = Program::G2Mul.code(dialect).expect("the program");
        for i in 0..6_u8 {
            let mut scalar = [0; 32];
            match i {
                0..=2 => scalar[31] = i,
                3 => scalar.fill(0xff),
                _ => rng.fill_bytes(&mut scalar),
            }
            let mut data = scalar.to_vec();
            for coordinate in [affine.x(), affine.y()] {
                for coefficient in [coordinate.c0(), coordinate.c1()] {
                    let mut bytes = [0; 48];
                    coefficient.to_bytes(&mut bytes);
                    data.extend(bytes);
                }
            }
            let outcome = outcome(&code, dialect, &data);
            let values: Vec<Fp> =
                returned(&outcome).chunks(48).map(|bytes| Fp::from_bytes(bytes).0).collect();
            let point = |values: &[Fp]| {
                let [x, y, z] =
                    [0, 2, 4].map(|at| curve::bls12_381::Fp2::new(values[at], values[at + 1]));
                G2::from_xyz_unchecked_curve_and_subgroup(x, y, z)
            };
            assert!(values.iter().any(|a| *a != Fp::zero()));
            let expected = base.mul_vartime(&Fr::from_uniform_bytes(&scalar));
            assert_eq!(
                point(&values),
                point(&coefficients(&expected)),
                "{dialect:?} {scalar:02x?}"
            );
            if i == 3 {
                println!("g2: {} bytes, at most {} gas, {dialect:?}", code.len(), outcome.gas_used);
                // The author's double-and-add of 2024: 123,631 gas at fallback prices, 70,619 at
                // those of assembly.
                assert!(outcome.gas_used < 123_631);
            }
        }
    }
}

#[test]
fn poseidon_is_circoms() {
    let native = Poseidon::<bn254::FrEngine>::new(2).expect("parameters");
    let mut rng = ChaCha8Rng::seed_from_u64(22);
    for (dialect, most) in [(Dialect::Evmone, 4_683), (Dialect::Eip6690, 6_000)] {
        let code = Program::Poseidon.code(dialect).expect("the program");
        let sample = outcome(&code, dialect, &Program::Poseidon.sample(dialect));
        // circomlib, test/poseidoncircuit.js: the hash of 1 and 2.
        assert_eq!(
            returned(&sample),
            hex("115cc0f5e7d690413df64c6b9662e9cf2a3617f2743245519e19607a4417189a")
        );
        // evmone's own program costs 4,683 gas at a price of PUSH that is lower than that of
        // Cancun.
        assert!(sample.gas_used <= most, "{dialect:?}: {}", sample.gas_used);
        println!(
            "poseidon: {} bytes, {} gas, {dialect:?}: {:?}",
            code.len(),
            sample.gas_used,
            sample.executed
        );
        for _ in 0..4 {
            let elements = [0; 2].map(|_: u8| {
                let mut wide = [0; 64];
                rng.fill_bytes(&mut wide);
                bn254::Fr::from_uniform_bytes(&wide)
            });
            let mut data = [0; 64];
            elements[0].to_bytes(&mut data[..32]);
            elements[1].to_bytes(&mut data[32..]);
            let mut expected = [0; 32];
            let hash = native.hash(&elements).expect("two elements");
            hash.to_bytes(&mut expected);
            let outcome = outcome(&code, dialect, &data);
            assert_eq!((returned(&outcome), outcome.gas_used), (&expected[..], sample.gas_used));
            assert_eq!(poseidon::hash().evaluate::<bn254::FrEngine>(&elements), Some(vec![hash]));
        }
    }
}

#[test]
fn every_program_runs_on_its_sample_and_is_refused_elsewhere() {
    for program in Program::ALL {
        assert_eq!(Program::from_name(program.name()), Some(program));
        for dialect in Dialect::ALL {
            let code = program.code(dialect);
            assert_eq!(code.is_ok(), program.is_in(dialect), "{program:?} {dialect:?}");
            if let Ok(code) = code {
                let outcome = run(&Rules::of(dialect), &code, &program.sample(dialect), 1_000_000);
                assert!(
                    matches!(outcome.end, End::Returned(_)),
                    "{program:?} {dialect:?}: {outcome:?}"
                );
            }
        }
    }
    assert_eq!(Program::from_name("none"), None);
}
