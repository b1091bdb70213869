//! The functions and classes of the modules `bls12_381` and `bn254`, which differ only in sizes.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::PyAny;

/// A hash of equal values' equal bytes.
fn hash_of(bytes: impl AsRef<[u8]>) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.as_ref().hash(&mut hasher);
    hasher.finish()
}

/// A group: its functions on flat arrays, its points, and tables over its bases.
macro_rules! group {
    (
        $python:literal, $curve:ident, $C:ident, $fill:ident, $one:literal, $Point:ident,
        $Affine:ident, $Bases:ident, $sum:ident, $msm:ident, $mul_each:ident, $convert:ident, $hash:ident,
        $hash_each:ident, $hash_batch:ident
    ) => {
        #[doc = concat!("The sum of points of ", $one, ", a flat array; infinity for none.")]
        #[doc = ""]
        #[doc = "`unchecked_subgroup=True` skips the check that each point is in the group: only"]
        #[doc = "for points that were checked before. The answer has the form of the points."]
        #[pyfunction]
        #[pyo3(signature = (points, *, compressed=false, unchecked_subgroup=false, threads=1))]
        fn $sum<'py>(
            py: Python<'py>,
            points: Flat,
            compressed: bool,
            unchecked_subgroup: bool,
            threads: usize,
        ) -> PyResult<Bound<'py, PyBytes>> {
            let form = Form { compressed, unchecked_subgroup };
            let out = py.detach(|| -> Result<_, Failure> {
                let points = super::super::points::<$curve::$C>(&points, form)?;
                Ok(encoded(&super::super::sum(&points, threads)?, compressed))
            })?;
            Ok(bytes(py, out))
        }

        #[doc = concat!("The sum of scalars[i]*points[i], of points of ", $one, ".")]
        #[doc = ""]
        #[doc = "Both are flat arrays. Variable-time, for public values. Without"]
        #[doc = "`unchecked_subgroup` most of the time goes into checking the points. A table of"]
        #[doc = concat!("fixed bases, `", stringify!($Bases), "`, checks them once.")]
        #[pyfunction]
        #[pyo3(
            signature = (points, scalars, *, compressed=false, unchecked_subgroup=false, threads=1)
        )]
        fn $msm<'py>(
            py: Python<'py>,
            points: Flat,
            scalars: Flat,
            compressed: bool,
            unchecked_subgroup: bool,
            threads: usize,
        ) -> PyResult<Bound<'py, PyBytes>> {
            let form = Form { compressed, unchecked_subgroup };
            let out = py.detach(|| -> Result<_, Failure> {
                let points = super::super::points::<$curve::$C>(&points, form)?;
                let scalars = super::super::scalars(&scalars)?;
                Ok(encoded(&super::super::msm(&points, &scalars, threads)?, compressed))
            })?;
            Ok(bytes(py, out))
        }

        #[doc = concat!("scalars[i]*points[i] of each point of ", $one, ", a flat array again.")]
        #[doc = ""]
        #[doc = "Variable-time, for public values."]
        #[pyfunction]
        #[pyo3(
            signature = (points, scalars, *, compressed=false, unchecked_subgroup=false, threads=1)
        )]
        fn $mul_each<'py>(
            py: Python<'py>,
            points: Flat,
            scalars: Flat,
            compressed: bool,
            unchecked_subgroup: bool,
            threads: usize,
        ) -> PyResult<Bound<'py, PyBytes>> {
            let form = Form { compressed, unchecked_subgroup };
            let out = py.detach(|| -> Result<_, Failure> {
                let points = super::super::points::<$curve::$C>(&points, form)?;
                let scalars = super::super::scalars(&scalars)?;
                encoded_all(&super::super::multiples(&points, &scalars, threads)?, compressed)
            })?;
            Ok(bytes(py, out))
        }

        #[doc = concat!("Checks points of ", $one, ", and writes them `compressed` or not.")]
        #[doc = ""]
        #[doc = "`from_compressed` says which form they have."]
        #[pyfunction]
        #[pyo3(signature = (points, *, from_compressed=false, compressed=false))]
        fn $convert<'py>(
            py: Python<'py>,
            points: Flat,
            from_compressed: bool,
            compressed: bool,
        ) -> PyResult<Bound<'py, PyBytes>> {
            let form = Form { compressed: from_compressed, unchecked_subgroup: false };
            let out = py.detach(|| -> Result<_, Failure> {
                let mut out = Vec::new();
                $curve::$C::size(compressed)?;
                let points = super::super::points::<$curve::$C>(&points, form)?;
                points.iter().for_each(|point| $curve::$C::encode(point, compressed, &mut out));
                Ok(out)
            })?;
            Ok(bytes(py, out))
        }

        #[doc = concat!("The point of ", $one, " that a message hashes to, under a tag.")]
        #[doc = ""]
        #[doc = "hash_to_curve of RFC 9380 with SHA-256. Constant-time in the message."]
        #[pyfunction]
        #[pyo3(signature = (message, dst, *, compressed=false))]
        fn $hash<'py>(
            py: Python<'py>,
            message: Octets,
            dst: Octets,
            compressed: bool,
        ) -> PyResult<Bound<'py, PyBytes>> {
            let out = py.detach(|| -> Result<_, Failure> {
                $curve::$C::size(compressed)?;
                let point = $curve::$hash::<Xmd<Sha256>>(message.as_ref(), &dst);
                Ok(encoded(&point, compressed))
            })?;
            Ok(bytes(py, out))
        }

        #[doc = concat!("The point of ", $one, " of each message of a list, a flat array.")]
        #[pyfunction]
        #[pyo3(signature = (messages, dst, *, compressed=false))]
        fn $hash_each<'py>(
            py: Python<'py>,
            messages: Vec<Octets>,
            dst: Octets,
            compressed: bool,
        ) -> PyResult<Bound<'py, PyBytes>> {
            let out = py.detach(|| -> Result<_, Failure> {
                $curve::$C::size(compressed)?;
                let messages: Vec<&[u8]> = messages.iter().map(AsRef::as_ref).collect();
                let mut points = vec![$curve::$Point::identity(); messages.len()];
                if !messages.is_empty() {
                    $curve::$hash_batch::<Xmd<Sha256>>(&messages, &dst, &mut points)?;
                }
                encoded_all(&points, compressed)
            })?;
            Ok(bytes(py, out))
        }

        #[doc = concat!("A point of ", $one, ". It never changes, and can be pickled.")]
        #[doc = ""]
        #[doc = concat!("`", stringify!($Point), "(data)` reads and checks an encoding.")]
        #[doc = "`point * Scalar` is constant-time."]
        #[pyclass(frozen, module = $python, eq, from_py_object)]
        #[derive(Clone, PartialEq)]
        pub struct $Point(pub $curve::$Point);

        #[pymethods]
        impl $Point {
            #[new]
            fn new(py: Python<'_>, data: Octets) -> PyResult<Self> {
                Ok(Self(py.detach(|| super::super::point(&data))?))
            }

            /// The generator of the group.
            #[staticmethod]
            fn generator() -> Self {
                Self($curve::$Point::generator())
            }

            /// Infinity.
            #[staticmethod]
            fn identity() -> Self {
                Self($curve::$Point::identity())
            }

            /// The sum of scalars[i]*points[i] over two lists; infinity for none. Variable-time.
            #[staticmethod]
            #[pyo3(signature = (points, scalars, *, threads=1))]
            fn msm(
                py: Python<'_>,
                points: Vec<Self>,
                scalars: Vec<Scalar>,
                threads: usize,
            ) -> PyResult<Self> {
                let sum = py.detach(|| -> Result<_, Failure> {
                    let points: Vec<_> = points.into_iter().map(|point| point.0.into()).collect();
                    let scalars: Vec<_> = scalars.into_iter().map(|scalar| scalar.0).collect();
                    let points = super::super::in_group(&points, true)?;
                    super::super::msm(&points, &scalars, threads)
                })?;
                Ok(Self(sum))
            }

            /// The point that a message hashes to, under a tag of the protocol (RFC 9380).
            #[staticmethod]
            fn hash_to_curve(py: Python<'_>, message: Octets, dst: Octets) -> Self {
                py.detach(|| Self($curve::$hash::<Xmd<Sha256>>(message.as_ref(), &dst)))
            }

            /// The encoding.
            #[pyo3(signature = (*, compressed=false))]
            fn to_bytes<'py>(
                &self,
                py: Python<'py>,
                compressed: bool,
            ) -> PyResult<Bound<'py, PyBytes>> {
                $curve::$C::size(compressed)?;
                Ok(bytes(py, encoded(&self.0, compressed)))
            }

            /// Whether it is infinity.
            fn is_identity(&self) -> bool {
                self.0.is_identity().into()
            }

            fn __add__(&self, other: &Self) -> Self {
                Self(self.0.add(&other.0))
            }

            fn __sub__(&self, other: &Self) -> Self {
                Self(self.0.sub(&other.0))
            }

            fn __neg__(&self) -> Self {
                Self(self.0.neg())
            }

            fn __mul__(&self, py: Python<'_>, scalar: &Scalar) -> Self {
                py.detach(|| Self(&self.0 * &$curve::SecretScalar::new(scalar.0)))
            }

            fn __hash__(&self) -> u64 {
                hash_of(encoded(&self.0, false))
            }

            fn __repr__(&self) -> String {
                format!("{}({})", stringify!($Point), hexadecimal(&encoded(&self.0, false)))
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> Made<'py, (Bound<'py, PyBytes>,)> {
                let class = py.get_type::<Self>().into_any();
                (class, (bytes(py, encoded(&self.0, false)),))
            }
        }

        #[doc = concat!("Fixed points of ", $one, " with a table, for many sums over them.")]
        #[doc = ""]
        #[doc = "The points are checked once, their subgroup too unless you say that it was"]
        #[doc = "checked before. The table is the fastest of at most `table_bytes` bytes, a third more"]
        #[doc = "on lanes of doubles; with 0 there is none, only the points, for sums that are"]
        #[doc = "large or few. What is pickled"]
        #[doc = "are the points; the table is made anew."]
        #[pyclass(frozen, module = $python)]
        pub struct $Bases {
            table: Option<Box<FixedBases<$curve::$C>>>,
            points: Vec<$curve::$Affine>,
            most_bytes: usize,
        }

        #[pymethods]
        impl $Bases {
            #[new]
            #[pyo3(signature = (
                points, *, table_bytes=67108864, compressed=false, unchecked_subgroup=false
            ))]
            fn new(
                py: Python<'_>,
                points: Flat,
                table_bytes: usize,
                compressed: bool,
                unchecked_subgroup: bool,
            ) -> PyResult<Self> {
                let form = Form { compressed, unchecked_subgroup };
                Ok(py.detach(|| -> Result<_, Failure> {
                    let points = super::super::points::<$curve::$C>(&points, form)?;
                    let table = match table_bytes {
                        0 => None,
                        _ => Some(Box::new(FixedBases::new(&points, table_bytes)?)),
                    };
                    Ok(Self { table, points, most_bytes: table_bytes })
                })?)
            }

            /// The sum of scalars[i]*points[i] over the first points, as many as scalars; at least
            /// one. Variable-time.
            #[pyo3(signature = (scalars, *, compressed=false, threads=1))]
            fn msm<'py>(
                &self,
                py: Python<'py>,
                scalars: Flat,
                compressed: bool,
                threads: usize,
            ) -> PyResult<Bound<'py, PyBytes>> {
                let out = py.detach(|| -> Result<_, Failure> {
                    $curve::$C::size(compressed)?;
                    let scalars = super::super::scalars(&scalars)?;
                    let sum = match &self.table {
                        Some(table) => {
                            let serial = || table.msm_vartime(&scalars);
                            let together = || parallel::fixed_msm_vartime(table, &scalars);
                            on_threads(threads, serial, together)??
                        }
                        None => {
                            let points = self.points.get(..scalars.len());
                            let points = points.filter(|points| !points.is_empty());
                            let points = points.ok_or_else(|| {
                                let (bases, scalars) = (self.points.len(), scalars.len());
                                Failure::length(format!("{scalars} scalars for {bases} points"))
                            })?;
                            super::super::msm(points, &scalars, threads)?
                        }
                    };
                    Ok(encoded(&sum, compressed))
                })?;
                Ok(bytes(py, out))
            }

            /// Bytes that the table takes; 0 without one.
            #[getter]
            fn table_bytes(&self) -> usize {
                self.table.as_ref().map_or(0, |table| table.size_bytes())
            }

            /// How many points there are.
            fn __len__(&self) -> usize {
                self.points.len()
            }

            fn __reduce__<'py>(
                &self,
                py: Python<'py>,
            ) -> PyResult<Made<'py, (Bound<'py, PyBytes>,)>> {
                let keywords = PyDict::new(py);
                keywords.set_item("table_bytes", self.most_bytes)?;
                let mut encodings = Vec::new();
                let write = |point| $curve::$C::encode(point, false, &mut encodings);
                self.points.iter().for_each(write);
                let class = py.get_type::<Self>().into_any();
                let partial = py.import("functools")?.getattr("partial")?;
                let make = partial.call((class,), Some(&keywords))?;
                Ok((make, (bytes(py, encodings),)))
            }
        }

        allocated!($Point, $Bases);

        fn $fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
            functions!(module, $sum, $msm, $mul_each, $convert, $hash, $hash_each);
            module.add_class::<$Point>()?;
            module.add_class::<$Bases>()
        }
    };
}

