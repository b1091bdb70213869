//! Whether a·B + b·P is R, with half of the doublings: what verification of a signature asks that
//! has its R.
//!
//! With D = a·B + b·P − R, any v that is prime to the order 2^c·ℓ of the curve makes \[v\]D the
//! identity exactly if D is, and of small order exactly if D is, whatever torsion the points have:
//! multiplying by v is one to one on the curve and on its points of small order. The points (u, v)
//! with u ≡ v·b modulo 2^c·ℓ are a lattice of that determinant, so that some of them have
//! coordinates of about half of its bits, and then
//!
//! ```text
//! [v]D = [v·a mod ℓ]B + [u]P − [v]R
//! ```
//!
//! is a sum of short multiples, once v·a mod ℓ is split over B, which has the order ℓ, and a known
//! multiple of B. (A. Antipa, D. Brown, R. Gallant, R. Lambert, R. Struik, S. Vanstone,
//! "Accelerated verification of ECDSA signatures", SAC 2005; T. Pornin, "Optimized lattice basis
//! reduction in dimension 2, and fast Schnorr and EdDSA signature verification", ePrint 2020/454.
//! Both reduce modulo ℓ, where a v that is even hides torsion.)
//!
//! The vectors come from Euclid's algorithm on 2^c·ℓ and b, whose remainders r and cofactors t keep
//! r ≡ ±t·b. Of two cofactors in a row one is odd. Where that of the first remainder below half of
//! the bits is even, its row is taken from the row before as often as makes r and t of about one
//! length, and leaves t odd.
//!
//! **An odd t is prime to ℓ too.** If not, ℓ divides r. But r is below ℓ: a remainder is at most b,
//! and one that was made so obeys r·t′ < 2^c·ℓ for the cofactor t′ of the row that was taken, which
//! is at least the first quotient, 2^c or more. And r is zero only for b = 0, where t is 1: the
//! greatest common divisor of 2^c·ℓ and b is a power of two of at most c bits, and a remainder so
//! short is divided by no more.
//!
//! Nothing here is for secrets.

use subtle::Choice;

use super::{EdwardsGroup, EdwardsPoint, Vartime};
use crate::field::Red;
use crate::integer::{Integer, SignedPart, length_vartime, scalar_to_integer};
use crate::scalar_mul::{OddMultiples, sum_with_bases_vartime};

/// A remainder and its cofactor: r ≡ ±t·b.
#[derive(Clone, Copy, Debug)]
struct Row {
    r: Integer,
    t: Integer,
}

/// What some divisions make of two rows: the first becomes ±(a₀·first − a₁·second), the second
/// ±(b₁·second − b₀·first), minus where their number is odd. Cofactors have the other sign in each
/// row, so that their magnitudes add.
#[derive(Clone, Copy, Debug)]
struct Divisions {
    a: [u64; 2],
    b: [u64; 2],
    odd: bool,
}

impl Divisions {
    /// As many divisions of two remainders as their 64 highest bits settle, but none after the
    /// first remainder below 2^bits; `None` if they settle none. The first remainder is the larger.
    ///
    /// With x and y for the highest bits, the true remainders are (xⱼ + εⱼ)·2^s with |εⱼ| below
    /// the larger of its two cofactors, which is the second. They are those of Euclid's algorithm
    /// as long as each is at least zero and below the one before (D. H. Lehmer, "Euclid's algorithm
    /// for large numbers", 1938; T. Jebelean, "A double-digit Lehmer–Euclid algorithm", 1995).
    fn settled_vartime(first: &Integer, second: &Integer, bits: usize) -> Option<Self> {
        let shift = length_vartime(first).saturating_sub(64);
        let (mut x, mut y) = (above(first, shift), above(second, shift));
        let least = bits.checked_sub(shift).map_or(0, |bits| 1 << bits);
        let (mut a, mut b, mut odd) = ([1, 0], [0, 1], false);
        while y >= least && y != 0 {
            #[allow(clippy::integer_division_remainder_used)] // Of public numbers.
            let quotient = x / y;
            let rest = x - quotient * y;
            // Not above x at the beginning over y: no product overflows.
            let next = [a[0] + quotient * b[0], a[1] + quotient * b[1]];
            if rest < next[1] || y - rest < b[1] + next[1] {
                break;
            }
            (x, y, a, b, odd) = (y, rest, b, next, !odd);
        }
        (b[0] != 0).then_some(Self { a, b, odd })
    }

