//! Many independent sums a·B + b·P of public points and scalars, eight side by side on lanes: what
//! verification of signatures does.
//!
//! All lanes do the same, so digits are of a kind that is never zero: an odd integer of n windows
//! of w bits is Σ dⱼ·2^(wj) with odd |dⱼ| < 2^w (M. Joye, M. Tunstall, "Exponent recoding and
//! regular exponentiation algorithms", 2009), an even one is that of the integer above it less one.
//! The tables are those of [`OddMultiples`]: one of the base, of any size, and one for the point of
//! each lane. What a lane reads is loaded from the place that its digit says.
//!
//! Sums are in Jacobian coordinates. Equal and opposite operands show as Z₃ = 0 in their lanes, and
//! the identity is a bit beside the coordinates: such lanes are set right by masks, in variable
//! time.
//!
//! The multiples of a point are added to twice the point, on the isomorphic curve where that is
//! affine (H. Cohen, A. Miyaji, T. Ono, 1998, for mixed additions; P. Wuille, libsecp256k1,
//! `ecmult_impl.h`, for the isomorphism). Each addition gives the ratio of two denominators, so
//! that one inversion makes them all affine, shared by all lanes of some vectors.

use limb::each::{Each, array};

use super::{OddMultiples, sum_of_two_vartime};
use crate::crossover::{self, Single};
use crate::engines::door::in_lanes;
use crate::engines::lanes8::LANES;
use crate::error::{BatchError, check_lengths};
use crate::field::{Lanes, Red};
use crate::formulas::jacobian;
use crate::integer::{SignedPart, bits_at, scalar_to_integer};
use crate::weierstrass::{
    Affine, CtxOf, Endomorphism, Group, GroupInLanes, Jacobian, Projective, Weierstrass,
};

/// Multiples P, 3P, …, 15P of a point that comes once.
const ONCE: usize = 8;

/// Vectors of points that share an inversion.
const VECTORS: usize = 4;

/// A base that stays: its odd multiples, and its scalar for each sum.
///
/// [Example](super#example).
#[derive(Debug)]
pub struct Base<'a, C: Group> {
    /// B, 3B, 5B, …: a power of two of them, 4 at least.
    pub multiples: &'a [Affine<C>],
    /// As many as there are points.
    pub scalars: &'a [Red<C::Scalar>],
}

impl<C: Group> Clone for Base<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Group> Copy for Base<'_, C> {}

impl<C: GroupInLanes> Projective<C> {
    /// \[kᵢ\]Pᵢ for each point and its scalar, in time that depends on both:
    /// [`Affine::mul_vartime`] of each, eight at a time on vectors where the CPU has them.
    ///
    /// Cost on lanes, for scalars in parts of b bits: b Jacobian doublings, b/4 mixed additions per
    /// part, and about 10 additions for the table. Of eight scalars the longest part counts, so
    /// that short ones cost less.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
    /// scalars and places for products.
    #[inline(never)]
    pub fn mul_batch_vartime(
        points: &[Affine<C>],
        scalars: &[Red<C::Scalar>],
        products: &mut [Self],
    ) -> Result<(), BatchError> {
        check_lengths(points.len(), &[scalars.len(), products.len()])?;
        let one = |i: usize| points[i].mul_vartime(&scalars[i]);
        dispatch_vartime(None, points, scalars, products, one);
        Ok(())
    }

