//! ECDSA on two curves.

pub const PAGE: &str = "\
ECDSA on secp256k1 (Bitcoin, Ethereum) and on P-256, with SHA-256 or on digests of 32 bytes.

A signature is r and s, 32 bytes each; with a recovery id it has 65. Nonces are deterministic (RFC
6979), and s is the lower of the two. Verification takes either s unless `low_s=True`, as Bitcoin's
and Ethereum's transactions ask. Public keys are read in both forms of SEC 1, of 33 and 65 bytes.";

pub const SECP256K1_PAGE: &str = "ECDSA on secp256k1, as Bitcoin and Ethereum use it.";
pub const P256_PAGE: &str = "ECDSA on P-256, also secp256r1.";

/// A module of a curve.
macro_rules! curve {
    ($module:ident, $Curve:ident) => {
        pub mod $module {
            use curvemark::ecdsa::{self, Error, RecoveryId, Verifier, $Curve as Curve};
            use getrandom::SysRng;
            use getrandom::rand_core::UnwrapErr;
            use pyo3::prelude::*;
            use pyo3::types::PyBytes;

            use crate::failure::{Failure, all, verdict};
            use crate::functions;
            use crate::octets::{Flat, Octets, bytes, secret};

            type SigningKey = ecdsa::SigningKey<Curve>;
            type VerifyingKey = ecdsa::VerifyingKey<Curve>;
            type Signature = ecdsa::Signature<Curve>;

            fn key(secret: &Octets) -> Result<SigningKey, Failure> {
                SigningKey::from_bytes(secret).map_err(|e| Failure::from(e).of("secret_key"))
            }

            fn signature(data: &[u8], der: bool, low_s: bool) -> Result<Signature, Failure> {
                let read = match (der, low_s) {
                    (false, false) => Signature::from_bytes,
                    (false, true) => Signature::from_bytes_low_s,
                    (true, false) => Signature::from_der,
                    (true, true) => Signature::from_der_low_s,
                };
                read(data).map_err(|error| Failure::from(error).of("signature"))
            }

            /// A secret key from the system's generator: 32 bytes, big-endian.
            #[pyfunction]
            fn random_secret_key(py: Python<'_>) -> Bound<'_, PyBytes> {
                secret(py, SigningKey::random(&mut UnwrapErr(SysRng)).to_bytes())
            }

            /// The public key of a secret key: 33 bytes, or 65. Constant-time.
            #[pyfunction]
            #[pyo3(signature = (secret_key, *, compressed=true))]
            fn public_key<'py>(
                py: Python<'py>,
                secret_key: Octets,
                compressed: bool,
            ) -> PyResult<Bound<'py, PyBytes>> {
                let key = key(&secret_key)?;
                Ok(sec1(py, &py.detach(|| key.verifying_key()), compressed))
            }

            fn sec1<'py>(
                py: Python<'py>,
                key: &VerifyingKey,
                compressed: bool,
            ) -> Bound<'py, PyBytes> {
                match compressed {
                    true => bytes(py, key.to_sec1()),
                    false => bytes(py, key.to_sec1_uncompressed()),
                }
            }

            /// The signature on a message, hashed with SHA-256: 64 bytes. Constant-time.
            #[pyfunction]
            fn sign<'py>(
                py: Python<'py>,
                secret_key: Octets,
                message: Octets,
            ) -> PyResult<Bound<'py, PyBytes>> {
                let key = key(&secret_key)?;
                Ok(bytes(py, py.detach(|| key.sign(&message).to_bytes())))
            }

            /// The signature on a digest of 32 bytes: 64 bytes. Constant-time.
            #[pyfunction]
            fn sign_prehashed<'py>(
                py: Python<'py>,
                secret_key: Octets,
                digest: Octets,
            ) -> PyResult<Bound<'py, PyBytes>> {
                let key = key(&secret_key)?;
                let digest = digest.array("digest")?;
                Ok(bytes(py, py.detach(|| key.sign_prehashed(digest).to_bytes())))
            }

            /// The signature on a digest of 32 bytes with the id that the key is recovered by: 65
            /// bytes, the last one 0 to 3. Constant-time.
            #[pyfunction]
            fn sign_recoverable_prehashed<'py>(
                py: Python<'py>,
                secret_key: Octets,
                digest: Octets,
            ) -> PyResult<Bound<'py, PyBytes>> {
                let key = key(&secret_key)?;
                let digest = digest.array("digest")?;
                let out = py.detach(|| {
                    let (signature, id) = key.sign_recoverable_prehashed(digest);
                    signature.to_recoverable_bytes(id)
                });
                Ok(bytes(py, out))
            }

            /// Whether a signature is a key's on a message, hashed with SHA-256.
            ///
            /// False means that it is not. Bytes that are no key or no signature raise `Error`: in
            /// DER with `der=True`, and with `low_s=True` those with the higher s.
            #[pyfunction]
            #[pyo3(signature = (public_key, message, signature, *, der=false, low_s=false))]
            fn verify(
                py: Python<'_>,
                public_key: Octets,
                message: Octets,
                signature: Octets,
                der: bool,
                low_s: bool,
            ) -> PyResult<bool> {
                Ok(py.detach(|| {
                    let key = VerifyingKey::from_sec1(&public_key)?;
                    let signature = self::signature(&signature, der, low_s)?;
                    verdict!(key.verify(&message, &signature), Error::NotSigned)
                })?)
            }

            /// Whether a signature is a key's on a digest of 32 bytes. See `verify`.
            #[pyfunction]
            #[pyo3(signature = (public_key, digest, signature, *, der=false, low_s=false))]
            fn verify_prehashed(
                py: Python<'_>,
                public_key: Octets,
                digest: Octets,
                signature: Octets,
                der: bool,
                low_s: bool,
            ) -> PyResult<bool> {
                Ok(py.detach(|| {
                    let key = VerifyingKey::from_sec1(&public_key)?;
                    let signature = self::signature(&signature, der, low_s)?;
                    let digest = digest.array("digest")?;
                    verdict!(key.verify_prehashed(digest, &signature), Error::NotSigned)
                })?)
            }

            /// A verdict for each of many signatures of 64 bytes on digests, all flat arrays.
            ///
            /// Keys have 33 bytes each, or 65 in a list.
            #[pyfunction]
            #[pyo3(signature = (public_keys, digests, signatures, *, low_s=false))]
            fn verify_each_prehashed(
                py: Python<'_>,
                public_keys: Flat,
                digests: Flat,
                signatures: Flat,
                low_s: bool,
            ) -> PyResult<Vec<bool>> {
                Ok(py.detach(|| -> Result<_, Failure> {
                    let digests = digests.arrays::<32>("digests")?;
                    let signatures = signatures.items("signatures", 64)?;
                    let signatures = signatures.into_iter().enumerate();
                    let signatures: Vec<_> = signatures
                        .map(|(i, data)| self::signature(data, false, low_s).map_err(|e| e.of(i)))
                        .collect::<Result<_, _>>()?;
                    let long = public_keys.all().len() == 65 * digests.len();
                    let keys = public_keys.items("public_keys", if long { 65 } else { 33 })?;
                    let keys = keys.into_iter().map(VerifyingKey::from_sec1);
                    let keys = all("public key", keys)?;
                    if digests.is_empty() && keys.is_empty() && signatures.is_empty() {
                        return Ok(Vec::new());
                    }
                    let mut verdicts = vec![Err(Error::Empty); digests.len()];
                    Verifier::<Curve>::new().verify_each_prehashed(
                        &keys,
                        digests,
                        &signatures,
                        &mut verdicts,
                    )?;
                    Ok(verdicts.iter().map(Result::is_ok).collect())
                })?)
            }

            /// The key of a signature with its recovery id (65 bytes) on a digest: 33 bytes, or 65.
            ///
            /// A signature that no key has made raises `Error`.
            #[pyfunction]
            #[pyo3(signature = (signature, digest, *, compressed=true))]
            fn recover_prehashed<'py>(
                py: Python<'py>,
                signature: Octets,
                digest: Octets,
                compressed: bool,
            ) -> PyResult<Bound<'py, PyBytes>> {
                let key = py.detach(|| -> Result<_, Failure> {
                    let (signature, id): (Signature, RecoveryId) =
                        Signature::from_recoverable_bytes(&signature)?;
                    Ok(signature.recover_prehashed(digest.array("digest")?, id)?)
                })?;
                Ok(sec1(py, &key, compressed))
            }

            /// A signature of 64 bytes in DER.
            #[pyfunction]
            fn signature_to_der<'py>(
                py: Python<'py>,
                signature: Octets,
            ) -> PyResult<Bound<'py, PyBytes>> {
                Ok(bytes(py, self::signature(&signature, false, false)?.to_der()))
            }

            /// The 64 bytes of a signature in DER.
            #[pyfunction]
            fn signature_from_der<'py>(
                py: Python<'py>,
                signature: Octets,
            ) -> PyResult<Bound<'py, PyBytes>> {
                Ok(bytes(py, self::signature(&signature, true, false)?.to_bytes()))
            }

            /// The signature of 64 bytes with the lower of the two values of s.
            #[pyfunction]
            fn normalize_s<'py>(
                py: Python<'py>,
                signature: Octets,
            ) -> PyResult<Bound<'py, PyBytes>> {
                Ok(bytes(py, self::signature(&signature, false, false)?.normalize_s().to_bytes()))
            }

            /// Fills the module.
            pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
                functions!(
                    module,
                    random_secret_key,
                    public_key,
                    sign,
                    sign_prehashed,
                    sign_recoverable_prehashed,
                    verify,
                    verify_prehashed,
                    verify_each_prehashed,
                    recover_prehashed,
                    signature_to_der,
                    signature_from_der,
                    normalize_s,
                );
                Ok(())
            }
        }
    };
}

curve!(secp256k1, Secp256k1);
curve!(p256, P256);
