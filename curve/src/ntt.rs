//! Number-theoretic transforms: values of a polynomial at the 2^k-th roots of unity from its
//! coefficients, and back.
//!
//! X_k = Σ x_e·ω^(ek) for k < n = 2^k, ω of order n. On W lanes it takes n = W·m apart (W. M.
//! Gentleman, G. Sande, "Fast Fourier transforms: for fun and profit", 1966; D. H. Bailey, "FFTs in
//! external or hierarchical memory", 1990): with e = W·j + i and k = m·l + t
//!
//! X_(ml + t) = Σᵢ ω^(mil)·( ω^(it)·Σⱼ x_(Wj + i)·ω^(Wjt) ).
//!
//! * The inner sums are transforms of length m, the i-th on lane i: all lanes have the same root at
//!   the same time, and W elements that lie side by side are a vector. They run in place by
//!   decimation in frequency, block by block so that short blocks stay in the cache; their results
//!   come in bit-reversed order.
//! * The outer sums are transforms of length W across the lanes. W vectors at a time, read in the
//!   order that puts them right, are multiplied by ω^(it), transposed, and transformed like a
//!   block; what comes out lies side by side again. So natural order costs nothing.
//!
//! Values enter the form of the lanes once and leave it once. With width one, the second part is a
//! copy in bit-reversed order.
//!
//! Cost: (n/2)·log₂ n butterflies of a product, a sum and a difference; on lanes n products more
//! for the second part, 2n to enter and leave.
//!
//! # Example
//!
//! ```
//! use curvemark_curve::bn254::{FrEngine, Scalar};
//! use curvemark_curve::ntt::{Domain, Evaluator, bit_reverse_permutation};
//!
//! // 1 + 2X + 3X² + 4X³, whose value at 1 is 10.
//! let coefficients = [1u32, 2, 3, 4].map(Scalar::from);
//! let domain = Domain::<FrEngine>::new(2)?;
//! let mut values = coefficients;
//! domain.forward(&mut values)?;
//! assert_eq!(values[0], Scalar::from(10u32));
//!
//! let mut again = values;
//! domain.inverse(&mut again)?;
//! assert_eq!(again, coefficients);
//!
//! // The value anywhere, from those at the roots of unity in bit-reversed order.
//! bit_reverse_permutation(&mut values)?;
//! let evaluator = Evaluator::<FrEngine>::new(2)?;
//! assert_eq!(evaluator.value(&values, &Scalar::from(10u32))?, Scalar::from(4321u32));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

#![allow(clippy::integer_division_remainder_used)] // Of sizes and positions, which are public.

use alloc::vec::Vec;

use crate::engines::door::{Made, make, with_made};
use crate::error::{BatchError, DomainError};
use crate::field::{Anywhere, Canonical, InLanes, Lanes, Red};

mod evaluation;
mod points;

pub use evaluation::{Evaluator, value_on_lanes};
pub use points::transform_points_on_lanes_vartime;

/// A field with 2^v-th roots of unity for a large v.
///
/// [Example](self#example).
pub trait TwoAdic: InLanes + Anywhere {
    /// v: the multiplicative group has order 2^v·t with t odd.
    const TWO_ADICITY: u32;
    /// A root of unity of order 2^v.
    const ROOT_OF_UNITY: Self::Const;
}

/// Most lanes.
const MOST: usize = 8;

/// The 2^k-th roots of unity and what it takes to transform to them and back.
///
/// The same roots in the same order as in other libraries: ω = g^((r − 1)/2^k) with the g of the
/// field's constants.
///
/// [Example](self#example).
#[derive(Clone, Debug)]
pub struct Domain<F: TwoAdic>(Transforms<F>);

/// A transform on the engine that the CPU runs best.
type Transforms<F> = Made<
    Transform<<F as InLanes>::Lanes>,
    Transform<<F as InLanes>::Doubles>,
    Transform<<F as Canonical>::Fast>,
    Transform<F>,
>;

impl<F: TwoAdic> Domain<F> {
    /// The domain of size 2^log₂. It holds as many elements.
    ///
    /// Cost: a product for each of them.
    ///
    /// # Errors
    /// [`DomainError::TooLarge`] if there are no such roots.
    #[inline(never)]
    pub fn new(log_size: u32) -> Result<Self, DomainError> {
        if log_size > F::TWO_ADICITY || log_size >= usize::BITS - 6 {
            return Err(DomainError::TooLarge);
        }
        let enough = 1usize << log_size >= F::Lanes::WIDTH * F::Lanes::WIDTH;
        Ok(Self(make!(best F, enough, &() => |ctx| Transform::new::<F>(*ctx, log_size)?)))
    }

