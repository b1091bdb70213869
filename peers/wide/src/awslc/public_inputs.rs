//! Double-base multiplication for public values: what AWS-LC's verification stands on.
//!
//! The library exports these functions and its headers for users do not declare them:
//! `ec_point_mul_scalar_public` of its internal header, and s2n-bignum's
//! `edwards25519_scalarmuldouble`. They are called all the same, since verification as a whole
//! would hide in hashing and parsing what is compared. Symbols carry the version, so another
//! version does not link until somebody has looked at its headers.

use std::ptr;

use aws_lc_sys as ffi;

use super::{Point, group};

/// `EC_MAX_WORDS`: the words of the largest curve.
const WORDS: usize = 9;

/// `EC_SCALAR`.
#[repr(C)]
pub struct Scalar {
    words: [u64; WORDS],
}

/// `EC_JACOBIAN`: X, Y and Z.
#[repr(C)]
struct Jacobian {
    coordinates: [[u64; WORDS]; 3],
}

/// `ec_point_st`, behind every `EC_POINT`.
#[repr(C)]
struct Layout {
    group: *const ffi::EC_GROUP,
    raw: Jacobian,
}

unsafe extern "C" {
    #[link_name = "aws_lc_0_47_0_ec_scalar_from_bytes"]
    fn ec_scalar_from_bytes(
        group: *const ffi::EC_GROUP,
        out: *mut Scalar,
        bytes: *const u8,
        length: usize,
    ) -> i32;
    #[link_name = "aws_lc_0_47_0_ec_point_mul_scalar_public"]
    fn ec_point_mul_scalar_public(
        group: *const ffi::EC_GROUP,
        out: *mut Jacobian,
        a: *const Scalar,
        p: *const Jacobian,
        b: *const Scalar,
    ) -> i32;
}

impl Scalar {
    /// 32 bytes, big-endian, below the order of P-256.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let mut out = Self { words: [0; WORDS] };
        // SAFETY: reads as many bytes as are stated, and fills the scalar.
        let read = unsafe { ec_scalar_from_bytes(group(), &mut out, bytes.as_ptr(), bytes.len()) };
        (read == 1).then_some(out)
    }
}

/// a·G + b·P on P-256.
pub fn double_multiply(a: &Scalar, p: &Point, b: &Scalar) -> Point {
    let out = Point::new();
    let raw = |point: &Point| point.0.cast::<Layout>();
    // SAFETY: both points are objects of this group in the layout above, and the scalars are
    // reduced.
    unsafe {
        ec_point_mul_scalar_public(
            group(),
            &mut (*raw(&out)).raw,
            a,
            ptr::addr_of!((*raw(p)).raw),
            b,
        )
    };
    out
}

/// Edwards25519, where s2n-bignum has it in assembly.
#[cfg(target_arch = "x86_64")]
pub mod edwards {
    unsafe extern "C" {
        #[link_name = "aws_lc_0_47_0_edwards25519_decode"]
        fn decode(out: *mut [u64; 8], bytes: *const u8) -> u64;
        #[link_name = "aws_lc_0_47_0_edwards25519_decode_alt"]
        fn decode_alt(out: *mut [u64; 8], bytes: *const u8) -> u64;
        #[link_name = "aws_lc_0_47_0_edwards25519_scalarmuldouble"]
        fn scalarmuldouble(
            out: *mut [u64; 8],
            b: *const [u64; 4],
            p: *const [u64; 8],
            a: *const [u64; 4],
        );
        #[link_name = "aws_lc_0_47_0_edwards25519_scalarmuldouble_alt"]
        fn scalarmuldouble_alt(
            out: *mut [u64; 8],
            b: *const [u64; 4],
            p: *const [u64; 8],
            a: *const [u64; 4],
        );
    }

    /// Affine x and y, reduced.
    pub struct Point([u64; 8]);

    /// A scalar, least significant word first.
    pub struct Scalar([u64; 4]);

    /// As the library chooses.
    fn has_adx() -> bool {
        std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("adx")
    }

    impl Scalar {
        /// 32 bytes, little-endian.
        pub fn parse(bytes: &[u8]) -> Option<Self> {
            let words = bytes.as_chunks::<8>().0;
            Some(Self(<[[u8; 8]; 4]>::try_from(words).ok()?.map(u64::from_le_bytes)))
        }
    }

    impl Point {
        /// The 32 bytes of RFC 8032.
        pub fn parse(bytes: &[u8]) -> Option<Self> {
            let bytes: [u8; 32] = bytes.try_into().ok()?;
            let mut out = [0; 8];
            // SAFETY: reads 32 bytes and writes 8 words, with instructions that the CPU has.
            let failed = unsafe {
                if has_adx() {
                    decode(&mut out, bytes.as_ptr())
                } else {
                    decode_alt(&mut out, bytes.as_ptr())
                }
            };
            (failed == 0).then_some(Self(out))
        }

        /// The same.
        pub fn bytes(&self) -> Vec<u8> {
            let mut out: Vec<u8> = self.0[4..].iter().flat_map(|word| word.to_le_bytes()).collect();
            out[31] |= ((self.0[0] & 1) as u8) << 7;
            out
        }
    }

    /// a·B + b·P.
    pub fn double_multiply(a: &Scalar, p: &Point, b: &Scalar) -> Point {
        let mut out = [0; 8];
        // SAFETY: reads 4, 8 and 4 words and writes 8, with instructions that the CPU has.
        unsafe {
            if has_adx() {
                scalarmuldouble(&mut out, &b.0, &p.0, &a.0);
            } else {
                scalarmuldouble_alt(&mut out, &b.0, &p.0, &a.0);
            }
        }
        Point(out)
    }
}
