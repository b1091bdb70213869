//! Hash functions, HMAC, HKDF and Merkle trees.
//!
//! The functions are those of well-kept crates, chosen by figures that are next to the choice in
//! this file. Each is a type that implements [`Digest`], and a function of one call that gives an
//! array:
//!
//! ```
//! use curvemark::hash::{self, Digest, Sha256};
//!
//! let mut hash = Sha256::new();
//! hash.update(b"a message ");
//! hash.update(b"in pieces");
//! assert_eq!(hash.finalize(), hash::sha256(b"a message in pieces"));
//! ```
//!
//! | type | function | digest | feature | source |
//! |---|---|---|---|---|
//! | [`Sha256`], [`Sha512`] | [`sha256`], [`sha512`] | 32, 64 bytes | | FIPS 180-4 |
//! | `Sha3_256`, `Sha3_512` | `sha3_256`, `sha3_512` | 32, 64 | `hashes` | FIPS 202 |
//! | `Keccak256`, `Keccak512` | `keccak256` | 32, 64 | `hashes` | Keccak's submission to the SHA-3 contest; Ethereum's |
//! | `Blake2b256`, `Blake2b512`, `Blake2s256` | `blake2b_256`, `blake2b_512` | 32, 64, 32 | `hashes` | RFC 7693 |
//! | `Ripemd160` | `ripemd160` | 20 | `hashes` | Dobbertin, Bosselaers, Preneel 1996 |
//! | `Blake3` | `blake3` | 32 | `blake3` | O'Connor, Aumasson, Neves, Wilcox-O'Hearn 2020 |
//! | [`Hmac`], `SimpleHmac` | [`hmac_sha256`], [`hmac_sha512`], `hmac_sha3_256` | of its hash | `hashes` for SHA-3 | RFC 2104 |
//! | `Hkdf`, `SimpleHkdf` | | to 255 digests | `hashes` | RFC 5869 |
//! | [`merkle::Tree`], [`merkle::Accumulator`] | [`merkle::root`], [`merkle::verify_inclusion`] | of its hash | | RFC 6962, RFC 9162 |
//!
//! Time depends only on the length of a message, never on its bytes. States of SHA-2, SHA-3,
//! Keccak, BLAKE2, RIPEMD-160 and [`Hmac`] are wiped when they are dropped, as keys and nonces pass
//! through them; a move leaves the old place as it was. `SimpleHmac`, which takes any hash, and
//! `Blake3` do not wipe: `Blake3` has [`zeroize`](zeroize::Zeroize::zeroize) to call. RIPEMD-160 is
//! here for Bitcoin's addresses: 160 bits are too few for anything that a collision would break.
//!
//! # Messages with a key
//!
//! ```
//! use curvemark::hash::{Hmac, KeyInit, Mac, Sha256, hmac_sha256};
//!
//! let tag = hmac_sha256(b"a key", b"a message");
//! // Tags are compared in constant time, which `==` on bytes is not.
//! let mac = Hmac::<Sha256>::new_from_slice(b"a key")?.chain_update(b"a message");
//! assert!(mac.verify_slice(&*tag).is_ok());
//!
//! # #[cfg(feature = "hashes")] {
//! use curvemark::hash::Hkdf;
//! let mut keys = [0; 64];
//! Hkdf::<Sha256>::new(Some(b"a salt"), b"key material").expand(b"what for", &mut keys).expect("at most 255 digests");
//! # }
//! # Ok::<(), digest::InvalidLength>(())
//! ```
//!
//! # For users of fastcrypto
//!
//! | `fastcrypto` | here |
//! |---|---|
//! | `hash::HashFunction`: `new`, `update`, `finalize`, `digest` | [`Digest`], under the same names |
//! | `HashFunction::digest_iterator(parts)` | [`Digest::chain_update`] for each part |
//! | `hash::{Sha256, Sha512, Sha3_256, Sha3_512, Keccak256, Blake2b256, Blake3}` | the same names here |
//! | `hash::Digest<32>` | [`digest::Output`], or the arrays of the functions |
//! | `hmac::hmac_sha3_256(key, message)` | `hmac_sha3_256` |
//! | `hmac::hkdf_sha3_256(ikm, salt, info, length)` | `SimpleHkdf::<Sha3_256>::new(Some(salt), ikm).expand(info, &mut bytes)` |
//! | `merkle::MerkleTree::build_from_serialized`, `get_proof`, `MerkleProof::verify_proof` | [`merkle::Tree::new`], [`merkle::Tree::inclusion_path`], [`merkle::verify_inclusion`]; a tree there is filled up with zeros, so the roots agree only for 2^k leaves |
//! | `hash::EllipticCurveMultisetHash`, the `Unsecure` hashes | none; `insecure_dummy`, if its cfg is set |
//!
//! ```
//! # #[cfg(feature = "hashes")] {
//! use curvemark::hash::{Blake2b256, Digest, SimpleHkdf, Sha3_256, hmac_sha3_256};
//!
//! // fastcrypto: Blake2b256::digest_iterator([b"a", b"b"].iter())
//! let digest = [b"a", b"b"].iter().fold(Blake2b256::new(), |hash, part| hash.chain_update(part)).finalize();
//! assert_eq!(digest, Blake2b256::digest(b"ab"));
//!
//! // fastcrypto: hmac_sha3_256(&key, message); hkdf_sha3_256(&ikm, salt, info, 42)
//! let tag = hmac_sha3_256(&[7; 32], b"a message");
//! let mut bytes = [0; 42];
//! SimpleHkdf::<Sha3_256>::new(Some(b"salt"), &[7; 32]).expand(b"info", &mut bytes).expect("42 bytes are few");
//! # assert_ne!(tag[..], bytes[..32]);
//! # }
//! ```