    /// aᵢ·Pᵢ + bᵢ·Qᵢ for many i, in time that depends on everything; for verification.
    /// [`sum_of_two_vartime`] of each, eight at a time on vectors where the CPU has them.
    ///
    /// On lanes a sum is two multiplications and an addition, so only full vectors go there. Each
    /// multiplication is as long as its longest scalar: give short ones in one list.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
    /// points and scalars of each kind and places.
    #[inline(never)]
    pub fn sum_of_two_batch_vartime(
        points: [&[Affine<C>]; 2],
        scalars: [&[Red<C::Scalar>]; 2],
        sums: &mut [Self],
    ) -> Result<(), BatchError> {
        let ([p, q], [a, b]) = (points, scalars);
        check_lengths(p.len(), &[q.len(), a.len(), b.len(), sums.len()])?;
        let points = p.chunks(TOGETHER).zip(q.chunks(TOGETHER));
        let scalars = a.chunks(TOGETHER).zip(b.chunks(TOGETHER));
        for (((p, q), (a, b)), sums) in points.zip(scalars).zip(sums.chunks_mut(TOGETHER)) {
            let full = p.len() - (p.len() & (<C::Lanes as Weierstrass>::Base::WIDTH - 1));
            let enough =
                full > 0 && crossover::PUBLIC_MULTIPLICATIONS.reached_beside(Single::Words, full);
            let done = in_lanes!(C, enough => two_products_vartime::<C, _>(
                [&p[..full], &q[..full]], [&a[..full], &b[..full]], &mut sums[..full]));
            let done = if done.is_some() { full } else { 0 };
            for (i, sum) in sums.iter_mut().enumerate().skip(done) {
                let points =
                    [p[i], q[i]].each_ref().each(|point| Jacobian::from_affine_vartime(point));
                *sum = sum_of_two_vartime(&points, [&a[i], &b[i]]).to_projective();
            }
        }
        Ok(())
    }
}

/// Points whose products are in memory at once.
const TOGETHER: usize = VECTORS * LANES;

/// aᵢ·Pᵢ + bᵢ·Qᵢ for at most [`TOGETHER`] points of each kind, as two products.
fn two_products_vartime<C, S>(
    ctx: &CtxOf<S>,
    [p, q]: [&[Affine<C>]; 2],
    [a, b]: [&[Red<C::Scalar>]; 2],
    sums: &mut [Projective<C>],
) where
    C: Group,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    let Some(first) = p.first() else { return };
    let mut others = [Projective::identity_in(&first.x.ctx()); TOGETHER];
    let others = &mut others[..sums.len()];
    sums_vartime::<C, S>(ctx, None, p, a, sums);
    sums_vartime::<C, S>(ctx, None, q, b, others);
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum = sum.add(other);
    }
}

impl<C: GroupInLanes, const N: usize> OddMultiples<Jacobian<C>, N> {
    /// aᵢ·B + bᵢ·Pᵢ for each point, in time that depends on everything:
    /// [`OddMultiples::double_base_vartime`] of each, eight at a time on vectors where the CPU has
    /// them. For verification of many signatures.
    ///
    /// Cost on lanes, for scalars in parts of b bits: b doublings, per part b/4 additions of
    /// multiples of P and b/log₂(2N) of multiples of B, and about 10 additions for the table of P.
    /// A table of 128 multiples is a good one; from 64 to 512 on, sums on secp256k1 take 8 % less.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
    /// of both scalars and places for sums.
    #[inline(never)]
    pub fn double_base_batch_vartime(
        &self,
        a: &[Red<C::Scalar>],
        b: &[Red<C::Scalar>],
        points: &[Affine<C>],
        sums: &mut [Projective<C>],
    ) -> Result<(), BatchError> {
        check_lengths(points.len(), &[a.len(), b.len(), sums.len()])?;
        let one = |i: usize| {
            self.double_base_vartime(&a[i], &b[i], &Jacobian::from_affine_vartime(&points[i]))
                .to_projective()
        };
        dispatch_vartime(Some(Base { multiples: self.table(), scalars: a }), points, b, sums, one);
        Ok(())
    }
}

/// The sums on the engine that this CPU runs, `one` being what gives one of them; lengths are
/// checked.
fn dispatch_vartime<C: GroupInLanes>(
    base: Option<Base<'_, C>>,
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
    sums: &mut [Projective<C>],
    one: impl Fn(usize) -> Projective<C>,
) {
    let single = if base.is_none() { Single::of::<C>() } else { Single::Words };
    let enough = |count| crossover::PUBLIC_MULTIPLICATIONS.reached_beside(single, count);
    let over = points.len() & (<C::Lanes as Weierstrass>::Base::WIDTH - 1);
    let full = if enough(over) { points.len() } else { points.len() - over };
    let base = base.map(|base| Base { scalars: &base.scalars[..full], ..base });
    let done = in_lanes!(C, enough(points.len()) =>
        sums_vartime::<C, _>(base, &points[..full], &scalars[..full], &mut sums[..full]));
    let done = if done.is_some() { full } else { 0 };
    for (i, sum) in sums.iter_mut().enumerate().skip(done) {
        *sum = one(i);
    }
}

