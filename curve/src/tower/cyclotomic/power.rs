//! Powers in the cyclotomic subgroup, as a step machine.

use crate::field::{Field, Invert};
use crate::tower::{Fp12, Tower};
use crate::windows::{TABLE, Windows, entry};

use super::decompress;

/// Elements that are decompressed at once: as many long runs of squarings as an exponent is expected to have.
const KEPT: usize = 3;

/// Squarings in a row that are worth a decompression, which costs about three squarings: a third is saved of each.
const LONG: u8 = 9;

/// Which of a caller's registers a power works in, all different but where [`Places::spare`] says otherwise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places {
    /// Where the power is to stand.
    pub to: usize,
    /// The base, which stays.
    pub of: usize,
    /// What is written over. The second is used by exponents with long runs alone, and after the base was read for the last time, so that it may be the base.
    pub spare: [usize; 2],
}

/// a^n for a in the cyclotomic subgroup and a public n, in steps of a squaring and at most one product, or an inversion; on registers of the caller's, so that
/// whoever takes several powers one after the other has their values once. Time depends on n alone. For other a some other value.
///
/// An exponent whose three lowest runs of zeros are long, in digits of 1 and −1, is read from below where the engine's inversion is worth it
/// ([`Field::COMPRESSES`]): the squarings of these runs are done on B and C alone ([`Compressed`](super::Compressed)), the elements at their ends are
/// decompressed together, and the squarings and products that are left follow. Any other is read from above, in windows, with a
/// [`Tripled`](super::Tripled) power.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PowerSteps {
    n: Windows,
    places: Places,
    state: State,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// From above: the power so far stands tripled in its place, the cube of the base, if the table has it, in the first spare one. Digits that are behind,
    /// squarings left before the next.
    Windows { digit: usize, squarings: u8 },
    /// From below, in a long run: the place of the power and the spare ones hold the powers of two at the ends of the runs, the last of them the one
    /// that is squared. How many are complete, squarings left before the end of the run.
    Long { kept: usize, squarings: u8 },
    /// From below, after the long runs: the power so far in its place, the power of two in the second spare one. Digits that are left, squarings left before the
    /// next.
    Short { digits: usize, squarings: u8 },
    Done,
}

/// Squarings before a digit as it is read from above, or after the last one; none beyond.
fn squarings_before(n: &Windows, digit: usize) -> u8 {
    match n.steps.get(digit) {
        Some(&(squarings, _)) => squarings,
        None if digit == n.steps.len() => n.last,
        None => 0,
    }
}

/// Whether the exponent is one to read from below.
fn has_long_runs(n: &Windows) -> bool {
    let digits = n.steps.len();
    let long = |i: usize| squarings_before(n, digits - i) >= LONG;
    n.table == 1 && digits >= KEPT && (0..KEPT).all(long)
}

/// The digit of a step from above; 1 beyond the last.
fn digit_at(n: &Windows, step: usize) -> i8 {
    n.steps.get(step).map_or(1, |&(_, digit)| digit)
}

/// Works on two registers; those that are named are there and differ.
fn on_two<T: Tower>(registers: &mut [Fp12<T>], a: usize, b: usize, work: impl FnOnce(&mut Fp12<T>, &mut Fp12<T>)) {
    let two = registers.get_disjoint_mut([a, b]);
    debug_assert!(two.is_ok(), "two registers that are there");
    if let Ok([a, b]) = two {
        work(a, b);
    }
}

/// Works on one register, which is there.
fn on_one<T: Tower>(registers: &mut [Fp12<T>], place: usize, work: impl FnOnce(&mut Fp12<T>)) {
    let register = registers.get_mut(place);
    debug_assert!(register.is_some(), "a register that is there");
    if let Some(register) = register {
        work(register);
    }
}

/// Registers `to` ← `of`.
#[cfg_attr(target_arch = "riscv32", inline(never))]
pub(crate) fn copy<T: Tower>(registers: &mut [Fp12<T>], to: usize, of: usize) {
    on_two(registers, to, of, |to, of| to.clone_from(of));
}

/// Registers `to` ← `to`·`by`.
pub(crate) fn multiply<T: Tower>(registers: &mut [Fp12<T>], to: usize, by: usize) {
    on_two(registers, to, by, |to, by| to.mul_assign(by));
}

/// Registers `to` ← `to`·`by`, or times the inverse of `by` where the digit is negative: there and back again, which is less than a place for it.
fn multiply_signed<T: Tower>(registers: &mut [Fp12<T>], to: usize, by: usize, digit: i8) {
    on_two(registers, to, by, |to, by| {
        if digit < 0 {
            by.conjugate_assign();
        }
        to.mul_assign(by);
        if digit < 0 {
            by.conjugate_assign();
        }
    });
}

