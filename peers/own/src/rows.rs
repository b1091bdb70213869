//! curvemark itself, as the lab sees any implementation.
//!
//! Contracts: field, group, hash and pairing operations are constant-time; decoding, subgroup
//! checks and verification take public values and promise nothing; signing is constant-time in the
//! key, and Cashu's blind, sign and unblind in the scalar, the only secret there.

mod bls;
mod bls12_377;
mod bn254;
mod bytes;
mod cashu_legacy;
mod codec;
mod contracts;
mod ecdsa;
mod ed25519;
mod entered;
mod families;
mod groth16;
mod kzg;
mod logins;
mod pasta;
mod schnorr;
mod threads;
mod threshold;
mod verkle;
mod vrf;
mod wallets;

use curve::bls12_381::{FrEngine, hash_to_g1_batch, hash_to_g2_batch, pairing_batch};
use curve::error::{BatchError, PointError};
use curve::field::Anywhere;
use curve::hash_to_curve::Xmd;
use curve::msm::{FixedBases, msm_vartime_alloc, sum_vartime_alloc};
use curve::p256::P256;
use curve::secp256k1::Secp256k1;
use curve::vectors::mul_slices;
use curve::weierstrass::{Affine, GroupInLanes, Projective};
use curvemark::bls12_381::{
    Fp, Fp2, Fp12, Fr, G1, G1Affine, G2, G2Affine, Gt, final_exponentiation, hash_to_g1,
    hash_to_g2, multi_miller_loop, pairing,
};
use curvemark::cashu::v3;
use peer_api::body::{Prepared, chain, independent, iterate, parse, parse_all, refusing, unparsed};
use peer_api::families::Family;
use peer_api::{
    About, Answer, Case, Checks, Contract, Curve, Implementation, Operation, Refusal, Time,
};
use sha2::Sha256;
use std::cell::RefCell;
use std::rc::Rc;

use crate::engine;
use entered::{chain_entered, independent_entered, iterate_entered};
use threads::Threads;

/// The tag of `bls12-381/hash_to_g1`.
pub const HASH_TO_G1_DST: &[u8] = b"CURVEMARK-V01-CS01-with-BLS12381G1_XMD:SHA-256_SSWU_RO_";
/// The tag of `bls12-381/hash_to_g2`.
pub const HASH_TO_G2_DST: &[u8] = b"CURVEMARK-V01-CS01-with-BLS12381G2_XMD:SHA-256_SSWU_RO_";

/// curvemark as this build has it.
pub struct Curvemark;

