//! The contracts of the Ethereum machine as operations: the bytes of a call in, the contract's
//! output out, under the rules of Osaka.
//!
//! A call that the contract refuses is refused. The rows are those that Constantine's author
//! published ("Constantine, a modular cryptography stack", 2024), under his names, and what he had
//! not: signatures, powers, BLAKE2 and the point evaluation. All inputs of a row have one price.

use crate::Kind::Bytes;
use crate::body::{Prepared, refusing, unparsed};
use crate::{Case, Checks, Contract, Operation, Refusal, Shape, Time};

const fn row(id: &'static str, title: &'static str, note: &'static str) -> Operation {
    Operation { id, title, args: &[Bytes], result: Bytes, shape: Shape::Independent, note }
}

const HASH: &str = "a message of random bytes";
const POWER: &str = "base and odd modulus of that length, their first bit set";
const FULL: &str = "base, exponent and modulus of that length, their first bit set; the modulus odd unless said otherwise";
const ADD: &str = "two points of the group";
const MUL: &str = "a point of the group, any integer of 32 bytes";
const PAIRS: &str =
    "points of the groups, which are checked; for more than one pair the product is one";
const SUM: &str =
    "as many different points of the group, which are checked, and any integers of 32 bytes";

/// The operations, in the order of the addresses.
pub(crate) const OPERATIONS: &[Operation] = &[
    row("evm/ecrecover", "ECRECOVER", "a signature with low s, and its hash"),
    row("evm/sha256_32", "SHA256 32 bytes", HASH),
    row("evm/sha256_64", "SHA256 64 bytes", HASH),
    row("evm/sha256_96", "SHA256 96 bytes", HASH),
    row("evm/sha256_128", "SHA256 128 bytes", HASH),
    row("evm/sha256_160", "SHA256 160 bytes", HASH),
    row("evm/sha256_192", "SHA256 192 bytes", HASH),
    row("evm/sha256_224", "SHA256 224 bytes", HASH),
    row("evm/sha256_256", "SHA256 256 bytes", HASH),
    row("evm/ripemd160_32", "RIPEMD160 32 bytes", HASH),
    row("evm/ripemd160_256", "RIPEMD160 256 bytes", HASH),
    row("evm/modexp_32_full", "MODEXP 32 bytes, full exponent", FULL),
    row("evm/modexp_32_full_even", "MODEXP 32 bytes, full exponent, even", FULL),
    row("evm/modexp_64_square", "MODEXP 64 bytes, square", POWER),
    row("evm/modexp_64_qube", "MODEXP 64 bytes, qube", POWER),
    row("evm/modexp_64_pow0x10001", "MODEXP 64 bytes, pow0x10001", POWER),
    row("evm/modexp_64_full", "MODEXP 64 bytes, full exponent", FULL),
    row("evm/modexp_128_square", "MODEXP 128 bytes, square", POWER),
    row("evm/modexp_128_qube", "MODEXP 128 bytes, qube", POWER),
    row("evm/modexp_128_pow0x10001", "MODEXP 128 bytes, pow0x10001", POWER),
    row("evm/modexp_128_full", "MODEXP 128 bytes, full exponent", FULL),
    row("evm/modexp_256_square", "MODEXP 256 bytes, square", POWER),
    row("evm/modexp_256_qube", "MODEXP 256 bytes, qube", POWER),
    row("evm/modexp_256_pow0x10001", "MODEXP 256 bytes, pow0x10001", POWER),
    row("evm/modexp_256_full", "MODEXP 256 bytes, full exponent", FULL),
    row("evm/modexp_256_full_even", "MODEXP 256 bytes, full exponent, even", FULL),
    row("evm/modexp_512_square", "MODEXP 512 bytes, square", POWER),
    row("evm/modexp_512_qube", "MODEXP 512 bytes, qube", POWER),
    row("evm/modexp_512_pow0x10001", "MODEXP 512 bytes, pow0x10001", POWER),
    row("evm/modexp_1024_square", "MODEXP 1024 bytes, square", POWER),
    row("evm/modexp_1024_qube", "MODEXP 1024 bytes, qube", POWER),
    row("evm/modexp_1024_pow0x10001", "MODEXP 1024 bytes, pow0x10001", POWER),
    row("evm/bn254_g1add", "BN254_G1ADD", ADD),
    row("evm/bn254_g1mul", "BN254_G1MUL", MUL),
    row("evm/bn254_pairingcheck_1", "BN254_PAIRINGCHECK 1", PAIRS),
    row("evm/bn254_pairingcheck_2", "BN254_PAIRINGCHECK 2", PAIRS),
    row("evm/bn254_pairingcheck_3", "BN254_PAIRINGCHECK 3", PAIRS),
    row("evm/bn254_pairingcheck_4", "BN254_PAIRINGCHECK 4", PAIRS),
    row("evm/bn254_pairingcheck_5", "BN254_PAIRINGCHECK 5", PAIRS),
    row("evm/bn254_pairingcheck_6", "BN254_PAIRINGCHECK 6", PAIRS),
    row("evm/bn254_pairingcheck_7", "BN254_PAIRINGCHECK 7", PAIRS),
    row("evm/bn254_pairingcheck_8", "BN254_PAIRINGCHECK 8", PAIRS),
    row("evm/blake2f_12", "BLAKE2F 12 rounds", "as BLAKE2b has them"),
    row("evm/blake2f_1200", "BLAKE2F 1200 rounds", ""),
    row("evm/kzg_point_eval", "KZG_POINT_EVALUATION", "published openings under Ethereum's setup"),
    row("evm/bls12_g1add", "BLS12_G1ADD", ADD),
    row("evm/bls12_g1mul", "BLS12_G1MUL", SUM),
    row("evm/bls12_g1msm_2", "BLS12_G1MSM 2", SUM),
    row("evm/bls12_g1msm_4", "BLS12_G1MSM 4", SUM),
    row("evm/bls12_g1msm_8", "BLS12_G1MSM 8", SUM),
    row("evm/bls12_g1msm_16", "BLS12_G1MSM 16", SUM),
    row("evm/bls12_g1msm_32", "BLS12_G1MSM 32", SUM),
    row("evm/bls12_g1msm_64", "BLS12_G1MSM 64", SUM),
    row("evm/bls12_g1msm_128", "BLS12_G1MSM 128", SUM),
    row("evm/bls12_g2add", "BLS12_G2ADD", ADD),
    row("evm/bls12_g2mul", "BLS12_G2MUL", SUM),
    row("evm/bls12_g2msm_2", "BLS12_G2MSM 2", SUM),
    row("evm/bls12_g2msm_4", "BLS12_G2MSM 4", SUM),
    row("evm/bls12_g2msm_8", "BLS12_G2MSM 8", SUM),
    row("evm/bls12_g2msm_16", "BLS12_G2MSM 16", SUM),
    row("evm/bls12_g2msm_32", "BLS12_G2MSM 32", SUM),
    row("evm/bls12_g2msm_64", "BLS12_G2MSM 64", SUM),
    row("evm/bls12_g2msm_128", "BLS12_G2MSM 128", SUM),
    row("evm/bls12_pairingcheck_1", "BLS12_PAIRINGCHECK 1", PAIRS),
    row("evm/bls12_pairingcheck_2", "BLS12_PAIRINGCHECK 2", PAIRS),
    row("evm/bls12_pairingcheck_3", "BLS12_PAIRINGCHECK 3", PAIRS),
    row("evm/bls12_pairingcheck_4", "BLS12_PAIRINGCHECK 4", PAIRS),
    row("evm/bls12_pairingcheck_5", "BLS12_PAIRINGCHECK 5", PAIRS),
    row("evm/bls12_pairingcheck_6", "BLS12_PAIRINGCHECK 6", PAIRS),
    row("evm/bls12_pairingcheck_7", "BLS12_PAIRINGCHECK 7", PAIRS),
    row("evm/bls12_pairingcheck_8", "BLS12_PAIRINGCHECK 8", PAIRS),
    row("evm/bls12_map_fp_to_g1", "BLS12_MAP_FP_TO_G1", "a random element"),
    row("evm/bls12_map_fp2_to_g2", "BLS12_MAP_FP2_TO_G2", "a random element"),
    row("evm/p256verify", "P256VERIFY", "a signature with low s"),
    Operation {
        id: BLOCK,
        title: "1,000 calls in the mix of a block",
        args: &[Bytes; 1000],
        result: Bytes,
        shape: Shape::Independent,
        note: "one after the other: 253 modexp_32_full, 250 ecrecover, 329 sha256_64, 100 bn254_g1add, 60 bn254_g1mul, 1 bn254_pairingcheck_2, 7 kzg_point_eval; \
               refused if one is. The answer is the outputs, one after the other",
    },
];

