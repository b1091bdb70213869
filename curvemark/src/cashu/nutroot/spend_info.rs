//! What the next holder of a proof has to know besides it: by which key, and with which tree.

use alloc::vec::Vec;

use super::{Error, Hash, NumsOffset, PublicKey, Secret, SecretKey, Tree};
use crate::cashu::legacy::p2bk::SharedSecret;

/// Where the key of the key path comes from.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
#[derive(Clone, Debug)]
pub enum Source {
    /// It is k, which whoever holds the proof has. A key that was derived from a receiver's own
    /// must not be given on so: whoever blinded it would know the receiver's.
    Bearer(SecretKey),
    /// It follows from E and from a key of the receiver's own, as NUT-28 has it, at slot 0.
    Receiver(PublicKey),
    /// Somebody else has it, or nobody.
    Disclosed,
}

/// What is said about the secret of a proof.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
#[derive(Clone, Debug)]
pub struct SpendInfo {
    /// Where the key comes from; k or E.
    pub source: Source,
    /// K, the internal key.
    pub internal_key: Option<PublicKey>,
    /// u, if nobody has the internal key.
    pub nums_offset: Option<NumsOffset>,
    /// All leaves.
    pub tree: Option<Tree>,
}

/// How a secret follows from its internal key.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// It is that key.
    Bare,
    /// It commits to having no tree.
    NoTree,
    /// It commits to a tree, all of whose leaves are known.
    Tree,
}

/// What a wallet knows of a secret.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
#[derive(Clone, Debug)]
pub struct Opened {
    /// How the secret follows from its internal key: nothing else is in it.
    pub form: Form,
    /// K.
    pub internal_key: PublicKey,
    /// The key of the key path, if the wallet has it.
    pub key: Option<SecretKey>,
}

/// A key of a leaf that a wallet has.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
#[derive(Clone, Debug)]
pub struct LeafKey {
    /// Which leaf.
    pub leaf: usize,
    /// Which of its keys.
    pub index: usize,
    /// What signs for it.
    pub key: SecretKey,
}

/// How a secret follows from an internal key.
fn form(secret: &Secret, internal_key: &PublicKey, root: Option<&Hash>) -> Result<Form, Error> {
    let committed = || Ok::<_, Error>(Secret::commit(internal_key, root)? == *secret);
    match root {
        Some(_) if committed()? => Ok(Form::Tree),
        None if secret.key() == internal_key => Ok(Form::Bare),
        None if committed()? => Ok(Form::NoTree),
        _ => Err(Error::NotCommitted),
    }
}

/// What a wallet knows that has k.
fn opened(secret: &Secret, k: &SecretKey, root: Option<&Hash>) -> Result<Opened, Error> {
    let internal_key = k.public_key();
    let form = form(secret, &internal_key, root)?;
    let key = if form == Form::Bare { k.clone() } else { k.tweaked(root)? };
    Ok(Opened { form, internal_key, key: Some(key) })
}

/// The two keys that a receiver may have at a slot: of its own key, and of the negative of that,
/// which has the same x.
pub(super) fn candidates(
    own: &SecretKey,
    ephemeral: &PublicKey,
    slot: u8,
) -> Result<[SecretKey; 2], Error> {
    let factor = SharedSecret::of_tree(own.as_scalar(), ephemeral.affine())?.factor(slot)?;
    Ok([
        SecretKey::of_scalar(&factor + own.as_scalar())?,
        SecretKey::of_scalar(&factor - own.as_scalar())?,
    ])
}

impl SpendInfo {
    /// That a proof is whoever's that holds it, by k.
    pub const fn bearer(key: SecretKey) -> Self {
        Self { source: Source::Bearer(key), internal_key: None, nums_offset: None, tree: None }
    }

