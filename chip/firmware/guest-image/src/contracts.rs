//! The contracts whose work a guest does otherwise than a client, in the contracts' framing:
//! products of pairings and openings, by `curvemark-guest`; and all that take a hint of the host.

use alloc::vec::Vec;

use curvemark::kzg::versioned_hash;
use guest::hints::{self, Computed, Hints, Opening};
use guest::{Bls12G1Term, Bls12G2Term, Bls12Pair, Bn254Pair};

use crate::serve::Output;

const ECRECOVER: u16 = 0x01;
const BN254_MUL: u16 = 0x07;
const BN254_PAIRING: u16 = 0x08;
const POINT_EVALUATION: u16 = 0x0a;
const BLS12_G1_MSM: u16 = 0x0c;
const BLS12_G2_MSM: u16 = 0x0e;
const BLS12_PAIRING: u16 = 0x0f;
const P256_VERIFY: u16 = 0x0100;

/// What an opening's contract gives: the elements of a blob, and the order of the group.
const CONSTANTS: [u8; 64] = {
    let mut out = [0; 64];
    out[30] = 0x10;
    let order = 0x73ed_a753_299d_7d48_3339_d808_09a1_d805_u128.to_be_bytes();
    let rest = 0x53bd_a402_fffe_5bfe_ffff_ffff_0000_0001_u128.to_be_bytes();
    let mut i = 0;
    while i < 16 {
        (out[32 + i], out[48 + i]) = (order[i], rest[i]);
        i += 1;
    }
    out
};

/// A host that has sent advice with the input.
pub struct Sent(pub Vec<u64>);

impl Sent {
    fn advice(&mut self) -> Option<Vec<u64>> {
        Some(core::mem::take(&mut self.0))
    }
}

impl Hints for Sent {
    fn bn254_pairing(&mut self, _: &[Bn254Pair]) -> Option<Vec<u64>> {
        self.advice()
    }

    fn bls12_pairing(&mut self, _: &[Bls12Pair]) -> Option<Vec<u64>> {
        self.advice()
    }

    fn kzg_point_eval(&mut self, _: &Opening<'_>) -> Option<Vec<u64>> {
        self.advice()
    }

    fn secp256k1_ecrecover(&mut self, _: &[u8; 32], _: &[u8; 64], _: u8) -> Option<Vec<u64>> {
        self.advice()
    }

    fn secp256r1_verify(&mut self, _: &[u8; 32], _: &[u8; 64], _: &[u8; 64]) -> Option<Vec<u64>> {
        self.advice()
    }

    fn bn254_g1_mul(&mut self, _: &[u8; 64], _: &[u8; 32]) -> Option<Vec<u64>> {
        self.advice()
    }

    fn bls12_g1_msm(&mut self, _: &[Bls12G1Term]) -> Option<Vec<u64>> {
        self.advice()
    }

    fn bls12_g2_msm(&mut self, _: &[Bls12G2Term]) -> Option<Vec<u64>> {
        self.advice()
    }
}

fn word(verdict: bool) -> Vec<u8> {
    let mut out = Vec::from([0; 32]);
    out[31] = verdict.into();
    out
}

fn bn254_pairs(input: &[u8]) -> Option<Vec<Bn254Pair>> {
    let (pairs, rest) = input.as_chunks::<192>();
    let pair = |pair: &[u8; 192]| {
        let (g1, g2) = pair.split_first_chunk::<64>()?;
        Some(Bn254Pair { g1: *g1, g2: g2.try_into().ok()? })
    };
    rest.is_empty().then(|| pairs.iter().map(pair).collect())?
}

/// Elements of 48 bytes without the sixteen zeros before each.
fn bare<const N: usize>(padded: &[u8]) -> Option<[u8; N]> {
    let mut out = [0; N];
    for (out, element) in out.chunks_exact_mut(48).zip(padded.chunks_exact(64)) {
        let (zeros, bytes) = element.split_first_chunk::<16>()?;
        if *zeros != [0; 16] {
            return None;
        }
        out.copy_from_slice(bytes);
    }
    Some(out)
}

fn bls12_pairs(input: &[u8]) -> Option<Vec<Bls12Pair>> {
    let (pairs, rest) = input.as_chunks::<384>();
    let pair = |pair: &[u8; 384]| {
        let (g1, g2) = pair.split_at(128);
        Some(Bls12Pair { g1: bare(g1)?, g2: bare(g2)? })
    };
    rest.is_empty().then(|| pairs.iter().map(pair).collect())?
}

fn opening(input: &[u8]) -> Option<Opening<'_>> {
    let (hash, rest) = input.split_first_chunk::<32>().filter(|_| input.len() == 192)?;
    let (z, rest) = rest.split_first_chunk()?;
    let (y, rest) = rest.split_first_chunk()?;
    let (commitment, proof) = rest.split_first_chunk()?;
    let named = versioned_hash(commitment) == *hash;
    named.then_some(Opening { commitment, z, y, proof: proof.try_into().ok()? })
}

/// A contract of these, without a hint; the outer `None` is another contract.
pub fn plain(number: u16, input: &[u8]) -> Option<Output> {
    Some(match number {
        BN254_PAIRING => {
            bn254_pairs(input).and_then(|pairs| guest::bn254_pairing(&pairs).ok().map(word))
        }
        BLS12_PAIRING => {
            bls12_pairs(input).and_then(|pairs| guest::bls12_pairing(&pairs).ok().map(word))
        }
        POINT_EVALUATION => opening(input).and_then(|Opening { commitment, z, y, proof }| {
            let holds = guest::kzg_point_eval(commitment, z, y, proof).ok()?;
            holds.then(|| CONSTANTS.to_vec())
        }),
        _ => return None,
    })
}

