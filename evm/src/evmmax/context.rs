//! Field contexts of a frame: moduli, registers and what the instructions do with them.
//!
//! A [`Frame`] belongs to one frame of execution: a call starts with an empty one, and what a frame
//! did is gone with it, so a revert needs no journal. It asks the machine around it ([`Machine`])
//! for gas, stack and memory, and knows nothing else of it: the small machine of this crate and
//! `revm` run the same code.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use limb::runtime::{MAX_WORDS, Residues};

use super::arithmetic::{Arithmetic, Backend, LANES};
use super::dialect::{Dialect, Operation, Vector};
use super::fusion::{Extent, Runs};
use super::halt::Halt;
use super::price::{PriceTable, Row};

/// Which extension a run has, what it costs and who computes.
///
/// [Example](crate::evmmax).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The dialect.
    pub dialect: Dialect,
    /// The prices.
    pub prices: PriceTable,
    /// The arithmetic.
    pub backend: Backend,
    /// Whether runs of arithmetic are executed as one, in dialects with registers. Nothing but time
    /// depends on it; off where every instruction must be seen.
    pub fused: bool,
}

impl Rules {
    /// A dialect with its own prices, the default backend, and fusion.
    pub const fn of(dialect: Dialect) -> Self {
        Self { dialect, prices: PriceTable::of(dialect), backend: Backend::Recognised, fused: true }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::of(Dialect::default())
    }
}

/// What the instructions need of the machine that runs them.
///
/// [Example](crate::evmmax).
pub trait Machine {
    /// Takes gas, or none if there is less.
    ///
    /// # Errors
    /// [`Halt::OutOfGas`].
    fn charge(&mut self, gas: u64) -> Result<(), Halt>;
    /// The top word of the stack; `u64::MAX` for all that is larger.
    ///
    /// # Errors
    /// [`Halt::StackUnderflow`].
    fn pop(&mut self) -> Result<u64, Halt>;
    /// Bytes of memory.
    fn memory_len(&self) -> usize;
    /// Works on the memory.
    fn memory<T>(&mut self, work: impl FnOnce(&mut [u8]) -> T) -> T;
    /// Expands memory to hold these bytes, at the machine's own price.
    ///
    /// # Errors
    /// [`Halt::OutOfGas`].
    fn expand(&mut self, offset: u64, bytes: u64) -> Result<(), Halt>;
}

/// A modulus and its registers.
#[derive(Debug)]
struct Context {
    id: u64,
    modulus: Residues,
    arithmetic: Box<dyn Arithmetic>,
    row: Row,
    /// Bytes of an element in memory.
    bytes: usize,
    /// How many registers there are.
    count: usize,
    /// Registers, one after another, and behind them what plans of runs use as scratch.
    registers: Vec<u64>,
}

/// The field contexts of one frame.
///
/// [Example](crate::evmmax).
#[derive(Debug, Default)]
pub struct Frame {
    contexts: Vec<Context>,
    active: Option<usize>,
    register_bytes: usize,
    /// Results that wait until all operands are read.
    results: Vec<u64>,
    /// No run is executed any more: one has not fitted.
    in_single_steps: bool,
}

/// Gas of so many words of memory (Yellow Paper, appendix H).
const fn memory_gas(words: u64) -> u64 {
    3_u64.saturating_mul(words).saturating_add(words.saturating_mul(words) >> 9)
}

/// Big-endian bytes as words.
fn of_big_endian(bytes: &[u8], out: &mut [u64]) {
    for (word, bytes) in out.iter_mut().zip(bytes.rchunks(8)) {
        *word = bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    }
}

/// Words as big-endian bytes, 8 each.
fn to_big_endian(words: &[u64], out: &mut [u8]) {
    for (word, bytes) in words.iter().zip(out.rchunks_exact_mut(8)) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
}

/// An element of memory in the dialect's order of bytes.
fn read(dialect: Dialect, bytes: &[u8], out: &mut [u64]) {
    if dialect == Dialect::Eip5843Le {
        for (word, bytes) in out.iter_mut().zip(bytes.chunks(8)) {
            *word = bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        }
    } else {
        of_big_endian(bytes, out);
    }
}

fn write(dialect: Dialect, words: &[u64], out: &mut [u8]) {
    if dialect == Dialect::Eip5843Le {
        for (word, bytes) in words.iter().zip(out.chunks_exact_mut(8)) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
    } else {
        to_big_endian(words, out);
    }
}

/// Bytes of memory that must be there.
fn range(
    machine: &impl Machine,
    offset: u64,
    bytes: usize,
) -> Result<core::ops::Range<usize>, Halt> {
    let end = offset.checked_add(bytes as u64).filter(|&end| end <= machine.memory_len() as u64);
    let end = end.ok_or(Halt::Memory)?;
    Ok(offset as usize..end as usize)
}

