//! Prime fields.

use core::array;
use core::cmp::Ordering;
use core::fmt::{self, Debug, Display};
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use ark_ff::{
    AdditiveGroup, BigInt, FftField, Field, LegendreSymbol, PrimeField, SqrtPrecomputation,
};
use ark_serialize::{
    CanonicalDeserialize, CanonicalDeserializeWithFlags, CanonicalSerialize,
    CanonicalSerializeWithFlags, Compress, EmptyFlags, Flags, Read, SerializationError, Valid,
    Validate, Write, buffer_byte_size,
};
use ark_std::rand::Rng;
use ark_std::rand::distributions::{Distribution, Standard};
use curve::field::{Anywhere, Red};
use num_bigint_0_4::BigUint;
use zeroize::Zeroize;

use crate::operators::{additive, multiplicative};

/// The facts of a prime field of N words of 64 bits, and the engine that computes in it.
pub trait Prime<const N: usize>: Copy + Debug + Eq + Send + Sync + 'static {
    /// The engine of [`curve`].
    type Engine: Anywhere;

    /// The modulus.
    const MODULUS: BigInt<N>;
    /// 0.
    const ZERO: Red<Self::Engine>;
    /// 1.
    const ONE: Red<Self::Engine>;
    /// −1.
    const NEG_ONE: Red<Self::Engine>;
    /// A generator of the multiplicative group, the one that arkworks takes.
    const GENERATOR: Red<Self::Engine>;
    /// Of order 2^s with the largest s: the generator to the power of the trace.
    const TWO_ADIC_ROOT_OF_UNITY: Red<Self::Engine>;
    /// A small base b and its power k, and an element of order 2^s·b^k, for transforms of mixed
    /// radix: those of arkworks.
    const SMALL_SUBGROUP: Option<(u32, u32, Red<Self::Engine>)> = None;
    /// 2^(−64N), by which random elements are those that arkworks draws.
    const R_INVERSE: Red<Self::Engine>;
}

/// An element of a prime field: [`Red`] with the traits of arkworks.
pub struct Fp<P: Prime<N>, const N: usize>(Red<P::Engine>);

impl<P: Prime<N>, const N: usize> Fp<P, N> {
    /// (p + 1)/4, for p ≡ 3 (mod 4).
    const QUARTER: BigInt<N> = {
        let mut out = P::MODULUS.divide_by_2_round_down().divide_by_2_round_down();
        let mut i = 0;
        while i < N {
            let (sum, carry) = out.0[i].overflowing_add(1);
            out.0[i] = sum;
            if !carry {
                break;
            }
            i += 1;
        }
        out
    };

    /// The bits of the last word that no element has.
    const SPARE_BITS: u32 = 64 * N as u32 - P::MODULUS.const_num_bits();

    /// From an element of [`curve`].
    #[inline(always)]
    pub const fn from_curve(element: Red<P::Engine>) -> Self {
        Self(element)
    }

    /// As an element of [`curve`].
    #[inline(always)]
    pub const fn as_curve(&self) -> &Red<P::Engine> {
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

    #[inline]
    fn is_zero_element(&self) -> bool {
        self.0.is_zero().into()
    }

    fn from_integer(value: u128) -> Self {
        let mut words = [0; N];
        for (word, value) in words.iter_mut().zip([value as u64, (value >> 64) as u64]) {
            *word = value;
        }
        BigInt(words).into()
    }
}

impl<P: Prime<N>, const N: usize> Clone for Fp<P, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Prime<N>, const N: usize> Copy for Fp<P, N> {}

impl<P: Prime<N>, const N: usize> PartialEq for Fp<P, N> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<P: Prime<N>, const N: usize> Eq for Fp<P, N> {}

impl<P: Prime<N>, const N: usize> Hash for Fp<P, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.into_bigint().hash(state);
    }
}

impl<P: Prime<N>, const N: usize> Ord for Fp<P, N> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.into_bigint().cmp(&other.into_bigint())
    }
}

impl<P: Prime<N>, const N: usize> PartialOrd for Fp<P, N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P: Prime<N>, const N: usize> Debug for Fp<P, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.into_bigint(), f)
    }
}

impl<P: Prime<N>, const N: usize> Display for Fp<P, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.into_bigint(), f)
    }
}

impl<P: Prime<N>, const N: usize> Zeroize for Fp<P, N> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

additive! { {P: Prime<N>, const N: usize} Fp<P, N> }
multiplicative! { {P: Prime<N>, const N: usize} Fp<P, N> }

impl<P: Prime<N>, const N: usize> AdditiveGroup for Fp<P, N> {
    type Scalar = Self;

    const ZERO: Self = Self(P::ZERO);

    #[inline]
    fn double_in_place(&mut self) -> &mut Self {
        *self += *self;
        self
    }
}

impl<P: Prime<N>, const N: usize> Field for Fp<P, N> {
    type BasePrimeField = Self;

