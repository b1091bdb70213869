//! Garbage for every contract: an output or an error, without a panic and within the gas.
#![allow(clippy::integer_division_remainder_used, reason = "inputs are drawn; all is public")]

use evm::Fork;
use evm::precompiles::{Error, Precompile, run};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Enough for any of the contracts, and for a hundred thousand rounds of BLAKE2 or a small power.
const LIMIT: u64 = 100_000;

/// Lengths at which a contract's inputs end, or its parts.
const LENGTHS: &[usize] = &[
    0, 1, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 159, 160, 161, 191, 192, 193, 212, 213, 214,
    255, 256, 257, 288, 320, 384, 385, 512, 513, 576, 768,
];

/// An input of so many bytes: noise, zeros, ones, small numbers in words of 32 or 64 bytes, which
/// are elements of the fields and lengths.
fn input(rng: &mut ChaCha8Rng, length: usize) -> Vec<u8> {
    let mut out = vec![0; length];
    match rng.next_u32() % 6 {
        0 => rng.fill_bytes(&mut out),
        1 => {}
        2 => out.fill(0xff),
        kind => {
            let word = if kind == 3 { 64 } else { 32 };
            for chunk in out.chunks_mut(word) {
                let last = chunk.len() - 1;
                chunk[last] = (rng.next_u32() % 40) as u8;
                if kind == 5 && rng.next_u32() & 3 == 0 {
                    rng.fill_bytes(chunk);
                }
            }
        }
    }
    out
}

#[test]
fn every_contract_answers() {
    let rng = &mut ChaCha8Rng::seed_from_u64(4);
    for contract in Precompile::ALL {
        let mut kinds = [0; 2];
        for round in 0..400 {
            let length = match round % 4 {
                0 => rng.next_u32() as usize % 1200,
                _ => LENGTHS[rng.next_u32() as usize % LENGTHS.len()],
            };
            let input = input(rng, length);
            for fork in [contract.since(), Fork::Osaka] {
                let gas = contract.gas(fork, &input);
                match run(fork, &contract.address(), &input, LIMIT).expect("a contract") {
                    Ok(output) => {
                        assert_eq!(output.gas, gas);
                        assert!(gas <= LIMIT);
                        kinds[0] += 1;
                    }
                    Err(error) => {
                        assert_eq!(error == Error::OutOfGas, gas > LIMIT, "{contract:?} {error}");
                        kinds[1] += 1;
                    }
                }
            }
        }
        let takes_all = matches!(
            contract,
            Precompile::EcRecover
                | Precompile::Sha256
                | Precompile::Ripemd160
                | Precompile::Identity
                | Precompile::P256Verify
        );
        assert_eq!(kinds[1] == 0, takes_all, "{contract:?} {kinds:?}");
    }
}

/// A valid point with each of its bytes changed is refused, or gives what the changed point gives;
/// never more than one length is taken.
#[test]
fn lengths_that_are_not_padded_are_exact() {
    let exact = [
        (Precompile::Blake2F, 213),
        (Precompile::PointEvaluation, 192),
        (Precompile::Bls12G1Add, 256),
        (Precompile::Bls12G2Add, 512),
        (Precompile::Bls12G1Msm, 160),
        (Precompile::Bls12G2Msm, 288),
        (Precompile::Bls12Pairing, 384),
        (Precompile::Bls12MapFpToG1, 64),
        (Precompile::Bls12MapFp2ToG2, 128),
        (Precompile::Bn254Pairing, 192),
    ];
    for (contract, length) in exact {
        for other in [length - 1, length + 1, 1] {
            assert_eq!(
                contract.call(Fork::Osaka, &vec![0; other]),
                Err(Error::Length),
                "{contract:?}"
            );
        }
        assert_ne!(
            contract.call(Fork::Osaka, &vec![0; length]),
            Err(Error::Length),
            "{contract:?}"
        );
    }
    // No signature is too long or too short.
    assert_eq!(Precompile::P256Verify.call(Fork::Osaka, &[1; 161]), Ok(vec![]));
}

/// Points of the curve outside the group: sums take them, products and pairings do not.
#[test]
fn points_outside_the_group() {
    // (0, 2) on y² = x³ + 4 has order 3.
    let mut point = [0; 128];
    point[127] = 2;
    let add = [point, point].concat();
    assert!(Precompile::Bls12G1Add.call(Fork::Prague, &add).is_ok());
    let mul = [&point[..], &[0; 32]].concat();
    assert!(matches!(Precompile::Bls12G1Msm.call(Fork::Prague, &mul), Err(Error::Point(_))));
    let pair = [&point[..], &[0; 256]].concat();
    assert!(matches!(Precompile::Bls12Pairing.call(Fork::Prague, &pair), Err(Error::Point(_))));
}
