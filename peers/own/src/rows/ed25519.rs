//! Edwards25519.
//!
//! The generator's comb has 11 blocks with 6 teeth, 33 KiB; verification reads 64 odd multiples of
//! it and 64 of its multiple by 2^127, 16 KiB.

use curve::ed25519::{Ed25519, Fp, FpEngine, Fr, FrEngine, Point, clamp};
use curve::edwards::Vartime;
use curve::msm::edwards::msm_vartime_alloc;
use curve::scalar_mul::{Comb, OddMultiples};
use curvemark::eddsa::{
    self, Rfc8032Strict, Signature, SigningKey, VerifyingKey, Zip215, verify_batch,
};
use curvemark::x25519;
use peer_api::body::{Prepared, chain, independent, iterate, parse, parse_all, refusing, unparsed};
use peer_api::{Case, Checks, Contract, Operation, Time};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use sha2::{Digest, Sha512};

use super::bytes::{little, little_bytes};
use super::{unserved, verdict};

pub(super) fn contract(verb: &str) -> Contract {
    match verb {
        "decode" | "verify" => Contract::bytes(Checks::Curve, Time::Variable),
        "public_key" | "x25519_public_key" | "x25519" => {
            Contract::bytes(Checks::None, Time::Constant)
        }
        "mul_vartime"
        | "double_mul_vartime"
        | "double_mul_vartime_64"
        | "msm_1024"
        | "batch_verify_64" => Contract::parsed(Time::Variable),
        _ => Contract::parsed(Time::Constant),
    }
}

type Generator = Comb<Point, 11, 32>;

