//! Instant stand-ins of signatures and hash functions, **without any security**: whoever knows a
//! public key can sign.
//!
//! They answer one question: is cryptography the bottleneck of a host system? Put them in the place
//! of the real types; what the system gains is all that faster cryptography could ever give it.
//! Then let them take as long as this library, or another one, takes ([`InsecureDelays`]), and see
//! which of the operations the system feels.
//!
//! The module exists only under `--cfg curvemark_insecure_dummy`, and with the features `std` and
//! `traits`. No feature turns it on, since features of one crate are turned on by others; naming
//! its types is a compile error everywhere else:
//!
//! ```sh
//! RUSTFLAGS='--cfg curvemark_insecure_dummy' cargo bench
//! ```
//!
//! What they keep of the real ones is behaviour: a signature holds for its key and its message
//! alone (unless somebody means to forge one), so that paths for bad signatures are taken as
//! before; keys and signatures have bytes, of lengths that are parameters; a digest depends on
//! every byte, and not on how they come.
//!
//! ```
//! use std::time::Duration;
//!
//! use curvemark::insecure_dummy::{InsecureDelays, InsecureHash256, InsecureSigningKey};
//! use digest::Digest;
//! use signature::{Signer, Verifier};
//!
//! /// What a host system does with any scheme.
//! fn admit<S>(key: &impl Verifier<S>, message: &[u8], signature: &S) -> bool {
//!     key.verify(message, signature).is_ok()
//! }
//!
//! // As instant as it gets.
//! let key = InsecureSigningKey::<32, 64>::from_seed(&[7; 32]);
//! let signature = key.sign(b"a message");
//! assert!(admit(&key.verifying_key(), b"a message", &signature));
//! assert!(!admit(&key.verifying_key(), b"another", &signature));
//!
//! // As slow as BLS: a verification takes half a millisecond of this thread's time, one of a batch a tenth of that.
//! InsecureDelays {
//!     verify: Duration::from_micros(500),
//!     item: Duration::from_micros(50),
//!     ..InsecureDelays::default()
//! }
//! .set();
//! assert!(admit(&key.verifying_key(), b"a message", &signature));
//!
//! let digest: [u8; 32] = InsecureHash256::digest(b"a message").into();
//! # assert_ne!(digest, [0; 32]);
//! ```

use core::fmt;
use core::hint::spin_loop;
use core::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use digest::array::ArraySize;
use digest::block_api::BlockSizeUser;
use digest::consts::{U32, U64};
use digest::{FixedOutput, FixedOutputReset, HashMarker, Output, OutputSizeUser, Reset, Update};
use signature::hazmat::{PrehashSigner, PrehashVerifier};
use signature::{Keypair, SignatureEncoding, Signer, Verifier};

/// How long operations take besides the time that they take anyway, which is some nanoseconds and
/// one more for eight bytes or so of message.
///
/// One setting for the whole process, zero at first. A delay is spent computing nothing on the
/// caller's thread, as cryptography would keep it busy; not asleep.
///
/// [Example](crate::insecure_dummy).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InsecureDelays {
    /// Of a signature.
    pub sign: Duration,
    /// Of a verification.
    pub verify: Duration,
    /// Of each signature in [`insecure_verify_each`].
    pub item: Duration,
    /// Of a digest, whatever the length of the message.
    pub hash: Duration,
}

/// Nanoseconds, in the order of the fields.
static DELAYS: [AtomicU64; 4] = [const { AtomicU64::new(0) }; 4];

const SIGN: usize = 0;
const VERIFY: usize = 1;
const ITEM: usize = 2;
const HASH: usize = 3;

impl InsecureDelays {
    /// From now on, for every thread. More than 584 years are as many.
    pub fn set(self) {
        for (delay, duration) in DELAYS.iter().zip([self.sign, self.verify, self.item, self.hash]) {
            delay.store(u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
        }
    }

    /// What is set now.
    pub fn get() -> Self {
        let [sign, verify, item, hash] = [SIGN, VERIFY, ITEM, HASH]
            .map(|which| Duration::from_nanos(DELAYS[which].load(Ordering::Relaxed)));
        Self { sign, verify, item, hash }
    }
}

/// Spends the time of `times` such operations.
fn spend(which: usize, times: usize) {
    // The clock is not read for nothing.
    let delay = DELAYS[which].load(Ordering::Relaxed);
    if delay == 0 {
        return;
    }
    let delay = Duration::from_nanos(delay.saturating_mul(times as u64));
    let start = Instant::now();
    while start.elapsed() < delay {
        spin_loop();
    }
}

/// Why bytes are not acceptable ([`InsecureError::NotSigned`] excepted, which is the verdict).
///
/// [Example](crate::insecure_dummy).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsecureError {
    /// A key or a signature of another length.
    Length,
    /// The lists are not of one length.
    LengthMismatch,
    /// There is nothing in the batch.
    Empty,
    /// The verdict: this is not what the key signs the message with.
    NotSigned,
}

