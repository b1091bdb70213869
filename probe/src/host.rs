//! How much a host's request depends on one operation, by stand-ins that do nothing but wait.

use peer_api::host::{Hosted, Request};
use peer_api::{Body, Case, Implementation, Operation};
use record::probe::Host;
use std::time::Duration;

fn recorded(Hosted { real_ns, delayed }: Hosted) -> Host {
    Host { real_ns, delayed }
}

/// The least CPU time of a request over so many rounds, with the real operation and with stand-ins
/// that keep the CPU for these delays, in turn. The operation must live in this process.
pub fn host(
    body: &mut dyn Body,
    request: &mut Request<'_>,
    delays: &[Duration],
    rounds: u32,
) -> Host {
    let delays_ns: Vec<u64> = delays.iter().map(|delay| delay.as_nanos() as u64).collect();
    recorded(peer_api::host::hosted(body, request, &delays_ns, rounds))
}

/// As [`host`], of the host that an implementation has for an operation, wherever it lives. `None`
/// where it has none.
pub fn hosted(
    implementation: &dyn Implementation,
    operation: &Operation,
    cases: &[Case],
    delays_ns: &[u64],
    rounds: u32,
) -> Option<Host> {
    implementation.hosted(operation, cases, delays_ns, rounds).map(recorded)
}
