//! libsecp256k1, the C library, through `secp256k1-sys`.
//!
//! The safe crate `secp256k1` 0.33 re-randomises its context on every call with a secret; here the
//! C functions are called as a C program would call them, on one context that is made once.
//!
//! **Time.** Signing, key creation and ECDH are constant-time (`generator_mul`, and `mul`, which is
//! ECDH with a hash function that copies the point); tweaking a public key (`mul_vartime`),
//! decoding and verification are not. All results are affine. Field and scalar arithmetic and the
//! identity are not public.

mod cashu;
mod wallets;

use std::ffi::{c_int, c_uchar, c_void};
use std::ptr;

use peer_api::body::{
    Prepared, independent, one_by_one_refusing, parse, parse_all, parse_each, refusing, unparsed,
};
use peer_api::{About, Case, Checks, Contract, Curve, Implementation, Operation, Refusal, Time};
use secp256k1_sys as ffi;

use crate::about::about;
use crate::bytes::{fixed, verdict};
use crate::cashu as steps;

/// libsecp256k1.
pub struct Libsecp256k1;

impl Implementation for Libsecp256k1 {
    fn about(&self) -> About {
        let engine = if cfg!(target_arch = "x86_64") {
            "C with assembly, chosen when it was built"
        } else {
            "C"
        };
        about("libsecp256k1", "secp256k1-sys", &[], engine)
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let (group, verb) = operation.id.split_once('/')?;
        if group == "cashu-legacy" {
            return steps::contract(verb);
        }
        if operation.curve() != Some(Curve::Secp256k1) {
            return None;
        }
        if verb.starts_with("bip") {
            return wallets::contract(verb);
        }
        Some(match verb {
            "generator_mul" | "mul" | "ecdsa_sign" | "schnorr_sign" => {
                Contract::parsed(Time::Constant)
            }
            "mul_vartime" => Contract::parsed(Time::Variable),
            "decode" => Contract::bytes(Checks::Curve, Time::Variable),
            "ecdsa_verify"
            | "ecdsa_verify_64"
            | "ecdsa_recover"
            | "schnorr_verify"
            | "schnorr_verify_64"
            | "schnorr_batch_verify_64" => Contract::bytes(Checks::None, Time::Variable),
            _ => return None,
        })
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        match operation.id {
            "secp256k1/generator_mul" => {
                let context = Context::new();
                refusing(parse(pool, |[k]| fixed::<32>(k))?, move |k| context.create(k), key_bytes)
            }
            "secp256k1/mul" => {
                let context = Context::new();
                let cases = parse(pool, |[p, k]| Some((key(p)?, fixed::<32>(k)?)))?;
                independent(
                    cases,
                    move |(p, k)| context.multiply(p, k),
                    |xy: &[u8; 64]| [&[4], &xy[..]].concat(),
                )
            }
            "secp256k1/mul_vartime" => {
                let cases = parse(pool, |[p, k]| Some((key(p)?, fixed::<32>(k)?)))?;
                refusing(cases, |(p, k)| tweak(p, k), key_bytes)
            }
            "secp256k1/decode" => {
                let call = |case: &Case| if case[0].len() == 33 { key(&case[0]) } else { None };
                refusing(unparsed(operation, pool)?, call, key_bytes)
            }
            "secp256k1/ecdsa_verify" => {
                let cases = parse(pool, |[digest, signature, public]| {
                    Some((fixed::<32>(digest)?, fixed::<64>(signature)?, key(public)?))
                })?;
                refusing(cases, |(digest, signature, key)| verify(digest, signature, key), verdict)
            }
            "secp256k1/ecdsa_verify_64" => {
                let cases = parse_each(operation, pool, |[digest, signature, public]| {
                    Some((fixed::<32>(digest)?, fixed::<64>(signature)?, key(public)?))
                })?;
                one_by_one_refusing(
                    cases,
                    |(digest, signature, key)| verify(digest, signature, key),
                    verdict,
                )
            }
            "secp256k1/ecdsa_sign" => {
                let context = Context::new();
                let cases = parse(pool, |[secret, digest]| {
                    Some((secret_key(secret)?, fixed::<32>(digest)?))
                })?;
                refusing(
                    cases,
                    move |(secret, digest)| context.sign(secret, digest),
                    signature_bytes,
                )
            }
            "secp256k1/ecdsa_recover" => refusing(unparsed(operation, pool)?, recover, key_bytes),
            "secp256k1/schnorr_sign" => {
                let context = Context::new();
                let cases = parse(pool, |[secret, message]| {
                    Some((context.key_pair(secret)?, fixed::<32>(message)?))
                })?;
                let context = Context::new();
                refusing(
                    cases,
                    move |(pair, message)| context.sign_schnorr(pair, message),
                    |bytes| bytes.to_vec(),
                )
            }
            "secp256k1/schnorr_verify" => {
                refusing(parse(pool, schnorr)?, |one| Some(verify_schnorr(one)), verdict)
            }
            "secp256k1/schnorr_verify_64" => one_by_one_refusing(
                parse_each(operation, pool, schnorr)?,
                |one| Some(verify_schnorr(one)),
                verdict,
            ),
            // The library has no verification of many at once.
            "secp256k1/schnorr_batch_verify_64" => {
                let cases = parse_all(operation, pool, |args| {
                    let all = args.as_chunks::<3>().0.iter();
                    all.map(|[message, signature, key]| schnorr([message, signature, key]))
                        .collect::<Option<Vec<_>>>()
                })?;
                refusing(cases, |all| Some(all.iter().all(verify_schnorr)), verdict)
            }
            id if id.starts_with("secp256k1/bip") => {
                wallets::prepare(id.trim_start_matches("secp256k1/"), operation, pool)
            }
            id if id.starts_with("cashu-legacy/") => {
                steps::prepare(cashu::Cashu::new(), operation, pool)
            }
            id => Err(Refusal::Unsupported(format!("libsecp256k1 does not serve {id}"))),
        }
    }
}

