//! Sums, differences and inner products of many field elements.

use super::{GROUP, gather};
use crate::crossover;
use crate::engines::door::{in_lanes, side_by_side};
use crate::error::BatchError;
use crate::field::{Anywhere, Field, InLanes, Lanes, Red};

/// As many of each.
fn check(lengths: [usize; 2]) -> Result<(), BatchError> {
    if lengths[0] == lengths[1] { Ok(()) } else { Err(BatchError::LengthMismatch) }
}

/// outᵢ = aᵢ + bᵢ. Constant-time in the values.
///
/// On words, on every CPU: to take two elements to vectors and one back is not faster than to add
/// them, 3.4 ns modulo the order of BLS12-381.
///
/// # Errors
/// [`BatchError::LengthMismatch`] if the slices are not of one length; nothing is written then.
///
/// [Example](super#example).
#[inline(never)]
pub fn add_slices<F: Anywhere>(
    a: &[Red<F>],
    b: &[Red<F>],
    out: &mut [Red<F>],
) -> Result<(), BatchError> {
    check([a.len(), b.len()])?;
    check([a.len(), out.len()])?;
    a.iter().zip(b).zip(out).for_each(|((a, b), out)| *out = a + b);
    Ok(())
}

/// aᵢ = aᵢ + bᵢ: [`add_slices`] in place.
///
/// # Errors
/// [`BatchError::LengthMismatch`] if the slices are not of one length; nothing is written then.
///
/// [Example](super#example).
#[inline(never)]
pub fn add_assign_slices<F: Anywhere>(a: &mut [Red<F>], b: &[Red<F>]) -> Result<(), BatchError> {
    check([a.len(), b.len()])?;
    a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
    Ok(())
}

/// outᵢ = aᵢ − bᵢ, as [`add_slices`].
///
/// # Errors
/// [`BatchError::LengthMismatch`] if the slices are not of one length; nothing is written then.
///
/// [Example](super#example).
#[inline(never)]
pub fn sub_slices<F: Anywhere>(
    a: &[Red<F>],
    b: &[Red<F>],
    out: &mut [Red<F>],
) -> Result<(), BatchError> {
    check([a.len(), b.len()])?;
    check([a.len(), out.len()])?;
    a.iter().zip(b).zip(out).for_each(|((a, b), out)| *out = a - b);
    Ok(())
}

/// aᵢ = aᵢ − bᵢ: [`sub_slices`] in place.
///
/// # Errors
/// [`BatchError::LengthMismatch`] if the slices are not of one length; nothing is written then.
///
/// [Example](super#example).
#[inline(never)]
pub fn sub_assign_slices<F: Anywhere>(a: &mut [Red<F>], b: &[Red<F>]) -> Result<(), BatchError> {
    check([a.len(), b.len()])?;
    a.iter_mut().zip(b).for_each(|(a, b)| *a -= b);
    Ok(())
}

/// aᵢ = aᵢ + k·bᵢ. Constant-time in the values; products on vectors where the CPU has them, as
/// those of [`mul_slices`](super::mul_slices).
///
/// # Errors
/// [`BatchError::LengthMismatch`] if the slices are not of one length; nothing is written then.
///
/// [Example](super#example).
#[inline(never)]
pub fn add_scaled_slice<F: InLanes + Anywhere>(
    a: &mut [Red<F>],
    k: &Red<F>,
    b: &[Red<F>],
) -> Result<(), BatchError> {
    let enough = crossover::ADDED_PRODUCTS.reached(a.len());
    if let Some(done) = in_lanes!(F, enough => add_scaled_on_lanes::<F, _>(a, k, b)) {
        return done;
    }
    check([a.len(), b.len()])?;
    a.iter_mut().zip(b).for_each(|(a, b)| *a += k * b);
    Ok(())
}

