//! Takes the tests of other crates out of their packages, where cargo keeps them: see
//! `../listed.rs`.

use std::path::{Path, PathBuf};
use std::{env, fs};

#[path = "../listed.rs"]
mod listed;

use listed::{files, packages, sources, tests_of, LeftOut};

/// Packages, and the folders of theirs that are looked through.
const SUITES: [(&str, &str); 3] =
    [("blstrs", "0.7.1"), ("bls12_381", "0.8.0"), ("halo2curves", "0.10.0")];

fn main() {
    println!("cargo::rerun-if-changed=left-out.txt");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../listed.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where"));
    let mut left_out = LeftOut::read();
    let packages = packages();
    for (name, version) in SUITES {
        let folder = &packages[&(name.to_owned(), version.to_owned())];
        let mut suite = String::new();
        for file in sources(&folder.join("src")) {
            let path = file.strip_prefix(folder).expect("in the package").display().to_string();
            suite += &tests_of(name, &path, &file, &mut left_out);
        }
        // What tests include stands next to them.
        for data in data(&folder.join("src")) {
            let to = out.join(data.file_name().expect("a file"));
            fs::copy(&data, to).expect("a copy");
        }
        fs::write(out.join(format!("{name}.rs")), suite).expect("the folder of this build");
    }
    // Files that need no change at all are modules where they are.
    let whole = |package: &str, version: &str, file: &str, name: &str| {
        let path = packages[&(package.to_owned(), version.to_owned())].join(file);
        format!("#[path = {path:?}]\npub mod {name};\n")
    };
    let halo2 =
        format!("#[macro_use]\n{}", whole("halo2curves", "0.10.0", "src/tests/mod.rs", "tests"));
    fs::write(out.join("halo2curves_tests.rs"), halo2).expect("the folder of this build");
    let blstrs = ["engine", "field"]
        .map(|name| whole("blstrs", "0.7.1", &format!("src/tests/{name}.rs"), name))
        .concat();
    fs::write(out.join("blstrs_tests.rs"), blstrs).expect("the folder of this build");
    left_out.check();
}

/// What tests include.
fn data(folder: &Path) -> Vec<PathBuf> {
    files(folder)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "dat"))
        .collect()
}