/// A context for operations with secrets.
struct Context(ptr::NonNull<ffi::Context>);

impl Context {
    fn new() -> Self {
        // SAFETY: the library states no precondition for this flag; the context lives as long as
        // the process.
        Self(unsafe { ffi::secp256k1_context_create(ffi::SECP256K1_START_SIGN) })
    }

    fn create(&self, secret: &[u8; 32]) -> Option<ffi::PublicKey> {
        // SAFETY: an uninitialised key is only written to, and given out only if the library says
        // that it did.
        let mut key = unsafe { ffi::PublicKey::new() };
        // SAFETY: the context is valid, and the pointers are to a key and to 32 bytes.
        let made =
            unsafe { ffi::secp256k1_ec_pubkey_create(self.0.as_ptr(), &mut key, secret.as_ptr()) };
        (made == 1).then_some(key)
    }

    fn sign(&self, secret: &[u8; 32], digest: &[u8; 32]) -> Option<ffi::Signature> {
        // SAFETY: an uninitialised signature is only written to, and given out only if the library
        // says that it did.
        let mut signature = unsafe { ffi::Signature::new() };
        let (secret, digest) = (secret.as_ptr(), digest.as_ptr());
        // SAFETY: the context is valid, the pointers are to a signature and to 32 bytes each;
        // without a function the nonce is that of RFC 6979.
        let made = unsafe {
            ffi::secp256k1_ecdsa_sign(
                self.0.as_ptr(),
                &mut signature,
                digest,
                secret,
                None,
                ptr::null(),
            )
        };
        (made == 1).then_some(signature)
    }

    fn key_pair(&self, secret: &[u8]) -> Option<ffi::Keypair> {
        let secret = fixed::<32>(secret)?;
        // SAFETY: as in `create`.
        let mut pair = unsafe { ffi::Keypair::new() };
        // SAFETY: the context is valid, and the pointers are to a key pair and to 32 bytes.
        let made =
            unsafe { ffi::secp256k1_keypair_create(self.0.as_ptr(), &mut pair, secret.as_ptr()) };
        (made == 1).then_some(pair)
    }

    fn sign_schnorr(&self, pair: &ffi::Keypair, message: &[u8; 32]) -> Option<[u8; 64]> {
        let mut out = [0; 64];
        // SAFETY: the context and the key pair are valid, the pointers are to 64 and 32 bytes; no
        // auxiliary bytes are zeros.
        let made = unsafe {
            ffi::secp256k1_schnorrsig_sign32(
                self.0.as_ptr(),
                out.as_mut_ptr(),
                message.as_ptr(),
                pair,
                ptr::null(),
            )
        };
        (made == 1).then_some(out)
    }

    fn multiply(&self, point: &ffi::PublicKey, scalar: &[u8; 32]) -> [u8; 64] {
        let mut out = [0; 64];
        // SAFETY: the context and the key are valid, the pointers are to 64 and 32 bytes, and
        // `copy` writes 64.
        unsafe {
            ffi::secp256k1_ecdh(
                self.0.as_ptr(),
                out.as_mut_ptr(),
                point,
                scalar.as_ptr(),
                Some(copy),
                ptr::null_mut(),
            )
        };
        out
    }
}

/// A "hash function" of ECDH that gives the point itself.
unsafe extern "C" fn copy(
    out: *mut c_uchar,
    x: *const c_uchar,
    y: *const c_uchar,
    _: *mut c_void,
) -> c_int {
    // SAFETY: the library hands over 32 bytes of each coordinate, and the caller above room for 64.
    unsafe {
        ptr::copy_nonoverlapping(x, out, 32);
        ptr::copy_nonoverlapping(y, out.add(32), 32);
    }
    1
}

fn context() -> *const ffi::Context {
    // SAFETY: a constant of the library, for operations without secrets.
    unsafe { ffi::secp256k1_context_static }
}

