//! Secret and public keys, each valid by its type.

use core::fmt;
use core::marker::PhantomData;

use curve::bls12_381::{SecretScalar, pairing_product_is_one};
use curve::error::PointError;
use curve::hash_to_curve::hash_to_curve;
use curve::weierstrass::{Affine, Projective, ZcashEncoding};
use rand_core::CryptoRng;
use zeroize::{ZeroizeOnDrop, Zeroizing};

use super::suite::{
    Expander, KeyCurve, Parameters, ProofSuite, Scheme, Side, SignatureCurve, hash,
};
use super::{Error, ProofOfPossession, Signature, Suite, derive};

/// A secret key: an integer from 1 to r − 1. Wiped from memory when dropped; what moves leave
/// behind is not.
///
/// [Example](crate::bls).
#[derive(Clone)]
pub struct SecretKey<S: Suite> {
    scalar: SecretScalar,
    suite: PhantomData<S>,
}

/// A public key: a point of its group that is not the identity.
///
/// [Example](crate::bls).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey<S: Suite> {
    point: Affine<KeyCurve<S>>,
}

/// A public key whose owner has proved to possess its secret: what aggregates are verified with in
/// the suites with such proofs.
///
/// [Example](crate::bls).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ProvenPublicKey<S: Suite> {
    key: PublicKey<S>,
}

/// A secret key with its public key, for who signs often: in the augmented scheme a signature needs
/// both.
///
/// [Example](crate::bls).
#[derive(Clone)]
pub struct KeyPair<S: Suite> {
    secret: SecretKey<S>,
    public: PublicKey<S>,
}

// Nothing but a scalar that wipes itself, and what is public.
impl<S: Suite> ZeroizeOnDrop for SecretKey<S> {}
impl<S: Suite> ZeroizeOnDrop for KeyPair<S> {}

impl<S: Suite> SecretKey<S> {
    /// Of a scalar that is not zero.
    pub(super) const fn of(scalar: SecretScalar) -> Self {
        Self { scalar, suite: PhantomData }
    }

    /// The key as a scalar.
    #[cfg(feature = "alloc")]
    pub(super) const fn scalar(&self) -> &SecretScalar {
        &self.scalar
    }

    /// The key of 32 bytes or more that nobody can guess: KeyGen of
    /// draft-irtf-cfrg-bls-signature-05, §2.3, with the salt SHA-256("BLS-SIG-KEYGEN-SALT-") of its
    /// version 4. `info` tells several keys of one material apart.
    ///
    /// Constant-time. Cost: eight compressions of SHA-256 and more for long inputs.
    ///
    /// # Errors
    /// [`Error::KeyMaterial`] for fewer than 32 bytes.
    pub fn key_gen(material: &[u8], info: &[u8]) -> Result<Self, Error> {
        derive::key_gen_v4(material, info).map(Self::of)
    }

    /// As [`SecretKey::key_gen`] with a salt of the caller's choice.
    ///
    /// # Errors
    /// As there.
    pub fn key_gen_with_salt(material: &[u8], salt: &[u8], info: &[u8]) -> Result<Self, Error> {
        derive::key_gen(material, salt, info).map(Self::of)
    }

    /// The master key of a seed of 32 bytes or more: derive_master_SK of EIP-2333, which is
    /// [`SecretKey::key_gen`] without `info`.
    ///
    /// # Errors
    /// [`Error::KeyMaterial`] for fewer than 32 bytes.
    pub fn derive_master(seed: &[u8]) -> Result<Self, Error> {
        Self::key_gen(seed, &[])
    }

    /// The child of this key with a number: derive_child_SK of EIP-2333.
    ///
    /// Constant-time in the key. Cost: some 3,000 compressions of SHA-256.
    #[must_use]
    pub fn derive_child(&self, index: u32) -> Self {
        Self::of(derive::child(&self.scalar, index))
    }

    /// A uniformly random key.
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        loop {
            // Zero comes up with probability 2^-255; which draw was taken tells nothing of the
            // result.
            if let Ok(scalar) = SecretScalar::random(rng).not_zero() {
                return Self::of(scalar);
            }
        }
    }

    /// From 32 big-endian bytes.
    ///
    /// # Errors
    /// [`Error::SecretKey`] for another length, and if the integer is zero or not below r.
    #[inline(never)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self::of(SecretScalar::from_be_bytes(bytes)?.not_zero()?))
    }

    /// The 32 big-endian bytes, in a buffer that wipes itself.
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        self.scalar.to_be_bytes()
    }

    /// The key's public key. Constant-time; a scalar multiplication.
    #[inline(never)]
    pub fn public_key(&self) -> PublicKey<S> {
        PublicKey { point: (&Projective::generator() * &self.scalar).to_affine() }
    }

    /// The signature on a message.
    ///
    /// Constant-time in the key and in the content of the message. Cost: a hash to the curve and a
    /// scalar multiplication; in the augmented scheme [`SecretKey::public_key`] too, which
    /// [`KeyPair::sign`] saves.
    #[inline(never)]
    pub fn sign(&self, message: &[u8]) -> Signature<S> {
        if S::Scheme::AUGMENTS {
            return self.sign_with(&self.public_key(), message);
        }
        // The key is not hashed.
        self.sign_with(&PublicKey { point: Affine::generator() }, message)
    }

    /// The signature, given the public key of this secret.
    #[inline(never)]
    fn sign_with(&self, public: &PublicKey<S>, message: &[u8]) -> Signature<S> {
        Signature::of(&(&hash(public, message) * &self.scalar))
    }
}

