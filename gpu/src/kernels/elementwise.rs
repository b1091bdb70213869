//! Thread i computes one thing of the elements i, from one list to another.

use ::curve::field::Canonical;

use super::THREADS;
use crate::arithmetic::{Arithmetic, Element};
use crate::bound::Bound;
use crate::lower::Formula;
use crate::modulus::Modulus;
use crate::ptx::{Body, Comparison, Kernel, Space};

/// Loads a thread's inputs, and stores what `compute` makes of them.
///
/// Parameters: `from` with items of as many elements as there are bounds, `to`, and how many items.
/// Each input is at most its bound.
pub fn kernel(
    name: &str,
    modulus: &Modulus,
    inputs: &[Bound],
    compute: impl FnOnce(&mut Body, &Arithmetic<'_>, &[Element]) -> Vec<Element>,
) -> Kernel {
    let mut body = Body::default();
    let arithmetic = Arithmetic::new(&mut body, modulus);
    let (from, to) = (body.address_parameter("from"), body.address_parameter("to"));
    let count = body.word_parameter("count");
    let thread = body.thread();
    let done = body.label();
    let beyond = body.compare(Comparison::AtLeast, thread, count);
    body.branch_if(beyond, done);
    let size = 4 * modulus.len();
    let from = body.at(from, thread, bytes(size * inputs.len()));
    let inputs: Vec<Element> = inputs
        .iter()
        .enumerate()
        .map(|(at, &bound)| arithmetic.load(&mut body, Space::ReadOnly, from, at * size, bound))
        .collect();
    let outputs = compute(&mut body, &arithmetic, &inputs);
    let to = body.at(to, thread, bytes(size * outputs.len()));
    for (at, element) in outputs.iter().enumerate() {
        body.store_words(to, at * size, &element.words);
    }
    body.place(done);
    body.ret();
    body.kernel(name, THREADS)
}

fn bytes(size: usize) -> u32 {
    size.try_into().expect("items are small")
}

/// A recorded formula, of inputs at most 2p.
pub fn formula<F: Canonical<Ctx = (), Const: Clone>>(
    name: &str,
    modulus: &Modulus,
    formula: &Formula<F>,
) -> Kernel {
    use crate::lower::STORED;
    kernel(name, modulus, &vec![STORED; formula.inputs()], |body, arithmetic, inputs| {
        formula.lower(body, arithmetic, inputs, STORED)
    })
}
