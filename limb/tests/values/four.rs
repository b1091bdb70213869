//! Four residues in one vector against big integers: every function, at the ends of each range.
#![cfg(all(target_arch = "x86_64", not(miri)))]

use limb::cpu;
use limb::ifma::Four;
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::oracle::{CASES, fill};

modulus!(P25519, "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
modulus!(Next, "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeb");
modulus!(Short, "7fffffffffffffffffffffffffffffff");

type F = Four<P25519, 4>;
type Rows = [[u64; 4]; 4];

fn token() -> Option<cpu::Ifma> {
    let token = F::found();
    if token.is_none() {
        eprintln!(
            "SKIPPED: this CPU has no AVX-512 IFMA, four residues in a vector were not tested"
        );
    }
    token
}

fn p() -> BigUint {
    (BigUint::from(1u8) << 255u32) - 19u8
}

fn big(words: &[u64; 4]) -> BigUint {
    BigUint::from_bytes_le(words.map(u64::to_le_bytes).as_flattened())
}

/// What each lane stands for.
fn value(a: &F) -> [BigUint; 4] {
    a.to_words().map(|words| {
        assert!(words[3] >> 63 == 0 || big(&words) - p() < BigUint::from(1u32 << 12));
        big(&words) % p()
    })
}

/// Any integers of 256 bits: random ones, the ends, runs of equal bits.
fn rows(rng: &mut ChaCha20Rng) -> Rows {
    core::array::from_fn(|_| {
        let minus = |k: u64| [u64::MAX - 18 - k, u64::MAX, u64::MAX, u64::MAX >> 1];
        match rng.next_u32() & 15 {
            0 => [0; 4],
            1 => [1, 0, 0, 0],
            2 => minus(0),
            3 => minus(1),
            4 => [u64::MAX; 4],
            _ => {
                let mut bytes = [0; 32];
                fill(rng, &mut bytes, 3, 8);
                core::array::from_fn(|i| {
                    u64::from_le_bytes(bytes[8 * i..8 * i + 8].try_into().unwrap())
                })
            }
        }
    })
}

#[test]
fn moduli() {
    const {
        assert!(F::SUPPORTED);
        assert!(!Four::<Next, 4>::SUPPORTED && !Four::<Short, 2>::SUPPORTED);
    }
    assert!(Four::<Next, 4>::found().is_none());
}

#[test]
fn every_function() {
    let Some(token) = token() else { return };
    let mut rng = ChaCha20Rng::seed_from_u64(25519);
    for _ in 0..CASES {
        let (x, y) = (rows(&mut rng), rows(&mut rng));
        let (a, b) = (F::of_words(token, x.each_ref()), F::of_words(token, y.each_ref()));
        let (x, y) = (x.map(|x| big(&x) % p()), y.map(|y| big(&y) % p()));
        assert_eq!((value(&a), value(&b)), (x.clone(), y.clone()));
        let both = |f: fn(&BigUint, &BigUint) -> BigUint| -> [BigUint; 4] {
            core::array::from_fn(|i| f(&x[i], &y[i]) % p())
        };
        assert_eq!(value(&a.mul(&b)), both(|x, y| x * y));
        assert_eq!(value(&a.mul(&a)), core::array::from_fn(|i| &x[i] * &x[i] % p()));
        // Products that are not carried, one of them with an offset: sums and differences of them.
        let (open, offset) = (a.open_product::<0>(&b), a.open_product::<0b1111>(&a));
        assert_eq!(value(&open.carried()), both(|x, y| x * y));
        assert_eq!(value(&offset.carried()), core::array::from_fn(|i| &x[i] * &x[i] % p()));
        let difference = offset.minus::<0b1111>(&open);
        assert_eq!(value(&difference.carried()), both(|x, y| x * x + x * (p() - y)));
        let sum = offset.plus::<0b1111>(&offset).plus::<0b1111>(&open);
        assert_eq!(value(&sum.carried()), both(|x, y| x * x * 2u8 + x * y));
        // By lanes.
        let some = |lanes: u8, f: fn(&BigUint, &BigUint) -> BigUint| -> [BigUint; 4] {
            core::array::from_fn(|i| {
                if (lanes >> i) & 1 == 1 { f(&x[i], &y[i]) % p() } else { x[i].clone() }
            })
        };
        assert_eq!(value(&a.plus::<0b0110>(&b).carried()), some(0b0110, |x, y| x + y));
        let difference = a.offset::<0b1001>().minus::<0b1001>(&b);
        assert_eq!(value(&difference.carried()), some(0b1001, |x, y| x + (p() - y)));
        let offset = a.open_product::<0b0101>(&b).minus::<0b0101>(&b).carried();
        let expected = core::array::from_fn(|i| {
            let minus = if i & 1 == 0 { p() - &y[i] } else { BigUint::ZERO };
            (&x[i] * &y[i] + minus) % p()
        });
        assert_eq!(value(&offset), expected);
        // 2 | 0 << 2 | 3 << 4 | 3 << 6, lane 0 lowest.
        let picked = value(&a.pick::<0b1111_0010>());
        assert_eq!(picked, [2, 0, 3, 3].map(|i: usize| x[i].clone()));
    }
}

/// What builds with debug assertions look at: that ranges hold through long computations, from the
/// largest values that come in.
#[test]
fn ranges_hold() {
    let Some(token) = token() else { return };
    let mut rng = ChaCha20Rng::seed_from_u64(51);
    for _ in 0..4 {
        let (x, y) = (rows(&mut rng), [[u64::MAX; 4]; 4]);
        let (mut a, b) = (F::of_words(token, x.each_ref()), F::of_words(token, y.each_ref()));
        let mut x = x.map(|x| big(&x) % p());
        let y = big(&[u64::MAX; 4]) % p();
        for _ in 0..200 {
            let product = a.open_product::<0b1111>(&b);
            a = product.plus::<0b1111>(&product).minus::<0b1111>(&b.open_product::<0>(&b));
            a = a.plus::<0b1111>(&product).carried();
            x = x.map(|x| (&x * &y * 3u8 + (p() - &y) * &y) % p());
        }
        assert_eq!(value(&a), x);
    }
}
