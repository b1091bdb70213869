//! Curves on slow integers of another library: where the inputs of BN254, secp256k1, P-256, Ed25519
//! and Pallas come from, so that none depends on a stack under test, and a further judge of what
//! fast code answers.
//!
//! Everything is affine and as in a textbook, by `num-bigint`, with nothing in common with the code
//! that is measured. Never for secrets, and never on a clock. BLS12-381 needs none of it: its
//! inputs come from blst.

pub mod answers;
pub mod banderwagon;
pub mod cashu;
pub mod codec;
mod contracts;
pub mod edwards;
pub mod field;
pub mod groth16;
mod pasta;
pub mod poseidon;
pub mod protocols;
mod ristretto;
pub mod rsa;
pub mod short;
pub mod tower;
pub mod values;
pub mod verkle;
pub mod vrf;
pub mod wallets;
pub mod zklogin;

use field::{Fp, Fp2, Slow as _};
use num_bigint::BigUint;
use peer_api::Curve;
use short::Short;
use std::sync::LazyLock;

/// A number from hexadecimal digits.
///
/// # Panics
/// If the text is no number; all callers hold constants.
pub fn hex(text: &str) -> BigUint {
    BigUint::parse_bytes(text.as_bytes(), 16).expect("hexadecimal digits")
}

/// p of a curve's base field.
pub fn modulus(curve: Curve) -> &'static BigUint {
    match curve {
        Curve::Bls12381 => &BLS12_381.0,
        Curve::Bn254 => &BN254_G1.field.p,
        Curve::Secp256k1 => &SECP256K1.field.p,
        Curve::P256 => &P256.field.p,
        Curve::Ed25519 => &edwards::ED25519.p,
        Curve::Pallas => &PALLAS.field.p,
        Curve::Bls12377 => &BLS12_377_G1.field.p,
    }
}

/// The prime order of a curve's groups.
pub fn order(curve: Curve) -> &'static BigUint {
    match curve {
        Curve::Bls12381 => &BLS12_381.1,
        Curve::Bn254 => &BN254_G1.order,
        Curve::Secp256k1 => &SECP256K1.order,
        Curve::P256 => &P256.order,
        Curve::Ed25519 => &edwards::ED25519.order,
        Curve::Pallas => &PALLAS.order,
        Curve::Bls12377 => &BLS12_377_G1.order,
    }
}

/// p and r of BLS12-381: see [`crate::inputs::P`].
static BLS12_381: LazyLock<(BigUint, BigUint)> = LazyLock::new(|| {
    (BigUint::from_bytes_be(&crate::inputs::P), BigUint::from_bytes_be(&crate::inputs::R))
});

/// The seed of BN254 (EIP-196; Barreto and Naehrig's family, ePrint 2005/133).
const BN254_X: u64 = 4_965_661_367_192_848_881;

/// BN254 over Fp: y² = x³ + 3, p = 36x⁴ + 36x³ + 24x² + 6x + 1, r = p + 1 − t = p − 6x² (EIP-196).
pub static BN254_G1: LazyLock<Short<Fp>> = LazyLock::new(|| {
    let x = BigUint::from(BN254_X);
    let p = 36_u32 * x.pow(4) + 36_u32 * x.pow(3) + 24_u32 * x.pow(2) + 6_u32 * &x + 1_u32;
    let order = &p - 6_u32 * x.pow(2);
    let small = |n: u32| BigUint::from(n);
    Short { field: Fp { p }, a: small(0), b: small(3), generator: (small(1), small(2)), order }
});

/// The twist of BN254 over Fp2 = Fp\[u\]/(u² + 1): y² = x³ + 3/(9 + u), with the generator of
/// EIP-197.
pub static BN254_G2: LazyLock<Short<Fp2>> = LazyLock::new(|| {
    let field = Fp2 { base: BN254_G1.field.clone(), k: 1 };
    let b = field.times(
        &[BigUint::from(3_u32), BigUint::ZERO],
        &field.inverse(&[9_u32.into(), 1_u32.into()]),
    );
    let generator = (
        [
            hex("1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"),
            hex("198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"),
        ],
        [
            hex("12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa"),
            hex("090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"),
        ],
    );
    Short { a: [BigUint::ZERO, BigUint::ZERO], b, generator, order: BN254_G1.order.clone(), field }
});