impl PowerSteps {
    /// Begins a power.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub(crate) fn new<T: Tower<Fp: Invert>>(registers: &mut [Fp12<T>], places: Places, n: &Windows) -> Self {
        let Places { to, of, spare: [cube, _] } = places;
        let state = if T::Fp::COMPRESSES && has_long_runs(n) {
            copy(registers, to, of);
            State::Long { kept: 0, squarings: n.last }
        } else {
            if n.table > 1 {
                copy(registers, cube, of);
                on_one(registers, cube, Fp12::cyclotomic_sqr_assign);
                multiply(registers, cube, of);
            }
            copy(registers, to, Self::entry_of(&places, n.first));
            on_one(registers, to, Fp12::tripled_assign);
            State::Windows { digit: 0, squarings: squarings_before(n, 0) }
        };
        Self { n: *n, places, state }
    }

    /// Where the odd multiple of a digit stands.
    const fn entry_of(places: &Places, digit: u8) -> usize {
        const { assert!(TABLE == 2) };
        if entry(digit) == 0 { places.of } else { places.spare[0] }
    }

    /// One step, and whether the power is there.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub(crate) fn step<T: Tower<Fp: Invert>>(&mut self, registers: &mut [Fp12<T>]) -> bool {
        let n = &self.n;
        let Places { to, spare: [first, second], .. } = self.places;
        match &mut self.state {
            State::Done => return true,
            State::Windows { squarings: 0, .. } => {}
            State::Windows { digit, squarings } => {
                on_one(registers, to, Fp12::tripled_sqr_assign);
                *squarings -= 1;
                if *squarings > 0 {
                    return false;
                }
                if let Some(&(_, value)) = n.steps.get(*digit) {
                    let place = Self::entry_of(&self.places, value.unsigned_abs());
                    multiply_signed(registers, to, place, value);
                }
                *digit += 1;
                *squarings = squarings_before(n, *digit);
                if *squarings > 0 {
                    return false;
                }
            }
            State::Long { kept: KEPT, .. } => {
                if let Ok(kept) = registers.get_disjoint_mut([to, first, second]) {
                    decompress(kept);
                }
                // The digits from below are those of the last steps.
                let digits = n.steps.len().saturating_sub(KEPT);
                if digit_at(n, digits + 2) < 0 {
                    on_one(registers, to, Fp12::conjugate_assign);
                }
                multiply_signed(registers, to, first, digit_at(n, digits + 1));
                multiply_signed(registers, to, second, digit_at(n, digits));
                self.state = State::Short { digits, squarings: squarings_before(n, digits) };
                return false;
            }
            State::Long { kept, squarings } => {
                const { assert!(KEPT == 3) };
                let places = [to, first, second];
                let place = |kept: usize| places.get(kept).copied().unwrap_or(second);
                on_one(registers, place(*kept), Fp12::compressed_sqr_assign);
                *squarings -= 1;
                if *squarings == 0 {
                    *kept += 1;
                    if *kept < KEPT {
                        copy(registers, place(*kept), place(*kept - 1));
                    }
                    *squarings = squarings_before(n, n.steps.len().saturating_sub(*kept));
                }
                return false;
            }
            State::Short { digits, squarings } => {
                on_one(registers, second, Fp12::cyclotomic_sqr_assign);
                *squarings -= 1;
                if *squarings > 0 {
                    return false;
                }
                // Above the highest step stands the first digit, which is 1.
                let value = digits.checked_sub(1).map_or(1, |step| digit_at(n, step));
                multiply_signed(registers, to, second, value);
                if *digits > 0 {
                    *digits -= 1;
                    *squarings = squarings_before(n, *digits);
                    return false;
                }
                self.state = State::Done;
                return true;
            }
        }
        on_one(registers, to, Fp12::third_assign);
        self.state = State::Done;
        true
    }
}

/// A power as a machine of its own: the steps are those of [`Fp12::cyclotomic_power`]. A clone is a snapshot to resume from.
#[derive(Debug)]
pub struct CyclotomicPower<T: Tower> {
    registers: [Fp12<T>; 4],
    steps: PowerSteps,
}

impl<T: Tower> Clone for CyclotomicPower<T> {
    fn clone(&self) -> Self {
        Self { registers: self.registers.clone(), steps: self.steps }
    }
}

impl<T: Tower<Fp: Invert>> CyclotomicPower<T> {
    /// The machine before its first step.
    pub fn new(a: &Fp12<T>, n: &Windows) -> Self {
        let mut registers = [(); 4].map(|()| a.clone());
        let steps = PowerSteps::new(&mut registers, Places { to: 0, of: 1, spare: [2, 3] }, n);
        Self { registers, steps }
    }

    /// One step: a squaring and at most one product, or an inversion; the power once all are done.
    pub fn step(&mut self) -> Option<Fp12<T>> {
        self.steps.step(&mut self.registers).then(|| self.registers[0].clone())
    }

    /// Runs to the end.
    #[must_use]
    pub fn run(mut self) -> Fp12<T> {
        while !self.steps.step(&mut self.registers) {}
        let [power, ..] = self.registers;
        power
    }
}

impl<T: Tower<Fp: Invert>> Fp12<T> {
    /// a^n for a in the cyclotomic subgroup and a public n. Time depends on n alone.
    #[must_use]
    pub fn cyclotomic_power(&self, n: &Windows) -> Self {
        CyclotomicPower::new(self, n).run()
    }
}
