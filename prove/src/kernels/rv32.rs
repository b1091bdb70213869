//! The contracts of `limb::rv32`. Each instance is compiled for a number of words, and most of them
//! for a modulus too: it is proved if it keeps one of these contracts.
//!
//! R is 2^(32N) for N words. *Reduced* is an integer below m.

use num_bigint::BigInt;

use super::adx::contract;
use super::lanes::{Modulus, each, folded, montgomery};
use crate::check::Question;
use crate::contract::{Contract, Run, power};
use crate::machine::{Base, Number, Value};
use crate::polynomial::{Bound, Polynomial};
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};
use crate::rv32::SAVED;
use crate::words::{Shared, Word};

/// All contracts of this family.
#[must_use]
pub fn contracts() -> Vec<Contract> {
    let mut all = Vec::new();
    for (words, product, square, sum) in [
        (
            8,
            "limb::rv32::product::short",
            "limb::rv32::square::short",
            "limb::rv32::linear::plain_sum::short",
        ),
        (
            12,
            "limb::rv32::product::long",
            "limb::rv32::square::long",
            "limb::rv32::linear::plain_sum::long",
        ),
    ] {
        all.push(any(product, "a·b", "any a and b", words, move |run| {
            let (a, b) = (operand(run, "a", words, None), operand(run, "b", words, None));
            let out = written(run, 2 * words)?;
            let claim = a.times(&b)?;
            carried(run, &out, &claim, &[BigInt::from(0)])?;
            run.claim_equal("the product", &out, &claim, None)
        }));
        for (condition, bits) in [("any a", 32 * words), ("a below R/2", 32 * words - 1)] {
            let most = power(bits) - 1;
            all.push(any(square, "a²", condition, words, move |run| {
                let a = operand(run, "a", words, Some(&most));
                let out = written(run, 2 * words)?;
                let claim = a.times(&a)?;
                carried(run, &out, &claim, &[BigInt::from(0)])?;
                run.claim_equal("the square", &out, &claim, None)
            }));
        }
        let half = power(32 * words - 1);
        all.push(any(sum, "a + b", "a below R/2, b at most R/2", words, move |run| {
            let a = operand(run, "a", words, Some(&(&half - 1)));
            let b = operand(run, "b", words, Some(&half));
            let out = written(run, words)?;
            carried(run, &out, &a.plus(&b), &[BigInt::from(0)])?;
            run.claim_equal("the sum", &out, &a.plus(&b), None)
        }));
    }
    for long in [false, true] {
        let moduli: Vec<Modulus> =
            montgomery().into_iter().filter(|m| (m.value.bits() > 256) == long).collect();
        all.extend(of_modulus(long, &moduli));
    }
    all.extend(of_folding());
    all
}

/// Chooses the name, by the number of words.
macro_rules! named {
    ($long:expr, $kernel:literal) => {
        if $long {
            concat!("limb::rv32::", $kernel, "::long")
        } else {
            concat!("limb::rv32::", $kernel, "::short")
        }
    };
}

fn of_modulus(long: bool, moduli: &[Modulus]) -> Vec<Contract> {
    let n = if long { 12 } else { 8 };
    let mut all = Vec::new();
    let quotient = "t below mR";
    all.extend(each(
        named!(long, "divided"),
        moduli,
        "a number below 2m that is t/R mod m, in words and a carry",
        quotient,
        move |run, modulus| {
            run.machine.prover.look_for_words();
            let t = operand(run, "a", 2 * n, Some(&((modulus << (32 * n)) - 1)));
            let out = written(run, n + 1)?;
            claimed(run, &out, 32 * n, &t, &[], &(modulus * 2))
        },
    ));
    all.extend(each(
        named!(long, "reduced"),
        moduli,
        "t/R mod m, reduced",
        quotient,
        move |run, modulus| {
            run.machine.prover.look_for_words();
            let t = operand(run, "a", 2 * n, Some(&((modulus << (32 * n)) - 1)));
            let out = written(run, n)?;
            // It is what the function that it calls has left, or that less m: a hint.
            let left = run.machine.rv32.left.iter().take(n).cloned().collect::<Vec<_>>();
            let left = run.value(&left);
            carried(run, &out, &left, &[BigInt::from(0), modulus.clone()])?;
            claimed(run, &out, 32 * n, &t, &[], modulus)
        },
    ));
    for (kernel, claim, condition, twice) in [
        (named!(long, "linear::sum"), "a + b mod m, reduced", "reduced", false),
        (
            named!(long, "linear::sum_below_double"),
            "a + b mod m, below 2m",
            "a and b below 2m",
            true,
        ),
    ] {
        all.extend(each(kernel, moduli, claim, condition, move |run, modulus| {
            let most = if twice { modulus * 2 } else { modulus.clone() };
            let [a, b] = ["a", "b"].map(|base| operand(run, base, n, Some(&(&most - 1))));
            let out = written(run, n)?;
            claimed(run, &out, 0, &a.plus(&b), &[BigInt::from(0), most.clone()], &most)
        }));
    }
    all.extend(each(
        named!(long, "linear::difference"),
        moduli,
        "a − b mod m, reduced",
        "reduced",
        move |run, modulus| {
            let [a, b] = ["a", "b"].map(|base| operand(run, base, n, Some(&(modulus - 1))));
            let out = written(run, n)?;
            claimed(run, &out, 0, &a.minus(&b), &[BigInt::from(0), -modulus], modulus)
        },
    ));
    all.extend(each(
        named!(long, "linear::difference_and_modulus"),
        moduli,
        "a − b + m",
        "reduced",
        move |run, modulus| {
            let [a, b] = ["a", "b"].map(|base| operand(run, base, n, Some(&(modulus - 1))));
            let out = written(run, n)?;
            let claim = a.minus(&b).plus(&Polynomial::constant(modulus.clone()));
            carried(run, &out, &claim, &[BigInt::from(0)])?;
            run.claim_equal("the difference", &out, &claim, None)
        },
    ));
    all.extend(each(
        named!(long, "linear::below_modulus"),
        moduli,
        "a mod m, reduced",
        "a below 2m",
        move |run, modulus| {
            let a = operand(run, "a", n, Some(&(modulus * 2 - 1)));
            let out = written(run, n)?;
            claimed(run, &out, 0, &a, &[BigInt::from(0), modulus.clone()], modulus)
        },
    ));
    all
}

