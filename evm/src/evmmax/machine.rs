//! A small machine: what programs of modular arithmetic need of the EVM, and nothing that touches a
//! state. One frame, and those that it calls ([`run_among`]).
//!
//! It runs the generators' programs and the conformance vectors without `revm`, in a build that
//! needs only `alloc`; `evmmax::revm` runs the same instructions of the extension inside that
//! machine, and tests compare both. Instructions: STOP to BYTE without EXP, SDIV, SMOD, ADDMOD,
//! MULMOD and SIGNEXTEND; SHL, SHR; CALLDATALOAD, CALLDATASIZE, CALLDATACOPY, CODESIZE, CODECOPY;
//! POP to MSTORE8, JUMP to JUMPDEST, MCOPY, PUSH0 to SWAP16; STATICCALL, RETURN, REVERT. Prices are
//! those of Cancun, every account being warm. All others are [`Halt::InvalidInstruction`].

use alloc::borrow::Cow;
use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::code::Analysis;
use super::context::{Frame, Machine, Rules};
use super::dialect::Operation;
use super::halt::Halt;
use super::jumps::data;
use super::word::Word;

/// How a run ended.
///
/// [Example](crate::evmmax).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// STOP, RETURN or the end of the code.
    Returned(Vec<u8>),
    /// REVERT.
    Reverted(Vec<u8>),
    /// An exceptional halt: all gas is gone.
    Halted(Halt),
}

/// Elements computed by each kind of instruction, and what all of them cost.
///
/// [Example](crate::evmmax).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Executed {
    /// SETMODX.
    pub set_ups: u64,
    /// Sums.
    pub adds: u64,
    /// Differences.
    pub subs: u64,
    /// Products.
    pub muls: u64,
    /// TOMONTX.
    pub to_mont: u64,
    /// LOADX and STOREX, instructions.
    pub transfers: u64,
    /// Gas of all of these.
    pub gas: u64,
    /// All instructions of the run, these among them.
    pub instructions: u64,
}

/// What a run gave.
///
/// [Example](crate::evmmax).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// Gas used: all of it after a halt.
    pub gas_used: u64,
    /// What was executed.
    pub executed: Executed,
}

/// Most words of the stack.
const STACK: usize = 1024;

/// Most frames that call one another, the first among them.
const FRAMES: usize = 1025;

/// Gas of a word copied.
const COPY: u64 = 3;

/// Gas of a call of a warm account (EIP-2929).
const CALL: u64 = 100;

/// The machine around the field contexts: gas, stack, memory.
struct State {
    gas: u64,
    stack: Vec<Word>,
    memory: Vec<u8>,
}

impl Machine for State {
    fn charge(&mut self, gas: u64) -> Result<(), Halt> {
        self.gas = self.gas.checked_sub(gas).ok_or(Halt::OutOfGas)?;
        Ok(())
    }

    fn pop(&mut self) -> Result<u64, Halt> {
        self.take().map(Word::saturated)
    }

    fn memory_len(&self) -> usize {
        self.memory.len()
    }

    fn memory<T>(&mut self, work: impl FnOnce(&mut [u8]) -> T) -> T {
        work(&mut self.memory)
    }

    fn expand(&mut self, offset: u64, bytes: u64) -> Result<(), Halt> {
        self.reach(offset, bytes).map(|_| ())
    }
}

impl State {
    fn take(&mut self) -> Result<Word, Halt> {
        self.stack.pop().ok_or(Halt::StackUnderflow)
    }

    fn put(&mut self, word: Word) -> Result<(), Halt> {
        if self.stack.len() == STACK {
            return Err(Halt::StackOverflow);
        }
        self.stack.push(word);
        Ok(())
    }

