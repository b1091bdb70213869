//! `gas` and `worst`: what single instructions take, from the slope between a short and a long
//! program.

use super::timing::{Body, interleaved};
use super::{Dialect, Exit, Failure, PriceTable, Rules, Setting, World};
use crate::commands::json;
use crate::measure::clock::Clock;
use crate::terminal::table::{plain, right, text};
use crate::terminal::units;
use clap::Args;
use evm::evmmax::Operation;
use evm::evmmax::assembler::{Assembler, MAX_CODE, op};
use evm::evmmax::machine::{End, run as execute};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::Serialize;
use std::hint::black_box;
use std::io::Write;

#[derive(Debug, Args)]
#[command(
    after_help = "25 ns per gas are 40 million gas per second, the usual anchor of the drafts' time; 10 ns are 100 million."
)]
pub(super) struct GasArguments {
    /// Nanoseconds that one gas pays for, once or more
    #[arg(long, value_name = "NS", default_values_t = [25.0, 10.0], value_parser = nanoseconds)]
    ns_per_gas: Vec<f64>,
    #[command(flatten)]
    setting: Setting,
    /// Rounds of the measurement
    #[arg(long, value_name = "N", default_value_t = 21, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct WorstArguments {
    #[command(flatten)]
    setting: Setting,
    /// Rounds of the measurement
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

fn nanoseconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(ns) if (0.001..=1e6).contains(&ns) => Ok(ns),
        _ => Err("a number of nanoseconds from 0.001 to 1000000".to_owned()),
    }
}

/// One instruction, many times.
#[derive(Clone, Copy, Debug)]
struct Probe {
    operation: Operation,
    words: usize,
    odd: bool,
    /// Elements of a vector or a transfer.
    count: u8,
}

/// Registers that are set, of which two vectors of `count` elements and a result fit.
const REGISTERS: u64 = 32;

impl Probe {
    /// A program that executes the instruction so often, and its call data: the modulus, then
    /// elements below it.
    fn program(&self, dialect: Dialect, often: u16) -> Result<(Vec<u8>, Vec<u8>), Failure> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.words as u64);
        let mut data = vec![0; 8 * self.words * (1 + REGISTERS as usize)];
        if self.odd {
            rng.fill_bytes(&mut data);
            data[0] |= 0x80;
            data[8 * self.words - 1] |= 1;
        } else {
            rng.fill_bytes(&mut data[8 * self.words..]);
            data[0] = 0x80;
        }
        // Below the modulus, whose highest bit is set.
        data.chunks_exact_mut(8 * self.words).skip(1).for_each(|element| element[0] &= 0x7f);

        let size = 8 * self.words as u64;
        let mut code = Assembler::new(dialect);
        let set = |code: &mut Assembler, id: u64, registers: u64| {
            code.push(registers);
            if dialect == Dialect::Evmone {
                code.push(8 * size).push(0);
            } else {
                code.push(size).push(0).push(id);
            }
            code.extended(Operation::SetMod);
        };
        code.push(data.len() as u64).push(0).push(0).ops(&[op::CALLDATACOPY]);
        if self.operation == Operation::SetMod {
            (0..often).for_each(|id| set(&mut code, id.into(), 1));
            return Ok((code.finish().map_err(unusable)?, data));
        }
        set(&mut code, 0, REGISTERS);
        code.push(REGISTERS).push(size).push(0).extended(Operation::Store);
        for i in 0..often {
            match self.operation {
                Operation::Load | Operation::Store => {
                    let (register, offset) = (0, size);
                    let [first, second] = if self.operation == Operation::Load {
                        [register, offset]
                    } else {
                        [offset, register]
                    };
                    code.push(self.count.into()).push(first).push(second).extended(self.operation);
                }
                operation => {
                    // Results become operands of the next; vectors overlap in no register.
                    let base = (i & 1) as u8;
                    let vector = evm::evmmax::Vector {
                        count: self.count,
                        ..evm::evmmax::Vector::one(base * 8, 8 - base * 8, 16)
                    };
                    code.vector(operation, &vector);
                }
            }
        }
        Ok((code.finish().map_err(unusable)?, data))
    }

    /// Numbers of instructions whose programs fit everywhere.
    const fn lengths(&self, dialect: Dialect) -> [u16; 2] {
        match (self.operation, dialect) {
            // One identifier each, 24,576 bytes of registers.
            (Operation::SetMod, Dialect::Eip6690) => [8, 200],
            (Operation::SetMod | Operation::Load | Operation::Store, _) => [50, 1000],
            _ => [200, (MAX_CODE / 8 - 72) as u16],
        }
    }
}

