//! The constants of each field. `tests/constants.rs` derives them from the moduli.

use curve::field::{Field, Red};
use curve::fp2::Quad;
use curve::{bls12_381, bn254, ed25519, p256, secp256k1};
#[cfg(feature = "pasta")]
use curve::{pallas, vesta};

use crate::encoding::Bytes;
use crate::field::{FieldFacts, PrimeFacts};

/// An element that is known.
macro_rules! known {
    ($engine:ty, $digits:literal) => {
        Red::<$engine>::from_constant(&<$engine as Field>::Const::hex($digits))
    };
}

/// A prime field, by its modulus and by numbers in hexadecimal digits.
macro_rules! prime_field {
    (
        $engine:ty, $repr:ty, bits: $bits:literal, modulus: $modulus:literal, half: $half:literal,
        generator: $generator:literal, s: $s:literal, root: $root:literal,
        root_inverse: $root_inverse:literal, delta: $delta:literal, zeta: $zeta:literal,
        radix: $radix:literal, radix_inverse: $radix_inverse:literal
    ) => {
        impl FieldFacts for $engine {
            type Repr = $repr;

            const DEGREE: usize = 1;
            const ZERO: Red<Self> = known!($engine, "0");
            const ONE: Red<Self> = known!($engine, "1");
            const NON_SQUARE: Red<Self> = Self::ROOT_OF_UNITY;
        }

        impl PrimeFacts for $engine {
            const MODULUS: &'static str = concat!("0x", $modulus);
            const NUM_BITS: u32 = $bits;
            const TWO_INV: Red<Self> = known!($engine, $half);
            const GENERATOR: Red<Self> = known!($engine, $generator);
            const S: u32 = $s;
            const ROOT_OF_UNITY: Red<Self> = known!($engine, $root);
            const ROOT_OF_UNITY_INV: Red<Self> = known!($engine, $root_inverse);
            const DELTA: Red<Self> = known!($engine, $delta);
            const ZETA: Red<Self> = known!($engine, $zeta);
            const R: Red<Self> = known!($engine, $radix);
            const R_INV: Red<Self> = known!($engine, $radix_inverse);
        }
    };
}

/// Fp2, by an element ξ = k + u that is no square: that by which the tower goes on; `zeta` is the
/// square of Fp's.
macro_rules! quadratic_field {
    ($engine:ty, $repr:ty, $k:literal, zeta: $zeta:literal) => {
        impl FieldFacts for Quad<$engine> {
            type Repr = $repr;

            const DEGREE: usize = 2;
            const ZERO: Red<Self> = pair(&known!($engine, "0"), &known!($engine, "0"));
            const ONE: Red<Self> = pair(&known!($engine, "1"), &known!($engine, "0"));
            const NON_SQUARE: Red<Self> = pair(&known!($engine, $k), &known!($engine, "1"));
        }

        /// Fp2 is no prime field. halo2curves says that it is, since `CurveExt` asks for one, and
        /// gives it these constants, all of them from Fp.
        #[cfg(feature = "halo2curves")]
        impl PrimeFacts for Quad<$engine> {
            const MODULUS: &'static str = <$engine>::MODULUS;
            const NUM_BITS: u32 = <$engine>::NUM_BITS;
            const TWO_INV: Red<Self> = of_fp(&<$engine>::TWO_INV);
            const GENERATOR: Red<Self> = of_fp(&<$engine>::GENERATOR);
            const S: u32 = <$engine>::S;
            const ROOT_OF_UNITY: Red<Self> = of_fp(&<$engine>::ROOT_OF_UNITY);
            const ROOT_OF_UNITY_INV: Red<Self> = of_fp(&<$engine>::ROOT_OF_UNITY_INV);
            const DELTA: Red<Self> = of_fp(&<$engine>::DELTA);
            const ZETA: Red<Self> = of_fp(&known!($engine, $zeta));
            const R: Red<Self> = of_fp(&<$engine>::R);
            const R_INV: Red<Self> = of_fp(&<$engine>::R_INV);
        }
    };
}

/// c₀ + c₁·u, as a constant.
pub(crate) const fn pair<F: Field<Raw: Copy>>(c0: &Red<F>, c1: &Red<F>) -> Red<Quad<F>> {
    Red::from_raw([*c0.raw(), *c1.raw()])
}

/// An element of Fp.
#[cfg(feature = "halo2curves")]
const fn of_fp<F: FieldFacts>(c0: &Red<F>) -> Red<Quad<F>> {
    pair(c0, &F::ZERO)
}

