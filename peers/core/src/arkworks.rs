//! arkworks: `ark-bls12-381` with the generic code of `ark-ec` and `ark-ff`.
//!
//! **Time.** Everything is [`Time::Variable`]: reduction branches, inversion is a binary Euclid,
//! multiplication skips leading zeros and branches on scalar bits, and the authors claim nothing
//! else.
//!
//! **Build.** The `asm` feature is on (on the curve crate, where the field macros expand), but its
//! code exists only if the build enables BMI2 and ADX for the compiler; the engine that is reported
//! says which.
//!
//! **Hashing** gives an affine point inside the clock, since that is what `HashToCurve::hash`
//! returns.

mod families;

use ark_bls12_381::{
    Bls12_381, Fq, Fq2, Fq6, Fq12, Fr, G1Affine, G1Projective, G2Affine, G2Projective, g1, g2,
};
use ark_ec::hashing::HashToCurve;
use ark_ec::hashing::curve_maps::wb::WBMap;
use ark_ec::hashing::map_to_curve_hasher::MapToCurveBasedHasher;
use ark_ec::pairing::{MillerLoopOutput, Pairing, PairingOutput};
use ark_ec::short_weierstrass::Affine;
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup, VariableBaseMSM};
use ark_ff::field_hashers::DefaultFieldHasher;
use ark_ff::{AdditiveGroup, BigInt, BigInteger, CyclotomicMultSubgroup, Field, PrimeField, Zero};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize, Compress, Validate};
use peer_api::families::Family;
use peer_api::{About, Case, Checks, Contract, Curve, Implementation, Operation, Refusal, Time};
use sha2_digest_0_10::Sha256;

use crate::bytes::{HASH_TO_G1_DST, HASH_TO_G2_DST, fixed, parts};
use crate::{cashu, features};
use peer_api::body::{
    Prepared, chain, independent, iterate, one_by_one, parse, parse_all, parse_each, refusing,
    unparsed,
};

/// The version that the lock file holds; a test compares.
const VERSION: &str = "0.6.0";

/// Its resolved cargo features; a test compares with what cargo resolves for the workspace.
const FEATURES: &[&str] = &["asm", "curve", "scalar_field"];

type G1Hasher = MapToCurveBasedHasher<G1Projective, DefaultFieldHasher<Sha256>, WBMap<g1::Config>>;
type G2Hasher = MapToCurveBasedHasher<G2Projective, DefaultFieldHasher<Sha256>, WBMap<g2::Config>>;
type G2Prepared = <Bls12_381 as Pairing>::G2Prepared;

/// arkworks.
pub(crate) struct Arkworks;

impl Implementation for Arkworks {
    fn about(&self) -> About {
        let engine =
            if cfg!(all(target_arch = "x86_64", target_feature = "bmi2", target_feature = "adx")) {
                "portable Rust, with inline assembly for field products"
            } else {
                "portable Rust; no asm: needs compile-time bmi2, adx"
            };
        let mut flags = features::flags();
        if engine.contains("no asm") {
            flags.push("no asm: needs compile-time bmi2, adx".into());
        }
        About {
            name: "arkworks",
            version: format!("ark-bls12-381 {VERSION}"),
            features: features::list(FEATURES),
            flags,
            engine: engine.into(),
        }
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        if operation.curve() != Some(Curve::Bls12381) {
            return None;
        }
        let (_, verb) = operation.id.split_once('/')?;
        Some(match verb {
            "fp_mul"
            | "fp_sqr"
            | "fp_inv"
            | "fr_mul"
            | "fr_sqr"
            | "fr_inv"
            | "fp2_mul"
            | "fp2_sqr"
            | "fp2_inv"
            | "fp12_mul"
            | "fp12_sqr"
            | "fp12_inv"
            | "fp12_cyclotomic_sqr"
            | "gt_exp"
            | "gt_exp_64"
            | "gt_msm_128"
            | "g1_add"
            | "g1_double"
            | "g1_mul"
            | "g2_add"
            | "g2_double"
            | "g2_mul"
            | "g1_subgroup_check"
            | "g2_subgroup_check"
            | "miller_loop"
            | "final_exp"
            | "pairing"
            | "multi_pairing_2"
            | "multi_pairing_8"
            | "multi_pairing_128"
            | "fr_mul_1024"
            | "g1_mul_vartime"
            | "g1_mul_64"
            | "g1_mul_vartime_64"
            | "g1_sum_128"
            | "g1_msm_fixed_4096"
            | "g1_msm_64"
            | "g1_msm_1024"
            | "g2_msm_64"
            | "g2_msm_1024" => Contract::parsed(Time::Variable),
            "g1_decode" | "g2_decode" | "g1_decode_64" | "g2_decode_64" => {
                Contract::bytes(Checks::Subgroup, Time::Variable)
            }
            "g1_decode_unchecked" | "g2_decode_unchecked" => {
                Contract::bytes(Checks::Curve, Time::Variable)
            }
            "hash_to_g1" | "hash_to_g2" | "hash_to_g1_64" | "hash_to_g2_64" | "blind" => {
                Contract::bytes(Checks::None, Time::Variable)
            }
            "sign" | "unblind" | "verify" | "batch_verify_10_1" | "batch_verify_10_10" => {
                Contract::bytes(Checks::SubgroupNoIdentity, Time::Variable)
            }
            _ => return None,
        })
    }