    /// Both rows after the divisions.
    fn of_vartime(&self, first: &Row, second: &Row) -> (Row, Row) {
        let remainder = |[own, other]: [u64; 2], row: &Row, minus: &Row, negative: bool| {
            let (a, b) = (times(&row.r, own), times(&minus.r, other));
            if negative { less(&b, &a) } else { less(&a, &b) }
        };
        let cofactor = |[of_first, of_second]: [u64; 2]| {
            plus(&times(&first.t, of_first), &times(&second.t, of_second))
        };
        let (a, b) = (self.a, self.b);
        (
            Row { r: remainder(a, first, second, self.odd), t: cofactor(a) },
            Row { r: remainder([b[1], b[0]], second, first, self.odd), t: cofactor(b) },
        )
    }
}

impl Row {
    /// This row less so many times another: as often as that fits into `space`.
    fn less_times_vartime(&mut self, other: &Self, mut space: Integer, each: &Integer) {
        while !is_less(&space, each) {
            let mut shift = length_vartime(&space) - length_vartime(each);
            if is_less(&space, &shifted(each, shift)) {
                shift -= 1;
            }
            space = less(&space, &shifted(each, shift));
            self.r = less(&self.r, &shifted(&other.r, shift));
            self.t = plus(&self.t, &shifted(&other.t, shift));
        }
    }
}

/// u and v > 0, odd and prime to `order`, with u ≡ v·b modulo it: see the [module](self). b is
/// below the order divided by its factors 2.
fn halves_vartime(b: &Integer, order: &Integer) -> (SignedPart, Integer) {
    let half = length_vartime(order).div_ceil(2);
    let mut first = Row { r: *order, t: [0; 4] };
    let mut second = Row { r: *b, t: [1, 0, 0, 0] };
    // Whether the second row has r ≡ −t·b; the first one has the other sign.
    let mut negative = false;
    while length_vartime(&second.r) > half {
        if let Some(divisions) = Divisions::settled_vartime(&first.r, &second.r, half) {
            (first, second) = divisions.of_vartime(&first, &second);
            negative ^= divisions.odd;
        } else {
            first.less_times_vartime(&second, first.r, &second.r);
            (first, second) = (second, first);
            negative = !negative;
        }
    }
    if second.t[0] & 1 == 0 {
        let each = plus(&second.r, &second.t);
        first.less_times_vartime(&second, less(&first.r, &first.t), &each);
        (second, negative) = (first, !negative);
    }
    let negative = Choice::from(u8::from(negative));
    (SignedPart { magnitude: second.r, negative }, second.t)
}

/// 64 bits of an integer from a position on.
fn above(a: &Integer, shift: usize) -> u64 {
    let (limb, bits) = (shift >> 6, shift & 63);
    let high = a.get(limb + 1).map_or(0, |word| (word << 1) << (63 - bits));
    a.get(limb).map_or(0, |word| word >> bits) | high
}

/// a·2^shift modulo 2^256.
fn shifted(a: &Integer, shift: usize) -> Integer {
    let (limbs, bits) = (shift >> 6, shift & 63);
    let word = |i: usize| i.checked_sub(limbs).and_then(|i| a.get(i)).copied().unwrap_or(0);
    let mut below = 0;
    let mut out = [0; 4];
    for (i, out) in out.iter_mut().enumerate() {
        *out = word(i) << bits | (below >> 1) >> (63 - bits);
        below = word(i);
    }
    out
}

/// a·k modulo 2^256.
fn times(a: &Integer, k: u64) -> Integer {
    let mut carry = 0;
    let mut out = [0; 4];
    for (out, a) in out.iter_mut().zip(a) {
        let product = u128::from(*a) * u128::from(k) + carry;
        (*out, carry) = (product as u64, product >> 64);
    }
    out
}

/// a + b modulo 2^256.
fn plus(a: &Integer, b: &Integer) -> Integer {
    let mut carry = false;
    let mut out = [0; 4];
    for (out, (a, b)) in out.iter_mut().zip(a.iter().zip(b)) {
        let (sum, over) = a.overflowing_add(*b);
        let (sum, over_again) = sum.overflowing_add(carry.into());
        (*out, carry) = (sum, over | over_again);
    }
    out
}

