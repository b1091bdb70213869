//! Why a mutant keeps its contract for all inputs, as the checker says: reasons that are read off
//! the instructions.

use iced_x86::{
    FlowControl, Instruction, InstructionInfoFactory, Mnemonic, OpAccess, OpKind, Register,
};
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

/// The register that a summand, or a condition, is added to: the order of those does not matter.
fn sum(instruction: &Instruction) -> Option<Register> {
    let [out, one, other] = [0, 1, 2].map(|i| instruction.op_register(i));
    match instruction.mnemonic() {
        Mnemonic::Vpmadd52luq | Mnemonic::Vpmadd52huq
            if !instruction.has_op_mask() && ![one, other].contains(&out) =>
        {
            Some(out)
        }
        Mnemonic::Vpaddq if !instruction.has_op_mask() && (one == out) != (other == out) => {
            Some(out)
        }
        // By two flags, whose carries go to the same word.
        Mnemonic::Adcx | Mnemonic::Adox if one != out => Some(out),
        Mnemonic::Vpcmpeqq if instruction.op_mask() == out => Some(out),
        _ => None,
    }
}

/// Whether two instructions may change places, if nobody reads these flags afterwards.
fn commute(first: &Instruction, second: &Instruction, unread: u32) -> bool {
    let (mut one, mut other) = (touched(first), touched(second));
    if let (Some(out), Some(same)) = (sum(first), sum(second))
        && out == same
        && (first.mnemonic() == Mnemonic::Vpcmpeqq) == (second.mnemonic() == Mnemonic::Vpcmpeqq)
    {
        for touched in [&mut one, &mut other] {
            touched.reads.retain(|register| *register != out);
            touched.writes.retain(|register| *register != out);
        }
    }
    let registers = meet(&one.writes, &other.reads)
        || meet(&one.writes, &other.writes)
        || meet(&one.reads, &other.writes);
    let ([reads, sets], [other_reads, other_sets]) = (one.flags, other.flags);
    let flags = sets & other_reads | reads & other_sets | sets & other_sets & !unread;
    let memory = one.memory.iter().any(|(base, index, from, size, written)| {
        other.memory.iter().any(|(other_base, other_index, at, length, other_written)| {
            // Operands, the frame and constants lie apart: the contract has it so.
            let apart = base != other_base
                || (index, other_index) == (&Register::None, &Register::None)
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

/// Whether a claim leaves one result only, so that whoever keeps it computes the same.
pub fn leaves_one(claim: &str) -> bool {
    [
        "reduced",
        "a·b",
        "a²",
        "a·b, in place",
        "x + q·m",
        "modulo 2^(64(2N + 1))",
        "below m, limbs of 52 bits",
        "column by column",
        "a + b in limbs of 52 bits",
        "has a 1, else a",
        "in the limbs of its lane",
        "of vector i",
        "in n rows",
        "in a row",
        "or else a",
        "limb by limb",
        "0, m or 2m",
    ]
    .iter()
    .any(|end| claim.ends_with(end))
}

/// Whether the next instruction that has to do with a register writes it and does not read it.
fn is_written_next(rest: &[Instruction], register: Register) -> bool {
    let register = register.full_register();
    let next = rest
        .iter()
        .map(touched)
        .find(|next| next.reads.contains(&register) || next.writes.contains(&register));
    next.is_some_and(|next| !next.reads.contains(&register))
}

/// Reasons that a person found: a kernel of assembly, the mutant, and why.
pub const FOUND: [(&str, &str, &str); 3] = [
    (
        "limb::adx::fold4::sum_of_two",
        "0, Push: moved to 1",
        "the places of c and d are taken back in the other order, and c·d is d·c",
    ),
    (
        "limb::adx::ladder4::step",
        "135, Adcx: operand 0 is RBX",
        "the same summands in another order; the next word takes both carries, and rbx is lost",
    ),
    (
        "limb::adx::words4::sqr_times",
        "55, Adcx: operand 0 is RAX",
        "the same summands in another order; the next word takes both carries, and rax is set next",
    ),
];

pub const ONE_RESULT: &str = "the claim leaves one result only";
pub const MOVED: &str =
    "moved over what has nothing to do with it, or over summands of the same sum";
pub const DEAD: &str = "a result that nobody reads";
pub const UNREAD: &str = "flags that nobody reads";
pub const OTHER_FLAG: &str = "a carry by the other flag to the same word";
pub const NO_CARRY: &str = "a carry that is proved to be none";
pub const SCRATCH: &str = "another register that no caller counts on";
pub const CLEAR: &str = "flags that are proved to be clear, and a register that is written next";
pub const NOT_NEGATIVE: &str = "a shift of what is proved not to be negative";
pub const UNUSED: &str = "without a zero in a place that is not used";
pub const VZEROUPPER: &str = "without vzeroupper, which is for speed";
pub const NO_NOP: &str = "without a nop";
pub const OTHER_NOP: &str = "another nop";
pub const SEVERAL: &str = "the claim leaves more than one result, and is kept";

/// The kinds of reasons, as docs/proofs.md has them. All but the last are read off by the tests.
pub const KINDS: [&str; 14] = [
    ONE_RESULT,
    MOVED,
    DEAD,
    UNREAD,
    OTHER_FLAG,
    NO_CARRY,
    SCRATCH,
    CLEAR,
    NOT_NEGATIVE,
    UNUSED,
    VZEROUPPER,
    NO_NOP,
    OTHER_NOP,
    SEVERAL,
];

/// Each of these is a kind, or was found by a person.
pub fn are_listed<'a>(reasons: impl IntoIterator<Item = &'a str>) {
    for why in reasons {
        let found = FOUND.iter().any(|(.., found)| *found == why);
        assert!(found || KINDS.contains(&why), "docs/proofs.md lacks the reason: {why}");
    }
}

/// Why all inputs give the same, if it is seen.
pub fn reason(code: &Code, changed: &Code) -> Option<&'static str> {
    let (old, new) = (&code.0, &changed.0);
    let first = old.iter().zip(new).position(|(one, other)| one != other)?;
    if new.len() < old.len() {
        // Numbers of five limbs have a place for a sixth, which nobody reads.
        let unused = old[first].op0_kind() == OpKind::Memory
            && old[first].op1_register().is_zmm()
            && old[first].memory_displacement64() % 384 == 320;
        return match old[first].mnemonic() {
            Mnemonic::Vzeroupper => Some(VZEROUPPER),
            Mnemonic::Nop => Some(NO_NOP),
            Mnemonic::Xor if is_written_next(&old[first + 1..], old[first].op0_register()) => {
                Some(CLEAR)
            }
            _ => unused.then_some(UNUSED),
        };
    }
    let jumps = old.iter().filter(|instruction| instruction.near_branch_target() != 0);
    let targets: Vec<u64> = jumps.map(Instruction::near_branch_target).collect();
    let last = old.iter().zip(new).rposition(|(one, other)| one != other)?;
    if old[first] == new[last] && old[first + 1..=last] == new[first..last] {
        let unread = unread(&old[last + 1..]);
        let mut range = old[first..=last].iter();
        let straight = range.all(|instruction| {
            instruction.flow_control() == FlowControl::Next && !targets.contains(&instruction.ip())
        });
        let passed = &old[first + 1..=last];
        let free = passed.iter().all(|other| commute(&old[first], other, unread));
        return (straight && free).then_some(MOVED);
    }
    if first != last {
        return None;
    }
    let pair = [old[first].mnemonic(), new[first].mnemonic()];
    let scratch = [Register::RAX, Register::RCX, Register::RDX, Register::RSI, Register::RDI]
        .into_iter()
        .chain((0..4).map(|i| Register::R8 + i));
    let scratch = scratch.collect::<Vec<_>>().contains(&new[first].op0_register());
    match pair {
        [Mnemonic::Nop, _] => Some(OTHER_NOP),
        [Mnemonic::Vpsrlq, Mnemonic::Vpsraq] | [Mnemonic::Vpsraq, Mnemonic::Vpsrlq] => {
            Some(NOT_NEGATIVE)
        }
        [Mnemonic::Adcx, Mnemonic::Adox] | [Mnemonic::Adox, Mnemonic::Adcx] => Some(OTHER_FLAG),
        [Mnemonic::Add, Mnemonic::Adc] | [Mnemonic::Sub, Mnemonic::Sbb] => Some(NO_CARRY),
        [Mnemonic::Push | Mnemonic::Pop, _] if scratch => Some(SCRATCH),
        _ => None,
    }
}
