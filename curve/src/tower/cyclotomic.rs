//! The cyclotomic subgroup of Fp12*, order p⁴ − p² + 1: what the easy part of a final
//! exponentiation gives.
//!
//! There the inverse is the conjugate, and a square costs about half (Granger, Scott, "Faster
//! Squaring in the Cyclotomic Subgroup of Sixth Degree Extensions", ePrint 2009/565, §3.2). With
//! Fp4 = Fp2\[s\]/(s² − ξ), s = w³, and a = A + B·w + C·w², A = a₀ + a₃s, B = a₁ + a₄s, C = a₂ +
//! a₅s:
//!
//! a² = (3A² − 2Ā) + (3sC² + 2B̄)·w + (3B² − 2C̄)·w².
//!
//! Of S = 3a the same is simpler: 3a² = (S_A² − 2S̄_A) + (sS_C² + 2S̄_B)·w + (S_B² − 2S̄_C)·w². So
//! a run of squarings is done on [`Tripled`] elements; a product with another element leaves one,
//! and the run ends with a third.
//!
//! B and C of the square depend on B and C alone, so a run of squarings may leave A out, and a
//! third of the work with it ([`Compressed`]; K. Karabina, "Squaring in cyclotomic subgroups",
//! ePrint 2010/542).

use limb::each::Each;

use super::{Fp2Of, Fp12, LazyOf, Tower, WideOf, xi};
use crate::field::{
    Field, Invert, Karatsuba, Known, Lazy, Red, Term, linear, product, reduce, square, squares,
    sums, term,
};
use crate::fp2::scale_two;
use crate::shapes::low_stack::tower::put_sum;

mod power;

use crate::shapes::overlap::cyclotomic::{beside, has_squares_beside};
pub use power::CyclotomicPower;
pub(crate) use power::{FEW_REGISTERS, Places, PowerSteps, Registers};

/// One of the three squares in Fp4, (x + y·s)², and what is added to `times` each of its
/// coefficients: times·(x² + ξy²) − 2e and 2·times·xy + 2o, the latter with ξ·y for y if it comes
/// to stand before w. Three times, or once for an element that is tripled.
#[derive(Clone, Copy)]
pub(crate) struct Block<'a, T: Tower> {
    pub(crate) x: &'a Fp2Of<T>,
    pub(crate) y: &'a Fp2Of<T>,
    pub(crate) e: &'a Fp2Of<T>,
    pub(crate) o: &'a Fp2Of<T>,
    pub(crate) by_xi: bool,
    pub(crate) times: u32,
}

/// The squares of B and C, which give C and B of the square: what is left of a cyclotomic square
/// when A is.
#[inline(always)]
fn blocks<'a, T: Tower>([a1, a2, a4, a5]: [&'a Fp2Of<T>; 4], times: u32) -> [Block<'a, T>; 2] {
    [
        Block { x: a1, y: a4, e: a2, o: a5, by_xi: false, times },
        Block { x: a2, y: a5, e: a4, o: a1, by_xi: true, times },
    ]
}

impl<T: Tower> Fp12<T> {
    /// a² for a in the cyclotomic subgroup; for other a some other value.
    #[inline(never)]
    #[must_use]
    pub fn cyclotomic_sqr(&self) -> Self {
        T::Fp::kernel(
            #[inline(always)]
            || {
                let mut square = self.clone();
                square.cyclotomic_formula(3);
                square
            },
        )
    }

    /// [`Fp12::cyclotomic_sqr`] in place.
    #[inline(never)]
    pub(crate) fn cyclotomic_sqr_assign(&mut self) {
        T::Fp::kernel(
            #[inline(always)]
            || self.cyclotomic_formula(3),
        );
    }

    /// 3a² of 3a, in place: [`Tripled::square`].
    #[inline(never)]
    pub(super) fn tripled_sqr_assign(&mut self) {
        T::Fp::kernel(
            #[inline(always)]
            || self.cyclotomic_formula(1),
        );
    }

