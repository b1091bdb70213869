//! secp256k1 and P-256, by the same code.
//!
//! The generator has a comb of blocks with 6 teeth, 11 blocks or 22 KiB for secp256k1 and 43 or 86
//! KiB for P-256, and 512 odd multiples for verification, 32 KiB. Both are made when an operation
//! is prepared, as others have theirs in their programs.

use curve::field::{Anywhere, Red};
use curve::scalar_mul::{Comb, OddMultiples};
use curve::weierstrass::{Affine, Jacobian, Projective, Sec1Encoding};
use curvemark::ecdh;
use curvemark::ecdsa::{Curve, Signature, SigningKey, Verifier, VerifyingKey};
use peer_api::body::{Prepared, chain, independent, iterate, parse, parse_all, refusing, unparsed};
use peer_api::{Case, Checks, Contract, Operation, Time};

use super::bytes::{bytes, element};
use super::entered::{chain_entered, iterate_entered};
use super::{unserved, verdict};

pub(super) fn contract(verb: &str) -> Contract {
    match verb {
        "ecdsa_verify" | "ecdsa_verify_64" | "ecdsa_recover" => {
            Contract::bytes(Checks::None, Time::Variable)
        }
        "decode" => Contract::bytes(Checks::Curve, Time::Variable),
        "ecdh" => Contract::bytes(Checks::Curve, Time::Constant),
        "mul_vartime" | "generator_mul_vartime" => Contract::parsed(Time::Variable),
        verb if verb.starts_with("double_mul_vartime") => Contract::parsed(Time::Variable),
        _ => Contract::parsed(Time::Constant),
    }
}

pub(super) fn prepare<C, const BLOCKS: usize>(
    verb: &str,
    operation: &Operation,
    pool: &[Case],
) -> Prepared
where
    C: Curve,
{
    let fp = element::<C::Base>;
    let fr = element::<C::Scalar>;
    match verb {
        "fp_mul" => chain(parse(pool, |[a, b]| Some((fp(a)?, fp(b)?)))?, |a, b| *a *= b, bytes),
        "fp_sqr" => iterate(parse(pool, |[a]| fp(a))?, |a| a.square_times(1), bytes),
        "fp_add" => {
            chain(parse(pool, |[a, b]| Some((fp(a)?, fp(b)?)))?, |a, b| *a = &*a + b, bytes)
        }
        "fp_inv" => independent(parse(pool, |[a]| fp(a))?, Red::invert, bytes),
        "fr_mul" => chain(parse(pool, |[a, b]| Some((fr(a)?, fr(b)?)))?, |a, b| *a *= b, bytes),
        "fr_inv" => independent(parse(pool, |[a]| fr(a))?, Red::invert, bytes),
        "add" => {
            chain_entered!(
                parse(pool, |[a, b]| Some((point::<C>(a)?, point(b)?)))?,
                |a, b| *a = a.add(b),
                point_bytes
            )
        }
        "double" => {
            iterate_entered!(parse(pool, |[a]| point::<C>(a))?, |a| *a = a.double(), point_bytes)
        }
        "generator_mul" => {
            let comb = Box::new(
                Comb::<Projective<C>, BLOCKS, 32>::new(&Projective::generator())
                    .map_err(|_| unserved(operation))?,
            );
            independent(parse(pool, |[k]| fr(k))?, move |k| comb.mul(k).to_affine(), affine_bytes)
        }
        "generator_mul_vartime" => {
            let generator = Jacobian::from_projective(&Projective::<C>::generator());
            let identity = Jacobian::from_projective(&Projective::<C>::identity());
            let table = Box::new(OddMultiples::<Jacobian<C>, 512>::new(&generator));
            let call = move |k: &Red<C::Scalar>| {
                table.mul_vartime(k, &identity).to_projective().to_affine()
            };
            independent(parse(pool, |[k]| fr(k))?, call, affine_bytes)
        }
        "mul" => {
            let cases = parse(pool, |[p, k]| Some((point::<C>(p)?, fr(k)?)))?;
            independent(cases, |(p, k)| p.mul(k).to_affine(), affine_bytes)
        }
        "mul_vartime" => {
            let cases = parse(pool, |[p, k]| Some((point::<C>(p)?, fr(k)?)))?;
            independent(cases, |(p, k)| p.mul_vartime(k).to_affine(), affine_bytes)
        }
        "double_mul_vartime" => double_mul::<C, 512>(pool),
        "double_mul_vartime_64" => {
            let generator = Jacobian::from_projective(&Projective::<C>::generator());
            let table = Box::new(OddMultiples::<Jacobian<C>, 512>::new(&generator));
            let cases = parse_all(operation, pool, |args| {
                let (mut a, mut points, mut b) = (Vec::new(), Vec::new(), Vec::new());
                for [first, point, second] in args.as_chunks::<3>().0 {
                    a.push(fr(first)?);
                    points.push(self::point::<C>(point)?.to_affine());
                    b.push(fr(second)?);
                }
                Some((a, points, b))
            })?;
            let all = move |(a, points, b): &(Vec<_>, Vec<_>, Vec<_>)| {
                let mut sums = vec![Projective::<C>::identity(); a.len()];
                let mut affine = vec![Affine::identity(); a.len()];
                table.double_base_batch_vartime(a, b, points, &mut sums).expect("as many of each");
                Projective::batch_to_affine(&sums, &mut affine).expect("as many of each, and some");
                affine
            };
            independent(cases, all, |points| points.iter().flat_map(affine_bytes).collect())
        }
        "ecdh" => {
            let cases = parse(pool, |[key, other]| {
                Some((ecdh::SecretKey::<C>::from_bytes(key).ok()?, other.to_vec()))
            })?;
            let call = |(key, other): &(ecdh::SecretKey<C>, Vec<u8>)| {
                Some(key.diffie_hellman(&ecdh::PublicKey::from_sec1(other).ok()?))
            };
            refusing(cases, call, |shared| shared.x().to_vec())
        }
        "ecdsa_sign" => {
            let cases = parse(pool, |[key, digest]| {
                Some((SigningKey::<C>::from_bytes(key).ok()?, <[u8; 32]>::try_from(digest).ok()?))
            })?;
            let call = |(key, digest): &(SigningKey<C>, _)| key.sign_prehashed(digest);
            independent(cases, call, |signature: &Signature<C>| signature.to_bytes().to_vec())
        }
        "ecdsa_recover" => {
            let verifier = Box::new(Verifier::<C>::new());
            let call = move |case: &Case| {
                let (signature, id) = Signature::from_recoverable_bytes(&case[1]).ok()?;
                let key = verifier
                    .recover_prehashed(case[0].as_slice().try_into().ok()?, &signature, id)
                    .ok()?;
                Some(*key.as_point())
            };
            refusing(unparsed(operation, pool)?, call, affine_bytes)
        }
        "ecdsa_verify" => {
            let verifier = Box::new(Verifier::<C>::new());
            let cases =
                parse(pool, |[digest, signature, key]| signed::<C>(digest, signature, key))?;
            let call = move |(digest, signature, key): &Signed<C>| {
                let signature = Signature::from_bytes_low_s(signature).ok()?;
                Some(verifier.verify_prehashed(key, digest, &signature).is_ok())
            };
            refusing(cases, call, verdict)
        }
        "ecdsa_verify_64" => {
            let verifier = Box::new(Verifier::<C>::new());
            let cases = parse_all(operation, pool, |args| {
                let (mut digests, mut signatures, mut keys) = (Vec::new(), Vec::new(), Vec::new());
                for [digest, signature, key] in args.as_chunks::<3>().0 {
                    let (digest, signature, key) = signed::<C>(digest, signature, key)?;
                    digests.push(digest);
                    signatures.push(signature);
                    keys.push(key);
                }
                Some((digests, signatures, keys))
            })?;
            let all = move |(digests, signatures, keys): &(Vec<_>, Vec<[u8; 64]>, Vec<_>)| {
                let signatures =
                    signatures.iter().map(|bytes| Signature::from_bytes_low_s(bytes).ok());
                let signatures = signatures.collect::<Option<Vec<_>>>()?;
                let mut verdicts = vec![Ok(()); keys.len()];
                verifier
                    .verify_each_prehashed(keys, digests, &signatures, &mut verdicts)
                    .expect("as many of each");
                Some(verdicts.iter().map(Result::is_ok).collect::<Vec<_>>())
            };
            refusing(cases, all, |verdicts| verdicts.iter().flat_map(verdict).collect())
        }
        "decode" => {
            let call = |case: &Case| Affine::<C>::from_sec1_compressed(&case[0]).ok();
            refusing(unparsed(operation, pool)?, call, affine_bytes)
        }
        _ => Err(unserved(operation)),
    }
}

