//! Fp6 = Fp2\[v\]/(v³ − ξ) and Fp12 = Fp6\[w\]/(w² − v) over any engine, for ξ = k + u with a small
//! k.
//!
//! Every product is written as layers of independent output coefficients, each one reduced sum of
//! products in Fp2, so that an engine reduces a whole layer at once. ξ acts on a narrow operand,
//! where it costs one addition and one subtraction, never on a sum. Operation counts name products
//! (M), squarings (S) and reductions (R) in Fp2; additions are left out.
//!
//! Three shapes of the Fp12 product exist, chosen by
//! [`Shape::karatsuba`](crate::shapes::Shape::karatsuba):
//!
//! | shape | M | R | for engines where |
//! |---|---|---|---|
//! | six sums of six products | 36 | 6 | accumulating is almost free |
//! | Karatsuba on reduced values of Fp6 | 27 | 9 | a product costs as much as its reduction |
//! | Karatsuba on sums, throughout | 18 | 6 | adding sums is cheap beside a product |
//!
//! All are public, since tests compare them.
//!
//! No formula here divides, so none has an exceptional case; [`Fp6::invert`] and [`Fp12::invert`]
//! give zero for zero. Elements need not be `Copy`, and constants enter through the engine's
//! context.
//!
//! Sources: sums of products instead of Karatsuba, Longa, "Efficient Algorithms for Large Prime
//! Characteristic Fields and Their Application to Bilinear Pairings" (ePrint 2022/367) §3; tower
//! formulas, Devegili, Ó hÉigeartaigh, Scott, Dahab, "Multiplication and Squaring on
//! Pairing-Friendly Fields" (ePrint 2006/471).

use core::fmt::Debug;

use limb::each::array;

use crate::field::{
    Canonical, Field, Invert, Karatsuba, Lazy, Masked, Operand, Red, Wide, product, reduce, square,
    sums, term,
};
use crate::fp2::Quad;
use crate::shapes::overlap;

pub(crate) mod cyclotomic;
mod fp12;
mod line;

pub use cyclotomic::{Compressed, CyclotomicPower, Tripled};
pub(crate) use cyclotomic::{FEW_REGISTERS, Places, PowerSteps, Registers};
pub(crate) use fp12::coefficients_from_bytes;
pub use fp12::{Fp12, GT_BYTES};
pub use line::Line;

/// The sextic twist E′ over Fp2 of E: y² = x³ + b that has points of order r, and how it goes to E
/// over Fp12.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Twist {
    /// E′: y² = x³ + ξb by multiplication, (x, y) ↦ (x/w², y/w³).
    M,
    /// E′: y² = x³ + b/ξ by division, (x, y) ↦ (xw², yw³).
    D,
}

/// The facts of a tower on an engine; implemented by an empty type, such as a curve's.
pub trait Tower: Copy + Debug + 'static {
    /// The engine of the base field.
    type Fp: Field;

    /// k of ξ = k + u, the sextic non-residue.
    const XI: u32;
    /// The type of the twist, which says where a line function has its coefficients.
    const TWIST: Twist;

    /// The constants of the Frobenius map.
    fn frobenius() -> &'static Frobenius<<Self::Fp as Field>::Const>;
}

/// What (w^i)^p and (w^i)^(p²) are multiples of w^i by, for i = 1 … 5, and what a run of squarings
/// between them ends with.
#[derive(Clone, Copy, Debug)]
pub struct Frobenius<C> {
    /// ξ^(i·(p − 1)/6), in Fp2.
    pub p1: [[C; 2]; 5],
    /// ξ^(i·(p² − 1)/6), in Fp: sixth roots of unity.
    pub p2: [C; 5],
    /// 1/3: see [`Tripled`].
    pub third: C,
}

/// An element of Fp2 on the engine of a tower.
pub type Fp2Of<T> = Red<Quad<<T as Tower>::Fp>>;
/// One sum or difference of two such elements.
type LazyOf<T> = Lazy<Quad<<T as Tower>::Fp>>;
/// A sum of products of such elements.
pub(crate) type WideOf<T> = Wide<Quad<<T as Tower>::Fp>>;

/// ξ·a, as an operand.
#[inline(always)]
pub(crate) fn xi<T: Tower>(a: &Fp2Of<T>) -> LazyOf<T> {
    a.mul_by_small_plus_u_lazy(T::XI)
}

