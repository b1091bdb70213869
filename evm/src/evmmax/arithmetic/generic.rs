//! Words counted at run time.

use limb::runtime::Residues;

use super::Arithmetic;

impl Arithmetic for Residues {
    fn words(&self) -> usize {
        Self::words(self)
    }

    fn add_assign(&self, x: &mut [u64], a: &[u64]) {
        Self::add_assign(self, x, a);
    }

    fn sub_assign(&self, x: &mut [u64], a: &[u64]) {
        Self::sub_assign(self, x, a);
    }

    fn mul_assign(&self, x: &mut [u64], a: &[u64]) {
        Self::mul_assign(self, x, a);
    }

    fn enter(&self, x: &mut [u64]) {
        Self::enter(self, x);
    }

    fn leave(&self, x: &mut [u64]) {
        Self::leave(self, x);
    }
}
