//! Transactions that call the contracts, on `revm` with its own and with curvemark's in one binary:
//! the same output and the same gas.
//!
//!     cargo run --release --manifest-path peers/ethereum/Cargo.toml --example transaction
#![forbid(unsafe_code)]

use evm::precompiles::Precompile;
use evm::revm::Precompiles;
use revm::context::result::ExecutionResult;
use revm::context::{Context, TxEnv};
use revm::database::InMemoryDB;
use revm::handler::{EthPrecompiles, MainnetContext};
use revm::interpreter::InterpreterResult;
use revm::primitives::hardfork::SpecId;
use revm::primitives::{Address, Bytes, TxKind};
use revm::state::AccountInfo;
use revm::{ExecuteEvm, MainBuilder, MainContext, handler::PrecompileProvider};

type Machine = MainnetContext<InMemoryDB>;

/// A transaction to a contract, from an account that can pay for it.
fn transact<P>(precompiles: P, contract: Precompile, input: &[u8]) -> ExecutionResult
where
    P: PrecompileProvider<Machine, Output = InterpreterResult>,
{
    let caller = Address::repeat_byte(1);
    let mut database = InMemoryDB::default();
    database.insert_account_info(caller, AccountInfo::from_balance(revm::primitives::U256::MAX));
    let context = Context::mainnet()
        .with_db(database)
        .modify_cfg_chained(|cfg| cfg.set_spec_and_mainnet_gas_params(SpecId::OSAKA));
    let mut machine = context.build_mainnet().with_precompiles(precompiles);
    let transaction = TxEnv::builder()
        .caller(caller)
        .kind(TxKind::Call(contract.address().into()))
        .data(Bytes::copy_from_slice(input))
        .gas_limit(10_000_000)
        .build()
        .expect("a transaction");
    machine.transact(transaction).expect("it runs").result
}

fn main() {
    // BN254's (1, 2) twice; BLS12-381's (0, 2) twice, which is on the curve and outside the group;
    // a power; and a point evaluation that fails.
    let mut bn254 = [0; 128];
    [bn254[31], bn254[63], bn254[95], bn254[127]] = [1, 2, 1, 2];
    let mut bls = [0; 256];
    [bls[127], bls[255]] = [2, 2];
    let mut power = [[0; 32]; 6];
    [power[0][31], power[1][31], power[2][31]] = [32, 32, 32];
    [power[3], power[4], power[5]] = [[7; 32], [9; 32], [255; 32]];
    let calls: [(Precompile, &[u8]); 7] = [
        (Precompile::Sha256, b"a message"),
        (Precompile::ModExp, power.as_flattened()),
        (Precompile::Bn254Add, &bn254),
        (Precompile::Bn254Pairing, &[0; 384]),
        (Precompile::Bls12G1Add, &bls),
        (Precompile::Bls12MapFpToG1, &[0; 64]),
        (Precompile::PointEvaluation, &[0; 192]),
    ];
    for (contract, input) in calls {
        let [theirs, ours] = [
            transact(EthPrecompiles::new(SpecId::OSAKA), contract, input),
            transact(Precompiles::new(SpecId::OSAKA), contract, input),
        ];
        for (name, result) in [("revm", &theirs), ("curvemark", &ours)] {
            let output = result.output().map(|bytes| bytes.to_string()).unwrap_or_default();
            println!(
                "{contract:?} {name:>9}: success {}, gas {}, output {output}",
                result.is_success(),
                result.tx_gas_used()
            );
        }
        assert_eq!(
            (
                theirs.is_success(),
                theirs.tx_gas_used(),
                theirs.output().filter(|_| theirs.is_success())
            ),
            (ours.is_success(), ours.tx_gas_used(), ours.output().filter(|_| ours.is_success())),
            "{contract:?}"
        );
    }
}