/// aᵢ·B + bᵢ·Pᵢ, or bᵢ·Pᵢ where there is no base, on lanes of the caller's choice: `S` is the curve
/// of `C` on an engine that holds several elements side by side, or one. In time that depends on
/// everything.
///
/// # Errors
/// [`BatchError::Empty`], [`BatchError::LengthMismatch`]; the latter also for a base whose
/// multiples are not a power of two.
pub fn sums_on_lanes_vartime<C, S>(
    ctx: &CtxOf<S>,
    base: Option<Base<'_, C>>,
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
    sums: &mut [Projective<C>],
) -> Result<(), BatchError>
where
    C: Group,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    check_lengths(points.len(), &[scalars.len(), sums.len()])?;
    if let Some(base) = base {
        let count = base.multiples.len();
        if base.scalars.len() != points.len() || count < 4 || !count.is_power_of_two() {
            return Err(BatchError::LengthMismatch);
        }
    }
    sums_vartime::<C, S>(ctx, base, points, scalars, sums);
    Ok(())
}

/// The sums on lanes; lengths are checked.
fn sums_vartime<C, S>(
    ctx: &CtxOf<S>,
    base: Option<Base<'_, C>>,
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
    sums: &mut [Projective<C>],
) where
    C: Group,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    // A base that is the identity adds nothing.
    let base = base.filter(|base| !bool::from(base.multiples[0].infinity));
    let together = VECTORS * S::Base::WIDTH;
    let mut rows = [[[[S::Base::zero_row(ctx); 2]; LANES]; ONCE]; 4];
    for first in (0..points.len()).step_by(together) {
        let range = first..points.len().min(first + together);
        let base = base.map(|base| Base { scalars: &base.scalars[range.clone()], ..base });
        let (points, scalars, sums) =
            (&points[range.clone()], &scalars[range.clone()], &mut sums[range]);
        S::Base::enter(
            ctx,
            #[inline(always)]
            || vectors_vartime::<C, S>(ctx, base, points, scalars, sums, &mut rows),
        );
    }
}

/// Multiples of the points of all lanes in memory: of part, entry, lane the coordinates x and y.
type Rows<S> = [[[[<<S as Weierstrass>::Base as Lanes>::Row; 2]; LANES]; ONCE]; 4];

/// The sums of at most [`VECTORS`] vectors of points.
#[inline(always)]
fn vectors_vartime<C, S>(
    ctx: &CtxOf<S>,
    base: Option<Base<'_, C>>,
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
    sums: &mut [Projective<C>],
    rows: &mut Rows<S>,
) where
    C: Group,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    let lanes = S::Base::WIDTH;
    let generator = C::generator(&points[0].x.ctx());
    let blank = Multiples::<S>::blank(ctx);
    let mut tables = [blank; VECTORS];
    let mut skip = [0; VECTORS];
    // One inversion for the denominators of all vectors.
    let mut before = [blank.denominator; VECTORS];
    let mut product = blank.denominator;
    for (v, points) in points.chunks(lanes).enumerate() {
        let of = |i: usize| &points[i.min(points.len() - 1)];
        skip[v] = (0..lanes).fold(0, |bits, i| bits | of(i).infinity.unwrap_u8() << i);
        // What has no odd multiples has none added either.
        let some = |i: usize| if (skip[v] >> i) & 1 == 1 { &generator } else { of(i) };
        tables[v] = Multiples::of(&Affine::enter_lanes(ctx, some));
        before[v] = product;
        product = &product * &tables[v].denominator;
    }
    let mut inverse = product.invert_vartime();
    let count = points.len().div_ceil(lanes);
    for v in (0..count).rev() {
        let own = &inverse * &before[v];
        inverse = &inverse * &tables[v].denominator;
        tables[v].store::<C>(&own, rows);
        let range = v * lanes..points.len().min((v + 1) * lanes);
        let parts = lane_parts::<C>(&scalars[range.clone()]);
        let base = base.map(|base| (base.multiples, lane_parts::<C>(&base.scalars[range.clone()])));
        let sum = sum_vartime::<C, S>(ctx, base, &parts, rows, skip[v]);
        let sums = &mut sums[range];
        sums.copy_from_slice(&sum.leave_lanes()[..sums.len()]);
    }
}

