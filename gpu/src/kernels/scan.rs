//! Where each bucket's entries begin: the sums of all counts before it.
//!
//! A thread has [`EACH`] counts. [`totals`] adds them, [`offsets`] gives each the sum of those
//! before it, from what lies before the thread's; and that is the same question about the totals.
//! There are no barriers: each level is a launch.

use super::THREADS;
use crate::ptx::{Body, Comparison, Kernel, Label, Space, Word};

/// Counts of a thread.
pub const EACH: u32 = 64;

/// A loop over a thread's items: `turn` has the item's number.
fn each(
    body: &mut Body,
    thread: Word,
    count: Word,
    done: Label,
    turn: impl FnOnce(&mut Body, Word),
) {
    let item = body.mul_lo(thread, EACH);
    let beyond = body.compare(Comparison::AtLeast, item, count);
    body.branch_if(beyond, done);
    let next = body.add(item, EACH);
    let end = body.min(next, count);
    let again = body.label();
    body.place(again);
    turn(body, item);
    let next = body.add(item, 1);
    body.assign(item, next);
    let more = body.compare(Comparison::Less, item, end);
    body.branch_if(more, again);
}

/// Thread i adds its counts.
///
/// Parameters: `counts`, `totals`, and how many counts.
pub fn totals(name: &str) -> Kernel {
    let mut body = Body::default();
    let (counts, totals) = (body.address_parameter("counts"), body.address_parameter("totals"));
    let count = body.word_parameter("count");
    let thread = body.thread();
    let done = body.label();
    let sum = body.mov(0);
    each(&mut body, thread, count, done, |body, item| {
        let from = body.at(counts, item, 4);
        let value = body.load(Space::ReadOnly, from);
        let more = body.add(sum, value);
        body.assign(sum, more);
    });
    let to = body.at(totals, thread, 4);
    body.store(to, sum);
    body.place(done);
    body.ret();
    body.kernel(name, THREADS)
}

/// Thread i writes for each of its counts the sum of those before it.
///
/// Parameters: `counts`; `before`, for each thread the sum of the counts of threads before it;
/// `starts`; and how many counts.
pub fn offsets(name: &str) -> Kernel {
    let mut body = Body::default();
    let [counts, before, starts] =
        ["counts", "before", "starts"].map(|name| body.address_parameter(name));
    let count = body.word_parameter("count");
    let thread = body.thread();
    let done = body.label();
    let sum = body.mov(0);
    let first = body.mul_lo(thread, EACH);
    let beyond = body.compare(Comparison::AtLeast, first, count);
    body.branch_if(beyond, done);
    let from = body.at(before, thread, 4);
    let start = body.load(Space::ReadOnly, from);
    body.assign(sum, start);
    each(&mut body, thread, count, done, |body, item| {
        let to = body.at(starts, item, 4);
        body.store(to, sum);
        let from = body.at(counts, item, 4);
        let value = body.load(Space::ReadOnly, from);
        let more = body.add(sum, value);
        body.assign(sum, more);
    });
    body.place(done);
    body.ret();
    body.kernel(name, THREADS)
}
