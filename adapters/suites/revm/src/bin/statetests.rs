//! Runs Ethereum's state tests with curvemark's contracts, and next to them with revm's own.
//!
//! ```text
//! cargo run --release -p curvemark-suite-revm --bin statetests -- compare FOLDER…
//! cargo run --release -p curvemark-suite-revm --bin statetests -- installed FOLDER…
//! ```
//!
//! `compare` runs each test from Istanbul on twice: with `curvemark_evm::revm::Precompiles` in the
//! machine, and with revm's contracts and the arithmetic that revm was built with. All that can be
//! seen must be the same: result, output, gas, logs, and the root of the state. Whether that is
//! also what the test expects is counted: what was published for rules that have changed since, is
//! wrong on both sides. It says how many tests call which contract.
//!
//! `installed` is revme's own program over the same files, in a process in which
//! `revm::install_crypto` was called with `curvemark_evm::revm::Curvemark`.
//!
//! Folders with such tests are `GeneralStateTests` of ethereum/tests and of ethereum/legacytests,
//! and `state_tests` of the fixtures that execution-spec-tests publishes.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use curvemark_evm::revm::{Precompiles, fork_of};
use revm::context::{BlockEnv, CfgEnv, ContextTr, TxEnv};
use revm::context_interface::result::{EVMError, ExecutionResult, HaltReason, InvalidTransaction};
use revm::database::bal::EvmDatabaseError;
use revm::database::{CacheState, EmptyDB, State};
use revm::handler::{EthPrecompiles, PrecompileProvider};
use revm::interpreter::{CallInputs, InterpreterResult};
use revm::primitives::hardfork::SpecId;
use revm::primitives::{Address, AddressSet, B256};
use revm::statetest_types::{SpecName, Test, TestSuite, TestUnit};
use revm::{Context, ExecuteCommitEvm, MainBuilder, MainContext};
use revme::cmd::statetest::merkle_trie::compute_test_roots;
use revme::dir_utils::find_all_json_tests;

/// Runs of tens of thousands of calls, which take minutes: `revme` leaves them out as well.
const LONG: [&str; 4] = [
    "Call50000_sha256.json",
    "static_Call50000_sha256.json",
    "loopMul.json",
    "CALLBlake2f_MaxRounds.json",
];

