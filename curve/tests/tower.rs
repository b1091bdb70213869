//! The tower against slow arithmetic: multiplication of polynomials over num-bigint, powers by p, and all shapes of each formula
//! against one another, on words and on the fastest engine of this CPU.

#[path = "support/points.rs"]
mod points;

use curve::bls12_381::{BaseEngine, Bls12381, FpModulus};
use curve::field::{Canonical, Field, Red};
use curve::tower::{Fp2Of, Fp6, Fp12, Line, Tower};
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

fn integer<F: Canonical>(a: &Red<F>) -> BigUint {
    let mut bytes = [0; 48];
    a.to_bytes(&mut bytes);
    BigUint::from_bytes_be(&bytes)
}

/// The coefficient a + bu of w^i is (a − b)·w^i + b·w^(i + 6).
fn slow<T: Tower<Fp: Canonical>>(a: &Fp12<T>) -> Slow {
    let p = p();
    let mut out = vec![BigUint::ZERO; 12];
    for (i, c) in a.w().into_iter().enumerate() {
        let (c0, c1) = (integer(&c.c0()), integer(&c.c1()));
        out[i] = (c0 + &p - &c1) % &p;
        out[i + 6] = c1;
    }
    out
}

/// Inputs in a context: random coefficients among edge values.
struct Inputs<T: Tower<Fp: Canonical>> {
    ctx: <T::Fp as Field>::Ctx,
    rng: ChaCha20Rng,
}

impl<T: Tower<Fp: Canonical>> Inputs<T> {
    fn new(ctx: <T::Fp as Field>::Ctx, seed: u64) -> Self {
        Self { ctx, rng: ChaCha20Rng::seed_from_u64(seed) }
    }

    /// 0, 1, p − 1 or p − 2 in one of sixteen.
    fn fp(&mut self) -> Red<T::Fp> {
        let mut bytes = [0; 64];
        self.rng.fill_bytes(&mut bytes);
        let bit = u32::from(bytes[1] & 1);
        match bytes[0] {
            0..=7 => Red::small(&self.ctx, bit),
            8..=15 => -&Red::small(&self.ctx, 1 + bit),
            _ => Red::from_uniform_bytes_in(&self.ctx, &bytes),
        }
    }

    /// 0, 1 or p − 1.
    fn edge_fp(&mut self) -> Red<T::Fp> {
        let one = Red::one_in(&self.ctx);
        match self.rng.next_u32() >> 30 {
            0 => Red::zero_in(&self.ctx),
            1 => one,
            _ => -&one,
        }
    }

    fn fp2(&mut self) -> Fp2Of<T> {
        Fp2Of::<T>::new(self.fp(), self.fp())
    }

    fn edge_fp2(&mut self) -> Fp2Of<T> {
        Fp2Of::<T>::new(self.edge_fp(), self.edge_fp())
    }

    fn fp12(&mut self) -> Fp12<T> {
        Fp12::from_w(core::array::from_fn(|_| self.fp2()))
    }

    fn edge_fp12(&mut self) -> Fp12<T> {
        Fp12::from_w(core::array::from_fn(|_| self.edge_fp2()))
    }

    fn line(&mut self) -> Line<T> {
        Line { l0: self.fp2(), l2: self.fp2(), l3: self.fp2() }
    }

    fn edge_line(&mut self) -> Line<T> {
        Line { l0: self.edge_fp2(), l2: self.edge_fp2(), l3: self.edge_fp2() }
    }

    /// All coefficients in Fp the same.
    fn constant(value: &Red<T::Fp>) -> (Fp12<T>, Line<T>) {
        let c = Fp2Of::<T>::new(*value, *value);
        (Fp12::from_w([c; 6]), Line { l0: c, l2: c, l3: c })
    }
}

fn random<F: BaseEngine + Canonical<Ctx = ()>>(seed: u64) -> Fp12<Bls12381<F>> {
    Inputs::new((), seed).fp12()
}

/// The faster engine that whole algorithms are switched to.
type Fast = <Engine64 as Canonical>::Fast;

/// Its context, or a loud word that this CPU has none.
fn fast() -> Option<<Fast as Field>::Ctx> {
    let ctx = Engine64::fast();
    if ctx.is_none() {
        eprintln!("SKIPPED: this CPU has no faster engine than portable words, so the towers do not run on one");
    }
    ctx
}

