//! Inputs: random ones from a fixed seed, and the edges.
//!
//! Field elements and scalars are made here with slow integers of another library, so no stack
//! under test takes part in them. Points outside the subgroup only need an x that lies on the
//! curve, which Euler's criterion tells; points inside it come from scalars, by the multiplication
//! of whichever implementation the caller trusts to make inputs (its answers are compared with all
//! others first).

use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The seed of every random input. Fixed: a failure is found again by the same command.
const SEED: u64 = 0x6375_7276_656d_6172;

/// The generator of G1, compressed (its definition in every specification of BLS12-381).
pub(crate) const G1_GENERATOR: &str = concat!(
    "97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac58",
    "6c55e83ff97a1aeffb3af00adb22c6bb"
);

/// The generator of G2, compressed.
pub(crate) const G2_GENERATOR: &str = concat!(
    "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e",
    "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"
);

/// p = (x − 1)²·(x⁴ − x² + 1)/3 + x and r = x⁴ − x² + 1, with x = −0xd201000000010000.
#[derive(Clone, Debug)]
pub(crate) struct Primes {
    pub(crate) p: BigUint,
    pub(crate) r: BigUint,
}

impl Primes {
    pub(crate) fn new() -> Self {
        // z = −x is positive: (x − 1)² = (z + 1)².
        let z = BigUint::from(0xd201_0000_0001_0000_u64);
        let r = z.pow(4) - z.pow(2) + 1_u32;
        let p = (&z + 1_u32).pow(2) * &r / 3_u32 - &z;
        Self { p, r }
    }
}

/// `number` as `length` bytes, big-endian.
///
/// # Panics
/// If it does not fit.
pub(crate) fn bytes(number: &BigUint, length: usize) -> Vec<u8> {
    let short = number.to_bytes_be();
    assert!(short.len() <= length, "the number fits");
    let mut long = vec![0; length - short.len()];
    long.extend(short);
    long
}

/// The number of big-endian bytes.
pub(crate) fn number(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_be(bytes)
}

/// The canonical encoding of the identity, of `length` bytes.
pub(crate) fn identity(length: usize, compressed: bool) -> Vec<u8> {
    let mut bytes = vec![0; length];
    bytes[0] = if compressed { 0xc0 } else { 0x40 };
    bytes
}

/// A finite point's compressed encoding with the other sign.
pub(crate) fn negated(compressed: &[u8]) -> Vec<u8> {
    let mut bytes = compressed.to_vec();
    if bytes[0] & 0x40 == 0 {
        bytes[0] ^= 0x20;
    }
    bytes
}

/// An uncompressed encoding of a finite point, compressed. The sort flag says that y is the larger
/// of y and −y, where elements of Fp2 are compared by c1, then c0.
pub(crate) fn compress(uncompressed: &[u8]) -> Vec<u8> {
    let (x, y) = uncompressed.split_at(uncompressed.len() >> 1);
    let Primes { p, .. } = Primes::new();
    let (words, _) = y.as_chunks::<48>();
    let larger = words
        .iter()
        .map(|word| number(word))
        .find(|word| *word != BigUint::ZERO)
        .is_some_and(|y| y > &p >> 1_u32);
    let mut encoding = x.to_vec();
    encoding[0] |= if larger { 0xa0 } else { 0x80 };
    encoding
}

/// The element of `list` at `index`, going round.
pub(crate) fn round<T>(list: &[T], index: usize) -> &T {
    &list[index.checked_rem(list.len()).expect("the list is not empty")]
}

/// A source of random inputs.
pub(crate) struct Random {
    rng: ChaCha20Rng,
    pub(crate) primes: Primes,
}

impl Random {
    /// A stream of its own for each `label`, so that adding a suite does not change the inputs of
    /// another.
    pub(crate) fn new(label: &str) -> Self {
        let stream = label
            .bytes()
            .fold(0_u64, |hash, byte| hash.rotate_left(9).wrapping_add(u64::from(byte)));
        let mut rng = ChaCha20Rng::seed_from_u64(SEED);
        rng.set_stream(stream);
        Self { rng, primes: Primes::new() }
    }

    /// The source itself, for values that are made elsewhere.
    pub(crate) fn rng(&mut self) -> &mut ChaCha20Rng {
        &mut self.rng
    }

    pub(crate) fn bytes(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.rng.fill_bytes(&mut bytes);
        bytes
    }

    /// Below `bound`, which is a power of two of at least two.
    pub(crate) fn index(&mut self, bound: usize) -> usize {
        debug_assert!(bound.is_power_of_two());
        (self.rng.next_u32() as usize) & (bound - 1)
    }

