//! What the maps cost, on an engine that counts, whose values are not `Copy` and know their
//! context, as a recorder's.

use curve::bls12_381::hash_to_curve::{G1Isogenous, G2Isogenous};
use curve::bls12_381::{FpEngine, G1Curve, G2Curve};
use curve::engines::counting::{Counter, Counting};
use curve::field::{Field, Red};
use curve::fp2::Quad;
use curve::hash_to_curve::sswu::{self, Swu};
use curve::hash_to_curve::{Suite, image};
use curve::p256::{self, P256};
use curve::secp256k1::{self, Secp256k1};

type Counted = Counting<FpEngine>;

/// Products, squarings among them, and reductions of an operation.
fn count<T>(counter: &Counter, what: impl FnOnce() -> T) -> (T, [u32; 2]) {
    counter.reset();
    let out = what();
    let counts = counter.counts();
    (out, [counts.products + counts.squarings, counts.reductions])
}

/// Products and reductions of the root, the whole map, the addition and the isogeny.
fn costs<C: Suite<Map: Swu>>(counter: &Counter, u: [Red<C::Base>; 2]) -> [[u32; 2]; 4]
where
    C::Base: Field<Ctx = Counter>,
{
    let (_, root) = count(counter, || C::Map::sqrt_ratio(&u[0], &u[1]));
    let (p, map) = count(counter, || sswu::map_to_curve::<C::Map>(&u[0]));
    let q = sswu::map_to_curve::<C::Map>(&u[1]);
    let (sum, addition) = count(counter, || p.add(&q));
    let (_, isogeny) = count(counter, || image::<C>(&sum));
    [root, map, addition, isogeny]
}

/// The table of costs in the documentation of the suites, from this.
#[test]
fn costs_of_the_suites() {
    let counter = Counter::default();
    let small = |k| Red::<Counted>::small(&counter, k);
    let g1 = costs::<G1Curve<Counted>>(&counter, [small(3), small(5)]);
    assert_eq!(g1, [[454, 454], [468, 468], [20, 14], [60, 30]]);
    let pair = |k| Red::<Quad<Counted>>::new(small(k), small(k + 1));
    let g2 = costs::<G2Curve<Counted>>(&counter, [pair(3), pair(5)]);
    assert_eq!(g2, [[913, 909], [945, 929], [60, 18], [36, 16]]);
    let small = |k| Red::small(&counter, k);
    let k1 = costs::<Secp256k1<Counting<secp256k1::FpEngine>>>(&counter, [small(3), small(5)]);
    assert_eq!(k1, [[274, 274], [286, 286], [18, 12], [13, 11]]);
    let small = |k| Red::small(&counter, k);
    let r1 = costs::<P256<Counting<p256::FpEngine>>>(&counter, [small(3), small(5)]);
    assert_eq!(r1, [[271, 271], [283, 283], [17, 11], [0, 0]]);
}

/// The counting engine computes the same as the one that it counts for.
#[test]
fn same_as_portable() {
    let counter = Counter::default();
    let got = sswu::map_to_curve::<G1Isogenous<Counted>>(&Red::small(&counter, 9));
    let want = sswu::map_to_curve::<G1Isogenous<FpEngine>>(&Red::from(9));
    assert_eq!(got.coordinates().map(|c| c.value()), want.coordinates().map(|c| *c));
    let got = sswu::map_to_curve::<G2Isogenous<Counted>>(&Red::small(&counter, 9));
    let want = sswu::map_to_curve::<G2Isogenous<FpEngine>>(&Red::from(9));
    for (got, want) in got.coordinates().iter().zip(want.coordinates()) {
        assert_eq!([got.c0().value(), got.c1().value()], [want.c0(), want.c1()]);
    }
}
