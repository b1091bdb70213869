//! The peripherals of ESP32-C3 that curvemark uses: the RSA block, and the system registers that
//! give it a clock and power.
//!
//! Written from published descriptions (the register map of the public `esp32c3` crate and of
//! ESP-IDF, the technical reference manual, the driver of zeugmaster/nucula); no chip has confirmed
//! it. What is described by one source alone, or not at all, is a flag of [`Quirks`].

mod montgomery;
mod quirks;
mod rsa;
mod system;

pub use quirks::Quirks;
pub use rsa::{Rsa, Work};
pub use system::System;

const SYSTEM: u32 = 0x600c_0000;
const RSA: u32 = 0x6003_c000;
const PAGE: u32 = 0x1000;

/// What hangs on the bus beside memory.
#[derive(Debug, Clone)]
pub struct Peripherals {
    chip: Option<Chip>,
}

#[derive(Debug, Clone)]
struct Chip {
    system: System,
    rsa: Rsa,
}

impl Peripherals {
    /// Those of the chip, as they are after reset.
    pub fn esp32c3(quirks: Quirks) -> Self {
        Self { chip: Some(Chip { system: System::new(quirks), rsa: Rsa::new(quirks) }) }
    }

    /// None.
    pub fn none() -> Self {
        Self { chip: None }
    }

    /// The RSA block.
    pub fn rsa(&self) -> Option<&Rsa> {
        self.chip.as_ref().map(|chip| &chip.rsa)
    }

    /// Whether a register or a word of a peripheral's memory holds this address.
    pub fn has(&self, address: u32) -> bool {
        let Some(_) = &self.chip else { return false };
        match address & !(PAGE - 1) {
            SYSTEM => System::has(address - SYSTEM),
            RSA => Rsa::has(address - RSA),
            _ => false,
        }
    }

    /// Reads the word at an aligned address; `None` if nothing is there.
    pub fn read(&mut self, address: u32) -> Option<u32> {
        let has = self.has(address);
        let chip = self.chip.as_mut().filter(|_| has)?;
        match address & !(PAGE - 1) {
            SYSTEM => Some(chip.system.read(address - SYSTEM)),
            _ => Some(chip.rsa.read(address - RSA)),
        }
    }

    /// Writes the word at an aligned address; `None` if nothing is there, else what an operation
    /// that it started has to do.
    pub fn write(&mut self, address: u32, value: u32) -> Option<Option<Work>> {
        let has = self.has(address);
        let chip = self.chip.as_mut().filter(|_| has)?;
        match address & !(PAGE - 1) {
            SYSTEM => {
                chip.system.write(address - SYSTEM, value);
                chip.rsa.supply(chip.system.supply());
                Some(None)
            }
            _ => Some(chip.rsa.write(address - RSA, value)),
        }
    }
}
