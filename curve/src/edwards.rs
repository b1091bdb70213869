//! Points of twisted Edwards curves ax² + y² = 1 + dx²y² for a small negative a, mostly −1.
//!
//! A curve is a type that implements [`Edwards`]; Curve25519 and the toy curves of the tests are
//! the same code.
//!
//! | type | is | invariant |
//! |---|---|---|
//! | [`EdwardsPoint`] | X : Y : Z : T, x = X/Z, y = Y/Z, xy = T/Z, with T in two factors | on the curve; of any order |
//! | [`Cached`], [`Niels`] | what an addition reads of its second operand, for any Z and for Z = 1 | the same |
//! | [`Ristretto`] | an element of a group of prime order ([`ristretto`]) | 2E/E\[4\], one representative |
//! | `Banderwagon` | the same for a curve like Bandersnatch (feature `bandersnatch`) | order 2ℓ, one of two representatives |
//!
//! The order of the curve is [`EdwardsGroup::COFACTOR_LOG2`] bits of cofactor times a prime, and
//! points outside the subgroup of prime order are ordinary values here: keys and signatures of
//! Ed25519 may be such points, and rules of verification differ in what they make of them. The
//! formulas are complete on the whole curve, multiplication takes integers, and nothing is faster
//! in the subgroup, so there is no type for it. Whoever needs it asks
//! [`EdwardsPoint::is_torsion_free`], multiplies by the cofactor
//! ([`EdwardsPoint::mul_by_cofactor`]), or takes [`Ristretto`], where the question does not arise.
//! Where a is no square the formulas are complete in a subgroup only, and no other points are made
//! ([`EdwardsGroup::admit`]).
//!
//! A scalar, that is an integer modulo the prime, means its least representative: with torsion
//! \[a\]P + \[b\]P need not be \[a + b\]P for scalars a and b.
//!
//! # Example
//!
//! ```
//! use curvemark_curve::ed25519::{Point, Scalar};
//! use curvemark_curve::edwards::{EdwardsGroup, EdwardsPoint, Niels};
//!
//! let p = Point::generator().mul(&Scalar::from(5u32));
//! assert!(Point::from_bytes(&p.to_bytes())? == p);
//!
//! // The point (0, −1) has order two.
//! let mut bytes = [0xff; 32];
//! (bytes[0], bytes[31]) = (0xec, 0x7f);
//! let torsion = Point::from_bytes(&bytes)?;
//! assert!(bool::from(torsion.is_small_order()));
//! assert!(bool::from(p.is_torsion_free()) && !bool::from(p.add(&torsion).is_torsion_free()));
//!
//! // The multiple by the cofactor has no torsion, on any such curve.
//! fn cleared<C: EdwardsGroup>(point: &EdwardsPoint<C>) -> EdwardsPoint<C> {
//!     point.mul_by_cofactor()
//! }
//! assert!(cleared(&p.add(&torsion)) == cleared(&p));
//!
//! // What is added often is kept in the form that additions read.
//! let [x, y] = p.to_xy();
//! assert!(p.add_cached(&p.cached()) == p.double());
//! assert!(p.add_mixed(&Niels::of_xy(&x, &y)) == p.double());
//! # Ok::<(), curvemark_curve::error::PointError>(())
//! ```

use core::fmt::Debug;

use limb::ct::declassify;
use limb::each::Each;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use crate::engines::door::elsewhere;
use crate::error::PointError;
use crate::field::{
    Anywhere, Canonical, Field, Holds, InLanes, Invert, Lanes, Lazy, Masked, Operand, Red, There,
    product,
};
use crate::formulas::edwards as formulas;
use crate::glv::Lattice;

#[cfg(feature = "bandersnatch")]
pub mod banderwagon;
mod batch;
mod encoding;
mod four;
mod halves;
mod lanes;
mod operators;
pub mod ristretto;
mod scalar_mul;

#[cfg(feature = "bandersnatch")]
pub use banderwagon::Banderwagon;
#[cfg(feature = "alloc")]
pub(crate) use batch::{Term, combination_vartime, sum_one_by_one};
pub use batch::{
    double_base_on_lanes_vartime, mul_on_lanes, mul_on_lanes_vartime, sum_of_two_on_lanes_vartime,
};
pub use encoding::EdwardsEncoding;
pub use four::{CachedInFour, InFour, ToFour};
pub use halves::HalvedMultiples;
pub use ristretto::Ristretto;
pub use scalar_mul::{Vartime, VartimeEntry};

