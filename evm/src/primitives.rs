//! What the contracts compute, without what the machine has around it: no lengths, no padding, no
//! words of 32 bytes for a verdict, no address for a key.
//!
//! This is for programs that have taken an input apart themselves, such as the hooks of a machine
//! (`revm` among them) and the functions of a zkVM (the crate `curvemark-guest`).
//! The [contracts](crate::precompiles) call the same functions.
//!
//! | function | contract | space |
//! |---|---|---|
//! | [`recover_key`] | `01`, before the hash | none |
//! | [`modexp`] | `05` | the heap |
//! | [`bn254_g1_add`], [`bn254_g1_mul`] | `06`, `07` | none |
//! | [`bn254_pairing`] | `08` | the heap |
//! | [`blake2f`], [`blake2_compress`] | `09` | none |
//! | [`kzg_opens`] | `0a`, but for the versioned hash | none |
//! | [`bls12_g1_add`], [`bls12_g2_add`] | `0b`, `0d` | none |
//! | [`bls12_g1_msm`], [`bls12_g2_msm`], [`bls12_pairing`] | `0c`, `0e`, `0f` | the heap |
//! | [`bn254_points`], [`bls12_points`] | `08`, `0f`, before the check | the heap |
//! | [`bls12_map_fp_to_g1`], [`bls12_map_fp2_to_g2`] | `10`, `11` | none |
//! | [`p256_holds`] | `0100` | none |
//! | [`secp256k1_holds`] | none | none |
//!
//! Integers are big-endian but for those of BLAKE2. A point is x and then y. On BN254 an element of
//! Fp2 has the coefficient of u first (EIP-197). On BLS12-381 an element of Fp has its 48 bytes
//! alone, and an element of Fp2 the coefficient of 1 first (EIP-2537). Zeros encode the identity.
//!
//! ```
//! use curvemark_evm::precompiles::Error;
//! use curvemark_evm::primitives::{bls12_g1_add, bls12_pairing, modexp, recover_key};
//!
//! // (0, 2) is on the curve, but not in the group: sums take it, pairings do not.
//! let mut point = [0; 96];
//! point[95] = 2;
//! assert_eq!(bls12_g1_add(&point, &[0; 96])?, point);
//! assert!(matches!(bls12_pairing([(&point, &[0; 192])].into_iter()), Err(Error::Point(_))));
//!
//! assert_eq!(modexp(&[3], &[4], &[0, 50]), [0, 31]);
//! assert_eq!(recover_key(&[1; 32], &[0; 64], 0), Err(Error::Signature));
//! # Ok::<(), Error>(())
//! ```

#[cfg(feature = "hints")]
pub mod advised;
mod blake2f;
mod bls12_381;
mod bn254;
mod kzg;
mod modexp;
mod signatures;

pub use blake2f::{blake2_compress, blake2f};
pub use bls12_381::{
    bls12_g1_add, bls12_g1_msm, bls12_g2_add, bls12_g2_msm, bls12_map_fp_to_g1,
    bls12_map_fp2_to_g2, bls12_pairing, bls12_points,
};
pub(crate) use bls12_381::{bls12_msm_of, bls12_pairing_of, element_of};
pub(crate) use bn254::bn254_pairing_of;
pub use bn254::{bn254_g1_add, bn254_g1_mul, bn254_pairing, bn254_points};
pub use kzg::kzg_opens;
pub use modexp::modexp;
pub(crate) use modexp::power;
pub use signatures::{p256_holds, recover_key, secp256k1_holds};
