//! Blinding, signing and unblinding for many: a result for each, eight at a time on vectors where
//! the CPU has them.
//!
//! Lists are worked through in pieces, so that scratch space is a bounded part of the stack: 32
//! KiB. A result depends only on its own item, and equals what the single form gives.

use curve::bls12_381::{Fr, G1, G1Affine, hash_to_g1_batch};
use curve::hash_to_curve::Xmd;
use sha2::Sha256;
use zeroize::{Zeroize, Zeroizing};

use super::{
    BlindSignature, BlindedMessage, BlindingFactor, DST, Error, MintSecretKey, Point, Signature,
    agreed,
};

/// Items that are worked on at once.
const CHUNK: usize = 64;

/// That lists are of one length, and not empty.
fn check(length: usize, others: [usize; 2]) -> Result<(), Error> {
    if others != [length; 2] {
        return Err(Error::Scratch);
    }
    if length == 0 { Err(Error::EmptyBatch) } else { Ok(()) }
}

/// kᵢ·Pᵢ for one piece. The products are wiped: with their Z they tell more of the scalars than the
/// points do.
fn multiply<R>(
    points: &[G1Affine],
    scalars: impl Iterator<Item = Fr>,
    results: &mut [Result<Point<R>, Error>],
) {
    let count = points.len();
    let mut copies = Zeroizing::new([Fr::zero(); CHUNK]);
    copies.iter_mut().zip(scalars).for_each(|(copy, scalar)| *copy = scalar);
    let mut products = Zeroizing::new([G1::identity(); CHUNK]);
    agreed(G1::mul_batch(points, &copies[..count], &mut products[..count]));
    let mut affine = [G1Affine::identity(); CHUNK];
    agreed(G1::batch_to_affine(&products[..count], &mut affine[..count]));
    for (result, point) in results.iter_mut().zip(affine) {
        *result = Ok(Point::of_affine(point));
    }
}

/// The points of one piece.
fn affine<R>(list: &[Point<R>]) -> [G1Affine; CHUNK] {
    let mut points = [G1Affine::identity(); CHUNK];
    points.iter_mut().zip(list).for_each(|(point, item)| *point = *item.affine());
    points
}

/// [`blind`](super::blind) of each secret with its factor. Constant-time in the factors and in the
/// content of the secrets.
///
/// Cost on vectors, of 64: a third of 64 single ones.
///
/// [Example](crate::cashu::v3#many-at-once).
///
/// # Errors
/// [`Error::EmptyBatch`] for none, [`Error::Scratch`] if lists differ in length; no result is an
/// error.
pub fn blind_each(
    secrets: &[impl AsRef<[u8]>],
    factors: &[BlindingFactor],
    messages: &mut [Result<BlindedMessage, Error>],
) -> Result<(), Error> {
    check(secrets.len(), [factors.len(), messages.len()])?;
    for ((secrets, factors), messages) in
        secrets.chunks(CHUNK).zip(factors.chunks(CHUNK)).zip(messages.chunks_mut(CHUNK))
    {
        let count = secrets.len();
        let mut list = [&[][..]; CHUNK];
        list.iter_mut().zip(secrets).for_each(|(item, secret)| *item = secret.as_ref());
        let mut hashed = Zeroizing::new([G1::identity(); CHUNK]);
        agreed(hash_to_g1_batch::<Xmd<Sha256>>(&list[..count], DST, &mut hashed[..count]));
        let mut points = [G1Affine::identity(); CHUNK];
        agreed(G1::batch_to_affine(&hashed[..count], &mut points[..count]));
        multiply(&points[..count], factors.iter().map(|factor| *factor.0.expose()), messages);
        points.zeroize();
    }
    Ok(())
}

/// [`MintSecretKey::sign`] of each message by its key. Constant-time in the keys.
///
/// Cost on vectors, of 64: a third of 64 single ones.
///
/// [Example](crate::cashu::v3#many-at-once).
///
/// # Errors
/// [`Error::EmptyBatch`] for none, [`Error::Scratch`] if lists differ in length; no result is an
/// error.
pub fn sign_each(
    keys: &[&MintSecretKey],
    messages: &[BlindedMessage],
    signatures: &mut [Result<BlindSignature, Error>],
) -> Result<(), Error> {
    check(messages.len(), [keys.len(), signatures.len()])?;
    for ((keys, messages), signatures) in
        keys.chunks(CHUNK).zip(messages.chunks(CHUNK)).zip(signatures.chunks_mut(CHUNK))
    {
        multiply(
            &affine(messages)[..messages.len()],
            keys.iter().map(|key| *key.0.expose()),
            signatures,
        );
    }
    Ok(())
}

/// [`BlindSignature::unblind`] of each, with the factor that blinded it. Constant-time in the
/// factors.
///
/// Whether the mint signed honestly is not known before the signatures are verified, all at once by
/// [`verify_batch`](super::verify_batch).
///
/// [Example](crate::cashu::v3#many-at-once).
///
/// # Errors
/// [`Error::EmptyBatch`] for none, [`Error::Scratch`] if lists differ in length; no result is an
/// error.
pub fn unblind_each(
    blind_signatures: &[BlindSignature],
    factors: &[BlindingFactor],
    signatures: &mut [Result<Signature, Error>],
) -> Result<(), Error> {
    check(blind_signatures.len(), [factors.len(), signatures.len()])?;
    for ((blind_signatures, factors), signatures) in
        blind_signatures.chunks(CHUNK).zip(factors.chunks(CHUNK)).zip(signatures.chunks_mut(CHUNK))
    {
        let inverses = factors.iter().map(|factor| *factor.0.invert().expose());
        multiply(&affine(blind_signatures)[..blind_signatures.len()], inverses, signatures);
    }
    Ok(())
}
