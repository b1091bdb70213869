//! A verification that is fed step by step.

use core::any::Any;

use curvemark::bls::suite::{MinPk, MinSig};
use curvemark::bls12_381::{G1Affine, G2Affine, MillerValue, Pair};
use curvemark::curve::hash_to_curve::{Xmd, encode_to_curve};
use curvemark::curve::weierstrass::{Affine, CurvePoint, Projective};
use curvemark::hash::Sha256;

use crate::points::{AffinePoint, Curve, ProjectivePoint, Variant, affine, multiple};
use crate::scalar::factor;
use crate::threads::miller_loop;
use crate::verify::hash;
use crate::{BLST_ERROR, blst_fp12, blst_p1, blst_p1_affine, blst_p2, blst_p2_affine};
use BLST_ERROR::*;

/// A product of pairings that keys, messages and signatures are put into one by one, with the
/// domain separation tag that they all have.
///
/// Put the pairs in with [`Pairing::aggregate`] or [`Pairing::mul_n_aggregate`], then call
/// [`Pairing::commit`], then [`Pairing::finalverify`]. Contexts of several threads come together by
/// [`Pairing::merge`].
///
/// [Example](crate#example).
#[derive(Debug)]
pub struct Pairing<'p> {
    hash_or_encode: bool,
    dst: &'p [u8],
    /// The sum of signatures, by the group that it is in.
    sum: Sum,
    /// Whether there was a signature that is not at infinity.
    signed: bool,
    /// Pairs of which the Miller loop is still to be run.
    pairs: Vec<Pair<'static>>,
    /// The product of the Miller loops so far.
    product: Option<MillerValue>,
}

#[derive(Clone, Copy, Debug)]
enum Sum {
    Unknown,
    OfMinPk(blst_p2),
    OfMinSig(blst_p1),
}

/// A variant as a context keeps it.
trait Kept: Variant {
    /// The sum of signatures; none if the context is of the other variant.
    fn sum(sum: &mut Sum) -> Option<&mut ProjectivePoint<Self::Signature>>;
}

impl Kept for MinPk {
    fn sum(sum: &mut Sum) -> Option<&mut blst_p2> {
        if let Sum::Unknown = sum {
            *sum = Sum::OfMinPk(blst_p2::default());
        }
        if let Sum::OfMinPk(sum) = sum { Some(sum) } else { None }
    }
}

impl Kept for MinSig {
    fn sum(sum: &mut Sum) -> Option<&mut blst_p1> {
        if let Sum::Unknown = sum {
            *sum = Sum::OfMinSig(blst_p1::default());
        }
        if let Sum::OfMinSig(sum) = sum { Some(sum) } else { None }
    }
}

/// What is put into a context.
struct Item<'a, P: Variant> {
    key: &'a AffinePoint<P::Key>,
    check_key: bool,
    signature: Option<&'a AffinePoint<P::Signature>>,
    check_signature: bool,
    factor: Option<[u64; 4]>,
    message: [&'a [u8]; 2],
}

impl<'p> Pairing<'p> {
    /// An empty context. `hash_or_encode` says how messages become points: by hash_to_curve of RFC
    /// 9380 (`_RO_`), or else by encode_to_curve (`_NU_`).
    pub fn new(hash_or_encode: bool, dst: &'p [u8]) -> Self {
        Self {
            hash_or_encode,
            dst,
            sum: Sum::Unknown,
            signed: false,
            pairs: Vec::new(),
            product: None,
        }
    }

    /// Makes this an empty context, as [`Pairing::new`] does.
    pub fn init(&mut self, hash_or_encode: bool, dst: &'p [u8]) {
        *self = Self::new(hash_or_encode, dst);
    }

