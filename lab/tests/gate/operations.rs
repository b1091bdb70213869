//! The same libraries as an `Implementation`, twice: fields, towers and multi-pairings by arkworks
//! in both, groups by arkworks in one and by zkcrypto in the other. A twist changes single answers,
//! to see the gate notice.

use ark_bls12_381::{Bls12_381, Fq2, Fq6, Fq12, Fr};
use ark_ec::pairing::{MillerLoopOutput, Pairing};
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{AdditiveGroup, BigInteger, Field, PrimeField};
use lab::gate::subject::{Answer, Form, Group, Membership, Proof, Subject, Variant};
use peer_api::{About, Body, Case, Contract, Curve, Implementation, Operation, Refusal, Time};

use crate::witness::{Witness, ark_fp, ark_g1, ark_g2, fp_bytes, fp12_bytes, g1_bytes, g2_bytes};

/// Changes an answer, given the operation and the arguments.
pub type Twist = fn(&str, &[Vec<u8>], Answer) -> Answer;

/// Whether an operation is one of BLS signatures: these are left to the real peers.
pub fn is_signature(id: &str) -> bool {
    id.contains("/bls_")
}

/// One of the two implementations.
#[derive(Clone, Copy)]
pub struct Peer {
    pub name: &'static str,
    /// Groups by arkworks, else by zkcrypto.
    pub ark_groups: bool,
    pub twist: Twist,
    /// Whether it offers an operation.
    pub offers: fn(&str) -> bool,
}

impl Peer {
    pub fn honest(name: &'static str, ark_groups: bool) -> Self {
        Self { name, ark_groups, twist: |_, _, answer| answer, offers: |_| true }
    }

    /// The same, offering less.
    pub fn only(self, offers: fn(&str) -> bool) -> Self {
        Self { offers, ..self }
    }

    pub fn boxed(self) -> Box<dyn Implementation> {
        Box::new(self)
    }
}

struct Prepared {
    peer: Peer,
    id: &'static str,
    pool: Vec<Case>,
}

impl Body for Prepared {
    fn run(&mut self, _calls: u32) {}

    fn answer(&mut self, index: usize) -> Answer {
        let case = &self.pool[index];
        (self.peer.twist)(self.id, case, answer(self.id, case, self.peer.ark_groups))
    }
}

