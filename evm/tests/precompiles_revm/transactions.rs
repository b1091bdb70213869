//! Transactions on `revm`'s interpreter that call each contract, and all that can be seen of them.
#![allow(clippy::integer_division_remainder_used, reason = "of random numbers")]

use crate::vectors;
use curve::bn254::{G1Affine, G2Affine};
use evm::precompiles::Precompile;
use evm::revm::fork_of;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use revm::bytecode::Bytecode;
use revm::context::result::{ExecutionResult, HaltReason, OutOfGasError};
use revm::context::{BlockEnv, CfgEnv, Context, Evm, TxEnv};
use revm::database::{CacheDB, EmptyDB};
use revm::handler::instructions::EthInstructions;
use revm::handler::{EthFrame, PrecompileProvider};
use revm::interpreter::InterpreterResult;
use revm::interpreter::interpreter::EthInterpreter;
use revm::primitives::hardfork::SpecId;
use revm::primitives::{Address, Bytes, TxKind};
use revm::state::AccountInfo;
use revm::{ExecuteEvm, Journal, MainContext};

type Db = CacheDB<EmptyDB>;
type Ctx = Context<BlockEnv, TxEnv, CfgEnv, Db, Journal<Db>, ()>;

/// Where the code that calls a contract stands.
const CALLER: Address = Address::repeat_byte(0xcc);
/// More than most calls cost, and less than a second of the slowest.
const PLENTY: u64 = 1 << 24;
const LIMIT: u64 = 1 << 25;

/// A call of a contract.
pub struct Case {
    name: String,
    contract: Precompile,
    input: Vec<u8>,
}

/// How code reaches a contract.
#[derive(Clone, Copy, Debug)]
enum Way {
    Call = 0xf1,
    CallCode = 0xf2,
    DelegateCall = 0xf4,
    StaticCall = 0xfa,
}

/// Calls a contract with the data that the code was called with. Returns whether the contract
/// succeeded, the gas that left meanwhile, and what came back.
fn calling(contract: Precompile, way: Way, gas: u64) -> Vec<u8> {
    let gas = u32::try_from(gas).expect("an amount of four bytes").to_be_bytes();
    let [.., high, low] = contract.address();
    // CALLDATACOPY of all to 0, GAS; then the operands from the last on.
    let mut code = vec![0x36, 0x60, 0, 0x60, 0, 0x37, 0x5a, 0x60, 0, 0x60, 0, 0x36, 0x60, 0];
    if matches!(way, Way::Call | Way::CallCode) {
        // No value.
        code.extend([0x60, 0]);
    }
    code.extend([0x61, high, low, 0x63]);
    code.extend(gas);
    code.push(way as u8);
    // GAS; the verdict to 0, the difference to 32, what came back from 64 on; RETURN of it all.
    code.extend([0x5a, 0x90, 0x60, 0, 0x52, 0x90, 0x03, 0x60, 32, 0x52]);
    code.extend([0x3d, 0x60, 0, 0x60, 64, 0x3e, 0x3d, 0x60, 64, 0x01, 0x60, 0, 0xf3]);
    code
}

