//! On which threads batches are hashed: the caller's own, or those of its pool.

use curve::error::BatchError;

use super::{Curve, Held, Scalar};

/// The batch function that everything here is made of.
pub(super) trait Threads {
    fn hash_batch<C: Curve>(
        of: &Held<C::Scalar>,
        inputs: &[Scalar<C>],
        out: &mut [Scalar<C>],
    ) -> Result<(), BatchError>;
}

/// The caller's own thread.
pub(super) enum Serial {}

impl Threads for Serial {
    fn hash_batch<C: Curve>(
        of: &Held<C::Scalar>,
        inputs: &[Scalar<C>],
        out: &mut [Scalar<C>],
    ) -> Result<(), BatchError> {
        of.hash_batch(inputs, out)
    }
}

/// The threads of the caller's rayon pool.
#[cfg(feature = "parallel")]
pub(super) enum Pool {}

#[cfg(feature = "parallel")]
impl Threads for Pool {
    fn hash_batch<C: Curve>(
        of: &Held<C::Scalar>,
        inputs: &[Scalar<C>],
        out: &mut [Scalar<C>],
    ) -> Result<(), BatchError> {
        C::hash_batch_in_pool(of, inputs, out)
    }
}