impl Implementation for Curvemark {
    fn about(&self) -> About {
        About {
            name: crate::BASELINE,
            version: format!("curvemark {}", env!("CARGO_PKG_VERSION")),
            features: [
                "std",
                "serde",
                "ethereum-setup",
                "groth16",
                "bandersnatch",
                "vrf",
                "wallets",
                "zklogin",
            ]
            .map(String::from)
            .to_vec(),
            flags: vec![if cfg!(debug_assertions) {
                "debug assertions".into()
            } else {
                "release".into()
            }],
            engine: engine::words(),
        }
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        if let Some(alone) = operation.alone() {
            return self.contract(alone);
        }
        let (group, verb) = operation.id.split_once('/')?;
        match group {
            "kzg" => return Some(kzg::contract(verb)),
            "groth16" => return Some(groth16::contract()),
            "banderwagon" => return Some(verkle::contract(verb)),
            "cashu-legacy" => return Some(cashu_legacy::contract(verb)),
            "evm" => return peer_api::contracts::contract(operation),
            "zklogin" | "rsa" => return Some(logins::contract(group)),
            "codec" => return Some(codec::contract()),
            _ => (),
        }
        if verb.starts_with("vrf_") {
            return Some(vrf::contract(verb));
        }
        match operation.curve()? {
            Curve::Bls12381 => (),
            Curve::Bn254 => return Some(bn254::contract(verb)),
            Curve::Secp256k1 if verb.starts_with("bip") => return Some(wallets::contract(verb)),
            Curve::Secp256k1 if verb.starts_with("schnorr_") => {
                return Some(schnorr::contract(verb));
            }
            Curve::Secp256k1 | Curve::P256 => return Some(ecdsa::contract(verb)),
            // There is no such entry, on purpose.
            Curve::Ed25519 if verb == "sign_with_public_key" => return None,
            Curve::Ed25519 => return Some(ed25519::contract(verb)),
            Curve::Pallas => return Some(pasta::contract(verb)),
            Curve::Bls12377 => return Some(bls12_377::contract()),
        }
        Some(match verb {
            verb if verb.starts_with("bls_") => bls::contract(verb),
            "g1_subgroup_check" | "g2_subgroup_check" => Contract::parsed(Time::Variable),
            "g1_decode" | "g2_decode" | "g1_decode_64" | "g2_decode_64" => {
                Contract::bytes(Checks::Subgroup, Time::Variable)
            }
            "g1_decode_unchecked" | "g2_decode_unchecked" => {
                Contract::bytes(Checks::Curve, Time::Variable)
            }
            "hash_to_g1" | "hash_to_g2" | "hash_to_g1_64" | "hash_to_g2_64" | "blind" => {
                Contract::bytes(Checks::None, Time::Constant)
            }
            "sign" | "sign_64" | "unblind" => {
                Contract::bytes(Checks::SubgroupNoIdentity, Time::Constant)
            }
            "verify" | "batch_verify_10_1" | "batch_verify_10_10" => {
                Contract::bytes(Checks::SubgroupNoIdentity, Time::Variable)
            }
            "g1_mul_vartime" | "g1_mul_vartime_64" | "g1_sum_128" | "g1_msm_fixed_4096"
            | "g1_msm_64" | "g1_msm_1024" | "g2_msm_64" | "g2_msm_1024" | "gt_msm_128" => {
                Contract::parsed(Time::Variable)
            }
            _ => Contract::parsed(Time::Constant),
        })
    }

    fn family_contract(&self, family: &Family) -> Option<Contract> {
        families::contract(family)
    }

    fn prepare_family(&self, family: &Family, batches: &[&[Case]]) -> Prepared {
        families::prepare(family, batches, false)
    }

