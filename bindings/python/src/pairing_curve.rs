//! Sums, multiples, pairings and hashing on the two curves with a pairing.

use curve::bls12_381 as bls;
use curve::bn254 as bn;
use curve::error::PointError;
use curve::field::{Anywhere, Red};
use curve::hash_to_curve::Suite;
use curve::hash_to_curve::sswu::Swu;
use curve::msm::{msm_vartime_alloc, sum_vartime_alloc};
use curve::parallel;
use curve::scalar::ScalarField;
use curve::weierstrass::{Affine, CurvePoint, GroupInLanes, Projective, ZcashEncoding};

use crate::failure::{Failure, all};
use crate::octets::Flat;
use crate::threads::on_threads;

pub const BLS12_381_PAGE: &str = "\
BLS12-381: sums, multiples, pairings and hashing, on flat arrays and on points.

A point is 96 bytes of G1 or 192 of G2 (uncompressed, as ZCash and Ethereum's consensus have it),
or 48 or 96 with `compressed=True`. A scalar is 32 bytes, big-endian, below the group order. All
that is read is checked: encoding, curve, subgroup. Infinity is a point. Functions on flat arrays
take variable time, for public values; only `G1 * Scalar` and `G2 * Scalar` are constant-time.";

pub const BN254_PAGE: &str = "\
BN254 (alt_bn128): sums, multiples, pairings and hashing, on flat arrays and on points.

A point is 64 bytes of G1 or 128 of G2, as Ethereum's contracts 6, 7 and 8 have it (EIP-196,
EIP-197: in G2 the imaginary part of a coordinate stands first), and zeros are infinity. There is
no compressed form. A scalar is 32 bytes, big-endian, below the group order. All that is read is
checked: encoding, curve, subgroup. Functions on flat arrays take variable time, for public
values; only `G1 * Scalar` and `G2 * Scalar` are constant-time.";

/// How points are written, and what of them is checked.
#[derive(Clone, Copy)]
pub struct Form {
    /// The shorter form.
    pub compressed: bool,
    /// The caller answers for the subgroup.
    pub unchecked_subgroup: bool,
}

/// A group whose points Python may hand over.
pub trait Encoded: GroupInLanes<Base: Anywhere, Scalar: ScalarField> {
    /// Of one point.
    fn size(compressed: bool) -> Result<usize, Failure>;
    /// Points of encodings that have this size.
    fn decode(encodings: &[&[u8]], form: Form) -> Result<Vec<Affine<Self>>, Failure>;
    /// Appends a point.
    fn encode(point: &Affine<Self>, compressed: bool, out: &mut Vec<u8>);
}

/// Affine points of points on the curve whose subgroup is checked here, or answered for.
fn in_group<C: GroupInLanes<Base: Anywhere>>(
    points: &[CurvePoint<C>],
    unchecked_subgroup: bool,
) -> Result<Vec<Affine<C>>, Failure> {
    if points.is_empty() {
        return Ok(Vec::new());
    }
    if !unchecked_subgroup {
        let mut verdicts = vec![0.into(); points.len()];
        CurvePoint::is_in_subgroup_batch(points, &mut verdicts)?;
        if let Some(i) = verdicts.iter().position(|inside| !bool::from(*inside)) {
            return Err(Failure::from(PointError::NotInSubgroup).of(format!("point {i}")));
        }
    }
    let points: Vec<_> = points.iter().map(CurvePoint::assume_in_subgroup_unchecked).collect();
    let mut affine = vec![Affine::identity(); points.len()];
    Projective::batch_to_affine(&points, &mut affine)?;
    Ok(affine)
}

fn decode_zcash<C>(encodings: &[&[u8]], form: Form) -> Result<Vec<Affine<C>>, Failure>
where
    C: ZcashEncoding<Base: Anywhere>
        + GroupInLanes<Lanes: Suite<Map: Swu>, Doubles: Suite<Map: Swu>>,
{
    let on_curve = match (form.compressed, form.unchecked_subgroup) {
        (true, false) => {
            let mut points = vec![Err(PointError::Length); encodings.len()];
            if !encodings.is_empty() {
                Affine::from_bytes_batch(encodings, &mut points)?;
            }
            return all("point", points);
        }
        (true, true) => Affine::<C>::from_bytes_unchecked_subgroup,
        (false, _) => Affine::<C>::from_bytes_uncompressed_unchecked_subgroup,
    };
    let points = all("point", encodings.iter().map(|bytes| on_curve(bytes)))?;
    in_group(&points, form.unchecked_subgroup)
}

macro_rules! zcash {
    ($curve:ty, $uncompressed:literal, $compressed:literal) => {
        impl Encoded for $curve {
            fn size(compressed: bool) -> Result<usize, Failure> {
                Ok(if compressed { $compressed } else { $uncompressed })
            }

            fn decode(encodings: &[&[u8]], form: Form) -> Result<Vec<Affine<Self>>, Failure> {
                decode_zcash(encodings, form)
            }

            fn encode(point: &Affine<Self>, compressed: bool, out: &mut Vec<u8>) {
                match compressed {
                    true => out.extend(point.to_bytes()),
                    false => out.extend(point.to_bytes_uncompressed()),
                }
            }
        }
    };
}