/// The id of the operation that is a block's calls.
const BLOCK: &str = "evm/block_mix_1000";

/// What its calls are, and how many of each.
///
/// Of all calls of contracts on Ethereum from 29 December 2025 to 26 February 2026, 25.3 % were
/// MODEXP with 37.7 % of the gas, 98 % of them of one price of 4,048 gas, which is that of 32 bytes
/// each; and 478 thousand of 70 million were KZG_POINT_EVALUATION, with 12.7 % of the gas
/// (ethPandaOps, "Precompile usage on mainnet", March 2026, investigations.ethpandaops.io). These
/// two have their shares. Those of the others are a choice, by which the mean price of a call is
/// that of the report within 2 %: 2,640 gas here, 2,684 there.
const MIX: [(&str, usize); 7] = [
    ("evm/modexp_32_full", 253),
    ("evm/ecrecover", 250),
    ("evm/sha256_64", 329),
    ("evm/bn254_g1add", 100),
    ("evm/bn254_g1mul", 60),
    ("evm/bn254_pairingcheck_2", 1),
    ("evm/kzg_point_eval", 7),
];

/// The operations that a block's calls are, in their order, in which kinds are spread; `None` for
/// an operation that is no block.
pub fn block(operation: &Operation) -> Option<Vec<&'static Operation>> {
    // A step without a factor in common with the number of calls meets each once.
    const STEP: usize = 373;
    let of_kind = |(id, count): (&str, usize)| {
        let one = OPERATIONS.iter().find(|one| one.id == id);
        std::iter::repeat_n(one, count)
    };
    let kinds: Vec<&Operation> = MIX.into_iter().flat_map(of_kind).collect::<Option<_>>()?;
    let calls = operation.args.len();
    let next = |place: &usize| Some(place + STEP).map(|sum| sum.checked_sub(calls).unwrap_or(sum));
    let places = std::iter::successors(Some(0), next).take(calls);
    (operation.id == BLOCK && kinds.len() == calls)
        .then(|| places.map(|place| kinds[place]).collect())
}

