//! Mutants of ARM64's kernels, as those of x86-64 are made and judged: see `crate::mutants`.

use std::collections::BTreeMap;

use prove::arm64::{Code, Indexing, Instruction, Operand, decode};
use prove::binary::Binary;
use prove::contract::Contract;
use prove::kernels::contracts;
use prove::machine::Number;
use prove::proof::{prove, try_numbers};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// One mutant, and what was done.
fn mutant(code: &Code, rng: &mut ChaCha20Rng) -> Option<(Code, String)> {
    let end = super::length(code);
    let below = |rng: &mut ChaCha20Rng, limit: usize| rng.next_u32() as usize % limit;
    let at = below(rng, end);
    let mut out = code.clone();
    let old = out.0[at];
    let instruction = decode(old)?;
    let what = match rng.next_u32() % 8 {
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
            let bits: &[u32] = match instruction {
                // Sum or difference, flags or none; and, of registers, with a carry or without.
                Instruction::Sum { other: Operand::Register(_, 0), .. } => {
                    &[1 << 30, 1 << 29, 0x1100_0000]
                }
                Instruction::Sum { .. } => &[1 << 30, 1 << 29],
                Instruction::Product { .. } => &[0x00c0_0000],
                Instruction::And(..) | Instruction::Or(..) => &[1 << 29],
                Instruction::Choose(..) | Instruction::Mask(..) => &[1 << 12, 1 << 13],
                Instruction::Shift { .. } => &[1 << 10],
                Instruction::Access { .. } => &[1 << 22],
                _ => return None,
            };
            out.0[at] ^= bits[below(rng, bits.len())];
            "exchanged".to_owned()
        }
        3 | 4 => {
            let pair = matches!(instruction, Instruction::Access { count: 2, .. });
            let from = [0, 5, if pair { 10 } else { 16 }][below(rng, 3)];
            let other = rng.next_u32() % 32;
            out.0[at] = old & !(31 << from) | other << from;
            format!("register at bit {from} is {other}")
        }
        5 => {
            let (from, bits) = match instruction {
                Instruction::Access { count: 2, .. } => (15, 7),
                Instruction::Access { .. } => (10, 12),
                Instruction::Branch(..) => (5, 19),
                _ => return None,
            };
            let by = [1, u32::MAX, 2, u32::MAX - 1, 8][below(rng, 5)];
            let mask = ((1 << bits) - 1) << from;
            out.0[at] = old & !mask | (old.wrapping_add(by.wrapping_shl(from)) & mask);
            format!("offset {:+}", by.cast_signed())
        }
        6 => {
            let (from, bits) = match instruction {
                Instruction::Sum { other: Operand::Constant(_), .. } => (10, 12),
                Instruction::Sum { other: Operand::Register(_, 1..), .. } => (10, 6),
                Instruction::Constant(..) => [(5, 16), (10, 6)][below(rng, 2)],
                Instruction::Shift { by: Operand::Constant(_), .. } => (16, 6),
                _ => return None,
            };
            let mask = ((1 << bits) - 1) << from;
            let by = if rng.next_u32() & 1 == 0 { 1 << from } else { mask };
            out.0[at] = old & !mask | (old.wrapping_add(by) & mask);
            "another constant".to_owned()
        }
        _ => {
            let bit = rng.next_u32() % 32;
            out.0[at] ^= 1 << bit;
            format!("bit {bit} is another")
        }
    };
    (out != *code).then(|| (out, format!("{at}, {old:08x}: {what}")))
}

