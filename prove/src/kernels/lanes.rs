//! What the contracts of lanes have in common: moduli, operands in limbs, and claims on results.
//!
//! A contract is on one lane, which stands for all. L is the number of limbs, R is 2^(52L).
//! *Reduced* is an integer in \[0, 2m\], *lazy* one in \[0, 4m\], both in limbs of 52 bits.

use iced_x86::Register::{self, R12, R13, R14, R15, RBP, RBX};
use num_bigint::BigInt;

use super::adx::{contract, range};
use super::{FOLDED, MODULI};
use crate::contract::{Contract, Run, power};
use crate::machine::Base;
use crate::polynomial::{Polynomial, Range};
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};

/// All registers that belong to a caller.
pub const SAVED: [Register; 6] = [RBX, RBP, R12, R13, R14, R15];

/// A modulus by its name.
pub struct Modulus {
    /// Its name.
    pub name: &'static str,
    /// Itself.
    pub value: BigInt,
}

/// The moduli in Montgomery's form.
pub fn montgomery() -> Vec<Modulus> {
    parsed(MODULI)
}

/// Those that are folded.
pub fn folded() -> Vec<Modulus> {
    parsed(FOLDED)
}

fn parsed(all: &[(&'static str, &str)]) -> Vec<Modulus> {
    let value =
        |digits: &str| BigInt::parse_bytes(digits.as_bytes(), 16).expect("hexadecimal digits");
    all.iter().map(|(name, digits)| Modulus { name, value: value(digits) }).collect()
}

/// How many limbs a modulus has.
pub fn limbs(modulus: &BigInt) -> usize {
    if modulus.bits() > 256 { 8 } else { 5 }
}

/// From one number of so many limbs to the next, in bytes: five limbs have a place for a sixth.
pub const fn stride(count: usize) -> i64 {
    if count == 8 { 512 } else { 384 }
}

/// Bytes of the columns of a sum of so many limbs, after which stands whether it is linear; and the
/// bytes from one sum to the next.
pub const fn wide(count: usize) -> (i64, i64) {
    if count == 8 { (1024, 1088) } else { (768, 832) }
}

/// A contract on an instance for each of these moduli.
pub fn each(
    kernel: &'static str,
    moduli: &[Modulus],
    claim: &str,
    operands: &str,
    body: impl Fn(&mut Run<'_>, &BigInt) -> Result<(), Refusal> + Clone + Send + Sync + 'static,
) -> Vec<Contract> {
    let one = |modulus: &Modulus| {
        let (body, value) = (body.clone(), modulus.value.clone());
        let condition = format!("m is {}, {operands}", modulus.name);
        let range = range(value.clone(), value.clone());
        let run = move |run: &mut Run<'_>| body(run, &value);
        of_instance(contract(kernel, claim, &condition, range, run))
    };
    moduli.iter().map(one).collect()
}

/// A contract on an instance for each number of limbs, whatever the modulus is.
pub fn any(
    kernel: &'static str,
    claim: &str,
    operands: &str,
    body: impl Fn(&mut Run<'_>, usize) -> Result<(), Refusal> + Clone + Send + Sync + 'static,
) -> Vec<Contract> {
    let one = |count: usize| {
        let body = body.clone();
        let condition = format!("{operands}, {count} limbs");
        let range: Range = None;
        of_instance(contract(kernel, claim, &condition, range, move |run| body(run, count)))
    };
    [8, 5].into_iter().map(one).collect()
}

/// A contract on instances, each of which keeps one of them.
pub fn of_instance(mut contract: Contract) -> Contract {
    contract.nearest = BigInt::clone;
    contract.one_of = true;
    contract
}

/// An operand in limbs, from 0 to this.
pub fn operand(run: &mut Run<'_>, base: Base, count: usize, greatest: &BigInt) -> Polynomial {
    run.limbs(base, 0, base, count, greatest)
}

/// Two operands in limbs, one after the other: a complex number.
pub fn pair(run: &mut Run<'_>, base: Base, count: usize, greatest: &BigInt) -> [Polynomial; 2] {
    [0, 1].map(|at| run.limbs(base, at * stride(count), &format!("{base}{at}_"), count, greatest))
}

/// The registers have the addresses of these places.
pub fn points(run: &mut Run<'_>, places: &[(Register, Base)]) {
    for (register, base) in places {
        run.point(*register, base);
    }
}

/// A result in limbs may be written there.
pub fn place(run: &mut Run<'_>, base: Base, offset: i64, count: usize) {
    run.writable_vectors(base, offset, count.next_multiple_of(2));
}

/// To the return, after which the caller's registers are as they were.
///
/// # Errors
/// If they are not.
pub fn go(run: &mut Run<'_>) -> Result<(), Refusal> {
    // Compiled functions that call none use what the convention lets them: System V's ABI, 3.2.2.
    run.machine.red_zone = 128;
    run.go()?;
    run.machine.check_saved(&SAVED)
}

/// The number that was written there in limbs; a place that is not used is zero.
///
/// # Errors
/// If none was.
pub fn result(run: &Run<'_>, base: Base, offset: i64, count: usize) -> Result<Polynomial, Refusal> {
    let sixth = offset + 64 * i64::try_from(count).unwrap_or(0);
    if count == 5
        && let Ok(limb) = run.written_vector(base, sixth)
        && limb.value() != Some(BigInt::from(0))
    {
        return refuse("a limb that is not used is not zero");
    }
    run.written_limbs(base, offset, count)
}

/// Claims that a result in limbs is between 0 and this.
///
/// # Errors
/// If that is not proved.
pub fn claim_within(
    run: &mut Run<'_>,
    out: &Polynomial,
    count: usize,
    greatest: &BigInt,
) -> Result<(), Refusal> {
    // All limbs but the highest have 52 bits. So the highest is not negative if the number is not,
    // and has 52 bits too.
    if *greatest >= power(52 * count) {
        return refuse("a highest limb of more than 52 bits");
    }
    run.claim_below("the result", out, &Polynomial::constant(greatest + 1))?;
    let negated = out.scaled(&Rational::from(-1));
    run.claim_below("the result's negative", &negated, &Polynomial::constant(1))
}

/// Claims that a result in limbs, times R if it is Montgomery's, is this modulo m, and between 0
/// and 2m.
///
/// # Errors
/// If that is not proved.
pub fn claim_reduced(
    run: &mut Run<'_>,
    out: &Polynomial,
    claim: &Polynomial,
    modulus: &BigInt,
    montgomery: bool,
) -> Result<(), Refusal> {
    let count = limbs(modulus);
    let factor = if montgomery { power(52 * count) } else { power(0) };
    run.claim_multiple("the result", out.scaled(&Rational::from(factor)).minus(claim))?;
    claim_within(run, out, count, &(modulus * 2))
}
