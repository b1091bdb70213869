//! substrate-bn: BN254, as Parity's clients used it. Unmaintained since 2021; a further oracle.
//!
//! **Time.** [`Time::Variable`]; its multiplication branches on the bits of the scalar. `Gt` shows
//! no bytes, so its pairing is not compared and not served.

use peer_api::body::{Prepared, chain, independent, parse, refusing, unparsed};
use peer_api::{About, Case, Checks, Contract, Curve, Implementation, Operation, Refusal, Time};
use substrate_bn::{AffineG1, AffineG2, Fq, Fq2, Fr, G1, G2, Group};

use crate::about::about;
use crate::bytes::words;

/// substrate-bn.
pub struct Substrate;

impl Implementation for Substrate {
    fn about(&self) -> About {
        about("substrate-bn", "substrate-bn", &[], "portable Rust")
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let (_, verb) = operation.id.split_once('/')?;
        if operation.curve() != Some(Curve::Bn254) {
            return None;
        }
        Some(match verb {
            "fp_mul" | "fp_inv" | "fr_mul" | "g1_add" | "g2_add" | "g1_mul_vartime"
            | "g2_mul_vartime" => Contract::parsed(Time::Variable),
            "g1_decode" => Contract::bytes(Checks::Curve, Time::Variable),
            "g2_decode" => Contract::bytes(Checks::Subgroup, Time::Variable),
            _ => return None,
        })
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        match operation.id {
            "bn254/fp_mul" => {
                chain(parse(pool, |[a, b]| Some((fp(a)?, fp(b)?)))?, |a, b| *a = *a * *b, fp_bytes)
            }
            "bn254/fp_inv" => independent(
                parse(pool, |[a]| fp(a))?,
                |a| a.inverse().unwrap_or_else(Fq::zero),
                fp_bytes,
            ),
            "bn254/fr_mul" => {
                chain(parse(pool, |[a, b]| Some((fr(a)?, fr(b)?)))?, |a, b| *a = *a * *b, fr_bytes)
            }
            "bn254/g1_add" => {
                chain(parse(pool, |[a, b]| Some((g1(a)?, g1(b)?)))?, |a, b| *a = *a + *b, g1_bytes)
            }
            "bn254/g2_add" => {
                chain(parse(pool, |[a, b]| Some((g2(a)?, g2(b)?)))?, |a, b| *a = *a + *b, g2_bytes)
            }
            "bn254/g1_mul_vartime" => independent(
                parse(pool, |[p, k]| Some((g1(p)?, fr(k)?)))?,
                |(p, k)| *p * *k,
                g1_bytes,
            ),
            "bn254/g2_mul_vartime" => independent(
                parse(pool, |[p, k]| Some((g2(p)?, fr(k)?)))?,
                |(p, k)| *p * *k,
                g2_bytes,
            ),
            "bn254/g1_decode" => {
                refusing(unparsed(operation, pool)?, |case| g1(&case[0]), g1_bytes)
            }
            "bn254/g2_decode" => {
                refusing(unparsed(operation, pool)?, |case| g2(&case[0]), g2_bytes)
            }
            id => Err(Refusal::Unsupported(format!("substrate-bn does not serve {id}"))),
        }
    }
}

fn fp(bytes: &[u8]) -> Option<Fq> {
    Fq::from_slice(bytes).ok()
}

fn fr(bytes: &[u8]) -> Option<Fr> {
    // `from_slice` reduces; whether it did shows in the bytes.
    Fr::from_slice(bytes).ok().filter(|k| fr_bytes(k) == bytes)
}

fn g1(bytes: &[u8]) -> Option<G1> {
    let [x, y] = words(bytes)?;
    if bytes.iter().all(|byte| *byte == 0) {
        return Some(G1::zero());
    }
    AffineG1::new(fp(&x)?, fp(&y)?).ok().map(G1::from)
}

/// In the subgroup: `AffineG2::new` checks it.
fn g2(bytes: &[u8]) -> Option<G2> {
    let [x1, x0, y1, y0] = words(bytes)?;
    if bytes.iter().all(|byte| *byte == 0) {
        return Some(G2::zero());
    }
    AffineG2::new(Fq2::new(fp(&x0)?, fp(&x1)?), Fq2::new(fp(&y0)?, fp(&y1)?)).ok().map(G2::from)
}

fn fp_bytes(a: &Fq) -> Vec<u8> {
    let mut out = vec![0; 32];
    a.to_big_endian(&mut out).map_or_else(|_| Vec::new(), |()| out)
}

/// `Fr::to_big_endian` gives the Montgomery form, unlike that of `Fq`.
fn fr_bytes(a: &Fr) -> Vec<u8> {
    let mut out = vec![0; 32];
    a.into_u256().to_big_endian(&mut out).map_or_else(|_| Vec::new(), |()| out)
}

fn g1_bytes(point: &G1) -> Vec<u8> {
    AffineG1::from_jacobian(*point)
        .map_or_else(|| vec![0; 64], |p| [fp_bytes(&p.x()), fp_bytes(&p.y())].concat())
}

fn g2_bytes(point: &G2) -> Vec<u8> {
    let whole = |p: AffineG2| {
        let (x, y) = (p.x(), p.y());
        [x.imaginary(), x.real(), y.imaginary(), y.real()].iter().flat_map(fp_bytes).collect()
    };
    AffineG2::from_jacobian(*point).map_or_else(|| vec![0; 128], whole)
}
