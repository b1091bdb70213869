//! What takes the place of cryptography in a node of Ethereum that is built on revm and alloy: see
//! the example `node`, and the program that runs state tests.

pub mod hooks;