/// The parts of each lane's scalar.
type LaneParts = [[SignedPart; 4]; LANES];

/// The parts of each lane's scalar; lanes without a scalar have the last one's.
fn lane_parts<C: Group>(scalars: &[Red<C::Scalar>]) -> LaneParts {
    let mut out = [[SignedPart::zero(); 4]; LANES];
    for (parts, scalar) in out.iter_mut().zip(scalars) {
        *parts = C::split(&scalar_to_integer(scalar));
    }
    let last = out[scalars.len() - 1];
    out[scalars.len()..].fill(last);
    out
}

/// Odd multiples of the point of each lane, none of which is the identity.
#[derive(Clone, Copy)]
struct Multiples<S: Weierstrass<Base: Lanes>> {
    /// The point itself, and the others as X, Y and the ratio of their denominator to the one
    /// before.
    entries: [[Red<S::Base>; 3]; ONCE],
    /// The last denominator.
    denominator: Red<S::Base>,
}

impl<S: Endomorphism<Base: Lanes>> Multiples<S> {
    fn blank(ctx: &CtxOf<S>) -> Self {
        let one = Red::one_in(ctx);
        Self { entries: [[one; 3]; ONCE], denominator: one }
    }

    /// A doubling, and additions that have no exceptions: the order is prime and above 4·[`ONCE`].
    #[inline(always)]
    fn of(point: &Affine<S>) -> Self {
        let (x, y, one) = (point.x, point.y, Red::one_in(&point.x.ctx()));
        let twice = jacobian::double(&Jacobian::<S> { x, y, z: one });
        // Where 2P is (X, Y, 1), P is (x·Z², y·Z³, 1).
        let zz = twice.z.sqr();
        let mut multiple = Jacobian::<S> { x: &x * &zz, y: &(&y * &zz) * &twice.z, z: one };
        let mut entries = [[x, y, one]; ONCE];
        for entry in &mut entries[1..] {
            let (next, ratio) = jacobian::add_mixed_with_ratio(&multiple, &twice.x, &twice.y);
            *entry = [next.x, next.y, ratio];
            multiple = next;
        }
        Self { entries, denominator: &multiple.z * &twice.z }
    }

    /// The affine coordinates of the multiples and of their images under the endomorphism, given
    /// one over the last denominator.
    #[inline(always)]
    fn store<C: Group>(&self, inverse: &Red<S::Base>, rows: &mut Rows<S>) {
        let mut inverse = *inverse;
        for (entry, [x, y, ratio]) in self.entries.iter().enumerate().rev() {
            let (mut x, mut y) = (*x, *y);
            if entry > 0 {
                let square = inverse.sqr();
                x = &x * &square;
                y = &(&y * &square) * &inverse;
                inverse = &inverse * ratio;
            }
            for (part, rows) in rows.iter_mut().enumerate().take(C::PARTS) {
                if part > 0 {
                    (x, y) = S::endomorphism_xy(&x, &y);
                }
                S::Base::store(x.raw(), &mut rows[entry], |row| &mut row[0]);
                S::Base::store(y.raw(), &mut rows[entry], |row| &mut row[1]);
            }
        }
    }
}

/// A table's windows of all parts.
struct Windows {
    /// Bits of a window: the table has 2^(width − 1) odd multiples.
    width: usize,
    /// Windows that are left, the lowest ones.
    left: usize,
}

impl Windows {
    const fn new(multiples: usize, bits: usize) -> Self {
        let width = multiples.trailing_zeros() as usize + 1;
        Self { width, left: bits.div_ceil(width) }
    }

    /// Where the highest window begins, if there is one left.
    const fn position(&self) -> Option<usize> {
        match self.left {
            0 => None,
            left => Some((left - 1) * self.width),
        }
    }
}

/// A digit of each lane: the entry of its magnitude, and a bit where it is negative.
struct Digits {
    entry: [usize; LANES],
    negative: u8,
}

