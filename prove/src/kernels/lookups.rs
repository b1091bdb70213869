//! The contracts of what looks up an entry of a table by reading all of it: of instances of
//! `limb::rns`, and of `limb::ifma`, where each lane has its own choices.
//!
//! They are compiled for the caller's type of entries, of which the symbol says nothing. There is a
//! contract for elements of Fp12 over Fp2, of which one coefficient is looked up, by its number k:
//! that of w^k, which is coefficient ⌊k/2⌋ of the lower half or, for odd k, of the upper one. Which
//! of its two parts is taken is read off the code, and stands in the claim.
//!
//! A round is proved from any value that may be held before it, for each number of entries and each
//! round of it: so all rounds together leave the entry whose choice is 1, or what was there.

use std::collections::BTreeSet;

use iced_x86::Register::{self, R8, RCX, RDI, RDX, RSI, ZMM0};
use iced_x86::{Instruction, Mnemonic, OpKind};
use num_bigint::BigInt;

use super::adx::contract;
use super::lanes::{SAVED, of_instance, points};
use super::remainders::KERNEL;
use crate::binary::{Binary, Code};
use crate::check::Question;
use crate::contract::{Contract, Run, power};
use crate::machine::{Base, Value};
use crate::polynomial::{Bound, Polynomial};
use crate::prover::Flag;
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};
use crate::words::{Shared, Word};
use crate::x86::Ending;

/// Coefficients of an entry.
const COEFFICIENTS: usize = 6;

/// Of lanes.
const SCAN: &str = "limb::ifma::linear::scan";

/// Entries of the table of an instance in lanes: all its callers have so many.
const ENTRIES: usize = 15;

/// An instance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Lookup {
    /// Whether each lane has its own choices.
    lanes: bool,
    /// Words of an element: of two vectors, or of eight.
    words: usize,
    /// Which part of a coefficient is looked up.
    part: usize,
}

/// The contracts on the instances of this binary.
#[must_use]
pub fn contracts(binary: &Binary) -> Vec<Contract> {
    let mut all = Vec::new();
    for (kernel, lanes, words) in [(KERNEL, false, 16), (SCAN, true, 64)] {
        let codes = binary.code(kernel);
        let parts: BTreeSet<usize> = codes.iter().filter_map(|code| part(code, words)).collect();
        for part in parts {
            let (claim, entries) = if lanes {
                ("in each lane the last entry whose mask has a 1, or else a", "15 entries")
            } else {
                ("the last entry whose choice is 1, or else a", "n ≤ 15 entries")
            };
            let of = "coefficient of w^k, k < 6, of elements of Fp12";
            let condition = format!("{entries}, part {part} of the {of}");
            let which = Lookup { lanes, words, part };
            let body = move |run: &mut Run<'_>| lookup(run, which);
            all.push(of_instance(contract(kernel, claim, &condition, None, body)));
        }
    }
    all
}

/// The loop's first instruction: where it jumps back to.
fn head(code: &Code) -> Option<usize> {
    let back = |i: &&Instruction| i.mnemonic() == Mnemonic::Jne && i.near_branch_target() < i.ip();
    let to = code.0.iter().find(back)?.near_branch_target();
    code.0.iter().position(|i| i.ip() == to)
}

/// Which part of coefficients an instance takes, if it is a lookup.
fn part(code: &Code, words: usize) -> Option<usize> {
    let body = &code.0[head(code)?..];
    let chosen = |i: &&Instruction| i.has_op_mask() && i.op1_kind() == OpKind::Memory;
    let places = body.iter().filter(chosen).map(Instruction::memory_displacement64);
    let least = places.min()?;
    (0..2).find(|part| u64::try_from(8 * words * part) == Ok(least))
}

fn at(offset: usize) -> i64 {
    i64::try_from(offset).unwrap_or(0)
}

/// A word from 0 to this.
fn word(form: Polynomial, greatest: BigInt) -> Shared {
    match form.number().and_then(|number| number.integer()) {
        Some(number) => Word::number(number),
        None => Word::new(form, BigInt::from(0), greatest),
    }
}

/// Any word.
fn any(run: &mut Run<'_>, name: &str) -> Shared {
    let greatest: BigInt = power(64) - 1;
    word(run.integer(name, &Bound::number(0), &Bound::number(greatest.clone())), greatest)
}

/// An element at a place.
fn element(run: &mut Run<'_>, base: Base, offset: usize, words: usize) -> Vec<Shared> {
    let mut word = |i: usize| {
        let word = any(run, base);
        run.machine.allow_read(base, at(offset + 8 * i), Value::Word(word.clone()));
        word
    };
    (0..words).map(&mut word).collect()
}

/// A number below 2^bits that is no secret.
fn public(run: &mut Run<'_>, bits: usize) -> Result<usize, Refusal> {
    let mut number = 0;
    for bit in 0..bits {
        number |= usize::from(run.public_bit("public")?) << bit;
    }
    Ok(number)
}

fn equal(run: &mut Run<'_>, words: &[Shared], claims: &[Polynomial]) -> Result<(), Refusal> {
    for (word, claim) in words.iter().zip(claims) {
        if !run.machine.prover.ask(Question::Equal(word.form().minus(claim), None))? {
            return refuse("a word is not equal");
        }
    }
    Ok(())
}

/// The vector that two registers hold.
fn held(run: &Run<'_>, registers: &[Register]) -> Result<Vec<Shared>, Refusal> {
    let lanes = registers.iter().flat_map(|register| (0..8).map(|lane| (*register, lane)));
    lanes.map(|(register, lane)| run.machine.lane_at(register, lane)).collect()
}

