//! Mutants: a kernel with one instruction deleted, exchanged, moved, or with another register,
//! offset or constant. Whatever is still proved must be right, on numbers at the ends of the ranges
//! and random ones; and of each family the mutants are those of a fixed seed.
//!
//! A mutant of assembly that is proved computes what the kernel does for all inputs: its claim
//! leaves one result only, or the reason is read off its instructions. Of lanes, most claims leave
//! two results, r and r + m: there it is enough that the claim is kept.

use std::collections::BTreeMap;

use iced_x86::{Code as Form, OpKind, Register};
use prove::binary::{Binary, Code};
use prove::contract::Contract;
use prove::kernels::{contracts, remainders};
use prove::proof::{may_be_of, prove, try_numbers};

use crate::reasons;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Instructions that may be taken for one another.
const EXCHANGES: &[(Form, Form)] = &[
    (Form::Adcx_r64_rm64, Form::Adox_r64_rm64),
    (Form::Adcx_r64_rm64, Form::Add_r64_rm64),
    (Form::Adox_r64_rm64, Form::Adcx_r64_rm64),
    (Form::Adc_r64_rm64, Form::Add_r64_rm64),
    (Form::Adc_rm64_r64, Form::Add_rm64_r64),
    (Form::Adc_rm64_imm8, Form::Add_rm64_imm8),
    (Form::Adc_r64_rm64, Form::Sbb_r64_rm64),
    (Form::Add_r64_rm64, Form::Adc_r64_rm64),
    (Form::Add_r64_rm64, Form::Sub_r64_rm64),
    (Form::Add_rm64_r64, Form::Adc_rm64_r64),
    (Form::Sbb_r64_rm64, Form::Sub_r64_rm64),
    (Form::Sbb_rm64_r64, Form::Sub_rm64_r64),
    (Form::Sbb_r64_rm64, Form::Adc_r64_rm64),
    (Form::Sub_r64_rm64, Form::Sbb_r64_rm64),
    (Form::Sub_r64_rm64, Form::Add_r64_rm64),
    (Form::Cmovb_r64_rm64, Form::Cmovae_r64_rm64),
    (Form::Cmovae_r64_rm64, Form::Cmovb_r64_rm64),
    (Form::Imul_r64_rm64, Form::Mov_r64_rm64),
    (Form::And_r64_rm64, Form::Mov_r64_rm64),
    (Form::And_rm64_r64, Form::Mov_rm64_r64),
    (Form::VEX_Shlx_r64_rm64_r64, Form::VEX_Shrx_r64_rm64_r64),
    (Form::EVEX_Vpmadd52luq_zmm_k1z_zmm_zmmm512b64, Form::EVEX_Vpmadd52huq_zmm_k1z_zmm_zmmm512b64),
    (Form::EVEX_Vpmadd52huq_zmm_k1z_zmm_zmmm512b64, Form::EVEX_Vpmadd52luq_zmm_k1z_zmm_zmmm512b64),
    (Form::EVEX_Vpaddq_zmm_k1z_zmm_zmmm512b64, Form::EVEX_Vpsubq_zmm_k1z_zmm_zmmm512b64),
    (Form::EVEX_Vpsubq_zmm_k1z_zmm_zmmm512b64, Form::EVEX_Vpaddq_zmm_k1z_zmm_zmmm512b64),
    (Form::EVEX_Vpsraq_zmm_k1z_zmmm512b64_imm8, Form::EVEX_Vpsrlq_zmm_k1z_zmmm512b64_imm8),
    (Form::EVEX_Vpsrlq_zmm_k1z_zmmm512b64_imm8, Form::EVEX_Vpsraq_zmm_k1z_zmmm512b64_imm8),
    (Form::EVEX_Vpandq_zmm_k1z_zmm_zmmm512b64, Form::EVEX_Vpaddq_zmm_k1z_zmm_zmmm512b64),
    (Form::EVEX_Vpmadd52luq_ymm_k1z_ymm_ymmm256b64, Form::EVEX_Vpmadd52huq_ymm_k1z_ymm_ymmm256b64),
    (Form::EVEX_Vpmadd52huq_ymm_k1z_ymm_ymmm256b64, Form::EVEX_Vpmadd52luq_ymm_k1z_ymm_ymmm256b64),
    (Form::VEX_Vpaddq_ymm_ymm_ymmm256, Form::VEX_Vpsubq_ymm_ymm_ymmm256),
    (Form::VEX_Vpsubq_ymm_ymm_ymmm256, Form::VEX_Vpaddq_ymm_ymm_ymmm256),
    (Form::VEX_Vpand_ymm_ymm_ymmm256, Form::VEX_Vpor_ymm_ymm_ymmm256),
    (Form::VEX_Vpor_ymm_ymm_ymmm256, Form::VEX_Vpand_ymm_ymm_ymmm256),
    (Form::VEX_Vpsrlq_ymm_ymm_imm8, Form::VEX_Vpsllq_ymm_ymm_imm8),
];