    /// The square of what a [`Compressed`] element has, B and C, in their places; A is not looked
    /// at, and is no longer what belongs to them.
    #[inline(never)]
    pub(super) fn compressed_sqr_assign(&mut self) {
        T::Fp::kernel(
            #[inline(always)]
            || {
                let [_, a1, a2, _, a4, a5] = self.w();
                let [[b2, b5], [b4, b1]] = &squares_of_two::<T>(&blocks([a1, a2, a4, a5], 3));
                let [_, a1, a2, _, a4, a5] = self.w_mut();
                for (to, of) in [a1, a2, a4, a5].into_iter().zip([b1, b2, b4, b5]) {
                    to.clone_from(of);
                }
            },
        );
    }

    /// The formula in the shape that the engine prefers.
    #[inline(always)]
    fn cyclotomic_formula(&mut self, times: u32) {
        let blocks = self.blocks(times);
        match const { T::Fp::SHAPE.karatsuba } {
            Karatsuba::Never => *self = Self::of_blocks(layered(&blocks)),
            Karatsuba::Reduced => *self = Self::of_blocks(each(&blocks, narrow)),
            Karatsuba::Wide => {
                // The square of A is the new A, and the others do not ask for it; those of B and C
                // are C and B, and each takes both.
                let [a, b, c] = blocks;
                let [b2, b5] = &one_square::<T>(b);
                let [c4, c1] = &one_square::<T>(c);
                {
                    let [a0, a3] = &one_square::<T>(a);
                    let [to_0, _, _, to_3, ..] = self.w_mut();
                    to_0.clone_from(a0);
                    to_3.clone_from(a3);
                }
                let [_, a1, a2, _, a4, a5] = self.w_mut();
                for (to, of) in [a1, a2, a4, a5].into_iter().zip([c1, b2, c4, b5]) {
                    to.clone_from(of);
                }
            }
        }
    }

    #[inline(always)]
    fn blocks(&self, times: u32) -> [Block<'_, T>; 3] {
        let [a0, a1, a2, a3, a4, a5] = self.w();
        let [b, c] = blocks([a1, a2, a4, a5], times);
        [Block { x: a0, y: a3, e: a0, o: a3, by_xi: false, times }, b, c]
    }

    #[inline(always)]
    fn of_blocks([[a0, a3], [a2, a5], [a4, a1]]: [[Fp2Of<T>; 2]; 3]) -> Self {
        Self::from_w([a0, a1, a2, a3, a4, a5])
    }

    /// The square as two layers of six sums in Fp; 42 products in Fp, 6 R.
    #[inline(always)]
    #[must_use]
    pub fn cyclotomic_sqr_layered(&self) -> Self {
        Self::of_blocks(layered(&self.blocks(3)))
    }

    /// The square with two products per Fp4: (x + y·s)² = (m − t − ξt) + 2t·s with t = xy, m = (x +
    /// y)(x + ξy), and everything after the products as one linear combination per coefficient in
    /// Fp; 6 M, 6 R.
    #[inline(always)]
    #[must_use]
    pub fn cyclotomic_sqr_narrow(&self) -> Self {
        Self::of_blocks(each(&self.blocks(3), narrow))
    }

    /// The square on sums, (x + y·s)² = (x² + ξy²) + 2xy·s, and all after it before the reduction;
    /// 6 S, 3 M, 6 R.
    ///
    /// A product costs half as much again as a square, and less than a third square with its sum
    /// and two differences.
    #[inline(always)]
    #[must_use]
    pub fn cyclotomic_sqr_wide(&self) -> Self {
        Self::of_blocks(each(&self.blocks(3), wide))
    }

    /// 3a.
    #[must_use]
    pub fn tripled(&self) -> Tripled<T> {
        let mut triple = self.clone();
        triple.tripled_assign();
        Tripled(triple)
    }

    /// [`Fp12::tripled`] in place.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub(super) fn tripled_assign(&mut self) {
        for a in self.w_mut() {
            *a = a.times(3);
        }
    }

    /// [`Tripled::third`] in place.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub(super) fn third_assign(&mut self) {
        T::Fp::kernel(
            #[inline(always)]
            || {
                let third = Red::<T::Fp>::constant(&self.ctx(), &T::frobenius().third);
                let [a0, a1, a2, a3, a4, a5] = self.w_mut();
                for (a, b) in [(a0, a1), (a2, a3), (a4, a5)] {
                    [*a, *b] = scale_two(a, &third, b, &third);
                }
            },
        );
    }

    /// B and C, to be squared without A.
    pub fn compress(&self) -> Compressed<T> {
        let [_, a1, a2, _, a4, a5] = self.w();
        Compressed { a1: a1.clone(), a2: a2.clone(), a4: a4.clone(), a5: a5.clone() }
    }
}

