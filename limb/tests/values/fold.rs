//! Folding against big integers and against Montgomery arithmetic, through 64- and 32-bit words of
//! the same residue.
//!
//! The moduli cover no spare bit and one, few and more; C of one word and of two; its greatest
//! length; two words and four.
#![allow(clippy::integer_division_remainder_used)] // The oracle divides; nothing is secret here.

use limb::modulus::Params;
use limb::{Fold, Mont, Wide, Word};
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::oracle::{CASES, SLOW_CASES, big, fill, limbs};

// 2^255 − 19, 2^256 − 2^32 − 977, 2^251 − 9, 2^127 − 1: primes. 2^256 − (2^40 − 1): the longest C,
// composite.
modulus!(P25519, "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
modulus!(Koblitz, "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");
modulus!(P251, "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7");
modulus!(P127, "7fffffffffffffffffffffffffffffff");
modulus!(LongC, "ffffffffffffffffffffffffffffffffffffffffffffffffffffff0000000001");

struct Suite<M, W, const N: usize> {
    p: BigUint,
    radix: BigUint,
    rng: ChaCha20Rng,
    _types: core::marker::PhantomData<(M, W)>,
}

impl<M: Params<W, N>, W: Word, const N: usize> Suite<M, W, N> {
    fn new() -> Self {
        let rng = ChaCha20Rng::seed_from_u64(0x666f_6c64);
        Self {
            p: big(&M::P),
            radix: BigUint::from(1u8) << (64 * M::LEN),
            rng,
            _types: core::marker::PhantomData,
        }
    }

    fn words(value: &BigUint) -> [W; N] {
        Fold::<M, W, N>::words(&limbs(value))
    }

    /// The residue of a value in any form.
    fn value(&self, words: &[W; N]) -> BigUint {
        big(&Fold::<M, W, N>::limbs(words)) % &self.p
    }

    /// Any integer of the words, now and then with runs of zeros and ones.
    fn any(&mut self) -> BigUint {
        let mut bytes = vec![0u8; 8 * M::LEN];
        fill(&mut self.rng, &mut bytes, 3, 4);
        BigUint::from_bytes_le(&bytes)
    }

    /// Where folds carry: around 0, C, m and its multiples, R, and powers of two.
    fn edges(&self) -> Vec<BigUint> {
        let c = &self.radix % &self.p;
        let mut centres = vec![
            BigUint::ZERO,
            c.clone(),
            &c * 2u8,
            &self.radix - &c,
            &self.radix - &c * 2u8,
            &self.radix - 1u8,
        ];
        let multiples = (&self.radix / &self.p).iter_u32_digits().next().unwrap();
        centres.extend((1..=multiples).map(|k| &self.p * k));
        centres.extend((32..64 * M::LEN).step_by(32).map(|bits| BigUint::from(1u8) << bits));
        let mut out = Vec::new();
        for centre in centres {
            for offset in 0..3u8 {
                out.push(&centre + offset);
                if centre >= BigUint::from(offset) {
                    out.push(&centre - offset);
                }
            }
        }
        out.retain(|value| *value < self.radix);
        out.sort();
        out.dedup();
        out
    }

    fn samples(&mut self, count: usize) -> Vec<BigUint> {
        let mut out = self.edges();
        out.extend((0..count).map(|_| self.any()));
        out
    }

    fn pairs(&mut self) -> Vec<(BigUint, BigUint)> {
        let edges = self.edges();
        let mut out: Vec<_> =
            edges.iter().flat_map(|a| edges.iter().map(move |b| (a.clone(), b.clone()))).collect();
        out.extend((0..CASES).map(|_| (self.any(), self.any())));
        out
    }

    fn arithmetic(&mut self) {
        type F<M, W, const N: usize> = Fold<M, W, N>;
        let p = self.p.clone();
        for (a, b) in self.pairs() {
            let (x, y) = (Self::words(&a), Self::words(&b));
            assert_eq!(self.value(&F::<M, W, N>::add(&x, &y)), (&a + &b) % &p, "{a:x} + {b:x}");
            assert_eq!(
                self.value(&F::<M, W, N>::sub(&x, &y)),
                (&a + &p * &self.radix - &b) % &p,
                "{a:x} − {b:x}"
            );
            assert_eq!(self.value(&F::<M, W, N>::mul(&x, &y)), (&a * &b) % &p, "{a:x}·{b:x}");
            assert_eq!(bool::from(F::<M, W, N>::equal(&x, &y)), &a % &p == &b % &p);
            assert_eq!(F::<M, W, N>::select(&x, &y, 0.into()), x);
            assert_eq!(F::<M, W, N>::select(&x, &y, 1.into()), y);
        }
        for a in self.samples(CASES) {
            let x = Self::words(&a);
            assert_eq!(big(&F::<M, W, N>::limbs(&F::<M, W, N>::canonical(&x))), &a % &p);
            assert_eq!(self.value(&F::<M, W, N>::sqr(&x)), (&a * &a) % &p, "{a:x}²");
            assert_eq!(self.value(&F::<M, W, N>::neg(&x)), (&p - &a % &p) % &p);
            assert_eq!(bool::from(F::<M, W, N>::is_zero(&x)), &a % &p == BigUint::ZERO);
            assert_eq!(bool::from(F::<M, W, N>::is_below_modulus(&x)), a < p);
            for k in [0u32, 1, 2, 3, 255, 256, self.rng.next_u32() % 257] {
                assert_eq!(
                    self.value(&F::<M, W, N>::times(&x, k)),
                    (&a * k) % &p,
                    "{k} times {a:x}"
                );
                let minus = F::<M, W, N>::linear([(&x, -(k as i32))]);
                assert_eq!(self.value(&minus), (&p - (&a * k) % &p) % &p, "-{k} times {a:x}");
            }
        }
    }

    fn sums(&mut self) {
        type F<M, W, const N: usize> = Fold<M, W, N>;
        let p = self.p.clone();
        // The most products that one sum takes, all at the top of the range; then random sums of
        // all kinds of terms.
        let top = &self.radix - 1u8;
        let mut wide = Wide::zero();
        for _ in 0..limb::wide::MAX_PRODUCTS {
            F::<M, W, N>::mac(&mut wide, &Self::words(&top), &Self::words(&top));
        }
        assert_eq!(
            self.value(&F::<M, W, N>::reduce(&wide)),
            (&top * &top * limb::wide::MAX_PRODUCTS) % &p
        );
        for _ in 0..CASES {
            let mut wide = Wide::zero();
            let mut sum = BigUint::ZERO;
            for _ in 0..1 + self.rng.next_u32() % 15 {
                let (a, b) = (self.any(), self.any());
                let (x, y) = (Self::words(&a), Self::words(&b));
                let k = self.rng.next_u32() % 3;
                match self.rng.next_u32() % 4 {
                    0 => {
                        F::<M, W, N>::mac(&mut wide, &x, &y);
                        sum += &a * &b;
                    }
                    1 => {
                        F::<M, W, N>::msub(&mut wide, &x, &y);
                        sum += &p - (&a * &b) % &p;
                    }
                    2 => {
                        F::<M, W, N>::mac_small(&mut wide, &x, k as i32);
                        sum += &a * k;
                    }
                    _ => {
                        F::<M, W, N>::mac_small(&mut wide, &x, -(k as i32));
                        sum += &p - (&a * k) % &p;
                    }
                }
            }
            assert_eq!(self.value(&F::<M, W, N>::reduce(&wide)), sum % &p);
        }
        for _ in 0..CASES / 10 {
            let values: [BigUint; 6] = core::array::from_fn(|_| self.any());
            let words = values.each_ref().map(Self::words);
            let sum =
                F::<M, W, N>::sum_of_products([(&words[0], &words[1]), (&words[2], &words[3])]);
            assert_eq!(self.value(&sum), (&values[0] * &values[1] + &values[2] * &values[3]) % &p);
            let linear = F::<M, W, N>::linear([(&words[0], 200), (&words[1], -3), (&words[2], 53)]);
            let expected = &values[0] * 200u8 + &values[1] * (&p - 3u8) + &values[2] * 53u8;
            assert_eq!(self.value(&linear), expected % &p);
        }
    }

    /// Inverses, roots and symbols equal those of Montgomery's form.
    fn same_as_montgomery(&mut self) {
        type R<M, W, const N: usize> = Mont<M, W, N>;
        for a in self.samples(SLOW_CASES) {
            let (x, y) = (Self::words(&a), R::<M, W, N>::from_words(&Self::words(&a)));
            let of = |y: &[W; N]| big(&R::<M, W, N>::limbs(&R::<M, W, N>::to_words(y)));
            let inverse = Fold::<M, W, N>::invert(&x);
            assert_eq!(self.value(&Fold::<M, W, N>::invert_vartime(&x)), self.value(&inverse));
            assert_eq!(self.value(&inverse), of(&R::<M, W, N>::invert(&y)), "1/{a:x}");
            let (root, exists) = Fold::<M, W, N>::sqrt(&x);
            let (other, expected) = R::<M, W, N>::sqrt(&y);
            assert_eq!(bool::from(exists), bool::from(expected));
            assert_eq!(self.value(&root), of(&other), "root of {a:x}");
            let (root, exists) = Fold::<M, W, N>::inverse_sqrt(&x);
            let (other, expected) = R::<M, W, N>::inverse_sqrt(&y);
            assert_eq!(bool::from(exists), bool::from(expected));
            assert_eq!(self.value(&root), of(&other), "inverse root of {a:x}");
            let ((square, zero), (square_too, zero_too)) =
                (Fold::<M, W, N>::legendre(&x), R::<M, W, N>::legendre(&y));
            assert_eq!(
                (bool::from(square), bool::from(zero)),
                (bool::from(square_too), bool::from(zero_too))
            );
            assert_eq!(Fold::<M, W, N>::legendre_vartime(&x), R::<M, W, N>::legendre_vartime(&y));
        }
        let mut values: Vec<_> = (0..17).map(|_| Self::words(&self.any())).collect();
        // Zero in both of its forms.
        (values[5], values[9]) = (Fold::<M, W, N>::ZERO, M::P_W);
        let expected: Vec<_> =
            values.iter().map(|x| self.value(&Fold::<M, W, N>::invert(x))).collect();
        let mut scratch = vec![Fold::<M, W, N>::ONE; values.len()];
        Fold::<M, W, N>::invert_batch(&mut values, &mut scratch);
        assert_eq!(values.iter().map(|x| self.value(x)).collect::<Vec<_>>(), expected);
    }

    /// Powers, with runs of ones of every length on top of the exponent.
    fn powers(&mut self) {
        let a = self.any();
        for length in 1..100u32 {
            for tail in [0u64, 1, 0x1234_5678] {
                let exponent = (((BigUint::from(1u8) << length) - 1u8) << 40u32) + tail;
                let power = Fold::<M, W, N>::pow_vartime(&Self::words(&a), &limbs(&exponent));
                assert_eq!(self.value(&power), a.modpow(&exponent, &self.p));
            }
        }
    }
}

macro_rules! suites {
    ($($name:ident: $modulus:ident, $n:literal, $($property:ident)*;)*) => {$(
        mod $name {
            use super::*;
            $(
                #[test]
                fn $property() {
                    Suite::<$modulus, u64, $n>::new().$property();
                    Suite::<$modulus, u32, { 2 * $n }>::new().$property();
                }
            )*
        }
    )*};
}

suites! {
    p25519: P25519, 4, arithmetic sums same_as_montgomery powers;
    koblitz: Koblitz, 4, arithmetic sums same_as_montgomery powers;
    p251: P251, 4, arithmetic sums same_as_montgomery powers;
    p127: P127, 2, arithmetic sums same_as_montgomery powers;
    long_c: LongC, 4, arithmetic sums powers;
}
