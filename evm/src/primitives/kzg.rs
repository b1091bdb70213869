//! Openings of commitments under Ethereum's setup (EIP-4844).

use curvemark::kzg::{self, OpeningVerifier};

use crate::precompiles::Error;

/// That a commitment opens at z to y by this proof, under Ethereum's setup.
///
/// Cost: [`OpeningVerifier::verify`]. Without the feature `std` the verifier, which is kept
/// otherwise, is made each time.
///
/// [Example](super).
///
/// # Errors
/// [`Error::Scalar`], [`Error::Point`]; [`Error::Proof`] if it does not.
pub fn kzg_opens(
    commitment: &[u8; 48],
    z: &[u8; 32],
    y: &[u8; 32],
    proof: &[u8; 48],
) -> Result<(), Error> {
    #[cfg(feature = "std")]
    let verifier = OpeningVerifier::ethereum_kept();
    #[cfg(not(feature = "std"))]
    let verifier = &OpeningVerifier::ethereum();
    verifier.verify(commitment, z, y, proof).map_err(|error| match error {
        kzg::Error::Z(_) | kzg::Error::Y(_) => Error::Scalar,
        kzg::Error::Commitment(reason) | kzg::Error::Proof(reason) => Error::Point(reason),
        _ => Error::Proof,
    })
}
