//! Straight runs of arithmetic on registers, decoded once and executed as one.
//!
//! A run begins where an arithmetic instruction is met and ends before the first instruction that is none, has a count other than one, or is cut off. Nothing in it
//! is a JUMPDEST, so no jump leads into its middle and each run of a frame has one beginning: all runs together are no longer than the code. Where its gas does not
//! suffice or a register is missing, the frame goes on by single instructions, which halt inside this run: what is observed never depends on fusion.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::dialect::{Dialect, Operation};
use super::price::Row;

/// One operation on registers: `out` becomes x ∘ y.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// [`Operation::Add`], [`Operation::Sub`] or [`Operation::Mul`].
    pub operation: Operation,
    /// The register of the result.
    pub out: u8,
    /// The left operand's.
    pub x: u8,
    /// The right operand's.
    pub y: u8,
}

/// A run.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) steps: Vec<Step>,
    /// Its bytes of code.
    pub(super) bytes: usize,
    /// The highest register that is touched.
    pub(super) last: usize,
    pub(super) adds: u64,
    pub(super) subs: u64,
    pub(super) muls: u64,
}

impl Run {
    fn decode(dialect: Dialect, code: &[u8], from: usize) -> Self {
        let mut run = Self { steps: Vec::new(), bytes: 0, last: 0, adds: 0, subs: 0, muls: 0 };
        let mut rest = code.get(from..).unwrap_or_default();
        while let Some((&opcode, behind)) = rest.split_first()
            && let Some(operation) = dialect.operation(opcode)
            && operation.is_arithmetic()
            && let Some(vector) = dialect.vector(behind)
            && vector.count == 1
            && (vector.out_stride != 0 || dialect == Dialect::Evmone)
        {
            run.steps.push(Step { operation, out: vector.out, x: vector.x, y: vector.y });
            run.last = [vector.out, vector.x, vector.y].map(usize::from).into_iter().fold(run.last, usize::max);
            match operation {
                Operation::Add => run.adds += 1,
                Operation::Sub => run.subs += 1,
                _ => run.muls += 1,
            }
            run.bytes += 1 + dialect.immediate();
            rest = &rest[1 + dialect.immediate()..];
        }
        run
    }

    /// What its instructions cost.
    pub(super) const fn gas(&self, row: &Row) -> u64 {
        let sums = row.elements(Operation::Add, 1).saturating_mul(self.adds + self.subs);
        sums.saturating_add(row.elements(Operation::Mul, 1).saturating_mul(self.muls))
    }
}

/// The runs of a frame's code, by where they begin.
#[derive(Debug, Default)]
pub(super) struct Runs {
    places: BTreeMap<usize, usize>,
    runs: Vec<Run>,
    /// No run is executed any more: one has not fitted.
    off: bool,
}

impl Runs {
    /// The run that begins at a place of the code: its number, if it has two instructions or more.
    pub(super) fn at(&mut self, dialect: Dialect, code: &[u8], place: usize) -> Option<usize> {
        if self.off || dialect.in_memory() {
            return None;
        }
        let runs = &mut self.runs;
        let number = *self.places.entry(place).or_insert_with(|| {
            runs.push(Run::decode(dialect, code, place));
            runs.len() - 1
        });
        (self.runs[number].steps.len() > 1).then_some(number)
    }

    pub(super) fn get(&self, number: usize) -> Option<&Run> {
        self.runs.get(number)
    }

    pub(super) const fn stop(&mut self) {
        self.off = true;
    }
}
