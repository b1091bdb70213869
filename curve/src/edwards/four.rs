//! One point's coordinates in one vector: sums of few multiples at the lowest latency, of public
//! points or by a comb.

use core::fmt;

use limb::each::Each;

use super::{EdwardsGroup, EdwardsPoint, Niels, VartimeEntry};
use crate::edwards::Vartime;
use crate::field::{Canonical, Four, Red, order};
use crate::formulas::edwards as formulas;
use crate::scalar_mul::{Elsewhere, Nowhere, PublicGroup, TableGroup};

/// What holds the coordinates of a curve.
type FourOf<C> = <<C as super::Edwards>::Base as Canonical>::Four;

/// A point in one vector: X, T, Z, Y.
///
/// [Example](super#example).
pub struct InFour<C: EdwardsGroup>(FourOf<C>);

/// What an addition reads in one vector: Y − X, 2dT, 2Z, Y + X.
///
/// [Example](super#example).
pub struct CachedInFour<C: EdwardsGroup>(FourOf<C>);

impl<C: EdwardsGroup> Clone for InFour<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: EdwardsGroup> Copy for InFour<C> {}

impl<C: EdwardsGroup> fmt::Debug for InFour<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("InFour").field(&self.0).finish()
    }
}

impl<C: EdwardsGroup> Clone for CachedInFour<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: EdwardsGroup> Copy for CachedInFour<C> {}

impl<C: EdwardsGroup> fmt::Debug for CachedInFour<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CachedInFour").field(&self.0).finish()
    }
}

/// Four elements in a vector.
#[inline(always)]
fn of<C: EdwardsGroup>(ctx: &<FourOf<C> as Four>::Ctx, values: [&Red<C::Base>; 4]) -> FourOf<C> {
    FourOf::<C>::enter(ctx, values.each(Red::raw))
}

impl<C: EdwardsGroup> InFour<C> {
    /// The identity (0, 1).
    fn identity_in(ctx: &<FourOf<C> as Four>::Ctx) -> Self {
        let here = FourOf::<C>::ctx_of_one(ctx);
        let (zero, one) = (Red::zero_in(&here), Red::one_in(&here));
        Self(of::<C>(ctx, [&zero, &zero, &one, &one]))
    }

    fn point(&self) -> EdwardsPoint<C> {
        let [x, t, z, y] = self.0.leave().each(Red::from_raw);
        let one = Red::one_in(&x.ctx());
        EdwardsPoint { x, y, z, e: t.lazy(), h: one.lazy() }
    }

    /// 1, 2d, 2, 1: what [`formulas::sums_in_four`] is multiplied by for the cached form.
    fn factors(&self) -> FourOf<C> {
        let ctx = self.0.ctx();
        let one = Red::one_in(&FourOf::<C>::ctx_of_one(&ctx));
        of::<C>(&ctx, [&one, &C::times_2d(&one), &one.twice().weak(), &one])
    }

    #[inline(always)]
    fn cached(&self, factors: &FourOf<C>) -> CachedInFour<C> {
        CachedInFour(formulas::sums_in_four(&self.0).mul(factors))
    }
}

/// The way of points to vectors.
///
/// [Example](super#example).
pub struct ToFour<C: EdwardsGroup>(<FourOf<C> as Four>::Ctx);

impl<C: EdwardsGroup> ToFour<C> {
    /// The way to vectors, if the CPU has them: their formulas are those for a = −1, in points and
    /// scalars of one part.
    #[inline(always)]
    pub(super) fn of_curve() -> Option<Self> {
        if const { C::MINUS_A == 1 && C::LATTICE.is_none() } {
            C::Base::four().map(Self::of)
        } else {
            None
        }
    }

    /// The way to vectors of a context.
    #[inline(always)]
    pub fn of(ctx: <FourOf<C> as Four>::Ctx) -> Self {
        Self(ctx)
    }
}

impl<C: EdwardsGroup> Clone for ToFour<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: EdwardsGroup> Copy for ToFour<C> {}

impl<C: EdwardsGroup> ToFour<C> {
    /// An entry of a point with Z = 1.
    #[inline(always)]
    fn niels(&self, entry: &Niels<C>) -> CachedInFour<C> {
        let two = Red::small(&entry.xy_2d.ctx(), 2);
        CachedInFour(of::<C>(&self.0, [&entry.y_minus_x, &entry.xy_2d, &two, &entry.y_plus_x]))
    }
}

