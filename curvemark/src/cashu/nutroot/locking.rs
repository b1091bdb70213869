//! Making secrets with conditions: locked to a key, to a receiver's, or only to the leaves.

use alloc::vec::Vec;

use super::{Error, Leaf, NumsOffset, PublicKey, Secret, SecretKey, Source, SpendInfo, Tree};
use crate::cashu::legacy::p2bk::SharedSecret;

/// A secret of an internal key that somebody else has and a tree, with what is said of it.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
///
/// # Errors
/// [`Error::Point`], which was never seen.
pub fn lock(internal_key: PublicKey, tree: Tree) -> Result<(Secret, SpendInfo), Error> {
    let secret = Secret::commit(&internal_key, Some(&tree.root()))?;
    let internal_key = Some(internal_key);
    Ok((
        secret,
        SpendInfo { source: Source::Disclosed, internal_key, nums_offset: None, tree: Some(tree) },
    ))
}

/// A secret that only leaves spend. The offset has to be a fresh one for each secret.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
///
/// # Errors
/// As of [`lock`].
pub fn lock_to_script(offset: NumsOffset, tree: Tree) -> Result<(Secret, SpendInfo), Error> {
    let (secret, info) = lock(offset.internal_key()?, tree)?;
    Ok((secret, SpendInfo { nums_offset: Some(offset), ..info }))
}

/// A secret for whoever has the key of `receiver`, and a tree if there are conditions; keys of
/// leaves that are among `blind` are blinded too.
///
/// The ephemeral key e has to be a fresh one for each secret: E = e·G goes with the proof, and
/// nobody but sender and receiver can tell whose it is.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
///
/// # Errors
/// [`Error::LeafKeys`] if a key of `blind` is in no leaf, or two keys of a leaf get one x;
/// [`Error::Point`], [`Error::Scalar`], which were never seen.
pub fn lock_to_receiver(
    receiver: &PublicKey,
    ephemeral: &SecretKey,
    tree: Option<Tree>,
    blind: &[PublicKey],
) -> Result<(Secret, SpendInfo), Error> {
    let blinded = |key: &PublicKey, slot: u8| {
        let shared = SharedSecret::of_tree(ephemeral.as_scalar(), key.affine())?;
        Ok::<_, Error>(PublicKey::from_affine(shared.blind_key(key.affine(), slot)?)?)
    };
    let internal_key = blinded(receiver, 0)?;
    let source = Source::Receiver(ephemeral.public_key());
    let all: Vec<&PublicKey> = tree.iter().flat_map(Tree::leaves).flat_map(Leaf::keys).collect();
    if blind.iter().any(|key| !all.contains(&key)) {
        return Err(Error::LeafKeys);
    }
    let Some(tree) = tree else {
        let info = SpendInfo { source, internal_key: None, nums_offset: None, tree: None };
        return Ok((Secret::of_key(internal_key), info));
    };
    let mut slots = 1..=u8::MAX;
    let mut leaves = Vec::new();
    for leaf in tree.leaves() {
        let mut keys = Vec::new();
        for key in leaf.keys() {
            let slot = slots.next().ok_or(Error::Slot)?;
            keys.push(if blind.contains(key) { blinded(key, slot)? } else { *key });
        }
        leaves.push(Leaf::new(leaf.condition(), leaf.threshold(), keys)?);
    }
    let (secret, info) = lock(internal_key, Tree::new(leaves)?)?;
    Ok((secret, SpendInfo { source, ..info }))
}
