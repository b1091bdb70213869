//! The chip's kernels, in a program that is built here for it: proved, attacked by mutants, and the
//! model compared with the chip's emulator. Only `rustup`'s library of the target is needed;
//! without it all tests here are skipped, aloud.

mod mutants;
mod processor;

use std::path::PathBuf;
use std::sync::OnceLock;

use prove::binary::Binary;
use prove::contract::Contract;
use prove::kernels::contracts;
use prove::proof::{may_be_of, prove, try_numbers};
use prove::rational::Rational;
use prove::report::report;
use prove::rv32::{Code, decode_all};

/// How many instances are proved.
const PROVED: usize = 21;

const TARGET: &str = "riscv32imc-unknown-none-elf";

/// The program, or nothing where it cannot be built. `CURVEMARK_RV32` names another one.
fn binary() -> Option<Binary> {
    static BYTES: OnceLock<Option<Vec<u8>>> = OnceLock::new();
    let bytes = BYTES.get_or_init(|| {
        let path = match std::env::var_os("CURVEMARK_RV32") {
            Some(path) => PathBuf::from(path),
            None => crate::other::built("rv32", TARGET)?,
        };
        Some(std::fs::read(path).expect("the program can be read"))
    });
    Some(Binary::parse(bytes.as_deref()?).expect("it has symbols"))
}

/// Instances of kernels with all that is proved of them.
fn proved(binary: &Binary) -> Vec<(Code, Contract)> {
    let mut all: Vec<(Code, Contract)> = Vec::new();
    for contract in contracts(binary) {
        for code in binary.rv32_code(contract.kernel) {
            let is_new = all.iter().all(|(other, _)| *other != code);
            if is_new
                && may_be_of(&contract, binary, &code)
                && prove(&contract, binary, &code).is_ok()
            {
                all.push((code, contract));
                break;
            }
        }
    }
    all
}

/// The instance that this contract is of.
fn named<'a>(all: &'a [(Code, Contract)], kernel: &str, condition: &str) -> &'a (Code, Contract) {
    let is = |(_, contract): &&(Code, Contract)| {
        contract.kernel == kernel && contract.condition.contains(condition)
    };
    all.iter().find(is).expect("it is proved")
}

fn refused(binary: &Binary, contract: &Contract, code: &Code, what: &str) {
    let verdict = prove(contract, binary, code);
    assert!(verdict.is_err(), "{what} was proved");
    println!("refused: {what}: {verdict:?}");
}

#[test]
fn every_kernel_is_proved_or_known_to_be_open() {
    let Some(binary) = binary() else { return };
    let report = report(&binary);
    println!("{}", report.table());
    assert!(report.unknown.is_empty(), "neither contract nor reason: {:?}", report.unknown);
    assert!(report.absent.is_empty(), "not linked: {:?}", report.absent);
    let failed: Vec<_> = report.failed().iter().map(|row| (&row.kernel, &row.condition)).collect();
    assert!(failed.is_empty(), "not proved: {failed:?}");
    assert_eq!((report.rows.len(), report.proved()), (33, PROVED));
    crate::page::is_current_for_rv32(&report);
}

#[test]
fn every_contract_holds_on_numbers() {
    let Some(binary) = binary() else { return };
    let all = proved(&binary);
    for (code, contract) in &all {
        for seed in 0..100 {
            let run = try_numbers(contract, &binary, code, crate::sampler(seed));
            assert_eq!(run, Ok(()), "{}, {}, seed {seed}", contract.kernel, contract.condition);
        }
    }
    assert_eq!(all.len(), PROVED);
}

