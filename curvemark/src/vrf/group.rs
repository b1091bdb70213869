//! The three groups of the suites: bytes of points and keys, and how nonces are made.

use core::fmt::Debug;

use curve::ed25519::{self, Point, Ristretto255, clamp};
use curve::error::{PointError, ScalarError};
use curve::field::Red;
use curve::p256::{self, AffinePoint};
use curve::scalar::{ScalarField, SecretScalar};
use curve::weierstrass::Projective;
use rand_core::CryptoRng;
use sha2::{Digest, Sha256, Sha512};
use zeroize::{Zeroize, Zeroizing};

use super::arithmetic::{Arithmetic, Edwards, NistP256};
use crate::ecdsa::nonce::Nonces;

/// Bytes of a fixed length: an array.
pub trait Bytes:
    AsRef<[u8]>
    + AsMut<[u8]>
    + Copy
    + Debug
    + Eq
    + Send
    + Sync
    + Zeroize
    + for<'a> TryFrom<&'a [u8]>
    + 'static
{
    /// Zeros.
    const ZERO: Self;
    /// How many.
    const LENGTH: usize;
}

impl<const N: usize> Bytes for [u8; N] {
    const ZERO: Self = [0; N];
    const LENGTH: usize = N;
}

/// Integers modulo the order of a group's generator.
pub type ScalarOf<G> = <<G as Group>::Arithmetic as Arithmetic>::Scalar;
/// A point in the form that is kept.
pub type PointOf<G> = <<G as Group>::Arithmetic as Arithmetic>::Point;
/// A point as arithmetic gives it.
pub type SumOf<G> = <<G as Group>::Arithmetic as Arithmetic>::Sum;

/// A group with its encodings, and with the hash of its suites.
pub trait Group: Copy + Debug + 'static {
    /// The curve.
    type Arithmetic: Arithmetic;
    /// The bytes of a point.
    type Encoding: Bytes;
    /// Hash of RFC 9381, which is hLen bytes long.
    type Hash: Digest;

    /// Whether integers are big-endian.
    const BIG_ENDIAN: bool;
    /// Whether what is hashed of Γ is \[cofactor\]Γ.
    const COFACTOR: bool;

    /// The point of a canonical encoding.
    fn decode(bytes: &[u8]) -> Result<PointOf<Self>, PointError>;

    /// Whether \[cofactor\]P is the identity.
    fn is_small_order(point: &PointOf<Self>) -> bool;

    /// \[cofactor\]P, where [`Group::COFACTOR`] asks for it. Constant-time.
    fn clear_cofactor(point: &PointOf<Self>) -> SumOf<Self>;

    /// The same, of a sum.
    fn clear_cofactor_of_sum(sum: &SumOf<Self>) -> SumOf<Self>;

    /// The encoding of a point, which is not the identity of P-256. Constant-time.
    fn encode(point: &SumOf<Self>) -> Self::Encoding;

    /// As [`Group::encode`], of three at once, and the first in the form that is kept.
    fn encode_three(points: &[SumOf<Self>; 3]) -> ([Self::Encoding; 3], PointOf<Self>);

    /// The encodings of many public points, if all of them have one: the identity of P-256 has
    /// none.
    fn encode_each_vartime(points: &[SumOf<Self>], out: &mut [Self::Encoding]) -> Option<()>;

    /// x of the bytes of a secret key. Constant-time but for the verdict.
    fn secret(bytes: &[u8; 32]) -> Result<SecretScalar<ScalarOf<Self>>, ScalarError>;

    /// The bytes of a fresh secret key.
    fn random(rng: &mut dyn CryptoRng) -> Zeroizing<[u8; 32]>;

    /// k, by the secret key and the encoding of H: RFC 9381, §5.4.2. Constant-time.
    fn nonce(
        bytes: &[u8; 32],
        secret: &SecretScalar<ScalarOf<Self>>,
        h: &Self::Encoding,
    ) -> SecretScalar<ScalarOf<Self>>;
}

/// The integer of 16 bytes.
pub fn challenge_scalar<G: Group>(c: &[u8; 16]) -> Red<ScalarOf<G>> {
    let mut bytes = *c;
    if !G::BIG_ENDIAN {
        bytes.reverse();
    }
    Red::from_uniform_bytes(&bytes)
}

/// The integer of 32 bytes, if it is below the order.
pub fn scalar_from_bytes<G: Group>(bytes: &[u8]) -> Result<Red<ScalarOf<G>>, ScalarError> {
    if G::BIG_ENDIAN { Red::from_be_bytes(bytes) } else { Red::from_le_bytes(bytes) }
}

