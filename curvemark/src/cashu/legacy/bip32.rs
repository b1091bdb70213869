//! Private keys by paths of numbers: BIP-32, private parent to private child.

use curve::secp256k1::{Fr, Secp256k1, SecretScalar};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha512;
use zeroize::{Zeroize, Zeroizing};

use super::Error;
use crate::kept::mul_generator;

/// Numbers from here on are hardened: the child's key is made of the parent's private key, not of
/// its public one.
pub const HARDENED: u32 = 1 << 31;

/// A node of the tree: a private key and a chain code, each wiped when dropped.
pub struct Node {
    key: SecretScalar,
    chain: Zeroizing<[u8; 32]>,
}

/// Two halves of HMAC-SHA512.
type Halves = (Zeroizing<[u8; 32]>, Zeroizing<[u8; 32]>);

fn halves(key: &[u8], parts: &[&[u8]]) -> Halves {
    let mut mac = match Hmac::<Sha512>::new_from_slice(key) {
        Ok(mac) => mac,
        Err(_) => unreachable!("HMAC takes keys of every length"),
    };
    parts.iter().for_each(|part| mac.update(part));
    let mut digest = mac.finalize().into_bytes();
    let mut out = (Zeroizing::new([0; 32]), Zeroizing::new([0; 32]));
    out.0.copy_from_slice(&digest[..32]);
    out.1.copy_from_slice(&digest[32..]);
    digest.as_mut_slice().zeroize();
    out
}

impl Node {
    /// The root of a seed of 16 to 64 bytes.
    ///
    /// # Errors
    /// [`Error::Length`]; [`Error::Scalar`] for one seed in 2^127.
    pub fn master(seed: &[u8]) -> Result<Self, Error> {
        if !(16..=64).contains(&seed.len()) {
            return Err(Error::Length);
        }
        let (key, chain) = halves(b"Bitcoin seed", &[seed]);
        Ok(Self { key: SecretScalar::from_be_bytes(key.as_slice())?.not_zero()?, chain })
    }

    /// The child of a number. Constant-time in the key.
    ///
    /// Cost: two blocks of SHA-512 and, unless it is hardened, a multiplication of the generator.
    ///
    /// # Errors
    /// [`Error::Scalar`] for one number in 2^127.
    pub fn child(&self, number: u32) -> Result<Self, Error> {
        let (tweak, chain) = if number >= HARDENED {
            let key = self.key.to_be_bytes();
            halves(self.chain.as_slice(), &[&[0], key.as_slice(), &number.to_be_bytes()])
        } else {
            let mut product = mul_generator::<Secp256k1>(self.key.expose());
            let public = product.to_affine().to_sec1_unchecked_identity();
            product.zeroize();
            halves(self.chain.as_slice(), &[&public, &number.to_be_bytes()])
        };
        let mut tweak = Fr::from_be_bytes(tweak.as_slice())?;
        let key = (&self.key + &SecretScalar::new(tweak)).not_zero();
        tweak.zeroize();
        Ok(Self { key: key?, chain })
    }

    /// The private key.
    pub fn into_key(self) -> SecretScalar {
        self.key
    }
}