    fn answers_together(
        &self,
        operation: &Operation,
        cases: &[Case],
        callers: u32,
    ) -> Option<Vec<Answer>> {
        Some(peer_api::together(self, operation, cases, callers))
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        if let Some(alone) = operation.alone() {
            return threads::prepare(alone, pool, Threads::all());
        }
        let (group, verb) = operation.id.split_once('/').unwrap_or_default();
        match group {
            "kzg" => return kzg::prepare(verb, operation, pool, None),
            "groth16" => return groth16::prepare(verb, operation, pool),
            "banderwagon" => return verkle::prepare(verb, operation, pool),
            "cashu-legacy" => return cashu_legacy::prepare(verb, operation, pool),
            "zklogin" | "rsa" => return logins::prepare(operation, pool),
            "codec" => return codec::prepare(verb, operation, pool),
            _ if verb.starts_with("vrf_") => return vrf::prepare(operation, pool),
            _ => (),
        }
        match operation.curve() {
            Some(Curve::Bls12381) => (),
            Some(Curve::Bn254) => return bn254::prepare(verb, operation, pool),
            Some(Curve::Secp256k1) if verb.starts_with("schnorr_") => {
                return schnorr::prepare(verb, operation, pool);
            }
            Some(Curve::Secp256k1) if verb.starts_with("bip") => {
                return wallets::prepare(verb, operation, pool);
            }
            Some(Curve::Secp256k1) => {
                return ecdsa::prepare::<Secp256k1, 11>(verb, operation, pool);
            }
            Some(Curve::P256) if verb.starts_with("double_mul_vartime_table_") => {
                return ecdsa::prepare_with_table::<P256>(verb, operation, pool);
            }
            Some(Curve::P256) => return ecdsa::prepare::<P256, 43>(verb, operation, pool),
            Some(Curve::Ed25519) => return ed25519::prepare(verb, operation, pool),
            Some(Curve::Pallas) => return pasta::prepare(verb, operation, pool),
            Some(Curve::Bls12377) => return bls12_377::prepare(verb, operation, pool),
            None => return contracts::prepare(operation, pool),
        }
        match operation.id {
            _ if verb.starts_with("bls_threshold_") => threshold::prepare(operation, pool),
            _ if verb.starts_with("bls_") => bls::prepare(verb, operation, pool),
            "bls12-381/fp_mul" => {
                chain(parse(pool, |[a, b]| Some((fp(a)?, fp(b)?)))?, |a, b| *a *= b, fp_bytes)
            }
            "bls12-381/fp_sqr" => {
                iterate(parse(pool, |[a]| fp(a))?, |a| a.square_times(1), fp_bytes)
            }
            "bls12-381/fp_inv" => independent(parse(pool, |[a]| fp(a))?, Fp::invert, fp_bytes),
            "bls12-381/fr_mul" => {
                chain(parse(pool, |[a, b]| Some((fr(a)?, fr(b)?)))?, |a, b| *a *= b, fr_bytes)
            }
            "bls12-381/fr_sqr" => {
                iterate(parse(pool, |[a]| fr(a))?, |a| a.square_times(1), fr_bytes)
            }
            "bls12-381/fr_inv" => independent(parse(pool, |[a]| fr(a))?, Fr::invert, fr_bytes),
            "bls12-381/fp2_mul" => {
                chain_entered!(
                    parse(pool, |[a, b]| Some((fp2(a)?, fp2(b)?)))?,
                    |a, b| *a *= b,
                    fp2_bytes
                )
            }
            "bls12-381/fp2_sqr" => {
                iterate_entered!(parse(pool, |[a]| fp2(a))?, |a| *a = a.sqr(), fp2_bytes)
            }
            "bls12-381/fp2_inv" => {
                independent_entered!(parse(pool, |[a]| fp2(a))?, |a| a.invert(), fp2_bytes)
            }
            "bls12-381/fp12_mul" => {
                chain_entered!(
                    parse(pool, |[a, b]| Some((fp12(a)?, fp12(b)?)))?,
                    |a, b| *a = a.mul(b),
                    fp12_bytes
                )
            }
            "bls12-381/fp12_sqr" => {
                iterate_entered!(parse(pool, |[a]| fp12(a))?, |a| a.sqr_assign(), fp12_bytes)
            }
            "bls12-381/fp12_inv" => {
                independent_entered!(parse(pool, |[a]| fp12(a))?, |a| a.invert(), fp12_bytes)
            }
            "bls12-381/fp12_cyclotomic_sqr" => {
                iterate_entered!(parse(pool, |[a]| gt(a))?, |a| *a = a.square(), gt_bytes)
            }
            "bls12-381/gt_exp" => {
                let cases = parse(pool, |[a, k]| Some((gt(a)?, fr(k)?)))?;
                independent(cases, |(a, k)| a.pow(k), |a| fp12_bytes(a.as_fp12()))
            }

            "bls12-381/g1_add" => {
                chain_entered!(
                    parse(pool, |[a, b]| Some((g1_group(a)?, g1_group(b)?)))?,
                    |a, b| *a = a.add(b),
                    g1_bytes
                )
            }
            "bls12-381/g1_double" => {
                iterate_entered!(parse(pool, |[a]| g1_group(a))?, |a| *a = a.double(), g1_bytes)
            }
            "bls12-381/g1_mul" => independent(
                parse(pool, |[p, k]| Some((g1_group(p)?, fr(k)?)))?,
                |(p, k)| p.mul(k),
                g1_bytes,
            ),
            "bls12-381/g1_mul_vartime" => {
                let cases = parse(pool, |[p, k]| Some((g1_group(p)?, fr(k)?)))?;
                independent(cases, |(p, k)| p.mul_vartime(k), g1_bytes)
            }
            "bls12-381/g2_add" => {
                chain_entered!(
                    parse(pool, |[a, b]| Some((g2_group(a)?, g2_group(b)?)))?,
                    |a, b| *a = a.add(b),
                    g2_bytes
                )
            }
            "bls12-381/g2_double" => {
                iterate_entered!(parse(pool, |[a]| g2_group(a))?, |a| *a = a.double(), g2_bytes)
            }
            "bls12-381/g2_mul" => independent(
                parse(pool, |[p, k]| Some((g2_group(p)?, fr(k)?)))?,
                |(p, k)| p.mul(k),
                g2_bytes,
            ),
            "bls12-381/g1_subgroup_check" => {
                let cases = parse(pool, |[p]| G1Affine::from_bytes_unchecked_subgroup(p).ok())?;
                independent(cases, |p| bool::from(p.is_in_subgroup()), verdict)
            }
            "bls12-381/g2_subgroup_check" => {
                let cases = parse(pool, |[p]| G2Affine::from_bytes_unchecked_subgroup(p).ok())?;
                independent(cases, |p| bool::from(p.is_in_subgroup()), verdict)
            }
            "bls12-381/g1_decode" => {
                let cases = parse(pool, |[bytes]| Some(bytes.to_vec()))?;
                refusing(cases, |bytes| g1(bytes), |p| p.to_bytes_uncompressed().to_vec())
            }
            "bls12-381/g2_decode" => {
                let cases = parse(pool, |[bytes]| Some(bytes.to_vec()))?;
                refusing(cases, |bytes| g2(bytes), |p| p.to_bytes_uncompressed().to_vec())
            }
            "bls12-381/g1_decode_unchecked" => {
                let cases = parse(pool, |[bytes]| Some(bytes.to_vec()))?;
                let decode = |bytes: &Vec<u8>| G1Affine::from_bytes_unchecked_subgroup(bytes).ok();
                refusing(cases, decode, |p| p.to_bytes_uncompressed().to_vec())
            }
            "bls12-381/g2_decode_unchecked" => {
                let cases = parse(pool, |[bytes]| Some(bytes.to_vec()))?;
                let decode = |bytes: &Vec<u8>| G2Affine::from_bytes_unchecked_subgroup(bytes).ok();
                refusing(cases, decode, |p| p.to_bytes_uncompressed().to_vec())
            }
            "bls12-381/hash_to_g1" => {
                let cases = parse(pool, |[message]| Some(message.to_vec()))?;
                independent(
                    cases,
                    |message| hash_to_g1::<Xmd<Sha256>>(message.as_slice(), HASH_TO_G1_DST),
                    g1_bytes,
                )
            }
            "bls12-381/hash_to_g2" => {
                let cases = parse(pool, |[message]| Some(message.to_vec()))?;
                independent(
                    cases,
                    |message| hash_to_g2::<Xmd<Sha256>>(message.as_slice(), HASH_TO_G2_DST),
                    g2_bytes,
                )
            }

            "bls12-381/miller_loop" => {
                let cases = parse(pool, |[p, q]| Some((g1(p)?, g2(q)?)))?;
                independent(
                    cases,
                    |(p, q)| multi_miller_loop([(p, q)]),
                    |f| fp12_bytes(final_exponentiation(f).as_fp12()),
                )
            }
            "bls12-381/final_exp" => {
                independent(parse(pool, |[f]| fp12(f))?, final_exponentiation, |f| {
                    fp12_bytes(f.as_fp12())
                })
            }
            "bls12-381/pairing" => {
                let cases = parse(pool, |[p, q]| Some((g1(p)?, g2(q)?)))?;
                independent(cases, |(p, q)| pairing(p, q), |f| fp12_bytes(f.as_fp12()))
            }
            "bls12-381/multi_pairing_2" => multi_pairing::<4, 2>(pool),
            "bls12-381/multi_pairing_8" => multi_pairing::<16, 8>(pool),
            "bls12-381/multi_pairing_128" => multi_pairing::<256, 128>(pool),
            "bls12-381/fr_mul_1024" => {
                let cases = parse_all(operation, pool, |args| {
                    let pairs = args.as_chunks::<2>().0.iter().map(|[a, b]| Some((fr(a)?, fr(b)?)));
                    pairs.collect::<Option<(Vec<_>, Vec<_>)>>()
                })?;
                let products = Rc::new(RefCell::new(vec![Fr::zero(); 1024]));
                let all = move |(a, b): &(Vec<Fr>, Vec<Fr>)| {
                    mul_slices(a, b, &mut products.borrow_mut()).expect("as many of each");
                    Rc::clone(&products)
                };
                independent(cases, all, |products| {
                    products.borrow().iter().flat_map(fr_bytes).collect()
                })
            }
            "bls12-381/pairing_64" => {
                let cases = parse_all(operation, pool, |args| {
                    args.as_chunks::<2>()
                        .0
                        .iter()
                        .map(|[p, q]| Some((g1(p)?, g2(q)?)))
                        .collect::<Option<Vec<_>>>()
                })?;
                let all = |pairs: &Vec<(G1Affine, G2Affine)>| {
                    let pairs: Vec<_> = pairs.iter().map(|(p, q)| (p, q)).collect();
                    let mut values = vec![Gt::identity(); pairs.len()];
                    pairing_batch(&pairs, &mut values).expect("as many places as pairs");
                    values
                };
                independent(cases, all, |values| values.iter().flat_map(gt_bytes).collect())
            }
            "bls12-381/gt_msm_128" => {
                let product = |(elements, exponents): &Powers| {
                    Gt::product_of_powers_vartime(elements, exponents).expect("as many of each")
                };
                independent(powers(operation, pool)?, product, gt_bytes)
            }
            "bls12-381/gt_exp_64" => {
                let cases = powers(operation, pool)?;
                let all = |(elements, exponents): &Powers| {
                    let mut powers = vec![Gt::identity(); elements.len()];
                    Gt::pow_batch(elements, exponents, &mut powers).expect("as many of each");
                    powers
                };
                independent(cases, all, |powers| powers.iter().flat_map(gt_bytes).collect())
            }
            "bls12-381/g1_decode_64" => {
                decode_many(operation, pool, G1Affine::from_bytes_batch, |p| {
                    p.to_bytes_uncompressed().to_vec()
                })
            }
            "bls12-381/g2_decode_64" => {
                decode_many(operation, pool, G2Affine::from_bytes_batch, |p| {
                    p.to_bytes_uncompressed().to_vec()
                })
            }
            "bls12-381/hash_to_g1_64" => hash_many(
                operation,
                pool,
                hash_to_g1_batch::<Xmd<Sha256>>,
                HASH_TO_G1_DST,
                g1_bytes,
            ),
            "bls12-381/hash_to_g2_64" => hash_many(
                operation,
                pool,
                hash_to_g2_batch::<Xmd<Sha256>>,
                HASH_TO_G2_DST,
                g2_bytes,
            ),
            "bls12-381/g1_mul_64" => products(operation, pool, G1::mul_batch),
            "bls12-381/g1_mul_vartime_64" => products(operation, pool, G1::mul_batch_vartime),
            "bls12-381/g1_sum_128" => {
                let cases = parse(pool, |args: [&[u8]; 128]| {
                    args.into_iter().map(g1).collect::<Option<Vec<_>>>()
                })?;
                independent(
                    cases,
                    |points| sum_vartime_alloc(points).expect("some points"),
                    g1_bytes,
                )
            }
            "bls12-381/g1_msm_fixed_4096" => {
                let cases = parse_all(operation, pool, |args| {
                    let terms = args.as_chunks::<2>().0.iter().map(|[p, k]| Some((g1(p)?, fr(k)?)));
                    let (points, scalars): (Vec<_>, Vec<_>) = terms.collect::<Option<_>>()?;
                    Some((FixedBases::new(&points, 64 << 20).ok()?, scalars))
                })?;
                independent(
                    cases,
                    |(bases, scalars)| bases.msm_vartime(scalars).expect("a base for each"),
                    g1_bytes,
                )
            }
            "bls12-381/g1_msm_64" => msm(operation, pool, g1, g1_bytes),
            "bls12-381/g1_msm_1024" => msm(operation, pool, g1, g1_bytes),
            "bls12-381/g2_msm_64" => msm(operation, pool, g2, g2_bytes),
            "bls12-381/g2_msm_1024" => msm(operation, pool, g2, g2_bytes),

            "cashu-v3/blind" => {
                refusing(unparsed(operation, pool)?, |case| blind(&case[0], &case[1]), to_vec)
            }
            "cashu-v3/sign" => {
                refusing(unparsed(operation, pool)?, |case| sign(&case[0], &case[1]), to_vec)
            }
            "cashu-v3/sign_64" => {
                refusing(unparsed(operation, pool)?, sign_each, |signatures| signatures.concat())
            }
            "cashu-v3/unblind" => {
                refusing(unparsed(operation, pool)?, |case| unblind(&case[0], &case[1]), to_vec)
            }
            "cashu-v3/verify" => refusing(
                unparsed(operation, pool)?,
                |case| verify(&case[0], &case[1], &case[2]),
                verdict,
            ),
            "cashu-v3/batch_verify_10_1" | "cashu-v3/batch_verify_10_10" => {
                refusing(unparsed(operation, pool)?, verify_batch, verdict)
            }
            _ => Err(unserved(operation)),
        }
    }
}

