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
//! Messages are hashed to points by [`hash_to_curve`](crate::hash_to_curve::hash_to_curve), as
//! `halo2curves` does.
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
//!
//! use curvemark_curve::grumpkin::Grumpkin;
//! use curvemark_curve::hash_to_curve::{Xmd, hash_to_curve};
//! let tag = b"a protocol-GRUMPKIN_XMD:SHA-256_SVDW_RO_";
//! let point = hash_to_curve::<Grumpkin, Xmd<sha2::Sha256>>(&(), b"a message", tag);
//! assert!(bool::from(point.is_on_curve()));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use limb::each::Each;

use crate::field::{Field, Red};
use crate::formulas::two_adic::RootsOfUnity;
use crate::glv::{Lattice, Reciprocal, coordinate};
use crate::hash_to_curve::Suite;
use crate::hash_to_curve::sqrt_ratio::Chain;
use crate::hash_to_curve::sswu::Sign;
use crate::hash_to_curve::svdw::{Constants, map_to_curve};
use crate::weierstrass::Projective;

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

/// For the map of Shallue and van de Woestijne, as `halo2curves` has it: Z = 1, g(Z) = −16. The
/// exceptional point is the generator, since g(−1/2) is no square.
static MAP: Constants<FpConst> = Constants {
    z: FpConst::small(1),
    g_z: FpConst::hex("30644e72e131a029b85045b68181585d2833e84879b9709143e1f593effffff1"),
    minus_half_z: FpConst::hex("183227397098d014dc2822db40c0ac2e9419f4243cdcb848a1f0fac9f8000000"),
    c3: FpConst::hex("2cf135e7506a45d66a7931f8d66dae274453478a4c627115c"),
    c4: FpConst::hex("2042def740cbc01bd03583cf0100e59370229adafbd0f5b62d414e62a0000016"),
    third: FpConst::hex("1e5b6873059e63248313abc5b4e720e87b7916e6210e4fe0e7cee0b027880d5e"),
    exceptional: [
        FpConst::small(1),
        FpConst::hex("2cf135e7506a45d632d270d45f1181294833fc48d823f272c"),
    ],
};

map_to_curve_of_a_cycle!(Grumpkin);

/// E′ is the curve itself. With `Xmd<Sha256>` it is the suite `GRUMPKIN_XMD:SHA-256_SVDW_RO_` of
/// `halo2curves`.
impl<F: Sign + Field<Const = FpConst>> Suite for Grumpkin<F> {
    type Map = Self;

    fn map(u: &Red<F>) -> Projective<Self> {
        map_to_curve(u)
    }

    fn isogeny(point: &Projective<Self>) -> [Red<F>; 3] {
        point.coordinates().each(Red::clone)
    }
}
