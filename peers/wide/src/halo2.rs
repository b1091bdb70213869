//! halo2curves: BN254; Pallas is in [`pasta`].
//!
//! **Build.** Its assembly is in the native build. It needs MULX and ADX and asks for neither, so
//! on a CPU without them the library is left out of that build. It brings a pool of threads with
//! it, see `src/main.rs`.
//!
//! **Time.** Its field and group operations select by masks and its multiplication is a
//! double-and-add over all bits: [`Time::Constant`]. Inversion (Bernstein and Yang, in variable
//! time) and the pairing, which inverts and skips identities, are not.
//!
//! **Left out.** The check of G2's subgroup: version 0.10.0 prints 62 lines on each call. Decoding:
//! its own encoding is another one. `Fp12` is entered through its coefficients.
//!
//! **Pairing.** Its exponent is (p¹² − 1)/r itself, where the operation's is a multiple of that;
//! the answers are raised to the difference when they are compared, off the clock.

use group::cofactor::CofactorCurveAffine;
use group::{Curve as _, Group};
use halo2curves::CurveAffine;
use halo2curves::bn256::{
    BN_X, Bn256, Fq, Fq2, Fq6, Fq12, Fr, G1, G1Affine, G2, G2Affine, Gt, multi_miller_loop,
};
use halo2curves::ff::{Field, PrimeField};
use halo2curves::msm::msm_best;
use halo2curves::pairing::{Engine, MillerLoopResult};
use peer_api::body::{Prepared, chain, independent, iterate, parse, parse_all, refusing};
use peer_api::{About, Case, Contract, Curve, Implementation, Operation, Refusal, Time};

use crate::about::about;
use crate::bytes::{fixed, reversed, words};
use crate::pasta;

/// halo2curves.
pub struct Halo2(());

impl Halo2 {
    /// None on a CPU that this build's assembly does not run on.
    pub fn new() -> Option<Self> {
        runs_here().then_some(Self(()))
    }
}

#[cfg(all(feature = "native", target_arch = "x86_64"))]
fn runs_here() -> bool {
    std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("adx")
}

#[cfg(not(all(feature = "native", target_arch = "x86_64")))]
fn runs_here() -> bool {
    true
}

