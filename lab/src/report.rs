//! The report: one self-contained page made from a run.

use crate::store::record::Run;

/// The page of `run`.
pub fn html(run: &Run) -> String {
    format!("<!doctype html><meta charset=utf-8><title>curvemark</title><p>{}</p>", run.id)
}
