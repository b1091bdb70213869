//! f ↦ f^(c·(p¹² − 1)/r) for BLS12 and BN curves, c prime to r.
//!
//! Easy part: m = f^((p⁶ − 1)(p² + 1)), one inversion, lands in the cyclotomic subgroup. Hard part:
//! m^(c·(p⁴ − p² + 1)/r), a short program of powers by the seed x, products and Frobenius maps
//! ([`Step`]):
//!
//! * BLS12, c = 3: (x − 1)²·(x + p)·(x² + p² − 1) + 3 (Hayashida, Hayasaka, Teruya, "Efficient
//!   Final Exponentiation via Cyclotomic Structure for Pairings over Families of Elliptic Curves",
//!   ePrint 2020/875, §3.1). Five powers, 8 products, a square.
//! * BN, c = 2x(6x² + 3x + 1): λ₀ + λ₁p + λ₂p² + λ₃p³ with λ₂ = 12x³ + 6x² + 6x, λ₁ = λ₂ − 2x, λ₀ =
//!   λ₂ + 6x² + 1, λ₃ = λ₁ − 1 (L. Fuentes-Castañeda, E. Knapp, F. Rodríguez-Henríquez, "Faster
//!   hashing to G2", SAC 2011, §5; order of the steps after S. Duquesne, L. Ghammam, "Memory-saving
//!   computation of the pairing final exponentiation on BN curves", ePrint 2015/192). Three powers,
//!   10 products, 3 squares.
//!
//! A power by x is the cyclotomic squarings and products of [`Pairing::SEED`], see
//! [`CyclotomicPower`]: on BLS12-381 57 of compressed elements, 6 of others, 5 products and an
//! inversion (with few registers 48 and 15), or where inversions are dear 63 of others and 5
//! products; on BN254 61 squarings and 18 products. The easy part has 2 products.
//!
//! Without a carry flag the steps are functions of their own: one that holds them all has the
//! values of all on its stack.
//!
//! A Miller value is never zero (no line is), so the inversion has no exceptional case; zero would
//! give zero.

use super::{Family, Gt, Pairing};
use crate::field::{Field, Invert, Masked};
use crate::tower::{FEW_REGISTERS, Fp12, Places, PowerSteps, Registers};

