//! Hashing to G1 and G2 of BLS12-381: the suites `BLS12381G1_XMD:SHA-256_SSWU_{RO,NU}_` and
//! `BLS12381G2_…` of RFC 9380 §8.8, over any expander.
//!
//! | | G1 | G2 |
//! |---|---|---|
//! | E′ | y² = x³ + A′x + B′ with full-size coefficients | y² = x³ + 240u·x + 1012(1 + u) |
//! | Z | 11 | −(2 + u) |
//! | isogeny | degree 11 | degree 3 |
//! | root | one power in Fp ([`sqrt_ratio_3mod4`]) | two powers in Fp ([`sqrt_ratio_complex`]) |
//!
//! The power is to e = (p − 3)/4 by an addition chain of 447 products (squarings are products
//! here). Sums of products and reductions in Fp, without the hash and the reduction of its output;
//! a test counts them:
//!
//! | step | G1 | G2 |
//! |---|---|---|
//! | each of two maps | 468, 468 | 945, 929 |
//! | addition on E′ | 20, 14 | 60, 18 |
//! | isogeny | 60, 30 | 36, 16 |
//! | clearing the cofactor | [`clear_cofactor`](crate::weierstrass::Subgroup::clear_cofactor) | same |

use core::marker::PhantomData;

use limb::Modulus;
use limb::modulus::{Limbs, shift_right};

use super::{BaseEngine, Fp, Fp2, FpConst, G1, G1Curve, G2, G2Curve};
use crate::field::{Field, Overlap, Red};
use crate::formulas::complete::Coefficient;
use crate::fp2::Quad;
use crate::hash_to_curve::Suite;
use crate::hash_to_curve::face::hashing_to;
use crate::hash_to_curve::isogeny::{Degree3, Degree11, degree_3, degree_11};
use crate::hash_to_curve::sqrt_ratio::{Chain, sqrt_ratio_3mod4, sqrt_ratio_complex};
use crate::hash_to_curve::sswu::{Sign, Swu, map_to_curve};
use crate::weierstrass::{Projective, Weierstrass};

/// (p − 3)/4, found by a search over tables and windows; a test computes the exponent that it
/// stands for.
const POWER: Chain<21, 52> = Chain {
    table: [
        (0, 0, 0),
        (0, 0, 0),
        (1, 0, 0),
        (2, 0, 1),
        (3, 0, 2),
        (4, 0, 3),
        (5, 0, 0),
        (6, 0, 2),
        (7, 0, 0),
        (8, 0, 2),
        (9, 0, 6),
        (9, 0, 8),
        (10, 0, 4),
        (12, 0, 8),
        (13, 0, 6),
        (14, 0, 6),
        (15, 0, 7),
        (16, 0, 5),
        (17, 0, 4),
        (17, 0, 8),
        (19, 0, 6),
    ],
    first: 5,
    windows: [
        (13, 7),
        (9, 13),
        (7, 10),
        (8, 20),
        (7, 18),
        (6, 5),
        (6, 5),
        (9, 14),
        (7, 5),
        (4, 5),
        (8, 13),
        (7, 15),
        (6, 2),
        (9, 20),
        (8, 15),
        (6, 12),
        (7, 15),
        (10, 17),
        (9, 20),
        (10, 11),
        (6, 11),
        (5, 0),
        (6, 7),
        (8, 12),
        (6, 13),
        (6, 11),
        (4, 2),
        (8, 5),
        (7, 9),
        (11, 13),
        (6, 12),
        (10, 13),
        (8, 19),
        (11, 13),
        (7, 12),
        (7, 18),
        (7, 18),
        (6, 12),
        (8, 9),
        (4, 2),
        (7, 18),
        (7, 18),
        (7, 17),
        (9, 18),
        (3, 3),
        (7, 18),
        (7, 18),
        (7, 18),
        (7, 18),
        (6, 13),
        (4, 3),
        (6, 9),
    ],
    last: 1,
};

/// x^((p − 3)/4), by whatever takes whole powers beside the processor, or by the chain; constant
/// time.
#[inline(always)]
fn power<F: BaseEngine>(x: &Red<F>) -> Red<F> {
    const EXPONENT: Limbs = shift_right(&<super::FpModulus as Modulus>::P, 2);
    F::Overlap::power(x.raw(), &EXPONENT).map_or_else(|| POWER.power(x), Red::from_raw)
}

