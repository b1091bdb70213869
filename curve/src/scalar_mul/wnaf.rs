//! Sums of multiples of public points by public scalars: non-adjacent forms over tables of odd multiples.
//!
//! A scalar's parts are written with odd digits, each followed by zeros (width-w non-adjacent form; J. Solinas, "Efficient arithmetic on
//! Koblitz curves", 2000): a part of b bits has about b/(w + 1) digits that are not zero. All parts of all scalars share their doublings
//! (E. G. Straus, "Addition chains of vectors", 1964), and the parts of one scalar share the table of its point, from which the
//! endomorphism makes the entries that the other parts need.
//!
//! A point that comes once is worth a table of 8 multiples; a base that stays has an [`OddMultiples`] of any size. That is what
//! verification of signatures does, a·B + b·P: with an order of 256 bits, a table of N = 2^(w − 2) multiples for B and in one part,
//! 256 doublings, 7 additions for the table of P and about 43 + 256/(w + 1) others; with an endomorphism half the doublings, as many
//! additions, and one product for every second of them.

use crate::error::BatchError;
use crate::field::{Anywhere, Red};
use crate::glv::Part;
use crate::weierstrass::{Affine, CtxOf, Group, Integer, Jacobian, Projective};

use super::{PublicGroup, bits_at, lincomb_hexagonal_vartime, scalar_to_integer};

/// Odd multiples P, 3P, …, 15P of a point that comes once: digits of width 5.
const ONCE: usize = 8;
/// Digits of a part that are not zero, at most: of 257 positions (a carry may leave a part of 256 bits) one in four.
const MOST_DIGITS: usize = 65;

/// A non-adjacent form: its digits that are not zero with their positions, lowest first.
#[derive(Clone, Copy)]
pub(crate) struct NonAdjacentForm {
    digits: [(u16, i16); MOST_DIGITS],
    count: usize,
}

impl NonAdjacentForm {
    const EMPTY: Self = Self { digits: [(0, 0); MOST_DIGITS], count: 0 };

    /// The form of a part for a table of so many odd multiples.
    pub(crate) fn vartime(part: &Part, multiples: usize) -> Self {
        let width = multiples.trailing_zeros() as usize + 2;
        let mut out = Self::EMPTY;
        let mut position = 0;
        let mut carry = 0;
        while position <= u64::BITS as usize * part.magnitude.len() {
            let bits = bits_at(&part.magnitude, position, width) + carry;
            if bits & 1 == 0 {
                // 0 + 0, or 1 + 1 which carries on.
                position += 1;
                continue;
            }
            // The odd residue of least magnitude; a negative one is owed to the next window.
            carry = (bits >> (width - 1)) & 1;
            let digit = (bits as i32 - ((carry as i32) << width)) as i16;
            // There is room for as many as a part can have.
            debug_assert!(out.count < out.digits.len());
            if let Some(place) = out.digits.get_mut(out.count) {
                *place = (position as u16, if bool::from(part.negative) { -digit } else { digit });
                out.count += 1;
            }
            position += width;
        }
        out
    }

    /// The digits that are not zero with their positions, lowest first.
    pub(crate) fn digits(&self) -> &[(u16, i16)] {
        self.digits.get(..self.count).unwrap_or_default()
    }

    /// The digit at a position, if it is not zero; positions come from the top.
    fn take(&mut self, position: u16) -> Option<i16> {
        match self.digits().last() {
            Some(&(at, digit)) if at == position => {
                self.count -= 1;
                Some(digit)
            }
            _ => None,
        }
    }
}

/// The forms of a scalar's parts for a table of so many odd multiples.
fn forms_vartime<P: PublicGroup>(scalar: &Integer, multiples: usize) -> [NonAdjacentForm; 4] {
    let parts = P::split(scalar);
    core::array::from_fn(|i| {
        if i < P::PARTS { NonAdjacentForm::vartime(&parts[i], multiples) } else { NonAdjacentForm::EMPTY }
    })
}

/// Σ over terms and parts, `entry` being what a term's table has at an index. `identity` is what the sum begins with.
fn sum_vartime<P: PublicGroup, const N: usize>(
    mut terms: [[NonAdjacentForm; 4]; N],
    entry: impl Fn(usize, usize) -> P::Entry,
    identity: P,
) -> P {
    let last = |form: &NonAdjacentForm| form.digits().last().map_or(0, |&(position, _)| position);
    let length = terms.iter().flatten().map(last).max().unwrap_or(0);
    let mut sum = identity;
    for position in (0..=length).rev() {
        if position != length {
            sum = sum.double();
        }
        for (term, forms) in terms.iter_mut().enumerate() {
            for (part, form) in forms.iter_mut().enumerate().take(P::PARTS) {
                let Some(digit) = form.take(position) else { continue };
                let mut entry = entry(term, digit.unsigned_abs() as usize >> 1);
                for _ in 0..part {
                    entry = P::endomorphism_entry(&entry);
                }
                sum = sum.add_entry(&if digit > 0 { entry } else { P::negate_entry(&entry) });
            }
        }
    }
    sum
}

