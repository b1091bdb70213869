//! Cashu v3 on BLS12-381.

use curvemark::cashu::v3::{
    self, BlindSignature, BlindedMessage, BlindingFactor, Error, KeysetId, MintPublicKey,
    MintSecretKey, Proof, Signature,
};
use getrandom::SysRng;
use getrandom::rand_core::UnwrapErr;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::failure::{Failure, all, verdict};
use crate::functions;
use crate::octets::{Flat, Octets, bytes, secret};

pub const PAGE: &str = "\
Cashu v3 on BLS12-381: blinded messages and signatures are 48 bytes of G1, mints' public keys 96
bytes of G2, secret keys and blinding factors 32 bytes, big-endian.

Anybody verifies by pairings, so that no proof of equal logarithms is needed. It is a draft: its
formats may change.";

fn mint_key(secret: &Octets) -> Result<MintSecretKey, Failure> {
    MintSecretKey::from_bytes(secret).map_err(|error| Failure::from(error).of("secret_key"))
}

fn factor(r: &Octets) -> Result<BlindingFactor, Failure> {
    BlindingFactor::from_bytes(r).map_err(|error| Failure::from(error).of("r"))
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

/// A mint's public key: 96 bytes. Constant-time.
#[pyfunction]
fn public_key<'py>(py: Python<'py>, secret_key: Octets) -> PyResult<Bound<'py, PyBytes>> {
    let key = mint_key(&secret_key)?;
    Ok(bytes(py, py.detach(|| key.public_key().to_bytes())))
}

/// The point of a secret: 48 bytes. Constant-time.
#[pyfunction]
fn hash_to_curve<'py>(py: Python<'py>, secret: Octets) -> Bound<'py, PyBytes> {
    bytes(py, py.detach(|| v3::hash_to_curve(&secret).to_bytes()))
}

/// The blinded message of a secret and a blinding factor. Constant-time.
#[pyfunction]
fn blind<'py>(py: Python<'py>, secret: Octets, r: Octets) -> PyResult<Bound<'py, PyBytes>> {
    let r = factor(&r)?;
    Ok(bytes(py, py.detach(|| v3::blind(&secret, &r).to_bytes())))
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

/// The signature on the secret, of a blind one. Constant-time in the factor.
#[pyfunction]
fn unblind<'py>(
    py: Python<'py>,
    blind_signature: Octets,
    r: Octets,
) -> PyResult<Bound<'py, PyBytes>> {
    let out = py.detach(|| -> Result<_, Failure> {
        let signature = BlindSignature::from_bytes(&blind_signature)?;
        Ok(signature.unblind(&factor(&r)?).to_bytes())
    })?;
    Ok(bytes(py, out))
}

/// Whether a signature is a mint's on a secret.
///
/// False means that it is not. Bytes that are no key or no signature raise `Error`.
#[pyfunction]
fn verify(py: Python<'_>, public_key: Octets, secret: Octets, signature: Octets) -> PyResult<bool> {
    Ok(py.detach(|| -> Result<_, Failure> {
        let key = MintPublicKey::from_bytes(&public_key)?;
        let signature = Signature::from_bytes(&signature)?;
        verdict!(key.verify(&secret, &signature), Error::NotSigned)
    })?)
}

/// Keys and signatures that have been read.
type Batch = (Vec<MintPublicKey>, Vec<Signature>);

fn read(keys: &Flat, secrets: usize, signatures: &Flat) -> Result<Batch, Failure> {
    let encodings = keys.items("public_keys", 96)?;
    let mut keys: Vec<_> = encodings.iter().map(|_| Err(Error::Length)).collect();
    if !encodings.is_empty() {
        MintPublicKey::from_bytes_batch(&encodings, &mut keys)?;
    }
    let keys = all("public key", keys)?;
    let encodings = signatures.items("signatures", 48)?;
    let mut signatures = vec![Err(Error::Length); encodings.len()];
    if !encodings.is_empty() {
        Signature::from_bytes_batch(&encodings, &mut signatures)?;
    }
    let signatures = all("signature", signatures)?;
    if keys.len() != secrets || signatures.len() != secrets {
        let lengths = format!("{} keys, {secrets} secrets and {}", keys.len(), signatures.len());
        return Err(Failure::length(format!("there are {lengths} signatures")));
    }
    Ok((keys, signatures))
}

/// One verdict on many signatures, by the weights of the protocol.
///
/// `public_keys` and `signatures` are flat arrays, one of each for each secret of the list.
#[pyfunction]
fn verify_batch(
    py: Python<'_>,
    public_keys: Flat,
    secrets: Vec<Octets>,
    signatures: Flat,
) -> PyResult<bool> {
    Ok(py.detach(|| -> Result<_, Failure> {
        let (keys, signatures) = read(&public_keys, secrets.len(), &signatures)?;
        let proofs = keys.iter().zip(&secrets).zip(signatures);
        let proofs: Vec<_> =
            proofs.map(|((key, secret), signature)| Proof { secret, signature, key }).collect();
        verdict!(v3::verify_batch(&proofs), Error::NotSigned)
    })?)
}

/// The id of a keyset, 33 bytes: of ascending amounts, their keys in a flat array, a unit and a
/// fee.
#[pyfunction]
#[pyo3(signature = (amounts, public_keys, unit, *, input_fee_ppk=None))]
fn keyset_id<'py>(
    py: Python<'py>,
    amounts: Vec<u64>,
    public_keys: Flat,
    unit: &str,
    input_fee_ppk: Option<u64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let out = py.detach(|| -> Result<_, Failure> {
        let encodings = public_keys.items("public_keys", 96)?;
        let keys = all("public key", encodings.into_iter().map(MintPublicKey::from_bytes))?;
        if keys.len() != amounts.len() {
            return Err(Failure::length("there are not as many keys as amounts"));
        }
        let pairs: Vec<_> = amounts.iter().copied().zip(&keys).collect();
        Ok(KeysetId::derive(pairs.iter().copied(), unit, input_fee_ppk)?.to_bytes())
    })?;
    Ok(bytes(py, out))
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
        Ok(v3::derive_blinding_factor(&seed, &keyset, counter)?.0.to_bytes())
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
        unblind,
        verify,
        verify_batch,
        keyset_id,
        derive_blinding_factor,
    );
    Ok(())
}
