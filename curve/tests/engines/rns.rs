//! The residue-number engine under the formulas of towers and pairings: the same integers as on
//! words.

#![allow(clippy::integer_division_remainder_used)] // Of the number of a round.

use core::array::from_fn;
use core::iter::successors;

use curve::bls12_381::{self, Bls12381};
use curve::bn254::{self, Bn254};
#[cfg(feature = "alloc")]
use curve::engines::counting::{Counter, Counting, OnResidues};
use curve::engines::pairings::PairingEngines;
use curve::field::{Anywhere, Canonical, Field, Invert, Red};
use curve::pairing::{
    Gt, MillerPair, Pairing, TwistPoint, final_exponentiation, multi_miller_loop,
};
use curve::tower::{Fp2Of, Fp12};
use limb::rns::{Element, Plain, Rns, Vector};
use limb::{Mont, Params};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const INPUTS: usize = 18;
const ROUNDS: usize = if cfg!(debug_assertions) { 12 } else { 400 };

/// With eight primes a product takes 4 multiply-adds and a reduction 45: what `limb`'s tests find
/// in the compiled kernels. Three squares in Fp2 within the square take two products each, where
/// the derivation of the engine counted four (876).
#[cfg(feature = "alloc")]
#[test]
fn towers_take_as_many_multiply_adds_as_was_derived() {
    type T = Bls12381<Counting<bls12_381::FpEngine, OnResidues>>;
    let counter = Counter::default();
    let fp2 = |k: u32| Fp2Of::<T>::small(&counter, k);
    let [f, g] = [1, 7].map(|k| Fp12::<T>::from_w(from_fn(|i| fp2(k + i as u32))));
    let count = |what: &dyn Fn() -> Fp12<T>| {
        counter.reset();
        what();
        let counts = counter.counts();
        4 * (counts.products + counts.squarings) + 45 * counts.reductions
    };
    assert_eq!(
        [count(&|| f.mul(&g)), count(&|| f.sqr()), count(&|| f.cyclotomic_sqr())],
        [1_116, 852, 708]
    );
}

/// Everything that the tower and the lines have, one after the other without a conversion.
fn towers<T: Pairing<Fp: Invert>>(inputs: &[Red<T::Fp>]) -> Vec<Red<T::Fp>> {
    let fp2 = |i: usize| Fp2Of::<T>::new(inputs[i].clone(), inputs[i + 1].clone());
    let f = Fp12::<T>::from_w(from_fn(|i| fp2(2 * i)));
    let (q, p) = ([fp2(12), fp2(14)], [inputs[16].clone(), inputs[17].clone()]);
    let mut t = TwistPoint::<T>::from_affine(&q);
    let lines = [t.double().at(&p), t.add(&q).at(&p), t.double().at(&p)];
    let product = f.mul(&f.frobenius());
    let values = [
        f.sqr(),
        f.cyclotomic_sqr(),
        product.sqr().mul(&product).conjugate(),
        f.mul_karatsuba(&product),
        product.sqr_complex(),
        f.cyclotomic_sqr_narrow(),
        f.mul_by_line(&lines[0]).mul_by_line(&lines[1]).mul_by_line(&lines[2]),
        f.frobenius_p2().frobenius_p3(),
        product.invert(),
    ];
    values.iter().flat_map(|value| value.w().map(|c| [c.c0(), c.c1()])).flatten().collect()
}

fn residues<F: Anywhere>(rng: &mut impl Rng, round: usize) -> Vec<Red<F>> {
    let edges = [Red::zero(), Red::one(), -&Red::<F>::one()];
    (0..INPUTS)
        .map(|i| {
            let mut wide = [0; 48];
            rng.fill_bytes(&mut wide);
            match round {
                0..3 => edges[round],
                _ if i == round % INPUTS => edges[2],
                _ => Red::from_uniform_bytes(&wide),
            }
        })
        .collect()
}

fn skipped() {
    eprintln!("SKIPPED: this CPU has no AVX-512 IFMA, the kernels were not run");
}

