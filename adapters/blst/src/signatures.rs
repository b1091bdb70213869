//! Signatures and their sums.

use core::fmt;

use curvemark::curve::weierstrass::ZcashEncoding;

use crate::points::{
    AffinePoint, ProjectivePoint, Variant, decode_in_order, sum, sum_of_multiples, validate_all,
    validate_in_order,
};
use crate::verify::{self, Sets};
use crate::{AggregatePublicKey, BLST_ERROR, PublicKey, blst_scalar};
use BLST_ERROR::*;

/// A signature, of one key or a sum: a point of the curve, in the group or not.
///
/// [Example](crate#example).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Signature<P: Variant> {
    pub(crate) point: AffinePoint<P::Signature>,
}

impl<P: Variant> Signature<P> {
    /// Whether the signature is in the group and, if `sig_infcheck` asks for that, not at infinity.
    /// A signature that was checked before is not checked again.
    ///
    /// # Errors
    /// `BLST_PK_IS_INFINITY`, `BLST_POINT_NOT_IN_GROUP`.
    pub fn validate(&self, sig_infcheck: bool) -> Result<(), BLST_ERROR> {
        self.point.validate(sig_infcheck)
    }

    /// As [`Signature::from_bytes`] and [`Signature::validate`].
    ///
    /// # Errors
    /// As these, in this order.
    pub fn sig_validate(sig: &[u8], sig_infcheck: bool) -> Result<Self, BLST_ERROR> {
        let sig = Self::from_bytes(sig)?;
        sig.validate(sig_infcheck)?;
        Ok(Self { point: sig.point.marked() })
    }

    /// Whether this is a key's signature on `aug` and the message behind it, under the domain
    /// separation tag `dst`. The flags ask for [`Signature::validate`] without the check for
    /// infinity, and for [`PublicKey::validate`]. Variable-time; all is public.
    ///
    /// Returns `BLST_SUCCESS` or `BLST_VERIFY_FAIL`, the latter also for what a check refuses and
    /// for a key at infinity.
    pub fn verify(
        &self,
        sig_groupcheck: bool,
        msg: &[u8],
        dst: &[u8],
        aug: &[u8],
        pk: &PublicKey<P>,
        pk_validate: bool,
    ) -> BLST_ERROR {
        let (key, signature) = (&pk.point, &self.point);
        let valid = !key.is_infinity()
            && (!pk_validate || key.is_inside())
            && (!sig_groupcheck || signature.is_inside())
            && verify::one::<P>(signature, &[aug, msg], dst, key);
        BLST_ERROR::of_verdict(valid)
    }

    /// Whether this is the sum of a signature of each key on the message next to it. Flags and
    /// verdict as in [`Signature::verify`]; `BLST_VERIFY_FAIL` also for no keys, and if there are
    /// not as many messages. Whether messages are distinct is not checked: see
    /// [`uniq`](crate::uniq).
    pub fn aggregate_verify(
        &self,
        sig_groupcheck: bool,
        msgs: &[&[u8]],
        dst: &[u8],
        pks: &[&PublicKey<P>],
        pks_validate: bool,
    ) -> BLST_ERROR {
        match (msgs, pks) {
            ([msg], [key]) => self.verify(sig_groupcheck, msg, dst, &[], key, pks_validate),
            _ => {
                let keys: Vec<_> = pks.iter().map(|key| key.point).collect();
                let flags = [pks_validate, sig_groupcheck];
                BLST_ERROR::of_verdict(verify::sum::<P>(&self.point, msgs, dst, &keys, flags))
            }
        }
    }

    /// Whether this is the sum of signatures of all keys on one message. The keys are not checked:
    /// their possession has been proved, which includes that.
    ///
    /// `BLST_AGGR_TYPE_MISMATCH` for no keys; else the verdict as in [`Signature::verify`].
    pub fn fast_aggregate_verify(
        &self,
        sig_groupcheck: bool,
        msg: &[u8],
        dst: &[u8],
        pks: &[&PublicKey<P>],
    ) -> BLST_ERROR {
        match AggregatePublicKey::aggregate(pks, false) {
            Ok(sum) => self.verify(sig_groupcheck, msg, dst, &[], &sum.to_public_key(), false),
            Err(reason) => reason,
        }
    }

