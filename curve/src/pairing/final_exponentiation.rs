//! f ↦ f^(c·(p¹² − 1)/r) for BLS12 and BN curves, c prime to r.
//!
//! Easy part: m = f^((p⁶ − 1)(p² + 1)), one inversion, lands in the cyclotomic subgroup. Hard part: m^(c·(p⁴ − p² + 1)/r), a short
//! program of powers by the seed x, products and Frobenius maps ([`Step`]):
//!
//! * BLS12, c = 3: (x − 1)²·(x + p)·(x² + p² − 1) + 3 (Hayashida, Hayasaka, Teruya, "Efficient Final Exponentiation via Cyclotomic
//!   Structure for Pairings over Families of Elliptic Curves", ePrint 2020/875, §3.1). Five powers, 8 products, a square.
//! * BN, c = 2x(6x² + 3x + 1): λ₀ + λ₁p + λ₂p² + λ₃p³ with λ₂ = 12x³ + 6x² + 6x, λ₁ = λ₂ − 2x, λ₀ = λ₂ + 6x² + 1, λ₃ = λ₁ − 1
//!   (L. Fuentes-Castañeda, E. Knapp, F. Rodríguez-Henríquez, "Faster hashing to G2", SAC 2011, §5; order of the steps after
//!   S. Duquesne, L. Ghammam, "Memory-saving computation of the pairing final exponentiation on BN curves", ePrint 2015/192).
//!   Three powers, 10 products, 3 squares.
//!
//! A power by x is the cyclotomic squarings and products of [`Pairing::SEED`], see [`CyclotomicPower`]: on BLS12-381 57 of compressed
//! elements, 6 of others, 5 products and an inversion, or where inversions are dear 63 of others and 5 products; on BN254 61 squarings and 18
//! products. The easy part has 2 products.
//!
//! Without a carry flag the steps are functions of their own: one that holds them all has the values of all on its stack.
//!
//! A Miller value is never zero (no line is), so the inversion has no exceptional case; zero would give zero.

use super::{Family, Gt, Pairing};
use crate::field::Invert;
use crate::tower::{CyclotomicPower, Fp12};

/// Registers of the programs; the first holds m.
const REGISTERS: usize = 5;

/// What is done to an operand on the way, all nearly free; in the cyclotomic subgroup the conjugate is the inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Map {
    /// Nothing.
    Same,
    /// The inverse.
    Inverse,
    /// The power by p.
    P,
    /// By p².
    P2,
    /// By p³.
    P3,
}

/// One step of a hard part, on numbered registers, the first of which holds m when it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the first from the second: its power by x.
    Power(usize, usize),
    /// To the first from the second: its square.
    Square(usize, usize),
    /// To the first: the second times the image of the third.
    Product(usize, usize, usize, Map),
}

/// The hard part of a family; its result is what the last step writes. Comments tell the exponents.
pub const fn program(family: Family) -> &'static [Step] {
    use Map::{Inverse, P, P2, P3, Same};
    use Step::{Power, Product, Square};
    match family {
        Family::Bls12 => &[
            Power(1, 0),
            Product(1, 1, 0, Inverse), // x − 1
            Power(2, 1),
            Product(2, 2, 1, Inverse), // (x − 1)²
            Power(1, 2),
            Product(1, 1, 2, P), // e = (x − 1)²(x + p)
            Power(2, 1),
            Power(3, 2), // x²e
            Product(3, 3, 1, P2),
            Product(3, 3, 1, Inverse), // (x² + p² − 1)e
            Square(1, 0),
            Product(1, 1, 0, Same), // 3
            Product(3, 3, 1, Same),
        ],
        Family::Bn => &[
            Power(1, 0),
            Square(1, 1), // 2x
            Square(2, 1),
            Product(2, 2, 1, Same), // 6x
            Power(3, 2),            // 6x²
            Power(4, 3),
            Square(4, 4), // 12x³
            Product(2, 2, 3, Same),
            Product(2, 2, 4, Same),    // λ₂
            Product(1, 2, 1, Inverse), // λ₁
            Product(3, 3, 2, Same),
            Product(3, 3, 0, Same), // λ₀
            Product(3, 3, 1, P),
            Product(3, 3, 2, P2),
            Product(1, 1, 0, Inverse), // λ₃
            Product(3, 3, 1, P3),
        ],
    }
}

/// What comes next.
#[derive(Debug)]
enum Part<T: Pairing> {
    Inversion,
    Easy,
    /// The step of the program at hand.
    Step(usize),
    /// The power by the seed that this step is, and the register that it goes to.
    Power(usize, usize, CyclotomicPower<T>),
    Done(usize),
}

impl<T: Pairing> Clone for Part<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Inversion => Self::Inversion,
            Self::Easy => Self::Easy,
            Self::Step(index) => Self::Step(*index),
            Self::Power(index, to, power) => Self::Power(*index, *to, power.clone()),
            Self::Done(register) => Self::Done(*register),
        }
    }
}

