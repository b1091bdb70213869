//! What an operation on many points is lent by its caller, who knows how many there may be: memory
//! of its own, which is no stack and is counted apart.

use core::cell::UnsafeCell;
use core::mem::MaybeUninit;

use curvemark::bls12_381::Pair;
use curvemark::cashu::v3::BatchSlot;

/// Proofs in a token.
pub const MAX_PROOFS: usize = 16;

/// So many values, lent to one operation at a time.
#[repr(transparent)]
pub struct Scratch<T, const N: usize>(UnsafeCell<[MaybeUninit<T>; N]>);

// SAFETY: one processor, and one request at a time, which borrows it once.
unsafe impl<T, const N: usize> Sync for Scratch<T, N> {}

impl<T, const N: usize> Scratch<T, N> {
    const fn new() -> Self {
        Self(UnsafeCell::new([const { MaybeUninit::uninit() }; N]))
    }

    /// Lends the values, each as `make` makes it.
    pub fn lend<R>(&self, make: impl Fn() -> T, work: impl FnOnce(&mut [T]) -> R) -> R {
        // SAFETY: borrowed once, see above.
        let places = unsafe { &mut *self.0.get() };
        for place in &mut *places {
            place.write(make());
        }
        // SAFETY: each was written.
        work(unsafe { places.assume_init_mut() })
    }
}

/// For each proof.
#[unsafe(no_mangle)]
pub static BATCH_SLOTS: Scratch<BatchSlot, MAX_PROOFS> = Scratch::new();
/// For each key, and one more.
#[unsafe(no_mangle)]
pub static BATCH_PAIRS: Scratch<Pair<'static>, { MAX_PROOFS + 1 }> = Scratch::new();