/// 3a for an element a of the cyclotomic subgroup: what is squared many times.
#[derive(Debug)]
pub struct Tripled<T: Tower>(Fp12<T>);

impl<T: Tower> Clone for Tripled<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Tower> Tripled<T> {
    /// 3a² of 3a: less work than [`Fp12::cyclotomic_sqr`].
    pub fn square(&mut self) {
        self.0.tripled_sqr_assign();
    }

    /// 3ab of 3a, for a plain b.
    #[inline(always)]
    pub fn multiply(&mut self, b: &Fp12<T>) {
        self.0.mul_assign(b);
    }

    /// a; 12 products in Fp.
    #[must_use]
    pub fn third(&self) -> Fp12<T> {
        let mut third = self.0.clone();
        third.third_assign();
        third
    }
}

/// An element of the cyclotomic subgroup without A = a₀ + a₃s: B and C determine it, by A·B =
/// s·C² + B̄ and a₀ = ξ(2a₃² + a₁a₅ − 3a₂a₄) + 1 (Granger, Scott; Karabina).
#[derive(Debug)]
pub struct Compressed<T: Tower> {
    a1: Fp2Of<T>,
    a2: Fp2Of<T>,
    a4: Fp2Of<T>,
    a5: Fp2Of<T>,
}

impl<T: Tower> Clone for Compressed<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self { a1: self.a1.clone(), a2: self.a2.clone(), a4: self.a4.clone(), a5: self.a5.clone() }
    }
}

impl<T: Tower> Compressed<T> {
    /// The square: two thirds of [`Fp12::cyclotomic_sqr`], by the same formulas.
    #[inline(never)]
    #[must_use]
    pub fn sqr(&self) -> Self {
        T::Fp::kernel(
            #[inline(always)]
            || {
                let [[a2, a5], [a4, a1]] =
                    squares_of_two::<T>(&blocks([&self.a1, &self.a2, &self.a4, &self.a5], 3));
                Self { a1, a2, a4, a5 }
            },
        )
    }
}

impl<T: Tower<Fp: Invert>> Compressed<T> {
    /// All of elements of the cyclotomic subgroup that are one together or not at all, as powers of
    /// one element by powers of two are: one inversion.
    pub fn decompress<const N: usize>(elements: &[Self; N]) -> [Fp12<T>; N] {
        let mut out = elements.each_ref().each(|Self { a1, a2, a4, a5 }| {
            let any = a1.clone();
            Fp12::from_w([any.clone(), a1.clone(), a2.clone(), any, a4.clone(), a5.clone()])
        });
        decompress(out.each_mut());
        out
    }
}

/// A of elements from their B and C, in its places: see [`Compressed::decompress`].
///
/// Until it is known a₃'s place holds its numerator, that of a₀ its denominator and then the
/// inverse of that. All are inverted by one inversion (Montgomery's trick); if one is zero, all
/// become zero.
#[cfg_attr(target_arch = "riscv32", inline(never))]
pub(super) fn decompress<T: Tower<Fp: Invert>, const N: usize>(mut elements: [&mut Fp12<T>; N]) {
    const { assert!(N > 0, "nothing to decompress") };
    elements.iter_mut().for_each(|element| put_fraction(element));
    // The product of all denominators up to each. Of one, all numerators and denominators are zero,
    // and any inverse will do.
    let mut products = [(); N].each(|()| elements[0].c0.c0.clone());
    for i in 1..N {
        products[i] = &products[i - 1] * &elements[i].c0.c0;
    }
    let mut inverse = products[N - 1].invert();
    for i in (0..N).rev() {
        let element = &mut *elements[i];
        if i == 0 {
            element.c0.c0.clone_from(&inverse);
        } else {
            let others = &inverse * &element.c0.c0;
            element.c0.c0 = &inverse * &products[i - 1];
            inverse = others;
        }
        complete(element);
    }
}

