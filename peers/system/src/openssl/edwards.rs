//! Ed25519 and X25519 by the functions for keys of any kind, the only ones for them.

use std::ffi::{c_int, c_uchar};
use std::ptr;

use peer_api::Case;

use super::Opaque;

// `openssl/evp.h` of OpenSSL 3.
unsafe extern "C" {
    fn EVP_PKEY_new_raw_private_key(
        kind: c_int,
        engine: *mut Opaque,
        bytes: *const c_uchar,
        length: usize,
    ) -> *mut Opaque;
    fn EVP_PKEY_new_raw_public_key(
        kind: c_int,
        engine: *mut Opaque,
        bytes: *const c_uchar,
        length: usize,
    ) -> *mut Opaque;
    fn EVP_PKEY_get_raw_public_key(
        key: *const Opaque,
        out: *mut c_uchar,
        length: *mut usize,
    ) -> c_int;
    fn EVP_PKEY_CTX_new(key: *mut Opaque, engine: *mut Opaque) -> *mut Opaque;
    fn EVP_PKEY_CTX_free(context: *mut Opaque);
    fn EVP_PKEY_derive_init(context: *mut Opaque) -> c_int;
    fn EVP_PKEY_derive_set_peer(context: *mut Opaque, peer: *mut Opaque) -> c_int;
    fn EVP_PKEY_derive(context: *mut Opaque, out: *mut c_uchar, length: *mut usize) -> c_int;
    fn EVP_PKEY_free(key: *mut Opaque);
    fn EVP_MD_CTX_new() -> *mut Opaque;
    fn EVP_MD_CTX_free(context: *mut Opaque);
    fn EVP_DigestSignInit(
        context: *mut Opaque,
        key_context: *mut *mut Opaque,
        hash: *const Opaque,
        engine: *mut Opaque,
        key: *mut Opaque,
    ) -> c_int;
    fn EVP_DigestSign(
        context: *mut Opaque,
        out: *mut c_uchar,
        length: *mut usize,
        message: *const c_uchar,
        message_length: usize,
    ) -> c_int;
    fn EVP_DigestVerifyInit(
        context: *mut Opaque,
        key_context: *mut *mut Opaque,
        hash: *const Opaque,
        engine: *mut Opaque,
        key: *mut Opaque,
    ) -> c_int;
    fn EVP_DigestVerify(
        context: *mut Opaque,
        signature: *const c_uchar,
        length: usize,
        message: *const c_uchar,
        message_length: usize,
    ) -> c_int;
}

/// `EVP_PKEY_ED25519` of `openssl/evp.h`.
const ED25519: c_int = 1087;

/// `EVP_PKEY_X25519` there.
const X25519: c_int = 1034;

/// A key of either kind, of which this module frees the pointer.
pub struct Key(*mut Opaque);

impl Key {
    /// The secret key of a seed of 32 bytes.
    pub fn read(seed: &[u8]) -> Option<Self> {
        Self::read_secret(ED25519, seed)
    }

    /// The secret key of X25519 of 32 bytes.
    pub fn read_x25519(bytes: &[u8]) -> Option<Self> {
        Self::read_secret(X25519, bytes)
    }

    fn read_secret(kind: c_int, bytes: &[u8]) -> Option<Self> {
        let make = EVP_PKEY_new_raw_private_key;
        // SAFETY: as many bytes are read as there are.
        let key = unsafe { make(kind, ptr::null_mut(), bytes.as_ptr(), bytes.len()) };
        (!key.is_null()).then_some(Self(key))
    }

    /// The secret that it has with a public key of X25519; none where that is zero.
    pub fn agree(&self, other: &[u8]) -> Option<[u8; 32]> {
        let make = EVP_PKEY_new_raw_public_key;
        // SAFETY: as many bytes are read as there are.
        let other = unsafe { make(X25519, ptr::null_mut(), other.as_ptr(), other.len()) };
        let other = Self(Some(other).filter(|other| !other.is_null())?);
        let (mut out, mut length) = ([0; 32], 32);
        // SAFETY: all are valid; at most as many bytes are written as are stated.
        let done = unsafe {
            let context = EVP_PKEY_CTX_new(self.0, ptr::null_mut());
            let done = EVP_PKEY_derive_init(context) == 1
                && EVP_PKEY_derive_set_peer(context, other.0) == 1
                && EVP_PKEY_derive(context, out.as_mut_ptr(), &mut length) == 1;
            EVP_PKEY_CTX_free(context);
            done
        };
        done.then_some(out)
    }

    /// Its public key.
    pub fn public(&self) -> Option<[u8; 32]> {
        let (mut out, mut length) = ([0; 32], 32);
        // SAFETY: at most as many bytes are written as are stated.
        let done = unsafe { EVP_PKEY_get_raw_public_key(self.0, out.as_mut_ptr(), &mut length) };
        (done == 1).then_some(out)
    }

    /// A signature of a message.
    pub fn sign(&self, message: &[u8]) -> Option<[u8; 64]> {
        let (mut out, mut length) = ([0; 64], 64);
        let context = Context::new();
        // SAFETY: all are valid; at most as many bytes are written as are stated.
        let done = unsafe {
            let (none, key) = (ptr::null_mut(), self.0);
            EVP_DigestSignInit(context.0, ptr::null_mut(), ptr::null(), none, key) == 1
                && EVP_DigestSign(
                    context.0,
                    out.as_mut_ptr(),
                    &mut length,
                    message.as_ptr(),
                    message.len(),
                ) == 1
        };
        done.then_some(out)
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        // SAFETY: it owns the key.
        unsafe { EVP_PKEY_free(self.0) }
    }
}

/// What a signature is made or verified in.
struct Context(*mut Opaque);

impl Context {
    fn new() -> Self {
        // SAFETY: gives a new one.
        Self(unsafe { EVP_MD_CTX_new() })
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: it owns the context.
        unsafe { EVP_MD_CTX_free(self.0) }
    }
}

/// The verdict on a key, a message and a signature, all from bytes; none for a malformed signature.
pub fn verify(case: &Case) -> Option<bool> {
    let [key, message, signature] = case.as_slice() else { return None };
    let signature: &[u8; 64] = signature.as_slice().try_into().ok()?;
    let make = EVP_PKEY_new_raw_public_key;
    // SAFETY: as many bytes are read as there are.
    let key = unsafe { make(ED25519, ptr::null_mut(), key.as_ptr(), key.len()) };
    let key = Key(Some(key).filter(|key| !key.is_null())?);
    let context = Context::new();
    // SAFETY: all are valid, and as many bytes are read as are stated.
    unsafe {
        let none = ptr::null_mut();
        let ready = EVP_DigestVerifyInit(context.0, ptr::null_mut(), ptr::null(), none, key.0);
        (ready == 1).then(|| {
            EVP_DigestVerify(context.0, signature.as_ptr(), 64, message.as_ptr(), message.len())
                == 1
        })
    }
}