impl<S: ProofSuite> SecretKey<S> {
    /// The proof that its maker knows this key: PopProve of §3.3.2.
    ///
    /// Constant-time. Cost: [`SecretKey::public_key`], a hash to the curve and a scalar
    /// multiplication.
    #[inline(never)]
    pub fn prove_possession(&self) -> ProofOfPossession<S> {
        ProofOfPossession::of(&(&hash_of_key(&self.public_key()) * &self.scalar))
    }
}

/// hash_pubkey_to_point of §3.3.2.
#[inline(never)]
fn hash_of_key<S: ProofSuite>(key: &PublicKey<S>) -> Projective<SignatureCurve<S>> {
    const { assert!(!S::PROOF_DST.is_empty(), "proofs have a domain separation tag") };
    hash_to_curve::<_, Expander>(&(), key.to_bytes().as_ref(), S::PROOF_DST)
}

impl<S: Suite> KeyPair<S> {
    /// The pair of a secret key. Constant-time; a scalar multiplication.
    pub fn new(secret: SecretKey<S>) -> Self {
        let public = secret.public_key();
        Self { secret, public }
    }

    /// The secret key.
    pub const fn secret_key(&self) -> &SecretKey<S> {
        &self.secret
    }

    /// The public key.
    pub const fn public_key(&self) -> &PublicKey<S> {
        &self.public
    }

    /// As [`SecretKey::sign`], in every scheme with one multiplication.
    #[inline(never)]
    pub fn sign(&self, message: &[u8]) -> Signature<S> {
        self.secret.sign_with(&self.public, message)
    }
}

impl<S: Suite> PublicKey<S> {
    /// Bytes of the compressed encoding: 48 in G1, 96 in G2.
    pub const BYTES: usize = size_of::<<KeyCurve<S> as ZcashEncoding>::Compressed>();

    /// From the compressed encoding: KeyValidate of §2.5. Encoding, curve and subgroup are checked,
    /// and the identity is refused.
    ///
    /// Variable-time. Cost: a square root and the subgroup check.
    ///
    /// # Errors
    /// [`Error::Point`] with the reason.
    #[inline(never)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_point(Affine::from_bytes(bytes)?)
    }

    /// From the uncompressed encoding, as [`PublicKey::from_bytes`]. Cost: the subgroup check.
    ///
    /// # Errors
    /// [`Error::Point`] with the reason.
    #[inline(never)]
    pub fn from_bytes_uncompressed(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_point(Affine::from_bytes_uncompressed(bytes)?)
    }

    /// As [`PublicKey::from_bytes_uncompressed`], without the check of the subgroup: for keys that
    /// were checked before and kept where nobody else writes. A key outside the group breaks what
    /// signatures promise.
    ///
    /// # Errors
    /// [`Error::Point`] with the reason.
    pub fn from_bytes_uncompressed_unchecked_subgroup(bytes: &[u8]) -> Result<Self, Error> {
        let point = Affine::<KeyCurve<S>>::from_bytes_uncompressed_unchecked_subgroup(bytes)?;
        // Its denominator is one.
        Self::from_point(point.assume_in_subgroup_unchecked().to_affine())
    }

    /// From many compressed encodings, each with a verdict of its own: [`PublicKey::from_bytes`] of
    /// each, eight at a time on vectors where the CPU has them.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if there are not as many places as encodings; nothing to do is no
    /// error.
    pub fn from_bytes_batch(
        encodings: &[impl AsRef<[u8]>],
        keys: &mut [Result<Self, Error>],
    ) -> Result<(), Error> {
        decode_batch(encodings, keys, |point| Self::from_point(point?))
    }

    /// The key at a point of the group.
    ///
    /// # Errors
    /// [`Error::Point`] with [`PointError::Identity`].
    pub fn from_point(point: Affine<KeyCurve<S>>) -> Result<Self, Error> {
        Ok(Self { point: point.not_identity()? })
    }

    /// The compressed encoding.
    pub fn to_bytes(&self) -> <KeyCurve<S> as ZcashEncoding>::Compressed {
        self.point.to_bytes()
    }

    /// The uncompressed encoding.
    pub fn to_bytes_uncompressed(&self) -> <KeyCurve<S> as ZcashEncoding>::Uncompressed {
        self.point.to_bytes_uncompressed()
    }

    /// The point.
    pub const fn as_point(&self) -> &Affine<KeyCurve<S>> {
        &self.point
    }

    /// Whether a signature is this key's on a message: CoreVerify of §2.7.
    ///
    /// Variable-time; all is public. Cost: a hash to the curve, a Miller loop over two pairs, a
    /// final exponentiation.
    ///
    /// # Errors
    /// [`Error::NotSigned`] if it is not.
    #[inline(never)]
    pub fn verify(&self, message: &[u8], signature: &Signature<S>) -> Result<(), Error> {
        self.check(&hash(self, message).to_affine(), signature.as_point())
    }

    /// Whether a point is the multiple of another by this key's secret.
    #[inline(never)]
    pub(super) fn check(
        &self,
        hash: &Affine<SignatureCurve<S>>,
        signature: &Affine<SignatureCurve<S>>,
    ) -> Result<(), Error> {
        let generator = Affine::generator().neg();
        let mut pairs =
            [S::Parameters::pair(&generator, signature), S::Parameters::pair(&self.point, hash)];
        if bool::from(pairing_product_is_one(&mut pairs)) { Ok(()) } else { Err(Error::NotSigned) }
    }
}