/// Prepares a block for whoever does `call`, of the contract at an address on an input; `None` is
/// its refusal.
///
/// # Errors
/// [`Refusal::Unsupported`] for what is no block and for an empty pool, [`Refusal::Invalid`] for a
/// case with another number of calls.
pub fn prepare_block<R: 'static>(
    operation: &Operation,
    pool: &[Case],
    call: impl Fn(&[u8; 20], &[u8]) -> Option<R> + 'static,
    encode: impl Fn(&R) -> Vec<u8> + 'static,
) -> Prepared {
    let calls = block(operation).unwrap_or_default();
    let addresses: Vec<[u8; 20]> =
        calls.into_iter().filter_map(|one| Some(self::call(one)?.address())).collect();
    if addresses.is_empty() {
        return Err(Refusal::Unsupported(format!("{} is no block", operation.id)));
    }
    let all = move |inputs: &Case| {
        let calls = addresses.iter().zip(inputs);
        calls.map(|(address, input)| call(address, input)).collect::<Option<Vec<R>>>()
    };
    refusing(unparsed(operation, pool)?, all, move |outputs| {
        outputs.iter().flat_map(&encode).collect()
    })
}

/// Which contract an operation calls, and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The contract's name in the ids, without the size: `bls12_g1msm`.
    pub name: &'static str,
    /// What follows the name: bytes, pairs, rounds; for powers, bytes and exponent; empty where
    /// calls have one size.
    pub size: &'static str,
    /// The last two bytes of the contract's address.
    pub number: u16,
}

impl Call {
    /// The contract's address.
    pub const fn address(&self) -> [u8; 20] {
        let mut address = [0; 20];
        [address[18], address[19]] = self.number.to_be_bytes();
        address
    }
}

