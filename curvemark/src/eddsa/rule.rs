//! The two rules of verification.

use core::fmt::Debug;

use curve::ed25519::Point;
use curve::error::{BatchError, PointError};

/// A rule of verification: [`Zip215`] or [`Rfc8032Strict`].
///
/// [Example](crate::eddsa).
pub trait Rule: sealed::Rule {}

/// The rule of ZIP 215: the equation times the cofactor, and every encoding of a point is one.
/// Batches have the verdict of single verifications.
///
/// D. Hopwood, H. de Valence, "Explicitly defining and modifying Ed25519 validation rules", ZIP
/// 215, 2020.
///
/// [Example](crate::eddsa).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zip215;

/// The strict reading of RFC 8032: keys and R must be canonical encodings (§5.1.3), and the
/// equation holds without the cofactor, which §5.1.7 calls sufficient. R is compared as bytes.
///
/// Most libraries compare so too (ref10, BoringSSL, Go, ed25519-dalek's `verify`), but take keys
/// whose y is p or more, which are 19 values of 2^255.
///
/// [Example](crate::eddsa).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rfc8032Strict;

impl Rule for Zip215 {}
impl Rule for Rfc8032Strict {}

pub(super) mod sealed {
    use super::{BatchError, Debug, Point, PointError};

    /// What a rule decides.
    pub trait Rule: Copy + Debug + 'static {
        /// The point of a public key, or R.
        fn point(bytes: &[u8]) -> Result<Point, PointError>;

        /// Both, in less time than one after the other.
        fn points(key: &[u8], r: &[u8; 32]) -> [Result<Point, PointError>; 2];

        /// Whether a signature holds, by \[s\]B − \[k\]A − R or an odd multiple of it.
        fn holds(defect: &Point) -> bool;

        /// Whether R, as it came, goes with \[s\]B − \[k\]A whose encoding is another.
        fn accepts_besides(r: &[u8; 32], difference: &Point) -> bool;
    }

    /// Two points that are decoded at once.
    fn both(
        decode: impl FnOnce(&mut [Result<Point, PointError>; 2]) -> Result<(), BatchError>,
    ) -> [Result<Point, PointError>; 2] {
        let mut points = [Err(PointError::Length); 2];
        match decode(&mut points) {
            Ok(()) => points,
            Err(_) => unreachable!("as many places as encodings"),
        }
    }

    impl Rule for super::Zip215 {
        fn point(bytes: &[u8]) -> Result<Point, PointError> {
            Point::from_bytes_zip215(bytes)
        }

        fn points(key: &[u8], r: &[u8; 32]) -> [Result<Point, PointError>; 2] {
            both(|points| Point::from_bytes_zip215_batch(&[key, r], points))
        }

        fn holds(defect: &Point) -> bool {
            defect.is_small_order().into()
        }

        fn accepts_besides(r: &[u8; 32], difference: &Point) -> bool {
            Point::from_bytes_zip215(r).is_ok_and(|r| difference.sub(&r).is_small_order().into())
        }
    }

    impl Rule for super::Rfc8032Strict {
        fn point(bytes: &[u8]) -> Result<Point, PointError> {
            Point::from_bytes(bytes)
        }

        fn points(key: &[u8], r: &[u8; 32]) -> [Result<Point, PointError>; 2] {
            both(|points| Point::from_bytes_batch(&[key, r], points))
        }

        fn holds(defect: &Point) -> bool {
            defect.is_identity().into()
        }

        fn accepts_besides(_: &[u8; 32], _: &Point) -> bool {
            false
        }
    }
}
