//! Two runs side by side: whether an observer of addresses could tell them apart.
//!
//! Two machines with the same program and different secrets execute one instruction each in turn.
//! The first pair whose program counters, data addresses or widths differ is the [`Divergence`].
//! Nothing is hashed and nothing is stored: every pair is compared.

use core::fmt;

use crate::counters::Event;
use crate::machine::{Machine, Step, Stop};

/// How two runs compare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// No instruction and no address differs, and both end in the same way.
    Same {
        /// How they end.
        stop: Stop,
        /// Instructions that were compared.
        instructions: u64,
        /// Divisions among them: their time may depend on their operands on a chip, whatever the
        /// addresses are.
        divisions: u64,
    },
    /// An instruction or an address differs.
    Differs(Divergence),
}

/// The first place where two runs differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Divergence {
    /// How many instructions were the same before it.
    pub after: u64,
    /// What each run did then.
    pub steps: [Result<Step, Stop>; 2],
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after {} equal instructions", self.after)?;
        for (step, word) in self.steps.iter().zip([": ", " against "]) {
            match step {
                Ok(step) => write!(f, "{word}{:?} at {:#010x}", step.instruction.op, step.pc)?,
                Err(stop) => write!(f, "{word}{stop:?}")?,
            }
            if let Ok(Step { access: Some(access), .. }) = step {
                write!(f, " on {:#010x}", access.address)?;
            }
        }
        Ok(())
    }
}

/// Runs two machines until they end, differ, or have executed `limit` instructions each.
///
/// Both stand where they stand: run each to the same point first, put a secret into each by
/// [`Machine::poke`] or [`Machine::set_register`], then compare.
pub fn compare(first: &mut Machine, second: &mut Machine, limit: u64) -> Comparison {
    let mut divisions = 0;
    for after in 0..limit {
        let steps = [first.step(), second.step()];
        match &steps {
            [Ok(one), Ok(other)] if seen(one) == seen(other) => {
                divisions += u64::from(one.instruction.event() == Event::Divide);
            }
            [Err(one), Err(other)] if one == other => {
                return Comparison::Same { stop: *one, instructions: after, divisions };
            }
            _ => return Comparison::Differs(Divergence { after, steps }),
        }
    }
    Comparison::Same { stop: Stop::Limit, instructions: limit, divisions }
}

/// What shows in a trace: where the instruction is, what it touches. Where it goes on shows in the
/// next.
fn seen(step: &Step) -> (u32, Option<crate::machine::Access>) {
    (step.pc, step.access)
}
