//! Butterflies of number-theoretic transforms.
//!
//! One launch is one level of J. Cooley and J. Tukey, "An algorithm for the machine calculation of
//! complex Fourier series", Math. Comp. 19 (1965): decimation in time, in place, from values in
//! bit-reversed order. Each level reads and writes all values from global memory; several levels a
//! launch, in shared memory, are owed.

use super::THREADS;
use crate::arithmetic::Arithmetic;
use crate::bound::Bound;
use crate::lower::STORED;
use crate::modulus::Modulus;
use crate::ptx::{Body, Comparison, Kernel, Space};

/// Thread i makes (a + ωb, a − ωb) of one pair (a, b).
///
/// Parameters: `values`, at most 2p each; `roots`, the powers of the root of unity, reduced; how
/// many pairs; `log_half`, of which the distance of a pair is the power of two; and `log_step`,
/// likewise the distance of the roots that neighbours take.
///
/// a and ωb are brought to at most p first, so that both results are at most 2p: where R is hardly
/// above 2p, as for Fr of BLS12-381, there is no room to do it after.
///
/// # Panics
/// If a bound does not hold over a level, which is none of the moduli here.
pub fn kernel(name: &str, modulus: &Modulus) -> Kernel {
    let mut body = Body::default();
    let body = &mut body;
    let arithmetic = Arithmetic::new(body, modulus);
    let (values, roots) = (body.address_parameter("values"), body.address_parameter("roots"));
    let count = body.word_parameter("count");
    let log_half = body.word_parameter("log_half");
    let log_step = body.word_parameter("log_step");
    let thread = body.thread();
    let done = body.label();
    let beyond = body.compare(Comparison::AtLeast, thread, count);
    body.branch_if(beyond, done);

    let size = modulus.bytes();
    let block = body.shr(thread, log_half);
    let block_start = body.shl(block, log_half);
    let within = body.sub(thread, block_start);
    let half = body.shl(1, log_half);
    // Blocks of pairs are twice as long as blocks of threads.
    let first = body.add(thread, block_start);
    let second = body.add(first, half);
    let root = body.shl(within, log_step);
    let (first, second) = (body.at(values, first, size), body.at(values, second, size));
    let root = body.at(roots, root, size);

    let a = arithmetic.load(body, Space::Global, first, 0, STORED);
    let b = arithmetic.load(body, Space::Global, second, 0, STORED);
    let root = arithmetic.load(body, Space::ReadOnly, root, 0, Bound::ONE);
    let product = arithmetic.mul(body, &root, &b);
    let product = arithmetic.fit(body, &product, Bound::ONE);
    let a = arithmetic.fit(body, &a, Bound::ONE);
    let sum = arithmetic.add(body, &a, &product);
    let difference = arithmetic.sub(body, &a, &product);
    for (to, element) in [(first, sum), (second, difference)] {
        assert!(element.bound <= STORED, "{} is above what the next level takes", element.bound);
        body.store_words(to, 0, &element.words);
    }
    body.place(done);
    body.ret();
    std::mem::take(body).kernel(name, THREADS)
}

/// Thread i multiplies value i by a factor.
///
/// Parameters: `values`, at most 2p each; `factor`, reduced; and how many values.
pub fn scale(name: &str, modulus: &Modulus) -> Kernel {
    let mut body = Body::default();
    let body = &mut body;
    let arithmetic = Arithmetic::new(body, modulus);
    let (values, factor) = (body.address_parameter("values"), body.address_parameter("factor"));
    let count = body.word_parameter("count");
    let thread = body.thread();
    let done = body.label();
    let beyond = body.compare(Comparison::AtLeast, thread, count);
    body.branch_if(beyond, done);
    let at = body.at(values, thread, modulus.bytes());
    let value = arithmetic.load(body, Space::Global, at, 0, STORED);
    let factor = arithmetic.load(body, Space::ReadOnly, factor, 0, Bound::ONE);
    let product = arithmetic.mul(body, &factor, &value);
    let product = arithmetic.fit(body, &product, STORED);
    body.store_words(at, 0, &product.words);
    body.place(done);
    body.ret();
    std::mem::take(body).kernel(name, THREADS)
}
