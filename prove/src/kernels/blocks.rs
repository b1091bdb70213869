//! The contracts of `limb::adx::blocks`: blocks of N words of numbers of any length, B = 2^(64N),
//! and products of four words modulo any odd number.

use iced_x86::Register::{RCX, RDI, RDX, RSI};

use super::adx::{SAVED, contract, range};
use crate::contract::{Contract, MODULUS, Run, power};
use crate::machine::Value;
use crate::polynomial::{Bound, Polynomial};
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};
use crate::words::Word;

/// All contracts of this family.
#[must_use]
pub fn contracts() -> Vec<Contract> {
    let mut all = Vec::new();
    for (words, [add_product, quotient, square]) in [
        (
            4,
            [
                "limb::adx::blocks::add_product4",
                "limb::adx::blocks::quotient4",
                "limb::adx::blocks::square4",
            ],
        ),
        (
            8,
            [
                "limb::adx::blocks::add_product8",
                "limb::adx::blocks::quotient8",
                "limb::adx::blocks::square8",
            ],
        ),
    ] {
        all.push(contract(
            add_product,
            "z + B·c = z + c + a·b, in place",
            "any z, c, a and b",
            None,
            move |run| added(run, words),
        ));
        all.push(contract(
            quotient,
            "x = q, B·c = x + q·m",
            "any odd m < B, any x",
            range(3, power(64 * words) - 1),
            move |run| divided(run, words),
        ));
        all.push(contract(square, "a²", "any a", None, move |run| squared(run, words)));
    }
    let any = range(3, power(256) - 1);
    all.push(contract(
        "limb::adx::blocks::multiply4",
        "x·a/B mod m, four words",
        "any odd m < B, any x and a",
        any.clone(),
        |run| {
            run.montgomery(RDX, 4)?;
            let x = number(run, "x", "X", 4);
            let a = run.other_number("a", 0, "A", 4, Bound::number(power(256) - 1));
            run.point(RDI, "x");
            run.point(RSI, "a");
            run.writable("x", 0, 4);
            run.go()?;
            run.machine.check_saved(&SAVED)?;
            congruent(run, &x.times(&a)?)
        },
    ));
    for last in [false, true] {
        let claim = if last {
            "the last round: x²/B mod m, four words"
        } else {
            "a round that another follows: x²/B mod m, four words, with frame and registers as before"
        };
        all.push(contract(
            "limb::adx::blocks::square_times4",
            claim,
            "any odd m < B, any x",
            any.clone(),
            move |run| round(run, last),
        ));
    }
    all
}

/// Any number of so many words, at its place.
fn number(run: &mut Run<'_>, base: &'static str, name: &str, words: usize) -> Polynomial {
    run.number(base, 0, name, words, Bound::number(power(64 * words) - 1))
}

fn added(run: &mut Run<'_>, words: usize) -> Result<(), Refusal> {
    let [z, c] = [("z", "Z"), ("c", "C")].map(|(base, name)| number(run, base, name, words));
    let a = number(run, "a", "A", words);
    let b = run.other_number("b", 0, "B", words, Bound::number(power(64 * words) - 1));
    for (register, base) in [(RDI, "z"), (RSI, "c"), (RDX, "a"), (RCX, "b")] {
        run.point(register, base);
    }
    run.writable("z", 0, words);
    run.writable("c", 0, words);
    run.go()?;
    run.machine.check_saved(&SAVED)?;
    let sum = [run.written("z", 0, words)?, run.written("c", 0, words)?].concat();
    run.claim_equal("the sum", &sum, &a.times(&b)?.plus(&z).plus(&c), None)
}

fn divided(run: &mut Run<'_>, words: usize) -> Result<(), Refusal> {
    let inverse = run.modulus_at(RCX, words)?;
    run.machine.set_register(RDX, Value::Word(inverse));
    let x = number(run, "x", "X", words);
    run.point(RDI, "x");
    run.point(RSI, "c");
    run.writable("x", 0, words);
    run.writable("c", 0, words);
    run.go()?;
    run.machine.check_saved(&SAVED)?;
    let quotient = run.written("x", 0, words)?;
    let claim = run.value(&quotient).times(&run.modulus()?)?.plus(&x);
    let mut sum = vec![Word::number(0); words];
    sum.extend(run.written("c", 0, words)?);
    run.claim_equal("the sum", &sum, &claim, None)
}

fn squared(run: &mut Run<'_>, words: usize) -> Result<(), Refusal> {
    let a = number(run, "a", "A", words);
    run.point(RDI, "out");
    run.point(RSI, "a");
    run.writable("out", 0, 2 * words);
    run.go()?;
    run.machine.check_saved(&SAVED)?;
    let out = run.written("out", 0, 2 * words)?;
    run.claim_equal("the square", &out, &a.times(&a)?, None)
}

fn round(run: &mut Run<'_>, last: bool) -> Result<(), Refusal> {
    run.montgomery(RDX, 4)?;
    let x = number(run, "x", "X", 4);
    run.point(RDI, "x");
    run.writable("x", 0, 4);
    run.machine.set_register(RSI, Value::Word(Word::number(if last { 1 } else { 2 })));
    let square = x.times(&x)?;
    run.go_round(&[RCX, RDI], last)?;
    if last {
        run.machine.check_saved(&SAVED)?;
    } else {
        // The next round reads what this one wrote, by rdi, and the modulus.
        let at = |register| run.machine.register(register).pointer();
        if at(RDI) != Some(("x", 0)) || at(RCX) != Some((MODULUS, 0)) {
            return refuse("the loop's operand or modulus");
        }
    }
    congruent(run, &square)
}

/// Claims that the four words of x times B are this modulo m.
fn congruent(run: &mut Run<'_>, claim: &Polynomial) -> Result<(), Refusal> {
    let out = run.value(&run.written("x", 0, 4)?);
    run.claim_multiple("the result", out.scaled(&Rational::from(power(256))).minus(claim))
}
