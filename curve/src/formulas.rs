//! Point formulas over [`Field`], as layers of independent sums of products.
//!
//! Operation counts are given as products, reductions and small multiples, because that is what
//! engines differ in: a classical multiplication is one product and one reduction.

use crate::field::{Field, Lazy, Masked, Red};

#[cfg(feature = "hints")]
pub mod affine;
pub mod complete;
pub mod edwards;
pub mod jacobian;
pub mod montgomery;
#[cfg(any(feature = "pasta", feature = "grumpkin", feature = "bandersnatch"))]
pub mod two_adic;

/// [`Red::select`]; a chip has it once.
#[cfg_attr(target_arch = "riscv32", inline(never))]
#[cfg_attr(not(target_arch = "riscv32"), inline(always))]
pub(crate) fn select<F: Masked>(a: &Red<F>, b: &Red<F>, mask: &F::Mask) -> Red<F> {
    Red::select(a, b, mask)
}

/// [`Red::negate_if`]; a chip has it once.
#[cfg_attr(target_arch = "riscv32", inline(never))]
#[cfg_attr(not(target_arch = "riscv32"), inline(always))]
pub(crate) fn negate_if<F: Masked>(a: &Red<F>, mask: &F::Mask) -> Red<F> {
    a.negate_if(mask)
}

/// a − b; a chip has it once, with what is not reduced.
#[cfg_attr(target_arch = "riscv32", inline(never))]
#[cfg_attr(not(target_arch = "riscv32"), inline(always))]
pub(crate) fn difference<F: Field>(a: &Red<F>, b: &Red<F>) -> Red<F> {
    a - b
}

/// a + b, not reduced; a chip has it once.
#[cfg_attr(target_arch = "riscv32", inline(never))]
#[cfg_attr(not(target_arch = "riscv32"), inline(always))]
fn plus<F: Field>(a: &Red<F>, b: &Red<F>) -> Lazy<F> {
    a.plus(b)
}

/// a − b, not reduced; a chip has it once.
#[cfg_attr(target_arch = "riscv32", inline(never))]
#[cfg_attr(not(target_arch = "riscv32"), inline(always))]
fn minus<F: Field>(a: &Red<F>, b: &Red<F>) -> Lazy<F> {
    a.minus(b)
}

/// −a; a chip has it once.
#[cfg_attr(target_arch = "riscv32", inline(never))]
#[cfg_attr(not(target_arch = "riscv32"), inline(always))]
fn negative<F: Field>(a: &Red<F>) -> Red<F> {
    -a
}

/// k·a for k ≤ 256; a chip has it once.
#[cfg_attr(target_arch = "riscv32", inline(never))]
#[cfg_attr(not(target_arch = "riscv32"), inline(always))]
fn times<F: Field>(a: &Red<F>, k: u32) -> Red<F> {
    a.times(k)
}
