//! The tower against slow arithmetic: multiplication of polynomials over num-bigint, powers by p, and both shapes of each formula
//! against one another.

use curve::bls12_381::{self, Bls12381};
use curve::bn254::{self, Bn254};
use curve::field::{Canonical, Red};
use curve::tower::{Fp2Of, Fp12, Line, Tower};
use curve::windows::Windows;
use limb::{Modulus, Mont};
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A tower whose base field can be looked into.
trait Case: Tower<Fp: Canonical> {
    /// p.
    fn p() -> BigUint {
        integer(&-Red::<Self::Fp>::one()) + 1u32
    }
}

impl<T: Tower<Fp: Canonical>> Case for T {}

type Bls64 = Bls12381<Mont<bls12_381::FpModulus, u64, 6>>;
type Bls32 = Bls12381<Mont<bls12_381::FpModulus, u32, 12>>;
type Bn64 = Bn254<Mont<bn254::FpModulus, u64, 4>>;
type Bn32 = Bn254<Mont<bn254::FpModulus, u32, 8>>;

#[test]
fn moduli() {
    let integer =
        |limbs: &[u64]| BigUint::from_bytes_le(&limbs.iter().flat_map(|l| l.to_le_bytes()).collect::<Vec<_>>());
    assert_eq!(Bls64::p(), integer(&bls12_381::FpModulus::P));
    assert_eq!(Bn64::p(), integer(&bn254::FpModulus::P));
}

/// Fp12 as Fp\[w\]/(w¹² − 2k·w⁶ + k² + 1): u = w⁶ − k, since ξ = k + u = w⁶. Twelve coefficients of 1, w, …
type Slow = Vec<BigUint>;

fn slow_mul<T: Case>(a: &Slow, b: &Slow) -> Slow {
    let p = T::p();
    let k = T::XI;
    let mut wide = vec![BigUint::ZERO; 23];
    for i in 0..12 {
        for j in 0..12 {
            wide[i + j] += &a[i] * &b[j];
        }
    }
    for i in (12..23).rev() {
        // w^i = 2k·w^(i−6) − (k² + 1)·w^(i−12).
        let top = &wide[i] % &p;
        wide[i - 6] += &top * (2 * k);
        wide[i - 12] += (&p - &top) * (k * k + 1);
    }
    wide.truncate(12);
    wide.iter().map(|c| c % &p).collect()
}

fn slow_pow<T: Case>(a: &Slow, exponent: &BigUint) -> Slow {
    let mut out = vec![BigUint::ZERO; 12];
    out[0] = 1u32.into();
    for i in (0..exponent.bits()).rev() {
        out = slow_mul::<T>(&out, &out);
        if exponent.bit(i) {
            out = slow_mul::<T>(&out, a);
        }
    }
    out
}

fn integer<F: Canonical>(a: &Red<F>) -> BigUint {
    let mut bytes = vec![0; F::BYTES];
    a.to_bytes(&mut bytes);
    BigUint::from_bytes_be(&bytes)
}

/// The coefficient a + bu of w^i is (a − kb)·w^i + b·w^(i + 6).
fn slow<T: Case>(a: &Fp12<T>) -> Slow {
    let p = T::p();
    let mut out = vec![BigUint::ZERO; 12];
    for (i, c) in a.w().into_iter().enumerate() {
        let (c0, c1) = (integer(&c.c0()), integer(&c.c1()));
        out[i] = (c0 + (&p - &c1) * T::XI) % &p;
        out[i + 6] = c1;
    }
    out
}

fn random_fp<F: Canonical>(rng: &mut ChaCha20Rng) -> Red<F> {
    let mut bytes = [0; 64];
    rng.fill_bytes(&mut bytes);
    match bytes[0] {
        // Edge values: 0, 1, p − 1, p − 2.
        0..=7 => Red::from(u32::from(bytes[1] & 1)),
        8..=15 => -&Red::from(1 + u32::from(bytes[1] & 1)),
        _ => Red::from_uniform_bytes(&bytes),
    }
}

fn random_fp2<T: Case>(rng: &mut ChaCha20Rng) -> Fp2Of<T> {
    Fp2Of::<T>::new(random_fp(rng), random_fp(rng))
}

fn random<T: Case>(rng: &mut ChaCha20Rng) -> Fp12<T> {
    Fp12::from_w(core::array::from_fn(|_| random_fp2::<T>(rng)))
}

/// f^((p⁶ − 1)(p² + 1)).
fn cyclotomic<T: Case>(f: &Fp12<T>) -> Fp12<T> {
    let f = f.conjugate().mul(&f.invert());
    f.frobenius_p2().mul(&f)
}