/// A curve ax² + y² = 1 + dx²y² over a field on some engine, where d is no square.
///
/// Where a is a square the formulas are complete on the whole curve; where it is none, see
/// [`EdwardsGroup::admit`].
///
/// [Example](self#example).
pub trait Edwards: Copy + Debug + 'static {
    /// The field of the coordinates.
    type Base: Field;

    /// −a, a small number. Formulas are shortest for 1.
    const MINUS_A: u32 = 1;

    /// d·x.
    fn times_d(x: &Red<Self::Base>) -> Red<Self::Base>;

    /// 2d·x.
    fn times_2d(x: &Red<Self::Base>) -> Red<Self::Base>;

    /// The endomorphism of [`EdwardsGroup::LATTICE`] at X : Y : Z; not asked for where there is
    /// none.
    #[must_use]
    #[inline(always)]
    fn endomorphism([x, y, _]: [&Red<Self::Base>; 3]) -> EdwardsPoint<Self> {
        EdwardsPoint::from_xy_unchecked_curve(x.clone(), y.clone())
    }
}

/// An Edwards curve on an engine: [`There`].
pub type EdwardsThere<C> = There<C, <<C as Edwards>::Base as Field>::Ctx>;

/// What values of a curve's coordinates are made with.
pub type CtxOf<C> = <<C as Edwards>::Base as Field>::Ctx;

/// A root and true, or something and false.
///
/// [Example](self#example).
pub type RootOf<C> = (Red<<C as Edwards>::Base>, <<C as Edwards>::Base as Masked>::Mask);

/// A curve whose quotients of coordinates have their roots: what decoding needs, with masks alone,
/// so that it runs on lanes too.
///
/// [Example](self#example).
pub trait EdwardsRoots: Edwards<Base: Masked> {
    /// √(u/v) and true, or something and false; zero is a square, also for v = 0 = u. Which of the
    /// roots comes is not said.
    fn sqrt_ratio(u: &Red<Self::Base>, v: &Red<Self::Base>) -> RootOf<Self>;

    /// The roots of two ratios u/v, which a curve may take side by side.
    #[inline(always)]
    fn sqrt_ratio_pair(ratios: [[&Red<Self::Base>; 2]; 2]) -> [RootOf<Self>; 2] {
        ratios.each(|[u, v]| Self::sqrt_ratio(u, v))
    }
}

/// A curve of order 2^c·ℓ with ℓ an odd prime.
///
/// [Example](self#example).
pub trait EdwardsGroup: EdwardsRoots<Base: Canonical> {
    /// The integers modulo ℓ.
    type Scalar: Anywhere;

    /// c: the cofactor is 2^c.
    const COFACTOR_LOG2: u32;
    /// Bits of ℓ.
    const SCALAR_BITS: u32;
    /// ℓ, least significant limb first.
    const ORDER: [u64; 4];

    /// The lattice of [`crate::glv`] for the endomorphism, if there is one that is used: scalars
    /// have two parts then.
    const LATTICE: Option<&'static Lattice<2, 2>> = None;
    /// Bits of the longest part of a scalar.
    const PART_BITS: u32 = Self::SCALAR_BITS;

    /// This point of the curve, if the formulas add it to every admitted point without an
    /// exception. Decoders and [`EdwardsPoint::from_xy`] ask, so that no other is made without the
    /// caller's word. Where a is a square all are admitted.
    ///
    /// # Errors
    /// [`PointError::NotInSubgroup`].
    #[inline(always)]
    fn admit(point: EdwardsPoint<Self>) -> Result<EdwardsPoint<Self>, PointError> {
        Ok(point)
    }

    /// The sign of x in encodings: whether x, below p, is odd (RFC 8032 §5.1.2).
    #[inline(always)]
    fn is_negative(x: &Red<Self::Base>) -> Choice {
        x.sgn0()
    }

    /// The same curve on the faster engine of words; itself where there is none. A curve that is
    /// generic over its engine says [`EdwardsGroup::fast`] too.
    type Fast: EdwardsGroup<Base: Holds<Self::Base>, Scalar = Self::Scalar, Fast = Self::Fast>;

    /// The faster engine of words, if there is one and this CPU runs it. Only the
    /// [door](crate::engines::door) asks.
    #[inline(always)]
    fn fast() -> Option<EdwardsThere<Self::Fast>> {
        None
    }

