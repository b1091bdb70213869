//! The folder of runs under what really happens to it: processes that are killed, several at once,
//! a disk that is full.
//!
//! The processes are this very program, told by the environment which of the ignored tests to be.
#![allow(clippy::integer_division_remainder_used, reason = "visits and runs are numbered")]

use record::journal::{self, Plan, Visit};
use record::jsonl::Header;
use record::rounds::Entrant;
use record::runs::{self, Found};
use record::sample::{self, sample};
use record::sweep::{self, Curve, Point, Sweep};
use record::{Contract, Run, chain};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;
use std::{env, fs, io, thread};

/// Where a child works.
const FOLDER: &str = "CURVEMARK_TEST_FOLDER";

/// What a child is told beside.
const TOLD: &str = "CURVEMARK_TEST_TOLD";

/// Visits of a run that comes to its end.
const VISITS: u32 = 40;

/// A folder that is gone when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("curvemark-store-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run_named(id: &str) -> Run {
    Run { id: id.to_owned(), ..sample() }
}

fn plans() -> Vec<Plan> {
    let contract =
        Contract { input: "parsed".into(), checks: "none".into(), time: "constant".into() };
    let entrant =
        |name: &str| Entrant { implementation: name.into(), contract: contract.clone(), calls: 3 };
    let plan = |id: &str| Plan {
        id: id.into(),
        title: "A title".into(),
        shape: "chain".into(),
        note: String::new(),
        gas: Vec::new(),
        parts: Vec::new(),
        entrants: vec![entrant("curvemark"), entrant("other")],
        baselined: true,
        controlled: true,
    };
    vec![plan("a/one"), plan("a/two")]
}

fn visit(i: u32) -> Visit {
    let times = |ns: f64| (0..3).map(|round| ns + f64::from(i + round) / 8.0).collect::<Vec<f64>>();
    let lists = vec![times(10.0), times(20.0), times(10.0)];
    Visit {
        operation: i as usize % 2,
        visit: i / 2,
        at_s: f64::from(i),
        cpu_ns: lists.clone(),
        wall_ns: lists,
    }
}

/// A whole run with its journal, as the lab does it; `tell` hears of each step that is over.
fn measure(folder: &Path, id: &str, tell: impl Fn(&str)) -> io::Result<runs::Stored> {
    let run = run_named(id);
    let mut journal = runs::begin(folder, &Header::of(&run))?;
    journal.plan(&plans())?;
    for i in 0..VISITS {
        journal.visit(visit(i))?;
        tell(&format!("visit {}", i + 1));
    }
    tell("save");
    runs::save(&run, folder)
}