impl Curvemark {
    /// An operation that is another on all threads, on so many.
    pub(super) fn prepare_on(alone: &Operation, pool: &[Case], count: usize) -> Prepared {
        threads::prepare(alone, pool, Threads::new(count))
    }

    /// A family, as [`Implementation::prepare_family`], on the threads of rayon's pool.
    pub(super) fn prepare_on_threads(family: &Family, batches: &[&[Case]]) -> Prepared {
        families::prepare(family, batches, true)
    }
}

fn unserved(operation: &Operation) -> Refusal {
    Refusal::Unsupported(format!("curvemark does not serve {}", operation.id))
}

fn multi_pairing<const ARGS: usize, const PAIRS: usize>(pool: &[Case]) -> Prepared {
    let cases = parse(pool, |args: [&[u8]; ARGS]| {
        let mut pairs = [(G1Affine::identity(), G2Affine::identity()); PAIRS];
        for ([p, q], pair) in args.as_chunks::<2>().0.iter().zip(&mut pairs) {
            *pair = (g1(p)?, g2(q)?);
        }
        Some(pairs)
    })?;
    let product = |pairs: &[(G1Affine, G2Affine); PAIRS]| {
        final_exponentiation(&multi_miller_loop(pairs.each_ref().map(|(p, q)| (p, q))))
    };
    independent(cases, product, |f| fp12_bytes(f.as_fp12()))
}