fn equal_towers<M, V: Vector, T, U, const N: usize>(rounds: usize)
where
    M: Params<u64, N>,
    Mont<M, u64, N>: Anywhere + Field<Raw = [u64; N]>,
    T: Pairing<Fp = Mont<M, u64, N>>,
    U: Pairing<Fp = Rns<M, V, N>>,
{
    let Some(token) = Rns::<M, V, N>::token() else { return skipped() };
    let mut rng = ChaCha20Rng::seed_from_u64(N as u64);
    for round in 0..rounds {
        let inputs = residues::<T::Fp>(&mut rng, round);
        let ours: Vec<_> = inputs
            .iter()
            .map(|a| Red::from_raw(Rns::<M, V, N>::of_words(token, a.raw())))
            .collect();
        let expected = towers::<T>(&inputs);
        for (i, (got, expected)) in towers::<U>(&ours).iter().zip(&expected).enumerate() {
            assert_eq!(
                Rns::<M, V, N>::to_words(got.raw()),
                *expected.raw(),
                "round {round}, coefficient {i}"
            );
        }
    }
}

/// Pairings of small multiples of the generators, given by their coordinates on the default engine:
/// P, then Q.
fn equal_pairings<M, V: Vector, T, U, F, const N: usize>(points: impl Iterator<Item = [Red<F>; 6]>)
where
    M: Params<u64, N>,
    Mont<M, u64, N>: Anywhere + Field<Raw = [u64; N]>,
    T: Pairing<Fp = Mont<M, u64, N>>,
    U: Pairing<Fp = Rns<M, V, N>>,
    F: Canonical,
{
    let Some(token) = Rns::<M, V, N>::token() else { return skipped() };
    for (round, point) in points.enumerate() {
        let words = point.map(|a| {
            let mut bytes = vec![0; F::BYTES];
            a.to_bytes(&mut bytes);
            Red::<T::Fp>::from_bytes(&bytes).0
        });
        let [px, py, x0, x1, y0, y1] = words;
        let loop_value = multi_miller_loop::<T, 1>(
            &(),
            [MillerPair::new([px, py], [Red::new(x0, x1), Red::new(y0, y1)])],
        );
        let expected = final_exponentiation(&loop_value);
        let [px, py, x0, x1, y0, y1] =
            words.map(|a| Red::from_raw(Rns::<M, V, N>::of_words(token, a.raw())));
        let loop_value = multi_miller_loop::<U, 1>(
            &token,
            [MillerPair::new([px, py], [Red::new(x0, x1), Red::new(y0, y1)])],
        );
        let got = final_exponentiation(&loop_value);
        for (got, expected) in got.as_fp12().w().into_iter().zip(expected.as_fp12().w()) {
            for (got, expected) in [(got.c0(), expected.c0()), (got.c1(), expected.c1())] {
                assert_eq!(Rns::<M, V, N>::to_words(got.raw()), *expected.raw(), "round {round}");
            }
        }
    }
}

