//! Proofs between bytes and values: what both formats have in common.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use curve::secp256k1::AffinePoint;

use super::{Dleq, Error, KeysetId, MOST_PROOFS, Proof, Signature, legacy, v3};
use crate::cashu::nutroot::{Message, SpendInfo};

/// A proof whose points and scalars are bytes.
pub struct RawProof {
    pub amount: u64,
    pub keyset: KeysetId,
    pub secret: String,
    pub c: Vec<u8>,
    pub dleq: Option<[Vec<u8>; 3]>,
    pub witness: Option<String>,
    pub ephemeral_key: Option<Vec<u8>>,
    pub spend_info: Option<SpendInfo>,
}

/// The proofs of raw ones; points are decoded together.
pub fn proofs(raw: Vec<RawProof>) -> Result<Vec<Proof>, Error> {
    if raw.len() > MOST_PROOFS {
        return Err(Error::TooLong);
    }
    if raw.is_empty() {
        return Err(Error::Empty);
    }
    let encodings = |v3: bool| {
        raw.iter()
            .filter(|raw| raw.keyset.is_v3() == v3)
            .map(|raw| raw.c.as_slice())
            .collect::<Vec<_>>()
    };
    let (on_secp256k1, on_bls12_381) = (encodings(false), encodings(true));
    let mut legacy = vec![Err(legacy::Error::Empty); on_secp256k1.len()];
    let mut newer = vec![Err(v3::Error::EmptyBatch); on_bls12_381.len()];
    if !legacy.is_empty() {
        legacy::Signature::from_bytes_batch(&on_secp256k1, &mut legacy)?;
    }
    if !newer.is_empty() {
        v3::Signature::from_bytes_batch(&on_bls12_381, &mut newer)?;
    }
    let (mut legacy, mut newer) = (legacy.into_iter(), newer.into_iter());
    raw.into_iter()
        .map(|raw| {
            let signature = if raw.keyset.is_v3() {
                Signature::V3(newer.next().ok_or(Error::Empty)??)
            } else {
                Signature::Legacy(legacy.next().ok_or(Error::Empty)??)
            };
            let dleq = raw.dleq.map(|[e, s, r]| {
                Ok::<_, legacy::Error>(Dleq {
                    proof: legacy::DleqProof::from_bytes(&e, &s)?,
                    factor: legacy::BlindingFactor::from_bytes(&r)?,
                })
            });
            let point = point_secret(&raw.keyset, &raw.secret)?;
            if raw.spend_info.is_some() && !point {
                return Err(Error::Field("spend_info"));
            }
            let ephemeral_key =
                raw.ephemeral_key.map(|bytes| AffinePoint::from_sec1_compressed(&bytes));
            Ok(Proof {
                amount: raw.amount,
                keyset: raw.keyset,
                secret: raw.secret,
                signature,
                dleq: dleq.transpose()?,
                // It would be of one transaction, and means nothing in another.
                witness: raw.witness.filter(|_| !point),
                spend_info: raw.spend_info,
                ephemeral_key: ephemeral_key.transpose().map_err(|_| Error::Field("p2pk_e"))?,
            })
        })
        .collect()
}

/// Whether a secret is a point, as those of version 3 are since they are signed for. What is as
/// long as one has to be one.
pub fn point_secret(keyset: &KeysetId, secret: &str) -> Result<bool, Error> {
    if !keyset.is_v3() {
        return Ok(false);
    }
    let message = Message::of_text(secret).map_err(|_| Error::Field("secret"))?;
    Ok(matches!(message, Message::Point(_)))
}

/// The witness that a token says: of a point secret none, and no info of another; see [`proofs`].
///
/// [Example](crate::cashu::tokens).
pub fn witness(proof: &Proof) -> Result<Option<&str>, Error> {
    let point = point_secret(&proof.keyset, &proof.secret)?;
    if proof.spend_info.is_some() && !point {
        return Err(Error::Field("spend_info"));
    }
    Ok(proof.witness.as_deref().filter(|_| !point))
}

/// The bytes of C.
pub fn signature_bytes(signature: &Signature) -> Vec<u8> {
    match signature {
        Signature::Legacy(signature) => signature.to_bytes().to_vec(),
        Signature::V3(signature) => signature.to_bytes().to_vec(),
    }
}

/// The bytes of e, s and r.
pub fn dleq_bytes(dleq: &Dleq) -> [Vec<u8>; 3] {
    [dleq.proof.e_bytes().to_vec(), dleq.proof.s_bytes().to_vec(), dleq.factor.to_bytes().to_vec()]
}

/// The bytes of E, which is not the identity when it was read; of another that a caller made there
/// are none.
pub fn ephemeral_bytes(point: &AffinePoint) -> Result<[u8; 33], Error> {
    point.to_sec1().map_err(|_| Error::Field("p2pk_e"))
}

/// A URL without slashes at its end.
pub fn without_slashes(mint: &str) -> String {
    mint.trim_end_matches('/').into()
}
