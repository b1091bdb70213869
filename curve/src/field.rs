//! The contract between formulas and engines.
//!
//! A formula (a point addition, a tower product, a line, an isogeny) is a plain generic function
//! over [`Field`], written once for each shape of costs that it gains by ([`crate::shapes`]). What
//! runs under it is an engine: words on any machine, eight lanes, a residue-number system, a
//! recorder of bytecode. The contract is what all of these can do well:
//!
//! * The primitive is the sum of products. [`product`] starts a [`Wide`], [`Wide::plus`] and
//!   [`Wide::minus`] extend it, [`reduce`] brings a layer of independent sums back at once.
//! * Three types carry the ranges. [`Red`] is what a reduction gives. [`Lazy`] is one sum or
//!   difference of two `Red`. Both may be operands of a product; anything more goes through
//!   [`Lazy::weak`] first. [`Wide`] is an unreduced sum of at most [`Field::MAX_PRODUCTS`]
//!   products. The compiler checks what a formula asks for, the engine proves its limits.
//! * Values are used by reference and need not be `Copy`; constants enter through [`Red::constant`]
//!   with the engine's context; there is no global zero. A recorder can implement this.
//! * What needs masks is [`Masked`]; inversion is [`Invert`]; whatever looks at the integer (bytes,
//!   order, sign, roots) is [`Canonical`].
//! * An engine that is faster at sums, at layers of sums or in Fp2 than the defaults brings
//!   [`Kernels`] and [`Fp2Kernels`]; no formula changes. What operations cost it says in
//!   [`Field::SHAPE`]: formulas that depend on that stand in [`crate::shapes`].

use core::fmt::Debug;
use core::ops::{BitAnd, BitOr, Not};

use limb::each::array;
use subtle::{Choice, ConstantTimeEq};

mod four;
mod kernels;
mod lanes;
mod operators;
mod scalar;
mod sums;
mod there;
mod values;

pub use four::{Apart, Four, order};
pub(crate) use kernels::mac_fp2_square;
pub use kernels::{Fp2Kernels, Fp2Multiple, Fp2Term, Kernels, NoKernels, Overlap};
pub use lanes::{InLanes, Lanes};
pub(crate) use lanes::{plain_in_own_form, single_lane};
pub use limb::modulus::Constant;
pub use limb::rns::Item;
pub(crate) use sums::mul_less_squares;
pub use sums::{
    Layer, LayerItem, Term, Wide, layer, linear, product, reduce, reduce_each, square, squares,
    sum_of_two, sums, term,
};
pub(crate) use there::holds_itself;
pub use there::{FieldThere, Holds, There};
pub(crate) use values::Part;
pub use values::{Begun, Lazy, Operand, Red, begin};

pub use crate::shapes::{Karatsuba, Shape};

use crate::formulas::montgomery::ladder_of_raw;
use crate::integer::Integer;