/// Hexadecimal, for `repr`.
fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What `__reduce__` gives: what is called, and with what.
type Made<'py, Arguments> = (Bound<'py, PyAny>, Arguments);

/// A module of a curve.
macro_rules! curve_module {
    ($python:literal, $curve:ident, $module:ident, $gt_bytes:literal) => {
        pub mod $module {
            use curve::hash_to_curve::Xmd;
            use curve::msm::FixedBases;
            use curve::{$curve, parallel};
            use curvemark::hash::Sha256;
            use pyo3::exceptions::PyZeroDivisionError;
            use pyo3::prelude::*;
            use pyo3::types::{PyAny, PyBytes, PyDict};

            use super::{Made, hash_of, hexadecimal};
            use crate::failure::Failure;
            use crate::{allocated, functions};
            use crate::octets::{Flat, Octets, bytes};
            use crate::pairing_curve::{Encoded, Form, encoded, encoded_all};
            use crate::threads::on_threads;

            group!(
                $python, $curve, G1Curve, fill_g1, "G1", G1, G1Affine, G1FixedBases, g1_sum,
                g1_msm, g1_mul_each, g1_convert, hash_to_g1, hash_to_g1_each, hash_to_g1_batch
            );
            group!(
                $python, $curve, G2Curve, fill_g2, "G2", G2, G2Affine, G2FixedBases, g2_sum,
                g2_msm, g2_mul_each, g2_convert, hash_to_g2, hash_to_g2_each, hash_to_g2_batch
            );

            /// An integer modulo the order of the groups. It never changes, and can be pickled.
            ///
            /// `Scalar(n)` takes an integer from 0 to below the order.
            #[pyclass(frozen, module = $python, eq, from_py_object)]
            #[derive(Clone, PartialEq)]
            pub struct Scalar(pub $curve::Scalar);

            #[pymethods]
            impl Scalar {
                #[new]
                fn new(value: &Bound<'_, PyAny>) -> PyResult<Self> {
                    let bytes: Octets = value.call_method1("to_bytes", (32, "big"))?.extract()?;
                    Self::from_bytes(bytes)
                }

                /// The scalar of 32 bytes, big-endian, below the order.
                #[staticmethod]
                fn from_bytes(data: Octets) -> PyResult<Self> {
                    Ok(Self($curve::Scalar::from_be_bytes(&data).map_err(Failure::from)?))
                }

                /// 32 bytes, big-endian.
                fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                    bytes(py, self.0.to_be_bytes())
                }

                /// The inverse. Zero has none, which raises `ZeroDivisionError`.
                fn inverse(&self) -> PyResult<Self> {
                    let unit = self.0.not_zero();
                    let unit = unit.map_err(|_| PyZeroDivisionError::new_err("of zero"))?;
                    Ok(Self(unit.invert()))
                }

                fn __add__(&self, other: &Self) -> Self {
                    Self(&self.0 + &other.0)
                }

                fn __sub__(&self, other: &Self) -> Self {
                    Self(&self.0 - &other.0)
                }

                fn __mul__(&self, other: &Self) -> Self {
                    Self(&self.0 * &other.0)
                }

                fn __truediv__(&self, other: &Self) -> PyResult<Self> {
                    Ok(Self(&self.0 * &other.inverse()?.0))
                }

                fn __neg__(&self) -> Self {
                    Self(-&self.0)
                }

                fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    let int = py.get_type::<pyo3::types::PyInt>();
                    int.call_method1("from_bytes", (self.to_bytes(py), "big"))
                }

                fn __hash__(&self) -> u64 {
                    hash_of(self.0.to_be_bytes())
                }

                fn __repr__(&self) -> String {
                    format!("Scalar(0x{})", hexadecimal(&self.0.to_be_bytes()))
                }

                fn __reduce__<'py>(
                    &self,
                    py: Python<'py>,
                ) -> PyResult<Made<'py, (Bound<'py, PyBytes>,)>> {
                    let make = py.get_type::<Self>().getattr("from_bytes")?;
                    Ok((make, (self.to_bytes(py),)))
                }
            }

            /// A value of the pairing. It never changes, and can be pickled.
            ///
            /// `Gt(data)` reads what `to_bytes` gives, and checks that it is in the group. The
            /// group is written multiplicatively.
            #[pyclass(frozen, module = $python, eq)]
            #[derive(Clone, PartialEq)]
            pub struct Gt(pub $curve::Gt);

            fn gt_bytes(gt: &$curve::Gt) -> [u8; $gt_bytes] {
                let mut out = [0; $gt_bytes];
                gt.to_bytes(&mut out);
                out
            }

            fn gt_from(bytes: &[u8; $gt_bytes]) -> Result<$curve::Gt, Failure> {
                let message = "the bytes are no element of the target group";
                let value = Option::from($curve::Gt::from_bytes(bytes));
                value.ok_or_else(|| Failure::input("Target", message))
            }

            type Affines = (Vec<$curve::G1Affine>, Vec<$curve::G2Affine>);

            fn pairs(g1: &Flat, g2: &Flat, form: Form) -> Result<Affines, Failure> {
                let points = super::super::points::<$curve::G1Curve>(g1, form);
                let points = points.map_err(|failure| failure.of("g1_points"))?;
                let others = super::super::points::<$curve::G2Curve>(g2, form);
                let others = others.map_err(|failure| failure.of("g2_points"))?;
                super::super::same_number(points.len(), others.len())?;
                Ok((points, others))
            }

            fn product((points, others): &Affines, threads: usize) -> Result<$curve::Gt, Failure> {
                let pairs = || -> Vec<_> {
                    let both = points.iter().zip(others);
                    both.map(|(p, q)| $curve::Pair::from_points(p, q)).collect()
                };
                let serial = || $curve::final_exponentiation(&$curve::miller_loop(&mut pairs()));
                on_threads(threads, serial, || parallel::pairing_product(&mut pairs()))
            }

            #[pymethods]
            impl Gt {
                #[new]
                fn new(py: Python<'_>, data: Octets) -> PyResult<Self> {
                    Ok(Self(py.detach(|| gt_from(data.array("data")?))?))
                }

                /// One.
                #[staticmethod]
                fn identity() -> Self {
                    Self($curve::Gt::identity())
                }

                /// The pairing of two points. Constant-time.
                #[staticmethod]
                fn pairing(py: Python<'_>, p: G1, q: G2) -> Self {
                    py.detach(|| Self($curve::pairing(&p.0.to_affine(), &q.0.to_affine())))
                }

                /// The product of the pairings of two lists, pair by pair; one for none.
                #[staticmethod]
                #[pyo3(signature = (g1_points, g2_points, *, threads=1))]
                fn product_of_pairings(
                    py: Python<'_>,
                    g1_points: Vec<G1>,
                    g2_points: Vec<G2>,
                    threads: usize,
                ) -> PyResult<Self> {
                    Ok(Self(py.detach(|| -> Result<_, Failure> {
                        super::super::same_number(g1_points.len(), g2_points.len())?;
                        let points = g1_points.iter().map(|point| point.0.to_affine()).collect();
                        let others = g2_points.iter().map(|point| point.0.to_affine()).collect();
                        product(&(points, others), threads)
                    })?))
                }

                /// The encoding.
                fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                    bytes(py, gt_bytes(&self.0))
                }

                /// Whether it is one.
                fn is_identity(&self) -> bool {
                    self.0.is_identity().into()
                }

                /// The inverse.
                fn inverse(&self) -> Self {
                    Self(self.0.invert())
                }

                fn __mul__(&self, other: &Self) -> Self {
                    Self(&self.0 * &other.0)
                }

                fn __pow__(
                    &self,
                    py: Python<'_>,
                    exponent: &Scalar,
                    modulus: Option<&Bound<'_, PyAny>>,
                ) -> PyResult<Self> {
                    if modulus.is_some() {
                        return Err(Failure::input("Modulus", "there is no modulus here").into());
                    }
                    Ok(py.detach(|| Self(self.0.pow(&exponent.0))))
                }

                fn __hash__(&self) -> u64 {
                    hash_of(gt_bytes(&self.0))
                }

                fn __repr__(&self) -> String {
                    format!("Gt({})", hexadecimal(&gt_bytes(&self.0)))
                }

                fn __reduce__<'py>(&self, py: Python<'py>) -> Made<'py, (Bound<'py, PyBytes>,)> {
                    (py.get_type::<Self>().into_any(), (self.to_bytes(py),))
                }
            }

            /// Whether the product of the pairings of two flat arrays, pair by pair, is one.
            ///
            /// True for no pairs; a pair with infinity counts as one.
            #[pyfunction]
            #[pyo3(signature = (
                g1_points, g2_points, *, compressed=false, unchecked_subgroup=false, threads=1
            ))]
            fn pairing_check(
                py: Python<'_>,
                g1_points: Flat,
                g2_points: Flat,
                compressed: bool,
                unchecked_subgroup: bool,
                threads: usize,
            ) -> PyResult<bool> {
                let form = Form { compressed, unchecked_subgroup };
                Ok(py.detach(|| -> Result<bool, Failure> {
                    let product = product(&pairs(&g1_points, &g2_points, form)?, threads)?;
                    Ok(product.is_identity().into())
                })?)
            }

            /// The product of the pairings of two flat arrays: the bytes of a `Gt`.
            ///
            /// `gt_product` joins such products of parts.
            #[pyfunction]
            #[pyo3(signature = (
                g1_points, g2_points, *, compressed=false, unchecked_subgroup=false, threads=1
            ))]
            fn pairing_product<'py>(
                py: Python<'py>,
                g1_points: Flat,
                g2_points: Flat,
                compressed: bool,
                unchecked_subgroup: bool,
                threads: usize,
            ) -> PyResult<Bound<'py, PyBytes>> {
                let form = Form { compressed, unchecked_subgroup };
                let product = py.detach(|| -> Result<_, Failure> {
                    product(&pairs(&g1_points, &g2_points, form)?, threads)
                })?;
                Ok(bytes(py, gt_bytes(&product)))
            }

            /// The product of values of the pairing, a flat array; one for none.
            #[pyfunction]
            fn gt_product<'py>(py: Python<'py>, values: Flat) -> PyResult<Bound<'py, PyBytes>> {
                let product = py.detach(|| -> Result<_, Failure> {
                    let mut product = $curve::Gt::identity();
                    for value in values.arrays::<$gt_bytes>("values")? {
                        product = &product * &gt_from(value)?;
                    }
                    Ok(product)
                })?;
                Ok(bytes(py, gt_bytes(&product)))
            }

            allocated!(Scalar, Gt);

            /// Fills the module.
            pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
                fill_g1(module)?;
                fill_g2(module)?;
                functions!(module, pairing_check, pairing_product, gt_product);
                module.add_class::<Scalar>()?;
                module.add_class::<Gt>()?;
                // r − 1 is −1.
                let last = (-&$curve::Scalar::from(1u32)).to_be_bytes();
                let int = module.py().get_type::<pyo3::types::PyInt>();
                let last = int.call_method1("from_bytes", (bytes(module.py(), last), "big"))?;
                module.add("ORDER", last.add(1)?)
            }
        }
    };
}

curve_module!("curvemark.bls12_381", bls12_381, bls12_381, 576);
curve_module!("curvemark.bn254", bn254, bn254, 384);
