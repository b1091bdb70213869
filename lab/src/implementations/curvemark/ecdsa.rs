//! secp256k1 and P-256, by the same code.
//!
//! The generator has a comb of blocks with 6 teeth, 11 blocks or 22 KiB for secp256k1 and 43 or 86 KiB for P-256,
//! and 512 odd multiples for verification, 32 KiB. Both are made when an operation is prepared, as others have theirs in their programs.

use curve::field::{Anywhere, Red};
use curve::scalar_mul::{Comb, OddMultiples};
use curve::weierstrass::{Affine, Jacobian, Projective, Sec1Encoding};
use peer_api::body::{Prepared, chain, independent, iterate, parse, refusing, unparsed};
use peer_api::{Case, Checks, Contract, Operation, Time};

use super::bytes::{bytes, element};
use super::entered::{chain_entered, iterate_entered};
use super::unserved;

/// `None` for what there is no protocol for yet.
pub(super) fn contract(verb: &str) -> Option<Contract> {
    Some(match verb {
        "ecdsa_verify" => return None,
        "decode" => Contract::bytes(Checks::Curve, Time::Variable),
        "mul_vartime" | "double_mul_vartime" => Contract::parsed(Time::Variable),
        _ => Contract::parsed(Time::Constant),
    })
}

pub(super) fn prepare<C, const BLOCKS: usize>(verb: &str, operation: &Operation, pool: &[Case]) -> Prepared
where
    C: Sec1Encoding<Base: Anywhere> + 'static,
{
    let fp = element::<C::Base>;
    let fr = element::<C::Scalar>;
    match verb {
        "fp_mul" => chain(parse(pool, |[a, b]| Some((fp(a)?, fp(b)?)))?, |a, b| *a *= b, bytes),
        "fp_sqr" => iterate(parse(pool, |[a]| fp(a))?, |a| a.square_times(1), bytes),
        "fp_inv" => independent(parse(pool, |[a]| fp(a))?, Red::invert, bytes),
        "fr_mul" => chain(parse(pool, |[a, b]| Some((fr(a)?, fr(b)?)))?, |a, b| *a *= b, bytes),
        "fr_inv" => independent(parse(pool, |[a]| fr(a))?, Red::invert, bytes),
        "add" => {
            chain_entered!(parse(pool, |[a, b]| Some((point::<C>(a)?, point(b)?)))?, |a, b| *a = a.add(b), point_bytes)
        }
        "double" => iterate_entered!(parse(pool, |[a]| point::<C>(a))?, |a| *a = a.double(), point_bytes),
        "generator_mul" => {
            let comb = Box::new(
                Comb::<Projective<C>, BLOCKS, 32>::new(&Projective::generator()).map_err(|_| unserved(operation))?,
            );
            independent(parse(pool, |[k]| fr(k))?, move |k| comb.mul(k).to_affine(), affine_bytes)
        }
        "mul" => {
            let cases = parse(pool, |[p, k]| Some((point::<C>(p)?, fr(k)?)))?;
            independent(cases, |(p, k)| p.mul(k).to_affine(), affine_bytes)
        }
        "mul_vartime" => {
            let cases = parse(pool, |[p, k]| Some((point::<C>(p)?, fr(k)?)))?;
            independent(cases, |(p, k)| p.mul_vartime(k).to_affine(), affine_bytes)
        }
        "double_mul_vartime" => {
            let generator = Jacobian::from_projective(&Projective::<C>::generator());
            let table = Box::new(OddMultiples::<Jacobian<C>, 512>::new(&generator));
            let cases = parse(pool, |[a, p, b]| Some((fr(a)?, Jacobian::from_projective(&point::<C>(p)?), fr(b)?)))?;
            let call = move |(a, p, b): &(Red<C::Scalar>, Jacobian<C>, Red<C::Scalar>)| {
                table.double_base_vartime(a, b, p).to_projective().to_affine()
            };
            independent(cases, call, affine_bytes)
        }
        "decode" => {
            let call = |case: &Case| Affine::<C>::from_sec1_compressed(&case[0]).ok();
            refusing(unparsed(operation, pool)?, call, affine_bytes)
        }
        _ => Err(unserved(operation)),
    }
}

/// The library does not write the identity in SEC 1; the lab does, as one zero.
fn point<C: Sec1Encoding<Base: Anywhere>>(bytes: &[u8]) -> Option<Projective<C>> {
    if *bytes == [0] {
        Some(Projective::identity())
    } else {
        Some(Affine::from_sec1_uncompressed(bytes).ok()?.to_projective())
    }
}

fn affine_bytes<C: Sec1Encoding<Base: Anywhere>>(point: &Affine<C>) -> Vec<u8> {
    point.to_sec1_uncompressed().map_or_else(|_| vec![0], |bytes| bytes.to_vec())
}

fn point_bytes<C: Sec1Encoding<Base: Anywhere>>(point: &Projective<C>) -> Vec<u8> {
    affine_bytes(&point.to_affine())
}
