//! The kernels of ARM64, in a program that is built here for that machine and never run: proved,
//! and attacked as those of x86-64 are. Only `rustup`'s library of the target is needed, and the
//! linker that the compiler brings; without them all tests here are skipped, aloud.

mod mutants;
mod processor;

use std::path::PathBuf;
use std::sync::OnceLock;

use num_bigint::BigInt;
use prove::arm64::{Code, Instruction, decode};
use prove::binary::Binary;
use prove::contract::Contract;
use prove::kernels::contracts;
use prove::proof::{self, Certificate, prove, try_numbers};
use prove::rational::Rational;
use prove::report::report;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const TARGET: &str = "aarch64-unknown-linux-gnu";

/// The program, or nothing where it cannot be built. `CURVEMARK_ARM64` names another one.
fn binary() -> Option<Binary> {
    static BYTES: OnceLock<Option<Vec<u8>>> = OnceLock::new();
    let bytes = BYTES.get_or_init(|| {
        let path = match std::env::var_os("CURVEMARK_ARM64") {
            Some(path) => PathBuf::from(path),
            None => crate::other::built("arm64", TARGET)?,
        };
        Some(std::fs::read(path).expect("the program can be read"))
    });
    Some(Binary::parse(bytes.as_deref()?).expect("it has symbols"))
}

/// The code of a kernel, of which there is one.
fn code(binary: &Binary, kernel: &str) -> Code {
    let mut all = binary.arm64_code(kernel);
    assert_eq!(all.len(), 1, "{kernel}");
    all.remove(0)
}

/// How many instructions there are up to the return.
fn length(code: &Code) -> usize {
    let is_return = |word: &u32| decode(*word) == Some(Instruction::Return);
    code.0.iter().position(is_return).expect("a return")
}

fn named(binary: &Binary, kernel: &str, condition: &str) -> (Contract, Code) {
    let found = contracts(binary)
        .into_iter()
        .find(|contract| contract.kernel == kernel && contract.condition.contains(condition));
    (found.expect("there is such a contract"), code(binary, kernel))
}

fn refused(binary: &Binary, contract: &Contract, code: &Code, what: &str) {
    let verdict = prove(contract, binary, code);
    assert!(verdict.is_err(), "{what} was proved");
    println!("refused: {what}: {verdict:?}");
}

#[test]
fn every_kernel_is_proved() {
    let Some(binary) = binary() else { return };
    let report = report(&binary);
    println!("{}", report.table());
    assert!(report.unknown.is_empty(), "neither contract nor reason: {:?}", report.unknown);
    assert!(report.without.is_empty(), "{:?}", report.without);
    assert!(report.absent.is_empty(), "not linked: {:?}", report.absent);
    let failed: Vec<_> = report.failed().iter().map(|row| (&row.kernel, &row.condition)).collect();
    assert!(failed.is_empty(), "not proved: {failed:?}");
    let kernels = binary.names().filter(|name| name.starts_with("limb::arm64::")).count();
    assert_eq!((kernels, report.rows.len(), report.proved()), (42, 58, 58));
    crate::page::is_current_for_arm64(&report);
}

#[test]
fn every_contract_holds_on_numbers() {
    let Some(binary) = binary() else { return };
    for contract in contracts(&binary) {
        let code = code(&binary, contract.kernel);
        for seed in 0..100 {
            let run = try_numbers(&contract, &binary, &code, super::sampler(seed));
            assert_eq!(run, Ok(()), "{}, {}, seed {seed}", contract.kernel, contract.condition);
        }
    }
}

#[test]
fn conditions_that_are_too_weak_are_refused() {
    let Some(binary) = binary() else { return };
    let six: BigInt = BigInt::from(1) << 384_u32;
    let four: BigInt = BigInt::from(1) << 256_u32;
    for (kernel, condition, radix, divisor) in [
        ("limb::arm64::words::words6::mul", "lazy", &six, 2),
        ("limb::arm64::words::words6::mul", "lazy", &six, 3),
        ("limb::arm64::words::words6::mul", "2m ≤ R, reduced", &six, 1),
        ("limb::arm64::words::words6::sqr", "lazy", &six, 3),
        ("limb::arm64::words::words6::sum_of_two", "lazy", &six, 5),
        ("limb::arm64::words::words6::sum_of_two", "lazy", &six, 7),
        ("limb::arm64::words::words6::complex_mul_at", "lazy", &six, 5),
        ("limb::arm64::words::words4::mul", "lazy", &four, 3),
        ("limb::arm64::words::words4::sqr_times_at", "lazy", &four, 3),
    ] {
        let (mut contract, code) = named(&binary, kernel, condition);
        assert!(prove(&contract, &binary, &code).is_ok(), "{kernel} as it is");
        contract.range = Some((Rational::from(3), Rational::from(radix / divisor)));
        refused(&binary, &contract, &code, &format!("{kernel} for {divisor}m ≤ R, {condition}"));
    }
}

