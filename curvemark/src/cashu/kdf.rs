//! The hash under which a wallet's seed gives all else (NUT-13), for keysets from version 2 on.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

const DOMAIN: &[u8] = b"Cashu_KDF_HMAC_SHA256";

/// HMAC-SHA256 under a seed, fed with the domain and these parts. None for a seed of no bytes,
/// which protects nothing.
pub fn mac(seed: &[u8], parts: &[&[u8]]) -> Option<Hmac<Sha256>> {
    if seed.is_empty() {
        return None;
    }
    let mut mac = Hmac::<Sha256>::new_from_slice(seed).ok()?;
    mac.update(DOMAIN);
    parts.iter().for_each(|part| mac.update(part));
    Some(mac)
}
