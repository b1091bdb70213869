//! The point evaluation of KZG (EIP-4844).

use alloc::vec::Vec;

use curvemark::kzg::versioned_hash;

use super::Error;
use crate::primitives::kzg_opens;

/// FIELD_ELEMENTS_PER_BLOB and BLS_MODULUS of EIP-4844, each in 32 bytes.
const CONSTANTS: [u8; 64] = {
    let mut out = [0; 64];
    out[30] = 0x10;
    let modulus: u128 = 0x73ed_a753_299d_7d48_3339_d808_09a1_d805;
    let rest: u128 = 0x53bd_a402_fffe_5bfe_ffff_ffff_0000_0001;
    let (high, low) = (modulus.to_be_bytes(), rest.to_be_bytes());
    let mut i = 0;
    while i < 16 {
        out[32 + i] = high[i];
        out[48 + i] = low[i];
        i += 1;
    }
    out
};

/// That a commitment with this versioned hash opens at z to y by this proof, under Ethereum's
/// setup.
///
/// Input: versioned hash, z and y of 32 bytes, commitment and proof of 48, and no more. Output: the
/// number of field elements of a blob and the order of the group.
///
/// Cost: a SHA-256 and [`kzg_opens`].
///
/// [Example](crate::precompiles).
///
/// # Errors
/// [`Error::Length`]; [`Error::VersionedHash`]; [`Error::Scalar`], [`Error::Point`],
/// [`Error::Proof`].
pub fn point_evaluation(input: &[u8]) -> Result<Vec<u8>, Error> {
    let input: &[u8; 192] = input.try_into().map_err(|_| Error::Length)?;
    let (hash, z, y) = (&input[..32], part::<32>(input, 32), part::<32>(input, 64));
    let (commitment, proof) = (part::<48>(input, 96), part::<48>(input, 144));
    if versioned_hash(&commitment)[..] != *hash {
        return Err(Error::VersionedHash);
    }
    kzg_opens(&commitment, &z, &y, &proof)?;
    Ok(CONSTANTS.to_vec())
}

/// `N` bytes from an offset on.
fn part<const N: usize>(input: &[u8; 192], offset: usize) -> [u8; N] {
    core::array::from_fn(|i| input[offset + i])
}