impl Implementation for Halo2 {
    fn about(&self) -> About {
        let engine = if cfg!(all(feature = "native", target_arch = "x86_64")) {
            "assembly for field products, MULX and ADX"
        } else {
            "portable Rust"
        };
        about("halo2curves", "halo2curves", &["halo2derive"], engine)
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let (_, verb) = operation.id.split_once('/')?;
        match operation.curve() {
            Some(Curve::Bn254) => (),
            // It has one multiplication, for secrets.
            Some(Curve::Pallas) if verb != "mul_vartime" => return pasta::contract(operation),
            _ => return None,
        }
        Some(match verb {
            "fp_mul"
            | "fp_sqr"
            | "fr_mul"
            | "fp2_mul"
            | "fp2_sqr"
            | "fp12_mul"
            | "fp12_sqr"
            | "fp12_cyclotomic_sqr"
            | "g1_add"
            | "g1_double"
            | "g1_mul"
            | "g2_add"
            | "g2_double"
            | "g2_mul" => Contract::parsed(Time::Constant),
            "g1_msm_1024" | "g1_msm_16384" | "fp_inv" | "miller_loop" | "final_exp" | "pairing"
            | "multi_pairing_2" => Contract::parsed(Time::Variable),
            _ => return None,
        })
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        if operation.curve() == Some(Curve::Pallas) {
            return pasta::by_halo2curves::prepare(operation, pool);
        }
        match operation.id {
            "bn254/fp_mul" => {
                chain(parse(pool, |[a, b]| Some((fp(a)?, fp(b)?)))?, |a, b| *a *= b, fp_bytes)
            }
            "bn254/fp_sqr" => iterate(parse(pool, |[a]| fp(a))?, |a| *a = a.square(), fp_bytes),
            "bn254/fp_inv" => {
                independent(parse(pool, |[a]| fp(a))?, |a| a.invert().unwrap_or(Fq::ZERO), fp_bytes)
            }
            "bn254/fr_mul" => {
                chain(parse(pool, |[a, b]| Some((fr(a)?, fr(b)?)))?, |a, b| *a *= b, fr_bytes)
            }
            "bn254/fp2_mul" => {
                chain(parse(pool, |[a, b]| Some((fp2(a)?, fp2(b)?)))?, |a, b| *a *= b, fp2_bytes)
            }
            "bn254/fp2_sqr" => iterate(parse(pool, |[a]| fp2(a))?, |a| *a = a.square(), fp2_bytes),
            "bn254/fp12_mul" => {
                chain(parse(pool, |[a, b]| Some((fp12(a)?, fp12(b)?)))?, |a, b| *a *= b, fp12_bytes)
            }
            "bn254/fp12_sqr" => {
                iterate(parse(pool, |[a]| fp12(a))?, Fq12::square_assign, fp12_bytes)
            }
            "bn254/fp12_cyclotomic_sqr" => {
                iterate(parse(pool, |[a]| fp12(a))?, Fq12::cyclotomic_square, fp12_bytes)
            }
            "bn254/g1_add" => chain(
                parse(pool, |[a, b]| Some((g1(a)?.to_curve(), g1(b)?.to_curve())))?,
                |a, b| *a += b,
                g1_bytes,
            ),
            "bn254/g1_double" => {
                iterate(parse(pool, |[a]| Some(g1(a)?.to_curve()))?, |a| *a = a.double(), g1_bytes)
            }
            "bn254/g1_mul" => {
                let cases = parse(pool, |[p, k]| Some((g1(p)?.to_curve(), fr(k)?)))?;
                independent(cases, |(p, k)| p * k, g1_bytes)
            }
            "bn254/g1_msm_1024" | "bn254/g1_msm_16384" => {
                let cases = parse_all(operation, pool, |args| {
                    let terms = args.as_chunks::<2>().0.iter().map(|[p, k]| Some((g1(p)?, fr(k)?)));
                    terms.collect::<Option<(Vec<_>, Vec<_>)>>()
                })?;
                // On one thread: the plain build has no other, the native one holds the pool to it.
                independent(cases, |(p, k)| msm_best(k, p), g1_bytes)
            }
            "bn254/g2_add" => chain(
                parse(pool, |[a, b]| Some((g2(a)?.to_curve(), g2(b)?.to_curve())))?,
                |a, b| *a += b,
                g2_bytes,
            ),
            "bn254/g2_double" => {
                iterate(parse(pool, |[a]| Some(g2(a)?.to_curve()))?, |a| *a = a.double(), g2_bytes)
            }
            "bn254/g2_mul" => {
                let cases = parse(pool, |[p, k]| Some((g2(p)?.to_curve(), fr(k)?)))?;
                independent(cases, |(p, k)| p * k, g2_bytes)
            }
            "bn254/miller_loop" => {
                let cases = parse(pool, |[p, q]| Some((g1(p)?, g2(q)?)))?;
                let finish = |f: &Fq12| paired_bytes(&f.final_exponentiation());
                independent(cases, |(p, q)| multi_miller_loop(&[(p, q)]), finish)
            }
            "bn254/final_exp" => {
                // Not `is_zero`: in 0.10.0 that of an element of Fp6 forgets a coefficient.
                let call = |f: &Fq12| (*f != Fq12::zero()).then(|| f.final_exponentiation());
                refusing(parse(pool, |[f]| fp12(f))?, call, paired_bytes)
            }
            "bn254/pairing" => {
                let cases = parse(pool, |[p, q]| Some((g1(p)?, g2(q)?)))?;
                independent(cases, |(p, q)| Bn256::pairing(p, q), paired_bytes)
            }
            "bn254/multi_pairing_2" => {
                let cases =
                    parse(pool, |[p1, q1, p2, q2]| Some((g1(p1)?, g2(q1)?, g1(p2)?, g2(q2)?)))?;
                let call = |(p1, q1, p2, q2): &(G1Affine, G2Affine, G1Affine, G2Affine)| {
                    multi_miller_loop(&[(p1, q1), (p2, q2)]).final_exponentiation()
                };
                independent(cases, call, paired_bytes)
            }
            id => Err(Refusal::Unsupported(format!("halo2curves does not serve {id}"))),
        }
    }
}

fn fp(bytes: &[u8]) -> Option<Fq> {
    Fq::from_repr(reversed(fixed(bytes)?).into()).into_option()
}

