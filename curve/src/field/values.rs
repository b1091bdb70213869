//! Field elements by their range: what the compiler checks of a formula.

use core::fmt::Debug;
use core::ops::{Add, Mul, Neg, Sub};

use limb::ct::declassify;
use subtle::Choice;

use super::{Anywhere, Canonical, Field, Invert, Kernels, Masked, Overlap};

/// A reduced element of a field. Each curve has it under the names `Scalar`, `Fp` and `Fp2`;
/// messages of the compiler have it under this one.
///
/// It has `+`, `-`, `*` and [`invert`](Red::invert), all in constant time. A scalar comes from
/// bytes by [`from_be_bytes`](Red::from_be_bytes), and from a generator by [`random`](Red::random).
///
/// ```
/// use curvemark_curve::bls12_381::Scalar;
///
/// let (two, three) = (Scalar::from(2u32), Scalar::from(3u32));
/// assert_eq!((two * three).to_be_bytes()[31], 6);
/// assert_eq!(two * two.invert(), Scalar::one());
/// ```
///
/// `F` is the field together with the engine that computes in it. *Reduced* is the range of the
/// value: sums that are not reduced yet are [`Lazy`], and only formulas meet them.
pub struct Red<F: Field>(F::Raw);

/// One sum or difference of two reduced elements, or a reduced element.
pub struct Lazy<F: Field>(F::Raw);

/// What may be multiplied: [`Red`] or [`Lazy`].
pub trait Operand<F: Field> {
    /// The raw value.
    fn raw(&self) -> &F::Raw;
}

impl<F: Field> Operand<F> for Red<F> {
    #[inline(always)]
    fn raw(&self) -> &F::Raw {
        &self.0
    }
}

impl<F: Field> Operand<F> for Lazy<F> {
    #[inline(always)]
    fn raw(&self) -> &F::Raw {
        &self.0
    }
}

/// A reduced element where it stands, which may be within a larger one.
pub(crate) struct Part<'a, F: Field>(pub(crate) &'a F::Raw);

impl<F: Field> Operand<F> for Part<'_, F> {
    #[inline(always)]
    fn raw(&self) -> &F::Raw {
        self.0
    }
}

impl<'a, F: Field> Part<'a, F> {
    /// A whole element.
    #[inline(always)]
    pub(crate) fn of(a: &'a Red<F>) -> Self {
        Self(&a.0)
    }

    /// a + b, not reduced.
    #[inline(always)]
    pub(crate) fn plus(&self, other: &Self) -> Lazy<F> {
        Lazy(F::add(self.0, other.0))
    }

    /// a + b.
    #[inline(always)]
    pub(crate) fn sum(&self, other: &Self) -> Red<F> {
        Red(F::Kernels::sum(self.0, other.0))
    }

    /// a − b, not reduced.
    #[inline(always)]
    pub(crate) fn minus(&self, other: &Self) -> Lazy<F> {
        Lazy(F::sub(self.0, other.0))
    }

    /// 2a, not reduced.
    #[inline(always)]
    pub(crate) fn twice(&self) -> Lazy<F> {
        Lazy(F::add(self.0, self.0))
    }
}

impl<F: Field> Clone for Red<F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    #[inline(always)]
    fn clone_from(&mut self, other: &Self) {
        self.0.clone_from(&other.0);
    }
}

impl<F: Field<Raw: Copy>> Copy for Red<F> {}

impl<F: Field> Clone for Lazy<F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<F: Field<Raw: Copy>> Copy for Lazy<F> {}

impl<F: Field> Debug for Red<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Red").field(&self.0).finish()
    }
}

impl<F: Field> Debug for Lazy<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Lazy").field(&self.0).finish()
    }
}

impl<F: Field<Ctx = ()>> Red<F> {
    /// Zero.
    #[inline(always)]
    pub fn zero() -> Self {
        Self::zero_in(&())
    }

    /// One.
    #[inline(always)]
    pub fn one() -> Self {
        Self::one_in(&())
    }

    /// A constant.
    #[doc(hidden)]
    #[inline(always)]
    pub fn of(constant: &F::Const) -> Self {
        Self::constant(&(), constant)
    }
}

impl<F: Field> Red<F> {
    /// a².
    #[inline(always)]
    pub fn sqr(&self) -> Self {
        Self(F::Kernels::sqr_of_reduced(&self.0))
    }

    /// k·a for k ≤ 256.
    #[inline(always)]
    pub fn times(&self, k: u32) -> Self {
        Self(F::times(&self.0, k))
    }

    /// a^exponent, the exponent in 64-bit limbs, least significant first; variable time in the
    /// exponent alone.
    #[inline(never)]
    pub fn pow_vartime(&self, exponent: &[u64]) -> Self {
        let mut out = Self::one_in(&self.ctx());
        let mut started = false;
        for &limb in exponent.iter().rev() {
            for i in (0..64).rev() {
                if started {
                    out = out.sqr();
                }
                if (limb >> i) & 1 == 1 {
                    out = if started { &out * self } else { self.clone() };
                    started = true;
                }
            }
        }
        out
    }