prime_field!(
    bls12_381::FpEngine, Bytes<48>, bits: 381,
    modulus: "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    half: "0d0088f51cbff34d258dd3db21a5d66bb23ba5c279c2895fb39869507b587b120f55ffff58a9ffffdcff7fffffffd556",
    generator: "2", s: 1,
    root: "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaaa",
    root_inverse: "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaaa",
    delta: "4",
    zeta: "1a0111ea397fe699ec02408663d4de85aa0d857d89759ad4897d29650fb85f9b409427eb4f49fffd8bfd00000000aaac",
    radix: "15f65ec3fa80e4935c071a97a256ec6d77ce5853705257455f48985753c758baebf4000bc40c0002760900000002fffd",
    radix_inverse: "14fec701e8fb0ce9ed5e64273c4f538b1797ab1458a88de9343ea97914956dc87fe11274d898fafbf4d38259380b4820"
);

prime_field!(
    bls12_381::FrEngine, [u8; 32], bits: 255,
    modulus: "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001",
    half: "39f6d3a994cebea4199cec0404d0ec02a9ded2017fff2dff7fffffff80000001",
    generator: "7", s: 32,
    root: "16a2a19edfe81f20d09b681922c813b4b63683508c2280b93829971f439f0d2b",
    root_inverse: "0538a6f66e19c653ed4f2f74a35d01686f67d4a2b566f8330fb4d6e13cf19a78",
    delta: "08634d0aa021aaf843cab354fabb0062f6502437c6a09c006c083479590189d7",
    zeta: "00000000000000000000000000000000ac45a4010001a40200000000ffffffff",
    radix: "1824b159acc5056f998c4fefecbc4ff55884b7fa0003480200000001fffffffe",
    radix_inverse: "1bbe869330009d577204078a4f77266aab6fca8f09dc705f13f75b69fe75c040"
);

prime_field!(
    bn254::FpEngine, [u8; 32], bits: 254,
    modulus: "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47",
    half: "183227397098d014dc2822db40c0ac2ecbc0b548b438e5469e10460b6c3e7ea4",
    generator: "3", s: 1,
    root: "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd46",
    root_inverse: "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd46",
    delta: "9",
    zeta: "30644e72e131a0295e6dd9e7e0acccb0c28f069fbb966e3de4bd44e5607cfd48",
    radix: "0e0a77c19a07df2f666ea36f7879462c0a78eb28f5c70b3dd35d438dc58f0d9d",
    radix_inverse: "2e67157159e5c639cf63e9cfb74492d9eb2022850278edf8ed84884a014afa37"
);

prime_field!(
    bn254::FrEngine, [u8; 32], bits: 254,
    modulus: "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001",
    half: "183227397098d014dc2822db40c0ac2e9419f4243cdcb848a1f0fac9f8000001",
    generator: "7", s: 28,
    root: "03ddb9f5166d18b798865ea93dd31f743215cf6dd39329c8d34f1ed960c37c9c",
    root_inverse: "048127174daabc261bbe587180f34361b22625f59115aba70ed3e50a414e6dba",
    delta: "09226b6e22c6f0ca64ec26aad4c86e715b5f898e5e963f25870e56bbe533e9a2",
    zeta: "30644e72e131a029048b6e193fd84104cc37a73fec2bc5e9b8ca0b2d36636f23",
    radix: "0e0a77c19a07df2f666ea36f7879462e36fc76959f60cd29ac96341c4ffffffb",
    radix_inverse: "15ebf95182c5551cc8260de4aeb85d5d090ef5a9e111ec87dc5ba0056db1194e"
);

prime_field!(
    secp256k1::FpEngine, [u8; 32], bits: 256,
    modulus: "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
    half: "7fffffffffffffffffffffffffffffffffffffffffffffffffffffff7ffffe18",
    generator: "3", s: 1,
    root: "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2e",
    root_inverse: "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2e",
    delta: "9",
    zeta: "7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501ee",
    radix: "00000000000000000000000000000000000000000000000000000001000003d1",
    radix_inverse: "c9bd1905155383999c46c2c295f2b761bcb223fedc24a059d838091d0868192a"
);

prime_field!(
    secp256k1::FrEngine, [u8; 32], bits: 256,
    modulus: "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
    half: "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a1",
    generator: "7", s: 6,
    root: "0c1dc060e7a91986df9879a3fbc483a898bdeab680756045992f4b5402b052f2",
    root_inverse: "fd3ae181f12d7096efc7b0c75b8cbb7277a275910aa413c3b6fb30a0884f0d1c",
    delta: "0000000000000000000cbc21fe4561c8d63b78e780e1341e199417c8c0bb7601",
    zeta: "5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72",
    radix: "000000000000000000000000000000014551231950b75fc4402da1732fc9bebf",
    radix_inverse: "d9e8890d6494ef93897f30c127cfab5d3bbbd4567fa50c3c80fd22938097c016"
);

