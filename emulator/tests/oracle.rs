//! Each instruction against QEMU: registers, memory, next program counter and trap of single instructions on edge and random values.
//!
//! A program in QEMU's machine `virt` takes instructions from a list, one at a time: it writes the instruction into a field of
//! `c.ebreak`, gives all registers and a stretch of memory their values, enters by `mret`, and notes what the next trap shows. So every
//! pattern can be tried, illegal ones too. The emulator executes the same instruction from the same state.
//!
//! What is not compared, since the two differ on purpose: control registers and `fence.i` (ESP32-C3 has others, and lacks it), accesses that
//! are not aligned (QEMU makes them), and accesses and jumps to where nothing of the test lies.
#![expect(clippy::integer_division_remainder_used, reason = "places in lists that the test makes")]

#[expect(dead_code, reason = "programs share their assembly")]
#[path = "support/assembly.rs"]
mod assembly;

use std::process::Command;
use std::time::{Duration, Instant};

use assembly::*;
use emulator::{Cause, Image, Kind, Machine, Op, Segment, Stop, Trap, Window, decode};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const BASE: u32 = 0x8000_0000;
/// The state of the harness: next instruction, next result, end of the list.
const STATE: u32 = BASE + 0x1000;
const REGISTERS: u32 = BASE + 0x1100;
const WINDOW_INITIAL: u32 = BASE + 0x1200;
/// Where loads and stores may go.
const WINDOW: u32 = BASE + 0x1400;
const WINDOW_WORDS: u32 = 32;
const BLOCKS: u32 = BASE + 0x1800;
const FIELD: u32 = BASE + 0x1_0000;
const FIELD_SIZE: u32 = 0x1_0000;
/// Where the instruction stands.
const SLOT: u32 = FIELD + FIELD_SIZE / 2;
const LIST: u32 = BASE + 0x10_0000;
const RESULTS: u32 = BASE + 0x200_0000;
const RESULT_WORDS: u32 = 32 + 1 + WINDOW_WORDS;
const EBREAK: u16 = 0x9002;
/// QEMU takes seconds; what has not ended by then never does.
const PATIENCE: Duration = Duration::from_secs(90);

/// What all instructions of one run begin with.
struct Start {
    registers: [u32; 32],
    window: [u32; WINDOW_WORDS as usize],
}

/// The harness, as described above.
fn harness() -> Vec<u32> {
    const MSTATUS: u32 = 0x300;
    const MTVEC: u32 = 0x305;
    const MSCRATCH: u32 = 0x340;
    const MEPC: u32 = 0x341;
    const MCAUSE: u32 = 0x342;
    const MRET: u32 = 0x3020_0073;
    const FENCE_I: u32 = 0x0000_100f;
    let mut code = Vec::new();
    code.extend(li(T0, BASE + 0x800));
    code.extend([csrrw(0, MTVEC, T0)]);
    code.push(jal(0, 0)); // to `next`, set below
    let jump = code.len() - 1;

    // On every trap: note registers, cause, place and memory.
    code.resize(0x800 / 4, EBREAK.into());
    code.push(csrrw(0, MSCRATCH, 31));
    code.extend(li(31, STATE));
    code.push(lw(31, 31, 4));
    code.extend((1..31).map(|number| sw(number, 31, 4 * number as i32)));
    code.extend([csrrs(1, MSCRATCH, 0), sw(1, 31, 124), csrrs(1, MCAUSE, 0), sw(1, 31, 0)]);
    code.extend([csrrs(1, MEPC, 0), sw(1, 31, 128)]);
    code.extend(li(1, WINDOW));
    for word in 0..WINDOW_WORDS as i32 {
        code.extend([lw(2, 1, 4 * word), sw(2, 31, 132 + 4 * word)]);
    }
    code.extend(li(1, STATE));
    code.extend([addi(31, 31, 4 * RESULT_WORDS as i32), sw(31, 1, 4)]);
    code.extend([lw(2, 1, 0), addi(2, 2, 4), sw(2, 1, 0)]);

    // The next instruction of the list.
    let next = code.len();
    code[jump] = jal(0, 4 * (next - jump) as i32);
    code.extend(li(1, STATE));
    code.extend([lw(2, 1, 0), lw(3, 1, 8)]);
    let leave = code.len();
    code.push(0);
    code.extend([lw(4, 2, 0)]);
    code.extend(li(5, SLOT));
    code.extend([sw(4, 5, 0), FENCE_I, csrrw(0, MEPC, 5)]);
    code.extend(li(6, 0x1800));
    code.push(csrrw(0, MSTATUS, 6));
    code.extend(li(7, WINDOW_INITIAL));
    code.extend(li(8, WINDOW));
    for word in 0..WINDOW_WORDS as i32 {
        code.extend([lw(9, 7, 4 * word), sw(9, 8, 4 * word)]);
    }
    code.extend(li(31, REGISTERS));
    code.extend((1..32).map(|number| lw(number, 31, 4 * number as i32)));
    code.push(MRET);

    // Done: all results into a file, by semihosting.
    let done = code.len();
    code[leave] = beq(2, 3, 4 * (done - leave) as i32);
    let call = |code: &mut Vec<u32>, operation: i32| {
        code.push(addi(A0, 0, operation));
        // The three must lie in one page; none of the calls here crosses one.
        code.extend([i(0x13, 1, 0, 0, 0x1f), 0x0010_0073, i(0x13, 5, 0, 0, 0x407)]);
    };
    code.extend(li(A1, BLOCKS));
    call(&mut code, 0x01);
    code.extend(li(A1, BLOCKS + 0x20));
    code.push(sw(A0, A1, 0));
    code.extend(li(T0, STATE));
    code.push(lw(T1, T0, 4));
    code.extend(li(T0, RESULTS));
    code.extend([r(0x20, 0, T1, T1, T0), sw(T1, A1, 8), sw(T0, A1, 4)]);
    call(&mut code, 0x05);
    code.extend(li(A1, 0x2_0026));
    call(&mut code, 0x18);
    code.push(jal(0, 0));
    assert!(code.len() * 4 < 0x1000, "the harness ends before its state");
    code
}

