//! Fp2, Fp6 and Fp12: products, squares, inverses and sparse products are those of polynomials in u
//! and w modulo u² + 1 and w⁶ − ξ, and cyclotomic squares are squares modulo the equation of the
//! cyclotomic subgroup.

use std::sync::LazyLock;

use curve::field::Red;
use curve::fp2::Quad;
use curve::tower::{Compressed, Fp2Of, Fp6, Fp12, Frobenius, Line, Tower, Twist};

use crate::engine::{
    Costs, Flat, INVERSE, Overlap, Polynomials, Reduced, SmallStack, Wide, holds_and_sees_faults,
    holds_and_sees_some_faults, inverted, made,
};
use crate::polynomial::{Polynomial, Relation, integer, power, variable};

/// The tower with ξ = K + u, on a curve with a twist of M type or of D type.
#[derive(Clone, Copy, Debug)]
pub struct Of<S, const K: u32, const M: bool>(std::marker::PhantomData<S>);

/// The variable γ, a primitive sixth root of one, γ² = γ − 1.
const GAMMA: usize = 24;
const THIRD: usize = 25;

/// Constants of the Frobenius maps: (w^i)^p is a variable times w^i, (w^i)^(p²) is γ^i·w^i.
static FROBENIUS: LazyLock<Frobenius<Polynomial>> = LazyLock::new(|| Frobenius {
    p1: std::array::from_fn(|i| [variable(12 + 2 * i), variable(13 + 2 * i)]),
    p2: std::array::from_fn(|i| gamma_to(i as u32 + 1)),
    third: variable(THIRD),
});

impl<S: Costs, const K: u32, const M: bool> Tower for Of<S, K, M> {
    type Fp = Polynomials<S>;

    const XI: u32 = K;
    const TWIST: Twist = if M { Twist::M } else { Twist::D };

    fn frobenius() -> &'static Frobenius<Polynomial> {
        &FROBENIUS
    }
}

fn gamma_to(exponent: u32) -> Polynomial {
    let power = (0..exponent).fold(integer(1), |power, _| &power * &variable(GAMMA));
    power.modulo(&sixth_root())
}

fn sixth_root() -> Relation {
    Relation { leading: power(GAMMA, 2), rest: &variable(GAMMA) - &integer(1) }
}

/// An element of Fp2 and of Fp12 = Fp2\[w\]/(w⁶ − ξ), by coefficients.
type Pair = [Polynomial; 2];
type Element = [Pair; 6];

/// (a₀ + a₁u)(b₀ + b₁u).
fn times([a0, a1]: &Pair, [b0, b1]: &Pair) -> Pair {
    [&(a0 * b0) - &(a1 * b1), &(a0 * b1) + &(a1 * b0)]
}

fn plus(a: &Pair, b: &Pair) -> Pair {
    [&a[0] + &b[0], &a[1] + &b[1]]
}

fn minus(a: &Pair, b: &Pair) -> Pair {
    [&a[0] - &b[0], &a[1] - &b[1]]
}

fn scaled(a: &Pair, k: &Polynomial) -> Pair {
    [&a[0] * k, &a[1] * k]
}

fn real(k: i128) -> Pair {
    [integer(k), integer(0)]
}

fn xi(k: u32) -> Pair {
    [integer(k.into()), integer(1)]
}

/// The product by its definition.
fn product(a: &Element, b: &Element, k: u32) -> Element {
    let mut out: Element = std::array::from_fn(|_| real(0));
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            let product = times(a, b);
            if i + j < 6 {
                out[i + j] = plus(&out[i + j], &product);
            } else {
                out[i + j - 6] = plus(&out[i + j - 6], &times(&product, &xi(k)));
            }
        }
    }
    out
}

fn fp2<T: Tower<Fp = Polynomials<S>>, S: Costs>(a: &Pair) -> Fp2Of<T> {
    Red::from_raw(a.clone().map(made))
}

fn pair<S: Costs>(a: &Red<Quad<Polynomials<S>>>) -> Pair {
    a.raw().map(|c| (*c.get()).clone())
}

fn fp12<T: Tower<Fp = Polynomials<S>>, S: Costs>(a: &Element) -> Fp12<T> {
    Fp12::from_w(std::array::from_fn(|i| fp2::<T, S>(&a[i])))
}

