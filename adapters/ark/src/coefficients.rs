//! What fields have alike whose elements are so many coefficients in Fp, in the order of the tower:
//! comparing, hashing, drawing, bytes.

use ark_ff::{AdditiveGroup, Field};

use crate::prime::{Fp, Prime};

/// For a type that has `coefficients`, `from_coefficients` and `equals`, of so many coefficients.
macro_rules! of_coefficients {
    ($type:ident, $degree:literal) => {
        impl<T: Dodecic<N>, const N: usize> Clone for $type<T, N> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T: Dodecic<N>, const N: usize> Copy for $type<T, N> {}

        impl<T: Dodecic<N>, const N: usize> PartialEq for $type<T, N> {
            fn eq(&self, other: &Self) -> bool {
                self.0.equal(&other.0).into()
            }
        }

        impl<T: Dodecic<N>, const N: usize> Eq for $type<T, N> {}

        impl<T: Dodecic<N>, const N: usize> core::hash::Hash for $type<T, N> {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                self.coefficients().hash(state);
            }
        }

        /// By the coefficients, of which the last counts most.
        impl<T: Dodecic<N>, const N: usize> Ord for $type<T, N> {
            fn cmp(&self, other: &Self) -> core::cmp::Ordering {
                self.coefficients().iter().rev().cmp(other.coefficients().iter().rev())
            }
        }

        impl<T: Dodecic<N>, const N: usize> PartialOrd for $type<T, N> {
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl<T: Dodecic<N>, const N: usize> Debug for $type<T, N> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($type)).field(&self.coefficients()).finish()
            }
        }

        additive! { {T: Dodecic<N>, const N: usize} $type<T, N> }
        multiplicative! { {T: Dodecic<N>, const N: usize} $type<T, N> }

        impl<T: Dodecic<N>, const N: usize> ark_ff::AdditiveGroup for $type<T, N> {
            type Scalar = Self;

            const ZERO: Self = Self::of_fp2(Fp2::ZERO);

            fn double_in_place(&mut self) -> &mut Self {
                *self += *self;
                self
            }
        }

        impl<T: Dodecic<N>, const N: usize> Distribution<$type<T, N>> for Standard {
            fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> $type<T, N> {
                $type::from_coefficients(&array::from_fn(|_| ark_ff::UniformRand::rand(rng)))
            }
        }

        impl<T: Dodecic<N>, const N: usize> ark_ff::ToConstraintField<Fp<T::Prime, N>>
            for $type<T, N>
        {
            fn to_field_elements(&self) -> Option<ark_std::vec::Vec<Fp<T::Prime, N>>> {
                Some(self.coefficients().to_vec())
            }
        }

        impl<T: Dodecic<N>, const N: usize> CanonicalSerializeWithFlags for $type<T, N> {
            fn serialize_with_flags<W: Write, F: Flags>(
                &self,
                mut writer: W,
                flags: F,
            ) -> Result<(), SerializationError> {
                let [coefficients @ .., last] = self.coefficients();
                for coefficient in coefficients {
                    coefficient.serialize_compressed(&mut writer)?;
                }
                last.serialize_with_flags(&mut writer, flags)
            }

            fn serialized_size_with_flags<F: Flags>(&self) -> usize {
                let coefficient = Fp::<T::Prime, N>::ZERO;
                ($degree - 1) * coefficient.compressed_size()
                    + coefficient.serialized_size_with_flags::<F>()
            }
        }

        impl<T: Dodecic<N>, const N: usize> CanonicalSerialize for $type<T, N> {
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

        impl<T: Dodecic<N>, const N: usize> CanonicalDeserializeWithFlags for $type<T, N> {
            fn deserialize_with_flags<R: Read, F: Flags>(
                mut reader: R,
            ) -> Result<(Self, F), SerializationError> {
                let mut coefficients = [Fp::ZERO; $degree];
                let [first @ .., last] = &mut coefficients;
                for coefficient in first {
                    *coefficient = Fp::deserialize_compressed(&mut reader)?;
                }
                let flags;
                (*last, flags) = Fp::deserialize_with_flags(&mut reader)?;
                Ok((Self::from_coefficients(&coefficients), flags))
            }
        }

        impl<T: Dodecic<N>, const N: usize> CanonicalDeserialize for $type<T, N> {
            fn deserialize_with_mode<R: Read>(
                reader: R,
                _compress: Compress,
                _validate: Validate,
            ) -> Result<Self, SerializationError> {
                Self::deserialize_with_flags::<R, EmptyFlags>(reader).map(|(element, _)| element)
            }
        }

        /// Each value is one.
        impl<T: Dodecic<N>, const N: usize> Valid for $type<T, N> {
            const TRIVIAL_CHECK: bool = true;

            fn check(&self) -> Result<(), SerializationError> {
                Ok(())
            }
        }
    };
}

pub(crate) use of_coefficients;

/// So many elements and no more; none if there are others.
pub(crate) fn collected<P: Prime<N>, const N: usize, const DEGREE: usize>(
    elements: impl IntoIterator<Item = Fp<P, N>>,
) -> Option<[Fp<P, N>; DEGREE]> {
    let mut elements = elements.into_iter();
    let mut coefficients = [Fp::ZERO; DEGREE];
    for coefficient in &mut coefficients {
        *coefficient = elements.next()?;
    }
    elements.next().is_none().then_some(coefficients)
}

/// The coefficients of Fp6 from random bytes, which are cut in three, and each third halved, as by
/// arkworks; with what the last one is made by.
pub(crate) fn random_six<P: Prime<N>, F, const N: usize>(
    bytes: &[u8],
    last: impl FnOnce(&[u8]) -> Option<(Fp<P, N>, F)>,
) -> Option<([Fp<P, N>; 6], F)> {
    let third = bytes.len().checked_div(3)?;
    let thirds = [&bytes[..third], &bytes[third..2 * third], &bytes[2 * third..]];
    let [a, b, c] = thirds.map(|part| part.split_at(part.len() >> 1));
    let mut coefficients = [Fp::ZERO; 6];
    for (coefficient, part) in coefficients.iter_mut().zip([a.0, a.1, b.0, b.1, c.0]) {
        *coefficient = Fp::from_random_bytes(part)?;
    }
    let flags;
    (coefficients[5], flags) = last(c.1)?;
    Some((coefficients, flags))
}
