//! `map` of arrays, compiled into whoever calls it.

use core::mem::ManuallyDrop;

/// An array whose elements go through a function, one after the other.
pub trait Each<T, const N: usize> {
    /// What `map` of the standard library gives.
    ///
    /// That one is a function of its own. Where a crate is compiled in several units, as cargo does
    /// unless told otherwise, it often stays one, and what runs in it is then compiled without the
    /// features of the CPU that its caller has: an exponentiation on residue numbers took half as
    /// long again. Clippy keeps it out of the packages that run on engines (`clippy.toml`).
    fn each<U>(self, f: impl FnMut(T) -> U) -> [U; N];
}

impl<T, const N: usize> Each<T, N> for [T; N] {
    #[inline(always)]
    fn each<U>(self, mut f: impl FnMut(T) -> U) -> [U; N] {
        // If the function panics, what is left of the elements is not dropped.
        let elements = ManuallyDrop::new(self);
        // SAFETY: every index comes once, so that every element is taken once, and nothing else
        // drops it.
        core::array::from_fn(|i| f(unsafe { core::ptr::read(&raw const elements[i]) }))
    }
}
