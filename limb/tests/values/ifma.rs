//! The eight-lane kernels: equal to the portable engines in every lane, on random and boundary
//! operands at the ends of each range; and as many multiply-adds as were counted.
#![cfg(all(target_arch = "x86_64", not(miri)))]

use limb::ifma::{self, LANES, Lanes, MOST_TERMS};
use limb::modulus::Constant;
use limb::wide::MAX_PRODUCTS;
use limb::{Fold, Mont, Params, cpu};
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

modulus!(
    M381,
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
);
// The largest of 6 words, and one whose −1/m modulo 2^52 is nearly 2^52.
modulus!(
    Largest6,
    "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffec3"
);
modulus!(
    Dear6,
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9f0000000000001"
);
modulus!(M254, "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
modulus!(M255, "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
modulus!(Sparse, "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
modulus!(Order, "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
modulus!(Largest4, "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff43");
modulus!(Fold256, "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");
modulus!(Fold255, "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
modulus!(LargestC, "ffffffffffffffffffffffffffffffffffffffffffffffffffffff0000000057");

// As short as supported ones are, and shorter: those have no kernels.
modulus!(
    M377,
    "01ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001"
);
modulus!(
    M370,
    "210a395e017255a9505f436fc1d6adddbf5697fd1512716e18dfe623a7bfecaaef6600438376691cacc8393001e5d"
);
modulus!(
    M340,
    "9abc66aabae42da005e1f67da6e3ab808595bf4e803986a55a8b768539340985dcb22405a600d05dcb0c9"
);
modulus!(M221, "100000000000000000000000000000000000000000000000000000d9");
modulus!(M212, "93b737674abca81c1e5886137796365e10e75672ee2fa97d5e3fb");
modulus!(M199, "7fffffffffffffffffffffffffffffffffffffffffffffffcf");
modulus!(M61, "1fffffffffffffff");
modulus!(Fold251, "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7");
modulus!(Fold127, "7fffffffffffffffffffffffffffffff");

fn token() -> Option<cpu::Ifma> {
    let token = cpu::Ifma::get();
    if token.is_none() {
        eprintln!("SKIPPED: this CPU has no AVX-512 IFMA, the kernels were not run");
    }
    token
}

/// Residues below m: the ends, patterns of bits, random ones; eight at a time.
fn residues<M: Params<u64, N>, const N: usize>(rng: &mut impl Rng) -> [[u64; N]; LANES] {
    core::array::from_fn(|_| {
        let small = |k: u64| core::array::from_fn(|i| if i == 0 { k } else { 0 });
        let minus_one = || {
            let mut words = M::P_W;
            words[0] -= 1;
            words
        };
        match rng.next_u32() & 15 {
            0 => small(0),
            1 => small(1),
            2 => minus_one(),
            3 => small(rng.next_u64() & 0xff),
            _ => loop {
                let words = core::array::from_fn(|_| match rng.next_u32() & 7 {
                    0 => 0,
                    1 => u64::MAX,
                    _ => rng.next_u64(),
                });
                if Mont::<M, u64, N>::is_reduced(&words) {
                    break words;
                }
                // Shorter, for moduli far below the next power of two.
                let mut words = words;
                words[N - 1] &= u64::MAX >> M::P_W[N - 1].leading_zeros();
                if Mont::<M, u64, N>::is_reduced(&words) {
                    break words;
                }
            },
        }
    })
}

/// Everything that both forms have, against their portable namesake; values enter reduced, and as
/// sums and differences at the ends of their ranges.
macro_rules! against_portable {
    ($name:ident, $form:ident, $word_sum:expr, $word_difference:expr) => {
        fn $name<M: Params<u64, N>, const N: usize>() {
            type Fast<M, const N: usize> = ifma::$form<M, N>;
            type Slow<M, const N: usize> = $form<M, u64, N>;
            let Some(token) = token() else { return };
            let mut rng = ChaCha20Rng::seed_from_u64(N as u64);
            let into = |words: &[[u64; N]; LANES]| Fast::<M, N>::of_words(token, words.each_ref());
            let least = |a: [u64; N]| <Slow<M, N> as limb::residues::Residues<u64, N>>::least(&a);
            let (plus, minus): (
                fn(&[u64; N], &[u64; N]) -> [u64; N],
                fn(&[u64; N], &[u64; N]) -> [u64; N],
            ) = ($word_sum, $word_difference);
            // One copy of each, where the kernels would be inlined dozens of times.
            let mul = |a: &[u64; N], b: &[u64; N]| Slow::<M, N>::mul(a, b);
            let times = |a: &[u64; N], k: u32| Slow::<M, N>::times(a, k);
            let weak = |a: &Lanes<N>| Fast::<M, N>::weak(a);
            let start = |a: &Lanes<N>, b: &Lanes<N>| Fast::<M, N>::product(a, b);
            let reduce = |sum: &ifma::Wide<N>| Fast::<M, N>::reduce(sum);
            let check = |what: &str, got: &Lanes<N>, expected: [[u64; N]; LANES]| {
                assert_eq!(Fast::<M, N>::to_words(got), expected.map(least), "{what}");
            };
            let lanes =
                |f: &dyn Fn(usize) -> [u64; N]| -> [[u64; N]; LANES] { core::array::from_fn(f) };

            for round in 0..400 {
                let [wa, wb, wc, wd] = [(); 4].map(|()| residues::<M, N>(&mut rng));
                let wb = if round & 7 == 7 { wa } else { wb };
                let [a, b, c, d] = [&wa, &wb, &wc, &wd].map(into);
                check("in and out", &a, wa);
                // The other ends of the reduced range: 2m less a residue.
                let (na, nb) = (Fast::<M, N>::neg(&a), Fast::<M, N>::neg(&b));
                let minus_a = lanes(&|i| minus(&[0; N], &wa[i]));
                check("neg", &na, minus_a);
                check("neg of neg", &Fast::<M, N>::neg(&na), wa);

                let sum = Fast::<M, N>::add(&a, &b);
                check("weak sum", &weak(&sum), lanes(&|i| plus(&wa[i], &wb[i])));
                let difference = Fast::<M, N>::sub(&a, &b);
                check("weak difference", &weak(&difference), lanes(&|i| minus(&wa[i], &wb[i])));
                // At most 4m, and nearly so.
                let largest = Fast::<M, N>::add(&na, &nb);
                let minus_both = lanes(&|i| minus(&minus_a[i], &wb[i]));
                check("weak of the largest", &weak(&largest), minus_both);

                let product = lanes(&|i| mul(&wa[i], &wb[i]));
                check("mul", &Fast::<M, N>::mul(&a, &b), product);
                check("mul of negatives", &Fast::<M, N>::mul(&na, &nb), product);
                let square = |x: &[[u64; N]; LANES]| lanes(&|i| mul(&x[i], &x[i]));
                check("sqr", &Fast::<M, N>::sqr(&a), square(&wa));
                check("sqr of the largest", &Fast::<M, N>::sqr(&largest), square(&minus_both));
                check(
                    "mul of the largest",
                    &Fast::<M, N>::mul(&largest, &largest),
                    square(&minus_both),
                );
                let w_difference = lanes(&|i| minus(&wa[i], &wb[i]));
                check(
                    "mul of lazy",
                    &Fast::<M, N>::mul(&difference, &largest),
                    lanes(&|i| mul(&w_difference[i], &minus_both[i])),
                );
                let two = lanes(&|i| plus(&product[i], &mul(&wc[i], &wd[i])));
                check("sum of two", &Fast::<M, N>::sum_of_two([(&a, &b), (&c, &d)]), two);
                let squares = square(&minus_both);
                let twice = lanes(&|i| plus(&squares[i], &squares[i]));
                check(
                    "sum of the largest two",
                    &Fast::<M, N>::sum_of_two([(&largest, &largest), (&largest, &largest)]),
                    twice,
                );

                // Sums of products: mixed, all of one sign at the end of the range, and wholes
                // combined.
                let mut wide = start(&a, &b);
                check("a reduced product", &reduce(&wide), product);
                Fast::<M, N>::mac(&mut wide, &largest, &difference);
                let other = start(&c, &d);
                wide.sub(&other);
                let mixed = lanes(&|i| {
                    let sum = plus(&product[i], &mul(&minus_both[i], &w_difference[i]));
                    minus(&sum, &mul(&wc[i], &wd[i]))
                });
                check("a mixed sum", &reduce(&wide), mixed);
                let mut many = ifma::Wide::zero(token);
                check("the empty sum", &reduce(&many), [[0; N]; LANES]);
                let most = start(&largest, &largest);
                let mut total = [[0; N]; LANES];
                for _ in 0..MAX_PRODUCTS {
                    many.sub(&most);
                    total = lanes(&|i| minus(&total[i], &squares[i]));
                }
                check("the most negative sum", &reduce(&many), total);
                let mut many = ifma::Wide::zero(token);
                (0..MAX_PRODUCTS).for_each(|_| Fast::<M, N>::mac(&mut many, &largest, &largest));
                check("the largest sum", &reduce(&many), lanes(&|i| minus(&[0; N], &total[i])));
                let mut multiple = other;
                multiple.times(9);
                multiple.sub(&wide);
                multiple.times(2);
                let w_multiple = lanes(&|i| {
                    let one = minus(&times(&mul(&wc[i], &wd[i]), 9), &mixed[i]);
                    plus(&one, &one)
                });
                check("multiples of a sum", &reduce(&multiple), w_multiple);
                let mut small = start(&a, &b);
                Fast::<M, N>::mac_small(&mut small, &nb, 7);
                Fast::<M, N>::mac_small(&mut small, &a, -9);
                let w_small = lanes(&|i| {
                    let seven = times(&wb[i], 7);
                    minus(&minus(&product[i], &seven), &times(&wa[i], 9))
                });
                check("a sum and small multiples", &reduce(&small), w_small);

                for k in [0, 1, 2, 3, 8, 12, 21, 255, 256] {
                    check(
                        "times",
                        &Fast::<M, N>::times(&na, k),
                        lanes(&|i| times(&least(minus_a[i]), k)),
                    );
                }
                let combination = Fast::<M, N>::linear(&[(&na, 3), (&nb, -28), (&c, 1)]);
                check(
                    "linear",
                    &combination,
                    lanes(&|i| {
                        let three = times(&least(minus_a[i]), 3);
                        plus(&plus(&three, &times(&wb[i], 28)), &wc[i])
                    }),
                );
                check(
                    "linear, negative",
                    &Fast::<M, N>::linear(&[(&na, -32)]),
                    lanes(&|i| times(&wa[i], 32)),
                );

                let mask = rng.next_u32() as u8;
                check(
                    "select",
                    &Lanes::select(&a, &b, mask),
                    lanes(&|i| if mask >> i & 1 == 1 { wb[i] } else { wa[i] }),
                );
                let expected = wa
                    .iter()
                    .enumerate()
                    .map(|(i, a)| u8::from(least(*a) == [0; N]) << i)
                    .sum::<u8>();
                assert_eq!(Fast::<M, N>::is_zero(&a), expected);
                assert_eq!(Fast::<M, N>::is_zero(&na), expected);
                let zero = weak(&Fast::<M, N>::add(&a, &na));
                assert_eq!(Fast::<M, N>::is_zero(&zero), u8::MAX);
                assert_eq!(
                    Fast::<M, N>::to_words(&Fast::<M, N>::canonical(&na)),
                    minus_a.map(least)
                );
            }
            let odd: [[u64; N]; LANES] = lanes(&|i| {
                <Slow<M, N> as limb::residues::Residues<u64, N>>::product(
                    &<Slow<M, N> as limb::residues::Residues<u64, N>>::ONE,
                    &if stringify!($form) == "Mont" {
                        Mont::<M, u64, N>::from_words(&core::array::from_fn(|k| {
                            if k == 0 { i as u64 } else { 0 }
                        }))
                    } else {
                        core::array::from_fn(|k| if k == 0 { i as u64 } else { 0 })
                    },
                )
            });
            assert_eq!(Fast::<M, N>::is_odd(&into(&odd)), 0b1010_1010);
            // Minus an odd integer is even, m being odd; minus an even one odd, zero aside.
            assert_eq!(Fast::<M, N>::is_odd(&Fast::<M, N>::neg(&into(&odd))), 0b0101_0100);
            let constant = Constant::<M>::hex("123456789abcdef0123456789abcdef");
            let limbs = if stringify!($form) == "Mont" {
                constant.montgomery()
            } else {
                constant.integer()
            };
            let words = [Slow::<M, N>::words(&limbs); LANES];
            check("constant", &Fast::<M, N>::constant(token, &constant), words);
            for value in [0, 1, 2, 256] {
                let one = <Slow<M, N> as limb::residues::Residues<u64, N>>::ONE;
                check("small", &Fast::<M, N>::small(token, value), [times(&one, value); LANES]);
            }
        }
    };
}

against_portable!(
    montgomery,
    Mont,
    |a, b| Mont::<M, u64, N>::weak(&Mont::<M, u64, N>::add(a, b)),
    |a, b| Mont::<M, u64, N>::weak(&Mont::<M, u64, N>::sub(a, b))
);
against_portable!(folding, Fold, |a, b| Fold::<M, u64, N>::add(a, b), |a, b| {
    Fold::<M, u64, N>::sub(a, b)
});

#[test]
fn montgomery_of_six_words() {
    montgomery::<M381, 6>();
    montgomery::<Largest6, 6>();
    montgomery::<Dear6, 6>();
    montgomery::<M377, 6>();
}

#[test]
fn montgomery_of_four_words() {
    montgomery::<M254, 4>();
    montgomery::<M255, 4>();
    montgomery::<Sparse, 4>();
    montgomery::<Order, 4>();
    montgomery::<Largest4, 4>();
    montgomery::<M221, 4>();
}

/// Where the quotient by m could not be estimated, or there are other numbers of words, there is no
/// token, and what asks for one compiles.
#[test]
fn shorter_moduli_have_no_kernels() {
    fn none<M: Params<u64, N>, const N: usize>() {
        type E<M, const N: usize> = ifma::Mont<M, N>;
        if let Some(token) = E::<M, N>::token() {
            let a = E::<M, N>::small(token, 7);
            let mut wide = E::<M, N>::product(&a, &E::<M, N>::mul(&a, &E::<M, N>::sqr(&a)));
            E::<M, N>::mac_small(&mut wide, &a, 3);
            let sums = [E::<M, N>::reduce(&wide), E::<M, N>::sum_of_two([(&a, &a), (&a, &a)])];
            let _ = E::<M, N>::complex_sqr(&sums);
            let words = ifma::Words::of_rows(
                token,
                E::<M, N>::to_words(&E::<M, N>::linear(&[(&a, 3)])).each_ref(),
            );
            let _ = E::<M, N>::mul_words(&[words], &[words]);
            panic!("kernels for {} bits", M::BITS);
        }
    }
    none::<M370, 6>();
    none::<M340, 6>();
    none::<M212, 4>();
    none::<M199, 4>();
    none::<M61, 1>();
    fn none_to_fold<M: Params<u64, N>, const N: usize>() {
        type E<M, const N: usize> = ifma::Fold<M, N>;
        if let Some(token) = E::<M, N>::token() {
            let a = E::<M, N>::of_words(token, [&[7; N]; LANES]);
            let wide = E::<M, N>::product(&a, &E::<M, N>::mul(&a, &E::<M, N>::sqr(&a)));
            let sums = [E::<M, N>::reduce(&wide), E::<M, N>::sum_of_two([(&a, &a), (&a, &a)])];
            let _ = (E::<M, N>::linear(&[(&sums[0], 3)]), E::<M, N>::to_words(&sums[1]));
            panic!("kernels for {} bits", M::BITS);
        }
    }
    none_to_fold::<Fold251, 4>();
    none_to_fold::<Fold127, 2>();
}

#[test]
fn folding_of_four_words() {
    folding::<Fold256, 4>();
    folding::<Fold255, 4>();
    folding::<LargestC, 4>();
}

/// Products of complex numbers, in one step and as sums.
fn complex<M: Params<u64, N>, const N: usize>() {
    let Some(token) = token() else { return };
    let mut rng = ChaCha20Rng::seed_from_u64(7 + N as u64);
    let into = |words: &[[u64; N]; LANES]| ifma::Mont::<M, N>::of_words(token, words.each_ref());
    let (mul, plus, minus) = (
        Mont::<M, u64, N>::mul,
        |a: &[u64; N], b: &[u64; N]| Mont::<M, u64, N>::weak(&Mont::<M, u64, N>::add(a, b)),
        |a: &[u64; N], b: &[u64; N]| Mont::<M, u64, N>::weak(&Mont::<M, u64, N>::sub(a, b)),
    );
    for round in 0..400 {
        let wa = [(); 2].map(|()| residues::<M, N>(&mut rng));
        let wb = if round & 3 == 3 { wa } else { [(); 2].map(|()| residues::<M, N>(&mut rng)) };
        // Lazy, at the end of the range: minus twice the residue, as a sum of two negatives.
        let lazy = |w: &[[u64; N]; LANES]| {
            let negative = ifma::Mont::<M, N>::neg(&into(w));
            ifma::Mont::<M, N>::add(&negative, &negative)
        };
        let value = |w: &[[u64; N]; LANES]| w.map(|w| minus(&minus(&[0; N], &w), &w));
        let (a, b) = (wa.each_ref().map(lazy), wb.each_ref().map(lazy));
        let ([a0, a1], [b0, b1]) = (wa.each_ref().map(value), wb.each_ref().map(value));
        let expected: [[[u64; N]; LANES]; 2] = [
            core::array::from_fn(|i| minus(&mul(&a0[i], &b0[i]), &mul(&a1[i], &b1[i]))),
            core::array::from_fn(|i| plus(&mul(&a0[i], &b1[i]), &mul(&a1[i], &b0[i]))),
        ];
        let out = |value: &[Lanes<N>; 2]| value.each_ref().map(ifma::Mont::<M, N>::to_words);
        let sum = |terms: &[_]| {
            let mut sum = [Lanes::zero(token); 2];
            match *terms {
                [a] => ifma::Mont::<M, N>::complex_sum(&mut sum, &[a]),
                [a, b, c] => ifma::Mont::<M, N>::complex_sum(&mut sum, &[a, b, c]),
                _ => ifma::Mont::<M, N>::complex_sum::<MOST_TERMS>(
                    &mut sum,
                    terms.try_into().expect("most terms"),
                ),
            }
            out(&sum)
        };
        assert_eq!(sum(&[(&a, &b)]), expected);
        // The longest sums: of the largest operands, and of both signs.
        let times = |k: usize| {
            expected
                .each_ref()
                .map(|lanes| lanes.map(|lane| (1..k).fold(lane, |sum, _| plus(&sum, &lane))))
        };
        assert_eq!(sum(&[(&a, &b); 3]), times(3));
        assert_eq!(sum(&[(&a, &b); MOST_TERMS]), times(MOST_TERMS));
        let sums = ifma::Mont::<M, N>::complex_product(&a, &b);
        assert_eq!(out(&sums.each_ref().map(ifma::Mont::<M, N>::reduce)), expected);
        if round & 3 == 3 {
            assert_eq!(out(&ifma::Mont::<M, N>::complex_sqr(&a)), expected);
        }
    }
}

#[test]
fn complex_numbers() {
    complex::<M381, 6>();
    complex::<M254, 4>();
    complex::<M377, 6>();
    complex::<M221, 4>();
    complex::<Largest6, 6>();
    complex::<Order, 4>();
}

/// Rows go in and out as they are, whatever the form; the formula inside `enter` computes the same.
#[test]
fn rows() {
    let Some(token) = token() else { return };
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    for _ in 0..100 {
        let rows: [[u64; 6]; LANES] =
            core::array::from_fn(|_| core::array::from_fn(|_| rng.next_u64()));
        assert_eq!(Lanes::of_rows(token, rows.each_ref()).to_rows(), rows);
        let rows: [[u64; 4]; LANES] =
            core::array::from_fn(|_| core::array::from_fn(|_| rng.next_u64()));
        let lanes = Lanes::of_rows(token, rows.each_ref());
        assert_eq!(lanes.to_rows(), rows);
        assert_eq!(ifma::enter(token, || Lanes::of_rows(token, rows.each_ref()).to_rows()), rows);
    }
}

/// a·b/2^(64N) of users' words, against big integers: random ones and the ends of the range,
/// vectors alone and side by side.
fn words<M: Params<u64, N>, const N: usize>() {
    let Some(token) = token() else { return };
    let mut rng = ChaCha20Rng::seed_from_u64(11 + N as u64);
    let integer = |words: &[u64; N]| {
        words.iter().rev().fold(BigUint::ZERO, |sum, &word| (sum << 64u32) + BigUint::from(word))
    };
    let m = integer(&M::P_W);
    let divisor = (BigUint::from(1u32) << (64 * N)).modinv(&m).expect("an odd modulus");
    let mut largest = M::P_W;
    largest[0] -= 1;
    for round in 0..200 {
        let [mut a, mut b] = [(); 2].map(|()| [(); 4].map(|()| residues::<M, N>(&mut rng)));
        match round {
            0 => (a, b) = ([[largest; LANES]; 4], [[largest; LANES]; 4]),
            1 => b = [[largest; LANES]; 4],
            2 => a = [[[0; N]; LANES]; 4],
            3 => b = a,
            _ => {}
        }
        let gather = |rows: &[[u64; N]; LANES]| ifma::Words::of_rows(token, rows.each_ref());
        let (x, y) = (a.each_ref().map(gather), b.each_ref().map(gather));
        let four = ifma::Mont::<M, N>::mul_words(&x, &y);
        for k in 0..4 {
            for i in 0..LANES {
                let expected = integer(&a[k][i]) * integer(&b[k][i]) * &divisor % &m;
                assert_eq!(integer(&four[k][i]), expected, "round {round}");
            }
            assert_eq!(ifma::Mont::<M, N>::mul_words(&[x[k]], &[y[k]]), [four[k]]);
        }
    }
}

#[test]
fn products_of_words() {
    words::<M381, 6>();
    words::<Largest6, 6>();
    words::<Dear6, 6>();
    words::<M254, 4>();
    words::<M377, 6>();
    words::<M221, 4>();
    words::<M255, 4>();
    words::<Sparse, 4>();
    words::<Order, 4>();
    words::<Largest4, 4>();
}