/// a₃ as a fraction: the numerator in its place, the denominator in that of a₀.
///
/// With E = s·C² + B̄ = e₀ + e₁s it is the second coefficient of A = E·B̄/(B·B̄): (e₁a₁ −
/// e₀a₄)/(a₁² − ξa₄²). Since ξ is no square, the denominator is zero only if B is, which in the
/// cyclotomic subgroup one alone has; no other coefficient makes a special case.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn put_fraction<T: Tower>(element: &mut Fp12<T>) {
    T::Fp::kernel(
        #[inline(always)]
        || {
            let [_, a1, a2, _, a4, a5] = element.w();
            let (mut minus_e0, mut e1);
            if const { T::Fp::SHAPE.small_stack } {
                minus_e0 = {
                    let a2_twice = a2.twice();
                    (&a2_twice * a5).mul_by_small_plus_u(T::XI)
                };
                minus_e0.add_assign(a1);
                minus_e0 = -&minus_e0;
                e1 = a5.sqr().mul_by_small_plus_u(T::XI);
                e1.add_assign(&a2.sqr());
                e1 = &e1 - a4;
            } else {
                let [aa2, aa5] = &squares([a2, a5]);
                let [aa25] = &sums([[term(&a2.twice(), a5)]]);
                minus_e0 = aa25.mul_by_small_plus_u(T::XI);
                minus_e0.add_assign(a1);
                minus_e0 = -&minus_e0;
                e1 = aa5.mul_by_small_plus_u(T::XI);
                e1.add_assign(aa2);
                e1 = &e1 - a4;
            }
            if const { T::Fp::SHAPE.small_stack } {
                // One after the other, in their places, which neither is made of.
                let [a0, a1, _, a3, a4, _] = element.w_mut();
                let minus_xi_a4 = -&a4.mul_by_small_plus_u(T::XI);
                put_sum(a0, [term(a1, a1), term(&minus_xi_a4, a4)]);
                return put_sum(a3, [term(&e1, a1), term(&minus_e0, a4)]);
            }
            let minus_xi_a4 = -&a4.mul_by_small_plus_u(T::XI);
            let [numerator, denominator] = &sums([
                [term(&e1, a1), term(&minus_e0, a4)],
                [term(a1, a1), term(&minus_xi_a4, a4)],
            ]);
            let [a0, _, _, a3, ..] = element.w_mut();
            a0.clone_from(denominator);
            a3.clone_from(numerator);
        },
    );
}

/// A from the numerator of a₃ and the inverse of its denominator, which stand in the places of a₃
/// and a₀.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn complete<T: Tower>(element: &mut Fp12<T>) {
    T::Fp::kernel(
        #[inline(always)]
        || {
            let [a0, a1, a2, a3, a4, a5] = element.w_mut();
            *a3 = &*a3 * &*a0;
            let [inner] = &{
                let minus_3_a2 = -&a2.times(3);
                sums([[term(&a3.twice(), a3), term(a1, a5), term(&minus_3_a2, a4)]])
            };
            *a0 = &inner.mul_by_small_plus_u(T::XI) + &Red::one_in(&inner.ctx());
        },
    );
}

/// The operands of the sums of a block, as layers in Fp take them; t is `times`.
struct Operands<T: Tower> {
    /// t(x₀ + x₁) and x₀ − x₁, whose product is the first coefficient of tx².
    square: [Lazy<T::Fp>; 2],
    x1: Red<T::Fp>,
    /// 2tx₀, 2tx₁, −2tx₁.
    double: [Lazy<T::Fp>; 3],
    /// ty₀, ty₁, −ty₁.
    y: [Red<T::Fp>; 3],
    xi_y: [Lazy<T::Fp>; 2],
    /// y, or ξy.
    factor: [Lazy<T::Fp>; 2],
    e: [Red<T::Fp>; 2],
    o: [Red<T::Fp>; 2],
}

#[inline(always)]
fn parts<T: Tower>(a: &Fp2Of<T>) -> [Red<T::Fp>; 2] {
    [a.c0(), a.c1()]
}

#[inline(always)]
fn lazy_parts<T: Tower>(a: &LazyOf<T>) -> [Lazy<T::Fp>; 2] {
    let [c0, c1] = a.raw();
    [Lazy::from_raw(c0.clone()), Lazy::from_raw(c1.clone())]
}

