//! An engine that counts what another one does: the cost of a formula in field operations.
//!
//! `Counting<F>` computes as `F` does and counts the operations at the level of `F`: over the base
//! field, or over Fp2 where `F` is [`Quad`](crate::fp2::Quad). The counts that formulas state are
//! asserted against it.
//!
//! Formulas have shapes that an engine chooses among. `Counting<F>` takes those of `F`;
//! `Counting<F, OnSums>` takes those of the ADX engine and `Counting<F, OnResidues>` those of
//! residue numbers, with the values of `F`, so that they are counted on any machine.

use alloc::rc::Rc;
use core::cell::Cell;
use core::fmt::Debug;
use core::marker::PhantomData;

use limb::each::Each;

use crate::field::{
    Field, Fp2Kernels, Invert, Karatsuba, Kernels, Masked, NoKernels, RawOf, Red, Shape, SumOf,
};
use crate::hash_to_curve::sswu::Sign;

/// `F`, counted, with the shapes of formulas that `S` says. Values carry their counter, so they are
/// not `Copy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting<F, S = Own>(PhantomData<(F, S)>);

/// What an engine says about the shapes of formulas.
pub trait Shapes<F: Field>: Copy + Debug + 'static {
    /// Where Karatsuba's trick is taken; with [`Karatsuba::Wide`], in Fp2 as well, before the
    /// reduction.
    const KARATSUBA: Karatsuba;
    /// Whether long runs of cyclotomic squarings are done on compressed elements.
    const COMPRESSES: bool;
}

/// The shapes of the counted engine itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own;

impl<F: Field> Shapes<F> for Own {
    const KARATSUBA: Karatsuba = F::SHAPE.karatsuba;
    const COMPRESSES: bool = F::SHAPE.compresses;
}

/// Karatsuba's trick on sums from Fp2 upwards, as on the ADX engine: three products for one in Fp2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnSums;

impl<F: Field> Shapes<F> for OnSums {
    const KARATSUBA: Karatsuba = Karatsuba::Wide;
    const COMPRESSES: bool = true;
}

/// Sums of products wherever they fit and no trick of Karatsuba's, as in residue numbers: there a
/// product costs a tenth of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnResidues;

impl<F: Field> Shapes<F> for OnResidues {
    const KARATSUBA: Karatsuba = Karatsuba::Never;
    const COMPRESSES: bool = false;
}

/// How many operations were done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Products added to or subtracted from a sum, squarings apart.
    pub products: u32,
    /// Squarings.
    pub squarings: u32,
    /// Reductions of a sum; every product and squaring that stands alone has one.
    pub reductions: u32,
    /// Calls that reduced a layer of sums together.
    pub layers: u32,
    /// Additions, subtractions and negations.
    pub additions: u32,
    /// Values brought back into the reduced range.
    pub weak: u32,
    /// Multiples by small integers.
    pub small: u32,
    /// Additions, subtractions and small multiples of sums.
    pub wide_additions: u32,
    /// Inversions.
    pub inversions: u32,
}

/// A counter that values share.
#[derive(Clone, Debug, Default)]
pub struct Counter(Rc<Cell<Counts>>);

impl Counter {
    /// What was counted so far.
    pub fn counts(&self) -> Counts {
        self.0.get()
    }

    /// Counts from zero again.
    pub fn reset(&self) {
        self.0.set(Counts::default());
    }

    fn add(&self, change: impl FnOnce(&mut Counts)) {
        let mut counts = self.0.get();
        change(&mut counts);
        self.0.set(counts);
    }
}

/// A value and its counter.
#[derive(Clone, Debug)]
pub struct Counted<T> {
    value: T,
    counter: Counter,
}

impl<F: Field<Ctx = ()>, S: Shapes<F>> Field for Counting<F, S> {
    type Ctx = Counter;
    type Const = F::Const;
    type Raw = Counted<F::Raw>;
    type Wide = Counted<F::Wide>;

