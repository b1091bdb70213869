//! Grumpkin: y² = x³ − 17 over the field of BN254's scalars, of prime order, which is the prime
//! that BN254's coordinates are modulo (Aztec, barretenberg; crates `halo2curves` and
//! `ark-grumpkin`).
//!
//! With BN254 it is a cycle: [`Fp`] is [`bn254::Scalar`](crate::bn254::Scalar), and [`Scalar`] is
//! [`bn254::Fp`](crate::bn254::Fp). The field of scalars has no roots of unity for transforms: its
//! p − 1 is twice an odd number.
//!
//! Encodings are those of `halo2curves`: see
//! [`LittleEndianEncoding`](crate::weierstrass::LittleEndianEncoding). Programs of Aztec write x
//! and y, each big-endian; [`AffinePoint::from_xy`](crate::weierstrass::Affine::from_xy) takes
//! them.
//!
//! | you want | take |
//! |---|---|
//! | points to add and to multiply | [`Point`] |
//! | points as bytes | [`AffinePoint`] |
//! | scalars | [`Scalar`]; [`SecretScalar`] if it is a secret |
//!
//! # Examples
//!
//! ```
//! use curvemark_curve::bn254;
//! use curvemark_curve::grumpkin::{AffinePoint, Point, Scalar, SecretScalar};
//!
//! let secret = SecretScalar::from_be_bytes(&[7; 32])?;
//! let public = (&Point::generator() * &secret).to_affine(); // in constant time
//! let bytes = public.to_le_bytes(); // 32 of them
//! assert_eq!(AffinePoint::from_le_bytes(&bytes)?, public);
//!
//! // A scalar of BN254 is a coordinate here, and a coordinate there a scalar here.
//! assert_eq!(AffinePoint::generator().x(), &bn254::Scalar::one());
//! let twice = Point::generator().mul_vartime(bn254::G1Affine::generator().y());
//! assert!(twice == Point::mul_generator(&Scalar::from(2u32)));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use crate::formulas::two_adic::RootsOfUnity;
use crate::glv::{Lattice, Reciprocal, coordinate};
use crate::hash_to_curve::sqrt_ratio::Chain;

/// The order of the group, in whose field BN254 has its coordinates.
pub use super::bn254::FpModulus as FrModulus;
/// p, the order of BN254's groups.
pub use super::bn254::FrModulus as FpModulus;

impl crate::scalar::ScalarField for FrEngine {}

/// x of the generator.
const GENERATOR_X: FpConst = FpConst::small(1);

/// y of the generator: the smaller of ±√−16.
const GENERATOR_Y: FpConst = FpConst::hex("2cf135e7506a45d632d270d45f1181294833fc48d823f272c");

/// β, the smaller primitive cube root of one: (βx, y) = \[λ\](x, y) with λ of [`LATTICE`].
const BETA: FpConst = FpConst::hex("b3c4d79d41a917585bfc41088d8daaa78b17ea66b99c90dd");

/// The integers (v₀, v₁) with v₀ + v₁λ ≡ 0 modulo the order, for the cube root of one λ =
/// 59e26bcea0d48bacd4f263f1acdb5c4f5763473177fffffe: Euclid's two shortest vectors, whose
/// determinant is the order, and the reciprocals. Parts are at most half the sums of the columns,
/// which is below 2^126.
pub const LATTICE: Lattice<2, 2> = Lattice {
    basis: [
        [coordinate("89d3256894d213e2"), coordinate("-6f4d8248eeb859fc8211bbeb7d4f1129")],
        [coordinate("6f4d8248eeb859fd0be4e1541221250b"), coordinate("89d3256894d213e2")],
    ],
    reciprocals: [
        Reciprocal::hex("2d91d232ec7e0b3d2247280ee539a2471"),
        Reciprocal::hex("24ccef014a773d2cf7a7bd9d4391eb18da5e38cfb5eaa26e7"),
    ],
};

/// For square roots.
static ROOTS: RootsOfUnity<FpConst, 14> = RootsOfUnity::new();

/// (t − 1)/2 of p − 1 = 2^28·t. Cost: 224 squarings, 49 products.
const POWER: Chain<9, 42> = Chain {
    table: [
        (0, 0, 0),
        (0, 0, 0),
        (0, 0, 1),
        (2, 0, 1),
        (3, 0, 1),
        (4, 0, 1),
        (5, 0, 1),
        (6, 0, 1),
        (7, 0, 1),
    ],
    first: 2,
    windows: [
        (7, 2),
        (3, 0),
        (7, 5),
        (2, 2),
        (5, 4),
        (6, 6),
        (1, 0),
        (8, 5),
        (1, 0),
        (7, 7),
        (10, 3),
        (6, 7),
        (2, 2),
        (7, 3),
        (6, 0),
        (7, 6),
        (5, 7),
        (3, 3),
        (8, 2),
        (9, 3),
        (3, 2),
        (8, 6),
        (3, 3),
        (5, 3),
        (7, 2),
        (6, 8),
        (3, 3),
        (8, 5),
        (8, 8),
        (6, 7),
        (2, 2),
        (6, 6),
        (1, 0),
        (8, 5),
        (6, 3),
        (8, 8),
        (1, 0),
        (8, 8),
        (3, 3),
        (3, 2),
        (6, 5),
        (4, 8),
    ],
    last: 0,
};

curve_of_a_cycle!(
    Grumpkin, "Grumpkin", b: FpConst::minus(17), times_3b: |x| -&x.times(51), bits: 126, infinity: 0x40
);
