//! Powers in the cyclotomic subgroup, as a step machine.

use limb::each::Each;

use crate::field::{Field, Invert};
use crate::tower::{Fp12, Tower};
use crate::windows::{TABLE, Windows, entry};

use super::decompress;

/// Elements that are decompressed at once: as many long runs of squarings as an exponent is
/// expected to have, or one less where an element more is dear ([`FEW_REGISTERS`]).
const KEPT: usize = if FEW_REGISTERS { 2 } else { 3 };

/// Whether there is so little memory that a power works in one element less and takes some
/// squarings more, 9 of [`Pairing::SEED`](crate::pairing::Pairing::SEED) of BLS12-381.
pub(crate) const FEW_REGISTERS: bool = cfg!(any(target_arch = "riscv32", curvemark_word = "32"));

/// Squarings in a row that are worth a decompression, which costs about three squarings: a third is
/// saved of each.
const LONG: u8 = 9;

/// Which of a caller's registers a power works in, all different but where [`Places::spare`] says
/// otherwise, and none but the base the first.
///
/// Of exponents that are read from below the last of the powers of two that are kept stands in
/// [`Places::last`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places {
    /// Where the power is to stand.
    pub to: usize,
    /// The base, which stays.
    pub of: usize,
    /// What is written over. The second is used by exponents with long runs alone, and after the
    /// base was read for the last time, so that it may be the base. With [`FEW_REGISTERS`] it is
    /// not used, and that holds of the first, for exponents whose table is the base alone.
    pub spare: [usize; 2],
}

impl Places {
    const fn last(&self) -> usize {
        self.spare[KEPT - 2]
    }
}

/// a^n for a in the cyclotomic subgroup and a public n, in steps of a squaring and at most one
/// product, or an inversion; on registers of the caller's, so that whoever takes several powers one
/// after the other has their values once. Time depends on n alone. For other a some other value.
///
/// An exponent whose [`KEPT`] lowest runs of zeros are long, in digits of 1 and −1, is read from
/// below where the engine's inversion is worth it
/// ([`Shape::compresses`](crate::shapes::Shape::compresses)): the squarings of these runs are done
/// on B and C alone ([`Compressed`](super::Compressed)), the elements at their ends are
/// decompressed together, and the squarings and products that are left follow. Any other is read
/// from above, in windows, with a [`Tripled`](super::Tripled) power.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PowerSteps {
    n: Windows,
    places: Places,
    state: State,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// From above: the power so far stands tripled in its place, the cube of the base, if the table
    /// has it, in the first spare one. Digits that are behind, squarings left before the next.
    Windows {
        digit: usize,
        squarings: u8,
    },
    /// From below, in a long run: the place of the power and the spare ones hold the powers of two
    /// at the ends of the runs, the last of them the one that is squared. How many are complete,
    /// squarings left before the end of the run.
    Long {
        kept: usize,
        squarings: u8,
    },
    /// From below, after the long runs: the power so far in its place, the power of two in the last
    /// of those before. Digits that are left, squarings left before the next.
    Short {
        digits: usize,
        squarings: u8,
    },
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

/// The places of the powers that are kept.
const fn kept_of(places: [usize; 3]) -> [usize; KEPT] {
    const { assert!(KEPT == 2 || KEPT == 3) };
    let mut kept = [0; KEPT];
    let mut i = 0;
    while i < KEPT {
        kept[i] = places[i];
        i += 1;
    }
    kept
}

/// The digit of a step from above; 1 beyond the last.
fn digit_at(n: &Windows, step: usize) -> i8 {
    n.steps.get(step).map_or(1, |&(_, digit)| digit)
}

/// The values that a program works on, by number: the first stands where the caller has it, the
/// others behind it.
pub(crate) struct Registers<'r, T: Tower> {
    pub first: &'r mut Fp12<T>,
    pub others: &'r mut [Fp12<T>],
}

impl<T: Tower> Registers<'_, T> {
    /// A register, if it is there.
    pub(crate) fn get(&self, register: usize) -> Option<&Fp12<T>> {
        register.checked_sub(1).map_or(Some(&*self.first), |other| self.others.get(other))
    }

    /// Works on a register, which is there.
    pub(crate) fn change(&mut self, register: usize, work: impl FnOnce(&mut Fp12<T>)) {
        let value = match register.checked_sub(1) {
            None => Some(&mut *self.first),
            Some(other) => self.others.get_mut(other),
        };
        debug_assert!(value.is_some(), "a register that is there");
        if let Some(value) = value {
            work(value);
        }
    }

    /// Two registers, which are there and differ.
    fn two(&mut self, a: usize, b: usize) -> Option<[&mut Fp12<T>; 2]> {
        let two = match (a.checked_sub(1), b.checked_sub(1)) {
            (None, Some(b)) => self.others.get_mut(b).map(|b| [&mut *self.first, b]),
            (Some(a), None) => self.others.get_mut(a).map(|a| [a, &mut *self.first]),
            (Some(a), Some(b)) => self.others.get_disjoint_mut([a, b]).ok(),
            (None, None) => None,
        };
        debug_assert!(two.is_some(), "two registers that are there");
        two
    }

    /// `to` ← `of`.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub(crate) fn copy(&mut self, to: usize, of: usize) {
        if let Some([to, of]) = self.two(to, of) {
            to.clone_from(of);
        }
    }

    /// `to` ← `to`·`by`.
    pub(crate) fn multiply(&mut self, to: usize, by: usize) {
        if let Some([to, by]) = self.two(to, by) {
            to.mul_assign(by);
        }
    }

    /// `to` ← `to`·`by`, or times the inverse of `by` where the digit is negative: there and back
    /// again, which is less than a place for it.
    fn multiply_signed(&mut self, to: usize, by: usize, digit: i8) {
        if digit < 0 {
            self.change(by, Fp12::conjugate_assign);
        }
        self.multiply(to, by);
        if digit < 0 {
            self.change(by, Fp12::conjugate_assign);
        }
    }
}

