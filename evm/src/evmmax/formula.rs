//! A formula of `curve`, recorded once, as sums, differences and products of two values: what
//! EVMMAX instructions compute.
//!
//! The formula runs on `curve`'s recorder; its trace is lowered to operations, which are evaluated
//! on any engine, counted, or given registers and emitted. What an engine with wide sums does in
//! one reduction falls apart here:
//!
//! * A sum of products becomes products and sums. Where a·c and b·d are computed anyway, a·b + c·d
//!   becomes (a + d)(b + c) − (ac + bd) if [`Shape::karatsuba`] says so: one product for three
//!   sums, the form in which Renes, Costello and Batina (ePrint 2015/1060) print their algorithms.
//! * A small multiple becomes a chain of sums of at most [`Shape::most_sums`], else a product with
//!   the integer in a register.
//! * Signs wander to where the sum is taken; an operation that is asked for twice is done once;
//!   zero and one are not computed with.
//!
//! ```
//! use curve::bls12_381::FpEngine; // `curve` is the crate curvemark-curve
//! use curvemark_evm::evmmax::formula::{Formula, Shape};
//!
//! // (a + b)·a, recorded once.
//! let shape = Shape { karatsuba: false, most_sums: 4 };
//! let formula = Formula::record::<FpEngine>(shape, 2, |x| vec![&(&x[0] + &x[1]) * &x[0]]);
//! assert_eq!((formula.counts().adds, formula.counts().muls), (1, 1));
//! ```

mod eager;

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use curve::engines::recorder::{Recorder, Step, Tape, Term};
use curve::field::{Field, Red};

use super::assembler::{Assembler, Error};
use super::dialect::{Operation, Vector};

pub use eager::Eager;

/// How a trace is lowered.
///
/// [Example](crate::evmmax::formula).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Whether products are saved by Karatsuba's trick: it pays where a product costs more than
    /// three sums.
    pub karatsuba: bool,
    /// Most sums that a small multiple takes; beyond, it is a product.
    pub most_sums: u32,
}

/// A constant that a formula uses.
///
/// [Example](crate::evmmax::formula).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constant<C> {
    /// A small integer.
    Small(u32),
    /// An element of the field.
    Element(C),
}

/// One operation: of the values with these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Op {
    operation: Operation,
    x: usize,
    y: usize,
}

/// A formula as a list of operations. Values are numbered: inputs, then constants, then results.
///
/// [Example](crate::evmmax::formula).
#[derive(Clone, Debug)]
pub struct Formula<C> {
    inputs: usize,
    constants: Vec<Constant<C>>,
    ops: Vec<Op>,
    outputs: Vec<usize>,
}

/// How many operations a formula takes.
///
/// [Example](crate::evmmax::formula).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Sums.
    pub adds: u64,
    /// Differences.
    pub subs: u64,
    /// Products.
    pub muls: u64,
}

/// A value with its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Signed {
    negative: bool,
    value: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    Input(usize),
    Constant(usize),
    Op(usize),
}

impl Value {
    const fn plus(self) -> Signed {
        Signed { negative: false, value: self }
    }
}

impl Signed {
    const fn negated_if(self, negative: bool) -> Self {
        Self { negative: self.negative != negative, value: self.value }
    }
}

/// A trace on its way to operations.
struct Lowering<'t, C> {
    shape: Shape,
    /// What each step has become.
    values: Vec<Signed>,
    constants: Vec<Constant<C>>,
    ops: Vec<(Operation, Value, Value)>,
    done: BTreeMap<(u8, Value, Value), Value>,
    /// Products that are steps of their own, by the steps that they multiply, smaller first.
    lone: BTreeMap<(usize, usize), ()>,
    steps: &'t [Step<C>],
}

