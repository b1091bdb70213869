//! OpenSSL's libcrypto: SHA-256, powers, RS256, P-256, Ed25519 and X25519.
//!
//! **Time.** Signing and multiples of the generator constant; powers, decoding and verification
//! variable.
//!
//! **Code.** It reads the CPU's features once, when it starts; [`settings`] says what it found.
//!
//! **Left out.** Signatures of ECDSA, whose nonces are random.

use std::ffi::{CStr, c_char, c_int, c_uchar, c_void};
use std::ptr;

use peer_api::body::{
    Prepared, independent, one_by_one_refusing, parse, parse_each, refusing, unparsed,
};
use peer_api::contracts;
use peer_api::{About, Case, Checks, Contract, Curve, Implementation, Operation, Refusal, Time};

use crate::modexp::Power;

mod edwards;
mod p256;
mod rsa;
pub mod sha256;

/// `BIGNUM` and the other structures, of which only pointers are known.
type Opaque = c_void;

// `openssl/crypto.h` and `openssl/bn.h` of OpenSSL 3.
unsafe extern "C" {
    fn OpenSSL_version(which: c_int) -> *const c_char;
    fn OPENSSL_info(which: c_int) -> *const c_char;
    fn BN_free(number: *mut Opaque);
    fn BN_bin2bn(bytes: *const c_uchar, length: c_int, out: *mut Opaque) -> *mut Opaque;
    fn BN_bn2binpad(number: *const Opaque, out: *mut c_uchar, length: c_int) -> c_int;
    fn BN_CTX_new() -> *mut Opaque;
    fn BN_CTX_free(context: *mut Opaque);
    fn BN_mod_exp(
        out: *mut Opaque,
        base: *const Opaque,
        exponent: *const Opaque,
        modulus: *const Opaque,
        context: *mut Opaque,
    ) -> c_int;
}

/// `OPENSSL_VERSION` of `openssl/crypto.h`.
const VERSION: c_int = 0;
/// `OPENSSL_INFO_CPU_SETTINGS` of `openssl/crypto.h`.
const CPU_SETTINGS: c_int = 1008;

