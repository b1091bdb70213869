//! zkalc: for each curve, library and machine a file
//! `{"mul_G1": {"range": [1], "results": [ns], "stddev": [ns]}, …}`, laid out as in its repository
//! (`mmaker/zkalc`, `frontend/data/CURVE/LIBRARY/MACHINE.json`). Operations that it has no name for
//! are left out.

use super::{File, rounded, series};
use crate::chain::json_page;
use crate::run::Run;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Default, Serialize)]
struct Entry {
    range: Vec<u64>,
    results: Vec<f64>,
    stddev: Vec<f64>,
}

/// Its name for an operation of ours, without the curve: its field is that of the scalars.
fn named(verb: &str) -> Option<(&'static str, u64)> {
    let fixed = match verb {
        "fr_mul" => "mul_ff",
        "fr_sqr" => "square_ff",
        "fr_inv" => "inv_ff",
        "g1_add" => "add_G1",
        "g1_double" => "double_G1",
        "g1_mul" => "mul_G1",
        "g2_add" => "add_G2",
        "g2_double" => "double_G2",
        "g2_mul" => "mul_G2",
        "gt_exp" => "mul_Gt",
        "pairing" => "pairing",
        "hash_to_g1" => "hash_G1",
        "hash_to_g2" => "hash_G2",
        "g1_subgroup_check" => "is_in_sub_G1",
        "g2_subgroup_check" => "is_in_sub_G2",
        _ => "",
    };
    if !fixed.is_empty() {
        return Some((fixed, 1));
    }
    let sized = [("g1_msm_", "msm_G1"), ("g2_msm_", "msm_G2")];
    sized
        .into_iter()
        .find_map(|(prefix, name)| Some((name, verb.strip_prefix(prefix)?.parse().ok()?)))
}

/// The files. Curves are named with `_` for `-`, machines by their fingerprint.
pub fn files(run: &Run) -> Vec<File> {
    type Operations = BTreeMap<&'static str, BTreeMap<u64, (f64, f64)>>;
    let mut found: BTreeMap<(String, String), Operations> = BTreeMap::new();
    for series in series(run) {
        let Some((curve, verb)) = series.operation.id.split_once('/') else { continue };
        let Some((name, size)) = named(verb) else { continue };
        let key = (curve.replace('-', "_"), series.row.implementation.clone());
        let values = (rounded(series.row.cpu_ns), rounded(series.deviation()));
        found.entry(key).or_default().entry(name).or_default().insert(size, values);
    }
    let file = |((curve, library), operations): ((String, String), Operations)| {
        let entries: BTreeMap<&str, Entry> = operations
            .into_iter()
            .map(|(name, sizes)| {
                let mut entry = Entry::default();
                for (size, (ns, deviation)) in sizes {
                    entry.range.push(size);
                    entry.results.push(ns);
                    entry.stddev.push(deviation);
                }
                (name, entry)
            })
            .collect();
        let text = json_page(&entries);
        File { name: format!("{curve}/{library}/{}.json", run.machine.fingerprint), text }
    };
    found.into_iter().map(file).collect()
}