fn element<T: Tower<Fp = Polynomials<S>>, S: Costs>(a: &Fp12<T>) -> Element {
    a.w().map(|coefficient| pair(coefficient))
}

/// Twelve variables.
fn variables(from: usize) -> Element {
    std::array::from_fn(|i| [variable(from + 2 * i), variable(from + 2 * i + 1)])
}

/// The elements of Fp6 among those of Fp12: w² is v.
fn in_fp6(a: &Element) -> Element {
    std::array::from_fn(|i| if i & 1 == 0 { a[i].clone() } else { real(0) })
}

fn fp6<T: Tower<Fp = Polynomials<S>>, S: Costs>(a: &Element) -> Fp6<T> {
    fp12::<T, S>(a).c0
}

fn of_fp6<T: Tower<Fp = Polynomials<S>>, S: Costs>(a: &Fp6<T>) -> Element {
    let zero = Fp6::zero_in(&());
    element::<T, S>(&Fp12 { c0: *a, c1: zero })
}

fn name_of<S, const K: u32>(what: &str) -> String {
    let shape = std::any::type_name::<S>().rsplit(':').next().unwrap_or_default();
    format!("{shape}, ξ = {K} + u: {what}")
}

/// A claim about a tower: its name, and whether it holds.
fn check<S: Costs, const K: u32>(what: &str, claim: impl Fn() -> bool) {
    holds_and_sees_faults(&name_of::<S, K>(what), claim);
}

/// As [`check`], on values of which some operations see nothing.
fn check_some<S: Costs, const K: u32>(what: &str, claim: impl Fn() -> bool) {
    holds_and_sees_some_faults(&name_of::<S, K>(what), claim);
}

fn products<S: Costs, const K: u32>() {
    type T<S, const K: u32> = Of<S, K, true>;
    let (a, b) = (variables(0), variables(12));
    let (x, y) = (fp12::<T<S, K>, S>(&a), fp12::<T<S, K>, S>(&b));
    let (ab, aa) = (product(&a, &b, K), product(&a, &a, K));
    check::<S, K>("product in Fp2", || {
        pair(&(&fp2::<T<S, K>, S>(&a[0]) * &fp2::<T<S, K>, S>(&b[0]))) == times(&a[0], &b[0])
    });
    check::<S, K>("square in Fp2", || pair(&fp2::<T<S, K>, S>(&a[0]).sqr()) == times(&a[0], &a[0]));
    check::<S, K>("inverse in Fp2", || {
        let inverse = fp2::<T<S, K>, S>(&a[0]).invert();
        let one = scaled(&[inverted(), integer(0)], &variable(INVERSE));
        times(&a[0], &pair(&inverse)) == one
    });
    check::<S, K>("product by ξ", || {
        pair(&fp2::<T<S, K>, S>(&a[0]).mul_by_small_plus_u(K)) == times(&a[0], &xi(K))
    });
    let (p, q) = (in_fp6(&a), in_fp6(&b));
    let (s, t) = (fp6::<T<S, K>, S>(&p), fp6::<T<S, K>, S>(&q));
    let v: Element = std::array::from_fn(|i| real((i == 2).into()));
    check::<S, K>("product in Fp6", || of_fp6::<_, S>(&s.mul(&t)) == product(&p, &q, K));
    check::<S, K>("square in Fp6", || of_fp6::<_, S>(&s.sqr()) == product(&p, &p, K));
    check::<S, K>("product by v", || of_fp6::<_, S>(&s.mul_by_v()) == product(&p, &v, K));
    check::<S, K>("product in Fp12", || element(&x.mul(&y)) == ab);
    let mut in_place = x;
    in_place.mul_assign(&y);
    assert!(element(&in_place) == ab, "product in Fp12, in place");
    check::<S, K>("square in Fp12", || element(&x.sqr()) == aa);
    check::<S, K>("conjugate in Fp12", || {
        let expected = std::array::from_fn(|i| scaled(&a[i], &integer([1, -1][i & 1])));
        element(&x.conjugate()) == expected
    });
    check::<S, K>("Frobenius map", || {
        let conjugate = |[c0, c1]: &Pair| [c0.clone(), -c1];
        let expected = std::array::from_fn(|i| match i {
            0 => conjugate(&a[0]),
            _ => times(&conjugate(&a[i]), &FROBENIUS.p1[i - 1]),
        });
        element(&x.frobenius()) == expected
    });
}