/// Runs a transaction. Why a contract fails is left out, since no code can see it and all gas is
/// spent: words are each library's own, and of two reasons each may name another. A power that is
/// too long since Osaka and dear as well is out of gas here, and too long in `revm`.
fn transact<P>(
    contracts: P,
    spec: SpecId,
    code: &[u8],
    to: Address,
    data: &[u8],
    gas: u64,
) -> ExecutionResult
where
    P: PrecompileProvider<Ctx, Output = InterpreterResult>,
{
    let mut db = Db::new(EmptyDB::new());
    let code = Bytecode::new_legacy(Bytes::copy_from_slice(code));
    db.insert_account_info(CALLER, AccountInfo::from_bytecode(code));
    let mut cfg = CfgEnv::new_with_spec(spec);
    // Osaka has a limit of its own. Amsterdam has one too, and what is above it is kept apart.
    if spec == SpecId::OSAKA {
        cfg.tx_gas_limit_cap = Some(u64::MAX);
    }
    let instructions = EthInstructions::<EthInterpreter, Ctx>::new_mainnet_with_spec(spec);
    let context = Context::mainnet().with_db(db).with_cfg(cfg);
    let mut machine: Evm<Ctx, (), _, P, EthFrame<EthInterpreter>> =
        Evm::new(context, instructions, contracts);
    let tx = TxEnv::builder()
        .caller(Address::repeat_byte(0xee))
        .kind(TxKind::Call(to))
        .data(Bytes::copy_from_slice(data))
        .gas_limit(gas)
        .gas_price(0)
        .build()
        .expect("a transaction");
    match machine.transact(tx).expect("it runs").result {
        ExecutionResult::Halt {
            reason:
                HaltReason::PrecompileErrorWithContext(_)
                | HaltReason::OutOfGas(OutOfGasError::Precompile),
            gas,
            logs,
        } => ExecutionResult::Halt { reason: HaltReason::PrecompileError, gas, logs },
        result => result,
    }
}

/// The specifications whose contracts or prices differ, one before the first that has rules here.
const SPECS: [SpecId; 7] = [
    SpecId::BYZANTIUM,
    SpecId::ISTANBUL,
    SpecId::BERLIN,
    SpecId::CANCUN,
    SpecId::PRAGUE,
    SpecId::OSAKA,
    SpecId::AMSTERDAM,
];

/// What all cases give with the contracts that `provider` makes. Each is called by code with more
/// than its price, with its price, and with one less, by a way that changes from case to case; and
/// by a transaction to the contract itself.
pub fn all<P>(cases: &[Case], provider: impl Fn(SpecId) -> P) -> Vec<(String, ExecutionResult)>
where
    P: PrecompileProvider<Ctx, Output = InterpreterResult>,
{
    let mut out = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        // The first cases of each contract under all rules; the others where they may differ most.
        let first = cases[..number].iter().filter(|other| other.contract == case.contract).count();
        for spec in SPECS {
            let price = match fork_of(spec) {
                Some(fork) => case.contract.gas(fork, &case.input),
                None => 100_000,
            };
            let dear = price > PLENTY;
            let all_rules = first < 2 || case.contract == Precompile::ModExp;
            if !all_rules && spec != SpecId::OSAKA {
                continue;
            }
            let ways = [Way::Call, Way::CallCode, Way::DelegateCall, Way::StaticCall];
            let way = ways[number & 3];
            let amounts = if dear { vec![PLENTY] } else { vec![PLENTY, price, price.max(1) - 1] };
            for gas in amounts {
                let code = calling(case.contract, way, gas);
                let result = transact(provider(spec), spec, &code, CALLER, &case.input, LIMIT);
                out.push((format!("{} under {spec:?} by {way:?} with {gas}", case.name), result));
            }
            let to = Address::from(case.contract.address());
            let result = transact(provider(spec), spec, &[], to, &case.input, LIMIT);
            out.push((format!("{} under {spec:?}, called directly", case.name), result));
        }
    }
    out
}

/// The contracts by the names that the published cases have.
fn named(name: &str) -> Precompile {
    match name {
        "sha256" => Precompile::Sha256,
        "modexp" => Precompile::ModExp,
        "blake2f" => Precompile::Blake2F,
        "point-evaluation" => Precompile::PointEvaluation,
        "bls12-g1-add" => Precompile::Bls12G1Add,
        "bls12-g2-add" => Precompile::Bls12G2Add,
        "bls12-g1-msm" => Precompile::Bls12G1Msm,
        "bls12-g2-msm" => Precompile::Bls12G2Msm,
        "bls12-pairing" => Precompile::Bls12Pairing,
        "bls12-map-fp-to-g1" => Precompile::Bls12MapFpToG1,
        "bls12-map-fp2-to-g2" => Precompile::Bls12MapFp2ToG2,
        "p256-verify" => Precompile::P256Verify,
        other => panic!("{other} is none of them"),
    }
}

