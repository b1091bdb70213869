//! The constants in the sources of `curve` against those that `curvemark derive` finds from the
//! root facts.
//!
//! The sources are read as text: every hexadecimal string and every long number in an item is
//! compared, so that no constant can stand there that nobody derives, and none can be derived that
//! does not stand there.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use curve::field::Red;
use curve::poseidon::{MAX_WIDTH, Parameters};
use curve::scalar::ScalarField;
use curve::{bls12_381, bn254};
use lab::derive::poseidon::Poseidon;
use lab::derive::{CURVES, Constant};
use lab::oracle::order;
use num_bigint::{BigInt, BigUint};
use peer_api::Curve;

/// Below this, a number is written by its value in the sources and is not looked at.
const SMALL: u64 = 1 << 32;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../curve/src/curves")
}

/// The sources of a curve: its file and all below its folder, by their path.
fn sources(curve: &str) -> Vec<(String, String)> {
    let mut files = vec![format!("{curve}.rs")];
    if let Ok(entries) = fs::read_dir(folder().join(curve)) {
        files.extend(
            entries
                .flatten()
                .map(|entry| format!("{curve}/{}", entry.file_name().to_string_lossy())),
        );
    }
    files.sort();
    files
        .into_iter()
        .filter_map(|file| Some((file.clone(), fs::read_to_string(folder().join(&file)).ok()?)))
        .collect()
}

/// The items of a source with the long numbers in them, by the name that [`Constant::item`] has.
fn items(source: &str) -> Vec<(String, Vec<BigInt>)> {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let mut out: Vec<(String, Vec<BigInt>)> = Vec::new();
    let mut owner = String::new();
    let mut item: Option<(String, String)> = None;
    for line in source.lines() {
        let line = line.split("//").next().unwrap_or_default();
        if line.starts_with("impl") {
            let of = line.split(" for ").last().unwrap_or_default();
            owner = of.chars().take_while(|c| c.is_alphanumeric()).collect::<String>() + "::";
        }
        if line.starts_with('}') || line.starts_with("impl") && line.ends_with('}') {
            owner.clear();
        }
        if item.is_none() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let keyword = words.iter().position(|word| matches!(*word, "const" | "static"));
            if let Some(name) =
                keyword.and_then(|at| words.get(at + 1)).and_then(|word| word.strip_suffix(':'))
            {
                item = Some((format!("{owner}{name}"), String::new()));
            }
        }
        if let Some((name, text)) = &mut item {
            text.push_str(line);
            if line.trim_end().ends_with(';') {
                let numbers = numbers(text);
                if !numbers.is_empty() {
                    out.push((name.clone(), numbers));
                }
                item = None;
            }
        }
    }
    out
}

/// The numbers of an item: in strings, hexadecimal; otherwise literals. An array of limbs is one
/// number.
fn numbers(text: &str) -> Vec<BigInt> {
    let parse = |digits: &str, radix| BigInt::parse_bytes(digits.as_bytes(), radix);
    let mut found = Vec::new();
    for (i, part) in text.split('"').enumerate() {
        if i & 1 == 1 {
            found.extend(parse(part, 16));
            continue;
        }
        let limbs: Vec<BigInt> = part
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
            .filter_map(|word| {
                let word = word.replace('_', "");
                word.strip_prefix("0x").map_or_else(|| parse(&word, 10), |digits| parse(digits, 16))
            })
            .collect();
        if text.contains("[u64]") {
            found.extend(limbs.into_iter().rev().reduce(|number, limb| (number << 64) + limb));
        } else {
            found.extend(limbs);
        }
    }
    found.retain(|number| *number.magnitude() >= SMALL.into());
    found
}

/// What is derived, without what the sources write by value: small numbers and their negatives
/// modulo p.
fn long(constant: &Constant, p: &BigInt) -> Vec<BigInt> {
    let is_long = |value: &BigInt| {
        *value.magnitude() >= SMALL.into() && (p <= value || p - value >= SMALL.into())
    };
    constant.values.iter().filter(|value| is_long(value)).cloned().collect()
}

fn compare(curve: &str, derived: &[Constant]) {
    // Grumpkin's is BN254's, and none of its constants is near it.
    let p = derived.iter().find(|constant| constant.item == "FpModulus::P");
    let p = p.map_or(BigInt::ZERO, |p| p.values[0].clone());
    let mut expected: BTreeMap<(String, String), Vec<BigInt>> = derived
        .iter()
        .map(|constant| ((constant.file.to_owned(), constant.item.to_owned()), long(constant, &p)))
        .collect();
    let mut compared = 0;
    for (file, source) in sources(curve) {
        for (item, values) in items(&source) {
            let wanted = expected.remove(&(file.clone(), item.clone())).unwrap_or_else(|| {
                panic!("{file}: {item} is not derived by `curvemark derive {curve}`")
            });
            assert_eq!(values, wanted, "{file}: {item}");
            compared += values.len();
        }
    }
    assert!(expected.is_empty(), "{curve}: derived, but not in the sources: {:?}", expected.keys());
    println!("{curve}: {compared} values in the sources are those derived");
    assert!(compared >= 4);
}

