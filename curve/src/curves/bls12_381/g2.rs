//! G2: the subgroup of order r of E′(Fp2), y² = x³ + 4(1 + u).
//!
//! ψ = (untwist, Frobenius, twist) is an endomorphism of E′ over Fp2 that satisfies the Frobenius
//! equation of E, ψ² − tψ + p = 0 with t = x + 1, and multiplies G2 by p ≡ x (mod r) (Galbraith,
//! Lin, Scott, ePrint 2008/194). The endomorphism used here is −ψ, which multiplies by μ = |x|, so
//! that scalars are taken apart in base |x| into positive digits.
//!
//! With the M-type twist (x, y) ↦ (x/w², y/w³), w⁶ = ξ = 1 + u:
//! ψ(x, y) = (x̄·ξ^(−(p−1)/3), ȳ·ξ^(−(p−1)/2)), the bar being conjugation in Fp2.

use super::g1::mul_by_x_abs;
use super::{BaseEngine, FpConst, FrEngine, G2Curve, X, X_RECIPROCAL};
use crate::curves::bls12::four_parts;
use crate::field::{Canonical, Masked, Red};
use crate::formulas::complete::Zero;
use crate::fp2::Quad;
use crate::weierstrass::{
    Eip2537Encoding, Endomorphism, Projective, Subgroup, Weierstrass, ZcashEncoding,
};

/// The coefficient of x in ψ: (1 + u)^(−(p − 1)/3) = `PSI_X`·u.
pub(super) const PSI_X: FpConst = FpConst::hex(
    "1a0111ea397fe699ec02408663d4de85aa0d857d89759ad4897d29650fb85f9b409427eb4f49fffd8bfd00000000aaad",
);

/// The coefficient of y in ψ: (1 + u)^(−(p − 1)/2).
pub(super) const PSI_Y: [FpConst; 2] = [
    FpConst::hex(
        "135203e60180a68ee2e9c448d77a2cd91c3dedd930b1cf60ef396489f61eb45e304466cf3e67fa0af1ee7b04121bdea2",
    ),
    FpConst::hex(
        "06af0e0437ff400b6831e36d6bd17ffe48395dabc2d3435e77f76e17009241c5ee67992f72ec05f4c81084fbede3cc09",
    ),
];

/// x of the generator (draft-irtf-cfrg-pairing-friendly-curves-11 §4.2.1), c₀ then c₁.
const GENERATOR_X: [FpConst; 2] = [
    FpConst::hex(
        "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
    ),
    FpConst::hex(
        "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e",
    ),
];

/// y of the generator (draft-irtf-cfrg-pairing-friendly-curves-11 §4.2.1), c₀ then c₁.
const GENERATOR_Y: [FpConst; 2] = [
    FpConst::hex(
        "0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801",
    ),
    FpConst::hex(
        "0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be",
    ),
];

impl<F: BaseEngine> Weierstrass for G2Curve<F> {
    type Base = Quad<F>;
    type A = Zero;

    fn b(ctx: &F::Ctx) -> Red<Quad<F>> {
        Red::new(Red::small(ctx, 4), Red::small(ctx, 4))
    }

    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn times_3b(x: &Red<Quad<F>>) -> Red<Quad<F>> {
        x.mul_by_small_plus_u(1).times(12)
    }
}

impl<F: BaseEngine> Endomorphism for G2Curve<F> {
    /// −ψ of the numerators: a product with an imaginary constant (2 in Fp) and one in Fp2.
    #[inline]
    fn endomorphism_xy(x: &Red<Quad<F>>, y: &Red<Quad<F>>) -> (Red<Quad<F>>, Red<Quad<F>>) {
        let ctx = x.ctx();
        let k = Red::constant(&ctx, &PSI_X);
        // (x₀ − x₁u)·ku = kx₁ + kx₀u.
        let psi_x = Red::new(&x.c1() * &k, &x.c0() * &k);
        (psi_x, &(-&y.conjugate()) * &Red::constant(&ctx, &PSI_Y))
    }

    #[inline]
    fn endomorphism_z(z: &Red<Quad<F>>) -> Red<Quad<F>> {
        z.conjugate()
    }
}

impl<F: BaseEngine + Masked> Subgroup for G2Curve<F> {
    /// h₂ = (x⁸ − 4x⁷ + 5x⁶ − 4x⁴ + 6x³ − 4x² − 4x + 13)/9.
    const COFACTOR: &'static [u64] = &[
        0xcf1c_38e3_1c72_38e5,
        0x1616_ec6e_786f_0c70,
        0x2153_7e29_3a66_91ae,
        0xa628_f1cb_4d9e_82ef,
        0xa68a_205b_2e5a_7ddf,
        0xcd91_de45_4708_5aba,
        0x091d_5079_2876_a202,
        0x05d5_43a9_5414_e7f1,
    ];

    /// −ψ(P) = \[|x|\]P (M. Scott, ePrint 2021/1130).
    ///
    /// Sufficient: ψ(P) = \[x\]P and ψ² − (x + 1)ψ + p = 0 give O = \[x² − (x + 1)x + p\]P = \[p −
    /// x\]P, and p − x = h₁·r with h₁ = (x − 1)²/3. The order of P divides h₂·r as well, and
    /// gcd(h₁, h₂) = 1 (a test computes it), so it divides r.
    ///
    /// Cost: 63 doublings and 5 additions.
    fn is_in_subgroup(point: &Projective<Self>) -> F::Mask {
        mul_by_x_abs(point).is_image_of(point)
    }

    /// \[x² − x − 1\]P + \[x − 1\]ψ(P) + ψ²(\[2\]P) (A. Budroni, F. Pintore, "Efficient hash maps
    /// to G2 on BLS curves", ePrint 2017/419; RFC 9380 appendix G.3), which equals \[h_eff\]P with
    /// h_eff = 3(x² − 1)h₂.
    ///
    /// With a = \[|x|\]P and e = −ψ(P), and x = −|x|: \[x² − x − 1\]P = \[|x|\](a + P) − P and \[x
    /// − 1\]ψ(P) = \[|x|\]e + e, so the two multiplications by |x| are a and \[|x|\](a + P + e).
    ///
    /// Cost: 127 doublings, 15 additions, 3 endomorphisms.
    fn clear_cofactor(point: &Projective<Self>) -> Projective<Self> {
        let minus_psi = point.endomorphism();
        let multiple = mul_by_x_abs(point).add(point).add(&minus_psi);
        // The sign of −ψ cancels in its square.
        let psi_psi_2 = point.double().endomorphism().endomorphism();
        mul_by_x_abs(&multiple).add(&minus_psi).sub(point).add(&psi_psi_2)
    }
}

// μ = −ψ = |x|.
group_on_engines!(
    G2Curve, parts: 4, bits: 64, sixth_root: false, split: |k| four_parts::<X, X_RECIPROCAL>(k)
);

impl<F: BaseEngine + Canonical> Eip2537Encoding for G2Curve<F> {
    type Bytes = [u8; 256];

    const BYTES: [u8; 256] = [0; 256];
}

impl<F: BaseEngine + Canonical> ZcashEncoding for G2Curve<F> {
    type Compressed = [u8; 96];
    type Uncompressed = [u8; 192];

    const COMPRESSED: [u8; 96] = [0; 96];
    const UNCOMPRESSED: [u8; 192] = [0; 192];
}
