//! The error codes.

use curvemark::curve::error::PointError;

/// Why bytes, points or signatures are refused, with blst's numbers.
///
/// [Example](crate#example).
#[repr(u32)]
#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq)]
pub enum BLST_ERROR {
    /// The input is acceptable, or the signature is valid.
    BLST_SUCCESS = 0,
    /// The bytes have the wrong length, wrong flags, or a number that is not below its modulus.
    BLST_BAD_ENCODING = 1,
    /// No point of the curve has these coordinates.
    BLST_POINT_NOT_ON_CURVE = 2,
    /// The point is on the curve but outside the group of prime order.
    BLST_POINT_NOT_IN_GROUP = 3,
    /// There is nothing to aggregate, or a context is used with the other of the two variants.
    BLST_AGGR_TYPE_MISMATCH = 4,
    /// The signature is not valid, or one of the other inputs of a verification is refused.
    BLST_VERIFY_FAIL = 5,
    /// The public key is the point at infinity.
    BLST_PK_IS_INFINITY = 6,
    /// The scalar has fewer bytes than the stated number of bits needs.
    BLST_BAD_SCALAR = 7,
}

use BLST_ERROR::*;

impl BLST_ERROR {
    /// The verdict of a verification.
    pub(crate) fn of_verdict(valid: bool) -> Self {
        if valid { BLST_SUCCESS } else { BLST_VERIFY_FAIL }
    }
}

impl From<PointError> for BLST_ERROR {
    fn from(reason: PointError) -> Self {
        match reason {
            PointError::NotOnCurve => BLST_POINT_NOT_ON_CURVE,
            PointError::NotInSubgroup => BLST_POINT_NOT_IN_GROUP,
            PointError::Identity => BLST_PK_IS_INFINITY,
            _ => BLST_BAD_ENCODING,
        }
    }
}