    /// Puts in a key with its message, `aug` before it, and a signature.
    ///
    /// `pk` is a [`blst_p1_affine`], then `sig` may be a [`blst_p2_affine`], or the other way
    /// round; a `sig` of any other type is none. The flags ask for checks of the subgroup. A
    /// signature at infinity is passed over.
    ///
    /// Returns `BLST_SUCCESS`; `BLST_AGGR_TYPE_MISMATCH` if the context holds the other variant or
    /// `pk` has another type; `BLST_POINT_NOT_IN_GROUP` for the signature; `BLST_PK_IS_INFINITY`
    /// and `BLST_POINT_NOT_IN_GROUP` for the key, when the signature has been added. In this order.
    pub fn aggregate(
        &mut self,
        pk: &dyn Any,
        pk_validate: bool,
        sig: &dyn Any,
        sig_groupcheck: bool,
        msg: &[u8],
        aug: &[u8],
    ) -> BLST_ERROR {
        self.put_any(pk, pk_validate, sig, sig_groupcheck, None, [aug, msg])
    }

    /// As [`Pairing::aggregate`] with both sides multiplied by the lowest `nbits` bits of a factor,
    /// least significant byte first; no bits stand for the factor one.
    ///
    /// Returns what [`Pairing::aggregate`] returns, and before that `BLST_BAD_SCALAR` if the factor
    /// has fewer than `nbits` bits, or `nbits` is above 256.
    #[allow(clippy::too_many_arguments)] // They are blst's.
    pub fn mul_n_aggregate(
        &mut self,
        pk: &dyn Any,
        pk_validate: bool,
        sig: &dyn Any,
        sig_groupcheck: bool,
        scalar: &[u8],
        nbits: usize,
        msg: &[u8],
        aug: &[u8],
    ) -> BLST_ERROR {
        if nbits > 256 || scalar.len() < nbits.div_ceil(8) {
            return BLST_BAD_SCALAR;
        }
        let factor = (nbits > 0).then(|| factor(scalar, nbits));
        self.put_any(pk, pk_validate, sig, sig_groupcheck, factor, [aug, msg])
    }

    fn put_any(
        &mut self,
        key: &dyn Any,
        check_key: bool,
        signature: &dyn Any,
        check_signature: bool,
        factor: Option<[u64; 4]>,
        message: [&[u8]; 2],
    ) -> BLST_ERROR {
        if let Some(key) = key.downcast_ref::<blst_p1_affine>() {
            let signature = signature.downcast_ref();
            self.put::<MinPk>(Item { key, check_key, signature, check_signature, factor, message })
        } else if let Some(key) = key.downcast_ref::<blst_p2_affine>() {
            let signature = signature.downcast_ref();
            self.put::<MinSig>(Item { key, check_key, signature, check_signature, factor, message })
        } else {
            BLST_AGGR_TYPE_MISMATCH
        }
    }

    fn put<P: Kept>(&mut self, item: Item<'_, P>) -> BLST_ERROR {
        let Some(sum) = P::sum(&mut self.sum) else {
            return BLST_AGGR_TYPE_MISMATCH;
        };
        if let Some(signature) = item.signature.filter(|signature| !signature.is_infinity()) {
            if item.check_signature && !signature.is_inside() {
                return BLST_POINT_NOT_IN_GROUP;
            }
            sum.add_affine(&times(signature, item.factor));
            self.signed = true;
        }
        if let Err(reason) = item.key.validate(true)
            && (item.check_key || reason == BLST_PK_IS_INFINITY)
        {
            return reason;
        }
        let hash = AffinePoint::inside(self.hash::<P::Signature>(&item.message).to_affine());
        // In G1, where multiplications are cheaper.
        let pair = if P::KEYS_IN_G1 {
            P::pair(&times(item.key, item.factor).point, &hash.point)
        } else {
            P::pair(&item.key.point, &times(&hash, item.factor).point)
        };
        self.pairs.push(pair);
        BLST_SUCCESS
    }

    fn hash<C: Curve>(&self, message: &[&[u8]]) -> Projective<C> {
        if self.hash_or_encode {
            hash(message, self.dst)
        } else {
            encode_to_curve::<C, Xmd<Sha256>>(&(), message, self.dst)
        }
    }