/// How many encodings are decoded: the encodings, and places for as many points.
type DecodeMany<P> = fn(&[Vec<u8>], &mut [Result<P, PointError>]) -> Result<(), BatchError>;

fn decode_many<P: 'static>(
    operation: &Operation,
    pool: &[Case],
    decode: DecodeMany<P>,
    bytes: fn(&P) -> Vec<u8>,
) -> Prepared {
    let all = move |encodings: &Case| {
        let mut points: Vec<Result<P, PointError>> =
            encodings.iter().map(|_| Err(PointError::Length)).collect();
        decode(encodings, &mut points).expect("as many places as encodings");
        points.into_iter().collect::<Result<Vec<P>, _>>().ok()
    };
    refusing(unparsed(operation, pool)?, all, move |points| points.iter().flat_map(bytes).collect())
}

/// How many messages are hashed: the messages, their tag, and places for as many points.
type HashMany<P> = fn(&[Vec<u8>], &[u8], &mut [P]) -> Result<(), BatchError>;

fn hash_many<P: Copy + Default + 'static>(
    operation: &Operation,
    pool: &[Case],
    hash: HashMany<P>,
    dst: &'static [u8],
    bytes: fn(&P) -> Vec<u8>,
) -> Prepared {
    let all = move |messages: &Case| {
        let mut out = vec![P::default(); messages.len()];
        hash(messages, dst, &mut out).expect("as many places as messages");
        out
    };
    independent(unparsed(operation, pool)?, all, move |points| {
        points.iter().flat_map(bytes).collect()
    })
}

