//! The model of ARM64's instructions against QEMU: every instruction that occurs in the kernels, on
//! states at the ends of the ranges and random ones, with all registers, the flags C and Z and the
//! words in memory compared.
//!
//! There is no such processor here. What runs is a program of bytes that are made here: for each
//! state it loads all registers, has the one instruction, and stores them.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use num_bigint::BigInt;
use prove::arm64::{Condition, Indexing, Instruction, decode};
use prove::binary::Binary;
use prove::check::Ledger;
use prove::kernels::contracts;
use prove::machine::{FlagName, Machine, Number, Value};
use prove::prover::{Advisor, Flag, Prover};
use prove::words::Word;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Where the program is loaded, and its records.
const ADDRESS: u64 = 0x40_0000;
const RECORDS: u64 = 0x1000_0000;
/// A record: words of registers and NZCV before, the same after, and a piece of memory.
const RECORD: usize = 1024;
const WORDS: usize = RECORD / 8;
const AFTER: usize = 32;
const MEMORY: usize = 96;
/// States for each instruction.
const STATES: usize = 12;
const EMULATOR: &str = "qemu-aarch64";

/// All instructions that occur, each once, but branches. The stack pointer as a base is another
/// register, which is the same to the processor but for its alignment.
fn forms(binary: &Binary) -> BTreeMap<u32, Instruction> {
    let kernels: BTreeSet<&str> =
        contracts(binary).iter().map(|contract| contract.kernel).collect();
    let mut all = BTreeMap::new();
    for kernel in kernels {
        let code = super::code(binary, kernel);
        for word in &code.0[..super::length(&code)] {
            let mut word = *word;
            match decode(word).expect("an instruction of a kernel") {
                Instruction::Branch(..) => continue,
                Instruction::Access { registers, .. } => {
                    let free = (0..31).find(|at| !registers.contains(&Number(*at as usize)));
                    let base = word >> 5 & 31;
                    if base == 31 || registers.contains(&Number(base as usize)) {
                        word = word & !(31 << 5) | free.expect("a register") << 5;
                    }
                }
                _ => {}
            }
            all.insert(word, decode(word).expect("the same with another base"));
        }
    }
    all
}

/// A state: registers, NZCV, and memory; and whether C comes from a comparison of x29 and x28.
fn state(
    instruction: Instruction,
    compared: bool,
    at: usize,
    rng: &mut ChaCha20Rng,
) -> [u64; WORDS] {
    let mut out = [0; WORDS];
    let word = |rng: &mut ChaCha20Rng| match rng.next_u32() % 8 {
        0 => 0,
        1 => 1,
        2 => u64::MAX,
        3 => u64::MAX - 1,
        4 => 1 << (rng.next_u32() % 64),
        _ => rng.next_u64(),
    };
    for place in (0..31).chain(MEMORY..MEMORY + 4) {
        out[place] = word(rng);
    }
    if rng.next_u32() & 3 == 0 {
        out[28] = out[29];
    }
    if let Instruction::Access { base: Number(base), offset, indexing, .. } = instruction {
        let offset = if indexing == Indexing::After { 0 } else { offset };
        out[base] = (RECORDS + (at * RECORD + MEMORY * 8) as u64).wrapping_sub(offset as u64);
    }
    let flags = rng.next_u32() % 16;
    let of_comparison = u32::from(out[29] >= out[28]) << 1 | u32::from(out[29] == out[28]) << 2;
    out[31] = u64::from(if compared { of_comparison } else { flags }) << 28;
    out
}