impl<C: Clone + PartialEq> Lowering<'_, C> {
    fn constant(&mut self, constant: Constant<C>) -> Value {
        let at = self.constants.iter().position(|other| *other == constant).unwrap_or_else(|| {
            self.constants.push(constant);
            self.constants.len() - 1
        });
        Value::Constant(at)
    }

    fn small(&self, value: Value) -> Option<u32> {
        match value {
            Value::Constant(at) => match self.constants[at] {
                Constant::Small(small) => Some(small),
                Constant::Element(_) => None,
            },
            _ => None,
        }
    }

    fn emit(&mut self, operation: Operation, x: Value, y: Value) -> Value {
        // Sums and products do not care for the order.
        let (first, second) = if operation == Operation::Sub || x <= y { (x, y) } else { (y, x) };
        let key = (operation as u8, first, second);
        if let Some(&value) = self.done.get(&key) {
            return value;
        }
        self.ops.push((operation, x, y));
        let value = Value::Op(self.ops.len() - 1);
        self.done.insert(key, value);
        value
    }

    fn sum(&mut self, x: Signed, y: Signed) -> Signed {
        if self.small(x.value) == Some(0) {
            return y;
        }
        if self.small(y.value) == Some(0) {
            return x;
        }
        match (x.negative, y.negative) {
            (false, true) => self.emit(Operation::Sub, x.value, y.value).plus(),
            (true, false) => self.emit(Operation::Sub, y.value, x.value).plus(),
            (negative, _) => {
                self.emit(Operation::Add, x.value, y.value).plus().negated_if(negative)
            }
        }
    }

    fn product(&mut self, x: Signed, y: Signed) -> Signed {
        let negative = x.negative != y.negative;
        let value = match (self.small(x.value), self.small(y.value)) {
            (Some(0), _) | (_, Some(1)) => x.value,
            (_, Some(0)) | (Some(1), _) => y.value,
            _ => self.emit(Operation::Mul, x.value, y.value),
        };
        value.plus().negated_if(negative)
    }

    fn times(&mut self, x: Signed, k: u32) -> Signed {
        if k == 0 {
            return self.constant(Constant::Small(0)).plus();
        }
        let sums = k.ilog2() + k.count_ones() - 1;
        if sums > self.shape.most_sums {
            let k = self.constant(Constant::Small(k)).plus();
            return self.product(x, k);
        }
        let mut out = x;
        for bit in (0..k.ilog2()).rev() {
            out = self.sum(out, out);
            if k >> bit & 1 == 1 {
                out = self.sum(out, x);
            }
        }
        out
    }

    /// a·b + c·d through products that are there anyway.
    fn karatsuba(&mut self, [a, b]: [usize; 2], [c, d]: [usize; 2]) -> Option<Signed> {
        let lone = |x: usize, y: usize| self.lone.contains_key(&(x.min(y), x.max(y)));
        // (a + d)(b + c) = ab + cd + (ac + bd); or, with c and d exchanged, (a + c)(b + d).
        let (c, d) = if lone(a, c) && lone(b, d) {
            (c, d)
        } else if lone(a, d) && lone(b, c) {
            (d, c)
        } else {
            return None;
        };
        let [a, b, c, d] = [a, b, c, d].map(|step| self.values[step]);
        let (ac, bd) = (self.product(a, c), self.product(b, d));
        let (left, right) = (self.sum(a, d), self.sum(b, c));
        let whole = self.product(left, right);
        let rest = self.sum(ac, bd);
        Some(self.sum(whole, rest.negated_if(true)))
    }

    fn reduce(&mut self, terms: &[Term]) -> Signed {
        if let &[Term::Plus(a, b), Term::Plus(c, d)] = terms
            && self.shape.karatsuba
            && let Some(sum) = self.karatsuba([a, b], [c, d])
        {
            return sum;
        }
        let mut sum = self.constant(Constant::Small(0)).plus();
        for term in terms {
            let term = match *term {
                Term::Plus(a, b) => self.product(self.values[a], self.values[b]),
                Term::Minus(a, b) => self.product(self.values[a], self.values[b]).negated_if(true),
                Term::Small(a, k) => self.times(self.values[a], k.unsigned_abs()).negated_if(k < 0),
            };
            sum = self.sum(sum, term);
        }
        sum
    }

    fn lower(&mut self) {
        let mut inputs = 0;
        for step in self.steps {
            let value = match step {
                Step::Input => {
                    inputs += 1;
                    Value::Input(inputs - 1).plus()
                }
                Step::Constant(constant) => {
                    self.constant(Constant::Element(constant.clone())).plus()
                }
                Step::Small(value) => self.constant(Constant::Small(*value)).plus(),
                Step::Add(a, b) => self.sum(self.values[*a], self.values[*b]),
                Step::Sub(a, b) => self.sum(self.values[*a], self.values[*b].negated_if(true)),
                Step::Neg(a) => self.values[*a].negated_if(true),
                Step::Times(a, k) => self.times(self.values[*a], *k),
                Step::Weak(a) => self.values[*a],
                Step::Reduce(terms) => self.reduce(terms),
            };
            self.values.push(value);
        }
    }
}

/// What a formula of `inputs` values does on the recorder of `F`.
///
/// [Example](crate::evmmax::formula).
pub type Recorded<F> = Red<Recorder<F>>;

