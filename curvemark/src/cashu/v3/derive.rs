//! Deterministic secrets and blinding factors of version 3 (NUT-13 of cashubtc/nuts pull request 371, commit c65511be).

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

use super::{BlindingFactor, Error, KeysetId};

const DOMAIN: &[u8] = b"Cashu_KDF_HMAC_SHA256";

/// The most attempts of the rejection sampling. One attempt fails with probability 0.55, so that this many all fail with
/// probability 2^-220: an input for which they do is not acceptable rather than slow.
pub const MAX_ATTEMPTS: u32 = 256;

fn mac(seed: &[u8], keyset: &KeysetId, counter: u64, kind: u8) -> Result<Hmac<Sha256>, Error> {
    let mut mac = Hmac::<Sha256>::new_from_slice(seed).map_err(|_| Error::Length)?;
    mac.update(DOMAIN);
    mac.update(&keyset.to_bytes());
    mac.update(&counter.to_be_bytes());
    mac.update(&[kind]);
    Ok(mac)
}

/// The secret of a counter: 32 bytes, whose lower-case hexadecimal form is the `secret` of the proof.
///
/// # Errors
/// [`Error::Length`] if the seed is empty.
pub fn derive_secret(seed: &[u8], keyset: &KeysetId, counter: u64) -> Result<Zeroizing<[u8; 32]>, Error> {
    if seed.is_empty() {
        return Err(Error::Length);
    }
    Ok(Zeroizing::new(mac(seed, keyset, counter, 0)?.finalize().into_bytes().into()))
}

/// The blinding factor of a counter and the attempt that gave it, by rejection sampling below r.
///
/// Takes time that depends on the number of attempts, which tells nothing of the accepted one.
///
/// # Errors
/// [`Error::Length`] if the seed is empty, [`Error::Scalar`] after [`MAX_ATTEMPTS`] rejections.
pub fn derive_blinding_factor(seed: &[u8], keyset: &KeysetId, counter: u64) -> Result<(BlindingFactor, u32), Error> {
    if seed.is_empty() {
        return Err(Error::Length);
    }
    let prefix = mac(seed, keyset, counter, 1)?;
    for attempt in 0..MAX_ATTEMPTS {
        let mut mac = prefix.clone();
        mac.update(&attempt.to_be_bytes());
        let digest = Zeroizing::new(<[u8; 32]>::from(mac.finalize().into_bytes()));
        if let Ok(factor) = BlindingFactor::from_bytes(&*digest) {
            return Ok((factor, attempt));
        }
    }
    Err(Error::Scalar)
}
