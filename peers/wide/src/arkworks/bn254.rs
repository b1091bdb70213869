//! BN254.

use ark_bn254::{Bn254, Fq, Fq2, Fq6, Fq12, Fr, G1Affine, G1Projective, G2Affine, G2Projective};
use ark_ec::pairing::{MillerLoopOutput, Pairing};
use ark_ec::{AffineRepr, CurveGroup, VariableBaseMSM};
use ark_ff::{AdditiveGroup, CyclotomicMultSubgroup, Field, PrimeField};
use peer_api::body::{Prepared, chain, independent, iterate, parse, parse_all, refusing, unparsed};
use peer_api::{Case, Operation};

use super::{field, field_bytes, unserved};
use crate::bytes::{verdict, words};

pub fn prepare(verb: &str, operation: &Operation, pool: &[Case]) -> Prepared {
    match verb {
        "fp_mul" => {
            chain(parse(pool, |[a, b]| Some((fp(a)?, fp(b)?)))?, |a, b| *a *= b, field_bytes)
        }
        "fp_sqr" => iterate(parse(pool, |[a]| fp(a))?, square, field_bytes),
        "fp_inv" => {
            independent(parse(pool, |[a]| fp(a))?, |a| a.inverse().unwrap_or_default(), field_bytes)
        }
        "fr_mul" => {
            chain(parse(pool, |[a, b]| Some((fr(a)?, fr(b)?)))?, |a, b| *a *= b, field_bytes)
        }
        "fp2_mul" => {
            chain(parse(pool, |[a, b]| Some((fp2(a)?, fp2(b)?)))?, |a, b| *a *= b, fp2_bytes)
        }
        "fp2_sqr" => iterate(parse(pool, |[a]| fp2(a))?, square, fp2_bytes),
        "fp12_mul" => {
            chain(parse(pool, |[a, b]| Some((fp12(a)?, fp12(b)?)))?, |a, b| *a *= b, fp12_bytes)
        }
        "fp12_sqr" => iterate(parse(pool, |[a]| fp12(a))?, square, fp12_bytes),
        "fp12_cyclotomic_sqr" => {
            iterate(parse(pool, |[a]| fp12(a))?, |a| *a = a.cyclotomic_square(), fp12_bytes)
        }
        "gt_exp" => {
            let cases = parse(pool, |[a, k]| Some((fp12(a)?, fr(k)?.into_bigint())))?;
            independent(cases, |(a, k)| a.cyclotomic_exp(k), fp12_bytes)
        }
        "g1_add" => chain(
            parse(pool, |[a, b]| Some((g1_group(a)?, g1_group(b)?)))?,
            |a, b| *a += b,
            g1_bytes,
        ),
        "g1_double" => iterate(parse(pool, |[a]| g1_group(a))?, double, g1_bytes),
        "g1_mul_vartime" => {
            independent(parse(pool, |[p, k]| Some((g1(p)?, fr(k)?)))?, |(p, k)| *p * k, g1_bytes)
        }
        "g2_add" => chain(
            parse(pool, |[a, b]| Some((g2_group(a)?, g2_group(b)?)))?,
            |a, b| *a += b,
            g2_bytes,
        ),
        "g2_double" => iterate(parse(pool, |[a]| g2_group(a))?, double, g2_bytes),
        "g2_mul_vartime" => {
            independent(parse(pool, |[p, k]| Some((g2(p)?, fr(k)?)))?, |(p, k)| *p * k, g2_bytes)
        }
        "g1_msm_1024" | "g1_msm_16384" => {
            let cases = parse_all(operation, pool, |args| {
                let terms = args.as_chunks::<2>().0.iter().map(|[p, k]| Some((g1(p)?, fr(k)?)));
                terms.collect::<Option<(Vec<_>, Vec<_>)>>()
            })?;
            independent(
                cases,
                |(p, k)| G1Projective::msm(p, k).expect("as many scalars as points"),
                g1_bytes,
            )
        }
        "g2_subgroup_check" => independent(
            parse(pool, |[p]| g2(p))?,
            G2Affine::is_in_correct_subgroup_assuming_on_curve,
            verdict,
        ),
        "g1_decode" => refusing(unparsed(operation, pool)?, |case| g1(&case[0]), g1_affine_bytes),
        "g2_decode" => {
            let member = |case: &Case| {
                g2(&case[0]).filter(G2Affine::is_in_correct_subgroup_assuming_on_curve)
            };
            refusing(unparsed(operation, pool)?, member, g2_affine_bytes)
        }
        "miller_loop" => {
            let finish = |f: &Fq12| final_exp(f).map_or_else(Vec::new, |f| fp12_bytes(&f));
            independent(
                parse(pool, |[p, q]| Some((g1(p)?, g2(q)?)))?,
                |(p, q)| Bn254::miller_loop(p, q).0,
                finish,
            )
        }
        "final_exp" => refusing(parse(pool, |[f]| fp12(f))?, final_exp, fp12_bytes),
        "pairing" => independent(
            parse(pool, |[p, q]| Some((g1(p)?, g2(q)?)))?,
            |(p, q)| Bn254::pairing(p, q).0,
            fp12_bytes,
        ),
        "multi_pairing_2" => {
            let cases =
                parse(pool, |[p1, q1, p2, q2]| Some(([g1(p1)?, g1(p2)?], [g2(q1)?, g2(q2)?])))?;
            independent(cases, |(p, q)| Bn254::multi_pairing(p, q).0, fp12_bytes)
        }
        _ => Err(unserved(operation)),
    }
}