    /// a = a^(2^n), n squarings in a row: engines spare what lies between two of them.
    #[inline(always)]
    pub fn square_times(&mut self, n: u32) {
        F::Kernels::sqr_times_assign(&mut self.0, n);
    }
}

/// For whoever writes formulas: values in the lazy range.
impl<F: Field> Red<F> {
    /// a + b, not reduced.
    #[inline(always)]
    pub fn plus(&self, other: &Self) -> Lazy<F> {
        Lazy(F::add(&self.0, &other.0))
    }

    /// a − b, not reduced.
    #[inline(always)]
    pub fn minus(&self, other: &Self) -> Lazy<F> {
        Lazy(F::sub(&self.0, &other.0))
    }

    /// 2a, not reduced.
    #[inline(always)]
    pub fn twice(&self) -> Lazy<F> {
        Lazy(F::add(&self.0, &self.0))
    }

    /// The same value, as an operand of the lazy type.
    #[inline(always)]
    pub fn lazy(&self) -> Lazy<F> {
        Lazy(self.0.clone())
    }

    /// a ← a + b.
    #[inline(always)]
    pub(crate) fn add_assign(&mut self, other: &Self) {
        self.0 = F::Kernels::sum(&self.0, &other.0);
    }
}

// For engines: what the reader of a page does not meet.
impl<F: Field> Red<F> {
    /// From what an engine holds, which answers for the range.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn from_raw(raw: F::Raw) -> Self {
        Self(raw)
    }

    /// What the engine holds.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn raw(&self) -> &F::Raw {
        &self.0
    }

    /// The context of this value.
    #[doc(hidden)]
    #[inline(always)]
    pub fn ctx(&self) -> F::Ctx {
        F::ctx(&self.0)
    }

    /// A constant, in a context.
    #[doc(hidden)]
    #[inline(always)]
    pub fn constant(ctx: &F::Ctx, constant: &F::Const) -> Self {
        Self(F::constant(ctx, constant))
    }

    /// A small integer, in a context.
    #[doc(hidden)]
    #[inline(always)]
    pub fn small(ctx: &F::Ctx, value: u32) -> Self {
        Self(F::small(ctx, value))
    }

    /// 0, in a context.
    #[doc(hidden)]
    #[inline(always)]
    pub fn zero_in(ctx: &F::Ctx) -> Self {
        Self(F::small(ctx, 0))
    }

    /// 1, in a context.
    #[doc(hidden)]
    #[inline(always)]
    pub fn one_in(ctx: &F::Ctx) -> Self {
        Self(F::small(ctx, 1))
    }

    /// What the engine holds, to be changed.
    #[inline(always)]
    pub(crate) const fn raw_mut(&mut self) -> &mut F::Raw {
        &mut self.0
    }
}

/// A product that may be under way beside the processor: see
/// [`Shape::overlap`](crate::shapes::Shape::overlap).
#[must_use = "the product is made when it is ended"]
pub struct Begun<'a, F: Field> {
    a: &'a F::Raw,
    b: &'a F::Raw,
    begun: bool,
}

/// Begins a·b; what is computed before its end is to be additions.
#[inline(always)]
pub fn begin<'a, F: Field>(a: &'a impl Operand<F>, b: &'a impl Operand<F>) -> Begun<'a, F> {
    let (a, b) = (a.raw(), b.raw());
    Begun { a, b, begun: F::Overlap::begin(a, b) }
}

impl<F: Field> Begun<'_, F> {
    /// a·b.
    #[inline(always)]
    pub fn end(self) -> Red<F> {
        Red(F::Overlap::end(self.begun, self.a, self.b))
    }
}

impl<F: Field> Lazy<F> {
    /// From what an engine holds, which answers for the range.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn from_raw(raw: F::Raw) -> Self {
        Self(raw)
    }

    /// What the engine holds.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn raw(&self) -> &F::Raw {
        &self.0
    }

    /// a + b, lazy as they are.
    #[inline(always)]
    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self(F::Overlap::add_lazy(&self.0, &other.0))
    }

    /// Brought back into the reduced range.
    #[inline(always)]
    pub fn weak(&self) -> Red<F> {
        Red(F::weak(&self.0))
    }

    /// a².
    #[inline(always)]
    pub fn sqr(&self) -> Red<F> {
        Red(F::sqr(&self.0))
    }
}

macro_rules! product_of {
    ($a:ident, $b:ident) => {
        impl<F: Field> Mul<&$b<F>> for &$a<F> {
            type Output = Red<F>;

            #[inline(always)]
            fn mul(self, other: &$b<F>) -> Red<F> {
                Red(F::mul(&self.0, &other.0))
            }
        }
    };
}

product_of!(Red, Red);
product_of!(Red, Lazy);
product_of!(Lazy, Red);
product_of!(Lazy, Lazy);

impl<F: Field> Add for &Red<F> {
    type Output = Red<F>;

    #[inline(always)]
    fn add(self, other: &Red<F>) -> Red<F> {
        Red(F::Kernels::sum(&self.0, &other.0))
    }
}

impl<F: Field> Sub for &Red<F> {
    type Output = Red<F>;

