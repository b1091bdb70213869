//! What all groups have in common, whatever the shape of their curves.

/// A field of arkworks whose elements are those of [`curve`].
pub trait Element: ark_ff::Field {
    /// The engine.
    type Engine: curve::field::Anywhere + curve::field::InLanes;

    /// From an element of [`curve`].
    fn of(element: curve::field::Red<Self::Engine>) -> Self;
    /// As an element of [`curve`].
    fn get(&self) -> &curve::field::Red<Self::Engine>;
}

/// The traits of `Affine<C>` and `Projective<C>` with C: `Curve`, the names in the place where this
/// stands.
///
/// `Affine` has `negated`, `to_curve` and `of_point`. `Projective` is a tuple of a point of
/// [`curve`], which it adds to what `to_curve` gives, and has `plus`, `minus`, `negated` and
/// `is_zero_element`. There are the functions `normalize`, `sum` and `msm`, and arkworks' own type
/// of points by coordinates is `Theirs`.
macro_rules! group {
    () => {
        impl<C: Curve> Clone for Affine<C> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<C: Curve> Copy for Affine<C> {}

        impl<C: Curve> Clone for Projective<C> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<C: Curve> Copy for Projective<C> {}

        impl<C: Curve> PartialEq for Affine<C> {
            fn eq(&self, other: &Self) -> bool {
                self.x == other.x && self.y == other.y
            }
        }

        impl<C: Curve> Eq for Affine<C> {}

        impl<C: Curve> PartialEq for Projective<C> {
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }

        impl<C: Curve> Eq for Projective<C> {}

        impl<C: Curve> PartialEq<Projective<C>> for Affine<C> {
            fn eq(&self, other: &Projective<C>) -> bool {
                Projective::from(*self) == *other
            }
        }

        impl<C: Curve> PartialEq<Affine<C>> for Projective<C> {
            fn eq(&self, other: &Affine<C>) -> bool {
                *other == *self
            }
        }

        impl<C: Curve> Hash for Affine<C> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.x.hash(state);
                self.y.hash(state);
            }
        }

        impl<C: Curve> Hash for Projective<C> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.into_affine().hash(state);
            }
        }

        impl<C: Curve> Default for Affine<C> {
            fn default() -> Self {
                Self::ZERO
            }
        }

        impl<C: Curve> Display for Affine<C> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                if self.is_zero() {
                    f.write_str("infinity")
                } else {
                    write!(f, "({}, {})", self.x, self.y)
                }
            }
        }

        impl<C: Curve> Debug for Affine<C> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                Display::fmt(self, f)
            }
        }

        impl<C: Curve> Display for Projective<C> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                Display::fmt(&self.into_affine(), f)
            }
        }

        impl<C: Curve> Debug for Projective<C> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                Display::fmt(self, f)
            }
        }

        impl<C: Curve> Zeroize for Affine<C> {
            fn zeroize(&mut self) {
                self.x.zeroize();
                self.y.zeroize();
            }
        }

        impl<C: Curve> From<Projective<C>> for Affine<C> {
            fn from(point: Projective<C>) -> Self {
                Self::of_point(&point.0)
            }
        }

        /// Into arkworks' own type over this field.
        impl<C: Curve> From<Affine<C>> for Theirs<C> {
            fn from(point: Affine<C>) -> Self {
                Self::new_unchecked(point.x, point.y)
            }
        }

        /// From arkworks' own type over this field.
        impl<C: Curve> From<Theirs<C>> for Affine<C> {
            fn from(point: Theirs<C>) -> Self {
                Self::new_unchecked(point.x, point.y)
            }
        }

        $crate::operators::additive! { {C: Curve} Projective<C> }

        $crate::group::mixed! {
            Add add +: {Projective<C>} {Affine<C>} {&Affine<C>};
            Sub sub -: {Projective<C>} {Affine<C>} {&Affine<C>};
            Add add +: {Affine<C>} {Projective<C>} {&Projective<C>} {Affine<C>} {&Affine<C>};
            Sub sub -: {Affine<C>} {Projective<C>} {&Projective<C>} {Affine<C>} {&Affine<C>};
        }

        $crate::group::mixed_in_place! {
            AddAssign add_assign + Affine<C>;
            AddAssign add_assign + &Affine<C>;
            SubAssign sub_assign - Affine<C>;
            SubAssign sub_assign - &Affine<C>;
        }

        impl<C: Curve> Neg for Affine<C> {
            type Output = Self;

            #[inline]
            fn neg(self) -> Self {
                self.negated()
            }
        }

        /// In constant time; [`PrimeGroup::mul_bigint`] is for public values.
        impl<C: Curve, K: Borrow<C::ScalarField>> Mul<K> for Projective<C> {
            type Output = Self;

            fn mul(self, k: K) -> Self {
                Self(&self.0 * k.borrow().get())
            }
        }

        /// In constant time.
        impl<C: Curve, K: Borrow<C::ScalarField>> MulAssign<K> for Projective<C> {
            fn mul_assign(&mut self, k: K) {
                *self = *self * k;
            }
        }

        /// In constant time; [`AffineRepr::mul_bigint`] is for public values.
        impl<C: Curve, K: Borrow<C::ScalarField>> Mul<K> for Affine<C> {
            type Output = Projective<C>;

            fn mul(self, k: K) -> Projective<C> {
                Projective(&self.to_curve() * k.borrow().get())
            }
        }

        impl<C: Curve> core::iter::Sum<Affine<C>> for Projective<C> {
            fn sum<I: Iterator<Item = Affine<C>>>(points: I) -> Self {
                sum(&points.map(|point| point.to_curve()).collect::<Vec<_>>())
            }
        }

        impl<'a, C: Curve> core::iter::Sum<&'a Affine<C>> for Projective<C> {
            fn sum<I: Iterator<Item = &'a Affine<C>>>(points: I) -> Self {
                sum(&points.map(Affine::to_curve).collect::<Vec<_>>())
            }
        }

        impl<C: Curve> ScalarMul for Projective<C> {
            type MulBase = Affine<C>;

            const NEGATION_IS_CHEAP: bool = true;

            fn batch_convert_to_mul_base(bases: &[Self]) -> Vec<Affine<C>> {
                Self::normalize_batch(bases)
            }
        }

        impl<C: Curve> VariableBaseMSM for Projective<C> {
            type Bucket = Bucket<C>;

            const ZERO_BUCKET: Bucket<C> = Bucket::<C>::ZERO;

            fn msm_unchecked(bases: &[Affine<C>], scalars: &[C::ScalarField]) -> Self {
                msm(bases, scalars.iter().map(|k| *k.get()))
            }

            fn msm_bigint(
                bases: &[Affine<C>],
                integers: &[<C::ScalarField as PrimeField>::BigInt],
            ) -> Self {
                let residue = |integer: &<C::ScalarField as PrimeField>::BigInt| {
                    let scalar = C::ScalarField::from_bigint(*integer);
                    *scalar.unwrap_or_else(|| C::ScalarField::from((*integer).into())).get()
                };
                msm(bases, integers.iter().map(residue))
            }

            fn msm_u1(bases: &[Affine<C>], scalars: &[bool]) -> Self {
                let chosen = bases.iter().zip(scalars).filter(|(_, chosen)| **chosen);
                chosen.map(|(base, _)| base).sum()
            }

            fn msm_u8(bases: &[Affine<C>], scalars: &[u8]) -> Self {
                msm(bases, scalars.iter().map(|&k| *C::ScalarField::from(k).get()))
            }

            fn msm_u16(bases: &[Affine<C>], scalars: &[u16]) -> Self {
                msm(bases, scalars.iter().map(|&k| *C::ScalarField::from(k).get()))
            }

            fn msm_u32(bases: &[Affine<C>], scalars: &[u32]) -> Self {
                msm(bases, scalars.iter().map(|&k| *C::ScalarField::from(k).get()))
            }

            fn msm_u64(bases: &[Affine<C>], scalars: &[u64]) -> Self {
                msm(bases, scalars.iter().map(|&k| *C::ScalarField::from(k).get()))
            }
        }

        impl<C: Curve> CurveGroup for Projective<C> {
            type Config = C;
            type BaseField = C::BaseField;
            type Affine = Affine<C>;
            type FullGroup = Affine<C>;

            fn normalize_batch(points: &[Self]) -> Vec<Affine<C>> {
                normalize(points.iter().map(|point| point.0).collect())
            }
        }

        /// The point that arkworks draws from the same generator.
        impl<C: Curve> Distribution<Affine<C>> for Standard {
            fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Affine<C> {
                Projective::rand(rng).into()
            }
        }

        impl<C: Curve> CanonicalSerialize for Affine<C> {
            fn serialize_with_mode<W: Write>(
                &self,
                writer: W,
                compress: Compress,
            ) -> Result<(), SerializationError> {
                C::serialize_with_mode(&(*self).into(), writer, compress)
            }

            fn serialized_size(&self, compress: Compress) -> usize {
                C::serialized_size(compress)
            }
        }

        impl<C: Curve> CanonicalSerialize for Projective<C> {
            fn serialize_with_mode<W: Write>(
                &self,
                writer: W,
                compress: Compress,
            ) -> Result<(), SerializationError> {
                self.into_affine().serialize_with_mode(writer, compress)
            }

            fn serialized_size(&self, compress: Compress) -> usize {
                C::serialized_size(compress)
            }
        }

        impl<C: Curve> CanonicalDeserialize for Affine<C> {
            fn deserialize_with_mode<R: Read>(
                reader: R,
                compress: Compress,
                validate: Validate,
            ) -> Result<Self, SerializationError> {
                C::deserialize_with_mode(reader, compress, validate).map(Self::from)
            }
        }

        impl<C: Curve> CanonicalDeserialize for Projective<C> {
            fn deserialize_with_mode<R: Read>(
                reader: R,
                compress: Compress,
                validate: Validate,
            ) -> Result<Self, SerializationError> {
                Affine::deserialize_with_mode(reader, compress, validate).map(Self::from)
            }
        }

        impl<C: Curve> Valid for Affine<C> {
            fn check(&self) -> Result<(), SerializationError> {
                Self::batch_check([*self].iter())
            }

            fn batch_check<'a>(
                batch: impl Iterator<Item = &'a Self> + Send,
            ) -> Result<(), SerializationError> {
                let points: Vec<_> = batch.map(Self::to_curve).collect();
                let on_curve = points.iter().all(|point| point.is_on_curve().into());
                if on_curve && all_in_subgroup::<C>(points) {
                    Ok(())
                } else {
                    Err(SerializationError::InvalidData)
                }
            }
        }

        impl<C: Curve> Valid for Projective<C> {
            fn check(&self) -> Result<(), SerializationError> {
                self.into_affine().check()
            }

            fn batch_check<'a>(
                batch: impl Iterator<Item = &'a Self> + Send,
            ) -> Result<(), SerializationError> {
                let points: Vec<_> = batch.copied().collect();
                Affine::batch_check(Self::normalize_batch(&points).iter())
            }
        }

        impl<C: Curve, F: Field> ToConstraintField<F> for Affine<C>
        where
            C::BaseField: ToConstraintField<F>,
        {
            fn to_field_elements(&self) -> Option<Vec<F>> {
                Theirs::from(*self).to_field_elements()
            }
        }

        impl<C: Curve, F: Field> ToConstraintField<F> for Projective<C>
        where
            C::BaseField: ToConstraintField<F>,
        {
            fn to_field_elements(&self) -> Option<Vec<F>> {
                self.into_affine().to_field_elements()
            }
        }
    };
}

/// Sums and differences of operands of two kinds, by the operators of [`curve`].
macro_rules! mixed {
    ($($trait:ident $method:ident $operator:tt: {$left:ty} $({$right:ty})*;)*) => {
        $($(
            impl<C: Curve> $trait<$right> for $left {
                type Output = Projective<C>;

                #[inline]
                fn $method(self, other: $right) -> Projective<C> {
                    Projective(&self.to_curve() $operator &other.to_curve())
                }
            }
        )*)*
    };
}

/// The same in place.
macro_rules! mixed_in_place {
    ($($trait:ident $method:ident $operator:tt $right:ty;)*) => {
        $(
            impl<C: Curve> $trait<$right> for Projective<C> {
                #[inline]
                fn $method(&mut self, other: $right) {
                    self.0 = &self.0 $operator &other.to_curve();
                }
            }
        )*
    };
}

pub(crate) use {group, mixed, mixed_in_place};
