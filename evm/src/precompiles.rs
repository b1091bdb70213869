//! The contracts: at which address, since which fork, and what they compute.
//!
//! | address | contract | input, in bytes | output | source |
//! |---|---|---|---|---|
//! | `01` | [`ecrecover`] | hash 32, v 32, r 32, s 32; padded | address 32, or nothing | Yellow Paper, appendix E |
//! | `02` | [`sha256`] | any | 32 | same |
//! | `03` | [`ripemd160`] | any | 32 | same |
//! | `04` | [`identity`] | any | the input | same |
//! | `05` | [`modexp`] | three lengths of 32, base, exponent, modulus; padded | as long as the modulus | EIP-198, 7823 |
//! | `06` | [`bn254_add`] | two points of 64; padded | point 64 | EIP-196 |
//! | `07` | [`bn254_mul`] | point 64, scalar 32; padded | point 64 | EIP-196 |
//! | `08` | [`bn254_pairing`] | pairs of 192, or none | 0 or 1 in 32 | EIP-197 |
//! | `09` | [`blake2f`] | rounds 4, h 64, m 128, t 16, f 1 | h 64 | EIP-152 |
//! | `0a` | [`point_evaluation`] | versioned hash 32, z 32, y 32, commitment 48, proof 48 | two constants of 32 | EIP-4844 |
//! | `0b` | [`bls12_g1_add`] | two points of 128 | point 128 | EIP-2537 |
//! | `0c` | [`bls12_g1_msm`] | pairs of point 128 and scalar 32, at least one | point 128 | same |
//! | `0d` | [`bls12_g2_add`] | two points of 256 | point 256 | same |
//! | `0e` | [`bls12_g2_msm`] | pairs of point 256 and scalar 32, at least one | point 256 | same |
//! | `0f` | [`bls12_pairing`] | pairs of 384, at least one | 0 or 1 in 32 | same |
//! | `10` | [`bls12_map_fp_to_g1`] | element 64 | point 128 | same |
//! | `11` | [`bls12_map_fp2_to_g2`] | element 128 | point 256 | same |
//! | `0100` | [`p256_verify`] | hash 32, r 32, s 32, x 32, y 32 | 1 in 32, or nothing | EIP-7951 |
//!
//! Integers are big-endian but for those of [`blake2f`]. "Padded" inputs may be shorter, zeros
//! being added at their end, or longer, the rest being ignored. An [`Error`] takes all the gas of
//! the call; a signature of nobody is none, but an empty output.
//!
//! [`run`] is what a client calls: it asks for the price first. The functions by themselves do not
//! know the gas: what they do is bounded by the length of their input, for [`blake2f`] by its
//! number of rounds, and for [`modexp`] by a price.
//!
//! ```
//! use curvemark_evm::precompiles::{Error, bls12_pairing, bn254_add, ecrecover};
//!
//! // Each is a function from bytes to bytes. Zeros encode the identity.
//! assert_eq!(bn254_add(&[0; 128])?, [0; 64]);
//! assert_eq!(bls12_pairing(&[0; 384])?[31], 1);
//! // A signature of nobody is no error, but an empty output.
//! assert!(ecrecover(b"")?.is_empty());
//! # Ok::<(), Error>(())
//! ```

mod blake2f;
mod bls12_381;
mod bn254;
mod error;
mod hashes;
mod modexp;
mod padded;
mod point_evaluation;
mod signatures;

use alloc::vec::Vec;

pub use blake2f::{BLAKE2F_INPUT, blake2f};
pub use bls12_381::{
    bls12_g1_add, bls12_g1_msm, bls12_g2_add, bls12_g2_msm, bls12_map_fp_to_g1,
    bls12_map_fp2_to_g2, bls12_pairing,
};
pub use bn254::{bn254_add, bn254_mul, bn254_pairing};
pub use error::Error;
#[cfg(feature = "revm")]
pub(crate) use hashes::ripemd160_of_public;
pub use hashes::{identity, ripemd160, sha256};
pub(crate) use modexp::ModExpInput;
pub use modexp::{MOST_MODEXP_GAS, modexp};
pub use point_evaluation::point_evaluation;
#[cfg(feature = "revm")]
pub(crate) use signatures::signer;
pub use signatures::{ecrecover, p256_verify};

pub use crate::primitives::blake2_compress;
use crate::{Fork, gas};

/// A precompiled contract.
///
/// [Example](crate::precompiles).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Precompile {
    /// [`ecrecover`].
    EcRecover,
    /// [`sha256`].
    Sha256,
    /// [`ripemd160`].
    Ripemd160,
    /// [`identity`].
    Identity,
    /// [`modexp`].
    ModExp,
    /// [`bn254_add`].
    Bn254Add,
    /// [`bn254_mul`].
    Bn254Mul,
    /// [`bn254_pairing`].
    Bn254Pairing,
    /// [`blake2f`].
    Blake2F,
    /// [`point_evaluation`].
    PointEvaluation,
    /// [`bls12_g1_add`].
    Bls12G1Add,
    /// [`bls12_g1_msm`].
    Bls12G1Msm,
    /// [`bls12_g2_add`].
    Bls12G2Add,
    /// [`bls12_g2_msm`].
    Bls12G2Msm,
    /// [`bls12_pairing`].
    Bls12Pairing,
    /// [`bls12_map_fp_to_g1`].
    Bls12MapFpToG1,
    /// [`bls12_map_fp2_to_g2`].
    Bls12MapFp2ToG2,
    /// [`p256_verify`].
    P256Verify,
}

