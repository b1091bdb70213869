//! Pallas by the names of `ark_pallas`.

use ark_ff::{AdditiveGroup, Field};
use curve::field::{Constant, Red};
use curve::pallas::{FpEngine, FpModulus, FrEngine, FrModulus, Pallas};

use crate::facts::prime;
use crate::{facts, weierstrass};

prime! {
    /// An element of the base field.
    FqConfig as Fq, 4: FpEngine, FpModulus;
    modulus: "28948022309329048855892746252171976963363056481941560715954676764349967630337",
    generator: 5,
    root: "2bce74deac30ebda362120830561f81aea322bf2b7bb7584bdad6fabd87ea32f",
    r_inverse: "21f1c4ff1e2278d570cb2996efc89a65ac9fba6a4077fc57cf3f8e8753a769a9",
}

prime! {
    /// A scalar: an element of the field of the group's order.
    FrConfig as Fr, 4: FrEngine, FrModulus;
    modulus: "28948022309329048855892746252171976963363056481941647379679742748393362948097",
    generator: 5,
    root: "2de6a9b8746d3f589e5c4dfd492ae26e9bb97ea3c106f049a70e2c1102b6d05f",
    r_inverse: "1f7a89dd176479535790be58c050df13c68de1279dc601eb6119a3dd8e1a6f7f",
}

/// A point by its coordinates.
pub type Affine = weierstrass::Affine<PallasConfig>;
/// A point.
pub type Projective = weierstrass::Projective<PallasConfig>;

facts::weierstrass! {
    PallasConfig over Fq: Pallas;
    cofactor: &[1],
    cofactor_inverse: Fr::ONE,
    a: Fq::ZERO,
    b: Fq::hex("5"),
    generator: (Fq::NEG_ONE, Fq::hex("2")),
    {}
}
