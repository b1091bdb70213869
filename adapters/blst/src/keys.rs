//! Secret keys, public keys and their sums.

use core::fmt;
use core::marker::PhantomData;

use curvemark::bls::min_pk;
use curvemark::bls12_381::SecretScalar;
use curvemark::curve::weierstrass::{Projective, ZcashEncoding};
use curvemark::hash::sha256;
use ref_cast::{RefCastCustom, ref_cast_custom};
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::points::{
    AffinePoint, ProjectivePoint, Variant, decode_in_order, sum, sum_of_multiples, validate_all,
    validate_in_order,
};
use crate::verify::hash;
use crate::{BLST_ERROR, Signature, blst_scalar};
use BLST_ERROR::*;

/// The salt of versions 3 and 4 of the draft, which version 4 hashes.
const SALT: &[u8] = b"BLS-SIG-KEYGEN-SALT-";

/// A secret key. By default, and after it was wiped, it is zero, which is no key. Wiped from memory
/// when dropped.
///
/// [Example](crate#example).
#[derive(Clone, RefCastCustom)]
#[repr(transparent)]
pub struct SecretKey<P: Variant> {
    value: blst_scalar,
    #[trivial]
    variant: PhantomData<P>,
}

impl<P: Variant> SecretKey<P> {
    #[ref_cast_custom]
    const fn of_scalar(value: &blst_scalar) -> &Self;

    fn of_bytes(bytes: &[u8; 32]) -> Self {
        Self { value: blst_scalar::from_be_bytes(bytes), variant: PhantomData }
    }

    fn made(key: Result<min_pk::SecretKey, curvemark::bls::Error>) -> Result<Self, BLST_ERROR> {
        // The one reason is that there is too little material.
        key.map(|key| Self::of_bytes(&key.to_bytes())).map_err(|_| BLST_BAD_ENCODING)
    }

    /// The scalar for arithmetic, in constant time.
    fn scalar(&self) -> SecretScalar {
        self.value.to_secret().unwrap_or_else(|| unreachable!("the scalar was checked"))
    }

    /// The key of 32 bytes or more that nobody can guess: KeyGen of
    /// draft-irtf-cfrg-bls-signature-04, §2.3. Constant-time.
    ///
    /// # Errors
    /// `BLST_BAD_ENCODING` for fewer than 32 bytes.
    pub fn key_gen(ikm: &[u8], key_info: &[u8]) -> Result<Self, BLST_ERROR> {
        Self::made(min_pk::SecretKey::key_gen(ikm, key_info))
    }

    /// As [`SecretKey::key_gen`], of version 3 of the draft, whose salt is not hashed.
    ///
    /// # Errors
    /// As there.
    pub fn key_gen_v3(ikm: &[u8], key_info: &[u8]) -> Result<Self, BLST_ERROR> {
        Self::made(min_pk::SecretKey::key_gen_with_salt(ikm, SALT, key_info))
    }

    /// As [`SecretKey::key_gen`] with the SHA-256 of a salt of the caller's.
    ///
    /// # Errors
    /// As there.
    pub fn key_gen_v4_5(ikm: &[u8], salt: &[u8], info: &[u8]) -> Result<Self, BLST_ERROR> {
        Self::made(min_pk::SecretKey::key_gen_with_salt(ikm, &sha256(salt), info))
    }

    /// As [`SecretKey::key_gen`], of version 5 of the draft: with a salt of the caller's.
    ///
    /// # Errors
    /// As there.
    pub fn key_gen_v5(ikm: &[u8], salt: &[u8], info: &[u8]) -> Result<Self, BLST_ERROR> {
        Self::made(min_pk::SecretKey::key_gen_with_salt(ikm, salt, info))
    }

    /// The master key of a seed: derive_master_SK of EIP-2333.
    ///
    /// # Errors
    /// `BLST_BAD_ENCODING` for fewer than 32 bytes.
    pub fn derive_master_eip2333(ikm: &[u8]) -> Result<Self, BLST_ERROR> {
        Self::key_gen(ikm, &[])
    }

    /// The child with a number: derive_child_SK of EIP-2333. Constant-time in the key. That of
    /// zero, which is no key, is zero.
    #[must_use]
    pub fn derive_child_eip2333(&self, child_index: u32) -> Self {
        min_pk::SecretKey::from_bytes(&self.value.to_be_bytes()[..])
            .map(|key| Self::of_bytes(&key.derive_child(child_index).to_bytes()))
            .unwrap_or_default()
    }

    /// The public key. Constant-time; a scalar multiplication.
    pub fn sk_to_pk(&self) -> PublicKey<P> {
        let point = &Projective::<P::Key>::generator() * &self.scalar();
        PublicKey { point: AffinePoint::inside(point.to_affine()) }
    }