    /// How many roots there are.
    pub fn size(&self) -> usize {
        with_made!(F, &self.0, true => |transform| transform.roots.len())
    }

    /// ω.
    pub fn root(&self) -> Red<F> {
        root_of_order::<F>(self.size().trailing_zeros())
    }

    /// Coefficients to values: xₖ becomes Σ x_e·ω^(ek). Constant-time in the values.
    ///
    /// # Errors
    /// [`BatchError::LengthMismatch`] if there are not [`Domain::size`] of them.
    #[inline(never)]
    pub fn forward(&self, values: &mut [Red<F>]) -> Result<(), BatchError> {
        with_made!(F, &self.0, true => |transform| transform.forward(values))
    }

    /// Values to coefficients: the inverse of [`Domain::forward`]. Constant-time in the values.
    ///
    /// # Errors
    /// [`BatchError::LengthMismatch`] if there are not [`Domain::size`] of them.
    #[inline(never)]
    pub fn inverse(&self, values: &mut [Red<F>]) -> Result<(), BatchError> {
        with_made!(F, &self.0, true => |transform| transform.inverse(values))
    }

    /// Coefficients to values on a coset: xₖ becomes Σ x_e·(s·ωᵏ)^e. Constant-time in the values
    /// and in s.
    ///
    /// # Errors
    /// [`BatchError::LengthMismatch`] if there are not [`Domain::size`] of them.
    #[inline(never)]
    pub fn coset_forward(&self, values: &mut [Red<F>], s: &Red<F>) -> Result<(), BatchError> {
        with_made!(F, &self.0, true => |transform| transform.coset_forward(values, s))
    }

    /// Values on a coset to coefficients: the inverse of [`Domain::coset_forward`] with the same s,
    /// which is not zero. (All are zero if it is.) Constant-time in the values and in s.
    ///
    /// # Errors
    /// [`BatchError::LengthMismatch`] if there are not [`Domain::size`] of them.
    #[inline(never)]
    pub fn coset_inverse(&self, values: &mut [Red<F>], s: &Red<F>) -> Result<(), BatchError> {
        with_made!(F, &self.0, true => |transform| transform.coset_inverse(values, s))
    }
}

/// ω of order 2^log.
fn root_of_order<F: TwoAdic>(log: u32) -> Red<F> {
    let mut root = Red::of(&F::ROOT_OF_UNITY);
    root.square_times(F::TWO_ADICITY - log);
    root
}

/// As [`Domain`], on lanes of the caller's choice.
///
/// [Example](self#example).
#[derive(Clone)]
pub struct Transform<L: Lanes> {
    ctx: L::Ctx,
    /// ωᵉ for all e < n.
    roots: Vec<L::Row>,
    /// At h + j, for powers of two h ≤ m/2 and j < h: the j-th power of the root of order 2h. Each
    /// layer of butterflies reads its roots in a row; in the list above they would lie powers of
    /// two apart, where caches hold few.
    layers: Vec<L::Row>,
    /// 1/n.
    inverse_size: Red<L>,
}

impl<L: Lanes> core::fmt::Debug for Transform<L> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Transform").field("size", &self.roots.len()).finish_non_exhaustive()
    }
}

/// factor·sⁱ in lane i, and s^W in all lanes.
fn powers<L: Lanes>(ctx: &L::Ctx, factor: &Red<L::One>, s: &Red<L::One>) -> (Red<L>, Red<L>) {
    let mut all = [*factor; MOST];
    for i in 1..L::WIDTH {
        all[i] = &all[i - 1] * s;
    }
    let mut step = *s;
    step.square_times(L::WIDTH.trailing_zeros());
    (
        Red::from_raw(L::enter_lanes(ctx, |i| all[i].raw())),
        Red::from_raw(L::enter_lanes(ctx, |_| step.raw())),
    )
}