fn unusable(error: impl core::fmt::Display) -> Failure {
    Failure::usage(format!("no probe: {error}"))
}

/// Nanoseconds and gas of one instruction, the pushes of its operands included.
fn measure(
    clock: &dyn Clock,
    rounds: u32,
    rules: &Rules,
    probes: &[Probe],
) -> Result<Vec<(f64, f64)>, Failure> {
    const GAS: u64 = 100_000_000;
    let mut programs = Vec::new();
    for probe in probes {
        for often in probe.lengths(rules.dialect) {
            let (code, data) = probe.program(rules.dialect, often)?;
            let outcome = execute(rules, &code, &data, GAS);
            if let End::Halted(halt) = outcome.end {
                return Err(unusable(format!("{probe:?}: {halt}")));
            }
            programs.push((code, data, outcome.gas_used, often));
        }
    }
    let mut bodies: Vec<Body<'_>> = programs
        .iter()
        .map(|(code, data, ..)| -> Body<'_> {
            Box::new(move || {
                black_box(execute(rules, black_box(code), data, GAS));
            })
        })
        .collect();
    let ns = interleaved(clock, rounds, &mut bodies);
    let slopes = programs.chunks_exact(2).zip(ns.chunks_exact(2)).map(|(programs, ns)| {
        let more = f64::from(programs[1].3 - programs[0].3);
        ((ns[1] - ns[0]) / more, (programs[1].2 - programs[0].2) as f64 / more)
    });
    Ok(slopes.collect())
}

/// The dialect of probes: one with registers.
fn dialect_of(setting: &Setting) -> Result<Dialect, Failure> {
    match setting.dialect.unwrap_or_default() {
        dialect if dialect.in_memory() => {
            Err(Failure::usage(format!("{} has no registers to probe", dialect.name())))
        }
        dialect => Ok(dialect),
    }
}

/// The polynomial of a degree below 3 nearest to points (least squares), constant first.
fn fit(points: &[(f64, f64)], degree: usize) -> [f64; 3] {
    let n = degree + 1;
    let mut rows = [[0.0; 4]; 3];
    for (x, y) in points {
        let powers = [1.0, *x, x * x];
        for i in 0..n {
            for j in 0..n {
                rows[i][j] += powers[i] * powers[j];
            }
            rows[i][3] += powers[i] * y;
        }
    }
    for i in 0..n {
        let pivot = rows[i];
        if pivot[i] == 0.0 {
            return [0.0; 3];
        }
        for (other, row) in rows.iter_mut().enumerate().take(n) {
            if other != i {
                let factor = row[i] / pivot[i];
                row.iter_mut().zip(pivot).for_each(|(a, b)| *a -= factor * b);
            }
        }
    }
    core::array::from_fn(|i| if i < n { rows[i][3] / rows[i][i] } else { 0.0 })
}

#[derive(Serialize)]
struct Line {
    operation: &'static str,
    words: usize,
    ns: f64,
    /// EIP-6690's price.
    eip6690: u64,
    /// What the time is worth at each price of time, in the order of the arguments.
    worth: Vec<f64>,
}

#[derive(Serialize)]
struct Fit {
    operation: &'static str,
    ns_per_gas: f64,
    /// Gas of L words: the coefficients of 1, L, L².
    coefficients: [f64; 3],
    /// EIP-6690's own, before rounding.
    eip6690: [f64; 3],
}

#[derive(Serialize)]
struct Prices {
    backend: &'static str,
    lines: Vec<Line>,
    fits: Vec<Fit>,
}