impl fmt::Display for InsecureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "a key or a signature has another length",
            Self::LengthMismatch => "the lists differ in length",
            Self::Empty => "there is nothing in the list",
            Self::NotSigned => "the signature is not valid for this key and message",
        })
    }
}

impl core::error::Error for InsecureError {}

/// Eight bytes at a time into eight: every bit of the input matters, and nothing else is promised.
#[derive(Clone, Debug)]
struct Mixer {
    state: u64,
    /// The bytes after the last eight.
    rest: [u8; 8],
    length: u64,
}

impl Mixer {
    const fn new() -> Self {
        Self { state: 0x9e37_79b9_7f4a_7c15, rest: [0; 8], length: 0 }
    }

    fn mix(&mut self, word: [u8; 8]) {
        // An odd factor and a rotation lose nothing.
        self.state = (self.state ^ u64::from_le_bytes(word))
            .wrapping_mul(0xd6e8_feb8_6659_fd93)
            .rotate_left(29);
    }

    fn update(&mut self, mut bytes: &[u8]) {
        let waiting = (self.length & 7) as usize;
        self.length = self.length.wrapping_add(bytes.len() as u64);
        if waiting > 0 {
            let (head, tail) = bytes.split_at(bytes.len().min(8 - waiting));
            self.rest[waiting..waiting + head.len()].copy_from_slice(head);
            if waiting + head.len() < 8 {
                return;
            }
            self.mix(self.rest);
            bytes = tail;
        }
        let (words, tail) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.mix(*word));
        self.rest[..tail.len()].copy_from_slice(tail);
    }

    /// As many bytes as are asked for.
    fn finish(mut self, out: &mut [u8]) {
        let waiting = (self.length & 7) as usize;
        self.rest[waiting..].fill(0);
        self.mix(self.rest);
        self.mix(self.length.to_le_bytes());
        for piece in out.chunks_mut(8) {
            self.mix([1; 8]);
            // What is high must reach what is low.
            let word = (self.state ^ self.state >> 32).to_le_bytes();
            piece.copy_from_slice(&word[..piece.len()]);
        }
    }
}

/// What stands for the signature of a key on a message.
fn stamp<const S: usize>(key: &[u8], message: &[u8]) -> InsecureSignature<S> {
    let mut mixer = Mixer::new();
    mixer.update(&(key.len() as u64).to_le_bytes());
    mixer.update(key);
    mixer.update(message);
    let mut out = [0; S];
    mixer.finish(&mut out);
    InsecureSignature(out)
}

/// A signature of S bytes that anybody can make.
///
/// [Example](crate::insecure_dummy).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InsecureSignature<const S: usize>([u8; S]);

impl<const S: usize> InsecureSignature<S> {
    /// Any S bytes are a signature, of something.
    ///
    /// # Errors
    /// [`InsecureError::Length`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, InsecureError> {
        bytes.try_into().map(Self).map_err(|_| InsecureError::Length)
    }
}

impl<const S: usize> TryFrom<&[u8]> for InsecureSignature<S> {
    type Error = InsecureError;

    fn try_from(bytes: &[u8]) -> Result<Self, InsecureError> {
        Self::from_bytes(bytes)
    }
}

impl<const S: usize> From<InsecureSignature<S>> for [u8; S] {
    fn from(signature: InsecureSignature<S>) -> Self {
        signature.0
    }
}

impl<const S: usize> SignatureEncoding for InsecureSignature<S> {
    type Repr = [u8; S];
}

/// A key pair that keeps no secret: public keys of K bytes, signatures of S.
///
/// [Example](crate::insecure_dummy).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InsecureSigningKey<const K: usize, const S: usize>(InsecureVerifyingKey<K, S>);

impl<const K: usize, const S: usize> InsecureSigningKey<K, S> {
    /// The key of a seed of any length.
    pub fn from_seed(seed: &[u8]) -> Self {
        let mut key = [0; K];
        let mut mixer = Mixer::new();
        mixer.update(seed);
        mixer.finish(&mut key);
        Self(InsecureVerifyingKey(key))
    }

    /// Its public key.
    pub const fn verifying_key(&self) -> InsecureVerifyingKey<K, S> {
        self.0
    }
}

impl<const K: usize, const S: usize> Keypair for InsecureSigningKey<K, S> {
    type VerifyingKey = InsecureVerifyingKey<K, S>;

    fn verifying_key(&self) -> Self::VerifyingKey {
        self.0
    }
}

impl<const K: usize, const S: usize> Signer<InsecureSignature<S>> for InsecureSigningKey<K, S> {
    fn try_sign(&self, message: &[u8]) -> Result<InsecureSignature<S>, signature::Error> {
        spend(SIGN, 1);
        Ok(stamp(&self.0.0, message))
    }
}