    const MAX_PRODUCTS: u32 = F::MAX_PRODUCTS;
    const SHAPE: Shape = Shape { compresses: S::COMPRESSES, ..Shape::of(S::KARATSUBA) };

    type Kernels = NoKernels;
    type Fp2 = Self;
    type Overlap = NoKernels;

    fn ctx(a: &Self::Raw) -> Counter {
        a.counter.clone()
    }

    fn constant(ctx: &Counter, constant: &Self::Const) -> Self::Raw {
        Counted { value: F::constant(&(), constant), counter: ctx.clone() }
    }

    fn small(ctx: &Counter, value: u32) -> Self::Raw {
        Counted { value: F::small(&(), value), counter: ctx.clone() }
    }

    fn add(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        a.counter.add(|counts| counts.additions += 1);
        Counted { value: F::add(&a.value, &b.value), counter: a.counter.clone() }
    }

    fn sub(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        a.counter.add(|counts| counts.additions += 1);
        Counted { value: F::sub(&a.value, &b.value), counter: a.counter.clone() }
    }

    fn neg(a: &Self::Raw) -> Self::Raw {
        a.counter.add(|counts| counts.additions += 1);
        Counted { value: F::neg(&a.value), counter: a.counter.clone() }
    }

    fn times(a: &Self::Raw, k: u32) -> Self::Raw {
        a.counter.add(|counts| counts.small += 1);
        Counted { value: F::times(&a.value, k), counter: a.counter.clone() }
    }

    fn weak(a: &Self::Raw) -> Self::Raw {
        a.counter.add(|counts| counts.weak += 1);
        Counted { value: F::weak(&a.value), counter: a.counter.clone() }
    }

    fn wide(ctx: &Counter) -> Self::Wide {
        Counted { value: F::wide(&()), counter: ctx.clone() }
    }

    fn mac(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        a.counter.add(|counts| counts.products += 1);
        F::mac(&mut wide.value, &a.value, &b.value);
    }

    fn msub(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        a.counter.add(|counts| counts.products += 1);
        F::msub(&mut wide.value, &a.value, &b.value);
    }

    fn mac_small(wide: &mut Self::Wide, a: &Self::Raw, k: i32) {
        a.counter.add(|counts| counts.small += 1);
        F::mac_small(&mut wide.value, &a.value, k);
    }

    fn wide_add(wide: &mut Self::Wide, other: &Self::Wide) {
        wide.counter.add(|counts| counts.wide_additions += 1);
        F::wide_add(&mut wide.value, &other.value);
    }

    fn wide_sub(wide: &mut Self::Wide, other: &Self::Wide) {
        wide.counter.add(|counts| counts.wide_additions += 1);
        F::wide_sub(&mut wide.value, &other.value);
    }

    fn wide_times(wide: &mut Self::Wide, k: u32) {
        wide.counter.add(|counts| counts.wide_additions += 1);
        F::wide_times(&mut wide.value, k);
    }

    fn reduce<const N: usize>(wides: [&Self::Wide; N]) -> [Self::Raw; N] {
        if let Some(first) = wides.first() {
            first.counter.add(|counts| {
                counts.reductions += N as u32;
                counts.layers += 1;
            });
        }
        wides.each(|wide| {
            let [value] = F::reduce([&wide.value]);
            Counted { value, counter: wide.counter.clone() }
        })
    }

    fn sqr(a: &Self::Raw) -> Self::Raw {
        a.counter.add(|counts| {
            counts.squarings += 1;
            counts.reductions += 1;
            counts.layers += 1;
        });
        Counted { value: F::sqr(&a.value), counter: a.counter.clone() }
    }
}

impl<F: Field<Ctx = ()>, S: Shapes<F>> Fp2Kernels<Self> for Counting<F, S> {
    fn mac(wide: &mut [SumOf<Self>; 2], a: &[RawOf<Self>; 2], b: &[RawOf<Self>; 2]) {
        if S::KARATSUBA == Karatsuba::Wide {
            let [real, imaginary] = Self::karatsuba(a, b);
            Self::wide_add(&mut wide[0], &real);
            Self::wide_add(&mut wide[1], &imaginary);
        } else {
            <Self as Field>::mac(&mut wide[0], &a[0], &b[0]);
            <Self as Field>::msub(&mut wide[0], &a[1], &b[1]);
            <Self as Field>::mac(&mut wide[1], &a[0], &b[1]);
            <Self as Field>::mac(&mut wide[1], &a[1], &b[0]);
        }
    }

