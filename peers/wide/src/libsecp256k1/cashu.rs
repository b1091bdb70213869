//! What Cashu needs of libsecp256k1.
//!
//! Secrets go through the functions that are constant-time: key creation for G, ECDH for other
//! points. (cdk, which mints and wallets run, multiplies by `ec_pubkey_tweak_mul`, in variable
//! time, where the mint's key and the blinding factor are secret too.)

use std::ptr;

use secp256k1_sys as ffi;

use super::{Context, context, key, tweak};
use crate::cashu::Library;

/// The library, with a context for secrets.
#[derive(Clone, Copy)]
pub struct Cashu(ptr::NonNull<ffi::Context>);

impl Cashu {
    pub fn new() -> Self {
        Self(Context::new().0)
    }
}

impl Library for Cashu {
    type Point = ffi::PublicKey;
    type Scalar = [u8; 32];

    fn decode(self, bytes: &[u8; 33]) -> Option<ffi::PublicKey> {
        key(bytes)
    }

    fn compressed(self, point: &ffi::PublicKey) -> [u8; 33] {
        serialized(point, ffi::SECP256K1_SER_COMPRESSED)
    }

    fn uncompressed<const N: usize>(self, points: [&ffi::PublicKey; N]) -> [[u8; 65]; N] {
        points.map(|point| serialized(point, ffi::SECP256K1_SER_UNCOMPRESSED))
    }

    fn equal(self, p: &ffi::PublicKey, q: &ffi::PublicKey) -> bool {
        // SAFETY: the context and both keys are valid.
        unsafe { ffi::secp256k1_ec_pubkey_cmp(context(), p, q) == 0 }
    }

    fn scalar(self, bytes: &[u8; 32]) -> Option<[u8; 32]> {
        super::secret_key(bytes)
    }

    fn negated(self, k: &[u8; 32]) -> [u8; 32] {
        let mut out = *k;
        // SAFETY: the context is valid, and the pointer is to 32 bytes, which are a secret key, so
        // that it cannot fail.
        unsafe { ffi::secp256k1_ec_seckey_negate(context(), out.as_mut_ptr()) };
        out
    }

    fn response(self, nonce: &[u8; 32], e: &[u8; 32], k: &[u8; 32]) -> Option<[u8; 32]> {
        let mut out = *k;
        // SAFETY: the context is valid, and the pointers are to 32 bytes each.
        let done = unsafe {
            ffi::secp256k1_ec_seckey_tweak_mul(context(), out.as_mut_ptr(), e.as_ptr()) == 1
                && ffi::secp256k1_ec_seckey_tweak_add(context(), out.as_mut_ptr(), nonce.as_ptr())
                    == 1
        };
        done.then_some(out)
    }

    fn generator_times(self, k: &[u8; 32]) -> Option<ffi::PublicKey> {
        Context(self.0).create(k)
    }

    fn times(self, k: &[u8; 32], p: &ffi::PublicKey) -> Option<ffi::PublicKey> {
        let mut encoding = [4; 65];
        encoding[1..].copy_from_slice(&Context(self.0).multiply(p, k));
        key(&encoding)
    }

    fn plus(self, p: &ffi::PublicKey, q: &ffi::PublicKey) -> Option<ffi::PublicKey> {
        // SAFETY: an uninitialised key is only written to, and given out only if the library says
        // that it did.
        let mut sum = unsafe { ffi::PublicKey::new() };
        let terms = [ptr::from_ref(p), ptr::from_ref(q)];
        // SAFETY: the context is valid, and the pointers are to a key and to as many valid keys as
        // are stated.
        let made = unsafe {
            ffi::secp256k1_ec_pubkey_combine(context(), &mut sum, terms.as_ptr(), terms.len())
        };
        (made == 1).then_some(sum)
    }

    fn plus_generator_vartime(self, p: &ffi::PublicKey, k: &[u8; 32]) -> Option<ffi::PublicKey> {
        let mut out = *p;
        // SAFETY: the context and the key are valid, and the other pointer is to 32 bytes.
        let done = unsafe { ffi::secp256k1_ec_pubkey_tweak_add(context(), &mut out, k.as_ptr()) };
        (done == 1).then_some(out)
    }

    fn plus_times_vartime(
        self,
        p: &ffi::PublicKey,
        k: &[u8; 32],
        q: &ffi::PublicKey,
    ) -> Option<ffi::PublicKey> {
        self.plus(p, &tweak(q, k)?)
    }

    fn with_generator_vartime(
        self,
        a: &[u8; 32],
        b: &[u8; 32],
        p: &ffi::PublicKey,
    ) -> Option<ffi::PublicKey> {
        self.plus_generator_vartime(&tweak(p, b)?, a)
    }

    fn both_vartime(
        self,
        a: &[u8; 32],
        p: &ffi::PublicKey,
        b: &[u8; 32],
        q: &ffi::PublicKey,
    ) -> Option<ffi::PublicKey> {
        self.plus(&tweak(p, a)?, &tweak(q, b)?)
    }
}

/// A key in as many bytes as `form` takes.
pub(super) fn serialized<const N: usize>(key: &ffi::PublicKey, form: u32) -> [u8; N] {
    let (mut out, mut length) = ([0; N], N);
    // SAFETY: the context and the key are valid, and the pointers are to as many bytes as the form
    // takes and to their number.
    unsafe {
        ffi::secp256k1_ec_pubkey_serialize(context(), out.as_mut_ptr(), &mut length, key, form)
    };
    out
}
