//! The arithmetic against big integers and its other forms, and what the crate must not know or
//! use.

#[macro_use]
#[path = "../support/moduli.rs"]
mod moduli;
#[path = "../support/oracle.rs"]
mod oracle;

mod arithmetic;
mod fold;
mod four;
mod ifma;
mod lookup;
mod narrow;
mod rns;
mod walls;
