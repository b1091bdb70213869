//! Alloy's hooks: who signed a transaction, and the machine that a node runs.

use alloy_consensus::crypto::RecoveryError;
use alloy_consensus::crypto::backend::CryptoProvider;
use alloy_evm::{Database, EthEvm, EvmEnv};
use alloy_primitives::Address;
use curvemark::ecdsa::{RecoveryId, Secp256k1, Signature, VerifyingKey};
use curvemark::hash::keccak256;
use curvemark_evm::revm::Precompiles;
use revm::inspector::NoOpInspector;
use revm::{Context, MainBuilder, MainContext};

/// Alloy's `CryptoProvider` by curvemark's ECDSA: `alloy_consensus::crypto::
/// install_default_provider(Arc::new(Signers))` at the start of a node.
pub struct Signers;

/// The address of a key.
fn address(key: &VerifyingKey<Secp256k1>) -> Address {
    Address::from_slice(&keccak256(&key.to_sec1_uncompressed()[1..])[12..])
}

/// Alloy's errors of recovery shall give no reason.
fn unnamed<E>(_: E) -> RecoveryError {
    RecoveryError::new()
}

impl CryptoProvider for Signers {
    fn recover_signer_unchecked(
        &self,
        sig: &[u8; 65],
        msg: &[u8; 32],
    ) -> Result<Address, RecoveryError> {
        let signature = Signature::<Secp256k1>::from_bytes(&sig[..64]).map_err(unnamed)?;
        let id = RecoveryId::from_byte(sig[64]).map_err(unnamed)?;
        Ok(address(&signature.recover_prehashed(msg, id).map_err(unnamed)?))
    }

    fn verify_and_compute_signer_unchecked(
        &self,
        pubkey: &[u8; 65],
        sig: &[u8; 64],
        msg: &[u8; 32],
    ) -> Result<Address, RecoveryError> {
        let key = VerifyingKey::from_sec1(pubkey).map_err(unnamed)?;
        let signature = Signature::from_bytes(sig).map_err(unnamed)?;
        key.verify_prehashed(msg, &signature).map_err(unnamed)?;
        Ok(address(&key))
    }
}

/// Alloy's Ethereum machine with the contracts of curvemark, their encodings and their prices, for
/// a program that makes its machines itself. (A node of reth makes them with revm's contracts:
/// there `revm::install_crypto` puts curvemark's arithmetic below these.)
pub fn machine<DB: Database>(db: DB, env: EvmEnv) -> EthEvm<DB, NoOpInspector, Precompiles> {
    let contracts = Precompiles::new(env.cfg_env.spec);
    let machine = Context::mainnet()
        .with_block(env.block_env)
        .with_cfg(env.cfg_env)
        .with_db(db)
        .build_mainnet_with_inspector(NoOpInspector {})
        .with_precompiles(contracts);
    EthEvm::new(machine, false)
}
