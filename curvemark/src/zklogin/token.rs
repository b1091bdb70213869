//! The token: a JWT of a provider, which the user's wallet, the salt server and the prover see, and
//! nobody else.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::Deserialize;

use super::{AddressSeed, ClaimPiece, Error, JwkSet, RsaPublicKey, Salt, claim};
use crate::encoding::Base64;

/// What of a payload is read. A name that is there twice is refused; other claims are not looked
/// at.
#[derive(Clone, Deserialize)]
struct Claims {
    iss: String,
    aud: String,
    sub: String,
    nonce: String,
}

/// A token, taken apart: a header, a payload and a signature in base64url, with points between them
/// (RFC 7515, §7.1; RFC 7519). Its signature is verified by [`Token::verify`] alone.
///
/// Whether it has expired is for those who take a token as a login; an address seed does not
/// expire. `Debug` does not print it, since a token logs its user in elsewhere too.
///
/// [Example](crate::zklogin).
#[derive(Clone)]
pub struct Token<'t> {
    /// Header, point, payload.
    signed: &'t str,
    header: &'t str,
    payload: &'t str,
    signature: Vec<u8>,
    key_id: String,
    claims: Claims,
}

impl fmt::Debug for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token").field("key_id", &self.key_id).finish_non_exhaustive()
    }
}

impl<'t> Token<'t> {
    /// Takes a token apart.
    ///
    /// # Errors
    /// [`Error::Token`], [`Error::Base64`]; [`Error::Header`] unless the header says RS256 and the
    /// name of a key; [`Error::Claims`] unless the payload has the issuer, the audience, the
    /// subject and the nonce, each once and as a text.
    #[inline(never)]
    pub fn parse(token: &'t str) -> Result<Self, Error> {
        let (signed, signature) = token.rsplit_once('.').ok_or(Error::Token)?;
        let (header, payload) = signed.split_once('.').ok_or(Error::Token)?;
        if payload.contains('.') {
            return Err(Error::Token);
        }
        let key_id = claim::key_id_of_any_length(header)?;
        let claims = Base64::UrlSafeUnpadded.decode(payload)?;
        let claims = serde_json::from_slice(&claims).map_err(|_| Error::Claims)?;
        let signature = Base64::UrlSafeUnpadded.decode(signature)?;
        Ok(Self { signed, header, payload, signature, key_id, claims })
    }

    /// Whether the key signed this token.
    ///
    /// # Errors
    /// As [`RsaPublicKey::verify`].
    pub fn verify(&self, key: &RsaPublicKey) -> Result<(), Error> {
        key.verify(self.signed.as_bytes(), &self.signature)
    }

    /// Whether the issuer signed this token, with the key that its header names.
    ///
    /// # Errors
    /// [`Error::UnknownKey`]; as [`RsaPublicKey::verify`].
    pub fn verify_by(&self, keys: &JwkSet) -> Result<(), Error> {
        self.verify(keys.get(self.issuer(), self.key_id())?.key())
    }

    /// The name of the key that the header says.
    pub fn key_id(&self) -> &str {
        &self.key_id
    }

    /// The header, in base64url.
    pub fn header(&self) -> &'t str {
        self.header
    }

    /// The claim `iss`: who signed the token.
    pub fn issuer(&self) -> &str {
        &self.claims.iss
    }

    /// The claim `aud`: the application at the provider.
    pub fn audience(&self) -> &str {
        &self.claims.aud
    }

    /// The claim `sub`: the user at the provider.
    pub fn subject(&self) -> &str {
        &self.claims.sub
    }

    /// The claim `nonce`, which [`nonce`](super::nonce()) makes of the ephemeral key.
    pub fn nonce(&self) -> &str {
        &self.claims.nonce
    }

    /// The address seed of this token's user in this application, by the claim `sub`.
    ///
    /// # Errors
    /// As [`AddressSeed::new`].
    pub fn address_seed(&self, salt: &Salt) -> Result<AddressSeed, Error> {
        AddressSeed::new(salt, "sub", self.subject(), self.audience())
    }

    /// The piece of the payload with the claim of the issuer, which goes out with the proof.
    ///
    /// # Errors
    /// [`Error::IssuerClaim`] if the claim is not written `"iss": "…"` with white space alone
    /// between its parts and what follows it; [`Error::TooLong`] if the piece is longer than the
    /// circuit takes it.
    #[inline(never)]
    pub fn issuer_piece(&self) -> Result<ClaimPiece, Error> {
        let bytes = Base64::UrlSafeUnpadded.decode(self.payload)?;
        let mut from = 0;
        while let Some(found) = find(&bytes[from..], b"\"iss\"") {
            let start = from + found;
            // The name may stand within another text: then what follows is no such claim.
            if let Some(length) = claim_length(&bytes[start..])
                && let Some(piece) = ClaimPiece::cut(self.payload, start, start + length)
            {
                match piece.issuer() {
                    Ok(issuer) if issuer == self.claims.iss => return Ok(piece),
                    Err(Error::TooLong) => return Err(Error::TooLong),
                    _ => {}
                }
            }
            from = start + 1;
        }
        Err(Error::IssuerClaim)
    }
}

fn find(bytes: &[u8], pattern: &[u8]) -> Option<usize> {
    bytes.windows(pattern.len()).position(|window| window == pattern)
}

/// How long a claim is whose name is in front, with the comma or brace behind it: a colon and a
/// text follow the name.
fn claim_length(bytes: &[u8]) -> Option<usize> {
    let skip = |at: usize| {
        let spaces = bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        at + spaces
    };
    let mut at = skip(b"\"iss\"".len());
    if bytes.get(at) != Some(&b':') {
        return None;
    }
    at = skip(at + 1);
    if bytes.get(at) != Some(&b'"') {
        return None;
    }
    at += 1;
    loop {
        match bytes.get(at)? {
            b'"' => break,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at = skip(at + 1);
    matches!(bytes.get(at), Some(b',' | b'}')).then_some(at + 1)
}
