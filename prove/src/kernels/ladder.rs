//! The contracts of a step of the Montgomery ladder, `limb::adx::ladder4`.
//!
//! The step is 19 operations, one after the other, on numbers in the state and in the frame. Each
//! has a claim of its own, of any numbers that the operations before it may have left: their claims
//! say no more than that. So the claims together are one on the whole, as the operations are all
//! that there is between the first instructions and the last.

use std::rc::Rc;

use iced_x86::Register::{R8, RBP, RCX, RDI, RDX, RSI, RSP};
use iced_x86::{Mnemonic, OpKind};
use num_bigint::BigInt;

use super::adx::{SAVED, contract, range};
use crate::binary::Code;
use crate::contract::{Contract, Run, power};
use crate::machine::{Base, Place, STACK, Value};
use crate::polynomial::{Bound, Polynomial};
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};
use crate::words::Word;

const KERNEL: &str = "limb::adx::ladder4::step";

/// A place of four words: in the state, in the frame above the stack pointer, or u.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    State(i64),
    Frame(i64),
    U,
}

/// What an operation gives.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gives {
    Sum,
    Difference,
    /// The second if `swap` is not zero, else the first.
    Choice,
    Product,
    /// The first plus a24 times the second.
    MultipleAnd,
}

use At::{Frame, State, U};
use Gives::{Choice, Difference, MultipleAnd, Product, Sum};

/// An operation: where its result goes and what that is called, what is done, and the operands.
type Operation = (At, &'static str, Gives, [(At, &'static str); 2]);

const OPERATIONS: [Operation; 19] = [
    (Frame(0), "A", Sum, [(State(0), "X₁"), (State(32), "Z₁")]),
    (Frame(32), "B", Difference, [(State(0), "X₁"), (State(32), "Z₁")]),
    (Frame(64), "C", Sum, [(State(64), "X₂"), (State(96), "Z₂")]),
    (Frame(96), "D", Difference, [(State(64), "X₂"), (State(96), "Z₂")]),
    (Frame(128), "S", Choice, [(Frame(0), "A"), (Frame(64), "C")]),
    (Frame(160), "T", Choice, [(Frame(32), "B"), (Frame(96), "D")]),
    (Frame(128), "S²", Product, [(Frame(128), "S"), (Frame(128), "S")]),
    (Frame(160), "T²", Product, [(Frame(160), "T"), (Frame(160), "T")]),
    (Frame(192), "DA", Product, [(Frame(96), "D"), (Frame(0), "A")]),
    (Frame(224), "CB", Product, [(Frame(64), "C"), (Frame(32), "B")]),
    (Frame(256), "E", Difference, [(Frame(128), "S²"), (Frame(160), "T²")]),
    (Frame(288), "F", MultipleAnd, [(Frame(160), "T²"), (Frame(256), "E")]),
    (Frame(0), "G", Sum, [(Frame(192), "DA"), (Frame(224), "CB")]),
    (Frame(32), "H", Difference, [(Frame(192), "DA"), (Frame(224), "CB")]),
    (State(0), "X", Product, [(Frame(128), "S²"), (Frame(160), "T²")]),
    (Frame(32), "H²", Product, [(Frame(32), "H"), (Frame(32), "H")]),
    (State(32), "Z", Product, [(Frame(256), "E"), (Frame(288), "F")]),
    (State(64), "X₊", Product, [(Frame(0), "G"), (Frame(0), "G")]),
    (State(96), "Z₊", Product, [(Frame(32), "H²"), (U, "u")]),
];

/// The first operation that finds zero in rbp, where `swap` was before.
const FIRST_WITH_ZERO: usize = 6;

/// What a number called so is below: what sums and differences give is below R, all others are
/// "short".
fn limit(name: &str) -> BigInt {
    match name {
        "A" | "B" | "C" | "D" | "S" | "T" | "E" | "G" | "H" => power(256),
        _ => power(255) + power(46),
    }
}

fn size(name: &str) -> &'static str {
    if limit(name) == power(256) { "below R" } else { "short" }
}

