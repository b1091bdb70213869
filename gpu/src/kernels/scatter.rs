//! The entries sorted by their buckets: each goes to its bucket's beginning plus its rank.

use super::{NEGATIVE, NONE, THREADS};
use crate::ptx::{Body, Comparison, Kernel, Space, Special};

/// Thread i of row v of the grid takes the digit of window v of scalar i to its place.
///
/// Windows are rows, so that those that run at a time write near each other.
///
/// Parameters: `digits` and `ranks` as [`digits`](super::digits) leaves them; `starts`, of each
/// bucket; `entries`, which get i with the digit's sign, and `keys`, which get the bucket; and how
/// many scalars.
pub fn kernel(name: &str) -> Kernel {
    let mut body = Body::default();
    let [digits, ranks, starts, entries, keys] =
        ["digits", "ranks", "starts", "entries", "keys"].map(|name| body.address_parameter(name));
    let count = body.word_parameter("count");
    let thread = body.thread();
    let done = body.label();
    let beyond = body.compare(Comparison::AtLeast, thread, count);
    body.branch_if(beyond, done);
    let window = body.special(Special::BlockY);
    let place = body.mad_lo(window, count, thread);
    let from = body.at(digits, place, 4);
    let digit = body.load(Space::ReadOnly, from);
    let empty = body.compare(Comparison::Equal, digit, NONE);
    body.branch_if(empty, done);
    let from = body.at(ranks, place, 4);
    let rank = body.load(Space::ReadOnly, from);
    let bucket = body.and(digit, NEGATIVE - 1);
    let sign = body.and(digit, NEGATIVE);
    let from = body.at(starts, bucket, 4);
    let start = body.load(Space::ReadOnly, from);
    let place = body.add(start, rank);
    let entry = body.or(thread, sign);
    let to = body.at(entries, place, 4);
    body.store(to, entry);
    let to = body.at(keys, place, 4);
    body.store(to, bucket);
    body.place(done);
    body.ret();
    body.kernel(name, THREADS)
}