impl<S: ProofSuite> PublicKey<S> {
    /// This key as a proven one, if a proof is its own: PopVerify of §3.3.3.
    ///
    /// Cost: that of [`PublicKey::verify`].
    ///
    /// # Errors
    /// [`Error::NotSigned`] if it is not.
    #[inline(never)]
    pub fn verify_possession(
        &self,
        proof: &ProofOfPossession<S>,
    ) -> Result<ProvenPublicKey<S>, Error> {
        self.check(&hash_of_key(self).to_affine(), proof.as_point())?;
        Ok(ProvenPublicKey { key: *self })
    }
}

impl<S: Suite<Scheme = super::suite::Possession>> PublicKey<S> {
    /// This key as a proven one on the caller's word: for keys whose possession was proved before,
    /// such as those of Ethereum's deposits, whose signature is the proof. With a key that nobody
    /// proved, aggregates can be forged.
    pub const fn assume_possession_unchecked(self) -> ProvenPublicKey<S> {
        ProvenPublicKey { key: self }
    }
}

impl<S: Suite> ProvenPublicKey<S> {
    /// The key.
    pub const fn public_key(&self) -> &PublicKey<S> {
        &self.key
    }

    /// The sum of such keys, which is as good as they are.
    pub(super) fn of_sum(point: &Projective<KeyCurve<S>>) -> Result<Self, Error> {
        PublicKey::from_point(point.to_affine())
            .map(|key| Self { key })
            .map_err(|_| Error::KeysCancel)
    }
}

impl<S: Suite> AsRef<Self> for PublicKey<S> {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl<S: Suite> AsRef<PublicKey<S>> for ProvenPublicKey<S> {
    fn as_ref(&self) -> &PublicKey<S> {
        &self.key
    }
}

/// Points of many encodings, made into what they stand for.
pub(super) fn decode_batch<C: Side, T>(
    encodings: &[impl AsRef<[u8]>],
    out: &mut [Result<T, Error>],
    make: impl Fn(Result<Affine<C>, PointError>) -> Result<T, Error>,
) -> Result<(), Error> {
    const AT_ONCE: usize = 8;
    if encodings.len() != out.len() {
        return Err(Error::LengthMismatch);
    }
    for (encodings, out) in encodings.chunks(AT_ONCE).zip(out.chunks_mut(AT_ONCE)) {
        let mut points = [Err(PointError::Length); AT_ONCE];
        let points = &mut points[..encodings.len()];
        Affine::from_bytes_batch(encodings, points).map_err(|_| Error::LengthMismatch)?;
        for (out, point) in out.iter_mut().zip(points) {
            *out = make(*point);
        }
    }
    Ok(())
}

/// Bytes as hexadecimal digits, in the parentheses of a name.
pub(super) fn write_hex(f: &mut fmt::Formatter<'_>, name: &str, bytes: &[u8]) -> fmt::Result {
    write!(f, "{name}(")?;
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
    f.write_str(")")
}

impl<S: Suite> fmt::Debug for SecretKey<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

impl<S: Suite> fmt::Debug for KeyPair<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyPair").field("public", &self.public).finish_non_exhaustive()
    }
}

impl<S: Suite> fmt::Debug for PublicKey<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(f, "PublicKey", self.to_bytes().as_ref())
    }
}

impl<S: Suite> fmt::Debug for ProvenPublicKey<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(f, "ProvenPublicKey", self.key.to_bytes().as_ref())
    }
}
