//! Which figures may stand for a CPU without AVX-512 IFMA.
//!
//! Such a CPU runs other code than one that has it. So a ratio for it comes from a run on such a
//! CPU ([`has_ifma`] says of a run's machine whether it is one), or of peers whose build and path
//! in the run are those that such a CPU would have taken ([`without_ifma`]).

use crate::run::{Machine, Run};

/// Whether a machine has AVX-512 IFMA.
pub fn has_ifma(machine: &Machine) -> bool {
    machine.features.iter().any(|feature| feature == "avx512ifma")
}

/// Whether a machine is one that stands for others: it has ADX, and no AVX-512 IFMA.
pub fn is_plain(machine: &Machine) -> bool {
    !has_ifma(machine) && machine.features.iter().any(|feature| feature == "adx")
}

/// Why the rows of an implementation do not stand for a CPU without AVX-512 IFMA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfair {
    /// It ran on AVX-512.
    Path,
    /// It was compiled for a CPU with AVX-512.
    Build,
    /// Nobody has read what it runs on: see [`LOOKED_AT`].
    Unknown,
}

impl Unfair {
    /// In words that follow a name.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Path => "ran on AVX-512",
            Self::Build => "was compiled for AVX-512",
            Self::Unknown => "may have run on AVX-512",
        }
    }
}

/// Libraries that take no path of AVX-512 for anything that the lab asks of them, by the first word
/// of their names in records, and what they run. This is what their sources and pages say: nobody
/// has disassembled them. What a library says of its engine in a record goes before.
pub const LOOKED_AT: [(&str, &str); 27] = [
    ("blst", "assembly of MULX and ADX; SHA-256 on SHA-NI"),
    ("blst-c", "blst"),
    ("arkworks", "Rust, and assembly of MULX and ADX for products"),
    ("zkcrypto", "Rust"),
    ("halo2curves", "Rust, and assembly of MULX and ADX for products"),
    ("bellman", "Rust"),
    ("k256", "Rust"),
    ("p256", "Rust"),
    ("crrl", "Rust"),
    ("dalek", "AVX2 at run time; AVX-512 IFMA only where it was compiled for it"),
    ("substrate-bn", "Rust"),
    ("libsecp256k1", "C, and assembly for scalars"),
    ("aws-lc", "s2n-bignum, which has no AVX-512 for P-256 and Ed25519"),
    ("graviola", "s2n-bignum; its AVX-512 is for AES and Keccak"),
    ("openssl", "its AVX-512 is for RSA and for ciphers, and not for SHA-256, P-256 or Ed25519"),
    ("gmp", "assembly of MULX and ADX"),
    ("hex", "Rust"),
    ("const-hex", "Rust, AVX2 at run time"),
    ("bs58", "Rust"),
    ("light-poseidon", "arkworks"),
    ("ark-groth16", "arkworks"),
    ("revm", "blst, c-kzg, arkworks, libsecp256k1, p256 and aurora, which is Rust"),
    ("c-kzg", "blst"),
    ("rust_eth_kzg", "blst"),
    ("fastcrypto-zkp", "blst, arkworks, and neptune, which is Rust"),
    ("fastcrypto", "blst, and curve25519-dalek-ng without SIMD"),
    ("go-ipa", "Go, and assembly of MULX and ADX for fields"),
];

/// The library of an implementation: its name without that of its build.
pub fn library(name: &str) -> &str {
    name.split(' ').next().unwrap_or_default()
}

/// Whether the rows of an implementation of a run stand for a CPU without AVX-512 IFMA.
///
/// # Errors
/// [`Unfair`], why they do not.
pub fn without_ifma(run: &Run, name: &str) -> Result<(), Unfair> {
    if !has_ifma(&run.machine) {
        return Ok(());
    }
    let found = run.implementations.iter().find(|one| one.name == name).ok_or(Unfair::Unknown)?;
    let says = |text: &str| {
        let text = text.to_lowercase();
        text.contains("avx-512") || text.contains("avx512") || text.contains("ifma")
    };
    if says(&found.engine) {
        return Err(Unfair::Path);
    }
    // A machine with AVX-512 IFMA is `native` to such a build.
    if found.flags.iter().any(|flag| says(flag) || flag.contains("target-cpu=native")) {
        return Err(Unfair::Build);
    }
    let known = LOOKED_AT.iter().any(|(known, _)| *known == library(name));
    if known { Ok(()) } else { Err(Unfair::Unknown) }
}