/// As [`add_scaled_slice`], on lanes of the caller's choice.
///
/// # Errors
/// [`BatchError::LengthMismatch`] if the slices are not of one length; nothing is written then.
pub fn add_scaled_on_lanes<F, L>(
    ctx: &L::Ctx,
    a: &mut [Red<F>],
    k: &Red<F>,
    b: &[Red<F>],
) -> Result<(), BatchError>
where
    F: Field<Raw: Copy>,
    L: Lanes<One = F>,
{
    check([a.len(), b.len()])?;
    L::enter(
        ctx,
        #[inline(always)]
        || {
            let k = L::gather(ctx, |_| k.raw());
            let mut start = 0;
            while a.len() - start >= GROUP * L::WIDTH {
                let range = start..start + GROUP * L::WIDTH;
                add_scaled::<F, L, GROUP>(ctx, &mut a[range.clone()], k, &b[range]);
                start += GROUP * L::WIDTH;
            }
            for (a, b) in a[start..].chunks_mut(L::WIDTH).zip(b[start..].chunks(L::WIDTH)) {
                add_scaled::<F, L, 1>(ctx, a, k, b);
            }
        },
    );
    Ok(())
}

/// At most K vectors, and more than K − 1 of them.
#[inline(always)]
fn add_scaled<F, L, const K: usize>(ctx: &L::Ctx, a: &mut [Red<F>], k: L::Plain, b: &[Red<F>])
where
    F: Field<Raw: Copy>,
    L: Lanes<One = F>,
{
    L::products(&gather::<F, L, K>(ctx, b), &[k; K], |i, raw| {
        if let Some(place) = a.get_mut(i) {
            *place = &*place + &Red::from_raw(raw);
        }
    });
}

/// Σ aᵢ·bᵢ; zero for none. Constant-time in the values.
///
/// On vectors where the CPU has them: 50 multiply-adds of eight lanes for eight products of 256
/// bits, a reduction for every 32 vectors, and no product for the passage there.
///
/// # Errors
/// [`BatchError::LengthMismatch`] if the slices are not of one length.
///
/// [Example](super#example).
#[inline(never)]
pub fn inner_product<F: InLanes + Anywhere>(
    a: &[Red<F>],
    b: &[Red<F>],
) -> Result<Red<F>, BatchError> {
    let enough = crossover::INNER_PRODUCT.reached(a.len());
    side_by_side!(F, enough, &() => inner_product_on_lanes::<F, _>(a, b))
}

/// As [`inner_product`], on lanes of the caller's choice.
///
/// # Errors
/// [`BatchError::LengthMismatch`] if the slices are not of one length.
pub fn inner_product_on_lanes<F, L>(
    ctx: &L::Ctx,
    a: &[Red<F>],
    b: &[Red<F>],
) -> Result<Red<F>, BatchError>
where
    F: Anywhere,
    L: Lanes<One = F>,
{
    check([a.len(), b.len()])?;
    let whole = a.len() & !(L::WIDTH - 1);
    let ((a, last_a), (b, last_b)) = (a.split_at(whole), b.split_at(whole));
    // What does not fill a vector.
    let mut total = last_a.iter().zip(last_b).fold(Red::zero(), |sum, (a, b)| sum + a * b);
    let together = L::WIDTH * L::MAX_PRODUCTS as usize;
    L::enter(
        ctx,
        #[inline(always)]
        || {
            let mut sum = Red::<L>::zero_in(ctx);
            for (a, b) in a.chunks(together).zip(b.chunks(together)) {
                let mut wide = L::wide(ctx);
                for (a, b) in a.chunks_exact(L::WIDTH).zip(b.chunks_exact(L::WIDTH)) {
                    L::mac(
                        &mut wide,
                        &L::enter_scaled(ctx, |i| a[i].raw()),
                        &L::enter_scaled(ctx, |i| b[i].raw()),
                    );
                }
                let [part] = L::reduce([&wide]);
                sum = &sum + &Red::from_raw(part);
            }
            let sum = &sum * &Red::from_raw(L::unscale(ctx));
            L::leave_lanes(sum.raw(), |_, raw| total += &Red::from_raw(raw));
        },
    );
    Ok(total)
}
