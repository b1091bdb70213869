//! EVMMAX without `revm`: instructions, formulas, the seed's program, conformance vectors.

extern crate curvemark_evm as evm;

mod formulas;
mod glv;
mod larger;
mod programs;
mod random;
mod seed;
mod vectors;
mod words;

/// Bytes of hexadecimal digits.
fn hex(digits: &str) -> Vec<u8> {
    let byte = |pair: &[u8]| {
        u8::from_str_radix(std::str::from_utf8(pair).expect("digits"), 16)
            .expect("hexadecimal digits")
    };
    digits.as_bytes().chunks(2).map(byte).collect()
}
