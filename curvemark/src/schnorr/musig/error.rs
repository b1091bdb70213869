//! Why an input is not acceptable, or a partial signature not the signer's.

use core::fmt;

use curve::error::{PointError, ScalarError};

/// Why an input is not acceptable ([`Error::NotSigned`] excepted, which is a verdict on acceptable
/// input).
///
/// What a signer sends is parsed by itself, so whoever parses it knows whose it was.
///
/// [Example](crate::schnorr::musig).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The bytes are not those of a public key, for this reason; or an aggregate of keys is the
    /// identity.
    Key(PointError),
    /// The bytes are not those of a secret key, for this reason.
    SecretKey(ScalarError),
    /// The bytes are not those of a public nonce or of a sum of such, for this reason.
    Nonce(PointError),
    /// A tweak is no scalar, for this reason.
    Tweak(ScalarError),
    /// A partial signature is no scalar, for this reason.
    Partial(ScalarError),
    /// There are no keys.
    Empty,
    /// The key is not among those that were aggregated.
    NotAmongKeys,
    /// The nonce was made for another key.
    NonceOfOtherKey,
    /// There are not as many partial signatures as keys.
    LengthMismatch,
    /// The verdict: all inputs are acceptable, and the partial signature is not the signer's in
    /// this session.
    NotSigned,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(reason) => write!(f, "no public key: {reason}"),
            Self::SecretKey(reason) => write!(f, "no secret key: {reason}"),
            Self::Nonce(reason) => write!(f, "no public nonce: {reason}"),
            Self::Tweak(reason) => write!(f, "no tweak: {reason}"),
            Self::Partial(reason) => write!(f, "no partial signature: {reason}"),
            Self::Empty => f.write_str("there are no keys"),
            Self::NotAmongKeys => f.write_str("the key is not among those that were aggregated"),
            Self::NonceOfOtherKey => f.write_str("the nonce was made for another key"),
            Self::LengthMismatch => f.write_str("there are not as many partial signatures as keys"),
            Self::NotSigned => {
                f.write_str("the partial signature is not the signer's in this session")
            }
        }
    }
}

impl core::error::Error for Error {}
