//! Doubling and addition on the twist with the line functions, in homogeneous coordinates and in
//! layers.
//!
//! With the slope λ on the twist E′: y² = x³ + b′, the line through the image of T on E, evaluated
//! at P, is
//!
//! * M type, (x, y) ↦ (x/w², y/w³), slope λ/w, scaled by w³: (λ·x_T − y_T) − λ·x_P·w² + y_P·w³;
//! * D type, (x, y) ↦ (xw², yw³), slope λ·w: y_P − λ·x_P·w + (λ·x_T − y_T)·w³.
//!
//! So both have the same three coefficients, computed on E′ alone, in other places. Scaling by w³,
//! by 2YZ or by the denominator μ of the slope changes the value by factors in proper subfields (w⁶
//! = ξ puts w³ into Fp4), which the final exponentiation takes to one.
//!
//! Sources: Costello, Lange, Naehrig, "Faster Pairing Computations on Curves with High-Degree
//! Twists" (ePrint 2009/615) §5; Aranha, Karabina, Longa, Gebotys, López, "Faster Explicit Formulas
//! for Computing Pairings over Ordinary Curves" (ePrint 2010/526) §4. We scale by 4 instead of
//! halving, and evaluate the line in a step of its own, so that prepared lines are the same
//! objects.

use limb::each::array;

use super::batch::enter_fp2;
use super::{Family, Pairing, Schedule, Stage, lines};
use crate::field::{Field, Holds, Karatsuba, Lanes, Masked, Red, linear, squares, sums, term};
use crate::fp2::scale_two;
use crate::pairing::PairingThere;
use crate::tower::{Fp2Of, Fp12, Line, Twist};
use crate::weierstrass::Weierstrass;

/// A line function before its evaluation at P, the sum of a constant, a multiple of x_P and one of
/// y_P.
#[derive(Debug)]
pub struct Coefficients<T: Pairing> {
    /// λ·x_T − y_T, up to a common factor.
    pub(crate) constant: Fp2Of<T>,
    /// −λ.
    pub(crate) x: Fp2Of<T>,
    /// 1.
    pub(crate) y: Fp2Of<T>,
}

impl<T: Pairing> Clone for Coefficients<T> {
    fn clone(&self) -> Self {
        Self { constant: self.constant.clone(), x: self.x.clone(), y: self.y.clone() }
    }
}

impl<T: Pairing<Fp: Field<Raw: Copy>>> Copy for Coefficients<T> {}

impl<T: Pairing> Coefficients<T> {
    /// The coefficient that does not depend on P.
    pub fn constant_term(&self) -> &Fp2Of<T> {
        &self.constant
    }

    /// These coefficients on another engine.
    #[inline(always)]
    pub(super) fn enter<D: Pairing<Fp: Holds<T::Fp>>>(
        &self,
        there: &PairingThere<D>,
    ) -> Coefficients<D> {
        Coefficients {
            constant: self.constant.enter(there),
            x: self.x.enter(there),
            y: self.y.enter(there),
        }
    }

    /// A line per lane.
    pub(super) fn enter_lanes<'a, U: Pairing>(
        ctx: &<T::Fp as Field>::Ctx,
        lane: impl Fn(usize) -> &'a Coefficients<U>,
    ) -> Self
    where
        T: Pairing<Fp: Lanes<One = U::Fp>>,
    {
        Self {
            constant: enter_fp2::<T, U>(ctx, |i| &lane(i).constant),
            x: enter_fp2::<T, U>(ctx, |i| &lane(i).x),
            y: enter_fp2::<T, U>(ctx, |i| &lane(i).y),
        }
    }

    /// The line at P; 4 products in Fp.
    pub fn at(&self, p: &[Red<T::Fp>; 2]) -> Line<T> {
        T::Fp::kernel(
            #[inline(always)]
            || self.at_formula(p),
        )
    }

    #[inline(always)]
    fn at_formula(&self, [x, y]: &[Red<T::Fp>; 2]) -> Line<T> {
        if const { matches!(T::Fp::SHAPE.karatsuba, Karatsuba::Wide) } {
            return match T::TWIST {
                Twist::M => {
                    Line { l0: self.constant.clone(), middle: self.x.scale(x), l3: self.y.scale(y) }
                }
                Twist::D => {
                    Line { l0: self.y.scale(y), middle: self.x.scale(x), l3: self.constant.clone() }
                }
            };
        }
        let [middle, by_y] = scale_two(&self.x, x, &self.y, y);
        match T::TWIST {
            Twist::M => Line { l0: self.constant.clone(), middle, l3: by_y },
            Twist::D => Line { l0: by_y, middle, l3: self.constant.clone() },
        }
    }

    /// f ← the line at P.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub(super) fn put_into(&self, f: &mut Option<Fp12<T>>, p: &[Red<T::Fp>; 2]) {
        *f = Some(self.at(p).to_fp12());
    }

    /// Multiplies f by the line at P.
    #[inline(never)]
    pub(super) fn multiply_into(&self, f: &mut Fp12<T>, p: &[Red<T::Fp>; 2]) {
        if const { Fp12::<T>::TAKES_PARTS } {
            let (middle, l3) = (self.x.scale(&p[0]), self.y.scale(&p[1]));
            return f.mul_by_parts_assign([&self.constant, &middle, &l3]);
        }
        T::Fp::kernel(
            #[inline(always)]
            || f.mul_by_line_assign(&self.at_formula(p)),
        );
    }
}

