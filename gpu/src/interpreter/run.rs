//! One thread after another.

use super::Error;
use super::instruction::{
    Arithmetic, Bits, Comparison, Instruction, Kernel, Offset, Operation, Parameter, Source,
    Special,
};
use super::memory::Memory;
use crate::machine::{Argument, Grid};

/// Most instructions of one thread: a loop that does not end is an error.
const MOST_STEPS: u64 = 1 << 28;

/// A register of 32 bits that was never written.
const UNWRITTEN: u64 = u64::MAX;

/// What the carry flag holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Carry {
    None,
    Sum(u64),
    Difference(u64),
}

pub(super) fn launch(
    kernel: &Kernel,
    grid: Grid,
    arguments: &[Argument],
    memory: &mut Memory,
    executed: &mut u64,
) -> Result<(), Error> {
    if grid.threads == 0 || grid.threads > kernel.most_threads || grid.blocks.contains(&0) {
        let most = kernel.most_threads;
        return Err(Error::of("", format!("{}: a grid of {grid:?}, at most {most}", kernel.name)));
    }
    let kinds: Vec<Parameter> = kernel.parameters.iter().map(|&(_, kind)| kind).collect();
    let given: Vec<Parameter> = arguments
        .iter()
        .map(|argument| match argument {
            Argument::Word(_) => Parameter::Word,
            Argument::Address(_) => Parameter::Address,
        })
        .collect();
    if kinds != given {
        return Err(Error::of("", format!("{} takes {:?}", kernel.name, kernel.parameters)));
    }
    let [width, height] = grid.blocks;
    let mut number = 0;
    for y in 0..height {
        for x in 0..width {
            for id in 0..grid.threads {
                let thread = Thread {
                    number,
                    special: [id, grid.threads, x, y],
                    words: vec![UNWRITTEN; kernel.words],
                    addresses: vec![None; kernel.addresses],
                    flags: vec![None; kernel.flags],
                    carry: Carry::None,
                    arguments,
                    memory: &mut *memory,
                };
                thread.run(kernel, executed).map_err(|(line, reason)| Error {
                    line,
                    at: Some((kernel.name.clone(), [x, y, id])),
                    reason,
                })?;
                number += 1;
            }
        }
    }
    Ok(())
}

struct Thread<'a> {
    number: u32,
    special: [u32; 4],
    words: Vec<u64>,
    addresses: Vec<Option<u64>>,
    flags: Vec<Option<bool>>,
    carry: Carry,
    arguments: &'a [Argument],
    memory: &'a mut Memory,
}

