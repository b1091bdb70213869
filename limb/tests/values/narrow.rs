//! Sums of reduced products, and complex products made of them, against big integers: at the ends
//! of their ranges and between.
#![allow(clippy::integer_division_remainder_used)] // The oracle divides; nothing is secret here.

use limb::modulus::Params;
use limb::narrow::MOST;
use limb::{Mont, Narrow, Word};
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::oracle::{CASES, big, fill, limbs};

modulus!(
    Bls12Base,
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
);
modulus!(Bn254Base, "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
modulus!(P256, "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");

/// Below a bound: its ends in the first cases, then random ones, now and then with runs of zeros
/// and ones.
fn below(rng: &mut ChaCha20Rng, bound: &BigUint, case: usize) -> BigUint {
    match (case, rng.next_u32() & 3) {
        (0..40, 0) => BigUint::ZERO,
        (0..40, 1) => bound - 1u8,
        (0..40, 2) => bound >> 1,
        _ => {
            let mut bytes = [0; 64];
            fill(rng, &mut bytes, 4, 8);
            BigUint::from_bytes_le(&bytes) % bound
        }
    }
}

struct Suite<M, W, const N: usize> {
    p: BigUint,
    radix_inverse: BigUint,
    rng: ChaCha20Rng,
    _types: core::marker::PhantomData<(M, W)>,
}

impl<M: Params<W, N>, W: Word, const N: usize> Suite<M, W, N> {
    fn new() -> Self {
        let p = big(&M::P);
        let radix_inverse = (BigUint::from(1u8) << (64 * M::LEN)).modinv(&p).unwrap();
        Self {
            p,
            radix_inverse,
            rng: ChaCha20Rng::seed_from_u64(0x6e61_7272),
            _types: core::marker::PhantomData,
        }
    }

    fn words(value: &BigUint) -> [W; N] {
        Mont::<M, W, N>::words(&limbs(value))
    }

    fn big(words: &[W; N]) -> BigUint {
        big(&Mont::<M, W, N>::limbs(words))
    }

    #[inline(never)]
    fn reduce(sum: Narrow<W, N>) -> BigUint {
        let reduced = sum.reduce::<M>();
        assert!(Mont::<M, W, N>::is_reduced(&reduced));
        Self::big(&reduced)
    }

    /// Both ends of what a sum may be, and the numbers beside them.
    fn ends(&mut self) {
        let p = self.p.clone();
        for a in [&p - 1u8, &p - 2u8, BigUint::from(1u8), &p >> 1, BigUint::ZERO] {
            let value = Narrow::of_reduced(Self::words(&a));
            for k in [1, 2, 3, MOST / 2, MOST - 1, MOST] {
                let mut sum = value;
                sum.times(k);
                assert_eq!(Self::reduce(sum), &a * k % &p, "{k} times {a:x}");
                let mut minus = Narrow::zero();
                minus.sub(&sum);
                assert_eq!(Self::reduce(minus), (&p - &a) * k % &p, "{k} times −{a:x}");
            }
        }
    }

    /// Terms of every kind, in two sums that are added or subtracted.
    fn sums(&mut self) {
        let p = self.p.clone();
        let lazy = if Mont::<M, W, N>::LAZY { &p * 2u8 } else { p.clone() };
        for case in 0..CASES {
            let (mut sums, mut expected) =
                ([Narrow::<W, N>::zero(); 2], [BigUint::ZERO, BigUint::ZERO]);
            for _ in 0..1 + self.rng.next_u32() % 20 {
                let which = (self.rng.next_u32() & 1) as usize;
                let (a, b) = (below(&mut self.rng, &lazy, case), below(&mut self.rng, &lazy, case));
                let (x, y) = (Self::words(&a), Self::words(&b));
                let product = &a * &b * &self.radix_inverse % &p;
                expected[which] += match self.rng.next_u32() % 3 {
                    0 => {
                        sums[which].mac::<M>(&x, &y);
                        product
                    }
                    1 => {
                        sums[which].msub::<M>(&x, &y);
                        &p - product
                    }
                    _ => {
                        let (a, k) = (a % &p, self.rng.next_u32() as i32 % 4);
                        sums[which].mac_small::<M>(&Self::words(&a), k);
                        if k < 0 { (&p - a) * k.unsigned_abs() } else { a * k.unsigned_abs() }
                    }
                };
            }
            let [mut sum, other] = sums;
            let [one, two] = expected;
            let minus_two = &p - &two % &p;
            let expected = match case % 5 {
                0 => {
                    sum.add(&other);
                    one + two
                }
                1 => {
                    sum.sub(&other);
                    one + minus_two
                }
                2 => {
                    sum.add_two(&other, &other);
                    one + two * 2u8
                }
                3 => {
                    sum.sub_two(&other, &other);
                    one + minus_two * 2u8
                }
                _ => {
                    sum = Narrow::zero();
                    sum.add_sub(&sums[0], &other);
                    one + minus_two
                }
            };
            assert_eq!(Self::reduce(sum), expected % &p);
        }
    }

    /// Three reduced values with their signs, and multiples of that with twice another.
    fn threes(&mut self) {
        let p = self.p.clone();
        for case in 0..CASES {
            let [a, b, c, e] = [0; 4].map(|_| below(&mut self.rng, &p, case));
            let [x, y, z, w] = [&a, &b, &c, &e].map(Self::words);
            let sums = [
                (Narrow::of_three::<false, false>(&x, &y, &z), &a + &b + &c),
                (Narrow::of_three::<false, true>(&x, &y, &z), &a + &b + (&p - &c)),
                (Narrow::of_three::<true, false>(&x, &y, &z), &a + (&p - &b) + &c),
                (Narrow::of_three::<true, true>(&x, &y, &z), &a + (&p - &b) + (&p - &c)),
                (Mont::<M, W, N>::complex_of_three_products(&y, &z, &x)[0], &b + (&p - &c)),
                (
                    Mont::<M, W, N>::complex_of_three_products(&y, &z, &x)[1],
                    &a + (&p - &b) + (&p - &c),
                ),
            ];
            for (sum, expected) in sums {
                for k in [1, 3, (MOST - 2).div_euclid(3)] {
                    let with = |words: [W; N]| {
                        assert!(Mont::<M, W, N>::is_reduced(&words));
                        Self::big(&words)
                    };
                    let multiple = &expected * k;
                    assert_eq!(
                        with(sum.reduce_with_twice::<M, false>(k, &w)),
                        (&multiple + &e * 2u8) % &p
                    );
                    assert_eq!(
                        with(sum.reduce_with_twice::<M, true>(k, &w)),
                        (multiple + (&p - &e) * 2u8) % &p
                    );
                }
                assert_eq!(Self::reduce(sum), expected % &p);
            }
        }
    }

    fn complex(&mut self) {
        let p = self.p.clone();
        let lazy = &p * 2u8;
        let radix_inverse = self.radix_inverse.clone();
        let modulo = |value: BigUint| value * &radix_inverse % &p;
        for case in 0..CASES {
            let mut two = |bound: &BigUint| {
                [below(&mut self.rng, bound, case), below(&mut self.rng, bound, case)]
            };
            let ([a0, a1], [b0, b1]) = (two(&lazy), two(&lazy));
            let (a, b) =
                ([Self::words(&a0), Self::words(&a1)], [Self::words(&b0), Self::words(&b1)]);
            let expected = [modulo(&a0 * &b0 + (&lazy - &a1) * &b1), modulo(&a0 * &b1 + &a1 * &b0)];
            let product = Mont::<M, W, N>::complex_mul_narrow(&a, &b);
            assert_eq!(product.map(|c| Self::big(&c)), expected);
            assert_eq!(Mont::<M, W, N>::complex_product_narrow(&a, &b).map(Self::reduce), expected);
            let [a0, a1] = two(&p);
            let square = Mont::<M, W, N>::complex_sqr_narrow(&[Self::words(&a0), Self::words(&a1)]);
            let expected = [modulo(&a0 * &a0 + (&p - &a1) * &a1), modulo(&a0 * &a1 * 2u8)];
            assert_eq!(square.map(|c| Self::big(&c)), expected);
        }
    }
}

macro_rules! suites {
    ($($name:ident: $modulus:ident, $word:ty, $n:literal, $($property:ident)*;)*) => {$(
        #[test]
        fn $name() {
            let mut suite = Suite::<$modulus, $word, $n>::new();
            $(suite.$property();)*
        }
    )*};
}

// Three spare bits, two, and none.
suites! {
    bls12_base_64: Bls12Base, u64, 6, ends sums threes complex;
    bls12_base_32: Bls12Base, u32, 12, ends sums threes complex;
    bn254_base_64: Bn254Base, u64, 4, ends sums threes complex;
    bn254_base_32: Bn254Base, u32, 8, ends sums threes complex;
    p256_64: P256, u64, 4, ends sums threes;
    p256_32: P256, u32, 8, ends sums threes;
}
