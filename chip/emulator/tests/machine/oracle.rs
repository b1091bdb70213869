//! Each instruction of 32 and of 64 bits against QEMU: registers, memory, next program counter and
//! trap of single instructions on edge and random values.
//!
//! A program in QEMU's machine `virt` takes instructions from a list, one at a time: it writes the
//! instruction into a field of `c.ebreak`, gives all registers and a stretch of memory their
//! values, enters by `mret`, and notes what the next trap shows. So every pattern can be tried,
//! illegal ones too. The emulator executes the same instruction from the same state.
//!
//! What is not compared, since the two differ on purpose: control registers and `fence.i` (ESP32-C3
//! has others, and lacks it), accesses that are not aligned (QEMU makes them), and accesses and
//! jumps to where nothing of the test lies.
#![expect(clippy::integer_division_remainder_used, reason = "places in lists that the test makes")]

use std::process::Command;
use std::time::{Duration, Instant};

use crate::assembly::*;
use emulator::{Cause, Image, Kind, Machine, Op, Segment, Stop, Trap, Window, Xlen, decode};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const BASE: u32 = 0x8000_0000;
/// The state of the harness: next instruction, next result, end of the list.
const STATE: u32 = BASE + 0x1000;
const REGISTERS: u32 = BASE + 0x1100;
const WINDOW_INITIAL: u32 = BASE + 0x1600;
/// Where loads and stores may go.
const WINDOW: u32 = BASE + 0x1800;
/// Its bytes, in words of a register each.
const WINDOW_BYTES: u32 = 128;
const BLOCKS: u32 = BASE + 0x1c00;
const FIELD: u32 = BASE + 0x1_0000;
const FIELD_SIZE: u32 = 0x1_0000;
/// Where the instruction stands.
const SLOT: u32 = FIELD + FIELD_SIZE / 2;
const LIST: u32 = BASE + 0x10_0000;
const RESULTS: u32 = BASE + 0x200_0000;
const EBREAK: u16 = 0x9002;
/// QEMU takes seconds; what has not ended by then never does.
const PATIENCE: Duration = Duration::from_secs(90);

/// What all instructions of one run begin with.
struct Start {
    xlen: Xlen,
    registers: [u64; 32],
    window: Vec<u64>,
}

/// How wide the machine is, in what the harness is made of.
#[derive(Clone, Copy)]
struct Width(Xlen);

impl Width {
    /// Of a register in memory.
    fn bytes(self) -> u32 {
        self.0.bits() / 8
    }

    fn window_words(self) -> u32 {
        WINDOW_BYTES / self.bytes()
    }

    /// Of the result of one instruction: cause, registers, place, memory.
    fn result_words(self) -> u32 {
        32 + 1 + self.window_words()
    }

    /// The nth place of a register.
    fn at(self, place: u32) -> i32 {
        (self.bytes() * place) as i32
    }

    /// Loads a register's width.
    fn load(self, rd: u32, base: u32, imm: i32) -> u32 {
        i(0x03, self.bytes().ilog2(), rd, base, imm)
    }

    fn store(self, source: u32, base: u32, imm: i32) -> u32 {
        store(self.bytes().ilog2(), base, source, imm)
    }

    /// Puts an address into a register; `lui` extends its sign.
    fn li(self, rd: u32, value: u32) -> Vec<u32> {
        let mut code = li(rd, value).to_vec();
        if self.0 == Xlen::Rv64 {
            code.extend([i(0x13, 1, rd, rd, 32), i(0x13, 5, rd, rd, 32)]);
        }
        code
    }

    /// A register as memory holds it.
    fn to_bytes(self, values: &[u64]) -> Vec<u8> {
        values
            .iter()
            .flat_map(|value| value.to_le_bytes()[..self.bytes() as usize].to_vec())
            .collect()
    }

    fn values(self, bytes: &[u8]) -> Vec<u64> {
        let value =
            |bytes: &[u8]| bytes.iter().rfold(0, |value, byte| value << 8 | u64::from(*byte));
        bytes.chunks_exact(self.bytes() as usize).map(value).collect()
    }
}