#[derive(Parser)]
enum Command {
    /// Each test with curvemark's contracts and with revm's own.
    Compare {
        /// Folders or files with state tests.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },
    /// revme's program, with curvemark's arithmetic installed.
    Installed {
        /// Folders or files with state tests.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },
}

type Machine<'a> = Context<BlockEnv, TxEnv, CfgEnv, &'a mut State<EmptyDB>>;
type Outcome = Result<
    ExecutionResult<HaltReason>,
    EVMError<EvmDatabaseError<core::convert::Infallible>, InvalidTransaction>,
>;

/// Contracts, and how often each was called.
struct Counted {
    contracts: Precompiles,
    calls: BTreeMap<Address, usize>,
}

impl<CTX> PrecompileProvider<CTX> for Counted
where
    CTX: ContextTr,
    Precompiles: PrecompileProvider<CTX, Output = InterpreterResult>,
{
    type Output = InterpreterResult;

    fn set_spec(
        &mut self,
        spec: <<CTX as ContextTr>::Cfg as revm::context_interface::Cfg>::Spec,
    ) -> bool {
        PrecompileProvider::<CTX>::set_spec(&mut self.contracts, spec)
    }

    fn run(
        &mut self,
        context: &mut CTX,
        inputs: &CallInputs,
    ) -> Result<Option<InterpreterResult>, String> {
        let result = self.contracts.run(context, inputs)?;
        if result.is_some() {
            *self.calls.entry(inputs.bytecode_address).or_default() += 1;
        }
        Ok(result)
    }

    fn warm_addresses(&self) -> &AddressSet {
        PrecompileProvider::<CTX>::warm_addresses(&self.contracts)
    }
}

/// All that can be seen of a transaction. Why a contract fails is left out: words are each
/// library's own, and no code can see them.
#[derive(PartialEq)]
struct Seen {
    result: String,
    state_root: B256,
    logs_root: B256,
    failed: bool,
}

/// A transaction with some contracts; then what became of these.
fn run<P>(
    before: &CacheState,
    cfg: &CfgEnv,
    block: &BlockEnv,
    tx: &TxEnv,
    contracts: P,
) -> (Seen, P)
where
    P: for<'a> PrecompileProvider<Machine<'a>, Output = InterpreterResult>,
{
    let mut state =
        State::builder().with_cached_prestate(before.clone()).with_bundle_update().build();
    let context = Context::mainnet()
        .with_block(block.clone())
        .with_tx(tx.clone())
        .with_cfg(cfg.clone())
        .with_db(&mut state);
    let mut machine = context.build_mainnet().with_precompiles(contracts);
    let outcome: Outcome = machine.transact_commit(tx.clone());
    let contracts = machine.precompiles;
    let roots = compute_test_roots(&outcome, &state);
    let result = match &outcome {
        Ok(ExecutionResult::Halt { reason, gas, logs }) => {
            let reason = format!("{reason:?}");
            let contract = reason.starts_with("Precompile") || reason.contains("(Precompile)");
            let reason = if contract { "a contract failed" } else { &reason };
            format!("{reason} {gas:?} {logs:?}")
        }
        other => format!("{other:?}"),
    };
    let (state_root, logs_root) = (roots.state_root, roots.logs_root);
    (Seen { result, state_root, logs_root, failed: outcome.is_err() }, contracts)
}

/// What was counted.
#[derive(Default)]
struct Report {
    files: usize,
    /// Files that are no state tests, or have what revm's types do not.
    unread: Vec<String>,
    tests: usize,
    /// Before Istanbul, where all contracts are revm's own, or of rules that revm does not have.
    older: usize,
    /// Transactions that cannot be made, as the tests expect.
    no_transaction: usize,
    calling: usize,
    calls: BTreeMap<Address, usize>,
    /// Of tests that call a contract, those whose expected roots both sides have.
    expected: usize,
    /// Tests whose expected roots neither side has.
    unexpected: Vec<String>,
    /// Tests in which the two sides are not the same.
    different: Vec<String>,
}

impl Report {
    fn unit(&mut self, name: &str, unit: &TestUnit) {
        let before = unit.state();
        for (spec, tests) in &unit.post {
            let older = matches!(
                spec,
                SpecName::Unknown
                    | SpecName::Constantinople
                    | SpecName::ByzantiumToConstantinopleAt5
            );
            if older || fork_of(spec.to_spec_id()).is_none() {
                self.older += tests.len();
                continue;
            }
            let spec = spec.to_spec_id();
            let mut cfg = CfgEnv::default();
            let chain = unit.env.current_chain_id.and_then(|id| id.try_into().ok());
            cfg.chain_id = chain.unwrap_or(1);
            cfg.set_spec_and_mainnet_gas_params(spec);
            // As Prague has them; six before and after.
            let blobs = if spec == SpecId::PRAGUE { 9 } else { 6 };
            cfg.set_max_blobs_per_tx(blobs);
            let block = unit.block_env(&mut cfg);
            for (index, test) in tests.iter().enumerate() {
                self.test(&format!("{name} {spec:?} {index}"), unit, test, &before, &cfg, &block);
            }
        }
    }

    fn test(
        &mut self,
        name: &str,
        unit: &TestUnit,
        test: &Test,
        before: &CacheState,
        cfg: &CfgEnv,
        block: &BlockEnv,
    ) {
        self.tests += 1;
        let Ok(tx) = test.tx_env(unit) else {
            self.no_transaction += 1;
            if test.expect_exception.is_none() {
                self.unexpected.push(name.to_owned());
            }
            return;
        };
        let spec = *cfg.spec();
        let counted = Counted { contracts: Precompiles::new(spec), calls: BTreeMap::new() };
        let (own, counted) = run(before, cfg, block, &tx, counted);
        let (theirs, _) = run(before, cfg, block, &tx, EthPrecompiles::new(spec));
        if own != theirs {
            self.different.push(format!("{name}\n  {}\n  {}", own.result, theirs.result));
        }
        let as_expected = match test.expect_exception {
            Some(_) => own.failed,
            None => !own.failed && own.state_root == test.hash && own.logs_root == test.logs,
        };
        if !as_expected {
            self.unexpected.push(name.to_owned());
        }
        if !counted.calls.is_empty() {
            self.calling += 1;
            self.expected += usize::from(as_expected);
        }
        for (contract, calls) in counted.calls {
            *self.calls.entry(contract).or_default() += calls;
        }
    }
}

fn compare(paths: &[PathBuf]) -> ExitCode {
    let mut report = Report::default();
    let mut files: Vec<_> = paths.iter().flat_map(|path| find_all_json_tests(path)).collect();
    files.sort();
    for path in files {
        let file = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        if LONG.contains(&&*file) {
            println!("left out, long: {}", path.display());
            continue;
        }
        report.files += 1;
        let suite = fs::read_to_string(&path)
            .map_err(|error| error.to_string())
            .and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()));
        match suite {
            Ok(TestSuite(units)) => {
                for (name, unit) in units {
                    report.unit(&format!("{} {name}", path.display()), &unit);
                }
            }
            Err(error) => report.unread.push(format!("{}: {error}", path.display())),
        }
    }
    for line in &report.unread {
        println!("not read: {line}");
    }
    for line in &report.unexpected {
        println!("not as expected, on both sides: {line}");
    }
    for line in &report.different {
        println!("DIFFERENT: {line}");
    }
    println!("{} files, of which {} are not read", report.files, report.unread.len());
    println!("{} tests before Istanbul or of unknown rules are left out", report.older);
    println!("{} tests, of which {} have no transaction", report.tests, report.no_transaction);
    println!(
        "{} of them call a contract, {} of these end as they expect",
        report.calling, report.expected
    );
    for (contract, calls) in &report.calls {
        println!("{calls:8} calls of {contract}");
    }
    println!("{} tests do not end as they expect, on both sides", report.unexpected.len());
    println!("{} tests differ", report.different.len());
    if report.calling == 0 || !report.different.is_empty() {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn installed(paths: Vec<PathBuf>) -> ExitCode {
    assert!(revm::install_crypto(curvemark_evm::revm::Curvemark), "nobody was first");
    let options = ["statetest", "--keep-going", "--omit-progress"].map(PathBuf::from);
    let command = revme::cmd::statetest::Cmd::parse_from(options.into_iter().chain(paths));
    match command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn main() -> ExitCode {
    match Command::parse() {
        Command::Compare { paths } => compare(&paths),
        Command::Installed { paths } => installed(paths),
    }
}
