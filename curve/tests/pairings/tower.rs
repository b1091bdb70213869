//! The tower against slow arithmetic: multiplication of polynomials over num-bigint, powers by p,
//! and all shapes of each formula against one another, on words and on the fastest engine of this
//! CPU.

#[cfg(feature = "bls12-377")]
use curve::bls12_377::{self, Bls12377};
use curve::bls12_381::{self, Bls12381};
use curve::bn254::{self, Bn254};
use curve::field::{Anywhere, Canonical, Field, FieldThere, Known, Red};
use curve::tower::{Fp2Of, Fp6, Fp12, Line, Tower};
use curve::windows::Windows;
use limb::{Modulus, Mont};
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

type Bls64 = Mont<bls12_381::FpModulus, u64, 6>;
type Bls32 = Mont<bls12_381::FpModulus, u32, 12>;
#[cfg(feature = "bls12-377")]
type Zexe64 = Mont<bls12_377::FpModulus, u64, 6>;
type Bn64 = Mont<bn254::FpModulus, u64, 4>;
type Bn32 = Mont<bn254::FpModulus, u32, 8>;

/// Fp12 as Fp\[w\]/(w¹² − 2k·w⁶ + k² + n) for u² = −n: u = w⁶ − k, since ξ = k + u = w⁶. Twelve
/// coefficients of 1, w, …
#[derive(Clone, Debug, PartialEq)]
struct Slow {
    p: BigUint,
    k: u32,
    n: u32,
    c: Vec<BigUint>,
}

fn slow_mul(a: &Slow, b: &Slow) -> Slow {
    let (p, k, n) = (&a.p, a.k, a.n);
    let mut wide = vec![BigUint::ZERO; 23];
    for i in 0..12 {
        for j in 0..12 {
            wide[i + j] += &a.c[i] * &b.c[j];
        }
    }
    for i in (12..23).rev() {
        // w^i = 2k·w^(i−6) − (k² + n)·w^(i−12).
        let top = &wide[i] % p;
        wide[i - 6] += &top * (2 * k);
        wide[i - 12] += (p - &top) * (k * k + n);
    }
    Slow { p: p.clone(), k, n, c: wide[..12].iter().map(|c| c % p).collect() }
}

fn slow_pow(a: &Slow, exponent: &BigUint) -> Slow {
    let mut out = Slow { c: vec![BigUint::ZERO; 12], ..a.clone() };
    out.c[0] = 1u32.into();
    for i in (0..exponent.bits()).rev() {
        out = slow_mul(&out, &out);
        if exponent.bit(i) {
            out = slow_mul(&out, a);
        }
    }
    out
}

fn integer<F: Canonical>(a: &Red<F>) -> BigUint {
    let mut bytes = vec![0; F::BYTES];
    a.to_bytes(&mut bytes);
    BigUint::from_bytes_be(&bytes)
}

fn p<F: Canonical>(ctx: &F::Ctx) -> BigUint {
    integer(&-Red::<F>::one_in(ctx)) + 1u32
}

#[test]
fn moduli() {
    let integer = |limbs: &[u64]| {
        BigUint::from_bytes_le(&limbs.iter().flat_map(|l| l.to_le_bytes()).collect::<Vec<_>>())
    };
    assert_eq!(p::<Bls64>(&()), integer(&bls12_381::FpModulus::P));
    assert_eq!(p::<Bn64>(&()), integer(&bn254::FpModulus::P));
}

