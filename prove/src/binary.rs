//! A linked binary: its functions by name, their instructions, and its constants.

use std::collections::{BTreeMap, BTreeSet};

use iced_x86::Register::{self, R12, R13, R14, R15, RBP, RBX};
use iced_x86::{Code as Form, Decoder, DecoderOptions, FlowControl, Instruction, Mnemonic, OpKind};
use object::read::elf::{ElfFile, FileHeader};
use object::{
    Architecture, Endianness, Object, ObjectSection, ObjectSymbol, RelocationFlags, SectionFlags,
    SymbolKind, elf,
};

use crate::{arm64, rv32};

/// A kind of processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cpu {
    /// x86-64.
    X86,
    /// ARM64.
    Arm64,
    /// RV32IMC.
    Rv32,
}

/// An ELF of one of these.
pub struct Binary {
    cpu: Cpu,
    sections: Vec<Section>,
    functions: BTreeMap<String, Vec<(u64, u64)>>,
    /// Places of addresses that the loader fills in, with what is added to where the binary lies.
    relative: BTreeMap<u64, u64>,
}

/// Registers that callees keep.
const KEPT: [Register; 6] = [RBX, RBP, R12, R13, R14, R15];

struct Section {
    address: u64,
    data: Vec<u8>,
    writable: bool,
}

/// A function's instructions, in their order in the binary.
#[derive(Clone, Debug, PartialEq)]
pub struct Code(pub Vec<Instruction>);

