//! Transforms of points: [`Domain::forward`] and [`Domain::inverse`] with points of a group for
//! coefficients.
//!
//! A product by a root of unity is a scalar multiplication here, which costs as much as a hundred
//! additions. So the way is the one with fewest of them, split radix (P. Duhamel, H. Hollmann,
//! "Split radix FFT algorithm", 1984), decimated in frequency: a block of n points turns into the
//! sums, a block of n/2, and the differences d, a twisted block, which stands for the odd places.
//! With ω of order n and i = ω^(n/4) these are
//!
//! X_(4k + 1) = Σ (d_j + i·d_(j + n/4))·ωʲ·ω^(4jk) and X_(4k + 3) = Σ (d_j − i·d_(j +
//! n/4))·ω^(3j)·ω^(4jk), j < n/4,
//!
//! so a twisted block turns into two blocks of n/4: products by i, sums and differences, products
//! by roots. All blocks of a size are done at once, eight points side by side whichever their
//! blocks; the products by roots, whose digits have nothing in common, are a batch of
//! multiplications.
//!
//! * i has few digits where it is near a power of the endomorphism's eigenvalue μ, and all points
//!   have the same ones. In G2 of both pairing curves it is an endomorphism alone: p³, for p has
//!   order 12 modulo r. In G1 of BLS12-381 it is ±x·μ, one multiplication by |x|. In G1 of BN254 it
//!   is one more root.
//! * 1/n is taken along with the first root that a block is multiplied by, so that the inverse
//!   costs a few products more, not n.
//!
//! Cost, for n ≥ 4: n·log₂(n)/3 − 8n/9 products by roots and n·log₂(n)/6 − n/9 by i, both within
//! one, and n·log₂(n) additions.

#![allow(clippy::integer_division_remainder_used)] // Of sizes and positions, which are public.

use alloc::vec::Vec;

use super::{Domain, TwoAdic, bit_reverse_permutation};
use crate::crossover;
use crate::engines::door::side_by_side;
use crate::error::BatchError;
use crate::field::{Lanes, Red};
use crate::integer::scalar_to_integer;
use crate::scalar_mul::{OddDigits, sums_on_lanes_vartime};
use crate::weierstrass::{Affine, CtxOf, Endomorphism, Group, GroupInLanes, Projective};

/// Most digits that i has where all points are multiplied by it digit by digit.
const FEW_DIGITS: usize = 12;

impl<F: TwoAdic> Domain<F> {
    /// Coefficients to values: Pₖ becomes Σ ω^(ek)·P_e, in natural order, in time that depends on
    /// the points; for public ones. Additions and multiplications eight at a time on vectors where
    /// the CPU has them.
    ///
    /// Cost: about n·log₂(n)/3 − 8n/9 multiplications by roots of unity, n·log₂(n)/6 by √−1, which
    /// in G2 is an endomorphism, and n·log₂(n) additions (P. Duhamel, H. Hollmann, "Split radix FFT
    /// algorithm", 1984).
    ///
    /// # Errors
    /// [`BatchError::LengthMismatch`] if there are not [`Domain::size`] of them.
    #[inline(never)]
    pub fn forward_points_vartime<C>(&self, points: &mut [Projective<C>]) -> Result<(), BatchError>
    where
        C: GroupInLanes<Scalar = F>,
    {
        self.points_vartime::<C, false>(points)
    }

    /// Values to coefficients: the inverse of [`Domain::forward_points_vartime`], at the same cost
    /// and a few multiplications more.
    ///
    /// # Errors
    /// [`BatchError::LengthMismatch`] if there are not [`Domain::size`] of them.
    #[inline(never)]
    pub fn inverse_points_vartime<C>(&self, points: &mut [Projective<C>]) -> Result<(), BatchError>
    where
        C: GroupInLanes<Scalar = F>,
    {
        self.points_vartime::<C, true>(points)
    }

    fn points_vartime<C, const INVERSE: bool>(
        &self,
        points: &mut [Projective<C>],
    ) -> Result<(), BatchError>
    where
        C: GroupInLanes<Scalar = F>,
    {
        if points.len() != self.size() {
            return Err(BatchError::LengthMismatch);
        }
        let roots = Roots::new::<INVERSE>(self);
        let multiply = Projective::mul_batch_vartime;
        let enough = crossover::TRANSFORM_OF_POINTS.reached(points.len());
        side_by_side!(C, enough, &points[0].z.ctx() => transform_vartime::<C, _>(&roots, points, multiply))
    }
}

/// [`Domain::forward_points_vartime`], or its inverse, on lanes of the caller's choice: `S` is the
/// curve of `C` on an engine that holds several elements side by side, or one.
///
/// # Errors
/// [`BatchError::LengthMismatch`].
pub fn transform_points_on_lanes_vartime<C, S, const INVERSE: bool>(
    ctx: &CtxOf<S>,
    domain: &Domain<C::Scalar>,
    points: &mut [Projective<C>],
) -> Result<(), BatchError>
where
    C: GroupInLanes<Scalar: TwoAdic>,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    if points.len() != domain.size() {
        return Err(BatchError::LengthMismatch);
    }
    let roots = Roots::new::<INVERSE>(domain);
    transform_vartime::<C, S>(ctx, &roots, points, |points, scalars, products| {
        sums_on_lanes_vartime::<C, S>(ctx, None, points, scalars, products)
    })
}

