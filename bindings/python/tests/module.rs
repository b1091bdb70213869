//! The module exports the one function by which an interpreter finds it. Any other name could meet
//! that of another library in the same process.

use object::{Object, ObjectSymbol};

#[test]
#[cfg(target_os = "linux")]
fn the_module_exports_only_how_it_is_found() {
    // Cargo builds it next to this program, as a library that no Rust program can link.
    let program = std::env::current_exe().expect("a path of this program");
    let path = program.with_file_name("lib_native.so");
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file = object::File::parse(&*bytes).expect("an object file");
    let exported: Vec<&str> = file
        .dynamic_symbols()
        .filter(|symbol| symbol.is_definition() && symbol.is_global())
        .map(|symbol| symbol.name().expect("a name"))
        .collect();
    assert_eq!(exported, ["PyInit__native"]);
}