    /// x and y of the agreed generator of the subgroup of order ℓ.
    fn generator(ctx: &<Self::Base as Field>::Ctx) -> [Red<Self::Base>; 2];
}

/// A curve whose batches may run on lanes: one that is generic over its engine.
pub trait GroupInLanes:
    EdwardsGroup<Base: InLanes, Fast: EdwardsGroup<Base: Lanes<One = <Self as Edwards>::Base>>>
{
    /// The curve on the vectors of its base field.
    type Lanes: EdwardsRoots<Base = <Self::Base as InLanes>::Lanes>;

    /// The vectors, if this CPU has them.
    #[inline(always)]
    fn lanes() -> Option<EdwardsThere<Self::Lanes>> {
        <Self::Base as InLanes>::lanes().map(There::of)
    }

    /// Whether there are second-best vectors: lanes of doubles.
    const DOUBLES: bool = <Self::Base as InLanes>::DOUBLES;

    /// The curve on the second-best vectors of its base field.
    type Doubles: EdwardsRoots<Base = <Self::Base as InLanes>::Doubles>;

    /// The second-best vectors, if this CPU has these and no better ones.
    #[inline(always)]
    fn doubles() -> Option<EdwardsThere<Self::Doubles>> {
        <Self::Base as InLanes>::doubles().map(There::of)
    }
}

/// A point of the curve, of any order, in extended coordinates.
///
/// [Example](self#example).
#[derive(Debug, Clone)]
pub struct EdwardsPoint<C: Edwards> {
    pub(crate) x: Red<C::Base>,
    pub(crate) y: Red<C::Base>,
    pub(crate) z: Red<C::Base>,
    /// T = EH.
    pub(crate) e: Lazy<C::Base>,
    pub(crate) h: Lazy<C::Base>,
}

/// A point as an addition reads it: Y + X, Y − X, 2Z, 2dT.
///
/// [Example](self#example).
#[derive(Debug, Clone)]
pub struct Cached<C: Edwards> {
    pub(crate) y_plus_x: Red<C::Base>,
    pub(crate) y_minus_x: Red<C::Base>,
    pub(crate) z_2: Red<C::Base>,
    pub(crate) t_2d: Red<C::Base>,
}

/// A point with Z = 1 as a mixed addition reads it: y + x, y − x, 2dxy (the form of D. J.
/// Bernstein, N. Duif, T. Lange, P. Schwabe, B.-Y. Yang, "High-speed high-security signatures",
/// 2011, §4).
///
/// [Example](self#example).
#[derive(Debug, Clone)]
pub struct Niels<C: Edwards> {
    pub(crate) y_plus_x: Red<C::Base>,
    pub(crate) y_minus_x: Red<C::Base>,
    pub(crate) xy_2d: Red<C::Base>,
}

impl<C: Edwards<Base: Field<Raw: Copy>>> Copy for EdwardsPoint<C> {}
impl<C: Edwards<Base: Field<Raw: Copy>>> Copy for Cached<C> {}
impl<C: Edwards<Base: Field<Raw: Copy>>> Copy for Niels<C> {}

impl<C: Edwards> EdwardsPoint<C> {
    /// The identity (0, 1), in a context.
    #[doc(hidden)]
    #[inline(always)]
    pub fn identity_in(ctx: &<C::Base as Field>::Ctx) -> Self {
        Self::from_xy_unchecked_curve(Red::zero_in(ctx), Red::one_in(ctx))
    }

    /// The point (x, y), on the caller's word that it is on the curve, and one that it
    /// [admits](EdwardsGroup::admit): for tables and engines with forms of their own.
    #[inline(always)]
    pub fn from_xy_unchecked_curve(x: Red<C::Base>, y: Red<C::Base>) -> Self {
        let (z, e, h) = (Red::one_in(&x.ctx()), x.lazy(), y.lazy());
        Self { x, y, z, e, h }
    }

    /// The point x = X/Z, y = Y/Z, with XY/Z in two factors, on the caller's word that it is on the
    /// curve: for constants.
    pub const fn from_coordinates_unchecked_curve(
        [x, y, z]: [Red<C::Base>; 3],
        [e, h]: [Lazy<C::Base>; 2],
    ) -> Self
    where
        C::Base: Field<Raw: Copy>,
    {
        Self { x, y, z, e, h }
    }

