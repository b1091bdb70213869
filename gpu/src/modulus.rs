//! A prime modulus p as kernels need it, and its Montgomery form, with R = 2^(32·words).
//!
//! P. Montgomery, "Modular multiplication without trial division", Math. Comp. 44 (1985). Engines
//! of `curve` have the same R for their words of 64 bits; here it follows from the width only.

use ::curve::field::{Canonical, Red};

use crate::bound::Bound;
use crate::integer;

/// A prime modulus.
#[derive(Clone, Debug)]
pub struct Modulus {
    words: Vec<u32>,
    m0: u32,
    ratio: u128,
    one: Vec<u32>,
}

impl Modulus {
    /// The modulus of a field of `curve`: the integer −1 of the field, and one more.
    ///
    /// # Panics
    /// If p is not below R/2, or has an odd number of words.
    pub fn of<F: Canonical<Ctx = ()>>() -> Self {
        let minus_one = -&Red::<F>::one();
        let mut one = vec![0; F::BYTES >> 2];
        one[0] = 1;
        let words = integer::add(&plain(&minus_one), &one);
        assert!(words.len().is_multiple_of(2), "columns are even and odd");
        // p·p⁻¹ = 1 modulo 2^32: each step doubles the bits that are right, beginning with three.
        let p0 = words[0];
        let inverse = (0..4).fold(p0, |inverse, _| {
            inverse.wrapping_mul(2u32.wrapping_sub(p0.wrapping_mul(inverse)))
        });
        let top = [1, 2].map(|from_top| u128::from(words[words.len() - from_top]));
        let ratio = (top[0] << 32 | top[1]) + 1;
        assert!(ratio <= 1 << 63, "p is below R/2");
        Self { m0: inverse.wrapping_neg(), ratio, one: montgomery(&Red::<F>::one()), words }
    }

    /// p.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// How many words an element has.
    #[expect(clippy::len_without_is_empty, reason = "a modulus is never empty")]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// How many bytes an element has.
    pub fn bytes(&self) -> u32 {
        4 * self.words.len() as u32
    }

    /// −p⁻¹ modulo 2^32.
    pub fn m0(&self) -> u32 {
        self.m0
    }

    /// R modulo p: one in Montgomery form.
    pub fn one(&self) -> &[u32] {
        &self.one
    }

    /// k·p.
    ///
    /// # Panics
    /// If it is not below R.
    pub fn multiple(&self, k: u32) -> Vec<u32> {
        integer::times(&self.words, k)
    }

    /// Whether b·p is below R, so that what is at most b·p fits in the words of an element.
    pub fn fits(&self, b: Bound) -> bool {
        // p/R is below `ratio`/2^64, and not equal to it.
        b.0 * self.ratio <= 1 << 96
    }

    /// What b·p² is, divided by R, as a bound.
    pub fn reduced(&self, b: Bound) -> Bound {
        Bound((b.0 * self.ratio).div_ceil(1 << 64))
    }
}

/// The words of an element's integer.
pub fn plain<F: Canonical<Ctx = ()>>(value: &Red<F>) -> Vec<u32> {
    let mut bytes = vec![0; F::BYTES];
    value.to_bytes(&mut bytes);
    integer::from_be_bytes(&bytes)
}

/// R as an element.
fn r<F: Canonical<Ctx = ()>>() -> Red<F> {
    let mut out = Red::one();
    // As many doublings as the encoding has bits.
    (0..8 * F::BYTES).for_each(|_| out = &out + &out);
    out
}

/// The Montgomery form of an element, below p.
pub fn montgomery<F: Canonical<Ctx = ()>>(value: &Red<F>) -> Vec<u32> {
    plain(&(value * &r()))
}

/// The elements of Montgomery forms of any size below R, as kernels leave them.
pub fn elements<F: Canonical<Ctx = ()>>(words: &[u32]) -> Vec<Red<F>> {
    let inverse = r::<F>().invert();
    let integers = words.chunks_exact(F::BYTES >> 2);
    integers
        .map(|integer| &Red::from_uniform_bytes(&integer::to_be_bytes(integer)) * &inverse)
        .collect()
}
