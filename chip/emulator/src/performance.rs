//! The chip's own performance counter: control registers 0x7E0 (which events), 0x7E1 (on or off)
//! and 0x7E2 (the count).
//!
//! The standard `cycle` and `instret` do not exist on ESP32-C3, and reading them traps. Cycles and
//! jump hazards are those of model A, since nothing here has a clock. Sources: ESP32-C3 technical
//! reference manual, "Custom CSRs"; that `rdcycle` traps: issue 552 of w1ne/labwired-core.

use crate::counters::{Counters, Event};
use crate::model::{Ledger, Model};

const EVENTS: u16 = 0x7e0;
const MODE: u16 = 0x7e1;
const COUNT: u16 = 0x7e2;

/// Bits of 0x7E0. The others (idle cycles and kinds of instructions) may be set and count nothing
/// here.
const CYCLES: u32 = 1;
const INSTRUCTIONS: u32 = 1 << 1;
const LOAD_HAZARDS: u32 = 1 << 2;
const JUMP_HAZARDS: u32 = 1 << 3;
/// All that exist.
const ALL_EVENTS: u32 = (1 << 11) - 1;
/// Bit 0 of 0x7E1 is on or off, bit 1 whether the count stops at its greatest value, which is not
/// modelled.
const ENABLED: u32 = 1;

#[derive(Debug, Clone, Default)]
pub(crate) struct PerformanceCounter {
    events: u32,
    mode: u32,
    /// The count when it was last brought up to date, and the total of its events then.
    count: u32,
    total: u64,
}

impl PerformanceCounter {
    pub(crate) fn read(&mut self, number: u16, now: &Ledger, model: &Model) -> Option<u32> {
        self.update(now, model);
        match number {
            EVENTS => Some(self.events),
            MODE => Some(self.mode),
            COUNT => Some(self.count),
            _ => None,
        }
    }

    pub(crate) fn write(&mut self, number: u16, value: u32, now: &Ledger, model: &Model) {
        self.update(now, model);
        match number {
            EVENTS => self.events = value & ALL_EVENTS,
            MODE => self.mode = value & 3,
            _ => self.count = value,
        }
        self.total = self.selected(now, model);
    }

    fn update(&mut self, now: &Ledger, model: &Model) {
        let total = self.selected(now, model);
        if self.mode & ENABLED != 0 {
            self.count = self.count.wrapping_add((total - self.total) as u32);
        }
        self.total = total;
    }

    /// The total of the selected events since the machine began.
    fn selected(&self, now: &Ledger, model: &Model) -> u64 {
        let counters = &now.counters;
        let cycles = |ledger: &Ledger| model.centicycles(ledger)[0].div_ceil(100);
        // Cycles of jumps and taken branches beyond one each.
        let jumps = || {
            let kinds = [Event::BranchTaken, Event::Jal, Event::Jalr];
            let mut alone = Counters::default();
            kinds.iter().for_each(|kind| alone[*kind] = counters[*kind]);
            cycles(&Ledger { counters: alone, waits: [0; 2] }) - alone.instructions()
        };
        let mut total = 0;
        if self.events & CYCLES != 0 {
            total += cycles(now);
        }
        if self.events & INSTRUCTIONS != 0 {
            total += counters.instructions();
        }
        if self.events & LOAD_HAZARDS != 0 {
            total += counters[Event::LoadUse];
        }
        if self.events & JUMP_HAZARDS != 0 {
            total += jumps();
        }
        total
    }
}
