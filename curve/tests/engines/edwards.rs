//! Edwards curves on engines that are not words: the operation counts that the documentation
//! states, and a recorder.

use curve::ed25519::{Ed25519, Fp, FpEngine, Point};
use curve::edwards::{EdwardsPoint, Niels};
use curve::engines::counting::{Counter, Counting};
use curve::engines::recorder::{Recorder, Tape, replay};
use curve::field::Red;
use curve::formulas::montgomery;
use curve::hash_to_curve::elligator2::{map_to_curve, map_to_montgomery};
use curve::integer::{signed_digit, windows};

type Engine = Counting<FpEngine>;
type Counted = EdwardsPoint<Ed25519<Engine>>;

/// Products (squarings among them) and reductions of an operation; the result must be that of the
/// engine below.
fn cost(operation: impl FnOnce(&Counter) -> Counted, expected: &Point) -> [u32; 2] {
    let counter = Counter::default();
    let result = operation(&counter);
    let counts = counter.counts();
    let [x, y, z] = result.coordinates().map(Red::value);
    let [expected_x, expected_y, expected_z] = expected.coordinates();
    assert!(x * expected_z == *expected_x * z && y * expected_z == *expected_y * z);
    [counts.products + counts.squarings, counts.reductions]
}

/// A point with a Z, under a counter that has counted nothing for it.
fn counted(point: &Point, counter: &Counter) -> Counted {
    let [x, y] = point.to_xy().map(|c| Red::<Engine>::counted(&c, counter));
    let point = Counted::from_xy_unchecked_curve(x, y);
    counter.reset();
    point
}

#[test]
fn formulas() {
    let g = Point::generator();
    let p = g.double();
    let with = |operation: fn(&Counted, &Counted) -> Counted, expected: &Point| {
        cost(
            |counter| {
                let (p, q) = (counted(&p, counter), counted(&g, counter));
                operation(&p, &q)
            },
            expected,
        )
    };
    let sum = p.add(&g);
    assert_eq!(with(|p, q| p.add(q), &sum), [10, 10]);
    assert_eq!(with(|p, q| p.sub(q), &g), [10, 10]);
    assert_eq!(with(|p, _| p.double(), &p.double()), [7, 7]);
    assert_eq!(with(|p, _| p.double_many(3), &p.mul_by_cofactor()), [21, 21]);
    // What depends on the second operand alone, 2 products, is not counted here.
    let prepared = |counter: &Counter| {
        let (p, q) = (counted(&p, counter), counted(&g, counter));
        let cached = q.cached();
        assert_eq!(counter.counts().products, 2);
        counter.reset();
        p.add_cached(&cached)
    };
    assert_eq!(cost(prepared, &sum), [8, 8]);
    let mixed = |counter: &Counter| {
        let (p, q) = (counted(&p, counter), counted(&g, counter));
        let niels = Niels::of_xy(q.coordinates()[0], q.coordinates()[1]);
        counter.reset();
        p.add_mixed(&niels)
    };
    assert_eq!(cost(mixed, &sum), [7, 7]);
}

#[test]
fn multiplication() {
    let g = Point::generator();
    let k = [u64::MAX, 17, 0, 1 << 59];
    let product = |counter: &Counter| {
        let g = counted(&g, counter);
        g.mul_digits(windows(253), |window| signed_digit(&k, window))
    };
    // The table: 8 doublings, 7 additions, 16 entries. Then 250 doublings and 51 additions.
    let expected = 8 * 7 + 7 * 8 + 16 * 2 + 250 * 7 + 51 * 8;
    assert_eq!(cost(product, &g.mul_integer(&k)), [expected; 2]);
}

/// X25519's ladder: for each bit 5 products, one by a small number, and 4 squares.
#[test]
fn ladder() {
    let (u, k) = (Fp::from(9), [u64::MAX, 17, 0, 1 << 62]);
    let counter = Counter::default();
    let [x, z] = montgomery::ladder(&Red::<Engine>::counted(&u, &counter), &k, 255, 121_666);
    let counts = counter.counts();
    assert_eq!([counts.products + counts.squarings, counts.reductions], [255 * 10; 2]);
    let expected = Point::generator().mul_integer(&k).to_montgomery_bytes();
    let mut bytes = [0; 32];
    (x.value() * &z.value().invert()).to_bytes(&mut bytes);
    bytes.reverse();
    assert_eq!(bytes, expected);
}

#[test]
fn hashing() {
    let u = Fp::from(7);
    let counter = Counter::default();
    map_to_montgomery::<Ed25519<Engine>>(&Red::counted(&u, &counter));
    assert_eq!(counter.counts().products + counter.counts().squarings, 272 + 10);
    let map = |counter: &Counter| map_to_curve::<Ed25519<Engine>>(&Red::counted(&u, counter));
    assert_eq!(cost(map, &map_to_curve::<Ed25519>(&u)), [287, 287]);
}

/// \[k\]P + 2P, written down and replayed.
#[test]
fn recorded() {
    type Record = Recorder<FpEngine>;
    let k = [0x5_1234, 0, 0, 0];
    let tape = Tape::default();
    let [x, y] = core::array::from_fn(|_| Red::<Record>::input(&tape));
    let p = EdwardsPoint::<Ed25519<Record>>::from_xy_unchecked_curve(x, y);
    let sum = p.mul_integer_vartime(&k).add(&p.double());
    let steps = sum.coordinates().map(Red::step);
    let g = Point::generator().double();
    let values = replay::<FpEngine>(&tape.steps(), &g.to_xy());
    let [x, y, z] = steps.map(|step| values[step]);
    let expected = g.mul_integer(&[k[0] + 2, 0, 0, 0]).to_xy();
    assert_eq!([x * z.invert(), y * z.invert()], expected);
}