impl<C: EdwardsGroup> Elsewhere<EdwardsPoint<C>> for ToFour<C> {
    type To = InFour<C>;

    fn enter(&self, point: &EdwardsPoint<C>) -> InFour<C> {
        let EdwardsPoint { x, y, z, .. } = point;
        InFour(of::<C>(&self.0, [x, &point.t(), z, y]))
    }

    fn leave(point: &InFour<C>) -> EdwardsPoint<C> {
        point.point()
    }

    #[inline(always)]
    fn enter_entry(&self, entry: &<EdwardsPoint<C> as TableGroup>::Entry) -> CachedInFour<C> {
        self.niels(&Niels::from_entry(entry))
    }
}

impl<C: EdwardsGroup> Elsewhere<Vartime<C>> for ToFour<C> {
    type To = InFour<C>;

    fn enter(&self, point: &Vartime<C>) -> InFour<C> {
        Elsewhere::enter(self, &point.0)
    }

    fn leave(point: &InFour<C>) -> Vartime<C> {
        Vartime(point.point())
    }

    #[inline(always)]
    fn enter_entry(&self, entry: &VartimeEntry<C>) -> CachedInFour<C> {
        match entry {
            VartimeEntry::Niels(entry) => self.niels(entry),
            VartimeEntry::Cached(entry) => {
                let values = [&entry.y_minus_x, &entry.t_2d, &entry.z_2, &entry.y_plus_x];
                CachedInFour(of::<C>(&self.0, values))
            }
        }
    }
}

impl<C: EdwardsGroup> TableGroup for InFour<C> {
    type Scalar = C::Scalar;
    type Entry = CachedInFour<C>;
    type Fast = Self;
    type There = ();
    type Elsewhere = Nowhere;

    fn fast() -> Option<()> {
        None
    }

    fn enter(&self, (): &()) -> Self {
        *self
    }

    fn leave(there: &Self) -> Self {
        *there
    }

    fn enter_entry((): &(), entry: &Self::Entry) -> Self::Entry {
        *entry
    }

    fn identity(&self) -> Self {
        Self::identity_in(&self.0.ctx())
    }

    fn is_identity_vartime(&self) -> bool {
        self.point().is_identity().into()
    }

    #[inline(always)]
    fn double(&self) -> Self {
        Self(formulas::double_in_four(&self.0))
    }

    fn add(&self, other: &Self) -> Self {
        self.add_entry(&other.cached(&other.factors()))
    }

    #[inline(always)]
    fn add_entry(&self, entry: &Self::Entry) -> Self {
        Self(formulas::add_in_four(&self.0, &entry.0))
    }

    fn from_entry(entry: &Self::Entry) -> Self {
        Self::identity_in(&entry.0.ctx()).add_entry(entry)
    }

    #[inline(always)]
    fn negate_entry(entry: &Self::Entry) -> Self::Entry {
        // Y + X, 0 − 2dT, 2Z, Y − X.
        let swapped = entry.0.pick::<{ order([3, 1, 2, 0]) }>();
        let zero_less = swapped.minus::<0b0010>(&swapped).offset::<0b0010>();
        CachedInFour(zero_less.minus::<0b0010>(&swapped).carried())
    }

    fn entries_vartime(points: &[Self], out: &mut [Self::Entry]) {
        let Some(first) = points.first() else { return };
        let factors = first.factors();
        for (point, out) in points.iter().zip(out) {
            *out = point.cached(&factors);
        }
    }

    fn odd_entries_vartime(point: &Self, out: &mut [Self::Entry]) {
        let factors = point.factors();
        FourOf::<C>::kernel(
            &point.0.ctx(),
            #[inline(always)]
            || {
                let twice = point.double().cached(&factors);
                let mut multiple = *point;
                for (i, place) in out.iter_mut().enumerate() {
                    if i > 0 {
                        multiple = multiple.add_entry(&twice);
                    }
                    *place = multiple.cached(&factors);
                }
            },
        );
    }

    const PASSING_EACH: bool = true;

    fn blank_entry(&self) -> Self::Entry {
        CachedInFour(self.0)
    }

    #[inline(always)]
    fn kernel<R>(&self, formula: impl FnOnce() -> R) -> R {
        FourOf::<C>::kernel(&self.0.ctx(), formula)
    }
}

impl<C: EdwardsGroup> PublicGroup for InFour<C> {}
