//! Every function is asked next to blst's own, and must say the same: points, bytes, verdicts,
//! error codes. Inputs are random, adversarial, at infinity, outside the group and of small order.
//!
//! What is compared is the real crate `blst`, a dependency of the tests only.

// Divisions are of counts and of public bytes. Two variants run the same files.
#![allow(clippy::integer_division_remainder_used, clippy::duplicate_mod)]

mod inputs;
mod min_pk;
mod min_sig;
mod raw;
mod subgroups;

/// An error code of either crate as its number, which is the same in both.
pub(crate) trait Code {
    /// The number.
    fn code(self) -> u32;
}

impl Code for blst::BLST_ERROR {
    fn code(self) -> u32 {
        self as u32
    }
}

impl Code for curvemark_blst::BLST_ERROR {
    fn code(self) -> u32 {
        self as u32
    }
}

/// What a function gave, with its value made comparable.
pub(crate) fn shown<T, E: Code, V>(result: Result<T, E>, value: impl Fn(T) -> V) -> Result<V, u32> {
    result.map(value).map_err(Code::code)
}
