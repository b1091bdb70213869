//! Square roots and quadratic characters of many elements, a vector at a time.
//!
//! A. Tonelli (1891) and D. Shanks (1972), as in [`limb::pow`]: p − 1 = 2^v·t with t odd, one power
//! by (t − 1)/2, and for v > 1 as many levels at which a mask decides. The same steps for every
//! element, so that each lane gives the root that its element alone would.

use limb::modulus::{Constant, Limbs};
use limb::{Fold, Mont, Params};
use subtle::Choice;

use crate::crossover;
use crate::engines::door::in_lanes;
use crate::engines::word_engines::WordEngines;
use crate::error::BatchError;
use crate::field::{Anywhere, Field, InLanes, Lanes, Red};
use crate::vectors::put_verdicts;

/// A prime field, and what square roots in it need.
///
/// [Example](super#example).
pub trait Prime: InLanes + Anywhere {
    /// v.
    const TWO_ADICITY: u32;
    /// (t − 1)/2, in limbs.
    const SQRT_EXPONENT: Limbs;
    /// (p − 1)/2, in limbs.
    const HALF: Limbs;
    /// An element of order 2^v.
    const ROOT_OF_UNITY: Self::Const;
}

macro_rules! prime {
    ($form:ident) => {
        impl<M: Params<W, N>, W: WordEngines, const N: usize> Prime for $form<M, W, N> {
            const TWO_ADICITY: u32 = M::TWO_ADICITY;
            const SQRT_EXPONENT: Limbs = M::SQRT_EXPONENT;
            const HALF: Limbs = M::HALF;
            const ROOT_OF_UNITY: Constant<M> = Constant::new(M::PLAIN_ROOT_OF_UNITY);
        }
    };
}

prime!(Mont);
prime!(Fold);

/// a^exponent.
fn power<F: Field<Raw: Copy>>(a: &Red<F>, exponent: &Limbs) -> Red<F> {
    limb::pow::power(a, Red::one_in(&a.ctx()), exponent, |a, b| *a *= b, |a, n| a.square_times(n))
}

/// A square root in each lane, and in which lanes there is one.
pub fn sqrt_in_lanes<F: Prime, L: Lanes<One = F, Const = F::Const>>(
    a: &Red<L>,
) -> (Red<L>, L::Mask) {
    let ctx = a.ctx();
    let one = Red::<L>::one_in(&ctx);
    let f = power(a, &F::SQRT_EXPONENT);
    let mut x = a * &f;
    let mut b = &x * &f;
    // x² = a·b, z has order 2^(i + 2), and for a square the order of b divides 2^(i + 1).
    let mut z = Red::<L>::constant(&ctx, &F::ROOT_OF_UNITY);
    for i in (0..F::TWO_ADICITY - 1).rev() {
        let mut sign = b;
        sign.square_times(i);
        let keep = sign.equal(&one);
        x = Red::select(&(&x * &z), &x, &keep);
        z = z.sqr();
        b = Red::select(&(&b * &z), &b, &keep);
    }
    let exists = x.sqr().equal(a);
    (x, exists)
}

/// In which lanes there is a square other than zero, and in which zero.
pub fn legendre_in_lanes<F: Prime, L: Lanes<One = F>>(a: &Red<L>) -> (L::Mask, L::Mask) {
    (power(a, &F::HALF).equal(&Red::one_in(&a.ctx())), a.is_zero())
}

/// A vector of at most as many elements as there are lanes, and one at least.
fn enter<F: Prime, L: Lanes<One = F>>(ctx: &L::Ctx, elements: &[Red<F>]) -> Red<L> {
    let last = elements.len() - 1;
    Red::from_raw(L::enter_lanes(ctx, |i| elements[i.min(last)].raw()))
}

/// Roots of at most as many elements as there are lanes, and a bit for each that says whether it is
/// one.
fn roots_on_lanes<F: Prime, L: Lanes<One = F, Const = F::Const>>(
    ctx: &L::Ctx,
    a: &[Red<F>],
    roots: &mut [Red<F>],
) -> u8 {
    let (root, exist) = sqrt_in_lanes::<F, L>(&enter(ctx, a));
    L::leave_lanes(root.raw(), |i, raw| {
        if let Some(place) = roots.get_mut(i) {
            *place = Red::from_raw(raw);
        }
    });
    L::bits(&exist)
}

/// Which of at most as many elements as there are lanes are squares other than zero, and which are
/// zero: a bit for each.
fn symbols_on_lanes<F: Prime, L: Lanes<One = F>>(ctx: &L::Ctx, a: &[Red<F>]) -> [u8; 2] {
    let (square, zero) = legendre_in_lanes::<F, L>(&enter(ctx, a));
    [L::bits(&square), L::bits(&zero)]
}

/// A square root of each element and whether there is one: [`Red::sqrt`] of each, eight at a time
/// on vectors where the CPU has them. What is no root means nothing. Constant-time.
///
/// Cost: a power by (t − 1)/2 and (v − 1)(v + 4)/2 products for the 2-adicity v, of eight elements
/// at once.
///
/// # Errors
/// [`BatchError::LengthMismatch`] if there are not as many places for roots and verdicts as
/// elements.
///
/// [Example](super#example).
#[inline(never)]
pub fn sqrt_batch<F: Prime>(
    a: &[Red<F>],
    roots: &mut [Red<F>],
    exist: &mut [Choice],
) -> Result<(), BatchError> {
    if a.len() != roots.len() || a.len() != exist.len() {
        return Err(BatchError::LengthMismatch);
    }
    let lanes = F::Lanes::WIDTH;
    for ((a, roots), exist) in
        a.chunks(lanes).zip(roots.chunks_mut(lanes)).zip(exist.chunks_mut(lanes))
    {
        let enough = crossover::ROOTS.reached(a.len());
        match in_lanes!(F, enough => roots_on_lanes::<F, _>(a, roots)) {
            Some(bits) => put_verdicts(bits, exist),
            None => {
                for ((a, root), exists) in a.iter().zip(roots).zip(exist) {
                    (*root, *exists) = a.sqrt();
                }
            }
        }
    }
    Ok(())
}

/// The Legendre symbol of each element: 1 for a square, −1 for none, 0 for zero; eight at a time on
/// vectors where the CPU has them. Constant-time.
///
/// Cost: a power by (p − 1)/2, of eight elements at once.
///
/// # Errors
/// [`BatchError::LengthMismatch`] if there are not as many places as elements.
///
/// [Example](super#example).
#[inline(never)]
pub fn legendre_batch<F: Prime>(a: &[Red<F>], symbols: &mut [i8]) -> Result<(), BatchError> {
    if a.len() != symbols.len() {
        return Err(BatchError::LengthMismatch);
    }
    // 1, or −1, or 0.
    let symbol = |square: u8, zero: u8| 2 * (square & 1) as i8 - 1 + (zero & 1) as i8;
    let lanes = F::Lanes::WIDTH;
    for (a, symbols) in a.chunks(lanes).zip(symbols.chunks_mut(lanes)) {
        let enough = crossover::ROOTS.reached(a.len());
        match in_lanes!(F, enough => symbols_on_lanes::<F, _>(a)) {
            Some([square, zero]) => {
                symbols
                    .iter_mut()
                    .enumerate()
                    .for_each(|(i, place)| *place = symbol(square >> i, zero >> i));
            }
            None => {
                for (a, place) in a.iter().zip(symbols) {
                    let zero = a.is_zero();
                    *place = symbol((a.is_square() & !zero).unwrap_u8(), zero.unwrap_u8());
                }
            }
        }
    }
    Ok(())
}
