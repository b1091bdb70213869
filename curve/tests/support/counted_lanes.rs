//! Eight portable lanes that count their products: how many times a kernel of lanes would have been
//! called.
#![allow(dead_code)]

use std::cell::Cell;

use curve::engines::lanes8::{LaneMask, Lanes8Portable};
use curve::field::{Field, Invert, Lanes, Masked, NoKernels, Shape};
use subtle::Choice;

/// [`Lanes8Portable`] above `F`, counted.
#[derive(Clone, Copy, Debug)]
pub struct CountedLanes<F>(core::marker::PhantomData<F>);

/// Products so far.
pub type Products = &'static Cell<usize>;

/// A counter for the rest of the process's life, since engines are static.
pub fn products() -> Products {
    Box::leak(Box::new(Cell::new(0)))
}

/// What is computed with.
type Inner<F> = Lanes8Portable<F>;

impl<F: Field<Ctx = (), Raw: Copy, Wide: Copy>> Field for CountedLanes<F> {
    type Ctx = Products;
    type Const = F::Const;
    type Raw = (<Inner<F> as Field>::Raw, Products);
    type Wide = (<Inner<F> as Field>::Wide, Products);

    const MAX_PRODUCTS: u32 = F::MAX_PRODUCTS;
    const SHAPE: Shape = Shape::of(Inner::<F>::SHAPE.karatsuba);

    type Kernels = NoKernels;
    type Fp2 = NoKernels;
    type Overlap = NoKernels;

    fn ctx(a: &Self::Raw) -> Products {
        a.1
    }

    fn constant(ctx: &Products, constant: &Self::Const) -> Self::Raw {
        (Inner::<F>::constant(&(), constant), ctx)
    }

    fn small(ctx: &Products, value: u32) -> Self::Raw {
        (Inner::<F>::small(&(), value), ctx)
    }

    fn add(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        (Inner::<F>::add(&a.0, &b.0), a.1)
    }

    fn sub(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        (Inner::<F>::sub(&a.0, &b.0), a.1)
    }

    fn neg(a: &Self::Raw) -> Self::Raw {
        (Inner::<F>::neg(&a.0), a.1)
    }

    fn times(a: &Self::Raw, k: u32) -> Self::Raw {
        (Inner::<F>::times(&a.0, k), a.1)
    }

    fn weak(a: &Self::Raw) -> Self::Raw {
        (Inner::<F>::weak(&a.0), a.1)
    }

    fn wide(ctx: &Products) -> Self::Wide {
        (Inner::<F>::wide(&()), ctx)
    }

    fn mac(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        wide.1.set(wide.1.get() + 1);
        Inner::<F>::mac(&mut wide.0, &a.0, &b.0);
    }

    fn msub(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        wide.1.set(wide.1.get() + 1);
        Inner::<F>::msub(&mut wide.0, &a.0, &b.0);
    }

    fn mac_small(wide: &mut Self::Wide, a: &Self::Raw, k: i32) {
        Inner::<F>::mac_small(&mut wide.0, &a.0, k);
    }

    fn wide_add(wide: &mut Self::Wide, other: &Self::Wide) {
        Inner::<F>::wide_add(&mut wide.0, &other.0);
    }

    fn wide_sub(wide: &mut Self::Wide, other: &Self::Wide) {
        Inner::<F>::wide_sub(&mut wide.0, &other.0);
    }

    fn wide_times(wide: &mut Self::Wide, k: u32) {
        Inner::<F>::wide_times(&mut wide.0, k);
    }

    fn reduce<const N: usize>(wides: [&Self::Wide; N]) -> [Self::Raw; N] {
        wides.map(|wide| {
            let [out] = Inner::<F>::reduce([&wide.0]);
            (out, wide.1)
        })
    }
}

impl<F: Masked<Mask = Choice> + Field<Ctx = (), Raw: Copy, Wide: Copy>> Masked for CountedLanes<F> {
    type Mask = LaneMask;

    fn is_zero(a: &Self::Raw) -> LaneMask {
        Inner::<F>::is_zero(&a.0)
    }

    fn select(a: &Self::Raw, b: &Self::Raw, mask: &LaneMask) -> Self::Raw {
        (Inner::<F>::select(&a.0, &b.0, mask), a.1)
    }

    fn mask(choice: Choice) -> LaneMask {
        Inner::<F>::mask(choice)
    }
}

impl<F: Invert + Field<Ctx = (), Raw: Copy, Wide: Copy>> Invert for CountedLanes<F> {
    fn invert(a: &Self::Raw) -> Self::Raw {
        (Inner::<F>::invert(&a.0), a.1)
    }
}

impl<F> Lanes for CountedLanes<F>
where
    F: Invert + Masked<Mask = Choice> + Field<Ctx = (), Raw: Copy + Send + Sync, Wide: Copy>,
{
    type One = F;
    type Row = F::Raw;
    type Plain = Self::Raw;

    const WIDTH: usize = Inner::<F>::WIDTH;

    fn gather<'a>(ctx: &Products, lane: impl Fn(usize) -> &'a F::Raw) -> Self::Raw {
        Self::enter_lanes(ctx, lane)
    }

    fn products<const K: usize>(
        a: &[Self::Raw; K],
        b: &[Self::Raw; K],
        mut product: impl FnMut(usize, F::Raw),
    ) {
        for (k, (a, b)) in a.iter().zip(b).enumerate() {
            Self::leave_lanes(&Self::mul(a, b), |i, raw| product(k * Self::WIDTH + i, raw));
        }
    }

    fn bits(mask: &LaneMask) -> u8 {
        mask.bits()
    }

    fn of_bits(bits: u8) -> LaneMask {
        LaneMask::of_bits(bits)
    }

    fn enter_lanes<'a>(ctx: &Products, lane: impl Fn(usize) -> &'a F::Raw) -> Self::Raw {
        (Inner::<F>::enter_lanes(&(), lane), ctx)
    }

    fn leave_lanes(a: &Self::Raw, lane: impl FnMut(usize, F::Raw)) {
        Inner::<F>::leave_lanes(&a.0, lane);
    }

    fn load<'a>(ctx: &Products, row: impl Fn(usize) -> &'a F::Raw) -> Self::Raw {
        (Inner::<F>::load(&(), row), ctx)
    }

    fn zero_row(_: &Products) -> F::Raw {
        Inner::<F>::zero_row(&())
    }

    fn store<T>(a: &Self::Raw, places: &mut [T], row: impl Fn(&mut T) -> &mut F::Raw) {
        Inner::<F>::store(&a.0, places, row);
    }
}
