//! The public key of a signature (SEC 1 version 2.0, §4.1.6), by a hint that comes with it.

use curve::field::Red;
use curve::weierstrass::{Affine, Jacobian};

use super::verify::{Order, sum_with_generator_vartime};
use super::{Curve, Error, Signature, Verifier, VerifyingKey};

/// Which of at most four points was a signature's nonce point: bit 0 says that its y is odd, bit 1
/// that its x was n or more, so that r is n less. The second happens to one signature in 2^127 on
/// secp256k1, in 2^32 on P-256.
///
/// Ethereum writes 27 + id, EIP-155 35 + 2·chain + id, Bitcoin's signed messages 27 + id, or 31 +
/// id for keys in compressed form.
///
/// [Example](crate#one-minute-of-code).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecoveryId(pub(super) u8);

impl RecoveryId {
    /// The id of 0, 1, 2 or 3.
    ///
    /// # Errors
    /// [`Error::RecoveryId`].
    pub const fn from_byte(byte: u8) -> Result<Self, Error> {
        if byte < 4 { Ok(Self(byte)) } else { Err(Error::RecoveryId) }
    }

    /// 0, 1, 2 or 3.
    pub const fn to_byte(self) -> u8 {
        self.0
    }

    pub(super) const fn is_y_odd(self) -> bool {
        self.0 & 1 == 1
    }

    pub(super) const fn is_x_reduced(self) -> bool {
        self.0 & 2 == 2
    }
}

impl<C: Curve> Signature<C> {
    /// The signature of 65 bytes `r ‖ s ‖ id`, with either s. The id is 0, 1, 2 or 3: Ethereum's v
    /// of 27 or 28 is the id plus 27, and is refused here.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::R`], [`Error::S`], [`Error::RecoveryId`], tested in this order.
    #[inline(never)]
    pub fn from_recoverable_bytes(bytes: &[u8]) -> Result<(Self, RecoveryId), Error> {
        let (id, signature) = bytes.split_last().ok_or(Error::Length)?;
        Ok((Self::from_bytes(signature)?, RecoveryId::from_byte(*id)?))
    }

    /// `r ‖ s ‖ id`.
    pub fn to_recoverable_bytes(&self, id: RecoveryId) -> [u8; 65] {
        let mut out = [0; 65];
        out[..64].copy_from_slice(&self.to_bytes());
        out[64] = id.0;
        out
    }

    /// The key whose signature of a digest this is: as [`Verifier::recover_prehashed`], with the
    /// tables that the process keeps where there is `std`.
    ///
    /// # Errors
    /// [`Error::NotRecoverable`].
    #[inline(never)]
    pub fn recover_prehashed(
        &self,
        digest: &[u8; 32],
        id: RecoveryId,
    ) -> Result<VerifyingKey<C>, Error> {
        if let Some(verifier) = C::verifier() {
            return verifier.recover_prehashed(digest, self, id);
        }
        let nonce = self.nonce_point(id, &Order::new())?;
        let [a, b] = self.recovery_factors(digest);
        let nonce = Jacobian::from_affine_vartime(&nonce);
        let key = sum_with_generator_vartime::<C>(&a, &b, &nonce).to_projective();
        VerifyingKey::from_point(key.to_affine_vartime()).map_err(|_| Error::NotRecoverable)
    }

    /// The point R with x = r, or r + n, and this parity of y. One square root, whatever the input.
    fn nonce_point(&self, id: RecoveryId, order: &Order<C>) -> Result<Affine<C>, Error> {
        let mut encoding = [2 | u8::from(id.is_y_odd()); 33];
        let x = &mut encoding[1..];
        x.copy_from_slice(&self.r.to_be_bytes());
        if id.is_x_reduced() {
            order.add_to(x).ok_or(Error::NotRecoverable)?;
        }
        Affine::from_sec1_compressed(&encoding).map_err(|_| Error::NotRecoverable)
    }

    /// −z/r and s/r: the key is Q = r⁻¹(sR − zG).
    fn recovery_factors(&self, digest: &[u8; 32]) -> [Red<C::Scalar>; 2] {
        let inverse = self.r.invert_vartime();
        [-&(&Red::from_uniform_bytes(digest) * &inverse), &self.s * &inverse]
    }
}

impl<C: Curve> Verifier<C> {
    /// The key whose signature of a digest this is, by the recovery id that came with it. By its
    /// making the signature is that key's, so nothing is verified again. In variable time.
    ///
    /// Whoever takes signatures with the low s alone, as Ethereum's transactions since EIP-2, reads
    /// them by [`Signature::from_bytes_low_s`].
    ///
    /// Cost: a square root, an inversion modulo n, a·G + b·R and an inversion modulo p: the same
    /// whatever the input.
    ///
    /// # Errors
    /// [`Error::NotRecoverable`].
    #[inline(never)]
    pub fn recover_prehashed(
        &self,
        digest: &[u8; 32],
        signature: &Signature<C>,
        id: RecoveryId,
    ) -> Result<VerifyingKey<C>, Error> {
        let nonce = signature.nonce_point(id, &self.order)?;
        let [a, b] = signature.recovery_factors(digest);
        let key =
            self.generator.double_base_vartime(&a, &b, &Jacobian::from_affine_vartime(&nonce));
        VerifyingKey::from_point(key.to_projective().to_affine_vartime())
            .map_err(|_| Error::NotRecoverable)
    }
}
