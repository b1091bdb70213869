//! Pairings in lanes: the pairs of one product, or independent products side by side.
//!
//! * **One product.** Each lane runs a loop of its own over its share of the pairs, with squarings
//!   that these share; the lanes' values are multiplied at the end, so that the value is that of
//!   one loop bit for bit. One final exponentiation follows, on one element.
//! * **Many products.** Each lane has a product of its own, from the loop to the final
//!   exponentiation, whose inversions all lanes share; each has a verdict, or a value, of its own.
//!
//! Everything is generic over [`Lanes`], and lanes of width one are its scalar form. Lanes without
//! an item carry another's along and are left out. Constant-time in the points and values; their
//! number and which of them are prepared is public.

use limb::each::{Each, array};

use super::gt::power_by_parts;
use super::product::{
    enough, final_exponentiation_of_one, miller_loop, pairing_of_one, product_is_one,
};
use super::{Coefficients, Gt, MillerLoop, MillerPair, Pairing, final_exponentiation};
use crate::crossover::{self};
use crate::engines::door::{elsewhere, in_lanes};
use crate::engines::pairings::{PairingEngines, PairingInLanes};
use crate::error::{BatchError, check_lengths};
use crate::field::{Anywhere, Canonical, Field, Lanes, Red};
use crate::fp2::Quad;
use crate::integer::{SignedPart, bits_at, scalar_to_integer};
use crate::scalar_mul::equal_bytes;
use crate::tower::{Fp2Of, Fp12, Tower};
use crate::vectors::put_verdicts;
use crate::weierstrass::Affine;
use subtle::Choice;
use zeroize::Zeroize;

/// Vectors of pairs that share their squarings, in 100 kB on the stack.
const VECTORS: usize = 16;

/// What the values of a pairing are made with.
type CtxOf<T> = <<T as Tower>::Fp as Field>::Ctx;

/// A coefficient per lane.
pub(super) fn enter_fp2<'a, S, T>(ctx: &CtxOf<S>, lane: impl Fn(usize) -> &'a Fp2Of<T>) -> Fp2Of<S>
where
    S: Pairing<Fp: Lanes<One = T::Fp>>,
    T: Tower,
{
    Red::from_raw(Quad::<S::Fp>::enter_lanes(ctx, |i| lane(i).raw()))
}

/// A value per lane.
fn enter_values<'a, S, T>(ctx: &CtxOf<S>, lane: impl Fn(usize) -> &'a Fp12<T>) -> Fp12<S>
where
    S: Pairing<Fp: Lanes<One = T::Fp>>,
    T: Tower,
{
    Fp12::from_w(array(|k| enter_fp2::<S, T>(ctx, |i| lane(i).w()[k])))
}

/// The value of each lane.
fn leave_values<S, T>(value: &Fp12<S>, mut lane: impl FnMut(usize, Fp12<T>))
where
    S: Pairing<Fp: Lanes<One = T::Fp>>,
    T: Tower<Fp: Field<Raw: Copy>>,
{
    let mut coefficients = [[None; 6]; 8];
    for (k, coefficient) in value.w().into_iter().enumerate() {
        Quad::<S::Fp>::leave_lanes(coefficient.raw(), |i, raw| {
            coefficients[i][k] = Some(Red::from_raw(raw))
        });
    }
    for (i, w) in coefficients.into_iter().enumerate().take(S::Fp::WIDTH) {
        lane(
            i,
            Fp12::from_w(w.each(|coefficient| {
                coefficient.unwrap_or_else(|| unreachable!("a value per lane"))
            })),
        );
    }
}