/// A field on an engine. Implemented by an empty type; its elements are [`Red`].
///
/// The functions work on raw values and state the range that they take and give; formulas do not
/// call them but go through [`Red`], [`Lazy`] and [`Wide`], which enforce the ranges.
pub trait Field: Sized + Copy + Debug + 'static {
    /// What an engine needs to make a value out of nothing; `()` for all that compute.
    type Ctx: Clone;
    /// A field element known at compile time, the same type for all engines of one field.
    type Const: Known;
    /// A value, reduced or lazy.
    type Raw: Clone + Debug;
    /// A sum of products.
    type Wide: Clone;

    /// Most products of two lazy values in one sum; k times a value counts as k products.
    const MAX_PRODUCTS: u32;
    /// What operations cost here: which of the formulas' shapes the engine takes.
    const SHAPE: Shape;

    /// What the engine has of its own for sums and layers of sums; [`NoKernels`] for none.
    type Kernels: Kernels<Self>;
    /// What it has for products and squares in Fp2.
    type Fp2: Fp2Kernels<Self>;
    /// What makes products next to other work.
    type Overlap: Overlap<Self>;

    /// The context that a value came from.
    fn ctx(a: &Self::Raw) -> Self::Ctx;
    /// A constant; reduced.
    fn constant(ctx: &Self::Ctx, constant: &Self::Const) -> Self::Raw;
    /// A small integer; reduced.
    fn small(ctx: &Self::Ctx, value: u32) -> Self::Raw;

    /// a + b: lazy, of reduced values.
    fn add(a: &Self::Raw, b: &Self::Raw) -> Self::Raw;
    /// a − b: lazy, of reduced values.
    fn sub(a: &Self::Raw, b: &Self::Raw) -> Self::Raw;
    /// −a: reduced, of a reduced value.
    fn neg(a: &Self::Raw) -> Self::Raw;
    /// k·a for k ≤ 256: reduced, of a reduced value.
    fn times(a: &Self::Raw, k: u32) -> Self::Raw;
    /// Reduced, of a lazy value.
    fn weak(a: &Self::Raw) -> Self::Raw;

    /// The empty sum.
    fn wide(ctx: &Self::Ctx) -> Self::Wide;
    /// Adds a·b; lazy values.
    fn mac(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw);
    /// Subtracts a·b; lazy values.
    fn msub(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw);
    /// Adds k·a; a reduced value.
    fn mac_small(wide: &mut Self::Wide, a: &Self::Raw, k: i32);
    /// Reduces N independent sums.
    fn reduce<const N: usize>(wides: [&Self::Wide; N]) -> [Self::Raw; N];

    /// Adds another sum. The formula proves that the value stays within that of
    /// [`Field::MAX_PRODUCTS`] products.
    fn wide_add(wide: &mut Self::Wide, other: &Self::Wide);
    /// Subtracts another sum; the formula proves the bound. For towers: portable engines that fold
    /// take no sum below zero.
    fn wide_sub(wide: &mut Self::Wide, other: &Self::Wide);
    /// Multiplies a sum by a small integer; the formula proves the bound.
    fn wide_times(wide: &mut Self::Wide, k: u32);

    /// Runs a formula that is worth a function of its own (an Fp12 product, a doubling step).
    /// Engines whose kernels need a CPU feature enter it here, so that everything inlined into the
    /// closure is compiled with it.
    ///
    /// A formula that residue numbers run has its layers ([`reduce`](Self::reduce),
    /// [`sums`](Kernels::sums), [`layer`](Kernels::layer) and their like) in here: outside, each
    /// instruction of theirs would be a call. `ctcheck` looks for such calls in a release build.
    #[inline(always)]
    fn kernel<R>(formula: impl FnOnce() -> R) -> R {
        formula()
    }

    /// a·b: reduced, of lazy values.
    fn mul(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        let mut wide = Self::wide(&Self::ctx(a));
        Self::mac(&mut wide, a, b);
        let [out] = Self::reduce([&wide]);
        out
    }

    /// a²: reduced, of a lazy value.
    fn sqr(a: &Self::Raw) -> Self::Raw {
        Self::mul(a, a)
    }
}

/// What [`Field::Const`] says of its field.
pub trait Known: 'static {
    /// k, where the field's quadratic extension is that by u² = −k.
    const NORM_OF_U: u32 = 1;
}

impl<M: limb::Modulus> Known for Constant<M> {
    const NORM_OF_U: u32 = M::NORM_OF_U;
}

/// Of an extension there is none.
impl<K: Known> Known for [K; 2] {}

/// A raw value of an engine.
pub type RawOf<F> = <F as Field>::Raw;
/// A raw sum of an engine.
pub type SumOf<F> = <F as Field>::Wide;

/// A truth value of an engine: one bit, or a bit per lane.
pub trait Mask: Clone + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {}

