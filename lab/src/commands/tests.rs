//! Command lines on a simulated world.

use super::*;
use crate::inputs::FieldsOnly;
use crate::measure::clock::simulated::{Behaviour, SimulatedClock, SyntheticLibrary};
use record::Suite;
use record::jsonl;
use std::path::PathBuf;

mod compare;
mod evmmax;
mod files;
mod gas;
mod running;
mod seeds;

fn gate(failed: u64, passed: u64) -> Gate {
    let suite = Suite {
        name: "vectors/test".into(),
        shows: "That the test sees it.".into(),
        source: "here".into(),
        passed,
        failures: (0..failed).map(|i| format!("case {i} is wrong")).collect(),
        failed,
        skipped: None,
    };
    Gate {
        tier: "quick".into(),
        vectors: "the repository's own".into(),
        suites: vec![suite],
        seconds: 0.1,
    }
}

/// A folder that is gone when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("curvemark-commands-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    fn arguments(&self) -> Vec<String> {
        let path = |name| self.0.join(name).display().to_string();
        vec!["--out".into(), path("report.html"), "--runs".into(), path("runs")]
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn call(
    arguments: &[&str],
    libraries: Vec<SyntheticLibrary>,
    clock: &SimulatedClock,
    gate: &Gate,
) -> (Exit, String, String) {
    let boxed: Vec<_> =
        libraries.into_iter().map(|library| Box::new(library) as Box<dyn Implementation>).collect();
    let check =
        |_: &Plan, _: Engines, _: &[Box<dyn Implementation>], tell: &dyn Fn(&str, u64, u64)| {
            tell("vectors/test", 1, 1);
            gate.clone()
        };
    let world = World {
        implementations: LazyCell::new(Box::new(|| boxed.into())),
        sampler: &FieldsOnly,
        clock,
        check: &check,
    };
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let line = ["curvemark"].iter().chain(arguments).map(OsString::from);
    let exit = execute(line, &world, &mut out, &mut err);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (exit, text(out), text(err))
}

fn two(clock: &SimulatedClock) -> Vec<SyntheticLibrary> {
    vec![
        SyntheticLibrary::steady("curvemark", clock, 20.0),
        SyntheticLibrary::steady("other", clock, 30.0),
    ]
}

fn plain(arguments: &[&str]) -> (Exit, String, String) {
    let clock = SimulatedClock::new(1, 0.01);
    call(arguments, two(&clock), &clock, &gate(0, 3))
}

fn in_folder(folder: &Folder, arguments: &[&str], gate: &Gate) -> (Exit, String, String) {
    let clock = SimulatedClock::new(1, 0.01);
    let own = folder.arguments();
    let all: Vec<&str> = arguments.iter().copied().chain(own.iter().map(String::as_str)).collect();
    call(&all, two(&clock), &clock, gate)
}

#[test]
fn the_command_line_is_consistent() {
    help::command().debug_assert();
}

/// The commands in the blocks of a document, each as its words: lines that begin with the program,
/// and in jobs up to `--quiet`.
fn documented(text: &str) -> Vec<Vec<String>> {
    let blocks: Vec<&str> = text.split("\n```").skip(1).step_by(2).collect();
    let mut found = Vec::new();
    for block in blocks {
        for line in block.lines().filter(|line| line.starts_with("curvemark ")) {
            let line =
                line.split(" # ").next().unwrap_or(line).split(" && ").next().unwrap_or(line);
            found.push(line.split_whitespace().map(str::to_owned).collect());
        }
        for job in block.split("./target/release/curvemark ").skip(1) {
            // What a pipeline fills in is one word.
            let plain: Vec<&str> = job
                .split("${{")
                .map(|part| part.split_once("}}").map_or(part, |(_, rest)| rest))
                .collect();
            let plain = plain.join("abcdef0");
            let (options, _) = plain.split_once("--quiet").expect("a job is quiet");
            found.push(
                ["curvemark"]
                    .into_iter()
                    .chain(options.split_whitespace())
                    .map(|word| word.trim_matches('"').to_owned())
                    .collect(),
            );
        }
    }
    found
}

