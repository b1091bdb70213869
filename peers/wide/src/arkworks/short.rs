//! Curves in short Weierstrass form without pairing.

use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ec::{AffineRepr, CurveGroup, VariableBaseMSM};
use ark_ff::{AdditiveGroup, BigInt, BigInteger, Field, PrimeField};
use peer_api::body::{Prepared, chain, independent, iterate, parse, parse_all, refusing, unparsed};
use peer_api::{Case, Operation};

use super::{field, field_bytes, unserved};

/// Any operation of the curve.
pub fn prepare<P>(verb: &str, operation: &Operation, pool: &[Case]) -> Prepared
where
    P: SWCurveConfig<
            BaseField: PrimeField<BigInt = BigInt<4>>,
            ScalarField: PrimeField<BigInt = BigInt<4>>,
        >,
{
    let fp = field::<P::BaseField>;
    let fr = field::<P::ScalarField>;
    match verb {
        "fp_mul" => {
            chain(parse(pool, |[a, b]| Some((fp(a)?, fp(b)?)))?, |a, b| *a *= b, field_bytes)
        }
        "fp_sqr" => {
            iterate(parse(pool, |[a]| fp(a))?, |a| drop_in(a.square_in_place()), field_bytes)
        }
        "fp_add" => {
            chain(parse(pool, |[a, b]| Some((fp(a)?, fp(b)?)))?, |a, b| *a += b, field_bytes)
        }
        "fp_inv" => {
            independent(parse(pool, |[a]| fp(a))?, |a| a.inverse().unwrap_or_default(), field_bytes)
        }
        "fr_mul" => {
            chain(parse(pool, |[a, b]| Some((fr(a)?, fr(b)?)))?, |a, b| *a *= b, field_bytes)
        }
        "fr_inv" => {
            independent(parse(pool, |[a]| fr(a))?, |a| a.inverse().unwrap_or_default(), field_bytes)
        }
        "add" => chain(
            parse(pool, |[a, b]| Some((group::<P>(a)?, group::<P>(b)?)))?,
            |a, b| *a += b,
            group_bytes,
        ),
        "double" => iterate(
            parse(pool, |[a]| group::<P>(a))?,
            |a| drop_in(a.double_in_place()),
            group_bytes,
        ),
        "generator_mul" => independent(
            parse(pool, |[k]| fr(k))?,
            |k| (P::GENERATOR * k).into_affine(),
            affine_bytes,
        ),
        "mul_vartime" => {
            let cases = parse(pool, |[p, k]| Some((point::<P>(p)?, fr(k)?)))?;
            independent(cases, |(p, k)| (*p * k).into_affine(), affine_bytes)
        }
        "double_mul_vartime" => {
            let cases = parse(pool, |[a, p, b]| Some((fr(a)?, point::<P>(p)?, fr(b)?)))?;
            independent(cases, |(a, p, b)| (P::GENERATOR * a + *p * b).into_affine(), affine_bytes)
        }
        "msm_1024" | "msm_16384" => {
            let cases = parse_all(operation, pool, |args| {
                let terms = args.as_chunks::<2>().0.iter();
                let terms = terms.map(|[p, k]| Some((point::<P>(p)?, fr(k)?)));
                terms.collect::<Option<(Vec<_>, Vec<_>)>>()
            })?;
            independent(
                cases,
                |(p, k)| Projective::<P>::msm(p, k).expect("as many scalars as points"),
                group_bytes,
            )
        }
        "decode" => {
            refusing(unparsed(operation, pool)?, |case| decode::<P>(&case[0]), affine_bytes)
        }
        _ => Err(unserved(operation)),
    }
}

/// For methods that return what they changed.
fn drop_in<T>(_: &mut T) {}

fn point<P>(bytes: &[u8]) -> Option<Affine<P>>
where
    P: SWCurveConfig<BaseField: PrimeField<BigInt = BigInt<4>>>,
{
    match bytes {
        [0] => Some(Affine::identity()),
        [4, xy @ ..] => {
            let (x, y) = xy.split_at_checked(32)?;
            let point = Affine::new_unchecked(field(x)?, field(y)?);
            point.is_on_curve().then_some(point)
        }
        _ => None,
    }
}

fn group<P>(bytes: &[u8]) -> Option<Projective<P>>
where
    P: SWCurveConfig<BaseField: PrimeField<BigInt = BigInt<4>>>,
{
    point(bytes).map(Affine::into_group)
}

fn affine_bytes<P: SWCurveConfig<BaseField: PrimeField>>(point: &Affine<P>) -> Vec<u8> {
    point
        .xy()
        .map_or_else(|| vec![0], |(x, y)| [vec![4], field_bytes(&x), field_bytes(&y)].concat())
}

fn group_bytes<P: SWCurveConfig<BaseField: PrimeField>>(point: &Projective<P>) -> Vec<u8> {
    affine_bytes(&point.into_affine())
}

/// SEC 1 compressed: the library's own encoding has its sign elsewhere, so x is lifted and the root
/// is chosen here.
fn decode<P>(bytes: &[u8]) -> Option<Affine<P>>
where
    P: SWCurveConfig<BaseField: PrimeField<BigInt = BigInt<4>>>,
{
    let [tag @ (2 | 3), x @ ..] = bytes else { return None };
    let x = field::<P::BaseField>(x)?;
    let (y, minus_y) = Affine::<P>::get_ys_from_x_unchecked(x)?;
    let odd = y.into_bigint().is_odd();
    Some(Affine::new_unchecked(x, if odd == (*tag == 3) { y } else { minus_y }))
}