/// Whether all steps name registers that are there.
const fn names_registers(program: &[Step]) -> bool {
    let mut i = 0;
    while i < program.len() {
        let [a, b, c] = match program[i] {
            Step::Power(to, of) | Step::Square(to, of) => [to, of, of],
            Step::Product(to, a, b, _) => [to, a, b],
        };
        if a >= REGISTERS || b >= REGISTERS || c >= REGISTERS {
            return false;
        }
        i += 1;
    }
    true
}

/// What a register holds; a program names those that are there.
fn value<T: Pairing>(registers: &[Fp12<T>; REGISTERS], register: usize) -> &Fp12<T> {
    debug_assert!(register < REGISTERS);
    registers.get(register).unwrap_or(&registers[0])
}

/// Puts a value into a register.
fn put<T: Pairing>(registers: &mut [Fp12<T>; REGISTERS], register: usize, value: Fp12<T>) {
    debug_assert!(register < REGISTERS);
    if let Some(place) = registers.get_mut(register) {
        *place = value;
    }
}

/// The final exponentiation as a step machine. A clone is a snapshot to resume from.
#[derive(Debug)]
pub struct FinalExponentiation<T: Pairing> {
    part: Part<T>,
    registers: [Fp12<T>; REGISTERS],
}

impl<T: Pairing> Clone for FinalExponentiation<T> {
    fn clone(&self) -> Self {
        Self { part: self.part.clone(), registers: self.registers.clone() }
    }
}

impl<T: Pairing<Fp: Invert>> FinalExponentiation<T> {
    /// The machine before its first step, for a Miller value.
    pub fn new(f: &Fp12<T>) -> Self {
        Self { part: Part::Inversion, registers: core::array::from_fn(|_| f.clone()) }
    }

    /// One inversion, or at most two products and a square in Fp12; the value once all are done.
    ///
    /// 335 steps on BLS12-381, 198 on BN254.
    pub fn step(&mut self) -> Option<Gt<T>> {
        match &mut self.part {
            Part::Inversion => {
                self.registers[1] = self.registers[0].invert();
                self.part = Part::Easy;
            }
            Part::Easy => {
                // f^(p⁶ − 1), then that to the p² + 1.
                let f = self.registers[0].conjugate().mul(&self.registers[1]);
                self.registers[0] = f.frobenius_p2().mul(&f);
                self.part = Part::Step(0);
            }
            Part::Step(index) => {
                let index = *index;
                self.begin(index);
            }
            Part::Power(index, to, power) => {
                if let Some(power) = power.step() {
                    let (index, to) = (*index, *to);
                    put(&mut self.registers, to, if T::SEED_NEGATIVE { power.conjugate() } else { power });
                    self.finish(index, to);
                }
            }
            Part::Done(register) => return Some(Gt::of(value(&self.registers, *register).clone())),
        }
        None
    }

    /// Does a step of the program, or begins it.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    fn begin(&mut self, index: usize) {
        const { assert!(names_registers(program(T::FAMILY)), "a step of the program names a register that is not there") };
        let registers = &mut self.registers;
        // There is a step: `finish` sees to it.
        let Some(&step) = program(T::FAMILY).get(index) else {
            debug_assert!(false, "the program ends before");
            self.part = Part::Done(0);
            return;
        };
        let to = match step {
            Step::Power(to, of) => {
                self.part = Part::Power(index, to, CyclotomicPower::new(value(registers, of), &T::SEED));
                return;
            }
            Step::Square(to, of) => {
                let square = value(registers, of).cyclotomic_sqr();
                put(registers, to, square);
                to
            }
            Step::Product(to, a, b, map) => {
                let b = value(registers, b);
                let image = match map {
                    Map::Same => b.clone(),
                    Map::Inverse => b.conjugate(),
                    Map::P => b.frobenius(),
                    Map::P2 => b.frobenius_p2(),
                    Map::P3 => b.frobenius_p3(),
                };
                let product = value(registers, a).mul(&image);
                put(registers, to, product);
                to
            }
        };
        self.finish(index, to);
    }

    fn finish(&mut self, index: usize, to: usize) {
        self.part = if index + 1 == program(T::FAMILY).len() { Part::Done(to) } else { Part::Step(index + 1) };
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

/// f^(c·(p¹² − 1)/r), an element of order r or one; c depends on the family, see [`Pairing`] and its families.
///
/// On the engine of the value, whichever that is: [`bls12_381::final_exponentiation`](crate::bls12_381::final_exponentiation) and
/// [`bn254::final_exponentiation`](crate::bn254::final_exponentiation) take words to the fastest engine of the CPU.
pub fn final_exponentiation<T: Pairing<Fp: Invert>>(f: &Fp12<T>) -> Gt<T> {
    FinalExponentiation::new(f).run()
}