#[test]
fn documented_commands_are_taken() {
    let documents = [
        (include_str!("../../../docs/ci.md"), 3),
        (include_str!("../../../docs/findings.md"), 4),
        (include_str!("../../../docs/store.md"), 1),
        (include_str!("../../../docs/evmmax.md"), 8),
        (include_str!("../../../docs/tutorial.md"), 3),
        (include_str!("../../../docs/worker-protocol.md"), 3),
    ];
    // A file of prices is read with the command line.
    let prices = std::env::temp_dir().join(format!("curvemark-prices-{}", std::process::id()));
    std::fs::write(&prices, r#"{"base": "eip5843"}"#).expect("a file");
    for (text, least) in documents {
        let commands = documented(text);
        assert!(commands.len() >= least, "{commands:?}");
        for words in commands {
            let file = |word: &String| match word.as_str() {
                "prices.json" => prices.clone().into_os_string(),
                word => word.into(),
            };
            let words_of: Vec<OsString> = words.iter().map(file).collect();
            let refused = Cli::read(&words_of).err().map(|error| error.to_string());
            assert_eq!(refused, None, "{}", words.join(" "));
        }
    }
    std::fs::remove_file(prices).expect("the file");
}

/// No request runs what another has put into a cache, no action changes under its name, and no code
/// of a request is near a token that writes.
#[test]
fn documented_jobs_trust_nothing_of_other_requests() {
    let text = include_str!("../../../docs/ci.md");
    let blocks: Vec<&str> =
        text.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let [github, gitlab] = blocks[..] else { panic!("{} blocks of YAML", blocks.len()) };
    let cached: Vec<&str> =
        gitlab.lines().filter(|line| line.trim_start().starts_with("key:")).collect();
    assert!(!github.contains("actions/cache") && github.contains("persist-credentials: false"));
    assert_eq!(cached, ["    key: compare-$CI_MERGE_REQUEST_IID"]);
    let actions: Vec<&str> =
        github.lines().filter_map(|line| line.split_once("uses: ")).map(|(_, name)| name).collect();
    assert_eq!(actions.len(), 3, "{actions:?}");
    for action in actions {
        let commit = action
            .split_once('@')
            .and_then(|(_, rest)| rest.split_whitespace().next())
            .unwrap_or_default();
        assert!(
            commit.len() == 40 && commit.bytes().all(|digit| digit.is_ascii_hexdigit()),
            "{action}"
        );
    }
    let (with_code, with_token) = github.split_once("\n  comment:").expect("two jobs");
    assert!(with_code.contains("permissions: {}") && !with_code.contains("write"), "{with_code}");
    assert!(
        with_token.contains("pull-requests: write") && !with_token.contains("checkout"),
        "{with_token}"
    );
}

#[test]
fn wrong_arguments_get_one_line_and_code_2() {
    for (arguments, says) in [
        (&["--bogus"][..], "unexpected argument '--bogus' found"),
        (
            &["run", "--fliter", "x"],
            "found; a similar argument exists: '--filter' (see curvemark run --help)",
        ),
        (&["rnu"], "unrecognized subcommand 'rnu'"),
        (&["run", "--budget", "never"], "a number of seconds from 0.1 to 86400"),
        (&["run", "--budget=-3"], "a number of seconds from 0.1 to 86400"),
        (
            &["run", "--budget", "-3"],
            "invalid value '-3' for '--budget <SECONDS>': a number of sec",
        ),
        (&["run", "--seed", "x"], "'x' for '--seed <SEED>': a whole number is needed"),
        (&["run", "--seed", "99999999999999999999"], "'--seed <SEED>': the number is too large"),
        (
            &["keygen"],
            "'keygen'; it belongs to bls, ecdsa, schnorr, eddsa, cashu, vrf (see curvemark",
        ),
        (&["run", "--filter", ""], "--filter is empty"),
        (&["sweep", "--filter", ""], "--filter is empty"),
        (&["run", "--filter", "nothing"], "no operation matches 'nothing'"),
        (&["run", "--filter", "[a"], "is not a pattern"),
        (&["run", "--all", "--filter", "x"], "cannot be used with"),
        (&["run", "--out", "/nowhere/at/all/x.html"], "there is no folder /nowhere/at/all"),
        (&["report"], "no run is named: give the file of a stored run"),
        (&["report", "--ledger", "x"], "not provided: --platforms <FOLDER> (see curvemark"),
        (&["report", "--runs", "x"], "not provided: --verify (see curvemark report --help)"),
        (&["report", "/"], "/ is a folder, where a file is needed"),
        (&["import", "go", "/"], "/ is a folder, where a file is needed"),
        (&["import", "go", "missing.txt"], "there is no file missing.txt"),
        (&["evmmax", "run", "/"], "/: a folder, where a file or a program is needed"),
        (&["history", "--runs", "Cargo.toml"], "Cargo.toml is a file, where a folder of runs"),
        (&["report", "--verify", "--runs", "Cargo.toml"], "Cargo.toml is a file, where a folder"),
        (&["report", "--verify", "--runs", "src"], "no runs in src: nothing was verified"),
        (&["import", "go"], "(see curvemark import go --help)"),
        (&["history", "--runs", "/nowhere/at/all"], "there is no folder /nowhere/at/all"),
        (&["findings", "--runs", "/nowhere/at/all"], "there is no folder /nowhere/at/all"),
        (
            &["report", "--verify", "--runs", "/nowhere/at/all"],
            "there is no folder /nowhere/at/all",
        ),
        (&["report", "--platforms", "/nowhere/at/all"], "there is no folder /nowhere/at/all"),
        (&["report", "missing.jsonl"], "there is no file missing.jsonl"),
        (
            &["findings", "20260102T030405Z-0000"],
            "there is no file 20260102T030405Z-0000, and no run of this id in runs; `curvemark history`",
        ),
        (&["history", "fp_mul"], "no runs in runs; `curvemark run` makes one"),
        (
            &["groth16", "setup"],
            "provided: --insecure-test --constraints <NUMBER> --out <FOLDER> (",
        ),
        (&["check", "--tier", "huge"], "possible values: quick, full"),
        (&["check", "--stage", "speed"], "there are vectors, laws, agreement"),
        (
            &["check", "--filter", "nothing"],
            "neither an operation nor a function matches 'nothing'",
        ),
        (&["check", "--filter", "a["], "is not a pattern"),
        (&["check", "--self-test", "--filter", "g1"], "cannot be used with"),
        (&["aa", "--operation", "x"], "no operation 'x'"),
        (&["aa", "--planted", "0"], "a number of per cent"),
    ] {
        let (exit, out, err) = plain(arguments);
        assert_eq!((exit, out.as_str()), (Exit::Usage, ""), "{arguments:?}");
        assert!(err.contains(says) && err.lines().count() == 1, "{arguments:?}: {err}");
    }
}

#[test]
fn help_and_lists_work() {
    for command in ["run", "check", "report", "peers", "machine", "list", "history", "aa"] {
        let (exit, out, err) = plain(&[command, "--help"]);
        assert!(exit == Exit::Good && out.contains("Example") && err.is_empty(), "{command}");
    }
    let (exit, out, err) = plain(&["help"]);
    assert!(exit == Exit::Good && out.contains("Research:") && err.is_empty(), "{out}");
    let (_, out, _) = plain(&["list"]);
    assert!(out.starts_with(&format!("{} operations, of which", OPERATIONS.len())), "{out}");
    assert!(out.contains("bls12-381/pairing"), "{out}");
    assert!(out.contains("parsed, constant time: curvemark, other"), "{out}");
    let (_, out, _) = plain(&["list", "--json", "--filter", "fp_mul"]);
    let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(value[0]["contracts"]["other"]["input"], "parsed");
    let (_, out, _) = plain(&["peers"]);
    assert!(out.starts_with("2 implementations can be measured.\n\nname "), "{out}");
    assert!(
        out.contains("other 1.0")
            && out.contains(&format!("{0} of {0}: bls12-381", OPERATIONS.len())),
        "{out}"
    );
    let (_, out, _) = plain(&["peers", "--json"]);
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&out).expect("JSON")["peers"][1]["name"],
        "other"
    );
    let folder = Folder::new("none");
    let (exit, out, _) = plain(&["history", "--runs", &folder.0.display().to_string()]);
    assert!(exit == Exit::Good && out.starts_with("No runs in"));
    record::sample::sweep("20260102T030405Z-00ff").save(&folder.0).expect("a disk");
    let (_, out, _) = plain(&["history", "--runs", &folder.0.display().to_string()]);
    assert!(
        out.starts_with("No runs in") && out.contains("but 1 sweep: `curvemark report FILE`"),
        "{out}"
    );
}