/// Whether the rows of an implementation are the best that its library does on a CPU without
/// AVX-512: it chooses its path at run time, or was built for such a CPU. Then they stand for other
/// builds of it that have AVX-512.
pub fn is_at_its_best_without(run: &Run, name: &str) -> bool {
    let found = run.implementations.iter().find(|one| one.name == name);
    without_ifma(run, name).is_ok()
        && found
            .is_some_and(|one| name.ends_with(" adx") || one.engine.contains("chosen at run time"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Implementation;
    use crate::sample::sample;

    fn run(features: &[&str], implementations: &[(&str, &str, &[&str])]) -> Run {
        let mut run = sample();
        run.machine.features = features.iter().map(|word| (*word).to_owned()).collect();
        run.implementations = implementations
            .iter()
            .map(|(name, engine, flags)| Implementation {
                name: (*name).to_owned(),
                version: String::new(),
                features: Vec::new(),
                flags: flags.iter().map(|flag| (*flag).to_owned()).collect(),
                engine: (*engine).to_owned(),
            })
            .collect();
        run
    }

    const IFMA: &[&str] = &["adx", "avx2", "avx512f", "avx512ifma"];

    #[test]
    fn a_cpu_without_it_stands_for_itself() {
        let skylake = run(&["adx", "avx512f"], &[("commonware", "AVX-512 IFMA", &[])]);
        assert!(is_plain(&skylake.machine) && !has_ifma(&skylake.machine));
        assert_eq!(without_ifma(&skylake, "commonware"), Ok(()));
        let arm = run(&["neon"], &[]);
        assert!(!is_plain(&arm.machine), "no ADX");
        assert!(!is_plain(&run(IFMA, &[]).machine));
    }

    #[test]
    fn a_path_a_build_and_an_unknown_library_do_not_stand_there() {
        let run = run(
            IFMA,
            &[
                ("dalek plain", "AVX2 (chosen at run time)", &["lto=fat"]),
                ("dalek native", "AVX-512 IFMA (chosen when it was built)", &["target-cpu=native"]),
                ("commonware plain", "AVX-512 IFMA (chosen at run time)", &[]),
                ("mcl plain", "C++; sums and lists on AVX-512 IFMA (chosen at run time)", &[]),
                ("arkworks plain", "portable Rust", &[]),
                ("arkworks native", "assembly", &["target-cpu=native", "compiled for adx"]),
                ("arkworks adx", "assembly", &["target-cpu=x86-64-v3", "compiled for adx"]),
                ("k256 adx", "portable", &["compiled for bmi2, adx, avx2, avx512ifma"]),
                ("gnark", "Go, assembly for fields, amd64", &[]),
                ("blst", "assembly, ADX", &[]),
            ],
        );
        for (name, wanted) in [
            ("dalek plain", Ok(())),
            ("dalek native", Err(Unfair::Path)),
            ("commonware plain", Err(Unfair::Path)),
            ("mcl plain", Err(Unfair::Path)),
            ("arkworks plain", Ok(())),
            ("arkworks native", Err(Unfair::Build)),
            ("arkworks adx", Ok(())),
            ("k256 adx", Err(Unfair::Build)),
            ("gnark", Err(Unfair::Unknown)),
            ("nobody", Err(Unfair::Unknown)),
            ("blst", Ok(())),
        ] {
            assert_eq!(without_ifma(&run, name), wanted, "{name}");
        }
        let best = |name| is_at_its_best_without(&run, name);
        assert!(best("dalek plain") && best("arkworks adx"));
        assert!(!best("arkworks plain") && !best("dalek native") && !best("commonware plain"));
    }

    #[test]
    fn no_library_is_listed_twice() {
        let mut names: Vec<&str> = LOOKED_AT.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|two| two[0] != two[1]), "{names:?}");
    }
}