const REGISTERS: [Register; 14] = [
    Register::RAX,
    Register::RBX,
    Register::RCX,
    Register::RDX,
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

/// One mutant, and what was done.
fn mutant(code: &Code, rng: &mut ChaCha20Rng) -> Option<(Code, String)> {
    let end = code.0.iter().position(|instruction| instruction.code() == Form::Retnq)?;
    let below = |rng: &mut ChaCha20Rng, limit: usize| rng.next_u32() as usize % limit;
    let at = below(rng, end);
    let mut out = code.clone();
    let old = out.0[at];
    let what = match rng.next_u32() % 7 {
        0 => {
            out.0.remove(at);
            "deleted".to_owned()
        }
        1 => {
            let to = (at + 1 + below(rng, 6)).min(end - 1);
            let moved = out.0.remove(at);
            out.0.insert(to, moved);
            format!("moved to {to}")
        }
        2 => {
            let others: Vec<_> = EXCHANGES.iter().filter(|(form, _)| *form == old.code()).collect();
            if others.is_empty() {
                return None;
            }
            let (_, other) = others[below(rng, others.len())];
            out.0[at].set_code(*other);
            format!("exchanged for {other:?}")
        }
        3 if old.code() == Form::VEX_Mulx_r64_r64_rm64 => {
            out.0[at].set_op0_register(old.op1_register());
            out.0[at].set_op1_register(old.op0_register());
            "halves exchanged".to_owned()
        }
        3 | 4 => {
            let operand = u32::try_from(below(rng, old.op_count().max(1) as usize)).ok()?;
            if old.has_op_mask() && rng.next_u32() & 1 == 0 {
                let other = Register::K1 + rng.next_u32() % 7;
                out.0[at].set_op_mask(other);
                return (out != *code).then(|| {
                    (out, format!("{at}, {:?}: operand mask is {other:?}", old.mnemonic()))
                });
            }
            if old.op_count() == 0 || old.op_kind(operand) != OpKind::Register {
                return None;
            }
            let same = old.op_register(operand);
            let other = REGISTERS[below(rng, REGISTERS.len())];
            let other = match same {
                vector if vector.is_vector_register() => {
                    let (first, count) = match vector {
                        long if long.is_zmm() => (Register::ZMM0, 32),
                        half if half.is_ymm() => (Register::YMM0, 16),
                        _ => (Register::XMM0, 16),
                    };
                    first + rng.next_u32() % count
                }
                mask if mask.is_k() => Register::K0 + rng.next_u32() % 8,
                half if half.is_gpr32() => other.full_register32(),
                _ => other,
            };
            out.0[at].set_op_register(operand, other);
            format!("operand {operand} is {other:?}")
        }
        5 => {
            if old.memory_base() == Register::None {
                return None;
            }
            let by: i64 = [-8, 8, -64, 16, 4, 64][below(rng, 6)];
            // To the next vector.
            let by = if old.memory_size().size() == 32 && by & 63 == 0 { by >> 1 } else { by };
            out.0[at]
                .set_memory_displacement64(old.memory_displacement64().wrapping_add_signed(by));
            format!("offset {by:+}")
        }
        _ => {
            let operand = (0..old.op_count()).find(|i| {
                matches!(
                    old.op_kind(*i),
                    OpKind::Immediate8to64
                        | OpKind::Immediate32
                        | OpKind::Immediate32to64
                        | OpKind::Immediate8
                )
            })?;
            let by: i64 = [-1, 1, 8, -8][below(rng, 4)];
            let value = old.immediate(operand).cast_signed().wrapping_add(by);
            match old.op_kind(operand) {
                OpKind::Immediate8to64 => out.0[at].set_immediate8to64(value),
                OpKind::Immediate32to64 => out.0[at].set_immediate32to64(value),
                OpKind::Immediate32 => out.0[at].set_immediate32((value & 0xffff_ffff) as u32),
                _ => out.0[at].set_immediate8((value & 0xff) as u8),
            }
            format!("constant {by:+}")
        }
    };
    (out != *code).then(|| (out, format!("{at}, {:?}: {what}", old.mnemonic())))
}

/// Whether two instructions that differ are one to the processor, such as `add` without a carry.
fn is_right(contract: &Contract, binary: &Binary, code: &Code, sets: u64) -> bool {
    (0..sets).all(|seed| try_numbers(contract, binary, code, super::sampler(seed)).is_ok())
}

/// Counts of a family: mutants, refused, proved and right.
#[derive(Default, Debug)]
struct Count {
    refused: usize,
    right: usize,
}

/// An instance of a kernel, with all that is proved of it: a mutant is refused if one claim is.
struct Target {
    kernel: &'static str,
    code: Code,
    claims: Vec<Contract>,
}

fn targets(binary: &Binary, wanted: &dyn Fn(&str) -> bool) -> Vec<Target> {
    let mut all: Vec<Target> = Vec::new();
    for contract in contracts(binary).into_iter().filter(|contract| wanted(contract.kernel)) {
        for code in binary.code(contract.kernel) {
            if !may_be_of(&contract, binary, &code) || prove(&contract, binary, &code).is_err() {
                continue;
            }
            let same = |target: &&mut Target| target.code == code;
            match all.iter_mut().find(same) {
                // One claim for each instance of its modulus is enough; the last stays.
                Some(target) => target.claims.push(contract),
                None => {
                    let (kernel, claims) = (contract.kernel, vec![contract]);
                    all.push(Target { kernel, code, claims });
                }
            }
            break;
        }
    }
    all
}

fn campaign(binary: &Binary, wanted: &dyn Fn(&str) -> bool, mutants: usize, seed: u64) {
    let targets = targets(binary, wanted);
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut made, mut others) = (0, 0);
    let (mut wrong, mut unexplained) = (Vec::new(), Vec::new());
    while made < mutants {
        let Target { kernel, code, claims } = &targets[rng.next_u32() as usize % targets.len()];
        let Some((changed, what)) = mutant(code, &mut rng) else { continue };
        made += 1;
        let count = counts.entry(kernel).or_default();
        if claims.iter().any(|contract| prove(contract, binary, &changed).is_err()) {
            count.refused += 1;
            continue;
        }
        let only = claims.iter().all(|contract| reasons::leaves_one(&contract.claim));
        let why = only.then_some(reasons::ONE_RESULT);
        let found = reasons::FOUND.iter();
        let found = found.map(|(of, mutant, why)| ((*of, *mutant), *why));
        let mut found = found.filter(|(mutant, _)| *mutant == (*kernel, what.as_str()));
        let why = why.or_else(|| reasons::reason(code, &changed));
        let why = why.or_else(|| found.next().map(|(_, why)| why));
        let sets = if why.is_some() { 40 } else { 400 };
        if !claims.iter().all(|contract| is_right(contract, binary, &changed, sets)) {
            wrong.push(format!("{kernel}: {what}"));
            continue;
        }
        println!("survives: {kernel}: {what}: {}", why.unwrap_or(reasons::SEVERAL));
        count.right += 1;
        *kinds.entry(why.unwrap_or(reasons::SEVERAL)).or_default() += 1;
        if why.is_none() && is_lane(kernel) {
            others += 1;
        } else if why.is_none() {
            unexplained.push(format!("{kernel}: {what}"));
        }
    }
    let [refused, right] = [|count: &Count| count.refused, |count: &Count| count.right]
        .map(|of| counts.values().map(of).sum::<usize>());
    println!(
        "{made} mutants of seed {seed}: {refused} refused; {right} keep their contracts, {others} of \
         them for no reason that is seen; {counts:?}; {kinds:?}"
    );
    reasons::are_listed(kinds.keys().copied());
    assert!(wrong.is_empty(), "proved, and wrong: {wrong:#?}");
    assert!(unexplained.is_empty(), "proved, nobody knows why: {unexplained:#?}");
    assert_eq!(refused + right, made);
}

