//! The point formulas on other engines: counted, recorded and replayed. Those of eight lanes have a
//! file of their own.

use curve::bls12_381::{FpConst, FpEngine, G1, G1Curve, G2, G2Curve};
use curve::engines::counting::{Counter, Counting};
use curve::engines::recorder::{Recorder, Tape, replay};
use curve::field::{Field, Red};
use curve::formulas::{complete, jacobian};
use curve::p256::{self, P256};
use curve::secp256k1::hash_to_curve::Isogenous;
use curve::secp256k1::{self, Secp256k1};
use curve::weierstrass::{Jacobian, Projective, Weierstrass};

type Counted = Counting<FpEngine>;

/// Products (squarings among them), reductions and small multiples of complete addition, mixed
/// addition, doubling, and of Jacobian doubling, addition, mixed addition. Counts do not depend on
/// values, so any coordinates do.
fn counts<C: Weierstrass<Base: Field<Ctx = Counter>>>() -> [[u32; 3]; 6] {
    let counter = Counter::default();
    let [x, y, z] = [2, 3, 5].map(|k| Red::<C::Base>::small(&counter, k));
    let p = Projective::<C>::from_xyz_unchecked_curve_and_subgroup(x.clone(), y.clone(), z.clone());
    let j = Jacobian::<C>::from_xyz_unchecked_curve_and_subgroup(x.clone(), y.clone(), z);
    let count = |what: &dyn Fn()| {
        counter.reset();
        what();
        let counts = counter.counts();
        [counts.products + counts.squarings, counts.reductions, counts.small]
    };
    [
        count(&|| drop(complete::add(&p, &p))),
        count(&|| drop(complete::add_mixed(&p, &x, &y))),
        count(&|| drop(complete::double(&p))),
        count(&|| drop(jacobian::double(&j))),
        count(&|| drop(jacobian::add(&j, &j))),
        count(&|| drop(jacobian::add_mixed(&j, &x, &y))),
    ]
}

#[test]
fn a_is_zero() {
    let expected = [[15, 9, 3], [12, 8, 3], [8, 7, 3], [7, 6, 2], [18, 15, 0], [11, 10, 0]];
    assert_eq!(counts::<G1Curve<Counted>>(), expected);
    assert_eq!(counts::<Secp256k1<Counting<secp256k1::FpEngine>>>(), expected);
}

#[test]
fn a_is_minus_3() {
    let expected = [[17, 11, 0], [14, 10, 0], [13, 11, 1], [8, 7, 2], [18, 15, 0], [11, 10, 0]];
    assert_eq!(counts::<P256<Counting<p256::FpEngine>>>(), expected);
}

/// 3b is small here: of 20, 17 and 16 products by the table of the formulas two are none.
#[test]
fn a_is_anything() {
    let [add, add_mixed, double, ..] = counts::<Isogenous<Counting<secp256k1::FpEngine>>>();
    assert_eq!(
        [add, add_mixed, double].map(|[products, reductions, _]| [products, reductions]),
        [[18, 12], [15, 11], [14, 12]]
    );
}

/// A whole multiplication by a public integer, written down by an engine without masks and
/// replayed.
#[test]
fn a_recorded_multiplication() {
    let tape = Tape::<FpConst>::default();
    let inputs = [(); 3].map(|()| Red::<Recorder<FpEngine>>::input(&tape));
    let [x, y, z] = inputs;
    let point =
        Projective::<G1Curve<Recorder<FpEngine>>>::from_xyz_unchecked_curve_and_subgroup(x, y, z);
    let product = point.mul_integer_vartime(&[0xb7]).add(&point.endomorphism());
    let outputs = [
        product.coordinates()[0].step(),
        product.coordinates()[1].step(),
        product.coordinates()[2].step(),
    ];
    let base = G1::generator().double();
    let [x, y, z] = base.coordinates();
    let values = replay::<FpEngine>(&tape.steps(), &[*x, *y, *z]);
    let [x, y, z] = outputs.map(|step| values[step]);
    let expected = base.mul_integer_vartime(&[0xb7]) + base.endomorphism();
    assert_eq!(Projective::<G1Curve>::from_xyz_unchecked_curve_and_subgroup(x, y, z), expected);
}

/// The formulas on Fp2 through the same traits, on an engine that is not `Copy`.
#[test]
fn the_twist_on_a_counting_engine() {
    let counter = Counter::default();
    let point = G2::generator().double();
    let [x, y, z] = point.coordinates();
    let [x, y, z] = [x, y, z].map(|c| {
        Red::new(Red::<Counted>::counted(&c.c0(), &counter), Red::counted(&c.c1(), &counter))
    });
    let counted = Projective::<G2Curve<Counted>>::from_xyz_unchecked_curve_and_subgroup(x, y, z);
    let sum = counted.double().add(&counted);
    let [x, y, z] = sum.coordinates();
    let [x, y, z] = [x, y, z].map(|c| Red::new(c.c0().value(), c.c1().value()));
    assert_eq!(G2::from_xyz_unchecked_curve_and_subgroup(x, y, z), point.double() + point);
}
