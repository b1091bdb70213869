//! The program by the endomorphism: its operations and gas, and the scalars that could meet what
//! its formulas do not hold for.

use curve::bls12_381::{FpEngine, Fr, G1, G1Curve};
use curve::weierstrass::Group;
use evm::evmmax::formula::Counts;
use evm::evmmax::machine::Code;
use evm::evmmax::programs::g1_glv;
use evm::evmmax::programs::g1_jacobian::{
    doubling, first_doubling, homogeneous, mixed_addition, next_multiple, scaled,
};
use evm::evmmax::{Dialect, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::seed::{X2, affine, multiply, returned, same};

#[test]
fn gas_of_the_endomorphism_is_the_same_for_all_scalars() {
    let code = g1_glv(Dialect::Eip6690).expect("the program");
    let rules = Rules::of(Dialect::Eip6690);
    let [first, next, scaled, double, add, last] =
        [first_doubling(), next_multiple(), scaled(), doubling(), mixed_addition(), homogeneous()]
            .map(|formula| formula.counts());
    // A table of 16 and their images, 25 windows of five doublings and two additions, and one of
    // one addition.
    let products = first.muls
        + 15 * next.muls
        + 15 * scaled.muls
        + 14
        + 1
        + 16
        + 125 * double.muls
        + 51 * add.muls
        + 1
        + last.muls;
    let sums = |counts: &Counts| counts.adds + counts.subs;
    let sums = sums(&first) + 15 * sums(&next) + 16 + 125 * sums(&double) + 2 + 51 * sums(&add);
    // SETMODX 1 + 39 and 80 registers of 48 bytes beside 384 of memory, STOREX of 7, LOADX of 3.
    let extension = 3 * products + sums + 40 + (396 + 34 - 36) + (1 + 21) + (1 + 9);
    // What is loaded, the split, the first window, the others, and the end.
    let control = 123 + 151 + 85 + 25 * 86 + 27;
    let mut rng = ChaCha8Rng::seed_from_u64(10);
    for i in 0..200 {
        let mut scalar = [0xff; 32];
        match i {
            0 => {}
            1 => scalar = [0; 32],
            _ => rng.fill_bytes(&mut scalar),
        }
        let outcome = multiply(&code, &rules, &scalar, Some(affine(1)));
        let executed = outcome.executed;
        assert_eq!([executed.muls, executed.adds + executed.subs], [products, sums]);
        assert_eq!(
            [executed.gas, outcome.gas_used],
            [extension, extension + control],
            "{scalar:02x?}"
        );
    }
    println!("glv: {} bytes, {} gas", code.len(), extension + control);
    // The bar of the issue; a precompile's sum of one product is 12,000.
    assert!(extension + control <= 14_000);
}

/// The formulas of the program hold for unequal points alone. Equal ones could meet at the last
/// digits, for the scalars 2d and 2d·μ with a digit d (programs/g1_glv.rs), opposite ones for zero;
/// a few more are here: all a + b·μ with small a and b, whose parts are near zero and near μ.
#[test]
fn no_scalar_meets_an_exception() {
    let rules = Rules::of(Dialect::Eip6690);
    let mut code = Code::new(&rules, &g1_glv(Dialect::Eip6690).expect("the program"));
    let mu = Fr::from_uniform_bytes(&[&[0; 16][..], &X2.to_be_bytes()].concat());
    let base = G1Curve::<FpEngine>::generator(&()).to_projective().mul_vartime(&Fr::from(7_u32));
    let image = base.mul_vartime(&mu);
    let signed =
        |k: i32| if k < 0 { -&Fr::from(k.unsigned_abs()) } else { Fr::from(k.unsigned_abs()) };
    let times = |point: &G1, k: i32| {
        let multiple = (0..k.unsigned_abs()).fold(G1::identity(), |sum, _| sum.add(point));
        if k < 0 { multiple.neg() } else { multiple }
    };
    let digits = (-62..=62).flat_map(|k| [(k, 0), (0, k)]);
    let near = (-9..=9).flat_map(|a| (-9..=9).map(move |b| (a, b)));
    let [x, y] = affine(7);
    for (a, b) in digits.chain(near) {
        let mut data = [0; 128];
        (&signed(a) + &(&signed(b) * &mu)).to_bytes(&mut data[..32]);
        x.to_bytes(&mut data[32..80]);
        y.to_bytes(&mut data[80..]);
        let outcome = code.run(&data, 20_000);
        let expected = times(&base, a).add(&times(&image, b));
        assert!(same(&returned(&outcome, false), &expected), "{a} + {b}·x²");
    }
}
