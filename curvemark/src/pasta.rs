//! Points of Pallas and Vesta from messages, those of `pasta_curves` and of Zcash's Orchard: a
//! prefix names the protocol, and the hash is BLAKE2b-512. The curves are [`curve::pasta`].
//!
//! `pasta_curves`'s `Point::hash_to_curve(prefix)(message)` is [`hash_to_pallas`] or
//! [`hash_to_vesta`].
//!
//! # Examples
//!
//! ```
//! use curvemark::curve::pallas::Point;
//! use curvemark::pasta::{hash_to_pallas, hash_to_pallas_batch};
//!
//! let point = hash_to_pallas(b"z.cash:test", b"Trans rights now!")?;
//! let bytes = point.to_le_bytes();
//! assert_eq!(bytes[31], 0x18); // x, little-endian; y is even
//!
//! let mut points = [Point::identity(); 2];
//! hash_to_pallas_batch(b"z.cash:test", &[b"Trans rights now!", b"another"], &mut points)?;
//! assert_eq!(points[0], point);
//! # Ok::<(), curvemark::pasta::Error>(())
//! ```

use blake2::Blake2b512;
use curve::error::BatchError;
use curve::hash_to_curve::Xmd;
use curve::hash_to_curve::expand::LONGEST_TAG;
use curve::{pallas, vesta};

/// Why nothing was hashed.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The prefix leaves no room for the rest of the tag: it has more than 227 bytes for Pallas,
    /// 228 for Vesta.
    PrefixTooLong,
    /// The batch is empty, or has another number of places than messages.
    Batch(BatchError),
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::PrefixTooLong => f.write_str("the prefix is too long for a tag of 255 bytes"),
            Self::Batch(reason) => reason.fmt(f),
        }
    }
}

impl core::error::Error for Error {}

impl From<BatchError> for Error {
    fn from(reason: BatchError) -> Self {
        Self::Batch(reason)
    }
}

/// A tag: the prefix, and what names curve and suite.
struct Tag([u8; LONGEST_TAG], usize);

impl Tag {
    fn new(prefix: &[u8], suite: &[u8]) -> Result<Self, Error> {
        let (mut bytes, length) = ([0; LONGEST_TAG], prefix.len() + suite.len());
        let place = bytes.get_mut(..length).ok_or(Error::PrefixTooLong)?;
        let (head, tail) = place.split_at_mut(prefix.len());
        head.copy_from_slice(prefix);
        tail.copy_from_slice(suite);
        Ok(Self(bytes, length))
    }

    fn bytes(&self) -> &[u8] {
        &self.0[..self.1]
    }
}

macro_rules! hashing {
    ($curve:ident, $suite:literal, $hash:ident, $batch:ident) => {
        #[doc = concat!("The point of the curve of [`", stringify!($curve), "`] for a message.")]
        ///
        /// `prefix` names your protocol, such as `z.cash:Orchard`.
        ///
        /// Time: constant in the content of the message, not in the lengths. Cost: three hashes, of
        /// a block, the message and tags, and [`curve::pasta`]'s map.
        ///
        /// # Errors
        /// [`Error::PrefixTooLong`].
        ///
        /// [Examples](self#examples).
        #[inline(never)]
        pub fn $hash(prefix: &[u8], message: &[u8]) -> Result<$curve::Point, Error> {
            let tag = Tag::new(prefix, $suite)?;
            Ok($curve::hash_to_curve::<Xmd<Blake2b512>>(message, tag.bytes()))
        }

        #[doc = concat!("[`", stringify!($hash), "`] of many messages: eight at a time where the CPU has vectors for it.")]
        ///
        /// # Errors
        /// [`Error::PrefixTooLong`]; [`BatchError::Empty`] for no messages,
        /// [`BatchError::LengthMismatch`] if there are not as many places.
        ///
        /// [Examples](self#examples).
        #[inline(never)]
        pub fn $batch(
            prefix: &[u8],
            messages: &[&[u8]],
            points: &mut [$curve::Point],
        ) -> Result<(), Error> {
            let tag = Tag::new(prefix, $suite)?;
            $curve::hash_to_curve_batch::<Xmd<Blake2b512>>(messages, tag.bytes(), points)?;
            Ok(())
        }
    };
}

hashing!(pallas, b"-pallas_XMD:BLAKE2b_SSWU_RO_", hash_to_pallas, hash_to_pallas_batch);
hashing!(vesta, b"-vesta_XMD:BLAKE2b_SSWU_RO_", hash_to_vesta, hash_to_vesta_batch);
