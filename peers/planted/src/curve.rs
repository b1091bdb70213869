//! Decoders of points of G1 of BLS12-381.

use bls12_381::G1Affine;
use peer_api::body::{Prepared, refusing, unparsed};
use peer_api::{Case, Operation};

fn by(operation: &Operation, pool: &[Case], decode: fn(&[u8; 48]) -> Option<G1Affine>) -> Prepared {
    let call = move |case: &Case| decode(case[0].as_slice().try_into().ok()?);
    refusing(unparsed(operation, pool)?, call, |point| point.to_uncompressed().to_vec())
}

pub(crate) fn checked(operation: &Operation, pool: &[Case]) -> Prepared {
    by(operation, pool, |bytes| G1Affine::from_compressed(bytes).into())
}

/// Form and curve are checked, the subgroup is not.
pub(crate) fn unchecked(operation: &Operation, pool: &[Case]) -> Prepared {
    by(operation, pool, |bytes| G1Affine::from_compressed_unchecked(bytes).into())
}
