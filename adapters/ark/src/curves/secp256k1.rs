//! secp256k1 by the names of `ark_secp256k1`.

use ark_ff::{AdditiveGroup, Field};
use curve::field::{Constant, Red};
use curve::secp256k1::{FpEngine, FpModulus, FrEngine, FrModulus, Secp256k1};

use crate::facts::prime;
use crate::{facts, weierstrass};

prime! {
    /// An element of the base field.
    FqConfig as Fq, 4: FpEngine, FpModulus;
    modulus: "115792089237316195423570985008687907853269984665640564039457584007908834671663",
    generator: 3,
    root: "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2e",
    small: (3, 1, "851695d49a83f8ef919bb86153cbcb16630fb68aed0a766a3ec693d68e6afa41"),
    r_inverse: "c9bd1905155383999c46c2c295f2b761bcb223fedc24a059d838091d0868192a",
}

prime! {
    /// A scalar: an element of the field of the group's order.
    FrConfig as Fr, 4: FrEngine, FrModulus;
    modulus: "115792089237316195423570985008687907852837564279074904382605163141518161494337",
    generator: 7,
    root: "c1dc060e7a91986df9879a3fbc483a898bdeab680756045992f4b5402b052f2",
    small: (3, 1, "f5d4f8c06dc4831c57d89a3997e7ca335f363f519cdaef5c1fd3d3f1294bdefe"),
    r_inverse: "d9e8890d6494ef93897f30c127cfab5d3bbbd4567fa50c3c80fd22938097c016",
}

/// A point by its coordinates.
pub type Affine = weierstrass::Affine<Config>;
/// A point.
pub type Projective = weierstrass::Projective<Config>;

facts::weierstrass! {
    Config over Fq: Secp256k1;
    cofactor: &[1],
    cofactor_inverse: Fr::ONE,
    a: Fq::ZERO,
    b: Fq::hex("7"),
    generator: (
        Fq::hex("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
        Fq::hex("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8")
    ),
    {}
}
