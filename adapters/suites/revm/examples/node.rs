//! What a node on revm and alloy, such as reth, does to have curvemark's cryptography: two lines at
//! its start. Then it recovers who signed and runs contracts, and both are as they were before.
//!
//! ```text
//! cargo run --release -p curvemark-suite-revm --example node
//! ```

use std::sync::Arc;

use alloy_consensus::crypto::{install_default_provider, secp256k1};
use alloy_evm::{EthEvmFactory, Evm, EvmEnv, EvmFactory};
use alloy_primitives::{Address, B256, Bytes, Signature, TxKind, U256};
use curvemark_suite_revm::hooks::{Signers, machine};
use revm::context::TxEnv;
use revm::database::{CacheDB, EmptyDB};
use revm::primitives::hardfork::SpecId;

/// Signatures and their signers, by the library that alloy was built with.
fn signed() -> Vec<(Signature, B256, Address)> {
    (1..=50)
        .map(|n: u8| {
            let (key, message) = (B256::repeat_byte(n), B256::repeat_byte(n ^ 0x5a));
            let signature = secp256k1::sign_message(key, message).expect("a key");
            let signer = secp256k1::recover_signer(&signature, message).expect("a signature");
            (signature, message, signer)
        })
        .collect()
}

fn env() -> EvmEnv {
    let mut env = EvmEnv::default();
    env.cfg_env.set_spec_and_mainnet_gas_params(SpecId::PRAGUE);
    env
}

fn db() -> CacheDB<EmptyDB> {
    CacheDB::new(EmptyDB::default())
}

/// What a transaction gives that calls a contract: the gas, and the output if there is one.
fn call(machine: &mut impl Evm<Tx = TxEnv>, contract: u8, data: &[u8]) -> (u64, Option<Bytes>) {
    let tx = TxEnv::builder()
        .kind(TxKind::Call(Address::with_last_byte(contract)))
        .data(Bytes::copy_from_slice(data))
        .gas_limit(1 << 23)
        .gas_price(0)
        .build()
        .expect("a transaction");
    let Ok(outcome) = machine.transact(tx) else { panic!("it runs") };
    (outcome.result.tx_gas_used(), outcome.result.output().cloned())
}

fn main() {
    let before = signed();

    // Who signed a transaction.
    assert!(install_default_provider(Arc::new(Signers)).is_ok(), "nobody was first");
    // The arithmetic of revm's contracts: before any of them runs.
    assert!(revm::install_crypto(curvemark_evm::revm::Curvemark), "nobody was first");

    for (signature, message, signer) in &before {
        assert_eq!(secp256k1::recover_signer(signature, *message).ok(), Some(*signer));
        let other = signature.with_parity(!signature.v());
        assert_ne!(secp256k1::recover_signer(&other, *message).ok(), Some(*signer));
        let none = Signature::new(U256::ZERO, signature.s(), signature.v());
        assert!(secp256k1::recover_signer(&none, *message).is_err());
    }
    // Zeros are points at infinity, which most contracts take.
    for (contract, length) in [
        (1, 128),
        (2, 9),
        (3, 9),
        (4, 9),
        (5, 99),
        (6, 128),
        (7, 96),
        (8, 384),
        (9, 213),
        (10, 192),
    ]
    .into_iter()
    .chain([(11, 256), (12, 320), (13, 512), (14, 576), (15, 768), (16, 64), (17, 128)])
    {
        let data = vec![0; length];
        let installed =
            call(&mut EthEvmFactory::default().create_evm(db(), env()), contract, &data);
        let provided = call(&mut machine(db(), env()), contract, &data);
        assert_eq!(installed, provided, "contract {contract}");
        let (gas, output) = provided;
        println!("contract {contract:2}: {gas:7} gas, {:?} bytes", output.map(|bytes| bytes.len()));
    }
    println!("{} signers, 17 contracts", before.len());
}
