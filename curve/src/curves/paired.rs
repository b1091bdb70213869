//! What the modules of pairing curves have in common: the names of their types, and how their
//! groups go to other engines.

/// The types of a pairing curve that has `FpModulus`, `FrModulus` and `ROOT_OF_UNITY`, and the
/// traits of its scalars. `$tower` is the type that carries the tower's and the pairing's facts,
/// `$xi` its sextic non-residue.
macro_rules! names_of_a_pairing_curve {
    ($tower:ident, $name:literal, xi: $xi:literal) => {
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
        /// A scalar: an integer modulo r, the order of the groups. A secret one is a
        /// [`SecretScalar`].
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
        /// An element of the quadratic extension, in which G2 has its coordinates: a
        /// [`Red`](crate::field::Red) too.
        ///
        /// [Examples](self#examples).
        pub type Fp2 = $crate::field::Red<$crate::fp2::Quad<FpEngine>>;
        #[doc = concat!("The sextic extension Fp2\\[v\\]/(v³ − ", $xi, ").")]
        ///
        /// [Examples](self#examples).
        pub type Fp6<F = FpEngine> = $crate::tower::Fp6<$tower<F>>;
        /// Fp6\[w\]/(w² − v), in which the pairing has its values.
        ///
        /// [Examples](self#examples).
        pub type Fp12<F = FpEngine> = $crate::tower::Fp12<$tower<F>>;

        impl $crate::scalar::ScalarField for FrEngine {}
        impl $crate::scalar::FromU64 for FrEngine {}

        #[cfg(feature = "alloc")]
        impl $crate::ntt::TwoAdic for FrEngine {
            const TWO_ADICITY: u32 = <FrModulus as limb::Modulus>::TWO_ADICITY;
            const ROOT_OF_UNITY: limb::modulus::Constant<FrModulus> = ROOT_OF_UNITY;
        }

        #[doc = concat!(
            $name,
            " on an engine `F` of its base field: the type that carries the tower's and the pairing's facts."
        )]
        ///
        /// [Examples](self#examples).
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $tower<F = FpEngine>(core::marker::PhantomData<F>);

        /// E(Fp) on an engine `F` of the base field.
        ///
        /// [Examples](self#examples).
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct G1Curve<F = FpEngine>(core::marker::PhantomData<F>);

        /// E′(Fp2) on an engine `F` of the base field.
        ///
        /// [Examples](self#examples).
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct G2Curve<F = FpEngine>(core::marker::PhantomData<F>);

        /// A point of G1, for arithmetic.
        ///
        /// [Examples](self#examples).
        pub type G1 = $crate::weierstrass::Projective<G1Curve>;
        /// A point of G1 by its coordinates x and y, for bytes and pairings.
        ///
        /// [Examples](self#examples).
        pub type G1Affine = $crate::weierstrass::Affine<G1Curve>;
        /// A point of G2, for arithmetic.
        ///
        /// [Examples](self#examples).
        pub type G2 = $crate::weierstrass::Projective<G2Curve>;
        /// A point of G2 by its coordinates x and y, for bytes and pairings.
        ///
        /// [Examples](self#examples).
        pub type G2Affine = $crate::weierstrass::Affine<G2Curve>;

        /// The engines that can run this curve: those of its base field.
        ///
        /// [Examples](self#examples).
        pub trait BaseEngine: $crate::field::Field<Const = FpConst> {}

        impl<F: $crate::field::Field<Const = FpConst>> BaseEngine for F {}
    };
}

/// A group of such a curve, `G1Curve` or `G2Curve`: its generator `GENERATOR_X`, `GENERATOR_Y`, the
/// engines that it goes to, and the parts of a scalar. `$sixth` is
/// [`SIXTH_ROOT`](crate::weierstrass::Group::SIXTH_ROOT).
macro_rules! group_on_engines {
    ($curve:ident, parts: $parts:literal, bits: $bits:literal, sixth_root: $sixth:literal, split: |$k:ident| $split:expr) => {
        impl<F: BaseEngine + $crate::field::Canonical> $crate::weierstrass::Group for $curve<F> {
            type Fast = $curve<F::Fast>;
            type Remainders = $curve<F::Remainders>;

            #[inline(always)]
            fn fast() -> Option<$crate::weierstrass::CurveThere<Self::Fast>> {
                F::fast().map($crate::field::There::of)
            }

            #[inline(always)]
            fn remainders() -> Option<$crate::weierstrass::CurveThere<Self::Remainders>> {
                F::remainders().map($crate::field::There::of)
            }

            type Scalar = FrEngine;

            const PARTS: usize = $parts;
            const PART_BITS: u32 = $bits;
            const SIXTH_ROOT: bool = $sixth;

            fn split($k: &$crate::integer::Integer) -> [$crate::integer::SignedPart; 4] {
                $split
            }

            fn generator(ctx: &F::Ctx) -> $crate::weierstrass::Affine<Self> {
                let [x, y] = limb::each::Each::each([&GENERATOR_X, &GENERATOR_Y], |c| {
                    $crate::field::Red::constant(ctx, c)
                });
                $crate::weierstrass::Affine::from_xy_unchecked_curve_and_subgroup(x, y)
            }
        }

        impl<F: BaseEngine + $crate::field::InLanes> $crate::weierstrass::GroupInLanes
            for $curve<F>
        {
            type Lanes = $curve<F::Lanes>;
            type Doubles = $curve<F::Doubles>;
        }
    };
}
