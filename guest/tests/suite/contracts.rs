//! Inputs of the contracts, taken apart for the functions, and what these give put together again.

use guest::{Bls12G1Term, Bls12G2Term, Bls12Pair, Bn254Pair};

use crate::way::Way;

/// Why a case says nothing of a function: the contract decides by the framing alone.
pub struct Framing;

/// The contract's output, none for a failure.
pub type Outcome = Result<Option<Vec<u8>>, Framing>;

/// N bytes from an offset on, zeros beyond the end.
fn padded<const N: usize>(input: &[u8], at: usize) -> [u8; N] {
    core::array::from_fn(|i| input.get(at + i).copied().unwrap_or(0))
}

/// Elements of Fp without their sixteen zeros.
fn bare<const N: usize>(input: &[u8]) -> Result<[u8; N], Framing> {
    assert_eq!(input.len() * 3, N * 4);
    let mut out = [0; N];
    for (out, element) in out.chunks_mut(48).zip(input.chunks(64)) {
        if element[..16] != [0; 16] {
            return Err(Framing);
        }
        out.copy_from_slice(&element[16..]);
    }
    Ok(out)
}

/// Elements of Fp with sixteen zeros before each.
fn with_padding(bare: &[u8]) -> Vec<u8> {
    bare.chunks(48).flat_map(|element| [&[0; 16][..], element].concat()).collect()
}

fn word(verdict: bool) -> Vec<u8> {
    let mut out = vec![0; 32];
    out[31] = verdict.into();
    out
}

/// What the contract of point evaluations gives: the elements of a blob, and the order (EIP-4844).
fn constants() -> Vec<u8> {
    crate::vectors::bytes(concat!(
        "0000000000000000000000000000000000000000000000000000000000001000",
        "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"
    ))
}

/// Parts of this size, if nothing is left over.
fn parts(input: &[u8], size: usize) -> Result<impl Iterator<Item = &[u8]>, Framing> {
    let parts = input.chunks_exact(size);
    if parts.remainder().is_empty() { Ok(parts) } else { Err(Framing) }
}

fn exact(input: &[u8], size: usize) -> Result<(), Framing> {
    if input.len() == size { Ok(()) } else { Err(Framing) }
}

pub fn call<W: Way>(contract: &str, input: &[u8]) -> Outcome {
    Ok(match contract {
        "ecrecover" => {
            let v: [u8; 32] = padded(input, 32);
            if v[..31] != [0; 31] || !matches!(v[31], 27 | 28) {
                return Err(Framing);
            }
            let key = W::secp256k1_ecrecover(&padded(input, 0), &padded(input, 64), v[31] - 27);
            // Of nobody the output is empty.
            Some(key.map_or_else(Vec::new, |key| {
                let hash = W::keccak256(&key).expect("a hash");
                [&[0; 12], &hash[12..]].concat()
            }))
        }
        "sha256" => W::sha256(input).map(Into::into),
        "modexp" => {
            let lengths = [0, 32, 64].map(|at| padded::<32>(input, at));
            let lengths = lengths.map(|length| {
                u64::from_be_bytes(padded(&length, 24)) | u64::from(length[..24] != [0; 24]) << 40
            });
            // The limit of Osaka, and lengths that are a price alone.
            if lengths.iter().any(|&length| length > 1024) {
                return Err(Framing);
            }
            let [base, exp, modulus] = lengths.map(|length| length as usize);
            let part = |at, length| {
                (at..at + length).map(|i| input.get(i).copied().unwrap_or(0)).collect()
            };
            let numbers: [Vec<u8>; 3] =
                [part(96, base), part(96 + base, exp), part(96 + base + exp, modulus)];
            W::modexp(&numbers[0], &numbers[1], &numbers[2])
        }
        "bn254-add" => W::bn254_g1_add(&padded(input, 0), &padded(input, 64)).map(Into::into),
        "bn254-mul" => W::bn254_g1_mul(&padded(input, 0), &padded(input, 64)).map(Into::into),
        "bn254-pairing" => {
            let pair = |part| Bn254Pair { g1: padded(part, 0), g2: padded(part, 64) };
            let pairs: Vec<_> = parts(input, 192)?.map(pair).collect();
            W::bn254_pairing(&pairs).map(word)
        }
        "blake2f" => {
            exact(input, 213)?;
            let rounds = u32::from_be_bytes(padded(input, 0));
            let (h, m, t) = (padded(input, 4), padded(input, 68), padded(input, 196));
            W::blake2f(rounds, &h, &m, &t, input[212]).map(Into::into)
        }
        "point-evaluation" => {
            exact(input, 192)?;
            let (z, y) = (padded(input, 32), padded(input, 64));
            let (commitment, proof) = (padded::<48>(input, 96), padded(input, 144));
            let hash = W::sha256(&commitment).expect("a hash");
            if [&[1], &hash[1..]].concat() != input[..32] {
                return Err(Framing);
            }
            let holds = W::kzg_point_eval(&commitment, &z, &y, &proof);
            // The contract fails either way.
            holds.filter(|&holds| holds).map(|_| constants())
        }
        "bls12-g1-add" => {
            exact(input, 256)?;
            W::bls12_g1_add(&bare(&input[..128])?, &bare(&input[128..])?)
                .map(|point| with_padding(&point))
        }
        "bls12-g2-add" => {
            exact(input, 512)?;
            W::bls12_g2_add(&bare(&input[..256])?, &bare(&input[256..])?)
                .map(|point| with_padding(&point))
        }
        "bls12-g1-msm" => {
            let term = |part: &[u8]| {
                Ok(Bls12G1Term { point: bare(&part[..128])?, scalar: padded(part, 128) })
            };
            let terms: Vec<_> = parts(input, 160)?.map(term).collect::<Result<_, _>>()?;
            W::bls12_g1_msm(&terms).map(|point| with_padding(&point))
        }
        "bls12-g2-msm" => {
            let term = |part: &[u8]| {
                Ok(Bls12G2Term { point: bare(&part[..256])?, scalar: padded(part, 256) })
            };
            let terms: Vec<_> = parts(input, 288)?.map(term).collect::<Result<_, _>>()?;
            W::bls12_g2_msm(&terms).map(|point| with_padding(&point))
        }
        "bls12-pairing" => {
            let pair =
                |part: &[u8]| Ok(Bls12Pair { g1: bare(&part[..128])?, g2: bare(&part[128..])? });
            let pairs: Vec<_> = parts(input, 384)?.map(pair).collect::<Result<_, _>>()?;
            W::bls12_pairing(&pairs).map(word)
        }
        "bls12-map-fp-to-g1" => {
            exact(input, 64)?;
            W::bls12_map_fp_to_g1(&bare(input)?).map(|point| with_padding(&point))
        }
        "bls12-map-fp2-to-g2" => {
            exact(input, 128)?;
            W::bls12_map_fp2_to_g2(&bare(input)?).map(|point| with_padding(&point))
        }
        "p256-verify" => {
            // Of any other length the output is empty.
            exact(input, 160)?;
            W::secp256r1_verify(&padded(input, 0), &padded(input, 32), &padded(input, 96))
                .map(|holds| if holds { word(true) } else { Vec::new() })
        }
        other => panic!("{other} is none of them"),
    })
}
