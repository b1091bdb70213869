//! Tests of `run`: what is shown, stored and refused.

use super::*;

#[test]
fn a_run_is_shown_stored_and_reported() {
    let folder = Folder::new("run");
    let (exit, out, err) = in_folder(
        &folder,
        &["run", "--curve", "BLS12-381", "--filter", "f?_mul", "--no-pin"],
        &gate(0, 3),
    );
    assert_eq!((exit, err.as_str()), (Exit::Good, ""));
    assert!(out.contains("checked 3 cases in 1 suite") && out.contains(": all passed"));
    let line =
        out.lines().find(|line| line.trim_start().starts_with("Fp multiplication")).expect("a row");
    assert!(line.contains("other") && line.contains("1.50") && line.contains("faster"), "{line}");
    let stored = record::runs::list(&folder.0.join("runs")).expect("a folder");
    let run = stored[0].1.as_ref().expect("a run");
    assert_eq!((stored.len(), run.operations.len()), (1, 2));
    assert_eq!(run.method.selection.as_deref(), Some("--curve bls12-381 --filter 'f?_mul'"));
    assert!(out.contains(&run.id) && folder.0.join("report.html").exists());
    let head = record::runs::head(&folder.0.join("runs")).expect("readable").expect("one run");
    assert!(
        head.number == 1
            && head.link.id == run.id
            && out.ends_with(&format!("head:   {}\n", head.link.hash))
    );

    let runs = folder.0.join("runs").display().to_string();
    let (exit, out, _) = plain(&["history", "--runs", &runs]);
    assert!(exit == Exit::Good && out.contains(&run.id));
    let page = folder.0.join("again.html").display().to_string();
    let file = stored[0].0.display().to_string();
    let (exit, out, _) = plain(&["report", &file, "--out", &page]);
    assert!(exit == Exit::Good && out.contains("again.html") && PathBuf::from(page).exists());
}

/// As on a full disk: where the runs are to be, there is a file when they are to be stored.
#[test]
fn a_run_that_cannot_be_stored_is_shown() {
    let folder = Folder::new("unstored");
    let (clock, runs) = (SimulatedClock::new(1, 0.01), folder.0.join("runs"));
    let check =
        |_: &Plan, _: Engines, _: &[Box<dyn Implementation>], _: &dyn Fn(&str, u64, u64)| {
            std::fs::remove_dir_all(&runs).expect("it was made");
            std::fs::write(&runs, "").expect("a file");
            gate(0, 3)
        };
    let boxed: Vec<_> = two(&clock)
        .into_iter()
        .map(|library| Box::new(library) as Box<dyn Implementation>)
        .collect();
    let world = World {
        implementations: LazyCell::new(Box::new(|| boxed.into())),
        sampler: &FieldsOnly,
        clock: &clock,
        check: &check,
    };
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let own = folder.arguments();
    let line = ["curvemark", "run", "--filter", "bls12-381/fp_mul", "--no-pin"].into_iter();
    let line = line.chain(own.iter().map(String::as_str)).map(OsString::from);
    assert_eq!(execute(line, &world, &mut out, &mut err), Exit::Usage);
    let (out, err) = (String::from_utf8(out).expect("text"), String::from_utf8(err).expect("text"));
    assert!(out.lines().any(|line| line.trim_start().starts_with("Fp multiplication")), "{out}");
    let page = folder.0.join("report.html");
    assert!(err.starts_with("curvemark: cannot store the run in "), "{err}");
    assert!(err.contains(&format!("The page is in {}.", page.display())) && page.exists(), "{err}");
    assert!(err.ends_with("Not all of its visits were kept\n") && !out.contains("head:"), "{err}");
}

#[test]
fn run_is_the_default_and_json_is_the_whole_run() {
    let folder = Folder::new("json");
    let (exit, out, _) = in_folder(
        &folder,
        &["--filter", "bls12-381/fp_mul", "--json", "--no-pin", "--seed", "9"],
        &gate(0, 3),
    );
    let run: Run = serde_json::from_str(&out).expect("one JSON value");
    assert_eq!((exit, run.method.seed, run.operations.len()), (Exit::Good, 9, 1));
    assert_eq!(run, jsonl::load(&folder.0.join(format!("runs/{}.jsonl", run.id))).expect("stored"));
}

