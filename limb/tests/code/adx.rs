//! The assembly kernels: equal to the portable engine on random and boundary operands, in place and
//! with equal operands; and as many instructions as were reviewed.
#![cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]

#[cfg(target_arch = "x86_64")]
use crate::disassembly;
use limb::adx::{Fold as AdxFold, Mont as Adx, Wide, Words};
use limb::wide::MAX_PRODUCTS;
use limb::{Fold, Mont, Params, cpu};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

// Primes of the sizes in use, with three and two spare bits, and the largest and smallest moduli
// that the kernels take.
modulus!(
    M381,
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
);
modulus!(M254, "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
modulus!(
    Largest6,
    "1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
);
// Of 208 bits, the least for which sums can be reduced.
modulus!(Least4, "8000fffffffffffffffffffffffffffffffffffffffffffffff1");
modulus!(Largest4, "3333333333333332ffffffffffffffffffffffffffffffffffffffffffffffff");
modulus!(
    Sparse6,
    "100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001"
);
modulus!(Sparse4, "2000000000000000000000000000000000000000000000000000000000000001");
// A full modulus with kernels of its own, the smallest and the largest of its shape; and 2^k − c
// with the least and the largest c in use.
modulus!(Full, "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
modulus!(SmallestFull, "8000000000000000000000000000000000000000ffffffffffffffffffffffff");
modulus!(LargestFull, "fffffffffffffffd000000000000000000000000ffffffffffffffffffffffff");
modulus!(Fold256, "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");
modulus!(Fold255, "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
// 2^256 − (2^40 − 87): nearly the largest C that the kernels take.
modulus!(LargestC, "ffffffffffffffffffffffffffffffffffffffffffffffffffffff0000000057");

fn token() -> Option<cpu::Adx> {
    let token = cpu::Adx::get();
    if token.is_none() {
        eprintln!("SKIPPED: this CPU has no ADX, the kernels were not run");
    }
    token
}

/// Lazy operands: the ends of the range, patterns of bits, random ones.
fn operands<M: Params<u64, N>, const N: usize>(rng: &mut impl Rng, count: usize) -> Vec<[u64; N]> {
    let p = M::P_W;
    let small = |k: u64| core::array::from_fn(|i| if i == 0 { k } else { 0 });
    let minus = |a: [u64; N], k: u64| {
        let mut borrow = k;
        a.map(|word| {
            let (word, under) = word.overflowing_sub(borrow);
            borrow = u64::from(under);
            word
        })
    };
    let twice = {
        let mut carry = 0;
        p.map(|word| {
            let out = word << 1 | carry;
            carry = word >> 63;
            out
        })
    };
    // The largest operand is the seventh.
    let ends = if Mont::<M, u64, N>::LAZY {
        [p, minus(twice, 1), minus(twice, 2)]
    } else {
        [M::R_W, minus(p, 1), minus(p, 3)]
    };
    let mut out =
        [[small(0), small(1), small(2), minus(p, 1), minus(p, 2)].as_slice(), &ends].concat();
    while out.len() < count {
        let mut words: [u64; N] = core::array::from_fn(|_| match rng.next_u32() & 3 {
            0 => 0,
            1 => u64::MAX,
            _ => rng.next_u64(),
        });
        words[N - 1] &= (2u64 << (63 - p[N - 1].leading_zeros())).wrapping_sub(1);
        if Mont::<M, u64, N>::is_lazy(&words) {
            out.push(words);
        }
    }
    out
}

fn reduced<M: Params<u64, N>, const N: usize>(a: &[u64; N]) -> [u64; N] {
    Mont::<M, u64, N>::weak(a)
}

/// Products, squares and sums of two.
fn products<M: Params<u64, N>, const N: usize>() {
    let Some(token) = token() else { return };
    let mut rng = ChaCha20Rng::seed_from_u64(N as u64);
    let values = operands::<M, N>(&mut rng, 400);
    let words = |a: &[u64; N]| Words::new(token, *a);
    for i in 0..20_000 {
        let [a, b, c, d] = four(&values, &mut rng, i);
        let [wa, wb, wc, wd] = [&a, &b, &c, &d].map(words);

        let product = Mont::<M, u64, N>::mul(&a, &b);
        assert_eq!(Adx::<M, N>::mul(&wa, &wb).words(), &product, "{a:x?} {b:x?}");
        assert_eq!(Adx::<M, N>::reduce(&wide_product::<M, N>(&wa, &wb)).words(), &product);
        let mut place = wa;
        Adx::<M, N>::mul_assign(&mut place, &wb);
        assert_eq!(place.words(), &product);
        let square = Mont::<M, u64, N>::mul(&a, &a);
        assert_eq!(Adx::<M, N>::sqr(&wa).words(), &square, "{a:x?}");
        assert_eq!(Adx::<M, N>::mul(&wa, &wa).words(), &square);
        let mut expected = a;
        for n in 0..6 {
            let mut place = wa;
            Adx::<M, N>::sqr_times_assign(&mut place, n);
            assert_eq!(place.words(), &expected, "{n} squarings of {a:x?}");
            expected = Mont::<M, u64, N>::mul(&expected, &expected);
        }

        let [x, y] = [&a, &b].map(reduced::<M, N>);
        let [wx, wy] = [&x, &y].map(words);
        assert_eq!(
            Adx::<M, N>::add(&wx, &wy).words(),
            &Mont::<M, u64, N>::add(&x, &y),
            "{a:x?} {b:x?}"
        );
        assert_eq!(
            Adx::<M, N>::sub(&wx, &wy).words(),
            &Mont::<M, u64, N>::sub(&x, &y),
            "{a:x?} {b:x?}"
        );
        assert_eq!(Adx::<M, N>::neg(&wx).words(), &Mont::<M, u64, N>::neg(&x), "{a:x?}");

        let sum = Mont::<M, u64, N>::sum_of_products([(&a, &b), (&c, &d)]);
        assert_eq!(
            Adx::<M, N>::sum_of_two([(&wa, &wb), (&wc, &wd)]).words(),
            &sum,
            "{a:x?} {b:x?} {c:x?} {d:x?}"
        );
    }
}

/// Only products and squares, for moduli of 4 words with one spare bit; of reduced operands.
fn single_products<M: Params<u64, 4>>() {
    let Some(token) = Adx::<M, 4>::token_for_products() else { return };
    assert!(Adx::<M, 4>::token().is_none());
    let mut rng = ChaCha20Rng::seed_from_u64(15);
    let values = operands::<M, 4>(&mut rng, 400);
    for i in 0..20_000 {
        let [a, b, _, _] = four(&values, &mut rng, i).map(|a| reduced::<M, 4>(&a));
        let [wa, wb] = [a, b].map(|a| Words::new(token, a));
        assert_eq!(Adx::<M, 4>::mul(&wa, &wb).words(), &Mont::<M, u64, 4>::mul(&a, &b), "{a:x?}");
        assert_eq!(Adx::<M, 4>::sqr(&wa).words(), &Mont::<M, u64, 4>::mul(&a, &a), "{a:x?}");
    }
}

fn wide_product<M: Params<u64, N>, const N: usize>(a: &Words<N>, b: &Words<N>) -> Wide<N> {
    Adx::<M, N>::product(a, b)
}

/// Every pair of the values at the ends, then any.
fn four<const N: usize>(values: &[[u64; N]], rng: &mut ChaCha20Rng, i: usize) -> [[u64; N]; 4] {
    let ends = i < 64;
    core::array::from_fn(|k| match k {
        0 if ends => values[i >> 3],
        _ if ends => values[i & 7],
        _ => values[rng.next_u32() as usize & 255],
    })
}

/// Complex products and squares.
fn complex<M: Params<u64, N>, const N: usize>() {
    let Some(token) = token() else { return };
    let mut rng = ChaCha20Rng::seed_from_u64(N as u64);
    let values = operands::<M, N>(&mut rng, 400);
    let words = |a: &[u64; N]| Words::new(token, *a);
    for i in 0..20_000 {
        let [a, b, c, d] = four(&values, &mut rng, i);
        let [wa, wb, wc, wd] = [&a, &b, &c, &d].map(words);

        let complex = Mont::<M, u64, N>::complex_sum([(&[a, b], &[c, d])]);
        let unwrapped = |value: [Words<N>; 2]| value.map(|word| *word.words());
        assert_eq!(unwrapped(Adx::<M, N>::complex_mul(&[wa, wb], &[wc, wd])), complex);
        let mut place = [wa, wb];
        Adx::<M, N>::complex_mul_assign(&mut place, &[wc, wd]);
        assert_eq!(unwrapped(place), complex);
        let wide = Adx::<M, N>::complex_product(&[wa, wb], &[wc, wd]);
        assert_eq!(unwrapped(wide.map(|wide| Adx::<M, N>::reduce(&wide))), complex);

        let (x, y) = (reduced::<M, N>(&a), reduced::<M, N>(&b));
        let square = Mont::<M, u64, N>::complex_sum([(&[x, y], &[x, y])]);
        let mut place = [words(&x), words(&y)];
        assert_eq!(unwrapped(Adx::<M, N>::complex_sqr(&place)), square);
        let wide = Adx::<M, N>::complex_square(&place);
        assert_eq!(unwrapped(wide.map(|wide| Adx::<M, N>::reduce(&wide))), square);
        Adx::<M, N>::complex_sqr_assign(&mut place);
        assert_eq!(unwrapped(place), square);
        let mut same = [wa, wb];
        let copy = same;
        Adx::<M, N>::complex_mul_assign(&mut same, &copy);
        assert_eq!(unwrapped(same), unwrapped(Adx::<M, N>::complex_mul(&copy, &copy)));
    }
}

/// a·b − 8c² of complex numbers, which has a kernel on x86-64: all coefficients at the ends of
/// their ranges and c's in the middle too, where the products are largest; then any.
#[cfg(target_arch = "x86_64")]
#[allow(clippy::integer_division_remainder_used)] // Of indices.
fn less_squares<M: Params<u64, 6>>() {
    type Portable<M> = Mont<M, u64, 6>;
    let Some(token) = token() else { return };
    assert!(Adx::<M, 6>::LESS_SQUARES);
    let mut rng = ChaCha20Rng::seed_from_u64(12);
    let lazy = operands::<M, 6>(&mut rng, 400);
    // 0, m, 2m − 1; 0, 1, m − 1 and (m − 1)/2.
    let lazy_ends = [0, 5, 6].map(|i| lazy[i]);
    let reduced_ends = [lazy[0], lazy[1], lazy[3], Portable::<M>::half(&lazy[3])];
    for i in 0..20_000 {
        let mut rest = i;
        let mut pick = |from: &[[u64; 6]]| {
            let index =
                if i < 2_304 { rest % from.len() } else { rng.next_u32() as usize % from.len() };
            rest /= from.len();
            from[index]
        };
        let mut complex =
            |ends: &[[u64; 6]]| [0; 2].map(|_| pick(if i < 2_304 { ends } else { &lazy }));
        let [a, c] = [0; 2].map(|_| complex(&reduced_ends).map(|a| reduced::<M, 6>(&a)));
        let b = complex(&lazy_ends);
        let product = Portable::<M>::complex_sum([(&a, &b)]);
        let square = Portable::<M>::complex_sum([(&c, &c)]).map(|c| Portable::<M>::times(&c, 8));
        let expected = [0, 1].map(|i| Portable::<M>::difference(&product[i], &square[i]));
        let words = |a: [[u64; 6]; 2]| a.map(|a| Words::new(token, a));
        let less = Adx::<M, 6>::complex_mul_less_squares(&words(a), &words(b), &words(c));
        assert_eq!(less.map(|word| *word.words()), expected, "{a:x?} {b:x?} {c:x?}");
    }
}

/// Folding: everything on any integers of 4 words.
fn folds<M: Params<u64, 4>>() {
    type Portable<M> = Fold<M, u64, 4>;
    let Some(token) = token() else { return };
    let mut rng = ChaCha20Rng::seed_from_u64(11);
    let c = Portable::<M>::sub(&[0; 4], &M::P_W)[0];
    let mut values = vec![[0; 4], [1, 0, 0, 0], [c, 0, 0, 0], [u64::MAX; 4], M::P_W];
    // m − 1, m + 1 and 2^256 − C.
    values.push(Portable::<M>::sub(&M::P_W, &[1, 0, 0, 0]));
    values.push([M::P_W[0] + 1, M::P_W[1], M::P_W[2], M::P_W[3]]);
    values.push([0u64.wrapping_sub(M::R[0]), u64::MAX, u64::MAX, u64::MAX]);
    while values.len() < 400 {
        values.push(core::array::from_fn(|_| match rng.next_u32() & 3 {
            0 => 0,
            1 => u64::MAX,
            _ => rng.next_u64(),
        }));
    }
    let same = |a: &Words<4>, b: &[u64; 4]| {
        Portable::<M>::canonical(a.words()) == Portable::<M>::canonical(b)
    };
    for i in 0..50_000 {
        let [a, b, x, y] = four(&values, &mut rng, i);
        let [wa, wb, wx, wy] = [a, b, x, y].map(|a| Words::new(token, a));
        let product = Portable::<M>::mul(&a, &b);
        assert!(same(&AdxFold::<M, 4>::mul(&wa, &wb), &product), "{a:x?} {b:x?}");
        let mut place = wa;
        AdxFold::<M, 4>::mul_assign(&mut place, &wb);
        assert!(same(&place, &product));
        let square = Portable::<M>::mul(&a, &a);
        assert!(same(&AdxFold::<M, 4>::sqr(&wa), &square), "{a:x?}");
        assert!(same(&AdxFold::<M, 4>::mul(&wa, &wa), &square));
        let mut place = wa;
        AdxFold::<M, 4>::sqr_times_assign(&mut place, 1);
        assert!(same(&place, &square));
        let mut place = wa;
        let copy = place;
        AdxFold::<M, 4>::mul_assign(&mut place, &copy);
        assert!(same(&place, &square));
        let sum = Portable::<M>::sum_of_products([(&a, &b), (&x, &y)]);
        assert!(
            same(&AdxFold::<M, 4>::sum_of_two([(&wa, &wb), (&wx, &wy)]), &sum),
            "{a:x?} {b:x?} {x:x?} {y:x?}"
        );
    }
    for a in &values[..40] {
        for exponent in [vec![], vec![1], vec![rng.next_u64(), rng.next_u64()], M::HALF.to_vec()] {
            let expected = Portable::<M>::pow_vartime(a, &exponent);
            assert!(same(
                &AdxFold::<M, 4>::pow_vartime(&Words::new(token, *a), &exponent),
                &expected
            ));
        }
    }
}

/// Sums at the ends of their range, of either sign, with differences, multiples and linear terms.
fn sums<M: Params<u64, N>, const N: usize>() {
    let Some(token) = token() else { return };
    let mut rng = ChaCha20Rng::seed_from_u64(7);
    let values = operands::<M, N>(&mut rng, 64);
    for i in 0..4_000 {
        let mut wide = Wide::zero(token);
        let mut expected = Mont::<M, u64, N>::ZERO;
        let mut left = MAX_PRODUCTS;
        let extreme = i < 2;
        // A product and its residue, multiplied by up to 4.
        let mut term = |rng: &mut ChaCha20Rng| {
            let [a, b]: [[u64; N]; 2] = if extreme {
                [values[6]; 2]
            } else {
                core::array::from_fn(|_| values[rng.next_u32() as usize & 63])
            };
            let times = if extreme { 1 } else { 1 + (rng.next_u32() & 3) };
            let mut product = Adx::<M, N>::product(&Words::new(token, a), &Words::new(token, b));
            product.times(times);
            left -= times;
            (product, Mont::<M, u64, N>::times(&Mont::<M, u64, N>::mul(&a, &b), times), left)
        };
        loop {
            let (p, x, _) = term(&mut rng);
            let (q, y, left) = term(&mut rng);
            let (minus_x, minus_y) = (Mont::<M, u64, N>::neg(&x), Mont::<M, u64, N>::neg(&y));
            let values = match if extreme {
                3 + i
            } else {
                ((u64::from(rng.next_u32()) * 5) >> 32) as usize
            } {
                0 => {
                    wide.add(&p);
                    wide.sub(&q);
                    [x, minus_y]
                }
                1 => {
                    wide.sub(&p);
                    wide.add(&q);
                    [minus_x, y]
                }
                2 => {
                    wide.add_sub(&p, &q);
                    [x, minus_y]
                }
                3 => {
                    wide.add_two(&p, &q);
                    [x, y]
                }
                _ => {
                    wide.sub_two(&p, &q);
                    [minus_x, minus_y]
                }
            };
            for value in values {
                expected = Mont::<M, u64, N>::weak(&Mont::<M, u64, N>::add(&expected, &value));
            }
            if left < 8 {
                break;
            }
        }
        let a = reduced::<M, N>(&values[rng.next_u32() as usize & 63]);
        let word = Words::new(token, a);
        match rng.next_u32() & 3 {
            0 => {
                wide.add_small(&word, 2);
                expected = Mont::<M, u64, N>::weak(&Mont::<M, u64, N>::add(
                    &expected,
                    &Mont::<M, u64, N>::times(&a, 2),
                ));
            }
            1 => {
                wide.add_small(&word, 1);
                expected = Mont::<M, u64, N>::weak(&Mont::<M, u64, N>::add(&expected, &a));
            }
            2 => {
                wide.sub_small(&word, 3);
                let triple = Mont::<M, u64, N>::times(&a, 3);
                expected = Mont::<M, u64, N>::weak(&Mont::<M, u64, N>::sub(&expected, &triple));
            }
            _ => {}
        }
        assert_eq!(Adx::<M, N>::reduce(&wide).words(), &expected, "{i}");
    }
}

fn powers<M: Params<u64, N>, const N: usize>() {
    let Some(token) = token() else { return };
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    for a in operands::<M, N>(&mut rng, 40) {
        let a = reduced::<M, N>(&a);
        for exponent in [
            vec![],
            vec![0],
            vec![1],
            vec![2, 0],
            vec![rng.next_u64(), rng.next_u64()],
            M::HALF.to_vec(),
        ] {
            let expected = Mont::<M, u64, N>::pow_vartime(&a, &exponent);
            assert_eq!(
                Adx::<M, N>::pow_vartime(&Words::new(token, a), &exponent).words(),
                &expected
            );
        }
    }
}

#[test]
fn equal_to_the_portable_engine() {
    products::<M381, 6>();
    products::<Largest6, 6>();
    products::<Sparse6, 6>();
    products::<M254, 4>();
    products::<Largest4, 4>();
    products::<Least4, 4>();
    products::<Sparse4, 4>();
    products::<Full, 4>();
    products::<SmallestFull, 4>();
    products::<LargestFull, 4>();
}

#[test]
fn single_products_are_equal_to_the_portable_engine() {
    // The scalars of BLS12-381, and the largest modulus with a spare bit.
    modulus!(Scalars, "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
    modulus!(Largest, "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff");
    single_products::<Scalars>();
    single_products::<Largest>();
}

#[test]
fn complex_numbers_are_equal_to_the_portable_engine() {
    complex::<M381, 6>();
    complex::<Largest6, 6>();
    complex::<Sparse6, 6>();
    complex::<M254, 4>();
    complex::<Largest4, 4>();
    complex::<Least4, 4>();
    complex::<Sparse4, 4>();
    #[cfg(target_arch = "x86_64")]
    {
        less_squares::<M381>();
        less_squares::<Largest6>();
        less_squares::<Sparse6>();
    }
}

#[test]
fn folding_is_equal_to_the_portable_engine() {
    folds::<Fold256>();
    folds::<Fold255>();
    folds::<LargestC>();
}

#[test]
fn sums_are_reduced_from_their_whole_range() {
    sums::<M381, 6>();
    sums::<Largest6, 6>();
    sums::<Sparse6, 6>();
    sums::<M254, 4>();
    sums::<Largest4, 4>();
    sums::<Least4, 4>();
    sums::<Sparse4, 4>();
    sums::<Full, 4>();
}

#[test]
fn powers_are_equal() {
    powers::<M381, 6>();
    powers::<M254, 4>();
    powers::<Full, 4>();
}

#[test]
fn moduli_without_kernels_give_no_token() {
    modulus!(Other, "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
    // One spare bit less than the kernels of 6 words need.
    modulus!(
        Tight,
        "3fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
    );
    // One bit less in the highest word than the reduction of a sum reads.
    modulus!(Short, "7fffffffffffffffffffffffffffffffffffffffffffffffffff");
    assert!(Adx::<Short, 4>::token().is_none());
    assert!(Adx::<Other, 4>::token().is_none());
    assert_eq!(Adx::<Full, 4>::token().is_some(), cpu::Adx::get().is_some());
    assert!(Adx::<Tight, 6>::token().is_none() && Adx::<Tight, 6>::token_for_products().is_none());
    assert_eq!(Adx::<M381, 6>::token().is_some(), cpu::Adx::get().is_some());
}

/// Instructions of each kernel, counted in this very binary by `objdump`: assembly does not change
/// with the compiler.
#[cfg(target_arch = "x86_64")]
#[test]
fn instruction_counts() {
    let expected: [(&str, [usize; 2]); 17] = [
        ("mul", [140, 280]),
        ("sqr_times", [159, 293]),
        ("sum_of_two", [218, 414]),
        ("complex_product", [308, 562]),
        ("product", [82, 152]),
        ("reduce", [116, 202]),
        ("complex_mul", [508, 916]),
        ("complex_sqr", [334, 638]),
        ("complex_square", [192, 352]),
        ("wide_add", [28, 40]),
        ("wide_sub", [28, 40]),
        ("wide_add_two", [43, 63]),
        ("wide_add_sub", [43, 63]),
        ("wide_sub_two", [43, 63]),
        ("wide_times", [28, 40]),
        ("wide_add_multiple", [26, 36]),
        ("wide_sub_multiple", [26, 36]),
    ];
    // Keeps the kernels in the binary.
    powers::<M381, 6>();
    sums::<M254, 4>();
    powers::<Full, 4>();
    less_squares::<M381>();
    let Some(disassembly) = disassembly::Disassembly::of_this_binary() else { return };
    let count =
        |symbol: &str| disassembly.up_to_return(symbol).unwrap_or_else(|| panic!("no {symbol}"));
    let counted = expected.map(|(name, _)| {
        // Of six words those of two coefficients are a module of their own.
        let module = if name.starts_with("complex") { "words6::complex" } else { "words6" };
        (name, ["words4", module].map(|module| count(&format!("limb::adx::{module}::{name}"))))
    });
    assert_eq!(counted, expected);
    assert_eq!(count("limb::adx::words6::sqr"), 267);
    assert_eq!(count("limb::adx::words6::complex::complex_mul_less_squares"), 1300);

    let expected = [
        ("fold4", [("mul", 85), ("sqr", 69), ("sum_of_two", 169)]),
        ("sparse4", [("mul", 112), ("sqr", 96), ("sum_of_two", 211)]),
    ];
    let counted = expected.map(|(module, kernels)| {
        (module, kernels.map(|(name, _)| (name, count(&format!("limb::adx::{module}::{name}")))))
    });
    assert_eq!(counted, expected);
    if let Some(token) = token() {
        let nine = Words::new(token, [9, 0, 0, 0]);
        let _ = AdxFold::<Fold255, 4>::ladder(&nine, &[1], 1, 121_666);
        assert_eq!(count("limb::adx::ladder4::step"), 867);
    }
}
