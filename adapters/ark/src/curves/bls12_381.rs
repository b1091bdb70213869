//! BLS12-381 by the names of `ark_bls12_381`: points are encoded as ZCash does.

use ark_ec::pairing::{MillerLoopOutput, PairingOutput};
use ark_std::vec::Vec;
use curve::bls12_381;
use curve::bls12_381::{FpEngine, FpModulus, FrEngine, FrModulus};
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
pub struct Bls12_381;

prime! {
    /// An element of the base field.
    FqConfig as Fq, 6: FpEngine, FpModulus;
    modulus: "4002409555221667393417789825735904156556882819939007885332058136124031650490837864442687629129015664037894272559787",
    generator: 2,
    root: "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaaa",
    small: (3, 2, "136b76d4878fbec7648619ecf3afa71fed5af75dc443f6ac9f2173c050e203f34c61a69d08cdacea51d3d95bc6353268"),
    r_inverse: "14fec701e8fb0ce9ed5e64273c4f538b1797ab1458a88de9343ea97914956dc87fe11274d898fafbf4d38259380b4820",
}

prime! {
    /// A scalar: an element of the field of the groups' order.
    FrConfig as Fr, 4: FrEngine, FrModulus;
    modulus: "52435875175126190479447740508185965837690552500527637822603658699938581184513",
    generator: 7,
    root: "16a2a19edfe81f20d09b681922c813b4b63683508c2280b93829971f439f0d2b",
    small: (3, 1, "3c1d00c4965f33c8ea45ce5f9f53310985aedb297ca1515002b93785357e7917"),
    r_inverse: "1bbe869330009d577204078a4f77266aab6fca8f09dc705f13f75b69fe75c040",
}

/// An element of the quadratic extension.
pub type Fq2 = Fp2<FqConfig, 6>;
/// An element of the cubic extension of that.
pub type Fq6 = Fp6<Bls12_381, 6>;
/// An element of the field of the pairing's values.
pub type Fq12 = Fp12<Bls12_381, 6>;

element! { Fq2, curve::fp2::Quad<FpEngine> }

impl Dodecic<6> for Bls12_381 {
    type Prime = FqConfig;
    type Tower = bls12_381::Bls12381;