/// What QEMU shows after each instruction: cause, registers, place, memory; `None` if there is no QEMU.
fn qemu(start: &Start, list: &[u32]) -> Option<Vec<Vec<u32>>> {
    let folder = std::env::temp_dir().join(format!("curvemark-oracle-{}-{}", std::process::id(), list.len()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let output = folder.join("results");
    let mut memory = vec![0_u8; (LIST - BASE) as usize];
    let mut put = |address: u32, words: &[u32]| {
        let at = (address - BASE) as usize;
        memory[at..at + 4 * words.len()].copy_from_slice(&bytes(words));
    };
    put(BASE, &harness());
    put(STATE, &[LIST, RESULTS, LIST + 4 * list.len() as u32]);
    put(REGISTERS, &start.registers);
    put(WINDOW_INITIAL, &start.window);
    let name = output.to_str().expect("a path of text");
    // Arguments of "open": name, mode "wb", length.
    put(BLOCKS, &[BLOCKS + 0x40, 5, name.len() as u32]);
    put(FIELD, &vec![u32::from(EBREAK) << 16 | u32::from(EBREAK); FIELD_SIZE as usize / 4]);
    let at = (BLOCKS - BASE) as usize + 0x40;
    memory[at..at + name.len()].copy_from_slice(name.as_bytes());
    memory.extend(bytes(list));
    let image = folder.join("image");
    std::fs::write(&image, &memory).expect("an image");

    let run = Command::new("qemu-system-riscv32")
        .args(["-M", "virt", "-bios", "none", "-display", "none", "-serial", "none", "-monitor", "none", "-no-reboot"])
        .args(["-cpu", "rv32,a=off,f=off,d=off,zba=off,zbb=off,zbc=off,zbs=off"])
        .args(["-semihosting-config", "enable=on,target=native"])
        .args(["-device", &format!("loader,file={},addr={BASE:#x},force-raw=on", image.display())])
        .spawn();
    let mut run = match run {
        Ok(run) => run,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => panic!("qemu-system-riscv32: {error}"),
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
    let words: Vec<u32> = std::fs::read(&output)
        .expect("results")
        .chunks_exact(4)
        .map(|bytes| u32::from_le_bytes(bytes.try_into().expect("four")))
        .collect();
    std::fs::remove_dir_all(&folder).expect("the folder of this test");
    assert_eq!(words.len(), list.len() * RESULT_WORDS as usize, "a result for each instruction");
    Some(words.chunks_exact(RESULT_WORDS as usize).map(<[u32]>::to_vec).collect())
}

/// A machine with the window and the field in it.
fn machine() -> Machine {
    let window = Window { base: BASE, size: FIELD + FIELD_SIZE - BASE, store: 0, kind: Kind::Ram };
    let field = Segment { address: FIELD, bytes: EBREAK.to_le_bytes().repeat(FIELD_SIZE as usize / 2), stored: 0 };
    Machine::bare(&Image::from_segments(SLOT, vec![field]), &[window]).expect("it fits")
}

/// Whether the two agree on what this instruction may do from this state.
fn comparable(bits: u32, start: &Start) -> bool {
    let instruction = decode(bits);
    let base = start.registers[usize::from(instruction.rs1)];
    let target = |from: u32| {
        let to = from.wrapping_add(instruction.imm as u32);
        // A jump to itself never ends, one into its second half executes something else.
        (FIELD..FIELD + FIELD_SIZE - 4).contains(&to) && to & !3 != SLOT
    };
    let data = |size: u32| {
        let address = base.wrapping_add(instruction.imm as u32);
        address.is_multiple_of(size) && (WINDOW..WINDOW + 4 * WINDOW_WORDS).contains(&address)
    };
    match instruction.op {
        Op::Lw | Op::Sw => data(4),
        Op::Lh | Op::Lhu | Op::Sh => data(2),
        Op::Lb | Op::Lbu | Op::Sb => data(1),
        Op::Jal | Op::Beq | Op::Bne | Op::Blt | Op::Bge | Op::Bltu | Op::Bgeu => target(SLOT),
        Op::Jalr => target(base & !1) && target(base | 1),
        Op::Illegal => bits & 0x7f != 0x73 && bits & 0x707f != 0x100f && bits & 0x7f != 0x0f,
        _ => bits & 3 != 3 || bits & 0x7f != 0x73 || bits == 0x73 || bits == 0x0010_0073,
    }
}

/// Runs all that is comparable, and says how many instructions that was.
fn compare(start: &Start, list: impl Iterator<Item = u32>) -> Option<usize> {
    let list: Vec<u32> = list.filter(|bits| comparable(*bits, start)).collect();
    let expected = qemu(start, &list)?;
    let mut machine = machine();
    for (bits, expected) in list.iter().zip(expected) {
        machine.set_pc(SLOT);
        machine.poke(SLOT, &bits.to_le_bytes()).expect("in the field");
        machine.poke(WINDOW, &bytes(&start.window)).expect("in memory");
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
        let mut found = vec![cause];
        found.extend((1..32).map(|number| machine.register(number)));
        found.push(place);
        let window = machine.peek(WINDOW, 4 * WINDOW_WORDS as usize).expect("in memory");
        found.extend(window.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four"))));
        assert_eq!(found, expected, "{bits:#010x}: {:?}", decode(*bits));
    }
    Some(list.len())
}

/// Values at which arithmetic turns.
const EDGES: [u32; 12] =
    [0, 1, 2, 31, 32, 0x7fff, 0xffff_8000, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_fffe, 0xffff_ffff];

fn start(rng: &mut ChaCha20Rng, mut value: impl FnMut(&mut ChaCha20Rng) -> u32) -> Start {
    let mut registers = core::array::from_fn(|_| value(rng));
    registers[0] = 0;
    Start { registers, window: core::array::from_fn(|_| rng.next_u32()) }
}

fn arithmetic(rng: &mut ChaCha20Rng) -> Start {
    start(
        rng,
        |rng| if rng.next_u32() & 1 == 0 { rng.next_u32() } else { EDGES[rng.next_u32() as usize % EDGES.len()] },
    )
}

/// Pointers into the window, most of them aligned.
fn pointers(rng: &mut ChaCha20Rng) -> Start {
    start(rng, |rng| {
        WINDOW + 4 * (rng.next_u32() % WINDOW_WORDS) + if rng.next_u32() & 3 == 0 { rng.next_u32() & 3 } else { 0 }
    })
}

/// Pointers into the field.
fn places(rng: &mut ChaCha20Rng) -> Start {
    start(rng, |rng| FIELD + FIELD_SIZE / 4 + rng.next_u32() % (FIELD_SIZE / 2))
}

/// All patterns of 16 bits that are instructions of that length, before a `c.ebreak`.
fn compressed() -> impl Iterator<Item = u32> {
    (0..=u16::MAX).filter(|bits| bits & 3 != 3).map(|bits| u32::from(EBREAK) << 16 | u32::from(bits))
}

/// Instructions of 32 bits: half of them of the opcodes that exist, half of any.
fn random(rng: &mut ChaCha20Rng) -> u32 {
    const OPCODES: [u32; 11] = [0x37, 0x17, 0x6f, 0x67, 0x63, 0x03, 0x23, 0x13, 0x33, 0x0f, 0x33];
    let bits = rng.next_u32();
    match bits & 7 {
        0 => rng.next_u32() | 3,
        1 => 0x33 | rng.next_u32() & 0x01ff_ff80 | (rng.next_u32() & 1) << 25 | (rng.next_u32() & 1) << 30,
        // Short offsets, so that they stay where there is something.
        2 => rng.next_u32() & 0x83ff_ff80 | OPCODES[3 + bits as usize / 8 % 4],
        3 => rng.next_u32() & 0x00ff_f000 | (rng.next_u32() & 0xf80) | (rng.next_u32() & 0x7f) << 24 | 0x6f,
        4 => 0x13 | rng.next_u32() & 0x41ff_ff80,
        _ => rng.next_u32() & !0x7f | OPCODES[bits as usize / 8 % OPCODES.len()],
    }
}

#[test]
fn every_instruction_does_what_qemu_does() {
    let mut rng = ChaCha20Rng::seed_from_u64(0x0c3);
    let mut compared = 0;
    for kind in [arithmetic, pointers, places] {
        for round in 0..2 {
            let start = kind(&mut rng);
            let mut list: Vec<u32> = (0..8_000).map(|_| random(&mut rng)).collect();
            list.extend([0x0000_0073, 0x0010_0073, 0, u32::MAX]);
            if round == 0 {
                list.extend(compressed());
            }
            let Some(count) = compare(&start, list.into_iter()) else {
                eprintln!(
                    "SKIPPED: no qemu-system-riscv32 (package qemu-system-misc); instructions are not compared with QEMU's"
                );
                return;
            };
            compared += count;
        }
    }
    println!("{compared} instructions compared with QEMU");
    assert!(compared > 120_000, "{compared}");
}