/// a − b modulo 2^256.
fn less(a: &Integer, b: &Integer) -> Integer {
    let mut borrow = false;
    let mut out = [0; 4];
    for (out, (a, b)) in out.iter_mut().zip(a.iter().zip(b)) {
        let (difference, under) = a.overflowing_sub(*b);
        let (difference, under_again) = difference.overflowing_sub(borrow.into());
        (*out, borrow) = (difference, under | under_again);
    }
    out
}

/// Whether a < b.
fn is_less(a: &Integer, b: &Integer) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

/// Odd multiples of a base B that stays and of \[2^h\]B, h being half of the bits of ℓ: what
/// [`HalvedMultiples::defect_vartime`] reads.
///
/// [Example](super#example).
#[derive(Clone)]
pub struct HalvedMultiples<C: EdwardsGroup, const N: usize> {
    low: OddMultiples<Vartime<C>, N>,
    high: OddMultiples<Vartime<C>, N>,
}

impl<C: EdwardsGroup, const N: usize> HalvedMultiples<C, N> {
    /// h.
    const HALF: usize = C::SCALAR_BITS.div_ceil(2) as usize;

    /// The tables of a base of order ℓ. In time that depends on the base.
    pub fn new(base: &EdwardsPoint<C>) -> Self {
        let high = base.double_many(Self::HALF as u32);
        Self { low: OddMultiples::new(&Vartime(*base)), high: OddMultiples::new(&Vartime(high)) }
    }

    /// The odd multiples of B.
    pub const fn low(&self) -> &OddMultiples<Vartime<C>, N> {
        &self.low
    }

    /// A point that is the identity exactly if a·B + b·P = R, and of small order exactly if
    /// 2^c·(a·B + b·P − R) is the identity, 2^c being the cofactor: an odd multiple of that
    /// difference. P and R may have torsion, and b is the least integer of its class then. In time
    /// that depends on everything; for verification.
    ///
    /// Cost on Curve25519, with 64 multiples: 128 doublings, 14 additions for the tables of P and
    /// R, and about 70 others.
    #[must_use]
    #[inline(never)]
    pub fn defect_vartime(
        &self,
        a: &Red<C::Scalar>,
        b: &Red<C::Scalar>,
        point: &EdwardsPoint<C>,
        sum: &EdwardsPoint<C>,
    ) -> EdwardsPoint<C> {
        const {
            assert!(C::SCALAR_BITS + C::COFACTOR_LOG2 <= 256, "an order of at most 256 bits");
        }
        let order = shifted(&C::ORDER, C::COFACTOR_LOG2 as usize);
        let (u, v) = halves_vartime(&scalar_to_integer(b), &order);
        let mut bytes = [0; 32];
        for (bytes, limb) in bytes.rchunks_exact_mut(8).zip(v) {
            bytes.copy_from_slice(&limb.to_be_bytes());
        }
        let scaled = scalar_to_integer(&(&Red::from_uniform_bytes(&bytes) * a));
        let (mut low, mut high) = (scaled, [0; 4]);
        for (i, high) in high.iter_mut().enumerate() {
            *high = above(&scaled, Self::HALF + 64 * i);
        }
        low = less(&low, &shifted(&high, Self::HALF));
        let parts = [
            SignedPart::positive(low),
            SignedPart::positive(high),
            u,
            SignedPart { magnitude: v, negative: Choice::from(1) },
        ];
        let points = [Vartime(*point), Vartime(*sum)];
        sum_with_bases_vartime(&parts, [&self.low, &self.high], &points).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ed25519::{Ed25519, Fr};
    use limb::each::array;
    use rand_chacha::ChaCha20Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};
    use std::vec::Vec;

    fn order() -> Integer {
        shifted(&<Ed25519 as EdwardsGroup>::ORDER, 3)
    }

    fn scalar(a: &Integer) -> Fr {
        let bytes: Vec<u8> = a.iter().rev().flat_map(|limb| limb.to_be_bytes()).collect();
        Fr::from_uniform_bytes(&bytes)
    }

