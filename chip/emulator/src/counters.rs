//! What is counted, exactly and without a model of time.

use core::fmt;
use core::ops::{Index, IndexMut, Sub};

/// A kind of event. The instructions come first, each counted under one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// Instructions of one cycle without memory: arithmetic, logic, shifts, `lui`, `auipc`,
    /// `fence`.
    Alu,
    /// Loads.
    Load,
    /// Stores.
    Store,
    /// Conditional branches that fall through.
    BranchNotTaken,
    /// Conditional branches that are taken.
    BranchTaken,
    /// `jal`.
    Jal,
    /// `jalr`.
    Jalr,
    /// `mul`.
    Mul,
    /// `mulh`, `mulhu`, `mulhsu`.
    MulHigh,
    /// `div`, `divu`, `rem`, `remu`. Their time may depend on operands.
    Divide,
    /// Accesses to control and status registers.
    Csr,
    /// Calls to the emulator.
    Marker,
    /// Loads whose result the next instruction reads.
    LoadUse,
    /// Lines that instruction fetch brought into the flash cache.
    FetchMiss,
    /// Lines that loads brought into the flash cache.
    DataMiss,
    /// Reads of peripheral registers and memories.
    PeripheralRead,
    /// Writes of them.
    PeripheralWrite,
    /// Operations that the RSA block was told to start.
    RsaOperation,
    /// Montgomery products that it made for them.
    RsaProduct,
    /// n² for each of these products of n words.
    RsaWordPair,
}

impl Event {
    /// All of them.
    pub const ALL: [Self; 20] = [
        Self::Alu,
        Self::Load,
        Self::Store,
        Self::BranchNotTaken,
        Self::BranchTaken,
        Self::Jal,
        Self::Jalr,
        Self::Mul,
        Self::MulHigh,
        Self::Divide,
        Self::Csr,
        Self::Marker,
        Self::LoadUse,
        Self::FetchMiss,
        Self::DataMiss,
        Self::PeripheralRead,
        Self::PeripheralWrite,
        Self::RsaOperation,
        Self::RsaProduct,
        Self::RsaWordPair,
    ];

    /// The name under which it stands in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alu => "alu",
            Self::Load => "load",
            Self::Store => "store",
            Self::BranchNotTaken => "branch_not_taken",
            Self::BranchTaken => "branch_taken",
            Self::Jal => "jal",
            Self::Jalr => "jalr",
            Self::Mul => "mul",
            Self::MulHigh => "mul_high",
            Self::Divide => "divide",
            Self::Csr => "csr",
            Self::Marker => "marker",
            Self::LoadUse => "load_use",
            Self::FetchMiss => "fetch_miss",
            Self::DataMiss => "data_miss",
            Self::PeripheralRead => "peripheral_read",
            Self::PeripheralWrite => "peripheral_write",
            Self::RsaOperation => "rsa_operation",
            Self::RsaProduct => "rsa_product",
            Self::RsaWordPair => "rsa_word_pair",
        }
    }

    const fn is_instruction(self) -> bool {
        (self as usize) < Self::LoadUse as usize
    }
}

/// How often each [`Event`] came.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Counters([u64; Event::ALL.len()]);

impl Counters {
    /// Instructions, without calls to the emulator.
    pub fn instructions(&self) -> u64 {
        let counted = Event::ALL
            .into_iter()
            .filter(|event| event.is_instruction() && *event != Event::Marker);
        counted.map(|event| self[event]).sum()
    }
}

impl Index<Event> for Counters {
    type Output = u64;

    fn index(&self, event: Event) -> &u64 {
        &self.0[event as usize]
    }
}

impl IndexMut<Event> for Counters {
    fn index_mut(&mut self, event: Event) -> &mut u64 {
        &mut self.0[event as usize]
    }
}

/// What came between two readings, the earlier one on the right.
impl Sub for Counters {
    type Output = Self;

    fn sub(self, earlier: Self) -> Self {
        Self(core::array::from_fn(|index| self.0[index] - earlier.0[index]))
    }
}

impl fmt::Debug for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seen = Event::ALL.into_iter().filter(|event| self[*event] != 0);
        f.debug_map().entries(seen.map(|event| (event.name(), self[event]))).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_stands_at_its_own_place_under_its_own_name() {
        for (place, event) in Event::ALL.into_iter().enumerate() {
            assert_eq!(event as usize, place);
            assert_eq!(
                Event::ALL.into_iter().filter(|other| other.name() == event.name()).count(),
                1
            );
        }
    }

    #[test]
    fn instructions_are_the_classes_without_markers_and_hazards() {
        let mut counters = Counters::default();
        for event in Event::ALL {
            counters[event] = 1;
        }
        assert_eq!(counters.instructions(), 11);
        assert_eq!((counters - counters).instructions(), 0);
    }
}
