//! The kernels in both forms: the same source, compiled for vectors of four lanes and of eight.
//!
//! Each takes the vector, which says whose turn it is: the first or the second half of the lanes,
//! or all. Then comes where the result stands, and the operands.

use core::mem::MaybeUninit;

use super::vector::{Ymm, Zmm};
use super::{Lanes, Sum, linear, mont, wide};
use crate::modulus::Params;

/// Functions with a CPU feature around kernels of the same names.
macro_rules! functions {
    (
        $vector:ident by $features:meta:
        $($inline:meta fn $module:ident::$name:ident $(<$m:ident>)?($($x:ident: $type:ty),*);)*
    ) => {
        $(
            #[$features]
            #[$inline]
            pub(in super::super) fn $name<$($m: Params<u64, N>,)? const N: usize>(
                v: $vector,
                $($x: $type),*
            ) {
                $module::$name::<$vector, $($m,)? N>(v, $($x),*);
            }
        )*
    };
    (
        by pointers, $vector:ident by $features:meta:
        $($inline:meta fn $module:ident::$name:ident $(<$m:ident>)?($($x:ident: $type:ty),*);)*
    ) => {
        $(
            /// # Safety
            /// That of the kernel.
            #[$features]
            #[$inline]
            pub(in super::super) unsafe fn $name<$($m: Params<u64, N>,)? const N: usize>(
                v: $vector,
                $($x: $type),*
            ) {
                // SAFETY: the caller's.
                unsafe { $module::$name::<$vector, $($m,)? N>(v, $($x),*) }
            }
        )*
    };
}

/// All kernels in one form.
macro_rules! form {
    ($form:ident, $vector:ident, $features:meta) => {
        pub(super) mod $form {
            use super::*;

            functions! {
                $vector by $features:
                inline(never) fn mont::sqr<M>(out: &mut MaybeUninit<Lanes<N>>, a: &Lanes<N>);
                inline(never) fn mont::sum_of_two<M>(
                    out: &mut MaybeUninit<Lanes<N>>, terms: [(&Lanes<N>, &Lanes<N>); 2]
                );

                inline fn linear::sum(
                    out: &mut MaybeUninit<Lanes<N>>, a: &Lanes<N>, b: &Lanes<N>
                );
                inline fn linear::difference(
                    out: &mut MaybeUninit<Lanes<N>>, a: &Lanes<N>, b: &Lanes<N>
                );
                inline fn linear::weak<M>(out: &mut MaybeUninit<Lanes<N>>, a: &Lanes<N>);
                inline(never) fn linear::times<M>(
                    out: &mut MaybeUninit<Lanes<N>>, a: &Lanes<N>, k: u32
                );
                inline fn linear::linear<M>(
                    out: &mut MaybeUninit<Lanes<N>>, terms: &[(&Lanes<N>, i32)]
                );
                inline fn linear::around_zero(out: &mut MaybeUninit<Lanes<N>>, a: &Lanes<N>);
            }

            functions! {
                by pointers, $vector by $features:
                inline(never) fn mont::mul<M>(
                    out: *mut Lanes<N>, a: *const Lanes<N>, b: *const Lanes<N>
                );
                inline(never) fn mont::reduce<M>(
                    out: &mut MaybeUninit<Lanes<N>>, sum: *const Sum<N>
                );
                inline(never) fn mont::complex_sum<M>(
                    out: *mut [Lanes<N>; 2], terms: &[mont::ComplexTerm<'_, N>], starts: &[u64; 17]
                );
                inline(never) fn mont::complex_sqr<M>(out: *mut [Lanes<N>; 2], a: &[Lanes<N>; 2]);
                inline(never) fn mont::complex_product(
                    out: [*mut Sum<N>; 2], term: mont::ComplexTerm<'_, N>
                );

                inline(never) fn wide::add_product(
                    sum: *mut Sum<N>, a: *const Lanes<N>, b: *const Lanes<N>
                );
                inline fn wide::product(sum: *mut Sum<N>, a: *const Lanes<N>, b: *const Lanes<N>);
                inline fn wide::mac(sum: *mut Sum<N>, a: *const Lanes<N>, b: *const Lanes<N>);
                inline fn wide::mac_small(sum: *mut Sum<N>, a: *const Lanes<N>, k: i32);
                inline fn wide::add(sum: *mut Sum<N>, other: *const Sum<N>);
                inline fn wide::subtract(sum: *mut Sum<N>, other: *const Sum<N>);
                inline fn wide::multiply(sum: *mut Sum<N>, k: u32);
            }
        }
    };
}

form!(ymm, Ymm, target_feature(enable = "avx2,fma"));
form!(zmm, Zmm, target_feature(enable = "avx512f"));
