//! Pallas.

use curve::msm::msm_vartime_alloc;
use curve::pallas::{AffinePoint, Fp, FpEngine, FrEngine, Point};
use curvemark::pasta::{hash_to_pallas, hash_to_pallas_batch};
use peer_api::body::{Prepared, chain, independent, iterate, parse, parse_all, unparsed};
use peer_api::{Case, Checks, Contract, Operation, PALLAS_PREFIX, Time};

use super::bytes::{bytes, element};
use super::entered::{chain_entered, iterate_entered};
use super::unserved;

/// Sums of many multiples and inversions take public values, as the peers' do.
pub(super) fn contract(verb: &str) -> Contract {
    match verb {
        "hash_to_curve" | "hash_to_curve_64" => Contract::bytes(Checks::None, Time::Variable),
        "fp_inv" | "mul_vartime" | "msm_1024" | "msm_16384" => Contract::parsed(Time::Variable),
        _ => Contract::parsed(Time::Constant),
    }
}

pub(super) fn prepare(verb: &str, operation: &Operation, pool: &[Case]) -> Prepared {
    let fp = element::<FpEngine>;
    let fr = element::<FrEngine>;
    match verb {
        "fp_mul" => chain(parse(pool, |[a, b]| Some((fp(a)?, fp(b)?)))?, |a, b| *a *= b, bytes),
        "fp_sqr" => iterate(parse(pool, |[a]| fp(a))?, |a| a.square_times(1), bytes),
        "fp_inv" => independent(parse(pool, |[a]| fp(a))?, Fp::invert_vartime, bytes),
        "fr_mul" => chain(parse(pool, |[a, b]| Some((fr(a)?, fr(b)?)))?, |a, b| *a *= b, bytes),
        "add" => {
            chain_entered!(
                parse(pool, |[a, b]| Some((group(a)?, group(b)?)))?,
                |a, b| *a = a.add(b),
                group_bytes
            )
        }
        "double" => {
            iterate_entered!(parse(pool, |[a]| group(a))?, |a| *a = a.double(), group_bytes)
        }
        "mul" => {
            let cases = parse(pool, |[p, k]| Some((group(p)?, fr(k)?)))?;
            independent(cases, |(p, k)| p.mul(k).to_affine(), point_bytes)
        }
        "mul_vartime" => {
            let cases = parse(pool, |[p, k]| Some((group(p)?, fr(k)?)))?;
            independent(cases, |(p, k)| p.mul_vartime(k).to_affine(), point_bytes)
        }
        "hash_to_curve" => independent(
            unparsed(operation, pool)?,
            |case| {
                hash_to_pallas(PALLAS_PREFIX.as_bytes(), &case[0]).expect("a prefix that is short")
            },
            group_bytes,
        ),
        "hash_to_curve_64" => independent(
            unparsed(operation, pool)?,
            |case| {
                let messages: Vec<_> = case.iter().map(Vec::as_slice).collect();
                let mut points = vec![Point::identity(); messages.len()];
                hash_to_pallas_batch(PALLAS_PREFIX.as_bytes(), &messages, &mut points)
                    .expect("messages, and a place for each");
                points
            },
            |points: &Vec<_>| points.iter().flat_map(group_bytes).collect(),
        ),
        "msm_1024" | "msm_16384" => {
            let cases = parse_all(operation, pool, |args| {
                let terms = args.as_chunks::<2>().0.iter().map(|[p, k]| Some((point(p)?, fr(k)?)));
                terms.collect::<Option<(Vec<_>, Vec<_>)>>()
            })?;
            let sum = |(p, k): &(Vec<_>, Vec<_>)| msm_vartime_alloc(p, k).expect("as many of each");
            independent(cases, sum, group_bytes)
        }
        _ => Err(unserved(operation)),
    }
}

/// 4, x and y, or one zero: the library itself has the encoding of `pasta_curves`.
fn point(bytes: &[u8]) -> Option<AffinePoint> {
    match bytes {
        [0] => Some(AffinePoint::identity()),
        [4, whole @ ..] => {
            let (x, y) = whole.split_at_checked(32)?;
            AffinePoint::from_xy(element(x)?, element(y)?).ok()
        }
        _ => None,
    }
}

fn group(bytes: &[u8]) -> Option<Point> {
    Some(point(bytes)?.to_projective())
}

fn point_bytes(point: &AffinePoint) -> Vec<u8> {
    if bool::from(point.is_identity()) {
        return vec![0];
    }
    [vec![4], bytes(point.x()), bytes(point.y())].concat()
}

fn group_bytes(point: &Point) -> Vec<u8> {
    point_bytes(&point.to_affine())
}