#[test]
fn other_kernels_are_refused() {
    let Some(binary) = binary() else { return };
    let all = contracts(&binary);
    for (one, other) in [
        ("words::words4::mul", "words::words4::sqr"),
        ("words::words4::mul", "words::words4::reduce"),
        ("words::words4::reduce", "words::words4::sqr"),
        ("words::words4::wide_add", "words::words4::wide_sub"),
        ("words::words4::wide_add_two", "words::words4::wide_add_sub"),
        ("words::words4::wide_add_multiple", "words::words4::wide_sub_multiple"),
        ("words::words6::wide_add", "words::words4::wide_add"),
        ("words::words4::complex_mul_at", "words::words4::complex_product_at"),
        ("words::words4::complex_product_at", "words::words4::complex_square_at"),
        ("fold4::mul", "sparse4::mul"),
        ("sparse4::mul", "fold4::mul"),
        ("fold4::mul", "fold4::sqr"),
    ] {
        let [one, other] = [one, other].map(|name| format!("limb::arm64::{name}"));
        for contract in all.iter().filter(|contract| contract.kernel == one) {
            refused(&binary, contract, &code(&binary, &other), &format!("{other} as {one}"));
        }
    }
}

/// Instructions in a kernel that is right: what they do beside the result is refused.
#[test]
fn what_a_kernel_may_not_do_is_refused() {
    let Some(binary) = binary() else { return };
    let (contract, code) = named(&binary, "limb::arm64::words::words4::mul", "lazy");
    let end = length(&code);
    for (what, at, instructions) in [
        ("writes an operand: str x14, [x0]", 0, &[0xf900_000e_u32][..]),
        ("writes the modulus: str x14, [x4]", 0, &[0xf900_008e]),
        ("writes the caller's frame: str x14, [sp, #8]", 0, &[0xf900_07ee]),
        ("writes below the stack pointer: stp x14, x13, [sp, #-16]", 0, &[0xa93f_37ee]),
        ("reads below the stack pointer: ldp x14, x13, [sp, #-16]", 0, &[0xa97f_37ee]),
        ("reads the caller's frame: ldr x14, [sp]", 0, &[0xf940_03ee]),
        ("reads beyond an operand: ldr x14, [x0, #32]", 0, &[0xf940_100e]),
        ("reads before an operand: ldp x14, x13, [x1, #-16]", 0, &[0xa97f_342e]),
        ("reads half a word further: ldur x14, [x0, #4]", 0, &[0xf840_400e]),
        ("takes an address from data: ldr x14, [x14]", 0, &[0xf940_01ce]),
        ("adds a pointer to a number: add x14, x14, x0", 0, &[0x8b00_01ce]),
        ("multiplies a pointer: mul x14, x14, x0", 0, &[0x9b00_7dce]),
        ("reads an undefined flag: adc x14, x14, x13", 0, &[0x9a0d_01ce]),
        ("loses a register of the caller's: mov x19, x14", end, &[0xaa0e_03f3]),
        ("loses the platform's register: mov x18, x14", end, &[0xaa0e_03f2]),
        ("loses the return address: mov x30, x14", end, &[0xaa0e_03fe]),
        ("moves the stack pointer: stp x14, x13, [sp, #-16]!", end, &[0xa9bf_37ee]),
        ("branches on data: cmp x14, x13; b.eq", 0, &[0xeb0d_01df, 0x5400_0020]),
        ("chooses by an undefined flag: csel x14, x14, x13, eq", 0, &[0x9a8d_01ce]),
        ("jumps out of the kernel: cmp x14, x14; b.hs", 0, &[0xeb0e_01df, 0x54ff_0002]),
        ("shifts by data: lsr x14, x14, x13", 0, &[0x9acd_25ce]),
        // cmp x14, x13; mov x12, #1; csel x14, x12, xzr, hs; and what is 0 or 1 then decides.
        (
            "shifts by what data chose: lsr x13, x13, x14",
            0,
            &[0xeb0d_01df, 0xd280_002c, 0x9a9f_218e, 0x9ace_25ad],
        ),
        (
            "branches on what data chose: cmp x14, #1; b.eq; nop",
            0,
            &[0xeb0d_01df, 0xd280_002c, 0x9a9f_218e, 0xf100_05df, 0x5400_0040, 0xd503_201f],
        ),
        ("divides: udiv x14, x14, x13", 0, &[0x9acd_09ce]),
        ("does what is no kernel's: mrs x14, cntvct_el0", 0, &[0xd53b_e04e]),
    ] {
        let mut other = code.clone();
        other.0.splice(at..at, instructions.iter().copied());
        refused(&binary, &contract, &other, what);
    }
    let mut same = code.clone();
    same.0.insert(0, 0xf940_000e);
    assert!(prove(&contract, &binary, &same).is_ok(), "a load that is allowed changes nothing");
}

