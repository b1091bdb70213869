//! The machine by small programs: laws of decoding, traps, rows, hazards, the counter of cycles,
//! profiles, and two runs in step.

use crate::assembly::*;
use emulator::lockstep::{Comparison, compare};
use emulator::{
    Cause, Event, Image, Instruction, Kind, Ledger, Machine, Model, Op, Profile, Quirks, Segment,
    Stop, Trap, Window, Xlen, decode, expand, marker,
};

const CODE: u32 = 0x4038_0000;
/// The same bytes as code, on the bus of data.
const CODE_AS_DATA: u32 = 0x3fc8_0000;
const DATA: u32 = 0x3fc9_0000;
const FLASH: u32 = 0x4200_0000;
const RODATA: u32 = 0x3c00_0000;

fn image_at(address: u32, code: &[u32]) -> Image {
    let text = b"a row".to_vec();
    let segments = vec![
        Segment { address, bytes: bytes(code), stored: 0 },
        Segment { address: RODATA, bytes: text, stored: 0 },
    ];
    Image::from_segments(Xlen::Rv32, address, segments)
}

fn machine(code: &[u32]) -> Machine {
    Machine::esp32c3(&image_at(CODE, code), Quirks::default()).expect("it fits")
}

fn cause(code: &[u32]) -> Cause {
    match machine(code).run(1_000) {
        Stop::Trap(trap) => trap.cause,
        stop => panic!("{stop:?}"),
    }
}

/// A row of this code, in a program of its own that ends well.
fn row(code: &[u32]) -> (Ledger, u32) {
    row_at(CODE, code)
}

fn row_at(address: u32, code: &[u32]) -> (Ledger, u32) {
    let mut program: Vec<u32> = Vec::new();
    program.extend(li(SP, 0x3fcd_0000));
    program.extend(li(A0, RODATA));
    program.extend([addi(A1, 0, 5), marker(marker::BEGIN)]);
    program.extend(code);
    program.extend([marker(marker::END), addi(A0, 0, 7), marker(marker::EXIT)]);
    let mut machine =
        Machine::esp32c3(&image_at(address, &program), Quirks::default()).expect("it fits");
    assert_eq!(machine.run(100_000), Stop::Exit(7));
    let [row] = machine.rows() else { panic!("one row") };
    assert_eq!(row.name, "a row");
    (row.ledger, row.stack)
}

fn count(code: &[u32], event: Event) -> u64 {
    row(code).0.counters[event]
}

#[test]
fn decoding_gives_an_instruction_for_every_pattern() {
    for xlen in [Xlen::Rv32, Xlen::Rv64] {
        for bits in 0..=u16::MAX {
            let instruction = decode(u32::from(bits) | 0xabcd_0000, xlen);
            assert_eq!(instruction.length, if bits & 3 == 3 { 4 } else { 2 });
            if bits & 3 != 3 {
                let expanded = expand(bits, xlen);
                let expected = expanded.map_or(Op::Illegal, |expanded| decode(expanded, xlen).op);
                assert_eq!(instruction.op, expected);
                assert!(
                    expanded.is_none_or(|bits| bits & 3 == 3 && expected != Op::Illegal),
                    "{bits:#06x}"
                );
            }
        }
        let mut bits = 1_u32;
        for _ in 0..2_000_000 {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let Instruction { rd, rs1, rs2, length, .. } = decode(bits.rotate_left(13) | 3, xlen);
            assert!(rd < 32 && rs1 < 32 && rs2 < 32 && length == 4);
        }
    }
}

/// A machine of this width with memory where the chip has SRAM.
fn bare(xlen: Xlen, code: &[u32]) -> Machine {
    let windows = [
        Window { base: CODE, size: 0x1_0000, store: 0, kind: Kind::Ram },
        Window { base: DATA, size: 0x1_0000, store: 1, kind: Kind::Ram },
    ];
    let segment = Segment { address: CODE, bytes: bytes(code), stored: 0 };
    Machine::bare(&Image::from_segments(xlen, CODE, vec![segment]), &windows).expect("it fits")
}