    fn family_contract(&self, family: &Family) -> Option<Contract> {
        families::contract(family)
    }

    fn prepare_family(&self, family: &Family, batches: &[&[Case]]) -> Prepared {
        families::prepare(family, batches)
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        match operation.id {
            "bls12-381/fp_mul" => {
                chain(parse(pool, |[a, b]| Some((fp(a)?, fp(b)?)))?, |a, b| *a *= b, fp_bytes)
            }
            "bls12-381/fp_sqr" => iterate(parse(pool, |[a]| fp(a))?, square, fp_bytes),
            "bls12-381/fp_inv" => independent(parse(pool, |[a]| fp(a))?, invert, fp_bytes),
            "bls12-381/fr_mul" => {
                chain(parse(pool, |[a, b]| Some((fr(a)?, fr(b)?)))?, |a, b| *a *= b, fr_bytes)
            }
            "bls12-381/fr_sqr" => iterate(parse(pool, |[a]| fr(a))?, square, fr_bytes),
            "bls12-381/fr_inv" => independent(parse(pool, |[a]| fr(a))?, invert, fr_bytes),
            "bls12-381/fp2_mul" => {
                chain(parse(pool, |[a, b]| Some((fp2(a)?, fp2(b)?)))?, |a, b| *a *= b, fp2_bytes)
            }
            "bls12-381/fp2_sqr" => iterate(parse(pool, |[a]| fp2(a))?, square, fp2_bytes),
            "bls12-381/fp2_inv" => independent(parse(pool, |[a]| fp2(a))?, invert, fp2_bytes),
            "bls12-381/fp12_mul" => {
                chain(parse(pool, |[a, b]| Some((fp12(a)?, fp12(b)?)))?, |a, b| *a *= b, fp12_bytes)
            }
            "bls12-381/fp12_sqr" => iterate(parse(pool, |[a]| fp12(a))?, square, fp12_bytes),
            "bls12-381/fp12_inv" => independent(parse(pool, |[a]| fp12(a))?, invert, fp12_bytes),
            "bls12-381/fp12_cyclotomic_sqr" => {
                let square = |a: &mut Fq12| *a = a.cyclotomic_square();
                iterate(parse(pool, |[a]| fp12(a))?, square, fp12_bytes)
            }
            "bls12-381/gt_exp" => {
                let cases = parse(pool, |[a, k]| Some((fp12(a)?, fr(k)?.into_bigint())))?;
                independent(cases, |(a, k)| a.cyclotomic_exp(k), fp12_bytes)
            }

            "bls12-381/g1_add" => {
                let cases = parse(pool, |[a, b]| {
                    Some((G1Projective::from(g1(a)?), G1Projective::from(g1(b)?)))
                })?;
                chain(cases, |a, b| *a += b, projective_bytes)
            }
            "bls12-381/g1_double" => {
                let cases = parse(pool, |[a]| Some(G1Projective::from(g1(a)?)))?;
                iterate(cases, |a| _ = a.double_in_place(), projective_bytes)
            }
            "bls12-381/g1_mul" | "bls12-381/g1_mul_vartime" => {
                let cases = parse(pool, |[p, k]| Some((G1Projective::from(g1(p)?), fr(k)?)))?;
                independent(cases, |(point, scalar)| *point * scalar, projective_bytes)
            }
            "bls12-381/g2_add" => {
                let cases = parse(pool, |[a, b]| {
                    Some((G2Projective::from(g2(a)?), G2Projective::from(g2(b)?)))
                })?;
                chain(cases, |a, b| *a += b, projective_bytes)
            }
            "bls12-381/g2_double" => {
                let cases = parse(pool, |[a]| Some(G2Projective::from(g2(a)?)))?;
                iterate(cases, |a| _ = a.double_in_place(), projective_bytes)
            }
            "bls12-381/g2_mul" => {
                let cases = parse(pool, |[p, k]| Some((G2Projective::from(g2(p)?), fr(k)?)))?;
                independent(cases, |(point, scalar)| *point * scalar, projective_bytes)
            }

            "bls12-381/g1_subgroup_check" => {
                let cases = parse(pool, |[p]| decode::<G1Affine, 48>(p, Validate::No))?;
                independent(cases, Affine::is_in_correct_subgroup_assuming_on_curve, verdict)
            }
            "bls12-381/g2_subgroup_check" => {
                let cases = parse(pool, |[p]| decode::<G2Affine, 96>(p, Validate::No))?;
                independent(cases, Affine::is_in_correct_subgroup_assuming_on_curve, verdict)
            }
            "bls12-381/g1_decode" => {
                let cases = parse(pool, |[bytes]| Some(bytes.to_vec()))?;
                refusing(cases, |bytes| g1(bytes), |point| encode(point, Compress::No))
            }
            "bls12-381/g2_decode" => {
                let cases = parse(pool, |[bytes]| Some(bytes.to_vec()))?;
                refusing(cases, |bytes| g2(bytes), |point| encode(point, Compress::No))
            }
            "bls12-381/g1_decode_unchecked" => refusing(
                parse(pool, |[bytes]| Some(bytes.to_vec()))?,
                |bytes| decode::<G1Affine, 48>(bytes, Validate::No),
                |point| encode(point, Compress::No),
            ),
            "bls12-381/g2_decode_unchecked" => refusing(
                parse(pool, |[bytes]| Some(bytes.to_vec()))?,
                |bytes| decode::<G2Affine, 96>(bytes, Validate::No),
                |point| encode(point, Compress::No),
            ),
            "bls12-381/hash_to_g1" => {
                let cases = parse(pool, |[message]| Some(message.to_vec()))?;
                let hasher = g1_hasher(HASH_TO_G1_DST)?;
                refusing(
                    cases,
                    move |message| hasher.hash(message).ok(),
                    |point| encode(point, Compress::Yes),
                )
            }
            "bls12-381/hash_to_g2" => {
                let cases = parse(pool, |[message]| Some(message.to_vec()))?;
                let hasher = G2Hasher::new(HASH_TO_G2_DST)
                    .map_err(|error| Refusal::Unsupported(error.to_string()))?;
                refusing(
                    cases,
                    move |message| hasher.hash(message).ok(),
                    |point| encode(point, Compress::Yes),
                )
            }

            "bls12-381/miller_loop" => {
                let cases = parse(pool, |[p, q]| Some((g1(p)?, g2(q)?)))?;
                let finish = |f: &Fq12| final_exp(f).map_or_else(Vec::new, |f| fp12_bytes(&f));
                independent(cases, |(p, q)| Bls12_381::miller_loop(p, q).0, finish)
            }
            "bls12-381/final_exp" => refusing(parse(pool, |[f]| fp12(f))?, final_exp, fp12_bytes),
            "bls12-381/pairing" => {
                let cases = parse(pool, |[p, q]| Some((g1(p)?, g2(q)?)))?;
                independent(cases, |(p, q)| Bls12_381::pairing(p, q).0, fp12_bytes)
            }
            "bls12-381/multi_pairing_2" => multi_pairing::<4, 2>(pool),
            "bls12-381/multi_pairing_8" => multi_pairing::<16, 8>(pool),
            "bls12-381/multi_pairing_128" => multi_pairing::<256, 128>(pool),
            "bls12-381/gt_exp_64" => one_by_one(
                parse_each(operation, pool, |[a, k]| Some((fp12(a)?, fr(k)?.into_bigint())))?,
                |(a, k)| a.cyclotomic_exp(k),
                fp12_bytes,
            ),
            "bls12-381/gt_msm_128" => msm::<PairingOutput<Bls12_381>>(
                operation,
                pool,
                |a| fp12(a).map(PairingOutput),
                |product| fp12_bytes(&product.0),
            ),
            "bls12-381/g1_decode_64" => many(operation, pool, g1, Compress::No),
            "bls12-381/g2_decode_64" => many(operation, pool, g2, Compress::No),
            "bls12-381/hash_to_g1_64" => {
                let hasher = g1_hasher(HASH_TO_G1_DST)?;
                many(operation, pool, move |message| hasher.hash(message).ok(), Compress::Yes)
            }
            "bls12-381/hash_to_g2_64" => {
                let hasher = G2Hasher::new(HASH_TO_G2_DST)
                    .map_err(|error| Refusal::Unsupported(error.to_string()))?;
                many(operation, pool, move |message| hasher.hash(message).ok(), Compress::Yes)
            }
            "bls12-381/fr_mul_1024" => one_by_one(
                parse_each(operation, pool, |[a, b]| Some((fr(a)?, fr(b)?)))?,
                |(a, b)| *a * b,
                fr_bytes,
            ),
            "bls12-381/g1_mul_64" | "bls12-381/g1_mul_vartime_64" => {
                let cases = parse_each(operation, pool, |[p, k]| {
                    Some((G1Projective::from(g1(p)?), fr(k)?))
                })?;
                one_by_one(cases, |(point, scalar)| *point * scalar, projective_bytes)
            }
            "bls12-381/g1_sum_128" => {
                let cases = parse(pool, |args: [&[u8]; 128]| {
                    args.into_iter().map(g1).collect::<Option<Vec<_>>>()
                })?;
                independent(cases, |points| points.iter().sum::<G1Projective>(), projective_bytes)
            }
            "bls12-381/g1_msm_64" | "bls12-381/g1_msm_fixed_4096" => {
                msm::<G1Projective>(operation, pool, g1, projective_bytes)
            }
            "bls12-381/g1_msm_1024" => msm::<G1Projective>(operation, pool, g1, projective_bytes),
            "bls12-381/g2_msm_64" => msm::<G2Projective>(operation, pool, g2, projective_bytes),
            "bls12-381/g2_msm_1024" => msm::<G2Projective>(operation, pool, g2, projective_bytes),

            "cashu-v3/blind" => {
                let protocol = Cashu::new()?;
                refusing(
                    unparsed(operation, pool)?,
                    move |case| protocol.blind(&case[0], &case[1]),
                    affine_bytes,
                )
            }
            "cashu-v3/sign" => {
                refusing(unparsed(operation, pool)?, |case| sign(&case[0], &case[1]), affine_bytes)
            }
            "cashu-v3/unblind" => refusing(
                unparsed(operation, pool)?,
                |case| unblind(&case[0], &case[1]),
                affine_bytes,
            ),
            "cashu-v3/verify" => {
                let protocol = Cashu::new()?;
                refusing(
                    unparsed(operation, pool)?,
                    move |case| protocol.verify(cashu::proofs(case).first()?),
                    verdict,
                )
            }
            "cashu-v3/batch_verify_10_1" | "cashu-v3/batch_verify_10_10" => {
                let protocol = Cashu::new()?;
                refusing(
                    unparsed(operation, pool)?,
                    move |case| protocol.batch_verify(&cashu::proofs(case)),
                    verdict,
                )
            }
            _ => Err(Refusal::Unsupported(format!("arkworks does not serve {}", operation.id))),
        }
    }
}

