//! The contracts of the Ethereum machine: an output or a failure within the gas, under the first
//! fork that has the contract and under the last.

use curvemark::ecdsa::{Secp256k1, SigningKey};
use evm::Fork;
use evm::precompiles::{Error, Precompile, run};

use crate::{Target, random, rng};

/// Gas that a call has: pairings of two pairs on either curve take less, of three more.
const LIMIT: u64 = 120_000;

/// Outputs as long as the input, of 64 KiB and some, and lists of as many points as the gas pays:
/// 63 KiB were measured.
const HEAP: usize = 256 << 10;

const fn contract<const N: usize>(name: &'static str, fast: bool) -> Target {
    Target { name, body: call::<N>, valid: valid::<N>, fast, heap: HEAP }
}

pub const TARGETS: &[Target] = &[
    contract::<0>("contract ECRECOVER", false),
    contract::<1>("contract SHA2-256", true),
    contract::<2>("contract RIPEMD-160", true),
    contract::<3>("contract IDENTITY", true),
    contract::<4>("contract MODEXP", false),
    contract::<5>("contract BN254_ADD", true),
    contract::<6>("contract BN254_MUL", false),
    contract::<7>("contract BN254_PAIRING", false),
    contract::<8>("contract BLAKE2F", false),
    contract::<9>("contract KZG_POINT_EVALUATION", false),
    contract::<10>("contract BLS12_G1ADD", true),
    contract::<11>("contract BLS12_G1MSM", false),
    contract::<12>("contract BLS12_G2ADD", true),
    contract::<13>("contract BLS12_G2MSM", false),
    contract::<14>("contract BLS12_PAIRING_CHECK", false),
    contract::<15>("contract BLS12_MAP_FP_TO_G1", false),
    contract::<16>("contract BLS12_MAP_FP2_TO_G2", false),
    contract::<17>("contract P256VERIFY", false),
];

fn call<const N: usize>(data: &[u8]) {
    let contract = Precompile::ALL[N];
    for fork in [contract.since(), Fork::Osaka] {
        let gas = contract.gas(fork, data);
        match run(fork, &contract.address(), data, LIMIT).expect("a contract") {
            Ok(output) => assert!(output.gas == gas && gas <= LIMIT),
            Err(error) => assert_eq!(error == Error::OutOfGas, gas > LIMIT, "{error}"),
        }
    }
}

fn valid<const N: usize>(number: u64) -> Vec<u8> {
    match Precompile::ALL[N] {
        Precompile::EcRecover => signed(number),
        Precompile::Sha256 | Precompile::Ripemd160 | Precompile::Identity => {
            random::<100>(number).to_vec()
        }
        Precompile::ModExp => published("modexp", number),
        Precompile::Bn254Add => [multiple(number), multiple(!number)].concat(),
        Precompile::Bn254Mul => [&multiple(number)[..], &random::<32>(number)].concat(),
        Precompile::Bn254Pairing => [&multiple(number)[..], &G2].concat(),
        Precompile::Blake2F => published("blake2f", number),
        Precompile::PointEvaluation => published("point-evaluation", number),
        Precompile::Bls12G1Add => published("bls12-g1-add", number),
        Precompile::Bls12G1Msm => published("bls12-g1-msm", number),
        Precompile::Bls12G2Add => published("bls12-g2-add", number),
        Precompile::Bls12G2Msm => published("bls12-g2-msm", number),
        Precompile::Bls12Pairing => published("bls12-pairing", number),
        Precompile::Bls12MapFpToG1 => published("bls12-map-fp-to-g1", number),
        Precompile::Bls12MapFp2ToG2 => published("bls12-map-fp2-to-g2", number),
        Precompile::P256Verify => published("p256-verify", number),
        contract => unreachable!("{contract:?} has no target"),
    }
}

/// The input of a published case with an output, by number.
fn published(contract: &str, number: u64) -> Vec<u8> {
    let value = |case: &'static str, key: &str| {
        case.lines()
            .find_map(|line| line.strip_prefix(key)?.strip_prefix(" =").map(str::trim_start))
    };
    let cases = include_str!("../../vectors/evm-precompiles.txt").split("\n\n").filter(|case| {
        value(case, "contract") == Some(contract)
            && value(case, "output").is_some_and(|output| output != "error")
    });
    let inputs: Vec<&str> = cases.filter_map(|case| value(case, "input")).collect();
    let digits = inputs.iter().cycle().nth(number as usize & 15).expect("a case with an output");
    (0..digits.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).expect("digits"))
        .collect()
}

/// k·(1, 2) on BN254.
fn multiple(number: u64) -> Vec<u8> {
    let mut input = [0; 96];
    (input[31], input[63]) = (1, 2);
    input[64..].copy_from_slice(&random::<32>(number));
    Precompile::Bn254Mul.call(Fork::Osaka, &input).expect("the generator")
}

/// The generator of G2 of BN254 (EIP-197): imaginary parts first.
const G2: [u8; 128] = {
    let words: [[u128; 2]; 4] = [
        [0x198e9393920d483a7260bfb731fb5d25, 0xf1aa493335a9e71297e485b7aef312c2],
        [0x1800deef121f1e76426a00665e5c4479, 0x674322d4f75edadd46debd5cd992f6ed],
        [0x090689d0585ff075ec9e99ad690c3395, 0xbc4b313370b38ef355acdadcd122975b],
        [0x12c85ea5db8c6deb4aab71808dcb408f, 0xe3d1e7690c43d37b4ce6cc0166fa7daa],
    ];
    let mut bytes = [0; 128];
    let mut at = 0;
    while at < 128 {
        bytes[at] = (words[at >> 5][(at >> 4) & 1] >> (8 * (15 - (at & 15)))) as u8;
        at += 1;
    }
    bytes
};

/// A digest, v, r, s.
fn signed(number: u64) -> Vec<u8> {
    let digest = random(!number);
    let (signature, id) =
        SigningKey::<Secp256k1>::random(&mut rng(number)).sign_recoverable_prehashed(&digest);
    let bytes = signature.to_recoverable_bytes(id);
    let mut v = [0; 32];
    v[31] = 27 + bytes[64];
    [&digest[..], &v, &bytes[..64]].concat()
}
