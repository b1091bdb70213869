//! Every function is asked next to blst's own, and must say the same: points, bytes, verdicts,
//! error codes. Inputs are random, adversarial, at infinity, outside the group and of small order.
//!
//! What is compared is the real crate `blst`, a dependency of the tests only.

#![allow(clippy::integer_division_remainder_used)] // Of counts and of public bytes.

mod inputs;
mod raw;

/// What the two modules are called in the files that both run.
macro_rules! variant {
    ($module:ident, $key:ident, $signature:ident) => {
        // Its files stand next to this one.
        #[path = "."]
        mod $module {
            pub(crate) use blst::$module as theirs;
            pub(crate) use curvemark_blst::$module as ours;

            pub(crate) use crate::inputs::{$key as key_inputs, $signature as signature_inputs};

            // The same tests on other types.
            #[allow(clippy::duplicate_mod)]
            #[path = "bytes.rs"]
            mod bytes;
            #[allow(clippy::duplicate_mod)]
            #[path = "multi.rs"]
            mod multi;
            #[allow(clippy::duplicate_mod)]
            #[path = "secrets.rs"]
            mod secrets;
            #[allow(clippy::duplicate_mod)]
            #[path = "verification.rs"]
            mod verification;
        }
    };
}

variant!(min_pk, g1, g2);
variant!(min_sig, g2, g1);

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
