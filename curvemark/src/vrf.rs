//! Verifiable random functions: ECVRF of RFC 9381, and that of Sui's fastcrypto.
//!
//! The holder of a secret key computes for each input α one output β, which is random to all
//! others, and a proof by which they check it with the public key. There is one output for each
//! key and input, even if the holder would like another: so lotteries, elections of leaders and
//! directories that hide their entries are made of it.
//!
//! | suite | input to point | key | proof | output |
//! |---|---|---|---|---|
//! | [`Edwards25519Sha512Ell2`] | constant time | 32 bytes | 80 | 64 |
//! | [`Edwards25519Sha512Tai`] | variable time | 32 | 80 | 64 |
//! | [`P256Sha256Sswu`] | constant time | 33 | 81 | 32 |
//! | [`P256Sha256Tai`] | variable time | 33 | 81 | 32 |
//! | [`Ristretto255Sui`] | constant time | 32 | 80 | 64 |
//!
//! Take [`Edwards25519Sha512Ell2`] unless your protocol says another. **The two suites TAI, try and
//! increment, hash input and public key until the hash is a point, and how often shows in their
//! time: RFC 9381 wants it so. Take another one if inputs are secret.** In the key all suites are
//! constant-time, with the nonce of each proof, which is a function of key and input.
//!
//! ```
//! use curvemark::vrf::{Edwards25519Sha512Ell2, Error, Proof, PublicKey, SecretKey};
//!
//! # fn main() -> Result<(), Error> {
//! let secret = SecretKey::<Edwards25519Sha512Ell2>::from_bytes(&[7; 32])?; // random ones
//! let (key, proof) = (secret.public_bytes(), secret.prove(b"round 1234").to_bytes());
//!
//! // Reading checks all that can be checked. A verification gives the output.
//! let key = PublicKey::<Edwards25519Sha512Ell2>::from_bytes(&key)?;
//! let output: [u8; 64] = key.verify(b"round 1234", &Proof::from_bytes(&proof)?)?;
//! assert_eq!(output, secret.hash(b"round 1234"));
//!
//! let other = key.verify(b"round 1235", &Proof::from_bytes(&proof)?);
//! assert_eq!(other, Err(Error::NotProved));
//! # Ok(()) }
//! ```
//!
//! # Many at once
//!
//! ```
//! use curvemark::vrf::{P256Sha256Sswu, SecretKey, verify_each};
//!
//! let secret = SecretKey::<P256Sha256Sswu>::from_bytes(&[7; 32])?;
//! let inputs = [b"one", b"two"];
//! let proofs = inputs.map(|input| secret.prove(input));
//! let mut outputs = [Ok([0; 32]); 2];
//! verify_each(&[secret.public_key(); 2], &inputs, &proofs, &mut outputs)?; // an output each
//! assert_eq!(outputs, inputs.map(|input| Ok(secret.hash(input))));
//! # Ok::<(), curvemark::vrf::Error>(())
//! ```
//!
//! # What is refused
//!
//! * Keys of small order, always: RFC 9381's `validate_key` is on. With them the output is the same
//!   for every input.
//! * Encodings of points that are not canonical, s that is not below the order, other lengths.
//! * A proof whose Γ is of small order. Its output is that of no honest key, and by the RFC it
//!   fails in verification.
//! * On P-256 a proof whose U or V is the identity, which has no encoding of 33 bytes. No honest
//!   proof has it.
//!
//! Keys and Γ with a part of small order are taken, as the RFC has it: outputs do not depend on
//! that part. So other bytes may prove the same output, and what must be unique is the output, not
//! the proof.
//!
//! # A key for nothing else
//!
//! **Never sign with the key of a VRF, and never prove with a key of signatures.** Nonces are made
//! as those of Ed25519 and of ECDSA are. A signature of the bytes of H has the nonce of a proof,
//! and both together tell the key. A key belongs to one suite, too, as the RFC asks.
//!
//! # For users of others
//!
//! | of fastcrypto's `vrf::ecvrf` | is |
//! |---|---|
//! | `ECVRFKeyPair`, `ECVRFPrivateKey` | [`SecretKey<Ristretto255Sui>`](SecretKey) |
//! | `ECVRFPublicKey` | [`PublicKey<Ristretto255Sui>`](PublicKey), never the identity |
//! | `keypair.prove(α)`, `keypair.output(α)` | [`SecretKey::prove`], with [`SecretKey::hash`] |
//! | `proof.verify(α, &key)`, `proof.verify_output(α, &key, &β)` | [`PublicKey::verify`] gives β |
//! | `proof.to_hash()` | [`Proof::to_hash_unverified`] |
//! | bytes of BCS | the same: a scalar, a point, `Γ ‖ c ‖ s` |
//!
//! ark-vrf has other proofs, over Ed25519 too, which none of these suites verifies. Those over
//! Bandersnatch are `curvemark::bandersnatch_vrf` (feature `bandersnatch`).

mod arithmetic;
mod error;
mod group;
mod proof;
mod secret;
mod suite;
mod verify;

pub use error::Error;
pub use proof::Proof;
pub use secret::SecretKey;
pub use suite::{
    Edwards25519Sha512Ell2, Edwards25519Sha512Tai, P256Sha256Sswu, P256Sha256Tai, Ristretto255Sui,
    Suite,
};
pub use verify::{PublicKey, verify_each};
