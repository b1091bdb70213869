//! An engine that computes nothing and writes down what a formula does, to be replayed on another
//! engine or translated.
//!
//! A value is the number of the step that makes it; values are not `Copy`, have no zero test and no
//! mask, and constants enter through the tape. That every formula runs here shows that it asks no
//! more of an engine than [`Field`] promises.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt;
use core::marker::PhantomData;

use limb::each::Each;

use crate::field::{Field, Karatsuba, Lazy, NoKernels, Red, Shape, Wide};

/// Records formulas over a field whose constants are those of `F`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorder<F>(PhantomData<F>);

/// One step of a trace. Operands are the numbers of earlier steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<C> {
    /// The next input.
    Input,
    /// A constant.
    Constant(C),
    /// A small integer.
    Small(u32),
    /// a + b, lazy.
    Add(usize, usize),
    /// a − b, lazy.
    Sub(usize, usize),
    /// −a.
    Neg(usize),
    /// k·a.
    Times(usize, u32),
    /// a, reduced from lazy.
    Weak(usize),
    /// A sum of terms, reduced.
    Reduce(Vec<Term>),
}

/// One term of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// a·b.
    Plus(usize, usize),
    /// −a·b.
    Minus(usize, usize),
    /// k·a.
    Small(usize, i32),
}

/// Where the steps go.
pub struct Tape<C>(Rc<RefCell<Vec<Step<C>>>>);

impl<C> Clone for Tape<C> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<C> Default for Tape<C> {
    fn default() -> Self {
        Self(Rc::default())
    }
}

impl<C> fmt::Debug for Tape<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a tape of {} steps", self.0.borrow().len())
    }
}

impl<C> Tape<C> {
    fn push(&self, step: Step<C>) -> Node<C> {
        let mut steps = self.0.borrow_mut();
        steps.push(step);
        Node { step: steps.len() - 1, tape: self.clone() }
    }

    /// The steps so far.
    pub fn steps(&self) -> Vec<Step<C>>
    where
        C: Clone,
    {
        self.0.borrow().clone()
    }
}

/// A value: the step that makes it.
pub struct Node<C> {
    step: usize,
    tape: Tape<C>,
}

impl<C> Clone for Node<C> {
    fn clone(&self) -> Self {
        Self { step: self.step, tape: self.tape.clone() }
    }
}

impl<C> fmt::Debug for Node<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.step)
    }
}

impl<F: Field<Const: Clone>> Field for Recorder<F> {
    type Ctx = Tape<F::Const>;
    type Const = F::Const;
    type Raw = Node<F::Const>;
    type Wide = (Vec<Term>, Tape<F::Const>);

    const MAX_PRODUCTS: u32 = F::MAX_PRODUCTS;
    // The flat shape: fewest reductions, no additions of sums.
    const SHAPE: Shape = Shape::of(Karatsuba::Never);

    type Kernels = NoKernels;
    type Fp2 = NoKernels;
    type Overlap = NoKernels;

    fn ctx(a: &Self::Raw) -> Self::Ctx {
        a.tape.clone()
    }

    fn constant(ctx: &Self::Ctx, constant: &Self::Const) -> Self::Raw {
        ctx.push(Step::Constant(constant.clone()))
    }

    fn small(ctx: &Self::Ctx, value: u32) -> Self::Raw {
        ctx.push(Step::Small(value))
    }

    fn add(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        a.tape.push(Step::Add(a.step, b.step))
    }

    fn sub(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        a.tape.push(Step::Sub(a.step, b.step))
    }

    fn neg(a: &Self::Raw) -> Self::Raw {
        a.tape.push(Step::Neg(a.step))
    }

    fn times(a: &Self::Raw, k: u32) -> Self::Raw {
        a.tape.push(Step::Times(a.step, k))
    }

    fn weak(a: &Self::Raw) -> Self::Raw {
        a.tape.push(Step::Weak(a.step))
    }

    fn wide(ctx: &Self::Ctx) -> Self::Wide {
        (Vec::new(), ctx.clone())
    }

    fn mac(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        wide.0.push(Term::Plus(a.step, b.step));
    }

    fn msub(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        wide.0.push(Term::Minus(a.step, b.step));
    }

    fn mac_small(wide: &mut Self::Wide, a: &Self::Raw, k: i32) {
        wide.0.push(Term::Small(a.step, k));
    }

    fn wide_add(wide: &mut Self::Wide, other: &Self::Wide) {
        wide.0.extend_from_slice(&other.0);
    }

    fn wide_sub(wide: &mut Self::Wide, other: &Self::Wide) {
        wide.0.extend(other.0.iter().map(|term| match *term {
            Term::Plus(a, b) => Term::Minus(a, b),
            Term::Minus(a, b) => Term::Plus(a, b),
            Term::Small(a, k) => Term::Small(a, -k),
        }));
    }

    fn wide_times(wide: &mut Self::Wide, k: u32) {
        let once = wide.0.clone();
        wide.0.clear();
        for _ in 0..k {
            wide.0.extend_from_slice(&once);
        }
    }

    fn reduce<const N: usize>(wides: [&Self::Wide; N]) -> [Self::Raw; N] {
        wides.each(|(terms, tape)| tape.push(Step::Reduce(terms.clone())))
    }
}

impl<F: Field<Const: Clone>> Red<Recorder<F>> {
    /// The next input of the formula that this tape records.
    pub fn input(tape: &Tape<F::Const>) -> Self {
        Self::from_raw(tape.push(Step::Input))
    }

    /// The step that makes this value.
    pub fn step(&self) -> usize {
        self.raw().step
    }
}

/// Runs a trace on another engine: the reduced form of every step.
///
/// Lazy steps are kept as the operands of their products, so that the ranges of the replay are
/// those of the recording.
///
/// # Panics
/// If there are fewer inputs than the trace takes.
pub fn replay<G: Field<Ctx = ()>>(steps: &[Step<G::Const>], inputs: &[Red<G>]) -> Vec<Red<G>> {
    let mut inputs = inputs.iter();
    let mut raw: Vec<Lazy<G>> = Vec::with_capacity(steps.len());
    let mut out: Vec<Red<G>> = Vec::with_capacity(steps.len());
    for step in steps {
        let red = match step {
            Step::Input => inputs.next().expect("an input for every input step").clone(),
            Step::Constant(constant) => Red::of(constant),
            Step::Small(value) => Red::from(*value),
            Step::Add(a, b) => {
                let lazy = out[*a].plus(&out[*b]);
                out.push(lazy.weak());
                raw.push(lazy);
                continue;
            }
            Step::Sub(a, b) => {
                let lazy = out[*a].minus(&out[*b]);
                out.push(lazy.weak());
                raw.push(lazy);
                continue;
            }
            Step::Neg(a) => -&out[*a],
            Step::Times(a, k) => out[*a].times(*k),
            Step::Weak(a) => raw[*a].weak(),
            Step::Reduce(terms) => {
                let mut sum = Wide::zero(&());
                for term in terms {
                    sum = match *term {
                        Term::Plus(a, b) => sum.plus(&raw[a], &raw[b]),
                        Term::Minus(a, b) => sum.minus(&raw[a], &raw[b]),
                        Term::Small(a, k) => sum.plus_small(&out[a], k),
                    };
                }
                sum.reduce()
            }
        };
        raw.push(red.lazy());
        out.push(red);
    }
    out
}
