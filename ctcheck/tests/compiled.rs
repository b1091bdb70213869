//! Vector instructions stand where they are used.
//!
//! Compiled outside of the CPU feature that it needs, an instruction is a call of a function that
//! holds it, 20 to 60 times slower; the answers stay right, so nothing else would tell. In release
//! builds alone: debug builds keep small functions.
#![cfg(all(target_arch = "x86_64", not(miri)))]

use std::arch::x86_64::{__m512i, _mm512_add_epi64};
use std::ffi::OsStr;
use std::hint::black_box;
use std::process::Command;

/// What `core` names the instructions of AVX-512 by.
const INSTRUCTIONS: &str = "core_arch::x86::avx512";

/// The names of all functions of a program. `None`, loudly, where there is no `objdump`.
fn functions(program: impl AsRef<OsStr>) -> Option<Vec<String>> {
    let Ok(output) = Command::new("objdump").args(["-t", "-C"]).arg(program.as_ref()).output()
    else {
        eprintln!("SKIPPED: no objdump here, calls of vector instructions were not looked for");
        return None;
    };
    Some(
        String::from_utf8_lossy(&output.stdout)
            .lines()
            .filter(|line| line.contains(".text"))
            .map(Into::into)
            .collect(),
    )
}

/// An instruction outside of its feature.
#[inline(never)]
fn planted(a: &__m512i) -> __m512i {
    // SAFETY: never executed.
    unsafe { _mm512_add_epi64(*a, *a) }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "debug builds keep small functions")]
fn no_vector_instruction_is_called() {
    let Some(examined) = functions(env!("CARGO_BIN_EXE_ctcheck")) else { return };
    assert!(
        examined.iter().any(|name| name.contains("limb::rns::zmm")),
        "residue numbers run in that program"
    );
    let called: Vec<_> = examined.iter().filter(|name| name.contains(INSTRUCTIONS)).collect();
    assert!(called.is_empty(), "compiled outside of their feature: {called:#?}");

    black_box(planted as fn(&__m512i) -> __m512i);
    let own = functions(std::env::current_exe().expect("a test has a binary")).expect("as before");
    assert!(own.iter().any(|name| name.contains(INSTRUCTIONS)), "the planted call is found");
}
