//! Mutants of the chip's kernels, as those of x86-64 are made and judged: see `crate::mutants`.

use std::collections::BTreeMap;

use prove::binary::Binary;
use prove::contract::Contract;
use prove::proof::{prove, try_numbers};
use prove::rv32::{Code, Instruction, Op};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::reasons;

/// Instructions that may be taken for one another.
const EXCHANGES: &[&[Op]] = &[
    &[Op::Add, Op::Sub, Op::Sltu, Op::And, Op::Or, Op::Xor],
    &[Op::Mul, Op::Mulhu, Op::Add],
    &[Op::Addi, Op::Sltiu, Op::Andi, Op::Xori],
    &[Op::Slli, Op::Srli, Op::Srai],
    &[Op::Lw, Op::Sw],
];

fn has_constant(op: Op) -> bool {
    let without = [Op::Add, Op::Sub, Op::Sltu, Op::And, Op::Or, Op::Xor, Op::Mul, Op::Mulhu];
    !without.contains(&op)
}

/// One mutant, and what was done.
fn mutant(code: &Code, rng: &mut ChaCha20Rng) -> Option<(Code, String)> {
    let below = |rng: &mut ChaCha20Rng, limit: usize| rng.next_u32() as usize % limit;
    let end = code.instructions.len() - 1;
    let at = below(rng, end);
    let mut out = code.clone();
    let old = code.instructions[at];
    let new = &mut out.instructions[at];
    let what = match rng.next_u32() % 6 {
        0 => {
            out.instructions.remove(at);
            "deleted".to_owned()
        }
        1 => {
            let to = (at + 1 + below(rng, 6)).min(end - 1);
            let moved = out.instructions.remove(at);
            out.instructions.insert(to, moved);
            format!("moved to {to}")
        }
        2 => {
            let others: Vec<Op> = EXCHANGES
                .iter()
                .filter(|class| class.contains(&old.op))
                .flat_map(|class| class.iter().copied())
                .filter(|op| *op != old.op)
                .collect();
            if others.is_empty() {
                return None;
            }
            new.op = others[below(rng, others.len())];
            format!("exchanged for {:?}", new.op)
        }
        3 | 4 => {
            let other = (rng.next_u32() % 32) as u8;
            let place = below(rng, 3);
            // Only those that the instruction has.
            let is_there = match old.op {
                Op::Lui => place == 0,
                Op::Sw => place != 0,
                _ => place != 2 || !has_constant(old.op),
            };
            if !is_there {
                return None;
            }
            *[&mut new.rd, &mut new.rs1, &mut new.rs2][place] = other;
            format!("register {place} is {other}")
        }
        _ => {
            if !has_constant(old.op) {
                return None;
            }
            let by = if old.op == Op::Lui { 0x1000 } else { 1 };
            new.imm = new.imm.wrapping_add(by * [4, -4, 1, -1, 8][below(rng, 5)]);
            let is_shift = matches!(old.op, Op::Slli | Op::Srli | Op::Srai);
            if is_shift && !(0..32).contains(&new.imm)
                || old.op != Op::Lui && !(-2048..2048).contains(&new.imm)
            {
                return None;
            }
            format!("another constant, {}", new.imm)
        }
    };
    (out != *code).then(|| (out, format!("{at}, {:?}: {what}", old.op)))
}

/// What an instruction reads and writes; and whether it reads memory, and writes it.
fn touched(i: &Instruction) -> ([u8; 2], u8, [bool; 2]) {
    ([i.rs1, i.rs2], i.rd, [i.op == Op::Lw, i.op == Op::Sw])
}

fn commute(first: &Instruction, second: &Instruction) -> bool {
    let ((reads, writes, [loads, stores]), (other_reads, other_writes, [also_loads, also_stores])) =
        (touched(first), touched(second));
    let meet = |written: u8, read: &[u8]| written != 0 && read.contains(&written);
    let registers =
        meet(writes, &other_reads) || meet(other_writes, &reads) || meet(writes, &[other_writes]);
    // Words of one base at two offsets lie apart.
    let apart = first.rs1 == second.rs1 && first.imm != second.imm;
    let memory = stores && (also_loads || also_stores) || loads && also_stores;
    !registers && (!memory || apart)
}

/// Whether a register is written before anybody reads it, or nobody counts on it at the end.
fn is_dead(register: u8, rest: &[Instruction]) -> bool {
    for instruction in rest {
        let (reads, writes, _) = touched(instruction);
        if reads.contains(&register) {
            return false;
        }
        if writes == register {
            return true;
        }
    }
    false
}

