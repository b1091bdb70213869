//! Products by the block while there is a hold, and by software where there is none or where the
//! block stops answering.

use limb::{Mont, Params};

use crate::{Error, Hold, Rsa};

/// Products modulo `P`.
pub struct Products<'a, P: Params<u32, N>, const N: usize> {
    hold: Option<Hold<'a, P, N>>,
    error: Option<Error>,
}

impl<'a, P: Params<u32, N>, const N: usize> Products<'a, P, N> {
    /// Holds the block; if its answers are wrong, software computes.
    pub fn new(rsa: &'a mut Rsa) -> Self {
        match rsa.hold() {
            Ok(hold) => Self { hold: Some(hold), error: None },
            Err(error) => Self { hold: None, error: Some(error) },
        }
    }

    /// Why the block is not used, if it is not.
    pub fn error(&self) -> Option<Error> {
        self.error
    }

    /// What the block says; if it is silent it is let go.
    fn by_block(
        &mut self,
        work: impl FnOnce(&mut Hold<'a, P, N>) -> Result<[u32; N], Error>,
    ) -> Option<[u32; N]> {
        match work(self.hold.as_mut()?) {
            Ok(product) => Some(product),
            Err(error) => {
                (self.hold, self.error) = (None, Some(error));
                None
            }
        }
    }

    /// a·b·R⁻¹ mod m, reduced, of lazy operands.
    pub fn mul(&mut self, a: &[u32; N], b: &[u32; N]) -> [u32; N] {
        self.by_block(|hold| hold.mul(a, b)).unwrap_or_else(|| Mont::<P, u32, N>::mul(a, b))
    }

    /// a^(2^n) in Montgomery's form, reduced, of a lazy operand.
    pub fn sqr_times(&mut self, a: &[u32; N], n: u32) -> [u32; N] {
        self.by_block(|hold| hold.sqr_times(a, n)).unwrap_or_else(|| {
            let mut value = *a;
            for _ in 0..n {
                value = Mont::<P, u32, N>::sqr(&value);
            }
            value
        })
    }
}