/// E′ of G1 on an engine `F` of the base field.
///
/// [Examples](super#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct G1Isogenous<F>(PhantomData<F>);

/// E′ of G2 on an engine `F` of the base field.
///
/// [Examples](super#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct G2Isogenous<F>(PhantomData<F>);

/// A′ of G1 (RFC 9380 §8.8.1).
const G1_A: FpConst = FpConst::hex(
    "00144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1d",
);
/// B′ of G1 (RFC 9380 §8.8.1).
const G1_B: FpConst = FpConst::hex(
    "12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0",
);
/// √(−11), where Z = 11.
const G1_ROOT: FpConst = FpConst::hex(
    "04610e003bd3ac94dfa9246c390d7a78942602029175a4ca366d601f33f3946e3ed39794735c38315d874bc1d70637c3",
);
/// √(−5), where N(Z) = N(−(2 + u)) = 5.
const G2_ROOT: FpConst = FpConst::hex(
    "019cfaba0c258165d092f6bca9a081871e62a126c499340dc71c0e9527f923f3b299592a7a9503066cc5362484d96dd7",
);

/// The 11-isogeny E′ → E of G1. X and Y are k₍₁,ᵢ₎ and k₍₃,ᵢ₎ of RFC 9380 E.2, lowest first; the
/// kernel polynomial is the square root of its x_den and the cube root of its y_den.
pub const G1_ISOGENY: Degree11<FpConst> = Degree11 {
    kernel: constants([
        "133341fb0962a34cb0504a9c4fada0a5090d38679b4c040d5d1c3afb023a3409fcc0815fea66d8b02bbef9c8b5a66e07",
        "0264908af037bcede00d054cf5d4775e83eb6cf63c76b969f8ed174fb59fcff78d201f46f6cfc4ed6552e59ce75177b0",
        "1335c502c1f54c49aceea65e87fd7203ba0f626f305fc0cfd606a5dae9f3c8e81a4b3b69600129fabd307c69bf319d39",
        "094440f65f408a6e930e16e3e92dd17bf60d6e9679a8d3d58593de55ac23703042d609537eb3549aac234d896ca82944",
        "04afe09d5cf4956a23b6b71f59d2b3407b415a774b7be81bbb6fa99cbc798e0ac98ba725a5bc328016b1c268b4766e85",
    ]),
    x: blocks([
        "11a05f2b1e833340b809101dd99815856b303e88a2d7005ff2627b56cdb4e2c85610c2d5f2e62d6eaeac1662734649b7",
        "17294ed3e943ab2f0588bab22147a81c7c17e75b2f6a8417f565e33c70d1e86b4838f2a6f318c356e834eef1b3cb83bb",
        "0d54005db97678ec1d1048c5d10a9a1bce032473295983e56878e501ec68e25c958c3e3d2a09729fe0179f9dac9edcb0",
        "1778e7166fcc6db74e0609d307e55412d7f5e4656a8dbf25f1b33289f1b330835336e25ce3107193c5b388641d9b6861",
        "0e99726a3199f4436642b4b3e4118e5499db995a1257fb3f086eeb65982fac18985a286f301e77c451154ce9ac8895d9",
        "1630c3250d7313ff01d1201bf7a74ab5db3cb17dd952799b9ed3ab9097e68f90a0870d2dcae73d19cd13c1c66f652983",
        "0d6ed6553fe44d296a3726c38ae652bfb11586264f0f8ce19008e218f9c86b2a8da25128c1052ecaddd7f225a139ed84",
        "17b81e7701abdbe2e8743884d1117e53356de5ab275b4db1a682c62ef0f2753339b7c8f8c8f475af9ccb5618e3f0c88e",
        "080d3cf1f9a78fc47b90b33563be990dc43b756ce79f5574a2c596c928c5d1de4fa295f296b74e956d71986a8497e317",
        "169b1f8e1bcfa7c42e0c37515d138f22dd2ecb803a0c5c99676314baf4bb1b7fa3190b2edc0327797f241067be390c9e",
        "10321da079ce07e272d8ec09d2565b0dfa7dccdde6787f96d50af36003b14866f69b771f8c285decca67df3f1605fb7b",
        "06e08c248e260e70bd1e962381edee3d31d79d7e22c837bc23c0bf1bc24c6b68c24b1b80b64d391fa9c8ba2e8ba2d229",
    ]),
    y: blocks([
        "090d97c81ba24ee0259d1f094980dcfa11ad138e48a869522b52af6c956543d3cd0c7aee9b3ba3c2be9845719707bb33",
        "134996a104ee5811d51036d776fb46831223e96c254f383d0f906343eb67ad34d6c56711962fa8bfe097e75a2e41c696",
        "00cc786baa966e66f4a384c86a3b49942552e2d658a31ce2c344be4b91400da7d26d521628b00523b8dfe240c72de1f6",
        "01f86376e8981c217898751ad8746757d42aa7b90eeb791c09e4a3ec03251cf9de405aba9ec61deca6355c77b0e5f4cb",
        "08cc03fdefe0ff135caf4fe2a21529c4195536fbe3ce50b879833fd221351adc2ee7f8dc099040a841b6daecf2e8fedb",
        "16603fca40634b6a2211e11db8f0a6a074a7d0d4afadb7bd76505c3d3ad5544e203f6326c95a807299b23ab13633a5f0",
        "04ab0b9bcfac1bbcb2c977d027796b3ce75bb8ca2be184cb5231413c4d634f3747a87ac2460f415ec961f8855fe9d6f2",
        "0987c8d5333ab86fde9926bd2ca6c674170a05bfe3bdd81ffd038da6c26c842642f64550fedfe935a15e4ca31870fb29",
        "09fc4018bd96684be88c9e221e4da1bb8f3abd16679dc26c1e8b6e6a1f20cabe69d65201c78607a360370e577bdba587",
        "0e1bba7a1186bdb5223abde7ada14a23c42a0ca7915af6fe06985e7ed1e4d43b9b3f7055dd4eba6f2bafaaebca731c30",
        "19713e47937cd1be0dfd0b8f1d43fb93cd2fcbcb6caf493fd1183e416389e61031bf3a5cce3fbafce813711ad011c132",
        "18b46a908f36f6deb918c143fed2edcc523559b8aaf0c2462e6bfe7f911f643249d9cdf41b44d606ce07c8a4d0074d8e",
        "0b182cac101b9399d155096004f53f447aa7b12a3426b08ec02710e807b4633f06c851c1919211f20d4c04f00b971ef8",
        "0245a394ad1eca9b72fc00ae7be315dc757b3b080d4c158013e6632d3c40659cc6cf90ad1c232a6442d9d3f5db980133",
        "05c129645e44cf1102a159f748c4a3fc5e673d81d7e86568d9ab0f5d396a7ce46ba1049b6579afb7866b1e715475224b",
        "15e6be4e990f03ce4ea50b3b42df2eb5cb181d8f84965a3957add4fa95af01b2b665027efec01c7704b456be69c8b604",
    ]),
};