/// The harness, as described above.
fn harness(width: Width) -> Vec<u32> {
    const MSTATUS: u32 = 0x300;
    const MTVEC: u32 = 0x305;
    const MSCRATCH: u32 = 0x340;
    const MEPC: u32 = 0x341;
    const MCAUSE: u32 = 0x342;
    const MRET: u32 = 0x3020_0073;
    const FENCE_I: u32 = 0x0000_100f;
    let mut code = Vec::new();
    code.extend(width.li(T0, BASE + 0x800));
    code.extend([csrrw(0, MTVEC, T0)]);
    code.push(jal(0, 0)); // to `next`, set below
    let jump = code.len() - 1;

    // On every trap: note registers, cause, place and memory.
    code.resize(0x800 / 4, EBREAK.into());
    code.push(csrrw(0, MSCRATCH, 31));
    code.extend(width.li(31, STATE));
    code.push(width.load(31, 31, width.at(1)));
    code.extend((1..31).map(|number| width.store(number, 31, width.at(number))));
    code.extend([csrrs(1, MSCRATCH, 0), width.store(1, 31, width.at(31))]);
    code.extend([
        csrrs(1, MCAUSE, 0),
        width.store(1, 31, 0),
        csrrs(1, MEPC, 0),
        width.store(1, 31, width.at(32)),
    ]);
    code.extend(width.li(1, WINDOW));
    for word in 0..width.window_words() {
        code.extend([width.load(2, 1, width.at(word)), width.store(2, 31, width.at(33 + word))]);
    }
    code.extend(width.li(1, STATE));
    code.extend([addi(31, 31, width.at(width.result_words())), width.store(31, 1, width.at(1))]);
    code.extend([width.load(2, 1, 0), addi(2, 2, 4), width.store(2, 1, 0)]);

    // The next instruction of the list.
    let next = code.len();
    code[jump] = jal(0, 4 * (next - jump) as i32);
    code.extend(width.li(1, STATE));
    code.extend([width.load(2, 1, 0), width.load(3, 1, width.at(2))]);
    let leave = code.len();
    code.push(0);
    code.extend([lw(4, 2, 0)]);
    code.extend(width.li(5, SLOT));
    code.extend([sw(4, 5, 0), FENCE_I, csrrw(0, MEPC, 5)]);
    code.extend(width.li(6, 0x1800));
    code.push(csrrw(0, MSTATUS, 6));
    code.extend(width.li(7, WINDOW_INITIAL));
    code.extend(width.li(8, WINDOW));
    for word in 0..width.window_words() {
        code.extend([width.load(9, 7, width.at(word)), width.store(9, 8, width.at(word))]);
    }
    code.extend(width.li(31, REGISTERS));
    code.extend((1..32).map(|number| width.load(number, 31, width.at(number))));
    code.push(MRET);

    // Done: all results into a file, by semihosting.
    let done = code.len();
    code[leave] = beq(2, 3, 4 * (done - leave) as i32);
    let call = |code: &mut Vec<u32>, operation: i32| {
        code.push(addi(A0, 0, operation));
        // The three must lie in one page; none of the calls here crosses one.
        code.extend([i(0x13, 1, 0, 0, 0x1f), 0x0010_0073, i(0x13, 5, 0, 0, 0x407)]);
    };
    code.extend(width.li(A1, BLOCKS));
    call(&mut code, 0x01);
    code.extend(width.li(A1, BLOCKS + 0x20));
    code.push(width.store(A0, A1, 0));
    code.extend(width.li(T0, STATE));
    code.push(width.load(T1, T0, width.at(1)));
    code.extend(width.li(T0, RESULTS));
    code.extend([
        r(0x20, 0, T1, T1, T0),
        width.store(T1, A1, width.at(2)),
        width.store(T0, A1, width.at(1)),
    ]);
    call(&mut code, 0x05);
    match width.0 {
        Xlen::Rv32 => code.extend(width.li(A1, 0x2_0026)),
        // There the reason stands in memory, with the status.
        Xlen::Rv64 => code.extend(width.li(A1, BLOCKS + 0x80)),
    }
    call(&mut code, 0x18);
    code.push(jal(0, 0));
    assert!(code.len() * 4 < 0x1000, "the harness ends before its state");
    code
}

