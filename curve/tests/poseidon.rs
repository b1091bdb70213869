//! Poseidon by a recurrence against the permutation as the paper writes it, on every engine; its
//! cost; what has no parameters.
#![cfg(feature = "alloc")]

extern crate curvemark_curve as curve;

use curve::engines::counting::{Counter, Counting};
use curve::engines::recorder::{Recorder, Tape, replay};
use curve::error::{BatchError, PoseidonError};
use curve::field::{Anywhere, Field, InLanes, Lanes, Red};
use curve::poseidon::{
    FULL_ROUNDS, MAX_WIDTH, PARTIAL_ROUNDS, Parameters, Permutation, Poseidon, hash_on_lanes,
};
use curve::scalar::ScalarField;
use curve::{bls12_381, bn254};
use limb::Modulus;
use limb::modulus::{Constant, LIMBS};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

#[path = "support/engine.rs"]
mod engine;
#[path = "support/on_lanes.rs"]
mod on_lanes;

use on_lanes::OnLanes;

/// Random elements, with 0 and −1 among them.
fn elements<F: ScalarField + Anywhere>(seed: u64, count: usize) -> Vec<Red<F>> {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let element = |i: usize| match (i + seed as usize) & 7 {
        0 => Red::zero(),
        1 => -Red::one(),
        _ => Red::random(&mut rng),
    };
    (0..count).map(element).collect()
}

/// The first element by the definition.
fn by_definition<F: Anywhere>(parameters: &Parameters<F>, list: &[Red<F>]) -> Red<F> {
    let mut state = [&[Red::zero()], list].concat();
    parameters.permute(&mut state);
    state[0]
}

fn recurrence_is_the_permutation<
    M: Modulus,
    F: ScalarField + InLanes + Anywhere + Field<Const = Constant<M>>,
>() {
    for width in 2..=MAX_WIDTH {
        let parameters = Parameters::<F>::new(width).expect("parameters");
        assert_eq!(parameters.constants().len(), (FULL_ROUNDS + PARTIAL_ROUNDS[width - 2]) * width);
        let permutation = Permutation::of(&parameters).expect("a permutation");
        for seed in 0..8 {
            let state = elements::<F>(seed, width);
            let mut expected = state.clone();
            parameters.permute(&mut expected);
            for outputs in [1, width - 1, width] {
                let mut out = state.clone();
                permutation.permute(&mut out, outputs);
                assert_eq!(out, expected[..outputs], "width {width}");
            }
        }
        // States of another length are refused in silence: an empty one, and no change.
        let mut short = elements::<F>(1, width - 1);
        parameters.permute(&mut short);
        assert_eq!(short, elements::<F>(1, width - 1));
        permutation.permute(&mut short, 1);
        assert!(short.is_empty());
    }
}

#[test]
fn recurrence_on_both_fields() {
    recurrence_is_the_permutation::<bn254::FrModulus, bn254::FrEngine>();
    recurrence_is_the_permutation::<bls12_381::FrModulus, bls12_381::FrEngine>();
}

struct Batches<'a, F: Field>(&'a Parameters<F>, &'a Permutation<F>);

impl<F: ScalarField + InLanes + Anywhere> OnLanes<F> for Batches<'_, F> {
    fn run<L: Lanes<One = F, Const = F::Const>>(&self, ctx: &L::Ctx) {
        let permutation = self.1.on(|a| Red::from_raw(L::enter_lanes(ctx, |_| a.raw())));
        let each = self.0.width() - 1;
        for count in [1, 2, 7, 8, 9, 20] {
            let lists = elements::<F>(count as u64, count * each);
            let mut out = vec![Red::zero(); count];
            hash_on_lanes::<F, L>(ctx, &permutation, &lists, &mut out).expect("hashes");
            let expected: Vec<_> =
                lists.chunks(each).map(|list| by_definition(self.0, list)).collect();
            assert_eq!(out, expected, "{count} of {each}");
        }
    }
}

fn on_engines<
    M: Modulus,
    F: ScalarField + InLanes + Anywhere + Field<Const = Constant<M>, Wide: Copy>,
>() {
    let held = engine::hold();
    for width in [2, 3, 5, 9, MAX_WIDTH] {
        let parameters = Parameters::<F>::new(width).expect("parameters");
        on_lanes::on_all_lanes(&Batches(
            &parameters,
            &Permutation::of(&parameters).expect("a permutation"),
        ));
        let poseidon = Poseidon::of(&parameters).expect("a permutation");
        let each = poseidon.elements();
        held.on_each(|engine| {
            let lists = elements::<F>(9, 9 * each);
            let expected: Vec<_> =
                lists.chunks(each).map(|list| by_definition(&parameters, list)).collect();
            for count in 1..=9 {
                let mut out = vec![Red::zero(); count];
                poseidon.hash_batch(&lists[..count * each], &mut out).expect("hashes");
                assert_eq!(out, expected[..count], "{}", engine.name());
            }
            assert_eq!(poseidon.hash(&lists[..each]), Ok(expected[0]));
            let state = elements::<F>(2, width);
            let (mut all, mut out) = (state.clone(), state.clone());
            parameters.permute(&mut all);
            poseidon.hash_to(&state[0], &state[1..], &mut out).expect("a state");
            assert_eq!(out, all);
        });
    }
}

#[test]
fn every_engine() {
    on_engines::<bn254::FrModulus, bn254::FrEngine>();
    on_engines::<bls12_381::FrModulus, bls12_381::FrEngine>();
}

