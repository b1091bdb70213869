//! Products of pairings, one at a time: on lanes, in residue numbers, on words or here, as the door
//! says.
//!
//! Constant-time in the points; their number and which of them are prepared is public.

use limb::each::array;
use subtle::Choice;

use super::batch::miller_loop_in_lanes;
use super::{
    Gt, MillerLoop, MillerPair, Pairing, final_exponentiation, final_exponentiation_is_one,
};
use crate::crossover::{self, Crossover, Single};
use crate::engines::door::{elsewhere, has_lanes, in_lanes};
use crate::engines::pairings::{
    PairingEngines, PairingInLanes, pairing_elsewhere, pairing_in_residue_numbers,
};
use crate::field::{Anywhere, Field, Holds, Invert, Lanes, Masked, Red};
use crate::pairing::PairingThere;
use crate::tower::{Fp12, Tower};

/// Pairs that go to another engine of one element at once, in 9 kB on the stack, or 24 kB in a
/// residue-number system.
const PAIRS: usize = 16;

/// The Miller loop over a slice of fresh pairs, which it uses up; one for none.
///
/// On another engine of one element it takes sixteen pairs at a time, each time with the 63
/// squarings of a loop: 3 % of it. Prepared lines enter one by one, as the loop comes to them.
pub(crate) fn miller_loop<T: PairingInLanes>(pairs: &mut [MillerPair<'_, T>]) -> Fp12<T> {
    // Full vectors, then those that are left.
    let lanes = <<T::Lanes as Tower>::Fp as Lanes>::WIDTH;
    let in_lanes = has_lanes::<T::Fp>() && enough::<T>(&crossover::PAIRS, pairs.len());
    let full = if in_lanes { pairs.len() & !(lanes - 1) } else { 0 };
    let (full, rest) = pairs.split_at_mut(full);
    let value = |pairs: &mut [MillerPair<'_, T>]| {
        let some = in_lanes!(T, enough::<T>(&crossover::PAIRS, pairs.len()) => miller_loop_in_lanes::<T, _>(pairs));
        some.flatten().unwrap_or_else(|| miller_loop_one_by_one(pairs))
    };
    match (full.is_empty(), rest.is_empty()) {
        (false, true) => value(full),
        (true, _) => value(rest),
        (false, false) => value(full).mul(&value(rest)),
    }
}

/// The Miller loop over fresh pairs, at least one, on another engine of one element.
fn loop_there<T: Pairing, D>(there: &PairingThere<D>, pairs: &[MillerPair<'_, T>]) -> Fp12<D>
where
    D: Pairing<Fp: Holds<T::Fp> + Masked + Invert>,
{
    let mut product: Option<Fp12<D>> = None;
    for chunk in pairs.chunks(PAIRS) {
        let value = match chunk {
            // A pairing, and what most verifications ask for: no places for pairs that are not
            // there, of 1.5 kB each.
            [one] => chunk_there(there, chunk, &mut [one.enter(there)]),
            [one, two] => chunk_there(there, chunk, &mut [one.enter(there), two.enter(there)]),
            _ => {
                let filler = chunk[0].enter(there);
                let mut entered: [MillerPair<'_, D>; PAIRS] = array(|i| {
                    chunk
                        .get(i)
                        .filter(|_| i > 0)
                        .map_or_else(|| filler.clone(), |pair| pair.enter(there))
                });
                chunk_there(there, chunk, &mut entered[..chunk.len()])
            }
        };
        product = Some(product.map_or_else(|| value.clone(), |product| product.mul(&value)));
    }
    product.unwrap_or_else(|| Fp12::<D>::one_in(there))
}

/// The Miller loop over pairs that were taken there.
#[inline(never)]
fn chunk_there<T: Pairing, D>(
    there: &PairingThere<D>,
    here: &[MillerPair<'_, T>],
    entered: &mut [MillerPair<'_, D>],
) -> Fp12<D>
where
    D: Pairing<Fp: Holds<T::Fp> + Masked + Invert>,
{
    let mut machine = MillerLoop::<D, _>::new(there, entered);
    while !machine.advance(|pair, line| here[pair].line_there(there, line)) {}
    machine.value()
}

/// The pairing product over fresh pairs, at least one, there.
fn product_there<T: Pairing, D>(there: &PairingThere<D>, pairs: &[MillerPair<'_, T>]) -> Gt<D>
where
    D: Pairing<Fp: Holds<T::Fp> + Masked + Invert>,
{
    final_exponentiation(&loop_there(there, pairs))
}

/// [`miller_loop`] on the fastest engine of one element.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn miller_loop_one_by_one<T: PairingEngines<Fp: Anywhere>>(
    pairs: &mut [MillerPair<'_, T>],
) -> Fp12<T> {
    elsewhere!(long T, |there| Fp12::leave(&loop_there(there, pairs)));
    let mut machine = MillerLoop::new(&(), pairs);
    while !machine.advance(|_, line| T::kept_line(&(), line)) {}
    machine.last_value()
}

/// The pairing of one fresh pair.
pub(crate) fn pairing_of_one<T: PairingEngines<Fp: Anywhere>>(pair: MillerPair<'_, T>) -> Gt<T> {
    let pair = [pair];
    elsewhere!(long T, |there| Gt::leave(&product_there(there, &pair)));
    final_exponentiation(&super::multi_miller_loop(&(), pair))
}

/// As [`miller_loop_one_by_one`], on the engine of the pairs; none for one.
#[inline(never)]
fn loop_here<T: PairingEngines<Fp: Anywhere>>(pairs: &mut [MillerPair<'_, T>]) -> Option<Fp12<T>> {
    let mut machine = MillerLoop::new(&(), pairs);
    while !machine.advance(|_, line| T::kept_line(&(), line)) {}
    machine.take_last()
}

/// Whether the pairing product over fresh pairs is one.
pub(crate) fn product_is_one<T: PairingInLanes>(pairs: &mut [MillerPair<'_, T>]) -> Choice {
    if const { T::Fp::SHAPE.small_stack } {
        return last_is_one(loop_here(pairs));
    }
    if !pairs.is_empty() && !enough::<T>(&crossover::PAIRS, pairs.len()) {
        // From the points to the verdict there.
        elsewhere!(residues T, |there| product_there(there, pairs).is_identity());
    }
    value_is_one(miller_loop(pairs))
}

/// As [`product_is_one`], of pairs that are made here: where there is little memory, they are gone
/// before the final exponentiation.
pub(crate) fn product_of_fresh_pairs_is_one<'q, T: PairingInLanes, const N: usize>(
    pairs: impl FnOnce() -> [MillerPair<'q, T>; N],
) -> Choice {
    /// A function of its own, which has the pairs in its frame.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    fn loop_over<'q, T: PairingInLanes, const N: usize>(
        pairs: impl FnOnce() -> [MillerPair<'q, T>; N],
    ) -> Fp12<T> {
        let mut pairs = pairs();
        miller_loop(&mut pairs)
    }
    /// As that, on the engine of the pairs.
    #[inline(never)]
    fn loop_over_here<'q, T: PairingInLanes, const N: usize>(
        pairs: impl FnOnce() -> [MillerPair<'q, T>; N],
    ) -> Option<Fp12<T>> {
        let mut pairs = pairs();
        loop_here(&mut pairs)
    }
    if const { T::Fp::SHAPE.small_stack } {
        return last_is_one(loop_over_here(pairs));
    }
    if pairing_in_residue_numbers::<T>() {
        return product_is_one(&mut pairs());
    }
    value_is_one(loop_over(pairs))
}

/// As [`product_of_fresh_pairs_is_one`] of one pair and of one whose lines are kept
/// ([`PairingEngines::kept_line`]), by its point ([`monic_point`](super::monic_point)): for engines
/// that are not left.
pub(crate) fn product_beside_kept_lines_is_one<'q, T: PairingInLanes>(
    kept: impl FnOnce() -> [Red<T::Fp>; 2],
    pair: impl FnOnce() -> MillerPair<'q, T>,
) -> Choice {
    /// A function of its own, which has both in its frame.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    fn loop_over<'q, T: PairingInLanes>(
        kept: impl FnOnce() -> [Red<T::Fp>; 2],
        pair: impl FnOnce() -> MillerPair<'q, T>,
    ) -> Option<Fp12<T>> {
        let (kept, mut pair) = (kept(), pair());
        let mut machine = MillerLoop::new(&(), core::slice::from_mut(&mut pair));
        while !machine.advance_beside(&kept, |line| T::kept_line(&(), line)) {}
        machine.take_last()
    }
    last_is_one(loop_over(kept, pair))
}

/// As [`value_is_one`], on the engine of the value; none is one.
#[inline(always)]
fn last_is_one<T: PairingEngines>(mut value: Option<Fp12<T>>) -> Choice {
    value.as_mut().map_or(Choice::from(1), final_exponentiation_is_one)
}

/// Whether a Miller value's final exponentiation is one.
#[inline(always)]
fn value_is_one<T: PairingEngines>(mut value: Fp12<T>) -> Choice {
    if pairing_elsewhere::<T>() {
        return final_exponentiation_of_one(&value).is_identity();
    }
    final_exponentiation_is_one(&mut value)
}

/// Whether so many items are worth lanes, if the CPU has them: none are beside a residue-number
/// system. Microseconds there for products of 2, 8 and 64 pairs 215, 455 and 2700, in lanes 780,
/// 900 and 3600; for 8 pairings 1400 and 1410, for 8 powers 380 and 710.
pub(super) fn enough<T: PairingEngines>(crossover: &Crossover, items: usize) -> bool {
    let single =
        if pairing_in_residue_numbers::<T>() { Single::RemaindersFp2 } else { Single::Words };
    crossover.reached_beside(single, items)
}

/// The final exponentiation of one value, on the fastest engine of one element.
pub(crate) fn final_exponentiation_of_one<T: PairingEngines>(value: &Fp12<T>) -> Gt<T> {
    elsewhere!(long T, |there| Gt::leave(&final_exponentiation(&value.enter(there))));
    final_exponentiation(value)
}
