//! Eight independent elements side by side, on any machine: the reference of every lane algorithm,
//! and what runs where the CPU has no vector multiplier.

use core::marker::PhantomData;
use core::ops::{BitAnd, BitOr, Not};

use limb::each::{Each, array};
use subtle::Choice;

use crate::field::{
    Field, Fp2Kernels, Invert, Karatsuba, Kernels, Lanes, Masked, NoKernels, RawOf, Red, Shape,
    SumOf,
};

/// Lanes of a vector.
pub const LANES: usize = 8;

/// Eight elements of `F` as one: a [`Field`] whose operations act lane by lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes8Portable<F>(PhantomData<F>);

/// A truth value per lane; bit i is lane i.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneMask(u8);

impl LaneMask {
    /// From one truth value per lane.
    pub fn new(lanes: [Choice; LANES]) -> Self {
        let mut bits = 0;
        for (i, lane) in lanes.iter().enumerate() {
            bits |= lane.unwrap_u8() << i;
        }
        Self(bits)
    }

    /// From a bit per lane.
    pub const fn of_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// A bit per lane.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The truth value of a lane.
    ///
    /// # Panics
    /// If there is no such lane.
    pub fn lane(self, index: usize) -> Choice {
        assert!(index < LANES, "eight lanes");
        Choice::from((self.0 >> index) & 1)
    }
}

impl BitAnd for LaneMask {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for LaneMask {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for LaneMask {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}

#[inline(always)]
fn each<T>(f: impl FnMut(usize) -> T) -> [T; LANES] {
    array(f)
}

impl<F: Field<Raw: Copy, Wide: Copy>> Field for Lanes8Portable<F> {
    type Ctx = F::Ctx;
    type Const = F::Const;
    type Raw = [F::Raw; LANES];
    type Wide = [F::Wide; LANES];

    const MAX_PRODUCTS: u32 = F::MAX_PRODUCTS;
    // On vectors a sum of a few products is one kernel, which leaves none in memory; their
    // reference takes the same shapes.
    const SHAPE: Shape = Shape::of(Karatsuba::Reduced);

    type Kernels = NoKernels;
    type Fp2 = Self;
    type Overlap = NoKernels;

    fn ctx(a: &Self::Raw) -> Self::Ctx {
        F::ctx(&a[0])
    }

    fn constant(ctx: &Self::Ctx, constant: &Self::Const) -> Self::Raw {
        [F::constant(ctx, constant); LANES]
    }

    fn small(ctx: &Self::Ctx, value: u32) -> Self::Raw {
        [F::small(ctx, value); LANES]
    }

    fn add(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        each(|i| F::add(&a[i], &b[i]))
    }

    fn sub(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        each(|i| F::sub(&a[i], &b[i]))
    }

    fn neg(a: &Self::Raw) -> Self::Raw {
        each(|i| F::neg(&a[i]))
    }

    fn times(a: &Self::Raw, k: u32) -> Self::Raw {
        each(|i| F::times(&a[i], k))
    }

    fn weak(a: &Self::Raw) -> Self::Raw {
        each(|i| F::weak(&a[i]))
    }

    fn wide(ctx: &Self::Ctx) -> Self::Wide {
        [F::wide(ctx); LANES]
    }

    fn mac(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        for i in 0..LANES {
            F::mac(&mut wide[i], &a[i], &b[i]);
        }
    }

    fn msub(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        for i in 0..LANES {
            F::msub(&mut wide[i], &a[i], &b[i]);
        }
    }

    fn wide_add(wide: &mut Self::Wide, other: &Self::Wide) {
        for i in 0..LANES {
            F::wide_add(&mut wide[i], &other[i]);
        }
    }

    fn wide_sub(wide: &mut Self::Wide, other: &Self::Wide) {
        for i in 0..LANES {
            F::wide_sub(&mut wide[i], &other[i]);
        }
    }

    fn wide_times(wide: &mut Self::Wide, k: u32) {
        for wide in wide {
            F::wide_times(wide, k);
        }
    }

    fn mac_small(wide: &mut Self::Wide, a: &Self::Raw, k: i32) {
        for i in 0..LANES {
            F::mac_small(&mut wide[i], &a[i], k);
        }
    }

