//! revm: the contracts of the Ethereum machine with revm's own choice of arithmetic.

use peer_api::body::Prepared;
use peer_api::{About, Case, Contract, Implementation, Operation, Refusal};

use crate::about::about;

/// revm.
pub struct Revm;

impl Implementation for Revm {
    fn about(&self) -> About {
        about("revm", "revm", &["revm-precompile"], "its default libraries")
    }

    fn contract(&self, _: &Operation) -> Option<Contract> {
        None
    }

    fn prepare(&self, operation: &Operation, _: &[Case]) -> Prepared {
        Err(Refusal::Unsupported(format!("revm does not serve {}", operation.id)))
    }
}
