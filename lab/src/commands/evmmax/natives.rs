//! `natives`: the programs beside native code that computes the same.

use super::timing::{Body, median, rounds};
use super::{Backend, Dialect, Exit, Failure, Rules, World};
use crate::commands::json;
use crate::oracle;
use crate::terminal::table::{plain, right, text_with_spare};
use crate::terminal::units;
use curve::bls12_381::{self, Fp, Fr, G1, G1Affine, G2, G2Affine};
use curve::bn254;
use curve::msm::msm_vartime_alloc;
use curve::poseidon::Poseidon;
use evm::evmmax::machine::{Code, End, run as execute};
use evm::evmmax::programs::Program;
use evm::precompiles::ecrecover;
use peer_api::{Curve, operation};
use record::statistics::rank::signed_rank_interval;
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
    program: &'static str,
    gas: u64,
    ns: f64,
    /// With the analysis of the code, and no run of arithmetic met before.
    first_ns: f64,
    native: &'static str,
    native_ns: f64,
    /// The program's time over the native one's: of the rounds, the middle and its interval of 95
    /// %.
    ratio: f64,
    low: f64,
    high: f64,
    /// The ratio with assembly for any modulus, and with words counted at run time, modulo a random
    /// prime.
    adx: Option<f64>,
    generic: Option<f64>,
}

/// Gas of a call, more than any of these programs uses.
const GAS: u64 = 10_000_000;

