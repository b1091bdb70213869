//! Sums of products: the primitive that every formula is written in.

use core::ops::{AddAssign, SubAssign};

use limb::each::Each;

use super::{Field, Item, Kernels, Operand, Overlap, Part, Red};

/// A sum of products.
pub struct Wide<F: Field>(F::Wide);

impl<F: Field> Clone for Wide<F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// a·b, as the start of a sum.
#[inline(always)]
pub fn product<F: Field>(a: &impl Operand<F>, b: &impl Operand<F>) -> Wide<F> {
    Wide(F::Kernels::product(a.raw(), b.raw()))
}

/// a², as the start of a sum.
#[inline(always)]
pub fn square<F: Field>(a: &Red<F>) -> Wide<F> {
    Wide(F::Kernels::square(a.raw()))
}

/// One product of a sum, for [`sums`].
pub struct Term<'a, F: Field>(&'a F::Raw, &'a F::Raw);

/// a·b, as one product of a sum for [`sums`].
#[inline(always)]
pub fn term<'a, F: Field>(a: &'a impl Operand<F>, b: &'a impl Operand<F>) -> Term<'a, F> {
    Term(a.raw(), b.raw())
}

/// A layer of independent sums of as many products each. Where a formula has this shape it should
/// say so: engines for which a sum costs less when all its products are at hand do it better than
/// term by term.
#[inline(always)]
pub fn sums<F: Field, const K: usize, const N: usize>(sums: [[Term<'_, F>; K]; N]) -> [Red<F>; N] {
    const {
        assert!(
            K as u32 <= F::MAX_PRODUCTS,
            "the engine sums fewer products than this formula needs"
        )
    };
    F::Kernels::sums_in_place(sums.each(|terms| terms.each(|Term(a, b)| (a, b))))
}

/// One sum of two products: [`sums`] of it.
#[inline(always)]
pub fn sum_of_two<F: Field>([Term(a, b), Term(c, d)]: [Term<'_, F>; 2]) -> Red<F> {
    const { assert!(F::MAX_PRODUCTS >= 2, "the engine sums fewer products than this formula needs") };
    Red::from_raw(F::Kernels::sum_of_two([(a, b), (c, d)]))
}

/// a·b − 8c², with what engines for which [`Shape::lazy_sums`](crate::shapes::Shape::lazy_sums) is
/// true have for it.
#[inline(always)]
pub(crate) fn mul_less_squares<F: Field>(a: &Red<F>, b: &impl Operand<F>, c: &Red<F>) -> Red<F> {
    Red::from_raw(F::Kernels::mul_less_squares(a.raw(), b.raw(), c.raw()))
}

/// What an item of a [`layer`] is made of.
pub trait LayerItem<'a, F: Field> {
    /// Reduced, with what the engine has for it alone.
    fn alone(self) -> Red<F>;
    /// For engines that reduce whole layers.
    fn item(self) -> Item<'a, F::Raw>;
}

/// a·b.
impl<'a, F: Field> LayerItem<'a, F> for Term<'a, F> {
    #[inline(always)]
    fn alone(self) -> Red<F> {
        Red::from_raw(F::mul(self.0, self.1))
    }

    #[inline(always)]
    fn item(self) -> Item<'a, F::Raw> {
        Item::Product(self.0, self.1)
    }
}

/// a².
impl<'a, F: Field> LayerItem<'a, F> for &'a Red<F> {
    #[inline(always)]
    fn alone(self) -> Red<F> {
        self.sqr()
    }

    #[inline(always)]
    fn item(self) -> Item<'a, F::Raw> {
        Item::Square(self.raw())
    }
}

/// a·b + c·d.
impl<'a, F: Field> LayerItem<'a, F> for [Term<'a, F>; 2] {
    #[inline(always)]
    fn alone(self) -> Red<F> {
        sum_of_two(self)
    }

    #[inline(always)]
    fn item(self) -> Item<'a, F::Raw> {
        const { assert!(F::MAX_PRODUCTS >= 2, "the engine sums fewer products than this formula needs") };
        let [Term(a, b), Term(c, d)] = self;
        Item::SumOfTwo([(a, b), (c, d)])
    }
}

/// Items of one layer, of any kinds each: a tuple, since an array of large values is one value to
/// the compiler.
pub trait Layer<'a, F: Field> {
    /// As many elements.
    type Reduced;
    /// What [`layer`] does.
    fn reduced(self) -> Self::Reduced;
}

/// The element that an item gives.
macro_rules! element_of {
    ($item:ident) => { Red<F> };
}
macro_rules! layers {
    ($($($item:ident $name:ident),+;)*) => {
        $(impl<'a, F: Field, $($item: LayerItem<'a, F>),+> Layer<'a, F> for ($($item,)+) {
            type Reduced = ($(element_of!($item),)+);

            #[inline(always)]
            fn reduced(self) -> Self::Reduced {
                let ($($name,)+) = self;
                if const { F::SHAPE.layers } {
                    let [$($name),+] = F::Kernels::layer([$($name.item()),+]);
                    ($(Red::from_raw($name),)+)
                } else {
                    ($($name.alone(),)+)
                }
            }
        })*
    };
}
layers! {
    A a, B b, C c;
    A a, B b, C c, D d;
    A a, B b, C c, D d, E e;
    A a, B b, C c, D d, E e, G g;
}

/// A layer of independent products ([`term`]), squares (references) and sums of two products: side
/// by side on engines that reduce several sums in less than one after the other
/// ([`Shape::layers`](crate::shapes::Shape::layers)), each alone on others.
#[inline(always)]
pub fn layer<'a, F: Field, L: Layer<'a, F>>(items: L) -> L::Reduced {
    items.reduced()
}