    /// That u and v are what they shall be, by residues modulo ℓ and 8; bits of the longer one.
    fn halves(b: &Integer) -> usize {
        let (u, v) = halves_vartime(b, &order());
        let negative = bool::from(u.negative);
        let product = &scalar(&v) * &scalar(b);
        let of_u = scalar(&u.magnitude);
        assert_eq!(if negative { -&of_u } else { of_u }, product, "{b:x?}");
        let low = if negative { u.magnitude[0].wrapping_neg() } else { u.magnitude[0] };
        assert_eq!(low & 7, v[0].wrapping_mul(b[0]) & 7, "{b:x?}");
        assert_eq!(v[0] & 1, 1, "{b:x?}");
        assert!(!bool::from(scalar(&v).is_zero()), "{b:x?}");
        length_vartime(&u.magnitude).max(length_vartime(&v))
    }

    #[test]
    fn halves_are_halves() {
        let mut rng = ChaCha20Rng::seed_from_u64(255);
        let mut lengths = [0; 257];
        for _ in 0..4000 {
            let mut b: Integer = array(|_| rng.next_u64());
            b[3] >>= 4;
            lengths[halves(&b)] += 1;
        }
        let mean = lengths.iter().enumerate().map(|(bits, count)| bits * count).sum::<usize>();
        assert!(mean < 4000 * 128, "{mean}");
        // 2^n − 1, 2^n, 2^n + 1, whose vectors may be of any lengths.
        for n in 0..252 {
            for add in [u64::MAX, 0, 1] {
                let one = shifted(&[1, 0, 0, 0], n);
                halves(&if add == u64::MAX {
                    less(&one, &[1, 0, 0, 0])
                } else {
                    plus(&one, &[add, 0, 0, 0])
                });
            }
        }
        // x/y modulo ℓ for small x and y, and their negatives, ℓ − x/y.
        for x in 1..12u32 {
            for y in 1..80u32 {
                let quotient = &Fr::from(x) * &Fr::from(y).invert();
                halves(&scalar_to_integer(&quotient));
                halves(&scalar_to_integer(&-&quotient));
            }
        }
        halves(&[0; 4]);
    }

    /// The quotients of Euclid's algorithm, which the highest bits never get wrong: the same rows
    /// as by one division at a time.
    #[test]
    fn divisions_are_those_of_euclid() {
        let mut rng = ChaCha20Rng::seed_from_u64(1938);
        for turn in 0..2000u64 {
            let mut b: Integer = array(|_| rng.next_u64() | (turn & 1) << 63);
            b[3] >>= 4;
            let start = (Row { r: order(), t: [0; 4] }, Row { r: b, t: [1, 0, 0, 0] });
            let Some(divisions) = Divisions::settled_vartime(&start.0.r, &start.1.r, 128) else {
                continue;
            };
            let (first, second) = divisions.of_vartime(&start.0, &start.1);
            let (mut x, mut y, mut odd) = (start.0, start.1, false);
            while y.r != second.r {
                x.less_times_vartime(&y, x.r, &y.r);
                (x, y, odd) = (y, x, !odd);
                assert!(length_vartime(&y.r) > 0, "not among the remainders");
            }
            assert_eq!((x.r, x.t, y.t, odd), (first.r, first.t, second.t, divisions.odd));
        }
    }

    #[test]
    fn shifts_and_words() {
        let a = [0x0123_4567_89ab_cdef, u64::MAX, 0, 1 << 63];
        for shift in 0..256 {
            let doubled = (0..shift).fold(a, |a, _| plus(&a, &a));
            assert_eq!(shifted(&a, shift), doubled, "{shift}");
            let bit = |i: usize| a.get(i >> 6).is_some_and(|limb| (limb >> (i & 63)) & 1 == 1);
            let bits = (0..64).map(|i| u64::from(bit(shift + i)) << i).sum::<u64>();
            assert_eq!(above(&a, shift), bits, "{shift}");
        }
        for k in [0, 1, 19, u64::MAX] {
            let by_bits = (0..64)
                .filter(|i| (k >> i) & 1 == 1)
                .fold([0; 4], |sum, i| plus(&sum, &shifted(&a, i)));
            assert_eq!(times(&a, k), by_bits);
        }
        assert_eq!(less(&plus(&a, &[5; 4]), &[5; 4]), a);
        assert!(is_less(&[9, 0, 0, 0], &[0, 1, 0, 0]) && !is_less(&a, &a));
    }
}
