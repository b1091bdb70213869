//! An order of a formula's steps in which few values live at a time.
//!
//! A thread has 255 registers, and fewer if more threads are to run beside it; a value takes eight
//! or twelve. The assembler moves single instructions, but does not take formulas apart: in the
//! order of the recording a mixed addition keeps more values than it needs.
//!
//! The search goes through the sets of steps that may be done first, level by level, and keeps for
//! each set the order with the lowest peak. Formulas have some twenty steps and few such sets.
//! Where there are more than 4096 of a size, the best are kept.

use std::collections::BTreeMap;

use ::curve::engines::recorder::{Step, Term};

/// Most sets of one size that are kept.
const WIDTH: usize = 1 << 12;

/// A set of steps.
type Set = Vec<u64>;

fn holds(set: &Set, at: usize) -> bool {
    set[at >> 6] >> (at & 63) & 1 == 1
}

fn insert(set: &mut Set, at: usize) {
    set[at >> 6] |= 1 << (at & 63);
}

/// The operands of a step.
fn operands<C>(step: &Step<C>) -> Vec<usize> {
    match step {
        Step::Input | Step::Constant(_) | Step::Small(_) => Vec::new(),
        &Step::Add(a, b) | &Step::Sub(a, b) => vec![a, b],
        &Step::Neg(a) | &Step::Times(a, _) | &Step::Weak(a) => vec![a],
        Step::Reduce(terms) => terms
            .iter()
            .flat_map(|term| match *term {
                Term::Plus(a, b) | Term::Minus(a, b) => vec![a, b],
                Term::Small(a, _) => vec![a],
            })
            .collect(),
    }
}

/// What is known of a set of steps that were done.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    /// Most values that lived at a time.
    peak: usize,
    /// The sum over all steps, which decides among equals.
    total: usize,
    order: Vec<usize>,
}

struct Graph {
    operands: Vec<Vec<usize>>,
    users: Vec<Vec<usize>>,
    is_output: Vec<bool>,
    inputs: Vec<usize>,
    wanted: Vec<usize>,
}

impl Graph {
    fn new<C>(steps: &[Step<C>], outputs: &[usize]) -> Self {
        let operands: Vec<Vec<usize>> = steps.iter().map(operands).collect();
        let mut needed = vec![false; steps.len()];
        outputs.iter().for_each(|&at| needed[at] = true);
        let mut users = vec![Vec::new(); steps.len()];
        for at in (0..steps.len()).rev().filter(|&at| !outputs.is_empty() && at < steps.len()) {
            if needed[at] {
                for &operand in &operands[at] {
                    needed[operand] = true;
                    users[operand].push(at);
                }
            }
        }
        let is_input = |at: &usize| matches!(steps[*at], Step::Input);
        let mut is_output = vec![false; steps.len()];
        outputs.iter().for_each(|&at| is_output[at] = true);
        Self {
            operands,
            users,
            is_output,
            inputs: (0..steps.len()).filter(is_input).collect(),
            wanted: (0..steps.len()).filter(|at| needed[*at] && !is_input(at)).collect(),
        }
    }

    /// Whether a value is still to be read after the steps of `done`.
    fn lives(&self, done: &Set, at: usize) -> bool {
        self.is_output[at] || self.users[at].iter().any(|&user| !holds(done, user))
    }

    fn live(&self, done: &Set) -> usize {
        let made = self.wanted.iter().filter(|&&at| holds(done, at));
        made.chain(&self.inputs).filter(|&&at| self.lives(done, at)).count()
    }
}

/// An order of the steps that outputs need, without the inputs.
///
/// # Panics
/// If a step has an operand that comes after it: it is none of the recorder's.
pub fn order<C>(steps: &[Step<C>], outputs: &[usize]) -> Vec<usize> {
    let graph = Graph::new(steps, outputs);
    let mut start = vec![0; steps.len().div_ceil(64)];
    graph.inputs.iter().for_each(|&at| insert(&mut start, at));
    let way = Way { peak: graph.live(&start), total: 0, order: Vec::new() };
    let mut level = BTreeMap::from([(start, way)]);
    for _ in &graph.wanted {
        let mut next: BTreeMap<Set, Way> = BTreeMap::new();
        for (done, way) in &level {
            for &at in &graph.wanted {
                let ready = graph.operands[at].iter().all(|&operand| holds(done, operand));
                if holds(done, at) || !ready {
                    continue;
                }
                let mut with = done.clone();
                insert(&mut with, at);
                let live = graph.live(&with);
                let order = [&way.order[..], &[at]].concat();
                let way = Way { peak: way.peak.max(live), total: way.total + live, order };
                next.entry(with)
                    .and_modify(|known| *known = way.clone().min(known.clone()))
                    .or_insert(way);
            }
        }
        if next.len() > WIDTH {
            let mut all: Vec<(Set, Way)> = next.into_iter().collect();
            all.sort_by(|(_, a), (_, b)| a.cmp(b));
            all.truncate(WIDTH);
            next = all.into_iter().collect();
        }
        level = next;
    }
    level.into_values().min().expect("an order").order
}

/// Most values that live at a time, if the steps are done in this order.
pub fn peak<C>(steps: &[Step<C>], outputs: &[usize], order: &[usize]) -> usize {
    let graph = Graph::new(steps, outputs);
    let mut done = vec![0; steps.len().div_ceil(64)];
    graph.inputs.iter().for_each(|&at| insert(&mut done, at));
    let start = graph.live(&done);
    order.iter().fold(start, |peak, &at| {
        insert(&mut done, at);
        peak.max(graph.live(&done))
    })
}
