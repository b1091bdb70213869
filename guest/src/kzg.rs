//! Openings of commitments to blobs.

use curvemark::kzg;
use evm::primitives;

use crate::{COUNTED, Error};

/// Whether a commitment opens at z to y by this proof, under Ethereum's setup (EIP-4844). The
/// contract also compares the commitment's versioned hash, which is the caller's to do.
///
/// [Example](crate).
///
/// # Errors
/// [`Error::Scalar`] if z or y is not below the order of the group; [`Error::Point`] if commitment
/// or proof is no point of G1, compressed.
pub fn kzg_point_eval(
    commitment: &[u8; 48],
    z: &[u8; 32],
    y: &[u8; 32],
    proof: &[u8; 48],
) -> Result<bool, Error> {
    if COUNTED {
        return kzg::ethereum_opening_holds(commitment, z, y, proof, None).map_err(input_error);
    }
    match primitives::kzg_opens(commitment, z, y, proof) {
        Ok(()) => Ok(true),
        Err(Error::Proof) => Ok(false),
        Err(error) => Err(error),
    }
}

/// What cannot be taken.
pub(crate) fn input_error(error: kzg::Error) -> Error {
    match error {
        kzg::Error::Commitment(reason) | kzg::Error::Proof(reason) => Error::Point(reason),
        // Of all others there are only those of z and y.
        _ => Error::Scalar,
    }
}
