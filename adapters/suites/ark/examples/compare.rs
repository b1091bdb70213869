//! ark-groth16 over our curves and over arkworks' own, on one thread, in rounds that alternate; and
//! what the adapter costs next to our own functions.
//!
//! ```text
//! cargo run --release --example compare -- [constraints, 16384] [rounds, 5]
//! ```
//!
//! A column holds the least time of all rounds, since whatever else runs here only adds. A ratio is
//! the median of those of the rounds, of times that were taken right after each other.

use std::env;
use std::hint::black_box;
use std::time::{Duration, Instant};

use ark_ec::pairing::Pairing;
use ark_ec::{CurveGroup, ScalarMul, VariableBaseMSM};
use ark_ff::{AdditiveGroup, PrimeField, UniformRand};
use ark_groth16::{Groth16, Proof, ProvingKey};
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use ark_snark::{CircuitSpecificSetupSNARK, SNARK};
use ark_std::rand::SeedableRng;
use ark_std::rand::rngs::StdRng;
use curvemark_ark::group::Element;
use curvemark_ark::weierstrass::{Affine, Curve, Projective};
use curvemark_ark::{bls12_381, bn254};
use curvemark_suite_ark::Squarings;

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// Prints the least time of both and the median of the first over the second.
fn row(name: &str, rounds: usize, mut one: impl FnMut(), mut other: impl FnMut()) {
    let times: Vec<_> = (0..rounds).map(|_| (time(&mut one), time(&mut other))).collect();
    let least = |pick: fn(&(Duration, Duration)) -> Duration| times.iter().map(pick).min();
    let mut ratios: Vec<_> = times.iter().map(|(a, b)| a.as_secs_f64() / b.as_secs_f64()).collect();
    ratios.sort_by(f64::total_cmp);
    let (Some(one), Some(other)) = (least(|t| t.0), least(|t| t.1)) else { return };
    println!("{name:<34} {one:>12.3?} {other:>12.3?} {:>7.3}", ratios[ratios.len() / 2]);
}

/// What is measured of one side.
struct Side<E: Pairing> {
    key: ProvingKey<E>,
    circuit: Squarings<E::ScalarField>,
    proof: Proof<E>,
    output: E::ScalarField,
    scalars: Vec<E::ScalarField>,
    integers: Vec<<E::ScalarField as PrimeField>::BigInt>,
    domain: Radix2EvaluationDomain<E::ScalarField>,
    rng: StdRng,
}

impl<E: Pairing> Side<E> {
    fn new(constraints: usize) -> Self {
        let mut rng = StdRng::seed_from_u64(1);
        let squarings = constraints;
        let (key, _) = Groth16::<E>::setup(Squarings { x: None, squarings }, &mut rng).unwrap();
        let x = E::ScalarField::rand(&mut rng);
        let circuit = Squarings { x: Some(x), squarings };
        let proof = Groth16::<E>::prove(&key, circuit, &mut rng).unwrap();
        let output = Squarings::output(x, squarings);
        let scalars: Vec<_> =
            (0..key.a_query.len()).map(|_| E::ScalarField::rand(&mut rng)).collect();
        let integers = scalars.iter().map(|k| k.into_bigint()).collect();
        let domain = Radix2EvaluationDomain::new(constraints).unwrap();
        Self { key, circuit, proof, output, scalars, integers, domain, rng }
    }

    fn prove(&mut self) {
        black_box(Groth16::<E>::prove(&self.key, self.circuit, &mut self.rng).unwrap());
    }

    fn verify(&self, times: usize) {
        let key = Groth16::<E>::process_vk(&self.key.vk).unwrap();
        for _ in 0..times {
            assert!(
                Groth16::<E>::verify_with_processed_vk(&key, &[self.output], &self.proof).unwrap()
            );
        }
    }

    fn sum_in_g1(&self) {
        black_box(E::G1::msm_bigint(&self.key.a_query, &self.integers));
    }

    fn sum_in_g2(&self) {
        black_box(E::G2::msm_bigint(&self.key.b_g2_query, &self.integers));
    }

    fn transform(&self) {
        black_box(self.domain.fft(&self.scalars[..self.domain.size()]));
    }
}

/// The circuit without its proof: what the prover spends in `ark-relations`.
fn synthesise<F: PrimeField>(circuit: Squarings<F>) {
    use ark_relations::gr1cs::{
        ConstraintSynthesizer, ConstraintSystem, OptimizationGoal, SynthesisMode,
    };
    let system = ConstraintSystem::new_ref();
    system.set_optimization_goal(OptimizationGoal::Constraints);
    system.set_mode(SynthesisMode::Prove {
        construct_matrices: true,
        generate_lc_assignments: false,
    });
    circuit.generate_constraints(system.clone()).unwrap();
    system.finalize();
    black_box(system.to_matrices().unwrap());
}

