//! BN254 by the names of `ark_bn254`: points are encoded in the format of arkworks.

use ark_ec::pairing::{MillerLoopOutput, PairingOutput};
use ark_std::vec::Vec;
use curve::bn254;
use curve::bn254::{FpEngine, FpModulus, FrEngine, FrModulus};
use curve::field::{Constant, Red};
use num_traits::Zero;

use crate::dodecic::{Dodecic, Fp12};
use crate::facts::{element, prime};
use crate::pairing::{Prepared, pairing};
use crate::quadratic::Fp2;
use crate::sextic::Fp6;
use crate::weierstrass;

/// The pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bn254;

prime! {
    /// An element of the base field.
    FqConfig as Fq, 4: FpEngine, FpModulus;
    modulus: "21888242871839275222246405745257275088696311157297823662689037894645226208583",
    generator: 3,
    root: "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd46",
    r_inverse: "2e67157159e5c639cf63e9cfb74492d9eb2022850278edf8ed84884a014afa37",
}

prime! {
    /// A scalar: an element of the field of the groups' order.
    FrConfig as Fr, 4: FrEngine, FrModulus;
    modulus: "21888242871839275222246405745257275088548364400416034343698204186575808495617",
    generator: 5,
    root: "2a3c09f0a58a7e8500e0a7eb8ef62abc402d111e41112ed49bd61b6e725b19f0",
    small: (3, 2, "11b08a0621940bdad2e4fc9262c26ea9538ba2770d19f8d193a8634583364d6e"),
    r_inverse: "15ebf95182c5551cc8260de4aeb85d5d090ef5a9e111ec87dc5ba0056db1194e",
}

/// An element of the quadratic extension.
pub type Fq2 = Fp2<FqConfig, 4>;
/// An element of the cubic extension of that.
pub type Fq6 = Fp6<Bn254, 4>;
/// An element of the field of the pairing's values.
pub type Fq12 = Fp12<Bn254, 4>;

element! { Fq2, curve::fp2::Quad<FpEngine> }

impl Dodecic<4> for Bn254 {
    type Prime = FqConfig;
    type Tower = bn254::Bn254;

    const TWO_ADICITY: u32 = 5;
    const NONRESIDUE_TO_TRACE: Fq2 = Fq2::new(
        Fq::hex("1e88d3a779740a37fa17c9e20cc1aa83764ffd892bf37e03394e73ea2c17284a"),
        Fq::hex("2dd28b7ca1963e431e42e795376bc0fde2361d4ddd84c5c00c2743283026d8dd"),
    );
    const TRACE_MINUS_ONE_DIV_TWO: &'static [u64] = &[
        0x6f07538b4b2a1bc4,
        0xdd06fc39ac1a2abf,
        0x988f16c567e38cd3,
        0x8f6cfd055f53d306,
        0xe9744e4342b51337,
        0xdaf78c3b0eb06794,
        0xd7a59eddcd96b2fe,
        0xaf7770f355de2ac5,
        0x24527769d0b19fcf,
        0x3403fedcb4ac6f54,
        0x54824bc1f2ab8d64,
        0x296552da19724a7c,
        0x16fc0e9fab116197,
        0x1dab3217fcc14361,
        0x7c13dcd100b1fa72,
        0x17ebff734f9082bd,
        0xd8e6e79f0cd19baf,
        0x1a69af7c2f9cae6e,
        0x32938ed0e5e0a601,
        0x249ea03936f51b5e,
        0x43eecf646f9edffd,
        0x4aaeb799c535a2a8,
        0x72d645358362c540,
        0xeb75802e955b09d8,
        0x9b24ea1732d948be,
        0xbc2d0277421bab18,
        0x40e0bba72394c08c,
        0x64738725402a956e,
        0x73309c4efe1309e7,
        0x17aa9e9285b46817,
        0x8c69ea895d9f073b,
        0xb0866e284376f844,
        0x76948dd678985022,
        0x1397fd9d1d7c7ceb,
        0x37243bee50e72e98,
        0x20472ee4036b5572,
        0x82e3b1c6a0a97ea2,
        0xa74b33c505075be6,
        0x3536b3e43a384e71,
        0xd8e03f6ca4ada5aa,
        0x7c411aac9a12c03a,
        0x4d36d06c8a96e6ea,
        0x37079b12f3faa8e3,
        0x912fd0fdfd64cf64,
        0xe9fd11c4a3a01076,
        0x30b30a5e4fea71d4,
        0x716adb7c60dbc5dc,
        0x0000000023c2b22b,
    ];

    const SEXTIC_TWO_ADICITY: u32 = 4;
    const SEXTIC_NONRESIDUE_TO_TRACE: Fq2 = Fq2::new(
        Fq::hex("b1ffefd8885bf22252522c29527d19f05cfc50e9715370ab0f3a6ca462390c"),
        Fq::hex("254371bd70e36dbfaa7c58e18e7c433643e8c6771a5404b9f450d028fe0b2dc5"),
    );
    const SEXTIC_TRACE_MINUS_ONE_DIV_TWO: &'static [u64] = &[
        0x07a7485138b71fc0,
        0xb5ed45f36f648671,
        0x4392e94749c72c00,
        0x7eb2a0c5a678982c,
        0x5ee873527325c0a4,
        0x92a040943436c1ae,
        0x250481b32ca96b5c,
        0xbb663d7e841364d2,
        0x3d700f70fbe37732,
        0x04002efd4aadfcb2,
        0x794a689b2b7b758b,
        0x50f09a17d93141b9,
        0x094762abdaa1ff28,
        0xe3f0e0e9b86f66f9,
        0x0a330d579aeefefa,
        0x1575f33f82f8a45f,
        0x432769e9cbd21618,
        0x51774561c9f0fcb8,
        0x6752f7b0bb16e83d,
        0x9ecef9ee20e2c187,
        0xa29a807d66f28111,
        0xd78f8c030e1e980c,
        0x91512ad753853761,
        0x000017eb87fea34f,
    ];
}

