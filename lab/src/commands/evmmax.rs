//! `curvemark evmmax`: programs of modular arithmetic in the Ethereum machine, their gas and time
//! beside native code.

mod natives;
mod prices;
mod probe;
mod programs;
mod seed;
mod timing;

use super::engine::EngineArgument;
use super::{Exit, Failure, World};
use crate::terminal::progress::Progress;
use clap::{Args, Subcommand};
use evm::evmmax::{Backend, Dialect, PriceTable, Rules};
use prices::Price;
use std::io::Write;

/// Arguments of `evmmax`.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = false,
    after_help = "Dialects: eip5843-be, eip5843-le, eip6690, evmone. Prices: eip5843, asm384, eip6690, evmone, \
    or a file of JSON as docs/evmmax.md describes it.\n\
    Backends: generic (any modulus, words counted at run time), fixed (counted at compile time), adx \
    (assembly for 4 and 6 words of any modulus), recognised (the curves' own fields), lanes (the same, \
    long vectors on eight lanes), null (no arithmetic: what interpretation takes).\n\n\
    Examples:\n  \
    curvemark evmmax run g1-glv                         result, gas and time of a program\n  \
    curvemark evmmax run poseidon --dialect evmone --trace\n  \
    curvemark evmmax run code.hex --data 00ff --gas 100000\n  \
    curvemark evmmax run g1-seed --price 384=1,3        up to 384 bits a sum costs 1 gas, a product 3\n  \
    curvemark evmmax table                              the benchmarks of 2023 with our columns\n  \
    curvemark evmmax gas --ns-per-gas 10                the prices that fit this machine's times\n  \
    curvemark evmmax sensitivity                        programs under all prices and backends\n  \
    curvemark evmmax natives                            programs next to native code, with intervals\n  \
    curvemark evmmax --engine adx natives               the same, native code without vectors\n  \
    curvemark evmmax worst                              the most time per gas of each instruction\n\n\
    Times are thread-CPU times on the machine of this library, not on revm's; docs/evmmax.md says more."
)]
pub struct Arguments {
    #[command(flatten)]
    engine: EngineArgument,
    /// Do not say on stderr what is going on
    #[arg(long, global = true)]
    quiet: bool,
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Run a program by its name, or code from a file of hexadecimal digits
    Run(programs::RunArguments),
    /// Multiplication in G1 as benchmarked in 2023, next to native code: gas, time, time per gas
    Table(seed::Arguments),
    /// What each instruction would cost at a price of time, by the length of the modulus, next
    /// to the drafts' prices
    Gas(probe::GasArguments),
    /// The programs under every price table and backend, gas split by what it pays for
    Sensitivity(programs::SensitivityArguments),
    /// The programs next to native code that computes the same
    Natives(natives::Arguments),
    /// The most time per gas that each instruction can be made to take
    Worst(probe::WorstArguments),
}

/// Which extension runs.
#[derive(Clone, Debug, Args)]
struct Setting {
    /// The dialect; without it the first that the program is written for
    #[arg(long, value_name = "NAME", value_parser = dialect)]
    dialect: Option<Dialect>,
    /// The price table, by its name or from a file; without it the dialect's own
    #[arg(long, value_name = "NAME|FILE", value_parser = prices::table)]
    prices: Option<PriceTable>,
    /// Other prices of a sum and of a product modulo numbers of so many bits; may be given several
    /// times
    #[arg(long, value_name = "BITS=ADD,MUL", value_parser = prices::price)]
    price: Vec<Price>,
    /// Who computes
    #[arg(long, value_name = "NAME", default_value = "recognised", value_parser = backend)]
    backend: Backend,
    /// Execute every instruction by itself
    #[arg(long)]
    no_fusion: bool,
}

impl Setting {
    fn rules(&self, dialect: Dialect) -> Rules {
        let prices = prices::changed(dialect, self.prices, &self.price);
        Rules { dialect, prices, backend: self.backend, fused: !self.no_fusion }
    }
}

fn named<T: Copy, const N: usize>(
    all: [T; N],
    of: impl Fn(&T) -> &'static str,
    name: &str,
) -> Result<T, String> {
    let found = all.iter().copied().find(|one| of(one) == name);
    found.ok_or_else(|| format!("one of {}", all.each_ref().map(of).join(", ")))
}

fn dialect(name: &str) -> Result<Dialect, String> {
    named(Dialect::ALL, |dialect| dialect.name(), name)
}

fn backend(name: &str) -> Result<Backend, String> {
    named(Backend::ALL, |backend| backend.name(), name)
}

/// Runs `evmmax`.
///
/// # Errors
/// [`Failure`] for arguments that cannot be used, or if `out` fails.
pub fn run(arguments: &Arguments, world: &World<'_>, out: &mut dyn Write) -> Result<Exit, Failure> {
    let _limit = arguments.engine.apply()?;
    let progress = Progress::new(1, arguments.quiet);
    let measuring =
        |what: &str| progress.phase("measuring", format!("{what}; seconds to a minute"));
    match &arguments.tool {
        Tool::Run(_) => {}
        Tool::Table(_) => measuring("multiplications in G1"),
        Tool::Gas(_) | Tool::Worst(_) => measuring("single instructions"),
        Tool::Sensitivity(_) => measuring("programs on every backend"),
        Tool::Natives(_) => measuring("programs next to native code"),
    }
    // What they print comes after the bar is gone, which would stand in its first line.
    let mut said = Vec::new();
    let done = match &arguments.tool {
        Tool::Run(arguments) => return programs::run(arguments, world, out),
        Tool::Table(arguments) => seed::table(arguments, world, &mut said),
        Tool::Gas(arguments) => probe::gas(arguments, world, &mut said),
        Tool::Sensitivity(arguments) => programs::sensitivity(arguments, world, &mut said),
        Tool::Natives(arguments) => natives::natives_table(arguments, world, &mut said),
        Tool::Worst(arguments) => probe::worst(arguments, world, &mut said),
    };
    progress.clear();
    out.write_all(&said)?;
    done
}
