//! The model of instructions against the processor: every form that occurs in the kernels, on
//! states at the ends of the ranges and random ones, with all registers, flags and the word in
//! memory compared.
//!
//! This file is the only one of the package with `unsafe`: it runs instructions that it has encoded
//! into a page. Each of them is followed by a return, changes no more than registers, flags and one
//! word of a buffer, and has neither rsp nor rip as an operand.

use std::collections::{BTreeMap, BTreeSet};

use iced_x86::{Encoder, Instruction, Mnemonic, OpKind, Register};
use prove::binary::Binary;
use prove::check::Ledger;
use prove::kernels::{contracts, excused};
use prove::machine::{FlagName, Machine, Value};
use prove::prover::{Advisor, Flag, Prover};
use prove::words::Word;
use prove::x86::{MEANINGS, Meaning};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect};

// run(code, state): the sixteen words of a state are the registers in the processor's order, with
// the flags in the place of rsp. They are loaded, the code is called, and they are stored.
std::arch::global_asm!(
    ".globl curvemark_prove_run",
    "curvemark_prove_run:",
    "push rbx",
    "push rbp",
    "push r12",
    "push r13",
    "push r14",
    "push r15",
    "push rsi",
    "push rdi",
    "push qword ptr [rsi + 32]",
    "popfq",
    "mov rax, [rsi]",
    "mov rcx, [rsi + 8]",
    "mov rdx, [rsi + 16]",
    "mov rbx, [rsi + 24]",
    "mov rbp, [rsi + 40]",
    "mov rdi, [rsi + 56]",
    "mov r8, [rsi + 64]",
    "mov r9, [rsi + 72]",
    "mov r10, [rsi + 80]",
    "mov r11, [rsi + 88]",
    "mov r12, [rsi + 96]",
    "mov r13, [rsi + 104]",
    "mov r14, [rsi + 112]",
    "mov r15, [rsi + 120]",
    "mov rsi, [rsi + 48]",
    "call [rsp]",
    "pushfq",
    "push rax",
    "mov rax, [rsp + 24]",
    "mov [rax + 8], rcx",
    "mov [rax + 16], rdx",
    "mov [rax + 24], rbx",
    "mov [rax + 40], rbp",
    "mov [rax + 48], rsi",
    "mov [rax + 56], rdi",
    "mov [rax + 64], r8",
    "mov [rax + 72], r9",
    "mov [rax + 80], r10",
    "mov [rax + 88], r11",
    "mov [rax + 96], r12",
    "mov [rax + 104], r13",
    "mov [rax + 112], r14",
    "mov [rax + 120], r15",
    "pop qword ptr [rax]",
    "pop qword ptr [rax + 32]",
    "add rsp, 16",
    "pop r15",
    "pop r14",
    "pop r13",
    "pop r12",
    "pop rbp",
    "pop rbx",
    "ret",
);

// lanes(code, state): the 32 vector registers are loaded, and 8 masks from the words after the next
// vector, and rax from its first word. The code is called with that vector's place in rsi, and the
// registers are stored.
std::arch::global_asm!(
    ".globl curvemark_prove_lanes",
    "curvemark_prove_lanes:",
    "push rbx",
    "mov rbx, rsi",
    ".irp at, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31",
    "vmovdqu64 zmm\\at, [rbx + 64 * \\at]",
    ".endr",
    ".irp at, 0,1,2,3,4,5,6,7",
    "kmovw k\\at, [rbx + 2112 + 8 * \\at]",
    ".endr",
    "lea rsi, [rbx + 2048]",
    "mov rax, [rsi]",
    "call rdi",
    "mov [rbx + 2176], rax",
    ".irp at, 0,1,2,3,4,5,6,7",
    "kmovw [rbx + 2112 + 8 * \\at], k\\at",
    ".endr",
    ".irp at, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31",
    "vmovdqu64 [rbx + 64 * \\at], zmm\\at",
    ".endr",
    "vzeroupper",
    "pop rbx",
    "ret",
);

unsafe extern "sysv64" {
    fn curvemark_prove_lanes(code: *const u8, state: *mut Vectors);
    fn curvemark_prove_run(code: *const u8, state: *mut [u64; 16]);
}

