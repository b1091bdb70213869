//! Kernels at the ends of their ranges against big integers, under every way of rounding and of
//! treating small numbers that a CPU has.

use std::vec::Vec;

use num_bigint::BigInt;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::vector::{Magic, Vector, Ymm, Zmm};
use super::*;
use crate::Modulus;
use crate::modulus::hex;
use crate::wide::MAX_PRODUCTS;

macro_rules! modulus {
    ($name:ident, $hex:literal) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct $name;

        impl Modulus for $name {
            const DOUBLES: bool = true;
            const P: Limbs = hex($hex);
        }
    };
}

modulus!(
    M381,
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
);
// The longest, and one with −1/m close to 2^48 modulo 2^49.
modulus!(
    M382,
    "3fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff97"
);
modulus!(
    Dear6,
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9fefffffffffffd"
);
modulus!(
    M377,
    "01ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001"
);
modulus!(M254, "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
modulus!(M255, "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
modulus!(Largest4, "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff43");
// As long as the shortest that are supported, and one bit shorter.
modulus!(M245, "10000000000000000000000000000000000000000000000000000000000051");
modulus!(M244, "f0000000000000000000000000000000000000000000000000000000000ef");
modulus!(
    M383,
    "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff43"
);

/// MXCSR as each thread starts with it: all interrupts masked, rounding to the nearest.
const USUAL: u32 = 0x1f80;

/// The bits of MXCSR for rounding, and for small numbers.
const ROUNDINGS: [u32; 4] = [0, 1 << 13, 2 << 13, 3 << 13];
const SMALL: [u32; 4] = [0, 1 << 15, 1 << 6, 1 << 15 | 1 << 6];

/// Runs a test with floating point set so.
fn under<R>(control: u32, test: impl FnOnce() -> R) -> R {
    let set = |control: u32| {
        // SAFETY: a value of the register as the manuals have it, and what is between this and the
        // next one has no floating point of the compiler's but what is exact.
        unsafe {
            core::arch::asm!("ldmxcsr [{}]", in(reg) &raw const control, options(nostack));
        }
    };
    set(control);
    let out = test();
    set(USUAL);
    out
}

fn token() -> Option<cpu::Doubles> {
    let token = cpu::Doubles::of_this_cpu();
    if token.is_none() {
        std::eprintln!("SKIPPED: this CPU has no AVX2 with FMA, the kernels were not run");
    }
    token
}

fn modulus<M: Modulus>() -> BigInt {
    M::P.iter().rev().fold(BigInt::ZERO, |sum, &word| (sum << 64u32) + BigInt::from(word))
}

fn integer<const N: usize>(limbs: &[i64; 8]) -> BigInt {
    limbs[..super::limbs(N)].iter().rev().fold(BigInt::ZERO, |sum, limb| (sum << bits(N)) + limb)
}

impl<const N: usize> Lanes<N> {
    fn of_limbs(token: cpu::Doubles, lanes: &[[i64; 8]; LANES]) -> Self {
        let limb = |i: usize| Eight(core::array::from_fn(|lane| lanes[lane][i] as f64));
        Self { low: array(limb), high: array(|i| limb(N + i)), token }
    }

    fn integers(&self) -> Vec<BigInt> {
        (0..LANES).map(|lane| integer::<N>(&self.lane(lane))).collect()
    }
}

/// Limbs at the ends of the range of a value below k·m: all but the highest at most k·2^(r − 1).
fn extreme<M: Params<u64, N>, const N: usize>(rng: &mut impl Rng, k: i64) -> [i64; 8] {
    let (l, half, m) = (limbs(N), Of::<N>::HALF as i64, modulus::<M>());
    loop {
        let mut out = [0; 8];
        let pattern = rng.next_u32();
        for (i, limb) in out[..l - 1].iter_mut().enumerate() {
            *limb = match (pattern >> (3 * i)) & 7 {
                0 | 1 => k * half,
                2 | 3 => -k * half,
                4 => 0,
                5 => k * (half - 1),
                _ => (rng.next_u64() as i64 >> 3) % (k * half + 1),
            };
        }
        let most = k * Facts::<M, N>::M[l - 1];
        out[l - 1] = match rng.next_u32() & 7 {
            0..=2 => most,
            3..=5 => -most,
            6 => 0,
            _ => (rng.next_u64() as i64 >> 3) % (most + 1),
        };
        let value = integer::<N>(&out);
        if value.magnitude() < (&m * k).magnitude() {
            return out;
        }
    }
}

/// What values must be: congruent, below m, limbs as short as they should be.
#[track_caller]
fn check<M: Params<u64, N>, const N: usize>(what: &str, found: &Lanes<N>, expected: &[BigInt]) {
    let m = modulus::<M>();
    for (lane, (value, expected)) in found.integers().iter().zip(expected).enumerate() {
        let difference: BigInt = (value - expected) % &m;
        assert_eq!(difference, BigInt::ZERO, "{what}, lane {lane}");
        assert!(value.magnitude() < m.magnitude(), "{what}, lane {lane} is as long as m");
    }
    assert!(is_within::<M, N>(found, 1), "{what}: {found:?}");
}

fn kernels<M: Params<u64, N>, const N: usize>(token: cpu::Doubles, control: u32, rounds: usize) {
    type E<M, const N: usize> = Mont<M, N>;
    assert!(E::<M, N>::SUPPORTED);
    let m = modulus::<M>();
    let inverse = (BigInt::from(1) << Facts::<M, N>::RADIX).modinv(&m).expect("m is odd");
    let mut rng = ChaCha20Rng::seed_from_u64(u64::from(control) + N as u64);
    for round in 0..rounds {
        let mut draw = |k: i64| {
            let lanes = core::array::from_fn(|_| extreme::<M, N>(&mut rng, k));
            Lanes::<N>::of_limbs(token, &lanes)
        };
        let [a, b, c, d] = core::array::from_fn(|_| draw(2));
        let [x, y, z] = core::array::from_fn(|_| draw(1));
        let k = [0, 1, 2, 3, 255, 256, 9, 17][round & 7];
        let of = |f: &dyn Fn(usize) -> BigInt| -> Vec<BigInt> { (0..LANES).map(f).collect() };
        let [va, vb, vc, vd, vx, vy, vz] =
            [&a, &b, &c, &d, &x, &y, &z].map(|value| value.integers());
        let product = of(&|i| &va[i] * &vb[i] * &inverse);
        let two = of(&|i| (&va[i] * &vb[i] + &vc[i] * &vd[i]) * &inverse);

        let (found, found_two, squares, in_place) = under(control, || {
            let mut in_place = a;
            E::<M, N>::mul_assign(&mut in_place, &b);
            let two = E::<M, N>::sum_of_two([(&a, &b), (&c, &d)]);
            (E::<M, N>::mul(&a, &b), two, E::<M, N>::sqr(&a), in_place)
        });
        check::<M, N>("mul", &found, &product);
        check::<M, N>("sum of two", &found_two, &two);
        check::<M, N>("sqr", &squares, &of(&|i| &va[i] * &va[i] * &inverse));
        assert_eq!(in_place.integers(), found.integers());
        // However the CPU rounds, results have the same limbs.
        if control != USUAL {
            let usual = [E::<M, N>::mul(&a, &b), E::<M, N>::sqr(&a)];
            assert_eq!([found, squares].map(|a| a.integers()), usual.map(|a| a.integers()));
        }

        // Sums: the longest of either sign, and what is done with them.
        let (longest, least, mixed, small) = under(control, || {
            let (mut longest, mut least) = (Wide::zero(token), Wide::zero(token));
            let one = E::<M, N>::product(&a, &b);
            for _ in 0..MAX_PRODUCTS {
                E::<M, N>::mac(&mut longest, &a, &b);
                least.sub(&one);
            }
            let mut mixed = E::<M, N>::product(&a, &b);
            mixed.times(9);
            mixed.sub(&E::<M, N>::product(&c, &d));
            mixed.times(3);
            let mut small = E::<M, N>::product(&c, &d);
            E::<M, N>::mac_small(&mut small, &x, 13);
            E::<M, N>::mac_small(&mut small, &y, -18);
            [longest, least, mixed, small].map(|sum| E::<M, N>::reduce(&sum)).into()
        });
        check::<M, N>("the longest sum", &longest, &of(&|i| &product[i] * MAX_PRODUCTS));
        check::<M, N>("the least sum", &least, &of(&|i| &product[i] * -i64::from(MAX_PRODUCTS)));
        let value = |i: usize| (&va[i] * &vb[i] * 9 - &vc[i] * &vd[i]) * 3 * &inverse;
        check::<M, N>("a mixed sum", &mixed, &of(&value));
        let value = |i: usize| &vc[i] * &vd[i] * &inverse + &vx[i] * 13 - &vy[i] * 18;
        check::<M, N>("small multiples", &small, &of(&value));

        // Linear operations.
        let (weak, times, linear, one_sided, signs, zeros) = under(control, || {
            let zero = Lanes::zero(token);
            (
                [E::<M, N>::weak(&a), E::<M, N>::neg(&x)],
                E::<M, N>::times(&x, k),
                E::<M, N>::linear(&[(&x, 3), (&y, -28), (&z, 1)]),
                E::<M, N>::linear(&[(&x, -32)]),
                [E::<M, N>::add(&x, &y), E::<M, N>::sub(&x, &y)],
                [
                    E::<M, N>::is_zero(&x),
                    E::<M, N>::is_zero(&E::<M, N>::sub(&zero, &zero)),
                    E::<M, N>::zeros_vartime(&E::<M, N>::sub(&x, &x)),
                    E::<M, N>::zeros_vartime(&a),
                ],
            )
        });
        check::<M, N>("weak", &weak[0], &va);
        check::<M, N>("neg", &weak[1], &of(&|i| -&vx[i]));
        check::<M, N>("times", &times, &of(&|i| &vx[i] * k));
        check::<M, N>("linear", &linear, &of(&|i| &vx[i] * 3 - &vy[i] * 28 + &vz[i]));
        check::<M, N>("linear of one", &one_sided, &of(&|i| &vx[i] * -32));
        assert_eq!(signs[0].integers(), of(&|i| &vx[i] + &vy[i]));
        assert_eq!(signs[1].integers(), of(&|i| &vx[i] - &vy[i]));
        let zero = |values: &[BigInt]| {
            let is = |value: &BigInt| u8::from(value % &m == BigInt::ZERO);
            values.iter().enumerate().fold(0, |bits, (i, value)| bits | is(value) << i)
        };
        assert_eq!(zeros, [zero(&vx), 0xff, 0xff, zero(&va)]);

        // Complex numbers: one product, and as many as are added.
        let (left, right) = ([a, b], [c, d]);
        let terms = [(&left, &right); MOST_TERMS];
        let (one, most, as_sums, square) = under(control, || {
            let mut out = [[Lanes::zero(token); 2]; 2];
            E::<M, N>::complex_sum(&mut out[0], &[terms[0]]);
            E::<M, N>::complex_sum(&mut out[1], &terms);
            let sums = E::<M, N>::complex_product(&[a, b], &[c, d]);
            (
                out[0],
                out[1],
                sums.map(|sum| E::<M, N>::reduce(&sum)),
                E::<M, N>::complex_sqr(&[a, b]),
            )
        });
        let complex = [
            of(&|i| (&va[i] * &vc[i] - &vb[i] * &vd[i]) * &inverse),
            of(&|i| (&va[i] * &vd[i] + &vb[i] * &vc[i]) * &inverse),
        ];
        let squares = [
            of(&|i| (&va[i] * &va[i] - &vb[i] * &vb[i]) * &inverse),
            of(&|i| &va[i] * &vb[i] * 2 * &inverse),
        ];
        for part in 0..2 {
            check::<M, N>("complex", &one[part], &complex[part]);
            check::<M, N>("complex, as sums", &as_sums[part], &complex[part]);
            check::<M, N>("complex squares", &square[part], &squares[part]);
            let sum: Vec<BigInt> = complex[part].iter().map(|one| one * MOST_TERMS).collect();
            check::<M, N>("complex sums", &most[part], &sum);
        }

        // In and out: integers of whole words, and the least representatives.
        let words: [[u64; N]; LANES] = core::array::from_fn(|lane| {
            let mut words = M::P_W;
            if lane == 0 {
                words[0] -= 1;
                return words;
            }
            rng.fill_bytes_of(&mut words);
            words[N - 1] %= M::P_W[N - 1];
            if lane == 1 { [0; N] } else { words }
        });
        let (out, scaled, product_of_words, odd) = under(control, || {
            let value = E::<M, N>::of_words(token, words.each_ref());
            let scaled = E::<M, N>::of_words_scaled(token, words.each_ref());
            let pair = [Words::of_rows(token, words.each_ref())];
            let scaled =
                E::<M, N>::mul(&E::<M, N>::mul(&scaled, &scaled), &E::<M, N>::unscale(token));
            (
                [value, E::<M, N>::neg(&E::<M, N>::neg(&value))].map(|a| E::<M, N>::to_words(&a)),
                E::<M, N>::to_words(&scaled),
                E::<M, N>::mul_words(&pair, &pair)[0],
                E::<M, N>::is_odd(&value),
            )
        });
        assert_eq!(out, [words; 2]);
        let shift = (BigInt::from(1) << (64 * N)).modinv(&m).expect("m is odd");
        let whole = |words: &[u64; N]| {
            words.iter().rev().fold(BigInt::ZERO, |sum, word| (sum << 64u32) + word)
        };
        for lane in 0..LANES {
            let value = whole(&words[lane]);
            let square = &value * &value * &shift % &m;
            assert_eq!(whole(&product_of_words[lane]), square, "a product of words");
            assert_eq!(whole(&scaled[lane]), square, "a scaled product");
            let integer = value * &shift % &m;
            assert_eq!(odd >> lane & 1 == 1, integer.bit(0), "the parity of {integer}");
        }
    }
}

trait Fill {
    fn fill_bytes_of(&mut self, words: &mut [u64]);
}

impl<R: Rng> Fill for R {
    fn fill_bytes_of(&mut self, words: &mut [u64]) {
        words.iter_mut().for_each(|word| *word = self.next_u64());
    }
}

/// In both forms.
fn all(control: u32, rounds: usize) {
    let Some(token) = token() else { return };
    for eight in [false, true] {
        if !cpu::Doubles::force(eight) {
            std::eprintln!("SKIPPED: this CPU has no AVX-512; its form of the kernels was not run");
            return;
        }
        assert_eq!(token.of_eight().is_some(), eight);
        kernels::<M381, 6>(token, control, rounds);
        kernels::<M382, 6>(token, control, rounds);
        kernels::<Dear6, 6>(token, control, rounds);
        kernels::<M377, 6>(token, control, rounds);
        kernels::<M254, 4>(token, control, rounds);
        kernels::<M255, 4>(token, control, rounds);
        kernels::<Largest4, 4>(token, control, rounds);
        kernels::<M245, 4>(token, control, rounds);
    }
}

const ROUNDS: usize = if cfg!(debug_assertions) { 24 } else { 400 };

#[test]
fn at_the_ends_of_their_ranges() {
    all(USUAL, ROUNDS);
}

#[test]
fn however_the_cpu_rounds_and_treats_small_numbers() {
    for rounding in ROUNDINGS {
        for small in SMALL {
            all(USUAL | rounding | small, ROUNDS >> 3);
        }
    }
}

/// A thread that wants interrupts is seen, and no other.
#[test]
fn interrupts_are_seen() {
    for mask in 7..13 {
        assert!(under(USUAL & !(1 << mask), cpu::interrupts));
    }
    for other in ROUNDINGS.iter().chain(&SMALL) {
        assert!(!under(USUAL | other, cpu::interrupts));
    }
}

/// The identity a·b = e + 2^r·h at the end of its range, for each way of rounding: the bits of both
/// halves are what the columns take.
#[test]
fn a_limb_product_is_exact_up_to_its_limit() {
    fn halves<V: Vector, const N: usize>(v: V, a: f64, b: f64) -> [i64; 2] {
        let magic = Magic::new::<N>(v);
        let (a, b) = (v.double(a), [Eight([b; LANES]); 1]);
        let mut t = [v.integer(0); 17];
        let from = v.place(&raw const b);
        unrolled!(j < 1 => { add_limb_product!(v, t[j], a, from, j, magic); });
        let mut lowest = [Eight([0u64; LANES]); 2];
        for (place, column) in lowest.iter_mut().zip(t) {
            // SAFETY: there is room for eight numbers.
            unsafe { v.store(v.number(column), v.place_mut(place)) };
        }
        let [low, high] = [lowest[0].0[7], lowest[1].0[7]];
        let [low, high] = [low.wrapping_sub(B.to_bits()), high.wrapping_sub(Of::<N>::C1.to_bits())];
        [low as i64, high as i64]
    }

    fn of<V: Vector, const N: usize>(v: V, rng: &mut impl Rng, control: u32) {
        let limit = Of::<N>::R + 51;
        for i in 0..2000u32 {
            // Powers of two up to the limit, and neighbours; or anything below it.
            let share = limit - 53 + i % (2 * 53 - limit + 1);
            let [mut a, mut b] = [1i64 << share, 1i64 << (limit - share)];
            match i >> 4 & 3 {
                0 => {}
                1 => (a, b) = (a - 1, b),
                2 => (a, b) = (a - 1, b - 1),
                _ => (a, b) = (rng.next_u64() as i64 % a, rng.next_u64() as i64 % b),
            }
            if i & 8 == 8 {
                a = -a;
            }
            let [e, h] = under(control, || halves::<V, N>(v, a as f64, b as f64));
            assert_eq!(
                i128::from(e) + (i128::from(h) << Of::<N>::R),
                i128::from(a) * i128::from(b)
            );
            assert!(e.unsigned_abs() <= 1 << Of::<N>::R, "{e}");
        }
    }

    let Some(token) = token() else { return };
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    for rounding in ROUNDINGS {
        of::<_, 4>(Ymm::halves(token)[1], &mut rng, USUAL | rounding);
        of::<_, 6>(Ymm::halves(token)[1], &mut rng, USUAL | rounding);
    }
    if !cpu::Doubles::force(true) {
        std::eprintln!("SKIPPED: this CPU has no AVX-512; its limb product was not run");
        return;
    }
    let token = token.of_eight().expect("it was found");
    for rounding in ROUNDINGS {
        of::<_, 4>(Zmm::new(token), &mut rng, USUAL | rounding);
        of::<_, 6>(Zmm::new(token), &mut rng, USUAL | rounding);
    }
}

/// Where R is too close to m, or a quotient by m could not be estimated, or there are other numbers
/// of words, there is no token.
#[test]
fn other_moduli_have_no_kernels() {
    assert!(!Mont::<M383, 6>::SUPPORTED && Mont::<M383, 6>::token().is_none());
    assert!(!Mont::<M244, 4>::SUPPORTED && Mont::<M244, 4>::token().is_none());
    modulus!(M61, "1fffffffffffffff");
    assert!(!Mont::<M61, 1>::SUPPORTED && Mont::<M61, 1>::token().is_none());
}