/// Constants from their digits.
const fn constants<const N: usize>(digits: [&str; N]) -> [FpConst; N] {
    let mut out = [FpConst::small(0); N];
    let mut i = 0;
    while i < N {
        out[i] = FpConst::hex(digits[i]);
        i += 1;
    }
    out
}

/// Constants in blocks of four.
const fn blocks<const N: usize, const B: usize>(digits: [&str; N]) -> [[FpConst; 4]; B] {
    assert!(N == 4 * B, "whole blocks");
    let mut out = [[FpConst::small(0); 4]; B];
    let mut i = 0;
    while i < N {
        out[i >> 2][i & 3] = FpConst::hex(digits[i]);
        i += 1;
    }
    out
}

impl<F: BaseEngine> Weierstrass for G1Isogenous<F> {
    type Base = F;
    type A = Self;

    fn b(ctx: &F::Ctx) -> Red<F> {
        Red::constant(ctx, &G1_B)
    }

    fn times_3b(x: &Red<F>) -> Red<F> {
        &Self::b(&x.ctx()) * &x.times(3)
    }
}

impl<F: BaseEngine> Coefficient<Self> for G1Isogenous<F> {
    fn times(x: &Red<F>) -> Red<F> {
        x * &Red::constant(&x.ctx(), &G1_A)
    }
}

impl<F: BaseEngine + Sign> Swu for G1Isogenous<F> {
    fn times_z(x: &Red<F>) -> Red<F> {
        x.times(11)
    }

