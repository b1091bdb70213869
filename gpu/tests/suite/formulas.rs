//! Recorded formulas, lowered, next to `curve`'s group laws.

use curve::engines::recorder::Step;
use curve::field::Red;
use curve::weierstrass::Projective;
use curve::{bls12_381, bn254};
use gpu::arithmetic::module;
use gpu::bound::Bound;
use gpu::curve::OnCard;
use gpu::kernels::elementwise;
use gpu::lower::{Formula, STORED, schedule};
use gpu::modulus;
use num_bigint::BigUint;
use rand_chacha::rand_core::Rng;

use crate::support::{Field, big, generator};

/// Ordinary points, the identity and the generator, and their negatives.
fn points<C: OnCard>(generator: &mut impl Rng) -> Vec<Projective<C>> {
    let mut out = vec![Projective::<C>::identity(), Projective::generator()];
    for _ in 0..3 {
        let k = [generator.next_u64(), generator.next_u64()];
        out.push(Projective::generator().mul_integer_vartime(&k));
    }
    let opposite: Vec<_> = out.iter().map(Projective::neg).collect();
    [out, opposite].concat()
}

/// The coordinates of a point times something, in Montgomery form, some raised by p.
fn coordinates<C: OnCard>(
    field: &Field,
    point: &Projective<C>,
    generator: &mut impl Rng,
) -> Vec<BigUint> {
    let scale = Red::<C::Base>::from(generator.next_u32() | 1);
    let coordinates = point.coordinates().map(|coordinate| coordinate * &scale);
    coordinates.iter().map(|coordinate| raised::<C>(field, coordinate, generator)).collect()
}

fn raised<C: OnCard>(field: &Field, value: &Red<C::Base>, generator: &mut impl Rng) -> BigUint {
    let value = big(&modulus::montgomery(value));
    if generator.next_u32() & 1 == 0 { value } else { value + &field.p }
}

fn point<C: OnCard>(field: &Field, values: &[BigUint]) -> Projective<C> {
    let n = field.modulus.len();
    for value in values {
        assert!(*value <= &field.p * 2u32, "an output is above its bound");
    }
    let words: Vec<u32> = values.iter().flat_map(|value| crate::support::words(value, n)).collect();
    let values = modulus::elements::<C::Base>(&words);
    let [x, y, z] = [0, 1, 2].map(|at| values[at]);
    Projective::from_xyz_unchecked_curve_and_subgroup(x, y, z)
}

fn run<C: OnCard>(
    field: &Field,
    formula: &Formula<C::Base>,
    items: &[Vec<BigUint>],
) -> Vec<Projective<C>> {
    let kernel = elementwise::formula("formula", &field.modulus, formula);
    let module = module(&field.modulus).kernel(kernel);
    let rows = field.run_module(&module, "formula", items, 3).expect("no bound is too small");
    rows.iter().map(|row| point(field, row)).collect()
}

#[track_caller]
fn same<C: OnCard>(a: &Projective<C>, b: &Projective<C>) {
    assert!(bool::from(a.equal(b)), "{}", C::NAME);
    assert!(bool::from(a.is_on_curve()), "{}", C::NAME);
}

fn laws<C: OnCard>() {
    let mut generator = generator(7);
    let field = Field::of::<C::Base>();
    let points = points::<C>(&mut generator);

    let mut items = Vec::new();
    let mut expected = Vec::new();
    for p in &points {
        for q in &points {
            let p_coordinates = coordinates(&field, p, &mut generator);
            items.push([p_coordinates, coordinates(&field, q, &mut generator)].concat());
            expected.push(p.add(q));
        }
    }
    for (sum, expected) in run::<C>(&field, &C::addition(), &items).iter().zip(&expected) {
        same(sum, expected);
    }

    let mut items = Vec::new();
    let mut expected = Vec::new();
    for p in &points {
        for q in points.iter().filter(|q| !bool::from(q.is_identity())) {
            let affine = q.to_affine();
            let mut item = coordinates(&field, p, &mut generator);
            item.push(raised::<C>(&field, affine.x(), &mut generator));
            item.push(raised::<C>(&field, affine.y(), &mut generator));
            items.push(item);
            expected.push(p.add(q));
        }
    }
    for (sum, expected) in run::<C>(&field, &C::mixed_addition(), &items).iter().zip(&expected) {
        same(sum, expected);
    }

    let items: Vec<_> = points.iter().map(|p| coordinates(&field, p, &mut generator)).collect();
    for (sum, p) in run::<C>(&field, &C::doubling(), &items).iter().zip(&points) {
        same(sum, &p.double());
    }
}

#[test]
fn complete_additions_are_the_group_law() {
    laws::<bls12_381::G1Curve>();
    laws::<bn254::G1Curve>();
}

