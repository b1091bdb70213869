//! The reader of the text. What it does not know, it refuses.

use std::collections::BTreeMap;

use super::Error;
use super::instruction::{
    Arithmetic, Bits, Comparison, Instruction, Kernel, Offset, Operation, Parameter, Source,
    Special,
};
use crate::ptx::HEADER;

/// The kernels of a text, by their names.
pub(super) fn module(text: &str) -> Result<BTreeMap<String, Kernel>, Error> {
    let body = text.strip_prefix(HEADER).ok_or_else(|| {
        Error::of(text.lines().next().unwrap_or_default(), "the header is not the expected one")
    })?;
    let mut constants = BTreeMap::new();
    let mut kernels = BTreeMap::new();
    let mut lines = body.lines();
    while let Some(line) = lines.next() {
        if let Some(rest) = line.strip_prefix(".const .align 4 .u32 ") {
            let constant = rest.strip_suffix(';').and_then(|rest| rest.split_once(" = "));
            let constant = constant.and_then(|(name, value)| Some((name, number(value)?)));
            let (name, value) = constant.ok_or_else(|| Error::of(line, "not a constant"))?;
            constants.insert(name.to_string(), value);
        } else if let Some(head) = line.strip_prefix(".visible .entry ") {
            let kernel = Reader {
                constants: &constants,
                labels: BTreeMap::new(),
                kernel: head_of(line, head)?,
            };
            let kernel = kernel.read(&mut lines)?;
            if kernels.insert(kernel.name.clone(), kernel).is_some() {
                return Err(Error::of(line, "a kernel of this name is there"));
            }
        } else {
            return Err(Error::of(line, "neither a constant nor a kernel"));
        }
    }
    Ok(kernels)
}

fn number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// The name and the parameters.
fn head_of(line: &str, head: &str) -> Result<Kernel, Error> {
    let head = head.strip_suffix(')').and_then(|head| head.split_once('('));
    let (name, list) = head.ok_or_else(|| Error::of(line, "not a kernel's head"))?;
    let mut kernel = Kernel { name: name.into(), ..Kernel::default() };
    for parameter in list.split(", ").filter(|list| !list.is_empty()) {
        let (kind, name) = if let Some(name) = parameter.strip_prefix(".param .u64 ") {
            (Parameter::Address, name)
        } else if let Some(name) = parameter.strip_prefix(".param .u32 ") {
            (Parameter::Word, name)
        } else {
            return Err(Error::of(line, format!("not a parameter: {parameter}")));
        };
        kernel.parameters.push((name.into(), kind));
    }
    Ok(kernel)
}

struct Reader<'a> {
    constants: &'a BTreeMap<String, u32>,
    labels: BTreeMap<String, usize>,
    kernel: Kernel,
}