    // By its name `ctcheck` sees that something ran here.
    #[cfg_attr(curvemark_vectors = "portable", inline(never))]
    fn reduce<const N: usize>(wides: [&Self::Wide; N]) -> [Self::Raw; N] {
        wides.each(|wide| F::reduce(wide.each_ref()))
    }
}

impl<F: Field<Raw: Copy, Wide: Copy>> Fp2Kernels<Self> for Lanes8Portable<F> {
    // Towers on sums count on products in Fp2 that are differences of integers, which those of
    // words, with multiples of the modulus for a sign, are not.
    fn mac(wide: &mut [SumOf<Self>; 2], a: &[RawOf<Self>; 2], b: &[RawOf<Self>; 2]) {
        <Self as Field>::mac(&mut wide[0], &a[0], &b[0]);
        Self::wide_sub(&mut wide[0], &<NoKernels as Kernels<Self>>::product(&a[1], &b[1]));
        <Self as Field>::mac(&mut wide[1], &a[0], &b[1]);
        <Self as Field>::mac(&mut wide[1], &a[1], &b[0]);
    }

    fn msub(wide: &mut [SumOf<Self>; 2], a: &[RawOf<Self>; 2], b: &[RawOf<Self>; 2]) {
        Self::wide_sub(&mut wide[0], &<NoKernels as Kernels<Self>>::product(&a[0], &b[0]));
        <Self as Field>::mac(&mut wide[0], &a[1], &b[1]);
        Self::wide_sub(&mut wide[1], &<NoKernels as Kernels<Self>>::product(&a[0], &b[1]));
        Self::wide_sub(&mut wide[1], &<NoKernels as Kernels<Self>>::product(&a[1], &b[0]));
    }
}

impl<F: Masked<Mask = Choice, Raw: Copy, Wide: Copy>> Masked for Lanes8Portable<F> {
    type Mask = LaneMask;

    fn is_zero(a: &Self::Raw) -> LaneMask {
        LaneMask::new(each(|i| F::is_zero(&a[i])))
    }

    fn select(a: &Self::Raw, b: &Self::Raw, mask: &LaneMask) -> Self::Raw {
        each(|i| F::select(&a[i], &b[i], &mask.lane(i)))
    }

    fn mask(choice: Choice) -> LaneMask {
        LaneMask::new([choice; LANES])
    }
}

impl<F: Invert<Raw: Copy, Wide: Copy>> Invert for Lanes8Portable<F> {
    fn invert(a: &Self::Raw) -> Self::Raw {
        each(|i| F::invert(&a[i]))
    }

    fn invert_vartime(a: &Self::Raw) -> Self::Raw {
        each(|i| F::invert_vartime(&a[i]))
    }
}

impl<F> Lanes for Lanes8Portable<F>
where
    F: Invert + Masked<Mask = Choice> + Field<Ctx: Copy, Raw: Copy + Send + Sync, Wide: Copy>,
{
    type One = F;
    type Row = F::Raw;

    const WIDTH: usize = LANES;

    crate::field::plain_in_own_form!();

    fn bits(mask: &LaneMask) -> u8 {
        mask.bits()
    }

    fn of_bits(bits: u8) -> LaneMask {
        LaneMask::of_bits(bits)
    }

    fn enter_lanes<'a>(_: &F::Ctx, lane: impl Fn(usize) -> &'a F::Raw) -> Self::Raw {
        each(|i| *lane(i))
    }

    fn leave_lanes(a: &Self::Raw, mut lane: impl FnMut(usize, F::Raw)) {
        a.iter().enumerate().for_each(|(i, a)| lane(i, *a));
    }

    fn zero_row(ctx: &F::Ctx) -> F::Raw {
        F::small(ctx, 0)
    }

    fn load<'a>(_: &F::Ctx, row: impl Fn(usize) -> &'a F::Raw) -> Self::Raw {
        each(|i| *row(i))
    }

    fn store<T>(a: &Self::Raw, places: &mut [T], row: impl Fn(&mut T) -> &mut Self::Row) {
        places.iter_mut().zip(a).for_each(|(place, a)| *row(place) = *a);
    }
}

impl<F: Field<Raw: Copy, Wide: Copy>> Red<Lanes8Portable<F>> {
    /// From one element per lane.
    pub fn from_lanes(lanes: [Red<F>; LANES]) -> Self {
        Self::from_raw(lanes.each(|lane| *lane.raw()))
    }

    /// The element of each lane.
    pub fn lanes(&self) -> [Red<F>; LANES] {
        self.raw().each(Red::from_raw)
    }
}
