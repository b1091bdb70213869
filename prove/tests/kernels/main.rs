//! The kernels that cargo has just linked into this very program are proved, and the prover is
//! attacked: by mutants of the kernels, by false claims and by forged certificates.
#![cfg(all(target_arch = "x86_64", not(miri)))]
#![allow(clippy::integer_division_remainder_used)] // Nothing is secret here.

mod arm64;
mod forged;
mod linked;
mod mutants;
mod other;
mod page;
mod processor;
mod reasons;
mod refusals;
mod rv32;

use num_bigint::BigInt;
use prove::binary::Binary;
use prove::contract::Sampler;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// This program.
fn this_binary() -> Binary {
    linked::keep();
    let path = std::env::current_exe().expect("a test has a binary");
    Binary::parse(&std::fs::read(path).expect("it can be read")).expect("it has symbols")
}

/// Integers up to a limit: ends of the range, patterns of bits, random ones.
fn sampler(seed: u64) -> Sampler {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    Box::new(move |limit| {
        let words = 2 + limit.bits() / 64;
        let word = |kind: u32, rng: &mut ChaCha20Rng| match kind {
            0 => 0,
            1 => u64::MAX,
            _ => rng.next_u64(),
        };
        let random: BigInt = (0..words).fold(BigInt::from(0), |sum, _| {
            let kind = rng.next_u32() % 5;
            (sum << 64_u32) + word(kind, &mut rng)
        });
        let small = BigInt::from(rng.next_u32() % 3).min(limit.clone());
        match rng.next_u32() % 6 {
            0 => small,
            1 => limit - small,
            _ => random % (limit + 1),
        }
    })
}
