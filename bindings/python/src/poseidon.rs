//! Poseidon.

use curvemark::poseidon::{self, Bls12381, Bn254, parallel};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::failure::Failure;
use crate::functions;
use crate::octets::{Flat, bytes};
use crate::threads::on_threads;

pub const PAGE: &str = "\
Poseidon over the scalar fields of BN254 and BLS12-381, with circomlib's parameters.

Integers are 32 bytes each and below the group order, a flat array. `byteorder` is 'little' or
'big', `curve` is 'bn254' or 'bls12_381'.";

/// A curve of a name, as a type in an expression.
macro_rules! by_curve {
    ($curve:expr, $C:ident => $work:expr) => {
        match $curve {
            "bn254" => {
                type $C = Bn254;
                $work
            }
            "bls12_381" => {
                type $C = Bls12381;
                $work
            }
            curve => {
                let message = format!("curve: 'bn254' or 'bls12_381' is needed, not '{curve}'");
                Err(Failure::input("Curve", message))
            }
        }
    };
}

/// Whether integers are to be reversed: the library's are little-endian.
fn reversed(byteorder: &str) -> Result<bool, Failure> {
    match byteorder {
        "little" => Ok(false),
        "big" => Ok(true),
        _ => {
            let message = format!("byteorder: 'little' or 'big' is needed, not '{byteorder}'");
            Err(Failure::input("ByteOrder", message))
        }
    }
}

/// A hash of integers, and the same integers of a hash, in an order of bytes.
fn in_order<const N: usize>(
    inputs: &Flat,
    byteorder: &str,
    hash: impl FnOnce(&[[u8; 32]]) -> Result<Vec<[u8; N]>, Failure>,
) -> Result<Vec<u8>, Failure> {
    let reversed = reversed(byteorder)?;
    let mut integers = inputs.arrays::<32>("inputs")?.to_vec();
    if reversed {
        integers.iter_mut().for_each(|integer| integer.reverse());
    }
    let mut out = hash(&integers)?;
    if reversed {
        out.iter_mut().for_each(|integer| integer.reverse());
    }
    Ok(out.as_flattened().to_vec())
}

/// The hash of 1 to 16 integers, as one integer. Constant-time in them.
#[pyfunction]
#[pyo3(signature = (inputs, *, curve="bn254", byteorder="little"))]
fn hash<'py>(
    py: Python<'py>,
    inputs: Flat,
    curve: &str,
    byteorder: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let out = py.detach(|| {
        by_curve!(curve, C => in_order(&inputs, byteorder, |integers| {
            Ok(vec![poseidon::hash::<C>(integers)?])
        }))
    })?;
    Ok(bytes(py, out))
}

/// The hashes of many runs of `each` integers, as a flat array.
#[pyfunction]
#[pyo3(signature = (each, inputs, *, curve="bn254", byteorder="little", threads=1))]
fn hash_batch<'py>(
    py: Python<'py>,
    each: usize,
    inputs: Flat,
    curve: &str,
    byteorder: &str,
    threads: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let out = py.detach(|| {
        by_curve!(curve, C => in_order(&inputs, byteorder, |integers| {
            let serial = || poseidon::hash_batch::<C>(each, integers);
            Ok(on_threads(threads, serial, || parallel::hash_batch::<C>(each, integers))??)
        }))
    })?;
    Ok(bytes(py, out))
}

/// The root of the tree that fastcrypto hashes a list of integers by.
#[pyfunction]
#[pyo3(signature = (inputs, *, curve="bn254", byteorder="little", threads=1))]
fn merkle_root<'py>(
    py: Python<'py>,
    inputs: Flat,
    curve: &str,
    byteorder: &str,
    threads: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let out = py.detach(|| {
        by_curve!(curve, C => in_order(&inputs, byteorder, |integers| {
            let serial = || poseidon::merkle_root::<C>(integers);
            Ok(vec![on_threads(threads, serial, || parallel::merkle_root::<C>(integers))??])
        }))
    })?;
    Ok(bytes(py, out))
}

/// Fills the module.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module, hash, hash_batch, merkle_root);
    Ok(())
}
