//! The code of the kernels on doubles, as it was compiled: as many multiply-adds as their formulas
//! have, little else, and nothing that depends on a value.
//!
//! In release builds alone: assertions are code too.
#![cfg(all(target_arch = "x86_64", not(miri)))]

use crate::disassembly;
use limb::cpu;
use limb::doubles::{LANES, Lanes, Mont, Wide};
use std::hint::black_box;

modulus!(
    M381,
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
);
modulus!(M254, "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");

/// Calls every kernel, so that it is in this binary; on a CPU that lacks the feature none is run.
macro_rules! call_all {
    ($modulus:ident, $words:literal) => {
        if let Some(token) = cpu::Doubles::get() {
            type E = Mont<$modulus, $words>;
            let a = black_box(E::of_words(token, [&[5; $words]; LANES]));
            black_box([E::mul(&a, &a), E::sqr(&a), E::sum_of_two([(&a, &a), (&a, &a)])]);
            let mut b = a;
            E::mul_assign(&mut b, &a);
            let mut wide = E::product(&a, &b);
            E::mac(&mut wide, &a, &b);
            wide.add(&Wide::zero(token));
            black_box([E::reduce(&wide), E::weak(&E::sub(&a, &b)), E::times(&a, black_box(12))]);
            let pair = [a, b];
            let square = E::complex_sqr(&pair);
            let mut out = [Lanes::zero(token); 2];
            E::complex_sum(&mut out, &[(&pair, &square)]);
            black_box(E::complex_product(&pair, &out));
            black_box((E::is_zero(&a), Lanes::select(&a, &b, black_box(3)), E::to_words(&a)));
        }
    };
}

#[test]
#[cfg_attr(debug_assertions, ignore = "assertions are code")]
fn kernels_on_doubles_are_what_was_counted() {
    if cpu::Doubles::get().is_none() {
        eprintln!("SKIPPED: the kernels on doubles are counted all the same, not run");
    }
    call_all!(M381, 6);
    call_all!(M254, 4);
    let Some(code) = disassembly::Disassembly::of_this_binary() else { return };

    let counts = |name: &str, kind: &dyn Fn(&str) -> bool| {
        let full = format!("limb::doubles::{name}");
        let count = |instructions: &[String]| instructions.iter().filter(|text| kind(text)).count();
        let mut counts: Vec<_> = code.instances(&full).map(count).collect();
        counts.sort_unstable();
        counts
    };
    for (form, register) in [("ymm", "%ymm"), ("zmm", "%zmm")] {
        let in_form = |name: &str| format!("forms::{form}::{name}");
        let multiply_adds = |name: &str| {
            counts(&in_form(name), &|text| text.starts_with("vfm") && text.contains(register))
        };
        // Two for each limb product: L² of a product, L² of its reduction, and two for the last
        // digit, with L = 6 and L = 8.
        assert_eq!(multiply_adds("mul"), [2 * (36 + 36) + 2, 2 * (64 + 64) + 2]);
        // L(L + 1)/2 of a square.
        assert_eq!(multiply_adds("sqr"), [2 * (21 + 36) + 2, 2 * (36 + 64) + 2]);
        assert_eq!(multiply_adds("sum_of_two"), [2 * (72 + 36) + 2, 2 * (128 + 64) + 2]);
        assert_eq!(multiply_adds("reduce"), [2 * 36 + 2, 2 * 64 + 2]);
        assert_eq!(multiply_adds("add_product"), [2 * 36, 2 * 64]);

        // Sixteen registers are enough: what goes to the stack is little. Of 32, nothing does.
        let stack = |name: &str| {
            counts(&in_form(name), &|text| text.starts_with("vmov") && text.contains("(%rsp)"))
        };
        for (name, most) in [("mul", 8), ("sqr", 8), ("sum_of_two", 12)] {
            let most = if form == "zmm" { 0 } else { most };
            assert!(stack(name).iter().all(|count| *count <= most), "{name}: {:?}", stack(name));
        }
    }

    // Constant time: straight lines, without a gather or a division.
    let straight = [
        "forms::ymm::mul",
        "forms::ymm::sqr",
        "forms::ymm::sum_of_two",
        "forms::ymm::reduce",
        "forms::ymm::complex_sqr",
        "forms::ymm::add_product",
        "forms::ymm::times",
        "forms::zmm::mul",
        "forms::zmm::sqr",
        "forms::zmm::sum_of_two",
        "forms::zmm::reduce",
        "forms::zmm::complex_sqr",
        "forms::zmm::add_product",
        "forms::zmm::times",
        "rows::store_words",
    ];
    for name in straight {
        let full = format!("limb::doubles::{name}");
        let mut found = 0;
        for instructions in code.instances(&full) {
            found += 1;
            for text in instructions {
                let forbidden =
                    text.starts_with('j') || text.contains("gather") || text.contains("div");
                assert!(!forbidden, "{name}: {text}");
            }
        }
        assert!(found >= 2, "{name}: {found} instances were looked at");
    }
}