/// The program: a file of ELF with one segment.
fn program(forms: &[u32], records: &[[u64; WORDS]]) -> Vec<u8> {
    let constant = |register: u32, value: usize| {
        [0xd280_0000, 0xf2a0_0000].into_iter().enumerate().map(move |(half, form)| {
            form | ((value >> (16 * half) & 0xffff) as u32) << 5 | register
        })
    };
    let all = |form: u32, from: u32| {
        (0..15_u32)
            .map(move |i| form | (from / 8 + 2 * i) << 15 | (2 * i + 1) << 10 | 31 << 5 | (2 * i))
    };
    let mut code: Vec<u32> = constant(0, RECORDS as usize).collect();
    code.push(0x9100_001f); // mov sp, x0
    for word in forms {
        code.extend([0xf940_7fe0, 0xd51b_4200]); // ldr x0, [sp, #248]; msr nzcv, x0
        code.extend(all(0xa940_0000, 0)); // ldp, all from 0 to x29
        code.push(0xf940_7bfe); // ldr x30, [sp, #240]
        code.push(*word);
        code.extend(all(0xa900_0000, 256)); // stp
        code.push(0xf900_fbfe); // str x30, [sp, #496]
        code.extend([0xd53b_4200, 0xf900_ffe0]); // mrs x0, nzcv; str x0, [sp, #504]
        code.push(0x9110_03ff); // add sp, sp, #1024
    }
    // write(1, records, their length), exit(0)
    for (register, value) in [(0, 1), (1, RECORDS as usize), (2, records.len() * RECORD), (8, 64)] {
        code.extend(constant(register, value));
    }
    code.push(0xd400_0001);
    code.extend(constant(0, 0).chain(constant(8, 93)));
    code.push(0xd400_0001);
    let begin = 64 + 2 * 56;
    let code: Vec<u8> = code.into_iter().flat_map(u32::to_le_bytes).collect();
    // The records lie at a multiple of 64 KiB, in the file as in memory.
    let at = (begin + code.len()).next_multiple_of(1 << 16);
    let mut out = Vec::from(*b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0");
    out.extend([2_u16, 183].map(u16::to_le_bytes).concat());
    out.extend(1_u32.to_le_bytes());
    out.extend([ADDRESS + begin as u64, 64, 0].map(u64::to_le_bytes).concat());
    out.extend(0_u32.to_le_bytes());
    out.extend([64_u16, 56, 2, 0, 0, 0].map(u16::to_le_bytes).concat());
    let size = records.len() * RECORD;
    for (flags, from, address, length) in
        [(5_u32, 0, ADDRESS, begin + code.len()), (6, at, RECORDS, size)]
    {
        out.extend([1, flags].map(u32::to_le_bytes).concat());
        let (from, length) = (from as u64, length as u64);
        let words = [from, address, address, length, length, 1 << 16];
        out.extend(words.map(u64::to_le_bytes).concat());
    }
    out.extend(code);
    out.resize(at, 0);
    out.extend(records.iter().flatten().flat_map(|word| word.to_le_bytes()));
    out
}

/// What the model says of a state: the registers, C and Z if they are known, and memory.
fn modelled(
    binary: &Binary,
    instruction: Instruction,
    before: &[u64; WORDS],
    compared: bool,
    at: usize,
) -> (Vec<u64>, [Option<bool>; 2], [u64; 4]) {
    let record = RECORDS + (at * RECORD) as u64;
    let prover = Prover::new(Ledger::new(None), Advisor::Search(Box::default()), Vec::new());
    let mut registers = before.iter();
    let mut machine =
        Machine::new(binary, prover, |_, _| Word::number(*registers.next().expect("a register")));
    machine.set_flag(FlagName::Carry, Some(Flag::Known(before[31] >> 29 & 1 == 1)));
    machine.set_flag(FlagName::Zero, Some(Flag::Known(before[31] >> 30 & 1 == 1)));
    if compared {
        let compare = decode(0xeb1c_03bf).expect("cmp x29, x28");
        machine.step_arm64(compare).expect("a comparison");
    }
    let place = |i: usize| (8 * (MEMORY + i)) as i64;
    for i in 0..4 {
        machine.allow_read("memory", place(i), Value::Word(Word::number(before[MEMORY + i])));
        machine.allow_write("memory", place(i), false);
    }
    if let Instruction::Access { base, .. } = instruction {
        let offset = before[base.0].wrapping_sub(record) as i64;
        machine.set_register(base, Value::Pointer("memory", offset));
    }
    machine.step_arm64(instruction).expect("the model knows it");
    let word = |value: &Value| match value {
        Value::Pointer("memory", offset) => record.wrapping_add(*offset as u64),
        Value::Word(word) => {
            let number: BigInt = word.value().expect("a number");
            u64::try_from(number).expect("a word")
        }
        _ => panic!("neither a word nor an address"),
    };
    let after = (0..31).map(|i| word(&machine.register(Number(i)))).collect();
    let memory =
        [0, 1, 2, 3].map(|i| machine.at("memory", place(i)).map_or(before[MEMORY + i], word));
    // A flag is seen by what it chooses.
    let flags = [true, false].map(|carry| {
        let [one, zero] = [Number(1), Number(31)];
        machine.step_arm64(Instruction::Constant(one, 1)).expect("a constant");
        let condition = Condition { carry, set: true };
        let chosen = machine.step_arm64(Instruction::Choose(one, [one, zero], condition));
        chosen.ok().map(|()| word(&machine.register(one)) == 1)
    });
    (after, flags, memory)
}

#[test]
fn the_model_agrees_with_qemu() {
    let Some(binary) = super::binary() else { return };
    if Command::new(EMULATOR).arg("--version").output().is_err() {
        println!("SKIPPED: no {EMULATOR}; the model of ARM64's instructions is not compared");
        eprintln!("SKIPPED: no {EMULATOR}; the model of ARM64's instructions is not compared");
        return;
    }
    let forms: Vec<(u32, Instruction)> = forms(&binary).into_iter().collect();
    let mut rng = ChaCha20Rng::seed_from_u64(42);
    let (mut words, mut records) = (Vec::new(), Vec::new());
    for (word, instruction) in &forms {
        for i in 0..STATES {
            records.push(state(*instruction, i % 2 == 1, records.len(), &mut rng));
            words.push(*word);
        }
    }
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("arm64-states");
    std::fs::write(&path, program(&words, &records)).expect("the program is written");
    executable(&path);
    let output = Command::new(EMULATOR).arg(&path).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(output.stdout.len(), records.len() * RECORD, "all records come back");
    let (mut carries, mut zeros, mut classes) = (0, 0, BTreeSet::new());
    for (at, bytes) in output.stdout.chunks_exact(RECORD).enumerate() {
        let (word, instruction) = forms[at / STATES];
        let before = &records[at];
        let after: Vec<u64> =
            bytes.chunks_exact(8).map(|w| u64::from_le_bytes(w.try_into().expect("8"))).collect();
        let (registers, [carry, zero], memory) =
            modelled(&binary, instruction, before, at % STATES % 2 == 1, at);
        let what = || format!("{word:08x}, {instruction:?}, state {at}: {before:x?}");
        assert_eq!(registers, after[AFTER..AFTER + 31], "{}", what());
        assert_eq!(memory[..], after[MEMORY..MEMORY + 4], "{}", what());
        assert_eq!(before[MEMORY + 4..], after[MEMORY + 4..], "{}", what());
        let flags = after[AFTER + 31] >> 28;
        assert!(carry.is_none_or(|carry| carry == (flags >> 1 & 1 == 1)), "{}", what());
        assert!(zero.is_none_or(|zero| zero == (flags >> 2 & 1 == 1)), "{}", what());
        carries += usize::from(carry.is_some());
        zeros += usize::from(zero.is_some());
        let name = format!("{instruction:?}");
        classes.insert(name.split([' ', '(']).next().expect("a name").to_owned());
    }
    println!(
        "{} instructions in {} states each; {carries} carries, {zeros} zeros; {classes:?}",
        forms.len(),
        STATES
    );
    assert_eq!(carries, records.len());
    assert!(forms.len() > 500 && classes.len() == 9, "{} {classes:?}", forms.len());
}

#[cfg(unix)]
fn executable(path: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt;
    let all = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(path, all).expect("its permissions");
}