/// A compressed instruction does what its expansion does, and leaves the program counter two bytes
/// earlier.
#[test]
fn compressed_instructions_execute_as_their_expansions() {
    for (xlen, least) in [(Xlen::Rv32, 25_000), (Xlen::Rv64, 31_000)] {
        let mut short = bare(xlen, &[0; 4]);
        let mut long = bare(xlen, &[0; 4]);
        let mut executed = 0;
        for bits in (0..=u16::MAX).filter(|bits| bits & 3 != 3) {
            let Some(expanded) = expand(bits, xlen) else { continue };
            for (machine, bits) in [(&mut short, u32::from(bits)), (&mut long, expanded)] {
                machine.poke(CODE, &bits.to_le_bytes()).expect("memory");
                machine.set_pc(CODE);
                for number in 1..32 {
                    machine.set_register(number, u64::from(DATA) + 16 * number as u64);
                }
            }
            let (first, second) = (short.step(), long.step());
            let (Ok(first), Ok(second)) = (&first, &second) else {
                assert_eq!(first, second);
                continue;
            };
            executed += 1;
            let same = first.next == second.next;
            let falls = (first.next, second.next) == (CODE + 2, CODE + 4);
            let jumps = [Op::Jal, Op::Jalr].contains(&first.instruction.op);
            assert!(same || falls && !jumps, "{bits:#06x}");
            assert!(
                falls || jumps || first.instruction.event() == Event::BranchNotTaken,
                "{bits:#06x}"
            );
            assert_eq!(first.access, second.access);
            for number in 1..32 {
                let links = first.instruction.op == Op::Jal || first.instruction.op == Op::Jalr;
                let link = if links && number == 1 && first.instruction.rd == 1 { 2 } else { 0 };
                assert_eq!(short.register(number) + link, long.register(number), "{bits:#06x}");
            }
        }
        assert!(executed > least, "{executed}");
    }
}

/// Pointers of 64 bits may point beyond all memory, and the chip runs no program of 64 bits.
#[test]
fn a_program_of_64_bits() {
    let far = [addi(T0, 0, 1), i(0x13, 1, T0, T0, 32)];
    let run = |last: u32| bare(Xlen::Rv64, &[far[0], far[1], last]).run(3);
    let beyond = Stop::Trap(Trap { pc: CODE + 8, cause: Cause::Far { address: 1 << 32 } });
    assert_eq!([lw(A0, T0, 0), sw(A0, T0, 0), jalr(0, T0, 0)].map(run), [beyond; 3]);
    // The same bits are a shift that 32 bits have not.
    let stop = bare(Xlen::Rv32, &far).run(3);
    assert_eq!(stop, Stop::Trap(Trap { pc: CODE + 4, cause: Cause::Illegal }));
    let image = Image::from_segments(Xlen::Rv64, CODE, Vec::new());
    assert!(Machine::esp32c3(&image, Quirks::default()).is_err());
}

#[test]
fn what_a_chip_traps_on() {
    let with = |value: u32, rest: &[u32]| [&li(T0, value), rest].concat();
    assert_eq!(cause(&[0]), Cause::Illegal);
    assert_eq!(cause(&[0x0000_100f]), Cause::Illegal, "fence.i");
    assert_eq!(cause(&[0x0000_0073]), Cause::EnvironmentCall);
    assert_eq!(cause(&[0x0010_0073]), Cause::Breakpoint);
    assert_eq!(cause(&with(DATA + 2, &[lw(A0, T0, 0)])), Cause::Misaligned { address: DATA + 2 });
    assert_eq!(
        cause(&with(DATA + 1, &[store(1, T0, A0, 0)])),
        Cause::Misaligned { address: DATA + 1 }
    );
    assert_eq!(cause(&with(0, &[lw(A0, T0, 0)])), Cause::Nothing { address: 0 });
    assert_eq!(
        cause(&with(0x3fce_0000, &[sw(A0, T0, 0)])),
        Cause::Nothing { address: 0x3fce_0000 }
    );
    assert_eq!(cause(&with(RODATA, &[sw(A0, T0, 0)])), Cause::ReadOnly { address: RODATA });
    assert_eq!(
        cause(&with(RODATA, &[lw(A0, T0, 8)])),
        Cause::Nothing { address: RODATA + 8 },
        "beyond what was written to flash"
    );
    assert_eq!(
        cause(&with(0x6003_c000, &[i(3, 4, A0, T0, 0)])),
        Cause::Width { address: 0x6003_c000 }
    );
    assert_eq!(
        cause(&with(0x6003_c000, &[store(0, T0, A0, 0)])),
        Cause::Width { address: 0x6003_c000 }
    );
    assert_eq!(cause(&with(0x5000_0000, &[jalr(0, T0, 0)])), Cause::Fetch);
    // cycle, instret, mcycle, minstret and mstatus.
    for number in [0xc00, 0xc02, 0xb00, 0xb02, 0x300] {
        assert_eq!(cause(&[csrrs(A0, number, 0)]), Cause::Csr { number: number as u16 });
    }
    assert_eq!(cause(&[marker(marker::END)]), Cause::Marker);
    assert_eq!(cause(&with(0, &[addi(A1, 0, 1), marker(marker::PRINT)])), Cause::Marker);
    assert_eq!(cause(&[addi(A1, 0, -1), marker(marker::BEGIN)]), Cause::Marker);

    let mut machine = machine(&[addi(SP, 0, 64), addi(SP, SP, -16), addi(SP, SP, -16)]);
    machine.limit_stack(48);
    assert_eq!(machine.run(10), Stop::Trap(Trap { pc: CODE + 8, cause: Cause::StackOverflow }));
    assert_eq!((machine.register(2), machine.ledger().counters.instructions()), (48, 2));
    let nowhere = Image::from_segments(
        Xlen::Rv32,
        0,
        vec![Segment { address: 0x3fcd_fffe, bytes: vec![0; 4], stored: 0 }],
    );
    assert!(Machine::esp32c3(&nowhere, Quirks::default()).is_err());
}

