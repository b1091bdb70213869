//! Vesta: y² = x³ + 5 over Fq, of prime order p. Facts and names; the [module above](super)
//! says what it is for.
//!
//! # Examples
//!
//! ```
//! use curvemark_curve::vesta::{AffinePoint, Point, Scalar, SecretScalar};
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

/// q = 2^254 + 45560315531506369815346746415080538113.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FpModulus;

impl Modulus for FpModulus {
    const P: Limbs = hex("40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001");
}

/// The order of the group, in whose field Pallas has its coordinates.
pub use super::pallas::FpModulus as FrModulus;

impl crate::scalar::ScalarField for FpEngine {}
impl crate::scalar::FromU64 for FpEngine {}

/// 5^((q − 1)/2^32), 5 being the least generator of the multiplicative group: of order 2^32.
pub const ROOT_OF_UNITY: FpConst =
    FpConst::hex("2de6a9b8746d3f589e5c4dfd492ae26e9bb97ea3c106f049a70e2c1102b6d05f");

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
    FpConst::hex("6819a58283e528e511db4d81cf70f5a0fed467d47c033af2aa9d2e050aa0e4f");

/// The integers (v₀, v₁) with v₀ + v₁λ ≡ 0 modulo the order, for the cube root of one λ =
/// 12ccca834acdba712caad5dc57aab1b01d1f8bd237ad31491dad5ebdfdfe4ab9: Euclid's two shortest vectors,
/// whose determinant is the order, and the reciprocals. Parts are at most half the sums of the
/// columns, which is below 2^127.
pub const LATTICE: Lattice<2, 2> = Lattice {
    basis: [
        [
            coordinate("49e69d1640f049157fcae1c700000000"),
            coordinate("-49e69d1640a899538cb1279300000001"),
        ],
        [
            coordinate("49e69d1640a899538cb1279300000001"),
            coordinate("93cd3a2c8198e2690c7c095a00000001"),
        ],
    ],
    reciprocals: [
        Reciprocal::hex("24f34e8b2066389a431f0256800000002c35fbd4d0afe9927"),
        Reciprocal::hex("1279a745902a2654e32c49e4c0000000361afdea685cc1579"),
    ],
};

/// For square roots.
static ROOTS: RootsOfUnity<FpConst, 16> = RootsOfUnity::new();

/// (t − 1)/2 of q − 1 = 2^32·t. Cost: 222 squarings, 26 products.
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
        (4, 2),
        (5, 3),
        (5, 3),
        (2, 0),
        (5, 2),
        (4, 4),
        (3, 2),
        (5, 2),
        (4, 0),
        (5, 2),
        (4, 4),
        (4, 3),
        (1, 0),
        (3, 0),
    ],
    last: 4,
};

curve_of_a_cycle!(
    Vesta, "Vesta", b: FpConst::small(5), times_3b: |x| x.times(15), bits: 127, infinity: 0
);

/// A′ of the curve E′: y² = x³ + A′x + 1265 that hashing maps to, with Z = −13: 5t, so that a = A′
/// − 5t = 0.
const A: FpConst = FpConst::hex("267f9b2ee592271a81639c4d96f787739673928c7d01b212c515ad7242eaa6b1");
/// x₀, a root of the division polynomial 3x⁴ + 6A′x² + 12B′x − A′²: the kernel of the isogeny.
const X0: FpConst =
    FpConst::hex("1ae90dbd54bf6d1575d5c33ad251d4a6bf4c98bd6fef5204ea8f4dd1286f2e8c");
/// t = 2(3x₀² + A′).
const T: FpConst = FpConst::hex("7b31f09611d3b054d13ec0f8497e7e3eae3ea1c190056d08dd122b073c887bd");
/// √(Z/g), with g = 5^((q − 1)/2^32).
const ROOT: FpConst =
    FpConst::hex("14cb7c5e1165c7d0ac3c7f7261d0dca8e9ef0c312a90fcb6291a3c888d20e4a4");

hashing_to_pasta!(Vesta, "vesta");

/// For the map of Shallue and van de Woestijne, by which `halo2curves` hashes: Z = −13, g(Z) =
/// −2192. The exceptional point has x = −Z/2.
static MAP: Constants<FpConst> = Constants {
    z: FpConst::minus(13),
    g_z: FpConst::hex("40000000000000000000000000000000224698fc0994a8dd8c46eb20fffff771"),
    minus_half_z: FpConst::hex("2000000000000000000000000000000011234c7e04ca546ec623759080000007"),
    c3: FpConst::hex("11fbf9471b4398e1362a151e08a8b68395204934a1918f8e2198d8b5bd6d2ce"),
    c4: FpConst::hex("2f15b647b3402050c9f8ee53d18bddaa429efbe96475f3e728972425e947320f"),
    third: FpConst::hex("f7b95c9462d6d54b6108b899364258a97573c02f694ec466ad1a7bdac361584"),
    exceptional: [
        FpConst::hex("2000000000000000000000000000000011234c7e04ca546ec623759080000007"),
        FpConst::hex("298ecd9eea5f94da985d0f86dad40d28b8980a2171b61ff5250b7c881ef6906c"),
    ],
};

map_to_curve_of_a_cycle!(Vesta);
