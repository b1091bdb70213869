//! Signing in a session, and adding up what was signed.

use curve::scalar_mul::lincomb_vartime;
use curve::secp256k1::{AffinePoint, Fr};
use sha2::Digest;
use zeroize::Zeroizing;

use super::{AggregateKey, AggregateNonce, Error, PublicKey, PublicNonce, SecretNonce, SigningKey};
use crate::schnorr::hash::challenge;
use crate::schnorr::{Signature, tagged_hash};

/// What one signer adds to the signature.
///
/// [Example](crate::schnorr::musig).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialSignature(Fr);

impl PartialSignature {
    /// The partial signature of 32 big-endian bytes.
    ///
    /// # Errors
    /// [`Error::Partial`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Fr::from_be_bytes(bytes).map(Self).map_err(Error::Partial)
    }

    /// 32 big-endian bytes.
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0.to_be_bytes()
    }
}

/// Keys, nonces and a message: what all signers must agree on. All of it is public.
///
/// [Example](crate::schnorr::musig).
#[derive(Clone, Copy, Debug)]
pub struct Session<'a> {
    key: AggregateKey<'a>,
    /// The factor of the second nonce points.
    b: Fr,
    /// x of the signature's nonce point, and whether its y is even.
    r: [u8; 32],
    even: bool,
    /// The challenge.
    e: Fr,
}

impl<'a> Session<'a> {
    /// The session of an aggregate of keys, the sum of the nonces of their holders, and a message
    /// of any length. In variable time.
    ///
    /// Cost: a multiplication of a point, and an inversion.
    pub fn new(key: &AggregateKey<'a>, nonce: &AggregateNonce, message: &[u8]) -> Self {
        let hash =
            tagged_hash(b"MuSig/noncecoef").chain_update(nonce.to_bytes()).chain_update(key.x);
        let b = Fr::from_uniform_bytes(&hash.chain_update(message).finalize());
        let [one, other] = &nonce.points;
        let sum = other.mul_vartime(&b).add_mixed(one).to_affine_vartime();
        // If the nonces cancel, a signer was not honest: the signature will not verify, and that of
        // whom is found by its parts.
        let point = if bool::from(sum.is_identity()) { AffinePoint::generator() } else { sum };
        let r = point.to_x_only().unwrap_or_else(|_| unreachable!("no identity"));
        Self {
            key: *key,
            b,
            r,
            even: bool::from(point.has_even_y()),
            e: challenge(&r, &key.x, message),
        }
    }

    /// k₁ + b·k₂, or minus that, as the parity of the nonce point wants it, plus the challenge
    /// times the key. Constant-time; the nonce is used up, whatever comes out.
    ///
    /// A fault in the computation may tell the key: who fears faults calls
    /// [`Session::verify_partial`] before sending.
    ///
    /// # Errors
    /// [`Error::NonceOfOtherKey`], [`Error::NotAmongKeys`].
    #[expect(clippy::needless_pass_by_value, reason = "a nonce signs once")]
    pub fn sign(&self, key: &SigningKey, nonce: SecretNonce) -> Result<PartialSignature, Error> {
        let public = key.public_key();
        if nonce.key != public.bytes {
            return Err(Error::NonceOfOtherKey);
        }
        let factor = &self.e * &self.key.signed_coefficient(&public)?;
        let [one, other] = &nonce.scalars;
        let k = one + &(other * &self.b);
        let k = if self.even { k } else { -&k };
        Ok(PartialSignature(*(&k + &(&key.secret * &factor)).expose()))
    }

    /// That a partial signature is the one of this key's holder, who gave this nonce. In variable
    /// time.
    ///
    /// It finds out who spoils a signature; it is no signature by itself, and whoever knows the
    /// others' parts can make one that passes.
    ///
    /// Cost: a sum of four multiples.
    ///
    /// # Errors
    /// [`Error::NotAmongKeys`]; [`Error::NotSigned`].
    pub fn verify_partial(
        &self,
        partial: &PartialSignature,
        nonce: &PublicNonce,
        key: &PublicKey,
    ) -> Result<(), Error> {
        let factor = &self.e * &self.key.signed_coefficient(key)?;
        let [one, other] = nonce.points;
        let signed = |k: Fr| if self.even { -&k } else { k };
        // s·G − (±(R₁ + b·R₂)) − factor·P is the identity.
        let points = [AffinePoint::generator(), one, other, key.point];
        let scalars = [partial.0, signed(Fr::one()), signed(self.b), -&factor];
        let rest = lincomb_vartime(&points, &scalars).map_err(|_| Error::LengthMismatch)?;
        if bool::from(rest.is_identity()) { Ok(()) } else { Err(Error::NotSigned) }
    }

    /// The signature of all: the sum of the parts, in any order. Whether it is one the aggregate
    /// key tells, see [`AggregateKey::verifying_key`](super::AggregateKey::verifying_key); if it is
    /// not, [`Session::verify_partial`] finds out by whom.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`].
    pub fn aggregate(&self, partial: &[PartialSignature]) -> Result<Signature, Error> {
        if partial.len() != self.key.keys.len() {
            return Err(Error::LengthMismatch);
        }
        let tweak = &self.e * &self.key.tweak;
        let tweak = if self.key.even { tweak } else { -&tweak };
        Ok(Signature { r: self.r, s: partial.iter().fold(tweak, |sum, part| &sum + &part.0) })
    }
}

impl SigningKey {
    /// Signs last, without a state: the nonce is a hash of the key, the others' nonces and
    /// everything that is signed. Gives the nonce that the others need, and the partial signature.
    /// `random` is mixed in against faults and side channels where it is given. Constant-time in
    /// the key.
    ///
    /// `others` is the sum of the nonces of all other signers, of whom there is one at least;
    /// nonces that cancel are refused here.
    ///
    /// # Errors
    /// [`Error::NotAmongKeys`]; [`Error::Nonce`] if a point of `others` is the identity.
    pub fn sign_deterministic(
        &self,
        key: &AggregateKey<'_>,
        others: &AggregateNonce,
        message: &[u8],
        random: Option<&[u8; 32]>,
    ) -> Result<(PublicNonce, PartialSignature), Error> {
        for point in others.points {
            point.not_identity().map_err(Error::Nonce)?;
        }
        let seed: Zeroizing<[u8; 32]> =
            random.map_or_else(|| self.secret.to_be_bytes(), |random| self.masked(random));
        let hash = tagged_hash(b"MuSig/deterministic/nonce")
            .chain_update(seed.as_slice())
            .chain_update(others.to_bytes())
            .chain_update(key.x)
            .chain_update((message.len() as u64).to_be_bytes())
            .chain_update(message);
        let nonce = SecretNonce::of(&self.public_key(), &hash);
        let public = nonce.public_nonce();
        let all = [0, 1].map(|half| {
            others.points[half].to_projective().add_mixed(&public.points[half]).to_affine_vartime()
        });
        let session = Session::new(key, &AggregateNonce { points: all }, message);
        Ok((public, session.sign(self, nonce)?))
    }
}
