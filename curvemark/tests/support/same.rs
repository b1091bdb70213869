//! A generator that always says the same.

use core::convert::Infallible;

use rand_core::{TryCryptoRng, TryRng};

pub struct Same;

impl TryRng for Same {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(0x0707_0707)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(0x0707_0707_0707_0707)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill(7);
        Ok(())
    }
}

// For tests of what a broken one does.
impl TryCryptoRng for Same {}