/// The product of the Miller functions in each lane: over as many vectors of pairs as `count`, at
/// least one, where `pair` tells which stands in a vector and a lane. None if the lines of some
/// pairs of one vector, but not of all, were computed before.
fn loops_in_lanes<'p, T, S>(
    ctx: &CtxOf<S>,
    count: usize,
    pair: impl Fn(usize, usize) -> &'p MillerPair<'p, T>,
) -> Option<Fp12<S>>
where
    T: Pairing,
    S: Pairing<Fp: Lanes<One = T::Fp>>,
{
    let lanes = S::Fp::WIDTH;
    let one_kind = |vector| {
        (1..lanes).all(|i| pair(vector, i).points().is_some() == pair(vector, 0).points().is_some())
    };
    if !(0..count).all(one_kind) {
        return None;
    }
    let vector = |index: usize| {
        let p =
            [0, 1].each(|k| Red::from_raw(S::Fp::enter_lanes(ctx, |i| pair(index, i).p[k].raw())));
        match pair(index, 0).points() {
            Some(_) => {
                let q = |i: usize| {
                    pair(index, i).points().unwrap_or_else(|| unreachable!("all of one kind")).1
                };
                MillerPair::<S>::new(p, [0, 1].each(|k| enter_fp2::<S, T>(ctx, |i| &q(i)[k])))
            }
            None => MillerPair::brought(p),
        }
    };
    let mut product: Option<Fp12<S>> = None;
    for from in (0..count).step_by(VECTORS) {
        let count = VECTORS.min(count - from);
        let filler = vector(from);
        let mut vectors: [_; VECTORS] =
            array(|i| if i > 0 && i < count { vector(from + i) } else { filler.clone() });
        let mut machine = MillerLoop::new(ctx, &mut vectors[..count]);
        loop {
            let bring = |index: usize, line: usize| {
                let of = |i: usize| pair(from + index, i).prepared_line(line);
                of(0)?;
                let lane =
                    |i: usize| of(i).unwrap_or_else(|| unreachable!("as many lines of each point"));
                Some(Coefficients::enter_lanes(ctx, lane))
            };
            if machine.advance(bring) {
                break;
            }
        }
        let value = machine.value();
        product = Some(product.map_or_else(|| value, |product| product.mul(&value)));
    }
    product
}

