//! Fp2, in which G2 has its coordinates.

use core::cmp::Ordering;
use core::fmt::{self, Debug, Display};
use core::hash::{Hash, Hasher};

use ark_ff::{
    AdditiveGroup, Field, LegendreSymbol, SqrtPrecomputation, ToConstraintField, UniformRand,
};
use ark_serialize::{
    CanonicalDeserialize, CanonicalDeserializeWithFlags, CanonicalSerialize,
    CanonicalSerializeWithFlags, Compress, EmptyFlags, Flags, Read, SerializationError, Valid,
    Validate, Write,
};
use ark_std::rand::Rng;
use ark_std::rand::distributions::{Distribution, Standard};
use ark_std::vec::Vec;
use curve::field::Red;
use curve::fp2::Quad;
use zeroize::Zeroize;

use crate::operators::{additive, multiplicative};
use crate::prime::{Fp, Prime};

/// c₀ + c₁·u with u² = −1: an element of [`curve`] with the traits of arkworks.
pub struct Fp2<P: Prime<N>, const N: usize>(Red<Quad<P::Engine>>);

impl<P: Prime<N>, const N: usize> Fp2<P, N> {
    /// c₀ + c₁·u.
    #[inline]
    pub const fn new(c0: Fp<P, N>, c1: Fp<P, N>) -> Self {
        Self(Red::from_raw([*c0.as_curve().raw(), *c1.as_curve().raw()]))
    }

    /// c₀: what is a field of that name in arkworks.
    #[inline]
    pub const fn c0(&self) -> Fp<P, N> {
        Fp::from_curve(Red::from_raw(self.0.raw()[0]))
    }

    /// c₁.
    #[inline]
    pub const fn c1(&self) -> Fp<P, N> {
        Fp::from_curve(Red::from_raw(self.0.raw()[1]))
    }

    /// From an element of [`curve`].
    #[inline(always)]
    pub const fn from_curve(element: Red<Quad<P::Engine>>) -> Self {
        Self(element)
    }

    /// As an element of [`curve`].
    #[inline(always)]
    pub const fn as_curve(&self) -> &Red<Quad<P::Engine>> {
        &self.0
    }

    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        Self(&self.0 + &other.0)
    }

    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        Self(&self.0 - &other.0)
    }

    #[inline(always)]
    fn negated(&self) -> Self {
        Self(-&self.0)
    }

    #[inline(always)]
    fn times(&self, other: &Self) -> Self {
        Self(&self.0 * &other.0)
    }

    #[inline(always)]
    fn mul_in_place(&mut self, other: &Self) {
        self.0 *= &other.0;
    }

    fn is_zero_element(&self) -> bool {
        self.0.is_zero().into()
    }

    fn from_integer(value: u128) -> Self {
        Self::from_base_prime_field(value.into())
    }
}

impl<P: Prime<N>, const N: usize> Clone for Fp2<P, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Prime<N>, const N: usize> Copy for Fp2<P, N> {}

impl<P: Prime<N>, const N: usize> PartialEq for Fp2<P, N> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<P: Prime<N>, const N: usize> Eq for Fp2<P, N> {}

impl<P: Prime<N>, const N: usize> Hash for Fp2<P, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.c0().hash(state);
        self.c1().hash(state);
    }
}

/// By c₁, then by c₀.
impl<P: Prime<N>, const N: usize> Ord for Fp2<P, N> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.c1().cmp(&other.c1()).then_with(|| self.c0().cmp(&other.c0()))
    }
}

impl<P: Prime<N>, const N: usize> PartialOrd for Fp2<P, N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P: Prime<N>, const N: usize> Debug for Fp2<P, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fp2").field("c0", &self.c0()).field("c1", &self.c1()).finish()
    }
}

impl<P: Prime<N>, const N: usize> Display for Fp2<P, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "QuadExtField({} + {} * u)", self.c0(), self.c1())
    }
}

impl<P: Prime<N>, const N: usize> Zeroize for Fp2<P, N> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

additive! { {P: Prime<N>, const N: usize} Fp2<P, N> }
multiplicative! { {P: Prime<N>, const N: usize} Fp2<P, N> }

impl<P: Prime<N>, const N: usize> AdditiveGroup for Fp2<P, N> {
    type Scalar = Self;

    const ZERO: Self = Self::new(Fp::ZERO, Fp::ZERO);

    #[inline]
    fn double_in_place(&mut self) -> &mut Self {
        *self += *self;
        self
    }
}

impl<P: Prime<N>, const N: usize> Field for Fp2<P, N> {
    type BasePrimeField = Fp<P, N>;

    // The root is taken by `sqrt`, which needs none.
    const SQRT_PRECOMP: Option<SqrtPrecomputation<Self>> = None;
    const ONE: Self = Self::new(Fp::ONE, Fp::ZERO);
    const NEG_ONE: Self = Self::new(Fp::NEG_ONE, Fp::ZERO);

    fn extension_degree() -> u64 {
        2
    }