/// The contract that an operation calls; `None` for an operation that is none of the Ethereum
/// machine.
pub fn call(operation: &Operation) -> Option<Call> {
    let verb: &'static str = operation.id.strip_prefix("evm/")?;
    const NAMES: [(&str, u16); 17] = [
        ("ecrecover", 0x01),
        ("sha256", 0x02),
        ("ripemd160", 0x03),
        ("modexp", 0x05),
        ("bn254_g1add", 0x06),
        ("bn254_g1mul", 0x07),
        ("bn254_pairingcheck", 0x08),
        ("blake2f", 0x09),
        ("kzg_point_eval", 0x0a),
        ("bls12_g1add", 0x0b),
        // One product is a sum of one.
        ("bls12_g1m", 0x0c),
        ("bls12_g2add", 0x0d),
        ("bls12_g2m", 0x0e),
        ("bls12_pairingcheck", 0x0f),
        ("bls12_map_fp_to_g1", 0x10),
        ("bls12_map_fp2_to_g2", 0x11),
        ("p256verify", 0x100),
    ];
    let (prefix, number) = NAMES.into_iter().find(|(name, _)| verb.starts_with(name))?;
    let (name, size) = match prefix {
        "bls12_g1m" | "bls12_g2m" => verb
            .split_once('_')
            .and_then(|(_, rest)| rest.split_once('_'))
            .map_or((verb, ""), |(_, size)| (&verb[..verb.len() - size.len() - 1], size)),
        _ => (prefix, verb[prefix.len()..].trim_start_matches('_')),
    };
    Some(Call { name, size, number })
}

/// What every implementation does for such an operation: it takes the bytes of a call.
pub fn contract(operation: &Operation) -> Option<Contract> {
    if operation.id == BLOCK {
        return Some(Contract::bytes(Checks::Subgroup, Time::Variable));
    }
    let checks = match call(operation)?.number {
        0x06 | 0x07 | 0x0b | 0x0d | 0x100 => Checks::Curve,
        0x08 | 0x0a | 0x0c | 0x0e | 0x0f => Checks::Subgroup,
        _ => Checks::None,
    };
    Some(Contract::bytes(checks, Time::Variable))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation;

    #[test]
    fn names_and_sizes() {
        let of = |id: &str| call(operation(id).expect("it is listed")).expect("a contract");
        assert_eq!(of("evm/ecrecover"), Call { name: "ecrecover", size: "", number: 1 });
        assert_eq!(of("evm/modexp_64_full"), Call { name: "modexp", size: "64_full", number: 5 });
        assert_eq!(of("evm/bls12_g1mul"), Call { name: "bls12_g1mul", size: "", number: 12 });
        assert_eq!(
            of("evm/bls12_g2msm_128"),
            Call { name: "bls12_g2msm", size: "128", number: 14 }
        );
        assert_eq!(of("evm/bls12_map_fp2_to_g2").size, "");
        assert_eq!(of("evm/p256verify").address()[18..], [1, 0]);
        let calls = |row: &Operation| call(row).is_some() != block(row).is_some();
        assert!(OPERATIONS.iter().all(|row| calls(row) && contract(row).is_some()));
        assert!(call(operation("bls12-381/g1_mul").expect("it is listed")).is_none());
    }

    #[test]
    fn a_block_has_each_call_as_often_as_it_says_and_in_any_order() {
        let block = operation(BLOCK).expect("it is listed");
        let calls = super::block(block).expect("a block");
        for (id, count) in MIX {
            assert_eq!(calls.iter().filter(|call| call.id == id).count(), count, "{id}");
            assert!(block.note.contains(&format!("{count} {}", &id[4..])), "{id}");
        }
        assert!(calls[..20].iter().any(|call| call.id != calls[0].id));
        let refusing =
            |address: &[u8; 20], input: &[u8]| (address[19] != 8).then(|| input.to_vec());
        let inputs: Case = (0..1000u16).map(|place| place.to_be_bytes().to_vec()).collect();
        let answer = |call: fn(&[u8; 20], &[u8]) -> Option<Vec<u8>>| {
            let pool = std::slice::from_ref(&inputs);
            prepare_block(block, pool, call, Vec::clone).expect("a pool").answer(0)
        };
        assert_eq!(answer(|_, input| Some(input.to_vec())), Ok(inputs.concat()));
        assert_eq!(answer(refusing), Err(Refusal::Invalid), "one of its calls is refused");
    }
}
