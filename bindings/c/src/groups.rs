//! The pairing curves: decoding, sums, sums of multiples, pairings, hashing to curves.
//!
//! Groups: G1 and G2 of BLS12-381 and of BN254. Points of BLS12-381 are in the encoding of ZCash:
//! 96 bytes in G1 and 192 in G2, or compressed 48 and 96. Points of BN254 are x and y as Ethereum's
//! contracts have them: 64 bytes in G1, and 128 in G2 with the imaginary parts first; the identity
//! is all zeros. Scalars are 32 big-endian bytes below the order of the groups.
//!
//! Every function checks that points are on their curve. Functions also check that points are in
//! the group of prime order, unless their name ends in unchecked_subgroup: those are for points
//! that were checked before, and other points give wrong answers.
//!
//! Variable time, except where it is said.

use curve::error::PointError;
use curve::field::{Anywhere, InLanes, Red};
use curve::hash_to_curve::{Suite, Xmd, hash_to_curve_batch};
use curve::msm::{FixedBases, msm_vartime_alloc, sum_vartime_alloc};
#[cfg(feature = "parallel")]
use curve::parallel;
use curve::scalar::{ScalarField, SecretScalar};
use curve::weierstrass::{Affine, CurvePoint, GroupInLanes, Projective};
use curve::{bls12_381, bn254};
#[cfg(feature = "parallel")]
use curve::{bls12_381::Bls12381, bn254::Bn254};
use curvemark::hash::Sha256;
use subtle::Choice;

use crate::boundary::{Handle, New, Room, choices, export, export_free};
use crate::common::{as_many, items, messages, on_threads, verdict_byte};
use crate::status::Status;

choices! {
    /// A group of a pairing curve.
    enum Group as curvemark_group {
        /// Points of 96 bytes, or compressed 48.
        Bls12381G1 = 0 as CURVEMARK_BLS12_381_G1,
        /// Points of 192 bytes, or compressed 96.
        Bls12381G2 = 1 as CURVEMARK_BLS12_381_G2,
        /// Points of 64 bytes.
        Bn254G1 = 2 as CURVEMARK_BN254_G1,
        /// Points of 128 bytes.
        Bn254G2 = 3 as CURVEMARK_BN254_G2,
    }

    /// A pairing.
    enum Pairing as curvemark_pairing_curve {
        /// Points of 96 and 192 bytes; values of 576.
        Bls12381 = 0 as CURVEMARK_PAIRING_BLS12_381,
        /// Points of 64 and 128 bytes; values of 384.
        Bn254 = 1 as CURVEMARK_PAIRING_BN254,
    }
}

/// Calls a function of this file on a group.
macro_rules! by_group {
    ($group:expr, $function:ident($($argument:expr),* $(,)?)) => {
        match $group {
            Group::Bls12381G1 => $function::<bls12_381::G1Curve>($($argument),*),
            Group::Bls12381G2 => $function::<bls12_381::G2Curve>($($argument),*),
            Group::Bn254G1 => $function::<bn254::G1Curve>($($argument),*),
            Group::Bn254G2 => $function::<bn254::G2Curve>($($argument),*),
        }
    };
}