pub(super) fn prepare(verb: &str, operation: &Operation, pool: &[Case]) -> Prepared {
    let comb =
        || Generator::new(&Point::generator()).map(Box::new).map_err(|_| unserved(operation));
    match verb {
        "fp_mul" => {
            chain(parse(pool, |[a, b]| Some((fp(a)?, fp(b)?)))?, |a, b| *a *= b, little_bytes)
        }
        "fp_sqr" => iterate(parse(pool, |[a]| fp(a))?, |a| a.square_times(1), little_bytes),
        "fp_inv" => independent(parse(pool, |[a]| fp(a))?, Fp::invert, little_bytes),
        "fr_mul" => {
            chain(parse(pool, |[a, b]| Some((fr(a)?, fr(b)?)))?, |a, b| *a *= b, little_bytes)
        }
        "add" => chain(
            parse(pool, |[a, b]| Some((point(a)?, point(b)?)))?,
            |a, b| *a = a.add(b),
            point_bytes,
        ),
        "double" => iterate(parse(pool, |[a]| point(a))?, |a| *a = a.double(), point_bytes),
        "generator_mul" => {
            let comb = comb()?;
            independent(parse(pool, |[k]| fr(k))?, move |k| comb.mul(k), point_bytes)
        }
        "mul" => independent(
            parse(pool, |[p, k]| Some((point(p)?, fr(k)?)))?,
            |(p, k)| p.mul(k),
            point_bytes,
        ),
        "mul_vartime" => independent(
            parse(pool, |[p, k]| Some((point(p)?, fr(k)?)))?,
            |(p, k)| p.mul_vartime(k),
            point_bytes,
        ),
        "double_mul_vartime" => {
            let table =
                Box::new(OddMultiples::<Vartime<Ed25519>, 64>::new(&Vartime(Point::generator())));
            let cases = parse(pool, |[a, p, b]| Some((fr(a)?, Vartime(point(p)?), fr(b)?)))?;
            let call =
                move |(a, p, b): &(Fr, Vartime<Ed25519>, Fr)| table.double_base_vartime(a, b, p).0;
            independent(cases, call, point_bytes)
        }
        "double_mul_vartime_64" => {
            let table =
                Box::new(OddMultiples::<Vartime<Ed25519>, 64>::new(&Vartime(Point::generator())));
            let cases = parse_all(operation, pool, |args| {
                let (mut a, mut points, mut b) = (Vec::new(), Vec::new(), Vec::new());
                for [first, point, second] in args.as_chunks::<3>().0 {
                    a.push(fr(first)?);
                    points.push(self::point(point)?);
                    b.push(fr(second)?);
                }
                Some((a, points, b))
            })?;
            let all = move |(a, points, b): &(Vec<Fr>, Vec<Point>, Vec<Fr>)| {
                let mut sums = vec![Point::identity(); a.len()];
                Point::double_base_batch_vartime(&table, a, b, points, &mut sums)
                    .expect("as many of each");
                sums
            };
            independent(cases, all, |sums| sums.iter().flat_map(point_bytes).collect())
        }
        "msm_1024" => {
            let cases = parse_all(operation, pool, |args| {
                let terms = args.as_chunks::<2>().0.iter().map(|[p, k]| Some((point(p)?, fr(k)?)));
                terms.collect::<Option<(Vec<_>, Vec<_>)>>()
            })?;
            independent(
                cases,
                |(p, k)| msm_vartime_alloc(p, k).expect("as many of each"),
                point_bytes,
            )
        }
        "decode" => refusing(unparsed(operation, pool)?, |case| point(&case[0]), point_bytes),
        "public_key" => {
            let comb = comb()?;
            let call = move |case: &Case| {
                let hash: [u8; 64] = Sha512::digest(&case[0]).into();
                let scalar = clamp(*hash.first_chunk::<32>()?);
                Some(comb.mul(&Fr::from_wide_le_bytes(&scalar).ok()?).to_bytes())
            };
            refusing(unparsed(operation, pool)?, call, |key: &[u8; 32]| key.to_vec())
        }
        "x25519_public_key" => {
            let call =
                |case: &Case| Some(x25519::SecretKey::from_bytes(&case[0]).ok()?.public_key());
            refusing(unparsed(operation, pool)?, call, |key| key.to_bytes().to_vec())
        }
        "x25519" => {
            let call = |case: &Case| {
                let key = x25519::SecretKey::from_bytes(&case[0]).ok()?;
                key.diffie_hellman(&x25519::PublicKey::from_bytes(&case[1]).ok()?).ok()
            };
            refusing(unparsed(operation, pool)?, call, |shared| shared.as_bytes().to_vec())
        }
        "sign" => {
            let cases = parse(pool, |[seed, message]| {
                Some((SigningKey::from_bytes(seed).ok()?, message.to_vec()))
            })?;
            let call = |(key, message): &(SigningKey, Vec<u8>)| key.sign(message);
            independent(cases, call, |signature: &Signature| signature.to_bytes().to_vec())
        }
        // By the rule of most libraries, which do without the cofactor.
        "verify" => {
            let call =
                |case: &Case| match eddsa::verify::<Rfc8032Strict>(&case[0], &case[1], &case[2]) {
                    Ok(()) => Some(true),
                    Err(eddsa::Error::NotSigned) => Some(false),
                    Err(_) => None,
                };
            refusing(unparsed(operation, pool)?, call, verdict)
        }
        "batch_verify_64" => {
            let cases = parse_all(operation, pool, |args| {
                let (mut keys, mut messages, mut signatures) = (Vec::new(), Vec::new(), Vec::new());
                for [key, message, signature] in args.as_chunks::<3>().0 {
                    keys.push(VerifyingKey::<Zip215>::from_bytes(key).ok()?);
                    messages.push(message.clone());
                    signatures.push(Signature::from_bytes(signature).ok()?);
                }
                Some((keys, messages, signatures))
            })?;
            let call = |(keys, messages, signatures): &(Vec<_>, Vec<Vec<u8>>, Vec<_>)| {
                // Whoever times this wants the same work each time, and no forger is at hand.
                verify_batch(keys, messages, signatures, &mut ChaCha20Rng::seed_from_u64(1)).is_ok()
            };
            independent(cases, call, verdict)
        }
        _ => Err(unserved(operation)),
    }
}

fn fp(bytes: &[u8]) -> Option<Fp> {
    little::<FpEngine>(bytes)
}

fn fr(bytes: &[u8]) -> Option<Fr> {
    little::<FrEngine>(bytes)
}

fn point(bytes: &[u8]) -> Option<Point> {
    Point::from_bytes(bytes).ok()
}

fn point_bytes(point: &Point) -> Vec<u8> {
    point.to_bytes().to_vec()
}