/// `double_mul_vartime` with a table of the size that the operation names.
pub(super) fn prepare_with_table<C: Curve>(
    verb: &str,
    operation: &Operation,
    pool: &[Case],
) -> Prepared {
    match verb.rsplit('_').next() {
        Some("16") => double_mul::<C, 16>(pool),
        Some("32") => double_mul::<C, 32>(pool),
        Some("64") => double_mul::<C, 64>(pool),
        Some("128") => double_mul::<C, 128>(pool),
        Some("256") => double_mul::<C, 256>(pool),
        Some("512") => double_mul::<C, 512>(pool),
        Some("1024") => double_mul::<C, 1024>(pool),
        _ => Err(unserved(operation)),
    }
}

/// a·G + b·P with so many odd multiples of G.
fn double_mul<C: Curve, const MULTIPLES: usize>(pool: &[Case]) -> Prepared {
    let fr = element::<C::Scalar>;
    let generator = Jacobian::from_projective(&Projective::<C>::generator());
    let table = Box::new(OddMultiples::<Jacobian<C>, MULTIPLES>::new(&generator));
    let cases = parse(pool, |[a, p, b]| {
        Some((fr(a)?, Jacobian::from_projective(&point::<C>(p)?), fr(b)?))
    })?;
    let call = move |(a, p, b): &(Red<C::Scalar>, Jacobian<C>, Red<C::Scalar>)| {
        table.double_base_vartime(a, b, p).to_projective().to_affine()
    };
    independent(cases, call, affine_bytes)
}

/// A digest, a signature still in bytes, a key.
type Signed<C> = ([u8; 32], [u8; 64], VerifyingKey<C>);

fn signed<C: Curve>(digest: &[u8], signature: &[u8], key: &[u8]) -> Option<Signed<C>> {
    Some((digest.try_into().ok()?, signature.try_into().ok()?, VerifyingKey::from_sec1(key).ok()?))
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