/// The roots of a transform.
struct Roots<F: TwoAdic> {
    /// ωᵉ for e < n, or ω^(−e).
    powers: Vec<Red<F>>,
    /// 1/n of an inverse.
    factor: Option<Red<F>>,
}

impl<F: TwoAdic> Roots<F> {
    fn new<const INVERSE: bool>(domain: &Domain<F>) -> Self {
        let n = domain.size();
        let root = if INVERSE { domain.root().invert_vartime() } else { domain.root() };
        let mut powers = Vec::with_capacity(n);
        let mut power = Red::one();
        for _ in 0..n {
            powers.push(power);
            power *= &root;
        }
        let half = Red::<F>::from(2u32).invert_vartime();
        let factor =
            (0..n.trailing_zeros()).fold(Red::one(), |product: Red<F>, _| &product * &half);
        Self { powers, factor: INVERSE.then_some(factor) }
    }
}

/// What is to be done with a block of points.
#[derive(Clone, Copy)]
struct Block {
    /// Whether it holds differences that were not multiplied yet.
    twisted: bool,
    /// Whether its points are still to be divided by n.
    whole: bool,
}

/// Points to be multiplied, by their places, and their scalars.
struct Products<F: TwoAdic> {
    places: Vec<usize>,
    scalars: Vec<Red<F>>,
}

impl<F: TwoAdic> Products<F> {
    fn new() -> Self {
        Self { places: Vec::new(), scalars: Vec::new() }
    }

    fn push(&mut self, place: usize, scalar: Red<F>) {
        self.places.push(place);
        self.scalars.push(scalar);
    }

    /// Multiplies the points in their places.
    fn run_vartime<C: GroupInLanes<Scalar = F>>(
        &self,
        points: &mut [Projective<C>],
        multiply: impl Fn(&[Affine<C>], &[Red<F>], &mut [Projective<C>]) -> Result<(), BatchError>,
    ) -> Result<(), BatchError> {
        let mut products: Vec<_> = self.places.iter().map(|&place| points[place]).collect();
        let Some(first) = products.first() else { return Ok(()) };
        let mut affine = alloc::vec![Affine::identity_in(&first.z.ctx()); products.len()];
        Projective::batch_to_affine(&products, &mut affine)?;
        multiply(&affine, &self.scalars, &mut products)?;
        for (&place, product) in self.places.iter().zip(&products) {
            points[place] = *product;
        }
        Ok(())
    }
}

/// The transform; `multiply` is a batch of multiplications. There are as many points as roots,
/// which is a power of two.
fn transform_vartime<C, S>(
    ctx: &CtxOf<S>,
    roots: &Roots<C::Scalar>,
    points: &mut [Projective<C>],
    multiply: impl Fn(&[Affine<C>], &[Red<C::Scalar>], &mut [Projective<C>]) -> Result<(), BatchError>,
) -> Result<(), BatchError>
where
    C: GroupInLanes<Scalar: TwoAdic>,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    let n = points.len();
    let i = roots.powers[n / 4];
    // Parts of a scalar are none of them negative on some curves, which then split −i into few
    // digits instead.
    let digits = Digits::vartime::<C>(&i).or_else(|| Digits::vartime::<C>(&-&i).map(Digits::neg));
    let mut blocks = alloc::vec![Block { twisted: false, whole: roots.factor.is_some() }];
    let mut size = n;
    while size > 1 {
        let half = size / 2;
        let first_of = |block: usize| block * size;
        // Products by i.
        let upper = (0..blocks.len()).filter(|&block| blocks[block].twisted);
        let upper = upper.flat_map(|block| first_of(block) + half..first_of(block) + size);
        match &digits {
            Some(digits) => {
                let places: Vec<_> = upper.collect();
                multiply_by_digits::<C, S>(ctx, digits, &places, points);
            }
            None => {
                let mut products = Products::new();
                upper.for_each(|place| products.push(place, i));
                products.run_vartime(points, &multiply)?;
            }
        }
        sums_and_differences::<C, S>(ctx, half, points);
        // Products by roots: ω^(n/(2·size)) has the order of the block that a twisted one came
        // from.
        let step = n / (2 * size);
        let mut products = Products::new();
        let twisted = (0..blocks.len()).filter(|&block| blocks[block].twisted);
        for block in twisted {
            for j in 0..half {
                for (place, e) in
                    [(first_of(block) + j, step * j), (first_of(block) + half + j, 3 * step * j)]
                {
                    match roots.factor.filter(|_| blocks[block].whole) {
                        Some(factor) => products.push(place, &roots.powers[e] * &factor),
                        None if e > 0 => products.push(place, roots.powers[e]),
                        None => {}
                    }
                }
            }
        }
        products.run_vartime(points, &multiply)?;
        let halves = |block: &Block| {
            let Block { twisted, whole } = *block;
            let half = Block { twisted: false, whole: whole && !twisted };
            [half, Block { twisted: !twisted, ..half }]
        };
        blocks = blocks.iter().flat_map(halves).collect();
        size = half;
    }
    if let Some(factor) = roots.factor.filter(|_| n > 1) {
        let mut products = Products::new();
        blocks
            .iter()
            .enumerate()
            .filter(|(_, block)| block.whole)
            .for_each(|(place, _)| products.push(place, factor));
        products.run_vartime(points, &multiply)?;
    }
    bit_reverse_permutation(points)
}

