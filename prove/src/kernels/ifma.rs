//! The contracts of `limb::ifma`, in one lane, which stands for all. Each instance is compiled for
//! one modulus: it is proved if it keeps the contract of one of [`MODULI`].
//!
//! R is 2^(52L) for L limbs. Operands are below 4m, the result is in \[0, 2m\], and all limbs have
//! 52 bits.

use iced_x86::Register::{self, R12, R13, R14, R15, RBP, RBX, RDI, RDX, RSI};
use num_bigint::BigInt;

use super::MODULI;
use super::adx::{contract, range};
use crate::contract::{Contract, Run, power};
use crate::machine::{Base, Value};
use crate::polynomial::Polynomial;
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};

/// All registers that belong to a caller.
const SAVED: [Register; 6] = [RBX, RBP, R12, R13, R14, R15];

#[derive(Clone, Copy)]
enum Kind {
    Product,
    InPlace,
    Square,
    SumOfTwo,
}

/// All contracts of this family.
///
/// # Panics
/// If [`MODULI`] has digits that are none.
#[must_use]
pub fn contracts() -> Vec<Contract> {
    let kernels = [
        ("limb::ifma::mont::mul", Kind::Product, "a·b/R mod m"),
        ("limb::ifma::mont::mul_assign", Kind::InPlace, "a·b/R mod m, in place"),
        ("limb::ifma::mont::sqr", Kind::Square, "a²/R mod m"),
        ("limb::ifma::mont::sum_of_two", Kind::SumOfTwo, "(a·b + c·d)/R mod m"),
        // Those of P-256, where they stand by themselves.
        ("limb::ifma::mont::short::mul", Kind::Product, "a·b/R mod m"),
        ("limb::ifma::mont::short::mul_assign", Kind::InPlace, "a·b/R mod m, in place"),
        ("limb::ifma::mont::short::sqr", Kind::Square, "a²/R mod m"),
        ("limb::ifma::mont::short::sum_of_two", Kind::SumOfTwo, "(a·b + c·d)/R mod m"),
    ];
    let mut all = Vec::new();
    for (kernel, kind, claim) in kernels {
        for (name, digits) in MODULI {
            let modulus = BigInt::parse_bytes(digits.as_bytes(), 16).expect("hexadecimal digits");
            let claim = format!("{claim}, in [0, 2m], limbs of 52 bits");
            let condition = format!("m is {name}, operands below 4m");
            let range = range(modulus.clone(), modulus.clone());
            let mut contract = contract(kernel, &claim, &condition, range, move |run| {
                product(run, kind, &modulus)
            });
            contract.nearest = BigInt::clone;
            contract.one_of = true;
            all.push(contract);
        }
    }
    all
}

fn product(run: &mut Run<'_>, kind: Kind, modulus: &BigInt) -> Result<(), Refusal> {
    let count = if modulus.bits() > 256 { 8 } else { 5 };
    let greatest: BigInt = modulus * 4 - 1;
    let operand = |run: &mut Run<'_>, base: Base| run.limbs(base, base, count, &greatest);
    let a = operand(run, "a");
    let mut out = "out";
    let claim = match kind {
        Kind::Square => a.times(&a)?,
        Kind::Product => a.times(&operand(run, "b"))?,
        Kind::InPlace => {
            out = "a";
            a.times(&operand(run, "b"))?
        }
        Kind::SumOfTwo => {
            let [b, c, d] = ["b", "c", "d"].map(|base| operand(run, base));
            a.times(&b)?.plus(&c.times(&d)?)
        }
    };
    if let Kind::SumOfTwo = kind {
        for (at, base) in ["a", "b", "c", "d"].into_iter().enumerate() {
            let at = i64::try_from(8 * at).unwrap_or(0);
            run.machine.allow_read("terms", at, Value::Pointer(base, 0));
        }
    }
    let places: &[(Register, Base)] = match kind {
        Kind::Product => &[(RDI, "out"), (RSI, "a"), (RDX, "b")],
        Kind::InPlace => &[(RDI, "a"), (RSI, "b")],
        Kind::Square => &[(RDI, "out"), (RSI, "a")],
        Kind::SumOfTwo => &[(RDI, "out"), (RSI, "terms")],
    };
    for (register, base) in places {
        run.point(*register, base);
    }
    // Five limbs have a place for a sixth, which is zero.
    for at in 0..count.next_multiple_of(2) {
        run.machine.allow_write(out, i64::try_from(64 * at).unwrap_or(0), true);
    }
    run.go()?;
    run.machine.check_saved(&SAVED)?;
    if let Some(Value::Lane(sixth)) = run.machine.at(out, i64::try_from(64 * count).unwrap_or(0))
        && sixth.value() != Some(BigInt::from(0))
    {
        return refuse("a limb that is not used is not zero");
    }
    let value = run.written_limbs(out, count)?;
    run.claim_multiple(
        "the result",
        value.scaled(&Rational::from(power(52 * count))).minus(&claim),
    )?;
    let limit = Polynomial::constant(modulus * 2 + 1);
    run.claim_below("the result", &value, &limit)?;
    if modulus * 2 >= power(52 * count) {
        return refuse("a highest limb of more than 52 bits");
    }
    run.claim_below(
        "the result's negative",
        &value.scaled(&Rational::from(-1)),
        &Polynomial::constant(1),
    )
}
