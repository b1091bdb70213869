//! Memory by address: SRAM, which appears at two addresses, and flash behind its cache. Also the
//! table of decoded instructions.

use crate::cache::FlashCache;
use crate::decode::decode;
use crate::image::Segment;
use crate::instruction::{Instruction, Xlen};

/// What lies behind an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Read and written in one cycle.
    Ram,
    /// Read through the cache, never written.
    Flash,
}

/// A stretch of addresses. Two with the same `store` show the same bytes.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    /// Its first address.
    pub base: u32,
    /// In bytes.
    pub size: u32,
    /// Which of the stores it shows, counted from 0.
    pub store: usize,
    /// What it is.
    pub kind: Kind,
}

/// The windows of ESP32-C3: technical reference manual, table "Address Mapping". Flash is of 4 MB,
/// as on common modules.
pub const ESP32C3: &[Window] = &[
    // SRAM1, on the bus of data and on that of instructions.
    Window { base: 0x3fc8_0000, size: 384 * 1024, store: 0, kind: Kind::Ram },
    Window { base: 0x4038_0000, size: 384 * 1024, store: 0, kind: Kind::Ram },
    // Flash for instructions and for constants. The chip's page tables make both of any pages; here
    // they are two memories.
    Window { base: 0x4200_0000, size: 4 << 20, store: 1, kind: Kind::Flash },
    Window { base: 0x3c00_0000, size: 4 << 20, store: 2, kind: Kind::Flash },
];

/// Why an access is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Nothing is there.
    Nothing,
    /// It is flash.
    ReadOnly,
}

#[derive(Debug, Clone)]
struct Store {
    bytes: Vec<u8>,
    /// One for each even offset, made when one of them is first fetched.
    decoded: Vec<Instruction>,
    /// Instructions have been decoded between these offsets alone.
    code_start: u32,
    code_end: u32,
}

/// All memory of a machine.
#[derive(Debug, Clone)]
pub struct Memory {
    /// As whose instructions bytes are decoded.
    xlen: Xlen,
    windows: Vec<Window>,
    stores: Vec<Store>,
    cache: FlashCache,
    /// The window that instructions were fetched from last.
    fetching: usize,
}

/// An instruction, and whether a line of flash had to be fetched for it.
pub(crate) struct Fetched {
    pub instruction: Instruction,
    pub misses: u64,
}

impl Memory {
    /// Empty memory. Flash is as long as what lies in it; RAM is zero.
    ///
    /// # Errors
    /// The address of the first segment that does not lie in one window.
    pub(crate) fn new(xlen: Xlen, windows: &[Window], segments: &[Segment]) -> Result<Self, u32> {
        let stores = windows.iter().map(|window| window.store + 1).max().unwrap_or(0);
        let empty =
            Store { bytes: Vec::new(), decoded: Vec::new(), code_start: u32::MAX, code_end: 0 };
        let mut memory = Self {
            xlen,
            windows: windows.to_vec(),
            stores: vec![empty; stores],
            cache: FlashCache::default(),
            fetching: 0,
        };
        for window in windows.iter().filter(|window| window.kind == Kind::Ram) {
            memory.stores[window.store].bytes.resize(window.size as usize, 0);
        }
        for segment in segments {
            let window = windows
                .iter()
                .find(|window| segment.address.wrapping_sub(window.base) < window.size);
            let window = window.ok_or(segment.address)?;
            let from = (segment.address - window.base) as usize;
            let to = from + segment.bytes.len();
            if to > window.size as usize {
                return Err(segment.address);
            }
            let bytes = &mut memory.stores[window.store].bytes;
            if bytes.len() < to {
                // Erased flash reads as ones; whole words, so that the last instruction may be
                // fetched as one.
                bytes.resize(to.next_multiple_of(4), 0xff);
            }
            bytes[from..to].copy_from_slice(&segment.bytes);
        }
        Ok(memory)
    }

    /// The window of an address, and the offset in it.
    #[inline]
    fn find(&self, address: u32) -> Option<(Window, u32)> {
        self.windows.iter().find_map(|window| {
            let offset = address.wrapping_sub(window.base);
            (offset < window.size).then_some((*window, offset))
        })
    }

