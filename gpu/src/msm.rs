//! A sum of multiples Σ kᵢPᵢ on a machine.
//!
//! [`Plan`] says how: the windows, how many entries a thread adds, how many partial sums are
//! folded. [`Bases`] are points that stay on the machine. The kernels and their order are those of
//! [`kernels`](crate::kernels); the last additions, some hundred, are `curve`'s on the host.

use std::marker::PhantomData;

use ::curve::field::Red;
use ::curve::weierstrass::{Affine, Projective};

use crate::arithmetic;
use crate::curve::OnCard;
use crate::kernels::{accumulate, digits, fold, halve, points, scan, scatter};
use crate::machine::{Argument, Grid, Machine};
use crate::modulus::{self, Modulus};
use crate::ptx::Module;

/// How a sum is computed. Every choice gives the same sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Bits of a window.
    pub window: u32,
    /// Entries that a thread adds.
    pub entries: u32,
    /// Partial sums that a thread folds. It leaves two, so that with three there is no end.
    pub partials: u32,
}

impl Plan {
    /// The module that this plan needs on a machine.
    ///
    /// # Panics
    /// If the window is not from 2 to 24 bits.
    pub fn module<C: OnCard>(&self, modulus: &Modulus) -> Module {
        arithmetic::module(modulus)
            .kernel(points::clear("clear", modulus))
            .kernel(digits::kernel("digits", self.window))
            .kernel(scan::totals("totals"))
            .kernel(scan::offsets("offsets"))
            .kernel(scatter::kernel("scatter"))
            .kernel(accumulate::kernel::<C>("accumulate", modulus))
            .kernel(fold::kernel::<C>("fold", modulus))
            .kernel(halve::kernel::<C>("halve", modulus))
    }

    /// Whether [`Error::Plan`] does not hold. What bounds from above keeps the numbers of threads
    /// that are beyond the last item in a word.
    fn is_sound(&self) -> bool {
        let most = 1 << 16;
        (2..=24).contains(&self.window)
            && (1..=most).contains(&self.entries)
            && (4..=most).contains(&self.partials)
    }

    fn buckets(&self) -> u32 {
        digits::windows(self.window) << (self.window - 1)
    }
}

/// What stops a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error<E> {
    /// The machine says this.
    Machine(E),
    /// There are not as many scalars as points, or they have 2^29 digits or more.
    Length,
    /// There is no such plan: windows have 2 to 24 bits, a thread adds at least one entry, and
    /// folds at least four partial sums.
    Plan,
}

impl<E: std::fmt::Display> std::fmt::Display for Error<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Machine(error) => error.fmt(f),
            Self::Length => f.write_str("a scalar for each point, and fewer than 2^29 digits"),
            Self::Plan => {
                f.write_str("windows of 2 to 24 bits, 1 to 65536 entries, 4 to 65536 partial sums")
            }
        }
    }
}

impl<E: std::error::Error> std::error::Error for Error<E> {}

impl<E> From<E> for Error<E> {
    fn from(error: E) -> Self {
        Self::Machine(error)
    }
}

/// Points on a machine.
#[derive(Clone, Debug)]
pub struct Bases<C> {
    address: u64,
    /// Whether each is the identity, which has no affine coordinates: its scalar counts as zero.
    identities: Vec<bool>,
    curve: PhantomData<C>,
}

impl<C: OnCard> Bases<C> {
    /// Writes points to a machine, reduced and in Montgomery form.
    ///
    /// # Errors
    /// What the machine says.
    pub fn new<M: Machine>(machine: &mut M, given: &[Affine<C>]) -> Result<Self, M::Error> {
        let coordinates = given.iter().flat_map(|point| [point.x(), point.y()]);
        let words: Vec<u32> = coordinates.flat_map(modulus::montgomery).collect();
        let address = machine.allocate(words.len())?;
        machine.write(address, &words)?;
        let identities = given.iter().map(|point| point.is_identity().into()).collect();
        Ok(Self { address, identities, curve: PhantomData })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.identities.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.identities.is_empty()
    }

    /// Gives their memory back.
    ///
    /// # Errors
    /// What the machine says.
    pub fn release<M: Machine>(self, machine: &mut M) -> Result<(), M::Error> {
        machine.release(self.address)
    }
}

/// Memory of one sum, which is given back at its end.
struct Memory<'a, M: Machine> {
    machine: &'a mut M,
    taken: Vec<u64>,
}

impl<M: Machine> Memory<'_, M> {
    fn take(&mut self, words: usize) -> Result<u64, M::Error> {
        let address = self.machine.allocate(words.max(1))?;
        self.taken.push(address);
        Ok(address)
    }

    fn run(&mut self, kernel: &str, grid: Grid, arguments: &[Argument]) -> Result<(), M::Error> {
        self.machine.launch(kernel, grid, arguments)
    }
}

/// A list of arguments of both kinds.
macro_rules! arguments {
    ($($argument:expr),+ $(,)?) => { &[$(Argument::from($argument)),+] };
}