/// Compile-time proof that a formula's longest sum fits the engine.
pub(crate) const fn assert_products<T: Tower>(products: u32) {
    assert!(
        products <= <Quad<T::Fp> as Field>::MAX_PRODUCTS,
        "the engine sums fewer products than this formula needs"
    );
}

/// c₀ + c₁·v + c₂·v².
#[derive(Debug)]
pub struct Fp6<T: Tower> {
    /// c₀.
    pub c0: Fp2Of<T>,
    /// c₁.
    pub c1: Fp2Of<T>,
    /// c₂.
    pub c2: Fp2Of<T>,
}

impl<T: Tower> Clone for Fp6<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self { c0: self.c0.clone(), c1: self.c1.clone(), c2: self.c2.clone() }
    }
}

impl<T: Tower<Fp: Field<Raw: Copy>>> Copy for Fp6<T> {}

/// The product in Fp6 of lazy and reduced coefficients; 9 M, 3 R.
#[inline(always)]
pub(crate) fn mul6<T: Tower>(a: [&impl Operand<Quad<T::Fp>>; 3], b: [&Fp2Of<T>; 3]) -> Fp6<T> {
    let (xb1, xb2) = (xi::<T>(b[1]), xi::<T>(b[2]));
    let [c0, c1, c2] = sums([
        [term(a[0], b[0]), term(a[1], &xb2), term(a[2], &xb1)],
        [term(a[0], b[1]), term(a[1], b[0]), term(a[2], &xb2)],
        [term(a[0], b[2]), term(a[1], b[1]), term(a[2], b[0])],
    ]);
    Fp6 { c0, c1, c2 }
}

/// A product in Fp6 before its reduction: c₀, c₁, c₂.
pub(crate) type Wide6<T> = [WideOf<T>; 3];

/// (a + b)(c + d), not reduced.
#[cfg_attr(target_arch = "riscv32", inline(never))]
#[cfg_attr(not(target_arch = "riscv32"), inline(always))]
pub(crate) fn product_of_sums<T: Tower>(
    [a, b]: [&Fp2Of<T>; 2],
    [c, d]: [&Fp2Of<T>; 2],
) -> WideOf<T> {
    product(&a.plus(b), &c.plus(d))
}

/// The product in Fp6, not reduced: with vᵢ = aᵢbᵢ, c₀ = v₀ + ξ((a₁ + a₂)(b₁ + b₂) − v₁ − v₂),
/// c₁ = (a₀ + a₁)(b₀ + b₁) − v₀ − v₁ + ξv₂, c₂ = (a₀ + a₂)(b₀ + b₂) − v₀ − v₂ + v₁; 6 M.
///
/// A function of its own where code runs from a small cache: products and squares in Fp12 are made
/// of it.
#[cfg_attr(target_arch = "riscv32", inline(never))]
#[cfg_attr(not(target_arch = "riscv32"), inline(always))]
pub(crate) fn wide6<T: Tower>(a: &Fp6<T>, b: &Fp6<T>) -> Wide6<T> {
    if const { overlap::tower::has_products_beside::<T>() } {
        return overlap::tower::wide6(a, b);
    }
    // In the place of c₀ stands the sum that is multiplied by ξ first: sums are wide, and better
    // not moved. They come first, and their operands' places are the next products'.
    let mut out = [
        product_of_sums::<T>([&a.c1, &a.c2], [&b.c1, &b.c2]),
        product_of_sums::<T>([&a.c0, &a.c1], [&b.c0, &b.c1]),
        product_of_sums::<T>([&a.c0, &a.c2], [&b.c0, &b.c2]),
    ];
    let mut v0 = product(&a.c0, &b.c0);
    let v1 = product(&a.c1, &b.c1);
    let v2 = product(&a.c2, &b.c2);
    out[0].sub_two(&v1, &v2);
    out[1].sub_two(&v0, &v1);
    out[1].add_times_small_plus_u(&v2, T::XI);
    out[2].sub_two(&v0, &v2);
    out[2] += &v1;
    v0.add_times_small_plus_u(&out[0], T::XI);
    out[0] = v0;
    out
}