/// The registers that an instruction reads and writes, and whether it reads flags, sets them, reads
/// memory, and writes it.
fn touched(word: u32) -> Option<(Vec<Number>, Vec<Number>, [bool; 4])> {
    let of = |operand| match operand {
        Operand::Register(number, _) => vec![number],
        Operand::Constant(_) => Vec::new(),
    };
    let zero = Number(31);
    let (mut reads, mut writes, marks) = match decode(word)? {
        Instruction::Sum { carries, sets, to, one, other, .. } => {
            ([vec![one], of(other)].concat(), vec![to], [carries, sets, false, false])
        }
        Instruction::Product { to, factors, .. } => (factors.to_vec(), vec![to], [false; 4]),
        Instruction::And(to, one, other) | Instruction::Or(to, one, other) => {
            ([vec![one], of(other)].concat(), vec![to], [false; 4])
        }
        Instruction::Constant(to, _) => (Vec::new(), vec![to], [false; 4]),
        Instruction::Shift { to, from, by, .. } => {
            ([vec![from], of(by)].concat(), vec![to], [false; 4])
        }
        Instruction::Choose(to, from, _) => (from.to_vec(), vec![to], [true, false, false, false]),
        Instruction::Mask(to, _) => (Vec::new(), vec![to], [true, false, false, false]),
        // What moves the stack pointer moves nowhere.
        Instruction::Access { indexing: Indexing::Before | Indexing::After, .. } => return None,
        Instruction::Access { store, registers, base, .. } => {
            let base = if base == zero { Vec::new() } else { vec![base] };
            let registers = registers.to_vec();
            if store {
                ([registers, base].concat(), Vec::new(), [false, false, false, true])
            } else {
                (base, registers, [false, false, true, false])
            }
        }
        _ => return None,
    };
    reads.retain(|number| *number != zero);
    writes.retain(|number| *number != zero);
    Some((reads, writes, marks))
}

/// Whether two instructions may change places.
fn commute(first: u32, second: u32) -> bool {
    let (Some(one), Some(other)) = (touched(first), touched(second)) else { return false };
    let meet = |one: &[Number], other: &[Number]| one.iter().any(|number| other.contains(number));
    let registers = meet(&one.1, &other.0) || meet(&one.1, &other.1) || meet(&one.0, &other.1);
    let [reads, sets, loads, stores] = one.2;
    let [also_reads, also_sets, also_loads, also_stores] = other.2;
    let flags = sets && (also_reads || also_sets) || reads && also_sets;
    let memory = stores && (also_loads || also_stores) || loads && also_stores;
    !registers && !flags && !memory
}

/// Why all inputs give the same, if it is seen.
fn reason(code: &Code, changed: &Code) -> Option<&'static str> {
    let (old, new) = (&code.0, &changed.0);
    let first = old.iter().zip(new).position(|(one, other)| one != other)?;
    if new.len() < old.len() {
        return None;
    }
    let last = old.iter().zip(new).rposition(|(one, other)| one != other)?;
    let moved = old[first] == new[last] && old[first + 1..=last] == new[first..last];
    if moved && old[first + 1..=last].iter().all(|other| commute(old[first], *other)) {
        return Some(crate::reasons::MOVED);
    }
    // The bit of a sum that says whether flags are set.
    if first == last && old[first] ^ new[first] == 1 << 29 {
        let sum = |word: u32| matches!(decode(word), Some(Instruction::Sum { .. }));
        let mut next = old[first + 1..].iter().filter_map(|word| touched(*word));
        let next = next.find(|(.., [reads, sets, ..])| *reads || *sets);
        let unread = next.is_some_and(|(.., [reads, ..])| !reads);
        return (sum(old[first]) && unread).then_some(crate::reasons::UNREAD);
    }
    None
}

/// Reasons that a person found: a kernel, the mutant, and why.
const FOUND: [(&str, &str, &str); 0] = [];

fn is_right(contract: &Contract, binary: &Binary, code: &Code, sets: u64) -> bool {
    (0..sets).all(|seed| try_numbers(contract, binary, code, crate::sampler(seed)).is_ok())
}

/// Whether claims together leave one result only: of runs of squares the last round's does.
fn leave_one(kernel: &str, claims: &[Contract]) -> bool {
    kernel.ends_with("::sqr_times_at")
        || claims.iter().all(|contract| crate::reasons::leaves_one(&contract.claim))
}

