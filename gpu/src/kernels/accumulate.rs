//! Sums of equal pieces of the sorted entries.
//!
//! A bucket whose entries all lie inside a thread's piece, with others on both sides, is that
//! thread's only: its sum goes to its place. The first and the last bucket of a piece may go on in
//! the neighbours': their sums go to two partial sums of the thread, with the bucket's number.

use super::{NEGATIVE, NONE, THREADS, points};
use crate::arithmetic::Arithmetic;
use crate::bound::Bound;
use crate::curve::OnCard;
use crate::lower::STORED;
use crate::modulus::Modulus;
use crate::ptx::{Address, Body, Comparison, Kernel, Operand, Space, Word};

/// Thread i adds the points of `each` entries.
///
/// Parameters: `points`, affine and reduced, none the identity; `entries` and `keys` as
/// [`scatter`](super::scatter) leaves them; `buckets`; `partials` and `ids`, two a thread; `total`,
/// a word that says how many entries there are; `each`; and how many threads. Points that are equal
/// or opposite to sums are no special case.
pub fn kernel<C: OnCard>(name: &str, modulus: &Modulus) -> Kernel {
    let mut body = Body::default();
    let body = &mut body;
    let arithmetic = Arithmetic::new(body, modulus);
    let [base, entries, keys, buckets, partials, ids, total] =
        ["points", "entries", "keys", "buckets", "partials", "ids", "total"]
            .map(|name| body.address_parameter(name));
    let each = body.word_parameter("each");
    let threads = body.word_parameter("threads");
    let thread = body.thread();
    let (done, again, add, last) = (body.label(), body.label(), body.label(), body.label());
    let beyond = body.compare(Comparison::AtLeast, thread, threads);
    body.branch_if(beyond, done);

    let slot = body.shl(thread, 1);
    let first_id = body.at(ids, slot, 4);
    let second_id = body.beyond(first_id, 4);
    body.store(first_id, NONE);
    body.store(second_id, NONE);
    let first_partial = body.at(partials, slot, points::size(modulus));
    let second_partial = body.beyond(first_partial, points::size(modulus));

    let count = body.load(Space::ReadOnly, total);
    let item = body.mul_lo(thread, each);
    let empty = body.compare(Comparison::AtLeast, item, count);
    body.branch_if(empty, done);
    let end = body.add(item, each);
    let end = body.min(end, count);

    let entry = Entry { base, entries, keys };
    let (key, x, y) = entry.fetch(body, &arithmetic, item);
    let (x, y) = (registers(body, &x), registers(body, &y));
    let sum = points::Variable::identity(body, modulus);
    let affine = |registers: &[Word]| {
        let words = registers.iter().copied().map(Operand::from).collect();
        arithmetic.known(words, Bound::ONE)
    };
    let one = arithmetic.constant(modulus.one());
    let begin = |body: &mut Body| sum.set(body, &[affine(&x), affine(&y), one.clone()]);
    let current = body.mov(key);
    let is_first = body.mov(1);
    begin(body);

    body.place(again);
    let next = body.add(item, 1);
    body.assign(item, next);
    let at_end = body.compare(Comparison::AtLeast, item, end);
    body.branch_if(at_end, last);
    let (key, new_x, new_y) = entry.fetch(body, &arithmetic, item);
    x.iter().zip(new_x).for_each(|(&to, word)| body.assign(to, word));
    y.iter().zip(new_y).for_each(|(&to, word)| body.assign(to, word));
    let same = body.compare(Comparison::Equal, key, current);
    body.branch_if(same, add);
    // Another bucket begins: where the one before is to go.
    let own = body.at(buckets, current, points::size(modulus));
    let first = body.compare(Comparison::NotEqual, is_first, 0);
    let to = body.select_address(first, first_partial, own);
    sum.store(body, to);
    body.store_if(first, first_id, current);
    body.assign(is_first, 0);
    body.assign(current, key);
    begin(body);
    body.branch(again);

    body.place(add);
    let inputs = [sum.get(&arithmetic), vec![affine(&x), affine(&y)]].concat();
    let added = C::mixed_addition().lower(body, &arithmetic, &inputs, STORED);
    sum.set(body, &added);
    body.branch(again);

    body.place(last);
    let first = body.compare(Comparison::NotEqual, is_first, 0);
    let to = body.select_address(first, first_partial, second_partial);
    sum.store(body, to);
    let to = body.select_address(first, first_id, second_id);
    body.store(to, current);
    body.place(done);
    body.ret();
    std::mem::take(body).kernel(name, THREADS)
}

fn registers(body: &mut Body, words: &[Operand]) -> Vec<Word> {
    words.iter().map(|&word| body.mov(word)).collect()
}

struct Entry {
    base: Address,
    entries: Address,
    keys: Address,
}

impl Entry {
    /// The bucket, and the point's coordinates with the sign, both at most p.
    fn fetch(
        &self,
        body: &mut Body,
        arithmetic: &Arithmetic<'_>,
        item: Word,
    ) -> (Word, Vec<Operand>, Vec<Operand>) {
        let from = body.at(self.keys, item, 4);
        let key = body.load(Space::ReadOnly, from);
        let from = body.at(self.entries, item, 4);
        let entry = body.load(Space::ReadOnly, from);
        let index = body.and(entry, NEGATIVE - 1);
        let element = 4 * arithmetic.modulus().len();
        let from = body.at(self.base, index, 2 * arithmetic.modulus().bytes());
        let x = arithmetic.load(body, Space::ReadOnly, from, 0, Bound::ONE);
        let y = arithmetic.load(body, Space::ReadOnly, from, element, Bound::ONE);
        let opposite = arithmetic.neg(body, &y);
        let negative = body.compare(Comparison::AtLeast, entry, NEGATIVE);
        let y = opposite.words.iter().zip(&y.words);
        let y = y.map(|(&minus, &plus)| body.select(negative, minus, plus).into()).collect();
        (key, x.words, y)
    }
}
