//! What is linked here is proved, and docs/proofs.md says so.

use std::hint::black_box;

use limb::adx::{Fold, Mont, Words};
use limb::rns::{Rns, Vector, Zmm};
use limb::runtime::{Exponent, pow_vartime, scratch_words};
use limb::{Params, cpu, ifma};
use prove::kernels::remainders;
use prove::proof::{may_be_of, prove, try_numbers};
use prove::report::report;

macro_rules! modulus {
    ($name:ident, $hex:literal) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct $name;

        impl limb::Modulus for $name {
            const P: limb::modulus::Limbs = limb::modulus::hex($hex);
        }
    };
}

modulus!(
    M381,
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
);
modulus!(M254, "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
modulus!(R255, "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
modulus!(Sparse, "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
modulus!(P25519, "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
modulus!(Folded, "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");

/// Calls every kernel of these sizes through the engine that users have, so that it is linked. On a
/// CPU without the feature none is run.
fn montgomery<M: Params<u64, N>, const N: usize>(token: cpu::Adx) {
    type A<M, const N: usize> = Mont<M, N>;
    let mut a = black_box(Words::<N>::new(token, [1; N]));
    let (b, mut c) = black_box((a, [a, a]));
    black_box([
        A::<M, N>::mul(&a, &b),
        A::<M, N>::sqr(&a),
        A::<M, N>::sum_of_two([(&a, &b), (&b, &a)]),
    ]);
    let mut wide = black_box(A::<M, N>::product(&a, &b));
    let other = black_box(wide);
    wide.add(&other);
    wide.sub(&other);
    wide.add_two(&other, &other);
    wide.add_sub(&other, &other);
    wide.sub_two(&other, &other);
    wide.times(black_box(3));
    wide.add_small(&b, black_box(3));
    wide.sub_small(&b, black_box(3));
    black_box(A::<M, N>::reduce(&black_box(wide)));
    A::<M, N>::sqr_times_assign(&mut a, black_box(5));
    A::<M, N>::complex_mul_assign(&mut c, &[a, b]);
    A::<M, N>::complex_sqr_assign(&mut c);
    black_box((A::<M, N>::complex_product(&c, &c), A::<M, N>::complex_square(&c)));
    if A::<M, N>::LESS_SQUARES {
        black_box(A::<M, N>::complex_mul_less_squares(&c, &c, &c));
    }
}

/// Calls what both forms of residues in lanes have, so that it is linked.
macro_rules! lanes {
    ($form:ty, $words:literal, $token:expr) => {{
        type F = $form;
        let a = black_box(ifma::Lanes::<$words>::zero($token));
        let mut b = black_box(a);
        F::mul_assign(&mut b, &a);
        black_box([F::mul(&a, &b), F::sqr(&b), F::sum_of_two([(&a, &b), (&b, &b)])]);
        black_box([F::add(&a, &b), F::sub(&a, &b), F::neg(&a), F::weak(&a), F::canonical(&a)]);
        black_box((F::times(&a, black_box(3)), ifma::Lanes::select(&a, &b, black_box(5))));
        let mut wide = black_box(F::product(&a, &b));
        let other = black_box(wide);
        F::mac(&mut wide, &a, &b);
        wide.add(&other);
        wide.sub(&other);
        black_box(F::reduce(&black_box(wide)));
        let rows = black_box([&[1; $words]; 8]);
        black_box((F::is_zero(&a), ifma::Lanes::<$words>::of_rows($token, rows)));
        black_box(ifma::Words::<$words>::of_rows($token, rows));
        black_box(F::linear(black_box(&[(&a, 1), (&b, -3)])));
        let mut rows = black_box([[0; $words]; 8]);
        a.store_rows(&mut rows[..black_box(8)], |row| row);
        // Rows that are parts of what callers have: of some, of all eight, and one.
        let mut parts = black_box([[[0; $words]; 3]; 8]);
        a.store_rows(&mut parts[..black_box(8)], |part| &mut part[1]);
        let mut pairs = black_box([[[0; $words]; 2]; 8]);
        a.store_rows(&mut pairs, |pair| &mut pair[1]);
        let mut one = black_box([[[0; $words]; 4]]);
        a.store_rows(&mut one, |one| &mut one[3]);
        black_box((rows, parts, pairs, one));
    }};
}

/// Complex products in lanes.
fn complex_lanes<M: Params<u64, N>, const N: usize>(token: cpu::Ifma) {
    type L<M, const N: usize> = ifma::Mont<M, N>;
    let a = black_box([ifma::Lanes::<N>::zero(token); 2]);
    black_box((L::<M, N>::complex_product(&a, &a), L::<M, N>::complex_sqr(&a)));
    let mut out = a;
    L::<M, N>::complex_sum(&mut out, &[(&a, &a)]);
    L::<M, N>::complex_sum(&mut out, &[(&a, &a), (&a, &a)]);
    black_box(out);
}

/// A small multiple by a number that all callers have, which the compiler makes a constant.
fn thrice(token: cpu::Ifma) {
    let a = black_box(ifma::Lanes::<4>::zero(token));
    black_box(ifma::Mont::<R255, 4>::times(&a, 3));
}

/// What elements of Fp12 are made of.
type Twelve<E> = [[[E; 2]; 3]; 2];

/// The coefficients of powers of w.
#[inline(always)]
fn w<E>(of: &Twelve<E>) -> [&[E; 2]; 6] {
    [&of[0][0], &of[1][0], &of[0][1], &of[1][1], &of[0][2], &of[1][2]]
}

type L381 = ifma::Lanes<6>;
type R381 = Rns<M381, Zmm, 6>;
type E381 = limb::rns::Element<Zmm>;

/// Both parts of the entry whose mask is 1.
#[inline(always)]
fn in_lanes<T>(
    none: &[L381; 2],
    table: &[T],
    entry: impl Fn(&T) -> &[L381; 2],
    is: &[u8],
) -> [L381; 2] {
    [
        none[0].scan(table, |item| &entry(item)[0], is, |is| *is),
        none[1].scan(table, |item| &entry(item)[1], is, |is| *is),
    ]
}

/// The same of residue numbers.
#[inline(always)]
fn in_residues<T>(
    none: &[E381; 2],
    table: &[T],
    entry: impl Fn(&T) -> &[E381; 2],
    is: &[subtle::Choice],
) -> [E381; 2] {
    [
        part_in_residues(&none[0], table, |item| &entry(item)[0], is),
        part_in_residues(&none[1], table, |item| &entry(item)[1], is),
    ]
}

#[inline(always)]
fn part_in_residues<T>(
    none: &E381,
    table: &[T],
    entry: impl Fn(&T) -> &E381,
    is: &[subtle::Choice],
) -> E381 {
    R381::scan(none, table.iter().zip(is).map(|(item, is)| (entry(item), *is)))
}

/// What products of powers look up: a coefficient by its number, part by part. The functions that
/// say which one hold references to each other, as there.
fn lookups(token: cpu::Ifma, vector: <Zmm as Vector>::Token) {
    let table = black_box([[[[L381::zero(token); 2]; 3]; 2]; 15]);
    let masks = black_box([5; 15]);
    for k in 0..black_box(6) {
        black_box(in_lanes(w(&table[0])[k], &table, |entry| w(entry)[k], &masks));
    }
    let one = R381::of_words(vector, &black_box([1; 6]));
    let table = black_box([[[[one; 2]; 3]; 2]; 15]);
    let choices = black_box([R381::is_zero(&one); 15]);
    for k in 0..black_box(6) {
        let some = &table[..black_box(15)];
        black_box(in_residues(w(&table[0])[k], some, |entry| w(entry)[k], &choices));
    }
}

/// Four residues in a vector, in the lanes and orders that formulas take.
fn four(token: cpu::Ifma) {
    type F = ifma::Four<P25519, 4>;
    let a = black_box(F::of_words(token, black_box([&[1; 4]; 4])));
    let b = black_box(a.open_product::<0>(&a));
    let c = black_box(a.open_product::<0b1100>(&a));
    black_box((b.carried(), a.mul(&a)));
    black_box((c.pick::<0b01_11_00_10>(), c.pick::<0b11_10_01_11>(), c.pick::<0>()));
    black_box((c.plus::<0b1000>(&b), c.plus::<0b0110>(&b), c.offset::<0b0001>()));
    let offset = black_box(a.offset::<0b0010>());
    black_box((offset.minus::<0b0010>(&a), c.minus::<0b1000>(&b)));
}

/// Residue numbers: what is a function of its own.
fn remainders<M: Params<u64, N>, const N: usize>(token: <Zmm as Vector>::Token) {
    type R<M, const N: usize> = Rns<M, Zmm, N>;
    let a = black_box(R::<M, N>::of_words(token, &black_box([1; N])));
    let pair = black_box([a, a]);
    black_box((R::<M, N>::mul(&a, &a), R::<M, N>::complex_mul(&pair, &pair)));
    black_box(R::<M, N>::sums(&black_box([[(&a, &a)]; 1])));
    black_box(R::<M, N>::sums(&black_box([[(&a, &a)]; 2])));
    black_box(R::<M, N>::sums(&black_box([[(&a, &a)]; 3])));
    black_box(R::<M, N>::sums(&black_box([[(&a, &a)]; 4])));
    black_box(R::<M, N>::sums(&black_box([[(&a, &a)]; 6])));
    black_box((R::<M, N>::to_words(&a), R::<M, N>::is_zero(&a).unwrap_u8()));
}

/// Powers modulo what is known at run time only: the kernels of blocks.
fn powers() {
    let exponent = Exponent { bytes: &[5], zero_bytes: 0 };
    for words in [4, 8] {
        let modulus = black_box(vec![3; words]);
        let (mut out, mut scratch) = (vec![0; words], vec![0; scratch_words(1, words, &exponent)]);
        pow_vartime(&black_box([2]), &exponent, &modulus, &mut out, &mut scratch);
        black_box(out);
    }
}

/// Keeps the kernels in this program.
pub fn keep() {
    match cpu::Ifma::get() {
        Some(token) => {
            lanes!(ifma::Mont<M381, 6>, 6, token);
            lanes!(ifma::Mont<M254, 4>, 4, token);
            // Where the feature is on, these are inlined; here they are not.
            lanes!(ifma::Mont<Sparse, 4>, 4, token);
            lanes!(ifma::Fold<Folded, 4>, 4, token);
            lanes!(ifma::Fold<P25519, 4>, 4, token);
            let rows = [&[1; 4]; 8];
            black_box(ifma::Fold::<Folded, 4>::of_words(token, rows));
            black_box(ifma::Fold::<P25519, 4>::of_words(token, rows));
            complex_lanes::<M381, 6>(token);
            complex_lanes::<M254, 4>(token);
            thrice(token);
            four(token);
        }
        None => {
            eprintln!("SKIPPED: this CPU has no IFMA; the kernels are proved all the same, not run")
        }
    }
    if let Some(token) = Rns::<M381, Zmm, 6>::token() {
        remainders::<M381, 6>(token);
        remainders::<M254, 4>(token);
        if let Some(lanes) = cpu::Ifma::get() {
            lookups(lanes, token);
        }
    }
    let Some(token) = cpu::Adx::get() else {
        eprintln!("SKIPPED: this CPU has no ADX; the kernels are proved all the same, not run");
        return;
    };
    montgomery::<M381, 6>(token);
    montgomery::<M254, 4>(token);
    powers();
    let a = black_box(Words::<4>::new(token, [1; 4]));
    let terms = [(&a, &a), (&a, &a)];
    black_box([
        Mont::<Sparse, 4>::mul(&a, &a),
        Mont::<Sparse, 4>::sqr(&a),
        Mont::<Sparse, 4>::sum_of_two(terms),
    ]);
    black_box([
        Fold::<Folded, 4>::mul(&a, &a),
        Fold::<Folded, 4>::sqr(&a),
        Fold::<Folded, 4>::sum_of_two(terms),
    ]);
    black_box(Fold::<P25519, 4>::ladder(&a, &black_box([1]), 1, 121_666));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "what is proved is the code of release builds")]
fn every_kernel_of_this_program_is_proved() {
    let report = report(&super::this_binary());
    println!("{}", report.table());
    assert!(report.unknown.is_empty(), "neither contract nor reason: {:?}", report.unknown);
    // What is known to be open is not linked here.
    let open: Vec<_> = prove::kernels::OPEN.iter().map(|(kernel, _)| kernel).collect();
    let absent: Vec<_> = report.absent.iter().filter(|kernel| !open.contains(kernel)).collect();
    assert!(absent.is_empty(), "not linked: {absent:?}");
    let failed: Vec<_> = report.failed().iter().map(|row| (&row.kernel, &row.condition)).collect();
    assert!(failed.is_empty(), "not proved: {failed:?}");
    assert_eq!(report.rows.len(), report.proved());
    crate::page::is_current(&report);
}

/// The contracts say what the code does on numbers too: a claim on code that it does not run, or of
/// operands that do not exist, would say nothing.
#[test]
#[cfg_attr(debug_assertions, ignore = "what is proved is the code of release builds")]
fn every_contract_holds_on_numbers() {
    let binary = super::this_binary();
    for contract in prove::kernels::contracts(&binary) {
        for code in binary.code(contract.kernel) {
            // An instance for another modulus.
            let residues = contract.kernel == remainders::KERNEL;
            if contract.one_of
                && (!may_be_of(&contract, &binary, &code)
                    || !residues && prove(&contract, &binary, &code).is_err())
            {
                continue;
            }
            // All eight lanes are followed there.
            let sets = if residues { 12 } else { 100 };
            for seed in 0..if contract.one_of { sets.min(40) } else { sets } {
                let run = try_numbers(&contract, &binary, &code, super::sampler(seed));
                assert_eq!(run, Ok(()), "{}, {}, seed {seed}", contract.kernel, contract.condition);
            }
        }
    }
}
