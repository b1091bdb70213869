//! Transactions on `revm` whose arithmetic is this crate's see what they see with the provider,
//! which `precompiles_revm` compares with `revm`'s own arithmetic.
//!
//! A program of its own with one test, since arithmetic is installed once in a process, before any
//! contract has run.

extern crate curvemark_evm as evm;

#[path = "precompiles_revm/transactions.rs"]
mod transactions;
#[path = "../../curve/tests/support/vectors.rs"]
mod vectors;

use revm::handler::EthPrecompiles;

#[test]
fn installed_arithmetic_is_not_seen() {
    assert!(revm::install_crypto(evm::revm::Curvemark), "nobody was first");
    let cases = transactions::cases();
    let installed = transactions::all(&cases, EthPrecompiles::new);
    let provided = transactions::all(&cases, evm::revm::Precompiles::new);
    assert_eq!(installed.len(), provided.len());
    for (installed, provided) in installed.iter().zip(&provided) {
        assert_eq!(installed, provided);
    }
}
