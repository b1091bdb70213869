//! Two bases of primes for a modulus, chosen at compile time.
//!
//! The primes are 2^50 − c for the [`OFFSETS`], the largest below 2^50. Which of them stand in
//! which basis is decided by two conditions, since both halves of a value are scaled so that a
//! reduction finds its digits without a product (see the module `tables`): with M = Πaᵢ and N =
//! Πbⱼ,
//!
//! * −p·(M/aᵢ) is a square modulo each aᵢ,
//! * M·(N/bⱼ) is a square modulo each bⱼ.
//!
//! Quadratic characters are multiplicative: so a character of each prime at each other one, as a
//! matrix of bits, says the rest by parities of words. The first condition does not speak of the
//! bⱼ. Of all sets A, in the order of their numbers in binary, the first is taken that meets it and
//! leaves primes for a B that meets the second: for eight primes each has one chance in 2^8, where
//! both at once would have one in 2^16.

use super::vector::LANES;
use crate::modulus::{LIMBS, Limbs, divide_small, jacobi_of_small};

/// c of the largest primes 2^50 − c, in their order.
pub const OFFSETS: [u64; 24] = [
    27, 35, 51, 71, 113, 117, 131, 161, 195, 233, 267, 341, 351, 377, 423, 447, 545, 591, 603, 611,
    651, 653, 665, 675,
];

/// The primes of both bases; ones where a basis has fewer than eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bases {
    /// aᵢ: what a reduction divides by.
    pub a: [u64; LANES],
    /// bⱼ.
    pub b: [u64; LANES],
}

const COUNT: usize = OFFSETS.len();

const fn prime(i: usize) -> u64 {
    (1 << 50) - OFFSETS[i]
}

/// Whether a number is no square modulo prime i.
const fn is_no_square(number: u64, i: usize) -> bool {
    let mut modulus = [0; LIMBS];
    modulus[0] = prime(i);
    jacobi_of_small(number, &modulus) == -1
}

/// The next larger number with as many bits (Gosper).
const fn next(x: u32) -> u32 {
    let carried = (x | (x - 1)) + 1;
    carried | (((carried & carried.wrapping_neg()) - 1) >> (x.trailing_zeros() + 1))
}

/// The bits of x at the places where `places` has bits.
const fn spread(x: u32, places: u32) -> u32 {
    let (mut out, mut x, mut i) = (0, x, 0);
    while i < COUNT {
        if places >> i & 1 == 1 {
            out |= (x & 1) << i;
            x >>= 1;
        }
        i += 1;
    }
    out
}

/// The primes of a set.
const fn primes(set: u32) -> [u64; LANES] {
    let (mut out, mut count, mut i) = ([1; LANES], 0, 0);
    while i < COUNT {
        if set >> i & 1 == 1 {
            out[count] = prime(i);
            count += 1;
        }
        i += 1;
    }
    out
}

/// Whether for each i of `set` the product of the primes of `all` but i itself has the wanted
/// character at it.
const fn meets(set: u32, all: u32, unlike: &[u32; COUNT], wanted: u32) -> bool {
    let mut i = 0;
    while i < COUNT {
        if set >> i & 1 == 1 && (unlike[i] & all).count_ones() & 1 != wanted >> i & 1 {
            return false;
        }
        i += 1;
    }
    true
}

/// The bases of so many primes for a modulus, which is none of them.
pub(super) const fn find(p: &Limbs, lanes: u32) -> Bases {
    // Bit k of unlike[i]: prime k is no square modulo prime i; zero for i itself.
    let mut unlike = [0; COUNT];
    // Bit i: −p is no square modulo prime i.
    let mut minus_p = 0;
    let mut i = 0;
    while i < COUNT {
        let mut k = 0;
        while k < COUNT {
            if k != i && is_no_square(if k > i { prime(k) } else { prime(k) - prime(i) }, i) {
                unlike[i] |= 1 << k;
            }
            k += 1;
        }
        let (_, rest) = divide_small(p, prime(i));
        if is_no_square(prime(i) - rest, i) {
            minus_p |= 1 << i;
        }
        i += 1;
    }
    let mut a = (1 << lanes) - 1;
    while a < 1 << COUNT {
        if meets(a, a, &unlike, minus_p) {
            let others = !a & ((1 << COUNT) - 1);
            let mut few = (1 << lanes) - 1;
            while few < 1 << (COUNT as u32 - lanes) {
                let b = spread(few, others);
                if meets(b, a | b, &unlike, 0) {
                    return Bases { a: primes(a), b: primes(b) };
                }
                few = next(few);
            }
        }
        a = next(a);
    }
    panic!("no two bases of these primes serve this modulus")
}
