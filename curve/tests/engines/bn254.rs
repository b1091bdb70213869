//! BN254 on the other engines: ξ = 9 + u stays within every engine's limits, and all give the same
//! integers.

use curve::bn254::{BaseEngine, Bn254, FpConst, FpModulus, G2Curve};
use curve::engines::lanes8::LANES;
use curve::engines::recorder::{Recorder, Tape, replay};
use curve::field::{Anywhere, Canonical, Lanes, Red};
use curve::pairing::TwistPoint;
use curve::tower::{Fp2Of, Fp12};
use curve::weierstrass::Projective;
use limb::Mont;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::on_lanes::{OnLanes, on_all_lanes, pack, unpack};

type Words64 = Mont<FpModulus, u64, 4>;
type Words32 = Mont<FpModulus, u32, 8>;

const INPUTS: usize = 24;

/// Squares of both shapes, a line of each kind and its product, and a point of the twist doubled,
/// added and under ψ: all that uses ξ.
fn run<F: BaseEngine>(inputs: &[Red<F>]) -> Vec<Red<F>> {
    let fp2 = |i: usize| Fp2Of::<Bn254<F>>::new(inputs[i].clone(), inputs[i + 1].clone());
    let f = Fp12::<Bn254<F>>::from_w(core::array::from_fn(|i| fp2(2 * i)));
    let q = [fp2(12), fp2(14)];
    let p = [inputs[16].clone(), inputs[17].clone()];
    let mut t = TwistPoint::<Bn254<F>>::from_affine(&q);
    let lines = [t.double().at(&p), t.add(&q).at(&p)];
    let values = [
        // In the shapes that the engine itself takes; those on sums are for engines whose products
        // in Fp2 are differences of whole sums.
        f.mul(&f.frobenius()),
        f.sqr(),
        f.cyclotomic_sqr(),
        f.mul_karatsuba(&f.frobenius()),
        f.mul_schoolbook(&f.frobenius_p2()),
        f.sqr_complex(),
        f.sqr_schoolbook(),
        f.cyclotomic_sqr_narrow(),
        f.cyclotomic_sqr_layered(),
        f.mul_by_line(&lines[0]),
        f.mul_by_line(&lines[1]),
    ];
    let point =
        Projective::<G2Curve<F>>::from_xyz_unchecked_curve_and_subgroup(fp2(18), fp2(20), fp2(22));
    let point = point.double().add(&point).endomorphism();
    let coefficients = values.iter().flat_map(|value| value.w().map(|c| [c.c0(), c.c1()]));
    coefficients.chain(point.coordinates().map(|c| [c.c0(), c.c1()])).flatten().collect()
}

fn bytes<F: Canonical>(values: &[Red<F>]) -> Vec<[u8; 32]> {
    let one = |value: &Red<F>| {
        let mut out = [0; 32];
        value.to_bytes(&mut out);
        out
    };
    values.iter().map(one).collect()
}

fn of_bytes<F: Anywhere>(inputs: &[[u8; 32]]) -> Vec<Red<F>> {
    inputs.iter().map(|bytes| Red::from_bytes(bytes).0).collect()
}

/// All zero, all one, all −1, then random with a −1 at every place.
fn inputs() -> Vec<Vec<[u8; 32]>> {
    let mut rng = ChaCha20Rng::seed_from_u64(254);
    let mut random = || {
        let mut wide = [0; 48];
        rng.fill_bytes(&mut wide);
        Red::<Words64>::from_uniform_bytes(&wide)
    };
    let edges = [Red::zero(), Red::one(), -&Red::<Words64>::one()];
    let mut all: Vec<Vec<_>> = edges.iter().map(|edge| bytes(&[*edge; INPUTS])).collect();
    for place in 0..INPUTS + LANES - 3 {
        let mut one: Vec<Red<Words64>> = (0..INPUTS).map(|_| random()).collect();
        if place < INPUTS {
            one[place] = edges[2];
        }
        all.push(bytes(&one));
    }
    all
}

#[test]
fn engines_agree() {
    let all = inputs();
    let expected: Vec<_> =
        all.iter().map(|inputs| bytes(&run::<Words64>(&of_bytes(inputs)))).collect();
    let tape = Tape::default();
    let recorded: Vec<_> = (0..INPUTS).map(|_| Red::<Recorder<Words64>>::input(&tape)).collect();
    let outputs: Vec<_> = run(&recorded).iter().map(Red::step).collect();
    let steps = tape.steps();
    for (inputs, expected) in all.iter().zip(&expected) {
        assert_eq!(&bytes(&run::<Words32>(&of_bytes(inputs))), expected, "32-bit words");
        let replayed = replay::<Words64>(&steps, &of_bytes(inputs));
        let replayed: Vec<_> = outputs.iter().map(|&step| replayed[step]).collect();
        assert_eq!(&bytes(&replayed), expected, "the recorder");
    }
    on_all_lanes::<Words64>(&OnEightInputs { inputs: &all, expected: &expected });
}

struct OnEightInputs<'a> {
    inputs: &'a [Vec<[u8; 32]>],
    expected: &'a [Vec<[u8; 32]>],
}

impl OnLanes<Words64> for OnEightInputs<'_> {
    fn run<L: Lanes<One = Words64, Const = FpConst>>(&self, ctx: &L::Ctx) {
        for (inputs, expected) in
            self.inputs.chunks_exact(LANES).zip(self.expected.chunks_exact(LANES))
        {
            let parsed: Vec<Vec<Red<Words64>>> =
                inputs.iter().map(|inputs| of_bytes(inputs)).collect();
            let lanes: Vec<_> = (0..INPUTS)
                .map(|i| pack::<L>(ctx, &core::array::from_fn(|lane| parsed[lane][i])))
                .collect();
            let outputs: Vec<_> = run(&lanes).iter().map(unpack).collect();
            for (lane, expected) in expected.iter().enumerate() {
                let outputs: Vec<_> = outputs.iter().map(|value| value[lane]).collect();
                assert_eq!(&bytes(&outputs), expected, "lane {lane}");
            }
        }
    }
}
