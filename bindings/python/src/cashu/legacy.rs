//! Cashu of today's wallets, on secp256k1.

use curvemark::cashu::legacy::{
    self, BlindSignature, BlindedMessage, BlindingFactor, DleqProof, Error, KeysetId,
    MintPublicKey, MintSecretKey, Signature,
};
use getrandom::SysRng;
use getrandom::rand_core::UnwrapErr;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::failure::{Failure, all, verdict};
use crate::functions;
use crate::octets::{Flat, Octets, bytes, secret};

pub const PAGE: &str = "\
Cashu of today's wallets, on secp256k1 (NUT-00, 02, 12 and 13): points are 33 bytes, secret keys
and blinding factors 32 bytes, big-endian.

Only the mint verifies a signature; a wallet verifies the mint's proof of equal logarithms (DLEQ),
e and s, 64 bytes together.";

fn mint_key(secret: &Octets) -> Result<MintSecretKey, Failure> {
    MintSecretKey::from_bytes(secret).map_err(|error| Failure::from(error).of("secret_key"))
}

fn factor(r: &Octets) -> Result<BlindingFactor, Failure> {
    BlindingFactor::from_bytes(r).map_err(|error| Failure::from(error).of("r"))
}

fn mint_public(key: &Octets) -> Result<MintPublicKey, Failure> {
    MintPublicKey::from_bytes(key).map_err(|error| Failure::from(error).of("public_key"))
}

fn dleq(proof: &Octets) -> Result<DleqProof, Failure> {
    let proof: &[u8; 64] = proof.array("proof")?;
    Ok(DleqProof::from_bytes(&proof[..32], &proof[32..])?)
}

/// A mint's secret key for one amount, from the system's generator.
#[pyfunction]
fn random_secret_key(py: Python<'_>) -> Bound<'_, PyBytes> {
    secret(py, MintSecretKey::random(&mut UnwrapErr(SysRng)).to_bytes())
}

/// A blinding factor from the system's generator.
#[pyfunction]
fn random_blinding_factor(py: Python<'_>) -> Bound<'_, PyBytes> {
    secret(py, BlindingFactor::random(&mut UnwrapErr(SysRng)).to_bytes())
}

/// A mint's public key: 33 bytes. Constant-time.
#[pyfunction]
fn public_key<'py>(py: Python<'py>, secret_key: Octets) -> PyResult<Bound<'py, PyBytes>> {
    let key = mint_key(&secret_key)?;
    Ok(bytes(py, py.detach(|| key.public_key().to_bytes())))
}

/// The point of a secret: 33 bytes.
#[pyfunction]
fn hash_to_curve<'py>(py: Python<'py>, secret: Octets) -> PyResult<Bound<'py, PyBytes>> {
    let point = py.detach(|| legacy::hash_to_curve(&secret).to_sec1()).map_err(Failure::from)?;
    Ok(bytes(py, point))
}

/// The blinded message of a secret and a blinding factor.
#[pyfunction]
fn blind<'py>(py: Python<'py>, secret: Octets, r: Octets) -> PyResult<Bound<'py, PyBytes>> {
    let r = factor(&r)?;
    Ok(bytes(py, py.detach(|| legacy::blind(&secret, &r).to_bytes())))
}

/// A mint's signature on a blinded message. Constant-time in the key.
#[pyfunction]
fn sign<'py>(
    py: Python<'py>,
    secret_key: Octets,
    blinded_message: Octets,
) -> PyResult<Bound<'py, PyBytes>> {
    let out = py.detach(|| -> Result<_, Failure> {
        let message = BlindedMessage::from_bytes(&blinded_message)?;
        Ok(mint_key(&secret_key)?.sign(&message).to_bytes())
    })?;
    Ok(bytes(py, out))
}

/// A mint's signature on a blinded message, and its DLEQ proof of 64 bytes (NUT-12).
#[pyfunction]
fn sign_with_proof<'py>(
    py: Python<'py>,
    secret_key: Octets,
    blinded_message: Octets,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let (signature, proof) = py.detach(|| -> Result<_, Failure> {
        let message = BlindedMessage::from_bytes(&blinded_message)?;
        let (signature, proof) = mint_key(&secret_key)?.sign_with_proof(&message);
        Ok((signature.to_bytes(), [proof.e_bytes(), proof.s_bytes()].concat()))
    })?;
    Ok((bytes(py, signature), bytes(py, proof)))
}

/// The signature on the secret, of a blind one and of the mint's public key.
#[pyfunction]
fn unblind<'py>(
    py: Python<'py>,
    blind_signature: Octets,
    r: Octets,
    public_key: Octets,
) -> PyResult<Bound<'py, PyBytes>> {
    let out = py.detach(|| -> Result<_, Failure> {
        let signature = BlindSignature::from_bytes(&blind_signature)?;
        Ok(signature.unblind(&factor(&r)?, &mint_public(&public_key)?)?.to_bytes())
    })?;
    Ok(bytes(py, out))
}