/// How far from the base the word in memory lies.
const OFFSET: u64 = 64;
/// The place of a code in the page.
const STRIDE: usize = 32;
/// The flags, with the bits of which each is the sum modulo 2; and what is always set.
const FLAGS: [(FlagName, u64); 5] = [
    (FlagName::Carry, 1),
    (FlagName::Overflow, 1 << 11),
    (FlagName::Zero, 1 << 6),
    (FlagName::Sign, 1 << 7),
    (FlagName::Less, 1 << 7 | 1 << 11),
];
const ALWAYS: u64 = 2;

const REGISTERS: [Register; 16] = [
    Register::RAX,
    Register::RCX,
    Register::RDX,
    Register::RBX,
    Register::RSP,
    Register::RBP,
    Register::RSI,
    Register::RDI,
    Register::R8,
    Register::R9,
    Register::R10,
    Register::R11,
    Register::R12,
    Register::R13,
    Register::R14,
    Register::R15,
];

/// An instruction of a kernel with its word in memory at a base that it does not use otherwise.
/// `None` for those that move the stack pointer or jump: whole proofs rely on rsp as an address
/// only, and 100 runs of each kernel on numbers go through them.
fn isolated(instruction: &Instruction) -> Option<Instruction> {
    let meaning = MEANINGS.iter().find(|(known, _)| *known == instruction.mnemonic());
    if matches!(
        meaning?.1,
        Meaning::Push | Meaning::Pop | Meaning::Jump(_) | Meaning::Address | Meaning::Lane(_)
    ) {
        return None;
    }
    let operands =
        || (0..instruction.op_count()).filter(|i| instruction.op_kind(*i) == OpKind::Register);
    let mut used: BTreeSet<usize> =
        operands().map(|i| instruction.op_register(i).full_register().number()).collect();
    if used.contains(&4) {
        return None;
    }
    let mut out = *instruction;
    if (0..instruction.op_count()).any(|i| instruction.op_kind(i) == OpKind::Memory) {
        used.insert(Register::RDX.number());
        used.insert(4);
        let base = REGISTERS.into_iter().find(|register| !used.contains(&register.number()))?;
        out.set_memory_base(base);
        out.set_memory_index(Register::None);
        out.set_memory_displacement64(OFFSET);
        out.set_memory_displ_size(1);
    }
    Some(out)
}

/// All forms that occur, each once.
fn forms(binary: &Binary) -> Vec<Instruction> {
    let mut all = BTreeMap::new();
    let kernels: BTreeMap<&str, bool> =
        contracts(binary).iter().map(|contract| (contract.kernel, contract.one_of)).collect();
    for (kernel, compiled) in kernels {
        let codes = binary.code(kernel).into_iter();
        for code in codes.filter(|code| excused(kernel, binary, code).is_none()) {
            // What is after the return of assembly is none.
            let ret = |instruction: &Instruction| instruction.mnemonic() == Mnemonic::Ret;
            let end = code.0.iter().position(ret).expect("a return");
            let end = if compiled { code.0.len() } else { end };
            for instruction in code.0[..end].iter().filter_map(isolated) {
                all.insert(encoded(&instruction), instruction);
            }
        }
    }
    all.into_values().collect()
}

fn encoded(instruction: &Instruction) -> Vec<u8> {
    let mut encoder = Encoder::new(64);
    encoder.encode(instruction, 0).expect("an instruction of a kernel");
    encoder.take_buffer()
}

/// A page with each instruction and a return after it.
fn page(forms: &[Instruction]) -> *const u8 {
    let length = (STRIDE * forms.len()).next_multiple_of(4096);
    // SAFETY: a fresh mapping that nothing else knows of.
    let page: *mut u8 = unsafe {
        let protection = ProtFlags::READ | ProtFlags::WRITE;
        mmap_anonymous(core::ptr::null_mut(), length, protection, MapFlags::PRIVATE)
            .expect("memory")
            .cast()
    };
    for (i, instruction) in forms.iter().enumerate() {
        let bytes = [encoded(instruction), vec![0xc3]].concat();
        assert!(bytes.len() <= STRIDE);
        // SAFETY: the place is within the mapping, which has STRIDE bytes for each instruction.
        unsafe {
            core::ptr::copy_nonoverlapping(bytes.as_ptr(), page.add(STRIDE * i), bytes.len())
        };
    }
    // SAFETY: the mapping is this function's. It is not written again, and stays to the end.
    unsafe {
        mprotect(page.cast(), length, MprotectFlags::READ | MprotectFlags::EXEC)
            .expect("it may be run")
    };
    page
}

