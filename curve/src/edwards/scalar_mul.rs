//! Multiplication of Edwards points by integers and scalars.
//!
//! | function | time |
//! |---|---|
//! | [`EdwardsPoint::mul`], `*`, [`EdwardsPoint::mul_integer`] | constant |
//! | [`EdwardsPoint::mul_two`]: two multiples of one point | constant |
//! | [`EdwardsPoint::mul_digits`] | constant; any engine with masks |
//! | [`Comb::mul`](crate::scalar_mul::Comb::mul) | constant; a base without torsion that has a table |
//! | [`EdwardsPoint::mul_vartime`] | depends on both |
//! | [`EdwardsPoint::mul_integer_vartime`] | depends on the integer alone; any engine |
//! | [`OddMultiples::double_base_vartime`](crate::scalar_mul::OddMultiples::double_base_vartime) | depends on all; by [`Vartime`] |
//!
//! Many at once: [`EdwardsPoint::mul_batch`], [`EdwardsPoint::double_base_batch_vartime`] and their
//! like; [`msm`](crate::msm) for sums.
//!
//! All but the comb are right for every point of the curve: a scalar is the least integer of its
//! class. Where an endomorphism splits scalars ([`EdwardsGroup::LATTICE`]), \[k\]P is right for
//! points without torsion, and with torsion up to that.

use limb::each::{Each, array};
use subtle::Choice;
use zeroize::Zeroize;

use super::{Cached, Edwards, EdwardsGroup, EdwardsPoint, Niels, ToFour};
use crate::edwards::EdwardsThere;
use crate::engines::door::elsewhere;
use crate::field::{Field, Masked, Red};
use crate::formulas::edwards as formulas;
use crate::glv::Lattice;
use crate::integer::{
    Digit, Integer, SignedPart, TABLE, WINDOW, scalar_to_integer, signed_digit, windows,
};
use crate::scalar_mul::{PublicGroup, SecretGroup, TableGroup, mul_vartime};

/// Parts of a scalar in [`EdwardsPoint::mul_two`]. On Curve25519 that takes 477 operations with
/// three, 514 with two and 479 with four.
const PARTS: usize = 3;

impl<C: Edwards> EdwardsPoint<C> {
    /// \[k\]P for a public integer in limbs, least significant first. Time depends only on k.
    ///
    /// Cost: a doubling per bit and an addition per set bit. It needs no masks, so a recorder can
    /// run it.
    #[must_use]
    #[inline(never)]
    pub fn mul_integer_vartime(&self, k: &[u64]) -> Self {
        let cached = self.cached();
        let mut out: Option<Self> = None;
        for &limb in k.iter().rev() {
            for i in (0..64).rev() {
                out = out.map(|sum| sum.double());
                if (limb >> i) & 1 == 1 {
                    out = Some(out.map_or_else(|| self.clone(), |sum| sum.add_cached(&cached)));
                }
            }
        }
        out.unwrap_or_else(|| Self::identity_in(&self.z.ctx()))
    }
}

impl<C: Edwards<Base: Masked>> EdwardsPoint<C> {
    /// Σ 2^(5j)·dⱼ·P with dⱼ = `digit(j)`, j < `windows`. Constant-time: every digit is a scan over
    /// the whole table and an addition.
    ///
    /// Cost: 8 doublings, 7 additions and 32 products for the table, then 5 doublings per window
    /// but the first and one addition.
    // Inlined where lanes enter their CPU's feature.
    #[must_use]
    #[inline(always)]
    pub fn mul_digits<D>(&self, windows: usize, digit: D) -> Self
    where
        D: Fn(usize) -> Digit<<C::Base as Masked>::Mask>,
    {
        let mut table = array(|_| Cached::identity_in(&self.z.ctx()));
        self.put_multiples(&mut table);
        let mut sum = Self::identity_in(&self.z.ctx());
        for window in (0..windows).rev() {
            if window + 1 != windows {
                sum = sum.double_many(WINDOW as u32);
            }
            sum = sum.add_cached(&lookup(&table, &digit(window)));
        }
        sum
    }

