//! Straight runs of arithmetic on registers, decoded once and executed as one.
//!
//! A run begins where an arithmetic instruction is met and ends before the first instruction that
//! is none, has a count other than one, or is cut off. Nothing in it is a JUMPDEST, so no jump
//! leads into its middle and each run of a code has one beginning: all runs together are no longer
//! than the code. Where its gas does not suffice or a register is missing, the frame goes on by
//! single instructions, which halt inside this run: what is observed never depends on fusion.
//!
//! A run that is met again becomes a [`Plan`]: the same results in fewer reductions. Runs are the
//! code's, not a frame's, and are kept as long as its jumps are.

mod plan;

use alloc::vec;
use alloc::vec::Vec;

use super::dialect::{Dialect, Operation};
use super::price::Row;
use plan::Plan;

/// Where an element is: a register, or scratch behind the last of them.
///
/// [Example](crate::evmmax).
pub type Place = u16;

/// One step of a run, on places. A sum or product of what is in places is written to one.
///
/// [Example](crate::evmmax).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the first, from two others: x + y.
    Add(Place, [Place; 2]),
    /// x − y.
    Sub(Place, [Place; 2]),
    /// x·y.
    Mul(Place, [Place; 2]),
    /// x².
    Square(Place, Place),
    /// x + y, which is read as an operand of products alone and need not be reduced.
    LazyAdd(Place, [Place; 2]),
    /// x − y likewise.
    LazySub(Place, [Place; 2]),
    /// a·b + c·d.
    Sum(Place, [Place; 4]),
    /// a·b − c·d, c being reduced.
    Difference(Place, [Place; 4]),
    /// (a₀ + a₁·u)·(b₀ + b₁·u) with u² = −1.
    Complex([Place; 2], [Place; 4]),
    /// x.
    Copy(Place, Place),
}

/// How much a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Extent {
    /// Bytes of code.
    pub(super) bytes: usize,
    pub(super) adds: u64,
    pub(super) subs: u64,
    pub(super) muls: u64,
}

impl Extent {
    pub(super) const fn instructions(&self) -> u64 {
        self.adds + self.subs + self.muls
    }

    /// What its instructions cost.
    const fn gas(&self, row: &Row) -> u64 {
        let sums = row.elements(Operation::Add, 1).saturating_mul(self.adds + self.subs);
        sums.saturating_add(row.elements(Operation::Mul, 1).saturating_mul(self.muls))
    }
}

/// A run.
#[derive(Debug)]
pub(super) struct Run {
    place: usize,
    steps: Vec<Step>,
    pub(super) extent: Extent,
    /// The highest register that is touched.
    pub(super) last: usize,
    met: bool,
    plan: Option<Plan>,
}

impl Run {
    fn decode(dialect: Dialect, code: &[u8], place: usize) -> Self {
        let mut steps = Vec::new();
        let mut extent = Extent::default();
        let mut last = 0;
        let mut rest = code.get(place..).unwrap_or_default();
        while let Some((&opcode, behind)) = rest.split_first()
            && let Some(operation) = dialect.operation(opcode)
            && operation.is_arithmetic()
            && let Some(vector) = dialect.vector(behind)
            && vector.count == 1
            && (vector.out_stride != 0 || dialect == Dialect::Evmone)
        {
            let [out, x, y] = [vector.out, vector.x, vector.y].map(Place::from);
            last = [out, x, y].into_iter().map(usize::from).fold(last, usize::max);
            steps.push(match operation {
                Operation::Add => {
                    extent.adds += 1;
                    Step::Add(out, [x, y])
                }
                Operation::Sub => {
                    extent.subs += 1;
                    Step::Sub(out, [x, y])
                }
                _ => {
                    extent.muls += 1;
                    Step::Mul(out, [x, y])
                }
            });
            extent.bytes += 1 + dialect.immediate();
            rest = &rest[1 + dialect.immediate()..];
        }
        Self { place, steps, extent, last, met: false, plan: None }
    }

    /// What its instructions cost.
    pub(super) const fn gas(&self, row: &Row) -> u64 {
        self.extent.gas(row)
    }

    /// The steps for a frame of so many registers, and how many elements of scratch they use. The
    /// second time a plan is made of them: it takes about as long as a few executions, so what runs
    /// once goes without.
    pub(super) fn steps(&mut self, registers: usize) -> (&[Step], usize) {
        if self.met && self.plan.is_none() {
            self.plan = Some(Plan::new(&self.steps, registers));
        }
        self.met = true;
        match &self.plan {
            Some(plan) if plan.registers == registers => (&plan.steps, plan.scratch),
            _ => (&self.steps, 0),
        }
    }
}

/// The runs of a code, by where they begin.
#[derive(Debug, Default)]
pub(super) struct Runs {
    /// For eight bytes each, as long as an instruction is, the number of the run that begins in
    /// them, and one more.
    places: Vec<u32>,
    runs: Vec<Run>,
}

impl Runs {
    /// The run that begins at a place of the code, if it has two instructions or more.
    pub(super) fn at(&mut self, dialect: Dialect, code: &[u8], place: usize) -> Option<&mut Run> {
        if dialect.in_memory() {
            return None;
        }
        if self.places.is_empty() {
            self.places = vec![0; (code.len() >> 3) + 1];
        }
        let number = self.places.get_mut(place >> 3)?;
        if *number == 0 {
            self.runs.push(Run::decode(dialect, code, place));
            *number = self.runs.len() as u32;
        }
        let run = self.runs.get_mut(*number as usize - 1)?;
        (run.place == place && run.steps.len() > 1).then_some(run)
    }
}
