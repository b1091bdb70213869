//! Transactions on `revm` with the provider of this crate see what they see with `revm`'s own
//! contracts: verdict, output, gas.
//!
//! `revm` has no features here, so that its arithmetic is that of arkworks, RustCrypto and aurora,
//! and none of it is ours.

extern crate curvemark_evm as evm;

#[path = "../../../curve/tests/support/vectors.rs"]
mod vectors;

mod transactions;

use revm::handler::EthPrecompiles;

#[test]
fn the_provider_is_not_seen() {
    let cases = transactions::cases();
    let theirs = transactions::all(&cases, EthPrecompiles::new);
    let ours = transactions::all(&cases, evm::revm::Precompiles::new);
    assert_eq!(theirs.len(), ours.len());
    for (theirs, ours) in theirs.iter().zip(&ours) {
        assert_eq!(theirs, ours);
    }
    // Calls of every kind were made.
    let succeeded = theirs.iter().filter(|(_, result)| result.is_success()).count();
    assert!(succeeded > 1_000 && theirs.len() - succeeded > 100, "{succeeded} of {}", theirs.len());
}