/// How many points are multiplied: the points, as many scalars, and places for the products.
type MultiplyMany = fn(&[G1Affine], &[Fr], &mut [G1]) -> Result<(), BatchError>;

fn products(operation: &Operation, pool: &[Case], multiply: MultiplyMany) -> Prepared {
    let cases = parse_all(operation, pool, |args| {
        let terms = args.as_chunks::<2>().0.iter().map(|[p, k]| Some((g1(p)?, fr(k)?)));
        terms.collect::<Option<(Vec<_>, Vec<_>)>>()
    })?;
    let all = move |(points, scalars): &(Vec<G1Affine>, Vec<Fr>)| {
        let mut products = vec![G1::identity(); points.len()];
        multiply(points, scalars, &mut products).expect("as many of each");
        products
    };
    independent(cases, all, |products| products.iter().flat_map(g1_bytes).collect())
}

fn msm<C: GroupInLanes<Scalar = FrEngine>>(
    operation: &Operation,
    pool: &[Case],
    point: fn(&[u8]) -> Option<Affine<C>>,
    bytes: fn(&Projective<C>) -> Vec<u8>,
) -> Prepared
where
    C::Base: Anywhere,
{
    let cases = parse_all(operation, pool, |args| {
        let terms = args.as_chunks::<2>().0;
        let points: Option<Vec<_>> = terms.iter().map(|[p, _]| point(p)).collect();
        let scalars: Option<Vec<_>> = terms.iter().map(|[_, k]| fr(k)).collect();
        Some((points?, scalars?))
    })?;
    let sum = |(points, scalars): &(Vec<Affine<C>>, Vec<Fr>)| {
        msm_vartime_alloc(points, scalars).expect("as many scalars as points, and some")
    };
    independent(cases, sum, bytes)
}

