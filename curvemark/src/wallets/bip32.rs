//! Trees of keys on secp256k1: BIP-32, private and public, and its texts.
//!
//! A key has 2^31 children of plain numbers, which its public key has too, and 2^31 hardened ones
//! ([`HARDENED`] and more), which need the private key. **Whoever has a public key with its chain
//! code, and one private key of a plain child, has the private key above them**: so accounts are
//! hardened.
//!
//! Texts are taken strictly: base58 with its checksum, 78 bytes, one of four versions, keys of the
//! kind that the version says, and a root that has no parent and no number. So every text that is
//! taken is the one that is written.
//!
//! Derivation is constant-time in private keys and chain codes. Texts of private keys are not: the
//! conversion to and from base58 takes time that depends on the digits (the crate `bs58`).
//!
//! ```
//! use curvemark::wallets::Network;
//! use curvemark::wallets::bip32::{ExtendedPrivateKey, ExtendedPublicKey, HARDENED};
//!
//! let master = ExtendedPrivateKey::from_seed(&[7; 32], Network::Main)?; // better: of words
//! let account = master.derive("m/84'/0'/0'")?;
//! let xpub = account.public().to_xpub(); // for a machine that only watches
//!
//! let watching = ExtendedPublicKey::from_xpub(&xpub)?;
//! let address = watching.child(0)?.child(5)?.public_bytes();
//! assert_eq!(address, account.child(0)?.child(5)?.public().public_bytes());
//! assert!(watching.child(HARDENED).is_err());
//!
//! // A key that signs.
//! let secret = account.derive("m/0/5")?.secret_bytes();
//! let key = curvemark::ecdsa::SigningKey::<curvemark::ecdsa::Secp256k1>::from_bytes(&*secret);
//! # assert!(key.is_ok());
//! # Ok::<(), curvemark::wallets::bip32::Error>(())
//! ```

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use curve::error::{PointError, ScalarError};
use curve::secp256k1::{AffinePoint, Fr, Secp256k1, SecretScalar};
use ripemd::Ripemd160;
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::Network;
pub use crate::derivation::HARDENED;
use crate::derivation::{Node, SEED, halves, public_bytes};
use crate::encoding::{self, base58};
use crate::kept::mul_generator;

/// Bytes of an extended key.
const BYTES: usize = 78;

/// Why an input is not acceptable.
///
/// [Example](crate::wallets::bip32).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A seed does not have 16 to 64 bytes.
    Seed,
    /// The text is not base58 with a checksum, for this reason.
    Text(encoding::Error),
    /// The text does not have 78 bytes.
    Length,
    /// The first four bytes are not the version that is asked for.
    Version,
    /// A root has a parent or a number.
    Root,
    /// A private key does not begin with a zero byte.
    Prefix,
    /// The public key is none, for this reason.
    Key(PointError),
    /// The private key is none, for this reason. Of derivation: the number has no child, as happens
    /// once in 2^127.
    SecretKey(ScalarError),
    /// A public key has no hardened children.
    Hardened,
    /// The key is 255 steps below its root, or a path has more steps.
    Depth,
    /// The text is no path.
    Path,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seed => f.write_str("a seed has 16 to 64 bytes"),
            Self::Text(reason) => reason.fmt(f),
            Self::Length => f.write_str("an extended key has 78 bytes"),
            Self::Version => f.write_str("the version is that of no such key"),
            Self::Root => f.write_str("a root has no parent and no number"),
            Self::Prefix => f.write_str("a private key begins with a zero byte"),
            Self::Key(reason) => reason.fmt(f),
            Self::SecretKey(reason) => reason.fmt(f),
            Self::Hardened => f.write_str("a public key has no hardened children"),
            Self::Depth => f.write_str("no key is more than 255 steps below its root"),
            Self::Path => f.write_str("the text is no path"),
        }
    }
}

impl core::error::Error for Error {}

impl From<PointError> for Error {
    fn from(reason: PointError) -> Self {
        Self::Key(reason)
    }
}

impl From<ScalarError> for Error {
    fn from(reason: ScalarError) -> Self {
        Self::SecretKey(reason)
    }
}

