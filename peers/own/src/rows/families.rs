//! curvemark on as many items as one likes, on this thread or on those of rayon's pool.

use curve::bls12_381::{
    FrEngine, G1Curve, G2Curve, Pair, hash_to_g1_batch, hash_to_g2_batch, multi_miller_loop_any,
};
use curve::error::{BatchError, PointError};
use curve::field::Anywhere;
use curve::hash_to_curve::Xmd;
use curve::msm::{msm_vartime_alloc, sum_vartime_alloc};
use curve::parallel;
use curve::weierstrass::{Affine, CurvePoint, GroupInLanes, Projective, ZcashEncoding};
use curvemark::bls12_381::{Fr, G1Affine, G2Affine, final_exponentiation};
use peer_api::body::{Prepared, independent, refusing};
use peer_api::families::Family;
use peer_api::{Case, Checks, Contract, Refusal, Time};
use sha2::Sha256;

use super::{
    DecodeMany, HASH_TO_G1_DST, HASH_TO_G2_DST, HashMany, fp12_bytes, fr, g1_bytes, g2_bytes,
};

pub(super) fn contract(family: &Family) -> Option<Contract> {
    Some(match family.id {
        "bls12-381/g1_msm" | "bls12-381/g2_msm" | "bls12-381/g1_sum" => {
            Contract::parsed(Time::Variable)
        }
        "bls12-381/g1_decode" | "bls12-381/g2_decode" => {
            Contract::bytes(Checks::Subgroup, Time::Variable)
        }
        "bls12-381/hash_to_g1" | "bls12-381/hash_to_g2" => {
            Contract::bytes(Checks::None, Time::Constant)
        }
        "bls12-381/multi_pairing" => Contract::parsed(Time::Constant),
        "bls12-381/verify_sets" => Contract::parsed(Time::Variable),
        _ => return None,
    })
}

/// On this thread, or as `curve::parallel` does it.
pub(super) fn prepare(family: &Family, batches: &[&[Case]], threads: bool) -> Prepared {
    match family.id {
        "bls12-381/g1_msm" => msm::<G1Curve>(
            batches,
            if threads { parallel::msm_vartime } else { msm_vartime_alloc },
            g1_bytes,
        ),
        "bls12-381/g2_msm" => msm::<G2Curve>(
            batches,
            if threads { parallel::msm_vartime } else { msm_vartime_alloc },
            g2_bytes,
        ),
        "bls12-381/g1_sum" => {
            let points = parsed(batches, |item| point::<G1Curve>(item.first()?))?;
            let sum: fn(&[G1Affine]) -> _ =
                if threads { parallel::sum_vartime } else { sum_vartime_alloc };
            independent(points, move |points| sum(points).expect("some points"), g1_bytes)
        }
        "bls12-381/g1_decode" => {
            let many: DecodeMany<_> = if threads {
                parallel::from_bytes_batch::<G1Curve>
            } else {
                G1Affine::from_bytes_batch
            };
            decode(batches, many, |p| p.to_bytes_uncompressed().to_vec())
        }
        "bls12-381/g2_decode" => {
            let many: DecodeMany<_> = if threads {
                parallel::from_bytes_batch::<G2Curve>
            } else {
                G2Affine::from_bytes_batch
            };
            decode(batches, many, |p| p.to_bytes_uncompressed().to_vec())
        }
        "bls12-381/hash_to_g1" => {
            let many: HashMany<_> = if threads {
                |messages, dst, out| {
                    parallel::hash_to_curve_batch::<G1Curve, Xmd<Sha256>>(&(), messages, dst, out)
                }
            } else {
                hash_to_g1_batch::<Xmd<Sha256>>
            };
            hash(batches, many, HASH_TO_G1_DST, g1_bytes)
        }
        "bls12-381/hash_to_g2" => {
            let many: HashMany<_> = if threads {
                |messages, dst, out| {
                    parallel::hash_to_curve_batch::<G2Curve, Xmd<Sha256>>(&(), messages, dst, out)
                }
            } else {
                hash_to_g2_batch::<Xmd<Sha256>>
            };
            hash(batches, many, HASH_TO_G2_DST, g2_bytes)
        }
        "bls12-381/multi_pairing" => {
            let pairs = parsed(batches, |item| {
                Some((point::<G1Curve>(item.first()?)?, point::<G2Curve>(item.get(1)?)?))
            })?;
            let product = move |pairs: &Vec<(G1Affine, G2Affine)>| {
                if threads {
                    let mut pairs: Vec<Pair<'_>> =
                        pairs.iter().map(|(p, q)| Pair::from_points(p, q)).collect();
                    return parallel::pairing_product(&mut pairs);
                }
                let pairs: Vec<_> = pairs.iter().map(|(p, q)| (p, q)).collect();
                final_exponentiation(&multi_miller_loop_any(&pairs))
            };
            independent(pairs, product, |f| fp12_bytes(f.as_fp12()))
        }
        "bls12-381/verify_sets" => super::bls::verify_family(batches, threads),
        _ => Err(Refusal::Unsupported(format!("curvemark does not serve {}", family.id))),
    }
}

