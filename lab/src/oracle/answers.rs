//! The slow curves as an implementation, for the gate: a judge that shares no code with anybody. It
//! is never timed.

use super::edwards::ED25519;
use super::field::{Fp2, Slow as _};
use super::short::Point;
use super::values::{
    below, decompressed, number, number_bytes, short, short_bytes, short_point, twist, twist_bytes,
    twist_point,
};
use super::{
    BN254_G2, banderwagon, cashu, codec, contracts, modulus, order, pasta, poseidon, protocols,
    rsa, tower, vrf, wallets,
};
use num_bigint::BigUint;
use peer_api::body::{Prepared, refusing, unparsed};
use peer_api::contracts::call;
use peer_api::{About, Case, Checks, Contract, Curve, Implementation, Operation, Refusal, Time};
use std::cell::RefCell;
use std::collections::HashMap;

/// The judge.
#[derive(Clone, Copy, Debug, Default)]
pub struct SlowIntegers;

impl Implementation for SlowIntegers {
    fn about(&self) -> About {
        About {
            name: "slow integers",
            version: "num-bigint 0.5".into(),
            features: Vec::new(),
            flags: Vec::new(),
            engine: "textbook formulas".into(),
        }
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let (_, verb) = operation.id.split_once('/')?;
        if let Some(call) = call(operation) {
            return contracts::serves(&call)
                .then_some(Contract::bytes(Checks::Subgroup, Time::Variable));
        }
        if operation.id.starts_with("codec/") || operation.id.starts_with("rsa/") {
            return Some(Contract::bytes(Checks::None, Time::Variable));
        }
        if banderwagon::serves(operation.id) {
            return Some(Contract::bytes(Checks::Subgroup, Time::Variable));
        }
        // Pairings, and sums of thousands of multiples, would take minutes.
        let much = ["miller_loop", "final_exp", "pairing", "multi_pairing_2"].contains(&verb)
            || verb.contains("msm_");
        // What an entry answers that takes a public key is asked by a probe, not judged.
        let probed = verb == "sign_with_public_key";
        let served = operation.curve()? != Curve::Bls12381 && !much && !probed;
        served.then_some(Contract::bytes(Checks::Subgroup, Time::Variable))
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        if let Some(call) = call(operation).filter(contracts::serves) {
            return refusing(
                unparsed(operation, pool)?,
                move |case| contracts::answer(&call, case.first()?),
                Vec::clone,
            );
        }
        if let Some(verb) = operation.id.strip_prefix("codec/") {
            return refusing(
                unparsed(operation, pool)?,
                move |case| codec::answer(verb, case.first()?),
                Vec::clone,
            );
        }
        if let Some(verb) =
            operation.id.strip_prefix("banderwagon/").filter(|_| banderwagon::serves(operation.id))
        {
            let call = move |case: &Case| banderwagon::answer(verb, case);
            return refusing(unparsed(operation, pool)?, call, Vec::clone);
        }
        if operation.id.starts_with("rsa/") {
            let call = |case: &Case| Some(vec![u8::from(rsa::verify(case)?)]);
            return refusing(unparsed(operation, pool)?, call, Vec::clone);
        }
        let (Some(curve), Some(_)) = (operation.curve(), self.contract(operation)) else {
            return Err(Refusal::Unsupported(format!(
                "slow integers do not serve {}",
                operation.id
            )));
        };
        let id = operation.id;
        if let Some((one, _)) = operation.each() {
            let each = each(curve, one.id, one.args.len());
            return refusing(
                unparsed(operation, pool)?,
                move |case| Some(each(case)?.concat()),
                Vec::clone,
            );
        }
        if id == "secp256k1/bip352_scan_1000" {
            return refusing(unparsed(operation, pool)?, scan(), Vec::clone);
        }
        if let Some(one) = at_once(id).and_then(peer_api::operation) {
            let each = each(curve, one.id, one.args.len());
            let all = move |case: &Case| {
                Some(vec![u8::from(each(case)?.iter().all(|verdict| *verdict == [1]))])
            };
            return refusing(unparsed(operation, pool)?, all, Vec::clone);
        }
        refusing(unparsed(operation, pool)?, move |case| answer(curve, id, case), Vec::clone)
    }
}