fn campaign(wanted: &dyn Fn(&str) -> bool, mutants: usize, seed: u64) {
    let Some(binary) = super::binary() else { return };
    let mut targets: BTreeMap<&str, Vec<Contract>> = BTreeMap::new();
    for contract in contracts(&binary).into_iter().filter(|contract| wanted(contract.kernel)) {
        targets.entry(contract.kernel).or_default().push(contract);
    }
    let targets: Vec<_> = targets.into_iter().collect();
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let (mut made, mut refused, mut right) = (0, 0, 0);
    let (mut wrong, mut unexplained) = (Vec::new(), Vec::new());
    while made < mutants {
        let (kernel, claims) = &targets[rng.next_u32() as usize % targets.len()];
        let code = super::code(&binary, kernel);
        let Some((changed, what)) = mutant(&code, &mut rng) else { continue };
        made += 1;
        if claims.iter().any(|contract| prove(contract, &binary, &changed).is_err()) {
            refused += 1;
            continue;
        }
        let only = leave_one(kernel, claims).then_some(crate::reasons::ONE_RESULT);
        let mut found = FOUND.iter().filter(|(of, mutant, _)| *of == *kernel && *mutant == what);
        let why = only.or_else(|| reason(&code, &changed));
        let why = why.or_else(|| found.next().map(|(.., why)| *why));
        let sets = if why.is_some() { 40 } else { 400 };
        if !claims.iter().all(|contract| is_right(contract, &binary, &changed, sets)) {
            wrong.push(format!("{kernel}: {what}"));
            continue;
        }
        println!("survives: {kernel}: {what}: {}", why.unwrap_or("nobody knows why"));
        right += 1;
        crate::reasons::are_listed(why);
        if why.is_none() {
            unexplained.push(format!("{kernel}: {what}"));
        }
    }
    println!("{made} mutants of seed {seed}: {refused} refused; {right} keep their contracts");
    assert!(wrong.is_empty(), "proved, and wrong: {wrong:#?}");
    assert!(unexplained.is_empty(), "proved, nobody knows why: {unexplained:#?}");
    assert_eq!(refused + right, made);
}

fn is_small(kernel: &str) -> bool {
    !kernel.contains("complex_") && !kernel.contains("sum_of_two")
}

#[test]
fn no_wrong_mutant_of_a_small_kernel_is_proved() {
    campaign(&is_small, 300, 42);
}

#[test]
fn no_wrong_mutant_of_a_large_kernel_is_proved() {
    campaign(&|kernel| !is_small(kernel), 60, 43);
}

/// As `crate::mutants` does it: so many, or as many as `CURVEMARK_MUTANTS` says.
macro_rules! of_each_family {
    ($($name:ident: $family:literal, $seed:literal;)*) => {
        $(#[test]
        #[ignore = "minutes: mutants of a family"]
        fn $name() {
            let given = std::env::var("CURVEMARK_MUTANTS");
            let number = given.map_or(500, |text| text.parse().expect("a number of mutants"));
            campaign(&|kernel| kernel.contains($family), number, $seed);
        })*
    };
}

of_each_family! {
    none_of_words4: "::words4::", 10;
    none_of_words6: "::words6::", 11;
    none_of_fold4: "::fold4::", 12;
    none_of_sparse4: "::sparse4::", 13;
}

/// The generator makes each kind of mutant, and the numbers tell wrong ones.
#[test]
fn numbers_tell_wrong_mutants() {
    let Some(binary) = super::binary() else { return };
    let (contract, code) = super::named(&binary, "limb::arm64::words::words4::mul", "lazy");
    assert!(is_right(&contract, &binary, &code, 400));
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let mutants: Vec<_> = (0..600).filter_map(|_| mutant(&code, &mut rng)).collect();
    for kind in ["deleted", "moved", "exchanged", "register", "offset", "constant", "bit"] {
        assert!(mutants.iter().any(|(_, what)| what.contains(kind)), "{kind}");
    }
    let told = mutants
        .iter()
        .take(60)
        .filter(|(code, _)| !is_right(&contract, &binary, code, 400))
        .count();
    assert!(told > 50, "{told} of 60");
}