fn fr(bytes: &[u8]) -> Option<Fr> {
    Fr::from_repr(reversed(fixed(bytes)?).into()).into_option()
}

fn fp2(bytes: &[u8]) -> Option<Fq2> {
    let [c0, c1] = words(bytes)?;
    Some(Fq2::new(fp(&c0)?, fp(&c1)?))
}

/// Gives `random` the coefficients that it should find: there is no public function from three
/// coefficients to an `Fq6`, but this one asks for them in order, 64 bytes each.
struct Coefficients<'a>(std::slice::Iter<'a, [u8; 32]>);

impl rand_core::RngCore for Coefficients<'_> {
    fn next_u32(&mut self) -> u32 {
        0
    }

    fn next_u64(&mut self) -> u64 {
        0
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        bytes.fill(0);
        if let Some(word) = self.0.next() {
            bytes[..32].copy_from_slice(&reversed(*word));
        }
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand_core::Error> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

fn fp12(bytes: &[u8]) -> Option<Fq12> {
    let parts: [[u8; 32]; 12] = words(bytes)?;
    let mut coefficients = Coefficients(parts.iter());
    let value = Fq12::new(Fq6::random(&mut coefficients), Fq6::random(&mut coefficients));
    (fp12_bytes(&value) == bytes).then_some(value)
}

fn fp_bytes(a: &Fq) -> Vec<u8> {
    reversed::<32>(a.to_repr().into()).to_vec()
}

fn fr_bytes(a: &Fr) -> Vec<u8> {
    reversed::<32>(a.to_repr().into()).to_vec()
}

fn fp2_bytes(a: &Fq2) -> Vec<u8> {
    [fp_bytes(a.c0()), fp_bytes(a.c1())].concat()
}

fn fp12_bytes(a: &Fq12) -> Vec<u8> {
    [a.c0(), a.c1()]
        .into_iter()
        .flat_map(|fp6| [fp6.c0(), fp6.c1(), fp6.c2()])
        .flat_map(fp2_bytes)
        .collect()
}

/// The bytes of a pairing as the operation defines it: to the power m = 2x(6x² + 3x + 1).
fn paired_bytes(a: &Gt) -> Vec<u8> {
    let x = Fr::from(BN_X);
    let m = x.double() * (Fr::from(6) * x.square() + Fr::from(3) * x + Fr::ONE);
    gt_bytes(&(a * m))
}

/// A `Gt` does not show its element, but prints it: the coefficients in order, each as `0x` and 64
/// digits.
fn gt_bytes(a: &Gt) -> Vec<u8> {
    let text = format!("{a:?}");
    let digits = text.split("0x").skip(1).filter_map(|rest| rest.get(..64));
    digits
        .flat_map(|digits| {
            (0..32).filter_map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).ok())
        })
        .collect()
}

fn g1(bytes: &[u8]) -> Option<G1Affine> {
    let [x, y] = words(bytes)?;
    if bytes.iter().all(|byte| *byte == 0) {
        return Some(G1Affine::identity());
    }
    G1Affine::from_xy(fp(&x)?, fp(&y)?).into_option()
}

fn g2(bytes: &[u8]) -> Option<G2Affine> {
    let [x1, x0, y1, y0] = words(bytes)?;
    if bytes.iter().all(|byte| *byte == 0) {
        return Some(G2Affine::identity());
    }
    G2Affine::from_xy(Fq2::new(fp(&x0)?, fp(&x1)?), Fq2::new(fp(&y0)?, fp(&y1)?)).into_option()
}

fn g1_bytes(point: &G1) -> Vec<u8> {
    match point.to_affine().coordinates().into_option() {
        Some(xy) if !bool::from(point.is_identity()) => {
            [fp_bytes(xy.x()), fp_bytes(xy.y())].concat()
        }
        _ => vec![0; 64],
    }
}

fn g2_bytes(point: &G2) -> Vec<u8> {
    match point.to_affine().coordinates().into_option() {
        Some(xy) if !bool::from(point.is_identity()) => {
            [xy.x().c1(), xy.x().c0(), xy.y().c1(), xy.y().c0()]
                .into_iter()
                .flat_map(fp_bytes)
                .collect()
        }
        _ => vec![0; 128],
    }
}
