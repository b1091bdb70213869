//! BN254.

use curve::bn254::{
    Fp, Fp12, FpEngine, Fr, FrEngine, G1, G1Affine, G2, G2Affine, G2Curve, Gt,
    final_exponentiation, multi_miller_loop, pairing,
};
use curve::msm::msm_vartime_alloc;
use curve::weierstrass::CurvePoint;
use curvemark::poseidon::{Bn254, Poseidon};
use peer_api::body::{Prepared, chain, independent, iterate, parse, parse_all, refusing, unparsed};
use peer_api::{Case, Checks, Contract, Operation, Time};

use super::bytes::{bytes, element, pair, pair_bytes};
use super::entered::{chain_entered, iterate_entered};
use super::{unserved, verdict};

/// Fields and groups are constant-time where a secret can be; pairings, decodings and checks take
/// public values here and promise nothing, so that they meet the peers', which promise nothing
/// either.
pub(super) fn contract(verb: &str) -> Contract {
    match verb {
        "g1_decode" => Contract::bytes(Checks::Curve, Time::Variable),
        "g2_decode" => Contract::bytes(Checks::Subgroup, Time::Variable),
        "g1_msm_1024" | "g1_msm_16384" | "fp_inv" | "g2_subgroup_check" | "g1_mul_vartime"
        | "g2_mul_vartime" | "miller_loop" | "final_exp" | "gt_exp" | "pairing"
        | "multi_pairing_2" => Contract::parsed(Time::Variable),
        // Constant-time here, which the peers do not promise.
        verb if verb.starts_with("poseidon_") => Contract::parsed(Time::Variable),
        _ => Contract::parsed(Time::Constant),
    }
}

