//! Grumpkin by the names of `ark_grumpkin`: its fields are those of BN254.

use ark_ff::{AdditiveGroup, Field};
use curve::grumpkin::Grumpkin;

use crate::{facts, weierstrass};

pub use super::bn254::{Fq as Fr, FqConfig as FrConfig, Fr as Fq, FrConfig as FqConfig};

/// A point by its coordinates.
pub type Affine = weierstrass::Affine<GrumpkinConfig>;
/// A point.
pub type Projective = weierstrass::Projective<GrumpkinConfig>;

facts::weierstrass! {
    GrumpkinConfig over Fq: Grumpkin;
    cofactor: &[1],
    cofactor_inverse: Fr::ONE,
    a: Fq::ZERO,
    b: Fq::hex("30644e72e131a029b85045b68181585d2833e84879b9709143e1f593effffff0"),
    generator: (Fq::ONE, Fq::hex("2cf135e7506a45d632d270d45f1181294833fc48d823f272c")),
    {}
}