fn key(bytes: &[u8]) -> Option<ffi::PublicKey> {
    // SAFETY: as in `create`.
    let mut key = unsafe { ffi::PublicKey::new() };
    // SAFETY: the context is valid, and the pointers are to a key and to as many bytes as are
    // stated.
    let parsed =
        unsafe { ffi::secp256k1_ec_pubkey_parse(context(), &mut key, bytes.as_ptr(), bytes.len()) };
    (parsed == 1).then_some(key)
}

fn tweak(point: &ffi::PublicKey, scalar: &[u8; 32]) -> Option<ffi::PublicKey> {
    let mut out = *point;
    // SAFETY: the context and the key are valid, and the other pointer is to 32 bytes.
    let done = unsafe { ffi::secp256k1_ec_pubkey_tweak_mul(context(), &mut out, scalar.as_ptr()) };
    (done == 1).then_some(out)
}

fn verify(digest: &[u8; 32], signature: &[u8; 64], key: &ffi::PublicKey) -> Option<bool> {
    // SAFETY: an uninitialised signature is only written to, and used only if the library says that
    // it did.
    let mut parsed = unsafe { ffi::Signature::new() };
    // SAFETY: the context is valid, and the pointers are to a signature and to 64 bytes.
    let valid = unsafe {
        ffi::secp256k1_ecdsa_signature_parse_compact(context(), &mut parsed, signature.as_ptr())
    };
    if valid != 1 {
        return None;
    }
    // SAFETY: signature and key are valid, and the other pointer is to 32 bytes.
    Some(unsafe { ffi::secp256k1_ecdsa_verify(context(), &parsed, digest.as_ptr(), key) } == 1)
}

fn secret_key(bytes: &[u8]) -> Option<[u8; 32]> {
    let secret = fixed::<32>(bytes)?;
    // SAFETY: the context is valid, and the pointer is to 32 bytes.
    (unsafe { ffi::secp256k1_ec_seckey_verify(context(), secret.as_ptr()) } == 1).then_some(secret)
}

fn signature_bytes(signature: &ffi::Signature) -> Vec<u8> {
    let mut out = vec![0; 64];
    // SAFETY: the signature is valid, and the pointer is to 64 bytes.
    unsafe {
        ffi::secp256k1_ecdsa_signature_serialize_compact(context(), out.as_mut_ptr(), signature)
    };
    out
}

fn recover(case: &Case) -> Option<ffi::PublicKey> {
    let (digest, signature) = (fixed::<32>(&case[0])?, fixed::<65>(&case[1])?);
    let id = c_int::from(signature[64]);
    // The library takes these four alone, and ends the process for others.
    if id > 3 {
        return None;
    }
    let mut parsed = ffi::recovery::RecoverableSignature::new();
    // SAFETY: the context is valid, and the pointers are to a signature and to 64 bytes.
    let valid = unsafe {
        ffi::recovery::secp256k1_ecdsa_recoverable_signature_parse_compact(
            context(),
            &mut parsed,
            signature.as_ptr(),
            id,
        )
    };
    if valid != 1 {
        return None;
    }
    // SAFETY: as in `create`.
    let mut key = unsafe { ffi::PublicKey::new() };
    // SAFETY: the context and the signature are valid, and the other pointers are to a key and to
    // 32 bytes.
    let found = unsafe {
        ffi::recovery::secp256k1_ecdsa_recover(context(), &mut key, &parsed, digest.as_ptr())
    };
    (found == 1).then_some(key)
}

/// A message, a signature still in bytes, a key.
type Schnorr = ([u8; 32], [u8; 64], ffi::XOnlyPublicKey);

fn schnorr([message, signature, key]: [&[u8]; 3]) -> Option<Schnorr> {
    let bytes = fixed::<32>(key)?;
    // SAFETY: as in `create`.
    let mut key = unsafe { ffi::XOnlyPublicKey::new() };
    // SAFETY: the context is valid, and the pointers are to a key and to 32 bytes.
    let parsed = unsafe { ffi::secp256k1_xonly_pubkey_parse(context(), &mut key, bytes.as_ptr()) };
    if parsed == 1 { Some((fixed(message)?, fixed(signature)?, key)) } else { None }
}

fn verify_schnorr((message, signature, key): &Schnorr) -> bool {
    let (message, length) = (message.as_ptr(), message.len());
    // SAFETY: the context and the key are valid, and the pointers are to 64 bytes and to as many as
    // are stated.
    unsafe {
        ffi::secp256k1_schnorrsig_verify(context(), signature.as_ptr(), message, length, key) == 1
    }
}

fn key_bytes(key: &ffi::PublicKey) -> Vec<u8> {
    let (mut out, mut length) = (vec![0; 65], 65);
    // SAFETY: the key is valid, and the pointers are to 65 bytes and to their number.
    unsafe {
        ffi::secp256k1_ec_pubkey_serialize(
            context(),
            out.as_mut_ptr(),
            &mut length,
            key,
            ffi::SECP256K1_SER_UNCOMPRESSED,
        )
    };
    out
}
