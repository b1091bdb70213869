//! Binary Merkle trees of certificate transparency: RFC 6962, §2.1, and RFC 9162, §2.1, over any
//! hash function.
//!
//! The hash of a leaf is H(0x00 ‖ data), that of an inner node H(0x01 ‖ left ‖ right), that of the
//! empty tree H(). A tree of n > 1 leaves splits at the largest power of two below n; so what is
//! left over at the right of a level moves up as it is.
//!
//! # What a root says
//!
//! * **The list.** Two different lists of leaves, of whatever lengths, have different roots unless
//!   somebody finds a collision of H. The first byte tells leaves from inner nodes, so no inner
//!   node passes for a leaf; and nothing is filled up by repeating or by zeros, so the list with a
//!   repeated end (Bitcoin's trees, CVE-2012-2459) has a root of its own. Leaves may be equal: each
//!   has its own index.
//! * **Not its length.** That, like the root, must come from whom one trusts: it decides which
//!   nodes a path names, so a path may hold for several lengths, and the index that it proves is
//!   the index in a tree of the given length.
//!
//! Everything here is public: time depends on all inputs.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use curvemark::hash::Sha256;
//! use curvemark::hash::merkle::{Tree, verify_inclusion};
//!
//! let tree = Tree::<Sha256>::new(["one", "two", "three"]);
//! let path = tree.inclusion_path(2)?;
//! verify_inclusion::<Sha256>(&tree.root(), 3, 2, b"three", &path)?;
//! assert!(verify_inclusion::<Sha256>(&tree.root(), 3, 1, b"three", &path).is_err());
//! # }
//! # Ok::<(), curvemark::hash::merkle::Error>(())
//! ```

use core::fmt;

use digest::{Digest, Output};

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// Why a path is not acceptable ([`Error::NotIncluded`] excepted, which is a verdict on an
/// acceptable one).
///
/// [Example](crate::hash::merkle).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// There is no leaf of this index in a tree of this length.
    Index,
    /// A root, or a node of a path, is not as long as a digest, or a path has not as many nodes as
    /// lie on the way from this leaf.
    Length,
    /// The verdict: by this path, the leaf is not under this root.
    NotIncluded,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Index => "the tree has no leaf of this index",
            Self::Length => "the path or one of its nodes has the wrong length",
            Self::NotIncluded => "the leaf is not under this root",
        })
    }
}

impl core::error::Error for Error {}

/// H(0x00 ‖ data): the hash of a leaf.
///
/// [Example](crate::hash::merkle).
pub fn leaf_hash<D: Digest>(data: impl AsRef<[u8]>) -> Output<D> {
    D::new().chain_update([0]).chain_update(data).finalize()
}

/// H(0x01 ‖ left ‖ right): the hash of an inner node.
fn node_hash<D: Digest>(left: &[u8], right: &[u8]) -> Output<D> {
    D::new().chain_update([1]).chain_update(left).chain_update(right).finalize()
}

/// A root whose leaves come one by one: the roots of the complete subtrees so far, one for each bit
/// of the number of leaves.
///
/// Holds 64 digests and never allocates. A leaf costs two hashes on average.
///
/// [Example](crate::hash::merkle).
#[derive(Clone, Debug)]
pub struct Accumulator<D: Digest> {
    /// At k the root of 2^k leaves where bit k of `length` is set; the others stand for nothing.
    subtrees: [Output<D>; 64],
    length: u64,
}

impl<D: Digest> Default for Accumulator<D> {
    fn default() -> Self {
        Self { subtrees: core::array::from_fn(|_| Output::<D>::default()), length: 0 }
    }
}

impl<D: Digest> Accumulator<D> {
    /// The empty tree.
    pub fn new() -> Self {
        Self::default()
    }

    /// The leaves so far.
    pub const fn len(&self) -> u64 {
        self.length
    }

    /// Whether there is no leaf yet.
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Adds a leaf at the end.
    ///
    /// # Panics
    /// If there are 2^64 − 1 leaves, which nobody has.
    pub fn push(&mut self, data: impl AsRef<[u8]>) {
        let mut hash = leaf_hash::<D>(data);
        let full = self.length.trailing_ones() as usize;
        for subtree in &self.subtrees[..full] {
            hash = node_hash::<D>(subtree, &hash);
        }
        self.subtrees[full] = hash;
        self.length += 1;
    }

    /// The root of the leaves so far.
    pub fn root(&self) -> Output<D> {
        let subtrees = self
            .subtrees
            .iter()
            .enumerate()
            .filter(|(k, _)| self.length >> k & 1 == 1)
            .map(|(_, hash)| hash);
        // From the smallest, which stands at the right.
        let root = subtrees.fold(None, |right: Option<Output<D>>, left| {
            Some(right.map_or_else(|| left.clone(), |right| node_hash::<D>(left, &right)))
        });
        root.unwrap_or_else(|| D::new().finalize())
    }
}

