//! Every step of the protocol for many, with a result for each.
//!
//! Lists are worked through in pieces, so that scratch space is a bounded part of the stack: 32
//! KiB. What a result is depends on nothing but its own item, and equals what the single form
//! gives.

use core::fmt;

use curve::error::{BatchError, PointError};
use curve::secp256k1::{AffinePoint, Fr, Point as Product, Secp256k1, SecretScalar};
use zeroize::{Zeroize, Zeroizing};

use super::{
    BlindSignature, BlindedMessage, BlindingFactor, DleqProof, Error, MintPublicKey, MintSecretKey,
    Point, Signature, blinded, candidate, message_digest, verdict,
};
use crate::kept::{Kept, mul_generator};

/// Items that are worked on at once.
const CHUNK: usize = 64;

/// What a mint is asked to accept: a secret, the signature on it, and its key for the amount.
///
/// Whoever knows the secret and C can spend them, so that `Debug` does not show the secret.
///
/// [Example](crate::cashu::legacy#many-at-once).
#[derive(Clone, Copy)]
pub struct Claim<'a> {
    /// The bytes of the secret (UTF-8 on the wire).
    pub secret: &'a [u8],
    /// C.
    pub signature: Signature,
    /// k.
    pub key: &'a MintSecretKey,
}

impl fmt::Debug for Claim<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Claim")
            .field("secret", &format_args!("…"))
            .field("signature", &self.signature)
            .field("key", &self.key)
            .finish()
    }
}

/// What a mint answered: C_ on B_, and the proof that it is of its key.
///
/// [Example](crate::cashu::legacy#many-at-once).
#[derive(Clone, Copy, Debug)]
pub struct Promise<'a> {
    /// K.
    pub key: &'a MintPublicKey,
    /// B_.
    pub message: BlindedMessage,
    /// C_.
    pub signature: BlindSignature,
    /// e and s.
    pub proof: DleqProof,
}

/// What a wallet is paid with: a secret, C, and the proof with r that C is of the mint's key.
///
/// Whoever knows the secret and C can spend them, so that `Debug` does not show the secret.
///
/// [Example](crate::cashu::legacy#many-at-once).
#[derive(Clone, Copy)]
pub struct Payment<'a> {
    /// The bytes of the secret (UTF-8 on the wire).
    pub secret: &'a [u8],
    /// C.
    pub signature: Signature,
    /// K.
    pub key: &'a MintPublicKey,
    /// e and s.
    pub proof: DleqProof,
    /// r.
    pub factor: &'a BlindingFactor,
}

impl fmt::Debug for Payment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Payment")
            .field("secret", &format_args!("…"))
            .field("signature", &self.signature)
            .field("key", &self.key)
            .field("proof", &self.proof)
            .field("factor", &self.factor)
            .finish()
    }
}

/// That lists are of one length, and not empty.
fn check(length: usize, others: &[usize]) -> Result<(), Error> {
    if others.iter().any(|other| *other != length) {
        return Err(Error::LengthMismatch);
    }
    if length == 0 { Err(Error::Empty) } else { Ok(()) }
}

/// Lists of one length that are not empty.
fn agreed<T>(result: Result<T, BatchError>) -> T {
    result.unwrap_or_else(|_| unreachable!("lengths were checked"))
}

/// [`hash_to_curve`](super::hash_to_curve) of each secret; candidates of all that have found none
/// yet are decoded at once.
///
/// [Example](crate::cashu::legacy#many-at-once).
///
/// # Errors
/// [`Error::Empty`], [`Error::LengthMismatch`].
pub fn hash_to_curve_each(
    secrets: &[impl AsRef<[u8]>],
    points: &mut [AffinePoint],
) -> Result<(), Error> {
    check(secrets.len(), &[points.len()])?;
    for (secrets, points) in secrets.chunks(CHUNK).zip(points.chunks_mut(CHUNK)) {
        hash_chunk(secrets, points);
    }
    Ok(())
}