export! {
    /// Decodes and checks many points, with a verdict for each: encoding, curve, group. The
    /// identity is a point.
    ///
    /// point_len: bytes of each point, which says whether they are compressed. points: at least
    /// one, one after the other. decoded: uncompressed points, as many; zeros where a point is
    /// refused. verdicts: one byte for each, which becomes 0 (CURVEMARK_OK) or the
    /// CURVEMARK_ERROR_POINT_* that says why. threads: 1 for the calling thread only, 0 for as many
    /// as the machine has; at most 1024.
    /// Errors: CURVEMARK_OK also if some are refused. CURVEMARK_ERROR_ARGUMENT for another
    /// point_len; CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_COUNT; CURVEMARK_ERROR_THREADS.
    fn curvemark_points_decode(
        group: Group,
        point_len: usize,
        points[points_len]: &[u8],
        decoded[decoded_len]: Room<'_>,
        verdicts[verdicts_len]: Room<'_>,
        threads: usize,
    ) {
        by_group!(group, decode(point_len, points, decoded, verdicts, threads))
    }

    /// Compresses points of BLS12-381. Each is checked.
    ///
    /// points: of 96 bytes in G1, 192 in G2, one after the other. compressed: 48 or 96 bytes each.
    /// Errors: CURVEMARK_ERROR_ARGUMENT for a group of BN254; CURVEMARK_ERROR_EMPTY;
    /// CURVEMARK_ERROR_COUNT; CURVEMARK_ERROR_POINT_* for the first that is none.
    fn curvemark_points_compress(
        group: Group,
        points[points_len]: &[u8],
        compressed[compressed_len]: Room<'_>,
    ) {
        by_group!(group, compress(points, compressed))
    }

    /// Adds points up. Each is checked to be on the curve, which is enough for a sum.
    ///
    /// points: at least one, uncompressed, one after the other. sum: an uncompressed point.
    /// threads: as above.
    /// Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_POINT_*; CURVEMARK_ERROR_THREADS.
    fn curvemark_points_sum(
        group: Group,
        points[points_len]: &[u8],
        sum[sum_len]: Room<'_>,
        threads: usize,
    ) {
        by_group!(group, sum_of(points, sum, threads))
    }

    /// Multiplies a point by a secret scalar. Constant time in the scalar and the point.
    ///
    /// point, product: uncompressed. scalar: 32 bytes.
    /// Errors: CURVEMARK_ERROR_POINT_*; CURVEMARK_ERROR_SCALAR.
    fn curvemark_point_mul(
        group: Group,
        point[point_len]: &[u8],
        scalar[scalar_len]: &[u8; 32],
        product[product_len]: Room<'_>,
    ) {
        by_group!(group, mul(point, scalar, product))
    }

    /// Computes a sum of multiples (MSM). Every point is checked to be in its group.
    ///
    /// points: at least one, uncompressed, one after the other. scalars: 32 bytes each, as many;
    /// they are public. sum: an uncompressed point. threads: as above.
    /// Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_COUNT; CURVEMARK_ERROR_POINT_*;
    /// CURVEMARK_ERROR_SCALAR; CURVEMARK_ERROR_THREADS.
    fn curvemark_points_msm(
        group: Group,
        points[points_len]: &[u8],
        scalars[scalars_len]: &[u8],
        sum[sum_len]: Room<'_>,
        threads: usize,
    ) {
        by_group!(group, msm(points, scalars, sum, true, threads))
    }

    /// As curvemark_points_msm, for points that are known to be in the group of prime order, such
    /// as those that curvemark_points_decode gave.
    fn curvemark_points_msm_unchecked_subgroup(
        group: Group,
        points[points_len]: &[u8],
        scalars[scalars_len]: &[u8],
        sum[sum_len]: Room<'_>,
        threads: usize,
    ) {
        by_group!(group, msm(points, scalars, sum, false, threads))
    }

    /// Makes a table of multiples of points that stay the same, for many sums of multiples. Every
    /// point is checked to be in its group.
    ///
    /// points: at least one, uncompressed, one after the other. table_bytes: how large the table
    /// may be: the fastest that fits is made, which takes a third more on lanes of doubles; with 0
    /// there is none, and the points only are held, for sums that are large or few. bases: where
    /// the handle is written; free it with curvemark_bases_free. It may be used by as many threads
    /// as one likes.
    /// Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_POINT_*; CURVEMARK_ERROR_TABLE if there is no
    /// table so small.
    fn curvemark_bases_new(
        group: Group,
        points[points_len]: &[u8],
        table_bytes: usize,
        bases: New<'_, Bases>,
    ) {
        bases.put(match group {
            Group::Bls12381G1 => Bases::Bls12381G1(table(points, table_bytes)?),
            Group::Bls12381G2 => Bases::Bls12381G2(table(points, table_bytes)?),
            Group::Bn254G1 => Bases::Bn254G1(table(points, table_bytes)?),
            Group::Bn254G2 => Bases::Bn254G2(table(points, table_bytes)?),
        });
        Ok(())
    }

    /// Computes a sum of multiples of the first points of a table, or of points that are held.
    ///
    /// scalars: 32 bytes each, at least one, and at most as many as there are points; they are
    /// public. sum: an uncompressed point. threads: as above.
    /// Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_COUNT; CURVEMARK_ERROR_SCALAR;
    /// CURVEMARK_ERROR_THREADS.
    fn curvemark_bases_msm(
        bases: &Bases,
        scalars[scalars_len]: &[u8],
        sum[sum_len]: Room<'_>,
        threads: usize,
    ) {
        match bases {
            Bases::Bls12381G1(table) => table_msm(table, scalars, sum, threads),
            Bases::Bls12381G2(table) => table_msm(table, scalars, sum, threads),
            Bases::Bn254G1(table) => table_msm(table, scalars, sum, threads),
            Bases::Bn254G2(table) => table_msm(table, scalars, sum, threads),
        }
    }

    /// Hashes messages to a group: suites BLS12381G1_XMD:SHA-256_SSWU_RO_ and BLS12381G2_* of RFC
    /// 9380, and BN254G1_XMD:SHA-256_SVDW_RO_ and BN254G2_* as gnark-crypto has them. Constant time
    /// in the content of the messages.
    ///
    /// messages: all messages, one after the other; message_lens: the length of each in bytes.
    /// tag: the domain separation tag, at least one byte. points: one uncompressed point for each
    /// message. threads: as above.
    /// Errors: CURVEMARK_ERROR_EMPTY for no message or no tag; CURVEMARK_ERROR_LENGTH;
    /// CURVEMARK_ERROR_COUNT; CURVEMARK_ERROR_THREADS.
    fn curvemark_hash_to_points(
        group: Group,
        messages[messages_len]: &[u8],
        message_lens[message_lens_count]: &[usize],
        tag[tag_len]: &[u8],
        points[points_len]: Room<'_>,
        threads: usize,
    ) {
        by_group!(group, hash(messages, message_lens, tag, points, threads))
    }

    /// Says whether the product of pairings e(P, Q) of pairs of points is one. Every point is
    /// checked to be in its group. For no pairs it is one.
    ///
    /// p: points of G1, uncompressed, one after the other. q: as many points of G2. threads: as
    /// above.
    /// Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_COUNT; CURVEMARK_ERROR_POINT_*;
    /// CURVEMARK_ERROR_THREADS.
    fn curvemark_pairing_check(
        curve: Pairing,
        p[p_len]: &[u8],
        q[q_len]: &[u8],
        threads: usize,
    ) {
        let is_one = match curve {
            Pairing::Bls12381 => bls12_381_product(p, q, threads)?.is_identity(),
            Pairing::Bn254 => bn254_product(p, q, threads)?.is_identity(),
        };
        if bool::from(is_one) { Ok(()) } else { Err(Status::NotValid) }
    }

    /// Computes the product of pairings e(P, Q) of pairs of points: an element of the target group
    /// as its twelve coefficients over the prime field, each big-endian, from the constant one on.
    ///
    /// p, q, threads: as above. value: 576 bytes for BLS12-381, 384 for BN254.
    /// Errors: as above, without the verdict.
    fn curvemark_pairing_product(
        curve: Pairing,
        p[p_len]: &[u8],
        q[q_len]: &[u8],
        value[value_len]: Room<'_>,
        threads: usize,
    ) {
        match curve {
            Pairing::Bls12381 => {
                let mut bytes = [0; 576];
                value.must_be(bytes.len())?;
                bls12_381_product(p, q, threads)?.to_bytes(&mut bytes);
                value.put(&bytes)
            }
            Pairing::Bn254 => {
                let mut bytes = [0; 384];
                value.must_be(bytes.len())?;
                bn254_product(p, q, threads)?.to_bytes(&mut bytes);
                value.put(&bytes)
            }
        }
    }
}