fn state(rng: &mut ChaCha20Rng) -> u64 {
    const ENDS: [u64; 10] =
        [0, 1, 2, u64::MAX, u64::MAX - 1, 1 << 63, (1 << 63) - 1, 1 << 32, (1 << 32) - 1, 63];
    if rng.next_u32() & 1 == 0 {
        ENDS[rng.next_u32() as usize % ENDS.len()]
    } else {
        rng.next_u64()
    }
}

/// What the model says, or nothing where it refuses: bits that would be shifted out, or meet.
fn modelled<'a>(
    binary: &'a Binary,
    instruction: &Instruction,
    state: &[u64; 16],
    word: u64,
) -> Option<Machine<'a>> {
    let prover = Prover::new(Ledger::new(None), Advisor::Search(Box::default()), Vec::new());
    let mut machine = Machine::new(binary, prover, |_, _| Word::number(0));
    for register in REGISTERS.into_iter().filter(|register| *register != Register::RSP) {
        machine.set_register(register, Value::Word(Word::number(state[register.number()])));
    }
    if instruction.memory_base() != Register::None {
        machine.set_register(instruction.memory_base(), Value::Pointer("buffer", 0));
        let place = OFFSET.cast_signed();
        let half = Value::Half(Word::number(word & u64::from(u32::MAX)));
        match instruction.memory_size().size() {
            1 => machine.allow_byte("buffer", place, Word::number(word & 0xff)),
            4 => machine.allow_read("buffer", place, half),
            _ => machine.allow_read("buffer", place, Value::Word(Word::number(word))),
        }
        machine.allow_write("buffer", OFFSET.cast_signed(), false);
    }
    for (name, bits) in FLAGS {
        machine.set_flag(name, Some(Flag::Known((state[4] & bits).count_ones() & 1 == 1)));
    }
    machine.step(instruction).ok().map(|()| machine)
}

#[test]
#[cfg_attr(debug_assertions, ignore = "what is proved is the code of release builds")]
fn the_model_is_the_processor() {
    if !(std::is_x86_feature_detected!("adx") && std::is_x86_feature_detected!("bmi2")) {
        eprintln!("SKIPPED: this CPU has no ADX, the model was not compared with it");
        return;
    }
    let binary = super::this_binary();
    let forms = forms(&binary);
    let page = page(&forms);
    let mut rng = ChaCha20Rng::seed_from_u64(64);
    let mut compared: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for (i, instruction) in forms.iter().enumerate() {
        for _ in 0..60 {
            let mut real: [u64; 16] = core::array::from_fn(|_| state(&mut rng));
            // Shifts to the left are modelled only where nothing is shifted out.
            if instruction.mnemonic() == Mnemonic::Shlx {
                real[instruction.op1_register().number()] >>= rng.next_u32() % 64;
            }
            let flags = FLAGS.iter().fold(0, |all, (_, bits)| all | bits);
            real[4] = ALWAYS | rng.next_u64() & flags;
            let mut buffer = [state(&mut rng); 16];
            let model = modelled(&binary, instruction, &real, buffer[8]);
            if instruction.memory_base() != Register::None {
                real[instruction.memory_base().number()] = buffer.as_mut_ptr() as u64;
            }
            let before = buffer;
            // SAFETY: the code is one instruction of a kernel and a return. It has neither rsp nor
            // rip as an operand, `isolated` has seen to that; what it reads or writes in memory is
            // word 8 of the buffer; and the CPU has its features.
            unsafe { curvemark_prove_run(page.add(STRIDE * i), &raw mut real) };
            let name = format!("{:?}", instruction.code());
            let count = compared.entry(name).or_default();
            let Some(model) = model else {
                count[1] += 1;
                continue;
            };
            count[0] += 1;
            agree(&model, instruction, &real, &before, &buffer);
        }
    }
    let [states, refused] = [0, 1].map(|i| compared.values().map(|count| count[i]).sum::<usize>());
    println!(
        "{} instructions of {} forms: {states} states agree, {refused} are refused by the model",
        forms.len(),
        compared.len()
    );
    println!("{compared:?}");
    for (form, [agreed, _]) in &compared {
        assert!(*agreed > 0, "{form} was never compared");
    }
    assert!(forms.len() > 100, "{} instructions were looked at", forms.len());
}