/// Starts this program as the ignored test `name`.
fn child(name: &str, folder: &Path, told: &str) -> Child {
    Command::new(env::current_exe().expect("this program"))
        .args(["--exact", name, "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .env(TOLD, told)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("this program runs")
}

/// Reads what a child says up to a line, then the count of visits that it said were stored.
fn wait_for(out: &mut BufReader<ChildStdout>, wanted: &str) -> u32 {
    let mut stored = 0;
    for line in out.lines() {
        let line = line.expect("text");
        if let Some((_, count)) = line.split_once("visit ") {
            stored = count.trim().parse().expect("a number");
        }
        if line.contains(wanted) {
            break;
        }
    }
    stored
}

#[test]
#[ignore = "a child of the tests below"]
fn child_that_runs() {
    let (Ok(folder), Ok(id)) = (env::var(FOLDER), env::var(TOLD)) else { return };
    println!("\nbegun");
    measure(Path::new(&folder), &id, |step| println!("{step}")).expect("a disk");
    println!("saved");
}

#[test]
#[ignore = "a child of the tests below"]
fn child_that_runs_many() {
    let (Ok(folder), Ok(prefix)) = (env::var(FOLDER), env::var(TOLD)) else { return };
    for i in 0..6 {
        measure(Path::new(&folder), &format!("{prefix}-{i:04x}"), |_| {}).expect("a disk");
    }
}

/// What a kill must leave: the folder opens, at least the visits that the child knew to be stored
/// are there, and it says so.
fn check_after_kill(folder: &Path, id: &str, acknowledged: u32, what: &str) -> bool {
    let listed = runs::list(folder).expect("it opens");
    let left = fs::read(runs::journal_path(folder, id)).ok();
    let whole = runs::path(folder, id).exists();
    if whole {
        let stored =
            listed.iter().find(|(path, _)| *path == runs::path(folder, id)).expect("listed");
        assert_eq!(stored.1.as_ref().expect("whole"), &run_named(id), "{what}");
    } else if acknowledged > 0 {
        let run = listed
            .iter()
            .find_map(|(_, run)| run.as_ref().ok().filter(|run| run.id == id))
            .expect("visits are kept");
        assert!(
            !run.health.fit
                && run.health.remarks[0].starts_with("The run did not come to its end: ")
        );
        let recovered =
            journal::recover(&left.clone().expect("no run, so a journal")).expect("visits");
        assert!(
            recovered.visits as u32 >= acknowledged,
            "{what}: {} of {acknowledged} visits",
            recovered.visits
        );
        assert!(
            recovered.dropped <= 400,
            "{what}: {} bytes dropped are more than one visit",
            recovered.dropped
        );
    }
    let found = runs::recover(folder).expect("a disk");
    assert_eq!(found.len(), usize::from(left.is_some()), "{what}: every journal is spoken of");
    assert!(runs::recover(folder).expect("a disk").is_empty(), "nothing is left to recover");
    for entry in fs::read_dir(folder).expect("it opens") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        assert!(!name.ends_with(".tmp") && !name.ends_with(".journal"), "{what}: {name} is left");
    }
    let stored = runs::path(folder, id).exists();
    assert!(stored || acknowledged == 0, "{what}: visits were lost");
    if stored {
        assert_eq!(runs::head(folder).expect("readable").expect("a run").link.id, id, "{what}");
    }
    whole
}

/// The chain of a folder, walked by hand from the seals.
fn check_chain(folder: &Path, expected: u64) {
    let mut seals = Vec::new();
    for (path, run) in runs::list(folder).expect("it opens") {
        let (bytes, run) = (fs::read(&path).expect("a file"), run.expect("whole"));
        let (body, seal) = chain::Seal::split(&bytes);
        let seal = seal.expect("sealed");
        assert!(seal.covers(body), "{}", run.id);
        seals.push((seal.number, seal, run.id));
    }
    seals.sort_by_key(|(number, ..)| *number);
    let mut last: Option<chain::Head> = None;
    for (number, seal, id) in seals {
        assert_eq!(seal.previous, last.as_ref().map(|head| head.link.clone()), "run {number}");
        last = Some(seal.head(&id));
    }
    assert_eq!(last.as_ref().map(|head| head.number), Some(expected));
    assert_eq!(chain::read_head(folder).expect("readable"), last);
}

#[test]
fn a_run_that_is_killed_between_visits_keeps_them() {
    let folder = Folder::new("killed");
    let mut kept = 0;
    // After each visit, and a little later: within the next, or after it.
    for (i, stored) in (0..=VISITS).enumerate() {
        let id = format!("2026010{}T000000Z-{i:04x}", i % 9);
        let mut child = child("child_that_runs", &folder.0, &id);
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        let wanted = if stored == 0 { "begun".to_owned() } else { format!("visit {stored}") };
        wait_for(&mut out, &wanted);
        thread::sleep(Duration::from_micros(7 * i as u64));
        child.kill().expect("SIGKILL");
        child.wait().expect("it is ours");
        // What it said before it died was in the pipe already.
        let acknowledged = wait_for(&mut out, "nothing").max(stored);
        check_after_kill(&folder.0, &id, acknowledged, &id);
        kept += u64::from(runs::path(&folder.0, &id).exists());
    }
    assert!(kept >= u64::from(VISITS), "{kept} runs");
    check_chain(&folder.0, kept);
}

/// A sweep of one curve whose points come one by one.
fn sweep_named(id: &str) -> Sweep {
    let sample = sample::sweep(id);
    let curve = &sample.families[0];
    let points =
        (1..=VISITS as usize).map(|items| Point { items, ..curve.points[0].clone() }).collect();
    Sweep { families: vec![Curve { points, ..curve.clone() }], ..sample }
}

#[test]
#[ignore = "a child of the test below"]
fn child_that_sweeps() {
    let (Ok(folder), Ok(id)) = (env::var(FOLDER), env::var(TOLD)) else { return };
    let sweep = sweep_named(&id);
    let mut journal = sweep::journal::Journal::begin(Path::new(&folder), &sweep).expect("a disk");
    println!("\nbegun");
    journal.curve(&sweep.families[0]).expect("a disk");
    for (i, point) in sweep.families[0].points.iter().enumerate() {
        journal.point(point).expect("a disk");
        println!("visit {}", i + 1);
    }
    sweep.save(Path::new(&folder)).expect("a disk");
    println!("saved");
}

#[test]
fn a_sweep_that_is_killed_keeps_its_points() {
    let folder = Folder::new("swept");
    let mut recovered = 0;
    for (i, stored) in (0..=VISITS).step_by(4).enumerate() {
        let id = format!("20260101T000000Z-{i:04x}");
        let whole = sweep_named(&id);
        let mut child = child("child_that_sweeps", &folder.0, &id);
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        wait_for(
            &mut out,
            &if stored == 0 { "begun".to_owned() } else { format!("visit {stored}") },
        );
        thread::sleep(Duration::from_micros(11 * i as u64));
        child.kill().expect("SIGKILL");
        child.wait().expect("it is ours");
        let acknowledged = wait_for(&mut out, "nothing").max(stored) as usize;
        recovered += sweep::journal::recover_all(&folder.0).expect("a disk").len();
        let path = Sweep::path(&folder.0, &id);
        assert!(path.exists() || acknowledged == 0, "{id}: points were lost");
        if path.exists() {
            let found = Sweep::load(&path).expect("it opens");
            let points = &found.families[0].points;
            assert!(
                points.len() >= acknowledged,
                "{id}: {} of {acknowledged} points",
                points.len()
            );
            assert_eq!(points[..], whole.families[0].points[..points.len()], "{id}");
            assert!(
                found == whole || found.remarks[0].starts_with("The sweep did not come to its end"),
                "{id}"
            );
        }
        assert!(!sweep::journal::path(&folder.0, &id).exists(), "{id}: its journal is left");
    }
    assert!(recovered > 0, "no child was killed in time");
}

#[test]
fn a_run_that_is_killed_while_it_is_stored_is_there_once() {
    let folder = Folder::new("stored");
    let (mut whole, mut recovered) = (0, 0);
    for i in 0..60u64 {
        let id = format!("20260101T000000Z-{i:04x}");
        let mut child = child("child_that_runs", &folder.0, &id);
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        wait_for(&mut out, "save");
        thread::sleep(Duration::from_micros(250 * i));
        child.kill().expect("SIGKILL");
        child.wait().expect("it is ours");
        if check_after_kill(&folder.0, &id, VISITS, &id) { whole += 1 } else { recovered += 1 }
    }
    eprintln!("killed while storing: {whole} runs were stored, {recovered} were recovered");
    check_chain(&folder.0, 60);
}

#[test]
fn many_processes_at_once_make_one_chain() {
    let folder = Folder::new("many");
    let mut children: Vec<Child> = (0..8)
        .map(|i| child("child_that_runs_many", &folder.0, &format!("2026010{i}T000000Z")))
        .collect();
    // Recovery in the midst of it takes nobody's journal.
    for _ in 0..20 {
        assert!(runs::recover(&folder.0).expect("a disk").is_empty());
    }
    for child in &mut children {
        let mut out = String::new();
        child.stdout.take().expect("piped").read_to_string(&mut out).expect("text");
        assert!(child.wait().expect("it is ours").success(), "{out}");
    }
    let ids: BTreeSet<PathBuf> =
        runs::list(&folder.0).expect("it opens").into_iter().map(|(path, _)| path).collect();
    assert_eq!(ids.len(), 48);
    check_chain(&folder.0, 48);
}

#[test]
fn a_run_under_way_is_nobody_elses() {
    let folder = Folder::new("live");
    let run = run_named("20260101T000000Z-0000");
    let mut journal = runs::begin(&folder.0, &Header::of(&run)).expect("a new file");
    journal.plan(&plans()).expect("a disk");
    journal.visit(visit(0)).expect("a disk");
    assert!(runs::recover(&folder.0).expect("a disk").is_empty());
    let listed = runs::list(&folder.0).expect("it opens");
    assert_eq!(listed[0].1.as_ref().expect_err("not yet").to_string(), "the run is under way");
    let twice = runs::begin(&folder.0, &Header::of(&run)).expect_err("the name is taken");
    assert_eq!(twice.kind(), io::ErrorKind::AlreadyExists);
    drop(journal);
    let found = runs::recover(&folder.0).expect("a disk");
    assert!(matches!(&found[..], [Found::Stored { dropped: 0, .. }]), "{found:?}");
    assert_eq!(
        found[0].to_string(),
        "run 20260101T000000Z-0000 was left behind and is stored now, marked as unfit. \
         The run did not come to its end: 1 visits of 1 of 2 operations are kept."
    );
    let again = runs::begin(&folder.0, &Header::of(&run)).expect_err("it is stored");
    assert_eq!(again.kind(), io::ErrorKind::AlreadyExists);
}

#[test]
fn a_lost_or_late_head_is_found_again() {
    let folder = Folder::new("head");
    let mut heads = Vec::new();
    for i in 0..4 {
        heads.push(
            runs::save(&run_named(&format!("20260101T000000Z-{i:04x}")), &folder.0)
                .expect("a disk")
                .head,
        );
    }
    let file = folder.0.join(chain::HEAD);
    for late in 0..4 {
        fs::write(&file, format!("{}\n", heads[late])).expect("a disk");
        assert_eq!(runs::head(&folder.0).expect("readable").as_ref(), heads.last(), "{late}");
    }
    fs::remove_file(&file).expect("it is ours");
    assert_eq!(runs::head(&folder.0).expect("readable").as_ref(), heads.last());
    fs::write(&file, "nonsense").expect("a disk");
    assert_eq!(runs::head(&folder.0).expect_err("not a head").kind(), io::ErrorKind::InvalidData);
}

#[test]
fn a_disk_that_is_full_leaves_what_was_stored() {
    let folder = Folder::new("full");
    let exe = env::current_exe().expect("this program");
    let mount = |then: &str| {
        let mut command = Command::new("unshare");
        command
            .args(["-rm", "sh", "-c"])
            .arg(format!("mount -t tmpfs -o size=256k curvemark \"${FOLDER}\" && {then}"));
        command.env(FOLDER, &folder.0).env(TOLD, &exe).output()
    };
    if !mount("true").is_ok_and(|probe| probe.status.success()) {
        eprintln!(
            "SKIPPED: a disk of its own cannot be mounted here (unshare -rm), so none was filled"
        );
        return;
    }
    let done =
        mount(&format!("exec \"${TOLD}\" --exact child_on_a_small_disk --ignored --nocapture"))
            .expect("probed");
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success() && out.contains("1 passed"), "{out}{err}");
    let said = out.lines().find(|line| line.contains("filled")).expect("it says what happened");
    eprintln!("{said}");
}

