//! Every formula keeps the limits of every engine that runs it.

use curve::field::{Field, Invert, Karatsuba, Red, Shape, product};
use curve::formulas::{complete, edwards, jacobian};
use curve::fp2::Quad;
use curve::pairing::TwistPoint;
use curve::tower::{Fp2Of, Fp12, Tower};
use curve::weierstrass::{Jacobian, Projective, Weierstrass};
use curve::{bls12_381, bn254, ed25519, p256, secp256k1};
use limb::rns::{Plain, Rns};

use crate::ranges::{Found, Limits, Ranges, run};
use crate::residues::{Bases, Residues};

/// Engines on words: name, modulus, bits of R, and what else their documentation says.
macro_rules! engines {
    ($(
        $(#[$doc:meta])*
        $name:ident: $modulus:ty, $bits:literal, $shape:expr, { $($more:tt)* }
    )*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        struct $name;

        impl Limits for $name {
            type Modulus = $modulus;

            const SHAPE: Shape = $shape;
            const R_BITS: u32 = $bits;
            $($more)*
        })*
    };
}

const PORTABLE: Shape = Shape::of(Karatsuba::Reduced);
const ADX: Shape = Shape { lazy_sums: true, ..Shape::of(Karatsuba::Wide) };
const CHIP: Shape = Shape { small_stack: true, ..Shape::of(Karatsuba::Wide) };
const MULTIPLIER: Shape = Shape { overlap: true, ..CHIP };

engines! {
    /// `limb::Mont` on words of 64 bits; what is subtracted is complemented.
    PortableBls: bls12_381::FpModulus, 384, PORTABLE, { const COMPLEMENTS: bool = true; }
    PortableBn: bn254::FpModulus, 256, PORTABLE, { const COMPLEMENTS: bool = true; }
    PortableP256: p256::FpModulus, 256, PORTABLE,
        { const COMPLEMENTS: bool = true; const LAZY: bool = false; }
    /// `limb::adx::Mont`: what a reduction takes is what its kernel is proved for.
    AdxBls: bls12_381::FpModulus, 384, ADX, { const COMPLEMENTS: bool = false; }
    AdxBn: bn254::FpModulus, 256, ADX, { const COMPLEMENTS: bool = false; }
    /// `limb::ifma::Mont`: 64m of small multiples may be below zero, and less than m of products.
    IfmaBls: bls12_381::FpModulus, 416, PORTABLE, {
        const COMPLEMENTS: bool = false;
        const REDUCED: i128 = 2;
        const LIMIT: i128 = 65;
        const MOST_PRODUCTS: Option<u32> = Some(128);
    }
    IfmaBn: bn254::FpModulus, 260, PORTABLE, {
        const COMPLEMENTS: bool = false;
        const REDUCED: i128 = 2;
        const LIMIT: i128 = 65;
        const MOST_PRODUCTS: Option<u32> = Some(128);
    }
    /// `limb::doubles::Mont`: values of either sign, so that those of the range here are m too
    /// large, and products four times; 128 of them are below a quarter of mR there.
    DoublesBls: bls12_381::FpModulus, 392, PORTABLE, {
        const COMPLEMENTS: bool = false;
        const REDUCED: i128 = 2;
        const LIMIT: i128 = 65;
        const MOST_PRODUCTS: Option<u32> = Some(128);
    }
    DoublesBn: bn254::FpModulus, 270, PORTABLE, {
        const COMPLEMENTS: bool = false;
        const REDUCED: i128 = 2;
        const LIMIT: i128 = 65;
        const MOST_PRODUCTS: Option<u32> = Some(128);
    }
    /// The chip: products in Fp2 by three, which are differences of products.
    ChipBls: bls12_381::FpModulus, 384, CHIP,
        { const COMPLEMENTS: bool = true; const COMPLEX_COMPLEMENTS: bool = false; }
    ChipBn: bn254::FpModulus, 256, CHIP,
        { const COMPLEMENTS: bool = true; const COMPLEX_COMPLEMENTS: bool = false; }
    /// The chip with its multiplier: `limb::narrow`, sums of reduced products, 256 of them.
    NarrowBls: bls12_381::FpModulus, 384, MULTIPLIER, {
        const COMPLEMENTS: bool = true;
        const COMPLEX_COMPLEMENTS: bool = false;
        const LIMIT: i128 = 256;
        const MOST_PRODUCTS: Option<u32> = Some(256);
    }
    /// `limb::Fold`: what matters is how many products a sum has.
    FoldSecp256k1: secp256k1::FpModulus, 256, Shape::of(Karatsuba::Never),
        { const COMPLEMENTS: bool = true; const MOST_PRODUCTS: Option<u32> = Some(32); }
    FoldEd25519: ed25519::FpModulus, 256, Shape::of(Karatsuba::Never),
        { const COMPLEMENTS: bool = true; const MOST_PRODUCTS: Option<u32> = Some(32); }
}

