//! The point formulas on other engines: counted, recorded and replayed, and on eight lanes.
#![cfg(feature = "alloc")]

use std::vec::Vec;

use curve::bls12_381::{Fp, FpConst, FpEngine, Fr, G1, G1Curve, G2, G2Curve};
use curve::engines::counting::{Counter, Counting};
use curve::engines::lanes8::{LaneMask, Lanes8Portable};
use curve::engines::recorder::{Recorder, Tape, replay};
use curve::field::Red;
use curve::formulas::{complete, jacobian};
use curve::scalar_mul::{Digit, mul_digits, scalar_to_integer, windows};
use curve::weierstrass::{Group, Jacobian, Projective};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

type Counted = Counting<FpEngine>;

/// Products, reductions and small multiples of one formula, linear terms of sums among the last.
fn cost(formula: impl FnOnce(&Projective<G1Curve<Counted>>)) -> [u32; 3] {
    let counter = Counter::default();
    let point = G1::generator().double();
    let [x, y, z] = point.coordinates();
    let [x, y, z] = [x, y, z].map(|c| Red::<Counted>::counted(c, &counter));
    let point = Projective::from_xyz_unchecked_curve_and_subgroup(x, y, z);
    counter.reset();
    formula(&point);
    let counts = counter.counts();
    [counts.products + counts.squarings, counts.reductions, counts.small]
}

#[test]
fn formulas_cost_what_they_state() {
    assert_eq!(cost(|p| drop(complete::add(p, p))), [15, 9, 3]);
    assert_eq!(cost(|p| drop(complete::add_mixed(p, p.coordinates()[0], p.coordinates()[1]))), [12, 8, 5]);
    assert_eq!(cost(|p| drop(complete::double(p))), [8, 7, 3]);
    let same = |p: &Projective<G1Curve<Counted>>| {
        let [x, y, z] = p.coordinates();
        Jacobian::<G1Curve<Counted>>::from_xyz_unchecked_curve_and_subgroup(x.clone(), y.clone(), z.clone())
    };
    assert_eq!(cost(|p| drop(jacobian::add(&same(p), &same(p)))), [18, 15, 2]);
    assert_eq!(cost(|p| drop(jacobian::add_mixed(&same(p), p.coordinates()[0], p.coordinates()[1]))), [11, 10, 4]);
    assert_eq!(cost(|p| drop(jacobian::double(&same(p)))), [8, 6, 2]);
}

/// A whole multiplication by a public integer, written down by an engine without masks and replayed.
#[test]
fn a_recorded_multiplication() {
    let tape = Tape::<FpConst>::default();
    let inputs = [(); 3].map(|()| Red::<Recorder<FpEngine>>::input(&tape));
    let [x, y, z] = inputs;
    let point = Projective::<G1Curve<Recorder<FpEngine>>>::from_xyz_unchecked_curve_and_subgroup(x, y, z);
    let product = point.mul_integer_vartime(&[0xb7]).add(&point.endomorphism());
    let outputs = [product.coordinates()[0].step(), product.coordinates()[1].step(), product.coordinates()[2].step()];
    let base = G1::generator().double();
    let [x, y, z] = base.coordinates();
    let values = replay::<FpEngine>(&tape.steps(), &[*x, *y, *z]);
    let [x, y, z] = outputs.map(|step| values[step]);
    let expected = base.mul_integer_vartime(&[0xb7]) + base.endomorphism();
    assert_eq!(Projective::<G1Curve>::from_xyz_unchecked_curve_and_subgroup(x, y, z), expected);
}

type Lanes = Lanes8Portable<FpEngine>;

/// Eight points times eight scalars in one run of the constant-time multiplication.
#[test]
fn eight_multiplications_at_once() {
    let mut rng = ChaCha20Rng::seed_from_u64(8);
    let points: [G1; 8] =
        core::array::from_fn(|i| if i == 3 { G1::identity() } else { G1::generator() * Fr::random(&mut rng) });
    let scalars: [Fr; 8] = core::array::from_fn(|i| if i == 5 { Fr::zero() } else { Fr::random(&mut rng) });
    let pack = |coordinate: fn(&G1) -> Fp| Red::<Lanes>::from_lanes(points.each_ref().map(coordinate));
    let point = Projective::<G1Curve<Lanes>>::from_xyz_unchecked_curve_and_subgroup(
        pack(|p| *p.coordinates()[0]),
        pack(|p| *p.coordinates()[1]),
        pack(|p| *p.coordinates()[2]),
    );
    let parts = scalars.each_ref().map(|k| <G1Curve>::split(&scalar_to_integer(k)));
    let product = mul_digits(&point, <G1Curve>::PARTS, windows(<G1Curve>::PART_BITS as usize), |part, window| {
        let digits = parts.each_ref().map(|parts| parts[part].digit(window));
        Digit {
            is: core::array::from_fn(|i| LaneMask::new(digits.each_ref().map(|digit| digit.is[i]))),
            negative: LaneMask::new(digits.each_ref().map(|digit| digit.negative)),
        }
    });
    let [x, y, z] = product.coordinates();
    let (x, y, z) = (x.lanes(), y.lanes(), z.lanes());
    for i in 0..8 {
        let lane = G1::from_xyz_unchecked_curve_and_subgroup(x[i], y[i], z[i]);
        assert_eq!(lane, points[i] * scalars[i], "lane {i}");
    }
    let affine = product.to_affine();
    let expected: Vec<Fp> = points.iter().zip(&scalars).map(|(p, k)| *(p * k).to_affine().x()).collect();
    assert_eq!(affine.x().lanes().as_slice(), expected);
}

/// The formulas on Fp2 through the same traits, on an engine that is not `Copy`.
#[test]
fn the_twist_on_a_counting_engine() {
    let counter = Counter::default();
    let point = G2::generator().double();
    let [x, y, z] = point.coordinates();
    let [x, y, z] =
        [x, y, z].map(|c| Red::new(Red::<Counted>::counted(&c.c0(), &counter), Red::counted(&c.c1(), &counter)));
    let counted = Projective::<G2Curve<Counted>>::from_xyz_unchecked_curve_and_subgroup(x, y, z);
    let sum = counted.double().add(&counted);
    let [x, y, z] = sum.coordinates();
    let [x, y, z] = [x, y, z].map(|c| Red::new(c.c0().value(), c.c1().value()));
    assert_eq!(G2::from_xyz_unchecked_curve_and_subgroup(x, y, z), point.double() + point);
}
