//! The contract between formulas and engines: five formulas, each written once, on every engine
//! that there is.
//!
//! A complete point addition, an Fp2 and an Fp12 product, one step of the Miller loop and one
//! isogeny run on portable 64-bit words, portable 32-bit words, the fastest engine of this CPU,
//! eight lanes (portable ones, and vectors where the CPU has them), a counting engine (whose values
//! are not `Copy`) and a recorder (which has no masks, no zero test and no values at all). All give
//! the same integers.

use core::marker::PhantomData;

use curve::bls12_381::hash_to_curve::{G1_ISOGENY, G1Isogenous};
use curve::bls12_381::{BaseEngine, Bls12381, FpConst, FpModulus, G1Curve};
use curve::engines::counting::{Counter, Counting, Counts};
use curve::engines::lanes8::LANES;
use curve::engines::recorder::{Recorder, Step, Tape, replay};
use curve::field::{Anywhere, Canonical, Field, Karatsuba, Lanes, Red};
use curve::formulas::complete;
use curve::hash_to_curve::isogeny::degree_11;
use curve::pairing::TwistPoint;
use curve::tower::{Fp2Of, Fp12};
use curve::weierstrass::Projective;
use limb::Mont;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::on_lanes::{OnLanes, on_all_lanes, pack, unpack};

type Words64 = Mont<FpModulus, u64, 6>;
type Words32 = Mont<FpModulus, u32, 12>;

/// A formula over the base field: as many inputs as it takes, then its outputs.
trait Formula {
    const INPUTS: usize;

    fn run<F: BaseEngine>(inputs: &[Red<F>]) -> Vec<Red<F>>;
}

struct Addition;
struct Fp2Product;
struct Fp12Product;
struct MillerStep;
struct Isogeny;

fn fp2<F: BaseEngine>(inputs: &[Red<F>]) -> Fp2Of<Bls12381<F>> {
    Fp2Of::<Bls12381<F>>::new(inputs[0].clone(), inputs[1].clone())
}

fn fp12<F: BaseEngine>(inputs: &[Red<F>]) -> Fp12<Bls12381<F>> {
    Fp12::from_w(core::array::from_fn(|i| fp2(&inputs[2 * i..])))
}

fn flat<F: BaseEngine>(value: &Fp12<Bls12381<F>>) -> Vec<Red<F>> {
    value.w().into_iter().flat_map(|c| [c.c0(), c.c1()]).collect()
}

impl Formula for Addition {
    const INPUTS: usize = 6;

    fn run<F: BaseEngine>(inputs: &[Red<F>]) -> Vec<Red<F>> {
        let point = |i: usize| {
            let [x, y, z] = [&inputs[i], &inputs[i + 1], &inputs[i + 2]].map(Red::clone);
            Projective::<G1Curve<F>>::from_xyz_unchecked_curve_and_subgroup(x, y, z)
        };
        complete::add(&point(0), &point(3)).coordinates().map(Red::clone).to_vec()
    }
}

impl Formula for Fp2Product {
    const INPUTS: usize = 4;

    fn run<F: BaseEngine>(inputs: &[Red<F>]) -> Vec<Red<F>> {
        let product = &fp2(inputs) * &fp2(&inputs[2..]);
        vec![product.c0(), product.c1()]
    }
}

impl Formula for Fp12Product {
    const INPUTS: usize = 24;

    fn run<F: BaseEngine>(inputs: &[Red<F>]) -> Vec<Red<F>> {
        flat(&fp12(inputs).mul(&fp12(&inputs[12..])))
    }
}

impl Formula for MillerStep {
    const INPUTS: usize = 18;

    /// f ← f²·l(P) with the tangent at T, T ← 2T; then f ← f·l(P) with the chord through T and Q, T
    /// ← T + Q.
    fn run<F: BaseEngine>(inputs: &[Red<F>]) -> Vec<Red<F>> {
        let mut f = fp12(inputs);
        let q = [fp2(&inputs[12..]), fp2(&inputs[14..])];
        let p = [inputs[16].clone(), inputs[17].clone()];
        let mut t = TwistPoint::<Bls12381<F>>::from_affine(&q);
        f = f.sqr().mul_by_line(&t.double().at(&p));
        f = f.mul_by_line(&t.add(&q).at(&p));
        flat(&f)
    }
}