/// The claims.
#[must_use]
pub fn contracts() -> Vec<Contract> {
    let mut all = Vec::new();
    for (at, (_, name, gives, [(_, a), (_, b)])) in OPERATIONS.into_iter().enumerate() {
        let what = match gives {
            Sum => format!("{a} + {b}"),
            Difference => format!("{a} − {b}"),
            Product => format!("{a}·{b}"),
            MultipleAnd => format!("{a} + a24·{b}"),
            Choice => String::new(),
        };
        let number = at + 1;
        if gives == Choice {
            for (swap, taken) in [(false, a), (true, b)] {
                let claim = format!("operation {number} of 19: {name} = {taken}");
                let swaps = if swap { "swap is not zero" } else { "swap is zero" };
                all.push(of(at, Some(swap), &claim, swaps));
            }
            continue;
        }
        let claim = format!("operation {number} of 19: {name} ≡ {what} mod m, {}", size(name));
        let operands = if a == b {
            format!("{a} {}", size(a))
        } else if size(a) == size(b) {
            format!("{a} and {b} {}", size(a))
        } else {
            format!("{a} {}, {b} {}", size(a), size(b))
        };
        let operands =
            if gives == MultipleAnd { format!("a24 < 2^24, {operands}") } else { operands };
        all.push(of(at, None, &claim, &operands));
    }
    all
}

/// The claim on an operation, if `swap` is not zero, is zero, or is any word.
///
/// Short is below 2^255 + 2^46.
fn of(at: usize, swap: Option<bool>, claim: &str, condition: &str) -> Contract {
    let moduli = range(power(255) - power(20) + 1, power(255) - 1);
    let condition = format!("m = 2^255 − c, 0 < c < 2^20, {condition}");
    let mut contract =
        contract(KERNEL, claim, &condition, moduli, move |run| operation(run, at, swap));
    contract.nearest = BigInt::clone;
    contract
}

/// Where each operation begins, and the last one ends: behind every fourth store.
fn parts(code: &Code) -> Result<Vec<usize>, Refusal> {
    let is_start = |i: &iced_x86::Instruction| {
        i.mnemonic() == Mnemonic::Mov && i.op0_register() == RBP && i.op1_register() == RDX
    };
    let Some(start) = code.0.iter().position(is_start) else { return refuse("no start") };
    let is_store =
        |i: &iced_x86::Instruction| i.mnemonic() == Mnemonic::Mov && i.op0_kind() == OpKind::Memory;
    let stores: Vec<usize> = (0..code.0.len()).filter(|at| is_store(&code.0[*at])).collect();
    if stores.len() != 4 * OPERATIONS.len() || stores[0] < start {
        return refuse("another number of operations");
    }
    let ends = stores.chunks(4).map(|four| four[3] + 1);
    Ok([start + 1].into_iter().chain(ends).collect())
}

