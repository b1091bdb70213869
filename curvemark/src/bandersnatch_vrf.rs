//! The verifiable random functions of ark-vrf over Bandersnatch (D. Galassi, "Bandersnatch VRF-AD
//! specification"; J. Burdges, O. Ciobotaru, H. Kılıç Alper, A. Stewart, S. Vasilyev, "Ring
//! verifiable random functions and zero-knowledge continuations", ePrint 2023/002, §4). The curve
//! is [`curve::bandersnatch`].
//!
//! The holder of a secret key x maps an input to a point I and computes the pre-output O = xI. The
//! hash of O is the output: one for each key and input, and random to all others. A proof shows
//! that O is right, and also binds additional data, as a signature would.
//!
//! | proof | bytes | verified by | for |
//! |---|---|---|---|
//! | [`TinyProof`] | 48: `c ‖ s` | [`PublicKey::verify_tiny`] | short messages |
//! | [`ThinProof`] | 64: `R ‖ s` | [`PublicKey::verify_thin`] | verifiers who sum many proofs |
//! | [`PedersenProof`] | 160: `Yb ‖ R ‖ Ok ‖ s ‖ sb` | [`PedersenProof::verify`] | keys that stay hidden |
//!
//! A pre-output is no part of its proof: send both. A Pedersen proof shows that the key of the
//! pre-output is the one in the commitment Yb = Y + bB. Whoever knows the blinding b can
//! [open](PedersenProof::is_of) it, so b is a secret.
//!
//! | suite | input to point |
//! |---|---|
//! | [`BandersnatchSha512Ell2`] | Elligator 2, with expand_message_xmd as arkworks 0.6 has it |
//! | [`BandersnatchSha512Ell2V2`] | Elligator 2, with expand_message_xmd of RFC 9380 |
//!
//! # Examples
//!
//! ```
//! use curvemark::bandersnatch_vrf::{
//!     BandersnatchSha512Ell2, Error, Input, PreOutput, PublicKey, SecretKey, TinyProof,
//! };
//!
//! # fn main() -> Result<(), Error> {
//! let secret = SecretKey::<BandersnatchSha512Ell2>::from_seed(&[7; 32]); // random ones
//! let input = Input::new(b"round 1234");
//! let (output, proof) = secret.prove_tiny(&input, b"a vote");
//! let bytes = (secret.public_bytes(), output.to_bytes(), proof.to_bytes());
//!
//! // Reading checks all that can be checked. A verification gives the output.
//! let key = PublicKey::<BandersnatchSha512Ell2>::from_bytes(&bytes.0)?;
//! let (output, proof) = (PreOutput::from_bytes(&bytes.1)?, TinyProof::from_bytes(&bytes.2)?);
//! let hash: [u8; 32] = key.verify_tiny(&input, &output, b"a vote", &proof)?;
//! assert_eq!(hash, secret.hash(&input));
//! let other = key.verify_tiny(&input, &output, b"another vote", &proof);
//! assert_eq!(other, Err(Error::NotProved));
//!
//! // Without the key: whose output it is, only the blinding tells.
//! let (output, proof, blinding) = secret.prove_pedersen(&input, b"a vote");
//! assert_eq!(proof.verify(&input, &output, b"a vote")?, hash);
//! assert!(proof.is_of(&key, &blinding));
//! # Ok(()) }
//! ```
//!
//! # Encodings
//!
//! A point is 32 bytes: y, little-endian, with the highest bit set where x is above (p − 1)/2. A
//! scalar is 32 bytes, little-endian. c has 16 bytes, little-endian. The transcripts are SHA-512,
//! and what is longer than a digest comes from a counter. All bytes are those of [ark-vrf
//! 0.6](https://docs.rs/ark-vrf/0.6.1) for one pair of input and pre-output in a proof, and the
//! tests make its published cases again.
//!
//! # What is refused
//!
//! * Points that are not canonical, not on the curve, or not of the order ℓ; scalars that are not
//!   below ℓ; other lengths.
//! * The identity as a key, as a pre-output, and as the commitment of a Pedersen proof: with it a
//!   proof would bind nobody. The points R and Ok may be the identity, as in ark-vrf.
//!
//! Who verifies makes the [`Input`] by [`Input::new`] and takes no point from the prover: if he
//! knew its logarithm he could prove more than one pre-output for a key. So an input has no
//! decoder.
//!
//! # Time
//!
//! Proving is constant-time in the key, in nonces and blindings, and in the content of inputs and
//! additional data. Verification takes variable time. Nonces and blindings are hashes of the key
//! and of all that is proved, so no proof needs randomness, and the same proof is made again.
//!
//! **A key belongs to one suite, and to nothing else.**
//!
//! # For users of ark-vrf
//!
//! | of ark-vrf's `suites::bandersnatch` | is |
//! |---|---|
//! | the same in `suites::bandersnatch_v2` | the suite [`BandersnatchSha512Ell2V2`] |
//! | `Secret::from_seed(seed)`, `Secret` by its bytes | [`SecretKey::from_seed`], [`SecretKey::from_bytes`] |
//! | `Public::deserialize_compressed_exact` | [`PublicKey::from_bytes`] |
//! | `Input::new(data)` | [`Input::new`], which does not fail |
//! | `secret.vrf_io(input)`, `secret.prove_tiny(io, ad)` | [`SecretKey::prove_tiny`] gives pre-output and proof |
//! | `public.verify_tiny(io, ad, &proof)` | [`PublicKey::verify_tiny`], which gives the output |
//! | `secret.prove_pedersen(io, ad)`, `proof.verify(io, ad)` | [`SecretKey::prove_pedersen`], [`PedersenProof::verify`] |
//! | `output.hash::<32>()` | [`SecretKey::hash`], or what a verification gives |
//! | `output.hash::<N>()` | [`PreOutput::to_hash_unverified`] |
//!
//! Not here are ring proofs, proofs of several pairs at once, sums of many proofs, and the suites
//! with SHAKE128 or in Weierstrass form.
//!
//! ark-vrf's suite for Ed25519 is none of RFC 9381's: its transcripts are those of this page, and
//! the bytes of its points and keys are arkworks' own. So it does not prove what `curvemark::vrf`
//! (feature `vrf`) verifies, which is the RFC. This is why the rows on ECVRF in the lab stand next
//! to the crates `vrf-rfc9381` and fastcrypto, and not next to ark-vrf.

mod encoded;
mod error;
mod keys;
mod pedersen;
mod schnorr;
mod suite;
mod transcript;

pub use error::Error;
pub use keys::{Input, PreOutput, PublicKey, SecretKey};
pub use pedersen::PedersenProof;
pub use schnorr::{ThinProof, TinyProof};
pub use suite::{BandersnatchSha512Ell2, BandersnatchSha512Ell2V2, Suite};
