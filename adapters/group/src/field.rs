//! Elements of fields, in the coat that the traits go on.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{Add, Mul};

use curve::field::{Anywhere, Red};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};
use zeroize::{DefaultIsZeroes, Zeroize};

/// What an encoding has to be, for all versions of the traits.
pub trait Encoding: Copy + Default + Send + Sync + AsRef<[u8]> + AsMut<[u8]> + 'static {}

impl<B: Copy + Default + Send + Sync + AsRef<[u8]> + AsMut<[u8]> + 'static> Encoding for B {}

/// What the traits ask of a field besides arithmetic: curvemark's engines have it.
pub trait FieldFacts: Anywhere {
    /// The bytes of an element: the integer in little-endian order, in Fp2 that of c₀ first.
    type Repr: Encoding;

    /// 1 for a prime field, 2 for Fp2.
    const DEGREE: usize;
    /// 0.
    const ZERO: Red<Self>;
    /// 1.
    const ONE: Red<Self>;
    /// An element that is no square: ROOT_OF_UNITY in a prime field.
    const NON_SQUARE: Red<Self>;
}

/// The constants of `ff::PrimeField`, in its words; a test derives each again.
pub trait PrimeFacts: FieldFacts {
    /// The modulus p in hexadecimal digits, after `0x`.
    const MODULUS: &'static str;
    /// Bits of p.
    const NUM_BITS: u32;
    /// 1/2.
    const TWO_INV: Red<Self>;
    /// A generator of the multiplicative group.
    const GENERATOR: Red<Self>;
    /// s in p − 1 = 2^s·t with an odd t.
    const S: u32;
    /// GENERATOR^t.
    const ROOT_OF_UNITY: Red<Self>;
    /// 1/ROOT_OF_UNITY.
    const ROOT_OF_UNITY_INV: Red<Self>;
    /// GENERATOR^(2^s).
    const DELTA: Red<Self>;
    /// An element of order three, the same as in halo2curves.
    const ZETA: Red<Self>;
    /// R = 2^(64n) for n words of 64 bits: what halo2curves' raw bytes are multiplied by.
    const R: Red<Self>;
    /// 1/R.
    const R_INV: Red<Self>;
}

/// An element of a field: curvemark's [`Red`] with the traits of `ff`.
///
/// Each curve has it under the names that other crates use, such as
/// [`bls12_381::Scalar`](crate::bls12_381::Scalar). All operations take constant time but those
/// with `_vartime` in their names, comparing by `<`, hashing and printing.
#[repr(transparent)]
pub struct Element<F: FieldFacts>(
    /// The element itself.
    pub Red<F>,
);

impl<F: FieldFacts> Element<F> {
    /// 0.
    #[inline(always)]
    pub const fn zero() -> Self {
        Self(F::ZERO)
    }

    /// 1.
    #[inline(always)]
    pub const fn one() -> Self {
        Self(F::ONE)
    }

    /// The canonical bytes, as `PrimeField::to_repr` gives them.
    pub fn to_bytes(&self) -> F::Repr {
        let mut out = F::Repr::default();
        self.0.to_bytes(out.as_mut());
        out.as_mut().reverse();
        out
    }

    /// The element of canonical bytes, as `PrimeField::from_repr` takes them; none if a coefficient
    /// is not below the modulus.
    pub fn from_bytes(bytes: &F::Repr) -> CtOption<Self> {
        let mut bytes = *bytes;
        bytes.as_mut().reverse();
        let (value, canonical) = Red::from_bytes(bytes.as_ref());
        // It may be a secret.
        bytes.as_mut().zeroize();
        CtOption::new(Self(value), canonical)
    }

    /// The residue of so many little-endian bytes; in Fp2 the second half is for c₀, as halo2curves
    /// has it.
    pub fn from_bytes_wide<const N: usize>(bytes: &[u8; N]) -> Self {
        let mut bytes = *bytes;
        bytes.reverse();
        let out = Self(Red::from_uniform_bytes(&bytes));
        bytes.zeroize();
        out
    }

    /// The residue of an integer in limbs of 64 bits, the least significant first.
    pub fn from_raw(limbs: [u64; 4]) -> Self {
        let mut bytes = [0; 32];
        let (chunks, _) = bytes.as_chunks_mut::<8>();
        for (bytes, limb) in chunks.iter_mut().rev().zip(limbs) {
            *bytes = limb.to_be_bytes();
        }
        Self::of_integer(&bytes)
    }

    /// The residue of a big-endian integer; in Fp2 with c₁ = 0.
    pub(crate) fn of_integer<const N: usize>(bytes: &[u8; N]) -> Self {
        let mut coefficients = [[0; N]; 2];
        coefficients[0] = *bytes;
        let bytes = &coefficients.as_flattened()[..N * F::DEGREE];
        Self(Red::from_uniform_bytes(bytes))
    }

