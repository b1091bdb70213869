//! Takes the tests of pasta_curves out of its package, see `../listed.rs`, and a test of
//! halo2_proofs, in which two things are changed: where the curve comes from, and where the file
//! with a proof stands.

use std::path::PathBuf;
use std::{env, fs};

#[path = "../listed.rs"]
mod listed;

use listed::{packages, sources, tests_of, LeftOut};

const CURVE: &str = "use halo2_proofs::pasta::{Eq, EqAffine, Fp};";

fn main() {
    println!("cargo::rerun-if-changed=left-out.txt");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../listed.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where"));
    let packages = packages();
    let folder = |name: &str, version: &str| &packages[&(name.to_owned(), version.to_owned())];

    let mut left_out = LeftOut::read();
    let pasta = folder("pasta_curves", "0.6.1");
    let mut suite = String::new();
    for file in sources(&pasta.join("src")) {
        let path = file.strip_prefix(pasta).expect("in the package").display().to_string();
        suite += &tests_of("pasta_curves", &path, &file, &mut left_out);
    }
    fs::write(out.join("pasta_curves.rs"), suite).expect("the folder of this build");
    left_out.check();

    let tests = folder("halo2_proofs", "0.4.1").join("tests");
    let text = fs::read_to_string(tests.join("plonk_api.rs")).expect("a test of halo2_proofs");
    assert_eq!(text.matches(CURVE).count(), 1, "the line that is changed");
    let text = text.replace(CURVE, "use curvemark_group::pasta::{Eq, EqAffine, Fp};");
    let proof = out.join("plonk_api_proof.bin");
    fs::copy(tests.join("plonk_api_proof.bin"), &proof).expect("a proof of theirs");
    let text = text.replace("\"./tests/plonk_api_proof.bin\"", &format!("{proof:?}"));
    let file = out.join("plonk_api.rs");
    fs::write(&file, text).expect("the folder of this build");
    fs::write(out.join("halo2_proofs.rs"), format!("#[path = {file:?}]\nmod plonk_api;\n"))
        .expect("the folder of this build");
}