    #[inline(always)]
    fn sub(self, other: &Red<F>) -> Red<F> {
        Red(F::Kernels::difference(&self.0, &other.0))
    }
}

impl<F: Field> Neg for &Red<F> {
    type Output = Red<F>;

    #[inline(always)]
    fn neg(self) -> Red<F> {
        Red(F::neg(&self.0))
    }
}

impl<F: Masked> Red<F> {
    /// Whether this is zero.
    #[inline(always)]
    pub fn is_zero(&self) -> F::Mask {
        F::is_zero(&self.0)
    }

    /// Whether two elements are equal.
    #[inline(always)]
    pub fn equal(&self, other: &Self) -> F::Mask {
        (self - other).is_zero()
    }

    /// a where the mask is false, b where it is true.
    #[inline(always)]
    pub fn select(a: &Self, b: &Self, mask: &F::Mask) -> Self {
        Self(F::select(&a.0, &b.0, mask))
    }

    /// −a where the mask is true.
    #[inline(always)]
    pub fn negate_if(&self, mask: &F::Mask) -> Self {
        Self::select(self, &-self, mask)
    }
}

impl<F: Invert> Red<F> {
    /// 1/a, zero for zero.
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn invert(&self) -> Self {
        Self(F::invert(&self.0))
    }

    /// 1/a, zero for zero, in time that depends on the value.
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn invert_vartime(&self) -> Self {
        Self(F::invert_vartime(&self.0))
    }
}

impl<F: Anywhere> Red<F> {
    /// See [`Canonical::from_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> (Self, Choice) {
        Self::from_bytes_in(&(), bytes)
    }

    /// See [`Canonical::from_held`].
    ///
    /// # Panics
    /// If there are not [`Canonical::LIMBS`] limbs.
    pub fn from_held(limbs: &[u64]) -> Option<Self> {
        F::from_held(&(), limbs).map(Self)
    }

    /// See [`Canonical::from_uniform_bytes`].
    #[inline(never)]
    pub fn from_uniform_bytes(bytes: &[u8]) -> Self {
        Self::from_uniform_bytes_in(&(), bytes)
    }
}

impl<F: Field<Ctx = ()>> From<u32> for Red<F> {
    fn from(value: u32) -> Self {
        Self::small(&(), value)
    }
}

impl<F: Canonical> Red<F> {
    /// Bytes of the encoding.
    pub const BYTES: usize = F::BYTES;

    /// See [`Canonical::to_limbs`].
    ///
    /// # Panics
    /// If `out` has not [`Canonical::LIMBS`] limbs.
    pub fn to_limbs(&self, out: &mut [u64]) {
        F::to_limbs(&self.0, out);
    }

    /// See [`Canonical::to_held`].
    ///
    /// # Panics
    /// If `out` has not [`Canonical::LIMBS`] limbs.
    pub fn to_held(&self, out: &mut [u64]) {
        F::to_held(&self.0, out);
    }

    /// See [`Canonical::to_bytes`].
    ///
    /// # Panics
    /// If `out` is not [`Canonical::BYTES`] long.
    pub fn to_bytes(&self, out: &mut [u8]) {
        F::to_bytes(&self.0, out);
    }

    /// See [`Canonical::from_bytes`].
    #[doc(hidden)]
    pub fn from_bytes_in(ctx: &F::Ctx, bytes: &[u8]) -> (Self, Choice) {
        let (raw, canonical) = F::from_bytes(ctx, bytes);
        (Self(raw), canonical)
    }

    /// See [`Canonical::from_uniform_bytes`].
    #[doc(hidden)]
    pub fn from_uniform_bytes_in(ctx: &F::Ctx, bytes: &[u8]) -> Self {
        Self(F::from_uniform_bytes(ctx, bytes))
    }

    /// See [`Canonical::sqrt`].
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn sqrt(&self) -> (Self, Choice) {
        let (raw, exists) = F::sqrt(&self.0);
        (Self(raw), exists)
    }

    /// See [`Canonical::inverse_sqrt`].
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn inverse_sqrt(&self) -> (Self, Choice) {
        let (raw, exists) = F::inverse_sqrt(&self.0);
        (Self(raw), exists)
    }

    /// See [`Canonical::is_square`].
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn is_square(&self) -> Choice {
        F::is_square(&self.0)
    }

    /// Whether this is zero, as a verdict that is public from here on: of a secret, for whoever is
    /// to learn it.
    pub fn is_zero_verdict(&self) -> bool {
        declassify(self.is_zero())
    }

    /// See [`Canonical::sgn0`].
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn sgn0(&self) -> Choice {
        F::sgn0(&self.0)
    }

    /// See [`Canonical::is_largest`].
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn is_largest(&self) -> Choice {
        F::is_largest(&self.0)
    }
}

impl<F: Canonical> PartialEq for Red<F> {
    fn eq(&self, other: &Self) -> bool {
        self.equal(other).into()
    }
}

impl<F: Canonical> Eq for Red<F> {}

impl<F: Canonical> zeroize::DefaultIsZeroes for Red<F> where Red<F>: Default {}

impl<F: Anywhere> Default for Red<F> {
    fn default() -> Self {
        Self::zero()
    }
}
