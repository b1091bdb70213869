//! revm: the contracts of the Ethereum machine with revm's own choice of arithmetic, called by
//! address under the rules of Osaka.

use peer_api::body::{Prepared, refusing, unparsed};
use peer_api::contracts;
use peer_api::{About, Case, Contract, Implementation, Operation, Refusal};
use revm::precompile::{PrecompileSpecId, Precompiles};

use crate::about::about;

/// revm.
pub struct Revm;

impl Implementation for Revm {
    fn about(&self) -> About {
        about(
            "revm",
            "revm",
            &["revm-precompile"],
            "its default libraries: blst, c-kzg, arkworks, libsecp256k1, p256, aurora",
        )
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        contracts::contract(operation)
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        if contracts::block(operation).is_some() {
            let osaka = Precompiles::new(PrecompileSpecId::OSAKA);
            let output = move |address: &[u8; 20], input: &[u8]| {
                let contract = osaka.get(&(*address).into())?;
                contract.execute(input, u64::MAX, 0).ok().filter(|output| output.is_success())
            };
            return contracts::prepare_block(operation, pool, output, |output| {
                output.bytes.to_vec()
            });
        }
        let contract = contracts::call(operation)
            .and_then(|call| Precompiles::new(PrecompileSpecId::OSAKA).get(&call.address().into()))
            .ok_or_else(|| Refusal::Unsupported(format!("revm does not serve {}", operation.id)))?;
        let output = |case: &Case| {
            contract.execute(&case[0], u64::MAX, 0).ok().filter(|output| output.is_success())
        };
        refusing(unparsed(operation, pool)?, output, |output| output.bytes.to_vec())
    }
}
