//! Paths of Merkle trees.

use curvemark::hash::Sha256;
use curvemark::hash::merkle::{Tree, verify_inclusion};

use crate::{Target, fixed, random, take};

pub const TARGETS: &[Target] =
    // The list of nodes is the body's own: two words for each.
    &[Target { name: "merkle path", body: path, valid: a_path, fast: true, heap: 256 * 16 }];

/// A length, an index, a root, and a path of what is left, with its last byte for a leaf.
fn path(mut data: &[u8]) {
    let [length, index] = [(); 2].map(|()| u64::from_le_bytes(fixed(&mut data)));
    let root = take(&mut data, 32);
    let (data, leaf) = data.split_at(data.len().saturating_sub(1));
    let nodes: Vec<&[u8]> = data.chunks(32).take(256).collect();
    let verdict = verify_inclusion::<Sha256>(root, length, index, leaf, &nodes);
    assert!(verdict.is_err() || index < length);
}

fn a_path(number: u64) -> Vec<u8> {
    let leaves = random::<40>(number);
    let tree = Tree::<Sha256>::new(leaves.chunks(1));
    let index = (number & 31) as usize;
    let path = tree.inclusion_path(index).expect("a leaf");
    let numbers = [leaves.len() as u64, index as u64].map(u64::to_le_bytes).concat();
    [&numbers[..], &tree.root(), &path.concat(), &leaves[index..=index]].concat()
}
