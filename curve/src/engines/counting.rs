//! An engine that counts what another one does: the cost of a formula in field operations.
//!
//! `Counting<F>` computes as `F` does and counts the operations at the level of `F`: over the base field, or over Fp2 where
//! `F` is [`Quad`](crate::fp2::Quad). The counts that formulas state are asserted against it.

use alloc::rc::Rc;
use core::cell::Cell;
use core::marker::PhantomData;

use crate::field::{Field, Invert, Masked, Red};
use crate::hash_to_curve::sswu::Sign;

/// `F`, counted. Values carry their counter, so they are not `Copy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting<F>(PhantomData<F>);

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

impl<F: Field<Ctx = ()>> Field for Counting<F> {
    type Ctx = Counter;
    type Const = F::Const;
    type Raw = Counted<F::Raw>;
    type Wide = Counted<F::Wide>;

    const MAX_PRODUCTS: u32 = F::MAX_PRODUCTS;
    const KARATSUBA: bool = F::KARATSUBA;

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

    fn reduce<const N: usize>(wides: [Self::Wide; N]) -> [Self::Raw; N] {
        if let Some(first) = wides.first() {
            first.counter.add(|counts| {
                counts.reductions += N as u32;
                counts.layers += 1;
            });
        }
        wides.map(|wide| {
            let [value] = F::reduce([wide.value]);
            Counted { value, counter: wide.counter }
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

impl<F: Masked<Ctx = ()>> Masked for Counting<F> {
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

impl<F: Sign<Ctx = ()>> Sign for Counting<F> {
    fn sgn0(a: &Self::Raw) -> Self::Mask {
        F::sgn0(&a.value)
    }
}

impl<F: Invert<Ctx = ()>> Invert for Counting<F> {
    fn invert(a: &Self::Raw) -> Self::Raw {
        a.counter.add(|counts| counts.inversions += 1);
        Counted { value: F::invert(&a.value), counter: a.counter.clone() }
    }
}

impl<F: Field<Ctx = ()>> Red<Counting<F>> {
    /// A value of `F`, counted by this counter.
    pub fn counted(value: &Red<F>, counter: &Counter) -> Self {
        Self::from_raw(Counted { value: value.raw().clone(), counter: counter.clone() })
    }

    /// The value of `F`.
    pub fn value(&self) -> Red<F> {
        Red::from_raw(self.raw().value.clone())
    }
}