    /// As [`Signature::fast_aggregate_verify`], with the sum of the keys.
    pub fn fast_aggregate_verify_pre_aggregated(
        &self,
        sig_groupcheck: bool,
        msg: &[u8],
        dst: &[u8],
        pk: &PublicKey<P>,
    ) -> BLST_ERROR {
        self.verify(sig_groupcheck, msg, dst, &[], pk, false)
    }

    /// Whether many signatures are each valid for the key and the message next to them, by one
    /// product of pairings with random factors, of which the lowest `rand_bits` bits count. With
    /// factors that nobody could foresee, a batch with an invalid signature passes with
    /// probability 2^−`rand_bits` at most. A factor of zero takes its signature out of the batch,
    /// and with no bits every factor is one.
    ///
    /// Flags and verdict as in [`Signature::verify`]; `BLST_VERIFY_FAIL` also for no keys, for
    /// lists of unlike lengths and for more than 256 bits.
    ///
    /// Variable-time. Cost, for n sets with m distinct messages: m hashes to the curve, n
    /// multiplications in G1, a sum of n multiples, a Miller loop over m + 1 pairs, a final
    /// exponentiation, and checks of the keys of which it is not known whether they are in the
    /// group.
    #[allow(clippy::too_many_arguments)] // They are blst's.
    pub fn verify_multiple_aggregate_signatures(
        msgs: &[&[u8]],
        dst: &[u8],
        pks: &[&PublicKey<P>],
        pks_validate: bool,
        sigs: &[&Self],
        sigs_groupcheck: bool,
        rands: &[blst_scalar],
        rand_bits: usize,
    ) -> BLST_ERROR {
        let n = pks.len();
        let lengths = [msgs.len(), sigs.len(), rands.len()];
        if n == 0 || lengths != [n; 3] || rand_bits > 256 {
            return BLST_VERIFY_FAIL;
        }
        let sets = Sets::<P> {
            keys: pks.iter().map(|key| key.point).collect(),
            messages: msgs,
            dst,
            signatures: sigs.iter().map(|signature| signature.point).collect(),
            factors: rands.iter().map(|rand| crate::scalar::factor(&rand.b, rand_bits)).collect(),
        };
        BLST_ERROR::of_verdict(sets.verify(pks_validate, sigs_groupcheck))
    }

    /// The sum of signatures as a signature; one inversion.
    pub fn from_aggregate(agg_sig: &AggregateSignature<P>) -> Self {
        agg_sig.to_signature()
    }

    /// The compressed encoding.
    pub fn compress(&self) -> <P::Signature as ZcashEncoding>::Compressed {
        self.point.point.to_bytes()
    }

    /// The uncompressed encoding.
    pub fn serialize(&self) -> <P::Signature as ZcashEncoding>::Uncompressed {
        self.point.point.to_bytes_uncompressed()
    }

    /// From the compressed encoding. The subgroup is not checked, and infinity is taken.
    ///
    /// # Errors
    /// As [`PublicKey::uncompress`].
    pub fn uncompress(sig_comp: &[u8]) -> Result<Self, BLST_ERROR> {
        Ok(Self { point: AffinePoint::uncompress(sig_comp)? })
    }

    /// From the compressed or the uncompressed encoding, as [`Signature::uncompress`].
    ///
    /// # Errors
    /// As there.
    pub fn deserialize(sig_in: &[u8]) -> Result<Self, BLST_ERROR> {
        Ok(Self { point: AffinePoint::deserialize(sig_in)? })
    }

    /// As [`Signature::deserialize`].
    ///
    /// # Errors
    /// As there.
    pub fn from_bytes(sig_in: &[u8]) -> Result<Self, BLST_ERROR> {
        Self::deserialize(sig_in)
    }

    /// As [`Signature::compress`].
    pub fn to_bytes(&self) -> <P::Signature as ZcashEncoding>::Compressed {
        self.compress()
    }

    /// Whether the signature is in the group.
    pub fn subgroup_check(&self) -> bool {
        self.point.is_inside()
    }
}

impl<P: Variant> fmt::Debug for Signature<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signature").field("point", &self.point).finish()
    }
}

