//! The functions and classes of the modules `bls.min_pk` and `bls.min_sig`.

/// The suite of a scheme's name, as a type in an expression.
macro_rules! by_scheme {
    ($group:ident, $scheme:expr, $S:ident => $work:expr) => {
        match $scheme {
            "possession" => {
                type $S = curvemark::bls::$group::Possession;
                $work
            }
            "basic" => {
                type $S = curvemark::bls::$group::Basic;
                $work
            }
            "augmented" => {
                type $S = curvemark::bls::$group::Augmented;
                $work
            }
            _ => Err(unknown($scheme)),
        }
    };
}

fn unknown(scheme: &str) -> Failure {
    let message = format!("scheme: 'possession', 'basic' or 'augmented' is needed, not '{scheme}'");
    Failure::input("Scheme", message)
}

use crate::failure::Failure;

/// A module of a group for keys.
macro_rules! group {
    ($python:literal, $group:ident) => {
        pub mod $group {
            use std::sync::Mutex;

            use curvemark::bls::$group::{Possession, SecretKey};
            use curvemark::bls::{
                self, AggregatePublicKey, AggregateSignature, Error, OnKey, OnMessage,
            };
            use getrandom::SysRng;
            use getrandom::rand_core::UnwrapErr;
            use pyo3::prelude::*;
            use pyo3::types::{PyAny, PyBytes};

            use super::unknown;
            use crate::bls::generic::{self, Answer};
            use crate::failure::{Failure, verdict};
            use crate::parts::{batch_of, part_with_verdict};
            use crate::{allocated, functions};
            use crate::octets::{Flat, Octets, bytes, secret};

            fn secret_key<S: bls::Suite>(secret: &Octets) -> Answer<bls::SecretKey<S>> {
                let key = bls::SecretKey::from_bytes(secret);
                key.map_err(|error| Failure::from(error).of("secret_key"))
            }

            /// A secret key from the system's generator: 32 bytes, big-endian.
            #[pyfunction]
            fn random_secret_key(py: Python<'_>) -> Bound<'_, PyBytes> {
                secret(py, SecretKey::random(&mut UnwrapErr(SysRng)).to_bytes())
            }

            /// KeyGen: a secret key from at least 32 bytes that nobody can guess.
            #[pyfunction]
            #[pyo3(signature = (material, *, info=None, salt=None))]
            fn key_gen<'py>(
                py: Python<'py>,
                material: Octets,
                info: Option<Octets>,
                salt: Option<Octets>,
            ) -> PyResult<Bound<'py, PyBytes>> {
                let info = info.as_deref().unwrap_or_default();
                let key = match &salt {
                    Some(salt) => SecretKey::key_gen_with_salt(&material, salt, info),
                    None => SecretKey::key_gen(&material, info),
                };
                Ok(secret(py, key.map_err(Failure::from)?.to_bytes()))
            }

            /// The master secret key of a seed of at least 32 bytes (EIP-2333).
            #[pyfunction]
            fn derive_master<'py>(py: Python<'py>, seed: Octets) -> PyResult<Bound<'py, PyBytes>> {
                let key = py.detach(|| SecretKey::derive_master(&seed)).map_err(Failure::from)?;
                Ok(secret(py, key.to_bytes()))
            }

            /// The secret key at an index below a secret key (EIP-2333).
            #[pyfunction]
            fn derive_child<'py>(
                py: Python<'py>,
                secret_key: Octets,
                index: u32,
            ) -> PyResult<Bound<'py, PyBytes>> {
                let parent: SecretKey = self::secret_key(&secret_key)?;
                let key = py.detach(|| parent.derive_child(index));
                Ok(secret(py, key.to_bytes()))
            }

            /// The public key of a secret key. Constant-time.
            #[pyfunction]
            fn public_key<'py>(
                py: Python<'py>,
                secret_key: Octets,
            ) -> PyResult<Bound<'py, PyBytes>> {
                let key: SecretKey = self::secret_key(&secret_key)?;
                Ok(bytes(py, py.detach(|| key.public_key().to_bytes())))
            }

            /// The signature of a secret key on a message. Constant-time.
            #[pyfunction]
            #[pyo3(signature = (secret_key, message, *, scheme="possession"))]
            fn sign<'py>(
                py: Python<'py>,
                secret_key: Octets,
                message: Octets,
                scheme: &str,
            ) -> PyResult<Bound<'py, PyBytes>> {
                let out = py.detach(|| {
                    by_scheme!($group, scheme, S => {
                        let key = self::secret_key::<S>(&secret_key)?;
                        Ok(key.sign(&message).to_bytes())
                    })
                })?;
                Ok(bytes(py, out))
            }

            /// Whether a signature is a key's on a message.
            ///
            /// False means that it is not. Bytes that are no key or no signature raise `Error`.
            #[pyfunction]
            #[pyo3(signature = (public_key, message, signature, *, scheme="possession"))]
            fn verify(
                py: Python<'_>,
                public_key: Octets,
                message: Octets,
                signature: Octets,
                scheme: &str,
            ) -> PyResult<bool> {
                Ok(py.detach(|| {
                    by_scheme!($group, scheme, S => {
                        let key = generic::key::<S>(&public_key)?;
                        let signature = generic::signature::<S, OnMessage>(&signature)?;
                        verdict!(key.verify(&message, &signature), Error::NotSigned)
                    })
                })?)
            }

            /// The proof that a secret key is possessed.
            #[pyfunction]
            fn prove_possession<'py>(
                py: Python<'py>,
                secret_key: Octets,
            ) -> PyResult<Bound<'py, PyBytes>> {
                let key: SecretKey = self::secret_key(&secret_key)?;
                Ok(bytes(py, py.detach(|| key.prove_possession().to_bytes())))
            }

            /// Whether a proof of possession is a key's.
            #[pyfunction]
            fn verify_possession(
                py: Python<'_>,
                public_key: Octets,
                proof: Octets,
            ) -> PyResult<bool> {
                Ok(py.detach(|| {
                    let key = generic::key::<Possession>(&public_key)?;
                    let proof = generic::signature::<Possession, OnKey>(&proof)?;
                    verdict!(key.verify_possession(&proof).map(drop), Error::NotSigned)
                })?)
            }

            /// The sum of signatures, a flat array of one at least.
            #[pyfunction]
            fn aggregate<'py>(
                py: Python<'py>,
                signatures: Flat,
            ) -> PyResult<Bound<'py, PyBytes>> {
                let out = py.detach(|| -> Answer<_> {
                    let signatures = generic::signatures::<Possession, OnMessage>(&signatures)?;
                    Ok(AggregateSignature::aggregate(&signatures)?.to_bytes())
                })?;
                Ok(bytes(py, out))
            }

            /// The sum of public keys, a flat array of one at least. It may be infinity, which is
            /// no key.
            ///
            /// A sum of keys whose possession nobody proved can be forged for: only for keys that
            /// the caller has checked.
            #[pyfunction]
            fn aggregate_public_keys_unchecked_possession<'py>(
                py: Python<'py>,
                public_keys: Flat,
            ) -> PyResult<Bound<'py, PyBytes>> {
                let out = py.detach(|| -> Answer<_> {
                    let keys = generic::keys::<Possession>(&public_keys)?;
                    let keys = generic::proven(keys, None, true)?;
                    Ok(AggregatePublicKey::aggregate(&keys)?.to_bytes())
                })?;
                Ok(bytes(py, out))
            }

            /// Whether an aggregate is the sum of a signature of each key on one message.
            ///
            /// Give the keys' `proofs` of possession, a flat array, or say with
            /// `unchecked_possession=True` that you have checked them before.
            #[pyfunction]
            #[pyo3(signature = (
                public_keys, message, signature, *, proofs=None, unchecked_possession=false
            ))]
            fn fast_aggregate_verify(
                py: Python<'_>,
                public_keys: Flat,
                message: Octets,
                signature: Octets,
                proofs: Option<Flat>,
                unchecked_possession: bool,
            ) -> PyResult<bool> {
                Ok(py.detach(|| -> Answer<bool> {
                    let keys = generic::keys::<Possession>(&public_keys)?;
                    let keys = generic::proven(keys, proofs.as_ref(), unchecked_possession)?;
                    let signature = AggregateSignature::from_bytes(&signature)?;
                    let result = signature.fast_aggregate_verify(&keys, &message);
                    verdict!(result, Error::NotSigned)
                })?)
            }

            /// Whether an aggregate is the sum of a signature of each key on the message beside it.
            ///
            /// The schemes 'basic' and 'augmented' need nothing else. For 'possession' see
            /// `fast_aggregate_verify`.
            #[pyfunction]
            #[pyo3(signature = (
                public_keys, messages, signature, *, scheme="possession", proofs=None,
                unchecked_possession=false
            ))]
            fn aggregate_verify(
                py: Python<'_>,
                public_keys: Flat,
                messages: Vec<Octets>,
                signature: Octets,
                scheme: &str,
                proofs: Option<Flat>,
                unchecked_possession: bool,
            ) -> PyResult<bool> {
                use curvemark::bls::$group::{Augmented, Basic};
                Ok(py.detach(|| match scheme {
                    "possession" => {
                        let keys = generic::keys::<Possession>(&public_keys)?;
                        let keys = generic::proven(keys, proofs.as_ref(), unchecked_possession)?;
                        generic::aggregate_verify::<Possession>(&keys, &messages, &signature)
                    }
                    "basic" => {
                        let keys = generic::keys::<Basic>(&public_keys)?;
                        generic::aggregate_verify::<Basic>(&keys, &messages, &signature)
                    }
                    "augmented" => {
                        let keys = generic::keys::<Augmented>(&public_keys)?;
                        generic::aggregate_verify::<Augmented>(&keys, &messages, &signature)
                    }
                    _ => Err(unknown(scheme)),
                })?)
            }

            /// One verdict on many signatures, each of a key on a message.
            ///
            /// Keys and signatures are flat arrays. A batch that does not hold passes with a chance
            /// of 2^-125 at most. Weights are drawn from the system; with `deterministic=True` they
            /// are hashed from the whole batch, so that all who ask agree.
            #[pyfunction]
            #[pyo3(signature = (
                public_keys, messages, signatures, *, scheme="possession", deterministic=false,
                threads=1
            ))]
            fn verify_sets(
                py: Python<'_>,
                public_keys: Flat,
                messages: Vec<Octets>,
                signatures: Flat,
                scheme: &str,
                deterministic: bool,
                threads: usize,
            ) -> PyResult<bool> {
                Ok(py.detach(|| {
                    by_scheme!($group, scheme, S => generic::with_sets::<S, _>(
                        &public_keys,
                        &messages,
                        &signatures,
                        |sets| generic::verify(sets, deterministic, threads),
                    ))
                })?)
            }

            /// Which of many signatures are not valid: their numbers, ascending from zero.
            #[pyfunction]
            #[pyo3(signature = (
                public_keys, messages, signatures, *, scheme="possession", threads=1
            ))]
            fn find_invalid_sets(
                py: Python<'_>,
                public_keys: Flat,
                messages: Vec<Octets>,
                signatures: Flat,
                scheme: &str,
                threads: usize,
            ) -> PyResult<Vec<usize>> {
                Ok(py.detach(|| {
                    by_scheme!($group, scheme, S => generic::with_sets::<S, _>(
                        &public_keys,
                        &messages,
                        &signatures,
                        |sets| generic::find_invalid(sets, threads),
                    ))
                })?)
            }

            /// The digest of a slice of signatures, for `parts.batch`: 40 bytes.
            ///
            /// Nothing is decoded.
            #[pyfunction]
            #[pyo3(signature = (public_keys, messages, signatures, *, scheme="possession"))]
            fn digest_sets<'py>(
                py: Python<'py>,
                public_keys: Flat,
                messages: Vec<Octets>,
                signatures: Flat,
                scheme: &str,
            ) -> PyResult<Bound<'py, PyBytes>> {
                let out = py.detach(|| {
                    by_scheme!($group, scheme, S => {
                        generic::digest::<S>(&public_keys, &messages, &signatures)
                    })
                })?;
                Ok(bytes(py, out))
            }

            /// The part of a slice of signatures which begins at an item of the batch.
            ///
            /// `batch` is what `parts.batch` gives. The time is that of `verify_sets`.
            #[pyfunction]
            #[pyo3(signature = (
                public_keys, messages, signatures, batch, start, *, scheme="possession", threads=1
            ))]
            #[expect(clippy::too_many_arguments, reason = "named ones, in Python")]
            fn part_of_sets(
                py: Python<'_>,
                public_keys: Flat,
                messages: Vec<Octets>,
                signatures: Flat,
                batch: Octets,
                start: u64,
                scheme: &str,
                threads: usize,
            ) -> PyResult<Part> {
                let part = py.detach(|| {
                    let batch = batch_of(&batch)?;
                    // Parts of all schemes have one encoding: the batch says of which they are.
                    let encoding = by_scheme!($group, scheme, S => generic::with_sets::<S, _>(
                        &public_keys,
                        &messages,
                        &signatures,
                        |sets| generic::part(sets, &batch, start, threads),
                    ))?;
                    Answer::Ok(bls::Part::from_bytes(&encoding)?)
                })?;
                Ok(Part(Box::new(part)))
            }

            part_with_verdict!($python, bls::Part<Possession>, "signatures");

            /// A public key that has been read and checked, for many verifications.
            ///
            /// It never changes, and can be pickled.
            #[pyclass(frozen, module = $python, eq, hash)]
            #[derive(Clone, PartialEq)]
            pub struct PublicKey(bls::PublicKey<Possession>);

            impl core::hash::Hash for PublicKey {
                fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                    self.0.to_bytes().hash(state);
                }
            }

            #[pymethods]
            impl PublicKey {
                #[new]
                fn new(py: Python<'_>, data: Octets) -> PyResult<Self> {
                    Ok(Self(py.detach(|| generic::key(&data))?))
                }

                /// Whether a signature is this key's on a message (scheme 'possession').
                fn verify(
                    &self,
                    py: Python<'_>,
                    message: Octets,
                    signature: Octets,
                ) -> PyResult<bool> {
                    Ok(py.detach(|| {
                        let signature = generic::signature::<Possession, OnMessage>(&signature)?;
                        verdict!(self.0.verify(&message, &signature), Error::NotSigned)
                    })?)
                }

                /// The encoding.
                fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                    bytes(py, self.0.to_bytes())
                }

                fn __repr__(&self) -> String {
                    format!("{:?}", self.0)
                }

                fn __reduce__<'py>(
                    &self,
                    py: Python<'py>,
                ) -> (Bound<'py, PyAny>, (Bound<'py, PyBytes>,)) {
                    (py.get_type::<Self>().into_any(), (self.to_bytes(py),))
                }
            }

            /// Signatures that are verified together while they come in (scheme 'possession').
            ///
            /// Memory does not grow with their number. Threads may share it: a lock holds it for
            /// the time of a call. It cannot be pickled, since whoever could write such bytes could
            /// write a verdict.
            #[pyclass(frozen, module = $python)]
            pub struct Accumulator(Mutex<Option<bls::Accumulator<Possession>>>);

            impl Accumulator {
                fn with<T>(
                    &self,
                    work: impl FnOnce(&mut Option<bls::Accumulator<Possession>>) -> Answer<T>,
                ) -> Answer<T> {
                    let mut held = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    if held.is_none() {
                        return Err(Failure::input("Finished", "the accumulator is finished"));
                    }
                    work(&mut held)
                }
            }

            #[pymethods]
            impl Accumulator {
                #[new]
                fn new() -> Self {
                    Self(Mutex::new(Some(bls::Accumulator::new())))
                }

                /// Adds a signature of a key on a message.
                fn add(
                    &self,
                    py: Python<'_>,
                    public_key: Octets,
                    message: Octets,
                    signature: Octets,
                ) -> PyResult<()> {
                    Ok(py.detach(|| -> Answer<()> {
                        let key = generic::key(&public_key)?;
                        let signature = generic::signature(&signature)?;
                        self.with(|held| {
                            if let Some(held) = held {
                                held.add(&key, &message, &signature, &mut UnwrapErr(SysRng));
                            }
                            Ok(())
                        })
                    })?)
                }

                /// Takes over the signatures of another, which is finished by that.
                fn merge(&self, py: Python<'_>, other: &Self) -> PyResult<()> {
                    if core::ptr::eq(self, other) {
                        let message = "an accumulator cannot take over itself";
                        return Err(Failure::input("Itself", message).into());
                    }
                    Ok(py.detach(|| -> Answer<()> {
                        // One lock at a time: two that merge each other do not wait forever.
                        let other = other.with(|held| Ok(held.take()))?;
                        self.with(|held| {
                            if let (Some(held), Some(other)) = (held, other) {
                                held.merge(other);
                            }
                            Ok(())
                        })
                    })?)
                }

                /// Whether all signatures are valid. The accumulator is finished by that.
                fn finish(&self, py: Python<'_>) -> PyResult<bool> {
                    Ok(py.detach(|| {
                        let held = self.with(|held| Ok(held.take()))?;
                        held.map_or(Ok(false), |held| verdict!(held.finish(), Error::NotSigned))
                    })?)
                }
            }

            allocated!(PublicKey, Accumulator);

            /// Fills the module.
            pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
                functions!(
                    module,
                    random_secret_key,
                    key_gen,
                    derive_master,
                    derive_child,
                    public_key,
                    sign,
                    verify,
                    prove_possession,
                    verify_possession,
                    aggregate,
                    aggregate_public_keys_unchecked_possession,
                    fast_aggregate_verify,
                    aggregate_verify,
                    verify_sets,
                    find_invalid_sets,
                    digest_sets,
                    part_of_sets,
                );
                module.add_class::<Part>()?;
                module.add_class::<PublicKey>()?;
                module.add_class::<Accumulator>()?;
                module.add("SECRET_KEY_BYTES", 32)?;
                module.add("PUBLIC_KEY_BYTES", bls::PublicKey::<Possession>::BYTES)?;
                module.add("SIGNATURE_BYTES", bls::Signature::<Possession>::BYTES)
            }
        }
    };
}

group!("curvemark.bls.min_pk", min_pk);
group!("curvemark.bls.min_sig", min_sig);