    /// P to 16·P, in a table that lies where it is read: 8 doublings, 7 additions and 32 products.
    #[inline(always)]
    fn put_multiples(&self, table: &mut [Cached<C>; TABLE]) {
        let mut multiples: [Self; TABLE] = array(|_| self.clone());
        table[0] = self.cached();
        for i in 1..TABLE {
            // multiples[i] = (i + 1)·P.
            multiples[i] = if i & 1 == 1 {
                multiples[i >> 1].double()
            } else {
                multiples[i - 1].add_cached(&table[0])
            };
            table[i] = multiples[i].cached();
        }
    }
}

/// The multiple that a digit asks for, by reading all of the table.
#[inline(always)]
fn lookup<C: Edwards<Base: Masked>>(
    table: &[Cached<C>; TABLE],
    digit: &Digit<<C::Base as Masked>::Mask>,
) -> Cached<C> {
    let mut entry = Cached::identity_in(&table[0].z_2.ctx());
    for (multiple, is) in table.iter().zip(&digit.is) {
        entry = Cached::select(&entry, multiple, is);
    }
    entry.negate_if(&digit.negative)
}

impl<C: EdwardsGroup> EdwardsPoint<C> {
    /// \[k\]P for the least integer of a scalar; by an endomorphism for an integer of its class.
    /// Constant-time in both.
    ///
    /// Cost on Curve25519: 51 windows, 258 doublings and 58 additions, the tables' among them; on
    /// Bandersnatch 26 windows, 141 doublings, 66 additions and one endomorphism.
    #[must_use]
    #[inline(never)]
    pub fn mul(&self, k: &Red<C::Scalar>) -> Self {
        elsewhere!(short C, |there| Self::leave(&self.enter(there).mul(k)));
        let mut integer = scalar_to_integer(k);
        // A constant, so that curves without an endomorphism compile one way only.
        let product = if const { C::LATTICE.is_some() }
            && let Some(lattice) = C::LATTICE
        {
            self.mul_in_parts(lattice, &integer)
        } else {
            self.mul_digits(windows(C::SCALAR_BITS as usize), |window| {
                signed_digit(&integer, window)
            })
        };
        integer.zeroize();
        product
    }

    /// k₀P + k₁ψ(P) for the parts of k, each point with a table of its own. Constant-time.
    fn mul_in_parts(&self, lattice: &Lattice<2, 2>, k: &Integer) -> Self {
        let mut parts = lattice.split(k);
        let mut tables: [[Cached<C>; TABLE]; 2] =
            array(|_| array(|_| Cached::identity_in(&self.z.ctx())));
        self.put_multiples(&mut tables[0]);
        C::endomorphism(self.coordinates()).put_multiples(&mut tables[1]);
        let windows = windows(C::PART_BITS as usize);
        let mut sum = Self::identity_in(&self.z.ctx());
        for window in (0..windows).rev() {
            if window + 1 != windows {
                sum = sum.double_many(WINDOW as u32);
            }
            for (table, part) in tables.iter().zip(&parts) {
                sum = sum.add_cached(&lookup(table, &part.digit(window)));
            }
        }
        parts.zeroize();
        sum
    }

