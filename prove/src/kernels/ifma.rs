//! The contracts of the products of `limb::ifma`: in Montgomery's form, folded, and of complex
//! numbers. Each instance is compiled for one modulus: it is proved if it keeps the contract of one
//! of those in [`super::MODULI`] or [`super::FOLDED`].

use iced_x86::Register::{self, RDI, RDX, RSI};
use num_bigint::BigInt;

use super::lanes::{
    Modulus, claim_reduced, each, folded, go, limbs, montgomery, operand, pair, place, points,
    result, stride, wide,
};
use crate::contract::{Contract, Run, power};
use crate::machine::{Base, Value};
use crate::polynomial::Polynomial;
use crate::rational::Rational;
use crate::refusal::Refusal;
use crate::words::Word;

#[derive(Clone, Copy)]
enum Kind {
    Product,
    InPlace,
    Square,
    SumOfTwo,
}

const KINDS: [(Kind, &str); 4] = [
    (Kind::Product, "a·b"),
    (Kind::InPlace, "a·b"),
    (Kind::Square, "a²"),
    (Kind::SumOfTwo, "a·b + c·d"),
];

/// Terms of the longest sum of complex products.
const MOST_TERMS: usize = 8;

/// All contracts of this family.
#[must_use]
pub fn contracts() -> Vec<Contract> {
    let mut all = Vec::new();
    for (kernels, moduli, is_montgomery) in [
        (
            [
                "limb::ifma::mont::mul",
                "limb::ifma::mont::mul_assign",
                "limb::ifma::mont::sqr",
                "limb::ifma::mont::sum_of_two",
            ],
            montgomery(),
            true,
        ),
        // Those of P-256, where they stand by themselves.
        (
            [
                "limb::ifma::mont::short::mul",
                "limb::ifma::mont::short::mul_assign",
                "limb::ifma::mont::short::sqr",
                "limb::ifma::mont::short::sum_of_two",
            ],
            montgomery(),
            true,
        ),
        (
            [
                "limb::ifma::fold::mul",
                "limb::ifma::fold::mul_assign",
                "limb::ifma::fold::sqr",
                "limb::ifma::fold::sum_of_two",
            ],
            folded(),
            false,
        ),
    ] {
        for (kernel, (kind, what)) in kernels.into_iter().zip(KINDS) {
            all.extend(products(kernel, &moduli, kind, what, is_montgomery));
        }
    }
    let wide = "|s| ≤ 512m², or 512m² + 64mR if it is linear, columns within ±2^61";
    all.extend(each(
        "limb::ifma::mont::reduce",
        &montgomery(),
        "s/R mod m, in [0, 2m]",
        wide,
        |run, modulus| reduce(run, modulus, true),
    ));
    all.extend(each(
        "limb::ifma::fold::reduce",
        &folded(),
        "s mod m, in [0, 2m]",
        "|s| ≤ 512m², or 512m² + 64m if it is linear, columns within ±2^61",
        |run, modulus| reduce(run, modulus, false),
    ));
    all.extend(each(
        "limb::ifma::fold::Fold<M,_>::of_words::refolded",
        &folded(),
        "a mod m, in [0, 2m]",
        "a below 2^256",
        refolded,
    ));
    all.extend(each(
        "limb::ifma::mont::complex_sqr",
        &montgomery(),
        "both coefficients of a²/R mod m with u² = −1, in [0, 2m]",
        "lazy",
        complex_sqr,
    ));
    for terms in 1..=MOST_TERMS {
        all.extend(complex_sums(terms));
    }
    all
}

fn products(
    kernel: &'static str,
    moduli: &[Modulus],
    kind: Kind,
    what: &str,
    is_montgomery: bool,
) -> Vec<Contract> {
    let what = match (is_montgomery, kind) {
        (true, Kind::SumOfTwo) => format!("({what})/R mod m"),
        (true, _) => format!("{what}/R mod m"),
        (false, _) => format!("{what} mod m"),
    };
    let place = if matches!(kind, Kind::InPlace) { ", in place" } else { "" };
    each(
        kernel,
        moduli,
        &format!("{what}{place}, in [0, 2m], limbs of 52 bits"),
        "operands up to 4m",
        move |run, modulus| product(run, kind, modulus, is_montgomery),
    )
}

