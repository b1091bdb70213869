//! A builder of PTX text, the assembly language that NVIDIA's driver compiles for the card it has.
//!
//! NVIDIA, "Parallel Thread Execution ISA", version 7.8. The version and the target are low on
//! purpose: a driver takes text of its own version and of all lower ones.
//!
//! * Registers are types: [`Word`] of 32 bits, [`Address`] of 64, [`Flag`] of one. Each has one
//!   [`Body`], which numbers them. A register is written where it is made, so that none is read
//!   before; [`Body::assign`] writes it again, for loops.
//! * Chains of carries are types: [`SumChain`] and [`DifferenceChain`] borrow the body until they
//!   end, so that nothing else can come between their links. PTX has one carry flag, and says
//!   nothing of what other instructions leave in it.
//! * Labels are values, and a kernel in which one is not placed exactly once is not made.

mod chain;
mod memory;
mod operands;

use std::fmt::{self, Write};

pub use chain::{DifferenceChain, SumChain};
pub use memory::Space;
pub use operands::{Address, Comparison, Flag, Label, Operand, Special, Word};

/// What every module begins with.
pub const HEADER: &str = ".version 7.8\n.target sm_80\n.address_size 64\n";

/// The code of one kernel, as it grows.
#[derive(Debug, Default)]
pub struct Body {
    text: String,
    parameters: Vec<String>,
    words: u32,
    addresses: u32,
    flags: u32,
    placed: Vec<bool>,
    in_chain: bool,
}

/// An instruction of two operands.
macro_rules! two_operands {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)+) => {
        $($(#[$doc])*
        pub fn $name(&mut self, x: impl Into<Operand>, y: impl Into<Operand>) -> Word {
            self.word($text, &[x.into(), y.into()])
        })+
    };
}

impl Body {
    /// One line. A chain that began and did not end would lose its carry here.
    fn line(&mut self, line: fmt::Arguments<'_>) {
        assert!(!self.in_chain, "a chain of carries has not ended before: {line}");
        self.raw_line(line);
    }

    fn raw_line(&mut self, line: fmt::Arguments<'_>) {
        writeln!(self.text, "\t{line};").expect("a string takes all");
    }

    fn new_word(&mut self) -> Word {
        self.words += 1;
        Word(self.words)
    }

    fn new_address(&mut self) -> Address {
        self.addresses += 1;
        Address(self.addresses)
    }

    fn new_flag(&mut self) -> Flag {
        self.flags += 1;
        Flag(self.flags)
    }

    fn word(&mut self, name: &str, operands: &[Operand]) -> Word {
        assert!(!self.in_chain, "a chain of carries has not ended before {name}");
        self.raw_word(name, operands)
    }

    fn raw_word(&mut self, name: &str, operands: &[Operand]) -> Word {
        let to = self.new_word();
        let operands: Vec<String> = operands.iter().map(ToString::to_string).collect();
        self.raw_line(format_args!("{name} {to}, {}", operands.join(", ")));
        to
    }

    two_operands! {
        /// x + y modulo 2^32.
        add = "add.u32";
        /// x − y modulo 2^32.
        sub = "sub.u32";
        /// The low word of x·y.
        mul_lo = "mul.lo.u32";
        /// The high word of x·y.
        mul_hi = "mul.hi.u32";
        /// The bits of both.
        and = "and.b32";
        /// The bits of either.
        or = "or.b32";
        /// x·2^y modulo 2^32.
        shl = "shl.b32";
        /// ⌊x/2^y⌋.
        shr = "shr.u32";
        /// The smaller.
        min = "min.u32";
        /// ⌊x/y⌋.
        div = "div.u32";
    }

    /// The low word of x·y + z.
    pub fn mad_lo(
        &mut self,
        x: impl Into<Operand>,
        y: impl Into<Operand>,
        z: impl Into<Operand>,
    ) -> Word {
        self.word("mad.lo.u32", &[x.into(), y.into(), z.into()])
    }

    /// A register of its own that holds x.
    pub fn mov(&mut self, x: impl Into<Operand>) -> Word {
        self.word("mov.b32", &[x.into()])
    }

    /// Writes a register again.
    pub fn assign(&mut self, to: Word, x: impl Into<Operand>) {
        let x = x.into();
        self.line(format_args!("mov.b32 {to}, {x}"));
    }

    /// What tells this thread from others.
    pub fn special(&mut self, special: Special) -> Word {
        let to = self.new_word();
        self.line(format_args!("mov.u32 {to}, {}", special.name()));
        to
    }

    /// The thread's number in the first direction of the grid.
    pub fn thread(&mut self) -> Word {
        let thread = self.special(Special::Thread);
        let threads = self.special(Special::Threads);
        let block = self.special(Special::Block);
        self.mad_lo(block, threads, thread)
    }

    /// Compares.
    pub fn compare(
        &mut self,
        comparison: Comparison,
        x: impl Into<Operand>,
        y: impl Into<Operand>,
    ) -> Flag {
        let (x, y, to) = (x.into(), y.into(), self.new_flag());
        self.line(format_args!("setp.{}.u32 {to}, {x}, {y}", comparison.name()));
        to
    }