    fn sqrt_ratio(u: &Red<F>, v: &Red<F>) -> (Red<F>, F::Mask) {
        sqrt_ratio_3mod4(u, v, &Red::constant(&u.ctx(), &G1_ROOT), power)
    }
}

/// x·u.
fn times_u<F: Field>(x: &Red<Quad<F>>) -> Red<Quad<F>> {
    Red::new(-&x.c1(), x.c0())
}

impl<F: BaseEngine> Weierstrass for G2Isogenous<F> {
    type Base = Quad<F>;
    type A = Self;

    fn b(ctx: &F::Ctx) -> Red<Quad<F>> {
        Red::small(ctx, 1012).mul_by_small_plus_u(1)
    }

    /// 3036 = 12·253.
    fn times_3b(x: &Red<Quad<F>>) -> Red<Quad<F>> {
        x.times(253).times(12).mul_by_small_plus_u(1)
    }
}

impl<F: BaseEngine> Coefficient<Self> for G2Isogenous<F> {
    fn times(x: &Red<Quad<F>>) -> Red<Quad<F>> {
        times_u(&x.times(240))
    }
}

impl<F: BaseEngine + Sign> Swu for G2Isogenous<F> {
    /// 1012 = 4·253.
    fn times_b(x: &Red<Quad<F>>) -> Red<Quad<F>> {
        x.times(253).times(4).mul_by_small_plus_u(1)
    }

    fn times_z(x: &Red<Quad<F>>) -> Red<Quad<F>> {
        -&x.mul_by_small_plus_u(2)
    }

    fn sqrt_ratio(u: &Red<Quad<F>>, v: &Red<Quad<F>>) -> (Red<Quad<F>>, F::Mask) {
        let root = Red::constant(&u.c0().ctx(), &G2_ROOT);
        sqrt_ratio_complex(u, v, Self::times_z, &root, power)
    }
}

/// RFC 9380 E.3 prints the isogeny to E′₂ expanded. By Vélu's formulas its kernel is {∞, (x₀,
/// ±2√(1 + u))} with t = 2(3x₀² + A′) = 48u and 4y₀² = 16(1 + u), so all constants are small; the
/// isogenous curve is y² = x³ + 2916(1 + u) = x³ + 3⁶·4(1 + u).
///
/// Cost in Fp2: 2 squarings, 8 products, 6 reductions.
impl<F: BaseEngine> Degree3 for G2Isogenous<F> {
    const NEGATIVE: bool = true;

    /// x₀ = −6 + 6u = 6u·(1 + u).
    fn times_x0(x: &Red<Quad<F>>) -> Red<Quad<F>> {
        times_u(&x.mul_by_small_plus_u(1).times(6))
    }

    fn times_t(x: &Red<Quad<F>>) -> Red<Quad<F>> {
        times_u(&x.times(48))
    }

    fn times_w(x: &Red<Quad<F>>) -> Red<Quad<F>> {
        x.mul_by_small_plus_u(1).times(16)
    }
}

impl<F: BaseEngine + Sign> Suite for G1Curve<F> {
    type Map = G1Isogenous<F>;

    fn map(u: &Red<F>) -> Projective<G1Isogenous<F>> {
        map_to_curve(u)
    }

    fn isogeny(point: &Projective<G1Isogenous<F>>) -> [Red<F>; 3] {
        degree_11(point, &G1_ISOGENY)
    }
}

impl<F: BaseEngine + Sign> Suite for G2Curve<F> {
    type Map = G2Isogenous<F>;

    fn map(u: &Red<Quad<F>>) -> Projective<G2Isogenous<F>> {
        map_to_curve(u)
    }

    fn isogeny(point: &Projective<G2Isogenous<F>>) -> [Red<Quad<F>>; 3] {
        degree_3(point)
    }
}

hashing_to!(
    G1Curve => G1, " of G1", suites: "BLS12381G1_XMD:SHA-256_SSWU", hash_to_g1, hash_to_g1_batch, encode_to_g1,
    /// It is EIP-2537's MAP_FP_TO_G1.
    map_to_g1: Fp
);
hashing_to!(
    G2Curve => G2, " of G2", suites: "BLS12381G2_XMD:SHA-256_SSWU", hash_to_g2, hash_to_g2_batch, encode_to_g2,
    /// It is EIP-2537's MAP_FP2_TO_G2.
    map_to_g2: Fp2
);

