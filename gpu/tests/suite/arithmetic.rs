//! Arithmetic modulo the primes of two curves, next to big integers.

use curve::{bls12_381, bn254};
use gpu::bound::Bound;
use num_bigint::BigUint;

use crate::support::{Field, generator};

fn fields() -> [(&'static str, Field); 4] {
    [
        ("Fp of BLS12-381", Field::of::<bls12_381::FpEngine>()),
        ("Fr of BLS12-381", Field::of::<bls12_381::FrEngine>()),
        ("Fp of BN254", Field::of::<bn254::FpEngine>()),
        ("Fr of BN254", Field::of::<bn254::FrEngine>()),
    ]
}

/// All pairs of edges, and as many random ones.
fn pairs(field: &Field, k: [u32; 2], seed: u64) -> Vec<Vec<BigUint>> {
    let mut generator = generator(seed);
    let [a, b] = k.map(|k| field.values(k, 12, &mut generator));
    a.iter().flat_map(|a| b.iter().map(|b| vec![a.clone(), b.clone()])).collect()
}

#[test]
fn moduli() {
    let primes = [
        (
            "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffff\
             ffffaaab",
            12,
        ),
        ("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", 8),
        ("30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47", 8),
        ("30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001", 8),
    ];
    for ((name, field), (prime, length)) in fields().into_iter().zip(primes) {
        let modulus = &field.modulus;
        assert_eq!(
            field.p,
            BigUint::parse_bytes(prime.as_bytes(), 16).expect("hexadecimal"),
            "{name}"
        );
        assert_eq!(modulus.len(), length);
        let product = u64::from(modulus.m0()) * u64::from(modulus.words()[0]);
        assert_eq!(product as u32, u32::MAX, "{name}: p·m0 is -1");
        assert_eq!(crate::support::big(modulus.one()), &field.r % &field.p, "{name}");
        // The largest multiple that fits, by both.
        let below_r = (1u32..).take_while(|&k| &field.p * k < field.r);
        let most = below_r.last().expect("p is below R");
        assert!(modulus.fits(Bound::of(most)) && !modulus.fits(Bound::of(most + 1)), "{name}");
        // b·p² / R as a bound is above the number, by less than a millionth of p.
        for b in [1, 2, 7, 100] {
            let exact = (&field.p * &field.p * BigUint::from(b)) >> (32 * modulus.len());
            let bound = modulus.reduced(Bound::of(b));
            let millionth: u32 = 1_000_000;
            let scaled = bound.times(Bound::of(millionth)).ceil();
            assert!(&field.p * scaled > &exact * millionth, "{name}");
            assert!(&field.p * (scaled - 2) < &exact * millionth, "{name}");
        }
    }
}

#[test]
fn sums_and_differences() {
    for (name, field) in fields() {
        let items = pairs(&field, [2, 2], 1);
        let (rows, bounds) = field
            .run(&[2, 2], &items, |body, arithmetic, inputs| {
                let [a, b] = inputs else { unreachable!("two") };
                vec![
                    arithmetic.add(body, a, b),
                    arithmetic.sub(body, a, b),
                    arithmetic.neg(body, b),
                    arithmetic.fit(body, a, Bound::ONE),
                    arithmetic.times(body, a, 12),
                    arithmetic.times(body, a, 1),
                ]
            })
            .expect("no bound is too small");
        assert_eq!(bounds[3], Bound::ONE);
        for (item, row) in items.iter().zip(rows) {
            let [a, b] = &item[..] else { unreachable!("two") };
            let p = &field.p;
            let expected = [a + b, a + p * 2u32 - b, p * 2u32 - b, a.clone(), a * 12u32, a.clone()];
            for ((value, bound), expected) in row.iter().zip(&bounds).zip(expected) {
                assert_eq!(field.residue(value, *bound), expected % p, "{name}: {a:x}, {b:x}");
            }
        }
    }
}

#[test]
fn products_and_squares() {
    for (name, field) in fields() {
        let most = if field.modulus.fits(Bound::of(4)) { 4 } else { 2 };
        let items = pairs(&field, [2, most], 2);
        let inverse = field.r_inverse();
        let (rows, bounds) = field
            .run(&[2, most], &items, |body, arithmetic, inputs| {
                let [a, b] = inputs else { unreachable!("two") };
                vec![
                    arithmetic.mul(body, a, b),
                    arithmetic.sqr(body, a),
                    arithmetic.sqr(body, b),
                    arithmetic.sum_of_products(body, &[(a, b), (a, a)]),
                    arithmetic.sum_of_products(
                        body,
                        &[(a, b), (b, b), (a, a)][..1 + (most as usize >> 1)],
                    ),
                ]
            })
            .expect("no bound is too small");
        for (item, row) in items.iter().zip(rows) {
            let [a, b] = &item[..] else { unreachable!("two") };
            let last = if most == 4 { a * b + b * b + a * a } else { a * b + b * b };
            let expected = [a * b, a * a, b * b, a * b + a * a, last];
            for ((value, bound), expected) in row.iter().zip(&bounds).zip(expected) {
                let expected = expected * &inverse % &field.p;
                assert_eq!(field.residue(value, *bound), expected, "{name}: {a:x}, {b:x}");
            }
        }
    }
}

/// All small multiples of the largest values, whose quotients are the most difficult, and of
/// others.
#[test]
fn small_multiples() {
    for (name, field) in fields() {
        let k = [2, 3, 4, 5, 7, 9, 12, 63, 64, 200, 255, 256];
        let mut generator = generator(5);
        let mut values = field.values(2, 64, &mut generator);
        // Around the multiples of p/k, where the quotient of k·a changes.
        for k in k {
            for multiple in 1..=2 * k {
                let near = (&field.p * multiple + (k - 1)) / k;
                values.extend([&near - 1u32, near]);
            }
        }
        values.retain(|value| *value <= &field.p * 2u32);
        let items: Vec<Vec<BigUint>> = values.iter().map(|value| vec![value.clone()]).collect();
        let (rows, bounds) = field
            .run(&[2], &items, |body, arithmetic, inputs| {
                k.map(|k| arithmetic.times(body, &inputs[0], k)).to_vec()
            })
            .expect("no bound is too small");
        for (item, row) in items.iter().zip(rows) {
            for ((value, bound), k) in row.iter().zip(&bounds).zip(k) {
                assert_eq!(field.residue(value, *bound), &item[0] * k % &field.p, "{name}: {k}");
            }
        }
        assert!(bounds[2..].iter().all(|&bound| bound < Bound::of(2)), "{name}");
    }
}

/// A product of values below 2p needs no subtraction where 4p is below R, and is below 2p again:
/// what the whole design rests on.
#[test]
fn products_below_twice_the_modulus_stay_there() {
    for (name, field) in fields() {
        let items = pairs(&field, [2, 2], 3);
        let (_, bounds) = field
            .run(&[2, 2], &items, |body, arithmetic, inputs| {
                vec![arithmetic.mul(body, &inputs[0], &inputs[1])]
            })
            .expect("no bound is too small");
        assert!(bounds[0] <= Bound::of(2), "{name}: {}", bounds[0]);
    }
}

/// An input that is above what it is said to be is found: by a lost carry or a negative difference,
/// or by what the result is.
#[test]
fn a_bound_that_is_too_small_is_found() {
    for (name, field) in fields() {
        // Said to be at most p, but up to 2p.
        let items = pairs(&field, [1, 2], 4);
        let result = field.run(&[1, 1], &items, |body, arithmetic, inputs| {
            vec![arithmetic.sub(body, &inputs[0], &inputs[1])]
        });
        let error = result.expect_err("0 - 2p + p is negative");
        assert!(error.reason.contains("a bound is too small"), "{name}: {error}");
        assert!(error.line.starts_with("subc.u32"), "{name}: {error}");
        // Sums of as many as fit, and one of them twice as large as said.
        let fit = (2..).take_while(|&k| field.modulus.fits(Bound::of(k))).last().expect("two fit");
        let result = field.run(&[1, 1], &items, |body, arithmetic, inputs| {
            let sum =
                (1..fit).fold(inputs[1].clone(), |sum, _| arithmetic.add(body, &sum, &inputs[1]));
            vec![sum]
        });
        let error = result.expect_err("it does not fit");
        assert!(error.reason.contains("a carry is lost"), "{name}: {error}");
        assert!(error.line.starts_with("addc.u32"), "{name}: {error}");
    }
}