impl<C: Clone + PartialEq> Formula<C> {
    /// Records a formula over the field of `F` and lowers it.
    ///
    /// # Panics
    /// If the formula gives values that are not its own.
    pub fn record<F: Field<Const = C>>(
        shape: Shape,
        inputs: usize,
        formula: impl FnOnce(&[Recorded<F>]) -> Vec<Recorded<F>>,
    ) -> Self {
        let tape = Tape::default();
        let given: Vec<Recorded<F>> = (0..inputs).map(|_| Red::input(&tape)).collect();
        let outputs: Vec<usize> = formula(&given).iter().map(Red::step).collect();
        let steps = tape.steps();
        let lone = steps.iter().filter_map(|step| match step {
            Step::Reduce(terms) => match terms[..] {
                [Term::Plus(a, b)] => Some(((a.min(b), a.max(b)), ())),
                _ => None,
            },
            _ => None,
        });
        let mut lowering = Lowering {
            shape,
            values: Vec::new(),
            constants: Vec::new(),
            ops: Vec::new(),
            done: BTreeMap::new(),
            lone: lone.collect(),
            steps: &steps,
        };
        lowering.lower();
        let outputs: Vec<Value> = outputs
            .into_iter()
            .map(|step| {
                let Signed { negative, value } = lowering.values[step];
                if !negative {
                    return value;
                }
                let zero = lowering.constant(Constant::Small(0));
                lowering.emit(Operation::Sub, zero, value)
            })
            .collect();
        let Lowering { constants, ops, .. } = lowering;
        Self::of_values(inputs, constants, &ops, &outputs)
    }

    /// As [`Formula::record`], on the engine for towers: [`Eager`].
    ///
    /// # Panics
    /// If the formula gives values that are not its own.
    pub fn record_tower<F: Field<Const = C>>(
        shape: Shape,
        inputs: usize,
        formula: impl FnOnce(&[Red<Eager<F>>]) -> Vec<Red<Eager<F>>>,
    ) -> Self {
        Self::record::<F>(shape, inputs, |values| {
            let given: Vec<_> = values.iter().map(Eager::<F>::of).collect();
            formula(&given).iter().map(Eager::<F>::recorded).collect()
        })
    }

    /// Numbers the constants and operations that outputs need.
    fn of_values(
        inputs: usize,
        constants: Vec<Constant<C>>,
        ops: &[(Operation, Value, Value)],
        outputs: &[Value],
    ) -> Self {
        let mut needed = vec![false; ops.len()];
        let mut used = vec![false; constants.len()];
        let mut mark = |value: Value, needed: &mut [bool]| match value {
            Value::Input(_) => {}
            Value::Constant(at) => used[at] = true,
            Value::Op(at) => needed[at] = true,
        };
        outputs.iter().for_each(|&value| mark(value, &mut needed));
        for (at, &(_, x, y)) in ops.iter().enumerate().rev() {
            if needed[at] {
                mark(x, &mut needed);
                mark(y, &mut needed);
            }
        }
        let rank = |flags: &[bool], at: usize| flags[..at].iter().filter(|&&flag| flag).count();
        let count = used.iter().filter(|&&flag| flag).count();
        let number = |value: Value| match value {
            Value::Input(at) => at,
            Value::Constant(at) => inputs + rank(&used, at),
            Value::Op(at) => inputs + count + rank(&needed, at),
        };
        let kept = ops.iter().zip(&needed).filter(|(_, needed)| **needed);
        Self {
            inputs,
            ops: kept
                .map(|(&(operation, x, y), _)| Op { operation, x: number(x), y: number(y) })
                .collect(),
            outputs: outputs.iter().map(|&value| number(value)).collect(),
            constants: constants
                .into_iter()
                .zip(&used)
                .filter(|(_, used)| **used)
                .map(|(value, _)| value)
                .collect(),
        }
    }

    /// The constants, which stand in registers before the formula runs.
    pub fn constants(&self) -> &[Constant<C>] {
        &self.constants
    }

    /// How many operations of each kind.
    pub fn counts(&self) -> Counts {
        let of = |operation: Operation| {
            self.ops.iter().filter(|op| op.operation == operation).count() as u64
        };
        Counts { adds: of(Operation::Add), subs: of(Operation::Sub), muls: of(Operation::Mul) }
    }

    /// Computes the operations on an engine; none if there are not as many inputs as recorded.
    pub fn evaluate<G: Field<Ctx = (), Const = C>>(
        &self,
        inputs: &[Red<G>],
    ) -> Option<Vec<Red<G>>> {
        if inputs.len() != self.inputs {
            return None;
        }
        let mut values = inputs.to_vec();
        values.extend(self.constants.iter().map(|constant| match constant {
            Constant::Small(value) => Red::from(*value),
            Constant::Element(element) => Red::of(element),
        }));
        for op in &self.ops {
            let (x, y) = (&values[op.x], &values[op.y]);
            let value = match op.operation {
                Operation::Add => x + y,
                Operation::Sub => x - y,
                _ => x * y,
            };
            values.push(value);
        }
        Some(self.outputs.iter().map(|&value| values[value].clone()).collect())
    }