fn multi_pairing<const ARGS: usize, const PAIRS: usize>(pool: &[Case]) -> Prepared {
    let cases = parse(pool, |args: [&[u8]; ARGS]| {
        let mut ps = [G1Affine::identity(); PAIRS];
        let mut qs = [G2Affine::identity(); PAIRS];
        for (([p, q], p_slot), q_slot) in args.as_chunks::<2>().0.iter().zip(&mut ps).zip(&mut qs) {
            (*p_slot, *q_slot) = (g1(p)?, g2(q)?);
        }
        Some((ps, qs))
    })?;
    independent(cases, |(ps, qs)| Bls12_381::multi_pairing(ps, qs).0, fp12_bytes)
}

/// Points of many inputs, one after the other; none if one input is refused.
fn many<P: CanonicalSerialize + 'static>(
    operation: &Operation,
    pool: &[Case],
    point: impl Fn(&[u8]) -> Option<P> + 'static,
    compress: Compress,
) -> Prepared {
    let all =
        move |inputs: &Case| inputs.iter().map(|input| point(input)).collect::<Option<Vec<P>>>();
    refusing(unparsed(operation, pool)?, all, move |points| {
        points.iter().flat_map(|p| encode(p, compress)).collect()
    })
}

fn msm<G: VariableBaseMSM<ScalarField = Fr>>(
    operation: &Operation,
    pool: &[Case],
    point: fn(&[u8]) -> Option<G::MulBase>,
    bytes: fn(&G) -> Vec<u8>,
) -> Prepared {
    let cases = parse_all(operation, pool, |args| {
        let terms = args.as_chunks::<2>().0;
        let points: Option<Vec<_>> = terms.iter().map(|[p, _]| point(p)).collect();
        let scalars: Option<Vec<_>> = terms.iter().map(|[_, k]| fr(k)).collect();
        Some((points?, scalars?))
    })?;
    let sum = |(points, scalars): &(Vec<G::MulBase>, Vec<Fr>)| {
        G::msm(points, scalars).expect("as many scalars as points")
    };
    independent(cases, sum, bytes)
}

