//! Refusals, and the Python exceptions that they become.

use core::fmt::{Debug, Display};

use pyo3::prelude::*;

/// Which exception of `curvemark/_errors.py` it becomes.
#[derive(Clone, Copy)]
enum Class {
    Input,
    Length,
    BufferType,
}

/// Why a call is refused: made without the interpreter, and turned into an exception with it.
pub struct Failure {
    class: Class,
    message: String,
    reason: String,
}

impl Failure {
    /// Bytes, or a word, that the function does not take.
    pub fn input(reason: &str, message: impl Into<String>) -> Self {
        Self { class: Class::Input, message: message.into(), reason: reason.into() }
    }

    /// Too few or too many bytes or items.
    pub fn length(message: impl Into<String>) -> Self {
        Self { class: Class::Length, message: message.into(), reason: "Length".into() }
    }

    /// No bytes at all.
    pub fn buffer(message: impl Into<String>) -> Self {
        Self { class: Class::BufferType, message: message.into(), reason: "BufferType".into() }
    }

    /// The same, with the name or the number of what is refused before the message.
    pub fn of(mut self, what: impl Display) -> Self {
        self.message = format!("{what}: {}", self.message);
        self
    }
}

/// The errors of the library say their reason by the name of a variant.
impl<E: core::error::Error + Debug> From<E> for Failure {
    fn from(error: E) -> Self {
        let reason = format!("{error:?}");
        let class = match reason.contains("Length") || reason.contains("Empty") {
            true => Class::Length,
            false => Class::Input,
        };
        Self { class, message: error.to_string(), reason }
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        let class = match failure.class {
            Class::Input => "InputError",
            Class::Length => "LengthError",
            Class::BufferType => "BufferTypeError",
        };
        Python::attach(|py| {
            let made = py
                .import("curvemark")
                .and_then(|package| package.getattr(class))
                .and_then(|class| class.call1((failure.message, failure.reason)));
            made.map_or_else(|error| error, Self::from_value)
        })
    }
}

/// A verification: whether it holds, where `$no` is the error that is its verdict. Other errors
/// say that the input is none.
macro_rules! verdict {
    ($result:expr, $no:pat) => {
        match $result {
            Ok(()) => Ok(true),
            Err($no) => Ok(false),
            Err(error) => Err($crate::failure::Failure::from(error)),
        }
    };
}
pub(crate) use verdict;

/// All results, or the first refusal with its number.
pub fn all<T, E: core::error::Error + Debug>(
    what: &str,
    results: impl IntoIterator<Item = Result<T, E>>,
) -> Result<Vec<T>, Failure> {
    let numbered = results.into_iter().enumerate();
    numbered
        .map(|(i, result)| result.map_err(|error| Failure::from(error).of(format!("{what} {i}"))))
        .collect()
}
