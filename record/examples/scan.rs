//! What it takes to read a thousand runs, which is what an index would save: writes them to a
//! folder of its own, and says.
#![allow(clippy::integer_division_remainder_used, reason = "rounds are numbered")]

use record::sample::sample;
use record::{Run, history, jsonl, runs};
use std::time::Instant;

fn main() {
    let folder = std::env::temp_dir().join(format!("curvemark-scan-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let mut bytes = 0;
    for i in 0..1000 {
        // As many operations, rows and rounds as a plain run has.
        let mut run = Run { schema: 1, id: format!("20260102T{i:06}Z-0000"), ..sample() };
        let first = run.operations[0].clone();
        run.operations = (0..22)
            .map(|op| {
                let mut operation = first.clone();
                operation.id = format!("a/op{op:02}");
                operation.rows = (0..4)
                    .map(|row| {
                        let mut row_of = first.rows[row.min(1)].clone();
                        row_of.implementation = format!("library {row}");
                        row_of.rounds_ln =
                            (0..100).map(|round| f64::from(round % 17) / 1e4).collect();
                        row_of.rounds_visit = (0..100).map(|round| round / 5).collect();
                        row_of
                    })
                    .collect();
                operation
            })
            .collect();
        let path = runs::path(&folder, &run.id);
        jsonl::save(&run, &path).expect("a disk");
        bytes += std::fs::metadata(&path).expect("a file").len();
    }
    let clock = Instant::now();
    let all: Vec<Run> = runs::list(&folder)
        .expect("it opens")
        .into_iter()
        .filter_map(|(_, run)| run.ok())
        .collect();
    let read = clock.elapsed();
    assert_eq!(all.len(), 1000);
    let clock = Instant::now();
    assert_eq!(history::of(&all).lanes.len(), 88);
    let told = clock.elapsed();
    let clock = Instant::now();
    assert!(!runs::head(&folder).is_ok_and(|head| head.is_some()));
    let head = clock.elapsed();
    println!(
        "1,000 runs of {:.0} MB: read in {read:.2?}, history of 88 lanes in {told:.2?}, seals alone in {head:.2?}",
        bytes as f64 / 1e6
    );
    std::fs::remove_dir_all(&folder).expect("it is ours");
}
