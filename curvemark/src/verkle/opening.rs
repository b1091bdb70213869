//! That the vector of a commitment has a value at a point: an inner product argument for Σ fᵢbᵢ = y
//! with bᵢ = Lᵢ(z), where the verifier computes b itself.
//!
//! In each of eight rounds f, b and G are folded in halves by a challenge x, f ← f_L + x·f_R, b ←
//! b_L + x⁻¹·b_R, G ← G_L + x⁻¹·G_R, and C = Σ fᵢGᵢ + yQ becomes C + xL + x⁻¹R with L = Σ f_R·G_L +
//! (Σ f_R·b_L)Q and R = Σ f_L·G_R + (Σ f_L·b_R)Q. At the end there is one f, and C = f·(G + bQ).
//!
//! G is not folded here: with sᵢ the product of the x⁻¹ of all rounds in which i was in the right
//! half, the last G is Σ sᵢGᵢ, and what a round needs are sums over the points of the setup, which
//! has a table for them.

use core::array::from_fn;

use curve::bandersnatch::{Banderwagon, Scalar};
use curve::vectors::invert_batch_vartime;

use super::transcript::Transcript;
use super::{Error, Setup, WIDTH, inner_product, sum_of_multiples, vector};

/// Rounds of halving: 2^8 = 256.
const ROUNDS: usize = WIDTH.trailing_zeros() as usize;

/// Bytes of an encoded element or scalar.
const BYTES: usize = 32;

/// A proof that the vector of a commitment has a value at a point.
///
/// [Examples](super#examples).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    left: [Banderwagon; ROUNDS],
    right: [Banderwagon; ROUNDS],
    last: Scalar,
}

impl Opening {
    /// Bytes of a proof.
    pub const BYTES: usize = (2 * ROUNDS + 1) * BYTES;

    /// The eight L, the eight R, and the last scalar, little-endian.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut out = [0; Self::BYTES];
        let mut encodings = [[0; BYTES]; 2 * ROUNDS + 1];
        for (encoding, element) in encodings.iter_mut().zip(self.left.iter().chain(&self.right)) {
            *encoding = element.to_bytes();
        }
        encodings[2 * ROUNDS] = self.last.to_le_bytes();
        out.copy_from_slice(encodings.as_flattened());
        out
    }

    /// A proof from its bytes; it is checked for being one when it is verified.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Point`], [`Error::Scalar`].
    #[inline(never)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        if bytes.len() != Self::BYTES {
            return Err(Error::Length);
        }
        let mut elements = [Banderwagon::identity(); 2 * ROUNDS];
        let (encodings, last) = bytes.split_at(2 * ROUNDS * BYTES);
        for (element, encoding) in elements.iter_mut().zip(encodings.chunks(BYTES)) {
            *element = Banderwagon::from_bytes(encoding)?;
        }
        let last = Scalar::from_le_bytes(last)?;
        Ok(Self { left: from_fn(|i| elements[i]), right: from_fn(|i| elements[ROUNDS + i]), last })
    }
}

/// What both sides say first. Gives w, by which the generator becomes Q.
fn begin(
    transcript: &mut Transcript,
    commitment: &Banderwagon,
    point: &Scalar,
    value: &Scalar,
) -> Scalar {
    transcript.domain_separator(b"ipa");
    transcript.append_element(b"C", commitment);
    transcript.append_scalar(b"input point", point);
    transcript.append_scalar(b"output point", value);
    transcript.challenge(b"w")
}

/// x of a round.
fn round(transcript: &mut Transcript, left: &Banderwagon, right: &Banderwagon) -> Scalar {
    transcript.append_element(b"L", left);
    transcript.append_element(b"R", right);
    transcript.challenge(b"x")
}

/// The vector `a` folded by x: its first half plus x times its second.
fn fold(a: &mut [Scalar], x: &Scalar) {
    let (left, right) = a.split_at_mut(a.len() >> 1);
    for (left, right) in left.iter_mut().zip(right) {
        *left += &*right * x;
    }
}