/// The verification of which an operation gives one verdict on many.
fn at_once(id: &str) -> Option<&'static str> {
    match id {
        "secp256k1/schnorr_batch_verify_64" => Some("secp256k1/schnorr_verify"),
        "ed25519/batch_verify_64" => Some("ed25519/verify"),
        "cashu-legacy/batch_verify_10_1" | "cashu-legacy/batch_verify_10_10" => {
            Some("cashu-legacy/verify")
        }
        "cashu-legacy/mint_batch_verify_10_1" | "cashu-legacy/mint_batch_verify_10_10" => {
            Some("cashu-legacy/mint_verify")
        }
        _ => None,
    }
}

/// The answers to many calls of an operation. Batches repeat their calls, and slow means slow.
fn each(
    curve: Curve,
    one: &'static str,
    arguments: usize,
) -> impl Fn(&Case) -> Option<Vec<Vec<u8>>> {
    let known = RefCell::new(HashMap::<Case, Option<Vec<u8>>>::new());
    move |case| {
        let mut known = known.borrow_mut();
        let calls = case.chunks(arguments).map(<[Vec<u8>]>::to_vec);
        calls
            .map(|call| {
                known.entry(call).or_insert_with_key(|call| answer(curve, one, call)).clone()
            })
            .collect()
    }
}

/// The answers to a receiver's transactions, one after the other.
fn scan() -> impl Fn(&Case) -> Option<Vec<u8>> {
    let each = each(Curve::Secp256k1, "secp256k1/bip352_scan", 4);
    move |case| {
        let [scan, spend, transactions @ ..] = &case[..] else { return None };
        let pairs = transactions.as_chunks::<2>().0.iter();
        let calls: Case = pairs
            .flat_map(|[tweak, output]| [scan, spend, tweak, output].map(Vec::clone))
            .collect();
        Some(each(&calls)?.concat())
    }
}

/// What is right, or `None` where the input must be refused.
fn answer(curve: Curve, id: &str, case: &Case) -> Option<Vec<u8>> {
    let (group, verb) = id.split_once('/')?;
    if group == "cashu-legacy" {
        return cashu::answer(verb, case);
    }
    if vrf::serves(id) {
        return vrf::answer(id, case);
    }
    if verb.starts_with("bip") {
        return wallets::answer(verb, case);
    }
    let (p, r) = (modulus(curve), order(curve));
    let fp = |index: usize| below(curve, case.get(index)?, p);
    let fr = |index: usize| below(curve, case.get(index)?, r);
    let out = |number: BigUint| Some(number_bytes(curve, &number, 32));
    match verb {
        "fp_mul" => return out(fp(0)? * fp(1)? % p),
        "fp_sqr" => return out(fp(0)?.pow(2) % p),
        "fp_add" => return out((fp(0)? + fp(1)?) % p),
        "fp_inv" => return out(fp(0)?.modinv(p).unwrap_or_default()),
        "fr_mul" => return out(fr(0)? * fr(1)? % r),
        "fr_inv" => return out(fr(0)?.modinv(r).unwrap_or_default()),
        _ if verb.starts_with("poseidon_") => {
            let numbers: Option<Vec<_>> = (0..case.len()).map(fr).collect();
            return out(poseidon::hash(curve, &numbers?)?);
        }
        "ecdsa_sign" => {
            return Some(protocols::ecdsa_sign(curve, case.first()?, case.get(1)?)?[..64].to_vec());
        }
        "ecdh" => return protocols::ecdh(curve, case),
        "ecdsa_verify" => return Some(vec![u8::from(protocols::ecdsa_verify(curve, case)?)]),
        "ecdsa_recover" => return protocols::ecdsa_recover(curve, case),
        "schnorr_sign" => return protocols::schnorr_sign(case.first()?, case.get(1)?),
        "schnorr_verify" => return Some(vec![u8::from(protocols::schnorr_verify(case)?)]),
        _ => (),
    }
    match curve {
        Curve::Bls12381 => None,
        Curve::Ed25519 => edwards(verb, case),
        Curve::Bn254 if verb.starts_with("fp2_") => {
            let parts = |index: usize| {
                let (c0, c1) = case.get(index)?.split_at_checked(32)?;
                Some([below(curve, c0, p)?, below(curve, c1, p)?])
            };
            let a = parts(0)?;
            let b = if verb == "fp2_mul" { parts(1)? } else { a.clone() };
            let product = BN254_G2.field.times(&a, &b);
            Some(product.iter().flat_map(|part| number_bytes(curve, part, 32)).collect())
        }
        Curve::Bn254 if verb.starts_with("fp12_") || verb == "gt_exp" => {
            let a = tower::from_bytes(case.first()?)?;
            Some(tower::to_bytes(&match verb {
                "fp12_mul" => tower::times(&a, &tower::from_bytes(case.get(1)?)?),
                "gt_exp" => tower::power(&a, &fr(1)?),
                _ => tower::times(&a, &a),
            }))
        }
        Curve::Bn254 | Curve::Bls12377 if verb.starts_with("g2_") => on_twist(curve, verb, case),
        _ => points(curve, verb.trim_start_matches("g1_"), case),
    }
}

