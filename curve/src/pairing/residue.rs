//! Whether a product of pairings is one, by a witness in place of a final exponentiation.
//!
//! A program whose every instruction is paid for, such as the guest of a zkVM, does not have to
//! find out whether a Miller value is one in the pairing. Somebody whom nobody trusts can show it.
//! The proof is short: an element g of Fp6. The idea is that of A. Novakovic, L. Eagen, "On Proving
//! Pairings" (ePrint 2024/640); that the witness may be taken on the torus, and compared up to
//! factors of Fp6, is ours, and so is the argument.
//!
//! # What is checked
//!
//! Let h = (p¹² − 1)/r, and λ the multiple of r that the Miller loop has to do with:
//!
//! | family | λ |
//! |---|---|
//! | BLS12 | p − x, or x − p for a positive seed |
//! | BN | 6x + 2 + p − p² + p³ |
//!
//! For a Miller value f and c = g + w it is checked that f·c^λ is z or z·w for a z in Fp6 other
//! than zero.
//!
//! **Sound**, whatever g is: raise both sides to the power h. It takes Fp6* to one: p⁶ − 1 divides
//! h, since r divides p⁶ + 1. It takes w to one: w^(p⁶ − 1) = −1, and h/(p⁶ − 1) = (p⁶ + 1)/r is
//! even. It takes c^λ to one: λ·h is a multiple of p¹² − 1, and c is not zero. So f^h = 1, which is
//! what a final exponentiation finds out. There is no condition on g.
//!
//! **Complete**: let f^h = 1, and let a bar be the conjugation over Fp6, the power by p⁶. Then f̄/f
//! lies in the group of order n = (p⁶ + 1)/r, and λ is prime to n (a test computes it), so that u =
//! (f̄/f)^(−1/λ) exists there. Let c̄/c be u or −u. Then f·c^λ, divided by its conjugate, is 1 or
//! −1, since λ is odd: it is in Fp6 or in w·Fp6. For u = a + b·w other than one, g = v·b/(1 − a)
//! gives such a c = g + w. For one, g = 0 gives c̄/c = −1.
//!
//! # What it costs
//!
//! The powers by the seed are those of the loop: c is its first value, and every other digit
//! multiplies by g ± w, which takes two products in Fp6: five times on BLS12-381, 21 times on
//! BN254. Then come one or three products with images under Frobenius. The final exponentiation
//! takes 315 and 186 squarings, 35 and 66 products, and an inversion.
//!
//! All of it is for public values: time depends on them.

use limb::each::Each;

use super::{Family, MillerLoop, MillerPair, Pairing, Stage};
use crate::engines::pairings::PairingEngines;
use crate::field::{Anywhere, Canonical};
use crate::tower::{Fp6, Fp12, Tower, coefficients_from_bytes};

/// The facts of a curve that whoever finds a witness needs.
pub trait ResidueRoot: Pairing {
    /// −1/λ modulo (p⁶ + 1)/r, the lowest limb first.
    const MINUS_ONE_OVER_LAMBDA: &'static [u64];
}

/// What shows that a product of pairings is one: an element of Fp6, which comes from anybody.
///
/// It is bound to the pairs, their order apart, and to nothing else.
pub struct ResidueWitness<T: Tower>(Fp6<T>);

impl<T: Tower> Clone for ResidueWitness<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Tower<Fp: Canonical>> PartialEq for ResidueWitness<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T: Tower<Fp: Canonical>> Eq for ResidueWitness<T> {}

impl<T: Tower> core::fmt::Debug for ResidueWitness<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("ResidueWitness").finish_non_exhaustive()
    }
}

impl<T: Tower> ResidueWitness<T> {
    /// g.
    pub(super) const fn element(&self) -> &Fp6<T> {
        &self.0
    }
}

impl<T: Tower<Fp: Anywhere>> ResidueWitness<T> {
    /// The six coefficients in Fp, each big-endian, in the order c₀.c₀, c₀.c₁, c₁.c₀, … c₂.c₁: 288
    /// bytes on BLS12-381, 192 on BN254.
    ///
    /// # Panics
    /// If `out` has another length.
    pub fn to_bytes(&self, out: &mut [u8]) {
        assert_eq!(out.len(), 6 * T::Fp::BYTES, "the encoding has a fixed length");
        let chunks = out.chunks_exact_mut(T::Fp::BYTES);
        for (coefficient, chunk) in self.0.coefficients().iter().zip(chunks) {
            coefficient.to_bytes(chunk);
        }
    }

    /// The inverse of [`ResidueWitness::to_bytes`]: none for another length, or a coefficient that
    /// is not canonical.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (coefficients, canonical) = coefficients_from_bytes(&(), bytes);
        bool::from(canonical).then(|| Self(Fp6::from_coefficients(&coefficients)))
    }
}