    /// Two multiples of one point, each as [`EdwardsPoint::mul_integer`] of the scalar's least
    /// integer has it, a quarter cheaper than by two calls. Constant-time in all.
    ///
    /// Scalars are cut in three parts, so that P, 2^85·P and 2^170·P and their multiples serve
    /// both, and each has a third of the doublings for itself.
    ///
    /// Cost on Curve25519: 354 doublings and 123 additions, those of three tables among them, where
    /// two calls have 516 and 116.
    #[must_use]
    #[inline(never)]
    pub fn mul_two(&self, k: [&Red<C::Scalar>; 2]) -> [Self; 2] {
        elsewhere!(short C, |there| self.enter(there).mul_two(k).each(|p| Self::leave(&p)));
        let count = windows(C::SCALAR_BITS as usize).div_ceil(PARTS);
        let mut base = *self;
        let mut tables: [[Cached<C>; TABLE]; PARTS] =
            array(|_| array(|_| Cached::identity_in(&self.z.ctx())));
        for (part, table) in tables.iter_mut().enumerate() {
            if part > 0 {
                base = base.double_many((WINDOW * count) as u32);
            }
            base.put_multiples(table);
        }
        k.each(|k| {
            let mut integer = scalar_to_integer(k);
            let mut sum = Self::identity_in(&self.z.ctx());
            for window in (0..count).rev() {
                if window + 1 != count {
                    sum = sum.double_many(WINDOW as u32);
                }
                for (part, table) in tables.iter().enumerate() {
                    let digit = signed_digit(&integer, part * count + window);
                    sum = sum.add_cached(&lookup(table, &digit));
                }
            }
            integer.zeroize();
            sum
        })
    }

    /// \[k\]P for an integer of 256 bits, which is another thing than its class modulo ℓ where P
    /// has torsion. Constant-time in both.
    #[must_use]
    #[inline(never)]
    pub fn mul_integer(&self, k: &Integer) -> Self {
        elsewhere!(short C, |there| Self::leave(&self.enter(there).mul_integer(k)));
        self.mul_digits(windows(256), |window| signed_digit(k, window))
    }

    /// \[k\]P in time that depends on both; for public points and scalars.
    #[must_use]
    #[inline(never)]
    pub fn mul_vartime(&self, k: &Red<C::Scalar>) -> Self {
        mul_vartime(&Vartime(*self), k).0
    }
}

/// Affine forms of points, which share one inversion (P. L. Montgomery, 1987); no Z is zero.
fn normalize_vartime<C: EdwardsGroup>(points: &[EdwardsPoint<C>], out: &mut [Niels<C>]) {
    debug_assert_eq!(points.len(), out.len());
    let Some(first) = points.first() else { return };
    // Going up, out[i].xy_2d holds the product of the denominators before i.
    let mut running = Red::one_in(&first.z.ctx());
    for (point, out) in points.iter().zip(out.iter_mut()) {
        out.xy_2d = running;
        running = &running * &point.z;
    }
    let mut inverse = running.invert_vartime();
    for (point, out) in points.iter().rev().zip(out.iter_mut().rev()) {
        let z_inverse = &inverse * &out.xy_2d;
        inverse = &inverse * &point.z;
        *out = Niels::of_xy(&(&point.x * &z_inverse), &(&point.y * &z_inverse));
    }
}

/// Combs take a scalar k as −(ℓ − k) where that suits them, so their base must have no torsion.
impl<C: EdwardsGroup> TableGroup for EdwardsPoint<C> {
    type Scalar = C::Scalar;
    /// y + x, y − x, 2dxy, as [`Niels`] has them.
    type Entry = [<C::Base as Field>::Raw; 3];
    type Fast = EdwardsPoint<C::Fast>;
    type There = EdwardsThere<C::Fast>;
    type Elsewhere = ToFour<C>;

    #[inline(always)]
    fn elsewhere() -> Option<ToFour<C>> {
        ToFour::of_curve()
    }

    fn fast() -> Option<Self::There> {
        C::fast()
    }

    fn enter(&self, there: &Self::There) -> Self::Fast {
        EdwardsPoint::enter(self, there)
    }

    fn leave(there: &Self::Fast) -> Self {
        EdwardsPoint::leave(there)
    }

    fn enter_entry(there: &Self::There, entry: &Self::Entry) -> <Self::Fast as TableGroup>::Entry {
        Niels::<C>::from_entry(entry).enter(there).entry()
    }

    fn identity(&self) -> Self {
        Self::identity_in(&self.z.ctx())
    }

    fn is_identity_vartime(&self) -> bool {
        self.is_identity().into()
    }