#[test]
fn no_figure_without_a_proof() {
    for broken in [gate(1, 50), gate(0, 0)] {
        let folder = Folder::new(&format!("gate{}", broken.suites[0].failed));
        let (exit, out, err) = in_folder(&folder, &["run", "--filter", "fp_mul"], &broken);
        assert_eq!(exit, Exit::Incorrect);
        assert_eq!(err, "curvemark: the correctness gate did not pass: nothing was timed\n");
        assert!(!out.contains(" ns") && !folder.0.join("report.html").exists());
        assert!(record::runs::list(&folder.0.join("runs")).expect("a folder").is_empty());
    }
    let clock = SimulatedClock::new(1, 0.0);
    let (exit, out, _) = call(&["check"], two(&clock), &clock, &gate(1, 50));
    assert!(exit == Exit::Incorrect && out.contains("FAILED vectors/test: case 0 is wrong"));
    assert_eq!(plain(&["check", "--quiet"]).0, Exit::Good);
}

/// With every peer that can be built, a gate that asks all of them takes minutes.
#[test]
fn a_peer_in_a_process_of_its_own_is_asked_only_if_something_of_it_is_timed() {
    let folder = Folder::new("idle");
    let clock = SimulatedClock::new(1, 0.01);
    let without = std::cell::RefCell::new(Vec::new());
    let check =
        |plan: &Plan, _: Engines, _: &[Box<dyn Implementation>], _: &dyn Fn(&str, u64, u64)| {
            without.borrow_mut().push(plan.without.clone());
            gate(0, 3)
        };
    let world = World {
        implementations: LazyCell::new(Box::new(|| {
            let names = ["curvemark", "linked", "blst", "noble"];
            let boxed = names.map(|name| {
                Box::new(SyntheticLibrary::steady(name, &clock, 20.0)) as Box<dyn Implementation>
            });
            Cast { apart: vec!["blst", "noble"], ..Cast::from(Vec::from(boxed)) }
        })),
        sampler: &FieldsOnly,
        clock: &clock,
        check: &check,
    };
    let own = folder.arguments();
    let run = |chosen: &[&str]| {
        let line = ["curvemark", "run", "--json", "--no-pin"].into_iter().chain(chosen.to_vec());
        let line = line.chain(own.iter().map(String::as_str)).map(OsString::from);
        let (mut out, mut err) = (Vec::new(), Vec::new());
        execute(line, &world, &mut out, &mut err);
        let run: Run = serde_json::from_slice(&out).expect("one JSON value");
        run.implementations.into_iter().map(|one| one.name).collect::<Vec<_>>()
    };
    // Of an operation all take part; a table names whom it wants.
    assert_eq!(run(&["--filter", "bls12-381/fp_mul"]), ["curvemark", "linked", "blst", "noble"]);
    assert_eq!(run(&["--table", "scalar"]), ["curvemark", "linked", "blst"]);
    assert_eq!(*without.borrow(), [vec![], vec!["noble"]]);
}

#[test]
fn an_optimised_out_body_fails_the_run() {
    let folder = Folder::new("suspect");
    let clock = SimulatedClock::new(1, 0.0);
    let mut libraries = two(&clock);
    libraries[1].behaviour = Behaviour::Removed(90_000.0);
    let own = folder.arguments();
    let all: Vec<&str> = ["run", "--filter", "fp_mul", "--no-pin"]
        .into_iter()
        .chain(own.iter().map(String::as_str))
        .collect();
    let (exit, out, err) = call(&all, libraries, &clock, &gate(0, 3));
    assert_eq!(exit, Exit::Inconclusive);
    assert!(err.contains("other has no figure for bls12-381/fp_mul") && out.contains("no peer"));
}
