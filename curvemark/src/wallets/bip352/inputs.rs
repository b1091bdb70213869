//! What a transaction's inputs say to everybody: their keys, and the tweak that follows from them.

use alloc::vec::Vec;

use curve::secp256k1::{AffinePoint, Fr, Point};
use sha2::Digest;

use super::Error;
use crate::schnorr::tagged_hash;
use crate::wallets::bip32::hash160;

/// The x of the point H whose logarithm nobody knows, of BIP-341: SHA-256 of the uncompressed
/// generator.
const NUMS: [u8; 32] = [
    0x50, 0x92, 0x9b, 0x74, 0xc1, 0xa0, 0x49, 0x54, 0xb7, 0x8b, 0x4b, 0x60, 0x35, 0xe9, 0x7a, 0x5e,
    0x07, 0x8a, 0x5a, 0x0f, 0x28, 0xec, 0x96, 0xd5, 0x47, 0xbf, 0xee, 0x9a, 0xce, 0x80, 0x3a, 0xc0,
];

/// The first byte of an annex, of BIP-341.
const ANNEX: u8 = 0x50;

/// Bytes of a compressed key.
const KEY: usize = 33;

/// An output that is spent: the transaction's id and the number of the output, as transactions have
/// them. They are ordered as their bytes are.
///
/// [Example](crate::wallets::bip352).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OutPoint([u8; 36]);

impl OutPoint {
    /// The output of a number of the transaction with this id, in the order of bytes that
    /// transactions have: texts show ids in the other.
    pub fn new(txid: &[u8; 32], number: u32) -> Self {
        let mut bytes = [0; 36];
        bytes[..32].copy_from_slice(txid);
        bytes[32..].copy_from_slice(&number.to_le_bytes());
        Self(bytes)
    }

    /// The 36 bytes that transactions have.
    pub const fn from_bytes(bytes: [u8; 36]) -> Self {
        Self(bytes)
    }

    /// The 36 bytes.
    pub const fn to_bytes(&self) -> [u8; 36] {
        self.0
    }
}

/// An input of a transaction, with the script of the output that it spends. The transaction is one
/// that the network takes: signatures, and that hashes are those of keys, are not checked.
///
/// ```
/// use curvemark::wallets::bip352::{Error, Input, OutPoint, Tweak};
///
/// // P2WPKH: the key is the last item of the witness.
/// let key = [&[2][..], &[0x11; 32]].concat();
/// let script = [&[0, 20][..], &[0xab; 20]].concat();
/// let input = Input {
///     outpoint: OutPoint::new(&[7; 32], 1),
///     script_pubkey: &script,
///     script_sig: &[],
///     witness: &[&[0x30; 71], &key],
/// };
/// assert_eq!(Tweak::of_inputs(&[input]), input.key().map_or(Err(Error::NoInputs), |key| {
///     Tweak::new(&[input.outpoint], &[key])
/// }));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// What is spent.
    pub outpoint: OutPoint,
    /// The script of what is spent.
    pub script_pubkey: &'a [u8],
    /// The script of the input.
    pub script_sig: &'a [u8],
    /// The items of the witness.
    pub witness: &'a [&'a [u8]],
}

/// The version of SegWit of a script, if it has one (BIP-141).
fn segwit_version(script: &[u8]) -> Option<u8> {
    let [version, length, program @ ..] = script else { return None };
    let version = match version {
        0 => 0,
        0x51..=0x60 => version - 0x50,
        _ => return None,
    };
    let is = (2..=40).contains(&program.len()) && usize::from(*length) == program.len();
    is.then_some(version)
}

/// Whether a script is that of P2WPKH.
fn is_p2wpkh(script: &[u8]) -> bool {
    script.len() == 22 && segwit_version(script) == Some(0)
}

/// A compressed key, if these bytes are one.
fn compressed(bytes: Option<&&[u8]>) -> Option<AffinePoint> {
    AffinePoint::from_sec1_compressed(bytes?).ok()
}