/// The registers that hold an element.
fn registers(run: &Run<'_>, element: &[Shared]) -> Result<Vec<Register>, Refusal> {
    let holds = |register: &Register, words: &[Shared]| {
        held(run, &[*register])
            .is_ok_and(|held| held.iter().zip(words).all(|(one, other)| one.form() == other.form()))
    };
    let found = element.chunks(8).map(|words| {
        let mut all = (0..32).map(|number| ZMM0 + number);
        all.find(|register| holds(register, words))
            .map_or_else(|| refuse("an element that no registers hold"), Ok)
    });
    found.collect()
}

/// Of two elements the second in the lanes whose bit is 1.
fn chosen(
    bits: &[Polynomial; 8],
    old: &[Shared],
    new: &[Shared],
) -> Result<Vec<Polynomial>, Refusal> {
    let pairs = old.iter().zip(new).zip(bits.iter().cycle());
    let chosen = pairs
        .map(|((old, new), bit)| Ok(old.form().plus(&new.form().minus(&old.form()).times(bit)?)));
    chosen.collect()
}

/// The byte of a choice, and its bit in each lane.
fn choice(run: &mut Run<'_>, lanes: bool) -> (Shared, [Polynomial; 8]) {
    let one = run.any_bit("choice");
    let flags: [Flag; 8] =
        core::array::from_fn(|lane| if lanes && lane > 0 { run.any_bit("choice") } else { one });
    let bits = flags.map(|flag| run.machine.prover.form(flag));
    if !lanes {
        return (word(bits[0].clone(), BigInt::from(1)), bits);
    }
    let mut form = Polynomial::default();
    for (lane, bit) in bits.iter().enumerate() {
        form.add_scaled(bit, &Rational::from(power(lane)));
    }
    let byte = word(form, BigInt::from(255));
    run.machine.flags.push((byte.clone(), flags));
    (byte, bits)
}

/// What a caller gives: in residue numbers an iterator, which has both slices by their ends, what
/// is next, how many there are, and behind three references the number of the coefficient; in lanes
/// two addresses, and behind two references that number.
fn arguments(run: &mut Run<'_>, lanes: bool, count: usize, stride: usize, coefficient: usize) {
    let number = |number: usize| Value::Word(Word::number(number));
    points(run, &[(RDI, "out"), (RSI, "a")]);
    run.machine.allow_read("second", 0, Value::Pointer("third", 0));
    run.machine.allow_read("third", 0, number(coefficient));
    if lanes {
        points(run, &[(RDX, "table"), (RCX, "second"), (R8, "choices")]);
        return;
    }
    points(run, &[(RDX, "entries")]);
    run.machine.allow_read("first", 0, Value::Pointer("second", 0));
    for (place, value) in [
        (0, Value::Pointer("table", 0)),
        (8, Value::Pointer("table", at(count * stride))),
        (16, Value::Pointer("choices", 0)),
        (24, Value::Pointer("choices", at(count))),
        (32, number(0)),
        (40, number(count)),
        (48, Value::Pointer("first", 0)),
    ] {
        run.machine.allow_read("entries", place, value);
    }
}

fn lookup(run: &mut Run<'_>, which: Lookup) -> Result<(), Refusal> {
    let Lookup { lanes, words, part } = which;
    run.machine.eight = true;
    let none = element(run, "a", 0, words);
    let count = if lanes { ENTRIES } else { public(run, 4)? };
    let coefficient = public(run, 3)?.min(COEFFICIENTS - 1);
    // An element has lower and upper half of three coefficients of two parts each.
    let step = 16 * words;
    let of_coefficient = ((coefficient >> 1) + 3 * (coefficient & 1)) * step;
    let (mut entries, mut bits) = (Vec::new(), Vec::new());
    for i in 0..count {
        let place = i * COEFFICIENTS * step + of_coefficient + 8 * words * part;
        entries.push(element(run, "table", place, words));
        let (byte, of_lanes) = choice(run, lanes);
        run.machine.allow_byte("choices", at(i), byte);
        bits.push(of_lanes);
    }
    arguments(run, lanes, count, COEFFICIENTS * step, coefficient);
    run.writable("out", 0, words);
    run.machine.red_zone = 128;
    let code = run.code()?;
    let Some(head) = head(code) else { return refuse("no loop") };
    let mut claims: Vec<Polynomial> = none.iter().map(|word| word.form()).collect();
    let mut holding = None;
    for round in 0..=count {
        // From the begin to the loop, or to its head once more, or to the end.
        let (from, mut fresh) = (if round == 0 { 0 } else { head }, round > 0);
        let ending = run.machine.run(code, from, &mut |i| {
            !core::mem::take(&mut fresh) && i.ip() == code.0[head].ip()
        })?;
        if (ending == Ending::Returned) != (round == count) {
            return refuse("another number of rounds");
        }
        if round == count {
            break;
        }
        let holding = match &holding {
            Some(registers) => registers,
            None => holding.insert(registers(run, &none)?),
        };
        equal(run, &held(run, holding)?, &claims)?;
        // Whatever is held now.
        let mut before = Vec::new();
        for register in holding {
            for lane in 0..8 {
                let word = any(run, "held");
                run.machine.at = lane;
                run.machine.put_lane(*register, word.clone())?;
                before.push(word);
            }
        }
        run.machine.at = 0;
        claims = chosen(&bits[round], &before, &entries[round])?;
    }
    run.machine.check_saved(&SAVED)?;
    let out = run.written("out", 0, words)?;
    equal(run, &out, &claims)
}
