//! libsecp256k1's functions in C. Every call passes valid pointers to initialised values of the
//! declared types, which the library does not keep.

use secp256k1_sys::recovery::{
    RecoverableSignature, secp256k1_ecdsa_recover,
    secp256k1_ecdsa_recoverable_signature_parse_compact,
};
use secp256k1_sys::{
    PublicKey, SECP256K1_SER_UNCOMPRESSED, secp256k1_context_static, secp256k1_ec_pubkey_serialize,
};

use crate::bytes::{address, recoverable};
use crate::serve::Output;

pub fn call(contract: u16, input: &[u8]) -> Option<Output> {
    (contract == 1).then(|| Some(recover(input).unwrap_or_default()))
}

fn recover(input: &[u8]) -> Output {
    let (hash, signature, id) = recoverable(input)?;
    let (mut bytes, mut length) = ([0; 65], 65);
    // SAFETY: as above; nothing reads a key or a signature before it is written. The context is a
    // constant of the library's, which is enough for what signs nothing.
    let done = unsafe {
        let context = secp256k1_context_static;
        let (mut parsed, mut key) = (RecoverableSignature::new(), PublicKey::new());
        let read = secp256k1_ecdsa_recoverable_signature_parse_compact(
            context,
            &mut parsed,
            signature.as_ptr(),
            id.into(),
        );
        if read == 0 || secp256k1_ecdsa_recover(context, &mut key, &parsed, hash.as_ptr()) == 0 {
            return None;
        }
        secp256k1_ec_pubkey_serialize(
            context,
            bytes.as_mut_ptr(),
            &mut length,
            &key,
            SECP256K1_SER_UNCOMPRESSED,
        )
    };
    (done == 1).then(|| address(&bytes[1..]))
}
