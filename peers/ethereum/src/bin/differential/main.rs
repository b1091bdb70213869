//! The contracts beside those of `revm` with its own choice of arithmetic, on random and mutated
//! inputs: outputs, failures and gas.
//!
//! ```text
//! cargo run --release --manifest-path peers/ethereum/Cargo.toml --bin differential -- --inputs 100000 --seconds 600
//! ```
//!
//! That is the full demand, two hours; `--seconds` is the budget of each slow contract. Exit codes:
//! 0 if all agree, 3 if any call differs (its input is printed), 2 for arguments that cannot be
//! used.
#![forbid(unsafe_code)]

mod inputs;

use std::io::{IsTerminal, stderr};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use evm::Fork;
use evm::precompiles::{Precompile, run};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use inputs::Inputs;
use peer_api::clock::SystemClock;
use revm::precompile::{PrecompileSpecId, Precompiles, install_crypto, modexp};
use revm::primitives::U256;

/// Calls the contracts of curvemark and of revm with the same inputs, under every fork, and
/// compares outputs, failures and gas.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:\n  \
    differential                                     some minutes\n  \
    differential --inputs 100000 --seconds 600       the full demand, about two hours\n  \
    differential --only bn254-pairing --seconds 60\n  \
    differential --plug                              revm's contracts on curvemark's arithmetic\n\n\
    Exit codes: 0 all agree, 2 usage, 3 a difference")]
struct Arguments {
    /// Inputs of each contract that takes less than 20 microseconds, and of the prices of powers
    #[arg(long, value_name = "COUNT", default_value_t = 100_000)]
    inputs: u64,
    /// CPU seconds of each of the other contracts
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    seconds: u64,
    /// Seed of all inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One contract alone
    #[arg(long, value_name = "CONTRACT")]
    only: Option<Only>,
    /// Run revm's contracts on curvemark's arithmetic in place of its own: then the plug is what is
    /// compared
    #[arg(long)]
    plug: bool,
    /// No progress bar
    #[arg(long)]
    quiet: bool,
}

/// A contract by name, for the command line.
#[derive(Clone, Copy, Debug)]
struct Only(Precompile);

impl ValueEnum for Only {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [Only; Precompile::ALL.len()] = {
            let mut all = [Only(Precompile::EcRecover); Precompile::ALL.len()];
            let mut index = 0;
            while index < all.len() {
                all[index] = Only(Precompile::ALL[index]);
                index += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(name(self.0)))
    }
}

const fn name(contract: Precompile) -> &'static str {
    match contract {
        Precompile::EcRecover => "ecrecover",
        Precompile::Sha256 => "sha256",
        Precompile::Ripemd160 => "ripemd160",
        Precompile::Identity => "identity",
        Precompile::ModExp => "modexp",
        Precompile::Bn254Add => "bn254-add",
        Precompile::Bn254Mul => "bn254-mul",
        Precompile::Bn254Pairing => "bn254-pairing",
        Precompile::Blake2F => "blake2f",
        Precompile::PointEvaluation => "point-evaluation",
        Precompile::Bls12G1Add => "bls12-g1-add",
        Precompile::Bls12G1Msm => "bls12-g1-msm",
        Precompile::Bls12G2Add => "bls12-g2-add",
        Precompile::Bls12G2Msm => "bls12-g2-msm",
        Precompile::Bls12Pairing => "bls12-pairing",
        Precompile::Bls12MapFpToG1 => "bls12-map-fp-to-g1",
        Precompile::Bls12MapFp2ToG2 => "bls12-map-fp2-to-g2",
        Precompile::P256Verify => "p256-verify",
        _ => "unknown",
    }
}

/// Those that take less than 20 microseconds: counted by inputs, the others by time.
const fn is_fast(contract: Precompile) -> bool {
    matches!(
        contract,
        Precompile::Sha256
            | Precompile::Ripemd160
            | Precompile::Identity
            | Precompile::Bn254Add
            | Precompile::Blake2F
            | Precompile::Bls12G1Add
            | Precompile::Bls12G2Add
    )
}

const FORKS: [(Fork, PrecompileSpecId); 5] = [
    (Fork::Istanbul, PrecompileSpecId::ISTANBUL),
    (Fork::Berlin, PrecompileSpecId::BERLIN),
    (Fork::Cancun, PrecompileSpecId::CANCUN),
    (Fork::Prague, PrecompileSpecId::PRAGUE),
    (Fork::Osaka, PrecompileSpecId::OSAKA),
];

/// Above the price of all inputs that are made here, but of powers that nobody could wait for.
const LIMIT: u64 = 20_000_000;

/// Prices from here on are one: revm's number of squarings stops at 2^64 − 1 before it is
/// multiplied, so that for exponents of 2^61 bytes its prices are lower than the EIPs' formulas.
const DEAR: u64 = 1 << 53;

/// Differences that are told of one contract; after these it is given up.
const TOLD: u64 = 3;

/// What became of the inputs of one contract.
#[derive(Default)]
struct Tally {
    inputs: u64,
    succeeded: u64,
    failed: u64,
    without_gas: u64,
    different: u64,
}