    /// That nothing contradicts itself: an internal key is said where nothing gives it, and one
    /// that nobody has is where u says, with a tree and without k.
    ///
    /// # Errors
    /// [`Error::SpendInfo`].
    pub fn check(&self) -> Result<(), Error> {
        let bearer = matches!(self.source, Source::Bearer(_));
        let consistent = match (&self.source, &self.internal_key, &self.nums_offset) {
            (Source::Disclosed, None, _) => false,
            (_, _, None) => true,
            (_, key, Some(offset)) => {
                !bearer && self.tree.is_some() && *key == Some(offset.internal_key()?)
            }
        };
        if consistent { Ok(()) } else { Err(Error::SpendInfo) }
    }

    /// That a secret is what is said here, and that no leaf is hidden in it; `own` are keys that
    /// the wallet receives with.
    ///
    /// Whether the wallet can spend is another question: it needs `key` of the answer, or
    /// [`SpendInfo::leaf_keys`] of a leaf. Until it has swapped a proof, whoever else has a key of
    /// it can be first. Multiplications are constant-time in the keys; public keys are compared in
    /// variable time.
    ///
    /// Cost: three multiplications of the generator for each of the keys, and a few.
    ///
    /// # Errors
    /// [`Error::SpendInfo`] as of [`SpendInfo::check`], and for an internal key that is another
    /// than the one that follows; [`Error::NotCommitted`] if this is not the secret of it, which
    /// with E and without K may mean that it is for somebody else.
    pub fn open(&self, secret: &Secret, own: &[SecretKey]) -> Result<Opened, Error> {
        self.check()?;
        let root = self.tree.as_ref().map(Tree::root);
        let root = root.as_ref();
        let agreed = |opened: Opened| match &self.internal_key {
            Some(key) if *key != opened.internal_key => Err(Error::SpendInfo),
            _ => Ok(opened),
        };
        match (&self.source, &self.nums_offset) {
            (Source::Bearer(k), _) => return agreed(opened(secret, k, root)?),
            (Source::Receiver(ephemeral), None) => {
                for own in own {
                    for k in candidates(own, ephemeral, 0)? {
                        match opened(secret, &k, root) {
                            Err(Error::NotCommitted) => {}
                            found => return agreed(found?),
                        }
                    }
                }
                // Whoever signs for a leaf checks by K that this is the whole tree.
                if root.is_none() {
                    return Err(Error::NotCommitted);
                }
            }
            _ => {}
        }
        let internal_key = self.internal_key.ok_or(Error::NotCommitted)?;
        Ok(Opened { form: form(secret, &internal_key, root)?, internal_key, key: None })
    }

    /// The keys of leaves that a wallet has, as they are or blinded by E. They are found by value,
    /// at whatever slot, so that the order of leaves does not matter.
    ///
    /// Cost: two multiplications of the generator for each slot and each of `own`.
    ///
    /// # Errors
    /// [`Error::Scalar`] for a key that nothing can be blinded for, which was never seen.
    pub fn leaf_keys(&self, own: &[SecretKey]) -> Result<Vec<LeafKey>, Error> {
        let leaves = self.tree.as_ref().map(Tree::leaves).unwrap_or_default();
        let slots: usize = leaves.iter().map(|leaf| leaf.keys().len()).sum();
        let mut mine: Vec<SecretKey> = own.to_vec();
        if let Source::Receiver(ephemeral) = &self.source {
            for own in own {
                // Slots are 255 at most, as a tree has it.
                for slot in (1..=u8::MAX).take(slots) {
                    mine.extend(candidates(own, ephemeral, slot)?);
                }
            }
        }
        let x = |key: &PublicKey| {
            let [_, x @ ..] = key.to_bytes();
            x
        };
        let mine: Vec<([u8; 32], SecretKey)> =
            mine.into_iter().map(|key| (x(&key.public_key()), key)).collect();
        let mut found = Vec::new();
        for (leaf, of) in leaves.iter().enumerate() {
            for (index, key) in of.keys().iter().enumerate() {
                let key = mine.iter().find(|(of, _)| *of == x(key));
                found.extend(key.map(|(_, key)| LeafKey { leaf, index, key: key.clone() }));
            }
        }
        Ok(found)
    }
}
