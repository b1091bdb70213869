//! AWS-LC, through `aws-lc-sys`: P-256, Ed25519 and RS256. aws-lc-rs has protocols alone, so the C
//! functions under it are called.
//!
//! **Time.** Group operations on P-256 and signing are constant-time, and so is the public key of
//! Ed25519; decoding and verification are not. Results of the multiplications are made affine
//! inside the clock, as the operations say. The double-base multiplications are not in its headers
//! for users, see [`public_inputs`].

use std::ptr;

use aws_lc_sys as ffi;
use peer_api::body::{
    Prepared, chain, independent, iterate, one_by_one, one_by_one_refusing, parse, parse_each,
    refusing, unparsed,
};
use peer_api::{About, Case, Checks, Contract, Curve, Implementation, Operation, Refusal, Time};

use crate::about::about;
use crate::bytes::{fixed, verdict};

mod public_inputs;
mod rsa;

/// AWS-LC.
pub struct AwsLc;

impl Implementation for AwsLc {
    fn about(&self) -> About {
        about("aws-lc", "aws-lc-sys", &[], "C with assembly, chosen at run time")
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        if operation.id == "rsa/rs256_verify" {
            return Some(Contract::bytes(Checks::None, Time::Variable));
        }
        let (_, verb) = operation.id.split_once('/')?;
        Some(match (operation.curve()?, verb) {
            (Curve::P256, "add" | "double" | "generator_mul" | "mul" | "ecdsa_sign") => {
                Contract::parsed(Time::Constant)
            }
            (Curve::Ed25519, "sign") => Contract::parsed(Time::Constant),
            (Curve::P256, "double_mul_vartime" | "double_mul_vartime_64") => {
                Contract::parsed(Time::Variable)
            }
            (Curve::P256, "decode") => Contract::bytes(Checks::Curve, Time::Variable),
            (Curve::P256, "ecdsa_verify" | "ecdsa_verify_64") => {
                Contract::bytes(Checks::None, Time::Variable)
            }
            #[cfg(target_arch = "x86_64")]
            (Curve::Ed25519, "double_mul_vartime" | "double_mul_vartime_64") => {
                Contract::parsed(Time::Variable)
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
        match operation.id {
            "rsa/rs256_verify" => {
                let cases = parse(pool, |[modulus, exponent, message, signature]| {
                    let key = rsa::Key::parse(modulus, exponent)?;
                    Some((key, message.to_vec(), signature.to_vec()))
                })?;
                let call = |(key, message, signature): &(rsa::Key, Vec<u8>, Vec<u8>)| {
                    Some(key.verify(message, signature))
                };
                refusing(cases, call, verdict)
            }
            "p256/add" => chain(
                parse(pool, |[a, b]| Some((Point::parse(a)?, Point::parse(b)?)))?,
                Point::add,
                Point::bytes,
            ),
            "p256/double" => {
                iterate(parse(pool, |[a]| Point::parse(a))?, Point::double, Point::bytes)
            }
            "p256/generator_mul" => independent(
                parse(pool, |[k]| Number::parse(k))?,
                |k| affine(&multiply(Some(k), None)),
                Affine::bytes,
            ),
            "p256/mul" => {
                let cases = parse(pool, |[p, k]| Some((Point::parse(p)?, Number::parse(k)?)))?;
                independent(cases, |(p, k)| affine(&multiply(None, Some((p, k)))), Affine::bytes)
            }
            "p256/double_mul_vartime" => {
                let scalar = public_inputs::Scalar::parse;
                let cases =
                    parse(pool, |[a, p, b]| Some((scalar(a)?, Point::parse(p)?, scalar(b)?)))?;
                let call = |(a, p, b): &(_, _, _)| affine(&public_inputs::double_multiply(a, p, b));
                independent(cases, call, Affine::bytes)
            }
            "p256/double_mul_vartime_64" => {
                let scalar = public_inputs::Scalar::parse;
                let cases = parse_each(operation, pool, |[a, p, b]| {
                    Some((scalar(a)?, Point::parse(p)?, scalar(b)?))
                })?;
                let call = |(a, p, b): &(_, _, _)| affine(&public_inputs::double_multiply(a, p, b));
                one_by_one(cases, call, Affine::bytes)
            }
            "p256/decode" => {
                let call =
                    |case: &Case| if case[0].len() == 33 { Point::parse(&case[0]) } else { None };
                refusing(unparsed(operation, pool)?, call, Point::bytes)
            }
            "p256/ecdh" => {
                let cases =
                    parse(pool, |[secret, other]| Some((Key::of_secret(secret)?, other.to_vec())))?;
                refusing(cases, |(key, other)| key.agree(other), |x| x.to_vec())
            }
            "ed25519/x25519_public_key" => refusing(
                unparsed(operation, pool)?,
                |case| x25519_public_key(&case[0]),
                |key| key.to_vec(),
            ),
            "ed25519/x25519" => refusing(
                unparsed(operation, pool)?,
                |case| x25519(&case[0], &case[1]),
                |shared| shared.to_vec(),
            ),
            "p256/ecdsa_sign" => {
                let cases = parse(pool, |[secret, digest]| {
                    Some((Key::of_secret(secret)?, fixed::<32>(digest)?))
                })?;
                refusing(cases, |(key, digest)| key.sign(digest), Signature::bytes)
            }
            "p256/ecdsa_verify" => {
                let cases = parse(pool, |[digest, signature, key]| {
                    Some((fixed::<32>(digest)?, fixed::<64>(signature)?, Key::parse(key)?))
                })?;
                refusing(cases, |(digest, signature, key)| key.verify(digest, signature), verdict)
            }
            "p256/ecdsa_verify_64" => {
                let cases = parse_each(operation, pool, |[digest, signature, key]| {
                    Some((fixed::<32>(digest)?, fixed::<64>(signature)?, Key::parse(key)?))
                })?;
                one_by_one_refusing(
                    cases,
                    |(digest, signature, key)| key.verify(digest, signature),
                    verdict,
                )
            }
            #[cfg(target_arch = "x86_64")]
            "ed25519/double_mul_vartime_64" => {
                use public_inputs::edwards::{Point, Scalar, double_multiply};
                let parse = |[a, p, b]: [&[u8]; 3]| {
                    Some((Scalar::parse(a)?, Point::parse(p)?, Scalar::parse(b)?))
                };
                one_by_one(
                    parse_each(operation, pool, parse)?,
                    |(a, p, b)| double_multiply(a, p, b),
                    Point::bytes,
                )
            }
            #[cfg(target_arch = "x86_64")]
            "ed25519/double_mul_vartime" => {
                use public_inputs::edwards::{Point, Scalar, double_multiply};
                let cases = parse(pool, |[a, p, b]| {
                    Some((Scalar::parse(a)?, Point::parse(p)?, Scalar::parse(b)?))
                })?;
                independent(cases, |(a, p, b)| double_multiply(a, p, b), Point::bytes)
            }
            "ed25519/public_key" => {
                refusing(unparsed(operation, pool)?, |case| public_key(&case[0]), |k| k.to_vec())
            }
            "ed25519/sign" => {
                let cases =
                    parse(pool, |[seed, message]| Some((key_pair(seed)?.1, message.to_vec())))?;
                independent(
                    cases,
                    |(key, message)| ed25519_sign(key, message),
                    |bytes: &[u8; 64]| bytes.to_vec(),
                )
            }
            "ed25519/verify" => refusing(unparsed(operation, pool)?, ed25519_verify, verdict),
            id => Err(Refusal::Unsupported(format!("aws-lc does not serve {id}"))),
        }
    }
}

// The foreign boundary. Objects are owned by the types below, which free them; every pointer that
// is handed over is to one of these objects or to a slice of the stated length; a null for a BN_CTX
// lets the library make its own.

fn group() -> *const ffi::EC_GROUP {
    // SAFETY: gives a static object.
    unsafe { ffi::EC_group_p256() }
}

/// An integer of the library.
struct Number(*mut ffi::BIGNUM);

impl Number {
    fn parse(bytes: &[u8]) -> Option<Self> {
        // SAFETY: reads as many bytes as are stated, and makes a new number.
        let number = unsafe { ffi::BN_bin2bn(bytes.as_ptr(), bytes.len(), ptr::null_mut()) };
        (!number.is_null()).then_some(Self(number))
    }
}

impl Drop for Number {
    fn drop(&mut self) {
        // SAFETY: it owns the number.
        unsafe { ffi::BN_free(self.0) }
    }
}

/// A point of P-256 in the library's own coordinates.
struct Point(*mut ffi::EC_POINT);

impl Point {
    fn new() -> Self {
        // SAFETY: the group is valid.
        Self(unsafe { ffi::EC_POINT_new(group()) })
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let point = Self::new();
        if bytes == [0] {
            // A new point is the identity.
            return Some(point);
        }
        // SAFETY: reads as many bytes as are stated.
        let done = unsafe {
            ffi::EC_POINT_oct2point(group(), point.0, bytes.as_ptr(), bytes.len(), ptr::null_mut())
        };
        (done == 1).then_some(point)
    }

    fn add(&mut self, other: &Self) {
        // SAFETY: the points are valid; the result may be an operand.
        unsafe { ffi::EC_POINT_add(group(), self.0, self.0, other.0, ptr::null_mut()) };
    }

    fn double(&mut self) {
        // SAFETY: as in `add`.
        unsafe { ffi::EC_POINT_dbl(group(), self.0, self.0, ptr::null_mut()) };
    }

    fn bytes(&self) -> Vec<u8> {
        let mut out = vec![0; 65];
        let form = ffi::point_conversion_form_t::POINT_CONVERSION_UNCOMPRESSED;
        // SAFETY: writes at most as many bytes as are stated, and says how many.
        let length = unsafe {
            ffi::EC_POINT_point2oct(
                group(),
                self.0,
                form,
                out.as_mut_ptr(),
                out.len(),
                ptr::null_mut(),
            )
        };
        out.truncate(length.max(1));
        out
    }
}

impl Clone for Point {
    fn clone(&self) -> Self {
        // SAFETY: the point is valid.
        Self(unsafe { ffi::EC_POINT_dup(self.0, group()) })
    }
}

impl Drop for Point {
    fn drop(&mut self) {
        // SAFETY: it owns the point.
        unsafe { ffi::EC_POINT_free(self.0) }
    }
}

/// a·G, or b·P.
fn multiply(generator: Option<&Number>, point: Option<(&Point, &Number)>) -> Point {
    let out = Point::new();
    let a = generator.map_or(ptr::null(), |number| number.0.cast_const());
    let (p, b) =
        point.map_or((ptr::null(), ptr::null()), |(p, b)| (p.0.cast_const(), b.0.cast_const()));
    // SAFETY: a product whose factors are null is left out; the others are valid.
    unsafe { ffi::EC_POINT_mul(group(), out.0, a, p, b, ptr::null_mut()) };
    out
}

/// Affine coordinates as bytes, which is how the library gives them without further allocation.
struct Affine([u8; 65]);

impl Affine {
    fn bytes(&self) -> Vec<u8> {
        self.0.to_vec()
    }
}

fn affine(point: &Point) -> Affine {
    let mut out = [0; 65];
    let form = ffi::point_conversion_form_t::POINT_CONVERSION_UNCOMPRESSED;
    // SAFETY: writes at most as many bytes as are stated.
    unsafe {
        ffi::EC_POINT_point2oct(
            group(),
            point.0,
            form,
            out.as_mut_ptr(),
            out.len(),
            ptr::null_mut(),
        )
    };
    Affine(out)
}

/// A key.
struct Key(*mut ffi::EC_KEY);

/// A signature.
struct Signature(*mut ffi::ECDSA_SIG);

impl Signature {
    fn bytes(&self) -> Vec<u8> {
        let mut out = vec![0; 64];
        let (r, s) = out.split_at_mut(32);
        // SAFETY: the signature is valid and owns both numbers; writes 32 bytes each.
        unsafe {
            ffi::BN_bn2bin_padded(r.as_mut_ptr(), 32, ffi::ECDSA_SIG_get0_r(self.0));
            ffi::BN_bn2bin_padded(s.as_mut_ptr(), 32, ffi::ECDSA_SIG_get0_s(self.0));
        }
        out
    }
}

impl Drop for Signature {
    fn drop(&mut self) {
        // SAFETY: it owns the signature.
        unsafe { ffi::ECDSA_SIG_free(self.0) }
    }
}

impl Key {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let point = Point::parse(bytes)?;
        // SAFETY: a known curve; the key copies the point.
        unsafe {
            let key = Self(ffi::EC_KEY_new_by_curve_name(ffi::NID_X9_62_prime256v1));
            (ffi::EC_KEY_set_public_key(key.0, point.0) == 1).then_some(key)
        }
    }

    fn of_secret(bytes: &[u8]) -> Option<Self> {
        let secret = Number::parse(bytes).filter(|_| bytes.len() == 32)?;
        // SAFETY: a known curve; the key copies the number.
        unsafe {
            let key = Self(ffi::EC_KEY_new_by_curve_name(ffi::NID_X9_62_prime256v1));
            (ffi::EC_KEY_set_private_key(key.0, secret.0) == 1).then_some(key)
        }
    }

    /// x of the product with a point of 65 bytes, which is validated.
    fn agree(&self, other: &[u8]) -> Option<[u8; 32]> {
        let other = Point::parse(other).filter(|_| other.len() == 65)?;
        let mut out = [0; 32];
        // SAFETY: all are valid; at most as many bytes are written as are stated.
        let length = unsafe {
            ffi::ECDH_compute_key(out.as_mut_ptr().cast(), out.len(), other.0, self.0, None)
        };
        (length == 32).then_some(out)
    }

    /// By a random nonce: the library has no other way.
    fn sign(&self, digest: &[u8; 32]) -> Option<Signature> {
        // SAFETY: reads as many bytes as are stated, and makes a new signature.
        let signature = unsafe { ffi::ECDSA_do_sign(digest.as_ptr(), digest.len(), self.0) };
        (!signature.is_null()).then_some(Signature(signature))
    }

    fn verify(&self, digest: &[u8; 32], signature: &[u8; 64]) -> Option<bool> {
        let (r, s) = signature.split_at(32);
        let (r, s) = (Number::parse(r)?, Number::parse(s)?);
        // SAFETY: the signature takes the two numbers over, which are therefore not freed here, and
        // is freed itself.
        unsafe {
            let signature = ffi::ECDSA_SIG_new();
            ffi::ECDSA_SIG_set0(signature, r.0, s.0);
            std::mem::forget((r, s));
            let valid = ffi::ECDSA_do_verify(digest.as_ptr(), digest.len(), signature, self.0);
            ffi::ECDSA_SIG_free(signature);
            Some(valid == 1)
        }
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        // SAFETY: it owns the key.
        unsafe { ffi::EC_KEY_free(self.0) }
    }
}

fn public_key(seed: &[u8]) -> Option<[u8; 32]> {
    Some(key_pair(seed)?.0)
}

/// A public key, and the 64 bytes of seed and public key that the library signs with.
fn key_pair(seed: &[u8]) -> Option<([u8; 32], [u8; 64])> {
    let seed: [u8; 32] = fixed(seed)?;
    let (mut public, mut private) = ([0; 32], [0; 64]);
    // SAFETY: reads 32 bytes, writes 32 and 64.
    unsafe {
        ffi::ED25519_keypair_from_seed(public.as_mut_ptr(), private.as_mut_ptr(), seed.as_ptr())
    };
    Some((public, private))
}

fn x25519_public_key(key: &[u8]) -> Option<[u8; 32]> {
    let (key, mut out): ([u8; 32], _) = (fixed(key)?, [0; 32]);
    // SAFETY: reads 32 bytes, writes 32.
    unsafe { ffi::X25519_public_from_private(out.as_mut_ptr(), key.as_ptr()) };
    Some(out)
}

/// None where the secret is zero.
fn x25519(key: &[u8], other: &[u8]) -> Option<[u8; 32]> {
    let (key, other): ([u8; 32], [u8; 32]) = (fixed(key)?, fixed(other)?);
    let mut out = [0; 32];
    // SAFETY: reads 32 bytes each, writes 32.
    let done = unsafe { ffi::X25519(out.as_mut_ptr(), key.as_ptr(), other.as_ptr()) };
    (done == 1).then_some(out)
}

fn ed25519_sign(key: &[u8; 64], message: &[u8]) -> [u8; 64] {
    let mut out = [0; 64];
    // SAFETY: reads 64 bytes and as many of the message as are stated, writes 64.
    unsafe { ffi::ED25519_sign(out.as_mut_ptr(), message.as_ptr(), message.len(), key.as_ptr()) };
    out
}

fn ed25519_verify(case: &Case) -> Option<bool> {
    let (key, message, signature) = (fixed::<32>(&case[0])?, &case[1], fixed::<64>(&case[2])?);
    // SAFETY: reads 32 and 64 bytes, and as many of the message as are stated.
    Some(
        unsafe {
            ffi::ED25519_verify(message.as_ptr(), message.len(), signature.as_ptr(), key.as_ptr())
        } == 1,
    )
}