impl PowerSteps {
    /// Begins a power.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub(crate) fn new<T: Tower<Fp: Invert>>(
        registers: &mut Registers<'_, T>,
        places: Places,
        n: &Windows,
    ) -> Self {
        let Places { to, of, spare: [cube, _] } = places;
        let state = if T::Fp::SHAPE.compresses && has_long_runs(n) {
            registers.copy(to, of);
            State::Long { kept: 0, squarings: n.last }
        } else {
            if n.table > 1 {
                registers.copy(cube, of);
                registers.change(cube, Fp12::cyclotomic_sqr_assign);
                registers.multiply(cube, of);
            }
            registers.copy(to, Self::entry_of(&places, n.first));
            registers.change(to, Fp12::tripled_assign);
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
    pub(crate) fn step<T: Tower<Fp: Invert>>(&mut self, registers: &mut Registers<'_, T>) -> bool {
        let n = &self.n;
        let (last, Places { to, spare: [first, second], .. }) = (self.places.last(), self.places);
        match &mut self.state {
            State::Done => return true,
            State::Windows { squarings: 0, .. } => {}
            State::Windows { digit, squarings } => {
                registers.change(to, Fp12::tripled_sqr_assign);
                *squarings -= 1;
                if *squarings > 0 {
                    return false;
                }
                if let Some(&(_, value)) = n.steps.get(*digit) {
                    let place = Self::entry_of(&self.places, value.unsigned_abs());
                    registers.multiply_signed(to, place, value);
                }
                *digit += 1;
                *squarings = squarings_before(n, *digit);
                if *squarings > 0 {
                    return false;
                }
            }
            State::Long { kept: KEPT, .. } => {
                // None of them is the first register: see `Places`.
                let kept: [usize; KEPT] =
                    kept_of([to, first, second]).each(|place| place.wrapping_sub(1));
                let kept = registers.others.get_disjoint_mut(kept);
                debug_assert!(kept.is_ok(), "registers that are there");
                if let Ok(kept) = kept {
                    decompress(kept);
                }
                // The digits from below are those of the last steps.
                let digits = n.steps.len().saturating_sub(KEPT);
                if digit_at(n, digits + KEPT - 1) < 0 {
                    registers.change(to, Fp12::conjugate_assign);
                }
                registers.multiply_signed(to, first, digit_at(n, digits + KEPT - 2));
                if const { KEPT > 2 } {
                    registers.multiply_signed(to, second, digit_at(n, digits));
                }
                self.state = State::Short { digits, squarings: squarings_before(n, digits) };
                return false;
            }
            State::Long { kept, squarings } => {
                let places = kept_of([to, first, second]);
                let place = |kept: usize| places.get(kept).copied().unwrap_or(last);
                registers.change(place(*kept), Fp12::compressed_sqr_assign);
                *squarings -= 1;
                if *squarings == 0 {
                    *kept += 1;
                    if *kept < KEPT {
                        registers.copy(place(*kept), place(*kept - 1));
                    }
                    *squarings = squarings_before(n, n.steps.len().saturating_sub(*kept));
                }
                return false;
            }
            State::Short { digits, squarings } => {
                registers.change(last, Fp12::cyclotomic_sqr_assign);
                *squarings -= 1;
                if *squarings > 0 {
                    return false;
                }
                // Above the highest step stands the first digit, which is 1.
                let value = digits.checked_sub(1).map_or(1, |step| digit_at(n, step));
                registers.multiply_signed(to, last, value);
                if *digits > 0 {
                    *digits -= 1;
                    *squarings = squarings_before(n, *digits);
                    return false;
                }
                self.state = State::Done;
                return true;
            }
        }
        registers.change(to, Fp12::third_assign);
        self.state = State::Done;
        true
    }
}

/// A power as a machine of its own: the steps are those of [`Fp12::cyclotomic_power`]. A clone is a
/// snapshot to resume from.
#[derive(Debug)]
pub struct CyclotomicPower<T: Tower> {
    base: Fp12<T>,
    others: [Fp12<T>; 3],
    steps: PowerSteps,
}

impl<T: Tower> Clone for CyclotomicPower<T> {
    fn clone(&self) -> Self {
        Self { base: self.base.clone(), others: self.others.clone(), steps: self.steps }
    }
}

impl<T: Tower<Fp: Invert>> CyclotomicPower<T> {
    /// The machine before its first step.
    pub fn new(a: &Fp12<T>, n: &Windows) -> Self {
        let (mut base, mut others) = (a.clone(), [(); 3].each(|()| a.clone()));
        let mut registers = Registers { first: &mut base, others: &mut others };
        let steps = PowerSteps::new(&mut registers, Places { to: 1, of: 0, spare: [2, 3] }, n);
        Self { base, others, steps }
    }

    /// One step: a squaring and at most one product, or an inversion; the power once all are done.
    pub fn step(&mut self) -> Option<Fp12<T>> {
        self.advance().then(|| self.others[0].clone())
    }

    fn advance(&mut self) -> bool {
        self.steps.step(&mut Registers { first: &mut self.base, others: &mut self.others })
    }

    /// Runs to the end.
    #[must_use]
    pub fn run(mut self) -> Fp12<T> {
        while !self.advance() {}
        let [power, ..] = self.others;
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
