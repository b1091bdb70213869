//! A program as the linker left it: segments, symbols, entry.

use core::fmt;

use elf::abi::{EM_RISCV, ET_EXEC, PT_LOAD, STT_FUNC, STT_NOTYPE, STT_OBJECT};
use elf::endian::LittleEndian;
use elf::{ElfBytes, file::Class};

use crate::instruction::Xlen;

/// An executable of 32-bit RISC-V, or of 64-bit RISC-V that lies below 4 GB.
#[derive(Debug, Clone)]
pub struct Image {
    xlen: Xlen,
    entry: u32,
    segments: Vec<Segment>,
    symbols: Vec<Symbol>,
}

/// Bytes at an address.
#[derive(Debug, Clone)]
pub struct Segment {
    /// Where the first byte lies when the program runs.
    pub address: u32,
    /// The bytes, with the zeros that the file leaves out.
    pub bytes: Vec<u8>,
    /// How many of them stand in the file, and so in flash; the rest is zero and stands nowhere.
    pub stored: u32,
}

/// A name for an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// As the linker wrote it, demangled if it was Rust's or C++'s only by whoever prints it.
    pub name: String,
    /// Where it begins.
    pub address: u32,
    /// In bytes; 0 where the assembler was not told.
    pub size: u32,
    /// Whether it is a function.
    pub function: bool,
}

/// Why bytes are no program for this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// Not an ELF file, or one that contradicts itself.
    Format,
    /// Of another byte order or processor, or not linked to fixed addresses.
    Target,
    /// With a segment of more than 16 MB, or one that wraps round the end of memory.
    Size,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Format => "not a well-formed ELF file",
            Self::Target => "not a little-endian RISC-V executable",
            Self::Size => "a segment is too large",
        })
    }
}

impl core::error::Error for Error {}

impl From<elf::ParseError> for Error {
    fn from(_: elf::ParseError) -> Self {
        Self::Format
    }
}

/// More than any memory of the chip.
const MAX_SEGMENT: u32 = 32 << 20;

impl Image {
    /// Reads an ELF file.
    ///
    /// # Errors
    /// [`Error::Format`], [`Error::Target`] and [`Error::Size`], as they say.
    pub fn parse(file: &[u8]) -> Result<Self, Error> {
        let file = ElfBytes::<LittleEndian>::minimal_parse(file).map_err(|error| match error {
            elf::ParseError::UnsupportedElfEndianness(_) => Error::Target,
            _ => Error::Format,
        })?;
        let header = &file.ehdr;
        let xlen = match header.class {
            Class::ELF32 => Xlen::Rv32,
            Class::ELF64 => Xlen::Rv64,
        };
        if header.e_machine != EM_RISCV || header.e_type != ET_EXEC {
            return Err(Error::Target);
        }
        let narrow = |value: u64| u32::try_from(value).map_err(|_| Error::Format);

        let mut segments = Vec::new();
        for part in
            file.segments().ok_or(Error::Format)?.iter().filter(|part| part.p_type == PT_LOAD)
        {
            let (address, size) = (narrow(part.p_vaddr)?, narrow(part.p_memsz)?);
            if size > MAX_SEGMENT || address.checked_add(size).is_none() {
                return Err(Error::Size);
            }
            let mut bytes = file.segment_data(&part)?.to_vec();
            if bytes.len() > size as usize {
                return Err(Error::Format);
            }
            let stored = narrow(part.p_filesz)?;
            bytes.resize(size as usize, 0);
            if size > 0 {
                segments.push(Segment { address, bytes, stored });
            }
        }

        let mut symbols = Vec::new();
        if let Some((table, names)) = file.symbol_table()? {
            for symbol in table.iter().filter(|symbol| !symbol.is_undefined()) {
                let name = names.get(symbol.st_name as usize)?;
                let kind = symbol.st_symtype();
                // Names such as `$x` mark where code begins, for disassemblers.
                if [STT_FUNC, STT_OBJECT, STT_NOTYPE].contains(&kind)
                    && !name.is_empty()
                    && !name.starts_with('$')
                {
                    let (address, size) = (narrow(symbol.st_value)?, narrow(symbol.st_size)?);
                    symbols.push(Symbol {
                        name: name.to_owned(),
                        address,
                        size,
                        function: kind == STT_FUNC,
                    });
                }
            }
        }
        symbols.sort_by(|a, b| (a.address, &a.name).cmp(&(b.address, &b.name)));
        Ok(Self { xlen, entry: narrow(header.e_entry)?, segments, symbols })
    }

    /// A program without a file: code and data at addresses, for tests.
    pub fn from_segments(xlen: Xlen, entry: u32, segments: Vec<Segment>) -> Self {
        Self { xlen, entry, segments, symbols: Vec::new() }
    }

    /// How wide the program's registers are.
    pub fn xlen(&self) -> Xlen {
        self.xlen
    }

    /// The address of the first instruction.
    pub fn entry(&self) -> u32 {
        self.entry
    }

    /// What is to be in memory.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// All names, by address.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The symbol of this name.
    pub fn symbol(&self, name: &str) -> Option<&Symbol> {
        self.symbols.iter().find(|symbol| symbol.name == name)
    }
}
