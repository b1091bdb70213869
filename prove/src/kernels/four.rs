//! The contracts of `limb::ifma::four`: four residues modulo 2^255 − 19 in five vectors of 32
//! bytes, in limbs of 51 bits. All four lanes are followed.
//!
//! *Reduced* limbs are below 2^51 + 2^16, those of a *sum* below 2^62.

use iced_x86::Register::{RDI, RDX, RSI};
use num_bigint::BigInt;

use super::lanes::{each, folded, go, points};
use crate::check::Question;
use crate::contract::{Contract, Run, power};
use crate::machine::{Base, Value};
use crate::polynomial::{Bound, Polynomial};
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};
use crate::words::{Shared, Word};

/// Lanes, and limbs of each.
const LANES: usize = 4;
const COUNT: usize = 5;

/// The rows' places.
const ROWS: [Base; LANES] = ["row0", "row1", "row2", "row3"];

/// The orders of lanes that formulas take, the lane for lane 0 first.
const ORDERS: [[usize; LANES]; 10] = [
    [0, 0, 0, 0],
    [3, 3, 3, 3],
    [0, 0, 1, 1],
    [0, 0, 2, 3],
    [0, 3, 1, 1],
    [2, 0, 3, 1],
    [3, 0, 2, 3],
    [3, 1, 2, 0],
    [3, 1, 2, 3],
    [3, 3, 2, 2],
];

/// What a sum, or its like, makes of a limb of each operand and that of 2^9·m.
type Limb = fn(&Polynomial, &Polynomial, &Polynomial) -> Polynomial;

/// All contracts of this family.
#[must_use]
pub fn contracts() -> Vec<Contract> {
    let mut all = of(
        "limb::ifma::four::load",
        "each row modulo m, in the reduced limbs of its lane",
        "any four rows",
        load,
    );
    let claim = "a mod m in each lane, in reduced limbs";
    all.extend(of("limb::ifma::four::carried", claim, "limbs below 2^62", carried));
    for mask in [0, 0b1100] {
        let claim = if mask == 0 {
            "a·b mod m in each lane, limbs below 2^59".to_owned()
        } else {
            let lanes = lanes(mask);
            format!(
                "a·b mod m in each lane, limbs below 2^59; in {lanes} above those of 2^9·m by that"
            )
        };
        let body = move |run: &mut Run<'_>| open_product(run, mask);
        all.extend(of("limb::ifma::four::open_product", &claim, "reduced limbs", body));
    }
    for order in ORDERS {
        let claim = format!("lanes {order:?} of a, limb by limb");
        let body = move |run: &mut Run<'_>| pick(run, order);
        all.extend(of("limb::ifma::four::Four<M,_>::pick::pick", &claim, "any limbs", body));
    }
    let add: Limb = |a, b, _| a.plus(b);
    let subtract: Limb = |a, b, _| a.minus(b);
    let offset: Limb = |a, _, multiple| a.plus(multiple);
    for (kernel, what, limb) in [
        ("limb::ifma::four::Four<M,_>::plus::plus", "a + b", add),
        ("limb::ifma::four::Four<M,_>::minus::minus", "a − b, with a sign,", subtract),
        ("limb::ifma::four::Four<M,_>::offset::offset", "a + 2^9·m", offset),
    ] {
        for mask in 1..16 {
            let claim = format!("{what} in {}, else a, limb by limb", lanes(mask));
            let body = move |run: &mut Run<'_>| in_lanes(run, mask, limb);
            all.extend(of(kernel, &claim, "limbs below 2^62", body));
        }
    }
    all
}