/// The numbers of a path such as `m/44'/0'/0'/0/5`, at most 255. `'` and `h` mark hardened ones,
/// which come with [`HARDENED`] added. Numbers have no sign and no zeros in front.
///
/// ```
/// use curvemark::wallets::bip32::{HARDENED, path};
///
/// assert_eq!(path("m/44h/0'/7")?, [HARDENED + 44, HARDENED, 7]);
/// assert!(path("m/01").is_err() && path("m/").is_err() && path("44'").is_err());
/// # Ok::<(), curvemark::wallets::bip32::Error>(())
/// ```
///
/// # Errors
/// [`Error::Path`]; [`Error::Depth`] for more than 255.
pub fn path(text: &str) -> Result<Vec<u32>, Error> {
    let mut steps = text.split('/');
    if steps.next() != Some("m") {
        return Err(Error::Path);
    }
    let mut numbers = Vec::new();
    for step in steps {
        if numbers.len() == usize::from(u8::MAX) {
            return Err(Error::Depth);
        }
        let hardened = step.strip_suffix(['\'', 'h']);
        let digits = hardened.unwrap_or(step);
        let plain = digits == "0" || !digits.starts_with('0');
        if !plain || digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(Error::Path);
        }
        let number: u32 = digits.parse().map_err(|_| Error::Path)?;
        if number >= HARDENED {
            return Err(Error::Path);
        }
        numbers.push(if hardened.is_some() { number | HARDENED } else { number });
    }
    Ok(numbers)
}

/// Where a key is in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    network: Network,
    depth: u8,
    parent: [u8; 4],
    number: u32,
}

impl Place {
    const fn root(network: Network) -> Self {
        Self { network, depth: 0, parent: [0; 4], number: 0 }
    }

    /// The place of a child.
    fn below(&self, parent: [u8; 4], number: u32) -> Result<Self, Error> {
        let depth = self.depth.checked_add(1).ok_or(Error::Depth)?;
        Ok(Self { network: self.network, depth, parent, number })
    }

    /// The bytes of a key here, and their checksum, in a buffer that wipes itself.
    fn write(&self, versions: [u32; 2], chain: &[u8; 32], key: &[u8; 33]) -> String {
        let mut bytes = Zeroizing::new([0; BYTES + base58::CHECKSUM]);
        let version = match self.network {
            Network::Main => versions[0],
            Network::Test => versions[1],
        };
        bytes[..4].copy_from_slice(&version.to_be_bytes());
        bytes[4] = self.depth;
        bytes[5..9].copy_from_slice(&self.parent);
        bytes[9..13].copy_from_slice(&self.number.to_be_bytes());
        bytes[13..45].copy_from_slice(chain);
        bytes[45..BYTES].copy_from_slice(key);
        let checksum = base58::checksum(&bytes[..BYTES]);
        bytes[BYTES..].copy_from_slice(&checksum);
        match base58::encode(bytes.as_slice()) {
            Ok(text) => text,
            Err(_) => unreachable!("82 bytes are few"),
        }
    }
}

/// The place, the chain code and the 33 bytes of the key of a text.
type Parts = (Place, Zeroizing<[u8; 32]>, Zeroizing<[u8; 33]>);

/// Reads a text of one of two versions.
fn read(text: &str, versions: [u32; 2]) -> Result<Parts, Error> {
    let bytes = Zeroizing::new(base58::decode_check(text).map_err(Error::Text)?);
    let bytes: &[u8; BYTES] = bytes.as_slice().try_into().map_err(|_| Error::Length)?;
    let four = |at: usize| {
        let mut out = [0; 4];
        out.copy_from_slice(&bytes[at..at + 4]);
        out
    };
    let network = match u32::from_be_bytes(four(0)) {
        version if version == versions[0] => Network::Main,
        version if version == versions[1] => Network::Test,
        _ => return Err(Error::Version),
    };
    let number = u32::from_be_bytes(four(9));
    let place = Place { network, depth: bytes[4], parent: four(5), number };
    if place.depth == 0 && place != Place::root(network) {
        return Err(Error::Root);
    }
    let (mut chain, mut key) = (Zeroizing::new([0; 32]), Zeroizing::new([0; 33]));
    chain.copy_from_slice(&bytes[13..45]);
    key.copy_from_slice(&bytes[45..]);
    Ok((place, chain, key))
}

/// RIPEMD-160 of SHA-256.
pub(super) fn hash160(bytes: &[u8]) -> [u8; 20] {
    Ripemd160::digest(Sha256::digest(bytes)).into()
}