fn blind(secret: &[u8], r: &[u8]) -> Option<[u8; 48]> {
    Some(v3::blind(secret, &v3::BlindingFactor::from_bytes(r).ok()?).to_bytes())
}

fn sign(blinded: &[u8], a: &[u8]) -> Option<[u8; 48]> {
    let message = v3::BlindedMessage::from_bytes(blinded).ok()?;
    Some(v3::MintSecretKey::from_bytes(a).ok()?.sign(&message).to_bytes())
}

/// As a mint does: it reads all messages, and signs them at once.
fn sign_each(case: &Case) -> Option<Vec<[u8; 48]>> {
    let calls = case.as_chunks::<2>().0;
    let messages = points_each(calls.iter().map(|[message, _]| message))?;
    let keys: Vec<_> = calls
        .iter()
        .map(|[_, key]| v3::MintSecretKey::from_bytes(key).ok())
        .collect::<Option<Vec<_>>>()?;
    let mut signatures = vec![Err(v3::Error::Length); calls.len()];
    v3::sign_each(&keys.iter().collect::<Vec<_>>(), &messages, &mut signatures).ok()?;
    signatures.into_iter().map(|signature| Some(signature.ok()?.to_bytes())).collect()
}

/// Points of the protocol, all read at once.
fn points_each<'a, R>(encodings: impl Iterator<Item = &'a Vec<u8>>) -> Option<Vec<v3::Point<R>>> {
    let encodings: Vec<_> = encodings.collect();
    let mut points: Vec<_> = encodings.iter().map(|_| Err(v3::Error::Length)).collect();
    v3::Point::from_bytes_batch(&encodings, &mut points).ok()?;
    points.into_iter().collect::<Result<_, _>>().ok()
}

fn unblind(promise: &[u8], r: &[u8]) -> Option<[u8; 48]> {
    let promise = v3::BlindSignature::from_bytes(promise).ok()?;
    Some(promise.unblind(&v3::BlindingFactor::from_bytes(r).ok()?).to_bytes())
}

fn verify(secret: &[u8], signature: &[u8], key: &[u8]) -> Option<bool> {
    let signature = v3::Signature::from_bytes(signature).ok()?;
    let key = v3::MintPublicKey::from_bytes(key).ok()?;
    Some(key.verify(secret, &signature).is_ok())
}

