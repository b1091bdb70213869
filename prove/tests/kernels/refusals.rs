//! Claims that are false are not proved: conditions that are too weak, a wrong result, and code
//! that does what a kernel may not do.

use iced_x86::{Code as Form, Instruction, MemoryOperand, Register};
use num_bigint::BigInt;
use prove::binary::{Binary, Code};
use prove::contract::Contract;
use prove::kernels::{contracts, excused, remainders};
use prove::proof::prove;
use prove::rational::Rational;

fn named(binary: &Binary, kernel: &str, condition: &str) -> (Contract, Code) {
    let found = contracts(binary)
        .into_iter()
        .find(|contract| contract.kernel == kernel && contract.condition.contains(condition));
    let contract = found.expect("there is such a contract");
    let code = binary.code(kernel).pop().expect("it is linked");
    (contract, code)
}

fn refused(binary: &Binary, contract: &Contract, code: &Code, what: &str) {
    let verdict = prove(contract, binary, code);
    assert!(verdict.is_err(), "{what} was proved");
    println!("refused: {what}: {verdict:?}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "what is proved is the code of release builds")]
fn conditions_that_are_too_weak_are_refused() {
    let binary = super::this_binary();
    let six: BigInt = BigInt::from(1) << 384_u32;
    let four: BigInt = BigInt::from(1) << 256_u32;
    for (kernel, condition, radix, divisor) in [
        ("limb::adx::words6::mul", "lazy", &six, 2),
        ("limb::adx::words6::mul", "lazy", &six, 3),
        ("limb::adx::words6::mul", "2m ≤ R, reduced", &six, 1),
        ("limb::adx::words6::sum_of_two", "lazy", &six, 5),
        ("limb::adx::words6::sum_of_two", "lazy", &six, 7),
        ("limb::adx::words6::complex::complex_mul", "lazy", &six, 5),
        ("limb::adx::words4::mul", "lazy", &four, 3),
        ("limb::adx::words4::sum_of_two", "lazy", &four, 4),
        ("limb::adx::words4::sqr_times", "lazy", &four, 3),
    ] {
        let (mut contract, code) = named(&binary, kernel, condition);
        assert!(prove(&contract, &binary, &code).is_ok(), "{kernel} as it is");
        contract.range = Some((Rational::from(3), Rational::from(radix / divisor)));
        refused(&binary, &contract, &code, &format!("{kernel} for {divisor}m ≤ R, {condition}"));
    }
}

/// A claim of one kernel is not proved of another.
#[test]
#[cfg_attr(debug_assertions, ignore = "what is proved is the code of release builds")]
fn other_kernels_are_refused() {
    let binary = super::this_binary();
    let all = contracts(&binary);
    for (one, other) in [
        ("limb::adx::words4::mul", "limb::adx::words4::reduce"),
        ("limb::adx::words4::wide_add", "limb::adx::words4::wide_sub"),
        ("limb::adx::words4::wide_add_two", "limb::adx::words4::wide_add_sub"),
        ("limb::adx::words4::wide_add_multiple", "limb::adx::words4::wide_sub_multiple"),
        ("limb::adx::words6::wide_add", "limb::adx::words4::wide_add"),
        ("limb::adx::words4::complex_mul", "limb::adx::words4::complex_product"),
        ("limb::adx::fold4::mul", "limb::adx::sparse4::mul"),
        ("limb::adx::sparse4::mul", "limb::adx::fold4::mul"),
        ("limb::adx::fold4::mul", "limb::adx::fold4::sqr"),
        ("limb::ifma::linear::add", "limb::ifma::linear::sub"),
        ("limb::ifma::linear::sub", "limb::ifma::linear::add"),
        ("limb::ifma::linear::canonical", "limb::ifma::linear::weak"),
        ("limb::ifma::linear::weak", "limb::ifma::linear::neg"),
        ("limb::ifma::linear::times", "limb::ifma::linear::weak"),
        ("limb::ifma::fold::mul", "limb::ifma::fold::sqr"),
        ("limb::ifma::fold::reduce", "limb::ifma::mont::reduce"),
        ("limb::ifma::mont::mul", "limb::ifma::fold::mul"),
        ("limb::ifma::mont::complex_sqr", "limb::ifma::mont::complex_product"),
        ("limb::ifma::wide::product", "limb::ifma::wide::mac"),
    ] {
        for contract in all.iter().filter(|contract| contract.kernel == one) {
            let code = binary.code(other).pop().expect("it is linked");
            refused(&binary, contract, &code, &format!("{other} as {one}"));
        }
    }
}

/// Each instance of residue numbers keeps one contract, and is refused under all others: of another
/// modulus, of another number of sums, of another formula.
#[test]
#[cfg_attr(debug_assertions, ignore = "what is proved is the code of release builds")]
fn instances_keep_no_other_contract() {
    let binary = super::this_binary();
    let all = contracts(&binary);
    let all: Vec<_> = all.iter().filter(|c| c.kernel == remainders::KERNEL).collect();
    let mut proved = vec![0; all.len()];
    for code in binary.code(remainders::KERNEL) {
        let kept = |contract: &Contract| prove(contract, &binary, &code).is_ok();
        let kept: Vec<usize> = (0..all.len()).filter(|at| kept(all[*at])).collect();
        assert_eq!(
            kept.len(),
            usize::from(excused(remainders::KERNEL, &binary, &code).is_none()),
            "{kept:?}"
        );
        kept.into_iter().for_each(|at| proved[at] += 1);
    }
    assert!(all.len() == 20 && proved.iter().all(|count| *count == 1), "{proved:?}");
}

/// An instance is the test for zero, which has no contract, by the one function that it calls.
#[test]
#[cfg_attr(debug_assertions, ignore = "what is proved is the code of release builds")]
fn an_instance_that_calls_another_function_is_not_excused() {
    let binary = super::this_binary();
    let is_excused = |code: &Code| excused(remainders::KERNEL, &binary, code).is_some();
    let branch = |form, name| {
        let to = binary.code(name)[0].0[0].ip();
        Instruction::with_branch(form, to).expect("a branch")
    };
    let barrier = branch(Form::Call_rel32_64, "subtle::black_box");
    let other = branch(Form::Call_rel32_64, "limb::adx::words4::mul");
    let away = branch(Form::Jmp_rel32_64, "limb::adx::words4::mul");
    let register = Instruction::with1(Form::Call_rm64, Register::RAX).expect("a call");
    let codes = binary.code(remainders::KERNEL);
    // One for each modulus.
    assert_eq!(codes.iter().filter(|code| is_excused(code)).count(), 2);
    for code in &codes {
        // Lookups call what panics.
        if !is_excused(code) && !binary.callees(code).is_empty() {
            continue;
        }
        let with = |instruction| {
            let mut other = code.clone();
            other.0.insert(0, instruction);
            other
        };
        assert!(is_excused(&with(barrier)), "with the barrier");
        for instruction in [other, away, register] {
            assert!(!is_excused(&with(instruction)), "{instruction:?}");
        }
        // Where it calls the barrier by a register: another address in it.
        let is_load = |i: &Instruction| {
            i.code() == Form::Mov_r64_rm64 && i.is_ip_rel_memory_operand() && is_excused(code)
        };
        for at in (0..code.0.len()).filter(|at| is_load(&code.0[*at])) {
            let mut other = code.clone();
            let place = other.0[at].ip_rel_memory_address();
            other.0[at].set_memory_displacement64(place + 8);
            assert!(!is_excused(&other), "the function of the next place");
        }
        assert!(excused("limb::adx::words4::mul", &binary, &with(barrier)).is_none());
    }
}

/// What is a number in each case, but not the same one, is no shift's count.
#[test]
#[cfg_attr(debug_assertions, ignore = "what is proved is the code of release builds")]
fn numbers_that_data_chose_decide_nothing() {
    let binary = super::this_binary();
    let (contract, code) = named(&binary, "limb::adx::words4::mul", "lazy");
    let [scratch, one, chosen] = [Register::R14, Register::R12, Register::R11];
    let shift = |by| Instruction::with3(Form::VEX_Shrx_r64_rm64_r64, scratch, scratch, by);
    for (by, is_proved) in [(one, true), (chosen, false)] {
        let added = [
            Instruction::with2(Form::Add_r64_rm64, scratch, one),
            Instruction::with2(Form::Mov_rm64_imm32, one, 1),
            Instruction::with2(Form::Mov_rm64_imm32, chosen, 0),
            Instruction::with2(Form::Cmovb_r64_rm64, chosen, one),
            shift(by),
        ];
        let mut other = code.clone();
        other.0.splice(0..0, added.map(|instruction| instruction.expect("an instruction")));
        let verdict = prove(&contract, &binary, &other);
        assert_eq!(verdict.is_ok(), is_proved, "{verdict:?}");
    }
}

/// An instruction before a kernel that is right: what it does beside the result is refused.
#[test]
#[cfg_attr(debug_assertions, ignore = "what is proved is the code of release builds")]
fn what_a_kernel_may_not_do_is_refused() {
    let binary = super::this_binary();
    let (contract, code) = named(&binary, "limb::adx::words4::mul", "lazy");
    let store = |base, offset| {
        let place = MemoryOperand::with_base_displ(base, offset);
        Instruction::with2(Form::Mov_rm64_r64, place, Register::R14).expect("a store")
    };
    let load = |base, offset| {
        let place = MemoryOperand::with_base_displ(base, offset);
        Instruction::with2(Form::Mov_r64_rm64, Register::R14, place).expect("a load")
    };
    let two = |form, one, other| Instruction::with2(form, one, other).expect("an instruction");
    let with_index = MemoryOperand::with_base_index(Register::RSI, Register::R14);
    for (what, instruction) in [
        ("writes an operand", store(Register::RSI, 0)),
        ("writes the modulus", store(Register::RCX, 0)),
        ("writes the caller's frame", store(Register::RSP, 8)),
        ("writes the return address", store(Register::RSP, 0)),
        ("writes below the stack pointer", store(Register::RSP, -8)),
        ("reads below the stack pointer", load(Register::RSP, -8)),
        ("reads beyond an operand", load(Register::RSI, 32)),
        ("reads before an operand", load(Register::RDI, -8)),
        ("reads half a word further", load(Register::RSI, 4)),
        ("takes an address from data", load(Register::R14, 0)),
        (
            "takes an index from data",
            Instruction::with2(Form::Mov_r64_rm64, Register::R14, with_index).expect("a load"),
        ),
        ("adds a pointer to a number", two(Form::Add_r64_rm64, Register::R14, Register::RSI)),
        ("reads an undefined flag", two(Form::Adc_r64_rm64, Register::R14, Register::R14)),
        ("loses a register of the caller's", two(Form::Mov_r64_rm64, Register::RBX, Register::R14)),
        ("moves the stack pointer", two(Form::Mov_r64_rm64, Register::RSP, Register::R14)),
        ("does what is no kernel's", Instruction::with(Form::Rdtsc)),
        ("divides", Instruction::with1(Form::Div_rm64, Register::R14).expect("a division")),
    ] {
        let mut other = code.clone();
        // `save_few!` pushes rbx and rbp, which are restored: so at the end, before these pops.
        let at =
            if what.contains("caller's") && what.contains("register") { other.0.len() } else { 0 };
        let end = other.0.iter().position(|i| i.code() == Form::Retnq).expect("a return");
        other.0.insert(at.min(end), instruction);
        refused(&binary, &contract, &other, what);
    }
    let mut same = code.clone();
    same.0.insert(0, load(Register::RSI, 0));
    assert!(prove(&contract, &binary, &same).is_ok(), "a load that is allowed changes nothing");
}