    /// The signature on `aug` and the message behind it, under the domain separation tag `dst`.
    /// Constant-time in the key; a hash to the curve and a scalar multiplication.
    pub fn sign(&self, msg: &[u8], dst: &[u8], aug: &[u8]) -> Signature<P> {
        let point = &hash::<P::Signature>(&[aug, msg], dst) * &self.scalar();
        Signature { point: AffinePoint::inside(point.to_affine()) }
    }

    /// The 32 big-endian bytes.
    pub fn serialize(&self) -> [u8; 32] {
        *self.value.to_be_bytes()
    }

    /// From 32 big-endian bytes.
    ///
    /// # Errors
    /// `BLST_BAD_ENCODING` for another length, for zero, and for an integer that is not below the
    /// order of the groups.
    pub fn deserialize(sk_in: &[u8]) -> Result<Self, BLST_ERROR> {
        match min_pk::SecretKey::from_bytes(sk_in) {
            Ok(key) => Ok(Self::of_bytes(&key.to_bytes())),
            Err(_) => Err(BLST_BAD_ENCODING),
        }
    }

    /// As [`SecretKey::serialize`].
    pub fn to_bytes(&self) -> [u8; 32] {
        self.serialize()
    }

    /// As [`SecretKey::deserialize`].
    ///
    /// # Errors
    /// As there.
    pub fn from_bytes(sk_in: &[u8]) -> Result<Self, BLST_ERROR> {
        Self::deserialize(sk_in)
    }
}

impl<P: Variant> Default for SecretKey<P> {
    fn default() -> Self {
        Self { value: blst_scalar::default(), variant: PhantomData }
    }
}

/// It does not show the value.
impl<P: Variant> fmt::Debug for SecretKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

impl<P: Variant> Zeroize for SecretKey<P> {
    fn zeroize(&mut self) {
        self.value.zeroize();
    }
}

// The scalar wipes itself.
impl<P: Variant> ZeroizeOnDrop for SecretKey<P> {}

impl<'a, P: Variant> From<&'a SecretKey<P>> for &'a blst_scalar {
    fn from(key: &'a SecretKey<P>) -> Self {
        &key.value
    }
}

impl<'a, P: Variant> TryFrom<&'a blst_scalar> for &'a SecretKey<P> {
    type Error = BLST_ERROR;

    fn try_from(scalar: &'a blst_scalar) -> Result<Self, BLST_ERROR> {
        if scalar.is_secret_key() {
            Ok(SecretKey::of_scalar(scalar))
        } else {
            Err(BLST_BAD_ENCODING)
        }
    }
}

/// A public key: a point of the curve, in the group or not. By default the point at infinity.
///
/// [Example](crate#example).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey<P: Variant> {
    pub(crate) point: AffinePoint<P::Key>,
}

impl<P: Variant> PublicKey<P> {
    /// Whether the key is in the group and not at infinity. A key that was checked before is not
    /// checked again.
    ///
    /// # Errors
    /// `BLST_PK_IS_INFINITY`, `BLST_POINT_NOT_IN_GROUP`.
    pub fn validate(&self) -> Result<(), BLST_ERROR> {
        self.point.validate(true)
    }

    /// As [`PublicKey::from_bytes`] and [`PublicKey::validate`].
    ///
    /// # Errors
    /// As these, in this order.
    pub fn key_validate(key: &[u8]) -> Result<Self, BLST_ERROR> {
        let key = Self::from_bytes(key)?;
        key.validate()?;
        Ok(Self { point: key.point.marked() })
    }

    /// The sum of keys as a key; one inversion.
    pub fn from_aggregate(agg_pk: &AggregatePublicKey<P>) -> Self {
        agg_pk.to_public_key()
    }

    /// The compressed encoding.
    pub fn compress(&self) -> <P::Key as ZcashEncoding>::Compressed {
        self.point.point.to_bytes()
    }

    /// The uncompressed encoding.
    pub fn serialize(&self) -> <P::Key as ZcashEncoding>::Uncompressed {
        self.point.point.to_bytes_uncompressed()
    }

    /// From the compressed encoding. The subgroup is not checked, and infinity is taken.
    ///
    /// # Errors
    /// `BLST_BAD_ENCODING`, `BLST_POINT_NOT_ON_CURVE`; in G1 `BLST_POINT_NOT_IN_GROUP` for x = 0.
    pub fn uncompress(pk_comp: &[u8]) -> Result<Self, BLST_ERROR> {
        Ok(Self { point: AffinePoint::uncompress(pk_comp)? })
    }

