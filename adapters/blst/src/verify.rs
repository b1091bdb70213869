//! Verification: of one signature, of a sum, and of many at once.
//!
//! Pairs are those of [`curvemark::bls`], with minus the generator next to the signature. Of many
//! sets ∏ e(wᵢ·Kᵢ, H(mᵢ)) · e(−g, Σ wᵢ·σᵢ) is computed, with the factors on the side of G1, where
//! multiplications are cheaper; sets that share the point of G2 share a pair.

use curvemark::bls12_381::{Fr, Pair};
use curvemark::curve::hash_to_curve::{Message, Xmd, hash_to_curve};
use curvemark::curve::weierstrass::{Affine, Projective};
use curvemark::hash::Sha256;

use crate::points::{
    AffinePoint, Curve, Variant, affine, all_affine, all_inside, multiple, settled, sum_by_bits,
};
use crate::scalar::reduced;
use crate::threads::{hash_to_curve_batch, msm_runs_vartime, msm_vartime, product_is_one};

/// The point of the group for a message.
pub(crate) fn hash<C: Curve>(message: &(impl Message + ?Sized), dst: &[u8]) -> Projective<C> {
    hash_to_curve::<C, Xmd<Sha256>>(&(), message, dst)
}

/// The points of the group for messages.
fn hashes<C: Curve>(messages: &[&[u8]], dst: &[u8]) -> Vec<Affine<C>> {
    let mut points = vec![Projective::identity(); messages.len()];
    settled(hash_to_curve_batch::<C, Xmd<Sha256>>(&(), messages, dst, &mut points));
    all_affine(&points)
}

/// e(−g, σ).
fn signature_pair<P: Variant>(signature: &Affine<P::Signature>) -> Pair<'static> {
    P::pair(&Affine::generator().neg(), signature)
}

/// Whether a signature is that of one key, which is not at infinity.
pub(crate) fn one<P: Variant>(
    signature: &AffinePoint<P::Signature>,
    message: &(impl Message + ?Sized),
    dst: &[u8],
    key: &AffinePoint<P::Key>,
) -> bool {
    let hash = hash::<P::Signature>(message, dst).to_affine_vartime();
    product_is_one(&mut [signature_pair::<P>(&signature.point), P::pair(&key.point, &hash)])
}

/// Whether a signature is the sum of one of each key on its own message; the flags ask to check
/// keys and signature.
pub(crate) fn sum<P: Variant>(
    signature: &AffinePoint<P::Signature>,
    messages: &[&[u8]],
    dst: &[u8],
    keys: &[AffinePoint<P::Key>],
    [check_keys, check_signature]: [bool; 2],
) -> bool {
    if keys.is_empty()
        || messages.len() != keys.len()
        || keys.iter().any(AffinePoint::is_infinity)
        || (check_keys && !all_inside(keys.iter()))
        || (check_signature && !signature.is_inside())
    {
        return false;
    }
    let hashes = hashes::<P::Signature>(messages, dst);
    let mut pairs: Vec<_> =
        keys.iter().zip(&hashes).map(|(key, hash)| P::pair(&key.point, hash)).collect();
    pairs.push(signature_pair::<P>(&signature.point));
    product_is_one(&mut pairs)
}

/// Signatures with their keys, messages and factors: as many of each, one at least.
pub(crate) struct Sets<'a, P: Variant> {
    pub(crate) keys: Vec<AffinePoint<P::Key>>,
    pub(crate) messages: &'a [&'a [u8]],
    pub(crate) dst: &'a [u8],
    pub(crate) signatures: Vec<AffinePoint<P::Signature>>,
    pub(crate) factors: Vec<[u64; 4]>,
}