fn square<F: Field>(a: &mut F) {
    a.square_in_place();
}

fn invert<F: Field>(a: &F) -> F {
    a.inverse().unwrap_or(F::ZERO)
}

fn final_exp(f: &Fq12) -> Option<Fq12> {
    Bls12_381::final_exponentiation(MillerLoopOutput(*f)).map(|output| output.0)
}

fn g1_hasher(dst: &[u8]) -> Result<G1Hasher, Refusal> {
    G1Hasher::new(dst).map_err(|error| Refusal::Unsupported(error.to_string()))
}

// Canonical bytes to the library's values and back.

/// A field element from big-endian bytes below the modulus.
fn field<F: PrimeField<BigInt = BigInt<N>>, const N: usize, const BYTES: usize>(
    bytes: &[u8],
) -> Option<F> {
    let mut limbs = [0; N];
    for (limb, chunk) in limbs.iter_mut().rev().zip(fixed::<BYTES>(bytes)?.as_chunks::<8>().0) {
        *limb = u64::from_be_bytes(*chunk);
    }
    F::from_bigint(BigInt::new(limbs))
}

fn fp(bytes: &[u8]) -> Option<Fq> {
    field::<Fq, 6, 48>(bytes)
}

fn fr(bytes: &[u8]) -> Option<Fr> {
    field::<Fr, 4, 32>(bytes)
}