impl Digits {
    /// Digit `window` of `windows`, of the odd integers at or above the parts: the bits from 1
    /// above the window's on are u, and the digit 2u + 1, less 2^width but for the highest window.
    #[inline(always)]
    fn vartime(parts: &LaneParts, part: usize, window: usize, width: usize, highest: bool) -> Self {
        let mut out = Self { entry: [0; LANES], negative: 0 };
        let half = 1 << (width - 1);
        for (i, (entry, parts)) in out.entry.iter_mut().zip(parts).enumerate() {
            let part = &parts[part];
            let bits = bits_at(&part.magnitude, window * width + 1, width) as usize;
            let below = !highest && bits < half;
            *entry = match (highest, below) {
                (true, _) => bits,
                (false, true) => half - 1 - bits,
                (false, false) => bits - half,
            };
            out.negative |= u8::from(below ^ bool::from(part.negative)) << i;
        }
        out
    }

    /// Minus one with the sign of each part, and the lanes where the part is odd and needs none.
    fn less_one_vartime(parts: &LaneParts, part: usize) -> (Self, u8) {
        let (mut negative, mut odd) = (0, 0);
        for (i, parts) in parts.iter().enumerate() {
            negative |= u8::from(!bool::from(parts[part].negative)) << i;
            odd |= ((parts[part].magnitude[0] & 1) as u8) << i;
        }
        (Self { entry: [0; LANES], negative }, odd)
    }
}

/// a·B + b·P of each lane, or b·P; no P in the lanes to skip.
#[inline(always)]
fn sum_vartime<C, S>(
    ctx: &CtxOf<S>,
    base: Option<(&[Affine<C>], LaneParts)>,
    parts: &LaneParts,
    rows: &Rows<S>,
    skip: u8,
) -> Projective<S>
where
    C: Group,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    // Short scalars take as few windows as the longest part of any lane, and none for a part that
    // all lanes lack.
    let lengths: [usize; 4] = array(|part| {
        let of_base = base.iter().flat_map(|(_, scalars)| scalars);
        SignedPart::longest_vartime(parts.iter().chain(of_base).map(|parts| &parts[part]))
    });
    let bits = lengths.into_iter().max().unwrap_or(0);
    let present = |part: &usize| lengths[*part] > 0;
    let of_point = |part: usize, digits: &Digits| {
        let row = |i: usize| &rows[part][digits.entry[i]][i];
        let x = Red::<S::Base>::from_raw(S::Base::load(ctx, |i| &row(i)[0]));
        let y = Red::<S::Base>::from_raw(S::Base::load(ctx, |i| &row(i)[1]));
        (x, y.negate_if(&S::Base::of_bits(digits.negative)))
    };
    let of_base = |multiples: &[Affine<C>], part: usize, digits: &Digits| {
        let mut x = Red::<S::Base>::from_raw(S::Base::enter_lanes(ctx, |i| {
            multiples[digits.entry[i]].x.raw()
        }));
        let mut y = Red::<S::Base>::from_raw(S::Base::enter_lanes(ctx, |i| {
            multiples[digits.entry[i]].y.raw()
        }));
        for _ in 0..part {
            (x, y) = S::endomorphism_xy(&x, &y);
        }
        (x, y.negate_if(&S::Base::of_bits(digits.negative)))
    };
    let mut windows = [
        Windows::new(ONCE, bits),
        Windows::new(base.map_or(1, |(multiples, _)| multiples.len()), bits),
    ];
    if base.is_none() {
        windows[1].left = 0;
    }
    let highest = windows.each_ref().each(|windows| windows.left);
    let mut sum = Sum::identity_in(ctx);
    let length = windows.iter().filter_map(Windows::position).max().unwrap_or(0);
    for position in (0..=length).rev() {
        sum.double();
        if windows[0].position() == Some(position) {
            windows[0].left -= 1;
            let Windows { width, left } = windows[0];
            for part in (0..C::PARTS).filter(present) {
                let digits = Digits::vartime(parts, part, left, width, left + 1 == highest[0]);
                let (x, y) = of_point(part, &digits);
                sum.add_vartime(&x, &y, skip);
            }
        }
        if let Some((multiples, parts)) = &base
            && windows[1].position() == Some(position)
        {
            windows[1].left -= 1;
            let Windows { width, left } = windows[1];
            for part in (0..C::PARTS).filter(present) {
                let digits = Digits::vartime(parts, part, left, width, left + 1 == highest[1]);
                let (x, y) = of_base(multiples, part, &digits);
                sum.add_vartime(&x, &y, 0);
            }
        }
    }
    for part in (0..C::PARTS).filter(present) {
        let (digits, odd) = Digits::less_one_vartime(parts, part);
        let (x, y) = of_point(part, &digits);
        sum.add_vartime(&x, &y, skip | odd);
        if let Some((multiples, parts)) = &base {
            let (digits, odd) = Digits::less_one_vartime(parts, part);
            let (x, y) = of_base(multiples, part, &digits);
            sum.add_vartime(&x, &y, odd);
        }
    }
    sum.to_projective()
}