/// A point per lane; the last one in lanes without a place.
#[inline(always)]
fn enter<C, S>(
    ctx: &CtxOf<S>,
    points: &[Projective<C>],
    place: impl Fn(usize) -> usize,
) -> Projective<S>
where
    C: Group,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    Projective {
        x: Red::from_raw(S::Base::enter_lanes(ctx, |lane| points[place(lane)].x.raw())),
        y: Red::from_raw(S::Base::enter_lanes(ctx, |lane| points[place(lane)].y.raw())),
        z: Red::from_raw(S::Base::enter_lanes(ctx, |lane| points[place(lane)].z.raw())),
    }
}

/// (P, Q) becomes (P + Q, P − Q) for all pairs of points that lie `half` apart in blocks of twice
/// as many. Constant-time.
fn sums_and_differences<C, S>(ctx: &CtxOf<S>, half: usize, points: &mut [Projective<C>])
where
    C: Group,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    let pairs = points.len() / 2;
    for first in (0..pairs).step_by(S::Base::WIDTH) {
        let count = S::Base::WIDTH.min(pairs - first);
        let lower = |lane: usize| {
            let pair = first + lane.min(count - 1);
            pair + (pair & !(half - 1))
        };
        let (sum, difference) = S::Base::enter(
            ctx,
            #[inline(always)]
            || {
                let (p, q) = (
                    enter::<C, S>(ctx, points, lower),
                    enter::<C, S>(ctx, points, |lane| lower(lane) + half),
                );
                (p.add(&q), p.sub(&q))
            },
        );
        let (sums, differences) = (sum.leave_lanes::<C>(), difference.leave_lanes::<C>());
        for lane in 0..count {
            points[lower(lane)] = sums[lane];
            points[lower(lane) + half] = differences[lane];
        }
    }
}

/// A public scalar in parts of few digits 1 and −1: position, part and whether it is negative, the
/// highest first.
struct Digits(Vec<(usize, usize, bool)>);

impl Digits {
    /// None if there are more than [`FEW_DIGITS`].
    fn vartime<C: Group>(scalar: &Red<C::Scalar>) -> Option<Self> {
        let mut digits = Vec::new();
        for (part, value) in C::split(&scalar_to_integer(scalar)).iter().enumerate() {
            digits.extend(
                OddDigits::vartime(value, 1)
                    .map(|(position, digit)| (position.into(), part, digit < 0)),
            );
        }
        digits.sort_unstable_by_key(|&(position, ..)| core::cmp::Reverse(position));
        (1..=FEW_DIGITS).contains(&digits.len()).then_some(Self(digits))
    }

    /// The digits of the opposite.
    fn neg(mut self) -> Self {
        self.0.iter_mut().for_each(|(.., negative)| *negative = !*negative);
        self
    }

    /// The multiple of a point: doublings in runs, an addition for every digit but the first, and
    /// endomorphisms. Of complete formulas, so every point may come.
    #[inline(always)]
    fn multiple<S: Endomorphism<Base: Lanes>>(&self, point: &Projective<S>) -> Projective<S> {
        let mut images = [*point; 4];
        let parts = self.0.iter().map(|&(_, part, _)| part).max().unwrap_or(0);
        for part in 1..=parts {
            images[part] = images[part - 1].endomorphism();
        }
        let image =
            |part: usize, negative: bool| if negative { images[part].neg() } else { images[part] };
        let (mut position, part, negative) = self.0[0];
        let mut sum = image(part, negative);
        for &(next, part, negative) in &self.0[1..] {
            sum = sum.double_times(position - next).add(&image(part, negative));
            position = next;
        }
        sum.double_times(position)
    }
}

/// Multiplies the points in some places by one scalar.
fn multiply_by_digits<C, S>(
    ctx: &CtxOf<S>,
    digits: &Digits,
    places: &[usize],
    points: &mut [Projective<C>],
) where
    C: Group,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    for places in places.chunks(S::Base::WIDTH) {
        let product = S::Base::enter(
            ctx,
            #[inline(always)]
            || {
                digits.multiple(&enter::<C, S>(ctx, points, |lane| {
                    places[lane.min(places.len() - 1)]
                }))
            },
        );
        for (&place, product) in places.iter().zip(product.leave_lanes::<C>()) {
            points[place] = product;
        }
    }
}
