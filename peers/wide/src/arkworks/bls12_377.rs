//! BLS12-377.

use ark_bls12_377::{Bls12_377, Fq, Fq2, Fq12, Fr, G1Affine, G1Projective, G2Affine};
use ark_ec::pairing::Pairing;
use ark_ec::{AffineRepr, CurveGroup, VariableBaseMSM};
use peer_api::body::{Prepared, independent, parse, parse_all};
use peer_api::{Case, Operation};

use super::{field, field_bytes, unserved};
use crate::bytes::verdict;

pub fn prepare(verb: &str, operation: &Operation, pool: &[Case]) -> Prepared {
    match verb {
        "g1_mul_vartime" => independent(
            parse(pool, |[p, k]| Some((g1(p)?, fr(k)?)))?,
            |(p, k)| *p * k,
            |p| g1_bytes(&p.into_affine()),
        ),
        "g2_mul_vartime" => independent(
            parse(pool, |[p, k]| Some((g2(p)?, fr(k)?)))?,
            |(p, k)| *p * k,
            |p| g2_bytes(&p.into_affine()),
        ),
        "g1_subgroup_check" => independent(
            parse(pool, |[p]| g1(p))?,
            G1Affine::is_in_correct_subgroup_assuming_on_curve,
            verdict,
        ),
        "g2_subgroup_check" => independent(
            parse(pool, |[p]| g2(p))?,
            G2Affine::is_in_correct_subgroup_assuming_on_curve,
            verdict,
        ),
        "pairing" => independent(
            parse(pool, |[p, q]| Some((g1(p)?, g2(q)?)))?,
            |(p, q)| Bls12_377::pairing(p, q).0,
            fp12_bytes,
        ),
        "g1_msm_1024" | "g1_msm_16384" => {
            let cases = parse_all(operation, pool, |args| {
                let terms = args.as_chunks::<2>().0.iter().map(|[p, k]| Some((g1(p)?, fr(k)?)));
                terms.collect::<Option<(Vec<_>, Vec<_>)>>()
            })?;
            independent(
                cases,
                |(p, k)| G1Projective::msm(p, k).expect("as many scalars as points"),
                |sum| g1_bytes(&sum.into_affine()),
            )
        }
        _ => Err(unserved(operation)),
    }
}

fn fr(bytes: &[u8]) -> Option<Fr> {
    field(bytes)
}

/// So many coordinates, none of them if all bytes are zeros.
fn coordinates<const N: usize>(bytes: &[u8]) -> Option<Option<[Fq; N]>> {
    if bytes.len() != 48 * N {
        return None;
    }
    if bytes.iter().all(|byte| *byte == 0) {
        return Some(None);
    }
    let mut out = [Fq::default(); N];
    for (place, bytes) in out.iter_mut().zip(bytes.as_chunks::<48>().0) {
        *place = field(bytes)?;
    }
    Some(Some(out))
}

/// On the curve, perhaps outside the subgroup.
fn g1(bytes: &[u8]) -> Option<G1Affine> {
    let Some([x, y]) = coordinates(bytes)? else { return Some(G1Affine::identity()) };
    let point = G1Affine::new_unchecked(x, y);
    point.is_on_curve().then_some(point)
}

/// As [`g1`].
fn g2(bytes: &[u8]) -> Option<G2Affine> {
    let Some([x1, x0, y1, y0]) = coordinates(bytes)? else { return Some(G2Affine::identity()) };
    let point = G2Affine::new_unchecked(Fq2::new(x0, x1), Fq2::new(y0, y1));
    point.is_on_curve().then_some(point)
}

fn g1_bytes(point: &G1Affine) -> Vec<u8> {
    point.xy().map_or_else(|| vec![0; 96], |(x, y)| [x, y].iter().flat_map(field_bytes).collect())
}

fn g2_bytes(point: &G2Affine) -> Vec<u8> {
    point.xy().map_or_else(
        || vec![0; 192],
        |(x, y)| [x.c1, x.c0, y.c1, y.c0].iter().flat_map(field_bytes).collect(),
    )
}

fn fp12_bytes(a: &Fq12) -> Vec<u8> {
    [&a.c0, &a.c1]
        .into_iter()
        .flat_map(|fp6| [&fp6.c0, &fp6.c1, &fp6.c2])
        .flat_map(|fp2| [field_bytes(&fp2.c0), field_bytes(&fp2.c1)].concat())
        .collect()
}
