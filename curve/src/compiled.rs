//! What this crate compiles once, for all that use it.
//!
//! Algorithms are generic, since tests, the lab and other engines run them too. Users call them on
//! five curves only. Named here, they are compiled here on these: a crate above links them and
//! compiles nothing. rustc shares an instance across crates if its function is `inline(never)`,
//! which each of these is. A linker drops what a program does not call. `walls/tests/users.rs`
//! builds two programs as users do, and fails if something has to be compiled again.
//!
//! A new public algorithm gets `#[inline(never)]` and a line here.

use core::ops::{Add, Mul, Sub};

use subtle::ConstantTimeEq;

use crate::ed25519::Ed25519;
use crate::edwards::{EdwardsPoint, Ristretto, Vartime};
use crate::field::Red;
use crate::hash_to_curve::map_some_to_group;
#[cfg(feature = "alloc")]
use crate::ntt::{Domain, Evaluator};
#[cfg(feature = "parallel")]
use crate::parallel;
#[cfg(feature = "alloc")]
use crate::poseidon::{Parameters, Poseidon};
use crate::scalar_mul::{lincomb_vartime, sum_of_two_vartime};
use crate::vectors;
use crate::weierstrass::{Affine, CurvePoint, Jacobian, Projective};
use crate::{bls12_381, bn254, ed25519, msm, p256, scalar_mul, secp256k1};

/// A function that contains all that is listed, and so compiles it. What stands behind a feature is
/// compiled with that feature.
#[doc(hidden)]
#[macro_export]
macro_rules! instances {
    ($name:ident: $($function:expr,)+ $(; $feature:literal: $($more:expr,)+)*) => {
        #[doc = concat!("What is done with `", stringify!($name), "`.")]
        #[inline(never)]
        pub fn $name() -> impl Sized {
            (
                [$($function as *const ()),+],
                $(
                    #[cfg(feature = $feature)]
                    [$($more as *const ()),+],
                )*
            )
        }
    };
}

/// A field, prime or quadratic.
macro_rules! field {
    ($name:ident: $element:ty) => {
        instances! { $name:
            <$element>::invert,
            <$element>::invert_vartime,
            <$element>::sqrt,
            <$element>::inverse_sqrt,
            <$element>::is_square,
            <$element>::sgn0,
            <$element>::is_largest,
            <$element>::pow_vartime,
        }
    };
}

/// A field of scalars.
macro_rules! scalars {
    ($name:ident: $engine:ty) => {
        instances! { $name:
            Red::<$engine>::from_uniform_bytes,
            Red::<$engine>::from_be_bytes,
            Red::<$engine>::from_be_bytes_batch,
            vectors::mul_slices::<$engine>,
            vectors::mul_assign_slices::<$engine>,
            vectors::scale_slice::<$engine>,
            vectors::add_scaled_slice::<$engine>,
            vectors::inner_product::<$engine>,
            ; "alloc":
            vectors::invert_batch::<$engine>,
            vectors::invert_batch_vartime::<$engine>,
        }
    };
}

/// What provers do with scalars.
macro_rules! transforms {
    ($name:ident: $engine:ty) => {
        #[cfg(feature = "alloc")]
        instances! { $name:
            Domain::<$engine>::new,
            Domain::<$engine>::forward,
            Domain::<$engine>::inverse,
            Domain::<$engine>::coset_forward,
            Domain::<$engine>::coset_inverse,
            Evaluator::<$engine>::new,
            Evaluator::<$engine>::value,
        }
    };
}

/// Poseidon over a field of scalars.
macro_rules! poseidon {
    ($name:ident: $engine:ty) => {
        #[cfg(feature = "alloc")]
        instances! { $name:
            Parameters::<$engine>::new,
            Poseidon::<$engine>::new,
            Poseidon::<$engine>::of,
            Poseidon::<$engine>::hash,
            Poseidon::<$engine>::hash_to,
            Poseidon::<$engine>::hash_batch,
            ; "parallel":
            parallel::poseidon_hash_batch::<$engine>,
        }
    };
}

