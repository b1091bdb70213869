//! `table`: the benchmarks of "EVMMAX: BLS12-381 G1 multiplication" (2023) with our columns.

use super::timing::{Body, interleaved};
use super::{Backend, Dialect, Exit, Failure, PriceTable, Rules, World};
use crate::commands::json;
use crate::terminal::table::{plain, right, text_with_spare};
use crate::terminal::units;
use curve::bls12_381::{FpEngine, Fr, G1, G1Affine, G1Curve};
use curve::field::Canonical;
use curve::weierstrass::{Affine, Group, Jacobian, Projective, Weierstrass};
use evm::evmmax::machine::{Code, End, run as execute};
use evm::evmmax::programs::Program;
use peer_api::operation;
use serde::Serialize;
use std::hint::black_box;
use std::io::Write;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Rounds of the measurement
    #[arg(long, value_name = "N", default_value_t = 51, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    name: String,
    /// For the scalar 2^256 − 1; none for native code.
    worst_gas: Option<u64>,
    worst_ns: f64,
    /// For the group order. Native code multiplies by one less.
    order_gas: Option<u64>,
    order_ns: f64,
}

/// Gas of a call, more than any of these programs uses.
const GAS: u64 = 1_000_000;

/// The complete formulas, bit by bit from the top.
fn complete<C: Weierstrass>(point: &Projective<C>, scalar: &[u8; 32]) -> Projective<C> {
    let ctx = point.coordinates()[0].ctx();
    let mut sum = Projective::identity_in(&ctx);
    for bit in bits(scalar) {
        sum = sum.double();
        if bit {
            sum = sum.add(point);
        }
    }
    sum
}

/// Jacobian coordinates and mixed additions, as clients without an assembly library have it.
fn jacobian<C: Weierstrass<Base: Canonical>>(point: &Affine<C>, scalar: &[u8; 32]) -> Jacobian<C> {
    let mut sum = Jacobian::identity_in(&point.x().ctx());
    for bit in bits(scalar) {
        sum = sum.double_vartime();
        if bit {
            sum = sum.add_mixed_vartime(point);
        }
    }
    sum
}

fn bits(scalar: &[u8; 32]) -> impl Iterator<Item = bool> {
    (0..256).map(|i| scalar[i >> 3] >> (7 - (i & 7)) & 1 == 1).skip_while(|bit| !bit)
}

/// The group order less nothing, or less one.
fn order(less: u8) -> [u8; 32] {
    let mut bytes = [0; 32];
    (-&Fr::one()).to_bytes(&mut bytes);
    // The order ends in 01.
    bytes[31] = 1 - less;
    bytes
}

struct Subject<'a> {
    name: String,
    gas: [Option<u64>; 2],
    bodies: [Body<'a>; 2],
}

/// A program under rules, for both scalars.
fn program(name: String, program: Program, rules: Rules) -> Result<Subject<'static>, Failure> {
    let code = program.code(rules.dialect).map_err(|error| Failure::usage(error.to_string()))?;
    let data = [[0xff; 32], order(0)].map(|scalar| {
        let mut data = program.sample(rules.dialect);
        data[..32].copy_from_slice(&scalar);
        data
    });
    let gas = data.each_ref().map(|data| {
        // As the script of 2023 ran it, whose point was (0, 0): with a point of G1 the group order
        // ends in the identity by another branch.
        let published = if rules.dialect.in_memory() { &data[..32] } else { data };
        let outcome = execute(&rules, &code, published, GAS);
        matches!(outcome.end, End::Returned(_)).then_some(outcome.gas_used)
    });
    let bodies = data.map(|data| -> Body<'static> {
        let mut code = Code::new(&rules, &code);
        Box::new(move || {
            black_box(code.run(black_box(&data), GAS));
        })
    });
    Ok(Subject { name, gas, bodies })
}

fn native(name: &str, body: impl Fn(&[u8; 32]) + Clone + 'static) -> Subject<'static> {
    let bodies = [[0xff; 32], order(1)].map(|scalar| -> Body<'static> {
        let body = body.clone();
        Box::new(move || body(black_box(&scalar)))
    });
    Subject { name: name.to_owned(), gas: [None; 2], bodies }
}

