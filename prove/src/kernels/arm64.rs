//! The contracts of `limb::arm64`: those of `limb::adx`, and runs of squares, whose value stays in
//! registers from round to round.

use super::adx::{Cpu, Words, contract, lazy, of};
use super::reductions;
use crate::arm64::{Code, Instruction, LINK, decode};
use crate::binary::Binary;
use crate::contract::{Contract, MODULUS, Run};
use crate::machine::{Number, Value};
use crate::polynomial::Polynomial;
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};
use crate::words::Word;
use crate::x86::Ending;

/// All contracts of this family.
#[must_use]
pub fn contracts(binary: &Binary) -> Vec<Contract> {
    let mut all = of(Cpu::Arm64);
    all.extend(squares(Words::Four, "limb::arm64::words::words4::sqr_times_at"));
    all.extend(squares(Words::Six, "limb::arm64::words::words6::sqr_times_at"));
    all.extend(reductions::contracts(binary));
    all
}

/// The value at a loop's head, from x5 on; and what else a round needs: the modulus, the place of
/// the result, the counter.
const VALUE: usize = 5;
const MODULUS_AT: Number = Number(4);
const OUT_AT: Number = Number(26);
const COUNTER: Number = Number(28);

/// Runs of squares: a round, from any value that is lazy, and the last one; and that the value is
/// the operand before the first.
fn squares(words: Words, kernel: &'static str) -> Vec<Contract> {
    let n = words.count();
    let (range, condition) = words.spacious();
    let mut all = Vec::new();
    for (in_place, place) in [(false, ""), (true, ", out = a")] {
        for last in [false, true] {
            let claim = if last {
                "the last round: a²/R mod m, reduced"
            } else {
                "a round that another follows: a²/R mod m, lazy, with registers as before"
            };
            let condition = format!("{condition}, lazy{place}");
            all.push(contract(kernel, claim, &condition, range.clone(), move |run| {
                let [out_at, a_at, modulus_at, count_at] = Cpu::Arm64.arguments();
                run.montgomery(modulus_at, n)?;
                let out = if in_place { "a" } else { "out" };
                let a = run.number("a", 0, "A", n, lazy());
                run.point(a_at, "a");
                run.point(out_at, out);
                run.writable(out, 0, n);
                let rounds = Value::Word(Word::number(if last { 1 } else { 2 }));
                run.machine.set_register(count_at, rounds);
                let b = round(run, n, &a, last)?;
                let (square, m) = (b.times(&b)?, run.modulus()?);
                run.machine.check_saved(&Cpu::Arm64.of_places())?;
                if last {
                    let out = run.written(out, 0, n)?;
                    return run.claim_reduced("the square", &out, &square, &m);
                }
                // The next round finds all as this one did, but for the value and the counter.
                run.machine.check_return()?;
                let at = |register: Number| run.machine.register(register).pointer();
                if at(OUT_AT) != Some((out, 0)) || at(MODULUS_AT) != Some((MODULUS, 0)) {
                    return refuse("the loop's result or modulus");
                }
                if !run.machine.memory().is_empty() {
                    return refuse("writes in a round that another follows");
                }
                if run.registers(&[COUNTER])?[0].value() != Some(1.into()) {
                    return refuse("the loop's counter");
                }
                let out = run.registers(&value(n))?;
                run.claim_reduced("the square", &out, &square, &m.scaled(&Rational::from(2)))
            }));
        }
    }
    all
}

fn value(n: usize) -> Vec<Number> {
    (VALUE..VALUE + n).map(Number).collect()
}

/// Runs to the head of the loop, where the value has to be the operand. Puts any lazy number there,
/// which is returned, and forgets all else but addresses and the counter. Then runs one round: to
/// the return if it is the last, else to the branch.
fn round(run: &mut Run<'_>, n: usize, a: &Polynomial, last: bool) -> Result<Polynomial, Refusal> {
    let code = run.arm64_code()?;
    let (head, branch) = looped(code)?;
    if run.machine.run_arm64(code, 0, Some(head))? == Ending::Returned {
        return refuse("the loop was not reached");
    }
    let there = run.registers(&value(n))?;
    run.claim_equal("the value of the first round", &there, a, None)?;
    let kept = [&[MODULUS_AT, OUT_AT, COUNTER, LINK][..], &Cpu::Arm64.of_places()].concat();
    run.forget_arm64(&kept)?;
    let b = run.number("b", 0, "B", n, lazy());
    for (at, register) in (0..).step_by(8).zip(value(n)) {
        let word = run.machine.load(("b", at))?;
        run.machine.set_register(register, word);
    }
    let end = (!last).then_some(branch);
    match (last, run.machine.run_arm64(code, head, end)?) {
        (true, Ending::Returned) | (false, Ending::Stopped) => Ok(b),
        _ => refuse("a round that ends elsewhere"),
    }
}

/// The first instruction of the only loop, and the branch at its end.
fn looped(code: &Code) -> Result<(usize, usize), Refusal> {
    let branches = code.0.iter().enumerate().filter_map(|(at, word)| match decode(*word) {
        Some(Instruction::Branch(_, by)) => Some((at, by)),
        _ => None,
    });
    let [(branch, by)] = branches.collect::<Vec<_>>()[..] else { return refuse("no single loop") };
    let head = i64::try_from(branch).ok().and_then(|at| usize::try_from(at + by).ok());
    head.map_or_else(|| refuse("a jump out of the kernel"), |head| Ok((head, branch)))
}
