//! The rows of each curve.

use curve::engines::counting::{Counter, Counting, OnResidues, OnSums};
use curve::engines::lanes8::Lanes8Portable;
use curve::field::{Field, Invert, Masked};
use curve::hash_to_curve::sswu::Sign;
use curve::{bls12_381, bn254, ed25519, p256, secp256k1};

use crate::parts::{edwards, element, element2, field, group, pairing, suite, tower};
use crate::{Row, Tally};

/// On words.
pub fn portable() -> Vec<Row> {
    [
        bls12_381::<Counting<bls12_381::FpEngine>>(),
        bn254::<Counting<bn254::FpEngine>>(),
        secp256k1::<Counting<secp256k1::FpEngine>>(),
        p256::<Counting<p256::FpEngine>>(),
        ed25519::<Counting<ed25519::FpEngine>>(),
    ]
    .concat()
}

/// On the ADX engine: the curves whose towers have a shape to choose.
pub fn adx() -> Vec<Row> {
    [
        bls12_381::<Counting<bls12_381::FpEngine, OnSums>>(),
        bn254::<Counting<bn254::FpEngine, OnSums>>(),
    ]
    .concat()
}

/// In residue numbers: the pairing curves.
pub fn rns() -> Vec<Row> {
    [
        bls12_381::<Counting<bls12_381::FpEngine, OnResidues>>(),
        bn254::<Counting<bn254::FpEngine, OnResidues>>(),
    ]
    .concat()
}

/// On vector lanes, per vector: likewise.
pub fn lanes() -> Vec<Row> {
    [
        bls12_381_arithmetic::<Counting<Lanes8Portable<bls12_381::FpEngine>>>().rows,
        bn254::<Counting<Lanes8Portable<bn254::FpEngine>>>(),
    ]
    .concat()
}

fn bls12_381_arithmetic<E: bls12_381::BaseEngine<Ctx = Counter> + Masked + Invert>() -> Tally {
    use bls12_381::{Bls12381, G1Curve, G2Curve};
    let mut tally = Tally::new("BLS12-381");
    let counter = tally.counter.clone();
    tower::<Bls12381<E>>(&mut tally);
    let coordinates = [1, 2, 3].map(|k| element::<E>(&counter, k));
    group::<G1Curve<E>, G1Curve>(&mut tally, "G1", coordinates);
    let coordinates = [1, 2, 3].map(|k| element2::<E>(&counter, k));
    group::<G2Curve<E>, G2Curve>(&mut tally, "G2", coordinates);
    pairing::<Bls12381<E>>(&mut tally);
    tally
}

fn bls12_381<E: bls12_381::BaseEngine<Ctx = Counter> + Sign + Invert>() -> Vec<Row> {
    use bls12_381::{G1Curve, G2Curve};
    let mut tally = bls12_381_arithmetic::<E>();
    let counter = tally.counter.clone();
    suite::<G1Curve<E>>(&mut tally, "G1", [1, 2].map(|k| element::<E>(&counter, k)));
    suite::<G2Curve<E>>(&mut tally, "G2", [1, 2].map(|k| element2::<E>(&counter, k)));
    tally.rows
}

fn bn254<E: bn254::BaseEngine<Ctx = Counter> + Masked + Invert>() -> Vec<Row> {
    use bn254::{Bn254, G1Curve, G2Curve};
    let mut tally = Tally::new("BN254");
    let counter = tally.counter.clone();
    tower::<Bn254<E>>(&mut tally);
    let coordinates = [1, 2, 3].map(|k| element::<E>(&counter, k));
    group::<G1Curve<E>, G1Curve>(&mut tally, "G1", coordinates);
    let coordinates = [1, 2, 3].map(|k| element2::<E>(&counter, k));
    group::<G2Curve<E>, G2Curve>(&mut tally, "G2", coordinates);
    pairing::<Bn254<E>>(&mut tally);
    tally.rows
}

fn secp256k1<E: Field<Const = secp256k1::FpConst, Ctx = Counter> + Sign + Invert>() -> Vec<Row> {
    use secp256k1::Secp256k1;
    let mut tally = Tally::new("secp256k1");
    let counter = tally.counter.clone();
    let [a, b, c] = [1, 2, 3].map(|k| element::<E>(&counter, k));
    field(&mut tally, "Fp", &a, &b);
    group::<Secp256k1<E>, Secp256k1>(&mut tally, "Point", [a.clone(), b.clone(), c]);
    suite::<Secp256k1<E>>(&mut tally, "points", [a, b]);
    tally.rows
}

fn p256<E: Field<Const = p256::FpConst, Ctx = Counter> + Sign + Invert>() -> Vec<Row> {
    use p256::P256;
    let mut tally = Tally::new("P-256");
    let counter = tally.counter.clone();
    let [a, b, c] = [1, 2, 3].map(|k| element::<E>(&counter, k));
    field(&mut tally, "Fp", &a, &b);
    group::<P256<E>, P256>(&mut tally, "Point", [a.clone(), b.clone(), c]);
    suite::<P256<E>>(&mut tally, "points", [a, b]);
    tally.rows
}

fn ed25519<E: Field<Const = ed25519::FpConst, Ctx = Counter> + Masked + Invert>() -> Vec<Row> {
    use ed25519::Ed25519;
    let mut tally = Tally::new("Ed25519");
    let counter = tally.counter.clone();
    let [a, b] = [1, 2].map(|k| element::<E>(&counter, k));
    field(&mut tally, "Fp", &a, &b);
    edwards::<Ed25519<E>>(&mut tally, "Point", [a, b], 253);
    tally.rows
}
