//! The contracts of `limb::ifma` on what moves words from lane to lane: all eight lanes are
//! followed.

use iced_x86::Register::{RDI, RDX, RSI};
use num_bigint::BigInt;

use super::lanes::{any, go, points};
use crate::check::Question;
use crate::contract::{Contract, Run, power};
use crate::machine::{Base, Value};
use crate::polynomial::{Bound, Polynomial};
use crate::refusal::{Refusal, refuse};
use crate::words::{Shared, Word};

/// The rows' places.
const ROWS: [Base; 8] = ["row0", "row1", "row2", "row3", "row4", "row5", "row6", "row7"];

/// All contracts of this family.
#[must_use]
pub fn contracts() -> Vec<Contract> {
    let mut all = any(
        "limb::ifma::rows::load",
        "each row's integer in the limbs of its lane",
        "any eight rows",
        load,
    );
    all.extend(any(
        "limb::ifma::rows::load_words",
        "word i of row j in lane j of vector i",
        "any eight rows",
        load_words,
    ));
    all.extend(any(
        "limb::ifma::rows::store",
        "the integers of the first n lanes in n rows",
        "integers below 2^(64N), any n ≤ 8",
        store,
    ));
    all
}

/// Words of an integer of so many limbs.
const fn words(count: usize) -> usize {
    if count == 8 { 6 } else { 4 }
}

/// A word's place in vector i, for this lane.
fn place(i: usize, lane: usize) -> i64 {
    i64::try_from(64 * i + 8 * lane).unwrap_or(0)
}

/// Any eight rows, whose references are at `rows`.
fn rows(run: &mut Run<'_>, count: usize) -> Vec<(Polynomial, Vec<Shared>)> {
    run.machine.eight = true;
    run.machine.words.extend(ROWS);
    let greatest = Bound::number(power(64 * count) - 1);
    let mut all = Vec::new();
    for (lane, base) in ROWS.into_iter().enumerate() {
        let number = run.integer(base, &Bound::number(0), &greatest);
        let words = run.words_of(base, &number, count, None);
        run.place(base, 0, &words);
        run.machine.allow_read("rows", place(0, lane), Value::Pointer(base, 0));
        all.push((number, words));
    }
    points(run, &[(RDI, "out"), (RSI, "rows")]);
    all
}

fn equal(run: &mut Run<'_>, out: &Polynomial, claim: &Polynomial) -> Result<(), Refusal> {
    let holds = run.machine.prover.ask(Question::Equal(out.minus(claim), None))?;
    if holds { Ok(()) } else { refuse("a lane is not equal") }
}

fn load(run: &mut Run<'_>, count: usize) -> Result<(), Refusal> {
    let rows = rows(run, words(count));
    run.writable("out", 0, 8 * count.next_multiple_of(2));
    go(run)?;
    for (lane, (number, _)) in rows.iter().enumerate() {
        let out = super::lanes::result(run, "out", place(0, lane), count)?;
        let highest = run.written_vector("out", place(count - 1, lane))?;
        if highest.least() < BigInt::from(0) || highest.greatest() >= power(52) {
            return refuse("a limb of more than 52 bits");
        }
        equal(run, &out, number)?;
    }
    Ok(())
}

fn load_words(run: &mut Run<'_>, count: usize) -> Result<(), Refusal> {
    let count = words(count);
    let rows = rows(run, count);
    run.writable("out", 0, 8 * count);
    go(run)?;
    for (lane, (_, words)) in rows.iter().enumerate() {
        for (i, word) in words.iter().enumerate() {
            let out = run.written_vector("out", place(i, lane))?.form();
            equal(run, &out, &word.form())?;
        }
    }
    Ok(())
}

fn store(run: &mut Run<'_>, count: usize) -> Result<(), Refusal> {
    run.machine.eight = true;
    run.machine.words.insert("out");
    let (limbs, words) = (count, words(count));
    let mut numbers = Vec::new();
    for lane in 0..8 {
        let greatest: BigInt = power(64 * words) - 1;
        numbers.push(run.limbs("a", place(0, lane), &format!("a{lane}_"), limbs, &greatest));
    }
    // How many places there are is no secret.
    let mut places = 1;
    for (bit, name) in [(1, "one"), (2, "two"), (4, "four")] {
        places += if run.public_bit(name)? { bit } else { 0 };
    }
    points(run, &[(RDI, "a"), (RSI, "out")]);
    run.machine.set_register(RDX, Value::Word(Word::number(places)));
    run.writable("out", 0, words * usize::try_from(places).unwrap_or(0));
    go(run)?;
    for (row, number) in numbers.iter().take(usize::try_from(places).unwrap_or(0)).enumerate() {
        let from = i64::try_from(8 * words * row).unwrap_or(0);
        let out = run.written("out", from, words)?;
        run.claim_equal("a row", &out, number, None)?;
        are_words(&out)?;
    }
    Ok(())
}

fn are_words(out: &[Shared]) -> Result<(), Refusal> {
    let is_word = |word: &Shared| word.least() >= BigInt::from(0) && word.greatest() < power(64);
    if out.iter().all(is_word) { Ok(()) } else { refuse("a row of what may be no words") }
}
