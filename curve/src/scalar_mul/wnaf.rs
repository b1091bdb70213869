//! Sums of multiples of public points by public scalars: signed digits over tables of odd
//! multiples.
//!
//! A scalar's parts are written with odd digits and zeros between them, from the highest down as
//! sums use them (width-w mutual opposite form; K. Okeya, K. Schmidt-Samoa, C. Spahn, T. Takagi,
//! "Signed binary representations revisited", CRYPTO 2004): a part of b bits has about b/(w + 1)
//! digits that are not zero. All parts of all scalars share their doublings (E. G. Straus,
//! "Addition chains of vectors", 1964), and the parts of one scalar share the table of its point,
//! from which the endomorphism makes the entries that the other parts need.
//!
//! A point that comes once is worth a table of 8 multiples, of 4 on a chip; a base that stays has
//! an [`OddMultiples`] of any size. That is what verification of signatures does, a·B + b·P: with
//! an order of 256 bits, a table of N = 2^(w − 2) multiples for B and in one part, 256 doublings, 7
//! additions for the table of P and about 43 + 256/(w + 1) others; with an endomorphism half the
//! doublings, as many additions, and one product for every second of them.

use core::slice::from_ref;

use limb::each::{Each, array};

use crate::engines::door::elsewhere;
use crate::error::BatchError;
use crate::field::{Anywhere, Red, There};
use crate::integer::{Integer, SignedPart, bits_and_below, scalar_to_integer, signed_vartime};
use crate::weierstrass::{Affine, CtxOf, CurveThere, Group, Jacobian, Projective};

use super::table_group::{Elsewhere, PublicElsewhere, TableGroup};
use super::{PublicGroup, lincomb_hexagonal_vartime};

/// Odd multiples P, 3P, …, 15P of a point that comes once: digits of width 5. On a chip P to 7P, of
/// width 4: a verification has 9 additions more for half the space. Beside a base whose multiples
/// are data (`multiples_data.rs`) it is 8 everywhere.
const ONCE: usize = if cfg!(target_arch = "riscv32") { 4 } else { 8 };
/// Positions that are looked at for the next digit at once: with the one below them they fill a
/// word.
const RUN: u16 = 62;

/// The digits of a part that are not zero, from the highest down, each with its position: odd ones,
/// for a table of so many odd multiples.
///
/// A digit of the mutual opposite form, μᵢ = kᵢ₋₁ − kᵢ, is 1, 0 or −1, and those that are not zero
/// alternate in sign, so that w of them make a digit below 2^(w−1) in magnitude. They are made as
/// they are asked for, which takes no more space than the part.
#[derive(Clone, Copy)]
pub(crate) struct OddDigits {
    magnitude: Integer,
    negative: bool,
    /// w, positions that a digit is made of.
    width: u8,
    /// Positions that are not read, the lowest ones.
    left: u16,
    /// The digit that comes next, with its position; zero after the last.
    ahead: (u16, i16),
}

impl OddDigits {
    pub(crate) fn vartime(part: &SignedPart, multiples: usize) -> Self {
        let width = multiples.trailing_zeros() as u8 + 2;
        let left = SignedPart::longest_vartime(core::iter::once(part)) as u16 + 1;
        let mut out = Self {
            magnitude: part.magnitude,
            negative: part.negative.into(),
            width,
            left,
            ahead: (0, 0),
        };
        out.ahead = out.read();
        out
    }

    /// The position of the next digit; zero after the last.
    #[inline(always)]
    pub(crate) const fn highest(&self) -> u16 {
        self.ahead.0
    }

    /// The digit at a position, if it is not zero; positions come from the top. It is asked at
    /// each, and mostly there is none.
    #[inline(always)]
    pub(crate) fn take(&mut self, position: u16) -> Option<i16> {
        let (at, digit) = self.ahead;
        if at != position || digit == 0 {
            return None;
        }
        self.ahead = self.read();
        Some(digit)
    }

    /// The next digit from the positions that are not read, and its position; zeros where there is
    /// none.
    #[inline(never)]
    fn read(&mut self) -> (u16, i16) {
        while self.left > 0 {
            // A position is zero where its bit is that of the one below. Without a branch for each:
            // where they go is random.
            let low = self.left.saturating_sub(RUN);
            let count = usize::from(self.left - low);
            let bits = bits_and_below(&self.magnitude, low.into(), count);
            let others = (bits ^ (bits >> 1)) & ((1 << count) - 1);
            let Some(highest) = others.checked_ilog2() else {
                self.left = low;
                continue;
            };
            let end = low + highest as u16 + 1;
            self.left = end.saturating_sub(self.width.into());
            let count = usize::from(end - self.left);
            let digit =
                signed_vartime(bits_and_below(&self.magnitude, self.left.into(), count), count);
            let zeros = digit.trailing_zeros();
            let digit = (digit >> zeros) as i16;
            return (self.left + zeros as u16, if self.negative { -digit } else { digit });
        }
        (0, 0)
    }
}

