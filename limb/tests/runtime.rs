//! Powers modulo what is known at run time only, against big integers.
//!
//! A program of its own: it changes the engine in force, which belongs to the process.
#![allow(clippy::integer_division_remainder_used, reason = "the oracle divides; all is public")]

use limb::runtime::{Exponent, MAX_WORDS, Residues, pow_vartime, scratch_words};
use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

fn words(value: &BigUint) -> Vec<u64> {
    value.to_u64_digits()
}

/// The power by `limb`, with scratch space that is not clean.
fn power(base: &[u64], exponent: &Exponent<'_>, modulus: &[u64]) -> BigUint {
    let mut out = vec![u64::MAX; modulus.len()];
    let mut scratch = vec![0xdead_beef; scratch_words(base.len(), modulus.len(), exponent)];
    pow_vartime(base, exponent, modulus, &mut out, &mut scratch);
    let bytes: Vec<u8> = out.iter().flat_map(|word| word.to_le_bytes()).collect();
    BigUint::from_bytes_le(&bytes)
}

fn check(base: &BigUint, exponent: &BigUint, modulus: &BigUint) {
    let bytes = exponent.to_bytes_be();
    let expected =
        if *modulus == BigUint::ZERO { BigUint::ZERO } else { base.modpow(exponent, modulus) };
    let (base, modulus) = (words(base), words(modulus));
    let whole = Exponent { bytes: &bytes, zero_bytes: 0 };
    assert_eq!(power(&base, &whole, &modulus), expected, "{base:x?} {bytes:x?} {modulus:x?}");
    // The same with zeros counted, and with leading zeros everywhere.
    let zeros = bytes.iter().rev().take_while(|&&byte| byte == 0).count();
    let counted = Exponent { bytes: &bytes[..bytes.len() - zeros], zero_bytes: zeros as u64 };
    let longer = |a: &[u64]| [a, &[0; 3]].concat();
    assert_eq!(power(&longer(&base), &counted, &longer(&modulus)), expected);
    let padded = [&[0; 5], &bytes[..]].concat();
    assert_eq!(power(&base, &Exponent { bytes: &padded, zero_bytes: 0 }, &modulus), expected);
}

fn random(rng: &mut ChaCha8Rng, bytes: usize) -> BigUint {
    let mut out = vec![0; bytes];
    rng.fill_bytes(&mut out);
    // Runs of ones and zeros are where carries go wrong.
    for byte in &mut out {
        match rng.next_u32() & 7 {
            0 => *byte = 0,
            1 => *byte = 0xff,
            _ => {}
        }
    }
    BigUint::from_bytes_be(&out)
}

#[test]
fn small_numbers_all_of_them() {
    for modulus in 0_u32..40 {
        for base in 0_u32..20 {
            for exponent in 0_u32..12 {
                check(&base.into(), &exponent.into(), &modulus.into());
            }
        }
    }
}

/// On the rows of this CPU, and on portable ones.
#[test]
fn random_numbers_of_every_length() {
    let before = limb::cpu::engine();
    for engine in [before, limb::cpu::Engine::Portable] {
        limb::cpu::limit_to(engine);
        random_numbers();
    }
    limb::cpu::limit_to(before);
}

fn random_numbers() {
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    for round in 0..1200 {
        let bytes = 1 + (rng.next_u32() as usize) % if round % 16 == 0 { 300 } else { 72 };
        let mut modulus = random(rng, bytes);
        // Every count of factors of two: none, some, whole words, all.
        match round % 4 {
            0 => modulus |= BigUint::from(1_u32),
            1 => modulus <<= rng.next_u32() % 130,
            2 => modulus = BigUint::from(1_u32) << (rng.next_u32() % 500),
            _ => {}
        }
        let [base, exponent] = [2 * bytes + 20, 40].map(|most| {
            let bytes = rng.next_u32() as usize % most;
            random(rng, bytes)
        });
        check(&base, &exponent, &modulus);
    }
}

