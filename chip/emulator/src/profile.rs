//! Instructions and calls by symbol.
//!
//! Calls are found as the calling convention has them: a jump that writes ra or t0 enters, a jump
//! to a return address that is waited for leaves, and a jump to the first instruction of another
//! function is a tail call, which leaves with its caller.

use std::collections::BTreeMap;

use crate::image::Image;
use crate::instruction::Op;
use crate::machine::Step;

/// What a symbol took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SymbolCounts {
    /// How often it was entered.
    pub calls: u64,
    /// Instructions in it.
    pub exclusive: u64,
    /// Instructions in it and in what it called; those of a recursion count once.
    pub inclusive: u64,
}

/// Counts by symbol; [`Profile::watch`] is what [`crate::Machine::run_with`] is to call.
#[derive(Debug, Clone)]
pub struct Profile {
    /// By their addresses. What the assembler gave no size holds no instruction.
    functions: Vec<Function>,
    counts: Vec<SymbolCounts>,
    /// How often each symbol is in `frames`.
    depths: Vec<u32>,
    frames: Vec<Frame>,
    /// The function of the instruction before.
    current: usize,
    instructions: u64,
}

#[derive(Debug, Clone)]
struct Function {
    name: String,
    address: u32,
    end: u32,
}

#[derive(Debug, Clone, Copy)]
struct Frame {
    function: usize,
    /// Where it leaves to.
    returns_to: u32,
    /// The stack pointer when it was entered.
    stack_pointer: u32,
    /// Instructions when it was entered.
    entered: u64,
}

/// Frames beyond these are not entered, so that a program cannot make the profile grow for ever.
const MAX_FRAMES: usize = 4_096;

impl Profile {
    /// A profile of all functions of an image. What lies in none is of `?`.
    pub fn new(image: &Image) -> Self {
        let mut functions = vec![Function { name: "?".into(), address: 0, end: 0 }];
        for symbol in image.symbols().iter().filter(|symbol| symbol.function) {
            let same = functions.last().is_some_and(|last| last.address == symbol.address);
            if !same {
                let end = symbol.address.saturating_add(symbol.size);
                functions.push(Function {
                    name: symbol.name.clone(),
                    address: symbol.address,
                    end,
                });
            }
        }
        let (counts, depths) =
            (vec![SymbolCounts::default(); functions.len()], vec![0; functions.len()]);
        Self { functions, counts, depths, frames: Vec::new(), current: 0, instructions: 0 }
    }

    /// Counts one instruction.
    pub fn watch(&mut self, step: &Step) {
        if step.instruction.op == Op::Marker {
            return;
        }
        self.instructions += 1;
        if !self.holds(self.current, step.pc) {
            self.current = self.find(step.pc);
        }
        self.counts[self.current].exclusive += 1;
        match step.instruction.op {
            Op::Jal | Op::Jalr if [1, 5].contains(&step.instruction.rd) => {
                let returns_to = step.pc.wrapping_add(u32::from(step.instruction.length));
                self.enter(self.find(step.next), returns_to, step.stack_pointer);
            }
            Op::Jal | Op::Jalr => self.jump(step),
            _ => {}
        }
    }

    /// The symbols that were entered or executed, the one with most instructions of its own first.
    /// Ends the frames that are still open.
    pub fn finish(mut self) -> Vec<(String, SymbolCounts)> {
        while let Some(frame) = self.frames.pop() {
            self.leave(frame);
        }
        let named = self
            .functions
            .into_iter()
            .zip(self.counts)
            .map(|(function, counts)| (function.name, counts));
        let mut seen: Vec<_> =
            named.filter(|(_, counts)| *counts != SymbolCounts::default()).collect();
        seen.sort_by(|(a_name, a), (b_name, b)| (b.exclusive, a_name).cmp(&(a.exclusive, b_name)));
        seen
    }

    /// The same by name.
    pub fn finish_by_name(self) -> BTreeMap<String, SymbolCounts> {
        self.finish().into_iter().collect()
    }

    fn holds(&self, function: usize, address: u32) -> bool {
        let function = &self.functions[function];
        function.address <= address && address < function.end
    }

    fn find(&self, address: u32) -> usize {
        let after = self.functions.partition_point(|function| function.address <= address);
        let found = after.saturating_sub(1);
        if self.holds(found, address) { found } else { 0 }
    }

    /// A jump that saves no return address: a return, a tail call, or neither.
    fn jump(&mut self, step: &Step) {
        let returns = |frame: &Frame| {
            frame.returns_to == step.next && frame.stack_pointer <= step.stack_pointer
        };
        if step.instruction.op == Op::Jalr && self.frames.iter().any(returns) {
            // Whatever was entered at this depth of the stack or below is left: the function, and
            // what jumped to it as its last act.
            while let Some(frame) =
                self.frames.pop_if(|frame| frame.stack_pointer <= step.stack_pointer)
            {
                self.leave(frame);
            }
            return;
        }
        let target = self.find(step.next);
        if target != self.current && self.functions[target].address == step.next && target != 0 {
            let returns_to = self.frames.last().map_or(0, |frame| frame.returns_to);
            self.enter(target, returns_to, step.stack_pointer);
        }
    }

    fn enter(&mut self, function: usize, returns_to: u32, stack_pointer: u32) {
        self.counts[function].calls += 1;
        if self.frames.len() < MAX_FRAMES {
            self.depths[function] += 1;
            self.frames.push(Frame {
                function,
                returns_to,
                stack_pointer,
                entered: self.instructions,
            });
        }
    }

    fn leave(&mut self, frame: Frame) {
        let depth = &mut self.depths[frame.function];
        *depth -= 1;
        if *depth == 0 {
            self.counts[frame.function].inclusive += self.instructions - frame.entered;
        }
    }
}