    const TWO_ADICITY: u32 = 4;
    const NONRESIDUE_TO_TRACE: Fq2 = Fq2::new(
        Fq::hex(
            "15d13d8370fd2deb190f5e65c6794f42db1c85be5a0bdff5042d95bab9f7726d3b7a3e5243da575907ebabf628feb01e",
        ),
        Fq::hex(
            "15d13d8370fd2deb190f5e65c6794f42db1c85be5a0bdff5042d95bab9f7726d3b7a3e5243da575907ebabf628feb01e",
        ),
    );
    const TRACE_MINUS_ONE_DIV_TWO: &'static [u64] = &[
        0xfb163a252aefaba8,
        0x569d8f13009e5c62,
        0x276fae408bc3a206,
        0x136239591ff05220,
        0x5527902f635338a8,
        0x3ffbe0db6b5ed612,
        0x055853f2c153daf0,
        0x34ce9785a1ec68d3,
        0xb798cc0ebe872728,
        0xe540e4687cfd2eac,
        0x6e0dcb55f2012d35,
        0x37888f9f086d0061,
        0x4c9d1aa870046938,
        0x214c568703a353b6,
        0x1bab2b33f06fb284,
        0x3fa18c3a5f8a59af,
        0x12af6d2c060e010f,
        0xce5d72dc08ffafc6,
        0xb562c758be3afb5f,
        0x060def96ae8938d0,
        0xd8b24b24ecdb03cd,
        0xce3f5009559b3122,
        0x691f96165500f154,
        0x7b3e65e4db7eaf0e,
        0xfefac7c6d10a3725,
        0x572798c3c41f5e01,
        0xd1724a76718f0d99,
        0xf6148f7f30460b1f,
        0x565f5dd22981deb4,
        0x7df2c7ae381e95c0,
        0xad3d6090dd1e5fe5,
        0xef22041e1682c25f,
        0xcff6274a7e4e3d9f,
        0xb97f86797ffa06b7,
        0xf8fcc685f3620a40,
        0x151fc751c874ffa5,
        0x9a6ca28ec3f73398,
        0x6eb6e2ef7c9d2eb1,
        0xb22b015413422d41,
        0x7ff1e1da8b55f99d,
        0x8deee7c3b1f70cec,
        0x2db7502e16f402cc,
        0x8ffcd5ee716e3e05,
        0x17c19dfee84aae97,
        0x9c9ed266bfd98a0f,
        0x33581fc061a0a329,
        0x11bd653736ccf583,
        0x50d993f20565997f,
        0xa57452673cfe6f47,
        0x347c239394d5576d,
        0x9b2172d41ff7b11e,
        0x99be32f7e23fabcb,
        0x94e00307d2dd40c0,
        0x414a4b3d25c65865,
        0xd1201a66099bb544,
        0x414f6cc0b9f0606d,
        0xd231b811af52624e,
        0xe9825258c2ef182e,
        0x1ae24b2eb1c112d8,
        0x4403aa9c357da8c3,
        0xda4314f658316ca8,
        0x6e0399e1c32368cb,
        0xcf41e4defe60e373,
        0x2484a0682f3bcab7,
        0x42ad94ae7a62fd28,
        0x24af07be89b57401,
        0x00a3eec0b4199e90,
        0x9c0bb2e948d28b25,
        0x59d1c6a7cde80f18,
        0xf5979f969c910f1c,
        0xa3e4d41b98e0c0a6,
        0x00000000000a9d7d,
    ];

    const SEXTIC_TWO_ADICITY: u32 = 3;
    const SEXTIC_NONRESIDUE_TO_TRACE: Fq2 = Fq2::new(
        Fq::hex(
            "6af0e0437ff400b6831e36d6bd17ffe48395dabc2d3435e77f76e17009241c5ee67992f72ec05f4c81084fbede3cc09",
        ),
        Fq::hex(
            "6af0e0437ff400b6831e36d6bd17ffe48395dabc2d3435e77f76e17009241c5ee67992f72ec05f4c81084fbede3cc09",
        ),
    );
    const SEXTIC_TRACE_MINUS_ONE_DIV_TWO: &'static [u64] = &[
        0xec6c98463c0705d6,
        0x43e289a0f3f4bf2d,
        0xbd7b3ab5b8c6b958,
        0x1e2224a8eb96aa99,
        0x5bc6e626bf75d31b,
        0x112c3fafee728bc6,
        0xea912bfab48acaa3,
        0xd1104ac1a5e1d016,
        0x8753cc53bc216c89,
        0x68d0e2ff6757720d,
        0xceb29abcf6393273,
        0xa48cffe36be19d62,
        0x3c60ea9e7da88f87,
        0x64a169ed7be12645,
        0x8ce491e59479f2f0,
        0xae8ef66f64fc39e3,
        0x45a04d8b589e2ee0,
        0x6fe7ecc060dc0416,
        0xe3a393c71fbaa2a9,
        0x383ae97d6e42a21d,
        0xa0b065ad579101c2,
        0xd1d8e1e24340abd7,
        0xdccf5dcd2baf7616,
        0x88cefbbcb4b30a9e,
        0x3f8495f8c07454bb,
        0xe5df34f80b646e30,
        0xc69f8d8d26942fd6,
        0x7dcd0112c1716c29,
        0xd91568530d98be18,
        0x7b7a84c946d480f7,
        0x5c538a5d6456a69c,
        0x605ec38b8f441e07,
        0xd4bf5d877014b55f,
        0x0f22d47e8f4c8a61,
        0x9a1f49cc5d7911d1,
        0x00000126e3a9ce60,
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
    use ark_ff::AdditiveGroup;
    use curve::bls12_381::G1Curve;

    use super::{Fq, Fr};
    use crate::facts;

    facts::weierstrass! {
        Config over Fq: G1Curve;
        cofactor: &[0x8c00aaab0000aaab, 0x396c8c005555e156],
        cofactor_inverse: Fr::hex("73eda753299d7d44e34f0b31458fbb21d07c8ff73bf14809ec0000020005fffb"),
        a: Fq::ZERO,
        b: Fq::hex("4"),
        generator: (
            Fq::hex("17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb"),
            Fq::hex("8b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1")
        ),
        { facts::of_bls12_381! { 48 } }
    }
}

/// G2.
pub mod g2 {
    use ark_ff::AdditiveGroup;
    use curve::bls12_381::G2Curve;

    use super::{Fq, Fq2, Fr};
    use crate::facts;

    facts::weierstrass! {
        Config over Fq2: G2Curve;
        cofactor: &[0xcf1c38e31c7238e5, 0x1616ec6e786f0c70, 0x21537e293a6691ae, 0xa628f1cb4d9e82ef, 0xa68a205b2e5a7ddf, 0xcd91de4547085aba, 0x91d50792876a202, 0x5d543a95414e7f1],
        cofactor_inverse: Fr::hex("3aecc632c1b478412fdde180df4f1ef06d8a8d345f5ced8c003e197554dc24c7"),
        a: Fq2::ZERO,
        b: Fq2::new(Fq::hex("4"), Fq::hex("4")),
        generator: (
            Fq2::new(Fq::hex("24aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"), Fq::hex("13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e")),
            Fq2::new(Fq::hex("ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801"), Fq::hex("606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be"))
        ),
        { facts::of_bls12_381! { 96 } }
    }
}

pairing! { Bls12_381, bls12_381 }