macro_rules! multiples {
    ($curve:ident, $count:expr) => {{
        let (p, q) = (
            $curve::G1Affine::generator().to_projective(),
            $curve::G2Affine::generator().to_projective(),
        );
        core::iter::successors(Some((p, q.double())), move |(a, b)| Some((a.add(&p), b.add(&q))))
            .take($count)
            .map(|(p, q)| {
                let (p, q) = (p.to_affine(), q.to_affine());
                [*p.x(), *p.y(), q.x().c0(), q.x().c1(), q.y().c0(), q.y().c1()]
            })
    }};
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn pairings_on_vectors() {
    use limb::rns::Zmm;
    type Bls = Rns<bls12_381::FpModulus, Zmm, 6>;
    type Bn = Rns<bn254::FpModulus, Zmm, 4>;
    equal_pairings::<_, Zmm, Bls12381<Mont<bls12_381::FpModulus, u64, 6>>, Bls12381<Bls>, _, 6>(
        multiples!(bls12_381, ROUNDS),
    );
    equal_pairings::<_, Zmm, Bn254<Mont<bn254::FpModulus, u64, 4>>, Bn254<Bn>, _, 4>(multiples!(
        bn254, ROUNDS
    ));
}

/// Products of powers in the target group, by tables and by buckets.
fn equal_powers<M, T, U, S, const N: usize>()
where
    M: Params<u64, N>,
    Mont<M, u64, N>: Anywhere + Field<Raw = [u64; N]>,
    T: PairingEngines<Fp = Mont<M, u64, N>, ScalarConst = S::Const>,
    Rns<M, Plain, N>: Field<Raw = Element<Plain>>,
    U: PairingEngines<Fp = Rns<M, Plain, N>, ScalarConst = S::Const>,
    S: Canonical + Anywhere,
{
    let Some(token) = Rns::<M, Plain, N>::token() else { return skipped() };
    let mut rng = ChaCha20Rng::seed_from_u64(N as u64);
    let inputs = residues::<T::Fp>(&mut rng, INPUTS);
    let enter = |i: usize| Red::from_raw(Rns::<M, Plain, N>::of_words(token, inputs[i].raw()));
    let here = from_fn(|i| Fp2Of::<T>::new(inputs[2 * i], inputs[2 * i + 1]));
    let there = from_fn(|i| Fp2Of::<U>::new(enter(2 * i), enter(2 * i + 1)));
    let here = final_exponentiation::<T>(&Fp12::from_w(here));
    let there = final_exponentiation::<U>(&Fp12::from_w(there));
    for count in [1, 3, 70] {
        let exponents: Vec<Red<S>> = (0..count)
            .map(|_| {
                let mut wide = [0; 48];
                rng.fill_bytes(&mut wide);
                Red::from_uniform_bytes(&wide)
            })
            .collect();
        let elements: Vec<_> = successors(Some(here), |b| Some(b * &here)).take(count).collect();
        let expected = Gt::product_of_powers_vartime(&elements, &exponents).expect("some");
        let elements: Vec<_> = successors(Some(there), |b| Some(b * &there)).take(count).collect();
        let got = Gt::product_of_powers_vartime(&elements, &exponents).expect("some");
        for (got, expected) in got.as_fp12().w().into_iter().zip(expected.as_fp12().w()) {
            for (got, expected) in [(got.c0(), expected.c0()), (got.c1(), expected.c1())] {
                assert_eq!(Rns::<M, Plain, N>::to_words(got.raw()), *expected.raw(), "{count}");
            }
        }
    }
}

#[test]
fn products_of_powers_on_plain_words() {
    type Bls = Rns<bls12_381::FpModulus, Plain, 6>;
    type Bn = Rns<bn254::FpModulus, Plain, 4>;
    equal_powers::<
        _,
        Bls12381<Mont<bls12_381::FpModulus, u64, 6>>,
        Bls12381<Bls>,
        bls12_381::FrEngine,
        6,
    >();
    equal_powers::<_, Bn254<Mont<bn254::FpModulus, u64, 4>>, Bn254<Bn>, bn254::FrEngine, 4>();
}

#[test]
fn towers_on_plain_words() {
    type Bls = Rns<bls12_381::FpModulus, Plain, 6>;
    type Bn = Rns<bn254::FpModulus, Plain, 4>;
    equal_towers::<_, Plain, Bls12381<Mont<bls12_381::FpModulus, u64, 6>>, Bls12381<Bls>, 6>(4);
    equal_towers::<_, Plain, Bn254<Mont<bn254::FpModulus, u64, 4>>, Bn254<Bn>, 4>(4);
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn towers_on_vectors() {
    use limb::rns::Zmm;
    type Bls = Rns<bls12_381::FpModulus, Zmm, 6>;
    type Bn = Rns<bn254::FpModulus, Zmm, 4>;
    equal_towers::<_, Zmm, Bls12381<Mont<bls12_381::FpModulus, u64, 6>>, Bls12381<Bls>, 6>(ROUNDS);
    equal_towers::<_, Zmm, Bn254<Mont<bn254::FpModulus, u64, 4>>, Bn254<Bn>, 4>(ROUNDS);
}
