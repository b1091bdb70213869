//! P-256 by the names of `ark_secp256r1`.
//!
//! One constant differs: as a generator of the multiplicative group of the base field, arkworks has
//! 2, which is a square. Here it is 6, the least one, and its root of unity −1.

use ark_ff::Field;
use curve::field::{Constant, Red};
use curve::p256::{FpEngine, FpModulus, FrEngine, FrModulus, P256};

use crate::facts::prime;
use crate::{facts, weierstrass};

prime! {
    /// An element of the base field.
    FqConfig as Fq, 4: FpEngine, FpModulus;
    modulus: "115792089210356248762697446949407573530086143415290314195533631308867097853951",
    generator: 6,
    root: "ffffffff00000001000000000000000000000000fffffffffffffffffffffffe",
    r_inverse: "fffffffe00000003fffffffd0000000200000001fffffffe0000000300000000",
}

prime! {
    /// A scalar: an element of the field of the group's order.
    FrConfig as Fr, 4: FrEngine, FrModulus;
    modulus: "115792089210356248762697446949407573529996955224135760342422259061068512044369",
    generator: 11,
    root: "5f5995a99d2b90d639ba05fba7ece350d93ae9312dcb5d4dbc1d4bbca49beded",
    r_inverse: "60d066334905c1e907f8b6041e607725badef3e243566fafce1bc8f79c197c79",
}

/// A point by its coordinates.
pub type Affine = weierstrass::Affine<Config>;
/// A point.
pub type Projective = weierstrass::Projective<Config>;

facts::weierstrass! {
    Config over Fq: P256;
    cofactor: &[1],
    cofactor_inverse: Fr::ONE,
    a: Fq::hex("ffffffff00000001000000000000000000000000fffffffffffffffffffffffc"),
    b: Fq::hex("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b"),
    generator: (
        Fq::hex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"),
        Fq::hex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")
    ),
    {}
}