/// The first four bytes of the hash of a public key.
fn fingerprint(public: &[u8; 33]) -> [u8; 4] {
    let mut out = [0; 4];
    out.copy_from_slice(&hash160(public)[..4]);
    out
}

/// A private key with its chain code and its place in a tree. It is wiped when dropped and never
/// shown. A move leaves the bytes where they were: keep a key in one place, or in a box.
///
/// [Example](crate::wallets::bip32).
#[derive(Clone)]
pub struct ExtendedPrivateKey {
    node: Node<Secp256k1>,
    place: Place,
}

impl ZeroizeOnDrop for ExtendedPrivateKey {}

impl fmt::Debug for ExtendedPrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ExtendedPrivateKey(…)")
    }
}

impl ExtendedPrivateKey {
    /// `xprv` and `tprv`.
    const VERSIONS: [u32; 2] = [0x0488_ade4, 0x0435_8394];

    /// The root of a seed of 16 to 64 bytes. Constant-time in the seed.
    ///
    /// # Errors
    /// [`Error::Seed`]; [`Error::SecretKey`] for one seed in 2^127.
    pub fn from_seed(seed: &[u8], network: Network) -> Result<Self, Error> {
        if !SEED.contains(&seed.len()) {
            return Err(Error::Seed);
        }
        Ok(Self { node: Node::master(seed)?, place: Place::root(network) })
    }

    /// The key of a text `xprv…` or `tprv…`. In variable time.
    ///
    /// # Errors
    /// [`Error::Text`], [`Error::Length`], [`Error::Version`], [`Error::Root`], [`Error::Prefix`],
    /// [`Error::SecretKey`], tested in this order.
    pub fn from_xprv(text: &str) -> Result<Self, Error> {
        let (place, chain, key) = read(text, Self::VERSIONS)?;
        let [0, key @ ..] = &*key else { return Err(Error::Prefix) };
        let key = SecretScalar::from_be_bytes(key)?.not_zero()?;
        Ok(Self { node: Node { key, chain }, place })
    }

    /// The text `xprv…` or `tprv…`, in a buffer that wipes itself. In variable time.
    pub fn to_xprv(&self) -> Zeroizing<String> {
        let mut key = Zeroizing::new([0; 33]);
        key[1..].copy_from_slice(self.secret_bytes().as_slice());
        Zeroizing::new(self.place.write(Self::VERSIONS, &self.node.chain, &key))
    }

    /// The child of a number; from [`HARDENED`] on a hardened one. Constant-time in the key.
    ///
    /// Cost: four blocks of SHA-512, and a multiplication of the generator.
    ///
    /// # Errors
    /// [`Error::Depth`]; [`Error::SecretKey`] for one number in 2^127: BIP-32 says to take the
    /// next.
    #[inline(never)]
    pub fn child(&self, number: u32) -> Result<Self, Error> {
        let public = public_bytes::<Secp256k1>(&self.node.key);
        let place = self.place.below(fingerprint(&public), number)?;
        let tweak = self.node.tweak_with(number, || public);
        Ok(Self { node: self.node.tweaked(&tweak)?, place })
    }

    /// The key at the end of a [`path`] that begins at this key.
    ///
    /// # Errors
    /// [`Error::Path`]; and as [`ExtendedPrivateKey::child`].
    pub fn derive(&self, text: &str) -> Result<Self, Error> {
        path(text)?.into_iter().try_fold(self.clone(), |key, number| key.child(number))
    }

    /// The public key with the same chain code and place. One multiplication of the generator.
    pub fn public(&self) -> ExtendedPublicKey {
        let mut product = mul_generator::<Secp256k1>(self.node.key.expose());
        let point = product.to_affine();
        product.zeroize();
        ExtendedPublicKey { point, chain: *self.node.chain, place: self.place }
    }

    /// The private key.
    pub const fn secret(&self) -> &SecretScalar {
        &self.node.key
    }

    /// The private key as 32 big-endian bytes, in a buffer that wipes itself.
    pub fn secret_bytes(&self) -> Zeroizing<[u8; 32]> {
        self.node.key.to_be_bytes()
    }

    /// The chain code. With the public key it tells the public keys of all plain children.
    pub const fn chain_code(&self) -> &Zeroizing<[u8; 32]> {
        &self.node.chain
    }

