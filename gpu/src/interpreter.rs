//! An interpreter of PTX text: of just what [`ptx`](crate::ptx) writes, and of nothing else.
//!
//! It reads the text that a driver would get, so that a test of a kernel is one of its text. It is
//! strict where hardware is not:
//!
//! * A register, or a word of memory, that was never written cannot be read.
//! * Addresses are those of memory that was allocated, and multiples of what is loaded.
//! * A carry is taken by the next link of a chain, of the same kind, or not made. Nothing is
//!   between links but a low product, which has no carry.
//! * A chain that ends without a carry has none left: a sum that does not fit, or a difference
//!   below zero, is an error. (A mask, `subc.u32 d, 0, 0`, is what asks for the borrow.)
//! * Threads of a launch share no word but by atomic additions: a word that one writes and another
//!   reads or writes is an error, since it would depend on their order.
//!
//! Threads run one after another. There are no barriers, as no kernel has one.

mod instruction;
mod memory;
mod parse;
mod run;

use std::collections::BTreeMap;
use std::fmt;

use crate::machine::{Argument, Grid, Machine};
use instruction::Kernel;
use memory::Memory;

/// What went wrong, with the instruction at which it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The text of the instruction or line; empty if there is none.
    pub line: String,
    /// The kernel and the thread, if one ran.
    pub at: Option<(String, [u32; 3])>,
    /// What is wrong.
    pub reason: String,
}

impl Error {
    fn of(line: &str, reason: impl Into<String>) -> Self {
        Self { line: line.into(), at: None, reason: reason.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((kernel, [x, y, thread])) = &self.at {
            write!(f, "kernel {kernel}, block ({x}, {y}), thread {thread}: ")?;
        }
        if !self.line.is_empty() {
            write!(f, "`{}`: ", self.line)?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Error {}

/// A card that is none: memory and loaded kernels.
#[derive(Debug, Default)]
pub struct Interpreter {
    kernels: BTreeMap<String, Kernel>,
    memory: Memory,
    executed: u64,
}

impl Interpreter {
    /// A card with nothing on it.
    pub fn new() -> Self {
        Self::default()
    }

    /// Loads the kernels of a text.
    ///
    /// # Errors
    /// If there is anything in it that is not of the subset.
    pub fn load(&mut self, text: &str) -> Result<(), Error> {
        self.kernels.extend(parse::module(text)?);
        Ok(())
    }

    /// How many instructions all threads of all launches have executed.
    pub fn executed(&self) -> u64 {
        self.executed
    }
}

impl Machine for Interpreter {
    type Error = Error;

    fn allocate(&mut self, words: usize) -> Result<u64, Error> {
        Ok(self.memory.allocate(words))
    }

    fn release(&mut self, address: u64) -> Result<(), Error> {
        self.memory.release(address).map_err(|reason| Error::of("", reason))
    }

    fn write(&mut self, address: u64, words: &[u32]) -> Result<(), Error> {
        self.memory.write(address, words).map_err(|reason| Error::of("", reason))
    }

    fn read(&mut self, address: u64, words: usize) -> Result<Vec<u32>, Error> {
        self.memory.read(address, words).map_err(|reason| Error::of("", reason))
    }

    fn launch(&mut self, kernel: &str, grid: Grid, arguments: &[Argument]) -> Result<(), Error> {
        let Some(code) = self.kernels.get(kernel) else {
            return Err(Error::of("", format!("no kernel {kernel} is loaded")));
        };
        let result = run::launch(code, grid, arguments, &mut self.memory, &mut self.executed);
        self.memory.end_of_launch();
        result
    }
}
