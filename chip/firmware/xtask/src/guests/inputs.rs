//! What is called: fixed inputs, with points that the guest itself makes.

use num_bigint::BigUint;

use super::{Error, OWN, output};
use crate::board::{Board, Operation, Status};
use crate::vectors::{Case, cases};

/// The number of BLS verification, `guest-image/src/serve.rs`.
pub const BLS_VERIFY: u16 = 0x0b15;

/// A row: a contract and its input.
pub struct Call {
    pub name: &'static str,
    pub contract: u16,
    pub input: Vec<u8>,
    /// Whether it is a sum of more than one product.
    pub is_sum: bool,
}

/// The orders of the groups of BN254 and BLS12-381.
const BN254_ORDER: &str = "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";
const BLS12_381_ORDER: &str = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";

/// A signature of a transaction that go-ethereum has in its tests, with the lower s: hash, v, r, s.
const SIGNED: &str = "18c547e4f7b0f325ad1e56f57e26c745b09a3e503d86e00e5255ff7f715d3d1c\
                      000000000000000000000000000000000000000000000000000000000000001b\
                      73b1693892219d736caba55bdb67216e485557ea6b6af75f37096c9aa6a5a75f\
                      1146bf4e2fc4de1c94f1b81868960f68bc842490f1b6bc98387ba6b57599fbf8";

/// Bytes from a counter, by splitmix64; their content does not matter.
pub fn bytes(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed << 32;
    let mut word = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31).to_be_bytes()
    };
    let mut out: Vec<u8> = (0..length.div_ceil(8)).flat_map(|_| word()).collect();
    out.truncate(length);
    out
}

/// A number below an order, and what is missing to the order.
struct Scalar {
    plain: Vec<u8>,
    negative: Vec<u8>,
}

fn number(order: &str) -> Result<BigUint, Error> {
    BigUint::parse_bytes(order.as_bytes(), 16).ok_or_else(|| "a number".into())
}

fn word(number: &BigUint) -> Vec<u8> {
    let bytes = number.to_bytes_be();
    [vec![0; 32 - bytes.len()], bytes].concat()
}

impl Scalar {
    fn of(seeds: &[u64], order: &str) -> Result<Self, Error> {
        let order = number(order)?;
        let product = seeds
            .iter()
            .map(|seed| BigUint::from_bytes_be(&bytes(*seed, 32)) % &order)
            .fold(BigUint::from(1_u32), |product, factor| product * factor % &order);
        Ok(Self { plain: word(&product), negative: word(&(order - product)) })
    }
}

/// Makes points by calls of curvemark's contracts.
struct Points<'a>(&'a Board);

impl Points<'_> {
    fn call(&self, contract: u16, input: &[&[u8]]) -> Result<Vec<u8>, Error> {
        Ok(output(self.0, OWN, contract, &input.concat(), &[])?.0)
    }

    /// The multiple of BN254's generator of G1.
    fn bn254(&self, k: &[u8]) -> Result<Vec<u8>, Error> {
        let generator = [word(&BigUint::from(1_u32)), word(&BigUint::from(2_u32))].concat();
        self.call(7, &[&generator, k])
    }

    /// That of G2.
    fn twist(&self, k: &[u8]) -> Result<Vec<u8>, Error> {
        let answer = self.0.ask(Operation::GuestTwistMultiple, &[k])?;
        match (answer.status, &answer.fields[..]) {
            (Status::Good, [point]) => Ok(point.clone()),
            _ => Err("no multiple".into()),
        }
    }

    /// e(pG, qH) · e(−pqG, H') with H' another than H, so that no two pairs share a point: the
    /// second is e(−aG, bH) with ab = pq.
    fn bn254_pairs(&self, seed: u64) -> Result<Vec<u8>, Error> {
        let [p, q] = [seed, seed + 1];
        let k = Scalar::of(&[p], BN254_ORDER)?;
        Ok([
            self.bn254(&k.plain)?,
            self.twist(&Scalar::of(&[q, seed + 2], BN254_ORDER)?.plain)?,
            self.bn254(&Scalar::of(&[p, q], BN254_ORDER)?.negative)?,
            self.twist(&Scalar::of(&[seed + 2], BN254_ORDER)?.plain)?,
        ]
        .concat())
    }

    /// A point of BLS12-381's G1 of which nobody knows a logarithm.
    fn g1(&self, seed: u64) -> Result<Vec<u8>, Error> {
        self.call(0x10, &[&element(seed)])
    }

    fn g2(&self, seed: u64) -> Result<Vec<u8>, Error> {
        self.call(0x11, &[&element(seed), &element(seed + 1000)])
    }

    /// e(aP, Q) · e(−P, aQ).
    fn bls_pairs(&self, seed: u64) -> Result<Vec<u8>, Error> {
        let a = Scalar::of(&[seed], BLS12_381_ORDER)?.plain;
        let minus = Scalar::of(&[], BLS12_381_ORDER)?.negative;
        let (p, q) = (self.g1(seed)?, self.g2(seed)?);
        Ok([
            self.call(0x0c, &[&p, &a])?,
            q.clone(),
            self.call(0x0c, &[&p, &minus])?,
            self.call(0x0e, &[&q, &a])?,
        ]
        .concat())
    }

    /// Products of points and any integers of 32 bytes.
    fn products(
        &self,
        count: u64,
        point: fn(&Self, u64) -> Result<Vec<u8>, Error>,
    ) -> Result<Vec<u8>, Error> {
        let product = |seed| Ok([point(self, seed)?, bytes(seed + 500, 32)].concat());
        Ok((0..count).map(product).collect::<Result<Vec<_>, Error>>()?.concat())
    }
}