    /// How many steps this key is below its root.
    pub const fn depth(&self) -> u8 {
        self.place.depth
    }

    /// The number of this child; zero for a root.
    pub const fn number(&self) -> u32 {
        self.place.number
    }

    /// The first four bytes of the hash of the public key, for finding keys. One multiplication of
    /// the generator.
    pub fn fingerprint(&self) -> [u8; 4] {
        fingerprint(&public_bytes::<Secp256k1>(&self.node.key))
    }

    /// The fingerprint of the key above this one; zeros for a root.
    pub const fn parent_fingerprint(&self) -> [u8; 4] {
        self.place.parent
    }

    /// The network that texts name.
    pub const fn network(&self) -> Network {
        self.place.network
    }
}

/// A public key with its chain code and its place in a tree. It tells the public keys of all plain
/// children, so whoever has it sees all that they receive.
///
/// [Example](crate::wallets::bip32).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtendedPublicKey {
    point: AffinePoint,
    chain: [u8; 32],
    place: Place,
}

impl ExtendedPublicKey {
    /// `xpub` and `tpub`.
    const VERSIONS: [u32; 2] = [0x0488_b21e, 0x0435_87cf];

    /// The key of a text `xpub…` or `tpub…`.
    ///
    /// # Errors
    /// [`Error::Text`], [`Error::Length`], [`Error::Version`], [`Error::Root`], [`Error::Key`],
    /// tested in this order.
    pub fn from_xpub(text: &str) -> Result<Self, Error> {
        let (place, chain, key) = read(text, Self::VERSIONS)?;
        let point = AffinePoint::from_sec1_compressed(key.as_slice())?;
        Ok(Self { point, chain: *chain, place })
    }

    /// The text `xpub…` or `tpub…`.
    pub fn to_xpub(&self) -> String {
        self.place.write(Self::VERSIONS, &self.chain, &self.public_bytes())
    }

    /// The child of a number below [`HARDENED`].
    ///
    /// Cost: four blocks of SHA-512, a multiplication of the generator, an inversion.
    ///
    /// # Errors
    /// [`Error::Hardened`], [`Error::Depth`]; [`Error::SecretKey`] or [`Error::Key`] for one number
    /// in 2^127: BIP-32 says to take the next.
    #[inline(never)]
    pub fn child(&self, number: u32) -> Result<Self, Error> {
        if number >= HARDENED {
            return Err(Error::Hardened);
        }
        let public = self.public_bytes();
        let place = self.place.below(fingerprint(&public), number)?;
        let (tweak, chain) = halves(&self.chain, &[&public, &number.to_be_bytes()]);
        let tweak = Fr::from_be_bytes(tweak.as_slice())?;
        let point = mul_generator::<Secp256k1>(&tweak).add_mixed(&self.point).to_affine();
        Ok(Self { point: point.not_identity()?, chain: *chain, place })
    }

    /// The key at the end of a [`path`] that begins at this key.
    ///
    /// # Errors
    /// [`Error::Path`]; and as [`ExtendedPublicKey::child`].
    pub fn derive(&self, text: &str) -> Result<Self, Error> {
        path(text)?.into_iter().try_fold(*self, |key, number| key.child(number))
    }

    /// The public key: 33 bytes, compressed.
    pub fn public_bytes(&self) -> [u8; 33] {
        self.point.to_sec1_unchecked_identity()
    }

    /// The point of the key, which is not the identity.
    pub const fn as_point(&self) -> &AffinePoint {
        &self.point
    }

    /// The chain code.
    pub const fn chain_code(&self) -> &[u8; 32] {
        &self.chain
    }

    /// How many steps this key is below its root.
    pub const fn depth(&self) -> u8 {
        self.place.depth
    }

    /// The number of this child; zero for a root.
    pub const fn number(&self) -> u32 {
        self.place.number
    }

    /// The first four bytes of the hash of the key.
    pub fn fingerprint(&self) -> [u8; 4] {
        fingerprint(&self.public_bytes())
    }

    /// The fingerprint of the key above this one; zeros for a root.
    pub const fn parent_fingerprint(&self) -> [u8; 4] {
        self.place.parent
    }

    /// The network that texts name.
    pub const fn network(&self) -> Network {
        self.place.network
    }
}
