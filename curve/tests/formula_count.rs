//! The operation counts that the point formulas state.
#![cfg(feature = "alloc")]

use curve::bls12_381::{self, G1Curve};
use curve::engines::counting::{Counter, Counting};
use curve::field::{Field, Red};
use curve::formulas::{complete, jacobian};
use curve::p256::{self, P256};
use curve::secp256k1::hash_to_curve::Isogenous;
use curve::secp256k1::{self, Secp256k1};
use curve::weierstrass::{Jacobian, Projective, Weierstrass};

/// Products (squarings among them), reductions and small multiples of complete addition, mixed addition, doubling, and of Jacobian
/// doubling, addition, mixed addition. Counts do not depend on values, so any coordinates do.
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
    let expected = [[15, 9, 3], [12, 8, 5], [8, 7, 3], [8, 6, 2], [18, 15, 2], [11, 10, 4]];
    assert_eq!(counts::<G1Curve<Counting<bls12_381::FpEngine>>>(), expected);
    assert_eq!(counts::<Secp256k1<Counting<secp256k1::FpEngine>>>(), expected);
}

#[test]
fn a_is_minus_3() {
    let expected = [[17, 14, 7], [14, 13, 9], [13, 14, 8], [9, 7, 2], [18, 15, 2], [11, 10, 4]];
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
