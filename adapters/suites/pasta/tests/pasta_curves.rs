//! pasta_curves' tests over our types.

#![allow(unused_imports, dead_code, unexpected_cfgs, clippy::all)]

extern crate alloc;

// What files there name by `crate::`.
pub use curvemark_group::pasta::*;
pub use pasta_curves::arithmetic;

/// What stands above the tests in their files.
mod names {
    /// The imports of most files.
    pub mod common {
        pub use curvemark_group::pasta::*;
        pub use ff::{Field, PrimeField, WithSmallOrderMulGroup};
        pub use pasta_curves::arithmetic::*;
        pub use std::{format, vec};
    }

    macro_rules! files {
        ($($file:ident)+) => {
            $(pub mod $file {
                pub use super::common::*;
            })+
        };
    }

    files! { lib curves arithmetic_curves fields_fp fields_fq }

    /// Without `Eq`, a trait there.
    pub mod arithmetic_fields {
        pub use pasta_curves::arithmetic::*;
        pub use std::vec;
    }
}

include!(concat!(env!("OUT_DIR"), "/pasta_curves.rs"));
