//! A whole signature of zkLogin, as it stands in a transaction.

use alloc::vec::Vec;

use super::address::FLAG;
use super::{EphemeralSignature, Error, Inputs, bcs};

/// Sui's `ZkLoginAuthenticator`: the inputs of a login, the last epoch of the ephemeral key, and
/// that key's signature. Bytes: 05 ‖ BCS of the three.
///
/// [Example](crate::zklogin).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZkLoginSignature {
    /// The inputs of the login.
    pub inputs: Inputs,
    /// The last epoch in which the ephemeral key signs.
    pub max_epoch: u64,
    /// The signature by the ephemeral key.
    pub ephemeral: EphemeralSignature,
}

impl ZkLoginSignature {
    /// The signature of its bytes. In text they are base64 with padding.
    ///
    /// # Errors
    /// [`Error::Length`], also for another flag; as [`Inputs::from_json`] and
    /// [`EphemeralSignature::from_bytes`]; [`Error::Character`] for a text that is not UTF-8.
    #[inline(never)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let rest = bytes.strip_prefix(&[FLAG]).ok_or(Error::Length)?;
        let mut reader = bcs::Reader(rest);
        let inputs = Inputs::from_bcs(&mut reader)?;
        let max_epoch = reader.u64()?;
        let ephemeral = EphemeralSignature::from_bytes(reader.bytes()?)?;
        if reader.0.is_empty() {
            Ok(Self { inputs, max_epoch, ephemeral })
        } else {
            Err(Error::Length)
        }
    }

    /// The bytes, with the points and numbers in their one form.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::from([FLAG]);
        self.inputs.put_bcs(&mut out);
        out.extend(self.max_epoch.to_le_bytes());
        bcs::put(&self.ephemeral.to_bytes(), &mut out);
        out
    }
}