    /// The point of an entry with Z = 1: with y + x = a and y − x = b it is x = 2(a − b)/4, y =
    /// 2(a + b)/4, xy = (a − b)(a + b)/4. No product.
    #[must_use]
    #[inline(always)]
    pub fn from_niels(entry: &Niels<C>) -> Self {
        let e = entry.y_plus_x.minus(&entry.y_minus_x);
        let h = entry.y_plus_x.plus(&entry.y_minus_x);
        let [x, y] = [&e, &h].each(|a| a.weak().twice().weak());
        Self { z: Red::small(&x.ctx(), 4), x, y, e, h }
    }

    // What loops on vectors are made of is inlined into who enters the CPU's feature: a function of
    // its own would be compiled without.

    /// P + Q, for all P and Q: 10 products.
    #[must_use]
    #[inline(always)]
    pub fn add(&self, other: &Self) -> Self {
        self.add_cached(&other.cached())
    }

    /// P + Q, for all P and Q: 8 products.
    #[must_use]
    #[inline(always)]
    pub fn add_cached(&self, other: &Cached<C>) -> Self {
        formulas::add(self, other)
    }

    /// P + Q, for all P and Q: 7 products.
    #[must_use]
    #[inline(always)]
    pub fn add_mixed(&self, other: &Niels<C>) -> Self {
        formulas::add_mixed(self, other)
    }

    /// P − Q, for all P and Q: 10 products.
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        self.add_cached(&other.cached().neg())
    }

    /// 2P, for all P: 4 products, 3 squares.
    #[must_use]
    #[inline(always)]
    pub fn double(&self) -> Self {
        formulas::double(self)
    }

    /// 2^n·P, for all P.
    #[must_use]
    pub fn double_many(&self, n: u32) -> Self {
        C::Base::kernel(
            #[inline(always)]
            || {
                let mut sum = self.clone();
                for _ in 0..n {
                    sum = sum.double();
                }
                sum
            },
        )
    }

    /// −P.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self {
            x: -&self.x,
            y: self.y.clone(),
            z: self.z.clone(),
            e: (-&self.e.weak()).lazy(),
            h: self.h.clone(),
        }
    }

    /// The form that additions read: 2 products.
    #[inline(always)]
    pub fn cached(&self) -> Cached<C> {
        Cached {
            y_plus_x: &self.y + &self.x,
            y_minus_x: &self.y - &self.x,
            z_2: self.z.twice().weak(),
            t_2d: C::times_2d(&self.t()),
        }
    }

    /// X, Y and Z.
    pub fn coordinates(&self) -> [&Red<C::Base>; 3] {
        [&self.x, &self.y, &self.z]
    }

    /// T: 1 product.
    pub fn t(&self) -> Red<C::Base> {
        &self.e * &self.h
    }
}

impl<C: Edwards> Cached<C> {
    /// X, Y and Z of the point, all of them doubled.
    #[inline(always)]
    pub(crate) fn coordinates(&self) -> [Red<C::Base>; 3] {
        [&self.y_plus_x - &self.y_minus_x, &self.y_plus_x + &self.y_minus_x, self.z_2.clone()]
    }

    /// The identity, in a context.
    #[doc(hidden)]
    #[inline(always)]
    pub fn identity_in(ctx: &<C::Base as Field>::Ctx) -> Self {
        let one = Red::one_in(ctx);
        Self {
            y_plus_x: one.clone(),
            y_minus_x: one,
            z_2: Red::small(ctx, 2),
            t_2d: Red::zero_in(ctx),
        }
    }

    /// −P.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self {
            y_plus_x: self.y_minus_x.clone(),
            y_minus_x: self.y_plus_x.clone(),
            z_2: self.z_2.clone(),
            t_2d: -&self.t_2d,
        }
    }
}

impl<C: Edwards> Niels<C> {
    /// X, Y and Z of the point, all of them doubled.
    #[inline(always)]
    pub(crate) fn coordinates(&self) -> [Red<C::Base>; 3] {
        let (plus, minus) = (&self.y_plus_x, &self.y_minus_x);
        [plus - minus, plus + minus, Red::small(&plus.ctx(), 2)]
    }

