//! Batches and trees on the threads of the caller's rayon pool: feature `parallel`.
//!
//! Each function has the answer and the errors of its namesake. Whose threads: see
//! [`curve::parallel`]. Fewer than 128 hashes side by side run on the caller's thread, and so do
//! the upper levels of trees.

use alloc::vec::Vec;

use super::threads::Pool;
use super::{Curve, Error, Tree, hash_batch_on, merkle_root_on};

/// [`hash_batch`](super::hash_batch).
///
/// [Example](crate::poseidon).
///
/// # Errors
/// As there.
pub fn hash_batch<C: Curve>(each: usize, inputs: &[[u8; 32]]) -> Result<Vec<[u8; 32]>, Error> {
    hash_batch_on::<C, Pool>(each, inputs)
}

/// [`merkle_root`](super::merkle_root).
///
/// [Example](crate::poseidon).
///
/// # Errors
/// As there.
pub fn merkle_root<C: Curve>(inputs: &[[u8; 32]]) -> Result<[u8; 32], Error> {
    merkle_root_on::<C, Pool>(inputs)
}

/// [`Tree::new`].
///
/// [Example](crate::poseidon).
///
/// # Errors
/// As there.
pub fn tree<C: Curve>(leaves: &[[u8; 32]]) -> Result<Tree<C>, Error> {
    Tree::new_on::<Pool>(leaves)
}
