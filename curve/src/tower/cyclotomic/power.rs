//! Powers in the cyclotomic subgroup, as a step machine.

use super::{Compressed, Tripled};
use crate::field::{Field, Invert};
use crate::tower::{Fp12, Tower};
use crate::windows::{TABLE, Windows, entry};

/// Elements that are decompressed at once: as many long runs of squarings as an exponent is expected to have.
const KEPT: usize = 3;

/// Squarings in a row that are worth a decompression, which costs about three squarings: a third is saved of each.
const LONG: u8 = 9;

/// a^n for a in the cyclotomic subgroup and a public n, in steps of a squaring and at most one product, or an inversion. Time depends on n
/// alone. For other a some other value. A clone is a snapshot to resume from.
///
/// An exponent whose three lowest runs of zeros are long, in digits of 1 and −1, is read from below where the engine's inversion is worth it
/// ([`Field::COMPRESSES`]): the squarings of these runs are done on [`Compressed`] elements, those at their ends are decompressed together, and the
/// squarings and products that are left follow. Any other is read from above, in windows, with a [`Tripled`] power.
#[derive(Debug)]
pub struct CyclotomicPower<T: Tower> {
    n: Windows,
    state: State<T>,
}

#[derive(Debug)]
enum State<T: Tower> {
    /// From above: the power so far, the odd powers of the base, digits that are behind, squarings left before the next.
    Windows {
        power: Tripled<T>,
        table: [Fp12<T>; TABLE],
        digit: usize,
        squarings: u8,
    },
    /// From below, in a long run: the compressed power of two, those that are kept, how many, squarings left before the next.
    Long {
        square: Compressed<T>,
        kept: [Compressed<T>; KEPT],
        count: usize,
        squarings: u8,
    },
    /// From below, after the long runs: the power of two, the product so far, digits that are left, squarings left before the next.
    Short {
        square: Fp12<T>,
        power: Fp12<T>,
        digits: usize,
        squarings: u8,
    },
    Done(Fp12<T>),
}

impl<T: Tower> Clone for CyclotomicPower<T> {
    fn clone(&self) -> Self {
        Self { n: self.n, state: self.state.clone() }
    }
}

impl<T: Tower> Clone for State<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Windows { power, table, digit, squarings } => {
                Self::Windows { power: power.clone(), table: table.clone(), digit: *digit, squarings: *squarings }
            }
            Self::Long { square, kept, count, squarings } => {
                Self::Long { square: square.clone(), kept: kept.clone(), count: *count, squarings: *squarings }
            }
            Self::Short { square, power, digits, squarings } => {
                Self::Short { square: square.clone(), power: power.clone(), digits: *digits, squarings: *squarings }
            }
            Self::Done(power) => Self::Done(power.clone()),
        }
    }
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

/// The odd multiple of a digit.
fn entry_of<T: Tower>([one, three]: &[Fp12<T>; TABLE], digit: u8) -> &Fp12<T> {
    if entry(digit) == 0 { one } else { three }
}

/// a where the digit is positive, its inverse where it is negative.
fn signed<T: Tower>(a: &Fp12<T>, digit: i8) -> Fp12<T> {
    if digit > 0 { a.clone() } else { a.conjugate() }
}

impl<T: Tower<Fp: Invert>> CyclotomicPower<T> {
    /// The machine before its first step.
    pub fn new(a: &Fp12<T>, n: &Windows) -> Self {
        let state = if T::Fp::COMPRESSES && has_long_runs(n) {
            let square = a.compress();
            let kept = [(); KEPT].map(|()| square.clone());
            State::Long { square, kept, count: 0, squarings: n.last }
        } else {
            let three = if n.table > 1 { a.cyclotomic_sqr().mul(a) } else { a.clone() };
            let table = [a.clone(), three];
            State::Windows {
                power: entry_of(&table, n.first).tripled(),
                table,
                digit: 0,
                squarings: squarings_before(n, 0),
            }
        };
        Self { n: *n, state }
    }

    /// One step; the power once all are done.
    pub fn step(&mut self) -> Option<Fp12<T>> {
        let n = &self.n;
        let next = match &mut self.state {
            State::Done(power) => return Some(power.clone()),
            State::Windows { power, squarings: 0, .. } => State::Done(power.third()),
            State::Windows { power, table, digit, squarings } => {
                power.square();
                *squarings -= 1;
                if *squarings > 0 {
                    return None;
                }
                if let Some(&(_, value)) = n.steps.get(*digit) {
                    power.multiply(&signed(entry_of(table, value.unsigned_abs()), value));
                }
                *digit += 1;
                *squarings = squarings_before(n, *digit);
                if *squarings > 0 {
                    return None;
                }
                State::Done(power.third())
            }
            State::Long { kept, count: KEPT, .. } => {
                // The digits from below are those of the last steps.
                let squares = Compressed::decompress(kept);
                let digits = n.steps.len().saturating_sub(KEPT);
                let [lowest, others @ ..] = &squares;
                let mut power = signed(lowest, digit_at(n, digits + KEPT - 1));
                for (square, step) in others.iter().zip((digits..digits + KEPT - 1).rev()) {
                    power = power.mul(&signed(square, digit_at(n, step)));
                }
                let [.., square] = squares;
                State::Short { square, power, digits, squarings: squarings_before(n, digits) }
            }
            State::Long { square, kept, count, squarings } => {
                *square = square.sqr();
                *squarings -= 1;
                if *squarings == 0 {
                    debug_assert!(*count < KEPT);
                    if let Some(place) = kept.get_mut(*count) {
                        *place = square.clone();
                    }
                    *count += 1;
                    *squarings = squarings_before(n, n.steps.len().saturating_sub(*count));
                }
                return None;
            }
            State::Short { square, power, digits, squarings } => {
                *square = square.cyclotomic_sqr();
                *squarings -= 1;
                if *squarings > 0 {
                    return None;
                }
                // Above the highest step stands the first digit, which is 1.
                let value = digits.checked_sub(1).map_or(1, |step| digit_at(n, step));
                *power = power.mul(&signed(square, value));
                if *digits > 0 {
                    *digits -= 1;
                    *squarings = squarings_before(n, *digits);
                    return None;
                }
                State::Done(power.clone())
            }
        };
        self.state = next;
        match &self.state {
            State::Done(power) => Some(power.clone()),
            _ => None,
        }
    }

    /// Runs to the end.
    #[must_use]
    pub fn run(mut self) -> Fp12<T> {
        loop {
            if let Some(power) = self.step() {
                return power;
            }
        }
    }
}

impl<T: Tower<Fp: Invert>> Fp12<T> {
    /// a^n for a in the cyclotomic subgroup and a public n: [`CyclotomicPower`].
    #[must_use]
    pub fn cyclotomic_power(&self, n: &Windows) -> Self {
        CyclotomicPower::new(self, n).run()
    }
}