    /// From the compressed or the uncompressed encoding, as [`PublicKey::uncompress`].
    ///
    /// # Errors
    /// As there.
    pub fn deserialize(pk_in: &[u8]) -> Result<Self, BLST_ERROR> {
        Ok(Self { point: AffinePoint::deserialize(pk_in)? })
    }

    /// As [`PublicKey::deserialize`].
    ///
    /// # Errors
    /// As there.
    pub fn from_bytes(pk_in: &[u8]) -> Result<Self, BLST_ERROR> {
        Self::deserialize(pk_in)
    }

    /// As [`PublicKey::compress`].
    pub fn to_bytes(&self) -> <P::Key as ZcashEncoding>::Compressed {
        self.compress()
    }
}

impl<P: Variant> Default for PublicKey<P> {
    fn default() -> Self {
        Self { point: AffinePoint::default() }
    }
}

impl<P: Variant> fmt::Debug for PublicKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PublicKey").field("point", &self.point).finish()
    }
}

/// A sum of public keys.
///
/// [Example](crate#example).
#[derive(Clone, Copy)]
pub struct AggregatePublicKey<P: Variant> {
    pub(crate) point: ProjectivePoint<P::Key>,
}

impl<P: Variant> AggregatePublicKey<P> {
    /// The sum of one key.
    pub fn from_public_key(pk: &PublicKey<P>) -> Self {
        Self { point: pk.point.to_projective() }
    }

    /// The sum as a key; one inversion.
    pub fn to_public_key(&self) -> PublicKey<P> {
        PublicKey { point: self.point.to_affine() }
    }

    /// The sum of keys, which `pks_validate` checks before, as [`PublicKey::validate`] does.
    ///
    /// # Errors
    /// `BLST_AGGR_TYPE_MISMATCH` for no keys, and the reason of the first that is refused.
    pub fn aggregate(pks: &[&PublicKey<P>], pks_validate: bool) -> Result<Self, BLST_ERROR> {
        let mut points: Vec<_> = pks.iter().map(|key| key.point).collect();
        if points.is_empty() {
            return Err(BLST_AGGR_TYPE_MISMATCH);
        }
        if pks_validate {
            validate_in_order(&mut points, true)?;
        }
        Ok(Self { point: sum(&points) })
    }

    /// The sum of multiples of keys, as [`MultiPoint::mult`](crate::MultiPoint::mult) gives it;
    /// `pks_groupcheck` checks the keys before, as [`MultiPoint::validate`](crate::MultiPoint)
    /// does.
    ///
    /// # Errors
    /// `BLST_AGGR_TYPE_MISMATCH` for no keys, and that of the check.
    ///
    /// # Panics
    /// If there are fewer bytes of factors than the keys need.
    pub fn aggregate_with_randomness(
        pks: &[PublicKey<P>],
        randomness: &[u8],
        nbits: usize,
        pks_groupcheck: bool,
    ) -> Result<Self, BLST_ERROR> {
        let mut points: Vec<_> = pks.iter().map(|key| key.point).collect();
        if points.is_empty() {
            return Err(BLST_AGGR_TYPE_MISMATCH);
        }
        if pks_groupcheck {
            validate_all(&mut points)?;
        }
        Ok(Self { point: sum_of_multiples(&points, randomness, nbits) })
    }

    /// The sum of encoded keys: each as [`PublicKey::key_validate`], or without `pks_validate` as
    /// [`PublicKey::from_bytes`].
    ///
    /// # Errors
    /// `BLST_AGGR_TYPE_MISMATCH` for no keys, and the reason of the first that is refused.
    pub fn aggregate_serialized(pks: &[&[u8]], pks_validate: bool) -> Result<Self, BLST_ERROR> {
        let points = decode_in_order(pks, pks_validate, true)?;
        Ok(Self { point: sum(&points) })
    }

    /// Adds another sum.
    pub fn add_aggregate(&mut self, agg_pk: &Self) {
        self.point.add(&agg_pk.point);
    }

    /// Subtracts another sum.
    pub fn sub_aggregate(&mut self, agg_pk: &Self) {
        self.point.sub(&agg_pk.point);
    }

    /// Adds a key, which `pk_validate` checks before.
    ///
    /// # Errors
    /// As [`PublicKey::validate`]; then nothing was added.
    pub fn add_public_key(
        &mut self,
        pk: &PublicKey<P>,
        pk_validate: bool,
    ) -> Result<(), BLST_ERROR> {
        let mut point = pk.point;
        if pk_validate {
            point.validate(true)?;
            point = point.marked();
        }
        self.point.add_affine(&point);
        Ok(())
    }
}

impl<P: Variant> fmt::Debug for AggregatePublicKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AggregatePublicKey").field("point", &self.point).finish()
    }
}
