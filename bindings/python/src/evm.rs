//! Ethereum's precompiled contracts.

use ::evm::Fork;
use ::evm::precompiles::{self, Precompile};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::failure::Failure;
use crate::functions;
use crate::octets::{Octets, bytes};

pub const PAGE: &str = "\
The 18 precompiled contracts of the Ethereum virtual machine, with their gas under each fork.

A contract is named by its address as a number, such as 8 or 0x0b; `CONTRACTS` has their names. A
`fork` is one of `FORKS`. A call that fails raises `Error`, whose `reason` says why; to the machine
all reasons are one, and take all gas.";

fn fork(name: &str) -> Result<Fork, Failure> {
    let found = Fork::ALL.into_iter().find(|fork| fork.name().eq_ignore_ascii_case(name));
    found.ok_or_else(|| {
        let names = Fork::ALL.map(Fork::name).join(", ");
        Failure::input("Fork", format!("fork: one of {names} is needed, not '{name}'"))
    })
}

fn address(contract: u64) -> [u8; 20] {
    let mut address = [0; 20];
    address[12..].copy_from_slice(&contract.to_be_bytes());
    address
}

fn at(fork: Fork, contract: u64) -> Result<Precompile, Failure> {
    Precompile::at(fork, &address(contract)).ok_or_else(|| none(fork, contract))
}

fn none(fork: Fork, contract: u64) -> Failure {
    let message = format!("{} has no contract at {contract:#x}", fork.name());
    Failure::input("NoContract", message)
}

/// Calls a contract with a limit of gas: the gas that it took, and its output.
///
/// Nothing is computed that the gas does not pay for.
#[pyfunction]
fn run<'py>(
    py: Python<'py>,
    fork: &str,
    contract: u64,
    input: Octets,
    gas_limit: u64,
) -> PyResult<(u64, Bound<'py, PyBytes>)> {
    let output = py.detach(|| -> Result<_, Failure> {
        let fork = self::fork(fork)?;
        let output = precompiles::run(fork, &address(contract), &input, gas_limit);
        Ok(output.ok_or_else(|| none(fork, contract))??)
    })?;
    Ok((output.gas, bytes(py, output.bytes)))
}

/// The output of a contract, without a limit of gas.
#[pyfunction]
fn call<'py>(
    py: Python<'py>,
    fork: &str,
    contract: u64,
    input: Octets,
) -> PyResult<Bound<'py, PyBytes>> {
    let output = py.detach(|| -> Result<_, Failure> {
        let fork = self::fork(fork)?;
        Ok(at(fork, contract)?.call(fork, &input)?)
    })?;
    Ok(bytes(py, output))
}

/// The gas of a contract for an input.
#[pyfunction]
fn gas(fork: &str, contract: u64, input: Octets) -> PyResult<u64> {
    let fork = self::fork(fork)?;
    Ok(at(fork, contract)?.gas(fork, &input))
}

/// Fills the module.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module, run, call, gas);
    let contracts = PyDict::new(module.py());
    for contract in Precompile::ALL {
        let address = contract.address();
        let number = u16::from_be_bytes([address[18], address[19]]);
        contracts.set_item(format!("{contract:?}"), number)?;
    }
    module.add("CONTRACTS", contracts)?;
    module.add("FORKS", Fork::ALL.map(Fork::name).to_vec())
}