/// Σ kᵢPᵢ. The [module](Plan::module) of the plan is loaded. Variable time: for public values.
///
/// # Errors
/// [`Error::Plan`], [`Error::Length`], and what the machine says.
pub fn msm_vartime<C: OnCard, M: Machine>(
    machine: &mut M,
    plan: Plan,
    bases: &Bases<C>,
    scalars: &[Red<C::Scalar>],
) -> Result<Projective<C>, Error<M::Error>> {
    if !plan.is_sound() {
        return Err(Error::Plan);
    }
    let windows = digits::windows(plan.window);
    let count = u32::try_from(scalars.len()).map_err(|_| Error::Length)?;
    let entries = count.checked_mul(windows).filter(|&entries| entries < 1 << 29);
    let (true, Some(entries)) = (bases.len() == scalars.len(), entries) else {
        return Err(Error::Length);
    };
    if count == 0 {
        return Ok(Projective::identity());
    }
    let mut memory = Memory { machine, taken: Vec::new() };
    let sums = window_sums::<C, M>(&mut memory, plan, bases, scalars, count, entries);
    let Memory { machine, taken } = memory;
    let released = taken.into_iter().try_for_each(|address| machine.release(address));
    let words = sums?;
    released?;
    Ok(finish(plan, &words))
}

/// For each window its rows, each one point: the sum of the buckets, then those of the odd ones.
fn window_sums<C: OnCard, M: Machine>(
    memory: &mut Memory<'_, M>,
    plan: Plan,
    bases: &Bases<C>,
    scalars: &[Red<C::Scalar>],
    count: u32,
    entries: u32,
) -> Result<Vec<u32>, M::Error> {
    let windows = digits::windows(plan.window);
    let buckets = plan.buckets();
    let modulus = Modulus::of::<C::Base>();
    let point = 3 * modulus.len();

    let words: Vec<u32> = scalars
        .iter()
        .zip(&bases.identities)
        .flat_map(|(scalar, &identity)| match identity {
            true => vec![0; digits::SCALAR],
            false => modulus::plain(scalar),
        })
        .collect();
    let scalars = memory.take(words.len())?;
    memory.machine.write(scalars, &words)?;

    let sums = memory.take(buckets as usize * point)?;
    // The last count is of no bucket: where it begins is how many entries there are.
    let counts = memory.take(buckets as usize + 1)?;
    memory.run("clear", Grid::of(buckets + 1, 1), arguments![sums, counts, buckets])?;
    let [numbers, ranks, sorted, keys] = {
        let mut take = || memory.take(entries as usize);
        [take()?, take()?, take()?, take()?]
    };
    let grid = Grid::of(count, 1);
    memory.run("digits", grid, arguments![scalars, counts, numbers, ranks, count])?;
    let starts = starts(memory, counts, buckets + 1)?;
    let grid = Grid::of(count, windows);
    memory.run("scatter", grid, arguments![numbers, ranks, starts, sorted, keys, count])?;

    let threads = entries.div_ceil(plan.entries);
    let (mut partials, mut ids) =
        (memory.take(2 * threads as usize * point)?, memory.take(2 * threads as usize)?);
    let total = starts + 4 * u64::from(buckets);
    memory.run(
        "accumulate",
        Grid::of(threads, 1),
        arguments![bases.address, sorted, keys, sums, partials, ids, total, plan.entries, threads],
    )?;
    let mut left = 2 * threads;
    loop {
        let threads = left.div_ceil(plan.partials);
        let is_last = u32::from(threads == 1);
        let (to, to_ids) =
            (memory.take(2 * threads as usize * point)?, memory.take(2 * threads as usize)?);
        memory.run(
            "fold",
            Grid::of(threads, 1),
            arguments![partials, ids, sums, to, to_ids, left, plan.partials, is_last],
        )?;
        if threads == 1 {
            break;
        }
        (partials, ids, left) = (to, to_ids, 2 * threads);
    }

    let (mut from, mut rows) = (sums, 1);
    for log_half in (0..plan.window - 1).rev() {
        let count = (windows * (rows + 1)) << log_half;
        let to = memory.take(count as usize * point)?;
        memory.run("halve", Grid::of(count, 1), arguments![from, to, count, log_half, rows])?;
        (from, rows) = (to, rows + 1);
    }
    memory.machine.read(from, (windows * rows) as usize * point)
}

/// Where each bucket's entries begin.
fn starts<M: Machine>(
    memory: &mut Memory<'_, M>,
    counts: u64,
    count: u32,
) -> Result<u64, M::Error> {
    let threads = count.div_ceil(scan::EACH);
    let before = if threads == 1 {
        let zero = memory.take(1)?;
        memory.machine.write(zero, &[0])?;
        zero
    } else {
        let totals = memory.take(threads as usize)?;
        memory.run("totals", Grid::of(threads, 1), arguments![counts, totals, count])?;
        starts(memory, totals, threads)?
    };
    let out = memory.take(count as usize)?;
    memory.run("offsets", Grid::of(threads, 1), arguments![counts, before, out, count])?;
    Ok(out)
}

/// Σᵥ 2^(c·v)·(S + Σₗ 2^l·Oₗ) from the rows of all windows.
fn finish<C: OnCard>(plan: Plan, words: &[u32]) -> Projective<C> {
    let coordinates = modulus::elements::<C::Base>(words);
    let points: Vec<Projective<C>> = coordinates
        .chunks_exact(3)
        .map(|point| {
            let [x, y, z] = [0, 1, 2].map(|at| point[at]);
            Projective::from_xyz_unchecked_curve_and_subgroup(x, y, z)
        })
        .collect();
    let mut sum = Projective::identity();
    for rows in points.chunks_exact(plan.window as usize).rev() {
        // 2^c·sum + Σ 2^l·Oₗ by Horner's rule: bit c − 1 has no row, as digits are at most 2^(c−1).
        sum = sum.double();
        for odd in rows[1..].iter().rev() {
            sum = sum.double().add(odd);
        }
        sum = sum.add(&rows[0]);
    }
    sum
}
