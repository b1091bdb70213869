//! The operations that the lab knows, in the order in which reports show them: a grid of curves and
//! verbs, then protocols.
//!
//! A verb means the same on every curve that has it. `_vartime` in a verb asks for the fastest
//! function for public values; where a library has only such a function for multiplication, it
//! serves that verb and not the other.

mod bls12_377;
mod bls12_381;
mod bn254;
mod cashu;
mod ecdsa;
mod ed25519;
mod logins;
mod pasta;
mod proofs;
mod verkle;
mod vrf;
mod wallets;

pub use pasta::PALLAS_PREFIX;

use crate::Kind::{Bytes, Fr, G1, Point};
use crate::Shape::{Independent, Threads};
use crate::{Kind, Operation, Shape, contracts};

const fn op(
    id: &'static str,
    title: &'static str,
    args: &'static [Kind],
    result: Kind,
    shape: Shape,
    note: &'static str,
) -> Operation {
    Operation { id, title, args, result, shape, note }
}

/// Every operation.
pub const OPERATIONS: &[Operation] = &ALL;

const PARTS: [&[Operation]; 22] = [
    bls12_381::BLS12_381,
    bls12_381::THREADS,
    bn254::BN254,
    ecdsa::SECP256K1,
    wallets::SECP256K1,
    ecdsa::P256,
    vrf::P256,
    ed25519::ED25519,
    vrf::ED25519,
    pasta::PALLAS,
    bls12_377::BLS12_377,
    cashu::V3,
    cashu::LEGACY,
    proofs::KZG,
    proofs::KZG_THREADS,
    proofs::GROTH16,
    proofs::GROTH16_THREADS,
    verkle::BANDERWAGON,
    logins::ZKLOGIN,
    logins::RSA,
    CODEC,
    contracts::OPERATIONS,
];

static ALL: [Operation; total(&PARTS)] = joined(&PARTS);

const fn total(parts: &[&[Operation]]) -> usize {
    let (mut total, mut part) = (0, 0);
    while part < parts.len() {
        total += parts[part].len();
        part += 1;
    }
    total
}

const fn joined<const N: usize>(parts: &[&[Operation]]) -> [Operation; N] {
    let mut all = [parts[0][0]; N];
    let (mut place, mut part) = (0, 0);
    while part < parts.len() {
        let mut index = 0;
        while index < parts[part].len() {
            all[place] = parts[part][index];
            (place, index) = (place + 1, index + 1);
        }
        part += 1;
    }
    all
}

const CODEC: &[Operation] = &[
    op(
        "codec/base64_encode",
        "Base64 encoding",
        &[Bytes],
        Bytes,
        Independent,
        "RFC 4648 section 4, with padding; of 48 bytes",
    ),
    op(
        "codec/base64_decode",
        "Base64 decoding",
        &[Bytes],
        Bytes,
        Independent,
        "RFC 4648 section 4, with padding; every text but the one that encodes the bytes is to be refused",
    ),
    op("codec/hex_encode", "Hexadecimal encoding", &[Bytes], Bytes, Independent, HEX),
    op("codec/hex_decode", "Hexadecimal decoding", &[Bytes], Bytes, Independent, HEX),
    op("codec/base58_encode", "Base58 encoding", &[Bytes], Bytes, Independent, BASE58),
    op("codec/base58_decode", "Base58 decoding", &[Bytes], Bytes, Independent, BASE58),
];

const HEX: &str = "two digits in lower case for each of 32 bytes; upper case is to be refused";
const BASE58: &str = "Bitcoin's alphabet, without a checksum; of 32 bytes";

const ANY_POINTS: &str = "any two points of the group, the identity and equal points included";
const SUBGROUP_MUL: &str = "a point of the subgroup times a scalar below r";
const SUM: &str = "Σ kᵢPᵢ of affine points of the subgroup and scalars below r, both already parsed; any points, the identity and equal ones included";
const ONE_FINAL: &str = "one final exponentiation; unrelated points";
const G1_TERMS: [Kind; 2048] = again([G1, Fr]);
const DOUBLE_64: [Kind; 192] = again([Fr, Point, Fr]);

/// The arguments of many calls of one operation.
const fn again<const ONE: usize, const ALL: usize>(one: [Kind; ONE]) -> [Kind; ALL] {
    let mut out = [one[0]; ALL];
    let (mut i, mut place) = (0, 0);
    while i < ALL {
        out[i] = one[place];
        (i, place) = (i + 1, if place + 1 == ONE { 0 } else { place + 1 });
    }
    out
}

/// The operation of a list whose id this is without what says that it is on all threads.
const fn on_threads(
    list: &'static [Operation],
    id: &'static str,
    title: &'static str,
) -> Operation {
    let alone = id.len() - "_parallel".len();
    let mut place = 0;
    loop {
        let one = list[place];
        let (a, b) = (one.id.as_bytes(), id.as_bytes());
        let mut same = 0;
        while same < alone && a.len() == alone && a[same] == b[same] {
            same += 1;
        }
        if same == alone {
            return Operation { id, title, shape: Threads, note: ON_ALL, ..one };
        }
        place += 1;
    }
}

const ON_ALL: &str = "as the operation without `_parallel`, by a pool of as many threads as the machine runs at once; the times are of the wall";

/// The operation with this id.
pub fn operation(id: &str) -> Option<&'static Operation> {
    OPERATIONS.iter().find(|operation| operation.id == id)
}
