//! Affine coordinates of many points with few inversions: P. L. Montgomery, "Speeding the Pollard
//! and elliptic curve methods of factorization", 1987, §10.3.1, the running product of the
//! denominators on one element or one in each lane.

use subtle::Choice;

use super::{Affine, CtxOf, GroupInLanes, Projective, Weierstrass};
use crate::crossover;
use crate::engines::door::in_lanes;
use crate::error::{BatchError, check_lengths};
use crate::field::{Invert, Lanes, Masked, Red};

/// Vectors that share an inversion, with their denominators and products in 32 kB on the stack, or
/// 64 kB in Fp2.
const VECTORS: usize = 32;

impl<C: GroupInLanes> Projective<C> {
    /// The affine coordinates of many points, eight at a time on vectors where the CPU has them.
    /// Constant-time.
    ///
    /// Cost: one inversion and 5 products per point; on vectors an inversion for each 256 points,
    /// and 5 products more for the way there and back.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
    /// places.
    #[inline(never)]
    pub fn batch_to_affine(points: &[Self], out: &mut [Affine<C>]) -> Result<(), BatchError> {
        check_lengths(points.len(), &[out.len()])?;
        let enough = crossover::AFFINE.reached(points.len());
        if in_lanes!(C, enough => to_affine_in_lanes::<C, _>(points, out)).is_none() {
            to_affine_each(points, out);
        }
        Ok(())
    }
}

/// As [`Projective::batch_to_affine`], on lanes of the caller's choice: `S` is the curve of `C` on
/// an engine that holds several elements side by side, or one.
///
/// # Errors
/// [`BatchError::LengthMismatch`], [`BatchError::Empty`].
pub fn batch_to_affine_on_lanes<C, S>(
    ctx: &CtxOf<S>,
    points: &[Projective<C>],
    out: &mut [Affine<C>],
) -> Result<(), BatchError>
where
    C: Weierstrass<Base: Masked<Mask = Choice>>,
    S: Weierstrass<Base: Lanes<One = C::Base>>,
{
    check_lengths(points.len(), &[out.len()])?;
    to_affine_in_lanes::<C, S>(ctx, points, out);
    Ok(())
}

/// The affine coordinates of points on one engine, with one inversion; as many places as points.
/// Constant-time.
pub(crate) fn to_affine_each<C: Weierstrass<Base: Masked + Invert>>(
    points: &[Projective<C>],
    out: &mut [Affine<C>],
) {
    debug_assert_eq!(points.len(), out.len());
    let Some(first) = points.first() else { return };
    // Going up, out[i].x holds the product of the denominators before i; identities count as 1.
    let (one, zero) = (Red::one_in(&first.z.ctx()), Red::zero_in(&first.z.ctx()));
    let mut running = one.clone();
    for (point, out) in points.iter().zip(out.iter_mut()) {
        out.infinity = point.z.is_zero();
        out.x = running.clone();
        running = &running * &Red::select(&point.z, &one, &out.infinity);
    }
    // Going down, `inverse` is one over the product of the denominators up to and including i.
    let mut inverse = running.invert();
    for (point, out) in points.iter().rev().zip(out.iter_mut().rev()) {
        let z_inverse = Red::select(&(&inverse * &out.x), &zero, &out.infinity);
        inverse = &inverse * &Red::select(&point.z, &one, &out.infinity);
        out.x = &point.x * &z_inverse;
        out.y = &point.y * &z_inverse;
    }
}

/// The affine coordinates on lanes; as many places as points, and some. Constant-time.
fn to_affine_in_lanes<C, S>(ctx: &CtxOf<S>, points: &[Projective<C>], out: &mut [Affine<C>])
where
    C: Weierstrass<Base: Masked<Mask = Choice>>,
    S: Weierstrass<Base: Lanes<One = C::Base>>,
{
    let lanes = S::Base::WIDTH;
    for (points, out) in points.chunks(VECTORS * lanes).zip(out.chunks_mut(VECTORS * lanes)) {
        S::Base::enter(
            ctx,
            #[inline(always)]
            || vectors_to_affine::<C, S>(ctx, points, out),
        );
    }
}

/// At most [`VECTORS`] vectors of points. Lanes without a point run along with the last one.
#[inline(always)]
fn vectors_to_affine<C, S>(ctx: &CtxOf<S>, points: &[Projective<C>], out: &mut [Affine<C>])
where
    C: Weierstrass<Base: Masked<Mask = Choice>>,
    S: Weierstrass<Base: Lanes<One = C::Base>>,
{
    let lanes = S::Base::WIDTH;
    let (one, zero) = (Red::<S::Base>::one_in(ctx), Red::<S::Base>::zero_in(ctx));
    // Of each vector its denominators, ones for identities, and the product of those before.
    let mut vectors = [(one, one); VECTORS];
    let mut infinity = [0; VECTORS];
    let mut running = one;
    for (v, points) in points.chunks(lanes).enumerate() {
        let last = points.len() - 1;
        let z =
            Red::<S::Base>::from_raw(S::Base::enter_lanes(ctx, |i| points[i.min(last)].z.raw()));
        let vanishes = z.is_zero();
        infinity[v] = S::Base::bits(&vanishes);
        let z = Red::select(&z, &one, &vanishes);
        vectors[v] = (z, running);
        running = &running * &z;
    }
    let mut inverse = running.invert();
    for (v, (points, out)) in points.chunks(lanes).zip(out.chunks_mut(lanes)).enumerate().rev() {
        let last = points.len() - 1;
        let (z, before) = &vectors[v];
        let z_inverse = Red::select(&(&inverse * before), &zero, &S::Base::of_bits(infinity[v]));
        inverse = &inverse * z;
        let x =
            Red::<S::Base>::from_raw(S::Base::enter_lanes(ctx, |i| points[i.min(last)].x.raw()));
        let y =
            Red::<S::Base>::from_raw(S::Base::enter_lanes(ctx, |i| points[i.min(last)].y.raw()));
        S::Base::leave_lanes((&x * &z_inverse).raw(), |i, raw| {
            if let Some(out) = out.get_mut(i) {
                out.x = Red::from_raw(raw);
            }
        });
        S::Base::leave_lanes((&y * &z_inverse).raw(), |i, raw| {
            if let Some(out) = out.get_mut(i) {
                out.y = Red::from_raw(raw);
            }
        });
        for (i, out) in out.iter_mut().enumerate() {
            out.infinity = Choice::from((infinity[v] >> i) & 1);
        }
    }
}