impl Implementation for Peer {
    fn about(&self) -> About {
        About {
            name: self.name,
            version: String::new(),
            features: vec![],
            flags: vec![],
            engine: String::new(),
        }
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let known = operation.curve() == Some(Curve::Bls12381) && !is_signature(operation.id);
        let serves = known && (self.offers)(operation.id);
        serves.then(|| Contract::parsed(Time::Variable))
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Result<Box<dyn Body>, Refusal> {
        Ok(Box::new(Prepared { peer: *self, id: operation.id, pool: pool.to_vec() }))
    }
}

fn fr(bytes: &[u8]) -> Fr {
    Fr::from_be_bytes_mod_order(bytes)
}

fn fr_bytes(value: &Fr) -> Vec<u8> {
    value.into_bigint().to_bytes_be()
}

fn fp2(bytes: &[u8]) -> Fq2 {
    Fq2::new(ark_fp(&bytes[..48]), ark_fp(&bytes[48..]))
}

fn fp2_bytes(value: &Fq2) -> Vec<u8> {
    [fp_bytes(&value.c0), fp_bytes(&value.c1)].concat()
}

fn fp12(bytes: &[u8]) -> Fq12 {
    let words: Vec<Fq2> = bytes.chunks(96).map(fp2).collect();
    Fq12::new(Fq6::new(words[0], words[1], words[2]), Fq6::new(words[3], words[4], words[5]))
}

fn field<F: Field>(
    verb: &str,
    args: &[Vec<u8>],
    read: impl Fn(&[u8]) -> F,
    write: impl Fn(&F) -> Vec<u8>,
) -> Answer {
    let a = read(&args[0]);
    Ok(write(&match verb {
        "mul" => a * read(&args[1]),
        // An element of order r has no other square.
        "sqr" | "cyclotomic_sqr" => a.square(),
        "inv" => a.inverse().unwrap_or(F::ZERO),
        _ => unreachable!(),
    }))
}

fn decoded(group: Group, membership: Membership, bytes: &[u8]) -> Answer {
    Witness.decode(group, Form::Compressed, membership, bytes)
}

fn group_operation(group: Group, verb: &str, args: &[Vec<u8>], ark: bool) -> Answer {
    if verb == "subgroup_check" {
        decoded(group, Membership::Curve, &args[0])?;
        return Ok(vec![u8::from(decoded(group, Membership::Subgroup, &args[0]).is_ok())]);
    }
    if verb == "decode" {
        return decoded(group, Membership::Subgroup, &args[0]);
    }
    if verb == "decode_unchecked" {
        return decoded(group, Membership::Curve, &args[0]);
    }
    let p = decoded(group, Membership::Subgroup, &args[0])?;
    let q = || decoded(group, Membership::Subgroup, &args[1]);
    let sum = match (ark, group, verb) {
        (true, Group::G1, "add") => g1_bytes(&(ark_g1(&p) + ark_g1(&q()?)).into_affine()),
        (true, Group::G1, "double") => g1_bytes(&ark_g1(&p).into_group().double().into_affine()),
        (true, Group::G1, "mul" | "mul_vartime") => {
            g1_bytes(&(ark_g1(&p) * fr(&args[1])).into_affine())
        }
        (true, Group::G2, "add") => g2_bytes(&(ark_g2(&p) + ark_g2(&q()?)).into_affine()),
        (true, Group::G2, "double") => g2_bytes(&ark_g2(&p).into_group().double().into_affine()),
        (true, Group::G2, "mul") => g2_bytes(&(ark_g2(&p) * fr(&args[1])).into_affine()),
        (false, _, "add") => Witness.add(group, &p, &q()?)?,
        (false, _, "double") => Witness.add(group, &p, &p)?,
        (false, _, "mul" | "mul_vartime") => Witness.multiply(group, &p, &args[1])?,
        _ => unreachable!(),
    };
    Witness.encode(group, Form::Compressed, &sum)
}

fn sum_of(group: Group, points: impl Iterator<Item = Vec<u8>>, ark: bool) -> Answer {
    let add = |sum: Answer, point: Vec<u8>| group_operation(group, "add", &[sum?, point], ark);
    let mut points = points;
    let first = points.next().ok_or(Refusal::Invalid);
    points.fold(first, add)
}

fn pairs(args: &[Vec<u8>]) -> (Vec<ark_bls12_381::G1Affine>, Vec<ark_bls12_381::G2Affine>) {
    let point = |group, bytes: &Vec<u8>| decoded(group, Membership::Subgroup, bytes).unwrap();
    args.chunks(2)
        .map(|pair| (ark_g1(&point(Group::G1, &pair[0])), ark_g2(&point(Group::G2, &pair[1]))))
        .unzip()
}

fn answer(id: &str, args: &[Vec<u8>], ark: bool) -> Answer {
    if let Some((one, _)) = peer_api::operation(id).and_then(Operation::each) {
        let answers: Result<Vec<_>, _> =
            args.chunks(one.args.len()).map(|call| answer(one.id, call, ark)).collect();
        return answers.map(|answers| answers.concat());
    }
    let hash = |group, dst: &[u8]| {
        Witness.encode(
            group,
            Form::Compressed,
            &Witness.hash_to_curve(group, Variant::RandomOracle, &args[0], dst)?,
        )
    };
    let proofs = || {
        args.chunks(3)
            .map(|p| Proof { secret: p[0].clone(), c: p[1].clone(), k: p[2].clone() })
            .collect::<Vec<_>>()
    };
    let (_, name) = id.split_once('/').unwrap();
    match name {
        "hash_to_g1" => hash(Group::G1, b"CURVEMARK-V01-CS01-with-BLS12381G1_XMD:SHA-256_SSWU_RO_"),
        "hash_to_g2" => hash(Group::G2, b"CURVEMARK-V01-CS01-with-BLS12381G2_XMD:SHA-256_SSWU_RO_"),
        "miller_loop" | "pairing" | "multi_pairing_2" | "multi_pairing_8" | "multi_pairing_128" => {
            let (left, right) = pairs(args);
            Ok(fp12_bytes(&Bls12_381::multi_pairing(left, right).0))
        }
        "gt_msm_128" => {
            let power = |term: &[Vec<u8>]| fp12(&term[0]).pow(fr(&term[1]).into_bigint());
            Ok(fp12_bytes(&args.chunks(2).map(power).product()))
        }
        "g1_sum_128" => sum_of(Group::G1, args.iter().cloned(), ark),
        name if name.contains("_msm_") => {
            let multiple =
                |term: &[Vec<u8>]| answer(&format!("bls12-381/{}_mul", &name[..2]), term, ark);
            let multiples: Result<Vec<_>, _> = args.chunks(2).map(multiple).collect();
            sum_of(
                if name.starts_with("g1") { Group::G1 } else { Group::G2 },
                multiples?.into_iter(),
                ark,
            )
        }
        "final_exp" => {
            let value = Bls12_381::final_exponentiation(MillerLoopOutput(fp12(&args[0])));
            value.map(|value| fp12_bytes(&value.0)).ok_or(Refusal::Invalid)
        }
        "blind" => Witness.cashu_blind(&args[0], &args[1]),
        "sign" => Witness.cashu_sign(&args[1], &args[0]),
        "unblind" => Witness.cashu_unblind(&args[1], &args[0]),
        "verify" => Witness.cashu_verify(&proofs()[0]),
        "batch_verify_10_1" | "batch_verify_10_10" => Witness.cashu_batch_verify(&proofs()),
        _ => {
            let (object, verb) = name.split_once('_').unwrap();
            match object {
                "fp" => field(verb, args, ark_fp, fp_bytes),
                "fr" => field(verb, args, fr, fr_bytes),
                "fp2" => field(verb, args, fp2, fp2_bytes),
                "fp12" => field(verb, args, fp12, fp12_bytes),
                "gt" => Ok(fp12_bytes(&fp12(&args[0]).pow(fr(&args[1]).into_bigint()))),
                "g1" => group_operation(Group::G1, verb, args, ark),
                "g2" => group_operation(Group::G2, verb, args, ark),
                _ => unreachable!("{id}"),
            }
        }
    }
}