impl<L: Lanes> Transform<L> {
    /// The roots of order 2^log₂.
    ///
    /// # Errors
    /// [`DomainError::TooLarge`] if there are none, [`DomainError::TooSmall`] for fewer than the
    /// square of the lanes.
    #[inline(never)]
    pub fn new<F: TwoAdic>(ctx: L::Ctx, log_size: u32) -> Result<Self, DomainError>
    where
        L: Lanes<One = F>,
    {
        if log_size > F::TWO_ADICITY || log_size >= usize::BITS - 6 {
            return Err(DomainError::TooLarge);
        }
        let size = 1usize << log_size;
        if size < L::WIDTH * L::WIDTH {
            return Err(DomainError::TooSmall);
        }
        let (mut power, step) = powers::<L>(&ctx, &Red::one(), &root_of_order::<F>(log_size));
        let mut roots = alloc::vec![L::zero_row(&ctx); size];
        for rows in roots.chunks_exact_mut(L::WIDTH) {
            L::store(power.raw(), rows, |row| row);
            power = &power * &step;
        }
        let m = size / L::WIDTH;
        let mut layers = alloc::vec![roots[0]; m];
        for (i, root) in layers.iter_mut().enumerate().skip(1) {
            let h = 1 << i.ilog2();
            *root = roots[(i - h) * (size / (2 * h))];
        }
        let mut inverse_size = Red::<F>::one();
        let half = Red::<F>::from(2u32).invert();
        (0..log_size).for_each(|_| inverse_size *= half);
        let inverse_size = Red::from_raw(L::enter_lanes(&ctx, |_| inverse_size.raw()));
        Ok(Self { ctx, roots, layers, inverse_size })
    }

    /// See [`Domain::forward`].
    ///
    /// # Errors
    /// [`BatchError::LengthMismatch`].
    #[inline(never)]
    pub fn forward<F: TwoAdic>(&self, values: &mut [Red<F>]) -> Result<(), BatchError>
    where
        L: Lanes<One = F>,
    {
        self.check(values)?;
        L::enter(
            &self.ctx,
            #[inline(always)]
            || self.combine::<false, F>(self.each_lane::<false, F>(values, None), values, None),
        );
        Ok(())
    }

    /// See [`Domain::inverse`].
    ///
    /// # Errors
    /// [`BatchError::LengthMismatch`].
    #[inline(never)]
    pub fn inverse<F: TwoAdic>(&self, values: &mut [Red<F>]) -> Result<(), BatchError>
    where
        L: Lanes<One = F>,
    {
        self.check(values)?;
        L::enter(
            &self.ctx,
            #[inline(always)]
            || self.combine::<true, F>(self.each_lane::<true, F>(values, None), values, None),
        );
        Ok(())
    }

    /// See [`Domain::coset_forward`].
    ///
    /// # Errors
    /// [`BatchError::LengthMismatch`].
    #[inline(never)]
    pub fn coset_forward<F: TwoAdic>(
        &self,
        values: &mut [Red<F>],
        s: &Red<F>,
    ) -> Result<(), BatchError>
    where
        L: Lanes<One = F>,
    {
        self.check(values)?;
        L::enter(
            &self.ctx,
            #[inline(always)]
            || self.combine::<false, F>(self.each_lane::<false, F>(values, Some(s)), values, None),
        );
        Ok(())
    }

    /// See [`Domain::coset_inverse`].
    ///
    /// # Errors
    /// [`BatchError::LengthMismatch`].
    #[inline(never)]
    pub fn coset_inverse<F: TwoAdic>(
        &self,
        values: &mut [Red<F>],
        s: &Red<F>,
    ) -> Result<(), BatchError>
    where
        L: Lanes<One = F>,
    {
        self.check(values)?;
        let s = s.invert();
        L::enter(
            &self.ctx,
            #[inline(always)]
            || self.combine::<true, F>(self.each_lane::<true, F>(values, None), values, Some(&s)),
        );
        Ok(())
    }

    fn check<T>(&self, values: &[T]) -> Result<(), BatchError> {
        if values.len() == self.roots.len() { Ok(()) } else { Err(BatchError::LengthMismatch) }
    }

    /// ωᵉ, or ω^(−e), for e < n.
    #[inline(always)]
    fn root_row<const INVERSE: bool>(&self, e: usize) -> &L::Row {
        let e = if INVERSE { self.roots.len().wrapping_sub(e) } else { e };
        &self.roots[e & (self.roots.len() - 1)]
    }

    /// Transforms of length m, one in each lane, in bit-reversed order; if there is an s, of the
    /// elements times its powers.
    #[inline(always)]
    fn each_lane<const INVERSE: bool, F: TwoAdic>(
        &self,
        values: &[Red<F>],
        s: Option<&Red<F>>,
    ) -> Vec<Red<L>>
    where
        L: Lanes<One = F>,
    {
        let vectors = values.chunks_exact(L::WIDTH);
        let vectors =
            vectors.map(|chunk| Red::<L>::from_raw(L::enter_lanes(&self.ctx, |i| chunk[i].raw())));
        let mut work: Vec<_> = match s {
            None => vectors.collect(),
            Some(s) => {
                let (mut power, step) = powers::<L>(&self.ctx, &Red::one(), s);
                let shifted = vectors.map(|vector| {
                    let out = &vector * &power;
                    power = &power * &step;
                    out
                });
                shifted.collect()
            }
        };
        self.block::<INVERSE>(&mut work);
        work
    }