/// The items of all batches.
fn parsed<T>(
    batches: &[&[Case]],
    item: impl Fn(&Case) -> Option<T>,
) -> Result<Vec<Vec<T>>, Refusal> {
    let batch = |items: &&[Case]| items.iter().map(&item).collect::<Option<Vec<T>>>();
    batches.iter().map(batch).collect::<Option<Vec<_>>>().ok_or(Refusal::Invalid)
}

/// A point from its uncompressed form. Of its subgroup the one who made it is sure; all
/// implementations parse it so.
fn point<C: ZcashEncoding<Base: Anywhere>>(bytes: &[u8]) -> Option<Affine<C>> {
    let point: CurvePoint<C> = Affine::from_bytes_uncompressed_unchecked_subgroup(bytes).ok()?;
    let (x, y) = point.to_xy()?;
    Some(Affine::from_xy_unchecked_curve_and_subgroup(x, y))
}

/// A sum of multiples of points.
type Msm<C> = fn(&[Affine<C>], &[Fr]) -> Result<Projective<C>, BatchError>;

fn msm<C>(batches: &[&[Case]], msm: Msm<C>, bytes: fn(&Projective<C>) -> Vec<u8>) -> Prepared
where
    C: ZcashEncoding<Base: Anywhere> + GroupInLanes<Scalar = FrEngine>,
{
    let terms = parsed(batches, |item| Some((point::<C>(item.first()?)?, fr(item.get(1)?)?)))?;
    let sum = move |(points, scalars): &(Vec<Affine<C>>, Vec<Fr>)| {
        msm(points, scalars).expect("as many scalars as points, and some")
    };
    independent(terms.into_iter().map(|terms| terms.into_iter().unzip()).collect(), sum, bytes)
}

fn decode<P: 'static>(
    batches: &[&[Case]],
    decode: DecodeMany<P>,
    bytes: fn(&P) -> Vec<u8>,
) -> Prepared {
    let encodings = parsed(batches, |item| item.first().cloned())?;
    let all = move |encodings: &Vec<Vec<u8>>| {
        let mut points: Vec<Result<P, PointError>> =
            encodings.iter().map(|_| Err(PointError::Length)).collect();
        decode(encodings, &mut points).expect("as many places as encodings");
        points.into_iter().collect::<Result<Vec<P>, _>>().ok()
    };
    refusing(encodings, all, move |points| points.iter().flat_map(bytes).collect())
}

fn hash<P: Copy + Default + 'static>(
    batches: &[&[Case]],
    hash: HashMany<P>,
    dst: &'static [u8],
    bytes: fn(&P) -> Vec<u8>,
) -> Prepared {
    let messages = parsed(batches, |item| item.first().cloned())?;
    let all = move |messages: &Vec<Vec<u8>>| {
        let mut out = vec![P::default(); messages.len()];
        hash(messages, dst, &mut out).expect("as many places as messages");
        out
    };
    independent(messages, all, move |points| points.iter().flat_map(bytes).collect())
}
