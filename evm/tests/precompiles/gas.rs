//! Gas where no published case has it, by formulas of this test's own on big integers; addresses
//! and forks.
#![allow(clippy::integer_division_remainder_used, reason = "prices are quotients; all is public")]

use evm::Fork;
use evm::precompiles::{Error, MOST_MODEXP_GAS, Precompile, modexp, run};
use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

fn big(value: u64) -> BigUint {
    value.into()
}

/// The price by the text of EIP-198, EIP-2565 and EIP-7883, for lengths of any size.
fn price(fork: Fork, lengths: [&BigUint; 3], head: &BigUint) -> BigUint {
    let [base, exponent, modulus] = lengths;
    let x = base.max(modulus);
    let after_head = |weight: u64| -> BigUint {
        let bits = big(head.bits().max(1) - 1);
        if *exponent <= big(32) { bits } else { big(weight) * (exponent - big(32)) + bits }
    };
    let words: BigUint = (x + big(7)) / big(8);
    match fork {
        Fork::Istanbul => {
            let complexity = if *x <= big(64) {
                x * x
            } else if *x <= big(1024) {
                x * x / big(4) + big(96) * x - big(3072)
            } else {
                x * x / big(16) + big(480) * x - big(199_680)
            };
            complexity * after_head(8).max(big(1)) / big(20)
        }
        Fork::Osaka | Fork::Amsterdam => {
            let complexity = if *x <= big(32) { big(16) } else { big(2) * &words * &words };
            (complexity * after_head(16).max(big(1))).max(big(500))
        }
        _ => (&words * &words * after_head(8).max(big(1)) / big(3)).max(big(200)),
    }
}

/// A length: short, at an edge of the formulas, long, or far too long.
fn length(rng: &mut ChaCha8Rng) -> BigUint {
    let edges = [0, 1, 7, 8, 9, 31, 32, 33, 63, 64, 65, 1023, 1024, 1025, 1 << 20, u64::MAX];
    match rng.next_u32() % 8 {
        0..3 => big(u64::from(rng.next_u32() % 80)),
        3..5 => big(edges[rng.next_u32() as usize % edges.len()]),
        5 => big(u64::from(rng.next_u32() % 5000)),
        6 => big(rng.next_u64()),
        _ => BigUint::from_bytes_be(&core::array::from_fn::<u8, 32, _>(|_| rng.next_u32() as u8)),
    }
}

fn in_32_bytes(value: &BigUint) -> [u8; 32] {
    let bytes = value.to_bytes_be();
    let mut out = [0; 32];
    out[32 - bytes.len()..].copy_from_slice(&bytes);
    out
}

/// Every input may end anywhere: the rest is zeros.
#[test]
fn modexp_for_lengths_and_exponents_of_every_kind() {
    let rng = &mut ChaCha8Rng::seed_from_u64(3);
    let (mut exact, mut above) = (0, 0);
    for _ in 0..20_000 {
        let lengths = [length(rng), length(rng), length(rng)];
        let mut input: Vec<u8> = lengths.iter().flat_map(in_32_bytes).collect();
        let mut rest = vec![0; (rng.next_u32() % 200) as usize];
        // Exponents with leading zeros too.
        let zeros = (rng.next_u32() as usize % 120).min(rest.len());
        rng.fill_bytes(&mut rest[zeros..]);
        input.extend(&rest);
        input.truncate(input.len() - (rng.next_u32() as usize % 8) * (rng.next_u32() as usize % 2));
        let mut whole = input.clone();
        whole.resize(96 + 6000 + 32, 0);
        // Whole again: what was cut off a length counts as zeros.
        let lengths: [BigUint; 3] =
            core::array::from_fn(|i| BigUint::from_bytes_be(&whole[32 * i..32 * i + 32]));
        let head = usize::try_from(&lengths[0]).ok().filter(|&base| base <= 6000).map_or(
            BigUint::ZERO,
            |base| {
                let bytes = usize::try_from(&lengths[1]).unwrap_or(32).min(32);
                BigUint::from_bytes_be(&whole[96 + base..96 + base + bytes])
            },
        );
        for fork in Fork::ALL {
            let [base, exponent, modulus] = &lengths;
            let expected = price(fork, [base, exponent, modulus], &head);
            let ours = Precompile::ModExp.gas(fork, &input);
            // Lengths of 2^64 and more are not told apart: their prices are above all that is
            // computed, or nothing depends on them.
            match u64::try_from(&expected) {
                Ok(expected) if expected <= MOST_MODEXP_GAS => {
                    assert_eq!(ours, expected, "{fork:?} {lengths:?}");
                    exact += 1;
                }
                _ => {
                    assert!(ours > MOST_MODEXP_GAS, "{fork:?} {lengths:?}");
                    above += 1;
                }
            }
        }
    }
    assert!(exact > 20_000 && above > 10_000, "both kinds are met: {exact}, {above}");
}

