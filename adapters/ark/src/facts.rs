//! The facts of a curve, in the words of arkworks' traits.

/// A prime field: its name, its number of 64-bit words, and where [`curve`] has it. Numbers are
/// hexadecimal but the modulus.
macro_rules! prime {
    (
        $(#[$doc:meta])*
        $config:ident as $field:ident, $words:literal: $engine:ty, $constants:ty;
        modulus: $modulus:literal,
        generator: $generator:literal,
        root: $root:literal,
        $(small: ($base:literal, $power:literal, $large:literal),)?
        r_inverse: $r_inverse:literal $(,)?
    ) => {
        #[doc = concat!("The facts of [`", stringify!($field), "`].")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $config;

        $(#[$doc])*
        pub type $field = $crate::prime::Fp<$config, $words>;

        impl $crate::prime::Prime<$words> for $config {
            type Engine = $engine;

            const MODULUS: ark_ff::BigInt<$words> = ark_ff::BigInt!($modulus);
            const ZERO: Red<$engine> = Red::<$engine>::from_constant(&Constant::small(0));
            const ONE: Red<$engine> = Red::<$engine>::from_constant(&Constant::small(1));
            const NEG_ONE: Red<$engine> = Red::<$engine>::from_constant(&Constant::minus(1));
            const GENERATOR: Red<$engine> =
                Red::<$engine>::from_constant(&Constant::small($generator));
            const TWO_ADIC_ROOT_OF_UNITY: Red<$engine> =
                Red::<$engine>::from_constant(&Constant::hex($root));
            $(
                const SMALL_SUBGROUP: Option<(u32, u32, Red<$engine>)> = Some((
                    $base,
                    $power,
                    Red::<$engine>::from_constant(&Constant::hex($large)),
                ));
            )?
            const R_INVERSE: Red<$engine> =
                Red::<$engine>::from_constant(&Constant::hex($r_inverse));
        }

        impl $field {
            #[doc = "The element of hexadecimal digits, for constants."]
            #[allow(dead_code)] // Not every field has constants of its own.
            pub(crate) const fn hex(digits: &str) -> Self {
                Self::from_curve(Red::<$engine>::from_constant(&Constant::<$constants>::hex(digits)))
            }
        }

        $crate::facts::element! { $field, $engine }
    };
}

/// A field of coordinates or scalars.
macro_rules! element {
    ($field:ty, $engine:ty) => {
        impl $crate::group::Element for $field {
            type Engine = $engine;

            #[inline(always)]
            fn of(element: Red<$engine>) -> Self {
                Self::from_curve(element)
            }

            #[inline(always)]
            fn get(&self) -> &Red<$engine> {
                self.as_curve()
            }
        }
    };
}

/// A group on a Weierstrass curve. What stands in braces goes to arkworks' trait of the curve.
macro_rules! weierstrass {
    (
        $config:ident over $base:ty: $group:ty;
        cofactor: $cofactor:expr,
        cofactor_inverse: $inverse:expr,
        a: $a:expr,
        b: $b:expr,
        generator: ($x:expr, $y:expr),
        { $($encoding:tt)* }
    ) => {
        /// The facts of the curve.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $config;

        impl ark_ec::CurveConfig for $config {
            type BaseField = $base;
            type ScalarField = Fr;

            const COFACTOR: &'static [u64] = $cofactor;
            const COFACTOR_INV: Fr = $inverse;
        }

        impl ark_ec::short_weierstrass::SWCurveConfig for $config {
            const COEFF_A: $base = $a;
            const COEFF_B: $base = $b;
            const GENERATOR: ark_ec::short_weierstrass::Affine<Self> =
                ark_ec::short_weierstrass::Affine::new_unchecked($x, $y);

            // b ≠ 0, so (0, 0) is no point.
            type ZeroFlag = ();

            fn is_in_correct_subgroup_assuming_on_curve(
                point: &ark_ec::short_weierstrass::Affine<Self>,
            ) -> bool {
                $crate::weierstrass::Affine::from(*point)
                    .is_in_correct_subgroup_assuming_on_curve()
            }

            fn msm(
                bases: &[ark_ec::short_weierstrass::Affine<Self>],
                scalars: &[Fr],
            ) -> Result<ark_ec::short_weierstrass::Projective<Self>, usize> {
                let bases: ark_std::vec::Vec<$crate::weierstrass::Affine<Self>> =
                    bases.iter().map(|&base| base.into()).collect();
                let sum: $crate::weierstrass::Projective<Self> =
                    ark_ec::VariableBaseMSM::msm(&bases, scalars)?;
                let sum = $crate::weierstrass::Affine::from(sum);
                Ok(ark_ec::short_weierstrass::Affine::from(sum).into())
            }

            $($encoding)*
        }

        impl $crate::weierstrass::Curve for $config {
            type Group = $group;

            const IDENTITY: curve::weierstrass::Projective<$group> =
                curve::weierstrass::Projective::from_xyz_unchecked_curve_and_subgroup(
                    *<$base as ark_ff::AdditiveGroup>::ZERO.as_curve(),
                    *<$base as ark_ff::Field>::ONE.as_curve(),
                    *<$base as ark_ff::AdditiveGroup>::ZERO.as_curve(),
                );
        }
    };
}

pub(crate) use {element, prime, weierstrass};

/// What BLS12-381 has of its own in arkworks' trait of a curve: the encodings of ZCash, with so
/// many bytes for x, and the way into the group, which is the same here and there.
macro_rules! of_bls12_381 {
    ($bytes:literal) => {
        fn clear_cofactor(
            point: &ark_ec::short_weierstrass::Affine<Self>,
        ) -> ark_ec::short_weierstrass::Affine<Self> {
            $crate::weierstrass::clear_cofactor(point)
        }

        fn serialize_with_mode<W: ark_serialize::Write>(
            point: &ark_ec::short_weierstrass::Affine<Self>,
            mut writer: W,
            compress: ark_serialize::Compress,
        ) -> Result<(), ark_serialize::SerializationError> {
            let point = $crate::weierstrass::Affine::from(*point).to_curve();
            match compress {
                ark_serialize::Compress::Yes => writer.write_all(&point.to_bytes())?,
                ark_serialize::Compress::No => writer.write_all(&point.to_bytes_uncompressed())?,
            }
            Ok(())
        }

        /// Stricter than arkworks where nothing is validated: a point must be on the curve.
        fn deserialize_with_mode<R: ark_serialize::Read>(
            mut reader: R,
            compress: ark_serialize::Compress,
            validate: ark_serialize::Validate,
        ) -> Result<ark_ec::short_weierstrass::Affine<Self>, ark_serialize::SerializationError> {
            let mut bytes = [0; 2 * $bytes];
            let bytes = &mut bytes[..Self::serialized_size(compress)];
            reader.read_exact(bytes)?;
            $crate::weierstrass::decode_zcash::<Self>(bytes, compress, validate)
                .map(ark_ec::short_weierstrass::Affine::from)
        }

        fn serialized_size(compress: ark_serialize::Compress) -> usize {
            match compress {
                ark_serialize::Compress::Yes => $bytes,
                ark_serialize::Compress::No => 2 * $bytes,
            }
        }
    };
}

pub(crate) use of_bls12_381;