impl Iterator for OddDigits {
    type Item = (u16, i16);

    fn next(&mut self) -> Option<(u16, i16)> {
        let (position, _) = self.ahead;
        self.take(position).map(|digit| (position, digit))
    }
}

/// The digits of each scalar's parts, each for a table of so many odd multiples. On a chip a call:
/// the parts leave the stack with it.
#[cfg_attr(target_arch = "riscv32", inline(never))]
pub(super) fn digits_vartime<P: PublicGroup, const N: usize>(
    scalars: [(&Integer, usize); N],
) -> [[OddDigits; 4]; N] {
    scalars.each(|(scalar, multiples)| {
        P::split(scalar).each(|part| OddDigits::vartime(&part, multiples))
    })
}

/// The highest position that has a digit.
#[inline(always)]
pub(super) fn length_vartime<const N: usize>(terms: &[[OddDigits; 4]; N]) -> u16 {
    terms.iter().flatten().map(OddDigits::highest).max().unwrap_or(0)
}

/// Σ over terms and parts, `entry` being what a term's table has at an index. `identity` is what
/// the sum begins with.
///
/// A function of its own, whose frame holds the point and little more. In the frame of its callers,
/// with tables and digits, the point came to stand 1,024 bytes from temporaries. Then a Zen 4 takes
/// loads of one for the other: 30 of 150 ns a doubling (docs/build.md).
#[cfg_attr(not(target_arch = "riscv32"), inline(never))]
fn sum_vartime<P: PublicGroup, const N: usize>(
    terms: &mut [[OddDigits; 4]; N],
    entry: impl Fn(usize, usize) -> P::Entry,
    identity: P,
) -> P {
    let length = length_vartime(terms);
    identity.kernel(
        #[inline(always)]
        || {
            let mut sum = identity;
            for position in (0..=length).rev() {
                if position != length {
                    sum = sum.double();
                }
                for (term, parts) in terms.iter_mut().enumerate() {
                    for (part, digits) in parts.iter_mut().enumerate().take(P::PARTS) {
                        let Some(digit) = digits.take(position) else { continue };
                        let mut entry = entry(term, digit.unsigned_abs() as usize >> 1);
                        for _ in 0..part {
                            entry = P::endomorphism_entry(&entry);
                        }
                        if digit < 0 {
                            entry = P::negate_entry(&entry);
                        }
                        sum = sum.add_entry(&entry);
                    }
                }
            }
            sum
        },
    )
}

/// P, 3P, 5P, …
fn odd_multiples_vartime<P: PublicGroup>(point: &P, twice: &P, out: &mut [P]) {
    let Some((first, rest)) = out.split_first_mut() else { return };
    *first = *point;
    let mut last = &*first;
    for place in rest {
        *place = last.add(twice);
        last = place;
    }
}

/// The odd multiples of each of N points or fewer, which share one inversion. On a chip a call: the
/// multiples before they are entries leave the stack with it.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn put_tables_vartime<P: PublicGroup, const N: usize>(
    points: &[P],
    identity: P,
    tables: &mut [[P::Entry; ONCE]; N],
) {
    if const { P::PASSING_EACH } {
        for (point, table) in points.iter().zip(tables) {
            P::odd_entries_vartime(point, table);
        }
        return;
    }
    let mut odd = [[identity; ONCE]; N];
    for (odd, point) in odd.iter_mut().zip(points) {
        odd_multiples_vartime(point, &point.double(), odd);
    }
    let count = points.len().min(N);
    P::entries_vartime(odd[..count].as_flattened(), tables[..count].as_flattened_mut());
}

/// Σ kᵢPᵢ for N points or fewer.
fn straus_vartime<P: PublicGroup, const N: usize>(
    points: &[P],
    scalars: &[Integer],
    identity: P,
) -> P {
    let mut tables = [[identity.blank_entry(); ONCE]; N];
    put_tables_vartime(points, identity, &mut tables);
    // Of a point that is not there the scalar is zero, which has no digits.
    let mut digits = digits_vartime::<P, N>(array(|i| (scalars.get(i).unwrap_or(&[0; 4]), ONCE)));
    // A digit of this width reaches no further; the mask shows it to the compiler.
    let entry = |term: usize, i: usize| {
        tables.get(term).map_or_else(|| identity.blank_entry(), |table| table[i & (ONCE - 1)])
    };
    sum_vartime::<P, N>(&mut digits, entry, identity)
}

