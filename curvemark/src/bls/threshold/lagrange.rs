//! The coefficients of Lagrange at zero, of indices that are small integers.

use alloc::vec::Vec;

use curve::bls12_381::Fr;
use curve::vectors::invert_batch_vartime;

use super::Index;

/// λᵢ = ∏ xⱼ / (xⱼ − xᵢ) over all other j, for distinct x: what the value of a polynomial at xᵢ
/// counts for in its value at zero.
pub(super) fn lagrange_at_zero(indices: &[Index]) -> Vec<Fr> {
    // λᵢ = ∏ xⱼ / (xᵢ · ∏ (xⱼ − xᵢ)), the first product over all j.
    let all = indices.iter().fold(Product::default(), |product, x| product.by(x.get())).value();
    let denominators = indices.iter().map(|x| {
        let others = indices.iter().filter(|other| *other != x);
        let product = others.fold(Product::default(), |product, other| {
            let product = product.by(other.get().abs_diff(x.get()));
            if other < x { product.negated() } else { product }
        });
        product.by(x.get()).value()
    });
    let mut lambdas: Vec<_> = denominators.collect();
    invert_batch_vartime(&mut lambdas);
    lambdas.iter().map(|inverse| &all * inverse).collect()
}

/// A product of small integers: words are multiplied as long as they do not overflow.
struct Product {
    value: Fr,
    word: u64,
    negative: bool,
}

impl Default for Product {
    fn default() -> Self {
        Self { value: Fr::one(), word: 1, negative: false }
    }
}

impl Product {
    fn by(mut self, factor: u32) -> Self {
        if let Some(word) = self.word.checked_mul(factor.into()) {
            self.word = word;
        } else {
            self.value = &self.value * &Fr::from(self.word);
            self.word = factor.into();
        }
        self
    }

    const fn negated(mut self) -> Self {
        self.negative = !self.negative;
        self
    }

    fn value(self) -> Fr {
        let value = &self.value * &Fr::from(self.word);
        if self.negative { -&value } else { value }
    }
}