/// P, 3P, 5P, …
fn odd_multiples_vartime<P: PublicGroup>(point: &P, twice: &P, out: &mut [P]) {
    let mut multiple = point.clone();
    for (i, out) in out.iter_mut().enumerate() {
        if i > 0 {
            multiple = multiple.add(twice);
        }
        *out = multiple.clone();
    }
}

/// Σ kᵢPᵢ for N points or fewer: their tables share one inversion.
fn straus_vartime<P: PublicGroup, const N: usize>(points: &[P], scalars: &[Integer], identity: P) -> P {
    let count = points.len().min(N);
    let mut odd: [[P; ONCE]; N] = core::array::from_fn(|_| core::array::from_fn(|_| identity.clone()));
    for (odd, point) in odd.iter_mut().zip(points) {
        odd_multiples_vartime(point, &point.double(), odd);
    }
    let mut tables: [[P::Entry; ONCE]; N] = core::array::from_fn(|_| core::array::from_fn(|_| identity.blank_entry()));
    P::passing_entries_vartime(odd[..count].as_flattened(), tables[..count].as_flattened_mut());
    let form = |scalar| forms_vartime::<P>(scalar, ONCE);
    let forms = core::array::from_fn(|i| scalars.get(i).map_or([NonAdjacentForm::EMPTY; 4], form));
    // A digit of this width reaches no further; the mask shows it to the compiler.
    let entry = |term: usize, i: usize| {
        tables.get(term).map_or_else(|| identity.blank_entry(), |table| table[i & (ONCE - 1)].clone())
    };
    sum_vartime::<P, N>(forms, entry, identity.clone())
}

/// k·P in time that depends on both; for public points and scalars.
#[must_use]
pub fn mul_vartime<P: PublicGroup<Fast: PublicGroup>>(point: &P, k: &Red<P::Scalar>) -> P {
    if let Some(proof) = P::fast() {
        return P::leave(&mul_vartime(&point.enter(&proof), k));
    }
    straus_vartime::<P, 1>(core::array::from_ref(point), &[scalar_to_integer(k)], point.identity())
}

/// Odd multiples B, 3B, …, (2N − 1)B of a base that stays, N a power of two from 4 to 2^13: what [`OddMultiples::double_base_vartime`] reads.
#[derive(Clone)]
pub struct OddMultiples<P: PublicGroup, const N: usize> {
    table: [P::Entry; N],
}

/// Multiples whose inversion is shared while a table is made, which bounds the space on the stack.
const CHUNK: usize = 16;

impl<P: PublicGroup, const N: usize> OddMultiples<P, N> {
    /// Of fewer multiples a form has more digits than there is room for, of more its digits have more than 16 bits.
    const SIZED: () = assert!(N.is_power_of_two() && N >= 4 && N <= 1 << 13, "a power of two from 4 to 2^13");

    /// The table of a base: N additions and an inversion per 16 of them. In time that depends on the base.
    pub fn new(base: &P) -> Self {
        const { Self::SIZED };
        let twice = base.double();
        let mut table: [P::Entry; N] = core::array::from_fn(|_| base.blank_entry());
        let mut next = base.clone();
        for entries in table.chunks_mut(CHUNK) {
            let mut odd: [P; CHUNK] = core::array::from_fn(|_| next.clone());
            odd_multiples_vartime(&next, &twice, &mut odd);
            P::entries_vartime(&odd[..entries.len()], entries);
            next = odd[CHUNK - 1].add(&twice);
        }
        Self { table }
    }

    /// The multiples, lowest first.
    pub const fn table(&self) -> &[P::Entry; N] {
        &self.table
    }

    /// A table that was made before: the caller answers for its being that of one base.
    pub const fn from_table(table: [P::Entry; N]) -> Self {
        const { Self::SIZED };
        Self { table }
    }
}

impl<P: PublicGroup<Fast: PublicGroup>, const N: usize> OddMultiples<P, N> {
    /// a·B in time that depends on a, which is public.
    #[must_use]
    pub fn mul_vartime(&self, a: &Red<P::Scalar>, identity: &P) -> P {
        let forms = forms_vartime::<P>(&scalar_to_integer(a), N);
        match P::fast() {
            Some(proof) => {
                let entry = |_, i: usize| P::enter_entry(&proof, &self.table[i & (N - 1)]);
                P::leave(&sum_vartime([forms], entry, identity.enter(&proof)))
            }
            None => sum_vartime([forms], |_, i| self.table[i & (N - 1)].clone(), identity.clone()),
        }
    }

