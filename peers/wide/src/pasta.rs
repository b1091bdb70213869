//! pasta_curves, and Pallas by halo2curves: two libraries with the same names for the same things,
//! behind traits of their own.
//!
//! **Build.** Both have assembly for field products with MULX and ADX: halo2curves in the native
//! build, pasta_curves in the plain one, if that was built on a CPU that has them, since in the
//! native one it does not compile. On a CPU without them they are left out. pasta_curves
//! multiplies for public values by the curve's endomorphism, behind its feature `glv`, and
//! hashes one message after the other.
//!
//! **Time.** Field and group operations and multiplications are [`Time::Constant`]. Inversions are
//! those for public values. Nothing is promised for hashing.
//!
//! **Left out.** pasta_curves has no sum of multiples: halo2's provers bring their own. What
//! halo2curves 0.10 hashes to is another point than that of pasta_curves.

use peer_api::body::{Prepared, chain, independent, iterate, parse, parse_all, unparsed};
use peer_api::{
    About, Case, Checks, Contract, Curve, Implementation, Operation, PALLAS_PREFIX, Refusal, Time,
};

use crate::about::about;
use crate::bytes::{fixed, reversed};

/// pasta_curves.
pub struct Pasta(());

impl Pasta {
    /// None on a CPU that this build's assembly does not run on.
    pub fn new() -> Option<Self> {
        runs_here().then_some(Self(()))
    }
}

#[cfg(all(feature = "pasta-asm", target_arch = "x86_64"))]
fn runs_here() -> bool {
    std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("adx")
}

#[cfg(not(all(feature = "pasta-asm", target_arch = "x86_64")))]
fn runs_here() -> bool {
    true
}

impl Implementation for Pasta {
    fn about(&self) -> About {
        let engine = if pasta_curves::BACKEND == "portable" {
            "portable Rust"
        } else {
            "assembly for fields, MULX and ADX"
        };
        about("pasta_curves", "pasta_curves", &[], engine)
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        match operation.id {
            "pallas/hash_to_curve" | "pallas/hash_to_curve_64" => {
                Some(Contract::bytes(Checks::None, Time::Variable))
            }
            id => contract(operation).filter(|_| !id.contains("/msm_")),
        }
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        match operation.id {
            "pallas/hash_to_curve" | "pallas/hash_to_curve_64" => {
                by_pasta_curves::hash(operation, pool)
            }
            _ => by_pasta_curves::prepare(operation, pool),
        }
    }
}

/// What halo2curves promises on Pallas.
pub fn contract(operation: &Operation) -> Option<Contract> {
    if operation.curve() != Some(Curve::Pallas) {
        return None;
    }
    let (_, verb) = operation.id.split_once('/')?;
    Some(match verb {
        "fp_mul" | "fp_sqr" | "fr_mul" | "add" | "double" | "mul" => {
            Contract::parsed(Time::Constant)
        }
        "fp_inv" | "mul_vartime" | "msm_1024" | "msm_16384" => Contract::parsed(Time::Variable),
        _ => return None,
    })
}

