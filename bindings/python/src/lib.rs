//! The extension module `curvemark._native` of the Python package `curvemark`.
//!
//! Each file here is a module of the package, and each function in it takes bytes and gives bytes.
//! `octets.rs` says what counts as bytes, `failure.rs` which exception a refusal is, and
//! `threads.rs` when a call releases the interpreter. The signatures that users see stand in
//! `python/curvemark/*.pyi`; a test compares them with this module.
//!
//! No value is kept between calls but tables that never change, so that threads need no lock, with
//! or without a global interpreter lock. There is no `unsafe` here.
#![forbid(unsafe_code)]
#![allow(unsafe_op_in_unsafe_fn, reason = "in what PyO3's macros write")]

use pyo3::prelude::*;

mod bls;
mod cashu;
mod ecdsa;
mod eddsa;
mod evm;
mod failure;
mod groth16;
mod kzg;
mod octets;
mod pairing_curve;
mod parts;
mod poseidon;
mod schnorr;
mod threads;

/// Adds functions to a module, which they name as theirs.
macro_rules! functions {
    ($module:expr, $($function:ident),+ $(,)?) => {
        $($module.add_function(pyo3::wrap_pyfunction!($function, $module)?)?;)+
    };
}
pub(crate) use functions;

/// Python's allocator aligns objects to 16 bytes, and PyO3 puts a class's fields there as they are.
/// What holds vectors needs more, and stands in a box: the compiler checks that.
macro_rules! allocated {
    ($($Class:ident),+) => {
        $(const _: () = assert!(align_of::<$Class>() <= 16);)+
    };
}
pub(crate) use allocated;

/// A module of the package, under its full name: what pickles a function or a class looks there.
fn part<'py>(
    parent: &Bound<'py, PyModule>,
    name: &str,
    documentation: &str,
    fill: impl FnOnce(&Bound<'py, PyModule>) -> PyResult<()>,
) -> PyResult<()> {
    let package = parent.name()?.to_string().replace("curvemark._native", "curvemark");
    let module = PyModule::new(parent.py(), &format!("{package}.{name}"))?;
    module.setattr("__doc__", documentation)?;
    fill(&module)?;
    // All names without an underscore are public, as in any module.
    module.delattr("__all__")?;
    parent.add(name, module)
}

/// See the crate's page.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // The loader names it once it is filled; its parts are named after it before.
    module.setattr("__name__", "curvemark._native")?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    part(module, "bls", bls::PAGE, |bls| {
        part(bls, "ethereum", bls::ethereum::PAGE, bls::ethereum::fill)?;
        part(bls, "min_pk", bls::MIN_PK_PAGE, bls::min_pk::fill)?;
        part(bls, "min_sig", bls::MIN_SIG_PAGE, bls::min_sig::fill)
    })?;
    part(module, "bls12_381", pairing_curve::BLS12_381_PAGE, pairing_curve::bls12_381::fill)?;
    part(module, "bn254", pairing_curve::BN254_PAGE, pairing_curve::bn254::fill)?;
    part(module, "cashu", cashu::PAGE, |cashu| {
        part(cashu, "legacy", cashu::legacy::PAGE, cashu::legacy::fill)?;
        part(cashu, "v3", cashu::v3::PAGE, cashu::v3::fill)
    })?;
    part(module, "ecdsa", ecdsa::PAGE, |ecdsa| {
        part(ecdsa, "secp256k1", ecdsa::SECP256K1_PAGE, ecdsa::secp256k1::fill)?;
        part(ecdsa, "p256", ecdsa::P256_PAGE, ecdsa::p256::fill)
    })?;
    part(module, "eddsa", eddsa::PAGE, eddsa::fill)?;
    part(module, "evm", evm::PAGE, evm::fill)?;
    part(module, "groth16", groth16::PAGE, |groth16| {
        part(groth16, "bls12_381", groth16::BLS12_381_PAGE, groth16::bls12_381::fill)?;
        part(groth16, "bn254", groth16::BN254_PAGE, groth16::bn254::fill)
    })?;
    part(module, "kzg", kzg::PAGE, kzg::fill)?;
    part(module, "parts", parts::PAGE, parts::fill)?;
    part(module, "poseidon", poseidon::PAGE, poseidon::fill)?;
    part(module, "schnorr", schnorr::PAGE, schnorr::fill)?;
    module.delattr("__all__")
}