#[test]
fn nothing_runs_for_ever() {
    let mut machine = machine(&[jal(0, 0)]);
    assert_eq!(machine.run(12_345), Stop::Limit);
    assert_eq!(machine.ledger().counters[Event::Jal], 12_345);
}

#[test]
fn rows_count_what_is_between_their_markers() {
    let (ledger, stack) = row(&[]);
    assert_eq!((ledger.counters.instructions(), stack), (0, 0));
    // A loop of ten: nine taken branches, one that falls through.
    let code = [
        addi(SP, SP, -48),
        addi(T0, 0, 10),
        addi(T0, T0, -1),
        bne(T0, 0, -4),
        addi(SP, SP, 32),
        addi(SP, SP, 16),
    ];
    let (ledger, stack) = row(&code);
    let counters = &ledger.counters;
    assert_eq!((counters.instructions(), stack), (24, 48));
    assert_eq!(
        [counters[Event::Alu], counters[Event::BranchTaken], counters[Event::BranchNotTaken]],
        [14, 9, 1]
    );
    assert_eq!(
        Model::esp32c3().time(&ledger).to_string(),
        "42 to 42 cycles (esp32c3-v1, models A to B)"
    );

    let printed =
        [li(A0, RODATA).as_slice(), &[addi(A1, 0, 5), marker(marker::PRINT), marker(marker::EXIT)]]
            .concat();
    let mut machine = machine(&printed);
    assert_eq!(machine.run(10), Stop::Exit(RODATA));
    assert_eq!(machine.console(), b"a row");
}

#[test]
fn rows_inside_rows() {
    let mut code = Vec::new();
    code.extend(li(A0, RODATA));
    code.extend([
        addi(SP, 0, 1024),
        addi(A1, 0, 5),
        marker(marker::BEGIN),
        addi(SP, SP, -32),
        addi(A1, 0, 1),
    ]);
    code.extend([
        marker(marker::BEGIN),
        addi(SP, SP, -16),
        addi(SP, SP, 16),
        marker(marker::END),
        marker(marker::END),
    ]);
    code.extend([marker(marker::EXIT)]);
    let mut machine = machine(&code);
    machine.run(100);
    let rows: Vec<_> = machine
        .rows()
        .iter()
        .map(|row| (&*row.name, row.ledger.counters.instructions(), row.stack))
        .collect();
    assert_eq!(rows, [("a", 2, 16), ("a row", 4, 48)]);
}

