//! Inversion.

use crate::modulus::Params;
use crate::mont::Mont;
use crate::word::Word;

impl<M: Params<W, N>, W: Word, const N: usize> Mont<M, W, N> {
    /// 1/a modulo a prime; zero for zero.
    pub fn invert(a: &[W; N]) -> [W; N] {
        Self::pow_vartime(a, &M::P_MINUS_2)
    }

    /// As [`Mont::invert`], in time that depends on a.
    pub fn invert_vartime(a: &[W; N]) -> [W; N] {
        Self::invert(a)
    }
}
