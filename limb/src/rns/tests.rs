//! Integers behind values, against big integers: the tables by their definitions, and every
//! function at the ends of its ranges.

use std::vec::Vec;

use num_bigint::{BigInt, Sign};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::bases::{Bases, OFFSETS};
use super::tables::{Facts, MOST_NEGATIVE};
use super::vector::{LANES, Plain, Row, Vector};
use super::{Element, Rns, Wide};
use crate::modulus::{Limbs, Modulus, Params, hex};
use crate::wide::MAX_PRODUCTS;

macro_rules! modulus {
    ($name:ident, $hex:literal) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct $name;

        impl Modulus for $name {
            const P: Limbs = hex($hex);
        }
    };
}

modulus!(
    M381,
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
);
modulus!(
    M377,
    "1ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001"
);
modulus!(M254, "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
modulus!(M256, "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
// The largest prime below 2^381.
modulus!(
    Largest,
    "1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeb"
);

const ROUNDS: usize = if cfg!(debug_assertions) { 300 } else { 3_000 };

fn integer(limbs: &[u64]) -> BigInt {
    let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    BigInt::from_bytes_le(Sign::Plus, &bytes)
}

fn modulo(x: &BigInt, m: &BigInt) -> BigInt {
    ((x % m) + m) % m
}

fn inverse(x: &BigInt, m: &BigInt) -> BigInt {
    x.modinv(m).expect("an invertible number")
}

/// What the tests know of a modulus by big integers alone.
struct Oracle {
    p: BigInt,
    a: Vec<BigInt>,
    b: Vec<BigInt>,
    m: BigInt,
    n: BigInt,
    s: Vec<BigInt>,
    t: Vec<BigInt>,
}

impl Oracle {
    /// The scalings are taken from the tables of the integer 1, and held to their equations.
    fn of<M: Params<u64, N>, const N: usize>() -> Self {
        let lanes = Facts::<M, N>::LANES;
        let Bases { a, b } = Facts::<M, N>::BASES;
        let big =
            |row: &[u64; LANES]| row[..lanes].iter().map(|&x| BigInt::from(x)).collect::<Vec<_>>();
        let [s, t] = &Facts::<M, N>::FOR_EDGES.unit;
        let (a, b, s, t) = (big(&a), big(&b), big(&s.0), big(&t.0));
        let (m, n) = (a.iter().product(), b.iter().product());
        Self { p: integer(&M::P), a, b, m, n, s, t }
    }

    /// The integer by one half: of either sign, below half of the basis' product.
    fn by(lanes: &[BigInt], primes: &[BigInt], scale: &[BigInt]) -> BigInt {
        let all: BigInt = primes.iter().product();
        let mut sum = BigInt::ZERO;
        for ((lane, prime), scale) in lanes.iter().zip(primes).zip(scale) {
            let rest = &all / prime;
            sum += modulo(&(lane * inverse(scale, prime) * inverse(&rest, prime)), prime) * rest;
        }
        let sum = modulo(&sum, &all);
        if &sum * 2 > all { sum - all } else { sum }
    }

    /// The integer behind a value, which both halves hold; lanes are at most `times` primes.
    fn integer<V: Vector>(&self, x: &Element<V>, times: u64) -> BigInt {
        let halves =
            [(x.a, &self.a, &self.s), (x.b, &self.b, &self.t)].map(|(half, primes, scale)| {
                let mut row = Row([0; LANES]);
                half.spill(&mut row);
                assert!(row.0[primes.len()..].iter().all(|&x| x == 0), "lanes without a prime");
                let lanes: Vec<_> =
                    row.0[..primes.len()].iter().map(|&x| BigInt::from(x)).collect();
                assert!(
                    lanes.iter().zip(primes).all(|(lane, prime)| lane <= &(prime * times)),
                    "a lane left its range"
                );
                Self::by(&lanes, primes, scale)
            });
        assert_eq!(halves[0], halves[1], "the halves hold different integers");
        halves[0].clone()
    }

    /// A value of this integer, its lanes as large as they may be, or as small.
    fn element<V: Vector>(
        &self,
        token: V::Token,
        x: &BigInt,
        top: impl Fn(usize) -> bool,
        bound: u64,
    ) -> Element<V> {
        let [a, b] = [(&self.a, &self.s), (&self.b, &self.t)].map(|(primes, scale)| {
            let mut row = Row([0; LANES]);
            for (i, (prime, scale)) in primes.iter().zip(scale).enumerate() {
                let mut lane = modulo(&(x * scale), prime);
                if top(i) {
                    lane += if lane == BigInt::ZERO { prime * 2 } else { prime.clone() };
                }
                row.0[i] = lane.try_into().expect("a lane");
            }
            V::load(token, &row)
        });
        Element::of(token, a, b, bound)
    }

    /// x·M mod p: the least integer of a residue.
    fn montgomery(&self, x: &BigInt) -> BigInt {
        modulo(&(x * &self.m), &self.p)
    }

    /// The residue of an integer.
    fn residue(&self, x: &BigInt) -> BigInt {
        modulo(&(x * inverse(&self.m, &self.p)), &self.p)
    }
}

/// A residue: the ends of the range, and random ones.
fn residue(rng: &mut impl Rng, p: &BigInt) -> BigInt {
    let small = rng.next_u32() % 4;
    match rng.next_u32() & 7 {
        0 => BigInt::from(small),
        1 => p - 1 - small,
        _ => {
            let mut bytes = [0; 64];
            rng.fill_bytes(&mut bytes);
            BigInt::from_bytes_le(Sign::Plus, &bytes) % p
        }
    }
}

#[allow(clippy::needless_range_loop)] // One index runs over several arrays.
fn tables<M: Params<u64, N>, const N: usize>() {
    let oracle = Oracle::of::<M, N>();
    let Oracle { p, a, b, m, n, s, t } = &oracle;
    let two = BigInt::from(1u64 << 52);
    let lanes = a.len();
    assert_eq!((lanes, b.len()), (Facts::<M, N>::LANES, Facts::<M, N>::LANES));
    let mut all: Vec<_> = a.iter().chain(b).collect();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 2 * lanes, "a prime stands twice");
    for i in 0..lanes {
        let rest = m / &a[i];
        assert_eq!(
            modulo(&(&s[i] * &s[i] * p * rest + &two), &a[i]),
            BigInt::ZERO,
            "s of lane {i}"
        );
        let rest = n / &b[i];
        assert_eq!(
            modulo(&(&t[i] * &t[i] * m * rest - &two), &b[i]),
            BigInt::ZERO,
            "t of lane {i}"
        );
    }
    let tables = Facts::<M, N>::FOR_REDUCTION;
    for i in 0..lanes {
        for j in 0..lanes {
            let digit = p * inverse(&a[i], &b[j]) * inverse(&(n / &b[j]), &b[j]);
            assert_eq!(BigInt::from(tables.into_b[i].0[j]), modulo(&(&two * digit), &b[j]));
            let part = &s[i] * (n / &b[j]);
            assert_eq!(BigInt::from(tables.into_a[j].0[i]), modulo(&(&two * part), &a[i]));
        }
        assert_eq!(BigInt::from(tables.rank.0[i]), modulo(&(-&two * &s[i] * n), &a[i]));
        let v = modulo(&(&t[i] * (n / &b[i])), &b[i]);
        let scale = [v.clone(), (&v << 52) / &b[i], &two - &b[i]];
        assert_eq!(tables.scale.map(|row| BigInt::from(row.0[i])), scale);
        for (half, primes) in [(&tables.a, a), (&tables.b, b)] {
            let prime = &primes[i];
            assert_eq!(BigInt::from(half.m.0[i]), *prime);
            assert_eq!(modulo(&(prime * half.inverse.0[i]), &two), &two - 1);
            assert_eq!(BigInt::from(half.minus.0[i]), &two - prime);
            assert_eq!(BigInt::from(half.start[0].0[i]), &two - 1);
            assert_eq!(BigInt::from(half.start[1].0[i]), prime * (4 * MOST_NEGATIVE));
        }
    }
    // The bounds of docs/rns.md, as big integers.
    let most = BigInt::from(Facts::<M, N>::MOST);
    assert!(
        most * p * BigInt::from(100) <= m * BigInt::from(99),
        "|W|/M is below p by a hundredth"
    );
    assert!((p * Facts::<M, N>::REDUCED) << 14 < *n, "the rank is certain");
    let lazy = 2 * Facts::<M, N>::GROWTH * Facts::<M, N>::REDUCED;
    assert!(u64::from(MAX_PRODUCTS) * lazy * lazy <= Facts::<M, N>::MOST);
}

#[test]
fn tables_are_what_they_are_defined_as() {
    tables::<M381, 6>();
    tables::<M377, 6>();
    tables::<Largest, 6>();
    tables::<M254, 4>();
    tables::<M256, 4>();
}

/// All primes 2^50 − c with c up to the largest offset, by trial division.
#[test]
fn offsets_are_of_all_primes() {
    let limit = 1 << 25;
    let mut composite = std::vec![false; limit];
    let mut is = [true; 676];
    for d in 2..limit as u64 {
        if composite[d as usize] {
            continue;
        }
        (d * d..limit as u64).step_by(d as usize).for_each(|k| composite[k as usize] = true);
        // The c with 2^50 ≡ c modulo d.
        ((1u64 << 50) % d..676).step_by(d as usize).for_each(|c| is[c as usize] = false);
    }
    let found: Vec<u64> = (1..676).filter(|&c| is[c as usize]).collect();
    assert_eq!(found, OFFSETS);
}

/// Products, sums of products, conversions and comparisons of representatives at the ends of all
/// ranges.
fn extremes<M: Params<u64, N>, V: Vector, const N: usize>() {
    type R<M, V, const N: usize> = Rns<M, V, N>;
    let Some(token) = R::<M, V, N>::token() else {
        std::eprintln!("SKIPPED: this CPU has no AVX-512 IFMA, the kernels were not run");
        return;
    };
    let oracle = Oracle::of::<M, N>();
    let p = &oracle.p;
    let growth = Facts::<M, N>::REDUCED * Facts::<M, N>::GROWTH;
    let mut rng = ChaCha20Rng::seed_from_u64(50 + N as u64);
    for round in 0..ROUNDS {
        let residues = [(); 4].map(|()| residue(&mut rng, p));
        let moves = [(); 4].map(|()| match rng.next_u32() & 3 {
            0 => growth as i64 - 1,
            1 => -(growth as i64),
            _ => i64::from(rng.next_u32() % (2 * growth as u32)) - growth as i64,
        });
        let integers: Vec<BigInt> = residues
            .iter()
            .zip(moves)
            .map(|(x, k)| oracle.montgomery(x) + p * BigInt::from(k))
            .collect();
        let tops = [(); 4].map(|()| match rng.next_u32() & 3 {
            0 => 0,
            1 => rng.next_u32(),
            _ => u32::MAX,
        });
        let element = |i: usize| {
            oracle.element::<V>(token, &integers[i], |lane| tops[i] >> lane & 1 == 1, growth)
        };
        let [a, b, c, d] = [element(0), element(1), element(2), element(3)];
        let [ia, ib, ic, id] = [0, 1, 2, 3].map(|i| integers[i].clone());

        let (sum, difference) = (R::<M, V, N>::add(&a, &b), R::<M, V, N>::sub(&c, &d));
        assert_eq!(oracle.integer(&sum, 4), &ia + &ib);
        assert_eq!(oracle.integer(&difference, 4), &ic - &id);
        assert_eq!(oracle.integer(&R::<M, V, N>::neg(&a), 2), -&ia);
        let small = R::<M, V, N>::add(&R::<M, V, N>::one(token), &R::<M, V, N>::one(token));
        assert_eq!(
            oracle.residue(&oracle.integer(&R::<M, V, N>::weak(&small), 2)),
            BigInt::from(2)
        );

        let reduced = |got: &Element<V>, wide: BigInt| {
            let got = oracle.integer(got, 2);
            assert_eq!(modulo(&(&got * &oracle.m), p), modulo(&wide, p), "round {round}");
            assert!(
                &got < &(p * Facts::<M, N>::REDUCED) && -&got < *p,
                "round {round}: an integer left its bounds"
            );
        };
        reduced(&R::<M, V, N>::mul(&sum, &difference), (&ia + &ib) * (&ic - &id));
        reduced(&R::<M, V, N>::sqr(&sum), (&ia + &ib) * (&ia + &ib));
        let complex = R::<M, V, N>::complex_mul(&[sum, c], &[difference, d]);
        let (isum, idifference) = (&ia + &ib, &ic - &id);
        reduced(&complex[0], &isum * &idifference - &ic * &id);
        reduced(&complex[1], &isum * &id + &ic * &idifference);

        // The longest sums of the largest operands, of one sign and of both.
        let mut wide: [Wide<V>; 4] = [R::<M, V, N>::wide(token); 4];
        for k in 0..MAX_PRODUCTS {
            R::<M, V, N>::mac(&mut wide[0], &sum, &sum);
            R::<M, V, N>::msub(&mut wide[1], &sum, &sum);
            R::<M, V, N>::msub(&mut wide[2], &sum, &difference);
            if k & 1 == 0 {
                R::<M, V, N>::mac(&mut wide[3], &difference, &a);
            } else {
                R::<M, V, N>::msub(&mut wide[3], &b, &difference);
            }
        }
        let (most, half) = (MAX_PRODUCTS, MAX_PRODUCTS / 2);
        let expected = [
            &isum * &isum * most,
            -(&isum * &isum) * most,
            -(&isum * &idifference) * most,
            (&ia - &ib) * &idifference * half,
        ];
        for (got, expected) in R::<M, V, N>::reduce_many(wide.each_ref()).iter().zip(&expected) {
            reduced(got, expected.clone());
        }
        let [w0, w1, w2, w3] = &wide;
        reduced(&R::<M, V, N>::reduce(w0), expected[0].clone());
        for (got, k) in R::<M, V, N>::reduce_many([w3, w2, w1]).iter().zip([3, 2, 1]) {
            reduced(got, expected[k].clone());
        }
        // Sums of sums.
        let (one, two) = (R::<M, V, N>::product(&a, &b), R::<M, V, N>::product(&c, &d));
        let mut both = one;
        R::<M, V, N>::wide_sub(&mut both, &two);
        R::<M, V, N>::wide_times(&mut both, 5);
        R::<M, V, N>::wide_add(&mut both, &two);
        reduced(&R::<M, V, N>::reduce(&both), &ia * &ib * 5 - &ic * &id * 4);
        // Multiples are products with k·M mod p.
        for k in [0i32, 1, -2, 16, -17, 40] {
            let mut wide = one;
            R::<M, V, N>::mac_small(&mut wide, &c, k);
            let got = oracle.residue(&oracle.integer(&R::<M, V, N>::reduce(&wide), 2));
            let expected = oracle.residue(&ia) * oracle.residue(&ib) + oracle.residue(&ic) * k;
            assert_eq!(got, modulo(&expected, p));
        }

        // Zero in all its guises.
        let zero = p * BigInt::from(moves[0]);
        let zero = oracle.element::<V>(token, &zero, |lane| tops[0] >> lane & 1 == 1, growth);
        assert_eq!(R::<M, V, N>::is_zero(&zero).unwrap_u8(), 1);
        assert_eq!(R::<M, V, N>::is_zero(&a).unwrap_u8(), u8::from(residues[0] == BigInt::ZERO));
        let near = oracle.element::<V>(token, &(p * BigInt::from(moves[0]) + 1), |_| true, growth);
        assert_eq!(R::<M, V, N>::is_zero(&near).unwrap_u8(), 0);
        assert_eq!(R::<M, V, N>::equal(&a, &b).unwrap_u8(), u8::from(residues[0] == residues[1]));
        let again = oracle.element::<V>(token, &oracle.montgomery(&residues[0]), |_| false, growth);
        assert_eq!(R::<M, V, N>::equal(&a, &again).unwrap_u8(), 1);

        // Out and in again: any words may come in.
        for (value, x) in
            [(&a, ia.clone()), (&sum, &ia + &ib), (&difference, &ic - &id), (&zero, BigInt::ZERO)]
        {
            let words = R::<M, V, N>::to_words(value);
            let expected = modulo(&(oracle.residue(&x) << (64 * N)), p);
            assert_eq!(integer(&words), expected);
            let back = R::<M, V, N>::of_words(token, &words);
            let back = oracle.integer(&back, 2);
            assert_eq!(oracle.residue(&back), oracle.residue(&x));
            assert!(back < p * Facts::<M, N>::REDUCED && back >= BigInt::ZERO);
        }
        let words: [u64; N] =
            core::array::from_fn(|_| if round & 1 == 0 { u64::MAX } else { rng.next_u64() });
        let got = oracle.integer(&R::<M, V, N>::of_words(token, &words), 2);
        assert_eq!(modulo(&(oracle.residue(&got) << (64 * N)), p), modulo(&integer(&words), p));

        for choice in [0, 1] {
            let got = oracle.integer(&R::<M, V, N>::select(&a, &b, choice.into()), 2);
            assert_eq!(got, if choice == 1 { ib.clone() } else { ia.clone() });
        }
    }
    for value in [0, 1, 2, 16, 17, 255, 256] {
        let got = oracle.integer(&R::<M, V, N>::small(token, value), 2);
        assert_eq!(oracle.residue(&got), BigInt::from(value));
    }
}

macro_rules! on {
    ($name:ident, $vector:ty) => {
        mod $name {
            use super::*;

            #[test]
            fn six_words() {
                extremes::<M381, $vector, 6>();
                extremes::<Largest, $vector, 6>();
            }

            #[test]
            fn four_words() {
                extremes::<M254, $vector, 4>();
                extremes::<M256, $vector, 4>();
            }
        }
    };
}

on!(on_plain_words, Plain);
#[cfg(all(target_arch = "x86_64", not(miri)))]
on!(on_vectors, crate::rns::Zmm);
