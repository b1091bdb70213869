//! One hart without interrupts, which nobody has to be kept from.

use critical_section::{Impl, RawRestoreState, set_impl};

// Linked, since `spin` is asked for by name to have one of its features.
use portable_atomic as _;
use spin as _;

struct Alone;
set_impl!(Alone);

// SAFETY: nothing runs next to the program.
unsafe impl Impl for Alone {
    unsafe fn acquire() -> RawRestoreState {}

    unsafe fn release(_: RawRestoreState) {}
}