fn hash_chunk(secrets: &[impl AsRef<[u8]>], points: &mut [AffinePoint]) {
    let mut digests = [[0; 32]; CHUNK];
    let mut places = [0; CHUNK];
    for (i, secret) in secrets.iter().enumerate() {
        digests[i] = message_digest(secret.as_ref());
        places[i] = i;
    }
    let mut left = secrets.len();
    for counter in 0..=u32::MAX {
        let mut candidates = [[0; 33]; CHUNK];
        for (out, place) in candidates.iter_mut().zip(&places[..left]) {
            *out = candidate(&digests[*place], counter);
        }
        let mut found = [Err(PointError::Length); CHUNK];
        agreed(AffinePoint::from_sec1_compressed_batch(&candidates[..left], &mut found[..left]));
        let mut next = 0;
        for (i, found) in found[..left].iter().enumerate() {
            match found {
                Ok(point) => points[places[i]] = *point,
                Err(_) => {
                    places[next] = places[i];
                    next += 1;
                }
            }
        }
        left = next;
        if left == 0 {
            break;
        }
    }
    digests.zeroize();
}

/// [`blind`](super::blind) of each secret with its factor.
///
/// [Example](crate::cashu::legacy#many-at-once).
///
/// # Errors
/// [`Error::Empty`], [`Error::LengthMismatch`]; no result is an error then or otherwise.
pub fn blind_each(
    secrets: &[impl AsRef<[u8]>],
    factors: &[BlindingFactor],
    messages: &mut [Result<BlindedMessage, Error>],
) -> Result<(), Error> {
    check(secrets.len(), &[factors.len(), messages.len()])?;
    for ((secrets, factors), messages) in
        secrets.chunks(CHUNK).zip(factors.chunks(CHUNK)).zip(messages.chunks_mut(CHUNK))
    {
        let mut points = [AffinePoint::identity(); CHUNK];
        hash_chunk(secrets, &mut points[..secrets.len()]);
        for ((message, point), factor) in messages.iter_mut().zip(&points).zip(factors) {
            *message = Ok(blinded(point, factor));
        }
        points.zeroize();
    }
    Ok(())
}

/// kᵢ·Pᵢ for one piece, to `take` with their places; then they are wiped, since with their Z they
/// tell more of the scalars than the points do.
fn products<'s>(
    points: &[AffinePoint],
    scalars: impl Iterator<Item = &'s Fr>,
    mut take: impl FnMut(&mut [Product]),
) {
    let count = points.len();
    let mut copies = Zeroizing::new([Fr::zero(); CHUNK]);
    copies.iter_mut().zip(scalars).for_each(|(copy, scalar)| *copy = *scalar);
    let mut products = Zeroizing::new([Product::identity(); CHUNK]);
    agreed(Product::mul_batch(points, &copies[..count], &mut products[..count]));
    take(&mut products[..count]);
}

/// The points of sums, unless they are the identity.
fn points_of<R>(sums: &[Product], results: &mut [Result<Point<R>, Error>]) {
    let mut affine = [AffinePoint::identity(); CHUNK];
    agreed(Product::batch_to_affine(sums, &mut affine[..sums.len()]));
    for (result, point) in results.iter_mut().zip(affine) {
        *result = Point::from_affine(point).map_err(Error::from);
    }
}

/// [`MintSecretKey::sign`] of each message by its key. Constant-time in the keys.
///
/// [Example](crate::cashu::legacy#many-at-once).
///
/// # Errors
/// [`Error::Empty`], [`Error::LengthMismatch`]; no result is an error then or otherwise.
pub fn sign_each(
    keys: &[&MintSecretKey],
    messages: &[BlindedMessage],
    signatures: &mut [Result<BlindSignature, Error>],
) -> Result<(), Error> {
    check(messages.len(), &[keys.len(), signatures.len()])?;
    for ((keys, messages), signatures) in
        keys.chunks(CHUNK).zip(messages.chunks(CHUNK)).zip(signatures.chunks_mut(CHUNK))
    {
        let mut points = [AffinePoint::identity(); CHUNK];
        points.iter_mut().zip(messages).for_each(|(point, message)| *point = *message.affine());
        products(
            &points[..messages.len()],
            keys.iter().map(|key| key.secret.expose()),
            |products| {
                points_of(products, signatures);
            },
        );
    }
    Ok(())
}

