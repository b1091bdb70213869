//! Every function against big integers, through 64- and 32-bit words of the same residue.
//!
//! The moduli cover each way of filling the words: one spare bit short of none, two or three spare
//! bits, none at all, and primes that are tiny against the radix, where all pairs are tried.
#![allow(clippy::integer_division_remainder_used)] // The oracle divides; nothing is secret here.

use limb::modulus::{Constant, LIMBS, Params};
use limb::{Mont, Wide, Word};
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::oracle::{CASES, SLOW_CASES, big, fill, limbs};

modulus!(
    Bls12Base,
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
);
modulus!(Bls12Scalar, "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
modulus!(Bn254Base, "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
modulus!(Koblitz, "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");
modulus!(P256, "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
modulus!(P25519, "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
/// As [`Bls12Scalar`], by loops where others have kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rare;

impl limb::Modulus for Rare {
    const P: limb::modulus::Limbs = <Bls12Scalar as limb::Modulus>::P;
    const RARELY_MULTIPLIED: bool = true;
}

modulus!(Seven, "7");
modulus!(Thirteen, "d");
modulus!(P199, "c7");
modulus!(Composite15, "f");
modulus!(Composite1155, "483");

/// One modulus on one word size, with the oracle beside it.
struct Suite<M, W, const N: usize> {
    p: BigUint,
    radix: BigUint,
    radix_inverse: BigUint,
    rng: ChaCha20Rng,
    _types: core::marker::PhantomData<(M, W)>,
}

impl<M: Params<W, N>, W: Word, const N: usize> Suite<M, W, N> {
    fn new() -> Self {
        let p = big(&M::P);
        let radix = BigUint::from(1u8) << (64 * M::LEN);
        let radix_inverse = radix.modinv(&p).unwrap();
        let rng = ChaCha20Rng::seed_from_u64(0x6c69_6d62);
        Self { p, radix, radix_inverse, rng, _types: core::marker::PhantomData }
    }

    fn toy() -> bool {
        M::BITS <= 16
    }

    fn words(value: &BigUint) -> [W; N] {
        Mont::<M, W, N>::words(&limbs(value))
    }

    fn big(words: &[W; N]) -> BigUint {
        big(&Mont::<M, W, N>::limbs(words))
    }

    /// A random integer below a bound, now and then with runs of zeros and ones.
    fn below(&mut self, bound: &BigUint) -> BigUint {
        let mut bytes = [0u8; 8 * LIMBS + 8];
        if fill(&mut self.rng, &mut bytes, 4, 8) {
            let value = BigUint::from_bytes_le(&bytes) % (BigUint::from(1u8) << bound.bits());
            if value < *bound {
                return value;
            }
        }
        BigUint::from_bytes_le(&bytes) % bound
    }

    /// What carries go wrong at, below a bound.
    fn edges(&self, bound: &BigUint) -> Vec<BigUint> {
        let mut out: Vec<BigUint> = [0u8, 1, 2].map(BigUint::from).into();
        for k in 1..=2u8 {
            for back in 1..=2u8 {
                if &self.p * k >= BigUint::from(back) {
                    out.push(&self.p * k - back);
                }
            }
            out.push(&self.p * k);
            out.push(&self.p * k + 1u8);
        }
        out.push(&self.p >> 1);
        for bits in (32..=64 * M::LEN).step_by(32) {
            out.push((BigUint::from(1u8) << bits) - 1u8);
            out.push(BigUint::from(1u8) << bits);
            out.push((&self.p >> bits) << bits);
        }
        out.push(&self.radix % &self.p);
        out.retain(|value| value < bound);
        out.sort();
        out.dedup();
        out
    }

    /// Every residue of a toy modulus; else the edges and as many random ones as asked for.
    fn samples(&mut self, bound: &BigUint, count: usize) -> Vec<BigUint> {
        if Self::toy() && *bound <= BigUint::from(4000u32) {
            let bound = bound.iter_u32_digits().next().unwrap_or(0);
            return (0..bound).map(BigUint::from).collect();
        }
        let mut out = self.edges(bound);
        out.extend((0..count).map(|_| self.below(bound)));
        out
    }

    /// All pairs of a toy modulus; else all pairs of edges and random pairs.
    fn pairs(&mut self, bound: &BigUint, count: usize) -> Vec<(BigUint, BigUint)> {
        let singles = self.samples(bound, 0);
        let mut out: Vec<_> = singles
            .iter()
            .flat_map(|a| singles.iter().map(move |b| (a.clone(), b.clone())))
            .collect();
        if !Self::toy() {
            out.extend((0..count).map(|_| (self.below(bound), self.below(bound))));
        }
        out
    }

    // Out of line, since each of them is several hundred instructions and this file uses it for
    // eighteen engines.
    #[inline(never)]
    fn mac(wide: &mut Wide<W, N>, a: &[W; N], b: &[W; N]) {
        wide.mac::<M>(a, b);
    }

    #[inline(never)]
    fn msub(wide: &mut Wide<W, N>, a: &[W; N], b: &[W; N]) {
        wide.msub::<M>(a, b);
    }

    #[inline(never)]
    fn reduce(wide: Wide<W, N>) -> [W; N] {
        wide.reduce::<M>()
    }

    /// The exclusive end of the lazy range.
    fn lazy(&self) -> BigUint {
        if Mont::<M, W, N>::LAZY { &self.p * 2u8 } else { self.p.clone() }
    }

    fn constants(&mut self) {
        let p = &self.p;
        assert_eq!(u64::from(M::BITS), p.bits());
        assert_eq!(M::N0.wrapping_mul(M::P[0]), u64::MAX);
        assert_eq!(big(&M::R), &self.radix % p);
        assert_eq!(big(&M::R2), self.radix.pow(2) % p);
        assert_eq!(big(&M::R3), self.radix.pow(3) % p);
        assert_eq!(big(&M::P_MINUS_2), p - 2u8);
        assert_eq!(big(&M::HALF), (p - 1u8) / 2u8);
        assert_eq!(Some(u64::from(M::TWO_ADICITY)), (p - 1u8).trailing_zeros());
        assert_eq!(big(&M::SQRT_EXPONENT), (((p - 1u8) >> M::TWO_ADICITY) - 1u8) / 2u8);
        assert_eq!(big(&Constant::<M>::small(5).montgomery()), (&self.radix * 5u8) % p);
        assert_eq!(big(&Constant::<M>::minus(1).montgomery()), (p - (&self.radix % p)) % p);
        assert_eq!(
            big(&Constant::<M>::new(M::HALF).montgomery()),
            (&self.radix * big(&M::HALF)) % p
        );
    }

    fn linear(&mut self) {
        type F<M, W, const N: usize> = Mont<M, W, N>;
        let p = self.p.clone();
        let reduce = |x: &[W; N]| {
            assert!(F::<M, W, N>::is_lazy(x));
            Self::big(&F::<M, W, N>::weak(x))
        };
        for (a, b) in self.pairs(&p, CASES) {
            let (x, y) = (Self::words(&a), Self::words(&b));
            assert_eq!(reduce(&F::<M, W, N>::add(&x, &y)), (&a + &b) % &p);
            assert_eq!(reduce(&F::<M, W, N>::sub(&x, &y)), (&a + &p - &b) % &p);
            assert_eq!(Self::big(&F::<M, W, N>::sum(&x, &y)), (&a + &b) % &p);
            assert_eq!(Self::big(&F::<M, W, N>::difference(&x, &y)), (&a + &p - &b) % &p);
            assert_eq!(bool::from(F::<M, W, N>::equal(&x, &y)), a == b);
            assert_eq!(F::<M, W, N>::select(&x, &y, 0.into()), x);
            assert_eq!(F::<M, W, N>::select(&x, &y, 1.into()), y);
        }
        for a in self.samples(&p, CASES) {
            let x = Self::words(&a);
            assert_eq!(Self::big(&x), a);
            assert_eq!(Self::big(&F::<M, W, N>::neg(&x)), (&p - &a) % &p);
            let half = Self::big(&F::<M, W, N>::half(&x));
            assert!(half < p);
            assert_eq!((&half * 2u8) % &p, a);
            assert_eq!(bool::from(F::<M, W, N>::is_zero(&x)), a == BigUint::ZERO);
            assert_eq!(Self::big(&F::<M, W, N>::from_words(&x)), (&a * &self.radix) % &p);
            assert_eq!(Self::big(&F::<M, W, N>::to_words(&x)), (&a * &self.radix_inverse) % &p);
            for k in [0u32, 1, 2, 3, 4, 8, 12, 255, 256, self.rng.next_u32() % 257] {
                assert_eq!(
                    Self::big(&F::<M, W, N>::times(&x, k)),
                    (&a * k) % &p,
                    "{k} times {a:x}"
                );
            }
        }
        for a in self.samples(&self.lazy(), CASES) {
            assert_eq!(reduce(&Self::words(&a)), &a % &p);
        }
        // Any integer of the words may enter Montgomery form, and be compared with the modulus.
        for a in self.samples(&self.radix.clone(), CASES) {
            let x = Self::words(&a);
            assert_eq!(bool::from(F::<M, W, N>::is_below_modulus(&x)), a < p);
            assert_eq!(Self::big(&F::<M, W, N>::from_words(&x)), (&a * &self.radix) % &p);
        }
    }

    /// `times` at a·k just beside each multiple of m, where the estimate of the quotient is
    /// tightest.
    fn quotient_estimate(&mut self) {
        let p = self.p.clone();
        for k in 1..=256u32 {
            for multiple in 1..=k {
                for a in [&p * multiple / k, (&p * multiple).div_ceil_by(k)] {
                    if a < p {
                        let product = Mont::<M, W, N>::times(&Self::words(&a), k);
                        assert_eq!(Self::big(&product), (&a * k) % &p, "{k} times {a:x}");
                    }
                }
            }
        }
    }

    fn products(&mut self) {
        let (p, lazy) = (self.p.clone(), self.lazy());
        for (a, b) in self.pairs(&lazy, CASES) {
            let (x, y) = (Self::words(&a), Self::words(&b));
            let expected = (&a * &b * &self.radix_inverse) % &p;
            assert_eq!(Self::big(&Mont::<M, W, N>::mul(&x, &y)), expected, "{a:x}·{b:x}");
            let mut wide = Wide::zero();
            Self::mac(&mut wide, &x, &y);
            assert_eq!(Self::big(&Self::reduce(wide)), expected);
            let mut wide = Wide::zero();
            Self::msub(&mut wide, &x, &y);
            assert_eq!(Self::big(&Self::reduce(wide)), (&p - &expected) % &p);
        }
        for a in self.samples(&lazy, CASES) {
            let x = Self::words(&a);
            assert_eq!(
                Self::big(&Mont::<M, W, N>::sqr(&x)),
                (&a * &a * &self.radix_inverse) % &p,
                "{a:x}²"
            );
        }
    }

    /// Sums of K products, with signs, against the oracle and with every operand at the end of its
    /// range.
    fn sum_of_products<const K: usize>(&mut self) {
        let (p, lazy) = (self.p.clone(), self.lazy());
        for case in 0..CASES / 10 {
            let mut operands = [([W::ZERO; N], [W::ZERO; N]); K];
            let mut sum = BigUint::ZERO;
            for (x, y) in &mut operands {
                let (a, b) = match case {
                    0 => (&lazy - 1u8, &lazy - 1u8),
                    1 => (&lazy - 1u8, BigUint::ZERO),
                    2 => (BigUint::ZERO, BigUint::ZERO),
                    _ => (self.below(&lazy), self.below(&lazy)),
                };
                (*x, *y) = (Self::words(&a), Self::words(&b));
                if case % 2 == 1 {
                    *y = Mont::<M, W, N>::complement(y);
                    sum += &p - &a * &b % &p;
                } else {
                    sum += &a * &b % &p;
                }
            }
            let product = Mont::<M, W, N>::sum_of_products::<K>(core::array::from_fn(|k| {
                let (x, y) = &operands[k];
                (x, y)
            }));
            assert_eq!(Self::big(&product), (sum * &self.radix_inverse) % &p);
        }
        // Both operands at the very end, which only complements reach.
        let end = Mont::<M, W, N>::complement(&Mont::<M, W, N>::ZERO);
        assert_eq!(Mont::<M, W, N>::sum_of_products([(&end, &end); K]), Mont::<M, W, N>::ZERO);
    }

    fn interleaved_sums(&mut self) {
        self.sum_of_products::<1>();
        self.sum_of_products::<2>();
        self.sum_of_products::<4>();
        self.sum_of_products::<12>();
    }

    fn sums(&mut self) {
        let (p, lazy) = (self.p.clone(), self.lazy());
        let top = &lazy - 1u8;
        // The most products that one sum takes, all at the top of the range.
        let mut wide = Wide::<W, N>::zero();
        for _ in 0..limb::wide::MAX_PRODUCTS {
            Self::mac(&mut wide, &Self::words(&top), &Self::words(&top));
        }
        let expected = (&top * &top * limb::wide::MAX_PRODUCTS * &self.radix_inverse) % &p;
        assert_eq!(Self::big(&Self::reduce(wide)), expected);
        for _ in 0..CASES {
            let terms = 1 + self.rng.next_u32() as usize % 15;
            let mut wides = [Wide::<W, N>::zero(), Wide::<W, N>::zero()];
            let mut sum = BigUint::ZERO;
            for _ in 0..terms {
                let (a, b) = (self.below(&lazy), self.below(&lazy));
                let (x, y) = (Self::words(&a), Self::words(&b));
                let wide = &mut wides[self.rng.next_u32() as usize % 2];
                match self.rng.next_u32() % 3 {
                    0 => {
                        Self::mac(wide, &x, &y);
                        sum += &a * &b % &p;
                    }
                    1 => {
                        Self::msub(wide, &x, &y);
                        sum += &p - &a * &b % &p;
                    }
                    _ => {
                        let (a, k) = (a % &p, self.rng.next_u32() as i32 % 3);
                        wide.mac_small::<M>(&Self::words(&a), k);
                        let magnitude = &a * k.unsigned_abs() * &self.radix % &p;
                        sum += if k < 0 { &p - magnitude } else { magnitude };
                    }
                }
            }
            let [mut wide, other] = wides;
            wide.add(&other);
            let expected = (sum * &self.radix_inverse) % &p;
            assert_eq!(Self::big(&Self::reduce(wide)), expected);
            // Sums of sums in one pass: there and back.
            let mut passed = wides[0];
            passed.add_two(&other, &wides[0]);
            passed.sub_two(&other, &wides[0]);
            passed.add_sub(&other, &wides[0]);
            passed.add(&wides[0]);
            assert_eq!(Self::big(&Self::reduce(passed)), expected);
        }
    }

    fn inverses(&mut self) {
        let p = self.p.clone();
        for a in self.samples(&p, CASES) {
            let x = Self::words(&a);
            let inverse = Mont::<M, W, N>::invert(&x);
            assert_eq!(Mont::<M, W, N>::invert_vartime(&x), inverse, "1/{a:x}");
            // a is x·R, so the inverse is R²/a.
            let expected = match a.modinv(&p) {
                Some(inverse) => (inverse * self.radix.pow(2)) % &p,
                None => BigUint::ZERO,
            };
            assert_eq!(Self::big(&inverse), expected, "1/{a:x}");
        }
        for length in [0usize, 1, 2, 3, 17] {
            let mut values: Vec<_> = (0..length).map(|_| Self::words(&self.below(&p))).collect();
            if length > 1 {
                values[length / 2] = Mont::<M, W, N>::ZERO;
            }
            let expected: Vec<_> = values.iter().map(Mont::<M, W, N>::invert).collect();
            let mut scratch = vec![Mont::<M, W, N>::ONE; length];
            let mut twin = values.clone();
            Mont::<M, W, N>::invert_batch(&mut values, &mut scratch);
            Mont::<M, W, N>::invert_batch_vartime(&mut twin, &mut scratch);
            assert_eq!(values, expected);
            assert_eq!(twin, expected);
        }
    }

    fn powers(&mut self) {
        let p = self.p.clone();
        let mut exponents: Vec<Vec<u64>> =
            vec![vec![], vec![0], vec![0, 0, 0], vec![u64::MAX; 3], vec![0, 1]];
        exponents.extend((1..40).map(|e| vec![e]));
        exponents.extend([M::P.to_vec(), M::P_MINUS_2.to_vec(), M::HALF.to_vec()]);
        for _ in 0..SLOW_CASES / 10 {
            let length = 1 + self.rng.next_u32() as usize % 8;
            exponents.push((0..length).map(|_| self.rng.next_u64()).collect());
        }
        for exponent in exponents {
            let a = self.below(&p);
            let base = (&a * &self.radix_inverse) % &p;
            let bytes: Vec<u8> = exponent.iter().flat_map(|limb| limb.to_le_bytes()).collect();
            let expected = base.modpow(&BigUint::from_bytes_le(&bytes), &p) * &self.radix % &p;
            let power = Mont::<M, W, N>::pow_vartime(&Self::words(&a), &exponent);
            assert_eq!(Self::big(&power), expected, "{exponent:x?}");
        }
    }

    fn roots(&mut self) {
        let p = self.p.clone();
        let (one, half) = (BigUint::from(1u8), big(&M::HALF));
        // The root of unity has order exactly 2^v.
        let z = (big(&M::ROOT_OF_UNITY) * &self.radix_inverse) % &p;
        assert_eq!(z.modpow(&(&one << (M::TWO_ADICITY - 1)), &p), &p - 1u8);
        for a in self.samples(&p, SLOW_CASES) {
            let x = Self::words(&a);
            let value = (&a * &self.radix_inverse) % &p;
            let euler = value.modpow(&half, &p);
            let (square, zero) = (euler == one, value == BigUint::ZERO);
            let (root, has_root) = Mont::<M, W, N>::sqrt(&x);
            assert_eq!(bool::from(has_root), square || zero, "root of {value:x}");
            if square || zero {
                let root = (Self::big(&root) * &self.radix_inverse) % &p;
                assert_eq!((&root * &root) % &p, value);
            }
            let (inverse_root, has_root) = Mont::<M, W, N>::inverse_sqrt(&x);
            assert_eq!(bool::from(has_root), square);
            let one_or_less = Mont::<M, W, N>::mul(&x, &Mont::<M, W, N>::sqr(&inverse_root));
            if square || zero {
                assert_eq!(
                    one_or_less,
                    if zero { Mont::<M, W, N>::ZERO } else { Mont::<M, W, N>::ONE }
                );
            } else if M::P[0] & 3 == 3 {
                assert_eq!(one_or_less, Mont::<M, W, N>::neg(&Mont::<M, W, N>::ONE));
            }
            let (is_square, is_zero) = Mont::<M, W, N>::legendre(&x);
            assert_eq!((bool::from(is_square), bool::from(is_zero)), (square, zero));
            assert_eq!(bool::from(Mont::<M, W, N>::is_square(&x)), square || zero);
            assert_eq!(Mont::<M, W, N>::is_square_vartime(&x), square || zero);
            let symbol = if zero {
                0
            } else if square {
                1
            } else {
                -1
            };
            assert_eq!(Mont::<M, W, N>::legendre_vartime(&x), symbol);
        }
    }
}

/// ⌈self / k⌉, which the oracle lacks.
trait DivCeil {
    fn div_ceil_by(&self, k: u32) -> BigUint;
}

impl DivCeil for BigUint {
    fn div_ceil_by(&self, k: u32) -> BigUint {
        (self + (k - 1)) / k
    }
}

macro_rules! suites {
    ($($name:ident: $modulus:ident, $n:literal;)*) => {$(
        mod $name {
            use super::*;
            suites!(@word words_64, $modulus, u64, $n);
            suites!(@word words_32, $modulus, u32, { 2 * $n });
        }
    )*};
    (@word $name:ident, $modulus:ident, $word:ty, $n:expr) => {
        mod $name {
            use super::*;
            suites!(@test $modulus, $word, $n, constants linear quotient_estimate products interleaved_sums sums inverses powers roots);
        }
    };
    (@test $modulus:ident, $word:ty, $n:expr, $($property:ident)*) => {$(
        #[test]
        fn $property() {
            Suite::<$modulus, $word, $n>::new().$property();
        }
    )*};
}

suites! {
    bls12_base: Bls12Base, 6;
    bls12_scalar: Bls12Scalar, 4;
    rare: Rare, 4;
    bn254_base: Bn254Base, 4;
    koblitz: Koblitz, 4;
    p256: P256, 4;
    p25519: P25519, 4;
    seven: Seven, 1;
    thirteen: Thirteen, 1;
    p199: P199, 1;
}

/// Both word sizes hold the same integers, so they must agree bit for bit.
#[test]
fn word_sizes_agree() {
    fn check<M: Params<u64, N> + Params<u32, K>, const N: usize, const K: usize>() {
        let mut suite = Suite::<M, u64, N>::new();
        let p = suite.p.clone();
        for (a, b) in suite.pairs(&p, SLOW_CASES) {
            let (a, b) = (limbs(&a), limbs(&b));
            type Wide64<M, const N: usize> = Mont<M, u64, N>;
            type Wide32<M, const K: usize> = Mont<M, u32, K>;
            let (x, y) = (Wide64::<M, N>::words(&a), Wide64::<M, N>::words(&b));
            let (u, v) = (Wide32::<M, K>::words(&a), Wide32::<M, K>::words(&b));
            let product = (Wide64::<M, N>::mul(&x, &y), Wide32::<M, K>::mul(&u, &v));
            assert_eq!(Wide64::<M, N>::limbs(&product.0), Wide32::<M, K>::limbs(&product.1));
            let sum = (Wide64::<M, N>::add(&x, &y), Wide32::<M, K>::add(&u, &v));
            assert_eq!(Wide64::<M, N>::limbs(&sum.0), Wide32::<M, K>::limbs(&sum.1));
            let inverse = (Wide64::<M, N>::invert(&x), Wide32::<M, K>::invert(&u));
            assert_eq!(Wide64::<M, N>::limbs(&inverse.0), Wide32::<M, K>::limbs(&inverse.1));
        }
    }
    check::<Bls12Base, 6, 12>();
    check::<Koblitz, 4, 8>();
    check::<P25519, 4, 8>();
}

/// Modulo a composite the inversion gives r with r·a = gcd(a, m), and the symbol is Jacobi's.
#[test]
fn composite_moduli() {
    fn gcd(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    fn jacobi(a: u64, primes: &[u64]) -> i8 {
        primes
            .iter()
            .map(|&p| match a % p {
                0 => 0,
                a if (1..p).any(|x| x * x % p == a) => 1,
                _ => -1,
            })
            .product()
    }
    fn check<M: Params<W, N>, W: Word, const N: usize>(primes: &[u64]) {
        let m = M::P[0];
        for a in 0..m {
            let x = Mont::<M, W, N>::from_words(&Mont::<M, W, N>::words(&[a, 0, 0, 0, 0, 0, 0, 0]));
            let value = |x: &[W; N]| Mont::<M, W, N>::limbs(&Mont::<M, W, N>::to_words(x))[0];
            let r = Mont::<M, W, N>::invert(&x);
            assert_eq!(value(&Mont::<M, W, N>::mul(&r, &x)), gcd(a, m) % m);
            let r = Mont::<M, W, N>::invert_vartime(&x);
            assert_eq!(value(&Mont::<M, W, N>::mul(&r, &x)), gcd(a, m) % m);
            assert_eq!(Mont::<M, W, N>::legendre_vartime(&x), jacobi(a, primes));
        }
    }
    check::<Composite15, u64, 1>(&[3, 5]);
    check::<Composite15, u32, 2>(&[3, 5]);
    check::<Composite1155, u64, 1>(&[3, 5, 7, 11]);
    check::<Composite1155, u32, 2>(&[3, 5, 7, 11]);
}
