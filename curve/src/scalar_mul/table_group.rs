//! What the algorithms on tables ask of a group, so that each is written once for every shape of
//! curve.
//!
//! | points | coordinates while adding | in tables | time |
//! |---|---|---|---|
//! | [`Projective`] | homogeneous, complete formulas | x and y | constant |
//! | [`Jacobian`] | Jacobian, branches for exceptions | [`Affine`] | depends on the points |
//! | [`EdwardsPoint`](crate::edwards::EdwardsPoint) | extended, complete | with Z = 1 | constant |
//! | [`Vartime`](crate::edwards::Vartime) | the same | with Z = 1, or any | depends on the points |

use limb::each::Each;
use subtle::Choice;

use crate::field::{Anywhere, Canonical, Field, Holds, Masked, Red};
use crate::formulas::complete::{self, Coefficient};
use crate::formulas::jacobian;
use crate::integer::{Integer, SignedPart};
use crate::weierstrass::{
    Affine, CurveThere, Group, Jacobian, Projective, Weierstrass, normalize_vartime, to_affine_each,
};

/// Points of a group of prime order as sums hold them, beside the form that tables hold.
///
/// [Example](super#example).
pub trait TableGroup: Copy {
    /// The integers modulo the order.
    type Scalar: Anywhere;
    /// A point in a table: the form that is added fastest.
    type Entry: Copy;

    /// The same group on the faster engine of words; itself where there is none.
    type Fast: TableGroup<Scalar = Self::Scalar, Fast = Self::Fast>;
    /// The proof that this CPU runs that engine.
    type There: Copy;
    /// The proof, if there is such an engine and this CPU runs it. Only the
    /// [door](crate::engines::door) asks.
    fn fast() -> Option<Self::There>;
    /// A point there.
    fn enter(&self, there: &Self::There) -> Self::Fast;
    /// A point from there.
    fn leave(there: &Self::Fast) -> Self;
    /// An entry there.
    fn enter_entry(there: &Self::There, entry: &Self::Entry) -> <Self::Fast as TableGroup>::Entry;

    /// The way to an engine that holds a point in one vector, or [`Nowhere`].
    type Elsewhere: Elsewhere<Self>;
    /// The way, if there is such an engine and this CPU runs it. Only the
    /// [door](crate::engines::door) asks.
    #[inline(always)]
    fn elsewhere() -> Option<Self::Elsewhere> {
        None
    }

    /// The identity, in the context of this point.
    fn identity(&self) -> Self;
    /// Whether this is the identity; of public points.
    fn is_identity_vartime(&self) -> bool;
    /// 2P.
    fn double(&self) -> Self;
    /// P + Q, for all P and Q.
    fn add(&self, other: &Self) -> Self;
    /// P + Q for an entry, for all P.
    fn add_entry(&self, entry: &Self::Entry) -> Self;
    /// The point of an entry.
    fn from_entry(entry: &Self::Entry) -> Self;
    /// −Q.
    fn negate_entry(entry: &Self::Entry) -> Self::Entry;
    /// The entries of public points, which share inversions; the slices have one length.
    fn entries_vartime(points: &[Self], out: &mut [Self::Entry]);
    /// Whether entries that are used once are made each of its point alone, by
    /// [`TableGroup::odd_entries_vartime`]; else they share an inversion.
    const PASSING_EACH: bool = false;
    /// P, 3P, 5P, … as entries that are used once. Asked for where they are made each alone.
    fn odd_entries_vartime(point: &Self, out: &mut [Self::Entry]) {
        let _ = (point, out);
        unreachable!("entries of this group share an inversion");
    }
    /// An entry of no meaning, to fill a table with before its entries are computed.
    fn blank_entry(&self) -> Self::Entry;

    /// The sum of an entry and others, one after the other, doubled where a step has none: for
    /// entries of which none is the sum of those before it, or minus that sum, and no such sum is
    /// the identity. Of groups for secrets it is constant-time.
    #[inline(always)]
    fn sum_apart(first: &Self::Entry, steps: impl Iterator<Item = Option<Self::Entry>>) -> Self {
        steps.fold(Self::from_entry(first), |sum, step| match step {
            Some(entry) => sum.add_entry(&entry),
            None => sum.double(),
        })
    }

    /// Runs a loop with the CPU's feature: see [`Field::kernel`].
    #[inline(always)]
    fn kernel<R>(&self, formula: impl FnOnce() -> R) -> R {
        formula()
    }
}

/// The way of a group's points to an engine on which one point is an engine's whole value, as
/// [`TableGroup::There`] is the way to words.
///
/// [Example](super#example).
pub trait Elsewhere<P: TableGroup>: Copy {
    /// The group there.
    type To: TableGroup<Scalar = P::Scalar>;

    /// A point there.
    fn enter(&self, point: &P) -> Self::To;
    /// A point from there.
    fn leave(point: &Self::To) -> P;
    /// An entry there.
    fn enter_entry(&self, entry: &P::Entry) -> <Self::To as TableGroup>::Entry;
}