#[test]
fn loads_that_the_next_instruction_needs() {
    let load = lw(T1, T0, 0);
    let with =
        |next: u32| count(&[&li(T0, DATA), [load, next, 0x13].as_slice()].concat(), Event::LoadUse);
    assert_eq!(with(addi(A2, T1, 1)), 1);
    assert_eq!(with(r(0, 0, A2, T0, T1)), 1);
    assert_eq!(with(sw(T1, T0, 4)), 1, "a store of it");
    assert_eq!(with(addi(A2, T0, 1)), 0);
    assert_eq!(with(i(0x73, 6, A2, T1, 0x7e0)), 0, "an immediate is no register");
    assert_eq!(
        count(&[&li(T0, DATA), [load, 0x13, addi(A2, T1, 1)].as_slice()].concat(), Event::LoadUse),
        0,
        "one later"
    );
    assert_eq!(
        count(&[&li(T0, DATA), [lw(0, T0, 0), addi(A2, 0, 1)].as_slice()].concat(), Event::LoadUse),
        0,
        "register 0"
    );
}

#[test]
fn flash_is_cached_and_ram_is_not() {
    let nops = [0x13; 64];
    let (ledger, _) = row_at(FLASH, &nops);
    // 256 bytes that begin in the first line, which holds the marker too.
    assert_eq!(ledger.counters[Event::FetchMiss], 8);
    assert_eq!(row(&nops).0.counters[Event::FetchMiss], 0);
    let reads = [li(T0, RODATA).as_slice(), &[lw(T1, T0, 0), lw(T1, T0, 0)]].concat();
    assert_eq!(count(&reads, Event::DataMiss), 1);
}

#[test]
fn stores_into_code_are_executed() {
    // The instruction at the end is replaced before it runs, and again after it ran.
    let mut code = Vec::new();
    code.extend(li(T0, CODE_AS_DATA));
    code.extend(li(T1, addi(A2, A2, 5)));
    code.extend([addi(A0, 0, 2), sw(T1, T0, 32), addi(A0, A0, -1)]);
    code.extend([0x13, addi(A2, A2, 1), bne(A0, 0, -16), marker(marker::EXIT)]);
    let mut machine = machine(&code);
    machine.run(100);
    assert_eq!(machine.register(12), 10);
}

#[test]
fn the_counter_of_the_chip() {
    let code = |events: i32| {
        let mut code = vec![
            addi(T0, 0, events),
            csrrw(0, 0x7e0, T0),
            addi(T0, 0, 1),
            csrrw(0, 0x7e1, T0),
            csrrs(T1, 0x7e2, 0),
        ];
        code.extend(li(A0, DATA));
        code.extend([
            lw(A1, A0, 0),
            addi(A1, A1, 1),
            jal(0, 4),
            csrrs(A2, 0x7e2, 0),
            r(0x20, 0, A2, A2, T1),
            marker(marker::EXIT),
        ]);
        let mut machine = machine(&code);
        machine.run(100);
        machine.register(12)
    };
    // csr, lui, addi, lw, addi with its stall, jal of two cycles.
    assert_eq!(code(1), 8);
    assert_eq!(code(2), 6);
    assert_eq!(code(4), 1);
    assert_eq!(code(8), 1);
    assert_eq!(code(0), 0);
}

/// Waits for the RSA block are what is left of its time: none if the program did enough in between.
#[test]
fn work_beside_the_peripheral_is_not_waited_for() {
    let program = |between: usize| {
        let mut code = Vec::new();
        let mut put = |address: u32, value: u32| {
            code.extend(li(T0, address));
            code.extend(li(T1, value));
            code.push(sw(T1, T0, 0));
        };
        put(0x600c_0014, 0x208);
        put(0x600c_001c, 0x1e6);
        put(0x600c_0038, 0);
        code.extend(li(T0, 0x6003_c808));
        code.extend([lw(T1, T0, 0), beq(T1, 0, -4)]);
        code.extend([
            addi(T0, T0, -8),
            addi(T1, 0, -1),
            sw(T1, T0, 0),
            addi(T1, 0, 11),
            sw(T1, T0, 4),
        ]);
        code.extend([
            addi(T0, T0, 32),
            sw(0, T0, 0),
            addi(T1, 0, 1),
            sw(T1, T0, 4),
            sw(T1, T0, -20),
        ]);
        code.extend(vec![0x13; between]);
        code.extend([lw(T1, T0, -8)]);
        code
    };
    let waits = |between: usize| {
        let (ledger, _) = row(&program(between));
        assert_eq!(ledger.counters[Event::RsaProduct], 1);
        assert_eq!(ledger.counters[Event::RsaWordPair], 144);
        let without = Ledger::of(ledger.counters);
        let milliseconds =
            |ledger| Model::esp32c3().time(&ledger).columns()[1].parse::<f64>().expect("a number");
        (milliseconds(ledger) - milliseconds(without)) * 160_000.0
    };
    // 304 cycles busy, less the store that starts it and what the program does; within the rounding
    // of a printed microsecond.
    assert!((waits(0) - 294.0).abs() < 160.0 && waits(0) > 150.0, "{}", waits(0));
    assert!(waits(150) < waits(0) - 100.0);
    assert_eq!(waits(400), 0.0);
}