impl Input<'_> {
    /// The key that counts for silent payments, if the input has one: of P2TR, P2WPKH, P2SH-P2WPKH
    /// and P2PKH, and compressed. Of a taproot output it is the one that the output names, with the
    /// even y.
    ///
    /// Cost: a square root; of P2PKH two hashes for each 33 bytes in `script_sig` that begin as a
    /// key does, up to the key.
    pub fn key(&self) -> Option<AffinePoint> {
        match self.script_pubkey {
            [0x76, 0xa9, 0x14, hash @ .., 0x88, 0xac] if hash.len() == 20 => self.hashed(hash),
            [0xa9, 0x14, hash @ .., 0x87] if hash.len() == 20 => match self.script_sig {
                [22, script @ ..] if is_p2wpkh(script) => compressed(self.witness.last()),
                _ => None,
            },
            [0x51, 32, x @ ..] if x.len() == 32 => self.taproot(x),
            script if is_p2wpkh(script) => compressed(self.witness.last()),
            _ => None,
        }
    }

    /// The last key with this hash in `script_sig`, wherever it stands there: others may have put
    /// more into it.
    fn hashed(&self, hash: &[u8]) -> Option<AffinePoint> {
        let keys = self.script_sig.windows(KEY).rev().filter(|key| matches!(key[0], 2 | 3));
        keys.filter(|key| hash160(key) == hash)
            .find_map(|key| AffinePoint::from_sec1_compressed(key).ok())
    }

    /// The key of a taproot output, unless it is spent by a script and H is the key that was
    /// tweaked.
    fn taproot(&self, x: &[u8]) -> Option<AffinePoint> {
        let witness = match self.witness {
            [] => return None,
            [rest @ .., last] if !rest.is_empty() && last.first() == Some(&ANNEX) => rest,
            all => all,
        };
        // By a script: its last item has the internal key.
        if let [_, .., control] = witness
            && control.get(1..33) == Some(&NUMS)
        {
            return None;
        }
        AffinePoint::from_x_only(x).ok()
    }
}

/// What a transaction tells a receiver: the sum A of the keys of its inputs, times a hash of that
/// and of the smallest outpoint. All of it is public.
///
/// [Example](crate::wallets::bip352).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tweak {
    pub(super) sum: AffinePoint,
    pub(super) hash: Fr,
}

/// The hash of the smallest outpoint and A.
pub(super) fn input_hash(outpoints: &[OutPoint], sum: &AffinePoint) -> Result<Fr, Error> {
    let smallest = outpoints.iter().min().ok_or(Error::NoInputs)?;
    let digest = tagged_hash(b"BIP0352/Inputs")
        .chain_update(smallest.0)
        .chain_update(sum.to_sec1_unchecked_identity())
        .finalize();
    Fr::from_be_bytes(&digest).and_then(Fr::not_zero).map_err(|_| Error::Hash)
}

impl Tweak {
    /// The tweak of a transaction: the outpoints of **all** its inputs, and the keys of those that
    /// have one.
    ///
    /// Cost: an addition for each key, an inversion.
    ///
    /// # Errors
    /// [`Error::NoInputs`], [`Error::Key`] if a key is the identity, [`Error::KeysCancel`];
    /// [`Error::Hash`], never seen.
    pub fn new(outpoints: &[OutPoint], keys: &[AffinePoint]) -> Result<Self, Error> {
        if keys.is_empty() {
            return Err(Error::NoInputs);
        }
        let mut sum = Point::identity();
        for key in keys {
            key.check_not_identity()?;
            sum = sum.add_mixed(key);
        }
        let sum = sum.to_affine_vartime();
        sum.check_not_identity().map_err(|_| Error::KeysCancel)?;
        Ok(Self { sum, hash: input_hash(outpoints, &sum)? })
    }

    /// The tweak of a transaction with these inputs, which are all that it has; or why it is not to
    /// be scanned. That it has a taproot output is for the caller to see.
    ///
    /// # Errors
    /// [`Error::SegwitVersion`], [`Error::NoInputs`], [`Error::KeysCancel`]; [`Error::Hash`], never
    /// seen.
    #[inline(never)]
    pub fn of_inputs(inputs: &[Input<'_>]) -> Result<Self, Error> {
        if inputs.iter().any(|input| segwit_version(input.script_pubkey) > Some(1)) {
            return Err(Error::SegwitVersion);
        }
        let outpoints: Vec<OutPoint> = inputs.iter().map(|input| input.outpoint).collect();
        let keys: Vec<AffinePoint> = inputs.iter().filter_map(Input::key).collect();
        Self::new(&outpoints, &keys)
    }

    /// The tweak of the 33 bytes that a server of light clients gives: hash·A.
    ///
    /// # Errors
    /// [`Error::Key`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self { sum: AffinePoint::from_sec1_compressed(bytes)?, hash: Fr::one() })
    }

    /// hash·A as 33 bytes, compressed: what a server gives to light clients. In variable time; one
    /// multiplication of a point.
    #[inline(never)]
    pub fn to_bytes(&self) -> [u8; 33] {
        // Neither is zero.
        self.sum.mul_vartime(&self.hash).to_affine_vartime().to_sec1_unchecked_identity()
    }

    /// A, the sum of the keys of the inputs; hash·A if it came from a server.
    pub const fn sum(&self) -> &AffinePoint {
        &self.sum
    }
}
