//! Pallas: y² = x³ + 5 over Fp, of prime order q. Facts and names; the [module above](super)
//! says what it is for.
//!
//! # Examples
//!
//! ```
//! use curvemark_curve::pallas::{AffinePoint, Point, Scalar, SecretScalar};
//!
//! let secret = SecretScalar::from_be_bytes(&[7; 32])?;
//! let public = (&Point::generator() * &secret).to_affine(); // in constant time
//! let bytes = public.to_le_bytes(); // 32 of them
//! assert_eq!(AffinePoint::from_le_bytes(&bytes)?, public);
//!
//! // Of public values, in variable time.
//! let seven = Point::generator().mul_vartime(&Scalar::from(7u32));
//! assert!(seven == Point::mul_generator(&Scalar::from(7u32)));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use limb::Modulus;
use limb::modulus::{Limbs, hex};

use crate::formulas::two_adic::RootsOfUnity;
use crate::glv::{Lattice, Reciprocal, coordinate};
use crate::hash_to_curve::sqrt_ratio::Chain;
use crate::hash_to_curve::svdw::Constants;

/// p = 2^254 + 45560315531419706090280762371685220353.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FpModulus;

impl Modulus for FpModulus {
    const P: Limbs = hex("40000000000000000000000000000000224698fc094cf91b992d30ed00000001");
}

/// The order of the group, in whose field Vesta has its coordinates.
pub use super::vesta::FpModulus as FrModulus;

impl crate::scalar::ScalarField for FpEngine {}
impl crate::scalar::FromU64 for FpEngine {}

/// 5^((p − 1)/2^32), 5 being the least generator of the multiplicative group: of order 2^32.
pub const ROOT_OF_UNITY: FpConst =
    FpConst::hex("2bce74deac30ebda362120830561f81aea322bf2b7bb7584bdad6fabd87ea32f");

#[cfg(feature = "alloc")]
impl crate::ntt::TwoAdic for FpEngine {
    const TWO_ADICITY: u32 = FpModulus::TWO_ADICITY;
    const ROOT_OF_UNITY: FpConst = ROOT_OF_UNITY;
}

/// x of the generator (−1, 2).
const GENERATOR_X: FpConst = FpConst::minus(1);

/// y of the generator.
const GENERATOR_Y: FpConst = FpConst::small(2);

/// β, the smaller primitive cube root of one: (βx, y) = \[λ\](x, y) with λ of [`LATTICE`].
const BETA: FpConst =
    FpConst::hex("12ccca834acdba712caad5dc57aab1b01d1f8bd237ad31491dad5ebdfdfe4ab9");

/// The integers (v₀, v₁) with v₀ + v₁λ ≡ 0 modulo the order, for the cube root of one λ =
/// 6819a58283e528e511db4d81cf70f5a0fed467d47c033af2aa9d2e050aa0e4f: Euclid's two shortest vectors,
/// whose determinant is the order, and the reciprocals. Parts are at most half the sums of the
/// columns, which is below 2^127.
pub const LATTICE: Lattice<2, 2> = Lattice {
    basis: [
        [
            coordinate("49e69d1640f049157fcae1c700000001"),
            coordinate("-49e69d1640a899538cb1279300000000"),
        ],
        [
            coordinate("49e69d1640a899538cb1279300000000"),
            coordinate("93cd3a2c8198e2690c7c095a00000001"),
        ],
    ],
    reciprocals: [
        Reciprocal::hex("24f34e8b2066389a431f0256800000002c35fbd4d086862e0"),
        Reciprocal::hex("1279a745902a2654e32c49e4bffffffff61afdea68480fa55"),
    ],
};

/// For square roots.
static ROOTS: RootsOfUnity<FpConst, 16> = RootsOfUnity::new();

/// (t − 1)/2 of p − 1 = 2^32·t. Cost: 222 squarings, 26 products.
const POWER: Chain<5, 23> = Chain {
    table: [(0, 0, 0), (0, 0, 0), (0, 0, 1), (2, 0, 1), (3, 0, 1)],
    first: 0,
    windows: [
        (129, 0),
        (4, 0),
        (3, 0),
        (5, 2),
        (2, 0),
        (4, 2),
        (6, 4),
        (3, 4),
        (7, 0),
        (5, 3),
        (4, 2),
        (5, 4),
        (2, 2),
        (3, 0),
        (5, 2),
        (4, 4),
        (4, 2),
        (3, 0),
        (5, 3),
        (3, 3),
        (4, 2),
        (7, 4),
        (3, 2),
    ],
    last: 1,
};

curve_of_a_cycle!(
    Pallas, "Pallas", b: FpConst::small(5), times_3b: |x| x.times(15), bits: 127, infinity: 0
);

/// A′ of the curve E′: y² = x³ + A′x + 1265 that hashing maps to, with Z = −13: 5t, so that a = A′
/// − 5t = 0.
const A: FpConst = FpConst::hex("18354a2eb0ea8c9c49be2d7258370742b74134581a27a59f92bb4b0b657a014b");
/// x₀, a root of the division polynomial 3x⁴ + 6A′x² + 12B′x − A′²: the kernel of the isogeny.
const X0: FpConst =
    FpConst::hex("115468c111fb318052cfc0198fdb5ac34301a71d1ff0c7cd6a57031b4ba19471");
/// t = 2(3x₀² + A′).
const T: FpConst = FpConst::hex("1e710ed623621c1f41f2d5e3ab3e34a6ff2947a9a28d1e5e276abc2de11866a9");
/// √(Z/g), with g = 5^((p − 1)/2^32).
const ROOT: FpConst =
    FpConst::hex("f7bdb65814179b44647aef782d5cdc851f64fc4dc888857ca330bcc09ac318e");

hashing_to_pasta!(Pallas, "pallas");

/// For the map of Shallue and van de Woestijne, by which `halo2curves` hashes: Z = −13, g(Z) =
/// −2192. The exceptional point has x = Z, since g(−Z/2) is no square.
static MAP: Constants<FpConst> = Constants {
    z: FpConst::minus(13),
    g_z: FpConst::minus(2192),
    minus_half_z: FpConst::hex("2000000000000000000000000000000011234c7e04a67c8dcc96987680000007"),
    c3: FpConst::hex("16f7d3ca2be2f217b4d66edaee95e55e77cbb3378464fa6d980154cb5c4b5720"),
    c4: FpConst::hex("31bc56d91ecd00814327e3b94f462f76c34889109caff3932ccfce29c977ab3e"),
    third: FpConst::hex("338a92d105de704da0fd6639d4c1322a7943ed1461dc4b357ed829e9956c9c26"),
    exceptional: [
        FpConst::minus(13),
        FpConst::hex("289bb48896ac48d30839d73f51942f01fea5b9165fa9950d323900b28cab7188"),
    ],
};

map_to_curve_of_a_cycle!(Pallas);
