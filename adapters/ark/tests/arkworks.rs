//! Everything against arkworks' own types: the same seed, the same steps, the same bytes.

#![allow(clippy::integer_division_remainder_used)] // Of sizes and numbers of cases.

use ark_serialize::{CanonicalSerialize, Compress};
use ark_std::rand::SeedableRng;
use ark_std::rand::rngs::StdRng;

#[path = "arkworks/fields.rs"]
mod fields;
#[path = "arkworks/groups.rs"]
mod groups;
#[path = "arkworks/pairings.rs"]
mod pairings;
#[path = "arkworks/subgroups.rs"]
mod subgroups;

/// Two generators in one state.
fn two_rngs(seed: u64) -> (StdRng, StdRng) {
    (StdRng::seed_from_u64(seed), StdRng::seed_from_u64(seed))
}

fn bytes(value: &impl CanonicalSerialize, compress: Compress) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.serialize_with_mode(&mut bytes, compress).expect("a vector takes all");
    assert_eq!(bytes.len(), value.serialized_size(compress));
    bytes
}

/// Asserts that both have the same bytes in both modes.
#[track_caller]
fn same(ours: &impl CanonicalSerialize, theirs: &impl CanonicalSerialize) {
    for compress in [Compress::Yes, Compress::No] {
        assert_eq!(bytes(ours, compress), bytes(theirs, compress));
    }
}

/// Asserts that both are there and have the same bytes, or neither is.
#[track_caller]
fn same_options(ours: &Option<impl CanonicalSerialize>, theirs: &Option<impl CanonicalSerialize>) {
    match (ours, theirs) {
        (Some(ours), Some(theirs)) => same(ours, theirs),
        (None, None) => {}
        _ => panic!("ours is there: {}, theirs: {}", ours.is_some(), theirs.is_some()),
    }
}

/// Whether an encoding ends in a byte that holds flags only, and has something else in it. arkworks
/// reads over that; we refuse it.
fn spoilt(encoding: &[u8], size: usize, flag_bits: usize) -> bool {
    encoding.len() >= size && size % 8 == 1 && (encoding[size - 1] << flag_bits) != 0
}
