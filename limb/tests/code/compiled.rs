//! As many instructions as were reviewed in the compiled kernels too, on words of 64 bits: by the
//! compiler's version, since only the compiler that made a count can be held to it.
#![cfg(all(target_arch = "x86_64", not(miri)))]

use crate::disassembly;
use std::collections::BTreeSet;
use std::hint::black_box;
use std::io::Write;

use limb::sums::Complex;
use limb::{Fold, Mont, Wide};

// Two and three spare bits, none, and 2^k − c.
modulus!(M254, "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
modulus!(
    M381,
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
);
modulus!(Full, "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
modulus!(Fold256, "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");

/// Functions around the kernels, which are inlined wherever they are used; each with what it counts
/// in the rows of [`KNOWN`].
macro_rules! kernels {
    ($($name:ident($($argument:ident: $type:ty),*) $(-> $out:ty)? = $body:expr;)*) => {
        mod kernels {
            use super::*;
            $(
                #[inline(never)]
                pub fn $name($($argument: $type),*) $(-> $out)? {
                    $body
                }
            )*
        }

        const NAMES: &[&str] = &[$(stringify!($name)),*];

        /// Keeps the functions in the binary, under a signature that nobody may change.
        fn keep() {
            $(black_box(kernels::$name as fn($($type),*) $(-> $out)?);)*
        }
    };
}

type Four = [u64; 4];
type Six = [u64; 6];

kernels! {
    mul4(a: &Four, b: &Four) -> Four = Mont::<M254, u64, 4>::mul(a, b);
    mul6(a: &Six, b: &Six) -> Six = Mont::<M381, u64, 6>::mul(a, b);
    full_mul4(a: &Four, b: &Four) -> Four = Mont::<Full, u64, 4>::mul(a, b);
    sum_of_two4(a: &[Four; 2], b: &[Four; 2]) -> Four =
        Mont::<M254, u64, 4>::sum_of_products([(&a[0], &b[0]), (&a[1], &b[1])]);
    sum_of_two6(a: &[Six; 2], b: &[Six; 2]) -> Six =
        Mont::<M381, u64, 6>::sum_of_products([(&a[0], &b[0]), (&a[1], &b[1])]);
    complex_product4(a: &Complex<u64, 4>, b: &Complex<u64, 4>) -> Complex<u64, 4> =
        Mont::<M254, u64, 4>::complex_sum([(a, b)]);
    complex_product6(a: &Complex<u64, 6>, b: &Complex<u64, 6>) -> Complex<u64, 6> =
        Mont::<M381, u64, 6>::complex_sum([(a, b)]);
    complex_sum_of_two6(a: &[Complex<u64, 6>; 2], b: &[Complex<u64, 6>; 2]) -> Complex<u64, 6> =
        Mont::<M381, u64, 6>::complex_sum([(&a[0], &b[0]), (&a[1], &b[1])]);
    add4(a: &Four, b: &Four) -> Four = Mont::<M254, u64, 4>::add(a, b);
    add6(a: &Six, b: &Six) -> Six = Mont::<M381, u64, 6>::add(a, b);
    sub6(a: &Six, b: &Six) -> Six = Mont::<M381, u64, 6>::sub(a, b);
    wide_mac6(wide: &mut Wide<u64, 6>, a: &Six, b: &Six) = wide.mac::<M381>(a, b);
    wide_reduce6(wide: &Wide<u64, 6>) -> Six = wide.reduce::<M381>();
    fold_mul4(a: &Four, b: &Four) -> Four = Fold::<Fold256, u64, 4>::mul(a, b);
    fold_sqr4(a: &Four) -> Four = Fold::<Fold256, u64, 4>::sqr(a);
}

/// Instructions by `rustc`'s version, in the order of the kernels. Loops count once.
const KNOWN: &[(&str, [usize; NAMES.len()])] =
    &[("1.95", [277, 176, 236, 196, 228, 422, 491, 871, 14, 20, 28, 101, 215, 175, 124])];

/// The versions of `rustc` that this binary names: major and minor. The compiler writes its name
/// into each object.
fn compilers() -> BTreeSet<String> {
    let binary = std::fs::read(std::env::current_exe().expect("a test has a binary"))
        .expect("it can be read");
    let mark = b"rustc version ";
    let versions = binary.windows(mark.len() + 12).filter_map(|window| {
        let version = std::str::from_utf8(window.strip_prefix(mark)?).ok()?;
        let mut numbers = version.split('.').map(|number| number.parse::<u32>());
        Some(format!("{}.{}", numbers.next()?.ok()?, numbers.next()?.ok()?))
    });
    versions.collect()
}

#[test]
#[cfg_attr(debug_assertions, ignore = "the counts are those of release builds")]
fn instruction_counts() {
    keep();
    let Some(disassembly) = disassembly::Disassembly::of_this_binary() else { return };
    let counted: Vec<(&str, usize)> = NAMES
        .iter()
        .map(|name| (*name, disassembly.with_calls(&format!("code::compiled::kernels::{name}"))))
        .collect();
    assert!(
        counted.iter().all(|(_, count)| *count > 10),
        "a kernel is not in the binary: {counted:?}"
    );

    let compilers = compilers();
    let baseline = !cfg!(any(target_feature = "sse3", target_feature = "bmi2"));
    let known = KNOWN.iter().find(|(version, _)| compilers.iter().eq([version]) && baseline);
    let Some((version, expected)) = known else {
        let row: Vec<usize> = counted.iter().map(|(_, count)| *count).collect();
        // Not by a macro, whose text a test that passes would keep to itself.
        let features = if baseline { "" } else { " with more than the least features of x86-64" };
        let text = format!(
            "SKIPPED: no counts for rustc {compilers:?}{features}; here {counted:?}, as a row {row:?}\n"
        );
        std::io::stderr().write_all(text.as_bytes()).expect("a place for errors");
        return;
    };
    let expected: Vec<(&str, usize)> = NAMES.iter().copied().zip(*expected).collect();
    assert_eq!(counted, expected, "rustc {version}");
}
