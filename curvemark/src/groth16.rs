//! Groth16 on BN254 and BLS12-381 (J. Groth, "On the size of pairing-based non-interactive
//! arguments", ePrint 2016/260): verification, one by one and many at once, and proving from the
//! files of circom and snarkjs.
//!
//! ```
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::from_seed([1; 32]);
//! use curvemark::groth16::insecure_test_setup::InsecureTestSetup;
//! use curvemark::groth16::{Bn254, ProvingKey, Witness};
//!
//! // Files of circom and snarkjs; these are for tests only.
//! let circuit = InsecureTestSetup::<Bn254>::new(20, 2, 7)?;
//! let (zkey, wtns) = (circuit.zkey(), circuit.witness(0).to_wtns());
//!
//! let key = ProvingKey::<Bn254>::from_zkey(&zkey, &mut rng)?;
//! let witness = Witness::from_wtns(&wtns)?;
//! let proof = key.prove(&witness, &mut rng)?;
//!
//! let verifier = key.verifying_key().prepare();
//! verifier.verify(&witness.public_inputs(verifier.inputs()).0, &proof)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Types
//!
//! `C` is the curve, [`Bn254`] or [`Bls12381`].
//!
//! | type | value | encodings |
//! |---|---|---|
//! | [`VerifyingKey`] | α, β, γ, δ and a point for one and for each public input | arkworks; snarkjs' JSON |
//! | [`PreparedVerifyingKey`] | the same with everything computed that does not depend on a proof | fastcrypto's four strings ([`fastcrypto`]) |
//! | [`Proof`] | A, B, C | arkworks; snarkjs' JSON |
//! | [`Part`] | what a slice of a batch of proofs adds to the verdict | [`parts`](crate::parts) |
//! | [`Scalar`], [`PublicInputs`] | a public input, a list of them | 32 bytes; snarkjs' JSON |
//! | [`ProvingKey`], [`Witness`] | what a proof is made of | `.zkey`, `.wtns` |
//!
//! arkworks writes points of BN254 little-endian with two flags in the last byte, and those of
//! BLS12-381 as ZCash does, big-endian with three flags in the first; compressed or not ([`Form`]).
//! JSON comes with the feature `serde`.
//!
//! # What is checked
//!
//! * Whatever comes from bytes or JSON is on its curve and in the subgroup of order r, in the one
//!   encoding it has.
//! * **Public inputs are below r**: an input and itself plus r mean the same to the equation, so
//!   that a verifier who reduces accepts one proof for two statements. Here the type is a scalar,
//!   and each decoder refuses what is not reduced.
//! * There are as many public inputs as the key is for.
//! * **The identity** is a point like others in a proof and among the points of public inputs, as
//!   in arkworks, snarkjs and the contracts on Ethereum: to refuse it would split verdicts. It is
//!   refused as α, β, γ or δ of a [`VerifyingKey`].
//!
//! # Malleability
//!
//! Proofs are malleable: from a valid (A, B, C) anybody makes others for the same inputs, (−A, −B,
//! C), (zA, z⁻¹B, C), or (A, B + tδ, C + tA). They are valid, and a verifier cannot tell. A proof
//! is therefore no identifier: who must see each statement once keeps the public inputs, with a
//! nullifier among them, never the proof or its hash.
//!
//! # For users of other libraries
//!
//! | there | here |
//! |---|---|
//! | arkworks: `VerifyingKey::deserialize_compressed`, `Proof::…` | [`VerifyingKey::from_bytes`], [`Proof::from_bytes`] with [`Form::Compressed`] |
//! | `prepare_verifying_key`, `verify_proof` | [`VerifyingKey::prepare`], [`PreparedVerifyingKey::verify`] |
//! | fastcrypto: `prepare_pvk_bytes`, `verify_groth16_in_bytes` | the same names in [`fastcrypto`]; [`PreparedVerifyingKey::from_fastcrypto_parts`] decodes once |
//! | snarkjs: `groth16 verify`, `groth16 prove` | [`VerifyingKey::verify`], [`ProvingKey::prove`] |

mod batch;
mod curve;
mod error;
pub mod fastcrypto;
mod files;
pub mod insecure_test_setup;
#[cfg(feature = "serde")]
pub(crate) mod json;
mod key;
mod part;
mod points;
mod prove;
mod proving_key;
mod witness;

use alloc::vec::Vec;

pub use self::curve::{Curve, Form, G1, G2, Scalar};
pub use ::curve::bls12_381::Bls12381;
pub use ::curve::bn254::Bn254;
pub use error::{Error, FileError};
pub use key::{PreparedVerifyingKey, Proof, VerifyingKey};
pub use part::{Part, ProofsOn};
pub use proving_key::ProvingKey;
pub use witness::Witness;

/// Public inputs in their order, for their JSON.
///
/// [Example](crate::groth16).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicInputs<C: Curve>(pub Vec<Scalar<C>>);
