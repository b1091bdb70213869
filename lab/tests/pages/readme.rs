//! The README and the scoreboard: their tables are what the newest stored runs give, their commands
//! exist, and the command that writes them loses nothing. The README's Rust examples are
//! documentation tests of the crate `curvemark`; `walls/tests/papers.rs` measures its length.

use lab::commands::{Exit, World, execute};
use lab::inputs::PeerSampler;
use lab::measure::clock::SystemClock;
use lab::measure::tables::TABLES;
use lab::report::front;
use lab::report::readme::{END, Refused, START, WITH_CHANGES, rewrite, table_name};
use record::fair::has_ifma;
use record::{Run, runs};
use std::cell::LazyCell;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::fixture;

mod block;
mod commands;
mod rewriting;
mod stored;

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
        let mut latest_first = stored
            .iter()
            .rev()
            .filter_map(|(path, run)| Some((path, run.as_ref().ok()?)))
            .filter(|(_, run)| table_name(run) == Some(table.name));
        let marker = START.replace(" -->", &format!(" {} -->", table.name));
        let Some((path, newest)) = latest_first.next() else {
            // A table that was never measured has no place in the pages.
            let board = fs::read_to_string(root().join("SCOREBOARD.md")).expect("a file");
            assert!(!board.contains(&marker), "a stored run of the table {}", table.name);
            continue;
        };
        let name = path.file_name().expect("a file").to_string_lossy();
        assert_eq!(
            name,
            format!("{}.jsonl", newest.id),
            "a run lies under its id, so that the newest is the last"
        );
        let (file, text) = file_with(&marker);
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
        // A run on a CPU without AVX-512 IFMA, which may be of some rows, has the last column only.
        let whole = if has_ifma(&newest.machine) {
            newest
        } else {
            latest_first.find(|(_, run)| has_ifma(&run.machine)).map_or(newest, |(_, run)| run)
        };
        let measured = |id| whole.operations.iter().any(|operation| operation.id == id);
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
            .filter(|(run, _)| table_name(run).is_some() && has_ifma(&run.machine))
            .find_map(|(run, _)| Some((run, run.operations.iter().find(|one| one.id == id)?)))
            .expect("a run");
        assert!(!run.build.commit.as_deref().expect("a commit").ends_with('+'), "{id} is dirty");
        let ours = &operation.rows[0];
        assert_eq!(ours.implementation, "curvemark");
        let own = |name: &str| name.starts_with("curvemark");
        let peers = operation.rows.iter().filter(|row| row.contract == ours.contract);
        let peers: Vec<_> = peers.filter(|row| !own(&row.implementation)).collect();
        let best = |among: &dyn Fn(&str) -> bool| {
            let among = peers.iter().filter(|row| among(&row.implementation));
            among.filter_map(|row| Some(row.ratio?.value)).min_by(f64::total_cmp).expect("a peer")
        };
        let first = best(&|_| true);
        assert!(row.contains(&format!("| {first:.3} | ")), "{row}, not {first:.3}");
        // On a CPU without AVX-512 IFMA, if a run of this row there is stored: the page's own tests
        // plant some. Else next to peers that ran without it.
        let plain = linked.iter().any(|(run, _)| {
            !has_ifma(&run.machine) && run.operations.iter().any(|one| one.id == id)
        });
        if plain {
            continue;
        }
        let without = operation.rows[1..].iter().find(|row| own(&row.implementation));
        let without = without.expect("curvemark on words").ratio.expect("a ratio").value;
        let of_adx = best(&|name| {
            let who = run.implementations.iter().find(|who| who.name == name).expect("it is named");
            let vectors = who.engine.contains("AVX-512") || who.engine.contains("IFMA");
            !vectors && !who.flags.iter().any(|flag| flag == "target-cpu=native")
        });
        let end = format!("| {:.3} |", of_adx / without);
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
