//! curvemark's own rows in a process of their own, so that two commits can be measured in one run:
//! see [`peer_api::worker`].
//!
//! Nothing here tells one build from another but the code it runs, so two commits that compile to
//! the same program are recognised by its hash. The compiler is the caller's and is not repeated.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use peer_api::Implementation;
use peer_api::worker::serve;
use peer_own::{Curvemark, engine};

fn main() -> ExitCode {
    let _limit = match std::env::var(engine::VARIABLE).map(|name| engine::named(&name)) {
        Ok(Ok(engine)) => Some(engine::Limit::to(engine)),
        Ok(Err(problem)) => return failed(&format!("{}: {problem}", engine::VARIABLE)),
        Err(_) => None,
    };
    let implementations: [Box<dyn Implementation>; 1] = [Box::new(Curvemark)];
    match serve("rustc", &implementations) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error.to_string()),
    }
}

fn failed(why: &str) -> ExitCode {
    eprintln!("curvemark-worker: {why}");
    ExitCode::FAILURE
}
