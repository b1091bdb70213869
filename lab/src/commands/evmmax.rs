//! `curvemark evmmax`: programs of modular arithmetic in the Ethereum machine, their gas and time
//! beside native code.

mod natives;
mod probe;
mod programs;
mod seed;
mod timing;

use super::engine::EngineArgument;
use super::{Exit, Failure, World};
use clap::{Args, Subcommand};
use evm::evmmax::{Backend, Dialect, PriceTable, Rules};
use std::io::Write;

/// Arguments of `evmmax`.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = false,
    disable_help_subcommand = true,
    after_help = "Dialects: eip5843-be, eip5843-le, eip6690, evmone. Prices: eip5843, asm384, eip6690, evmone.\n\
    Backends: generic (any modulus, words counted at run time), fixed (counted at compile time), adx (assembly for 4 and 6 words of\n\
    any modulus), recognised (the curves' own fields), lanes (the same, long vectors on eight lanes), null (no arithmetic: what\n\
    interpretation alone takes).\n\n\
    Examples:\n  \
    curvemark evmmax run g1-glv                         result, gas and time of a program\n  \
    curvemark evmmax run poseidon --dialect evmone --trace\n  \
    curvemark evmmax run code.hex --data 00ff --gas 100000\n  \
    curvemark evmmax table                              the benchmarks of 2023 with our columns\n  \
    curvemark evmmax gas --ns-per-gas 10                what prices this machine's times are worth\n  \
    curvemark evmmax sensitivity                        programs under all prices and backends\n  \
    curvemark evmmax natives                            programs beside native code, with the ratio's interval\n  \
    curvemark evmmax --engine adx natives               the same, native code without vectors\n  \
    curvemark evmmax worst                              the dearest time per gas of each instruction\n\n\
    Times are thread-CPU times on the machine of this library, not on revm's; docs/evmmax.md says more."
)]
pub struct Arguments {
    #[command(flatten)]
    engine: EngineArgument,
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Run a program by its name, or code from a file of hexadecimal digits
    Run(programs::RunArguments),
    /// Multiplication in G1 as benchmarked in 2023, beside native code: gas, time, time per gas
    Table(seed::Arguments),
    /// What each instruction would cost at a price of time, by the length of the modulus, beside
    /// the drafts' prices
    Gas(probe::GasArguments),
    /// The programs under every price table and backend, gas split by what it pays for
    Sensitivity(programs::SensitivityArguments),
    /// The programs beside native code that computes the same
    Natives(natives::Arguments),
    /// The most time per gas that each instruction can be made to take
    Worst(probe::WorstArguments),
}

/// Which extension runs.
#[derive(Clone, Copy, Debug, Args)]
struct Setting {
    /// The dialect; without it the first that the program is written for
    #[arg(long, value_name = "NAME", value_parser = dialect)]
    dialect: Option<Dialect>,
    /// The price table; without it the dialect's own
    #[arg(long, value_name = "NAME", value_parser = prices)]
    prices: Option<&'static PriceTable>,
    /// Who computes
    #[arg(long, value_name = "NAME", default_value = "recognised", value_parser = backend)]
    backend: Backend,
    /// Execute every instruction by itself
    #[arg(long)]
    no_fusion: bool,
}

impl Setting {
    fn rules(&self, dialect: Dialect) -> Rules {
        let prices = self.prices.copied().unwrap_or(PriceTable::of(dialect));
        Rules { dialect, prices, backend: self.backend, fused: !self.no_fusion }
    }
}

static PRICES: [PriceTable; 4] =
    [PriceTable::EIP5843, PriceTable::ASM384, PriceTable::EIP6690, PriceTable::EVMONE];

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

fn prices(name: &str) -> Result<&'static PriceTable, String> {
    named(PRICES.each_ref(), |prices| prices.name, name)
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
    match &arguments.tool {
        Tool::Run(arguments) => programs::run(arguments, world, out),
        Tool::Table(arguments) => seed::table(arguments, world, out),
        Tool::Gas(arguments) => probe::gas(arguments, world, out),
        Tool::Sensitivity(arguments) => programs::sensitivity(arguments, world, out),
        Tool::Natives(arguments) => natives::natives_table(arguments, world, out),
        Tool::Worst(arguments) => probe::worst(arguments, world, out),
    }
}