    /// `N` bytes, aligned to N, and whether a line had to be fetched for them.
    #[inline]
    pub(crate) fn read<const N: usize>(&mut self, address: u32) -> Result<([u8; N], bool), Fault> {
        let (window, offset) = self.find(address).ok_or(Fault::Nothing)?;
        let bytes =
            self.stores[window.store].bytes.get(offset as usize..).and_then(<[u8]>::first_chunk);
        let bytes = *bytes.ok_or(Fault::Nothing)?;
        let miss = window.kind == Kind::Flash && self.cache.access(address);
        Ok((bytes, miss))
    }

    /// Writes `N` bytes, aligned to N.
    #[inline]
    pub(crate) fn write<const N: usize>(
        &mut self,
        address: u32,
        value: [u8; N],
    ) -> Result<(), Fault> {
        let (window, offset) = self.find(address).ok_or(Fault::Nothing)?;
        if window.kind == Kind::Flash {
            return Err(Fault::ReadOnly);
        }
        let store = &mut self.stores[window.store];
        let bytes = store.bytes.get_mut(offset as usize..).and_then(<[u8]>::first_chunk_mut);
        *bytes.ok_or(Fault::Nothing)? = value;
        if offset + 7 >= store.code_start && offset < store.code_end {
            store.forget(offset, N as u32);
        }
        Ok(())
    }

    /// The instruction at an even address.
    #[inline]
    pub(crate) fn fetch(&mut self, pc: u32) -> Result<Fetched, Fault> {
        let mut window = self.windows[self.fetching];
        let mut offset = pc.wrapping_sub(window.base);
        if offset >= window.size {
            self.fetching = self
                .windows
                .iter()
                .position(|window| pc.wrapping_sub(window.base) < window.size)
                .ok_or(Fault::Nothing)?;
            window = self.windows[self.fetching];
            offset = pc - window.base;
        }
        let store = &mut self.stores[window.store];
        let mut instruction =
            store.decoded.get(offset as usize >> 1).copied().unwrap_or(Instruction::UNKNOWN);
        if instruction.length == 0 {
            instruction = store.decode(offset, self.xlen)?;
        }
        let mut misses = 0;
        if window.kind == Kind::Flash {
            misses += u64::from(self.cache.access(pc));
            if instruction.length == 4 {
                misses += u64::from(self.cache.access(pc + 2));
            }
        }
        Ok(Fetched { instruction, misses })
    }

    /// Copies bytes out, past the cache and all counters.
    pub(crate) fn peek(&self, address: u32, length: usize) -> Option<&[u8]> {
        let (window, offset) = self.find(address)?;
        self.stores[window.store].bytes.get(offset as usize..)?.get(..length)
    }

    /// Copies bytes in, into flash too, past the cache and all counters.
    pub(crate) fn poke(&mut self, address: u32, bytes: &[u8]) -> Option<()> {
        let (window, offset) = self.find(address)?;
        let store = &mut self.stores[window.store];
        store.bytes.get_mut(offset as usize..)?.get_mut(..bytes.len())?.copy_from_slice(bytes);
        store.forget(offset, bytes.len() as u32);
        Some(())
    }
}

impl Store {
    #[cold]
    fn decode(&mut self, offset: u32, xlen: Xlen) -> Result<Instruction, Fault> {
        let at = offset as usize;
        let half = |at: usize| {
            self.bytes
                .get(at..)
                .and_then(<[u8]>::first_chunk)
                .map(|bytes| u16::from_le_bytes(*bytes))
        };
        let low = half(at).ok_or(Fault::Nothing)?;
        let high = half(at + 2);
        if low & 3 == 3 && high.is_none() {
            return Err(Fault::Nothing);
        }
        let instruction = decode(u32::from(low) | u32::from(high.unwrap_or(0)) << 16, xlen);
        if self.decoded.is_empty() {
            self.decoded = vec![Instruction::UNKNOWN; self.bytes.len().div_ceil(2)];
        }
        self.decoded[at >> 1] = instruction;
        self.code_start = self.code_start.min(offset);
        self.code_end = self.code_end.max(offset + 4);
        Ok(instruction)
    }

    /// Drops what was decoded from bytes that are written now.
    #[cold]
    fn forget(&mut self, offset: u32, length: u32) {
        // An instruction of four bytes may begin two bytes earlier.
        let from = offset.saturating_sub(2) as usize >> 1;
        let to = (offset + length).div_ceil(2) as usize;
        let end = to.min(self.decoded.len());
        self.decoded[from.min(end)..end].fill(Instruction::UNKNOWN);
    }
}
