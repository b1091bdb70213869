//! What the adapters of KZG libraries share: the operations' contracts, and the parts of their
//! cases.

use peer_api::{Checks, Contract, Operation, Time};

/// One contract for all libraries: everything is public and comes as bytes; points are checked
/// where there are any.
pub fn contract(operation: &Operation) -> Option<Contract> {
    let (_, verb) = operation.id.split_once('/').filter(|(group, _)| *group == "kzg")?;
    let checks = match verb {
        "commit" | "commit_table" | "proof" | "proof_table" | "cells" | "cells_and_proofs"
        | "recover" | "recover_truncated" => Checks::None,
        "blob_proof" | "verify" | "verify_blob" | "verify_cells_1" | "verify_cells_128" => {
            Checks::Subgroup
        }
        _ if verb.starts_with("verify_blobs_") => Checks::Subgroup,
        _ => return None,
    };
    Some(Contract::bytes(checks, Time::Variable))
}

/// An argument as an array, if it has that length.
pub fn fixed<const N: usize>(argument: &[u8]) -> Option<[u8; N]> {
    argument.try_into().ok()
}

/// As [`fixed`], for those too long for the stack.
pub fn boxed<const N: usize>(argument: &[u8]) -> Option<Box<[u8; N]>> {
    argument.to_vec().into_boxed_slice().try_into().ok()
}

/// A list of arguments, each of its length.
pub fn list<'a, const N: usize>(
    arguments: impl IntoIterator<Item = &'a Vec<u8>>,
) -> Option<Vec<[u8; N]>> {
    arguments.into_iter().map(|argument| fixed(argument)).collect()
}

/// One of the three arguments of each item of a batch.
pub fn every_third(arguments: &[Vec<u8>], from: usize) -> impl Iterator<Item = &Vec<u8>> {
    arguments.iter().skip(from).step_by(3)
}

/// Indices of a byte each.
pub fn indices(bytes: &[u8]) -> Vec<u64> {
    bytes.iter().map(|index| u64::from(*index)).collect()
}

/// One byte, 1 for true.
pub fn verdict(holds: &bool) -> Vec<u8> {
    vec![u8::from(*holds)]
}