zcash!(bls::G1Curve, 96, 48);
zcash!(bls::G2Curve, 192, 96);

macro_rules! eip196 {
    ($curve:ty, $size:literal) => {
        impl Encoded for $curve {
            fn size(compressed: bool) -> Result<usize, Failure> {
                match compressed {
                    true => Err(Failure::input("Compression", "BN254 has no compressed form here")),
                    false => Ok($size),
                }
            }

            fn decode(encodings: &[&[u8]], form: Form) -> Result<Vec<Affine<Self>>, Failure> {
                let read = Affine::<Self>::from_eip196_unchecked_subgroup;
                let points = all("point", encodings.iter().map(|bytes| read(bytes)))?;
                in_group(&points, form.unchecked_subgroup)
            }

            fn encode(point: &Affine<Self>, _: bool, out: &mut Vec<u8>) {
                out.extend(point.to_eip196());
            }
        }
    };
}

eip196!(bn::G1Curve, 64);
eip196!(bn::G2Curve, 128);

/// The points of a flat array.
pub fn points<C: Encoded>(flat: &Flat, form: Form) -> Result<Vec<Affine<C>>, Failure> {
    C::decode(&flat.items("points", C::size(form.compressed)?)?, form)
}

/// The scalars of a flat array.
pub fn scalars<S: ScalarField>(flat: &Flat) -> Result<Vec<Red<S>>, Failure> {
    all("scalar", flat.arrays::<32>("scalars")?.iter().map(|bytes| Red::from_be_bytes(bytes)))
}

/// The encoding of one point.
pub fn encoded<C: Encoded>(point: &Projective<C>, compressed: bool) -> Vec<u8> {
    let mut out = Vec::new();
    C::encode(&point.to_affine(), compressed, &mut out);
    out
}

/// The encodings of many points, with one inversion.
pub fn encoded_all<C: Encoded>(
    points: &[Projective<C>],
    compressed: bool,
) -> Result<Vec<u8>, Failure> {
    let mut affine = vec![Affine::identity(); points.len()];
    if !points.is_empty() {
        Projective::batch_to_affine(points, &mut affine)?;
    }
    let mut out = Vec::with_capacity(points.len() * C::size(compressed)?);
    affine.iter().for_each(|point| C::encode(point, compressed, &mut out));
    Ok(out)
}

fn same_number(points: usize, scalars: usize) -> Result<(), Failure> {
    if points == scalars {
        return Ok(());
    }
    Err(Failure::length(format!("there are {points} points, and {scalars} to go with them")))
}

/// Σ kᵢPᵢ; infinity for no points.
fn msm<C>(points: &[Affine<C>], scalars: &[Red<C::Scalar>], threads: usize) -> Answer<C>
where
    C: Encoded,
    Affine<C>: Sync,
    Projective<C>: Send,
    Red<C::Scalar>: Sync,
{
    same_number(points.len(), scalars.len())?;
    if points.is_empty() {
        return Ok(Projective::identity());
    }
    let serial = || msm_vartime_alloc(points, scalars);
    Ok(on_threads(threads, serial, || parallel::msm_vartime(points, scalars))??)
}

type Answer<C> = Result<Projective<C>, Failure>;

/// Σ Pᵢ; infinity for no points.
fn sum<C>(points: &[Affine<C>], threads: usize) -> Answer<C>
where
    C: Encoded,
    Affine<C>: Sync,
    Projective<C>: Send,
{
    if points.is_empty() {
        return Ok(Projective::identity());
    }
    let serial = || sum_vartime_alloc(points);
    Ok(on_threads(threads, serial, || parallel::sum_vartime(points))??)
}

/// kᵢPᵢ of each.
fn multiples<C>(
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
    threads: usize,
) -> Result<Vec<Projective<C>>, Failure>
where
    C: Encoded,
    Affine<C>: Sync,
    Projective<C>: Send,
    Red<C::Scalar>: Sync,
{
    same_number(points.len(), scalars.len())?;
    if points.is_empty() {
        return Ok(Vec::new());
    }
    let products = || vec![Projective::identity(); points.len()];
    let serial = || {
        let mut out = products();
        Projective::mul_batch_vartime(points, scalars, &mut out).map(|()| out)
    };
    let together = || {
        let mut out = products();
        parallel::mul_batch_vartime(points, scalars, &mut out).map(|()| out)
    };
    Ok(on_threads(threads, serial, together)??)
}

/// One point of an encoding, in either form where there are two.
fn point<C: Encoded>(bytes: &[u8]) -> Result<Projective<C>, Failure> {
    let compressed = C::size(true).is_ok_and(|size| size == bytes.len());
    let size = C::size(compressed)?;
    if bytes.len() != size {
        let message = format!("a point has {size} bytes, not {}", bytes.len());
        return Err(Failure::length(message));
    }
    let form = Form { compressed, unchecked_subgroup: false };
    Ok(C::decode(&[bytes], form)?[0].to_projective())
}

mod module;
pub use module::{bls12_381, bn254};