#[cfg(test)]
mod tests {
    use std::vec;
    use std::vec::Vec;

    use super::*;
    use crate::bls12_381::FpEngine;

    /// A polynomial, lowest coefficient first.
    type Polynomial = Vec<Fp>;

    fn polynomial<'a>(constants: impl IntoIterator<Item = &'a FpConst>) -> Polynomial {
        constants.into_iter().map(Fp::of).collect()
    }

    fn times(a: &Polynomial, b: &Polynomial) -> Polynomial {
        let mut out = vec![Fp::zero(); a.len() + b.len() - 1];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                out[i + j] = &out[i + j] + &(x * y);
            }
        }
        out
    }

    fn derivative(a: &Polynomial) -> Polynomial {
        a.iter().zip(0..).skip(1).map(|(x, i)| x.times(i)).collect()
    }

    /// Degree of the greatest common divisor, by Euclid's algorithm.
    fn common_degree(mut a: Polynomial, mut b: Polynomial) -> usize {
        loop {
            while b.last().is_some_and(|top| bool::from(top.is_zero())) {
                b.pop();
            }
            let Some(top) = b.last() else { return a.len() - 1 };
            let inverse = top.invert();
            while a.len() >= b.len() {
                let shift = a.len() - b.len();
                let factor = a.last().map(|top| top * &inverse).expect("not empty");
                for (i, x) in b.iter().enumerate() {
                    a[shift + i] = &a[shift + i] - &(&factor * x);
                }
                a.pop();
            }
            core::mem::swap(&mut a, &mut b);
        }
    }

    /// The exponent of the chain, by its effect on a few elements, and its length, by walking
    /// through it.
    #[test]
    fn chain() {
        let exponent = shift_right(&<super::super::FpModulus as Modulus>::P, 2);
        for k in [0, 1, 2, 3, 11, 12_345] {
            let x = Fp::from(k);
            assert_eq!(POWER.power(&x), x.pow_vartime(&exponent));
        }
        let windows: usize =
            POWER.windows.iter().map(|&(squarings, _)| squarings as usize + 1).sum();
        assert_eq!(POWER.table.len() - 1 + windows + POWER.last as usize, 447);
    }

    #[test]
    fn roots() {
        assert_eq!(Fp::of(&G1_ROOT).sqr(), -&Fp::from(11));
        assert_eq!(Fp::of(&G2_ROOT).sqr(), -&Fp::from(5));
        let minus_z = Fp2::new(Fp::from(2), Fp::from(1));
        assert_eq!(&minus_z * &minus_z.conjugate(), Fp2::from(5));
    }

    /// h² is x_den of RFC 9380 E.2, whose coefficients k₍₂,ᵢ₎ these are; the degree is 11; φ
    /// multiplies the invariant differential dx/y by 11, that is (X/h²)′ = 11·Y/h³, up to the scale
    /// of X (1/121) and Y (1/1331).
    #[test]
    fn isogeny_of_g1() {
        let x_den = constants([
            "08ca8d548cff19ae18b2e62f4bd3fa6f01d5ef4ba35b48ba9c9588617fc8ac62b558d681be343df8993cf9fa40d21b1c",
            "12561a5deb559c4348b4711298e536367041e8ca0cf0800c0126c2588c48bf5713daa8846cb026e9e5c8276ec82b3bff",
            "0b2962fe57a3225e8137e629bff2991f6f89416f5a718cd1fca64e00b11aceacd6a3d0967c94fedcfcc239ba5cb83e19",
            "03425581a58ae2fec83aafef7c40eb545b08243f16b1655154cca8abc28d6fd04976d5243eecf5c4130de8938dc62cd8",
            "13a8e162022914a80a6f1d5f43e7a07dffdfc759a12062bb8d6b44e833b306da9bd29ba81f35781d539d395b3532a21e",
            "0e7355f8e4e667b955390f7f0506c6e9395735e9ce9cad4d0a43bcef24b8982f7400d24bc4228f11c02df9a29f6304a5",
            "0772caacf16936190f3e0c63e0596721570f5799af53a1894e2e073062aede9cea73b3538f0de06cec2574496ee84a3a",
            "14a7ac2a9d64a8b230b3f5b074cf01996e7f63c21bca68a81996e1cdf9822c580fa5b9489d11e2d311f7d99bbdcc5a5e",
            "0a10ecf6ada54f825e920b3dafc7a3cce07f8d1d7161366b74100da67f39883503826692abba43704776ec3a79a1d641",
            "095fc13ab9e92ad4476d6e3eb3a56680f682b4ee96f7d03776df533978f31c1593174e4b4b7865002d6384d168ecdd0a",
        ]);
        let mut kernel = polynomial(&G1_ISOGENY.kernel);
        kernel.push(Fp::one());
        let mut want = polynomial(&x_den);
        want.push(Fp::one());
        assert_eq!(times(&kernel, &kernel), want);

        let x = polynomial(G1_ISOGENY.x.as_flattened());
        let y = polynomial(G1_ISOGENY.y.as_flattened());
        assert_eq!(&x[11] * &Fp::from(121), Fp::one());
        assert_eq!(&y[15] * &Fp::from(1331), Fp::one());
        assert_eq!(common_degree(x.clone(), kernel.clone()), 0);
        assert_eq!(common_degree(kernel.clone(), derivative(&kernel)), 0);
        let left = times(&derivative(&x), &kernel);
        let right = times(&x, &derivative(&kernel));
        let differential: Polynomial =
            left.iter().zip(&right).map(|(l, r)| l - &r.times(2)).collect();
        assert_eq!(differential, y.iter().map(|k| k.times(11)).collect::<Polynomial>());
    }

    /// The 3-isogeny against RFC 9380 E.3 at a point: k₍₁,ᵢ₎ and k₍₃,ᵢ₎ as multiples of the leading
    /// ones, 1/9 and −1/27.
    #[test]
    fn isogeny_of_g2() {
        let element =
            |c0: &str, c1: &str| Fp2::new(Fp::of(&FpConst::hex(c0)), Fp::of(&FpConst::hex(c1)));
        let k_1 = [
            element(
                "05c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97d6",
                "05c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97d6",
            ),
            element(
                "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
                "11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71a",
            ),
            element(
                "11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71e",
                "08ab05f8bdd54cde190937e76bc3e447cc27c3d6fbd7063fcd104635a790520c0a395554e5c6aaaa9354ffffffffe38d",
            ),
            element(
                "171d6541fa38ccfaed6dea691f5fb614cb14b4e7f4e810aa22d6108f142b85757098e38d0f671c7188e2aaaaaaaa5ed1",
                "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
            ),
        ];
        let k_3 = [
            element(
                "1530477c7ab4113b59a4c18b076d11930f7da5d4a07f649bf54439d87d27e500fc8c25ebf8c92f6812cfc71c71c6d706",
                "1530477c7ab4113b59a4c18b076d11930f7da5d4a07f649bf54439d87d27e500fc8c25ebf8c92f6812cfc71c71c6d706",
            ),
            element(
                "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
                "05c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97be",
            ),
            element(
                "11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71c",
                "08ab05f8bdd54cde190937e76bc3e447cc27c3d6fbd7063fcd104635a790520c0a395554e5c6aaaa9354ffffffffe38f",
            ),
            element(
                "124c9ad43b6cf79bfbf7043de3811ad0761b0f37a1e26286b0e977c69aa274524e79097a56dc4bd9e1b371c71c718b10",
                "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
            ),
        ];
        assert_eq!(&k_1[3] * &Fp2::from(9), Fp2::one());
        assert_eq!(&k_3[3] * &Fp2::from(27), -&Fp2::one());
        let at = |k: &[Fp2], x: &Fp2| k.iter().rev().fold(Fp2::zero(), |sum, k| &(&sum * x) + k);
        for i in 1..20 {
            let (x, y) = (Fp2::new(Fp::from(i), Fp::from(3 * i + 1)), Fp2::from(i + 7));
            let z = Fp2::new(Fp::from(5), Fp::from(i));
            let d = &x + &Fp2::new(Fp::from(6), -&Fp::from(6));
            let dd = d.sqr();
            let [x_out, y_out, z_out] =
                degree_3::<G2Isogenous<FpEngine>>(&Projective { x: &x * &z, y: &y * &z, z });
            assert_eq!(&x_out * &dd, &z_out * &at(&k_1, &x));
            assert_eq!(&y_out * &(&dd * &d), &(&z_out * &y) * &at(&k_3, &x));
        }
    }
}
