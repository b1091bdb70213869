//! A halo2 proof over Pasta, a circuit of 2^12 rows, on pasta_curves' own types and on ours: rounds
//! in turn, the medians of each and of their ratios.
//!
//! `RAYON_NUM_THREADS=1 cargo run --release --example compare [ROUNDS]`, on an idle machine.

use std::hint::black_box;
use std::time::Instant;

use curvemark_group::pasta;
use curvemark_suite_pasta::{key, prove, verify, Squarings};
use ff::{Field, FromUniformBytes, PrimeField};
use halo2_proofs::arithmetic::{best_fft, best_multiexp, CurveAffine, CurveExt};
use halo2_proofs::plonk::ProvingKey;
use halo2_proofs::poly::commitment::Params;
use rand::rngs::SysRng;
use rand_core::UnwrapErr;

const LOG: u32 = 12;
/// Rows that halo2 keeps for itself are left.
const SQUARINGS: usize = (1 << LOG) - 10;

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Prints both medians in milliseconds, and how many times as long the first takes as the second.
fn compare<A, B>(
    what: &str,
    rounds: usize,
    mut one: impl FnMut() -> A,
    mut other: impl FnMut() -> B,
) {
    let mut times = [Vec::new(), Vec::new()];
    let mut ratios = Vec::new();
    for round in 0..rounds {
        let mut millis = [0.0; 2];
        // Each is first in every other round.
        for which in [round & 1, 1 - (round & 1)] {
            let start = Instant::now();
            if which == 0 {
                black_box(one());
            } else {
                black_box(other());
            }
            millis[which] = start.elapsed().as_secs_f64() * 1e3;
        }
        times.iter_mut().zip(millis).for_each(|(times, millis)| times.push(millis));
        ratios.push(millis[0] / millis[1]);
    }
    let [a, b] = times.map(median);
    println!("{what:<58} {a:>10.3} {b:>10.3} {:>7.3}", median(ratios));
}

/// What one side has.
struct Side<C: CurveAffine> {
    params: Params<C>,
    key: ProvingKey<C>,
    x: C::Scalar,
    output: C::Scalar,
    proof: Vec<u8>,
    scalars: Vec<C::Scalar>,
    points: Vec<C>,
}

impl<C: CurveAffine<ScalarExt: FromUniformBytes<64>>> Side<C> {
    fn new() -> Self {
        let params = Params::new(LOG);
        let key = key(&params, SQUARINGS);
        let x = C::Scalar::from(7).invert().expect("not zero");
        let proof = prove(&params, &key, (x, SQUARINGS), UnwrapErr(SysRng));
        let scalars: Vec<_> =
            core::iter::successors(Some(x), |x| Some(x.square() + C::Scalar::ONE))
                .take(1 << LOG)
                .collect();
        let hash = C::CurveExt::hash_to_curve("example");
        let points = (0..1u32 << LOG).map(|i| hash(&i.to_le_bytes()).into()).collect();
        Self { params, key, x, output: Squarings::output(x, SQUARINGS), proof, scalars, points }
    }

    fn prove(&self) -> Vec<u8> {
        prove(&self.params, &self.key, (self.x, SQUARINGS), UnwrapErr(SysRng))
    }

    fn verify(&self) {
        assert!(verify(&self.params, self.key.get_vk(), self.output, &self.proof));
    }

    fn fft(&self) -> Vec<C::Scalar> {
        let omega = C::Scalar::ROOT_OF_UNITY.pow_vartime([1u64 << (C::Scalar::S - LOG)]);
        let mut values = self.scalars.clone();
        best_fft(&mut values, omega, LOG);
        values
    }

    fn msm(&self) -> C::Curve {
        best_multiexp(&self.scalars, &self.points)
    }
}

fn main() {
    let rounds = std::env::args().nth(1).map_or(15, |rounds| rounds.parse().expect("a number"));
    let theirs = Side::<pasta_curves::EqAffine>::new();
    let own = Side::<pasta::EqAffine>::new();
    assert!(verify(&theirs.params, theirs.key.get_vk(), theirs.output, &own.proof));
    assert_eq!(theirs.fft()[5].to_repr(), own.fft()[5].to_repr());
    println!("pasta_curves by its {} back end", pasta_curves::BACKEND);
    println!("{:<58} {:>10} {:>10} {:>7}", "", "theirs, ms", "ours, ms", "ratio");
    compare("a proof, 2^12 rows", rounds, || theirs.prove(), || own.prove());
    compare("its verification", rounds, || theirs.verify(), || own.verify());
    compare("best_multiexp of 2^12", rounds, || theirs.msm(), || own.msm());
    let whole = || curvemark_group::msm(&own.scalars, &own.points);
    assert!(own.msm() == whole());
    compare("the same by curvemark_group::msm", rounds, || theirs.msm(), whole);
    compare("best_fft of 2^12", rounds, || theirs.fft(), || own.fft());
}
