//! Batches that several processes verify together.

use curvemark::parts::{Batch, DIGEST_BYTES, SliceDigest};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::failure::Failure;
use crate::functions;
use crate::octets::{Flat, bytes};

pub const PAGE: &str = "\
Batches that several processes verify together, on as many machines as one likes.

A batch is cut into slices that lie one behind the other. First each slice is hashed to a digest of
40 bytes (`bls.min_pk.digest_sets`, `kzg.digest_openings`, `kzg.digest_cells`,
`groth16.bn254.VerifyingKey.digest_proofs`), and `batch` makes 40 bytes of all digests. Then each
slice gives a part (`part_of_sets` and so on). Parts of neighbours merge, and what covers the whole
batch finishes to a verdict. All weights follow from the batch, so that work that runs again gives
the same bytes. Whoever computes parts is trusted: a part can be decoded if it is well formed, not
only if it is true.";

/// The bytes of a batch.
pub fn batch_of(bytes: &[u8]) -> Result<Batch, Failure> {
    Batch::from_bytes(bytes).map_err(|error| Failure::from(error).of("batch"))
}

/// The batch of these slices: 40 bytes of all their digests, in their order.
///
/// `digests` is a flat array or a list.
#[pyfunction]
fn batch<'py>(py: Python<'py>, digests: Flat) -> PyResult<Bound<'py, PyBytes>> {
    let out = py.detach(|| -> Result<_, Failure> {
        let digests = digests.items("digests", DIGEST_BYTES)?;
        let digests = digests.into_iter().map(SliceDigest::from_bytes);
        let digests = crate::failure::all("digest", digests)?;
        Ok(Batch::new(&digests)?.to_bytes())
    })?;
    Ok(bytes(py, out))
}

/// How many items the slice of a digest has, or a batch.
#[pyfunction]
fn count(digest: crate::octets::Octets) -> PyResult<u64> {
    Ok(SliceDigest::from_bytes(&digest).map_err(Failure::from)?.count())
}

/// A class of parts of one kind; more methods of it may follow.
macro_rules! part_class {
    ($python:literal, $Class:ident, $Inner:ty, $what:literal, { $($more:tt)* }) => {
        #[doc = concat!("What a slice of ", $what, " adds to the verdict on a batch.")]
        #[doc = ""]
        #[doc = "It never changes, and can be pickled. Whoever computes parts is trusted."]
        #[pyclass(frozen, module = $python, eq, from_py_object)]
        #[derive(Clone, PartialEq)]
        pub struct $Class(pub Box<$Inner>);

        #[pymethods]
        impl $Class {
            /// The part of an encoding, which is checked: its points are in their group.
            #[new]
            fn new(py: Python<'_>, data: $crate::octets::Octets) -> PyResult<Self> {
                let part = py.detach(|| <$Inner>::from_bytes(&data));
                Ok(Self(Box::new(part.map_err($crate::failure::Failure::from)?)))
            }

            /// All of these parts as one, in whichever order they come.
            ///
            /// Parts of other batches, and parts that leave out items or have one twice, raise
            /// `Error`.
            #[staticmethod]
            fn merge(py: Python<'_>, parts: Vec<Self>) -> PyResult<Self> {
                let parts: Vec<_> = parts.into_iter().map(|part| *part.0).collect();
                let part = py.detach(|| <$Inner>::merge_all(&parts));
                Ok(Self(Box::new(part.map_err($crate::failure::Failure::from)?)))
            }

            /// The one encoding.
            fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, pyo3::types::PyBytes> {
                $crate::octets::bytes(py, self.0.to_bytes())
            }

            /// The bytes of the batch.
            #[getter]
            fn batch<'py>(&self, py: Python<'py>) -> Bound<'py, pyo3::types::PyBytes> {
                $crate::octets::bytes(py, self.0.batch().to_bytes())
            }

            /// The number of the first item in the batch.
            #[getter]
            fn start(&self) -> u64 {
                self.0.range().start
            }

            /// The number after that of the last item.
            #[getter]
            fn stop(&self) -> u64 {
                self.0.range().end
            }

            fn __hash__(&self) -> u64 {
                use core::hash::{Hash, Hasher};
                let mut hasher = std::hash::DefaultHasher::new();
                self.0.to_bytes().hash(&mut hasher);
                hasher.finish()
            }

            fn __repr__(&self) -> String {
                let range = self.0.range();
                let count = self.0.batch().count();
                let class = stringify!($Class);
                format!("<{class} of items {} to {} of {count}>", range.start, range.end)
            }

            fn __reduce__<'py>(
                &self,
                py: Python<'py>,
            ) -> (Bound<'py, pyo3::types::PyAny>, (Bound<'py, pyo3::types::PyBytes>,)) {
                (py.get_type::<Self>().into_any(), (self.to_bytes(py),))
            }

            $($more)*
        }

        $crate::allocated!($Class);
    };
}
pub(crate) use part_class;

/// A class of parts whose verdict needs nothing else.
macro_rules! part_with_verdict {
    ($python:literal, $Inner:ty, $what:literal) => {
        $crate::parts::part_class!($python, Part, $Inner, $what, {
            /// Whether all items of this part are valid, the rest of the batch apart.
            fn holds(&self, py: Python<'_>) -> PyResult<bool> {
                let result = py.detach(|| self.0.holds());
                Ok($crate::failure::verdict!(result, curvemark::parts::Error::NotValid)?)
            }

            /// Whether the whole batch is valid. A part that does not cover it raises `Error`.
            fn finish(&self, py: Python<'_>) -> PyResult<bool> {
                let result = py.detach(|| self.0.finish());
                Ok($crate::failure::verdict!(result, curvemark::parts::Error::NotValid)?)
            }
        });
    };
}
pub(crate) use part_with_verdict;

/// Fills the module.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module, batch, count);
    module.add("DIGEST_BYTES", DIGEST_BYTES)
}
