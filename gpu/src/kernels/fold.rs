//! Partial sums of buckets that several threads had a part of, added level by level.
//!
//! Partial sums lie in the order of their buckets. Each thread takes some, and leaves at most two:
//! of its first and its last bucket. The last level has one thread, which leaves none.

use super::{NONE, THREADS, points};
use crate::arithmetic::Arithmetic;
use crate::curve::OnCard;
use crate::lower::STORED;
use crate::modulus::Modulus;
use crate::ptx::{Body, Comparison, Kernel, Space};

/// Thread i adds `each` partial sums.
///
/// Parameters: `from` and `from_ids`, the partial sums; `buckets`; `to` and `to_ids`, two a thread,
/// which are left; how many there are; `each`; and whether this is the last level, so that all goes
/// to the buckets.
pub fn kernel<C: OnCard>(name: &str, modulus: &Modulus) -> Kernel {
    let mut body = Body::default();
    let body = &mut body;
    let arithmetic = Arithmetic::new(body, modulus);
    let [from, from_ids, buckets, to, to_ids] =
        ["from", "from_ids", "buckets", "to", "to_ids"].map(|name| body.address_parameter(name));
    let count = body.word_parameter("count");
    let each = body.word_parameter("each");
    let is_last = body.word_parameter("is_last");
    let thread = body.thread();
    let [done, again, add, take, last] = [(); 5].map(|()| body.label());
    let item = body.mul_lo(thread, each);
    let beyond = body.compare(Comparison::AtLeast, item, count);
    body.branch_if(beyond, done);
    let end = body.add(item, each);
    let end = body.min(end, count);

    let size = points::size(modulus);
    let slot = body.shl(thread, 1);
    let first_id = body.at(to_ids, slot, 4);
    let second_id = body.beyond(first_id, 4);
    body.store(first_id, NONE);
    body.store(second_id, NONE);
    let first_sum = body.at(to, slot, size);
    let second_sum = body.beyond(first_sum, size);

    let final_level = body.compare(Comparison::NotEqual, is_last, 0);
    // Whether the bucket at hand is the first one, and is not to go to its place.
    let shared = body.select(final_level, 0, 1);
    let current = body.mov(NONE);
    let sum = points::Variable::identity(body, modulus);
    let before = body.sub(item, 1);
    body.assign(item, before);

    body.place(again);
    let next = body.add(item, 1);
    body.assign(item, next);
    let at_end = body.compare(Comparison::AtLeast, item, end);
    body.branch_if(at_end, last);
    let at = body.at(from_ids, item, 4);
    let id = body.load(Space::ReadOnly, at);
    let empty = body.compare(Comparison::Equal, id, NONE);
    body.branch_if(empty, again);
    let at = body.at(from, item, size);
    let same = body.compare(Comparison::Equal, id, current);
    body.branch_if(same, add);
    let none_before = body.compare(Comparison::Equal, current, NONE);
    body.branch_if(none_before, take);
    let own = body.at(buckets, current, size);
    let goes_on = body.compare(Comparison::NotEqual, shared, 0);
    let target = body.select_address(goes_on, first_sum, own);
    sum.store(body, target);
    body.store_if(goes_on, first_id, current);
    body.assign(shared, 0);

    body.place(take);
    let point = points::load(body, &arithmetic, Space::ReadOnly, at);
    sum.set(body, &point);
    body.assign(current, id);
    body.branch(again);

    body.place(add);
    let point = points::load(body, &arithmetic, Space::ReadOnly, at);
    let inputs = [sum.get(&arithmetic), point].concat();
    let added = C::addition().lower(body, &arithmetic, &inputs, STORED);
    sum.set(body, &added);
    body.branch(again);

    body.place(last);
    let empty = body.compare(Comparison::Equal, current, NONE);
    body.branch_if(empty, done);
    let own = body.at(buckets, current, size);
    let goes_on = body.compare(Comparison::NotEqual, shared, 0);
    let target = body.select_address(goes_on, first_sum, second_sum);
    let target = body.select_address(final_level, own, target);
    sum.store(body, target);
    body.branch_if(final_level, done);
    let target = body.select_address(goes_on, first_id, second_id);
    body.store(target, current);
    body.place(done);
    body.ret();
    std::mem::take(body).kernel(name, THREADS)
}
