//! Deterministic nonces: RFC 6979, §3.2, for groups whose order has 256 bits.
//!
//! The generator HMAC-DRBG is seeded with the secret key, the digest's residue modulo the order,
//! and what the caller adds (§3.6). Its outputs are tried as nonces until one is from 1 to n − 1:
//! with a good hash the first is, but for one in 2^32 on P-256 and one in 2^127 on secp256k1.

use curve::field::Red;
use curve::scalar::{ScalarField, SecretScalar};
use digest::Output;
use digest::block_api::EagerHash;
use hmac::{Hmac, KeyInit, Mac};
use zeroize::{Zeroize, Zeroizing};

/// The generator: K and V, and whether a nonce has been drawn.
pub(crate) struct Nonces<D: EagerHash> {
    k: Output<Hmac<D>>,
    v: Output<Hmac<D>>,
    drawn: bool,
}

impl<D: EagerHash> Nonces<D> {
    /// Seeds it. `digest` holds the leftmost 256 bits of a digest.
    pub(crate) fn new<S: ScalarField>(
        secret: &SecretScalar<S>,
        digest: &[u8; 32],
        entropy: &[u8],
    ) -> Self {
        let mut out =
            Self { k: Output::<Hmac<D>>::default(), v: Output::<Hmac<D>>::default(), drawn: false };
        out.v.fill(0x01);
        let secret = secret.to_be_bytes();
        // bits2octets: the integer modulo the order.
        let digest = Red::<S>::from_uniform_bytes(digest).to_be_bytes();
        out.update(0x00, &[secret.as_slice(), &digest, entropy]);
        out.update(0x01, &[secret.as_slice(), &digest, entropy]);
        out
    }

    fn mac(&self) -> Hmac<D> {
        match Hmac::new_from_slice(&self.k) {
            Ok(mac) => mac,
            Err(_) => unreachable!("HMAC takes keys of every length"),
        }
    }

    /// K = HMAC(K, V ‖ tag ‖ data), V = HMAC(K, V).
    fn update(&mut self, tag: u8, data: &[&[u8]]) {
        let mut mac = self.mac();
        mac.update(&self.v);
        mac.update(&[tag]);
        data.iter().for_each(|part| mac.update(part));
        self.k = mac.finalize().into_bytes();
        self.v = self.mac().chain_update(&self.v).finalize().into_bytes();
    }

    /// The next nonce, from 1 to n − 1.
    pub(crate) fn draw<S: ScalarField>(&mut self) -> SecretScalar<S> {
        loop {
            if self.drawn {
                self.update(0x00, &[]);
            }
            self.drawn = true;
            let mac = self.mac();
            let mut candidate = Zeroizing::new([0; 32]);
            for part in candidate.chunks_mut(self.v.len()) {
                self.v = mac.clone().chain_update(&self.v).finalize().into_bytes();
                part.copy_from_slice(&self.v[..part.len()]);
            }
            // That a candidate is refused tells nothing of the next.
            if let Ok(nonce) =
                SecretScalar::from_be_bytes(candidate.as_slice()).and_then(SecretScalar::not_zero)
            {
                return nonce;
            }
        }
    }
}

impl<D: EagerHash> Drop for Nonces<D> {
    fn drop(&mut self) {
        self.k.as_mut_slice().zeroize();
        self.v.as_mut_slice().zeroize();
    }
}
