//! What curvemark has under fastcrypto's names, beside fastcrypto itself, on random and mutated
//! inputs: the strings of Groth16 on both curves, the verifiable random function on ristretto255,
//! zkLogin.
//!
//! ```text
//! cargo run --release --manifest-path peers/ethereum/Cargo.toml --bin encodings -- --rounds 1000
//! ```
//!
//! Bytes that both make must be the same, and both must accept the same. Reasons to refuse may
//! differ: curvemark checks the order in the target group, which fastcrypto does not. What is known
//! to differ is left out: identities in whole keys, bytes behind the end on BN254, a secret of
//! zero, salts that are not reduced.
//!
//! Exit codes: 0 if all agree, 3 if anything differs (it is printed), 2 for arguments that cannot
//! be used.
#![forbid(unsafe_code)]

mod groth16;
mod vrf;
mod zklogin;

use std::fmt::Debug;
use std::process::ExitCode;

use clap::Parser;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Compares curvemark's answers under fastcrypto's names with fastcrypto's.
#[derive(Debug, Parser)]
#[command(after_help = "Exit codes: 0 all agree, 2 usage, 3 a difference")]
struct Arguments {
    /// Rounds; each has about a hundred comparisons
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    rounds: u64,
    /// Seed of all inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What became of the comparisons of one kind.
struct Tally {
    name: &'static str,
    accepted: u64,
    refused: u64,
    different: u64,
}

impl Tally {
    fn new(name: &'static str) -> Self {
        Self { name, accepted: 0, refused: 0, different: 0 }
    }

    /// One answer of each: what is accepted, with what it says.
    fn compare<T: PartialEq + Debug>(
        &mut self,
        ours: Option<T>,
        theirs: Option<T>,
        of: &dyn Debug,
    ) {
        if ours != theirs {
            self.different += 1;
            println!("{}: curvemark {ours:?}, fastcrypto {theirs:?}, of {of:?}", self.name);
        } else if ours.is_some() {
            self.accepted += 1;
        } else {
            self.refused += 1;
        }
    }
}

/// Random numbers, and bytes that are changed.
struct Mutator(ChaCha8Rng);

impl Mutator {
    fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.0.fill_bytes(&mut bytes);
        bytes
    }

    /// Bytes with one change: a bit, the length, a piece of 32 that is random, zero or moved.
    fn change(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        if bytes.is_empty() {
            return vec![0];
        }
        let at = self.below(bytes.len());
        let end = (at & !31) + 32;
        let piece = (at & !31)..end.min(bytes.len());
        match self.below(8) {
            0 => bytes.truncate(at),
            1 => bytes.push(0),
            2 => bytes[piece].fill(0),
            3 => bytes[piece].fill(0xff),
            4 => {
                let random = self.bytes(piece.len());
                bytes[piece].copy_from_slice(&random);
            }
            // The bits where encodings have their flags.
            5 => bytes[piece.end - 1] ^= 1 << (5 + self.below(3)),
            6 => bytes[piece.start] ^= 1 << (5 + self.below(3)),
            _ => bytes[at] ^= 1 << self.below(8),
        }
        bytes
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut mutator = Mutator(ChaCha8Rng::seed_from_u64(arguments.seed));
    let mut tallies = [
        Tally::new("Groth16 on BN254"),
        Tally::new("Groth16 on BLS12-381"),
        Tally::new("VRF on ristretto255"),
        Tally::new("zkLogin"),
    ];
    let [bn254, bls12, of_vrf, of_zklogin] = &mut tallies;
    for round in 0..arguments.rounds {
        groth16::on_bn254(round, &mut mutator, bn254);
        groth16::on_bls12_381(round, &mut mutator, bls12);
        vrf::round(&mut mutator, of_vrf);
        zklogin::round(round, &mut mutator, of_zklogin);
    }
    for tally in &tallies {
        let Tally { name, accepted, refused, different } = tally;
        println!("{name}: {accepted} accepted, {refused} refused, {different} different");
    }
    if tallies.iter().any(|tally| tally.different > 0) {
        ExitCode::from(3)
    } else {
        ExitCode::SUCCESS
    }
}
