//! Rows that curves share: fields, towers, groups, pairings, maps.

use curve::edwards::{Edwards, EdwardsPoint};
use curve::engines::counting::Counter;
use curve::field::{Field, Invert, Masked, Red};
use curve::formulas::{complete, jacobian};
use curve::fp2::Quad;
use curve::hash_to_curve::{Suite, image, map_to_curve};
use curve::integer::{Digit, TABLE, windows};
use curve::pairing::{MillerPair, Pairing, TwistPoint, final_exponentiation, multi_miller_loop};
use curve::scalar_mul::mul_digits;
use curve::tower::{Fp2Of, Fp12, Tower};
use curve::weierstrass::{Endomorphism, Group, Jacobian, Projective};
use subtle::Choice;

use crate::Tally;

/// Elements of no special form, since a formula may not look at values.
pub fn element<E: Field<Ctx = Counter>>(counter: &Counter, k: u32) -> Red<E> {
    Red::small(counter, 0x1234_5678 ^ k)
}

/// The same in Fp2.
pub fn element2<E: Field<Ctx = Counter>>(counter: &Counter, k: u32) -> Red<Quad<E>> {
    Red::new(element::<E>(counter, 2 * k), element::<E>(counter, 2 * k + 1))
}

/// The same in Fp12.
fn element12<T: Tower<Fp: Field<Ctx = Counter>>>(counter: &Counter, k: u32) -> Fp12<T> {
    Fp12::from_w([0, 1, 2, 3, 4, 5].map(|i| element2::<T::Fp>(counter, 8 * k + i)))
}

/// Product, square and inverse in a field.
pub fn field<F: Invert>(tally: &mut Tally, name: &str, a: &Red<F>, b: &Red<F>) {
    tally.row(format!("{name} multiplication"), || a * b);
    tally.row(format!("{name} squaring"), || a.sqr());
    tally.row(format!("{name} inversion"), || a.invert());
}

/// Fp to Fp12.
pub fn tower<T: Tower<Fp: Invert<Ctx = Counter>>>(tally: &mut Tally) {
    let counter = tally.counter.clone();
    field(tally, "Fp", &element::<T::Fp>(&counter, 1), &element::<T::Fp>(&counter, 2));
    field(tally, "Fp2", &element2::<T::Fp>(&counter, 1), &element2::<T::Fp>(&counter, 2));
    let [f, g] = [1, 2].map(|k| element12::<T>(&counter, k));
    tally.row("Fp6 multiplication", || f.c0.mul(&f.c1));
    tally.row("Fp6 squaring", || f.c0.sqr());
    tally.row("Fp6 inversion", || f.c0.invert());
    tally.row("Fp12 multiplication", || f.mul(&g));
    tally.row("Fp12 squaring", || f.sqr());
    tally.row("Fp12 cyclotomic squaring", || f.cyclotomic_sqr());
    tally.row("Fp12 Frobenius map", || f.frobenius());
    tally.row("Fp12 inversion", || f.invert());
}

/// A group on a counted engine; the facts of its scalars are those of `Facts`, which is the same
/// curve.
pub fn group<C, Facts>(tally: &mut Tally, name: &str, coordinates: [Red<C::Base>; 3])
where
    C: Endomorphism<Base: Masked + Invert + Field<Ctx = Counter>>,
    Facts: Group,
{
    let [x, y, z] = coordinates;
    let point =
        Projective::<C>::from_xyz_unchecked_curve_and_subgroup(x.clone(), y.clone(), z.clone());
    let in_jacobian = Jacobian::<C>::from_xyz_unchecked_curve_and_subgroup(x.clone(), y.clone(), z);
    tally.row(format!("{name} addition"), || complete::add(&point, &point));
    tally.row(format!("{name} mixed addition"), || complete::add_mixed(&point, &x, &y));
    tally.row(format!("{name} doubling"), || complete::double(&point));
    tally.row(format!("{name} addition, Jacobian"), || jacobian::add(&in_jacobian, &in_jacobian));
    tally.row(format!("{name} mixed addition, Jacobian"), || {
        jacobian::add_mixed(&in_jacobian, &x, &y)
    });
    tally.row(format!("{name} doubling, Jacobian"), || jacobian::double(&in_jacobian));
    tally.row(format!("{name} affine coordinates"), || point.to_affine());
    tally.row(format!("{name} multiplication"), || {
        mul_digits(&point, Facts::PARTS, windows(Facts::PART_BITS as usize), |_, _| {
            digit::<C::Base>()
        })
    });
}

/// A digit; none costs more or less than another.
fn digit<F: Masked>() -> Digit<F::Mask> {
    let mask = || F::mask(Choice::from(0));
    Digit { is: [(); TABLE].map(|()| mask()), negative: mask() }
}

/// A group of an Edwards curve, with scalars of this many bits.
pub fn edwards<C>(tally: &mut Tally, name: &str, [x, y]: [Red<C::Base>; 2], bits: usize)
where
    C: Edwards<Base: Masked + Invert + Field<Ctx = Counter>>,
{
    let point = EdwardsPoint::<C>::from_xy_unchecked_curve(x, y);
    let cached = point.cached();
    tally.row(format!("{name} addition"), || point.add_cached(&cached));
    tally.row(format!("{name} doubling"), || point.double());
    tally.row(format!("{name} affine coordinates"), || point.to_xy());
    tally.row(format!("{name} multiplication"), || {
        point.mul_digits(windows(bits), |_| digit::<C::Base>())
    });
}

/// The two stages of a pairing, and their steps.
pub fn pairing<T: Pairing<Fp: Invert<Ctx = Counter> + Masked>>(tally: &mut Tally) {
    let counter = tally.counter.clone();
    let p = [1, 2].map(|k| element::<T::Fp>(&counter, k));
    let q: [Fp2Of<T>; 2] = [3, 4].map(|k| element2::<T::Fp>(&counter, k));
    let f = element12::<T>(&counter, 5);
    let mut t = TwistPoint::<T>::from_affine(&q);
    let line = tally.row("Miller loop, tangent", || t.double());
    tally.row("Miller loop, chord", || t.add(&q));
    tally.row("Miller loop, line at P times the value", || f.mul_by_line(&line.at(&p)));
    let pair = || MillerPair::<T>::new(p.clone(), q.clone());
    let value = tally.row("Miller loop", || multi_miller_loop(&counter, [pair()]));
    tally.row("Miller loop over 2 pairs", || multi_miller_loop(&counter, [(); 2].map(|()| pair())));
    tally.row("Miller loop over 8 pairs", || multi_miller_loop(&counter, [(); 8].map(|()| pair())));
    tally.row("Final exponentiation", || final_exponentiation(&value));
    tally.row("Pairing", || final_exponentiation(&multi_miller_loop(&counter, [pair()])));
}

/// The map of hash-to-curve, and two of it with their sum.
pub fn suite<C: Suite>(tally: &mut Tally, name: &str, u: [Red<C::Base>; 2]) {
    tally.row(format!("Map to the curve of {name}"), || map_to_curve::<C>(&u[0]));
    tally.row(format!("Hash to the curve of {name}, cofactor not cleared"), || {
        let [p, q] = u.each_ref().map(C::map);
        image::<C>(&p.add(&q))
    });
}
