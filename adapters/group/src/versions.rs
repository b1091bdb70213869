//! The traits in the words that both versions of `ff`, `group` and `pairing` share. What they say
//! differently is in `v0_13` and `v0_14`.

/// `Field`, `PrimeField` and the small traits next to them.
macro_rules! field_traits {
    ($ff:ident; $($random:item)*) => {
        impl<F: FieldFacts> $ff::Field for Element<F> {
            const ZERO: Self = Self(F::ZERO);
            const ONE: Self = Self(F::ONE);

            $($random)*

            #[inline(always)]
            fn is_zero(&self) -> Choice {
                self.0.is_zero()
            }

            #[inline(always)]
            fn square(&self) -> Self {
                Self(self.0.sqr())
            }

            #[inline(always)]
            fn double(&self) -> Self {
                Self(&self.0 + &self.0)
            }

            fn invert(&self) -> CtOption<Self> {
                self.inverse()
            }

            fn sqrt_ratio(num: &Self, div: &Self) -> (Choice, Self) {
                Self::root_of_ratio(num, div)
            }

            fn sqrt(&self) -> CtOption<Self> {
                self.root()
            }

            fn pow_vartime<S: AsRef<[u64]>>(&self, exponent: S) -> Self {
                Self(self.0.pow_vartime(exponent.as_ref()))
            }
        }

        impl<F: PrimeFacts> $ff::PrimeField for Element<F> {
            type Repr = F::Repr;

            const MODULUS: &'static str = F::MODULUS;
            const NUM_BITS: u32 = F::NUM_BITS;
            const CAPACITY: u32 = F::NUM_BITS - 1;
            const TWO_INV: Self = Self(F::TWO_INV);
            const MULTIPLICATIVE_GENERATOR: Self = Self(F::GENERATOR);
            const S: u32 = F::S;
            const ROOT_OF_UNITY: Self = Self(F::ROOT_OF_UNITY);
            const ROOT_OF_UNITY_INV: Self = Self(F::ROOT_OF_UNITY_INV);
            const DELTA: Self = Self(F::DELTA);

            fn from_u128(value: u128) -> Self {
                Self::of_integer(&value.to_be_bytes())
            }

            fn from_repr(repr: Self::Repr) -> CtOption<Self> {
                Self::from_bytes(&repr)
            }

            fn to_repr(&self) -> Self::Repr {
                self.to_bytes()
            }

            fn is_odd(&self) -> Choice {
                self.0.sgn0()
            }
        }

        impl<F: PrimeFacts> $ff::WithSmallOrderMulGroup<3> for Element<F> {
            const ZETA: Self = Self(F::ZETA);
        }

        /// Of at least 128 bits more than the modulus has, for each coefficient: shorter arrays are
        /// refused when the program is compiled.
        impl<F: PrimeFacts, const N: usize> $ff::FromUniformBytes<N> for Element<F> {
            fn from_uniform_bytes(bytes: &[u8; N]) -> Self {
                const { assert!(N >= F::UNIFORM_BYTES, "too few bytes to be uniform") };
                Self::from_bytes_wide(bytes)
            }
        }

        #[cfg(feature = "bits")]
        impl<F: PrimeFacts<Repr = [u8; 32]>> $ff::PrimeFieldBits for Element<F> {
            type ReprBits = [u8; 32];

            fn to_le_bits(&self) -> $ff::FieldBits<[u8; 32]> {
                self.to_bytes().into()
            }

            fn char_le_bits() -> $ff::FieldBits<[u8; 32]> {
                // p is odd, so p − 1 has the same bits but for the last.
                let mut bytes = (-Self::one()).to_bytes();
                bytes[0] |= 1;
                bytes.into()
            }
        }
    };
}

