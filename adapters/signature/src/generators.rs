//! Generators of `rand_core` 0.6, and what draws from them.

use core::convert::Infallible;

use curvemark::schnorr;
use rand_core::{TryCryptoRng, TryRng};
use rand_core_0_6::{CryptoRng, CryptoRngCore, RngCore};
use signature::{Error, RandomizedSigner};
use zeroize::Zeroizing;

use crate::V2;

/// A generator of `rand_core` 0.6 for functions of curvemark, which take those of 0.10. It gives
/// the same bytes, and panics where the generator does that cannot give any.
///
/// ```
/// use curvemark::ecdsa::{P256, SigningKey};
/// use curvemark_signature::Generator;
/// use rand_core_0_6::{CryptoRng, RngCore};
///
/// fn new_key(old: &mut (impl RngCore + CryptoRng)) -> SigningKey<P256> {
///     SigningKey::random(&mut Generator(old))
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Generator<R>(pub R);

impl<R: RngCore> TryRng for Generator<R> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.next_u32())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.next_u64())
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill_bytes(out);
        Ok(())
    }
}

impl<R: RngCore + CryptoRng> TryCryptoRng for Generator<R> {}

impl RandomizedSigner<V2<schnorr::Signature>> for V2<schnorr::SigningKey> {
    fn try_sign_with_rng(
        &self,
        rng: &mut impl CryptoRngCore,
        message: &[u8],
    ) -> Result<V2<schnorr::Signature>, Error> {
        let mut aux = Zeroizing::new([0; 32]);
        rng.try_fill_bytes(aux.as_mut()).map_err(|_| Error::new())?;
        Ok(V2(self.0.sign_with_aux(message, &aux)))
    }
}