/// The loop's value over fresh pairs times c^|x| or c^(6x+2), where there is a c = g + w; none for
/// no pairs.
fn loop_with<T: PairingEngines<Fp: Anywhere>>(
    pairs: &mut [MillerPair<'_, T>],
    c: Option<&Fp12<T>>,
) -> Option<Fp12<T>> {
    pairs.first()?;
    let mut machine = MillerLoop::new(&(), pairs);
    machine.f = c.cloned();
    loop {
        let (stage, line) = (machine.schedule.stage(), machine.line);
        let done = machine.advance(|_, line| T::kept_line(&(), line));
        let digit = matches!(stage, Stage::Add | Stage::Subtract) && machine.line > line;
        if let (true, Some(c), Some(f)) = (digit, c, &mut machine.f) {
            f.mul_torus_assign(&c.c0, stage == Stage::Subtract);
        }
        if done {
            return machine.f;
        }
    }
}

/// What c^λ has beside the loop's power: f·c^p on BLS12, or f·c^(−p) with a positive seed; f·c^(p −
/// p² + p³) on BN. Up to factors in Fp6, the conjugate is the inverse.
pub(super) fn times_images<T: Pairing>(f: &mut Fp12<T>, c: &Fp12<T>) {
    let mut by_p = c.frobenius();
    match T::FAMILY {
        Family::Bls12 => {
            if !T::SEED_NEGATIVE {
                by_p.conjugate_assign();
            }
            f.mul_assign(&by_p);
        }
        Family::Bn => {
            f.mul_assign(&by_p);
            let mut by_p2 = c.frobenius_p2();
            f.mul_assign(&by_p2.frobenius());
            by_p2.conjugate_assign();
            f.mul_assign(&by_p2);
        }
    }
}

/// Whether this is z or z·w for a z in Fp6 other than zero.
pub(super) fn is_one_up_to_fp6<T: Tower<Fp: Anywhere>>(f: &Fp12<T>) -> bool {
    bool::from(f.c0.is_zero()) != bool::from(f.c1.is_zero())
}

/// g + w.
pub(super) fn on_the_torus<T: Tower>(g: &Fp6<T>) -> Fp12<T> {
    Fp12 { c0: g.clone(), c1: Fp6::one_in(&g.c0.ctx()) }
}

/// f·c^λ over fresh pairs, which [`is_one_up_to_fp6`] if the product is one; none for no pairs.
pub(super) fn loop_with_witness<T: PairingEngines<Fp: Anywhere>>(
    pairs: &mut [MillerPair<'_, T>],
    witness: &ResidueWitness<T>,
) -> Option<Fp12<T>> {
    let c = on_the_torus(&witness.0);
    let mut f = loop_with(pairs, Some(&c))?;
    times_images(&mut f, &c);
    Some(f)
}

/// The loop's value over fresh pairs, on their own engine; none for no pairs.
pub(super) fn loop_without<T: PairingEngines<Fp: Anywhere>>(
    pairs: &mut [MillerPair<'_, T>],
) -> Option<Fp12<T>> {
    loop_with(pairs, None)
}

/// Whether a witness shows that the product over fresh pairs is one; true for no pairs. No says
/// nothing of the product.
pub fn shows_one<T: PairingEngines<Fp: Anywhere>>(
    pairs: &mut [MillerPair<'_, T>],
    witness: &ResidueWitness<T>,
) -> bool {
    loop_with_witness(pairs, witness).is_none_or(|value| is_one_up_to_fp6(&value))
}

/// A witness that the product over fresh pairs is one; none where it is another. Some 2,000
/// squarings in Fp12 on BLS12-381, 1,300 on BN254.
pub fn witness<T: ResidueRoot + PairingEngines<Fp: Anywhere>>(
    pairs: &mut [MillerPair<'_, T>],
) -> Option<ResidueWitness<T>> {
    let Some(f) = loop_without(pairs) else {
        return Some(ResidueWitness(Fp6::zero_in(&())));
    };
    let unitary = f.conjugate().mul(&f.invert());
    let u = power(&unitary, T::MINUS_ONE_OVER_LAMBDA);
    let one = Fp6::one_in(&());
    // Zero for u = 1 by itself, since the inverse of zero is zero.
    let g = u.c1.mul(&one.sub(&u.c0).invert()).mul_by_v();
    let c = on_the_torus(&g);
    // Whether it holds is whether the product is one: there is no other way to tell.
    let mut shown = f;
    times_power(&mut shown, &c);
    is_one_up_to_fp6(&shown).then_some(ResidueWitness(g))
}

/// f ← f·c^λ, without a loop to do it in.
fn times_power<T: Pairing>(f: &mut Fp12<T>, c: &Fp12<T>) {
    let mut power = c.clone();
    for _ in 0..T::LOOP.steps.first().map_or(T::LOOP.last, |&(doublings, _)| doublings) {
        power.sqr_assign();
    }
    for (index, &(_, digit)) in T::LOOP.steps.iter().enumerate() {
        power.mul_torus_assign(&c.c0, digit < 0);
        let next = T::LOOP.steps.get(index + 1);
        for _ in 0..next.map_or(T::LOOP.last, |&(doublings, _)| doublings) {
            power.sqr_assign();
        }
    }
    f.mul_assign(&power);
    times_images(f, c);
}

/// a^e, the lowest limb first; four bits at a time.
fn power<T: Tower>(a: &Fp12<T>, exponent: &[u64]) -> Fp12<T> {
    let mut powers = [(); 16].each(|()| Fp12::one_in(&a.ctx()));
    for i in 1..16 {
        powers[i] = powers[i - 1].mul(a);
    }
    let mut out = powers[0].clone();
    for limb in exponent.iter().rev() {
        for digit in (0..16).rev() {
            for _ in 0..4 {
                out.sqr_assign();
            }
            out.mul_assign(&powers[(limb >> (4 * digit) & 15) as usize]);
        }
    }
    out
}
