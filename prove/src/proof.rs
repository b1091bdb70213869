//! From a contract to a verdict: the search writes a certificate, then a second run takes its steps
//! one by one and searches for nothing. Only that second run counts.

use std::collections::BTreeMap;
use std::rc::Rc;

use num_bigint::BigInt;

use crate::binary::{Binary, Cpu};
use crate::check::{Ledger, Step};
use crate::contract::{Contract, Program, Run, Sampler};
use crate::machine::Machine;
use crate::polynomial::Bound;
use crate::prover::{Advisor, Prover};
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};
use crate::search::Search;
use crate::words::Word;

/// More cases than any proof has.
const MOST_CASES: usize = 200;

/// The steps of every case, by the decisions that lead to it.
pub type Certificate = BTreeMap<Vec<bool>, Vec<Step>>;

/// What was proved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proved {
    /// How many outcomes of comparisons there are.
    pub cases: usize,
    /// How many of them cannot happen.
    pub impossible: usize,
    /// How many steps the certificate has.
    pub steps: usize,
    /// How many bytes of the stack the kernel uses.
    pub stack: i64,
}

/// Searches for a certificate of a claim on code.
///
/// # Errors
/// The reason why there is none.
pub fn search<'a>(
    contract: &Contract,
    binary: &Binary,
    code: impl Into<Program<'a>>,
) -> Result<Certificate, Refusal> {
    let mut certificate = Certificate::new();
    let work = Rc::default();
    every_case(
        contract,
        binary,
        code.into(),
        |decisions| {
            let search = Search::sharing(Rc::clone(&work));
            (Advisor::Search(Box::new(search)), decisions.to_vec())
        },
        |decisions, prover| {
            certificate.insert(decisions.to_vec(), prover.into_steps());
        },
    )?;
    Ok(certificate)
}

/// Proves a claim by a certificate.
///
/// # Errors
/// If a step does not follow, or the claim does not follow from the steps.
pub fn check<'a>(
    contract: &Contract,
    binary: &Binary,
    code: impl Into<Program<'a>>,
    certificate: &Certificate,
) -> Result<Proved, Refusal> {
    let mut proved = every_case(
        contract,
        binary,
        code.into(),
        |decisions| {
            let steps = certificate.get(decisions).cloned().unwrap_or_default();
            (Advisor::Certificate(steps, 0), decisions.to_vec())
        },
        |_, _| {},
    )?;
    proved.steps = certificate.values().map(Vec::len).sum();
    Ok(proved)
}

/// Searches, then checks.
///
/// # Errors
/// As [`search`] and [`check`].
pub fn prove<'a>(
    contract: &Contract,
    binary: &Binary,
    code: impl Into<Program<'a>>,
) -> Result<Proved, Refusal> {
    let code = code.into();
    let certificate = search(contract, binary, code)?;
    check(contract, binary, code, &certificate)
}

/// Runs a contract on numbers: the modulus and the operands are what a sampler gives.
///
/// # Errors
/// If the code does not do on these numbers what the contract claims.
pub fn try_numbers<'a>(
    contract: &Contract,
    binary: &Binary,
    code: impl Into<Program<'a>>,
    mut sampler: Sampler,
) -> Result<(), Refusal> {
    let range = contract.range.as_ref().map(|(least, greatest)| {
        let (least, greatest) = (least.floor(), greatest.floor());
        let modulus = (contract.nearest)(&(&least + sampler(&(greatest - &least))));
        let modulus = Rational::from(modulus.max(least));
        (modulus.clone(), modulus)
    });
    let prover = Prover::new(Ledger::new(range), Advisor::Search(Box::default()), Vec::new());
    let words = BigInt::from(if binary.cpu() == Cpu::Rv32 { u32::MAX.into() } else { u64::MAX });
    let mut machine = Machine::new(binary, prover, |_, _| Word::number(sampler(&words)));
    machine.cases = contract.cases;
    let mut run = Run::new(machine, code.into(), Some(sampler));
    (contract.body)(&mut run)
}

/// Whether code may be the instance that a contract is of: it keeps it on some numbers. A search
/// takes longer to say no.
#[must_use]
pub fn may_be_of<'a>(contract: &Contract, binary: &Binary, code: impl Into<Program<'a>>) -> bool {
    let some: Sampler = Box::new(|limit| limit - limit / 3);
    !contract.one_of || try_numbers(contract, binary, code, some).is_ok()
}

/// Runs a contract for every outcome of the comparisons that it could not settle.
fn every_case(
    contract: &Contract,
    binary: &Binary,
    program: Program<'_>,
    mut advisor: impl FnMut(&[bool]) -> (Advisor, Vec<bool>),
    mut done: impl FnMut(&[bool], Prover),
) -> Result<Proved, Refusal> {
    let mut open: Vec<Vec<bool>> = vec![Vec::new()];
    let mut proved = Proved::default();
    let mut seen = BTreeMap::new();
    while let Some(decisions) = open.pop() {
        let (advisor, given) = advisor(&decisions);
        let prover = Prover::new(Ledger::new(contract.range.clone()), advisor, given);
        let bits = if binary.cpu() == Cpu::Rv32 { 32 } else { 64 };
        let any = |prover: &mut Prover, name: &str| {
            let greatest = Bound::number((BigInt::from(1) << bits) - 1);
            Word::atom(prover.ledger.input(name, Bound::number(0), greatest), bits)
        };
        let mut machine = Machine::new(binary, prover, any);
        machine.cases = contract.cases;
        let mut run = Run::new(machine, program, None);
        let result = (contract.body)(&mut run);
        let machine = run.into_machine();
        match result {
            Ok(()) => {
                proved.cases += 1;
                // What is a number in each case, but not the same one, comes from data.
                let (public, run) = machine.seen();
                if seen.entry(public).or_insert_with(|| run.clone()) != &run {
                    return refuse("branches, addresses or shifts that differ from case to case");
                }
            }
            Err(Refusal::Impossible) => proved.impossible += 1,
            Err(refusal) => return Err(refusal),
        }
        proved.stack = proved.stack.max(machine.depth());
        let made = machine.prover.taken().to_vec();
        if made.len() < decisions.len() || made[..decisions.len()] != decisions[..] {
            return refuse("a case was not taken as it was to be");
        }
        for i in decisions.len()..made.len() {
            open.push([&made[..i], &[true]].concat());
        }
        done(&decisions, machine.prover);
        if proved.cases + proved.impossible > MOST_CASES {
            return refuse("too many cases");
        }
    }
    if proved.cases == 0 {
        refuse("no case can happen: the conditions contradict each other")
    } else {
        Ok(proved)
    }
}