    fn msub(wide: &mut [SumOf<Self>; 2], a: &[RawOf<Self>; 2], b: &[RawOf<Self>; 2]) {
        if S::KARATSUBA == Karatsuba::Wide {
            let [real, imaginary] = Self::karatsuba(a, b);
            Self::wide_sub(&mut wide[0], &real);
            Self::wide_sub(&mut wide[1], &imaginary);
        } else {
            <Self as Field>::msub(&mut wide[0], &a[0], &b[0]);
            <Self as Field>::mac(&mut wide[0], &a[1], &b[1]);
            <Self as Field>::msub(&mut wide[1], &a[0], &b[1]);
            <Self as Field>::msub(&mut wide[1], &a[1], &b[0]);
        }
    }
}

impl<F: Field<Ctx = ()>, S: Shapes<F>> Counting<F, S> {
    /// The product in Fp2 by three products: a₀b₀ − a₁b₁ and (a₀ + a₁)(b₀ + b₁) − a₀b₀ − a₁b₁.
    fn karatsuba(a: &[Counted<F::Raw>; 2], b: &[Counted<F::Raw>; 2]) -> [Counted<F::Wide>; 2] {
        // A kernel adds integers without looking at their range; words here must be brought back,
        // which is not counted.
        let sum = |a: &[Counted<F::Raw>; 2]| {
            let [a0, a1] = a
                .each_ref()
                .each(|a| Counted { value: F::weak(&a.value), counter: a.counter.clone() });
            Self::add(&a0, &a1)
        };
        let (mut real, high) = (
            <NoKernels as Kernels<Self>>::product(&a[0], &b[0]),
            <NoKernels as Kernels<Self>>::product(&a[1], &b[1]),
        );
        let mut imaginary = <NoKernels as Kernels<Self>>::product(&sum(a), &sum(b));
        Self::wide_sub(&mut imaginary, &real);
        Self::wide_sub(&mut imaginary, &high);
        Self::wide_sub(&mut real, &high);
        [real, imaginary]
    }
}

impl<F: Masked<Ctx = ()>, S: Shapes<F>> Masked for Counting<F, S> {
    type Mask = F::Mask;

    fn is_zero(a: &Self::Raw) -> Self::Mask {
        F::is_zero(&a.value)
    }

    fn select(a: &Self::Raw, b: &Self::Raw, mask: &Self::Mask) -> Self::Raw {
        Counted { value: F::select(&a.value, &b.value, mask), counter: a.counter.clone() }
    }

    fn mask(choice: subtle::Choice) -> Self::Mask {
        F::mask(choice)
    }
}

impl<F: Sign<Ctx = ()>, S: Shapes<F>> Sign for Counting<F, S> {
    fn sgn0(a: &Self::Raw) -> Self::Mask {
        F::sgn0(&a.value)
    }
}

impl<F: Invert<Ctx = ()>, S: Shapes<F>> Invert for Counting<F, S> {
    fn invert(a: &Self::Raw) -> Self::Raw {
        a.counter.add(|counts| counts.inversions += 1);
        Counted { value: F::invert(&a.value), counter: a.counter.clone() }
    }
}

impl<F: Field<Ctx = ()>, S: Shapes<F>> Red<Counting<F, S>> {
    /// A value of `F`, counted by this counter.
    pub fn counted(value: &Red<F>, counter: &Counter) -> Self {
        Self::from_raw(Counted { value: value.raw().clone(), counter: counter.clone() })
    }

    /// The value of `F`.
    pub fn value(&self) -> Red<F> {
        Red::from_raw(self.raw().value.clone())
    }
}