export_free! {
    /// Frees a table of multiples. Null is allowed.
    fn curvemark_bases_free(bases: Bases);
}

/// Points that stay the same.
pub enum Held<C: Encoded> {
    /// As they are.
    Points(Vec<Affine<C>>),
    /// A table of their multiples.
    Table(FixedBases<C>),
}

/// Points of a group.
pub enum Bases {
    /// Of one group.
    Bls12381G1(Held<bls12_381::G1Curve>),
    /// Of another.
    Bls12381G2(Held<bls12_381::G2Curve>),
    /// Of another.
    Bn254G1(Held<bn254::G1Curve>),
    /// Of another.
    Bn254G2(Held<bn254::G2Curve>),
}

impl Handle for Bases {}

/// The bytes of a group's points.
pub trait Encoded:
    GroupInLanes<
        Base: Anywhere,
        Scalar: ScalarField + InLanes + Anywhere,
        Lanes: Suite,
        Doubles: Suite,
        Fast: Suite,
    > + Suite
{
    const UNCOMPRESSED: usize;
    const COMPRESSED: Option<usize>;

    /// A point on the curve.
    fn read(bytes: &[u8]) -> Result<CurvePoint<Self>, PointError>;
    /// Points of compressed bytes, checked to be in the group.
    fn read_compressed(encodings: &[&[u8]], points: &mut [Result<Affine<Self>, PointError>]);
    fn write(point: &Affine<Self>, out: &mut Vec<u8>);
    fn write_compressed(point: &Affine<Self>, out: &mut Vec<u8>);
}