fn agree(
    model: &Machine<'_>,
    instruction: &Instruction,
    real: &[u64; 16],
    before: &[u64; 16],
    after: &[u64; 16],
) {
    let what = format!("{:?}", instruction.code());
    for register in REGISTERS.into_iter().filter(|register| *register != Register::RSP) {
        if let Value::Word(word) = model.register(register) {
            assert_eq!(word.value(), Some(real[register.number()].into()), "{what}: {register:?}");
        }
    }
    for (name, bits) in FLAGS {
        if let Ok(Flag::Known(value)) = model.flag(name) {
            let set = (real[4] & bits).count_ones() & 1 == 1;
            assert_eq!(value, set, "{what}: {name:?}");
        }
    }
    let place = OFFSET.cast_signed();
    let written = model.written("buffer", place).ok().and_then(|word| word.value());
    let written = match model.byte(("buffer", place)).ok().and_then(|byte| byte.value()) {
        Some(byte) => byte + (before[8] & !0xff),
        None => written.unwrap_or_else(|| before[8].into()),
    };
    assert_eq!(written, after[8].into(), "{what}: the word in memory");
    for place in (0..16).filter(|place| *place != 8) {
        assert_eq!(before[place], after[place], "{what}: beside the word in memory");
    }
}

/// The vector registers, a vector in memory after them, the masks, and rax at the end.
#[repr(C, align(64))]
struct Vectors([[u64; 8]; 35]);

/// All vector forms that occur, each once, with a vector in memory at rsi.
fn lane_forms(binary: &Binary) -> Vec<Instruction> {
    let mut all = BTreeMap::new();
    for contract in contracts(binary).iter().filter(|contract| contract.one_of) {
        let codes = binary.code(contract.kernel).into_iter();
        for code in codes.filter(|code| excused(contract.kernel, binary, code).is_none()) {
            for instruction in &code.0 {
                if !instruction.op0_register().is_vector_register()
                    && !instruction.op1_register().is_vector_register()
                    && !instruction.op0_register().is_k()
                    && !instruction.op1_register().is_k()
                {
                    continue;
                }
                let mut out = *instruction;
                if out.op0_register().is_gpr32() {
                    out.set_op0_register(Register::EAX);
                }
                match out.op1_register() {
                    word if word.is_gpr64() => out.set_op1_register(Register::RAX),
                    half if half.is_gpr32() => out.set_op1_register(Register::EAX),
                    _ => {}
                }
                if (0..out.op_count()).any(|i| out.op_kind(i) == OpKind::Memory) {
                    out.set_memory_base(Register::RSI);
                    out.set_memory_displacement64(0);
                    out.set_memory_displ_size(0);
                }
                all.insert(encoded(&out), out);
            }
        }
    }
    all.into_values().collect()
}

