//! Pedersen's form, PedVRF of ePrint 2023/002, §4: in place of the key Y = xG the proof has a
//! commitment Yb = xG + bB to it (T. P. Pedersen, 1991), and shows that the x in there is that of
//! the pre-output O = xI.
//!
//! R = kG + lB and Ok = kI for nonces k and l; s = k + cx and sb = l + cb for the challenge c.

use core::fmt;
use core::marker::PhantomData;

use curve::bandersnatch::{Point, Scalar, SecretScalar};
use curve::edwards::Vartime;
use curve::scalar_mul::{sum_of_few_vartime, sum_of_two_vartime};
use subtle::ConstantTimeEq;
use zeroize::Zeroize;

use super::encoded::{Encoded, mul_generator, parts, read_scalar};
use super::transcript::{Scheme, Transcript, short_scalar};
use super::{Error, Input, PreOutput, PublicKey, SecretKey, Suite};

/// A proof of 160 bytes: the commitment Yb to the key, R, Ok, and the responses s and sb.
///
/// [Examples](crate::bandersnatch_vrf#examples).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PedersenProof<S: Suite> {
    commitment: Encoded,
    r: Encoded,
    ok: Encoded,
    s: Scalar,
    sb: Scalar,
    suite: PhantomData<S>,
}

impl<S: Suite> fmt::Debug for PedersenProof<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PedersenProof(")?;
        self.to_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

/// The transcript for the pair, and for the commitment.
fn transcript<S: Suite>(input: &Input<S>, output: &PreOutput<S>, data: &[u8]) -> Transcript {
    Transcript::of::<S>(Scheme::Pedersen, &[[&input.0.bytes, &output.0.bytes]], data)
}

/// kG + bB, or P + bB for the multiple P = kG. Constant-time.
fn blinded<S: Suite>(mut multiple: Point, b: &SecretScalar) -> Encoded {
    let mut other = S::blinding_base().mul(b.expose());
    let sum = Encoded::of(multiple.add(&other));
    multiple.zeroize();
    other.zeroize();
    sum
}

impl<S: Suite> SecretKey<S> {
    /// The pre-output for an input, its proof of 160 bytes, which binds `data` too: additional
    /// data, which may be empty; and the blinding of the key. Deterministic, and constant-time.
    ///
    /// The blinding tells whose proof it is: see [`PedersenProof::is_of`]. It is another one for
    /// every input and data.
    ///
    /// Cost: two multiplications of the input, two of the base of blindings, one of the generator,
    /// four inversions.
    #[must_use]
    #[inline(never)]
    pub fn prove_pedersen(
        &self,
        input: &Input<S>,
        data: &[u8],
    ) -> (PreOutput<S>, PedersenProof<S>, SecretScalar) {
        let output = PreOutput::of(input, &self.x);
        let mut transcript = transcript(input, &output, data);
        let blinding = transcript.blinding(&self.x);
        let commitment = blinded::<S>(self.public.0.point, &blinding);
        transcript.absorb(&commitment.bytes);
        let (k, l) = (transcript.nonce(&self.x), transcript.nonce(&blinding));
        let r = blinded::<S>(mul_generator(k.expose()), &l);
        let ok = Encoded::of(input.0.point.mul(k.expose()));
        let c = short_scalar(&transcript.challenge(&[&r.bytes, &ok.bytes]));
        let (s, sb) = (&k + &(&self.x * &c), &l + &(&blinding * &c));
        let (s, sb) = (*s.expose(), *sb.expose());
        (output, PedersenProof { commitment, r, ok, s, sb, suite: PhantomData }, blinding)
    }
}

impl<S: Suite> PedersenProof<S> {
    /// Bytes of a proof.
    pub const BYTES: usize = 160;

    /// The proof of the bytes `Yb ‖ R ‖ Ok ‖ s ‖ sb`. Cost: three square roots and six Legendre
    /// symbols.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Scalar`], [`Error::Point`].
    #[inline(never)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let [commitment, r, ok, s, sb] = parts(bytes)?;
        let (s, sb) = (read_scalar(s)?, read_scalar(sb)?);
        let commitment = Encoded::read_not_identity(commitment).map_err(Error::Point)?;
        let [r, ok] = [r, ok].map(|bytes| Encoded::read(bytes).map_err(Error::Point));
        Ok(Self { commitment, r: r?, ok: ok?, s, sb, suite: PhantomData })
    }

    /// `Yb ‖ R ‖ Ok ‖ s ‖ sb`.
    pub fn to_bytes(&self) -> [u8; 160] {
        let mut out = [0; 160];
        let [s, sb] = [&self.s, &self.sb].map(Scalar::to_le_bytes);
        let parts = [self.commitment.bytes, self.r.bytes, self.ok.bytes, s, sb];
        out.copy_from_slice(parts.as_flattened());
        out
    }

    /// The bytes of the commitment Yb to the key.
    pub const fn key_commitment(&self) -> [u8; 32] {
        self.commitment.bytes
    }

    /// The output for an input, 32 bytes, if the proof holds for its pre-output and for this
    /// additional data, by whichever key. In variable time.
    ///
    /// Cost: a sum of two and one of three multiples.
    ///
    /// # Errors
    /// [`Error::NotProved`].
    #[inline(never)]
    pub fn verify(
        &self,
        input: &Input<S>,
        output: &PreOutput<S>,
        data: &[u8],
    ) -> Result<[u8; 32], Error> {
        let mut transcript = transcript(input, output, data);
        transcript.absorb(&self.commitment.bytes);
        let c = short_scalar(&transcript.challenge(&[&self.r.bytes, &self.ok.bytes]));
        let (minus_c, pair) = (-&c, [input.0.point, output.0.point].map(Vartime));
        // sI − cO.
        if sum_of_two_vartime(&pair, [&self.s, &minus_c]).0 != self.ok.point {
            return Err(Error::NotProved);
        }
        let bases = [Point::generator(), S::blinding_base(), self.commitment.point].map(Vartime);
        // sG + sb·B − cYb.
        if sum_of_few_vartime(&bases, [&self.s, &self.sb, &minus_c]).0 != self.r.point {
            return Err(Error::NotProved);
        }
        Ok(output.to_hash_unverified())
    }

    /// Whether the commitment is to this key, with this blinding. Constant-time in both. It says
    /// nothing of whether the proof holds.
    #[must_use]
    #[inline(never)]
    pub fn is_of(&self, key: &PublicKey<S>, blinding: &SecretScalar) -> bool {
        let opened = blinded::<S>(key.0.point, blinding);
        opened.bytes.ct_eq(&self.commitment.bytes).into()
    }
}