/// The product in Fp6 on sums, reduced.
#[cfg_attr(target_arch = "riscv32", inline(never))]
#[cfg_attr(not(target_arch = "riscv32"), inline(always))]
fn mul6_wide<T: Tower>(a: &Fp6<T>, b: &Fp6<T>) -> Fp6<T> {
    if const { T::Fp::SHAPE.small_stack } {
        let mut out = a.clone();
        out.mul_low_stack_assign(b);
        return out;
    }
    let [c0, c1, c2] = &wide6(a, b);
    Fp6 { c0: c0.reduced(), c1: c1.reduced(), c2: c2.reduced() }
}

impl<T: Tower> Fp6<T> {
    /// 0, in a context.
    #[doc(hidden)]
    pub fn zero_in(ctx: &<T::Fp as Field>::Ctx) -> Self {
        let zero = Red::zero_in(ctx);
        Self { c0: zero.clone(), c1: zero.clone(), c2: zero }
    }

    /// 1, in a context.
    #[doc(hidden)]
    pub fn one_in(ctx: &<T::Fp as Field>::Ctx) -> Self {
        Self { c0: Red::one_in(ctx), ..Self::zero_in(ctx) }
    }

    /// a + b.
    #[inline(always)]
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        Self { c0: &self.c0 + &other.c0, c1: &self.c1 + &other.c1, c2: &self.c2 + &other.c2 }
    }

    /// a − b.
    #[inline(always)]
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        Self { c0: &self.c0 - &other.c0, c1: &self.c1 - &other.c1, c2: &self.c2 - &other.c2 }
    }

    /// −a.
    #[inline(always)]
    #[must_use]
    pub fn neg(&self) -> Self {
        Self { c0: -&self.c0, c1: -&self.c1, c2: -&self.c2 }
    }

    /// The element of a product, where it is to stand. One coefficient at a time: where Karatsuba's
    /// trick pays on sums, moving sums about does not.
    #[inline(always)]
    pub(crate) fn set_reduced(&mut self, [c0, c1, c2]: &Wide6<T>) {
        c0.reduce_to(&mut self.c0);
        c1.reduce_to(&mut self.c1);
        c2.reduce_to(&mut self.c2);
    }

    /// v·a = ξ·c₂ + c₀·v + c₁·v².
    #[inline(always)]
    #[must_use]
    pub fn mul_by_v(&self) -> Self {
        Self { c0: self.c2.mul_by_small_plus_u(T::XI), c1: self.c0.clone(), c2: self.c1.clone() }
    }

    /// a ← a + b.
    #[inline(always)]
    pub(crate) fn add_assign(&mut self, b: &Self) {
        self.c0.add_assign(&b.c0);
        self.c1.add_assign(&b.c1);
        self.c2.add_assign(&b.c2);
    }

    /// a ← a + v·b.
    #[inline(always)]
    pub(crate) fn add_times_v(&mut self, b: &Self) {
        self.c0.add_assign(&b.c2.mul_by_small_plus_u(T::XI));
        self.c1.add_assign(&b.c0);
        self.c2.add_assign(&b.c1);
    }

    /// a ← a + v²·b.
    #[inline(always)]
    pub(crate) fn add_times_v2(&mut self, b: &Self) {
        self.c0.add_assign(&b.c1.mul_by_small_plus_u(T::XI));
        self.c1.add_assign(&b.c2.mul_by_small_plus_u(T::XI));
        self.c2.add_assign(&b.c0);
    }

    /// a·b; 9 M, 3 R, or 6 M, 3 R on sums.
    #[inline(always)]
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        if T::Fp::SHAPE.karatsuba == Karatsuba::Wide {
            return mul6_wide(self, other);
        }
        mul6([&self.c0, &self.c1, &self.c2], [&other.c0, &other.c1, &other.c2])
    }

    /// a²: c₀² + 2c₁·ξc₂, 2c₀c₁ + c₂·ξc₂, 2c₀c₂ + c₁²; 6 M, 3 R.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    #[must_use]
    pub fn sqr(&self) -> Self {
        let Self { c0, c1, c2 } = self;
        let (xc2, d0, d1) = (xi::<T>(c2), c0.twice(), c1.twice());
        let [c0, c1, c2] = sums([
            [term(c0, c0), term(&d1, &xc2)],
            [term(&d0, c1), term(c2, &xc2)],
            [term(&d0, c2), term(c1, c1)],
        ]);
        Self { c0, c1, c2 }
    }
}

