//! Tiny and thin proofs: C. P. Schnorr's, that Y = xG and O = xI have one x, on the weighted sums
//! of both pairs.
//!
//! With the weight z, a hash of all points, Y + zO = x(G + zI) holds for other pairs with a chance
//! of 2^-128 (D. Chaum, T. P. Pedersen, "Wallet databases with observers", 1993, for two equations;
//! ePrint 2023/002 for their sum). R = k(G + zI), and s = k + cx for the challenge c.
//!
//! A tiny proof has c, and R follows; a thin one has R, and c follows.

use core::fmt;
use core::marker::PhantomData;

use curve::bandersnatch::{Point, Scalar};
use curve::edwards::Vartime;
use curve::scalar_mul::sum_of_few_vartime;
use zeroize::Zeroize;

use super::encoded::{Encoded, GENERATOR, mul_generator, parts, read_scalar};
use super::transcript::{Scheme, Transcript, short_scalar};
use super::{Error, Input, PreOutput, PublicKey, SecretKey, Suite};

/// A proof of 48 bytes: the challenge c and the response s.
///
/// [Examples](crate::bandersnatch_vrf#examples).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TinyProof<S: Suite> {
    c: [u8; 16],
    s: Scalar,
    suite: PhantomData<S>,
}

/// A proof of 64 bytes: the commitment R and the response s.
///
/// [Examples](crate::bandersnatch_vrf#examples).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ThinProof<S: Suite> {
    r: Encoded,
    s: Scalar,
    suite: PhantomData<S>,
}

impl<S: Suite> TinyProof<S> {
    /// Bytes of a proof.
    pub const BYTES: usize = 48;

    /// The proof of the bytes `c ‖ s`.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Scalar`].
    #[inline(never)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let (c, s) = bytes.split_first_chunk().ok_or(Error::Length)?;
        let [s] = parts(s)?;
        Ok(Self { c: *c, s: read_scalar(s)?, suite: PhantomData })
    }

    /// `c ‖ s`.
    pub fn to_bytes(&self) -> [u8; 48] {
        let mut out = [0; 48];
        let (c, s) = out.split_at_mut(16);
        c.copy_from_slice(&self.c);
        s.copy_from_slice(&self.s.to_le_bytes());
        out
    }
}

impl<S: Suite> ThinProof<S> {
    /// Bytes of a proof.
    pub const BYTES: usize = 64;

    /// The proof of the bytes `R ‖ s`. Cost: a square root and two Legendre symbols.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Scalar`], [`Error::Point`].
    #[inline(never)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let [r, s] = parts(bytes)?;
        let s = read_scalar(s)?;
        Ok(Self { r: Encoded::read(r).map_err(Error::Point)?, s, suite: PhantomData })
    }

    /// `R ‖ s`.
    pub fn to_bytes(&self) -> [u8; 64] {
        let mut out = [0; 64];
        let (r, s) = out.split_at_mut(32);
        r.copy_from_slice(&self.r.bytes);
        s.copy_from_slice(&self.s.to_le_bytes());
        out
    }
}

