//! Global memory: ranges that were allocated, and of each word who has written and read it.

use std::fmt::Write;

/// Who has touched a word. Threads of a launch have the numbers from [`FIRST`](Touch::FIRST) on.
struct Touch;

impl Touch {
    const NOBODY: u32 = 0;
    /// The host, or a launch before.
    const BEFORE: u32 = 1;
    const FIRST: u32 = 2;
    const ATOMIC: u32 = u32::MAX;
    const SEVERAL: u32 = u32::MAX - 1;
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    value: u32,
    writer: u32,
    reader: u32,
}

#[derive(Debug)]
struct Range {
    start: u64,
    cells: Vec<Cell>,
    released: bool,
}

#[derive(Debug)]
pub(super) struct Memory {
    ranges: Vec<Range>,
    next: u64,
}

impl Default for Memory {
    fn default() -> Self {
        // Beyond 32 bits, so that an address that is cut off is found.
        Self { ranges: Vec::new(), next: 0x7_0000_0000 }
    }
}

impl Memory {
    /// As a driver's, an allocation begins at a multiple of 256; and nothing lies next to it.
    pub(super) fn allocate(&mut self, words: usize) -> u64 {
        let start = self.next;
        self.next = (start + 4 * words as u64).next_multiple_of(256) + 4096;
        let cell = Cell { value: 0, writer: Touch::NOBODY, reader: Touch::NOBODY };
        self.ranges.push(Range { start, cells: vec![cell; words], released: false });
        start
    }

    pub(super) fn release(&mut self, address: u64) -> Result<(), String> {
        match self.ranges.iter_mut().find(|range| range.start == address && !range.released) {
            Some(range) => {
                range.released = true;
                range.cells = Vec::new();
                Ok(())
            }
            None => Err(format!("nothing was allocated at {address:#x}")),
        }
    }

    /// `count` words at an address, which is a multiple of what is read.
    fn cells(&mut self, address: u64, count: usize, align: u64) -> Result<&mut [Cell], String> {
        if !address.is_multiple_of(align) {
            return Err(format!("the address {address:#x} is no multiple of {align}"));
        }
        let after = self.ranges.partition_point(|range| range.start <= address);
        let range = after.checked_sub(1).and_then(|at| self.ranges.get_mut(at));
        let outside = |what: &str| {
            let mut text = format!("the address {address:#x} is outside of what was allocated");
            write!(text, "{what}").expect("a string takes all");
            text
        };
        let range = range.ok_or_else(|| outside(""))?;
        if range.released {
            return Err(outside(" and not released"));
        }
        let start = usize::try_from((address - range.start) >> 2).expect("an index");
        let words = range.cells.len();
        range
            .cells
            .get_mut(start..start + count)
            .ok_or_else(|| outside(&format!(": word {start} of {words}")))
    }

    pub(super) fn write(&mut self, address: u64, words: &[u32]) -> Result<(), String> {
        for (cell, &value) in self.cells(address, words.len(), 4)?.iter_mut().zip(words) {
            (cell.value, cell.writer) = (value, Touch::BEFORE);
        }
        Ok(())
    }

    pub(super) fn read(&mut self, address: u64, words: usize) -> Result<Vec<u32>, String> {
        let cells = self.cells(address, words, 4)?.iter();
        cells
            .map(|cell| match cell.writer {
                Touch::NOBODY => Err(format!("a word of {address:#x} was never written")),
                _ => Ok(cell.value),
            })
            .collect()
    }

    /// What a thread loads.
    pub(super) fn load<const N: usize>(
        &mut self,
        thread: u32,
        address: u64,
        read_only: bool,
    ) -> Result<[u32; N], String> {
        let me = thread + Touch::FIRST;
        let cells = self.cells(address, N, 4 * N as u64)?;
        let mut out = [0; N];
        for (out, cell) in out.iter_mut().zip(cells) {
            match cell.writer {
                Touch::NOBODY => return Err(format!("a word at {address:#x} was never written")),
                Touch::BEFORE => {}
                writer if writer == me && !read_only => {}
                _ if read_only => {
                    return Err(format!("a word at {address:#x} is written by this launch"));
                }
                _ => return Err(format!("a word at {address:#x} is written by another thread")),
            }
            cell.reader = match cell.reader {
                Touch::NOBODY => me,
                reader if reader == me => me,
                _ => Touch::SEVERAL,
            };
            *out = cell.value;
        }
        Ok(out)
    }

    /// What a thread stores.
    pub(super) fn store<const N: usize>(
        &mut self,
        thread: u32,
        address: u64,
        words: [u32; N],
    ) -> Result<(), String> {
        let me = thread + Touch::FIRST;
        for (cell, value) in self.cells(address, N, 4 * N as u64)?.iter_mut().zip(words) {
            let other = |toucher: u32| toucher >= Touch::FIRST && toucher != me;
            if other(cell.writer) {
                return Err(format!("a word at {address:#x} is written by another thread"));
            }
            if other(cell.reader) {
                return Err(format!("a word at {address:#x} is read by another thread"));
            }
            (cell.value, cell.writer) = (value, me);
        }
        Ok(())
    }

    /// Adds to a word, and gives what stood there.
    pub(super) fn atomic_add(&mut self, address: u64, value: u32) -> Result<u32, String> {
        let [cell] = self.cells(address, 1, 4)? else { unreachable!("one word") };
        match cell.writer {
            Touch::NOBODY => return Err(format!("the word at {address:#x} was never written")),
            Touch::BEFORE | Touch::ATOMIC => {}
            _ => return Err(format!("the word at {address:#x} is written by a plain store")),
        }
        if cell.reader != Touch::NOBODY {
            return Err(format!("the word at {address:#x} is read by a plain load"));
        }
        let before = cell.value;
        (cell.value, cell.writer) = (before.wrapping_add(value), Touch::ATOMIC);
        Ok(before)
    }

    /// What this launch has written is there for the next.
    pub(super) fn end_of_launch(&mut self) {
        for cell in self.ranges.iter_mut().flat_map(|range| &mut range.cells) {
            cell.writer = cell.writer.min(Touch::BEFORE);
            cell.reader = Touch::NOBODY;
        }
    }
}
