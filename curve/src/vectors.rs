//! Many field elements at once: products, sums, inner products, inverses, square roots; from users'
//! values to users' values.
//!
//! For products, an element that takes part in one does not go into the form of the lanes and back:
//! [`Lanes::products`] multiplies what users hold. Constant-time in the values, not in their
//! number.
//!
//! # Example
//!
//! ```
//! use curvemark_curve::bls12_381::Scalar;
//! use curvemark_curve::vectors::{
//!     add_scaled_slice, add_slices, inner_product, legendre_batch, mul_assign_slices, mul_slices,
//!     scale_slice, sqrt_batch, sub_assign_slices,
//! };
//! use subtle::Choice;
//!
//! let numbers = |numbers: [u32; 3]| numbers.map(Scalar::from);
//! let (a, b) = (numbers([1, 2, 3]), numbers([4, 5, 6]));
//! let mut out = [Scalar::zero(); 3];
//! add_slices(&a, &b, &mut out)?;
//! assert_eq!(out, numbers([5, 7, 9]));
//! mul_slices(&a, &b, &mut out)?;
//! assert_eq!(out, numbers([4, 10, 18]));
//! assert_eq!(inner_product(&a, &b)?, Scalar::from(4 + 10 + 18u32));
//!
//! // In place: times 2, plus 3 times b, minus a, times a.
//! scale_slice(&mut out, &Scalar::from(2u32));
//! add_scaled_slice(&mut out, &Scalar::from(3u32), &b)?;
//! sub_assign_slices(&mut out, &a)?;
//! mul_assign_slices(&mut out, &a)?;
//! assert_eq!(out, numbers([19, 66, 153]));
//!
//! // Square roots, and whether there is one: of 1 and 4 there is, of 5 there is not.
//! let squares = numbers([1, 4, 5]);
//! let (mut roots, mut exist, mut symbols) = (out, [Choice::from(0); 3], [0; 3]);
//! sqrt_batch(&squares, &mut roots, &mut exist)?;
//! legendre_batch(&squares, &mut symbols)?;
//! assert_eq!(exist.map(bool::from), [true, true, false]);
//! assert_eq!((symbols, roots[1].sqr()), ([1, 1, -1], squares[1]));
//! # Ok::<(), curvemark_curve::error::BatchError>(())
//! ```
//!
//! With an allocator, many inverses for little more than one:
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use curvemark_curve::bls12_381::Scalar;
//! use curvemark_curve::vectors::{invert_batch, mul_slices};
//!
//! let a = [2u32, 3].map(Scalar::from);
//! let (mut inverses, mut products) = (a, a);
//! invert_batch(&mut inverses);
//! mul_slices(&a, &inverses, &mut products)?;
//! assert_eq!(products, [Scalar::one(); 2]);
//! # }
//! # Ok::<(), curvemark_curve::error::BatchError>(())
//! ```

use subtle::Choice;

use crate::crossover;
use crate::engines::door::in_lanes;
use crate::error::BatchError;
use crate::field::{Anywhere, Field, InLanes, Lanes, Red};

#[cfg(feature = "alloc")]
mod inverses;
mod roots;
mod sums;

#[cfg(feature = "alloc")]
pub use inverses::{invert_batch, invert_batch_vartime, invert_on_lanes};
pub use roots::{Prime, legendre_batch, legendre_in_lanes, sqrt_batch, sqrt_in_lanes};
pub use sums::{
    add_assign_slices, add_scaled_on_lanes, add_scaled_slice, add_slices, inner_product,
    inner_product_on_lanes, sub_assign_slices, sub_slices,
};

/// Vectors side by side, so that one fills what the other leaves idle; more do not find place in
/// registers.
const GROUP: usize = 2;

/// The first factors.
///
/// [Example](self#example).
#[derive(Clone, Copy, Debug)]
pub enum Left<'a, F: Field> {
    /// What lies in the places of the products.
    Places,
    /// As many elements as there are products.
    Elements(&'a [Red<F>]),
}

