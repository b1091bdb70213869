//! RS256: PKCS #1 v1.5 with SHA-256, by the functions for keys of any kind.

use std::ffi::{c_int, c_long, c_uchar};
use std::ptr;

use peer_api::rsa::public_key_der;

use super::{Opaque, sha256};

// `openssl/evp.h` and `openssl/rsa.h` of OpenSSL 3.
unsafe extern "C" {
    fn d2i_PublicKey(
        kind: c_int,
        out: *mut *mut Opaque,
        bytes: *mut *const c_uchar,
        length: c_long,
    ) -> *mut Opaque;
    fn EVP_PKEY_free(key: *mut Opaque);
    fn EVP_PKEY_CTX_new(key: *mut Opaque, engine: *mut Opaque) -> *mut Opaque;
    fn EVP_PKEY_CTX_free(context: *mut Opaque);
    fn EVP_PKEY_verify_init(context: *mut Opaque) -> c_int;
    fn EVP_PKEY_CTX_set_rsa_padding(context: *mut Opaque, padding: c_int) -> c_int;
    fn EVP_PKEY_CTX_set_signature_md(context: *mut Opaque, hash: *const Opaque) -> c_int;
    fn EVP_PKEY_verify(
        context: *mut Opaque,
        signature: *const c_uchar,
        length: usize,
        digest: *const c_uchar,
        digest_length: usize,
    ) -> c_int;
    fn EVP_sha256() -> *const Opaque;
}

/// `EVP_PKEY_RSA` of `openssl/evp.h`.
const RSA: c_int = 6;

/// `RSA_PKCS1_PADDING` of `openssl/rsa.h`.
const PKCS1: c_int = 1;

/// A public key that is ready to verify: what is the same in all calls is done once.
pub struct Key {
    key: *mut Opaque,
    context: *mut Opaque,
}

impl Key {
    /// A modulus and an exponent, both big-endian.
    pub fn read(modulus: &[u8], exponent: &[u8]) -> Option<Self> {
        let der = public_key_der(modulus, exponent);
        let mut bytes = der.as_ptr();
        let length = c_long::try_from(der.len()).ok()?;
        // SAFETY: as many bytes are read as there are.
        let key = unsafe { d2i_PublicKey(RSA, ptr::null_mut(), &mut bytes, length) };
        if key.is_null() {
            return None;
        }
        // SAFETY: the key is valid.
        let context = unsafe { EVP_PKEY_CTX_new(key, ptr::null_mut()) };
        let made = Self { key, context };
        // SAFETY: null is refused before the context is used.
        let ready = !context.is_null()
            && unsafe {
                EVP_PKEY_verify_init(context) == 1
                    && EVP_PKEY_CTX_set_rsa_padding(context, PKCS1) == 1
                    && EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()) == 1
            };
        ready.then_some(made)
    }

    /// Whether a signature on a message holds.
    pub fn verify(&self, message: &[u8], signature: &[u8]) -> bool {
        let digest = sha256::digest(message);
        // SAFETY: the context is ready, and as many bytes are read as are stated.
        let done = unsafe {
            EVP_PKEY_verify(
                self.context,
                signature.as_ptr(),
                signature.len(),
                digest.as_ptr(),
                digest.len(),
            )
        };
        done == 1
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        // SAFETY: it owns both, and null may be freed.
        unsafe {
            EVP_PKEY_CTX_free(self.context);
            EVP_PKEY_free(self.key);
        }
    }
}