impl Formula for Isogeny {
    const INPUTS: usize = 3;

    fn run<F: BaseEngine>(inputs: &[Red<F>]) -> Vec<Red<F>> {
        let [x, y, z] = [&inputs[0], &inputs[1], &inputs[2]].map(Red::clone);
        degree_11::<G1Isogenous<F>>(
            &Projective::from_xyz_unchecked_curve_and_subgroup(x, y, z),
            &G1_ISOGENY,
        )
        .to_vec()
    }
}

fn bytes<F: Canonical>(values: &[Red<F>]) -> Vec<[u8; 48]> {
    let one = |value: &Red<F>| {
        let mut out = [0; 48];
        value.to_bytes(&mut out);
        out
    };
    values.iter().map(one).collect()
}

fn of_bytes<F: Anywhere>(inputs: &[[u8; 48]]) -> Vec<Red<F>> {
    of_bytes_in(&(), inputs)
}

fn of_bytes_in<F: Canonical>(ctx: &F::Ctx, inputs: &[[u8; 48]]) -> Vec<Red<F>> {
    let one = |bytes: &[u8; 48]| {
        let (value, canonical) = Red::<F>::from_bytes_in(ctx, bytes);
        assert!(bool::from(canonical), "inputs are below p");
        value
    };
    inputs.iter().map(one).collect()
}

/// Inputs below p: the edges at every place in turn, then random ones.
fn inputs(count: usize) -> Vec<Vec<[u8; 48]>> {
    let mut rng = ChaCha20Rng::seed_from_u64(0xc0_7ac7);
    let mut random = || {
        let mut bytes = [0; 64];
        rng.fill_bytes(&mut bytes);
        let mut out = [0; 48];
        Red::<Words64>::from_uniform_bytes(&bytes).to_bytes(&mut out);
        out
    };
    let edge = |value: Red<Words64>| bytes(&[value])[0];
    let edges = [edge(Red::zero()), edge(Red::one()), edge(-&Red::<Words64>::one())];
    let mut all: Vec<Vec<_>> = edges.iter().map(|edge| vec![*edge; count]).collect();
    for place in 0..count {
        for edge in edges {
            let mut one: Vec<_> = (0..count).map(|_| random()).collect();
            one[place] = edge;
            all.push(one);
        }
    }
    all.extend((0..200).map(|_| (0..count).map(|_| random()).collect::<Vec<_>>()));
    all
}

fn counted<F: BaseEngine + Anywhere, T: Formula>(inputs: &[[u8; 48]]) -> (Vec<[u8; 48]>, Counts) {
    let counter = Counter::default();
    let inputs: Vec<_> = of_bytes::<F>(inputs)
        .iter()
        .map(|value| Red::<Counting<F>>::counted(value, &counter))
        .collect();
    let outputs: Vec<_> = T::run(&inputs).iter().map(Red::value).collect();
    (bytes(&outputs), counter.counts())
}

fn recorded<T: Formula>() -> (Vec<Step<FpConst>>, Vec<usize>) {
    let tape = Tape::default();
    let inputs: Vec<_> = (0..T::INPUTS).map(|_| Red::<Recorder<Words64>>::input(&tape)).collect();
    let outputs = T::run(&inputs).iter().map(Red::step).collect();
    (tape.steps(), outputs)
}

/// What a formula gives on the engine that whole algorithms are switched to; none where this CPU
/// has no faster one.
fn on_the_fast_engine<T: Formula>(inputs: &[[u8; 48]]) -> Option<Vec<[u8; 48]>> {
    type Fast = <Words64 as Canonical>::Fast;
    let ctx = Words64::fast()?;
    let made_there = bytes(&T::run::<Fast>(&of_bytes_in::<Fast>(&ctx, inputs)));
    let entered: Vec<_> =
        of_bytes::<Words64>(inputs).iter().map(|value| value.enter(&ctx)).collect();
    let left: Vec<Red<Words64>> = T::run::<Fast>(&entered).iter().map(Red::leave).collect();
    assert_eq!(
        bytes(&left),
        made_there,
        "values that entered and left, and values that were made there"
    );
    Some(made_there)
}

/// A formula on lanes, and what it gives on words.
struct Formulas<'a, T> {
    inputs: &'a [Vec<[u8; 48]>],
    expected: &'a [Vec<[u8; 48]>],
    formula: PhantomData<T>,
}