fn fp2(bytes: &[u8]) -> Option<Fq2> {
    let [c0, c1] = parts::<2, 48>(bytes)?;
    Some(Fq2::new(fp(c0)?, fp(c1)?))
}

fn fp12(bytes: &[u8]) -> Option<Fq12> {
    let [a, b, c, d, e, f] = parts::<6, 96>(bytes)?.map(|part| fp2(part));
    Some(Fq12::new(Fq6::new(a?, b?, c?), Fq6::new(d?, e?, f?)))
}

fn decode<T: CanonicalDeserialize, const LENGTH: usize>(
    bytes: &[u8],
    validate: Validate,
) -> Option<T> {
    T::deserialize_with_mode(fixed::<LENGTH>(bytes)?.as_slice(), Compress::Yes, validate).ok()
}

fn g1(bytes: &[u8]) -> Option<G1Affine> {
    decode::<_, 48>(bytes, Validate::Yes)
}

fn g2(bytes: &[u8]) -> Option<G2Affine> {
    decode::<_, 96>(bytes, Validate::Yes)
}

fn fp_bytes(a: &Fq) -> Vec<u8> {
    a.into_bigint().to_bytes_be()
}

fn fr_bytes(a: &Fr) -> Vec<u8> {
    a.into_bigint().to_bytes_be()
}

fn fp2_bytes(a: &Fq2) -> Vec<u8> {
    [fp_bytes(&a.c0), fp_bytes(&a.c1)].concat()
}

fn fp12_bytes(a: &Fq12) -> Vec<u8> {
    [&a.c0, &a.c1]
        .into_iter()
        .flat_map(|fp6| [&fp6.c0, &fp6.c1, &fp6.c2])
        .flat_map(fp2_bytes)
        .collect()
}

