//! The contracts of `limb::adx` and `limb::arm64` that estimate a quotient. Each is for one
//! modulus, whose constants are read from the binary: every `Reduction` that is there.

use iced_x86::Register::{R8, RCX, RDI, RDX, RSI};
use num_bigint::BigInt;

use super::adx::{Cpu, SAVED, contract, range};
use crate::binary::Binary;
use crate::contract::{Contract, MODULUS, Run, power};
use crate::machine::Cases;
use crate::polynomial::{Bound, Polynomial};
use crate::rational::Rational;
use crate::refusal::Refusal;
use crate::words::Word;

/// What `limb::adx::Reduction` holds: m, −1/m, R − m, 32·m with a word on top, and three words that
/// estimate a quotient.
struct Constants {
    modulus: BigInt,
    words: Vec<u64>,
}

/// All contracts on the moduli of this binary.
#[must_use]
pub fn contracts(binary: &Binary) -> Vec<Contract> {
    let mut all = Vec::new();
    let (cpu, kernels) = if binary.cpu() == crate::binary::Cpu::Arm64 {
        (Cpu::Arm64, ["limb::arm64::words::words4::reduce", "limb::arm64::words::words6::reduce"])
    } else {
        (Cpu::Adx, ["limb::adx::words4::reduce", "limb::adx::words6::reduce"])
    };
    for (kernel, count) in kernels.into_iter().zip([4, 6]) {
        for constants in constants(binary, count) {
            let [below, above] =
                [true, false].map(|negative| reduce(cpu, kernel, count, &constants, negative));
            all.extend([below, above]);
            if count == 6 && cpu == Cpu::Adx {
                all.push(less_squares(&constants));
            }
        }
    }
    all
}

/// Each modulus of so many words whose constants are in the binary: they are known by how they hang
/// together, so none is missed.
fn constants(binary: &Binary, count: usize) -> Vec<Constants> {
    let size = 3 * count + 5;
    let number = |words: &[u64]| {
        words.iter().rev().fold(BigInt::from(0), |sum, word| (sum << 64_u32) + word)
    };
    let mut all: Vec<Constants> = Vec::new();
    for words in binary.constants(size, |words| {
        words[0] & 1 == 1
            && words[0].wrapping_mul(words[count]) == u64::MAX
            && words[0].wrapping_add(words[count + 1]) == 0
    }) {
        let modulus = number(&words[..count]);
        let hangs = number(&words[count + 1..2 * count + 1]) == power(64 * count) - &modulus
            && number(&words[2 * count + 1..3 * count + 2]) == &modulus * 32;
        if hangs && all.iter().all(|known| known.modulus != modulus) {
            all.push(Constants { modulus, words });
        }
    }
    all.sort_by(|one, other| one.modulus.cmp(&other.modulus));
    all
}

fn place_constants(run: &mut Run<'_>, words: &[u64]) -> Result<(), Refusal> {
    let numbers: Vec<_> = words.iter().map(|word| Word::number(*word)).collect();
    run.place(MODULUS, 0, &numbers);
    if let Some(modulus) = run.machine.prover.ledger.modulus() {
        let fact = Polynomial::atom(modulus).minus(&run.modulus()?);
        run.defined(modulus, fact);
    }
    Ok(())
}

fn only(constants: &Constants, rest: &str) -> String {
    format!("m is {}{rest}", super::name_of(&constants.modulus))
}

fn reduce(
    cpu: Cpu,
    kernel: &'static str,
    count: usize,
    constants: &Constants,
    negative: bool,
) -> Contract {
    let sign = if negative { "−32mR ≤ s < 0" } else { "0 ≤ s ≤ 32mR" };
    let (modulus, words) = (constants.modulus.clone(), constants.words.clone());
    let condition = only(constants, &format!(", {sign}"));
    let range = range(modulus.clone(), modulus.clone());
    let mut contract = contract(kernel, "s/R mod m, reduced", &condition, range, move |run| {
        place_constants(run, &words)?;
        run.point(cpu.modulus(), MODULUS);
        // s = t − 32mR, in two's complement.
        let limit: BigInt = (&modulus * 32) << (64 * count);
        let sums = 2 * count + 1;
        let (least, greatest) =
            if negative { (BigInt::from(0), &limit - 1) } else { (limit.clone(), 2 * &limit) };
        let t = run.integer("T", &Bound::number(least), &Bound::number(greatest));
        let s = t.minus(&Polynomial::constant(limit.clone()));
        let (mut number, mut highest) = (s.clone(), [BigInt::from(0), &limit >> (128 * count)]);
        if negative {
            number = number.plus(&Polynomial::constant(power(64 * sums)));
            highest = [power(64) + (-&limit >> (128 * count)), power(64) - 1];
        }
        let places = run.words_of("s", &number, sums, Some(highest));
        run.place("s", 0, &places);
        run.point(cpu.operands()[0], "s");
        run.go()?;
        run.machine.check_saved(&cpu.few())?;
        let out = run.registers(&cpu.out()[..count])?;
        let m = run.modulus()?;
        run.claim_reduced("the result", &out, &s, &m)
    });
    contract.cases = Cases { borrows: cpu == Cpu::Adx, carries: true };
    contract
}

fn less_squares(constants: &Constants) -> Contract {
    let (modulus, words) = (constants.modulus.clone(), constants.words.clone());
    let kernel = "limb::adx::words6::complex::complex_mul_less_squares";
    let claim = "both coefficients of (a·b − 8c²)/R mod m with u² = −1, reduced";
    let range = range(modulus.clone(), modulus);
    contract(kernel, claim, &only(constants, ", a and c reduced, b lazy"), range, move |run| {
        place_constants(run, &words)?;
        let (reduced, lazy) = (Bound::new(-1, 1), Bound::new(-1, 2));
        // The words of b are the multipliers of the rows: a hint.
        let a = [(0, "A"), (48, "B")];
        let [a0, a1] = a.map(|(at, name)| run.other_number("a", at, name, 6, reduced.clone()));
        let b = [(0, "C"), (48, "D")];
        let [b0, b1] = b.map(|(at, name)| run.number("b", at, name, 6, lazy.clone()));
        let c = [(0, "E"), (48, "F")];
        let [c0, c1] = c.map(|(at, name)| run.other_number("c", at, name, 6, reduced.clone()));
        for (register, base) in [(RDI, "out"), (RSI, "a"), (RDX, "b"), (RCX, "c"), (R8, MODULUS)] {
            run.point(register, base);
        }
        run.writable("out", 0, 12);
        run.go()?;
        run.machine.check_saved(&SAVED)?;
        let eight = Rational::from(8);
        let squares = c0.times(&c0)?.minus(&c1.times(&c1)?).scaled(&eight);
        let re = a0.times(&b0)?.minus(&a1.times(&b1)?).minus(&squares);
        let twice = c0.times(&c1)?.scaled(&Rational::from(16));
        let im = a0.times(&b1)?.plus(&a1.times(&b0)?).minus(&twice);
        let m = run.modulus()?;
        let real = run.written("out", 0, 6)?;
        run.claim_reduced("the real part", &real, &re, &m)?;
        let imaginary = run.written("out", 48, 6)?;
        run.claim_reduced("the imaginary part", &imaginary, &im, &m)
    })
}
