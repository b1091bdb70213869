//! halo2curves' sums, transforms and a commitment over BN254, on its own types and on ours, and
//! what the coat of the adapter costs: rounds in turn, the medians of each and of their ratios.
//!
//! `cargo run --release --example compare [ROUNDS]`, on an idle machine.

// The core's operators take references; those on values are shells around them.
#![allow(clippy::op_ref)]

use std::hint::black_box;
use std::time::Instant;

use curvemark_group::bn254::{Fr, G1Affine, G1};
use ff::{Field, PrimeField};
use group::{Curve, Group};
use halo2curves::bn256;
use halo2curves::fft::best_fft;
use halo2curves::msm::msm_best;
use rand_core::OsRng;

const LOG: u32 = 12;
const N: usize = 1 << LOG;

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Prints both medians in microseconds, and how many times as long the first takes as the second.
fn compare<A, B>(
    what: &str,
    rounds: usize,
    mut one: impl FnMut() -> A,
    mut other: impl FnMut() -> B,
) {
    let mut times = [Vec::new(), Vec::new()];
    let mut ratios = Vec::new();
    for round in 0..rounds {
        let mut micros = [0.0; 2];
        // Each is first in every other round.
        for which in [round & 1, 1 - (round & 1)] {
            let start = Instant::now();
            if which == 0 {
                black_box(one());
            } else {
                black_box(other());
            }
            micros[which] = start.elapsed().as_secs_f64() * 1e6;
        }
        times.iter_mut().zip(micros).for_each(|(times, micros)| times.push(micros));
        ratios.push(micros[0] / micros[1]);
    }
    let [a, b] = times.map(median);
    println!("{what:<58} {a:>10.1} {b:>10.1} {:>7.3}", median(ratios));
}

/// ω of order N.
fn omega<F: PrimeField>() -> F {
    F::ROOT_OF_UNITY.pow_vartime([1u64 << (F::S - LOG)])
}

fn main() {
    let rounds = std::env::args().nth(1).map_or(31, |rounds| rounds.parse().expect("a number"));
    println!("{:<58} {:>10} {:>10} {:>7}", "", "first, us", "second, us", "ratio");

    let their_scalars: Vec<bn256::Fr> = (0..N).map(|_| bn256::Fr::random(OsRng)).collect();
    let our_scalars: Vec<Fr> = their_scalars
        .iter()
        .map(|k| Fr::from_repr(k.to_repr().into()).expect("the same integer"))
        .collect();
    let their_points: Vec<bn256::G1> = (0..N).map(|_| bn256::G1::random(OsRng)).collect();
    let mut their_bases = vec![bn256::G1Affine::default(); N];
    bn256::G1::batch_normalize(&their_points, &mut their_bases);
    let our_points: Vec<G1> = (0..N).map(|_| G1::random(OsRng)).collect();
    let mut our_bases = vec![G1Affine::default(); N];
    G1::batch_normalize(&our_points, &mut our_bases);

    let their_fft = || {
        let mut values = their_scalars.clone();
        best_fft(&mut values, omega::<bn256::Fr>(), LOG);
        values
    };
    let our_fft = || {
        let mut values = our_scalars.clone();
        best_fft(&mut values, omega::<Fr>(), LOG);
        values
    };
    let batch_fft = || {
        let mut values = our_scalars.clone();
        curvemark_group::fft(&mut values, omega::<Fr>(), LOG);
        values
    };
    assert!(our_fft() == batch_fft());
    assert!(our_fft()
        .iter()
        .zip(their_fft())
        .all(|(a, b)| a.to_repr() == <[u8; 32]>::from(b.to_repr())));
    assert_eq!(msm_best(&our_scalars, &our_bases), curvemark_group::msm(&our_scalars, &our_bases));

    compare("best_fft of 2^12: halo2curves, ours by the traits", rounds, their_fft, our_fft);
    compare("FFT of 2^12: halo2curves, curvemark_group::fft", rounds, their_fft, batch_fft);
    let their_msm = || msm_best(&their_scalars, &their_bases);
    compare("msm_best of 2^12: halo2curves, ours by the traits", rounds, their_msm, || {
        msm_best(&our_scalars, &our_bases)
    });
    compare("MSM of 2^12: halo2curves, curvemark_group::msm", rounds, their_msm, || {
        curvemark_group::msm(&our_scalars, &our_bases)
    });
    // A polynomial by its values: to coefficients, then the sum over the powers of the setup.
    let their_commitment = || msm_best(&their_fft(), &their_bases);
    compare("KZG commitment: halo2curves, ours by the traits", rounds, their_commitment, || {
        msm_best(&our_fft(), &our_bases)
    });
    compare("KZG commitment: halo2curves, fft and msm of ours", rounds, their_commitment, || {
        curvemark_group::msm(&batch_fft(), &our_bases)
    });

    // What the coat costs: chains of 10,000.
    let (a, b) = (our_scalars[0], our_scalars[1]);
    compare(
        "10,000 products: adapter, curvemark",
        rounds,
        || (0..10_000).fold(black_box(a), |x, _| x * b),
        || (0..10_000).fold(black_box(a.0), |x, _| &x * &b.0),
    );
    let (p, q) = (our_points[0], our_points[1]);
    compare(
        "10,000 additions: adapter, curvemark",
        rounds,
        || (0..10_000).fold(black_box(p), |x, _| x + q),
        || (0..10_000).fold(black_box(p.0), |x, _| &x + &q.0),
    );
    let q = our_bases[1];
    compare(
        "10,000 mixed additions: adapter, curvemark",
        rounds,
        || (0..10_000).fold(black_box(p), |x, _| x + q),
        || (0..10_000).fold(black_box(p.0), |x, _| &x + &q.0),
    );
}