/// A group on a Weierstrass curve.
macro_rules! group {
    ($name:ident: $curve:ty) => {
        instances! { $name:
            Projective::<$curve>::mul,
            Projective::<$curve>::mul_vartime,
            Projective::<$curve>::mul_generator,
            Projective::<$curve>::mul_integer_vartime,
            Projective::<$curve>::mul_batch,
            Projective::<$curve>::mul_batch_by,
            Projective::<$curve>::mul_batch_vartime,
            Projective::<$curve>::double_times,
            Projective::<$curve>::to_affine,
            Projective::<$curve>::to_affine_vartime,
            Projective::<$curve>::batch_to_affine,
            Projective::<$curve>::is_in_subgroup,
            Projective::<$curve>::is_on_curve,
            Affine::<$curve>::from_xy,
            Affine::<$curve>::from_x,
            Affine::<$curve>::is_on_curve,
            CurvePoint::<$curve>::from_xy,
            CurvePoint::<$curve>::to_xy,
            CurvePoint::<$curve>::is_in_subgroup,
            CurvePoint::<$curve>::check_subgroup,
            CurvePoint::<$curve>::is_in_subgroup_batch,
            <Projective<$curve> as ConstantTimeEq>::ct_eq,
            <Affine<$curve> as ConstantTimeEq>::ct_eq,
            <&Projective<$curve> as Add<&Projective<$curve>>>::add,
            <&Projective<$curve> as Add<&Affine<$curve>>>::add,
            <&Affine<$curve> as Add<&Affine<$curve>>>::add,
            <&Projective<$curve> as Sub<&Projective<$curve>>>::sub,
            <&Projective<$curve> as Sub<&Affine<$curve>>>::sub,
            <&Affine<$curve> as Sub<&Affine<$curve>>>::sub,
            scalar_mul::mul_vartime::<Jacobian<$curve>>,
            sum_of_two_vartime::<Jacobian<$curve>>,
            lincomb_vartime::<$curve>,
            msm::msm_vartime::<$curve>,
            ; "alloc":
            msm::msm_vartime_alloc::<$curve>,
            msm::msm_runs_vartime::<$curve>,
            msm::sum_vartime_alloc::<$curve>,
            msm::FixedBases::<$curve>::new,
            msm::FixedBases::<$curve>::msm_from_vartime,
            CurvePoint::<$curve>::are_in_subgroup_randomized_vartime,
            ; "parallel":
            parallel::msm_vartime::<$curve>,
            parallel::msm_runs_vartime::<$curve>,
            parallel::fixed_msm_vartime::<$curve>,
            parallel::sum_vartime::<$curve>,
            parallel::mul_batch_vartime::<$curve>,
            parallel::is_in_subgroup_batch::<$curve>,
        }
    };
}

/// The encodings of BLS12 curves, and transforms of points.
macro_rules! zcash {
    ($name:ident: $curve:ty, $scalar:ty) => {
        instances! { $name:
            CurvePoint::<$curve>::clear_cofactor,
            Affine::<$curve>::to_bytes,
            Affine::<$curve>::to_bytes_uncompressed,
            Affine::<$curve>::from_bytes,
            Affine::<$curve>::from_bytes_uncompressed,
            Affine::<$curve>::from_bytes_unchecked_subgroup,
            Affine::<$curve>::from_bytes_uncompressed_unchecked_subgroup,
            ; "alloc":
            Domain::<$scalar>::forward_points_vartime::<$curve>,
            Domain::<$scalar>::inverse_points_vartime::<$curve>,
        }
    };
}

/// What else goes with BLS12-381.
macro_rules! hashing_and_eip2537 {
    ($name:ident: $curve:ty) => {
        instances! { $name:
            map_some_to_group::<$curve>,
            Affine::<$curve>::from_bytes_batch::<&[u8]>,
            Affine::<$curve>::to_eip2537,
            Affine::<$curve>::from_eip2537,
            Affine::<$curve>::from_eip2537_unchecked_subgroup,
            Affine::<$curve>::add_eip2537_vartime,
            Projective::<$curve>::to_eip2537_vartime,
        }
    };
}

/// Encodings of BN254.
macro_rules! eip196 {
    ($name:ident: $curve:ty) => {
        instances! { $name:
            CurvePoint::<$curve>::clear_cofactor,
            Affine::<$curve>::to_eip196,
            Affine::<$curve>::from_eip196,
            Affine::<$curve>::from_eip196_unchecked_subgroup,
            Affine::<$curve>::add_eip196_vartime,
            Projective::<$curve>::to_eip196_vartime,
        }
    };
}

/// Encodings of curves of 256 bits.
macro_rules! sec1 {
    ($name:ident: $curve:ty) => {
        instances! { $name:
            Affine::<$curve>::to_sec1,
            Affine::<$curve>::to_sec1_uncompressed,
            Affine::<$curve>::to_x_only,
            Affine::<$curve>::from_sec1,
            Affine::<$curve>::from_sec1_compressed,
            Affine::<$curve>::from_sec1_uncompressed,
            Affine::<$curve>::from_x_only,
            Affine::<$curve>::from_sec1_compressed_batch::<&[u8]>,
            Affine::<$curve>::from_x_only_batch::<&[u8]>,
        }
    };
}