impl<P: Variant> Sets<'_, P> {
    /// Whether all sets with factors are valid; the flags ask to check keys and signatures.
    ///
    /// Keys are checked without a flag too, unless they are known to be in the group: with one that
    /// is outside, the verdict follows from the formulas of the whole curve. For signatures those
    /// cost no more, so they are checked only if a flag says so.
    pub(crate) fn verify(&self, check_keys: bool, check_signatures: bool) -> bool {
        if self.keys.iter().any(AffinePoint::is_infinity) {
            return false;
        }
        let keys_inside = all_inside(self.keys.iter());
        if (check_keys && !keys_inside) || (check_signatures && !all_inside(self.signatures.iter()))
        {
            return false;
        }
        let factors: Vec<Fr> = self.factors.iter().map(reduced).collect();
        let mut pairs =
            if keys_inside { self.pairs_of_group(&factors) } else { self.pairs_of_curve() };
        let signatures_inside =
            check_signatures || self.signatures.iter().all(|signature| signature.checked);
        let sum = if signatures_inside {
            let points: Vec<_> = self.signatures.iter().map(|signature| signature.point).collect();
            settled(msm_vartime(&points, &factors)).to_affine_vartime()
        } else {
            affine(&sum_by_bits(&self.signatures, &self.factors))
        };
        pairs.push(signature_pair::<P>(&sum));
        product_is_one(&mut pairs)
    }

    /// The pairs of keys that are all in the group.
    fn pairs_of_group(&self, factors: &[Fr]) -> Vec<Pair<'static>> {
        let keys: Vec<_> = self.keys.iter().map(|key| key.point).collect();
        if P::KEYS_IN_G1 {
            let shared = Runs::new(self.messages);
            let messages: Vec<_> = shared.first.iter().map(|&i| self.messages[i]).collect();
            let hashes = hashes::<P::Signature>(&messages, self.dst);
            let sums = shared.sums(&keys, factors);
            sums.iter().zip(&hashes).map(|(key, hash)| P::pair(key, hash)).collect()
        } else {
            let encodings: Vec<_> = keys.iter().map(|key| key.to_bytes()).collect();
            let encodings: Vec<_> = encodings.iter().map(AsRef::as_ref).collect();
            let shared = Runs::new(&encodings);
            let hashes = hashes::<P::Signature>(self.messages, self.dst);
            let sums = shared.sums(&hashes, factors);
            shared.first.iter().zip(&sums).map(|(&i, hash)| P::pair(&keys[i], hash)).collect()
        }
    }

    /// The pairs of any keys: without endomorphisms, and nothing shared, since the pairing is not
    /// bilinear outside of the group.
    fn pairs_of_curve(&self) -> Vec<Pair<'static>> {
        let hashes = hashes::<P::Signature>(self.messages, self.dst);
        let items = self.keys.iter().zip(&hashes).zip(&self.factors);
        items
            .map(|((key, hash), factor)| {
                if P::KEYS_IN_G1 {
                    P::pair(&affine(&multiple(key, factor)), hash)
                } else {
                    P::pair(&key.point, &affine(&multiple(&AffinePoint::inside(*hash), factor)))
                }
            })
            .collect()
    }
}

/// Items in an order in which equal ones are next to each other.
struct Runs {
    order: Vec<usize>,
    /// How many are equal, one number after the other.
    lengths: Vec<usize>,
    /// An item of each run.
    first: Vec<usize>,
}

impl Runs {
    fn new(items: &[&[u8]]) -> Self {
        let mut order: Vec<usize> = (0..items.len()).collect();
        order.sort_unstable_by_key(|&i| items[i]);
        let (first, lengths) = order
            .chunk_by(|&a, &b| items[a] == items[b])
            .map(|equal| (equal[0], equal.len()))
            .unzip();
        Self { order, lengths, first }
    }

    /// The sum of multiples of each run.
    fn sums<C: Curve>(&self, points: &[Affine<C>], factors: &[Fr]) -> Vec<Affine<C>> {
        let points: Vec<_> = self.order.iter().map(|&i| points[i]).collect();
        let factors: Vec<_> = self.order.iter().map(|&i| factors[i]).collect();
        all_affine(&settled(msm_runs_vartime(&points, &factors, &self.lengths)))
    }
}
