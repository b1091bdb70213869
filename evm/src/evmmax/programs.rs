//! Generators of whole programs: Rust functions that emit code from `curve`'s formulas.
//!
//! | program | dialects | call data | returns |
//! |---|---|---|---|
//! | [`g1_mul::seed`] | EIP-5843 | scalar (32 bytes), x, y (48 each, in the dialect's order of bytes) | X, Y, Z (48 each), or 96 zeros for the identity |
//! | [`g1_mul::tight`] | EIP-6690, evmone | the same, big-endian | X, Y, Z, Z being zero for the identity |
//! | [`g1_glv()`] | EIP-6690, evmone | the same; the point in G1 | the same |
//! | [`g1_msm()`] | EIP-6690, evmone | for each of 1 to 8 points of G1: x, y, scalar | the same |
//! | [`g2_mul()`] | EIP-6690, evmone | scalar, x, y (96 each, c₀ first) | X, Y, Z (96 each) |
//! | [`inversion()`] | EIP-6690, evmone | an element of BLS12-381's Fp (48) | its inverse |
//! | [`pairing()`] | EIP-6690, evmone | two pairs: x, y of G1 (48 each), x, y of G2 (96 each, c₀ first) | whether the product of both pairings is one (32) |
//! | [`recover()`] | EIP-6690, evmone | hash, v, r, s (32 each) | x, y of the key on secp256k1 that signed (32 each), or nothing |
//! | [`poseidon()`] | EIP-6690, evmone | two elements of BN254's Fr (32 each) | circom's Poseidon of them |
//!
//! A program checks no more than its documentation says; what it assumes of its input is written
//! there. [`Program`] names them for tools.
//!
//! ```
//! use curvemark_evm::evmmax::assembler::Error;
//! use curvemark_evm::evmmax::machine::{End, run};
//! use curvemark_evm::evmmax::programs::Program;
//! use curvemark_evm::evmmax::{Dialect, PriceTable, Rules};
//!
//! // At 384 bits a sum costs 1 and a product 3.
//! let prices = PriceTable::EIP5843.with(384, 1, 3);
//! let rules = Rules { prices, ..Rules::of(Dialect::Eip6690) };
//! let (program, dialect) = (Program::Inversion, Dialect::Eip6690);
//! let outcome = run(&rules, &program.code(dialect)?, &program.sample(dialect), 1_000_000);
//! assert!(matches!(outcome.end, End::Returned(_)));
//! # Ok::<(), Error>(())
//! ```

mod catalogue;
mod g1_glv;
pub mod g1_jacobian;
pub mod g1_msm;
pub mod g1_mul;
pub mod g2_mul;
pub mod inversion;
pub mod pairing;
pub mod poseidon;
mod power;
pub mod recover;
mod routines;

pub use catalogue::Program;
pub use g1_glv::g1_glv;
pub use g1_msm::g1_msm;
pub use g2_mul::g2_mul;
pub use inversion::inversion;
pub use pairing::pairing;
pub use poseidon::poseidon;
pub(crate) use power::power;
pub use recover::recover;

use alloc::vec::Vec;

use curve::bls12_381::FpModulus;
use limb::Modulus;

use super::assembler::{Assembler, op};
use super::dialect::{Dialect, Operation};

/// Bytes of an element of BLS12-381's Fp.
const ELEMENT: u64 = 48;

fn big_endian(integer: &[u64]) -> Vec<u8> {
    integer.iter().rev().flat_map(|word| word.to_be_bytes()).collect()
}

/// The modulus of BLS12-381 into memory from 0 on: two stores that overlap.
fn load_modulus(code: &mut Assembler) {
    let modulus = big_endian(&FpModulus::P[..6]);
    code.push_bytes(&modulus[..32]).push(0).ops(&[op::MSTORE]);
    code.push_bytes(&modulus[16..]).push(16).ops(&[op::MSTORE]);
}

/// SETMODX of the modulus at 0, with so many registers.
fn set_modulus(code: &mut Assembler, dialect: Dialect, registers: u64) {
    code.push(registers);
    if dialect == Dialect::Evmone {
        // In bits.
        code.push(8 * ELEMENT).push(0);
    } else {
        code.push(ELEMENT).push(0).push(0);
    }
    code.extended(Operation::SetMod);
}