    /// Emits the operations, one instruction each, with `inputs` and constants in the registers
    /// given, and says where the outputs are.
    ///
    /// Results take registers of `free` as values die (linear scan), the one that became free last,
    /// and an output its own of `targets`, if there are any, where results that die before it stand
    /// until then: so that most registers hold what is soon overwritten, which a run that is
    /// executed as one need not compute. Where something else still lives there when an output is
    /// computed, those outputs that no other operation uses are computed at the end. Inputs in
    /// `free` or `targets` are overwritten after their last use, all others kept.
    ///
    /// # Errors
    /// [`Error::Registers`] if there are too few, or an output cannot go to its target.
    pub fn emit(
        &self,
        code: &mut Assembler,
        inputs: &[u8],
        mut constant: impl FnMut(&Constant<C>) -> Option<u8>,
        free: &[u8],
        targets: Option<&[u8]>,
    ) -> Result<Vec<u8>, Error> {
        let mut given: Vec<u8> = inputs.to_vec();
        for value in &self.constants {
            given.push(constant(value).ok_or(Error::Registers)?);
        }
        if inputs.len() != self.inputs
            || targets.is_some_and(|targets| targets.len() != self.outputs.len())
        {
            return Err(Error::Registers);
        }
        let as_recorded: Vec<usize> = (0..self.ops.len()).collect();
        let place = self.place(&as_recorded, &given, free, targets);
        let (order, place) = match place {
            Err(_) if targets.is_some() => {
                let order = self.outputs_last();
                let place = self.place(&order, &given, free, targets)?;
                (order, place)
            }
            place => (as_recorded, place?),
        };
        for at in order {
            let op = &self.ops[at];
            code.vector(
                op.operation,
                &Vector::one(place[given.len() + at], place[op.x], place[op.y]),
            );
        }
        let outputs: Vec<u8> = self.outputs.iter().map(|&output| place[output]).collect();
        if targets.is_some_and(|targets| targets != outputs) {
            return Err(Error::Registers);
        }
        Ok(outputs)
    }

    /// The operations in their order, but those whose results are nothing but outputs last.
    fn outputs_last(&self) -> Vec<usize> {
        let first = self.inputs + self.constants.len();
        let mut alone = vec![false; self.ops.len()];
        for &output in &self.outputs {
            if let Some(at) = output.checked_sub(first) {
                alone[at] = true;
            }
        }
        for used in self.ops.iter().flat_map(|op| [op.x, op.y]) {
            if let Some(at) = used.checked_sub(first) {
                alone[at] = false;
            }
        }
        let with =
            |last: bool| (0..self.ops.len()).filter(|&at| alone[at] == last).collect::<Vec<_>>();
        [with(false), with(true)].concat()
    }

    /// A register for each value, if the operations are done in this order.
    fn place(
        &self,
        order: &[usize],
        given: &[u8],
        free: &[u8],
        targets: Option<&[u8]>,
    ) -> Result<Vec<u8>, Error> {
        // When a value is used last, as a place in the order and one more; outputs live to the end.
        let mut last = vec![0; given.len() + self.ops.len()];
        for (now, &at) in order.iter().enumerate() {
            last[self.ops[at].x] = now + 1;
            last[self.ops[at].y] = now + 1;
        }
        for &output in &self.outputs {
            last[output] = usize::MAX;
        }
        let mut target = vec![None; last.len()];
        if let Some(targets) = targets {
            for (&output, &register) in self.outputs.iter().zip(targets) {
                target[output].get_or_insert(register);
            }
        }
        // When each target's own output is computed.
        let mut due = [0; 256];
        for (now, &at) in order.iter().enumerate() {
            if let Some(register) = target[given.len() + at] {
                due[usize::from(register)] = now + 1;
            }
        }
        let mut place = given.to_vec();
        place.resize(last.len(), 0);
        // Until when each register is taken.
        let mut taken = [0; 256];
        for (value, &register) in given.iter().enumerate() {
            let until = &mut taken[usize::from(register)];
            *until = last[value].max(*until);
        }
        for (now, &at) in order.iter().enumerate() {
            let value = given.len() + at;
            let is_free = |register: u8| taken[usize::from(register)] <= now + 1;
            let register = match target[value] {
                Some(register) if is_free(register) => register,
                Some(_) => return Err(Error::Registers),
                None => {
                    let mut targets = targets.unwrap_or_default().iter().copied();
                    let borrowed = targets.find(|&register| {
                        is_free(register) && last[value] <= due[usize::from(register)]
                    });
                    let latest = || {
                        let free = free.iter().copied().filter(|&register| is_free(register));
                        free.rev().max_by_key(|&register| taken[usize::from(register)])
                    };
                    borrowed.or_else(latest).ok_or(Error::Registers)?
                }
            };
            taken[usize::from(register)] = last[value];
            place[value] = register;
        }
        Ok(place)
    }
}