impl<T: Pairing> Coefficients<T> {
    /// A line that was divided by its multiple of y_P, of which the other two are given.
    #[cfg(feature = "generator-lines")]
    pub(crate) fn monic(constant: Fp2Of<T>, x: Fp2Of<T>) -> Self {
        let y = Red::one_in(&x.ctx());
        Self { constant, x, y }
    }

    /// Multiplies f by such a line at P, which is divided too: (x_P/y_P, 1/y_P).
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub(super) fn multiply_monic_into(&self, f: &mut Fp12<T>, [slope, inverse]: &[Red<T::Fp>; 2]) {
        T::Fp::kernel(
            #[inline(always)]
            || f.mul_by_monic_line_assign(&self.constant.scale(inverse), &self.x.scale(slope)),
        );
    }
}

/// A point of the twist in homogeneous coordinates, x = X/Z, y = Y/Z.
#[derive(Debug)]
pub struct TwistPoint<T: Pairing> {
    pub(crate) x: Fp2Of<T>,
    pub(crate) y: Fp2Of<T>,
    pub(crate) z: Fp2Of<T>,
}

impl<T: Pairing> Clone for TwistPoint<T> {
    fn clone(&self) -> Self {
        Self { x: self.x.clone(), y: self.y.clone(), z: self.z.clone() }
    }
}

impl<T: Pairing> TwistPoint<T> {
    /// (x : y : 1).
    pub fn from_affine([x, y]: &[Fp2Of<T>; 2]) -> Self {
        Self { x: x.clone(), y: y.clone(), z: Red::one_in(&x.ctx()) }
    }

    /// (X : Y : Z), a multiple that a loop has reached: for loops that keep it elsewhere between
    /// two lines.
    pub fn from_xyz_unchecked_curve_and_subgroup([x, y, z]: [Fp2Of<T>; 3]) -> Self {
        Self { x, y, z }
    }

    /// X, Y and Z.
    pub fn coordinates(&self) -> [&Fp2Of<T>; 3] {
        [&self.x, &self.y, &self.z]
    }

    /// T ← 2T with the tangent; 5 M, 4 S, 9 R.
    ///
    /// B = Y², E = 3b′Z², H = 2YZ, A = 2XY: X₃ = A·(B − 3E), Y₃ = (B + 3E)² − 12E², Z₃ = 4B·H, four
    /// times the source's. The tangent times 2YZ: B − E, −3X²·x_P, H·y_P, where λ·x_T − y_T came to
    /// 3X³/Z − 2Y² = B − E by the curve's equation. 3b′Z is by small multiples or a product more.
    /// Safe for points of odd order: Y ≠ 0.
    #[inline(never)]
    pub fn double(&mut self) -> Coefficients<T> {
        T::Fp::kernel(
            #[inline(always)]
            || self.double_formula(),
        )
    }

    #[inline(always)]
    fn double_formula(&mut self) -> Coefficients<T> {
        if const { T::Fp::SHAPE.small_stack } {
            return self.double_low_stack();
        }
        let Self { x, y, z } = &*self;
        let [a, e, h] = {
            let y2 = y.twice();
            sums([[term(x, &y2)], [term(z, &T::G2::times_3b(z))], [term(z, &y2)]])
        };
        let [b, xx] = squares([y, x]);
        let f = e.times(3);
        let [x3, z3] = {
            let (rest, b2, h2) = (b.minus(&f), b.twice(), h.twice());
            sums([[term(&a, &rest)], [term(&b2, &h2)]])
        };
        let y3 = {
            let [g, ee] = squares([&b.plus(&f).weak(), &e]);
            let [y3] = linear([[(&g, 1), (&ee, -12)]]);
            y3
        };
        let [l_x] = linear([[(&xx, -3)]]);
        *self = Self { x: x3, y: y3, z: z3 };
        Coefficients { constant: &b - &e, x: l_x, y: h }
    }

    /// The line of one stage of the loop, and T after it.
    #[inline(always)]
    pub(super) fn step(&mut self, stage: Stage, q: &[Fp2Of<T>; 2]) -> Coefficients<T> {
        match stage {
            Stage::Double => self.double(),
            Stage::Subtract => self.subtract(q),
            Stage::Frobenius if has_frobenius::<T>() => self.add(&frobenius::<T>(q)),
            Stage::Frobenius2 if has_frobenius::<T>() => {
                let [x, y] = frobenius::<T>(&frobenius::<T>(q));
                self.add(&[x, -&y])
            }
            _ => {
                debug_assert!(stage == Stage::Add, "the loop has no more lines");
                self.add(q)
            }
        }
    }