/// A contract on an instance, which is for 2^255 − 19.
fn of(
    kernel: &'static str,
    claim: &str,
    operands: &str,
    body: impl Fn(&mut Run<'_>) -> Result<(), Refusal> + Clone + Send + Sync + 'static,
) -> Vec<Contract> {
    let mut moduli = folded();
    moduli.retain(|modulus| modulus.value == power(255) - 19);
    each(kernel, &moduli, claim, operands, move |run, _| {
        run.machine.eight = true;
        body(run)
    })
}

fn is_in(mask: u8, lane: usize) -> bool {
    mask >> lane & 1 == 1
}

fn lanes(mask: u8) -> String {
    let lanes: Vec<String> =
        (0..LANES).filter(|lane| is_in(mask, *lane)).map(|lane| lane.to_string()).collect();
    format!("{} {}", if lanes.len() == 1 { "lane" } else { "lanes" }, lanes.join(", "))
}

/// The place of a limb of a lane.
fn place(limb: usize, lane: usize) -> i64 {
    i64::try_from(8 * (LANES * limb + lane)).unwrap_or(0)
}

/// Limb k of 2^9·m.
fn offset(limb: usize) -> BigInt {
    (power(51) - if limb == 0 { 19 } else { 1 }) << 9_u32
}

/// The limbs of each lane at a place, up to this.
fn operand(run: &mut Run<'_>, base: Base, greatest: &BigInt) -> Vec<Vec<Polynomial>> {
    let mut lane = |lane: usize| {
        (0..COUNT)
            .map(|limb| {
                let limits = [0.into(), greatest.clone()].map(Bound::number);
                let form = run.integer(&format!("{base}{lane}_{limb}"), &limits[0], &limits[1]);
                let word = match form.number().and_then(|number| number.integer()) {
                    Some(number) => Word::number(number),
                    None => Word::new(form.clone(), BigInt::from(0), greatest.clone()),
                };
                run.machine.allow_read(base, place(limb, lane), Value::Word(word));
                form
            })
            .collect()
    };
    (0..LANES).map(&mut lane).collect()
}

/// Runs with the result at `out`. Returns the limbs of each lane.
fn results(run: &mut Run<'_>) -> Result<Vec<Vec<Shared>>, Refusal> {
    run.writable("out", 0, LANES * COUNT);
    go(run)?;
    let lane =
        |lane: usize| (0..COUNT).map(|limb| run.written_vector("out", place(limb, lane))).collect();
    (0..LANES).map(lane).collect()
}

/// The number that limbs are.
fn value(limbs: &[Polynomial]) -> Polynomial {
    let mut out = Polynomial::default();
    for (at, limb) in limbs.iter().enumerate() {
        out.add_scaled(limb, &Rational::from(power(51 * at)));
    }
    out
}

/// Claims that the limbs of each lane are this modulo m, and where each limb lies.
fn congruent(
    run: &mut Run<'_>,
    out: &[Vec<Shared>],
    claims: &[Polynomial],
    limits: impl Fn(usize, usize) -> [BigInt; 2],
) -> Result<(), Refusal> {
    for (lane, (out, claim)) in out.iter().zip(claims).enumerate() {
        let forms: Vec<Polynomial> = out.iter().map(|limb| limb.form()).collect();
        run.claim_multiple("a lane", value(&forms).minus(claim))?;
        for (at, limb) in out.iter().enumerate() {
            let [least, end] = limits(at, lane);
            if limb.least() < least || limb.greatest() >= end {
                return refuse("a limb beyond its limits");
            }
        }
    }
    Ok(())
}

/// More than any reduced limb.
fn reduced() -> BigInt {
    power(51) + power(16)
}

fn load(run: &mut Run<'_>) -> Result<(), Refusal> {
    run.machine.words.extend(ROWS);
    let mut claims = Vec::new();
    for (lane, base) in ROWS.into_iter().enumerate() {
        let number = run.integer(base, &Bound::number(0), &Bound::number(power(256) - 1));
        let words = run.words_of(base, &number, 4, None);
        run.place(base, 0, &words);
        run.machine.allow_read("rows", place(0, lane), Value::Pointer(base, 0));
        claims.push(number);
    }
    points(run, &[(RDI, "out"), (RSI, "rows")]);
    let out = results(run)?;
    congruent(run, &out, &claims, |_, _| [0.into(), reduced()])
}

fn carried(run: &mut Run<'_>) -> Result<(), Refusal> {
    let a = operand(run, "a", &(power(62) - 1));
    let claims: Vec<Polynomial> = a.iter().map(|limbs| value(limbs)).collect();
    points(run, &[(RDI, "out"), (RSI, "a")]);
    let out = results(run)?;
    congruent(run, &out, &claims, |_, _| [0.into(), reduced()])
}

fn open_product(run: &mut Run<'_>, mask: u8) -> Result<(), Refusal> {
    let [a, b] = ["a", "b"].map(|base| operand(run, base, &(reduced() - 1)));
    let products = a.iter().zip(&b).map(|(a, b)| value(a).times(&value(b)));
    let claims = products.collect::<Result<Vec<Polynomial>, Refusal>>()?;
    points(run, &[(RDI, "out"), (RSI, "a"), (RDX, "b")]);
    let out = results(run)?;
    congruent(run, &out, &claims, |limb, lane| {
        let from = if is_in(mask, lane) { offset(limb) } else { BigInt::from(0) };
        [from.clone(), from + power(59)]
    })
}

/// Claims that each limb of each lane is this.
fn equal(run: &mut Run<'_>, claims: &[Vec<Polynomial>]) -> Result<(), Refusal> {
    for (out, claims) in results(run)?.iter().zip(claims) {
        for (limb, claim) in out.iter().zip(claims) {
            if !run.machine.prover.ask(Question::Equal(limb.form().minus(claim), None))? {
                return refuse("a limb is not equal");
            }
        }
    }
    Ok(())
}

fn pick(run: &mut Run<'_>, order: [usize; LANES]) -> Result<(), Refusal> {
    let a = operand(run, "a", &(power(64) - 1));
    points(run, &[(RDI, "out"), (RSI, "a")]);
    equal(run, &order.map(|lane| a[lane].clone()))
}

fn in_lanes(run: &mut Run<'_>, mask: u8, limb: Limb) -> Result<(), Refusal> {
    let [a, b] = ["a", "b"].map(|base| operand(run, base, &(power(62) - 1)));
    let mut claims = a.clone();
    for lane in (0..LANES).filter(|lane| is_in(mask, *lane)) {
        for at in 0..COUNT {
            let multiple = Polynomial::constant(offset(at));
            claims[lane][at] = limb(&a[lane][at], &b[lane][at], &multiple);
        }
    }
    points(run, &[(RDI, "out"), (RSI, "a"), (RDX, "b")]);
    equal(run, &claims)
}
