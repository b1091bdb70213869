//! mcl: BLS12-381, in C++ and assembly that it writes at run time.
//!
//! **Time.** Variable, but for the fields.
//!
//! **Build.** By its crate, which asks for cmake and a C++ compiler. `mulVec` and `mulEach` have
//! AVX-512 IFMA, which is found at run time.
//!
//! **`mulEach`.** The crate has no name for it, so it is declared here as the library's header has
//! it.

use mcl_rust::{CurveType, Fp, Fr, G1, G2};
use peer_api::body::{Prepared, chain, independent, iterate, parse, parse_all, together};
use peer_api::{About, Case, Contract, Curve, Implementation, Operation, Refusal, Time};

use crate::about::about;
use crate::bytes::fixed;

unsafe extern "C" {
    /// `mcl/include/mcl/bn.h`.
    fn mclBnG1_mulEach(x: *mut G1, y: *const Fr, n: usize);
    /// `mcl/include/mcl/bn.h`.
    fn mclBn_setETHserialization(enable: i32);
}

/// mcl.
pub struct Mcl(());

impl Mcl {
    /// Sets its one global curve.
    pub fn new() -> Self {
        assert!(mcl_rust::init(CurveType::BLS12_381), "mcl knows the curve");
        // SAFETY: sets a global number, before any other thread asks for it.
        unsafe { mclBn_setETHserialization(1) };
        Self(())
    }
}

impl Implementation for Mcl {
    fn about(&self) -> About {
        about("mcl", "mcl_rust", &[], engine())
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let (_, verb) = operation.id.split_once('/')?;
        if operation.curve() != Some(Curve::Bls12381) {
            return None;
        }
        Some(match verb {
            "fp_mul" | "fp_sqr" | "fr_mul" => Contract::parsed(Time::Constant),
            "g1_mul_vartime" | "g1_mul_vartime_64" | "g1_msm_64" | "g1_msm_1024" | "g2_msm_64"
            | "g2_msm_1024" => Contract::parsed(Time::Variable),
            _ => return None,
        })
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        match operation.id {
            "bls12-381/fp_mul" => {
                let cases = parse(pool, |[a, b]| Some((fp(a)?, fp(b)?)))?;
                chain(cases, |a, b| *a *= b, Fp::serialize)
            }
            "bls12-381/fp_sqr" => {
                let step = |a: &mut Fp| {
                    let old = a.clone();
                    Fp::sqr(a, &old);
                };
                iterate(parse(pool, |[a]| fp(a))?, step, Fp::serialize)
            }
            "bls12-381/fr_mul" => {
                let cases = parse(pool, |[a, b]| Some((fr(a)?, fr(b)?)))?;
                chain(cases, |a, b| *a *= b, Fr::serialize)
            }
            "bls12-381/g1_mul_vartime" => {
                let cases = parse(pool, |[p, k]| Some((g1(p)?, fr(k)?)))?;
                let call = |(p, k): &(G1, Fr)| {
                    let mut out = G1::zero();
                    G1::mul(&mut out, p, k);
                    out
                };
                independent(cases, call, G1::serialize)
            }
            "bls12-381/g1_mul_vartime_64" => {
                let cases = parse_all(operation, pool, |args| terms(args, g1))?;
                let cases = cases.into_iter().map(|all| vec![all]).collect();
                let call = |one: &[(Vec<G1>, Vec<Fr>)]| {
                    let (points, scalars) = &one[0];
                    let mut points = points.clone();
                    // SAFETY: both lists have so many elements.
                    unsafe {
                        mclBnG1_mulEach(points.as_mut_ptr(), scalars.as_ptr(), scalars.len());
                    }
                    points
                };
                together(cases, call, G1::serialize)
            }
            "bls12-381/g1_msm_64" | "bls12-381/g1_msm_1024" => {
                let cases = parse_all(operation, pool, |args| terms(args, g1))?;
                let call = |(points, scalars): &(Vec<G1>, Vec<Fr>)| {
                    let mut out = G1::zero();
                    G1::mul_vec(&mut out, points, scalars);
                    out
                };
                independent(cases, call, G1::serialize)
            }
            "bls12-381/g2_msm_64" | "bls12-381/g2_msm_1024" => {
                let cases = parse_all(operation, pool, |args| terms(args, g2))?;
                let call = |(points, scalars): &(Vec<G2>, Vec<Fr>)| {
                    let mut out = G2::zero();
                    G2::mul_vec(&mut out, points, scalars);
                    out
                };
                independent(cases, call, G2::serialize)
            }
            id => Err(Refusal::Unsupported(format!("mcl does not serve {id}"))),
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn engine() -> &'static str {
    if std::is_x86_feature_detected!("avx512ifma") {
        "C++ with assembly; sums and lists on AVX-512 IFMA (chosen at run time)"
    } else {
        "C++ with assembly (chosen at run time)"
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn engine() -> &'static str {
    "C++ with assembly (chosen at run time)"
}

fn terms<P>(args: &[Vec<u8>], point: impl Fn(&[u8]) -> Option<P>) -> Option<(Vec<P>, Vec<Fr>)> {
    args.as_chunks::<2>().0.iter().map(|[p, k]| Some((point(p)?, fr(k)?))).collect()
}

/// In this mode it reads and writes integers big-endian, as the operations do.
fn fp(bytes: &[u8]) -> Option<Fp> {
    let mut out = Fp::zero();
    out.deserialize(&fixed::<48>(bytes)?).then_some(out)
}

fn fr(bytes: &[u8]) -> Option<Fr> {
    let mut out = Fr::zero();
    out.deserialize(&fixed::<32>(bytes)?).then_some(out)
}

fn g1(bytes: &[u8]) -> Option<G1> {
    let mut out = G1::zero();
    out.deserialize(&fixed::<48>(bytes)?).then_some(out)
}

fn g2(bytes: &[u8]) -> Option<G2> {
    let mut out = G2::zero();
    out.deserialize(&fixed::<96>(bytes)?).then_some(out)
}