/// An element of BLS12-381's field as EIP-2537 has it: 16 zeros, and 48 bytes below the prime.
fn element(seed: u64) -> Vec<u8> {
    let mut out = [vec![0; 16], bytes(seed + 10_000, 48)].concat();
    out[16] &= 0x0f;
    out
}

/// Of integers of so many bytes with their first bit set, to a power; the modulus is odd.
fn power(length: usize, exponent: &[u8]) -> Vec<u8> {
    let [mut base, mut modulus] = [1, 2].map(|seed| bytes(seed, length));
    base[0] |= 0x80;
    modulus[0] |= 0x80;
    modulus[length - 1] |= 1;
    let lengths = [length, exponent.len(), length].map(|length| word(&BigUint::from(length)));
    [lengths.concat(), base, exponent.to_vec(), modulus].concat()
}

/// So many rounds of BLAKE2b's compression.
fn rounds(count: u32) -> Vec<u8> {
    [count.to_be_bytes().to_vec(), bytes(3, 64 + 128 + 16), vec![1]].concat()
}

/// The first published case that a contract answers with an output.
fn published(contract: &str, fits: fn(&[u8]) -> bool) -> Result<Vec<u8>, Error> {
    for case in cases("evm-precompiles")? {
        if case.text("contract") == contract && !["", "error"].contains(&case.text("output")) {
            let input = case.bytes("input")?;
            if fits(&input) {
                return Ok(input);
            }
        }
    }
    Err(format!("no case of {contract}").into())
}

/// A signature that holds: key, signature, message.
fn signed() -> Result<Vec<u8>, Error> {
    let holds = |case: &Case| {
        [case.text("function"), case.text("suite"), case.text("result")] == ["verify", "pop", "yes"]
    };
    let case = cases("bls-eth")?.into_iter().find(holds).ok_or("no signature that holds")?;
    Ok([case.bytes("key")?, case.bytes("signature")?, case.bytes("message")?].concat())
}

/// All rows, in the table's order. A board of curvemark's makes the points.
pub fn calls(own: &Board) -> Result<Vec<Call>, Error> {
    let points = Points(own);
    let call = |name, contract, input| Call { name, contract, input, is_sum: false };
    let sum = |name, contract, input| Call { name, contract, input, is_sum: true };
    let full = |length| {
        let mut exponent = bytes(4, length);
        exponent[0] |= 0x80;
        exponent
    };
    let bn254 = |seed| points.bn254(&bytes(seed, 32));
    let four = [points.bn254_pairs(10)?, points.bn254_pairs(20)?].concat();
    // Neither the commitment nor the proof is the identity.
    let opening = |input: &[u8]| input[96] != 0xc0 && input[144] != 0xc0;
    Ok(vec![
        call("ecrecover", 1, base16ct::lower::decode_vec(SIGNED)?),
        call("sha256_64", 2, bytes(5, 64)),
        call("sha256_1024", 2, bytes(6, 1024)),
        call("ripemd160_64", 3, bytes(7, 64)),
        call("modexp_32_full", 5, power(32, &full(32))),
        call("modexp_256_65537", 5, power(256, &[1, 0, 1])),
        call("modexp_256_full", 5, power(256, &full(256))),
        call("bn254_add", 6, [bn254(8)?, bn254(9)?].concat()),
        call("bn254_mul", 7, [bn254(8)?, bytes(10, 32)].concat()),
        call("bn254_pairing_2", 8, points.bn254_pairs(10)?),
        call("bn254_pairing_4", 8, four),
        call("blake2f_12", 9, rounds(12)),
        call("point_evaluation", 0x0a, published("point-evaluation", opening)?),
        call("bls12_g1_add", 0x0b, [points.g1(1)?, points.g1(2)?].concat()),
        call("bls12_g1_msm_1", 0x0c, points.products(1, Points::g1)?),
        sum("bls12_g1_msm_128", 0x0c, points.products(128, Points::g1)?),
        call("bls12_g2_add", 0x0d, [points.g2(1)?, points.g2(2)?].concat()),
        call("bls12_g2_msm_1", 0x0e, points.products(1, Points::g2)?),
        sum("bls12_g2_msm_128", 0x0e, points.products(128, Points::g2)?),
        call("bls12_pairing_2", 0x0f, points.bls_pairs(30)?),
        call("bls12_map_fp_to_g1", 0x10, element(1)),
        call("bls12_map_fp2_to_g2", 0x11, [element(1), element(2)].concat()),
        call("p256_verify", 0x100, published("p256-verify", |_| true)?),
        call("bls_verify", BLS_VERIFY, signed()?),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_to_an_order_is() -> Result<(), Error> {
        for order in [BN254_ORDER, BLS12_381_ORDER] {
            let scalar = Scalar::of(&[1, 2], order)?;
            let [a, b] =
                [scalar.plain, scalar.negative].map(|bytes| BigUint::from_bytes_be(&bytes));
            assert_eq!(a + b, number(order)?);
        }
        Ok(())
    }

    #[test]
    fn powers_are_laid_out_as_the_contract_has_them() {
        let input = power(32, &[1, 0, 1]);
        assert_eq!(input.len(), 96 + 32 + 3 + 32);
        assert_eq!([input[31], input[63], input[95]], [32, 3, 32]);
        assert_eq!(input[128..131], [1, 0, 1]);
        assert_eq!([input[96] & 0x80, input[162] & 1], [0x80, 1]);
    }
}
