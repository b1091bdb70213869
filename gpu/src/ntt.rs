//! Number-theoretic transforms on a machine, level by level.
//!
//! X_k = Σ xⱼ·ω^(jk) for k < n, ω the root of unity of order n that `curve::ntt::Domain` has. Any
//! size; one launch for each of its log₂ n levels.

use std::marker::PhantomData;

use ::curve::error::DomainError;
use ::curve::field::{Canonical, Red};
use ::curve::ntt::{Domain, TwoAdic, bit_reverse_permutation};

use crate::arithmetic;
use crate::kernels::butterflies;
use crate::machine::{Argument, Grid, Machine};
use crate::modulus::{self, Modulus};
use crate::ptx::Module;

/// The module that transforms need on a machine.
pub fn module(modulus: &Modulus) -> Module {
    arithmetic::module(modulus)
        .kernel(butterflies::kernel("butterflies", modulus))
        .kernel(butterflies::scale("scale", modulus))
}

/// What stops a transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error<E> {
    /// The machine says this.
    Machine(E),
    /// The field has no root of unity of this order.
    Domain(DomainError),
}

impl<E: std::fmt::Display> std::fmt::Display for Error<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Machine(error) => error.fmt(f),
            Self::Domain(error) => error.fmt(f),
        }
    }
}

impl<E: std::error::Error> std::error::Error for Error<E> {}

impl<E> From<E> for Error<E> {
    fn from(error: E) -> Self {
        Self::Machine(error)
    }
}

/// Transforms of one size, with their roots on a machine.
#[derive(Clone, Copy, Debug)]
pub struct Transform<F> {
    log_size: u32,
    /// The powers of ω, then those of ω⁻¹.
    roots: [u64; 2],
    /// 1/n.
    factor: u64,
    field: PhantomData<F>,
}

impl<F: TwoAdic + Canonical<Ctx = ()>> Transform<F> {
    /// Transforms of 2^`log_size` values.
    ///
    /// # Errors
    /// [`Error::Domain`] if there is no such root of unity, and what the machine says.
    pub fn new<M: Machine>(machine: &mut M, log_size: u32) -> Result<Self, Error<M::Error>> {
        let root = Domain::<F>::new(log_size).map_err(Error::Domain)?.root();
        let mut put = |values: &[Red<F>]| {
            let words: Vec<u32> = values.iter().flat_map(modulus::montgomery).collect();
            let address = machine.allocate(words.len())?;
            machine.write(address, &words)?;
            Ok::<u64, M::Error>(address)
        };
        let half = 1 << log_size >> 1;
        let powers = |root: Red<F>| {
            let powers = std::iter::successors(Some(Red::one()), move |power| Some(power * &root));
            powers.take(half.max(1)).collect::<Vec<_>>()
        };
        let roots = [put(&powers(root))?, put(&powers(root.invert()))?];
        let size = (0..log_size).fold(Red::<F>::one(), |size, _| &size + &size);
        let factor = put(&[size.invert()])?;
        Ok(Self { log_size, roots, factor, field: PhantomData })
    }

    /// Gives the memory of the roots back.
    ///
    /// # Errors
    /// What the machine says.
    pub fn release<M: Machine>(self, machine: &mut M) -> Result<(), M::Error> {
        let [forward, inverse] = self.roots;
        [forward, inverse, self.factor].into_iter().try_for_each(|at| machine.release(at))
    }

    /// The values of the polynomial with these coefficients at ω⁰, ω¹, …
    ///
    /// # Errors
    /// What the machine says.
    ///
    /// # Panics
    /// If there are not 2^`log_size` of them.
    pub fn forward<M: Machine>(
        &self,
        machine: &mut M,
        values: &mut [Red<F>],
    ) -> Result<(), M::Error> {
        self.run(machine, values, self.roots[0], None)
    }

    /// The coefficients from the values.
    ///
    /// # Errors
    /// What the machine says.
    ///
    /// # Panics
    /// If there are not 2^`log_size` of them.
    pub fn inverse<M: Machine>(
        &self,
        machine: &mut M,
        values: &mut [Red<F>],
    ) -> Result<(), M::Error> {
        self.run(machine, values, self.roots[1], Some(self.factor))
    }

    fn run<M: Machine>(
        &self,
        machine: &mut M,
        values: &mut [Red<F>],
        roots: u64,
        factor: Option<u64>,
    ) -> Result<(), M::Error> {
        let size = 1u32 << self.log_size;
        assert_eq!(values.len(), size as usize, "as many values as the transform has");
        bit_reverse_permutation(values).expect("a power of two");
        let words: Vec<u32> = values.iter().flat_map(modulus::montgomery).collect();
        let at = machine.allocate(words.len())?;
        machine.write(at, &words)?;
        let pairs = size >> 1;
        for log_half in 0..self.log_size {
            let log_step = self.log_size - 1 - log_half;
            let arguments =
                [at.into(), roots.into(), pairs.into(), log_half.into(), log_step.into()];
            machine.launch("butterflies", Grid::of(pairs, 1), &arguments)?;
        }
        if let Some(factor) = factor {
            let arguments = [at.into(), factor.into(), Argument::Word(size)];
            machine.launch("scale", Grid::of(size, 1), &arguments)?;
        }
        let words = machine.read(at, words.len())?;
        machine.release(at)?;
        values.copy_from_slice(&modulus::elements(&words));
        Ok(())
    }
}