prime_field!(
    p256::FpEngine, [u8; 32], bits: 256,
    modulus: "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
    half: "7fffffff80000000800000000000000000000000800000000000000000000000",
    generator: "6", s: 1,
    root: "ffffffff00000001000000000000000000000000fffffffffffffffffffffffe",
    root_inverse: "ffffffff00000001000000000000000000000000fffffffffffffffffffffffe",
    delta: "24",
    zeta: "4d6ea8928adb86cf62388a8e0ef623312e68c59bdef3e53fd964598eb819acce",
    radix: "00000000fffffffeffffffffffffffffffffffff000000000000000000000001",
    radix_inverse: "fffffffe00000003fffffffd0000000200000001fffffffe0000000300000000"
);

prime_field!(
    p256::FrEngine, [u8; 32], bits: 256,
    modulus: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
    half: "7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a9",
    generator: "7", s: 4,
    root: "ffc97f062a770992ba807ace842a3dfc1546cad004378daf0592d7fbb41e6602",
    root_inverse: "a0a66a5562d46f2ac645fa0458131caee3ac117c794c4137379c7f0657c73764",
    delta: "00000000000000000000000000000000000000000000000000001e39a5057d81",
    zeta: "52891d43d946a0354e786d0777fd6aef9405335ce9c83e1d7cbf87ff12884e21",
    radix: "00000000ffffffff00000000000000004319055258e8617b0c46353d039cdaaf",
    radix_inverse: "60d066334905c1e907f8b6041e607725badef3e243566fafce1bc8f79c197c79"
);

prime_field!(
    ed25519::FrEngine, [u8; 32], bits: 253,
    modulus: "1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed",
    half: "080000000000000000000000000000000a6f7cef517bce6b2c09318d2e7ae9f7",
    generator: "2", s: 2,
    root: "094a7310e07981e77d3d6d60abc1c27a0ef0565342ce83febe8775dfebbe07d4",
    root_inverse: "06b58cef1f867e1882c2929f543e3d8605eea38b602918d7998aed3a7137cc19",
    delta: "10",
    zeta: "0378d9ddc674005feb08f579fb8841ae471dd911c6cce91e158687e51e07e223",
    radix: "0ffffffffffffffffffffffffffffffec6ef5bf4737dcf70d6ec31748d98951d",
    radix_inverse: "09db6c6f26fe9183614e75438ffa36beb7f5c66a973f754cc766cca43d5f0d24"
);

#[cfg(feature = "pasta")]
prime_field!(
    pallas::FpEngine, [u8; 32], bits: 255,
    modulus: "40000000000000000000000000000000224698fc094cf91b992d30ed00000001",
    half: "2000000000000000000000000000000011234c7e04a67c8dcc96987680000001",
    generator: "5", s: 32,
    root: "2bce74deac30ebda362120830561f81aea322bf2b7bb7584bdad6fabd87ea32f",
    root_inverse: "2cd5282c53116b5cb4ed8e647196dad184a0a1d8859f066ff0b87c7db2ce91f6",
    delta: "0a757d0f0006ab6cbd455b7112a5049df5e4f3f13eee56366a6ccd20dd7b9ba2",
    zeta: "12ccca834acdba712caad5dc57aab1b01d1f8bd237ad31491dad5ebdfdfe4ab9",
    radix: "3fffffffffffffffffffffffffffffff992c350be41914ad34786d38fffffffd",
    radix_inverse: "21f1c4ff1e2278d570cb2996efc89a65ac9fba6a4077fc57cf3f8e8753a769a9"
);

#[cfg(feature = "pasta")]
prime_field!(
    vesta::FpEngine, [u8; 32], bits: 255,
    modulus: "40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001",
    half: "2000000000000000000000000000000011234c7e04ca546ec623759080000001",
    generator: "5", s: 32,
    root: "2de6a9b8746d3f589e5c4dfd492ae26e9bb97ea3c106f049a70e2c1102b6d05f",
    root_inverse: "2235e1a7415bf936f4c8f353124086c14ad38b9084b8a80c57eecda0a84b6836",
    delta: "2237d5442372416606f0a88e7f7949f8e3ac3376541d11408494392472d1683c",
    zeta: "06819a58283e528e511db4d81cf70f5a0fed467d47c033af2aa9d2e050aa0e4f",
    radix: "3fffffffffffffffffffffffffffffff992c350be34205675b2b3e9cfffffffd",
    radix_inverse: "1f7a89dd176479535790be58c050df13c68de1279dc601eb6119a3dd8e1a6f7f"
);

quadratic_field!(
    bls12_381::FpEngine, Bytes<96>, "1",
    zeta: "00000000000000005f19672fdf76ce51ba69c6076a0f77eaddb3a93be6f89688de17d813620a00022e01fffffffefffe"
);
quadratic_field!(
    bn254::FpEngine, Bytes<64>, "9",
    zeta: "000000000000000059e26bcea0d48bacd4f263f1acdb5c4f5763473177fffffe"
);
