//! Many points times secret scalars, eight side by side on lanes: constant-time.
//!
//! Each lane has digits of its own and all have their windows in the same places, so that
//! [`mul_digits`] is the whole algorithm: what a digit selects is a mask per lane.

use limb::ct::opaque;
use limb::each::array;
use zeroize::Zeroize;

use super::mul_digits;
use crate::crossover::{self, Single};
use crate::engines::door::in_lanes;
use crate::engines::lanes8::LANES;
use crate::error::{BatchError, check_lengths};
use crate::field::{Lanes, Red};
use crate::integer::{Digit, SignedPart, scalar_to_integer, signed_window, windows};
use crate::scalar::{ScalarField, SecretScalar};
use crate::weierstrass::{
    Affine, CtxOf, Endomorphism, Group, GroupInLanes, Projective, Weierstrass,
};

impl<C: GroupInLanes> Projective<C> {
    /// \[kᵢ\]Pᵢ for each point and its scalar: [`Affine::mul`] of each, eight at a time on vectors
    /// where the CPU has them. Constant-time in points and scalars.
    ///
    /// Cost on lanes: that of [`Projective::mul`] for each eight.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
    /// scalars and places for products.
    #[inline(never)]
    pub fn mul_batch(
        points: &[Affine<C>],
        scalars: &[Red<C::Scalar>],
        products: &mut [Self],
    ) -> Result<(), BatchError> {
        check_lengths(points.len(), &[scalars.len(), products.len()])?;
        mul_each(points, |i| &scalars[i], products);
        Ok(())
    }

    /// \[k\]Pᵢ for each point, with one scalar for all: as [`Projective::mul_batch`], constant-time
    /// in points and scalar.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
    /// places for products.
    #[inline(never)]
    pub fn mul_batch_by(
        points: &[Affine<C>],
        scalar: &Red<C::Scalar>,
        products: &mut [Self],
    ) -> Result<(), BatchError> {
        check_lengths(points.len(), &[products.len()])?;
        mul_each(points, |_| scalar, products);
        Ok(())
    }
}

impl<F: ScalarField> SecretScalar<F> {
    /// \[k\]Pᵢ of this secret k and each point: see [`Projective::mul_batch_by`]. Constant-time.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
    /// places for products.
    pub fn mul_batch<C: GroupInLanes<Scalar = F>>(
        &self,
        points: &[Affine<C>],
        products: &mut [Projective<C>],
    ) -> Result<(), BatchError> {
        Projective::mul_batch_by(points, self.expose(), products)
    }

    /// \[kᵢ\]Pᵢ of each secret kᵢ and its point: see [`Projective::mul_batch`]. Constant-time.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
    /// secrets and places for products.
    #[inline(never)]
    pub fn mul_each<C: GroupInLanes<Scalar = F>>(
        secrets: &[Self],
        points: &[Affine<C>],
        products: &mut [Projective<C>],
    ) -> Result<(), BatchError> {
        check_lengths(points.len(), &[secrets.len(), products.len()])?;
        mul_each(points, |i| secrets[i].expose(), products);
        Ok(())
    }
}

/// The products on the engine that this CPU runs; lengths are checked.
#[inline(never)]
fn mul_each<'a, C: GroupInLanes>(
    points: &[Affine<C>],
    scalar: impl Fn(usize) -> &'a Red<C::Scalar>,
    products: &mut [Projective<C>],
) {
    let lanes = <C::Lanes as Weierstrass>::Base::WIDTH;
    let mut first = 0;
    for (points, products) in points.chunks(lanes).zip(products.chunks_mut(lanes)) {
        let enough =
            crossover::SECRET_MULTIPLICATIONS.reached_beside(Single::of::<C>(), points.len());
        if in_lanes!(C, enough => mul_vector::<C, _>(points, |i| scalar(first + i), products))
            .is_none()
        {
            for (i, (point, product)) in points.iter().zip(products).enumerate() {
                *product = point.mul(scalar(first + i));
            }
        }
        first += lanes;
    }
}

/// As [`Projective::mul_batch`], on lanes of the caller's choice: `S` is the curve of `C` on an
/// engine that holds several elements side by side, or one.
///
/// # Errors
/// [`BatchError::Empty`], [`BatchError::LengthMismatch`].
pub fn mul_on_lanes<C, S>(
    ctx: &CtxOf<S>,
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
    products: &mut [Projective<C>],
) -> Result<(), BatchError>
where
    C: Group,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    check_lengths(points.len(), &[scalars.len(), products.len()])?;
    let lanes = S::Base::WIDTH;
    for ((points, scalars), products) in
        points.chunks(lanes).zip(scalars.chunks(lanes)).zip(products.chunks_mut(lanes))
    {
        mul_vector::<C, S>(ctx, points, |i| &scalars[i], products);
    }
    Ok(())
}

/// The products of at most as many points as there are lanes, and at least one.
fn mul_vector<'a, C, S>(
    ctx: &CtxOf<S>,
    points: &[Affine<C>],
    scalar: impl Fn(usize) -> &'a Red<C::Scalar>,
    products: &mut [Projective<C>],
) where
    C: Group,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    // Lanes without a point do what the last one does.
    let last = points.len() - 1;
    let mut parts = [[SignedPart::zero(); 4]; LANES];
    for (i, parts) in parts.iter_mut().enumerate().take(points.len()) {
        let mut integer = scalar_to_integer(scalar(i));
        *parts = C::split(&integer);
        integer.zeroize();
    }
    let point = Affine::<S>::enter_lanes::<C>(ctx, |i| &points[i.min(last)]).to_projective();
    let count = windows(C::PART_BITS as usize);
    let product = S::Base::enter(
        ctx,
        #[inline(always)]
        || {
            mul_digits(&point, C::PARTS, count, |part, window| {
                digit_in_lanes::<S::Base>(|i| {
                    let part = &parts[i.min(last)][part];
                    let (magnitude, sign) = signed_window(&part.magnitude, window);
                    (magnitude, sign ^ u64::from(part.negative.unwrap_u8()))
                })
            })
        },
    );
    parts.zeroize();
    products.copy_from_slice(&product.leave_lanes()[..products.len()]);
}

/// The digit of each lane, of a magnitude up to [`TABLE`](super::TABLE) and with 1 for a negative
/// sign, as `lane` gives them. Constant-time.
#[inline(always)]
pub(crate) fn digit_in_lanes<L: Lanes>(lane: impl Fn(usize) -> (u64, u64)) -> Digit<L::Mask> {
    // A byte per lane, so that eight are compared at once.
    let (mut magnitudes, mut negative) = (0, 0);
    for i in 0..L::WIDTH {
        let (magnitude, sign) = lane(i);
        magnitudes |= magnitude << (8 * i);
        negative |= sign << i;
    }
    let magnitudes = opaque(magnitudes);
    let is = array(|entry| L::of_bits(equal_bytes(magnitudes, entry as u8 + 1)));
    Digit { is, negative: L::of_bits(opaque(negative) as u8) }
}

/// Which of eight bytes below 2^7 are a certain one, a bit each. Constant-time.
#[inline(always)]
pub(crate) const fn equal_bytes(bytes: u64, byte: u8) -> u8 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // Adding 2^7 − 1 carries into the eighth bit of all bytes but zero.
    let differ = (bytes ^ (ONES * byte as u64)) + 0x7f * ONES;
    let equal = (!differ >> 7) & ONES;
    // Bit 8i goes to bit 56 + i.
    (equal.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}
