//! Buckets summed with their weights, by halves.
//!
//! For buckets B₀, B₁, … of a window, Σ (i + 1)·Bᵢ = Σᵢ Bᵢ + Σₗ 2^l·Oₗ, where Oₗ is the sum of the
//! buckets whose number has bit l. One step adds neighbours, which leaves half as many buckets with
//! the bits above, and keeps the odd ones, whose sum is Oₗ; it adds neighbours in what was kept
//! before, too. After log₂ steps each row is one point, and a step is one addition deep. Two
//! additions a bucket in all.

use super::{THREADS, points};
use crate::arithmetic::Arithmetic;
use crate::curve::OnCard;
use crate::lower::STORED;
use crate::modulus::Modulus;
use crate::ptx::{Body, Comparison, Kernel, Space};

/// Thread i makes point i of `to`.
///
/// `from` has windows of `rows` rows of 2^(`log_half` + 1) points, `to` windows of `rows` + 1 rows
/// of 2^`log_half`: of each row the sums of neighbours, and then the odd ones of the first row.
///
/// Parameters: `from`, `to`, how many points `to` has, `log_half`, `rows`.
pub fn kernel<C: OnCard>(name: &str, modulus: &Modulus) -> Kernel {
    let mut body = Body::default();
    let body = &mut body;
    let arithmetic = Arithmetic::new(body, modulus);
    let (from, to) = (body.address_parameter("from"), body.address_parameter("to"));
    let count = body.word_parameter("count");
    let log_half = body.word_parameter("log_half");
    let rows = body.word_parameter("rows");
    let thread = body.thread();
    let (keep, done) = (body.label(), body.label());
    let beyond = body.compare(Comparison::AtLeast, thread, count);
    body.branch_if(beyond, done);

    let size = points::size(modulus);
    let row_of_all = body.shr(thread, log_half);
    let row_start = body.shl(row_of_all, log_half);
    let column = body.sub(thread, row_start);
    let new_rows = body.add(rows, 1);
    let window = body.div(row_of_all, new_rows);
    let rows_before = body.mul_lo(window, new_rows);
    let row = body.sub(row_of_all, rows_before);
    let kept = body.compare(Comparison::Equal, row, rows);
    let source = body.select(kept, 0, row);
    let source = body.mad_lo(window, rows, source);
    let log = body.add(log_half, 1);
    let source = body.shl(source, log);
    let twice = body.shl(column, 1);
    let even = body.add(source, twice);
    let odd = body.add(even, 1);

    let to = body.at(to, thread, size);
    let at = body.at(from, odd, size);
    let second = points::load(body, &arithmetic, Space::ReadOnly, at);
    body.branch_if(kept, keep);
    let at = body.at(from, even, size);
    let first = points::load(body, &arithmetic, Space::ReadOnly, at);
    let inputs = [first, second.clone()].concat();
    let sum = C::addition().lower(body, &arithmetic, &inputs, STORED);
    points::store(body, to, sum.iter().map(|element| &element.words[..]));
    body.branch(done);
    body.place(keep);
    points::store(body, to, second.iter().map(|element| &element.words[..]));
    body.place(done);
    body.ret();
    std::mem::take(body).kernel(name, THREADS)
}
