//! Programs in C against the libraries: arguments, published cases, the example, next to blst; by
//! themselves, under AddressSanitizer and under Valgrind.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use super::arguments;
use super::source::folder;

/// Where cargo has put the libraries: next to this program.
pub fn build() -> PathBuf {
    let program = std::env::current_exe().expect("the path of this program");
    program.parent().expect("its folder").to_path_buf()
}

/// A folder for what the tests make.
fn scratch() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("curvemark-c")
}

/// Runs a command that must succeed, and gives what it prints.
pub fn run(command: &str, arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let output = Command::new(command)
        .args(arguments)
        .envs(environment.iter().copied())
        .output()
        .unwrap_or_else(|error| panic!("{command}: {error}"));
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{command} {arguments:?}: {}\n{out}\n{err}", output.status);
    out.into_owned()
}

/// A program that may be absent. Then a test says so, as loudly as it can without failing.
fn is_there(program: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok();
    if !there {
        eprintln!("SKIPPED, {program} is not installed: nothing was examined with it");
    }
    there
}

/// The libraries, the header and the `pkg-config` file as `make install` puts them, made once.
pub fn installed() -> PathBuf {
    static INSTALLED: OnceLock<PathBuf> = OnceLock::new();
    let install = || {
        let root = scratch().join("root");
        // Of another run.
        let _absent = std::fs::remove_dir_all(&root);
        let built = format!("BUILT={}", build().display());
        let destination = format!("DESTDIR={}", root.display());
        let here = folder();
        let install = ["-C", path(&here), "install", "PREFIX=/opt/it", &built, &destination];
        run("make", &install, &[]);
        root.join("opt/it")
    };
    INSTALLED.get_or_init(install).clone()
}

/// What `pkg-config` says of the installed library.
fn flags(arguments: &[&str]) -> Vec<String> {
    let path = installed().join("lib/pkgconfig");
    let root = installed();
    let prefix = format!("--define-variable=prefix={}", root.display());
    let path = path.to_str().expect("a path in UTF-8");
    let arguments = [arguments, &[&prefix, "curvemark"]].concat();
    let text = run("pkg-config", &arguments, &[("PKG_CONFIG_PATH", path)]);
    text.split_whitespace().map(str::to_owned).collect()
}

/// Compiles a program in C against the installed library.
fn compile(source: &Path, name: &str, options: &[&str], shared: bool) -> PathBuf {
    compile_with(source, name, options, &[], shared)
}

