//! The contracts of `limb::ifma` on sums: of residues in limbs, and of products in columns that are
//! not reduced yet.

use std::collections::BTreeSet;

use iced_x86::Instruction;
use iced_x86::Register::{RAX, RCX, RDI, RDX, RSI};
use num_bigint::BigInt;

use super::lanes::{
    any, claim_within, each, folded, go, limbs, montgomery, operand, pair, place, points, result,
    wide,
};
use crate::binary::Binary;
use crate::check::Question;
use crate::contract::{Contract, Run, power};
use crate::machine::{Base, Value};
use crate::polynomial::{Bound, Polynomial};
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};
use crate::words::{Shared, Word};

/// All contracts of this family.
#[must_use]
pub fn contracts(binary: &Binary) -> Vec<Contract> {
    let mut all = of_residues(binary);
    all.extend(any(
        "limb::ifma::wide::product",
        "a·b in columns from 0 to 2L·2^52",
        "any a and b",
        product,
    ));
    all.extend(any(
        "limb::ifma::wide::mac",
        "s + a·b, each column up to 2L·2^52 more",
        "any a and b, columns of s within ±2^61",
        mac,
    ));
    for (sign, what) in [(1, "s + t, column by column"), (-1, "s − t, column by column")] {
        all.extend(any(
            "limb::ifma::wide::combine",
            what,
            "columns within ±2^61",
            move |run, count| combine(run, count, sign),
        ));
    }
    all.extend(any(
        "limb::ifma::mont::complex_product",
        "both coefficients of a·b with u² = −1, in columns within ±4L·2^52",
        "coefficients below R/2",
        complex_product,
    ));
    all
}

fn of_residues(binary: &Binary) -> Vec<Contract> {
    let mut moduli = montgomery();
    moduli.extend(folded());
    let mut all = any("limb::ifma::linear::add", "a + b in limbs of 52 bits", "below R/2", add);
    all.extend(any(
        "limb::ifma::linear::select",
        "b where the mask has a 1, else a",
        "any a and b",
        select,
    ));
    all.extend(each(
        "limb::ifma::linear::sub",
        &moduli,
        "a − b mod m, in [0, 4m], limbs of 52 bits",
        "operands up to 2m",
        sub,
    ));
    for (kernel, claim, operands, [from, to, less, sign]) in [
        ("neg", "−a mod m, in [0, 2m], limbs of 52 bits", "a up to 2m", [2, 2, 0, -1]),
        ("weak", "a mod m, in [0, 2m], limbs of 52 bits", "a up to 4m", [4, 2, 0, 1]),
        ("canonical", "a mod m, below m, limbs of 52 bits", "a up to 2m", [2, 1, 1, 1]),
    ] {
        let kernel = match kernel {
            "neg" => "limb::ifma::linear::neg",
            "weak" => "limb::ifma::linear::weak",
            _ => "limb::ifma::linear::canonical",
        };
        all.extend(each(kernel, &moduli, claim, operands, move |run, modulus| {
            let a = operand(run, "a", limbs(modulus), &(modulus * from));
            points(run, &[(RDI, "out"), (RSI, "a")]);
            let claim = a.scaled(&Rational::from(sign));
            residue(run, modulus, &claim, &(modulus * to - less))
        }));
    }
    let claim = "k·a mod m, in [0, 2m], limbs of 52 bits";
    let any = move |run: &mut Run<'_>, modulus: &BigInt| times(run, modulus, None);
    all.extend(each(TIMES, &moduli, claim, "a up to 2m, any k ≤ 256", any));
    for k in factors(binary) {
        let only = move |run: &mut Run<'_>, modulus: &BigInt| times(run, modulus, Some(k));
        all.extend(each(TIMES, &moduli, claim, &format!("a up to 2m, k = {k}"), only));
    }
    all.extend(each(
        "limb::ifma::linear::linear",
        &moduli,
        "Σ k·a mod m, in [0, 2m], limbs of 52 bits",
        "a up to 2m, one term of 0 < |k| ≤ 32, two of ≤ 16, or three of ≤ 10",
        linear,
    ));
    all.extend(each(
        "limb::ifma::linear::is_zero",
        &moduli,
        "1 just if a is 0, m or 2m",
        "a up to 2m",
        is_zero,
    ));
    all
}