/// a·a⁻¹ = 1 in Fp6, with one inversion of a polynomial of degree six. In Fp12 it is the same for
/// the norm, which is a product with the conjugate.
fn inverses<S: Costs, const K: u32>() {
    type T<S, const K: u32> = Of<S, K, true>;
    let p = in_fp6(&variables(0));
    check::<S, K>("inverse in Fp6", || {
        let inverse = of_fp6::<_, S>(&fp6::<T<S, K>, S>(&p).invert());
        let mut one: Element = std::array::from_fn(|_| real(0));
        one[0] = scaled(&[inverted(), integer(0)], &variable(INVERSE));
        product(&p, &inverse, K) == one
    });
}

fn lines<S: Costs, const K: u32, const M: bool>() {
    type T<S, const K: u32, const M: bool> = Of<S, K, M>;
    let (a, b) = (variables(0), variables(12));
    let [l0, middle, l3] = [0, 1, 2].map(|i| fp2::<T<S, K, M>, S>(&b[i]));
    let line = Line::<T<S, K, M>> { l0, middle, l3 };
    let mut sparse: Element = std::array::from_fn(|_| real(0));
    for (place, coefficient) in [(0, &b[0]), (if M { 2 } else { 1 }, &b[1]), (3, &b[2])] {
        sparse[place] = coefficient.clone();
    }
    let twist = if M { "M" } else { "D" };
    check::<S, K>(&format!("product by a line, {twist}"), || {
        element::<_, S>(&fp12::<T<S, K, M>, S>(&a).mul_by_line(&line)) == product(&a, &sparse, K)
    });
    assert_eq!(element::<_, S>(&line.to_fp12()), sparse);
}

/// a^(p⁴ − p² + 1) = 1, or a·a^(p⁴) = a^(p²): what these differ by, modulo γ² = γ − 1.
fn cyclotomic(a: &Element, k: u32) -> Element {
    let map = |a: &Element, times: u32| -> Element {
        std::array::from_fn(|i| scaled(&a[i], &gamma_to(times * i as u32)))
    };
    let left = product(a, &map(a, 2), k);
    let right = map(a, 1);
    std::array::from_fn(|i| minus(&left[i], &right[i]))
}

fn modulo_sixth_root(a: &Element) -> Element {
    a.clone().map(|pair| pair.map(|c| c.modulo(&sixth_root())))
}

/// a² less the formula's value is −2 times the equation of the subgroup, each coefficient times a
/// power of γ, so it is zero there.
fn cyclotomic_squares<S: Costs, const K: u32>() {
    type T<S, const K: u32> = Of<S, K, true>;
    let a = variables(0);
    let x = fp12::<T<S, K>, S>(&a);
    let square = {
        let equation = cyclotomic(&a, K);
        let square = product(&a, &a, K);
        modulo_sixth_root(&std::array::from_fn(|i| {
            plus(&square[i], &scaled(&equation[i], &gamma_to(2 * i as u32).times(2)))
        }))
    };
    check::<S, K>("cyclotomic square", || element(&x.cyclotomic_sqr()) == square);
    check::<S, K>("cyclotomic square, in layers", || {
        element(&x.cyclotomic_sqr_layered()) == square
    });
    check::<S, K>("cyclotomic square, narrow", || element(&x.cyclotomic_sqr_narrow()) == square);
    check::<S, K>("cyclotomic square, wide", || element(&x.cyclotomic_sqr_wide()) == square);
    check::<S, K>("square of a tripled element", || {
        let mut tripled = x.tripled();
        tripled.square();
        let expected = square.each_ref().map(|c| scaled(c, &variable(THIRD).times(3)));
        element(&tripled.third()) == expected
    });
}

/// Six variables in Fp. Decompression is a polynomial with integer coefficients in ξ and elements
/// of Fp2, whose own products are shown above: so these show what it is.
fn real_variables() -> Element {
    std::array::from_fn(|i| [variable(2 * i), integer(0)])
}

