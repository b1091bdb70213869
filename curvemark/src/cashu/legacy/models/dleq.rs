//! The JSON models of NUT-12: proofs of equality, without the blinding factor from mints and with
//! it from wallets.

use curve::secp256k1::Fr;
use serde::de::Deserializer;
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use super::super::{BlindingFactor, DleqProof, Error};
use crate::cashu::models::digits::{Digits, in_digits};
use crate::cashu::models::objects::objects;

/// A proof that a signature is a mint's, with the blinding factor that links it to what the mint
/// saw.
///
/// [Example](crate::cashu::legacy::models).
#[derive(Clone, Debug)]
pub struct Dleq {
    /// e and s.
    pub proof: DleqProof,
    /// r.
    pub factor: BlindingFactor,
}

/// What a mint shows.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Self")]
struct Shown {
    e: Challenge,
    s: Response,
}

/// What a wallet hands on.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Self")]
struct HandedOn {
    e: Challenge,
    s: Response,
    r: Factor,
}

objects!(Shown, HandedOn);

impl Serialize for DleqProof {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Serialize::serialize(&Shown { e: Challenge(self.e), s: Response(self.s) }, serializer)
    }
}

impl<'de> Deserialize<'de> for DleqProof {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Shown { e, s } = Deserialize::deserialize(deserializer)?;
        Ok(Self { e: e.0, s: s.0 })
    }
}

impl Serialize for Dleq {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let DleqProof { e, s } = self.proof;
        let r = Factor(self.factor.clone());
        Serialize::serialize(&HandedOn { e: Challenge(e), s: Response(s), r }, serializer)
    }
}

impl<'de> Deserialize<'de> for Dleq {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let HandedOn { e, s, r } = Deserialize::deserialize(deserializer)?;
        Ok(Self { proof: DleqProof { e: e.0, s: s.0 }, factor: r.0 })
    }
}

struct Challenge([u8; 32]);

impl Digits for Challenge {
    type Error = Error;
    const NAME: &'static str = "e";
    const LENGTHS: &'static [usize] = &[32];

    fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        bytes.try_into().map(Self).map_err(|_| Error::Length)
    }

    fn with_bytes<T>(&self, take: impl FnOnce(&[u8]) -> T) -> T {
        take(&self.0)
    }
}

struct Response(Fr);

impl Digits for Response {
    type Error = Error;
    const NAME: &'static str = "s";
    const LENGTHS: &'static [usize] = &[32];

    fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self(Fr::from_be_bytes(bytes)?))
    }

    fn with_bytes<T>(&self, take: impl FnOnce(&[u8]) -> T) -> T {
        take(&self.0.to_be_bytes())
    }
}

struct Factor(BlindingFactor);

impl Digits for Factor {
    type Error = Error;
    const NAME: &'static str = "r";
    const LENGTHS: &'static [usize] = &[32];

    fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        BlindingFactor::from_bytes(bytes).map(Self)
    }

    fn with_bytes<T>(&self, take: impl FnOnce(&[u8]) -> T) -> T {
        take(self.0.to_bytes().as_ref())
    }
}

in_digits!(Challenge, Response, Factor);