/// Lengths for which a careless implementation would take the whole memory, or eternity.
#[test]
fn modexp_that_nobody_can_pay() {
    for length in [1 << 24, 1 << 40, u64::MAX] {
        for place in 0..3 {
            let mut lengths = [1; 3];
            lengths[place] = length;
            let input: Vec<u8> = lengths
                .iter()
                .flat_map(|&length| in_32_bytes(&big(length)))
                .chain([3; 3])
                .collect();
            for fork in Fork::ALL {
                let all =
                    run(fork, &Precompile::ModExp.address(), &input, u64::MAX).expect("a contract");
                if fork >= Fork::Osaka {
                    assert_eq!(all.is_err(), length > 1024);
                    assert_eq!(modexp(fork, &input).is_err(), length > 1024);
                } else if length > 1 << 24 {
                    assert_eq!(all, Err(Error::OutOfGas));
                    assert_eq!(modexp(fork, &input), Err(Error::OutOfGas));
                }
            }
        }
    }
    // Without base and modulus there is nothing to do, however long the exponent.
    let input: Vec<u8> =
        [0, u64::MAX, 0].iter().flat_map(|&length| in_32_bytes(&big(length))).collect();
    for (fork, gas) in [(Fork::Istanbul, 0), (Fork::Berlin, 200)] {
        let output = run(fork, &Precompile::ModExp.address(), &input, gas)
            .expect("a contract")
            .expect("nothing");
        assert_eq!((output.gas, output.bytes.len()), (gas, 0));
    }
}

/// EIP-7823: 1024 bytes are taken, and not one more.
#[test]
fn modexp_since_osaka_has_limits() {
    for place in 0..3 {
        for (length, taken) in [(1024, true), (1025, false)] {
            let mut lengths = [1; 3];
            lengths[place] = length;
            let input: Vec<u8> =
                lengths.iter().flat_map(|&length| in_32_bytes(&big(length))).collect();
            assert_eq!(modexp(Fork::Osaka, &input).is_ok(), taken);
            assert!(modexp(Fork::Prague, &input).is_ok());
        }
    }
}

/// What is linear in the length, for lengths of no vector; an input of a wrong length has a price
/// too.
#[test]
fn linear_prices() {
    for length in (0..3000).chain([10_000, 100_000]) {
        let input = vec![0; length];
        let gas = |contract: Precompile| contract.gas(Fork::Osaka, &input);
        let n = length as u64;
        let words = n / 32 + u64::from(n & 31 != 0);
        assert_eq!(gas(Precompile::Sha256), 60 + 12 * words);
        assert_eq!(gas(Precompile::Ripemd160), 600 + 120 * words);
        assert_eq!(gas(Precompile::Identity), 15 + 3 * words);
        assert_eq!(gas(Precompile::Bn254Pairing), 45_000 + 34_000 * (n / 192));
        assert_eq!(gas(Precompile::Bls12Pairing), 37_700 + 32_600 * (n / 384));
    }
}

/// Beyond 128 pairs the discount stays: 519 and 524 thousandths.
#[test]
fn sums_of_many_products() {
    for pairs in [128_u64, 129, 200, 1000] {
        let input = vec![0; 288 * pairs as usize];
        assert_eq!(
            Precompile::Bls12G1Msm.gas(Fork::Prague, &input[..160 * pairs as usize]),
            pairs * 12_000 * 519 / 1000
        );
        assert_eq!(Precompile::Bls12G2Msm.gas(Fork::Prague, &input), pairs * 22_500 * 524 / 1000);
    }
    assert_eq!(Precompile::Bls12G1Msm.gas(Fork::Prague, &[]), 0);
}

#[test]
fn addresses_and_forks() {
    let count = |fork| {
        let of = |number: u16| {
            let mut address = [0; 20];
            address[18..].copy_from_slice(&number.to_be_bytes());
            address
        };
        (0..=u16::MAX).filter(|&number| Precompile::at(fork, &of(number)).is_some()).count()
    };
    assert_eq!(Fork::ALL.map(count), [9, 9, 10, 17, 18, 18]);
    for (i, contract) in Precompile::ALL.into_iter().enumerate() {
        let mut address = contract.address();
        let number = if i == 17 { 0x100 } else { i as u16 + 1 };
        assert_eq!(address[18..], number.to_be_bytes());
        for fork in Fork::ALL {
            let there = Precompile::at(fork, &address);
            assert_eq!(there, (fork >= contract.since()).then_some(contract));
            assert_eq!(run(fork, &address, &[], 0).is_some(), there.is_some());
        }
        address[0] = 1;
        assert_eq!(Precompile::at(Fork::Osaka, &address), None, "other addresses end so too");
    }
}

/// A fork that is priced as another has its contracts, its gas and its answers.
#[test]
fn amsterdam_is_priced_as_osaka() {
    let others = Fork::ALL.into_iter().filter(|fork| fork.priced_as() != *fork);
    assert_eq!(others.collect::<Vec<_>>(), [Fork::Amsterdam]);
    assert_eq!(Fork::Amsterdam.priced_as(), Fork::Osaka);
    assert!(Fork::Amsterdam > Fork::Osaka && Fork::Amsterdam.name() == "Amsterdam");
    let rng = &mut ChaCha8Rng::seed_from_u64(7);
    for contract in Precompile::ALL {
        for length in [0, 32, 96, 160, 192, 213, 256, 512] {
            let mut input = vec![0; length];
            // Powers of lengths that are short, or have a limit since Osaka.
            rng.fill_bytes(&mut input[length.min(96)..]);
            for tail in [31, 63, 95].into_iter().filter(|&tail| tail < length) {
                input[tail] = rng.next_u32() as u8;
                input[tail - 1] = rng.next_u32() as u8 & 7;
            }
            let address = contract.address();
            let [osaka, amsterdam] = [Fork::Osaka, Fork::Amsterdam]
                .map(|fork| (contract.gas(fork, &input), run(fork, &address, &input, 10_000_000)));
            assert_eq!(osaka, amsterdam, "{contract:?} {length}");
            assert!(osaka.1.is_some());
        }
    }
}