/// What the model says of one lane, or of all eight.
fn modelled_lanes<'a>(
    binary: &'a Binary,
    instruction: &Instruction,
    state: &Vectors,
    only: Option<usize>,
) -> Option<Machine<'a>> {
    let prover = Prover::new(Ledger::new(None), Advisor::Search(Box::default()), Vec::new());
    let mut machine = Machine::new(binary, prover, |_, _| Word::number(0));
    machine.eight = only.is_none();
    // The buffer is aligned. Other moves than these are compared as if nothing were known of that.
    let aligned = [Mnemonic::Vmovdqa64, Mnemonic::Vmovdqa, Mnemonic::Vmovaps];
    if !aligned.contains(&instruction.mnemonic()) {
        machine.words.insert("buffer");
    }
    let signed = |at: usize, lane: usize| Word::number(state.0[at][lane].cast_signed());
    for (at, lane) in only.map_or(0..8, |lane| lane..lane + 1).enumerate() {
        machine.at = at;
        for i in 0..32 {
            let register = Register::ZMM0 + u32::try_from(i).expect("few registers");
            machine.put_lane(register, signed(i, lane)).expect("a vector register");
        }
        for i in 0..8 {
            let register = Register::K0 + u32::try_from(i).expect("few registers");
            let bit = Flag::Known(state.0[33][i] >> lane & 1 == 1);
            machine.put_mask(register, bit).expect("a mask");
        }
        let place = 8 * i64::try_from(at).expect("a lane");
        if machine.eight {
            let word = Value::Word(Word::number(state.0[32][lane]));
            machine.allow_read("buffer", place, word);
        }
        machine.allow_write("buffer", place, !machine.eight);
    }
    machine.at = 0;
    // What kmovd reads is a mask, what is broadcast a word.
    let word = state.0[32][0];
    let choice = only.filter(|_| instruction.op0_register().is_k());
    let general = match choice {
        Some(lane) => Value::Choice(Flag::Known(word >> lane & 1 == 1)),
        None => Value::Word(Word::number(word)),
    };
    machine.set_register(Register::RAX, general);
    machine.set_register(Register::RSI, Value::Pointer("buffer", 0));
    if let Some(lane) = only {
        let whole = instruction.memory_size().size() == 64 && !instruction.is_broadcast();
        let value =
            if whole { Value::Lane(signed(32, lane)) } else { Value::Word(Word::number(word)) };
        machine.allow_read("buffer", 0, value);
    }
    machine.step(instruction).ok().map(|()| machine)
}