/// What QEMU shows after each instruction: cause, registers, place, memory; `None` if there is no
/// QEMU.
fn qemu(start: &Start, list: &[u32]) -> Option<Vec<Vec<u64>>> {
    let (width, bits) = (Width(start.xlen), start.xlen.bits());
    let folder = std::env::temp_dir().join(format!(
        "curvemark-oracle-{}-{bits}-{}",
        std::process::id(),
        list.len()
    ));
    std::fs::create_dir_all(&folder).expect("a folder");
    let output = folder.join("results");
    let mut memory = vec![0_u8; (LIST - BASE) as usize];
    let mut put = |address: u32, bytes: &[u8]| {
        let at = (address - BASE) as usize;
        memory[at..at + bytes.len()].copy_from_slice(bytes);
    };
    put(BASE, &bytes(&harness(width)));
    put(STATE, &width.to_bytes(&[LIST, RESULTS, LIST + 4 * list.len() as u32].map(u64::from)));
    put(REGISTERS, &width.to_bytes(&start.registers));
    put(WINDOW_INITIAL, &width.to_bytes(&start.window));
    let name = output.to_str().expect("a path of text");
    // Arguments of "open": name, mode "wb", length.
    put(BLOCKS, &width.to_bytes(&[u64::from(BLOCKS) + 0x100, 5, name.len() as u64]));
    // Why it ends, and with which status.
    put(BLOCKS + 0x80, &width.to_bytes(&[0x2_0026, 0]));
    put(BLOCKS + 0x100, name.as_bytes());
    put(FIELD, &EBREAK.to_le_bytes().repeat(FIELD_SIZE as usize / 2));
    memory.extend(bytes(list));
    let image = folder.join("image");
    std::fs::write(&image, &memory).expect("an image");

    let run = Command::new(program(start.xlen))
        .args([
            "-M",
            "virt",
            "-bios",
            "none",
            "-display",
            "none",
            "-serial",
            "none",
            "-monitor",
            "none",
            "-no-reboot",
        ])
        .args(["-cpu", &format!("rv{bits},a=off,f=off,d=off,zba=off,zbb=off,zbc=off,zbs=off")])
        .args(["-semihosting-config", "enable=on,target=native"])
        .args(["-device", &format!("loader,file={},addr={BASE:#x},force-raw=on", image.display())])
        .spawn();
    let mut run = match run {
        Ok(run) => run,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => panic!("{}: {error}", program(start.xlen)),
    };
    let begun = Instant::now();
    let status = loop {
        match run.try_wait().expect("a process of this test") {
            Some(status) => break status,
            None if begun.elapsed() > PATIENCE => {
                run.kill().expect("a process of this test");
                panic!("QEMU did not end");
            }
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    assert!(status.success(), "QEMU ends well");
    let words = width.values(&std::fs::read(&output).expect("results"));
    std::fs::remove_dir_all(&folder).expect("the folder of this test");
    let each = width.result_words() as usize;
    assert_eq!(words.len(), list.len() * each, "a result for each instruction");
    Some(words.chunks_exact(each).map(<[u64]>::to_vec).collect())
}

fn program(xlen: Xlen) -> &'static str {
    match xlen {
        Xlen::Rv32 => "qemu-system-riscv32",
        Xlen::Rv64 => "qemu-system-riscv64",
    }
}

/// A machine with the window and the field in it.
fn machine(xlen: Xlen) -> Machine {
    let window = Window { base: BASE, size: FIELD + FIELD_SIZE - BASE, store: 0, kind: Kind::Ram };
    let field = Segment {
        address: FIELD,
        bytes: EBREAK.to_le_bytes().repeat(FIELD_SIZE as usize / 2),
        stored: 0,
    };
    Machine::bare(&Image::from_segments(xlen, SLOT, vec![field]), &[window]).expect("it fits")
}

/// Whether the two agree on what this instruction may do from this state.
fn comparable(bits: u32, start: &Start) -> bool {
    let instruction = decode(bits, start.xlen);
    let base = start.registers[usize::from(instruction.rs1)];
    let immediate = i64::from(instruction.imm) as u64;
    let narrow =
        |pointer: u64| if start.xlen == Xlen::Rv32 { u64::from(pointer as u32) } else { pointer };
    let target = |from: u64| {
        let to = narrow(from.wrapping_add(immediate));
        // A jump to itself never ends, one into its second half executes something else.
        (FIELD.into()..u64::from(FIELD + FIELD_SIZE - 4)).contains(&to) && to & !3 != SLOT.into()
    };
    let data = |size: u64| {
        let address = narrow(base.wrapping_add(immediate));
        address.is_multiple_of(size)
            && (WINDOW.into()..u64::from(WINDOW + WINDOW_BYTES)).contains(&address)
    };
    match instruction.op {
        Op::Ld | Op::Sd => data(8),
        Op::Lw | Op::Lwu | Op::Sw => data(4),
        Op::Lh | Op::Lhu | Op::Sh => data(2),
        Op::Lb | Op::Lbu | Op::Sb => data(1),
        Op::Jal | Op::Beq | Op::Bne | Op::Blt | Op::Bge | Op::Bltu | Op::Bgeu => {
            target(SLOT.into())
        }
        Op::Jalr => target(base & !1) && target(base | 1),
        // QEMU 7.2 has atomic operations on 64 bits even where it is told to have none.
        Op::Illegal if bits & 0x7f == 0x2f => false,
        Op::Illegal => bits & 0x7f != 0x73 && bits & 0x707f != 0x100f && bits & 0x7f != 0x0f,
        _ => bits & 3 != 3 || bits & 0x7f != 0x73 || bits == 0x73 || bits == 0x0010_0073,
    }
}

/// Runs all that is comparable, and says how many instructions that was.
fn compare(start: &Start, list: impl Iterator<Item = u32>) -> Option<usize> {
    let list: Vec<u32> = list.filter(|bits| comparable(*bits, start)).collect();
    let expected = qemu(start, &list)?;
    let width = Width(start.xlen);
    let mut machine = machine(start.xlen);
    for (bits, expected) in list.iter().zip(expected) {
        machine.set_pc(SLOT);
        machine.poke(SLOT, &bits.to_le_bytes()).expect("in the field");
        machine.poke(WINDOW, &width.to_bytes(&start.window)).expect("in memory");
        for (number, value) in start.registers.iter().enumerate() {
            machine.set_register(number, *value);
        }
        let (cause, place) = match machine.step() {
            // The next instruction is a `c.ebreak`.
            Ok(step) => (3, step.next),
            Err(Stop::Trap(Trap { cause: Cause::Breakpoint, pc })) => (3, pc),
            Err(Stop::Trap(Trap { cause: Cause::Illegal, pc })) => (2, pc),
            Err(Stop::Trap(Trap { cause: Cause::EnvironmentCall, pc })) => (11, pc),
            Err(stop) => panic!("{bits:#010x}: {stop:?}"),
        };
        let mut found: Vec<u64> = vec![cause];
        found.extend((1..32).map(|number| machine.register(number)));
        found.push(place.into());
        found.extend(width.values(machine.peek(WINDOW, WINDOW_BYTES as usize).expect("in memory")));
        assert_eq!(found, expected, "{bits:#010x}: {:?}", decode(*bits, start.xlen));
    }
    Some(list.len())
}

/// Values at which arithmetic turns, of 32 bits and of 64.
const EDGES: [u64; 16] = [
    0,
    1,
    2,
    31,
    32,
    0x7fff,
    0xffff_8000,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_fffe,
    0xffff_ffff,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0xffff_ffff_8000_0000,
    0xffff_ffff_ffff_ffff,
];

fn start(
    xlen: Xlen,
    rng: &mut ChaCha20Rng,
    mut value: impl FnMut(&mut ChaCha20Rng) -> u64,
) -> Start {
    let width = Width(xlen);
    let fit = |value: u64| value & u64::MAX >> (64 - xlen.bits());
    let mut registers = core::array::from_fn(|_| fit(value(rng)));
    registers[0] = 0;
    Start {
        xlen,
        registers,
        window: (0..width.window_words()).map(|_| fit(rng.next_u64())).collect(),
    }
}

fn arithmetic(xlen: Xlen, rng: &mut ChaCha20Rng) -> Start {
    start(xlen, rng, |rng| {
        if rng.next_u32() & 1 == 0 {
            rng.next_u64()
        } else {
            EDGES[rng.next_u32() as usize % EDGES.len()]
        }
    })
}

/// Pointers into the window, most of them aligned.
fn pointers(xlen: Xlen, rng: &mut ChaCha20Rng) -> Start {
    let size = Width(xlen).bytes();
    start(xlen, rng, |rng| {
        let odd = if rng.next_u32() & 3 == 0 { rng.next_u32() % size } else { 0 };
        (WINDOW + size * (rng.next_u32() % (WINDOW_BYTES / size)) + odd).into()
    })
}

/// Pointers into the field.
fn places(xlen: Xlen, rng: &mut ChaCha20Rng) -> Start {
    start(xlen, rng, |rng| (FIELD + FIELD_SIZE / 4 + rng.next_u32() % (FIELD_SIZE / 2)).into())
}

/// All patterns of 16 bits that are instructions of that length, before a `c.ebreak`.
fn compressed() -> impl Iterator<Item = u32> {
    (0..=u16::MAX)
        .filter(|bits| bits & 3 != 3)
        .map(|bits| u32::from(EBREAK) << 16 | u32::from(bits))
}

/// Instructions of 32 bits: half of them of the opcodes that exist, half of any.
fn random(rng: &mut ChaCha20Rng) -> u32 {
    const OPCODES: [u32; 13] =
        [0x37, 0x17, 0x6f, 0x67, 0x63, 0x03, 0x23, 0x13, 0x33, 0x0f, 0x33, 0x1b, 0x3b];
    let bits = rng.next_u32();
    match bits & 7 {
        0 => rng.next_u32() | 3,
        1 => {
            0x33 | (bits >> 3 & 1) << 3
                | rng.next_u32() & 0x01ff_ff80
                | (rng.next_u32() & 1) << 25
                | (rng.next_u32() & 1) << 30
        }
        // Short offsets, so that they stay where there is something.
        2 => rng.next_u32() & 0x83ff_ff80 | OPCODES[3 + bits as usize / 8 % 4],
        3 => {
            rng.next_u32() & 0x00ff_f000
                | (rng.next_u32() & 0xf80)
                | (rng.next_u32() & 0x7f) << 24
                | 0x6f
        }
        4 => 0x13 | (bits >> 3 & 1) << 3 | rng.next_u32() & 0x41ff_ff80,
        _ => rng.next_u32() & !0x7f | OPCODES[bits as usize / 8 % OPCODES.len()],
    }
}

fn every_instruction_does_what_qemu_does(xlen: Xlen) {
    let mut rng = ChaCha20Rng::seed_from_u64(0x0c3);
    let mut compared = 0;
    for kind in [arithmetic, pointers, places] {
        for round in 0..2 {
            let start = kind(xlen, &mut rng);
            let mut list: Vec<u32> = (0..8_000).map(|_| random(&mut rng)).collect();
            list.extend([0x0000_0073, 0x0010_0073, 0, u32::MAX]);
            if round == 0 {
                list.extend(compressed());
            }
            let Some(count) = compare(&start, list.into_iter()) else {
                eprintln!(
                    "SKIPPED: no {} (package qemu-system-misc); instructions are not compared with QEMU's",
                    program(xlen)
                );
                return;
            };
            compared += count;
        }
    }
    println!("{compared} instructions compared with QEMU");
    assert!(compared > 120_000, "{compared}");
}

#[test]
fn every_instruction_of_32_bits_does_what_qemu_does() {
    every_instruction_does_what_qemu_does(Xlen::Rv32);
}

#[test]
fn every_instruction_of_64_bits_does_what_qemu_does() {
    every_instruction_does_what_qemu_does(Xlen::Rv64);
}
