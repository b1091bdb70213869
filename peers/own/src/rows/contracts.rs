//! The contracts of the Ethereum machine, as a client calls them: by address, under the rules of
//! Osaka.

use evm::Fork;
use evm::precompiles::run;
use peer_api::body::{Prepared, refusing, unparsed};
use peer_api::contracts::{call, prepare_block};
use peer_api::{Case, Operation};

use super::unserved;

pub(super) fn prepare(operation: &Operation, pool: &[Case]) -> Prepared {
    if operation.args.len() > 1 {
        let output =
            |address: &[u8; 20], input: &[u8]| run(Fork::Osaka, address, input, u64::MAX)?.ok();
        return prepare_block(operation, pool, output, |output| output.bytes.clone());
    }
    let address = call(operation).ok_or_else(|| unserved(operation))?.address();
    let output = move |case: &Case| run(Fork::Osaka, &address, &case[0], u64::MAX)?.ok();
    refusing(unparsed(operation, pool)?, output, |output| output.bytes.clone())
}