/// The product of the Miller functions over fresh pairs, the i-th of each eight on lane i: as many
/// pairs as fill all lanes, or fewer than there are lanes. None for another number of pairs, or if
/// lines of a pair were computed before.
pub fn miller_loop_in_lanes<T, S>(ctx: &CtxOf<S>, pairs: &[MillerPair<'_, T>]) -> Option<Fp12<T>>
where
    T: PairingEngines<Fp: Anywhere>,
    S: Pairing<Fp: Lanes<One = T::Fp>>,
{
    let lanes = S::Fp::WIDTH;
    let all_full = pairs.len().is_multiple_of(lanes);
    // Prepared lines stay on words.
    if pairs.is_empty()
        || (pairs.len() > lanes && !all_full)
        || pairs.iter().any(|pair| pair.points().is_none())
    {
        return None;
    }
    let pair = |vector: usize, lane: usize| pairs.get(vector * lanes + lane).unwrap_or(&pairs[0]);
    let product = loops_in_lanes::<T, S>(ctx, pairs.len().div_ceil(lanes), pair)?;
    let mut values: [Fp12<T>; 8] = array(|_| Fp12::one());
    leave_values(&product, |i, value| values[i] = value);
    let values = values[..lanes.min(pairs.len())].iter();
    elsewhere!(short T, |there| {
        values.map(|value| value.enter(there)).reduce(|a, b| a.mul(&b)).map(|value| Fp12::leave(&value))
    });
    values.cloned().reduce(|a, b| a.mul(&b))
}

/// Miller values, one per lane: of as many products as `products`, at most those of the lanes and
/// at least one, over as many of the pairs each. None if the lines of some of those pairs that
/// stand in the same place of their products, but not of all, were computed before.
///
/// # Panics
/// If there is no product, or there are more than lanes.
pub fn miller_values_in_lanes<T, S>(
    ctx: &CtxOf<S>,
    pairs: &[MillerPair<'_, T>],
    products: usize,
) -> Option<Fp12<S>>
where
    T: Pairing,
    S: Pairing<Fp: Lanes<One = T::Fp>>,
{
    assert!((1..=S::Fp::WIDTH).contains(&products), "a product, and a lane for each");
    let each = share(pairs.len(), products);
    loops_in_lanes::<T, S>(ctx, each, |vector, lane| &pairs[lane.min(products - 1) * each + vector])
}

/// Pairs of each product.
#[allow(clippy::integer_division_remainder_used)] // The sizes are public.
fn share(pairs: usize, products: usize) -> usize {
    pairs / products
}

/// Final exponentiations of at most as many values as `S` has lanes, and at least one.
///
/// # Panics
/// If there is no value, or there are more than lanes.
pub fn final_exponentiation_in_lanes<T, S>(ctx: &CtxOf<S>, values: &[Fp12<T>], out: &mut [Gt<T>])
where
    T: Pairing<Fp: Field<Raw: Copy>>,
    S: Pairing<Fp: Lanes<One = T::Fp>>,
{
    assert!((1..=S::Fp::WIDTH).contains(&values.len()), "a value, and a lane for each");
    let value = enter_values::<S, T>(ctx, |i| &values[i.min(values.len() - 1)]);
    leave_elements(&final_exponentiation(&value), out);
}

/// The elements of the first lanes, as many as there are places.
fn leave_elements<T, S>(element: &Gt<S>, out: &mut [Gt<T>])
where
    T: Pairing<Fp: Field<Raw: Copy>>,
    S: Pairing<Fp: Lanes<One = T::Fp>>,
{
    leave_values(element.as_fp12(), |i, value| {
        if let Some(place) = out.get_mut(i) {
            *place = Gt::of(value);
        }
    });
}

/// Final exponentiations of many values: see the functions of this name of the curves.
pub(crate) fn final_exponentiation_batch<T: PairingInLanes>(
    values: &[Fp12<T>],
    out: &mut [Gt<T>],
) -> Result<(), BatchError> {
    check_lengths(values.len(), &[out.len()])?;
    let lanes = <<T::Lanes as Tower>::Fp as Lanes>::WIDTH;
    for (values, out) in values.chunks(lanes).zip(out.chunks_mut(lanes)) {
        let enough = enough::<T>(&crossover::PAIRINGS, values.len());
        if in_lanes!(T, enough => final_exponentiation_in_lanes::<T, _>(values, out)).is_none() {
            values
                .iter()
                .zip(out)
                .for_each(|(value, out)| *out = final_exponentiation_of_one(value));
        }
    }
    Ok(())
}

/// Powers of at most as many elements as `S` has lanes, each by its own exponent: [`Gt::pow`], and
/// as constant in time. There is one at least, and as many of each.
pub fn pow_in_lanes<T, S, K>(
    ctx: &CtxOf<S>,
    elements: &[Gt<T>],
    exponents: &[Red<K>],
    out: &mut [Gt<T>],
) where
    T: Pairing<Fp: Field<Raw: Copy>>,
    S: Pairing<Fp: Lanes<One = T::Fp>>,
    K: Canonical,
{
    let last = elements.len() - 1;
    let mut parts = [[SignedPart::zero(); 4]; 8];
    for (parts, exponent) in parts.iter_mut().zip(exponents) {
        let mut integer = scalar_to_integer(exponent);
        *parts = S::split(&integer);
        integer.zeroize();
    }
    let element = enter_values::<S, T>(ctx, |i| elements[i.min(last)].as_fp12());
    let negative = |part: usize| {
        let bits =
            (0..S::Fp::WIDTH).fold(0, |bits, i| bits | parts[i][part].negative.unwrap_u8() << i);
        S::Fp::of_bits(bits)
    };
    let power = power_by_parts(&element, array(negative), |bit| {
        // A byte per lane.
        let mut choices = 0;
        for (i, parts) in parts.iter().enumerate() {
            for (part, SignedPart { magnitude, .. }) in parts.iter().enumerate() {
                choices |= bits_at(magnitude, bit, 1) << (8 * i + part);
            }
        }
        array(|i| S::Fp::of_bits(equal_bytes(choices, i as u8 + 1)))
    });
    parts.zeroize();
    leave_elements(&Gt::of(power), out);
}

impl<T: PairingInLanes> Gt<T> {
    /// Each element to its own exponent: [`Gt::pow`] of each, eight at a time on vectors where the
    /// CPU has them. Constant-time in elements and exponents.
    ///
    /// Cost on lanes: that of [`Gt::pow`] for each eight, with 104 kB on the stack for a 381-bit
    /// field.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no elements, [`BatchError::LengthMismatch`] if there are not as
    /// many exponents and places for powers.
    ///
    /// # Panics
    /// If the scalar field is wider than 32 bytes.
    pub fn pow_batch<K: Canonical<Const = T::ScalarConst>>(
        elements: &[Self],
        exponents: &[Red<K>],
        out: &mut [Self],
    ) -> Result<(), BatchError> {
        if elements.len() != exponents.len() {
            return Err(BatchError::LengthMismatch);
        }
        check_lengths(elements.len(), &[out.len()])?;
        let lanes = <<T::Lanes as Tower>::Fp as Lanes>::WIDTH;
        for ((elements, exponents), out) in
            elements.chunks(lanes).zip(exponents.chunks(lanes)).zip(out.chunks_mut(lanes))
        {
            let enough = enough::<T>(&crossover::POWERS, elements.len());
            if in_lanes!(T, enough => pow_in_lanes::<T, _, K>(elements, exponents, out)).is_none() {
                for ((element, exponent), out) in elements.iter().zip(exponents).zip(out) {
                    *out = element.pow(exponent);
                }
            }
        }
        Ok(())
    }
}

/// A point of each group.
type AffinePair<'p, T> = (&'p Affine<<T as Pairing>::G1>, &'p Affine<<T as Pairing>::G2>);

/// The pairings of many pairs of points: see the functions of this name of the curves.
pub(crate) fn pairing_batch<T: PairingInLanes>(
    pairs: &[AffinePair<'_, T>],
    out: &mut [Gt<T>],
) -> Result<(), BatchError> {
    check_lengths(pairs.len(), &[out.len()])?;
    let lanes = <<T::Lanes as Tower>::Fp as Lanes>::WIDTH;
    for (points, out) in pairs.chunks(lanes).zip(out.chunks_mut(lanes)) {
        let mut pairs: [MillerPair<'_, T>; 8] = array(|i| {
            let (p, q) = points[i.min(points.len() - 1)];
            MillerPair::from_points(p, q)
        });
        let pairs = &mut pairs[..points.len()];
        let enough = enough::<T>(&crossover::PAIRINGS, pairs.len());
        if in_lanes!(T, enough => pairings_in_lanes::<T, _>(pairs, out)).flatten().is_none() {
            for (pair, out) in pairs.iter().zip(out) {
                *out = pairing_of_one(pair.clone());
            }
        }
    }
    Ok(())
}

/// Which of many products are one: see the functions of this name of the curves.
#[allow(clippy::integer_division_remainder_used)] // The sizes are public.
pub(crate) fn pairing_product_is_one_batch<T: PairingInLanes>(
    pairs: &mut [MillerPair<'_, T>],
    verdicts: &mut [Choice],
) -> Result<(), BatchError> {
    if pairs.is_empty() || verdicts.is_empty() {
        return Err(BatchError::Empty);
    }
    if !pairs.len().is_multiple_of(verdicts.len()) {
        return Err(BatchError::LengthMismatch);
    }
    let each = share(pairs.len(), verdicts.len());
    let lanes = <<T::Lanes as Tower>::Fp as Lanes>::WIDTH;
    for (pairs, verdicts) in pairs.chunks_mut(each * lanes).zip(verdicts.chunks_mut(lanes)) {
        let enough = enough::<T>(&crossover::PAIRINGS, verdicts.len());
        match in_lanes!(T, enough => products_are_one_in_lanes::<T, _>(pairs, verdicts.len())) {
            Some(one) => put_verdicts(one, verdicts),
            None => {
                for (pairs, verdict) in pairs.chunks_mut(each).zip(verdicts) {
                    *verdict = product_is_one(pairs);
                }
            }
        }
    }
    Ok(())
}

/// Which of so many products are one, a bit each: at most as many as there are lanes, over as many
/// fresh pairs each.
fn products_are_one_in_lanes<T, S>(
    ctx: &CtxOf<S>,
    pairs: &mut [MillerPair<'_, T>],
    products: usize,
) -> u8
where
    T: PairingInLanes,
    S: Pairing<Fp: Lanes<One = T::Fp>>,
{
    let each = share(pairs.len(), products);
    // A few products of many pairs are better done one after the other, with their pairs in lanes.
    let in_lanes = if each > products * each.div_ceil(S::Fp::WIDTH) {
        None
    } else {
        miller_values_in_lanes::<T, S>(ctx, pairs, products)
    };
    let value = in_lanes.unwrap_or_else(|| {
        let mut values: [Fp12<T>; 8] = array(|_| Fp12::one());
        for (pairs, value) in pairs.chunks_mut(each).zip(&mut values) {
            *value = miller_loop(pairs);
        }
        enter_values::<S, T>(ctx, |i| &values[i])
    });
    S::Fp::bits(&final_exponentiation(&value).is_identity())
}

/// The pairings of at most as many fresh pairs as there are lanes; none as in
/// [`miller_values_in_lanes`].
fn pairings_in_lanes<T, S>(
    ctx: &CtxOf<S>,
    pairs: &[MillerPair<'_, T>],
    out: &mut [Gt<T>],
) -> Option<()>
where
    T: PairingInLanes,
    S: Pairing<Fp: Lanes<One = T::Fp>>,
{
    let value = miller_values_in_lanes::<T, S>(ctx, pairs, pairs.len())?;
    leave_elements(&final_exponentiation(&value), out);
    Some(())
}