#[test]
fn calls_by_symbol() {
    // main calls f twice; f calls g, and ends by a tail call of h; r calls itself three times.
    let frame = |offset: i32| {
        [addi(SP, SP, -16), sw(RA, SP, 12), jal(RA, offset), lw(RA, SP, 12), addi(SP, SP, 16)]
    };
    let ret = jalr(0, RA, 0);
    let mut code = vec![0x13; 64];
    code[..6].copy_from_slice(&[
        addi(SP, 0, 1024),
        addi(SP, SP, 0),
        jal(RA, 64 - 8),
        jal(RA, 64 - 12),
        addi(T0, 0, 3),
        jal(RA, 192 - 20),
    ]);
    code[6] = marker(marker::EXIT);
    // The stack lies in memory.
    code[..2].copy_from_slice(&li(SP, 0x3fcd_0000));
    code[16..21].copy_from_slice(&frame(96 - 72));
    code[21] = jal(0, 128 - 84);
    code[24..26].copy_from_slice(&[0x13, ret]);
    code[32..35].copy_from_slice(&[0x13, 0x13, ret]);
    code[48..56].copy_from_slice(&[
        addi(T0, T0, -1),
        beq(T0, 0, 24),
        addi(SP, SP, -16),
        sw(RA, SP, 12),
        jal(RA, -16),
        lw(RA, SP, 12),
        addi(SP, SP, 16),
        ret,
    ]);
    let symbols = [("main", 0, 64), ("f", 64, 32), ("g", 96, 32), ("h", 128, 64), ("r", 192, 64)];
    let file = elf(CODE, &bytes(&code), &symbols);
    let image = Image::parse(&file).expect("an executable");
    assert_eq!(
        image.symbol("g").map(|symbol| (symbol.address, symbol.function)),
        Some((CODE + 96, true))
    );

    let mut machine = Machine::esp32c3(&image, Quirks::default()).expect("it fits");
    let mut profile = Profile::new(&image);
    assert!(matches!(machine.run_with(1_000, |step| profile.watch(step)), Stop::Exit(_)));
    let counts = profile.finish_by_name();
    let of = |name: &str| {
        let counts = counts[name];
        (counts.calls, counts.exclusive, counts.inclusive)
    };
    assert_eq!(of("main").1, 6);
    assert_eq!(of("f"), (2, 12, 2 * (6 + 2 + 3)));
    assert_eq!(of("g"), (2, 4, 4));
    assert_eq!(of("h"), (2, 6, 6));
    // Twice down and back, once at the bottom.
    assert_eq!(of("r"), (3, 2 * 8 + 3, 2 * 8 + 3));
    assert_eq!(
        counts.values().map(|counts| counts.exclusive).sum::<u64>(),
        machine.ledger().counters.instructions()
    );
}