/// A sum of signatures.
///
/// [Example](crate#example).
#[derive(Clone, Copy)]
pub struct AggregateSignature<P: Variant> {
    pub(crate) point: ProjectivePoint<P::Signature>,
}

impl<P: Variant> AggregateSignature<P> {
    /// Whether the sum is in the group; the point at infinity is.
    ///
    /// # Errors
    /// `BLST_POINT_NOT_IN_GROUP`.
    pub fn validate(&self) -> Result<(), BLST_ERROR> {
        if self.subgroup_check() { Ok(()) } else { Err(BLST_POINT_NOT_IN_GROUP) }
    }

    /// The sum of one signature.
    pub fn from_signature(sig: &Signature<P>) -> Self {
        Self { point: sig.point.to_projective() }
    }

    /// The sum as a signature; one inversion.
    pub fn to_signature(&self) -> Signature<P> {
        Signature { point: self.point.to_affine() }
    }

    /// The sum of signatures, whose subgroup `sigs_groupcheck` checks before.
    ///
    /// # Errors
    /// `BLST_AGGR_TYPE_MISMATCH` for no signatures, `BLST_POINT_NOT_IN_GROUP`.
    pub fn aggregate(sigs: &[&Signature<P>], sigs_groupcheck: bool) -> Result<Self, BLST_ERROR> {
        let mut points: Vec<_> = sigs.iter().map(|signature| signature.point).collect();
        if points.is_empty() {
            return Err(BLST_AGGR_TYPE_MISMATCH);
        }
        if sigs_groupcheck {
            validate_in_order(&mut points, false)?;
        }
        Ok(Self { point: sum(&points) })
    }

    /// The sum of multiples of signatures, as [`MultiPoint::mult`](crate::MultiPoint::mult) gives
    /// it; `sigs_groupcheck` checks the signatures before, as
    /// [`MultiPoint::validate`](crate::MultiPoint) does, which refuses infinity.
    ///
    /// # Errors
    /// `BLST_AGGR_TYPE_MISMATCH` for no signatures, and that of the check.
    ///
    /// # Panics
    /// If there are fewer bytes of factors than the signatures need.
    pub fn aggregate_with_randomness(
        sigs: &[Signature<P>],
        randomness: &[u8],
        nbits: usize,
        sigs_groupcheck: bool,
    ) -> Result<Self, BLST_ERROR> {
        let mut points: Vec<_> = sigs.iter().map(|signature| signature.point).collect();
        if points.is_empty() {
            return Err(BLST_AGGR_TYPE_MISMATCH);
        }
        if sigs_groupcheck {
            validate_all(&mut points)?;
        }
        Ok(Self { point: sum_of_multiples(&points, randomness, nbits) })
    }

    /// The sum of encoded signatures: each as [`Signature::sig_validate`] without the check for
    /// infinity, or without `sigs_groupcheck` as [`Signature::from_bytes`].
    ///
    /// # Errors
    /// `BLST_AGGR_TYPE_MISMATCH` for no signatures, and the reason of the first that is refused.
    pub fn aggregate_serialized(sigs: &[&[u8]], sigs_groupcheck: bool) -> Result<Self, BLST_ERROR> {
        let points = decode_in_order(sigs, sigs_groupcheck, false)?;
        Ok(Self { point: sum(&points) })
    }

    /// Adds another sum.
    pub fn add_aggregate(&mut self, agg_sig: &Self) {
        self.point.add(&agg_sig.point);
    }

    /// Adds a signature, whose subgroup `sig_groupcheck` checks before.
    ///
    /// # Errors
    /// `BLST_POINT_NOT_IN_GROUP`; then nothing was added.
    pub fn add_signature(
        &mut self,
        sig: &Signature<P>,
        sig_groupcheck: bool,
    ) -> Result<(), BLST_ERROR> {
        let mut point = sig.point;
        if sig_groupcheck {
            point.validate(false)?;
            point = point.marked();
        }
        self.point.add_affine(&point);
        Ok(())
    }

    /// Whether the sum is in the group.
    pub fn subgroup_check(&self) -> bool {
        self.point.is_inside()
    }
}

impl<P: Variant> fmt::Debug for AggregateSignature<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AggregateSignature").field("point", &self.point).finish()
    }
}