/// Its 32 bytes.
pub fn scalar_to_bytes<G: Group>(scalar: &Red<ScalarOf<G>>) -> [u8; 32] {
    if G::BIG_ENDIAN { scalar.to_be_bytes() } else { scalar.to_le_bytes() }
}

/// Bytes of a fresh scalar that is not zero.
fn random_scalar<G: Group>(rng: &mut dyn CryptoRng) -> Zeroizing<[u8; 32]> {
    loop {
        if let Ok(secret) = SecretScalar::<ScalarOf<G>>::random(rng).not_zero() {
            return Zeroizing::new(scalar_to_bytes::<G>(secret.expose()));
        }
    }
}

/// A scalar of these bytes that is not zero.
fn secret_scalar<G: Group>(bytes: &[u8]) -> Result<SecretScalar<ScalarOf<G>>, ScalarError> {
    SecretScalar::new(scalar_from_bytes::<G>(bytes)?).not_zero()
}

/// The two halves of SHA-512, wiped when dropped.
fn halves(bytes: &[u8; 32]) -> Zeroizing<[[u8; 32]; 2]> {
    let mut out = Zeroizing::new([[0; 32]; 2]);
    let mut digest = Sha512::digest(bytes);
    out.as_flattened_mut().copy_from_slice(&digest);
    digest.as_mut_slice().zeroize();
    out
}

/// A little-endian integer modulo the order. Constant-time.
fn residue<S: ScalarField>(bytes: &[u8]) -> SecretScalar<S> {
    let residue = Red::from_wide_le_bytes(bytes);
    SecretScalar::new(residue.unwrap_or_else(|_| unreachable!("64 bytes are not too many")))
}

/// The nonce of RFC 9381, §5.4.2.2: SHA-512 of the second half of the hashed key, and H.
fn nonce_by_sha512<S: ScalarField>(bytes: &[u8; 32], h: &[u8; 32]) -> SecretScalar<S> {
    let [_, key] = &*halves(bytes);
    let mut digest = Sha512::new().chain_update(key).chain_update(h).finalize();
    let nonce = residue(&digest);
    digest.as_mut_slice().zeroize();
    nonce
}

/// Curve25519 in Edwards form, with the encodings and keys of Ed25519 (RFC 8032).
#[derive(Clone, Copy, Debug)]
pub enum Edwards25519 {}

impl Group for Edwards25519 {
    type Arithmetic = Edwards;
    type Encoding = [u8; 32];
    type Hash = Sha512;

    const BIG_ENDIAN: bool = false;
    const COFACTOR: bool = true;

    fn decode(bytes: &[u8]) -> Result<Point, PointError> {
        Point::from_bytes(bytes)
    }

    fn is_small_order(point: &Point) -> bool {
        point.is_small_order().into()
    }

    fn clear_cofactor(point: &Point) -> Point {
        point.mul_by_cofactor()
    }

    fn clear_cofactor_of_sum(sum: &Point) -> Point {
        sum.mul_by_cofactor()
    }

    fn encode(point: &Point) -> [u8; 32] {
        point.to_bytes()
    }

    fn encode_three(points: &[Point; 3]) -> ([[u8; 32]; 3], Point) {
        let mut xy = [[ed25519::Fp::zero(); 2]; 3];
        if Point::to_xy_batch(points, &mut xy).is_err() {
            unreachable!("three points and three places");
        }
        let [x, y] = xy[0];
        (xy.map(|xy| Point::xy_to_bytes(&xy)), Point::from_xy_unchecked_curve(x, y))
    }

    fn encode_each_vartime(points: &[Point], out: &mut [[u8; 32]]) -> Option<()> {
        Point::to_bytes_batch_vartime(points, out).ok()
    }

    fn secret(bytes: &[u8; 32]) -> Result<SecretScalar<ed25519::FrEngine>, ScalarError> {
        // B and H are without torsion, so that the integer's class serves.
        Ok(residue(Zeroizing::new(clamp(halves(bytes)[0])).as_slice()))
    }

    fn random(rng: &mut dyn CryptoRng) -> Zeroizing<[u8; 32]> {
        let mut seed = Zeroizing::new([0; 32]);
        rng.fill_bytes(seed.as_mut());
        seed
    }

    fn nonce(
        bytes: &[u8; 32],
        _: &SecretScalar<ed25519::FrEngine>,
        h: &[u8; 32],
    ) -> SecretScalar<ed25519::FrEngine> {
        nonce_by_sha512(bytes, h)
    }
}

/// ristretto255 (RFC 9496): points are those of the curve that stand for elements.
#[derive(Clone, Copy, Debug)]
pub enum OfRistretto255 {}

