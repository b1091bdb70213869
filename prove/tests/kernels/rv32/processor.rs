//! The model of RV32's instructions against the chip's emulator, which others' decoders and QEMU
//! are compared with in its own tests: every instruction that occurs in the kernels, in its place,
//! on states at the ends of the ranges and random ones, with all registers and the words in memory
//! compared.

use std::collections::BTreeMap;

use emulator::{Image, Kind, Machine as Chip, Segment, Window, Xlen};
use num_bigint::BigInt;
use prove::binary::Binary;
use prove::check::Ledger;
use prove::kernels::contracts;
use prove::machine::{Machine, Number, Value};
use prove::prover::{Advisor, Prover};
use prove::rv32::{Instruction, Op};
use prove::words::Word;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Where data lie for the emulator, and a place for code.
const DATA: u32 = 0x3fc9_0000;
const CODE: u32 = 0x4038_0000;
/// States for each instruction.
const STATES: usize = 12;

/// All instructions that occur, each once with its bits, but returns, and what jumps.
fn forms(binary: &Binary) -> BTreeMap<u32, Instruction> {
    let mut all = BTreeMap::new();
    for contract in contracts(binary) {
        for code in binary.rv32_code(contract.kernel) {
            let mut at = code.address;
            for instruction in &code.instructions {
                let bits = binary.rv32_bits(at).expect("it is there");
                let bits = if instruction.length == 2 { bits & 0xffff } else { bits };
                at += u64::from(instruction.length);
                // Known to be outside the model.
                let is_out = matches!(
                    instruction.op,
                    Op::Jal | Op::Jalr | Op::Mulh | Op::Mulhsu | Op::Auipc
                );
                if !is_out {
                    all.insert(bits, *instruction);
                }
            }
        }
    }
    all
}

fn word(rng: &mut ChaCha20Rng) -> u32 {
    match rng.next_u32() % 8 {
        0 => 0,
        1 => 1,
        2 => u32::MAX,
        3 => u32::MAX - 1,
        4 => 1 << (rng.next_u32() % 32),
        _ => rng.next_u32(),
    }
}

#[test]
fn the_model_is_the_emulator() {
    let Some(binary) = super::binary() else { return };
    let (forms, mut rng) = (forms(&binary), ChaCha20Rng::seed_from_u64(32));
    let mut classes: BTreeMap<String, usize> = BTreeMap::new();
    let mut outside: BTreeMap<String, usize> = BTreeMap::new();
    for (bits, instruction) in &forms {
        for _ in 0..STATES {
            let mut state: Vec<u32> = (0..32).map(|_| word(&mut rng)).collect();
            let old = word(&mut rng);
            state[0] = 0;
            let accesses = matches!(instruction.op, Op::Lw | Op::Sw);
            // In the middle of a window, at a multiple of four.
            let place = DATA + 0x8000;
            let offset = i64::from(instruction.imm) & 3;
            let base = usize::from(instruction.rs1);
            if accesses {
                assert_eq!(offset, 0, "{instruction:?}");
                state[base] = place;
            }
            let address = place.wrapping_add_signed(instruction.imm);
            // The emulator.
            let bytes = bits.to_le_bytes()[..usize::from(instruction.length)].to_vec();
            let code = Segment { address: CODE, bytes, stored: 0 };
            let image = Image::from_segments(Xlen::Rv32, CODE, vec![code]);
            let windows = [
                Window { base: CODE, size: 0x1000, store: 0, kind: Kind::Ram },
                Window { base: DATA, size: 0x1_0000, store: 1, kind: Kind::Ram },
            ];
            let mut chip = Chip::bare(&image, &windows).expect("it fits");
            for (number, value) in state.iter().enumerate().skip(1) {
                chip.set_register(number, u64::from(*value));
            }
            if accesses {
                chip.poke(address, &old.to_le_bytes()).expect("it is memory");
            }
            chip.step().unwrap_or_else(|stop| panic!("{instruction:?}: {stop:?}"));
            // The model.
            let prover = Prover::new(Ledger::new(None), Advisor::Search(Box::default()), vec![]);
            let mut machine = Machine::new(&binary, prover, |_, _| Word::number(0));
            for (number, value) in state.iter().enumerate().skip(1) {
                machine.set_register(Number(number), Value::Word(Word::number(*value)));
            }
            if accesses {
                machine.set_register(Number(base), Value::Pointer("data", 0));
                let at = i64::from(instruction.imm);
                machine.allow_read("data", at, Value::Word(Word::number(old)));
                machine.allow_write("data", at, false);
            }
            let name = format!("{:?}", instruction.op);
            if let Err(why) = machine.step_rv32(instruction, i64::from(CODE)) {
                let why = format!("{name}: {why}");
                *outside.entry(why).or_default() += 1;
                continue;
            }
            for number in 1..32 {
                let there = chip.register(number) as u32;
                match machine.register(Number(number)) {
                    Value::Word(word) => {
                        let value = word.value().expect("a number") & BigInt::from(u32::MAX);
                        assert_eq!(value, there.into(), "{instruction:?}, x{number}, {state:x?}");
                    }
                    Value::Pointer("data", 0) => assert_eq!(there, place),
                    other => panic!("{instruction:?}: {other:?}"),
                }
            }
            if instruction.op == Op::Sw {
                // What is stored is a number, or the place's address.
                let stored = chip.peek(address, 4).expect("a word");
                let stored = u32::from_le_bytes(stored.try_into().expect("four bytes"));
                match machine.at("data", i64::from(instruction.imm)) {
                    Some(Value::Word(word)) => {
                        assert_eq!(word.value(), Some(stored.into()), "{instruction:?}");
                    }
                    Some(Value::Pointer("data", 0)) => assert_eq!(stored, place),
                    other => panic!("{instruction:?}: {other:?}"),
                }
            }
            *classes.entry(name).or_default() += 1;
        }
    }
    println!("{} instructions in {STATES} states each: {classes:?}", forms.len());
    println!("refused: {outside:?}");
    for why in outside.keys() {
        let known = ["a shift with a sign", "bits may be shifted out", "not an instruction"];
        assert!(known.iter().any(|known| why.contains(known)), "{why}");
    }
    assert!(forms.len() > 1000 && classes.len() >= 15, "{} {classes:?}", forms.len());
}
