//! Ed25519's curve.

use ark_ec::CurveGroup;
use ark_ec::twisted_edwards::TECurveConfig;
use ark_ed25519::{EdwardsAffine, EdwardsConfig, EdwardsProjective, Fq, Fr};
use ark_ff::{AdditiveGroup, BigInteger, Field, PrimeField};
use peer_api::body::{Prepared, chain, independent, iterate, parse, refusing, unparsed};
use peer_api::{Case, Operation};

use super::{field, unserved};
use crate::bytes::{fixed, reversed};

pub fn prepare(verb: &str, operation: &Operation, pool: &[Case]) -> Prepared {
    let generator = EdwardsConfig::GENERATOR;
    match verb {
        "fp_mul" => chain(
            parse(pool, |[a, b]| Some((little::<Fq>(a)?, little(b)?)))?,
            |a, b| *a *= b,
            little_bytes,
        ),
        "fp_sqr" => iterate(
            parse(pool, |[a]| little::<Fq>(a))?,
            |a| {
                a.square_in_place();
            },
            little_bytes,
        ),
        "fp_inv" => independent(
            parse(pool, |[a]| little::<Fq>(a))?,
            |a| a.inverse().unwrap_or_default(),
            little_bytes,
        ),
        "fr_mul" => chain(
            parse(pool, |[a, b]| Some((little::<Fr>(a)?, little(b)?)))?,
            |a, b| *a *= b,
            little_bytes,
        ),
        "add" => {
            chain(parse(pool, |[a, b]| Some((group(a)?, group(b)?)))?, |a, b| *a += b, group_bytes)
        }
        "double" => iterate(
            parse(pool, |[a]| group(a))?,
            |a| {
                a.double_in_place();
            },
            group_bytes,
        ),
        "generator_mul" => {
            independent(parse(pool, |[k]| little::<Fr>(k))?, move |k| generator * k, group_bytes)
        }
        "mul_vartime" => {
            let cases = parse(pool, |[p, k]| Some((decode(p)?, little::<Fr>(k)?)))?;
            independent(cases, |(p, k)| *p * k, group_bytes)
        }
        "double_mul_vartime" => {
            let cases =
                parse(pool, |[a, p, b]| Some((little::<Fr>(a)?, decode(p)?, little::<Fr>(b)?)))?;
            independent(cases, move |(a, p, b)| generator * a + *p * b, group_bytes)
        }
        "decode" => refusing(unparsed(operation, pool)?, |case| decode(&case[0]), affine_bytes),
        _ => Err(unserved(operation)),
    }
}

fn little<F: PrimeField<BigInt = ark_ff::BigInt<4>>>(bytes: &[u8]) -> Option<F> {
    field(&reversed(fixed::<32>(bytes)?))
}

fn little_bytes<F: PrimeField>(value: &F) -> Vec<u8> {
    value.into_bigint().to_bytes_le()
}

/// RFC 8032: y with the parity of x above it. The library's own encoding has another sign, so y is
/// lifted and the root is chosen here.
fn decode(bytes: &[u8]) -> Option<EdwardsAffine> {
    let mut bytes: [u8; 32] = fixed(bytes)?;
    let odd = bytes[31] & 0x80 != 0;
    bytes[31] &= 0x7f;
    let y = little(&bytes)?;
    let (x, minus_x) = EdwardsAffine::get_xs_from_y_unchecked(y)?;
    let x = if x.into_bigint().is_odd() == odd { x } else { minus_x };
    (x.into_bigint().is_odd() == odd).then(|| EdwardsAffine::new_unchecked(x, y))
}

fn group(bytes: &[u8]) -> Option<EdwardsProjective> {
    decode(bytes).map(EdwardsProjective::from)
}

fn affine_bytes(point: &EdwardsAffine) -> Vec<u8> {
    let mut bytes = little_bytes(&point.y);
    bytes[31] |= u8::from(point.x.into_bigint().is_odd()) << 7;
    bytes
}

fn group_bytes(point: &EdwardsProjective) -> Vec<u8> {
    affine_bytes(&point.into_affine())
}
