//! The README and the scoreboard: their tables are what the newest stored runs give, their commands
//! exist, and the command that writes them loses nothing. The README's Rust examples are
//! documentation tests of the crate `curvemark`; `walls/tests/papers.rs` measures its length.

use lab::commands::{Exit, World, execute};
use lab::inputs::PeerSampler;
use lab::measure::clock::SystemClock;
use lab::measure::explain::explain;
use lab::measure::session::HEADLINE;
use lab::measure::sweep::{MOST, Sweep};
use lab::measure::tables::TABLES;
use lab::report::front;
use lab::report::readme::{END, Refused, START, WITH_CHANGES, rewrite, scoreboard, table_name};
use lab::report::sweep;
use record::{Gas, Implementation, Ratio, Row, Run};
use record::{jsonl, runs};
use std::cell::LazyCell;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::fixture;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace is the folder above")
        .to_owned()
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).expect("a README")
}

/// The one of the two files with tables that has this line, and its text.
fn file_with(marker: &str) -> (&'static str, String) {
    let files = ["README.md", "SCOREBOARD.md"]
        .map(|name| (name, fs::read_to_string(root().join(name)).expect("a file")));
    let mut found = files.into_iter().filter(|(_, text)| text.lines().any(|line| line == marker));
    match (found.next(), found.next()) {
        (Some(one), None) => one,
        (None, _) => panic!("no line {marker} in README.md or SCOREBOARD.md"),
        (Some(_), Some(_)) => panic!("{marker} in both files"),
    }
}

/// A command line: its exit, what it says, and what it says on stderr.
fn call(line: &[&str]) -> (Exit, String, String) {
    let clock = SystemClock::new();
    let world = World {
        implementations: LazyCell::new(Box::new(|| Vec::new().into())),
        sampler: &PeerSampler,
        clock: &clock,
        check: &|_, _, _, _| panic!("no command here runs the gate"),
    };
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let line = ["curvemark"].iter().chain(line).map(OsString::from);
    let exit = execute(line, &world, &mut out, &mut err);
    (exit, String::from_utf8(out).expect("text"), String::from_utf8(err).expect("text"))
}

/// The fenced blocks of a Markdown text: language and lines.
fn fences(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        match (line.strip_prefix("```"), open) {
            (Some(language), false) => blocks.push((language, Vec::new())),
            (None, true) => blocks.last_mut().expect("an open block").1.push(line),
            _ => {}
        }
        open ^= line.starts_with("```");
    }
    assert!(!open, "every block ends");
    blocks
}