/// What is done to an operand on the way, all nearly free; in the cyclotomic subgroup the conjugate
/// is the inverse.
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
    /// To the first from the second: its power by x, which may write over two more.
    Power(usize, usize, [usize; 2]),
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
        Family::Bls12 if FEW_REGISTERS => &[
            Power(1, 0, [3, 3]),
            Product(1, 1, 0, Inverse), // x − 1
            Power(2, 1, [3, 3]),
            Product(2, 2, 1, Inverse), // (x − 1)²
            Power(1, 2, [3, 3]),
            Product(1, 1, 2, P), // e = (x − 1)²(x + p)
            Power(2, 1, [3, 3]),
            Power(3, 2, [2, 2]), // x²e
            Product(3, 3, 1, P2),
            Product(3, 3, 1, Inverse), // (x² + p² − 1)e
            Square(1, 0),
            Product(1, 1, 0, Same), // 3
            Product(3, 3, 1, Same),
        ],
        Family::Bls12 => &[
            Power(1, 0, [3, 4]),
            Product(1, 1, 0, Inverse), // x − 1
            Power(2, 1, [3, 4]),
            Product(2, 2, 1, Inverse), // (x − 1)²
            Power(1, 2, [3, 4]),
            Product(1, 1, 2, P), // e = (x − 1)²(x + p)
            Power(2, 1, [3, 4]),
            Power(3, 2, [4, 2]), // x²e
            Product(3, 3, 1, P2),
            Product(3, 3, 1, Inverse), // (x² + p² − 1)e
            Square(1, 0),
            Product(1, 1, 0, Same), // 3
            Product(3, 3, 1, Same),
        ],
        Family::Bn => &[
            Power(1, 0, [5, 4]),
            Square(1, 1), // 2x
            Square(2, 1),
            Product(2, 2, 1, Same), // 6x
            Power(3, 2, [5, 4]),    // 6x²
            Power(4, 3, [5, 5]),
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

/// How many registers the program of a family works in: those that it names, and one more if none
/// of those is free for images of factors. The first holds what it begins with.
pub(crate) const fn register_count(family: Family) -> usize {
    match family {
        Family::Bls12 if FEW_REGISTERS => 4,
        Family::Bls12 => 5,
        Family::Bn => 6,
    }
}

/// Where the image of a factor stands while it is multiplied to a register: in the last register,
/// or in that before it.
const fn image_beside(family: Family, to: usize) -> usize {
    let last = register_count(family) - 1;
    if to == last { last - 1 } else { last }
}

/// What comes next.
#[derive(Clone, Copy, Debug)]
enum Part {
    Inversion,
    Easy,
    /// The step of the program at hand.
    Step(usize),
    /// The power by the seed that this step is, and the register that it goes to.
    Power(usize, usize, PowerSteps),
    /// The register that has the value.
    Done(usize),
}

/// The registers that a step names: to, and from.
const fn named(step: Step) -> [usize; 3] {
    match step {
        Step::Power(to, of, _) | Step::Square(to, of) => [to, of, of],
        Step::Product(to, a, b, _) => [to, a, b],
    }
}

/// Whether a program does with its registers: all that it names are there, and where the image of a
/// factor stands and what a power may write over is not read after that before something else is
/// put there.
const fn fits(family: Family) -> bool {
    let (program, registers) = (program(family), register_count(family));
    let mut i = 0;
    while i < program.len() {
        let [to, a, b] = named(program[i]);
        if to >= registers || a >= registers || b >= registers {
            return false;
        }
        if let Step::Product(_, _, _, map) = program[i] {
            let image = image_beside(family, to);
            let has_image = !matches!(map, Map::Same) || to == b;
            let free =
                image != to && image != a && image != b && !is_read_from(program, i + 1, image);
            if has_image && !free {
                return false;
            }
        }
        if let Step::Power(_, _, [first, second]) = program[i] {
            // The second may be the base, or both: see `Places`.
            let first_is_base = first == a && !FEW_REGISTERS;
            if first >= registers
                || second >= registers
                || first == to
                || second == to
                || first_is_base
            {
                return false;
            }
            if is_read_from(program, i + 1, first) || is_read_from(program, i + 1, second) {
                return false;
            }
        }
        i += 1;
    }
    true
}

/// Whether a register is read by a step from this one on before one writes it.
const fn is_read_from(program: &[Step], mut i: usize, register: usize) -> bool {
    while i < program.len() {
        let [to, a, b] = named(program[i]);
        if a == register || b == register {
            return true;
        }
        if to == register {
            return false;
        }
        i += 1;
    }
    false
}

/// The final exponentiation as a step machine. A clone is a snapshot to resume from.
///
/// All of its values stand in its registers and are changed in place: in those that the program
/// names, and in the last one, which has the image of a factor and, as the others that are free
/// meanwhile, what a power needs besides.
#[derive(Debug)]
pub struct FinalExponentiation<T: Pairing> {
    part: Part,
    first: Fp12<T>,
    others: T::Registers,
}

impl<T: Pairing> Clone for FinalExponentiation<T> {
    fn clone(&self) -> Self {
        Self { part: self.part, first: self.first.clone(), others: self.others.clone() }
    }
}

/// Does a step of the program, or begins it; what comes next.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn begin<T: Pairing<Fp: Invert>>(registers: &mut Registers<'_, T>, index: usize) -> Part {
    const {
        assert!(
            fits(T::FAMILY),
            "a step of the program names a register that is not there, or not free"
        );
    };
    // There is a step: `after` sees to it.
    let Some(&step) = program(T::FAMILY).get(index) else {
        debug_assert!(false, "the program ends before");
        return Part::Done(0);
    };
    let to = match step {
        Step::Power(to, of, spare) => {
            return Part::Power(
                index,
                to,
                PowerSteps::new(registers, Places { to, of, spare }, &T::SEED),
            );
        }
        Step::Square(to, of) => {
            if to != of {
                registers.copy(to, of);
            }
            registers.change(to, Fp12::cyclotomic_sqr_assign);
            to
        }
        Step::Product(to, a, b, map) => {
            let mut image = b;
            if map != Map::Same || to == b {
                image = image_beside(T::FAMILY, to);
                registers.copy(image, b);
            }
            match map {
                Map::Same => {}
                Map::Inverse => registers.change(image, Fp12::conjugate_assign),
                Map::P => registers.change(image, Fp12::frobenius_assign),
                Map::P2 => registers.change(image, Fp12::frobenius_p2_assign),
                Map::P3 => {
                    registers.change(image, Fp12::frobenius_assign);
                    registers.change(image, Fp12::frobenius_p2_assign);
                }
            }
            if to != a {
                registers.copy(to, a);
            }
            registers.multiply(to, image);
            to
        }
    };
    after::<T>(index, to)
}

