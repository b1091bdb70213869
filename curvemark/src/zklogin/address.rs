//! Addresses on Sui.

use blake2::{Blake2b256, Digest};

use super::{AddressSeed, Error};

/// The flag of zkLogin among Sui's signature schemes.
pub(super) const FLAG: u8 = 5;

/// An address on Sui.
///
/// [Example](crate::zklogin).
pub type Address = [u8; 32];

/// Which address of an issuer and a seed is meant. They differ where the first byte of the seed is
/// zero: with one seed of 189.
///
/// [Example](crate::zklogin).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressForm {
    /// All 32 bytes of the seed are hashed, as fastcrypto's `get_zk_login_address` has it.
    Padded,
    /// Leading zero bytes of the seed are left out, which Sui's SDK calls the legacy address.
    Unpadded,
    /// Either of them.
    Either,
}

/// BLAKE2b-256 of 05 ‖ the issuer's length in a byte ‖ the issuer ‖ the seed in 32 bytes.
///
/// [Example](crate::zklogin).
///
/// # Errors
/// [`Error::TooLong`] for an issuer of more than 255 bytes, whose length would not be hashed.
pub fn address(issuer: &str, seed: &AddressSeed) -> Result<Address, Error> {
    hash(issuer, &seed.to_be_bytes())
}

/// The same without the leading zero bytes of the seed, one of which stays of the seed zero.
///
/// [Example](crate::zklogin).
///
/// # Errors
/// As [`address`].
pub fn unpadded_address(issuer: &str, seed: &AddressSeed) -> Result<Address, Error> {
    let bytes = seed.to_be_bytes();
    let zeros = bytes[..31].iter().take_while(|&&byte| byte == 0).count();
    hash(issuer, &bytes[zeros..])
}

/// Whether an address is that of an issuer and a seed.
pub(super) fn is_address(
    address_given: &Address,
    issuer: &str,
    seed: &AddressSeed,
    form: AddressForm,
) -> Result<(), Error> {
    let padded = form != AddressForm::Unpadded && *address_given == address(issuer, seed)?;
    let unpadded = form != AddressForm::Padded && *address_given == unpadded_address(issuer, seed)?;
    if padded || unpadded { Ok(()) } else { Err(Error::Address) }
}

fn hash(issuer: &str, seed: &[u8]) -> Result<Address, Error> {
    let length = u8::try_from(issuer.len()).map_err(|_| Error::TooLong)?;
    let hash = Blake2b256::new().chain_update([FLAG, length]).chain_update(issuer);
    Ok(hash.chain_update(seed).finalize().into())
}