    // On a chip calls, these two, whose temporaries leave the stack.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn double(&self) -> Self {
        formulas::double(self)
    }

    fn add(&self, other: &Self) -> Self {
        formulas::add(self, &other.cached())
    }

    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn add_entry(&self, entry: &Self::Entry) -> Self {
        formulas::add_mixed(self, &Niels::from_entry(entry))
    }

    /// (4x : 4y : 4), T being 2x·2y: no products.
    fn from_entry(entry: &Self::Entry) -> Self {
        let Niels { y_plus_x, y_minus_x, .. } = Niels::<C>::from_entry(entry);
        let (x_2, y_2) = (&y_plus_x - &y_minus_x, &y_plus_x + &y_minus_x);
        let z = Red::small(&x_2.ctx(), 4);
        Self { x: &x_2 + &x_2, y: &y_2 + &y_2, z, e: x_2.lazy(), h: y_2.lazy() }
    }

    fn negate_entry(entry: &Self::Entry) -> Self::Entry {
        Niels::<C>::from_entry(entry).neg().entry()
    }

    fn entries_vartime(points: &[Self], out: &mut [Self::Entry]) {
        for (points, out) in points.chunks(CHUNK).zip(out.chunks_mut(CHUNK)) {
            let Some(first) = points.first() else { continue };
            let mut niels = [Niels::identity_in(&first.z.ctx()); CHUNK];
            normalize_vartime(points, &mut niels[..points.len()]);
            for (out, niels) in out.iter_mut().zip(niels) {
                *out = niels.entry();
            }
        }
    }

    fn blank_entry(&self) -> Self::Entry {
        Niels::<C>::identity_in(&self.z.ctx()).entry()
    }
}

/// Points that share one inversion, where no caller brings space for more.
const CHUNK: usize = 16;

impl<C: EdwardsGroup> Niels<C> {
    /// What a table holds.
    fn entry(&self) -> [<C::Base as Field>::Raw; 3] {
        [*self.y_plus_x.raw(), *self.y_minus_x.raw(), *self.xy_2d.raw()]
    }

    pub(super) fn from_entry(&[y_plus_x, y_minus_x, xy_2d]: &[<C::Base as Field>::Raw; 3]) -> Self {
        Self {
            y_plus_x: Red::from_raw(y_plus_x),
            y_minus_x: Red::from_raw(y_minus_x),
            xy_2d: Red::from_raw(xy_2d),
        }
    }
}

impl<C: EdwardsGroup> SecretGroup for EdwardsPoint<C> {
    fn lookup(table: &[Self::Entry], index: u32, negative: Choice) -> Self::Entry {
        let entry = Niels::<C>::from_entry(&C::Base::lookup(table, index));
        Niels::select(&entry, &entry.neg(), &C::Base::mask(negative)).entry()
    }

    fn negate_if(&self, choice: Choice) -> Self {
        EdwardsPoint::negate_if(self, &C::Base::mask(choice))
    }
}

/// A public point, for sums in variable time: tables that are used once are spared the inversion.
///
/// [Example](super#example).
#[derive(Clone, Copy, Debug)]
pub struct Vartime<C: EdwardsGroup>(pub EdwardsPoint<C>);

/// An entry of a table that stays, with Z = 1, or of one that is used once.
///
/// [Example](super#example).
#[derive(Clone, Copy, Debug)]
pub enum VartimeEntry<C: EdwardsGroup> {
    /// Of a point with Z = 1.
    Niels(Niels<C>),
    /// Of a point with any Z.
    Cached(Cached<C>),
}

impl<C: EdwardsGroup> TableGroup for Vartime<C> {
    type Scalar = C::Scalar;
    type Entry = VartimeEntry<C>;
    type Fast = Vartime<C::Fast>;
    type There = EdwardsThere<C::Fast>;
    type Elsewhere = ToFour<C>;

    #[inline(always)]
    fn elsewhere() -> Option<ToFour<C>> {
        ToFour::of_curve()
    }

    fn fast() -> Option<Self::There> {
        C::fast()
    }

    fn enter(&self, there: &Self::There) -> Self::Fast {
        Vartime(self.0.enter(there))
    }

