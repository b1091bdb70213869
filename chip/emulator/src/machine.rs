//! The machine: registers, memory, peripherals, counters, and the loop over instructions.
//!
//! It starts at the entry of an [`Image`] with all registers zero, as a bare-metal program expects
//! of nothing but its own first instructions. There are no interrupts and no trap handlers: what a
//! chip would trap on ends the run with a [`Trap`].

mod execute;
mod rows;
mod trap;

use crate::counters::{Counters, Event};
use crate::image::Image;
use crate::instruction::{Instruction, Xlen};
use crate::memory::{self, Memory, Window};
use crate::model::{Ledger, Model};
use crate::performance::PerformanceCounter;
use crate::peripherals::{Peripherals, Quirks};

pub use rows::Row;
pub use trap::{Cause, Stop, Trap};

/// A chip with a program in it.
#[derive(Debug, Clone)]
pub struct Machine {
    xlen: Xlen,
    /// Of 32 bits each with its sign extended: what 64 bits make of such numbers, 32 make too, but
    /// for shifts to the right and high halves.
    registers: [u64; 32],
    pc: u32,
    memory: Memory,
    peripherals: Peripherals,
    counters: Counters,
    model: Model,
    /// Centicycles spent waiting for a peripheral, by models A and B.
    waits: [u64; 2],
    /// When the operation that runs now is done, by models A and B.
    busy_until: Option<[u64; 2]>,
    performance: PerformanceCounter,
    /// The register that the instruction before this one loaded; 0 if none.
    loaded: u8,
    /// The lowest stack pointer since the innermost row began.
    low_water: u32,
    stack_limit: u32,
    console: Vec<u8>,
    rows: Vec<Row>,
    open: Vec<rows::Open>,
}

/// A load or a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    /// Its address.
    pub address: u32,
    /// In bytes: 1, 2, 4 or 8.
    pub size: u8,
    /// Whether it writes.
    pub write: bool,
}

/// One executed instruction, for those who watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Where it lies.
    pub pc: u32,
    /// What it is.
    pub instruction: Instruction,
    /// The data that it touched.
    pub access: Option<Access>,
    /// Where execution goes on.
    pub next: u32,
    /// The stack pointer afterwards.
    pub stack_pointer: u32,
}

impl Machine {
    /// An ESP32-C3 with 384 KB of SRAM, 4 MB of flash and the peripherals of [`Peripherals`].
    ///
    /// # Errors
    /// [`Cause::Nothing`] at the address of a segment that lies in none of the chip's memories;
    /// [`Cause::Illegal`] for a program of 64 bits.
    pub fn esp32c3(image: &Image, quirks: Quirks) -> Result<Self, Trap> {
        if image.xlen() != Xlen::Rv32 {
            return Err(Trap { pc: image.entry(), cause: Cause::Illegal });
        }
        Self::new(image, memory::ESP32C3, Peripherals::esp32c3(quirks))
    }

    /// A machine with other memory and no peripherals; of 64 bits where the program is.
    ///
    /// # Errors
    /// [`Cause::Nothing`] at the address of a segment that lies in none of the windows.
    pub fn bare(image: &Image, windows: &[Window]) -> Result<Self, Trap> {
        Self::new(image, windows, Peripherals::none())
    }

    fn new(image: &Image, windows: &[Window], peripherals: Peripherals) -> Result<Self, Trap> {
        let memory = Memory::new(image.xlen(), windows, image.segments())
            .map_err(|address| Trap { pc: image.entry(), cause: Cause::Nothing { address } })?;
        Ok(Self {
            xlen: image.xlen(),
            registers: [0; 32],
            pc: image.entry(),
            memory,
            peripherals,
            counters: Counters::default(),
            model: Model::esp32c3(),
            waits: [0; 2],
            busy_until: None,
            performance: PerformanceCounter::default(),
            loaded: 0,
            low_water: u32::MAX,
            stack_limit: 0,
            console: Vec::new(),
            rows: Vec::new(),
            open: Vec::new(),
        })
    }

    /// Runs until the program ends, but for no more than `limit` instructions.
    pub fn run(&mut self, limit: u64) -> Stop {
        self.run_with(limit, |_| ())
    }