/// One input, under one fork and one limit of gas.
fn compare(
    contract: Precompile,
    inputs: &mut Inputs,
    forks: &[(Fork, PrecompileSpecId)],
    tally: &mut Tally,
) {
    let input = inputs.next(contract);
    let (fork, spec) = forks[inputs.below(forks.len())];
    let price = contract.gas(fork, &input);
    // Just enough and one too little show the price itself.
    let limit = match inputs.below(10) {
        0 => price.min(LIMIT),
        1 => price.saturating_sub(1).min(LIMIT),
        _ => LIMIT,
    };
    let theirs = Precompiles::new(spec).get(&contract.address().into()).expect("the fork has it");
    let theirs = theirs.execute(&input, limit, 0).expect("nothing is fatal");
    let theirs = theirs.is_success().then(|| (theirs.gas_used, theirs.bytes.to_vec()));
    let ours = run(fork, &contract.address(), &input, limit).expect("the fork has it");
    let ours = ours.ok().map(|output| (output.gas, output.bytes));
    tally.inputs += 1;
    tally.without_gas += u64::from(price > limit);
    if ours.is_some() {
        tally.succeeded += 1;
    } else {
        tally.failed += 1;
    }
    if ours != theirs {
        tally.different += 1;
        let hex: String = input.iter().map(|byte| format!("{byte:02x}")).collect();
        eprintln!(
            "{} under {fork:?} with {limit} gas: curvemark {ours:?}, revm {theirs:?}, input {hex}",
            name(contract)
        );
    }
}

/// The prices of powers, for lengths that nobody could pay too: lengths up to 2^64 − 1, and heads
/// of exponents of all lengths.
fn price(inputs: &mut Inputs, tally: &mut Tally) {
    let (lengths, head) = (inputs.lengths(), inputs.head());
    let mut input: Vec<u8> =
        lengths.iter().flat_map(|length| U256::from(*length).to_be_bytes::<32>()).collect();
    let [base, exponent, modulus] = lengths;
    // What is not there of the exponent is zero; the base is, since only short ones come before the
    // exponent here.
    let there = if base <= 4096 { head.len().min(exponent.min(32) as usize) } else { 0 };
    if base <= 4096 {
        input.resize(96 + base as usize, 0xa5);
        input.extend(&head[..there]);
    }
    let mut word = [0; 32];
    let first = 32 - exponent.min(32) as usize;
    word[first..first + there].copy_from_slice(&head[..there]);
    let word = U256::from_be_bytes(word);
    for (fork, expected) in [
        (Fork::Istanbul, modexp::byzantium_gas_calc(base, exponent, modulus, &word)),
        (Fork::Berlin, modexp::berlin_gas_calc(base, exponent, modulus, &word)),
        (Fork::Osaka, modexp::osaka_gas_calc(base, exponent, modulus, &word)),
    ] {
        let ours = Precompile::ModExp.gas(fork, &input);
        if ours.min(DEAR) != expected.min(DEAR) {
            tally.different += 1;
            eprintln!(
                "price of a power under {fork:?}: curvemark {ours}, revm {expected}, lengths {lengths:?}, {head:02x?}"
            );
        }
    }
    tally.inputs += 1;
    tally.succeeded += 1;
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.plug {
        assert!(install_crypto(evm::revm::Curvemark), "nobody was first");
        println!("revm's contracts on curvemark's arithmetic");
    }
    let hidden = arguments.quiet || !stderr().is_terminal();
    let target =
        if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(5) };
    let bar = ProgressBar::with_draw_target(Some(1), target);
    if let Ok(style) = ProgressStyle::with_template("{prefix:>20} [{bar:30}] {percent:>3} %  {msg}")
    {
        bar.set_style(style.progress_chars("=> "));
    }
    let clock = SystemClock::new();
    println!(
        "{:<20} {:>9} {:>9} {:>9} {:>9} {:>9} {:>8}",
        "contract", "inputs", "succeed", "fail", "no gas", "differ", "CPU s"
    );
    let mut different = 0;
    let mut each = |contract: Option<Precompile>,
                    by_inputs: bool,
                    one: &mut dyn FnMut(&mut Inputs, &mut Tally)| {
        let shown = contract.map_or("prices of powers", name);
        let mut inputs = Inputs::new(arguments.seed, contract);
        let (start, mut tally, mut spent) = (clock.start(), Tally::default(), 0.0);
        bar.set_prefix(shown);
        loop {
            let (done, all) = if by_inputs {
                (tally.inputs, arguments.inputs)
            } else {
                ((spent * 1e3) as u64, arguments.seconds * 1000)
            };
            if done >= all || tally.different >= TOLD {
                break;
            }
            bar.set_length(all);
            bar.set_position(done);
            one(&mut inputs, &mut tally);
            spent = clock.stop().since(&start, &Default::default()).cpu_ns / 1e9;
        }
        bar.suspend(|| {
            println!(
                "{shown:<20} {:>9} {:>9} {:>9} {:>9} {:>9} {spent:>8.1}",
                tally.inputs, tally.succeeded, tally.failed, tally.without_gas, tally.different
            );
        });
        different += tally.different;
    };
    for contract in Precompile::ALL {
        if arguments.only.is_some_and(|only| only.0 != contract) {
            continue;
        }
        let forks: Vec<_> =
            FORKS.into_iter().filter(|(fork, _)| *fork >= contract.since()).collect();
        each(Some(contract), is_fast(contract), &mut |inputs, tally| {
            compare(contract, inputs, &forks, tally)
        });
        if contract == Precompile::ModExp {
            each(None, true, &mut |inputs, tally| price(inputs, tally));
        }
    }
    bar.finish_and_clear();
    if different == 0 { ExitCode::SUCCESS } else { ExitCode::from(3) }
}
