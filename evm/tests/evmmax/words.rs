//! The plain instructions of the small machine, against big integers; its gas, stack and memory.

use evm::evmmax::machine::{End, Outcome, run};
use evm::evmmax::{Dialect, Halt, Rules};
use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

fn execute(code: &[u8], data: &[u8], gas: u64) -> Outcome {
    run(&Rules::of(Dialect::Eip6690), code, data, gas)
}

fn word(value: &BigUint) -> [u8; 32] {
    let mut out = [0; 32];
    let bytes = value.to_bytes_be();
    out[32 - bytes.len()..].copy_from_slice(&bytes);
    out
}

/// The word that two operands give, the first on top.
fn binary(opcode: u8, a: &BigUint, b: &BigUint) -> (BigUint, u64) {
    let code = [
        &[0x7f][..],
        &word(b),
        &[0x7f],
        &word(a),
        &[opcode, 0x60, 0, 0x52, 0x60, 32, 0x60, 0, 0xf3],
    ]
    .concat();
    let outcome = execute(&code, &[], 100);
    let End::Returned(bytes) = outcome.end else { panic!("{:?}", outcome.end) };
    // Two PUSH before, PUSH and MSTORE with a word of memory, two PUSH behind.
    (BigUint::from_bytes_be(&bytes), outcome.gas_used - 6 - 9 - 6)
}

#[test]
#[allow(clippy::integer_division_remainder_used, reason = "the oracle divides; all is public")]
fn arithmetic_and_bits() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let modulus = BigUint::from(1_u8) << 256_u32;
    let top = BigUint::from(1_u8) << 255_u32;
    let zero = BigUint::ZERO;
    let mut random = || {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        let keep = [0, 1, 8, 16, 31, 32][(rng.next_u32() >> 8) as usize % 6];
        bytes[..32 - keep].fill([0, 0, 0xff][rng.next_u32() as usize % 3]);
        BigUint::from_bytes_be(&bytes)
    };
    for _ in 0..400 {
        let (a, b) = (random(), random());
        let flag = |flag: bool| BigUint::from(u8::from(flag));
        let signed = |x: &BigUint| (x + &top) % &modulus;
        let shift = |a: &BigUint| u32::try_from(a).ok().filter(|&bits| bits < 256);
        let byte = u32::try_from(&a).ok().filter(|&i| i < 32);
        let divided = |quotient: bool| match b == zero {
            true => zero.clone(),
            false if quotient => &a / &b,
            false => &a % &b,
        };
        for (opcode, expected, gas) in [
            (0x01, (&a + &b) % &modulus, 3),
            (0x02, &a * &b % &modulus, 5),
            (0x03, (&modulus + &a - &b) % &modulus, 3),
            (0x04, divided(true), 5),
            (0x06, divided(false), 5),
            (0x10, flag(a < b), 3),
            (0x11, flag(a > b), 3),
            (0x12, flag(signed(&a) < signed(&b)), 3),
            (0x13, flag(signed(&a) > signed(&b)), 3),
            (0x14, flag(a == b), 3),
            (0x16, &a & &b, 3),
            (0x17, &a | &b, 3),
            (0x18, &a ^ &b, 3),
            (0x1a, byte.map_or(zero.clone(), |i| (&b >> (248 - 8 * i)) & BigUint::from(255_u8)), 3),
            (0x1b, shift(&a).map_or(zero.clone(), |bits| (&b << bits) % &modulus), 3),
            (0x1c, shift(&a).map_or(zero.clone(), |bits| &b >> bits), 3),
        ] {
            assert_eq!(binary(opcode, &a, &b), (expected, gas), "{opcode:#x} {a:x} {b:x}");
        }
    }
    // Limbs at their ends, where a digit of a quotient is estimated too large.
    let mut limbs = || {
        let limb = |at: u32| [0, 1, 1 << 63, u64::MAX, u64::MAX - 1, 1 << 32][at as usize % 6];
        let words = [0; 4].map(|_: u64| limb(rng.next_u32() >> 8));
        words.iter().fold(BigUint::ZERO, |all, &word| (all << 64_u32) + word)
    };
    for _ in 0..4_000 {
        let (a, b) = (limbs(), limbs());
        if b != zero {
            assert_eq!(
                [0x04, 0x06].map(|opcode| binary(opcode, &a, &b).0),
                [&a / &b, &a % &b],
                "{a:x} {b:x}"
            );
        }
    }
    for bits in 0..=256_u32 {
        let a = BigUint::from(bits);
        let b = &modulus - BigUint::from(12_345_u32);
        assert_eq!(binary(0x1b, &a, &b).0, (&b << bits) % &modulus);
        assert_eq!(binary(0x1c, &a, &b).0, &b >> bits);
    }
}