/// Places of the operands of a sum.
const OPERANDS: [Base; 3] = ["a", "b", "c"];

/// A sum of so many terms. Of each coefficient it is public whether it is 1, −1, or else above or
/// below zero; what it is beyond that is any number.
fn linear(run: &mut Run<'_>, modulus: &BigInt) -> Result<(), Refusal> {
    let mut terms = 1;
    let mut most: i64 = 32;
    if run.public_bit("more")? {
        (terms, most) = if run.public_bit("three")? { (3, 10) } else { (2, 16) };
    }
    let mut sum = Polynomial::default();
    for (at, base) in (0..).step_by(16).zip(&OPERANDS[..terms]) {
        let a = operand(run, base, limbs(modulus), &(modulus * 2));
        let negative = run.public_bit("negative")?;
        let (one, half) = (run.public_bit("one")?, BigInt::from(1_u64 << 32));
        let (k, limits) = if one {
            (Polynomial::constant(1), [1, 1])
        } else {
            (run.integer("k", &Bound::number(2), &Bound::number(most)), [2, most])
        };
        // As a word of 32 bits with a sign.
        let [least, greatest] = limits.map(BigInt::from);
        let word = if negative {
            let form = Polynomial::constant(half.clone()).minus(&k);
            Word::new(form, &half - greatest, &half - least)
        } else {
            Word::new(k.clone(), least, greatest)
        };
        run.machine.allow_read("terms", at, Value::Pointer(base, 0));
        run.machine.allow_read("terms", at + 8, Value::Half(word));
        let sign = Rational::from(if negative { -1 } else { 1 });
        sum = sum.plus(&a.times(&k)?.scaled(&sign));
    }
    points(run, &[(RDI, "out"), (RSI, "terms")]);
    run.machine.set_register(RDX, Value::Word(Word::number(i64::try_from(terms).unwrap_or(0))));
    residue(run, modulus, &sum, &(modulus * 2))
}

/// Whether a lane's bit that is returned is 1: both cases are proved.
fn returned(run: &mut Run<'_>) -> Result<bool, Refusal> {
    match run.machine.register(RAX) {
        Value::Choice(bit) => run.machine.prover.decide(bit),
        _ => refuse("no bit of a lane is returned"),
    }
}

fn is_zero(run: &mut Run<'_>, modulus: &BigInt) -> Result<(), Refusal> {
    let count = limbs(modulus);
    operand(run, "a", count, &(modulus * 2));
    points(run, &[(RDI, "a")]);
    go(run)?;
    let zero = returned(run)?;
    for k in 0..3 {
        let number: BigInt = modulus * k;
        // Limbs of 52 bits make the same number only if all of them are the same.
        let (mut same, mut differ) = (true, false);
        for (i, place) in (0..).step_by(64).take(count).enumerate() {
            let Value::Lane(limb) = run.machine.load(("a", place))? else {
                return refuse("no operand");
            };
            let of_number = (&number >> (52 * i)) & (power(52) - 1);
            let more = limb.form().minus(&Polynomial::constant(of_number));
            let less = more.scaled(&Rational::from(-1));
            if zero {
                same = same && run.machine.prover.ask(Question::Equal(more, None))?;
            } else {
                differ = differ
                    || run.machine.prover.ask(Question::Negative(more))?
                    || run.machine.prover.ask(Question::Negative(less))?;
            }
        }
        if zero && same {
            return Ok(());
        }
        if !zero && !differ {
            return refuse("a multiple of m that is said to be none");
        }
    }
    if zero { refuse("no multiple of m that is said to be one") } else { Ok(()) }
}

/// Runs, and claims that the result is this modulo m and between 0 and a greatest one.
fn residue(
    run: &mut Run<'_>,
    modulus: &BigInt,
    claim: &Polynomial,
    greatest: &BigInt,
) -> Result<(), Refusal> {
    let count = limbs(modulus);
    place(run, "out", 0, count);
    go(run)?;
    let out = result(run, "out", 0, count)?;
    run.claim_multiple("the result", out.minus(claim))?;
    claim_within(run, &out, count, greatest)
}

