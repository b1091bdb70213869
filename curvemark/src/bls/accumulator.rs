//! Batch verification of a stream: sets come one by one, and the memory does not grow with them.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use curve::bls12_381::{Fr, MillerValue, final_exponentiation, miller_loop};
use curve::weierstrass::Projective;
use rand_core::CryptoRng;

use super::batch::{Batch, SignatureSet, Transcript, signature_pair, square_of_seed, verdict};
use super::suite::SignatureCurve;
use super::threads::Serial;
use super::{Error, PublicKey, Signature, Suite};

/// Sets that are worked off together: enough for lanes, and few enough to wait for.
const TOGETHER: usize = 64;

/// Signatures that are being verified together while they come in:
/// [`verify_sets`](super::verify_sets) without the list.
///
/// Holds 64 sets at most, with copies of their messages, and works them off when it is full. Sets
/// with one message share a pair within those 64.
///
/// ```
/// use curvemark::bls::Accumulator;
/// use curvemark::bls::min_pk::{Possession, SecretKey};
/// use getrandom::{SysRng, rand_core::UnwrapErr};
///
/// let secret = SecretKey::key_gen(&[7; 32], b"")?;
/// let mut sets = Accumulator::<Possession>::new();
/// for message in [b"one", b"two"] {
///     sets.add(&secret.public_key(), message, &secret.sign(message), &mut UnwrapErr(SysRng));
/// }
/// sets.finish()?;
/// # Ok::<(), curvemark::bls::Error>(())
/// ```
pub struct Accumulator<S: Suite> {
    /// x².
    square: Fr,
    /// Of all sets so far, and of what was drawn for each.
    transcript: Transcript,
    weights: Vec<Fr>,
    waiting: Vec<(PublicKey<S>, Range<usize>, Signature<S>)>,
    messages: Vec<u8>,
    /// The product of the pairs so far, but for those of signatures; none before the first.
    product: Option<MillerValue>,
    signatures: Projective<SignatureCurve<S>>,
}

impl<S: Suite> Default for Accumulator<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Suite> Accumulator<S> {
    /// Without sets.
    pub fn new() -> Self {
        Self {
            square: square_of_seed(),
            transcript: Transcript::new::<S>(b"curvemark-bls-accumulator-v1"),
            weights: Vec::new(),
            waiting: Vec::new(),
            messages: Vec::new(),
            product: None,
            signatures: Projective::identity(),
        }
    }

    /// Adds a set, with a weight that nobody can foresee: a hash of what is drawn, of this set and
    /// of all before. Each 64th call takes the time of all.
    pub fn add<R: CryptoRng + ?Sized>(
        &mut self,
        key: &PublicKey<S>,
        message: &[u8],
        signature: &Signature<S>,
        rng: &mut R,
    ) {
        let start = self.messages.len();
        self.messages.extend_from_slice(message);
        self.waiting.push((*key, start..self.messages.len(), *signature));
        self.transcript.absorb_drawn(&mut { rng });
        self.transcript.absorb_set(&SignatureSet { key: *key, message, signature: *signature });
        self.weights.push(self.transcript.clone().weight(&self.square));
        if self.waiting.len() == TOGETHER {
            self.work_off();
        }
    }

    /// Takes over the sets of another, such as that of another thread.
    #[inline(never)]
    pub fn merge(&mut self, mut other: Self) {
        other.work_off();
        self.work_off();
        self.take(other.product, &other.signatures);
    }

    /// Whether all signatures are valid; with the same chance of error as
    /// [`verify_sets`](super::verify_sets).
    ///
    /// # Errors
    /// [`Error::NotSigned`] if one is not; which one is not known any more. [`Error::Empty`] if
    /// there was none.
    #[inline(never)]
    pub fn finish(mut self) -> Result<(), Error> {
        self.work_off();
        let product = self.product.take().ok_or(Error::Empty)?;
        let signatures = miller_loop(&mut [signature_pair::<S>(&self.signatures)]);
        verdict(final_exponentiation(&product.mul(&signatures)).is_identity())
    }

    #[inline(never)]
    fn work_off(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        let set = |(key, message, signature): (_, Range<usize>, _)| SignatureSet {
            key,
            message: &self.messages[message],
            signature,
        };
        let sets: Vec<_> = self.waiting.drain(..).map(set).collect();
        let (batch, signatures) = Batch::new::<Serial>(&sets, core::mem::take(&mut self.weights));
        let value = miller_loop(&mut batch.pairs::<Serial>(0..sets.len()));
        self.messages.clear();
        self.take(Some(value), &signatures);
    }

    fn take(&mut self, value: Option<MillerValue>, signatures: &Projective<SignatureCurve<S>>) {
        self.product = match (self.product.take(), value) {
            (Some(product), Some(value)) => Some(product.mul(&value)),
            (one, other) => one.or(other),
        };
        self.signatures = self.signatures.add(signatures);
    }
}

impl<S: Suite> fmt::Debug for Accumulator<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Accumulator").field("waiting", &self.waiting.len()).finish_non_exhaustive()
    }
}