    /// A transform of a power of two of vectors, in bit-reversed order: butterflies (a, b) ↦ (a +
    /// b, (a − b)·w), then each half.
    fn block<const INVERSE: bool>(&self, vectors: &mut [Red<L>]) {
        let half = vectors.len() / 2;
        if half == 0 {
            return;
        }
        let (low, high) = vectors.split_at_mut(half);
        for (j, (a, b)) in low.iter_mut().zip(high.iter_mut()).enumerate() {
            let (sum, difference) =
                (&*a + &*b, if INVERSE && j > 0 { b.minus(a) } else { a.minus(b) });
            *a = sum;
            *b = if j == 0 {
                difference.weak()
            } else {
                // w^(−j) = −w^(half − j), the difference having the sign.
                let row = &self.layers[if INVERSE { 2 * half - j } else { half + j }];
                &difference * &Red::<L>::from_raw(L::load(&self.ctx, |_| row))
            };
        }
        self.block::<INVERSE>(low);
        self.block::<INVERSE>(high);
    }

    /// The transforms across the lanes, to their places; the inverse divided by n and times the
    /// powers of s, if there is one.
    #[inline(always)]
    fn combine<const INVERSE: bool, F: TwoAdic>(
        &self,
        work: Vec<Red<L>>,
        values: &mut [Red<F>],
        s: Option<&Red<F>>,
    ) where
        L: Lanes<One = F>,
    {
        let (width, m) = (L::WIDTH, work.len());
        // What output m·l + t is multiplied by, t of the vector's lanes; and what that grows by
        // from one vector to the next.
        let mut factors = [self.inverse_size; MOST];
        let mut step = None;
        if let Some(s) = s {
            let mut to_next = *s;
            to_next.square_times(m.trailing_zeros());
            let mut first = Red::one();
            for factor in &mut factors[..width] {
                let (power, by) = powers::<L>(&self.ctx, &first, s);
                (*factor, step) = (&power * &self.inverse_size, Some(by));
                first *= to_next;
            }
        }
        let mut rows = [[L::zero_row(&self.ctx); MOST]; MOST];
        for t in (0..m).step_by(width) {
            let mut column = [self.inverse_size; MOST];
            if width == 1 {
                column[0] = work[bit_reversed(t, m)];
            } else {
                for i in 0..width {
                    // Times ω^(it) in lane i, t being this vector's.
                    let root = L::load(&self.ctx, |lane| self.root_row::<INVERSE>(lane * (t + i)));
                    let vector = &work[bit_reversed(t + i, m)] * &Red::from_raw(root);
                    L::store(vector.raw(), &mut rows[i][..width], |row| row);
                }
                for (i, vector) in column[..width].iter_mut().enumerate() {
                    *vector = Red::from_raw(L::load(&self.ctx, |lane| &rows[lane][i]));
                }
                self.block::<INVERSE>(&mut column[..width]);
            }
            for l in 0..width {
                let mut out = column[bit_reversed(l, width)];
                if INVERSE {
                    out = &out * &factors[l];
                    if let Some(step) = &step {
                        factors[l] = &factors[l] * step;
                    }
                }
                let places = &mut values[m * l + t..m * l + t + width];
                L::leave_lanes(out.raw(), |lane, raw| places[lane] = Red::from_raw(raw));
            }
        }
    }
}

/// The place of index i in bit-reversed order, of a power of two of places.
fn bit_reversed(i: usize, count: usize) -> usize {
    // Of one place a shift by all bits, which is not defined, would have to make zero.
    (i.reverse_bits() >> 1) >> (usize::BITS - 1 - count.trailing_zeros())
}

/// Puts what lies at index i where the bits of i, read backwards, say: its own inverse.
///
/// # Errors
/// [`BatchError::LengthMismatch`] if there is no power of two of values.
///
/// [Example](self#example).
pub fn bit_reverse_permutation<T>(values: &mut [T]) -> Result<(), BatchError> {
    if !values.len().is_power_of_two() {
        return Err(BatchError::LengthMismatch);
    }
    for i in 0..values.len() {
        let j = bit_reversed(i, values.len());
        if i < j {
            values.swap(i, j);
        }
    }
    Ok(())
}