fn add(run: &mut Run<'_>, count: usize) -> Result<(), Refusal> {
    let half = power(52 * count - 1) - 1;
    let [a, b] = ["a", "b"].map(|base| operand(run, base, count, &half));
    points(run, &[(RDI, "out"), (RSI, "a"), (RDX, "b")]);
    place(run, "out", 0, count);
    go(run)?;
    let out = result(run, "out", 0, count)?;
    equal(run, &out, &a.plus(&b))?;
    claim_within(run, &out, count, &(half * 2))
}

fn equal(run: &mut Run<'_>, out: &Polynomial, claim: &Polynomial) -> Result<(), Refusal> {
    let holds = run.machine.prover.ask(Question::Equal(out.minus(claim), None))?;
    if holds { Ok(()) } else { refuse("the result is not equal") }
}

fn select(run: &mut Run<'_>, count: usize) -> Result<(), Refusal> {
    let all: BigInt = power(52 * count) - 1;
    let [a, b] = ["a", "b"].map(|base| operand(run, base, count, &all));
    let bit = run.any_bit("bit");
    run.machine.set_register(RCX, Value::Choice(bit));
    points(run, &[(RDI, "out"), (RSI, "a"), (RDX, "b")]);
    place(run, "out", 0, count);
    go(run)?;
    let wanted = if run.machine.prover.decide(bit)? { b } else { a };
    let out = result(run, "out", 0, count)?;
    equal(run, &out, &wanted)
}

fn sub(run: &mut Run<'_>, modulus: &BigInt) -> Result<(), Refusal> {
    let count = limbs(modulus);
    let [a, b] = ["a", "b"].map(|base| operand(run, base, count, &(modulus * 2)));
    points(run, &[(RDI, "out"), (RSI, "a"), (RDX, "b")]);
    residue(run, modulus, &a.minus(&b), &(modulus * 4))
}

/// Small multiples.
const TIMES: &str = "limb::ifma::linear::times";

/// Where all callers of an instance have the same k the compiler makes it a constant: those of
/// instances that read none.
fn factors(binary: &Binary) -> BTreeSet<u64> {
    let mut all = BTreeSet::new();
    for code in binary.code(TIMES) {
        let reads =
            |i: &Instruction| (0..i.op_count()).any(|at| i.op_register(at).full_register() == RDX);
        if code.0.iter().any(reads) {
            continue;
        }
        let constants = code.0.iter().filter(|i| i.is_ip_rel_memory_operand());
        let constants = constants.filter_map(|i| binary.constant(i.ip_rel_memory_address()));
        all.extend(constants.filter(|k| *k <= MOST));
    }
    all
}

/// The largest k.
const MOST: u64 = 256;

fn times(run: &mut Run<'_>, modulus: &BigInt, only: Option<u64>) -> Result<(), Refusal> {
    let a = operand(run, "a", limbs(modulus), &(modulus * 2));
    let k = match only {
        Some(k) => Polynomial::constant(BigInt::from(k)),
        None => {
            let k = run.integer("k", &Bound::number(0), &Bound::number(BigInt::from(MOST)));
            let factor = Word::new(k.clone(), BigInt::from(0), BigInt::from(MOST));
            run.machine.set_register(RDX, Value::Half(factor));
            k
        }
    };
    points(run, &[(RDI, "out"), (RSI, "a")]);
    residue(run, modulus, &a.times(&k)?, &(modulus * 2))
}

/// The columns at a place, each between these limits, and the number that they are.
fn columns(
    run: &Run<'_>,
    base: Base,
    offset: i64,
    count: usize,
    limits: &[BigInt; 2],
) -> Result<Polynomial, Refusal> {
    let mut out = Polynomial::default();
    for (at, place) in (offset..).step_by(64).take(2 * count).enumerate() {
        let column = run.written_vector(base, place)?;
        if column.least() < limits[0] || column.greatest() > limits[1] {
            return refuse("a column beyond its limits");
        }
        out.add_scaled(&column.form(), &Rational::from(power(52 * at)));
    }
    Ok(out)
}

/// A sum may be written there, with the byte that says whether it is linear.
fn sum_place(run: &mut Run<'_>, base: Base, offset: i64, count: usize) {
    let (bytes, _) = wide(count);
    run.writable_vectors(base, offset, usize::try_from(bytes >> 6).unwrap_or(0));
    // Any value may have been there.
    run.machine.allow_byte(base, offset + bytes, Word::number(255));
}