pub(super) fn table(
    arguments: &Arguments,
    world: &World<'_>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let mut subjects = Vec::new();
    let published = [
        ("evmmax-eip5843", Dialect::Eip5843Be, PriceTable::EIP5843),
        ("evmmax-asm384", Dialect::Eip5843Le, PriceTable::ASM384),
    ];
    for (name, dialect, prices) in published {
        for backend in Backend::ALL {
            let rules = Rules { prices, backend, ..Rules::of(dialect) };
            subjects.push(program(format!("{name}, {}", backend.name()), Program::G1Seed, rules)?);
        }
    }
    for one in [Program::G1Tight, Program::G1Glv] {
        for (backend, fused) in [
            (Backend::Generic, true),
            (Backend::Fixed, true),
            (Backend::Adx, true),
            (Backend::Recognised, false),
            (Backend::Recognised, true),
            (Backend::Null, true),
        ] {
            let rules = Rules { backend, fused, ..Rules::of(Dialect::Eip6690) };
            let fused = if fused { ", fused" } else { "" };
            subjects.push(program(
                format!("eip6690 {}, {}{fused}", one.name(), backend.name()),
                one,
                rules,
            )?);
        }
    }
    let (point, affine) = (G1::generator(), G1Affine::generator());
    subjects.push(native("curvemark, the same complete formulas, portable", move |scalar| {
        black_box(complete(&point, scalar));
    }));
    if let Some(ctx) = G1Curve::<FpEngine>::fast() {
        let (point, affine) = (point.enter(&ctx), affine.enter(&ctx));
        subjects.push(native("curvemark, the same complete formulas, ADX", move |scalar| {
            black_box(complete(&point, scalar));
        }));
        subjects.push(native("curvemark, Jacobian double-and-add, ADX", move |scalar| {
            black_box(jacobian(&affine, scalar));
        }));
    }
    subjects.push(native("curvemark, Jacobian double-and-add, portable", move |scalar| {
        black_box(jacobian(&affine, scalar));
    }));
    let k = -&Fr::one();
    let mut library = |name: &str, mut body: Body<'static>, mut again: Body<'static>| {
        body();
        again();
        subjects.push(Subject { name: name.to_owned(), gas: [None; 2], bodies: [body, again] });
    };
    let multiply = |constant_time: bool| -> Body<'static> {
        Box::new(move || {
            let (point, k) = (black_box(&point), black_box(&k));
            if constant_time {
                black_box(point.mul(k));
            } else {
                black_box(point.mul_vartime(k));
            }
        })
    };
    library("curvemark, multiplication", multiply(true), multiply(true));
    library("curvemark, multiplication, variable time", multiply(false), multiply(false));
    if let Some(mul) = operation("bls12-381/g1_mul") {
        let mut one = [0; 32];
        one[31] = 1;
        let case = vec![peer_core::sample::g1_of_scalar(&one).to_vec(), order(1).to_vec()];
        for peer in world.implementations.iter().filter(|peer| peer.about().name == "blst") {
            let prepare = || peer.prepare(mul, core::slice::from_ref(&case)).ok();
            if let (Some(mut body), Some(mut again)) = (prepare(), prepare()) {
                library(
                    "blst_p1_mult",
                    Box::new(move || body.run(1)),
                    Box::new(move || again.run(1)),
                );
            }
        }
    }

    let mut names = Vec::new();
    let mut bodies = Vec::new();
    for Subject { name, gas, bodies: both } in subjects {
        names.push((name, gas));
        bodies.extend(both);
    }
    let ns = interleaved(world.clock, arguments.rounds, &mut bodies);
    let rows =
        names.into_iter().zip(ns.chunks_exact(2)).map(|((name, [worst_gas, order_gas]), ns)| Row {
            name,
            worst_gas,
            worst_ns: ns[0],
            order_gas,
            order_ns: ns[1],
        });
    let rows: Vec<Row> = rows.collect();
    if arguments.json {
        json(out, &rows)?;
        return Ok(Exit::Good);
    }
    present(&rows, out)
}

fn present(rows: &[Row], out: &mut dyn Write) -> Result<Exit, Failure> {
    let blst = rows.iter().find(|row| row.name.starts_with("blst")).map(|row| row.worst_ns);
    let mut table = plain(&[
        "G1 multiplication",
        "gas",
        "2^256 - 1",
        "ns/gas",
        "gas",
        "order",
        "ns/gas",
        "2^256 - 1 over blst",
    ]);
    for row in rows {
        let dash = || "-".to_owned();
        let of = |gas: Option<u64>, ns: f64| {
            let per_gas = gas.map_or_else(dash, |gas| units::cost(ns / gas.max(1) as f64));
            [gas.map_or_else(dash, |gas| gas.to_string()), units::time(ns), per_gas]
        };
        let over =
            blst.filter(|ns| *ns > 0.0).map_or_else(dash, |blst| units::cost(row.worst_ns / blst));
        let figures =
            of(row.worst_gas, row.worst_ns).into_iter().chain(of(row.order_gas, row.order_ns));
        table.add_row(core::iter::once(row.name.clone()).chain(figures).chain([over]));
    }
    right(&mut table, &[1, 2, 3, 4, 5, 6, 7]);
    writeln!(out, "{}", text_with_spare(&mut table, &[6, 4, 5]))?;
    writeln!(
        out,
        "\nTimes are medians of interleaved rounds, with the generator as the point; gas of the programs in memory is for the point (0, 0), as it was \
         published. Native code multiplies by the order less one; libraries take no scalar above the order. blst's and curvemark's multiplication \
         check nothing and return a projective point, as the programs do."
    )?;
    Ok(Exit::Good)
}
