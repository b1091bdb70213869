//! Many signatures at once: whether all are valid, and which are not.
//!
//! A set (K, m, σ) is valid if E = e(K, H(m))·e(−g, σ) is one. n sets are all valid but for a
//! chance of 2^-125 if ∏ Eᵢ^wᵢ is one for weights wᵢ that whoever made the sets could not foresee:
//! E lies in a group of prime order, so for any choice of the other weights at most one value of wᵢ
//! hides an Eᵢ that is not one (M. Bellare, J. A. Garay, T. Rabin, "Fast batch verification for
//! modular exponentiation and digital signatures", EUROCRYPT 1998). By bilinearity that is one
//! product of pairings,
//!
//! ∏ e(Σ wᵢ·Kᵢ over the sets with one message, H(m)) · e(−g, Σ wᵢ·σᵢ),
//!
//! of as many pairs as there are distinct messages, and one. Where there are fewer distinct keys it
//! is Σ wᵢ·H(mᵢ) over the sets with one key.
//!
//! A weight is a + b·x² with a, b < 2^63, of which x² is what the endomorphism of G1 multiplies by
//! and the square of that of G2's: 126 bits of chance that cost 63 doublings in either group. They
//! are never zero, so that a set on its own is judged without error.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::ops::Range;

use curve::bls12_381::{Fr, Gt, Pair, X, final_exponentiation, miller_loop};
use curve::error::BatchError;
use curve::weierstrass::{Affine, Projective};
use rand_core::CryptoRng;
use sha2::{Digest, Sha256};
use subtle::Choice;

use super::suite::{KeyCurve, Parameters, Scheme, Side, SignatureCurve};
use super::threads::{Message, Serial, Threads};
use super::{AggregateKey, AggregateSignature, Error, PublicKey, Signature, Suite};

/// A signature with the key and the message that it shall be of.
///
/// For an aggregate on one message the key is the sum of its keys:
/// [`AggregatePublicKey::to_public_key`](super::AggregatePublicKey::to_public_key).
///
/// [Example](crate::bls).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SignatureSet<'a, S: Suite> {
    /// Whose signature.
    pub key: PublicKey<S>,
    /// On what.
    pub message: &'a [u8],
    /// The signature.
    pub signature: Signature<S>,
}

impl<S: Suite> fmt::Debug for SignatureSet<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SignatureSet")
            .field("key", &self.key)
            .field("message", &self.message)
            .field("signature", &self.signature)
            .finish()
    }
}