pub(super) fn gas(
    arguments: &GasArguments,
    world: &World<'_>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let dialect = dialect_of(&arguments.setting)?;
    let rules = Rules { fused: false, ..arguments.setting.rules(dialect) };
    // The formulas of EIP-6690's text.
    let kinds = [
        (Operation::SetMod, 1, [19.94, 3.13, 0.0]),
        (Operation::Add, 1, [0.58, 0.12, 0.0]),
        (Operation::Mul, 2, [0.75, -0.06, 0.08]),
    ];
    let mut probes = Vec::new();
    for (operation, ..) in kinds {
        probes.extend((1..=dialect.max_words()).map(|words| Probe {
            operation,
            words,
            odd: true,
            count: 1,
        }));
    }
    let measured = measure(world.clock, arguments.rounds, &rules, &probes)?;
    let lines = probes.iter().zip(&measured).map(|(probe, (ns, _))| {
        let row = PriceTable::EIP6690.row(64 * probe.words as u32).to_owned();
        Line {
            operation: probe.operation.name(dialect),
            words: probe.words,
            ns: *ns,
            eip6690: match probe.operation {
                Operation::SetMod => PriceTable::EIP6690.set_base + row.set_up,
                operation => row.elements(operation, 1),
            },
            worth: arguments.ns_per_gas.iter().map(|price| ns / price).collect(),
        }
    });
    let lines: Vec<Line> = lines.collect();
    let mut fits = Vec::new();
    for ((operation, degree, eip6690), lines) in
        kinds.into_iter().zip(lines.chunks_exact(dialect.max_words()))
    {
        for ns_per_gas in &arguments.ns_per_gas {
            let points: Vec<(f64, f64)> =
                lines.iter().map(|line| (line.words as f64, line.ns / ns_per_gas)).collect();
            let (coefficients, operation) = (fit(&points, degree), operation.name(dialect));
            fits.push(Fit { operation, ns_per_gas: *ns_per_gas, coefficients, eip6690 });
        }
    }
    let answer = Prices { backend: rules.backend.name(), lines, fits };
    if arguments.json {
        json(out, &answer)?;
        return Ok(Exit::Good);
    }
    let at: Vec<String> =
        arguments.ns_per_gas.iter().map(|price| format!("at {price} ns")).collect();
    let header: Vec<&str> = ["instruction", "words", "time", "eip6690"]
        .into_iter()
        .chain(at.iter().map(String::as_str))
        .collect();
    let mut table = plain(&header);
    for line in &answer.lines {
        let figures = [line.words.to_string(), units::time(line.ns), line.eip6690.to_string()];
        let worth = line.worth.iter().map(|gas| format!("{gas:.2}"));
        table.add_row(core::iter::once(line.operation.to_owned()).chain(figures).chain(worth));
    }
    right(&mut table, &(1..header.len()).collect::<Vec<_>>());
    writeln!(out, "{}\n", text(&mut table))?;
    for Fit { operation, ns_per_gas, coefficients: [c, b, a], eip6690: [c0, b0, a0] } in
        &answer.fits
    {
        writeln!(
            out,
            "{operation} at {ns_per_gas} ns per gas: {a:.3} L^2 + {b:.3} L + {c:.3}; EIP-6690: {a0} L^2 + {b0} L + {c0}"
        )?;
    }
    writeln!(
        out,
        "\nBackend {}, random odd moduli of L words of 64 bits, no fusion. SETMODX with the four pushes of its operands and one register.",
        answer.backend
    )?;
    Ok(Exit::Good)
}

#[derive(Serialize)]
struct Found {
    operation: &'static str,
    words: usize,
    odd: bool,
    count: u8,
    ns: f64,
    gas: f64,
    ns_per_gas: f64,
}