#[test]
fn other_kernels_are_refused() {
    let Some(binary) = binary() else { return };
    let all = proved(&binary);
    let named = |kernel, condition| named(&all, kernel, condition);
    for (kernel, other) in [
        ("limb::rv32::linear::sum::long", "limb::rv32::linear::sum_below_double::long"),
        ("limb::rv32::linear::sum::short", "limb::rv32::linear::sum_below_double::short"),
        ("limb::rv32::linear::below_modulus::long", "limb::rv32::linear::sum::long"),
        ("limb::rv32::linear::difference::long", "limb::rv32::linear::sum::long"),
        (
            "limb::rv32::linear::difference::long",
            "limb::rv32::linear::difference_and_modulus::long",
        ),
        ("limb::rv32::square::long", "limb::rv32::square::short"),
        ("limb::rv32::product::short", "limb::rv32::square::short"),
        ("limb::rv32::divided::long", "limb::rv32::divided::short"),
        ("limb::rv32::folding::sum::short", "limb::rv32::folding::difference::short"),
        ("limb::rv32::folding::product::short", "limb::rv32::product::short"),
    ] {
        let (_, contract) = named(kernel, "");
        for code in binary.rv32_code(other) {
            refused(&binary, contract, &code, &format!("{other} as {kernel}"));
        }
    }
    // The square of any number by the kernel that leaves out the highest bit.
    let (code, _) = named("limb::rv32::square::short", "below R/2");
    let (_, full) = named("limb::rv32::square::short", "any a");
    refused(&binary, full, code, "the square of a number with its highest bit");
    // The same kernel of another modulus.
    let (code, _) = named("limb::rv32::divided::short", "p of BN254");
    for contract in contracts(&binary) {
        if contract.kernel == "limb::rv32::divided::short"
            && !contract.condition.contains("p of BN254")
        {
            refused(&binary, &contract, code, &contract.condition);
        }
    }
}

/// Instructions in a kernel that is right: what they do beside the result is refused.
#[test]
fn what_a_kernel_may_not_do_is_refused() {
    let Some(binary) = binary() else { return };
    let all = proved(&binary);
    let (code, contract) = named(&all, "limb::rv32::product::short", "");
    let end = code.instructions.len() - 1;
    for (what, at, word) in [
        ("writes an operand: sw t0, 0(a1)", 0, 0x0055_a023_u32),
        ("writes beyond the result: sw t0, 64(a0)", 0, 0x0455_2023),
        ("reads beyond an operand: lw t0, 32(a1)", 0, 0x0205_a283),
        ("reads the caller's frame: lw t0, 0(sp)", 0, 0x0001_2283),
        ("writes below the stack pointer: sw t0, -4(sp)", 0, 0xfe51_2e23),
        ("writes the caller's frame: sw t0, 0(sp)", 0, 0x0051_2023),
        ("reads half a word further: lw t0, 2(a1)", 0, 0x0025_a283),
        ("takes an address from data: lw t0, 0(t0)", 0, 0x0002_a283),
        ("adds a pointer to a number: add t0, a1, t0", 0, 0x0055_82b3),
        ("multiplies a pointer: mul t0, a1, t0", 0, 0x0255_82b3),
        ("branches: beq t0, t1, 8", 0, 0x0062_8463),
        ("calls: jal ra, 8", 0, 0x0080_00ef),
        ("calls what is no function: jalr ra, 4(x0)", 0, 0x0040_00e7),
        ("calls an address from data: jalr ra, 0(t0)", 0, 0x0002_80e7),
        ("jumps: jal x0, 8", 0, 0x0080_006f),
        ("shifts by data: sll t0, t0, t1", 0, 0x0062_92b3),
        ("divides: divu t0, t0, t1", 0, 0x0262_d2b3),
        ("reads a counter: csrrs t0, cycle, x0", 0, 0xc000_22f3),
        ("loses a register of the caller's: addi s0, x0, 1", end, 0x0010_0413),
        ("loses gp: addi gp, x0, 1", end, 0x0010_0193),
        ("loses the return address: addi ra, x0, 1", end, 0x0010_0093),
        ("moves the stack pointer: addi sp, sp, 16", end, 0x0101_0113),
        ("reads a byte: lbu t0, 0(a1)", 0, 0x0005_c283),
    ] {
        let mut other = code.clone();
        let inserted = decode_all(&word.to_le_bytes());
        assert_eq!(inserted.len(), 1, "{what}");
        other.instructions.splice(at..at, inserted);
        refused(&binary, contract, &other, what);
    }
    let mut same = code.clone();
    same.instructions.splice(0..0, decode_all(&0x0005_a283_u32.to_le_bytes()));
    assert!(prove(contract, &binary, &same).is_ok(), "a load that is allowed changes nothing");
}

/// Each congruence is one of a modulus of its own: of another one it is false.
#[test]
fn contracts_with_another_modulus_are_refused() {
    let Some(binary) = binary() else { return };
    let mut tried = 0;
    for (code, mut contract) in proved(&binary) {
        if contract.claim.contains("mod m")
            && let Some((least, _)) = contract.range.clone()
        {
            let other = least.plus(&Rational::from(2));
            contract.range = Some((other.clone(), other));
            let kernel = contract.kernel;
            refused(&binary, &contract, &code, &format!("{kernel} of m + 2"));
            tried += 1;
        }
    }
    assert!(tried > 10, "{tried}");
}
