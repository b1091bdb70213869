//! What this crate must not know or use.

use std::fs;
use std::path::{Path, PathBuf};

fn sources() -> Vec<(PathBuf, String)> {
    fn collect(folder: &Path, out: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, out);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                out.push((path, text));
            }
        }
    }
    let mut out = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut out);
    assert!(out.len() >= 8);
    out
}

/// The crate knows moduli by their shape alone: whoever finds a name of a curve here has found a
/// special case that belongs above.
#[test]
fn no_curve_is_named() {
    let names = [
        "bls12",
        "bls_",
        "bn254",
        "bn_254",
        "alt_bn128",
        "secp",
        "k256",
        "p256",
        "p-256",
        "p384",
        "ed25519",
        "25519",
        "edwards",
        "ristretto",
        "grumpkin",
        "pallas",
        "vesta",
        "pasta",
        "jubjub",
        "koblitz",
        "weierstrass",
        "pairing",
        "fp2",
        "fp12",
    ];
    for (path, text) in sources() {
        for (number, line) in text.lines().enumerate() {
            // The name of the project has the word "curve" in it; titles of papers have others.
            let line = line.to_lowercase().replace("curvemark", "");
            for name in names {
                assert!(!line.contains(name), "{}:{} names {name}", path.display(), number + 1);
            }
        }
    }
}

/// `#![no_std]` stands in the root, and nothing but tests brings the standard library back.
#[test]
fn free_of_std() {
    for (path, text) in sources() {
        if path.ends_with("src/lib.rs") {
            assert!(text.lines().any(|line| line == "#![no_std]"));
        }
        let lines: Vec<_> = text.lines().collect();
        for (i, line) in lines.iter().enumerate() {
            if line.trim_start().starts_with("extern crate std") {
                assert_eq!(lines[i - 1].trim(), "#[cfg(test)]", "{}:{}", path.display(), i + 1);
            }
            assert!(!line.contains("extern crate alloc"), "{}:{}", path.display(), i + 1);
        }
    }
}