    /// x where the flag is set, else y.
    pub fn select(&mut self, flag: Flag, x: impl Into<Operand>, y: impl Into<Operand>) -> Word {
        let (x, y, to) = (x.into(), y.into(), self.new_word());
        self.line(format_args!("selp.b32 {to}, {x}, {y}, {flag}"));
        to
    }

    /// x where the flag is set, else y.
    pub fn select_address(&mut self, flag: Flag, x: Address, y: Address) -> Address {
        let to = self.new_address();
        self.line(format_args!("selp.b64 {to}, {x}, {y}, {flag}"));
        to
    }

    /// A label that is to be placed.
    pub fn label(&mut self) -> Label {
        self.placed.push(false);
        Label(self.placed.len() - 1)
    }

    /// Places a label here.
    ///
    /// # Panics
    /// If it is placed already.
    pub fn place(&mut self, label: Label) {
        assert!(!self.in_chain, "a chain of carries has not ended before {label}");
        assert!(!self.placed[label.0], "{label} is placed twice");
        self.placed[label.0] = true;
        writeln!(self.text, "{label}:").expect("a string takes all");
    }

    /// Goes on at the label.
    pub fn branch(&mut self, label: Label) {
        self.line(format_args!("bra {label}"));
    }

    /// Goes on at the label where the flag is set.
    pub fn branch_if(&mut self, flag: Flag, label: Label) {
        self.line(format_args!("@{flag} bra {label}"));
    }

    /// The thread ends.
    pub fn ret(&mut self) {
        self.line(format_args!("ret"));
    }

    /// A chain of additions and products, which carries upwards.
    pub fn sum_chain(&mut self) -> SumChain<'_> {
        SumChain::new(self)
    }

    /// A chain of subtractions, which borrows upwards.
    pub fn difference_chain(&mut self) -> DifferenceChain<'_> {
        DifferenceChain::new(self)
    }

    /// a + b of as many words, which the caller knows to fit.
    pub fn sum(&mut self, a: &[Operand], b: &[Operand]) -> Vec<Operand> {
        let (last, words) = split(a, b);
        let mut chain = self.sum_chain();
        let mut out: Vec<Operand> = words.map(|(&x, &y)| chain.add(x, y).into()).collect();
        out.push(chain.end_add(last.0, last.1).into());
        out
    }

    /// a − b of as many words, which the caller knows not to be negative.
    pub fn difference(&mut self, a: &[Operand], b: &[Operand]) -> Vec<Operand> {
        let (last, words) = split(a, b);
        let mut chain = self.difference_chain();
        let mut out: Vec<Operand> = words.map(|(&x, &y)| chain.sub(x, y).into()).collect();
        out.push(chain.end_sub(last.0, last.1).into());
        out
    }

    /// The kernel of this code. At most `threads` threads are in a block.
    ///
    /// # Panics
    /// If a chain has not ended, a label is not placed, or the name is that of a parameter.
    pub fn kernel(self, name: &str, threads: u32) -> Kernel {
        assert!(!name.starts_with(memory::PARAMETER), "{name}: begins as parameters do");
        assert!(!self.in_chain, "{name}: a chain of carries has not ended");
        assert!(self.placed.iter().all(|&placed| placed), "{name}: a label is not placed");
        let text = format!(
            ".visible .entry {name}({})\n.maxntid {threads}, 1, 1\n{{\n\t.reg .b32 %r<{}>;\n\t\
             .reg .b64 %d<{}>;\n\t.reg .pred %p<{}>;\n{}}}\n",
            self.parameters.join(", "),
            self.words + 1,
            self.addresses + 1,
            self.flags + 1,
            self.text,
        );
        Kernel { name: name.into(), text }
    }
}

/// The last pair of words, and those before it.
fn split<'a>(
    a: &'a [Operand],
    b: &'a [Operand],
) -> ((Operand, Operand), impl Iterator<Item = (&'a Operand, &'a Operand)>) {
    assert_eq!(a.len(), b.len(), "as many words");
    let (top, words) = a.split_last().expect("at least a word");
    ((*top, b[words.len()]), words.iter().zip(b))
}

/// A kernel: a function that a grid of threads runs.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// Its text, without the header.
    pub text: String,
}

/// A text that a driver loads: kernels, and constants that they read.
#[derive(Clone, Debug, Default)]
pub struct Module {
    constants: Vec<(String, u32)>,
    kernels: Vec<Kernel>,
}

impl Module {
    /// A constant in constant memory, read by [`Body::load_constant`]. Unlike an immediate it is
    /// hidden from the assembler.
    #[must_use]
    pub fn constant(mut self, name: &str, value: u32) -> Self {
        self.constants.push((name.into(), value));
        self
    }

    /// One kernel more.
    #[must_use]
    pub fn kernel(mut self, kernel: Kernel) -> Self {
        self.kernels.push(kernel);
        self
    }

    /// The kernels.
    pub fn kernels(&self) -> &[Kernel] {
        &self.kernels
    }

    /// The text.
    pub fn text(&self) -> String {
        let mut out = HEADER.to_string();
        for (name, value) in &self.constants {
            writeln!(out, ".const .align 4 .u32 {name} = {value:#x};").expect("a string takes all");
        }
        self.kernels.iter().for_each(|kernel| out.push_str(&kernel.text));
        out
    }
}