/// The forms whose model was compared with a processor, by [`the_model_of_lanes_is_the_processor`]
/// on a CPU that has their instructions.
const COMPARED: &[&str] = &[
    "EVEX_Vextracti64x4_ymmm256_k1z_zmm_imm8",
    "EVEX_Vinserti32x4_zmm_k1z_zmm_xmmm128_imm8",
    "EVEX_Vinserti64x4_zmm_k1z_zmm_ymmm256_imm8",
    "EVEX_Vmovaps_zmm_k1z_zmmm512",
    "EVEX_Vmovaps_zmmm512_k1z_zmm",
    "EVEX_Vmovdqa64_ymm_k1z_ymmm256",
    "EVEX_Vmovdqa64_zmm_k1z_zmmm512",
    "EVEX_Vmovdqa64_zmmm512_k1z_zmm",
    "EVEX_Vmovdqu64_zmm_k1z_zmmm512",
    "EVEX_Vmovdqu64_zmmm512_k1z_zmm",
    "EVEX_Vmovups_zmm_k1z_zmmm512",
    "EVEX_Vpaddq_ymm_k1z_ymm_ymmm256b64",
    "EVEX_Vpaddq_zmm_k1z_zmm_zmmm512b64",
    "EVEX_Vpandq_zmm_k1z_zmm_zmmm512b64",
    "EVEX_Vpbroadcastq_zmm_k1z_r64",
    "EVEX_Vpbroadcastq_zmm_k1z_xmmm64",
    "EVEX_Vpcmpeqq_kr_k1_zmm_zmmm512b64",
    "EVEX_Vpcmpgtq_kr_k1_zmm_zmmm512b64",
    "EVEX_Vpcmpq_kr_k1_zmm_zmmm512b64_imm8",
    "EVEX_Vpermi2q_zmm_k1z_zmm_zmmm512b64",
    "EVEX_Vpermt2q_zmm_k1z_zmm_zmmm512b64",
    "EVEX_Vpmadd52huq_ymm_k1z_ymm_ymmm256b64",
    "EVEX_Vpmadd52huq_zmm_k1z_zmm_zmmm512b64",
    "EVEX_Vpmadd52luq_ymm_k1z_ymm_ymmm256b64",
    "EVEX_Vpmadd52luq_zmm_k1z_zmm_zmmm512b64",
    "EVEX_Vpminuq_zmm_k1z_zmm_zmmm512b64",
    "EVEX_Vpmuludq_zmm_k1z_zmm_zmmm512b64",
    "EVEX_Vporq_zmm_k1z_zmm_zmmm512b64",
    "EVEX_Vpshldq_ymm_k1z_ymm_ymmm256b64_imm8",
    "EVEX_Vpshldq_zmm_k1z_zmm_zmmm512b64_imm8",
    "EVEX_Vpsllq_zmm_k1z_zmmm512b64_imm8",
    "EVEX_Vpsraq_zmm_k1z_zmmm512b64_imm8",
    "EVEX_Vpsrlq_zmm_k1z_zmmm512b64_imm8",
    "EVEX_Vpsubq_zmm_k1z_zmm_zmmm512b64",
    "EVEX_Vpternlogq_zmm_k1z_zmm_zmmm512b64_imm8",
    "EVEX_Vptestnmq_kr_k1_zmm_zmmm512b64",
    "EVEX_Vpunpckhqdq_zmm_k1z_zmm_zmmm512b64",
    "EVEX_Vpunpcklqdq_zmm_k1z_zmm_zmmm512b64",
    "EVEX_Vpxord_xmm_k1z_xmm_xmmm128b32",
    "EVEX_Vpxord_zmm_k1z_zmm_zmmm512b32",
    "EVEX_Vshufi64x2_zmm_k1z_zmm_zmmm512b64_imm8",
    "VEX_Kmovd_kr_r32",
    "VEX_Kmovd_r32_kr",
    "VEX_Kmovw_kr_r32",
    "VEX_Korw_kr_kr_kr",
    "VEX_Vbroadcastsd_ymm_m64",
    "VEX_Vinserti128_ymm_ymm_xmmm128_imm8",
    "VEX_Vmovaps_ymmm256_ymm",
    "VEX_Vmovdqa_xmm_xmmm128",
    "VEX_Vmovdqa_ymm_ymmm256",
    "VEX_Vmovdqa_ymmm256_ymm",
    "VEX_Vmovdqu_ymm_ymmm256",
    "VEX_Vmovdqu_ymmm256_ymm",
    "VEX_Vmovq_xmm_rm64",
    "VEX_Vmovq_xmm_xmmm64",
    "VEX_Vpaddq_ymm_ymm_ymmm256",
    "VEX_Vpand_ymm_ymm_ymmm256",
    "VEX_Vpblendd_ymm_ymm_ymmm256_imm8",
    "VEX_Vpbroadcastq_xmm_xmmm64",
    "VEX_Vpbroadcastq_ymm_xmmm64",
    "VEX_Vperm2i128_ymm_ymm_ymmm256_imm8",
    "VEX_Vpermpd_ymm_ymmm256_imm8",
    "VEX_Vpmuludq_ymm_ymm_ymmm256",
    "VEX_Vpor_xmm_xmm_xmmm128",
    "VEX_Vpor_ymm_ymm_ymmm256",
    "VEX_Vpsllq_xmm_xmm_imm8",
    "VEX_Vpsllq_ymm_ymm_imm8",
    "VEX_Vpsrlq_xmm_xmm_imm8",
    "VEX_Vpsrlq_ymm_ymm_imm8",
    "VEX_Vpsubq_ymm_ymm_ymmm256",
    "VEX_Vpunpckhqdq_ymm_ymm_ymmm256",
    "VEX_Vpunpcklqdq_xmm_xmm_xmmm128",
    "VEX_Vpunpcklqdq_ymm_ymm_ymmm256",
    "VEX_Vpxor_xmm_xmm_xmmm128",
    "VEX_Vxorps_xmm_xmm_xmmm128",
];

/// The forms that never were. The next run on such a CPU does it, and they go up into the list.
const NEVER_COMPARED: &[&str] = &[];

/// What was never compared has a name, whatever CPU this is.
#[test]
#[cfg_attr(debug_assertions, ignore = "what is proved is the code of release builds")]
fn forms_that_were_never_compared_are_named() {
    let forms = lane_forms(&super::this_binary());
    let forms: BTreeSet<String> = forms.iter().map(|one| format!("{:?}", one.code())).collect();
    let compared: BTreeSet<String> = COMPARED.iter().map(|form| (*form).to_owned()).collect();
    assert_eq!(compared.difference(&forms).count(), 0, "{COMPARED:?} but {forms:?}");
    assert_eq!(forms.difference(&compared).collect::<Vec<_>>(), NEVER_COMPARED);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "what is proved is the code of release builds")]
