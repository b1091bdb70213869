//! `run` and `sensitivity`.

use super::prices::TABLES;
use super::timing::{Body, interleaved};
use super::{Backend, Dialect, Exit, Failure, Rules, Setting, World};
use crate::commands::json;
use crate::terminal::table::{plain, right, text_with_spare};
use crate::terminal::units;
use clap::Args;
use evm::evmmax::Operation;
use evm::evmmax::machine::{Code, End, Instruction, Outcome, run_traced};
use evm::evmmax::programs::Program;
use serde::Serialize;
use std::hint::black_box;
use std::io::{self, Write};
use std::path::Path;

#[derive(Debug, Args)]
#[command(
    after_help = "Programs: g1-seed, g1-tight, g1-glv, g1-msm, g2-mul, pairing, recover, inversion, poseidon. Anything else is a file of code in hexadecimal digits."
)]
pub(super) struct RunArguments {
    /// A program's name, or a file
    #[arg(value_name = "PROGRAM|FILE")]
    program: String,
    #[command(flatten)]
    setting: Setting,
    /// Call data in hexadecimal digits; without it the program's own example
    #[arg(long, value_name = "HEX")]
    data: Option<String>,
    /// Gas of the call
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    gas: u64,
    /// Rounds of the measurement
    #[arg(long, value_name = "N", default_value_t = 21, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    /// Show every instruction with its operands and gas, and time nothing
    #[arg(long)]
    trace: bool,
    /// Write JSON
    #[arg(long, conflicts_with = "trace")]
    json: bool,
}

fn bytes_of(digits: &str, what: &str) -> Result<Vec<u8>, Failure> {
    let digits: String = digits.split_whitespace().collect();
    let digits = digits.strip_prefix("0x").unwrap_or(&digits);
    base16ct::mixed::decode_vec(digits)
        .map_err(|_| Failure::usage(format!("{what}: not hexadecimal digits of whole bytes")))
}

/// The code in a file of hexadecimal digits.
fn code_of(file: &Path) -> Result<Vec<u8>, Failure> {
    let shown = file.display();
    let bytes = std::fs::read(file).map_err(|error| {
        let known = Program::ALL.map(Program::name).join(", ");
        let why = match error.kind() {
            io::ErrorKind::NotFound => "no program and no file of this name".to_owned(),
            io::ErrorKind::IsADirectory => {
                "a folder, where a file or a program is needed".to_owned()
            }
            _ => format!("cannot be read: {error}"),
        };
        Failure::usage(format!("{shown}: {why}; programs are {known}"))
    })?;
    let digits = String::from_utf8(bytes).map_err(|_| {
        Failure::usage(format!("{shown} is a binary file, where hexadecimal digits are needed"))
    })?;
    let code = bytes_of(&digits, &shown.to_string())?;
    if code.is_empty() {
        return Err(Failure::usage(format!("{shown} is empty, where code is needed")));
    }
    Ok(code)
}

fn hex(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(bytes)
}

/// The dialect of a program: that of the arguments, or the first of EIP-6690 and EIP-5843 that has
/// it.
fn dialect_of(program: Program, setting: &Setting) -> Result<Dialect, Failure> {
    let dialect = setting.dialect.unwrap_or(if program.is_in(Dialect::Eip6690) {
        Dialect::Eip6690
    } else {
        Dialect::Eip5843Be
    });
    if program.is_in(dialect) {
        return Ok(dialect);
    }
    Err(Failure::usage(format!("{} is not written for {}", program.name(), dialect.name())))
}

/// Gas by what it pays for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Split {
    /// Sums, differences and products.
    arithmetic: u64,
    /// Sums with a register that holds zero.
    copies: u64,
    /// SETMODX, LOADX, STOREX, TOMONTX.
    transfers: u64,
    /// All other instructions.
    control: u64,
}