    /// The identity, in a context.
    #[doc(hidden)]
    #[inline(always)]
    pub fn identity_in(ctx: &<C::Base as Field>::Ctx) -> Self {
        let one = Red::one_in(ctx);
        Self { y_plus_x: one.clone(), y_minus_x: one, xy_2d: Red::zero_in(ctx) }
    }

    /// Of the coordinates x and y of a point of the curve: 2 products.
    #[inline(always)]
    pub fn of_xy(x: &Red<C::Base>, y: &Red<C::Base>) -> Self {
        Self { y_plus_x: y + x, y_minus_x: y - x, xy_2d: C::times_2d(&(x * y)) }
    }

    /// −P.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self {
            y_plus_x: self.y_minus_x.clone(),
            y_minus_x: self.y_plus_x.clone(),
            xy_2d: -&self.xy_2d,
        }
    }
}

impl<C: Edwards<Base: Masked>> Cached<C> {
    /// a where the mask is false, b where it is true.
    #[must_use]
    #[inline(always)]
    pub fn select(a: &Self, b: &Self, mask: &<C::Base as Masked>::Mask) -> Self {
        Self {
            y_plus_x: Red::select(&a.y_plus_x, &b.y_plus_x, mask),
            y_minus_x: Red::select(&a.y_minus_x, &b.y_minus_x, mask),
            z_2: Red::select(&a.z_2, &b.z_2, mask),
            t_2d: Red::select(&a.t_2d, &b.t_2d, mask),
        }
    }

    /// −P where the mask is true.
    #[must_use]
    #[inline(always)]
    pub fn negate_if(&self, mask: &<C::Base as Masked>::Mask) -> Self {
        Self::select(self, &self.neg(), mask)
    }
}

impl<C: Edwards<Base: Masked>> Niels<C> {
    /// a where the mask is false, b where it is true.
    #[must_use]
    #[inline(always)]
    pub fn select(a: &Self, b: &Self, mask: &<C::Base as Masked>::Mask) -> Self {
        Self {
            y_plus_x: Red::select(&a.y_plus_x, &b.y_plus_x, mask),
            y_minus_x: Red::select(&a.y_minus_x, &b.y_minus_x, mask),
            xy_2d: Red::select(&a.xy_2d, &b.xy_2d, mask),
        }
    }
}

impl<C: Edwards<Base: Masked>> EdwardsPoint<C> {
    /// Whether this is the identity: x = 0 and y = 1, which tells it from (0, −1) of order two.
    pub fn is_identity(&self) -> <C::Base as Masked>::Mask {
        self.x.is_zero() & self.y.equal(&self.z)
    }

    /// Whether two quadruples are the same point.
    pub fn equal(&self, other: &Self) -> <C::Base as Masked>::Mask {
        let x = product(&self.x, &other.z).minus(&other.x, &self.z).reduce();
        let y = product(&self.y, &other.z).minus(&other.y, &self.z).reduce();
        x.is_zero() & y.is_zero()
    }

    /// a where the mask is false, b where it is true.
    #[must_use]
    #[inline]
    pub fn select(a: &Self, b: &Self, mask: &<C::Base as Masked>::Mask) -> Self {
        Self {
            x: Red::select(&a.x, &b.x, mask),
            y: Red::select(&a.y, &b.y, mask),
            z: Red::select(&a.z, &b.z, mask),
            e: select_lazy(&a.e, &b.e, mask),
            h: select_lazy(&a.h, &b.h, mask),
        }
    }

    /// −P where the mask is true.
    #[must_use]
    pub fn negate_if(&self, mask: &<C::Base as Masked>::Mask) -> Self {
        Self::select(self, &self.neg(), mask)
    }

    /// Whether the coordinates are those of a point: (aX² + Y²)Z² = Z⁴ + dX²Y², XY = ZT and Z ≠ 0.
    /// Always true of a value that was not corrupted.
    pub fn is_on_curve(&self) -> <C::Base as Masked>::Mask {
        let [xx, yy, zz] = [self.x.sqr(), self.y.sqr(), self.z.sqr()];
        // aX² + Y² = Z² + dT², both sides times Z².
        let t = self.t();
        let difference =
            &(&yy - &formulas::times_minus_a::<C>(&xx)) - &(&zz + &C::times_d(&t.sqr()));
        let segre = product(&self.x, &self.y).minus(&self.z, &t).reduce();
        difference.is_zero() & segre.is_zero() & !self.z.is_zero()
    }
}