fn compare<T: Pairing, O: Pairing>(name: &str, constraints: usize, rounds: usize) {
    let mut theirs = Side::<T>::new(constraints);
    let mut ours = Side::<O>::new(constraints);
    println!("\n{name:<34} {:>12} {:>12} {:>7}", "arkworks", "ours", "ratio");
    let (prove, verify) =
        (format!("prove, {constraints} constraints"), "verify, 10 times and the key");
    row(&prove, rounds, || theirs.prove(), || ours.prove());
    row(verify, 4 * rounds, || theirs.verify(10), || ours.verify(10));
    row("a sum in G1 of that size", rounds, || theirs.sum_in_g1(), || ours.sum_in_g1());
    row("a sum in G2 of that size", rounds, || theirs.sum_in_g2(), || ours.sum_in_g2());
    row("a transform by ark-poly", 4 * rounds, || theirs.transform(), || ours.transform());
    let (circuit, other) = (theirs.circuit, ours.circuit);
    row("synthesis alone", rounds, || synthesise(circuit), || synthesise(other));
}

/// A chain of one operation through the adapter and on our own types.
macro_rules! beside_our_own {
    ($name:literal, $rounds:expr, $adapter:expr, $own:expr, |$a:ident, $b:ident| $step:expr) => {{
        let times = 20_000;
        let (adapter, own) = ($adapter, $own);
        let through = || {
            let (mut value, $b) = adapter;
            for _ in 0..times {
                let $a = value;
                value = $step;
            }
            black_box(value);
        };
        let direct = || {
            let (mut value, $b) = own;
            for _ in 0..times {
                let $a = value;
                value = $step;
            }
            black_box(value);
        };
        row($name, 40 * $rounds, through, direct);
    }};
}

/// A sum of multiples through the adapter, which copies points and reads integers, and ours.
fn sum_beside_our_own<C: Curve>(name: &str, rounds: usize) {
    let mut rng = StdRng::seed_from_u64(3);
    let base = Projective::<C>::rand(&mut rng);
    let scalars: Vec<_> = (0..1 << 14).map(|_| C::ScalarField::rand(&mut rng)).collect();
    let points = base.batch_mul(&scalars);
    let integers: Vec<_> = scalars.iter().map(|k| k.into_bigint()).collect();
    let own_points: Vec<_> = points.iter().map(Affine::to_curve).collect();
    let own_scalars: Vec<_> = scalars.iter().map(|k| *k.get()).collect();
    let adapter = || {
        black_box(Projective::msm_bigint(&points, &integers));
    };
    let own = || {
        black_box(curve::msm::msm_vartime_alloc(&own_points, &own_scalars).unwrap());
    };
    row(name, 4 * rounds, adapter, own);
}

fn beside_our_own(rounds: usize) {
    println!("\n{:<34} {:>12} {:>12} {:>7}", "20,000 times", "adapter", "direct", "ratio");
    let mut rng = StdRng::seed_from_u64(2);
    let a = bn254::Fr::rand(&mut rng);
    let pair = (*a.as_curve(), *a.as_curve());
    beside_our_own!("a product in Fr of BN254", rounds, (a, a), pair, |a, b| a * b);
    beside_our_own!("a sum in Fr of BN254", rounds, (a, a), pair, |a, b| a + b);
    let a = bls12_381::Fq::rand(&mut rng);
    let pair = (*a.as_curve(), *a.as_curve());
    beside_our_own!("a product in Fq of BLS12-381", rounds, (a, a), pair, |a, b| a * b);
    let a = bls12_381::G1Projective::rand(&mut rng);
    let pair = (a.to_curve(), a.double().to_curve());
    beside_our_own!("a sum in G1", rounds, (a, a.double()), pair, |a, b| a + b);
    let base = a.into_affine();
    let pair = (a.to_curve(), base.to_curve());
    beside_our_own!("a sum in G1, to affine", rounds, (a, base), pair, |a, b| a + b);
    sum_beside_our_own::<bn254::g1::Config>("a sum of 2^14 multiples, BN254", rounds);
    sum_beside_our_own::<bls12_381::g1::Config>("the same, BLS12-381", rounds);
}

fn main() {
    let mut arguments = env::args().skip(1).filter_map(|argument| argument.parse().ok());
    let constraints = arguments.next().unwrap_or(1 << 14);
    let rounds = arguments.next().unwrap_or(5);
    beside_our_own(rounds);
    compare::<ark_bn254::Bn254, bn254::Bn254>("BN254", constraints, rounds);
    compare::<ark_bls12_381::Bls12_381, bls12_381::Bls12_381>("BLS12-381", constraints, rounds);
}