/// secp256k1: y² = x³ + 7, p = 2²⁵⁶ − 2³² − 977 (SEC 2, section 2.4.1).
pub static SECP256K1: LazyLock<Short<Fp>> = LazyLock::new(|| Short {
    field: Fp { p: (BigUint::from(1_u32) << 256_u32) - (1_u64 << 32) - 977_u32 },
    a: BigUint::ZERO,
    b: BigUint::from(7_u32),
    generator: (
        hex("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
        hex("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
    ),
    order: hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
});

/// P-256: y² = x³ − 3x + b, p = 2²⁵⁶ − 2²²⁴ + 2¹⁹² + 2⁹⁶ − 1 (SP 800-186, section 3.2.1.3).
pub static P256: LazyLock<Short<Fp>> = LazyLock::new(|| {
    let power = |bits: u32| BigUint::from(1_u32) << bits;
    let p = power(256) - power(224) + power(192) + power(96) - 1_u32;
    Short {
        a: &p - 3_u32,
        field: Fp { p },
        b: hex("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b"),
        generator: (
            hex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"),
            hex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"),
        ),
        order: hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
    }
});

/// Pallas: y² = x³ + 5, of order q, which is the field of Vesta ("The Pasta curves for halo 2 and
/// beyond", 2020).
pub static PALLAS: LazyLock<Short<Fp>> = LazyLock::new(|| {
    let p = hex("40000000000000000000000000000000224698fc094cf91b992d30ed00000001");
    Short {
        a: BigUint::ZERO,
        b: BigUint::from(5_u32),
        generator: (&p - 1_u32, BigUint::from(2_u32)),
        order: hex("40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001"),
        field: Fp { p },
    }
});

/// The seed of BLS12-377 (Zexe, ePrint 2018/962, section 7).
const BLS12_377_X: u64 = 0x8508_c000_0000_0001;

/// BLS12-377 over Fp: y² = x³ + 1, r = x⁴ − x² + 1, p = (x − 1)²·r/3 + x; the generator is Zexe's.
pub static BLS12_377_G1: LazyLock<Short<Fp>> = LazyLock::new(|| {
    let x = BigUint::from(BLS12_377_X);
    let order = x.pow(4) - x.pow(2) + 1_u32;
    let p = (&x - 1_u32).pow(2) * &order / 3_u32 + x;
    let generator = (
        hex(
            "008848defe740a67c8fc6225bf87ff5485951e2caa9d41bb188282c8bd37cb5cd5481512ffcd394eeab9b16eb21be9ef",
        ),
        hex(
            "01914a69c5102eff1f674f5d30afeec4bd7fb348ca3e52d96d182ad44fb82305c2fe3d3634a9591afd82de55559c8ea6",
        ),
    );
    Short { a: BigUint::ZERO, b: BigUint::from(1_u32), generator, order, field: Fp { p } }
});

/// The twist of BLS12-377 over Fp2 = Fp\[u\]/(u² + 5): y² = x³ + 1/u, with Zexe's generator.
pub static BLS12_377_G2: LazyLock<Short<Fp2>> = LazyLock::new(|| {
    let field = Fp2 { base: BLS12_377_G1.field.clone(), k: 5 };
    let b = field.inverse(&[BigUint::ZERO, BigUint::from(1_u32)]);
    let generator = (
        [
            hex(
                "018480be71c785fec89630a2a3841d01c565f071203e50317ea501f557db6b9b71889f52bb53540274e3e48f7c005196",
            ),
            hex(
                "00ea6040e700403170dc5a51b1b140d5532777ee6651cecbe7223ece0799c9de5cf89984bff76fe6b26bfefa6ea16afe",
            ),
        ],
        [
            hex(
                "00690d665d446f7bd960736bcbb2efb4de03ed7274b49a58e458c282f832d204f2cf88886d8c7c2ef094094409fd4ddf",
            ),
            hex(
                "00f8169fd28355189e549da3151a70aa61ef11ac3d591bf12463b01acee304c24279b83f5e52270bd9a1cdd185eb8f93",
            ),
        ],
    );
    Short { a: field.zero(), b, generator, order: BLS12_377_G1.order.clone(), field }
});

#[cfg(test)]
mod tests {
    use super::*;
    use field::Slow;

    fn whole<F: Slow>(curve: &Short<F>) {
        let generator = Some(curve.generator.clone());
        assert!(curve.holds(&generator));
        assert_eq!(
            curve.multiply(&generator, &curve.order),
            None,
            "the order ends at the identity"
        );
        let [five, minus_two] = [BigUint::from(5_u32), &curve.order - 2_u32];
        let (p, q) = (curve.multiply(&generator, &five), curve.multiply(&generator, &minus_two));
        assert!(curve.holds(&p) && curve.holds(&q));
        assert_eq!(curve.add(&p, &q), curve.multiply(&generator, &BigUint::from(3_u32)));
        assert_eq!(curve.add(&p, &curve.negate(&p)), None);
        assert_eq!(curve.add(&p, &p), curve.multiply(&generator, &BigUint::from(10_u32)));
    }

    #[test]
    fn generators_lie_on_their_curves_and_have_the_stated_orders() {
        whole(&BN254_G1);
        whole(&BN254_G2);
        whole(&SECP256K1);
        whole(&P256);
        whole(&PALLAS);
        whole(&BLS12_377_G1);
        whole(&BLS12_377_G2);
    }

    #[test]
    fn moduli_are_those_of_the_documents() {
        let decimal = |text: &str| text.parse::<BigUint>().expect("digits");
        // EIP-196.
        let p = "21888242871839275222246405745257275088696311157297823662689037894645226208583";
        let r = "21888242871839275222246405745257275088548364400416034343698204186575808495617";
        assert_eq!(*modulus(Curve::Bn254), decimal(p));
        assert_eq!(*order(Curve::Bn254), decimal(r));
        let p256 = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";
        assert_eq!(*modulus(Curve::P256), hex(p256));
    }
}