/// Exponents whose bits are all set, or few of them, and long runs of zeros: every width of
/// windows, and what is cut off for powers of two.
#[test]
fn exponents_of_every_shape() {
    let rng = &mut ChaCha8Rng::seed_from_u64(2);
    let one = BigUint::from(1_u32);
    for bits in [1, 2, 3, 5, 8, 17, 31, 64, 65, 100, 256, 700, 2000, 4100] {
        for shape in [
            (&one << bits) - &one,
            &one << bits,
            (&one << bits) + &one,
            (((&one << (bits / 4)) - &one) << bits) + &one,
        ] {
            for modulus in
                [random(rng, 24) | &one, random(rng, 24) << 70, &one << 128, random(rng, 8) << 3]
            {
                for base in [random(rng, 30) | &one, random(rng, 30) << 1] {
                    check(&base, &shape, &modulus);
                }
            }
        }
    }
}

/// Dividends that make a quotient's word too large by one or two (Knuth's exercise 4.3.1–21 and
/// around it), as bases that are reduced.
#[test]
fn divisions_that_guess_wrong() {
    let top = 1_u64 << 63;
    let edges = [0, 1, 2, top - 1, top, top + 1, u64::MAX - 1, u64::MAX];
    let number =
        |words: [u64; 4]| words.iter().fold(BigUint::ZERO, |sum, &word| (sum << 64) + word);
    for a in edges {
        for b in edges {
            for c in edges {
                let modulus = number([0, a, b, c | 1]);
                for base in [
                    number([a, b, c, 0]),
                    number([b, a, c, 1]),
                    number([u64::MAX, 0, b, a]),
                    number([top, a, 0, c]),
                ] {
                    check(&base, &BigUint::from(1_u32), &modulus);
                }
            }
        }
    }
}

#[test]
#[should_panic(expected = "scratch space as stated")]
fn too_little_space_is_refused() {
    let exponent = Exponent { bytes: &[3], zero_bytes: 0 };
    let mut scratch = vec![0; scratch_words(1, 1, &exponent) - 1];
    pow_vartime(&[2], &exponent, &[5], &mut [0], &mut scratch);
}

/// x = x ∘ a.
type InPlace = fn(&Residues, &mut [u64], &[u64]);

/// Sums, differences, products and both ways of the form, on some elements of one modulus.
fn check_residues(modulus: &BigUint, rng: &mut ChaCha8Rng) {
    let residues = Residues::new(&words(modulus)).expect("odd, or a power of two");
    let length = residues.words();
    assert_eq!(residues.modulus(), words(modulus));
    let padded = |value: &BigUint| {
        let mut out = words(value);
        out.resize(length, 0);
        out
    };
    let one = BigUint::from(1_u8);
    let mut elements = vec![BigUint::ZERO, one.clone(), modulus - &one, modulus >> 1];
    elements.extend((0..4).map(|_| random(rng, 8 * length) % modulus));
    let radix = if residues.is_odd() { BigUint::from(1_u8) << (64 * length) } else { one };
    for a in &elements {
        let mut x = padded(a);
        assert!(residues.is_element(&x));
        residues.enter(&mut x);
        assert_eq!(x, padded(&(a * &radix % modulus)), "entered");
        let entered = x.clone();
        residues.square_assign(&mut x);
        residues.leave(&mut x);
        assert_eq!(x, padded(&(a * a % modulus)), "squared");
        for b in &elements {
            let mut y = padded(b);
            residues.enter(&mut y);
            let results: [(InPlace, BigUint); 3] = [
                (Residues::add_assign, a + b),
                (Residues::sub_assign, modulus + a - b),
                (Residues::mul_assign, a * b),
            ];
            for (operation, expected) in results {
                let mut x = entered.clone();
                operation(&residues, &mut x, &y);
                assert!(residues.is_element(&x));
                residues.leave(&mut x);
                assert_eq!(x, padded(&(expected % modulus)), "{modulus:x} {a:x} {b:x}");
            }
        }
    }
    if !residues.is_element(&vec![u64::MAX; length]) {
        assert!(!residues.is_element(&padded(modulus)));
    }
}

