//! Points in lanes: how they enter and leave, and tables in memory of which each lane reads a row
//! of its own.

use limb::each::array;

use super::{Cached, CtxOf, Edwards, EdwardsPoint, Niels};
use crate::engines::lanes8::LANES;
use crate::field::{Lanes, Lazy, Red};
use crate::integer::{Integer, TABLE, WINDOW, signed_digit_vartime};

/// A coordinate in memory.
pub(crate) type RowOf<S> = <<S as Edwards>::Base as Lanes>::Row;

/// What a lane's user has: the engine of one element.
type One<S> = <<S as Edwards>::Base as Lanes>::One;

impl<S: Edwards<Base: Lanes>> EdwardsPoint<S> {
    /// From a point per lane.
    #[inline(always)]
    pub(crate) fn enter_lanes<'a, C: Edwards<Base = One<S>>>(
        ctx: &CtxOf<S>,
        of: impl Fn(usize) -> &'a EdwardsPoint<C>,
    ) -> Self {
        let red = |get: fn(&EdwardsPoint<C>) -> &Red<C::Base>| {
            Red::from_raw(S::Base::enter_lanes(ctx, |i| get(of(i)).raw()))
        };
        // Lanes take reduced values.
        let lazy = |get: fn(&EdwardsPoint<C>) -> &Lazy<C::Base>| {
            let weak: [_; LANES] = array(|i| get(of(i.min(S::Base::WIDTH - 1))).weak());
            Red::from_raw(S::Base::enter_lanes(ctx, |i| weak[i].raw())).lazy()
        };
        Self {
            x: red(|p| &p.x),
            y: red(|p| &p.y),
            z: red(|p| &p.z),
            e: lazy(|p| &p.e),
            h: lazy(|p| &p.h),
        }
    }

    /// The first lanes to as many places as there are.
    #[inline(always)]
    pub(crate) fn leave_lanes<C: Edwards<Base = One<S>>>(&self, out: &mut [EdwardsPoint<C>]) {
        let mut leave = |a: &Red<S::Base>, put: fn(&mut EdwardsPoint<C>, Red<C::Base>)| {
            S::Base::leave_lanes(a.raw(), |i, raw| {
                if let Some(point) = out.get_mut(i) {
                    put(point, Red::from_raw(raw));
                }
            });
        };
        leave(&self.x, |point, x| point.x = x);
        leave(&self.y, |point, y| point.y = y);
        leave(&self.z, |point, z| point.z = z);
        leave(&self.e.weak(), |point, e| point.e = e.lazy());
        leave(&self.h.weak(), |point, h| point.h = h.lazy());
    }
}

/// The digits of all lanes' integers in one signed window, −16 to 16: see
/// [`crate::integer::signed_digit`].
#[inline(always)]
pub(super) fn signed_digits_vartime(integers: &[Integer; LANES], window: usize) -> [i16; LANES] {
    // Loops, here and below: closures over arrays are compiled without the CPU's feature, and
    // called.
    let mut digits = [0; LANES];
    for (digit, integer) in digits.iter_mut().zip(integers) {
        *digit = signed_digit_vartime(integer, window, WINDOW) as i16;
    }
    digits
}

/// A bit for each lane that has a negative digit.
#[inline(always)]
pub(super) fn negative(digits: &[i16; LANES]) -> u8 {
    digits.iter().enumerate().fold(0, |bits, (i, &digit)| bits | u8::from(digit < 0) << i)
}

/// 0·P to 16·P for the point in each lane, as rows: Y + X, Y − X, 2Z and 2dT.
pub(super) struct Multiples<S: Edwards<Base: Lanes>> {
    /// Lane by lane.
    rows: [[[RowOf<S>; 4]; TABLE + 1]; LANES],
}

impl<S: Edwards<Base: Lanes>> Multiples<S> {
    /// Of a point in each lane: 15 additions and as many entries.
    #[inline(always)]
    pub(super) fn new(point: &EdwardsPoint<S>) -> Self {
        let ctx = point.z.ctx();
        let mut rows = [[[S::Base::zero_row(&ctx); 4]; TABLE + 1]; LANES];
        let mut put = |at: usize, entry: &Cached<S>| {
            for (i, a) in
                [&entry.y_plus_x, &entry.y_minus_x, &entry.z_2, &entry.t_2d].into_iter().enumerate()
            {
                S::Base::store(a.raw(), &mut rows, |rows| &mut rows[at][i]);
            }
        };
        put(0, &Cached::identity_in(&ctx));
        let first = point.cached();
        put(1, &first);
        let mut multiple = *point;
        for i in 2..=TABLE {
            multiple = multiple.add_cached(&first);
            put(i, &multiple.cached());
        }
        Self { rows }
    }

    /// The multiple of each lane's digit. In time that depends on the digits.
    #[inline(always)]
    pub(super) fn get_vartime(&self, ctx: &CtxOf<S>, digits: &[i16; LANES]) -> Cached<S> {
        let mut rows = [&self.rows[0][0]; LANES];
        for (i, row) in rows.iter_mut().enumerate() {
            *row = &self.rows[i][usize::from(digits[i].unsigned_abs())];
        }
        // −P has Y + X and Y − X exchanged.
        let swapped = |i: usize| usize::from(digits[i] < 0);
        Cached {
            y_plus_x: Red::from_raw(S::Base::load(ctx, |i| &rows[i][swapped(i)])),
            y_minus_x: Red::from_raw(S::Base::load(ctx, |i| &rows[i][1 - swapped(i)])),
            z_2: Red::from_raw(S::Base::load(ctx, |i| &rows[i][2])),
            t_2d: Red::from_raw(S::Base::load(ctx, |i| &rows[i][3]))
                .negate_if(&S::Base::of_bits(negative(digits))),
        }
    }
}

/// An entry of a fixed table for each lane; its negative where a bit is set.
#[inline(always)]
pub(super) fn niels_of_users<S, C>(
    ctx: &CtxOf<S>,
    entries: &[&Niels<C>; LANES],
    negative: u8,
) -> Niels<S>
where
    S: Edwards<Base: Lanes>,
    C: Edwards<Base = One<S>>,
{
    let is_negative = |i: usize| (negative >> i) & 1 == 1;
    // The first of −Q is the second of Q.
    let plus = |i: usize| if is_negative(i) { &entries[i].y_minus_x } else { &entries[i].y_plus_x };
    let minus =
        |i: usize| if is_negative(i) { &entries[i].y_plus_x } else { &entries[i].y_minus_x };
    Niels {
        y_plus_x: Red::from_raw(S::Base::enter_lanes(ctx, |i| plus(i).raw())),
        y_minus_x: Red::from_raw(S::Base::enter_lanes(ctx, |i| minus(i).raw())),
        xy_2d: Red::from_raw(S::Base::enter_lanes(ctx, |i| entries[i].xy_2d.raw()))
            .negate_if(&S::Base::of_bits(negative)),
    }
}