/// A sum less a·b, reduced: for engines that sum before they reduce, one after the other.
#[cfg_attr(target_arch = "riscv32", inline(never))]
pub(crate) fn less_product<F: Field>(mut sum: Wide<F>, a: &Red<F>, b: &impl Operand<F>) -> Red<F> {
    sum -= &product(a, b);
    sum.reduced()
}

impl<T: Tower<Fp: Invert>> Fp6<T> {
    /// 1/a, zero for zero, with one inversion in Fp; 10 M, 2 S, 7 R in Fp2.
    ///
    /// a⁻¹ = (A + B·v + C·v²)/N with A = c₀² − ξc₁c₂, B = ξc₂² − c₀c₁, C = c₁² − c₀c₂ and N = c₀A +
    /// ξ(c₂B + c₁C) in Fp2 (Beuchat et al., "High-Speed Software Implementation of the Optimal Ate
    /// Pairing over Barreto-Naehrig Curves", ePrint 2010/354, algorithm 17). N is the norm over
    /// Fp2, zero for a = 0 alone.
    #[must_use]
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub fn invert(&self) -> Self {
        const { assert_products::<T>(3) };
        T::Fp::kernel(
            #[inline(always)]
            || {
                let Self { c0, c1, c2 } = self;
                let [a, b, c] = &{
                    let xc2 = xi::<T>(c2);
                    if const { matches!(T::Fp::SHAPE.karatsuba, Karatsuba::Wide) } {
                        [
                            less_product(square(c0), c1, &xc2),
                            less_product(product(c2, &xc2), c0, c1),
                            less_product(square(c1), c0, c2),
                        ]
                    } else {
                        reduce([
                            square(c0).minus(c1, &xc2),
                            product(c2, &xc2).minus(c0, c1),
                            square(c1).minus(c0, c2),
                        ])
                    }
                };
                let inverse = {
                    let (xc1, xc2) = (xi::<T>(c1), xi::<T>(c2));
                    let [norm] = &sums([[term(c0, a), term(&xc2, b), term(&xc1, c)]]);
                    norm.invert()
                };
                if const { matches!(T::Fp::SHAPE.karatsuba, Karatsuba::Wide) } {
                    return Self { c0: a * &inverse, c1: b * &inverse, c2: c * &inverse };
                }
                let [c0, c1, c2] =
                    sums([[term(a, &inverse)], [term(b, &inverse)], [term(c, &inverse)]]);
                Self { c0, c1, c2 }
            },
        )
    }
}

impl<T: Tower<Fp: Masked>> Fp6<T> {
    /// Whether this is zero.
    pub fn is_zero(&self) -> <T::Fp as Masked>::Mask {
        self.c0.is_zero() & self.c1.is_zero() & self.c2.is_zero()
    }

    /// Whether two elements are equal.
    pub fn equal(&self, other: &Self) -> <T::Fp as Masked>::Mask {
        self.sub(other).is_zero()
    }

    /// a where the mask is false, b where it is true.
    #[must_use]
    pub fn select(a: &Self, b: &Self, mask: &<T::Fp as Masked>::Mask) -> Self {
        Self {
            c0: Red::select(&a.c0, &b.c0, mask),
            c1: Red::select(&a.c1, &b.c1, mask),
            c2: Red::select(&a.c2, &b.c2, mask),
        }
    }
}

impl<T: Tower<Fp: Canonical>> Fp6<T> {
    /// The six coefficients in Fp: c₀.c₀, c₀.c₁, c₁.c₀, … c₂.c₁.
    pub fn coefficients(&self) -> [Red<T::Fp>; 6] {
        let all = [&self.c0, &self.c1, &self.c2];
        array(|i| if i & 1 == 0 { all[i >> 1].c0() } else { all[i >> 1].c1() })
    }

    /// From [`Fp6::coefficients`].
    pub fn from_coefficients(c: &[Red<T::Fp>; 6]) -> Self {
        let fp2 = |i: usize| Fp2Of::<T>::new(c[2 * i], c[2 * i + 1]);
        Self { c0: fp2(0), c1: fp2(1), c2: fp2(2) }
    }
}

impl<T: Tower<Fp: Canonical>> PartialEq for Fp6<T> {
    fn eq(&self, other: &Self) -> bool {
        self.equal(other).into()
    }
}

impl<T: Tower<Fp: Canonical>> Eq for Fp6<T> {}