/// k·P in time that depends on both; for public points and scalars.
///
/// [Example](super#example).
#[must_use]
#[inline(never)]
pub fn mul_vartime<P: PublicElsewhere>(point: &P, k: &Red<P::Scalar>) -> P {
    let k = [scalar_to_integer(k)];
    elsewhere!(vector P, |there| {
        let point = there.enter(point);
        P::Elsewhere::leave(&straus_vartime::<_, 1>(from_ref(&point), &k, point.identity()))
    });
    elsewhere!(short P, |there| {
        let point = point.enter(there);
        P::leave(&straus_vartime::<_, 1>(from_ref(&point), &k, point.identity()))
    });
    straus_vartime::<P, 1>(from_ref(point), &k, point.identity())
}

/// a·P + b·Q in time that depends on everything; for two points that come once. Of a base that
/// stays: [`OddMultiples::double_base_vartime`].
///
/// Cost with an order of 256 bits: some 254 doublings, 14 additions for the tables and about 86
/// others; with an endomorphism half the doublings.
///
/// [Example](super#example).
#[must_use]
#[cfg_attr(not(target_arch = "riscv32"), inline(never))]
pub fn sum_of_two_vartime<P: PublicElsewhere>(points: &[P; 2], factors: [&Red<P::Scalar>; 2]) -> P {
    sum_of_few_vartime(points, factors)
}

/// Σ kᵢPᵢ over N points, one at least, in time that depends on everything; for a few that come
/// once. All share the doublings of [`sum_of_two_vartime`], and each has half of its additions.
///
/// [Example](super#example).
#[must_use]
#[cfg_attr(not(target_arch = "riscv32"), inline(never))]
pub fn sum_of_few_vartime<P: PublicElsewhere, const N: usize>(
    points: &[P; N],
    factors: [&Red<P::Scalar>; N],
) -> P {
    const { assert!(N > 0, "a point at least") };
    let factors = factors.each(scalar_to_integer);
    elsewhere!(vector P, |there| {
        let points = points.each_ref().each(|point| there.enter(point));
        P::Elsewhere::leave(&straus_vartime::<_, N>(&points, &factors, points[0].identity()))
    });
    elsewhere!(short P, |there| {
        let points = points.each_ref().each(|point| point.enter(there));
        P::leave(&straus_vartime::<_, N>(&points, &factors, points[0].identity()))
    });
    straus_vartime::<P, N>(points, &factors, points[0].identity())
}

/// Odd multiples B, 3B, …, (2N − 1)B of a base that stays, N a power of two from 4 to 2^13: what
/// [`OddMultiples::double_base_vartime`] reads.
///
/// [Example](super#example).
#[derive(Clone)]
pub struct OddMultiples<P: PublicGroup, const N: usize> {
    table: [P::Entry; N],
}

/// Multiples whose inversion is shared while a table is made, which bounds the space on the stack.
const CHUNK: usize = 16;

impl<P: PublicGroup, const N: usize> OddMultiples<P, N> {
    /// Of more multiples digits have more than 16 bits.
    pub(super) const SIZED: () =
        assert!(N.is_power_of_two() && N >= 4 && N <= 1 << 13, "a power of two from 4 to 2^13");