    const SQRT_PRECOMP: Option<SqrtPrecomputation<Self>> = Some(if P::MODULUS.mod_4() == 3 {
        SqrtPrecomputation::Case3Mod4 { modulus_plus_one_div_four: &Self::QUARTER.0 }
    } else {
        SqrtPrecomputation::TonelliShanks {
            two_adicity: Self::TWO_ADICITY,
            quadratic_nonresidue_to_trace: Self::TWO_ADIC_ROOT_OF_UNITY,
            trace_of_modulus_minus_one_div_two: &Self::TRACE_MINUS_ONE_DIV_TWO.0,
        }
    });
    const ONE: Self = Self(P::ONE);
    const NEG_ONE: Self = Self(P::NEG_ONE);

    fn characteristic() -> &'static [u64] {
        P::MODULUS.as_ref()
    }

    fn extension_degree() -> u64 {
        1
    }

    fn to_base_prime_field_elements(&self) -> impl Iterator<Item = Self> {
        core::iter::once(*self)
    }

    fn from_base_prime_field_elems(elements: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut elements = elements.into_iter();
        let first = elements.next()?;
        elements.next().is_none().then_some(first)
    }

    fn from_base_prime_field(element: Self) -> Self {
        element
    }

    fn from_random_bytes_with_flags<F: Flags>(bytes: &[u8]) -> Option<(Self, F)> {
        if F::BIT_SIZE > 8 {
            return None;
        }
        let mut words = [[0; 8]; N];
        // A flag that has no room in the words comes in a byte of its own.
        let (low, high) = bytes.split_at(bytes.len().min(8 * N));
        words.as_flattened_mut()[..low.len()].copy_from_slice(low);
        let mut more = high.first().copied().unwrap_or(0);
        let place = buffer_byte_size(Self::MODULUS_BIT_SIZE as usize + F::BIT_SIZE) - 1;
        let last = words.as_flattened_mut().get_mut(place).unwrap_or(&mut more);
        let flags = *last & u8::MAX.checked_shl(8 - F::BIT_SIZE as u32).unwrap_or(0);
        let mut integer = BigInt(words.map(u64::from_le_bytes));
        integer.0[N - 1] &= u64::MAX.checked_shr(Self::SPARE_BITS).unwrap_or(0);
        Some((Self::from_bigint(integer)?, F::from_u8(flags)?))
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

    fn frobenius_map_in_place(&mut self, _power: usize) {}

    fn pow<S: AsRef<[u64]>>(&self, exponent: S) -> Self {
        Self(self.0.pow_vartime(exponent.as_ref()))
    }

    #[inline]
    fn mul_by_base_prime_field(&self, element: &Self) -> Self {
        self.times(element)
    }
}

impl<P: Prime<N>, const N: usize> FftField for Fp<P, N> {
    const GENERATOR: Self = Self(P::GENERATOR);
    const TWO_ADICITY: u32 = P::MODULUS.two_adic_valuation();
    const TWO_ADIC_ROOT_OF_UNITY: Self = Self(P::TWO_ADIC_ROOT_OF_UNITY);
    const SMALL_SUBGROUP_BASE: Option<u32> = match P::SMALL_SUBGROUP {
        Some((base, _, _)) => Some(base),
        None => None,
    };
    const SMALL_SUBGROUP_BASE_ADICITY: Option<u32> = match P::SMALL_SUBGROUP {
        Some((_, power, _)) => Some(power),
        None => None,
    };
    const LARGE_SUBGROUP_ROOT_OF_UNITY: Option<Self> = match P::SMALL_SUBGROUP {
        Some((_, _, root)) => Some(Self(root)),
        None => None,
    };
}

impl<P: Prime<N>, const N: usize> PrimeField for Fp<P, N> {
    type BigInt = BigInt<N>;

    const MODULUS: BigInt<N> = P::MODULUS;
    const MODULUS_MINUS_ONE_DIV_TWO: BigInt<N> = P::MODULUS.divide_by_2_round_down();
    const MODULUS_BIT_SIZE: u32 = P::MODULUS.const_num_bits();
    const TRACE: BigInt<N> = P::MODULUS.two_adic_coefficient();
    const TRACE_MINUS_ONE_DIV_TWO: BigInt<N> = Self::TRACE.divide_by_2_round_down();

    fn from_bigint(integer: BigInt<N>) -> Option<Self> {
        let bytes: [[u8; 8]; N] = array::from_fn(|i| integer.0[N - 1 - i].to_be_bytes());
        let (element, canonical) = Red::from_bytes(bytes.as_flattened());
        bool::from(canonical).then_some(Self(element))
    }

    fn into_bigint(self) -> BigInt<N> {
        let mut bytes = [[0; 8]; N];
        self.0.to_bytes(bytes.as_flattened_mut());
        BigInt(array::from_fn(|i| u64::from_be_bytes(bytes[N - 1 - i])))
    }

    fn from_be_bytes_mod_order(bytes: &[u8]) -> Self {
        Self(Red::from_uniform_bytes(bytes))
    }

    fn from_le_bytes_mod_order(bytes: &[u8]) -> Self {
        let mut bytes = bytes.to_vec();
        bytes.reverse();
        Self::from_be_bytes_mod_order(&bytes)
    }
}

