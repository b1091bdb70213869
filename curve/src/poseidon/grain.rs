//! The generator of the constants: Grain's shift register with self-shrinking output (L. Grassi, D.
//! Khovratovich, C. Rechberger, A. Roy, M. Schofnegger, "Poseidon: a new hash function for
//! zero-knowledge proof systems", ePrint 2019/458, appendix F).
//!
//! Eighty bits b₀ … b₇₉ name the instance: 2 bits for a prime field, 4 for the S-box x^α, 12 for
//! the bits of the modulus, 12 for the width, 10 and 10 for full and partial rounds, 30 ones. Then
//! b₍ᵢ₊₈₀₎ = b₍ᵢ₊₆₂₎ + b₍ᵢ₊₅₁₎ + b₍ᵢ₊₃₈₎ + b₍ᵢ₊₂₃₎ + b₍ᵢ₊₁₃₎ + bᵢ. The first 160 are dropped; of
//! each pair that follows, the second bit is given if the first is one. Everything here is public.

use crate::field::{Anywhere, Red};

/// Bits that the register makes at once: taps are at least 18 places from its end.
const STEP: u32 = 16;

/// The register, b₀ in the lowest bit, and output that is not yet taken.
pub(super) struct Grain {
    register: u128,
    output: u64,
    count: u32,
}

impl Grain {
    /// The register of an instance.
    pub(super) fn new(bits: u32, width: usize, full: usize, partial: usize) -> Self {
        let mut out = Self { register: 0, output: 0, count: 0 };
        let fields = [
            (1, 2),
            (0, 4),
            (bits as usize, 12),
            (width, 12),
            (full, 10),
            (partial, 10),
            ((1 << 30) - 1, 30),
        ];
        let mut place = 0;
        for (value, length) in fields {
            for i in (0..length).rev() {
                out.register |= (((value >> i) & 1) as u128) << place;
                place += 1;
            }
        }
        for _ in (0..160).step_by(STEP as usize) {
            out.step();
        }
        out
    }

    /// The next bits of the register, the first in the lowest.
    fn step(&mut self) -> u32 {
        let b = self.register;
        let new = (b >> 62 ^ b >> 51 ^ b >> 38 ^ b >> 23 ^ b >> 13 ^ b) & ((1 << STEP) - 1);
        self.register = b >> STEP | new << (80 - STEP);
        new as u32
    }

    /// The next bit of output.
    fn bit(&mut self) -> u8 {
        while self.count == 0 {
            let mut pairs = self.step();
            for _ in 0..STEP >> 1 {
                let (first, second) = (pairs & 1, pairs >> 1 & 1);
                self.output |= u64::from(first & second) << self.count;
                self.count += first;
                pairs >>= 2;
            }
        }
        let bit = self.output & 1;
        self.output >>= 1;
        self.count -= 1;
        bit as u8
    }

    /// An integer of so many bits, the highest first, as big-endian bytes.
    fn integer(&mut self, bits: u32, bytes: &mut [u8]) {
        bytes.fill(0);
        for i in (0..bits as usize).rev() {
            let place = bytes.len() - 1 - (i >> 3);
            bytes[place] |= self.bit() << (i & 7);
        }
    }

    /// The next integer below the modulus: larger ones are skipped.
    pub(super) fn element<F: Anywhere>(&mut self, bits: u32) -> Red<F> {
        let mut buffer = [0; 64];
        let bytes = &mut buffer[..F::BYTES];
        loop {
            self.integer(bits, bytes);
            let (value, canonical) = Red::from_bytes(bytes);
            if bool::from(canonical) {
                return value;
            }
        }
    }

    /// The next integer modulo the modulus.
    pub(super) fn residue<F: Anywhere>(&mut self, bits: u32) -> Red<F> {
        let mut buffer = [0; 64];
        let bytes = &mut buffer[..F::BYTES];
        self.integer(bits, bytes);
        Red::from_uniform_bytes(bytes)
    }
}
