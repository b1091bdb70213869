//! Arrays by a function: `map` and `from_fn`, compiled into whoever calls them.
//!
//! Those of the standard library are functions of their own. Where a crate is compiled in several
//! units, as cargo does unless told otherwise, they often stay so, and what runs in them is then
//! compiled without the features of the CPU that their caller has: an exponentiation on residue
//! numbers took half as long again. Clippy keeps them out of the packages that engines run in
//! (`clippy.toml`). A program for the chip is one unit, and takes those of the standard library,
//! which copy less there.
#![cfg_attr(target_arch = "riscv32", allow(clippy::disallowed_methods))]

#[cfg(not(target_arch = "riscv32"))]
use core::mem::{ManuallyDrop, MaybeUninit};

/// An array whose elements go through a function, one after the other.
pub trait Each<T, const N: usize> {
    /// What `map` of the standard library gives.
    fn each<U>(self, f: impl FnMut(T) -> U) -> [U; N];
}

impl<T, const N: usize> Each<T, N> for [T; N] {
    #[inline(always)]
    #[cfg(target_arch = "riscv32")]
    fn each<U>(self, f: impl FnMut(T) -> U) -> [U; N] {
        self.map(f)
    }

    #[inline(always)]
    #[cfg(not(target_arch = "riscv32"))]
    fn each<U>(self, mut f: impl FnMut(T) -> U) -> [U; N] {
        // If the function panics, what is left of the elements is not dropped.
        let elements = ManuallyDrop::new(self);
        // SAFETY: every index comes once, so that every element is taken once, and nothing else
        // drops it.
        array(|i| f(unsafe { core::ptr::read(&raw const elements[i]) }))
    }
}

/// What a function gives for each index in turn: `from_fn` of the standard library.
#[cfg(target_arch = "riscv32")]
pub use core::array::from_fn as array;

/// What a function gives for each index in turn: `from_fn` of the standard library.
#[inline(always)]
#[cfg(not(target_arch = "riscv32"))]
pub fn array<U, const N: usize>(mut f: impl FnMut(usize) -> U) -> [U; N] {
    // If the function panics, what was made is not dropped.
    let mut out = [const { MaybeUninit::uninit() }; N];
    for (i, place) in out.iter_mut().enumerate() {
        place.write(f(i));
    }
    // SAFETY: every place was written, and an array of them has the layout of an array of values.
    unsafe { core::ptr::from_ref(&out).cast::<[U; N]>().read() }
}