    fn to_base_prime_field_elements(&self) -> impl Iterator<Item = Fp<P, N>> {
        [self.c0(), self.c1()].into_iter()
    }

    fn from_base_prime_field_elems(elements: impl IntoIterator<Item = Fp<P, N>>) -> Option<Self> {
        let mut elements = elements.into_iter();
        let element = Self::new(elements.next()?, elements.next()?);
        elements.next().is_none().then_some(element)
    }

    fn from_base_prime_field(element: Fp<P, N>) -> Self {
        Self::new(element, Fp::ZERO)
    }

    fn from_random_bytes_with_flags<F: Flags>(bytes: &[u8]) -> Option<(Self, F)> {
        let (c0, c1) = bytes.split_at(bytes.len() >> 1);
        let c0 = Fp::from_random_bytes(c0)?;
        let (c1, flags) = Fp::from_random_bytes_with_flags(c1)?;
        Some((Self::new(c0, c1), flags))
    }

    fn legendre(&self) -> LegendreSymbol {
        if self.is_zero_element() {
            LegendreSymbol::Zero
        } else if self.0.is_square().into() {
            LegendreSymbol::QuadraticResidue
        } else {
            LegendreSymbol::QuadraticNonResidue
        }
    }

    fn sqrt(&self) -> Option<Self> {
        let (root, exists) = self.0.sqrt();
        bool::from(exists).then_some(Self(root))
    }

    #[inline]
    fn square(&self) -> Self {
        Self(self.0.sqr())
    }

    #[inline]
    fn square_in_place(&mut self) -> &mut Self {
        self.0 = self.0.sqr();
        self
    }

    fn inverse(&self) -> Option<Self> {
        (!self.is_zero_element()).then(|| Self(self.0.invert()))
    }

    fn inverse_in_place(&mut self) -> Option<&mut Self> {
        *self = self.inverse()?;
        Some(self)
    }

    fn frobenius_map_in_place(&mut self, power: usize) {
        if power & 1 == 1 {
            self.0 = self.0.conjugate();
        }
    }

    fn pow<S: AsRef<[u64]>>(&self, exponent: S) -> Self {
        Self(self.0.pow_vartime(exponent.as_ref()))
    }

    fn mul_by_base_prime_field(&self, element: &Fp<P, N>) -> Self {
        Self(self.0.scale(element.as_curve()))
    }
}

impl<P: Prime<N>, const N: usize> Distribution<Fp2<P, N>> for Standard {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Fp2<P, N> {
        let c0 = Fp::rand(rng);
        Fp2::new(c0, Fp::rand(rng))
    }
}

impl<P: Prime<N>, const N: usize> ToConstraintField<Fp<P, N>> for Fp2<P, N> {
    fn to_field_elements(&self) -> Option<Vec<Fp<P, N>>> {
        Some(self.to_base_prime_field_elements().collect())
    }
}

impl<P: Prime<N>, const N: usize> CanonicalSerializeWithFlags for Fp2<P, N> {
    fn serialize_with_flags<W: Write, F: Flags>(
        &self,
        mut writer: W,
        flags: F,
    ) -> Result<(), SerializationError> {
        self.c0().serialize_compressed(&mut writer)?;
        self.c1().serialize_with_flags(&mut writer, flags)
    }

    fn serialized_size_with_flags<F: Flags>(&self) -> usize {
        self.c0().compressed_size() + self.c1().serialized_size_with_flags::<F>()
    }
}

impl<P: Prime<N>, const N: usize> CanonicalSerialize for Fp2<P, N> {
    fn serialize_with_mode<W: Write>(
        &self,
        writer: W,
        _compress: Compress,
    ) -> Result<(), SerializationError> {
        self.serialize_with_flags(writer, EmptyFlags)
    }

    fn serialized_size(&self, _compress: Compress) -> usize {
        self.serialized_size_with_flags::<EmptyFlags>()
    }
}

impl<P: Prime<N>, const N: usize> CanonicalDeserializeWithFlags for Fp2<P, N> {
    fn deserialize_with_flags<R: Read, F: Flags>(
        mut reader: R,
    ) -> Result<(Self, F), SerializationError> {
        let c0 = Fp::deserialize_compressed(&mut reader)?;
        let (c1, flags) = Fp::deserialize_with_flags(&mut reader)?;
        Ok((Self::new(c0, c1), flags))
    }
}

impl<P: Prime<N>, const N: usize> CanonicalDeserialize for Fp2<P, N> {
    fn deserialize_with_mode<R: Read>(
        reader: R,
        _compress: Compress,
        _validate: Validate,
    ) -> Result<Self, SerializationError> {
        Self::deserialize_with_flags::<R, EmptyFlags>(reader).map(|(element, _)| element)
    }
}

/// Each value is one.
impl<P: Prime<N>, const N: usize> Valid for Fp2<P, N> {
    const TRIVIAL_CHECK: bool = true;

    fn check(&self) -> Result<(), SerializationError> {
        Ok(())
    }
}
