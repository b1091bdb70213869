//! The tower against slow arithmetic: multiplication of polynomials over num-bigint, powers by p, and both shapes of each formula
//! against one another.

#[path = "support/points.rs"]
mod points;

use curve::bls12_381::{BaseEngine, Bls12381, FpModulus};
use curve::field::{Anywhere, Red};
use curve::tower::{Fp2Of, Fp12, Line, Tower};
use limb::Modulus;
use num_bigint::BigUint;
use points::{Engine32, Engine64};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

fn p() -> BigUint {
    BigUint::from_bytes_le(&FpModulus::P.iter().flat_map(|limb| limb.to_le_bytes()).collect::<Vec<u8>>())
}

/// Fp12 as Fp\[w\]/(w¹² − 2w⁶ + 2): u = w⁶ − 1, since ξ = 1 + u = w⁶. Twelve coefficients of 1, w, …
type Slow = Vec<BigUint>;

fn slow_mul(a: &Slow, b: &Slow) -> Slow {
    let p = p();
    let mut wide = vec![BigUint::ZERO; 23];
    for i in 0..12 {
        for j in 0..12 {
            wide[i + j] += &a[i] * &b[j];
        }
    }
    for i in (12..23).rev() {
        // w^i = 2w^(i−6) − 2w^(i−12).
        let top = &wide[i] % &p;
        wide[i - 6] += &top * 2u32;
        wide[i - 12] += (&p - &top) * 2u32;
    }
    wide.truncate(12);
    wide.iter().map(|c| c % &p).collect()
}

fn slow_pow(a: &Slow, exponent: &BigUint) -> Slow {
    let mut out = vec![BigUint::ZERO; 12];
    out[0] = 1u32.into();
    for i in (0..exponent.bits()).rev() {
        out = slow_mul(&out, &out);
        if exponent.bit(i) {
            out = slow_mul(&out, a);
        }
    }
    out
}

fn integer<F: Anywhere>(a: &Red<F>) -> BigUint {
    let mut bytes = [0; 48];
    a.to_bytes(&mut bytes);
    BigUint::from_bytes_be(&bytes)
}

/// The coefficient a + bu of w^i is (a − b)·w^i + b·w^(i + 6).
fn slow<T: Tower<Fp: Anywhere>>(a: &Fp12<T>) -> Slow {
    let p = p();
    let mut out = vec![BigUint::ZERO; 12];
    for (i, c) in a.w().into_iter().enumerate() {
        let (c0, c1) = (integer(&c.c0()), integer(&c.c1()));
        out[i] = (c0 + &p - &c1) % &p;
        out[i + 6] = c1;
    }
    out
}

fn random_fp<F: Anywhere>(rng: &mut ChaCha20Rng) -> Red<F> {
    let mut bytes = [0; 64];
    rng.fill_bytes(&mut bytes);
    match bytes[0] {
        // Edge values: 0, 1, p − 1, p − 2.
        0..=7 => Red::from(u32::from(bytes[1] & 1)),
        8..=15 => -&Red::from(1 + u32::from(bytes[1] & 1)),
        _ => Red::from_uniform_bytes(&bytes),
    }
}

fn random_fp2<T: Tower<Fp: Anywhere>>(rng: &mut ChaCha20Rng) -> Fp2Of<T> {
    Fp2Of::<T>::new(random_fp(rng), random_fp(rng))
}

fn random<T: Tower<Fp: Anywhere>>(rng: &mut ChaCha20Rng) -> Fp12<T> {
    Fp12::from_w(core::array::from_fn(|_| random_fp2::<T>(rng)))
}

/// f^((p⁶ − 1)(p² + 1)).
fn cyclotomic<T: Tower<Fp: Anywhere>>(f: &Fp12<T>) -> Fp12<T> {
    let f = f.conjugate().mul(&f.invert());
    f.frobenius_p2().mul(&f)
}