impl Group for OfRistretto255 {
    type Arithmetic = Edwards;
    type Encoding = [u8; 32];
    type Hash = Sha512;

    const BIG_ENDIAN: bool = false;
    const COFACTOR: bool = false;

    fn decode(bytes: &[u8]) -> Result<Point, PointError> {
        Ristretto255::from_bytes(bytes).map(|element| *element.as_edwards())
    }

    fn is_small_order(point: &Point) -> bool {
        point.is_small_order().into()
    }

    fn clear_cofactor(point: &Point) -> Point {
        *point
    }

    fn clear_cofactor_of_sum(sum: &Point) -> Point {
        *sum
    }

    fn encode(point: &Point) -> [u8; 32] {
        Ristretto255::of_even_point_unchecked(*point).to_bytes()
    }

    fn encode_three(points: &[Point; 3]) -> ([[u8; 32]; 3], Point) {
        let encodings = points.each_ref().map(Self::encode);
        // The point that stands for the element may tell two bits of the scalar that it was made
        // by. The one that is decoded does not.
        let first = Self::decode(&encodings[0]);
        (encodings, first.unwrap_or_else(|_| unreachable!("what was encoded is an element")))
    }

    fn encode_each_vartime(points: &[Point], out: &mut [[u8; 32]]) -> Option<()> {
        out.iter_mut().zip(points).for_each(|(out, point)| *out = Self::encode(point));
        Some(())
    }

    fn secret(bytes: &[u8; 32]) -> Result<SecretScalar<ed25519::FrEngine>, ScalarError> {
        secret_scalar::<Self>(bytes)
    }

    fn random(rng: &mut dyn CryptoRng) -> Zeroizing<[u8; 32]> {
        random_scalar::<Self>(rng)
    }

    fn nonce(
        bytes: &[u8; 32],
        _: &SecretScalar<ed25519::FrEngine>,
        h: &[u8; 32],
    ) -> SecretScalar<ed25519::FrEngine> {
        nonce_by_sha512(bytes, h)
    }
}

/// P-256, with compressed encodings of SEC 1.
#[derive(Clone, Copy, Debug)]
pub enum OfP256 {}

/// Points whose affine forms are in memory at once.
const AFFINE: usize = 16;

impl Group for OfP256 {
    type Arithmetic = NistP256;
    type Encoding = [u8; 33];
    type Hash = Sha256;

    const BIG_ENDIAN: bool = true;
    const COFACTOR: bool = false;

    fn decode(bytes: &[u8]) -> Result<AffinePoint, PointError> {
        AffinePoint::from_sec1_compressed(bytes)
    }

    /// The identity has no encoding of 33 bytes.
    fn is_small_order(_: &AffinePoint) -> bool {
        false
    }

    fn clear_cofactor(point: &AffinePoint) -> p256::Point {
        point.to_projective()
    }

    fn clear_cofactor_of_sum(sum: &p256::Point) -> p256::Point {
        *sum
    }

    fn encode(point: &p256::Point) -> [u8; 33] {
        point.to_affine().to_sec1_unchecked_identity()
    }

    fn encode_three(points: &[p256::Point; 3]) -> ([[u8; 33]; 3], AffinePoint) {
        let mut affine = [AffinePoint::identity(); 3];
        if Projective::batch_to_affine(points, &mut affine).is_err() {
            unreachable!("three points and three places");
        }
        (affine.map(|point| point.to_sec1_unchecked_identity()), affine[0])
    }

    fn encode_each_vartime(points: &[p256::Point], out: &mut [[u8; 33]]) -> Option<()> {
        let mut buffer = [AffinePoint::identity(); AFFINE];
        for (points, out) in points.chunks(AFFINE).zip(out.chunks_mut(AFFINE)) {
            let affine = &mut buffer[..points.len()];
            Projective::batch_to_affine(points, affine).ok()?;
            for (point, out) in affine.iter().zip(out) {
                *out = point.to_sec1().ok()?;
            }
        }
        Some(())
    }

    fn secret(bytes: &[u8; 32]) -> Result<SecretScalar<p256::FrEngine>, ScalarError> {
        secret_scalar::<Self>(bytes)
    }

    fn random(rng: &mut dyn CryptoRng) -> Zeroizing<[u8; 32]> {
        random_scalar::<Self>(rng)
    }

    /// RFC 9381, §5.4.2.1: that of RFC 6979.
    fn nonce(
        _: &[u8; 32],
        secret: &SecretScalar<p256::FrEngine>,
        h: &[u8; 33],
    ) -> SecretScalar<p256::FrEngine> {
        Nonces::<Sha256>::new(secret, &Sha256::digest(h).into(), &[]).draw()
    }
}
