//! The contracts of `limb::ifma` on what moves words from lane to lane: all eight lanes are
//! followed.
//!
//! Rows are parts of what callers have, such as a coordinate of a point, and there is an instance
//! for each kind. Its symbol does not say which. So where the rows lie is read off its stores, and
//! stands in the claim: that a caller wants them there is not what is proved.

use std::collections::BTreeSet;

use iced_x86::Register::{self, RDI, RDX, RSI};
use iced_x86::{Instruction, OpKind};
use num_bigint::BigInt;

use super::adx::contract;
use super::lanes::{any, go, of_instance, points};
use crate::binary::{Binary, Code};
use crate::check::Question;
use crate::contract::{Contract, Run, power};
use crate::machine::{Base, Value};
use crate::polynomial::{Bound, Polynomial};
use crate::refusal::{Refusal, refuse};
use crate::words::{Shared, Word};

/// The rows' places.
const ROWS: [Base; 8] = ["row0", "row1", "row2", "row3", "row4", "row5", "row6", "row7"];

/// What puts lanes into rows.
const STORE: &str = "limb::ifma::rows::store";

/// All contracts of this family on the instances of this binary.
#[must_use]
pub fn contracts(binary: &Binary) -> Vec<Contract> {
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
    let codes = binary.code(STORE);
    let mut known: BTreeSet<Layout> = codes.iter().flat_map(layouts).collect();
    // One row after the other.
    known.extend([8, 5].map(|limbs| Layout { limbs, from: 0, stride: row(limbs), only: None }));
    all.extend(known.into_iter().map(of_layout));
    all
}

/// Where an instance puts rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Layout {
    limbs: usize,
    /// The first row's place, and from one to the next, in bytes.
    from: i64,
    stride: i64,
    /// How many rows there are, if all callers of the instance have so many.
    only: Option<i64>,
}

/// The layouts that an instance may be for, by the places that it writes.
fn layouts(code: &Code) -> Vec<Layout> {
    let stores = |i: &&Instruction| {
        i.op0_kind() == OpKind::Memory
            && i.memory_base() == RSI
            && i.memory_index() == Register::None
    };
    let places = code.0.iter().filter(stores).map(|i| i.memory_displacement64().cast_signed());
    let places: Vec<i64> = places.collect::<BTreeSet<i64>>().into_iter().collect();
    let mut all = Vec::new();
    for limbs in [8, 5] {
        let Some(from) = places.first().copied() else { continue };
        let stride = places.get(1).map_or(from + row(limbs), |next| next - from);
        // A row is a part of a place, which has room for it.
        if from < 0 || from & 7 != 0 || stride & 7 != 0 || from + row(limbs) > stride {
            continue;
        }
        let count = i64::try_from(places.len()).unwrap_or(0);
        let only = |only| Layout { limbs, from, stride, only };
        all.extend([only(None), only(Some(count))].into_iter().filter(|_| count <= 8));
    }
    all
}

fn of_layout(layout: Layout) -> Contract {
    let Layout { limbs, from, stride, only } = layout;
    let apart = if stride == row(limbs) {
        String::new()
    } else {
        format!(", byte {from} of places of {stride} bytes")
    };
    let (claim, number) = match only {
        None => ("the integers of the first n lanes in n rows", "any n ≤ 8".to_owned()),
        Some(1) => ("the integer of the first lane in a row", "one row".to_owned()),
        Some(count) => ("the integers of the first lanes in n rows", format!("n = {count}")),
    };
    let apart = if only == Some(1) { format!(", from byte {from} on") } else { apart };
    let condition = format!("integers below 2^(64N), {number}{apart}, {limbs} limbs");
    of_instance(contract(STORE, claim, &condition, None, move |run| store(run, layout)))
}

/// Words of an integer of so many limbs.
const fn words(count: usize) -> usize {
    if count == 8 { 6 } else { 4 }
}

/// Bytes of a row of them.
fn row(count: usize) -> i64 {
    i64::try_from(8 * words(count)).unwrap_or(0)
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

fn store(run: &mut Run<'_>, layout: Layout) -> Result<(), Refusal> {
    run.machine.eight = true;
    run.machine.words.insert("out");
    let (limbs, words) = (layout.limbs, words(layout.limbs));
    let mut numbers = Vec::new();
    for lane in 0..8 {
        let greatest: BigInt = power(64 * words) - 1;
        numbers.push(run.limbs("a", place(0, lane), &format!("a{lane}_"), limbs, &greatest));
    }
    points(run, &[(RDI, "a"), (RSI, "out")]);
    let places = match layout.only {
        Some(places) => places,
        // How many places there are is no secret.
        None => {
            let mut places = if run.public_bit("any")? { 1 } else { 0 };
            for (bit, name) in [(1, "one"), (2, "two"), (4, "four")] {
                places += if places > 0 && run.public_bit(name)? { bit } else { 0 };
            }
            run.machine.set_register(RDX, Value::Word(Word::number(places)));
            places
        }
    };
    let rows = (0..places).map(|row| layout.from + layout.stride * row);
    for from in rows.clone() {
        run.writable("out", from, words);
    }
    go(run)?;
    for (from, number) in rows.zip(&numbers) {
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
