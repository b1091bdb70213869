//! The code of the residue-number kernels, as it was compiled: as many multiply-adds as their formulas have, and nothing that depends on a value.
//!
//! In release builds alone: assertions are code too.
#![cfg(all(target_arch = "x86_64", not(miri)))]

#[path = "support/disassembly.rs"]
mod disassembly;
#[macro_use]
#[path = "support/moduli.rs"]
mod moduli;

use limb::rns::{Rns, Vector, Wide, Zmm};
use limb::{Params, cpu};
use std::hint::black_box;

modulus!(M381, "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab");
modulus!(M254, "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");

/// Calls every kernel, so that it is in this binary; on a CPU that lacks the feature none is run.
fn call_all<M: Params<u64, N>, const N: usize>() {
    let Some(token) = cpu::Ifma::get() else { return };
    let a = black_box(Rns::<M, Zmm, N>::of_words(token, &black_box([5; N])));
    black_box(Rns::<M, Zmm, N>::mul(&a, &a));
    black_box(Rns::<M, Zmm, N>::complex_mul(&[a, a], &[a, a]));
    let wide = black_box(Rns::<M, Zmm, N>::product(&a, &a));
    black_box(Rns::<M, Zmm, N>::reduce_many([&wide]));
    black_box(Rns::<M, Zmm, N>::reduce_many([&wide; 2]));
    black_box(Rns::<M, Zmm, N>::reduce_many([&wide; 6]));
    black_box(Rns::<M, Zmm, N>::to_words(&a));
    black_box(Rns::<M, Zmm, N>::is_zero(&a));
    black_box(formula::<M, N>(token, &[a, a], &[a, a]));
}

/// A formula as engines run it: entered once, six products in three sums, with a lazy operand, and as far as the digits of their quotients.
#[inline(never)]
fn formula<M: Params<u64, N>, const N: usize>(
    token: cpu::Ifma,
    a: &[limb::rns::Element<Zmm>; 2],
    b: &[limb::rns::Element<Zmm>; 2],
) -> [limb::rns::Element<Zmm>; 3] {
    type R<M, const N: usize> = Rns<M, Zmm, N>;
    Zmm::enter(
        token,
        #[inline(always)]
        || {
            let mut one: Wide<Zmm> = R::<M, N>::product(&a[0], &b[0]);
            R::<M, N>::msub(&mut one, &a[1], &b[1]);
            let mut two = R::<M, N>::product(&a[0], &b[1]);
            R::<M, N>::mac(&mut two, &a[1], &b[0]);
            let lazy = R::<M, N>::sub(&a[0], &a[1]);
            let mut three = R::<M, N>::product(&lazy, &b[0]);
            R::<M, N>::mac(&mut three, &lazy, &b[1]);
            R::<M, N>::reduce_many([&one, &two, &three])
        },
    )
}

#[test]
#[cfg_attr(debug_assertions, ignore = "assertions are code")]
fn kernels_are_what_was_counted() {
    if cpu::Ifma::get().is_none() {
        eprintln!("SKIPPED: this CPU has no AVX-512 IFMA; the kernels are counted all the same, not run");
    }
    call_all::<M381, 6>();
    call_all::<M254, 4>();
    let Some(code) = disassembly::Disassembly::of_this_binary() else { return };
    let vector = "<limb::rns::zmm::Zmm as limb::rns::vector::Vector>";
    let (called, entered) = (format!("{vector}::call::called"), format!("{vector}::enter::entered"));
    let counts = |name: &str| {
        let count = |code: &[String]| code.iter().filter(|text| text.starts_with("vpmadd52")).count();
        let mut counts: Vec<_> = code.instances(name).map(count).collect();
        counts.sort_unstable();
        counts
    };

    // With L primes: the digit of a quotient 3; the rest of a reduction 4L + 10; a product 4.
    let rest = |l: usize| 4 * l + 10;
    let of = |l: usize, words: usize| {
        [
            // Products with one and two reductions, reductions that were begun by who calls them.
            4 + 3 + rest(l),
            16 + 2 * (3 + rest(l)),
            rest(l),
            2 * rest(l),
            6 * rest(l),
            // In: four for each digit of 52 bits. Out and zero: half a reduction.
            4 * words + 3 + rest(l),
            4 + 3 + 2 * l + 3 + 2 * l + 2,
            4 + 3 + 2 * l + 3,
        ]
    };
    assert_eq!(of(8, 8), [49, 106, 42, 84, 252, 77, 44, 26]);
    let mut expected: Vec<_> = of(8, 8).into_iter().chain(of(6, 5)).collect();
    // The formula, with its reductions: all in one function, whatever the number of primes.
    let formulas = [8, 6].map(|l| 6 * 4 + 3 * 3 + 3 * rest(l));
    let kernels = counts(&entered).into_iter().filter(|count| formulas.contains(count)).count();
    assert_eq!(kernels, 2, "{:?}", counts(&entered));
    expected.sort_unstable();
    assert_eq!(counts(&called), expected);

    // Constant time: straight lines, without a gather or a division.
    let mut found = 0;
    let words = ["limb::rns::words::words_of", "limb::mont::Mont<M,W,_>::reduce_small"];
    for name in [called.as_str(), entered.as_str()].into_iter().chain(words) {
        for instructions in code.instances(name) {
            found += 1;
            for text in instructions {
                let forbidden = text.starts_with('j') || text.contains("gather") || text.contains("div");
                assert!(!forbidden, "{name}: {text}");
            }
        }
    }
    assert!(found >= 2 * 8, "{found} kernels were looked at");
}