fn square<F: Field>(a: &mut F) {
    a.square_in_place();
}

fn double<G: AdditiveGroup>(a: &mut G) {
    a.double_in_place();
}

fn final_exp(f: &Fq12) -> Option<Fq12> {
    Bn254::final_exponentiation(MillerLoopOutput(*f)).map(|output| output.0)
}

fn fp(bytes: &[u8]) -> Option<Fq> {
    field(bytes)
}

fn fr(bytes: &[u8]) -> Option<Fr> {
    field(bytes)
}

fn fp2(bytes: &[u8]) -> Option<Fq2> {
    let [c0, c1] = words(bytes)?;
    Some(Fq2::new(fp(&c0)?, fp(&c1)?))
}

fn fp12(bytes: &[u8]) -> Option<Fq12> {
    let mut parts = bytes.as_chunks::<64>().0.iter().map(|part| fp2(part));
    let mut fp6 = || Some(Fq6::new(parts.next()??, parts.next()??, parts.next()??));
    let (c0, c1) = (fp6()?, fp6()?);
    (bytes.len() == 384).then(|| Fq12::new(c0, c1))
}

fn fp2_bytes(a: &Fq2) -> Vec<u8> {
    [field_bytes(&a.c0), field_bytes(&a.c1)].concat()
}

fn fp12_bytes(a: &Fq12) -> Vec<u8> {
    [&a.c0, &a.c1]
        .into_iter()
        .flat_map(|fp6| [&fp6.c0, &fp6.c1, &fp6.c2])
        .flat_map(fp2_bytes)
        .collect()
}

fn g1(bytes: &[u8]) -> Option<G1Affine> {
    let [x, y] = words(bytes)?;
    if [x, y].as_flattened().iter().all(|byte| *byte == 0) {
        return Some(G1Affine::identity());
    }
    let point = G1Affine::new_unchecked(fp(&x)?, fp(&y)?);
    point.is_on_curve().then_some(point)
}

/// On the curve, perhaps outside the subgroup.
fn g2(bytes: &[u8]) -> Option<G2Affine> {
    let all @ [x1, x0, y1, y0] = words(bytes)?;
    if all.as_flattened().iter().all(|byte| *byte == 0) {
        return Some(G2Affine::identity());
    }
    let point = G2Affine::new_unchecked(Fq2::new(fp(&x0)?, fp(&x1)?), Fq2::new(fp(&y0)?, fp(&y1)?));
    point.is_on_curve().then_some(point)
}

fn g1_group(bytes: &[u8]) -> Option<G1Projective> {
    g1(bytes).map(G1Affine::into_group)
}

fn g2_group(bytes: &[u8]) -> Option<G2Projective> {
    g2(bytes).map(G2Affine::into_group)
}

fn g1_affine_bytes(point: &G1Affine) -> Vec<u8> {
    point.xy().map_or_else(|| vec![0; 64], |(x, y)| [field_bytes(&x), field_bytes(&y)].concat())
}

fn g2_affine_bytes(point: &G2Affine) -> Vec<u8> {
    point.xy().map_or_else(
        || vec![0; 128],
        |(x, y)| [x.c1, x.c0, y.c1, y.c0].iter().flat_map(field_bytes).collect(),
    )
}

fn g1_bytes(point: &G1Projective) -> Vec<u8> {
    g1_affine_bytes(&point.into_affine())
}

fn g2_bytes(point: &G2Projective) -> Vec<u8> {
    g2_affine_bytes(&point.into_affine())
}
