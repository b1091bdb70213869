//! Formulas of `curve`, recorded and lowered to a kernel's code.
//!
//! `curve`'s recorder writes down the steps that a formula takes ([`Formula::record`]). No formula
//! is written again here. Each step becomes one operation of [`Arithmetic`], whose bounds say what
//! it needs:
//!
//! | step | operation |
//! |---|---|
//! | `Add`, `Sub`, `Neg` | sums and differences with multiples of p, not reduced |
//! | `Times` | small multiples, hardly above p from 4 on |
//! | `Reduce` of products | one sum of products with one reduction; a negative term by a negated operand |
//! | `Reduce` of only a square | a square |
//! | `Weak` | at most 2p |
//!
//! The order of the steps is one in which few values live at a time ([`schedule`]).

pub mod schedule;

use ::curve::engines::recorder::{Recorder, Step, Tape, Term};
use ::curve::field::{Canonical, Field, Red};

use crate::arithmetic::{Arithmetic, Element};
use crate::bound::Bound;
use crate::modulus::montgomery;
use crate::ptx::Body;

/// What a reduced value is at most, where it is stored.
pub const STORED: Bound = Bound::of(2);

/// A recorded formula over the field of `F`.
pub struct Formula<F: Field> {
    steps: Vec<Step<F::Const>>,
    inputs: usize,
    outputs: Vec<usize>,
    order: Vec<usize>,
}

impl<F: Canonical<Ctx = (), Const: Clone>> Formula<F> {
    /// Records a formula of so many inputs.
    pub fn record(
        inputs: usize,
        formula: impl FnOnce(&[Red<Recorder<F>>]) -> Vec<Red<Recorder<F>>>,
    ) -> Self {
        let tape = Tape::default();
        let given: Vec<_> = (0..inputs).map(|_| Red::input(&tape)).collect();
        let outputs: Vec<usize> = formula(&given).iter().map(Red::step).collect();
        let steps = tape.steps();
        let order = schedule::order(&steps, &outputs);
        Self { steps, inputs, outputs, order }
    }

    /// How many inputs it takes.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// How many values it gives.
    pub fn outputs(&self) -> usize {
        self.outputs.len()
    }

    /// The code of the formula: its values, brought down to at most `most`·p.
    ///
    /// # Panics
    /// If there are not as many inputs as recorded, or a value does not fit in its words whatever
    /// is subtracted.
    pub fn lower(
        &self,
        body: &mut Body,
        arithmetic: &Arithmetic<'_>,
        inputs: &[Element],
        most: Bound,
    ) -> Vec<Element> {
        assert_eq!(inputs.len(), self.inputs, "as many inputs as recorded");
        let mut lowering = Lowering { body, arithmetic, values: vec![None; self.steps.len()] };
        let mut inputs = inputs.iter();
        for (at, step) in self.steps.iter().enumerate() {
            if matches!(step, Step::Input) {
                lowering.values[at] = inputs.next().cloned();
            }
        }
        for &at in &self.order {
            lowering.values[at] = Some(lowering.step::<F>(&self.steps[at]));
        }
        let outputs = self.outputs.iter();
        outputs
            .map(|&at| arithmetic.fit(lowering.body, &lowering.value(at).clone(), most))
            .collect()
    }
}

struct Lowering<'a, 'm> {
    body: &'a mut Body,
    arithmetic: &'a Arithmetic<'m>,
    values: Vec<Option<Element>>,
}

impl Lowering<'_, '_> {
    fn value(&self, at: usize) -> &Element {
        self.values[at].as_ref().expect("operands come before")
    }

    fn step<F: Canonical<Ctx = (), Const: Clone>>(&mut self, step: &Step<F::Const>) -> Element {
        let arithmetic = self.arithmetic;
        let constant = |value: &Red<F>| arithmetic.constant(&montgomery(value));
        match step {
            Step::Input => unreachable!("inputs are there before"),
            Step::Constant(value) => constant(&Red::of(value)),
            Step::Small(value) => constant(&Red::from(*value)),
            &Step::Add(a, b) => {
                let [a, b] = [a, b].map(|at| self.value(at).clone());
                arithmetic.add(self.body, &a, &b)
            }
            &Step::Sub(a, b) => {
                let [a, b] = [a, b].map(|at| self.value(at).clone());
                arithmetic.sub(self.body, &a, &b)
            }
            &Step::Neg(a) => arithmetic.neg(self.body, &self.value(a).clone()),
            &Step::Times(a, k) => self.times(a, k),
            &Step::Weak(a) => arithmetic.fit(self.body, &self.value(a).clone(), STORED),
            Step::Reduce(terms) => self.reduce(terms),
        }
    }

    /// k·a, as it comes: products take what is above 2p, too.
    fn times(&mut self, a: usize, k: u32) -> Element {
        let a = self.value(a).clone();
        if k == 0 {
            return self.arithmetic.constant(&vec![0; self.arithmetic.modulus().len()]);
        }
        self.arithmetic.times(self.body, &a, k)
    }

    fn reduce(&mut self, terms: &[Term]) -> Element {
        let mut products: Vec<(Element, Element)> = Vec::new();
        let mut out: Option<Element> = None;
        if let &[Term::Plus(a, b)] = terms
            && a == b
        {
            return self.arithmetic.sqr(self.body, &self.value(a).clone());
        }
        for term in terms {
            match *term {
                Term::Plus(a, b) => products.push((self.value(a).clone(), self.value(b).clone())),
                Term::Minus(a, b) => {
                    let [a, b] = [a, b].map(|at| self.value(at).clone());
                    products.push((self.arithmetic.neg(self.body, &a), b));
                }
                Term::Small(..) => {}
            }
        }
        if !products.is_empty() {
            let products: Vec<_> = products.iter().map(|(a, b)| (a, b)).collect();
            out = Some(self.arithmetic.sum_of_products(self.body, &products));
        }
        // Small multiples are not products: they are added to the reduced sum.
        for term in terms {
            let Term::Small(a, k) = *term else { continue };
            let multiple = self.times(a, k.unsigned_abs());
            out = Some(match (out, k < 0) {
                (None, false) => multiple,
                (None, true) => self.arithmetic.neg(self.body, &multiple),
                (Some(sum), false) => self.arithmetic.add(self.body, &sum, &multiple),
                (Some(sum), true) => self.arithmetic.sub(self.body, &sum, &multiple),
            });
        }
        out.expect("a sum has a term")
    }
}