/// The operations by one library's names.
macro_rules! rows {
    ($invert:expr, $mul_vartime:expr, $msm:expr) => {
        pub fn prepare(operation: &Operation, pool: &[Case]) -> Prepared {
            match operation.id {
                "pallas/fp_mul" => {
                    chain(parse(pool, |[a, b]| Some((fp(a)?, fp(b)?)))?, |a, b| *a *= b, fp_bytes)
                }
                "pallas/fp_sqr" => {
                    iterate(parse(pool, |[a]| fp(a))?, |a| *a = a.square(), fp_bytes)
                }
                "pallas/fp_inv" => independent(
                    parse(pool, |[a]| fp(a))?,
                    |a: &Fp| $invert(a).unwrap_or(Fp::ZERO),
                    fp_bytes,
                ),
                "pallas/fr_mul" => {
                    let bytes = |a: &Fq| reversed::<32>(a.to_repr().into()).to_vec();
                    chain(parse(pool, |[a, b]| Some((fq(a)?, fq(b)?)))?, |a, b| *a *= b, bytes)
                }
                "pallas/add" => chain(
                    parse(pool, |[a, b]| Some((Point::from(point(a)?), Point::from(point(b)?))))?,
                    |a, b| *a += b,
                    |sum: &Point| point_bytes(&sum.to_affine()),
                ),
                "pallas/double" => iterate(
                    parse(pool, |[a]| Some(Point::from(point(a)?)))?,
                    |a| *a = a.double(),
                    |twice: &Point| point_bytes(&twice.to_affine()),
                ),
                "pallas/mul" => {
                    let cases = parse(pool, |[p, k]| Some((Point::from(point(p)?), fq(k)?)))?;
                    independent(cases, |(p, k)| (p * k).to_affine(), point_bytes)
                }
                "pallas/mul_vartime" => {
                    let cases = parse(pool, |[p, k]| Some((Point::from(point(p)?), fq(k)?)))?;
                    independent(cases, |(p, k)| $mul_vartime(p, k).to_affine(), point_bytes)
                }
                "pallas/msm_1024" | "pallas/msm_16384" => {
                    let cases = parse_all(operation, pool, |args| {
                        let terms = args.as_chunks::<2>().0.iter();
                        let terms = terms.map(|[p, k]| Some((point(p)?, fq(k)?)));
                        terms.collect::<Option<(Vec<_>, Vec<_>)>>()
                    })?;
                    // On one thread: see `src/halo2.rs`.
                    let bytes = |sum: &Point| point_bytes(&sum.to_affine());
                    independent(cases, |(p, k): &(Vec<_>, Vec<_>)| $msm(k, p), bytes)
                }
                id => Err(Refusal::Unsupported(format!("it does not serve {id}"))),
            }
        }

        fn fp(bytes: &[u8]) -> Option<Fp> {
            Fp::from_repr(reversed(fixed(bytes)?).into()).into_option()
        }

        fn fq(bytes: &[u8]) -> Option<Fq> {
            Fq::from_repr(reversed(fixed(bytes)?).into()).into_option()
        }

        fn fp_bytes(a: &Fp) -> Vec<u8> {
            reversed::<32>(a.to_repr().into()).to_vec()
        }

        /// 4, x and y, or one zero: neither library has such an encoding.
        fn point(bytes: &[u8]) -> Option<Affine> {
            match bytes {
                [0] => Some(Affine::identity()),
                [4, whole @ ..] => {
                    let (x, y) = whole.split_at_checked(32)?;
                    Affine::from_xy(fp(x)?, fp(y)?).into_option()
                }
                _ => None,
            }
        }

        fn point_bytes(point: &Affine) -> Vec<u8> {
            match point.coordinates().into_option() {
                Some(xy) if !bool::from(point.is_identity()) => {
                    [vec![4], fp_bytes(xy.x()), fp_bytes(xy.y())].concat()
                }
                _ => vec![0],
            }
        }
    };
}

mod by_pasta_curves {
    use super::*;
    use group_0_14::ff::{Field as _, PrimeField as _};
    use group_0_14::{Curve as _, CurveAffine as _, Group as _};
    use pasta_curves::arithmetic::{CurveAffine as _, CurveExt as _, VartimeField as _};
    use pasta_curves::glv::GlvParams as _;
    use pasta_curves::pallas::{Affine, Point};
    use pasta_curves::{Fp, Fq};

    /// It has none, and the contract says so.
    fn no_sum(_: &[Fq], _: &[Affine]) -> Point {
        unreachable!("not served")
    }

    rows!(Fp::invert_vartime, Point::mul_glv, no_sum);

    /// Hashes as many messages as there are.
    pub fn hash(operation: &Operation, pool: &[Case]) -> Prepared {
        let hash = Point::hash_to_curve(PALLAS_PREFIX);
        independent(
            unparsed(operation, pool)?,
            move |case: &Case| case.iter().map(|message| hash(message)).collect::<Vec<_>>(),
            |points: &Vec<Point>| {
                points.iter().flat_map(|point| point_bytes(&point.to_affine())).collect()
            },
        )
    }
}

pub mod by_halo2curves {
    use super::*;
    use halo2curves::CurveAffine as _;
    use halo2curves::ff::{Field as _, PrimeField as _};
    use halo2curves::group::prime::PrimeCurveAffine as _;
    use halo2curves::group::{Curve as _, Group as _};
    use halo2curves::msm::msm_best;
    use halo2curves::pasta::{Fp, Fq, Pallas as Point, PallasAffine as Affine};

    rows!(
        |a: &Fp| a.invert().into_option(),
        |p: &Point, k: &Fq| p * k,
        |k: &Vec<Fq>, p: &Vec<Affine>| msm_best(k, p)
    );
}
