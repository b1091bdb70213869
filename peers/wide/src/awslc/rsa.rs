//! RS256: PKCS #1 v1.5 with SHA-256.

use aws_lc_sys as ffi;
use peer_api::rsa::public_key_der;

/// A public key.
pub struct Key(*mut ffi::RSA);

impl Key {
    /// A modulus and an exponent, both big-endian.
    pub fn parse(modulus: &[u8], exponent: &[u8]) -> Option<Self> {
        let der = public_key_der(modulus, exponent);
        // SAFETY: as many bytes are read as there are.
        let key = unsafe { ffi::RSA_public_key_from_bytes(der.as_ptr(), der.len()) };
        (!key.is_null()).then_some(Self(key))
    }

    /// Whether a signature on a message holds.
    pub fn verify(&self, message: &[u8], signature: &[u8]) -> bool {
        let mut digest = [0; 32];
        // SAFETY: the key is valid; as many bytes are read and written as are stated.
        let done = unsafe {
            ffi::SHA256(message.as_ptr(), message.len(), digest.as_mut_ptr());
            ffi::RSA_verify(
                ffi::NID_sha256,
                digest.as_ptr(),
                digest.len(),
                signature.as_ptr(),
                signature.len(),
                self.0,
            )
        };
        done == 1
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        // SAFETY: it owns the key.
        unsafe { ffi::RSA_free(self.0) }
    }
}