fn text(text: *const c_char) -> String {
    if text.is_null() {
        return "not told".into();
    }
    // SAFETY: texts of the library end with a zero and stay.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// What it found of the CPU.
fn settings() -> String {
    // SAFETY: gives a text.
    text(unsafe { OPENSSL_info(CPU_SETTINGS) })
}

fn length(bytes: &[u8]) -> c_int {
    c_int::try_from(bytes.len()).expect("a case is short")
}

/// A number of the library.
struct Number(*mut Opaque);

impl Number {
    fn read(bytes: &[u8]) -> Self {
        // SAFETY: as many bytes are read as there are, and the number is a new one.
        let number = unsafe { BN_bin2bn(bytes.as_ptr(), length(bytes), ptr::null_mut()) };
        assert!(!number.is_null(), "there is memory");
        Self(number)
    }

    /// Its bytes at this length, or none if it has more.
    fn bytes(&self, length: usize) -> Option<Vec<u8>> {
        let mut out = vec![0; length];
        let room = self::length(&out);
        // SAFETY: as many bytes are written as there is room for.
        let written = unsafe { BN_bn2binpad(self.0, out.as_mut_ptr(), room) };
        (written == room).then_some(out)
    }
}

impl Drop for Number {
    fn drop(&mut self) {
        // SAFETY: it owns the number.
        unsafe { BN_free(self.0) }
    }
}

/// Room for its own work.
struct Context(*mut Opaque);

impl Context {
    fn new() -> Self {
        // SAFETY: gives a new one.
        Self(unsafe { BN_CTX_new() })
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: it owns the context.
        unsafe { BN_CTX_free(self.0) }
    }
}

fn about(name: &'static str) -> About {
    // SAFETY: gives a text.
    let version = text(unsafe { OpenSSL_version(VERSION) });
    let mut words = version.split(' ');
    let (library, number) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    About {
        name,
        version: format!("{library} {number}"),
        features: vec!["the system's shared library".into()],
        flags: vec![settings()],
        engine: "C with assembly, chosen at run time".into(),
    }
}

/// OpenSSL.
pub struct OpenSsl;

impl Implementation for OpenSsl {
    fn about(&self) -> About {
        about("openssl")
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        if let Some(call) = contracts::call(operation) {
            let served = matches!(call.name, "sha256" | "modexp");
            return contracts::contract(operation).filter(|_| served);
        }
        if operation.id == "rsa/rs256_verify" {
            return Some(Contract::bytes(Checks::None, Time::Variable));
        }
        let (_, verb) = operation.id.split_once('/')?;
        Some(match (operation.curve()?, verb) {
            (Curve::P256, "generator_mul" | "mul") | (Curve::Ed25519, "sign") => {
                Contract::parsed(Time::Constant)
            }
            (Curve::P256, "double_mul_vartime") => Contract::parsed(Time::Variable),
            (Curve::P256, "ecdsa_verify" | "ecdsa_verify_64") => {
                Contract::bytes(Checks::None, Time::Variable)
            }
            (Curve::P256, "ecdh") => Contract::bytes(Checks::Curve, Time::Constant),
            (Curve::Ed25519, "public_key" | "x25519_public_key" | "x25519") => {
                Contract::bytes(Checks::None, Time::Constant)
            }
            (Curve::Ed25519, "verify") => Contract::bytes(Checks::Curve, Time::Variable),
            _ => return None,
        })
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        if self.contract(operation).is_none() {
            return Err(Refusal::Unsupported(format!("openssl does not serve {}", operation.id)));
        }
        if let Some(call) = contracts::call(operation) {
            let cases = unparsed(operation, pool)?;
            return match call.name {
                "sha256" => independent(cases, |case| sha256::digest(&case[0]), |all| all.to_vec()),
                _ => refusing(cases, |case| power(&case[0]), Vec::clone),
            };
        }
        let verdict = |holds: &bool| vec![u8::from(*holds)];
        match operation.id {
            "rsa/rs256_verify" => {
                let cases = parse(pool, |[modulus, exponent, message, signature]| {
                    let key = rsa::Key::read(modulus, exponent)?;
                    Some((key, message.to_vec(), signature.to_vec()))
                })?;
                let call = |(key, message, signature): &(rsa::Key, Vec<u8>, Vec<u8>)| {
                    Some(key.verify(message, signature))
                };
                refusing(cases, call, verdict)
            }
            "p256/generator_mul" => {
                let cases = parse(pool, |[k]| Some(Number::read(k)))?;
                independent(cases, |k| p256::multiply(Some(k), None), p256::Affine::bytes)
            }
            "p256/mul" => {
                let cases = parse(pool, |[p, k]| Some((p256::Point::read(p)?, Number::read(k))))?;
                independent(cases, |(p, k)| p256::multiply(None, Some((p, k))), p256::Affine::bytes)
            }
            "p256/ecdh" => {
                let cases =
                    parse(pool, |[k, other]| Some((p256::Secret::read(k)?, other.to_vec())))?;
                refusing(cases, |(key, other)| key.agree(other), |x| x.to_vec())
            }
            "ed25519/x25519_public_key" => refusing(
                unparsed(operation, pool)?,
                |case| edwards::Key::read_x25519(&case[0])?.public(),
                |key| key.to_vec(),
            ),
            "ed25519/x25519" => refusing(
                unparsed(operation, pool)?,
                |case| edwards::Key::read_x25519(&case[0])?.agree(&case[1]),
                |shared| shared.to_vec(),
            ),
            "p256/double_mul_vartime" => {
                let cases = parse(pool, |[a, p, b]| {
                    Some((Number::read(a), p256::Point::read(p)?, Number::read(b)))
                })?;
                let call = |(a, p, b): &(Number, p256::Point, Number)| {
                    p256::multiply(Some(a), Some((p, b)))
                };
                independent(cases, call, p256::Affine::bytes)
            }
            "p256/ecdsa_verify" => {
                refusing(parse(pool, p256::Signed::read)?, p256::Signed::verify, verdict)
            }
            "p256/ecdsa_verify_64" => one_by_one_refusing(
                parse_each(operation, pool, p256::Signed::read)?,
                p256::Signed::verify,
                verdict,
            ),
            "ed25519/public_key" => refusing(
                unparsed(operation, pool)?,
                |case| edwards::Key::read(&case[0])?.public(),
                |key| key.to_vec(),
            ),
            "ed25519/sign" => {
                let cases = parse(pool, |[seed, message]| {
                    Some((edwards::Key::read(seed)?, message.to_vec()))
                })?;
                refusing(cases, |(key, message)| key.sign(message), |all| all.to_vec())
            }
            _ => refusing(unparsed(operation, pool)?, edwards::verify, verdict),
        }
    }
}

fn power(call: &[u8]) -> Option<Vec<u8>> {
    let power = Power::read(call)?;
    if power.is_of_zero() {
        return Some(vec![0; power.modulus.len()]);
    }
    let [out, base, exponent, modulus] =
        [&[][..], &power.base, &power.exponent, &power.modulus].map(Number::read);
    let context = Context::new();
    // SAFETY: all are the library's own, and the modulus is not zero.
    let done = unsafe { BN_mod_exp(out.0, base.0, exponent.0, modulus.0, context.0) };
    (done == 1).then(|| out.bytes(power.modulus.len()))?
}