/// The cost that the module states.
#[test]
fn operations() {
    type Counted = Counting<bn254::FrEngine>;
    for (width, outputs) in [(2, 1), (3, 1), (3, 3), (9, 1), (MAX_WIDTH, 1)] {
        let parameters = Parameters::<bn254::FrEngine>::new(width).expect("parameters");
        let counter = Counter::default();
        let permutation = Permutation::of(&parameters)
            .expect("a permutation")
            .on(|a| Red::<Counted>::counted(a, &counter));
        let mut state: Vec<_> =
            elements(3, width).iter().map(|a| Red::<Counted>::counted(a, &counter)).collect();
        counter.reset();
        permutation.permute(&mut state, outputs);
        let counts = counter.counts();
        let (t, n, r, outputs) =
            (width as u32, width as u32 - 1, parameters.partial_rounds() as u32, outputs as u32);
        let boxes = 8 * t + r;
        let products =
            7 * t * t + t * outputs + ((n * (n + 1)) >> 1) + (r - n) * (2 * t - 1) + 2 * n * n;
        // A sum of 33 products is reduced twice.
        let twice = if 2 * t - 1 > Counted::MAX_PRODUCTS { r - n } else { 0 };
        assert_eq!(
            (counts.squarings, counts.products),
            (2 * boxes, boxes + products),
            "width {width}"
        );
        assert_eq!(counts.reductions, 3 * boxes + 7 * t + outputs + r + n + twice, "width {width}");
        if (width, outputs) == (3, 1) {
            assert_eq!(
                (counts.products, counts.squarings, counts.reductions),
                (81 + 352, 162, 324)
            );
        }
    }
}

/// A program of the permutation, which has no value to look at, gives the same when it is run.
#[test]
fn recorded() {
    type F = bn254::FrEngine;
    let parameters = Parameters::<F>::new(3).expect("parameters");
    let tape = Tape::default();
    let constant = |a: &Red<F>| {
        let mut limbs = [0; LIMBS];
        for (limb, bytes) in limbs.iter_mut().zip(a.to_le_bytes().chunks_exact(8)) {
            *limb = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
        }
        Red::<Recorder<F>>::constant(&tape, &Constant::new(limbs))
    };
    let permutation = Permutation::of(&parameters).expect("a permutation").on(constant);
    let mut state: Vec<_> = (0..3).map(|_| Red::<Recorder<F>>::input(&tape)).collect();
    permutation.permute(&mut state, 3);
    let inputs = elements::<F>(4, 3);
    let all = replay::<F>(&tape.steps(), &inputs);
    let mut expected = inputs;
    parameters.permute(&mut expected);
    assert_eq!(state.iter().map(|a| all[a.step()]).collect::<Vec<_>>(), expected);
}

#[test]
fn refused() {
    type F = bn254::FrEngine;
    for width in [0, 1, MAX_WIDTH + 1, usize::MAX] {
        assert_eq!(Parameters::<F>::new(width).map(|_| ()), Err(PoseidonError::Width));
    }
    for elements in [0, MAX_WIDTH, usize::MAX] {
        assert_eq!(Poseidon::<F>::new(elements).map(|_| ()), Err(PoseidonError::Width));
    }
    let of = |width, partial, constants, matrix| {
        Parameters::<F>::from_parts(width, partial, vec![Red::one(); constants], matrix)
    };
    let cauchy = Parameters::<F>::new(3).expect("parameters").matrix().to_vec();
    assert!(of(3, 4, 36, cauchy.clone()).and_then(|p| Permutation::of(&p)).is_ok());
    for (width, partial, constants) in
        [(2, 4, 24), (3, 4, 35), (3, 5, 36), (3, usize::MAX, 36), (usize::MAX, 4, 36)]
    {
        assert_eq!(
            of(width, partial, constants, cauchy.clone()).map(|_| ()),
            Err(PoseidonError::Width)
        );
    }
    assert_eq!(of(1, 4, 12, vec![Red::one()]).map(|_| ()), Err(PoseidonError::Width));
    assert_eq!(
        of(3, 2, 30, cauchy).and_then(|p| Permutation::of(&p)).map(|_| ()),
        Err(PoseidonError::Rounds)
    );
    // The last two elements never meet the S-box of a partial round.
    let apart = [1u32, 0, 0, 1, 2, 1, 1, 1, 2].map(Red::<F>::from).to_vec();
    assert_eq!(
        of(3, 4, 36, apart).and_then(|p| Permutation::of(&p)).map(|_| ()),
        Err(PoseidonError::Matrix)
    );

    let poseidon = Poseidon::<F>::new(2).expect("parameters");
    let zero = Red::zero();
    assert_eq!(poseidon.hash_to(&zero, &[zero; 2], &mut []), Err(BatchError::Empty));
    assert_eq!(poseidon.hash_to(&zero, &[zero; 3], &mut [zero]), Err(BatchError::LengthMismatch));
    assert_eq!(
        poseidon.hash_to(&zero, &[zero; 2], &mut [zero; 4]),
        Err(BatchError::LengthMismatch)
    );
    assert_eq!(poseidon.hash_batch(&[], &mut []), Err(BatchError::Empty));
    assert_eq!(poseidon.hash_batch(&[zero; 3], &mut [zero]), Err(BatchError::LengthMismatch));
}
