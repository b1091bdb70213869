//! Fields: Fp, Fr and Fp2 against slow integers; Fp12 by its laws and by what the tower's
//! generators must satisfy.

use num_bigint::BigUint;
use peer_api::Implementation;

use crate::gate::Tier;
use crate::gate::ask::Function;
use crate::gate::inputs::{Random, bytes, edges, number, round};
use crate::gate::subject::Answer;
use crate::gate::tally::Tally;

const fn rounds(tier: Tier) -> usize {
    match tier {
        Tier::Quick => 48,
        Tier::Full => 2000,
    }
}

/// How many checks there will be, about.
pub(super) const fn checks(tier: Tier) -> usize {
    rounds(tier) * 15
}

/// All laws of fields that the implementation's operations can show.
pub(super) fn all(tier: Tier, implementation: &dyn Implementation, tally: &mut Tally<'_>) {
    let mut random = Random::new("laws/fields");
    let (p, r) = (random.primes.p.clone(), random.primes.r.clone());
    prime(implementation, "fp", &p, 48, tier, &mut |random| random.fp(), &mut random, tally);
    prime(implementation, "fr", &r, 32, tier, &mut |random| random.fr(), &mut random, tally);
    quadratic(implementation, &p, tier, &mut random, tally);
    twelve(implementation, tier, &mut random, tally);
    if let Some(exponentiate) = Exponentiate::new(implementation) {
        exponentiate.final_exponent(implementation, &mut random, tally);
        exponentiate.frobenius(&mut random, tally);
    }
}

fn functions<'a>(implementation: &'a dyn Implementation, field: &str) -> [Option<Function<'a>>; 3] {
    ["mul", "sqr", "inv"]
        .map(|verb| Function::new(implementation, &format!("bls12-381/{field}_{verb}")))
}

#[expect(
    clippy::too_many_arguments,
    reason = "a field is told by its name, modulus, length and source of elements"
)]
fn prime(
    implementation: &dyn Implementation,
    field: &str,
    modulus: &BigUint,
    length: usize,
    tier: Tier,
    element: &mut dyn FnMut(&mut Random) -> Vec<u8>,
    random: &mut Random,
    tally: &mut Tally<'_>,
) {
    let [mul, sqr, inv] = functions(implementation, field);
    let edges = edges(modulus, length);
    let two = BigUint::from(2_u32);
    for index in 0..rounds(tier) {
        // Every edge with its neighbour among the edges, then random elements.
        let (a, b) = match index < edges.len() {
            true => (edges[index].clone(), round(&edges, index + 1 + (index >> 1)).clone()),
            false => (element(random), element(random)),
        };
        let [x, y] = [number(&a), number(&b)];
        let input = format!("{field}, number {index}");
        if let Some(mul) = mul {
            tally.equal(
                &format!("a·b, {input}"),
                &bytes(&(&x * &y % modulus), length),
                &mul.call(&[&a, &b]),
            );
        }
        if let Some(sqr) = sqr {
            tally.equal(
                &format!("a², {input}"),
                &bytes(&(&x * &x % modulus), length),
                &sqr.call(&[&a]),
            );
        }
        if let Some(inv) = inv {
            // Fermat, which gives zero for zero.
            let expected = x.modpow(&(modulus - &two), modulus);
            tally.equal(&format!("1/a, {input}"), &bytes(&expected, length), &inv.call(&[&a]));
        }
    }
}

/// Fp2 = Fp[u]/(u² + 1), by schoolbook on slow integers.
fn quadratic(
    implementation: &dyn Implementation,
    p: &BigUint,
    tier: Tier,
    random: &mut Random,
    tally: &mut Tally<'_>,
) {
    let [mul, sqr, inv] = functions(implementation, "fp2");
    let parts = |a: &[u8]| [number(&a[..48]), number(&a[48..])];
    let join = |c0: BigUint, c1: BigUint| [bytes(&(c0 % p), 48), bytes(&(c1 % p), 48)].concat();
    let product = |a: &[u8], b: &[u8]| {
        let ([a0, a1], [b0, b1]) = (parts(a), parts(b));
        join(&a0 * &b0 + (p - &a1) * &b1, &a0 * &b1 + &a1 * &b0)
    };
    for index in 0..rounds(tier) {
        let [a, b] = [random.fps(2), random.fps(2)];
        let input = format!("fp2, number {index}");
        if let Some(mul) = mul {
            tally.equal(&format!("a·b, {input}"), &product(&a, &b), &mul.call(&[&a, &b]));
        }
        if let Some(sqr) = sqr {
            tally.equal(&format!("a², {input}"), &product(&a, &a), &sqr.call(&[&a]));
        }
        if let Some(inv) = inv {
            let [a0, a1] = parts(&a);
            let norm = (&a0 * &a0 + &a1 * &a1) % p;
            let inverse = norm.modpow(&(p - 2_u32), p);
            tally.equal(
                &format!("1/a, {input}"),
                &join(&a0 * &inverse, (p - &a1) * &inverse),
                &inv.call(&[&a]),
            );
        }
    }
}

/// An element of Fp12 that is one small coefficient at one place of
/// `c0.c0.c0, c0.c0.c1, c0.c1.c0, …`.
fn monomial(place: usize) -> Vec<u8> {
    let mut bytes = vec![0; 48 * 12];
    bytes[48 * place + 47] = 1;
    bytes
}

