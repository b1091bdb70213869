//! Version 3: JSON.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::raw::{self, RawProof};
use super::{Error, KeysetId, MOST_PROOFS, MintProofs, Proof, Token};
use crate::cashu::models::objects::objects;
use crate::cashu::nutroot::SpendInfo;
use crate::encoding::hex;

#[derive(Serialize, Deserialize)]
#[serde(remote = "Self")]
struct JsonToken {
    token: Vec<JsonMint>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    memo: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Self")]
struct JsonMint {
    mint: String,
    proofs: Vec<JsonProof>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Self")]
struct JsonProof {
    amount: u64,
    id: String,
    secret: String,
    #[serde(rename = "C")]
    c: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dleq: Option<JsonDleq>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    witness: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    p2pk_e: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    spend_info: Option<SpendInfo>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Self")]
struct JsonDleq {
    e: String,
    s: String,
    r: String,
}

objects!(JsonToken, JsonMint, JsonProof, JsonDleq);

/// The bytes of a field.
fn bytes(name: &'static str, text: &str) -> Result<Vec<u8>, Error> {
    hex::decode(text).map_err(|_| Error::Field(name))
}

fn raw_proof(proof: JsonProof) -> Result<RawProof, Error> {
    let dleq = proof.dleq.map(|dleq| {
        Ok::<_, Error>([bytes("e", &dleq.e)?, bytes("s", &dleq.s)?, bytes("r", &dleq.r)?])
    });
    Ok(RawProof {
        amount: proof.amount,
        keyset: KeysetId::from_bytes(&bytes("id", &proof.id)?)?,
        secret: proof.secret,
        c: bytes("C", &proof.c)?,
        dleq: dleq.transpose()?,
        witness: proof.witness,
        ephemeral_key: proof.p2pk_e.map(|point| bytes("p2pk_e", &point)).transpose()?,
        spend_info: proof.spend_info,
    })
}

pub fn read(json: &[u8]) -> Result<Token, Error> {
    let token: JsonToken = serde_json::from_slice(json).map_err(|_| Error::Json)?;
    if token.token.iter().map(|mint| mint.proofs.len()).sum::<usize>() > MOST_PROOFS {
        return Err(Error::TooLong);
    }
    if token.token.is_empty() {
        return Err(Error::Empty);
    }
    let mints = token.token.into_iter().map(|mint| {
        let raw = mint.proofs.into_iter().map(raw_proof).collect::<Result<_, _>>()?;
        Ok(MintProofs { mint: raw::without_slashes(&mint.mint), proofs: raw::proofs(raw)? })
    });
    Ok(Token { mints: mints.collect::<Result<_, Error>>()?, unit: token.unit, memo: token.memo })
}

fn json_proof(proof: &Proof) -> Result<JsonProof, Error> {
    let dleq = proof.dleq.as_ref().map(|dleq| {
        let [e, s, r] = raw::dleq_bytes(dleq).map(|bytes| hex::encode(&bytes));
        JsonDleq { e, s, r }
    });
    let ephemeral = proof
        .ephemeral_key
        .as_ref()
        .map(|point| raw::ephemeral_bytes(point).map(|bytes| hex::encode(&bytes)));
    Ok(JsonProof {
        amount: proof.amount,
        id: proof.keyset.with_bytes(hex::encode),
        secret: proof.secret.clone(),
        c: hex::encode(&raw::signature_bytes(&proof.signature)),
        dleq,
        witness: raw::witness(proof)?.map(Into::into),
        p2pk_e: ephemeral.transpose()?,
        spend_info: proof.spend_info.clone(),
    })
}

pub fn write(token: &Token) -> Result<Vec<u8>, Error> {
    if token.mints.is_empty() || token.mints.iter().any(|mint| mint.proofs.is_empty()) {
        return Err(Error::Empty);
    }
    let mints = token.mints.iter().map(|mint| {
        let proofs = mint.proofs.iter().map(json_proof).collect::<Result<_, Error>>()?;
        Ok(JsonMint { mint: raw::without_slashes(&mint.mint), proofs })
    });
    let token = JsonToken {
        token: mints.collect::<Result<_, Error>>()?,
        unit: token.unit.clone(),
        memo: token.memo.clone(),
    };
    serde_json::to_vec(&token).map_err(|_| Error::Json)
}
