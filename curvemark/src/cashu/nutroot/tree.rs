//! The tree of leaves: hashes in ascending order, joined pair by pair.

use alloc::vec::Vec;

use sha2::Digest;

use super::{Error, Leaf};
use crate::schnorr::tagged_hash;

/// The hash of a leaf, of a branch, or of the root.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
pub type Hash = [u8; 32];

/// The most levels above the leaves.
pub const MOST_DEPTH: usize = 8;

/// The most leaves of a tree.
pub const MOST_LEAVES: usize = 1 << MOST_DEPTH;

/// The most slots of a secret: one for its internal key, and one for each key of a leaf.
pub const MOST_SLOTS: usize = 256;

/// The tagged hash of a leaf's bytes.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
pub fn leaf_hash(leaf: &[u8]) -> Hash {
    tagged_hash(b"Cashu_NutrootLeaf").chain_update(leaf).finalize().into()
}

/// The tagged hash of two hashes, the lesser one first: no path has to say on which side its hashes
/// stand.
fn branch(a: &Hash, b: &Hash) -> Hash {
    let (low, high) = if a <= b { (a, b) } else { (b, a) };
    tagged_hash(b"Cashu_NutrootBranch").chain_update(low).chain_update(high).finalize().into()
}

/// Joins hashes to the root, showing each level. One without a neighbour goes up as it is, so that
/// a leaf that is there twice gives another root.
fn fold(leaves: &[Hash], mut see: impl FnMut(&[Hash])) -> Result<Hash, Error> {
    if leaves.len() > MOST_LEAVES {
        return Err(Error::Tree);
    }
    let mut level = leaves.to_vec();
    level.sort_unstable();
    while level.len() > 1 {
        see(&level);
        let join = |pair: &[Hash]| if let [a, b] = pair { branch(a, b) } else { pair[0] };
        level = level.chunks(2).map(join).collect();
    }
    level.pop().ok_or(Error::Tree)
}

/// The root of the hashes of leaves, whose order does not matter.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
///
/// # Errors
/// [`Error::Tree`] for none, or more than [`MOST_LEAVES`].
pub fn merkle_root(leaves: &[Hash]) -> Result<Hash, Error> {
    fold(leaves, |_| ())
}

/// The hashes next to the way from a leaf to the root.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
///
/// # Errors
/// As of [`merkle_root`]; [`Error::Tree`] also if there is no such leaf.
pub fn merkle_path(leaves: &[Hash], index: usize) -> Result<Vec<Hash>, Error> {
    let leaf = leaves.get(index).ok_or(Error::Tree)?;
    // Where it stands among those in order; of equal ones any has the path.
    let mut at = leaves.iter().filter(|other| *other < leaf).count();
    let mut path = Vec::new();
    fold(leaves, |level| {
        path.extend(level.get(at ^ 1));
        at >>= 1;
    })?;
    Ok(path)
}

/// The root to which a path leads from a leaf.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
///
/// # Errors
/// [`Error::Tree`] for more than [`MOST_DEPTH`] hashes.
pub fn root_of_path(leaf: &Hash, path: &[Hash]) -> Result<Hash, Error> {
    if path.len() > MOST_DEPTH {
        return Err(Error::Tree);
    }
    Ok(path.iter().fold(*leaf, |hash, beside| branch(&hash, beside)))
}

/// The leaves of a secret: one at least, each of which is known.
///
/// Their order says nothing but which slot a key has that the sender blinded.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree(Vec<Leaf>);

impl Tree {
    /// Of leaves.
    ///
    /// # Errors
    /// [`Error::Tree`] for none, or more than [`MOST_LEAVES`]; [`Error::Slot`] for more than 255
    /// keys in all.
    pub fn new(leaves: Vec<Leaf>) -> Result<Self, Error> {
        if leaves.is_empty() || leaves.len() > MOST_LEAVES {
            return Err(Error::Tree);
        }
        if 1 + leaves.iter().map(|leaf| leaf.keys().len()).sum::<usize>() > MOST_SLOTS {
            return Err(Error::Slot);
        }
        Ok(Self(leaves))
    }

    /// The leaves, in order.
    pub fn leaves(&self) -> &[Leaf] {
        &self.0
    }

    fn hashes(&self) -> Vec<Hash> {
        self.0.iter().map(Leaf::hash).collect()
    }

    /// The root.
    pub fn root(&self) -> Hash {
        merkle_root(&self.hashes())
            .unwrap_or_else(|_| unreachable!("there are leaves, and not too many"))
    }

    /// The hashes next to the way from a leaf to the root.
    ///
    /// # Errors
    /// [`Error::Tree`] if there is no such leaf.
    pub fn path(&self, index: usize) -> Result<Vec<Hash>, Error> {
        merkle_path(&self.hashes(), index)
    }
}