/// Kernels whose proofs take milliseconds.
fn is_small(kernel: &str) -> bool {
    !kernel.contains("complex_") && !kernel.contains("sum_of_two") && !is_lane(kernel)
}

fn is_lane(kernel: &str) -> bool {
    kernel.starts_with("limb::ifma::") || is_remainders(kernel)
}

fn is_remainders(kernel: &str) -> bool {
    kernel == remainders::KERNEL
}

#[test]
#[cfg_attr(debug_assertions, ignore = "what is proved is the code of release builds")]
fn no_wrong_mutant_of_a_small_kernel_is_proved() {
    campaign(&super::this_binary(), &is_small, 400, 34);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "what is proved is the code of release builds")]
fn no_wrong_mutant_of_a_large_kernel_is_proved() {
    campaign(&super::this_binary(), &|kernel| !is_small(kernel) && !is_lane(kernel), 60, 35);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "what is proved is the code of release builds")]
fn no_wrong_mutant_of_lanes_is_proved() {
    campaign(&super::this_binary(), &|kernel| is_lane(kernel) && !is_remainders(kernel), 150, 36);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "what is proved is the code of release builds")]
fn no_wrong_mutant_of_residue_numbers_is_proved() {
    campaign(&super::this_binary(), &is_remainders, 60, 37);
}

