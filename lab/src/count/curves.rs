//! The rows of each curve.

use curve::engines::counting::Counting;
use curve::engines::lanes8::Lanes8Portable;
use curve::field::{Field, Invert, Masked};
use curve::hash_to_curve::sswu::Sign;
use curve::{bls12_381, bn254, ed25519, p256, secp256k1};

use super::parts::{edwards, element, element2, field, group, pairing, suite, tower};
use super::{Row, Tally};

/// On words.
pub fn portable() -> Vec<Row> {
    [
        bls12_381::<bls12_381::FpEngine>(),
        bn254::<bn254::FpEngine>(),
        secp256k1::<secp256k1::FpEngine>(),
        p256::<p256::FpEngine>(),
        ed25519::<ed25519::FpEngine>(),
    ]
    .concat()
}

/// On vector lanes, per vector: the curves whose towers have a shape to choose.
pub fn lanes() -> Vec<Row> {
    [bls12_381_arithmetic::<Lanes8Portable<bls12_381::FpEngine>>().rows, bn254::<Lanes8Portable<bn254::FpEngine>>()]
        .concat()
}

fn bls12_381_arithmetic<F: bls12_381::BaseEngine<Ctx = ()> + Masked + Invert>() -> Tally {
    use bls12_381::{Bls12381, G1Curve, G2Curve};
    let mut tally = Tally::new("BLS12-381");
    let counter = tally.counter.clone();
    tower::<F, Bls12381<Counting<F>>>(&mut tally);
    let coordinates = [1, 2, 3].map(|k| element::<F>(&counter, k));
    group::<G1Curve<Counting<F>>, G1Curve>(&mut tally, "G1", coordinates);
    let coordinates = [1, 2, 3].map(|k| element2::<F>(&counter, k));
    group::<G2Curve<Counting<F>>, G2Curve>(&mut tally, "G2", coordinates);
    pairing::<F, Bls12381<Counting<F>>>(&mut tally);
    tally
}

fn bls12_381<F: bls12_381::BaseEngine<Ctx = ()> + Sign + Invert>() -> Vec<Row> {
    use bls12_381::{G1Curve, G2Curve};
    let mut tally = bls12_381_arithmetic::<F>();
    let counter = tally.counter.clone();
    suite::<G1Curve<Counting<F>>>(&mut tally, "G1", [1, 2].map(|k| element::<F>(&counter, k)));
    suite::<G2Curve<Counting<F>>>(&mut tally, "G2", [1, 2].map(|k| element2::<F>(&counter, k)));
    tally.rows
}

fn bn254<F: bn254::BaseEngine<Ctx = ()> + Masked + Invert>() -> Vec<Row> {
    use bn254::{Bn254, G1Curve, G2Curve};
    let mut tally = Tally::new("BN254");
    let counter = tally.counter.clone();
    tower::<F, Bn254<Counting<F>>>(&mut tally);
    let coordinates = [1, 2, 3].map(|k| element::<F>(&counter, k));
    group::<G1Curve<Counting<F>>, G1Curve>(&mut tally, "G1", coordinates);
    let coordinates = [1, 2, 3].map(|k| element2::<F>(&counter, k));
    group::<G2Curve<Counting<F>>, G2Curve>(&mut tally, "G2", coordinates);
    pairing::<F, Bn254<Counting<F>>>(&mut tally);
    tally.rows
}

fn secp256k1<F: Field<Const = secp256k1::FpConst, Ctx = ()> + Sign + Invert>() -> Vec<Row> {
    use secp256k1::Secp256k1;
    let mut tally = Tally::new("secp256k1");
    let counter = tally.counter.clone();
    let [a, b, c] = [1, 2, 3].map(|k| element::<F>(&counter, k));
    field(&mut tally, "Fp", &a, &b);
    group::<Secp256k1<Counting<F>>, Secp256k1>(&mut tally, "Point", [a.clone(), b.clone(), c]);
    suite::<Secp256k1<Counting<F>>>(&mut tally, "points", [a, b]);
    tally.rows
}

fn p256<F: Field<Const = p256::FpConst, Ctx = ()> + Sign + Invert>() -> Vec<Row> {
    use p256::P256;
    let mut tally = Tally::new("P-256");
    let counter = tally.counter.clone();
    let [a, b, c] = [1, 2, 3].map(|k| element::<F>(&counter, k));
    field(&mut tally, "Fp", &a, &b);
    group::<P256<Counting<F>>, P256>(&mut tally, "Point", [a.clone(), b.clone(), c]);
    suite::<P256<Counting<F>>>(&mut tally, "points", [a, b]);
    tally.rows
}

fn ed25519<F: Field<Const = ed25519::FpConst, Ctx = ()> + Masked + Invert>() -> Vec<Row> {
    use ed25519::Ed25519;
    let mut tally = Tally::new("Ed25519");
    let counter = tally.counter.clone();
    let [a, b] = [1, 2].map(|k| element::<F>(&counter, k));
    field(&mut tally, "Fp", &a, &b);
    edwards::<Ed25519<Counting<F>>>(&mut tally, "Point", [a, b], 253);
    tally.rows
}