/// Whether all of several signatures are valid. Variable-time; all is public. The verdict does not
/// depend on their order.
///
/// If all are valid the verdict is certain; a batch with any that are not passes with probability
/// 2^-125 at most, if `rng` cannot be foreseen. The weights are hashes of what is drawn and of all
/// sets: if `rng` can be foreseen, as good a bound as [`verify_sets_deterministic`] has is left.
///
/// Cost, for n sets with m distinct messages: m hashes to the curve, n multiplications of keys by
/// weights of twice 63 bits, one sum of n such multiples of signatures, a Miller loop over m + 1
/// pairs, one final exponentiation. Hashes, multiplications and pairs go eight at a time on vectors
/// where the CPU has them.
///
/// [Example](crate::bls).
///
/// # Errors
/// [`Error::NotSigned`] if one is not valid, [`find_invalid_sets`] says which; [`Error::Empty`] for
/// no sets.
pub fn verify_sets<S: Suite, R: CryptoRng + ?Sized>(
    sets: &[SignatureSet<'_, S>],
    rng: &mut R,
) -> Result<(), Error> {
    verify_on::<S, Serial>(sets, drawn(sets, &mut { rng }))
}

/// As [`verify_sets`], with weights that are hashed from all of the sets instead of drawn: for
/// verifiers without randomness, and for those who must agree on every verdict.
///
/// The weights follow from SHA-256 of every key, message and signature, so that whoever changes any
/// changes them all: a forger tries 2^125 batches for one that passes, each at the cost of hashing
/// it. That is why weights have 126 bits, not the 64 that would do for drawn ones.
///
/// [Example](crate::bls).
///
/// # Errors
/// As there.
#[inline(never)]
pub fn verify_sets_deterministic<S: Suite>(sets: &[SignatureSet<'_, S>]) -> Result<(), Error> {
    verify_on::<S, Serial>(sets, hashed(sets))
}

/// Which of several signatures are not valid: their indices, in ascending order, none if all are
/// valid.
///
/// A set that is not valid is missed with a chance of n·2^-124 at most; none that is valid is
/// named. Half of the products are quotients of others, so a fault of the computer in one can name
/// a valid set: whoever punishes for a set verifies it by itself first.
///
/// Cost: [`verify_sets`], and for one bad set of n not more than log₂ n further products of
/// pairings, over n/2, n/4, … sets; the product of the other half is a division. If all are bad
/// there are n − 1 of them, over n·log₂(n)/2 sets together.
///
/// [Example](crate::bls).
///
/// # Errors
/// [`Error::Empty`] for no sets.
pub fn find_invalid_sets<S: Suite, R: CryptoRng + ?Sized>(
    sets: &[SignatureSet<'_, S>],
    rng: &mut R,
) -> Result<Vec<usize>, Error> {
    find_on::<S, Serial>(sets, drawn(sets, &mut { rng }))
}

impl<S: Suite> AggregateSignature<S> {
    /// Whether this is the sum of a signature of each key on the message beside it: AggregateVerify
    /// of draft-irtf-cfrg-bls-signature-05, §3.1.1, §3.2.3 or §2.9 with keys whose possession is
    /// proved, as the suite has it.
    ///
    /// Keys that add up to the identity are not refused: see [`Error::KeysCancel`].
    ///
    /// Variable-time; all is public. Cost, with m distinct messages: m hashes to the curve, a
    /// Miller loop over m + 1 pairs, a final exponentiation.
    ///
    /// # Errors
    /// [`Error::NotSigned`] if it is not; [`Error::Empty`] for no keys, [`Error::LengthMismatch`]
    /// if there are not as many messages; [`Error::RepeatedMessage`] if messages of the basic
    /// scheme are equal.
    pub fn aggregate_verify<M: AsRef<[u8]>>(
        &self,
        keys: &[AggregateKey<S>],
        messages: &[M],
    ) -> Result<(), Error> {
        if keys.is_empty() {
            return Err(Error::Empty);
        }
        if keys.len() != messages.len() {
            return Err(Error::LengthMismatch);
        }
        let items: Vec<_> = keys
            .iter()
            .zip(messages)
            .map(|(key, message)| (key.as_ref(), message.as_ref()))
            .collect();
        self.aggregate_verify_items(&items)
    }

    #[inline(never)]
    fn aggregate_verify_items(&self, items: &[(&PublicKey<S>, &[u8])]) -> Result<(), Error> {
        let messages = Hashed::<S>::new::<Serial>(items);
        if S::Scheme::DISTINCT && messages.points.len() < items.len() {
            return Err(Error::RepeatedMessage);
        }
        let mut sums: Vec<Projective<KeyCurve<S>>> =
            alloc::vec![Projective::identity(); messages.points.len()];
        for ((key, _), number) in items.iter().zip(&messages.numbers) {
            sums[*number] = sums[*number].add_mixed(key.as_point());
        }
        let mut pairs: Vec<_> = affine(&sums)
            .iter()
            .zip(&messages.points)
            .map(|(k, h)| S::Parameters::pair(k, h))
            .collect();
        pairs.push(signature_pair::<S>(&self.to_signature().as_point().to_projective()));
        verdict(final_exponentiation(&Serial::miller_loop(&mut pairs)).is_identity())
    }
}

/// [`verify_sets`] with weights, on threads.
#[inline(never)]
pub(super) fn verify_on<S: Suite, T: Threads>(
    sets: &[SignatureSet<'_, S>],
    weights: Vec<Fr>,
) -> Result<(), Error> {
    match sets {
        [] => Err(Error::Empty),
        [set] => set.key.verify(set.message, &set.signature),
        _ => {
            let (batch, signatures) = Batch::new::<T>(sets, weights);
            verdict(batch.value::<T>(0..sets.len(), &signatures).is_identity())
        }
    }
}

/// [`find_invalid_sets`] with weights, on threads.
#[inline(never)]
pub(super) fn find_on<S: Suite, T: Threads>(
    sets: &[SignatureSet<'_, S>],
    weights: Vec<Fr>,
) -> Result<Vec<usize>, Error> {
    if sets.is_empty() {
        return Err(Error::Empty);
    }
    let (batch, signatures) = Batch::new::<T>(sets, weights);
    Ok(batch.invalid::<T>(&batch.value::<T>(0..sets.len(), &signatures)))
}

/// [`find_on`] for sets on one message, the weighted sum of whose keys somebody else has.
pub(super) fn find_with<S: Suite>(
    sets: &[SignatureSet<'_, S>],
    weights: Vec<Fr>,
    keys: &Affine<KeyCurve<S>>,
) -> Vec<usize> {
    let (batch, signatures) = Batch::new::<Serial>(sets, weights);
    let hash = S::Parameters::pair(keys, &batch.messages.points[0]);
    let pairs = &mut [hash, signature_pair::<S>(&signatures)];
    batch.invalid::<Serial>(&final_exponentiation(&miller_loop(pairs)))
}

/// The bad sets of a range whose product is not one: of its two halves one product is computed, the
/// other follows.
fn bisect(
    range: Range<usize>,
    product: &Gt,
    value: &mut impl FnMut(Range<usize>) -> Gt,
    bad: &mut Vec<usize>,
) {
    if range.len() == 1 {
        bad.push(range.start);
        return;
    }
    let middle = range.start + (range.len() >> 1);
    let lower = value(range.start..middle);
    let upper = product * &lower.invert();
    if !is_one(&lower) {
        bisect(range.start..middle, &lower, value, bad);
    }
    if !is_one(&upper) {
        bisect(middle..range.end, &upper, value, bad);
    }
}

fn is_one(value: &Gt) -> bool {
    value.is_identity().into()
}

pub(super) fn verdict(holds: Choice) -> Result<(), Error> {
    if bool::from(holds) { Ok(()) } else { Err(Error::NotSigned) }
}

/// SHA-256 of parts, each with its length before it.
#[derive(Clone)]
pub(super) struct Transcript(Sha256);

impl Transcript {
    /// For a use, under the DST of a suite.
    pub(super) fn new<S: Suite>(label: &[u8]) -> Self {
        let mut out = Self(Sha256::new());
        [label, S::DST].into_iter().for_each(|part| out.absorb(part));
        out
    }

    pub(super) fn absorb(&mut self, part: &[u8]) {
        self.0.update((part.len() as u64).to_be_bytes());
        self.0.update(part);
    }

    pub(super) fn absorb_set<S: Suite>(&mut self, set: &SignatureSet<'_, S>) {
        self.absorb(set.key.to_bytes().as_ref());
        self.absorb(set.message);
        self.absorb(set.signature.to_bytes().as_ref());
    }

    /// 32 bytes of a generator.
    pub(super) fn absorb_drawn(&mut self, rng: &mut dyn CryptoRng) {
        let mut drawn = [0; 32];
        rng.fill_bytes(&mut drawn);
        self.absorb(&drawn);
    }

    /// The weight that this transcript alone gives.
    pub(super) fn weight(self, square: &Fr) -> Fr {
        weight(square, half(self.0.finalize().into()))
    }

    /// A weight for each of these sets.
    fn weights<S: Suite>(mut self, sets: &[SignatureSet<'_, S>]) -> Vec<Fr> {
        sets.iter().for_each(|set| self.absorb_set(set));
        let (seed, square) = (self.0.finalize(), square_of_seed());
        let digest = |index: u64| {
            Sha256::new().chain_update(seed).chain_update(index.to_be_bytes()).finalize().into()
        };
        (0..sets.len() as u64).map(|index| weight(&square, half(digest(index)))).collect()
    }
}

/// Weights that nobody can foresee, and that follow from all of the sets.
#[inline(never)]
pub(super) fn drawn<S: Suite>(sets: &[SignatureSet<'_, S>], rng: &mut dyn CryptoRng) -> Vec<Fr> {
    let mut transcript = Transcript::new::<S>(b"curvemark-bls-verify-sets-drawn-v1");
    transcript.absorb_drawn(rng);
    transcript.weights(sets)
}

/// Weights that follow from all of the sets.
#[inline(never)]
pub(super) fn hashed<S: Suite>(sets: &[SignatureSet<'_, S>]) -> Vec<Fr> {
    Transcript::new::<S>(b"curvemark-bls-verify-sets-v1").weights(sets)
}

/// x².
pub(crate) fn square_of_seed() -> Fr {
    &Fr::from(X) * &Fr::from(X)
}

/// As much of a digest as a weight takes.
fn half(digest: [u8; 32]) -> [u8; 16] {
    core::array::from_fn(|i| digest[i])
}

/// a + b·x² from random bytes, a and b having 63 bits; 1 for zero.
pub(crate) fn weight(square: &Fr, bytes: [u8; 16]) -> Fr {
    let bits = u128::from_le_bytes(bytes);
    let (a, b) = (bits as u64 >> 1, (bits >> 65) as u64);
    if a | b == 0 {
        return Fr::one();
    }
    &Fr::from(a) + &(&Fr::from(b) * square)
}

/// Sorts indices. One function for all that is compared, since each copy has 6 KB in WebAssembly; a
/// comparison costs nothing beside the pairings that follow.
#[inline(never)]
fn sort(order: &mut [usize], compare: &mut dyn FnMut(&usize, &usize) -> Ordering) {
    order.sort_unstable_by(compare);
}

/// Numbers from zero on for items, equal ones for equal items, and an item of each number.
fn numbered<K: Ord>(count: usize, item: impl Fn(usize) -> K) -> (Vec<usize>, Vec<usize>) {
    let mut order: Vec<usize> = (0..count).collect();
    sort(&mut order, &mut |&a, &b| item(a).cmp(&item(b)));
    let (mut numbers, mut first) = (alloc::vec![0; count], Vec::new());
    for equal in order.chunk_by(|&a, &b| item(a) == item(b)) {
        for &index in equal {
            numbers[index] = first.len();
        }
        first.push(equal[0]);
    }
    (numbers, first)
}

/// Affine coordinates of points.
pub(super) fn affine<C: Side>(points: &[Projective<C>]) -> Vec<Affine<C>> {
    let mut out = alloc::vec![Affine::identity(); points.len()];
    settled(Projective::batch_to_affine(points, &mut out));
    out
}

/// The value of a batch function that is given lists of one length.
pub(super) fn settled<T>(result: Result<T, BatchError>) -> T {
    result.unwrap_or_else(|_| unreachable!("the lists are of one length, and not empty"))
}

/// e(−g, σ).
pub(super) fn signature_pair<S: Suite>(signature: &Projective<SignatureCurve<S>>) -> Pair<'static> {
    S::Parameters::pair(&Affine::generator().neg(), &signature.to_affine())
}

/// The points of messages, each distinct one hashed once.
struct Hashed<S: Suite> {
    /// Which point each item has.
    numbers: Vec<usize>,
    points: Vec<Affine<SignatureCurve<S>>>,
}

impl<S: Suite> Hashed<S> {
    /// Of keys and messages, one at least.
    fn new<T: Threads>(items: &[(&PublicKey<S>, &[u8])]) -> Self {
        let keys: Vec<_> = if S::Scheme::AUGMENTS {
            items.iter().map(|(key, _)| key.to_bytes()).collect()
        } else {
            Vec::new()
        };
        let message =
            |i: usize| -> Message<'_> { [keys.get(i).map_or(&[], AsRef::as_ref), items[i].1] };
        let (numbers, first) = numbered(items.len(), message);
        let messages: Vec<_> = first.into_iter().map(message).collect();
        let mut points = alloc::vec![Projective::identity(); messages.len()];
        settled(T::hashes(&messages, S::DST, &mut points));
        Self { numbers, points: affine(&points) }
    }
}

/// Sets with their weights and the points of their messages.
pub(super) struct Batch<S: Suite> {
    keys: Vec<Affine<KeyCurve<S>>>,
    signatures: Vec<Affine<SignatureCurve<S>>>,
    weights: Vec<Fr>,
    messages: Hashed<S>,
    /// Which key each set has, where sets with one key have a pair together; else those with one
    /// message have.
    by_key: Option<Vec<usize>>,
}

impl<S: Suite> Batch<S> {
    /// One set at least, and as many weights; with it the weighted sum of the signatures.
    pub(super) fn new<T: Threads>(
        sets: &[SignatureSet<'_, S>],
        weights: Vec<Fr>,
    ) -> (Self, Projective<SignatureCurve<S>>) {
        let signatures: Vec<_> = sets.iter().map(|set| *set.signature.as_point()).collect();
        let items: Vec<_> = sets.iter().map(|set| (&set.key, set.message)).collect();
        let (sum, messages) = T::both(
            sets.len(),
            || settled(T::sum_of_multiples(&signatures, &weights)),
            || Hashed::<S>::new::<T>(&items),
        );
        let by_key = numbers_of_keys(sets, messages.points.len());
        let keys = sets.iter().map(|set| *set.key.as_point()).collect();
        (Self { keys, signatures, weights, messages, by_key }, sum)
    }

    /// Σ wᵢ·σᵢ over a range of sets.
    fn signatures<T: Threads>(&self, range: Range<usize>) -> Projective<SignatureCurve<S>> {
        settled(T::sum_of_multiples(&self.signatures[range.clone()], &self.weights[range]))
    }

    /// The pairs of a range of sets, but for that of their signatures.
    pub(super) fn pairs<T: Threads>(&self, range: Range<usize>) -> Vec<Pair<'static>> {
        let hashes = &self.messages;
        match &self.by_key {
            None => weighted::<_, T>(range, &hashes.numbers, &self.weights, |i| self.keys[i])
                .map(|(i, sum)| S::Parameters::pair(&sum, &hashes.points[hashes.numbers[i]]))
                .collect(),
            Some(numbers) => weighted::<_, T>(range, numbers, &self.weights, |i| {
                hashes.points[hashes.numbers[i]]
            })
            .map(|(i, sum)| S::Parameters::pair(&self.keys[i], &sum))
            .collect(),
        }
    }

    /// The sets that are not valid, given the product of all.
    fn invalid<T: Threads>(&self, all: &Gt) -> Vec<usize> {
        let mut bad = Vec::new();
        if !is_one(all) {
            let mut value =
                |range: Range<usize>| self.value::<T>(range.clone(), &self.signatures::<T>(range));
            bisect(0..self.weights.len(), all, &mut value, &mut bad);
        }
        bad
    }

    /// ∏ Eᵢ^wᵢ over a range of sets, given the weighted sum of their signatures.
    pub(super) fn value<T: Threads>(
        &self,
        range: Range<usize>,
        signatures: &Projective<SignatureCurve<S>>,
    ) -> Gt {
        let mut pairs = self.pairs::<T>(range);
        pairs.push(signature_pair::<S>(signatures));
        final_exponentiation(&T::miller_loop(&mut pairs))
    }
}

/// How many multiplications by weights in G2 instead of G1 a pair fewer is worth. Microseconds
/// each, in lanes and on ADX: a pair 57 and 178, a multiplication in G1 9 and 40, in G2 26 and 100.
const MULTIPLICATIONS_FOR_A_PAIR: usize = 3;

/// The keys' numbers, if pairs shall be by key: where that makes enough fewer of them than messages
/// do.
fn numbers_of_keys<S: Suite>(sets: &[SignatureSet<'_, S>], messages: usize) -> Option<Vec<usize>> {
    if messages == 1 {
        return None;
    }
    let encodings: Vec<_> = sets.iter().map(|set| set.key.to_bytes()).collect();
    let (numbers, first) = numbered(sets.len(), |i| encodings[i].as_ref());
    let keys = first.len();
    // By message the keys are multiplied, by key the hashes: one of the two is in G1.
    let by_key = if S::Parameters::KEYS_IN_G1 {
        messages.saturating_sub(keys) * MULTIPLICATIONS_FOR_A_PAIR > sets.len()
    } else {
        keys.saturating_sub(messages) * MULTIPLICATIONS_FOR_A_PAIR <= sets.len()
    };
    by_key.then_some(numbers)
}

/// For each number in a range Σ wᵢ·Pᵢ over the items that have it, with one of these items.
fn weighted<C: Side, T: Threads>(
    range: Range<usize>,
    numbers: &[usize],
    weights: &[Fr],
    point: impl Fn(usize) -> Affine<C>,
) -> impl Iterator<Item = (usize, Affine<C>)> {
    let mut order: Vec<usize> = range.collect();
    sort(&mut order, &mut |&a, &b| numbers[a].cmp(&numbers[b]));
    let (items, runs): (Vec<_>, Vec<_>) = order
        .chunk_by(|&a, &b| numbers[a] == numbers[b])
        .map(|equal| (equal[0], equal.len()))
        .unzip();
    let points: Vec<_> = order.iter().map(|&i| point(i)).collect();
    let weights: Vec<_> = order.iter().map(|&i| weights[i]).collect();
    let sums = settled(T::sums_of_runs(&points, &weights, &runs));
    items.into_iter().zip(affine(&sums))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bls::{SecretKey, min_pk};

    type Set<'a> = SignatureSet<'a, min_pk::Possession>;

    fn messages(count: u8) -> Vec<[u8; 1]> {
        (0..count).map(|i| [i]).collect()
    }

    fn sets(messages: &[[u8; 1]]) -> Vec<Set<'_>> {
        let sign = |message: &[u8; 1]| {
            let secret = SecretKey::key_gen(&[message[0]; 32], &[]).expect("enough material");
            (secret.public_key(), secret.sign(message))
        };
        messages
            .iter()
            .map(|m| (sign(m), m))
            .map(|((key, signature), message)| Set { key, message, signature })
            .collect()
    }

    /// The bad sets, and how many products of pairings were computed to find them.
    fn search(sets: &[Set<'_>]) -> (Vec<usize>, usize) {
        let (batch, signatures) = Batch::new::<Serial>(sets, hashed(sets));
        let mut count = 1;
        let all = batch.value::<Serial>(0..sets.len(), &signatures);
        let mut bad = Vec::new();
        if !is_one(&all) {
            let mut value = |range: Range<usize>| {
                count += 1;
                batch.value::<Serial>(range.clone(), &batch.signatures::<Serial>(range))
            };
            bisect(0..sets.len(), &all, &mut value, &mut bad);
        }
        (bad, count)
    }

    #[test]
    fn one_bad_set_costs_a_product_for_each_bisection() {
        let messages = messages(180);
        let good = sets(&messages);
        assert_eq!(search(&good), (Vec::new(), 1));
        for place in [0, 1, 89, 90, 178, 179] {
            let mut sets = good.clone();
            sets[place].signature = good[(place + 1).min(178)].signature;
            if place == 178 {
                sets[place].signature = good[0].signature;
            }
            let (bad, products) = search(&sets);
            assert_eq!(bad, [place]);
            // ⌈log₂ 180⌉ = 8, and the first; the bound that was asked for is 2·log₂ 180 = 15.
            assert!(products <= 9, "{products} products for a bad set at {place}");
        }
    }

    #[test]
    fn all_bad_sets_are_named() {
        let messages = messages(9);
        let mut sets = sets(&messages);
        let last = sets[8].signature;
        for i in (1..9).rev() {
            sets[i].signature = sets[i - 1].signature;
        }
        sets[0].signature = last;
        assert_eq!(search(&sets), ((0..9).collect(), 9));
    }

    #[test]
    fn weights_have_two_halves() {
        let square = square_of_seed();
        assert_eq!(weight(&square, [0; 16]), Fr::one());
        // 2^64 − 1 loses its lowest bit.
        let mut bytes = [0xff; 16];
        bytes[8..].fill(0);
        assert_eq!(weight(&square, bytes), Fr::from((1u64 << 63) - 1));
        let most = &Fr::from((1u64 << 63) - 1) * &(&square + &Fr::one());
        assert_eq!(weight(&square, [0xff; 16]), most);
    }
}