/// Mutants of each family, so many, or as many as `CURVEMARK_MUTANTS` says. The first of them are
/// the same each time.
macro_rules! of_each_family {
    ($($name:ident: $family:literal, $seed:literal, $number:literal;)*) => {
        $(#[test]
        #[ignore = "minutes: mutants of a family"]
        fn $name() {
            let given = std::env::var("CURVEMARK_MUTANTS");
            let number = given.map_or($number, |text| text.parse().expect("a number of mutants"));
            campaign(&super::this_binary(), &|kernel| kernel.contains($family), number, $seed);
        })*
    };
}

of_each_family! {
    none_of_words4: "::words4::", 0, 500;
    none_of_words6: "::words6::", 1, 500;
    none_of_fold4: "::fold4::", 2, 500;
    none_of_sparse4: "::sparse4::", 3, 500;
    none_of_ladder4: "::ladder4::", 4, 500;
    none_of_blocks: "::blocks::", 5, 500;
    none_of_linear: "::linear::", 0, 500;
    none_of_wide: "::wide::", 1, 500;
    none_of_fold: "ifma::fold::", 2, 500;
    none_of_mont: "ifma::mont::", 3, 500;
    none_of_rows: "::rows::", 4, 500;
    none_of_four: "ifma::four::", 0, 500;
    // All eight lanes are followed there: one takes as long as a hundred of others.
    none_of_rns: "limb::rns::", 5, 60;
}

/// The generator makes each kind of mutant, and the numbers tell wrong ones.
#[test]
#[cfg_attr(debug_assertions, ignore = "what is proved is the code of release builds")]
fn numbers_tell_wrong_mutants() {
    let binary = super::this_binary();
    let all = contracts(&binary);
    let contract = all
        .iter()
        .find(|contract| contract.kernel == "limb::adx::words4::mul")
        .expect("it is there");
    let code = binary.code(contract.kernel).pop().expect("it is linked");
    assert!(is_right(contract, &binary, &code, 400));
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let mutants: Vec<_> = (0..400).filter_map(|_| mutant(&code, &mut rng)).collect();
    for kind in ["deleted", "moved", "exchanged", "halves", "operand", "offset", "constant"] {
        assert!(mutants.iter().any(|(_, what)| what.contains(kind)), "{kind}");
    }
    let told =
        mutants.iter().take(60).filter(|(code, _)| !is_right(contract, &binary, code, 400)).count();
    assert!(told > 50, "{told} of 60");
}