/// A curve in Edwards form.
macro_rules! edwards {
    ($name:ident: $curve:ty) => {
        instances! { $name:
            EdwardsPoint::<$curve>::mul,
            EdwardsPoint::<$curve>::mul_two,
            EdwardsPoint::<$curve>::mul_integer,
            EdwardsPoint::<$curve>::mul_vartime,
            EdwardsPoint::<$curve>::mul_batch_by,
            EdwardsPoint::<$curve>::mul_batch_vartime,
            EdwardsPoint::<$curve>::is_torsion_free,
            EdwardsPoint::<$curve>::is_torsion_free_batch,
            EdwardsPoint::<$curve>::sum_batch,
            EdwardsPoint::<$curve>::to_bytes,
            EdwardsPoint::<$curve>::to_xy_batch,
            EdwardsPoint::<$curve>::to_bytes_vartime,
            EdwardsPoint::<$curve>::to_bytes_batch_vartime,
            EdwardsPoint::<$curve>::from_bytes,
            EdwardsPoint::<$curve>::from_bytes_zip215,
            EdwardsPoint::<$curve>::from_bytes_batch::<&[u8]>,
            EdwardsPoint::<$curve>::from_bytes_zip215_batch::<&[u8]>,
            sum_of_two_vartime::<Vartime<$curve>>,
            scalar_mul::mul_vartime::<Vartime<$curve>>,
            ; "alloc":
            msm::edwards::msm_vartime_alloc::<$curve>,
        }
    };
}

/// Encodings of curves of cycles.
#[cfg(any(feature = "pasta", feature = "grumpkin"))]
macro_rules! little_endian {
    ($name:ident: $curve:ty) => {
        instances! { $name:
            Affine::<$curve>::to_le_bytes,
            Affine::<$curve>::to_le_bytes_uncompressed,
            Affine::<$curve>::from_le_bytes,
            Affine::<$curve>::from_le_bytes_uncompressed,
            Affine::<$curve>::from_le_bytes_batch::<&[u8]>,
            Projective::<$curve>::to_le_bytes,
            Projective::<$curve>::from_le_bytes,
        }
    };
}

/// The target group of a pairing.
macro_rules! target_group {
    ($name:ident: $gt:ty, $scalar:ty) => {
        instances! { $name:
            <$gt>::pow::<$scalar>,
            <$gt>::square,
            <$gt>::is_identity,
            <$gt>::to_bytes,
            <$gt>::from_bytes,
            <$gt>::to_compressed_bytes,
            <$gt>::from_compressed_bytes,
            <&$gt as Mul<&$gt>>::mul,
            <$gt as ConstantTimeEq>::ct_eq,
            ; "alloc":
            <$gt>::product_of_powers_vartime::<$scalar>,
        }
    };
}

field! { bls12_381_fp: bls12_381::Fp }
field! { bls12_381_fp2: bls12_381::Fp2 }
field! { bls12_381_fr: bls12_381::Fr }
scalars! { bls12_381_scalars: bls12_381::FrEngine }
transforms! { bls12_381_transforms: bls12_381::FrEngine }
poseidon! { bls12_381_poseidon: bls12_381::FrEngine }
group! { bls12_381_g1: bls12_381::G1Curve }
group! { bls12_381_g2: bls12_381::G2Curve }
zcash! { bls12_381_g1_bytes: bls12_381::G1Curve, bls12_381::FrEngine }
zcash! { bls12_381_g2_bytes: bls12_381::G2Curve, bls12_381::FrEngine }
hashing_and_eip2537! { bls12_381_g1_more: bls12_381::G1Curve }
hashing_and_eip2537! { bls12_381_g2_more: bls12_381::G2Curve }
target_group! { bls12_381_gt: bls12_381::Gt, bls12_381::FrEngine }

field! { bn254_fp: bn254::Fp }
field! { bn254_fp2: bn254::Fp2 }
field! { bn254_fr: bn254::Fr }
scalars! { bn254_scalars: bn254::FrEngine }
transforms! { bn254_transforms: bn254::FrEngine }
poseidon! { bn254_poseidon: bn254::FrEngine }
group! { bn254_g1: bn254::G1Curve }
group! { bn254_g2: bn254::G2Curve }
eip196! { bn254_g1_bytes: bn254::G1Curve }
eip196! { bn254_g2_bytes: bn254::G2Curve }
target_group! { bn254_gt: bn254::Gt, bn254::FrEngine }