/// The coefficient a + bu of w^i is (a − kb)·w^i + b·w^(i + 6).
fn slow<T: Tower<Fp: Canonical>>(a: &Fp12<T>) -> Slow {
    let p = p::<T::Fp>(&a.ctx());
    let mut c = vec![BigUint::ZERO; 12];
    for (i, w) in a.w().into_iter().enumerate() {
        let (c0, c1) = (integer(&w.c0()), integer(&w.c1()));
        c[i] = (c0 + (&p - &c1) * T::XI) % &p;
        c[i + 6] = c1;
    }
    Slow { p, k: T::XI, n: <<T::Fp as Field>::Const as Known>::NORM_OF_U, c }
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
        Line { l0: self.fp2(), middle: self.fp2(), l3: self.fp2() }
    }

    fn edge_line(&mut self) -> Line<T> {
        Line { l0: self.edge_fp2(), middle: self.edge_fp2(), l3: self.edge_fp2() }
    }

    /// All coefficients in Fp the same.
    fn constant(value: &Red<T::Fp>) -> (Fp12<T>, Line<T>) {
        let c = Fp2Of::<T>::new(*value, *value);
        (Fp12::from_w([c; 6]), Line { l0: c, middle: c, l3: c })
    }
}

fn random<T: Tower<Fp: Anywhere>>(seed: u64) -> Fp12<T> {
    Inputs::new((), seed).fp12()
}

/// The context of the faster engine that whole algorithms are switched to, or a loud word that this
/// CPU has none.
fn fast<F: Canonical>() -> Option<FieldThere<F::Fast>> {
    let ctx = F::fast();
    if ctx.is_none() {
        eprintln!(
            "SKIPPED: this CPU has no faster engine than portable words, so the towers do not run on one"
        );
    }
    ctx
}

/// f^((p⁶ − 1)(p² + 1)).
fn cyclotomic<T: Tower<Fp: Canonical>>(f: &Fp12<T>) -> Fp12<T> {
    let f = f.conjugate().mul(&f.invert());
    f.frobenius_p2().mul(&f)
}

fn products_agree<T: Tower<Fp: Canonical>>(a: &Fp12<T>, b: &Fp12<T>, line: &Line<T>) {
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
    for product in [a.mul_by_line_wide(line), a.mul_by_line(line)] {
        assert_eq!(slow(&product), expected);
    }
    assert_eq!(a.c0.mul(&a.c0), a.c0.sqr());
    let zero = Fp12 { c0: Fp6::zero_in(&a.ctx()), c1: Fp6::zero_in(&a.ctx()) };
    assert_eq!(a.mul(&a.invert()), if *a == zero { zero } else { one });
}

fn products<T: Tower<Fp: Canonical>>(ctx: <T::Fp as Field>::Ctx) {
    let mut inputs = Inputs::<T>::new(ctx, 1);
    let one = Red::one_in(&ctx);
    let constants = [Red::zero_in(&ctx), one, -&one].map(|value| Inputs::<T>::constant(&value));
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
    products::<Bls12381<Bls64>>(());
    products::<Bn254<Bn64>>(());
}

#[test]
fn all_shapes_on_32_bit_words() {
    products::<Bls12381<Bls32>>(());
    products::<Bn254<Bn32>>(());
}

#[test]
fn all_shapes_on_the_fast_engine() {
    if let Some(ctx) = fast::<Bls64>() {
        products::<Bls12381<<Bls64 as Canonical>::Fast>>(*ctx);
    }
    if let Some(ctx) = fast::<Bn64>() {
        products::<Bn254<<Bn64 as Canonical>::Fast>>(*ctx);
    }
}

/// All of the above, and what is below, for u² = −5 and ξ = u.
#[cfg(feature = "bls12-377")]
#[test]
fn the_tower_of_bls12_377() {
    type Zexe32 = Mont<bls12_377::FpModulus, u32, 12>;
    products::<Bls12377<Zexe64>>(());
    products::<Bls12377<Zexe32>>(());
    cyclotomic_squares::<Bls12377<Zexe64>>(());
    cyclotomic_squares::<Bls12377<Zexe32>>(());
    if let Some(ctx) = fast::<Zexe64>() {
        products::<Bls12377<<Zexe64 as Canonical>::Fast>>(*ctx);
        cyclotomic_squares::<Bls12377<<Zexe64 as Canonical>::Fast>>(*ctx);
    }
    frobenius::<Bls12377<Zexe64>>();
    frobenius_constants::<Bls12377<Zexe64>>();
    bytes::<Bls12377<Zexe64>>();
}

