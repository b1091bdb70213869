//! What BN254 costs, on the engine that counts: the numbers that its documentation states.

use curve::bls12_381::{self, Bls12381};
use curve::bn254::{Bn254, FpEngine, G1Curve, G2Curve};
use curve::engines::counting::{Counter, Counting};
use curve::field::{Field, Masked, Red};
use curve::formulas::complete;
use curve::hash_to_curve::svdw::{self, Svdw};
use curve::pairing::{FinalExponentiation, MillerPair, Pairing, TwistPoint, miller_loop};
use curve::tower::{Fp2Of, Fp12};
use curve::weierstrass::{Projective, Weierstrass};

type Counted = Counting<FpEngine>;
type T = Bn254<Counted>;

/// Products, squarings among them, and reductions of an operation, in Fp.
fn count<R>(counter: &Counter, what: impl FnOnce() -> R) -> [u32; 2] {
    counter.reset();
    let out = what();
    let counts = counter.counts();
    drop(out);
    [counts.products + counts.squarings, counts.reductions]
}

fn point<C: Weierstrass<Base: Field<Ctx = Counter>>>(counter: &Counter) -> Projective<C> {
    let [x, y, z] = [2, 3, 5].map(|k| Red::<C::Base>::small(counter, k));
    Projective::from_xyz_unchecked_curve_and_subgroup(x, y, z)
}

/// Complete addition, mixed addition and doubling; in G2 3b′ is a product in Fp2 of four in Fp.
#[test]
fn points() {
    let counter = Counter::default();
    let p = point::<G1Curve<Counted>>(&counter);
    assert_eq!(count(&counter, || complete::add(&p, &p)), [15, 9]);
    assert_eq!(count(&counter, || complete::double(&p)), [8, 7]);
    let p = point::<G2Curve<Counted>>(&counter);
    let [x, y, _] = p.coordinates().map(Red::clone);
    assert_eq!(count(&counter, || complete::add(&p, &p)), [17 * 4, 11 * 2]);
    assert_eq!(count(&counter, || complete::add_mixed(&p, &x, &y)), [14 * 4, 10 * 2]);
    // A square in Fp2 is two products.
    assert_eq!(count(&counter, || complete::double(&p)), [8 * 4 + 2, 8 * 2]);
    assert_eq!(count(&counter, || p.endomorphism()), [8, 4]);
}

#[test]
fn lines() {
    let counter = Counter::default();
    let fp2 = |k: u32| Fp2Of::<T>::small(&counter, k);
    let q = [fp2(2), fp2(3)];
    let mut t = TwistPoint::<T>::from_affine(&q);
    // Six products with that by 3b′, four squares, and two small combinations.
    assert_eq!(count(&counter, || t.double()), [6 * 4 + 4 * 2, 12 * 2]);
    assert_eq!(count(&counter, || t.add(&q)), [11 * 4 + 2 * 2, 12 * 2]);
    let f = Fp12::<T>::from_w([1, 2, 3, 4, 5, 6].map(fp2));
    let p = [Red::small(&counter, 2), Red::small(&counter, 3)];
    let line = t.add(&q);
    assert_eq!(count(&counter, || line.at(&p)), [4, 4]);
    let line = line.at(&p);
    assert_eq!(count(&counter, || f.mul_by_line(&line)), [18 * 4, 6 * 2]);
}

/// Steps of the whole loop and the whole exponentiation, from the counts of their parts.
#[test]
fn pairings() {
    let counter = Counter::default();
    let fp2 = |k: u32| Fp2Of::<T>::small(&counter, k);
    let f = Fp12::<T>::from_w([1, 2, 3, 4, 5, 6].map(fp2));
    let [mul, sqr, cyclotomic] = [
        count(&counter, || f.mul(&f)),
        count(&counter, || f.sqr()),
        count(&counter, || f.cyclotomic_sqr()),
    ];
    let products = |[products, _]: [u32; 2]| products;
    // The first doubling makes the first value, and there is no squaring before the second.
    let frobenius = 3 * 8;
    let expected =
        63 * products(sqr) + 86 * (18 * 4) + 87 * 4 + 64 * (6 * 4 + 8) + 23 * 48 + frobenius;
    let pair = || {
        MillerPair::<T>::new(
            [Red::small(&counter, 2), Red::small(&counter, 3)],
            [fp2(5), Fp2Of::<T>::small(&counter, 7)],
        )
    };
    let found = count(&counter, || miller_loop::<T>(&counter, &mut [pair()]));
    assert_eq!(products(found), expected);

    counter.reset();
    let mut machine = FinalExponentiation::<T>::new(&f);
    while machine.step().is_none() {}
    let counts = counter.counts();
    assert_eq!(counts.inversions, 1);
    let inversion = {
        counter.reset();
        let _ = f.invert();
        let counts = counter.counts();
        counts.products + counts.squarings
    };
    let [by_p, by_p2] = [count(&counter, || f.frobenius()), count(&counter, || f.frobenius_p2())];
    // Two products in the easy part; three powers by 61 squarings and 18 products, each with a
    // third of it, 3 squares, 10 products; maps by p, p², p³.
    let expected = inversion
        + (2 + 3 * 18 + 10) * products(mul)
        + (3 * 61 + 3) * products(cyclotomic)
        + 3 * 12
        + 2 * products(by_p)
        + 3 * products(by_p2);
    assert_eq!(counts.products + counts.squarings, expected);
}

/// Both curves have towers of one shape; only ξ differs.
#[test]
fn towers_cost_the_same() {
    fn costs<T: Pairing<Fp: Field<Ctx = Counter>>>() -> [[u32; 2]; 4] {
        let counter = Counter::default();
        let f = Fp12::<T>::from_w([1, 2, 3, 4, 5, 6].map(|k| Fp2Of::<T>::small(&counter, k)));
        [
            count(&counter, || f.mul(&f)),
            count(&counter, || f.sqr_schoolbook()),
            count(&counter, || f.mul_schoolbook(&f)),
            count(&counter, || f.cyclotomic_sqr_layered()),
        ]
    }
    assert_eq!(costs::<T>(), costs::<Bls12381<Counting<bls12_381::FpEngine>>>());
}

fn map<C: Svdw<Base: Field<Ctx = Counter>>>() -> [[u32; 2]; 2]
where
    C::Base: Masked,
{
    let counter = Counter::default();
    let u = Red::<C::Base>::small(&counter, 5);
    [count(&counter, || C::sqrt_ratio(&u, &u)), count(&counter, || svdw::map_to_curve::<C>(&u))]
}

#[test]
fn hashing() {
    let [root, map_1] = map::<G1Curve<Counted>>();
    assert_eq!(root, [313, 313]);
    assert_eq!(map_1, [651, 650]);
    let [root, map_2] = map::<G2Curve<Counted>>();
    assert_eq!(root, [631, 627]);
    assert_eq!(map_2, [1348, 1302]);
}

/// A multiplication by x, which the subgroup check and the cofactor rest on.
#[test]
fn multiples_of_the_seed() {
    let counter = Counter::default();
    let p = point::<G2Curve<Counted>>(&counter);
    let seed = <T as Pairing>::SEED;
    let found = count(&counter, || {
        seed.multiple(&p, Projective::double_times, Projective::add, Projective::neg)
    });
    assert_eq!(found, [61 * 34 + 18 * 68, 61 * 16 + 18 * 22]);
}