    /// The table of a base: N additions and an inversion per 16 of them. In time that depends on
    /// the base.
    #[inline(never)]
    pub fn new(base: &P) -> Self {
        const { Self::SIZED };
        let twice = base.double();
        let mut table = [base.blank_entry(); N];
        let mut next = *base;
        for entries in table.chunks_mut(CHUNK) {
            let mut odd = [next; CHUNK];
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

impl<P: PublicElsewhere, const N: usize> OddMultiples<P, N> {
    /// a·B in time that depends on a, which is public.
    #[must_use]
    #[inline(never)]
    pub fn mul_vartime(&self, a: &Red<P::Scalar>, identity: &P) -> P {
        let mut digits = digits_vartime::<P, 1>([(&scalar_to_integer(a), N)]);
        elsewhere!(vector P, |there| {
            let entry = |_, i: usize| there.enter_entry(&self.table[i & (N - 1)]);
            P::Elsewhere::leave(&sum_vartime(&mut digits, entry, there.enter(identity)))
        });
        elsewhere!(short P, |there| {
            let entry = |_, i: usize| P::enter_entry(there, &self.table[i & (N - 1)]);
            P::leave(&sum_vartime(&mut digits, entry, identity.enter(there)))
        });
        sum_vartime(&mut digits, |_, i| self.table[i & (N - 1)], *identity)
    }

    /// a·B + b·P in time that depends on everything; for verification.
    #[must_use]
    #[inline(never)]
    pub fn double_base_vartime(&self, a: &Red<P::Scalar>, b: &Red<P::Scalar>, point: &P) -> P {
        let scalars = [scalar_to_integer(a), scalar_to_integer(b)];
        elsewhere!(vector P, |there| {
            let enter = |entry: &P::Entry| there.enter_entry(entry);
            let sum = self.double_base_on_vartime(&scalars, &there.enter(point), enter);
            P::Elsewhere::leave(&sum)
        });
        elsewhere!(short P, |there| {
            let enter = |entry: &P::Entry| P::enter_entry(there, entry);
            P::leave(&self.double_base_on_vartime(&scalars, &point.enter(there), enter))
        });
        self.double_base_on_vartime(&scalars, point, P::Entry::clone)
    }

    /// The sum on an engine, which the entries of the table enter as they are used.
    fn double_base_on_vartime<E: PublicGroup>(
        &self,
        scalars: &[Integer; 2],
        point: &E,
        enter: impl Fn(&P::Entry) -> E::Entry,
    ) -> E {
        with_base_vartime::<E, N>(scalars, |i| enter(&self.table[i & (N - 1)]), point)
    }
}

/// a·B + b·P, of which `base` says the i-th of N odd multiples of B.
#[inline(always)]
pub(super) fn with_base_vartime<P: PublicGroup, const N: usize>(
    [a, b]: &[Integer; 2],
    base: impl Fn(usize) -> P::Entry,
    point: &P,
) -> P {
    let identity = point.identity();
    let mut tables = [[identity.blank_entry(); ONCE]];
    put_tables_vartime(from_ref(point), identity, &mut tables);
    let [table] = &tables;
    let mut digits = digits_vartime::<P, 2>([(a, N), (b, ONCE)]);
    let entry = |term: usize, i: usize| if term == 0 { base(i) } else { table[i & (ONCE - 1)] };
    sum_vartime(&mut digits, entry, identity)
}

/// Σ of four parts, the first two of bases that stay, the others of these points.
pub(crate) fn sum_with_bases_vartime<P: PublicElsewhere, const N: usize>(
    parts: &[SignedPart; 4],
    bases: [&OddMultiples<P, N>; 2],
    points: &[P; 2],
) -> P {
    let table = |which: usize| &bases[which & 1].table;
    elsewhere!(vector P, |there| {
        let points = points.each_ref().each(|point| there.enter(point));
        let entry = |which: usize, i: usize| there.enter_entry(&table(which)[i & (N - 1)]);
        P::Elsewhere::leave(&sum_of_parts_vartime::<_, N>(parts, entry, &points))
    });
    elsewhere!(short P, |there| {
        let points = points.each_ref().each(|point| point.enter(there));
        let entry = |which: usize, i: usize| P::enter_entry(there, &table(which)[i & (N - 1)]);
        P::leave(&sum_of_parts_vartime::<_, N>(parts, entry, &points))
    });
    sum_of_parts_vartime::<_, N>(parts, |which, i| table(which)[i & (N - 1)], points)
}

/// The sum on an engine, of which `base` says what the tables have at an index.
#[inline(always)]
fn sum_of_parts_vartime<P: PublicGroup, const N: usize>(
    parts: &[SignedPart; 4],
    base: impl Fn(usize, usize) -> P::Entry,
    points: &[P; 2],
) -> P {
    let identity = points[0].identity();
    let mut tables = [[identity.blank_entry(); ONCE]; 2];
    put_tables_vartime(points, identity, &mut tables);
    let none = OddDigits::vartime(&SignedPart::zero(), ONCE);
    let mut digits = array(|term: usize| {
        let multiples = if term < 2 { N } else { ONCE };
        [OddDigits::vartime(&parts[term], multiples), none, none, none]
    });
    let entry = |term: usize, i: usize| match term.checked_sub(2) {
        None => base(term, i),
        Some(point) => tables[point & 1][i & (ONCE - 1)],
    };
    sum_vartime::<P, 4>(&mut digits, entry, identity)
}

/// Points that [`lincomb_vartime`] takes at once: their tables lie on the stack, 1.5 KiB for a
/// point of G1 of BLS12-381. A chip has room for those of two, which a verification has.
const LINCOMB: usize = if cfg!(target_arch = "riscv32") { 2 } else { 8 };

/// Points of a group with two parts that in a residue-number system take less each for itself than
/// on words with shared doublings: microseconds for 4 points of G1 of BLS12-381 121 and 131, for 5
/// points 151 and 154. In a group with four parts it is so for all: 2 points of G2 97 and 212, 8
/// points 386 and 682.
const MOST_IN_REMAINDERS: usize = 4;

/// Σ kᵢPᵢ in time that depends on everything; for public points and scalars.
///
/// Eight points at a time share their doublings, two on riscv32. No scratch space: best below some
/// hundred points, where [`msm_vartime`](crate::msm::msm_vartime) takes over. The empty sum is the
/// identity.
///
/// # Errors
/// [`BatchError::LengthMismatch`] if there are not as many scalars as points.
///
/// [Example](super#example).
#[inline(never)]
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
    if points.len() <= MOST_IN_REMAINDERS || C::PARTS > 2 {
        elsewhere!(residues C, |there| {
            let product = |(point, k): (&Affine<C>, _)| point.to_projective().enter(there).mul(k);
            let sum = points.iter().zip(scalars).map(product).reduce(|sum, product| sum.add(&product));
            sum.map_or_else(|| Projective::identity_in(ctx), |sum| Projective::leave(&sum))
        });
    }
    elsewhere!(short C, |there| {
        let sum = eight_by_eight_vartime(there, points, scalars, |point: &Affine<C>| point.enter(there));
        Projective::leave(&sum.to_projective())
    });
    eight_by_eight_vartime::<C, C>(&There::new(*ctx), points, scalars, |point| *point)
        .to_projective()
}

/// The sum on an engine, to which `enter` takes each point.
fn eight_by_eight_vartime<C: Group, E: Group<Scalar = C::Scalar>>(
    ctx: &CurveThere<E>,
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
    enter: impl Fn(&Affine<C>) -> Affine<E>,
) -> Jacobian<E> {
    let identity = Jacobian::<E>::identity_in(ctx);
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

#[cfg(test)]
#[allow(clippy::integer_division_remainder_used)] // Of positions, which are public.
mod tests {
    use subtle::Choice;

    use super::*;

    /// The sum of digits at their positions, modulo 2^320 in limbs of 64 bits.
    fn sum(digits: impl Iterator<Item = (u16, i16)>) -> [u64; 5] {
        let mut sum = [0_u64; 5];
        for (position, digit) in digits {
            let (limb, shift) = (usize::from(position / 64), position % 64);
            let wide = i128::from(digit) << shift;
            let mut carry = false;
            for (i, place) in sum.iter_mut().enumerate().skip(limb) {
                let word = (wide >> (64 * (i - limb)).min(127)) as u64;
                let (with, over) = place.overflowing_add(word);
                let (with, again) = with.overflowing_add(u64::from(carry));
                (*place, carry) = (with, over || again);
            }
        }
        sum
    }

    #[test]
    fn digits_are_odd_apart_and_of_the_part() {
        let mut integers = std::vec![
            [0; 4],
            [u64::MAX; 4],
            [0xaaaa_aaaa_aaaa_aaaa; 4],
            [0x5555_5555_5555_5555; 4]
        ];
        for bit in [0, 1, 2, 31, 62, 63, 64, 127, 128, 191, 254, 255] {
            let mut power = [0; 4];
            power[bit / 64] = 1 << (bit % 64);
            let mut below = [0; 4];
            (0..bit).for_each(|bit| below[bit / 64] |= 1 << (bit % 64));
            integers.extend([power, below]);
        }
        let mut seed = 1_u64;
        integers.extend((0..200).map(|_| {
            array(|_| {
                seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                seed ^ (seed >> 31)
            })
        }));
        for width in 2..=15 {
            for magnitude in &integers {
                let digits = |sign| {
                    let part = SignedPart { magnitude: *magnitude, negative: Choice::from(sign) };
                    OddDigits::vartime(&part, 1 << (width - 2))
                };
                let [a, b, c, d] = *magnitude;
                assert_eq!(sum(digits(0)), [a, b, c, d, 0]);
                assert!(digits(0).map(|(at, digit)| (at, -digit)).eq(digits(1)));
                let mut end = 257;
                for (position, digit) in digits(0) {
                    assert!(
                        digit & 1 == 1
                            && i32::from(digit).abs() < 1 << (width - 1)
                            && position < end
                    );
                    end = position;
                }
                assert!(digits(0).count() <= 256 / width + 1, "a digit is of {width} positions");
            }
        }
    }
}