/// A point of G1 by its coordinates.
pub type G1Affine = weierstrass::Affine<g1::Config>;
/// A point of G1.
pub type G1Projective = weierstrass::Projective<g1::Config>;
/// A point of G1 that goes into a pairing.
pub type G1Prepared = Prepared<g1::Config>;
/// A point of G2 by its coordinates.
pub type G2Affine = weierstrass::Affine<g2::Config>;
/// A point of G2.
pub type G2Projective = weierstrass::Projective<g2::Config>;
/// A point of G2 that goes into a pairing.
pub type G2Prepared = Prepared<g2::Config>;

/// G1.
pub mod g1 {
    use ark_ff::{AdditiveGroup, Field};
    use curve::bn254::G1Curve;

    use super::{Fq, Fr};
    use crate::facts;

    facts::weierstrass! {
        Config over Fq: G1Curve;
        cofactor: &[0x1],
        cofactor_inverse: Fr::ONE,
        a: Fq::ZERO,
        b: Fq::hex("3"),
        generator: (
            Fq::hex("1"),
            Fq::hex("2")
        ),
        {  }
    }
}

/// G2.
pub mod g2 {
    use ark_ff::AdditiveGroup;
    use curve::bn254::G2Curve;

    use super::{Fq, Fq2, Fr};
    use crate::facts;

    facts::weierstrass! {
        Config over Fq2: G2Curve;
        cofactor: &[0x345f2299c0f9fa8d, 0x6ceecda572a2489, 0xb85045b68181585e, 0x30644e72e131a029],
        cofactor_inverse: Fr::hex("183227397098d015360a8ea9e19537db316596f1725be7992e783e9d1c866389"),
        a: Fq2::ZERO,
        b: Fq2::new(Fq::hex("2b149d40ceb8aaae81be18991be06ac3b5b4c5e559dbefa33267e6dc24a138e5"), Fq::hex("9713b03af0fed4cd2cafadeed8fdf4a74fa084e52d1852e4a2bd0685c315d2")),
        generator: (
            Fq2::new(Fq::hex("1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"), Fq::hex("198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2")),
            Fq2::new(Fq::hex("12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa"), Fq::hex("90689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"))
        ),
        {  }
    }
}

pairing! { Bn254, bn254 }