#[test]
fn single_operations() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for length in 1..=MAX_WORDS {
        for _ in 0..6 {
            let odd: BigUint =
                random(&mut rng, 8 * length) | BigUint::from(1_u8) | BigUint::from(2_u8);
            check_residues(&odd, &mut rng);
        }
        let all = (BigUint::from(1_u8) << (64 * length)) - BigUint::from(1_u8);
        check_residues(&all, &mut rng);
        check_residues(&(BigUint::from(1_u8) << (64 * length - 1)), &mut rng);
        check_residues(
            &(BigUint::from(1_u8) << (64 * length - 64)).max(BigUint::from(2_u8)),
            &mut rng,
        );
    }
    for small in [2_u8, 3, 4, 5, 97, 128, 255] {
        check_residues(&small.into(), &mut rng);
    }
}

/// The kernels of known moduli on one of run time: every product as big integers have it.
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn check_odd<const N: usize>(modulus: &BigUint, rng: &mut ChaCha8Rng) -> bool {
    let fixed = |value: &BigUint| -> [u64; N] {
        let mut out = words(value);
        out.resize(N, 0);
        out.try_into().expect("N words")
    };
    let Some(odd) = limb::adx::Odd::new(&fixed(modulus)) else { return false };
    let one = BigUint::from(1_u8);
    let radix = BigUint::from(1_u8) << (64 * N);
    let mut elements = vec![
        BigUint::ZERO,
        one.clone(),
        modulus - &one,
        modulus - 2_u8,
        modulus >> 1,
        &radix % modulus,
    ];
    elements.extend((0..6).map(|_| random(rng, 8 * N) % modulus));
    for a in &elements {
        for b in &elements {
            // product·R ≡ a·b, and the product is below m.
            let product = BigUint::from_slice(
                &odd.mul(&fixed(a), &fixed(b))
                    .map(|word| [word as u32, (word >> 32) as u32])
                    .concat(),
            );
            assert!(product < *modulus, "{modulus:x} {a:x} {b:x}");
            assert_eq!(product * &radix % modulus, a * b % modulus, "{modulus:x} {a:x} {b:x}");
        }
        assert_eq!(odd.sqr(&fixed(a)), odd.mul(&fixed(a), &fixed(a)), "{modulus:x} {a:x}");
    }
    let room = if N == 4 { 5_u8 } else { 8 };
    assert_eq!(odd.is_spacious(), modulus * room <= radix, "{modulus:x}");
    if !odd.is_spacious() {
        return true;
    }
    // Operands below 2m, and 2m − 0 where one is subtracted.
    let twice = modulus << 1;
    let lazy: Vec<BigUint> = elements.iter().flat_map(|a| [a.clone(), a + modulus]).collect();
    for (i, a) in lazy.iter().enumerate() {
        let [b, c, d] = [5, 3, 7].map(|step| &lazy[(step * i + step) % lazy.len()]);
        let value = |part: [u64; N]| {
            let value =
                BigUint::from_slice(&part.map(|word| [word as u32, (word >> 32) as u32]).concat());
            assert!(value < *modulus, "{modulus:x} {a:x} {b:x} {c:x} {d:x}");
            value * &radix % modulus
        };
        let minus = &twice - c;
        let [fa, fb, fc, fd, fe] = [a, b, c, d, &minus].map(fixed);
        assert_eq!(value(odd.mul(&fa, &fb)), a * b % modulus);
        assert_eq!(value(odd.sqr(&fa)), a * a % modulus);
        assert_eq!(
            value(odd.sum_of_two([&fa, &fb, &fc, &fd])),
            (a * b + c * d) % modulus,
            "{modulus:x}"
        );
        assert_eq!(
            value(odd.sum_of_two([&fa, &fb, &fe, &fd])),
            (a * b + &minus * d) % modulus,
            "{modulus:x}"
        );
        let [re, im] = odd.complex_mul(&[fa, fc], &[fb, fd]).map(value);
        // (a + cu)(b + du).
        assert_eq!(re, (a * b + (&twice * &twice - c * d)) % modulus, "{modulus:x}");
        assert_eq!(im, (a * d + c * b) % modulus, "{modulus:x}");
    }
    true
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn kernels_take_moduli_of_run_time() {
    fn all<const N: usize>(rng: &mut ChaCha8Rng) {
        let half = BigUint::from(1_u8) << (64 * N - 1);
        let one = BigUint::from(1_u8);
        let there = check_odd::<N>(&(&half - &one), rng);
        assert_eq!(there, limb::cpu::Adx::get().is_some());
        for _ in 0..40 {
            let odd = (random(rng, 8 * N) % &half) | BigUint::from(3_u8);
            assert_eq!(check_odd::<N>(&odd, rng), there);
        }
        // Short ones, and those whose highest bit is set or lowest is not.
        for taken in [BigUint::from(3_u8), BigUint::from(u64::MAX)] {
            assert_eq!(check_odd::<N>(&taken, rng), there);
        }
        for refused in [&half + &one, half.clone(), BigUint::from(6_u8)] {
            assert!(!check_odd::<N>(&refused, rng));
        }
    }
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    all::<4>(&mut rng);
    all::<6>(&mut rng);
    assert!(!check_odd::<5>(&BigUint::from(3_u8), &mut rng), "there are no kernels of five words");
}

#[test]
fn moduli_that_are_not_taken() {
    let longest = [&[1; MAX_WORDS][..], &[0; 3]].concat();
    assert!(Residues::new(&longest).is_some(), "zeros at the top count for nothing");
    for refused in [&[][..], &[0], &[1], &[1, 0], &[6], &[0, 3], &[1; MAX_WORDS + 1]] {
        assert!(Residues::new(refused).is_none(), "{refused:x?}");
    }
}

/// There is space for what each engine makes of each length.
#[test]
fn every_length() {
    let rng = &mut ChaCha8Rng::seed_from_u64(4);
    let before = limb::cpu::engine();
    for engine in [before, limb::cpu::Engine::Adx, limb::cpu::Engine::Portable] {
        limb::cpu::limit_to(engine);
        for words in 1..=136 {
            let modulus = random(rng, 8 * words) | BigUint::from(1_u32);
            let base = random(rng, 8 * words);
            check(&base, &BigUint::from(5_u32), &modulus);
        }
    }
    limb::cpu::limit_to(before);
}

/// Lengths at which vectors change their number, beyond the longest too, and numbers whose limbs
/// are all ones or zeros: on each engine.
#[test]
fn long_moduli() {
    let rng = &mut ChaCha8Rng::seed_from_u64(3);
    let one = BigUint::from(1_u32);
    let before = limb::cpu::engine();
    for engine in [before, limb::cpu::Engine::Adx] {
        limb::cpu::limit_to(engine);
        for bits in [257, 320, 362, 363, 512, 778, 779, 1024, 1610, 1611, 2048, 3072, 3076, 4096]
            .into_iter()
            .chain([4107, 5354, 5355, 6602, 6603, 8192, 8266, 8267, 8300, 9000])
        {
            let top = &one << (bits - 1);
            let random = random(rng, bits >> 3) & (&top - &one);
            for modulus in [
                &top | &random | &one,
                &top + &one,
                (&top << 1) - &one,
                (&top << 1) - (&one << (bits / 2)) - &one,
                (&top | random) << 1,
            ] {
                for base in [&modulus - &one, &modulus >> 1, &modulus + &top] {
                    check(&base, &BigUint::from(0x1_0001_u32), &modulus);
                }
            }
        }
    }
    limb::cpu::limit_to(before);
}