impl Frame {
    /// Bytes of all registers.
    pub const fn register_bytes(&self) -> usize {
        self.register_bytes
    }

    /// Executes one instruction of the extension; `immediate` is the code behind it.
    ///
    /// Gas of an arithmetic instruction and of a transfer is taken for all elements before the
    /// first is computed.
    ///
    /// # Errors
    /// What the frame halts for.
    pub fn execute<M: Machine>(
        &mut self,
        rules: &Rules,
        operation: Operation,
        immediate: &[u8],
        machine: &mut M,
    ) -> Result<(), Halt> {
        match operation {
            Operation::SetMod => self.set_modulus(rules, machine),
            Operation::Load | Operation::Store => self.transfer(rules, operation, machine),
            Operation::ToMont => self.enter_montgomery(rules, machine),
            Operation::Add | Operation::Sub | Operation::Mul => {
                let vector = rules.dialect.vector(immediate).ok_or(Halt::TruncatedImmediate)?;
                if rules.dialect.in_memory() {
                    self.compute_in_memory(rules, operation, vector, machine)
                } else {
                    self.compute(rules, operation, vector, machine)
                }
            }
        }
    }

    /// Executes the run of arithmetic that begins at a place of the frame's code as one, and says
    /// how much that was. None, and nothing is done, if there is nothing to fuse or the run does
    /// not fit: then its instructions are executed one by one, and one of them halts.
    pub(super) fn execute_run<M: Machine>(
        &mut self,
        rules: &Rules,
        runs: &mut Runs,
        code: &[u8],
        place: usize,
        machine: &mut M,
    ) -> Option<Extent> {
        if self.in_single_steps || !rules.fused {
            return None;
        }
        let run = runs.at(rules.dialect, code, place)?;
        let Context { count, row, arithmetic, registers, .. } =
            self.active.and_then(|at| self.contexts.get_mut(at))?;
        if run.last >= *count || machine.charge(run.gas(row)).is_err() {
            self.in_single_steps = true;
            return None;
        }
        let extent = run.extent;
        let (steps, scratch) = run.steps(*count);
        let all = (*count + scratch) * arithmetic.words();
        if registers.len() < all {
            registers.resize(all, 0);
        }
        arithmetic.run(steps, registers);
        Some(extent)
    }

    fn active(&mut self) -> Result<&mut Context, Halt> {
        self.active.and_then(|at| self.contexts.get_mut(at)).ok_or(Halt::NoModulus)
    }

    fn set_modulus<M: Machine>(&mut self, rules: &Rules, machine: &mut M) -> Result<(), Halt> {
        let (dialect, prices) = (rules.dialect, &rules.prices);
        let numbered = dialect == Dialect::Eip6690;
        let id = if numbered { machine.pop()? } else { 0 };
        let (offset, size, count) = (machine.pop()?, machine.pop()?, machine.pop()?);
        machine.charge(prices.set_base)?;
        if numbered {
            if id > 256 {
                return Err(Halt::Context);
            }
            if let Some(at) = self.contexts.iter().position(|context| context.id == id) {
                self.active = Some(at);
                return Ok(());
            }
        }
        let bytes = match dialect {
            Dialect::Eip5843Be | Dialect::Eip5843Le => size.saturating_mul(8),
            Dialect::Eip6690 => size,
            Dialect::Evmone => size.div_ceil(8),
        };
        if bytes > 8 * dialect.max_words() as u64 {
            return Err(Halt::Modulus);
        }
        if dialect == Dialect::Evmone {
            machine.expand(offset, bytes)?;
        }
        let range = range(machine, offset, bytes as usize)?;
        let mut words = [0; MAX_WORDS];
        machine.memory(|memory| read(dialect, &memory[range], &mut words));
        let modulus = Residues::new(&words).ok_or(Halt::Modulus)?;
        let accepted = match dialect {
            // The number of words is an operand, and R goes by it.
            Dialect::Eip5843Be | Dialect::Eip5843Le => {
                modulus.is_odd() && modulus.words() as u64 == size
            }
            Dialect::Eip6690 => modulus.modulus() != [2],
            Dialect::Evmone => modulus.is_odd(),
        };
        if !accepted {
            return Err(Halt::Modulus);
        }
        let words = modulus.words();
        let top = modulus.modulus().last().map_or(0, |word| word.leading_zeros());
        let row = *prices.row(64 * words as u32 - if dialect == Dialect::Evmone { top } else { 0 });
        let registers = match dialect {
            Dialect::Eip5843Be | Dialect::Eip5843Le => 0,
            Dialect::Eip6690 if (1..=256).contains(&count) => count as usize,
            // More than all bytes could not be.
            Dialect::Evmone if count <= dialect.max_register_bytes() as u64 => count as usize,
            _ => return Err(Halt::Registers),
        };
        let kept = if numbered { self.register_bytes } else { 0 };
        let all = kept + 8 * words * registers;
        if all > dialect.max_register_bytes() {
            return Err(Halt::Registers);
        }
        if numbered {
            let memory = machine.memory_len() as u64;
            let gas = |registers: usize| memory_gas((memory + registers as u64).div_ceil(32));
            machine.charge(gas(all) - gas(kept))?;
        }
        if modulus.is_odd() {
            machine.charge(row.set_up)?;
        }
        if !numbered {
            self.contexts.clear();
        }
        self.register_bytes = all;
        self.active = Some(self.contexts.len());
        self.contexts.push(Context {
            id,
            arithmetic: rules.backend.arithmetic(&modulus, dialect.in_memory()),
            modulus,
            row,
            bytes: 8 * words,
            count: registers,
            registers: vec![0; words * registers],
        });
        Ok(())
    }