/// What computes a value that nobody asks for.
fn body<T>(mut compute: impl FnMut() -> T + 'static) -> Body<'static> {
    Box::new(move || {
        let _ = black_box(compute());
    })
}

/// The first prime above 2^381 − 1 − ⌊(SHA-512("EVMMAX") mod 2^380)/8⌋: no field of a curve, and
/// above BLS12-381's, whose elements a program loads.
const RANDOM_PRIME: &str = "1f506d64919f3c9bde1c3666b25b552ca91508ced19debc69fba8d21ca39fd4c543e72670c5bf6d0df36bf4e0fa9fe6f";

/// A program modulo another number of as many bytes, if it is one of BLS12-381's Fp: what it
/// returns means nothing, and it takes as long as with one of its own on backends that know no
/// modulus.
fn modulo(code: &[u8], prime: &[u8]) -> Option<Vec<u8>> {
    let known = oracle::modulus(Curve::Bls12381).to_bytes_be();
    let mut code = code.to_vec();
    // By two stores that overlap.
    for part in [0..32, 16..48] {
        let at = code.windows(32).position(|bytes| *bytes == known[part.clone()])?;
        code[at..at + 32].copy_from_slice(&prime[part]);
    }
    Some(code)
}

/// What each program computes on its sample, natively. Scalars of samples are above the order, so
/// that libraries get others, as long.
fn natives(world: &World<'_>) -> Vec<(Program, &'static str, Body<'static>)> {
    let scalar = -&Fr::one();
    let (g1, g2) = (G1Affine::generator(), G2Affine::generator());
    let mut all: Vec<(Program, &'static str, Body<'static>)> = Vec::new();
    if let Some(mul) = operation("bls12-381/g1_mul") {
        let mut one = [0; 32];
        one[31] = 1;
        let mut less = [0; 32];
        scalar.to_bytes(&mut less);
        let case = vec![peer_core::sample::g1_of_scalar(&one).to_vec(), less.to_vec()];
        for peer in world.implementations.iter().filter(|peer| peer.about().name == "blst") {
            if let Ok(mut body) = peer.prepare(mul, core::slice::from_ref(&case)) {
                all.push((Program::G1Glv, "blst_p1_mult", Box::new(move || body.run(1))));
            }
        }
    }
    let points: Vec<G1Affine> =
        (1..=4_u32).map(|k| G1::generator().mul_vartime(&Fr::from(k)).to_affine()).collect();
    let minus = G1::generator().neg().to_affine();
    let signature = Program::Recover.sample(Dialect::Eip6690);
    let three = Fp::from(3_u32);
    let elements = [1_u32, 2].map(bn254::Fr::from);
    let own: [(Program, &'static str, Body<'static>); 6] = [
        (Program::G1Glv, "curvemark", body(move || black_box(&g1).mul_vartime(&scalar))),
        (
            Program::G1Msm,
            "curvemark",
            body(move || msm_vartime_alloc(black_box(&points), &[scalar; 4])),
        ),
        (
            Program::G2Mul,
            "curvemark",
            body(move || black_box(&G2::generator()).mul_vartime(&scalar)),
        ),
        (
            Program::Pairing,
            "curvemark",
            body(move || {
                let mut pairs =
                    [(&g1, &g2), (&minus, &g2)].map(|(p, q)| bls12_381::Pair::from_points(p, q));
                bls12_381::pairing_product_is_one(black_box(&mut pairs))
            }),
        ),
        (Program::Recover, "curvemark", body(move || ecrecover(black_box(&signature)))),
        (Program::Inversion, "curvemark", body(move || black_box(&three).invert_vartime())),
    ];
    all.extend(own);
    if let Ok(poseidon) = Poseidon::<bn254::FrEngine>::new(2) {
        all.push((
            Program::Poseidon,
            "curvemark",
            body(move || poseidon.hash(black_box(&elements))),
        ));
    }
    all
}

pub(super) fn natives_table(
    arguments: &Arguments,
    world: &World<'_>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let rules = Rules::of(Dialect::Eip6690);
    let prime = oracle::hex(RANDOM_PRIME).to_bytes_be();
    let mut bodies = Vec::new();
    let mut names = Vec::new();
    for (program, native, computed) in natives(world) {
        let code =
            program.code(rules.dialect).map_err(|error| Failure::usage(error.to_string()))?;
        let data = program.sample(rules.dialect);
        let mut prepared = Code::new(&rules, &code);
        let outcome = prepared.run(&data, GAS);
        if !matches!(outcome.end, End::Returned(_)) {
            return Err(Failure::usage(format!("{} does not return", program.name())));
        }
        let again = {
            let data = data.clone();
            body(move || prepared.run(black_box(&data), GAS))
        };
        let mut with_a_prime = |backend| -> Option<Body<'static>> {
            let mut prepared = Code::new(&Rules { backend, ..rules }, &modulo(&code, &prime)?);
            let data = data.clone();
            matches!(prepared.run(&data, GAS).end, End::Returned(_))
                .then(|| body(move || prepared.run(black_box(&data), GAS)))
        };
        let more: Vec<Body<'static>> =
            [Backend::Adx, Backend::Generic].into_iter().filter_map(&mut with_a_prime).collect();
        let first = body(move || execute(&rules, black_box(&code), &data, GAS));
        names.push((program.name(), native, outcome.gas_used, 3 + more.len()));
        bodies.extend([again, computed, first]);
        bodies.extend(more);
    }
    let times = rounds(world.clock, arguments.rounds, &mut bodies);
    let mut left = times.as_slice();
    let mut rows = Vec::new();
    for (program, native, gas, count) in names {
        let (times, rest) = left.split_at(count);
        left = rest;
        let over_native = |times: &[f64], native: &[f64]| -> Vec<f64> {
            times.iter().zip(native).map(|(ours, native)| (ours / native).ln()).collect()
        };
        let ratios = over_native(&times[0], &times[1]);
        let (low, high) = signed_rank_interval(&ratios, 0.95).unwrap_or_default();
        let [ratio, low, high] = [median(&ratios), low, high].map(f64::exp);
        let [ns, native_ns, first_ns] = [0, 1, 2].map(|i| median(&times[i]));
        let [adx, generic] =
            [3, 4].map(|i| times.get(i).map(|prime| median(&over_native(prime, &times[1])).exp()));
        rows.push(Row {
            program,
            gas,
            ns,
            first_ns,
            native,
            native_ns,
            ratio,
            low,
            high,
            adx,
            generic,
        });
    }
    if arguments.json {
        json(out, &rows)?;
        return Ok(Exit::Good);
    }
    let mut table = plain(&[
        "program",
        "gas",
        "time",
        "the first",
        "native",
        "time",
        "ratio",
        "95 % of it",
        "adx",
        "generic",
    ]);
    for row in &rows {
        table.add_row([
            row.program.to_owned(),
            row.gas.to_string(),
            units::time(row.ns),
            units::time(row.first_ns),
            row.native.to_owned(),
            units::time(row.native_ns),
            format!("{:.3}", row.ratio),
            format!("{:.3} to {:.3}", row.low, row.high),
            row.adx.map_or_else(String::new, |ratio| format!("{ratio:.2}")),
            row.generic.map_or_else(String::new, |ratio| format!("{ratio:.2}")),
        ]);
    }
    right(&mut table, &[1, 2, 3, 5, 6, 7, 8, 9]);
    writeln!(out, "{}", text_with_spare(&mut table, &[9, 8, 3]))?;
    writeln!(
        out,
        "\nBackend recognised, fused, EIP-6690, on the machine of this library, each on its example, again and again; the first time the code is analysed besides. Native code multiplies by the order less one. Ratios are of single \
         rounds. blst_p1_mult is constant-time; ecrecover hashes the key besides, and powers there are by another method. --engine adx keeps native code \
         from vectors. The last two columns: the ratio with backends that know no field, modulo a random prime of as many bits."
    )?;
    Ok(Exit::Good)
}
