//! The key exchange of Bitcoin's encrypted transport: BIP-324, with ElligatorSwift.
//!
//! Each side sends 64 bytes that look random and stand for a point
//! ([`ellswift`]). Every string of 64 bytes stands for one, so nothing
//! is to be validated, and no exchange fails. The shared secret is a hash of both strings, those of
//! the initiator first, and of the x that ECDH gives; so whoever changes a string on its way
//! changes the secret.
//!
//! The exchange authenticates nobody. Packets are encrypted by ChaCha20 and Poly1305, which are not
//! here; [`Keys`] has the keys for both ways, the session's id and the garbage terminators.
//!
//! Everything is constant-time in the secret key and in what follows from it. Only how many draws
//! it took to find an encoding is seen, which says nothing of the key.
//!
//! ```
//! use curvemark::wallets::bip324::{MAINNET, Role, SecretKey};
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::from_seed([1; 32]); // yours is the operating system's
//!
//! let (ours, theirs) = (SecretKey::random(&mut rng), SecretKey::random(&mut rng));
//! let here = ours.exchange(&theirs.public_bytes(), Role::Initiator);
//! let there = theirs.exchange(&ours.public_bytes(), Role::Responder);
//! assert_eq!(*here.as_bytes(), *there.as_bytes());
//!
//! let keys = here.keys(&MAINNET);
//! assert_eq!(keys.session_id(), there.keys(&MAINNET).session_id());
//! ```

use core::fmt;

use curve::error::ScalarError;
use curve::secp256k1::{AffinePoint, Fp, Secp256k1, SecretScalar, ellswift};
use hkdf::Hkdf;
use rand_core::CryptoRng;
use sha2::{Digest, Sha256};
use subtle::{Choice, ConstantTimeEq};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::kept::mul_generator;
use crate::schnorr::tagged_hash;

/// The first bytes of messages on Bitcoin's network with money.
pub const MAINNET: [u8; 4] = [0xf9, 0xbe, 0xb4, 0xd9];

/// Why an input is not acceptable.
///
/// [Example](crate::wallets::bip324).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The bytes are not those of a secret key, for this reason.
    SecretKey(ScalarError),
    /// The 64 bytes stand for another key.
    OtherKey,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SecretKey(reason) => reason.fmt(f),
            Self::OtherKey => f.write_str("the 64 bytes stand for another key"),
        }
    }
}

impl core::error::Error for Error {}

impl From<ScalarError> for Error {
    fn from(reason: ScalarError) -> Self {
        Self::SecretKey(reason)
    }
}

/// Which side of a connection one is on.
///
/// [Example](crate::wallets::bip324).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Who opened the connection.
    Initiator,
    /// Who accepted it.
    Responder,
}

/// A secret key for one connection, and the 64 bytes to send. It is wiped when dropped and never
/// shown. A move leaves the bytes where they were: keep a key in one place, or in a box.
///
/// [Example](crate::wallets::bip324).
#[derive(Clone)]
pub struct SecretKey {
    secret: SecretScalar,
    public: [u8; 64],
}

impl ZeroizeOnDrop for SecretKey {}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

/// The point of a secret key. Constant-time.
fn public_point(secret: &SecretScalar) -> AffinePoint {
    let mut product = mul_generator::<Secp256k1>(secret.expose());
    let point = product.to_affine();
    // With its Z a product tells more of the key than the point does.
    product.zeroize();
    point
}

/// An encoding of a point that is not the identity, drawn among those with u and t below p and u
/// not zero.
///
/// Cost: four attempts on average, each of an inversion and two powers.
fn encoding<R: CryptoRng + ?Sized>(point: &AffinePoint, rng: &mut R) -> [u8; 64] {
    let mut uniform = Zeroizing::new([0; 65]);
    loop {
        rng.fill_bytes(uniform.as_mut());
        // Distance from uniform below 2^-256.
        let u = Fp::from_uniform_bytes(&uniform[..64]);
        if let Some(bytes) = ellswift::encode(point, &u, uniform[64]) {
            return bytes;
        }
    }
}

