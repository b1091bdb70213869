//! Poseidon on slow integers.

use num_bigint::BigUint;
use peer_api::Curve;
use std::sync::OnceLock;

use super::order;
use crate::derive::poseidon::Poseidon;

/// Most numbers in one hash.
const MOST: usize = 16;

/// circomlib's hash of 1 to 16 numbers modulo the order of BN254: zero and the numbers are
/// permuted. `None` for another curve, or more numbers.
pub fn hash(curve: Curve, numbers: &[BigUint]) -> Option<BigUint> {
    static INSTANCES: [OnceLock<Poseidon>; MOST] = [const { OnceLock::new() }; MOST];
    if curve != Curve::Bn254 {
        return None;
    }
    let place = INSTANCES.get(numbers.len().checked_sub(1)?)?;
    let instance = place.get_or_init(|| Poseidon::new(order(curve).clone(), numbers.len() + 1));
    let mut state = [&[BigUint::ZERO][..], numbers].concat();
    instance.permute(&mut state);
    state.into_iter().next()
}