impl<const K: usize, const S: usize> PrehashSigner<InsecureSignature<S>>
    for InsecureSigningKey<K, S>
{
    fn sign_prehash(&self, prehash: &[u8]) -> Result<InsecureSignature<S>, signature::Error> {
        self.try_sign(prehash)
    }
}

/// A public key of K bytes, which is all that it takes to sign.
///
/// [Example](crate::insecure_dummy).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InsecureVerifyingKey<const K: usize, const S: usize>([u8; K]);

impl<const K: usize, const S: usize> InsecureVerifyingKey<K, S> {
    /// Any K bytes are a key.
    ///
    /// # Errors
    /// [`InsecureError::Length`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, InsecureError> {
        bytes.try_into().map(Self).map_err(|_| InsecureError::Length)
    }

    /// Its bytes.
    pub const fn to_bytes(self) -> [u8; K] {
        self.0
    }

    fn check(&self, message: &[u8], signature: &InsecureSignature<S>) -> Result<(), InsecureError> {
        if stamp::<S>(&self.0, message) == *signature {
            Ok(())
        } else {
            Err(InsecureError::NotSigned)
        }
    }
}

impl<const K: usize, const S: usize> Verifier<InsecureSignature<S>> for InsecureVerifyingKey<K, S> {
    fn verify(
        &self,
        message: &[u8],
        signature: &InsecureSignature<S>,
    ) -> Result<(), signature::Error> {
        spend(VERIFY, 1);
        self.check(message, signature).map_err(|_| signature::Error::new())
    }
}

impl<const K: usize, const S: usize> PrehashVerifier<InsecureSignature<S>>
    for InsecureVerifyingKey<K, S>
{
    fn verify_prehash(
        &self,
        prehash: &[u8],
        signature: &InsecureSignature<S>,
    ) -> Result<(), signature::Error> {
        self.verify(prehash, signature)
    }
}

/// A verdict on each signature, by its key on its message, as the functions `verify_each` of the
/// real schemes give it.
///
/// [Example](crate::insecure_dummy).
///
/// # Errors
/// [`InsecureError::Empty`]; [`InsecureError::LengthMismatch`] if the lists are not of one length.
/// No verdict is written then.
pub fn insecure_verify_each<const K: usize, const S: usize>(
    keys: &[InsecureVerifyingKey<K, S>],
    messages: &[impl AsRef<[u8]>],
    signatures: &[InsecureSignature<S>],
    verdicts: &mut [Result<(), InsecureError>],
) -> Result<(), InsecureError> {
    if [keys.len(), messages.len(), signatures.len()] != [verdicts.len(); 3] {
        return Err(InsecureError::LengthMismatch);
    }
    if verdicts.is_empty() {
        return Err(InsecureError::Empty);
    }
    spend(ITEM, verdicts.len());
    for (((key, message), signature), verdict) in
        keys.iter().zip(messages).zip(signatures).zip(verdicts)
    {
        *verdict = key.check(message.as_ref(), signature);
    }
    Ok(())
}

/// [`InsecureHash`] with digests of 32 bytes.
///
/// [Example](crate::insecure_dummy).
pub type InsecureHash256 = InsecureHash<U32>;

/// [`InsecureHash`] with digests of 64 bytes.
///
/// [Example](crate::insecure_dummy).
pub type InsecureHash512 = InsecureHash<U64>;

/// A hash function that hides nothing and whose collisions are easy, with digests of as many bytes.
///
/// [Example](crate::insecure_dummy).
#[derive(Clone, Debug)]
pub struct InsecureHash<Size: ArraySize> {
    mixer: Mixer,
    size: core::marker::PhantomData<Size>,
}

impl<Size: ArraySize> Default for InsecureHash<Size> {
    fn default() -> Self {
        Self { mixer: Mixer::new(), size: core::marker::PhantomData }
    }
}

impl<Size: ArraySize> HashMarker for InsecureHash<Size> {}

impl<Size: ArraySize> OutputSizeUser for InsecureHash<Size> {
    type OutputSize = Size;
}

/// So that HMAC takes it.
impl<Size: ArraySize> BlockSizeUser for InsecureHash<Size> {
    type BlockSize = U64;
}

impl<Size: ArraySize> Update for InsecureHash<Size> {
    fn update(&mut self, data: &[u8]) {
        self.mixer.update(data);
    }
}

impl<Size: ArraySize> FixedOutput for InsecureHash<Size> {
    fn finalize_into(self, out: &mut Output<Self>) {
        spend(HASH, 1);
        self.mixer.finish(out);
    }
}

impl<Size: ArraySize> Reset for InsecureHash<Size> {
    fn reset(&mut self) {
        *self = Self::default();
    }
}

impl<Size: ArraySize> FixedOutputReset for InsecureHash<Size> {
    fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
        core::mem::take(self).finalize_into(out);
    }
}