impl<T: Tower> Operands<T> {
    #[inline(always)]
    fn of(Block { x, y, e, o, by_xi, times }: Block<'_, T>) -> Self {
        let [x0, x1] = parts::<T>(x);
        let ([tx0, tx1], [ty0, ty1]) = if times == 1 {
            (parts::<T>(x), parts::<T>(y))
        } else {
            (parts::<T>(&x.times(times)), parts::<T>(&y.times(times)))
        };
        let xi_y = lazy_parts::<T>(&xi::<T>(y));
        Self {
            square: [tx0.plus(&tx1), x0.minus(&x1)],
            x1,
            double: [tx0.twice(), tx1.twice(), (-&tx1).twice()],
            y: [ty0, ty1.clone(), -&ty1],
            factor: if by_xi { xi_y.clone() } else { lazy_parts::<T>(&y.lazy()) },
            xi_y,
            e: parts::<T>(e),
            o: parts::<T>(o),
        }
    }

    /// t(x² + ξy²) − 2e.
    #[inline(always)]
    fn even<'a>(&'a self, minus_2: &'a Red<T::Fp>) -> [[Term<'a, T::Fp>; 4]; 2] {
        let ([sum, difference], [x0_2, ..], [y0, y1, minus_y1], [z0, z1], [e0, e1]) =
            (&self.square, &self.double, &self.y, &self.xi_y, &self.e);
        [
            [term(sum, difference), term(y0, z0), term(minus_y1, z1), term(e0, minus_2)],
            [term(x0_2, &self.x1), term(y0, z1), term(y1, z0), term(e1, minus_2)],
        ]
    }

    /// 2txy + 2o, or with ξy for y.
    #[inline(always)]
    fn odd<'a>(&'a self, two: &'a Red<T::Fp>) -> [[Term<'a, T::Fp>; 3]; 2] {
        let ([x0, x1, minus_x1], [z0, z1], [o0, o1]) = (&self.double, &self.factor, &self.o);
        [
            [term(x0, z0), term(minus_x1, z1), term(o0, two)],
            [term(x0, z1), term(x1, z0), term(o1, two)],
        ]
    }
}