    fn compute<M: Machine>(
        &mut self,
        rules: &Rules,
        operation: Operation,
        vector: Vector,
        machine: &mut M,
    ) -> Result<(), Halt> {
        let at = self.active.ok_or(Halt::NoModulus)?;
        let (Some(context), results) = (self.contexts.get_mut(at), &mut self.results) else {
            return Err(Halt::NoModulus);
        };
        let in_turn = rules.dialect == Dialect::Evmone;
        if !in_turn && (vector.count == 0 || vector.out_stride == 0) {
            return Err(Halt::Count);
        }
        let words = context.arithmetic.words();
        let Some(last) = vector.last() else { return Ok(()) };
        if last >= context.count {
            return Err(Halt::Register);
        }
        machine.charge(context.row.elements(operation, vector.count.into()))?;
        let Context { arithmetic, registers, .. } = context;
        let element = |first: u8, stride: u8, i: usize| {
            let start = (usize::from(first) + usize::from(stride) * i) * words;
            start..start + words
        };
        let result = |registers: &[u64], out: &mut [u64], i: usize| {
            out.copy_from_slice(&registers[element(vector.x, vector.x_stride, i)]);
            let y = &registers[element(vector.y, vector.y_stride, i)];
            match operation {
                Operation::Add => arithmetic.add_assign(out, y),
                Operation::Sub => arithmetic.sub_assign(out, y),
                _ => arithmetic.mul_assign(out, y),
            }
        };
        // Computed together, results wait until all operands are read: in turn that is the same
        // where no element reads what one before it wrote.
        let together = operation == Operation::Mul
            && usize::from(vector.count) >= LANES
            && (!in_turn || vector.reads_nothing_that_it_wrote());
        if together {
            results.resize(words * usize::from(vector.count), 0);
            if arithmetic.products(&vector, registers, results) {
                for (i, out) in results.chunks_exact(words).enumerate() {
                    registers[element(vector.out, vector.out_stride, i)].copy_from_slice(out);
                }
                return Ok(());
            }
        }
        if vector.count == 1 || in_turn {
            let mut space = [0; MAX_WORDS];
            let out = &mut space[..words];
            for i in 0..usize::from(vector.count) {
                result(registers, out, i);
                registers[element(vector.out, vector.out_stride, i)].copy_from_slice(out);
            }
            return Ok(());
        }
        // Registers change when all results are there: operands may overlap results.
        results.resize(words * usize::from(vector.count), 0);
        for (i, out) in results.chunks_exact_mut(words).enumerate() {
            result(registers, out, i);
        }
        for (i, out) in results.chunks_exact(words).enumerate() {
            registers[element(vector.out, vector.out_stride, i)].copy_from_slice(out);
        }
        Ok(())
    }