impl<T> Mask for T where T: Clone + BitAnd<Output = T> + BitOr<Output = T> + Not<Output = T> {}

/// Engines that can compare with zero and select; a recorder cannot.
pub trait Masked: Field {
    /// The truth value.
    type Mask: Mask;

    /// Whether a reduced value is zero.
    fn is_zero(a: &Self::Raw) -> Self::Mask;
    /// a where the mask is false, b where it is true; both of one range, which the result keeps.
    fn select(a: &Self::Raw, b: &Self::Raw, mask: &Self::Mask) -> Self::Raw;
    /// The same truth value in every lane.
    fn mask(choice: Choice) -> Self::Mask;

    /// Hook: what `entry` says of the item of a table whose mask is true, or `none` where no mask
    /// is; by reading all of it. At most one mask is true, in each lane.
    #[inline(always)]
    fn scan<T>(
        none: &Self::Raw,
        table: &[T],
        entry: impl Fn(&T) -> &Self::Raw,
        is: &[Self::Mask],
    ) -> Self::Raw {
        let mut out = none.clone();
        for (item, is) in table.iter().zip(is) {
            out = Self::select(&out, entry(item), is);
        }
        out
    }

    /// Hook: entry `index` of a table, by reading all of it; the index, a secret, is below the
    /// table's length.
    fn lookup<const K: usize>(table: &[[Self::Raw; K]], index: u32) -> [Self::Raw; K] {
        let mut out = table[0].clone();
        for (i, entry) in table.iter().enumerate().skip(1) {
            let is = Self::mask(index.ct_eq(&(i as u32)));
            out = array(|k| Self::select(&out[k], &entry[k], &is));
        }
        out
    }

    /// Hook: [`ladder`](crate::formulas::montgomery::ladder) as a whole.
    #[inline(always)]
    fn ladder(u: &Self::Raw, k: &Integer, bits: usize, a24: u32) -> [Self::Raw; 2] {
        ladder_of_raw::<Self>(u, k, bits, a24)
    }
}

/// Engines that can invert.
pub trait Invert: Field {
    /// 1/a, zero for zero: reduced, of a reduced value.
    fn invert(a: &Self::Raw) -> Self::Raw;
    /// As [`Invert::invert`], in time that depends on the value.
    fn invert_vartime(a: &Self::Raw) -> Self::Raw {
        Self::invert(a)
    }
}