#[test]
fn the_method_tests_itself() {
    let arguments = ["aa", "--planted", "--operation", "bls12-381/fp_mul", "--no-pin", "--json"];
    let (exit, out, _) = plain(&arguments);
    let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((exit, value["passed"].as_bool()), (Exit::Good, Some(true)), "{out}");
    let subject = &value["subjects"][0];
    assert_eq!((subject["trials"].as_u64(), subject["planted"].as_f64()), (Some(20), Some(0.03)));
    assert!(subject["found"].as_u64() >= Some(19) && value["load"].is_null());
    let (_, out, _) = plain(&arguments[..arguments.len() - 1]);
    assert!(out.contains("planted 3.0 %") && out.contains("the method works here"), "{out}");
}

#[test]
fn a_closed_pipe_is_silence() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let clock = SimulatedClock::new(1, 0.0);
    let check = |_: &Plan,
                 _: Engines,
                 _: &[Box<dyn Implementation>],
                 _: &dyn Fn(&str, u64, u64)| gate(0, 1);
    let world = World {
        implementations: LazyCell::new(Box::new(|| Vec::new().into())),
        sampler: &FieldsOnly,
        clock: &clock,
        check: &check,
    };
    for command in ["list", "--help", "peers"] {
        let mut err = Vec::new();
        let line = ["curvemark", command].map(OsString::from);
        assert_eq!(execute(line, &world, &mut Closed, &mut err), Exit::Good);
        assert!(err.is_empty());
    }
}