    /// The range of these bytes of memory, expanded and paid for; empty for none, wherever that is.
    fn reach(&mut self, offset: u64, bytes: u64) -> Result<Range<usize>, Halt> {
        if bytes == 0 {
            return Ok(0..0);
        }
        let end = offset.checked_add(bytes).ok_or(Halt::OutOfGas)?;
        let (before, after) = (self.memory.len() as u64 >> 5, end.div_ceil(32));
        if after > before {
            let gas = |words: u64| {
                3_u128 * u128::from(words) + ((u128::from(words) * u128::from(words)) >> 9)
            };
            self.charge(u64::try_from(gas(after) - gas(before)).map_err(|_| Halt::OutOfGas)?)?;
            // Paid for, so it is no more than the gas allows.
            self.memory.resize(32 * after as usize, 0);
        }
        Ok(offset as usize..end as usize)
    }

    /// Bytes from a source that is followed by zeros, into memory.
    fn copy(&mut self, source: &[u8]) -> Result<(), Halt> {
        let (target, from, bytes) = (self.pop()?, self.pop()?, self.pop()?);
        self.charge(COPY.saturating_mul(bytes.div_ceil(32)))?;
        let range = self.reach(target, bytes)?;
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        let source = source.get(from..).unwrap_or_default();
        let target = &mut self.memory[range];
        let there = source.len().min(target.len());
        target[..there].copy_from_slice(&source[..there]);
        target[there..].fill(0);
        Ok(())
    }

    fn binary(&mut self, gas: u64, f: impl FnOnce(Word, Word) -> Word) -> Result<(), Halt> {
        self.charge(gas)?;
        let (a, b) = (self.take()?, self.take()?);
        self.put(f(a, b))
    }

    fn constant(&mut self, gas: u64, word: Word) -> Result<(), Halt> {
        self.charge(gas)?;
        self.put(word)
    }

    fn output(&mut self) -> Result<Vec<u8>, Halt> {
        let (offset, bytes) = (self.pop()?, self.pop()?);
        let range = self.reach(offset, bytes)?;
        Ok(self.memory[range].to_vec())
    }
}

/// An instruction that is about to be executed.
///
/// [Example](crate::evmmax).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction<'c> {
    /// Where it stands in the code.
    pub at: usize,
    /// Its byte.
    pub opcode: u8,
    /// The code behind it that belongs to it, as far as there is any.
    pub data: &'c [u8],
    /// The gas that is left.
    pub gas: u64,
    /// Words on the stack.
    pub stack: usize,
}

/// A code, with those that it may call, and what is known of them once they have run: destinations
/// of jumps, runs of arithmetic. Clients keep as much of the codes that they run.
///
/// [Example](crate::evmmax).
#[derive(Clone, Debug)]
pub struct Code {
    rules: Rules,
    codes: Vec<Vec<u8>>,
    analyses: Vec<Option<Rc<Analysis>>>,
}

impl Code {
    /// A code to be run under some rules.
    pub fn new(rules: &Rules, code: &[u8]) -> Self {
        Self::among(rules, &[code])
    }

    /// The first of some codes, which may call the others as in [`run_among`].
    pub fn among(rules: &Rules, codes: &[&[u8]]) -> Self {
        let codes: Vec<Vec<u8>> = codes.iter().map(|code| code.to_vec()).collect();
        Self { rules: *rules, analyses: vec![None; codes.len()], codes }
    }

