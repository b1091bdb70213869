//! Why a mutant computes the same for all inputs: reasons that are read off the instructions.

use iced_x86::{FlowControl, Instruction, InstructionInfoFactory, Mnemonic, OpAccess, Register};
use prove::binary::Code;

/// What an instruction reads and writes.
struct Touched {
    reads: Vec<Register>,
    writes: Vec<Register>,
    flags: [u32; 2],
    memory: Vec<(Register, Register, u64, u64, bool)>,
}

fn touched(instruction: &Instruction) -> Touched {
    let mut factory = InstructionInfoFactory::new();
    let info = factory.info(instruction);
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    for used in info.used_registers() {
        let register = used.register().full_register();
        let access = used.access();
        if !matches!(access, OpAccess::Write) {
            reads.push(register);
        }
        if !matches!(access, OpAccess::Read | OpAccess::CondRead) {
            writes.push(register);
        }
    }
    let memory = info
        .used_memory()
        .iter()
        .map(|used| {
            let written = !matches!(used.access(), OpAccess::Read | OpAccess::CondRead);
            let size = used.memory_size().size() as u64;
            (used.base(), used.index(), used.displacement(), size, written)
        })
        .collect();
    Touched {
        reads,
        writes,
        flags: [instruction.rflags_read(), instruction.rflags_modified()],
        memory,
    }
}

fn meet(one: &[Register], other: &[Register]) -> bool {
    one.iter().any(|register| other.contains(register))
}

/// Whether two instructions may change places, if nobody reads these flags afterwards.
fn commute(one: &Touched, other: &Touched, unread: u32) -> bool {
    let registers = meet(&one.writes, &other.reads)
        || meet(&one.writes, &other.writes)
        || meet(&one.reads, &other.writes);
    let ([reads, sets], [other_reads, other_sets]) = (one.flags, other.flags);
    let flags = sets & other_reads | reads & other_sets | sets & other_sets & !unread;
    let memory = one.memory.iter().any(|(base, index, from, size, written)| {
        other.memory.iter().any(|(other_base, other_index, at, length, other_written)| {
            let apart = base == other_base
                && (index, other_index) == (&Register::None, &Register::None)
                && (from.wrapping_sub(*at).cast_signed() >= length.cast_signed()
                    || at.wrapping_sub(*from).cast_signed() >= size.cast_signed());
            (*written || *other_written) && !apart
        })
    });
    !registers && flags == 0 && !memory
}

/// Flags that are set again, or lost at the end, before anybody reads them.
fn unread(rest: &[Instruction]) -> u32 {
    let (mut unread, mut open) = (0, u32::MAX);
    for instruction in rest {
        open &= !instruction.rflags_read();
        unread |= open & instruction.rflags_modified();
        open &= !instruction.rflags_modified();
        match instruction.flow_control() {
            FlowControl::Next => {}
            FlowControl::Return => return unread | open,
            _ => return unread,
        }
    }
    unread
}

/// Why all inputs give the same, if it is seen.
pub fn reason(code: &Code, changed: &Code) -> Option<&'static str> {
    let (old, new) = (&code.0, &changed.0);
    let first = old.iter().zip(new).position(|(one, other)| one != other)?;
    if new.len() < old.len() {
        return (old[first].mnemonic() == Mnemonic::Vzeroupper)
            .then_some("without vzeroupper, which is for speed");
    }
    let jumps = old.iter().filter(|instruction| instruction.near_branch_target() != 0);
    let targets: Vec<u64> = jumps.map(Instruction::near_branch_target).collect();
    let last = old.iter().zip(new).rposition(|(one, other)| one != other)?;
    if old[first] == new[last] && old[first + 1..=last] == new[first..last] {
        let moved = touched(&old[first]);
        let unread = unread(&old[last + 1..]);
        let mut range = old[first..=last].iter();
        let straight = range.all(|instruction| {
            instruction.flow_control() == FlowControl::Next && !targets.contains(&instruction.ip())
        });
        let passed = &old[first + 1..=last];
        let free = passed.iter().map(touched).all(|other| commute(&moved, &other, unread));
        return (straight && free)
            .then_some("moved over instructions that have nothing to do with it");
    }
    None
}
