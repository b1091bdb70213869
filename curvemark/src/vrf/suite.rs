//! The suites: groups, hashes, and how an input becomes a point.
//!
//! A suite is a type, and keys and proofs carry it, so that those of different suites cannot meet
//! in one call.

use core::fmt::Debug;

use curve::ed25519::{self, Point, Ristretto255};
use curve::hash_to_curve::{Xmd, expand_message_xmd};
use curve::p256::{self, AffinePoint};
use sha2::{Digest, Sha256, Sha512};

use super::group::{Bytes, Edwards25519, Group, OfP256, OfRistretto255, SumOf};

mod sealed {
    pub trait Sealed {}
}

/// A suite of ECVRF.
///
/// [Example](crate::vrf).
pub trait Suite: Copy + Debug + Eq + Send + Sync + sealed::Sealed + 'static {
    /// The group with its encodings.
    #[doc(hidden)]
    type Group: Group<Encoding = Self::KeyBytes>;

    /// The bytes of a public key: 32, or 33 on P-256.
    type KeyBytes: Bytes;
    /// The bytes of a proof: 80, or 81 on P-256.
    type ProofBytes: Bytes;
    /// The output: the 64 bytes of SHA-512, or the 32 bytes of SHA-256.
    type Output: Bytes;

    /// The name in RFC 9381; one of ours for fastcrypto's suite.
    const NAME: &'static str;

    /// suite_string.
    #[doc(hidden)]
    const STRING: &'static [u8];

    /// H: the point of an input, for the bytes of a public key. It is without torsion, and not the
    /// identity.
    #[doc(hidden)]
    fn encode_to_curve(key: &Self::KeyBytes, alpha: &[u8]) -> SumOf<Self::Group>;
}

/// ECVRF-EDWARDS25519-SHA512-TAI: the input is hashed until the hash is a point, in variable time.
///
/// [Example](crate::vrf).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edwards25519Sha512Tai {}

/// ECVRF-EDWARDS25519-SHA512-ELL2: the input is mapped to the curve by Elligator 2, in constant
/// time.
///
/// [Example](crate::vrf).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edwards25519Sha512Ell2 {}

/// ECVRF-P256-SHA256-TAI: the input is hashed until the hash is x of a point, in variable time.
///
/// [Example](crate::vrf).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum P256Sha256Tai {}

/// ECVRF-P256-SHA256-SSWU: the input is mapped to the curve by the simplified map of Shallue, van
/// de Woestijne and Ulas, in constant time.
///
/// [Example](crate::vrf).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum P256Sha256Sswu {}

/// The ECVRF of Sui's library fastcrypto, on ristretto255 with SHA-512 and the suite string
/// `sui_vrf`. It is none of RFC 9381's suites, and follows it otherwise. The input is mapped to the
/// group in constant time.
///
/// [Example](crate::vrf).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ristretto255Sui {}

impl sealed::Sealed for Edwards25519Sha512Tai {}
impl sealed::Sealed for Edwards25519Sha512Ell2 {}
impl sealed::Sealed for P256Sha256Tai {}
impl sealed::Sealed for P256Sha256Sswu {}
impl sealed::Sealed for Ristretto255Sui {}

/// encode_to_curve_try_and_increment (RFC 9381, §5.4.1.1): what `of_hash` makes of the first hash
/// that it takes. Each hash is taken with a chance of about one half, so that all 256 counters fail
/// with a chance of 2^-256.
fn try_and_increment<D: Digest + Clone, T>(
    suite: &[u8],
    key: &[u8],
    alpha: &[u8],
    of_hash: impl Fn(&[u8]) -> Option<T>,
) -> T {
    let prefix = D::new().chain_update(suite).chain_update([0x01]);
    let prefix = prefix.chain_update(key).chain_update(alpha);
    let candidate = |counter| of_hash(&prefix.clone().chain_update([counter, 0x00]).finalize());
    (0..=u8::MAX)
        .find_map(candidate)
        .unwrap_or_else(|| unreachable!("256 hashes of which none is a point"))
}

impl Suite for Edwards25519Sha512Tai {
    type Group = Edwards25519;
    type KeyBytes = [u8; 32];
    type ProofBytes = [u8; 80];
    type Output = [u8; 64];

    const NAME: &'static str = "ECVRF-EDWARDS25519-SHA512-TAI";
    const STRING: &'static [u8] = &[0x03];

    fn encode_to_curve(key: &[u8; 32], alpha: &[u8]) -> Point {
        try_and_increment::<Sha512, _>(Self::STRING, key, alpha, |hash| {
            let point = Point::from_bytes(&hash[..32]).ok()?.mul_by_cofactor();
            point.not_identity().ok()
        })
    }
}

impl Suite for Edwards25519Sha512Ell2 {
    type Group = Edwards25519;
    type KeyBytes = [u8; 32];
    type ProofBytes = [u8; 80];
    type Output = [u8; 64];

    const NAME: &'static str = "ECVRF-EDWARDS25519-SHA512-ELL2";
    const STRING: &'static [u8] = &[0x04];

    fn encode_to_curve(key: &[u8; 32], alpha: &[u8]) -> Point {
        let tag = b"ECVRF_edwards25519_XMD:SHA-512_ELL2_NU_\x04";
        ed25519::encode_to_curve::<Xmd<Sha512>>(&[key.as_slice(), alpha], tag)
    }
}

impl Suite for P256Sha256Tai {
    type Group = OfP256;
    type KeyBytes = [u8; 33];
    type ProofBytes = [u8; 81];
    type Output = [u8; 32];

    const NAME: &'static str = "ECVRF-P256-SHA256-TAI";
    const STRING: &'static [u8] = &[0x01];

    fn encode_to_curve(key: &[u8; 33], alpha: &[u8]) -> p256::Point {
        try_and_increment::<Sha256, _>(Self::STRING, key, alpha, |hash| {
            let mut bytes = [0x02; 33];
            bytes[1..].copy_from_slice(hash);
            Some(AffinePoint::from_sec1_compressed(&bytes).ok()?.to_projective())
        })
    }
}

impl Suite for P256Sha256Sswu {
    type Group = OfP256;
    type KeyBytes = [u8; 33];
    type ProofBytes = [u8; 81];
    type Output = [u8; 32];

    const NAME: &'static str = "ECVRF-P256-SHA256-SSWU";
    const STRING: &'static [u8] = &[0x02];

    fn encode_to_curve(key: &[u8; 33], alpha: &[u8]) -> p256::Point {
        let tag = b"ECVRF_P256_XMD:SHA-256_SSWU_NU_\x02";
        p256::encode_to_curve::<Xmd<Sha256>>(&[key.as_slice(), alpha], tag)
    }
}

impl Suite for Ristretto255Sui {
    type Group = OfRistretto255;
    type KeyBytes = [u8; 32];
    type ProofBytes = [u8; 80];
    type Output = [u8; 64];

    const NAME: &'static str = "ECVRF on ristretto255, sui_vrf";
    const STRING: &'static [u8] = b"sui_vrf";

    fn encode_to_curve(key: &[u8; 32], alpha: &[u8]) -> Point {
        let tag = b"ECVRF_ristretto255_XMD:SHA-512_R255MAP_RO_sui_vrf";
        let mut uniform = [0; 64];
        if expand_message_xmd::<Sha512>(&[key.as_slice(), alpha], tag, &mut uniform).is_err() {
            unreachable!("64 bytes are not too many");
        }
        Ristretto255::from_uniform_bytes(&uniform)
            .map(|element| *element.as_edwards())
            .unwrap_or_else(|_| unreachable!("64 bytes"))
    }
}