    /// Runs it as [`run`] does. Only the time depends on what ran before.
    pub fn run(&mut self, call_data: &[u8], gas: u64) -> Outcome {
        let Self { rules, codes, analyses } = self;
        watched(rules, codes, analyses, call_data, gas, |_: &Instruction<'_>| {})
    }
}

/// Runs a code on call data with so much gas. In variable time; no longer than the gas lasts.
///
/// [Example](crate::evmmax).
pub fn run(rules: &Rules, code: &[u8], call_data: &[u8], gas: u64) -> Outcome {
    run_among(rules, &[code], call_data, gas)
}

/// Runs the first of some codes, which may call the others: STATICCALL of an address i runs code i;
/// all other accounts have none. What was executed is that of all frames together.
///
/// [Example](crate::evmmax).
pub fn run_among(rules: &Rules, codes: &[&[u8]], call_data: &[u8], gas: u64) -> Outcome {
    watched(rules, codes, &mut vec![None; codes.len()], call_data, gas, |_: &Instruction<'_>| {})
}

/// As [`run`], but without fusion, and each instruction is shown before it is executed.
///
/// [Example](crate::evmmax).
pub fn run_traced(
    rules: &Rules,
    code: &[u8],
    call_data: &[u8],
    gas: u64,
    see: impl FnMut(&Instruction<'_>),
) -> Outcome {
    watched(&Rules { fused: false, ..*rules }, &[code], &mut [None], call_data, gas, see)
}

/// A frame of execution.
struct Call<'c> {
    code: &'c [u8],
    call_data: Cow<'c, [u8]>,
    analysis: Rc<Analysis>,
    fields: Frame,
    state: State,
    at: usize,
    /// Where its caller wants what it returns.
    out: Range<usize>,
}

impl<'c> Call<'c> {
    fn new(
        (code, analysis): (&'c [u8], Rc<Analysis>),
        call_data: Cow<'c, [u8]>,
        gas: u64,
        out: Range<usize>,
    ) -> Self {
        let state = State { gas, stack: Vec::new(), memory: Vec::new() };
        Self { code, call_data, analysis, fields: Frame::default(), state, at: 0, out }
    }

    /// Goes on after a call.
    fn resume(&mut self, end: &End, left: u64, out: Range<usize>) {
        let (bytes, good): (&[u8], bool) = match end {
            End::Returned(bytes) => (bytes, true),
            End::Reverted(bytes) => (bytes, false),
            End::Halted(_) => (&[], false),
        };
        let there = bytes.len().min(out.len());
        self.state.memory[out][..there].copy_from_slice(&bytes[..there]);
        self.state.gas += left;
        // The operands of the call have made room.
        self.state.stack.push(good.into());
    }
}

/// Why a frame stands still.
enum Event {
    Ended(End),
    /// A call, already paid for.
    Called {
        to: u64,
        input: Range<usize>,
        gas: u64,
        out: Range<usize>,
    },
}

/// `analyses` has a place for each code.
fn watched(
    rules: &Rules,
    codes: &[impl AsRef<[u8]>],
    analyses: &mut [Option<Rc<Analysis>>],
    call_data: &[u8],
    gas: u64,
    mut see: impl FnMut(&Instruction<'_>),
) -> Outcome {
    let mut code_at = |address: u64| {
        let number = usize::try_from(address).ok();
        let code = number.and_then(|i| codes.get(i)).map(AsRef::as_ref).unwrap_or_default();
        let new = || Rc::new(Analysis::new(rules.dialect, code));
        let analysis = match number.and_then(|i| analyses.get_mut(i)) {
            Some(kept) => Rc::clone(kept.get_or_insert_with(new)),
            None => new(),
        };
        (code, analysis)
    };
    let mut executed = Executed::default();
    let mut call = Call::new(code_at(0), Cow::Borrowed(call_data), gas, 0..0);
    let mut callers = Vec::new();
    loop {
        let event = interpret(rules, &mut call, &mut executed, &mut see);
        match event.unwrap_or_else(|halt| Event::Ended(End::Halted(halt))) {
            Event::Called { gas, out, .. } if callers.len() + 1 == FRAMES => {
                call.resume(&End::Reverted(Vec::new()), gas, out);
            }
            Event::Called { to, input, gas, out } => {
                let input = call.state.memory[input].to_vec();
                callers.push(core::mem::replace(
                    &mut call,
                    Call::new(code_at(to), input.into(), gas, out),
                ));
            }
            Event::Ended(end) => {
                let left = if matches!(end, End::Halted(_)) { 0 } else { call.state.gas };
                match callers.pop() {
                    None => return Outcome { end, gas_used: gas - left, executed },
                    Some(caller) => {
                        let out = core::mem::replace(&mut call, caller).out;
                        call.resume(&end, left, out);
                    }
                }
            }
        }
    }
}

/// The word in up to 32 bytes from a place on, zeros behind the end.
fn padded(bytes: &[u8], at: u64) -> Word {
    let mut out = [0; 32];
    let there = usize::try_from(at).ok().and_then(|at| bytes.get(at..)).unwrap_or_default();
    let length = there.len().min(32);
    out[..length].copy_from_slice(&there[..length]);
    Word::of_bytes(&out)
}

/// Runs a frame to its end or to its next call.
fn interpret(
    rules: &Rules,
    call: &mut Call<'_>,
    executed: &mut Executed,
    see: &mut impl FnMut(&Instruction<'_>),
) -> Result<Event, Halt> {
    let Call { code, call_data, analysis, fields: frame, state, at: place, .. } = call;
    let code: &[u8] = code;
    let mut at = *place;
    let destination = |to: u64| {
        if analysis.jumps.is_destination(to) { Ok(to as usize) } else { Err(Halt::InvalidJump) }
    };
    while let Some(&opcode) = code.get(at) {
        let next = at + 1 + data(rules.dialect, opcode);
        see(&Instruction {
            at,
            opcode,
            data: code.get(at + 1..next.min(code.len())).unwrap_or_default(),
            gas: state.gas,
            stack: state.stack.len(),
        });
        if let Some(operation) = rules.dialect.operation(opcode) {
            let gas = state.gas;
            if operation.is_arithmetic()
                && let Some(run) =
                    frame.execute_run(rules, &mut analysis.runs.borrow_mut(), code, at, state)
            {
                executed.instructions += run.instructions();
                executed.adds += run.adds;
                executed.subs += run.subs;
                executed.muls += run.muls;
                executed.gas += gas - state.gas;
                at += run.bytes;
                continue;
            }
            executed.instructions += 1;
            let immediate = code.get(at + 1..next).ok_or(Halt::TruncatedImmediate)?;
            frame.execute(rules, operation, immediate, state)?;
            count(rules, executed, operation, immediate);
            executed.gas += gas - state.gas;
            at = next;
            continue;
        }
        executed.instructions += 1;
        match opcode {
            0x00 => return Ok(Event::Ended(End::Returned(Vec::new()))),
            0x01 => state.binary(3, Word::add)?,
            0x02 => state.binary(5, Word::mul)?,
            0x03 => state.binary(3, Word::sub)?,
            0x04 => state.binary(5, |a, b| a.divide(b).0)?,
            0x06 => state.binary(5, |a, b| a.divide(b).1)?,
            0x10 => state.binary(3, |a, b| a.less(b).into())?,
            0x11 => state.binary(3, |a, b| b.less(a).into())?,
            0x12 => state.binary(3, |a, b| a.less_signed(b).into())?,
            0x13 => state.binary(3, |a, b| b.less_signed(a).into())?,
            0x14 => state.binary(3, |a, b| (a == b).into())?,
            0x15 => {
                state.charge(3)?;
                let a = state.take()?;
                state.put(a.is_zero().into())?;
            }
            0x16 => state.binary(3, |a, b| a.zip(b, |a, b| a & b))?,
            0x17 => state.binary(3, |a, b| a.zip(b, |a, b| a | b))?,
            0x18 => state.binary(3, |a, b| a.zip(b, |a, b| a ^ b))?,
            0x19 => {
                state.charge(3)?;
                let a = state.take()?;
                state.put(a.not())?;
            }
            0x1a => state.binary(3, |i, a| a.byte(i.saturated()).into())?,
            0x1b => state.binary(3, |bits, a| a.shift_left(bits.saturated()))?,
            0x1c => state.binary(3, |bits, a| a.shift_right(bits.saturated()))?,
            0x35 => {
                state.charge(3)?;
                let from = state.pop()?;
                state.put(padded(call_data, from))?;
            }
            0x36 => state.constant(2, (call_data.len() as u64).into())?,
            0x37 => {
                state.charge(3)?;
                state.copy(call_data)?;
            }
            0x38 => state.constant(2, (code.len() as u64).into())?,
            0x39 => {
                state.charge(3)?;
                state.copy(code)?;
            }
            0x50 => {
                state.charge(2)?;
                state.take()?;
            }
            0x51 => {
                state.charge(3)?;
                let offset = state.pop()?;
                let range = state.reach(offset, 32)?;
                let word = Word::of_bytes(&state.memory[range]);
                state.put(word)?;
            }
            0x52 => {
                state.charge(3)?;
                let (offset, word) = (state.pop()?, state.take()?);
                let range = state.reach(offset, 32)?;
                state.memory[range].copy_from_slice(&word.to_bytes());
            }
            0x53 => {
                state.charge(3)?;
                let (offset, word) = (state.pop()?, state.take()?);
                let range = state.reach(offset, 1)?;
                state.memory[range].fill(word.0[0] as u8);
            }
            0x56 => {
                state.charge(8)?;
                at = destination(state.pop()?)?;
                continue;
            }
            0x57 => {
                state.charge(10)?;
                let (to, condition) = (state.pop()?, state.take()?);
                if !condition.is_zero() {
                    at = destination(to)?;
                    continue;
                }
            }
            0x58 => state.constant(2, (at as u64).into())?,
            0x59 => state.constant(2, (state.memory.len() as u64).into())?,
            0x5a => {
                state.charge(2)?;
                state.put(state.gas.into())?;
            }
            0x5b => state.charge(1)?,
            0x5e => {
                state.charge(3)?;
                let (target, source, bytes) = (state.pop()?, state.pop()?, state.pop()?);
                state.charge(COPY.saturating_mul(bytes.div_ceil(32)))?;
                let source = state.reach(source, bytes)?;
                let target = state.reach(target, bytes)?;
                state.memory.copy_within(source, target.start);
            }
            0x5f => state.constant(2, Word::default())?,
            0x60..=0x7f => {
                let word = code.get(at + 1..next).map(Word::of_bytes).unwrap_or_else(|| {
                    // Bytes behind the end of the code are zeros.
                    padded(code, at as u64 + 1).shift_right(256 - 8 * (u64::from(opcode) - 0x5f))
                });
                state.constant(3, word)?;
            }
            0x80..=0x8f => {
                let back = usize::from(opcode) - 0x7f;
                let word = state.stack.len().checked_sub(back).ok_or(Halt::StackUnderflow)?;
                state.constant(3, state.stack[word])?;
            }
            0x90..=0x9f => {
                state.charge(3)?;
                let top = state.stack.len().checked_sub(1).ok_or(Halt::StackUnderflow)?;
                let other =
                    top.checked_sub(usize::from(opcode) - 0x8f).ok_or(Halt::StackUnderflow)?;
                state.stack.swap(top, other);
            }
            0xf3 => return Ok(Event::Ended(End::Returned(state.output()?))),
            0xfa => {
                let (asked, to, from, bytes, target, space) = (
                    state.pop()?,
                    state.pop()?,
                    state.pop()?,
                    state.pop()?,
                    state.pop()?,
                    state.pop()?,
                );
                let (input, out) = (state.reach(from, bytes)?, state.reach(target, space)?);
                state.charge(CALL)?;
                // All but a 64th (EIP-150).
                let gas = asked.min(state.gas - (state.gas >> 6));
                state.charge(gas)?;
                *place = next;
                return Ok(Event::Called { to, input, gas, out });
            }
            0xfd => return Ok(Event::Ended(End::Reverted(state.output()?))),
            _ => return Err(Halt::InvalidInstruction),
        }
        at = next;
    }
    Ok(Event::Ended(End::Returned(Vec::new())))
}

/// Counts the elements of an instruction of the extension.
fn count(rules: &Rules, executed: &mut Executed, operation: Operation, immediate: &[u8]) {
    let elements = rules.dialect.vector(immediate).map_or(0, |vector| u64::from(vector.count));
    match operation {
        Operation::SetMod => executed.set_ups += 1,
        Operation::Load | Operation::Store => executed.transfers += 1,
        Operation::ToMont => executed.to_mont += 1,
        Operation::Add => executed.adds += elements,
        Operation::Sub => executed.subs += elements,
        Operation::Mul => executed.muls += elements,
    }
}