    /// A random element, of bytes that `fill` gives: its distance from uniform is below 2^-128.
    ///
    /// # Errors
    /// What `fill` fails with.
    pub(crate) fn random_by<E>(fill: impl FnOnce(&mut [u8]) -> Result<(), E>) -> Result<Self, E> {
        let mut bytes = [0; 128];
        let used = &mut bytes[..F::UNIFORM_BYTES];
        fill(used)?;
        let out = Self(Red::from_uniform_bytes(used));
        bytes.zeroize();
        Ok(out)
    }

    /// 1/a, unless a is zero.
    pub(crate) fn inverse(&self) -> CtOption<Self> {
        CtOption::new(Self(self.0.invert()), !self.0.is_zero())
    }

    /// A square root, if there is one.
    pub(crate) fn root(&self) -> CtOption<Self> {
        let (root, exists) = self.0.sqrt();
        CtOption::new(Self(root), exists)
    }

    /// `ff::Field::sqrt_ratio`: whether num/div is a square, and the root of it, or that of
    /// [`FieldFacts::NON_SQUARE`] times it; false and 0 if only div is zero.
    pub(crate) fn root_of_ratio(num: &Self, div: &Self) -> (Choice, Self) {
        let ratio = &num.0 * &div.0.invert();
        let ((root, square), (other, _)) = (ratio.sqrt(), (&ratio * &F::NON_SQUARE).sqrt());
        let defined = !div.0.is_zero() | num.0.is_zero();
        (square & defined, Self(Red::select(&other, &root, &square)))
    }
}

operator!([F: FieldFacts] Add::add(Element<F>, Element<F>) -> Element<F>:
    |a, b| Element(&a.0 + &b.0));
operator!([F: FieldFacts] Sub::sub(Element<F>, Element<F>) -> Element<F>:
    |a, b| Element(&a.0 - &b.0));
operator!([F: FieldFacts] Mul::mul(Element<F>, Element<F>) -> Element<F>:
    |a, b| Element(&a.0 * &b.0));
assignment!([F: FieldFacts] AddAssign::add_assign(Element<F>, Element<F>): |a, b| a.0 += &b.0);
assignment!([F: FieldFacts] SubAssign::sub_assign(Element<F>, Element<F>): |a, b| a.0 -= &b.0);
assignment!([F: FieldFacts] MulAssign::mul_assign(Element<F>, Element<F>): |a, b| a.0 *= &b.0);
negation!([F: FieldFacts] Element<F>: |a| Element(-&a.0));
total!([F: FieldFacts] Sum::sum(Element<F>): Self::zero(), Add::add);
total!([F: FieldFacts] Product::product(Element<F>): Self::one(), Mul::mul);

impl<F: FieldFacts> Clone for Element<F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: FieldFacts> Copy for Element<F> {}

impl<F: FieldFacts> Default for Element<F> {
    fn default() -> Self {
        Self::zero()
    }
}

impl<F: FieldFacts> DefaultIsZeroes for Element<F> {}

impl<F: FieldFacts> fmt::Debug for Element<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        self.to_bytes().as_ref().iter().rev().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl<F: FieldFacts> fmt::Display for Element<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl<F: FieldFacts> ConstantTimeEq for Element<F> {
    #[inline(always)]
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.equal(&other.0)
    }
}

impl<F: FieldFacts> PartialEq for Element<F> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<F: FieldFacts> Eq for Element<F> {}

impl<F: FieldFacts> ConditionallySelectable for Element<F> {
    #[inline(always)]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(Red::select(&a.0, &b.0, &choice))
    }
}

/// As integers below the modulus; in Fp2 c₁ decides, then c₀.
impl<F: FieldFacts> Ord for Element<F> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.to_bytes().as_ref().iter().rev().cmp(other.to_bytes().as_ref().iter().rev())
    }
}

impl<F: FieldFacts> PartialOrd for Element<F> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<F: FieldFacts> Hash for Element<F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(self.to_bytes().as_ref());
    }
}

impl<F: FieldFacts> From<u64> for Element<F> {
    fn from(value: u64) -> Self {
        Self::of_integer(&value.to_be_bytes())
    }
}

impl<F: FieldFacts> From<bool> for Element<F> {
    fn from(value: bool) -> Self {
        Self(Red::small(&(), value.into()))
    }
}

impl<F: FieldFacts> From<Red<F>> for Element<F> {
    fn from(value: Red<F>) -> Self {
        Self(value)
    }
}

impl<F: FieldFacts> From<Element<F>> for Red<F> {
    fn from(value: Element<F>) -> Self {
        value.0
    }
}