field! { secp256k1_fp: secp256k1::Fp }
field! { secp256k1_fr: secp256k1::Fr }
scalars! { secp256k1_scalars: secp256k1::FrEngine }
group! { secp256k1: secp256k1::Secp256k1 }
sec1! { secp256k1_bytes: secp256k1::Secp256k1 }

field! { p256_fp: p256::Fp }
field! { p256_fr: p256::Fr }
scalars! { p256_scalars: p256::FrEngine }
group! { p256: p256::P256 }
sec1! { p256_bytes: p256::P256 }

field! { ed25519_fp: ed25519::Fp }
field! { ed25519_fr: ed25519::Fr }
scalars! { ed25519_scalars: ed25519::FrEngine }
edwards! { ed25519: Ed25519 }
instances! { ristretto255:
    Ristretto::<Ed25519>::to_bytes,
    Ristretto::<Ed25519>::from_bytes,
    Ristretto::<Ed25519>::map_to_group,
    Ristretto::<Ed25519>::from_uniform_bytes,
    Ristretto::<Ed25519>::from_bytes_batch::<&[u8]>,
}

/// Pallas and Vesta, whose fields are each other's scalars.
#[cfg(feature = "pasta")]
pub mod pasta {
    use super::*;
    use crate::{pallas, vesta};

    field! { fp: pallas::Fp }
    field! { fq: vesta::Fp }
    scalars! { fp_scalars: pallas::FpEngine }
    scalars! { fq_scalars: vesta::FpEngine }
    transforms! { fp_transforms: pallas::FpEngine }
    transforms! { fq_transforms: vesta::FpEngine }
    group! { pallas: pallas::Pallas }
    group! { vesta: vesta::Vesta }
    little_endian! { pallas_bytes: pallas::Pallas }
    little_endian! { vesta_bytes: vesta::Vesta }
    instances! { hashing:
        map_some_to_group::<pallas::Pallas>,
        map_some_to_group::<vesta::Vesta>,
        ; "alloc":
        Domain::<pallas::FrEngine>::forward_points_vartime::<pallas::Pallas>,
        Domain::<pallas::FrEngine>::inverse_points_vartime::<pallas::Pallas>,
        Domain::<vesta::FrEngine>::forward_points_vartime::<vesta::Vesta>,
        Domain::<vesta::FrEngine>::inverse_points_vartime::<vesta::Vesta>,
    }
}

/// BLS12-377.
#[cfg(feature = "bls12-377")]
pub mod bls12_377 {
    use super::*;
    use crate::bls12_377::{Fp, Fp2, Fr, FrEngine, G1Curve, G2Curve, Gt};

    field! { fp: Fp }
    field! { fp2: Fp2 }
    field! { fr: Fr }
    scalars! { scalars: FrEngine }
    transforms! { transforms: FrEngine }
    group! { g1: G1Curve }
    group! { g2: G2Curve }
    zcash! { g1_bytes: G1Curve, FrEngine }
    zcash! { g2_bytes: G2Curve, FrEngine }
    target_group! { gt: Gt, FrEngine }
}

/// Bandersnatch, whose base field is BLS12-381's field of scalars, and Banderwagon.
#[cfg(feature = "bandersnatch")]
pub mod bandersnatch {
    use super::*;
    use crate::bandersnatch::{Bandersnatch, FrEngine};
    use crate::edwards::Banderwagon;

    scalars! { scalars: FrEngine }
    edwards! { bandersnatch: Bandersnatch }
    instances! { banderwagon:
        Banderwagon::<Bandersnatch>::to_bytes,
        Banderwagon::<Bandersnatch>::to_bytes_batch,
        Banderwagon::<Bandersnatch>::from_bytes,
        Banderwagon::<Bandersnatch>::map_to_scalar_field,
        Banderwagon::<Bandersnatch>::map_to_scalar_field_batch,
        scalar_mul::sum_of_few_vartime::<Vartime<Bandersnatch>, 3>,
        scalar_mul::sum_of_few_vartime::<Vartime<Bandersnatch>, 4>,
        ; "alloc":
        msm::edwards::FixedBases::<Bandersnatch>::new,
        msm::edwards::FixedBases::<Bandersnatch>::msm_vartime,
    }
}

/// Grumpkin, whose base field is BN254's field of scalars.
#[cfg(feature = "grumpkin")]
pub mod grumpkin {
    use super::*;
    use crate::grumpkin::{FrEngine, Grumpkin};

    scalars! { scalars: FrEngine }
    group! { grumpkin: Grumpkin }
    little_endian! { bytes: Grumpkin }
    instances! { hashing: map_some_to_group::<Grumpkin>, }
}