pub(super) fn worst(
    arguments: &WorstArguments,
    world: &World<'_>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let dialect = dialect_of(&arguments.setting)?;
    let rules = arguments.setting.rules(dialect);
    let mut probes = Vec::new();
    for operation in [
        Operation::SetMod,
        Operation::Load,
        Operation::Store,
        Operation::Add,
        Operation::Sub,
        Operation::Mul,
    ] {
        for words in 1..=dialect.max_words() {
            for odd in [true, false] {
                for count in [1, 8] {
                    let set = operation == Operation::SetMod;
                    if (odd || dialect != Dialect::Evmone) && !(set && count > 1) {
                        probes.push(Probe { operation, words, odd, count });
                    }
                }
            }
        }
    }
    let measured = measure(world.clock, arguments.rounds, &rules, &probes)?;
    let found = probes.iter().zip(measured).map(|(probe, (ns, gas))| Found {
        operation: probe.operation.name(dialect),
        words: probe.words,
        odd: probe.odd,
        count: probe.count,
        ns,
        gas,
        ns_per_gas: ns / gas.max(1.0),
    });
    let mut found: Vec<Found> = found.collect();
    found.sort_by(|a, b| a.operation.cmp(b.operation).then(b.ns_per_gas.total_cmp(&a.ns_per_gas)));
    let worst: Vec<&Found> =
        found.chunk_by(|a, b| a.operation == b.operation).filter_map(<[Found]>::first).collect();
    if arguments.json {
        json(out, &worst)?;
        return Ok(Exit::Good);
    }
    let mut table = plain(&["instruction", "words", "modulus", "count", "time", "gas", "ns/gas"]);
    for one in worst {
        table.add_row([
            one.operation.to_owned(),
            one.words.to_string(),
            if one.odd { "odd" } else { "power of two" }.to_owned(),
            one.count.to_string(),
            units::time(one.ns),
            format!("{:.1}", one.gas),
            units::cost(one.ns_per_gas),
        ]);
    }
    right(&mut table, &[1, 3, 4, 5, 6]);
    writeln!(out, "{}", text(&mut table))?;
    writeln!(
        out,
        "\nThe worst of {} probes: lengths of one to {} words, odd moduli and powers of two, vectors of one and eight. Dialect {}, prices of {}, backend {}. \
         With the pushes of the operands.",
        found.len(),
        dialect.max_words(),
        dialect.name(),
        rules.prices.name,
        rules.backend.name()
    )?;
    Ok(Exit::Good)
}

#[cfg(test)]
mod tests {
    use super::*;
    use evm::evmmax::Backend;

    #[test]
    fn a_polynomial_is_found_again() {
        let points: Vec<(f64, f64)> =
            (1..=12).map(f64::from).map(|x| (x, 0.08 * x * x - 0.06 * x + 0.75)).collect();
        let found = fit(&points, 2);
        assert!(
            found.iter().zip([0.75, -0.06, 0.08]).all(|(a, b)| (a - b).abs() < 1e-9),
            "{found:?}"
        );
        let line: Vec<(f64, f64)> = (1..=12).map(f64::from).map(|x| (x, 3.0 * x - 1.0)).collect();
        let found = fit(&line, 1);
        assert!(found.iter().zip([-1.0, 3.0, 0.0]).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
    }

    #[test]
    fn probes_run_under_every_backend() {
        for dialect in [Dialect::Eip6690, Dialect::Evmone] {
            for operation in [
                Operation::SetMod,
                Operation::Load,
                Operation::Store,
                Operation::Add,
                Operation::Sub,
                Operation::Mul,
            ] {
                for (words, odd) in [(1, true), (dialect.max_words(), true), (3, false)] {
                    let probe = Probe {
                        operation,
                        words,
                        odd,
                        count: if operation == Operation::SetMod { 1 } else { 8 },
                    };
                    if !odd && dialect == Dialect::Evmone {
                        continue;
                    }
                    for often in probe.lengths(dialect) {
                        let (code, data) = probe.program(dialect, often).expect("code");
                        let rules = Rules { backend: Backend::Generic, ..Rules::of(dialect) };
                        let outcome = execute(&rules, &code, &data, 10_000_000);
                        assert!(
                            matches!(outcome.end, End::Returned(_)),
                            "{probe:?} {dialect:?} {often}: {:?}",
                            outcome.end
                        );
                    }
                }
            }
        }
    }
}
