//! Secret keys and proving.

use core::fmt;

use curve::error::ScalarError;
use curve::scalar::SecretScalar;
use rand_core::CryptoRng;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::arithmetic::Arithmetic;
use super::group::{Group, ScalarOf, SumOf, challenge_scalar};
use super::proof::{challenge, output};
use super::{Error, Proof, PublicKey, Suite};

/// A secret key: its bytes, the scalar x that follows from them, and the bytes of the public key.
/// All of it is wiped when dropped, and never shown. A move leaves the bytes where they were: keep
/// a key in one place, or in a box.
///
/// [Example](crate::vrf).
#[derive(Clone)]
pub struct SecretKey<S: Suite> {
    bytes: Zeroizing<[u8; 32]>,
    x: SecretScalar<ScalarOf<S::Group>>,
    public: S::KeyBytes,
}

impl<S: Suite> Drop for SecretKey<S> {
    fn drop(&mut self) {
        // The other fields wipe themselves.
        self.public.zeroize();
    }
}

impl<S: Suite> ZeroizeOnDrop for SecretKey<S> {}

impl<S: Suite> fmt::Debug for SecretKey<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

impl<S: Suite> SecretKey<S> {
    /// The key of 32 bytes: on edwards25519 a seed as that of Ed25519, which may be any; else an
    /// integer from 1 to the order less one, big-endian on P-256, little-endian on ristretto255.
    /// Constant-time but for the verdict; one multiplication of the generator.
    ///
    /// # Errors
    /// [`Error::SecretKey`].
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let bytes: &[u8; 32] = bytes.try_into().map_err(|_| ScalarError::Length)?;
        let x = S::Group::secret(bytes)?;
        let mut product = <S::Group as Group>::Arithmetic::mul_generator(x.expose());
        let public = S::Group::encode(&product);
        // With its Z a product tells more of x than the point does.
        product.zeroize();
        Ok(Self { bytes: Zeroizing::new(*bytes), x, public })
    }

    /// A fresh key.
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        let bytes = S::Group::random(&mut { rng });
        Self::from_bytes(bytes.as_slice())
            .unwrap_or_else(|_| unreachable!("the bytes are those of a key"))
    }

    /// The 32 bytes, in a buffer that wipes itself.
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        self.bytes.clone()
    }

    /// The bytes of the public key.
    pub const fn public_bytes(&self) -> S::KeyBytes {
        self.public
    }

    /// The public key.
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn public_key(&self) -> PublicKey<S> {
        PublicKey::from_bytes(self.public.as_ref())
            .unwrap_or_else(|_| unreachable!("what was encoded is a point"))
    }

    /// The proof for an input: ECVRF_prove of RFC 9381, §5.1. Deterministic. Constant-time in the
    /// key; in the content of the input too, but with the two suites that try and increment.
    ///
    /// Its output is [`Proof::to_hash_unverified`].
    ///
    /// Cost: H, two multiplications of it, one of the generator.
    #[must_use]
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn prove(&self, alpha: &[u8]) -> Proof<S> {
        let h = S::encode_to_curve(&self.public, alpha);
        let h_string = S::Group::encode(&h);
        let k = S::Group::nonce(&self.bytes, &self.x, &h_string);
        let [x, nonce] = [self.x.expose(), k.expose()];
        let [gamma, v] = <S::Group as Group>::Arithmetic::mul_two(&h, [x, nonce]);
        let u = <S::Group as Group>::Arithmetic::mul_generator(nonce);
        let mut points = [gamma, u, v];
        let ([gamma, u, v], point) = S::Group::encode_three(&points);
        // With their Z the products tell more of x and k than the points do.
        points.zeroize();
        let c = challenge::<S>([&self.public, &h_string, &gamma, &u, &v]);
        let s = &k + &(&self.x * &challenge_scalar::<S::Group>(&c));
        let minus = <S::Group as Group>::Arithmetic::negate(&point);
        Proof { gamma, minus, c, s: *s.expose() }
    }

    /// The output for an input, without a proof: as random as the key is secret. Constant-time as
    /// [`SecretKey::prove`].
    ///
    /// Cost: H, and one multiplication of it.
    #[must_use]
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn hash(&self, alpha: &[u8]) -> S::Output {
        let h = S::encode_to_curve(&self.public, alpha);
        let mut gamma: SumOf<S::Group> = <S::Group as Group>::Arithmetic::mul(&h, self.x.expose());
        let mut cleared = S::Group::clear_cofactor_of_sum(&gamma);
        let encoding = S::Group::encode(&cleared);
        gamma.zeroize();
        cleared.zeroize();
        output::<S>(&encoding)
    }
}