/// Unsafe code is where it was reviewed: the barrier of masks and the lookups in vectors, the CPU's
/// features and tokens, words seen with their token, the calls of the assembly kernels, and inline
/// assembly on registers; and what is defined elsewhere by name is what a multiplier serves.
#[test]
fn unsafe_is_where_it_was_reviewed() {
    for (path, text) in sources() {
        let blocks = text.matches("unsafe {").count();
        let expected = match () {
            // An element of an array that is taken out, and an array whose places were all written.
            () if path.ends_with("src/each.rs") => 2,
            // Calls of functions with the CPU's feature, by its token, and the same in tests.
            () if path.ends_with("src/blake2.rs") => 6 + 2,
            // Two instructions of every x86-64.
            () if path.ends_with("src/word.rs") => 2,
            // A barrier on registers of either width.
            () if path.ends_with("src/ct.rs") => 3 + 5,
            // Steps of a column, on registers; a word that is read, and one that is put; results of
            // which all was put, in two forms of a kernel, and one of a test.
            () if path.ends_with("src/rv32.rs") => 3 + 2 + 2 + 1,
            // A complex product and a square that were put, parts of products that were, and the
            // places of both parts.
            () if path.ends_with("src/sums.rs") => 2 + 2 + 1,
            // The fields of a sum, by pointer.
            () if path.ends_with("src/wide.rs") => 2,
            // A step of a row, on registers.
            () if path.ends_with("src/rv32/rows.rs") => 1,
            // Chains on registers, and a half of a number that is put.
            () if path.ends_with("src/rv32/chains.rs") => 8 + 1,
            // A step on registers, a sum of operands in memory, and the words of a result.
            () if path.ends_with("src/rv32/folding.rs") => 3,
            // A step of a row, on registers, and its first.
            () if path.ends_with("src/rv64.rs") => 2,
            // The number of which both halves were put.
            () if path.ends_with("src/rv32/linear.rs") => 1,
            // A half of a number; a word that is put, and the product of which each was.
            () if path.ends_with("src/rv32/halves.rs") => 3,
            // Two products in registers.
            () if path.ends_with("src/rv32/inverse.rs") => 2,
            // Steps on registers.
            () if path.ends_with("src/inv/halves.rs") => 1,
            // Three ways to ask CPUID; a prefetch; the state of registers, and the settings of
            // floating point.
            () if path.ends_with("src/cpu.rs") => 6,
            // Three views of words, the macros that call a kernel, in memory and in registers, and
            // the one that takes what it has filled, five calls by registers and one of a kernel
            // that 6 words alone have.
            () if path.ends_with("src/adx.rs") => 3 + 3 + 5 + 1,
            // Calls of kernels that have their operands in memory.
            () if path.ends_with("src/arm64/words.rs") => 6,
            // Sums and differences on registers.
            () if path.ends_with("src/arm64/linear.rs") => 6,
            // The kernels of a product, a square and a sum of two, and a step of the ladder.
            () if path.ends_with("src/adx/fold.rs") => 3 + 1,
            // A test: steps of the ladder next to those of big integers.
            () if path.ends_with("src/adx/ladder4.rs") => 1,
            // The kernels of products, squares, sums of two and complex products, on a modulus of
            // run time.
            () if path.ends_with("src/adx/odd.rs") => 4,
            () if path.ends_with("src/adx/run_time.rs") => 1,
            () if path.ends_with("src/adx/sparse4.rs") => 2,
            // A product, a quotient and a square of either size of blocks, and two for four words.
            () if path.ends_with("src/adx/blocks.rs") => 3 + 2,
            // A test: kernels between sentinels, and what the CPU is set to.
            () if path.ends_with("src/adx/sentinels.rs") => 2,
            // The vector of zeros, a view of its words, and the one way into the CPU's feature.
            () if path.ends_with("src/ifma.rs") => 3,
            // The macro of a limb product, a place that was filled, and the way into the CPU's
            // feature.
            () if path.ends_with("src/doubles.rs") => 3,
            // Instructions, by a value that proves the CPU's feature: one for all of the first
            // kind, shifts, loads and stores; the limb product in assembly, and calls.
            () if path.ends_with("src/doubles/vector.rs") => 1 + 4 + 2 + 3,
            // The call of a kernel by its function with the CPU's feature.
            () if path.ends_with("src/doubles/forms.rs") => 1,
            // Loads and stores of limbs, kernels on pointers, and calls of functions with the CPU's
            // feature, each on values or a token that prove it.
            () if path.ends_with("src/doubles/linear.rs") => 2 + 3 + 10,
            // The same, columns, and what was written to a place.
            () if path.ends_with("src/doubles/mont.rs") => 12 + 17,
            // Loads and stores of pairs of a row, and calls.
            () if path.ends_with("src/doubles/rows.rs") => 7,
            // Loads and stores of columns, and calls.
            () if path.ends_with("src/doubles/wide.rs") => 13 + 3,
            // A test: settings of floating point, and a column to memory.
            () if path.ends_with("src/doubles/tests.rs") => 2,
            // Loads and stores of whole rows or under a mask, and the calls of functions with the
            // CPU's feature, each on values or a token that prove it.
            () if path.ends_with("src/ifma/rows.rs") => 5 + 2,
            () if path.ends_with("src/ifma/mont/words.rs") => 2,
            () if path.ends_with("src/ifma/functions.rs") => 17,
            () if path.ends_with("src/ifma/mont.rs") => 2 + 3,
            () if path.ends_with("src/ifma/fold.rs") => 4,
            // The same, with the loads of four rows of four words, and a vector as its words.
            () if path.ends_with("src/ifma/four.rs") => 10,
            () if path.ends_with("src/ifma/linear.rs") => 2,
            // A call of a function with the CPU's feature; a vector's load and store; a test.
            () if path.ends_with("src/ifma/long.rs") => 1 + 2 + 2,
            () if path.ends_with("src/ifma/wide.rs") => 3,
            // Places that were filled: how they are seen, and where each was.
            () if path.ends_with("src/rns/kernels.rs") => 1 + 1,
            () if path.ends_with("src/rns/sums.rs") => 2 + 2,
            () if path.ends_with("src/rns/words.rs") => 1,
            // Two ways into the CPU's feature, and an instruction each.
            () if path.ends_with("src/rns/zmm.rs") => 2 + 14,
            () => 0,
        };
        assert_eq!(blocks, expected, "{}", path.display());
        let elsewhere = text.matches("unsafe extern \"Rust\" {").count();
        assert_eq!(
            elsewhere,
            usize::from(path.ends_with("src/multiplier.rs")),
            "{}",
            path.display()
        );
    }
}
