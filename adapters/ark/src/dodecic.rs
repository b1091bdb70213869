//! Fp12, in which pairings have their values.

use core::array;
use core::fmt::{self, Debug, Display};

use ark_ff::{AdditiveGroup, CyclotomicMultSubgroup, Field, LegendreSymbol, SqrtPrecomputation};
use ark_serialize::{
    CanonicalDeserialize, CanonicalDeserializeWithFlags, CanonicalSerialize,
    CanonicalSerializeWithFlags, Compress, EmptyFlags, Flags, Read, SerializationError, Valid,
    Validate, Write,
};
use ark_std::rand::Rng;
use ark_std::rand::distributions::{Distribution, Standard};
use curve::tower::{self, Fp6, Tower};
use zeroize::Zeroize;

use crate::coefficients::{collected, of_coefficients, random_six};
use crate::operators::{additive, multiplicative};
use crate::prime::{Fp, Prime};
use crate::quadratic::Fp2;

/// The facts of Fp12 = Fp6\[w\]/(w² − v), Fp6 = Fp2\[v\]/(v³ − ξ).
pub trait Dodecic<const N: usize>: Copy + Debug + Eq + Send + Sync + 'static {
    /// Fp.
    type Prime: Prime<N>;
    /// The tower of [`curve`].
    type Tower: Tower<Fp = <Self::Prime as Prime<N>>::Engine>;

    /// s, with p¹² − 1 = 2^s·t for an odd t.
    const TWO_ADICITY: u32;
    /// w^t, which is this times w³: w is no square.
    const NONRESIDUE_TO_TRACE: Fp2<Self::Prime, N>;
    /// (t − 1)/2.
    const TRACE_MINUS_ONE_DIV_TWO: &'static [u64];

    /// s, with p⁶ − 1 = 2^s·t for an odd t: the same for [`Fp6`](crate::sextic::Fp6).
    const SEXTIC_TWO_ADICITY: u32;
    /// ξ^t: ξ is no square.
    const SEXTIC_NONRESIDUE_TO_TRACE: Fp2<Self::Prime, N>;
    /// (t − 1)/2.
    const SEXTIC_TRACE_MINUS_ONE_DIV_TWO: &'static [u64];
}

/// An element of Fp12 of [`curve`] with the traits of arkworks.
///
/// Coefficients come in the order of the tower, c₀.c₀.c₀, c₀.c₀.c₁, c₀.c₁.c₀, … c₁.c₂.c₁.
pub struct Fp12<T: Dodecic<N>, const N: usize>(tower::Fp12<T::Tower>);

impl<T: Dodecic<N>, const N: usize> Fp12<T, N> {
    /// c₀ + c₁·w from the coefficients of both, each three of Fp2.
    pub const fn new(c0: [Fp2<T::Prime, N>; 3], c1: [Fp2<T::Prime, N>; 3]) -> Self {
        Self(tower::Fp12 {
            c0: Fp6 { c0: *c0[0].as_curve(), c1: *c0[1].as_curve(), c2: *c0[2].as_curve() },
            c1: Fp6 { c0: *c1[0].as_curve(), c1: *c1[1].as_curve(), c2: *c1[2].as_curve() },
        })
    }

    /// From an element of [`curve`].
    #[inline(always)]
    pub const fn from_curve(element: tower::Fp12<T::Tower>) -> Self {
        Self(element)
    }

    /// As an element of [`curve`].
    #[inline(always)]
    pub const fn as_curve(&self) -> &tower::Fp12<T::Tower> {
        &self.0
    }

    /// The twelve coefficients.
    pub fn coefficients(&self) -> [Fp<T::Prime, N>; 12] {
        self.0.coefficients().map(Fp::from_curve)
    }

    /// From the twelve coefficients.
    pub fn from_coefficients(coefficients: &[Fp<T::Prime, N>; 12]) -> Self {
        Self(tower::Fp12::from_coefficients(&coefficients.map(|c| *c.as_curve())))
    }

    const fn of_fp2(c: Fp2<T::Prime, N>) -> Self {
        Self::new([c, Fp2::ZERO, Fp2::ZERO], [Fp2::ZERO; 3])
    }

    fn plus(&self, other: &Self) -> Self {
        let (a, b) = (self.0.w(), other.0.w());
        Self(tower::Fp12::from_w(array::from_fn(|i| a[i] + b[i])))
    }

    fn minus(&self, other: &Self) -> Self {
        let (a, b) = (self.0.w(), other.0.w());
        Self(tower::Fp12::from_w(array::from_fn(|i| a[i] - b[i])))
    }