macro_rules! zcash {
    ($curve:ty, $compressed:literal, $uncompressed:literal) => {
        impl Encoded for $curve {
            const UNCOMPRESSED: usize = $uncompressed;
            const COMPRESSED: Option<usize> = Some($compressed);

            fn read(bytes: &[u8]) -> Result<CurvePoint<Self>, PointError> {
                Affine::from_bytes_uncompressed_unchecked_subgroup(bytes)
            }

            fn read_compressed(
                encodings: &[&[u8]],
                points: &mut [Result<Affine<Self>, PointError>],
            ) {
                // As many places; of no encodings there is nothing to do. In a pool its threads
                // share the work.
                #[cfg(feature = "parallel")]
                let _always = parallel::from_bytes_batch(encodings, points);
                #[cfg(not(feature = "parallel"))]
                let _always = Affine::from_bytes_batch(encodings, points);
            }

            fn write(point: &Affine<Self>, out: &mut Vec<u8>) {
                out.extend(point.to_bytes_uncompressed());
            }

            fn write_compressed(point: &Affine<Self>, out: &mut Vec<u8>) {
                out.extend(point.to_bytes());
            }
        }
    };
}

zcash!(bls12_381::G1Curve, 48, 96);
zcash!(bls12_381::G2Curve, 96, 192);

macro_rules! eip196 {
    ($curve:ty, $uncompressed:literal) => {
        impl Encoded for $curve {
            const UNCOMPRESSED: usize = $uncompressed;
            const COMPRESSED: Option<usize> = None;

            fn read(bytes: &[u8]) -> Result<CurvePoint<Self>, PointError> {
                Affine::from_eip196_unchecked_subgroup(bytes)
            }

            fn read_compressed(_: &[&[u8]], _: &mut [Result<Affine<Self>, PointError>]) {
                unreachable!("there is no such encoding")
            }

            fn write(point: &Affine<Self>, out: &mut Vec<u8>) {
                out.extend(point.to_eip196());
            }

            fn write_compressed(_: &Affine<Self>, _: &mut Vec<u8>) {
                unreachable!("there is no such encoding")
            }
        }
    };
}

eip196!(bn254::G1Curve, 64);
eip196!(bn254::G2Curve, 128);

/// Points on the curve, of uncompressed bytes.
fn on_curve<C: Encoded>(bytes: &[u8]) -> Result<Vec<CurvePoint<C>>, Status> {
    let points = items(bytes, C::UNCOMPRESSED)?.into_iter().map(C::read);
    Ok(points.collect::<Result<_, _>>()?)
}

/// Which points are in the group; by as many threads as there are where this runs.
fn in_subgroup<C: Encoded>(points: &[CurvePoint<C>]) -> Vec<bool>
where
    CurvePoint<C>: Sync,
{
    let mut verdicts = vec![Choice::from(0); points.len()];
    // As many places; of no points there is nothing to do.
    #[cfg(feature = "parallel")]
    let _always = parallel::is_in_subgroup_batch(points, &mut verdicts);
    #[cfg(not(feature = "parallel"))]
    let _always = CurvePoint::is_in_subgroup_batch(points, &mut verdicts);
    verdicts.into_iter().map(bool::from).collect()
}

/// Affine points of points that are in the group.
fn to_affine<C: Encoded>(points: &[CurvePoint<C>]) -> Vec<Affine<C>> {
    let projective: Vec<_> = points.iter().map(CurvePoint::assume_in_subgroup_unchecked).collect();
    let mut affine = vec![Affine::identity(); points.len()];
    // As many places; of no points there is nothing to do.
    let _always = Projective::batch_to_affine(&projective, &mut affine);
    affine
}

/// Points of uncompressed bytes, checked to be in the group if they shall be.
fn points<C: Encoded>(bytes: &[u8], check: bool) -> Result<Vec<Affine<C>>, Status>
where
    CurvePoint<C>: Sync,
{
    let points = on_curve::<C>(bytes)?;
    if check && !in_subgroup(&points).into_iter().all(|holds| holds) {
        return Err(Status::PointNotInSubgroup);
    }
    Ok(to_affine(&points))
}

fn scalars<C: Encoded>(bytes: &[u8]) -> Result<Vec<Red<C::Scalar>>, Status> {
    let mut scalars = vec![Red::zero(); items(bytes, 32)?.len()];
    if !scalars.is_empty() {
        Red::from_be_bytes_batch(bytes, &mut scalars)?;
    }
    Ok(scalars)
}