/// The published cases, those of BN254 and of recovery by construction, and changed ones of each.
pub fn cases() -> Vec<Case> {
    let rng = &mut ChaCha8Rng::seed_from_u64(43);
    let mut cases: Vec<Case> = vectors::cases(include_str!("../../../vectors/evm-precompiles.txt"))
        .iter()
        .map(|case| Case {
            name: case.text("name").to_owned(),
            contract: named(case.text("contract")),
            input: case.bytes("input"),
        })
        // A few kilobytes of points show no more than one, and take arkworks long.
        .filter(|case| case.input.len() <= 1_536)
        .collect();
    let mut add = |name: &str, contract, input: Vec<u8>| {
        cases.push(Case { name: name.to_owned(), contract, input });
    };

    let (p, q) = (G1Affine::generator(), G2Affine::generator());
    let (point, negative) = (p.to_eip196().to_vec(), p.neg().to_eip196().to_vec());
    let other = q.to_eip196().to_vec();
    let mut scalar = [0; 32];
    rng.fill_bytes(&mut scalar);
    add("2P", Precompile::Bn254Add, [&point[..], &point].concat());
    add("P − P", Precompile::Bn254Add, [&point[..], &negative].concat());
    add("P and nothing", Precompile::Bn254Add, point.clone());
    add("nP", Precompile::Bn254Mul, [&point[..], &scalar].concat());
    add("no factor", Precompile::Bn254Mul, point.clone());
    let pairs = [&point[..], &other, &negative, &other].concat();
    add("no pair", Precompile::Bn254Pairing, vec![]);
    add("e(P, Q)·e(−P, Q)", Precompile::Bn254Pairing, pairs.clone());
    add("e(P, Q)", Precompile::Bn254Pairing, pairs[..192].to_vec());
    add("e(P, Q)²", Precompile::Bn254Pairing, [&pairs[..192], &pairs[..192]].concat());
    add("half a pair", Precompile::Bn254Pairing, pairs[..96].to_vec());
    // Half of all numbers are x of a point, so that half of these have a signer.
    for v in [27, 28, 27, 28, 27, 28, 0, 29] {
        let mut input = vec![0; 128];
        rng.fill_bytes(&mut input);
        input[32..64].fill(0);
        (input[63], input[64], input[96]) = (v, 0x7f, 0x7f);
        add("a signature", Precompile::EcRecover, input);
    }
    for length in [0, 1, 31, 32, 33, 200] {
        let mut input = vec![0; length];
        rng.fill_bytes(&mut input);
        for contract in [Precompile::Identity, Precompile::Ripemd160, Precompile::Sha256] {
            add("bytes", contract, input.clone());
        }
    }

    // One bit changed, one byte less, one more.
    let whole = cases.len();
    for contract in Precompile::ALL {
        let of: Vec<usize> = (0..whole).filter(|&i| cases[i].contract == contract).collect();
        assert!(!of.is_empty(), "{contract:?}");
        for round in 0..12 {
            let whole = &cases[of[(round * 5) % of.len()]];
            let (name, mut input) = (whole.name.clone(), whole.input.clone());
            let what = match round % 3 {
                0 if !input.is_empty() => {
                    let at = rng.next_u32() as usize % input.len();
                    input[at] ^= 1 << (rng.next_u32() & 7);
                    "a bit changed"
                }
                1 if !input.is_empty() => {
                    input.pop();
                    "a byte less"
                }
                _ => {
                    input.push(0);
                    "a byte more"
                }
            };
            // BLAKE2 takes as many rounds as it is asked for: seconds of what is compared thrice.
            if contract == Precompile::Blake2F && input.len() > 1 {
                input[..2].fill(0);
            }
            cases.push(Case { name: format!("{name}, {what}"), contract, input });
        }
    }
    cases
}