fn products<T: Case>() {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let all_high = Fp12::<T>::from_w(core::array::from_fn(|_| Fp2Of::<T>::new(-&Red::one(), -&Red::one())));
    for case in 0..100 {
        let (mut a, b) = (random::<T>(&mut rng), random(&mut rng));
        if case == 0 {
            a = all_high;
        }
        let expected = slow_mul::<T>(&slow(&a), &slow(&b));
        assert_eq!(slow(&a.mul_karatsuba(&b)), expected);
        assert_eq!(slow(&a.mul_schoolbook(&b)), expected);
        assert_eq!(a.mul(&b), b.mul(&a));
        let square = slow_mul::<T>(&slow(&a), &slow(&a));
        assert_eq!(slow(&a.sqr_complex()), square);
        assert_eq!(slow(&a.sqr_schoolbook()), square);
        assert_eq!(a.c0.mul(&a.c0), a.c0.sqr());
        let line = Line::<T> { l0: random_fp2::<T>(&mut rng), middle: random_fp2::<T>(&mut rng), l3: a.c0.c1 };
        assert_eq!(a.mul_by_line(&line), a.mul(&line.to_fp12()));
        if !bool::from(a.c0.is_zero()) {
            assert_eq!(a.mul(&a.invert()), Fp12::one());
        }
    }
    let zero = all_high.mul(&Fp12::one()).invert();
    assert_eq!(zero.mul(&all_high), Fp12::one());
}

#[test]
fn both_shapes_of_a_product_are_the_product() {
    products::<Bls64>();
    products::<Bn64>();
}

#[test]
fn both_shapes_on_32_bit_words() {
    products::<Bls32>();
    products::<Bn32>();
}

#[test]
fn frobenius_is_the_power_by_p() {
    frobenius::<Bls64>();
    frobenius::<Bn64>();
}

fn frobenius<T: Case>() {
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    let a = random::<T>(&mut rng);
    let by_p = slow_pow::<T>(&slow(&a), &T::p());
    assert_eq!(slow(&a.frobenius()), by_p);
    let by_p2 = slow_pow::<T>(&by_p, &T::p());
    assert_eq!(slow(&a.frobenius_p2()), by_p2);
    assert_eq!(slow(&a.frobenius_p3()), slow_pow::<T>(&by_p2, &T::p()));
    assert_eq!(a.frobenius_p3().frobenius_p3(), a.conjugate());
}

/// Every constant by its definition, ξ^(i(p^k − 1)/6): powers of w⁶.
#[test]
fn frobenius_constants_are_their_definition() {
    frobenius_constants::<Bls64>();
    frobenius_constants::<Bn64>();
}

fn frobenius_constants<T: Case>() {
    let mut w6 = vec![BigUint::ZERO; 12];
    w6[6] = 1u32.into();
    let constants = T::frobenius();
    for i in 0..5 {
        for k in 1..3 {
            let exponent = (T::p().pow(k) - 1u32) / 6u32 * (i as u32 + 1);
            let constant = match k {
                1 => Fp2Of::<T>::of(&constants.p1[i]),
                _ => Fp2Of::<T>::new(Red::of(&constants.p2[i]), Red::zero()),
            };
            let mut element = Fp12::<T>::one();
            element.c0.c0 = constant;
            assert_eq!(slow(&element), slow_pow::<T>(&w6, &exponent), "i = {}, k = {k}", i + 1);
        }
    }
}

fn cyclotomic_squares<T: Case>() {
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    for _ in 0..20 {
        let a = cyclotomic(&random::<T>(&mut rng));
        assert_eq!(a.cyclotomic_sqr_layered(), a.sqr());
        assert_eq!(a.cyclotomic_sqr_narrow(), a.sqr());
        assert_eq!(a.conjugate().mul(&a), Fp12::one());
        let by_13 = a.mul(&a.sqr().sqr()).mul(&a.sqr().sqr().sqr());
        let steps = |table, first, steps| Windows { table, first, steps, last: 0 };
        for n in [steps(1, 1, &[(1, 1), (2, 1)]), steps(2, 3, &[(2, 1)]), steps(1, 1, &[(4, -1), (1, 1)])] {
            let expected = if n.value() == 13 { by_13 } else { by_13.sqr().mul(&a.sqr().mul(&a)).mul(&a).mul(&a) };
            assert_eq!(a.cyclotomic_power(&n), expected, "{}", n.value());
        }
    }
}

#[test]
fn cyclotomic_squares_are_squares() {
    cyclotomic_squares::<Bls64>();
    cyclotomic_squares::<Bls32>();
    cyclotomic_squares::<Bn64>();
    cyclotomic_squares::<Bn32>();
}

#[test]
fn bytes_go_around_and_large_ones_are_refused() {
    bytes::<Bls64>();
    bytes::<Bn64>();
}

fn bytes<T: Case>() {
    let mut rng = ChaCha20Rng::seed_from_u64(4);
    let a = random::<T>(&mut rng);
    let size = T::Fp::BYTES;
    let mut bytes = vec![0; 12 * size];
    a.to_bytes(&mut bytes);
    let (back, canonical) = Fp12::from_bytes(&bytes);
    assert!(bool::from(canonical) && back == a);
    let mut first = vec![0; size];
    a.c0.c0.c0().to_bytes(&mut first);
    assert_eq!(bytes[..size], first);
    bytes[size * 11] = 0xff;
    assert!(!bool::from(Fp12::<T>::from_bytes(&bytes).1));
}