/// The smallest ELF file that holds this: one segment, symbols of functions.
fn elf(address: u32, code: &[u8], symbols: &[(&str, u32, u32)]) -> Vec<u8> {
    let mut names = vec![0_u8];
    let mut table = vec![0_u8; 16];
    for (name, offset, size) in symbols {
        table.extend(bytes(&[names.len() as u32, address + offset, *size]));
        // A global function of section 1.
        table.extend([0x12, 0, 1, 0]);
        names.extend(name.bytes().chain([0]));
    }
    let start = 52 + 32;
    let (table_at, names_at) =
        (start + code.len() as u32, start + (code.len() + table.len()) as u32);
    let sections_at = names_at + names.len() as u32;
    let mut file = b"\x7fELF\x01\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
    let header =
        [2 | 243 << 16, 1, address, 52, sections_at, 1, 52 | 32 << 16, 1 | 40 << 16, 4 | 3 << 16];
    file.extend(bytes(&header));
    file.extend(bytes(&[1, start, address, address, code.len() as u32, code.len() as u32, 5, 4]));
    file.extend(code.iter().chain(&table).chain(&names));
    file.extend(bytes(&[0; 10]));
    file.extend(bytes(&[0, 1, 6, address, start, code.len() as u32, 0, 0, 4, 0]));
    file.extend(bytes(&[0, 2, 0, 0, table_at, table.len() as u32, 3, 1, 4, 16]));
    file.extend(bytes(&[0, 3, 0, 0, names_at, names.len() as u32, 0, 0, 1, 0]));
    file
}

#[test]
fn files_that_are_no_programs() {
    let good = elf(CODE, &bytes(&[0x13]), &[("main", 0, 4)]);
    assert!(Image::parse(&good).is_ok());
    // Every byte changed in some ways, and every length: an error or another program, never a
    // panic.
    for place in 0..good.len() {
        assert!(Image::parse(&good[..place]).is_err());
        for change in [1, 0x80, 0xff] {
            let mut bad = good.clone();
            bad[place] ^= change;
            if let Ok(image) = Image::parse(&bad) {
                let _ =
                    Machine::esp32c3(&image, Quirks::default()).map(|mut machine| machine.run(10));
            }
        }
    }
    for (place, value) in [(0, 0), (4, 2), (5, 2), (16, 3), (18, 62)] {
        let mut bad = good.clone();
        bad[place] = value;
        assert!(Image::parse(&bad).is_err(), "byte {place}");
    }
}

#[test]
fn runs_in_step_show_branches_and_addresses_and_nothing_else() {
    let pair = |code: &[u32], secrets: [u32; 2]| {
        let mut machines = secrets.map(|secret| {
            let mut machine = machine(&[&li(T0, DATA), code, &[marker(marker::EXIT)]].concat());
            machine.poke(DATA, &secret.to_le_bytes()).expect("memory");
            machine
        });
        let [first, second] = &mut machines;
        compare(first, second, 1_000)
    };
    let load = lw(A1, T0, 0);
    // Arithmetic on the secret, stored at a fixed place: nothing shows.
    let quiet = [load, r(1, 0, A1, A1, A1), r(0, 4, A2, A1, T0), sw(A2, T0, 4)];
    assert!(matches!(
        pair(&quiet, [3, 0xffff_0000]),
        Comparison::Same { stop: Stop::Exit(0), instructions: 6, divisions: 0 }
    ));
    // A branch, planted: both ways are one instruction long, so neither length nor count would show
    // it.
    let branch = [load, beq(A1, 0, 12), addi(A2, 0, 1), jal(0, 8), addi(A2, 0, 1), 0x13];
    assert!(matches!(pair(&branch, [1, 1]), Comparison::Same { .. }));
    let Comparison::Differs(found) = pair(&branch, [0, 1]) else { panic!("a branch on a secret") };
    assert_eq!(found.after, 4);
    assert_eq!(found.steps.map(|step| step.map(|step| step.pc)), [Ok(CODE + 24), Ok(CODE + 16)]);
    // An address.
    let lookup = [load, r(0, 0, A1, A1, T0), lw(A2, A1, 16)];
    let Comparison::Differs(found) = pair(&lookup, [4, 8]) else {
        panic!("a table read at a secret place")
    };
    assert_eq!(
        found.to_string(),
        format!(
            "after 4 equal instructions: Lw at {:#010x} on {:#010x} against Lw at {:#010x} on {:#010x}",
            CODE + 16,
            DATA + 20,
            CODE + 16,
            DATA + 24
        )
    );
    // A width that the secret chooses would be another instruction. A division is counted, since a
    // chip's may take longer for some operands.
    assert!(matches!(
        pair(&[load, r(1, 5, A1, A1, T0)], [1, 2]),
        Comparison::Same { divisions: 1, .. }
    ));
    // One ends, the other goes on.
    let ends = [load, bne(A1, 0, 8), marker(marker::EXIT), 0x13];
    assert!(matches!(pair(&ends, [0, 1]), Comparison::Differs(_)));
}