    /// Sets `gtsig` to the Miller loop over a signature, a [`blst_p1_affine`] or a
    /// [`blst_p2_affine`], and the generator of the other group: what [`Pairing::finalverify`]
    /// takes.
    ///
    /// # Panics
    /// If `sig` has another type.
    pub fn aggregated(gtsig: &mut blst_fp12, sig: &dyn Any) {
        *gtsig = if let Some(point) = sig.downcast_ref::<blst_p1_affine>() {
            blst_fp12::miller_loop(&blst_p2_affine::inside(G2Affine::generator()), point)
        } else if let Some(point) = sig.downcast_ref::<blst_p2_affine>() {
            blst_fp12::miller_loop(point, &blst_p1_affine::inside(G1Affine::generator()))
        } else {
            panic!("a signature is a blst_p1_affine or a blst_p2_affine")
        };
    }

    /// Runs the Miller loop over what was put in: to be called once, when nothing more comes.
    pub fn commit(&mut self) {
        if !self.pairs.is_empty() {
            let value = miller_loop(&mut self.pairs);
            self.pairs.clear();
            self.product = Some(self.product.map_or(value, |product| product.mul(&value)));
        }
    }

    /// Puts in what another context holds. Both must have been committed.
    ///
    /// Returns `BLST_SUCCESS`, or `BLST_AGGR_TYPE_MISMATCH` if they are of different variants or
    /// one was not committed.
    pub fn merge(&mut self, ctx1: &Self) -> BLST_ERROR {
        if !self.pairs.is_empty() || !ctx1.pairs.is_empty() {
            return BLST_AGGR_TYPE_MISMATCH;
        }
        match (&mut self.sum, &ctx1.sum) {
            (Sum::OfMinPk(sum), Sum::OfMinPk(other)) => sum.add(other),
            (Sum::OfMinSig(sum), Sum::OfMinSig(other)) => sum.add(other),
            (_, Sum::Unknown) => {}
            (sum @ Sum::Unknown, other) => *sum = *other,
            _ => return BLST_AGGR_TYPE_MISMATCH,
        }
        self.signed |= ctx1.signed;
        if let Some(value) = &ctx1.product {
            self.product = Some(self.product.map_or(*value, |product| product.mul(value)));
        }
        BLST_SUCCESS
    }

    /// Whether the signatures are those of the keys on the messages: the signatures that were put
    /// in, or those of `gtsig`. False if nothing was committed.
    pub fn finalverify(&self, gtsig: Option<&blst_fp12>) -> bool {
        let Some(value) = self.product else {
            return false;
        };
        let mut own = blst_fp12::default();
        match self.sum {
            Sum::OfMinPk(sum) if self.signed => Self::aggregated(&mut own, &sum.to_affine()),
            Sum::OfMinSig(sum) if self.signed => Self::aggregated(&mut own, &sum.to_affine()),
            _ => {}
        }
        blst_fp12::finalverify(gtsig.unwrap_or(&own), &blst_fp12 { value })
    }

    /// Puts in a pair of points.
    pub fn raw_aggregate(&mut self, q: &blst_p2_affine, p: &blst_p1_affine) {
        if !(q.is_infinity() && p.is_infinity()) {
            self.pairs.push(Pair::from_points(&p.point, &q.point));
        }
    }

    /// Runs the Miller loop over what was put in, as [`Pairing::commit`] does, and gives the
    /// product; one if there is none.
    pub fn as_fp12(&mut self) -> blst_fp12 {
        self.commit();
        self.product.map_or_else(blst_fp12::default, |value| blst_fp12 { value })
    }
}

/// A multiple of a point, by the formulas of the whole curve unless it is known to be in the group.
fn times<C: Curve>(point: &AffinePoint<C>, factor: Option<[u64; 4]>) -> AffinePoint<C> {
    let Some(factor) = factor else {
        return *point;
    };
    if point.checked {
        let product = point.point.mul_vartime(&crate::scalar::reduced(&factor));
        return AffinePoint::inside(product.to_affine_vartime());
    }
    let product: CurvePoint<C> = multiple(point, &factor);
    let point: Affine<C> = affine(&product);
    AffinePoint { point, checked: false }
}