/// Engines of one element that can look at the integer behind it: bytes, order, sign, roots.
///
/// All reduced values, constant-time unless named otherwise.
pub trait Canonical:
    Masked<Mask = Choice> + Invert + Field<Ctx: Copy, Raw: Copy + Send + Sync>
{
    /// Bytes of the encoding.
    const BYTES: usize;
    /// Bytes that hash-to-field takes per element: m·L of RFC 9380 §5.2, L = 64 for the 381-bit
    /// field.
    const UNIFORM_BYTES: usize;

    /// The engine of words that runs whole algorithms for this one where the CPU has it; itself if
    /// there is none.
    type Fast: Canonical<Const = Self::Const, Fast = Self::Fast> + Holds<Self>;
    /// The engine of residue numbers, for one long computation at the lowest latency; itself if
    /// there is none.
    type Remainders: Canonical<Const = Self::Const, Fast = Self::Remainders, Remainders = Self::Remainders>
        + Holds<Self>;

    /// The faster engine of words, if there is one and this CPU runs it: one load. Only the
    /// [door](crate::engines::door) asks.
    #[inline(always)]
    fn fast() -> Option<FieldThere<Self::Fast>> {
        None
    }
    /// Residue numbers, if there are any for this field and this CPU runs them: one load.
    #[inline(always)]
    fn remainders() -> Option<FieldThere<Self::Remainders>> {
        None
    }

    /// Four elements in one vector, for one point of a curve at the lowest latency;
    /// [`Apart`] if no engine has that.
    type Four: Four<One = Self>;

    /// What such a vector is made with, if this CPU has it: one load. Only the
    /// [door](crate::engines::door) asks.
    #[inline(always)]
    fn four() -> Option<<Self::Four as Four>::Ctx> {
        None
    }

    /// 64-bit limbs of an element.
    const LIMBS: usize;

    /// The integer in 64-bit limbs, least significant first; in Fp2 those of c₀ before those of c₁.
    ///
    /// # Panics
    /// If `out` has not [`Canonical::LIMBS`] limbs.
    fn to_limbs(a: &Self::Raw, out: &mut [u64]);
    /// The limbs in which words hold an element, whatever they mean there: for those who read them
    /// again by [`Canonical::from_held`].
    ///
    /// # Panics
    /// If `out` has not [`Canonical::LIMBS`] limbs.
    fn to_held(a: &Self::Raw, out: &mut [u64]);
    /// The element that words hold in such limbs; none where they hold none.
    ///
    /// # Panics
    /// If there are not [`Canonical::LIMBS`] limbs.
    fn from_held(ctx: &Self::Ctx, limbs: &[u64]) -> Option<Self::Raw>;

    /// Big-endian bytes; in Fp2 c₁ before c₀, as the ZCash encodings have it.
    ///
    /// # Panics
    /// If `out` is not [`Canonical::BYTES`] long.
    fn to_bytes(a: &Self::Raw, out: &mut [u8]);
    /// The value of big-endian bytes and whether they were canonical ([`Canonical::BYTES`] that say
    /// a number below the modulus); zero if not.
    fn from_bytes(ctx: &Self::Ctx, bytes: &[u8]) -> (Self::Raw, Choice);
    /// Hook: as [`Canonical::from_bytes`], some constant c times the value where that is less work:
    /// for many at once, which are then to be multiplied by [`Canonical::unscale_bytes`].
    #[inline]
    fn from_bytes_scaled(ctx: &Self::Ctx, bytes: &[u8]) -> (Self::Raw, Choice) {
        Self::from_bytes(ctx, bytes)
    }
    /// Hook: 1/c, reduced; none where c is one.
    #[inline]
    fn unscale_bytes(_: &Self::Ctx) -> Option<Self::Raw> {
        None
    }
    /// The residue of a big-endian integer of any length; in Fp2 c₀'s half comes first (RFC 9380),
    /// one byte shorter if the length is odd.
    fn from_uniform_bytes(ctx: &Self::Ctx, bytes: &[u8]) -> Self::Raw;
    /// A square root and whether there is one; of the two it is not said which.
    fn sqrt(a: &Self::Raw) -> (Self::Raw, Choice);
    /// f with a·f² = 1, and whether a is a square that is not zero; of the two f it is not said
    /// which.
    ///
    /// Otherwise f is zero for zero, and in a prime field with p ≡ 3 (mod 4), where just one of a
    /// and −a is a square, the one with a·f² = −1. There it costs one exponentiation, f = a^((p −
    /// 3)/4), and a·f is the root.
    fn inverse_sqrt(a: &Self::Raw) -> (Self::Raw, Choice) {
        let (root, exists) = Self::sqrt(a);
        (Self::invert(&root), exists & !Self::is_zero(a))
    }
    /// Whether a is a square; zero is.
    fn is_square(a: &Self::Raw) -> Choice;
    /// The sign of RFC 9380 §4.1: parity of the integer, in Fp2 of the first coefficient that is
    /// not zero.
    fn sgn0(a: &Self::Raw) -> Choice;
    /// Whether a is larger than −a as an integer; in Fp2 c₁ decides, then c₀ (the ZCash sign bit).
    fn is_largest(a: &Self::Raw) -> Choice;
}

/// An engine that runs on every CPU: its values may be made from nothing.
pub trait Anywhere: Canonical + Field<Ctx = ()> {}

impl<F: Canonical + Field<Ctx = ()>> Anywhere for F {}