/// [`MintSecretKey::sign_with_proof`] of each message by its key. Constant-time in the keys.
///
/// [Example](crate::cashu::legacy#many-at-once).
///
/// # Errors
/// [`Error::Empty`], [`Error::LengthMismatch`]; no result is an error then or otherwise.
pub fn sign_with_proof_each(
    keys: &[&MintSecretKey],
    messages: &[BlindedMessage],
    signatures: &mut [Result<(BlindSignature, DleqProof), Error>],
) -> Result<(), Error> {
    check(messages.len(), &[keys.len(), signatures.len()])?;
    for ((keys, messages), signatures) in
        keys.chunks(CHUNK).zip(messages.chunks(CHUNK)).zip(signatures.chunks_mut(CHUNK))
    {
        sign_and_prove_chunk(keys, messages, signatures);
    }
    Ok(())
}

fn sign_and_prove_chunk(
    keys: &[&MintSecretKey],
    messages: &[BlindedMessage],
    out: &mut [Result<(BlindSignature, DleqProof), Error>],
) {
    let count = messages.len();
    let mut points = [AffinePoint::identity(); CHUNK];
    points.iter_mut().zip(messages).for_each(|(point, message)| *point = *message.affine());
    let mut signatures = [Err(Error::Empty); CHUNK];
    products(&points[..count], keys.iter().map(|key| key.secret.expose()), |products| {
        points_of(products, &mut signatures[..count]);
    });
    let signature =
        |i: usize| signatures[i].unwrap_or_else(|_| unreachable!("neither k nor B_ is zero"));

    let mut nonces = Zeroizing::new([Fr::zero(); CHUNK]);
    let mut of_generator = Zeroizing::new([Product::identity(); CHUNK]);
    for (i, (key, message)) in keys.iter().zip(messages).enumerate() {
        let nonce = key.nonce(message, &signature(i));
        nonces[i] = *nonce.expose();
        of_generator[i] = mul_generator::<Secp256k1>(nonce.expose());
    }
    let mut r = [[AffinePoint::identity(); CHUNK]; 2];
    agreed(Product::batch_to_affine(&of_generator[..count], &mut r[0][..count]));
    products(&points[..count], nonces.iter(), |products| {
        agreed(Product::batch_to_affine(products, &mut r[1][..count]));
    });
    for (i, (out, key)) in out.iter_mut().zip(keys).enumerate() {
        let proof = key.respond(&SecretScalar::new(nonces[i]), &[r[0][i], r[1][i]], &signature(i));
        *out = Ok((signature(i), proof));
    }
}

/// [`BlindSignature::unblind`] of each, with its factor and the mint's key. Constant-time in the
/// factors.
///
/// [Example](crate::cashu::legacy#many-at-once).
///
/// # Errors
/// [`Error::Empty`], [`Error::LengthMismatch`]; and as there, as a result.
pub fn unblind_each(
    promises: &[BlindSignature],
    factors: &[BlindingFactor],
    keys: &[&MintPublicKey],
    signatures: &mut [Result<Signature, Error>],
) -> Result<(), Error> {
    check(promises.len(), &[factors.len(), keys.len(), signatures.len()])?;
    for (((promises, factors), keys), signatures) in promises
        .chunks(CHUNK)
        .zip(factors.chunks(CHUNK))
        .zip(keys.chunks(CHUNK))
        .zip(signatures.chunks_mut(CHUNK))
    {
        let mut points = [AffinePoint::identity(); CHUNK];
        points.iter_mut().zip(keys).for_each(|(point, key)| *point = *key.point());
        products(
            &points[..promises.len()],
            factors.iter().map(|factor| factor.0.expose()),
            |products| {
                for (product, promise) in products.iter_mut().zip(promises) {
                    *product = product.neg().add_mixed(promise.affine());
                }
                points_of(products, signatures);
            },
        );
    }
    Ok(())
}

