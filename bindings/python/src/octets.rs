//! What counts as bytes: all that has the buffer protocol.

use core::ops::Deref;

use pyo3::buffer::PyUntypedBuffer;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyList, PyTuple};
use zeroize::Zeroizing;

use crate::failure::Failure;

/// Bytes of an argument: `bytes`, or any C-contiguous buffer of unsigned bytes, such as a
/// `bytearray`, a `memoryview`, an `mmap` or a numpy array of `uint8` of any shape, read-only or
/// not.
///
/// Only `bytes` cannot change, and is read in place. All else is copied once as a whole, since
/// another thread may write to it while the interpreter is released. The copy is wiped.
pub enum Octets {
    /// In place.
    Held(PyBackedBytes),
    /// A copy.
    Copied(Zeroizing<Vec<u8>>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Octets {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Self::Held(bytes.to_owned().into()));
        }
        let Ok(buffer) = PyUntypedBuffer::get(&object) else {
            let class = object.get_type().name()?;
            let message = format!("bytes or a buffer of bytes are needed, not {class}");
            return Err(Failure::buffer(message).into());
        };
        if !buffer.is_c_contiguous() {
            let message = "the buffer is not C-contiguous: make a contiguous copy first";
            return Err(Failure::buffer(message).into());
        }
        let format = buffer.format().to_string_lossy().into_owned();
        let Ok(buffer) = buffer.into_typed::<u8>() else {
            let message =
                format!("the buffer has items of format '{format}', not unsigned bytes ('B')");
            return Err(Failure::buffer(message).into());
        };
        Ok(Self::Copied(Zeroizing::new(buffer.to_vec(object.py())?)))
    }
}

impl Deref for Octets {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Held(bytes) => bytes,
            Self::Copied(bytes) => bytes,
        }
    }
}

impl AsRef<[u8]> for Octets {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl Octets {
    /// An array of exactly so many bytes.
    pub fn array<const N: usize>(&self, what: &str) -> Result<&[u8; N], Failure> {
        self.as_ref().try_into().map_err(|_| {
            Failure::length(format!("{what}: {N} bytes are needed, not {}", self.len()))
        })
    }
}

/// Items of one length one behind the other, as [`Octets`]; or a list or a tuple of such items,
/// which is joined.
pub struct Flat(Octets);

impl<'a, 'py> FromPyObject<'a, 'py> for Flat {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            let items: Vec<Octets> = object.extract()?;
            let items: Vec<&[u8]> = items.iter().map(AsRef::as_ref).collect();
            // Else items of wrong lengths could add up to a right one.
            if let Some(pair) = items.windows(2).find(|pair| pair[0].len() != pair[1].len()) {
                let [one, other] = [pair[0].len(), pair[1].len()];
                let message = format!("the items of the list have {one} and {other} bytes");
                return Err(Failure::length(message).into());
            }
            return Ok(Self(Octets::Copied(Zeroizing::new(items.concat()))));
        }
        Ok(Self(object.extract()?))
    }
}

impl Flat {
    /// The items, of so many bytes each.
    pub fn items(&self, what: &str, bytes: usize) -> Result<Vec<&[u8]>, Failure> {
        self.check(what, bytes)?;
        Ok(self.0.chunks_exact(bytes).collect())
    }

    /// The items as arrays.
    pub fn arrays<const N: usize>(&self, what: &str) -> Result<&[[u8; N]], Failure> {
        self.check(what, N)?;
        Ok(self.0.as_chunks().0)
    }

    /// All items together.
    pub fn all(&self) -> &[u8] {
        &self.0
    }

    fn check(&self, what: &str, bytes: usize) -> Result<(), Failure> {
        if self.0.len().is_multiple_of(bytes) {
            return Ok(());
        }
        let length = self.0.len();
        let message = format!("{what}: a multiple of {bytes} bytes is needed, not {length}");
        Err(Failure::length(message))
    }
}

/// The answer in Python's bytes.
pub fn bytes<'py>(py: Python<'py>, bytes: impl AsRef<[u8]>) -> Bound<'py, PyBytes> {
    PyBytes::new(py, bytes.as_ref())
}

/// The same of a secret, which is wiped here. Python does not wipe what it holds.
pub fn secret(py: Python<'_>, secret: Zeroizing<[u8; 32]>) -> Bound<'_, PyBytes> {
    PyBytes::new(py, secret.as_slice())
}
