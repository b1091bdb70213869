//! All products modulo the prime of 381 bits on the RSA block while a request is answered.

use curvemark::bls12_381::FpModulus;
use esp32c3_rsa::Rsa;

use crate::marker::row;

/// Does `work` while the block serves.
pub fn with<T>(work: impl FnOnce() -> T) -> T {
    // SAFETY: the emulator is the chip, and there is no other program.
    let mut rsa = unsafe { Rsa::new() };
    let serving = row("rsa_serve", || rsa.serve::<FpModulus>());
    let result = work();
    drop(serving);
    result
}
