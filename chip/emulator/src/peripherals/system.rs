//! The system registers that gate the RSA block: clock, reset, power. Source: ESP32-C3 technical
//! reference manual, "System Registers".

use super::Quirks;

const CLOCK: u32 = 0x14;
const RESET: u32 = 0x1c;
const POWER: u32 = 0x38;

/// In PERIP_CLK_EN1 and PERIP_RST_EN1.
const RSA: u32 = 1 << 3;
const SIGNATURE: u32 = 1 << 4;
/// In RSA_PD_CTRL, the last with the highest priority.
const MEMORY_DOWN: u32 = 1;
const FORCE_UP: u32 = 1 << 1;
const FORCE_DOWN: u32 = 1 << 2;

/// The three registers.
#[derive(Debug, Clone)]
pub struct System {
    quirks: Quirks,
    clock: u32,
    reset: u32,
    power: u32,
}

/// What the RSA block gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Supply {
    pub clock: bool,
    pub reset: bool,
    pub power: bool,
}

impl System {
    /// After the chip's reset: crypto blocks without clock, held in reset, memory down.
    pub(super) fn new(quirks: Quirks) -> Self {
        Self { quirks, clock: 0x200, reset: 0x1fe, power: MEMORY_DOWN }
    }

    pub(super) fn has(offset: u32) -> bool {
        [CLOCK, RESET, POWER].contains(&offset)
    }

    pub(super) fn read(&self, offset: u32) -> u32 {
        match offset {
            CLOCK => self.clock,
            RESET => self.reset,
            _ => self.power,
        }
    }

    pub(super) fn write(&mut self, offset: u32, value: u32) {
        match offset {
            CLOCK => self.clock = value,
            RESET => self.reset = value,
            _ => self.power = value & (MEMORY_DOWN | FORCE_UP | FORCE_DOWN),
        }
    }

    pub(super) fn supply(&self) -> Supply {
        let held = self.quirks.signature_holds_reset && self.reset & SIGNATURE != 0;
        let up = self.power & FORCE_UP != 0 || self.power & MEMORY_DOWN == 0;
        Supply {
            clock: self.clock & RSA != 0,
            reset: self.reset & RSA != 0 || held,
            power: up && self.power & FORCE_DOWN == 0,
        }
    }
}