/// A sum that was written there is of products only: its byte is 0, and so are columns that are not
/// used.
fn of_products(run: &Run<'_>, base: Base, offset: i64, count: usize) -> Result<(), Refusal> {
    let zero = |word: Shared| word.value() == Some(BigInt::from(0));
    let (bytes, _) = wide(count);
    if !zero(run.machine.byte((base, offset + bytes))?) {
        return refuse("a sum that is said to be linear");
    }
    for place in (offset..offset + bytes).step_by(64).skip(2 * count) {
        if run.written_vector(base, place).is_ok_and(|column| !zero(column)) {
            return refuse("a column that is not used is not zero");
        }
    }
    Ok(())
}

/// What a product adds to a column at most.
fn added(count: usize) -> BigInt {
    power(52) * (2 * count)
}

/// Columns may reach so far, and all together so far.
fn any_columns(count: usize) -> (BigInt, BigInt) {
    let all = (power(104 * count) - 1) / (power(52) - 1);
    (power(61), power(61) * all)
}

fn product(run: &mut Run<'_>, count: usize) -> Result<(), Refusal> {
    let all: BigInt = power(52 * count) - 1;
    let [a, b] = ["a", "b"].map(|base| operand(run, base, count, &all));
    points(run, &[(RDI, "out"), (RSI, "a"), (RDX, "b")]);
    sum_place(run, "out", 0, count);
    go(run)?;
    let out = columns(run, "out", 0, count, &[BigInt::from(0), added(count)])?;
    of_products(run, "out", 0, count)?;
    equal(run, &out, &a.times(&b)?)
}

fn mac(run: &mut Run<'_>, count: usize) -> Result<(), Refusal> {
    let all: BigInt = power(52 * count) - 1;
    let (reach, limit) = any_columns(count);
    let (sum, _) = run.columns("s", 2 * count, &reach, &limit);
    let [a, b] = ["a", "b"].map(|base| operand(run, base, count, &all));
    points(run, &[(RDI, "s"), (RSI, "a"), (RDX, "b")]);
    run.writable_vectors("s", 0, 2 * count);
    go(run)?;
    let limits = [-&reach, &reach + added(count)];
    let out = columns(run, "s", 0, count, &limits)?;
    equal(run, &out, &sum.plus(&a.times(&b)?))
}

fn combine(run: &mut Run<'_>, count: usize, sign: i64) -> Result<(), Refusal> {
    let (reach, limit) = any_columns(count);
    let [(_, s), (_, t)] = ["s", "t"].map(|base| run.columns(base, 2 * count, &reach, &limit));
    let (at, _) = wide(count);
    let mut linear = false;
    for base in ["s", "t"] {
        let bit = run.public_bit(base)?;
        linear |= bit;
        run.machine.allow_byte(base, at, Word::number(u8::from(bit)));
    }
    points(run, &[(RDI, "s"), (RSI, "t")]);
    run.writable_vectors("s", 0, 2 * count);
    go(run)?;
    let sign = Rational::from(sign);
    for (place, (s, t)) in (0..).step_by(64).zip(s.iter().zip(&t)) {
        let out = run.written_vector("s", place)?.form();
        equal(run, &out, &s.plus(&t.scaled(&sign)))?;
    }
    let byte = run.machine.byte(("s", at))?.value();
    if byte == Some(BigInt::from(u8::from(linear))) {
        Ok(())
    } else {
        refuse("whether the sum is linear is lost")
    }
}

fn complex_product(run: &mut Run<'_>, count: usize) -> Result<(), Refusal> {
    let half: BigInt = power(52 * count - 1) - 1;
    let [[a0, a1], [b0, b1]] = ["a", "b"].map(|base| pair(run, base, count, &half));
    points(run, &[(RDI, "out"), (RSI, "a"), (RDX, "b")]);
    let (_, next) = wide(count);
    for at in [0, next] {
        sum_place(run, "out", at, count);
    }
    go(run)?;
    let real = a0.times(&b0)?.minus(&a1.times(&b1)?);
    let imaginary = a0.times(&b1)?.plus(&a1.times(&b0)?);
    let reach: BigInt = added(count) * 2;
    for (at, claim) in [(0, real), (next, imaginary)] {
        let out = columns(run, "out", at, count, &[-&reach, reach.clone()])?;
        of_products(run, "out", at, count)?;
        equal(run, &out, &claim)?;
    }
    Ok(())
}