/// A disk of 64 pages, of which 0 to 40 are left free when the run begins.
#[test]
#[ignore = "a child of the test above"]
fn child_on_a_small_disk() {
    let Ok(disk) = env::var(FOLDER) else { return };
    let (disk, mut ends) = (Path::new(&disk), BTreeSet::new());
    for free in 0..=40 {
        let folder = disk.join("runs");
        fs::create_dir(&folder).expect("an empty disk");
        let before =
            runs::save(&run_named("20250101T000000Z-0000"), &folder).expect("an empty disk").head;
        let ballast = disk.join("ballast");
        fill(&ballast, free * 4096);
        let run = Run {
            operations: vec![sample().operations[0].clone(); 20],
            ..run_named("20260101T000000Z-0000")
        };
        let end = attempt(&run, &folder);
        ends.insert(end.0);
        let listed = runs::list(&folder).expect("it opens");
        let ours = listed.iter().find(|(path, _)| path.to_string_lossy().contains("20260101"));
        match &end {
            ("stored", _) => assert_eq!(ours.expect("listed").1.as_ref().expect("whole"), &run),
            (_, 0) => assert!(ours.is_none_or(|(_, run)| run.is_err()), "{free} pages"),
            (_, visits) => {
                let kept = ours.expect("listed").1.as_ref().expect("visits are kept");
                let said = format!("{visits} visits of ");
                assert!(
                    kept == &run || kept.health.remarks[0].contains(&said),
                    "{free} pages: {:?}",
                    kept.health
                );
            }
        }
        assert_eq!(listed[0].1.as_ref().expect("untouched").id, "20250101T000000Z-0000");
        // Space comes back, and with it the run.
        fs::remove_file(&ballast).expect("it is ours");
        runs::recover(&folder).expect("space");
        let stored = runs::path(&folder, &run.id).exists();
        assert_eq!(stored, end.1 > 0, "{free} pages: {end:?}");
        check_chain(&folder, before.number + u64::from(stored));
        fs::remove_dir_all(&folder).expect("it is ours");
    }
    println!("filled a disk at 41 points; the runs ended {ends:?}");
    let all = ["journal could not begin", "stored", "storing failed", "visits failed"];
    assert_eq!(ends.into_iter().collect::<Vec<_>>(), all);
}

