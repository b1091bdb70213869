//! What the kernels are made of: instructions counted in this very binary. The
//! engine of assembly is here with its values too, since its kernels are counted where they are
//! called.

#[path = "../support/disassembly.rs"]
mod disassembly;
#[macro_use]
#[path = "../support/moduli.rs"]
mod moduli;

mod adx;
mod arm64_code;
mod compiled;
mod doubles_code;
mod features;
mod ifma_code;
mod rns_code;