/// The way of groups that have no such engine.
///
/// [Example](super#example).
#[derive(Clone, Copy, Debug)]
pub enum Nowhere {}

impl<P: TableGroup> Elsewhere<P> for Nowhere {
    type To = P;

    fn enter(&self, _: &P) -> P {
        match *self {}
    }

    fn leave(point: &P) -> P {
        *point
    }

    fn enter_entry(&self, _: &P::Entry) -> P::Entry {
        match *self {}
    }
}

/// A group for sums of public points: its entries may be the identity, and scalars come in parts.
///
/// [Example](super#example).
pub trait PublicGroup: TableGroup {
    /// In how many parts scalars come, 1 to 4: see [`PublicGroup::split`].
    const PARTS: usize = 1;

    /// The parts of an integer below the order: the first [`PublicGroup::PARTS`] of four, each
    /// standing for a power of the endomorphism.
    fn split(k: &Integer) -> [SignedPart; 4] {
        SignedPart::four([SignedPart::positive(*k)])
    }

    /// The endomorphism's image of an entry; not asked for where scalars have one part.
    fn endomorphism_entry(entry: &Self::Entry) -> Self::Entry {
        *entry
    }
}

/// A group for sums of public points that is one on its other engines too.
///
/// [Example](super#example).
pub trait PublicElsewhere:
    PublicGroup<Fast: PublicGroup, Elsewhere: Elsewhere<Self, To: PublicGroup>>
{
}

impl<P: PublicGroup<Fast: PublicGroup, Elsewhere: Elsewhere<P, To: PublicGroup>>> PublicElsewhere
    for P
{
}

/// A group whose sums and lookups take the same time for all points, so that they may depend on
/// secrets.
///
/// [Example](super#example).
pub trait SecretGroup: TableGroup {
    /// Entry `index` of a table, or minus that; by reading all of it. The index is below the
    /// table's length.
    fn lookup(table: &[Self::Entry], index: u32, negative: Choice) -> Self::Entry;

    /// −P where the choice is 1.
    fn negate_if(&self, choice: Choice) -> Self;

    /// If additions with exceptions are shorter ([`TableGroup::sum_apart`]): a b for which the
    /// order is at least 2^b. Zero if they are not.
    const APART_BITS: usize = 0;

    /// If they are shorter in all rows of a comb, doublings included: whether the order is above
    /// 15/16 of 2^(8·B), B the bytes of a scalar.
    const APART_ROWS: bool = false;
}

/// Entries are never the identity, which has no x and y: tables of secret algorithms hold multiples
/// that are none.
impl<C: Group> TableGroup for Projective<C> {
    type Scalar = C::Scalar;
    type Entry = [<C::Base as Field>::Raw; 2];
    type Fast = Projective<C::Fast>;
    type There = CurveThere<C::Fast>;
    type Elsewhere = Nowhere;

    fn fast() -> Option<Self::There> {
        C::fast()
    }

    fn enter(&self, there: &Self::There) -> Self::Fast {
        Projective::enter(self, there)
    }

    fn leave(there: &Self::Fast) -> Self {
        Projective::leave(there)
    }

    fn enter_entry(there: &Self::There, entry: &Self::Entry) -> <Self::Fast as TableGroup>::Entry {
        entry.each(|a| <C::Fast as Weierstrass>::Base::enter(there, &a))
    }

    fn identity(&self) -> Self {
        Self::identity_in(&self.z.ctx())
    }

    fn is_identity_vartime(&self) -> bool {
        self.is_identity().into()
    }

    #[inline(always)]
    fn double(&self) -> Self {
        complete::double(self)
    }

    fn add(&self, other: &Self) -> Self {
        complete::add(self, other)
    }

    // On a chip a call, whose temporaries leave the stack.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn add_entry(&self, entry: &Self::Entry) -> Self {
        let [x, y] = entry.each(Red::from_raw);
        complete::add_mixed(self, &x, &y)
    }

    fn from_entry(entry: &Self::Entry) -> Self {
        let [x, y] = entry.each(Red::from_raw);
        Self { x, y, z: Red::one_in(&x.ctx()) }
    }

    fn negate_entry([x, y]: &Self::Entry) -> Self::Entry {
        [*x, C::Base::neg(y)]
    }

    fn entries_vartime(points: &[Self], out: &mut [Self::Entry]) {
        for (points, out) in points.chunks(CHUNK).zip(out.chunks_mut(CHUNK)) {
            let Some(first) = points.first() else { continue };
            let mut affine = [Affine::identity_in(&first.z.ctx()); CHUNK];
            let affine = &mut affine[..points.len()];
            to_affine_each(points, affine);
            for (out, affine) in out.iter_mut().zip(affine) {
                *out = [*affine.x.raw(), *affine.y.raw()];
            }
        }
    }

    fn blank_entry(&self) -> Self::Entry {
        [*self.x.raw(), *self.y.raw()]
    }

    fn sum_apart(first: &Self::Entry, steps: impl Iterator<Item = Option<Self::Entry>>) -> Self {
        if const { !C::A::APART && !Self::APART_ROWS } {
            return steps.fold(Self::from_entry(first), |sum, step| match step {
                Some(entry) => sum.add_entry(&entry),
                None => sum.double(),
            });
        }
        let [x, y] = first.each(Red::from_raw);
        let mut sum = Jacobian { x, y, z: Red::one_in(&x.ctx()) };
        for step in steps {
            match step {
                Some(entry) => add_apart(&mut sum, &entry),
                None => double_apart(&mut sum),
            }
        }
        Self::of_jacobian(&sum)
    }
}