impl Precompile {
    /// All of them, in the order of their addresses.
    pub const ALL: [Self; 18] = [
        Self::EcRecover,
        Self::Sha256,
        Self::Ripemd160,
        Self::Identity,
        Self::ModExp,
        Self::Bn254Add,
        Self::Bn254Mul,
        Self::Bn254Pairing,
        Self::Blake2F,
        Self::PointEvaluation,
        Self::Bls12G1Add,
        Self::Bls12G1Msm,
        Self::Bls12G2Add,
        Self::Bls12G2Msm,
        Self::Bls12Pairing,
        Self::Bls12MapFpToG1,
        Self::Bls12MapFp2ToG2,
        Self::P256Verify,
    ];

    /// The last two bytes of the address; the others are zero.
    const fn number(self) -> u16 {
        match self {
            Self::P256Verify => 0x100,
            other => other as u16 + 1,
        }
    }

    /// The contract's address.
    pub const fn address(self) -> [u8; 20] {
        let mut address = [0; 20];
        [address[18], address[19]] = self.number().to_be_bytes();
        address
    }

    /// The first fork that has the contract; for those before Istanbul, Istanbul.
    pub const fn since(self) -> Fork {
        match self {
            Self::PointEvaluation => Fork::Cancun,
            Self::Bls12G1Add
            | Self::Bls12G1Msm
            | Self::Bls12G2Add
            | Self::Bls12G2Msm
            | Self::Bls12Pairing
            | Self::Bls12MapFpToG1
            | Self::Bls12MapFp2ToG2 => Fork::Prague,
            Self::P256Verify => Fork::Osaka,
            _ => Fork::Istanbul,
        }
    }

    /// The contract at an address under a fork, if there is one.
    pub fn at(fork: Fork, address: &[u8; 20]) -> Option<Self> {
        let (zeros, number) = address.split_last_chunk::<2>()?;
        let number = u16::from_be_bytes(*number);
        if number == 0 || zeros.iter().any(|&byte| byte != 0) {
            return None;
        }
        // In the order of their addresses, which have one gap.
        let found = Self::ALL.get(usize::from(number) - 1).or(Self::ALL.last())?;
        (found.number() == number && found.since() <= fork).then_some(*found)
    }

    /// The gas of the contract for an input under a fork: see [`crate::gas`].
    pub fn gas(self, fork: Fork, input: &[u8]) -> u64 {
        gas::gas(self, fork, input)
    }

    /// What the contract computes for an input under a fork, without a limit of gas. The fork
    /// matters only to [`modexp`].
    ///
    /// # Errors
    /// Those of the contract's function.
    pub fn call(self, fork: Fork, input: &[u8]) -> Result<Vec<u8>, Error> {
        match self {
            Self::EcRecover => ecrecover(input),
            Self::Sha256 => sha256(input),
            Self::Ripemd160 => ripemd160(input),
            Self::Identity => identity(input),
            Self::ModExp => modexp(fork, input),
            Self::Bn254Add => bn254_add(input),
            Self::Bn254Mul => bn254_mul(input),
            Self::Bn254Pairing => bn254_pairing(input),
            Self::Blake2F => blake2f(input),
            Self::PointEvaluation => point_evaluation(input),
            Self::Bls12G1Add => bls12_g1_add(input),
            Self::Bls12G1Msm => bls12_g1_msm(input),
            Self::Bls12G2Add => bls12_g2_add(input),
            Self::Bls12G2Msm => bls12_g2_msm(input),
            Self::Bls12Pairing => bls12_pairing(input),
            Self::Bls12MapFpToG1 => bls12_map_fp_to_g1(input),
            Self::Bls12MapFp2ToG2 => bls12_map_fp2_to_g2(input),
            Self::P256Verify => p256_verify(input),
        }
    }
}

/// What a call gave.
///
/// [Example](crate::precompiles).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Gas taken.
    pub gas: u64,
    /// The contract's output.
    pub bytes: Vec<u8>,
}

/// Calls the contract at an address with an input and a limit of gas; none if there is no contract
/// there under this fork.
///
/// Nothing is computed that the gas does not pay for. An error takes all the gas.
///
/// [Example](crate::precompiles).
///
/// # Errors
/// [`Error::OutOfGas`], and then those of the contract's function.
pub fn run(
    fork: Fork,
    address: &[u8; 20],
    input: &[u8],
    gas_limit: u64,
) -> Option<Result<Output, Error>> {
    let contract = Precompile::at(fork, address)?;
    let gas = contract.gas(fork, input);
    if gas > gas_limit {
        return Some(Err(Error::OutOfGas));
    }
    Some(contract.call(fork, input).map(|bytes| Output { gas, bytes }))
}
