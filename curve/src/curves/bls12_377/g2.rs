//! G2: the subgroup of order r of E′(Fp2), y² = x³ + 1/u.
//!
//! ψ = (untwist, Frobenius, twist) is an endomorphism of E′ over Fp2 that satisfies the Frobenius
//! equation of E, ψ² − tψ + p = 0 with t = x + 1, and multiplies G2 by μ = p ≡ x (mod r)
//! (Galbraith, Lin, Scott, ePrint 2008/194). With the D-type twist (x, y) ↦ (xw², yw³), w⁶ = u:
//! ψ(x, y) = (x̄·u^((p−1)/3), ȳ·u^((p−1)/2)), the bar being conjugation in Fp2. Both exponents are
//! even, so both coefficients are in Fp.

use super::g1::mul_by_x;
use super::{BaseEngine, FpConst, FrEngine, G2Curve, X, X_RECIPROCAL};
use crate::curves::bls12::four_parts;
use crate::field::{Canonical, Masked, Red};
use crate::formulas::complete::Zero;
use crate::fp2::Quad;
use crate::weierstrass::{Endomorphism, Projective, Subgroup, Weierstrass, ZcashEncoding};

/// b′ = 1/u = `B`·u: −1/5.
const B: FpConst = FpConst::hex(
    "010222f6db0fd6f343bd03737460c589dc7b4f91cd5fd889129207b63c6bf8000dd39e5c1ccccccd1c9ed9999999999a",
);

/// 3b′ = `THREE_B`·u: −3/5.
const THREE_B: FpConst = FpConst::hex(
    "01582e9e796a73ef04fc0499f08107627b4f14c2672a760c18c2b4f2fb3aa000126f7dd026666666d0d3cccccccccccd",
);

/// The coefficient of x in ψ: u^((p − 1)/3).
const PSI_X: FpConst = FpConst::hex(
    "000000000000000009b3af05dd14f6ec619aaf7d34594aabc5ed1347970dec00452217cc900000008508c00000000002",
);

/// The coefficient of y in ψ: u^((p − 1)/2).
const PSI_Y: FpConst = FpConst::hex(
    "01680a40796537cac0c534db1a79beb1400398f50ad1dec1bce649cf436b0f6299588459bff27d8e6e76d5ecf1391c63",
);

/// x of the generator (Zexe's, as in libzexe, arkworks and gnark-crypto), c₀ then c₁.
pub(super) const GENERATOR_X: [FpConst; 2] = [
    FpConst::hex(
        "018480be71c785fec89630a2a3841d01c565f071203e50317ea501f557db6b9b71889f52bb53540274e3e48f7c005196",
    ),
    FpConst::hex(
        "00ea6040e700403170dc5a51b1b140d5532777ee6651cecbe7223ece0799c9de5cf89984bff76fe6b26bfefa6ea16afe",
    ),
];

/// y of the generator, c₀ then c₁.
pub(super) const GENERATOR_Y: [FpConst; 2] = [
    FpConst::hex(
        "00690d665d446f7bd960736bcbb2efb4de03ed7274b49a58e458c282f832d204f2cf88886d8c7c2ef094094409fd4ddf",
    ),
    FpConst::hex(
        "00f8169fd28355189e549da3151a70aa61ef11ac3d591bf12463b01acee304c24279b83f5e52270bd9a1cdd185eb8f93",
    ),
];

impl<F: BaseEngine> Weierstrass for G2Curve<F> {
    type Base = Quad<F>;
    type A = Zero;

    fn b(ctx: &F::Ctx) -> Red<Quad<F>> {
        Red::new(Red::zero_in(ctx), Red::constant(ctx, &B))
    }

    /// u·k·x for k in Fp: two products.
    #[inline(always)]
    fn times_3b(x: &Red<Quad<F>>) -> Red<Quad<F>> {
        x.scale(&Red::constant(&x.ctx(), &THREE_B)).mul_by_small_plus_u(0)
    }
}

impl<F: BaseEngine> Endomorphism for G2Curve<F> {
    /// ψ of the numerators: four products in Fp.
    #[inline]
    fn endomorphism_xy(x: &Red<Quad<F>>, y: &Red<Quad<F>>) -> (Red<Quad<F>>, Red<Quad<F>>) {
        let ctx = x.ctx();
        let by = |a: &Red<Quad<F>>, k| a.conjugate().scale(&Red::constant(&ctx, k));
        (by(x, &PSI_X), by(y, &PSI_Y))
    }

    #[inline]
    fn endomorphism_z(z: &Red<Quad<F>>) -> Red<Quad<F>> {
        z.conjugate()
    }
}

impl<F: BaseEngine + Masked> Subgroup for G2Curve<F> {
    /// h₂ = (x⁸ − 4x⁷ + 5x⁶ − 4x⁴ + 6x³ − 4x² − 4x + 13)/9.
    const COFACTOR: &'static [u64] = &[
        0x0000_0000_0000_0001,
        0x4522_17cc_9000_0000,
        0xa0f3_622f_ba09_4800,
        0xd693_e8c3_6676_bd09,
        0x8c50_5634_fae2_e189,
        0xfbb3_6b00_e1dc_c40c,
        0xddd8_8d99_a6f6_a829,
        0x0026_ba55_8ae9_562a,
    ];

    /// ψ(P) = \[x\]P (M. Scott, ePrint 2021/1130).
    ///
    /// Sufficient: ψ(P) = \[x\]P and ψ² − (x + 1)ψ + p = 0 give O = \[x² − (x + 1)x + p\]P = \[p −
    /// x\]P, and p − x = h₁·r with h₁ = (x − 1)²/3. The order of P divides h₂·r as well, and
    /// gcd(h₁, h₂) = 1 (a test computes it), so it divides r.
    ///
    /// Cost: 63 doublings and 6 additions.
    fn is_in_subgroup(point: &Projective<Self>) -> F::Mask {
        mul_by_x(point).is_image_of(point)
    }

    /// \[x² − x − 1\]P + \[x − 1\]ψ(P) + ψ²(\[2\]P) (A. Budroni, F. Pintore, "Efficient hash maps
    /// to G2 on BLS curves", ePrint 2017/419), which equals \[3(x² − 1)h₂\]P.
    ///
    /// With a = \[x\]P − P: \[x\]a − P + \[x − 1\]ψ(P), and \[x − 1\]ψ(P) = ψ(a).
    ///
    /// Cost: 127 doublings, 16 additions, 3 endomorphisms.
    fn clear_cofactor(point: &Projective<Self>) -> Projective<Self> {
        let a = mul_by_x(point).sub(point);
        let psi_psi_2 = point.double().endomorphism().endomorphism();
        mul_by_x(&a).sub(point).add(&a.endomorphism()).add(&psi_psi_2)
    }
}

// μ = ψ = x.
group_on_engines!(
    G2Curve, parts: 4, bits: 64, sixth_root: false, split: |k| four_parts::<X, X_RECIPROCAL>(k)
);

impl<F: BaseEngine + Canonical> ZcashEncoding for G2Curve<F> {
    type Compressed = [u8; 96];
    type Uncompressed = [u8; 192];

    const COMPRESSED: [u8; 96] = [0; 96];
    const UNCOMPRESSED: [u8; 192] = [0; 192];
}
