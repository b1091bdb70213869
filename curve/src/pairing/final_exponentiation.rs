//! f ↦ f^(3·(p¹² − 1)/r) for BLS12 curves.
//!
//! Easy part: f^((p⁶ − 1)(p² + 1)), one inversion, lands in the cyclotomic subgroup. Hard part: the exponent 3·(p⁴ − p² + 1)/r
//! equals (x − 1)²·(x + p)·(x² + p² − 1) + 3 (Hayashida, Hayasaka, Teruya, "Efficient Final Exponentiation via Cyclotomic
//! Structure for Pairings over Families of Elliptic Curves", ePrint 2020/875, §3.1): five powers by |x|, which on BLS12-381
//! are 315 cyclotomic squarings and 25 products; with the easy part 9 products and one square more.
//!
//! A Miller value is never zero (no line is), so the inversion has no exceptional case; zero would give zero.

use super::{Gt, Pairing};
use crate::field::Invert;
use crate::tower::Fp12;

/// What comes next: the parts of the exponent in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Inversion,
    Easy,
    /// The squarings of power `.0` of the five; the bit of |x| at hand.
    Power(u8, u32),
    /// What is made of power `.0`.
    After(u8),
    Cube,
    Done,
}

/// The final exponentiation as a step machine. A clone is a snapshot to resume from.
#[derive(Debug)]
pub struct FinalExponentiation<T: Pairing> {
    part: Part,
    /// f, then m = f^((p⁶ − 1)(p² + 1)).
    m: Fp12<T>,
    /// What the power at hand is of.
    base: Fp12<T>,
    /// The running power, in the end the result.
    power: Fp12<T>,
    /// m^((x − 1)²(x + p)), while its power by x² is under way.
    kept: Fp12<T>,
}

impl<T: Pairing> Clone for FinalExponentiation<T> {
    fn clone(&self) -> Self {
        let Self { part, m, base, power, kept } = self;
        Self { part: *part, m: m.clone(), base: base.clone(), power: power.clone(), kept: kept.clone() }
    }
}

impl<T: Pairing<Fp: Invert>> FinalExponentiation<T> {
    /// The machine before its first step, for a Miller value.
    pub fn new(f: &Fp12<T>) -> Self {
        Self { part: Part::Inversion, m: f.clone(), base: f.clone(), power: f.clone(), kept: f.clone() }
    }

    /// One inversion, or at most three products in Fp12; the value once all are done.
    ///
    /// 323 steps on BLS12-381.
    pub fn step(&mut self) -> Option<Gt<T>> {
        match self.part {
            Part::Inversion => {
                self.power = self.m.invert();
                self.part = Part::Easy;
            }
            Part::Easy => {
                // f^(p⁶ − 1), then that to the p² + 1.
                let f = self.m.conjugate().mul(&self.power);
                self.m = f.frobenius_p2().mul(&f);
                self.start(0, self.m.clone());
            }
            Part::Power(k, bit) => {
                self.power = self.power.cyclotomic_sqr();
                if (T::X >> bit) & 1 == 1 {
                    self.power = self.power.mul(&self.base);
                }
                self.part = if bit == 0 { Part::After(k) } else { Part::Power(k, bit - 1) };
            }
            Part::After(k) => {
                // In the cyclotomic subgroup the conjugate is the inverse.
                let by_x = if T::X_NEGATIVE { self.power.conjugate() } else { self.power.clone() };
                match k {
                    0 | 1 => {
                        let by_x_minus_1 = by_x.mul(&self.base.conjugate());
                        self.start(k + 1, by_x_minus_1);
                    }
                    2 => {
                        self.kept = by_x.mul(&self.base.frobenius());
                        self.start(3, self.kept.clone());
                    }
                    3 => self.start(4, by_x),
                    _ => {
                        let by_p2_minus_1 = self.kept.frobenius_p2().mul(&self.kept.conjugate());
                        self.power = by_x.mul(&by_p2_minus_1);
                        self.part = Part::Cube;
                    }
                }
            }
            Part::Cube => {
                let cube = self.m.cyclotomic_sqr().mul(&self.m);
                self.power = self.power.mul(&cube);
                self.part = Part::Done;
            }
            Part::Done => return Some(Gt::of(self.power.clone())),
        }
        None
    }

    /// Begins power k, by |x|; its highest bit is the base itself.
    fn start(&mut self, k: u8, base: Fp12<T>) {
        self.power = base.clone();
        self.base = base;
        self.part = Part::Power(k, T::X.ilog2() - 1);
    }

    /// Runs to the end.
    pub fn run(mut self) -> Gt<T> {
        loop {
            if let Some(value) = self.step() {
                return value;
            }
        }
    }
}

/// f^(3·(p¹² − 1)/r), an element of order r or one.
pub fn final_exponentiation<T: Pairing<Fp: Invert>>(f: &Fp12<T>) -> Gt<T> {
    FinalExponentiation::new(f).run()
}