    /// As [`Machine::run`], with each executed instruction shown to `watch`.
    pub fn run_with(&mut self, limit: u64, mut watch: impl FnMut(&Step)) -> Stop {
        for _ in 0..limit {
            match self.step() {
                Ok(step) => watch(&step),
                Err(stop) => return stop,
            }
        }
        Stop::Limit
    }

    /// All that was counted until now.
    pub fn ledger(&self) -> Ledger {
        Ledger { counters: self.counters, waits: self.waits }
    }

    /// The rows that have ended, in the order of their ends.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// What the program printed.
    pub fn console(&self) -> &[u8] {
        &self.console
    }

    /// A register, 0 to 31; of 32 bits with zeros above them.
    ///
    /// # Panics
    /// For 32 and more.
    pub fn register(&self, number: usize) -> u64 {
        match self.xlen {
            Xlen::Rv32 => u64::from(self.registers[number] as u32),
            Xlen::Rv64 => self.registers[number],
        }
    }

    /// Sets a register, of 32 bits to the lower half; register 0 stays zero.
    ///
    /// # Panics
    /// For 32 and more.
    pub fn set_register(&mut self, number: usize, value: u64) {
        assert!(number < 32, "there are 32 registers");
        self.set(number as u8, self.fit(value));
    }

    /// The address of the next instruction.
    pub fn pc(&self) -> u32 {
        self.pc
    }

    /// Goes on at another instruction.
    pub fn set_pc(&mut self, address: u32) {
        self.pc = address & !1;
    }

    /// Bytes of memory, past caches, counters and peripherals. `None` where there is no memory, or
    /// not that much.
    pub fn peek(&self, address: u32, length: usize) -> Option<&[u8]> {
        self.memory.peek(address, length)
    }

    /// Writes bytes to memory, flash too, past caches, counters and peripherals. `None`, and
    /// nothing written, where there is no memory.
    #[must_use]
    pub fn poke(&mut self, address: u32, bytes: &[u8]) -> Option<()> {
        self.memory.poke(address, bytes)
    }

    /// The stack pointer must not go below this address from now on: else [`Cause::StackOverflow`].
    pub fn limit_stack(&mut self, address: u32) {
        self.stack_limit = address;
    }

    /// The peripherals, for what tests look at.
    pub fn peripherals(&self) -> &Peripherals {
        &self.peripherals
    }

    #[inline]
    fn set(&mut self, register: u8, value: u64) {
        self.registers[usize::from(register & 31)] = value;
        self.registers[0] = 0;
        if register == 2 {
            self.low_water = self.low_water.min(value as u32);
        }
    }

    #[inline]
    fn get(&self, register: u8) -> u64 {
        self.registers[usize::from(register & 31)]
    }

    /// The lower half of a register.
    #[inline]
    fn low(&self, register: u8) -> u32 {
        self.get(register) as u32
    }

    /// A result as a register holds it.
    #[inline]
    fn fit(&self, value: u64) -> u64 {
        let above = 64 - self.xlen.bits();
        ((value << above) as i64 >> above) as u64
    }

    /// Centicycles until now, by models A and B.
    fn now(&self) -> [u64; 2] {
        self.model.centicycles(&self.ledger())
    }

    /// The program needs the result of the peripheral now: it waits for what is left of the
    /// operation's time.
    fn wait_for_peripheral(&mut self) {
        if let Some(done) = self.busy_until.take() {
            let now = self.now();
            for bound in 0..2 {
                self.waits[bound] += done[bound].saturating_sub(now[bound]);
            }
        }
    }

    fn read_peripheral(&mut self, address: u32) -> Option<u32> {
        let read = self.peripherals.read(address)?;
        self.counters[Event::PeripheralRead] += 1;
        self.wait_for_peripheral();
        Some(read)
    }

    fn write_peripheral(&mut self, address: u32, value: u32) -> Option<()> {
        let work = self.peripherals.write(address, value)?;
        self.counters[Event::PeripheralWrite] += 1;
        if let Some(work) = work {
            self.wait_for_peripheral();
            self.counters[Event::RsaOperation] += 1;
            self.counters[Event::RsaProduct] += work.products;
            self.counters[Event::RsaWordPair] += work.word_pairs();
            let busy = self.model.busy(work.word_pairs());
            let now = self.now();
            self.busy_until = Some([now[0] + busy[0], now[1] + busy[1]]);
        }
        Some(())
    }
}
