//! The code of the eight-lane kernels, as it was compiled: as many multiply-adds as their formulas
//! have, and nothing that depends on a value.
//!
//! In release builds alone: assertions are code too.
#![cfg(all(target_arch = "x86_64", not(miri)))]

use crate::disassembly;
use limb::ifma::{Fold, LANES, Lanes, Mont, Wide, Words};
use limb::{Params, cpu};
use std::hint::black_box;

modulus!(
    M381,
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
);
modulus!(M254, "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
modulus!(M255, "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
modulus!(Sparse, "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
modulus!(Fold256, "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");

/// Calls every kernel, so that it is in this binary; on a CPU that lacks the feature none is run.
macro_rules! call_all {
    ($form:ident, $modulus:ident, $words:literal) => {
        if let Some(token) = cpu::Ifma::get() {
            type E = $form<$modulus, $words>;
            let a = black_box(E::of_words(token, [&[5; $words]; LANES]));
            black_box([E::mul(&a, &a), E::sqr(&a), E::sum_of_two([(&a, &a), (&a, &a)])]);
            let mut b = a;
            E::mul_assign(&mut b, &a);
            let mut wide = E::product(&a, &b);
            E::mac(&mut wide, &a, &b);
            wide.add(&Wide::zero(token));
            wide.sub(&E::product(&b, &b));
            black_box([
                E::reduce(&wide),
                E::add(&a, &a),
                E::sub(&a, &b),
                E::neg(&a),
                E::weak(&a),
                E::canonical(&a),
            ]);
            black_box((
                E::is_zero(&a),
                Lanes::select(&a, &b, black_box(3)),
                E::times(&a, black_box(12)),
                E::to_words(&a),
            ));
        }
    };
}

/// Multiply-adds of each instance of a kernel, sorted.
fn multiply_adds(code: &disassembly::Disassembly, name: &str) -> Vec<usize> {
    let count = |instructions: &[String]| {
        instructions.iter().filter(|text| text.starts_with("vpmadd52")).count()
    };
    let mut counts: Vec<_> = code.instances(&format!("limb::ifma::{name}")).map(count).collect();
    counts.sort_unstable();
    counts
}

fn complex<M: Params<u64, N>, const N: usize>() {
    if let Some(token) = cpu::Ifma::get() {
        let a = [black_box(Mont::<M, N>::of_words(token, [&[5; N]; LANES])); 2];
        let b = Mont::<M, N>::complex_sqr(&a);
        let mut out = [Lanes::zero(token); 2];
        Mont::<M, N>::complex_sum(&mut out, &[(&a, &b)]);
        black_box(Mont::<M, N>::complex_product(&a, &out).each_ref().map(Mont::<M, N>::reduce));
        Mont::<M, N>::complex_sum(&mut out, &[(&a, &b), (&b, &a), (&a, &a)]);
        black_box(&out);
    }
}

fn words<M: Params<u64, N>, const N: usize, const K: usize>() {
    if let Some(token) = cpu::Ifma::get() {
        let a = [black_box(Words::of_rows(token, [&[5; N]; LANES])); K];
        black_box(Mont::<M, N>::mul_words(&a, &a));
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "assertions are code")]
fn kernels_are_what_was_counted() {
    if cpu::Ifma::get().is_none() {
        eprintln!(
            "SKIPPED: this CPU has no AVX-512 IFMA; the kernels are counted all the same, not run"
        );
    }
    call_all!(Mont, M381, 6);
    call_all!(Mont, M254, 4);
    call_all!(Mont, Sparse, 4);
    call_all!(Fold, Fold256, 4);
    complex::<M381, 6>();
    words::<M381, 6, 1>();
    words::<M254, 4, 1>();
    words::<M255, 4, 1>();
    words::<M255, 4, 4>();
    let Some(code) = disassembly::Disassembly::of_this_binary() else { return };

    // L = 8: 2L² of the product, 2L² + 1 of the reduction. L = 5 likewise.
    assert_eq!(multiply_adds(&code, "mont::mul"), [50 + 51, 128 + 129]);
    assert_eq!(multiply_adds(&code, "mont::mul_assign"), [50 + 51, 128 + 129]);
    // L² + L of the square.
    assert_eq!(multiply_adds(&code, "mont::sqr"), [30 + 51, 72 + 129]);
    // Two products.
    assert_eq!(multiply_adds(&code, "mont::sum_of_two"), [100 + 51, 256 + 129]);
    // Short ones, with c = 1 and two limbs of M zero: 30 of the reduction. They are inlined where
    // the feature is on, which it is not here.
    assert_eq!(multiply_adds(&code, "mont::short::mul"), [50 + 30]);
    assert_eq!(multiply_adds(&code, "mont::short::mul_assign"), [50 + 30]);
    assert_eq!(multiply_adds(&code, "mont::short::sqr"), [30 + 30]);
    // As m is as long as its words, a quotient by m too, and its product with 2^260 − m, of which a
    // limb is zero.
    assert_eq!(multiply_adds(&code, "mont::short::sum_of_two"), [100 + 30 + 1 + 7]);
    // As products of lanes, for each vector; M255 takes c and m apart in two steps.
    assert_eq!(
        multiply_adds(&code, "mont::words::mul_words"),
        [50 + 51, 50 + 52, 128 + 129, 4 * (50 + 52)]
    );
    // 2L to fold the columns above 2^260, two for what is above 2^k.
    assert_eq!(multiply_adds(&code, "fold::mul"), [50 + 12]);
    assert_eq!(multiply_adds(&code, "fold::sqr"), [30 + 12]);
    assert_eq!(multiply_adds(&code, "fold::sum_of_two"), [100 + 12]);
    assert_eq!(multiply_adds(&code, "fold::reduce"), [13]);
    // Karatsuba: three products, for three terms in loops, and a reduction for each number.
    assert_eq!(multiply_adds(&code, "mont::complex_sum"), [3 * 128 + 2 * 129; 2]);
    assert_eq!(multiply_adds(&code, "mont::complex_product"), [3 * 128]);
    assert_eq!(multiply_adds(&code, "mont::complex_sqr"), [2 * 128 + 2 * 129]);

    // Constant time: straight lines, without a gather or a division. (`mont::reduce` asks whether
    // small multiples were added, which every formula knows; `rows::store` counts its places.)
    let straight = [
        "mont::mul",
        "mont::mul_assign",
        "mont::sqr",
        "mont::sum_of_two",
        "mont::complex_product",
        "mont::complex_sqr",
        "mont::words::mul_words",
        "fold::mul",
        "fold::mul_assign",
        "fold::sqr",
        "fold::sum_of_two",
        "fold::reduce",
        "wide::product",
        "wide::mac",
        "linear::add",
        "linear::sub",
        "linear::neg",
        "linear::weak",
        "linear::canonical",
        "linear::is_zero",
        "linear::select",
        "linear::times",
        "rows::load",
    ];
    let mut found = 0;
    for name in straight {
        let full = format!("limb::ifma::{name}");
        for instructions in code.instances(&full) {
            found += 1;
            for text in instructions {
                let forbidden =
                    text.starts_with('j') || text.contains("gather") || text.contains("div");
                assert!(!forbidden, "{name}: {text}");
            }
        }
    }
    // Loops over terms compare an address or a number with the last one; nothing else jumps.
    for instructions in code.instances("limb::ifma::mont::complex_sum") {
        found += 1;
        let texts: Vec<_> = instructions.iter().collect();
        let jumps: Vec<_> = texts.windows(2).filter(|two| two[1].starts_with('j')).collect();
        assert!(jumps.len() <= 3);
        for two in jumps {
            let compares = ["cmp", "add", "dec"].iter().any(|with| two[0].starts_with(with));
            assert!(compares && !two[0].contains('('), "{}, {}", two[0], two[1]);
        }
        assert!(!texts.iter().any(|text| text.contains("gather") || text.contains("div")));
    }
    // What is small may be inlined into this file; the kernels stand by themselves.
    assert!(found >= 2 * 11, "{found} kernels were looked at");
}
