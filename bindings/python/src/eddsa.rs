//! Ed25519.

use curvemark::eddsa::{
    Error, Rfc8032Strict, Rule, Signature, SigningKey, VerifyingKey, Zip215, verify as one,
    verify_batch as batch, verify_each as each,
};
use getrandom::SysRng;
use getrandom::rand_core::UnwrapErr;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::failure::{Failure, all, verdict};
use crate::functions;
use crate::octets::{Flat, Octets, bytes, secret};

pub const PAGE: &str = "\
Ed25519 (RFC 8032): seeds and keys of 32 bytes, signatures of 64.

Verifiers disagree on odd keys and signatures, so that there is no default `rule`: 'zip215' (with
the cofactor; all who verify, in batches or not, agree) or 'rfc8032_strict' (canonical encodings,
without the cofactor). Take what your chain says.";

/// A rule of a name, as a type in an expression.
macro_rules! by_rule {
    ($rule:expr, $R:ident => $work:expr) => {
        match $rule {
            "zip215" => {
                type $R = Zip215;
                $work
            }
            "rfc8032_strict" => {
                type $R = Rfc8032Strict;
                $work
            }
            rule => {
                let message = format!("rule: 'zip215' or 'rfc8032_strict' is needed, not '{rule}'");
                Err(Failure::input("Rule", message))
            }
        }
    };
}

fn key(seed: &Octets) -> Result<SigningKey, Failure> {
    SigningKey::from_bytes(seed).map_err(|error| Failure::from(error).of("seed"))
}

/// A seed of a key from the system's generator: 32 bytes.
#[pyfunction]
fn random_seed(py: Python<'_>) -> Bound<'_, PyBytes> {
    secret(py, SigningKey::random(&mut UnwrapErr(SysRng)).to_seed())
}

/// The public key of a seed: 32 bytes. Constant-time.
#[pyfunction]
fn public_key<'py>(py: Python<'py>, seed: Octets) -> PyResult<Bound<'py, PyBytes>> {
    Ok(bytes(py, py.detach(|| key(&seed))?.public_bytes()))
}

/// The signature on a message. Constant-time.
///
/// With `context`, of at most 255 bytes, it is that of Ed25519ctx.
#[pyfunction]
#[pyo3(signature = (seed, message, *, context=None))]
fn sign<'py>(
    py: Python<'py>,
    seed: Octets,
    message: Octets,
    context: Option<Octets>,
) -> PyResult<Bound<'py, PyBytes>> {
    let signature = py.detach(|| -> Result<_, Failure> {
        let key = key(&seed)?;
        Ok(match &context {
            Some(context) => key.sign_context(&message, context)?,
            None => key.sign(&message),
        })
    })?;
    Ok(bytes(py, signature.to_bytes()))
}

/// The signature of Ed25519ph on a digest by SHA-512. Constant-time.
#[pyfunction]
#[pyo3(signature = (seed, digest, *, context=None))]
fn sign_prehashed<'py>(
    py: Python<'py>,
    seed: Octets,
    digest: Octets,
    context: Option<Octets>,
) -> PyResult<Bound<'py, PyBytes>> {
    let signature = py.detach(|| -> Result<_, Failure> {
        let context = context.as_deref().unwrap_or_default();
        Ok(key(&seed)?.sign_prehashed(digest.array("digest")?, context)?)
    })?;
    Ok(bytes(py, signature.to_bytes()))
}

/// Whether a signature is a key's on a message, by a rule.
///
/// False means that it is not. Bytes that are no key, or of a wrong length, raise `Error`.
#[pyfunction]
#[pyo3(signature = (public_key, message, signature, *, rule, context=None))]
fn verify(
    py: Python<'_>,
    public_key: Octets,
    message: Octets,
    signature: Octets,
    rule: &str,
    context: Option<Octets>,
) -> PyResult<bool> {
    Ok(py.detach(|| {
        by_rule!(rule, R => {
            let result = match &context {
                Some(context) => VerifyingKey::<R>::from_bytes(&public_key)?.verify_context(
                    &message,
                    context,
                    &Signature::from_bytes(&signature)?,
                ),
                None => one::<R>(&public_key, &message, &signature),
            };
            verdict!(result, Error::NotSigned)
        })
    })?)
}

/// Whether a signature of Ed25519ph is a key's on a digest by SHA-512, by a rule.
#[pyfunction]
#[pyo3(signature = (public_key, digest, signature, *, rule, context=None))]
fn verify_prehashed(
    py: Python<'_>,
    public_key: Octets,
    digest: Octets,
    signature: Octets,
    rule: &str,
    context: Option<Octets>,
) -> PyResult<bool> {
    Ok(py.detach(|| {
        by_rule!(rule, R => {
            let key = VerifyingKey::<R>::from_bytes(&public_key)?;
            let signature = Signature::from_bytes(&signature)?;
            let context = context.as_deref().unwrap_or_default();
            let result = key.verify_prehashed(digest.array("digest")?, context, &signature);
            verdict!(result, Error::NotSigned)
        })
    })?)
}

type Batch<R> = (Vec<VerifyingKey<R>>, Vec<Signature>);

fn read<R: Rule>(keys: &Flat, messages: usize, signatures: &Flat) -> Result<Batch<R>, Failure> {
    let keys = keys.items("public_keys", 32)?.into_iter().map(VerifyingKey::from_bytes);
    let keys = all("public key", keys)?;
    let signatures = signatures.items("signatures", 64)?.into_iter().map(Signature::from_bytes);
    let signatures = all("signature", signatures)?;
    if keys.len() != messages || signatures.len() != messages {
        return Err(Error::LengthMismatch.into());
    }
    Ok((keys, signatures))
}

/// A verdict for each of many signatures by a rule; keys and signatures are flat arrays.
#[pyfunction]
#[pyo3(signature = (public_keys, messages, signatures, *, rule))]
fn verify_each(
    py: Python<'_>,
    public_keys: Flat,
    messages: Vec<Octets>,
    signatures: Flat,
    rule: &str,
) -> PyResult<Vec<bool>> {
    Ok(py.detach(|| {
        by_rule!(rule, R => {
            let (keys, signatures) = read::<R>(&public_keys, messages.len(), &signatures)?;
            let mut verdicts = vec![Err(Error::Empty); keys.len()];
            if !keys.is_empty() {
                each(&keys, &messages, &signatures, &mut verdicts)?;
            }
            Ok(verdicts.iter().map(Result::is_ok).collect())
        })
    })?)
}

/// One verdict on many signatures, by ZIP 215; keys and signatures are flat arrays.
///
/// A batch that does not hold passes with a chance of 2^-128 at most.
#[pyfunction]
fn verify_batch(
    py: Python<'_>,
    public_keys: Flat,
    messages: Vec<Octets>,
    signatures: Flat,
) -> PyResult<bool> {
    Ok(py.detach(|| -> Result<_, Failure> {
        let (keys, signatures) = read::<Zip215>(&public_keys, messages.len(), &signatures)?;
        let rng = &mut UnwrapErr(SysRng);
        verdict!(batch(&keys, &messages, &signatures, rng), Error::NotSigned)
    })?)
}

/// Fills the module.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(
        module,
        random_seed,
        public_key,
        sign,
        sign_prehashed,
        verify,
        verify_prehashed,
        verify_each,
        verify_batch,
    );
    Ok(())
}