impl Binary {
    /// Reads a binary.
    ///
    /// # Errors
    /// If it is no ELF, of another machine, or has no symbols.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let of_32 = bytes.get(4) == Some(&elf::ELFCLASS32);
        if of_32 {
            return Self::read::<elf::FileHeader32<Endianness>>(bytes);
        }
        Self::read::<elf::FileHeader64<Endianness>>(bytes)
    }

    fn read<E: FileHeader<Endian = Endianness>>(bytes: &[u8]) -> Result<Self, String> {
        let file: ElfFile<'_, E> = ElfFile::parse(bytes).map_err(|error| error.to_string())?;
        let cpu = match file.architecture() {
            Architecture::X86_64 => Cpu::X86,
            Architecture::Aarch64 if file.is_little_endian() => Cpu::Arm64,
            Architecture::Riscv32 => Cpu::Rv32,
            other => return Err(format!("the binary is for {other:?}")),
        };
        let mut sections = Vec::new();
        for section in file.sections().filter(|section| section.address() > 0) {
            let SectionFlags::Elf { sh_flags } = section.flags() else { continue };
            let data = section.data().map_err(|error| error.to_string())?.to_vec();
            let writable = sh_flags & u64::from(elf::SHF_WRITE) != 0;
            sections.push(Section { address: section.address(), data, writable });
        }
        let mut functions: BTreeMap<String, Vec<(u64, u64)>> = BTreeMap::new();
        for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text) {
            let Ok(name) = symbol.name() else { continue };
            let name = format!("{:#}", rustc_demangle::demangle(name));
            let places = functions.entry(name).or_default();
            if !places.contains(&(symbol.address(), symbol.size())) {
                places.push((symbol.address(), symbol.size()));
            }
        }
        if functions.is_empty() {
            return Err("the binary has no symbols: it may be stripped".to_owned());
        }
        let relative = elf::R_X86_64_RELATIVE;
        let relocations = file.dynamic_relocations().into_iter().flatten();
        let relative = relocations
            .filter(|(_, is)| is.flags() == RelocationFlags::Elf { r_type: relative })
            .map(|(place, is)| (place, is.addend().cast_unsigned()))
            .collect();
        Ok(Self { cpu, sections, functions, relative })
    }

    /// What it is for.
    #[must_use]
    pub fn cpu(&self) -> Cpu {
        self.cpu
    }

    /// The names of all functions.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.functions.keys().map(String::as_str)
    }

    /// The code of each function of this name, if the binary is for x86-64.
    #[must_use]
    pub fn code(&self, name: &str) -> Vec<Code> {
        let places = self.places(name).filter(|_| self.cpu == Cpu::X86);
        places.filter_map(|(address, size)| self.decoded(address, size)).collect()
    }

    /// The same if it is for ARM64.
    #[must_use]
    pub fn arm64_code(&self, name: &str) -> Vec<arm64::Code> {
        let places = self.places(name).filter(|_| self.cpu == Cpu::Arm64);
        places.filter_map(|(address, size)| self.arm64_words(address, size)).collect()
    }

    /// The same if it is for RV32.
    #[must_use]
    pub fn rv32_code(&self, name: &str) -> Vec<rv32::Code> {
        let places = self.places(name).filter(|_| self.cpu == Cpu::Rv32);
        places.filter_map(|(address, size)| self.rv32_decoded(address, size)).collect()
    }

    /// The function of RV32 that begins at an address.
    #[must_use]
    pub fn rv32_code_at(&self, address: u64) -> Option<rv32::Code> {
        let mut places = self.functions.values().flatten().filter(|_| self.cpu == Cpu::Rv32);
        let (_, size) = places.find(|(at, _)| *at == address)?;
        self.rv32_decoded(address, *size)
    }

    /// Up to 32 bits of code at an address.
    #[must_use]
    pub fn rv32_bits(&self, address: u64) -> Option<u32> {
        let two = |at| Some(u16::from_le_bytes(self.bytes(at, 2, true)?.try_into().ok()?));
        Some(u32::from(two(address)?) | u32::from(two(address + 2).unwrap_or(0)) << 16)
    }

    fn rv32_decoded(&self, address: u64, size: u64) -> Option<rv32::Code> {
        let bytes = self.bytes(address, usize::try_from(size).ok()?, true)?;
        Some(rv32::Code { address, instructions: rv32::decode_all(bytes) })
    }

    fn places(&self, name: &str) -> impl Iterator<Item = (u64, u64)> {
        self.functions.get(name).map_or(&[][..], Vec::as_slice).iter().copied()
    }

    fn arm64_words(&self, address: u64, size: u64) -> Option<arm64::Code> {
        let bytes = self.bytes(address, usize::try_from(size).ok()?, true)?;
        // Instructions have their lowest byte first on all machines of this kind.
        let words = bytes.chunks_exact(4).filter_map(|word| word.try_into().ok());
        Some(arm64::Code(words.map(u32::from_le_bytes).collect()))
    }

    fn decoded(&self, address: u64, size: u64) -> Option<Code> {
        let bytes = self.bytes(address, usize::try_from(size).ok()?, true)?;
        let decoder = Decoder::with_ip(64, bytes, address, DecoderOptions::NONE);
        Some(Code(decoder.into_iter().collect()))
    }

    fn bytes(&self, address: u64, size: usize, writable: bool) -> Option<&[u8]> {
        let holds = |section: &&Section| {
            let from =
                address.checked_sub(section.address).and_then(|from| usize::try_from(from).ok());
            let end = from.and_then(|from| from.checked_add(size));
            end.is_some_and(|end| end <= section.data.len()) && (writable || !section.writable)
        };
        let section = self.sections.iter().find(holds)?;
        let from = usize::try_from(address - section.address).ok()?;
        section.data.get(from..from + size)
    }

    /// The functions that code calls or jumps to, by name; `None` stands for those that have none.
    #[must_use]
    pub fn callees(&self, code: &Code) -> BTreeSet<Option<&str>> {
        let is_inside = |address| code.0.iter().any(|instruction| instruction.ip() == address);
        let leaves = |instruction: &&Instruction| match instruction.flow_control() {
            FlowControl::Next | FlowControl::Return => false,
            FlowControl::ConditionalBranch | FlowControl::UnconditionalBranch => {
                !is_inside(instruction.near_branch_target())
            }
            _ => true,
        };
        let address = |instruction: &Instruction| match instruction.flow_control() {
            FlowControl::IndirectCall => self.loaded(code, instruction),
            _ => Some(instruction.near_branch_target()),
        };
        let leaving = code.0.iter().filter(leaves);
        leaving.map(|i| address(i).and_then(|address| self.function_at(address))).collect()
    }

    /// The name of the function that begins there, if it is only one's. At 0 are those of others.
    fn function_at(&self, address: u64) -> Option<&str> {
        let begins = |places: &[(u64, u64)]| places.iter().any(|(at, _)| *at == address);
        let mut found = self.functions.iter().filter(|(_, places)| begins(places));
        let (name, _) = found.next().filter(|_| address != 0)?;
        found.next().is_none().then_some(name)
    }

    /// The address that a call takes from a place which the loader fills in: directly, or by a
    /// register that callees keep and that is otherwise only pushed and taken back.
    fn loaded(&self, code: &Code, call: &Instruction) -> Option<u64> {
        let mut load = call;
        if call.op0_kind() == OpKind::Register {
            let register = call.op0_register();
            let names = |i: &&Instruction| {
                let is_named = |at| i.op_register(at).full_register() == register;
                (0..i.op_count()).any(is_named)
                    && ![Mnemonic::Push, Mnemonic::Pop, Mnemonic::Call].contains(&i.mnemonic())
            };
            let mut names = code.0.iter().filter(names);
            let is_load = |i: &&Instruction| {
                KEPT.contains(&register)
                    && i.code() == Form::Mov_r64_rm64
                    && i.op0_register() == register
            };
            load = names.next().filter(is_load)?;
            if names.next().is_some() {
                return None;
            }
        }
        let slot = load.is_ip_rel_memory_operand().then(|| load.ip_rel_memory_address())?;
        self.relative.get(&slot).copied()
    }

    /// The word at an address that no program may change.
    #[must_use]
    pub fn constant(&self, address: u64) -> Option<u64> {
        let bytes = self.bytes(address, 8, false)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }

    /// The same of 32 bits.
    #[must_use]
    pub fn constant_32(&self, address: u64) -> Option<u32> {
        let bytes = self.bytes(address, 4, false)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }

    /// So many words at each multiple of 8 among the constants where a test says yes.
    pub fn constants(&self, count: usize, mut wanted: impl FnMut(&[u64]) -> bool) -> Vec<Vec<u64>> {
        let mut out = Vec::new();
        for section in self.sections.iter().filter(|section| !section.writable) {
            // Words are aligned in memory, a section may begin anywhere.
            let skip = usize::try_from(section.address.wrapping_neg() & 7).unwrap_or(0);
            let words: Vec<u64> = section.data[skip.min(section.data.len())..]
                .chunks_exact(8)
                .filter_map(|bytes| bytes.try_into().ok().map(u64::from_le_bytes))
                .collect();
            out.extend(words.windows(count).filter(|words| wanted(words)).map(<[u64]>::to_vec));
        }
        out
    }
}