/// Ten times secret, C, K. A key is decoded once however many proofs it signed, as a wallet would.
fn verify_batch(case: &Case) -> Option<bool> {
    let proofs = case.as_chunks::<3>().0;
    let mut encodings: Vec<&Vec<u8>> = Vec::new();
    let mut of_proof = Vec::with_capacity(proofs.len());
    for [_, _, bytes] in proofs {
        of_proof.push(encodings.iter().position(|known| *known == bytes).unwrap_or_else(|| {
            encodings.push(bytes);
            encodings.len() - 1
        }));
    }
    let mut keys = vec![Err(v3::Error::Length); encodings.len()];
    v3::MintPublicKey::from_bytes_batch(&encodings, &mut keys).ok()?;
    let keys = keys.into_iter().collect::<Result<Vec<_>, _>>().ok()?;
    let signatures = points_each(proofs.iter().map(|[_, signature, _]| signature))?;
    let batch: Vec<_> = proofs
        .iter()
        .zip(signatures)
        .zip(&of_proof)
        .map(|(([secret, ..], signature), &of)| v3::Proof { secret, signature, key: &keys[of] })
        .collect();
    match v3::verify_batch(&batch) {
        Ok(()) => Some(true),
        Err(v3::Error::NotSigned) => Some(false),
        Err(_) => None,
    }
}

fn fp(bytes: &[u8]) -> Option<Fp> {
    if bytes.len() != 48 {
        return None;
    }
    let (value, canonical) = Fp::from_bytes(bytes);
    bool::from(canonical).then_some(value)
}

fn fr(bytes: &[u8]) -> Option<Fr> {
    Fr::from_be_bytes(bytes).ok()
}

fn fp2(bytes: &[u8]) -> Option<Fp2> {
    let (c0, c1) = bytes.split_at_checked(48)?;
    Some(Fp2::new(fp(c0)?, fp(c1)?))
}

fn fp12(bytes: &[u8]) -> Option<Fp12> {
    if bytes.len() != 576 {
        return None;
    }
    let (value, canonical) = Fp12::from_bytes(bytes);
    bool::from(canonical).then_some(value)
}

fn gt(bytes: &[u8]) -> Option<Gt> {
    if bytes.len() != 576 {
        return None;
    }
    Gt::from_bytes(bytes).into_option()
}

fn g1(bytes: &[u8]) -> Option<G1Affine> {
    G1Affine::from_bytes(bytes).ok()
}

fn g2(bytes: &[u8]) -> Option<G2Affine> {
    G2Affine::from_bytes(bytes).ok()
}

fn g1_group(bytes: &[u8]) -> Option<G1> {
    Some(g1(bytes)?.to_projective())
}

fn g2_group(bytes: &[u8]) -> Option<G2> {
    Some(g2(bytes)?.to_projective())
}

fn fp_bytes(value: &Fp) -> Vec<u8> {
    let mut out = vec![0; 48];
    value.to_bytes(&mut out);
    out
}

/// Elements of the target group, and an exponent for each.
type Powers = (Vec<Gt>, Vec<Fr>);

fn powers(operation: &Operation, pool: &[Case]) -> Result<Vec<Powers>, Refusal> {
    parse_all(operation, pool, |args| {
        args.as_chunks::<2>().0.iter().map(|[a, k]| Some((gt(a)?, fr(k)?))).collect()
    })
}

fn gt_bytes(value: &Gt) -> Vec<u8> {
    fp12_bytes(value.as_fp12())
}

fn fr_bytes(value: &Fr) -> Vec<u8> {
    value.to_be_bytes().to_vec()
}

fn fp2_bytes(value: &Fp2) -> Vec<u8> {
    [fp_bytes(&value.c0()), fp_bytes(&value.c1())].concat()
}

fn fp12_bytes(value: &Fp12) -> Vec<u8> {
    let mut out = vec![0; 576];
    value.to_bytes(&mut out);
    out
}

fn g1_bytes(point: &G1) -> Vec<u8> {
    point.to_bytes().to_vec()
}

fn g2_bytes(point: &G2) -> Vec<u8> {
    point.to_bytes().to_vec()
}

fn verdict(valid: &bool) -> Vec<u8> {
    vec![u8::from(*valid)]
}

fn to_vec(bytes: &[u8; 48]) -> Vec<u8> {
    bytes.to_vec()
}