/// Whether a signature is a mint's on a secret, by the mint's secret key.
///
/// False means that it is not. Bytes that are no key or no signature raise `Error`.
#[pyfunction]
fn verify(py: Python<'_>, secret_key: Octets, secret: Octets, signature: Octets) -> PyResult<bool> {
    Ok(py.detach(|| -> Result<_, Failure> {
        let key = mint_key(&secret_key)?;
        let signature = Signature::from_bytes(&signature)?;
        verdict!(key.verify(&secret, &signature), Error::NotSigned)
    })?)
}

/// Whether a DLEQ proof of 64 bytes says that a blind signature is of the mint's key.
#[pyfunction]
fn verify_proof(
    py: Python<'_>,
    public_key: Octets,
    blinded_message: Octets,
    blind_signature: Octets,
    proof: Octets,
) -> PyResult<bool> {
    Ok(py.detach(|| -> Result<_, Failure> {
        let key = mint_public(&public_key)?;
        let message = BlindedMessage::from_bytes(&blinded_message)?;
        let signature = BlindSignature::from_bytes(&blind_signature)?;
        verdict!(dleq(&proof)?.verify(&key, &message, &signature), Error::NotProven)
    })?)
}

/// Whether a DLEQ proof of 64 bytes says that a signature on a secret is of the mint's key.
///
/// For who is paid, and gets the blinding factor r from the payer.
#[pyfunction]
fn verify_unblinded_proof(
    py: Python<'_>,
    public_key: Octets,
    secret: Octets,
    signature: Octets,
    r: Octets,
    proof: Octets,
) -> PyResult<bool> {
    Ok(py.detach(|| -> Result<_, Failure> {
        let key = mint_public(&public_key)?;
        let signature = Signature::from_bytes(&signature)?;
        let result = dleq(&proof)?.verify_unblinded(&key, &secret, &signature, &factor(&r)?);
        verdict!(result, Error::NotProven)
    })?)
}

/// The id of a keyset: version 1 of 8 bytes, or with a `unit` version 2 of 33 bytes.
///
/// `public_keys` is a flat array, one key for each of the ascending amounts.
#[pyfunction]
#[pyo3(signature = (amounts, public_keys, *, unit=None, input_fee_ppk=None, final_expiry=None))]
fn keyset_id<'py>(
    py: Python<'py>,
    amounts: Vec<u64>,
    public_keys: Flat,
    unit: Option<&str>,
    input_fee_ppk: Option<u64>,
    final_expiry: Option<u64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let id = py.detach(|| -> Result<_, Failure> {
        let encodings = public_keys.items("public_keys", 33)?;
        let keys = all("public key", encodings.into_iter().map(MintPublicKey::from_bytes))?;
        if keys.len() != amounts.len() {
            return Err(Failure::length("there are not as many keys as amounts"));
        }
        let pairs = amounts.iter().copied().zip(&keys);
        Ok(match unit {
            Some(unit) => KeysetId::derive_v2(pairs, unit, input_fee_ppk, final_expiry)?,
            None if input_fee_ppk.is_none() && final_expiry.is_none() => {
                KeysetId::derive_v1(pairs)?
            }
            None => {
                let message = "a fee and an expiry enter version 2, which has a unit";
                return Err(Failure::input("Unit", message));
            }
        })
    })?;
    Ok(bytes(py, id.as_bytes()))
}

/// The secret at a counter of a keyset, from a wallet's seed (NUT-13).
#[pyfunction]
fn derive_secret<'py>(
    py: Python<'py>,
    seed: Octets,
    keyset_id: Octets,
    counter: u64,
) -> PyResult<Bound<'py, PyBytes>> {
    let out = py.detach(|| -> Result<_, Failure> {
        Ok(legacy::derive_secret(&seed, &KeysetId::from_bytes(&keyset_id)?, counter)?)
    })?;
    Ok(secret(py, out))
}

/// The blinding factor at a counter of a keyset, from a wallet's seed (NUT-13).
#[pyfunction]
fn derive_blinding_factor<'py>(
    py: Python<'py>,
    seed: Octets,
    keyset_id: Octets,
    counter: u64,
) -> PyResult<Bound<'py, PyBytes>> {
    let out = py.detach(|| -> Result<_, Failure> {
        let keyset = KeysetId::from_bytes(&keyset_id)?;
        Ok(legacy::derive_blinding_factor(&seed, &keyset, counter)?.to_bytes())
    })?;
    Ok(secret(py, out))
}

/// Fills the module.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(
        module,
        random_secret_key,
        random_blinding_factor,
        public_key,
        hash_to_curve,
        blind,
        sign,
        sign_with_proof,
        unblind,
        verify,
        verify_proof,
        verify_unblinded_proof,
        keyset_id,
        derive_secret,
        derive_blinding_factor,
    );
    Ok(())
}