// Nanoseconds for a message of so many bytes, one core of a Sapphire or Emerald Rapids Xeon
// (SHA-NI, AVX2, AVX-512), 2026-11-22, release builds without `target-cpu`, minima of 60
// interleaved rounds. Versions: sha2 0.11.1, ring 0.17.14, aws-lc-rs 1.19.0, sha3 0.12.0 and
// 0.11.0, tiny-keccak 2.0.2, blake2 0.11.0, blake2b_simd 1.0.5, blake3 1.8.7, ripemd 0.2.0.
//
//                                   32     64    128    256   1024    4096   65536
//   SHA-256   sha2                  71    105    146    234    759    2861   44853
//             aws-lc-rs             70    103    146    234    759    2859   44876
//             ring                  97    126    166    253    778    2879   44885
//             sha2, portable       224    432    639   1050   3535   13473  214190
//   SHA-512   sha2                 274    275    531    762   2210    7988  123024
//             aws-lc-rs            259    259    466    686   2004    7285  112724
//             sha2, portable       319    313    618    880   2681    9762  151848
//   SHA3-256  sha3 0.12            372    373    374    745   2946   11407  176705
//             sha3 0.11            415    415    416    776   2990   11465  177074
//             tiny-keccak          398    399    398    774   2996   11541  178390
//             aws-lc-rs            385    387    388    701   2559    9758  148690
//   Keccak256 sha3 0.12            372    372    374    743   2942   11407  176475
//   BLAKE2b   blake2               183    187    185    322   1198    4684   73924
//             blake2b_simd         148    155    145    277   1062    4205   67071
//   BLAKE3    blake3                56     61    122    244    973    1143   10591
//             blake3, `pure`        74     79    156    310   1233    2554   23638
//   RIPEMD160 ripemd               241    478    714    1186   4017   15264  239970
//
// So: SHA-256 is `sha2`'s, as fast as any with SHA-NI (which it finds at run time, as it does AVX2
// for SHA-512, and SHA2 and SHA3 on ARMv8) and five times slower without. SHA-512 and SHA-3 of
// AWS-LC win a tenth and a sixth on long messages, none on short ones, by C and assembly that the
// core keeps out; `sha3` 0.12 has no kernel for x86 (`keccak_backend="simd*"` needs a nightly
// compiler), one for ARMv8. `blake2b_simd` is a tenth to a fifth faster than `blake2`, without the
// traits of `digest` and without wiping. BLAKE3 is the fastest of all up to 128 bytes and from 4
// KiB on, and between them where SHA-256 has to be portable; its AVX-512 kernels, in assembly that
// needs a C compiler to build, are worth 2.2 times `pure` on long messages, so `pure` is left to
// whoever has no C compiler: `cargo add blake3 --features pure` beside this crate turns it on.

pub mod merkle;
mod sha256;

pub use digest::Digest;
pub use hmac::{Hmac, KeyInit, Mac, SimpleHmac};
pub use sha2::{Sha256, Sha512};
use zeroize::Zeroizing;

