//! Fp6, over which Fp12 is quadratic.

use core::array;
use core::fmt::{self, Debug, Display};

use ark_ff::{AdditiveGroup, Field, LegendreSymbol, SqrtPrecomputation};
use ark_serialize::{
    CanonicalDeserialize, CanonicalDeserializeWithFlags, CanonicalSerialize,
    CanonicalSerializeWithFlags, Compress, EmptyFlags, Flags, Read, SerializationError, Valid,
    Validate, Write,
};
use ark_std::rand::Rng;
use ark_std::rand::distributions::{Distribution, Standard};
use curve::tower;
use zeroize::Zeroize;

use crate::coefficients::{collected, of_coefficients, random_six};
use crate::dodecic::Dodecic;
use crate::operators::{additive, multiplicative};
use crate::prime::Fp;
use crate::quadratic::Fp2;

/// An element of Fp6 = Fp2\[v\]/(v³ − ξ) of [`curve`] with the traits of arkworks.
///
/// Coefficients come in the order of the tower, c₀.c₀, c₀.c₁, c₁.c₀, … c₂.c₁.
pub struct Fp6<T: Dodecic<N>, const N: usize>(tower::Fp6<T::Tower>);

impl<T: Dodecic<N>, const N: usize> Fp6<T, N> {
    /// c₀ + c₁·v + c₂·v².
    pub const fn new(c0: Fp2<T::Prime, N>, c1: Fp2<T::Prime, N>, c2: Fp2<T::Prime, N>) -> Self {
        Self(tower::Fp6 { c0: *c0.as_curve(), c1: *c1.as_curve(), c2: *c2.as_curve() })
    }

    /// From an element of [`curve`].
    #[inline(always)]
    pub const fn from_curve(element: tower::Fp6<T::Tower>) -> Self {
        Self(element)
    }

    /// As an element of [`curve`].
    #[inline(always)]
    pub const fn as_curve(&self) -> &tower::Fp6<T::Tower> {
        &self.0
    }

    /// The six coefficients.
    pub fn coefficients(&self) -> [Fp<T::Prime, N>; 6] {
        self.0.coefficients().map(Fp::from_curve)
    }

    /// From the six coefficients.
    pub fn from_coefficients(coefficients: &[Fp<T::Prime, N>; 6]) -> Self {
        Self(tower::Fp6::from_coefficients(&coefficients.map(|c| *c.as_curve())))
    }

    const fn of_fp2(c: Fp2<T::Prime, N>) -> Self {
        Self::new(c, Fp2::ZERO, Fp2::ZERO)
    }

    fn plus(&self, other: &Self) -> Self {
        Self(self.0.add(&other.0))
    }

    fn minus(&self, other: &Self) -> Self {
        Self(self.0.sub(&other.0))
    }

    fn negated(&self) -> Self {
        Self(self.0.neg())
    }

    fn times(&self, other: &Self) -> Self {
        Self(self.0.mul(&other.0))
    }

    fn mul_in_place(&mut self, other: &Self) {
        *self = self.times(other);
    }

    fn is_zero_element(&self) -> bool {
        self.0.is_zero().into()
    }

    fn from_integer(value: u128) -> Self {
        Self::from_base_prime_field(value.into())
    }
}

of_coefficients! { Fp6, 6 }

impl<T: Dodecic<N>, const N: usize> Display for Fp6<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tower::Fp6 { c0, c1, c2 } = self.0;
        let [c0, c1, c2] = [c0, c1, c2].map(Fp2::<T::Prime, N>::from_curve);
        write!(f, "CubicExtField({c0}, {c1}, {c2})")
    }
}

impl<T: Dodecic<N>, const N: usize> Zeroize for Fp6<T, N> {
    fn zeroize(&mut self) {
        self.0.c0.zeroize();
        self.0.c1.zeroize();
        self.0.c2.zeroize();
    }
}

impl<T: Dodecic<N>, const N: usize> Field for Fp6<T, N> {
    type BasePrimeField = Fp<T::Prime, N>;

    const SQRT_PRECOMP: Option<SqrtPrecomputation<Self>> =
        Some(SqrtPrecomputation::TonelliShanks {
            two_adicity: T::SEXTIC_TWO_ADICITY,
            quadratic_nonresidue_to_trace: Self::of_fp2(T::SEXTIC_NONRESIDUE_TO_TRACE),
            trace_of_modulus_minus_one_div_two: T::SEXTIC_TRACE_MINUS_ONE_DIV_TWO,
        });
    const ONE: Self = Self::of_fp2(Fp2::ONE);
    const NEG_ONE: Self = Self::of_fp2(Fp2::NEG_ONE);

    fn extension_degree() -> u64 {
        6
    }

    fn to_base_prime_field_elements(&self) -> impl Iterator<Item = Fp<T::Prime, N>> {
        self.coefficients().into_iter()
    }

    fn from_base_prime_field_elems(
        elements: impl IntoIterator<Item = Fp<T::Prime, N>>,
    ) -> Option<Self> {
        collected(elements).map(|coefficients| Self::from_coefficients(&coefficients))
    }

    fn from_base_prime_field(element: Fp<T::Prime, N>) -> Self {
        Self::of_fp2(Fp2::new(element, Fp::ZERO))
    }

    fn from_random_bytes_with_flags<F: Flags>(bytes: &[u8]) -> Option<(Self, F)> {
        let (coefficients, flags) = random_six(bytes, Fp::from_random_bytes_with_flags)?;
        Some((Self::from_coefficients(&coefficients), flags))
    }

    /// That of the norm, which is the product of the images under the Frobenius maps.
    fn legendre(&self) -> LegendreSymbol {
        let norm: Self = (0..6).map(|power| self.frobenius_map(power)).product();
        norm.coefficients()[0].legendre()
    }

    fn square(&self) -> Self {
        Self(self.0.sqr())
    }

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

    /// That of Fp12, in which it is.
    #[allow(clippy::integer_division_remainder_used)] // The power is public.
    fn frobenius_map_in_place(&mut self, power: usize) {
        let mut element = tower::Fp12 { c0: self.0, c1: Self::ZERO.0 };
        let power = power % 6;
        for _ in 0..power >> 1 {
            element = element.frobenius_p2();
        }
        if power & 1 == 1 {
            element = element.frobenius();
        }
        self.0 = element.c0;
    }

    fn mul_by_base_prime_field(&self, element: &Fp<T::Prime, N>) -> Self {
        let tower::Fp6 { c0, c1, c2 } = self.0;
        let [c0, c1, c2] = [c0, c1, c2].map(|c| c.scale(element.as_curve()));
        Self(tower::Fp6 { c0, c1, c2 })
    }
}
