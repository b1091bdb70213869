//! BLS12-381.

use curve::bls12_381::{BaseEngine, Bls12381, FpEngine, G1Curve, G2Curve, mul_by_x_abs};
use curve::engines::counting::{Counter, Counting};
use curve::engines::lanes8::Lanes8Portable;
use curve::field::{Field, Invert, Masked, Red};
use curve::formulas::{complete, jacobian};
use curve::fp2::Quad;
use curve::hash_to_curve::sswu::{self, Sign};
use curve::hash_to_curve::{Suite, image, map_to_curve};
use curve::pairing::{MillerPair, TwistPoint, final_exponentiation, multi_miller_loop};
use curve::scalar_mul::{Digit, TABLE, mul_digits, windows};
use curve::tower::{Fp2Of, Fp12};
use curve::weierstrass::{Endomorphism, Group, Jacobian, Projective};
use subtle::Choice;

use super::{Row, Tally};

/// On words.
pub fn portable() -> Vec<Row> {
    let mut tally = Tally::new("BLS12-381");
    arithmetic::<FpEngine>(&mut tally);
    hashing::<FpEngine>(&mut tally);
    tally.rows
}

/// On vector lanes, per vector.
pub fn lanes() -> Vec<Row> {
    let mut tally = Tally::new("BLS12-381");
    arithmetic::<Lanes8Portable<FpEngine>>(&mut tally);
    tally.rows
}

/// Elements of no special form, since a formula may not look at values.
fn element<F: BaseEngine<Ctx = ()>>(counter: &Counter, k: u32) -> Red<Counting<F>> {
    Red::small(counter, 0x1234_5678 ^ k)
}

fn element2<F: BaseEngine<Ctx = ()>>(counter: &Counter, k: u32) -> Red<Quad<Counting<F>>> {
    Red::new(element::<F>(counter, 2 * k), element::<F>(counter, 2 * k + 1))
}

fn element12<F: BaseEngine<Ctx = ()>>(counter: &Counter, k: u32) -> Fp12<Bls12381<Counting<F>>> {
    Fp12::from_w([0, 1, 2, 3, 4, 5].map(|i| element2::<F>(counter, 8 * k + i)))
}

/// Fields, groups and pairing.
fn arithmetic<F: BaseEngine<Ctx = ()> + Masked + Invert>(tally: &mut Tally) {
    let counter = tally.counter.clone();
    let [a, b] = [1, 2].map(|k| element::<F>(&counter, k));
    tally.row("Fp multiplication", || &a * &b);
    tally.row("Fp squaring", || a.sqr());
    tally.row("Fp inversion", || a.invert());
    let [c, d] = [1, 2].map(|k| element2::<F>(&counter, k));
    tally.row("Fp2 multiplication", || &c * &d);
    tally.row("Fp2 squaring", || c.sqr());
    tally.row("Fp2 inversion", || c.invert());
    let [f, g] = [1, 2].map(|k| element12::<F>(&counter, k));
    tally.row("Fp6 multiplication", || f.c0.mul(&f.c1));
    tally.row("Fp6 squaring", || f.c0.sqr());
    tally.row("Fp6 inversion", || f.c0.invert());
    tally.row("Fp12 multiplication", || f.mul(&g));
    tally.row("Fp12 squaring", || f.sqr());
    tally.row("Fp12 cyclotomic squaring", || f.cyclotomic_sqr());
    tally.row("Fp12 Frobenius map", || f.frobenius());
    tally.row("Fp12 inversion", || f.invert());

    let names = [
        "G1 addition",
        "G1 mixed addition",
        "G1 doubling",
        "G1 addition, Jacobian",
        "G1 mixed addition, Jacobian",
        "G1 doubling, Jacobian",
        "G1 affine coordinates",
        "G1 multiplication by |x|",
        "G1 multiplication",
    ];
    group::<G1Curve<Counting<F>>, G1Curve<FpEngine>>(tally, names, [1, 2, 3].map(|k| element::<F>(&counter, k)));
    let names = [
        "G2 addition",
        "G2 mixed addition",
        "G2 doubling",
        "G2 addition, Jacobian",
        "G2 mixed addition, Jacobian",
        "G2 doubling, Jacobian",
        "G2 affine coordinates",
        "G2 multiplication by |x|",
        "G2 multiplication",
    ];
    group::<G2Curve<Counting<F>>, G2Curve<FpEngine>>(tally, names, [1, 2, 3].map(|k| element2::<F>(&counter, k)));
    pairing::<F>(tally);
}

