//! The contracts whose work a guest does otherwise than a client: products of pairings, and
//! openings. They are `curvemark-guest`'s, with a hint of the host or without, in the contracts'
//! framing.

use alloc::vec::Vec;

use curvemark::kzg::versioned_hash;
use guest::hints::{self, Computed, Hints, Opening};
use guest::{Bls12Pair, Bn254Pair};

use crate::serve::Output;

pub const BN254_PAIRING: u16 = 0x08;
pub const POINT_EVALUATION: u16 = 0x0a;
pub const BLS12_PAIRING: u16 = 0x0f;

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

/// A host that has sent a hint with the input.
struct Sent<'a>(&'a [u8]);

impl Hints for Sent<'_> {
    fn bn254_pairing(&mut self, _: &[Bn254Pair]) -> Option<[u8; 192]> {
        self.0.try_into().ok()
    }

    fn bls12_pairing(&mut self, _: &[Bls12Pair]) -> Option<[u8; 288]> {
        self.0.try_into().ok()
    }

    fn kzg_point_eval(&mut self, _: &Opening<'_>) -> Option<[u8; 288]> {
        self.0.try_into().ok()
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

/// The same with a hint before the input.
pub fn hinted(number: u16, input: &[u8]) -> Option<Output> {
    Some(match number {
        BN254_PAIRING => input.split_at_checked(192).and_then(|(hint, input)| {
            hints::bn254_pairing(&bn254_pairs(input)?, &mut Sent(hint)).ok().map(word)
        }),
        BLS12_PAIRING => input.split_at_checked(288).and_then(|(hint, input)| {
            hints::bls12_pairing(&bls12_pairs(input)?, &mut Sent(hint)).ok().map(word)
        }),
        POINT_EVALUATION => input.split_at_checked(288).and_then(|(hint, input)| {
            let holds = hints::kzg_point_eval(&opening(input)?, &mut Sent(hint)).ok()?;
            holds.then(|| CONSTANTS.to_vec())
        }),
        _ => return None,
    })
}

/// What the host sends.
pub fn hint(number: u16, input: &[u8]) -> Option<Vec<u8>> {
    match number {
        BN254_PAIRING => Some(Computed.bn254_pairing(&bn254_pairs(input)?)?.to_vec()),
        BLS12_PAIRING => Some(Computed.bls12_pairing(&bls12_pairs(input)?)?.to_vec()),
        POINT_EVALUATION => Some(Computed.kzg_point_eval(&opening(input)?)?.to_vec()),
        _ => None,
    }
}
