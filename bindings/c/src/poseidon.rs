//! Poseidon, the hash function of zero-knowledge circuits, as circomlib has it.
//!
//! Integers are 32 little-endian bytes below the order of the curve's groups. Constant time in the
//! integers, not in their number.

#[cfg(feature = "parallel")]
use curvemark::poseidon::parallel;
use curvemark::poseidon::{self, Bls12381, Bn254};

use crate::boundary::{Place, Room, choices, export};
use crate::common::on_threads;
use crate::status::Status;

choices! {
    /// The curve whose scalars are hashed.
    enum PoseidonField as curvemark_poseidon_field {
        /// BN254, as circom.
        Bn254 = 0 as CURVEMARK_POSEIDON_BN254,
        /// BLS12-381.
        Bls12381 = 1 as CURVEMARK_POSEIDON_BLS12_381,
    }
}

/// Calls a function of this file on a field.
macro_rules! by_field {
    ($field:expr, $function:ident($($argument:expr),* $(,)?)) => {
        match $field {
            PoseidonField::Bn254 => $function::<Bn254>($($argument),*),
            PoseidonField::Bls12381 => $function::<Bls12381>($($argument),*),
        }
    };
}

export! {
    /// Hashes 1 to 16 integers.
    ///
    /// inputs: 32 bytes each, one after the other. hash: 32 bytes.
    /// Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_COUNT for more than 16;
    /// CURVEMARK_ERROR_SCALAR.
    fn curvemark_poseidon_hash(
        field: PoseidonField,
        inputs[inputs_len]: &[[u8; 32]],
        hash[hash_len]: Place<'_, 32>,
    ) {
        hash.put(&match field {
            PoseidonField::Bn254 => poseidon::hash::<Bn254>(inputs)?,
            PoseidonField::Bls12381 => poseidon::hash::<Bls12381>(inputs)?,
        })
    }

    /// Hashes many lists of the same number of integers, eight at a time where the CPU can.
    ///
    /// each: how many integers a list has, 1 to 16. inputs: 32 bytes each, list after list.
    /// hashes: 32 bytes for each list. threads: 1 for the calling thread only, 0 for as many as the
    /// machine has; at most 1024.
    /// Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_COUNT; CURVEMARK_ERROR_SCALAR;
    /// CURVEMARK_ERROR_THREADS.
    fn curvemark_poseidon_hash_batch(
        field: PoseidonField,
        each: usize,
        inputs[inputs_len]: &[[u8; 32]],
        hashes[hashes_len]: Room<'_>,
        threads: usize,
    ) {
        by_field!(field, hash_batch(each, inputs, hashes, threads))
    }

    /// Computes the root of a tree whose nodes hash up to 16 integers (fastcrypto's
    /// poseidon_merkle_tree). It binds the integers only together with their number.
    ///
    /// inputs: at least one, 32 bytes each. root: 32 bytes. threads: as above.
    /// Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_SCALAR; CURVEMARK_ERROR_THREADS.
    fn curvemark_poseidon_merkle_root(
        field: PoseidonField,
        inputs[inputs_len]: &[[u8; 32]],
        root[root_len]: Place<'_, 32>,
        threads: usize,
    ) {
        by_field!(field, merkle_root(inputs, root, threads))
    }
}

fn hash_batch<C: poseidon::Curve>(
    each: usize,
    inputs: &[[u8; 32]],
    out: Room<'_>,
    threads: usize,
) -> Result<(), Status> {
    let (hashes, rest) = (out.len() >> 5, out.len() & 31);
    if rest != 0 {
        return Err(Status::Length);
    }
    if hashes.checked_mul(each) != Some(inputs.len()) {
        return Err(Status::Count);
    }
    let hashes =
        on_threads!(
            threads,
            || poseidon::hash_batch::<C>(each, inputs),
            || parallel::hash_batch::<C>(each, inputs),
        )??;
    out.put(hashes.as_flattened())
}

fn merkle_root<C: poseidon::Curve>(
    inputs: &[[u8; 32]],
    out: Place<'_, 32>,
    threads: usize,
) -> Result<(), Status> {
    out.put(&on_threads!(threads, || poseidon::merkle_root::<C>(inputs), || {
        parallel::merkle_root::<C>(inputs)
    },)??)
}