fn operation(run: &mut Run<'_>, at: usize, swaps: Option<bool>) -> Result<(), Refusal> {
    let (out, name, gives, operands) = OPERATIONS[at];
    for (place, operand) in operands {
        // What stands there is what was written there last, or what the caller gave.
        let last = OPERATIONS[..at].iter().rev().find(|(out, ..)| *out == place);
        let there = last.map_or(!matches!(place, Frame(_)), |(_, name, ..)| *name == operand);
        if !there {
            return refuse("an operand that is not there");
        }
    }
    let parts = parts(run.code()?)?;
    let a24 = constants(run)?;
    for (register, base) in [(RDI, "state"), (RSI, "u"), (RCX, "constants")] {
        run.point(register, base);
    }
    let greatest = if swaps == Some(false) { BigInt::from(0) } else { power(64) - 1 };
    let least = BigInt::from(u8::from(swaps == Some(true)));
    let [low, high] = [&least, &greatest].map(|limit| Bound::number(limit.clone()));
    let swap = Word::new(run.integer("swap", &low, &high), least, greatest);
    run.machine.set_register(RDX, Value::Word(Rc::clone(&swap)));

    // Up to the first operation; from there only that is known which holds between any two.
    run.go_part(0, Some(parts[0]))?;
    let given = Value::Word(swap);
    if !run.machine.register(RBP).is(&given) {
        return refuse("swap is not in rbp");
    }
    run.forget(&[RDI, RSI, RCX], &Place::Register(RBP))?;
    let zero = Value::Word(Word::number(0));
    if at > FIRST_WITH_ZERO {
        run.machine.set_register(RBP, zero.clone());
    }
    let Some((STACK, top)) = run.machine.register(RSP).pointer() else {
        return refuse("the stack pointer is lost");
    };
    let place = |at: At| -> (Base, i64) {
        match at {
            State(offset) => ("state", offset),
            Frame(offset) => (STACK, top + offset),
            U => ("u", 0),
        }
    };
    let [a, b] = operands.map(|(at, name)| (place(at), name, Bound::number(limit(name) - 1)));
    let (base, offset) = a.0;
    let first = run.number(base, offset, a.1, 4, a.2);
    let second = if a.0 == b.0 {
        first.clone()
    } else {
        let (base, offset) = b.0;
        run.other_number(base, offset, b.1, 4, b.2)
    };
    let (base, offset) = place(out);
    run.writable(base, offset, 4);

    let before = run.machine.memory().clone();
    let addresses = [RDI, RSI, RCX, RSP].map(|register| run.machine.register(register));
    let last = at + 1 == OPERATIONS.len();
    run.go_part(parts[at], if last { None } else { Some(parts[at + 1]) })?;
    let words = run.written(base, offset, 4)?;
    if last {
        run.machine.check_saved(&SAVED)?;
    } else {
        kept(run, &addresses, if at < FIRST_WITH_ZERO { &given } else { &zero })?;
        let is_result = |(of, at): &(Base, i64)| *of == base && (0..32).contains(&(at - offset));
        let after = run.machine.memory().iter().filter(|(place, _)| !is_result(place));
        let same = after
            .filter(|(place, value)| before.get(place).is_some_and(|before| before.is(value)))
            .count();
        if same != before.len() || run.machine.memory().len() != before.len() + words.len() {
            return refuse("writes what is not the operation's");
        }
    }

    let result = run.value(&words);
    let claim = match gives {
        Sum => first.plus(&second),
        Difference => first.minus(&second),
        Product => first.times(&second)?,
        MultipleAnd => first.plus(&a24.times(&second)?),
        Choice => {
            let taken = if swaps == Some(true) { second } else { first };
            return run.claim_equal("the choice", &words, &taken, None);
        }
    };
    run.claim_multiple("the result", result.minus(&claim))?;
    if limit(name) == power(256) {
        // Four words.
        return Ok(());
    }
    run.claim_below("the result", &result, &Polynomial::constant(limit(name)))
}

/// c, 2c and a24 in memory; gives the last.
fn constants(run: &mut Run<'_>) -> Result<Polynomial, Refusal> {
    // The register is forgotten before the first operation.
    run.shape(R8, "c", [BigInt::from(1), power(20) - 1], &BigInt::from(-1), &power(255))?;
    let c = run.registers(&[R8])?.remove(0);
    let twice = Word::new(c.form().scaled(&Rational::from(2)), c.least() * 2, c.greatest() * 2);
    let a24 = run.integer("a24", &Bound::number(0), &Bound::number(power(24) - 1));
    let word = Word::new(a24.clone(), BigInt::from(0), power(24) - 1);
    run.place("constants", 0, &[c, twice, word]);
    Ok(a24)
}

/// Whether the addresses are what they were, and rbp is this number.
fn kept(run: &Run<'_>, addresses: &[Value; 4], word: &Value) -> Result<(), Refusal> {
    for (register, value) in [RDI, RSI, RCX, RSP].into_iter().zip(addresses) {
        if !run.machine.register(register).is(value) {
            return refuse(format!("{register:?} is lost"));
        }
    }
    let there = run.machine.register(RBP);
    let number = |value: &Value| match value {
        Value::Word(word) => word.value(),
        _ => None,
    };
    if there.is(word) || number(&there).is_some() && number(&there) == number(word) {
        Ok(())
    } else {
        refuse("rbp is lost")
    }
}