/// The second factors.
///
/// [Example](self#example).
#[derive(Clone, Copy, Debug)]
pub enum Right<'a, F: Field> {
    /// The same for all.
    One(&'a Red<F>),
    /// As many elements as there are products.
    Elements(&'a [Red<F>]),
}

/// A verdict for each item, from the bits of lanes.
pub(crate) fn put_verdicts(bits: u8, verdicts: &mut [Choice]) {
    for (i, verdict) in verdicts.iter_mut().enumerate() {
        *verdict = Choice::from((bits >> i) & 1);
    }
}

/// Gives encodings to `few` as slices, at most N at a time, so that nothing that takes long is
/// generic over what holds the bytes.
pub(crate) fn by<const N: usize, T>(
    encodings: &[impl AsRef<[u8]>],
    out: &mut [T],
    few: impl Fn(&[&[u8]], &mut [T]),
) {
    for (encodings, out) in encodings.chunks(N).zip(out.chunks_mut(N)) {
        let mut slices: [&[u8]; N] = [&[]; N];
        slices.iter_mut().zip(encodings).for_each(|(slice, encoding)| *slice = encoding.as_ref());
        few(&slices[..encodings.len()], out);
    }
}

/// outᵢ = aᵢ·bᵢ.
///
/// Constant-time in the values. On vectors where the CPU has them: 101 multiply-adds of eight lanes
/// for eight products modulo the order of BN254, and no product for the passage there and back.
///
/// # Errors
/// [`BatchError::LengthMismatch`] if the slices are not of one length; nothing is written then.
///
/// [Example](self#example).
#[inline(never)]
pub fn mul_slices<F: InLanes + Anywhere>(
    a: &[Red<F>],
    b: &[Red<F>],
    out: &mut [Red<F>],
) -> Result<(), BatchError> {
    multiply(Left::Elements(a), Right::Elements(b), out)
}

/// aᵢ = aᵢ·bᵢ: [`mul_slices`] in place.
///
/// # Errors
/// [`BatchError::LengthMismatch`] if the slices are not of one length; nothing is written then.
///
/// [Example](self#example).
#[inline(never)]
pub fn mul_assign_slices<F: InLanes + Anywhere>(
    a: &mut [Red<F>],
    b: &[Red<F>],
) -> Result<(), BatchError> {
    multiply(Left::Places, Right::Elements(b), a)
}

/// aᵢ = aᵢ·k: [`mul_slices`] in place, by one element.
///
/// [Example](self#example).
#[inline(never)]
pub fn scale_slice<F: InLanes + Anywhere>(a: &mut [Red<F>], k: &Red<F>) {
    // There is no second length that could differ.
    let _always = multiply(Left::Places, Right::One(k), a);
}

/// The products on vectors, or one by one on what runs a single product best.
fn multiply<F: InLanes + Anywhere>(
    left: Left<'_, F>,
    right: Right<'_, F>,
    out: &mut [Red<F>],
) -> Result<(), BatchError> {
    let enough = crossover::PRODUCTS.reached(out.len());
    if let Some(done) = in_lanes!(F, enough => multiply_on_lanes::<F, _>(left, right, out)) {
        return done;
    }
    check(left, right, out)?;
    for (i, place) in out.iter_mut().enumerate() {
        if let Left::Elements(a) = left {
            *place = a[i];
        }
        *place *= match right {
            Right::One(b) => b,
            Right::Elements(b) => &b[i],
        };
    }
    Ok(())
}

/// As many factors as places.
fn check<F: Field>(
    left: Left<'_, F>,
    right: Right<'_, F>,
    out: &[Red<F>],
) -> Result<(), BatchError> {
    let fits = |factors: &[Red<F>]| factors.len() == out.len();
    if matches!(left, Left::Elements(a) if !fits(a))
        || matches!(right, Right::Elements(b) if !fits(b))
    {
        return Err(BatchError::LengthMismatch);
    }
    Ok(())
}

/// As [`mul_slices`], [`mul_assign_slices`] and [`scale_slice`], on lanes of the caller's choice:
/// `L` is `F` on an engine that holds several elements side by side, or one.
///
/// # Errors
/// [`BatchError::LengthMismatch`] if there are not as many factors as places; nothing is written
/// then.
pub fn multiply_on_lanes<F, L>(
    ctx: &L::Ctx,
    left: Left<'_, F>,
    right: Right<'_, F>,
    out: &mut [Red<F>],
) -> Result<(), BatchError>
where
    F: Field<Raw: Copy>,
    L: Lanes<One = F>,
{
    check(left, right, out)?;
    L::enter(
        ctx,
        #[inline(always)]
        || {
            let right = match right {
                Right::One(b) => Factors::One(L::gather(ctx, |_| b.raw())),
                Right::Elements(b) => Factors::Elements(b),
            };
            let mut start = 0;
            while out.len() - start >= GROUP * L::WIDTH {
                group::<F, L, GROUP>(
                    ctx,
                    left,
                    &right,
                    start,
                    &mut out[start..start + GROUP * L::WIDTH],
                );
                start += GROUP * L::WIDTH;
            }
            for (i, places) in out[start..].chunks_mut(L::WIDTH).enumerate() {
                group::<F, L, 1>(ctx, left, &right, start + i * L::WIDTH, places);
            }
        },
    );
    Ok(())
}

/// [`Right`], with the one element in all lanes.
enum Factors<'a, F: Field, L: Lanes<One = F>> {
    One(L::Plain),
    Elements(&'a [Red<F>]),
}

/// The products from `start` on, as many as there are places: at most K vectors, and more than K −
/// 1 of them. Lanes without a place run along with the last one.
#[inline(always)]
fn group<F, L, const K: usize>(
    ctx: &L::Ctx,
    left: Left<'_, F>,
    right: &Factors<'_, F, L>,
    start: usize,
    places: &mut [Red<F>],
) where
    F: Field<Raw: Copy>,
    L: Lanes<One = F>,
{
    let count = places.len();
    let a = match left {
        Left::Places => gather::<F, L, K>(ctx, places),
        Left::Elements(a) => gather::<F, L, K>(ctx, &a[start..start + count]),
    };
    let b = match right {
        Factors::One(b) => [*b; K],
        Factors::Elements(b) => gather::<F, L, K>(ctx, &b[start..start + count]),
    };
    L::products(&a, &b, |i, raw| {
        if let Some(place) = places.get_mut(i) {
            *place = Red::from_raw(raw);
        }
    });
}

/// K vectors of elements. Inlined as everything below is, so that it is compiled with the vectors'
/// feature: closures and functions of the library would not be.
#[inline(always)]
fn gather<F, L, const K: usize>(ctx: &L::Ctx, elements: &[Red<F>]) -> [L::Plain; K]
where
    F: Field<Raw: Copy>,
    L: Lanes<One = F>,
{
    let last = elements.len() - 1;
    let mut out = [L::gather(ctx, |i| elements[i.min(last)].raw()); K];
    for (k, vector) in out.iter_mut().enumerate().skip(1) {
        *vector = L::gather(ctx, |i| elements[(k * L::WIDTH + i).min(last)].raw());
    }
    out
}