fn split(rules: &Rules, code: &[u8], data: &[u8], gas: u64, zero: Option<u8>) -> (Split, Outcome) {
    let kind = |instruction: &Instruction<'_>| match rules.dialect.operation(instruction.opcode) {
        Some(Operation::Add)
            if rules
                .dialect
                .vector(instruction.data)
                .is_some_and(|vector| Some(vector.y) == zero && vector.count == 1) =>
        {
            1
        }
        Some(operation) if operation.is_arithmetic() => 0,
        Some(_) => 2,
        None => 3,
    };
    let mut parts = [0_u64; 4];
    let mut last = None;
    let outcome = run_traced(rules, code, data, gas, |instruction| {
        if let Some((kind, before)) = last.replace((kind(instruction), instruction.gas)) {
            parts[kind as usize] += before - instruction.gas;
        }
    });
    if let Some((kind, before)) = last {
        parts[kind as usize] += before - (gas - outcome.gas_used);
    }
    let [arithmetic, copies, transfers, control] = parts;
    (Split { arithmetic, copies, transfers, control }, outcome)
}

#[derive(Serialize)]
struct Answer {
    program: String,
    dialect: &'static str,
    prices: &'static str,
    backend: &'static str,
    fused: bool,
    code_bytes: usize,
    /// `returned`, `reverted` or the reason of a halt.
    end: String,
    output: String,
    gas: u64,
    split: Split,
    instructions: u64,
    adds: u64,
    subs: u64,
    muls: u64,
    ns: f64,
    ns_per_gas: f64,
}

pub(super) fn run(
    arguments: &RunArguments,
    world: &World<'_>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let setting = &arguments.setting;
    let program = Program::from_name(&arguments.program);
    let (dialect, code) = match program {
        Some(program) => {
            let dialect = dialect_of(program, setting)?;
            (dialect, program.code(dialect).map_err(|error| Failure::usage(error.to_string()))?)
        }
        None => {
            let file = Path::new(&arguments.program);
            (setting.dialect.unwrap_or_default(), code_of(file)?)
        }
    };
    let data = match (&arguments.data, program) {
        (Some(digits), _) => bytes_of(digits, "--data")?,
        (None, Some(program)) => program.sample(dialect),
        (None, None) => Vec::new(),
    };
    let rules = setting.rules(dialect);
    if arguments.trace {
        return trace(&rules, &code, &data, arguments.gas, out);
    }
    let (split, outcome) =
        split(&rules, &code, &data, arguments.gas, program.and_then(Program::zero));
    let mut prepared = Code::new(&rules, &code);
    let mut body: [Body<'_>; 1] = [Box::new(|| {
        black_box(prepared.run(black_box(&data), arguments.gas));
    })];
    let ns = interleaved(world.clock, arguments.rounds, &mut body)[0];
    let (end, output) = match &outcome.end {
        End::Returned(bytes) => ("returned".to_owned(), hex(bytes)),
        End::Reverted(bytes) => ("reverted".to_owned(), hex(bytes)),
        End::Halted(halt) => (format!("halted: {halt}"), String::new()),
    };
    let executed = outcome.executed;
    let answer = Answer {
        program: arguments.program.clone(),
        dialect: dialect.name(),
        prices: rules.prices.name,
        backend: rules.backend.name(),
        fused: rules.fused && !dialect.in_memory(),
        code_bytes: code.len(),
        end,
        output,
        gas: outcome.gas_used,
        split,
        instructions: executed.instructions,
        adds: executed.adds,
        subs: executed.subs,
        muls: executed.muls,
        ns,
        ns_per_gas: ns / outcome.gas_used.max(1) as f64,
    };
    if arguments.json {
        json(out, &answer)?;
        return Ok(Exit::Good);
    }
    let fused = if answer.fused { ", fused" } else { "" };
    writeln!(out, "program  {}, {} bytes", answer.program, answer.code_bytes)?;
    writeln!(
        out,
        "rules    {}, prices of {}, backend {}{fused}",
        answer.dialect, answer.prices, answer.backend
    )?;
    let end = format!("{} {}", answer.end, answer.output);
    writeln!(out, "end      {}", end.trim_end())?;
    let Split { arithmetic, copies, transfers, control } = split;
    writeln!(
        out,
        "gas      {}: arithmetic {arithmetic}, copies {copies}, set-up and transfers {transfers}, control {control}",
        answer.gas
    )?;
    writeln!(
        out,
        "executed {} instructions: {} sums, {} differences, {} products",
        answer.instructions, answer.adds, answer.subs, answer.muls
    )?;
    writeln!(out, "time     {}, {} ns per gas", units::time(ns), units::cost(answer.ns_per_gas))?;
    Ok(Exit::Good)
}

