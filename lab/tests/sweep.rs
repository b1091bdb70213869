//! `curvemark sweep` on real implementations and a real clock, a few items each: its tables, its
//! record, its page, and what it refuses. A program of its own, and one test: the engine in force
//! and the forced ways belong to the process.

use lab::commands::{Exit, World, execute};
use lab::gate::engines::Engines;
use lab::implementations::{Curvemark, linked};
use lab::inputs::{FieldsOnly, PeerSampler, Sampler};
use lab::measure::clock::SystemClock;
use lab::measure::sweep::{Sweep, has_lanes};
use peer_api::families::Family;
use peer_api::{About, Body, Case, Contract, Implementation, Operation, Refusal};
use record::sweep::journal::Journal;
use std::cell::LazyCell;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// A library that gives curvemark's answers with one bit wrong.
struct Wrong;

struct WrongBody(Box<dyn Body>);

impl Body for WrongBody {
    fn run(&mut self, _: u32) {
        panic!("nothing may be timed whose answers differ");
    }

    fn answer(&mut self, index: usize) -> Result<Vec<u8>, Refusal> {
        let mut answer = self.0.answer(index)?;
        answer[20] ^= 1;
        Ok(answer)
    }
}

impl Implementation for Wrong {
    fn about(&self) -> About {
        About { name: "wrong", ..Curvemark.about() }
    }

    fn contract(&self, _: &Operation) -> Option<Contract> {
        None
    }

    fn prepare(&self, _: &Operation, _: &[Case]) -> Result<Box<dyn Body>, Refusal> {
        Err(Refusal::Unsupported("it has families alone".to_owned()))
    }

    fn family_contract(&self, family: &Family) -> Option<Contract> {
        Curvemark.family_contract(family)
    }

    fn prepare_family(
        &self,
        family: &Family,
        batches: &[&[Case]],
    ) -> Result<Box<dyn Body>, Refusal> {
        Ok(Box::new(WrongBody(Curvemark.prepare_family(family, batches)?)))
    }
}

struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let path = std::env::temp_dir().join(format!("curvemark-sweep-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    fn place(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn call_with(
    line: &[&str],
    implementations: Vec<Box<dyn Implementation>>,
    sampler: &dyn Sampler,
    out: &mut dyn Write,
) -> (Exit, String) {
    let clock = SystemClock::new();
    let world = World {
        implementations: LazyCell::new(Box::new(|| implementations.into())),
        sampler,
        clock: &clock,
        check: &|_, _: Engines, _, _| panic!("a sweep compares answers itself"),
    };
    let mut err = Vec::new();
    let line = ["curvemark", "sweep"].iter().chain(line).map(OsString::from);
    let exit = execute(line, &world, out, &mut err);
    (exit, String::from_utf8(err).expect("text"))
}

fn call(line: &[&str]) -> (Exit, String, String) {
    let mut out = Vec::new();
    let (exit, err) = call_with(line, linked(), &PeerSampler, &mut out);
    (exit, String::from_utf8(out).expect("text"), err)
}

struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_sweep_is_shown_stored_and_drawn_and_refuses_what_it_must() {
    let folder = Folder::new();
    let (page, runs) = (folder.place("sweep.html"), folder.place("runs"));
    let common =
        ["--max", "8", "--budget", "0.1", "--no-pin", "--quiet", "--out", &page, "--runs", &runs];
    let with = |more: &[&'static str]| {
        let line: Vec<&str> = common
            .iter()
            .copied()
            .filter(|word| *word != "--quiet")
            .chain(more.iter().copied())
            .collect();
        call(&line)
    };

    let (exit, out, err) = with(&["--filter", "sum", "--json"]);
    assert_eq!((exit, err.as_str()), (Exit::Good, ""));
    let sweep: Sweep = serde_json::from_str(&out).expect("one JSON value");
    let [curve] = &sweep.families[..] else { panic!("one family: {out}") };
    assert_eq!(
        curve.points.iter().map(|point| point.items).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5, 6, 7, 8]
    );
    for point in &curve.points {
        let names: Vec<&str> = point.rows.iter().map(|row| row.implementation.as_str()).collect();
        assert!(names.first() == Some(&"curvemark") && names.contains(&"blst"), "{names:?}");
        assert!(point.rows.iter().all(|row| row.cpu_ns > 0.0 && row.ratio > 0.0));
    }
    let stored = folder.0.join("runs").join(format!("{}.sweep.json", sweep.id));
    assert_eq!(
        serde_json::from_str::<Sweep>(&fs::read_to_string(stored).expect("stored"))
            .expect("the same"),
        sweep
    );
    let drawn = fs::read_to_string(&page).expect("a page");
    assert!(
        drawn.contains("<polyline")
            && drawn.contains("Sum of points of G1")
            && !drawn.contains("NaN")
    );

    // Every family, on every implementation: answers agree, or there were no figures.
    let (exit, out, err) =
        call(&["--max", "3", "--budget", "0.1", "--no-pin", "--out", &page, "--runs", &runs]);
    assert_eq!((exit, err.as_str()), (Exit::Good, ""));
    assert!(
        out.contains("Product of pairings")
            && out.contains("Hash to G2")
            && out.contains("next to"),
        "{out}"
    );
    assert!(out.contains("arkworks is not next to Hash to G1"), "{out}");

    let (exit, out, err) = with(&["--filter", "decode", "--threads", "2", "--json"]);
    assert_eq!((exit, err.as_str()), (Exit::Good, ""));
    let sweep: Sweep = serde_json::from_str(&out).expect("one JSON value");
    assert_eq!((sweep.threads, sweep.families.len()), (Some(2), 2));
    for point in sweep.families.iter().flat_map(|curve| &curve.points) {
        let names: Vec<&str> = point.rows.iter().map(|row| row.implementation.as_str()).collect();
        assert_eq!(names, ["curvemark", "curvemark (threads)"]);
    }

    let (exit, out, err) = with(&["--filter", "hash_to_g1", "--crossovers"]);
    if has_lanes() {
        assert_eq!((exit, err.as_str()), (Exit::Good, ""));
        let least =
            curve::crossover::HASHES.least_of("bls12-381/hash_to_g1").expect("it decides that");
        let in_code = format!("from {least}");
        assert!(out.contains("hashes") && out.contains(&in_code), "{out}");
    } else {
        eprintln!("SKIPPED: this CPU has no lanes, so there are no crossovers of hashing");
        assert_eq!(exit, Exit::Inconclusive);
    }

    let (exit, out, err) =
        with(&["--filter", "hash_to_g1", "--engine", "portable", "--crossovers"]);
    assert_eq!((exit, out.as_str()), (Exit::Inconclusive, ""));
    assert!(err.contains("nothing was measured"), "{err}");

    for (line, why) in [
        (&["--max", "0"][..], "from 1 to 262144"),
        (&["--max", "262145"], "from 1 to 262144"),
        (&["--budget", "0"], "a number of seconds"),
        (&["--filter", "no such"], "no family matches 'no such'; there are bls12-381/g1_msm"),
        (&["--threads", "1"], "1 is not from 2 to 1024"),
        (&["--threads", "2", "--crossovers"], "cannot be used with"),
        (&["--engine", "abacus"], "no engine 'abacus'"),
        (&["--out", "/no/such/folder/page.html"], "there is no folder"),
    ] {
        let (exit, out, err) = call(line);
        assert_eq!((exit, out.as_str()), (Exit::Usage, ""), "{line:?}");
        assert!(err.contains(why), "{err}");
    }

    let left = || {
        fs::read_dir(&runs).expect("a folder").filter(|file| {
            file.as_ref()
                .expect("a file")
                .path()
                .extension()
                .is_some_and(|extension| extension == "sweep-journal")
        })
    };
    assert_eq!(left().count(), 0, "what came to its end has no journal");

    let wrong = || -> Vec<Box<dyn Implementation>> { vec![Box::new(Curvemark), Box::new(Wrong)] };
    let line: Vec<&str> = common.iter().copied().chain(["--filter", "g1_sum"]).collect();
    let (exit, err) = call_with(&line, wrong(), &PeerSampler, &mut Vec::new());
    assert_eq!(exit, Exit::Incorrect);
    assert!(
        err.contains("wrong and curvemark disagree on Sum of points of G1 of 1 points"),
        "{err}"
    );
    let (exit, err) = call_with(&line, wrong(), &FieldsOnly, &mut Vec::new());
    assert_eq!(exit, Exit::Inconclusive);
    assert!(err.contains("nothing was measured") && err.contains("no inputs of kind"), "{err}");

    assert_eq!(left().count(), 0, "answers that differ are no sweep");

    // A sweep that was killed after some points: whoever sweeps next stores them.
    let killed =
        Sweep { id: "20260102T030405Z-00ff".into(), families: Vec::new(), ..sweep.clone() };
    let mut journal = Journal::begin(&folder.0.join("runs"), &killed).expect("a new file");
    journal.curve(&sweep.families[0]).expect("a disk");
    journal.point(&sweep.families[0].points[0]).expect("a disk");
    drop(journal);
    let (exit, out, err) = call(&[
        "--max", "1", "--budget", "0.1", "--filter", "g1_sum", "--no-pin", "--out", &page,
        "--runs", &runs,
    ]);
    assert_eq!((exit, err.as_str()), (Exit::Good, ""));
    assert!(
        out.contains("sweep 20260102T030405Z-00ff was left behind")
            && out.contains("1 points are kept"),
        "{out}"
    );
    assert_eq!(left().count(), 0);
    let stored = Sweep::load(&Sweep::path(&folder.0.join("runs"), &killed.id)).expect("stored");
    assert_eq!(stored.families[0].points, sweep.families[0].points[..1]);

    let line = [
        "--max", "1", "--budget", "0.1", "--filter", "g1_sum", "--no-pin", "--out", &page,
        "--runs", &runs,
    ];
    assert_eq!(call_with(&line, linked(), &PeerSampler, &mut Closed), (Exit::Good, String::new()));
}
