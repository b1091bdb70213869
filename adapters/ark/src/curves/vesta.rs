//! Vesta by the names of `ark_vesta`: its fields are those of Pallas.

use ark_ff::{AdditiveGroup, Field};
use curve::vesta::Vesta;

use crate::{facts, weierstrass};

pub use super::pallas::{Fq as Fr, FqConfig as FrConfig, Fr as Fq, FrConfig as FqConfig};

/// A point by its coordinates.
pub type Affine = weierstrass::Affine<VestaConfig>;
/// A point.
pub type Projective = weierstrass::Projective<VestaConfig>;

facts::weierstrass! {
    VestaConfig over Fq: Vesta;
    cofactor: &[1],
    cofactor_inverse: Fr::ONE,
    a: Fq::ZERO,
    b: Fq::hex("5"),
    generator: (Fq::NEG_ONE, Fq::hex("2")),
    {}
}
