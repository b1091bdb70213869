//! Ed25519 by the names of `ark_ed25519`.

use ark_ec::CurveConfig;
use ark_ec::twisted_edwards::{self, MontCurveConfig, TECurveConfig};
use ark_ff::{AdditiveGroup, Field};
use curve::ed25519::{Ed25519, FpEngine, FpModulus, FrEngine, FrModulus};
use curve::edwards::EdwardsPoint;
use curve::field::{Constant, Lazy, Red};

use crate::edwards;
use crate::facts::prime;

prime! {
    /// An element of the base field.
    FqConfig as Fq, 4: FpEngine, FpModulus;
    modulus: "57896044618658097711785492504343953926634992332820282019728792003956564819949",
    generator: 2,
    root: "2b8324804fc1df0b2b4d00993dfbd7a72f431806ad2fe478c4ee1b274a0ea0b0",
    small: (3, 1, "665edd79319379b5bd6f2d9d5880b9171481d35478027bb2ede68f9c80010ce8"),
    r_inverse: "179435e50d79435e50d79435e50d79435e50d79435e50d79435e50d79435e50a",
}

prime! {
    /// A scalar: an element of the field of the group's order.
    FrConfig as Fr, 4: FrEngine, FrModulus;
    modulus: "7237005577332262213973186563042994240857116359379907606001950938285454250989",
    generator: 2,
    root: "94a7310e07981e77d3d6d60abc1c27a0ef0565342ce83febe8775dfebbe07d4",
    small: (3, 1, "603f1ffaebbc3e9dbde6707b619a7fbd9f2eed3c315c6270d0d497569e1bf6b"),
    r_inverse: "9db6c6f26fe9183614e75438ffa36beb7f5c66a973f754cc766cca43d5f0d24",
}

/// A point by its coordinates.
pub type EdwardsAffine = edwards::Affine<EdwardsConfig>;
/// A point.
pub type EdwardsProjective = edwards::Projective<EdwardsConfig>;

/// The facts of the curve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EdwardsConfig;

impl CurveConfig for EdwardsConfig {
    type BaseField = Fq;
    type ScalarField = Fr;

    const COFACTOR: &'static [u64] = &[8];
    const COFACTOR_INV: Fr =
        Fr::hex("600000000000000000000000000000007d39db37d1cdad06106e529e2dc2f79");
}

impl TECurveConfig for EdwardsConfig {
    const COEFF_A: Fq = Fq::NEG_ONE;
    const COEFF_D: Fq = Fq::hex("52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3");
    const GENERATOR: twisted_edwards::Affine<Self> = twisted_edwards::Affine::new_unchecked(
        Fq::hex("216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a"),
        Fq::hex("6666666666666666666666666666666666666666666666666666666666666658"),
    );

    type MontCurveConfig = Self;

    fn mul_by_a(element: Fq) -> Fq {
        -element
    }

    fn is_in_correct_subgroup_assuming_on_curve(point: &twisted_edwards::Affine<Self>) -> bool {
        EdwardsAffine::from(*point).is_in_correct_subgroup_assuming_on_curve()
    }
}

/// The Montgomery form that arkworks derives, which is another one than Curve25519.
impl MontCurveConfig for EdwardsConfig {
    const COEFF_A: Fq = Fq::hex("76d06");
    const COEFF_B: Fq = Fq::hex("7ffffffffffffffffffffffffffffffffffffffffffffffffffffffffff892e5");

    type TECurveConfig = Self;
}

impl edwards::Curve for EdwardsConfig {
    type Group = Ed25519;

    const IDENTITY: EdwardsPoint<Ed25519> = {
        let (zero, one) = (*Fq::ZERO.as_curve(), *Fq::ONE.as_curve());
        EdwardsPoint::from_coordinates_unchecked_curve(
            [zero, one, one],
            [Lazy::from_raw(*zero.raw()), Lazy::from_raw(*one.raw())],
        )
    };
}
