//! The registers and memories of the block, and those of the system that give it a clock and power.
//!
//! Source: ESP32-C3 technical reference manual, "RSA Accelerator" and "System Registers"; the
//! public register crate `esp32c3`.

const SYSTEM: usize = 0x600c_0000;
const RSA: usize = 0x6003_c000;

/// A register, by its address.
#[derive(Clone, Copy)]
pub struct Register(usize);

pub const CLOCK: Register = Register(SYSTEM + 0x14);
pub const RESET: Register = Register(SYSTEM + 0x1c);
pub const POWER: Register = Register(SYSTEM + 0x38);
pub const M_PRIME: Register = Register(RSA + 0x800);
pub const MODE: Register = Register(RSA + 0x804);
pub const QUERY_CLEAN: Register = Register(RSA + 0x808);
pub const START_MODEXP: Register = Register(RSA + 0x80c);
pub const QUERY_IDLE: Register = Register(RSA + 0x818);
pub const CONSTANT_TIME: Register = Register(RSA + 0x820);
pub const SEARCH_ENABLE: Register = Register(RSA + 0x824);
pub const SEARCH_POS: Register = Register(RSA + 0x828);
pub const INT_ENA: Register = Register(RSA + 0x82c);

/// In CLOCK and RESET: the block, and the block of signatures, which holds it in reset too.
pub const RSA_BIT: u32 = 1 << 3;
pub const SIGNATURE_BIT: u32 = 1 << 4;
/// In POWER.
pub const MEMORY_DOWN: u32 = 1;

/// A memory of 96 words, by the address of its first.
#[derive(Clone, Copy)]
pub struct Memory(usize);

pub const M: Memory = Memory(RSA);
pub const Z: Memory = Memory(RSA + 0x200);
pub const Y: Memory = Memory(RSA + 0x400);
pub const X: Memory = Memory(RSA + 0x600);

/// Words of a memory.
pub const WORDS: usize = 96;

/// Reads of a state register after which the block is taken for dead: a product is done in some 304
/// cycles, a wipe in some thousands.
const PATIENCE: u32 = 1 << 17;

/// The right to touch them; there is one.
pub struct Registers(());

impl Registers {
    /// # Safety
    /// Nothing else uses the block while this value exists, and the program runs on an ESP32-C3.
    pub unsafe fn take() -> Self {
        Self(())
    }

    #[inline(always)]
    pub fn read(&self, register: Register) -> u32 {
        // SAFETY: the address is that of a register, and whoever made this value owns the block.
        unsafe { core::ptr::with_exposed_provenance::<u32>(register.0).read_volatile() }
    }

    #[inline(always)]
    pub fn write(&mut self, register: Register, value: u32) {
        // SAFETY: as above; no register of these writes to the program's memory.
        unsafe { core::ptr::with_exposed_provenance_mut::<u32>(register.0).write_volatile(value) }
    }

    /// Sets and clears bits of a register that others use too.
    pub fn change(&mut self, register: Register, set: u32, clear: u32) {
        let value = self.read(register);
        self.write(register, (value | set) & !clear);
    }

    /// Waits for a state; false if it does not come.
    #[inline(always)]
    pub fn reach(&self, state: Register) -> bool {
        (0..PATIENCE).any(|_| self.read(state) & 1 == 1)
    }

    /// Reads the first words of a memory.
    #[inline(always)]
    pub fn load<const N: usize>(&self, memory: Memory) -> [u32; N] {
        const { assert!(N <= WORDS) };
        core::array::from_fn(|word| self.read(Register(memory.0 + 4 * word)))
    }

    /// Writes the first words of a memory.
    #[inline(always)]
    pub fn store<const N: usize>(&mut self, memory: Memory, words: &[u32; N]) {
        const { assert!(N <= WORDS) };
        for (word, value) in words.iter().enumerate() {
            self.write(Register(memory.0 + 4 * word), *value);
        }
    }

    /// As [`Registers::store`], of words that stand in memory: some are read before they are
    /// written, since a word that is used by the instruction after its load comes a cycle late.
    #[inline(always)]
    #[cfg_attr(not(curvemark_multiplier), allow(dead_code))]
    pub fn copy<const N: usize>(&mut self, memory: Memory, words: &[u32; N]) {
        const { assert!(N <= WORDS) };
        let (some, rest) = words.as_chunks::<4>();
        let mut place = memory.0;
        for some in some {
            // SAFETY: references are good to read from. Volatile, so that all reads stay before the
            // writes.
            let values =
                some.each_ref().map(|word| unsafe { core::ptr::from_ref(word).read_volatile() });
            for value in values {
                self.write(Register(place), value);
                place += 4;
            }
        }
        for value in rest {
            self.write(Register(place), *value);
            place += 4;
        }
    }
}
