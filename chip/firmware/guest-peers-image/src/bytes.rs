//! What the contracts' bytes are made of, whichever library reads them.

use alloc::vec::Vec;

use sha2::{Digest, Sha256};

/// The tag of Ethereum's signatures.
pub const DST: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

/// τ in G2 of Ethereum's ceremony, compressed.
pub const TAU: [u8; 96] = {
    let digits = b"b5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2";
    let mut out = [0; 96];
    let mut at = 0;
    while at < digits.len() {
        let digit = digits[at] - if digits[at] < b'a' { b'0' } else { b'a' - 10 };
        out[at / 2] = out[at / 2] << 4 | digit;
        at += 1;
    }
    out
};

/// The order of BLS12-381's groups.
pub const R: [u8; 32] = *b"\x73\xed\xa7\x53\x29\x9d\x7d\x48\x33\x39\xd8\x08\x09\xa1\xd8\x05\x53\xbd\xa4\x02\xff\xfe\x5b\xfe\xff\xff\xff\xff\x00\x00\x00\x01";

/// N bytes from the beginning, with zeros behind what is there.
pub fn padded<const N: usize>(input: &[u8]) -> [u8; N] {
    let mut out = [0; N];
    let there = input.len().min(N);
    out[..there].copy_from_slice(&input[..there]);
    out
}

/// 0 or 1 as a word.
pub fn word(truth: bool) -> Vec<u8> {
    let mut out = alloc::vec![0; 32];
    out[31] = truth.into();
    out
}

/// A coordinate of EIP-2537: 16 zeros and 48 bytes.
pub fn coordinate(bytes: &[u8]) -> Option<&[u8; 48]> {
    let (zeros, number) = bytes.split_first_chunk::<16>()?;
    (*zeros == [0; 16]).then_some(number.try_into().ok()?)
}

/// The parts of an input of ecrecover: hash, r ‖ s, and which of the two points; `None` where v is
/// another.
pub fn recoverable(input: &[u8]) -> Option<([u8; 32], [u8; 64], u8)> {
    let input = padded::<128>(input);
    let id = input[63].wrapping_sub(27);
    if input[32..63].iter().any(|byte| *byte != 0) || id > 1 {
        return None;
    }
    Some((padded(&input[..32]), padded(&input[64..]), id))
}

/// The address of a key, which comes as x ‖ y.
pub fn address(key: &[u8]) -> Vec<u8> {
    let mut hash = <sha3::Keccak256 as sha3::Digest>::digest(key).to_vec();
    hash[..12].fill(0);
    hash
}

/// The parts of an input of the point evaluation: z, y, commitment and proof. `None` where the hash
/// is not the commitment's.
pub struct Opening<'a> {
    pub z: &'a [u8; 32],
    pub y: &'a [u8; 32],
    pub commitment: &'a [u8; 48],
    pub proof: &'a [u8; 48],
}

impl<'a> Opening<'a> {
    pub fn read(input: &'a [u8]) -> Option<Self> {
        let (hash, rest) = input.split_first_chunk::<32>()?;
        let (z, rest) = rest.split_first_chunk()?;
        let (y, rest) = rest.split_first_chunk()?;
        let (commitment, proof) = rest.split_first_chunk()?;
        let mut found: [u8; 32] = Sha256::digest(commitment).into();
        found[0] = 1;
        (found == *hash).then_some(Self { z, y, commitment, proof: proof.try_into().ok()? })
    }

    /// What the contract gives for an opening that holds.
    pub fn holds() -> Vec<u8> {
        let mut out = alloc::vec![0; 64];
        out[30] = 0x10;
        out[32..].copy_from_slice(&R);
        out
    }
}

/// Key, signature and message of a BLS verification.
pub fn signed(input: &[u8]) -> Option<(&[u8; 48], &[u8; 96], &[u8])> {
    let (key, rest) = input.split_first_chunk()?;
    let (signature, message) = rest.split_first_chunk()?;
    Some((key, signature, message))
}