/// A group on a counted engine; the facts of its scalars are those of `Facts`, which is the same curve.
fn group<C, Facts>(tally: &mut Tally, names: [&'static str; 9], coordinates: [Red<C::Base>; 3])
where
    C: Endomorphism<Base: Masked + Invert + Field<Ctx = Counter>>,
    Facts: Group,
{
    let counter = tally.counter.clone();
    let [x, y, z] = coordinates;
    let point = Projective::<C>::from_xyz_unchecked_curve_and_subgroup(x.clone(), y.clone(), z.clone());
    let jacobian = Jacobian::<C>::from_xyz_unchecked_curve_and_subgroup(x.clone(), y.clone(), z);
    tally.row(names[0], || complete::add(&point, &point));
    tally.row(names[1], || complete::add_mixed(&point, &x, &y));
    tally.row(names[2], || complete::double(&point));
    tally.row(names[3], || jacobian::add(&jacobian, &jacobian));
    tally.row(names[4], || jacobian::add_mixed(&jacobian, &x, &y));
    tally.row(names[5], || jacobian::double(&jacobian));
    tally.row(names[6], || point.to_affine());
    tally.row(names[7], || mul_by_x_abs(&point));
    let mask = || C::Base::mask(Choice::from(0));
    tally.row(names[8], || {
        mul_digits(&point, Facts::PARTS, windows(Facts::PART_BITS as usize), |_, _| Digit {
            is: [(); TABLE].map(|()| mask()),
            negative: mask(),
        })
    });
    counter.reset();
}

fn pairing<F: BaseEngine<Ctx = ()> + Masked + Invert>(tally: &mut Tally) {
    type Curve<F> = Bls12381<Counting<F>>;
    let counter = tally.counter.clone();
    let p = [1, 2].map(|k| element::<F>(&counter, k));
    let q: [Fp2Of<Curve<F>>; 2] = [3, 4].map(|k| element2::<F>(&counter, k));
    let f = element12::<F>(&counter, 5);
    let mut t = TwistPoint::<Curve<F>>::from_affine(&q);
    let line = tally.row("Miller loop, tangent", || t.double());
    tally.row("Miller loop, chord", || t.add(&q));
    tally.row("Miller loop, line at P times the value", || f.mul_by_line(&line.at(&p)));
    let pair = || MillerPair::<Curve<F>>::new(p.clone(), q.clone());
    let value = tally.row("Miller loop", || multi_miller_loop(&counter, [pair()]));
    tally.row("Miller loop over 2 pairs", || multi_miller_loop(&counter, [(); 2].map(|()| pair())));
    tally.row("Miller loop over 8 pairs", || multi_miller_loop(&counter, [(); 8].map(|()| pair())));
    tally.row("Final exponentiation", || final_exponentiation(&value));
    tally.row("Pairing", || final_exponentiation(&multi_miller_loop(&counter, [pair()])));
}

/// Maps to the curves, where the engine knows signs.
fn hashing<F: BaseEngine<Ctx = ()> + Sign + Invert>(tally: &mut Tally) {
    let counter = tally.counter.clone();
    let names = ["Map to the curve of G1", "Hash to the curve of G1, cofactor not cleared"];
    suite::<G1Curve<Counting<F>>>(tally, names, [1, 2].map(|k| element::<F>(&counter, k)));
    let names = ["Map to the curve of G2", "Hash to the curve of G2, cofactor not cleared"];
    suite::<G2Curve<Counting<F>>>(tally, names, [1, 2].map(|k| element2::<F>(&counter, k)));
}

fn suite<C: Suite>(tally: &mut Tally, names: [&'static str; 2], u: [Red<C::Base>; 2]) {
    tally.row(names[0], || map_to_curve::<C>(&u[0]));
    tally.row(names[1], || {
        let [p, q] = u.each_ref().map(sswu::map_to_curve::<C::Map>);
        image::<C>(&p.add(&q))
    });
}