/// Elements of 48 bytes with sixteen zeros before each.
fn padded(bare: &[u8]) -> Vec<u8> {
    bare.as_chunks::<48>().0.iter().flat_map(|element| [&[0; 16], &element[..]].concat()).collect()
}

/// What ECRECOVER takes; none for an input that it answers with nothing.
struct Recovery {
    hash: [u8; 32],
    signature: [u8; 64],
    id: u8,
}

fn recovery(input: &[u8]) -> Option<Recovery> {
    let mut padded = [0; 128];
    let length = input.len().min(128);
    padded[..length].copy_from_slice(&input[..length]);
    let (hash, rest) = padded.split_first_chunk()?;
    let (v, signature) = rest.split_first_chunk::<32>()?;
    let id = v[31].checked_sub(27).filter(|id| *id < 2 && v[..31] == [0; 31])?;
    Some(Recovery { hash: *hash, signature: signature.try_into().ok()?, id })
}

/// The word that ECRECOVER gives for a key.
fn address(key: [u8; 64]) -> Vec<u8> {
    let mut out = guest::keccak256(&key);
    out[..12].fill(0);
    out.to_vec()
}

/// A hash, a signature and a key.
type Verification<'a> = (&'a [u8; 32], &'a [u8; 64], &'a [u8; 64]);

fn verification(input: &[u8]) -> Option<Verification<'_>> {
    let (hash, rest) = input.split_first_chunk()?;
    let (signature, key) = rest.split_first_chunk()?;
    Some((hash, signature, key.try_into().ok()?))
}

/// A point and a number, with zeros after what is too short.
fn bn254_term(input: &[u8]) -> ([u8; 64], [u8; 32]) {
    let mut out = ([0; 64], [0; 32]);
    let bytes = out.0.iter_mut().chain(&mut out.1);
    bytes.zip(input).for_each(|(out, byte)| *out = *byte);
    out
}

fn g1_terms(input: &[u8]) -> Option<Vec<Bls12G1Term>> {
    let (terms, rest) = input.as_chunks::<160>();
    let term = |term: &[u8; 160]| {
        let (point, scalar) = term.split_at(128);
        Some(Bls12G1Term { point: bare(point)?, scalar: scalar.try_into().ok()? })
    };
    rest.is_empty().then(|| terms.iter().map(term).collect())?
}

fn g2_terms(input: &[u8]) -> Option<Vec<Bls12G2Term>> {
    let (terms, rest) = input.as_chunks::<288>();
    let term = |term: &[u8; 288]| {
        let (point, scalar) = term.split_at(256);
        Some(Bls12G2Term { point: bare(point)?, scalar: scalar.try_into().ok()? })
    };
    rest.is_empty().then(|| terms.iter().map(term).collect())?
}

/// A contract of those that take a hint, with one; the outer `None` is another contract.
pub fn hinted(number: u16, input: &[u8], sent: &mut Sent) -> Option<Output> {
    Some(match number {
        ECRECOVER => recovery(input).and_then(|Recovery { hash, signature, id }| {
            hints::secp256k1_ecrecover(&hash, &signature, id, sent).ok().map(address)
        }),
        P256_VERIFY => verification(input).and_then(|(hash, signature, key)| {
            let holds = hints::secp256r1_verify(hash, signature, key, sent).ok()?;
            Some(if holds { word(true) } else { Vec::new() })
        }),
        BN254_MUL => {
            let (point, scalar) = bn254_term(input);
            hints::bn254_g1_mul(&point, &scalar, sent).ok().map(|sum| sum.to_vec())
        }
        BN254_PAIRING => {
            bn254_pairs(input).and_then(|pairs| hints::bn254_pairing(&pairs, sent).ok().map(word))
        }
        BLS12_G1_MSM => g1_terms(input)
            .and_then(|terms| hints::bls12_g1_msm(&terms, sent).ok().map(|sum| padded(&sum))),
        BLS12_G2_MSM => g2_terms(input)
            .and_then(|terms| hints::bls12_g2_msm(&terms, sent).ok().map(|sum| padded(&sum))),
        BLS12_PAIRING => {
            bls12_pairs(input).and_then(|pairs| hints::bls12_pairing(&pairs, sent).ok().map(word))
        }
        POINT_EVALUATION => opening(input).and_then(|opening| {
            hints::kzg_point_eval(&opening, sent).ok()?.then(|| CONSTANTS.to_vec())
        }),
        _ => return None,
    })
}

fn bytes(words: Vec<u64>) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// What the host sends.
pub fn hint(number: u16, input: &[u8]) -> Option<Vec<u8>> {
    match number {
        ECRECOVER => {
            let Recovery { hash, signature, id } = recovery(input)?;
            Computed.secp256k1_ecrecover(&hash, &signature, id).map(bytes)
        }
        P256_VERIFY => {
            let (hash, signature, key) = verification(input)?;
            Computed.secp256r1_verify(hash, signature, key).map(bytes)
        }
        BN254_MUL => {
            let (point, scalar) = bn254_term(input);
            Computed.bn254_g1_mul(&point, &scalar).map(bytes)
        }
        BN254_PAIRING => Computed.bn254_pairing(&bn254_pairs(input)?).map(bytes),
        BLS12_G1_MSM => Computed.bls12_g1_msm(&g1_terms(input)?).map(bytes),
        BLS12_G2_MSM => Computed.bls12_g2_msm(&g2_terms(input)?).map(bytes),
        BLS12_PAIRING => Computed.bls12_pairing(&bls12_pairs(input)?).map(bytes),
        POINT_EVALUATION => Computed.kzg_point_eval(&opening(input)?).map(bytes),
        _ => None,
    }
}