#[test]
fn stack_memory_and_ends() {
    let halted = |code: &[u8], gas: u64| match execute(code, &[], gas).end {
        End::Halted(halt) => halt,
        end => panic!("{end:?}"),
    };
    assert_eq!(halted(&[0x01], 10), Halt::StackUnderflow);
    assert_eq!(halted(&[0x60, 1, 0x01], 10), Halt::StackUnderflow);
    assert_eq!(halted(&[0x81], 10), Halt::StackUnderflow);
    assert_eq!(halted(&[0x60, 1, 0x90], 10), Halt::StackUnderflow);
    assert_eq!(halted(&[0x60, 1, 0x56], 100), Halt::InvalidJump);
    assert_eq!(halted(&[0x5b, 0x5f, 0x56], 100), Halt::OutOfGas, "a loop");
    assert_eq!(halted(&[0xfe], 10), Halt::InvalidInstruction);
    assert_eq!(halted(&[0x60, 1], 2), Halt::OutOfGas);
    // A loop that pushes.
    assert_eq!(halted(&[0x5b, 0x5f, 0x5f, 0x56], 1_000_000), Halt::StackOverflow);
    // Memory that no gas pays for.
    for offset in [[0xff; 8], [0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]] {
        assert_eq!(halted(&[&[0x67][..], &offset, &[0x51]].concat(), u64::MAX), Halt::OutOfGas);
    }
    let outcome = execute(&[0x60, 1, 0x60, 0, 0x53, 0x60, 1, 0x60, 0, 0xfd], &[], 100);
    assert_eq!((outcome.end, outcome.gas_used), (End::Reverted(vec![1]), 18));
    // The bytes of a cut PUSH are zeros, and the code ends.
    assert_eq!(execute(&[0x61, 1], &[], 100).gas_used, 3);
    // CALLDATACOPY and CODECOPY pad with zeros; MCOPY; SWAP; MSIZE; PC; NOT; ISZERO; BYTE.
    let code = [
        0x60, 6, 0x60, 1, 0x60, 0, 0x37, // CALLDATACOPY(0, 1, 6)
        0x60, 4, 0x60, 0, 0x60, 6, 0x39, // CODECOPY(6, 0, 4)
        0x60, 10, 0x60, 0, 0x60, 10, 0x5e, // MCOPY(10, 0, 10)
        0x60, 20, 0x60, 0, 0xf3,
    ];
    let outcome = execute(&code, &[1, 2, 3], 100);
    let ten = [2, 3, 0, 0, 0, 0, 0x60, 6, 0x60, 1];
    assert_eq!(outcome.end, End::Returned([ten, ten].concat()));
    assert_eq!(outcome.gas_used, 3 * (9 + 3 + 3) + 3 + 6);
}

#[test]
fn jumps_know_immediates() {
    use evm::evmmax::JumpMap;
    let code = [0x5b, 0xc3, 0x5b, 0x60, 0x7f, 0, 0, 0x5b, 0x7f, 0x5b, 0x61, 0x5b, 0x5b, 0x5b];
    let map = JumpMap::new(Dialect::Eip6690, &code);
    let there: Vec<u64> = (0..20).filter(|&at| map.is_destination(at)).collect();
    assert_eq!(there, [0, 9, 13]);
    assert_eq!(map.end(), 14);
    // In EIP-5843 0xc3 is no instruction, and 0x22 has three bytes behind it.
    assert!(JumpMap::new(Dialect::Eip5843Be, &code).is_destination(2));
    assert!(!JumpMap::new(Dialect::Eip5843Be, &[0x22, 0, 0, 0x5b]).is_destination(3));
    assert!(JumpMap::new(Dialect::Eip6690, &[0x22, 0, 0, 0x5b]).is_destination(3));
    assert_eq!(JumpMap::new(Dialect::Eip6690, &[0xc5]).end(), 8);
    assert!(!map.is_destination(u64::MAX));
}
