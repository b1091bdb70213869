//! The stored runs and sweeps: counts explain their times, tables of growth are what they give, and
//! they name nobody.

use super::{file_with, root};
use lab::measure::explain::explain;
use lab::measure::sweep::{MOST, Sweep};
use lab::report::readme::{Refused, table_name};
use lab::report::sweep;
use record::fair::has_ifma;
use record::{Run, runs};
use std::fs;
use std::path::PathBuf;

/// Three prices, of a product, a reduction and an addition in the base field, explain what the
/// README quotes: what lay far off would spend its time on something that no formula says, or be
/// counted wrongly.
#[test]
fn counts_explain_the_quoted_times() {
    let stored = runs::list(&root().join("results")).expect("a folder");
    let mut latest_first = stored.iter().rev().filter_map(|(_, run)| run.as_ref().ok());
    let of_all_engines = |run: &&Run| table_name(run) == Some("scalar") && has_ifma(&run.machine);
    let newest = latest_first.find(of_all_engines).expect("a stored run");
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
    // Nor one of code that nobody can build again.
    for commit in [Some("7b0cc28+".to_owned()), None] {
        let changed =
            Sweep { build: record::Build { commit, ..sweep.build.clone() }, ..sweep.clone() };
        assert_eq!(sweep::rewrite(&text, &changed, ""), Err(Refused::Changes));
    }
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