    fn negated(&self) -> Self {
        Self(tower::Fp12::from_w(self.0.w().map(|c| -c)))
    }

    fn times(&self, other: &Self) -> Self {
        Self(self.0.mul(&other.0))
    }

    fn mul_in_place(&mut self, other: &Self) {
        self.0.mul_assign(&other.0);
    }

    fn is_zero_element(&self) -> bool {
        *self == Self::ZERO
    }

    fn from_integer(value: u128) -> Self {
        Self::from_base_prime_field(value.into())
    }
}

of_coefficients! { Fp12, 12 }

impl<T: Dodecic<N>, const N: usize> Display for Fp12<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a0, a1, a2, a3, a4, a5] = self.0.w().map(|c| Fp2::<T::Prime, N>::from_curve(*c));
        write!(
            f,
            "QuadExtField(CubicExtField({a0}, {a2}, {a4}) + CubicExtField({a1}, {a3}, {a5}) * u)"
        )
    }
}

impl<T: Dodecic<N>, const N: usize> Zeroize for Fp12<T, N> {
    fn zeroize(&mut self) {
        for c in [&mut self.0.c0, &mut self.0.c1] {
            c.c0.zeroize();
            c.c1.zeroize();
            c.c2.zeroize();
        }
    }
}

impl<T: Dodecic<N>, const N: usize> Field for Fp12<T, N> {
    type BasePrimeField = Fp<T::Prime, N>;

    const SQRT_PRECOMP: Option<SqrtPrecomputation<Self>> =
        Some(SqrtPrecomputation::TonelliShanks {
            two_adicity: T::TWO_ADICITY,
            quadratic_nonresidue_to_trace: Self::new(
                [Fp2::ZERO; 3],
                [Fp2::ZERO, T::NONRESIDUE_TO_TRACE, Fp2::ZERO],
            ),
            trace_of_modulus_minus_one_div_two: T::TRACE_MINUS_ONE_DIV_TWO,
        });
    const ONE: Self = Self::of_fp2(Fp2::ONE);
    const NEG_ONE: Self = Self::of_fp2(Fp2::NEG_ONE);

    fn extension_degree() -> u64 {
        12
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

    /// The bytes are halved, and each half is for an element of Fp6, as by arkworks.
    fn from_random_bytes_with_flags<F: Flags>(bytes: &[u8]) -> Option<(Self, F)> {
        let (c0, c1) = bytes.split_at(bytes.len() >> 1);
        let (c0, ()) = random_six(c0, |last| Some((Fp::from_random_bytes(last)?, ())))?;
        let (c1, flags) = random_six(c1, Fp::from_random_bytes_with_flags)?;
        let mut coefficients = [Fp::ZERO; 12];
        coefficients[..6].copy_from_slice(&c0);
        coefficients[6..].copy_from_slice(&c1);
        Some((Self::from_coefficients(&coefficients), flags))
    }

    /// That of the norm, which is the product of the images under the Frobenius maps.
    fn legendre(&self) -> LegendreSymbol {
        let norm: Self = (0..12).map(|power| self.frobenius_map(power)).product();
        norm.coefficients()[0].legendre()
    }

    fn square(&self) -> Self {
        Self(self.0.sqr())
    }

    fn square_in_place(&mut self) -> &mut Self {
        self.0.sqr_assign();
        self
    }

    fn inverse(&self) -> Option<Self> {
        (!self.is_zero_element()).then(|| Self(self.0.invert()))
    }

    fn inverse_in_place(&mut self) -> Option<&mut Self> {
        *self = self.inverse()?;
        Some(self)
    }

    #[allow(clippy::integer_division_remainder_used)] // The power is public.
    fn frobenius_map_in_place(&mut self, power: usize) {
        let power = power % 12;
        for _ in 0..power >> 1 {
            self.0 = self.0.frobenius_p2();
        }
        if power & 1 == 1 {
            self.0 = self.0.frobenius();
        }
    }

    fn mul_by_base_prime_field(&self, element: &Fp<T::Prime, N>) -> Self {
        Self(tower::Fp12::from_w(self.0.w().map(|c| c.scale(element.as_curve()))))
    }
}

impl<T: Dodecic<N>, const N: usize> CyclotomicMultSubgroup for Fp12<T, N> {
    const INVERSE_IS_FAST: bool = true;

    fn cyclotomic_square_in_place(&mut self) -> &mut Self {
        self.0 = self.0.cyclotomic_sqr();
        self
    }

    fn cyclotomic_inverse_in_place(&mut self) -> Option<&mut Self> {
        if self.is_zero_element() {
            return None;
        }
        self.0 = self.0.conjugate();
        Some(self)
    }
}
