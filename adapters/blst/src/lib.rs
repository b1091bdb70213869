//! The names of blst's Rust crate over curvemark.
//!
//! `use curvemark_blst as blst;` is the one line that changes, or one line of the manifest: see the
//! README, which also says what differs.
//!
//! # Example
//!
//! ```
//! use curvemark_blst as blst;
//! use blst::BLST_ERROR::BLST_SUCCESS;
//! use blst::blst_scalar;
//! use blst::min_pk::{AggregatePublicKey, AggregateSignature, PublicKey, SecretKey, Signature};
//!
//! const DST: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
//!
//! let secret = SecretKey::key_gen(&[7; 32], &[])?; // 32 bytes that nobody can guess
//! let key = PublicKey::key_validate(&secret.sk_to_pk().compress())?;
//! let signature = Signature::from_bytes(&secret.sign(b"a message", DST, &[]).compress())?;
//! assert_eq!(signature.verify(true, b"a message", DST, &[], &key, false), BLST_SUCCESS);
//!
//! // Many at once, each with a random factor of 64 bits that nobody can foresee.
//! let (messages, keys, signatures) = ([&b"a message"[..]; 2], [&key; 2], [&signature; 2]);
//! let factor = |low: u64| {
//!     let mut b = [0; 32];
//!     b[..8].copy_from_slice(&low.to_le_bytes());
//!     blst_scalar { b }
//! };
//! let verdict = Signature::verify_multiple_aggregate_signatures(
//!     &messages, DST, &keys, false, &signatures, true, &[factor(5), factor(3)], 64,
//! );
//! assert_eq!(verdict, BLST_SUCCESS);
//!
//! // One message under the sum of keys.
//! let sum = AggregatePublicKey::aggregate(&keys, false)?.to_public_key();
//! let signature = AggregateSignature::aggregate(&signatures, true)?.to_signature();
//! assert_eq!(signature.verify(true, b"a message", DST, &[], &sum, false), BLST_SUCCESS);
//! # Ok::<(), blst::BLST_ERROR>(())
//! ```
//!
//! # Time
//!
//! What takes a secret key is constant-time in it. All else is of public values.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// The names are blst's.
#![allow(non_camel_case_types)]

mod error;
mod fp12;
mod keys;
mod multi_point;
mod pairing;
mod points;
mod scalar;
#[cfg(feature = "serde")]
mod serde;
mod signatures;
mod threads;
mod verify;

pub use error::BLST_ERROR;
pub use fp12::blst_fp12;
pub use keys::{AggregatePublicKey, PublicKey, SecretKey};
pub use multi_point::MultiPoint;
pub use pairing::Pairing;
pub use points::{AffinePoint, AffinePoints, Curve, ProjectivePoint, Variant};
pub use scalar::blst_scalar;
pub use signatures::{AggregateSignature, Signature};

use curvemark::bls12_381::{G1Curve, G2Curve};

/// A point of E(Fp) by its affine coordinates.
///
/// [Example](crate#example).
pub type blst_p1_affine = AffinePoint<G1Curve>;
/// A point of E′(Fp2) by its affine coordinates.
///
/// [Example](crate#example).
pub type blst_p2_affine = AffinePoint<G2Curve>;
/// A point of E(Fp) for additions.
///
/// [Example](crate#example).
pub type blst_p1 = ProjectivePoint<G1Curve>;
/// A point of E′(Fp2) for additions.
///
/// [Example](crate#example).
pub type blst_p2 = ProjectivePoint<G2Curve>;
/// Affine points of E(Fp) that were made together.
///
/// [Example](crate#example).
pub type p1_affines = AffinePoints<G1Curve>;
/// Affine points of E′(Fp2) that were made together.
///
/// [Example](crate#example).
pub type p2_affines = AffinePoints<G2Curve>;

/// From a type of a variant to the point in it, by value and by reference, and back.
macro_rules! convert {
    ($type:ident, $point:ident) => {
        impl From<$type> for $point {
            fn from(of: $type) -> Self {
                of.point
            }
        }

        impl<'a> From<&'a $type> for &'a $point {
            fn from(of: &'a $type) -> Self {
                &of.point
            }
        }

        impl From<$point> for $type {
            fn from(point: $point) -> Self {
                Self { point }
            }
        }
    };
}

macro_rules! variant {
    (
        $module:ident,
        $of:ident,
        $key:ident,
        $key_sum:ident,
        $signature:ident,
        $sum:ident,
        $text:literal
    ) => {
        #[doc = $text]
        pub mod $module {
            use curvemark::bls::suite::$of;

            use crate::{$key, $key_sum, $signature, $sum};

            /// See [`curvemark_blst::SecretKey`](crate::SecretKey).
            ///
            /// [Example](crate#example).
            pub type SecretKey = crate::SecretKey<$of>;
            /// See [`curvemark_blst::PublicKey`](crate::PublicKey).
            ///
            /// [Example](crate#example).
            pub type PublicKey = crate::PublicKey<$of>;
            /// See [`curvemark_blst::AggregatePublicKey`](crate::AggregatePublicKey).
            ///
            /// [Example](crate#example).
            pub type AggregatePublicKey = crate::AggregatePublicKey<$of>;
            /// See [`curvemark_blst::Signature`](crate::Signature).
            ///
            /// [Example](crate#example).
            pub type Signature = crate::Signature<$of>;
            /// See [`curvemark_blst::AggregateSignature`](crate::AggregateSignature).
            ///
            /// [Example](crate#example).
            pub type AggregateSignature = crate::AggregateSignature<$of>;

            convert!(PublicKey, $key);
            convert!(AggregatePublicKey, $key_sum);
            convert!(Signature, $signature);
            convert!(AggregateSignature, $sum);
        }
    };
}

variant!(
    min_pk,
    MinPk,
    blst_p1_affine,
    blst_p1,
    blst_p2_affine,
    blst_p2,
    "Keys of 48 bytes in G1, signatures of 96 bytes in G2: where keys are many, as in Ethereum."
);
variant!(
    min_sig,
    MinSig,
    blst_p2_affine,
    blst_p2,
    blst_p1_affine,
    blst_p1,
    "Keys of 96 bytes in G2, signatures of 48 bytes in G1: where signatures are many."
);

/// Whether messages are distinct; true for none.
///
/// ```
/// assert!(curvemark_blst::uniq(&[b"a", b"b"]));
/// assert!(!curvemark_blst::uniq(&[b"a", b"b", b"a"]));
/// ```
pub fn uniq(msgs: &[&[u8]]) -> bool {
    let mut seen = std::collections::BTreeSet::new();
    msgs.iter().all(|msg| seen.insert(msg))
}

/// Prints a name and bytes in hexadecimal on a line.
///
/// ```
/// curvemark_blst::print_bytes(&[1, 255], "two bytes"); // two bytes 01ff
/// ```
pub fn print_bytes(bytes: &[u8], name: &str) {
    print!("{name} ");
    bytes.iter().for_each(|byte| print!("{byte:02x}"));
    println!();
}

/// The README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