/// Sums of all lanes.
struct Sum<S: Weierstrass<Base: Lanes>> {
    /// Without a meaning where the sum is the identity.
    point: Jacobian<S>,
    /// A bit where the sum is the identity.
    identity: u8,
}

impl<S: Weierstrass<Base: Lanes>> Sum<S> {
    /// A bit per lane.
    const ALL: u8 = u8::MAX >> (LANES - S::Base::WIDTH);

    fn identity_in(ctx: &CtxOf<S>) -> Self {
        let one = Red::one_in(ctx);
        Self { point: Jacobian { x: one, y: one, z: one }, identity: Self::ALL }
    }

    #[inline(always)]
    fn double(&mut self) {
        if self.identity != Self::ALL {
            self.point = jacobian::double(&self.point);
        }
    }

    /// Adds the points (x, y), but in lanes to skip.
    #[inline(always)]
    fn add_vartime(&mut self, x: &Red<S::Base>, y: &Red<S::Base>, skip: u8) {
        let added = Self::ALL & !skip;
        if self.identity == Self::ALL {
            self.point = Jacobian { x: *x, y: *y, z: Red::one_in(&x.ctx()) };
            self.identity = !added & Self::ALL;
            return;
        }
        let (h, r) = jacobian::difference(&self.point, x, y);
        let vanished = S::Base::zeros_vartime(h.raw()) & added & !self.identity;
        if vanished | (self.identity & added) | !added & Self::ALL == 0 {
            self.point = jacobian::add_difference(&self.point, &h, &r);
        } else {
            self.add_exceptions_vartime([x, y], [&h, &r], added, vanished);
        }
    }

    /// As [`Sum::add_vartime`] where some lanes are not added to, hold the identity, or have points
    /// that do not differ in x: those give the double, if they do not differ in y either, or the
    /// identity.
    #[cold]
    #[inline(never)]
    fn add_exceptions_vartime(
        &mut self,
        [x, y]: [&Red<S::Base>; 2],
        [h, r]: [&Red<S::Base>; 2],
        added: u8,
        vanished: u8,
    ) {
        let mut sum = jacobian::add_difference(&self.point, h, r);
        let equal = if vanished == 0 { 0 } else { S::Base::zeros_vartime(r.raw()) & vanished };
        if equal != 0 {
            sum = select(&sum, &jacobian::double(&self.point), equal);
        }
        let first = self.identity & added;
        if first != 0 {
            sum = select(&sum, &Jacobian { x: *x, y: *y, z: Red::one_in(&x.ctx()) }, first);
        }
        self.identity = (self.identity & !first) | (vanished & !equal);
        self.point = select(&self.point, &sum, added);
    }

    /// (XZ : Y : Z³), or the identity.
    fn to_projective(&self) -> Projective<S> {
        let Jacobian { x, y, z } = &self.point;
        let point = Projective { x: x * z, y: *y, z: &z.sqr() * z };
        Projective::select(
            &point,
            &Projective::identity_in(&z.ctx()),
            &S::Base::of_bits(self.identity),
        )
    }
}

/// a, or b in the lanes of the bits.
#[inline(always)]
fn select<S: Weierstrass<Base: Lanes>>(a: &Jacobian<S>, b: &Jacobian<S>, lanes: u8) -> Jacobian<S> {
    let mask = S::Base::of_bits(lanes);
    Jacobian {
        x: Red::select(&a.x, &b.x, &mask),
        y: Red::select(&a.y, &b.y, &mask),
        z: Red::select(&a.z, &b.z, &mask),
    }
}