fn product(
    run: &mut Run<'_>,
    kind: Kind,
    modulus: &BigInt,
    is_montgomery: bool,
) -> Result<(), Refusal> {
    let (count, greatest) = (limbs(modulus), modulus * 4);
    let operand = |run: &mut Run<'_>, base: Base| operand(run, base, count, &greatest);
    let a = operand(run, "a");
    let mut out = "out";
    let claim = match kind {
        Kind::Square => a.times(&a)?,
        Kind::Product => a.times(&operand(run, "b"))?,
        Kind::InPlace => {
            out = "a";
            a.times(&operand(run, "b"))?
        }
        Kind::SumOfTwo => {
            let [b, c, d] = ["b", "c", "d"].map(|base| operand(run, base));
            a.times(&b)?.plus(&c.times(&d)?)
        }
    };
    if let Kind::SumOfTwo = kind {
        terms(run, &["a", "b", "c", "d"]);
    }
    let places: &[(Register, Base)] = match kind {
        Kind::Product => &[(RDI, "out"), (RSI, "a"), (RDX, "b")],
        Kind::InPlace => &[(RDI, "a"), (RSI, "b")],
        Kind::Square => &[(RDI, "out"), (RSI, "a")],
        Kind::SumOfTwo => &[(RDI, "out"), (RSI, "terms")],
    };
    points(run, places);
    place(run, out, 0, count);
    go(run)?;
    let value = result(run, out, 0, count)?;
    claim_reduced(run, &value, &claim, modulus, is_montgomery)
}

/// References one after the other, at `terms`.
fn terms(run: &mut Run<'_>, places: &[Base]) {
    for (at, base) in (0..).step_by(8).zip(places) {
        run.machine.allow_read("terms", at, Value::Pointer(base, 0));
    }
}

fn reduce(run: &mut Run<'_>, modulus: &BigInt, is_montgomery: bool) -> Result<(), Refusal> {
    let count = limbs(modulus);
    let mut limit: BigInt = modulus * modulus * 512;
    let linear = run.public_bit("linear")?;
    if linear {
        let one = if is_montgomery { power(52 * count) } else { power(0) };
        limit += modulus * 64 * one;
    }
    let (sum, _) = run.columns("s", 2 * count, &power(61), &limit);
    run.machine.allow_byte("s", wide(count).0, Word::number(u8::from(linear)));
    points(run, &[(RDI, "out"), (RSI, "s")]);
    place(run, "out", 0, count);
    go(run)?;
    let value = result(run, "out", 0, count)?;
    claim_reduced(run, &value, &sum, modulus, is_montgomery)
}

fn refolded(run: &mut Run<'_>, modulus: &BigInt) -> Result<(), Refusal> {
    let a = operand(run, "a", 5, &(power(256) - 1));
    points(run, &[(RDI, "out"), (RSI, "a")]);
    place(run, "out", 0, 5);
    go(run)?;
    let value = result(run, "out", 0, 5)?;
    claim_reduced(run, &value, &a, modulus, false)
}

fn complex_sqr(run: &mut Run<'_>, modulus: &BigInt) -> Result<(), Refusal> {
    let count = limbs(modulus);
    let [a0, a1] = pair(run, "a", count, &(modulus * 4));
    points(run, &[(RDI, "out"), (RSI, "a")]);
    let real = a0.times(&a0)?.minus(&a1.times(&a1)?);
    let imaginary = a0.times(&a1)?.scaled(&Rational::from(2));
    complex_result(run, modulus, &real, &imaginary)
}

/// Runs, and claims both coefficients at `out`.
fn complex_result(
    run: &mut Run<'_>,
    modulus: &BigInt,
    real: &Polynomial,
    imaginary: &Polynomial,
) -> Result<(), Refusal> {
    let count = limbs(modulus);
    for at in [0, stride(count)] {
        place(run, "out", at, count);
    }
    go(run)?;
    for (at, claim) in [(0, real), (stride(count), imaginary)] {
        let value = result(run, "out", at, count)?;
        claim_reduced(run, &value, claim, modulus, true)?;
    }
    Ok(())
}

/// Sums of so many complex products, whose terms are references.
fn complex_sums(terms: usize) -> Vec<Contract> {
    each(
        "limb::ifma::mont::complex_sum",
        &montgomery(),
        "both coefficients of Σ a·b/R mod m with u² = −1, in [0, 2m]",
        &format!("lazy, of {terms} products"),
        move |run, modulus| complex_sum(run, modulus, terms),
    )
}

/// Names of the factors of the products of a sum.
const FACTORS: [Base; 2 * MOST_TERMS] =
    ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "n", "o", "p", "q"];

fn complex_sum(run: &mut Run<'_>, modulus: &BigInt, count: usize) -> Result<(), Refusal> {
    let (mut real, mut imaginary) = (Polynomial::default(), Polynomial::default());
    let factors = &FACTORS[..2 * count];
    for factors in factors.chunks_exact(2) {
        let [[a0, a1], [b0, b1]] =
            [0, 1].map(|at| pair(run, factors[at], limbs(modulus), &(modulus * 4)));
        real = real.plus(&a0.times(&b0)?).minus(&a1.times(&b1)?);
        imaginary = imaginary.plus(&a0.times(&b1)?).plus(&a1.times(&b0)?);
    }
    terms(run, factors);
    points(run, &[(RDI, "out"), (RSI, "terms")]);
    complex_result(run, modulus, &real, &imaginary)
}