fn encode(point: &impl CanonicalSerialize, compress: Compress) -> Vec<u8> {
    let mut out = Vec::with_capacity(point.serialized_size(compress));
    point.serialize_with_mode(&mut out, compress).expect("a vector takes any bytes");
    out
}

fn affine_bytes(point: &[u8; 48]) -> Vec<u8> {
    point.to_vec()
}

fn projective_bytes<C: CurveGroup>(point: &C) -> Vec<u8> {
    encode(&point.into_affine(), Compress::Yes)
}

fn verdict(verdict: &bool) -> Vec<u8> {
    vec![u8::from(*verdict)]
}

// Cashu NUT-00 v3.

/// What a user prepares once: the hasher, and the line coefficients of −G2, a constant of the
/// protocol.
struct Cashu {
    hasher: G1Hasher,
    negated_generator: G2Prepared,
}

/// A point of the protocol: in the subgroup, and not the identity.
fn cashu_g1(bytes: &[u8]) -> Option<G1Affine> {
    g1(bytes).filter(|point| !point.is_zero())
}

/// A mint's key: in the subgroup, and not the identity.
fn cashu_g2(bytes: &[u8]) -> Option<G2Affine> {
    g2(bytes).filter(|point| !point.is_zero())
}

/// A scalar from 1 to r − 1.
fn nonzero_scalar(bytes: &[u8]) -> Option<Fr> {
    fr(bytes).filter(|scalar| !scalar.is_zero())
}

fn compressed(point: G1Projective) -> [u8; 48] {
    let mut out = [0; 48];
    point.into_affine().serialize_compressed(out.as_mut_slice()).expect("a G1 point has 48 bytes");
    out
}

fn sign(blinded: &[u8], a: &[u8]) -> Option<[u8; 48]> {
    Some(compressed(cashu_g1(blinded)? * nonzero_scalar(a)?))
}

fn unblind(blind_signature: &[u8], r: &[u8]) -> Option<[u8; 48]> {
    Some(compressed(cashu_g1(blind_signature)? * nonzero_scalar(r)?.inverse()?))
}

impl Cashu {
    fn new() -> Result<Self, Refusal> {
        Ok(Self {
            hasher: g1_hasher(cashu::HASH_DST)?,
            negated_generator: (-G2Projective::generator()).into_affine().into(),
        })
    }

    fn blind(&self, secret: &[u8], r: &[u8]) -> Option<[u8; 48]> {
        Some(compressed(self.hasher.hash(secret).ok()? * nonzero_scalar(r)?))
    }

    fn verify(&self, proof: &cashu::Proof<'_>) -> Option<bool> {
        let (c, k) = (cashu_g1(proof.c)?, cashu_g2(proof.k)?);
        let y = self.hasher.hash(proof.secret).ok()?;
        Some(Bls12_381::multi_pairing([c, y], [self.negated_generator.clone(), k.into()]).is_zero())
    }

    fn batch_verify(&self, proofs: &[cashu::Proof<'_>]) -> Option<bool> {
        let (keys, key_of) = cashu::keys(proofs);
        let mut qs = vec![self.negated_generator.clone()];
        for key in keys {
            qs.push(cashu_g2(key)?.into());
        }
        let cs = proofs.iter().map(|proof| cashu_g1(proof.c)).collect::<Option<Vec<_>>>()?;
        let ys = proofs
            .iter()
            .map(|proof| self.hasher.hash(proof.secret).ok())
            .collect::<Option<Vec<_>>>()?;
        let weights =
            cashu::weights(proofs).iter().map(|weight| fr(weight)).collect::<Option<Vec<_>>>()?;

        let mut sums = vec![sum_of_products(&cs, &weights)];
        for key in 0..qs.len() - 1 {
            let mine =
                || key_of.iter().enumerate().filter(|(_, of)| **of == key).map(|(index, _)| index);
            let points: Vec<_> = mine().map(|index| ys[index]).collect();
            let scalars: Vec<_> = mine().map(|index| weights[index]).collect();
            sums.push(sum_of_products(&points, &scalars));
        }
        Some(Bls12_381::multi_pairing(G1Projective::normalize_batch(&sums), qs).is_zero())
    }
}

fn sum_of_products(points: &[G1Affine], scalars: &[Fr]) -> G1Projective {
    match (points, scalars) {
        // Bucket methods lose against the endomorphism on a single point.
        ([point], [scalar]) => *point * scalar,
        _ => G1Projective::msm_unchecked(points, scalars),
    }
}