impl Setup {
    /// f(z) and a proof of it, for the vector f of a commitment and any z. In time that depends on
    /// all of them. The caller answers for the commitment's being that of f.
    ///
    /// Cost: 16 sums over the 256 points.
    ///
    /// # Errors
    /// [`Error::Batch`] if there are not 256 values.
    #[inline(never)]
    pub fn open_vartime(
        &self,
        transcript: &mut Transcript,
        values: &[Scalar],
        commitment: &Banderwagon,
        point: &Scalar,
    ) -> Result<(Scalar, Opening), Error> {
        let (mut f, mut b) = (*vector(values)?, self.domain.lagrange(point));
        let value = inner_product(&f, &b);
        let w = begin(transcript, commitment, point, &value);
        let q = Banderwagon::generator().mul_vartime(&w);
        let mut s = [Scalar::one(); WIDTH];
        let (mut left, mut right) = ([q; ROUNDS], [q; ROUNDS]);
        let mut length = WIDTH;
        for (left, right) in left.iter_mut().zip(&mut right) {
            let half = length >> 1;
            let ([f_left, f_right], [b_left, b_right]) =
                ([&f[..half], &f[half..length]], [&b[..half], &b[half..length]]);
            // Which folded index a point of the setup belongs to, and whether that is on the right.
            let is_right = |i: usize| i & half != 0;
            let low = |i: usize| i & (half - 1);
            let zero = Scalar::zero();
            let of_left = from_fn(|i| if is_right(i) { zero } else { s[i] * f_right[low(i)] });
            let of_right = from_fn(|i| if is_right(i) { s[i] * f_left[low(i)] } else { zero });
            *left = self.commit(&of_left).add(&q.mul_vartime(&inner_product(f_right, b_left)));
            *right = self.commit(&of_right).add(&q.mul_vartime(&inner_product(f_left, b_right)));
            let x = round(transcript, left, right);
            let x_inverse = x.invert_vartime();
            fold(&mut f[..length], &x);
            fold(&mut b[..length], &x_inverse);
            let right = s.iter_mut().enumerate().filter(|(i, _)| is_right(*i));
            right.for_each(|(_, s)| *s *= &x_inverse);
            length = half;
        }
        Ok((value, Opening { left, right, last: f[0] }))
    }

    /// Whether an opening shows f(z) = y for the vector f of a commitment. In time that depends on
    /// all of them.
    ///
    /// Cost: a sum over the 256 points and one over 18 more.
    #[must_use]
    #[inline(never)]
    pub fn verify_opening_vartime(
        &self,
        transcript: &mut Transcript,
        commitment: &Banderwagon,
        point: &Scalar,
        value: &Scalar,
        proof: &Opening,
    ) -> bool {
        let w = begin(transcript, commitment, point, value);
        let rounds = proof.left.iter().zip(&proof.right);
        let mut challenges = [Scalar::zero(); ROUNDS];
        for (x, (left, right)) in challenges.iter_mut().zip(rounds) {
            *x = round(transcript, left, right);
        }
        // Chance one in 2^250; nothing could be folded back.
        if challenges.contains(&Scalar::zero()) {
            return false;
        }
        let mut inverses = challenges;
        invert_batch_vartime(&mut inverses);
        let mut s = [Scalar::one(); WIDTH];
        for (round, x_inverse) in inverses.iter().enumerate() {
            let half = WIDTH >> (round + 1);
            s.iter_mut()
                .enumerate()
                .filter(|(i, _)| i & half != 0)
                .for_each(|(_, s)| *s *= x_inverse);
        }
        let b = inner_product(&s, &self.domain.lagrange(point));
        // C + Σ (xL + x⁻¹R) + (y − f·b)Q = f·Σ sᵢGᵢ.
        s.iter_mut().for_each(|s| *s *= &proof.last);
        let mut elements = [*commitment; 2 * ROUNDS + 2];
        let mut scalars = [Scalar::one(); 2 * ROUNDS + 2];
        elements[1] = Banderwagon::generator();
        scalars[1] = (value - &(proof.last * b)) * w;
        elements[2..2 + ROUNDS].copy_from_slice(&proof.left);
        scalars[2..2 + ROUNDS].copy_from_slice(&challenges);
        elements[2 + ROUNDS..].copy_from_slice(&proof.right);
        scalars[2 + ROUNDS..].copy_from_slice(&inverses);
        sum_of_multiples(&elements, &scalars) == self.commit(&s)
    }
}