fn put_point<C: Encoded>(point: &Affine<C>, out: Room<'_>) -> Result<(), Status> {
    let mut bytes = Vec::new();
    C::write(point, &mut bytes);
    out.put(&bytes)
}

fn decode<C: Encoded>(
    each: usize,
    bytes: &[u8],
    out: Room<'_>,
    verdicts: Room<'_>,
    threads: usize,
) -> Result<(), Status>
where
    CurvePoint<C>: Sync + Send,
    Affine<C>: Send,
{
    let compressed = C::COMPRESSED == Some(each);
    if !compressed && each != C::UNCOMPRESSED {
        return Err(Status::Argument);
    }
    let encodings = items(bytes, each)?;
    if encodings.is_empty() {
        return Err(Status::Empty);
    }
    as_many(encodings.len(), &[verdicts.len()])?;
    if out.len() != encodings.len() * C::UNCOMPRESSED {
        return Err(Status::Count);
    }
    let read = || {
        if compressed {
            let mut points = vec![Err(PointError::Length); encodings.len()];
            C::read_compressed(&encodings, &mut points);
            return points;
        }
        let read: Vec<_> = encodings.iter().map(|encoding| C::read(encoding)).collect();
        let identity = CurvePoint::identity();
        let points: Vec<_> =
            read.iter().map(|point| *point.as_ref().unwrap_or(&identity)).collect();
        let holds = in_subgroup(&points);
        let verdict = |(read, (point, holds)): (Result<_, PointError>, (_, bool))| {
            read?;
            if holds { Ok(point) } else { Err(PointError::NotInSubgroup) }
        };
        read.into_iter().zip(to_affine(&points).into_iter().zip(holds)).map(verdict).collect()
    };
    let points: Vec<Result<Affine<C>, PointError>> = on_threads!(threads, read, read)?;
    let mut decoded = Vec::with_capacity(out.len());
    for point in &points {
        match point {
            Ok(point) => C::write(point, &mut decoded),
            Err(_) => decoded.resize(decoded.len() + C::UNCOMPRESSED, 0),
        }
    }
    let bytes: Vec<u8> = points.into_iter().map(|point| verdict_byte(point.map(|_| ()))).collect();
    out.put(&decoded)?;
    verdicts.put(&bytes)
}