    /// a·B + b·P in time that depends on everything; for verification.
    #[must_use]
    pub fn double_base_vartime(&self, a: &Red<P::Scalar>, b: &Red<P::Scalar>, point: &P) -> P {
        let scalars = [scalar_to_integer(a), scalar_to_integer(b)];
        match P::fast() {
            Some(proof) => {
                let enter = |entry: &P::Entry| P::enter_entry(&proof, entry);
                P::leave(&self.double_base_on_vartime(&scalars, &point.enter(&proof), enter))
            }
            None => self.double_base_on_vartime(&scalars, point, P::Entry::clone),
        }
    }

    /// The sum on an engine, which the entries of the table enter as they are used.
    fn double_base_on_vartime<E: PublicGroup>(
        &self,
        [a, b]: &[Integer; 2],
        point: &E,
        enter: impl Fn(&P::Entry) -> E::Entry,
    ) -> E {
        let identity = point.identity();
        let mut odd: [E; ONCE] = core::array::from_fn(|_| identity.clone());
        odd_multiples_vartime(point, &point.double(), &mut odd);
        let mut table: [E::Entry; ONCE] = core::array::from_fn(|_| identity.blank_entry());
        E::passing_entries_vartime(&odd, &mut table);
        let forms = [forms_vartime::<E>(a, N), forms_vartime::<E>(b, ONCE)];
        let entry = |term: usize, i: usize| {
            if term == 0 { enter(&self.table[i & (N - 1)]) } else { table[i & (ONCE - 1)].clone() }
        };
        sum_vartime(forms, entry, identity)
    }
}

/// Points that [`lincomb_vartime`] takes at once: their tables lie on the stack, 1.5 KiB for a point of G1 of BLS12-381.
const LINCOMB: usize = 8;

/// Points of a group with two parts that in a residue-number system take less each for itself than on words with shared doublings: microseconds for 4 points of G1
/// of BLS12-381 121 and 131, for 5 points 151 and 154. In a group with four parts it is so for all: 2 points of G2 97 and 212, 8 points 386 and 682.
const MOST_IN_REMAINDERS: usize = 4;

/// Σ kᵢPᵢ in time that depends on everything; for public points and scalars.
///
/// Eight points at a time share their doublings. No scratch space: best below some hundred points, where
/// [`msm_vartime`](crate::msm::msm_vartime) takes over. The empty sum is the identity.
///
/// # Errors
/// [`BatchError::LengthMismatch`] if there are not as many scalars as points.
pub fn lincomb_vartime<C: Group<Base: Anywhere>>(
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
) -> Result<Projective<C>, BatchError> {
    if points.len() != scalars.len() {
        return Err(BatchError::LengthMismatch);
    }
    // A chip has no room for eight tables of eight.
    if cfg!(target_arch = "riscv32") && C::SIXTH_ROOT {
        return lincomb_hexagonal_vartime(&(), points, scalars);
    }
    Ok(lincomb_in_vartime(&(), points, scalars))
}

/// As [`lincomb_vartime`], of as many points as scalars.
pub(crate) fn lincomb_in_vartime<C: Group>(
    ctx: &CtxOf<C>,
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
) -> Projective<C> {
    if (points.len() <= MOST_IN_REMAINDERS || C::PARTS > 2)
        && let Some(fast) = C::remainders()
    {
        let products = points.iter().zip(scalars);
        let product = |(point, k): (&Affine<C>, _)| point.to_projective().enter_remainders(&fast).mul(k);
        let sum = products.map(product).reduce(|sum, product| sum.add(&product));
        return sum.map_or_else(|| Projective::identity_in(ctx), |sum| Projective::leave_remainders(&sum));
    }
    match C::fast() {
        Some(ctx) => {
            let sum = eight_by_eight_vartime::<C, C::Fast>(&ctx, points, scalars, |point| point.enter(&ctx));
            Projective::leave(&sum.to_projective())
        }
        None => eight_by_eight_vartime::<C, C>(ctx, points, scalars, |point| *point).to_projective(),
    }
}

/// The sum on an engine, to which `enter` takes each point.
fn eight_by_eight_vartime<C: Group, E: Group<Scalar = C::Scalar>>(
    ctx: &CtxOf<E>,
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
    enter: impl Fn(&Affine<C>) -> Affine<E>,
) -> Jacobian<E> {
    let identity = Jacobian::identity_in(ctx);
    let mut sum = identity;
    for (points, scalars) in points.chunks(LINCOMB).zip(scalars.chunks(LINCOMB)) {
        let mut jacobian = [identity; LINCOMB];
        let mut integers = [[0; 4]; LINCOMB];
        for (i, (point, scalar)) in points.iter().zip(scalars).enumerate() {
            jacobian[i] = Jacobian::from_affine_vartime(&enter(point));
            integers[i] = scalar_to_integer(scalar);
        }
        let (jacobian, integers) = (&jacobian[..points.len()], &integers[..points.len()]);
        sum = sum.add_vartime(&straus_vartime::<_, LINCOMB>(jacobian, integers, identity));
    }
    sum
}
