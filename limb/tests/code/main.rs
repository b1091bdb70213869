//! What the kernels are made of: instructions counted in this very binary. ADX is here with its
//! values too, since its kernels are counted where they are called.

#[path = "../support/disassembly.rs"]
mod disassembly;
#[macro_use]
#[path = "../support/moduli.rs"]
mod moduli;

mod adx;
mod compiled;
mod doubles_code;
mod features;
mod ifma_code;
mod rns_code;