/// All blocks as two layers of sums in Fp for u² = −1, as one of sums in Fp2 for another u.
#[inline(always)]
fn layered<T: Tower>(blocks: &[Block<'_, T>; 3]) -> [[Fp2Of<T>; 2]; 3] {
    if const { <<T::Fp as Field>::Const as Known>::NORM_OF_U != 1 } {
        let [a, b, c] = blocks;
        let ([a0, a1], [b0, b1], [c0, c1]) = (on_sums(*a), on_sums(*b), on_sums(*c));
        let [a0, a1, b0, b1, c0, c1] = reduce([a0, a1, b0, b1, c0, c1]);
        return [[a0, a1], [b0, b1], [c0, c1]];
    }
    // Not by `map`: what an array maps by is a function of its own, which a kernel may not be able
    // to take in.
    let [a, b, c] = blocks;
    let (a, b, c) = (Operands::of(*a), Operands::of(*b), Operands::of(*c));
    let two = Red::small(&a.x1.ctx(), 2);
    let minus_2 = -&two;
    let ([a0, a1], [b0, b1], [c0, c1]) = (a.even(&minus_2), b.even(&minus_2), c.even(&minus_2));
    let [e0, e1, e2, e3, e4, e5] = sums([a0, a1, b0, b1, c0, c1]);
    let ([a0, a1], [b0, b1], [c0, c1]) = (a.odd(&two), b.odd(&two), c.odd(&two));
    let [o0, o1, o2, o3, o4, o5] = sums([a0, a1, b0, b1, c0, c1]);
    let pair = |c0, c1| Red::new(c0, c1);
    [[pair(e0, e1), pair(o0, o1)], [pair(e2, e3), pair(o2, o3)], [pair(e4, e5), pair(o4, o5)]]
}

/// A block by itself, in the shape of engines that sum before they reduce.
#[inline(always)]
fn one_square<T: Tower>(block: Block<'_, T>) -> [Fp2Of<T>; 2] {
    if const { has_squares_beside::<T>() } { beside(block) } else { wide(block) }
}

/// The blocks of B and C; two are no layer.
#[inline(always)]
fn squares_of_two<T: Tower>([b, c]: &[Block<'_, T>; 2]) -> [[Fp2Of<T>; 2]; 2] {
    match const { T::Fp::SHAPE.karatsuba } {
        Karatsuba::Never | Karatsuba::Reduced => [narrow(*b), narrow(*c)],
        Karatsuba::Wide => [one_square(*b), one_square(*c)],
    }
}

/// Each block by itself.
#[inline(always)]
fn each<T: Tower>(
    [a, b, c]: &[Block<'_, T>; 3],
    coefficients: impl Fn(Block<'_, T>) -> [Fp2Of<T>; 2],
) -> [[Fp2Of<T>; 2]; 3] {
    [coefficients(*a), coefficients(*b), coefficients(*c)]
}

/// Both coefficients from two products.
#[inline(always)]
fn narrow<T: Tower>(Block { x, y, e, o, by_xi, times }: Block<'_, T>) -> [Fp2Of<T>; 2] {
    let (m, t) = products4::<T>(x, y);
    let times = times as i32;
    let odd = if by_xi {
        odd_by_xi::<T>(&t, o, times)
    } else {
        let [odd] = linear([[(&t, 2 * times), (o, 2)]]);
        odd
    };
    [even::<T>(&m, &t, e, times), odd]
}

/// Both coefficients from sums.
///
/// Bound: a coefficient of a square is below 4p², so 3(x² + ξy²) is below 12(k + 2)p²: within the
/// engine's 32·pR for k = 1, and for k = 9, where p is below R/5.
#[cfg_attr(target_arch = "riscv32", inline(never))]
#[cfg_attr(not(target_arch = "riscv32"), inline(always))]
fn wide<T: Tower>(block: Block<'_, T>) -> [Fp2Of<T>; 2] {
    let [even, odd] = on_sums(block);
    [even.reduced(), odd.reduced()]
}

/// The sums of [`wide`].
#[inline(always)]
fn on_sums<T: Tower>(Block { x, y, e, o, by_xi, times }: Block<'_, T>) -> [WideOf<T>; 2] {
    let mut even = square(x);
    even.add_times_small_plus_u(&square(y), T::XI);
    let mut odd = if by_xi { product(&x.twice(), &xi::<T>(y)) } else { product(&x.twice(), y) };
    if times > 1 {
        even.scale(times);
        odd.scale(times);
    }
    even.add_small(e, -2);
    odd.add_small(o, 2);
    [even, odd]
}

/// (x + y)(x + ξy) and xy.
#[inline(always)]
fn products4<T: Tower>(x: &Fp2Of<T>, y: &Fp2Of<T>) -> (Fp2Of<T>, Fp2Of<T>) {
    let [m, t] = sums([[term(&x.plus(y), &x.plus(&xi::<T>(y).weak()))], [term(x, y)]]);
    (m, t)
}

/// 2nξt + 2y, with ξ = k + u.
///
/// For ξ = 1 + u as combinations in Fp, which saves bringing ξt back into range; others are too
/// large for one combination.
#[inline(always)]
fn odd_by_xi<T: Tower>(t: &Fp2Of<T>, y: &Fp2Of<T>, n: i32) -> Fp2Of<T> {
    if T::XI != 1 {
        let [c] = linear([[(&xi::<T>(t).weak(), 2 * n), (y, 2)]]);
        return c;
    }
    let (t0, t1) = (t.c0(), t.c1());
    let [c0, c1] = linear([
        [(&t0, 2 * n), (&t1, -2 * n), (&y.c0(), 2)],
        [(&t0, 2 * n), (&t1, 2 * n), (&y.c1(), 2)],
    ]);
    Red::new(c0, c1)
}

/// n(m − t − ξt) − 2x, with ξ = k + u; as [`odd_by_xi`].
#[inline(always)]
fn even<T: Tower>(m: &Fp2Of<T>, t: &Fp2Of<T>, x: &Fp2Of<T>, n: i32) -> Fp2Of<T> {
    if T::XI != 1 {
        let [c] = linear([[(m, n), (t, -n), (&xi::<T>(t).weak(), -n), (x, -2)]]);
        return c;
    }
    let (m0, m1, t0, t1) = (m.c0(), m.c1(), t.c0(), t.c1());
    let [c0, c1] = linear([
        [(&m0, n), (&t0, -2 * n), (&t1, n), (&x.c0(), -2)],
        [(&m1, n), (&t1, -2 * n), (&t0, -n), (&x.c1(), -2)],
    ]);
    Red::new(c0, c1)
}