/// What comes after a step of the program.
const fn after<T: Pairing>(index: usize, to: usize) -> Part {
    if index + 1 == program(T::FAMILY).len() { Part::Done(to) } else { Part::Step(index + 1) }
}

impl Part {
    /// One step on the registers.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    fn advance<T: Pairing<Fp: Invert>>(&mut self, registers: &mut Registers<'_, T>) {
        *self = match self {
            Self::Inversion => {
                registers.copy(1, 0);
                registers.change(1, Fp12::invert_assign);
                Self::Easy
            }
            Self::Easy => {
                // f^(p⁶ − 1), then that to the p² + 1.
                registers.change(0, Fp12::conjugate_assign);
                registers.multiply(0, 1);
                registers.copy(1, 0);
                registers.change(1, Fp12::frobenius_p2_assign);
                registers.multiply(0, 1);
                Self::Step(0)
            }
            Self::Step(index) => begin(registers, *index),
            Self::Power(index, to, power) => {
                if !power.step(registers) {
                    return;
                }
                let (index, to) = (*index, *to);
                if T::SEED_NEGATIVE {
                    registers.change(to, Fp12::conjugate_assign);
                }
                after::<T>(index, to)
            }
            Self::Done(_) => return,
        };
    }

    /// The value where it stands, once all is done.
    fn value<'r, T: Pairing>(&self, registers: &'r Registers<'_, T>) -> Option<&'r Fp12<T>> {
        match self {
            Self::Done(register) => registers.get(*register),
            _ => None,
        }
    }
}

impl<T: Pairing<Fp: Invert>> FinalExponentiation<T> {
    /// The machine before its first step, for a Miller value.
    pub fn new(f: &Fp12<T>) -> Self {
        Self { part: Part::Inversion, first: f.clone(), others: T::registers(&f.ctx()) }
    }

    /// One inversion, or at most two products and a square in Fp12; the value once all are done.
    ///
    /// 335 steps on BLS12-381, 198 on BN254, where powers keep three elements: not on chips.
    pub fn step(&mut self) -> Option<Gt<T>> {
        let mut registers = Registers { first: &mut self.first, others: self.others.as_mut() };
        let value = self.part.value(&registers).map(|value| Gt::of(value.clone()));
        if value.is_none() {
            self.part.advance(&mut registers);
        }
        value
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

/// f^(c·(p¹² − 1)/r), an element of order r or one; c depends on the family, see [`Pairing`] and
/// its families.
///
/// On the engine of the value, whichever that is:
/// [`bls12_381::final_exponentiation`](crate::bls12_381::final_exponentiation) and
/// [`bn254::final_exponentiation`](crate::bn254::final_exponentiation) take words to the fastest
/// engine of the CPU.
pub fn final_exponentiation<T: Pairing<Fp: Invert>>(f: &Fp12<T>) -> Gt<T> {
    if const { T::Fp::SHAPE.small_stack } {
        let mut value = f.clone();
        final_exponentiation_assign(&mut value);
        return Gt::of(value);
    }
    FinalExponentiation::new(f).run()
}

/// [`final_exponentiation`] in place: the value is the first register, and the others are gone
/// before anything is done with what comes of it.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn final_exponentiation_assign<T: Pairing<Fp: Invert>>(f: &mut Fp12<T>) {
    let mut others = T::registers(&f.ctx());
    let mut registers = Registers { first: f, others: others.as_mut() };
    let mut part = Part::Inversion;
    loop {
        if let Part::Done(register) = part {
            if register > 0 {
                registers.copy(0, register);
            }
            return;
        }
        part.advance(&mut registers);
    }
}

/// Whether the final exponentiation of a Miller value is one; the value is lost.
pub(crate) fn final_exponentiation_is_one<T: Pairing<Fp: Invert + Masked>>(
    f: &mut Fp12<T>,
) -> <T::Fp as Masked>::Mask {
    final_exponentiation_assign(f);
    f.is_one()
}