/// Points that share one inversion, where no caller brings space for more.
const CHUNK: usize = 16;

impl<C: Group> SecretGroup for Projective<C> {
    fn lookup(table: &[Self::Entry], index: u32, negative: Choice) -> Self::Entry {
        let [x, y] = C::Base::lookup(table, index);
        [x, C::Base::select(&y, &C::Base::neg(&y), &C::Base::mask(negative))]
    }

    fn negate_if(&self, choice: Choice) -> Self {
        Projective::negate_if(self, &C::Base::mask(choice))
    }

    const APART_BITS: usize = if C::A::APART { 8 * (C::Scalar::BYTES - 1) } else { 0 };

    // On a chip a square is shorter than a product, and so are Jacobian additions for a = 0.
    const APART_ROWS: bool = C::ORDER_FILLS_BYTES && (C::A::APART || cfg!(target_arch = "riscv32"));
}

/// Adds an entry where that meets no exception. On a chip a call, whose temporaries leave the
/// stack.
#[cfg_attr(target_arch = "riscv32", inline(never))]
#[cfg_attr(not(target_arch = "riscv32"), inline(always))]
fn add_apart<C: Group>(sum: &mut Jacobian<C>, [x, y]: &<Projective<C> as TableGroup>::Entry) {
    let (x, y) = (Red::from_raw(*x), Red::from_raw(*y));
    *sum = C::Base::kernel(
        #[inline(always)]
        || jacobian::add_mixed(sum, &x, &y),
    );
}

/// Doubles; as [`add_apart`].
#[cfg_attr(target_arch = "riscv32", inline(never))]
#[cfg_attr(not(target_arch = "riscv32"), inline(always))]
fn double_apart<C: Group>(sum: &mut Jacobian<C>) {
    *sum = C::Base::kernel(
        #[inline(always)]
        || jacobian::double(sum),
    );
}

/// In time that depends on the points.
impl<C: Group> TableGroup for Jacobian<C> {
    type Scalar = C::Scalar;
    type Entry = Affine<C>;
    type Fast = Jacobian<C::Fast>;
    type There = CurveThere<C::Fast>;
    type Elsewhere = Nowhere;

    fn fast() -> Option<Self::There> {
        C::fast()
    }

    fn enter(&self, there: &Self::There) -> Self::Fast {
        Jacobian::enter(self, there)
    }

    fn leave(there: &Self::Fast) -> Self {
        Jacobian::leave(there)
    }

    fn enter_entry(there: &Self::There, entry: &Self::Entry) -> <Self::Fast as TableGroup>::Entry {
        entry.enter(there)
    }

    fn identity(&self) -> Self {
        let one = Red::one_in(&self.z.ctx());
        Self { x: one, y: one, z: Red::zero_in(&self.z.ctx()) }
    }

    fn is_identity_vartime(&self) -> bool {
        Jacobian::is_identity_vartime(self)
    }

    #[inline(always)]
    fn double(&self) -> Self {
        self.double_vartime()
    }

    fn add(&self, other: &Self) -> Self {
        self.add_vartime(other)
    }

    #[inline(always)]
    fn add_entry(&self, entry: &Self::Entry) -> Self {
        self.add_mixed_vartime(entry)
    }

    fn from_entry(entry: &Self::Entry) -> Self {
        Self::from_affine_vartime(entry)
    }

    fn negate_entry(entry: &Self::Entry) -> Self::Entry {
        entry.neg()
    }

    fn entries_vartime(points: &[Self], out: &mut [Self::Entry]) {
        normalize_vartime(points, out);
    }

    fn blank_entry(&self) -> Self::Entry {
        Affine::identity_in(&self.z.ctx())
    }
}

impl<C: Group> PublicGroup for Jacobian<C> {
    const PARTS: usize = C::PARTS;

    fn split(k: &Integer) -> [SignedPart; 4] {
        C::split(k)
    }

    fn endomorphism_entry(entry: &Self::Entry) -> Self::Entry {
        let (x, y) = C::endomorphism_xy(&entry.x, &entry.y);
        Affine { x, y, infinity: entry.infinity }
    }
}