/// The root of these leaves, without memory for the tree.
///
/// ```
/// use curvemark::hash::{Sha256, merkle};
/// assert_eq!(merkle::root::<Sha256>([""; 0]), curvemark::hash::sha256(b""));
/// ```
pub fn root<D: Digest>(leaves: impl IntoIterator<Item: AsRef<[u8]>>) -> Output<D> {
    let mut accumulator = Accumulator::<D>::new();
    leaves.into_iter().for_each(|leaf| accumulator.push(leaf));
    accumulator.root()
}

/// A tree with all its nodes, which gives the paths of its leaves. Holds about two digests for each
/// leaf.
///
/// [Example](crate::hash::merkle).
#[cfg(feature = "alloc")]
#[derive(Clone, Debug)]
pub struct Tree<D: Digest> {
    /// The hashes of the leaves, of their parents, and so on; the last level has one node, or none.
    levels: Vec<Vec<Output<D>>>,
}

#[cfg(feature = "alloc")]
impl<D: Digest> Tree<D> {
    /// The tree of these leaves: n hashes of leaves and n − 1 of pairs.
    pub fn new(leaves: impl IntoIterator<Item: AsRef<[u8]>>) -> Self {
        let mut level: Vec<Output<D>> = leaves.into_iter().map(leaf_hash::<D>).collect();
        let mut levels = Vec::new();
        while level.len() > 1 {
            let above = level.chunks(2).map(|pair| match pair {
                [left, right] => node_hash::<D>(left, right),
                // What is left over moves up.
                one => one[0].clone(),
            });
            let above = above.collect();
            levels.push(core::mem::replace(&mut level, above));
        }
        levels.push(level);
        Self { levels }
    }

    /// The number of leaves.
    pub fn len(&self) -> usize {
        self.levels[0].len()
    }

    /// Whether there are no leaves.
    pub fn is_empty(&self) -> bool {
        self.levels[0].is_empty()
    }

    /// The root.
    pub fn root(&self) -> Output<D> {
        let top = self.levels.last().and_then(|level| level.first());
        top.cloned().unwrap_or_else(|| D::new().finalize())
    }

    /// The path of a leaf, counted from zero: the siblings of the nodes on the way to the root,
    /// from below.
    ///
    /// # Errors
    /// [`Error::Index`] if there is no such leaf.
    pub fn inclusion_path(&self, index: usize) -> Result<Vec<Output<D>>, Error> {
        if index >= self.len() {
            return Err(Error::Index);
        }
        // At the right end of a level there may be none.
        let siblings =
            self.levels.iter().enumerate().filter_map(|(up, level)| level.get(index >> up ^ 1));
        Ok(siblings.cloned().collect())
    }
}

/// Whether these data are the leaf of this index, counted from zero, under the root of a tree with
/// so many leaves.
///
/// A root and a node are digests, as bytes. Takes a hash for each node of the path and one for the
/// leaf, at most 65.
///
/// Source: RFC 9162, §2.1.3.2. As there, a path must have just the nodes that lie on the way.
///
/// [Example](crate::hash::merkle).
///
/// # Errors
/// [`Error::Index`], [`Error::Length`]: the input is not acceptable. [`Error::NotIncluded`]: the
/// verdict.
pub fn verify_inclusion<D: Digest>(
    root: &[u8],
    length: u64,
    index: u64,
    data: &[u8],
    path: &[impl AsRef<[u8]>],
) -> Result<(), Error> {
    if index >= length {
        return Err(Error::Index);
    }
    let is_digest = |bytes: &[u8]| bytes.len() == <D as Digest>::output_size();
    // More than fit any path are not even looked at.
    if !is_digest(root) || path.len() > 64 || !path.iter().all(|node| is_digest(node.as_ref())) {
        return Err(Error::Length);
    }
    let mut path = path.iter().map(AsRef::as_ref);
    let mut hash = leaf_hash::<D>(data);
    // The index of the node, and of the last one on its level.
    let (mut index, mut last) = (index, length - 1);
    while last > 0 {
        // Alone at the right end, a node moves up as it is.
        if index & 1 == 1 {
            hash = node_hash::<D>(path.next().ok_or(Error::Length)?, &hash);
        } else if index < last {
            hash = node_hash::<D>(&hash, path.next().ok_or(Error::Length)?);
        }
        (index, last) = (index >> 1, last >> 1);
    }
    if path.next().is_some() {
        return Err(Error::Length);
    }
    if hash.as_slice() == root { Ok(()) } else { Err(Error::NotIncluded) }
}