/// Kernels modulo 2^256 − C, or 2^255 − C, whose numbers are any of eight words.
fn of_folding() -> Vec<Contract> {
    let mut all = Vec::new();
    let any = "any words";
    for (kernel, claim, operands) in [
        ("limb::rv32::folding::product::short", "a·b mod m, eight words", 2),
        ("limb::rv32::folding::square::short", "a² mod m, eight words", 1),
        ("limb::rv32::folding::sum::short", "a + b mod m, eight words", 2),
        ("limb::rv32::folding::difference::short", "a − b mod m, eight words", 2),
        ("limb::rv32::folding::negative::short", "−a mod m, eight words", 1),
    ] {
        all.extend(each(kernel, &folded(), claim, any, move |run, modulus| {
            let a = operand(run, "a", 8, None);
            let b = if operands == 2 { operand(run, "b", 8, None) } else { a.clone() };
            let zero = Polynomial::default();
            let form = match kernel {
                "limb::rv32::folding::sum::short" => a.plus(&b),
                "limb::rv32::folding::difference::short" => a.minus(&b),
                "limb::rv32::folding::negative::short" => zero.minus(&a),
                _ => a.times(&b)?,
            };
            let out = written(run, 8)?;
            let once = if modulus.bits() < 256 { modulus * 2 } else { modulus.clone() };
            let multiples = [0, 1, 2, -1, -2].map(|times| &once * times);
            claimed(run, &out, 0, &form, &multiples, &power(256))
        }));
    }
    all.extend(each(
        "limb::rv32::folding::multiple::short",
        &folded(),
        "k·a mod m, eight words",
        "any words, k up to 256",
        |run, _| {
            let a = operand(run, "a", 8, None);
            let k = run.integer("k", &Bound::number(0), &Bound::number(256));
            let word = Word::new(k.clone(), BigInt::from(0), BigInt::from(256));
            run.machine.set_register(Number(12), Value::Word(word));
            let out = written(run, 8)?;
            claimed(run, &out, 0, &k.times(&a)?, &[], &power(256))
        },
    ));
    all
}

/// A contract on an instance for a number of words.
fn any(
    kernel: &'static str,
    claim: &str,
    condition: &str,
    words: usize,
    body: impl Fn(&mut Run<'_>) -> Result<(), Refusal> + Send + Sync + 'static,
) -> Contract {
    let mut out = contract(kernel, claim, &format!("{condition} of {words} words"), None, body);
    out.one_of = true;
    out
}

fn number(value: BigInt) -> Polynomial {
    Polynomial::constant(value)
}

/// An operand of so many words, up to this or of any words: the first is in a1, the second in a2.
fn operand(run: &mut Run<'_>, base: Base, words: usize, most: Option<&BigInt>) -> Polynomial {
    let most = most.cloned().unwrap_or_else(|| power(32 * words) - 1);
    let name = base.to_uppercase();
    run.point(Number(if base == "a" { 11 } else { 12 }), base);
    let highest = [BigInt::from(0), &most >> (32 * (words - 1))];
    run.kept_number(base, 0, &name, words, (Bound::number(most), Some(highest)))
}

/// Claims that words·2^bits ≡ form modulo m, and words < limit.
fn claimed(
    run: &mut Run<'_>,
    out: &[Shared],
    bits: usize,
    form: &Polynomial,
    multiples: &[BigInt],
    limit: &BigInt,
) -> Result<(), Refusal> {
    let (value, limit) = (run.value(out), number(limit.clone()));
    // What is carried may make it harder to see: a hint.
    let is_below = run.machine.prover.ask(Question::Negative(value.minus(&limit)))?;
    carried(run, out, form, multiples)?;
    if !is_below {
        run.claim_below("the result", &value, &limit)?;
    }
    run.claim_multiple("the result", value.scaled(&Rational::from(power(bits))).minus(form))
}

/// What is carried out of the highest word, if that is known once the result is this form less one
/// of these multiples: a hint.
fn carried(
    run: &mut Run<'_>,
    out: &[Shared],
    form: &Polynomial,
    multiples: &[BigInt],
) -> Result<(), Refusal> {
    let beyond = run.value(out).minus(form);
    let by = Rational::power_of_two(-32 * i64::try_from(out.len()).unwrap_or(0));
    for multiple in multiples {
        let over = beyond.plus(&number(multiple.clone())).scaled(&by);
        if run.machine.prover.ask(Question::Integer(over.clone(), Vec::new()))?
            && run.machine.prover.vanishes(vec![over])?
        {
            break;
        }
    }
    Ok(())
}

/// Runs to the return: the words of the result, whose place is in a0.
fn written(run: &mut Run<'_>, words: usize) -> Result<Vec<Shared>, Refusal> {
    run.point(Number(10), "out");
    run.writable("out", 0, words);
    run.go()?;
    run.machine.check_saved(&SAVED)?;
    let out = run.written("out", 0, words)?;
    if out.iter().any(|word| word.greatest() >= power(32)) {
        return refuse("a result that is no word");
    }
    Ok(out)
}
