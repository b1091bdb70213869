//! The tests in c-kzg's crate, as its authors wrote them, over `curvemark-ckzg`.
//!
//! `build.rs` cuts them out. They stand in modules of the crate that they test: the modules are
//! here, with our names in them.

// The cut text has these.
#![allow(unused_imports, clippy::all)]

extern crate alloc;

use curvemark_ckzg::{Blob, Bytes32, Bytes48, Cell, Error, KzgProof, KzgSettings};

mod bindings {
    use std::path::Path;

    pub use curvemark_ckzg::{
        Blob, Bytes32, Bytes48, Cell, Error, KzgProof as KZGProof, KzgSettings as KZGSettings,
        BYTES_PER_BLOB, BYTES_PER_FIELD_ELEMENT, FIELD_ELEMENTS_PER_BLOB,
    };

    mod test_formats {
        include!(concat!(env!("OUT_DIR"), "/test_formats.rs"));
    }

    #[cfg(published)]
    include!(concat!(env!("OUT_DIR"), "/bindings.rs"));

    mod serde {
        include!(concat!(env!("OUT_DIR"), "/serde.rs"));
    }
}

mod ethereum {
    use curvemark_ckzg::ethereum_kzg_settings;

    include!(concat!(env!("OUT_DIR"), "/ethereum.rs"));
}