#[test]
fn filters_match_whole_names_or_parts() {
    let ids = |curve, filter| {
        let found = select(Some(filter), curve, |_| true);
        found.map(|found| found.iter().map(|operation| operation.id).collect::<Vec<_>>())
    };
    let bls = Some("bls12-381");
    assert_eq!(ids(bls, "g1_doub").expect("a part"), ["bls12-381/g1_double"]);
    assert_eq!(ids(bls, "g?_mul").expect("the verb"), ["bls12-381/g1_mul", "bls12-381/g2_mul"]);
    assert_eq!(
        ids(None, "g2_mul").expect("a part"),
        ["bls12-381/g2_mul", "bn254/g2_mul", "bn254/g2_mul_vartime", "bls12-377/g2_mul_vartime"]
    );
    assert_eq!(ids(Some("P-256"), "decode").expect("a curve by its name"), ["p256/decode"]);
    let wrong = |curve, filter| format!("{:?}", ids(curve, filter).expect_err("it is wrong"));
    assert!(
        wrong(Some("bls12-446"), "f").contains("no curve 'bls12-446'; there are bls12-381, bn254")
    );
    assert!(wrong(Some("p256"), "pairing").contains("no operation on P-256 matches 'pairing'"));
    let whole = select(None, Some("bn254"), |_| true).expect("a curve");
    assert!(whole.len() > 20 && whole.iter().all(|operation| operation.id.starts_with("bn254/")));
    let ids = |filter| ids(None, filter);
    assert_eq!(ids("cashu-v3*").expect("the whole").len(), 7);
    assert!(ids("f").expect("many").len() > 12);
}