/// The same with other libraries, which come before it.
fn compile_with(
    source: &Path,
    name: &str,
    options: &[&str],
    others: &[&str],
    shared: bool,
) -> PathBuf {
    let program = scratch().join(name);
    let tests = folder().join("tests/c");
    let library = installed().join("lib");
    let mut arguments: Vec<String> =
        ["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-g"].map(str::to_owned).into();
    arguments.extend(options.iter().map(|option| (*option).to_owned()));
    arguments.push(format!("-I{}", tests.display()));
    arguments.extend(flags(&["--cflags"]));
    arguments.extend([source.display().to_string(), "-o".into(), program.display().to_string()]);
    arguments.extend(others.iter().map(|other| (*other).to_owned()));
    if shared {
        arguments.extend(flags(&["--libs"]));
        arguments.push(format!("-Wl,-rpath,{}", library.display()));
    } else {
        arguments.push(library.join("libcurvemark.a").display().to_string());
        let private = flags(&["--libs", "--static"]);
        arguments.extend(private.into_iter().filter(|flag| flag != "-lcurvemark"));
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    run("cc", &arguments, &[]);
    program
}

/// The program of arguments, in C.
fn arguments_source() -> PathBuf {
    static SOURCE: OnceLock<PathBuf> = OnceLock::new();
    let write = || {
        let source = scratch().join("arguments.c");
        std::fs::create_dir_all(scratch()).expect("a folder");
        std::fs::write(&source, arguments::program()).expect("the program is written");
        source
    };
    SOURCE.get_or_init(write).clone()
}

/// The ceremony's setup as `curvemark` has it.
fn setup_bytes() -> PathBuf {
    folder().join("../../curvemark/src/kzg/ethereum/setup.bin")
}

/// The ceremony's setup as text, from that data.
fn setup_text() -> PathBuf {
    static TEXT: OnceLock<PathBuf> = OnceLock::new();
    let write = || {
        let data = std::fs::read(setup_bytes()).expect("the setup");
        let (g1, g2) = data.split_at(2 * 4096 * 96);
        let (monomial, lagrange) = g1.split_at(4096 * 96);
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        // Compressed: x, with the sign of y in its first byte.
        let compressed = |point: &[u8]| {
            let (x, y) = point.split_at(48);
            let mut x = x.to_vec();
            x[0] |= 0x80 | if is_larger_half(y) { 0x20 } else { 0 };
            hex(&x)
        };
        let mut lines = vec!["4096".to_owned(), "65".to_owned()];
        let bit_reversed = (0..4096usize).map(|i| i.reverse_bits() >> (usize::BITS - 12));
        lines.extend(bit_reversed.map(|i| compressed(&lagrange[96 * i..][..96])));
        lines.extend(g2.chunks(96).map(hex));
        lines.extend(monomial.chunks(96).map(compressed));
        let path = scratch().join("trusted_setup.txt");
        std::fs::create_dir_all(scratch()).expect("a folder");
        std::fs::write(&path, lines.join("\n")).expect("the setup is written");
        path
    };
    TEXT.get_or_init(write).clone()
}

/// Whether y is larger than (p − 1)/2 of BLS12-381.
fn is_larger_half(y: &[u8]) -> bool {
    const HALF: &str = "0d0088f51cbff34d258dd3db21a5d66bb23ba5c279c2895fb39869507b587b12\
                        0f55ffff58a9ffffdcff7fffffffd555";
    y.iter().map(|byte| format!("{byte:02x}")).collect::<String>().as_str() > HALF
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// The shared library. The functions of KZG are in the next test only: their setups take long.
#[test]
fn every_function_refuses_wrong_arguments() {
    let program = compile(&arguments_source(), "arguments", &["-DQUICK"], true);
    run(path(&program), &[path(&setup_text()), path(&setup_bytes())], &[]);
}

/// The static library, and what it needs, in one program.
#[test]
fn so_does_the_static_library_under_address_sanitizer() {
    // The library itself is not instrumented: its `malloc`, `memcpy` and leaks are seen, and every
    // access of the program in C. Valgrind sees the rest.
    let options = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let program = compile(&arguments_source(), "arguments-sanitized", &options, false);
    let setups = [setup_text(), setup_bytes()];
    let setups = setups.each_ref().map(|file| path(file));
    run(path(&program), &setups, &[("ASAN_OPTIONS", "detect_leaks=1")]);
}

/// The folder of published cases.
fn vectors() -> PathBuf {
    folder().join("../../vectors")
}

/// The files whose cases are about functions of the header. `kzg` by itself takes most of the time.
const FILES: [&str; 19] = [
    "bls-eth",
    "bls-wycheproof",
    "bip340",
    "ecdsa-secp256k1",
    "ecdsa-p256",
    "ecdsa-sign",
    "ed25519-verify",
    "evm-precompiles",
    "bn254-refused",
    "kzg",
    "poseidon-bn254",
    "rfc9380-g1",
    "rfc9380-g2",
    "bls12-381-multiples",
    "bls12-381-uncompressed",
    "bls12-381-pairings",
    "cashu-v3-roundtrip",
    "cashu-v3-batch",
    "cashu-legacy",
];

#[test]
fn published_cases_hold() {
    let program = compile(&folder().join("tests/c/vectors.c"), "vectors", &[], true);
    let vectors = vectors();
    let arguments = [&[path(&vectors)], FILES.as_slice()].concat();
    println!("{}", run(path(&program), &arguments, &[]));
}

#[test]
fn the_example_verifies_a_signature() {
    let program = compile(&folder().join("examples/verify.c"), "verify", &[], true);
    let text = run(path(&program), &[], &[]);
    assert_eq!(text, "key: done\npublic key: done\nsign: done\nverify: done\n");
}

/// Valgrind sees what the library itself reads and writes. The setups of KZG would take minutes in
/// it, so that those functions are left out there.
#[test]
fn valgrind_has_nothing_to_say() {
    if !is_there("valgrind") {
        return;
    }
    let program = compile(&arguments_source(), "arguments-quick", &["-DQUICK"], true);
    // What is only possibly lost is a list of rayon's, whose pointers carry a mark in a low bit.
    let options = [
        "--quiet",
        "--error-exitcode=9",
        "--leak-check=full",
        "--show-leak-kinds=definite,indirect",
        "--errors-for-leak-kinds=definite,indirect",
    ];
    let (text, bytes) = (setup_text(), setup_bytes());
    let arguments = [options.as_slice(), &[path(&program), path(&text), path(&bytes)]].concat();
    run("valgrind", &arguments, &[]);
}

/// blst as two objects, of the sources of the crate that the peers of the lab are built with.
fn blst() -> [PathBuf; 2] {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let manifest = folder().join("../../Cargo.toml");
    // Not offline: a new machine has only the packages that were compiled, and this asks for all
    // of the workspace's.
    let arguments = ["metadata", "--format-version", "1", "--locked", "--manifest-path"];
    let text = run(&cargo, &[arguments.as_slice(), &[path(&manifest)]].concat(), &[]);
    let metadata: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let package = packages.iter().find(|package| package["name"] == "blst").expect("blst");
    let manifest = Path::new(package["manifest_path"].as_str().expect("a path"));
    let sources = manifest.parent().expect("a folder").join("blst");
    ["src/server.c", "build/assembly.S"].map(|source| {
        let name = Path::new(source).file_stem().expect("a name");
        let object = scratch().join(name).with_extension("o");
        let source = sources.join(source);
        run("cc", &["-O1", "-w", "-c", path(&source), "-o", path(&object)], &[]);
        object
    })
}

#[test]
fn it_is_linked_next_to_blst() {
    let [blst, assembly] = blst();
    let others = [path(&blst), path(&assembly)];
    let source = folder().join("tests/c/blst.c");
    for (shared, name) in [(true, "next-to-blst"), (false, "next-to-blst-static")] {
        let program = compile_with(&source, name, &[], &others, shared);
        run(path(&program), &[], &[]);
    }
}
