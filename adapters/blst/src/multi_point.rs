//! Many points at once.

use crate::points::{AffinePoint, Curve, ProjectivePoint, Variant};
use crate::points::{sum, sum_of_multiples, validate_all};
use crate::{AggregatePublicKey, AggregateSignature, BLST_ERROR, PublicKey, Signature};

/// Sums and checks of slices of points, of public keys or of signatures.
///
/// [Example](crate#example).
pub trait MultiPoint {
    /// What such points add up to.
    type Output;

    /// The sum of multiples of the points, in time that depends on everything. Each has a factor of
    /// `nbits` bits, in ⌈`nbits`/8⌉ bytes, least significant first; higher bits in the last byte
    /// are ignored. Without points it is the point at infinity.
    ///
    /// # Panics
    /// If there are fewer bytes than the points need.
    fn mult(&self, scalars: &[u8], nbits: usize) -> Self::Output;

    /// The sum of the points; without points the point at infinity.
    fn add(&self) -> Self::Output;

    /// Whether all points are in the group and none is at infinity.
    ///
    /// # Errors
    /// Of one point its own reason, `BLST_PK_IS_INFINITY` or `BLST_POINT_NOT_IN_GROUP`. Of several
    /// points always the latter: so it is in blst on every machine with two threads.
    fn validate(&self) -> Result<(), BLST_ERROR> {
        Err(BLST_ERROR::BLST_POINT_NOT_IN_GROUP)
    }
}

impl<C: Curve> MultiPoint for [AffinePoint<C>] {
    type Output = ProjectivePoint<C>;

    fn mult(&self, scalars: &[u8], nbits: usize) -> ProjectivePoint<C> {
        sum_of_multiples(self, scalars, nbits)
    }

    fn add(&self) -> ProjectivePoint<C> {
        sum(self)
    }

    fn validate(&self) -> Result<(), BLST_ERROR> {
        validate_all(&mut self.to_vec())
    }
}

macro_rules! of_points {
    ($member:ident, $output:ident) => {
        impl<P: Variant> MultiPoint for [$member<P>] {
            type Output = $output<P>;

            fn mult(&self, scalars: &[u8], nbits: usize) -> $output<P> {
                $output { point: sum_of_multiples(&points(self, |of| of.point), scalars, nbits) }
            }

            fn add(&self) -> $output<P> {
                $output { point: sum(&points(self, |of| of.point)) }
            }

            fn validate(&self) -> Result<(), BLST_ERROR> {
                validate_all(&mut points(self, |of| of.point))
            }
        }
    };
}

of_points!(PublicKey, AggregatePublicKey);
of_points!(Signature, AggregateSignature);

/// The points of keys or signatures.
fn points<T, C: Curve>(of: &[T], point: impl Fn(&T) -> AffinePoint<C>) -> Vec<AffinePoint<C>> {
    of.iter().map(point).collect()
}