/// A = a₀ + a₃s from B and C. Over Fp4, with s = w³, the equation of the subgroup has A·B = sC² +
/// B̄ at w, from which a₃ comes; and its coefficient at 1 less that of a·a^(p⁶) = 1 has a₀.
fn decompression<S: Costs, const K: u32>() {
    type T<S, const K: u32> = Of<S, K, true>;
    let a = real_variables();
    let x = fp12::<T<S, K>, S>(&a);
    let [_, a1, a2, a3, a4, a5] = &a;
    let equation = modulo_sixth_root(&cyclotomic(&a, K));
    // γ⁻¹ = −γ².
    let at_w = [1, 4].map(|i| scaled(&equation[i], &gamma_to(2)).map(|c| c.modulo(&sixth_root())));
    let unitary = {
        let conjugate = std::array::from_fn(|i| scaled(&a[i], &integer([1, -1][i & 1])));
        product(&a, &conjugate, K)
    };
    let a0_of = |a3: &Pair| {
        let triple = times(&times(a2, a4), &real(-3));
        let sum = plus(&plus(&times(&times(a3, a3), &real(2)), &times(a1, a5)), &triple);
        plus(&times(&sum, &xi(K)), &real(1))
    };
    // What the equations are zero by: a₀ less the formula with the true a₃.
    let difference = minus(&a[0], &a0_of(a3));
    let of_equations = minus(&minus(&unitary[0], &real(1)), &equation[0]);
    assert_eq!(difference, of_equations, "a₀");
    check_some::<S, K>("decompression", || {
        let [out] = Compressed::decompress(&[x.compress()]);
        let out = element(&out);
        // B·B̄ = a₁² − ξa₄², by whose inverse, its conjugate over the norm, a₃ is found.
        let denominator = minus(&times(a1, a1), &times(&times(a4, a4), &xi(K)));
        let conjugate = [denominator[0].clone(), -&denominator[1]];
        if inverted() != times(&denominator, &conjugate)[0] {
            return false;
        }
        let inverse = scaled(&conjugate, &variable(INVERSE));
        let found = minus(&out[3], &times(&times(a3, &denominator), &inverse));
        // The second coefficient of (AB − sC² − B̄)·B̄, which is zero.
        let zero = minus(&times(&at_w[1], a1), &times(&at_w[0], a4));
        let expected = times(&zero, &inverse);
        let as_they_were = [1, 2, 4, 5].iter().all(|&i| out[i] == a[i]);
        found == expected && out[0] == a0_of(&out[3]) && as_they_were
    });
}

/// A twist of M type for ξ = 1 + u, and one of D type for 9 + u: the pairing curves have these.
fn all_of<S: Costs, const K: u32>() {
    products::<S, K>();
    if K == 1 {
        lines::<S, K, true>();
    } else {
        lines::<S, K, false>();
    }
    cyclotomic_squares::<S, K>();
    decompression::<S, K>();
}

macro_rules! shapes {
    ($($test:ident: $shape:ty, $k:literal;)*) => {
        $(#[test]
        fn $test() {
            all_of::<$shape, $k>();
        })*
    };
}

shapes! {
    flat: Flat, 1;
    reduced: Reduced, 1;
    reduced_of_nine: Reduced, 9;
    wide: Wide, 1;
    wide_of_nine: Wide, 9;
    small_stack: SmallStack, 1;
    small_stack_of_nine: SmallStack, 9;
    overlap: Overlap, 1;
}

#[test]
fn inverses_in_fp6() {
    inverses::<Flat, 1>();
    inverses::<Wide, 9>();
    inverses::<SmallStack, 1>();
}

/// The forms that tests of values compare, whatever the shape.
#[test]
fn all_forms_of_products_and_squares() {
    type T = Of<Flat, 9, false>;
    let (a, b) = (variables(0), variables(12));
    let (x, y) = (fp12::<T, Flat>(&a), fp12::<T, Flat>(&b));
    let (ab, aa) = (product(&a, &b, 9), product(&a, &a, 9));
    let product = |name, form: fn(&Fp12<T>, &Fp12<T>) -> Fp12<T>| {
        check::<Flat, 9>(name, || element(&form(&x, &y)) == ab);
    };
    product("schoolbook", Fp12::mul_schoolbook);
    product("Karatsuba", Fp12::mul_karatsuba);
    product("on sums", Fp12::mul_wide);
    let square = |name, form: fn(&Fp12<T>) -> Fp12<T>| {
        check::<Flat, 9>(name, || element(&form(&x)) == aa);
    };
    square("square, schoolbook", Fp12::sqr_schoolbook);
    square("square, complex", Fp12::sqr_complex);
    square("square, on sums", Fp12::sqr_wide);
}