/// Lowered for coordinates of at most 2p, and given such of up to what fits in their words: a value
/// that was not brought down in time loses a carry, and the interpreter says where. Lowered for
/// what they are, all is well.
#[test]
fn a_bound_that_is_too_small_is_found_in_formulas() {
    fn found<C: OnCard>() {
        let field = Field::of::<C::Base>();
        let fits = (2..).take_while(|&k| field.modulus.fits(Bound::of(k)));
        let most = fits.last().expect("two fit");
        let values = field.values(most, 0, &mut generator(9));
        let items: Vec<Vec<BigUint>> = values.iter().map(|value| vec![value.clone(); 6]).collect();
        let run = |claimed: u32| {
            field.run(&[claimed; 6], &items, |body, arithmetic, inputs| {
                C::addition().lower(body, arithmetic, inputs, STORED)
            })
        };
        assert!(run(most).is_ok(), "the bound that is true: {}", C::NAME);
        let Err(error) = run(2) else { panic!("the bound that is not: {}", C::NAME) };
        assert!(error.reason.ends_with("a bound is too small"), "{}: {error}", C::NAME);
        assert!(error.at.is_some(), "{}: {error}", C::NAME);
    }
    found::<bls12_381::G1Curve>();
    found::<bn254::G1Curve>();
}

/// What the lowering does with steps that additions do not take: constants, small multiples in
/// sums, negative products, squares, lazy values made small.
#[test]
fn every_kind_of_step() {
    use bls12_381::{FpConst, FpEngine};
    let field = Field::of::<FpEngine>();
    let mut generator = generator(8);
    const CONSTANT: FpConst = FpConst::new([1, 2, 3, 4, 5, 6, 0, 0]);
    let formula = Formula::<FpEngine>::record(2, |inputs| {
        use curve::field::{linear, term};
        let [a, b] = inputs else { unreachable!("two") };
        let small = Red::small(&a.ctx(), 5);
        let constant = Red::constant(&a.ctx(), &CONSTANT);
        let [sum] = linear([[(a, 3), (b, -2)]]);
        vec![
            &(a * b) - &(&small * a),
            curve::field::sums([[term(&a.plus(b), b), term(&a.minus(b), &small)]])[0].clone(),
            a.sqr(),
            sum,
            a.minus(b).weak(),
            b.times(200),
            -a,
            &constant * a,
        ]
    });
    let values = field.values(2, 8, &mut generator);
    let items: Vec<Vec<BigUint>> =
        values.iter().flat_map(|a| values.iter().map(|b| vec![a.clone(), b.clone()])).collect();
    let kernel = elementwise::formula("formula", &field.modulus, &formula);
    let module = module(&field.modulus).kernel(kernel);
    let rows = field.run_module(&module, "formula", &items, 8).expect("no bound is too small");
    let (p, inverse) = (&field.p, field.r_inverse());
    // The small integer five in Montgomery form, and a bound above all that is subtracted.
    let five = BigUint::from(5u32) * &field.r % p;
    let high = p * p * 8u32;
    let constant = (1..=6u64).rev().fold(BigUint::ZERO, |sum, limb| (sum << 64) + limb);
    for (item, row) in items.iter().zip(rows) {
        let [a, b] = &item[..] else { unreachable!("two") };
        let product = |x: &BigUint| x * &inverse % p;
        let expected = [
            product(&(a * b)) + p - product(&(&five * a)),
            product(&((a + b) * b + (&high + a - b) * &five)),
            product(&(a * a)),
            &high + a * 3u32 - b * 2u32,
            &high + a - b,
            b * 200u32,
            &high - a,
            a * &constant,
        ];
        for (value, expected) in row.iter().zip(expected) {
            assert_eq!(field.residue(value, Bound::of(2)), expected % p, "{a:x}, {b:x}");
        }
    }
}

#[test]
fn an_order_keeps_few_values() {
    // Eight multiples of one input, and then their sum: in the order of the recording all live at a
    // time. Better is to add each as it is made.
    let mut steps: Vec<Step<()>> = vec![Step::Input];
    steps.extend((2..10).map(|k| Step::Times(0, k)));
    steps.push(Step::Add(1, 2));
    steps.extend((0..6).map(|at| Step::Add(9 + at, 3 + at)));
    let outputs = [15];
    let order = schedule::order(&steps, &outputs);
    assert_eq!(order.len(), 15);
    let recorded: Vec<usize> = (1..16).collect();
    let [peak, before] = [&order, &recorded].map(|order| schedule::peak(&steps, &outputs, order));
    assert_eq!((peak, before), (3, 8));
    // A step that no output needs is not there.
    steps.push(Step::Neg(15));
    assert_eq!(schedule::order(&steps, &outputs).len(), 15);
}
