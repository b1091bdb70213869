//! Why something of zkLogin is not acceptable, or not valid.

use core::fmt;

use curve::error::PointError;

use crate::encoding;

/// Why an input is not acceptable, or what the verdict is on acceptable input
/// ([`Error::is_verdict`]).
///
/// [Example](crate::zklogin).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// Bytes are not as many as they must be, or there are more behind the last of them.
    Length,
    /// The text is not the JSON that is expected.
    Json,
    /// The text is not base64url without padding, for this reason.
    Base64(encoding::Error),
    /// The text is not an integer in decimal digits, without sign and leading zeros.
    Number,
    /// A number is not below its modulus, or a point is not written with z = 1.
    NotCanonical,
    /// A point of the proof is none of its group, for this reason.
    Point(PointError),
    /// The token is not three parts with points between them.
    Token,
    /// The token's header does not say RS256 and the name of a key.
    Header,
    /// The token's payload does not have the claims `iss`, `aud`, `sub` and `nonce` as texts.
    Claims,
    /// The piece of the token is not the claim of its issuer.
    IssuerClaim,
    /// The text is longer than the circuit hashes.
    TooLong,
    /// The text has a character that is not one byte in Latin-1, or is the byte zero, which is the
    /// padding.
    Character,
    /// The numbers are not those of an RSA key of 2048 bits with an odd exponent from 3 to 64 bits.
    RsaKey,
    /// The bytes are not an ephemeral public key behind the flag of its scheme.
    EphemeralKey,
    /// There is no key of this name of this issuer.
    UnknownKey,
    /// The signature is not the provider's on this token.
    TokenSignature,
    /// The last epoch of the ephemeral key is over.
    Expired,
    /// The last epoch of the ephemeral key is further ahead than is allowed.
    TooFarAhead,
    /// The address is not the one of the issuer and the address seed.
    Address,
    /// The signature is not the ephemeral key's on this message.
    EphemeralSignature,
    /// The proof is not valid for these inputs, or one of a batch is not.
    NotProven,
    /// There is nothing in the batch.
    Empty,
}

impl Error {
    /// Whether this is a verdict on acceptable input.
    pub const fn is_verdict(self) -> bool {
        matches!(
            self,
            Self::TokenSignature
                | Self::UnknownKey
                | Self::Expired
                | Self::TooFarAhead
                | Self::Address
                | Self::EphemeralSignature
                | Self::NotProven
        )
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => f.write_str("the bytes are not as many as they must be"),
            Self::Json => f.write_str("not the JSON that is expected"),
            Self::Base64(reason) => write!(f, "base64url: {reason}"),
            Self::Number => f.write_str("not an integer in decimal digits in its one form"),
            Self::NotCanonical => {
                f.write_str("a number is not below its modulus, or a point is not written with 1")
            }
            Self::Point(reason) => write!(f, "a point of the proof: {reason}"),
            Self::Token => f.write_str("the token is not three parts with points between them"),
            Self::Header => {
                f.write_str("the token's header does not say RS256 and the name of a key")
            }
            Self::Claims => {
                f.write_str("the token does not have iss, aud, sub and nonce, each once, as texts")
            }
            Self::IssuerClaim => f.write_str("not the claim of the token's issuer"),
            Self::TooLong => f.write_str("the text is longer than the circuit hashes"),
            Self::Character => f.write_str("the text has a character that the circuit has not"),
            Self::RsaKey => f.write_str("not an RSA key of 2048 bits with an odd exponent"),
            Self::EphemeralKey => f.write_str("not an ephemeral public key behind its flag"),
            Self::UnknownKey => f.write_str("the issuer has no key of this name"),
            Self::TokenSignature => f.write_str("the signature is not the provider's"),
            Self::Expired => f.write_str("the last epoch of the ephemeral key is over"),
            Self::TooFarAhead => {
                f.write_str("the last epoch of the ephemeral key is too far ahead")
            }
            Self::Address => f.write_str("the address is not the one of this login"),
            Self::EphemeralSignature => f.write_str("the signature is not the ephemeral key's"),
            Self::NotProven => f.write_str("the proof is not valid for these inputs"),
            Self::Empty => f.write_str("there is nothing in the batch"),
        }
    }
}

impl core::error::Error for Error {}

impl From<encoding::Error> for Error {
    fn from(reason: encoding::Error) -> Self {
        Self::Base64(reason)
    }
}

impl From<PointError> for Error {
    fn from(reason: PointError) -> Self {
        Self::Point(reason)
    }
}