#[test]
fn constants_in_the_sources_are_those_derived_from_the_root_facts() {
    for curve in CURVES {
        if !folder().join(format!("{}.rs", curve.name)).exists() {
            println!("{}: no sources yet; derived alone", curve.name);
            assert!(!(curve.derive)().is_empty());
            continue;
        }
        compare(curve.name, &(curve.derive)());
    }
}

/// The reader of sources itself.
#[test]
fn items_are_read_as_they_are_written() {
    let source = "/// 0x1111111111111111\nconst A: K = K::hex(\"00ffffffffffffffff\");\n\
        impl<F: Field> Group for Toy<F> {\n    const COFACTOR: &'static [u64] = &[0x2, 0xffff_ffff_0000_0000]; // 7\n\
        const PARTS: usize = 2;\n}\npub const X: u64 = 4_965_661_367_192_848_881;\nconst fn f() {}\nimpl Group for Other {}\n\
        static B: [K; 2] = [\n    hex(\"-aaaaaaaaaaaaaaaaaa\"),\n    small(3),\n];\n#[cfg(test)]\nconst C: u64 = 0x1111111111111111;\n";
    let expect = |digits: &str| BigInt::parse_bytes(digits.as_bytes(), 16).expect("hexadecimal");
    let found = items(source);
    let wanted = [
        ("A", "ffffffffffffffff"),
        ("Toy::COFACTOR", "ffffffff000000000000000000000002"),
        ("X", "44e992b44a6909f1"),
        ("B", "-aaaaaaaaaaaaaaaaaa"),
    ];
    assert_eq!(found, wanted.map(|(name, digits)| (name.to_owned(), vec![expect(digits)])));
}

/// A wrong digit in the sources, or in what is derived, is seen.
#[test]
#[should_panic(expected = "bls12_381/g1.rs: BETA")]
fn a_wrong_constant_is_seen() {
    let curve = CURVES.iter().find(|curve| curve.name == "bls12_381").expect("a curve");
    let mut derived = (curve.derive)();
    let beta = derived.iter_mut().find(|constant| constant.item == "BETA").expect("a constant");
    beta.values[0] += 1;
    compare("bls12_381", &derived);
}

/// What the library generates for Poseidon at run time, for every width on both fields, against the
/// register bit by bit.
#[test]
fn constants_of_poseidon() {
    fn integers<F: ScalarField>(elements: &[Red<F>]) -> Vec<BigUint> {
        elements.iter().map(|a| BigUint::from_bytes_be(&a.to_be_bytes())).collect()
    }
    macro_rules! check {
        ($engine:ty, $curve:expr) => {
            for width in 2..=MAX_WIDTH {
                let slow = Poseidon::new(order($curve).clone(), width);
                let parameters =
                    Parameters::<$engine>::new(width).expect("a width with parameters");
                assert_eq!(
                    (parameters.width(), parameters.partial_rounds()),
                    (width, slow.partial)
                );
                assert_eq!(integers(parameters.constants()), slow.constants, "width {width}");
                assert_eq!(integers(parameters.matrix()), slow.matrix, "width {width}");
            }
        };
    }
    check!(bn254::FrEngine, Curve::Bn254);
    check!(bls12_381::FrEngine, Curve::Bls12381);
}

#[test]
fn the_lines_of_the_generator_are_those_of_affine_points() {
    let kept =
        fs::read(folder().join("bls12_381/lines.bin")).expect("the lines are part of the sources");
    assert!(
        kept == lab::derive::lines_of_minus_generator(),
        "curvemark derive bls12-381 --lines writes another file"
    );
}

#[test]
fn the_combs_of_generators_are_those_of_affine_points() {
    for curve in ["secp256k1", "p256", "ed25519"] {
        let kept = fs::read(folder().join(format!("{curve}/comb.bin")))
            .expect("the combs are part of the sources");
        assert!(
            Some(kept) == lab::derive::comb(curve),
            "curvemark derive {curve} --comb writes another file"
        );
    }
    assert_eq!(lab::derive::comb("bn254"), None);
}

#[test]
fn the_multiples_of_the_generator_are_those_of_affine_points() {
    let kept = fs::read(folder().join("secp256k1/multiples.bin"))
        .expect("the multiples are part of the sources");
    assert!(
        Some(kept) == lab::derive::multiples("secp256k1"),
        "curvemark derive secp256k1 --multiples writes another file"
    );
    assert_eq!(lab::derive::multiples("p256"), None);
}
