//! Each format against a file that its reader has read (`tools/read_exports.sh`), and against this
//! crate's own importers.

use super::*;
use crate::import;
use crate::rounds::{Entrant, Round, Timed, fill};
use crate::run::{Contract, Suite};
use crate::sample::sample;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A run with names that try every encoding, and rounds but for one operation.
fn run() -> Run {
    let mut run = sample();
    let bootstrap = Bootstrap::of(&run.method);
    let names =
        ["bls12-381/g1_mul", "bls12-381/g1_msm_64", "bls12-381/g1_msm_1024", "cashu-v3/sign"];
    let first = run.operations[0].clone();
    run.operations =
        names.iter().map(|id| Operation { id: (*id).into(), ..first.clone() }).collect();
    for (step, operation) in run.operations[..3].iter_mut().enumerate() {
        let timed = |name: &str, ns: f64| Timed {
            entrant: Entrant {
                implementation: name.into(),
                contract: Contract {
                    input: "parsed".into(),
                    checks: "subgroup, no identity".into(),
                    time: "constant".into(),
                },
                calls: 5,
            },
            rounds: (0..32)
                .map(|i| {
                    let ns = ns * (1.0 + f64::from((i * 5 + step as u32) % 7) / 50.0);
                    Round { visit: i / 4, cpu_ns: ns, wall_ns: ns * 1.1 }
                })
                .collect(),
        };
        let ns = 1e4 * 4f64.powi(step as i32);
        fill(
            operation,
            &[timed("curvemark", ns), timed("a \"peer\" <1 & \\2>, µ", 1.5 * ns)],
            None,
            true,
            &bootstrap,
        );
    }
    run.operations[3].rows.truncate(1);
    run.gate.suites.push(Suite {
        skipped: Some("not here".into()),
        passed: 0,
        ..run.gate.suites[0].clone()
    });
    run.gate.suites.push(Suite {
        failed: 2,
        failures: vec!["a < b & \"c\"\n\u{1}".into()],
        ..run.gate.suites[0].clone()
    });
    run
}

fn file(format: &str) -> String {
    let format = FORMATS.iter().find(|found| found.name == format).expect("it is listed");
    let mut files = (format.files)(&run());
    assert_eq!(files.len(), 1);
    files.remove(0).text
}

/// `CURVEMARK_BLESS=1` writes what is made, to be read by `tools/read_exports.sh` before it is
/// committed.
#[test]
fn every_format_is_what_its_reader_has_read() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/export/golden");
    for format in FORMATS {
        for File { name, text } in (format.files)(&run()) {
            let name = name.replace(['"', '<', '>', '\\', '&', ' ', ',', 'µ'], "_");
            let path = folder.join(name.replace('/', "-"));
            if std::env::var_os("CURVEMARK_BLESS").is_some() {
                std::fs::create_dir_all(&folder).expect("a folder");
                std::fs::write(&path, &text).expect("a disk");
            }
            let golden = std::fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(text, golden, "{}", path.display());
        }
    }
}

#[test]
fn zkalc_has_a_file_per_curve_and_library_with_sizes_in_order() {
    let files = zkalc::files(&run());
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "bls12_381/a \"peer\" <1 & \\2>, µ/0123456789ab.json",
            "bls12_381/curvemark/0123456789ab.json"
        ]
    );
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Entry {
        range: Vec<u64>,
        results: Vec<f64>,
        stddev: Vec<f64>,
    }
    let found: BTreeMap<String, Entry> = serde_json::from_str(&files[1].text).expect("its shape");
    assert_eq!(
        found.keys().collect::<Vec<_>>(),
        ["msm_G1", "mul_G1"],
        "the rest has no name there"
    );
    let msm = &found["msm_G1"];
    assert_eq!(
        (msm.range.as_slice(), msm.results.len(), msm.stddev.len()),
        (&[64, 1024][..], 2, 2)
    );
    assert!(msm.results[0] < msm.results[1] && msm.stddev.iter().all(|deviation| *deviation > 0.0));
}

#[test]
fn what_is_exported_can_be_imported() {
    let run = run();
    let all = series(&run);
    let criterion = import::criterion::read(&file("criterion")).expect("its shape");
    assert_eq!(criterion.len(), all.len());
    for (found, series) in criterion.iter().zip(&all) {
        assert_eq!((found.id.clone(), found.ns), (series.name(), rounded(series.row.cpu_ns)));
        assert!((found.half / ((series.high - series.low) / 2.0) - 1.0).abs() < 1e-3, "{found:?}");
    }
    let go = import::go::read(&file("go")).expect("its shape");
    assert_eq!(go.len(), all.len());
    for (found, series) in go.iter().zip(&all) {
        assert!(
            (found.ns / series.row.cpu_ns - 1.0).abs() < 0.03,
            "{found:?}: a median of medians"
        );
        assert!(found.id.ends_with("-1") && !found.id.contains(' '), "{found:?}");
    }
    assert!(
        file("go")
            .contains("BenchmarkCurvemark/on=bls12-381/op=g1_mul/by=a_\"peer\"_<1_&_\\2>,_µ-1 20 ")
    );
}

#[test]
fn intervals_hold_their_value_and_old_records_have_their_percentiles() {
    let bmf: BTreeMap<String, BTreeMap<String, BTreeMap<String, f64>>> =
        serde_json::from_str(&file("bmf")).expect("its shape");
    assert_eq!(bmf.len(), 7);
    for (name, measures) in &bmf {
        let latency = &measures["latency"];
        assert!(
            latency["lower_value"] <= latency["value"]
                && latency["value"] <= latency["upper_value"],
            "{name}"
        );
    }
    let old = &bmf["cashu-v3/sign/curvemark"]["latency"];
    assert_eq!((old["lower_value"], old["value"], old["upper_value"]), (19.0, 19.25, 22.0));
}

#[test]
fn csv_has_as_many_fields_in_each_record_as_in_its_header() {
    let text = file("csv");
    let header = text.lines().next().expect("a header").split(',').count();
    for record in text.lines() {
        // Fields: commas outside quotes. None of these names holds a line end.
        let commas =
            record.split('"').step_by(2).map(|outside| outside.matches(',').count()).sum::<usize>();
        assert_eq!(commas + 1, header, "{record}");
    }
    assert!(
        text.contains("\"a \"\"peer\"\" <1 & \\2>, µ\",parsed,\"subgroup, no identity\",constant,")
    );
}