impl Reader<'_> {
    fn read<'t>(mut self, lines: &mut impl Iterator<Item = &'t str>) -> Result<Kernel, Error> {
        let mut next = || lines.next().ok_or_else(|| Error::of("", "the text ends in a kernel"));
        let between = |line: &str, before: &str, after: &str| {
            let middle = line.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
            middle.and_then(number).ok_or_else(|| Error::of(line, "not what a kernel begins with"))
        };
        self.kernel.most_threads = between(next()?, ".maxntid ", ", 1, 1")?;
        let line = next()?;
        if line != "{" {
            return Err(Error::of(line, "no brace"));
        }
        self.kernel.words = between(next()?, "\t.reg .b32 %r<", ">;")? as usize;
        self.kernel.addresses = between(next()?, "\t.reg .b64 %d<", ">;")? as usize;
        self.kernel.flags = between(next()?, "\t.reg .pred %p<", ">;")? as usize;
        let mut code: Vec<&str> = Vec::new();
        loop {
            match next()? {
                "}" => break,
                line => code.push(line),
            }
        }
        for (at, line) in code.iter().enumerate() {
            if let Some(label) = line.strip_suffix(':')
                && self.labels.insert(label.into(), at).is_some()
            {
                return Err(Error::of(line, "the label is there already"));
            }
        }
        for line in code {
            let instruction = self.instruction(line)?;
            self.kernel.code.push(instruction);
        }
        self.check_chains()?;
        Ok(self.kernel)
    }

    /// After an instruction that sets the carry the next takes it, but for low products between.
    fn check_chains(&self) -> Result<(), Error> {
        let mut open: Option<&Instruction> = None;
        for instruction in &self.kernel.code {
            let (takes, sets) = instruction.operation.carries();
            let beside = matches!(
                instruction.operation,
                Operation::Arithmetic { what: Arithmetic::MulLo, .. }
            );
            if (takes || sets) && instruction.guard.is_some() {
                return Err(Error::of(&instruction.line, "a link of a chain has a guard"));
            }
            match open {
                Some(link) if !takes && !beside => {
                    let next = &instruction.line;
                    let reason = format!("its carry is taken by none: `{next}` follows");
                    return Err(Error::of(&link.line, reason));
                }
                None if takes => {
                    return Err(Error::of(&instruction.line, "there is no carry to take"));
                }
                _ => {}
            }
            if !beside {
                open = sets.then_some(instruction);
            }
        }
        match open {
            Some(link) => Err(Error::of(&link.line, "its carry is taken by none")),
            None => Ok(()),
        }
    }

    fn instruction(&self, line: &str) -> Result<Instruction, Error> {
        if line.strip_suffix(':').is_some() {
            return Ok(Instruction { guard: None, operation: Operation::Label, line: line.into() });
        }
        let unknown = || Error::of(line, "not an instruction of the subset");
        let text = line.strip_prefix('\t').and_then(|rest| rest.strip_suffix(';'));
        let text = text.ok_or_else(unknown)?;
        let (guard, rest) = match text.strip_prefix('@') {
            Some(guarded) => {
                let (flag, rest) = guarded.split_once(' ').ok_or_else(unknown)?;
                let (flag, value) =
                    flag.strip_prefix('!').map_or((flag, true), |flag| (flag, false));
                (Some((self.flag(flag).ok_or_else(unknown)?, value)), rest)
            }
            None => (None, text),
        };
        let (name, operands) = rest.split_once(' ').unwrap_or((rest, ""));
        let operation = self.operation(name, &operands_of(operands)).ok_or_else(unknown)?;
        Ok(Instruction { guard, operation, line: text.into() })
    }

    fn register(text: &str, kind: &str, count: usize) -> Option<usize> {
        let number = number(text.strip_prefix(kind)?)? as usize;
        (number < count).then_some(number)
    }

    fn word(&self, text: &str) -> Option<usize> {
        Self::register(text, "%r", self.kernel.words)
    }

    fn address(&self, text: &str) -> Option<usize> {
        Self::register(text, "%d", self.kernel.addresses)
    }

    fn flag(&self, text: &str) -> Option<usize> {
        Self::register(text, "%p", self.kernel.flags)
    }

    fn source(&self, text: &str) -> Option<Source> {
        if text.starts_with('%') {
            return self.word(text).map(Source::Register);
        }
        number(text).map(Source::Immediate)
    }

    /// A register in brackets with an offset of bytes.
    fn place(&self, text: &str) -> Option<(usize, u64)> {
        let inner = text.strip_prefix('[')?.strip_suffix(']')?;
        let (base, offset) = inner.split_once('+').unwrap_or((inner, "0"));
        Some((self.address(base)?, number(offset)?.into()))
    }

    fn parameter(&self, text: &str, kind: Parameter) -> Option<usize> {
        let name = text.strip_prefix('[')?.strip_suffix(']')?;
        self.kernel.parameters.iter().position(|(known, of)| known == name && *of == kind)
    }

    fn words<const N: usize>(&self, text: &str) -> Option<[usize; N]> {
        let inner = text.strip_prefix('{')?.strip_suffix('}')?;
        let words: Option<Vec<usize>> = inner.split(", ").map(|word| self.word(word)).collect();
        words?.try_into().ok()
    }

    fn operation(&self, name: &str, operands: &[&str]) -> Option<Operation> {
        if let Some(operation) = self.arithmetic(name, operands) {
            return Some(operation);
        }
        Some(match (name, operands) {
            ("and.b32" | "or.b32" | "shl.b32" | "shr.u32" | "min.u32" | "div.u32", [to, x, y]) => {
                let what = match name {
                    "and.b32" => Bits::And,
                    "or.b32" => Bits::Or,
                    "shl.b32" => Bits::Shl,
                    "shr.u32" => Bits::Shr,
                    "min.u32" => Bits::Min,
                    _ => Bits::Div,
                };
                Operation::Bits { what, to: self.word(to)?, of: [self.source(x)?, self.source(y)?] }
            }
            ("mov.b32", [to, from]) => {
                Operation::Move { to: self.word(to)?, from: self.source(from)? }
            }
            ("mov.u32", [to, from]) => {
                let special = match *from {
                    "%tid.x" => Special::Thread,
                    "%ntid.x" => Special::Threads,
                    "%ctaid.x" => Special::Block,
                    "%ctaid.y" => Special::BlockY,
                    _ => return None,
                };
                Operation::Move { to: self.word(to)?, from: Source::Special(special) }
            }
            (
                "setp.eq.u32" | "setp.ne.u32" | "setp.lt.u32" | "setp.ge.u32" | "setp.gt.u32",
                [to, x, y],
            ) => {
                let what = match name {
                    "setp.eq.u32" => Comparison::Equal,
                    "setp.ne.u32" => Comparison::NotEqual,
                    "setp.lt.u32" => Comparison::Less,
                    "setp.ge.u32" => Comparison::AtLeast,
                    _ => Comparison::Greater,
                };
                Operation::Compare {
                    what,
                    to: self.flag(to)?,
                    of: [self.source(x)?, self.source(y)?],
                }
            }
            ("selp.b32", [to, x, y, by]) => Operation::Select {
                to: self.word(to)?,
                of: [self.source(x)?, self.source(y)?],
                by: self.flag(by)?,
            },
            ("selp.b64", [to, x, y, by]) => Operation::SelectAddress {
                to: self.address(to)?,
                of: [self.address(x)?, self.address(y)?],
                by: self.flag(by)?,
            },
            ("mul.wide.u32", [to, x, y]) => {
                Operation::Wide { to: self.address(to)?, of: [self.source(x)?, self.source(y)?] }
            }
            ("add.u64", [to, base, offset]) => Operation::AddAddress {
                to: self.address(to)?,
                base: self.address(base)?,
                offset: match self.address(offset) {
                    Some(register) => Offset::Register(register),
                    None => Offset::Immediate(number(offset)?),
                },
            },
            ("ld.param.u64", [to, from]) => Operation::ParameterAddress {
                to: self.address(to)?,
                index: self.parameter(from, Parameter::Address)?,
            },
            ("ld.param.u32", [to, from]) => Operation::ParameterWord {
                to: self.word(to)?,
                index: self.parameter(from, Parameter::Word)?,
            },
            ("cvta.to.global.u64", [to, from]) => {
                Operation::ToGlobal { to: self.address(to)?, from: self.address(from)? }
            }
            ("ld.const.u32", [to, from]) => {
                let name = from.strip_prefix('[')?.strip_suffix(']')?;
                Operation::Constant { to: self.word(to)?, value: *self.constants.get(name)? }
            }
            ("ld.global.u32" | "ld.global.nc.u32", [to, from]) => {
                let (base, offset) = self.place(from)?;
                let to = vec![self.word(to)?];
                Operation::Load { to, read_only: name == "ld.global.nc.u32", base, offset }
            }
            ("ld.global.v4.u32" | "ld.global.nc.v4.u32", [to, from]) => {
                let (base, offset) = self.place(from)?;
                let to = self.words::<4>(to)?.to_vec();
                Operation::Load { to, read_only: name == "ld.global.nc.v4.u32", base, offset }
            }
            ("st.global.u32", [to, from]) => {
                let (base, 0) = self.place(to)? else { return None };
                Operation::StoreWord { from: self.source(from)?, base }
            }
            ("st.global.v4.u32", [to, from]) => {
                let (base, offset) = self.place(to)?;
                Operation::Store { from: self.words::<4>(from)?.to_vec(), base, offset }
            }
            ("atom.global.add.u32", [to, at, value]) => {
                let (base, 0) = self.place(at)? else { return None };
                Operation::Atomic { to: self.word(to)?, base, value: self.source(value)? }
            }
            ("bra", [label]) => Operation::Branch(*self.labels.get(*label)?),
            ("ret", []) => Operation::Return,
            _ => return None,
        })
    }

    /// The instructions with and without a carry.
    fn arithmetic(&self, name: &str, operands: &[&str]) -> Option<Operation> {
        let (name, sets) = match name.strip_suffix(".cc.u32") {
            Some(name) => (name, true),
            None => (name.strip_suffix(".u32")?, false),
        };
        let (what, takes) = match name {
            "add" => (Arithmetic::Add, false),
            "addc" => (Arithmetic::Add, true),
            "sub" => (Arithmetic::Sub, false),
            "subc" => (Arithmetic::Sub, true),
            "mul.lo" if !sets => (Arithmetic::MulLo, false),
            "mul.hi" if !sets => (Arithmetic::MulHi, false),
            "mad.lo" => (Arithmetic::MadLo, false),
            "madc.lo" => (Arithmetic::MadLo, true),
            "mad.hi" => (Arithmetic::MadHi, false),
            "madc.hi" => (Arithmetic::MadHi, true),
            _ => return None,
        };
        let (to, of) = operands.split_first()?;
        let of: Option<Vec<Source>> = of.iter().map(|source| self.source(source)).collect();
        let of = match (what, &of?[..]) {
            (Arithmetic::MadLo | Arithmetic::MadHi, &[x, y, z]) => [x, y, z],
            (Arithmetic::MadLo | Arithmetic::MadHi, _) => return None,
            (_, &[x, y]) => [x, y, Source::Immediate(0)],
            _ => return None,
        };
        Some(Operation::Arithmetic { what, takes, sets, to: self.word(to)?, of })
    }
}

/// Operands, which commas part where they are not in braces.
fn operands_of(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = match rest.strip_prefix('{').and_then(|inner| inner.find('}')) {
            Some(brace) => brace + 2,
            None => rest.find(", ").unwrap_or(rest.len()),
        };
        let (operand, after) = rest.split_at(end);
        out.push(operand);
        rest = after.strip_prefix(", ").unwrap_or(after);
    }
    out
}