fn the_model_of_lanes_is_the_processor() {
    if !std::is_x86_feature_detected!("avx512ifma") {
        eprintln!("SKIPPED: this CPU has no AVX-512 IFMA, the model was not compared with it");
        eprintln!("Never compared with any: {NEVER_COMPARED:?}");
        return;
    }
    let binary = super::this_binary();
    let forms = lane_forms(&binary);
    let page = page(&forms);
    let mut rng = ChaCha20Rng::seed_from_u64(52);
    let mut compared: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for (i, instruction) in forms.iter().enumerate() {
        for round in 0..6 {
            // Columns fit their lanes: most of these do. Places in two vectors are below sixteen.
            let mut real = Vectors([[0; 8]; 35]);
            for lane in real.0.iter_mut().flatten() {
                *lane = (state(&mut rng).cast_signed() >> (rng.next_u32() % 60)).cast_unsigned();
                if round == 5 {
                    *lane &= 15;
                }
            }
            // A mask of eight lanes has eight bits.
            for mask in &mut real.0[33] {
                *mask &= 0xff;
            }
            let before = Vectors(real.0);
            // SAFETY: the code is one vector instruction of a kernel and a return. Its operands are
            // vector registers, which the call saves as the convention has it, and at rsi the last
            // vector of the state; and the CPU has its features.
            unsafe { curvemark_prove_lanes(page.add(STRIDE * i), &raw mut real) };
            let count = compared.entry(format!("{:?}", instruction.code())).or_default();
            for only in (0..8).map(Some).chain([None]) {
                match modelled_lanes(&binary, instruction, &before, only) {
                    None => count[1] += 1,
                    Some(model) => {
                        count[0] += 1;
                        lanes_agree(model, instruction, &before, &real, only);
                    }
                }
            }
        }
    }
    println!("{} vector instructions of {} forms: {compared:?}", forms.len(), compared.len());
    for (form, [agreed, _]) in &compared {
        assert!(*agreed > 0, "{form} was never compared");
    }
    assert!(forms.len() > 100, "{} instructions were looked at", forms.len());
}

fn lanes_agree(
    mut model: Machine<'_>,
    instruction: &Instruction,
    before: &Vectors,
    real: &Vectors,
    only: Option<usize>,
) {
    let what = format!("{:?}", instruction.code());
    let bits = |word: &prove::words::Shared| {
        let (word, all) = (word.value().expect("a number"), num_bigint::BigInt::from(1) << 64_u32);
        u64::try_from(if word < 0.into() { word + all } else { word }).expect("a word")
    };
    for (at, lane) in only.map_or(0..8, |lane| lane..lane + 1).enumerate() {
        model.at = at;
        for i in 0..32 {
            let register = Register::ZMM0 + u32::try_from(i).expect("few registers");
            match model.lane_of(register) {
                Ok(said) => assert_eq!(bits(&said), real.0[i][lane], "{what}: {register:?}"),
                // Lanes that are not alike: all eight are compared, one by one.
                Err(_) => assert!(only.is_some() && instruction.op0_register().is_xmm(), "{what}"),
            }
        }
        for i in 0..8 {
            let register = Register::K0 + u32::try_from(i).expect("few registers");
            let said = model.mask(register).expect("it is known");
            let bit = real.0[33][i] >> lane & 1 == 1;
            assert_eq!(said, Flag::Known(bit), "{what}: {register:?}");
        }
        if let (Value::Choice(said), Some(lane)) = (model.register(Register::RAX), only)
            && instruction.op1_register().is_k()
        {
            assert_eq!(said, Flag::Known(real.0[34][0] >> lane & 1 == 1), "{what}: rax");
        }
        let place = 8 * i64::try_from(at).expect("a lane");
        let stored = match model.at("buffer", place) {
            Some(Value::Lane(stored) | Value::Word(stored)) => bits(stored),
            _ => before.0[32][lane],
        };
        assert_eq!(stored, real.0[32][lane], "{what}: memory");
    }
}