/// Residue numbers with eight primes and with six.
#[derive(Clone, Copy, Debug)]
struct Eight;
#[derive(Clone, Copy, Debug)]
struct Six;

impl Bases for Eight {
    type Modulus = bls12_381::FpModulus;

    const REDUCED: u64 = 9;
    const MOST: u64 = 516_096;
}

impl Bases for Six {
    type Modulus = bn254::FpModulus;

    const REDUCED: u64 = 7;
    const MOST: u64 = 1 << 39;
}

/// Takes inputs, gives outputs.
type Formula<F> = (&'static str, fn(&mut dyn FnMut() -> Red<F>) -> Vec<Red<F>>);
type Inputs<'a, F> = &'a mut dyn FnMut() -> Red<F>;

fn three<F: Field>(coordinates: [&Red<F>; 3]) -> Vec<Red<F>> {
    coordinates.map(Red::clone).to_vec()
}

fn projective<C: Weierstrass>(mut input: impl FnMut() -> Red<C::Base>) -> Projective<C> {
    Projective::from_xyz_unchecked_curve_and_subgroup(input(), input(), input())
}

fn of_jacobian<C: Weierstrass>(mut input: impl FnMut() -> Red<C::Base>) -> Jacobian<C> {
    Jacobian::from_xyz_unchecked_curve_and_subgroup(input(), input(), input())
}

/// All group formulas of a curve.
fn group<C: Weierstrass>(mut input: impl FnMut() -> Red<C::Base>) -> Vec<Red<C::Base>> {
    let input: &mut dyn FnMut() -> Red<C::Base> = &mut input;
    let (p, q) = (projective::<C>(&mut *input), projective::<C>(&mut *input));
    let (j, k) = (of_jacobian::<C>(&mut *input), of_jacobian::<C>(&mut *input));
    let (x, y) = (input(), input());
    [
        three(complete::add(&p, &q).coordinates()),
        three(complete::add(&p, &q.neg()).coordinates()),
        three(complete::add_mixed(&p, &x, &y).coordinates()),
        three(complete::double(&p).coordinates()),
        three(jacobian::add(&j, &k).coordinates()),
        three(jacobian::add_mixed(&j, &x, &y).coordinates()),
        three(jacobian::double(&j).coordinates()),
    ]
    .concat()
}

fn fp2<T: Tower>(input: Inputs<'_, T::Fp>) -> Fp2Of<T> {
    Red::new(input(), input())
}

fn fp12<T: Tower>(input: Inputs<'_, T::Fp>) -> Fp12<T> {
    Fp12::from_w(std::array::from_fn(|_| fp2::<T>(input)))
}

fn parts<F: Field>(a: &Red<Quad<F>>) -> [Red<F>; 2] {
    [a.c0(), a.c1()]
}

fn flat<T: Tower>(a: &Fp12<T>) -> Vec<Red<T::Fp>> {
    a.w().into_iter().flat_map(parts).collect()
}

/// All formulas of a pairing-friendly curve: its groups, its tower and the steps of its loop.
macro_rules! pairing_formulas {
    ($name:ident, $curve:ident, $pairing:ident) => {
        pub fn $name<F: Invert + Field<Ctx = (), Const = $curve::FpConst>>() -> Vec<Formula<F>> {
            type T<F> = $curve::$pairing<F>;
            vec![
                ("G1", |input| group::<$curve::G1Curve<F>>(input)),
                ("G2", |input| {
                    let points = group::<$curve::G2Curve<F>>(|| fp2::<T<F>>(input));
                    points.iter().flat_map(parts).collect()
                }),
                ("product in Fp12", |input| flat(&fp12::<T<F>>(input).mul(&fp12::<T<F>>(input)))),
                ("square in Fp12", |input| flat(&fp12::<T<F>>(input).sqr())),
                ("inverse in Fp12", |input| flat(&fp12::<T<F>>(input).invert())),
                ("Frobenius maps", |input| {
                    let a = fp12::<T<F>>(input);
                    [flat(&a.frobenius()), flat(&a.frobenius_p2()), flat(&a.conjugate())].concat()
                }),
                ("cyclotomic square", |input| flat(&fp12::<T<F>>(input).cyclotomic_sqr())),
                ("tripled square", |input| {
                    // Of a tripled element comes a tripled one, which is squared again.
                    let mut tripled = fp12::<T<F>>(input).tripled();
                    tripled.square();
                    tripled.square();
                    flat(&tripled.third())
                }),
                ("compressed square", |input| {
                    let square = fp12::<T<F>>(input).compress().sqr();
                    let [out] = curve::tower::Compressed::decompress(&[square.sqr()]);
                    flat(&out)
                }),
                ("tangent, and product by it", |input| {
                    let mut t = TwistPoint::<T<F>>::from_xyz_unchecked_curve_and_subgroup(
                        std::array::from_fn(|_| fp2::<T<F>>(input)),
                    );
                    let line = t.double().at(&[input(), input()]);
                    let mut out = flat(&fp12::<T<F>>(input).mul_by_line(&line));
                    out.extend(t.coordinates().into_iter().flat_map(parts));
                    out
                }),
                ("chord, and product by it", |input| {
                    let mut t = TwistPoint::<T<F>>::from_xyz_unchecked_curve_and_subgroup(
                        std::array::from_fn(|_| fp2::<T<F>>(input)),
                    );
                    let q = [fp2::<T<F>>(input), fp2::<T<F>>(input)];
                    let line = t.add(&q).at(&[input(), input()]);
                    let mut out = flat(&fp12::<T<F>>(input).mul_by_line(&line));
                    out.extend(t.coordinates().into_iter().flat_map(parts));
                    out
                }),
            ]
        }
    };
}

pairing_formulas!(of_bls12_381, bls12_381, Bls12381);
pairing_formulas!(of_bn254, bn254, Bn254);

/// Runs formulas on ranges; what is the widest sum of each, in thousandths of mR.
fn widest<E: Limits>(formulas: &[Formula<Ranges<E>>]) -> Vec<(&'static str, [i128; 2])> {
    let mut out = Vec::new();
    for (name, formula) in formulas {
        let mut input = || Red::from_raw(Ranges::<E>::unknown());
        let (outputs, Found { reduced, range, refused, .. }) = run(|| formula(&mut input));
        assert!(refused.is_empty(), "{name} on {}: {refused:?}", std::any::type_name::<E>());
        assert!(!outputs.is_empty() && reduced > 0, "{name}: nothing was computed");
        out.push((*name, range.map(|bound| (bound * 1000) >> 20)));
    }
    println!("{}: {out:?}", std::any::type_name::<E>());
    out
}

/// The sums of all formulas, of the widest.
fn least_and_most<E: Limits>(formulas: &[Formula<Ranges<E>>]) -> [i128; 2] {
    let all = widest(formulas);
    let bound = |i: usize| all.iter().map(move |(_, range)| range[i]);
    [bound(0).min().unwrap_or_default(), bound(1).max().unwrap_or_default()]
}

/// Within ±32·mR, in thousandths: what reductions are proved for.
#[test]
fn sums_of_products_are_within_what_reductions_take() {
    let found = [
        least_and_most::<AdxBls>(&of_bls12_381()),
        least_and_most::<AdxBn>(&of_bn254()),
        least_and_most::<PortableBls>(&of_bls12_381()),
        least_and_most::<PortableBn>(&of_bn254()),
        least_and_most::<ChipBls>(&of_bls12_381()),
        least_and_most::<ChipBn>(&of_bn254()),
    ];
    let expected = [
        [-12_000, 13_000],
        [-15_501, 19_012],
        [-12_000, 14_000],
        [-12_000, 13_000],
        [-12_000, 13_000],
        [-12_000, 19_012],
    ];
    assert_eq!(found, expected);
}

#[test]
fn sums_in_lanes_and_of_reduced_products_are_within_their_limits() {
    widest::<IfmaBls>(&of_bls12_381());
    widest::<IfmaBn>(&of_bn254());
    widest::<DoublesBls>(&of_bls12_381());
    widest::<DoublesBn>(&of_bn254());
    widest::<NarrowBls>(&of_bls12_381());
}

/// Formulas of curves without a pairing.
#[test]
fn groups_keep_the_limits_of_their_engines() {
    widest::<PortableP256>(&[("P-256", |input| group::<p256::P256<_>>(input))]);
    widest::<FoldSecp256k1>(&[("secp256k1", |input| group::<secp256k1::Secp256k1<_>>(input))]);
    widest::<FoldEd25519>(&[("Ed25519", |input| {
        let f = || Red::from_raw(Ranges::<FoldEd25519>::unknown()).lazy();
        let point = || edwards::point::<ed25519::Ed25519<_>>(f(), &f(), &f(), f());
        let (p, q) = (point(), point());
        let niels = curve::edwards::Niels::of_xy(&input(), &input());
        [p.add(&q), p.sub(&q), p.double(), p.add_mixed(&niels)]
            .iter()
            .flat_map(|p| three(p.coordinates()))
            .collect()
    })]);
}

/// Pallas: a prime of 255 bits, so that R is below 4m on words, and 64m less a little on lanes.
#[cfg(feature = "pasta")]
mod pasta {
    use super::*;
    use curve::pallas::{FpModulus, Isogenous, Pallas};

    engines! {
        PortablePallas: FpModulus, 256, PORTABLE,
            { const COMPLEMENTS: bool = true; const LAZY: bool = false; }
        IfmaPallas: FpModulus, 260, PORTABLE, {
            const COMPLEMENTS: bool = false;
            const REDUCED: i128 = 2;
            const LIMIT: i128 = 65;
            const MOST_PRODUCTS: Option<u32> = Some(128);
        }
    }

    fn formulas<F: Field<Const = curve::pallas::FpConst>>() -> Vec<Formula<F>> {
        vec![
            ("Pallas", |input| group::<Pallas<F>>(input)),
            ("E'", |input| group::<Isogenous<F>>(input)),
        ]
    }

    #[test]
    fn groups_keep_the_limits() {
        widest::<PortablePallas>(&formulas());
        widest::<IfmaPallas>(&formulas());
    }
}

/// BLS12-377, whose quadratic extension is by u² = −5, and whose prime leaves seven bits of R.
#[cfg(feature = "bls12-377")]
mod bls12_377 {
    use super::*;
    use curve::bls12_377::FpModulus;

    engines! {
        PortableZexe: FpModulus, 384, PORTABLE, { const COMPLEMENTS: bool = true; }
        AdxZexe: FpModulus, 384, ADX, { const COMPLEMENTS: bool = false; }
        IfmaZexe: FpModulus, 416, PORTABLE, {
            const COMPLEMENTS: bool = false;
            const REDUCED: i128 = 2;
            const LIMIT: i128 = 65;
            const MOST_PRODUCTS: Option<u32> = Some(128);
        }
        DoublesZexe: FpModulus, 392, PORTABLE, {
            const COMPLEMENTS: bool = false;
            const REDUCED: i128 = 2;
            const LIMIT: i128 = 65;
            const MOST_PRODUCTS: Option<u32> = Some(128);
        }
    }

    /// Residue numbers with eight primes, which hold more of a smaller prime's squares: this is
    /// what they hold of those of BLS12-381.
    #[derive(Clone, Copy, Debug)]
    struct EightZexe;

    impl Bases for EightZexe {
        type Modulus = FpModulus;

        const REDUCED: u64 = Eight::REDUCED;
        const MOST: u64 = Eight::MOST;
    }

    mod formulas {
        use super::super::*;
        use curve::bls12_377;

        pairing_formulas!(of_bls12_377, bls12_377, Bls12377);
    }
    use formulas::of_bls12_377;

    #[test]
    fn every_engine_keeps_its_limits() {
        for [least, most] in [
            least_and_most::<PortableZexe>(&of_bls12_377()),
            least_and_most::<AdxZexe>(&of_bls12_377()),
        ] {
            assert!(-32_000 < least && most < 32_000, "{least} {most}");
        }
        widest::<IfmaZexe>(&of_bls12_377());
        widest::<DoublesZexe>(&of_bls12_377());
        let found = settled::<EightZexe>(&of_bls12_377());
        println!("{found:?}");
        assert!(found.iter().all(|bound| *bound <= 16 * EightZexe::REDUCED), "{found:?}");
        assert!(Rns::<FpModulus, Plain, 6>::GROWTH >= growth::<EightZexe>());
    }
}

/// What becomes an operand of what, on residue numbers: points in homogeneous and in Jacobian
/// coordinates, x and y, X and Y and Z of the multiple in a Miller loop, elements of Fp12.
const KINDS: usize = 7;
const HOMOGENEOUS: usize = 0;
const JACOBIAN: usize = 1;
const AFFINE: usize = 2;
const X: usize = 3;
const Y: usize = 4;
const Z: usize = 5;
const ELEMENT: usize = 6;

/// The kinds of a formula's inputs and outputs, and how many values each has.
type Kinds = &'static [(usize, usize)];

/// Formulas by their names; what they take and what they give.
const USES: [(&str, Kinds, Kinds); 10] = [
    ("G1", &[(HOMOGENEOUS, 6), (JACOBIAN, 6), (AFFINE, 2)], &[(HOMOGENEOUS, 12), (JACOBIAN, 9)]),
    ("G2", &[(HOMOGENEOUS, 12), (JACOBIAN, 12), (AFFINE, 4)], &[(HOMOGENEOUS, 24), (JACOBIAN, 18)]),
    (
        "tangent, and product by it",
        &[(X, 2), (Y, 2), (Z, 2), (AFFINE, 2), (ELEMENT, 12)],
        &[(ELEMENT, 12), (X, 2), (Y, 2), (Z, 2)],
    ),
    (
        "chord, and product by it",
        &[(X, 2), (Y, 2), (Z, 2), (AFFINE, 6), (ELEMENT, 12)],
        &[(ELEMENT, 12), (X, 2), (Y, 2), (Z, 2)],
    ),
    ("product in Fp12", &[(ELEMENT, 24)], &[(ELEMENT, 12)]),
    ("square in Fp12", &[(ELEMENT, 12)], &[(ELEMENT, 12)]),
    ("inverse in Fp12", &[(ELEMENT, 12)], &[(ELEMENT, 12)]),
    ("Frobenius maps", &[(ELEMENT, 12)], &[(ELEMENT, 36)]),
    ("cyclotomic square", &[(ELEMENT, 12)], &[(ELEMENT, 12)]),
    ("tripled square", &[(ELEMENT, 12)], &[(ELEMENT, 12)]),
];

fn flattened(kinds: Kinds) -> impl Iterator<Item = usize> {
    kinds.iter().flat_map(|(kind, count)| std::iter::repeat_n(*kind, *count))
}

/// From what a reduction gives, the outputs of formulas are their next inputs, until no bound
/// grows. That is the largest that each kind of value becomes, by these formulas in any order.
fn settled<B: Bases>(formulas: &[Formula<Residues<B>>]) -> [u64; KINDS] {
    let mut most = [B::REDUCED; KINDS];
    loop {
        let mut next = most;
        // Compression is for engines that invert sooner.
        for (name, formula) in formulas.iter().filter(|(name, _)| *name != "compressed square") {
            let (_, takes, gives) = USES.iter().find(|(known, ..)| known == name).expect("its use");
            let mut kinds = flattened(takes);
            let mut input = || Red::from_raw(most[kinds.next().expect("as many inputs")]);
            let (outputs, Found { refused, .. }) = run(|| formula(&mut input));
            assert!(refused.is_empty(), "{name} on inputs of {most:?} p: {refused:?}");
            assert!(kinds.next().is_none(), "{name} has fewer inputs");
            assert_eq!(outputs.len(), flattened(gives).count(), "{name}");
            for (output, kind) in outputs.iter().zip(flattened(gives)) {
                next[kind] = next[kind].max(*output.raw());
            }
        }
        if next == most {
            return most;
        }
        most = next;
    }
}

#[test]
fn residue_numbers_stay_within_what_reductions_take() {
    // Three differences after a reduction are X of a Jacobian sum, and g − 12e is Y of a tangent's.
    let found = [settled::<Eight>(&of_bls12_381()), settled::<Six>(&of_bn254())];
    assert_eq!(found, [[9, 36, 9, 9, 117, 9, 9], [7, 28, 7, 7, 91, 7, 7]]);
    // What tables are made from is what this test says.
    assert_eq!(Rns::<bls12_381::FpModulus, Plain, 6>::GROWTH, growth::<Eight>());
    assert!(Rns::<bn254::FpModulus, Plain, 4>::GROWTH >= growth::<Six>());
}

/// The most results of reductions that may be added up, so that 32 products of lazy values which
/// are two of these fit a sum.
fn growth<B: Bases>() -> u64 {
    let fits = |growth: u64| 32 * (2 * growth * B::REDUCED).pow(2) <= B::MOST;
    (1..1 << 12).take_while(|growth| fits(*growth)).last().unwrap_or_default()
}

/// Sums that are too long are refused, whether products or sums of products are added.
#[test]
fn what_leaves_its_limits_is_refused() {
    type F = Ranges<AdxBn>;
    let input = || Red::<F>::from_raw(F::unknown());
    let refused = |what: &dyn Fn()| run(what).1.refused;
    // A product of lazy values is below 4m², which is 0.76·mR.
    let sum_of = |n: u32| {
        let lazy = || input().plus(&input());
        let mut sum = product(&lazy(), &lazy());
        for _ in 1..n {
            sum = sum.plus(&lazy(), &lazy());
        }
        let _ = sum.reduce();
    };
    assert_eq!(refused(&|| sum_of(42)).len(), 0);
    assert_eq!(refused(&|| sum_of(43)).len(), 1);
    let multiple = |minus: bool, k: u32| {
        let mut sum = product(&input(), &input());
        let other = sum.clone();
        sum.scale(k);
        if minus {
            let mut out = product(&input(), &input());
            out -= &sum;
            sum = out;
        }
        sum += &other;
        let _ = sum.reduce();
    };
    for minus in [false, true] {
        assert_eq!(refused(&|| multiple(minus, 160)).len(), 0);
        assert_eq!(refused(&|| multiple(minus, 172)).len(), 1);
    }
    // Differences cancel: no range grows by what is added and taken away.
    let cancelled = || {
        let mut sum = product(&input(), &input());
        let mut other = product(&input(), &input());
        other.scale(1000);
        sum += &other;
        sum -= &other;
        let _ = sum.reduce();
    };
    assert_eq!(refused(&cancelled).len(), 0);

    type G = Residues<Eight>;
    let sum_of = |n: u32, bound: u64| {
        let input = || Red::<G>::from_raw(bound);
        let mut sum = product(&input(), &input());
        for _ in 1..n {
            sum = sum.plus(&input(), &input());
        }
        let _ = sum.reduce();
    };
    let most = 2 * growth::<Eight>() * Eight::REDUCED;
    assert_eq!(refused(&|| sum_of(32, most)).len(), 0);
    assert_eq!(refused(&|| sum_of(33, most)).len(), 1);
    assert!(!refused(&|| sum_of(257, 1)).is_empty());
}
