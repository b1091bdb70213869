//! A sender: the outputs that pay silently.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use curve::secp256k1::{AffinePoint, Point, Secp256k1, SecretScalar};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::{Address, Error, MOST_OUTPUTS, OutPoint, Tweak, output_tweak};
use crate::kept::mul_generator;

/// The secret key of an input that counts. It is wiped when dropped and never shown. A move leaves
/// the bytes where they were: keep a key in one place, or in a box.
///
/// [Example](crate::wallets::bip352).
#[derive(Clone)]
pub struct InputKey {
    secret: SecretScalar,
    public: AffinePoint,
}

impl ZeroizeOnDrop for InputKey {}

impl fmt::Debug for InputKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InputKey(…)")
    }
}

impl InputKey {
    /// The key of an input of P2WPKH, P2SH-P2WPKH or P2PKH: 32 big-endian bytes. Constant-time but
    /// for the verdict; one multiplication of the generator.
    ///
    /// # Errors
    /// [`Error::SecretKey`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let secret = SecretScalar::from_be_bytes(bytes)?.not_zero()?;
        let mut product = mul_generator::<Secp256k1>(secret.expose());
        let public = product.to_affine();
        // With its Z a product tells more of the key than the point does.
        product.zeroize();
        Ok(Self { secret, public })
    }

    /// The key of an input of P2TR: 32 big-endian bytes of the key of the output, which is tweaked
    /// already. Of it and its negative the one counts whose point has the even y.
    ///
    /// # Errors
    /// [`Error::SecretKey`].
    pub fn from_taproot_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let Self { secret, public } = Self::from_bytes(bytes)?;
        let odd = !public.has_even_y();
        let secret = SecretScalar::new(secret.expose().negate_if(&odd));
        Ok(Self { secret, public: AffinePoint::select(&public, &public.neg(), &odd) })
    }

    /// The public key.
    pub const fn public(&self) -> AffinePoint {
        self.public
    }
}

/// What all outputs of a transaction that pay silently are made with: the sum of the keys of its
/// inputs, times their hash. It is wiped when dropped and never shown.
///
/// [Example](crate::wallets::bip352).
#[derive(Clone)]
pub struct Sender(SecretScalar);

impl ZeroizeOnDrop for Sender {}

impl fmt::Debug for Sender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sender(…)")
    }
}

impl Sender {
    /// The sender of a transaction: the outpoints of **all** its inputs, and the secret keys of
    /// those that count ([`Input::key`](super::Input::key)). No input may be added, taken away or
    /// changed later on, and no signature may allow others to. No input may spend an output of a
    /// version of SegWit above 1: receivers do not look at such a transaction.
    ///
    /// # Errors
    /// [`Error::NoInputs`], [`Error::KeysCancel`]; [`Error::Hash`], never seen.
    #[inline(never)]
    pub fn new(outpoints: &[OutPoint], keys: &[InputKey]) -> Result<Self, Error> {
        let public: Vec<AffinePoint> = keys.iter().map(InputKey::public).collect();
        let hash = Tweak::new(outpoints, &public)?.hash;
        let [first, others @ ..] = keys else { return Err(Error::NoInputs) };
        let sum = others.iter().fold(first.secret.clone(), |sum, key| &sum + &key.secret);
        Ok(Self(&sum * &hash))
    }

    /// The outputs that pay these addresses, one for each and in their order: the 32 bytes of x
    /// that a taproot output has. **All of them are to be in the transaction**, in any order, or
    /// the receiver will not find those after one that is missing. An address may come more than
    /// once. That all are of the transaction's network is for the caller to see. Constant-time in
    /// keys.
    ///
    /// Cost: a multiplication of a point for each key to scan by, eight at a time on vectors where
    /// the CPU has them; and a multiplication of the generator, an addition and a hash for each
    /// address.
    ///
    /// # Errors
    /// [`Error::TooMany`]; [`Error::Hash`] and [`Error::Key`], never seen.
    #[inline(never)]
    pub fn outputs(&self, addresses: &[Address]) -> Result<Vec<[u8; 32]>, Error> {
        if addresses.is_empty() {
            return Ok(Vec::new());
        }
        // Addresses by their key to scan by, otherwise in their order.
        let scan: Vec<[u8; 33]> = addresses.iter().map(|address| address.to_sec1().0).collect();
        let mut order: Vec<usize> = (0..addresses.len()).collect();
        order.sort_by_key(|i| scan[*i]);
        let groups: Vec<&[usize]> = order.chunk_by(|a, b| scan[*a] == scan[*b]).collect();
        if groups.iter().any(|group| group.len() > MOST_OUTPUTS as usize) {
            return Err(Error::TooMany);
        }

        let bases: Vec<AffinePoint> = groups.iter().map(|group| addresses[group[0]].scan).collect();
        let mut products = vec![Point::identity(); bases.len()];
        let mut shared = vec![AffinePoint::identity(); bases.len()];
        self.0
            .mul_batch(&bases, &mut products)
            .and_then(|()| Point::batch_to_affine(&products, &mut shared))
            .unwrap_or_else(|_| unreachable!("as many of each, and some"));
        products.zeroize();

        let mut sums = vec![Point::identity(); addresses.len()];
        let made: Result<(), Error> = groups.iter().zip(&shared).try_for_each(|(group, shared)| {
            let shared = Zeroizing::new(shared.to_sec1_unchecked_identity());
            for (k, i) in (0..).zip(*group) {
                let tweak = output_tweak(&shared, k).map_err(|_| Error::Hash)?;
                let product = mul_generator::<Secp256k1>(tweak.expose());
                sums[*i] = product.add_mixed(&addresses[*i].spend);
            }
            Ok(())
        });
        shared.zeroize();
        let mut outputs = vec![AffinePoint::identity(); addresses.len()];
        Point::batch_to_affine(&sums, &mut outputs)
            .unwrap_or_else(|_| unreachable!("as many of each, and some"));
        sums.zeroize();
        made?;
        outputs.iter().map(|point| Ok(point.to_x_only()?)).collect()
    }
}