/// `Group` of points, their encodings, and what follows from these.
macro_rules! point_traits {
    ($group:ident; $($random:item)*) => {
        impl<C: CurveFacts> $group::Group for Point<C> {
            type Scalar = ScalarOf<C>;

            $($random)*

            fn identity() -> Self {
                Self::default()
            }

            fn generator() -> Self {
                Self(Projective::generator())
            }

            fn is_identity(&self) -> Choice {
                self.0.is_identity()
            }

            fn double(&self) -> Self {
                Self(self.0.double())
            }
        }

        impl<C: CurveFacts> $group::GroupEncoding for AffinePoint<C> {
            type Repr = C::Compressed;

            fn from_bytes(bytes: &Self::Repr) -> CtOption<Self> {
                Self::from_compressed(bytes)
            }

            fn from_bytes_unchecked(bytes: &Self::Repr) -> CtOption<Self> {
                Self::from_compressed_unchecked(bytes)
            }

            fn to_bytes(&self) -> Self::Repr {
                self.to_compressed()
            }
        }

        impl<C: CurveFacts> $group::GroupEncoding for Point<C> {
            type Repr = C::Compressed;

            fn from_bytes(bytes: &Self::Repr) -> CtOption<Self> {
                AffinePoint::from_compressed(bytes).map(Self::from)
            }

            fn from_bytes_unchecked(bytes: &Self::Repr) -> CtOption<Self> {
                AffinePoint::from_compressed_unchecked(bytes).map(Self::from)
            }

            fn to_bytes(&self) -> Self::Repr {
                AffinePoint::from(self).to_compressed()
            }
        }

        impl<C: CurveFacts> $group::UncompressedEncoding for AffinePoint<C> {
            type Uncompressed = C::Uncompressed;

            fn from_uncompressed(bytes: &Self::Uncompressed) -> CtOption<Self> {
                Self::from_uncompressed(bytes)
            }

            fn from_uncompressed_unchecked(bytes: &Self::Uncompressed) -> CtOption<Self> {
                Self::from_uncompressed_unchecked(bytes)
            }

            fn to_uncompressed(&self) -> Self::Uncompressed {
                self.to_uncompressed()
            }
        }

        impl<C: CurveFacts> $group::prime::PrimeGroup for Point<C> {}

        impl<C: CurveFacts> $group::cofactor::CofactorGroup for Point<C> {
            type Subgroup = Self;

            fn clear_cofactor(&self) -> Self {
                self.cleared()
            }

            fn into_subgroup(self) -> CtOption<Self> {
                CtOption::new(self, self.is_torsion_free())
            }

            fn is_torsion_free(&self) -> Choice {
                self.is_torsion_free()
            }
        }

        impl<C: WnafFacts> $group::WnafGroup for Point<C> {
            fn recommended_wnaf_for_num_scalars(scalars: usize) -> usize {
                // A window one bit wider doubles the table and spares a share of the additions, so
                // it pays for about three times as many scalars.
                4 + (1..=12).take_while(|&power| 3_usize.pow(power) < scalars).count()
            }
        }
    };
}

/// `Group` of the target group, and the pairing.
macro_rules! pairing_traits {
    ($group:ident, $pairing:ident; $($random:item)*) => {
        impl<E: PairingFacts> $group::Group for Gt<E> {
            type Scalar = Element<E::Scalar>;

            $($random)*

            fn identity() -> Self {
                Self::identity()
            }

            fn generator() -> Self {
                Self::generator()
            }

            fn is_identity(&self) -> Choice {
                self.ct_eq(&Self::identity())
            }

            fn double(&self) -> Self {
                self.double()
            }
        }

        impl<E: PairingFacts> $pairing::MillerLoopResult for MillerLoopResult<E> {
            type Gt = Gt<E>;

            fn final_exponentiation(&self) -> Gt<E> {
                self.final_exponentiation()
            }
        }

        engine_traits!($pairing, Bls12: bls12_381);
        engine_traits!($pairing, Bn256: bn254);
    };
}

/// The pairing of a curve: these traits are of types that no generic parameter covers.
macro_rules! engine_traits {
    ($pairing:ident, $engine:ident: $curve:ident) => {
        impl $pairing::Engine for $engine {
            type Fr = Element<$curve::FrEngine>;
            type G1 = Point<$curve::G1Curve>;
            type G1Affine = AffinePoint<$curve::G1Curve>;
            type G2 = Point<$curve::G2Curve>;
            type G2Affine = AffinePoint<$curve::G2Curve>;
            type Gt = Gt<Self>;

            fn pairing(p: &Self::G1Affine, q: &Self::G2Affine) -> Self::Gt {
                crate::pairing::pairing(p, q)
            }
        }

        impl $pairing::MultiMillerLoop for $engine {
            type G2Prepared = G2Prepared<Self>;
            type Result = MillerLoopResult<Self>;

            fn multi_miller_loop(terms: &[(&Self::G1Affine, &Self::G2Prepared)]) -> Self::Result {
                crate::pairing::multi_miller_loop(terms)
            }
        }

        impl $pairing::PairingCurveAffine for AffinePoint<$curve::G1Curve> {
            type Pair = AffinePoint<$curve::G2Curve>;
            type PairingResult = Gt<$engine>;

            fn pairing_with(&self, other: &Self::Pair) -> Self::PairingResult {
                crate::pairing::pairing(self, other)
            }
        }

        impl $pairing::PairingCurveAffine for AffinePoint<$curve::G2Curve> {
            type Pair = AffinePoint<$curve::G1Curve>;
            type PairingResult = Gt<$engine>;

            fn pairing_with(&self, other: &Self::Pair) -> Self::PairingResult {
                crate::pairing::pairing(other, self)
            }
        }
    };
}
