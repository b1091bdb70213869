//! bellman: sums of multiples in G1 and G2 of zkcrypto's BLS12-381, as its Groth16 takes them.
//!
//! **Time.** Variable.
//!
//! **Threads.** One: its feature `multicore` is off, so that it works on the calling thread.
//!
//! **Identity.** It refuses points at infinity, as no proving key has any. They add nothing, and
//! are left out before.

use std::sync::Arc;

use bellman::multicore::Worker;
use bellman::multiexp::{Exponent, FullDensity, multiexp};
use bls12_381::{G1Affine, G1Projective, G2Affine, G2Projective, Scalar};
use peer_api::body::{Prepared, independent, parse_all};
use peer_api::{About, Case, Contract, Curve, Implementation, Operation, Refusal, Time};

use crate::about::about;
use crate::bytes::{fixed, reversed};

/// bellman.
pub struct Bellman;

impl Implementation for Bellman {
    fn about(&self) -> About {
        about("bellman", "bellman", &["bls12_381"], "portable Rust, on zkcrypto's curve")
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let (_, verb) = operation.id.split_once('/')?;
        let sum = matches!(verb, "g1_msm_64" | "g1_msm_1024" | "g2_msm_64" | "g2_msm_1024");
        (operation.curve() == Some(Curve::Bls12381) && sum)
            .then(|| Contract::parsed(Time::Variable))
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        match operation.id {
            "bls12-381/g1_msm_64" | "bls12-381/g1_msm_1024" => {
                let cases = parse_all(operation, pool, |args| {
                    terms(args, |bytes| G1Affine::from_compressed(&fixed(bytes)?).into_option())
                })?;
                let call = |(points, scalars): &Terms<G1Affine>| -> G1Projective {
                    let bits = Arc::new(scalars.iter().map(Exponent::from).collect());
                    let bases = (Arc::clone(points), 0);
                    multiexp(&Worker::new(), bases, FullDensity, bits).wait().expect("no identity")
                };
                independent(cases, call, |sum| G1Affine::from(sum).to_compressed().to_vec())
            }
            "bls12-381/g2_msm_64" | "bls12-381/g2_msm_1024" => {
                let cases = parse_all(operation, pool, |args| {
                    terms(args, |bytes| G2Affine::from_compressed(&fixed(bytes)?).into_option())
                })?;
                let call = |(points, scalars): &Terms<G2Affine>| -> G2Projective {
                    let bits = Arc::new(scalars.iter().map(Exponent::from).collect());
                    let bases = (Arc::clone(points), 0);
                    multiexp(&Worker::new(), bases, FullDensity, bits).wait().expect("no identity")
                };
                independent(cases, call, |sum| G2Affine::from(sum).to_compressed().to_vec())
            }
            id => Err(Refusal::Unsupported(format!("bellman does not serve {id}"))),
        }
    }
}

/// Points and their scalars.
type Terms<P> = (Arc<Vec<P>>, Vec<Scalar>);

fn terms<P: group_0_14::prime::PrimeCurveAffine>(
    args: &[Vec<u8>],
    point: impl Fn(&[u8]) -> Option<P>,
) -> Option<Terms<P>> {
    let (mut points, mut scalars) = (Vec::new(), Vec::new());
    for [p, k] in args.as_chunks::<2>().0 {
        let (p, k) = (point(p)?, Scalar::from_bytes(&reversed(fixed(k)?)).into_option()?);
        if !bool::from(p.is_identity()) {
            points.push(p);
            scalars.push(k);
        }
    }
    Some((Arc::new(points), scalars))
}