    /// T ← T + Q with the chord; 11 M, 2 S, 11 R.
    ///
    /// θ = Y − y_Q·Z, μ = X − x_Q·Z, C = θ², D = μ², E = μD, G = XD, H = E + ZC − 2G: X₃ = μH, Y₃ =
    /// θ(G − H) − YE, Z₃ = ZE. The chord times μ: θ·x_Q − μ·y_Q, −θ·x_P, μ·y_P. Safe while T ≠ ±Q
    /// and T is not the identity, as it is in the loop.
    #[inline(never)]
    pub fn add(&mut self, q: &[Fp2Of<T>; 2]) -> Coefficients<T> {
        T::Fp::kernel(
            #[inline(always)]
            || self.add_formula(q),
        )
    }

    /// T ← T − Q: a call, so that −Q takes no place in the frames of whoever only adds.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn subtract(&mut self, [x, y]: &[Fp2Of<T>; 2]) -> Coefficients<T> {
        self.add(&[x.clone(), -y])
    }

    #[inline(always)]
    fn add_formula(&mut self, q: &[Fp2Of<T>; 2]) -> Coefficients<T> {
        if const { T::Fp::SHAPE.small_stack } {
            return self.add_low_stack(q);
        }
        let [xq, yq] = q;
        let Self { x, y, z } = &*self;
        let (theta, mu, minus_mu);
        {
            let [yz, xz] = sums([[term(yq, z)], [term(xq, z)]]);
            theta = y - &yz;
            mu = x - &xz;
            minus_mu = xz.minus(x);
        }
        let [e, g, zc] = {
            let [c, d] = squares([&theta, &mu]);
            sums([[term(&mu, &d)], [term(x, &d)], [term(z, &c)]])
        };
        let [h] = linear([[(&e, 1), (&zc, 1), (&g, -2)]]);
        let [x3, z3] = sums([[term(&mu, &h)], [term(z, &e)]]);
        let [l0, y3] = {
            let (rest, minus_y) = (g.minus(&h), -y);
            sums([
                [term(&theta, xq), term(&minus_mu, yq)],
                [term(&theta, &rest), term(&minus_y, &e)],
            ])
        };
        *self = Self { x: x3, y: y3, z: z3 };
        Coefficients { constant: l0, x: -&theta, y: mu }
    }
}

/// Whether the loop of the family has lines through images of Q.
const fn has_frobenius<T: Pairing>() -> bool {
    matches!(T::FAMILY, Family::Bn)
}

/// The p-power Frobenius of E on a twist of D type: (x̄·ξ^((p−1)/3), ȳ·ξ^((p−1)/2)); 2 M. The
/// curves with an M type do not ask for it.
pub(super) fn frobenius<T: Pairing>([x, y]: &[Fp2Of<T>; 2]) -> [Fp2Of<T>; 2] {
    debug_assert!(matches!(T::TWIST, Twist::D), "the constants of the M type are the inverses");
    let ctx = x.ctx();
    let [_, gamma_2, gamma_3, _, _] = &T::frobenius().p1;
    [&x.conjugate() * &Red::constant(&ctx, gamma_2), &y.conjugate() * &Red::constant(&ctx, gamma_3)]
}

/// All lines of one Q: 6 field elements each; with 64-bit words 68 lines of 288 bytes on BLS12-381,
/// 19,584 bytes, and 87 lines of 192 bytes on BN254, 16,704 bytes.
///
/// A Miller loop with prepared lines saves the arithmetic on the twist.
pub struct Prepared<T: Pairing<Fp: Masked>, const LINES: usize> {
    lines: [Coefficients<T>; LINES],
    infinity: <T::Fp as Masked>::Mask,
}

impl<T: Pairing<Fp: Masked>, const LINES: usize> Clone for Prepared<T, LINES> {
    fn clone(&self) -> Self {
        Self { lines: self.lines.clone(), infinity: self.infinity.clone() }
    }
}

impl<T: Pairing<Fp: Masked>, const LINES: usize> core::fmt::Debug for Prepared<T, LINES> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Prepared").finish_non_exhaustive()
    }
}

impl<T: Pairing<Fp: Masked>, const LINES: usize> Prepared<T, LINES> {
    /// From the affine coordinates of Q, of order r, or of anything where `infinity` is set.
    pub fn new(q: &[Fp2Of<T>; 2], infinity: &<T::Fp as Masked>::Mask) -> Self {
        const { assert!(LINES == lines::<T>(), "one line per doubling and per addition") };
        let stand_in = T::stand_in(&q[0].ctx());
        let q = [
            Red::select(&q[0], &stand_in[0], infinity),
            Red::select(&q[1], &stand_in[1], infinity),
        ];
        let mut t = TwistPoint::from_affine(&q);
        let mut schedule = Schedule::new::<T>();
        let lines = array(|_| {
            let stage = schedule.stage();
            schedule.advance::<T>();
            t.step(stage, &q)
        });
        Self { lines, infinity: infinity.clone() }
    }

    /// The lines in the order of the loop.
    pub fn lines(&self) -> &[Coefficients<T>] {
        &self.lines
    }

    /// Where Q was the identity.
    pub fn infinity(&self) -> &<T::Fp as Masked>::Mask {
        &self.infinity
    }
}