/// Leaves this many bytes of the disk.
fn fill(ballast: &Path, leave: u64) {
    let full =
        fs::write(ballast, vec![0; 1 << 20]).expect_err("the disk is smaller than a mebibyte");
    assert_eq!(full.kind(), io::ErrorKind::StorageFull);
    let file = fs::File::options().write(true).open(ballast).expect("it is ours");
    let length = file.metadata().expect("it is ours").len();
    file.set_len(length.saturating_sub(leave)).expect("it shrinks");
}

/// How far a run comes, and how many of its visits were stored.
fn attempt(run: &Run, folder: &Path) -> (&'static str, u32) {
    let Ok(mut journal) = runs::begin(folder, &Header::of(run)) else {
        return ("journal could not begin", 0);
    };
    if journal.plan(&plans()).is_err() {
        return ("journal could not begin", 0);
    }
    for i in 0..VISITS {
        if let Err(error) = journal.visit(visit(i)) {
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
            let refused = journal.visit(visit(i)).expect_err("half a line is there");
            assert_eq!(refused.kind(), io::ErrorKind::StorageFull);
            return ("visits failed", i);
        }
    }
    match runs::save(run, folder) {
        Ok(_) => ("stored", VISITS),
        Err(error) => {
            assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{error}");
            ("storing failed", VISITS)
        }
    }
}
