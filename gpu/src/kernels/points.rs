//! Points in registers and in memory.

use super::THREADS;
use crate::arithmetic::{Arithmetic, Element};
use crate::lower::STORED;
use crate::modulus::Modulus;
use crate::ptx::{Address, Body, Comparison, Kernel, Operand, Space, Word};

/// The bytes of a homogeneous point.
pub(super) fn size(modulus: &Modulus) -> u32 {
    3 * modulus.bytes()
}

/// Loads a homogeneous point that a kernel has stored.
pub(super) fn load(
    body: &mut Body,
    arithmetic: &Arithmetic<'_>,
    space: Space,
    address: Address,
) -> Vec<Element> {
    let element = 4 * arithmetic.modulus().len();
    (0..3).map(|at| arithmetic.load(body, space, address, at * element, STORED)).collect()
}

/// Stores a homogeneous point.
pub(super) fn store<'a>(
    body: &mut Body,
    address: Address,
    point: impl IntoIterator<Item = &'a [Operand]>,
) {
    for (at, words) in point.into_iter().enumerate() {
        assert!(words.len() > 1, "an element");
        body.store_words(address, 4 * at * words.len(), words);
    }
}

/// Registers that hold a point over the turns of a loop. Its coordinates are at most 2p.
pub(super) struct Variable([Vec<Word>; 3]);

impl Variable {
    /// The identity, (0 : 1 : 0).
    pub(super) fn identity(body: &mut Body, modulus: &Modulus) -> Self {
        let zero = vec![0; modulus.len()];
        let coordinates = [&zero[..], modulus.one(), &zero[..]];
        Self(coordinates.map(|words| words.iter().map(|&word| body.mov(word)).collect()))
    }

    /// The point.
    pub(super) fn get(&self, arithmetic: &Arithmetic<'_>) -> Vec<Element> {
        self.words().into_iter().map(|words| arithmetic.known(words, STORED)).collect()
    }

    /// Its words.
    pub(super) fn words(&self) -> Vec<Vec<Operand>> {
        self.0.iter().map(|words| words.iter().copied().map(Operand::from).collect()).collect()
    }

    /// Another point instead.
    pub(super) fn set(&self, body: &mut Body, point: &[Element]) {
        assert_eq!(point.len(), 3, "three coordinates");
        for (words, element) in self.0.iter().zip(point) {
            assert!(element.bound <= STORED, "{} is above what the loop keeps", element.bound);
            words.iter().zip(&element.words).for_each(|(&to, &word)| body.assign(to, word));
        }
    }

    pub(super) fn store(&self, body: &mut Body, address: Address) {
        store(body, address, self.words().iter().map(Vec::as_slice));
    }
}

/// Thread i makes bucket i empty: the identity to `buckets`, zero to `counts`.
///
/// Parameters: `buckets`, `counts`, and how many. What is after the last count is for the total: it
/// becomes zero too.
pub fn clear(name: &str, modulus: &Modulus) -> Kernel {
    let mut body = Body::default();
    let (buckets, counts) = (body.address_parameter("buckets"), body.address_parameter("counts"));
    let count = body.word_parameter("count");
    let thread = body.thread();
    let done = body.label();
    let beyond = body.compare(Comparison::Greater, thread, count);
    body.branch_if(beyond, done);
    let to = body.at(counts, thread, 4);
    body.store(to, 0);
    let total = body.compare(Comparison::Equal, thread, count);
    body.branch_if(total, done);
    let identity = Variable::identity(&mut body, modulus);
    let to = body.at(buckets, thread, size(modulus));
    identity.store(&mut body, to);
    body.place(done);
    body.ret();
    body.kernel(name, THREADS)
}
