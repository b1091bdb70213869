//! The machine: small programs; single instructions against QEMU; the RSA block against big
//! integers.

#[path = "../support/assembly.rs"]
mod assembly;

mod oracle;
mod programs;
mod rsa;
