//! Finds out which libraries the system has, by linking a small C program to each, and says aloud
//! which it lacks.

use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The cfg, the library, a program in C that needs it, and the package that has it.
const LIBRARIES: [(&str, &str, &str, &str); 2] = [
    (
        "has_openssl",
        "crypto",
        "#include <openssl/crypto.h>\n#if OPENSSL_VERSION_NUMBER < 0x30000000L\n#error old\n#endif\n\
         int main(void) { return !OpenSSL_version(OPENSSL_VERSION); }\n",
        "OpenSSL 3 (libssl-dev)",
    ),
    (
        "has_gmp",
        "gmp",
        "#include <gmp.h>\nint main(void) { mpz_t a; mpz_init(a); mpz_clear(a); return 0; }\n",
        "GMP (libgmp-dev)",
    ),
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CC");
    let variable = |name: &str| env::var(name).unwrap_or_default();
    let rustc = Command::new(variable("RUSTC")).arg("--version").output();
    let rustc = rustc.ok().and_then(|output| String::from_utf8(output.stdout).ok());
    let rustc = rustc.unwrap_or_else(|| "rustc unknown".to_owned());
    println!("cargo::rustc-env=PEERS_COMPILER={}", rustc.trim());
    let folder = PathBuf::from(variable("OUT_DIR"));
    for (cfg, library, program, package) in LIBRARIES {
        if links(&folder, library, program) {
            println!("cargo::rustc-cfg={cfg}");
            println!("cargo::rustc-link-lib=dylib={library}");
        } else {
            println!("cargo::warning={package} is not installed here: it takes no part");
        }
    }
}

/// Whether the C compiler links the program to the library.
fn links(folder: &Path, library: &str, program: &str) -> bool {
    let cc = env::var_os("CC").unwrap_or_else(|| "cc".into());
    let mut command = Command::new(cc);
    command.args(["-x", "c", "-", "-o"]).arg(folder.join(library)).arg(format!("-l{library}"));
    let child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let Ok(mut child) = child else { return false };
    let written =
        child.stdin.take().is_some_and(|mut pipe| pipe.write_all(program.as_bytes()).is_ok());
    child.wait().is_ok_and(|status| status.success()) && written
}