    fn leave(there: &Self::Fast) -> Self {
        Self(EdwardsPoint::leave(&there.0))
    }

    fn enter_entry(there: &Self::There, entry: &Self::Entry) -> <Self::Fast as TableGroup>::Entry {
        match entry {
            VartimeEntry::Niels(entry) => VartimeEntry::Niels(entry.enter(there)),
            VartimeEntry::Cached(entry) => VartimeEntry::Cached(entry.enter(there)),
        }
    }

    fn identity(&self) -> Self {
        Self(TableGroup::identity(&self.0))
    }

    fn is_identity_vartime(&self) -> bool {
        self.0.is_identity_vartime()
    }

    // On a chip a call, whose temporaries leave the stack.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn double(&self) -> Self {
        Self(formulas::double(&self.0))
    }

    #[cfg_attr(target_arch = "riscv32", inline(never))]
    fn add(&self, other: &Self) -> Self {
        Self(self.0.add(&other.0))
    }

    #[inline(always)]
    fn add_entry(&self, entry: &VartimeEntry<C>) -> Self {
        Self(match entry {
            VartimeEntry::Niels(entry) => formulas::add_mixed(&self.0, entry),
            VartimeEntry::Cached(entry) => formulas::add(&self.0, entry),
        })
    }

    fn from_entry(entry: &VartimeEntry<C>) -> Self {
        let (VartimeEntry::Niels(Niels { y_plus_x, .. })
        | VartimeEntry::Cached(Cached { y_plus_x, .. })) = entry;
        Self(EdwardsPoint::identity_in(&y_plus_x.ctx())).add_entry(entry)
    }

    fn negate_entry(entry: &VartimeEntry<C>) -> VartimeEntry<C> {
        match entry {
            VartimeEntry::Niels(entry) => VartimeEntry::Niels(entry.neg()),
            VartimeEntry::Cached(entry) => VartimeEntry::Cached(entry.neg()),
        }
    }

    fn entries_vartime(points: &[Self], out: &mut [VartimeEntry<C>]) {
        for (points, out) in points.chunks(CHUNK).zip(out.chunks_mut(CHUNK)) {
            let Some(first) = points.first() else { continue };
            let (mut plain, mut niels) =
                ([first.0; CHUNK], [Niels::identity_in(&first.0.z.ctx()); CHUNK]);
            for (plain, point) in plain.iter_mut().zip(points) {
                *plain = point.0;
            }
            normalize_vartime(&plain[..points.len()], &mut niels[..points.len()]);
            for (out, niels) in out.iter_mut().zip(niels) {
                *out = VartimeEntry::Niels(niels);
            }
        }
    }

    const PASSING_EACH: bool = true;

    fn odd_entries_vartime(point: &Self, out: &mut [VartimeEntry<C>]) {
        let (twice, mut multiple) = (point.double(), *point);
        for (i, place) in out.iter_mut().enumerate() {
            if i > 0 {
                multiple = multiple.add(&twice);
            }
            *place = VartimeEntry::Cached(multiple.0.cached());
        }
    }

    fn blank_entry(&self) -> VartimeEntry<C> {
        VartimeEntry::Niels(Niels::identity_in(&self.0.z.ctx()))
    }
}

impl<C: EdwardsGroup> PublicGroup for Vartime<C> {
    const PARTS: usize = if C::LATTICE.is_some() { 2 } else { 1 };

    fn split(k: &Integer) -> [SignedPart; 4] {
        match C::LATTICE {
            Some(lattice) => SignedPart::four(lattice.split(k)),
            None => SignedPart::four([SignedPart::positive(*k)]),
        }
    }

    fn endomorphism_entry(entry: &VartimeEntry<C>) -> VartimeEntry<C> {
        let coordinates = match entry {
            VartimeEntry::Niels(entry) => entry.coordinates(),
            VartimeEntry::Cached(entry) => entry.coordinates(),
        };
        VartimeEntry::Cached(C::endomorphism(coordinates.each_ref()).cached())
    }
}
