//! Trees of keys on secp256k1, P-256 and Ed25519: SLIP-10, of one seed for all.
//!
//! On secp256k1 and P-256 the tree is that of [BIP-32](super::bip32), under another name of the
//! curve in the root's hash. A hash that is no private key is hashed again until one is. On
//! secp256k1 that never happens, so its keys are those of BIP-32; on P-256 it happens once in 2^32.
//! On Ed25519 every key is a hash, and there are hardened children only, so that a public key has
//! none.
//!
//! Everything is constant-time in private keys and chain codes, but for hashing again.
//!
//! ```
//! use curvemark::ecdsa::P256;
//! use curvemark::wallets::slip10::{Ed25519Key, PrivateKey};
//!
//! let seed = [7; 32]; // better: of words
//! let key = PrivateKey::<P256>::from_seed(&seed)?.derive("m/44'/0'/0'")?;
//! let public = key.public().child(5)?;
//! assert_eq!(public.to_sec1(), key.child(5).public().to_sec1());
//!
//! let key = Ed25519Key::from_seed(&seed)?.derive("m/44'/501'/0'/0'")?;
//! let signature = key.signing_key().sign(b"a message");
//! assert!(Ed25519Key::from_seed(&seed)?.derive("m/0").is_err()); // not hardened
//! # let _ = signature;
//! # Ok::<(), curvemark::wallets::slip10::Error>(())
//! ```

use core::fmt;

use curve::field::Red;
use curve::scalar::SecretScalar;
use curve::weierstrass::Affine;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::bip32;
use crate::derivation::{BITCOIN, HARDENED, Halves, Node, SEED, halves};
use crate::ecdsa::{self, P256, Secp256k1};
use crate::eddsa;
use crate::kept::mul_generator;

/// Why an input is not acceptable.
///
/// [Example](crate::wallets::slip10).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A seed does not have 16 to 64 bytes.
    Seed,
    /// A public key has no hardened children, and a key of Ed25519 has no others.
    Hardened,
    /// The text is no path, or one of more than 255 steps.
    Path,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Seed => "a seed has 16 to 64 bytes",
            Self::Hardened => "there is no such child: a hardened one, or one that is not",
            Self::Path => "the text is no path, or one of too many steps",
        })
    }
}

impl core::error::Error for Error {}

/// A curve with trees of keys that are public too: secp256k1 or P-256.
///
/// [Example](crate::wallets::slip10).
pub trait Curve: ecdsa::Curve {
    /// The key of the hash that makes the root of a seed.
    const SEED_KEY: &'static [u8];
}

impl Curve for Secp256k1 {
    const SEED_KEY: &'static [u8] = BITCOIN;
}

impl Curve for P256 {
    const SEED_KEY: &'static [u8] = b"Nist256p1 seed";
}

/// The numbers of a path.
fn path(text: &str) -> Result<impl Iterator<Item = u32>, Error> {
    Ok(bip32::path(text).map_err(|_| Error::Path)?.into_iter())
}

/// What a parent's chain code hashes after a hash that gave no key.
fn again(chain: &[u8; 32], hash: &Halves, number: u32) -> Halves {
    halves(chain, &[&[1], hash.1.as_slice(), &number.to_be_bytes()])
}

/// A private key with its chain code. It is wiped when dropped and never shown. A move leaves the
/// bytes where they were: keep a key in one place, or in a box.
///
/// [Example](crate::wallets::slip10).
pub struct PrivateKey<C: Curve>(Node<C>);

impl<C: Curve> Clone for PrivateKey<C> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<C: Curve> ZeroizeOnDrop for PrivateKey<C> {}

impl<C: Curve> fmt::Debug for PrivateKey<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PrivateKey(…)")
    }
}

impl<C: Curve> PrivateKey<C> {
    /// The root of a seed of 16 to 64 bytes.
    ///
    /// # Errors
    /// [`Error::Seed`].
    #[inline(never)]
    pub fn from_seed(seed: &[u8]) -> Result<Self, Error> {
        if !SEED.contains(&seed.len()) {
            return Err(Error::Seed);
        }
        let mut hash = halves(C::SEED_KEY, &[seed]);
        // One more time in 2^32 at most.
        loop {
            match Node::root(&hash) {
                Ok(node) => return Ok(Self(node)),
                Err(_) => hash = halves(C::SEED_KEY, &[hash.0.as_slice(), hash.1.as_slice()]),
            }
        }
    }

    /// The child of a number; from [`HARDENED`] on a hardened one. Constant-time
    /// in the key.
    ///
    /// Cost: four blocks of SHA-512 and, unless it is hardened, a multiplication of the generator.
    #[must_use]
    #[inline(never)]
    pub fn child(&self, number: u32) -> Self {
        let mut hash = self.0.tweak(number);
        loop {
            match self.0.tweaked(&hash) {
                Ok(node) => return Self(node),
                Err(_) => hash = again(&self.0.chain, &hash, number),
            }
        }
    }

    /// The key at the end of a [`path`](bip32::path) that begins at this key.
    ///
    /// # Errors
    /// [`Error::Path`].
    pub fn derive(&self, text: &str) -> Result<Self, Error> {
        Ok(path(text)?.fold(self.clone(), |key, number| key.child(number)))
    }