#[cfg(feature = "blake3")]
pub use ::blake3::Hasher as Blake3;
#[cfg(feature = "hashes")]
pub use blake2::{Blake2b256, Blake2b512, Blake2bMac512, Blake2s256, Blake2sMac256};
#[cfg(feature = "hashes")]
pub use hkdf::{Hkdf, SimpleHkdf};
#[cfg(feature = "hashes")]
pub use ripemd::Ripemd160;
#[cfg(feature = "hashes")]
pub use sha3::{Keccak256, Keccak512, Sha3_256, Sha3_512};

/// SHA-256 (FIPS 180-4).
///
/// [Example](crate::hash).
pub fn sha256(message: &[u8]) -> [u8; 32] {
    sha256::sha256(message)
}

/// SHA-512 (FIPS 180-4).
///
/// [Example](crate::hash).
pub fn sha512(message: &[u8]) -> [u8; 64] {
    Sha512::digest(message).into()
}

/// SHA3-256 (FIPS 202), which is not [`keccak256`].
///
/// [Example](crate::hash).
#[cfg(feature = "hashes")]
pub fn sha3_256(message: &[u8]) -> [u8; 32] {
    Sha3_256::digest(message).into()
}

/// SHA3-512 (FIPS 202).
///
/// [Example](crate::hash).
#[cfg(feature = "hashes")]
pub fn sha3_512(message: &[u8]) -> [u8; 64] {
    Sha3_512::digest(message).into()
}

/// Keccak-256 with the padding from before FIPS 202: Ethereum's hash, which is not [`sha3_256`].
///
/// [Example](crate::hash).
#[cfg(feature = "hashes")]
pub fn keccak256(message: &[u8]) -> [u8; 32] {
    Keccak256::digest(message).into()
}

/// BLAKE2b with a digest of 32 bytes (RFC 7693), which is no prefix of the longer one.
///
/// [Example](crate::hash).
#[cfg(feature = "hashes")]
pub fn blake2b_256(message: &[u8]) -> [u8; 32] {
    Blake2b256::digest(message).into()
}

/// BLAKE2b with a digest of 64 bytes (RFC 7693).
///
/// [Example](crate::hash).
#[cfg(feature = "hashes")]
pub fn blake2b_512(message: &[u8]) -> [u8; 64] {
    Blake2b512::digest(message).into()
}

/// BLAKE3 with a digest of 32 bytes, on one thread.
///
/// [Example](crate::hash).
#[cfg(feature = "blake3")]
pub fn blake3(message: &[u8]) -> [u8; 32] {
    ::blake3::hash(message).into()
}

/// RIPEMD-160.
///
/// [Example](crate::hash).
#[cfg(feature = "hashes")]
pub fn ripemd160(message: &[u8]) -> [u8; 20] {
    Ripemd160::digest(message).into()
}

/// HMAC of a message with a key of any length. Constant-time in both but for their lengths.
fn hmac<M: KeyInit + Mac>(key: &[u8], message: &[u8]) -> digest::Output<M> {
    let Ok(mac) = <M as KeyInit>::new_from_slice(key) else {
        unreachable!("HMAC takes keys of every length")
    };
    mac.chain_update(message).finalize().into_bytes()
}

/// HMAC-SHA-256 (RFC 2104, RFC 4231) with a key of any length.
///
/// Constant-time in both inputs but for their lengths. To check a tag, [`Mac::verify_slice`].
///
/// [Example](crate::hash).
pub fn hmac_sha256(key: &[u8], message: &[u8]) -> Zeroizing<[u8; 32]> {
    Zeroizing::new(hmac::<Hmac<Sha256>>(key, message).into())
}

/// HMAC-SHA-512 (RFC 2104, RFC 4231) with a key of any length.
///
/// Constant-time in both inputs but for their lengths. To check a tag, [`Mac::verify_slice`].
///
/// [Example](crate::hash).
pub fn hmac_sha512(key: &[u8], message: &[u8]) -> Zeroizing<[u8; 64]> {
    Zeroizing::new(hmac::<Hmac<Sha512>>(key, message).into())
}

/// HMAC-SHA3-256 (RFC 2104, FIPS 202) with a key of any length.
///
/// Constant-time in both inputs but for their lengths. To check a tag, [`Mac::verify_slice`] of
/// `SimpleHmac<Sha3_256>`.
///
/// [Example](crate::hash).
#[cfg(feature = "hashes")]
pub fn hmac_sha3_256(key: &[u8], message: &[u8]) -> Zeroizing<[u8; 32]> {
    Zeroizing::new(hmac::<SimpleHmac<Sha3_256>>(key, message).into())
}
