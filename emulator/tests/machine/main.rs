//! The machine: programs, single instructions beside QEMU's, and the RSA block beside big integers.

#[path = "../support/assembly.rs"]
mod assembly;

mod oracle;
mod programs;
mod rsa;