/// A layer of independent linear combinations Σ k·a with small constants.
#[inline(always)]
pub fn linear<F: Field, const K: usize, const N: usize>(
    sums: [[(&Red<F>, i32); K]; N],
) -> [Red<F>; N] {
    F::Kernels::linear_in_place(sums.each(|terms| terms.each(|(a, k)| (a.raw(), k))))
}

/// A layer of independent squares.
#[inline(always)]
pub fn squares<F: Field, const N: usize>(values: [&Red<F>; N]) -> [Red<F>; N] {
    F::Kernels::squares_in_place(values.each(|a| a.raw()))
}

/// Reduces a layer of independent sums.
#[inline(always)]
pub fn reduce<F: Field, const N: usize>(wides: [Wide<F>; N]) -> [Red<F>; N] {
    reduce_each(wides.each_ref())
}

/// As [`reduce`], of sums that stay where they are.
#[inline(always)]
pub fn reduce_each<F: Field, const N: usize>(wides: [&Wide<F>; N]) -> [Red<F>; N] {
    F::reduce(wides.each(|wide| &wide.0)).each(Red::from_raw)
}

impl<F: Field> AddAssign<&Self> for Wide<F> {
    #[inline(always)]
    fn add_assign(&mut self, other: &Self) {
        F::wide_add(&mut self.0, &other.0);
    }
}

impl<F: Field> SubAssign<&Self> for Wide<F> {
    #[inline(always)]
    fn sub_assign(&mut self, other: &Self) {
        F::wide_sub(&mut self.0, &other.0);
    }
}

impl<F: Field> Wide<F> {
    /// The empty sum.
    #[inline(always)]
    pub fn zero(ctx: &F::Ctx) -> Self {
        Self(F::wide(ctx))
    }

    /// This sum and a·b.
    #[inline(always)]
    #[must_use]
    pub fn plus(mut self, a: &impl Operand<F>, b: &impl Operand<F>) -> Self {
        F::mac(&mut self.0, a.raw(), b.raw());
        self
    }

    /// This sum less a·b.
    #[inline(always)]
    #[must_use]
    pub fn minus(mut self, a: &impl Operand<F>, b: &impl Operand<F>) -> Self {
        F::msub(&mut self.0, a.raw(), b.raw());
        self
    }

    /// This sum and a².
    #[inline(always)]
    #[must_use]
    pub fn plus_square(mut self, a: &Red<F>) -> Self {
        F::Kernels::mac_sqr(&mut self.0, a.raw());
        self
    }

    /// This sum and k·a.
    #[inline(always)]
    #[must_use]
    pub fn plus_small(mut self, a: &Red<F>, k: i32) -> Self {
        F::mac_small(&mut self.0, a.raw(), k);
        self
    }

    /// Subtracts two sums, in place: less than one after the other.
    #[inline(always)]
    pub fn sub_two(&mut self, one: &Self, other: &Self) {
        F::Kernels::wide_sub_two(&mut self.0, &one.0, &other.0);
    }

    /// Adds a sum and subtracts another, in place: less than one after the other.
    #[inline(always)]
    pub fn add_sub(&mut self, plus: &Self, minus: &Self) {
        F::Kernels::wide_add_sub(&mut self.0, &plus.0, &minus.0);
    }

    /// Multiplies this sum by k, in place: sums are wide, and better not moved.
    #[inline(always)]
    pub fn scale(&mut self, k: u32) {
        F::wide_times(&mut self.0, k);
    }

    /// Adds k·a, in place.
    #[inline(always)]
    pub fn add_small(&mut self, a: &Red<F>, k: i32) {
        F::mac_small(&mut self.0, a.raw(), k);
    }

    /// a ± b ± c: minus b where `LESS_B` says so, minus c where `LESS_C` does.
    #[inline(always)]
    pub(crate) fn of_three<const LESS_B: bool, const LESS_C: bool>(
        a: &Red<F>,
        b: &Red<F>,
        c: &Red<F>,
    ) -> Self {
        Self(F::Overlap::sum_of_three::<LESS_B, LESS_C>(a.raw(), b.raw(), c.raw()))
    }

    /// k times this sum and 2a, or less 2a where `MINUS` says so, reduced.
    #[inline(always)]
    pub(crate) fn reduced_with_twice<const MINUS: bool>(&self, k: u32, a: &Part<'_, F>) -> Red<F> {
        Red::from_raw(F::Overlap::reduce_with_twice::<MINUS>(&self.0, k, a.raw()))
    }

    /// What the engine holds.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn raw(&self) -> &F::Wide {
        &self.0
    }

    /// What the engine holds, to be changed.
    #[inline(always)]
    pub(crate) const fn raw_mut(&mut self) -> &mut F::Wide {
        &mut self.0
    }

    /// From what an engine holds, which answers for the number of products.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn from_raw(raw: F::Wide) -> Self {
        Self(raw)
    }

    /// The element of a sum that stays where it is, reduced alone.
    #[inline(always)]
    pub fn reduced(&self) -> Red<F> {
        let [out] = F::reduce([&self.0]);
        Red::from_raw(out)
    }

    /// As [`Wide::reduced`], to where the element is to stand.
    #[inline(always)]
    pub(crate) fn reduce_to(&self, out: &mut Red<F>) {
        F::Kernels::reduce_to(&self.0, out.raw_mut());
    }

    /// The element, reduced alone; [`reduce`] does several at once.
    #[inline(always)]
    pub fn reduce(self) -> Red<F> {
        let [out] = reduce([self]);
        out
    }
}