/// # Panics
/// If the integer is not below the modulus, as with arkworks.
impl<P: Prime<N>, const N: usize> From<BigInt<N>> for Fp<P, N> {
    fn from(integer: BigInt<N>) -> Self {
        Self::from_bigint(integer).expect("an integer below the modulus")
    }
}

impl<P: Prime<N>, const N: usize> From<Fp<P, N>> for BigInt<N> {
    fn from(element: Fp<P, N>) -> Self {
        element.into_bigint()
    }
}

/// The residue.
impl<P: Prime<N>, const N: usize> From<BigUint> for Fp<P, N> {
    fn from(integer: BigUint) -> Self {
        Self::from_be_bytes_mod_order(&integer.to_bytes_be())
    }
}

impl<P: Prime<N>, const N: usize> From<Fp<P, N>> for BigUint {
    fn from(element: Fp<P, N>) -> Self {
        element.into_bigint().into()
    }
}

/// The residue of a decimal number, which may be negative.
impl<P: Prime<N>, const N: usize> FromStr for Fp<P, N> {
    type Err = ();

    fn from_str(digits: &str) -> Result<Self, ()> {
        let (negative, digits) = match digits.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, digits),
        };
        let magnitude = Self::from(BigUint::from_str(digits).map_err(|_| ())?);
        Ok(if negative { -magnitude } else { magnitude })
    }
}

/// The element that arkworks draws from the same generator.
impl<P: Prime<N>, const N: usize> Distribution<Fp<P, N>> for Standard {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Fp<P, N> {
        loop {
            let mut integer: BigInt<N> = rng.sample(Self);
            integer.0[N - 1] &= u64::MAX.checked_shr(Fp::<P, N>::SPARE_BITS).unwrap_or(0);
            // arkworks takes it for the form in which it keeps an element, which is R times it.
            if let Some(multiple) = Fp::<P, N>::from_bigint(integer) {
                return Fp(&multiple.0 * &P::R_INVERSE);
            }
        }
    }
}

impl<P: Prime<N>, const N: usize> CanonicalSerializeWithFlags for Fp<P, N> {
    fn serialize_with_flags<W: Write, F: Flags>(
        &self,
        mut writer: W,
        flags: F,
    ) -> Result<(), SerializationError> {
        if F::BIT_SIZE > 8 {
            return Err(SerializationError::NotEnoughSpace);
        }
        let mut words = self.into_bigint().0.map(u64::to_le_bytes);
        let bytes = words.as_flattened_mut();
        let size = self.serialized_size_with_flags::<F>();
        match bytes.get_mut(size - 1) {
            Some(last) => *last |= flags.u8_bitmask(),
            None => {
                writer.write_all(bytes)?;
                return Ok(writer.write_all(&[flags.u8_bitmask()])?);
            }
        }
        Ok(writer.write_all(&bytes[..size])?)
    }

    fn serialized_size_with_flags<F: Flags>(&self) -> usize {
        buffer_byte_size(Self::MODULUS_BIT_SIZE as usize + F::BIT_SIZE)
    }
}

impl<P: Prime<N>, const N: usize> CanonicalSerialize for Fp<P, N> {
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

/// Stricter than arkworks in one point: a byte that holds nothing but flags may hold nothing else.
impl<P: Prime<N>, const N: usize> CanonicalDeserializeWithFlags for Fp<P, N> {
    fn deserialize_with_flags<R: Read, F: Flags>(
        mut reader: R,
    ) -> Result<(Self, F), SerializationError> {
        if F::BIT_SIZE > 8 {
            return Err(SerializationError::NotEnoughSpace);
        }
        let size = buffer_byte_size(Self::MODULUS_BIT_SIZE as usize + F::BIT_SIZE);
        let mut words = [[0; 8]; N];
        let bytes = words.as_flattened_mut();
        let mut more = [0];
        let split = size.min(bytes.len());
        reader.read_exact(&mut bytes[..split])?;
        reader.read_exact(&mut more[..size - split])?;
        let last = bytes.get_mut(size - 1).unwrap_or(&mut more[0]);
        let flags = F::from_u8_remove_flags(last).ok_or(SerializationError::UnexpectedFlags)?;
        let element = Self::from_bigint(BigInt(words.map(u64::from_le_bytes)))
            .filter(|_| more == [0])
            .ok_or(SerializationError::InvalidData)?;
        Ok((element, flags))
    }
}

impl<P: Prime<N>, const N: usize> CanonicalDeserialize for Fp<P, N> {
    fn deserialize_with_mode<R: Read>(
        reader: R,
        _compress: Compress,
        _validate: Validate,
    ) -> Result<Self, SerializationError> {
        Self::deserialize_with_flags::<R, EmptyFlags>(reader).map(|(element, _)| element)
    }
}

/// Each value is one.
impl<P: Prime<N>, const N: usize> Valid for Fp<P, N> {
    const TRIVIAL_CHECK: bool = true;

    fn check(&self) -> Result<(), SerializationError> {
        Ok(())
    }
}
