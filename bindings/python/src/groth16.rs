//! Verification of Groth16 proofs.

pub const PAGE: &str = "\
Verification of Groth16 proofs on BN254 and BLS12-381.

Keys and proofs are in arkworks' encoding, compressed or (with `compressed=False`) not. Public
inputs are 32 bytes each, little-endian, a flat array. `from_points` takes the points of a key as
the modules `bn254` and `bls12_381` have them, and `proof_from_points` those of a proof: for
snarkjs and for Ethereum's contracts.";

pub const BN254_PAGE: &str = "Groth16 on BN254.";
pub const BLS12_381_PAGE: &str = "Groth16 on BLS12-381.";

/// A module of a curve.
macro_rules! curve {
    ($python:literal, $module:ident, $Curve:ident) => {
        pub mod $module {
            use curve::$module::{G1Affine, G1Curve, G2Affine, G2Curve};
            use curvemark::groth16::fastcrypto::inputs_from_bytes;
            use curvemark::groth16::{
                self, Error, Form, PreparedVerifyingKey, Proof, Scalar, $Curve as Curve,
            };
            use getrandom::SysRng;
            use getrandom::rand_core::UnwrapErr;
            use pyo3::prelude::*;
            use pyo3::types::{PyAny, PyBytes};

            use crate::failure::{Failure, all, verdict};
            use crate::octets::{Flat, Octets, bytes};
            use crate::pairing_curve::{Encoded, Form as Points, points};
            use crate::parts::{batch_of, part_with_verdict};
            use crate::{allocated, functions};

            type Key = groth16::VerifyingKey<Curve>;

            const fn form(compressed: bool) -> Form {
                if compressed { Form::Compressed } else { Form::Uncompressed }
            }

            /// What proofs of one circuit are verified with, read, checked and prepared.
            ///
            /// It never changes; threads share it. What is pickled is the key, which is prepared
            /// anew.
            #[pyclass(frozen, module = $python)]
            pub struct VerifyingKey {
                key: Key,
                prepared: Box<PreparedVerifyingKey<Curve>>,
            }

            impl VerifyingKey {
                fn of(key: Key) -> Self {
                    Self { prepared: Box::new(key.prepare()), key }
                }

                fn inputs_of(&self, inputs: &Flat) -> Result<Vec<Scalar<Curve>>, Failure> {
                    inputs.items("inputs", 32)?;
                    Ok(inputs_from_bytes::<Curve>(inputs.all())?)
                }

                fn batch(
                    &self,
                    inputs: &[Flat],
                    proofs: &[Octets],
                    compressed: bool,
                ) -> Result<(Vec<Vec<Scalar<Curve>>>, Vec<Proof<Curve>>), Failure> {
                    let inputs = inputs.iter().map(|inputs| self.inputs_of(inputs));
                    let proofs = proofs.iter();
                    let proofs = proofs.map(|proof| Proof::from_bytes(proof, form(compressed)));
                    Ok((inputs.collect::<Result<_, _>>()?, all("proof", proofs)?))
                }
            }

            #[pymethods]
            impl VerifyingKey {
                #[new]
                #[pyo3(signature = (data, *, compressed=true))]
                fn new(py: Python<'_>, data: Octets, compressed: bool) -> PyResult<Self> {
                    Ok(py.detach(|| -> Result<_, Failure> {
                        Ok(Self::of(Key::from_bytes(&data, form(compressed))?))
                    })?)
                }

                /// The key of these points: alpha of G1, beta, gamma and delta of G2, and in `ic`
                /// one of G1 for the constant and for each public input.
                #[staticmethod]
                fn from_points(
                    py: Python<'_>,
                    alpha: Octets,
                    beta: Octets,
                    gamma: Octets,
                    delta: Octets,
                    ic: Flat,
                ) -> PyResult<Self> {
                    Ok(py.detach(|| -> Result<_, Failure> {
                        let [beta, gamma, delta] = [g2(&beta)?, g2(&gamma)?, g2(&delta)?];
                        let ic = points::<G1Curve>(&ic, UNCOMPRESSED)?;
                        Ok(Self::of(Key::new(g1(&alpha)?, beta, gamma, delta, ic)?))
                    })?)
                }

                /// How many public inputs a proof has.
                #[getter]
                fn inputs(&self) -> usize {
                    self.key.inputs()
                }

                /// Whether a proof is valid for public inputs, a flat array.
                ///
                /// False means that it is not. Bytes that are no proof, or another number of
                /// inputs, raise `Error`.
                #[pyo3(signature = (inputs, proof, *, compressed=true))]
                fn verify(
                    &self,
                    py: Python<'_>,
                    inputs: Flat,
                    proof: Octets,
                    compressed: bool,
                ) -> PyResult<bool> {
                    Ok(py.detach(|| -> Result<_, Failure> {
                        let proof = Proof::from_bytes(&proof, form(compressed))?;
                        let inputs = self.inputs_of(&inputs)?;
                        verdict!(self.prepared.verify(&inputs, &proof), Error::NotProven)
                    })?)
                }

                /// One verdict on many proofs, each with its inputs.
                ///
                /// A batch that does not hold passes with a chance of 2^-125 at most.
                #[pyo3(signature = (inputs, proofs, *, compressed=true, deterministic=false))]
                fn verify_batch(
                    &self,
                    py: Python<'_>,
                    inputs: Vec<Flat>,
                    proofs: Vec<Octets>,
                    compressed: bool,
                    deterministic: bool,
                ) -> PyResult<bool> {
                    Ok(py.detach(|| -> Result<_, Failure> {
                        let (inputs, proofs) = self.batch(&inputs, &proofs, compressed)?;
                        let result = match deterministic {
                            true => self.prepared.verify_batch_deterministic(&inputs, &proofs),
                            false => {
                                let rng = &mut UnwrapErr(SysRng);
                                self.prepared.verify_batch(&inputs, &proofs, rng)
                            }
                        };
                        verdict!(result, Error::NotProven)
                    })?)
                }

                /// Which of many proofs are not valid: their numbers, ascending from zero.
                #[pyo3(signature = (inputs, proofs, *, compressed=true))]
                fn find_invalid(
                    &self,
                    py: Python<'_>,
                    inputs: Vec<Flat>,
                    proofs: Vec<Octets>,
                    compressed: bool,
                ) -> PyResult<Vec<usize>> {
                    Ok(py.detach(|| -> Result<_, Failure> {
                        let (inputs, proofs) = self.batch(&inputs, &proofs, compressed)?;
                        let rng = &mut UnwrapErr(SysRng);
                        Ok(self.prepared.find_invalid(&inputs, &proofs, rng)?)
                    })?)
                }

                /// The digest of a slice of proofs, for `parts.batch`: 40 bytes.
                #[pyo3(signature = (inputs, proofs, *, compressed=true))]
                fn digest_proofs<'py>(
                    &self,
                    py: Python<'py>,
                    inputs: Vec<Flat>,
                    proofs: Vec<Octets>,
                    compressed: bool,
                ) -> PyResult<Bound<'py, PyBytes>> {
                    let out = py.detach(|| -> Result<_, Failure> {
                        let (inputs, proofs) = self.batch(&inputs, &proofs, compressed)?;
                        Ok(self.prepared.digest_proofs(&inputs, &proofs)?.to_bytes())
                    })?;
                    Ok(bytes(py, out))
                }

                /// The part of a slice of proofs which begins at an item of the batch.
                ///
                /// `batch` is what `parts.batch` gives. The time is that of `verify_batch`.
                #[pyo3(signature = (inputs, proofs, batch, start, *, compressed=true))]
                fn part_of_proofs(
                    &self,
                    py: Python<'_>,
                    inputs: Vec<Flat>,
                    proofs: Vec<Octets>,
                    batch: Octets,
                    start: u64,
                    compressed: bool,
                ) -> PyResult<Part> {
                    let part = py.detach(|| -> Result<_, Failure> {
                        let batch = batch_of(&batch)?;
                        let (inputs, proofs) = self.batch(&inputs, &proofs, compressed)?;
                        Ok(self.prepared.part_of_proofs(&inputs, &proofs, &batch, start)?)
                    })?;
                    Ok(Part(Box::new(part)))
                }

                /// The key in arkworks' encoding.
                #[pyo3(signature = (*, compressed=true))]
                fn to_bytes<'py>(&self, py: Python<'py>, compressed: bool) -> Bound<'py, PyBytes> {
                    bytes(py, self.key.to_bytes(form(compressed)))
                }

                fn __reduce__<'py>(
                    &self,
                    py: Python<'py>,
                ) -> (Bound<'py, PyAny>, (Bound<'py, PyBytes>,)) {
                    (py.get_type::<Self>().into_any(), (self.to_bytes(py, true),))
                }
            }

            const UNCOMPRESSED: Points = Points { compressed: false, unchecked_subgroup: false };

            fn g1(bytes: &Octets) -> Result<G1Affine, Failure> {
                one::<G1Curve>(bytes).map(|points| points[0])
            }

            fn g2(bytes: &Octets) -> Result<G2Affine, Failure> {
                one::<G2Curve>(bytes).map(|points| points[0])
            }

            fn one<C: Encoded>(
                bytes: &Octets,
            ) -> Result<Vec<curve::weierstrass::Affine<C>>, Failure> {
                let size = C::size(false)?;
                if bytes.len() != size {
                    let message = format!("a point has {size} bytes, not {}", bytes.len());
                    return Err(Failure::length(message));
                }
                C::decode(&[bytes.as_ref()], UNCOMPRESSED)
            }

            /// A proof in arkworks' encoding of its points: a and c of G1, b of G2.
            #[pyfunction]
            #[pyo3(signature = (a, b, c, *, compressed=true))]
            fn proof_from_points<'py>(
                py: Python<'py>,
                a: Octets,
                b: Octets,
                c: Octets,
                compressed: bool,
            ) -> PyResult<Bound<'py, PyBytes>> {
                let out = py.detach(|| -> Result<_, Failure> {
                    let proof = Proof::<Curve> { a: g1(&a)?, b: g2(&b)?, c: g1(&c)? };
                    Ok(proof.to_bytes(form(compressed)))
                })?;
                Ok(bytes(py, out))
            }

            part_with_verdict!($python, groth16::Part<Curve>, "proofs");

            allocated!(VerifyingKey);

            /// Fills the module.
            pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
                functions!(module, proof_from_points);
                module.add_class::<Part>()?;
                module.add_class::<VerifyingKey>()
            }
        }
    };
}

curve!("curvemark.groth16.bn254", bn254, Bn254);
curve!("curvemark.groth16.bls12_381", bls12_381, Bls12381);