    fn transfer<M: Machine>(
        &mut self,
        rules: &Rules,
        operation: Operation,
        machine: &mut M,
    ) -> Result<(), Halt> {
        let (target, source, count) = (machine.pop()?, machine.pop()?, machine.pop()?);
        let dialect = rules.dialect;
        let context = self.active()?;
        let words = context.modulus.words();
        let (first, offset) =
            if operation == Operation::Load { (source, target) } else { (target, source) };
        if first.checked_add(count).is_none_or(|end| end > context.count as u64) {
            return Err(Halt::Register);
        }
        let bytes = count as usize * context.bytes;
        let elements = if context.modulus.is_odd() {
            context.row.elements(Operation::Mul, count)
        } else {
            // As MCOPY's: 3 for each word of 32 bytes.
            3 * (bytes as u64).div_ceil(32)
        };
        machine.charge(rules.prices.transfer_base.saturating_add(elements))?;
        if dialect == Dialect::Evmone {
            machine.expand(offset, bytes as u64)?;
        }
        let range = range(machine, offset, bytes)?;
        let registers = &mut context.registers[first as usize * words..][..count as usize * words];
        let (arithmetic, modulus, size) = (&context.arithmetic, &context.modulus, context.bytes);
        machine.memory(|memory| {
            let mut space = [0; MAX_WORDS];
            let element = &mut space[..words];
            if operation == Operation::Load {
                for (register, bytes) in
                    registers.chunks_exact(words).zip(memory[range].chunks_exact_mut(size))
                {
                    element.copy_from_slice(register);
                    arithmetic.leave(element);
                    write(dialect, element, bytes);
                }
                return Ok(());
            }
            for (register, bytes) in
                registers.chunks_exact_mut(words).zip(memory[range].chunks_exact(size))
            {
                read(dialect, bytes, element);
                if !modulus.is_element(element) {
                    if dialect != Dialect::Evmone {
                        return Err(Halt::NotReduced);
                    }
                    // evmone multiplies by R² whatever comes, which reduces.
                    modulus.enter(element);
                    modulus.leave(element);
                }
                arithmetic.enter(element);
                register.copy_from_slice(element);
            }
            Ok(())
        })
    }

    /// Slots of memory: slot i is bytes 8L·i to 8L·(i + 1).
    fn compute_in_memory<M: Machine>(
        &mut self,
        rules: &Rules,
        operation: Operation,
        vector: Vector,
        machine: &mut M,
    ) -> Result<(), Halt> {
        let context = self.active()?;
        let size = context.bytes;
        let slots = [vector.out, vector.x, vector.y].map(usize::from);
        if slots.iter().any(|slot| (slot + 1) * size > machine.memory_len()) {
            return Err(Halt::Memory);
        }
        machine.charge(context.row.elements(operation, 1))?;
        let [out, x, y] = slots.map(|slot| slot * size..(slot + 1) * size);
        context.in_memory(rules, machine, out, x, |arithmetic, memory, left| {
            let mut space = [0; MAX_WORDS];
            let right = &mut space[..size >> 3];
            read(rules.dialect, &memory[y], right);
            arithmetic(left, right, operation)
        })
    }

    fn enter_montgomery<M: Machine>(&mut self, rules: &Rules, machine: &mut M) -> Result<(), Halt> {
        let (out, input) = (machine.pop()?, machine.pop()?);
        let context = self.active()?;
        let (out, input) =
            (range(machine, out, context.bytes)?, range(machine, input, context.bytes)?);
        machine.charge(context.row.elements(Operation::Mul, 1))?;
        let modulus = context.modulus;
        context.in_memory(rules, machine, out, input, |arithmetic, _, left| {
            arithmetic(left, modulus.radix_squared(), Operation::Mul)
        })
    }
}

/// Computes on two elements, the left of which becomes the result.
type OnElements<'a> = dyn Fn(&mut [u64], &[u64], Operation) -> Result<(), Halt> + 'a;

impl Context {
    /// Reads an element, has it changed, and writes it.
    fn in_memory<M: Machine>(
        &self,
        rules: &Rules,
        machine: &mut M,
        out: core::ops::Range<usize>,
        input: core::ops::Range<usize>,
        change: impl FnOnce(&OnElements<'_>, &[u8], &mut [u64]) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let on_elements = |left: &mut [u64], right: &[u64], operation: Operation| {
            let reduced = self.modulus.is_element(left) && self.modulus.is_element(right);
            // Without the check the result of such operands is what the generic words make of them,
            // whatever the backend.
            let arithmetic: &dyn Arithmetic = match (reduced, rules.dialect) {
                (true, _) => &*self.arithmetic,
                (false, Dialect::Eip5843Le) => &self.modulus,
                (false, _) => return Err(Halt::NotReduced),
            };
            match operation {
                Operation::Add => arithmetic.add_assign(left, right),
                Operation::Sub => arithmetic.sub_assign(left, right),
                _ => arithmetic.mul_assign(left, right),
            }
            Ok(())
        };
        machine.memory(|memory| {
            let mut space = [0; MAX_WORDS];
            let element = &mut space[..self.bytes >> 3];
            read(rules.dialect, &memory[input], element);
            change(&on_elements, memory, element)?;
            write(rules.dialect, element, &mut memory[out]);
            Ok(())
        })
    }
}