#[test]
fn each_scoreboard_is_what_the_newest_stored_run_of_its_table_gives() {
    let stored = runs::list(&root().join("results")).expect("a folder");
    for (path, run) in &stored {
        run.as_ref().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    for table in TABLES {
        let mut latest_first =
            stored.iter().rev().filter_map(|(path, run)| Some((path, run.as_ref().ok()?)));
        let newest = latest_first.find(|(_, run)| table_name(run) == Some(table.name));
        let (path, newest) =
            newest.unwrap_or_else(|| panic!("a stored run of the table {}", table.name));
        let name = path.file_name().expect("a file").to_string_lossy();
        assert_eq!(
            name,
            format!("{}.jsonl", newest.id),
            "a run lies under its id, so that the newest is the last"
        );
        let (file, text) = file_with(&START.replace(" -->", &format!(" {} -->", table.name)));
        let beside: Vec<_> = stored
            .iter()
            .filter_map(|(path, run)| {
                Some((
                    run.as_ref().ok()?,
                    format!("results/{}", path.file_name()?.to_string_lossy()),
                ))
            })
            .collect();
        let wanted = rewrite(&text, newest, &format!("results/{name}"), &beside)
            .expect("the file can quote it");
        assert!(
            text == wanted,
            "stale: cargo run --release -- report results/{name} --readme {file}"
        );
        let operations = table.operations();
        let measured = |id| newest.operations.iter().any(|operation| operation.id == id);
        let missing: Vec<_> =
            operations.iter().filter(|operation| !measured(operation.id)).map(|o| o.id).collect();
        assert!(missing.is_empty(), "the stored run lacks {missing:?}");
    }
}

/// All stored runs, oldest first, and how the README links to them.
fn linked(stored: &[(PathBuf, Run)]) -> Vec<(&Run, String)> {
    let name = |path: &Path| path.file_name().expect("a file").to_string_lossy().into_owned();
    stored.iter().map(|(path, run)| (run, format!("results/{}", name(path)))).collect()
}

#[test]
fn the_front_of_the_readme_is_what_the_newest_stored_runs_give() {
    let stored: Vec<(PathBuf, Run)> = runs::list(&root().join("results"))
        .expect("a folder")
        .into_iter()
        .map(|(path, run)| (path, run.expect("a run")))
        .collect();
    let (text, linked) = (readme(), linked(&stored));
    let wanted = front::rewrite(&text, &linked).expect("every row is in a stored run");
    assert!(
        text == wanted,
        "stale: cargo run --release -- report results/ANY.jsonl --readme README.md\n{wanted}"
    );
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| ")).collect();
    for (id, words) in front::ROWS {
        let row = rows.iter().find(|row| row.starts_with(&format!("| {words} |"))).expect(id);
        // By hand: the best of those with curvemark's contract, in the newest run that has it.
        let (run, operation) = linked
            .iter()
            .rev()
            .filter(|(run, _)| table_name(run).is_some())
            .find_map(|(run, _)| Some((run, run.operations.iter().find(|one| one.id == id)?)))
            .expect("a run");
        assert!(!run.build.commit.as_deref().expect("a commit").ends_with('+'), "{id} is dirty");
        let ours = &operation.rows[0];
        assert_eq!(ours.implementation, "curvemark");
        let own = |name: &str| name.starts_with("curvemark");
        let peers = operation.rows.iter().filter(|row| row.contract == ours.contract);
        let best = peers
            .filter(|row| !own(&row.implementation))
            .filter_map(|row| Some(row.ratio?.value))
            .min_by(f64::total_cmp)
            .expect("a peer");
        let without = operation.rows[1..].iter().find(|row| own(&row.implementation));
        let without = without.expect("curvemark on words").ratio.expect("a ratio").value;
        let end = format!("| {best:.3} | {:.3} |", best / without);
        assert!(row.ends_with(&end), "{row}, not {end}");
    }
    // What a run's figures are worth is said before they are quoted.
    let missing = front::rewrite(&text, &[]).expect_err("there is no run");
    assert_eq!(missing, Refused::NoRow(front::ROWS[0].0));
    let mut changed = stored.clone();
    for (_, run) in &mut changed {
        run.build.commit = Some("7b0cc28+".to_owned());
    }
    let linked = self::linked(&changed);
    assert_eq!(front::rewrite(&text, &linked), Err(Refused::Changes));
}

#[test]
fn a_run_of_a_tree_with_changes_is_not_quoted() {
    let text = format!("{START}\n{END}\n");
    for commit in [Some("7b0cc28+".to_owned()), None] {
        let mut run = fixture::run(4);
        run.build.commit = commit;
        assert_eq!(rewrite(&text, &run, "x.jsonl", &[]), Err(Refused::Changes));
        run.id = WITH_CHANGES[0].to_owned();
        assert!(rewrite(&text, &run, "x.jsonl", &[]).is_ok());
    }
    // The list is of runs that are stored and quoted, and of no others.
    let board = fs::read_to_string(root().join("SCOREBOARD.md")).expect("a scoreboard");
    for id in WITH_CHANGES {
        assert!(board.contains(&format!("(results/{id}.jsonl)")), "{id} is quoted no more");
    }
}

/// Three prices, of a product, a reduction and an addition in the base field, explain what the
/// README quotes: what lay far off would spend its time on something that no formula says, or be
/// counted wrongly.
#[test]
fn counts_explain_the_quoted_times() {
    let stored = runs::list(&root().join("results")).expect("a folder");
    let mut latest_first = stored.iter().rev().filter_map(|(_, run)| run.as_ref().ok());
    let newest = latest_first.find(|run| table_name(run) == Some("scalar")).expect("a stored run");
    let explanations = explain(newest);
    assert!(
        explanations.iter().any(|one| one.engine == "residue numbers"),
        "the run is of a CPU with all engines"
    );
    for one in &explanations {
        for line in &one.lines {
            let (ratio, of) = (
                line.ratio(),
                format!("{}, {}: {}", one.implementation, one.engine, line.operation),
            );
            assert!(
                (0.75..=1.25).contains(&ratio),
                "{of} takes {ratio:.3} of what its counts explain"
            );
        }
    }
}

/// The stored sweeps, oldest first.
fn sweeps() -> Vec<(PathBuf, Sweep)> {
    let files = fs::read_dir(root().join("results"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<_> =
        files.filter(|path| path.to_string_lossy().ends_with(Sweep::SUFFIX)).collect();
    paths.sort();
    let load = |path: PathBuf| {
        let sweep =
            Sweep::load(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(
            path.ends_with(format!("{}{}", sweep.id, Sweep::SUFFIX)),
            "a sweep lies under its id"
        );
        (path, sweep)
    };
    paths.into_iter().map(load).collect()
}

#[test]
fn the_growth_is_what_the_newest_sweep_to_the_most_items_gives() {
    let stored = sweeps();
    let reaches = |sweep: &Sweep| {
        sweep.families.iter().flat_map(|curve| &curve.points).any(|point| point.items == MOST)
    };
    let mut latest_first = stored.iter().rev();
    let (path, newest) = latest_first
        .find(|(_, sweep)| reaches(sweep))
        .expect("a stored sweep up to the most items");
    let name = path.file_name().expect("a file").to_string_lossy();
    let (file, text) = file_with("<!-- curvemark:growth -->");
    let wanted =
        sweep::rewrite(&text, newest, &format!("results/{name}")).expect("the file can quote it");
    assert!(text == wanted, "stale: cargo run --release -- report results/{name} --readme {file}");
    // One figure of the table, by hand.
    let last = newest.families[0].points.last().expect("points");
    let best = last.rows.iter().filter(|row| !row.implementation.starts_with("curvemark"));
    let best = best.min_by(|a, b| a.cpu_ns.total_cmp(&b.cpu_ns)).expect("a peer");
    let line = text
        .lines()
        .find(|line| line.starts_with("| 262 144 |"))
        .expect("a line of the most items");
    assert!(line.contains(&format!("| {} | {:.2}", best.implementation, best.ratio)), "{line}");
}

#[test]
fn a_sweep_of_threads_or_crossovers_is_not_quoted_as_growth() {
    let (_, mut sweep) = sweeps().pop().expect("a stored sweep");
    let text = format!("{}\n{}\n", sweep::MARKERS[0], sweep::MARKERS[1]);
    assert_eq!(sweep::rewrite("", &sweep, ""), Err(Refused::Missing(sweep::MARKERS[0])));
    sweep.threads = Some(2);
    assert_eq!(sweep::rewrite(&text, &sweep, ""), Err(Refused::NoGrowth));
    sweep.threads = None;
    sweep.families.clear();
    assert_eq!(sweep::rewrite(&text, &sweep, ""), Err(Refused::NoGrowth));
}

#[test]
fn stored_runs_name_no_host_user_or_path() {
    let known = |variable| {
        std::env::var(variable).ok().filter(|name: &String| name.len() > 2 && name != "root")
    };
    let host =
        fs::read_to_string("/proc/sys/kernel/hostname").ok().map(|name| name.trim().to_owned());
    let host = host.filter(|name| !matches!(name.as_str(), "" | "localhost" | "linux" | "(none)"));
    let secrets: Vec<String> =
        [host, known("USER"), known("LOGNAME"), known("HOME")].into_iter().flatten().collect();
    let runs =
        runs::list(&root().join("results")).expect("a folder").into_iter().map(|(path, _)| path);
    for path in runs.chain(sweeps().into_iter().map(|(path, _)| path)) {
        let text = fs::read_to_string(&path).expect("text");
        for value in serde_json::Deserializer::from_str(&text).into_iter() {
            strings(&value.expect("JSON"), &mut |text| {
                let rooted = text.split_whitespace().any(|word| {
                    word.trim_start_matches(['"', '\'', '(', '`'])
                        .strip_prefix('/')
                        .is_some_and(|rest| !rest.is_empty())
                });
                assert!(!rooted && !text.contains(":\\"), "{}: a path in {text:?}", path.display());
                for word in text.split(|c: char| !c.is_alphanumeric() && !"-_/".contains(c)) {
                    assert!(
                        !secrets.iter().any(|secret| secret == word),
                        "{}: this machine in {text:?}",
                        path.display()
                    );
                }
            });
        }
    }
}

/// Every string of a value, keys too.
fn strings(value: &serde_json::Value, look: &mut impl FnMut(&str)) {
    match value {
        serde_json::Value::String(text) => look(text),
        serde_json::Value::Array(values) => values.iter().for_each(|value| strings(value, look)),
        serde_json::Value::Object(members) => members.iter().for_each(|(key, value)| {
            look(key);
            strings(value, look);
        }),
        _ => {}
    }
}

#[test]
fn the_blocks_of_the_readme_have_a_language_and_its_links_lead_somewhere() {
    let text = readme();
    // A block without a language would be taken for Rust by the documentation tests.
    for (language, lines) in fences(&text) {
        assert!(["sh", "rust", "text", "toml"].contains(&language), "{language:?}: {lines:?}");
    }
    let examples = fences(&text).into_iter().filter(|(language, _)| *language == "rust").count();
    assert!(examples >= 2, "{examples} examples in Rust");
    let board = fs::read_to_string(root().join("SCOREBOARD.md")).expect("a scoreboard");
    for link in [text, board]
        .iter()
        .flat_map(|text| text.split("](").skip(1))
        .filter_map(|rest| rest.split(')').next())
    {
        let file = link.split('#').next().expect("the part before it");
        assert!(link.starts_with("https://") || root().join(file).exists(), "{link} leads nowhere");
    }
}

#[test]
fn the_shell_commands_of_readme_and_results_exist() {
    let read = |name| fs::read_to_string(root().join(name)).expect("a file");
    let texts = [
        "README.md",
        "SCOREBOARD.md",
        "results/README.md",
        "docs/checked.md",
        "docs/lab.md",
        "docs/tools.md",
    ]
    .map(read);
    let mut seen = 0;
    for text in &texts {
        for (_, lines) in fences(text).into_iter().filter(|(language, _)| *language == "sh") {
            for line in
                lines.iter().map(|line| line.split(" #").next().expect("the part before it").trim())
            {
                if !line.is_empty() && !line.starts_with('#') {
                    exists(line);
                    seen += 1;
                }
            }
        }
    }
    assert!(seen >= 12, "{seen} commands");
}

/// The table of what the lab can do has no block that runs.
#[test]
fn the_commands_of_the_labs_page_exist() {
    let text = fs::read_to_string(root().join("docs/lab.md")).expect("a page");
    let codes = text.lines().filter(|line| line.starts_with('|')).flat_map(|line| {
        let code: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
        code
    });
    let commands: Vec<&str> = codes.filter(|code| code.starts_with("curvemark ")).collect();
    assert!(commands.len() >= 20, "{commands:?}");
    commands.into_iter().for_each(exists);
}

#[test]
fn the_round_from_a_shell_is_the_one_of_the_help() {
    let help = commands(include_str!("../../src/commands/cashu/example.sh"));
    let text = fs::read_to_string(root().join("docs/tools.md")).expect("a page");
    // The page begins in a new folder, so that it can be followed twice.
    let found = fences(&text).into_iter().any(|(language, lines)| {
        language == "sh" && lines.ends_with(&help.iter().map(String::as_str).collect::<Vec<_>>())
    });
    assert!(found, "docs/tools.md lacks this block:\n{}", help.join("\n"));
}

/// The commands of a script: no comments, each in one line.
fn commands(script: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut open = false;
    for line in
        script.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let (text, more) = line.strip_suffix(" \\").map_or((line, false), |text| (text, true));
        match commands.last_mut().filter(|_| open) {
            Some(last) => *last = format!("{last} {text}"),
            None => commands.push(text.to_owned()),
        }
        open = more;
    }
    commands
}

/// Panics unless the tools that this line calls know its commands and flags.
fn exists(line: &str) {
    // A variable may take the answer, and a file the output.
    let inside =
        line.split_once("=$(").and_then(|(_, rest)| rest.strip_suffix(')')).unwrap_or(line);
    let inside = inside.split(" >").next().expect("the part before it");
    let words: Vec<&str> =
        inside.split_whitespace().map(|word| word.trim_matches(['\'', '"'])).collect();
    let own = match words.as_slice() {
        ["umask" | "cd" | "echo", ..] => return,
        ["cargo", "install", "--path", folder] => return assert!(root().join(folder).is_dir()),
        ["cargo", "run", "--release"] => &[][..],
        ["cargo", "run", "--release", "--", own @ ..] | ["curvemark", own @ ..] => own,
        ["cargo", "test", flags @ ..] => return exists_test(line, flags),
        [".ci/run"] => return assert!(root().join(".ci/run").is_file()),
        _ => panic!("this test does not know how to look at `{line}`"),
    };
    // Help comes when the parser meets it, and what stands before it has been understood by then.
    let asked: Vec<&str> = own.iter().copied().chain(["--help"]).collect();
    let (exit, out, err) = call(&asked);
    assert!(exit == Exit::Good && out.contains("Usage"), "`{line}`: {err}");
    for file in own.iter().filter(|word| word.ends_with(".jsonl") && **word != "results/ID.jsonl") {
        assert!(root().join(file).is_file(), "`{line}`: there is no {file}");
    }
}

fn exists_test(line: &str, mut flags: &[&str]) {
    let lab = Path::new(env!("CARGO_MANIFEST_DIR"));
    loop {
        flags = match flags {
            [] => return,
            ["--release" | "--workspace", rest @ ..] => rest,
            ["-p", "curvemark-lab" | "curvemark-ctcheck", rest @ ..] => rest,
            ["--test", name, rest @ ..] if lab.join(format!("tests/{name}.rs")).is_file() => rest,
            rest => panic!("`{line}`: what is {rest:?}?"),
        };
    }
}

#[test]
fn the_sentence_and_the_table_count_the_same() {
    let block = scoreboard(&fixture::run(8), "runs/x.jsonl", &[]).expect("a scoreboard");
    let rows: Vec<&str> = block.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert_eq!(rows.len(), HEADLINE.len());
    let count =
        |word: &str| rows.iter().filter(|row| row.ends_with(&format!("| {word} |"))).count();
    let sentence = format!(
        "Against the best peer of equal contract, curvemark is faster in {}, level (within 2 %) in {} and slower in {} of {} operations",
        count("faster"),
        count("level"),
        count("slower"),
        rows.len() - count("not compared"),
    );
    assert!(block.contains(&sentence) && count("slower") > 0, "{sentence}\n{block}");
    assert_eq!(count("faster") + count("level") + count("slower") + count("undecided"), rows.len());
    assert!(block.contains(
        "Run [`20260916T101502Z-7c1e`](runs/x.jsonl) of 2026-09-16: commit `7b0cc28`, rustc 1.95.0"
    ));
    assert!(
        block.contains("AMD EPYC 9354 32-Core Processor")
            && block.contains("portable, 64-bit words")
    );
    assert!(
        block.contains("```sh\ncargo run --release -- run --all --seed 20260916 --budget 60\n```")
    );
    assert!(!block.contains(['\u{202f}', '\u{a0}']) && !block.contains("not a claim"));
}

#[test]
fn a_table_is_quoted_whole_with_the_curves() {
    let mut run = fixture::run(4);
    run.method.selection = Some("--table scalar".to_owned());
    run.operations[0].id = "bn254/fp_mul".to_owned();
    let block = scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard");
    let rows = block
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| operation"))
        .count();
    assert_eq!(rows, run.operations.len(), "{block}");
    let own = &run.operations[0].title;
    assert!(
        block.contains(&format!("| BN254: {own} |")) && block.contains("| BLS12-381: "),
        "{block}"
    );
    assert!(
        block.contains("-- run --table scalar --seed") && !block.contains("Not measured in it")
    );
    // A record from when every argument was quoted, and an argument that needs it.
    for (kept, shown) in [
        ("--table 'scalar'", "--table scalar"),
        ("--table scalar --filter 'a*'", "--table scalar --filter 'a*'"),
    ] {
        run.method.selection = Some(kept.to_owned());
        let block = scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard");
        assert!(block.contains(&format!("-- run {shown} --seed")), "{block}");
    }
}

#[test]
fn contracts_have_their_gas_and_what_a_second_does_of_it() {
    let mut run = fixture::run(4);
    let first = &mut run.operations[0];
    first.gas = ["Prague", "Osaka"].map(|fork| Gas { fork: fork.to_owned(), gas: 6_900 }).to_vec();
    first.rows[0].cpu_ns = 30_000.0;
    let block = scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard");
    assert!(
        block.contains("| curvemark is | gas, Osaka | Mgas/s |") && block.contains("Osaka's price"),
        "{block}"
    );
    let rows: Vec<&str> = block.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert!(rows[0].contains("| 6900 | 230, "), "{}", rows[0]);
    assert!(rows[1].ends_with("| – | – |"), "{}", rows[1]);
}

#[test]
fn the_slower_engine_has_a_column_and_is_no_peer() {
    let mut run = fixture::run(4);
    let without = scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard");
    run.implementations.push(Implementation {
        name: "curvemark (adx)".to_owned(),
        engine: "ADX, 64-bit words".to_owned(),
        ..run.implementations[0].clone()
    });
    for operation in &mut run.operations {
        let ours = operation
            .rows
            .iter()
            .find(|row| row.implementation == "curvemark")
            .expect("it took part")
            .clone();
        // It would be the best peer of all, if it were one.
        let ratio = Some(Ratio { value: 0.25, low: 0.24, high: 0.26, resolution: 0.003 });
        operation.rows.push(Row { implementation: "curvemark (adx)".to_owned(), ratio, ..ours });
    }
    let block = scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard");
    assert_eq!(block.lines().nth(1), without.lines().nth(1), "the verdict is the same");
    assert!(
        block.contains("| curvemark is | without AVX-512: time, ratio |")
            && block.contains("without its fastest engine (it ran on ADX, 64-bit words)")
    );
    // Four times as fast as the first, it is faster than each peer.
    let compared = HEADLINE.len() - without.matches("| not compared |").count();
    let verdict = format!("Without AVX-512 it is faster in {compared}, level in 0 and slower in 0");
    assert!(block.contains(&verdict), "{verdict}: {block}");
    let table = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.starts_with("| ")).map(str::to_owned).collect()
    };
    let (narrow, wide) = (table(&without), table(&block));
    let pairs = narrow.iter().zip(&wide).filter(|(line, _)| line.contains(", "));
    let mut compared = 0;
    // The first is the head.
    for (line, wider) in pairs.skip(1) {
        let cell = wider.strip_prefix(line).expect("the same cells, and one more");
        // Four times the ratio of the best peer.
        let figure =
            |text: &str| text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
        let best = line.split(" | ").nth(5).and_then(figure);
        let own = cell.trim_matches([' ', '|']).rsplit(", ").next().and_then(figure);
        if let Some((best, own)) = best.zip(own) {
            assert!((own / best - 4.0).abs() < 0.02, "{line}: {cell}");
            compared += 1;
        }
    }
    assert!(compared > 10, "{compared} rows have both ratios: {block}");
}

#[test]
fn only_equal_contracts_are_compared() {
    let mut run = fixture::run(4);
    for row in run.operations.iter_mut().flat_map(|operation| &mut operation.rows) {
        if row.implementation == "zkcrypto" {
            // The fastest by far, but with other checks: its ratio, which should not be there, is
            // not looked at.
            row.contract.checks = "curve".to_owned();
            row.ratio = Some(Ratio { value: 0.123, low: 0.122, high: 0.124, resolution: 0.001 });
        }
    }
    let block = scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard");
    assert!(!block.contains("0.123") && !block.contains("| bls12_381 0.9.0 |"), "{block}");
    let block = scoreboard(&fixture::alone(), "x.jsonl", &[]).expect("a scoreboard");
    assert!(
        block.contains("so nothing is compared")
            && block.contains("| none of this contract | – | – | not compared |")
    );
}

#[test]
fn what_a_reader_must_know_comes_first() {
    let block = scoreboard(&fixture::unfit(), "x.jsonl", &[]).expect("a scoreboard");
    let (warning, table) = (
        block.find("not fit to measure").expect("a warning"),
        block.find("| operation").expect("a table"),
    );
    assert!(warning < table && block.contains("The clock canaries lie 9.1 % apart."));
    assert_eq!(scoreboard(&fixture::failed(), "x.jsonl", &[]), Err(Refused::Incorrect));
    assert_eq!(scoreboard(&fixture::empty(), "x.jsonl", &[]), Err(Refused::NoHeadline));

    let mut run = fixture::run(4);
    run.build.commit = Some("7b0cc28+".to_owned());
    run.operations.retain(|operation| operation.id != "bls12-381/pairing");
    run.method.selection = Some(String::new());
    let block = scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard");
    assert!(block.contains("commit `7b0cc28` with changes beyond it"));
    assert!(
        block.contains("Not measured in it: bls12-381/pairing.")
            && block.contains("release -- run --seed")
    );
}

#[test]
fn no_text_of_the_record_becomes_markup() {
    let text = format!("{START}\n{END}\n");
    let mut hostile = fixture::hostile();
    hostile.operations[0].id = HEADLINE[0].to_owned();
    hostile.operations[0].title = format!("a | b\n{END}\n`*[x](https://y) & <b>");
    hostile.implementations[0].engine = "```\n# a heading".to_owned();
    hostile.machine.fingerprint = "`<i>".to_owned();
    let written = rewrite(&text, &hostile, "a b`](c).jsonl", &[]).expect("a scoreboard");
    // The two markers, and the remark that the command is not run.
    assert_eq!((written.matches('<').count(), written.matches(END).count()), (3, 1), "{written}");
    assert!(
        !written.lines().any(|line| line.starts_with("# "))
            && written.contains("(a%20b%60%5D%28c%29.jsonl)")
    );
    let row = "| a \\| b &lt;!-- /curvemark:scoreboard -->";
    assert!(written.contains(row), "{written}");
    assert_eq!(fences(&written).len(), 1);
    // What was written can be written again.
    assert_eq!(rewrite(&written, &hostile, "a b`](c).jsonl", &[]).as_ref(), Ok(&written));
}

#[test]
fn numbers_that_are_none_are_not_shown() {
    let mut run = fixture::extreme();
    for row in run.operations.iter_mut().flat_map(|operation| &mut operation.rows) {
        row.cpu_ns = f64::NAN;
        row.ratio =
            Some(Ratio { value: f64::NAN, low: 0.0, high: f64::INFINITY, resolution: f64::NAN });
    }
    let block = scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard");
    assert!(
        !block.contains("NaN")
            && !block.contains("inf")
            && block.contains("so nothing is compared"),
        "{block}"
    );
}

#[test]
fn the_newest_fit_run_of_each_other_cpu_stands_beside() {
    let of = |cpu: &str, table: &str, fit: bool, ratio: f64| {
        let mut run = fixture::run(8);
        run.method.selection = Some(format!("--table {table}"));
        (run.machine.cpu, run.health.fit) = (cpu.to_owned(), fit);
        for row in run.operations.iter_mut().flat_map(|operation| &mut operation.rows) {
            row.ratio =
                row.ratio.map(|_| Ratio { value: ratio, low: ratio, high: ratio, resolution: 0.0 });
        }
        run
    };
    let run = of("here", "scalar", true, 2.0);
    let stored = [
        of("there", "scalar", true, 3.0),
        of("there", "scalar", true, 4.0),
        of("there", "scalar", false, 5.0),
        of("here", "scalar", true, 6.0),
        of("third", "scalar", false, 7.0),
        of("fourth", "batch", true, 8.0),
    ];
    let linked: Vec<_> =
        stored.iter().zip(0..).map(|(run, k)| (run, format!("results/{k}.jsonl"))).collect();
    let alone = scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard");
    let block = scoreboard(&run, "x.jsonl", &linked).expect("a scoreboard");
    let added = block.strip_prefix(alone.trim_end()).expect("what it was, and more");
    let head = added.lines().find(|line| line.starts_with("| operation")).expect("a table");
    assert!(head.contains("(results/1.jsonl)") && head.matches("](").count() == 1, "{head}");
    // fp_mul: every ratio of that run is 4, and so is what is shown.
    let row = added.lines().find(|line| line.contains("Fp multiplication")).expect("a row");
    assert!(row.ends_with(" 4.000 |") || row.contains(" 4.000, "), "{row}");
}

#[test]
fn markers_are_lines_and_each_is_there_once() {
    let run = fixture::run(4);
    let refused = |text: &str| rewrite(text, &run, "x.jsonl", &[]).expect_err("refused");
    assert_eq!(refused(""), Refused::Missing(START));
    assert_eq!(refused(&format!("{START}\n")), Refused::Missing(END));
    assert_eq!(refused(&format!("see {START}\n{END}")), Refused::Missing(START));
    assert_eq!(refused(&format!("{START}\n{START}\n{END}\n")), Refused::Twice(START));
    assert_eq!(refused(&format!("{START}\n{END}\n{END}")), Refused::Twice(END));
    assert_eq!(refused(&format!("{END}\n{START}\n")), Refused::Order([START, END]));

    // Runs of a table go to its own block, where there is one.
    let [own_start, own_end] = [START, END].map(|line| line.replace(" -->", " scalar -->"));
    let both = format!("{START}\nall\n{END}\n{own_start}\nscalar\n{own_end}\n");
    let mut of_table = fixture::run(4);
    of_table.method.selection = Some("--table scalar".to_owned());
    let written = rewrite(&both, &of_table, "x.jsonl", &[]).expect("markers are there");
    assert!(
        written.starts_with(&format!("{START}\nall\n{END}\n{own_start}\n\n"))
            && !written.contains("\nscalar\n")
    );
    let written = rewrite(&both, &run, "x.jsonl", &[]).expect("markers are there");
    assert!(
        written.ends_with(&format!("{END}\n{own_start}\nscalar\n{own_end}\n"))
            && !written.contains("\nall\n")
    );
    let one_end = format!("{own_start}\n{START}\n{END}\n");
    assert_eq!(rewrite(&one_end, &of_table, "x.jsonl", &[]), Err(Refused::Missing(END)));

    let text = format!("top\r\n  {START}\r\nold\r\n{END}\r\n\u{feff}bottom, no newline");
    let written = rewrite(&text, &run, "x.jsonl", &[]).expect("markers are there");
    assert!(
        written.starts_with(&format!("top\r\n  {START}\r\n"))
            && written.ends_with("\u{feff}bottom, no newline")
    );
    assert!(
        !written.contains("old")
            && written.matches('\n').count() == written.matches("\r\n").count()
    );
}

/// A folder that is gone when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("curvemark-readme-{name}-{}", std::process::id()));
        fs::create_dir_all(path.join("results")).expect("a temporary folder");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Stores a run and says where.
    fn store(&self, run: &Run) -> String {
        let path = self.0.join("results").join(format!("{}.jsonl", run.id));
        jsonl::save(run, &path).expect("a new file");
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_command_writes_compares_and_leaves_alone() {
    let folder = Folder::new("writes");
    let (run, file) = (folder.store(&fixture::run(4)), folder.file("README.md"));
    let old = format!("# Title\n\n{START}\nold\n{END}\n\nThe end.\n");
    fs::write(&file, &old).expect("a new file");
    let quote = ["report", &run, "--readme", &file];
    let check = ["report", &run, "--readme", &file, "--check"];

    let (exit, out, err) = call(&check);
    assert_eq!((exit, out.as_str()), (Exit::Regression, ""));
    assert!(
        err.contains("README.md is not what run 20260916T101502Z-7c1e gives")
            && err.lines().count() == 1,
        "{err}"
    );
    assert_eq!(fs::read_to_string(&file).expect("text"), old, "--check writes nothing");

    let (exit, out, err) = call(&quote);
    assert_eq!((exit, err.as_str()), (Exit::Good, ""));
    assert!(out.ends_with("README.md is written\n"), "{out}");
    let written = fs::read_to_string(&file).expect("text");
    assert!(
        written.starts_with("# Title\n\n") && written.ends_with(&format!("{END}\n\nThe end.\n"))
    );
    assert!(written.contains("](results/20260916T101502Z-7c1e.jsonl)") && !written.contains("old"));
    assert!(!written.contains(&folder.0.display().to_string()));

    assert_eq!(call(&check).0, Exit::Good);
    assert!(call(&quote).1.ends_with("README.md is as it should be\n"));
    let json = [&quote[..], &["--json"]].concat();
    let answer: serde_json::Value = serde_json::from_str(&call(&json).1).expect("JSON");
    assert_eq!((&answer["current"], &answer["written"]), (&true.into(), &false.into()));
    let names: Vec<_> = fs::read_dir(&folder.0)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(names.len(), 2, "nothing is left behind: {names:?}");
}

#[cfg(unix)]
#[test]
fn behind_a_link_the_file_is_written_and_the_link_kept() {
    let folder = Folder::new("link");
    let run = folder.store(&fixture::run(4));
    fs::write(folder.file("real.md"), format!("{START}\n{END}\n")).expect("a new file");
    std::os::unix::fs::symlink("real.md", folder.0.join("README.md")).expect("a new link");
    assert_eq!(call(&["report", &run, "--readme", &folder.file("README.md")]).0, Exit::Good);
    assert!(folder.0.join("README.md").is_symlink());
    assert!(fs::read_to_string(folder.file("real.md")).expect("text").contains("| operation |"));
}

#[test]
fn on_any_error_the_file_is_left_alone() {
    let folder = Folder::new("errors");
    let good = folder.store(&fixture::run(4));
    let failed = folder.store(&Run { id: "20260917T000000Z-0001".to_owned(), ..fixture::failed() });
    let empty = folder.store(&Run { id: "20260918T000000Z-0002".to_owned(), ..fixture::empty() });
    let (file, plain, binary) =
        (folder.file("README.md"), folder.file("plain.md"), folder.file("binary.md"));
    let text = format!("{START}\nkept\n{END}\n");
    fs::write(&file, &text).expect("a new file");
    fs::write(&plain, "no markers").expect("a new file");
    fs::write(&binary, [0xff, 0xfe]).expect("a new file");
    let (missing, page) = (folder.file("missing.md"), folder.file("page.html"));
    for (line, exit, says) in [
        (
            &["report", &good, "--readme", &plain][..],
            Exit::Usage,
            "plain.md: there is no line <!-- curvemark:scoreboard -->",
        ),
        (
            &["report", &good, "--readme", &plain, "--check"],
            Exit::Usage,
            "plain.md: there is no line",
        ),
        (&["report", &good, "--readme", &missing], Exit::Usage, "missing.md: "),
        (&["report", &good, "--readme", &binary], Exit::Usage, "binary.md: "),
        (&["report", &missing, "--readme", &file], Exit::Usage, "missing.md: "),
        (
            &["report", &empty, "--readme", &file],
            Exit::Usage,
            "has none of the headline operations",
        ),
        (
            &["report", &failed, "--readme", &file],
            Exit::Incorrect,
            "the correctness gate of the run did not pass",
        ),
        (&["report", &good, "--check"], Exit::Usage, "required arguments were not provided"),
        (&["report", &good, "--readme", &file, "--out", &page], Exit::Usage, "cannot be used with"),
    ] {
        let (found, out, err) = call(line);
        assert_eq!((found, out.as_str()), (exit, ""), "{line:?}: {err}");
        assert!(err.contains(says) && err.lines().count() == 1, "{line:?}: {err}");
        assert_eq!(fs::read_to_string(&file).expect("text"), text);
    }
}