/// Ids have one spelling, and Rust's means the same wherever one is taken.
#[test]
fn ids_are_taken_as_rust_spells_them_too() {
    let (_, out, _) = plain(&["list", "--filter", "bls12_381/fp_mul"]);
    assert!(out.contains("bls12-381/fp_mul"), "{out}");
    assert_eq!(plain(&["list", "--curve", "bls12-381"]), plain(&["list", "--curve", "BLS12_381"]));
    let (_, out, _) = plain(&["list", "--filter", "cashu_v3/*", "--json"]);
    assert!(out.contains("cashu-v3/sign") && !out.contains("cashu_v3"), "{out}");
    let id = |id: &str| operation_named(id).map(|operation| operation.id).ok();
    assert_eq!(id("bls12_381/g1_mul"), Some("bls12-381/g1_mul"));
    assert_eq!((id("bls12-381/g1-mul"), id("bls12381/g1_mul")), (None, None));
    assert_eq!(spelled("bn254/g1_mul evm/bls12_g1add"), "bn254/g1_mul evm/bls12_g1add");
}

#[test]
fn counts_are_printed_for_people_and_programs() {
    let (exit, out, _) = plain(&["count", "--filter", "fp12 mul"]);
    assert!(
        exit == Exit::Good && out.starts_with("BLS12-381") && out.contains("Fp12 multiplication"),
        "{out}"
    );
    assert!(!out.contains("Pairing"));
    let (exit, out, _) =
        plain(&["count", "--engine", "adx", "--filter", "Fp12 multiplication", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&out).expect("one JSON value");
    assert_eq!((exit, answer["engine"].as_str()), (Exit::Good, Some("adx")));
    assert_eq!(
        (answer["rows"][0]["products"].as_u64(), answer["rows"][0]["reductions"].as_u64()),
        (Some(54), Some(12))
    );
    assert_eq!(plain(&["count", "--filter", "no such thing"]).0, Exit::Usage);
}

#[test]
fn constants_are_derived_for_people_and_programs() {
    let (exit, out, _) = plain(&["derive"]);
    assert!(exit == Exit::Good && out.lines().any(|line| line == "bls12-381"), "{out}");
    let (exit, out, _) = plain(&["derive", "bls12-381", "--item", "BETA"]);
    let beta = "5f19672fdf76ce51ba69c6076a0f77eaddb3a93be6f89688de17d813620a00022e01fffffffefffe";
    assert!(
        exit == Exit::Good && out.contains("bls12_381/g1.rs\n  BETA: ") && out.contains(beta),
        "{out}"
    );
    let (_, out, _) = plain(&["derive", "bls12_381", "--item", "BETA", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&out).expect("one JSON value");
    assert_eq!(answer["constants"][0]["hex"][0].as_str(), Some(beta));
    assert_eq!(answer["curve"], "bls12-381", "one spelling, whatever was asked for");
    let (exit, out, _) = plain(&["derive", "pasta", "--item", "ROOT_OF_UNITY"]);
    let root = "2bce74deac30ebda362120830561f81aea322bf2b7bb7584bdad6fabd87ea32f";
    assert!(exit == Exit::Good && out.contains("pasta/vesta.rs") && out.contains(root), "{out}");
    let (exit, _, err) = plain(&["derive", "bls12-446"]);
    assert!(exit == Exit::Usage && err.contains("there are bls12-381, bn254"), "{err}");
    assert_eq!(plain(&["derive", "bls12_381", "--item", "nothing"]).0, Exit::Usage);
}

#[test]
fn an_engine_that_does_not_exist_is_an_error_of_usage() {
    for command in ["run", "check", "aa"] {
        let (exit, out, err) = plain(&[command, "--engine", "abacus"]);
        assert_eq!((exit, out.as_str()), (Exit::Usage, ""));
        assert_eq!(
            err,
            "curvemark: --engine: no engine 'abacus'; there are portable, adx, doubles, doubles512, lanes, rns\n"
        );
    }
    assert_eq!(plain(&["check", "--engine", "portable", "--quiet"]).0, Exit::Good);
}

#[test]
fn a_table_is_its_operations_beside_its_peers() {
    let folder = Folder::new("table");
    let clock = SimulatedClock::new(1, 0.01);
    let mut libraries = two(&clock);
    libraries.push(SyntheticLibrary::steady("blst", &clock, 25.0));
    let own = folder.arguments();
    let line = ["run", "--table", "scalar", "--engine", "portable", "--no-pin", "--json"];
    let all: Vec<&str> = line.into_iter().chain(own.iter().map(String::as_str)).collect();
    let (exit, out, err) = call(&all, libraries, &clock, &gate(0, 3));
    assert_eq!((exit, err.as_str()), (Exit::Good, ""));
    let run: Run = serde_json::from_str(&out).expect("one JSON value");
    assert_eq!(run.method.selection.as_deref(), Some("--table scalar --engine portable"));
    let row = |id: &str| {
        let operation =
            run.operations.iter().find(|operation| operation.id == id).expect("it is measured");
        operation.rows.iter().map(|row| row.implementation.clone()).collect::<Vec<_>>()
    };
    assert_eq!(row("bls12-381/fp_mul"), ["curvemark", "blst"]);
    assert!(run.operations.iter().all(|operation| operation.id != "bls12-381/fp_inv"));
    let (exit, _, err) = plain(&["run", "--table", "square"]);
    assert_eq!(
        (exit, err.as_str()),
        (
            Exit::Usage,
            "curvemark: no table 'square'; there are scalar, batch, signatures, agreement, cashu, poseidon, kzg, groth16, evm, clients, protocols, pasta, bls12-377, verkle, threads, founding\n"
        )
    );
}

#[test]
fn a_folder_is_verified_and_its_history_told() {
    let folder = Folder::new("verify");
    let runs = folder.0.join("runs");
    let mut last = String::new();
    for i in 0..9u32 {
        let mut run = record::sample::sample();
        run.id = format!("2026010{}T000000Z-0000", i + 1);
        run.operations.truncate(1);
        run.build.commit = Some(format!("c{i}"));
        let operation = &mut run.operations[0];
        operation.rows.truncate(1);
        (operation.control, operation.rows[0].rounds_ln) = (None, Vec::new());
        operation.rows[0].rounds_visit.clear();
        operation.rows[0].p10_ns = if i < 5 { 100.0 } else { 110.0 } + f64::from(i % 3) / 10.0;
        (run.health.control_held, run.health.control_total) = (0, 0);
        last = record::runs::save(&run, &runs).expect("a disk").head.link.hash;
    }
    let path = runs.display().to_string();
    let (exit, out, err) = plain(&["report", "--verify", "--runs", &path, "--head", &last]);
    assert!(
        exit == Exit::Good
            && out.starts_with("chain:    9 runs and sweeps, the first 9 vouched for")
            && err.is_empty(),
        "{out}{err}"
    );
    let (exit, out, _) = plain(&["report", "--verify", "--runs", &path]);
    assert!(exit == Exit::Good && out.contains("- No head from elsewhere was given"), "{out}");
    assert_eq!(plain(&["report", "--verify", "--runs", &path, "--head", "12"]).0, Exit::Usage);
    assert_eq!(plain(&["report"]).0, Exit::Usage);

    let (exit, out, _) = plain(&["history", "one", "--runs", &path]);
    assert!(
        exit == Exit::Good && out.contains("a/one  curvemark (portable) on 0123456789ab  ▁▁▁▁▁█"),
        "{out}"
    );
    assert!(
        out.contains("  changes at run 20260106T000000Z-0000 by +10.0 %")
            || out.contains("by +9.9 %"),
        "{out}"
    );
    assert!(out.contains("    to be sure: curvemark compare c4 c5"), "{out}");
    assert_eq!(plain(&["history", "two", "--runs", &path]).0, Exit::Usage);
    let (exit, out, _) =
        plain(&["history", "--all", "--by", "curvemark", "--json", "--runs", &path]);
    assert!(
        exit == Exit::Good
            && serde_json::from_str::<serde_json::Value>(&out).expect("JSON")["lanes"][0]["points"]
                [8]["commit"]
                == "c8"
    );

    let file = runs.join("20260103T000000Z-0000.jsonl");
    let text = std::fs::read_to_string(&file).expect("stored").replace("100.2", "90.2");
    std::fs::write(&file, text).expect("ours");
    let (exit, out, err) = plain(&["report", "--verify", "--runs", &path, "--head", &last]);
    assert_eq!(exit, Exit::Invalid);
    assert!(
        err.contains(
            "the first run that is not what was stored is 20260103T000000Z-0000 (number 3)"
        ),
        "{err}"
    );
    assert!(
        out.contains(
            "WRONG: 20260103T000000Z-0000 (number 3): its bytes are not those that were sealed"
        ),
        "{out}"
    );
}

#[test]
fn runs_are_exported_and_others_imported() {
    let folder = Folder::new("export");
    let file = folder.0.join("x.jsonl");
    jsonl::save(&record::sample::sample(), &file).expect("a disk");
    let file = file.display().to_string();
    for format in record::export::FORMATS.iter().filter(|format| format.name != "zkalc") {
        let (exit, out, err) = plain(&["export", &file, "--format", format.name]);
        assert!(
            exit == Exit::Good
                && out.contains("a/one") | out.contains("on=a/op=one")
                && err.is_empty(),
            "{out}{err}"
        );
    }
    let (exit, _, err) = plain(&["export", &file, "--format", "zkalc"]);
    assert!(exit == Exit::Usage && err.contains("--out FOLDER says where"), "{err}");
    let (exit, _, err) = plain(&["export", &file, "--format", "yaml"]);
    assert!(
        exit == Exit::Usage
            && err.contains("zkalc, criterion, gha, bmf, go, csv, prometheus, junit"),
        "{err}"
    );
    let out_folder = folder.0.join("there").display().to_string();
    let (exit, out, _) = plain(&["export", &file, "--format", "criterion", "--out", &out_folder]);
    let written = PathBuf::from(out.trim_end());
    assert!(exit == Exit::Good && written.ends_with("there/criterion.json"), "{out}");
    let (exit, out, _) =
        plain(&["import", "criterion", out.trim_end(), "--commit", "abc", "--header"]);
    assert!(
        exit == Exit::Good
            && out.starts_with("commit,id,typical_ns,half_ns,verdict\nabc,a/one/curvemark,19.25,"),
        "{out}"
    );
    let table = folder.0.join("history.csv");
    let rows = out
        .replace("abc,", "abd,")
        .lines()
        .skip(1)
        .map(|line| format!("{line}\n"))
        .collect::<String>();
    std::fs::write(&table, out + &rows).expect("a disk");
    let (exit, out, _) = plain(&["history", "--published", &table.display().to_string()]);
    assert!(
        exit == Exit::Good && out.starts_with("abc to abd: 4 benchmarks moved by +0.0 %"),
        "{out}"
    );
    assert_eq!(plain(&["import", "go", &file]).0, Exit::Usage);
}
