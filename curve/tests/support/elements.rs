//! Field elements to try functions on slices with.

use curve::field::{Anywhere, Red};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The ends of the range, inverses of small integers and random elements; or, for each fourth seed,
/// all equal.
pub fn elements<F: Anywhere>(count: usize, seed: u64) -> Vec<Red<F>> {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut bytes = [0; 128];
    let all_equal = seed & 3 == 3;
    let mut out: Vec<Red<F>> = Vec::new();
    for _ in 0..count {
        rng.fill_bytes(&mut bytes);
        let element = match rng.next_u32() & 7 {
            0 => Red::zero(),
            1 => Red::one(),
            2 => -Red::one(),
            3 => Red::from((rng.next_u32() & 3) + 1).invert(),
            _ => Red::from_uniform_bytes(&bytes[..F::UNIFORM_BYTES]),
        };
        out.push(if all_equal { *out.first().unwrap_or(&element) } else { element });
    }
    out
}