impl<T: Formula> OnLanes<Words64> for Formulas<'_, T> {
    fn run<L: Lanes<One = Words64, Const = FpConst>>(&self, ctx: &L::Ctx) {
        for (inputs, expected) in
            self.inputs.chunks_exact(LANES).zip(self.expected.chunks_exact(LANES))
        {
            let parsed: Vec<Vec<Red<Words64>>> =
                inputs.iter().map(|inputs| of_bytes(inputs)).collect();
            let lanes: Vec<_> = (0..T::INPUTS)
                .map(|i| pack::<L>(ctx, &core::array::from_fn(|lane| parsed[lane][i])))
                .collect();
            let outputs: Vec<_> = T::run(&lanes).iter().map(unpack).collect();
            for (lane, expected) in expected.iter().enumerate() {
                let outputs: Vec<_> = outputs.iter().map(|value| value[lane]).collect();
                assert_eq!(&bytes(&outputs), expected, "lane {lane}");
            }
        }
    }
}

/// All engines on all inputs; returns the counts on the portable engine's shape of the tower.
fn agree<T: Formula>() -> Counts {
    let all = inputs(T::INPUTS);
    let expected: Vec<_> =
        all.iter().map(|inputs| bytes(&T::run::<Words64>(&of_bytes(inputs)))).collect();
    let (steps, outputs) = recorded::<T>();
    let mut counts = None;
    if Words64::fast().is_none() {
        eprintln!(
            "SKIPPED: this CPU has no faster engine than portable words, so the formulas do not run on one"
        );
    }
    for (inputs, expected) in all.iter().zip(&expected) {
        assert_eq!(&bytes(&T::run::<Words32>(&of_bytes(inputs))), expected, "32-bit words");

        if let Some(values) = on_the_fast_engine::<T>(inputs) {
            assert_eq!(&values, expected, "{:?}", curve::engines::cpu::engine());
        }

        let (values, found) = counted::<Words64, T>(inputs);
        assert_eq!(&values, expected, "the counting engine");
        assert_eq!(*counts.get_or_insert(found), found, "counts do not depend on values");

        let replayed = replay::<Words64>(&steps, &of_bytes(inputs));
        let replayed: Vec<_> = outputs.iter().map(|&step| replayed[step]).collect();
        assert_eq!(&bytes(&replayed), expected, "the recorder, replayed on 64-bit words");
        let replayed = replay::<Words32>(&steps, &of_bytes(inputs));
        let replayed: Vec<_> = outputs.iter().map(|&step| replayed[step]).collect();
        assert_eq!(&bytes(&replayed), expected, "the recorder, replayed on 32-bit words");
    }
    on_all_lanes::<Words64>(&Formulas::<T> {
        inputs: &all,
        expected: &expected,
        formula: PhantomData,
    });
    counts.expect("there are inputs")
}

/// Products (squarings among them), reductions, inversions.
fn cost(counts: Counts) -> [u32; 3] {
    [counts.products + counts.squarings, counts.reductions, counts.inversions]
}

#[test]
fn complete_addition() {
    assert_eq!(cost(agree::<Addition>()), [15, 9, 0]);
}

#[test]
fn fp2_product() {
    assert_eq!(cost(agree::<Fp2Product>()), [4, 2, 0]);
}

#[test]
fn fp12_product() {
    // The counting engine takes the shape of the tower of the engine below it: three products in
    // Fp6 of nine in Fp2 each, and the three linear combinations of Karatsuba, which cost a
    // reduction per coefficient where an engine has no better way; or the flat sum of 36.
    let expected = if Words64::SHAPE.karatsuba == Karatsuba::Reduced {
        [27 * 4, (9 + 3) * 2, 0]
    } else {
        [36 * 4, 6 * 2, 0]
    };
    assert_eq!(cost(agree::<Fp12Product>()), expected);
}

#[test]
fn miller_step() {
    // In Fp: the square of f 18·4 products, two lines 2·(18·4 + 4), the tangent 5·4 + 4·2 and the
    // chord 11·4 + 2·2.
    let [products, _, inversions] = cost(agree::<MillerStep>());
    assert_eq!([products, inversions], [72 + 2 * 76 + 28 + 48, 0]);
}

#[test]
fn isogeny() {
    assert_eq!(cost(agree::<Isogeny>()), [60, 30, 0]);
}