fn points(curve: Curve, verb: &str, case: &Case) -> Option<Vec<u8>> {
    let short = short(curve)?;
    let point = |index: usize| short_point(curve, case.get(index)?);
    let scalar = |index: usize| below(curve, case.get(index)?, &short.order);
    Some(short_bytes(
        curve,
        &match verb {
            "add" => short.add(&point(0)?, &point(1)?),
            "double" => short.add(&point(0)?, &point(0)?),
            "mul" | "mul_vartime" => short.multiply(&point(0)?, &scalar(1)?),
            "generator_mul" | "generator_mul_vartime" => short.multiply_generator(&scalar(0)?),
            verb if verb.starts_with("double_mul_vartime") => short.add(
                &short.multiply_generator(&scalar(0)?),
                &short.multiply(&point(1)?, &scalar(2)?),
            ),
            "subgroup_check" => {
                return Some(vec![u8::from(short.multiply(&point(0)?, &short.order).is_none())]);
            }
            "hash_to_curve" if curve == Curve::Pallas => pasta::hash(case.first()?),
            "decode" if curve == Curve::Bn254 => point(0)?,
            "decode" => decompressed(curve, case.first()?)?,
            _ => return None,
        },
    ))
}

fn on_twist(curve: Curve, verb: &str, case: &Case) -> Option<Vec<u8>> {
    let twist = twist(curve);
    let point = |index: usize| twist_point(curve, case.get(index)?);
    let member = |point: &Point<Fp2>| twist.multiply(point, &twist.order).is_none();
    let out = match verb {
        "g2_add" => twist.add(&point(0)?, &point(1)?),
        "g2_double" => twist.add(&point(0)?, &point(0)?),
        "g2_mul" | "g2_mul_vartime" => twist.multiply(&point(0)?, &number(curve, case.get(1)?)),
        "g2_subgroup_check" => return Some(vec![u8::from(member(&point(0)?))]),
        "g2_decode" => point(0).filter(member)?,
        _ => return None,
    };
    Some(twist_bytes(curve, &out))
}

fn edwards(verb: &str, case: &Case) -> Option<Vec<u8>> {
    let point = |index: usize| ED25519.decode(case.get(index)?);
    let scalar = |index: usize| below(Curve::Ed25519, case.get(index)?, &ED25519.order);
    let generator = |index: usize| Some(ED25519.multiply(&ED25519.generator, &scalar(index)?));
    Some(ED25519.encode(&match verb {
        "add" => ED25519.add(&point(0)?, &point(1)?),
        "double" => ED25519.add(&point(0)?, &point(0)?),
        "mul" | "mul_vartime" => ED25519.multiply(&point(0)?, &scalar(1)?),
        "generator_mul" => generator(0)?,
        "double_mul_vartime" => {
            ED25519.add(&generator(0)?, &ED25519.multiply(&point(1)?, &scalar(2)?))
        }
        "decode" => point(0)?,
        "public_key" => return Some(protocols::ed25519_public_key(case.first()?)),
        "x25519_public_key" => return protocols::x25519_public_key(case.first()?),
        "x25519" => return protocols::x25519(case.first()?, case.get(1)?),
        "sign" => return protocols::ed25519_sign(case.first()?, case.get(1)?),
        "verify" => return Some(vec![u8::from(protocols::ed25519_verify(case)?)]),
        _ => return None,
    }))
}