    /// One of so many places, at least one and fewer than 2^32; as good as uniform where they are
    /// few.
    pub(crate) fn place(&mut self, count: usize) -> usize {
        ((u64::from(self.rng.next_u32()) * count as u64) >> 32) as usize
    }

    fn below(&mut self, modulus: &BigUint, length: usize, top: u8) -> Vec<u8> {
        loop {
            let mut bytes = self.bytes(length);
            bytes[0] &= top;
            if number(&bytes) < *modulus {
                return bytes;
            }
        }
    }

    /// Uniform below p.
    pub(crate) fn fp(&mut self) -> Vec<u8> {
        let p = self.primes.p.clone();
        self.below(&p, 48, 0x1f)
    }

    /// Uniform below r.
    pub(crate) fn fr(&mut self) -> Vec<u8> {
        let r = self.primes.r.clone();
        self.below(&r, 32, 0x7f)
    }

    /// Uniform coefficients, `count` of them.
    pub(crate) fn fps(&mut self, count: usize) -> Vec<u8> {
        (0..count).flat_map(|_| self.fp()).collect()
    }

    /// A random message of 0 to 255 bytes.
    pub(crate) fn message(&mut self) -> Vec<u8> {
        let length = self.index(256);
        self.bytes(length)
    }

    /// A random point of E(Fp), compressed: outside the subgroup but for a chance of 2⁻¹²⁵.
    pub(crate) fn g1_curve(&mut self) -> Vec<u8> {
        loop {
            let x = number(&self.fp());
            if self.is_square(&(x.pow(3) + 4_u32)) {
                let sign = 0x20 & self.bytes(1)[0];
                let mut encoding = bytes(&x, 48);
                encoding[0] |= 0x80 | sign;
                return encoding;
            }
        }
    }

    /// A random point of E'(Fp2), compressed: outside the subgroup but for a chance of 2⁻²⁵⁴ or so.
    pub(crate) fn g2_curve(&mut self) -> Vec<u8> {
        loop {
            let [c0, c1] = [number(&self.fp()), number(&self.fp())];
            // x³ + 4(1 + u) with x = c0 + c1·u and u² = −1. An element of Fp2 is a square exactly
            // if its norm is one in Fp.
            let p = self.primes.p.clone();
            let three = BigUint::from(3_u32);
            let re = c0.pow(3) + &three * &c0 * (&p - &c1) * &c1 + 4_u32;
            let im = &three * c0.pow(2) * &c1 + (&p - c1.pow(3) % &p) + 4_u32;
            if self.is_square(&(re.pow(2) + im.pow(2))) {
                let sign = 0x20 & self.bytes(1)[0];
                let mut encoding = [bytes(&c1, 48), bytes(&c0, 48)].concat();
                encoding[0] |= 0x80 | sign;
                return encoding;
            }
        }
    }

    /// Euler's criterion; zero counts as a square.
    fn is_square(&self, value: &BigUint) -> bool {
        let p = &self.primes.p;
        let power = (value % p).modpow(&(p >> 1_u32), p);
        power <= BigUint::from(1_u32)
    }
}

/// 0, 1, 2, the largest, and neighbours of limb boundaries, below `modulus`.
pub(crate) fn edges(modulus: &BigUint, length: usize) -> Vec<Vec<u8>> {
    let one = BigUint::from(1_u32);
    let mut all = vec![
        BigUint::ZERO,
        one.clone(),
        &one + 1_u32,
        modulus - 1_u32,
        modulus - 2_u32,
        modulus >> 1_u32,
    ];
    all.push((modulus >> 1_u32) + 1_u32);
    for bits in [32_u32, 52, 64, 104, 128, 208, 256, 320, 364, 380] {
        all.extend([(&one << bits) - 1_u32, &one << bits]);
    }
    // Limbs full of ones under the modulus, where carries run through: p and r with all lower words
    // at their ends.
    for bits in [64_u32, 128, 192] {
        let low = (&one << bits) - 1_u32;
        let high = modulus - (modulus & &low);
        all.push(high.clone());
        all.push(high - 1_u32);
    }
    all.retain(|value| value < modulus);
    all.iter().map(|value| bytes(value, length)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::vectors::cases::hex;

    #[test]
    fn the_primes_are_those_of_the_curve() {
        let Primes { p, r } = Primes::new();
        assert!(
            hex(&bytes(&p, 48)).starts_with("1a0111ea397fe69a4b1ba7b6434bacd7")
                && hex(&bytes(&p, 48)).ends_with("aaab")
        );
        assert_eq!(
            hex(&bytes(&r, 32)),
            "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"
        );
    }

    #[test]
    fn labels_give_different_inputs_and_the_same_ones_again() {
        let first = |label| Random::new(label).fp();
        assert_eq!(first("a"), first("a"));
        assert_ne!(first("a"), first("b"));
    }
}