/// a where the mask is false, b where it is true.
#[inline(always)]
fn select_lazy<F: Masked>(a: &Lazy<F>, b: &Lazy<F>, mask: &F::Mask) -> Lazy<F> {
    Lazy::from_raw(F::select(Operand::raw(a), Operand::raw(b), mask))
}

impl<C: Edwards<Base: Masked + Invert>> EdwardsPoint<C> {
    /// x and y. Constant-time; one inversion.
    pub fn to_xy(&self) -> [Red<C::Base>; 2] {
        let inverse = self.z.invert();
        [&self.x * &inverse, &self.y * &inverse]
    }
}

impl<C: Edwards<Base: Masked + Field<Ctx = ()>>> EdwardsPoint<C> {
    /// The identity.
    pub fn identity() -> Self {
        Self::identity_in(&())
    }
}

impl<C: EdwardsGroup> EdwardsPoint<C> {
    /// The agreed generator of the subgroup of prime order, in a context.
    #[doc(hidden)]
    pub fn generator_in(ctx: &<C::Base as Field>::Ctx) -> Self {
        let [x, y] = C::generator(ctx);
        Self::from_xy_unchecked_curve(x, y)
    }

    /// The point (x, y), if it is on the curve; whatever its order, on a complete curve.
    ///
    /// # Errors
    /// [`PointError::NotOnCurve`]; [`PointError::NotInSubgroup`] if the curve does not
    /// [admit](EdwardsGroup::admit) it.
    pub fn from_xy(x: Red<C::Base>, y: Red<C::Base>) -> Result<Self, PointError> {
        let point = Self::from_xy_unchecked_curve(x, y);
        if bool::from(point.is_on_curve()) { C::admit(point) } else { Err(PointError::NotOnCurve) }
    }

    /// \[h\]P with the cofactor h: it has no torsion. 3 doublings for h = 8.
    #[must_use]
    pub fn mul_by_cofactor(&self) -> Self {
        self.double_many(C::COFACTOR_LOG2)
    }

    /// Whether the order of P divides the cofactor: \[h\]P is the identity.
    pub fn is_small_order(&self) -> Choice {
        self.mul_by_cofactor().is_identity()
    }

    /// Whether P is in the subgroup of prime order ℓ: \[ℓ\]P is the identity, which is in it.
    /// Constant-time.
    ///
    /// Cost on Curve25519: 252 doublings and 72 additions.
    #[inline(never)]
    pub fn is_torsion_free(&self) -> Choice {
        elsewhere!(short C, |there| self.enter(there).is_torsion_free());
        self.mul_integer_vartime(&C::ORDER).is_identity()
    }

    /// This point if it is in the subgroup of prime order, the identity among them.
    ///
    /// # Errors
    /// [`PointError::NotInSubgroup`].
    pub fn torsion_free(self) -> Result<Self, PointError> {
        if bool::from(self.is_torsion_free()) { Ok(self) } else { Err(PointError::NotInSubgroup) }
    }

    /// This point unless it is the identity, for protocols that refuse it.
    ///
    /// # Errors
    /// [`PointError::Identity`].
    pub fn not_identity(self) -> Result<Self, PointError> {
        // Public: the caller learns it from the error.
        if declassify(self.is_identity()) { Err(PointError::Identity) } else { Ok(self) }
    }
}

impl<C: EdwardsGroup<Base: Field<Ctx = ()>>> EdwardsPoint<C> {
    /// The agreed generator of the subgroup of prime order.
    pub fn generator() -> Self {
        Self::generator_in(&())
    }
}

impl<C: Edwards<Base: Canonical>> ConstantTimeEq for EdwardsPoint<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.equal(other)
    }
}

impl<C: Edwards<Base: Canonical>> ConditionallySelectable for EdwardsPoint<C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self::select(a, b, &choice)
    }
}

impl<C: Edwards<Base: Canonical>> PartialEq for EdwardsPoint<C> {
    fn eq(&self, other: &Self) -> bool {
        self.equal(other).into()
    }
}

impl<C: Edwards<Base: Canonical>> Eq for EdwardsPoint<C> {}

/// The identity.
impl<C: Edwards<Base: Anywhere>> Default for EdwardsPoint<C> {
    fn default() -> Self {
        Self::identity()
    }
}

/// A wiped point is the identity.
impl<C: Edwards<Base: Anywhere>> zeroize::DefaultIsZeroes for EdwardsPoint<C> {}