fn compress<C: Encoded>(bytes: &[u8], out: Room<'_>) -> Result<(), Status>
where
    CurvePoint<C>: Sync,
{
    let each = C::COMPRESSED.ok_or(Status::Argument)?;
    let count = items(bytes, C::UNCOMPRESSED)?.len();
    if count == 0 {
        return Err(Status::Empty);
    }
    if out.len() != count * each {
        return Err(Status::Count);
    }
    let mut compressed = Vec::with_capacity(out.len());
    for point in points::<C>(bytes, true)? {
        C::write_compressed(&point, &mut compressed);
    }
    out.put(&compressed)
}

fn sum_of<C: Encoded>(bytes: &[u8], out: Room<'_>, threads: usize) -> Result<(), Status>
where
    CurvePoint<C>: Sync,
    Affine<C>: Sync,
    Projective<C>: Send,
{
    out.must_be(C::UNCOMPRESSED)?;
    let points = points::<C>(bytes, false)?;
    let sum =
        on_threads!(threads, || sum_vartime_alloc(&points), || parallel::sum_vartime(&points))??;
    put_point(&sum.to_affine_vartime(), out)
}

fn mul<C: Encoded>(bytes: &[u8], scalar: &[u8; 32], out: Room<'_>) -> Result<(), Status> {
    out.must_be(C::UNCOMPRESSED)?;
    let scalar = SecretScalar::<C::Scalar>::from_be_bytes(scalar)?;
    let point = C::read(bytes)?.check_subgroup()?;
    put_point(&(&point * &scalar).to_affine(), out)
}

fn msm<C: Encoded>(
    bytes: &[u8],
    scalar_bytes: &[u8],
    out: Room<'_>,
    check: bool,
    threads: usize,
) -> Result<(), Status>
where
    CurvePoint<C>: Sync,
    Affine<C>: Sync,
    Projective<C>: Send,
    Red<C::Scalar>: Sync,
{
    out.must_be(C::UNCOMPRESSED)?;
    let count = items(bytes, C::UNCOMPRESSED)?.len();
    as_many(count, &[items(scalar_bytes, 32)?.len()])?;
    let scalars = scalars::<C>(scalar_bytes)?;
    let sum = on_threads!(
        threads,
        || Ok::<_, Status>(msm_vartime_alloc(&points::<C>(bytes, check)?, &scalars)?),
        || Ok::<_, Status>(parallel::msm_vartime(&points::<C>(bytes, check)?, &scalars)?),
    )??;
    put_point(&sum.to_affine_vartime(), out)
}

fn table<C: Encoded>(bytes: &[u8], table_bytes: usize) -> Result<Held<C>, Status>
where
    CurvePoint<C>: Sync,
{
    let points = points::<C>(bytes, true)?;
    match (table_bytes, points.is_empty()) {
        (_, true) => Err(Status::Empty),
        (0, _) => Ok(Held::Points(points)),
        _ => Ok(Held::Table(FixedBases::new(&points, table_bytes)?)),
    }
}

fn table_msm<C: Encoded>(
    bases: &Held<C>,
    scalar_bytes: &[u8],
    out: Room<'_>,
    threads: usize,
) -> Result<(), Status>
where
    FixedBases<C>: Sync,
    Affine<C>: Sync,
    Projective<C>: Send,
    Red<C::Scalar>: Sync,
{
    out.must_be(C::UNCOMPRESSED)?;
    let scalars = scalars::<C>(scalar_bytes)?;
    let sum = match bases {
        Held::Table(table) => on_threads!(threads, || table.msm_vartime(&scalars), || {
            parallel::fixed_msm_vartime(table, &scalars)
        })??,
        Held::Points(points) => {
            let points = points.get(..scalars.len()).ok_or(Status::Count)?;
            on_threads!(threads, || msm_vartime_alloc(points, &scalars), || {
                parallel::msm_vartime(points, &scalars)
            })??
        }
    };
    put_point(&sum.to_affine_vartime(), out)
}

fn hash<C: Encoded>(
    bytes: &[u8],
    lengths: &[usize],
    tag: &[u8],
    out: Room<'_>,
    threads: usize,
) -> Result<(), Status>
where
    Projective<C>: Send,
{
    let messages = messages(bytes, lengths)?;
    if messages.is_empty() || tag.is_empty() {
        return Err(Status::Empty);
    }
    if Some(out.len()) != messages.len().checked_mul(C::UNCOMPRESSED) {
        return Err(Status::Count);
    }
    let places = || vec![Projective::<C>::identity(); messages.len()];
    let points = on_threads!(
        threads,
        || {
            let mut points = places();
            hash_to_curve_batch::<C, Xmd<Sha256>>(&(), &messages, tag, &mut points)?;
            Ok::<_, Status>(points)
        },
        || {
            let mut points = places();
            parallel::hash_to_curve_batch::<C, Xmd<Sha256>>(&(), &messages, tag, &mut points)?;
            Ok::<_, Status>(points)
        },
    )??;
    let mut affine = vec![Affine::identity(); points.len()];
    Projective::batch_to_affine(&points, &mut affine)?;
    let mut encoded = Vec::with_capacity(out.len());
    affine.iter().for_each(|point| C::write(point, &mut encoded));
    out.put(&encoded)
}

/// The function that gives a product of pairings on a curve.
macro_rules! pairing_product {
    ($name:ident, $curve:ident, $tower:ty) => {
        fn $name(p: &[u8], q: &[u8], threads: usize) -> Result<$curve::Gt, Status> {
            let count = items(p, <$curve::G1Curve as Encoded>::UNCOMPRESSED)?.len();
            as_many(count, &[items(q, <$curve::G2Curve as Encoded>::UNCOMPRESSED)?.len()])?;
            if count == 0 {
                return Ok($curve::Gt::identity());
            }
            let product = || {
                let p = points::<$curve::G1Curve>(p, true)?;
                let q = points::<$curve::G2Curve>(q, true)?;
                let pairs = p.iter().zip(&q).map(|(p, q)| $curve::Pair::from_points(p, q));
                let mut pairs = pairs.collect::<Vec<_>>();
                // In a pool its threads share the work.
                #[cfg(feature = "parallel")]
                let product = parallel::pairing_product::<$tower>(&mut pairs);
                #[cfg(not(feature = "parallel"))]
                let product = $curve::final_exponentiation(&$curve::miller_loop(&mut pairs));
                Ok(product)
            };
            on_threads!(threads, product, product)?
        }
    };
}

pairing_product!(bls12_381_product, bls12_381, Bls12381);
pairing_product!(bn254_product, bn254, Bn254);
