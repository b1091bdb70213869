//! Schnorr signatures.

use curvemark::ecdsa::{Secp256k1, Verifier};
use curvemark::schnorr::{
    Error, Signature, SigningKey, VerifyingKey, verify_batch as batch, verify_each as each,
};
use getrandom::SysRng;
use getrandom::rand_core::UnwrapErr;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::failure::{Failure, all, verdict};
use crate::functions;
use crate::octets::{Flat, Octets, bytes, secret};

pub const PAGE: &str = "\
Schnorr signatures on secp256k1 (BIP-340): keys of 32 bytes, signatures of 64.";

fn key(secret: &Octets) -> Result<SigningKey, Failure> {
    SigningKey::from_bytes(secret).map_err(|error| Failure::from(error).of("secret_key"))
}

/// A secret key from the system's generator: 32 bytes.
#[pyfunction]
fn random_secret_key(py: Python<'_>) -> Bound<'_, PyBytes> {
    secret(py, SigningKey::random(&mut UnwrapErr(SysRng)).to_bytes())
}

/// The public key of a secret key: 32 bytes. Constant-time.
#[pyfunction]
fn public_key<'py>(py: Python<'py>, secret_key: Octets) -> PyResult<Bound<'py, PyBytes>> {
    Ok(bytes(py, py.detach(|| key(&secret_key))?.public_bytes()))
}

/// The signature on a message of any length. Constant-time.
///
/// `aux_rand` is 32 bytes of the caller's; without it they are drawn from the system.
#[pyfunction]
#[pyo3(signature = (secret_key, message, *, aux_rand=None))]
fn sign<'py>(
    py: Python<'py>,
    secret_key: Octets,
    message: Octets,
    aux_rand: Option<Octets>,
) -> PyResult<Bound<'py, PyBytes>> {
    let signature = py.detach(|| -> Result<_, Failure> {
        let key = key(&secret_key)?;
        Ok(match &aux_rand {
            Some(aux_rand) => key.sign_with_aux(&message, aux_rand.array("aux_rand")?),
            None => key.sign(&message, &mut UnwrapErr(SysRng)),
        })
    })?;
    Ok(bytes(py, signature.to_bytes()))
}

/// Whether a signature is a key's on a message.
///
/// False means that it is not. Bytes that are no key, or of a wrong length, raise `Error`.
#[pyfunction]
fn verify(
    py: Python<'_>,
    public_key: Octets,
    message: Octets,
    signature: Octets,
) -> PyResult<bool> {
    Ok(py.detach(|| -> Result<_, Failure> {
        let key = VerifyingKey::from_bytes(&public_key)?;
        let signature = Signature::from_bytes(&signature)?;
        verdict!(key.verify(&message, &signature), Error::NotSigned)
    })?)
}

type Batch = (Vec<VerifyingKey>, Vec<Signature>);

fn read(keys: &Flat, messages: usize, signatures: &Flat) -> Result<Batch, Failure> {
    let keys = keys.items("public_keys", 32)?.into_iter().map(VerifyingKey::from_bytes);
    let keys = all("public key", keys)?;
    let signatures = signatures.items("signatures", 64)?.into_iter().map(Signature::from_bytes);
    let signatures = all("signature", signatures)?;
    if keys.len() != messages || signatures.len() != messages {
        return Err(Error::LengthMismatch.into());
    }
    Ok((keys, signatures))
}

/// One verdict on many signatures; keys and signatures are flat arrays.
///
/// A batch that does not hold passes with a chance of 2^-128 at most. At most `memory` bytes are
/// taken at a time.
#[pyfunction]
#[pyo3(signature = (public_keys, messages, signatures, *, memory=20971520))]
fn verify_batch(
    py: Python<'_>,
    public_keys: Flat,
    messages: Vec<Octets>,
    signatures: Flat,
    memory: usize,
) -> PyResult<bool> {
    Ok(py.detach(|| -> Result<_, Failure> {
        let (keys, signatures) = read(&public_keys, messages.len(), &signatures)?;
        let rng = &mut UnwrapErr(SysRng);
        verdict!(batch(&keys, &messages, &signatures, memory, rng), Error::NotSigned)
    })?)
}

/// A verdict for each of many signatures; keys and signatures are flat arrays.
#[pyfunction]
fn verify_each(
    py: Python<'_>,
    public_keys: Flat,
    messages: Vec<Octets>,
    signatures: Flat,
) -> PyResult<Vec<bool>> {
    Ok(py.detach(|| -> Result<_, Failure> {
        let (keys, signatures) = read(&public_keys, messages.len(), &signatures)?;
        let mut verdicts = vec![Err(Error::Empty); keys.len()];
        if !keys.is_empty() {
            let verifier = Verifier::<Secp256k1>::new();
            each(&verifier, &keys, &messages, &signatures, &mut verdicts)?;
        }
        Ok(verdicts.iter().map(Result::is_ok).collect())
    })?)
}

/// Fills the module.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module, random_secret_key, public_key, sign, verify, verify_batch, verify_each);
    Ok(())
}
