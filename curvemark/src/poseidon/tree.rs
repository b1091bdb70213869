//! Binary Merkle trees as circuits check them: a node is the hash of its two children, and there is
//! nothing else to it.

use alloc::vec::Vec;

use curve::field::Red;

use super::threads::{Serial, Threads};
use super::{Curve, Error, Poseidon, Scalar, scalars};

/// Most levels above the leaves: no index of a leaf has more bits.
const MAX_DEPTH: usize = u64::BITS as usize;

/// A tree of 2^k leaves, which are integers below the order: all its nodes.
///
/// Leaves and nodes are not told apart, as in the circuits that have such trees: the depth must be
/// fixed, and leaves should be hashes.
///
/// ```
/// use curvemark::poseidon::{Bn254, Tree, verify_path};
///
/// let leaves = [[1; 32], [2; 32], [3; 32], [4; 32]]; // a power of two
/// let tree = Tree::<Bn254>::new(&leaves)?;
/// let path = tree.path(2).expect("there are four");
/// verify_path::<Bn254>(&tree.root(), &leaves[2], 2, &path)?;
/// # Ok::<(), curvemark::poseidon::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree<C: Curve> {
    /// From the leaves to the root.
    levels: Vec<Vec<Scalar<C>>>,
}

impl<C: Curve> Tree<C> {
    /// The tree of 2^k leaves of 32 little-endian bytes.
    ///
    /// 2^k − 1 hashes of two, in batches; 32 bytes are kept for each node. Constant-time in the
    /// leaves, not in their number.
    ///
    /// # Errors
    /// [`Error::Empty`], [`Error::Leaves`] for another number, [`Error::NotCanonical`].
    #[inline(never)]
    pub fn new(leaves: &[[u8; 32]]) -> Result<Self, Error> {
        Self::new_on::<Serial>(leaves)
    }

    pub(super) fn new_on<T: Threads>(leaves: &[[u8; 32]]) -> Result<Self, Error> {
        match leaves.len() {
            0 => return Err(Error::Empty),
            length if !length.is_power_of_two() => return Err(Error::Leaves),
            _ => {}
        }
        let poseidon = Poseidon::<C>::new(2)?;
        let mut levels = Vec::with_capacity(leaves.len().ilog2() as usize + 1);
        let mut level = scalars::<C>(leaves)?;
        while level.len() > 1 {
            let next = poseidon.hash_batch_on::<T>(&level)?;
            levels.push(core::mem::replace(&mut level, next));
        }
        levels.push(level);
        Ok(Self { levels })
    }

    /// The root, in 32 little-endian bytes; of one leaf it is that leaf.
    pub fn root(&self) -> [u8; 32] {
        self.levels.last().and_then(|level| level.first()).map_or([0; 32], Red::to_le_bytes)
    }

    /// The siblings of a leaf and of what is above it, from the leaves up, for [`verify_path`];
    /// nothing if there is no leaf with this index.
    #[inline(never)]
    pub fn path(&self, index: u64) -> Option<Vec<[u8; 32]>> {
        let index = usize::try_from(index).ok().filter(|&index| index < self.levels[0].len())?;
        let below_root = &self.levels[..self.levels.len() - 1];
        let sibling =
            |(height, level): (usize, &Vec<Scalar<C>>)| level[(index >> height) ^ 1].to_le_bytes();
        Some(below_root.iter().enumerate().map(sibling).collect())
    }
}

/// Whether a leaf stands at an index of the tree with this root, all in 32 little-endian bytes: the
/// path has the siblings from the leaf up, and its length is the depth of the tree, which the
/// caller must know to be right.
///
/// One hash of two for each level. Variable-time in the index and in the verdict.
///
/// [Example](Tree).
///
/// # Errors
/// [`Error::NotIncluded`] also for an index with more bits than the path has siblings;
/// [`Error::NotCanonical`], where index 0 is the root, 1 the leaf, and then comes the path.
#[inline(never)]
pub fn verify_path<C: Curve>(
    root: &[u8; 32],
    leaf: &[u8; 32],
    index: u64,
    path: &[[u8; 32]],
) -> Result<(), Error> {
    if path.len() > MAX_DEPTH || (path.len() < MAX_DEPTH && index >> path.len() != 0) {
        return Err(Error::NotIncluded);
    }
    let mut all = Vec::with_capacity(path.len() + 2);
    all.extend([*root, *leaf]);
    all.extend(path);
    let all = scalars::<C>(&all)?;
    let poseidon = Poseidon::<C>::new(2)?;
    let mut node = all[1];
    for (height, sibling) in all[2..].iter().enumerate() {
        let children = if (index >> height) & 1 == 0 { [node, *sibling] } else { [*sibling, node] };
        node = poseidon.hash(&children)?;
    }
    if node == all[0] { Ok(()) } else { Err(Error::NotIncluded) }
}
