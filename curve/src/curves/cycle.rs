//! What curves of cycles have in common: y² = x³ + b of prime order, over a field whose order is
//! that of the other curve's group. Such a curve is facts and one call of this macro.

/// The types of a curve and all that follows from its facts, which stand where the macro is called:
/// `FpModulus`, `FrModulus`, `LATTICE`, `BETA`, `GENERATOR_X`, `GENERATOR_Y`, `ROOTS`, `POWER`.
///
/// `bits` is how long the parts of a scalar are, `infinity` is
/// [`LittleEndianEncoding::INFINITY`](crate::weierstrass::LittleEndianEncoding).
macro_rules! curve_of_a_cycle {
    ($curve:ident, $name:literal, b: $b:expr, times_3b: |$x:ident| $times_3b:expr, bits: $bits:literal, infinity: $infinity:literal) => {
        /// An element of Fp known at compile time.
        ///
        /// [Examples](self#examples).
        pub type FpConst = limb::modulus::Constant<FpModulus>;

        /// The default engine of Fp.
        ///
        /// [Examples](self#examples).
        pub type FpEngine = $crate::engines::mont::Portable<
            FpModulus,
            { $crate::engines::mont::words::<FpModulus>() },
        >;
        /// The default engine of Fr.
        ///
        /// [Examples](self#examples).
        pub type FrEngine = $crate::engines::mont::Portable<
            FrModulus,
            { $crate::engines::mont::words::<FrModulus>() },
        >;

        /// An element of the base field, an integer modulo p: a [`Red`](crate::field::Red), like
        /// [`Scalar`].
        ///
        /// [Examples](self#examples).
        pub type Fp = $crate::field::Red<FpEngine>;
        /// A scalar: an integer modulo the order of the group. A secret one is a [`SecretScalar`].
        ///
        /// It is a [`Red`](crate::field::Red), as all elements of fields are: reduced, with `+`,
        /// `-`, `*` and inversion.
        ///
        /// [Examples](self#examples).
        pub type Scalar = $crate::field::Red<FrEngine>;
        /// The same as [`Scalar`], by the name of the field.
        ///
        /// [Examples](self#examples).
        pub type Fr = $crate::field::Red<FrEngine>;
        /// A scalar that is a secret: wiped, never shown, and with operations in constant time
        /// only.
        ///
        /// [Examples](self#examples).
        pub type SecretScalar = $crate::scalar::SecretScalar<FrEngine>;

        #[doc = concat!($name, " on an engine `F` of its base field.")]
        ///
        /// [Examples](self#examples).
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $curve<F = FpEngine>(core::marker::PhantomData<F>);

        /// A point of the curve, for arithmetic.
        ///
        /// [Examples](self#examples).
        pub type Point = $crate::weierstrass::Projective<$curve>;
        /// A point of the curve by its coordinates x and y, for bytes.
        ///
        /// [Examples](self#examples).
        pub type AffinePoint = $crate::weierstrass::Affine<$curve>;

        impl<F: $crate::field::Field<Const = FpConst>> $crate::weierstrass::Weierstrass
            for $curve<F>
        {
            type Base = F;
            type A = $crate::formulas::complete::Zero;

            fn b(ctx: &F::Ctx) -> $crate::field::Red<F> {
                $crate::field::Red::constant(ctx, &const { $b })
            }

            #[inline(always)]
            fn times_3b($x: &$crate::field::Red<F>) -> $crate::field::Red<F> {
                $times_3b
            }
        }

        impl<F: $crate::field::Field<Const = FpConst>> $crate::weierstrass::Endomorphism
            for $curve<F>
        {
            #[inline]
            fn endomorphism_xy(
                x: &$crate::field::Red<F>,
                y: &$crate::field::Red<F>,
            ) -> ($crate::field::Red<F>, $crate::field::Red<F>) {
                (x * &$crate::field::Red::constant(&x.ctx(), &BETA), y.clone())
            }
        }

        /// Every point is in the group.
        impl<F> $crate::weierstrass::Subgroup for $curve<F> where
            F: $crate::field::Masked + $crate::field::Field<Const = FpConst>
        {
        }

        impl<F> $crate::weierstrass::Group for $curve<F>
        where
            F: $crate::field::Canonical + $crate::field::Field<Const = FpConst>,
        {
            type Fast = $curve<F::Fast>;
            // In 256 bits a product on words takes no longer than in residue numbers.
            type Remainders = $curve<F::Fast>;

            #[inline(always)]
            fn fast() -> Option<$crate::weierstrass::CurveThere<Self::Fast>> {
                F::fast().map($crate::field::There::of)
            }

            type Scalar = FrEngine;

            const PARTS: usize = 2;
            const PART_BITS: u32 = $bits;

            fn split(k: &$crate::integer::Integer) -> [$crate::integer::SignedPart; 4] {
                $crate::integer::SignedPart::four(LATTICE.split(k))
            }

            fn generator(ctx: &F::Ctx) -> $crate::weierstrass::Affine<Self> {
                $crate::weierstrass::Affine::from_xy_unchecked_curve_and_subgroup(
                    $crate::field::Red::constant(ctx, &GENERATOR_X),
                    $crate::field::Red::constant(ctx, &GENERATOR_Y),
                )
            }
        }

        impl<F> $crate::weierstrass::GroupInLanes for $curve<F>
        where
            F: $crate::field::InLanes + $crate::field::Field<Const = FpConst>,
        {
            type Lanes = $curve<F::Lanes>;
            type Doubles = $curve<F::Doubles>;
        }

        impl<F: $crate::field::Masked + $crate::field::Field<Const = FpConst>>
            $crate::weierstrass::SquareRoots for $curve<F>
        {
            fn sqrt(a: &$crate::field::Red<F>) -> ($crate::field::Red<F>, F::Mask) {
                ROOTS.sqrt(a, |a| POWER.power(a))
            }
        }

        impl<F> $crate::weierstrass::LittleEndianEncoding for $curve<F>
        where
            F: $crate::field::Canonical + $crate::field::Field<Const = FpConst>,
        {
            const INFINITY: u8 = $infinity;
        }
    };
}

/// The map of Shallue and van de Woestijne to such a curve, by its `MAP`, with N = g, the root of
/// unity whose powers `ROOTS` has.
macro_rules! map_to_curve_of_a_cycle {
    ($curve:ident) => {
        impl<F> $crate::hash_to_curve::svdw::Svdw for $curve<F>
        where
            F: $crate::hash_to_curve::sswu::Sign + $crate::field::Field<Const = FpConst>,
        {
            fn constants() -> &'static $crate::hash_to_curve::svdw::Constants<FpConst> {
                &MAP
            }

            fn sqrt_ratio(
                u: &$crate::field::Red<F>,
                v: &$crate::field::Red<F>,
            ) -> ($crate::field::Red<F>, F::Mask) {
                let root = $crate::field::Red::one_in(&u.ctx());
                ROOTS.sqrt_ratio(u, v, &root, |x| POWER.power(x))
            }
        }
    };
}
