//! libsecp256k1's functions in C. Every call passes valid pointers to initialised values of the
//! declared types, which the library does not keep.

use core::ptr::{self, NonNull};

use alloc::vec;
use secp256k1_sys::types::AlignedType;
use secp256k1_sys::*;
use sha2::{Digest, Sha256};

use crate::mailbox::Response;
use crate::marker::row;

/// A context, which is made of memory of the heap and stays there.
fn context() -> Option<NonNull<Context>> {
    let flags = SECP256K1_START_SIGN | SECP256K1_START_VERIFY;
    // SAFETY: the function reads no memory.
    let size = unsafe { secp256k1_context_preallocated_size(flags) };
    let space = vec![AlignedType::ZERO; size.div_ceil(size_of::<AlignedType>())].leak();
    // SAFETY: as much memory as was asked for, aligned for everything, and never given back.
    Some(unsafe { secp256k1_context_preallocated_create(NonNull::from(space).cast(), flags) })
}

/// Secret key and digest. The response is the public key and the signature.
pub fn sign([secret, digest]: [&[u8]; 2], response: &mut Response) -> Option<()> {
    let (secret, digest): (&[u8; 32], &[u8; 32]) =
        (secret.try_into().ok()?, digest.try_into().ok()?);
    let context = context()?.as_ptr();
    // SAFETY: as above; nothing reads a key or a signature before it is written.
    let (mut key, mut signature) = unsafe { (PublicKey::new(), Signature::new()) };
    // SAFETY: as above.
    let made = row("libsecp256k1/secp256k1_mul_generator", || unsafe {
        secp256k1_ec_pubkey_create(context, &mut key, secret.as_ptr())
    });
    // SAFETY: as above; without a nonce function the library's own is taken, that of RFC 6979.
    let signed = row("libsecp256k1/secp256k1_sign", || unsafe {
        secp256k1_ecdsa_sign(
            context,
            &mut signature,
            digest.as_ptr(),
            secret.as_ptr(),
            None,
            ptr::null(),
        )
    });
    let (mut key_bytes, mut bytes) = ([0; 33], [0; 64]);
    let mut length = key_bytes.len();
    // SAFETY: as many bytes are written as the arrays have.
    let written = unsafe {
        secp256k1_ec_pubkey_serialize(
            context,
            key_bytes.as_mut_ptr(),
            &mut length,
            &key,
            SECP256K1_SER_COMPRESSED,
        ) & secp256k1_ecdsa_signature_serialize_compact(context, bytes.as_mut_ptr(), &signature)
    };
    response.put(&key_bytes);
    response.put(&bytes);
    (made & signed & written == 1).then_some(())
}

/// Key in SEC 1, message, signature of 64 bytes. Signatures with the greater s hold too.
pub fn verify([key, message, signature]: [&[u8]; 3]) -> Option<()> {
    let context = context()?.as_ptr();
    row("libsecp256k1/secp256k1_verify", || {
        let bytes: &[u8; 64] = signature.try_into().ok()?;
        let digest: [u8; 32] = Sha256::digest(message).into();
        // SAFETY: as above; nothing reads a key or a signature before it is written. Pointers and
        // lengths are those of slices.
        let holds = unsafe {
            let (mut point, mut parsed) = (PublicKey::new(), Signature::new());
            let read = secp256k1_ec_pubkey_parse(context, &mut point, key.as_ptr(), key.len())
                & secp256k1_ecdsa_signature_parse_compact(context, &mut parsed, bytes.as_ptr());
            if read == 0 {
                return None;
            }
            let same: *mut Signature = &mut parsed;
            secp256k1_ecdsa_signature_normalize(context, same, same);
            secp256k1_ecdsa_verify(context, &parsed, digest.as_ptr(), &point)
        };
        (holds == 1).then_some(())
    })
}
