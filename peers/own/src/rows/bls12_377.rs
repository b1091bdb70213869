//! BLS12-377.

use curve::bls12_377::{FrEngine, G1Affine, G1Curve, G2Affine, G2Curve, pairing};
use curve::field::Anywhere;
use curve::msm::msm_vartime_alloc;
use curve::weierstrass::{Affine, CurvePoint, ZcashEncoding};
use peer_api::body::{Prepared, independent, parse, parse_all};
use peer_api::{Case, Contract, Operation, Time};

use super::bytes::element;
use super::{unserved, verdict};

/// All of it takes public values, as the peers' does.
pub(super) fn contract() -> Contract {
    Contract::parsed(Time::Variable)
}

pub(super) fn prepare(verb: &str, operation: &Operation, pool: &[Case]) -> Prepared {
    let fr = element::<FrEngine>;
    match verb {
        "g1_mul_vartime" => {
            let cases = parse(pool, |[p, k]| Some((g1(p)?.to_projective(), fr(k)?)))?;
            independent(cases, |(p, k)| p.mul_vartime(k), |p| point_bytes(&p.to_affine()))
        }
        "g2_mul_vartime" => {
            let cases = parse(pool, |[p, k]| Some((g2(p)?.to_projective(), fr(k)?)))?;
            independent(cases, |(p, k)| p.mul_vartime(k), |p| point_bytes(&p.to_affine()))
        }
        "g1_subgroup_check" => independent(
            parse(pool, |[p]| on_curve::<G1Curve>(p))?,
            |p| bool::from(p.is_in_subgroup()),
            verdict,
        ),
        "g2_subgroup_check" => independent(
            parse(pool, |[p]| on_curve::<G2Curve>(p))?,
            |p| bool::from(p.is_in_subgroup()),
            verdict,
        ),
        "pairing" => independent(
            parse(pool, |[p, q]| Some((g1(p)?, g2(q)?)))?,
            |(p, q)| pairing(p, q),
            |value| {
                let mut out = vec![0; 12 * 48];
                value.as_fp12().to_bytes(&mut out);
                out
            },
        ),
        "g1_msm_1024" | "g1_msm_16384" => {
            let cases = parse_all(operation, pool, |args| {
                let terms = args.as_chunks::<2>().0.iter().map(|[p, k]| Some((g1(p)?, fr(k)?)));
                terms.collect::<Option<(Vec<_>, Vec<_>)>>()
            })?;
            independent(
                cases,
                |(p, k)| msm_vartime_alloc(p, k).expect("as many scalars as points"),
                |sum| point_bytes(&sum.to_affine()),
            )
        }
        _ => Err(unserved(operation)),
    }
}

fn is_identity(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0)
}

fn g1(bytes: &[u8]) -> Option<G1Affine> {
    point(bytes)
}

fn g2(bytes: &[u8]) -> Option<G2Affine> {
    point(bytes)
}

/// A point of the group. But for the identity the bytes are those of gnark, uncompressed.
fn point<C: ZcashEncoding<Base: Anywhere>>(bytes: &[u8]) -> Option<Affine<C>> {
    if is_identity(bytes) {
        return Some(Affine::identity());
    }
    Affine::from_bytes_uncompressed(bytes).ok()
}

fn on_curve<C: ZcashEncoding<Base: Anywhere>>(bytes: &[u8]) -> Option<CurvePoint<C>> {
    if is_identity(bytes) {
        return Some(Affine::identity().into());
    }
    Affine::from_bytes_uncompressed_unchecked_subgroup(bytes).ok()
}

fn point_bytes<C: ZcashEncoding<Base: Anywhere>>(point: &Affine<C>) -> Vec<u8> {
    let mut bytes = point.to_bytes_uncompressed().as_ref().to_vec();
    if point.is_identity().into() {
        bytes.fill(0);
    }
    bytes
}
