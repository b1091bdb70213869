//! All products modulo the prime of 381 bits on the RSA block while a request is answered; or with the block set up wrongly; or without it.

use esp32c3_rsa::{Fault, Rsa};

use crate::kernels::Base381;
use crate::marker::row;

/// Does `work` while the block serves: 0 as it should, 1 to 4 with a fault of its set-up, 5 not at all.
pub fn with<T>(set_up: u32, work: impl FnOnce() -> T) -> T {
    // SAFETY: the emulator is the chip, and there is no other program.
    let mut rsa = unsafe { Rsa::new() };
    match set_up {
        1 => rsa.inject(Fault::Prime),
        2 => rsa.inject(Fault::Operand),
        3 => rsa.inject(Fault::StaleZ),
        4 => rsa.inject(Fault::ConstantTime),
        5 => return work(),
        _ => {}
    }
    let serving = row("rsa_serve", || rsa.serve::<Base381>());
    let result = work();
    drop(serving);
    result
}