/// Why all inputs give the same, if it is seen.
fn reason(code: &Code, changed: &Code) -> Option<&'static str> {
    let (old, new) = (&code.instructions, &changed.instructions);
    let first = old.iter().zip(new).position(|(one, other)| one != other)?;
    if new.len() < old.len() {
        let dead = old[first].op != Op::Sw && is_dead(old[first].rd, &old[first + 1..]);
        return dead.then_some(reasons::DEAD);
    }
    let last = old.iter().zip(new).rposition(|(one, other)| one != other)?;
    let moved = old[first] == new[last] && old[first + 1..=last] == new[first..last];
    if moved && old[first + 1..=last].iter().all(|other| commute(&old[first], other)) {
        return Some(reasons::MOVED);
    }
    let dead = first == last && old[first].rd == new[first].rd && old[first].op != Op::Sw;
    let dead = dead && new[first].op != Op::Sw && is_dead(old[first].rd, &old[first + 1..]);
    dead.then_some(reasons::DEAD)
}

fn is_right(contract: &Contract, binary: &Binary, code: &Code, sets: u64) -> bool {
    (0..sets).all(|seed| try_numbers(contract, binary, code, crate::sampler(seed)).is_ok())
}

/// Whether a claim leaves one result only.
fn leaves_one(claim: &str) -> bool {
    ["a·b", "a²", "a + b", "a − b + m", "reduced"].iter().any(|end| claim.ends_with(end))
}

/// A claim that leaves more than one result: two numbers of eight words, or below 2m, and no more.
fn may_leave_two(claim: &str) -> bool {
    ["eight words", "below 2m", "in words and a carry"].iter().any(|end| claim.ends_with(end))
}

fn campaign(mutants: usize, seed: u64) {
    let Some(binary) = super::binary() else { return };
    let targets = super::proved(&binary);
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let (mut made, mut refused) = (0, 0);
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut wrong, mut unexplained) = (Vec::new(), Vec::new());
    while made < mutants {
        let (code, contract) = &targets[rng.next_u32() as usize % targets.len()];
        let Some((changed, what)) = mutant(code, &mut rng) else { continue };
        made += 1;
        if prove(contract, &binary, &changed).is_err() {
            refused += 1;
            continue;
        }
        let only = leaves_one(&contract.claim).then_some(reasons::ONE_RESULT);
        let why = only.or_else(|| reason(code, &changed));
        if !is_right(contract, &binary, &changed, if why.is_some() { 40 } else { 400 }) {
            wrong.push(format!("{}: {what}", contract.kernel));
            continue;
        }
        let several = may_leave_two(&contract.claim).then_some(reasons::SEVERAL);
        let why = why.or(several);
        println!("survives: {}: {what}: {}", contract.kernel, why.unwrap_or("nobody knows why"));
        match why {
            Some(why) => *kinds.entry(why).or_default() += 1,
            None => unexplained.push(format!("{}: {what}", contract.kernel)),
        }
    }
    let right: usize = kinds.values().sum();
    println!(
        "{made} mutants of seed {seed}: {refused} refused; {right} keep their contracts: {kinds:?}"
    );
    reasons::are_listed(kinds.keys().copied());
    assert!(wrong.is_empty(), "proved, and wrong: {wrong:#?}");
    assert!(unexplained.is_empty(), "proved, nobody knows why: {unexplained:#?}");
    assert_eq!(refused + right, made);
}

#[test]
fn no_wrong_mutant_is_proved() {
    campaign(120, 44);
}

#[test]
#[ignore = "minutes: a thousand mutants"]
fn none_of_a_thousand_is_proved() {
    let given = std::env::var("CURVEMARK_MUTANTS");
    campaign(given.map_or(1000, |text| text.parse().expect("a number of mutants")), 45);
}

/// The generator makes each kind of mutant, and the numbers tell wrong ones.
#[test]
fn numbers_tell_wrong_mutants() {
    let Some(binary) = super::binary() else { return };
    let all = super::proved(&binary);
    let (code, contract) = super::named(&all, "limb::rv32::product::short", "");
    assert!(is_right(contract, &binary, code, 400));
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let mutants: Vec<_> = (0..600).filter_map(|_| mutant(code, &mut rng)).collect();
    for kind in ["deleted", "moved", "exchanged", "register", "constant"] {
        assert!(mutants.iter().any(|(_, what)| what.contains(kind)), "{kind}");
    }
    let first = mutants.iter().take(60);
    let told = first.filter(|(code, _)| !is_right(contract, &binary, code, 100)).count();
    assert!(told > 40, "{told} of 60");
}