impl<S: Suite> fmt::Debug for TinyProof<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TinyProof(")?;
        self.to_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

impl<S: Suite> fmt::Debug for ThinProof<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ThinProof(")?;
        self.to_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

/// The transcript for both pairs.
fn transcript<S: Suite>(
    scheme: Scheme,
    key: &PublicKey<S>,
    input: &Input<S>,
    output: &PreOutput<S>,
    data: &[u8],
) -> Transcript {
    let pairs = [[&GENERATOR, &key.0.bytes], [&input.0.bytes, &output.0.bytes]];
    Transcript::of::<S>(scheme, &pairs, data)
}

impl<S: Suite> SecretKey<S> {
    /// The pre-output for an input, and its proof of 48 bytes, which binds `data` too: additional
    /// data, which may be empty. Deterministic, and constant-time.
    ///
    /// Cost: two multiplications of the input, one of the generator, two inversions.
    #[must_use]
    #[inline(never)]
    pub fn prove_tiny(&self, input: &Input<S>, data: &[u8]) -> (PreOutput<S>, TinyProof<S>) {
        let (output, _, c, s) = self.prove(Scheme::Tiny, input, data);
        (output, TinyProof { c, s, suite: PhantomData })
    }

    /// As [`SecretKey::prove_tiny`], with a proof of 64 bytes.
    #[must_use]
    #[inline(never)]
    pub fn prove_thin(&self, input: &Input<S>, data: &[u8]) -> (PreOutput<S>, ThinProof<S>) {
        let (output, r, _, s) = self.prove(Scheme::Thin, input, data);
        (output, ThinProof { r, s, suite: PhantomData })
    }

    /// O, R, c and s.
    fn prove(
        &self,
        scheme: Scheme,
        input: &Input<S>,
        data: &[u8],
    ) -> (PreOutput<S>, Encoded, [u8; 16], Scalar) {
        let output = PreOutput::of(input, &self.x);
        let transcript = transcript(scheme, &self.public, input, &output, data);
        let k = transcript.nonce(&self.x);
        // R = kG + kz·I.
        let weighted = &k * &transcript.weight();
        let mut terms = [mul_generator(k.expose()), input.0.point.mul(weighted.expose())];
        let r = Encoded::of(terms[0].add(&terms[1]));
        terms.zeroize();
        let c = transcript.challenge(&[&r.bytes]);
        let s = &k + &(&self.x * &short_scalar(&c));
        (output, r, c, *s.expose())
    }
}

impl<S: Suite> PublicKey<S> {
    /// The output for an input, 32 bytes, if the proof holds for its pre-output and for this
    /// additional data. In variable time.
    ///
    /// Cost: a sum of four multiples, where all scalars have 126 bits in two parts.
    ///
    /// # Errors
    /// [`Error::NotProved`].
    #[inline(never)]
    pub fn verify_tiny(
        &self,
        input: &Input<S>,
        output: &PreOutput<S>,
        data: &[u8],
        proof: &TinyProof<S>,
    ) -> Result<[u8; 32], Error> {
        let transcript = transcript(Scheme::Tiny, self, input, output, data);
        let r = self.commitment_vartime(input, output, &transcript, &proof.c, &proof.s);
        let c = transcript.challenge(&[&r.to_bytes_vartime()]);
        if c == proof.c { Ok(output.to_hash_unverified()) } else { Err(Error::NotProved) }
    }

    /// As [`PublicKey::verify_tiny`], of a proof of 64 bytes.
    ///
    /// # Errors
    /// [`Error::NotProved`].
    #[inline(never)]
    pub fn verify_thin(
        &self,
        input: &Input<S>,
        output: &PreOutput<S>,
        data: &[u8],
        proof: &ThinProof<S>,
    ) -> Result<[u8; 32], Error> {
        let transcript = transcript(Scheme::Thin, self, input, output, data);
        let c = transcript.clone().challenge(&[&proof.r.bytes]);
        let r = self.commitment_vartime(input, output, &transcript, &c, &proof.s);
        if r == proof.r.point { Ok(output.to_hash_unverified()) } else { Err(Error::NotProved) }
    }

    /// s(G + zI) − c(Y + zO).
    fn commitment_vartime(
        &self,
        input: &Input<S>,
        output: &PreOutput<S>,
        transcript: &Transcript,
        c: &[u8; 16],
        s: &Scalar,
    ) -> Point {
        let (minus_c, z) = (-&short_scalar(c), transcript.weight());
        let points = [Point::generator(), self.0.point, input.0.point, output.0.point];
        let factors = [s, &minus_c, &(s * &z), &(&minus_c * &z)];
        sum_of_few_vartime(&points.map(Vartime), factors).0
    }
}
