//! Lookups in a table of any size, each at a place that the one before says.

use peer_api::body::{Prepared, independent};
use peer_api::{Case, Refusal};

/// An entry: a line of the cache.
type Entry = [u64; 8];

/// Lookups of a call.
const STEPS: usize = 4096;

/// Entries that fit into the smallest cache.
pub(crate) const FEW: usize = 256;

/// Tables of which no more than the first `reach` entries are read.
pub(crate) fn tables(batches: &[&[Case]], reach: usize) -> Prepared {
    let sizes: Vec<usize> = batches.iter().map(|batch| batch.len()).collect();
    let most = sizes.iter().copied().max().ok_or(Refusal::Invalid)?;
    // One table for all batches of this size.
    let mut state = 1u64;
    let mut next = || {
        // Knuth's multiplier for 64 bits (The Art of Computer Programming vol. 2, 3.3.4, table 1,
        // line 26).
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 11
    };
    let table: Vec<Entry> = (0..most).map(|_| [next(), 0, 0, 0, 0, 0, 0, 0]).collect();
    let call = move |size: &usize| {
        let (mut place, within) = (0, reach.min(*size));
        for step in 0..STEPS {
            place = (table[place][0] as usize).wrapping_add(step) % within;
        }
        (place, *size)
    };
    independent(sizes, call, |(_, size)| (*size as u64).to_be_bytes().to_vec())
}
