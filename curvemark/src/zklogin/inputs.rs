//! What a login is verified with: the proof, the pieces of the token that it does not hide, and the
//! address seed.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use curve::bn254::FrEngine;
use serde::Deserialize;

use super::numbers::Numbers;
use super::seed::AddressSeed;
use super::{Address, ClaimPiece, Error, address, bcs, claim};
use crate::groth16::json::{write_g1, write_g2};
use crate::groth16::{Bn254, Proof};

type TextG1 = [String; 3];
type TextG2 = [[String; 2]; 3];

/// A proof's points, as Sui's prover writes them.
#[derive(Deserialize)]
struct PointsText {
    a: TextG1,
    b: TextG2,
    c: TextG1,
}

/// Sui's `ZkLoginInputs`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct InputsText {
    proof_points: PointsText,
    iss_base64_details: ClaimPiece,
    header_base64: String,
    address_seed: Option<String>,
}

/// The inputs of a login: Sui's `ZkLoginInputs`, decoded and checked. Whether the proof is valid is
/// for a [`Verifier`](super::Verifier).
///
/// [Example](crate::zklogin).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inputs {
    pub(super) proof: Proof<Bn254>,
    pub(super) piece: ClaimPiece,
    pub(super) header: String,
    pub(super) seed: AddressSeed,
    key_id: String,
    issuer: String,
    canonical: bool,
}

impl Inputs {
    /// The inputs of their JSON, with the address seed.
    ///
    /// Numbers are in decimal digits, without sign and leading zeros, and are reduced, as Sui's
    /// validators do it: see [`Inputs::check_canonical`].
    ///
    /// # Errors
    /// [`Error::Json`], [`Error::Number`], [`Error::Point`]; [`Error::Header`],
    /// [`Error::IssuerClaim`], [`Error::Base64`], [`Error::TooLong`] for the pieces of the token.
    #[inline(never)]
    pub fn from_json(json: &str) -> Result<Self, Error> {
        let text: InputsText = serde_json::from_str(json).map_err(|_| Error::Json)?;
        let mut numbers = Numbers::new();
        let seed = text.address_seed.as_deref().ok_or(Error::Json)?;
        let seed = AddressSeed(numbers.read::<FrEngine>(seed)?);
        Self::from_text(text, seed, numbers)
    }

    /// The inputs of what a prover answers, which does not have the address seed; if it has one, it
    /// must be this one.
    ///
    /// # Errors
    /// As [`Inputs::from_json`].
    #[inline(never)]
    pub fn from_prover_json(json: &str, seed: &AddressSeed) -> Result<Self, Error> {
        let text: InputsText = serde_json::from_str(json).map_err(|_| Error::Json)?;
        if text.address_seed.as_ref().is_some_and(|digits| *digits != seed.to_decimal()) {
            return Err(Error::Json);
        }
        Self::from_text(text, *seed, Numbers::new())
    }

    /// Takes the inputs from the front of an encoding in BCS.
    pub(super) fn from_bcs(reader: &mut bcs::Reader<'_>) -> Result<Self, Error> {
        let text = InputsText {
            proof_points: PointsText {
                a: reader.list(bcs::Reader::text)?,
                b: reader.list(|reader| reader.list(bcs::Reader::text))?,
                c: reader.list(bcs::Reader::text)?,
            },
            iss_base64_details: ClaimPiece { value: reader.text()?, index_mod_4: reader.byte()? },
            header_base64: reader.text()?,
            address_seed: None,
        };
        let mut numbers = Numbers::new();
        let seed = AddressSeed(numbers.read::<FrEngine>(&reader.text()?)?);
        Self::from_text(text, seed, numbers)
    }

    fn from_text(text: InputsText, seed: AddressSeed, mut numbers: Numbers) -> Result<Self, Error> {
        let key_id = claim::key_id(&text.header_base64)?;
        let issuer = text.iss_base64_details.issuer()?;
        let points = &text.proof_points;
        let proof = Proof {
            a: numbers.g1(&points.a)?,
            b: numbers.g2(&points.b)?,
            c: numbers.g1(&points.c)?,
        };
        let canonical = numbers.canonical;
        let (piece, header) = (text.iss_base64_details, text.header_base64);
        Ok(Self { proof, piece, header, seed, key_id, issuer, canonical })
    }

    /// Refuses inputs with numbers that were not below their modulus, or with points that were not
    /// written with z = 1: whoever names a login by its bytes wants one form of it. Sui's
    /// validators do not ask for it, and a valid proof can be changed into others in any case.
    ///
    /// # Errors
    /// [`Error::NotCanonical`].
    pub fn check_canonical(&self) -> Result<(), Error> {
        if self.canonical { Ok(()) } else { Err(Error::NotCanonical) }
    }

    /// The issuer, as the token says it.
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// The name of the key that the token's header says.
    pub fn key_id(&self) -> &str {
        &self.key_id
    }

    /// The token's header, in base64url.
    pub fn header(&self) -> &str {
        &self.header
    }

    /// The piece of the token with its issuer.
    pub fn issuer_piece(&self) -> &ClaimPiece {
        &self.piece
    }

    /// The proof.
    pub fn proof(&self) -> &Proof<Bn254> {
        &self.proof
    }

    /// The address seed.
    pub fn address_seed(&self) -> &AddressSeed {
        &self.seed
    }

    /// The address of this login: [`address`](super::address) of its issuer and seed.
    ///
    /// # Errors
    /// As there; none, since the issuer is shorter than the circuit takes it.
    pub fn address(&self) -> Result<Address, Error> {
        address(&self.issuer, &self.seed)
    }

    /// The JSON that [`Inputs::from_json`] reads.
    pub fn to_json(&self) -> String {
        let g1 = |[x, y, z]: TextG1| format!(r#"["{x}","{y}","{z}"]"#);
        let g2 = |[x, y, z]: TextG2| {
            let pair = |[c0, c1]: [String; 2]| format!(r#"["{c0}","{c1}"]"#);
            format!("[{},{},{}]", pair(x), pair(y), pair(z))
        };
        let [a, c] = [&self.proof.a, &self.proof.c].map(|point| g1(write_g1(point)));
        format!(
            r#"{{"proofPoints":{{"a":{a},"b":{},"c":{c}}},"issBase64Details":{{"value":"{}","indexMod4":{}}},"headerBase64":"{}","addressSeed":"{}"}}"#,
            g2(write_g2(&self.proof.b)),
            self.piece.value,
            self.piece.index_mod_4,
            self.header,
            self.seed.to_decimal()
        )
    }

    /// Appends the encoding in BCS.
    pub(super) fn put_bcs(&self, out: &mut Vec<u8>) {
        let g1 = |point: TextG1, out: &mut Vec<u8>| {
            bcs::put_length(point.len(), out);
            point.iter().for_each(|number| bcs::put(number.as_bytes(), out));
        };
        g1(write_g1(&self.proof.a), out);
        let b: TextG2 = write_g2(&self.proof.b);
        bcs::put_length(b.len(), out);
        for pair in &b {
            bcs::put_length(pair.len(), out);
            pair.iter().for_each(|number| bcs::put(number.as_bytes(), out));
        }
        g1(write_g1(&self.proof.c), out);
        bcs::put(self.piece.value.as_bytes(), out);
        out.push(self.piece.index_mod_4);
        bcs::put(self.header.as_bytes(), out);
        bcs::put(self.seed.to_decimal().as_bytes(), out);
    }
}