/// The mnemonic of an instruction that is not of the extension.
fn mnemonic(opcode: u8) -> String {
    let known = match opcode {
        0x00 => "STOP",
        0x01 => "ADD",
        0x02 => "MUL",
        0x03 => "SUB",
        0x04 => "DIV",
        0x06 => "MOD",
        0x10 => "LT",
        0x11 => "GT",
        0x14 => "EQ",
        0x15 => "ISZERO",
        0x16 => "AND",
        0x17 => "OR",
        0x18 => "XOR",
        0x19 => "NOT",
        0x1a => "BYTE",
        0x1b => "SHL",
        0x1c => "SHR",
        0x35 => "CALLDATALOAD",
        0x36 => "CALLDATASIZE",
        0x37 => "CALLDATACOPY",
        0x38 => "CODESIZE",
        0x39 => "CODECOPY",
        0x50 => "POP",
        0x51 => "MLOAD",
        0x52 => "MSTORE",
        0x53 => "MSTORE8",
        0x56 => "JUMP",
        0x57 => "JUMPI",
        0x58 => "PC",
        0x59 => "MSIZE",
        0x5a => "GAS",
        0x5b => "JUMPDEST",
        0x5e => "MCOPY",
        0xf3 => "RETURN",
        0xfa => "STATICCALL",
        0xfd => "REVERT",
        0x5f..=0x7f => return format!("PUSH{}", opcode - 0x5f),
        0x80..=0x8f => return format!("DUP{}", opcode - 0x7f),
        0x90..=0x9f => return format!("SWAP{}", opcode - 0x8f),
        _ => return format!("{opcode:#04x}"),
    };
    known.to_owned()
}

fn trace(
    rules: &Rules,
    code: &[u8],
    data: &[u8],
    gas: u64,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let mut written = Ok(());
    writeln!(out, "{:>6} {:>10} {:>5}  instruction", "at", "gas left", "stack")?;
    let outcome = run_traced(rules, code, data, gas, |instruction| {
        if written.is_err() {
            return;
        }
        let dialect = rules.dialect;
        let words = match dialect.operation(instruction.opcode) {
            Some(operation) => {
                let name = operation.name(dialect);
                match dialect.vector(instruction.data).filter(|_| operation.is_arithmetic()) {
                    None => name.to_owned(),
                    Some(v) if dialect.in_memory() || v.count == 1 => {
                        format!("{name} {} ← {}, {}", v.out, v.x, v.y)
                    }
                    Some(v) => format!(
                        "{name} {}+{} ← {}+{}, {}+{}, {} times",
                        v.out, v.out_stride, v.x, v.x_stride, v.y, v.y_stride, v.count
                    ),
                }
            }
            None if instruction.data.is_empty() => mnemonic(instruction.opcode),
            None => format!("{} 0x{}", mnemonic(instruction.opcode), hex(instruction.data)),
        };
        written = writeln!(
            out,
            "{:>6} {:>10} {:>5}  {words}",
            instruction.at, instruction.gas, instruction.stack
        );
    });
    written?;
    let end = match &outcome.end {
        End::Returned(bytes) => format!("returned {}", hex(bytes)),
        End::Reverted(bytes) => format!("reverted {}", hex(bytes)),
        End::Halted(halt) => format!("halted: {halt}"),
    };
    writeln!(
        out,
        "{end}\n{} gas, {} instructions",
        outcome.gas_used, outcome.executed.instructions
    )?;
    Ok(Exit::Good)
}