#[test]
fn changed_certificates_are_refused_or_prove_the_same() {
    let Some(binary) = binary() else { return };
    for (kernel, cases) in
        [("limb::arm64::words::words4::mul", 2), ("limb::arm64::words::words4::reduce", 4)]
    {
        let (contract, code) = named(&binary, kernel, "");
        let certificate = proof::search(&contract, &binary, &code).expect("it is proved");
        let proved = proof::check(&contract, &binary, &code, &certificate).expect("it is checked");
        assert!(proved.cases == cases && proved.steps > 100, "{proved:?}");
        let check =
            |certificate: &Certificate| proof::check(&contract, &binary, &code, certificate);
        assert!(check(&Certificate::new()).is_err(), "no certificate");
        let mut without = certificate.clone();
        without.pop_last();
        assert!(check(&without).is_err(), "a certificate without one of the cases");
        // The code of a mutant has no proof, whatever is written down.
        let mut wrong = code.clone();
        wrong.0.remove(20);
        assert!(proof::check(&contract, &binary, &wrong, &certificate).is_err());
        let (mut rng, mut refused, tries) = (ChaCha20Rng::seed_from_u64(42), 0, 200);
        for _ in 0..tries {
            let mut forged = certificate.clone();
            let steps = forged.values_mut().next().expect("a case");
            let at = usize::try_from(rng.next_u32()).expect("small") % steps.len();
            crate::forged::change(&mut steps[at], &mut rng);
            refused += usize::from(check(&forged).is_err());
        }
        println!("{kernel}: {refused} of {tries} changed certificates are refused");
        assert!(2 * refused > tries);
    }
}

/// The decoder takes no word that it reads in two ways, and refuses what is near to what it takes.
#[test]
fn words_that_are_no_instruction_of_a_kernel_are_refused() {
    for (word, what) in [
        (0xeb40_01df, "a shift to the right of an operand"),
        (0x8b20_01ce, "an extended register"),
        (0x0b0d_01ce, "32 bits"),
        (0x9140_05ce, "an immediate that is shifted"),
        (0x9100_43ff, "the stack pointer in a sum"),
        (0x9b0d_39ce, "a product with something added"),
        (0x9b4d_7dce, "the high half of a product with signs"),
        (0x8a2d_01ce, "an and with the complement"),
        (0xca0d_01ce, "an exclusive or"),
        (0xb200_03ee, "a pattern of 32 bits"),
        (0xf280_01ee, "a part of a register"),
        (0x9acd_29ce, "a shift with the sign"),
        (0xd340_7dce, "a part of a word"),
        (0x9a8d_41ce, "a choice by the sign"),
        (0x9a8d_05ce, "a choice that adds one"),
        (0xa87f_37ee, "a pair that is not cached"),
        (0x297f_37ee, "a pair of 32 bits"),
        (0xa9c1_3dee, "a base that is loaded too"),
        (0xa940_39ee, "the same register twice"),
        (0x5400_0014, "a branch that is a hint"),
        (0x1400_0001, "a branch without a condition"),
        (0xd65f_0bff, "a return with a key"),
    ] {
        assert_eq!(decode(word), None, "{what}");
    }
}