/// f^((p⁶ − 1)(p² + 1)).
fn cyclotomic<T: Tower<Fp: Canonical>>(f: &Fp12<T>) -> Fp12<T> {
    let f = f.conjugate().mul(&f.invert());
    f.frobenius_p2().mul(&f)
}

fn products_agree<F: BaseEngine + Canonical>(a: &Fp12<Bls12381<F>>, b: &Fp12<Bls12381<F>>, line: &Line<Bls12381<F>>) {
    let one = Fp12::one_in(&a.ctx());
    let expected = slow_mul(&slow(a), &slow(b));
    for product in [a.mul_schoolbook(b), a.mul_karatsuba(b), a.mul_wide(b), a.mul(b), b.mul(a)] {
        assert_eq!(slow(&product), expected);
    }
    let expected = slow_mul(&slow(a), &slow(a));
    for square in [a.sqr_schoolbook(), a.sqr_complex(), a.sqr_wide(), a.sqr()] {
        assert_eq!(slow(&square), expected);
    }
    let expected = slow_mul(&slow(a), &slow(&line.to_fp12()));
    for product in [a.mul_by_line_wide(line), a.mul_by_line_formula(line), a.mul_by_line(line)] {
        assert_eq!(slow(&product), expected);
    }
    assert_eq!(a.c0.mul(&a.c0), a.c0.sqr());
    let zero = Fp12 { c0: Fp6::zero_in(&a.ctx()), c1: Fp6::zero_in(&a.ctx()) };
    assert_eq!(a.mul(&a.invert()), if *a == zero { zero } else { one });
}

fn products<F: BaseEngine + Canonical>(ctx: F::Ctx) {
    let mut inputs = Inputs::<Bls12381<F>>::new(ctx, 1);
    let one = Red::one_in(&ctx);
    let constants = [Red::zero_in(&ctx), one, -&one].map(|value| Inputs::<Bls12381<F>>::constant(&value));
    for (a, _) in &constants {
        for (b, line) in &constants {
            products_agree(a, b, line);
        }
        products_agree(a, &inputs.fp12(), &inputs.line());
        products_agree(&inputs.fp12(), a, &inputs.edge_line());
    }
    for _ in 0..100 {
        products_agree(&inputs.fp12(), &inputs.fp12(), &inputs.line());
        products_agree(&inputs.edge_fp12(), &inputs.edge_fp12(), &inputs.edge_line());
    }
}

#[test]
fn all_shapes_of_a_product_are_the_product() {
    products::<Engine64>(());
}

#[test]
fn all_shapes_on_32_bit_words() {
    products::<Engine32>(());
}

#[test]
fn all_shapes_on_the_fast_engine() {
    if let Some(ctx) = fast() {
        products::<Fast>(ctx);
    }
}

#[test]
fn frobenius_is_the_power_by_p() {
    let a = random::<Engine64>(2);
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

fn cyclotomic_squares<F: BaseEngine + Canonical>(ctx: F::Ctx) {
    let mut inputs = Inputs::<Bls12381<F>>::new(ctx, 3);
    let one = Fp12::one_in(&ctx);
    // The edges of the subgroup: 1, −1, and what comes of edge values.
    let mut all = vec![one, Fp12 { c0: one.c0.neg(), c1: one.c1 }];
    all.extend((0..20).map(|_| cyclotomic(&inputs.fp12())));
    all.extend((0..5).map(|_| cyclotomic(&inputs.edge_fp12())));
    for a in all {
        let square = slow_mul(&slow(&a), &slow(&a));
        let shapes =
            [a.cyclotomic_sqr_layered(), a.cyclotomic_sqr_narrow(), a.cyclotomic_sqr_wide(), a.cyclotomic_sqr()];
        for shape in shapes {
            assert_eq!(slow(&shape), square);
        }
        assert_eq!(a.conjugate().mul(&a), one);
        let by_13 = a.mul(&a.sqr().sqr()).mul(&a.sqr().sqr().sqr());
        assert_eq!(a.cyclotomic_pow_vartime(13), by_13);
    }
}

#[test]
fn cyclotomic_squares_are_squares() {
    cyclotomic_squares::<Engine64>(());
    cyclotomic_squares::<Engine32>(());
    if let Some(ctx) = fast() {
        cyclotomic_squares::<Fast>(ctx);
    }
}

#[test]
fn bytes_go_around_and_large_ones_are_refused() {
    let a = random::<Engine64>(4);
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