/// [`MintSecretKey::verify`] of each claim. Constant-time in the keys.
///
/// [Example](crate::cashu::legacy#many-at-once).
///
/// # Errors
/// [`Error::Empty`], [`Error::LengthMismatch`]; no verdict is written then.
pub fn verify_each(claims: &[Claim<'_>], verdicts: &mut [Result<(), Error>]) -> Result<(), Error> {
    check(claims.len(), &[verdicts.len()])?;
    for (claims, verdicts) in claims.chunks(CHUNK).zip(verdicts.chunks_mut(CHUNK)) {
        let mut secrets = [&[][..]; CHUNK];
        secrets.iter_mut().zip(claims).for_each(|(secret, claim)| *secret = claim.secret);
        let mut points = [AffinePoint::identity(); CHUNK];
        hash_chunk(&secrets[..claims.len()], &mut points[..claims.len()]);
        products(
            &points[..claims.len()],
            claims.iter().map(|claim| claim.key.secret.expose()),
            |products| {
                for ((out, product), claim) in verdicts.iter_mut().zip(products.iter()).zip(claims)
                {
                    *out = verdict(product, &claim.signature);
                }
            },
        );
        points.zeroize();
    }
    Ok(())
}

/// [`DleqProof::verify`] of each promise. In variable time; all is public.
///
/// [Example](crate::cashu::legacy#many-at-once).
///
/// # Errors
/// [`Error::Empty`], [`Error::LengthMismatch`]; no verdict is written then.
pub fn verify_proofs_each(
    promises: &[Promise<'_>],
    verdicts: &mut [Result<(), Error>],
) -> Result<(), Error> {
    check(promises.len(), &[verdicts.len()])?;
    for (promises, verdicts) in promises.chunks(CHUNK).zip(verdicts.chunks_mut(CHUNK)) {
        proofs_chunk(promises, verdicts);
    }
    Ok(())
}

fn proofs_chunk(promises: &[Promise<'_>], verdicts: &mut [Result<(), Error>]) {
    let one = |promise: &Promise<'_>| {
        promise.proof.verify(promise.key, &promise.message, &promise.signature)
    };
    let (Some(verifier), [_, _, ..]) = (Secp256k1::verifier(), promises) else {
        verdicts.iter_mut().zip(promises).for_each(|(out, promise)| *out = one(promise));
        return;
    };
    let count = promises.len();
    let (mut s, mut minus_e) = ([Fr::zero(); CHUNK], [Fr::zero(); CHUNK]);
    let mut points = [[AffinePoint::identity(); CHUNK]; 3];
    for (i, promise) in promises.iter().enumerate() {
        (s[i], minus_e[i]) = (promise.proof.s, promise.proof.minus_e());
        (points[0][i], points[1][i], points[2][i]) =
            (*promise.key.point(), *promise.message.affine(), *promise.signature.affine());
    }
    let (s, minus_e) = (&s[..count], &minus_e[..count]);
    let mut sums = [[Product::identity(); CHUNK]; 3];
    let [r1, r2, of_signatures] = &mut sums;
    let (r1, r2, of_signatures) = (&mut r1[..count], &mut r2[..count], &mut of_signatures[..count]);
    // R₁ = s·G − e·K, R₂ = s·B_ − e·C_.
    agreed(verifier.generator.double_base_batch_vartime(s, minus_e, &points[0][..count], r1));
    agreed(Product::mul_batch_vartime(&points[1][..count], s, r2));
    agreed(Product::mul_batch_vartime(&points[2][..count], minus_e, of_signatures));
    r2.iter_mut().zip(of_signatures.iter()).for_each(|(sum, other)| *sum = sum.add(other));
    let mut nonces = [[AffinePoint::identity(); CHUNK]; 2];
    agreed(Product::batch_to_affine(r1, &mut nonces[0][..count]));
    agreed(Product::batch_to_affine(r2, &mut nonces[1][..count]));
    for (i, (out, promise)) in verdicts.iter_mut().zip(promises).enumerate() {
        *out =
            promise.proof.verdict(&[nonces[0][i], nonces[1][i]], promise.key, &promise.signature);
    }
}

/// [`DleqProof::verify_unblinded`] of each payment, with its limit: whoever knows a mint's k can
/// make payments that pass here and that the mint refuses. Constant-time in the factors.
///
/// [Example](crate::cashu::legacy#many-at-once).
///
/// # Errors
/// [`Error::Empty`], [`Error::LengthMismatch`]; no verdict is written then.
pub fn verify_payments_each(
    payments: &[Payment<'_>],
    verdicts: &mut [Result<(), Error>],
) -> Result<(), Error> {
    check(payments.len(), &[verdicts.len()])?;
    for (payments, verdicts) in payments.chunks(CHUNK).zip(verdicts.chunks_mut(CHUNK)) {
        payments_chunk(payments, verdicts);
    }
    Ok(())
}

/// B_ = Y + r·G and C_ = C + r·K of each payment, what the mint saw: [`blind`](super::blind) and
/// [`Signature::reblind`]. Constant-time in the factors.
///
/// [Example](crate::cashu::legacy#many-at-once).
///
/// # Errors
/// [`Error::Empty`], [`Error::LengthMismatch`]; no result is written then. One is [`Error::Point`]
/// if C_ is the identity.
pub fn reblind_each(
    payments: &[Payment<'_>],
    results: &mut [Result<(BlindedMessage, BlindSignature), Error>],
) -> Result<(), Error> {
    check(payments.len(), &[results.len()])?;
    for (payments, results) in payments.chunks(CHUNK).zip(results.chunks_mut(CHUNK)) {
        reblind_chunk(payments, results);
    }
    Ok(())
}

fn reblind_chunk(
    payments: &[Payment<'_>],
    results: &mut [Result<(BlindedMessage, BlindSignature), Error>],
) {
    let count = payments.len();
    let mut secrets = [&[][..]; CHUNK];
    secrets.iter_mut().zip(payments).for_each(|(secret, payment)| *secret = payment.secret);
    let mut points = [AffinePoint::identity(); CHUNK];
    hash_chunk(&secrets[..count], &mut points[..count]);
    let mut sums = Zeroizing::new([Product::identity(); CHUNK]);
    for ((sum, point), payment) in sums.iter_mut().zip(&points).zip(payments) {
        *sum = mul_generator::<Secp256k1>(payment.factor.0.expose()).add_mixed(point);
    }
    let mut messages = [Err(Error::Empty); CHUNK];
    points_of(&sums[..count], &mut messages[..count]);
    points.iter_mut().zip(payments).for_each(|(point, payment)| *point = *payment.key.point());
    let mut signatures = [Err(Error::Empty); CHUNK];
    products(
        &points[..count],
        payments.iter().map(|payment| payment.factor.0.expose()),
        |products| {
            for (product, payment) in products.iter_mut().zip(payments) {
                *product = product.add_mixed(payment.signature.affine());
            }
            points_of(products, &mut signatures[..count]);
        },
    );
    for (i, result) in results.iter_mut().enumerate() {
        *result = messages[i].and_then(|message| Ok((message, signatures[i]?)));
    }
}

fn payments_chunk(payments: &[Payment<'_>], verdicts: &mut [Result<(), Error>]) {
    let count = payments.len();
    let mut promised = [Err(Error::Empty); CHUNK];
    reblind_chunk(payments, &mut promised[..count]);
    // Where C_ is the identity, a point of which nothing is proven takes its place, and the verdict
    // stands.
    let stand_in = |payment: &Payment<'_>| {
        let message = super::blind(payment.secret, payment.factor);
        (message, Point::from_affine(*message.affine()).unwrap_or_else(|_| unreachable!("a point")))
    };
    let promises: [Promise<'_>; CHUNK] = core::array::from_fn(|i| {
        let i = i.min(count - 1);
        let Payment { key, proof, .. } = payments[i];
        let (message, signature) = promised[i].unwrap_or_else(|_| stand_in(&payments[i]));
        Promise { key, message, signature, proof }
    });
    proofs_chunk(&promises[..count], verdicts);
    for (verdict, promised) in verdicts.iter_mut().zip(&promised) {
        if promised.is_err() {
            *verdict = Err(Error::NotProven);
        }
    }
}