fn twelve(
    implementation: &dyn Implementation,
    tier: Tier,
    random: &mut Random,
    tally: &mut Tally<'_>,
) {
    let [Some(mul), sqr, inv] = functions(implementation, "fp12") else { return };
    let times = |a: &Answer, b: &Answer| {
        mul.call(&[a.as_ref().map_err(Clone::clone)?, b.as_ref().map_err(Clone::clone)?])
    };
    let mut same = |law: &str, left: Answer, right: &Answer| tally.same(law, &left, right);
    // The places of 1, u, v, w; the tower is u² = −1, v³ = 1 + u, w² = v.
    let [one, u, v, w] = [0, 1, 2, 6].map(|place| Ok(monomial(place)));
    let mut minus_one = vec![0; 48 * 12];
    minus_one[..48].copy_from_slice(&bytes(&(&random.primes.p - 1_u32), 48));
    let mut one_plus_u = monomial(0);
    one_plus_u[95] = 1;
    same("u² = −1", times(&u, &u), &Ok(minus_one));
    same("v³ = 1 + u", times(&v, &times(&v, &v)), &Ok(one_plus_u));
    same("w² = v", times(&w, &w), &v);
    for index in 0..rounds(tier) >> 2 {
        let [a, b, c] = [random.fps(12), random.fps(12), random.fps(12)].map(Ok);
        same(&format!("ab = ba, fp12, number {index}"), times(&a, &b), &times(&b, &a));
        same(
            &format!("(ab)c = a(bc), fp12, number {index}"),
            times(&times(&a, &b), &c),
            &times(&a, &times(&b, &c)),
        );
        same(&format!("1·a = a, fp12, number {index}"), times(&one, &a), &a);
        // a(b + c) = ab + ac, with the additions by slow integers, coefficient by coefficient.
        let p = random.primes.p.clone();
        let add = |x: &Answer, y: &Answer| {
            let (x, y) = (x.as_ref().map_err(Clone::clone)?, y.as_ref().map_err(Clone::clone)?);
            let words = x.as_chunks::<48>().0.iter().zip(y.as_chunks::<48>().0);
            Ok(words
                .flat_map(|(x, y)| bytes(&((number(x) + number(y)) % &p), 48))
                .collect::<Vec<_>>())
        };
        let sum = add(&times(&a, &b), &times(&a, &c));
        same(&format!("a(b + c) = ab + ac, fp12, number {index}"), times(&a, &add(&b, &c)), &sum);
        let Ok(bytes) = &a else { continue };
        if let Some(sqr) = sqr {
            same(&format!("a² = a·a, fp12, number {index}"), sqr.call(&[bytes]), &times(&a, &a));
        }
        if let Some(inv) = inv {
            same(
                &format!("a·(1/a) = 1, fp12, number {index}"),
                times(&inv.call(&[bytes]), &a),
                &one,
            );
        }
    }
}

/// Powers in Fp12 by squaring and multiplying: slow, and with nothing of Frobenius in it.
struct Exponentiate<'a> {
    mul: Function<'a>,
    sqr: Function<'a>,
}

impl<'a> Exponentiate<'a> {
    fn new(implementation: &'a dyn Implementation) -> Option<Self> {
        let [mul, sqr, _] = functions(implementation, "fp12");
        Some(Self { mul: mul?, sqr: sqr? })
    }

    fn power(&self, base: &[u8], exponent: &BigUint) -> Answer {
        let mut result = monomial(0);
        for bit in (0..exponent.bits()).rev() {
            result = self.sqr.call(&[&result])?;
            if exponent.bit(bit) {
                result = self.mul.call(&[&result, base])?;
            }
        }
        Ok(result)
    }

    /// The final exponentiation is the power 3·(p¹² − 1)/r, with all its Frobenius maps.
    fn final_exponent(
        &self,
        implementation: &dyn Implementation,
        random: &mut Random,
        tally: &mut Tally<'_>,
    ) {
        let Some(final_exp) = Function::new(implementation, "bls12-381/final_exp") else { return };
        let element = random.fps(12);
        let exponent = (random.primes.p.pow(12) - 1_u32) / &random.primes.r * 3_u32;
        match self.power(&element, &exponent) {
            Ok(expected) => tally.equal(
                "final exponentiation = the power 3(p¹² − 1)/r",
                &expected,
                &final_exp.call(&[&element]),
            ),
            Err(refusal) => tally.fail(format!("the power 3(p¹² − 1)/r: {refusal:?}")),
        }
    }

    /// The p-th power is an automorphism, which it is only in a field of characteristic p whose
    /// tower is the right one.
    fn frobenius(&self, random: &mut Random, tally: &mut Tally<'_>) {
        let p = random.primes.p.clone();
        let [a, b] = [random.fps(12), random.fps(12)];
        let image = |x: &[u8]| self.power(x, &p);
        let product = |x: &Answer, y: &Answer| {
            self.mul.call(&[x.as_ref().map_err(Clone::clone)?, y.as_ref().map_err(Clone::clone)?])
        };
        match product(&image(&a), &image(&b)) {
            Ok(expected) => {
                let left = self.mul.call(&[&a, &b]).and_then(|ab| image(&ab));
                tally.equal("(ab)^p = a^p · b^p", &expected, &left);
            }
            Err(refusal) => tally.fail(format!("the power p: {refusal:?}")),
        }
        // u^p = −u, since p = 3 mod 4.
        let mut minus_u = vec![0; 48 * 12];
        minus_u[48..96].copy_from_slice(&bytes(&(&p - 1_u32), 48));
        tally.equal("u^p = −u", &minus_u, &image(&monomial(1)));
    }
}
