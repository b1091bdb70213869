//! Powers by public exponents, square roots and the Legendre symbol.

use crate::modulus::Params;
use crate::mont::Mont;
use crate::word::Word;

impl<M: Params<W, N>, W: Word, const N: usize> Mont<M, W, N> {
    /// a^exponent, the exponent in 64-bit limbs, least significant first. Constant-time in a, not in the exponent.
    pub fn pow_vartime(a: &[W; N], exponent: &[u64]) -> [W; N] {
        let mut out = Self::ONE;
        for &limb in exponent.iter().rev() {
            for i in (0..64).rev() {
                out = Self::sqr(&out);
                if (limb >> i) & 1 == 1 {
                    out = Self::mul(&out, a);
                }
            }
        }
        out
    }

    /// A square root and whether there is one, for p ≡ 3 (mod 4).
    pub fn sqrt(a: &[W; N]) -> ([W; N], subtle::Choice) {
        let exponent = crate::modulus::shift_right(&crate::modulus::plus_small(&M::P, 1), 2);
        let root = Self::pow_vartime(a, &exponent);
        let exists = Self::equal(&Self::sqr(&root), a);
        (root, exists)
    }

    /// Whether a is a square; zero is.
    pub fn is_square(a: &[W; N]) -> subtle::Choice {
        let power = Self::pow_vartime(a, &M::HALF);
        Self::is_zero(a) | Self::equal(&power, &Self::ONE)
    }
}