    /// The public key with the same chain code. One multiplication of the generator.
    #[inline(never)]
    pub fn public(&self) -> PublicKey<C> {
        let mut product = mul_generator::<C>(self.0.key.expose());
        let point = product.to_affine();
        product.zeroize();
        PublicKey { point, chain: *self.0.chain }
    }

    /// The private key.
    pub const fn secret(&self) -> &SecretScalar<C::Scalar> {
        &self.0.key
    }

    /// The private key as 32 big-endian bytes, in a buffer that wipes itself.
    pub fn secret_bytes(&self) -> Zeroizing<[u8; 32]> {
        self.0.key.to_be_bytes()
    }

    /// The chain code.
    pub const fn chain_code(&self) -> &Zeroizing<[u8; 32]> {
        &self.0.chain
    }
}

/// A public key with its chain code.
///
/// [Example](crate::wallets::slip10).
#[derive(Clone, Copy, Debug)]
pub struct PublicKey<C: Curve> {
    point: Affine<C>,
    chain: [u8; 32],
}

impl<C: Curve> PartialEq for PublicKey<C> {
    fn eq(&self, other: &Self) -> bool {
        self.point == other.point && self.chain == other.chain
    }
}

impl<C: Curve> Eq for PublicKey<C> {}

impl<C: Curve> PublicKey<C> {
    /// The child of a number that is not hardened.
    ///
    /// Cost: four blocks of SHA-512, a multiplication of the generator, an inversion.
    ///
    /// # Errors
    /// [`Error::Hardened`].
    #[inline(never)]
    pub fn child(&self, number: u32) -> Result<Self, Error> {
        if number >= HARDENED {
            return Err(Error::Hardened);
        }
        let mut hash = halves(&self.chain, &[&self.to_sec1(), &number.to_be_bytes()]);
        loop {
            let point = Red::from_be_bytes(hash.0.as_slice()).ok().and_then(|tweak| {
                mul_generator::<C>(&tweak).add_mixed(&self.point).to_affine().not_identity().ok()
            });
            match point {
                Some(point) => return Ok(Self { point, chain: *hash.1 }),
                None => hash = again(&self.chain, &hash, number),
            }
        }
    }

    /// The 33 bytes of the compressed point.
    pub fn to_sec1(&self) -> [u8; 33] {
        self.point.to_sec1_unchecked_identity()
    }

    /// The point, which is not the identity.
    pub const fn as_point(&self) -> &Affine<C> {
        &self.point
    }

    /// The chain code.
    pub const fn chain_code(&self) -> &[u8; 32] {
        &self.chain
    }
}

/// A private key of Ed25519 with its chain code: the seed of a key, as RFC 8032 has it. It is wiped
/// when dropped and never shown. A move leaves the bytes where they were: keep a key in one place,
/// or in a box.
///
/// [Example](crate::wallets::slip10).
#[derive(Clone)]
pub struct Ed25519Key {
    seed: Zeroizing<[u8; 32]>,
    chain: Zeroizing<[u8; 32]>,
}

impl ZeroizeOnDrop for Ed25519Key {}

impl fmt::Debug for Ed25519Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ed25519Key(…)")
    }
}

impl Ed25519Key {
    /// The root of a seed of 16 to 64 bytes. Constant-time.
    ///
    /// # Errors
    /// [`Error::Seed`].
    pub fn from_seed(seed: &[u8]) -> Result<Self, Error> {
        if !SEED.contains(&seed.len()) {
            return Err(Error::Seed);
        }
        let (seed, chain) = halves(b"ed25519 seed", &[seed]);
        Ok(Self { seed, chain })
    }

    /// The child of a hardened number. Constant-time. Two blocks of SHA-512.
    ///
    /// # Errors
    /// [`Error::Hardened`] for a number below [`HARDENED`].
    pub fn child(&self, number: u32) -> Result<Self, Error> {
        if number < HARDENED {
            return Err(Error::Hardened);
        }
        let parts: [&[u8]; 3] = [&[0], self.seed.as_slice(), &number.to_be_bytes()];
        let (seed, chain) = halves(self.chain.as_slice(), &parts);
        Ok(Self { seed, chain })
    }

    /// The key at the end of a [`path`](bip32::path) that begins at this key.
    ///
    /// # Errors
    /// [`Error::Path`], [`Error::Hardened`].
    pub fn derive(&self, text: &str) -> Result<Self, Error> {
        path(text)?.try_fold(self.clone(), |key, number| key.child(number))
    }

    /// The key that signs.
    pub fn signing_key(&self) -> eddsa::SigningKey {
        eddsa::SigningKey::from_seed(&self.seed)
    }

    /// The private key: 32 bytes, the seed of a key of RFC 8032.
    pub const fn secret_bytes(&self) -> &Zeroizing<[u8; 32]> {
        &self.seed
    }

    /// The chain code.
    pub const fn chain_code(&self) -> &Zeroizing<[u8; 32]> {
        &self.chain
    }
}