pub(super) fn prepare(verb: &str, operation: &Operation, pool: &[Case]) -> Prepared {
    match verb {
        "fp_mul" => chain(parse(pool, |[a, b]| Some((fp(a)?, fp(b)?)))?, |a, b| *a *= b, bytes),
        "fp_sqr" => iterate(parse(pool, |[a]| fp(a))?, |a| a.square_times(1), bytes),
        "fp_inv" => independent(parse(pool, |[a]| fp(a))?, Fp::invert, bytes),
        "fr_mul" => chain(parse(pool, |[a, b]| Some((fr(a)?, fr(b)?)))?, |a, b| *a *= b, bytes),
        "fp2_mul" => {
            chain_entered!(
                parse(pool, |[a, b]| Some((pair::<FpEngine>(a)?, pair(b)?)))?,
                |a, b| *a *= b,
                pair_bytes
            )
        }
        "fp2_sqr" => {
            iterate_entered!(parse(pool, |[a]| pair::<FpEngine>(a))?, |a| *a = a.sqr(), pair_bytes)
        }
        "fp12_mul" => {
            chain_entered!(
                parse(pool, |[a, b]| Some((fp12(a)?, fp12(b)?)))?,
                |a, b| *a = a.mul(b),
                fp12_bytes
            )
        }
        "fp12_sqr" => iterate_entered!(parse(pool, |[a]| fp12(a))?, |a| a.sqr_assign(), fp12_bytes),
        "fp12_cyclotomic_sqr" => {
            iterate_entered!(parse(pool, |[a]| gt(a))?, |a| *a = a.square(), gt_bytes)
        }
        "gt_exp" => {
            independent(parse(pool, |[a, k]| Some((gt(a)?, fr(k)?)))?, |(a, k)| a.pow(k), gt_bytes)
        }
        "g1_add" => {
            chain_entered!(
                parse(pool, |[a, b]| Some((g1_group(a)?, g1_group(b)?)))?,
                |a, b| *a = a.add(b),
                g1_bytes
            )
        }
        "g1_double" => {
            iterate_entered!(parse(pool, |[a]| g1_group(a))?, |a| *a = a.double(), g1_bytes)
        }
        "g1_mul" => independent(
            parse(pool, |[p, k]| Some((g1_group(p)?, fr(k)?)))?,
            |(p, k)| p.mul(k),
            g1_bytes,
        ),
        "g1_mul_vartime" => independent(
            parse(pool, |[p, k]| Some((g1_group(p)?, fr(k)?)))?,
            |(p, k)| p.mul_vartime(k),
            g1_bytes,
        ),
        "g1_msm_1024" | "g1_msm_16384" => {
            let cases = parse_all(operation, pool, |args| {
                let terms = args.as_chunks::<2>().0.iter().map(|[p, k]| Some((g1(p)?, fr(k)?)));
                terms.collect::<Option<(Vec<_>, Vec<_>)>>()
            })?;
            independent(cases, |(p, k)| msm_vartime_alloc(p, k).expect("as many of each"), g1_bytes)
        }
        "g2_add" => {
            chain_entered!(
                parse(pool, |[a, b]| Some((g2_group(a)?, g2_group(b)?)))?,
                |a, b| *a = a.add(b),
                g2_bytes
            )
        }
        "g2_double" => {
            iterate_entered!(parse(pool, |[a]| g2_group(a))?, |a| *a = a.double(), g2_bytes)
        }
        "g2_mul" => independent(
            parse(pool, |[p, k]| Some((g2_group(p)?, fr(k)?)))?,
            |(p, k)| p.mul(k),
            g2_bytes,
        ),
        "g2_mul_vartime" => independent(
            parse(pool, |[p, k]| Some((g2_group(p)?, fr(k)?)))?,
            |(p, k)| p.mul_vartime(k),
            g2_bytes,
        ),
        "g2_subgroup_check" => {
            let cases = parse(pool, |[p]| G2Affine::from_eip196_unchecked_subgroup(p).ok())?;
            independent(cases, |p: &CurvePoint<G2Curve>| bool::from(p.is_in_subgroup()), verdict)
        }
        "g1_decode" => {
            refusing(unparsed(operation, pool)?, |case| g1(&case[0]), |p| p.to_eip196().to_vec())
        }
        "g2_decode" => {
            refusing(unparsed(operation, pool)?, |case| g2(&case[0]), |p| p.to_eip196().to_vec())
        }
        "miller_loop" => {
            let cases = parse(pool, |[p, q]| Some((g1(p)?, g2(q)?)))?;
            independent(
                cases,
                |(p, q)| multi_miller_loop([(p, q)]),
                |f| gt_bytes(&final_exponentiation(f)),
            )
        }
        "final_exp" => independent(parse(pool, |[f]| fp12(f))?, final_exponentiation, gt_bytes),
        "pairing" => independent(
            parse(pool, |[p, q]| Some((g1(p)?, g2(q)?)))?,
            |(p, q)| pairing(p, q),
            gt_bytes,
        ),
        "multi_pairing_2" => {
            let cases =
                parse(pool, |[p1, q1, p2, q2]| Some([(g1(p1)?, g2(q1)?), (g1(p2)?, g2(q2)?)]))?;
            let product = |pairs: &[(G1Affine, G2Affine); 2]| {
                final_exponentiation(&multi_miller_loop(pairs.each_ref().map(|(p, q)| (p, q))))
            };
            independent(cases, product, gt_bytes)
        }
        "poseidon_2_64" | "poseidon_4_64" | "poseidon_8_64" => {
            let function =
                Poseidon::<Bn254>::new(operation.args.len() >> 6).expect("1 to 16 inputs");
            let cases = parse_all(operation, pool, |args| {
                args.iter().map(|a| fr(a)).collect::<Option<Vec<_>>>()
            })?;
            let hash = move |inputs: &Vec<Fr>| function.hash_batch(inputs).expect("64 lists");
            independent(cases, hash, |hashes| hashes.iter().flat_map(bytes).collect())
        }
        _ if verb.starts_with("poseidon_") => {
            let function = Poseidon::<Bn254>::new(operation.args.len()).expect("1 to 16 inputs");
            let cases = parse_all(operation, pool, |args| {
                args.iter().map(|a| fr(a)).collect::<Option<Vec<_>>>()
            })?;
            independent(cases, move |inputs| function.hash(inputs).expect("as many"), bytes)
        }
        _ => Err(unserved(operation)),
    }
}

fn fp(bytes: &[u8]) -> Option<Fp> {
    element::<FpEngine>(bytes)
}

fn fr(bytes: &[u8]) -> Option<Fr> {
    element::<FrEngine>(bytes)
}

fn fp12(bytes: &[u8]) -> Option<Fp12> {
    if bytes.len() != 384 {
        return None;
    }
    let (value, canonical) = Fp12::from_bytes(bytes);
    bool::from(canonical).then_some(value)
}

fn gt(bytes: &[u8]) -> Option<Gt> {
    if bytes.len() != 384 {
        return None;
    }
    Gt::from_bytes(bytes).into_option()
}

fn g1(bytes: &[u8]) -> Option<G1Affine> {
    G1Affine::from_eip196(bytes).ok()
}

fn g2(bytes: &[u8]) -> Option<G2Affine> {
    G2Affine::from_eip196(bytes).ok()
}

fn g1_group(bytes: &[u8]) -> Option<G1> {
    G1::from_eip196(bytes).ok()
}

fn g2_group(bytes: &[u8]) -> Option<G2> {
    G2::from_eip196(bytes).ok()
}

fn fp12_bytes(value: &Fp12) -> Vec<u8> {
    let mut out = vec![0; 384];
    value.to_bytes(&mut out);
    out
}

fn gt_bytes(value: &Gt) -> Vec<u8> {
    fp12_bytes(value.as_fp12())
}

fn g1_bytes(point: &G1) -> Vec<u8> {
    point.to_eip196().to_vec()
}

fn g2_bytes(point: &G2) -> Vec<u8> {
    point.to_eip196().to_vec()
}