impl SecretKey {
    /// A fresh key, whose distance from uniform is below 2^-255, with an encoding of its point that
    /// looks random: 2^-223 from 64 uniform bytes, since u and t are below p and u is not zero.
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        loop {
            if let Ok(secret) = SecretScalar::random(rng).not_zero() {
                return Self::with_encoding(secret, rng);
            }
        }
    }

    fn with_encoding<R: CryptoRng + ?Sized>(secret: SecretScalar, rng: &mut R) -> Self {
        let public = encoding(&public_point(&secret), rng);
        Self { secret, public }
    }

    /// The key of 32 big-endian bytes, with a fresh encoding of its point. Constant-time but for
    /// the verdict.
    ///
    /// # Errors
    /// [`Error::SecretKey`].
    pub fn from_bytes<R: CryptoRng + ?Sized>(bytes: &[u8], rng: &mut R) -> Result<Self, Error> {
        Ok(Self::with_encoding(SecretScalar::from_be_bytes(bytes)?.not_zero()?, rng))
    }

    /// The key of 32 big-endian bytes, with an encoding that was made before.
    ///
    /// # Errors
    /// [`Error::SecretKey`], [`Error::OtherKey`].
    pub fn from_parts(bytes: &[u8], public: &[u8; 64]) -> Result<Self, Error> {
        let secret = SecretScalar::from_be_bytes(bytes)?.not_zero()?;
        // BIP-324 knows points only by x. Public: the caller learns it from the error.
        let other = public_point(&secret).x() - ellswift::decode_vartime(public).x();
        if !other.is_zero_verdict() {
            return Err(Error::OtherKey);
        }
        Ok(Self { secret, public: *public })
    }

    /// The 64 bytes to send.
    pub const fn public_bytes(&self) -> [u8; 64] {
        self.public
    }

    /// The 32 big-endian bytes of the key, in a buffer that wipes itself.
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        self.secret.to_be_bytes()
    }

    /// The secret that both sides have, of the 64 bytes that the other side sent; `role` is one's
    /// own. Constant-time in the key, not in the bytes. All bytes are acceptable.
    ///
    /// Cost: a decoding, a multiplication of a point, an inversion.
    #[must_use]
    #[inline(never)]
    pub fn exchange(&self, theirs: &[u8; 64], role: Role) -> SharedSecret {
        let mut product = &ellswift::decode_vartime(theirs).to_projective() * &self.secret;
        let mut point = product.to_affine();
        let mut shared = Zeroizing::new([0; 32]);
        point.x().to_bytes(shared.as_mut());
        product.zeroize();
        point.zeroize();

        let (first, second) = match role {
            Role::Initiator => (&self.public, theirs),
            Role::Responder => (theirs, &self.public),
        };
        let mut digest = tagged_hash(b"bip324_ellswift_xonly_ecdh")
            .chain_update(first)
            .chain_update(second)
            .chain_update(shared.as_slice())
            .finalize();
        let out = SharedSecret(Zeroizing::new(digest.into()));
        digest.as_mut_slice().zeroize();
        out
    }
}

/// What both sides have: 32 bytes, wiped when dropped and never shown. It compares in constant
/// time, by [`ConstantTimeEq`].
///
/// [Example](crate::wallets::bip324).
pub struct SharedSecret(Zeroizing<[u8; 32]>);

impl ZeroizeOnDrop for SharedSecret {}

impl fmt::Debug for SharedSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedSecret(…)")
    }
}

impl ConstantTimeEq for SharedSecret {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.as_slice().ct_eq(other.0.as_slice())
    }
}

impl SharedSecret {
    /// The 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The keys of a connection on the network with these first bytes of messages: HKDF of SHA-256.
    /// Constant-time.
    #[must_use]
    pub fn keys(&self, magic: &[u8; 4]) -> Keys {
        let mut salt = *b"bitcoin_v2_shared_secret....";
        salt[24..].copy_from_slice(magic);
        let hkdf = Hkdf::<Sha256>::new(Some(&salt), self.0.as_slice());
        let mut keys = Keys(Zeroizing::new([[0; 32]; 6]));
        let what: [&[u8]; 6] = [
            b"session_id",
            b"initiator_L",
            b"initiator_P",
            b"responder_L",
            b"responder_P",
            b"garbage_terminators",
        ];
        for (key, what) in keys.0.iter_mut().zip(what) {
            if hkdf.expand(what, key).is_err() {
                unreachable!("32 bytes are few");
            }
        }
        keys
    }
}

/// The keys of a connection, the same for both sides. They are wiped when dropped and never shown.
///
/// [Example](crate::wallets::bip324).
pub struct Keys(Zeroizing<[[u8; 32]; 6]>);

impl ZeroizeOnDrop for Keys {}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys(…)")
    }
}

impl Keys {
    /// The id of the session, which both sides may compare to see that nobody is between them.
    pub fn session_id(&self) -> &[u8; 32] {
        &self.0[0]
    }

    /// The key for lengths of packets that this side sends.
    pub fn lengths(&self, sender: Role) -> &[u8; 32] {
        match sender {
            Role::Initiator => &self.0[1],
            Role::Responder => &self.0[3],
        }
    }

    /// The key for packets that this side sends.
    pub fn packets(&self, sender: Role) -> &[u8; 32] {
        match sender {
            Role::Initiator => &self.0[2],
            Role::Responder => &self.0[4],
        }
    }

    /// What follows the garbage that this side sends.
    pub fn garbage_terminator(&self, sender: Role) -> &[u8; 16] {
        let ([first, second], []) = self.0[5].as_chunks() else { unreachable!("twice 16") };
        match sender {
            Role::Initiator => first,
            Role::Responder => second,
        }
    }
}
