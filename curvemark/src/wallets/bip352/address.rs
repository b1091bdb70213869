//! Addresses.

use alloc::string::String;
use alloc::vec;

use curve::secp256k1::AffinePoint;

use super::Error;
use crate::encoding::bech32::{
    Checksum, bytes_of_symbols, decode_symbols_to, encode_symbols_to, symbols_of_bytes,
};
use crate::wallets::Network;

/// Most characters of a text: BIP-352's advice, since later versions may be longer.
const MOST: usize = 1023;
/// Bytes of a point.
const POINT: usize = 33;
/// The version that is written.
const VERSION: u8 = 0;
/// The version that nobody can pay to yet.
const RESERVED: u8 = 31;

/// Where silent payments go: a point to scan by and a point to spend by, neither of them the
/// identity.
///
/// [Example](crate::wallets::bip352).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    pub(super) scan: AffinePoint,
    pub(super) spend: AffinePoint,
    network: Network,
}

impl Address {
    /// The address of two points.
    ///
    /// # Errors
    /// [`Error::Key`] if one is the identity.
    pub fn new(scan: &AffinePoint, spend: &AffinePoint, network: Network) -> Result<Self, Error> {
        Ok(Self { scan: scan.not_identity()?, spend: spend.not_identity()?, network })
    }

    /// The address of a text `sp1…`, or `tsp1…` on the test networks, all of it in one case. Of
    /// versions 1 to 30 it takes the first 66 bytes, as BIP-352 has it, so that what is paid there
    /// is found. Cost: two square roots.
    ///
    /// # Errors
    /// [`Error::Text`], [`Error::Prefix`], [`Error::Version`], [`Error::Length`], [`Error::Key`].
    pub fn from_text(text: &str) -> Result<Self, Error> {
        let (prefix, symbols) =
            decode_symbols_to(MOST, Checksum::Bech32m, text).map_err(Error::Text)?;
        let network = match prefix.as_str() {
            "sp" => Network::Main,
            "tsp" => Network::Test,
            _ => return Err(Error::Prefix),
        };
        let (version, symbols) = symbols.split_first().ok_or(Error::Length)?;
        if *version >= RESERVED {
            return Err(Error::Version);
        }
        let bytes = bytes_of_symbols(symbols).map_err(Error::Text)?;
        let (points, rest) = bytes.split_at_checked(2 * POINT).ok_or(Error::Length)?;
        if *version == VERSION && !rest.is_empty() {
            return Err(Error::Length);
        }
        let (scan, spend) = points.split_at(POINT);
        let scan = AffinePoint::from_sec1_compressed(scan)?;
        Ok(Self { scan, spend: AffinePoint::from_sec1_compressed(spend)?, network })
    }

    /// The text, of version 0.
    pub fn to_text(&self) -> String {
        let (scan, spend) = self.to_sec1();
        let mut symbols = vec![VERSION];
        symbols.extend(symbols_of_bytes(&[scan, spend].concat()));
        let prefix = match self.network {
            Network::Main => "sp",
            Network::Test => "tsp",
        };
        match encode_symbols_to(MOST, Checksum::Bech32m, prefix, &symbols) {
            Ok(text) => text,
            Err(_) => unreachable!("66 bytes are few"),
        }
    }

    /// The points to scan and to spend by: 33 bytes each, compressed.
    pub fn to_sec1(&self) -> ([u8; 33], [u8; 33]) {
        (self.scan.to_sec1_unchecked_identity(), self.spend.to_sec1_unchecked_identity())
    }

    /// The network.
    pub const fn network(&self) -> Network {
        self.network
    }
}
