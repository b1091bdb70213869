//! What the tests against big integers share: moduli, numbers of cases, conversions, and integers
//! with long runs of equal bits.
#![allow(dead_code)]

use limb::modulus::{LIMBS, Limbs};
use num_bigint::BigUint;
use rand_chacha::rand_core::Rng;

/// Cases per property: all of them where code is optimised and unchecked, enough to reach the edges
/// elsewhere. Miri takes a thousand times as long, and looks at accesses, which any case makes.
pub const CASES: usize = cases(10, 300, 10_000);
/// Cases of what costs an exponentiation by the oracle.
pub const SLOW_CASES: usize = cases(1, 40, 1_000);

const fn cases(in_miri: usize, checked: usize, unchecked: usize) -> usize {
    if cfg!(miri) {
        in_miri
    } else if cfg!(debug_assertions) {
        checked
    } else {
        unchecked
    }
}

/// The integer in limbs.
pub fn big(limbs: &Limbs) -> BigUint {
    BigUint::from_bytes_le(&limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect::<Vec<_>>())
}

/// The limbs of an integer.
pub fn limbs(value: &BigUint) -> Limbs {
    let mut bytes = value.to_bytes_le();
    bytes.resize(8 * LIMBS, 0);
    core::array::from_fn(|i| u64::from_le_bytes(bytes[8 * i..8 * i + 8].try_into().unwrap()))
}

/// Random bytes; once in `every` times, and then it says so, half of their runs of this length are
/// all zeros or all ones.
pub fn fill(rng: &mut impl Rng, bytes: &mut [u8], every: u32, run: usize) -> bool {
    rng.fill_bytes(bytes);
    let patterned = rng.next_u32().is_multiple_of(every);
    if patterned {
        for run in bytes.chunks_mut(run) {
            match rng.next_u32() & 3 {
                0 => run.fill(0),
                1 => run.fill(255),
                _ => {}
            }
        }
    }
    patterned
}