impl Thread<'_> {
    fn run(mut self, kernel: &Kernel, executed: &mut u64) -> Result<(), (String, String)> {
        let mut at = 0;
        let mut steps = 0;
        while let Some(instruction) = kernel.code.get(at) {
            at += 1;
            steps += 1;
            if steps > MOST_STEPS {
                return Err((instruction.line.clone(), "the thread does not end".into()));
            }
            match self.step(instruction) {
                Ok(Next::On) => {}
                Ok(Next::At(label)) => at = label,
                Ok(Next::End) => {
                    *executed += steps;
                    return Ok(());
                }
                Err(reason) => return Err((instruction.line.clone(), reason)),
            }
        }
        Err((String::new(), "the thread runs past the end of the kernel".into()))
    }

    #[inline(always)]
    fn word(&self, source: Source) -> Result<u32, String> {
        match source {
            Source::Register(number) => u32::try_from(self.words[number])
                .map_err(|_| format!("%r{number} was never written")),
            Source::Immediate(value) => Ok(value),
            Source::Special(special) => Ok(match special {
                Special::Thread => self.special[0],
                Special::Threads => self.special[1],
                Special::Block => self.special[2],
                Special::BlockY => self.special[3],
            }),
        }
    }

    fn address(&self, number: usize) -> Result<u64, String> {
        self.addresses[number].ok_or_else(|| format!("%d{number} was never written"))
    }

    fn flag(&self, number: usize) -> Result<bool, String> {
        self.flags[number].ok_or_else(|| format!("%p{number} was never written"))
    }

    fn place(&self, base: usize, offset: u64) -> Result<u64, String> {
        self.address(base)?.checked_add(offset).ok_or_else(|| "the address is too large".into())
    }

    fn arithmetic(
        &mut self,
        what: Arithmetic,
        takes: bool,
        sets: bool,
        of: [Source; 3],
    ) -> Result<u32, String> {
        let [x, y, z] = [self.word(of[0])?, self.word(of[1])?, self.word(of[2])?].map(u64::from);
        let difference = what == Arithmetic::Sub;
        let carry = match (takes, self.carry) {
            (false, _) => 0,
            (true, Carry::Sum(carry)) if !difference => carry,
            (true, Carry::Difference(borrow)) if difference => borrow,
            _ => return Err("the carry is not of this kind of chain".into()),
        };
        // The 33rd bit is the carry, or the borrow.
        let out = match what {
            Arithmetic::Add => x + y + carry,
            Arithmetic::Sub => x.wrapping_sub(y).wrapping_sub(carry),
            Arithmetic::MulLo | Arithmetic::MadLo => ((x * y) & 0xffff_ffff) + z + carry,
            Arithmetic::MulHi | Arithmetic::MadHi => ((x * y) >> 32) + z + carry,
        };
        let over = (out >> 32) & 1;
        let mask = of == [Source::Immediate(0); 3] && difference;
        if takes && !sets && over != 0 && !mask {
            let lost = if difference { "the difference is negative" } else { "a carry is lost" };
            return Err(format!("{lost}: a bound is too small"));
        }
        if takes || sets {
            self.carry = match (sets, difference) {
                (false, _) => Carry::None,
                (true, false) => Carry::Sum(over),
                (true, true) => Carry::Difference(over),
            };
        }
        Ok(out as u32)
    }

    fn bits(&self, what: Bits, of: [Source; 2]) -> Result<u32, String> {
        let [x, y] = [self.word(of[0])?, self.word(of[1])?];
        Ok(match what {
            Bits::And => x & y,
            Bits::Or => x | y,
            // Shifts by 32 and more give zero in PTX.
            Bits::Shl => x.checked_shl(y).unwrap_or(0),
            Bits::Shr => x.checked_shr(y).unwrap_or(0),
            Bits::Min => x.min(y),
            Bits::Div => x.checked_div(y).ok_or("a division by zero")?,
        })
    }

    fn step(&mut self, instruction: &Instruction) -> Result<Next, String> {
        if let Some((flag, value)) = instruction.guard
            && self.flag(flag)? != value
        {
            return Ok(Next::On);
        }
        match &instruction.operation {
            &Operation::Arithmetic { what, takes, sets, to, of } => {
                self.words[to] = self.arithmetic(what, takes, sets, of)?.into();
            }
            &Operation::Bits { what, to, of } => self.words[to] = self.bits(what, of)?.into(),
            &Operation::Move { to, from } => self.words[to] = self.word(from)?.into(),
            &Operation::Compare { what, to, of } => {
                let [x, y] = [self.word(of[0])?, self.word(of[1])?];
                self.flags[to] = Some(match what {
                    Comparison::Equal => x == y,
                    Comparison::NotEqual => x != y,
                    Comparison::Less => x < y,
                    Comparison::AtLeast => x >= y,
                    Comparison::Greater => x > y,
                });
            }
            &Operation::Select { to, of, by } => {
                let [x, y] = [self.word(of[0])?, self.word(of[1])?];
                self.words[to] = if self.flag(by)? { x } else { y }.into();
            }
            &Operation::SelectAddress { to, of, by } => {
                let [x, y] = [self.address(of[0])?, self.address(of[1])?];
                self.addresses[to] = Some(if self.flag(by)? { x } else { y });
            }
            &Operation::Wide { to, of } => {
                let [x, y] = [self.word(of[0])?, self.word(of[1])?].map(u64::from);
                self.addresses[to] = Some(x * y);
            }
            &Operation::AddAddress { to, base, offset } => {
                let offset = match offset {
                    Offset::Register(number) => self.address(number)?,
                    Offset::Immediate(value) => value.into(),
                };
                self.addresses[to] = Some(self.place(base, offset)?);
            }
            &Operation::ParameterWord { to, index } => {
                let Argument::Word(value) = self.arguments[index] else { unreachable!("checked") };
                self.words[to] = value.into();
            }
            &Operation::ParameterAddress { to, index } => {
                let Argument::Address(value) = self.arguments[index] else {
                    unreachable!("checked")
                };
                self.addresses[to] = Some(value);
            }
            &Operation::ToGlobal { to, from } => self.addresses[to] = Some(self.address(from)?),
            &Operation::Constant { to, value } => self.words[to] = value.into(),
            Operation::Load { to, read_only, base, offset } => {
                let place = self.place(*base, *offset)?;
                if let &[to] = &to[..] {
                    let [word] = self.memory.load(self.number, place, *read_only)?;
                    self.words[to] = word.into();
                } else {
                    let words: [u32; 4] = self.memory.load(self.number, place, *read_only)?;
                    to.iter().zip(words).for_each(|(&to, word)| self.words[to] = word.into());
                }
            }
            Operation::Store { from, base, offset } => {
                let mut words = [0; 4];
                for (word, &from) in words.iter_mut().zip(from) {
                    *word = self.word(Source::Register(from))?;
                }
                self.memory.store(self.number, self.place(*base, *offset)?, words)?;
            }
            &Operation::StoreWord { from, base } => {
                let word = self.word(from)?;
                self.memory.store(self.number, self.place(base, 0)?, [word])?;
            }
            &Operation::Atomic { to, base, value } => {
                let value = self.word(value)?;
                let before = self.memory.atomic_add(self.place(base, 0)?, value)?;
                self.words[to] = before.into();
            }
            &Operation::Branch(label) => return Ok(Next::At(label)),
            Operation::Label => {}
            Operation::Return => return Ok(Next::End),
        }
        Ok(Next::On)
    }
}

enum Next {
    On,
    At(usize),
    End,
}
