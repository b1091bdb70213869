//! Pieces of a token: its header, and the claim of its issuer cut out of its payload.
//!
//! The proof is of a token that nobody else sees. Of it go out the header and the piece of base64
//! that has the claim of the issuer, `"iss":"…"` with the comma or brace behind it. The piece
//! begins and ends within a group of four symbols, so that its first and last symbols carry bits of
//! the bytes around it, which are not looked at.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::str;

use serde::Deserialize;

use super::{Error, hashes};
use crate::encoding::Base64;

/// A piece of a token's payload, and where it began in its group of four symbols.
///
/// [Example](crate::zklogin).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClaimPiece {
    /// Symbols of base64url.
    pub value: String,
    /// The index of the first symbol among all of the payload, modulo 4.
    pub index_mod_4: u8,
}

/// The claim, whatever white space is in it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Issuer {
    iss: String,
}

impl ClaimPiece {
    /// The issuer.
    ///
    /// # Errors
    /// [`Error::TooLong`], [`Error::Base64`]; [`Error::IssuerClaim`] unless the piece is bytes, and
    /// they are one claim `iss` with a comma or a closing brace behind it.
    pub fn issuer(&self) -> Result<String, Error> {
        let bytes = self.bytes()?;
        let text = str::from_utf8(&bytes).map_err(|_| Error::IssuerClaim)?;
        let claim = text.strip_suffix('}').or_else(|| text.strip_suffix(','));
        let object = format!("{{{}}}", claim.ok_or(Error::IssuerClaim)?);
        let issuer: Issuer = serde_json::from_str(&object).map_err(|_| Error::IssuerClaim)?;
        Ok(issuer.iss)
    }

    /// The bytes that lie wholly in the piece.
    ///
    /// With the symbols of zero in front and behind that complete the groups, each symbol in front
    /// stands for a byte that is not the piece's, and so does each behind: a symbol that shares a
    /// byte with the piece gives that byte away.
    fn bytes(&self) -> Result<Vec<u8>, Error> {
        let front = usize::from(self.index_mod_4);
        if self.value.len() > hashes::ISSUER {
            return Err(Error::TooLong);
        }
        if self.value.len() < 2 || front > 2 {
            return Err(Error::IssuerClaim);
        }
        let behind = (front + self.value.len()).wrapping_neg() & 3;
        if behind == 3 {
            // The last symbol would have no byte of the piece but for two bits.
            return Err(Error::IssuerClaim);
        }
        let padded = format!("{}{}{}", &"AA"[..front], self.value, &"AA"[..behind]);
        let mut bytes = Base64::UrlSafeUnpadded.decode(&padded)?;
        bytes.truncate(bytes.len() - behind);
        bytes.drain(..front);
        Ok(bytes)
    }

    /// The piece of a payload that has the bytes from `start` to `end`, of which there are some.
    #[expect(clippy::integer_division_remainder_used, reason = "of public positions")]
    pub(super) fn cut(payload: &str, start: usize, end: usize) -> Option<Self> {
        // Four symbols for three bytes: from the symbol of the first bit to that of the last.
        let (first, last) = (start * 4 / 3, (end * 4).div_ceil(3));
        let value = payload.get(first..last)?;
        Some(Self { value: String::from(value), index_mod_4: (first & 3) as u8 })
    }
}

/// What of a token's header is read.
#[derive(Deserialize)]
struct HeaderText {
    alg: String,
    kid: String,
    #[serde(rename = "typ")]
    _typ: Option<String>,
}

/// The name of the key that a header says.
pub(super) fn key_id(header: &str) -> Result<String, Error> {
    if header.len() > hashes::HEADER {
        return Err(Error::TooLong);
    }
    key_id_of_any_length(header)
}

/// [`key_id`] of a token that need not fit the circuit.
pub(super) fn key_id_of_any_length(header: &str) -> Result<String, Error> {
    let bytes = Base64::UrlSafeUnpadded.decode(header)?;
    let header: HeaderText = serde_json::from_slice(&bytes).map_err(|_| Error::Header)?;
    if header.alg == "RS256" { Ok(header.kid) } else { Err(Error::Header) }
}
