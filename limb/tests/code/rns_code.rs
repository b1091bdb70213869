//! The code of the residue-number kernels, as it was compiled: as many multiply-adds as their
//! formulas have, and nothing that depends on a value.
//!
//! In release builds alone: assertions are code too.
#![cfg(all(target_arch = "x86_64", not(miri)))]

use crate::disassembly;
use limb::rns::{Element, Rns, Vector, Wide, Zmm};
use limb::{Params, cpu};
use std::hint::black_box;
use subtle::Choice;

modulus!(
    M381,
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
);
modulus!(M254, "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");

type E = Element<Zmm>;

/// Functions around the kernels, so that they have names.
macro_rules! kernels {
    ($($name:ident($($argument:ident: $type:ty),*) -> $out:ty = $body:expr;)*) => {
        mod kernels {
            use super::*;
            $(
                #[inline(never)]
                pub fn $name<M: Params<u64, N>, const N: usize>($($argument: $type),*) -> $out {
                    $body
                }
            )*
        }

        const NAMES: &[&str] = &[$(concat!("code::rns_code::kernels::", stringify!($name))),*];

        /// Keeps the functions in the binary, under a signature that nobody may change.
        fn keep<M: Params<u64, N>, const N: usize>() {
            $(black_box(kernels::$name::<M, N> as fn($($type),*) -> $out);)*
        }
    };
}

kernels! {
    mul(a: &E, b: &E) -> E = Rns::<M, Zmm, N>::mul(a, b);
    complex_mul(a: &[E; 2], b: &[E; 2]) -> [E; 2] = Rns::<M, Zmm, N>::complex_mul(a, b);
    reduce_one(a: &Wide<Zmm>) -> E = Zmm::enter(a.token(), #[inline(always)] || Rns::<M, Zmm, N>::reduce(a));
    reduce_six(a: &[Wide<Zmm>; 6]) -> [E; 6] =
        Zmm::enter(a[0].token(), #[inline(always)] || Rns::<M, Zmm, N>::reduce_many(a.each_ref()));
    // Six sums of six products, the shape of a product of two sextuples of complex numbers.
    sextuples(a: &[[E; 2]; 6], b: &[[E; 2]; 6]) -> [[E; 2]; 6] = Zmm::enter(a[0][0].token(), #[inline(always)] || {
        let terms = |k: usize| [0, 1, 2, 3, 4, 5].map(|i: usize| (&a[i], &b[if k >= i { k - i } else { k + 6 - i }]));
        Rns::<M, Zmm, N>::complex_sums(&[terms(0), terms(1), terms(2), terms(3), terms(4), terms(5)])
    });
    of_words(token: cpu::Ifma, words: &[u64; N]) -> E = Rns::<M, Zmm, N>::of_words(token, words);
    to_words(a: &E) -> [u64; N] = Rns::<M, Zmm, N>::to_words(a);
    is_zero(a: &E) -> Choice = Rns::<M, Zmm, N>::is_zero(a);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "assertions are code")]
fn kernels_are_what_was_counted() {
    keep::<M381, 6>();
    keep::<M254, 4>();
    let Some(code) = disassembly::Disassembly::of_this_binary() else { return };
    let counts: Vec<_> = NAMES.iter().map(|name| code.executed(name, "vpmadd52")).collect();

    // With L primes a reduction takes 4L + 13, a product 4.
    let of = |l: usize, words: usize| {
        let reduction = 4 * l + 13;
        [
            4 + reduction,
            16 + 2 * reduction,
            reduction,
            6 * reduction,
            36 * 16 + 12 * reduction,
            // In: four for each digit of 52 bits. Out and zero: half a reduction.
            4 * words + reduction,
            4 + 3 + 2 * l + 3 + 2 * l + 2,
            4 + 3 + 2 * l + 3,
        ]
    };
    let (eight, six) = (of(8, 8), of(6, 5));
    assert_eq!(eight, [49, 106, 45, 270, 1116, 77, 44, 26]);
    for ((name, counts), (eight, six)) in NAMES.iter().zip(counts).zip(eight.into_iter().zip(six)) {
        assert_eq!(counts, [six, eight], "{name}");
    }

    // Constant time: straight lines, without a gather or a division; what is not inlined is called.
    let vector = "<limb::rns::zmm::Zmm as limb::rns::vector::Vector>";
    let (called, entered) =
        (format!("{vector}::call::called"), format!("{vector}::enter::entered"));
    let mut found = 0;
    for name in [called.as_str(), entered.as_str()].into_iter().chain(NAMES.iter().copied()) {
        for instructions in code.instances(name) {
            found += 1;
            for text in instructions {
                // The last jump of a function may be the call of another one.
                let jump = text.starts_with('j') && !text.starts_with("jmp ");
                assert!(
                    !jump && !text.contains("gather") && !text.contains("div"),
                    "{name}: {text}"
                );
            }
        }
    }
    assert!(found >= 2 * NAMES.len(), "{found} kernels were looked at");
}
