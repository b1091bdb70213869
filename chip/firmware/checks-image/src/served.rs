//! As in `chip/firmware/image`; or with the block set up wrongly; or without it.

use curvemark::bls12_381::FpModulus;
use esp32c3_rsa::{Fault, Rsa};

/// Does `work` while the block serves: 0 as it should, 1 to 4 with a fault of its set-up, 5 not at
/// all.
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
    let serving = rsa.serve::<FpModulus>();
    let result = work();
    drop(serving);
    result
}