#[derive(Debug, Args)]
pub(super) struct SensitivityArguments {
    /// Only this program
    #[arg(long, value_name = "NAME")]
    program: Option<String>,
    /// The dialect of programs that are written for several
    #[arg(long, value_name = "NAME", value_parser = super::dialect)]
    dialect: Option<Dialect>,
    /// Rounds of the measurement
    #[arg(long, value_name = "N", default_value_t = 21, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    program: &'static str,
    dialect: &'static str,
    prices: &'static str,
    gas: u64,
    split: Split,
    /// Times by backend, fused where the dialect has registers: generic, fixed, adx, recognised,
    /// lanes, null.
    ns: [f64; Backend::ALL.len()],
}

pub(super) fn sensitivity(
    arguments: &SensitivityArguments,
    world: &World<'_>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    const GAS: u64 = 10_000_000;
    const RECOGNISED: usize = 3;
    let one = match &arguments.program {
        Some(name) => Some(Program::from_name(name).ok_or_else(|| {
            Failure::usage(format!(
                "no program '{name}'; there are {}",
                Program::ALL.map(Program::name).join(", ")
            ))
        })?),
        None => None,
    };
    let mut rows = Vec::new();
    for program in Program::ALL.into_iter().filter(|program| one.is_none_or(|one| one == *program))
    {
        let wanted = arguments.dialect.filter(|dialect| one.is_some() || program.is_in(*dialect));
        let setting = Setting {
            dialect: wanted,
            prices: None,
            price: Vec::new(),
            backend: Backend::Recognised,
            no_fusion: false,
        };
        let dialect = dialect_of(program, &setting)?;
        let code = program.code(dialect).map_err(|error| Failure::usage(error.to_string()))?;
        let data = program.sample(dialect);
        let (code, data) = (&code, &data);
        let mut bodies = Backend::ALL.map(|backend| -> Body<'_> {
            let rules = Rules { backend, ..Rules::of(dialect) };
            let mut code = Code::new(&rules, code);
            Box::new(move || {
                black_box(code.run(black_box(data), GAS));
            })
        });
        let ns = interleaved(world.clock, arguments.rounds, &mut bodies);
        for prices in TABLES {
            let rules = Rules { prices, ..Rules::of(dialect) };
            let (split, outcome) = split(&rules, code, data, GAS, program.zero());
            rows.push(Row {
                program: program.name(),
                dialect: dialect.name(),
                prices: prices.name,
                gas: outcome.gas_used,
                split,
                ns: core::array::from_fn(|i| ns[i]),
            });
        }
    }
    if arguments.json {
        json(out, &rows)?;
        return Ok(Exit::Good);
    }
    let header = [
        "program",
        "dialect",
        "prices",
        "gas",
        "arithmetic",
        "copies",
        "transfers",
        "control",
        "generic",
        "fixed",
        "adx",
        "recognised",
        "lanes",
        "null",
        "ns/gas",
    ];
    let mut table = plain(&header);
    for row in &rows {
        let Split { arithmetic, copies, transfers, control } = row.split;
        let names = [row.program, row.dialect, row.prices].map(str::to_owned);
        let gas = [row.gas, arithmetic, copies, transfers, control].map(|gas| gas.to_string());
        let per_gas = units::cost(row.ns[RECOGNISED] / row.gas.max(1) as f64);
        table.add_row(names.into_iter().chain(gas).chain(row.ns.map(units::time)).chain([per_gas]));
    }
    right(&mut table, &[3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    writeln!(out, "{}", text_with_spare(&mut table, &[12, 9, 10, 13, 8, 5, 6, 7, 4]))?;
    writeln!(
        out,
        "\nEach on its example, for multiplications the scalar 2^256 - 1. Times by backend do not depend on prices; ns per gas is of the backend recognised."
    )?;
    Ok(Exit::Good)
}
