//! With the feature `mutate-frobenius` the pairing is wrong, which is what the feature is for.
#![cfg(feature = "mutate-frobenius")]

#[path = "support/points.rs"]
mod points;

use curve::bls12_381::Bls12381;
use points::{Engine64, Points, fp, pair};

/// The last coefficient of e(g1, g2) as published, see `pairing_vectors.rs`.
#[test]
fn the_mutant_shows() {
    let points = Points::<Bls12381<Engine64>>::multiples(1);
    let right = fp("0f41e58663bf08cf068672cbd01a7ec73baca4d72ca93544deff686bfd6df543d48eaa24afe47e1efde449383b676631");
    let value = pair(&points.g1[1], &points.g2[1]);
    assert!(value.as_fp12().coefficients()[11] != right);
}