fn products<F: BaseEngine + Anywhere>() {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let all_high =
        Fp12::<Bls12381<F>>::from_w(core::array::from_fn(|_| Fp2Of::<Bls12381<F>>::new(-&Red::one(), -&Red::one())));
    for case in 0..100 {
        let (mut a, b) = (random::<Bls12381<F>>(&mut rng), random(&mut rng));
        if case == 0 {
            a = all_high;
        }
        let expected = slow_mul(&slow(&a), &slow(&b));
        assert_eq!(slow(&a.mul_karatsuba(&b)), expected);
        assert_eq!(slow(&a.mul_schoolbook(&b)), expected);
        assert_eq!(a.mul(&b), b.mul(&a));
        let square = slow_mul(&slow(&a), &slow(&a));
        assert_eq!(slow(&a.sqr_complex()), square);
        assert_eq!(slow(&a.sqr_schoolbook()), square);
        assert_eq!(a.c0.mul(&a.c0), a.c0.sqr());
        let line =
            Line { l0: random_fp2::<Bls12381<F>>(&mut rng), l2: random_fp2::<Bls12381<F>>(&mut rng), l3: a.c0.c1 };
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
    products::<Engine64>();
}

#[test]
fn both_shapes_on_32_bit_words() {
    products::<Engine32>();
}

#[test]
fn frobenius_is_the_power_by_p() {
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    let a = random::<Bls12381<Engine64>>(&mut rng);
    let by_p = slow_pow(&slow(&a), &p());
    assert_eq!(slow(&a.frobenius()), by_p);
    let by_p2 = slow_pow(&by_p, &p());
    assert_eq!(slow(&a.frobenius_p2()), by_p2);
    assert_eq!(slow(&a.frobenius_p3()), slow_pow(&by_p2, &p()));
    assert_eq!(a.frobenius_p3().frobenius_p3(), a.conjugate());
}

/// Every constant by its definition, (1 + u)^(i(p^k − 1)/6): powers of w⁶.
#[test]
fn frobenius_constants_are_their_definition() {
    let mut w6 = vec![BigUint::ZERO; 12];
    w6[6] = 1u32.into();
    let constants = Bls12381::<Engine64>::frobenius();
    type T = Bls12381<Engine64>;
    for i in 0..5 {
        for k in 1..3 {
            let exponent = (p().pow(k) - 1u32) / 6u32 * (i as u32 + 1);
            let constant = match k {
                1 => Fp2Of::<T>::of(&constants.p1[i]),
                _ => Fp2Of::<T>::new(Red::of(&constants.p2[i]), Red::zero()),
            };
            let mut element = Fp12::<T>::one();
            element.c0.c0 = constant;
            assert_eq!(slow(&element), slow_pow(&w6, &exponent), "i = {}, k = {k}", i + 1);
        }
    }
}

fn cyclotomic_squares<F: BaseEngine + Anywhere>() {
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    for _ in 0..20 {
        let a = cyclotomic(&random::<Bls12381<F>>(&mut rng));
        assert_eq!(a.cyclotomic_sqr_layered(), a.sqr());
        assert_eq!(a.cyclotomic_sqr_narrow(), a.sqr());
        assert_eq!(a.conjugate().mul(&a), Fp12::one());
        let by_13 = a.mul(&a.sqr().sqr()).mul(&a.sqr().sqr().sqr());
        assert_eq!(a.cyclotomic_pow_vartime(13), by_13);
    }
}

#[test]
fn cyclotomic_squares_are_squares() {
    cyclotomic_squares::<Engine64>();
    cyclotomic_squares::<Engine32>();
}

#[test]
fn bytes_go_around_and_large_ones_are_refused() {
    let mut rng = ChaCha20Rng::seed_from_u64(4);
    let a = random::<Bls12381<Engine64>>(&mut rng);
    let mut bytes = [0; 576];
    a.to_bytes(&mut bytes);
    let (back, canonical) = Fp12::from_bytes(&bytes);
    assert!(bool::from(canonical) && back == a);
    let mut first = [0; 48];
    a.c0.c0.c0().to_bytes(&mut first);
    assert_eq!(bytes[..48], first);
    bytes[48 * 11] = 0xff;
    assert!(!bool::from(Fp12::<Bls12381<Engine64>>::from_bytes(&bytes).1));
}