#[test]
fn frobenius_is_the_power_by_p() {
    frobenius::<Bls12381<Bls64>>();
    frobenius::<Bn254<Bn64>>();
}

fn frobenius<T: Tower<Fp: Anywhere>>() {
    let a = random::<T>(2);
    let p = p::<T::Fp>(&());
    let by_p = slow_pow(&slow(&a), &p);
    assert_eq!(slow(&a.frobenius()), by_p);
    let by_p2 = slow_pow(&by_p, &p);
    assert_eq!(slow(&a.frobenius_p2()), by_p2);
    assert_eq!(slow(&a.frobenius_p3()), slow_pow(&by_p2, &p));
    assert_eq!(a.frobenius_p3().frobenius_p3(), a.conjugate());
}

/// Every constant by its definition, ξ^(i(p^k − 1)/6): powers of w⁶.
#[test]
fn frobenius_constants_are_their_definition() {
    frobenius_constants::<Bls12381<Bls64>>();
    frobenius_constants::<Bn254<Bn64>>();
}

fn frobenius_constants<T: Tower<Fp: Anywhere>>() {
    let p = p::<T::Fp>(&());
    let mut w6 = Slow { c: vec![BigUint::ZERO; 12], ..slow(&Fp12::<T>::one()) };
    w6.c[6] = 1u32.into();
    let constants = T::frobenius();
    for i in 0..5 {
        for k in 1..3 {
            let exponent = (p.pow(k) - 1u32) / 6u32 * (i as u32 + 1);
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

fn cyclotomic_squares<T: Tower<Fp: Canonical>>(ctx: <T::Fp as Field>::Ctx) {
    let mut inputs = Inputs::<T>::new(ctx, 3);
    let one = Fp12::one_in(&ctx);
    // The order of the subgroup is odd, so −1 is not in it.
    let mut all = vec![one];
    all.extend((0..20).map(|_| cyclotomic(&inputs.fp12())));
    all.extend((0..5).map(|_| cyclotomic(&inputs.edge_fp12())));
    for a in all {
        let square = slow_mul(&slow(&a), &slow(&a));
        let shapes = [
            a.cyclotomic_sqr_layered(),
            a.cyclotomic_sqr_narrow(),
            a.cyclotomic_sqr_wide(),
            a.cyclotomic_sqr(),
        ];
        for shape in shapes {
            assert_eq!(slow(&shape), square);
        }
        assert_eq!(a.conjugate().mul(&a), one);
        let by_13 = a.mul(&a.sqr().sqr()).mul(&a.sqr().sqr().sqr());
        let steps = |table, first, steps| Windows { table, first, steps, last: 0 };
        for n in [
            steps(1, 1, &[(1, 1), (2, 1)]),
            steps(2, 3, &[(2, 1)]),
            steps(1, 1, &[(4, -1), (1, 1)]),
        ] {
            let expected = if n.value() == 13 {
                by_13
            } else {
                by_13.sqr().mul(&a.sqr().mul(&a)).mul(&a).mul(&a)
            };
            assert_eq!(a.cyclotomic_power(&n), expected, "{}", n.value());
        }
    }
}

#[test]
fn cyclotomic_squares_are_squares() {
    cyclotomic_squares::<Bls12381<Bls64>>(());
    cyclotomic_squares::<Bls12381<Bls32>>(());
    cyclotomic_squares::<Bn254<Bn64>>(());
    cyclotomic_squares::<Bn254<Bn32>>(());
    if let Some(ctx) = fast::<Bls64>() {
        cyclotomic_squares::<Bls12381<<Bls64 as Canonical>::Fast>>(*ctx);
    }
    if let Some(ctx) = fast::<Bn64>() {
        cyclotomic_squares::<Bn254<<Bn64 as Canonical>::Fast>>(*ctx);
    }
}

#[test]
fn bytes_go_around_and_large_ones_are_refused() {
    bytes::<Bls12381<Bls64>>();
    bytes::<Bn254<Bn64>>();
}

fn bytes<T: Tower<Fp: Anywhere>>() {
    let a = random::<T>(4);
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
